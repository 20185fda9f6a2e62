//! Sums: actions in any order, and sums that stay.

use masume_engine::{Game, Setup, Size, State};
use masume_rules::model::{EMPTY, Layer};
use masume_rules::random::Random;
use masume_search::{Aim, Budget, Proof, ProofError, Solved, Verdict, solve, verify};

use super::verdicts::brute_force;
use super::{game, shipped};

fn solved(game: &Game, state: &State, aim: Aim) -> Solved {
    solve(game, state, aim, &Budget::default()).expect("a game for one")
}

/// The proof that a state cannot be won, which does not speak of states.
#[track_caller]
fn proof(game: &Game, state: &State) -> Proof {
    let solved = solved(game, state, Aim::Any);
    let Verdict::Impossible(proof) = solved.verdict else { panic!("{:?}", solved.verdict) };
    assert_eq!(proof.state_count(), None);
    assert_eq!(solved.report.nodes, 0);
    proof
}

/// The European board with its hole in the middle.
fn european() -> (Game, State) {
    let pegs = shipped("peg-solitaire");
    let rows = "##ooo##\n#ooooo#\nooooooo\nooo.ooo\nooooooo\n#ooooo#\n##ooo##\n";
    let rows: String = rows.lines().map(|row| format!("  {row}\n")).collect();
    let levels = pegs.read_collection(&format!("level \"Centre\"\n{rows}")).expect("a level");
    let game = pegs.with_levels(levels);
    let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
    (game, state)
}

#[test]
fn the_european_board_with_its_hole_in_the_middle_cannot_be_won() {
    let (game, state) = european();
    let proof = proof(&game, &state);
    let text = proof.print(&game);
    let read = Proof::read(&game, &text).expect("it was just written");
    assert_eq!((verify(&game, &read), &read), (Ok(()), &proof));
}

/// The text with another last line, so that only what it says can be wrong.
pub(crate) fn with_sum(body: &str) -> String {
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}sum {sum:016x}\n")
}

/// Fault of a proof of which one line was changed.
fn fault(game: &Game, proof: &Proof, change: impl Fn(usize, &str) -> String) -> Option<ProofError> {
    let text = proof.print(game);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.pop();
    let changed = lines.iter().enumerate().map(|(at, line)| change(at, line) + "\n");
    let changed: String = changed.collect();
    match Proof::read(game, &with_sum(&changed)) {
        Ok(read) => verify(game, &read).err(),
        Err(error) => Some(error),
    }
}

#[test]
fn no_weight_of_a_sum_can_be_another() {
    let (game, state) = european();
    let proof = proof(&game, &state);
    assert_eq!(fault(&game, &proof, |_, line| line.to_owned()), None);
    let text = proof.print(&game);
    let told = text.lines().position(|line| line.starts_with("sum layers")).expect("a line");
    let mut changed = 0;
    for (at, line) in text.lines().enumerate().skip(told + 1) {
        // A peg weighs something else.
        let Some((before, weight)) = line.split_once(" 0=") else { continue };
        let weight: u32 = weight.parse().expect("a number");
        let other = format!("{before} 0={}", weight ^ 1);
        let found = fault(
            &game,
            &proof,
            |line, text| {
                if line == at { other.clone() } else { text.to_owned() }
            },
        );
        assert!(matches!(found, Some(ProofError::Changes | ProofError::Wins)), "{found:?}");
        changed += 1;
    }
    assert_eq!(changed, 37);
    for (with, expected) in [
        ("sum layers", ProofError::Text { line: told + 2 }),
        ("sum layers 0 0", ProofError::Text { line: told + 1 }),
        ("sum layers 9", ProofError::Text { line: told + 1 }),
        ("sum layers 1", ProofError::Text { line: told + 51 }),
        ("sums", ProofError::Text { line: told + 1 }),
    ] {
        let found =
            fault(
                &game,
                &proof,
                |line, text| {
                    if line == told { with.to_owned() } else { text.to_owned() }
                },
            );
        assert_eq!(found, Some(expected), "{with}");
    }
    for line in ["0=1 .=0", ".=0 0=65536", ".=0 7=1", ".=0 0", "x=0"] {
        let found =
            fault(
                &game,
                &proof,
                |at, text| {
                    if at == told + 60 { line.to_owned() } else { text.to_owned() }
                },
            );
        assert_eq!(found, Some(ProofError::Text { line: told + 61 }), "{line}");
    }
}

