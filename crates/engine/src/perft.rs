//! Counting the ways in which a game can go on: the test of rules against published tables.

use masume_rules::action::Action;
use masume_rules::facts::uses_chance;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::{ApplyError, Game, bulk};

/// The most chance outcomes of one action that are counted apart.
const MOST_CHANCES: usize = 100_000;

/// The most actions of one player that are one turn. A game whose turns need not end, such as one
/// where a player may act again for ever, is counted as if it ended there.
const LONGEST_TURN: u32 = 64;

/// Unit of a ply: one action, or all actions of a turn.
#[derive(Clone, Copy)]
enum Ply {
    /// One action.
    Action,
    /// One action, and what has ended before the last ply is no leaf.
    Unfinished,
    /// The actions of one player up to the other's; so many more may belong to this turn.
    Turn(u32),
}

impl Ply {
    /// Leaves of a state after which nothing comes, before the last ply.
    fn leaves_of_end(self) -> u64 {
        match self {
            Self::Action | Self::Turn(_) => 1,
            Self::Unfinished => 0,
        }
    }
}

impl Game {
    /// Number of leaves after `depth` plies. A pass is a ply; a finished game, or a state without
    /// actions, is one leaf at whatever depth; each distinct chance outcome counts apart. Time
    /// grows with the number of leaves.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.perft(&state, 3), Ok(9 * 8 * 7));
    /// // All games there are.
    /// assert_eq!(game.perft(&state, 9), Ok(255_168));
    /// ```
    ///
    /// # Errors
    /// What the rules came to.
    pub fn perft(&self, state: &State, depth: u32) -> Result<u64, RunError> {
        bulk::perft(self, state, depth)
    }

    /// [`Game::perft`] by first action, in the order of the legal actions; empty for depth 0 and
    /// where there are none.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let divided = game.perft_divide(&state, 2).expect("nothing goes wrong");
    /// assert!(divided.len() == 9 && divided.iter().all(|(_, leaves)| *leaves == 8));
    /// ```
    ///
    /// # Errors
    /// As [`Game::perft`].
    pub fn perft_divide(&self, state: &State, depth: u32) -> Result<Vec<(Action, u64)>, RunError> {
        let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for action in self.legal_actions(state)? {
            let mut leaves: u64 = 0;
            for next in self.next_states(state, action)? {
                leaves = leaves.saturating_add(self.perft(&next, rest)?);
            }
            found.push((action, leaves));
        }
        Ok(found)
    }

    /// As [`Game::perft`], but consecutive actions of one player are one ply: a draughts player's
    /// several jumps are one move in the published tables. In a game of one player every action is
    /// a ply.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.perft_turns(&state, 2), Ok(9 * 8));
    /// ```
    ///
    /// # Errors
    /// As [`Game::perft`].
    pub fn perft_turns(&self, state: &State, depth: u32) -> Result<u64, RunError> {
        let ply = if self.rules.players.len() < 2 { Ply::Action } else { Ply::Turn(LONGEST_TURN) };
        self.leaves(state, depth, ply)
    }

    /// As [`Game::perft`], but a game that ended before the last ply is no leaf, as in the tables
    /// that count positions reached after exactly so many plies.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// // Games that last all nine plies.
    /// assert_eq!(game.perft_unfinished(&state, 9), Ok(127_872));
    /// ```
    ///
    /// # Errors
    /// As [`Game::perft`].
    pub fn perft_unfinished(&self, state: &State, depth: u32) -> Result<u64, RunError> {
        self.leaves(state, depth, Ply::Unfinished)
    }

    fn leaves(&self, state: &State, depth: u32, ply: Ply) -> Result<u64, RunError> {
        if depth == 0 {
            return Ok(1);
        }
        if state.outcome.is_some() {
            return Ok(ply.leaves_of_end());
        }
        let actions = self.legal_actions(state)?;
        if actions.is_empty() {
            return Ok(ply.leaves_of_end());
        }
        let is_last = match ply {
            Ply::Action | Ply::Unfinished => depth == 1,
            Ply::Turn(_) => false,
        };
        if is_last && !uses_chance(&self.rules) {
            return Ok(actions.len() as u64);
        }
        let mut leaves: u64 = 0;
        for action in actions {
            for next in self.next_states(state, action)? {
                let (depth, ply) = match ply {
                    Ply::Action | Ply::Unfinished => (depth - 1, ply),
                    Ply::Turn(more) if next.to_act == state.to_act && more > 0 => {
                        (depth, Ply::Turn(more - 1))
                    }
                    Ply::Turn(_) => (depth - 1, Ply::Turn(LONGEST_TURN)),
                };
                leaves = leaves.saturating_add(self.leaves(&next, depth, ply)?);
            }
        }
        Ok(leaves)
    }

    fn next_states(&self, state: &State, action: Action) -> Result<Vec<State>, RunError> {
        match self.chance_events(state, action, MOST_CHANCES) {
            Ok(events) => Ok(events.into_iter().map(|event| event.state).collect()),
            Err(ApplyError::Run(error)) => Err(error),
            // Only listed actions are asked for.
            Err(ApplyError::IllegalAction | ApplyError::GameOver) => Ok(Vec::new()),
        }
    }
}

/// [`Game::perft`], one state after another.
pub(crate) fn one_by_one(game: &Game, state: &State, depth: u32) -> Result<u64, RunError> {
    game.leaves(state, depth, Ply::Action)
}
