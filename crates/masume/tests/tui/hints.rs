//! Hints, with the thinking done in between as the loop has it done.

use std::time::Duration;

use super::*;
use crate::analysis_thread::AnalysisThread;

/// Thinks about what the game wants thought about, until it wants nothing more.
fn think(app: &mut App) {
    let mut thinker = AnalysisThread::default();
    while app.task().is_some() {
        thinker.attend(app.task());
        let thought = thinker.wait(Duration::from_secs(60)).expect("a thought");
        feed(app, &Input::Analysis(Box::new(thought)));
    }
}

const PUSH: &str = "\
game Push
pieces
  floor: goal
  thing: player box wall
legend
  .  nothing
  p  player
  b  box
  g  goal
  #  wall
action push in d
  player [no thing] -> _ player
  else player box [no thing] -> _ player box
win when every goal has box
level
  ......
  .pb.g.
  ......
level
  ......
  .p....
  g....b
level
  .....
  .pb.g
  .....
level
  .g.....
  .b.b...
  .p....g
";

fn push(level: usize) -> App {
    app_of("push", PUSH, Setup { level: Some(level), ..Setup::default() }, USUAL)
}

fn marked(app: &App) -> Vec<String> {
    let dialogue = &app.play.as_ref().expect("a game").dialogue;
    let grid = dialogue.session.state().board.grid();
    dialogue.advice.marked.iter().map(|cell| grid.name(*cell).expect("a name")).collect()
}

/// True if the status says that it is lost.
fn is_hopeless(app: &App) -> bool {
    screen(app).lines().any(|line| line.trim() == "can no longer be won")
}

#[test]
fn a_hint_names_the_action_and_marks_its_cells_and_the_next_one_follows() {
    let mut app = push(1);
    press(&mut app, &["H"]);
    shows(&app, "looking for a hint");
    think(&mut app);
    shows(&app, "hint: push right (the first of 2 actions to a win)");
    assert_eq!(marked(&app), ["b2", "c2", "d2"]);
    press(&mut app, &["H"]);
    shows(&app, "hint: then push right (2 of 2)");
    assert_eq!(marked(&app), ["c2", "d2", "e2"]);
}

#[test]
fn directions_are_called_as_they_are_seen_on_a_turned_board() {
    let mut app = push(1);
    press(&mut app, &["F", "H"]);
    think(&mut app);
    shows(&app, "hint: push left (the first of 2 actions to a win)");
    press(&mut app, &["H"]);
    shows(&app, "hint: then push left (2 of 2)");
    // What is followed, and the list of it, are called alike; keys show the way on the screen.
    press(&mut app, &["E"]);
    shows(&app, "push left");
    press(&mut app, &["V"]);
    shows(&app, "1  push left");
    press(&mut app, &["escape", "left"]);
    shows(&app, "you win");
    // The board turned back.
    let mut app = push(1);
    press(&mut app, &["F", "H", "F"]);
    think(&mut app);
    shows(&app, "hint: push right (the first of 2 actions to a win)");
}

#[test]
fn a_hint_that_is_followed_or_taken_back_is_not_sought_again() {
    let mut app = push(1);
    press(&mut app, &["H"]);
    think(&mut app);
    press(&mut app, &["right"]);
    assert_eq!(marked(&app), [""; 0]);
    press(&mut app, &["H"]);
    assert!(!app.awaits_analysis());
    shows(&app, "hint: push right, and it is won");
    press(&mut app, &["z", "H"]);
    assert!(!app.awaits_analysis());
    shows(&app, "the first of 2 actions");
    // Another way leads where nobody has looked yet.
    press(&mut app, &["left", "H"]);
    assert!(app.awaits_analysis());
}

#[test]
fn what_cannot_be_won_any_more_is_said_and_how_to_go_back() {
    let mut app = push(2);
    press(&mut app, &["H"]);
    think(&mut app);
    shows(&app, "this can no longer be won: that was proved. z takes back");
}

#[test]
fn who_does_not_want_to_wait_gets_no_hint() {
    let mut app = push(1);
    let effects = press(&mut app, &["H", "escape"]);
    assert_eq!(effects, []);
    assert!(!app.awaits_analysis());
    shows(&app, "no hint, then");
}

#[test]
fn what_can_no_longer_be_won_is_marked_unasked_until_it_is_taken_back() {
    let mut app = push(4);
    think(&mut app);
    assert!(!is_hopeless(&app));
    press(&mut app, &["up", "down", "right", "right"]);
    think(&mut app);
    assert!(!is_hopeless(&app));
    // Both boxes can come to a goal, but to the same one.
    press(&mut app, &["up"]);
    assert_eq!(dead(&app), [""; 0]);
    think(&mut app);
    assert!(is_hopeless(&app));
    press(&mut app, &["H"]);
    shows(&app, "that was proved");
    press(&mut app, &["z"]);
    assert!(!is_hopeless(&app));
    think(&mut app);
    press(&mut app, &["ctrl-r"]);
    think(&mut app);
    assert!(is_hopeless(&app));
    press(&mut app, &["M"]);
    assert!(!is_hopeless(&app));
    assert!(app.task().is_none());
}

