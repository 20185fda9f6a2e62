//! Instructions as Cranelift's intermediate representation.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FuncInstBuilder, FunctionBuilder, Switch, Variable};
use masume_board::Direction;
use masume_program::native::{
    ALL, FAR, Frame, Instruction, MaskReg, NumReg, OVER, SetReg, Source, TAKES, Way,
};
use masume_rules::model::{Arithmetic, Compare};

use crate::draws;
use crate::sets::{Set, words_of_value};

/// Rounds of a loop after which the interpreter is asked whether to go on: it knows who wants to stop.
const ROUNDS_AT_ONCE: i64 = 64;

/// In place of a direction, where none is chosen.
pub(crate) const NO_WAY: usize = 8;

/// Place of a register: its kind, its number, and the word of it.
type Place = (u8, u16, usize);

const SETS: u8 = 0;
const MASKS: u8 = 1;
const NUMS: u8 = 2;

/// Writes the function.
pub(crate) struct Emitter<'f, 's> {
    pub(crate) builder: FunctionBuilder<'f>,
    pub(crate) source: &'s Source<'s>,
    frame: Value,
    /// Indexed by kind: where its first register lies.
    bases: [Value; 3],
    /// Ways that [`ways`] made of the source, and where in it steps in the chosen direction are told, and against it.
    ways: &'s [u64],
    way_rows: [Variable; 2],
    /// Arrivals of those who march, as [`table`](crate::marches::table) has them.
    pub(crate) arrivals: &'s [u64],
    /// Contents of registers, as far as they were read or written since the block began.
    held: BTreeMap<Place, Value>,
    /// Blocks of the instructions that branches lead to, by instruction.
    blocks: BTreeMap<usize, Block>,
    is_ended: bool,
}

/// Writes the function of some code; the tables are what [`ways`] and [`table`](crate::marches::table) made of it.
pub(crate) fn emit<'s>(
    mut builder: FunctionBuilder<'_>,
    source: &'s Source<'s>,
    [ways, arrivals]: [&'s [u64]; 2],
    target: TargetFrontendConfig,
) {
    let (leaders, resumed) = leaders(source);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let [frame, at] = *builder.block_params(entry) else { unreachable!("two parameters") };
    let base = |builder: &mut FunctionBuilder<'_>, offset: usize| {
        builder.ins().load(types::I64, MemFlagsData::trusted(), frame, offset as i32)
    };
    let bases = [offset_of!(Frame, sets), offset_of!(Frame, masks), offset_of!(Frame, nums)];
    let bases = bases.map(|offset| base(&mut builder, offset));
    let way_rows = [(); 2].map(|()| builder.declare_var(types::I64));
    let blocks: BTreeMap<usize, Block> =
        leaders.iter().map(|&leader| (leader, builder.create_block())).collect();
    let (end, mut switch) = (builder.create_block(), Switch::new());
    for at in resumed {
        switch.set_entry(at as u128, blocks[&at]);
    }
    let takes = source.choices.taken.as_deref().map(|taken| (taken, builder.create_block()));
    if let Some((_, block)) = takes {
        switch.set_entry((TAKES as u64).into(), block);
    }
    let mut emitter = Emitter {
        builder,
        source,
        frame,
        bases,
        ways,
        way_rows,
        arrivals,
        held: BTreeMap::new(),
        blocks,
        is_ended: true,
    };
    emitter.find_ways();
    switch.emit(&mut emitter.builder, at, end);
    if let Some((taken, block)) = takes {
        emitter.builder.switch_to_block(block);
        emitter.is_ended = false;
        emitter.take(taken);
    }
    for at in 0..=source.instructions.len() {
        emitter.begin(at);
        if let Some(instruction) = source.instructions.get(at) {
            emitter.instruction(at, instruction);
        }
    }
    if !emitter.is_ended {
        emitter.builder.ins().jump(end, &[]);
    }
    emitter.builder.switch_to_block(end);
    emitter.held.clear();
    emitter.is_ended = false;
    if let Some(counted) = &source.choices.counted {
        emitter.count_choices(counted);
    }
    emitter.leave(source.instructions.len());
    emitter.builder.seal_all_blocks();
    emitter.builder.finalize(target);
}

/// Words that tell of one direction how a step goes: a power of two, which is found by a shift.
fn row_of_way(source: &Source<'_>) -> usize {
    (2 + source.words.next_multiple_of(words_of_value(source))).next_power_of_two()
}

