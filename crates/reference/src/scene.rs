//! Scene that a test, a number or a condition is asked about: a fixed state, and who asks.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use masume_board::{Cell, Direction, Grid};
use masume_rules::action::{Argument, MAX_PARAMS};
use masume_rules::frame::Frame;
use masume_rules::model::{Content, EMPTY, Letter, ParamSlot, Pattern, Player, Rules, Ways};
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::State;
use masume_rules::stop::StopToken;
use masume_rules::work::Prices;

use crate::automaton::Automaton;
use crate::search::Scratch;
use crate::{Run, Solvable};

/// Context that stays the same during one call from outside.
pub(crate) struct Context<'a> {
    pub(crate) rules: &'a Rules,
    stop: Option<&'a StopToken>,
    /// By the address of the pattern, which stays where it is as long as the rules are borrowed.
    automata: RefCell<HashMap<usize, Rc<Automaton<'a>>>>,
    solver: RefCell<Option<&'a mut Solvable<'a>>>,
    /// Prices of the rules on the board of this call.
    pub(crate) prices: Prices<'a>,
    /// Memory of searches that are over, for the next ones.
    pub(crate) scratches: RefCell<Vec<Scratch>>,
}

impl<'a> Context<'a> {
    /// A call in which nothing is solvable, for nobody brought a solver.
    pub(crate) fn new(run: Run<'a>, grid: &Grid) -> Self {
        let Run { rules, stop } = run;
        Self {
            rules,
            stop,
            automata: RefCell::default(),
            solver: RefCell::new(None),
            prices: Prices::new(rules, grid),
            scratches: RefCell::default(),
        }
    }

    pub(crate) fn with_solver(run: Run<'a>, grid: &Grid, solvable: &'a mut Solvable<'a>) -> Self {
        Self { solver: RefCell::new(Some(solvable)), ..Self::new(run, grid) }
    }

    /// Nothing, unless the caller wants the end; this place is where it came to then.
    ///
    /// # Errors
    /// `Stopped`.
    #[inline]
    pub(crate) fn check_stop(&self, span: Span) -> Result<(), RunError> {
        self.stop.map_or(Ok(()), |stop| stop.check(span))
    }

    /// As [`Self::check_stop`], before so many contents or matches are copied: that is no question
    /// about a cell, but takes as long as some.
    ///
    /// # Errors
    /// `Stopped`.
    pub(crate) fn check_copy(&self, span: Span, copied: usize) -> Result<(), RunError> {
        const COPIED_IN_STEP: usize = 64;
        let steps = (copied / COPIED_IN_STEP) as u64;
        self.stop.map_or(Ok(()), |stop| stop.with_step(steps).check(span))
    }

    /// Size of a copy of the state.
    pub(crate) fn contents(&self, state: &State) -> usize {
        state.board.grid().cell_count() * self.rules.layers.len()
    }

    /// The solver's answer; false where there is no solver.
    pub(crate) fn is_solvable(&self, state: &State) -> bool {
        // The solver has no way to come back to this context, so it is never borrowed twice.
        self.solver.borrow_mut().as_mut().is_some_and(|solvable| solvable(state))
    }

    /// All players in the order of turn.
    pub(crate) fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.rules.players.len() as u8).map(Player)
    }

    /// The player after this one.
    pub(crate) fn player_after(&self, player: Player) -> Player {
        let next = usize::from(player.0) + 1;
        if next < self.rules.players.len() { Player(next as u8) } else { Player(0) }
    }

    /// The last player of the circle.
    pub(crate) fn last_player(&self) -> Player {
        Player(self.rules.players.len().saturating_sub(1) as u8)
    }
}

/// A state that stands still, and from whose view it is seen.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'s, 'a> {
    pub(crate) context: &'s Context<'a>,
    pub(crate) state: &'s State,
    /// `mine` is theirs.
    pub(crate) acting: Player,
    /// Player that `no action` is about.
    pub(crate) next: Player,
    pub(crate) arguments: [Argument; MAX_PARAMS],
    /// Indexed by `Local`; a local past the end is 0.
    pub(crate) locals: &'s [i64],
    /// Bit i: the legality of action i is what is being asked.
    pub(crate) asked: u64,
    /// True if the solver may be asked: not while an action's legality is decided.
    pub(crate) may_solve: bool,
    /// Place in the text that an error is blamed on.
    pub(crate) span: Span,
}

