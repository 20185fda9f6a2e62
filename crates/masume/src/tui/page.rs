//! Text to read that may be longer than the screen.

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use unicode_width::UnicodeWidthStr as _;

use super::draw::wrapped;
use super::input::Input;
use crate::dialogue::help::{Help, Topic};

/// Text to read that may be longer than the screen.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// Stands above.
    pub(crate) title: String,
    /// As they are written; [`Page::rows`] are as wide as the screen.
    pub(crate) lines: Vec<Line<'static>>,
    /// The first row shown.
    pub(crate) first: usize,
}

/// What comes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    /// It is still read.
    Stays,
    /// It was read.
    Closes,
}

impl Page {
    /// Help to read.
    pub(crate) fn of(help: Help) -> Self {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = Vec::new();
        for section in help.sections {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.extend(section.heading.map(|heading| Line::styled(heading, bold)));
            let inset = if section.topic == Topic::About { "" } else { "  " };
            lines.extend(section.lines.iter().map(|line| Line::from(format!("{inset}{line}"))));
        }
        Self { title: help.title, lines, first: 0 }
    }

    /// Parts, each with a heading.
    pub(crate) fn of_parts(
        title: String,
        parts: impl IntoIterator<Item = (String, Vec<String>)>,
    ) -> Self {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = Vec::new();
        for (heading, body) in parts {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.push(Line::styled(heading, bold));
            lines.extend(body.into_iter().map(Line::from));
        }
        Self { title, lines, first: 0 }
    }

    /// The lines in rows of at most so many columns.
    pub(crate) fn rows(&self, width: u16) -> Vec<Line<'static>> {
        let rows = |line: &Line<'static>| {
            let style = line.style;
            hung(&line.to_string(), width).into_iter().map(move |row| Line::styled(row, style))
        };
        self.lines.iter().flat_map(rows).collect()
    }

    /// Takes in one input; `width` and `height` are columns and rows of text on the screen.
    pub(crate) fn update(&mut self, input: &Input, width: u16, height: usize) -> Turned {
        let last = self.rows(width).len().saturating_sub(height.max(1));
        match input {
            Input::Key(key) => match key.as_str() {
                "up" | "k" | "w" => self.first = self.first.saturating_sub(1),
                "down" | "j" | "s" => self.first = (self.first + 1).min(last),
                "page-up" | "b" => self.first = self.first.saturating_sub(height),
                "page-down" | "space" => self.first = (self.first + height).min(last),
                "home" => self.first = 0,
                "end" => self.first = last,
                _ => return Turned::Closes,
            },
            Input::Wheel(notches) => {
                let there = self.first.saturating_add_signed(3 * *notches as isize);
                self.first = there.min(last);
            }
            Input::Resize(..) => self.first = self.first.min(last),
            Input::Press(..) | Input::Release(..) | Input::Paste | Input::Tick => {}
        }
        Turned::Stays
    }
}

/// A line in rows of at most so many columns. What does not fit goes on below the second column of a
/// list, or below the beginning of the line.
fn hung(line: &str, width: u16) -> Vec<String> {
    if line.width() <= usize::from(width) {
        return vec![line.to_owned()];
    }
    let begin = line.len() - line.trim_start().len();
    let second = line[begin..].find("  ").map(|gap| {
        let rest = &line[begin + gap..];
        begin + gap + rest.len() - rest.trim_start().len()
    });
    let is_near = |column: &usize| line[..*column].width() <= usize::from(width) / 2;
    let column = second.filter(is_near).unwrap_or(begin);
    let (head, tail) = line.split_at(column);
    let indent = head.width();
    let room = width.saturating_sub(u16::try_from(indent).unwrap_or(u16::MAX)).max(1);
    let rows = wrapped(tail, room).into_iter().enumerate();
    rows.map(|(row, text)| match row {
        0 => format!("{head}{text}"),
        _ => format!("{}{text}", " ".repeat(indent)),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hang_below_what_they_belong_to() {
        let check = |line: &str, width, expected: &[&str]| {
            assert_eq!(hung(line, width), expected, "{line} in {width}");
        };
        check("  one two three", 20, &["  one two three"]);
        check("  one two three", 10, &["  one two", "  three"]);
        check("  q    leave the game now", 16, &["  q    leave the", "       game now"]);
        check("  a long name here  and more", 12, &["  a long", "  name here", "  and more"]);
        check("二つの石を選ぶ", 6, &["二つの", "石を選", "ぶ"]);
        check("", 5, &[""]);
    }
}
