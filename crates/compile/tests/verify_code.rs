//! Code that is none is refused, each kind of fault with its place.

use std::sync::Arc;

use masume_board::Grid;
use masume_program::Optimisations;
use masume_program::interp::code::{Code, Instruction as I, MaskReg, NumReg, SetReg};
use masume_program::interp::game::GameCode;
use masume_program::interp::pick::Pick;
use masume_program::interp::rays::Rays;
use masume_program::interp::registers::{ACTIVE, ALL, OVER, Registers};
use masume_program::interp::{CodeFault, verify};
use masume_rules::check;
use masume_words::compile;

/// Choices of every kind but columns, a value, a local, a constant set and points.
const GAME: &str = "\
game Everything
board 5 x 4 from 2 x 2
value moves

pieces
  thing: player box

legend
  .  nothing
  @  player
  b  box

action push in d
  player box empty -> _ player box

action jump from a to b
  4 ways from a to b: player box empty -> _ _ player

action place at c
  at c: [empty, row > 1] -> box

action rest

then
  let boxes = count box
  moves += boxes

score moves
";

/// Lines that are looked up.
const SLIDES: &str = "\
game Slides
board 4 x 4 from 2 x 2

pieces
  tile: number 2 doubling to 64

legend
  .  nothing

action slide in d
  against d:
    repeat _ n -> n _
";

/// Choices along rays.
const RAYS: &str = "\
game Rays
board 5 x 4

pieces
  thing: queen

action fly from a to b
  8 ways from a to b: queen empty* empty -> _ _* queen
";

fn code_of(text: &str, width: u32, height: u32) -> GameCode {
    let checked = check(&masume_syntax::parse(text).file);
    assert_eq!(checked.diagnostics, []);
    let rules = Arc::new(checked.rules.expect("the text has pieces"));
    let grid = Grid::new(width, height).expect("a small board");
    let compiled = compile(rules, &grid, Optimisations::ALL).expect("a small board");
    compiled.interp_code().expect("the game has code").clone()
}

/// Breaks the code of a game and compares what is found with what is said of it.
fn check_broken(mut code: GameCode, break_it: impl FnOnce(&mut GameCode), expected: &str) {
    assert_eq!(verify(&code), Ok(()), "as it was translated");
    break_it(&mut code);
    let found = verify(&code);
    let found = found.as_ref().map_or_else(CodeFault::to_string, |()| "nothing wrong".to_owned());
    assert_eq!(found, expected);
}

fn check_fault(break_it: impl FnOnce(&mut GameCode), expected: &str) {
    check_broken(code_of(GAME, 5, 4), break_it, expected);
}

/// Puts instructions in the place of the turn's, with three registers of each kind behind the
/// table's own.
fn put(code: &mut GameCode, make: impl FnOnce(&Loose) -> Vec<I>) {
    let loose = Loose::of(&code.registers);
    let [sets, masks, nums] = loose.0.map(|own| usize::from(own) + 3);
    code.players[0].turn =
        Code { instructions: make(&loose), sets, masks, nums, ..Code::default() };
}

/// Number of registers of each kind that are the table's own.
struct Loose([u16; 3]);

impl Loose {
    fn of(registers: &Registers) -> Self {
        Self([registers.sets.len() as u16, registers.masks, registers.nums.len() as u16])
    }

    fn set(&self, number: u16) -> SetReg {
        SetReg(self.0[0] + number)
    }

    fn mask(&self, number: u16) -> MaskReg {
        MaskReg(self.0[1] + number)
    }

    fn num(&self, number: u16) -> NumReg {
        NumReg(self.0[2] + number)
    }
}

/// Checks instructions in the place of the turn's.
fn check_turn(make: impl FnOnce(&Loose, &Registers) -> Vec<I>, expected: &str) {
    check_fault(
        |code| {
            let registers = code.registers.clone();
            put(code, |loose| make(loose, &registers));
        },
        expected,
    );
}

const PLANE: SetReg = SetReg(0);

#[test]
fn every_register_is_there() {
    let loose = Loose::of(&code_of(GAME, 5, 4).registers);
    let check = |make: fn(&Loose) -> I, what: &str, register: u16| {
        let expected = format!("turn of player 0, instruction 1: there is no {what} {register}");
        check_turn(|loose, _| vec![I::Retry(ALL), make(loose)], &expected);
    };
    check(|loose| I::First(loose.set(3), PLANE), "set register", loose.set(3).0);
    check(|loose| I::Retry(loose.mask(3)), "mask register", loose.mask(3).0);
    check(|loose| I::CountCells(loose.num(3), PLANE), "number register", loose.num(3).0);
}

