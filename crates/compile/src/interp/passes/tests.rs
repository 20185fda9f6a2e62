//! Code before and after it is made ready.

use std::collections::BTreeSet;

use masume_board::{CellSet, Direction, Grid};
use masume_program::interp::code::{Instruction as I, MaskReg, NumReg, SetReg, Way};
use masume_program::interp::operand::{Excluded, Sequence};
use masume_program::interp::registers::{ALL, FIRST_ACTION, Registers};
use masume_rules::model::Compare;

use super::{Code, run_passes};
use crate::interp::emit::LOOSE;

/// Two planes of the table.
const BLACK: SetReg = SetReg(0);
const WHITE: SetReg = SetReg(1);
/// The cells that were chosen.
const CHOSEN: SetReg = SetReg(2);
const SECOND: SetReg = SetReg(3);
/// The table's only action, and a mask behind it.
const DOING: MaskReg = MaskReg(FIRST_ACTION);
const KEPT: MaskReg = MaskReg(FIRST_ACTION + 1);
/// The table's only value.
const SCORE: NumReg = NumReg(0);

/// Sets and masks of the table: what is loose gets places behind them.
const OWN_SETS: u16 = 4;
const OWN_MASKS: u16 = FIRST_ACTION + 2;

fn registers() -> Registers {
    let grid = Grid::new(3, 3).expect("a small board");
    let nothing = CellSet::empty(&grid);
    let mut registers = Registers::new(2, &nothing);
    let [first, second] = [(); 2].map(|()| registers.add_set(nothing.clone()));
    registers.chosen = [first, second, second];
    registers.masks = OWN_MASKS;
    registers.values = 1;
    registers.nums = vec![0];
    registers
}

/// A set as it is written: with a number of its own.
fn loose(number: u16) -> SetReg {
    SetReg(LOOSE + number)
}

fn loose_mask(number: u16) -> MaskReg {
    MaskReg(LOOSE + number)
}

/// A set in one of the places behind the table's own.
fn place(number: u16) -> SetReg {
    SetReg(OWN_SETS + number)
}

fn mask_place(number: u16) -> MaskReg {
    MaskReg(OWN_MASKS + number)
}

fn passed(written: &[I]) -> Code {
    run_passes(written.to_vec(), &registers(), &BTreeSet::new())
}

fn check(written: &[I], expected: &[I]) {
    assert_eq!(passed(written).instructions, expected, "of {written:?}");
}

#[test]
fn what_nobody_reads_goes() {
    // Not what is read by what goes, either.
    let dead = [I::And(loose(0), BLACK, WHITE), I::First(loose(1), loose(0))];
    check(&dead, &[]);
    check(&[I::HasAny(loose_mask(0), BLACK), I::Retry(ALL)], &[I::Retry(ALL)]);
    // What is read behind it only is no reason to keep it.
    let late = [I::Or(loose(0), BLACK, CHOSEN), I::Or(BLACK, BLACK, CHOSEN)];
    check(&late, &[I::Or(BLACK, BLACK, CHOSEN)]);
}

#[test]
fn what_acts_stays() {
    let drawn = |to| I::PickOne { to, of: BLACK, mask: ALL };
    check(&[drawn(loose(0))], &[drawn(place(0))]);
    let counted = |to| I::Calculate(to, SCORE, masume_rules::model::Arithmetic::Add, SCORE);
    check(&[counted(NumReg(LOOSE))], &[counted(NumReg(1))]);
    check(&[I::Assign(SCORE, SCORE, ALL)], &[I::Assign(SCORE, SCORE, ALL)]);
}

#[test]
fn registers_are_used_again() {
    let chain = [
        I::And(loose(0), BLACK, WHITE),
        I::First(loose(1), loose(0)),
        I::Last(loose(2), loose(1)),
        I::Or(BLACK, BLACK, loose(2)),
    ];
    // What is written gets its place before what is read gives its own back.
    let placed = [
        I::And(place(0), BLACK, WHITE),
        I::First(place(1), place(0)),
        I::Last(place(0), place(1)),
        I::Or(BLACK, BLACK, place(0)),
    ];
    check(&chain, &placed);
    let code = passed(&chain);
    assert_eq!((code.sets, code.masks, code.nums), (6, usize::from(OWN_MASKS), 1));
}

