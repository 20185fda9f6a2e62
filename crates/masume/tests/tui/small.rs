//! Very small screens: the least that has to be read is there.

use masume_presentation::menu::list::{Item, Menu};
use masume_store::Offer;

use super::*;

const SMALL: (u16, u16) = (20, 5);

#[test]
fn the_menu_shows_the_game_pointed_at_and_what_is_said() {
    for size in [SMALL, (40, 6), (40, 7), (40, 8)] {
        let mut app = shipped("sokoban", Kind { size, ..USUAL });
        let items = (0..9).map(|index| Item {
            name: format!("{index}"),
            title: format!("Game {index}"),
            ..Item::default()
        });
        app = App { menu: Some(Menu::new(items.collect())), play: None, ..app };
        for index in 0..9 {
            let title = format!("Game {index}");
            shows(&app, &title);
            // It can be clicked where it stands.
            let y = screen(&app).lines().position(|line| line.contains(&title)).expect("a row");
            feed(&mut app, &Input::Press(5, y as u16));
            let opened = Request::Open { name: format!("{index}"), anew: false };
            assert_eq!(feed(&mut app, &Input::Release(5, y as u16)), [opened], "{size:?}");
            press(&mut app, &["down"]);
        }
        press(&mut app, &["4"]);
        shows(&app, "4_");
        app.warning = Some("a disk is full".to_owned());
        shows(&app, "a disk is full");
        shows(&app, "Game 4");
    }
}

#[test]
fn the_end_and_what_is_asked_are_whole() {
    let game = shipped_games().iter().find(|it| it.name == "2048").expect("a game");
    let size = Some(masume_rules::model::Size { width: 2, height: 2 });
    let setup = Setup { seed: 1, size, ..Setup::default() };
    for (locale, question) in [(Locale::English, "a new game? Enter"), (Locale::Japanese, "Enter")]
    {
        let kind = Kind { size: SMALL, locale, ..USUAL };
        let mut app = app_of("2048", game.text, setup, kind);
        press(&mut app, &["up", "right", "right", "up", "down", "right", "right"]);
        assert!(app.play.as_ref().expect("a game").dialogue.session.outcome().is_some());
        shows(&app, "24");
        shows(&app, question);
        assert!(!screen(&app).contains("..."), "{}", screen(&app));
    }
}

#[test]
fn a_greeting_does_not_cover_the_board() {
    for (name, greeting) in [("robots", "to open help"), ("sokoban", "for help")] {
        let mut app = shipped(name, Kind { size: SMALL, ..USUAL });
        let text = screen(&app);
        assert!(!text.contains(greeting), "{text}");
        shows(&app, "? help");
        let status = text.lines().nth(3).unwrap_or_default();
        assert!(status.contains("lv:1") || status.contains("moves 0"), "{text}");
        // What happens is told.
        press(&mut app, &["xyzzy"]);
        assert_ne!(screen(&app), text);
    }
}

#[test]
fn the_cursor_hides_no_piece() {
    for size in [(80, 24), (40, 15), SMALL] {
        let mut app = shipped("shisen-sho", Kind { size, most: GlyphSet::Wide, ..USUAL });
        for key in ["left", "enter", "left"] {
            press(&mut app, &[key]);
            let buffer = buffer(&app);
            let play = app.play.as_ref().expect("a game");
            let layout = layout(play, &app.facts).expect("a layout");
            for place in layout.rows().flat_map(|row| layout.columns().map(move |it| (it, row))) {
                let place = layout.place(place.0, place.1).expect("a place");
                let y = place.y + place.height / 2;
                // What is said covers two rows of the smallest screen.
                if y + 3 >= size.1 {
                    continue;
                }
                let has_tile =
                    (place.x..place.right()).any(|x| !buffer[(x, y)].symbol().is_ascii());
                assert!(has_tile, "{place} at {size:?}\n{}", screen(&app));
            }
        }
    }
}

#[test]
fn the_board_comes_before_the_title() {
    for shipped_game in shipped_games() {
        let app = shipped(shipped_game.name, Kind { size: (40, 15), ..USUAL });
        let play = app.play.as_ref().expect("a game");
        let layout = layout(play, &app.facts).expect("a layout");
        let grid = *play.dialogue.session.state().board.grid();
        // Two lines for the edge, one each for the status, what is said and the keys.
        let fits = grid.height() + 2 + 3 <= 15 && 3 * grid.width() + 2 <= 40;
        assert!(!fits || !layout.is_part(), "{}\n{}", shipped_game.name, screen(&app));
    }
    // Ten rows, and where there is room for the title it stays.
    let app = shipped("robots", Kind { size: (40, 15), ..USUAL });
    assert_eq!(screen(&app).matches('│').count(), 20, "{}", screen(&app));
    shows(&shipped("robots", Kind { size: (40, 16), ..USUAL }), "Robots (seed 1)");
}

#[test]
fn the_end_does_not_hide_what_was_reached() {
    let game = shipped_games().iter().find(|it| it.name == "2048").expect("a game");
    let size = Some(masume_rules::model::Size { width: 2, height: 2 });
    let setup = Setup { seed: 1, size, ..Setup::default() };
    let mut app = app_of("2048", game.text, setup, USUAL);
    press(&mut app, &["up", "right", "right", "up", "down", "right", "right"]);
    for text in ["score 24", "no move is left", "a new game? Enter: yes, q: no"] {
        shows(&app, text);
    }
}

#[test]
fn the_keys_that_answer_an_offer_are_whole() {
    for locale in [Locale::English, Locale::Japanese] {
        let mut app = shipped("sokoban", Kind { size: SMALL, locale, ..USUAL });
        press(&mut app, &["right"]);
        let session = app.play.as_ref().expect("a game").dialogue.session.clone();
        for (count, has_others) in [(1, false), (3, true)] {
            let ago = Some(std::time::Duration::from_secs(3 * 86_400));
            let play = app.play.as_mut().expect("a game");
            play.offer(session.clone(), Offer { ago, count }, &app.phrases);
            let text = screen(&app);
            let words: Vec<&str> = text.split([' ', '\n', ':', '、', 'で']).collect();
            for (key, is_named) in [("Enter", true), ("r", true), ("o", has_others)] {
                assert_eq!(words.contains(&key), is_named, "{key} in\n{text}");
            }
            assert!(!text.contains("..."), "{text}");
        }
    }
}
