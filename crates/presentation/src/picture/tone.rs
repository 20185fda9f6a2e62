//! Colours as red, green and blue, for faces that have them all.
//!
//! The hues are those of Okabe and Ito, "Color Universal Design" (2008), as light or as dark as the
//! ground needs, so that colour-blind eyes can tell them apart: whatever is written stands out from
//! what is behind it by 4.5 to 1 or more (WCAG 2).

use super::hue::{Behind, Ground, Hue, Shade};

/// Parts of red, green and blue.
pub type Rgb = (u8, u8, u8);

/// Theme of a face: dark or light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Light letters on a dark ground.
    Dark,
    /// Dark letters on a light ground.
    Light,
}

impl Theme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Dark, Self::Light];
}

const BLACK: Rgb = (0, 0, 0);
const WHITE: Rgb = (255, 255, 255);

/// A hue on the ground of this theme.
///
/// ```
/// use masume_presentation::picture::hue::Hue;
/// use masume_presentation::picture::tone::{Theme, of_hue};
///
/// assert_eq!(of_hue(Hue::White, Theme::Dark), (255, 255, 255));
/// // White would not be seen on white.
/// assert_eq!(of_hue(Hue::White, Theme::Light), (88, 88, 88));
/// ```
pub fn of_hue(hue: Hue, theme: Theme) -> Rgb {
    match theme {
        Theme::Dark => match hue {
            // Black is not seen on a dark screen: boards with black pieces have another ground.
            Hue::Grey | Hue::Black => (168, 168, 168),
            Hue::White => WHITE,
            Hue::Orange => (245, 170, 20),
            Hue::Sky => (95, 180, 245),
            Hue::Green => (20, 180, 130),
            Hue::Yellow => (245, 230, 90),
            Hue::Vermillion => (250, 105, 75),
            Hue::Purple => (215, 140, 200),
        },
        Theme::Light => match hue {
            Hue::Grey | Hue::White => (88, 88, 88),
            Hue::Black => BLACK,
            Hue::Orange => (165, 75, 0),
            Hue::Sky => (0, 95, 175),
            Hue::Green => (0, 108, 70),
            Hue::Yellow => (115, 92, 0),
            Hue::Vermillion => (185, 30, 10),
            Hue::Purple => (150, 30, 140),
        },
    }
}

/// A hue on this ground: on wood and felt, black or white.
pub fn on_ground(hue: Hue, (ground, _): Behind, theme: Theme) -> Rgb {
    match ground {
        Ground::Screen => of_hue(hue, theme),
        Ground::Wood | Ground::Felt if hue.is_light() => WHITE,
        Ground::Wood | Ground::Felt => BLACK,
    }
}

/// The ground itself.
pub fn of_ground((ground, shade): Behind, theme: Theme) -> Rgb {
    match (ground, shade, theme) {
        (Ground::Screen, Shade::First, Theme::Dark) => (26, 26, 28),
        (Ground::Screen, Shade::Second, Theme::Dark) => (42, 42, 46),
        (Ground::Screen, Shade::First, Theme::Light) => WHITE,
        (Ground::Screen, Shade::Second, Theme::Light) => (232, 232, 228),
        // Tones with a luminance of about 0.18: 4.5 to 1 from black and from white. Only hues can
        // tell two of them apart, and those of one board are near to each other, so that the
        // pieces are what is seen.
        (Ground::Wood, Shade::First, _) => (156, 108, 60),
        (Ground::Wood, Shade::Second, _) => (138, 114, 80),
        (Ground::Felt, Shade::First, _) => (20, 135, 85),
        (Ground::Felt, Shade::Second, _) => (52, 133, 62),
    }
}

/// Lines between cells and through them: they part what can be told apart without them.
pub fn of_lines((ground, _): Behind, theme: Theme) -> Rgb {
    match (ground, theme) {
        (Ground::Wood | Ground::Felt, _) => BLACK,
        (Ground::Screen, Theme::Dark) => (88, 88, 88),
        (Ground::Screen, Theme::Light) => (168, 168, 168),
    }
}

/// Black or white, whichever stands out more from this.
///
/// ```
/// use masume_presentation::picture::tone::ink_on;
///
/// assert_eq!(ink_on((245, 230, 90)), (0, 0, 0));
/// assert_eq!(ink_on((0, 95, 175)), (255, 255, 255));
/// ```
pub fn ink_on(fill: Rgb) -> Rgb {
    if contrast(fill, BLACK) > contrast(fill, WHITE) { BLACK } else { WHITE }
}

/// Contrast of two colours after WCAG 2: from 1 to 21.
///
/// ```
/// use masume_presentation::picture::tone::contrast;
///
/// assert_eq!(contrast((0, 0, 0), (255, 255, 255)), 21.0);
/// assert_eq!(contrast((9, 9, 9), (9, 9, 9)), 1.0);
/// ```
pub fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Relative luminance after WCAG 2.
///
/// ```
/// use masume_presentation::picture::tone::luminance;
///
/// assert!(luminance((0, 255, 0)) > luminance((255, 0, 0)));
/// ```
pub fn luminance((red, green, blue): Rgb) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
