//! Tones of the colours of pictures, for every eye.
//!
//! A picture names its colours; a palette says which tone each name is. On a dark screen every
//! colour but `black` is seen, plain or light, on a light one every `dark` one; so a picture with a
//! dark outline is seen on both. Shapes and glyphs have hues of their own
//! ([`tone`](super::tone)), which all eyes can tell apart already.

use masume_rules::model::{Colour, Paint, Tint};

use super::tone::{Rgb, Theme};

/// Palette of pictures that a player chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaletteChoice {
    /// Colours as their names are mostly understood.
    #[default]
    Standard,
    /// The colours of Okabe and Ito, which eyes that lack a kind of cones can tell apart.
    Universal,
    /// Greys of different lightness, for eyes without colours.
    Grey,
}

impl PaletteChoice {
    /// All of them, the usual one first.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Universal, Self::Grey];

    /// The word for it in settings.
    ///
    /// ```
    /// use masume_presentation::picture::paint::PaletteChoice;
    ///
    /// let names = PaletteChoice::ALL.map(PaletteChoice::name);
    /// assert_eq!(names, ["standard", "universal", "grey"]);
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Universal => "universal",
            Self::Grey => "grey",
        }
    }

    /// The tone of a colour of a picture.
    ///
    /// ```
    /// use masume_presentation::picture::paint::PaletteChoice;
    /// use masume_presentation::picture::tone::Theme;
    /// use masume_rules::model::{Colour, Paint, Tint};
    ///
    /// let tone = |palette: PaletteChoice, paint| palette.tone(paint, Theme::Dark);
    /// let red = Paint::Named(Tint::Plain, Colour::Red);
    /// assert_eq!(tone(PaletteChoice::Universal, red), (213, 94, 0));
    /// // An exact colour is the same in all palettes.
    /// let exact = Paint::Exact(1, 2, 3);
    /// assert_eq!(tone(PaletteChoice::Grey, exact), (1, 2, 3));
    /// ```
    pub fn tone(self, paint: Paint, theme: Theme) -> Rgb {
        match paint {
            Paint::Exact(red, green, blue) => (red, green, blue),
            Paint::Named(tint, colour) => {
                let plain = match self {
                    Self::Standard => standard(colour, theme),
                    Self::Universal => universal(colour),
                    Self::Grey => grey(colour, theme),
                };
                match tint {
                    Tint::Plain => plain,
                    Tint::Dark => mixed(plain, (0, 0, 0), 45),
                    Tint::Light => mixed(plain, (255, 255, 255), 50),
                }
            }
        }
    }
}

fn standard(colour: Colour, theme: Theme) -> Rgb {
    match (colour, theme) {
        (Colour::Black, _) => (24, 24, 27),
        (Colour::White, _) => (248, 248, 246),
        (Colour::Grey, _) => (138, 138, 142),
        (Colour::Red, Theme::Dark) => (226, 66, 58),
        (Colour::Red, Theme::Light) => (208, 48, 42),
        (Colour::Green, Theme::Dark) => (64, 172, 78),
        (Colour::Green, Theme::Light) => (44, 150, 62),
        (Colour::Yellow, Theme::Dark) => (246, 208, 60),
        (Colour::Yellow, Theme::Light) => (240, 192, 32),
        (Colour::Blue, Theme::Dark) => (72, 126, 232),
        (Colour::Blue, Theme::Light) => (48, 100, 212),
        (Colour::Magenta, Theme::Dark) => (202, 86, 190),
        (Colour::Magenta, Theme::Light) => (176, 58, 166),
        (Colour::Cyan, Theme::Dark) => (64, 188, 204),
        (Colour::Cyan, Theme::Light) => (28, 164, 184),
        (Colour::Orange, Theme::Dark) => (240, 140, 48),
        (Colour::Orange, Theme::Light) => (228, 122, 26),
    }
}

/// The eight of Okabe and Ito, but for a blue that is seen on a dark ground, and a grey.
fn universal(colour: Colour) -> Rgb {
    match colour {
        Colour::Black => (16, 16, 18),
        Colour::White => (250, 250, 250),
        Colour::Grey => (120, 120, 120),
        Colour::Red => (213, 94, 0),
        Colour::Green => (0, 158, 115),
        Colour::Yellow => (240, 228, 66),
        Colour::Blue => (20, 126, 196),
        Colour::Magenta => (204, 121, 167),
        Colour::Cyan => (86, 180, 233),
        Colour::Orange => (230, 159, 0),
    }
}