/// For each direction, and none, by how many places words go up and down, and where cells can arrive; then the
/// same for steps against it.
pub(crate) fn ways(source: &Source<'_>) -> Box<[u64]> {
    let mut ways = Vec::new();
    for is_against in [false, true] {
        for direction in Direction::ALL {
            let way = if is_against { direction.opposite() } else { direction };
            let shift = &source.shifts[way as usize][0];
            let by = shift.by.unsigned_abs() % 64;
            ways.extend(if shift.by >= 0 { [by, 0] } else { [0, by] });
            ways.extend(&shift.arrivals);
            ways.resize(ways.len().next_multiple_of(row_of_way(source)), 0);
        }
        ways.extend(std::iter::repeat_n(0, row_of_way(source)));
    }
    ways.into()
}

/// The instructions where blocks begin, and those of them where code can be entered.
fn leaders(source: &Source<'_>) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let (mut leaders, mut resumed) = (BTreeSet::from([0]), BTreeSet::from([0]));
    for (at, instruction) in source.instructions.iter().enumerate() {
        if let Instruction::Skip(_, count) | Instruction::Repeat(_, _, count) = instruction {
            leaders.extend([at + 1, at + 1 + usize::from(*count)]);
        } else if let Instruction::Again { back, .. } = instruction {
            resumed.extend([at + 1, at + 1 - usize::from(*back)]);
        } else if !is_compiled(source, instruction) || may_be_left(source, instruction) {
            resumed.insert(at + 1);
        }
    }
    leaders.extend(&resumed);
    (leaders, resumed)
}

/// True if machine code leaves an instruction to the interpreter on some boards.
fn may_be_left(source: &Source<'_>, instruction: &Instruction) -> bool {
    use Instruction as I;
    draws::draws(source, instruction)
        || matches!(instruction, I::March { .. } | I::Slide { .. } | I::Slides { .. })
}

/// True if an instruction has machine code.
fn is_compiled(source: &Source<'_>, instruction: &Instruction) -> bool {
    use Instruction as I;
    match instruction {
        I::Step(_, _, Way::Chosen | Way::Against) => {
            source.shifts.iter().all(|shifts| shifts[0].by.abs() < 64)
        }
        I::Calculate(_, _, by, _) => {
            matches!(by, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply)
        }
        I::PickOne { .. } | I::PickWeighted { .. } => draws::draws(source, instruction),
        I::March { .. } => source.arrivals.is_some(),
        I::Slide { table, .. } | I::Slides { table, .. } => {
            source.words == 1 && usize::from(*table) < source.slides.len()
        }
        I::Copy(..)
        | I::And(..)
        | I::Or(..)
        | I::Without(..)
        | I::Exchange { .. }
        | I::Common { .. }
        | I::Union(..)
        | I::Free(..)
        | I::Unlike(..)
        | I::Carry { .. }
        | I::Step(..)
        | I::Fill { .. }
        | I::Cast { .. }
        | I::Runs { .. }
        | I::Chain { .. }
        | I::Flanking { .. }
        | I::Between { .. }
        | I::Neighbours { .. }
        | I::Beside { .. }
        | I::WithoutEach { .. }
        | I::OrEach { .. }
        | I::Only(..)
        | I::Spread(..)
        | I::First(..)
        | I::HasAny(..)
        | I::HasMany(..)
        | I::Differ(..)
        | I::CopyMask(..)
        | I::MaskAnd(..)
        | I::MaskOr(..)
        | I::MaskWithout(..)
        | I::InWays(..)
        | I::EveryonePassed(..)
        | I::NotReached(..)
        | I::ReachGoal(..)
        | I::Compare(..)
        | I::CountCells(..)
        | I::Add(..)
        | I::Subtract(..)
        | I::Min(..)
        | I::Max(..)
        | I::Assign(..)
        | I::Grow(..)
        | I::Ways { .. }
        | I::HasBits(..)
        | I::Bits(..)
        | I::Skip(..)
        | I::Repeat(..)
        | I::Again { .. }
        | I::Label(_)
        | I::Retry(..)
        | I::Drawn(..)
        | I::End(..) => true,
        I::Last(..)
        | I::Foremost { .. }
        | I::Trace { .. }
        | I::Divide(..)
        | I::PlaceOf(..)
        | I::Toward(..)
        | I::ByPlace { .. }
        | I::PickMany { .. }
        | I::PickStart { .. }
        | I::Distribute { .. }
        | I::Shuffle { .. }
        | I::CountArrivals { .. }
        | I::Solve { .. }
        | I::Reach { .. }
        | I::Statement { .. }
        | I::Ask { .. }
        | I::List { .. }
        | I::TryCells { .. }
        | I::Rays { .. }
        | I::Columns(..) => false,
    }
}

