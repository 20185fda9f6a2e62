//! Runner of a game: one of the engine's executors, or something that stands in for one.

use masume_engine::{
    Action, ApplyError, Backend, BatchError, ChanceEvent, Diagnostic, Executor, Game,
    Optimisations, Player, Playouts, RunError, Series, SeriesStart, Setup, SetupError, State,
    Successors,
};

use crate::boards::{Sight, boards};
use crate::walk::{Stop, walk};

/// Questions to an executor; the methods are those of [`Game`].
#[expect(missing_docs, reason = "each is documented at the method of `Game` that bears its name")]
#[expect(clippy::missing_errors_doc, reason = "the errors are those of the methods of `Game`")]
pub trait Runner {
    fn start(&self, setup: &Setup) -> Result<State, SetupError>;
    fn legal_actions(&self, state: &State) -> Result<Vec<Action>, RunError>;
    fn is_legal(&self, state: &State, action: Action) -> Result<bool, RunError>;
    /// The state after the action, where [`Game::apply`] changes the one that it is given.
    fn apply(&self, state: &State, action: Action) -> Result<State, ApplyError>;
    fn chance_events(
        &self,
        state: &State,
        action: Action,
        bound: usize,
    ) -> Result<Vec<ChanceEvent>, ApplyError>;
    fn score(&self, state: &State, player: Player) -> Option<i64>;
    fn read_state(&self, text: &str) -> Result<State, Vec<Diagnostic>>;
    fn start_events(&self, setup: &Setup, bound: usize) -> Result<Vec<ChanceEvent>, SetupError>;
    fn playouts(&self, start: &SeriesStart, series: Series) -> Result<Playouts, RunError>;
    fn perft(&self, state: &State, depth: u32) -> Result<u64, RunError>;
    fn successors(&self, states: &[State]) -> Result<Vec<Successors>, RunError>;
    /// The same of packed states.
    fn expand(&self, states: &[State]) -> Result<Vec<Successors>, RunError>;
    /// Answers of a [`masume_engine::Position`] as it is played on.
    fn walk(&self, state: &State, seed: u64, plies: u32) -> Result<Vec<Stop>, ApplyError>;
    /// Sights of the boards of a [`masume_engine::Batch`] as they are played.
    fn boards(&self, setup: &Setup, seed: u64, plies: u32) -> Result<Vec<Sight>, BatchError>;
}

impl Runner for Game {
    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        self.start(setup)
    }

    fn legal_actions(&self, state: &State) -> Result<Vec<Action>, RunError> {
        self.legal_actions(state)
    }

    fn is_legal(&self, state: &State, action: Action) -> Result<bool, RunError> {
        self.is_legal(state, action)
    }

    fn apply(&self, state: &State, action: Action) -> Result<State, ApplyError> {
        let mut next = state.clone();
        let done = self.apply(&mut next, action);
        // An error leaves the state alone: what changed it would be seen as another answer.
        if done.is_err() && next != *state {
            return Ok(next);
        }
        done.map(|()| next)
    }

    fn chance_events(
        &self,
        state: &State,
        action: Action,
        bound: usize,
    ) -> Result<Vec<ChanceEvent>, ApplyError> {
        self.chance_events(state, action, bound)
    }

    fn score(&self, state: &State, player: Player) -> Option<i64> {
        self.score(state, player)
    }

    fn read_state(&self, text: &str) -> Result<State, Vec<Diagnostic>> {
        self.read_state(text)
    }

    fn start_events(&self, setup: &Setup, bound: usize) -> Result<Vec<ChanceEvent>, SetupError> {
        self.start_events(setup, bound)
    }

    fn playouts(&self, start: &SeriesStart, series: Series) -> Result<Playouts, RunError> {
        self.playouts(start.clone(), series)
    }

    fn perft(&self, state: &State, depth: u32) -> Result<u64, RunError> {
        self.perft(state, depth)
    }

    fn successors(&self, states: &[State]) -> Result<Vec<Successors>, RunError> {
        self.successors(states)
    }

    fn expand(&self, states: &[State]) -> Result<Vec<Successors>, RunError> {
        let frontier = states.first().and_then(|state| self.frontier(state.board.grid()));
        let Some(frontier) = frontier else { return self.successors(states) };
        let mut words = vec![0; states.len() * frontier.words()];
        for (words, state) in words.chunks_mut(frontier.words()).zip(states) {
            frontier.pack(state, words);
        }
        let mut found = vec![Vec::new(); states.len()];
        let expanded = frontier.expand(&words, &mut |child| {
            found[child.parent].push((child.action, frontier.unpack(child.words)));
        });
        // Of several errors the first is that of the successors.
        if expanded.is_err() { self.successors(states) } else { Ok(found) }
    }

    fn walk(&self, state: &State, seed: u64, plies: u32) -> Result<Vec<Stop>, ApplyError> {
        walk(self, state, seed, plies)
    }

    fn boards(&self, setup: &Setup, seed: u64, plies: u32) -> Result<Vec<Sight>, BatchError> {
        boards(self, setup, seed, plies)
    }
}

/// An executor by name, and how it takes a game.
#[derive(Clone, Copy)]
pub struct Contender<'a> {
    /// Name in a report.
    pub name: &'static str,
    /// Makes a game ready to run on it.
    pub prepare: &'a (dyn Fn(&Game) -> Box<dyn Runner> + Sync),
}

/// The engine's executors; the first is the oracle. The second plays every game by itself, turn by
/// turn.
pub fn executors() -> Vec<Contender<'static>> {
    vec![
        Contender { name: "reference", prepare: &|game| on(game, Executor::Reference) },
        Contender { name: "turn by turn", prepare: &turn_by_turn },
        Contender { name: "compiled", prepare: &|game| on(game, Executor::Compiled) },
        Contender { name: "native", prepare: &native },
        Contender { name: "batch", prepare: &|game| on(game, Executor::Batch) },
    ]
}

fn turn_by_turn(game: &Game) -> Box<dyn Runner> {
    let optimisations = Optimisations { interp: false, shapes: false, ..Optimisations::ALL };
    let game = game.clone().with_executor(Executor::Compiled);
    Box::new(game.with_optimisations(optimisations))
}

/// With machine code from the first turn on.
fn native(game: &Game) -> Box<dyn Runner> {
    let native = Game::NATIVE.map(|backend| Backend { after: 0, ..backend });
    let optimisations = Optimisations { native, ..Optimisations::ALL };
    let game = game.clone().with_executor(Executor::Compiled);
    Box::new(game.with_optimisations(optimisations))
}

fn on(game: &Game, executor: Executor) -> Box<dyn Runner> {
    Box::new(game.clone().with_executor(executor))
}
