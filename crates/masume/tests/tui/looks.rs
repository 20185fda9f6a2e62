//! Looks of games: figures, marks and colours, on dark and on light terminals.

use masume_presentation::picture::tone::{Rgb, contrast};
use masume_rules::model::Figure;
use ratatui::style::{Color, Modifier};

use super::*;

/// Signs of lines between cells: without them cells are told apart as well.
const LINES: &str = "─│┌┬┐├┼┤└┴┘-|+━┃╂┿╋┰┸┝┥┨┠┯┷";

const SIZES: [(u16, u16); 4] = [(100, 35), (80, 24), (40, 15), (20, 5)];

/// The game with a theme, at a size, in a set of glyphs.
fn look(app: &mut App, choice: ThemeChoice, size: (u16, u16), most: GlyphSet) {
    let ground = match choice {
        ThemeChoice::Light => (255, 255, 255),
        ThemeChoice::Dark | ThemeChoice::Auto | ThemeChoice::None => (0, 0, 0),
    };
    app.facts.palette = Palette::new(Depth::True, choice, Some(ground));
    (app.facts.size, app.facts.most) = (size, most);
    app.play.as_mut().expect("a game").look_again(&app.facts.abilities());
}

fn rgb(colour: Color, otherwise: Rgb) -> Rgb {
    let Color::Rgb(red, green, blue) = colour else { return otherwise };
    (red, green, blue)
}

#[test]
fn every_sign_of_every_game_stands_out_on_dark_and_light_screens() {
    let (black, white) = ((0, 0, 0), (255, 255, 255));
    for game in shipped_games() {
        let mut app = shipped(game.name, USUAL);
        press(&mut app, &["enter", "right", "."]);
        for (choice, ground, ink) in
            [(ThemeChoice::Dark, black, white), (ThemeChoice::Light, white, black)]
        {
            for (size, most) in SIZES.into_iter().zip([GlyphSet::Wide, GlyphSet::Unicode].repeat(2))
            {
                look(&mut app, choice, size, most);
                let buffer = buffer(&app);
                // Pixels stand beside each other; that pictures are seen is tested where they are.
                let looks = &app.play.as_ref().expect("a game").looks;
                let pixels = if looks.sprite_extent().is_some() { "▀▄" } else { "" };
                for cell in buffer.content() {
                    let symbol = cell.symbol();
                    if pixels.contains(symbol) {
                        continue;
                    }
                    if symbol.trim().is_empty() || LINES.contains(symbol) {
                        continue;
                    }
                    let found = contrast(rgb(cell.fg, ink), rgb(cell.bg, ground));
                    assert!(found >= 4.5, "{} {choice:?} {size:?} {cell:?} {found}", game.name);
                }
            }
        }
    }
}

#[test]
fn every_game_can_be_played_on_every_size() {
    for game in shipped_games() {
        let mut app = shipped(game.name, USUAL);
        for size in SIZES {
            for most in GlyphSet::ALL {
                look(&mut app, ThemeChoice::Dark, size, most);
                let play = app.play.as_ref().expect("a game");
                assert!(layout(play, &app.facts).is_some(), "{} {size:?}", game.name);
                let shown = screen(&app);
                // Who does not know the keys finds the way out.
                let key = crate::tui::draw::key_at(&app, (size.0 / 2, size.1 - 1));
                assert!(key.is_some() || shown.contains('q'), "{shown}");
            }
        }
    }
}

/// The share of a piece's cell in which it is seen: what is not the ground there.
fn share_filled(app: &App, name: &str) -> f64 {
    let play = app.play.as_ref().expect("a game");
    let layout = layout(play, &app.facts).expect("a layout");
    let grid = play.dialogue.session.state().board.grid();
    let cell = grid.cell_named(name).expect("a cell");
    let (column, row) = (grid.column(cell) as u32, grid.row(cell) as u32);
    let place = layout.place(column, row).expect("a place");
    assert!(place.height >= 2, "{place:?}");
    let buffer = buffer(app);
    let ground = buffer[(place.x, place.y)].bg;
    let filled = place.positions().filter(|it| {
        let cell = &buffer[*it];
        cell.bg != ground || "▀▄▌▐▛▜▙▟".contains(cell.symbol())
    });
    filled.count() as f64 / f64::from(place.area())
}

#[test]
fn discs_boxes_and_tiles_fill_large_cells() {
    let check = |name: &str, size, cell: &str| {
        for most in GlyphSet::ALL {
            for choice in [ThemeChoice::Dark, ThemeChoice::Light] {
                let mut app = shipped(name, USUAL);
                look(&mut app, choice, size, most);
                let share = share_filled(&app, cell);
                assert!(share >= 0.35, "{name} {most:?} {choice:?} {share}\n{}", screen(&app));
            }
        }
    };
    check("othello", (100, 35), "d4");
    check("othello", (80, 24), "d4");
    check("english-draughts", (80, 24), "b1");
    check("breakthrough", (80, 24), "b8");
    check("peg-solitaire", (80, 24), "c1");
}

#[test]
fn a_changed_cell_has_one_short_mark_however_large_it_is() {
    for size in [(200, 80), (100, 35), (80, 24), (40, 15)] {
        let mut app = shipped("othello", Kind { size, ..USUAL });
        click(&mut app, "d3");
        let play = app.play.as_ref().expect("a game");
        let fresh = play.marks().fresh.len();
        let buffer = buffer(&app);
        let marked = |y: u16| {
            (0..size.0).filter(|x| buffer[(*x, y)].modifier.contains(Modifier::UNDERLINED)).count()
        };
        let layout = layout(play, &app.facts).expect("a layout");
        let rows: Vec<usize> = (0..size.1).map(marked).filter(|count| *count > 0).collect();
        // One row of the screen for each row of the board in which something changed.
        assert!(rows.len() <= 2 && fresh == 2, "{rows:?} {fresh}");
        let width = usize::from(layout.pitch().0);
        assert!(rows.iter().sum::<usize>() <= fresh * width.div_ceil(2), "{rows:?}");
    }
}