#[test]
fn a_board_that_can_be_won_has_no_such_proof() {
    // All weights 0: nothing changes the sum, and the win has the same.
    let (game, state) = european();
    let found = fault(&game, &proof(&game, &state), |_, line| match line.split_once(" 0=") {
        Some((before, _)) => format!("{before} 0=0"),
        None => line.to_owned(),
    });
    assert_eq!(found, Some(ProofError::Wins));
}

/// Lights on a board of this size, lit as a number of bits says.
fn lights(game: &Game, width: u32, height: u32, lit: impl Fn(usize) -> bool) -> State {
    let size = Some(Size { width, height });
    let mut state = game.start(&Setup { size, seed: 1, level: None }).expect("a board");
    let cells: Vec<_> = state.board.grid().inner_cells().collect();
    for (index, cell) in cells.into_iter().enumerate() {
        state.board.set(Layer(0), cell, if lit(index) { 0 } else { EMPTY });
        state.board.set(Layer(1), cell, EMPTY);
    }
    state
}

#[test]
fn lights_go_out_in_as_few_presses_as_can_be() {
    let game = shipped("lights-out");
    let mut seen = [0, 0];
    for (width, height) in [(2, 2), (3, 2), (3, 3), (4, 2)] {
        for bits in 1..1_usize << (width * height) {
            if bits % 7 > 0 && width * height > 6 {
                continue;
            }
            let state = lights(&game, width, height, |cell| bits >> cell & 1 == 1);
            let expected = brute_force(&game, &state);
            let found = match solved(&game, &state, Aim::Moves).verdict {
                Verdict::Scored(_) => panic!("no points were asked for"),
                Verdict::Won(line) => Some(line.actions.len()),
                Verdict::Impossible(_) => None,
                Verdict::GaveUp(limit) => panic!("{limit:?}"),
            };
            assert_eq!(found, expected, "{width} x {height}: {bits:b}");
            seen[usize::from(found.is_some())] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn a_large_field_of_lights_goes_out_or_is_proved() {
    let game = shipped("lights-out");
    let mut random = Random::new(8);
    // Every field of 20 x 20 can be put out, and of 19 x 19 hardly one.
    let lit: Vec<bool> = (0..400).map(|_| random.below(2) == 0).collect();
    let state = lights(&game, 20, 20, |cell| lit[cell]);
    let Verdict::Won(line) = solved(&game, &state, Aim::Any).verdict else { panic!("20 x 20") };
    assert!(line.replay(&game, &state).is_ok());
    let state = lights(&game, 19, 19, |cell| lit[cell]);
    proof(&game, &state);
}

/// Games on random boards; every verdict is what brute force says.
#[track_caller]
fn check_small(rules: &str, glyphs: &[char], boards: u64) -> [usize; 3] {
    let game = game(rules);
    let mut random = Random::new(3);
    let mut seen = [0, 0, 0];
    for _ in 0..boards {
        let (width, height) = (2 + random.below(2), 2 + random.below(2));
        let mut row = || -> String {
            let cells = (0..width).map(|_| glyphs[random.below(glyphs.len() as u64) as usize]);
            cells.collect()
        };
        let rows: String = (0..height).map(|_| format!("  {}\n", row())).collect();
        let levels = game.read_collection(&format!("level \"L\"\n{rows}")).expect("a level");
        let game = game.clone().with_levels(levels);
        let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
        if state.outcome.is_some() {
            continue;
        }
        let expected = brute_force(&game, &state);
        match solved(&game, &state, Aim::Any).verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::Won(line) => {
                assert!(expected.is_some() && line.replay(&game, &state).is_ok(), "{rows}");
                seen[0] += 1;
            }
            Verdict::Impossible(proof) => {
                assert_eq!((expected, verify(&game, &proof)), (None, Ok(())), "{rows}");
                seen[1 + usize::from(proof.state_count().is_none())] += 1;
            }
            Verdict::GaveUp(limit) => panic!("{limit:?}: {rows}"),
        }
    }
    seen
}

const HEAD: &str = "game Small\nboard 3 x 3 from 2 x 2\n\npieces\n  ground: wall\n  thing: red blue\n\n\
    legend\n  .  nothing\n  #  wall\n  r  red\n  b  blue\n\nlet free = [no wall, no thing]\n\n";

#[test]
fn sums_are_what_brute_force_says() {
    // Won, impossible by states, impossible by a sum.
    let rows: [(&str, [bool; 3]); 13] = [
        // Jumping pegs.
        (
            "action jump from a to b\n  4 ways from a to b: red red free -> _ _ red\n\n\
             win when count red = 1\n",
            [true, true, true],
        ),
        // Who is jumped over stays: no sum of one place stays but the number.
        (
            "action jump from a to b\n  4 ways from a to b: red red free -> _ red red\n\n\
             win when count red = 1\n",
            [false, true, true],
        ),
        // One that is jumped over turns.
        (
            "action jump from a to b\n  4 ways from a to b: red thing free -> _ blue red\n\n\
             win when no blue\n",
            [false, true, true],
        ),
        // Lights in a cross, in eight directions, and those that are lit press alone.
        (
            "action press at c\n  all\n    [red, c or beside c] -> _\n    \
             [free, c or beside c] -> red\n\nwin when no red\n",
            [true, false, true],
        ),
        (
            "action press at c\n  all\n    [red, around c] -> _\n    [free, around c] -> red\n\n\
             win when no red\n",
            [true, false, true],
        ),
        (
            "action press at c\n  must at c: red -> red\n  all\n    [red, c or beside c] -> _\n    \
             [free, c or beside c] -> red\n\nwin when no red\n",
            [true, true, false],
        ),
        // Two colours that turn into each other, and one that comes first.
        (
            "action press at c\n  all\n    [red, c or beside c] -> blue\n    \
             [blue, c or beside c] -> red\n\nwin when no red\n",
            [true, false, true],
        ),
        // Three contents in a circle add up otherwise.
        (
            "action press at c\n  all\n    [red, c or beside c] -> blue\n    \
             [blue, c or beside c] -> _\n    [free, c or beside c] -> red\n\nwin when no thing\n",
            [true, true, false],
        ),
        // What is lit goes out, and nothing is lit again.
        (
            "action press at c\n  all\n    [red, c or beside c] -> _\n\nwin when count red = 1\n",
            [true, true, false],
        ),
        // Lights that fall.
        (
            "action press at c\n  at c: red -> _\n  repeat down: red free -> _ red\n\n\
             win when count red = 1 and some [red, row = 1]\n",
            [true, true, false],
        ),
        // Matches at once that cannot meet, and some that can: each alone would keep the sum.
        (
            "action jump in d\n  d: red red free -> _ _ red\n\nwin when count red = 1\n",
            [true, true, true],
        ),
        (
            "action spread\n  4 ways: red free -> _ red\n\nwin when count red = 2\n",
            [true, true, true],
        ),
        (
            "action go\n  first 4 ways: red free -> _ red\n\nwin when count red = 2\n",
            [false, true, true],
        ),
    ];
    for (body, expected) in rows {
        let seen = check_small(&format!("{HEAD}{body}"), &['.', 'r', 'r', 'b', '#'], 150);
        let found = seen.map(|count| count > 0);
        assert_eq!(found, expected, "{body}: {seen:?}");
    }
}
