//! Boards as they are seen, recorded with their colours. `UPDATE_EXPECT=1` records them anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use expect_test::expect_file;
use ratatui::style::{Color, Modifier};

use super::*;

/// Letters for the styles of a screen, in the order in which they are first seen.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The screen as text, what each letter stands for, and a letter for each place with a style.
fn recorded(app: &App) -> String {
    let buffer = buffer(app);
    let mut styles: BTreeMap<String, char> = BTreeMap::new();
    let (mut legend, mut letters) = (String::new(), String::new());
    for y in 0..buffer.area.height {
        let mut row = String::new();
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let style = named(cell.fg, cell.bg, cell.modifier);
            if style.is_empty() {
                row.push('.');
                continue;
            }
            let next = LETTERS.chars().nth(styles.len()).expect("a letter");
            let letter = *styles.entry(style.clone()).or_insert_with(|| {
                let _ = writeln!(legend, "{next} {style}");
                next
            });
            row.push(letter);
        }
        letters.push_str(row.trim_end_matches('.'));
        letters.push('\n');
    }
    format!("{}{legend}{letters}", screen(app))
}

/// The differences from the terminal's own style.
fn named(ink: Color, ground: Color, modifier: Modifier) -> String {
    let colour = |colour: Color| {
        if let Color::Rgb(red, green, blue) = colour {
            format!("#{red:02x}{green:02x}{blue:02x}")
        } else if let Color::Indexed(index) = colour {
            index.to_string()
        } else {
            colour.to_string()
        }
    };
    let mut words = Vec::new();
    if ink != Color::Reset {
        words.push(colour(ink));
    }
    if ground != Color::Reset {
        words.push(format!("on {}", colour(ground)));
    }
    if !modifier.is_empty() {
        words.push(format!("{modifier:?}"));
    }
    words.join(" ")
}

fn check(name: &str, begin: impl Fn(&mut App)) {
    let mut app = shipped(name, USUAL);
    begin(&mut app);
    for (width, height) in [(80, 24), (120, 40)] {
        for (depth, word) in [
            (Depth::True, "true"),
            (Depth::Table, "256"),
            (Depth::Sixteen, "16"),
            (Depth::None, "none"),
        ] {
            app.facts.palette = Palette::new(depth, ThemeChoice::Dark, None);
            app.facts.size = (width, height);
            app.play.as_mut().expect("a game").look_again(&app.facts.abilities());
            let file = format!("recorded/{name}-{width}x{height}-{word}.txt");
            expect_file![file].assert_eq(&recorded(&app));
        }
    }
}

#[test]
fn men_stand_on_points_that_lines_join() {
    check("nine-mens-morris", |app| {
        for place in [(0, 0), (3, 0), (1, 1), (4, 3)] {
            choose(app, place);
        }
    });
}

#[test]
fn rows_of_hexagons_lean_and_edges_have_a_piece() {
    check("hex", |app| [(5, 5), (6, 4), (4, 6)].into_iter().for_each(|place| choose(app, place)));
}

#[test]
fn quarters_that_turn_are_parted() {
    check("pentago", |app| {
        choose(app, (1, 1));
        let play = app.play.as_mut().expect("a game");
        play.dialogue.act_by_text("right down-right", None, &app.phrases);
        choose(app, (3, 2));
    });
}

#[test]
fn queens_arrows_and_who_has_yet_to_shoot_are_told_apart() {
    check("amazons", |app| {
        for place in [(3, 9), (3, 3), (3, 8), (3, 0), (1, 2)] {
            choose(app, place);
        }
    });
}

#[test]
fn pieces_are_seen_and_marks_for_the_rules_are_not() {
    check("chess", |app| {
        for place in [(4, 6), (4, 4), (6, 0), (5, 2)] {
            choose(app, place);
        }
    });
}