#[test]
fn a_mark_for_the_rules_alone_is_not_seen_to_come_or_go() {
    // Behind a pawn that went two cells stands a mark, and the one of the other side goes.
    let mut app = shipped("chess", USUAL);
    for (keys, expected) in
        [(["e", "2", "e", "4"], ["e2", "e4"]), (["e", "7", "e", "5"], ["e5", "e7"])]
    {
        press(&mut app, &keys);
        let play = app.play.as_ref().expect("a game");
        let names = play.dialogue.session.game().cell_names(play.dialogue.session.state());
        let mut fresh: Vec<_> =
            play.marks().fresh.iter().filter_map(|it| names.name(*it)).collect();
        fresh.sort();
        assert_eq!(fresh, expected);
    }
}

#[test]
fn kings_have_a_sign_on_their_disc_and_men_have_none() {
    let game = shipped_games().iter().find(|it| it.name == "english-draughts").expect("a game");
    let text = game.text.replace("    .b.b.b.b\n    b.b", "    .B.b.b.b\n    b.b");
    let mut app = app_of("kings", &text, Setup::default(), USUAL);
    look(&mut app, ThemeChoice::Dark, (100, 35), GlyphSet::Unicode);
    assert_eq!(screen(&app).matches('♚').count(), 1);
    assert_eq!(screen(&app).matches('●').count(), 0);
    let figures = &app.play.as_ref().expect("a game").dialogue.session.game().rules().display;
    let of_men = figures.iter().skip(1).filter(|line| line.figure != Some(Figure::Sign));
    assert!(
        of_men.clone().count() == 4 && of_men.clone().all(|line| line.figure == Some(Figure::Disc))
    );
}

#[test]
fn long_messages_are_shown_whole() {
    for locale in [Locale::English, Locale::Japanese] {
        for size in [(80, 24), (40, 15), (24, 8)] {
            let mut app = shipped("sokoban", Kind { size, locale, ..USUAL });
            let words = Phrases::new(locale).say("store-corrupt", &[]);
            app.warning = Some(words.clone());
            let shown: String =
                screen(&app).lines().map(|line| line.trim().to_owned() + " ").collect();
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            assert!(squeezed(&shown).contains(&squeezed(&words)), "{words} in\n{}", screen(&app));
        }
    }
}

#[test]
fn the_keys_at_the_bottom_can_be_pressed_with_the_mouse() {
    let mut app = shipped("sokoban", USUAL);
    press(&mut app, &["right"]);
    let shown = screen(&app);
    let last = shown.lines().last().expect("a line");
    let place = |words: &str| last.find(words).map(|at| (at as u16, 23)).expect("an entry");
    let (undo, leave, help) = (place("undo"), place("leave"), place("help"));
    feed(&mut app, &Input::Press(undo.0, undo.1));
    feed(&mut app, &Input::Release(undo.0, undo.1));
    assert_eq!(app.play.as_ref().expect("a game").dialogue.session.position(), 0);
    feed(&mut app, &Input::Press(help.0, help.1));
    assert!(app.over.is_some());
    let back = screen(&app).lines().last().and_then(|line| line.find("back")).expect("back");
    feed(&mut app, &Input::Press(back as u16, 23));
    assert!(app.over.is_none());
    assert_eq!(feed(&mut app, &Input::Press(leave.0, leave.1)), [Request::Leave]);
}

#[test]
fn a_replay_says_that_it_is_one_and_names_its_keys() {
    let mut app = shipped("sokoban", USUAL);
    press(&mut app, &["right", "left", "right"]);
    let play = app.play.as_mut().expect("a game");
    play.show_replay(masume_presentation::play::ReplayPlayer::new(3, 25.0), &app.phrases);
    shows(&app, "Replay: Sokoban");
    shows(&app, "shown: 0 of 3");
    shows(&app, "Space stop");
    wait(&mut app);
    shows(&app, "stopped: 3 of 3");
    shows(&app, "Space go on");
    shows(&app, "step back");
}

#[test]
fn rules_that_are_long_are_shown_whole_in_the_trace() {
    let mut app = shipped("robots", Kind { size: (60, 24), ..USUAL });
    press(&mut app, &["4", "f2"]);
    for _ in 0..3 {
        let Some(crate::tui::app::Over::Trace(trace)) = &app.over else { panic!("no trace") };
        let text = trace.at.checked_sub(1).map(|index| trace.steps[index].text.clone());
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let shown = squeezed(&screen(&app));
        for word in text.unwrap_or_default().split_whitespace() {
            assert!(shown.contains(word), "{word}\n{}", screen(&app));
        }
        press(&mut app, &["down"]);
    }
}

#[test]
fn the_level_pointed_at_is_seen_beside_the_list() {
    let mut app = shipped("sokoban", USUAL);
    press(&mut app, &["L"]);
    shows(&app, "1 of ");
    let picture = |app: &App| -> String {
        screen(app).lines().map(|line| line.chars().skip(40).collect::<String>() + "\n").collect()
    };
    let first = picture(&app);
    assert!(first.contains('█'), "{first}");
    press(&mut app, &["down"]);
    assert_ne!(picture(&app), first);
}
