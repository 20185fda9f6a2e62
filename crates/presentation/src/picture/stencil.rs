//! Discs, rings, crosses and boxes in cells of several columns and rows.
//!
//! A place of the screen is one column wide and about as high as two. It has four quarters, each of
//! which belongs to the figure or to the ground around it.

use masume_rules::model::Figure;

/// Signs for each set of quarters; bit 0 is the upper left one, 1 the upper right one, then the
/// lower ones.
pub const QUARTERS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// A figure of a piece that fills its cell or a part of it; the others are of the ground, or signs
/// beside a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solid {
    /// A disc.
    Disc,
    /// A ring.
    Ring,
    /// A cross.
    Cross,
    /// A box with a rim around it.
    Box,
    /// The whole cell.
    Tile,
}

impl Solid {
    /// The solid of a figure; None for one that fills nothing.
    ///
    /// ```
    /// use masume_presentation::picture::stencil::Solid;
    /// use masume_rules::model::Figure;
    ///
    /// assert_eq!(Solid::of(Figure::Disc), Some(Solid::Disc));
    /// assert_eq!(Solid::of(Figure::Sign), None);
    /// ```
    pub fn of(figure: Figure) -> Option<Self> {
        match figure {
            Figure::Disc => Some(Self::Disc),
            Figure::Ring => Some(Self::Ring),
            Figure::Cross => Some(Self::Cross),
            Figure::Box => Some(Self::Box),
            Figure::Tile => Some(Self::Tile),
            Figure::Bar
            | Figure::Post
            | Figure::Slash
            | Figure::Backslash
            | Figure::Joint
            | Figure::Star
            | Figure::Bare
            | Figure::Gap
            | Figure::Sign
            | Figure::Unseen
            | Figure::Squares
            | Figure::Lines => None,
        }
    }
}

/// The quarters of the place at (`x`, `y`) of a cell that belong to the figure.
///
/// ```
/// use masume_presentation::picture::stencil::{QUARTERS, Solid, quarters};
///
/// let sign = |x, y| QUARTERS[usize::from(quarters(Solid::Tile, (2, 1), (x, y)))];
/// assert_eq!((sign(0, 0), sign(1, 0)), ("█", "█"));
/// ```
pub fn quarters(figure: Solid, (width, height): (u16, u16), (x, y): (u16, u16)) -> u8 {
    quarters_around(figure, (f64::from(width) / 2.0, f64::from(height)), (x, y))
}

/// The same for a disc around the middle of the upper of two rows, where a glyph or a line is:
/// those one above the other do not touch.
pub fn upper_quarters(width: u16, (x, y): (u16, u16)) -> u8 {
    quarters_around(Solid::Disc, (f64::from(width) / 2.0, 1.5), (x, y))
}

fn quarters_around(figure: Solid, centre: (f64, f64), (x, y): (u16, u16)) -> u8 {
    let mut quarters = 0;
    for (bit, (right, below)) in [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().enumerate() {
        // In columns; a row is two columns high, so that circles are round.
        let across = f64::from(x) + 0.25 + 0.5 * f64::from(right) - centre.0;
        let down = 2.0 * f64::from(y) + 0.5 + f64::from(below) - centre.1;
        if is_inside(figure, centre, (across.abs(), down.abs())) {
            quarters |= 1 << bit;
        }
    }
    quarters
}

/// True if a point at this distance from the centre belongs to the figure; `centre` is half of the
/// cell's size.
fn is_inside(figure: Solid, centre: (f64, f64), (across, down): (f64, f64)) -> bool {
    // A little more than the cell: quarters whose centres are just outside make it rounder.
    let radius = centre.0.min(centre.1) + 0.1;
    let distance = across.hypot(down);
    match figure {
        // Where there are rows for it, discs one above the other are parted by a rim.
        Solid::Disc => distance <= if centre.1 > 2.0 { radius - 0.6 } else { radius },
        Solid::Ring => distance <= radius && distance >= radius - (radius / 3.0).max(1.0),
        Solid::Cross => {
            let thickness = (radius / 3.5).max(0.9);
            across.max(down) <= radius * 0.9 && (across - down).abs() <= thickness
        }
        Solid::Box => {
            let rim: f64 = if centre.1 > 2.0 { 1.0 } else { 0.0 };
            across <= centre.0 - rim.max(0.5) && down <= centre.1 - rim
        }
        Solid::Tile => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    #[expect(clippy::needless_pass_by_value, reason = "as `expect!` is used everywhere")]
    fn check(figure: Solid, size: (u16, u16), expected: Expect) {
        let mut picture = String::new();
        for y in 0..size.1 {
            let row: String = (0..size.0)
                .map(|x| QUARTERS[usize::from(quarters(figure, size, (x, y)))])
                .collect();
            // Bars keep the blanks before and behind a figure.
            picture.push_str(&format!("|{row}|"));
            picture.push('\n');
        }
        expected.assert_eq(&picture);
    }

    #[test]
    fn figures_fill_cells_of_every_size() {
        check(
            Solid::Disc,
            (5, 2),
            expect![[r#"
                |▗███▖|
                |▝███▘|
            "#]],
        );
        check(
            Solid::Disc,
            (7, 3),
            expect![[r#"
                | ▗▄▄▄▖ |
                | █████ |
                | ▝▀▀▀▘ |
            "#]],
        );
        check(
            Solid::Disc,
            (6, 3),
            expect![[r#"
                | ▄▄▄▄ |
                |▐████▌|
                | ▀▀▀▀ |
            "#]],
        );
        check(
            Solid::Disc,
            (11, 5),
            expect![[r#"
                |  ▗▄▄▄▄▄▖  |
                | ▗███████▖ |
                | █████████ |
                | ▝███████▘ |
                |  ▝▀▀▀▀▀▘  |
            "#]],
        );
        check(
            Solid::Ring,
            (7, 3),
            expect![[r#"
                | ▟▀▀▀▙ |
                |▐▌   ▐▌|
                | ▜▄▄▄▛ |
            "#]],
        );
        check(
            Solid::Ring,
            (11, 5),
            expect![[r#"
                |  ▄█████▄  |
                |▗█▛     ▜█▖|
                |▐█       █▌|
                |▝█▙     ▟█▘|
                |  ▀█████▀  |
            "#]],
        );
        check(
            Solid::Cross,
            (7, 3),
            expect![[r#"
                |▝█▄ ▄█▘|
                |  ███  |
                |▗█▀ ▀█▖|
            "#]],
        );
        check(
            Solid::Cross,
            (11, 5),
            expect![[r#"
                | █▙▖   ▗▟█ |
                | ▝▜█▙▄▟█▛▘ |
                |   ▐███▌   |
                | ▗▟█▛▀▜█▙▖ |
                | █▛▘   ▝▜█ |
            "#]],
        );
        check(
            Solid::Box,
            (4, 2),
            expect![[r#"
                |▐██▌|
                |▐██▌|
            "#]],
        );
        check(
            Solid::Box,
            (6, 3),
            expect![[r#"
                | ▄▄▄▄ |
                | ████ |
                | ▀▀▀▀ |
            "#]],
        );
        check(
            Solid::Box,
            (10, 5),
            expect![[r#"
                | ▄▄▄▄▄▄▄▄ |
                | ████████ |
                | ████████ |
                | ████████ |
                | ▀▀▀▀▀▀▀▀ |
            "#]],
        );
    }
}
