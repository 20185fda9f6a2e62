//! The running state: what statements change, and what bounds them.
//!
//! `statements.rs` says how statements run, `rewrite.rs`, `march.rs`, `deal.rs` and `effects.rs`
//! what single ones do, `turn.rs` in which order everything comes.

use masume_board::Cell;
use masume_rules::action::{Action, Choice};
use masume_rules::chance::{Chance, Draw, Halt};
use masume_rules::frame::{Frame, action_bit};
use masume_rules::model::{Condition, Content, Expr, Layer, Player, RuleId};
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::State;

use crate::Step;
use crate::scene::{Context, Letters, Scene};

/// Reason why a run does not come to its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The action is illegal.
    Illegal,
    /// There is a draw, and the caller wants to know no more.
    Drawn,
    /// Something went wrong.
    Run(RunError),
}

impl From<RunError> for Stop {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// Contents that are put on one layer of one cell. In the order in which conflicts are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Put {
    pub(crate) cell: Cell,
    pub(crate) layer: Layer,
    pub(crate) content: Content,
}

/// Contents that the rules of a block that see the same board have put so far.
#[derive(Default)]
pub(crate) struct Pending {
    pub(crate) puts: Vec<Put>,
    fired: Vec<Fired>,
}

/// A rule, relocation or their like that found something to work on.
pub(crate) struct Fired {
    pub(crate) id: RuleId,
    pub(crate) span: Span,
    /// Cells of its matches, if a trace is asked for.
    pub(crate) paths: Vec<Vec<Cell>>,
}

/// A state on its way through a turn or a set-up.
pub(crate) struct Machine<'s, 'a> {
    pub(crate) context: &'s Context<'a>,
    pub(crate) state: State,
    /// Frame of the statement that runs.
    pub(crate) frame: Frame,
    pub(crate) chance: &'s mut dyn Chance,
    /// Writes that wait while a block of rules sees the same board.
    pub(crate) pending: Option<Pending>,
    /// Steps that have fired, where they are asked for.
    pub(crate) steps: Option<Vec<Step>>,
    /// Place of the requirement that was not met.
    pub(crate) unmet: Option<Span>,
}

impl<'s, 'a> Machine<'s, 'a> {
    /// A state in which `acting` is to do something.
    pub(crate) fn new(
        context: &'s Context<'a>,
        state: State,
        acting: Player,
        chance: &'s mut dyn Chance,
    ) -> Self {
        Self::in_frame(context, state, Frame::new(context.rules, acting), chance)
    }

    /// A state in the middle of a turn or a set-up.
    pub(crate) fn in_frame(
        context: &'s Context<'a>,
        state: State,
        frame: Frame,
        chance: &'s mut dyn Chance,
    ) -> Self {
        Self { context, state, frame, chance, pending: None, steps: None, unmet: None }
    }

    /// Prepares for the body of an action.
    pub(crate) fn choose(&mut self, action: Action) {
        self.frame.arguments = action.arguments;
        self.frame.may_solve = false;
        match action.choice {
            Choice::Declared(index) => {
                self.frame.body = Some(index);
                self.frame.asked |= action_bit(index);
            }
            Choice::Pass => {}
        }
    }

    /// The state as it stands, seen by the acting player.
    pub(crate) fn scene(&self) -> Scene<'_, 'a> {
        Scene::in_frame(self.context, &self.state, &self.frame)
    }

    pub(crate) fn error(&self, kind: RunErrorKind) -> Stop {
        Stop::Run(RunError { kind, span: self.frame.span })
    }

    pub(crate) fn holds(&self, condition: &'a Condition) -> Result<bool, RunError> {
        self.scene().condition(condition, &Letters::default())
    }

    pub(crate) fn number(&self, expr: &'a Expr) -> Result<i64, RunError> {
        self.scene().number(expr, None, &Letters::default())
    }

    /// True if the game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.state.outcome.is_some()
    }

    /// Takes one rule pass or round from the fuel.
    pub(crate) fn spend(&mut self) -> Result<(), Stop> {
        self.context.check_stop(self.frame.span)?;
        match self.frame.fuel.checked_sub(1) {
            Some(rest) => {
                self.frame.fuel = rest;
                Ok(())
            }
            None => {
                let span = self.frame.endless();
                Err(Stop::Run(RunError { kind: RunErrorKind::OutOfFuel, span }))
            }
        }
    }

    /// An index below `count`, uniformly; one possibility is no draw.
    pub(crate) fn draw(&mut self, count: usize) -> Result<usize, Stop> {
        let draw = Draw::Even(count);
        if draw.certain().is_none() {
            self.context.check_stop(self.frame.span)?;
        }
        self.drawn(draw)
    }

    /// An index by weights; what is certain is no draw.
    pub(crate) fn draw_weighted(&mut self, weights: &[u32]) -> Result<usize, Stop> {
        self.drawn(Draw::Weighted(weights))
    }

    fn drawn(&mut self, draw: Draw<'_>) -> Result<usize, Stop> {
        if let Some(certain) = draw.certain() {
            return Ok(certain);
        }
        self.frame.has_drawn = true;
        draw.sample(self.chance, &mut self.state.random).map_err(|halt| self.halted(halt))
    }

    pub(crate) fn halted(&self, halt: Halt) -> Stop {
        match halt {
            Halt::Refused => Stop::Drawn,
            Halt::TooMany(bound) => self.error(RunErrorKind::TooManyChances { bound }),
        }
    }

    /// Writes what a rule, march or shuffle puts, at once or when its block is done.
    pub(crate) fn commit(&mut self, id: RuleId, span: Span, puts: Vec<Put>) -> Result<(), Stop> {
        self.commit_fired(Fired { id, span, paths: Vec::new() }, puts)
    }

    /// As [`Self::commit`], with what is known of the matches.
    pub(crate) fn commit_fired(&mut self, fired: Fired, puts: Vec<Put>) -> Result<(), Stop> {
        match &mut self.pending {
            Some(pending) => {
                pending.puts.extend(puts);
                pending.fired.push(fired);
                Ok(())
            }
            None => {
                self.write(puts)?;
                self.record(fired);
                Ok(())
            }
        }
    }

    /// Writes what the rules of a block have put.
    pub(crate) fn commit_pending(&mut self, pending: Pending) -> Result<(), Stop> {
        self.write(pending.puts)?;
        for fired in pending.fired {
            self.record(fired);
        }
        Ok(())
    }

    /// Writes all at once.
    pub(crate) fn write(&mut self, mut puts: Vec<Put>) -> Result<(), Stop> {
        puts.sort_unstable();
        puts.dedup();
        for pair in puts.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            if (first.cell, first.layer) == (second.cell, second.layer) {
                let kind = RunErrorKind::Conflict {
                    cell: first.cell,
                    layer: first.layer,
                    first: first.content,
                    second: second.content,
                };
                return Err(self.error(kind));
            }
        }
        for put in puts {
            self.state.board.set(put.layer, put.cell, put.content);
        }
        Ok(())
    }

    fn record(&mut self, fired: Fired) {
        if let Some(steps) = &mut self.steps {
            let Fired { id: rule, span, paths } = fired;
            steps.push(Step { rule, span, board: self.state.board.clone(), paths });
        }
    }
}
