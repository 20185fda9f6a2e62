//! The menu, the help, the trace.

use super::*;
use crate::tui::menu::{Item, Menu};

fn menu(kind: Kind) -> App {
    let facts = Facts {
        widths: Widths::by_table(SIGNS),
        depth: kind.depth,
        most: kind.most,
        size: kind.size,
    };
    let items = (0..30).map(|index| Item {
        name: format!("game-{index}"),
        title: format!("Game {index}"),
        about: format!("It is number {index}."),
        progress: if index == 2 { "3 of 5 solved".to_owned() } else { String::new() },
        is_begun: index == 2,
    });
    App::with_menu(facts, Phrases::new(kind.locale), Menu::new(items.collect()))
}

#[test]
fn the_menu_is_walked_through_and_opens_games() {
    let open = |name: &str, anew| [Effect::Open { name: name.to_owned(), anew }];
    let mut app = menu(USUAL);
    shows(&app, " * Game 2");
    shows(&app, "3 of 5 solved");
    assert_eq!(press(&mut app, &["down", "j", "enter"]), open("game-2", false));
    assert_eq!(press(&mut app, &["n"]), open("game-2", true));
    assert_eq!(press(&mut app, &["end", "enter"]), open("game-29", false));
    shows(&app, "Game 29");
    assert_eq!(press(&mut app, &["home", "up", "page-up", "space"]), open("game-0", false));
    // A click opens what it points at.
    app.update(&Input::Press(5, 4));
    assert_eq!(app.update(&Input::Release(5, 4)), open("game-2", false));
    app.update(&Input::Press(5, 4));
    assert_eq!(app.update(&Input::Release(5, 9)), []);
    assert_eq!(app.update(&Input::Release(5, 200)), []);
    app.update(&Input::Wheel(3));
    assert_eq!(press(&mut app, &["enter"]), open("game-5", false));
    assert_eq!(press(&mut app, &["q"]), [Effect::Leave]);
}

#[test]
fn the_menu_is_drawn_on_every_screen() {
    for locale in [Locale::English, Locale::Japanese] {
        for size in [(1, 1), (20, 5), (24, 8), (40, 10), (80, 24), (200, 60)] {
            let mut app = menu(Kind { size, locale, ..USUAL });
            screen(&app);
            press(&mut app, &["end"]);
            screen(&app);
        }
    }
}

#[test]
fn the_help_of_every_game_has_its_keys_pieces_and_rules() {
    for game in shipped_games() {
        for locale in [Locale::English, Locale::Japanese] {
            let mut app = shipped(game.name, Kind { size: (100, 400), locale, ..USUAL });
            press(&mut app, &["f1"]);
            let help = screen(&app);
            let phrases = Phrases::new(locale);
            for id in ["help-actions", "help-keys", "help-rules", "command-undo", "command-leave"] {
                let part = phrases.say(id, &[]);
                assert!(help.contains(&part), "{}: no {part} in\n{help}", game.name);
            }
            assert!(help.contains("action "), "{}: {help}", game.name);
            press(&mut app, &["down", "x"]);
            assert!(app.over.is_none(), "another key closes it");
        }
    }
}

#[test]
fn a_long_help_is_scrolled() {
    let mut app = shipped("sokoban", USUAL);
    press(&mut app, &["?"]);
    let top = screen(&app);
    press(&mut app, &["page-down"]);
    assert_ne!(screen(&app), top);
    press(&mut app, &["end", "end", "down", "home"]);
    assert_eq!(screen(&app), top);
    app.update(&Input::Wheel(-5));
    app.update(&Input::Resize(30, 300));
    screen(&app);
}

#[test]
fn the_trace_shows_each_rule_that_fired_with_its_board() {
    let mut app = shipped("2048", USUAL);
    press(&mut app, &["t"]);
    shows(&app, "there is no action to explain yet");
    press(&mut app, &["left", "f2"]);
    shows(&app, "What slide left did");
    shows(&app, "rule 0 of");
    shows(&app, "before");
    shows(&app, "repeat _ n -> n _");
    let before = screen(&app);
    press(&mut app, &["down"]);
    shows(&app, "rule 1 of");
    press(&mut app, &["end", "down", "down"]);
    press(&mut app, &["home"]);
    assert_eq!(screen(&app), before);
    press(&mut app, &["escape"]);
    assert!(app.over.is_none());
}

#[test]
fn every_action_of_every_game_can_be_traced() {
    for game in shipped_games() {
        let mut app = shipped(game.name, USUAL);
        press(&mut app, &["enter", "right", "down", "enter", "space", "f2", "down", "end"]);
        screen(&app);
    }
}

#[test]
fn other_glyphs_are_those_that_measure_right() {
    let mut app = shipped("othello", USUAL);
    shows(&app, "●");
    assert_eq!(press(&mut app, &["g"]), [Effect::Glyphs(GlyphSet::Ascii)]);
    shows(&app, " B ");
    assert_eq!(press(&mut app, &["g"]), [Effect::Glyphs(GlyphSet::Unicode)]);
    shows(&app, "●");
}
