//! Statements that run again until nothing changes.

use std::collections::BTreeSet;

use masume_program::interp::code::{Instruction, MOST_NESTED, MaskReg, NumReg, Register, SetReg};
use masume_program::interp::registers::ALL;
use masume_program::interp::trial::Kept;
use masume_program::{Alternative, NfaState, Num, Op, Put, Strategy, Unsupported, ops};
use masume_rules::model::Compare;

use super::Translation;

/// The most rounds of a loop: a board that would run more needs a retry.
const MOST_ROUNDS: u32 = 1 << 10;

/// Rule passes and rounds that loops of a turn may come to together: less than the fuel that the
/// body of an action has.
pub(super) const FUEL_OF_LOOPS: u32 = masume_rules::model::FUEL / 2;

/// The least fuel that is worth counting.
const LEAST_METERED: u32 = FUEL_OF_LOOPS / 20;

/// Number of times that a loop may run.
#[derive(Clone, Copy)]
struct Rounds {
    /// At most.
    most: u32,
    /// Cost of a round, where that is counted as it runs.
    metered: Option<u32>,
}

/// Fuel that is counted on each board as it runs: that of loops which stand in one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    spent: NumReg,
    most: NumReg,
}

/// Kinds of changes that are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeKinds {
    /// Planes and values.
    All,
    /// Values, where it is known of the planes.
    Values,
}

