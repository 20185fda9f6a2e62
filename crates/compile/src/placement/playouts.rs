//! Random games, many side by side.
//!
//! Each lane plays one game and takes the next one when it is over. Which lane plays which game
//! changes nothing: a game is decided by its own generator.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Bits, Lanes, nth_bit};
use masume_rules::model::{EndKind, PassRule, Player};
use masume_rules::random::Random;
use masume_rules::state::Outcome;

use super::lanes::Boards;
use super::{Ask, Choice, Placement, Planes};
use crate::{Games, Played, Scores};

/// The games that are being played.
struct Table<const W: usize, const L: usize> {
    boards: Boards<W, L>,
    /// Choices of the player to act.
    legal: Lanes<W, L>,
    agents: [Random; L],
    plies: [u64; L],
    /// Number of the game; `u64::MAX` where the lane rests.
    games: [u64; L],
    /// Whether the first player acts on odd steps.
    is_turned: [bool; L],
}

impl<const W: usize> Placement<W> {
    /// Plays games from one position on, `L` side by side, and gives each as it ends.
    #[inline(always)]
    pub(crate) fn play<const L: usize>(
        &self,
        planes: &Planes<W>,
        player: usize,
        games: &Games<'_>,
        done: &mut dyn FnMut(Played),
    ) {
        let start: Boards<W, 1> = planes.map(Lanes::splat);
        let first_legal = self.legal(&self.turns[player], &start).lane(0);
        // The same position seen from the other player's step.
        let mut turned = *planes;
        for (plane, set) in planes.iter().enumerate() {
            turned[usize::from(self.swapped[plane])] = *set;
        }
        let mut table = Table::<W, L> {
            boards: [Lanes::EMPTY; super::MOST_PLANES],
            legal: Lanes::EMPTY,
            agents: [Random(0); L],
            plies: [0; L],
            games: [u64::MAX; L],
            is_turned: [false; L],
        };
        let mut next_game = 0;
        let mut playing = 0;
        let mut step = player;
        let players = self.turns.len();
        let mut begin = |table: &mut Table<W, L>, lane: usize, step: usize| -> bool {
            table.games[lane] = u64::MAX;
            if next_game == games.count {
                for board in &mut table.boards {
                    board.set_lane(lane, Bits::EMPTY);
                }
                table.legal.set_lane(lane, Bits::EMPTY);
                return false;
            }
            table.is_turned[lane] = step != player;
            let planes = if step == player { planes } else { &turned };
            for (board, plane) in table.boards.iter_mut().zip(planes) {
                board.set_lane(lane, *plane);
            }
            table.legal.set_lane(lane, first_legal);
            table.games[lane] = next_game;
            table.agents[lane] = (games.agent)(next_game);
            table.plies[lane] = 0;
            next_game += 1;
            true
        };
        for lane in 0..L {
            playing += usize::from(begin(&mut table, lane, step));
        }
        while playing > 0 {
            // Step 1. Every game chooses.
            let mut chosen = Lanes::EMPTY;
            let mut is_stuck = [false; L];
            for lane in 0..L {
                let legal = table.legal.lane(lane);
                match self.choose(step, legal, &mut table.agents[lane]) {
                    Some(cell) => chosen.set_lane(lane, cell),
                    None => is_stuck[lane] = true,
                }
            }
            for lane in 0..L {
                let is_left = is_stuck[lane] || table.plies[lane] >= games.most_plies;
                if is_left && table.games[lane] != u64::MAX {
                    done(self.played(&table, lane, step, player, None));
                    playing -= 1;
                    playing += usize::from(begin(&mut table, lane, step));
                    let legal = table.legal.lane(lane);
                    let cell = self.choose(step, legal, &mut table.agents[lane]);
                    // A game that is stuck from its first position ends at once, every time.
                    chosen.set_lane(lane, cell.unwrap_or(Bits::EMPTY));
                }
            }
            // Step 2. It is done, and the other player asked.
            self.put(&self.turns[step], &mut table.boards, &chosen);
            let next = if step + 1 < players { step + 1 } else { 0 };
            let before = step;
            step = next;
            table.legal = self.legal(&self.turns[step], &table.boards);
            for plies in &mut table.plies {
                *plies += 1;
            }
            // Step 3. The ends.
            let mut over = [0u64; L];
            for (kind, ask) in &self.turns[before].ends {
                let has_come = self.has_come(*ask, &table, before);
                for lane in 0..L {
                    let is_new = has_come[lane] & !over[lane] != 0;
                    if is_new && table.games[lane] != u64::MAX {
                        let outcome = self.outcome(*kind, &table, lane, before, player);
                        done(self.played(&table, lane, before, player, outcome));
                        over[lane] = u64::MAX;
                    }
                }
            }
            for lane in 0..L {
                if over[lane] != 0 {
                    playing -= 1;
                    playing += usize::from(begin(&mut table, lane, step));
                }
            }
        }
    }