#[test]
fn a_register_that_is_still_read_is_not_used_again() {
    let written = [
        I::And(loose(0), BLACK, WHITE),
        I::First(loose(1), loose(0)),
        I::Last(loose(2), loose(1)),
        I::Union(BLACK, [loose(0), loose(2)].into()),
    ];
    let placed = [
        I::And(place(0), BLACK, WHITE),
        I::First(place(1), place(0)),
        I::Last(place(2), place(1)),
        I::Union(BLACK, [place(0), place(2)].into()),
    ];
    check(&written, &placed);
}

#[test]
fn what_is_read_before_it_is_written_gets_a_place_that_nobody_wrote() {
    let written =
        [I::First(loose(0), BLACK), I::Or(BLACK, loose(0), BLACK), I::And(WHITE, WHITE, loose(9))];
    let placed =
        [I::First(place(0), BLACK), I::Or(BLACK, place(0), BLACK), I::And(WHITE, WHITE, place(1))];
    check(&written, &placed);
}

#[test]
fn what_is_copied_is_written_at_once() {
    check(
        &[I::And(loose(0), BLACK, WHITE), I::Copy(CHOSEN, loose(0))],
        &[I::And(CHOSEN, BLACK, WHITE)],
    );
    check(
        &[I::HasAny(loose_mask(0), BLACK), I::CopyMask(KEPT, loose_mask(0))],
        &[I::HasAny(KEPT, BLACK)],
    );
    // Who reads it later reads it where it lies.
    check(
        &[I::First(loose(0), BLACK), I::Copy(CHOSEN, loose(0)), I::Or(WHITE, WHITE, loose(0))],
        &[I::First(CHOSEN, BLACK), I::Or(WHITE, WHITE, CHOSEN)],
    );
    // A second copy of it would be one to itself.
    check(
        &[I::First(loose(0), BLACK), I::Copy(CHOSEN, loose(0)), I::Copy(CHOSEN, loose(0))],
        &[I::First(CHOSEN, BLACK)],
    );
}

#[test]
fn what_is_read_after_its_place_was_overwritten_is_kept() {
    let written = [
        I::First(loose(0), BLACK),
        I::Copy(CHOSEN, loose(0)),
        I::Last(loose(1), BLACK),
        I::Copy(CHOSEN, loose(1)),
        I::Or(WHITE, WHITE, loose(0)),
    ];
    let kept = [
        I::First(place(0), BLACK),
        I::Copy(CHOSEN, place(0)),
        I::Last(CHOSEN, BLACK),
        I::Or(WHITE, WHITE, place(0)),
    ];
    check(&written, &kept);
}

#[test]
fn what_lies_where_a_copy_goes_is_read_first() {
    // The target is read between, or by what is copied itself: it is not overwritten before.
    let read_between =
        [I::First(loose(0), BLACK), I::Or(WHITE, WHITE, CHOSEN), I::Copy(CHOSEN, loose(0))];
    check(
        &read_between,
        &[I::First(place(0), BLACK), I::Or(WHITE, WHITE, CHOSEN), I::Copy(CHOSEN, place(0))],
    );
    check(
        &[I::First(loose(0), CHOSEN), I::Copy(CHOSEN, loose(0))],
        &[I::First(place(0), CHOSEN), I::Copy(CHOSEN, place(0))],
    );
}

#[test]
fn what_is_copied_where_a_skip_may_leave_it_out_is_copied() {
    let written = [
        I::First(loose(0), BLACK),
        I::Skip(DOING, 0),
        I::Copy(CHOSEN, loose(0)),
        I::Label(0),
        I::Or(WHITE, WHITE, loose(0)),
    ];
    let placed = [
        I::First(place(0), BLACK),
        I::Skip(DOING, 1),
        I::Copy(CHOSEN, place(0)),
        I::Or(WHITE, WHITE, place(0)),
    ];
    check(&written, &placed);
}