impl Translation<'_> {
    /// A block that runs until it changes nothing, on each board by itself; where it matched.
    pub(super) fn repeat(
        &mut self,
        block: &[Op],
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        let target = self.approached(block);
        if let Some(target) = target.filter(|_| self.is_told_by_a_round(block)) {
            let targets = self.marched_to(target)?;
            let first = self.emit.set(|to| Instruction::First(to, targets));
            let more = self.without(targets, first);
            let more = self.has_any(more);
            let more = self.both(mask, more);
            self.emit.act(Instruction::Retry(more));
            return self.block(block, mask);
        }
        let rounds = self.affordable_rounds(block)?;
        let any = self.looped(rounds, mask, |this, going| {
            let is_there = match target {
                Some(target) => {
                    let targets = this.marched_to(target)?;
                    Some(this.has_any(targets))
                }
                None => None,
            };
            let head = this.emit.code.len();
            let matched = this.block(block, going)?;
            let none = this.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL));
            let changed = match (matched, is_there) {
                (Some(matched), _) if this.always_changes(block) => matched,
                (Some(matched), Some(is_there)) => {
                    let moved = this.both(matched, is_there);
                    let counted = this.changed_since(head, ChangeKinds::Values);
                    counted.map_or(moved, |counted| this.either(moved, counted))
                }
                (Some(_) | None, _) => this.changed_since(head, ChangeKinds::All).unwrap_or(none),
            };
            Ok((matched, changed))
        })?;
        Ok(Some(any))
    }

    /// A block that runs as often as a number says, on each board by itself; where it matched.
    pub(super) fn counted_rounds(
        &mut self,
        times: &Num,
        block: &[Op],
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        if self.pending.is_some() {
            return Err(Unsupported("more than plain rules see the same board"));
        }
        let rounds = self.affordable_rounds(block)?;
        let times = self.number(times)?;
        let left = self.registers.work_num();
        let (none, one) = (self.registers.constant(0), self.registers.constant(1));
        self.emit.act(Instruction::Assign(left, times, ALL));
        self.emit.forget_table();
        let is_some = self.compared(left, Compare::Greater, none);
        let begins = self.both(mask, is_some);
        let any = self.looped(rounds, begins, |this, going| {
            let matched = this.block(block, going)?;
            let fewer = this.emit.num(|to| Instruction::Subtract(to, left, one));
            this.emit.act(Instruction::Assign(left, fewer, going));
            this.emit.forget_table();
            Ok((matched, this.compared(left, Compare::Greater, none)))
        })?;
        Ok(Some(any))
    }

    /// Rounds that begin on the boards of a mask, so many at most; where any of them matched. What writes a
    /// round is given where it runs, and says where it matched and where another follows.
    fn looped(
        &mut self,
        Rounds { most, metered }: Rounds,
        mask: MaskReg,
        round: impl FnOnce(&mut Self, MaskReg) -> Result<(Option<MaskReg>, MaskReg), Unsupported>,
    ) -> Result<MaskReg, Unsupported> {
        let (going, any) = (self.registers.work_mask(), self.registers.work_mask());
        let none = self.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL));
        self.emit.keep_mask(mask, going);
        self.emit.keep_mask(none, any);
        // What is known of a local's size holds for one round.
        let locals = self.registers.values..self.registers.values + self.registers.locals;
        locals.for_each(|local| _ = self.bounds.remove(&NumReg(local)));
        let (depth, rounds) = (self.nested, self.rounds);
        (self.nested, self.rounds) = (depth + 1, rounds.saturating_mul(most));
        let begun = self.emit.begin_loop(going, depth);
        let spent = metered.and_then(|cost| self.spend(cost, going));
        let written = round(self, going);
        (self.nested, self.rounds) = (depth, rounds);
        if depth == 0 {
            self.meter = None;
        }
        let (matched, goes_on) = written?;
        if let Some(matched) = matched {
            self.emit.act(Instruction::MaskOr(any, any, matched));
        }
        let mut still = self.both(going, goes_on);
        if let Some(empty) = spent {
            self.emit.act(Instruction::Retry(empty));
            still = self.only_without(still, empty);
        }
        let still = self.running(still);
        self.emit.keep_mask(still, going);
        self.emit.forget_table();
        self.emit.end_loop(begun, (going, depth), most);
        Ok(any)
    }

    /// Boards on which anything is not what it was when the code came to this place.
    fn changed_since(&mut self, head: usize, asked: ChangeKinds) -> Option<MaskReg> {
        let kept = self.kept_since(head, asked);
        let copies = kept.sets.iter().map(|&(set, kept)| Instruction::Copy(kept, set));
        let copies =
            copies.chain(kept.nums.iter().map(|&(num, kept)| Instruction::Assign(kept, num, ALL)));
        self.emit.code.splice(head..head, copies);
        self.emit.forget_table();
        self.changed(&kept)
    }

    /// True if a block is one rule of which each match, all at once, frees a cell that holds something, or
    /// fills a free one.
    fn always_changes(&self, block: &[Op]) -> bool {
        let [Op::Rule(rule)] = block else { return false };
        let ([Alternative { chance: None, puts }], Strategy::All) =
            (&rule.alternatives[..], &rule.strategy)
        else {
            return false;
        };
        let nfa = self.nfa(rule.nfa);
        let changes = |place: &NfaState| {
            let Some(held) = self.program().contents.get(&place.test) else { return false };
            let mut puts = puts.get(place.position as usize).into_iter().flatten();
            puts.any(|put| match put {
                Put::Clear(layer) => !held.on(*layer).may_be_free(),
                Put::Piece(layer, _) | Put::Letter(layer, _) | Put::Number(layer, _) => {
                    !held.on(*layer).may_be_occupied()
                }
            })
        };
        if nfa.is_fixed_line() {
            return nfa.places.iter().any(changes);
        }
        nfa.starts.iter().all(|start| changes(&nfa.places[usize::from(start.place)]))
    }

    /// Counts what a round costs; the boards on which there is no more fuel.
    fn spend(&mut self, cost: u32, going: MaskReg) -> Option<MaskReg> {
        let Meter { spent, most } = self.meter?;
        let cost = self.registers.constant(cost.into());
        let more = self.emit.num(|to| Instruction::Add(to, spent, cost));
        self.emit.act(Instruction::Assign(spent, more, going));
        self.emit.forget_table();
        let is_empty = self.compared(more, Compare::Greater, most);
        Some(self.both(going, is_empty))
    }

    /// Number of rounds that the fuel of a turn allows for certain; of loops that stand in one
    /// another it is counted.
    fn affordable_rounds(&mut self, block: &[Op]) -> Result<Rounds, Unsupported> {
        let too_many = Unsupported("loops stand in one another, or are long");
        if self.nested >= MOST_NESTED {
            return Err(too_many);
        }
        let is_loop = |op: &Op| {
            let counts = matches!(op, Op::Times(times, ..) if self.constant_of(times).is_none());
            counts || matches!(op, Op::Repeat(..))
        };
        let has_loops = ops(block).any(is_loop);
        if self.nested == 0 {
            self.meter = None;
        }
        if self.nested == 0 && has_loops {
            let most = self.fuel / 4 * 3;
            if most < LEAST_METERED {
                return Err(too_many);
            }
            self.fuel -= most;
            let (spent, none) = (self.registers.work_num(), self.registers.constant(0));
            self.emit.act(Instruction::Assign(spent, none, ALL));
            self.emit.forget_table();
            self.meter = Some(Meter { spent, most: self.registers.constant(most.into()) });
        }
        let cost = self.passes(block).saturating_add(1);
        if self.meter.is_some() {
            return Ok(Rounds { most: MOST_ROUNDS, metered: Some(cost) });
        }
        let most = (self.fuel / cost).min(MOST_ROUNDS);
        if most < 4 {
            return Err(too_many);
        }
        self.fuel -= most * cost;
        Ok(Rounds { most, metered: None })
    }

    /// Rule passes and rounds of a block, at most, but for those of loops in it.
    fn passes(&self, block: &[Op]) -> u32 {
        block.iter().fold(0, |all: u32, op| {
            let within = match op {
                Op::OrElse(blocks) => {
                    blocks.iter().fold(0, |all: u32, it| all.saturating_add(self.passes(it)))
                }
                Op::If(_, then, otherwise, _) => {
                    self.passes(then).saturating_add(self.passes(otherwise))
                }
                Op::Must(block) | Op::Simultaneous { block, .. } => self.passes(block),
                Op::Times(times, block, ..) => match self.constant_of(times) {
                    Some(times) => {
                        let times = u32::try_from(times).unwrap_or(0);
                        self.passes(block).saturating_add(1).saturating_mul(times)
                    }
                    None => 0,
                },
                Op::Rule(_)
                | Op::Relocate { .. }
                | Op::March(_)
                | Op::Deal { .. }
                | Op::Shuffle { .. }
                | Op::Repeat(..)
                | Op::Until(..)
                | Op::Let(..)
                | Op::Effects(..)
                | Op::Require(..)
                | Op::Picture(..)
                | Op::Reference { .. } => 0,
            };
            all.saturating_add(1).saturating_add(within)
        })
    }

    /// Registers that the code from this place on may change, each with a new one for what was
    /// there.
    pub(super) fn kept_since(&mut self, head: usize, asked: ChangeKinds) -> Kept {
        let (mut sets, mut nums) = (BTreeSet::new(), BTreeSet::new());
        for instruction in &mut self.emit.code[head..] {
            if matches!(instruction, Instruction::Statement { .. }) {
                // It may change anything.
                sets.extend((0..self.registers.chosen[0].0).map(SetReg));
                nums.extend((0..self.registers.values - 1).map(NumReg));
            }
            instruction.registers(&mut |register, is_written| match register {
                Register::Set(set) if is_written && self.registers.is_plane(*set) => {
                    sets.insert(*set);
                }
                Register::Num(num) if is_written && num.0 < self.registers.values => {
                    nums.insert(*num);
                }
                Register::Set(_) | Register::Mask(_) | Register::Num(_) => {}
            });
        }
        if asked == ChangeKinds::Values {
            sets.clear();
        }
        Kept {
            sets: sets.into_iter().map(|set| (set, self.registers.work_set())).collect(),
            nums: nums.into_iter().map(|num| (num, self.registers.work_num())).collect(),
        }
    }

    /// Boards on which anything is not what was kept; `None` where nothing was.
    pub(super) fn changed(&mut self, kept: &Kept) -> Option<MaskReg> {
        let (of, before): (Vec<SetReg>, Vec<SetReg>) = kept.sets.iter().copied().unzip();
        let differ = |to| Instruction::Differ(to, of.clone().into(), before.clone().into());
        let mut changed = (!of.is_empty()).then(|| self.emit.mask(differ));
        for &(num, kept) in &kept.nums {
            let some = self.compared(num, Compare::NotEqual, kept);
            changed = Some(changed.map_or(some, |changed| self.either(changed, some)));
        }
        changed
    }
}
