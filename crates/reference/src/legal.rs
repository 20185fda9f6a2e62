//! Legal actions.
//!
//! An action is legal where its condition holds and its body, run on a copy of the state, changes
//! something. `candidates.rs` leaves out, before anything is run, what cannot be.

use std::ops::ControlFlow;

use masume_board::Cell;
use masume_rules::action::{Action, Argument, Choice, MAX_PARAMS};
use masume_rules::chance::{self, Chance, Refusing};
use masume_rules::frame::{MOST_ASKED, action_bit};
use masume_rules::model::{
    ActionInfo, MOST_LEGAL, MOST_TRIED_DRAWS, ParamKind, ParamSlot, PassRule, Player,
};
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::State;

use crate::machine::{Machine, Stop};
use crate::scene::{Context, Letters, Scene};
use masume_rules::facts::{may_refuse_after_draw, mentioned};

/// The question what a player can do in a state.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'s, 'a> {
    context: &'s Context<'a>,
    state: &'s State,
    player: Player,
    /// Bit i: the legality of action i is being asked already; this question leaves it out.
    asked: u64,
}

impl<'s, 'a> Asking<'s, 'a> {
    /// Asked from outside.
    pub(crate) fn new(context: &'s Context<'a>, state: &'s State, player: Player) -> Self {
        Self { context, state, player, asked: 0 }
    }

    /// Asked by a condition.
    pub(crate) fn from_scene(scene: &Scene<'s, 'a>, player: Player) -> Self {
        Self { context: scene.context, state: scene.state, player, asked: scene.asked }
    }

    /// All legal actions, sorted.
    pub(crate) fn legal_actions(&self) -> Result<Vec<Action>, RunError> {
        let mut found = Vec::new();
        for index in 0..self.context.rules.actions.len() as u8 {
            let visited = self.visit_legal(index, &mut |action| {
                if found.len() == MOST_LEGAL {
                    return ControlFlow::Break(());
                }
                found.push(action);
                ControlFlow::Continue(())
            })?;
            if visited.is_break() {
                let span = self.context.rules.actions[usize::from(index)].span;
                return Err(RunError { kind: RunErrorKind::TooManyActions, span });
            }
        }
        let may_pass = match self.context.rules.pass {
            PassRule::Never => false,
            PassRule::WhenNoAction => found.is_empty(),
            PassRule::AnyTime => true,
        };
        if may_pass {
            found.push(Action::PASS);
        }
        Ok(found)
    }