    /// The cell that the agent chooses; no cell for a pass, `None` where nothing can be done.
    #[inline(always)]
    fn choose(&self, step: usize, legal: Bits<W>, agent: &mut Random) -> Option<Bits<W>> {
        let choice = self.turns[step].choice;
        let columns = match choice {
            Choice::Cell => 0,
            Choice::Column { .. } => self.columns(legal),
        };
        let count = match choice {
            Choice::Cell => legal.len() as u64,
            Choice::Column { .. } => u64::from(columns.count_ones()),
        };
        let may_pass = match self.pass {
            PassRule::Never => false,
            PassRule::WhenNoAction => count == 0,
            PassRule::AnyTime => true,
        };
        let all = count + u64::from(may_pass);
        if all == 0 {
            return None;
        }
        let index = agent.below(all);
        if index == count {
            return Some(Bits::EMPTY);
        }
        Some(match choice {
            Choice::Cell => legal.nth(index as usize).map_or(Bits::EMPTY, Bits::of),
            Choice::Column { is_lowest } => {
                self.cell_in_column(legal, nth_bit(columns, index as u32), is_lowest)
            }
        })
    }

    /// The games whose end has come: all bits where it has.
    #[inline(always)]
    fn has_come<const L: usize>(&self, ask: Ask, table: &Table<W, L>, _before: usize) -> [u64; L] {
        let stuck = || {
            let mut none = table.legal.has_any();
            none.iter_mut().for_each(|any| *any = !*any);
            none
        };
        match ask {
            Ask::Run { cells, count, dirs } => self.has_run(&table.boards, cells, count, dirs),
            Ask::NoAction => stuck(),
            Ask::Nobody => {
                let mut none = stuck();
                let is_asked = (0..L).any(|lane| none[lane] != 0 && table.games[lane] != u64::MAX);
                if !is_asked {
                    return [0; L];
                }
                for turn in &self.turns {
                    let any = self.legal(turn, &table.boards).has_any();
                    for lane in 0..L {
                        none[lane] &= !any[lane];
                    }
                }
                none
            }
        }
    }

    /// How a game ends, `step` being the turn just done.
    fn outcome<const L: usize>(
        &self,
        kind: EndKind,
        table: &Table<W, L>,
        lane: usize,
        step: usize,
        first: usize,
    ) -> Option<Outcome> {
        let players = self.turns.len();
        let player_on = |step: usize| {
            let is_turned = table.is_turned[lane] && players == 2;
            let _ = first;
            Player(if is_turned { 1 - step as u8 } else { step as u8 })
        };
        let acting = player_on(step);
        Some(match kind {
            EndKind::Win => Outcome::Won(acting),
            EndKind::Lose if players == 2 => Outcome::Won(player_on(1 - step)),
            EndKind::Lose => Outcome::Lost(acting),
            EndKind::Draw => Outcome::Draw,
            EndKind::End => {
                let scores = self.scores(table, lane);
                match scores[..] {
                    [first, second] if first > second => Outcome::Won(Player(0)),
                    [first, second] if first < second => Outcome::Won(Player(1)),
                    [_, _] => Outcome::Draw,
                    _ => Outcome::Ended,
                }
            }
            EndKind::Stage | EndKind::Goal => return None,
        })
    }

    /// Points by player.
    fn scores<const L: usize>(&self, table: &Table<W, L>, lane: usize) -> Scores {
        let boards: Boards<W, 1> =
            table.boards.each_ref().map(|board| Lanes::splat(board.lane(lane)));
        let points = |step: usize| {
            let cells = self.turns[step].score?;
            Some(self.cells(&boards, cells).lane(0).len() as i64)
        };
        let mut scores: Scores = (0..self.turns.len()).filter_map(points).collect();
        if table.is_turned[lane] {
            scores.reverse();
        }
        scores
    }

    fn played<const L: usize>(
        &self,
        table: &Table<W, L>,
        lane: usize,
        _step: usize,
        _first: usize,
        outcome: Option<Outcome>,
    ) -> Played {
        Played { plies: table.plies[lane], outcome, scores: self.scores(table, lane) }
    }
}
