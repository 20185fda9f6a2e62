//! Machine code against what its instructions mean.

use masume_board::{Bits, Cell, Direction, Grid, Steps};
use masume_program::native::{
    AGAIN, ALL, Arrivals, Choice, Choices, Excluded, Instruction, MaskReg, NumReg, SetReg, Shift,
    TAKES, Way,
};

use masume_rules::model::Arithmetic;
use masume_rules::random::Random;

use super::*;

const NO_CHOICES: Choices = Choices { chosen: Vec::new(), taken: None, counted: None };

/// Two words, as 9 x 9 cells have.
type Words = [u64; 2];

fn machine_of_two_words(instructions: &[Instruction], choices: Choices) -> Box<dyn Machine> {
    let steps = Steps::<2>::new(&Grid::new(9, 9).unwrap());
    compile(&source_of_two_words(instructions, &steps, choices)).unwrap()
}

fn source_of_two_words<'c>(
    instructions: &'c [Instruction],
    steps: &Steps<2>,
    choices: Choices,
) -> Source<'c> {
    let shifts = |direction: Direction| {
        let shifts = steps.shifts(direction);
        shifts.map(|(by, arrivals)| Shift { by, arrivals: arrivals.0.to_vec() }).collect()
    };
    Source {
        instructions,
        words: 2,
        set_strides: [16, 8],
        row_stride: 8,
        shifts: Direction::ALL.map(shifts),
        full: steps.full.0.to_vec(),
        players: 2,
        arrivals: None,
        slides: Vec::new(),
        choices,
    }
}

fn run_machine(machine: &dyn Machine, sets: &mut [Words]) -> usize {
    let mut frame = frame_of(sets, &mut [], Random::new(0));
    // SAFETY: no register is named that is not there.
    #[expect(unsafe_code, reason = "the code of the test is called")]
    unsafe {
        machine.run(&mut frame, 0)
    }
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
fn run(instructions: &[Instruction], sets: &mut [Words], masks: &mut [u64], at: usize) -> usize {
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
fn a_board_with_many_cells_is_told() {
    let many = |nth, least| Instruction::HasMany(MaskReg(nth), SetReg(0), least);
    let code = [many(0, 3), many(1, 4), many(2, 0)];
    let (mut sets, mut masks) = ([[0b101, 1]], [7, 7, 7]);
    assert_eq!(run(&code, &mut sets, &mut masks, 0), 3);
    assert_eq!(masks, [u64::MAX, 0, u64::MAX]);
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
        chosen: vec![SetReg(0), SetReg(1)],
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

#[test]
fn those_who_march_come_nearer_and_are_told_apart() {
    let grid = Grid::new(9, 9).unwrap();
    let axis = |target: i32| {
        let cells = |holds: &dyn Fn(i32) -> bool, is_column: bool| {
            let place = |cell| if is_column { grid.column(cell) } else { grid.row(cell) };
            grid.cells()
                .filter(|&cell| holds(place(cell)))
                .fold(Bits::<2>::EMPTY, |all, cell| all.or(Bits::of(cell)))
        };
        [true, false].map(|is_column| {
            let back = cells(&|at| at >= target && at < 8, is_column);
            let on = cells(&|at| at == target, is_column);
            let forth = cells(&|at| at <= target && at > 0, is_column);
            [back, on, forth].map(|cells| cells.0.to_vec())
        })
    };
    let (columns, rows) = (0..9).map(axis).map(|[column, row]| (column, row)).unzip();
    let places = grid.cells().map(|cell| [cell.index() % 9, cell.index() / 9]).collect();
    let march = Instruction::March {
        came: Box::new([SetReg(2), SetReg(3)]),
        walkers: SetReg(0),
        target: SetReg(1),
    };
    let code = [march];
    let steps = Steps::<2>::new(&grid);
    let mut source = source_of_two_words(&code, &steps, NO_CHOICES);
    source.arrivals = Some(Arrivals { axes: [columns, rows], places });
    let machine = compile(&source).unwrap();
    let mut random = Random::new(5);
    for target in grid.cells() {
        let walkers = Bits([random.below(u64::MAX), random.below(1 << 17)]);
        let walkers = walkers.without(Bits::of(target));
        let mut sets = [walkers.0, Bits::of(target).0, [0; 2], [0; 2]];
        assert_eq!(run_machine(&*machine, &mut sets), 1);
        let (mut one, mut two) = (Bits::<2>::EMPTY, Bits::EMPTY);
        for walker in walkers {
            let nearer = |from: i32, to: i32| from + (to - from).signum();
            let column = nearer(grid.column(walker), grid.column(target));
            let row = nearer(grid.row(walker), grid.row(target));
            let to = Cell((9 * row + column) as u32);
            two = if one.contains(to) { two.or(Bits::of(to)) } else { two };
            one.insert(to);
        }
        assert_eq!(sets[2..], [one.0, two.0], "{target:?}");
    }
    // Of two targets the interpreter is asked, and where a walker has arrived.
    for target in [Bits([3, 0]), Bits([1 << 40, 0])] {
        let mut sets = [[1 << 40, 0], target.0, [0; 2], [0; 2]];
        assert_eq!(run_machine(&*machine, &mut sets), 0);
    }
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
        arrivals: None,
        slides: Vec::new(),
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
            Instruction::Cast {
                to: SetReg(7),
                from: SetReg(0),
                through: SetReg(1),
                dirs: 1 << direction as u8,
            },
            Instruction::Common {
                to: SetReg(8),
                of: [SetReg(7), SetReg(1)].into(),
                without: Excluded([SetReg(3)].into()),
                mask: ALL,
            },
            Instruction::CountCells(NumReg(0), SetReg(2)),
        ];
        let mut sets = Sets([[0; 8]; 9]);
        (sets.0[0], sets.0[1]) = (of.0, open.0);
        let mut nums = [0];
        run_wide(&code, &mut sets.0, &mut nums);
        let filled = steps.fill(of, open, direction);
        let led_to = steps.step(of.or(filled), direction);
        let expected = [
            steps.step(of, direction),
            filled,
            steps.step(of, Direction::UpLeft),
            filled.first().map_or(Bits::EMPTY, Bits::of),
            steps.runs(open, 5, direction),
            led_to,
            led_to.and(open).without(filled),
        ];
        assert_eq!(sets.0[2..], expected.map(|set| set.0), "{direction:?}");
        assert_eq!(nums[0], expected[0].len() as i64);
    }
}

/// As registers lie.
#[repr(align(64))]
struct Sets([[u64; 8]; 9]);
