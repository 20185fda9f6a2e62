//! Colours that colour-blind eyes can tell apart, and how many of them the terminal has.
//!
//! The hues are those of Okabe and Ito, "Color Universal Design" (2008). Nothing is said by colour
//! alone: whatever is coloured differs in its glyph too, and marks have an attribute as well.

use ratatui::style::Color;

/// A colour by its meaning; [`Depth::paint`] says what the terminal is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hue {
    /// As the terminal writes.
    Plain,
    Grey,
    White,
    Orange,
    Sky,
    Green,
    Yellow,
    Vermillion,
    Purple,
    /// The background of a board: dark, so that each hue stands out from it on any terminal.
    Ground,
    /// The background of cells that just changed.
    Fresh,
}

/// Hues for pieces that the game gives no colour, in the order in which they are given out.
const UNNAMED: [Hue; 7] =
    [Hue::Orange, Hue::Sky, Hue::Green, Hue::Yellow, Hue::Vermillion, Hue::Purple, Hue::White];

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
            // Black would not be seen on the ground.
            "grey" | "black" => Self::Grey,
            _ => Self::Plain,
        }
    }

    /// The hue of the piece with this place among those without a colour.
    pub(crate) fn of_rank(rank: usize) -> Self {
        UNNAMED[rank % UNNAMED.len()]
    }
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

    /// The colour for the terminal; `None` leaves its own in place.
    pub(crate) fn paint(self, hue: Hue) -> Option<Color> {
        let (red, green, blue, table, named) = match hue {
            Hue::Plain => return None,
            Hue::Grey => (160, 160, 160, 247, Color::Gray),
            Hue::White => (245, 245, 245, 255, Color::White),
            Hue::Orange => (230, 159, 0, 214, Color::LightRed),
            Hue::Sky => (86, 180, 233, 74, Color::LightCyan),
            Hue::Green => (0, 158, 115, 36, Color::Green),
            Hue::Yellow => (240, 228, 66, 227, Color::LightYellow),
            Hue::Vermillion => (213, 94, 0, 166, Color::Red),
            Hue::Purple => (204, 121, 167, 175, Color::LightMagenta),
            Hue::Ground => (28, 28, 28, 234, Color::Black),
            Hue::Fresh => (68, 68, 68, 238, Color::DarkGray),
        };
        match self {
            Self::None => None,
            Self::Sixteen => Some(named),
            Self::Table => Some(Color::Indexed(table)),
            Self::True => Some(Color::Rgb(red, green, blue)),
        }
    }
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
        for name in [
            "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "grey", "orange",
        ] {
            assert_ne!(Hue::named(name), Hue::Plain, "{name}");
        }
    }

    /// Relative luminance after WCAG 2.
    fn luminance((red, green, blue): (u8, u8, u8)) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn every_hue_stands_out_from_the_ground() {
        let rgb = |hue: Hue| match Depth::True.paint(hue) {
            Some(Color::Rgb(red, green, blue)) => (red, green, blue),
            other => panic!("{hue:?} is {other:?}"),
        };
        for hue in UNNAMED.into_iter().chain([Hue::Grey]) {
            let contrast = (luminance(rgb(hue)) + 0.05) / (luminance(rgb(Hue::Ground)) + 0.05);
            // 3 : 1 is what WCAG asks of graphics.
            assert!(contrast >= 3.0, "{hue:?}: {contrast:.1}");
        }
    }
}