#[test]
fn skips_know_how_far_they_go() {
    let act = || I::Or(BLACK, BLACK, CHOSEN);
    let written = [
        I::Skip(DOING, 0),
        act(),
        I::Skip(KEPT, 1),
        // What goes is not counted.
        I::HasAny(loose_mask(0), BLACK),
        act(),
        I::Label(1),
        I::Label(0),
        I::Skip(KEPT, 2),
        I::Label(2),
    ];
    let resolved = [I::Skip(DOING, 3), act(), I::Skip(KEPT, 1), act(), I::Skip(KEPT, 0)];
    check(&written, &resolved);
}

#[test]
fn masks_and_sets_have_places_of_their_own() {
    let written = [
        I::First(loose(0), BLACK),
        I::HasAny(loose_mask(0), loose(0)),
        I::Only(loose(1), WHITE, loose_mask(0)),
        I::Or(BLACK, BLACK, loose(1)),
    ];
    let placed = [
        I::First(place(0), BLACK),
        I::HasAny(mask_place(0), place(0)),
        I::Only(place(0), WHITE, mask_place(0)),
        I::Or(BLACK, BLACK, place(0)),
    ];
    check(&written, &placed);
}

fn step(to: SetReg, of: SetReg, direction: Direction) -> I {
    I::Step(to, of, Way::Fixed(direction))
}

#[test]
fn steps_of_one_set_are_one_instruction() {
    let up_or_left = [
        step(loose(0), BLACK, Direction::Up),
        step(loose(1), BLACK, Direction::Left),
        I::Or(loose(2), loose(0), loose(1)),
    ];
    let dirs = 1 << Direction::Up as u8 | 1 << Direction::Left as u8;
    let keep = |of| I::Copy(WHITE, of);
    let beside = I::Beside { to: WHITE, of: BLACK, dirs };
    check(&[&up_or_left[..], &[keep(loose(2))]].concat(), std::slice::from_ref(&beside));
    // Those of another set among them are a chain, said the other way round.
    let chain =
        I::Chain { to: WHITE, tests: Sequence([BLACK, CHOSEN].into()), dirs: dirs.reverse_bits() };
    let among = I::And(loose(3), CHOSEN, loose(2));
    check(&[&up_or_left[..], &[among, keep(loose(3))]].concat(), &[chain]);
    // With the set itself they are what it has and what lies beside it.
    let cross = I::Union(loose(2), [BLACK, loose(0), loose(1)].into());
    let beside_it = I::Beside { to: place(0), of: BLACK, dirs };
    check(
        &[&up_or_left[..2], &[cross, keep(loose(2))]].concat(),
        &[beside_it, I::Or(WHITE, BLACK, place(0))],
    );
    // A step that another instruction reads is there anyway.
    let read = [keep(loose(2)), I::HasAny(DOING, loose(0))];
    assert_eq!(passed(&[&up_or_left[..], &read].concat()).instructions.len(), 4);
    // What was stepped from is another set now.
    let changed = [
        step(loose(0), BLACK, Direction::Up),
        I::First(BLACK, WHITE),
        step(loose(1), BLACK, Direction::Left),
        I::Or(loose(2), loose(0), loose(1)),
        keep(loose(2)),
    ];
    assert_eq!(passed(&changed).instructions.len(), 4);
}

#[test]
fn the_same_neighbours_are_counted_once() {
    let count = |to: u16, counts| I::Neighbours {
        to: [loose(to)].into(),
        of: BLACK,
        dirs: u8::MAX,
        counts: [counts].into(),
    };
    let keep = [I::Copy(CHOSEN, loose(0)), I::Copy(WHITE, loose(1))];
    let both = I::Neighbours {
        to: [CHOSEN, WHITE].into(),
        of: BLACK,
        dirs: u8::MAX,
        counts: [(2, 3), (3, 3)].into(),
    };
    check(&[&[count(0, (2, 3)), count(1, (3, 3))], &keep[..]].concat(), &[both]);
    // What is counted behind a region may not have been counted in it.
    let region = [
        I::Skip(DOING, 7),
        count(0, (2, 3)),
        I::Copy(CHOSEN, loose(0)),
        I::Label(7),
        count(1, (3, 3)),
        I::Copy(WHITE, loose(1)),
    ];
    assert_eq!(passed(&region).instructions.len(), 3);
}

