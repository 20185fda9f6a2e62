//! Opponents, with the thinking done in between as the loop has it done.

use std::time::Duration;

use masume_engine::Player;
use masume_presentation::dialogue::opponent::Opponents;
use masume_session::Seats;

use super::*;
use crate::analysis_thread::AnalysisThread;

fn against(name: &str, player: u8, opponent: &str) -> App {
    let mut app = shipped(name, USUAL);
    let play = app.play.as_mut().expect("a game");
    let session = play.dialogue.session.clone();
    let seats = Seats::default().with(Player(player), opponent);
    play.change_to(session.with_seats(seats), &app.phrases);
    app
}

/// Lets everybody think and act who is no person.
fn settle(app: &mut App) {
    let mut thinker = AnalysisThread::default();
    while app.task().is_some() || app.is_moving() {
        if app.task().is_some() {
            thinker.attend(app.task());
            let thought = thinker.wait(Duration::from_secs(60)).expect("a thought");
            feed(app, &Input::Analysis(Box::new(thought)));
        }
        wait(app);
    }
}

fn done(app: &App) -> usize {
    app.play.as_ref().expect("a game").dialogue.session.position()
}

#[test]
fn an_opponent_answers_and_both_actions_are_taken_back() {
    let mut app = against("tic-tac-toe", 1, "300");
    shows(&app, "(cross: you, against 300 nodes)");
    click(&mut app, "b2");
    shows(&app, "nought is thinking");
    settle(&mut app);
    assert_eq!(done(&app), 2);
    shows(&app, "cross to act");
    press(&mut app, &["z"]);
    assert_eq!(done(&app), 0);
    assert!(app.task().is_none(), "it is one's own turn again");
    press(&mut app, &["ctrl-r"]);
    assert_eq!(done(&app), 2);
}

#[test]
fn who_is_taken_back_to_before_the_answer_is_not_answered() {
    let mut app = against("tic-tac-toe", 1, "hard");
    click(&mut app, "b2");
    let mut thinker = AnalysisThread::default();
    thinker.attend(app.task());
    // Taken back while the opponent thinks.
    press(&mut app, &["z"]);
    assert!(app.task().is_none());
    let thought = loop {
        if let Some(thought) = thinker.wait(Duration::from_millis(20)) {
            break thought;
        }
    };
    feed(&mut app, &Input::Analysis(Box::new(thought)));
    wait(&mut app);
    assert_eq!(done(&app), 0);
}

#[test]
fn an_opponent_who_begins_begins_and_its_turn_is_not_ones_own() {
    let mut app = against("tic-tac-toe", 0, "300");
    shows(&app, "cross is thinking");
    for input in ["enter", "H"] {
        press(&mut app, &[input]);
        shows(&app, "it is cross's turn");
    }
    assert_eq!(done(&app), 0);
    settle(&mut app);
    assert_eq!(done(&app), 1);
    press(&mut app, &["z"]);
    shows(&app, "there is nothing to undo");
}

#[test]
fn the_end_says_against_whom_and_where_it_turned() {
    let mut app = against("connect-four", 0, "2000");
    // Who plays on the left edge only loses.
    for _ in 0..42 {
        settle(&mut app);
        let session = &app.play.as_ref().expect("a game").dialogue.session;
        let Some(first) = session.legal_actions().expect("legal actions").first().copied() else {
            break;
        };
        let text = session.game().action_text(session.state(), first);
        let column = text.rsplit(' ').next().expect("a column").to_owned();
        click(&mut app, &format!("{column}1"));
    }
    settle(&mut app);
    shows(&app, "you lose against 2000 nodes");
    shows(&app, "it turned at action");
}

#[test]
fn a_name_that_is_no_agents_leaves_the_turn_to_who_is_here() {
    let mut app = against("tic-tac-toe", 1, "grandmother");
    click(&mut app, "b2");
    assert!(app.task().is_none());
    click(&mut app, "a1");
    assert_eq!(done(&app), 2);
}

#[test]
fn two_agents_play_to_the_end_and_the_space_bar_stops_them() {
    let mut app = shipped("tic-tac-toe", USUAL);
    let play = app.play.as_mut().expect("a game");
    let rules = play.dialogue.session.game().rules().clone();
    let opponents =
        Opponents::without_people(&rules, &["60".parse().expect("an agent")], Some(8.0));
    let session = play.dialogue.session.clone().with_seats(opponents.seats);
    play.change_to(session, &app.phrases);
    shows(&app, "Space stop");
    press(&mut app, &["space"]);
    assert!(app.task().is_none() && !app.is_moving());
    shows(&app, "Space go on");
    press(&mut app, &["space"]);
    settle(&mut app);
    assert!(app.play.as_ref().expect("a game").dialogue.session.outcome().is_some());
}

#[test]
fn a_way_to_win_is_shown_to_its_end() {
    for name in ["sokoban", "ice", "lights-out"] {
        let mut app = shipped(name, USUAL);
        app.play.as_mut().expect("a game").dialogue.is_autoplay = true;
        settle(&mut app);
        assert!(app.play.as_ref().expect("a game").dialogue.session.is_won(), "{name}");
    }
}

#[test]
fn an_opponent_is_chosen_before_a_game_begins() {
    let mut app = shipped("breakthrough", USUAL);
    press(&mut app, &["O", "end", "up", "right", "right"]);
    shows(&app, "opponent");
    shows(&app, "medium");
    press(&mut app, &["down", "right"]);
    shows(&app, "you are");
    let effects = press(&mut app, &["enter"]);
    let [Request::Begin { beginning, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(beginning.seats, Seats::default().with(Player(0), "medium"));
}
