//! Progress from one run of the program to the next, and folders that cannot be used.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use masume_search::agent::Weights;

use super::*;
use crate::data_folder;

/// The program as it is after its start, with its data in this folder.
fn start(folder: &Path, locale: Locale) -> App {
    let mut host = Host::new(data_folder::open_in(folder));
    host.set_surroundings(SURROUNDINGS);
    let facts = Facts {
        widths: Widths::by_table(signs()),
        palette: Palette::new(Depth::None, ThemeChoice::Dark, None),
        most: GlyphSet::Unicode,
        size: (100, 30),
    };
    let mut app = App::with_menu(facts, host, Phrases::new(locale));
    app.tell_trouble();
    app
}

/// Presses keys and does what the model asks for.
fn play(app: &mut App, keys: &[&str]) {
    press(app, keys);
}

fn open(app: &mut App, name: &str, anew: bool) {
    app.perform(Request::Open { name: name.to_owned(), anew }, SURROUNDINGS);
}

#[test]
fn a_game_goes_on_where_it_was_left_however_that_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("not there yet");
    let mut app = start(&data, Locale::English);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right", "left", "z"]);
    // As if killed: nothing is done at the end.
    drop(app);
    let mut app = start(&data, Locale::English);
    shows(&app, " * Sokoban");
    shows(&app, "at level 1");
    // The last game is pointed at.
    play(&mut app, &["enter"]);
    shows(&app, "moves 1, pushes 0");
    shows(&app, "action 1 of 2");
    play(&mut app, &["ctrl-r", "q"]);
    play(&mut app, &["enter"]);
    shows(&app, "moves 2");
    // Begun anew, nothing is left of it.
    play(&mut app, &["q", "N"]);
    shows(&app, "nothing done yet");
}

#[test]
fn a_level_that_was_gone_to_is_where_the_player_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right", "n"]);
    shows(&app, "level 2 of 44");
    play(&mut app, &["q"]);
    shows(&app, "at level 2");
    drop(app);
    let mut app = start(folder.path(), Locale::English);
    shows(&app, "at level 2");
    play(&mut app, &["enter"]);
    shows(&app, "level 2 of 44");
}

#[test]
fn solved_levels_are_counted_and_the_next_one_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right", "right", "right"]);
    shows(&app, "next level? Enter: yes, q: no");
    play(&mut app, &["q"]);
    shows(&app, "1 of 44 solved");
    play(&mut app, &["s", "o", "O"]);
    shows(&app, "< 2 ");
    play(&mut app, &["escape"]);
    open(&mut app, "sokoban", false);
    shows(&app, "level 2 of 44");
    play(&mut app, &["p"]);
    shows(&app, "level 1 of 44: First Nudge *");
}

#[test]
fn a_game_named_alone_begins_with_the_first_level_not_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right", "right", "right", "q"]);
    drop(app);
    // As `masume sokoban` does.
    let named = |keys: &[&str]| {
        let mut app = shipped("sokoban", USUAL);
        app.host = Host::new(data_folder::open_in(folder.path()));
        app.begin("sokoban");
        app.offer_what_waits();
        play(&mut app, keys);
        app.leave(SURROUNDINGS);
        screen(&app)
    };
    let text = named(&["L", "down", "down", "enter", "q"]);
    assert!(text.contains("Sokoban, level 4"), "{text}");
    let text = named(&["left"]);
    assert!(text.contains("level 4 of 44"), "the one looked at last: {text}");
    // What waits is offered first; the other answer does not go back to what was solved.
    let text = named(&[]);
    assert!(text.contains("level 4 of 44") && text.contains("you left here"), "{text}");
    let text = named(&["r"]);
    assert!(text.contains("level 2 of 44: Round the Back"), "{text}");
}

#[test]
fn glyphs_that_a_key_chose_are_those_of_this_sitting() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "othello", false);
    play(&mut app, &["enter", "G"]);
    shows(&app, "for this sitting");
    drop(app);
    assert_eq!(data_folder::open_in(folder.path()).setting("glyphs"), None);
}

#[test]
fn the_list_of_levels_has_the_best_and_what_waits() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right", "right", "right", "y", "left", "down"]);
    shows(&app, "level 2 of 44");
    play(&mut app, &["L"]);
    shows(&app, " *  1  First Nudge");
    shows(&app, " 3 moves");
    assert!(!screen(&app).contains("at move"), "it is being played: {}", screen(&app));
    let size = std::mem::replace(&mut app.facts.size, (20, 5));
    shows(&app, "3 moves");
    app.facts.size = size;
    play(&mut app, &["down", "enter", "left", "L", "home", "down"]);
    shows(&app, "at move 2");
    // What waits is gone on with, or begun anew.
    play(&mut app, &["enter"]);
    shows(&app, "level 2 of 44");
    shows(&app, "moves 2");
    play(&mut app, &["L", "down"]);
    shows(&app, "at move 1");
    play(&mut app, &["N"]);
    shows(&app, "level 3 of 44");
    shows(&app, "nothing done yet");
    // The picture is that of the level pointed at, though no rules run while it is drawn.
    play(&mut app, &["L", "home"]);
    let picture = screen(&app);
    play(&mut app, &["end"]);
    assert_ne!(screen(&app), picture);
}

