//! Legal choices found by running the body for each.

use masume_rules::action::{Action, Argument, MAX_PARAMS};
use masume_rules::chance::Refusing;
use masume_rules::model::{ActionInfo, ParamKind};
use masume_rules::run_error::RunError;

use crate::program::ActionProgram;
use crate::run::legal::is_pair_in_order;
use crate::run::{Choices, Machine, Scene, Stop};

impl<const W: usize> Scene<'_, '_, W> {
    /// The choices for which the body, run on a copy, does anything.
    pub(crate) fn tried(
        &self,
        index: u8,
        info: &ActionInfo,
        program: &ActionProgram,
        any: bool,
    ) -> Result<Choices<W>, RunError> {
        let mut found = Vec::new();
        let mut candidates = Vec::new();
        self.candidates(info, Action::new(index, &[]), 0, &mut candidates);
        for action in candidates {
            if self.is_time(index, info, program, action)? && self.does_something(index, action)? {
                found.push(action);
                if any {
                    break;
                }
            }
        }
        Ok(Choices::Listed(found))
    }

    /// The action with all arguments from this slot on, sorted.
    fn candidates(&self, info: &ActionInfo, action: Action, slot: usize, found: &mut Vec<Action>) {
        let Some(param) = info.params.get(slot).filter(|_| slot < MAX_PARAMS) else {
            found.push(action);
            return;
        };
        let grid = self.run.grid();
        let arguments: Vec<Argument> = match param {
            ParamKind::Direction(ways) => {
                let scene = Self { arguments: action.arguments, ..*self };
                scene.ways(ways).into_iter().map(Argument::Direction).collect()
            }
            ParamKind::Cell => grid.inner_cells().map(Argument::Cell).collect(),
            ParamKind::Column => (0..grid.width()).map(Argument::Column).collect(),
            ParamKind::Row => (0..grid.height()).map(Argument::Row).collect(),
        };
        for argument in arguments {
            let mut action = action;
            action.arguments[slot] = argument;
            if is_pair_in_order(info, action) {
                self.candidates(info, action, slot + 1, found);
            }
        }
    }

    pub(crate) fn is_time(
        &self,
        index: u8,
        info: &ActionInfo,
        program: &ActionProgram,
        action: Action,
    ) -> Result<bool, RunError> {
        match &program.when {
            None => Ok(true),
            Some((when, span)) => {
                let scene = Self { span: *span, ..self.of_action(index, info, action) };
                scene.condition(when)
            }
        }
    }

    /// Whether the body does anything: it changes board or values, ends the game, comes to a draw,
    /// or is empty.
    pub(crate) fn does_something(&self, _index: u8, action: Action) -> Result<bool, RunError> {
        let mut chance = Refusing;
        let mut machine = Machine::new(
            self.run,
            self.host,
            self.position.clone(),
            self.program.player,
            &mut chance,
        );
        machine.asked = self.asked;
        match machine.run_body(self.position, action) {
            Ok(()) | Err(Stop::Drawn) => Ok(true),
            Err(Stop::Illegal) => Ok(false),
            Err(Stop::Run(error)) => Err(error),
        }
    }
}
