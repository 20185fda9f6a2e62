//! Every game on every kind of terminal.

use super::*;

#[test]
fn every_game_is_drawn_in_every_set_size_and_language() {
    for game in shipped_games() {
        // Set up once: some set-ups take their time.
        let mut app = shipped(game.name, USUAL);
        for locale in [Locale::English, Locale::Japanese] {
            app.phrases = Phrases::new(locale);
            app.phrases.speak_of(Some(game.name));
            let play = app.play.as_mut().expect("a game");
            play.change_to(play.dialogue.session.clone(), &app.phrases);
            for most in GlyphSet::ALL {
                for size in [(120, 40), (80, 24), (40, 14)] {
                    (app.facts.most, app.facts.size) = (most, size);
                    let play = app.play.as_mut().expect("a game");
                    play.look_again(&app.facts.abilities());
                    check_screen(&app, game.name, locale);
                }
            }
        }
    }
}

#[track_caller]
fn check_screen(app: &App, name: &str, locale: Locale) {
    let screen = screen(app);
    let at = format!("{name} {:?} {locale:?}\n{screen}", app.facts);
    let play = app.play.as_ref().expect("a game");
    let title = play.dialogue.teller(&app.phrases).title();
    let layout = layout(play, &app.facts).expect(&at);
    // The board may need the row of the title: what is said, the status and the keys take the others.
    let height = app.facts.size.1;
    let left = height.saturating_sub(layout.area().height + (height / 10).clamp(1, 3) + 2);
    let is_filled = left == 0 && !layout.is_part();
    assert!(screen.contains(&title) || is_filled, "{at}");
    if app.facts.most == GlyphSet::Ascii && locale == Locale::English {
        assert!(screen.is_ascii(), "{at}");
    }
}

#[test]
fn no_piece_is_told_by_its_colour_alone() {
    for game in shipped_games() {
        for most in GlyphSet::ALL {
            let app = shipped(game.name, Kind { most, ..USUAL });
            let play = app.play.as_ref().expect("a game");
            let rules = play.dialogue.session.game().rules();
            let mut seen = std::collections::BTreeMap::new();
            for (index, layer) in rules.layers.iter().enumerate() {
                let layer_index = masume_rules::model::Layer(index as u8);
                for content in layer.kind.contents().into_iter().take(100) {
                    let Some(glyph) = play.looks.glyph(layer_index, content) else { continue };
                    let before = seen.insert(glyph.to_owned(), (index, content));
                    assert_eq!(before, None, "{}: {glyph} is two pieces", game.name);
                }
            }
        }
    }
}

#[test]
fn glyphs_that_are_wide_on_this_terminal_keep_their_neighbours_in_place() {
    let mut app = shipped("othello", Kind { size: (40, 15), ..USUAL });
    let wide = [("●".to_owned(), 2), ("○".to_owned(), 2)];
    app.facts.widths.extend(Widths::new(wide.into()));
    let play = app.play.as_mut().expect("a game");
    play.look_again(&app.facts.abilities());
    let shown = buffer(&app);
    let (width, height) = app.facts.size;
    let nothing = Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height));
    let written = nothing.diff(&shown);
    let stones: Vec<(u16, u16)> = written
        .iter()
        .filter(|(_, _, cell)| ["●", "○"].contains(&cell.symbol()))
        .map(|(x, y, _)| (*x, *y))
        .collect();
    assert_eq!(stones.len(), 4);
    for (x, y) in stones {
        // What the stone covers is not written over.
        assert!(written.iter().all(|(column, row, _)| (*column, *row) != (x + 1, y)), "{x} {y}");
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    for game in shipped_games() {
        let mut app = shipped(game.name, Kind { depth: Depth::None, ..USUAL });
        press(&mut app, &["enter", "right", "down", "."]);
        let buffer = buffer(&app);
        let plain = ratatui::style::Color::Reset;
        assert!(
            buffer.content().iter().all(|it| it.fg == plain && it.bg == plain),
            "{}",
            game.name
        );
    }
}

#[test]
fn what_changed_is_marked_with_and_without_colours() {
    use ratatui::style::Modifier;
    for depth in [Depth::None, Depth::Sixteen, Depth::Table, Depth::True] {
        let mut app = shipped("2048", Kind { depth, ..USUAL });
        let marked = |app: &App| {
            let buffer = buffer(app);
            buffer.content().iter().filter(|it| it.modifier.contains(Modifier::UNDERLINED)).count()
        };
        assert_eq!(marked(&app), 0);
        press(&mut app, &["left", "up"]);
        assert!(marked(&app) > 0, "{depth:?}");
    }
}

#[test]
fn a_board_larger_than_the_screen_is_shown_in_part() {
    let app = shipped("life", Kind { size: (30, 14), ..USUAL });
    for sign in ["<", ">", "^", "v"] {
        shows(&app, sign);
    }
    let setup = Setup {
        size: Some(masume_rules::model::Size { width: 60, height: 60 }),
        ..Setup::default()
    };
    let game = shipped_games().iter().find(|it| it.name == "gomoku").expect("a game");
    let mut app = app_of("gomoku", game.text, setup, USUAL);
    let before = screen(&app);
    // The part follows the cursor.
    press(&mut app, &["left"; 40]);
    assert_ne!(screen(&app), before);
    shows(&app, " a ");
}
