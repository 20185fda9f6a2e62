//! Colours that colour-blind eyes can tell apart, on dark and on light terminals.
//!
//! The hues are those of Okabe and Ito, "Color Universal Design" (2008), as light or as dark as the
//! ground needs: whatever is written stands out from what is behind it by 4.5 to 1 or more (WCAG 2).
//! Nothing is said by colour alone: whatever is coloured differs in its glyph or its shape too, and
//! marks have a sign or an attribute as well.

use clap::ValueEnum;
use ratatui::style::{Color, Style};

/// A colour by its meaning; [`Palette`] says what the terminal is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hue {
    Grey,
    /// Dark, whatever the terminal's colours are.
    Black,
    /// Light, whatever the terminal's colours are.
    White,
    Orange,
    Sky,
    Green,
    Yellow,
    Vermillion,
    Purple,
}

/// Hues for pieces that the game gives no colour, in the order in which they are given out.
const UNNAMED: [Hue; 6] =
    [Hue::Orange, Hue::Sky, Hue::Green, Hue::Yellow, Hue::Vermillion, Hue::Purple];

impl Hue {
    /// The hue that a colour name of the language stands for.
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "red" => Self::Vermillion,
            "green" => Self::Green,
            "yellow" => Self::Yellow,
            "blue" | "cyan" => Self::Sky,
            "magenta" => Self::Purple,
            "orange" => Self::Orange,
            "white" => Self::White,
            "black" => Self::Black,
            // What is not known is not seen by its colour.
            _ => Self::Grey,
        }
    }

    /// The hue of the piece with this place among those without a colour.
    pub(crate) fn of_rank(rank: usize) -> Self {
        UNNAMED[rank % UNNAMED.len()]
    }

    /// Whether it is as light as white or as dark as black on any terminal.
    pub(crate) fn is_fixed(self) -> bool {
        matches!(self, Self::Black | Self::White)
    }
}

/// What a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// Dark on dark terminals, light on light ones: every hue is seen on it, black and white are not.
    Screen,
    /// Between black and white, which are seen on it alike, and nothing else is.
    Wood,
    /// The same in green.
    Felt,
}

/// Of two shades that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shade {
    First,
    Second,
}

/// What lies behind something that is drawn.
pub(crate) type Behind = (Ground, Shade);

/// Whether the terminal is dark or light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Light letters on a dark ground.
    Dark,
    /// Dark letters on a light ground.
    Light,
}

/// What the player wants of the colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeChoice {
    /// As the terminal says that it is
    #[default]
    Auto,
    /// Dark letters on a light ground
    Light,
    /// Light letters on a dark ground
    Dark,
    /// No colours
    None,
}

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// None, or none wanted.
    None,
    /// The sixteen that every terminal names, in tones of its own.
    Sixteen,
    /// The fixed table of 256.
    Table,
    /// Any mixture of red, green and blue.
    True,
}

/// What the environment says about colours; each absent where the variable is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    /// `NO_COLOR`: set and not empty forbids colours.
    pub(crate) no_color: Option<String>,
    /// `CLICOLOR`: `0` forbids them.
    pub(crate) clicolor: Option<String>,
    /// `CLICOLOR_FORCE`: set and not `0` demands them where the terminal is said to have none.
    pub(crate) clicolor_force: Option<String>,
    /// `TERM`.
    pub(crate) term: Option<String>,
    /// `COLORTERM`: `truecolor` or `24bit`.
    pub(crate) colorterm: Option<String>,
    /// `COLORFGBG`: letters and ground as two of the sixteen colours, `15;0`.
    pub(crate) colorfgbg: Option<String>,
    /// `WT_SESSION`: set by a terminal with all colours that names no `COLORTERM`.
    pub(crate) wt_session: Option<String>,
}

impl Depth {
    /// As the environment has it; `NO_COLOR` is stronger than every other wish.
    pub(crate) fn of(wishes: &Wishes) -> Self {
        let text = |wish: &Option<String>| wish.clone().unwrap_or_default();
        let forced = !matches!(text(&wishes.clicolor_force).as_str(), "" | "0");
        if !text(&wishes.no_color).is_empty() || (text(&wishes.clicolor) == "0" && !forced) {
            return Self::None;
        }
        let term = text(&wishes.term);
        let is_true = ["truecolor", "24bit"].contains(&text(&wishes.colorterm).as_str());
        if is_true || !text(&wishes.wt_session).is_empty() || term.ends_with("-direct") {
            return Self::True;
        }
        if term.contains("256color") {
            return Self::Table;
        }
        // Windows names no terminal, and has the sixteen.
        let has_none = term == "dumb" || term.ends_with("-mono") || term.starts_with("vt1");
        if has_none && !forced { Self::None } else { Self::Sixteen }
    }
}

/// A colour as a terminal gives it.
pub(crate) type Rgb = (u8, u8, u8);

