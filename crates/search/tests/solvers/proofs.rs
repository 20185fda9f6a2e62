//! Proofs: what they show, and what is wrong with those that show nothing.

use masume_engine::{Game, Setup, State};
use masume_search::{Aim, Budget, Proof, ProofError, Verdict, solve, verify};

use super::{game, shipped, start};

/// Pegs that cannot be made one, though no sum forbids it.
const PEGS: &str = "game Pegs\npieces\n  thing: peg\n\nlegend\n  .  nothing\n  o  peg\n\n\
    action jump from a to b\n  4 ways from a to b: peg peg empty -> _ _ peg\n\n\
    win when count peg = 1\nlose when no action\n\n\
    level \"Five\"\n  .ooo..\n  .oo...\n";

#[track_caller]
fn proof(game: &Game, start: &State) -> Proof {
    let solved = solve(game, start, Aim::Any, &Budget::default()).expect("a game for one");
    let Verdict::Impossible(proof) = solved.verdict else { panic!("{:?}", solved.verdict) };
    proof
}

#[test]
fn a_proof_is_a_text_that_is_read_back() {
    let game = game(PEGS);
    let proof = proof(&game, &start(&game));
    assert_eq!(verify(&game, &proof), Ok(()));
    let text = proof.print(&game);
    assert_eq!(Proof::read(&game, &text), Ok(proof));
}

#[test]
fn a_byte_that_was_changed_is_found() {
    let game = game(PEGS);
    let text = proof(&game, &start(&game)).print(&game);
    for at in 0..text.len() {
        for with in ["x", "0", "", "\n"] {
            let mut changed = text.clone();
            changed.replace_range(at..=at, with);
            if changed != text {
                assert!(Proof::read(&game, &changed).is_err(), "byte {at} as {with:?}");
            }
        }
    }
}

/// The text with another last line, so that only what it says can be wrong.
fn with_sum(body: &str) -> String {
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}sum {sum:016x}\n")
}

/// The proof's text without its last line, as lines.
fn body(game: &Game, proof: &Proof) -> Vec<String> {
    let text = proof.print(game);
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[..lines.len() - 1].to_vec()
}

/// Fault of a proof of these lines.
fn fault(game: &Game, lines: &[String]) -> Option<ProofError> {
    let text = with_sum(&format!("{}\n", lines.join("\n")));
    match Proof::read(game, &text) {
        Ok(proof) => verify(game, &proof).err(),
        Err(error) => Some(error),
    }
}

#[test]
fn no_state_of_a_proof_can_be_missed() {
    let game = game(PEGS);
    let lines = body(&game, &proof(&game, &start(&game)));
    assert_eq!(fault(&game, &lines), None);
    let first = lines.iter().position(|line| line.starts_with("closed")).expect("a line") + 1;
    assert!(lines.len() - first >= 4, "{lines:?}");
    for left_out in first..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(left_out);
        let found = fault(&game, &fewer);
        assert!(matches!(found, Some(ProofError::Open | ProofError::NoStart)), "{found:?}");
    }
}

#[test]
fn what_a_proof_forgets_must_not_matter() {
    let text = "game Count\nboard 1 x 1\nvalue steps\npieces\n  thing: stone\n\n\
        action turn\n  stone -> _\n  else _ -> stone\n\nthen: steps += 1\n\n\
        win when steps = 3\nlose when steps > 6\n";
    // Counted from 4 on, three is never met.
    let game = game(text);
    let mut state = start(&game);
    state.values[0] = 4;
    let lines = body(&game, &proof(&game, &state));
    assert_eq!(fault(&game, &lines), None);
    let told = lines.iter().position(|line| line.starts_with("closed")).expect("a line");
    assert!(lines[told].ends_with("values 0"), "{lines:?}");
    let mut forgetful: Vec<String> = lines
        .iter()
        .map(|line| line.split_once(',').map_or(line.clone(), |(board, _)| board.to_owned()))
        .collect();
    forgetful[told] = lines[told].trim_end_matches(" 0").to_owned();
    assert_eq!(fault(&game, &forgetful), Some(ProofError::Forgets));
}

