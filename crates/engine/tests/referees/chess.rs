//! How games of chess end; what can be played is counted in `tests/perft`.

use masume_engine::{Game, Outcome, shipped_games};

use super::games::won_by;

/// What this position comes to once white has played the action.
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
    check(0, ladder, "move h4 h1", won_by(0));
    check(0, ladder, "move h4 h2", None);
    let queen = ["k.......", NONE, "......Q.", NONE, NONE, NONE, NONE, ".......K"];
    check(0, queen, "move g3 b3", Some(Outcome::Draw));
    check(0, queen, "move g3 c3", None);
}

#[test]
fn pieces_that_cannot_mate_draw() {
    let knight = |left| ["k.......", NONE, NONE, NONE, "...r....", NONE, "....N...", left];
    check(0, knight(".......K"), "move e7 d5", Some(Outcome::Draw));
    check(0, knight(".N.....K"), "move e7 d5", None);
    check(0, knight("b......K"), "move e7 d5", None);
    let bishops = |top| [top, "k.......", NONE, NONE, "..B.....", NONE, "......p.", ".......K"];
    check(0, bishops("..b....."), "move h8 g7", Some(Outcome::Draw));
    check(0, bishops("...b...."), "move h8 g7", None);
}

#[test]
fn fifty_quiet_moves_of_each_side_are_a_draw() {
    let rows = ["k.....r.", NONE, NONE, "p.......", ".R......", NONE, "......P.", "....R..K"];
    check(98, rows, "move h8 g8", None);
    check(99, rows, "move h8 g8", Some(Outcome::Draw));
    check(99, rows, "move g7 g6", None);
    check(99, rows, "move b5 b4", Some(Outcome::Draw));
    let capture = ["k.......", NONE, NONE, "pR......", NONE, NONE, NONE, "K......."];
    check(99, capture, "move b4 a4", None);
}
