//! A game's file that is being written, and saves that play themselves.

use std::fs;
use std::path::Path;

use masume_presentation::play::ReplayPlayer;

use super::*;
use crate::arguments::GameArguments;
use crate::tui::run::look_around;
use crate::tui::watch::Watch;

const FIRST: &str = "\
game First

pieces
  thing: player stone

legend
  p  player
  o  stone

action walk in d
  player empty      -> _ player
  else player stone -> _ player

win when no stone

level \"Gather\"
  p..o
  .o..
";

/// Writes the file so that it is another one by its time and size.
fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(text.len() as u64);
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(later).expect("a time");
}

/// The file, and nothing else about how to begin.
fn arguments(path: &Path) -> GameArguments {
    GameArguments {
        game: path.display().to_string(),
        level: None,
        levels: None,
        board: None,
        options: Vec::new(),
        seed: None,
    }
}

#[test]
fn a_file_that_is_saved_is_read_again_and_the_position_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("first.masu");
    write(&path, FIRST);
    let mut app = app_of("first", FIRST, Setup::default(), USUAL);
    let mut watch = Watch::new(arguments(&path), "first");
    assert!(watch.look(&mut app), "it was never read");
    assert!(!watch.look(&mut app), "nothing has changed");
    press(&mut app, &["right", "right"]);

    // An error is shown under the board, with its place; the game goes on.
    write(&path, &FIRST.replace("no stone", "no rock"));
    assert!(watch.look(&mut app));
    shows(&app, "unknown name `rock`");
    shows(&app, "first.masu:14:13");
    shows(&app, "win when no rock");
    press(&mut app, &["left"]);
    shows(&app, "3 actions");

    // A file that is away for a moment is being replaced.
    fs::remove_file(&path).expect("a file");
    assert!(!watch.look(&mut app));

    write(&path, &FIRST.replace("no stone", "no stone // all of them"));
    assert!(watch.look(&mut app));
    shows(&app, "everything is as it was");
    shows(&app, "3 actions");
    assert!(!screen(&app).contains("unknown name"));

    // Under other rules the position may still fit.
    write(&path, &FIRST.replace("walk in d", "go in d"));
    assert!(watch.look(&mut app));
    shows(&app, "the position is kept");
    press(&mut app, &["right"]);
    shows(&app, "go right");

    // What is no text at all changes nothing.
    fs::write(&path, [0xff, 0xfe]).expect("a file");
    watch.look(&mut app);
    screen(&app);
}

#[test]
fn a_file_with_mistakes_is_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("first.masu");
    let name = path.display().to_string();
    for locale in [Locale::English, Locale::Japanese] {
        write(&path, &FIRST.replace("no stone", "no rock"));
        let game = app_of("first", FIRST, Setup::default(), Kind { locale, ..USUAL });
        let mut app = App::with_file(game.facts, Host::default(), Phrases::new(locale), &name);
        let mut watch = Some(Watch::new(arguments(&path), "first"));
        assert!(look_around(&mut watch, &mut app));
        shows(&app, &Phrases::new(locale).say("waiting", &[]));
        shows(&app, "unknown name `rock`");
        shows(&app, "first.masu:14:13");
        for size in [(1, 1), (24, 8), (30, 10), (200, 60), (80, 24)] {
            feed(&mut app, &Input::Resize(size.0, size.1));
            screen(&app);
        }
        assert_eq!(press(&mut app, &["left", "?", "enter"]), []);

        // What is no text is said, and still waited for.
        fs::write(&path, [0xff, 0xfe]).expect("a file");
        assert!(look_around(&mut watch, &mut app));
        assert!(!screen(&app).contains("unknown name"));
        fs::remove_file(&path).expect("a file");
        assert!(!look_around(&mut watch, &mut app));

        write(&path, FIRST);
        assert!(look_around(&mut watch, &mut app));
        assert_eq!(app.waiting, None);
        shows(&app, "Gather");
        press(&mut app, &["right"]);
        assert_eq!(app.play.as_ref().map(|play| play.dialogue.session.position()), Some(1));
        assert_eq!(press(&mut app, &["q"]), [Request::Leave]);
    }
}

#[test]
fn what_cannot_begin_is_waited_for_and_can_be_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("first.masu");
    write(&path, FIRST);
    let game = app_of("first", FIRST, Setup::default(), USUAL);
    let mut app = App::with_file(game.facts, Host::default(), game.phrases, "first.masu");
    let mut watch = Watch::new(GameArguments { level: Some(7), ..arguments(&path) }, "first");
    assert!(watch.look(&mut app));
    shows(&app, "there is no level 7; the last is 1");
    assert_eq!(press(&mut app, &["q"]), [Request::End]);
}

#[test]
fn a_save_plays_itself_up_to_a_position() {
    let mut app = app_of("first", FIRST, Setup::default(), USUAL);
    press(&mut app, &["right", "down", "left"]);
    let play = app.play.as_mut().expect("a game");
    play.show_replay(ReplayPlayer::new(2, 25.0), &app.phrases);
    shows(&app, "Space stops and goes on");
    shows(&app, "shown: 0 of 2");
    assert!(app.is_moving());
    feed(&mut app, &Input::Tick);
    shows(&app, "at action 1 of 3 | walk right");
    press(&mut app, &["space"]);
    assert!(!app.is_moving());
    press(&mut app, &["space"]);
    wait(&mut app);
    shows(&app, "at action 2 of 3 | walk down");
    // A player who takes a hand in it plays on.
    press(&mut app, &["right"]);
    shows(&app, "3 actions");
}

#[test]
fn a_replay_has_any_speed() {
    for (speed, ticks) in [(0.5, 50), (25.0, 1), (1_000_000.0, 1), (f64::MIN_POSITIVE, 2_500)] {
        let mut app = app_of("first", FIRST, Setup::default(), USUAL);
        press(&mut app, &["right", "left", "right"]);
        let play = app.play.as_mut().expect("a game");
        play.show_replay(ReplayPlayer::new(1, speed), &app.phrases);
        for _ in 0..ticks {
            assert!(app.is_moving(), "{speed}");
            feed(&mut app, &Input::Tick);
        }
        assert!(!app.is_moving(), "{speed}");
        shows(&app, "at action 1 of 3");
    }
}
