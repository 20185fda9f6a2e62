//! The trace: the rules that fired on one side, the board after the one pointed at on the other.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::{bar, message};
use crate::locale::Phrases;
use crate::tui::board::{Layout, Marks, Needs, Paint, paint};
use crate::tui::facts::Facts;
use crate::tui::play::Play;
use crate::tui::trace::Trace;

/// From this width on, board and rules stand side by side.
const SIDE_BY_SIDE: u16 = 72;

/// Draws a trace.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    play: &Play,
    trace: &Trace,
    facts: &Facts,
    phrases: &Phrases,
) {
    let area = frame.area();
    let values = [("action", trace.action.as_str().into())];
    let place = [("step", trace.at.into()), ("count", trace.steps.len().into())];
    bar(
        frame,
        Rect { height: 1, ..area },
        &phrases.say("trace-title", &values),
        &phrases.say("trace-place", &place),
    );
    let inner = Rect { y: 1, height: area.height.saturating_sub(3), ..area };
    let (board_room, rule_room) = parts(inner);
    rules(frame, trace, phrases, rule_room);
    let board = trace.board();
    let needs = Needs::of(play.dialogue.session.game().rules(), &play.looks, board);
    let changed = trace.changed();
    match Layout::new(*board.grid(), needs, board_room, changed.first().copied()) {
        Some(layout) => {
            let marks = Marks { fresh: changed, ..Marks::default() };
            let (looks, depth) = (&play.looks, facts.depth);
            paint(
                frame.buffer_mut(),
                &Paint { layout: &layout, looks, board, marks: &marks, depth },
            );
        }
        None => message(frame, board_room, &phrases.say("no-room", &[])),
    }
    // The list may have no room for all of a rule.
    if let Some(step) = trace.at.checked_sub(1).and_then(|index| trace.steps.get(index)) {
        let whole = format!(" {}| {}", step.line, step.text);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let place = Rect { y: area.bottom() - 2, height: 1, ..area };
        frame.render_widget(Paragraph::new(whole).style(bold), place);
    }
    let dim = Style::new().add_modifier(Modifier::DIM);
    let keys = format!(" {}", phrases.say("trace-keys", &[]));
    let bottom = Rect { y: area.bottom() - 1, height: 1, ..area };
    frame.render_widget(Paragraph::new(keys).style(dim), bottom);
}

/// The room of the board, and that of the rules.
fn parts(inner: Rect) -> (Rect, Rect) {
    if inner.width >= SIDE_BY_SIDE {
        let width = inner.width / 2;
        let right = Rect { x: inner.x + width, width: inner.width - width, ..inner };
        return (Rect { width: width - 1, ..inner }, right);
    }
    let height = inner.height * 3 / 5;
    let below = Rect { y: inner.y + height, height: inner.height - height, ..inner };
    (Rect { height, ..inner }, below)
}

fn rules(frame: &mut Frame<'_>, trace: &Trace, phrases: &Phrases, room: Rect) {
    let mut lines = vec![phrases.say("trace-before", &[])];
    lines.extend(
        trace
            .steps
            .iter()
            .enumerate()
            .map(|(index, step)| format!("{:>2}. {:>3}| {}", index + 1, step.line, step.text)),
    );
    let height = usize::from(room.height);
    let first = trace.at.saturating_sub(height / 2).min(lines.len().saturating_sub(height));
    let shown: Vec<Line<'_>> = lines
        .into_iter()
        .enumerate()
        .skip(first)
        .take(height)
        .map(|(index, line)| match index == trace.at {
            true => Line::styled(line, Style::new().add_modifier(Modifier::REVERSED)),
            false => Line::from(line),
        })
        .collect();
    frame.render_widget(Paragraph::new(shown), room);
}
