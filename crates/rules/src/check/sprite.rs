//! Pictures of pieces below their lines in `display`.

use masume_syntax::ast::{DisplayLine, Paint as Written, PiecePicture, Spanned};
use masume_syntax::{Code, Diagnostic, Span, nearest};

use super::checker::Checker;
use super::names::Symbol;
use super::scope::Home;
use crate::model::{Colour, Figure, Paint, Sprite, Tint};

impl<'a> Checker<'a> {
    /// The pictures of a line, one place for each kind where it is about a layer.
    pub(super) fn sprites(
        &mut self,
        line: &'a DisplayLine,
        kinds: usize,
        figure: Option<Figure>,
    ) -> Vec<Option<Sprite>> {
        let mut sprites = vec![None; kinds];
        for picture in &line.pictures {
            if let Some(figure) = figure.filter(|it| !has_picture(*it)) {
                let message = format!("`{}` has no picture", figure.name());
                self.bad(picture.span, message, "the board is drawn with it, not a piece");
                continue;
            }
            let sprite = self.sprite(picture);
            let Some(kind) = self.kind_of_picture(line, picture, kinds) else { continue };
            if sprites[kind].is_some() {
                let whose = picture.of.as_ref().unwrap_or(&line.subject);
                let message = format!("`{}` has two pictures", whose.value);
                self.bad(picture.span, message, "one is enough");
                continue;
            }
            sprites[kind] = sprite;
        }
        sprites
    }

    /// The kind that a picture shows; the first where there is only one.
    fn kind_of_picture(
        &mut self,
        line: &DisplayLine,
        picture: &PiecePicture,
        kinds: usize,
    ) -> Option<usize> {
        let name = &line.subject.value;
        let is_layer = matches!(self.lookup(name, Home::Game), Some(Symbol::Layer(_)));
        match &picture.of {
            None if !is_layer => Some(0),
            None => {
                let label = "expected the glyph of a kind behind `picture`";
                let message = format!("`{name}` has a picture for each kind");
                let help = "its glyph is that of the line above: `picture \"A\" red`";
                let error = Diagnostic::error(Code::BadDisplay, picture.span, message, label);
                self.report(error.with_help(help));
                None
            }
            Some(glyph) if !is_layer => {
                let message = format!("`{name}` is one piece");
                self.bad(glyph.span, message, "only a layer of kinds has several pictures");
                None
            }
            Some(glyph) => {
                let mut sets = line.glyphs.iter();
                let found = sets.find_map(|set| {
                    let mut glyphs = set.value.chars();
                    glyphs.position(|it| it.to_string() == glyph.value)
                });
                if found.is_none() {
                    let message = format!("`{}` is no glyph of `{name}`", glyph.value);
                    self.bad(glyph.span, message, "expected one of the glyphs in the line above");
                }
                // There may be more glyphs than kinds, which has been said.
                found.filter(|kind| *kind < kinds)
            }
        }
    }

    fn sprite(&mut self, picture: &PiecePicture) -> Option<Sprite> {
        let palette: Vec<Option<Paint>> = picture.palette.iter().map(|it| self.paint(it)).collect();
        if let Some(extra) = picture.palette.get(Sprite::MOST_COLOURS) {
            let message = format!("{} colours", palette.len());
            let label = format!("a picture has {} colours at most", Sprite::MOST_COLOURS);
            self.bad(extra.colour.span, message, &label);
            return None;
        }
        let rows = &picture.rows.rows;
        let first = rows.first()?;
        let width = signs(first).count();
        self.check_side(width, "columns", first.span)?;
        self.check_side(rows.len(), "rows", rows.last().map_or(first.span, |it| it.span))?;
        let mut pixels = Vec::with_capacity(width * rows.len());
        for row in rows {
            let count = signs(row).count();
            if count != width {
                let message = format!("{count} columns, where the first row has {width}");
                self.bad(row.span, message, "rows of a picture are equally wide");
                return None;
            }
            for (at, sign) in signs(row) {
                pixels.push(self.pixel(sign, place(row, at, sign), palette.len())?);
            }
        }
        let palette = palette.into_iter().collect::<Option<Vec<Paint>>>()?;
        if pixels.iter().all(Option::is_none) {
            self.bad(picture.span, "nothing is seen".to_owned(), "every sign is a `.`");
            return None;
        }
        Some(Sprite { width, palette, pixels })
    }