#[test]
fn what_is_read_is_written_before_it() {
    let register = code_of(GAME, 5, 4).registers.masks;
    let unwritten = |nth: usize| {
        let at = format!("turn of player 0, instruction {nth}");
        format!("{at}: mask register {register} may not be written yet")
    };
    check_turn(|loose, _| vec![I::Retry(loose.mask(0))], &unwritten(0));
    // An instruction does not read what it writes itself.
    check_turn(|loose, _| vec![I::MaskAnd(loose.mask(0), ALL, loose.mask(0))], &unwritten(0));
    // What a skip may leave out is not written behind it, also where it was written before.
    let in_skip = |loose: &Loose| {
        vec![I::Skip(ACTIVE, 1), I::HasAny(loose.mask(0), PLANE), I::Retry(loose.mask(0))]
    };
    check_turn(|loose, _| in_skip(loose), &unwritten(2));
    check_turn(
        |loose, _| [vec![I::HasAny(loose.mask(0), PLANE)], in_skip(loose)].concat(),
        &unwritten(3),
    );
    let nested = |loose: &Loose, counts: [u16; 2]| {
        let [outer, inner] = counts.map(|count| I::Skip(ACTIVE, count));
        vec![outer, inner, I::HasAny(loose.mask(0), PLANE), I::Retry(loose.mask(0))]
    };
    check_turn(|loose, _| nested(loose, [2, 1]), &unwritten(3));
    check_turn(|loose, _| nested(loose, [3, 1]), &unwritten(3));
    check_turn(|loose, _| nested(loose, [3, 2]), "nothing wrong");
    // What was written before a skip is read in it and behind it.
    let before = |loose: &Loose| {
        let read = || I::Retry(loose.mask(0));
        vec![I::HasAny(loose.mask(0), PLANE), I::Skip(ACTIVE, 1), read(), read()]
    };
    check_turn(|loose, _| before(loose), "nothing wrong");
}

#[test]
fn what_is_fixed_is_not_written() {
    let fixed =
        |what: &str| format!("turn of player 0, instruction 0: {what} is not written by code");
    for mask in [ALL, ACTIVE, OVER, Registers::action(1)] {
        let what = format!("mask register {}", mask.0);
        check_turn(|_, _| vec![I::CopyMask(mask, ALL)], &fixed(&what));
    }
    let registers = code_of(GAME, 5, 4).registers;
    let (constant, _) = registers.constant_sets().next().expect("rows are compared");
    for set in [registers.chosen[0], registers.chosen[1], constant] {
        let what = format!("set register {}", set.0);
        check_turn(|_, _| vec![I::Copy(set, PLANE)], &fixed(&what));
    }
    let (constant, _) = registers.constants().next().expect("locals begin with 0");
    let what = format!("number register {}", constant.0);
    check_turn(|_, _| vec![I::Assign(constant, NumReg(0), ALL)], &fixed(&what));
    check_turn(|_, _| vec![I::Copy(PLANE, registers.chosen[0])], "nothing wrong");
}

#[test]
fn skips_stay_where_they_stand() {
    let skip = |nth: usize, count: u16| {
        format!("turn of player 0, instruction {nth}: a skip of {count} ends where nothing goes on")
    };
    check_turn(|_, _| vec![I::Skip(ACTIVE, 1), I::Retry(ALL)], "nothing wrong");
    check_turn(|_, _| vec![I::Skip(ACTIVE, 2), I::Retry(ALL)], &skip(0, 2));
    check_turn(|_, _| vec![I::Skip(ACTIVE, u16::MAX)], &skip(0, u16::MAX));
    // One in another does not lead out of it.
    let crossed = |_: &Loose, _: &Registers| {
        vec![I::Skip(ACTIVE, 2), I::Skip(ALL, 2), I::Retry(ALL), I::Retry(ALL)]
    };
    check_turn(crossed, &skip(1, 2));
    check_turn(|_, _| vec![I::Label(7)], "turn of player 0, instruction 0: label 7 is left");
}