    /// True if the player has any declared action, or any with this index; a pass is none, nor is
    /// an action whose own legality asks this question.
    pub(crate) fn has_action(&self, wanted: Option<u8>) -> Result<bool, RunError> {
        for index in 0..self.context.rules.actions.len() as u8 {
            let is_wanted = wanted.is_none_or(|wanted| wanted == index);
            let is_asked = self.asked & action_bit(index) != 0;
            if is_wanted
                && !is_asked
                && self.visit_legal(index, &mut |_| ControlFlow::Break(()))?.is_break()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if the action is legal.
    pub(crate) fn is_legal(&self, action: Action) -> Result<bool, RunError> {
        Ok(self.is_allowed(action)? && self.does_something(action)?)
    }

    /// True if the action is one that the game has, with arguments that fit, and its condition
    /// holds; what is left to know is whether its body does anything.
    pub(crate) fn is_allowed(&self, action: Action) -> Result<bool, RunError> {
        match action.choice {
            Choice::Pass => Ok(action == Action::PASS
                && match self.context.rules.pass {
                    PassRule::Never => false,
                    PassRule::WhenNoAction => !self.has_action(None)?,
                    PassRule::AnyTime => true,
                }),
            Choice::Declared(index) => {
                let info = self.context.rules.actions.get(usize::from(index));
                let Some(info) = info else { return Ok(false) };
                self.context.prices.action(index)?;
                Ok(self.do_arguments_fit(info, action) && self.is_time(index, info, action)?)
            }
        }
    }

    /// The scene in which a declared action is looked at.
    pub(crate) fn scene(&self, index: u8, info: &ActionInfo, action: Action) -> Scene<'s, 'a> {
        Scene {
            arguments: action.arguments,
            next: self.player,
            asked: self.asked | action_bit(index),
            may_solve: false,
            span: info.span,
            ..Scene::new(self.context, self.state, self.player)
        }
    }

    /// Gives each legal action of this index, sorted, until the visitor breaks off.
    fn visit_legal(
        &self,
        index: u8,
        visit: &mut dyn FnMut(Action) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RunError> {
        let Some(info) = self.context.rules.actions.get(usize::from(index)) else {
            return Ok(ControlFlow::Continue(()));
        };
        if self.asked.count_ones() >= MOST_ASKED {
            return Err(RunError { kind: RunErrorKind::OutOfFuel, span: info.span });
        }
        self.context.prices.action(index)?;
        let action = Action::new(index, &[]);
        // A condition that is the same for all arguments is asked once.
        let is_general = info.when.as_ref().is_none_or(|when| mentioned(&when.value).all_before(0));
        if is_general && !self.is_time(index, info, action)? {
            return Ok(ControlFlow::Continue(()));
        }
        self.visit_arguments(info, action, 0, &mut |action| {
            let is_legal = (is_general || self.is_time(index, info, action)?)
                && self.may_do_something(index, info, action)
                && self.does_something(action)?;
            Ok(if is_legal { visit(action) } else { ControlFlow::Continue(()) })
        })
    }

    /// Gives the action with all arguments from this slot on, sorted.
    fn visit_arguments(
        &self,
        info: &'a ActionInfo,
        action: Action,
        slot: usize,
        visit: &mut dyn FnMut(Action) -> Result<ControlFlow<()>, RunError>,
    ) -> Result<ControlFlow<()>, RunError> {
        self.context.check_stop(info.span)?;
        let Some(param) = info.params.get(slot).filter(|_| slot < MAX_PARAMS) else {
            return visit(action);
        };
        for argument in self.arguments(info, action, slot, param) {
            let mut action = action;
            action.arguments[slot] = argument;
            if self.is_pair_in_order(info, action)
                && self.visit_arguments(info, action, slot + 1, visit)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Arguments that can be chosen in a slot when those before it are chosen, sorted.
    fn arguments(
        &self,
        info: &'a ActionInfo,
        action: Action,
        slot: usize,
        param: &ParamKind,
    ) -> Vec<Argument> {
        let grid = self.state.board.grid();
        match param {
            ParamKind::Direction(ways) => {
                let scene = Scene {
                    arguments: action.arguments,
                    ..Scene::new(self.context, self.state, self.player)
                };
                scene.directions(ways).into_iter().map(Argument::Direction).collect()
            }
            ParamKind::Cell => match self.cells_worth_trying(info, action, slot) {
                Some(cells) => {
                    let inner = |cell: &Cell| grid.is_inner(*cell);
                    cells.into_iter().filter(inner).map(Argument::Cell).collect()
                }
                None => grid.inner_cells().map(Argument::Cell).collect(),
            },
            ParamKind::Column => (0..grid.width()).map(Argument::Column).collect(),
            ParamKind::Row => (0..grid.height()).map(Argument::Row).collect(),
        }
    }

    fn do_arguments_fit(&self, info: &'a ActionInfo, action: Action) -> bool {
        let grid = self.state.board.grid();
        let scene = Scene {
            arguments: action.arguments,
            ..Scene::new(self.context, self.state, self.player)
        };
        (0..MAX_PARAMS).all(|slot| match (info.params.get(slot), action.arguments[slot]) {
            (None, argument) => argument == Argument::None,
            (Some(ParamKind::Direction(ways)), Argument::Direction(direction)) => {
                scene.directions(ways).contains(&direction)
            }
            (Some(ParamKind::Cell), Argument::Cell(cell)) => grid.is_inner(cell),
            (Some(ParamKind::Column), Argument::Column(column)) => column < grid.width(),
            (Some(ParamKind::Row), Argument::Row(row)) => row < grid.height(),
            (
                Some(
                    ParamKind::Direction(_) | ParamKind::Cell | ParamKind::Column | ParamKind::Row,
                ),
                Argument::None
                | Argument::Direction(_)
                | Argument::Cell(_)
                | Argument::Column(_)
                | Argument::Row(_),
            ) => false,
        }) && self.is_pair_in_order(info, action)
    }

    /// True if the first two arguments, where they are cells, can stand together: two different
    /// cells, the lesser first where their order does not matter.
    fn is_pair_in_order(&self, info: &ActionInfo, action: Action) -> bool {
        match (action.arguments[0], action.arguments[1]) {
            (Argument::Cell(first), Argument::Cell(second)) if info.unordered => first < second,
            (Argument::Cell(first), Argument::Cell(second)) => first != second,
            (
                Argument::None
                | Argument::Direction(_)
                | Argument::Cell(_)
                | Argument::Column(_)
                | Argument::Row(_),
                _,
            ) => true,
        }
    }

    fn is_time(&self, index: u8, info: &'a ActionInfo, action: Action) -> Result<bool, RunError> {
        match &info.when {
            None => Ok(true),
            Some(when) => {
                let scene = Scene { span: when.span, ..self.scene(index, info, action) };
                scene.condition(&when.value, &Letters::default())
            }
        }
    }

    /// Place in the text at which the action is written.
    fn place(&self, action: Action) -> Span {
        match action.choice {
            Choice::Declared(index) => {
                let info = self.context.rules.actions.get(usize::from(index));
                info.map_or(Span::default(), |info| info.span)
            }
            Choice::Pass => Span::default(),
        }
    }

    /// True if the body does anything: it changes board or values, ends the game, comes to a draw,
    /// or is empty; and is refused whatever is drawn nowhere.
    pub(crate) fn does_something(&self, action: Action) -> Result<bool, RunError> {
        if self.may_refuse_after_draw(action) {
            chance::always(MOST_TRIED_DRAWS, self.place(action), |replay| {
                self.does_something_with(action, replay)
            })
        } else {
            self.does_something_with(action, &mut Refusing)
        }
    }

    /// True if a draw may decide if the action is refused.
    pub(crate) fn may_refuse_after_draw(&self, action: Action) -> bool {
        match action.choice {
            Choice::Declared(index) => {
                let info = self.context.rules.actions.get(usize::from(index));
                info.is_some_and(|info| may_refuse_after_draw(&info.body))
            }
            Choice::Pass => false,
        }
    }

    fn does_something_with(
        &self,
        action: Action,
        chance: &mut dyn Chance,
    ) -> Result<bool, RunError> {
        self.context.check_copy(self.place(action), self.context.contents(self.state))?;
        let mut machine = Machine::new(self.context, self.state.clone(), self.player, chance);
        machine.frame.asked = self.asked;
        match machine.run_body(self.state, action) {
            Ok(()) | Err(Stop::Drawn) => Ok(true),
            Err(Stop::Illegal) => Ok(false),
            Err(Stop::Run(error)) => Err(error),
        }
    }
}

/// The slot as it is written in rules.
pub(crate) fn param_slot(slot: usize) -> ParamSlot {
    ParamSlot(slot as u8)
}
