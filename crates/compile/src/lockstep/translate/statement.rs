//! Statements, one after another.

use masume_rules::model::{EMPTY, Layer};

use super::{Translation, Why};
use crate::lockstep::code::{Instruction, MaskReg, NumReg, SetReg};
use crate::lockstep::registers::OVER;
use crate::program::{Aim, Effect, LayerPlanes, MarchOp, Meeting, Mode, Op, RuleOp, Set, SetId};

/// The most statements of a turn: far fewer than its fuel.
const MOST_STATEMENTS: u32 = 500;

impl Translation<'_> {
    /// Statements run on the boards of the mask; where any of them matched.
    pub(crate) fn block(&mut self, block: &[Op], mask: MaskReg) -> Result<Option<MaskReg>, Why> {
        let mut any = None;
        for op in block {
            self.statements += 1;
            if self.statements > MOST_STATEMENTS {
                return Err(Why("there are too many statements"));
            }
            let mask = if self.may_finish { self.only_without(mask, OVER) } else { mask };
            if let Some(matched) = self.statement(op, mask)? {
                any = Some(match any {
                    None => matched,
                    Some(any) => self.either(any, matched),
                });
            }
        }
        Ok(any)
    }

    /// A statement on the boards of the mask; where it matched, if it is one that looks for
    /// anything.
    fn statement(&mut self, op: &Op, mask: MaskReg) -> Result<Option<MaskReg>, Why> {
        match op {
            Op::Rule(rule) => self.rule(rule, mask).map(Some),
            Op::OrElse(blocks) => {
                if let Some(rules) = self.plain_rules(blocks) {
                    return self.first_that_matches(&rules, mask).map(Some);
                }
                let (mut left, mut any) = (mask, None);
                for block in blocks {
                    let Some(matched) = self.block(block, left)? else { continue };
                    left = self.only_without(left, matched);
                    any = Some(match any {
                        None => matched,
                        Some(any) => self.either(any, matched),
                    });
                }
                Ok(any)
            }
            // Only legal actions are done: what their bodies require holds.
            Op::Must(block) if self.is_decided_body => self.block(block, mask),
            Op::Require(..) if self.is_decided_body => Ok(None),
            Op::Must(_) | Op::Require(..) => Err(Why("something is required outside an action")),
            Op::If(condition, then, otherwise, _) => {
                let holds = self.condition(condition)?;
                let (yes, no) = (self.both(mask, holds), self.only_without(mask, holds));
                let then = self.block(then, yes)?;
                let otherwise = self.block(otherwise, no)?;
                Ok(match (then, otherwise) {
                    (Some(then), Some(otherwise)) => Some(self.either(then, otherwise)),
                    (matched, None) | (None, matched) => matched,
                })
            }
            Op::Let(local, number, _) => {
                let number = self.number(number)?;
                let local = NumReg(self.registers.values + local.0);
                self.emit.act(Instruction::Assign(local, number, mask));
                self.emit.forget_table();
                self.bound_local(local, number);
                Ok(None)
            }
            Op::Effects(effects, _) => {
                self.plain_effects(effects, mask)?;
                Ok(None)
            }
            Op::Relocate { from, layers, to, .. } => {
                self.relocate(*from, layers, *to, mask).map(Some)
            }
            Op::March(march) => self.march(march, mask).map(Some),
            Op::Simultaneous(..) => Err(Why("rules see the same board")),
            Op::Repeat(..) => Err(Why("statements are repeated")),
            Op::Times(times, block, _) => self.times(times, block, mask),
            Op::Deal { .. } | Op::Shuffle { .. } => Err(Why("contents are dealt or shuffled")),
            Op::Until(..) | Op::Picture(..) => Err(Why("a board is set up")),
            Op::Reference { .. } => Err(Why("a statement goes to the reference executor")),
        }
    }

    /// The rules of blocks, each of which is one that is done all at once.
    fn plain_rules<'b>(&self, blocks: &'b [Vec<Op>]) -> Option<Vec<&'b RuleOp>> {
        let rule = |block: &'b Vec<Op>| match &block[..] {
            [Op::Rule(rule)] if matches!(rule.mode, Mode::Sets(_)) => Some(&**rule),
            _other => None,
        };
        let rules: Vec<&RuleOp> = blocks.iter().map(rule).collect::<Option<_>>()?;
        let finishes =
            |rule: &&RuleOp| rule.effects.iter().any(|effect| matches!(effect, Effect::Finish(_)));
        (!rules.iter().any(finishes)).then_some(rules)
    }

    /// Rules of which on each board the first that matches is done: all look at the board before any
    /// of them changes it, for none changes a board on which a later one is done.
    fn first_that_matches(&mut self, rules: &[&RuleOp], mask: MaskReg) -> Result<MaskReg, Why> {
        let (mut left, mut any): (MaskReg, Option<MaskReg>) = (mask, None);
        let mut found = Vec::new();
        for rule in rules {
            let matches = self.find(rule, left)?;
            left = self.only_without(left, matches.matched);
            any = Some(any.map_or(matches.matched, |any| self.either(any, matches.matched)));
            found.push(matches);
        }
        for (rule, matches) in rules.iter().zip(found) {
            self.do_all(rule, matches)?;
        }
        any.ok_or(Why("there is no rule to try"))
    }

    /// A block that runs a few times, as often as that is known.
    fn times(
        &mut self,
        times: &crate::program::Num,
        block: &[Op],
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Why> {
        let times =
            self.constant_of(times).ok_or(Why("a block runs a changing number of times"))?;
        let mut any = None;
        for _ in 0..times.clamp(0, i64::from(MOST_STATEMENTS) + 1) {
            // Where nothing is in the block nothing would count it.
            self.statements += 1;
            if self.statements > MOST_STATEMENTS {
                return Err(Why("there are too many statements"));
            }
            let mask = if self.may_finish { self.only_without(mask, OVER) } else { mask };
            if let Some(matched) = self.block(block, mask)? {
                any = Some(match any {
                    None => matched,
                    Some(any) => self.either(any, matched),
                });
            }
        }
        Ok(any)
    }

    fn relocate(
        &mut self,
        from: SetId,
        layers: &[Layer],
        to: SetId,
        mask: MaskReg,
    ) -> Result<MaskReg, Why> {
        let (sources, targets) = (self.set(from)?, self.set(to)?);
        let (sources, targets) = (self.within(sources), self.within(targets));
        let source = self.emit.set(|to| Instruction::First(to, sources));
        let has_source = self.has_any(source);
        let mask = self.both(mask, has_source);
        let picked = self.emit.loose_set();
        self.emit.act(Instruction::PickOne { to: picked, of: targets, mask });
        let matched = self.has_any(picked);
        let (mut source, mut moves) = (source, matched);
        if !self.are_disjoint(from, to) {
            // Who is drawn to its own cell stays.
            let stays = self.and(picked, source);
            let stays = self.has_any(stays);
            moves = self.only_without(matched, stays);
        }
        source = self.emit.set(|to| Instruction::Only(to, source, moves));
        let picked = if moves == matched {
            picked
        } else {
            self.emit.set(|to| Instruction::Only(to, picked, moves))
        };
        for &layer in layers {
            self.move_layer(layer, [source, picked], [from, to])?;
        }
        Ok(matched)
    }

    /// What a layer holds at the one cell of each board comes to the other.
    fn move_layer(
        &mut self,
        layer: Layer,
        [source, target]: [SetReg; 2],
        [from, to]: [SetId; 2],
    ) -> Result<(), Why> {
        let LayerPlanes::Pieces { first, count } = self.layout.layer(layer) else {
            return Err(Why("a number is moved"));
        };
        let planes = first..first + count;
        let held: Vec<u16> = planes.clone().filter(|&plane| !self.excludes(from, plane)).collect();
        // Where the source is one of the planes, it holds that piece and no other.
        let is_certain = matches!(
            &self.program().sets[usize::from(from.0)],
            Set::Planes(planes) if planes[..] == held[..]
        ) && held.len() == 1;
        let mut gains = Vec::new();
        let mut arrives: Option<SetReg> = None;
        for plane in held {
            let mut cells = target;
            if !is_certain {
                let here = self.and(SetReg(plane), source);
                let here = self.has_any(here);
                cells = self.emit.set(|to| Instruction::Only(to, target, here));
            }
            arrives = Some(self.or(arrives, cells));
            gains.push((SetReg(plane), cells));
        }
        let Some(arrives) = arrives else { return Ok(()) };
        for plane in planes.map(SetReg) {
            if !self.excludes(from, plane.0) {
                self.lose(plane, source);
            }
            if !self.excludes(to, plane.0) {
                self.lose(plane, arrives);
            }
        }
        gains.into_iter().for_each(|(plane, cells)| self.gain(plane, cells));
        Ok(())
    }

    /// Everyone of one content goes towards one target, and meets whoever comes there too.
    fn march(&mut self, march: &MarchOp, mask: MaskReg) -> Result<MaskReg, Why> {
        let LayerPlanes::Pieces { first, count } = self.layout.layer(march.layer) else {
            return Err(Why("numbers march"));
        };
        let Aim::Toward(target) = &march.aim else { return Err(Why("a march has a direction")) };
        let Set::Planes(walking) = &self.program().sets[usize::from(march.walkers.0)] else {
            return Err(Why("who marches is no piece"));
        };
        let [walker] = walking[..] else { return Err(Why("several pieces march")) };
        if !(first..first + count).contains(&walker) || self.layout.grid.rim() > 0 {
            return Err(Why("who marches is no piece of the layer"));
        }
        let target = self.set(*target)?;
        let walkers = self.emit.set(|to| Instruction::Only(to, SetReg(walker), mask));
        let matched = self.has_any(walkers);
        let (once, twice) = (self.emit.loose_set(), self.emit.loose_set());
        self.emit.act(Instruction::March { once, twice, walkers, target });
        // What is left where several meet, for one who comes and for more, by who stands there.
        let others: Vec<u16> = (first..first + count).filter(|&it| it != walker).collect();
        let alone = self.without(once, twice);
        let mut gains: Vec<(SetReg, SetReg)> = Vec::new();
        let mut losses: Vec<(SetReg, SetReg)> = Vec::new();
        for (comers, several) in [(alone, 1), (twice, 2)] {
            let mut left = vec![(None, self.met(march, first, walker, None, several)?)];
            for &other in &others {
                let met = self.met(march, first, walker, Some(other), several)?;
                left.push((Some(other), met));
                if met != Some(other) {
                    losses.push((SetReg(other), comers));
                }
            }
            for piece in first..first + count {
                if let Some(cells) = self.cells_left(comers, piece, &left) {
                    gains.push((SetReg(piece), cells));
                }
            }
        }
        let gone: Vec<(SetReg, SetReg)> =
            others.iter().filter_map(|&other| self.all_lost(other, &losses, once)).collect();
        self.lose(SetReg(walker), walkers);
        gone.into_iter().for_each(|(plane, cells)| self.lose(plane, cells));
        gains.into_iter().for_each(|(plane, cells)| self.gain(plane, cells));
        Ok(matched)
    }

    /// Where a piece is left of those who come: by who stood there, what is left.
    fn cells_left(
        &mut self,
        comers: SetReg,
        piece: u16,
        left: &[(Option<u16>, Option<u16>)],
    ) -> Option<SetReg> {
        // Who stood there before and stays is there already.
        let is_left = |&&(standing, left): &&(Option<u16>, Option<u16>)| {
            left == Some(piece) && standing != Some(piece)
        };
        let stood: Vec<Option<u16>> = left.iter().filter(is_left).map(|(it, _)| *it).collect();
        let union = |this: &mut Self, planes: Vec<u16>| {
            planes.into_iter().fold(None, |all, plane| Some(this.or(all, SetReg(plane))))
        };
        if stood.contains(&None) {
            let others = left.iter().filter_map(|&(standing, left)| {
                standing.filter(|&it| it != piece && left != Some(piece))
            });
            let others = union(self, others.collect());
            return Some(match others {
                Some(others) => self.without(comers, others),
                None => comers,
            });
        }
        let planes = union(self, stood.into_iter().flatten().collect())?;
        Some(self.and(comers, planes))
    }

    /// The cells on which whoever stood there is no more.
    fn all_lost(
        &self,
        other: u16,
        losses: &[(SetReg, SetReg)],
        once: SetReg,
    ) -> Option<(SetReg, SetReg)> {
        let mut mine = losses.iter().filter(|(plane, _)| plane.0 == other);
        match (mine.next(), mine.next()) {
            (Some(_), Some(_)) => Some((SetReg(other), once)),
            (Some(lost), None) => Some(*lost),
            (None, _) => None,
        }
    }

    /// What is left of so many walkers, or more, that come to who stands there.
    fn met(
        &self,
        march: &MarchOp,
        first: u16,
        walker: u16,
        standing: Option<u16>,
        least: usize,
    ) -> Result<Option<u16>, Why> {
        let standing = standing.map(|plane| plane - first);
        let met = met(&march.meets, walker - first, standing, least)?;
        Ok(met.map(|piece| first + piece))
    }
}

/// What is left of so many walkers, or more, that come to who stands there: the same for any such
/// number, without effects, and one at most.
fn met(
    meets: &[Meeting],
    walker: u16,
    standing: Option<u16>,
    least: usize,
) -> Result<Option<u16>, Why> {
    let why = Why("meetings of a march depend on how many come");
    if meets.iter().any(|meeting| !meeting.effects.is_empty()) {
        return Err(Why("meetings of a march have effects"));
    }
    let most = if least == 1 { 1 } else { 9 };
    let mut found: Option<Option<u16>> = None;
    for count in least..=most {
        let mut occupants = vec![i32::from(walker); count];
        occupants.extend(standing.map(i32::from));
        let left = crate::run::left_of(meets, occupants).ok_or(why)?;
        let left = (left != EMPTY).then_some(left as u16);
        if found.is_some_and(|found| found != left) {
            return Err(why);
        }
        found = Some(left);
    }
    found.ok_or(why)
}
