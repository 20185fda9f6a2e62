//! Text to read that may be longer than the screen.

use std::ops::Range;

use masume_presentation::dialogue::help::{Help, Topic};
use masume_presentation::input::Fate;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr as _;

use super::draw::text::wrapped;
use super::input::Input;

/// Text to read that may be longer than the screen.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// Stands above.
    pub(crate) title: String,
    /// As they are written; [`Page::rows`] are as wide as the screen.
    pub(crate) lines: Vec<Line<'static>>,
    /// Lines that are one paragraph of running text, in order.
    paragraphs: Vec<Range<usize>>,
    /// The first row shown.
    pub(crate) first: usize,
}

impl Page {
    /// Help to read.
    pub(crate) fn of(help: Help) -> Self {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (mut lines, mut paragraphs) = (Vec::new(), Vec::new());
        for section in help.sections {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.extend(section.heading.map(|heading| Line::styled(heading, bold)));
            let inset = if section.topic == Topic::About { "" } else { "  " };
            if matches!(section.topic, Topic::About | Topic::Prose) {
                paragraphs.extend(paragraphs_of(&section.lines, lines.len()));
            }
            lines.extend(section.lines.iter().map(|line| Line::from(format!("{inset}{line}"))));
        }
        Self { title: help.title, lines, paragraphs, first: 0 }
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
        Self { title, lines, paragraphs: Vec::new(), first: 0 }
    }

    /// The lines in rows of at most so many columns. A paragraph is as it was written, or, where
    /// one of its lines is too wide, filled anew.
    pub(crate) fn rows(&self, width: u16) -> Vec<Line<'static>> {
        let rows = |lines: &[Line<'static>]| -> Vec<Line<'static>> {
            let rows = |line: &Line<'static>| {
                let style = line.style;
                hung(&line.to_string(), width).into_iter().map(move |row| Line::styled(row, style))
            };
            lines.iter().flat_map(rows).collect()
        };
        let (mut all, mut at) = (Vec::new(), 0);
        for paragraph in &self.paragraphs {
            all.extend(rows(&self.lines[at..paragraph.start]));
            let lines = &self.lines[paragraph.clone()];
            let fits = lines.iter().all(|line| line.width() <= usize::from(width));
            all.extend(if fits { rows(lines) } else { rows(&[joined(lines)]) });
            at = paragraph.end;
        }
        all.extend(rows(&self.lines[at..]));
        all
    }

    /// Takes in one input; `width` and `height` are columns and rows of text on the screen.
    pub(crate) fn update(&mut self, input: &Input, width: u16, height: usize) -> Fate {
        let last = self.rows(width).len().saturating_sub(height.max(1));
        match input {
            Input::Key(key) => match key.as_str() {
                "up" | "k" | "w" => self.first = self.first.saturating_sub(1),
                "down" | "j" | "s" => self.first = (self.first + 1).min(last),
                "page-up" | "b" => self.first = self.first.saturating_sub(height),
                "page-down" | "space" => self.first = (self.first + height).min(last),
                "home" => self.first = 0,
                "end" => self.first = last,
                "?" | "f1" | "V" | "f11" | "escape" | "enter" | "q" | "Q" | "left"
                | "backspace" => {
                    return Fate::Closes;
                }
                // A key that closes nothing does nothing: it was meant for the game, or for neither.
                _ => {}
            },
            Input::Wheel(notches) => {
                let there = self.first.saturating_add_signed(3 * *notches as isize);
                self.first = there.min(last);
            }
            Input::Resize(..) => self.first = self.first.min(last),
            Input::Press(..)
            | Input::Release(..)
            | Input::Paste
            | Input::Tick
            | Input::Analysis(_) => {}
        }
        Fate::Stays
    }
}

/// Lines that follow each other without a blank line and without a picture between them, counted
/// from `first`.
fn paragraphs_of(lines: &[String], first: usize) -> Vec<Range<usize>> {
    let mut paragraphs: Vec<Range<usize>> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if line.is_empty() || line.starts_with(char::is_whitespace) {
            continue;
        }
        let at = first + index;
        match paragraphs.last_mut().filter(|paragraph| paragraph.end == at) {
            Some(paragraph) => paragraph.end = at + 1,
            None => paragraphs.push(at..at + 1),
        }
    }
    paragraphs
}

/// The lines of a paragraph as one. Languages without blanks between words have none here, either.
fn joined(lines: &[Line<'static>]) -> Line<'static> {
    let mut text = String::new();
    for line in lines {
        let line = line.to_string();
        let next = if text.is_empty() { line.as_str() } else { line.trim_start() };
        let ends = [text.chars().next_back(), next.chars().next()];
        if ends.iter().all(|end| end.is_some_and(|letter| letter.is_ascii())) {
            text.push(' ');
        }
        text.push_str(next);
    }
    Line::from(text)
}

/// A line in rows of at most so many columns. What does not fit goes on below the second column of
/// a list, or below the beginning of the line.
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
    use masume_presentation::dialogue::help::Section;

    #[test]
    fn a_paragraph_that_is_too_wide_is_filled_anew_and_pictures_stay() {
        let lines = ["You push each", "box to a goal.", "", "  #pb.#", "  #...#", "", "It ends."];
        let section = |topic| Section {
            topic,
            heading: None,
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        };
        let check = |topic, width, expected: &[&str]| {
            let help = Help { title: String::new(), sections: vec![section(topic)] };
            let rows = Page::of(help).rows(width);
            let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
            let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
            assert_eq!(rows, expected, "{topic:?} in {width}");
        };
        let as_written =
            ["  You push each", "  box to a goal.", "", "    #pb.#", "    #...#", "", "  It ends."];
        check(Topic::Prose, 16, &as_written);
        check(Topic::Prose, 100, &as_written);
        let filled = [
            "  You push",
            "  each box to",
            "  a goal.",
            "",
            "    #pb.#",
            "    #...#",
            "",
            "  It ends.",
        ];
        check(Topic::Prose, 13, &filled);
        // Lines that stand for themselves are not joined.
        let hung =
            ["  You push", "  each", "  box to a", "  goal.", "", "    #pb.#", "    #...#", ""];
        check(Topic::Own, 13, &[&hung[..], &["  It ends."]].concat());
    }

    #[test]
    fn paragraphs_of_a_language_without_blanks_are_joined_without_them() {
        let lines = ["二つの石を", "選ぶ。", "next", "word"].map(str::to_owned).to_vec();
        let section = Section { topic: Topic::About, heading: None, lines };
        let page = Page::of(Help { title: String::new(), sections: vec![section] });
        let rows: Vec<String> = page.rows(8).iter().map(ToString::to_string).collect();
        assert_eq!(rows, ["二つの石", "を選ぶ。", "next", "word"]);
    }

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
