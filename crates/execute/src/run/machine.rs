//! The running position: what statements change, and what bounds them.

use masume_board::{Bits, Cell};
use masume_program::Program;
use masume_rules::action::{Action, Choice};
use masume_rules::chance::{Chance, Draw, Halt, Sampling};
use masume_rules::frame::{Frame, action_bit};
use masume_rules::model::{Content, Layer, Player};
use masume_rules::run_error::{RunError, RunErrorKind, Span};

use crate::run::{Host, Legal, Position, Runtime, Scene};

/// Reason why a run does not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
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

/// Content that is put on one layer of one cell. In the order in which conflicts are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Written {
    pub(crate) cell: Cell,
    pub(crate) layer: Layer,
    pub(crate) content: Content,
}

impl Written {
    /// Sorts in the order in which conflicts are reported. Called: to sort is much code, and would be built for each width
    /// of a set.
    fn sort(puts: &mut [Self]) {
        puts.sort_unstable();
    }
}

/// A position on its way through a turn or a set-up.
pub(crate) struct Machine<'s, 'h, const W: usize> {
    pub(crate) run: &'s Runtime<W>,
    pub(crate) host: &'s Host<'h>,
    pub(crate) position: Position,
    pub(crate) frame: Frame,
    pub(crate) chance: &'s mut dyn Chance,
    /// Writes that wait while a block of rules sees the same board.
    pub(crate) pending: Option<Vec<Written>>,
    /// Cells written since the turn began; all of them where that is not known.
    pub(crate) changed: Bits<W>,
    /// Choices of the next player in this position, where an end has asked it.
    pub(crate) carried: Option<(Player, Legal<W>)>,
    /// True if the next rule is known to match between the chosen cells.
    pub(crate) is_match_known: bool,
}

impl<'s, 'h, const W: usize> Machine<'s, 'h, W> {
    pub(crate) fn new(
        run: &'s Runtime<W>,
        host: &'s Host<'h>,
        position: Position,
        acting: Player,
        chance: &'s mut dyn Chance,
    ) -> Self {
        Self {
            run,
            host,
            position,
            frame: Frame::new(&run.rules, acting),
            chance,
            pending: None,
            changed: Bits::EMPTY,
            carried: None,
            is_match_known: false,
        }
    }

    /// The machine that works through a game by itself.
    pub(crate) fn for_bulk(
        run: &'s Runtime<W>,
        host: &'s Host<'h>,
        position: Position,
        chance: &'s mut Sampling,
    ) -> Self {
        let acting = position.to_act;
        Self::new(run, host, position, acting, chance)
    }

    /// Sets the machine to the next turn of its position.
    pub(crate) fn begin_turn(&mut self, action: Action) {
        self.frame.acting = self.position.to_act;
        self.frame.next = self.frame.acting;
        self.frame.has_drawn = false;
        self.frame.asked = match action.choice {
            Choice::Declared(index) => action_bit(index),
            Choice::Pass => 0,
        };
        self.frame.locals.fill(0);
    }

    /// Makes it what it was when it was new, on this position.
    pub(crate) fn begin_again(&mut self, position: &Position, asked: u64) {
        self.position.clone_from(position);
        self.frame.next = self.frame.acting;
        self.frame.locals.fill(0);
        self.frame.has_drawn = false;
        self.frame.asked = asked;
        self.frame.loops.clear();
        self.pending = None;
        self.changed = Bits::EMPTY;
        self.carried = None;
    }

    /// The program of the acting player.
    #[inline]
    pub(crate) fn program(&self) -> &'s Program {
        self.run.program(self.frame.acting)
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

    /// The position as it stands, seen by the acting player.
    #[inline]
    pub(crate) fn scene(&self) -> Scene<'_, 'h, W> {
        Scene {
            run: self.run,
            host: self.host,
            program: self.run.program(self.frame.acting),
            position: &self.position,
            next: self.frame.next,
            arguments: self.frame.arguments,
            locals: &self.frame.locals,
            asked: self.frame.asked,
            may_solve: self.frame.may_solve,
            span: self.frame.span,
        }
    }

    pub(crate) fn error(&self, kind: RunErrorKind) -> Stop {
        Stop::Run(RunError { kind, span: self.frame.span })
    }

    /// True if the game has ended.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.position.outcome.is_some()
    }

    /// Takes one rule pass or round from the fuel.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stop> {
        self.host.stop.check(self.frame.span)?;
        match self.frame.fuel.checked_sub(1) {
            Some(rest) => {
                self.frame.fuel = rest;
                Ok(())
            }
            None => Err(Stop::Run(RunError {
                kind: RunErrorKind::OutOfFuel,
                span: self.frame.endless(),
            })),
        }
    }

    /// Pays for a rule pass whose errors are blamed on this place.
    #[inline]
    pub(crate) fn begin(&mut self, span: Span) -> Result<(), Stop> {
        self.frame.span = span;
        self.spend()
    }

    /// An index below `count`, uniformly; one possibility is no draw.
    pub(crate) fn draw(&mut self, count: usize) -> Result<usize, Stop> {
        let draw = Draw::Even(count);
        if draw.certain().is_none() {
            self.host.stop.check(self.frame.span)?;
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
        draw.sample(self.chance, &mut self.position.random).map_err(|halt| self.halted(halt))
    }

    pub(crate) fn halted(&self, halt: Halt) -> Stop {
        match halt {
            Halt::Refused => Stop::Drawn,
            Halt::TooMany(bound) => self.error(RunErrorKind::TooManyChances { bound }),
        }
    }

    /// Writes all at once, or when the block is done.
    pub(crate) fn commit(&mut self, puts: &mut Vec<Written>) -> Result<(), Stop> {
        match &mut self.pending {
            Some(pending) => {
                pending.append(puts);
                Ok(())
            }
            None => self.write(puts),
        }
    }

    /// Writes all at once.
    pub(crate) fn write(&mut self, puts: &mut Vec<Written>) -> Result<(), Stop> {
        if puts.len() > 1 {
            Written::sort(puts);
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
        }
        for put in puts.drain(..) {
            self.position.put(&self.run.layout, put.layer, put.cell, put.content);
            self.changed.insert(put.cell);
        }
        Ok(())
    }

    /// The cells of a set as writes.
    pub(crate) fn spell_out(
        puts: &mut Vec<Written>,
        cells: Bits<W>,
        layer: Layer,
        content: Content,
    ) {
        puts.extend(cells.iter().map(|cell| Written { cell, layer, content }));
    }
}
