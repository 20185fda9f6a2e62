//! Colours by their meaning, and the grounds that they stand on.

/// A colour by its meaning; a palette of each face says which tone that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// Grey, of what matters less, and of what has no colour.
    Grey,
    /// Dark, whatever the terminal's colours are.
    Black,
    /// Light, whatever the terminal's colours are.
    White,
    /// Orange.
    Orange,
    /// A light blue.
    Sky,
    /// A bluish green.
    Green,
    /// Yellow.
    Yellow,
    /// A red that leans to orange.
    Vermillion,
    /// A reddish purple.
    Purple,
}

/// Hues for pieces that the game gives no colour, in the order in which they are given out.
pub const UNNAMED: [Hue; 6] =
    [Hue::Orange, Hue::Sky, Hue::Green, Hue::Yellow, Hue::Vermillion, Hue::Purple];

impl Hue {
    /// The hue that a colour name of the language stands for.
    ///
    /// ```
    /// use masume_presentation::picture::hue::Hue;
    ///
    /// assert_eq!(Hue::named("blue"), Hue::Sky);
    /// assert_eq!(Hue::named("no colour of the language"), Hue::Grey);
    /// ```
    pub fn named(name: &str) -> Self {
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

    /// Its word in protocols and style sheets.
    ///
    /// ```
    /// use masume_presentation::picture::hue::Hue;
    ///
    /// assert_eq!(Hue::Sky.name(), "sky");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Grey => "grey",
            Self::Black => "black",
            Self::White => "white",
            Self::Orange => "orange",
            Self::Sky => "sky",
            Self::Green => "green",
            Self::Yellow => "yellow",
            Self::Vermillion => "vermillion",
            Self::Purple => "purple",
        }
    }

    /// The hue of the piece with this place among those without a colour.
    ///
    /// ```
    /// use masume_presentation::picture::hue::{Hue, UNNAMED};
    ///
    /// assert_eq!(Hue::of_rank(0), Hue::Orange);
    /// assert_eq!(Hue::of_rank(UNNAMED.len()), Hue::of_rank(0));
    /// ```
    pub fn of_rank(rank: usize) -> Self {
        UNNAMED[rank % UNNAMED.len()]
    }

    /// True if it is as light as white or as dark as black on any terminal.
    ///
    /// ```
    /// use masume_presentation::picture::hue::Hue;
    ///
    /// assert!(Hue::Black.is_fixed() && Hue::White.is_fixed());
    /// assert!(!Hue::Grey.is_fixed());
    /// ```
    pub fn is_fixed(self) -> bool {
        matches!(self, Self::Black | Self::White)
    }

    /// True if it is drawn white where everything is black or white.
    ///
    /// ```
    /// use masume_presentation::picture::hue::Hue;
    ///
    /// assert!(Hue::White.is_light() && Hue::Yellow.is_light());
    /// assert!(!Hue::Black.is_light() && !Hue::Vermillion.is_light());
    /// ```
    pub fn is_light(self) -> bool {
        matches!(self, Self::White | Self::Yellow | Self::Orange)
    }
}

/// Material of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Dark on dark terminals, light on light ones: every hue is seen on it, black and white are
    /// not.
    Screen,
    /// Between black and white, which are seen on it alike, and nothing else is.
    Wood,
    /// The same in green.
    Felt,
}

/// Of two shades that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// That of the first cell.
    First,
    /// That of the cells beside it.
    Second,
}

/// Background of something that is drawn.
pub type Behind = (Ground, Shade);
