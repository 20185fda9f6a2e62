//! Statements, run one after another.

use masume_rules::frame::Loop;
use masume_rules::model::{
    Block, Condition, Content, EMPTY, FUEL, Layer, RuleId, Statement, Test, UNTIL_BOUND,
};
use masume_rules::run_error::{RunErrorKind, Span};

use crate::machine::{Machine, Pending, Put, Stop};
use crate::scene::Letters;

/// Result of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It found nothing to work on, or is none that looks for something.
    Missed,
    /// It found something to work on.
    Matched,
    /// It required what does not hold: the rest of its block does not run.
    Broke,
}

impl Ran {
    fn from_match(has_matched: bool) -> Self {
        if has_matched { Self::Matched } else { Self::Missed }
    }
}

/// A relocation, taken from its statement.
#[derive(Clone, Copy)]
struct Relocation<'a> {
    id: RuleId,
    span: Span,
    from: &'a Test,
    layers: &'a [Layer],
    to: &'a Test,
}

impl<'a> Machine<'_, 'a> {
    /// Runs the statements in order; says whether any of them matched.
    pub(crate) fn run_block(&mut self, block: &'a Block) -> Result<bool, Stop> {
        let mut has_matched = false;
        for statement in block {
            if self.is_over() {
                break;
            }
            match self.run(statement)? {
                Ran::Matched => has_matched = true,
                Ran::Missed => {}
                Ran::Broke => break,
            }
        }
        Ok(has_matched)
    }

    /// Runs `start`, anew as often as `until` asks.
    pub(crate) fn run_start(&mut self) -> Result<(), Stop> {
        let before = (self.state.clone(), self.frame.locals.clone());
        let block = &self.context.rules.start;
        let mut round = 1;
        let mut index = 0;
        self.context.prices.start()?;
        self.frame.fuel = FUEL;
        self.frame.has_drawn = false;
        while let Some(statement) = block.get(index) {
            index += 1;
            if let Statement::Until(condition, span) = statement {
                self.frame.span = *span;
                if self.holds(condition)? {
                    continue;
                }
                // Without a draw the next set-up would be the same.
                if round == UNTIL_BOUND || !self.frame.has_drawn {
                    return Err(self.error(RunErrorKind::UntilNever));
                }
                self.chance.rerun().map_err(|halt| self.halted(halt))?;
                let random = self.state.random;
                (self.state, self.frame.locals) = before.clone();
                self.state.random = random;
                self.frame.fuel = FUEL;
                self.frame.has_drawn = false;
                round += 1;
                index = 0;
                continue;
            }
            if self.run(statement)? == Ran::Broke || self.is_over() {
                break;
            }
        }
        Ok(())
    }

    pub(crate) fn run(&mut self, statement: &'a Statement) -> Result<Ran, Stop> {
        match statement {
            Statement::Rule(rule) => self.run_rule(rule).map(Ran::from_match),
            Statement::Relocate { id, span, from, layers, to } => {
                let relocation = Relocation { id: *id, span: *span, from, layers, to };
                self.relocate(relocation).map(Ran::from_match)
            }
            Statement::OrElse(blocks) => {
                for block in blocks {
                    if self.run_block(block)? {
                        return Ok(Ran::Matched);
                    }
                }
                Ok(Ran::Missed)
            }
            Statement::Must(block) => {
                if self.run_block(block)? {
                    Ok(Ran::Matched)
                } else {
                    self.fail()
                }
            }
            Statement::Simultaneous(block, span) => {
                self.run_simultaneous(block, *span).map(Ran::from_match)
            }
            Statement::Repeat(block, span) => self.repeat(block, *span).map(Ran::from_match),
            Statement::Times(times, block, span) => {
                self.frame.span = *span;
                let times = self.number(times)?;
                self.times(times, block, *span).map(Ran::from_match)
            }
            Statement::If(condition, then, otherwise, span) => {
                self.frame.span = *span;
                let block = if self.holds(condition)? { then } else { otherwise };
                self.run_block(block).map(Ran::from_match)
            }
            Statement::March(march) => self.run_march(march).map(Ran::from_match),
            Statement::Deal { id, span, each, layer, over } => {
                self.begin(*span)?;
                let puts = self.deal(each, *layer, over)?;
                self.commit_if_any(*id, *span, puts)
            }
            Statement::Shuffle { id, span, layer } => {
                self.begin(*span)?;
                let puts = self.shuffle_layer(*layer)?;
                self.commit_if_any(*id, *span, puts)
            }
            // Only `run_start` meets one that means anything.
            Statement::Until(_, _) => Ok(Ran::Missed),
            Statement::Let(local, expr, span) => {
                self.frame.span = *span;
                let number = self.number(expr)?;
                if let Some(local) = self.frame.locals.get_mut(usize::from(local.0)) {
                    *local = number;
                }
                Ok(Ran::Missed)
            }
            Statement::Effects(effects, span) => {
                self.frame.span = *span;
                self.run_effects(effects, &Letters::default())?;
                Ok(Ran::Missed)
            }
            Statement::Require(condition, span) => {
                self.frame.span = *span;
                self.require(condition)
            }
            Statement::Picture { rows, centred, span } => {
                self.frame.span = *span;
                let puts = self.picture(rows, *centred);
                match &mut self.pending {
                    Some(pending) => pending.puts.extend(puts),
                    None => self.write(puts)?,
                }
                Ok(Ran::Missed)
            }
        }
    }

    /// Pays for a rule pass whose errors are blamed on this place.
    pub(crate) fn begin(&mut self, span: Span) -> Result<(), Stop> {
        self.frame.span = span;
        self.spend()
    }

    fn commit_if_any(&mut self, id: RuleId, span: Span, puts: Vec<Put>) -> Result<Ran, Stop> {
        if puts.is_empty() {
            return Ok(Ran::Missed);
        }
        self.commit(id, span, puts)?;
        Ok(Ran::Matched)
    }

    fn require(&mut self, condition: &'a Condition) -> Result<Ran, Stop> {
        if self.holds(condition)? { Ok(Ran::Missed) } else { self.fail() }
    }

    /// Result where a requirement does not hold.
    fn fail(&mut self) -> Result<Ran, Stop> {
        self.unmet = Some(self.frame.span);
        if self.frame.body.is_some() { Err(Stop::Illegal) } else { Ok(Ran::Broke) }
    }

    fn run_simultaneous(&mut self, block: &'a Block, span: Span) -> Result<bool, Stop> {
        if self.pending.is_some() {
            // Inside another such block the board stands still anyway.
            return self.run_block(block);
        }
        self.pending = Some(Pending::default());
        let has_matched = self.run_block(block)?;
        if let Some(pending) = self.pending.take() {
            // Of rules that contradict each other, none alone is at fault.
            self.frame.span = span;
            self.commit_pending(pending)?;
        }
        Ok(has_matched)
    }

    fn repeat(&mut self, block: &'a Block, span: Span) -> Result<bool, Stop> {
        let mut has_matched = false;
        self.frame.loops.push(Loop { span, rounds: 0 });
        loop {
            self.begin_round()?;
            self.context.check_copy(span, self.context.contents(&self.state))?;
            let before = (self.state.board.clone(), self.state.values.clone());
            has_matched |= self.run_block(block)?;
            let is_same = before.0 == self.state.board && before.1 == self.state.values;
            if is_same || self.is_over() {
                break;
            }
        }
        self.frame.loops.pop();
        Ok(has_matched)
    }

    fn times(&mut self, times: i64, block: &'a Block, span: Span) -> Result<bool, Stop> {
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

    fn relocate(&mut self, relocation: Relocation<'a>) -> Result<bool, Stop> {
        self.begin(relocation.span)?;
        let none = Letters::default();
        let Some(from) = self.scene().find_inner(relocation.from, &none)? else {
            return Ok(false);
        };
        let targets = self.scene().inner_cells(relocation.to, &none)?;
        if targets.is_empty() {
            return Ok(false);
        }
        let to = targets[self.draw(targets.len())?];
        let mut puts = Vec::new();
        if to != from {
            for &layer in relocation.layers {
                let content = self.state.board.get(layer, from);
                if content != EMPTY {
                    puts.push(Put { cell: from, layer, content: EMPTY });
                    puts.push(Put { cell: to, layer, content });
                }
            }
        }
        self.commit(relocation.id, relocation.span, puts)?;
        Ok(true)
    }

    /// Contents that a picture puts; what lies outside the board is left out.
    fn picture(&self, rows: &[Vec<Vec<(Layer, Content)>>], centred: bool) -> Vec<Put> {
        let grid = self.state.board.grid();
        let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let (mut left, mut top) = (0, 0);
        if centred {
            left = (i64::from(grid.width()) - widest as i64).div_euclid(2);
            top = (i64::from(grid.height()) - rows.len() as i64).div_euclid(2);
        }
        let mut puts = Vec::new();
        for (row, contents) in (top..).zip(rows) {
            for (column, contents) in (left..).zip(contents) {
                let place = i32::try_from(column).ok().zip(i32::try_from(row).ok());
                let cell = place.and_then(|(column, row)| grid.at(column, row));
                let Some(cell) = cell.filter(|&cell| grid.is_inner(cell)) else { continue };
                let contents = contents.iter();
                puts.extend(contents.map(|&(layer, content)| Put { cell, layer, content }));
            }
        }
        puts
    }
}
