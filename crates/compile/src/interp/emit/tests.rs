//! Facts that are known are asked once, and only as long as they are known.

use masume_program::interp::code::{Instruction as I, MaskReg, NumReg, SetReg};
use masume_program::interp::registers::{ACTIVE, ALL};

use super::{Emitter, LOOSE};

const BLACK: SetReg = SetReg(0);
const WHITE: SetReg = SetReg(1);
const SCORE: NumReg = NumReg(0);

fn both(emit: &mut Emitter) -> SetReg {
    emit.set(|to| I::And(to, BLACK, WHITE))
}

fn free(emit: &mut Emitter) -> SetReg {
    emit.set(|to| I::Free(to, [BLACK, WHITE].into()))
}

fn some(emit: &mut Emitter, set: SetReg) -> MaskReg {
    emit.mask(|to| I::HasAny(to, set))
}

fn is_active(emit: &mut Emitter) -> MaskReg {
    emit.mask(|to| I::MaskAnd(to, ACTIVE, ALL))
}

/// Emits the same before and after something happens, and says whether it was asked again.
fn is_asked_again(ask: impl Fn(&mut Emitter) -> u16, happens: impl FnOnce(&mut Emitter)) -> bool {
    let mut emit = Emitter::default();
    let before = ask(&mut emit);
    happens(&mut emit);
    let count = emit.code.len();
    let after = ask(&mut emit);
    assert_eq!(before == after, emit.code.len() == count, "one register, one instruction");
    before != after
}

#[test]
fn equal_instructions_are_one() {
    let mut emit = Emitter::default();
    let (one, other) = (both(&mut emit), both(&mut emit));
    assert_eq!((one, other), (SetReg(LOOSE), SetReg(LOOSE)));
    // What differs in a register is another.
    assert_ne!(emit.set(|to| I::And(to, WHITE, BLACK)), one);
    // What is built of equal instructions is equal.
    let (one, other) = (some(&mut emit, one), some(&mut emit, other));
    assert_eq!(one, other);
    assert_eq!(
        emit.code,
        [
            I::And(SetReg(LOOSE), BLACK, WHITE),
            I::And(SetReg(LOOSE + 1), WHITE, BLACK),
            I::HasAny(MaskReg(LOOSE), SetReg(LOOSE)),
        ]
    );
}

#[test]
fn kinds_of_registers_are_counted_by_themselves() {
    let mut emit = Emitter::default();
    assert_eq!(both(&mut emit), SetReg(LOOSE));
    assert_eq!(emit.loose_mask(), MaskReg(LOOSE));
    assert_eq!(emit.loose_num(), NumReg(LOOSE));
    assert_eq!(emit.loose_set(), SetReg(LOOSE + 1));
}

#[test]
fn a_plane_that_is_written_is_asked_again() {
    let check = |plane: SetReg, ask: &dyn Fn(&mut Emitter) -> u16, expected: bool| {
        let found = is_asked_again(ask, |emit| emit.forget_plane(plane));
        assert_eq!(found, expected, "{plane:?}");
    };
    check(BLACK, &|emit| free(emit).0, true);
    check(WHITE, &|emit| free(emit).0, true);
    check(SetReg(2), &|emit| free(emit).0, false);
    // Through what is built of it, and across kinds.
    let some_free = |emit: &mut Emitter| {
        let free = free(emit);
        some(emit, free).0
    };
    check(BLACK, &some_free, true);
    check(SetReg(2), &some_free, false);
    // What reads no register knows nothing of planes.
    check(BLACK, &|emit| emit.mask(|to| I::InWays(to, 1)).0, false);
    // A slide reads planes that it does not name.
    check(SetReg(2), &|emit| emit.mask(|to| I::Slides { table: 0, to }).0, true);
}

#[test]
fn masks_and_numbers_of_the_table_that_are_written_are_asked_again() {
    let forgets = |ask: &dyn Fn(&mut Emitter) -> u16| is_asked_again(ask, Emitter::forget_table);
    assert!(forgets(&|emit| is_active(emit).0));
    assert!(forgets(&|emit| emit.num(|to| I::Min(to, SCORE, SCORE)).0));
    assert!(forgets(&|emit| emit.mask(|to| I::NotReached(to, 0)).0));
    assert!(!forgets(&|emit| both(emit).0));
}

#[test]
fn what_is_drawn_depends_on_anything() {
    let check = |happens: &dyn Fn(&mut Emitter)| {
        let mut emit = Emitter::default();
        let drawn = emit.loose_set();
        emit.act(I::PickOne { to: drawn, of: BLACK, mask: ALL });
        let before = some(&mut emit, drawn);
        happens(&mut emit);
        assert_ne!(some(&mut emit, drawn), before);
    };
    check(&|emit| emit.forget_plane(WHITE));
    check(&Emitter::forget_table);
}

#[test]
fn what_a_skip_may_leave_out_is_asked_again_behind_it() {
    // Known in the region only.
    let mut emit = Emitter::default();
    let region = emit.enter(ACTIVE);
    let inside = both(&mut emit);
    assert_eq!(both(&mut emit), inside);
    emit.leave(region);
    assert_ne!(both(&mut emit), inside);
    // Known before: still known behind.
    assert!(!is_asked_again(
        |emit| both(emit).0,
        |emit| {
            let region = emit.enter(ACTIVE);
            free(emit);
            emit.leave(region);
        }
    ));
    // Known before, forgotten and asked again within: what is known behind is neither.
    assert!(is_asked_again(
        |emit| both(emit).0,
        |emit| {
            let region = emit.enter(ACTIVE);
            emit.forget_plane(BLACK);
            both(emit);
            emit.leave(region);
        }
    ));
    // In a region within a region.
    let mut emit = Emitter::default();
    let outer = emit.enter(ACTIVE);
    let known = both(&mut emit);
    let inner = emit.enter(ALL);
    assert_eq!(both(&mut emit), known);
    let innermost = free(&mut emit);
    emit.leave(inner);
    assert_eq!(both(&mut emit), known);
    assert_ne!(free(&mut emit), innermost);
    emit.leave(outer);
    assert_ne!(both(&mut emit), known);
}

#[test]
fn every_region_has_a_label_of_its_own() {
    let mut emit = Emitter::default();
    let outer = emit.enter(ACTIVE);
    let inner = emit.enter(ALL);
    emit.leave(inner);
    emit.leave(outer);
    let expected = [I::Skip(ACTIVE, 0), I::Skip(ALL, 1), I::Label(1), I::Label(0)];
    assert_eq!(emit.code, expected);
}

#[test]
fn boards_that_part_know_what_they_knew() {
    let mut emit = Emitter::default();
    let (asked, unharmed) = (both(&mut emit), emit.set(|to| I::Copy(to, SetReg(2))));
    let before = emit.known();
    // The first boards change what is asked; the others do not.
    emit.forget_plane(BLACK);
    let again = both(&mut emit);
    assert_ne!(again, asked);
    let first = emit.switch(before);
    assert_eq!(both(&mut emit), asked);
    emit.join(&first);
    // Of all boards it is not known which of both it is.
    assert!(![asked, again].contains(&both(&mut emit)));
    assert_eq!(emit.set(|to| I::Copy(to, SetReg(2))), unharmed);
}
