//! One board that is played on, action by action, without a state in between.

use std::any::Any;
use std::sync::Arc;

use masume_rules::action::Action;
use masume_rules::chance::Sampling;
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::{Outcome, State};

use crate::packed::Packed;
use crate::run::{Host, Legal, Machine, Position, Runtime, Scene};
use crate::stack::with_room;
use crate::{Fallback, Scores, Stop};

/// State of play on a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    /// Outcome of the game; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Number of legal actions, a pass among them, where it is known without asking the rules; 0 once
    /// the game is over.
    pub actions: Option<usize>,
}

/// One board that is played on: a state in the form that its executor keeps.
///
/// What the player to act can do is found once for each position.
pub trait OneBoard: Send {
    /// Number of legal actions, a pass among them; 0 once the game is over.
    ///
    /// # Errors
    /// What goes wrong while bodies run.
    fn count(&mut self, fallback: &mut dyn Fallback) -> Result<usize, RunError>;

    /// Adds the legal actions, sorted.
    ///
    /// # Errors
    /// As [`OneBoard::count`].
    fn list(&mut self, fallback: &mut dyn Fallback, into: &mut Vec<Action>)
    -> Result<(), RunError>;

    /// Does the legal action of this index, and everything that follows before the next player acts; says
    /// how things stand then.
    ///
    /// # Errors
    /// `Illegal` if there are not so many actions, or what goes wrong. The position is then as it was.
    fn apply_nth(
        &mut self,
        index: usize,
        fallback: &mut dyn Fallback,
        standing: &mut Standing,
    ) -> Result<(), Stop>;

    /// State of play now.
    fn standing(&self) -> Standing;

    /// Has the rules draw from this generator from now on.
    fn reseed(&mut self, random: Random);

    /// Makes it what another board of the same game is; says whether that can be done.
    fn copy_from(&mut self, other: &dyn OneBoard) -> bool;

    /// Makes it the state of these packed words, of the same game and shape of board.
    fn unpack(&mut self, words: &[u64], fallback: &mut dyn Fallback);

    /// Another board like this one.
    fn boxed_clone(&self) -> Box<dyn OneBoard>;

    /// Player who acts.
    fn to_act(&self) -> Player;

    /// The state that it is.
    fn state(&self) -> State;

    /// Points by player, as [`crate::Compiled::scores`].
    ///
    /// # Errors
    /// What goes wrong in the expression.
    fn scores(&mut self, fallback: &mut dyn Fallback) -> Result<Scores, RunError>;

    /// To tell boards of one kind from others.
    fn as_any(&self) -> &dyn Any;
}

impl std::fmt::Debug for dyn OneBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OneBoard").finish_non_exhaustive()
    }
}

/// A board on which the general machine runs the rules.
#[derive(Clone, Debug)]
pub(crate) struct GeneralBoard<const W: usize> {
    pub(crate) run: Arc<Runtime<W>>,
    pub(crate) position: Position,
    legal: Option<Legal<W>>,
}

impl<const W: usize> GeneralBoard<W> {
    pub(crate) fn new(run: Arc<Runtime<W>>, position: Position) -> Self {
        Self { run, position, legal: None }
    }

    /// Choices of the player to act.
    fn legal(&mut self, host: &Host<'_>) -> Result<&Legal<W>, RunError> {
        if self.legal.is_none() {
            let position = &self.position;
            let legal = if position.outcome.is_some() {
                Legal::default()
            } else {
                Scene::new(&self.run, host, position, position.to_act).legal()?
            };
            // Kernels that are stopped break off.
            host.stop.check(Span::default())?;
            self.legal = Some(legal);
        }
        Ok(self.legal.get_or_insert_default())
    }
}

impl<const W: usize> OneBoard for GeneralBoard<W> {
    fn count(&mut self, fallback: &mut dyn Fallback) -> Result<usize, RunError> {
        with_room::<W, _>(|| {
            let host = Host::new(fallback, self.run.set_words());
            self.legal(&host).map(Legal::len)
        })
    }

    fn list(
        &mut self,
        fallback: &mut dyn Fallback,
        into: &mut Vec<Action>,
    ) -> Result<(), RunError> {
        with_room::<W, _>(|| {
            let host = Host::new(fallback, self.run.set_words());
            let legal = self.legal(&host)?.clone();
            into.extend(legal.list(self.run.grid()));
            Ok(())
        })
    }

    fn apply_nth(
        &mut self,
        index: usize,
        fallback: &mut dyn Fallback,
        standing: &mut Standing,
    ) -> Result<(), Stop> {
        with_room::<W, _>(|| {
            let run = Arc::clone(&self.run);
            let host = Host::new(fallback, self.run.set_words());
            let action = self.legal(&host)?.nth(run.grid(), index).ok_or(Stop::Illegal)?;
            let before = self.position.clone();
            let mut chance = Sampling;
            let mut machine = Machine::for_bulk(&run, &host, before, &mut chance);
            machine.begin_turn(action);
            machine.run_turn(None, action)?;
            host.stop.check(Span::default())?;
            self.legal = machine
                .carried
                .take()
                .filter(|(player, _)| {
                    *player == machine.position.to_act && machine.position.outcome.is_none()
                })
                .map(|(_, legal)| legal);
            self.position = machine.position;
            *standing = self.standing();
            Ok(())
        })
    }

    fn standing(&self) -> Standing {
        let outcome = self.position.outcome;
        let actions = self.legal.as_ref().map(Legal::len);
        Standing { outcome, actions: if outcome.is_some() { Some(0) } else { actions } }
    }

    fn reseed(&mut self, random: Random) {
        self.position.random = random;
    }

    fn copy_from(&mut self, other: &dyn OneBoard) -> bool {
        with_room::<W, _>(|| {
            let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
            self.run = Arc::clone(&other.run);
            self.position.clone_from(&other.position);
            self.legal.clone_from(&other.legal);
            true
        })
    }

    fn unpack(&mut self, words: &[u64], _fallback: &mut dyn Fallback) {
        with_room::<W, _>(|| {
            Packed::new(&self.run).unpack(words, &mut self.position);
            self.legal = None;
        })
    }

    fn boxed_clone(&self) -> Box<dyn OneBoard> {
        with_room::<W, _>(|| Box::new(self.clone()))
    }

    fn to_act(&self) -> Player {
        self.position.to_act
    }

    fn state(&self) -> State {
        self.position.to_state(&self.run.layout)
    }

    fn scores(&mut self, fallback: &mut dyn Fallback) -> Result<Scores, RunError> {
        with_room::<W, _>(|| {
            let host = Host::new(fallback, self.run.set_words());
            let mut chance = Sampling;
            Machine::for_bulk(&self.run, &host, self.position.clone(), &mut chance).scores()
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
