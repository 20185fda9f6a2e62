//! Legal actions.

use masume_program::{ActionProgram, Plan};
use masume_rules::action::{Action, Argument, Choice, MAX_PARAMS};
use masume_rules::chance::Refusing;
use masume_rules::frame::{MOST_ASKED, action_bit};
use masume_rules::model::{ActionInfo, MOST_LEGAL, ParamKind, PassRule, Player};
use masume_rules::run_error::{RunError, RunErrorKind};
use smallvec::SmallVec;

use crate::run::{Choices, Legal, Scene};

impl<'s, 'h, const W: usize> Scene<'s, 'h, W> {
    /// All that the player whose scene this is can do.
    ///
    /// # Errors
    /// What the rules came to, and `TooManyActions`.
    pub(crate) fn legal(&self) -> Result<Legal<W>, RunError> {
        let mut legal = Legal { choices: SmallVec::new(), may_pass: false };
        let mut count = 0;
        let mut tried = self.brute_force_side_by_side();
        for index in 0..self.program.actions.len() as u8 {
            let known = tried.as_mut().and_then(|tried| tried.get_mut(usize::from(index))?.take());
            let choices = match known {
                Some(found) => Choices::Listed(found),
                None => self.choices(index, false)?,
            };
            count += choices.len();
            if count > MOST_LEGAL {
                let span = self.run.rules.actions[usize::from(index)].span;
                return Err(RunError { kind: RunErrorKind::TooManyActions, span });
            }
            legal.choices.push(choices);
        }
        legal.may_pass = match self.run.rules.pass {
            PassRule::Never => false,
            PassRule::WhenNoAction => count == 0,
            PassRule::AnyTime => true,
        };
        Ok(legal)
    }

    /// Indexed by action: the choices that are found by running bodies, on many boards at once;
    /// `None` where they have to be run one by one.
    fn brute_force_side_by_side(&self) -> Option<Vec<Option<Vec<Action>>>> {
        if self.asked != 0 || !self.program.actions.iter().any(is_brute_force) {
            return None;
        }
        let interp = self.run.interp_for(std::slice::from_ref(self.position), 1)?;
        interp.brute_force(self.run, self.host, self.position, self.program.player)
    }

