//! Games that run by themselves, and boards that are changed by hand.

use masume_presentation::play::ReplayPlayer;

use super::*;

fn alive(app: &App) -> usize {
    let session = &app.play.as_ref().expect("a game").dialogue.session;
    session.game().print_board(session.state()).matches('O').count()
}

fn position(app: &App) -> usize {
    app.play.as_ref().expect("a game").dialogue.session.position()
}

fn ticks(app: &mut App, count: usize) {
    for _ in 0..count {
        feed(app, &Input::Tick);
    }
}

#[test]
fn what_runs_is_made_slower_and_faster_and_says_how_fast_it_is() {
    let mut app = shipped("life", USUAL);
    for text in ["x run", "t tick", "- slower", "+ faster", "Space change the cell"] {
        shows(&app, text);
    }
    press(&mut app, &["x"]);
    shows(&app, "8 actions a second");
    shows(&app, "x stop");
    press(&mut app, &["-"]);
    shows(&app, "4 actions a second");
    assert!(app.is_moving(), "a key for the speed does not stop it");
    let before = position(&app);
    ticks(&mut app, 12);
    assert_eq!(position(&app) - before, 2);
    press(&mut app, &["+", "=", "+", "+"]);
    shows(&app, "25 actions a second");
    let before = position(&app);
    ticks(&mut app, 12);
    assert_eq!(position(&app) - before, 12);
    press(&mut app, &["-", "-", "-", "-", "-", "-", "-"]);
    shows(&app, "1 action a second");
    // The space bar stops it, and changes no cell by that.
    let before = alive(&app);
    press(&mut app, &["space"]);
    assert!(!app.is_moving());
    assert_eq!(alive(&app), before);
    // The speed stays.
    press(&mut app, &["x", "x", "-"]);
    shows(&app, "1 action a second");
}

#[test]
fn counts_are_told_where_they_say_what_happened() {
    // Cells come and go; their number stands below the board.
    let mut app = shipped("life", USUAL);
    press(&mut app, &["x"]);
    for _ in 0..60 {
        feed(&mut app, &Input::Tick);
        assert!(!screen(&app).contains("living cell"), "{}", screen(&app));
    }
    const GEMS: &str = "game Gems\nboard 4 x 1\npieces\n  thing: gem rock\nlegend\n  .  nothing\n  \
                        g  gem\n  r  rock\naction take at c\n  [gem, c or beside c] -> _\nwin when no gem\nlevel\n  ggrg\n";
    let gems = || app_of("gems", GEMS, Setup { level: Some(1), ..Setup::default() }, USUAL);
    let mut app = gems();
    press(&mut app, &["/", "a", "1", "enter"]);
    shows(&app, "take a1 | gone: 2 x gem");
    let mut app = shipped("othello", USUAL);
    press(&mut app, &["d", "3"]);
    shows(&app, "black: d3 | turns white");
    press(&mut app, &["c", "3", "b", "3"]);
    shows(&app, "black: b3 | turns white");
    let mut app = shipped("peg-solitaire", USUAL);
    press(&mut app, &["/", "d", "6", "/", "d", "4"]);
    assert!(!screen(&app).contains("peg -1"), "{}", screen(&app));
}

#[test]
fn one_step_at_a_time_is_done_by_a_key() {
    let mut app = shipped("life", USUAL);
    let step = {
        let keys = &app.play.as_ref().expect("a game").dialogue.keys;
        let tick = masume_session::Meaning::Action("tick".to_owned());
        keys.keys_of(&tick)[0].to_owned()
    };
    press(&mut app, &[&step, &step]);
    shows(&app, "generation 2");
    assert!(!app.is_moving());
}

#[test]
fn cells_are_changed_before_it_runs_and_while_it_stands() {
    let mut app = shipped("life", USUAL);
    assert_eq!(alive(&app), 5);
    press(&mut app, &["space"]);
    let changed = alive(&app);
    assert!([4, 6].contains(&changed));
    press(&mut app, &["enter"]);
    assert_eq!(alive(&app), 5, "the legend goes round");
    // The cursor stays where it is.
    press(&mut app, &["up", "up", "up", "up", "space", "space", "space"]);
    assert_eq!(alive(&app), 6);
    click(&mut app, "a1");
    assert_eq!(alive(&app), 7);
    shows(&app, "generation 0, 7 alive");
    shows(&app, "a1: living cell");
    shows(&app, "nothing done yet");
    // What was set up is where it is begun again.
    press(&mut app, &["x", "x", "r"]);
    shows(&app, "generation 0, 7 alive");
    // While it stands, the board as it is is changed: a beginning of its own.
    press(&mut app, &["z", "x", "x"]);
    let before = alive(&app);
    assert_eq!(press(&mut app, &["space"]), [Request::KeepPainted]);
    assert!(alive(&app).abs_diff(before) == 1);
    shows(&app, "generation 0");
    shows(&app, "nothing done yet");
    // What was done before is gone back to, once that is answered.
    press(&mut app, &["z", "enter"]);
    assert_eq!(alive(&app), before);
}

#[test]
fn a_board_that_was_changed_is_saved_and_gone_on_with() {
    let mut app = shipped("life", USUAL);
    click(&mut app, "a1");
    press(&mut app, &["x", "x"]);
    let session = app.play.as_ref().expect("a game").dialogue.session.clone();
    let text = session.save().to_string();
    let save = masume_session::Save::parse(&text).expect("a save");
    let edition = session.edition();
    let restored = Session::restore(edition, &save).expect("a session");
    assert_eq!(restored.state(), session.state());
    assert_eq!(restored.first_state(), session.first_state());
}

#[test]
fn a_board_on_which_nothing_changes_can_be_changed() {
    let text = "game Still\nboard 3 x 3\n\npieces\n  cell: alive\n\nlegend\n  .  nothing\n  O  alive\n\n\
                start: picture\n  O..\n  ...\n  ...\n\naction tick\n  all: alive -> _\n\nend when no action\n";
    let mut app = app_of("still", text, Setup::default(), USUAL);
    press(&mut app, &["x"]);
    shows(&app, "the game is over");
    press(&mut app, &["space"]);
    assert_eq!(alive(&app), 1);
    assert!(!screen(&app).contains("the game is over"));
}

#[test]
fn a_save_that_is_shown_is_made_slower_and_faster() {
    let mut app = shipped("life", USUAL);
    press(&mut app, &["t", "t", "t", "t"]);
    let phrases = Phrases::new(Locale::English);
    let play = app.play.as_mut().expect("a game");
    play.show_replay(ReplayPlayer::new(4, 4.0), &phrases);
    shows(&app, "- slower");
    press(&mut app, &["+"]);
    shows(&app, "8 actions a second");
    ticks(&mut app, 3);
    assert_eq!(position(&app), 1);
    press(&mut app, &["-", "-"]);
    shows(&app, "2 actions a second");
    ticks(&mut app, 11);
    assert_eq!(position(&app), 1);
    ticks(&mut app, 1);
    assert_eq!(position(&app), 2);
    // Another key stops it.
    press(&mut app, &["space"]);
    assert!(!app.is_moving());
}