impl Emitter<'_, '_> {
    /// Begins what is done only where a word is not 0; gives the block behind it.
    pub(crate) fn begin_where(&mut self, word: Value) -> Block {
        let (inside, behind) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(word, inside, &[], behind, &[]);
        self.builder.switch_to_block(inside);
        behind
    }

    /// Ends that.
    pub(crate) fn end_where(&mut self, behind: Block) {
        self.builder.ins().jump(behind, &[]);
        self.builder.switch_to_block(behind);
        self.held.clear();
    }

    /// Begins the block of an instruction that is led to.
    fn begin(&mut self, at: usize) {
        let Some(&block) = self.blocks.get(&at) else { return };
        if !self.is_ended {
            self.builder.ins().jump(block, &[]);
        }
        self.builder.switch_to_block(block);
        self.held.clear();
        self.is_ended = false;
    }

    /// Returns: the interpreter is to go on with this instruction.
    fn leave(&mut self, at: usize) {
        if !self.is_ended {
            let at = self.word(at as u64);
            self.builder.ins().return_(&[at]);
        }
        self.is_ended = true;
    }

    /// Leaves where this holds, and goes on elsewhere.
    pub(crate) fn leave_where(&mut self, holds: Value, at: usize) {
        let (left, goes_on) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(holds, left, &[], goes_on, &[]);
        self.builder.switch_to_block(left);
        self.leave(at);
        self.builder.switch_to_block(goes_on);
        self.is_ended = false;
    }

    fn instruction(&mut self, at: usize, instruction: &Instruction) {
        use Instruction as I;
        if !is_compiled(self.source, instruction) {
            self.leave(at);
        } else if let I::Skip(mask, count) = instruction {
            self.skip_unless(*mask, at + 1, usize::from(*count));
        } else if let I::Repeat(mask, depth, count) = instruction {
            let zero = self.word(0);
            self.put_in_frame(zero, offset_of!(Frame, rounds) + 8 * *depth as usize);
            self.skip_unless(*mask, at + 1, usize::from(*count));
        } else if let I::Again { mask, depth, most, back } = instruction {
            self.again(at, (*mask, *depth), *most, at + 1 - usize::from(*back));
        } else {
            self.straight(at, instruction);
        }
    }

    fn skip_unless(&mut self, mask: MaskReg, next: usize, count: usize) {
        let mask = self.mask_of(mask);
        let (inside, behind) = (self.blocks[&next], self.blocks[&(next + count)]);
        self.builder.ins().brif(mask, inside, &[], behind, &[]);
        self.is_ended = true;
    }

    fn again(&mut self, at: usize, (mask, depth): (MaskReg, u32), most: u32, back: usize) {
        let offset = offset_of!(Frame, rounds) + 8 * depth as usize;
        let rounds = self.of_frame(offset);
        let rounds = self.builder.ins().iadd_imm_s(rounds, 1);
        // Step 1. Now and then, and in the last round, the interpreter looks.
        let phase = self.builder.ins().band_imm_s(rounds, ROUNDS_AT_ONCE - 1);
        let is_asked = self.builder.ins().icmp_imm_s(IntCC::Equal, phase, 0);
        let is_last = self.builder.ins().icmp_imm_s(
            IntCC::UnsignedGreaterThanOrEqual,
            rounds,
            i64::from(most),
        );
        let is_left = self.builder.ins().bor(is_asked, is_last);
        self.leave_where(is_left, at);
        // Step 2. Else it goes on.
        self.put_in_frame(rounds, offset);
        let mask = self.mask_of(mask);
        let (back, behind) = (self.blocks[&back], self.blocks[&(at + 1)]);
        self.builder.ins().brif(mask, back, &[], behind, &[]);
        self.is_ended = true;
    }

