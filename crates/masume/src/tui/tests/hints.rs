//! Hints, with the thinking done in between as the loop has it done.

use std::time::Duration;

use super::*;
use crate::thought::Thinker;

/// Thinks about what the game wants thought about, until it wants nothing more.
fn think(app: &mut App) {
    let mut thinker = Thinker::default();
    while app.task().is_some() {
        thinker.attend(app.task());
        let thought = thinker.wait(Duration::from_secs(60)).expect("a thought");
        app.update(&Input::Thought(Box::new(thought)));
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
";

fn push(level: usize) -> App {
    app_of("push", PUSH, Setup { level: Some(level), ..Setup::default() }, USUAL)
}

fn marked(app: &App) -> Vec<String> {
    let dialogue = &app.play.as_ref().expect("a game").dialogue;
    let grid = dialogue.session.state().board.grid();
    dialogue.advice.marked.iter().map(|cell| grid.name(*cell).expect("a name")).collect()
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
fn a_hint_that_is_followed_or_taken_back_is_not_sought_again() {
    let mut app = push(1);
    press(&mut app, &["H"]);
    think(&mut app);
    press(&mut app, &["right"]);
    assert_eq!(marked(&app), [""; 0]);
    press(&mut app, &["H"]);
    assert!(!app.awaits_thought());
    shows(&app, "hint: push right, and it is won");
    press(&mut app, &["z", "H"]);
    assert!(!app.awaits_thought());
    shows(&app, "the first of 2 actions");
    // Another way leads where nobody has looked yet.
    press(&mut app, &["left", "H"]);
    assert!(app.awaits_thought());
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
    assert!(!app.awaits_thought());
    shows(&app, "no hint, then");
}

#[test]
fn what_can_no_longer_be_won_is_marked_unasked_until_it_is_taken_back() {
    let mut app = push(3);
    think(&mut app);
    assert!(!screen(&app).contains("can no longer be won"));
    press(&mut app, &["up", "right", "down"]);
    think(&mut app);
    shows(&app, "can no longer be won");
    press(&mut app, &["H"]);
    shows(&app, "that was proved");
    press(&mut app, &["z"]);
    assert!(!screen(&app).contains("can no longer be won"));
    think(&mut app);
    press(&mut app, &["ctrl-r"]);
    think(&mut app);
    shows(&app, "can no longer be won");
    press(&mut app, &["M"]);
    assert!(!screen(&app).contains("| can no longer be won"));
    assert!(app.task().is_none());
}

#[test]
fn what_was_found_unasked_is_a_hint_at_once() {
    let mut app = push(1);
    assert!(!app.awaits_thought());
    think(&mut app);
    press(&mut app, &["H"]);
    shows(&app, "hint: push right (the first of 2 actions to a win)");
}

#[test]
fn a_thought_about_another_state_is_nobodys() {
    let mut app = push(1);
    press(&mut app, &["H"]);
    let mut thinker = Thinker::default();
    thinker.attend(app.task());
    let thought = thinker.wait(Duration::from_secs(60)).expect("a thought");
    press(&mut app, &["up"]);
    let before = screen(&app);
    app.update(&Input::Thought(Box::new(thought)));
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
