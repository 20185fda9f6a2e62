//! Statements, one after another.

use masume_rules::model::{EMPTY, Layer};

use super::{Translation, Why};
use crate::lockstep::code::{Instruction, MaskReg, NumReg, SetReg};
use crate::lockstep::registers::OVER;
use crate::program::{Aim, LayerPlanes, MarchOp, Meeting, Op, Set, SetId};

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
                let local = NumReg(self.registers.values + u16::from(local.0));
                self.emit.act(Instruction::Assign(local, number, mask));
                self.emit.forget_table();
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
        // Who is drawn to its own cell stays.
        let stays = self.and(picked, source);
        let stays = self.has_any(stays);
        let moves = self.only_without(matched, stays);
        let source = self.emit.set(|to| Instruction::Only(to, source, moves));
        for &layer in layers {
            let LayerPlanes::Pieces { first, count } = self.layout.layer(layer) else {
                return Err(Why("a number is moved"));
            };
            let planes: Vec<SetReg> = (first..first + count).map(SetReg).collect();
            let held: Vec<MaskReg> = planes
                .iter()
                .map(|&plane| {
                    let held = self.and(plane, source);
                    self.has_any(held)
                })
                .collect();
            let any = held.iter().copied().reduce(|any, held| self.either(any, held));
            let Some(any) = any else { continue };
            let arrives = self.emit.set(|to| Instruction::Only(to, picked, any));
            for (&plane, &held) in planes.iter().zip(&held) {
                let index = plane.0;
                if !self.excludes(from, index) {
                    self.lose(plane, source);
                }
                if !self.excludes(to, index) {
                    self.lose(plane, arrives);
                }
                if !self.excludes(from, index) {
                    let gained = self.emit.set(|to| Instruction::Only(to, picked, held));
                    let gained = self.emit.set(|to| Instruction::Only(to, gained, moves));
                    self.gain(plane, gained);
                }
            }
        }
        Ok(matched)
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
        let mut left: Vec<(SetReg, Option<u16>)> = Vec::new();
        let own = walker - first;
        let several = met(&march.meets, own, None, 2)?;
        let mut standing = None;
        for &other in &others {
            standing = Some(self.or(standing, SetReg(other)));
            for (comers, several) in [(alone, 1), (twice, 2)] {
                let met = met(&march.meets, own, Some(other - first), several)?;
                let cells = self.and(comers, SetReg(other));
                left.push((cells, met.map(|piece| first + piece)));
            }
        }
        let free = |this: &mut Self, cells: SetReg| match standing {
            Some(standing) => this.without(cells, standing),
            None => cells,
        };
        let one = free(self, alone);
        left.push((one, Some(walker)));
        let more = free(self, twice);
        left.push((more, several.map(|piece| first + piece)));
        // Everyone has gone, and everywhere something is left.
        self.lose(SetReg(walker), walkers);
        let shared: Option<SetReg> = standing.map(|standing| self.and(once, standing));
        if let Some(shared) = shared {
            let shared = self.loosened(shared);
            others.iter().for_each(|&other| self.lose(SetReg(other), shared));
        }
        for (cells, piece) in left {
            if let Some(piece) = piece {
                self.gain(SetReg(piece), cells);
            }
        }
        Ok(matched)
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
