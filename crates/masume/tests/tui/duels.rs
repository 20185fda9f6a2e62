//! Games for two: what is said of a turn, what is taken, the list of what was done, choices of one
//! move.

use super::*;

const SNIPE: &str = "\
game Snipe
board 5 x 1
players
  white forward right
  black forward left
pieces
  man: king rook for each player
legend
  .  nothing
  K  white-king
  R  white-rook
  k  black-king
  r  black-rook
start: picture
  KR..k
action move from a to b
  must sideways from a to b: mine [no mine] -> _ mine
win when no their king
words
  status  \"\"
  turn    \"Check.\" when some [my king, 1.. their rook beside]
  result  \"kings count\"
";

fn snipe(size: (u16, u16)) -> App {
    app_of("snipe", SNIPE, Setup::default(), Kind { size, ..USUAL })
}

#[test]
fn a_turn_has_words_where_their_condition_holds() {
    let mut app = snipe((80, 24));
    drag(&mut app, "b1", "c1");
    assert!(!screen(&app).contains("Check."), "{}", screen(&app));
    drag(&mut app, "e1", "d1");
    assert!(!screen(&app).contains("Check."), "white is to act, whose king is far away");
}

#[test]
fn a_rook_beside_the_king_is_a_check_and_what_is_taken_is_shown() {
    let mut app = snipe((80, 24));
    drag(&mut app, "b1", "c1");
    drag(&mut app, "e1", "d1");
    drag(&mut app, "a1", "b1");
    shows(&app, "Check.");
    drag(&mut app, "d1", "c1");
    shows(&app, "black: move d1 c1 | takes white rook");
    shows(&app, "white to act | gone: R");
    drag(&mut app, "b1", "c1");
    shows(&app, "white wins (kings count)");
    press(&mut app, &["z", "z"]);
    assert!(!screen(&app).contains("gone:"), "{}", screen(&app));
    shows(&app, "Check.");
}

#[test]
fn what_was_done_is_listed_on_request_and_beside_a_board_with_room() {
    let mut app = snipe((80, 24));
    press(&mut app, &["V"]);
    shows(&app, "nothing was done yet");
    press(&mut app, &["escape"]);
    drag(&mut app, "b1", "c1");
    drag(&mut app, "e1", "d1");
    assert!(!screen(&app).contains("1  white: move b1 c1"));
    press(&mut app, &["V"]);
    shows(&app, "1  white: move b1 c1\n2  black: move e1 d1");
    press(&mut app, &["x"]);
    assert!(app.over.is_some(), "a key that closes nothing does nothing");
    press(&mut app, &["V"]);
    assert!(app.over.is_none(), "the key that showed it closes it");
    press(&mut app, &["z", "V"]);
    assert!(!screen(&app).contains("move e1 d1"), "what was taken back is not listed");
    let mut app = snipe((80, 24));
    for _ in 0..10 {
        drag(&mut app, "b1", "c1");
        drag(&mut app, "e1", "d1");
        drag(&mut app, "c1", "b1");
        drag(&mut app, "d1", "e1");
    }
    press(&mut app, &["V"]);
    shows(&app, "40  black: move d1 e1");
    press(&mut app, &["home"]);
    shows(&app, " 1  white: move b1 c1");
    let mut app = snipe((120, 40));
    drag(&mut app, "b1", "c1");
    shows(&app, "What was done");
    shows(&app, "1  white: move b1 c1");
    // The mouse finds the cells beside the list.
    click(&mut app, "e1");
    click(&mut app, "d1");
    shows(&app, "2  black: move e1 d1");
    for _ in 0..30 {
        drag(&mut app, "a1", "b1");
        drag(&mut app, "d1", "e1");
        drag(&mut app, "b1", "a1");
        drag(&mut app, "e1", "d1");
    }
    shows(&app, "122  black: move e1 d1");
    assert!(!screen(&app).contains(" 1  white: move b1 c1"), "the last are shown");
}

const RISE: &str = "\
game Rise
board 3 x 1
players
  white forward right
  black forward left
pieces
  man: pawn queen rook for each player
legend
  .  nothing
  P  white-pawn
  Q  white-queen
  R  white-rook
  p  black-pawn
  q  black-queen
  r  black-rook
start: picture
  P.p
action crown from a to b
  must forward from a to b: my pawn empty -> _ my queen
action arm from a to b
  must forward from a to b: my pawn empty -> _ my rook
win when no action
moves rise
  piece pawn
  piece queen \"Q\"
  piece rook \"R\"
  action crown \"=Q\"
  action arm \"=R\"
";

#[test]
fn of_several_actions_at_two_cells_one_is_chosen_by_what_comes_of_it() {
    for (key, piece) in [("1", "Q"), ("2", "R"), ("q", "Q"), ("r", "R"), ("Q", "Q")] {
        let mut app = app_of("rise", RISE, Setup::default(), USUAL);
        click(&mut app, "a1");
        click(&mut app, "b1");
        shows(&app, "which one? 1: white queen  2: white rook");
        press(&mut app, &[key]);
        let board = &app.play.as_ref().expect("a game").dialogue.session;
        assert_eq!(board.game().print_board(board.state()), format!(".{piece}p"));
    }
    // What is typed without saying which asks the same.
    for (key, piece) in [("1", "Q"), ("r", "R")] {
        let mut app = app_of("rise", RISE, Setup::default(), USUAL);
        press(&mut app, &["b", "1"]);
        shows(&app, "which one? 1: white queen  2: white rook");
        press(&mut app, &[key]);
        let board = &app.play.as_ref().expect("a game").dialogue.session;
        assert_eq!(board.game().print_board(board.state()), format!(".{piece}p"));
    }
    // Any other key chooses none.
    let mut app = app_of("rise", RISE, Setup::default(), USUAL);
    drag(&mut app, "a1", "b1");
    press(&mut app, &["escape", "1"]);
    shows(&app, "nothing done yet");
}

#[test]
fn the_points_of_several_are_told_at_the_end_and_not_as_gains() {
    let text = "game Area\nboard 2 x 1\nplayers black white\n\npieces\n  stone: black white\n\n\
                legend\n  .  nothing\n  X  black\n  O  white\n\naction place at c\n  must at c: empty -> mine\n\n\
                end when no empty\nscore count mine + 1\n\nwords\n  result  \"stones and one\"\n";
    let mut app = app_of("area", text, Setup::default(), USUAL);
    click(&mut app, "a1");
    assert_eq!(app.play.as_ref().expect("a game").dialogue.said, ["black: place a1"]);
    shows(&app, "white to act | black 2 | white 1");
    click(&mut app, "b1");
    shows(&app, ": black 2, white 2 (stones and one)");
}

#[test]
fn values_that_only_rules_need_are_not_told() {
    for (name, values) in [
        ("chess", &["quiet"][..]),
        ("nine-mens-morris", &["taking", "quiet", "placed"]),
        ("pentago", &["turning"]),
        ("shisen-sho", &["reshuffled"]),
    ] {
        let shown = screen(&shipped(name, USUAL));
        for value in values {
            assert!(!shown.contains(value), "{name}\n{shown}");
        }
    }
}