#[test]
fn the_same_done_to_several_sets_is_one_instruction() {
    let taken = [I::Without(BLACK, BLACK, CHOSEN), I::Without(WHITE, WHITE, CHOSEN)];
    let pair = [BLACK, WHITE];
    check(&taken, &[I::WithoutEach { to: pair.into(), of: pair.into(), cells: CHOSEN }]);
    let put = [I::Or(BLACK, BLACK, CHOSEN), I::Or(WHITE, WHITE, CHOSEN)];
    let more = [CHOSEN; 2].into();
    check(&put, &[I::OrEach { to: pair.into(), of: pair.into(), more }]);
    // The second reads what the first writes.
    let dependent = [I::Without(BLACK, BLACK, CHOSEN), I::Without(WHITE, BLACK, CHOSEN)];
    check(&dependent, &dependent);
}

#[test]
fn what_is_said_of_all_others_is_said_at_once() {
    let free = |to| I::Free(to, [BLACK].into());
    let both = [I::And(loose(1), loose(0), WHITE), I::Copy(CHOSEN, loose(1))];
    check(&[&[free(loose(0))], &both[..]].concat(), &[I::Without(CHOSEN, WHITE, BLACK)]);
    // It is not what it was of, if that has changed since then, or may have.
    let changed = [free(loose(0)), I::Or(BLACK, BLACK, WHITE)];
    assert_eq!(passed(&[&changed, &both[..]].concat()).instructions.len(), 3);
    let skipped = [I::Skip(DOING, 0), free(loose(0)), I::Label(0)];
    assert_eq!(passed(&[&skipped, &both[..]].concat()).instructions.len(), 3);
    // Without all others it is both.
    let rest = [free(loose(0)), I::Without(loose(1), WHITE, loose(0)), I::Copy(CHOSEN, loose(1))];
    check(&rest, &[I::And(CHOSEN, WHITE, BLACK)]);
    // So it is with boards.
    let some = |to| I::HasAny(to, BLACK);
    let others = I::MaskWithout(loose_mask(1), ALL, loose_mask(0));
    let (one, all) = (mask_place(0), |mask| I::MaskAnd(KEPT, DOING, mask));
    check(
        &[some(loose_mask(0)), others, all(loose_mask(1))],
        &[some(one), I::MaskWithout(KEPT, DOING, one)],
    );
}

#[test]
fn what_is_lost_of_a_set_need_not_be_what_it_has() {
    let held = I::And(loose(0), BLACK, CHOSEN);
    check(&[held, I::Without(BLACK, BLACK, loose(0))], &[I::Without(BLACK, BLACK, CHOSEN)]);
}

#[test]
fn unions_for_one_reader_are_one() {
    let united = [
        I::Or(loose(0), BLACK, WHITE),
        I::Or(loose(1), loose(0), SECOND),
        I::HasAny(DOING, loose(1)),
    ];
    let both = [I::Union(place(0), [BLACK, WHITE, SECOND].into()), I::HasAny(DOING, place(0))];
    check(&united, &both);
    // Another reads the first.
    let read = [&united[..], &[I::HasAny(KEPT, loose(0))]].concat();
    assert_eq!(passed(&read).instructions.len(), 4);
    // What a plane gains is told together with what it loses.
    let gained = I::Or(CHOSEN, CHOSEN, loose(0));
    let apart = [I::Or(place(0), BLACK, WHITE), I::Or(CHOSEN, CHOSEN, place(0))];
    check(&[united[0].clone(), gained], &apart);
}

#[test]
fn what_all_parts_are_tested_for_is_asked_of_the_union() {
    let [one, other, any] = [loose(0), loose(1), loose(2)];
    let united = [I::Or(any, one, other), I::HasAny(KEPT, any)];
    let tests: [fn(SetReg, SetReg) -> I; 3] = [
        |to, of| I::And(to, of, CHOSEN),
        |to, of| I::Without(to, of, CHOSEN),
        |to, of| I::Only(to, of, DOING),
    ];
    for test in tests {
        let written = [&[test(one, BLACK), test(other, WHITE)], &united[..]].concat();
        let [all, passed] = [place(0), place(1)];
        let once = [I::Or(all, BLACK, WHITE), test(passed, all), I::HasAny(KEPT, passed)];
        check(&written, &once);
        // What it is asked of has become something else.
        let changed = I::First(BLACK, SECOND);
        let written = [&[test(one, BLACK), test(other, WHITE), changed], &united[..]].concat();
        let [.., last, _] = &self::passed(&written).instructions[..] else { panic!("{written:?}") };
        assert!(matches!(last, I::Or(..)), "{last:?}");
    }
    // The third part is tested for nothing.
    let third = I::Union(any, [one, SECOND, other].into());
    let written = [tests[0](one, BLACK), tests[0](other, WHITE), third, I::HasAny(KEPT, any)];
    let [all, passed, any] = [place(0), place(1), place(0)];
    let once = [I::Or(all, BLACK, WHITE), tests[0](passed, all), I::Or(any, SECOND, passed)];
    check(&written, &[&once[..], &[I::HasAny(KEPT, any)]].concat());
}

