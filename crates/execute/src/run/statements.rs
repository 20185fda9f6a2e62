//! Execution of statements, one after another.

use masume_board::{Bits, Cell};
use masume_program::{Op, SetId};
use masume_rules::chance::shuffle;
use masume_rules::frame::Loop;
use masume_rules::model::{Content, EMPTY, FUEL, Layer, LayerKind, Statement, UNTIL_BOUND};
use masume_rules::run_error::{RunErrorKind, Span};

use crate::Ran;
use crate::run::machine::Written;
use crate::run::{Machine, Position, Stop};

impl Ran {
    fn from_match(has_matched: bool) -> Self {
        if has_matched { Self::Matched } else { Self::Missed }
    }
}

impl<const W: usize> Machine<'_, '_, W> {
    /// Runs the statements in order; says whether any of them matched.
    pub(crate) fn run_block(&mut self, block: &[Op]) -> Result<bool, Stop> {
        let mut has_matched = false;
        for op in block {
            if self.is_over() {
                break;
            }
            match self.run_op(op)? {
                Ran::Matched => has_matched = true,
                Ran::Missed => {}
                Ran::Broke => break,
            }
        }
        Ok(has_matched)
    }

    /// Runs `start`, anew as often as `until` asks.
    pub(crate) fn run_start(&mut self) -> Result<(), Stop> {
        let before = (self.position.clone(), self.frame.locals.clone());
        let block = &self.program().start;
        let mut round = 1;
        let mut index = 0;
        self.run.budget.start.clone()?;
        self.frame.fuel = FUEL;
        self.frame.has_drawn = false;
        while let Some(op) = block.get(index) {
            index += 1;
            if let Op::Until(condition, span) = op {
                self.frame.span = *span;
                if self.scene().condition(condition)? {
                    continue;
                }
                // Without a draw the next set-up would be the same.
                if round == UNTIL_BOUND || !self.frame.has_drawn {
                    return Err(self.error(RunErrorKind::UntilNever));
                }
                self.chance.rerun().map_err(|halt| self.halted(halt))?;
                let random = self.position.random;
                (self.position, self.frame.locals) = before.clone();
                self.position.random = random;
                self.frame.fuel = FUEL;
                self.frame.has_drawn = false;
                round += 1;
                index = 0;
                continue;
            }
            if self.run_op(op)? == Ran::Broke || self.is_over() {
                break;
            }
        }
        Ok(())
    }

    pub(crate) fn run_op(&mut self, op: &Op) -> Result<Ran, Stop> {
        match op {
            Op::Rule(rule) => self.run_rule(rule).map(Ran::from_match),
            Op::Relocate { span, from, layers, to, .. } => {
                self.relocate(*span, *from, layers, *to).map(Ran::from_match)
            }
            Op::OrElse(blocks) => {
                for block in blocks {
                    if self.run_block(block)? {
                        return Ok(Ran::Matched);
                    }
                }
                Ok(Ran::Missed)
            }
            Op::Must(block) => {
                if self.run_block(block)? {
                    Ok(Ran::Matched)
                } else {
                    self.fail()
                }
            }
            Op::Simultaneous { block, is_one_rule, span } => {
                if *is_one_rule {
                    self.begin(*span)?;
                }
                self.run_simultaneous(block, *is_one_rule, *span).map(Ran::from_match)
            }
            Op::Repeat(block, span) => self.repeat(block, *span).map(Ran::from_match),
            Op::Times(times, block, span) => {
                self.frame.span = *span;
                let times = self.scene().number_at(times, None, &[])?;
                self.times(times, block, *span).map(Ran::from_match)
            }
            Op::If(condition, then, otherwise, span) => {
                self.frame.span = *span;
                let block = if self.scene().condition(condition)? { then } else { otherwise };
                self.run_block(block).map(Ran::from_match)
            }
            Op::March(march) => self.run_march(march).map(Ran::from_match),
            Op::Deal { span, each, layer, over, .. } => {
                self.begin(*span)?;
                let each = self.scene().number_at(each, None, &[])?;
                let mut puts = self.deal(each, *layer, *over)?;
                self.commit_if_any(&mut puts)
            }
            Op::Shuffle { span, layer, .. } => {
                self.begin(*span)?;
                let mut puts = self.shuffle_layer(*layer)?;
                self.commit_if_any(&mut puts)
            }
            // Only `run_start` meets one that means anything.
            Op::Until(_, _) => Ok(Ran::Missed),
            Op::Let(local, number, span) => {
                self.frame.span = *span;
                let number = self.scene().number_at(number, None, &[])?;
                if let Some(local) = self.frame.locals.get_mut(usize::from(local.0)) {
                    *local = number;
                }
                Ok(Ran::Missed)
            }
            Op::Effects(effects, span) => {
                self.frame.span = *span;
                self.run_effects(effects, &[])?;
                Ok(Ran::Missed)
            }
            Op::Require(condition, span) => {
                self.frame.span = *span;
                if self.scene().condition(condition)? { Ok(Ran::Missed) } else { self.fail() }
            }
            Op::Picture(contents, span) => {
                self.frame.span = *span;
                let puts = contents.iter();
                let put = |&(cell, layer, content)| Written { cell, layer, content };
                let mut puts: Vec<Written> = puts.map(put).collect();
                self.commit(&mut puts)?;
                Ok(Ran::Missed)
            }
            Op::Reference { statement, .. } => self.run_elsewhere(statement),
        }
    }

