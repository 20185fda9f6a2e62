//! The pictures of the README: what the screen shows, as SVG. `UPDATE_EXPECT=1` draws them anew.

use std::fmt::Write as _;

use expect_test::expect_file;
use ratatui::style::{Color, Modifier};

use super::*;

/// Pixels of a cell of the screen.
const CELL: (u16, u16) = (9, 19);
/// Baseline of the letters in their row, in pixels from its top.
const BASELINE: u16 = 14;
const GROUND: &str = "#121212";
const INK: &str = "#d0d0d0";

/// The screen as a picture. Each letter has its own place, so that no font can shift the others.
fn svg(app: &App, title: &str) -> String {
    let buffer = buffer(app);
    let (width, height) = (buffer.area.width * CELL.0, buffer.area.height * CELL.1);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"15\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>"
    );
    for y in 0..buffer.area.height {
        grounds(&mut text, &buffer, y);
        quarters(&mut text, &buffer, y);
        letters(&mut text, &buffer, y);
    }
    text.push_str("</svg>\n");
    text
}

/// Backgrounds of the letters of a row, in as few pieces as can be.
fn grounds(text: &mut String, buffer: &Buffer, y: u16) {
    let mut x = 0;
    while x < buffer.area.width {
        let ground = colours(buffer, x, y).1;
        let first = x;
        while x < buffer.area.width && colours(buffer, x, y).1 == ground {
            x += 1;
        }
        if ground != GROUND {
            let (left, top) = (first * CELL.0, y * CELL.1);
            let (width, height) = ((x - first) * CELL.0, CELL.1);
            let _ = writeln!(
                text,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>"
            );
        }
    }
}

/// Signs for quarters of a place, of which bit 0 is the upper left one: fonts leave gaps.
const QUARTERS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// The quarters of a row that are filled, in as few pieces as can be.
fn quarters(text: &mut String, buffer: &Buffer, y: u16) {
    for below in [0, 1] {
        let ink = |half: u16| {
            let (x, right) = (half / 2, half % 2);
            let symbol = buffer.cell((x, y))?.symbol();
            let quarters = QUARTERS.iter().position(|it| *it == symbol)?;
            let is_filled = quarters >> (2 * below + right) & 1 == 1;
            is_filled.then(|| colours(buffer, x, y).0)
        };
        let mut half = 0;
        while half < 2 * buffer.area.width {
            let (first, colour) = (half, ink(half));
            while half < 2 * buffer.area.width && ink(half) == colour {
                half += 1;
            }
            let Some(colour) = colour else { continue };
            let (left, top) = (half_of(first * CELL.0), half_of((2 * y + below) * CELL.1));
            let (width, height) = (half_of((half - first) * CELL.0), half_of(CELL.1));
            let _ = writeln!(
                text,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"
            );
        }
    }
}

/// Half of a number, with as few digits as it needs.
fn half_of(twice: u16) -> String {
    if twice.is_multiple_of(2) { (twice / 2).to_string() } else { format!("{}.5", twice / 2) }
}

/// The letters of a row, those of one colour together.
fn letters(text: &mut String, buffer: &Buffer, y: u16) {
    let mut runs: Vec<(String, bool, Vec<String>, String)> = Vec::new();
    for x in 0..buffer.area.width {
        let cell = &buffer[(x, y)];
        if cell.symbol().trim().is_empty() || QUARTERS.contains(&cell.symbol()) {
            continue;
        }
        let (ink, bold) = (colours(buffer, x, y).0, cell.modifier.contains(Modifier::BOLD));
        let place = (x * CELL.0).to_string();
        let symbol: String = cell.symbol().chars().take(1).map(escaped).collect();
        match runs.last_mut() {
            Some((last, was_bold, places, letters)) if *last == ink && *was_bold == bold => {
                places.push(place);
                letters.push_str(&symbol);
            }
            _ => runs.push((ink, bold, vec![place], symbol)),
        }
    }
    for (ink, bold, places, letters) in runs {
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" fill=\"{ink}\"{weight}>{letters}</text>",
            places.join(" "),
            y * CELL.1 + BASELINE
        );
    }
}

/// The colour of the letter and of what lies behind it.
fn colours(buffer: &Buffer, x: u16, y: u16) -> (String, String) {
    // The second half of a wide sign is never drawn by itself.
    let is_covered =
        x > 0 && unicode_width::UnicodeWidthStr::width(buffer[(x - 1, y)].symbol()) == 2;
    let cell = &buffer[(x - u16::from(is_covered), y)];
    let colour = |colour: Color, otherwise: &str| {
        let Color::Rgb(red, green, blue) = colour else { return otherwise.to_owned() };
        format!("#{red:02x}{green:02x}{blue:02x}")
    };
    let dim = cell.modifier.contains(Modifier::DIM);
    let ink = colour(cell.fg, if dim { "#8a8a8a" } else { INK });
    let ground = colour(cell.bg, GROUND);
    if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) }
}

fn escaped(letter: char) -> String {
    match letter {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        letter => letter.to_string(),
    }
}

#[test]
fn the_pictures_of_the_readme_are_true() {
    let check = |name: &str, keys: &[&str], file: expect_test::ExpectFile| {
        let mut app = shipped(name, USUAL);
        press(&mut app, keys);
        let title = app.play.as_ref().expect("a game").dialogue.teller(&app.phrases).title();
        file.assert_eq(&svg(&app, &title));
    };
    check(
        "sokoban",
        &["n", "n", "down", "left"],
        expect_file!["../../../../docs/screens/sokoban.svg"],
    );
    check("robots", &["4", "7", "8"], expect_file!["../../../../docs/screens/robots.svg"]);
    check(
        "othello",
        &["up", "right", "enter", ".", "down", "down"],
        expect_file!["../../../../docs/screens/othello.svg"],
    );
    check(
        "2048",
        &["left", "down", "left", "down", "right", "down", "left", "left", "down", "right", "down"],
        expect_file!["../../../../docs/screens/2048.svg"],
    );
    check("shisen-sho", &["."], expect_file!["../../../../docs/screens/shisen-sho.svg"]);
}
