//! Text to read that may be longer than the screen.

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::input::Input;
use crate::dialogue::help::Help;

/// Text to read that may be longer than the screen.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// Stands above.
    pub(crate) title: String,
    /// Each no wider than the screen, or it is cut.
    pub(crate) lines: Vec<Line<'static>>,
    /// The first line shown.
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
            lines.extend(section.lines.into_iter().map(Line::from));
        }
        Self { title: help.title, lines, first: 0 }
    }

    /// Takes in one input; `height` is how many lines the screen shows.
    pub(crate) fn update(&mut self, input: &Input, height: usize) -> Turned {
        let last = self.lines.len().saturating_sub(height.max(1));
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