    fn commit_if_any(&mut self, puts: &mut Vec<Written>) -> Result<Ran, Stop> {
        if puts.is_empty() {
            return Ok(Ran::Missed);
        }
        self.commit(puts)?;
        Ok(Ran::Matched)
    }

    /// Failure of a requirement.
    fn fail(&self) -> Result<Ran, Stop> {
        if self.frame.body.is_some() { Err(Stop::Illegal) } else { Ok(Ran::Broke) }
    }

    fn run_simultaneous(
        &mut self,
        block: &[Op],
        is_one_rule: bool,
        span: Span,
    ) -> Result<bool, Stop> {
        if self.pending.is_some() {
            // Inside another such block the board stands still anyway.
            return if is_one_rule { self.run_parts(block) } else { self.run_block(block) };
        }
        self.pending = Some(Vec::new());
        let has_matched = if is_one_rule { self.run_parts(block)? } else { self.run_block(block)? };
        if let Some(mut pending) = self.pending.take() {
            // Of rules that contradict each other, none alone is at fault.
            self.frame.span = span;
            self.write(&mut pending)?;
        }
        Ok(has_matched)
    }

    /// Runs the rules that one rule of the text became: its pass is paid for, and what one of them
    /// ends does not keep the others.
    fn run_parts(&mut self, rules: &[Op]) -> Result<bool, Stop> {
        let mut has_matched = false;
        for op in rules {
            if let Op::Rule(rule) = op {
                has_matched |= self.run_matches(rule)?;
            }
        }
        Ok(has_matched)
    }

    fn repeat(&mut self, block: &[Op], span: Span) -> Result<bool, Stop> {
        let mut has_matched = false;
        self.frame.loops.push(Loop { span, rounds: 0 });
        let mut before = self.position.clone();
        loop {
            self.begin_round()?;
            before.clone_from(&self.position);
            has_matched |= self.run_block(block)?;
            if self.position.looks_like(&before) || self.is_over() {
                break;
            }
        }
        self.frame.loops.pop();
        Ok(has_matched)
    }

    fn times(&mut self, times: i64, block: &[Op], span: Span) -> Result<bool, Stop> {
        let mut has_matched = false;
        self.frame.loops.push(Loop { span, rounds: 0 });
        for _ in 0..times {
            if self.is_over() {
                break;
            }
            self.begin_round()?;
            has_matched |= self.run_block(block)?;
        }
        self.frame.loops.pop();
        Ok(has_matched)
    }

    /// Pays for a round.
    fn begin_round(&mut self) -> Result<(), Stop> {
        if let Some(inner) = self.frame.loops.last_mut() {
            inner.rounds += 1;
        }
        self.spend()
    }

