//! Brute force: legal choices found by running the body for each.

use std::ops::ControlFlow;

use masume_program::{ActionProgram, Plan, directions};
use masume_rules::action::{Action, Argument, MAX_PARAMS};
use masume_rules::chance::{self, Chance, Refusing};
use masume_rules::model::{ActionInfo, MOST_LEGAL, MOST_TRIED_DRAWS, ParamKind};
use masume_rules::run_error::RunError;

use crate::run::legal::is_pair_in_order;
use crate::run::prefilter::Prefilters;
use crate::run::{Choices, Machine, Scene, Stop};

impl<'h, const W: usize> Scene<'_, 'h, W> {
    /// The choices for which the body, run on a copy, does anything.
    pub(crate) fn brute_force(
        &self,
        index: u8,
        info: &ActionInfo,
        program: &ActionProgram,
        any: bool,
    ) -> Result<Choices<W>, RunError> {
        let mut found = Vec::new();
        let scene = self.of_action(index, info, Action::new(index, &[]));
        let prefilter = match &program.plan {
            Plan::BruteForce { prefilter, .. } => prefilter.as_deref(),
            Plan::Always | Plan::Match { .. } | Plan::Potential(_) | Plan::Either(..) => None,
        };
        let mut prefilters = prefilter.map(|prefilter| scene.prefilters(prefilter));
        // A condition asked of each choice comes first where it may end in an error.
        let is_asked_first = program.when_depends && program.when_may_fail;
        let (mut before, mut after) = (prefilters.take_if(|_| !is_asked_first), prefilters);
        let mut chance = Refusing;
        let mut machine = self.machine(&mut chance);
        let mut visit = |action: Action| -> Result<ControlFlow<()>, RunError> {
            // A condition that is the same for every choice was asked before.
            let is_time = !program.when_depends || self.is_time(index, info, program, action)?;
            let is_time =
                is_time && after.as_mut().is_none_or(|it| scene.passes(it, action, MAX_PARAMS));
            if is_time && self.does_something(&mut machine, action)? {
                found.push(action);
                if any || found.len() > MOST_LEGAL {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        // What was broken off is known.
        let _ = scene.candidates(info, Action::new(index, &[]), 0, &mut before, &mut visit)?;
        Ok(Choices::Listed(found))
    }

    /// Gives the action with all arguments from this slot on, sorted, but those that do nothing, until
    /// the visitor breaks off.
    fn candidates(
        &self,
        info: &ActionInfo,
        action: Action,
        slot: usize,
        prefilters: &mut Option<Prefilters<'_, W>>,
        visit: &mut dyn FnMut(Action) -> Result<ControlFlow<()>, RunError>,
    ) -> Result<ControlFlow<()>, RunError> {
        self.host.stop.check(info.span)?;
        if prefilters.as_mut().is_some_and(|it| !self.passes(it, action, slot)) {
            return Ok(ControlFlow::Continue(()));
        }
        let Some(param) = info.params.get(slot).filter(|_| slot < MAX_PARAMS) else {
            return visit(action);
        };
        let grid = self.run.grid();
        let arguments: Vec<Argument> = match param {
            ParamKind::Direction(ways) => {
                let scene = Self { arguments: action.arguments, ..*self };
                directions(scene.ways(ways)).map(Argument::Direction).collect()
            }
            ParamKind::Cell => grid.inner_cells().map(Argument::Cell).collect(),
            ParamKind::Column => (0..grid.width()).map(Argument::Column).collect(),
            ParamKind::Row => (0..grid.height()).map(Argument::Row).collect(),
        };
        for argument in arguments {
            let mut action = action;
            action.arguments[slot] = argument;
            if is_pair_in_order(info.unordered, action)
                && self.candidates(info, action, slot + 1, prefilters, visit)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
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

    /// A machine on which bodies are tried.
    pub(crate) fn machine<'m>(&'m self, chance: &'m mut dyn Chance) -> Machine<'m, 'h, W> {
        let position = self.position.clone();
        Machine::new(self.run, self.host, position, self.program.player, chance)
    }

    /// True if the body does anything: it changes board or values, ends the game, comes to a draw, or is empty; where a
    /// draw may decide if it is refused, no draw does. Tried on a machine made for it, whose memory is used again.
    pub(crate) fn does_something(
        &self,
        machine: &mut Machine<'_, 'h, W>,
        action: Action,
    ) -> Result<bool, RunError> {
        let Some(info) = self.may_refuse_after_draw(action) else {
            return self.is_done(machine, action);
        };
        chance::always(MOST_TRIED_DRAWS, info.span, |replay| {
            self.is_done(&mut self.machine(replay), action)
        })
    }

    /// True if the body is not refused with the draws of this machine, and does anything.
    fn is_done(&self, machine: &mut Machine<'_, 'h, W>, action: Action) -> Result<bool, RunError> {
        machine.begin_again(self.position, self.asked);
        match machine.run_body(self.position, action) {
            Ok(()) | Err(Stop::Drawn) => Ok(true),
            Err(Stop::Illegal) => Ok(false),
            Err(Stop::Run(error)) => Err(error),
        }
    }
}
