//! Drawings of cells as SVG, for faces that show a page.
//!
//! A face makes a [`Scene`](super::scene::Scene) of the board, and for each cell puts
//! [`cell`] into its own element, or [`parts`] into one `<svg>` for the whole board, moved to the
//! cell's place; a cell is [`SIDE`] wide and high. Nothing in it is a script, a style or a link, and
//! what a game wrote is escaped: it holds under a strict content security policy. It knows no
//! names of pieces: a face labels its elements itself.

use std::fmt::Write as _;

use super::hue::{Behind, Hue};
use super::scene::{Drawing, Part};
use super::stencil::Solid;
use super::terrain::Arms;
use super::tone::{Rgb, Theme, ink_on, of_ground, of_lines, on_ground};

/// Width and height of a cell in the units of the drawing.
pub const SIDE: u32 = 48;

/// A whole `<svg>` of one cell, with its ground.
///
/// ```
/// use masume_presentation::picture::hue::{Ground, Hue, Shade};
/// use masume_presentation::picture::scene::{Drawing, Part};
/// use masume_presentation::picture::stencil::Solid;
/// use masume_presentation::picture::{svg, tone::Theme};
///
/// let drawing = Drawing {
///     behind: Some((Ground::Screen, Shade::First)),
///     parts: vec![Part::Solid(Solid::Disc, Hue::White)],
/// };
/// assert_eq!(
///     svg::cell(&drawing, Theme::Dark),
///     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 48 48\">\
///      <path fill=\"#1a1a1c\" d=\"M0 0h48v48H0z\"/>\
///      <circle cx=\"24\" cy=\"24\" r=\"20\" fill=\"#ffffff\"/></svg>"
/// );
/// ```
pub fn cell(drawing: &Drawing, theme: Theme) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">{}</svg>",
        parts(drawing, theme)
    )
}

/// The elements inside of that `<svg>`: the ground, then the parts.
pub fn parts(drawing: &Drawing, theme: Theme) -> String {
    let Some(behind) = drawing.behind else { return String::new() };
    let mut out = Out { text: String::new(), behind, theme };
    out.fill(of_ground(behind, theme));
    drawing.parts.iter().for_each(|it| out.part(it));
    out.text
}

struct Out {
    text: String,
    behind: Behind,
    theme: Theme,
}

impl Out {
    fn part(&mut self, part: &Part) {
        match part {
            Part::Lines(arms) => self.lines(*arms),
            Part::Fill(hue) => self.fill(self.seen(*hue)),
            Part::Solid(solid, hue) => self.solid(*solid, self.seen(*hue)),
            Part::Glyph(text, hue) => self.glyph(text, (24, 24), 34, self.seen(*hue)),
            Part::Inscription(text, hue) => {
                self.glyph(text, (24, 24), 26, ink_on(self.seen(*hue)));
            }
            Part::Sign(text, hue) => self.glyph(text, (40, 9), 16, self.seen(*hue)),
        }
    }

    fn seen(&self, hue: Hue) -> Rgb {
        on_ground(hue, self.behind, self.theme)
    }

    fn fill(&mut self, colour: Rgb) {
        self.write(format_args!(
            "<path fill=\"{}\" d=\"M0 0h{SIDE}v{SIDE}H0z\"/>",
            hexadecimal(colour)
        ));
    }

    fn solid(&mut self, solid: Solid, colour: Rgb) {
        let colour = hexadecimal(colour);
        match solid {
            Solid::Disc => {
                self.write(format_args!("<circle cx=\"24\" cy=\"24\" r=\"20\" fill=\"{colour}\"/>"))
            }
            Solid::Ring => self.write(format_args!(
                "<circle cx=\"24\" cy=\"24\" r=\"16\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"7\"/>"
            )),
            Solid::Cross => self.write(format_args!(
                "<path d=\"M10 10L38 38M38 10L10 38\" stroke=\"{colour}\" stroke-width=\"8\" \
                 stroke-linecap=\"round\"/>"
            )),
            Solid::Box => self.write(format_args!(
                "<rect x=\"5\" y=\"5\" width=\"38\" height=\"38\" rx=\"4\" fill=\"{colour}\"/>"
            )),
            Solid::Tile => self.write(format_args!(
                "<rect x=\"1\" y=\"1\" width=\"46\" height=\"46\" rx=\"3\" fill=\"{colour}\"/>"
            )),
        }
    }

    fn lines(&mut self, arms: Arms) {
        let ends = [
            (arms.left, (0, 24)),
            (arms.right, (48, 24)),
            (arms.up, (24, 0)),
            (arms.down, (24, 48)),
            (arms.up_left, (0, 0)),
            (arms.up_right, (48, 0)),
            (arms.down_left, (0, 48)),
            (arms.down_right, (48, 48)),
        ];
        let path: String = ends
            .into_iter()
            .filter(|(is_drawn, _)| *is_drawn)
            .map(|(_, (x, y))| format!("M24 24L{x} {y}"))
            .collect();
        let colour = hexadecimal(of_lines(self.behind, self.theme));
        self.write(format_args!(
            "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-linecap=\"square\"/>"
        ));
    }

    /// A text around this place, smaller where it is long.
    fn glyph(&mut self, text: &str, (x, y): (u32, u32), size: u32, colour: Rgb) {
        let letters = text.chars().count().max(1) as u32;
        let size = size.min(64 / letters);
        self.write(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\" \
             text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{}\">{}</text>",
            hexadecimal(colour),
            escaped(text)
        ));
    }

    fn write(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing into a text cannot fail.
        let _ = self.text.write_fmt(arguments);
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
    use crate::picture::hue::{Ground, Shade};

    #[test]
    fn what_a_game_wrote_is_text() {
        let parts = vec![Part::Glyph("</text><script>\u{1b}\"&".to_owned(), Hue::Grey)];
        let drawing = Drawing { behind: Some((Ground::Screen, Shade::First)), parts };
        let svg = cell(&drawing, Theme::Light);
        assert!(svg.contains(">&lt;/text&gt;&lt;script&gt;&quot;&amp;</text>"), "{svg}");
        assert!(!svg.contains("<script"));
    }

    #[test]
    fn no_part_of_the_board_is_empty() {
        let drawing = Drawing { behind: None, parts: Vec::new() };
        assert_eq!(parts(&drawing, Theme::Dark), "");
    }

    #[test]
    fn lines_go_to_the_sides_they_have() {
        let arms = Arms { left: true, down: true, ..Arms::default() };
        let drawing =
            Drawing { behind: Some((Ground::Wood, Shade::First)), parts: vec![Part::Lines(arms)] };
        assert!(cell(&drawing, Theme::Dark).contains("d=\"M24 24L0 24M24 24L24 48\""));
    }
}
