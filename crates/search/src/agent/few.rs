//! What a position of two is worth where few positions follow: boards that are played on one after another.
//!
//! Boards side by side are worth their while where many are asked about at once. Near an end most of the boards of a
//! row would be empty, and most of what was found side by side would never be asked for.

use masume_engine::{ApplyError, Frontier, Position};
use masume_rules::action::Action;
use masume_rules::model::Player;

use super::ends::{Halt, MOST, Worth, worth_of_end};

/// Positions in mean that follow, from which on actions are put in order before they are tried: below, that takes longer
/// than it saves (5 to 20 take about as long on Othello, without a bound a tenth longer).
const WORTH_ORDERING: u64 = 8;
/// Positions of late, about, of which the mean is known.
const WORK: u64 = 64;

/// Boards that are played on, by ply.
pub(super) struct Few<'g> {
    worth: Worth,
    root: Option<Position<'g>>,
    levels: Vec<Level<'g>>,
    /// Positions that may still be looked at.
    pub(super) nodes_left: u64,
}

/// The children of a position: kept, so that no ply asks for memory twice.
struct Level<'g> {
    boards: Vec<Position<'g>>,
    order: Vec<Tried>,
    /// How many positions follow in mean, of late, in units of one by [`WORK`].
    work: u64,
}

/// A child that goes on.
#[derive(Clone, Copy)]
struct Tried {
    /// What is tried first has the least.
    rank: i64,
    index: usize,
}

/// The best so far, and what it is worth.
type Best = (i64, Option<usize>);

impl<'g> Few<'g> {
    /// Nothing is asked yet.
    pub(super) fn new(worth: Worth) -> Self {
        Self { worth, root: None, levels: Vec::new(), nodes_left: 0 }
    }

    /// What a state that goes on is worth to the player to act, as far as the window asks for it, and what to do; of
    /// lines of so many plies at most.
    pub(super) fn search(
        &mut self,
        frontier: &Frontier<'g>,
        words: &[u64],
        window: (i64, i64),
        most_plies: usize,
    ) -> Result<(i64, Option<Action>), Halt> {
        let mut root = match self.root.take() {
            Some(mut root) => {
                frontier.put(words, &mut root);
                root
            }
            None => frontier.position(words),
        };
        let (worth, best) = self.value(&mut root, 0, window, most_plies)?;
        let best = match best {
            Some(index) => root.legal_actions()?.get(index).copied(),
            None => None,
        };
        self.root = Some(root);
        Ok((worth, best))
    }

    /// The same of a board, with the index of what to do among its actions.
    fn value(
        &mut self,
        board: &mut Position<'g>,
        ply: usize,
        window: (i64, i64),
        most_plies: usize,
    ) -> Result<Best, Halt> {
        if self.nodes_left == 0 {
            return Err(Halt::Over);
        }
        let left = self.nodes_left;
        self.nodes_left -= 1;
        if ply >= most_plies {
            return Err(Halt::Endless);
        }
        let count = board.action_count()?;
        // Nobody can go on, and nothing says who won.
        if count == 0 {
            return Ok((0, None));
        }
        if self.levels.len() <= ply {
            let level =
                || Level { boards: Vec::new(), order: Vec::new(), work: WORTH_ORDERING * WORK };
            self.levels.resize_with(ply + 1, level);
        }
        let mut boards = std::mem::take(&mut self.levels[ply].boards);
        let is_ordered = self.levels[ply].work >= WORTH_ORDERING * WORK;
        let kept = if is_ordered { count } else { 1 };
        while boards.len() < kept {
            boards.push(board.clone());
        }
        let found = if is_ordered {
            self.try_in_order(board, (ply, most_plies), window, &mut boards[..count])
        } else {
            self.try_each(board, (ply, most_plies), window, (&mut boards[0], count))
        };
        let level = &mut self.levels[ply];
        level.boards = boards;
        level.work -= level.work / WORK;
        level.work += left - self.nodes_left;
        found
    }