#[test]
fn a_game_of_which_several_wait_is_asked_about_from_the_menu_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    let mut other = start(folder.path(), Locale::English);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right"]);
    open(&mut other, "sokoban", true);
    play(&mut other, &["left", "right", "q"]);
    // Begun anew while it was played elsewhere: it is played on, and waits again.
    play(&mut app, &["left", "right", "q", "enter"]);
    shows(&app, "you left here at action 3, just now");
    shows(&app, "2 games wait");
    play(&mut app, &["o"]);
    shows(&app, "you left here at action 2");
    play(&mut app, &["r"]);
    shows(&app, "nothing done yet");
    play(&mut app, &["right", "q", "enter"]);
    shows(&app, "1 action");
    assert!(!screen(&app).contains("you left here"), "{}", screen(&app));
}

/// The game can be played, with a warning, and the file is left as it is.
#[track_caller]
fn check_trouble(folder: &Path, warning: &str) {
    let mut app = start(folder, Locale::English);
    shows(&app, warning);
    open(&mut app, "sokoban", false);
    shows(&app, "not saved!");
    play(&mut app, &["right", "right", "right"]);
    shows(&app, "next level? Enter: yes, q: no");
    play(&mut app, &["y", "q", "q"]);
}

#[test]
fn without_a_file_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a file");
    fs::write(&file, "text").expect("a file");
    check_trouble(&file, "the data folder cannot be used");
    assert_eq!(fs::read_to_string(&file).expect("a file"), "text");

    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).expect("a folder");
    let text = "this is no progress of anybody\n".repeat(100);
    fs::write(foreign.join("progress.sqlite"), &text).expect("a file");
    check_trouble(&foreign, "no file of Masume");
    assert_eq!(fs::read_to_string(foreign.join("progress.sqlite")).expect("a file"), text);
}

#[test]
fn a_second_copy_of_the_program_plays_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut one = start(folder.path(), Locale::English);
    open(&mut one, "sokoban", false);
    play(&mut one, &["right"]);
    let mut other = start(folder.path(), Locale::Japanese);
    open(&mut other, "sokoban", false);
    play(&mut other, &["right"]);
    // Both went on from one action; each keeps what it did.
    play(&mut one, &["left"]);
    shows(&one, "2 actions");
    shows(&other, "2 手");
    for app in [&one, &other] {
        assert!(app.is_kept);
    }
}

#[test]
fn a_game_begins_as_it_was_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    // From the menu.
    play(&mut app, &["2", "O", "down", "right", "down", "right", "enter"]);
    let id = |app: &App| app.play.as_ref().expect("a game").dialogue.id();
    assert!(id(&app).starts_with("2048:5x5#"), "{}", id(&app));
    // From the game itself, which is left and still waits.
    play(&mut app, &["left", "right", "up", "O", "end", "up", "4", "2", "enter"]);
    assert_eq!(id(&app), "2048:5x5#42");
    play(&mut app, &["I", "q"]);
    shows(&app, "at move");
    // What cannot be begun is said where it was chosen.
    let beginning = masume_presentation::menu::options::Beginning {
        level: Some(99),
        ..masume_presentation::menu::options::Beginning::default()
    };
    play(&mut app, &["s", "o", "O"]);
    app.perform(Request::Begin { name: Some("sokoban".to_owned()), beginning }, SURROUNDINGS);
    shows(&app, "there is no level 99");
    assert!(app.play.is_none());
}

#[test]
fn what_was_learnt_goes_on_in_a_new_game_of_the_same_rules_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "breakthrough", true);
    play(&mut app, &["enter"]);
    let learnt = |app: &App| app.play.as_ref().expect("a game").dialogue.weights.clone();
    assert!(learnt(&app).is_none());
    let weights = Weights { pieces: Vec::new(), score: 1, advance: 2, centre: 3, mobility: 4 };
    let weights = Some(Arc::new(weights));
    app.play.as_mut().expect("a game").dialogue.weights.clone_from(&weights);
    let beginning = masume_presentation::menu::options::Beginning::default();
    for (name, goes_on) in [(None, true), (Some("breakthrough"), true), (Some("konane"), false)] {
        let (name, beginning) = (name.map(str::to_owned), beginning.clone());
        app.perform(Request::Begin { name, beginning }, SURROUNDINGS);
        assert_eq!(learnt(&app).is_some(), goes_on);
    }
}

