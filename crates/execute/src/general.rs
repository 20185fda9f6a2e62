//! The general machine as it is seen by who does not know how many words its sets have.
//!
//! The interpreter asks it for what has no instruction. Its own sets have no more words than cells need; those of the
//! general machine, which is built for fewer widths, may have more.

use std::sync::Arc;

use masume_program::{Cond, Op};
use masume_rules::action::Action;
use masume_rules::chance::{Chance, Sampling};
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;

use crate::one_board::{GeneralBoard, OneBoard};
use crate::run::{Host, Loaded, Machine, Position, Runtime};
use crate::stack::with_room;
use crate::tree::{self, Child};
use crate::{Games, Played, Ply, Ran, Scores, Stop, bulk};

/// The middle of a turn, where the general machine does a part of it.
pub(crate) struct Midway<'m> {
    pub(crate) position: Position,
    pub(crate) player: Player,
    /// The chosen action; `None` behind actions.
    pub(crate) action: Option<Action>,
    /// Local numbers, by index.
    pub(crate) locals: &'m dyn Fn(usize) -> i64,
    pub(crate) chance: &'m mut dyn Chance,
}

/// Result of a statement.
pub(crate) struct Done {
    pub(crate) position: Position,
    /// Indexed by local.
    pub(crate) locals: Vec<i64>,
    pub(crate) ran: Result<Ran, Stop>,
}

/// A game that the general machine runs: a trait, for callers do not know in sets of how many words.
pub(crate) trait General: Send + Sync {
    /// The game.
    fn loaded(&self) -> &Loaded;

    /// Does a statement, and puts the cells that it changed into the words of an empty set, which may be fewer than
    /// those of a plane.
    fn statement(&self, host: &Host<'_>, op: &Op, at: Midway<'_>, changed: &mut [u64]) -> Done;

    /// Asks a condition; gives the position back.
    ///
    /// # Errors
    /// Errors of the rules; what the host has noted is still there.
    fn condition(
        &self,
        host: &Host<'_>,
        condition: &Cond,
        at: Midway<'_>,
    ) -> (Position, Result<bool, RunError>);