    fn relocate(
        &mut self,
        span: Span,
        from: SetId,
        layers: &[Layer],
        to: SetId,
    ) -> Result<bool, Stop> {
        self.begin(span)?;
        let scene = self.scene();
        let inner = self.run.steps.inner;
        let from = scene.set(from).and(inner).first();
        let targets = scene.set(to).and(inner);
        scene.host.check()?;
        let Some(from) = from else { return Ok(false) };
        if targets.is_empty() {
            return Ok(false);
        }
        let index = self.draw(targets.len())?;
        let Some(to) = targets.nth(index) else { return Ok(false) };
        let mut puts = Vec::new();
        if to != from {
            for &layer in layers {
                let content = self.position.content(&self.run.layout, layer, from);
                if content != EMPTY {
                    puts.push(Written { cell: from, layer, content: EMPTY });
                    puts.push(Written { cell: to, layer, content });
                }
            }
        }
        self.commit(&mut puts)?;
        Ok(true)
    }

    /// Contents that dealing so many of each kind over the cells of a set puts on them.
    fn deal(&mut self, each: i64, layer: Layer, over: SetId) -> Result<Vec<Written>, Stop> {
        let cells = self.scene().set(over).and(self.run.steps.inner);
        self.host.check()?;
        let cells: Vec<Cell> = cells.iter().collect();
        let mut hand = Vec::new();
        // More of each than there are cells is no whole kind.
        if let Ok(each) = usize::try_from(each)
            && (1..=cells.len()).contains(&each)
        {
            for content in self.contents(layer, cells.len() / each) {
                hand.extend(std::iter::repeat_n(content, each));
            }
        }
        if hand.is_empty() {
            return Ok(Vec::new());
        }
        hand.resize(cells.len(), EMPTY);
        shuffle(&mut hand, |count| self.draw(count))?;
        let dealt = cells.into_iter().zip(hand).filter(|&(_, content)| content != EMPTY);
        Ok(dealt.map(|(cell, content)| Written { cell, layer, content }).collect())
    }

    /// Contents that shuffling a layer puts on the cells that hold something.
    fn shuffle_layer(&mut self, layer: Layer) -> Result<Vec<Written>, Stop> {
        let planes = self.run.layout.occupied(layer);
        let held = planes.fold(Bits::EMPTY, |all, it| all.or(self.position.plane::<W>(it)));
        let cells: Vec<Cell> = held.and(self.run.steps.inner).iter().collect();
        let content = |&cell: &Cell| self.position.content(&self.run.layout, layer, cell);
        let mut contents: Vec<Content> = cells.iter().map(content).collect();
        shuffle(&mut contents, |count| self.draw(count))?;
        let moved = cells.into_iter().zip(contents);
        Ok(moved.map(|(cell, content)| Written { cell, layer, content }).collect())
    }

    /// The first contents that the layer can hold, in their order, at most `count`.
    fn contents(&self, layer: Layer, count: usize) -> Vec<Content> {
        match self.run.rules.layers.get(usize::from(layer.0)).map(|info| &info.kind) {
            Some(LayerKind::Range(least, greatest)) => (*least..=*greatest).take(count).collect(),
            Some(kind) => kind.contents().into_iter().take(count).collect(),
            None => Vec::new(),
        }
    }

    /// Runs a statement that has no program on the reference executor.
    fn run_elsewhere(&mut self, statement: &Statement) -> Result<Ran, Stop> {
        // The state is written down for it, and read back: a step for each content.
        let contents = self.run.layout.cells() * self.run.rules.layers.len();
        self.host.stop.with_step(contents as u64).check(self.frame.span)?;
        let mut state = self.position.to_state(&self.run.layout);
        let ran = self.host.fallback.borrow_mut().statement(
            &mut state,
            &mut self.frame,
            statement,
            self.chance,
        );
        let asked_ends = self.position.asked_ends;
        self.position = Position::of_state(&self.run.layout, &state);
        self.position.asked_ends = asked_ends;
        self.changed = self.run.steps.full;
        ran
    }
}
