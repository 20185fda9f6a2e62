//! The keys that help now, at the bottom of the screen: each can be pressed with the mouse too.

use masume_presentation::locale::Phrases;
use masume_presentation::speech::keys::key_name;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr as _;

use crate::tui::palette::Palette;

/// Columns between two entries.
const GAP: u16 = 2;

/// A key and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The key that is pressed; empty where none is, and the entry only says what a sign means.
    pub(crate) key: String,
    /// Label that is written for the key: its name, or those of several keys.
    label: String,
    words: String,
    rank: Rank,
}

/// Rank of an entry where there is little room, from what leaves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// There are other ways to find it.
    Spare,
    /// It is wanted often.
    Useful,
    /// Nobody gets far without it: leaving, and the help that names all the rest.
    Needed,
}

impl Entry {
    /// The entry of a key, under its own name.
    pub(crate) fn new(key: &str, id: &str, rank: Rank, phrases: &Phrases) -> Self {
        Self::labelled(key, &key_name(key, phrases), id, rank, phrases)
    }

    /// The entry of a key that stands for several.
    pub(crate) fn labelled(
        key: &str,
        label: &str,
        id: &str,
        rank: Rank,
        phrases: &Phrases,
    ) -> Self {
        let words = phrases.say(id, &[]);
        Self { key: key.to_owned(), label: label.to_owned(), words, rank }
    }

    /// The entry of a key that does what has a name of its own.
    pub(crate) fn named(key: &str, words: String, rank: Rank, phrases: &Phrases) -> Self {
        Self { key: key.to_owned(), label: key_name(key, phrases), words, rank }
    }

    fn width(&self) -> u16 {
        (self.label.width() + 1 + self.words.width()) as u16
    }
}

/// The entries that there is room for, and where they stand.
fn placed(entries: &[Entry], area: Rect) -> Vec<(Rect, &Entry)> {
    let mut kept: Vec<&Entry> = entries.iter().collect();
    let width = |kept: &[&Entry]| {
        let words: u16 = kept.iter().map(|entry| entry.width()).sum();
        words + GAP * (kept.len().saturating_sub(1) as u16)
    };
    while width(&kept) > area.width {
        let Some(least) = kept.iter().map(|entry| entry.rank).min() else { break };
        // Of those that matter least, the last.
        let last = kept.iter().rposition(|entry| entry.rank == least);
        last.map(|index| kept.remove(index));
    }
    let mut x = area.x + (area.width - width(&kept)) / 2;
    let mut places = Vec::new();
    for entry in kept {
        let place = Rect { x, width: entry.width(), height: 1, ..area };
        x = place.right() + GAP;
        places.push((place, entry));
    }
    places
}

/// The entry at a place of the screen.
pub(super) fn entry_at(entries: &[Entry], area: Rect, (x, y): (u16, u16)) -> Option<&Entry> {
    let placed = placed(entries, area);
    let mut pressed = placed.into_iter().filter(|(_, entry)| !entry.key.is_empty());
    pressed.find(|(place, _)| place.contains((x, y).into())).map(|(_, entry)| entry)
}

/// Draws the entries that there is room for.
pub(super) fn draw(frame: &mut Frame<'_>, entries: &[Entry], area: Rect, palette: Palette) {
    for (place, entry) in placed(entries, area) {
        let line = Line::from(vec![
            Span::styled(entry.label.as_str(), Style::new().add_modifier(Modifier::BOLD)),
            Span::styled(format!(" {}", entry.words), palette.quiet()),
        ]);
        frame.render_widget(Paragraph::new(line), place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str, words: &str, rank: Rank) -> Entry {
        let (key, words) = (key.to_owned(), words.to_owned());
        Entry { label: key.clone(), key, words, rank }
    }

    #[test]
    fn what_is_needed_stays_longest() {
        let entries = [
            entry("?", "help", Rank::Needed),
            entry("z", "undo", Rank::Useful),
            entry("t", "trace", Rank::Spare),
            entry("r", "restart", Rank::Useful),
            entry("q", "leave", Rank::Needed),
        ];
        let check = |width, expected: &[&str]| {
            let shown = placed(&entries, Rect::new(0, 3, width, 1));
            let keys: Vec<&str> = shown.iter().map(|(_, entry)| entry.key.as_str()).collect();
            assert_eq!(keys, expected, "{width}");
            for (place, entry) in shown {
                assert!(place.right() <= width);
                for x in [place.x, place.right() - 1] {
                    let found = entry_at(&entries, Rect::new(0, 3, width, 1), (x, 3));
                    assert_eq!(found, Some(entry));
                }
            }
        };
        check(80, &["?", "z", "t", "r", "q"]);
        check(43, &["?", "z", "t", "r", "q"]);
        check(42, &["?", "z", "r", "q"]);
        check(33, &["?", "z", "q"]);
        check(20, &["?", "q"]);
        check(7, &["?"]);
        check(0, &[]);
    }
}