impl<'s, 'a> Scene<'s, 'a> {
    /// A state seen by a player who is to act, outside any action.
    pub(crate) fn new(context: &'s Context<'a>, state: &'s State, acting: Player) -> Self {
        Self {
            context,
            state,
            acting,
            next: state.to_act,
            arguments: [Argument::None; MAX_PARAMS],
            locals: &[],
            asked: 0,
            may_solve: true,
            span: Span::default(),
        }
    }

    /// A state in the middle of a turn or a set-up.
    pub(crate) fn in_frame(context: &'s Context<'a>, state: &'s State, frame: &'s Frame) -> Self {
        Self {
            context,
            state,
            acting: frame.acting,
            next: frame.next,
            arguments: frame.arguments,
            locals: &frame.locals,
            asked: frame.asked,
            may_solve: frame.may_solve,
            span: frame.span,
        }
    }

    pub(crate) fn grid(&self) -> &'s Grid {
        self.state.board.grid()
    }

    pub(crate) fn error(&self, kind: RunErrorKind) -> RunError {
        RunError { kind, span: self.span }
    }

    pub(crate) fn argument(&self, slot: ParamSlot) -> Argument {
        self.arguments.get(usize::from(slot.0)).copied().unwrap_or(Argument::None)
    }

    /// The cell chosen in this slot; `None` where it holds something else.
    pub(crate) fn chosen_cell(&self, slot: ParamSlot) -> Option<Cell> {
        match self.argument(slot) {
            Argument::Cell(cell) => Some(cell),
            Argument::None | Argument::Direction(_) | Argument::Column(_) | Argument::Row(_) => {
                None
            }
        }
    }

    /// The direction chosen in this slot; `None` where it holds something else.
    pub(crate) fn chosen_direction(&self, slot: ParamSlot) -> Option<Direction> {
        match self.argument(slot) {
            Argument::Direction(direction) => Some(direction),
            Argument::None | Argument::Cell(_) | Argument::Column(_) | Argument::Row(_) => None,
        }
    }

    /// The directions of the ways for the acting player, in canonical order.
    pub(crate) fn directions(&self, ways: &Ways) -> Vec<Direction> {
        ways.directions(self.acting, &|slot| self.chosen_direction(slot))
    }

    /// The entry of the acting player in a list where a single entry serves every player.
    pub(crate) fn of_acting<T: Copy>(&self, entries: &[T]) -> Option<T> {
        match entries {
            [only] => Some(*only),
            [] | [_, _, ..] => entries.get(usize::from(self.acting.0)).copied(),
        }
    }

    /// The graph of a pattern, built once for each call from outside.
    pub(crate) fn automaton(&self, pattern: &'a Pattern) -> Result<Rc<Automaton<'a>>, RunError> {
        let key = std::ptr::from_ref(pattern) as usize;
        if let Some(automaton) = self.context.automata.borrow().get(&key) {
            return Ok(Rc::clone(automaton));
        }
        let automaton = Automaton::new(pattern).map_err(|_| self.error(RunErrorKind::OutOfFuel))?;
        let automaton = Rc::new(automaton);
        self.context.automata.borrow_mut().insert(key, Rc::clone(&automaton));
        Ok(automaton)
    }
}

/// Bindings of the letters of a rule or condition.
///
/// Ends with the last bound letter, so that equal bindings are equal values; without any letter
/// it takes no memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Letters(Vec<Content>);

impl Letters {
    /// Content that the letter is bound to; [`EMPTY`] where it is not.
    pub(crate) fn get(&self, letter: Letter) -> Content {
        self.0.get(usize::from(letter.0)).copied().unwrap_or(EMPTY)
    }

    /// Binds a letter that is not bound; `content` is not [`EMPTY`].
    pub(crate) fn bind(&mut self, letter: Letter, content: Content) {
        let index = usize::from(letter.0);
        if self.0.len() <= index {
            self.0.resize(index + 1, EMPTY);
        }
        self.0[index] = content;
    }

    /// Becomes a copy without giving up its memory.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}