    /// Code of an instruction that does not branch.
    fn straight(&mut self, at: usize, instruction: &Instruction) {
        if let Instruction::March { came, walkers, target } = instruction {
            self.march(at, came, [*walkers, *target]);
        } else if let Instruction::Slide { table, adds, mask } = instruction {
            self.slide(at, usize::from(*table), (*adds, *mask));
        } else if let Instruction::Slides { table, to } = instruction {
            self.slides(at, usize::from(*table), *to);
        } else if !self.of_sets(instruction)
            && !self.of_masks(at, instruction)
            && !self.of_draws(at, instruction)
        {
            self.of_numbers(instruction);
        }
    }

    fn of_sets(&mut self, instruction: &Instruction) -> bool {
        use Instruction as I;
        if let I::Copy(to, of) = instruction {
            let of = self.set(*of);
            self.put(*to, of);
        } else if let I::And(to, one, other) = instruction {
            self.of_two_sets(*to, [*one, *other], Self::and);
        } else if let I::Or(to, one, other) = instruction {
            self.of_two_sets(*to, [*one, *other], Self::or);
        } else if let I::Without(to, one, other) = instruction {
            self.of_two_sets(*to, [*one, *other], Self::without);
        } else if let I::Exchange { to, of, gone, come } = instruction {
            let gone = self.set(*gone);
            for ((to, of), come) in to.iter().zip(of).zip(come) {
                let [of, come] = [of, come].map(|set| self.set(*set));
                let left = self.without(&of, &gone);
                let found = self.or(&left, &come);
                self.put(*to, found);
            }
        } else if let I::Common { to, of, without, mask } = instruction {
            let mut found = self.set(of[0]);
            for set in &of[1..] {
                let set = self.set(*set);
                found = self.and(&found, &set);
            }
            for set in &without.0 {
                let set = self.set(*set);
                found = self.without(&found, &set);
            }
            if *mask != ALL {
                let mask = self.mask_of(*mask);
                found = self.only(&found, mask);
            }
            self.put(*to, found);
        } else if let I::Union(to, of) = instruction {
            let found = self.union(of);
            self.put(*to, found);
        } else if let I::Free(to, of) = instruction {
            let (full, held) = (self.full(), self.union(of));
            let found = self.without(&full, &held);
            self.put(*to, found);
        } else if let I::Unlike(to, of, others) = instruction {
            let found = self.differences(of, others);
            self.put(*to, found);
        } else if let I::Carry { to, of, source, cells } = instruction {
            let (source, cells) = (self.set(*source), self.set(*cells));
            for (to, of) in to.iter().zip(of) {
                let of = self.set(*of);
                let held = self.and(&of, &source);
                let any = self.any(&held);
                let any = self.mask(any);
                let arrives = self.only(&cells, any);
                self.put(*to, arrives);
            }
        } else if let I::WithoutEach { to, of, cells } = instruction {
            let cells = self.set(*cells);
            for (to, of) in to.iter().zip(of) {
                let of = self.set(*of);
                let left = self.without(&of, &cells);
                self.put(*to, left);
            }
        } else if let I::OrEach { to, of, more } = instruction {
            for ((to, of), more) in to.iter().zip(of).zip(more) {
                let (of, more) = (self.set(*of), self.set(*more));
                let both = self.or(&of, &more);
                self.put(*to, both);
            }
        } else if let I::Step(to, of, way) = instruction {
            let of = self.set(*of);
            let found = match way {
                Way::Fixed(direction) => self.step(&of, *direction),
                Way::Chosen => self.step_chosen(&of, 0),
                Way::Against => self.step_chosen(&of, 1),
            };
            self.put(*to, found);
        } else if let I::Only(to, of, mask) = instruction {
            let (of, mask) = (self.set(*of), self.mask_of(*mask));
            let found = self.only(&of, mask);
            self.put(*to, found);
        } else if let I::Spread(to, mask) = instruction {
            let (full, mask) = (self.full(), self.mask_of(*mask));
            let found = self.only(&full, mask);
            self.put(*to, found);
        } else if let I::First(to, of) = instruction {
            let of = self.set(*of);
            let found = self.first(&of);
            self.put(*to, found);
        } else {
            return self.of_patterns(instruction);
        }
        true
    }