#[test]
fn what_is_taken_of_a_set_one_after_another_is_one_instruction() {
    let common = |of: &[SetReg], without: &[SetReg], mask| {
        let (of, without) = (of.into(), Excluded(without.into()));
        I::Common { to: place(0), of, without, mask }
    };
    let both = I::And(loose(0), BLACK, WHITE);
    let left = I::Without(loose(1), loose(0), SECOND);
    let there = [I::Only(loose(2), loose(1), DOING), I::HasAny(KEPT, loose(2))];
    let some = I::HasAny(KEPT, place(0));
    let all = [common(&[BLACK, WHITE], &[SECOND], DOING), some.clone()];
    check(&[&[both.clone(), left.clone()], &there[..]].concat(), &all);
    // The first has become something else, or another reads what is made of it.
    for between in [I::First(BLACK, SECOND), I::HasAny(DOING, loose(0))] {
        let written = [&[both.clone(), between, left.clone()], &there[..]].concat();
        let [first, _, second, _] = &passed(&written).instructions[..] else {
            panic!("{written:?}");
        };
        let is_of_two = matches!(second, I::Common { of, .. } if of[..] == [place(0)]);
        assert!(matches!(first, I::And(..)) && is_of_two, "{second:?}");
    }
    let union = [I::Or(loose(0), BLACK, WHITE), I::Without(loose(1), CHOSEN, loose(0))];
    let of_one = [common(&[CHOSEN], &[BLACK, WHITE], ALL), some];
    check(&[&union[..], &[I::HasAny(KEPT, loose(1))]].concat(), &of_one);
}

#[test]
fn rays_are_one_instruction() {
    let ray = |[filled, all, led_to]: [u16; 3], direction| {
        let fill = I::Fill { to: loose(filled), from: BLACK, through: WHITE, direction };
        let before = I::Or(loose(all), BLACK, loose(filled));
        [fill, before, step(loose(led_to), loose(all), direction)]
    };
    let some = |set| I::HasAny(KEPT, set);
    let rays = |dirs| [I::Cast { to: place(0), from: BLACK, through: WHITE, dirs }, some(place(0))];
    let [up, left] = [Direction::Up, Direction::Left].map(|way| (way, 1 << way as u8));
    let of_up = ray([0, 1, 2], up.0);
    check(&[&of_up[..], &[some(loose(2))]].concat(), &rays(up.1));
    // In two ways.
    let both = [I::Or(loose(6), loose(2), loose(5)), some(loose(6))];
    check(&[&of_up[..], &ray([3, 4, 5], left.0), &both].concat(), &rays(up.1 | left.1));
    // The step goes another way, or what is filled is asked as well.
    let turned = [&of_up[..2], &[step(loose(2), loose(1), left.0), some(loose(2))]].concat();
    assert_eq!(passed(&turned).instructions.len(), 4);
    let read = [&of_up[..], &[some(loose(2)), I::HasAny(DOING, loose(0))]].concat();
    assert_eq!(passed(&read).instructions.len(), 5);
}

