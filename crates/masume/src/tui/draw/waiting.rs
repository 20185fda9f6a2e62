//! A game's file that is not right yet: an empty board, and below it what is wrong.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::{bar, message, wrapped};
use crate::locale::Phrases;
use crate::tui::app::Waiting;

/// Draws what is waited for.
pub(super) fn draw(frame: &mut Frame<'_>, waiting: &Waiting, phrases: &Phrases) {
    let area = frame.area();
    bar(frame, Rect { height: 1, ..area }, &waiting.path, "");
    let mistakes: Vec<Line<'_>> = waiting
        .mistakes
        .iter()
        .flat_map(|line| wrapped(line, area.width))
        .map(Line::from)
        .collect();
    let room = area.height.saturating_sub(2);
    // The board's place stays in sight, however much is wrong.
    let height = (mistakes.len() as u16).min(room * 3 / 4);
    let board = Rect { y: 1, height: room - height, ..area };
    message(frame, board, &phrases.say("waiting", &[]));
    let below = Rect { y: board.bottom(), height, ..area };
    frame.render_widget(Paragraph::new(mistakes), below);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let keys = format!(" {}", phrases.say("waiting-keys", &[]));
    let bottom = Rect { y: area.bottom() - 1, height: 1, ..area };
    frame.render_widget(Paragraph::new(keys).style(dim), bottom);
}