    /// Tries the actions as they come.
    fn try_each(
        &mut self,
        board: &mut Position<'g>,
        (ply, most_plies): (usize, usize),
        (mut alpha, beta): (i64, i64),
        (child, count): (&mut Position<'g>, usize),
    ) -> Result<Best, Halt> {
        let (actor, mut best) = (board.to_act(), (-MOST, None));
        for index in 0..count {
            let worth = match self.apply(board, index, child)? {
                Some(worth) => worth,
                None => self.of_child(child, (ply, most_plies), actor, (alpha, beta))?,
            };
            if worth > best.0 {
                best = (worth, Some(index));
            }
            alpha = alpha.max(worth);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Tries the actions that leave the other the fewest replies first.
    fn try_in_order(
        &mut self,
        board: &mut Position<'g>,
        (ply, most_plies): (usize, usize),
        (mut alpha, beta): (i64, i64),
        children: &mut [Position<'g>],
    ) -> Result<Best, Halt> {
        // Step 1. What ends the game at once, and in which order the others are tried.
        let (actor, mut best) = (board.to_act(), (-MOST, None));
        let mut order = std::mem::take(&mut self.levels[ply].order);
        order.clear();
        for (index, child) in children.iter_mut().enumerate() {
            match self.apply(board, index, child)? {
                None => {
                    let replies = child.action_count()? as i64;
                    let rank = if child.to_act() == actor { -replies } else { replies };
                    order.push(Tried { rank, index });
                }
                Some(worth) if worth > best.0 => best = (worth, Some(index)),
                Some(_) => {}
            }
        }
        order.sort_by_key(|tried| tried.rank);
        // Step 2. The first with the whole window, the others to see whether they are better.
        alpha = alpha.max(best.0);
        for (nth, &Tried { index, .. }) in order.iter().enumerate() {
            if alpha >= beta {
                break;
            }
            let child = &mut children[index];
            let first = if nth == 0 { beta } else { alpha + 1 };
            let mut worth = self.of_child(child, (ply, most_plies), actor, (alpha, first))?;
            if first < beta && (first..beta).contains(&worth) {
                worth = self.of_child(child, (ply, most_plies), actor, (alpha, beta))?;
            }
            if worth > best.0 {
                best = (worth, Some(index));
            }
            alpha = alpha.max(worth);
        }
        self.levels[ply].order = order;
        Ok(best)
    }

    /// Makes a child of a board; what it is worth to who acted, if that ends the game.
    fn apply(
        &self,
        board: &Position<'g>,
        index: usize,
        child: &mut Position<'g>,
    ) -> Result<Option<i64>, Halt> {
        child.copy_from(board);
        child.apply_nth(index).map_err(|error| match error {
            ApplyError::Run(error) => Halt::Failed(error),
            // It was counted as legal.
            ApplyError::IllegalAction | ApplyError::GameOver => Halt::Endless,
        })?;
        let Some(outcome) = child.outcome() else { return Ok(None) };
        let worth = worth_of_end(self.worth, Some(outcome), board.to_act(), || child.scores())?;
        Ok(Some(worth))
    }

    /// What a child is worth to the player before it.
    fn of_child(
        &mut self,
        child: &mut Position<'g>,
        (ply, most_plies): (usize, usize),
        actor: Player,
        (alpha, beta): (i64, i64),
    ) -> Result<i64, Halt> {
        if child.to_act() == actor {
            Ok(self.value(child, ply + 1, (alpha, beta), most_plies)?.0)
        } else {
            Ok(-self.value(child, ply + 1, (-beta, -alpha), most_plies)?.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use masume_engine::{Game, Series, Setup, Size, shipped_games};

    use super::*;
    use crate::Budget;
    use crate::agent::end_value;

    /// Nodes of each search.
    const NODES: u64 = 200_000;

    #[test]
    fn boards_one_after_another_are_worth_what_boards_side_by_side_are() {
        for (name, (width, height), worth, left) in [
            ("othello", (6, 6), Worth::Margin, 8),
            ("othello", (4, 4), Worth::Result, 7),
            ("connect-four", (5, 4), Worth::Result, 9),
            ("konane", (6, 6), Worth::Result, 6),
        ] {
            let shipped = shipped_games().iter().find(|it| it.name == name).expect("it is shipped");
            let game = Game::load(shipped.text).game.expect("shipped games are sound");
            let size = Some(Size { width, height });
            let start = game.start(&Setup { size, ..Setup::default() }).expect("a board");
            let frontier = game.frontier(start.board.grid()).expect("a small board");
            let (mut few, mut compared) = (Few::new(worth), 0);
            for seed in 0..12 {
                let series = Series { games: 1, seed, most_plies: 200 };
                let plies = game.playout(&start, series, 0).expect("it runs").state.ply;
                let most_plies = u64::from(plies).saturating_sub(left);
                let series = Series { most_plies, ..series };
                let state = game.playout(&start, series, 0).expect("it runs").state;
                if state.outcome.is_some() {
                    continue;
                }
                let budget = Budget { nodes: NODES, ..Budget::default() };
                // A short game is far from its end all along.
                let Ok(known) = end_value(&game, &state, worth, &budget) else { continue };
                let known = known.margin;
                let mut words = vec![0; frontier.words()];
                frontier.pack(&state, &mut words);
                for window in [(-MOST, MOST), (known - 1, known), (known, known + 1)] {
                    few.nodes_left = NODES;
                    let found = few.search(&frontier, &words, window, 100);
                    let (found, _) = found.unwrap_or_else(|_| panic!("{name} is near its end"));
                    // What is out of the window is only bounded.
                    let is_right = match window {
                        (alpha, _) if known <= alpha => found <= alpha,
                        (_, beta) if known >= beta => found >= beta,
                        _ => found == known,
                    };
                    assert!(is_right, "{name}, {window:?}: {found}, known {known}");
                }
                compared += 1;
            }
            assert!(compared >= 6, "{name}: {compared}");
        }
    }
}