    fn of_masks(&mut self, at: usize, instruction: &Instruction) -> bool {
        use Instruction as I;
        if let I::HasAny(to, of) = instruction {
            let of = self.set(*of);
            let any = self.any(&of);
            let found = self.mask(any);
            self.put_mask(*to, found);
        } else if let I::HasMany(to, of, least) = instruction {
            let of = self.set(*of);
            let count = self.count(&of);
            let least = i64::from(*least);
            let is_many = IntCC::SignedGreaterThanOrEqual;
            let is_many = self.builder.ins().icmp_imm_s(is_many, count, least);
            let found = self.truth(is_many);
            self.put_mask(*to, found);
        } else if let I::Differ(to, of, before) = instruction {
            let differences = self.differences(of, before);
            let any = self.any(&differences);
            let found = self.mask(any);
            self.put_mask(*to, found);
        } else if let I::CopyMask(to, of) = instruction {
            let of = self.mask_of(*of);
            self.put_mask(*to, of);
        } else if let I::MaskAnd(to, one, other) = instruction {
            let (one, other) = (self.mask_of(*one), self.mask_of(*other));
            let found = self.builder.ins().band(one, other);
            self.put_mask(*to, found);
        } else if let I::MaskOr(to, one, other) = instruction {
            let (one, other) = (self.mask_of(*one), self.mask_of(*other));
            let found = self.builder.ins().bor(one, other);
            self.put_mask(*to, found);
        } else if let I::MaskWithout(to, one, other) = instruction {
            let (one, other) = (self.mask_of(*one), self.mask_of(*other));
            let found = self.builder.ins().band_not(one, other);
            self.put_mask(*to, found);
        } else if let I::HasBits(to, of) = instruction {
            let of = self.mask_of(*of);
            let found = self.mask(of);
            self.put_mask(*to, found);
        } else if let I::Bits(to, of, dirs) = instruction {
            let of = self.mask_of(*of);
            let found = self.builder.ins().band_imm_s(of, i64::from(*dirs));
            self.put_mask(*to, found);
        } else if let I::InWays(to, dirs) = instruction {
            let way = self.of_frame(offset_of!(Frame, way));
            let ways = self.builder.ins().band_imm_s(way, i64::from(*dirs));
            let found = self.mask(ways);
            self.put_mask(*to, found);
        } else {
            return self.of_state(at, instruction);
        }
        true
    }

    fn of_state(&mut self, at: usize, instruction: &Instruction) -> bool {
        use Instruction as I;
        let goals = offset_of!(Frame, goals);
        if let I::EveryonePassed(to) = instruction {
            let passes = self.of_frame(offset_of!(Frame, passes));
            let players = self.source.players as i64;
            let all = IntCC::UnsignedGreaterThanOrEqual;
            let holds = self.builder.ins().icmp_imm_s(all, passes, players);
            let found = self.truth(holds);
            self.put_mask(*to, found);
        } else if let I::NotReached(to, goal) = instruction {
            let reached = self.of_frame(goals);
            let reached = self.builder.ins().ushr_imm_s(reached, i64::from(*goal));
            let reached = self.builder.ins().band_imm_s(reached, 1);
            let found = self.builder.ins().iadd_imm_s(reached, -1);
            self.put_mask(*to, found);
        } else if let I::ReachGoal(goal, mask) = instruction {
            let (reached, mask) = (self.of_frame(goals), self.mask_of(*mask));
            let bit = self.builder.ins().band_imm_s(mask, 1i64.wrapping_shl(*goal));
            let reached = self.builder.ins().bor(reached, bit);
            self.put_in_frame(reached, goals);
        } else if let I::Retry(mask) = instruction {
            let mask = self.mask_of(*mask);
            self.retry(mask);
        } else if let I::Drawn(mask) = instruction {
            let mask = self.mask_of(*mask);
            self.is_over(mask);
        } else if let I::End(mask, _) = instruction {
            let mask = self.mask_of(*mask);
            self.is_over(mask);
            // The first end counts.
            let before = self.of_frame(offset_of!(Frame, end));
            let this = self.builder.ins().band_imm_s(mask, at as i64 + 1);
            let end = self.builder.ins().select(before, before, this);
            self.put_in_frame(end, offset_of!(Frame, end));
        } else {
            return false;
        }
        true
    }

