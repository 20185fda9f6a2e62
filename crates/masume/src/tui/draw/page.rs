//! Text to read.

use masume_presentation::locale::Phrases;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::footer::{self, Entry, Rank};
use super::text::{bar, last_row, page_height, page_width};
use crate::tui::facts::Facts;
use crate::tui::page::Page;

/// Draws a page.
pub(super) fn draw(frame: &mut Frame<'_>, page: &Page, facts: &Facts, phrases: &Phrases) {
    let area = frame.area();
    let height = page_height(facts);
    let rows = page.rows(page_width(facts));
    // A page that was turned on a larger screen may stand past its end on this one.
    let first = page.first.min(rows.len().saturating_sub(height));
    let last = (first + height).min(rows.len());
    let values = [("line", last.into()), ("count", rows.len().into())];
    let place = match rows.len() > height {
        true => phrases.say("page-place", &values),
        false => String::new(),
    };
    bar(frame, Rect { height: 1, ..area }, &page.title, &place);
    let lines: Vec<Line<'_>> = rows[first..last].to_vec();
    let text = Rect { y: 1, height: height as u16, ..area };
    frame.render_widget(Paragraph::new(lines), text);
    footer::draw(frame, &keys(phrases), last_row(area), facts.palette);
}

/// The keys that help now.
pub(super) fn keys(phrases: &Phrases) -> Vec<Entry> {
    vec![
        Entry::new("down", "hint-scroll", Rank::Useful, phrases),
        Entry::new("page-down", "hint-page", Rank::Useful, phrases),
        Entry::new("escape", "hint-back", Rank::Needed, phrases),
    ]
}