    /// True if the player has any declared action, or any with this index, but none whose own
    /// legality asks this question.
    pub(crate) fn has_action(&self, player: Player, wanted: Option<u8>) -> Result<bool, RunError> {
        let scene = self.asking(player);
        let mut tried = None;
        for index in 0..scene.program.actions.len() as u8 {
            let is_wanted = wanted.is_none_or(|wanted| wanted == index);
            let is_asked = self.asked & action_bit(index) != 0;
            if !is_wanted || is_asked {
                continue;
            }
            // What matches tell is told without a list of what has to be tried.
            let known = if scene.program.actions.get(usize::from(index)).is_some_and(is_brute_force)
            {
                let tried = tried.get_or_insert_with(|| scene.brute_force_side_by_side());
                tried.as_ref().and_then(|tried| tried.get(usize::from(index))?.as_ref())
            } else {
                None
            };
            let has_any = match known {
                Some(found) => !found.is_empty(),
                None => !scene.choices(index, true)?.is_empty(),
            };
            if has_any {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The question what a player can do, asked in this scene.
    fn asking(&self, player: Player) -> Self {
        Self {
            program: self.run.program(player),
            next: player,
            arguments: [Argument::None; MAX_PARAMS],
            locals: &[],
            may_solve: false,
            ..*self
        }
    }

    /// The scene in which a declared action is looked at.
    pub(crate) fn of_action(&self, index: u8, info: &ActionInfo, action: Action) -> Self {
        Self {
            arguments: action.arguments,
            next: self.program.player,
            asked: self.asked | action_bit(index),
            may_solve: false,
            locals: &[],
            span: info.span,
            ..*self
        }
    }

    /// The legal choices of an action; one of them suffices where only that is asked. Those that would
    /// be listed one by one may be cut off where they are too many.
    pub(crate) fn choices(&self, index: u8, any: bool) -> Result<Choices<W>, RunError> {
        let (Some(program), Some(info)) = (
            self.program.actions.get(usize::from(index)),
            self.run.rules.actions.get(usize::from(index)),
        ) else {
            return Ok(Choices::None);
        };
        if self.asked.count_ones() >= MOST_ASKED {
            return Err(RunError { kind: RunErrorKind::OutOfFuel, span: info.span });
        }
        self.run.can_ask(usize::from(index))?;
        let scene = self.of_action(index, info, Action::new(index, &[]));
        if let Some((when, span)) = &program.when
            && !program.when_depends
            && !(Self { span: *span, ..scene }).condition(when)?
        {
            return Ok(Choices::None);
        }
        let mut plan = &program.plan;
        while let Plan::Either(condition, plans) = plan {
            plan = &plans[usize::from(!scene.condition(condition)?)];
        }
        match plan {
            Plan::Always if !program.when_depends && info.params.is_empty() => Ok(Choices::Plain),
            Plan::Match { requires, deciders, guards }
                if !program.when_depends && self.are_far(guards) =>
            {
                scene.decided(index, info, (requires, deciders), any)
            }
            Plan::Potential(potential)
                if !program.when_depends
                    && self.are_far(&potential.guards)
                    && self.is_certain(potential) =>
            {
                Ok(scene.by_potential(info, potential, any))
            }
            Plan::Always
            | Plan::Match { .. }
            | Plan::Potential(_)
            | Plan::BruteForce { .. }
            | Plan::Either(..) => self.brute_force(index, info, program, any),
        }
    }

    /// True if the action is legal.
    pub(crate) fn is_legal(&self, action: Action) -> Result<bool, RunError> {
        let Choice::Declared(_) = action.choice else { return self.is_allowed(action) };
        let mut chance = Refusing;
        Ok(self.is_allowed(action)?
            && self.does_something(&mut self.machine(&mut chance), action)?)
    }

    /// The action, where a draw may decide if it is refused.
    pub(crate) fn may_refuse_after_draw(&self, action: Action) -> Option<&'s ActionInfo> {
        let Choice::Declared(index) = action.choice else { return None };
        let program = self.program.actions.get(usize::from(index))?;
        let info = self.run.rules.actions.get(usize::from(index));
        info.filter(|_| program.may_refuse_after_draw)
    }

    /// True if the game has the action, its arguments fit, and its condition holds.
    pub(crate) fn is_allowed(&self, action: Action) -> Result<bool, RunError> {
        match action.choice {
            Choice::Pass => Ok(action == Action::PASS
                && match self.run.rules.pass {
                    PassRule::Never => false,
                    PassRule::WhenNoAction => !self.has_action(self.program.player, None)?,
                    PassRule::AnyTime => true,
                }),
            Choice::Declared(index) => {
                let (Some(info), Some(program)) = (
                    self.run.rules.actions.get(usize::from(index)),
                    self.program.actions.get(usize::from(index)),
                ) else {
                    return Ok(false);
                };
                self.run.can_ask(usize::from(index))?;
                Ok(self.do_arguments_fit(info, action)
                    && self.is_time(index, info, program, action)?)
            }
        }
    }

    fn do_arguments_fit(&self, info: &ActionInfo, action: Action) -> bool {
        let grid = self.run.grid();
        let scene = Self { arguments: action.arguments, ..*self };
        (0..MAX_PARAMS).all(|slot| match (info.params.get(slot), action.arguments[slot]) {
            (None, argument) => argument == Argument::None,
            (Some(ParamKind::Direction(ways)), Argument::Direction(direction)) => {
                scene.ways(ways) >> direction as u8 & 1 == 1
            }
            (Some(ParamKind::Cell), Argument::Cell(cell)) => grid.has(cell) && grid.is_inner(cell),
            (Some(ParamKind::Column), Argument::Column(column)) => column < grid.width(),
            (Some(ParamKind::Row), Argument::Row(row)) => row < grid.height(),
            (
                Some(
                    ParamKind::Direction(_) | ParamKind::Cell | ParamKind::Column | ParamKind::Row,
                ),
                _,
            ) => false,
        }) && is_pair_in_order(info.unordered, action)
    }
}

/// True if the first two arguments, where they are cells, can stand together: two different cells,
/// the lesser first where their order does not matter.
pub(crate) fn is_pair_in_order(is_unordered: bool, action: Action) -> bool {
    match (action.arguments[0], action.arguments[1]) {
        (Argument::Cell(first), Argument::Cell(second)) if is_unordered => first < second,
        (Argument::Cell(first), Argument::Cell(second)) => first != second,
        _ => true,
    }
}

/// True if the choices of an action are found by running its body.
fn is_brute_force(action: &ActionProgram) -> bool {
    action.when_depends || matches!(action.plan, Plan::BruteForce { .. })
}
