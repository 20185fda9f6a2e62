//! Pictures of pieces: small grids of colours.

/// A small picture of a piece.
///
/// ```
/// use masume_rules::model::{Colour, Paint, Sprite, Tint};
///
/// let red = Paint::Named(Tint::Plain, Colour::Red);
/// let sprite = Sprite { width: 2, palette: vec![red], pixels: vec![None, Some(0)] };
/// assert_eq!((sprite.height(), sprite.paint(1, 0), sprite.paint(0, 0)), (1, Some(red), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// The number of columns.
    pub width: usize,
    /// The colours.
    pub palette: Vec<Paint>,
    /// Row by row, the index of a colour; `None` where what is below is seen.
    pub pixels: Vec<Option<u8>>,
}

impl Sprite {
    /// The fewest columns and rows.
    pub const LEAST: usize = 5;
    /// The most columns and rows.
    pub const MOST: usize = 16;
    /// The most colours.
    pub const MOST_COLOURS: usize = 16;
    /// The signs of the colours, in the order of the palette.
    pub const SIGNS: &str = "0123456789abcdef";

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.pixels.len().checked_div(self.width).unwrap_or(0)
    }

    /// The colour at this place, if there is one.
    pub fn paint(&self, column: usize, row: usize) -> Option<Paint> {
        let index = (*self.pixels.get(row * self.width + column)?)?;
        self.palette.get(usize::from(index)).copied()
    }
}

/// A colour of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paint {
    /// A colour by its name, whose tone is chosen by the palette of who looks at it.
    Named(Tint, Colour),
    /// Parts of red, green and blue, the same for all.
    Exact(u8, u8, u8),
}

/// Lightness of a named colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tint {
    /// `dark`.
    Dark,
    /// The colour alone.
    Plain,
    /// `light`.
    Light,
}

/// A colour that has a name in the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is what its name says")]
pub enum Colour {
    Black,
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    White,
    Grey,
    Orange,
}

impl Colour {
    /// In the order in which they are listed for people.
    pub const ALL: [Self; 10] = [
        Self::Black,
        Self::Red,
        Self::Green,
        Self::Yellow,
        Self::Blue,
        Self::Magenta,
        Self::Cyan,
        Self::White,
        Self::Grey,
        Self::Orange,
    ];

    /// Its word in a game's text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Red => "red",
            Self::Green => "green",
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Magenta => "magenta",
            Self::Cyan => "cyan",
            Self::White => "white",
            Self::Grey => "grey",
            Self::Orange => "orange",
        }
    }
}

impl std::fmt::Display for Paint {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Named(Tint::Dark, colour) => write!(out, "dark {}", colour.name()),
            Self::Named(Tint::Plain, colour) => out.write_str(colour.name()),
            Self::Named(Tint::Light, colour) => write!(out, "light {}", colour.name()),
            Self::Exact(red, green, blue) => write!(out, "#{red:02x}{green:02x}{blue:02x}"),
        }
    }
}

impl std::fmt::Display for Sprite {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let colours: Vec<String> = self.palette.iter().map(Paint::to_string).collect();
        write!(out, "{}:", colours.join(" "))?;
        for row in self.pixels.chunks(self.width.max(1)) {
            let sign = |pixel: &Option<u8>| match pixel {
                Some(index) => Self::SIGNS.chars().nth(usize::from(*index)).unwrap_or('?'),
                None => '.',
            };
            write!(out, " {}", row.iter().map(sign).collect::<String>())?;
        }
        Ok(())
    }
}
