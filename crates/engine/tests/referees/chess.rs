//! Ends of games of chess; what can be played is counted in `tests/perft`.

use masume_engine::{Game, Outcome, shipped_games};

use super::games::won_by;

/// Check of the outcome of this position once white has played the action.
fn check(quiet: u32, rows: [&str; 8], action: &str, expected: Option<Outcome>) {
    let shipped = shipped_games().iter().find(|it| it.name == "chess").unwrap();
    let game = Game::load(shipped.text).game.unwrap();
    let text = format!("to_act: white\nquiet: {quiet}\n{}\n", rows.join("\n"));
    let mut state = game.read_state(&text).unwrap();
    let action = game.read_action(&state, action).unwrap();
    game.apply(&mut state, action).unwrap();
    assert_eq!(game.outcome(&state), expected, "{}", game.print_state(&state));
}

const NONE: &str = "........";

#[test]
fn a_king_that_cannot_move_is_mated_or_stalemated() {
    let ladder = ["k.......", NONE, "K.......", ".......R", NONE, NONE, NONE, NONE];
    check(0, ladder, "move h5 h8", won_by(0));
    check(0, ladder, "move h5 h7", None);
    let queen = ["k.......", NONE, "......Q.", NONE, NONE, NONE, NONE, ".......K"];
    check(0, queen, "move g6 b6", Some(Outcome::Draw));
    check(0, queen, "move g6 c6", None);
}

#[test]
fn pieces_that_cannot_mate_draw() {
    let knight = |left| ["k.......", NONE, NONE, NONE, "...r....", NONE, "....N...", left];
    check(0, knight(".......K"), "move e2 d4", Some(Outcome::Draw));
    check(0, knight(".N.....K"), "move e2 d4", None);
    check(0, knight("b......K"), "move e2 d4", None);
    let bishops = |top| [top, "k.......", NONE, NONE, "..B.....", NONE, "......p.", ".......K"];
    check(0, bishops("..b....."), "move h1 g2", Some(Outcome::Draw));
    check(0, bishops("...b...."), "move h1 g2", None);
}

#[test]
fn fifty_quiet_moves_of_each_side_are_a_draw() {
    let rows = ["k.....r.", NONE, NONE, "p.......", ".R......", NONE, "......P.", "....R..K"];
    check(98, rows, "move h1 g1", None);
    check(99, rows, "move h1 g1", Some(Outcome::Draw));
    check(99, rows, "move g2 g3", None);
    check(99, rows, "move b4 b5", Some(Outcome::Draw));
    let capture = ["k.......", NONE, NONE, "pR......", NONE, NONE, NONE, "K......."];
    check(99, capture, "move b5 a5", None);
}
