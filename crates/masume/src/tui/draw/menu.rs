//! The menu: a line for each game.

use std::ops::Range;

use masume_presentation::locale::Phrases;
use masume_presentation::menu::list::{Item, Menu, Row};
use masume_presentation::picture::hue::Hue;
use masume_presentation::speech::keys::key_name;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr as _;

use super::footer::{self, Entry, Rank};
use super::text::{bar, wrapped};
use crate::tui::facts::Facts;

/// From this height on, rows of their own tell what is out of sight, and what is said.
const ROOMY: u16 = 9;

/// The most rows that a warning covers.
const MOST_SAID: u16 = 4;

/// Rows around the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ListRows {
    /// The title, and what was scrolled away.
    above: u16,
    /// Rows of what is still to come, what is said, and keys.
    below: u16,
}

impl ListRows {
    fn of(height: u16) -> Self {
        match height >= ROOMY {
            true => Self { above: 2, below: 3 },
            false => Self { above: 1, below: 1 },
        }
    }
}

/// The rows shown on this screen, as a range of [`Menu::rows`].
pub(crate) fn shown(menu: &Menu, facts: &Facts) -> Range<usize> {
    let around = ListRows::of(facts.size.1);
    menu.window(usize::from(facts.size.1.saturating_sub(around.above + around.below)))
}

/// The item at a row of the screen.
pub(crate) fn item_at(menu: &Menu, facts: &Facts, y: u16) -> Option<usize> {
    let shown = shown(menu, facts);
    let index = usize::from(y.checked_sub(ListRows::of(facts.size.1).above)?) + shown.start;
    match menu.rows().get(index).filter(|_| shown.contains(&index))? {
        Row::Item(item) => Some(*item),
        Row::Heading(_) => None,
    }
}

/// Words around the lines.
#[derive(Debug)]
pub(crate) struct Words {
    title: String,
    about: String,
    keys: Vec<Entry>,
}

impl Words {
    /// Rows around the games of this menu.
    pub(crate) fn of_games(menu: &Menu, phrases: &Phrases) -> Self {
        let keys = keys(menu, phrases);
        Self {
            title: phrases.say("menu-title", &[]),
            about: phrases.say("menu-subtitle", &[]),
            keys,
        }
    }
}

/// The keys that help now, and what a star says where there is one.
pub(super) fn keys(menu: &Menu, phrases: &Phrases) -> Vec<Entry> {
    let mut keys = vec![
        Entry::new("enter", "menu-key-play", Rank::Needed, phrases),
        Entry::new("q", "menu-key-leave", Rank::Needed, phrases),
        Entry::new("?", "menu-key-help", Rank::Needed, phrases),
        Entry::new("O", "menu-key-options", Rank::Useful, phrases),
        Entry::new("N", "menu-key-anew", Rank::Useful, phrases),
        Entry::new("S", "menu-key-statistics", Rank::Useful, phrases),
    ];
    if menu.items().iter().any(|item| item.is_begun) {
        keys.push(Entry::labelled("", "*", "menu-key-star", Rank::Spare, phrases));
    }
    let letters = key_name("letters", phrases);
    keys.push(Entry::labelled("", &letters, "menu-key-letters", Rank::Spare, phrases));
    keys
}

/// Draws the menu.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    menu: &Menu,
    facts: &Facts,
    words: &Words,
    phrases: &Phrases,
    warning: Option<&str>,
) {
    let area = frame.area();
    let around = ListRows::of(area.height);
    let is_roomy = area.height >= ROOMY;
    let top = Rect { height: 1, ..area };
    let count = [("level", (menu.at() + 1).into()), ("count", menu.items().len().into())];
    match is_roomy {
        true => bar(frame, top, &words.title, &words.about),
        false => bar(frame, top, &words.title, &phrases.say("levels-place", &count)),
    }
    let columns = Columns::of(menu, area.width);
    let shown = shown(menu, facts);
    for (line, row) in menu.rows()[shown.clone()].iter().enumerate() {
        let place = Rect { y: around.above + line as u16, height: 1, ..area };
        match row {
            Row::Heading(group) => {
                let style = facts.palette.quiet().add_modifier(Modifier::UNDERLINED);
                let heading = Span::styled(menu.heading(*group).to_owned(), style);
                let line = Line::from(vec![Span::raw(" "), heading]);
                frame.render_widget(Paragraph::new(line), place);
            }
            Row::Item(index) => item(frame, menu, *index, columns, facts, place),
        }
    }
    let bottom = |rows: u16| Rect { y: area.bottom() - rows, height: 1, ..area };
    if is_roomy {
        let above = items_in(&menu.rows()[..shown.start]);
        let below = items_in(&menu.rows()[shown.end..]);
        more(frame, "more-above", above, phrases, Rect { y: 1, height: 1, ..area });
        more(frame, "more-below", below, phrases, bottom(3));
    }
    let typed = (!menu.typed().is_empty()).then(|| format!(" {}_", menu.typed()));
    if let Some(said) = warning.map(|it| format!(" ! {it}")).or(typed) {
        let lines: Vec<Line<'_>> =
            wrapped(&said, area.width.saturating_sub(1)).into_iter().map(Line::from).collect();
        // Without rows of its own it stands in the place of the title.
        let height = (lines.len() as u16).min(MOST_SAID);
        let place = match is_roomy {
            true => Rect { height, ..bottom(height + 1) },
            false => top,
        };
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines), place);
    }
    footer::draw(frame, &words.keys, bottom(1), facts.palette);
}