    fn check_side(&mut self, length: usize, of: &str, span: Span) -> Option<()> {
        if (Sprite::LEAST..=Sprite::MOST).contains(&length) {
            return Some(());
        }
        let label = format!("a picture has {} to {} {of}", Sprite::LEAST, Sprite::MOST);
        self.bad(span, format!("{length} {of}"), &label);
        None
    }

    /// The colour that a sign stands for, or that there is none; nothing where it is in error.
    fn pixel(&mut self, sign: char, span: Span, colours: usize) -> Option<Option<u8>> {
        if sign == '.' {
            return Some(None);
        }
        let index = Sprite::SIGNS.chars().position(|it| it == sign);
        if let Some(index) = index.filter(|it| *it < colours) {
            return Some(Some(index as u8));
        }
        let last = Sprite::SIGNS.chars().nth(colours.saturating_sub(1)).unwrap_or('0');
        let help = match colours {
            1 => "the only colour is `0`; `.` is see-through".to_owned(),
            _ => format!("the colours are `0` to `{last}`; `.` is see-through"),
        };
        let message = format!("`{sign}` is no colour of this picture");
        let label = "expected `.` or the place of a colour";
        self.report(Diagnostic::error(Code::BadDisplay, span, message, label).with_help(help));
        None
    }

    fn paint(&mut self, written: &Written) -> Option<Paint> {
        let word = &written.colour;
        if let Some(digits) = word.value.strip_prefix('#') {
            let exact = exact(digits).filter(|_| written.tint.is_none());
            if exact.is_none() {
                let message = format!("`{}` is no colour", word.value);
                let message = match &written.tint {
                    Some(tint) => format!("`{} {}` is no colour", tint.value, word.value),
                    None => message,
                };
                let label = "expected `#` and three or six digits from `0` to `f`";
                self.bad(word.span, message, label);
            }
            return exact;
        }
        let found = Colour::ALL.into_iter().find(|it| it.name() == word.value);
        let Some(colour) = found else {
            let names = Colour::ALL.map(Colour::name);
            let help = match nearest(&word.value, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "colours are {}, each also `light` or `dark`, and `#ffaa00`",
                    names.join(" ")
                ),
            };
            let message = format!("unknown colour `{}`", word.value);
            let error = Diagnostic::error(Code::BadDisplay, word.span, message, "unknown colour");
            self.report(error.with_help(help));
            return None;
        };
        let tint = match written.tint.as_ref().map(|it| it.value.as_str()) {
            Some("dark") => Tint::Dark,
            Some(_) => Tint::Light,
            None => Tint::Plain,
        };
        Some(Paint::Named(tint, colour))
    }

    fn bad(&mut self, span: Span, message: String, label: &str) {
        self.error(Code::BadDisplay, span, message, label);
    }
}

/// True if a piece of this shape is drawn itself, not as lines, ground or nothing of the board.
fn has_picture(figure: Figure) -> bool {
    match figure {
        Figure::Disc
        | Figure::Ring
        | Figure::Cross
        | Figure::Box
        | Figure::Tile
        | Figure::Sign
        | Figure::Squares
        | Figure::Lines => true,
        Figure::Bar
        | Figure::Post
        | Figure::Slash
        | Figure::Backslash
        | Figure::Unseen
        | Figure::Joint
        | Figure::Star
        | Figure::Bare
        | Figure::Gap => false,
    }
}

/// The signs of a row with their places in it, without blanks at its end.
fn signs(row: &Spanned<String>) -> impl Iterator<Item = (usize, char)> {
    row.value.trim_end().char_indices()
}

/// The place of a sign in the text. A row may begin with half of a tab that its span has not.
fn place(row: &Spanned<String>, at: usize, sign: char) -> Span {
    let missing = row.value.len().saturating_sub(row.span.range().len());
    let start = row.span.start + at.saturating_sub(missing) as u32;
    Span::new(start, (start + sign.len_utf8() as u32).min(row.span.end))
}

/// Parts of red, green and blue from three or six digits.
fn exact(digits: &str) -> Option<Paint> {
    let value = |text: &str| u8::from_str_radix(text, 16).ok();
    if !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        3 => {
            let part = |at: usize| value(&digits[at..=at]).map(|it| it * 17);
            Some(Paint::Exact(part(0)?, part(1)?, part(2)?))
        }
        6 => {
            let part = |at: usize| value(&digits[at..at + 2]);
            Some(Paint::Exact(part(0)?, part(2)?, part(4)?))
        }
        _ => None,
    }
}