#[test]
fn a_proof_is_about_one_game_with_its_options() {
    let game_of = |name: &str| shipped(name);
    let pegs = game(PEGS);
    let text = proof(&pegs, &start(&pegs)).print(&pegs);
    for other in ["sokoban", "peg-solitaire", "2048"] {
        assert_eq!(Proof::read(&game_of(other), &text), Err(ProofError::OtherGame), "{other}");
    }
}

#[test]
fn a_state_that_can_be_won_has_no_proof() {
    let game = game(&PEGS.replace(".ooo..\n  .oo...", "oo.o..\n  ......"));
    let state = start(&game);
    let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("a game for one");
    assert!(matches!(solved.verdict, Verdict::Won(_)));
    // The states of the other level, said to be about this one.
    let other = Game::load(PEGS).game.expect("a game");
    let mut lines = body(&other, &proof(&other, &start(&other)));
    assert_eq!(fault(&game, &lines), Some(ProofError::OtherGame));
    lines[1] = body_rules(&game);
    let layer = lines.iter().position(|line| line.starts_with("layer")).expect("a line");
    lines[layer] = "layer 0 0 . 0 . . . . . . . .".to_owned();
    assert_eq!(fault(&game, &lines), Some(ProofError::NoStart));
    let said = "aa.a........".to_owned();
    lines.push(said);
    assert_eq!(fault(&game, &lines), Some(ProofError::Open));
}

/// The line that names the rules of a game.
fn body_rules(game: &Game) -> String {
    let mut state = start(game);
    let lone = game.rules().layers.len();
    assert_eq!(lone, 1);
    // A lone pair in a corner cannot be made one.
    let grid = *state.board.grid();
    for cell in grid.inner_cells() {
        state.board.set(masume_rules::model::Layer(0), cell, masume_rules::model::EMPTY);
    }
    for (column, row) in [(0, 0), (5, 1)] {
        let cell = grid.at(column, row).expect("a cell");
        state.board.set(masume_rules::model::Layer(0), cell, 0);
    }
    body(game, &proof(game, &state))[1].clone()
}

#[test]
fn hostile_proofs_are_errors() {
    let game = game(PEGS);
    let lines = body(&game, &proof(&game, &start(&game)));
    let at = |word: &str| lines.iter().position(|line| line.starts_with(word)).expect("a line");
    for (word, with) in [
        ("board", "board 1024 1024 0"),
        ("board", "board 0 0 0"),
        ("board", "board 4294967295 4294967295 4294967295"),
        ("layer", "layer"),
        ("layer", "layer 7 0 . 0 0 . . . . . . ."),
        ("layer", "layer 0 0 . 0 0 . . . . . . . ."),
        ("values", "values 99999999999999999999"),
        ("values", "values 1"),
        ("turn", "turn 1 0 0 0 0"),
        ("turn", "turn 0 0"),
        ("closed", "closed ply 2 layers 0 values"),
        ("closed", "closed ply 1 layers 9 values"),
        ("closed", "closed ply 1 layers 0 0 values"),
    ] {
        let mut changed = lines.clone();
        changed[at(word)] = with.to_owned();
        assert!(fault(&game, &changed).is_some(), "{with}");
    }
    for text in ["", "\n", "masume proof 1\n", "\0", "sum 0000000000000000\n"] {
        assert!(Proof::read(&game, text).is_err(), "{text:?}");
    }
}

#[test]
fn a_player_who_can_go_nowhere_is_proved() {
    let game = shipped("sokoban");
    let level = "#####\n#@#$.\n#####\n";
    let levels = game.read_collection(level).expect("a level");
    let game = game.with_levels(levels);
    let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
    assert_eq!(proof(&game, &state).state_count(), Some(1));
}