#[test]
fn what_loses_some_cells_and_gains_the_others_is_toggled() {
    let toggled = I::Unlike(BLACK, [BLACK].into(), [CHOSEN].into());
    let asked = [I::And(loose(0), CHOSEN, BLACK), I::Without(loose(1), CHOSEN, BLACK)];
    let lose = |cells| I::Without(BLACK, BLACK, cells);
    let gain = |cells| I::Or(BLACK, BLACK, cells);
    for changes in [[lose(loose(0)), gain(loose(1))], [gain(loose(1)), lose(loose(0))]] {
        check(&[&asked[..], &changes].concat(), std::slice::from_ref(&toggled));
    }
    // It gains other cells.
    let other = [I::Without(loose(0), WHITE, BLACK), lose(CHOSEN), gain(loose(0))];
    let both = exchange(&[BLACK], CHOSEN, &[place(0)]);
    check(&other, &[I::Without(place(0), WHITE, BLACK), both]);
    // It loses some that it has only just gained.
    let late = [asked[1].clone(), gain(loose(1)), lose(CHOSEN)];
    assert_eq!(passed(&late).instructions.len(), 3);
}

#[test]
fn what_no_round_changes_is_done_before_the_loop() {
    let begin = |label| I::Repeat(DOING, 0, label);
    let again = |back| I::Again { mask: DOING, depth: 0, most: 9, back };
    let next = step(loose(1), loose(0), Direction::Up);
    let grow = I::Or(BLACK, BLACK, loose(1));
    let of = |cells| I::First(loose(0), cells);
    let written = |cells| [begin(0), of(cells), next.clone(), grow.clone(), again(0), I::Label(0)];
    let [first, second] = [place(0), place(1)];
    let placed = |cells| {
        let of = I::First(first, cells);
        [of, step(second, first, Direction::Up), I::Or(BLACK, BLACK, second)]
    };
    let [of_white, up, put] = placed(WHITE);
    check(&written(WHITE), &[of_white, up, begin(2), put, again(2)]);
    // It depends on what the round before it has done.
    let [of_black, up, put] = placed(BLACK);
    check(&written(BLACK), &[begin(4), of_black, up, put, again(4)]);
    // A draw is another one in every round.
    let drawn = I::PickOne { to: loose(0), of: WHITE, mask: ALL };
    let code = passed(&[begin(0), drawn, grow_by(loose(0)), again(0), I::Label(0)]);
    assert!(matches!(code.instructions[0], I::Repeat(..)));
    // What is left out in a round is not done before it.
    let skipped = [
        begin(0),
        I::Skip(KEPT, 1),
        of(WHITE),
        grow_by(loose(0)),
        I::Label(1),
        again(0),
        I::Label(0),
    ];
    assert!(matches!(passed(&skipped).instructions[0], I::Repeat(..)));
}

fn grow_by(cells: SetReg) -> I {
    I::Or(BLACK, BLACK, cells)
}

#[test]
fn what_goes_and_comes_is_one_instruction() {
    let pair = |come| [I::Without(BLACK, BLACK, CHOSEN), I::Or(BLACK, BLACK, come)];
    check(&pair(WHITE), &[exchange(&[BLACK], CHOSEN, &[WHITE])]);
    check(&pair(BLACK), &pair(BLACK));
    // The same goes from several sets.
    let of_second = |come| [I::Without(SECOND, SECOND, CHOSEN), I::Or(SECOND, SECOND, come)];
    let two = exchange(&[BLACK, SECOND], CHOSEN, &[WHITE; 2]);
    check(&[pair(WHITE), of_second(WHITE)].concat(), &[two]);
    // The second gains what the first has become.
    let apart = [exchange(&[BLACK], CHOSEN, &[WHITE]), exchange(&[SECOND], CHOSEN, &[BLACK])];
    check(&[pair(WHITE), of_second(BLACK)].concat(), &apart);
}

fn exchange(sets: &[SetReg], gone: SetReg, come: &[SetReg]) -> I {
    I::Exchange { to: sets.into(), of: sets.into(), gone, come: come.into() }
}

#[test]
fn a_number_that_grows_is_one_instruction() {
    let sum = NumReg(LOOSE);
    let grown = [I::Add(sum, SCORE, NumReg(1)), I::Assign(SCORE, sum, DOING)];
    check(&grown, &[I::Grow(SCORE, NumReg(1), DOING)]);
    // The sum is read again.
    let read = [&grown[..], &[I::Compare(KEPT, sum, Compare::Less, NumReg(1))]].concat();
    assert_eq!(passed(&read).instructions.len(), 3);
    let other = [I::Add(sum, NumReg(1), NumReg(1)), I::Assign(SCORE, sum, DOING)];
    assert_eq!(passed(&other).instructions.len(), 2);
}
