//! Looking ahead, written by hand: principal variation search with a transposition table, killers and history, for games
//! that are bitboards. What the agents' search is measured against.

/// Value of a win at once; one in n plies is n less.
const WIN: i32 = 1 << 20;
/// Places of the transposition table, a power of two.
const PLACES: usize = 1 << 20;
/// The deepest search.
const MOST_DEPTH: u8 = 60;
/// Plies of captures that are followed where the depth is used up.
const MOST_CAPTURES: usize = 6;
/// Plies that a line can have.
const MOST_PLIES: usize = MOST_DEPTH as usize + MOST_CAPTURES + 1;
/// Codes of moves.
const CODES: usize = 1 << 12;

/// A game that can be searched.
pub trait Searched: Copy {
    /// Puts in the codes of all moves, below 4096: none once the game is over.
    fn moves(&self, moves: &mut Vec<u16>);

    /// Makes a move.
    fn play(&mut self, code: u16);

    /// True if a move takes something, in a game where most do not.
    fn takes(&self, code: u16) -> bool;

    /// Winner as seen by the player to act: 1, 0 or -1; `None` while it goes on.
    fn end(&self) -> Option<i32>;

    /// Lead of the player to act.
    fn lead(&self) -> i32;

    /// The same for the same position.
    fn key(&self) -> u64;
}

/// Result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Moves that were found: as an agent counts its nodes.
    pub found: u64,
    /// Positions that were come to.
    pub visited: u64,
    /// The deepest search that was done whole.
    pub depth: u8,
    /// Value of the position at that depth.
    pub value: i32,
}

/// Knowledge of a position.
#[derive(Clone, Copy, Default)]
struct Place {
    key: u64,
    value: i32,
    best: u16,
    depth: u8,
    /// 0 for nothing, 1 for at least, 2 for at most, 3 for exact.
    bound: u8,
}

/// A search that keeps what it has learnt.
pub struct LookAhead {
    places: Vec<Place>,
    killers: [[u16; 2]; MOST_PLIES],
    history: Vec<i32>,
    lists: Vec<Vec<u16>>,
    looked: Looked,
    most: u64,
}

impl Default for LookAhead {
    fn default() -> Self {
        Self {
            places: vec![Place::default(); PLACES],
            killers: [[u16::MAX; 2]; MOST_PLIES],
            history: vec![0; 2 * CODES],
            lists: vec![Vec::new(); MOST_PLIES],
            looked: Looked::default(),
            most: 0,
        }
    }
}

impl LookAhead {
    /// Looks deeper and deeper, until so many positions were come to.
    pub fn look<B: Searched>(&mut self, board: B, most: u64) -> Looked {
        (self.looked, self.most) = (Looked::default(), most);
        for depth in 1..=MOST_DEPTH {
            match self.search(board, depth, (-WIN, WIN), 0) {
                Some(value) => (self.looked.depth, self.looked.value) = (depth, value),
                None => break,
            }
            if self.looked.value.abs() > WIN / 2 {
                break;
            }
        }
        self.looked
    }