    /// Does a legal action and all that follows it; gives what comes of the position, whether or not it came to its end.
    fn turn(&self, host: &Host<'_>, from: Position, action: Action)
    -> (Position, Result<(), Stop>);

    /// Does the body of an action alone, which is known to be legal; `None` where it does not come to its end.
    fn body(&self, host: &Host<'_>, from: Position, action: Action) -> Option<Position>;

    /// Plays the rest of a game of this number, at most so many plies.
    ///
    /// # Errors
    /// Errors of the rules.
    fn play(
        &self,
        host: &Host<'_>,
        from: Position,
        agent: &mut Random,
        game: (&Games<'_>, u64),
        plies: u64,
    ) -> Result<Played, RunError>;

    /// Plays games one after another, of which the first starts in this position, and gives each as it ends.
    ///
    /// # Errors
    /// The error of the first game that has one.
    fn play_each(
        &self,
        host: &Host<'_>,
        first: &Position,
        games: &Games<'_>,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError>;

    /// Points by player.
    ///
    /// # Errors
    /// Errors of the expression.
    fn scores(&self, host: &Host<'_>, position: Position) -> Result<Scores, RunError>;

    /// Counts the leaves of a position, or of what comes of an action there.
    ///
    /// # Errors
    /// Errors of the rules.
    fn leaves(
        &self,
        host: &Host<'_>,
        from: Position,
        action: Option<Action>,
        counted: (u32, Ply),
    ) -> Result<u64, RunError>;

    /// Gives the children of a position, which has a number; none where its game has ended.
    ///
    /// # Errors
    /// Errors of the rules.
    fn children(
        &self,
        host: &Host<'_>,
        parent: (usize, &Position),
        done: &mut dyn FnMut(Child<'_>),
    ) -> Result<(), RunError>;

    /// The number of actions of a position; none where its game has ended.
    ///
    /// # Errors
    /// Errors of bodies that run.
    fn action_count(&self, host: &Host<'_>, position: &Position) -> Result<u32, RunError>;

    /// A board to play on, in this position.
    fn board(self: Arc<Self>, position: Position) -> Box<dyn OneBoard>;
}

impl std::fmt::Debug for dyn General {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("General").finish_non_exhaustive()
    }
}

// Who calls these may have made room for sets of fewer words.
impl<const W: usize> General for Runtime<W> {
    fn loaded(&self) -> &Loaded {
        self
    }

    fn statement(&self, host: &Host<'_>, op: &Op, at: Midway<'_>, changed: &mut [u64]) -> Done {
        with_room::<W, _>(|| {
            let mut machine = self.midway(host, at);
            let ran = machine.run_op(op);
            changed.copy_from_slice(&machine.changed.0[..changed.len()]);
            Done { position: machine.position, locals: machine.frame.locals, ran }
        })
    }

    fn condition(
        &self,
        host: &Host<'_>,
        condition: &Cond,
        at: Midway<'_>,
    ) -> (Position, Result<bool, RunError>) {
        with_room::<W, _>(|| {
            let machine = self.midway(host, at);
            let asked = machine.scene().condition(condition);
            (machine.position, asked)
        })
    }

    fn turn(
        &self,
        host: &Host<'_>,
        from: Position,
        action: Action,
    ) -> (Position, Result<(), Stop>) {
        with_room::<W, _>(|| {
            let mut chance = Sampling;
            let mut machine = Machine::for_bulk(self, host, from, &mut chance);
            machine.begin_turn(action);
            let ran = machine.run_turn(None, action);
            (machine.position, ran)
        })
    }

    fn body(&self, host: &Host<'_>, from: Position, action: Action) -> Option<Position> {
        with_room::<W, _>(|| {
            let mut chance = Sampling;
            let mut machine = Machine::for_bulk(self, host, from, &mut chance);
            machine.begin_turn(action);
            machine.run_known_body(action).ok()?;
            Some(machine.position)
        })
    }

    fn play(
        &self,
        host: &Host<'_>,
        from: Position,
        agent: &mut Random,
        game: (&Games<'_>, u64),
        plies: u64,
    ) -> Result<Played, RunError> {
        with_room::<W, _>(|| {
            let mut chance = Sampling;
            Machine::for_bulk(self, host, from, &mut chance).play(agent, game, plies)
        })
    }

    fn play_each(
        &self,
        host: &Host<'_>,
        first: &Position,
        games: &Games<'_>,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError> {
        with_room::<W, _>(|| bulk::one_by_one(self, host, first, games, done))
    }

    fn scores(&self, host: &Host<'_>, position: Position) -> Result<Scores, RunError> {
        with_room::<W, _>(|| {
            let mut chance = Sampling;
            Machine::for_bulk(self, host, position, &mut chance).scores()
        })
    }

    fn leaves(
        &self,
        host: &Host<'_>,
        from: Position,
        action: Option<Action>,
        counted: (u32, Ply),
    ) -> Result<u64, RunError> {
        with_room::<W, _>(|| {
            let mut chance = Sampling;
            let mut machine = Machine::for_bulk(self, host, from, &mut chance);
            tree::leaves_after(&mut machine, action, counted)
        })
    }

    fn children(
        &self,
        host: &Host<'_>,
        parent: (usize, &Position),
        done: &mut dyn FnMut(Child<'_>),
    ) -> Result<(), RunError> {
        with_room::<W, _>(|| tree::children_of(self, host, parent, done))
    }

    fn action_count(&self, host: &Host<'_>, position: &Position) -> Result<u32, RunError> {
        with_room::<W, _>(|| tree::action_count(self, host, position))
    }

    fn board(self: Arc<Self>, position: Position) -> Box<dyn OneBoard> {
        Box::new(GeneralBoard::new(self, position))
    }
}

impl<const W: usize> Runtime<W> {
    /// The machine in the middle of a turn.
    fn midway<'m, 'h, 'a: 'm>(&'m self, host: &'m Host<'h>, at: Midway<'a>) -> Machine<'m, 'h, W> {
        let Midway { position, player, action, locals, chance } = at;
        let mut machine = Machine::new(self, host, position, player, chance);
        match action {
            Some(action) => machine.choose(action),
            None => machine.frame.next = self.player_after(player),
        }
        for (nth, local) in machine.frame.locals.iter_mut().enumerate() {
            *local = locals(nth);
        }
        machine
    }
}
