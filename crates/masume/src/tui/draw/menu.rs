//! The menu: a line for each game.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr as _;

use super::bar;
use crate::locale::Phrases;
use crate::tui::facts::Facts;
use crate::tui::menu::Menu;
use crate::tui::palette::Hue;

/// The row of the first game.
const FIRST_ROW: u16 = 2;
/// Rows below the last one: a blank, what is said, keys.
const BELOW: u16 = 3;

/// The items shown on this screen.
pub(crate) fn shown(menu: &Menu, facts: &Facts) -> Range<usize> {
    let room = usize::from(facts.size.1.saturating_sub(FIRST_ROW + BELOW)).max(1);
    let count = menu.items().len();
    let first = menu.at().saturating_sub(room / 2).min(count.saturating_sub(room));
    first..(first + room).min(count)
}

/// The item at a row of the screen.
pub(crate) fn item_at(shown: &Range<usize>, y: u16) -> Option<usize> {
    let index = usize::from(y.checked_sub(FIRST_ROW)?) + shown.start;
    shown.contains(&index).then_some(index)
}

/// What stands around the lines.
#[derive(Debug)]
pub(crate) struct Words {
    title: String,
    about: String,
    keys: String,
}

impl Words {
    /// Around games.
    pub(crate) fn of_games(phrases: &Phrases) -> Self {
        Self {
            title: phrases.say("menu-title", &[]),
            about: phrases.say("menu-subtitle", &[]),
            keys: phrases.say("menu-keys", &[]),
        }
    }

    /// Around the levels of a game.
    pub(crate) fn of_levels(phrases: &Phrases) -> Self {
        Self {
            title: phrases.say("levels-title", &[]),
            about: String::new(),
            keys: phrases.say("levels-keys", &[]),
        }
    }
}

/// Draws the menu.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    menu: &Menu,
    facts: &Facts,
    words: &Words,
    warning: Option<&str>,
) {
    let area = frame.area();
    let top = Rect { height: 1, ..area };
    bar(frame, top, &words.title, &words.about);
    let widest = |text: fn(&crate::tui::menu::Item) -> &str| {
        menu.items().iter().map(|item| text(item).width()).max().unwrap_or(0)
    };
    let title_width = widest(|item| &item.title);
    let progress_width = widest(|item| &item.progress);
    let room = usize::from(area.width);
    let about_width = room.saturating_sub(4 + title_width + 2 + progress_width + 1);
    for (row, index) in shown(menu, facts).enumerate() {
        let item = &menu.items()[index];
        let is_at = index == menu.at();
        let begun = if item.is_begun { "*" } else { " " };
        let mut title = Style::new().add_modifier(Modifier::BOLD);
        if let Some(colour) = facts.depth.paint(Hue::Sky).filter(|_| !is_at) {
            title = title.fg(colour);
        }
        let mut spans = vec![
            Span::raw(format!(" {begun} ")),
            Span::styled(filled(&item.title, title_width), title),
        ];
        // On a narrow screen the sentences make way for the progress.
        if about_width >= 10 {
            spans.push(Span::raw(format!("  {}", filled(&item.about, about_width))));
        }
        spans.push(Span::raw(format!(" {}", item.progress)));
        let style = match is_at {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => Style::new(),
        };
        let place = Rect { y: FIRST_ROW + row as u16, height: 1, ..area };
        frame.render_widget(Paragraph::new(Line::from(spans)).style(style), place);
    }
    let bottom = |rows: u16| Rect { y: area.bottom() - rows, height: 1, ..area };
    if let Some(warning) = warning {
        frame.render_widget(Paragraph::new(format!(" ! {warning}")), bottom(2));
    }
    let dim = Style::new().add_modifier(Modifier::DIM);
    let keys = format!(" {}", words.keys);
    frame.render_widget(Paragraph::new(keys).style(dim), bottom(1));
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