    fn of_numbers(&mut self, instruction: &Instruction) {
        use Instruction as I;
        if let I::Compare(to, one, by, other) = instruction {
            let (one, other) = (self.num(*one), self.num(*other));
            let by = match by {
                Compare::Equal => IntCC::Equal,
                Compare::NotEqual => IntCC::NotEqual,
                Compare::Less => IntCC::SignedLessThan,
                Compare::LessOrEqual => IntCC::SignedLessThanOrEqual,
                Compare::Greater => IntCC::SignedGreaterThan,
                Compare::GreaterOrEqual => IntCC::SignedGreaterThanOrEqual,
            };
            let holds = self.builder.ins().icmp(by, one, other);
            let found = self.truth(holds);
            self.put_mask(*to, found);
        } else if let I::CountCells(to, of) = instruction {
            let of = self.set(*of);
            let count = self.count(&of);
            self.put_num(*to, count);
        } else if let I::Add(to, one, other) = instruction {
            self.of_two_numbers(*to, [*one, *other], |ins, one, other| ins.iadd(one, other));
        } else if let I::Subtract(to, one, other) = instruction {
            self.of_two_numbers(*to, [*one, *other], |ins, one, other| ins.isub(one, other));
        } else if let I::Min(to, one, other) = instruction {
            self.of_two_numbers(*to, [*one, *other], |ins, one, other| ins.smin(one, other));
        } else if let I::Max(to, one, other) = instruction {
            self.of_two_numbers(*to, [*one, *other], |ins, one, other| ins.smax(one, other));
        } else if let I::Assign(to, from, mask) = instruction {
            let (from, mask) = (self.num(*from), self.mask_of(*mask));
            let before = self.num(*to);
            let found = self.builder.ins().select(mask, from, before);
            self.put_num(*to, found);
        } else if let I::Grow(to, by, mask) = instruction {
            let (by, mask, before) = (self.num(*by), self.mask_of(*mask), self.num(*to));
            let by = self.builder.ins().band(by, mask);
            let found = self.builder.ins().iadd(before, by);
            self.put_num(*to, found);
        } else if let I::Calculate(to, one, by, other) = instruction {
            self.calculate(*to, *one, *by, *other);
        }
    }

    fn of_two_sets(
        &mut self,
        to: SetReg,
        of: [SetReg; 2],
        found: impl Fn(&mut Self, &Set, &Set) -> Set,
    ) {
        let [one, other] = of.map(|it| self.set(it));
        let found = found(self, &one, &other);
        self.put(to, found);
    }

    fn of_two_numbers(
        &mut self,
        to: NumReg,
        of: [NumReg; 2],
        found: impl Fn(FuncInstBuilder<'_, '_>, Value, Value) -> Value,
    ) {
        let [one, other] = of.map(|it| self.num(it));
        let found = found(self.builder.ins(), one, other);
        self.put_num(to, found);
    }

