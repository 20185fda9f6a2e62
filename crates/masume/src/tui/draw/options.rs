//! Options before a game begins: a line for each choice.

use std::ops::Range;

use masume_presentation::locale::Phrases;
use masume_presentation::menu::options::{Field, Options, Spot};
use masume_presentation::speech::keys::key_name;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr as _;

use super::footer::{self, Entry, Rank};
use super::text::{bar, wrapped};
use crate::tui::facts::Facts;

/// The row of the first choice.
const FIRST_ROW: u16 = 2;
/// Rows below the last one: a blank, the id or what went wrong, keys.
const BELOW: u16 = 3;
/// The column in which labels begin.
const INDENT: u16 = 2;
/// Signs that make a value less, and more; a blank follows each.
const SIGNS: [&str; 2] = ["<", ">"];

/// The lines shown on this screen.
fn shown(options: &Options, facts: &Facts) -> Range<usize> {
    let room = usize::from(facts.size.1.saturating_sub(FIRST_ROW + BELOW)).max(1);
    let count = options.fields().len();
    let first = options.at().saturating_sub(room / 2).min(count.saturating_sub(room));
    first..(first + room).min(count)
}

/// The column of the first sign: behind the widest label.
fn first_sign(options: &Options, phrases: &Phrases) -> u16 {
    let labels = options.fields().into_iter().map(|field| options.label(field, phrases).width());
    INDENT + labels.max().unwrap_or(0) as u16 + 2
}

/// Control at a place of the screen.
pub(crate) fn spot_at(
    options: &Options,
    facts: &Facts,
    phrases: &Phrases,
    x: u16,
    y: u16,
) -> Option<Spot> {
    let index = usize::from(y.checked_sub(FIRST_ROW)?) + shown(options, facts).start;
    let field = *options.fields().get(index).filter(|_| shown(options, facts).contains(&index))?;
    let less = first_sign(options, phrases);
    let more = less + 3 + options.value(field, phrases).width() as u16;
    Some(match x {
        _ if field == Field::Begin => Spot::Line(index),
        _ if (less..less + 2).contains(&x) => Spot::Less(index),
        _ if (more - 1..more + 1).contains(&x) => Spot::More(index),
        _ => Spot::Line(index),
    })
}

/// Draws the choices.
pub(super) fn draw(frame: &mut Frame<'_>, options: &Options, facts: &Facts, phrases: &Phrases) {
    let area = frame.area();
    bar(frame, Rect { height: 1, ..area }, &options.heading(phrases), "");
    let fields = options.fields();
    for (row, index) in shown(options, facts).enumerate() {
        let place = Rect { y: FIRST_ROW + row as u16, height: 1, ..area };
        let line = line(options, fields[index], phrases, area.width);
        let style = match index == options.at() {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => Style::new(),
        };
        frame.render_widget(Paragraph::new(line).style(style), place);
    }
    let bottom = |rows: u16| Rect { y: area.bottom() - rows, height: 1, ..area };
    let quiet = facts.palette.quiet();
    match &options.trouble {
        Some(trouble) => {
            let lines = wrapped(&format!("! {trouble}"), area.width.saturating_sub(2));
            let height = (lines.len() as u16).min(area.height / 2);
            let place = Rect { y: area.bottom() - 1 - height, height, ..area };
            let lines: Vec<Line<'_>> =
                lines.into_iter().map(|line| Line::from(format!(" {line}"))).collect();
            frame.render_widget(Paragraph::new(lines), place);
        }
        None => {
            let values = [("id", options.words().into())];
            let said = match options.beginning().seed {
                Some(_) => phrases.say("options-same", &values),
                None => phrases.say("options-id", &values),
            };
            frame.render_widget(Paragraph::new(format!(" {said}")).style(quiet), bottom(2));
        }
    }
    footer::draw(frame, &keys(phrases), bottom(1), facts.palette);
}

/// The keys that help now.
pub(super) fn keys(phrases: &Phrases) -> Vec<Entry> {
    let both = |one: &str, other: &str| [one, other].map(|key| key_name(key, phrases)).join("/");
    let (sides, rows) = (both("left", "right"), both("up", "down"));
    vec![
        Entry::new("enter", "options-key-begin", Rank::Needed, phrases),
        Entry::new("escape", "options-key-back", Rank::Needed, phrases),
        Entry::labelled("right", &sides, "options-key-change", Rank::Useful, phrases),
        Entry::labelled("down", &rows, "options-key-choose", Rank::Spare, phrases),
    ]
}

fn line(options: &Options, field: Field, phrases: &Phrases, width: u16) -> Line<'static> {
    let label = options.label(field, phrases);
    let indent = " ".repeat(usize::from(INDENT));
    if field == Field::Begin {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        return Line::from(vec![Span::raw(indent), Span::styled(label, bold)]);
    }
    let gap = usize::from(first_sign(options, phrases)) - usize::from(INDENT) - label.width();
    let [less, more] = SIGNS;
    let value = options.value(field, phrases);
    let mut line = Line::from(vec![
        Span::raw(format!("{indent}{label}{}{less} ", " ".repeat(gap))),
        Span::styled(value, Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!(" {more}")),
    ]);
    // Half a sentence would say nothing.
    let range = format!("  {}", options.range(field, phrases));
    if line.width() + range.width() <= usize::from(width) {
        line.push_span(Span::raw(range));
    }
    line
}
