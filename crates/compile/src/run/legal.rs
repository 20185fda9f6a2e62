//! Which actions are legal.

use masume_board::{Bits, Cell, Direction};
use masume_rules::action::{Action, Argument, Choice, MAX_PARAMS};
use masume_rules::chance::Refusing;
use masume_rules::frame::action_bit;
use masume_rules::model::{ActionInfo, ParamKind, ParamSlot, PassRule, Player, Value};
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use smallvec::SmallVec;

use crate::program::{ActionProgram, By, Decider, Plan, Require, directions};
use crate::run::{Choices, Legal, Machine, Scene, Stop};

/// How deep questions about legality may ask about the legality of other actions.
const MAX_NESTING: u32 = 6;

/// How far from overflow a value must be that an action adds to.
const FAR: i64 = 1 << 62;

impl<'s, 'h, const W: usize> Scene<'s, 'h, W> {
    /// All that the player whose scene this is can do.
    pub(crate) fn legal(&self) -> Result<Legal<W>, RunError> {
        let mut legal = Legal { choices: SmallVec::new(), may_pass: false };
        let mut count = 0;
        for index in 0..self.program.actions.len() as u8 {
            let choices = self.choices(index, false)?;
            count += usize::from(!choices.is_empty());
            legal.choices.push(choices);
        }
        legal.may_pass = match self.run.rules.pass {
            PassRule::Never => false,
            PassRule::WhenNoAction => count == 0,
            PassRule::AnyTime => true,
        };
        Ok(legal)
    }

