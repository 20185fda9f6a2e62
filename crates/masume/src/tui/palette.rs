//! Colours that colour-blind eyes can tell apart, on dark and on light terminals.
//!
//! The hues are those of Okabe and Ito, "Color Universal Design" (2008), as light or as dark as the
//! ground needs: whatever is written stands out from what is behind it by 4.5 to 1 or more (WCAG 2).
//! The table of 256 has no brown between black and white: on its boards it is 4.4 to 1, on the darker
//! of two shades of wood 3.6 to 1. What the sixteen look like is the terminal's affair; on what five
//! usual ones make of them, black and white stand out from boards by 1.7 to 1 or more, and light signs
//! that are thin are written on an area of their own.
//! Nothing is said by colour alone: whatever is coloured differs in its glyph or its shape too, and
//! marks have a sign or an attribute as well.

use clap::ValueEnum;
use masume_presentation::picture::hue::{Behind, Ground, Hue, Shade};
use masume_presentation::picture::paint::PaletteChoice;
use masume_presentation::picture::tone::{self, Rgb, Theme, contrast, luminance};
use masume_rules::model::Paint;
use ratatui::style::{Color, Style};

/// Theme that the player wants.
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

/// Number of colours that the terminal has.
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

/// Variables of the environment about colours; each absent where the variable is.
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
    /// Theme that boards are drawn for.
    theme: Theme,
    /// True if words outside of boards may be coloured: the terminal's own ground is known.
    colours_words: bool,
    /// The tones of pictures.
    pictures: PaletteChoice,
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
        Self { depth, theme, colours_words, pictures: PaletteChoice::default() }
    }

    /// The same with this palette for pictures.
    pub(crate) fn with_pictures(self, pictures: PaletteChoice) -> Self {
        Self { pictures, ..self }
    }

    /// The colour of a pixel; nothing where there are too few colours for pictures.
    pub(crate) fn pixel(self, paint: Paint) -> Option<Color> {
        let rgb = self.pictures.tone(paint, self.theme);
        match self.depth {
            Depth::None | Depth::Sixteen => None,
            Depth::Table => Some(Color::Indexed(nearest_of_table(rgb))),
            Depth::True => Some(Color::Rgb(rgb.0, rgb.1, rgb.2)),
        }
    }

    /// True if there are colours.
    pub(crate) fn has_colours(self) -> bool {
        self.depth != Depth::None
    }

    /// True if two shades of a ground can be told apart.
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

    /// Style of the ground behind cells.
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
                let (table, named) = match theme {
                    Theme::Dark => (240, Color::DarkGray),
                    Theme::Light => (248, Color::Gray),
                };
                let grey = tone(tone::of_lines(behind, theme), table, named);
                self.fg(grey).patch(self.ground(behind))
            }
        }
    }

    /// A cell, or a part of it, filled with a hue; what is written on it is black or white.
    pub(crate) fn filled(self, hue: Hue, behind: Behind) -> Style {
        let fill = self.seen(hue, behind);
        self.fg(self.ink_on(fill)).patch(self.bg(fill))
    }

    /// The hue of what points at a cell.
    pub(crate) fn pointer(self, behind: Behind) -> Hue {
        if self.needs_area(Hue::White, behind) { Hue::Black } else { Hue::White }
    }

    /// True if a thin sign of this hue may not be seen: the brown and the green of some terminals are
    /// nearly as light as white.
    pub(crate) fn needs_area(self, hue: Hue, (ground, _): Behind) -> bool {
        let is_light_ground = match ground {
            Ground::Screen => false,
            Ground::Wood | Ground::Felt => self.depth == Depth::Sixteen,
        };
        is_light_ground && matches!(hue, Hue::White | Hue::Yellow | Hue::Orange)
    }

    /// A sign of which one part has this hue and the other part that of what lies under it.
    pub(crate) fn between(self, hue: Hue, under: Hue, behind: Behind) -> Style {
        self.fg(self.seen(hue, behind)).patch(self.bg(self.seen(under, behind)))
    }

    /// The tone of a hue on this ground.
    fn seen(self, hue: Hue, (ground, _): Behind) -> Tone {
        match (ground, hue) {
            (Ground::Screen, hue) => self.hue(hue),
            (Ground::Wood | Ground::Felt, hue) if hue.is_light() => WHITE,
            (Ground::Wood | Ground::Felt, _) => BLACK,
        }
    }

    /// A hue as it is seen on the screen.
    fn hue(self, hue: Hue) -> Tone {
        let (table, named) = match self.theme {
            Theme::Dark => match hue {
                Hue::Grey | Hue::Black => (248, Color::Gray),
                Hue::White => (231, Color::White),
                Hue::Orange => (214, Color::Yellow),
                Hue::Sky => (75, Color::LightCyan),
                Hue::Green => (36, Color::LightGreen),
                Hue::Yellow => (227, Color::LightYellow),
                Hue::Vermillion => (203, Color::LightRed),
                Hue::Purple => (176, Color::LightMagenta),
            },
            Theme::Light => match hue {
                Hue::Grey | Hue::White => (240, Color::DarkGray),
                Hue::Black => (16, Color::Black),
                Hue::Orange => (94, Color::Red),
                Hue::Sky => (25, Color::Blue),
                Hue::Green => (22, Color::Green),
                Hue::Yellow => (58, Color::Black),
                Hue::Vermillion => (124, Color::Red),
                Hue::Purple => (90, Color::Magenta),
            },
        };
        tone(tone::of_hue(hue, self.theme), table, named)
    }

    fn ground_tone(self, behind: Behind) -> Tone {
        // The table has few tones between black and white, of brown one that is a little darker; the
        // sixteen have what other programs call brown and green.
        let (table, named) = match (behind.0, behind.1, self.theme) {
            (Ground::Screen, Shade::First, Theme::Dark) => (234, Color::Black),
            (Ground::Screen, Shade::Second, Theme::Dark) => (235, Color::Black),
            (Ground::Screen, Shade::First, Theme::Light) => (231, Color::White),
            (Ground::Screen, Shade::Second, Theme::Light) => (254, Color::White),
            (Ground::Wood, Shade::First, _) => (130, Color::Yellow),
            (Ground::Wood, Shade::Second, _) => (94, Color::Yellow),
            (Ground::Felt, Shade::First, _) => (29, Color::Green),
            (Ground::Felt, Shade::Second, _) => (28, Color::Green),
        };
        tone(tone::of_ground(behind, self.theme), table, named)
    }

    /// Black or white, whichever stands out more.
    fn ink_on(self, fill: Tone) -> Tone {
        let is_light = match self.depth {
            Depth::None | Depth::Table | Depth::True => {
                contrast(fill.rgb, BLACK.rgb) > contrast(fill.rgb, WHITE.rgb)
            }
            // Of the sixteen these are dark on every terminal.
            Depth::Sixteen => !matches!(
                fill.named,
                Color::Black | Color::DarkGray | Color::Red | Color::Blue | Color::Magenta
            ),
        };
        if is_light { BLACK } else { WHITE }
    }

    fn fg(self, tone: Tone) -> Style {
        self.told(tone).map_or_else(Style::new, |colour| Style::new().fg(colour))
    }

    fn bg(self, tone: Tone) -> Style {
        self.told(tone).map_or_else(Style::new, |colour| Style::new().bg(colour))
    }

    /// Colour that the terminal is told; `None` leaves its own in place.
    fn told(self, tone: Tone) -> Option<Color> {
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(tone.named),
            Depth::Table => Some(Color::Indexed(tone.table)),
            Depth::True => Some(Color::Rgb(tone.rgb.0, tone.rgb.1, tone.rgb.2)),
        }
    }
}

