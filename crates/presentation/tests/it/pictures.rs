//! Pictures of the shipped games, and the page's style sheet with their tones.

use std::fmt::Write as _;

use expect_test::expect_file;
use masume_engine::{Game, shipped_games};
use masume_presentation::picture::hue::{Ground, Shade};
use masume_presentation::picture::paint::PaletteChoice;
use masume_presentation::picture::tone::{Rgb, Theme, contrast, of_ground};
use masume_rules::model::{Colour, DisplayInfo, Paint, Sprite, Tint};

/// Contrast that WCAG 2 asks of what is no text.
const LEAST_CONTRAST: f64 = 3.0;

/// The pictures of all shipped games.
fn pictures() -> Vec<(&'static str, Vec<(DisplayInfo, Sprite)>)> {
    let games = shipped_games().iter().map(|shipped| {
        let game = Game::load(shipped.text).game.expect("a shipped game");
        let lines = game.rules().display.iter();
        let drawn = lines.filter_map(|line| Some((line.clone(), line.sprite.clone()?)));
        (shipped.name, drawn.collect())
    });
    games.collect()
}

/// The tones of a picture, row by row.
fn tones(sprite: &Sprite, palette: PaletteChoice, theme: Theme) -> Vec<Option<Rgb>> {
    let places = (0..sprite.height()).flat_map(|y| (0..sprite.width).map(move |x| (x, y)));
    places.map(|(x, y)| Some(palette.tone(sprite.paint(x, y)?, theme))).collect()
}

/// The share of places, in percent, at which two pictures differ by their shape or their lightness.
fn difference(one: &[Option<Rgb>], other: &[Option<Rgb>]) -> usize {
    let differs = |(one, other): (&Option<Rgb>, &Option<Rgb>)| match (one, other) {
        (Some(one), Some(other)) => contrast(*one, *other) >= 1.5,
        (one, other) => one.is_some() != other.is_some(),
    };
    100 * one.iter().zip(other).filter(|it| differs(*it)).count() / one.len().max(1)
}

#[test]
fn pictures_of_a_game_differ_without_their_colours() {
    for (name, pictures) in pictures() {
        for palette in PaletteChoice::ALL {
            for (index, (line, sprite)) in pictures.iter().enumerate() {
                for (theirs, other) in &pictures[index + 1..] {
                    if (sprite.width, sprite.pixels.len()) != (other.width, other.pixels.len()) {
                        continue;
                    }
                    let tones = |it| tones(it, palette, Theme::Dark);
                    let found = difference(&tones(sprite), &tones(other));
                    let subjects = (line.subject, theirs.subject);
                    assert!(found >= 4, "{name} {subjects:?} in {palette:?}: {found} %");
                }
            }
        }
    }
}

#[test]
fn pictures_are_seen_on_every_ground() {
    for (name, pictures) in pictures() {
        let has_fixed = |line: &DisplayInfo| {
            line.subject.is_some()
                && line.colour.as_deref().is_some_and(|it| ["black", "white"].contains(&it))
        };
        let grounds = match pictures.iter().any(|(line, _)| has_fixed(line)) {
            true => vec![Ground::Wood, Ground::Felt],
            false => vec![Ground::Screen],
        };
        for (line, sprite) in &pictures {
            for (palette, theme) in
                PaletteChoice::ALL.into_iter().flat_map(|it| Theme::ALL.map(|theme| (it, theme)))
            {
                for ground in &grounds {
                    let ground = of_ground((*ground, Shade::First), theme);
                    let tones = tones(sprite, palette, theme);
                    let drawn = tones.iter().flatten();
                    let seen = drawn.clone().filter(|it| contrast(**it, ground) >= LEAST_CONTRAST);
                    let share = 100 * seen.count() / drawn.count();
                    let subject = line.subject;
                    assert!(share >= 15, "{name} {subject:?} {palette:?} {theme:?}: {share} %");
                }
            }
        }
    }
}

/// Every colour that has a name, light and dark ones too.
fn named() -> impl Iterator<Item = (String, Paint)> {
    let tints = [Tint::Plain, Tint::Dark, Tint::Light];
    let paints =
        Colour::ALL.into_iter().flat_map(move |it| tints.map(|tint| Paint::Named(tint, it)));
    paints.map(|paint| (format!("paint-{paint}").replace(' ', "-"), paint))
}

#[test]
fn the_page_has_the_same_tones() {
    let mut sheet =
        "/* Tones of pictures, written by crates/presentation/tests/it/pictures.rs. */\n"
            .to_owned();
    let mut block = |head: &str, of: &dyn Fn(Paint) -> String| {
        let _ = writeln!(sheet, "\n{head} {{");
        for (name, paint) in named() {
            let _ = writeln!(sheet, "    --{name}: {};", of(paint));
        }
        sheet.push_str("}\n");
    };
    let tone = |palette: PaletteChoice, theme: Theme, paint: Paint| {
        let (red, green, blue) = palette.tone(paint, theme);
        format!("#{red:02x}{green:02x}{blue:02x}")
    };
    let both = |palette: PaletteChoice, paint: Paint| {
        let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| tone(palette, theme, paint));
        format!("light-dark({light}, {dark})")
    };
    block(":root", &|paint| both(PaletteChoice::Standard, paint));
    block(":root[data-palette=\"safe\"]", &|paint| {
        tone(PaletteChoice::Universal, Theme::Dark, paint)
    });
    block(":root[data-palette=\"strong\"]", &|paint| both(PaletteChoice::Grey, paint));
    sheet.push('\n');
    for (name, _) in named() {
        let _ = writeln!(sheet, ".fill-{name} {{ fill: var(--{name}); }}");
    }
    expect_file!["../../../../web/page/style/pictures.css"].assert_eq(&sheet);
}
