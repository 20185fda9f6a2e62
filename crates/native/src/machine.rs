//! A compiled function, and the memory that it lies in.

use std::sync::Mutex;

use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use masume_compile::native::{Frame, Machine, Source};

use crate::emit;

/// Words of the largest sets that are compiled. Code grows with them: a second for sets of 64 words, a minute for 256,
/// which fill the interpreter's vectors.
const MOST_WORDS: usize = 16;

/// What runs.
type Function = unsafe extern "C" fn(*mut Frame, u64) -> u64;

/// Machine code, and what it reads.
struct Compiled {
    function: Function,
    /// Frees the memory of the function when it goes.
    module: Mutex<Option<JITModule>>,
    /// What the code has the address of.
    _ways: Box<[u64]>,
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").finish_non_exhaustive()
    }
}

/// Compiles code; `None` for large sets, and on a machine for which there is no backend.
pub(crate) fn compile(source: &Source<'_>) -> Option<Box<dyn Machine>> {
    if source.words > MOST_WORDS {
        return None;
    }
    let mut flags = settings::builder();
    flags.set("opt_level", "speed").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let mut context = module.make_context();
    let pointer = module.target_config().pointer_type();
    context.func.signature.params = vec![AbiParam::new(pointer), AbiParam::new(types::I64)];
    context.func.signature.returns = vec![AbiParam::new(types::I64)];
    let ways = emit::ways(source);
    let mut memory = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut context.func, &mut memory);
    emit::emit(builder, source, &ways, module.target_config());
    let name = module.declare_function("turn", Linkage::Export, &context.func.signature).ok()?;
    let defined = module.define_function(name, &mut context);
    debug_assert!(defined.is_ok(), "{defined:?}");
    defined.ok()?;
    module.clear_context(&mut context);
    module.finalize_definitions().ok()?;
    let address = module.get_finalized_function(name);
    // SAFETY: it was compiled with this signature.
    #[expect(unsafe_code, reason = "an address is called that was compiled just now")]
    let function = unsafe { std::mem::transmute::<*const u8, Function>(address) };
    Some(Box::new(Compiled { function, module: Mutex::new(Some(module)), _ways: ways }))
}