/// The place in the table of 256 of the colour that is nearest: a step of its cube, or of its greys.
fn nearest_of_table((red, green, blue): Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |part: u8| {
        let distance = |index: &u8| LEVELS[usize::from(*index)].abs_diff(part);
        (0..6).min_by_key(distance).unwrap_or(0)
    };
    let steps = [red, green, blue].map(step);
    let cube = steps.map(|it| LEVELS[usize::from(it)]);
    let mean = (u16::from(red) + u16::from(green) + u16::from(blue)) / 3;
    let grey_step = (mean.saturating_sub(3) / 10).min(23) as u8;
    let grey = [8 + 10 * grey_step; 3];
    let distance = |theirs: [u8; 3]| -> u32 {
        let parts = theirs.into_iter().zip([red, green, blue]);
        parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    if distance(grey) < distance(cube) {
        return 232 + grey_step;
    }
    16 + 36 * steps[0] + 6 * steps[1] + steps[2]
}

/// Theme of boards on a ground; and true if words in the hues of that theme are seen on it.
fn theme_of(ground: Rgb) -> (Theme, bool) {
    // Where black and white stand out alike.
    let theme = if luminance(ground) < 0.18 { Theme::Dark } else { Theme::Light };
    let palette = Palette {
        depth: Depth::True,
        theme,
        colours_words: true,
        pictures: PaletteChoice::default(),
    };
    let hues = masume_presentation::picture::hue::UNNAMED.into_iter().chain([Hue::Grey]);
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

/// Least contrast that WCAG 2 asks of text.
const LEAST_CONTRAST: f64 = 4.5;

#[cfg(test)]
#[path = "../../tests/tui/palette.rs"]
mod tests;
