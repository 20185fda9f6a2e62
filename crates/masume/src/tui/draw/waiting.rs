//! A game's file that is not right yet: an empty board, and below it what is wrong.

use masume_presentation::locale::Phrases;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::footer::{self, Entry, Rank};
use super::text::{bar, last_row, message, wrapped};
use crate::tui::app::Waiting;
use crate::tui::facts::Facts;

/// Draws what is waited for.
pub(super) fn draw(frame: &mut Frame<'_>, waiting: &Waiting, facts: &Facts, phrases: &Phrases) {
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
    message(
        frame,
        board,
        &[phrases.say("waiting", &[]), phrases.say("waiting-keys", &[])].join("\n"),
    );
    let below = Rect { y: board.bottom(), height, ..area };
    frame.render_widget(Paragraph::new(mistakes), below);
    footer::draw(frame, &keys(phrases), last_row(area), facts.palette);
}

/// The keys that help now.
pub(super) fn keys(phrases: &Phrases) -> Vec<Entry> {
    vec![Entry::new("q", "hint-leave", Rank::Needed, phrases)]
}
