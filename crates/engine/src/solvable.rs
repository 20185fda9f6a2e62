//! Short search for a win in a set-up: the answer to `until solvable` where no solver has a better one.
//!
//! A depth-first search with a budget, over the actions that draw no random number. That it finds a
//! win is a proof; that it finds none is only that: the set-up is then passed over, and the next
//! one is tried. A game for which this is too weak is given a solver, of the room above this one
//! ([`Game::with_solver`]).

use masume_execute::Fallback;
use masume_rules::action::Action;
use masume_rules::facts::without_stuck_ends;
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Board, Outcome, State};

use crate::Game;
use crate::executor::compiled::Parts;
use crate::executor::{self, ApplyError};

/// The least number of actions that one try may do: a board of more cells allows as many as it has
/// cells, which is twice what it takes to clear one of them in pairs.
const NODES: usize = 100;

/// Tries, each with its own order of actions. What cannot be won any more was mostly lost by an
/// early choice, which a depth-first search takes back last: several short tries find more than a
/// long one, and another deal more than many tries.
const TRIES: u64 = 2;

/// States without a way on that a try takes back; at the next one it is given up. Measured on 136
/// tiles that are joined by walks: about every second try wins, and a deal is found in one second.
const DEAD_ENDS: u32 = 3;

/// Seed of the orders of actions. Fixed, for a set-up must be the same on every run.
const SEED: u64 = 0x5eed_0f50_1ab1_e000;

/// Most tries of full length that all set-ups of one game may take together. About every second try
/// wins where set-ups can be won at all; where none can, a game must not search for minutes.
const TRIES_IN_ALL: usize = 40;

/// Short solver for all the set-ups of one game.
pub(crate) struct Solver<'g> {
    game: &'g Game,
    /// Actions left to do, in all.
    nodes: usize,
}

impl<'g> Solver<'g> {
    /// A solver for set-ups on boards of this size.
    pub(crate) fn new(game: &'g Game, board: &Board) -> Self {
        Self { game, nodes: TRIES_IN_ALL * nodes_of_try(board) }
    }

    /// True if a win for the player to act was found within the budget.
    pub(crate) fn finds_win(&mut self, state: &State) -> bool {
        if let Some(can_win) = self.game.solved(state) {
            return can_win;
        }
        let searched = self.game.programs.searched(|| {
            // Asking for every state whether there is an action took half of the time on tiles that are
            // joined by walks.
            let rules = without_stuck_ends(self.game.rules());
            Game::new(rules).with_optimisations(self.game.optimisations)
        });
        // The executor that runs the game also searches it: all find the same.
        let game =
            &searched.clone().with_executor(self.game.executor()).with_stop(self.game.stop.clone());
        for attempt in 0..TRIES {
            let given = nodes_of_try(&state.board).min(self.nodes);
            let mut search = Search {
                game,
                winner: state.to_act,
                nodes: given,
                dead_ends: DEAD_ENDS,
                random: Random::new(SEED + attempt),
            };
            let found = given > 0 && search.finds_win(state);
            self.nodes -= given - search.nodes;
            if found {
                return true;
            }
        }
        false
    }
}

fn nodes_of_try(board: &Board) -> usize {
    board.grid().inner_cells().count().max(NODES)
}

struct Search<'g> {
    game: &'g Game,
    winner: Player,
    /// Actions left to do.
    nodes: usize,
    /// Dead ends that may still be taken back.
    dead_ends: u32,
    random: Random,
}

/// A state on the way, and what is still to be tried in it.
struct Branch {
    state: State,
    untried: Vec<Action>,
    /// Actions that were tried already.
    tried: Vec<Action>,
    /// True if every legal action was listed, and not only those that were legal before.
    is_listed: bool,
}

impl Branch {
    fn new(state: State, untried: Vec<Action>) -> Self {
        Self { state, untried, tried: Vec::new(), is_listed: false }
    }
}

impl Search<'_> {
    fn finds_win(&mut self, root: &State) -> bool {
        let mut path = vec![Branch::new(root.clone(), Vec::new())];
        while let Some(branch) = path.last_mut() {
            if self.game.stop.is_stopped() {
                // What it gives is not used.
                return false;
            }
            let Some(action) = branch.untried.pop() else {
                // Step 2. What was legal before is used up: list what has become legal.
                if branch.is_listed {
                    if self.dead_ends == 0 {
                        return false;
                    }
                    self.dead_ends -= 1;
                    path.pop();
                } else {
                    branch.is_listed = true;
                    branch.untried = listed(self.game, &branch.state, &mut self.random);
                    branch.untried.retain(|action| !branch.tried.contains(action));
                }
                continue;
            };
            // Step 1. Try what was legal before: asking for one action is far cheaper than listing
            // all, and most stay legal.
            let next = executor::apply_with(self.game, &branch.state, action, &mut |_| false);
            let Ok(next) = next else { continue };
            if next.random != branch.state.random {
                // It drew: what comes of it is luck, and no proof.
                continue;
            }
            if next.outcome == Some(Outcome::Won(self.winner)) {
                return true;
            }
            if self.nodes == 0 {
                return false;
            }
            self.nodes -= 1;
            branch.tried.push(action);
            if next.outcome.is_none() {
                let untried = branch.untried.clone();
                path.push(Branch::new(next, untried));
            }
        }
        false
    }
}

/// The legal actions in a random order; none where the rules go wrong.
fn listed(game: &Game, state: &State, random: &mut Random) -> Vec<Action> {
    let mut actions = game.legal_actions(state).unwrap_or_default();
    random.shuffle(&mut actions);
    actions
}

/// A new game on this board, `until solvable` answered by [`Solver`].
pub(crate) fn start(game: &Game, board: Board, random: Random) -> Result<State, RunError> {
    let mut solver = Solver::new(game, &board);
    executor::start_with(game, board, random, &mut |state| solver.finds_win(state))
}

/// The state after the action, `until solvable` answered by [`Solver`].
pub(crate) fn apply(game: &Game, state: &State, action: Action) -> Result<State, ApplyError> {
    let mut solver = Solver::new(game, &state.board);
    executor::apply_with(game, state, action, &mut |state| solver.finds_win(state))
}

/// Asks the program with a [`Solver`] to answer what is solvable.
pub(crate) fn with_solver<T>(game: &Game, ask: impl FnOnce(&mut dyn Fallback) -> T) -> T {
    let mut solver = None;
    let mut solvable = |state: &State| {
        solver.get_or_insert_with(|| Solver::new(game, &state.board)).finds_win(state)
    };
    ask(&mut Parts::new(game, &mut solvable))
}
