//! Colours that stand out from what is behind them, whatever the terminal has.

use super::*;

fn wishes(set: &[(&str, &str)]) -> Wishes {
    let value = |name: &str| {
        let found = set.iter().find(|(set, _)| *set == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Wishes {
        no_color: value("NO_COLOR"),
        clicolor: value("CLICOLOR"),
        clicolor_force: value("CLICOLOR_FORCE"),
        term: value("TERM"),
        colorterm: value("COLORTERM"),
        colorfgbg: None,
        wt_session: value("WT_SESSION"),
    }
}

#[test]
fn the_environment_says_how_many_colours_there_are() {
    let rows: &[(&[(&str, &str)], Depth)] = &[
        (&[], Depth::Sixteen),
        (&[("TERM", "xterm")], Depth::Sixteen),
        (&[("TERM", "xterm-256color")], Depth::Table),
        (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], Depth::True),
        (&[("TERM", "xterm"), ("COLORTERM", "24bit")], Depth::True),
        (&[("WT_SESSION", "1")], Depth::True),
        (&[("TERM", "dumb")], Depth::None),
        (&[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")], Depth::Sixteen),
        (&[("TERM", "dumb"), ("CLICOLOR_FORCE", "0")], Depth::None),
        (&[("TERM", "xterm-256color"), ("NO_COLOR", "1")], Depth::None),
        (&[("TERM", "xterm-256color"), ("NO_COLOR", "")], Depth::Table),
        (&[("TERM", "xterm-256color"), ("CLICOLOR", "0")], Depth::None),
        (&[("TERM", "xterm"), ("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")], Depth::Sixteen),
        (&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], Depth::None),
    ];
    for (set, expected) in rows {
        assert_eq!(Depth::of(&wishes(set)), *expected, "{set:?}");
    }
}

#[test]
fn every_colour_of_the_language_has_a_hue() {
    let names = ["red", "green", "yellow", "blue", "magenta", "white", "black", "orange"];
    for name in names {
        assert_ne!(Hue::named(name), Hue::Grey, "{name}");
    }
}

const HUES: [Hue; 9] = [
    Hue::Grey,
    Hue::Black,
    Hue::White,
    Hue::Orange,
    Hue::Sky,
    Hue::Green,
    Hue::Yellow,
    Hue::Vermillion,
    Hue::Purple,
];

/// The colour as every terminal with this table shows it.
fn rgb(colour: Option<Color>) -> Rgb {
    match colour {
        Some(Color::Rgb(red, green, blue)) => (red, green, blue),
        Some(Color::Indexed(index @ 16..=231)) => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let index = index - 16;
            (level(index / 36), level(index / 6 % 6), level(index % 6))
        }
        Some(Color::Indexed(index @ 232..)) => [8 + 10 * (index - 232); 3].into(),
        other => panic!("{other:?} is another colour on each terminal"),
    }
}

/// The least contrast that is promised on this ground.
fn promised(depth: Depth, behind: Behind) -> f64 {
    match (depth, behind) {
        (Depth::Table, (Ground::Wood, Shade::Second)) => 3.6,
        (Depth::Table, (Ground::Wood | Ground::Felt, _)) => 4.4,
        _ => LEAST_CONTRAST,
    }
}

const GROUNDS: [Ground; 3] = [Ground::Screen, Ground::Wood, Ground::Felt];
const SHADES: [Shade; 2] = [Shade::First, Shade::Second];

#[test]
fn whatever_is_drawn_stands_out_from_what_is_behind_it() {
    for depth in [Depth::True, Depth::Table] {
        for choice in [ThemeChoice::Dark, ThemeChoice::Light] {
            let palette = Palette::new(depth, choice, None);
            for behind in GROUNDS.into_iter().flat_map(|it| SHADES.map(|shade| (it, shade))) {
                for hue in HUES {
                    let glyph = palette.on_ground(hue, behind);
                    let filled = palette.filled(hue, behind);
                    let pairs = [
                        (glyph.fg, glyph.bg, promised(depth, behind)),
                        (filled.fg, filled.bg, LEAST_CONTRAST),
                        (filled.bg, palette.ground(behind).bg, promised(depth, behind)),
                    ];
                    for (one, other, promised) in pairs {
                        let found = contrast(rgb(one), rgb(other));
                        assert!(found >= promised, "{hue:?} on {behind:?} {palette:?}: {found:.2}");
                    }
                }
            }
        }
    }
}

#[test]
fn pixels_have_the_nearest_colour_of_the_table() {
    for (index, rgb) in [(16, (0, 0, 0)), (231, (255, 255, 255)), (196, (250, 10, 3))] {
        assert_eq!(nearest_of_table(rgb), index);
    }
    assert_eq!(nearest_of_table((138, 138, 142)), 245);
    assert_eq!(nearest_of_table((24, 24, 27)), 234);
}

#[test]
fn boards_are_brown_or_green_on_every_terminal() {
    for depth in [Depth::True, Depth::Table] {
        for shade in SHADES {
            let palette = Palette::new(depth, ThemeChoice::Dark, None);
            let (red, green, blue) = rgb(palette.ground((Ground::Wood, shade)).bg);
            assert!(red > green && green > blue, "{depth:?} {shade:?} {red} {green} {blue}");
            let (red, green, blue) = rgb(palette.ground((Ground::Felt, shade)).bg);
            assert!(green > red && green > blue, "{depth:?} {shade:?} {red} {green} {blue}");
        }
    }
    let palette = Palette::new(Depth::Sixteen, ThemeChoice::Dark, None);
    let ground = |ground| palette.ground((ground, Shade::First)).bg;
    assert_eq!(ground(Ground::Wood), Some(Color::Yellow));
    assert_eq!(ground(Ground::Felt), Some(Color::Green));
}

/// The sixteen as VGA, xterm, GNOME (Tango), Windows (Campbell) and macOS show them: black, red,
/// green, yellow, blue, magenta, cyan, grey, then the bright ones.
const SIXTEEN: [[u32; 16]; 5] = [
    [
        0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555,
        0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
    ],
    [
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
        0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    ],
    [
        0x2e3436, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf, 0x555753,
        0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec,
    ],
    [
        0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc, 0x767676,
        0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2,
    ],
    [
        0x000000, 0x990000, 0x00a600, 0x999900, 0x0000b2, 0xb200b2, 0x00a6b2, 0xbfbfbf, 0x666666,
        0xe50000, 0x00d900, 0xe5e500, 0x0000ff, 0xe500e5, 0x00e5e5, 0xe5e5e5,
    ],
];

fn of_sixteen(table: &[u32; 16], colour: Option<Color>) -> Rgb {
    let order = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    let index = order.into_iter().position(|it| Some(it) == colour).expect("one of sixteen");
    let [_, red, green, blue] = table[index].to_be_bytes();
    (red, green, blue)
}

#[test]
fn sixteen_colours_keep_pieces_apart_from_what_is_behind_them() {
    for table in &SIXTEEN {
        for choice in [ThemeChoice::Dark, ThemeChoice::Light] {
            let palette = Palette::new(Depth::Sixteen, choice, None);
            for ground in GROUNDS {
                for hue in HUES {
                    let behind = (ground, Shade::First);
                    let style = palette.on_ground(hue, behind);
                    let [ink, under] = [style.fg, style.bg].map(|colour| of_sixteen(table, colour));
                    let found = contrast(ink, under);
                    let promised = if palette.needs_area(hue, behind) { 1.69 } else { 1.9 };
                    assert!(found >= promised, "{hue:?} on {ground:?} {palette:?}: {found:.2}");
                    // What stands on an area of its own is read on it.
                    let filled = palette.filled(hue, behind);
                    let [ink, under] =
                        [filled.fg, filled.bg].map(|colour| of_sixteen(table, colour));
                    let found = contrast(ink, under);
                    assert!(found >= 2.5, "on {hue:?} {ground:?} {palette:?}: {found:.2}");
                }
            }
        }
    }
}

#[test]
fn words_stand_out_from_the_grounds_that_terminals_have() {
    // Of xterm, GNOME, Ubuntu, Solarized, One Dark, Dracula, Nord, macOS, Gruvbox, a mere grey.
    let grounds = [
        (0, 0, 0),
        (255, 255, 255),
        (23, 20, 33),
        (48, 10, 36),
        (0, 43, 54),
        (253, 246, 227),
        (40, 44, 52),
        (40, 42, 54),
        (46, 52, 64),
        (30, 30, 30),
        (40, 40, 40),
        (251, 241, 199),
        (128, 128, 128),
    ];
    for ground in grounds {
        let palette = Palette::new(Depth::True, ThemeChoice::Auto, Some(ground));
        for hue in HUES {
            if let colour @ Some(_) = palette.words(hue).fg {
                let found = contrast(rgb(colour), ground);
                let is_fixed = hue.is_fixed();
                assert!(found >= LEAST_CONTRAST || is_fixed, "{hue:?} on {ground:?}: {found}");
            }
        }
    }
}

#[test]
fn black_is_dark_and_white_is_light_on_every_terminal() {
    for choice in [ThemeChoice::Dark, ThemeChoice::Light] {
        let palette = Palette::new(Depth::True, choice, None);
        for ground in [Ground::Wood, Ground::Felt] {
            let fill = |hue| luminance(rgb(palette.filled(hue, (ground, Shade::First)).bg));
            assert!(fill(Hue::Black) < 0.01 && fill(Hue::White) > 0.9);
        }
    }
}

#[test]
fn the_theme_is_chosen_or_found() {
    let palette = |choice, found| Palette::new(Depth::True, choice, found);
    let (black, white) = (Some((0, 0, 0)), Some((255, 255, 255)));
    assert_eq!(palette(ThemeChoice::Auto, black).theme, Theme::Dark);
    assert_eq!(palette(ThemeChoice::Auto, white).theme, Theme::Light);
    assert_eq!(palette(ThemeChoice::Dark, white).theme, Theme::Dark);
    assert_eq!(palette(ThemeChoice::Light, None).theme, Theme::Light);
    // Of an unknown ground nothing is promised: words keep the terminal's own colour.
    assert_eq!(palette(ThemeChoice::Auto, None).words(Hue::Yellow), Style::new());
    assert!(!palette(ThemeChoice::None, black).has_colours());
}

#[test]
fn a_variable_tells_of_the_ground_where_the_terminal_does_not() {
    let check = |text, expected| assert_eq!(ground_of_variable(text), expected, "{text}");
    check("15;0", Some((0, 0, 0)));
    check("0;15", Some((255, 255, 255)));
    check("0;default;15", Some((255, 255, 255)));
    check("12;8", Some((0, 0, 0)));
    check("0;default", None);
    check("", None);
    check("0;300", None);
}
