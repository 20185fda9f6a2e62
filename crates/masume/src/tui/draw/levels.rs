//! The levels of a game: a line for each, and a picture of the one pointed at.

use std::ops::Range;

use masume_presentation::locale::Phrases;
use masume_presentation::menu::list::Menu;
use masume_presentation::picture::Marks;
use masume_presentation::play::{Levels, Play};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr as _;

use super::footer::{self, Entry, Rank};
use super::text::{bar, last_row, shortened, wrapped};
use crate::tui::board::{Layout, Paint, needs, paint};
use crate::tui::facts::Facts;

/// The row of the first level.
const FIRST_ROW: u16 = 1;
/// The row of the keys.
const BELOW: u16 = 1;
/// From this width on, the picture stands beside the list.
const BESIDE: u16 = 60;
/// From this height on, it stands below the list where it cannot stand beside it.
const UNDER: u16 = 14;

/// The parts of the screen: the list and the picture.
fn parts((width, height): (u16, u16)) -> (Rect, Option<Rect>) {
    let room = height.saturating_sub(FIRST_ROW + BELOW);
    let whole = Rect { x: 0, y: FIRST_ROW, width, height: room };
    if width >= BESIDE {
        let list = width / 2;
        let picture = Rect { x: list, width: width - list, ..whole };
        return (Rect { width: list, ..whole }, Some(picture));
    }
    if height >= UNDER {
        let list = room / 2;
        let picture = Rect { y: whole.y + list, height: room - list, ..whole };
        return (Rect { height: list, ..whole }, Some(picture));
    }
    (whole, None)
}

/// The levels shown on this screen.
pub(crate) fn shown(levels: &Menu, facts: &Facts) -> Range<usize> {
    let room = usize::from(parts(facts.size).0.height).max(1);
    let count = levels.items().len();
    let first = levels.at().saturating_sub(room / 2).min(count.saturating_sub(room));
    first..(first + room).min(count)
}

/// The level at a row of the screen.
pub(crate) fn item_at(shown: &Range<usize>, y: u16) -> Option<usize> {
    let index = usize::from(y.checked_sub(FIRST_ROW)?) + shown.start;
    shown.contains(&index).then_some(index)
}

/// The keys that help now.
pub(super) fn keys(phrases: &Phrases) -> Vec<Entry> {
    vec![
        Entry::new("up", "hint-before", Rank::Spare, phrases),
        Entry::new("down", "hint-after", Rank::Spare, phrases),
        Entry::new("enter", "hint-play", Rank::Needed, phrases),
        Entry::new("escape", "hint-back", Rank::Needed, phrases),
    ]
}

/// Draws the list and the picture.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    play: &Play,
    levels: &Levels,
    facts: &Facts,
    phrases: &Phrases,
) {
    let area = frame.area();
    let (list, picture) = parts(facts.size);
    let count = levels.list.items().len();
    let values = [("level", levels.at().into()), ("count", count.into())];
    let place = phrases.say("levels-place", &values);
    bar(frame, Rect { height: 1, ..area }, &phrases.say("levels-title", &[]), &place);
    for (row, index) in shown(&levels.list, facts).enumerate() {
        let place = Rect { y: list.y + row as u16, height: 1, ..list };
        line(frame, levels, index, facts, place);
    }
    if let Some(room) = picture {
        level(frame, play, levels, facts, phrases, room);
    }
    footer::draw(frame, &keys(phrases), last_row(area), facts.palette);
}

/// One level: whether it was solved, its number and title, its author, how well it was done.
fn line(frame: &mut Frame<'_>, levels: &Levels, index: usize, facts: &Facts, place: Rect) {
    let item = &levels.list.items()[index];
    let is_at = index == levels.list.at();
    let sign = match (item.is_begun, levels.is_hopeless(index)) {
        (true, _) => "*",
        (false, true) => "!",
        (false, false) => " ",
    };
    let best = item.progress.as_str();
    let room = place.width.saturating_sub(4 + best.width() as u16);
    // Two blanks part it from what follows.
    let title = shortened(&item.title, room.saturating_sub(2));
    let author = match room.saturating_sub(title.width() as u16 + 2) {
        left if left >= 6 => shortened(&item.about, left),
        _ => String::new(),
    };
    let gap = usize::from(room).saturating_sub(title.width() + 2 + author.width());
    let quiet = if is_at { Style::new() } else { facts.palette.quiet() };
    let spans = vec![
        Span::raw(format!(" {sign} ")),
        Span::styled(title, Style::new().add_modifier(Modifier::BOLD)),
        Span::styled(format!("  {author}{}", " ".repeat(gap)), quiet),
        Span::raw(format!("{best} ")),
    ];
    let style = match is_at {
        true => Style::new().add_modifier(Modifier::REVERSED),
        false => Style::new(),
    };
    frame.render_widget(Paragraph::new(Line::from(spans)).style(style), place);
}

/// A small picture of the level pointed at as it begins; that it cannot be won stands above.
fn level(
    frame: &mut Frame<'_>,
    play: &Play,
    levels: &Levels,
    facts: &Facts,
    phrases: &Phrases,
    room: Rect,
) {
    let mut room = Rect { x: room.x + 1, width: room.width.saturating_sub(2), ..room };
    if levels.is_hopeless(levels.list.at())
        && let Some(why) = play.dialogue.teller(phrases).cannot_be_won(levels.at())
    {
        let lines = wrapped(&why, room.width);
        let height = (lines.len() as u16).min(room.height);
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), Rect { height, ..room });
        room = Rect { y: room.y + height, height: room.height - height, ..room };
    }
    let Some(board) = &levels.board else { return };
    if let Some(layout) = Layout::new(*board.grid(), needs(play, board), room, None) {
        let (looks, marks, palette) = (&play.looks, &Marks::default(), facts.palette);
        let what = Paint { layout: &layout, looks, board, marks, palette };
        paint(frame.buffer_mut(), &what);
    }
}