    /// A number that may overflow, or come to be too great to go on with.
    fn calculate(&mut self, to: NumReg, one: NumReg, by: Arithmetic, other: NumReg) {
        let (one, other) = (self.num(one), self.num(other));
        let ins = self.builder.ins();
        let (found, is_over) = match by {
            Arithmetic::Add => ins.sadd_overflow(one, other),
            Arithmetic::Subtract => ins.ssub_overflow(one, other),
            Arithmetic::Multiply => ins.smul_overflow(one, other),
            Arithmetic::Divide | Arithmetic::Modulo => unreachable!("left to the interpreter"),
        };
        self.put_num(to, found);
        // What lies in -FAR..FAR is less than twice that, moved up.
        let moved = self.builder.ins().iadd_imm_s(found, FAR);
        let is_far =
            self.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, moved, 2 * FAR);
        let is_either = self.builder.ins().bor(is_over, is_far);
        let retry = self.truth(is_either);
        self.retry(retry);
    }

    fn retry(&mut self, mask: Value) {
        let before = self.of_frame(offset_of!(Frame, retry));
        let retry = self.builder.ins().bor(before, mask);
        self.put_in_frame(retry, offset_of!(Frame, retry));
    }

    fn is_over(&mut self, mask: Value) {
        let before = self.mask_of(OVER);
        let over = self.builder.ins().bor(before, mask);
        self.put_mask(OVER, over);
    }

    pub(crate) fn of_frame(&mut self, offset: usize) -> Value {
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.frame, offset as i32)
    }

    pub(crate) fn put_in_frame(&mut self, word: Value, offset: usize) {
        self.builder.ins().store(MemFlagsData::trusted(), word, self.frame, offset as i32);
    }

    /// Finds out where steps in the direction that the frame says are told.
    pub(crate) fn find_ways(&mut self) {
        let way = self.of_frame(offset_of!(Frame, way));
        let (place, none) = (self.builder.ins().ctz(way), self.word(NO_WAY as u64));
        let place = self.builder.ins().umin(place, none);
        self.find_rows(place);
    }

    /// The same for the direction at a place, or none.
    pub(crate) fn find_rows(&mut self, place: Value) {
        let row = 8 * row_of_way(self.source);
        let offset = self.builder.ins().imul_imm_s(place, row as i64);
        for (from, rows) in [0, (NO_WAY + 1) * row].into_iter().zip(self.way_rows) {
            let address = self.word((self.ways.as_ptr() as usize + from) as u64);
            let address = self.builder.ins().iadd(address, offset);
            self.builder.def_var(rows, address);
        }
    }

    /// The set one step further in the chosen direction, or against it.
    fn step_chosen(&mut self, set: &Set, sense: usize) -> Set {
        let ways = self.builder.use_var(self.way_rows[sense]);
        let told = |this: &mut Self, nth: usize| {
            let flags = MemFlagsData::trusted().with_readonly();
            this.builder.ins().load(types::I64, flags, ways, 8 * nth as i32)
        };
        let (up, down) = (told(self, 0), told(self, 1));
        let most = self.word(63);
        let [rest_up, rest_down] = [up, down].map(|by| self.builder.ins().isub(most, by));
        let one = self.word(1);
        let kind = self.type_of_value();
        let step = words_of_value(self.source);
        let mut moved = Set::new();
        for nth in 0..set.len() {
            let word = self.builder.ins().ishl(set[nth], up);
            let mut word = self.builder.ins().ushr(word, down);
            let first = (step * nth) as isize;
            if let Some(below) = self.value_from(set, first - 1) {
                let below = self.builder.ins().ushr(below, one);
                let below = self.builder.ins().ushr(below, rest_up);
                word = self.builder.ins().bor(word, below);
            }
            if let Some(above) = self.value_from(set, first + 1) {
                let above = self.builder.ins().ishl(above, one);
                let above = self.builder.ins().ishl(above, rest_down);
                word = self.builder.ins().bor(word, above);
            }
            let flags = MemFlagsData::new().with_notrap().with_readonly();
            let arrivals = 8 * (2 + step * nth) as i32;
            let arrivals = self.builder.ins().load(kind, flags, ways, arrivals);
            moved.push(self.builder.ins().band(word, arrivals));
        }
        moved
    }

    fn offset(&self, (kind, register, word): Place) -> i32 {
        let [set, word_stride] = self.source.set_strides;
        let stride = if kind == SETS { set } else { self.source.row_stride };
        (usize::from(register) * stride + word * word_stride) as i32
    }

    fn read(&mut self, place: Place) -> Value {
        if let Some(&held) = self.held.get(&place) {
            return held;
        }
        let (base, offset) = (self.bases[usize::from(place.0)], self.offset(place));
        let kind = self.type_at(place);
        let word = self.builder.ins().load(kind, MemFlagsData::trusted(), base, offset);
        self.hold(place, word);
        word
    }

    fn write(&mut self, place: Place, word: Value) {
        let (base, offset) = (self.bases[usize::from(place.0)], self.offset(place));
        self.builder.ins().store(MemFlagsData::trusted(), word, base, offset);
        self.hold(place, word);
    }

    fn type_at(&self, (kind, ..): Place) -> Type {
        if kind == SETS { self.type_of_value() } else { types::I64 }
    }

    /// Remembers what a register holds. Wide sets do not fit into what the processor holds, and are read
    /// again.
    fn hold(&mut self, place: Place, word: Value) {
        if self.type_at(place) == types::I64 {
            self.held.insert(place, word);
        }
    }

    pub(crate) fn set(&mut self, register: SetReg) -> Set {
        let words = (0..self.source.words).step_by(words_of_value(self.source));
        words.map(|word| self.read((SETS, register.0, word))).collect()
    }

    pub(crate) fn put(&mut self, register: SetReg, set: Set) {
        let step = words_of_value(self.source);
        for (nth, word) in set.into_iter().enumerate() {
            self.write((SETS, register.0, step * nth), word);
        }
    }

    pub(crate) fn mask_of(&mut self, register: MaskReg) -> Value {
        self.read((MASKS, register.0, 0))
    }

    pub(crate) fn put_mask(&mut self, register: MaskReg, mask: Value) {
        self.write((MASKS, register.0, 0), mask);
    }

    fn num(&mut self, register: NumReg) -> Value {
        self.read((NUMS, register.0, 0))
    }

    pub(crate) fn put_num(&mut self, register: NumReg, number: Value) {
        self.write((NUMS, register.0, 0), number);
    }
}
