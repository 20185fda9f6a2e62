//! Small endgames: the value of a position of two where few positions follow, by boards that are played on one
//! after another.
//!
//! Boards side by side are worth their while where many are asked about at once. Near an end most of the boards of a
//! row would be empty, and most of what was found side by side would never be asked for.

use masume_engine::Frontier;
use masume_rules::action::Action;
use masume_rules::model::Player;

use crate::agent::endgame::alpha_beta::EndgameHalt;
use crate::agent::endgame::board_driver::BoardDriver;
use crate::agent::endgame::worth::MOST;

/// Positions in mean that follow, from which on actions are put in order before they are tried: below, that takes longer
/// than it saves (5 to 20 take about as long on Othello, without a bound a tenth longer).
const WORTH_ORDERING: u64 = 8;
/// Positions of late, about, of which the mean is known.
const WORK: u64 = 64;

/// Boards that are played on, by ply.
pub(crate) struct SmallEndgame<B: BoardDriver> {
    boards: B,
    levels: Vec<BoardPly<B::Board>>,
    /// Positions that may still be looked at.
    nodes_left: u64,
}

/// The children of a position: kept, so that no ply asks for memory twice.
struct BoardPly<B> {
    children: Vec<B>,
    order: Vec<OrderedBoard>,
    /// Positions that follow in mean, of late, in units of one by [`WORK`].
    work: u64,
}

impl<B> Default for BoardPly<B> {
    fn default() -> Self {
        Self { children: Vec::new(), order: Vec::new(), work: WORTH_ORDERING * WORK }
    }
}

/// A child that goes on.
#[derive(Clone, Copy)]
struct OrderedBoard {
    /// Rank, the least tried first.
    rank: i64,
    index: usize,
}

/// Values between which it is asked where a board lies, and the ply it is on and the last one there may be.
#[derive(Clone, Copy)]
struct BoardWindow {
    alpha: i64,
    beta: i64,
    ply: usize,
    most_plies: usize,
}

/// The best so far, and what it is worth.
type BestMove = (i64, Option<usize>);

impl<B: BoardDriver> SmallEndgame<B> {
    /// Nothing is asked yet.
    pub(crate) fn new(boards: B) -> Self {
        Self { boards, levels: Vec::new(), nodes_left: 0 }
    }

    /// Value of a state that goes on to the player to act, as far as the window asks for it, and the best action;
    /// of lines of so many plies at most. So many positions may be looked at; how many are left is given as well.
    pub(crate) fn search(
        &mut self,
        frontier: &Frontier<'_>,
        words: &[u64],
        window: (i64, i64),
        (most_plies, nodes): (usize, u64),
    ) -> (Result<(i64, Option<Action>), EndgameHalt>, u64) {
        self.nodes_left = nodes;
        let mut root = self.boards.root(frontier, words);
        let found = self.ask(&mut root, window, most_plies);
        self.boards.give_back(root);
        (found, self.nodes_left)
    }

    fn ask(
        &mut self,
        root: &mut B::Board,
        (alpha, beta): (i64, i64),
        most_plies: usize,
    ) -> Result<(i64, Option<Action>), EndgameHalt> {
        let (worth, best) = self.value(root, BoardWindow { alpha, beta, ply: 0, most_plies })?;
        let best = match best {
            Some(index) => self.boards.action(root, index)?,
            None => None,
        };
        Ok((worth, best))
    }

    /// The same of a board, with the index of what to do among its actions.
    fn value(
        &mut self,
        board: &mut B::Board,
        window: BoardWindow,
    ) -> Result<BestMove, EndgameHalt> {
        if self.nodes_left == 0 {
            return Err(EndgameHalt::Over);
        }
        let (left, ply) = (self.nodes_left, window.ply);
        self.nodes_left -= 1;
        if ply >= window.most_plies {
            return Err(EndgameHalt::Endless);
        }
        let count = self.boards.action_count(board)?;
        // Nobody can go on, and nothing says who won.
        if count == 0 {
            return Ok((0, None));
        }
        if self.levels.len() <= ply {
            self.levels.resize_with(ply + 1, BoardPly::default);
        }
        let mut children = std::mem::take(&mut self.levels[ply].children);
        let is_worth_it = self.levels[ply].work >= WORTH_ORDERING * WORK;
        let found = if B::FINDS_ALL_AT_ONCE || is_worth_it {
            self.try_in_order(board, &mut children, window)
        } else {
            if children.is_empty() {
                children.push(board.clone());
            }
            self.try_each(board, (&mut children[0], count), window)
        };
        let level = &mut self.levels[ply];
        level.children = children;
        level.work -= level.work / WORK;
        level.work += left - self.nodes_left;
        found
    }

