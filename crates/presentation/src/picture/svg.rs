//! Drawings of cells as SVG text, for faces that write files: pictures of a play, of a game.
//!
//! A face makes a [`Scene`](super::scene::Scene) of the board, and puts [`cell`] for each cell into
//! one `<svg>`, moved to the cell's place; a cell is [`SIDE`] wide and high. A page draws
//! the same [`shapes`](super::shapes) itself, in colours of its style sheets. Nothing in the text is a
//! script, a style or a link, and what a game wrote is escaped.

use super::hue::{Behind, Ground, Shade};
use super::paint::PaletteChoice;
use super::scene::Drawing;
use super::shapes::{Ink, Shape, Shaped, Written, areas, shaped};
use super::tone::{Rgb, Theme, ink_on, of_ground, of_lines, on_ground};
use masume_rules::model::{Paint, Sprite};

/// Width and height of a cell in the units of the drawing.
pub const SIDE: u16 = 48;

/// Colours that are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Light or dark.
    pub theme: Theme,
    /// The palette of pictures.
    pub palette: PaletteChoice,
}

/// A whole `<svg>` of one cell, with its ground.
///
/// ```
/// use masume_presentation::picture::hue::{Ground, Hue, Shade};
/// use masume_presentation::picture::paint::PaletteChoice;
/// use masume_presentation::picture::scene::{Drawing, Part};
/// use masume_presentation::picture::stencil::Solid;
/// use masume_presentation::picture::{svg, tone::Theme};
///
/// let drawing = Drawing {
///     behind: Some((Ground::Screen, Shade::First)),
///     parts: vec![Part::Solid(Solid::Disc, Hue::White)],
/// };
/// let scheme = svg::Scheme { theme: Theme::Dark, palette: PaletteChoice::Standard };
/// assert_eq!(
///     svg::cell(drawing, scheme),
///     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 48 48\">\
///      <path fill=\"#1a1a1c\" d=\"M0 0h48v48H0z\"/>\
///      <path fill=\"#ffffff\" d=\"M24 4a20 20 0 1 1 0 40a20 20 0 1 1 0-40z\"/></svg>"
/// );
/// ```
pub fn cell(drawing: Drawing, scheme: Scheme) -> String {
    let Some(behind) = drawing.behind else { return whole(SIDE, "") };
    let colours = Colours { behind, scheme };
    let Shaped { back, shapes, glyph, under, sign } = shaped(drawing);
    let ground = back.map_or(of_ground(behind, scheme.theme), |hue| colours.of(Ink::Hue(hue)));
    let ground = hexadecimal(ground);
    let mut parts = vec![format!("<path fill=\"{ground}\" d=\"M0 0h{SIDE}v{SIDE}H0z\"/>")];
    parts.extend(shapes.iter().map(|it| colours.shape(it)));
    let written = [(glyph, (24, 24), 30), (under, (40, 40), 14), (sign, (40, 9), 14)];
    for (text, place, size) in written {
        parts.extend(text.map(|it| colours.text(&it, place, size)));
    }
    whole(SIDE, &parts.concat())
}

/// A whole `<svg>` of one picture without a ground.
///
/// ```
/// use masume_presentation::picture::paint::PaletteChoice;
/// use masume_presentation::picture::{svg, tone::Theme};
/// use masume_rules::model::{Paint, Sprite};
///
/// let palette = vec![Paint::Exact(255, 0, 0)];
/// let sprite = Sprite { width: 1, palette, pixels: vec![Some(0)] };
/// let scheme = svg::Scheme { theme: Theme::Dark, palette: PaletteChoice::Standard };
/// assert_eq!(
///     svg::sprite(&sprite, scheme),
///     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 48 48\">\
///      <path fill=\"#ff0000\" d=\"M0 0h1v1h-1z\" transform=\"scale(48)\" \
///      shape-rendering=\"crispEdges\"/></svg>"
/// );
/// ```
pub fn sprite(sprite: &Sprite, scheme: Scheme) -> String {
    let colours = Colours { behind: (Ground::Screen, Shade::First), scheme };
    let areas: Vec<String> = areas(sprite).iter().map(|it| colours.shape(it)).collect();
    whole(SIDE, &areas.concat())
}

fn whole(side: u16, inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\">{inside}</svg>"
    )
}

/// Colours on one ground.
pub(super) struct Colours {
    pub(super) behind: Behind,
    pub(super) scheme: Scheme,
}

impl Colours {
    pub(super) fn of(&self, ink: Ink) -> Rgb {
        let theme = self.scheme.theme;
        match ink {
            Ink::Hue(hue) => on_ground(hue, self.behind, theme),
            Ink::On(hue) => ink_on(on_ground(hue, self.behind, theme)),
            Ink::Line => of_lines(self.behind, theme),
            Ink::Named(tint, colour) => self.scheme.palette.tone(Paint::Named(tint, colour), theme),
            Ink::Exact(rgb) => rgb,
        }
    }

    fn shape(&self, shape: &Shape) -> String {
        let colour = hexadecimal(self.of(shape.ink));
        let (path, (side, _)) = (&shape.path, shape.grid);
        if shape.is_line {
            return format!("<path stroke=\"{colour}\" stroke-width=\"2\" d=\"{path}\"/>");
        }
        if side == SIDE {
            return format!("<path fill=\"{colour}\" d=\"{path}\"/>");
        }
        let scale = f64::from(SIDE) / f64::from(side.max(1));
        format!(
            "<path fill=\"{colour}\" d=\"{path}\" transform=\"scale({scale})\" \
             shape-rendering=\"crispEdges\"/>"
        )
    }

    /// A text around this place, smaller where it is long.
    fn text(&self, written: &Written, (x, y): (u16, u16), size: u16) -> String {
        let letters = written.text.chars().count().clamp(1, 64) as u16;
        let size = size.min(64 / letters);
        let colour = hexadecimal(self.of(written.ink));
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\" \
             text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{colour}\">{}</text>",
            escaped(&written.text)
        )
    }
}

fn hexadecimal((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The text as text of XML; controls, which XML does not have, are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::hue::Hue;
    use crate::picture::scene::Part;
    use crate::picture::terrain::Arms;

    const DARK: Scheme = Scheme { theme: Theme::Dark, palette: PaletteChoice::Standard };

    #[test]
    fn what_a_game_wrote_is_text() {
        let parts = vec![Part::Glyph("</text><script>\u{1b}\"&".to_owned(), Hue::Grey)];
        let drawing = Drawing { behind: Some((Ground::Screen, Shade::First)), parts };
        let svg = cell(drawing, DARK);
        assert!(svg.contains(">&lt;/text&gt;&lt;script&gt;&quot;&amp;</text>"), "{svg}");
        assert!(!svg.contains("<script"));
    }

    #[test]
    fn no_part_of_the_board_is_empty() {
        let drawing = Drawing { behind: None, parts: Vec::new() };
        assert!(cell(drawing, DARK).ends_with("viewBox=\"0 0 48 48\"></svg>"));
    }

    #[test]
    fn lines_go_to_the_sides_they_have() {
        let arms = Arms { left: true, down: true, ..Arms::default() };
        let parts = vec![Part::Lines(arms)];
        let drawing = Drawing { behind: Some((Ground::Wood, Shade::First)), parts };
        assert!(cell(drawing, DARK).contains("d=\"M24 24L0 24M24 24L24 48\""));
    }
}