    /// Whether the player has any declared action, or any with this index, but none whose own
    /// legality asks this question.
    pub(crate) fn has_action(&self, player: Player, wanted: Option<u8>) -> Result<bool, RunError> {
        let scene = self.asking(player);
        for index in 0..scene.program.actions.len() as u8 {
            let is_wanted = wanted.is_none_or(|wanted| wanted == index);
            let is_asked = self.asked & action_bit(index) != 0;
            if is_wanted && !is_asked && !scene.choices(index, true)?.is_empty() {
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
    fn of_action(&self, index: u8, info: &ActionInfo, action: Action) -> Self {
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

    /// The legal choices of an action; one of them suffices where only that is asked.
    pub(crate) fn choices(&self, index: u8, any: bool) -> Result<Choices<W>, RunError> {
        let (Some(program), Some(info)) = (
            self.program.actions.get(usize::from(index)),
            self.run.rules.actions.get(usize::from(index)),
        ) else {
            return Ok(Choices::None);
        };
        if self.asked.count_ones() >= MAX_NESTING {
            return Err(RunError { kind: RunErrorKind::OutOfFuel, span: info.span });
        }
        let scene = self.of_action(index, info, Action::new(index, &[]));
        if let Some((when, span)) = &program.when
            && !program.when_depends
            && !(Self { span: *span, ..scene }).condition(when)?
        {
            return Ok(Choices::None);
        }
        match &program.plan {
            Plan::Always if !program.when_depends && info.params.is_empty() => Ok(Choices::Plain),
            Plan::Match { requires, deciders, guards }
                if !program.when_depends && self.are_far(guards) =>
            {
                scene.decided(info, requires, deciders)
            }
            Plan::Always | Plan::Match { .. } | Plan::Try(_) => {
                self.tried(index, info, program, any)
            }
        }
    }

    /// Whether the values are far from overflow.
    fn are_far(&self, guards: &[Value]) -> bool {
        guards.iter().all(|value| {
            let value = self.position.values.get(usize::from(value.0)).copied().unwrap_or(0);
            (-FAR..FAR).contains(&value)
        })
    }

    /// The choices that show in the matches of the deciding rules.
    fn decided(
        &self,
        info: &ActionInfo,
        requires: &[(Require, Span)],
        deciders: &[Decider],
    ) -> Result<Choices<W>, RunError> {
        // Step 1. What is required, of all or of the first cell.
        let mut firsts = self.run.steps.full;
        let mut seconds = self.run.steps.inner;
        for (require, span) in requires {
            let scene = Self { span: *span, ..*self };
            match require {
                Require::Plain(condition) => {
                    if !scene.condition(condition)? {
                        return Ok(Choices::None);
                    }
                }
                Require::Cell(ParamSlot(0), cells) => firsts = firsts.and(scene.set(*cells)),
                Require::Cell(_, cells) => seconds = seconds.and(scene.set(*cells)),
            }
        }
        // Step 2. The matches.
        // Without deciding rules what is required decides.
        let Some(first) = deciders.first() else { return Ok(Choices::Plain) };
        let choices = match &first.by {
            By::Nothing => {
                let any = deciders.iter().any(|it| !self.decider_starts(it).is_empty());
                if any { Choices::Plain } else { Choices::None }
            }
            By::Direction => self.decided_directions(info, deciders),
            By::Start => {
                let all =
                    deciders.iter().fold(Bits::EMPTY, |all, it| all.or(self.decider_starts(it)));
                Choices::Cells(all.and(firsts).and(self.run.steps.inner))
            }
            By::Column | By::Row => {
                let all =
                    deciders.iter().fold(Bits::EMPTY, |all, it| all.or(self.decider_starts(it)));
                self.lines(all, first.by == By::Column)
            }
            By::Ends(_) => self.decided_ends(info, deciders, firsts, seconds),
        };
        self.host.check()?;
        Ok(choices)
    }

    /// Where the decider's pattern matches.
    #[inline]
    fn decider_starts(&self, decider: &Decider) -> Bits<W> {
        self.starts(decider.scan, decider.dirs.mask(&|slot| self.chosen_direction(slot)), None)
    }

    fn decided_directions(&self, info: &ActionInfo, deciders: &[Decider]) -> Choices<W> {
        let mut mask = 0u8;
        let Some(ParamKind::Direction(ways)) = info.params.first() else { return Choices::None };
        let scene = Self { arguments: [Argument::None; MAX_PARAMS], ..*self };
        for direction in scene.ways(ways) {
            let mut scene = *self;
            scene.arguments[0] = Argument::Direction(direction);
            if deciders.iter().any(|decider| !scene.decider_starts(decider).is_empty()) {
                mask |= 1 << direction as u8;
            }
        }
        Choices::Directions(mask)
    }

    fn ways(&self, ways: &masume_rules::model::Ways) -> Vec<Direction> {
        ways.directions(self.program.player, &|slot| self.chosen_direction(slot))
    }

    /// The columns or rows that hold a cell of the set.
    fn lines(&self, cells: Bits<W>, are_columns: bool) -> Choices<W> {
        let grid = self.run.grid();
        let mut lines: Vec<u32> = Vec::new();
        if are_columns {
            let mut seen = vec![false; grid.width() as usize];
            for cell in cells {
                if let Some(seen) = seen.get_mut(grid.column(cell) as usize) {
                    *seen = true;
                }
            }
            lines.extend((0u32..).zip(&seen).filter(|(_, seen)| **seen).map(|(line, _)| line));
            Choices::Columns(lines)
        } else {
            for cell in cells {
                let row = grid.row(cell);
                if (0..grid.height() as i32).contains(&row) && lines.last() != Some(&(row as u32)) {
                    lines.push(row as u32);
                }
            }
            Choices::Rows(lines)
        }
    }

    /// Pairs of the first and the last cell of a match.
    fn decided_ends(
        &self,
        info: &ActionInfo,
        deciders: &[Decider],
        firsts: Bits<W>,
        seconds: Bits<W>,
    ) -> Choices<W> {
        let firsts = firsts.and(self.run.steps.inner);
        let steps = match deciders {
            [Decider { by: By::Ends(Some(steps)), .. }, rest @ ..]
                if *steps > 0 && rest.iter().all(|it| it.by == By::Ends(Some(*steps))) =>
            {
                *steps
            }
            _ => return self.listed_ends(info, deciders, firsts, seconds),
        };
        let mut starts = [Bits::EMPTY; 8];
        for decider in deciders {
            let scan = &self.program.scans[usize::from(decider.scan)];
            let tests = self.tests(scan);
            let mask = decider.dirs.mask(&|_| None);
            for direction in directions(mask) {
                if info.unordered && (direction as u8) < 4 {
                    continue;
                }
                let mut ends = seconds;
                for _ in 0..steps {
                    ends = self.run.steps.step(ends, direction.opposite());
                }
                let cells = self.line_starts(scan, &tests, direction, None);
                let entry = &mut starts[direction as usize];
                *entry = entry.or(cells.and(firsts).and(ends));
            }
        }
        Choices::Steps(Box::new(starts), steps)
    }

    fn listed_ends(
        &self,
        info: &ActionInfo,
        deciders: &[Decider],
        firsts: Bits<W>,
        seconds: Bits<W>,
    ) -> Choices<W> {
        let mut found: Vec<(Cell, Cell)> = Vec::new();
        for decider in deciders {
            let scan = &self.program.scans[usize::from(decider.scan)];
            let tests = self.tests(scan);
            let mask = decider.dirs.mask(&|_| None);
            let starts = scan
                .starts
                .iter()
                .fold(Bits::EMPTY, |all, start| all.or(tests[usize::from(start.place)]));
            let letters = decider.letters;
            for start in starts.and(firsts) {
                let mut ends = self.walk_ends(scan, &tests, start, mask).and(seconds);
                ends.remove(start);
                for end in ends {
                    if info.unordered && end < start {
                        continue;
                    }
                    let content =
                        |cell| letters.map(|it| self.position.content(&self.run.layout, it, cell));
                    if content(start) == content(end) {
                        found.push((start, end));
                    }
                }
            }
        }
        if deciders.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        let index = self.asked_index(info);
        let action = |(from, to)| Action::new(index, &[Argument::Cell(from), Argument::Cell(to)]);
        Choices::Listed(found.into_iter().map(action).collect())
    }

    fn asked_index(&self, info: &ActionInfo) -> u8 {
        let all = &self.run.rules.actions;
        all.iter().position(|it| std::ptr::eq(it, info)).unwrap_or(0) as u8
    }

    /// The choices for which the body, run on a copy, does anything.
    fn tried(
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

    fn is_time(
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
    fn does_something(&self, _index: u8, action: Action) -> Result<bool, RunError> {
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

    /// Whether the action is legal.
    pub(crate) fn is_legal(&self, action: Action) -> Result<bool, RunError> {
        let Choice::Declared(index) = action.choice else { return self.is_allowed(action) };
        Ok(self.is_allowed(action)? && self.does_something(index, action)?)
    }

    /// Whether the game has the action, its arguments fit, and its condition holds.
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
                scene.ways(ways).contains(&direction)
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
        }) && is_pair_in_order(info, action)
    }
}

/// Whether the first two arguments, where they are cells, can stand together: two different cells,
/// the lesser first where their order does not matter.
fn is_pair_in_order(info: &ActionInfo, action: Action) -> bool {
    match (action.arguments[0], action.arguments[1]) {
        (Argument::Cell(first), Argument::Cell(second)) if info.unordered => first < second,
        (Argument::Cell(first), Argument::Cell(second)) => first != second,
        _ => true,
    }
}
