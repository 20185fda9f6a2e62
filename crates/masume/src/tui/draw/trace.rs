//! The trace: the rules that fired on one side, the board after the one pointed at on the other.

use masume_presentation::locale::Phrases;
use masume_presentation::picture::Marks;
use masume_presentation::play::Play;
use masume_presentation::trace::Trace;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::footer::{self, Entry, Rank};
use super::text::{bar, last_row, message, wrapped};
use crate::tui::board::{Layout, Paint, needs, paint};
use crate::tui::facts::Facts;

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
    let inner = Rect { y: 1, height: area.height.saturating_sub(2), ..area };
    let (board_room, rule_room) = parts(inner);
    rules(frame, trace, phrases, rule_room);
    let board = trace.board();
    let needs = needs(play, board);
    let changed = trace.changed();
    match Layout::new(*board.grid(), needs, board_room, changed.first().copied()) {
        Some(layout) => {
            let marks = Marks { fresh: changed, ..Marks::default() };
            let (looks, palette) = (&play.looks, facts.palette);
            paint(
                frame.buffer_mut(),
                &Paint { layout: &layout, looks, board, marks: &marks, palette },
            );
        }
        None => message(frame, board_room, &phrases.say("no-room", &[])),
    }
    footer::draw(frame, &keys(phrases), last_row(area), facts.palette);
}

/// The keys that help now.
pub(super) fn keys(phrases: &Phrases) -> Vec<Entry> {
    vec![
        Entry::new("up", "hint-step-back", Rank::Useful, phrases),
        Entry::new("down", "hint-step-on", Rank::Useful, phrases),
        Entry::new("home", "hint-first", Rank::Spare, phrases),
        Entry::new("end", "hint-last", Rank::Spare, phrases),
        Entry::new("escape", "hint-back", Rank::Needed, phrases),
    ]
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

/// The rules, each in as many lines as it needs; those around the one pointed at.
fn rules(frame: &mut Frame<'_>, trace: &Trace, phrases: &Phrases, room: Rect) {
    let mut rules = vec![(String::new(), phrases.say("trace-before", &[]))];
    rules.extend(
        trace.steps.iter().enumerate().map(|(index, step)| {
            (format!("{:>2}. {:>3}| ", index + 1, step.line), step.text.clone())
        }),
    );
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (index, (label, text)) in rules.iter().enumerate() {
        // What goes on stands under where it began.
        let width = room.width.saturating_sub(label.len() as u16 + 1);
        for (part, piece) in wrapped(text, width).into_iter().enumerate() {
            let before = if part == 0 { label.clone() } else { " ".repeat(label.len()) };
            lines.push((index, before + &piece));
        }
    }
    let height = usize::from(room.height);
    let at = lines.iter().position(|(index, _)| *index == trace.at).unwrap_or(0);
    let end = lines.iter().rposition(|(index, _)| *index == trace.at).map_or(0, |last| last + 1);
    // The rule pointed at is seen to its end, with as many before it as after it.
    let first = at.saturating_sub(height / 2).max(end.saturating_sub(height)).min(at);
    let first = first.min(lines.len().saturating_sub(height));
    let shown: Vec<Line<'_>> = lines
        .into_iter()
        .skip(first)
        .take(height)
        .map(|(index, line)| match index == trace.at {
            true => Line::styled(line, Style::new().add_modifier(Modifier::REVERSED)),
            false => Line::from(line),
        })
        .collect();
    frame.render_widget(Paragraph::new(shown), room);
}
