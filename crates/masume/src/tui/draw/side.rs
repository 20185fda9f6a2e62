//! Beside the board of a game for several: what is gone of their pieces, and what was done last.

use masume_presentation::locale::Phrases;
use masume_presentation::play::Play;
use masume_presentation::speech::history;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::text::shortened;
use crate::tui::facts::Facts;

/// Columns beside the board.
pub(super) const WIDTH: u16 = 30;
/// From this size of the screen on there is room for them.
const LEAST: (u16, u16) = (100, 20);

/// True if there is something to be said beside the board, and room for it.
pub(super) fn is_wanted(play: &Play, facts: &Facts) -> bool {
    let (width, height) = facts.size;
    let is_shared = play.dialogue.session.game().rules().players.len() > 1;
    is_shared && width >= LEAST.0 && height >= LEAST.1
}

/// Draws what is gone, then the last of what was done.
pub(super) fn draw(frame: &mut Frame<'_>, play: &Play, phrases: &Phrases, area: Rect) {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let gone = play.gone(phrases);
    let session = &play.dialogue.session;
    let done = match session.position() {
        0 => Vec::new(),
        _ => history::lines(play.dialogue.teller(phrases)),
    };
    let room = usize::from(inner.height).saturating_sub(gone.len() + 2);
    let last = done.len().saturating_sub(room);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines: Vec<Line<'_>> = gone.into_iter().map(Line::from).collect();
    if !done.is_empty() {
        lines.push(Line::default());
        lines.push(Line::styled(phrases.say("history-title", &[]), bold));
    }
    let done = done.into_iter().skip(last);
    lines.extend(done.map(|line| Line::from(shortened(&line, inner.width))));
    frame.render_widget(Paragraph::new(lines), inner);
}