/// Greys in the order of the lightness that the names make one think of.
fn grey(colour: Colour, theme: Theme) -> Rgb {
    let (on_dark, on_light) = match colour {
        Colour::Black => (16, 16),
        Colour::Blue => (118, 58),
        Colour::Red => (128, 70),
        Colour::Magenta => (138, 82),
        Colour::Grey => (150, 94),
        Colour::Green => (164, 106),
        Colour::Orange => (182, 118),
        Colour::Cyan => (202, 130),
        Colour::Yellow => (226, 146),
        Colour::White => (250, 250),
    };
    let level = match theme {
        Theme::Dark => on_dark,
        Theme::Light => on_light,
    };
    (level, level, level)
}

/// So many percent of the second colour in the first.
fn mixed(one: Rgb, other: Rgb, percent: u16) -> Rgb {
    let part = |one: u8, other: u8| {
        let sum = u16::from(one) * (100 - percent) + u16::from(other) * percent;
        (sum / 100) as u8
    };
    (part(one.0, other.0), part(one.1, other.1), part(one.2, other.2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::hue::{Ground, Shade};
    use crate::picture::tone::{contrast, of_ground};

    /// Contrast that WCAG 2 asks of what is no text.
    const LEAST_CONTRAST: f64 = 3.0;

    fn tones(palette: PaletteChoice, tint: Tint, theme: Theme) -> Vec<(Colour, Rgb)> {
        let tone = |colour| (colour, palette.tone(Paint::Named(tint, colour), theme));
        Colour::ALL.into_iter().map(tone).collect()
    }

    #[test]
    fn every_colour_is_seen_on_one_side_of_its_outline() {
        let seen = [
            (Theme::Dark, Tint::Plain, Colour::Black),
            (Theme::Dark, Tint::Light, Colour::Black),
            (Theme::Light, Tint::Dark, Colour::White),
        ];
        for palette in PaletteChoice::ALL {
            for (theme, tint, but) in seen {
                for shade in [Shade::First, Shade::Second] {
                    let ground = of_ground((Ground::Screen, shade), theme);
                    for (colour, tone) in tones(palette, tint, theme) {
                        let found = contrast(tone, ground);
                        let is_seen = found >= LEAST_CONTRAST || colour == but;
                        assert!(is_seen, "{palette:?} {theme:?} {tint:?} {colour:?}: {found:.2}");
                    }
                }
            }
        }
    }

    #[test]
    fn black_and_white_are_seen_on_wood_and_felt() {
        for palette in PaletteChoice::ALL {
            for ground in [Ground::Wood, Ground::Felt] {
                for colour in [Colour::Black, Colour::White] {
                    let tone = palette.tone(Paint::Named(Tint::Plain, colour), Theme::Dark);
                    for shade in [Shade::First, Shade::Second] {
                        let ground = of_ground((ground, shade), Theme::Dark);
                        let found = contrast(tone, ground);
                        assert!(found >= LEAST_CONTRAST, "{palette:?} {colour:?}: {found:.2}");
                    }
                }
            }
        }
    }

    /// The colour as eyes without red or without green cones see it: Viénot, Brettel and Mollon
    /// (1999), in linear light.
    fn without(cones: [[f64; 3]; 3], (red, green, blue): Rgb) -> [f64; 3] {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let parts = [linear(red), linear(green), linear(blue)];
        cones.map(|row| row.iter().zip(parts).map(|(one, other)| one * other).sum())
    }

    /// Distance in CIE L*a*b*.
    fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
        let lab = |[red, green, blue]: [f64; 3]| {
            let xyz = [
                (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
                0.2126 * red + 0.7152 * green + 0.0722 * blue,
                (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
            ];
            let [x, y, z] = xyz.map(|part: f64| {
                let part = part.max(0.0);
                if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 }
            });
            [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
        };
        let squares =
            lab(one).into_iter().zip(lab(other)).map(|(one, other)| (one - other).powi(2));
        squares.sum::<f64>().sqrt()
    }

    const PROTANOPIA: [[f64; 3]; 3] =
        [[0.112_38, 0.887_62, 0.0], [0.112_38, 0.887_62, 0.0], [0.004_01, -0.004_01, 1.0]];
    const DEUTERANOPIA: [[f64; 3]; 3] =
        [[0.292_75, 0.707_25, 0.0], [0.292_75, 0.707_25, 0.0], [-0.022_34, 0.022_34, 1.0]];

    #[test]
    fn eyes_that_lack_cones_tell_the_universal_colours_apart() {
        for theme in Theme::ALL {
            for (cones, name) in [(PROTANOPIA, "protanopia"), (DEUTERANOPIA, "deuteranopia")] {
                let tones = tones(PaletteChoice::Universal, Tint::Plain, theme);
                for (index, (one, tone)) in tones.iter().enumerate() {
                    for (other, theirs) in &tones[index + 1..] {
                        let found = distance(without(cones, *tone), without(cones, *theirs));
                        assert!(found >= 9.0, "{name}: {one:?} and {other:?}: {found:.1}");
                    }
                }
            }
        }
    }
}