#[test]
fn a_level_that_was_only_looked_at_is_gone_back_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right", "n", "q"]);
    shows(&app, "at level 2");
    play(&mut app, &["enter"]);
    shows(&app, "level 2 of ");
    play(&mut app, &["p", "left", "q"]);
    shows(&app, "at level 1");
}

#[test]
fn what_was_played_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    play(&mut app, &["s", "o", "S"]);
    shows(&app, "nothing was played yet");
    play(&mut app, &["escape"]);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right", "right", "right", "q", "S"]);
    for text in ["Sokoban", "games    1", "won      1", "level 1  moves 3, pushes 2", "All games"] {
        shows(&app, text);
    }
    let mut app = start(folder.path(), Locale::Japanese);
    play(&mut app, &["s", "o", "S"]);
    for text in ["倉庫番", "勝ち", "レベル 1"] {
        shows(&app, text);
    }
}

#[test]
fn a_level_that_is_gone_back_to_counts_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "sokoban", false);
    play(&mut app, &["right", "right", "right"]);
    shows(&app, "next level?");
    for _ in 0..3 {
        play(&mut app, &["y"]);
        shows(&app, "level 2 of 44");
        // A key that is held stops at the beginning of the level.
        play(&mut app, &["z", "z", "z", "z", "z"]);
        shows(&app, "level 2 of 44");
        shows(&app, "Back to level 1? Enter: yes, Esc: no");
        play(&mut app, &["enter"]);
        shows(&app, "level 1 of 44");
        play(&mut app, &["z", "right"]);
    }
    // What is begun behind it is a play of its own.
    play(&mut app, &["y", "left", "q"]);
    app.leave(SURROUNDINGS);
    drop(app);
    let counted = data_folder::open_in(folder.path()).statistics("sokoban");
    assert_eq!((counted.games, counted.won), (2, 1));
}

#[test]
fn a_defeat_that_is_taken_back_counts_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    open(&mut app, "robots", false);
    let is_over =
        |app: &App| app.play.as_ref().expect("a game").dialogue.session.outcome().is_some();
    let lose = |app: &mut App| {
        for _ in 0..200 {
            if !is_over(app) {
                play(app, &["5"]);
            }
        }
        assert!(is_over(app));
    };
    lose(&mut app);
    for _ in 0..3 {
        play(&mut app, &["z"]);
        assert!(!is_over(&app));
        lose(&mut app);
    }
    // To the next game and back.
    play(&mut app, &["enter", "z", "z", "z", "z", "z"]);
    shows(&app, "Back to the game before?");
    play(&mut app, &["enter"]);
    assert!(is_over(&app));
    play(&mut app, &["z"]);
    lose(&mut app);
    app.leave(SURROUNDINGS);
    drop(app);
    let counted = data_folder::open_in(folder.path()).statistics("robots");
    assert_eq!((counted.games, counted.lost), (1, 1));
}

#[test]
fn whom_to_play_against_is_asked_and_remembered_for_each_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = start(folder.path(), Locale::English);
    let seats = |app: &App| app.play.as_ref().expect("a game").dialogue.session.seats().clone();
    play(&mut app, &["t", "i", "c", "enter"]);
    shows(&app, "Tic-tac-toe: against whom?");
    shows(&app, "a person, at this screen");
    play(&mut app, &["escape"]);
    assert!(app.play.is_none() && app.over.is_none(), "back in the menu");
    play(&mut app, &["enter", "right", "right", "down", "right", "enter"]);
    shows(&app, "(nought: you, against medium)");
    let chosen = seats(&app);
    play(&mut app, &["q"]);
    drop(app);
    // Enter twice plays as the last time.
    let mut app = start(folder.path(), Locale::English);
    play(&mut app, &["t", "i", "c", "enter"]);
    shows(&app, "< medium >");
    shows(&app, "< nought >");
    play(&mut app, &["enter"]);
    assert_eq!(seats(&app), chosen);
    // Another game has its own.
    play(&mut app, &["q", "home", "h", "e", "x", "enter"]);
    shows(&app, "a person, at this screen >");
    play(&mut app, &["enter", "enter", "q"]);
    // A game that waits goes on at once; begun anew, it is asked.
    play(&mut app, &["enter"]);
    shows(&app, "1 action");
    play(&mut app, &["q", "N"]);
    shows(&app, "Hex: against whom?");
    play(&mut app, &["escape", "enter"]);
    shows(&app, "1 action");
    play(&mut app, &["q", "N", "enter"]);
    shows(&app, "nothing done yet");
    // The choices of everything begin with the same.
    play(&mut app, &["q", "home", "t", "i", "c", "O"]);
    shows(&app, "< medium >");
    // A puzzle asks nothing.
    play(&mut app, &["escape", "home", "s", "o", "enter"]);
    shows(&app, "Sokoban, level 1");
}