fn items_in(rows: &[Row]) -> usize {
    rows.iter().filter(|row| matches!(row, Row::Item(_))).count()
}

/// Number of items in a place where none of them is seen.
fn more(frame: &mut Frame<'_>, id: &str, count: usize, phrases: &Phrases, place: Rect) {
    if count > 0 {
        let text = format!("   {}", phrases.say(id, &[("count", count.into())]));
        frame.render_widget(Paragraph::new(text), place);
    }
}

/// Widths of the parts of a line.
#[derive(Clone, Copy, Debug)]
struct Columns {
    title: usize,
    /// None where there is no room.
    about: Option<usize>,
    /// In front of what was reached.
    gap: usize,
}

impl Columns {
    fn of(menu: &Menu, width: u16) -> Self {
        /// Sentences that are shorter say nothing.
        const LEAST: usize = 16;
        let widest = |text: fn(&Item) -> &str| {
            menu.items().iter().map(|item| text(item).width()).max().unwrap_or(0)
        };
        let (title, progress) = (widest(|item| &item.title), widest(|item| &item.progress));
        let room = usize::from(width).saturating_sub(4 + progress + 1);
        // On a narrow screen titles make way for what was reached, and sentences for both.
        let title = title.min(room.max(8));
        let about = room.checked_sub(title + 2).filter(|about| *about >= LEAST);
        Self { title, about, gap: 1 }
    }
}

fn item(
    frame: &mut Frame<'_>,
    menu: &Menu,
    index: usize,
    columns: Columns,
    facts: &Facts,
    place: Rect,
) {
    let Some(item) = menu.items().get(index) else { return };
    let is_at = index == menu.at();
    let begun = if item.is_begun { "*" } else { " " };
    let hue = if is_at { Style::new() } else { facts.palette.words(Hue::Sky) };
    let title = hue.add_modifier(Modifier::BOLD);
    let mut spans = vec![
        Span::raw(format!(" {begun} ")),
        Span::styled(filled(&item.title, columns.title), title),
    ];
    if let Some(width) = columns.about {
        spans.push(Span::raw(format!("  {}", filled(&item.about, width))));
    }
    spans.push(Span::raw(format!("{}{}", " ".repeat(columns.gap), item.progress)));
    let style = match is_at {
        true => Style::new().add_modifier(Modifier::REVERSED),
        false => Style::new(),
    };
    frame.render_widget(Paragraph::new(Line::from(spans)).style(style), place);
}

/// Cut or filled up to so many columns; what was cut ends in dots.
fn filled(text: &str, width: usize) -> String {
    const DOTS: &str = "..";
    let kept = match text.width() > width && width > DOTS.len() {
        true => begun(text, width - DOTS.len()) + DOTS,
        false => begun(text, width),
    };
    let gap = width.saturating_sub(kept.width());
    kept + &" ".repeat(gap)
}

/// The beginning of a text, so many columns wide at most.
fn begun(text: &str, width: usize) -> String {
    let mut kept = String::new();
    for letter in text.chars() {
        let mut longer = kept.clone();
        longer.push(letter);
        if longer.width() > width {
            break;
        }
        kept = longer;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_ends_in_dots_and_never_in_half_a_letter() {
        let check = |text: &str, width, expected: &str| assert_eq!(filled(text, width), expected);
        check("stones", 8, "stones  ");
        check("stones", 6, "stones");
        check("stones", 5, "sto..");
        check("二つの石", 8, "二つの石");
        check("二つの石", 7, "二つ.. ");
        check("stones", 1, "s");
        check("stones", 0, "");
    }
}
