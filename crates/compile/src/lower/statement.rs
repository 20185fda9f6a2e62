//! Statements and marches.

use masume_program::{Aim, MarchOp, Meeting, Op, Unsupported, ops};
use masume_rules::model::{Block, March, MarchAim, Statement};

use super::{Lowering, MAY_FAIL};

impl Lowering<'_> {
    /// Statements in order.
    pub(crate) fn block(&mut self, block: &Block) -> Vec<Op> {
        block.iter().map(|statement| self.statement(statement)).collect()
    }

    pub(crate) fn statement(&mut self, statement: &Statement) -> Op {
        let lowered = self.checked_statement(statement);
        lowered.unwrap_or_else(|Unsupported(why)| Op::Reference {
            statement: Box::new(statement.clone()),
            why,
            span: statement.span(),
        })
    }

    fn checked_statement(&mut self, statement: &Statement) -> Result<Op, Unsupported> {
        Ok(match statement {
            Statement::Rule(rule) => match self.rule(rule) {
                Ok(lowered) => Op::Rule(Box::new(lowered)),
                Err(Unsupported(why)) => match self.by_content(rule) {
                    Some(rules) => {
                        let block = rules.into_iter().map(|it| Op::Rule(Box::new(it))).collect();
                        Op::Simultaneous { block, is_one_rule: true, span: rule.span }
                    }
                    None => Op::Rule(Box::new(self.followed_rule(rule, why)?)),
                },
            },
            Statement::Relocate { id, span, from, layers, to } => {
                if !self.cannot_fail(from) || !self.cannot_fail(to) {
                    return Err(Unsupported(MAY_FAIL));
                }
                let sets = self.asked([from, to])?;
                for (set, test) in sets.into_iter().zip([from, to]) {
                    self.keep_contents(set, test);
                }
                let [from, to] = sets;
                Op::Relocate { id: *id, span: *span, from, layers: layers.clone(), to }
            }
            Statement::OrElse(blocks) => {
                Op::OrElse(blocks.iter().map(|block| self.block(block)).collect())
            }
            Statement::Must(block) => Op::Must(self.block(block)),
            Statement::Simultaneous(block, span) => {
                let block = self.block(block);
                // What the rules of the block have put is seen by none of them: all or none here.
                if ops(&block).any(|op| matches!(op, Op::Reference { .. })) {
                    return Err(Unsupported("a rule of the block has no program"));
                }
                Op::Simultaneous { block, is_one_rule: false, span: *span }
            }
            Statement::Repeat(block, span) => Op::Repeat(self.block(block), *span),
            Statement::Times(times, block, span) => {
                Op::Times(self.number(times), self.block(block), *span)
            }
            Statement::If(condition, then, otherwise, span) => {
                let condition = self.condition(condition);
                Op::If(condition, self.block(then), self.block(otherwise), *span)
            }
            Statement::March(march) => Op::March(Box::new(self.march(march)?)),
            Statement::Deal { id, span, each, layer, over } => {
                if !self.cannot_fail(over) {
                    return Err(Unsupported(MAY_FAIL));
                }
                let each = self.checked_number(each)?;
                let [over] = self.asked([over])?;
                Op::Deal { id: *id, span: *span, each, layer: *layer, over }
            }
            Statement::Shuffle { id, span, layer } => {
                Op::Shuffle { id: *id, span: *span, layer: *layer }
            }
            Statement::Until(condition, span) => Op::Until(self.condition(condition), *span),
            Statement::Let(local, expr, span) => Op::Let(*local, self.number(expr), *span),
            Statement::Effects(effects, span) => Op::Effects(self.effects(effects), *span),
            Statement::Require(condition, span) => Op::Require(self.condition(condition), *span),
            Statement::Picture { rows, centred, span } => {
                Op::Picture(self.picture(rows, *centred), *span)
            }
        })
    }

    fn march(&mut self, march: &March) -> Result<MarchOp, Unsupported> {
        let mut tests = vec![&march.walkers];
        if let MarchAim::Toward(target) = &march.aim {
            tests.push(target);
        }
        if !tests.into_iter().all(|test| self.cannot_fail(test)) {
            return Err(Unsupported(MAY_FAIL));
        }
        let [walkers] = self.asked([&march.walkers])?;
        let aim = match &march.aim {
            MarchAim::Toward(target) => {
                let [target] = self.asked([target])?;
                Aim::Toward(target)
            }
            MarchAim::In(ways) => Aim::In(self.dirs(ways)),
        };
        let meets = march.meets.iter().map(|meeting| {
            Ok(Meeting {
                first: meeting.first,
                second: meeting.second,
                left: meeting.left,
                effects: self.checked_effects(&meeting.effects)?,
            })
        });
        Ok(MarchOp {
            meets: meets.collect::<Result<_, Unsupported>>()?,
            id: march.id,
            span: march.span,
            layer: march.layer,
            walkers,
            aim,
        })
    }

    /// Contents that a picture puts on the board; those outside are left out.
    fn picture(
        &self,
        rows: &[Vec<Vec<(masume_rules::model::Layer, masume_rules::model::Content)>>],
        centred: bool,
    ) -> Vec<(masume_board::Cell, masume_rules::model::Layer, masume_rules::model::Content)> {
        let grid = self.grid();
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
                puts.extend(contents.iter().map(|&(layer, content)| (cell, layer, content)));
            }
        }
        puts
    }
}
