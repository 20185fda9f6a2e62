//! Text on the screen: lines that are broken, shortened, in the middle, or at an edge.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::tui::facts::Facts;

/// Number of columns of a page that are shown; a blank is on its right.
pub(crate) fn page_width(facts: &Facts) -> u16 {
    facts.size.0.saturating_sub(1).max(1)
}

/// Row of the keys that help now.
pub(crate) fn last_row(area: Rect) -> Rect {
    Rect { y: area.bottom().saturating_sub(1), height: 1.min(area.height), ..area }
}

/// Number of lines of a page that are shown.
pub(crate) fn page_height(facts: &Facts) -> usize {
    usize::from(facts.size.1.saturating_sub(2))
}

/// A message in the middle of an area.
pub(crate) fn message(frame: &mut Frame<'_>, area: Rect, text: &str) {
    let width = area.width.max(1);
    let lines = wrapped(text, width);
    let height = (lines.len() as u16).min(area.height);
    let place = Rect { y: area.y + (area.height - height) / 2, height, ..area };
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center), place);
}

/// The text in lines of at most so many columns; at blanks, or, in a language without them,
/// anywhere.
pub(crate) fn wrapped(text: &str, width: u16) -> Vec<String> {
    use unicode_width::UnicodeWidthChar as _;
    let width = usize::from(width.max(2));
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut used = 0;
        for letter in paragraph.chars() {
            let columns = letter.width().unwrap_or(0);
            if used + columns > width {
                let rest = match line.rfind(' ').filter(|_| letter.is_ascii() && letter != ' ') {
                    Some(blank) => line.split_off(blank).trim_start().to_owned(),
                    None => String::new(),
                };
                lines.push(line.trim_end().to_owned());
                used = unicode_width::UnicodeWidthStr::width(rest.as_str());
                line = rest;
                if letter == ' ' && line.is_empty() {
                    continue;
                }
            }
            line.push(letter);
            used += columns;
        }
        lines.push(line);
    }
    lines
}

/// The text, or as much of its beginning as there is room for with dots behind it.
pub(crate) fn shortened(text: &str, width: u16) -> String {
    use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};
    const DOTS: &str = "...";
    let width = usize::from(width);
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = DOTS.len();
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used > width {
            break;
        }
        kept.push(letter);
    }
    kept.trim_end().to_owned() + DOTS
}

/// One line at the top or the bottom, over the whole width. What stands on its right makes way.
pub(crate) fn bar(frame: &mut Frame<'_>, area: Rect, left: &str, right: &str) {
    let style = Style::new().add_modifier(Modifier::REVERSED);
    let shown = shortened(left, area.width.saturating_sub(2));
    frame.render_widget(Paragraph::new(format!(" {shown}")).style(style), area);
    let width = unicode_width::UnicodeWidthStr::width(right) as u16 + 1;
    let taken = unicode_width::UnicodeWidthStr::width(left) as u16 + 2;
    if !right.is_empty() && taken + width <= area.width {
        let place = Rect { x: area.right() - width, width, ..area };
        frame.render_widget(Paragraph::new(format!("{right} ")).style(style), place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_in_languages_without_them_anywhere() {
        let check = |text: &str, width, expected: &[&str]| {
            assert_eq!(wrapped(text, width), expected, "{text} in {width}");
        };
        check("one two three", 7, &["one two", "three"]);
        check("one two three", 20, &["one two three"]);
        check("abcdefgh", 3, &["abc", "def", "gh"]);
        check("二つの石を選ぶ", 6, &["二つの", "石を選", "ぶ"]);
        check("a\nb", 5, &["a", "b"]);
        check("", 5, &[]);
    }
}