    /// Value of a position to the player to act; `None` where there is no time.
    fn search<B: Searched>(
        &mut self,
        board: B,
        depth: u8,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> Option<i32> {
        self.looked.visited += 1;
        if self.looked.visited > self.most {
            return None;
        }
        if let Some(end) = board.end() {
            return Some(end * (WIN - ply as i32));
        }
        if depth == 0 {
            return self.follow_captures(board, (alpha, beta), ply, MOST_CAPTURES);
        }
        let key = board.key();
        let index = key as usize & (PLACES - 1);
        let known = self.places[index];
        let mut first = u16::MAX;
        if known.key == key && known.bound != 0 {
            first = known.best;
            let is_enough = match known.bound {
                1 => known.value >= beta,
                2 => known.value <= alpha,
                _ => true,
            };
            if known.depth >= depth && is_enough {
                return Some(known.value);
            }
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        board.moves(&mut moves);
        self.looked.found += moves.len() as u64;
        let killers = self.killers[ply];
        let side = (ply & 1) * CODES;
        let history = &self.history;
        moves.sort_by_cached_key(|&code| match code {
            _ if code == first => i32::MIN,
            _ if board.takes(code) => i32::MIN + 1,
            _ if killers.contains(&code) => i32::MIN + 2,
            _ => -history[side + usize::from(code)],
        });
        let (floor, mut best, mut found) = (alpha, -WIN, moves[0]);
        let mut is_over = false;
        for (number, &code) in moves.iter().enumerate() {
            let mut after = board;
            after.play(code);
            let window = if number == 0 { (-beta, -alpha) } else { (-alpha - 1, -alpha) };
            let mut value = self.search(after, depth - 1, window, ply + 1).map(|it| -it);
            if number > 0 && value.is_some_and(|it| it > alpha && it < beta) {
                value = self.search(after, depth - 1, (-beta, -alpha), ply + 1).map(|it| -it);
            }
            let Some(value) = value else {
                is_over = true;
                break;
            };
            if value > best {
                (best, found) = (value, code);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.remember(code, ply, depth);
                break;
            }
        }
        self.lists[ply] = moves;
        if is_over {
            return None;
        }
        let bound = match best {
            _ if best >= beta => 1,
            _ if best <= floor => 2,
            _ => 3,
        };
        self.places[index] = Place { key, value: best, best: found, depth, bound };
        Some(best)
    }

    /// Value of a position once nothing more is worth taking.
    fn follow_captures<B: Searched>(
        &mut self,
        board: B,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        left: usize,
    ) -> Option<i32> {
        let mut best = board.lead();
        if best >= beta || left == 0 {
            return Some(best);
        }
        alpha = alpha.max(best);
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        board.moves(&mut moves);
        moves.retain(|&code| board.takes(code));
        self.looked.found += moves.len() as u64;
        for &code in &moves {
            let mut after = board;
            after.play(code);
            self.looked.visited += 1;
            let value = match after.end() {
                Some(end) => -end * (WIN - ply as i32 - 1),
                None => -self.follow_captures(after, (-beta, -alpha), ply + 1, left - 1)?,
            };
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.lists[ply] = moves;
        Some(best)
    }

    fn remember(&mut self, code: u16, ply: usize, depth: u8) {
        if self.killers[ply][0] != code {
            self.killers[ply] = [code, self.killers[ply][0]];
        }
        let history = &mut self.history[(ply & 1) * CODES + usize::from(code)];
        *history = history.saturating_add(i32::from(depth) * i32::from(depth));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baselines::{Breakthrough, Othello};
    use crate::stream::Stream;

    /// The same without any bounds, table or order.
    fn plain<B: Searched>(board: B, depth: u8, ply: i32) -> i32 {
        if let Some(end) = board.end() {
            return end * (WIN - ply);
        }
        if depth == 0 {
            return plain_captures(board, ply, MOST_CAPTURES);
        }
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let values = moves.into_iter().map(|code| {
            let mut after = board;
            after.play(code);
            -plain(after, depth - 1, ply + 1)
        });
        values.max().expect("it goes on")
    }

    fn plain_captures<B: Searched>(board: B, ply: i32, left: usize) -> i32 {
        let (mut best, mut moves) = (board.lead(), Vec::new());
        board.moves(&mut moves);
        for code in moves.into_iter().filter(|&code| left > 0 && board.takes(code)) {
            let mut after = board;
            after.play(code);
            best = best.max(match after.end() {
                Some(end) => -end * (WIN - ply - 1),
                None => -plain_captures(after, ply + 1, left - 1),
            });
        }
        best
    }

    fn check<B: Searched>(start: B, depth: u8) {
        let mut stream = Stream(3);
        let (mut compared, mut moves) = (0, Vec::new());
        while compared < 40 {
            let mut board = start;
            for _ in 0..stream.below(50) {
                moves.clear();
                board.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                board.play(moves[stream.below(moves.len() as u32) as usize]);
            }
            if board.end().is_some() {
                continue;
            }
            let mut look_ahead = LookAhead { most: u64::MAX, ..LookAhead::default() };
            let value = look_ahead.search(board, depth, (-WIN, WIN), 0);
            assert_eq!(value, Some(plain(board, depth, 0)));
            compared += 1;
        }
    }

    #[test]
    fn values_are_those_of_a_plain_search() {
        check(Othello::start(), 3);
        check(Breakthrough::start(), 2);
    }
}