/// One tone as each kind of terminal is told it.
#[derive(Clone, Copy, Debug)]
struct Tone {
    rgb: Rgb,
    /// Its place in the table of 256, whose colours from 16 on are the same everywhere.
    table: u8,
    named: Color,
}

const fn tone(rgb: Rgb, table: u8, named: Color) -> Tone {
    Tone { rgb, table, named }
}

const BLACK: Tone = tone((0, 0, 0), 16, Color::Black);
const WHITE: Tone = tone((255, 255, 255), 231, Color::White);

/// The colours of this terminal on this ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    depth: Depth,
    /// What boards are drawn for.
    theme: Theme,
    /// Whether words outside of boards may be coloured: the terminal's own ground is known.
    colours_words: bool,
}

impl Palette {
    /// So many colours, for what the player chose, or else the terminal says: `found` is its ground.
    pub(crate) fn new(depth: Depth, choice: ThemeChoice, found: Option<Rgb>) -> Self {
        let (theme, colours_words) = match choice {
            ThemeChoice::Dark => (Theme::Dark, true),
            ThemeChoice::Light => (Theme::Light, true),
            ThemeChoice::Auto | ThemeChoice::None => match found {
                Some(ground) => theme_of(ground),
                // Boards bring their own ground; what stands beside them stays as it is.
                None => (Theme::Dark, false),
            },
        };
        let depth = if choice == ThemeChoice::None { Depth::None } else { depth };
        Self { depth, theme, colours_words }
    }

    /// Whether there are colours.
    pub(crate) fn has_colours(self) -> bool {
        self.depth != Depth::None
    }

    /// Whether two shades of a ground can be told apart.
    pub(crate) fn has_shades(self) -> bool {
        matches!(self.depth, Depth::Table | Depth::True)
    }

    /// Words in a colour on the terminal's own ground.
    pub(crate) fn words(self, hue: Hue) -> Style {
        match self.colours_words {
            true => self.fg(self.hue(hue)),
            false => Style::new(),
        }
    }

    /// Words that matter less.
    pub(crate) fn quiet(self) -> Style {
        self.words(Hue::Grey)
    }

    /// What lies behind cells.
    pub(crate) fn ground(self, behind: Behind) -> Style {
        self.bg(self.ground_tone(behind))
    }

    /// A glyph or a mark of this hue on the ground.
    pub(crate) fn on_ground(self, hue: Hue, behind: Behind) -> Style {
        self.fg(self.seen(hue, behind)).patch(self.ground(behind))
    }

    /// Lines between cells: they part what can be told apart without them.
    pub(crate) fn line(self, behind: Behind) -> Style {
        match (self.depth, behind.0, self.theme) {
            (Depth::None, ..) => Style::new(),
            (_, Ground::Wood | Ground::Felt, _) => self.fg(BLACK).patch(self.ground(behind)),
            (_, Ground::Screen, theme) => {
                let grey = match theme {
                    Theme::Dark => tone((88, 88, 88), 240, Color::DarkGray),
                    Theme::Light => tone((168, 168, 168), 248, Color::Gray),
                };
                self.fg(grey).patch(self.ground(behind))
            }
        }
    }

    /// A cell, or a part of it, filled with a hue; what is written on it is black or white.
    pub(crate) fn filled(self, hue: Hue, behind: Behind) -> Style {
        let fill = self.seen(hue, behind);
        self.fg(ink_on(fill)).patch(self.bg(fill))
    }

    /// The tone of a hue on this ground.
    fn seen(self, hue: Hue, (ground, _): Behind) -> Tone {
        match (ground, hue) {
            (Ground::Screen, hue) => self.hue(hue),
            (Ground::Wood | Ground::Felt, Hue::White | Hue::Yellow | Hue::Orange) => WHITE,
            (
                Ground::Wood | Ground::Felt,
                Hue::Black | Hue::Grey | Hue::Sky | Hue::Green | Hue::Vermillion | Hue::Purple,
            ) => BLACK,
        }
    }

    /// A hue as it is seen on the screen.
    fn hue(self, hue: Hue) -> Tone {
        match self.theme {
            Theme::Dark => match hue {
                // Black is not seen on a dark screen: boards with black pieces have another ground.
                Hue::Grey | Hue::Black => tone((168, 168, 168), 248, Color::Gray),
                Hue::White => WHITE,
                Hue::Orange => tone((245, 170, 20), 214, Color::LightRed),
                Hue::Sky => tone((95, 180, 245), 75, Color::LightCyan),
                Hue::Green => tone((20, 180, 130), 36, Color::LightGreen),
                Hue::Yellow => tone((245, 230, 90), 227, Color::LightYellow),
                Hue::Vermillion => tone((250, 105, 75), 203, Color::LightRed),
                Hue::Purple => tone((215, 140, 200), 176, Color::LightMagenta),
            },
            Theme::Light => match hue {
                Hue::Grey | Hue::White => tone((88, 88, 88), 240, Color::DarkGray),
                Hue::Black => BLACK,
                Hue::Orange => tone((165, 75, 0), 94, Color::Red),
                Hue::Sky => tone((0, 95, 175), 25, Color::Blue),
                Hue::Green => tone((0, 108, 70), 22, Color::Green),
                Hue::Yellow => tone((115, 92, 0), 58, Color::Black),
                Hue::Vermillion => tone((185, 30, 10), 124, Color::Red),
                Hue::Purple => tone((150, 30, 140), 90, Color::Magenta),
            },
        }
    }

