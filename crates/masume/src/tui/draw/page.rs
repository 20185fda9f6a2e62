//! Text to read.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::{bar, page_height, page_width};
use crate::locale::Phrases;
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
    let keys = phrases.say("page-keys", &[]);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let bottom = Rect { y: area.bottom() - 1, height: 1, ..area };
    frame.render_widget(Paragraph::new(format!(" {keys}")).style(dim), bottom);
}