/// The cells of pieces that are marked because nothing wins with them there.
fn dead(app: &App) -> Vec<String> {
    let play = app.play.as_ref().expect("a game");
    let grid = play.dialogue.session.state().board.grid();
    play.marks().dead.iter().map(|cell| grid.name(*cell).expect("a name")).collect()
}

#[test]
fn a_piece_that_can_never_be_where_it_is_wanted_is_marked_at_once() {
    let mut app = push(3);
    think(&mut app);
    assert_eq!(dead(&app), [""; 0]);
    // Nothing is thought about any more: what is known of the board is enough.
    press(&mut app, &["up", "right", "down"]);
    assert_eq!(dead(&app), ["c3"]);
    assert!(app.task().is_none());
    assert!(is_hopeless(&app));
    shows(&app, "x");
    press(&mut app, &["H"]);
    assert!(!app.awaits_analysis());
    shows(&app, "the box at c3 can never be where it is wanted. z");
    press(&mut app, &["M"]);
    assert_eq!(dead(&app), [""; 0]);
    assert!(!is_hopeless(&app));
    press(&mut app, &["M"]);
    assert_eq!(dead(&app), ["c3"]);
    press(&mut app, &["z"]);
    assert_eq!(dead(&app), [""; 0]);
    press(&mut app, &["ctrl-r"]);
    assert_eq!(dead(&app), ["c3"]);
    // On another board nothing is known before the board has been looked at.
    press(&mut app, &["p"]);
    assert_eq!(dead(&app), [""; 0]);
}

#[test]
fn what_is_known_of_a_board_is_found_while_the_game_goes_on() {
    let mut app = push(3);
    let mut thinker = AnalysisThread::default();
    thinker.attend(app.task());
    press(&mut app, &["up", "right", "down"]);
    thinker.attend(app.task());
    let thought = thinker.wait(Duration::from_secs(60)).expect("a thought");
    feed(&mut app, &Input::Analysis(Box::new(thought)));
    assert_eq!(dead(&app), ["c3"]);
}

#[test]
fn what_was_found_unasked_is_a_hint_at_once() {
    let mut app = push(1);
    assert!(!app.awaits_analysis());
    think(&mut app);
    press(&mut app, &["H"]);
    shows(&app, "hint: push right (the first of 2 actions to a win)");
}

#[test]
fn a_thought_about_another_state_is_nobodys() {
    let mut app = push(1);
    press(&mut app, &["H"]);
    let mut thinker = AnalysisThread::default();
    thinker.attend(app.task());
    let thought = thinker.wait(Duration::from_secs(60)).expect("a thought");
    press(&mut app, &["up"]);
    let before = screen(&app);
    feed(&mut app, &Input::Analysis(Box::new(thought)));
    assert_eq!(screen(&app), before);
}

#[test]
fn a_game_without_a_solver_has_an_agent_to_ask() {
    for name in ["2048", "robots", "tic-tac-toe", "go"] {
        let mut app = shipped(name, USUAL);
        press(&mut app, &["f8"]);
        think(&mut app);
        let said = app.play.as_ref().expect("a game").dialogue.said.join(" ");
        assert!(said.starts_with("hint: "), "{name}: {said}");
    }
}

#[test]
fn a_hint_that_is_shown_is_played_by_its_key() {
    let mut app = push(1);
    press(&mut app, &["E"]);
    shows(&app, "no hint is shown: H shows one");
    press(&mut app, &["H"]);
    think(&mut app);
    shows(&app, "E plays it");
    shows(&app, "E play the hint");
    assert_eq!(press(&mut app, &["E"]), [Request::Keep]);
    shows(&app, "push right");
    assert_eq!(marked(&app), [""; 0]);
    // It is played once: the next one is asked for.
    press(&mut app, &["E"]);
    shows(&app, "no hint is shown");
    // Of what was shown further, the first comes first.
    press(&mut app, &["z", "H", "H"]);
    shows(&app, "E plays the first");
    press(&mut app, &["E"]);
    shows(&app, "1 action");
    press(&mut app, &["H", "E"]);
    shows(&app, "you win");
    press(&mut app, &["E"]);
    shows(&app, "you win");
}

#[test]
fn the_key_that_plays_a_hint_is_free_in_every_game() {
    for game in shipped_games() {
        let app = shipped(game.name, USUAL);
        let keys = &app.play.as_ref().expect("a game").dialogue.keys;
        let follow =
            masume_session::Meaning::Command(masume_presentation::dialogue::Command::Follow);
        assert_eq!(keys.meaning("E"), Some(&follow), "{}", game.name);
    }
}