    /// Tries the actions as they come.
    fn try_each(
        &mut self,
        board: &B::Board,
        (child, count): (&mut B::Board, usize),
        mut window: BoardWindow,
    ) -> Result<BestMove, EndgameHalt> {
        let (actor, mut best) = (B::to_act(board), (-MOST, None));
        for index in 0..count {
            self.boards.child(board, index, child)?;
            let worth = match self.boards.worth(child, actor)? {
                Some(worth) => worth,
                None => self.of_child(child, actor, window)?,
            };
            if worth > best.0 {
                best = (worth, Some(index));
            }
            window.alpha = window.alpha.max(worth);
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Tries the actions that leave the other the fewest replies first.
    fn try_in_order(
        &mut self,
        board: &mut B::Board,
        children: &mut Vec<B::Board>,
        mut window: BoardWindow,
    ) -> Result<BestMove, EndgameHalt> {
        // Step 1. What ends the game at once, and in which order the others are tried.
        let (actor, mut best) = (B::to_act(board), (-MOST, None));
        let mut order = std::mem::take(&mut self.levels[window.ply].order);
        order.clear();
        let count = self.boards.children(board, children)?;
        for (index, child) in children[..count].iter_mut().enumerate() {
            match self.boards.worth(child, actor)? {
                None => {
                    let replies = self.boards.action_count(child)? as i64;
                    let rank = if B::to_act(child) == actor { -replies } else { replies };
                    order.push(OrderedBoard { rank, index });
                }
                Some(worth) if worth > best.0 => best = (worth, Some(index)),
                Some(_) => {}
            }
        }
        order.sort_by_key(|tried| tried.rank);
        // Step 2. The first with the whole window, the others to see whether they are better.
        window.alpha = window.alpha.max(best.0);
        for (nth, &OrderedBoard { index, .. }) in order.iter().enumerate() {
            let BoardWindow { alpha, beta, .. } = window;
            if alpha >= beta {
                break;
            }
            let child = &mut children[index];
            let first = if nth == 0 { beta } else { alpha + 1 };
            let mut worth = self.of_child(child, actor, BoardWindow { beta: first, ..window })?;
            if first < beta && (first..beta).contains(&worth) {
                worth = self.of_child(child, actor, window)?;
            }
            if worth > best.0 {
                best = (worth, Some(index));
            }
            window.alpha = alpha.max(worth);
        }
        self.levels[window.ply].order = order;
        Ok(best)
    }

    /// Value of a child to the player before it.
    fn of_child(
        &mut self,
        child: &mut B::Board,
        actor: Player,
        window: BoardWindow,
    ) -> Result<i64, EndgameHalt> {
        let window = BoardWindow { ply: window.ply + 1, ..window };
        if B::to_act(child) == actor {
            Ok(self.value(child, window)?.0)
        } else {
            let (alpha, beta) = (-window.beta, -window.alpha);
            Ok(-self.value(child, BoardWindow { alpha, beta, ..window })?.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use masume_engine::{Game, Series, Setup, Size, State, shipped_games};

    use super::*;
    use crate::Budget;
    use crate::agent::endgame::board_driver::{PositionDriver, SmallBoardDriver};
    use crate::agent::endgame::worth::Worth;
    use crate::agent::evaluation::Evaluation;
    use crate::agent::evaluation::packed_states::PackedStates;
    use crate::agent::{end_value, run_for};

    /// Nodes of the search that remembers positions.
    const NODES: u64 = 200_000;
    /// Nodes of each search that does not.
    const MOST_NODES: u64 = 20 * NODES;

    /// Asks what a state is worth in windows around what is known.
    fn check<B: BoardDriver>(
        few: &mut SmallEndgame<B>,
        frontier: &Frontier<'_>,
        state: &State,
        known: i64,
    ) {
        let mut words = vec![0; frontier.words()];
        frontier.pack(state, &mut words);
        for window in [(-MOST, MOST), (known - 1, known), (known, known + 1)] {
            let (found, _) = few.search(frontier, &words, window, (100, MOST_NODES));
            let (found, _) = found.unwrap_or_else(|halt| panic!("{:?} near its end", halt.limit()));
            // What is out of the window is only bounded.
            let is_right = match window {
                (alpha, _) if known <= alpha => found <= alpha,
                (_, beta) if known >= beta => found >= beta,
                _ => found == known,
            };
            assert!(is_right, "{window:?}: {found}, known {known}");
        }
    }

    #[test]
    fn boards_one_after_another_are_worth_what_boards_side_by_side_are() {
        for (name, (width, height), worth, left) in [
            ("othello", (6, 6), Worth::Margin, 8),
            ("othello", (4, 4), Worth::Result, 7),
            ("connect-four", (5, 4), Worth::Result, 9),
            ("tic-tac-toe", (3, 3), Worth::Result, 6),
            ("konane", (6, 6), Worth::Result, 6),
        ] {
            let shipped = shipped_games().iter().find(|it| it.name == name).expect("it is shipped");
            let game = Game::load(shipped.text).game.expect("shipped games are sound");
            let size = Some(Size { width, height });
            let start = game.start(&Setup { size, ..Setup::default() }).expect("a board");
            let run = run_for(&game, &Budget::default());
            let evaluation = Evaluation::of(run.rules(), start.board.grid());
            let states = PackedStates::new(&run, &evaluation, &start).expect("a small board");
            let frontier = &states.frontier;
            let mut any = SmallEndgame::new(PositionDriver::new(&run, worth));
            let small = SmallBoardDriver::new(&run, frontier, worth, states.points.as_ref());
            assert_eq!(small.is_some(), name != "konane", "{name}");
            let mut small = small.map(SmallEndgame::new);
            let mut compared = 0;
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
                check(&mut any, frontier, &state, known.margin);
                if let Some(small) = &mut small {
                    check(small, frontier, &state, known.margin);
                }
                compared += 1;
            }
            assert!(compared >= 6, "{name}: {compared}");
        }
    }
}