impl Machine for Compiled {
    #[expect(unsafe_code, reason = "machine code reads and writes registers where it is told")]
    unsafe fn run(&self, frame: &mut Frame, at: usize) -> usize {
        // SAFETY: the caller says that the frame's registers lie as the source said.
        let at = unsafe { (self.function)(frame, at as u64) };
        at as usize
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let module = self.module.lock().ok().and_then(|mut module| module.take());
        if let Some(module) = module {
            // SAFETY: who could call the function has lent this, which nobody does any more.
            #[expect(unsafe_code, reason = "the memory of the function is freed with it")]
            unsafe {
                module.free_memory();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use masume_board::{Bits, Direction, Grid, Steps};
    use masume_compile::native::{
        AGAIN, Choice, Choices, Instruction, MaskReg, NumReg, SetReg, Shift, TAKES, Way,
    };

    use masume_rules::model::Arithmetic;
    use masume_rules::random::Random;

    use super::*;

    const NO_CHOICES: Choices =
        Choices { chosen: [SetReg(0), SetReg(0)], taken: None, counted: None };

    /// Two words, as 9 x 9 cells have.
    type Words = [u64; 2];

    fn machine_of_two_words(instructions: &[Instruction], choices: Choices) -> Box<dyn Machine> {
        let steps = Steps::<2>::new(&Grid::new(9, 9).unwrap());
        let shifts = |direction: Direction| {
            let shifts = steps.shifts(direction);
            shifts.map(|(by, arrivals)| Shift { by, arrivals: arrivals.0.to_vec() }).collect()
        };
        let source = Source {
            instructions,
            words: 2,
            set_strides: [16, 8],
            row_stride: 8,
            shifts: Direction::ALL.map(shifts),
            full: steps.full.0.to_vec(),
            players: 2,
            choices,
        };
        compile(&source).unwrap()
    }

    fn frame_of(sets: &mut [Words], masks: &mut [u64], random: Random) -> Frame {
        Frame {
            sets: sets.as_mut_ptr().cast(),
            masks: masks.as_mut_ptr(),
            nums: std::ptr::null_mut(),
            way: 1 << Direction::Down as u8,
            passes: 0,
            goals: 0,
            random: random.0,
            retry: 0,
            end: 0,
            rounds: [0; 3],
            index: 0,
            counts: std::ptr::null_mut(),
            total: 0,
        }
    }

    /// Runs code over some sets, and registers of one mask and one number; gives where it stopped.
    fn run(
        instructions: &[Instruction],
        sets: &mut [Words],
        masks: &mut [u64],
        at: usize,
    ) -> usize {
        let machine = machine_of_two_words(instructions, NO_CHOICES);
        let mut nums = [0i64; 1];
        let mut frame = frame_of(sets, masks, Random::new(0));
        frame.nums = nums.as_mut_ptr();
        // SAFETY: no register is named that is not there.
        #[expect(unsafe_code, reason = "the code of the test is called")]
        unsafe {
            machine.run(&mut frame, at)
        }
    }

    fn only(cell: u32) -> Words {
        let mut word = [0; 2];
        word[cell as usize / 64] = 1 << (cell % 64);
        word
    }

    #[test]
    fn steps_lead_from_word_to_word() {
        let code = [
            Instruction::Step(SetReg(1), SetReg(0), Way::Fixed(Direction::Down)),
            Instruction::Step(SetReg(2), SetReg(0), Way::Chosen),
            Instruction::Step(SetReg(3), SetReg(1), Way::Against),
        ];
        let mut sets = [only(60), [0; 2], [0; 2], [0; 2]];
        assert_eq!(run(&code, &mut sets, &mut [], 0), 3);
        assert_eq!(sets, [only(60), only(69), only(69), only(60)]);
    }

    #[test]
    fn a_loop_ends_and_what_has_no_machine_code_is_left() {
        let (walker, mask) = (SetReg(0), MaskReg(0));
        let code = [
            Instruction::HasAny(mask, walker),
            Instruction::Repeat(mask, 0, 4),
            Instruction::Step(walker, walker, Way::Fixed(Direction::Right)),
            Instruction::Or(SetReg(1), SetReg(1), walker),
            Instruction::HasAny(mask, walker),
            Instruction::Again { mask, depth: 0, most: 100, back: 4 },
            Instruction::Divide(NumReg(0), NumReg(0), Arithmetic::Divide, NumReg(0)),
            Instruction::Copy(walker, SetReg(1)),
        ];
        let mut sets = [only(9), [0; 2]];
        assert_eq!(run(&code, &mut sets, &mut [0], 0), 6);
        assert_eq!(sets, [[0; 2], [(1 << 18) - (1 << 10), 0]]);
        assert_eq!(run(&code, &mut sets, &mut [0], 7), 8);
        assert_eq!(sets[0], sets[1]);
    }

    #[test]
    fn what_is_drawn_is_what_a_generator_gives() {
        let code = [
            Instruction::PickOne { to: SetReg(1), of: SetReg(0), mask: MaskReg(0) },
            Instruction::PickWeighted {
                to: Box::new([MaskReg(1), MaskReg(2), MaskReg(3)]),
                weights: Box::new([2_000, 0, 8_000]),
                mask: MaskReg(0),
            },
        ];
        let machine = machine_of_two_words(&code, NO_CHOICES);
        let mut random = Random::new(7);
        for round in 0..1_000u64 {
            let bits = [round.wrapping_mul(Random::STEP) & round << 40, round * round];
            let (mut sets, mut masks) = ([bits, [1, 1]], [u64::MAX, 1, 1, 1]);
            masks[0] = if round % 5 == 4 { 0 } else { u64::MAX };
            let before = random;
            let mut frame = frame_of(&mut sets, &mut masks, before);
            // SAFETY: no register is named that is not there.
            #[expect(unsafe_code, reason = "the code of the test is called")]
            let at = unsafe { machine.run(&mut frame, 0) };
            assert_eq!(at, code.len());
            let mut expected = ([0; 2], [masks[0], 0, 0, 0]);
            if masks[0] != 0 {
                let held = Bits(bits);
                let index = random.below(held.len() as u64) as usize;
                expected.0 = held.nth(index).map_or([0; 2], |cell| Bits::of(cell).0);
                let weight = usize::from(random.below(10_000) >= 2_000);
                expected.1[1 + 2 * weight] = u64::MAX;
            }
            assert_eq!((sets, masks, frame.random), ([bits, expected.0], expected.1, random.0));
        }
    }

    #[test]
    fn a_choice_is_taken_and_the_next_ones_are_counted() {
        let (plain, ways, cells) = (MaskReg(4), MaskReg(5), SetReg(2));
        let all = [Choice::Plain(plain), Choice::Ways(ways), Choice::Cells(cells)];
        let done = [6, 7, 8].map(MaskReg);
        let choices = Choices {
            chosen: [SetReg(0), SetReg(1)],
            taken: Some(all.into_iter().zip(done).collect()),
            counted: Some([all[1..].to_vec(), all.to_vec()]),
        };
        let code = [Instruction::CopyMask(AGAIN, MaskReg(9))];
        let machine = machine_of_two_words(&code, choices);
        let mut random = Random::new(3);
        for round in 0..1_000u64 {
            let mut draw = || random.below(u64::MAX);
            let held = Bits([draw() & draw() & draw(), draw() & draw() & 0x1_ffff]);
            let bits = draw() & draw() & 0xff;
            let (has_one, again) = (round & 1, round >> 1 & 1);
            let truth = |holds: u64| 0u64.wrapping_sub(holds);
            let mut masks = [9, 9, 9, u64::MAX, truth(has_one), bits, 9, 9, 9, truth(again)];
            let mut sets = [[9; 2], [9; 2], held.0];
            let mut counts = [has_one, bits.count_ones().into(), held.len() as u64];
            let total = counts.iter().sum();
            let index = random.below(total + 1);
            let mut frame = frame_of(&mut sets, &mut masks, random);
            (frame.index, frame.counts, frame.total) = (index, counts.as_mut_ptr(), total);
            frame.passes = 2;
            // SAFETY: no register is named that is not there, and there is a count for each action.
            #[expect(unsafe_code, reason = "the code of the test is called")]
            let at = unsafe { machine.run(&mut frame, TAKES) };
            let (way, passes, counted) = (frame.way, frame.passes, frame.total);
            assert_eq!((at, passes), (1, if index == total { 3 } else { 0 }));
            // Step 1. What was taken.
            let of = [has_one, has_one + u64::from(bits.count_ones()), total];
            let action = of.iter().position(|&behind| index < behind);
            assert_eq!(masks[6..9], [0, 1, 2].map(|nth| truth((action == Some(nth)).into())));
            let first = |action: usize| of[action] - counts_of(has_one, bits, held)[action];
            let is = |nth: usize| action == Some(nth);
            let of_bits = Bits([bits]).nth((index.wrapping_sub(first(1))) as usize);
            assert_eq!(way, of_bits.filter(|_| is(1)).map_or(0, |bit| 1 << bit.0));
            let cell = held.nth((index.wrapping_sub(first(2))) as usize).filter(|_| is(2));
            assert_eq!(sets, [cell.map_or([0; 2], |cell| Bits::of(cell).0), [0; 2], held.0]);
            assert_eq!(masks[..3], [u64::MAX, 0, truth(again)]);
            // Step 2. What was counted.
            let [one, two, three] = counts_of(has_one, bits, held);
            let expected = if again == 1 { [one, two, three] } else { [two, three, three] };
            assert_eq!(counts, expected);
            assert_eq!(counted, if again == 1 { total } else { two + three });
        }
    }

    fn counts_of(has_one: u64, bits: u64, held: Bits<2>) -> [u64; 3] {
        [has_one, bits.count_ones().into(), held.len() as u64]
    }

    /// Sets of seven words, as 20 x 20 cells have, with room for an eighth.
    fn run_wide(code: &[Instruction], sets: &mut [[u64; 8]], nums: &mut [i64]) {
        let steps = Steps::<8>::new(&Grid::new(20, 20).unwrap());
        let shifts = |direction: Direction| {
            let shifts = steps.shifts(direction);
            shifts.map(|(by, arrivals)| Shift { by, arrivals: arrivals.0[..7].to_vec() }).collect()
        };
        let source = Source {
            instructions: code,
            words: 7,
            set_strides: [64, 8],
            row_stride: 8,
            shifts: Direction::ALL.map(shifts),
            full: steps.full.0[..7].to_vec(),
            players: 2,
            choices: NO_CHOICES,
        };
        let machine = compile(&source).unwrap();
        let mut frame = Frame {
            sets: sets.as_mut_ptr().cast(),
            masks: std::ptr::null_mut(),
            nums: nums.as_mut_ptr(),
            way: 1 << Direction::UpLeft as u8,
            passes: 0,
            goals: 0,
            random: 0,
            retry: 0,
            end: 0,
            rounds: [0; 3],
            index: 0,
            counts: std::ptr::null_mut(),
            total: 0,
        };
        // SAFETY: no register is named that is not there.
        #[expect(unsafe_code, reason = "the code of the test is called")]
        let at = unsafe { machine.run(&mut frame, 0) };
        assert_eq!(at, code.len());
    }

    #[test]
    fn wide_sets_step_fill_and_are_counted() {
        let grid = Grid::new(20, 20).unwrap();
        let steps = Steps::<8>::new(&grid);
        let (mut of, mut open) = (Bits::EMPTY, Bits::EMPTY);
        for cell in grid.cells() {
            if cell.0 * 7 % 11 == 3 {
                of.insert(cell);
            } else if cell.0 % 13 != 5 {
                open.insert(cell);
            }
        }
        for direction in Direction::ALL {
            let code = [
                Instruction::Step(SetReg(2), SetReg(0), Way::Fixed(direction)),
                Instruction::Fill { to: SetReg(3), from: SetReg(0), through: SetReg(1), direction },
                Instruction::Step(SetReg(4), SetReg(0), Way::Chosen),
                Instruction::First(SetReg(5), SetReg(3)),
                Instruction::Runs {
                    to: SetReg(6),
                    of: SetReg(1),
                    count: 5,
                    dirs: 1 << direction as u8,
                },
                Instruction::CountCells(NumReg(0), SetReg(2)),
            ];
            let mut sets = Sets([[0; 8]; 7]);
            (sets.0[0], sets.0[1]) = (of.0, open.0);
            let mut nums = [0];
            run_wide(&code, &mut sets.0, &mut nums);
            let filled = steps.fill(of, open, direction);
            let expected = [
                steps.step(of, direction),
                filled,
                steps.step(of, Direction::UpLeft),
                filled.first().map_or(Bits::EMPTY, Bits::of),
                steps.runs(open, 5, direction),
            ];
            assert_eq!(sets.0[2..], expected.map(|set| set.0), "{direction:?}");
            assert_eq!(nums[0], expected[0].len() as i64);
        }
    }

    /// As registers lie.
    #[repr(align(64))]
    struct Sets([[u64; 8]; 7]);
}