#[test]
fn choices_and_points_are_the_tables_own() {
    let kept = |action: usize, what: &str| {
        format!("choices of action {action} of player 0: {what} is not kept from turn to turn")
    };
    let code = code_of(GAME, 5, 4);
    let (constant, _) = code.registers.constant_sets().next().expect("rows are compared");
    let behind = SetReg(code.registers.sets.len() as u16);
    for set in [PLANE, code.registers.chosen[0], constant, behind] {
        let expected = kept(2, &format!("set register {}", set.0));
        check_fault(|code| code.players[0].picks[2] = Pick::Cells(set), &expected);
    }
    for mask in [ALL, Registers::action(0), MaskReg(code.registers.masks)] {
        let what = format!("mask register {}", mask.0);
        check_fault(|code| code.players[0].picks[3] = Pick::Plain(mask), &kept(3, &what));
        check_fault(|code| code.players[0].picks[0] = Pick::Directions(mask, 1), &kept(0, &what));
        check_fault(|code| code.players[0].picks[2] = Pick::Columns(mask), &kept(2, &what));
    }
    let break_steps = |code: &mut GameCode| {
        let Pick::Steps { starts, .. } = &mut code.players[0].picks[1] else {
            panic!("a jump is steps")
        };
        starts[0].1 = PLANE;
    };
    check_fault(break_steps, &kept(1, "set register 0"));
    // What is not carried from board to board is not kept.
    check_fault(|code| code.kept_masks.clear(), &kept(0, &first_mask(&code)));
    check_fault(
        |code| code.points[0] = NumReg(99),
        "points: number register 99 is not kept from turn to turn",
    );
}

/// Mask of the choices of the first action, as text.
fn first_mask(code: &GameCode) -> String {
    let Pick::Directions(mask, _) = code.players[0].picks[0] else {
        panic!("a direction is chosen")
    };
    format!("mask register {}", mask.0)
}

#[test]
fn slides_and_weights_are_whole() {
    let break_slide = |code: &mut GameCode| {
        for instruction in &mut code.players[0].turn.instructions {
            if let I::Slide { table, .. } = instruction {
                *table = 1;
            }
        }
    };
    let code = code_of(SLIDES, 4, 4);
    let nth = code.players[0].turn.instructions.iter();
    let nth = nth.take_while(|it| !matches!(it, I::Slide { .. })).count();
    let expected = format!("turn of player 0, instruction {nth}: there is no slide 1");
    check_broken(code, break_slide, &expected);
    check_broken(
        code_of(SLIDES, 4, 4),
        |code| code.slides.clear(),
        "choices of player 0, instruction 0: there is no slide 0",
    );
    check_turn(
        |loose, _| {
            let (to, weights) = ([loose.mask(0), loose.mask(1)].into(), [1, 2, 3].into());
            vec![I::PickWeighted { to, weights, mask: ALL }]
        },
        "turn of player 0, instruction 0: masks and weights are not as many",
    );
}

#[test]
fn rays_are_whole_and_the_tables_own() {
    let places = "choices of action 0 of player 0: a pattern along rays has places that are none";
    let check = |break_it: &dyn Fn(&mut Rays), expected: &str| {
        let break_pick = |code: &mut GameCode| {
            let Pick::Rays(_, rays) = &mut code.players[0].picks[0] else {
                panic!("a ray is flown")
            };
            break_it(rays);
        };
        check_broken(code_of(RAYS, 5, 4), break_pick, expected);
    };
    check(&|rays| rays.places.clear(), places);
    check(&|rays| rays.places = vec![rays.places[0].clone(); 7], places);
    check(&|rays| rays.places[0].follows = 2, places);
    let kept = "choices of action 0 of player 0: set register 0 is not kept from turn to turn";
    check(&|rays| rays.starts = PLANE, kept);
    check(&|rays| rays.ends = PLANE, kept);
    check(&|rays| rays.places[0].test = PLANE, kept);
    let break_count = |code: &mut GameCode| {
        for instruction in &mut code.players[0].legal.instructions {
            if let I::Rays { rays, .. } = instruction {
                rays.places[0].follows = 4;
            }
        }
    };
    let code = code_of(RAYS, 5, 4);
    let nth = code.players[0].legal.instructions.iter();
    let nth = nth.take_while(|it| !matches!(it, I::Rays { .. })).count();
    let at = format!("choices of player 0, instruction {nth}");
    let expected = format!("{at}: a pattern along rays has places that are none");
    check_broken(code, break_count, &expected);
}