    fn ground_tone(self, (ground, shade): Behind) -> Tone {
        match (ground, shade, self.theme) {
            (Ground::Screen, Shade::First, Theme::Dark) => tone((26, 26, 28), 234, Color::Black),
            (Ground::Screen, Shade::Second, Theme::Dark) => tone((42, 42, 46), 235, Color::Black),
            (Ground::Screen, Shade::First, Theme::Light) => {
                tone((255, 255, 255), 231, Color::White)
            }
            (Ground::Screen, Shade::Second, Theme::Light) => {
                tone((232, 232, 228), 254, Color::White)
            }
            // Tones with a luminance of about 0.18: 4.5 to 1 from black and from white. Only hues
            // can tell two of them apart.
            (Ground::Wood, Shade::First, _) => tone((156, 108, 60), 131, Color::DarkGray),
            (Ground::Wood, Shade::Second, _) => tone((120, 120, 70), 243, Color::DarkGray),
            (Ground::Felt, Shade::First, _) => tone((20, 135, 85), 29, Color::DarkGray),
            (Ground::Felt, Shade::Second, _) => tone((68, 131, 62), 243, Color::DarkGray),
        }
    }

    fn fg(self, tone: Tone) -> Style {
        self.told(tone).map_or_else(Style::new, |colour| Style::new().fg(colour))
    }

    fn bg(self, tone: Tone) -> Style {
        self.told(tone).map_or_else(Style::new, |colour| Style::new().bg(colour))
    }

    /// What the terminal is told; `None` leaves its own in place.
    fn told(self, tone: Tone) -> Option<Color> {
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(tone.named),
            Depth::Table => Some(Color::Indexed(tone.table)),
            Depth::True => Some(Color::Rgb(tone.rgb.0, tone.rgb.1, tone.rgb.2)),
        }
    }
}

/// Black or white, whichever stands out more.
fn ink_on(fill: Tone) -> Tone {
    if contrast(fill.rgb, BLACK.rgb) > contrast(fill.rgb, WHITE.rgb) { BLACK } else { WHITE }
}

/// What a ground asks of boards, and whether words in the hues of that theme are seen on it.
fn theme_of(ground: Rgb) -> (Theme, bool) {
    // Where black and white stand out alike.
    let theme = if luminance(ground) < 0.18 { Theme::Dark } else { Theme::Light };
    let palette = Palette { depth: Depth::True, theme, colours_words: true };
    let hues = UNNAMED.into_iter().chain([Hue::Grey]);
    let is_seen = |hue: Hue| contrast(palette.hue(hue).rgb, ground) >= LEAST_CONTRAST;
    (theme, hues.into_iter().all(is_seen))
}

/// The ground that `COLORFGBG` tells of, as dark or light as a terminal can be.
pub(crate) fn ground_of_variable(text: &str) -> Option<Rgb> {
    let ground: u8 = text.rsplit(';').next()?.parse().ok()?;
    match ground {
        // White is the seventh of the dull ones; of the bright ones only grey is dark.
        7 | 9..=15 => Some(WHITE.rgb),
        0..=6 | 8 => Some(BLACK.rgb),
        16.. => None,
    }
}

/// What WCAG 2 asks of text.
const LEAST_CONTRAST: f64 = 4.5;

/// By how much two colours stand out from each other after WCAG 2: from 1 to 21.
pub(crate) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Relative luminance after WCAG 2.
fn luminance((red, green, blue): Rgb) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn whatever_is_drawn_stands_out_from_what_is_behind_it() {
        let check = |what: &str, one: Option<Color>, other: Option<Color>| {
            let found = contrast(rgb(one), rgb(other));
            assert!(found >= LEAST_CONTRAST, "{what}: {found:.2}");
        };
        for depth in [Depth::True, Depth::Table] {
            for choice in [ThemeChoice::Dark, ThemeChoice::Light] {
                let palette = Palette::new(depth, choice, None);
                for ground in [Ground::Screen, Ground::Wood, Ground::Felt] {
                    for shade in [Shade::First, Shade::Second] {
                        for hue in HUES {
                            let what = format!("{hue:?} on {ground:?} {shade:?} {palette:?}");
                            let behind = (ground, shade);
                            let glyph = palette.on_ground(hue, behind);
                            check(&what, glyph.fg, glyph.bg);
                            let filled = palette.filled(hue, behind);
                            check(&what, filled.fg, filled.bg);
                            check(&what, filled.bg, palette.ground(behind).bg);
                        }
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
}
