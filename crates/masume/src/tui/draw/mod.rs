//! From the model to the screen. Nothing is decided here but where things stand.

mod footer;
mod joined;
pub(crate) mod levels;
pub(crate) mod menu;
pub(crate) mod options;
mod page;
pub(crate) mod play;
mod side;
mod trace;
mod waiting;

use masume_presentation::escape::is_unsafe;
use masume_presentation::locale::Phrases;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::app::{App, Over};
use super::facts::Facts;

/// The least screen on which anything but a message is drawn: columns and rows.
const LEAST: (u16, u16) = (16, 5);

/// Draws everything; what others wrote does nothing to the terminal.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &App) {
    draw_all(frame, app);
    for cell in &mut frame.buffer_mut().content {
        if cell.symbol().contains(is_unsafe) {
            cell.set_symbol("\u{fffd}");
        }
    }
}

fn draw_all(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    // The size as the frame has it: it may be newer than the last input.
    let facts = Facts { size: (area.width, area.height), ..app.facts.clone() };
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(frame, area, &app.phrases);
    }
    match (&app.play, &app.over) {
        (Some(play), Some(Over::Trace(trace))) => {
            trace::draw(frame, play, trace, &facts, &app.phrases);
        }
        (Some(play), Some(Over::Levels(list))) => {
            levels::draw(frame, play, list, &facts, &app.phrases);
        }
        (_, Some(Over::Options(chosen))) => options::draw(frame, chosen, &facts, &app.phrases),
        (_, Some(Over::Page(shown))) => page::draw(frame, shown, &facts, &app.phrases),
        (Some(play), None) => {
            let around = play::Around { warning: app.warning.as_deref(), is_kept: app.is_kept };
            play::draw(frame, play, &facts, &app.phrases, around);
        }
        (None, _) => {
            if let Some(waiting) = &app.waiting {
                waiting::draw(frame, waiting, &facts, &app.phrases);
            } else if let Some(menu) = &app.menu {
                let words = menu::Words::of_games(menu, &app.phrases);
                let warning = app.warning.as_deref();
                menu::draw(frame, menu, &facts, &words, &app.phrases, warning);
            }
        }
    }
}

/// A note in the last line, over what stands there.
pub(crate) fn note(frame: &mut Frame<'_>, text: &str) {
    let area = frame.area();
    let line = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    let style = Style::new().add_modifier(Modifier::REVERSED);
    frame.render_widget(Clear, line);
    frame.render_widget(Paragraph::new(text).alignment(Alignment::Center).style(style), line);
}

/// How many columns of a page are shown; a blank is on its right.
pub(crate) fn page_width(facts: &Facts) -> u16 {
    facts.size.0.saturating_sub(1).max(1)
}

/// The key that the mouse presses at this place, where one is written there.
pub(crate) fn key_at(app: &App, place: (u16, u16)) -> Option<String> {
    let (width, height) = app.facts.size;
    let bottom = last_row(Rect::new(0, 0, width, height));
    let phrases = &app.phrases;
    let (entries, area) = match (&app.play, &app.over) {
        (Some(_), Some(Over::Trace(_))) => (trace::keys(phrases), bottom),
        (Some(_), Some(Over::Levels(_))) => (levels::keys(phrases), bottom),
        (_, Some(Over::Page(_))) => (page::keys(phrases), bottom),
        (Some(play), None) => (play::keys(play, phrases), play::areas(play, &app.facts).keys),
        (None, None) if app.waiting.is_some() => (waiting::keys(phrases), bottom),
        (_, Some(Over::Options(_))) => (options::keys(phrases), bottom),
        (None, _) => (menu::keys(app.menu.as_ref()?, phrases), bottom),
    };
    footer::entry_at(&entries, area, place).map(|entry| entry.key.clone())
}

/// Where the keys are that help now.
fn last_row(area: Rect) -> Rect {
    Rect { y: area.bottom().saturating_sub(1), height: 1.min(area.height), ..area }
}

/// How many lines of a page are shown.
pub(crate) fn page_height(facts: &Facts) -> usize {
    usize::from(facts.size.1.saturating_sub(2))
}

fn too_small(frame: &mut Frame<'_>, area: Rect, phrases: &Phrases) {
    let values = [
        ("width", i64::from(LEAST.0).into()),
        ("height", i64::from(LEAST.1).into()),
        ("found-width", i64::from(area.width).into()),
        ("found-height", i64::from(area.height).into()),
    ];
    message(frame, area, &phrases.say("too-small", &values));
}

/// A message in the middle of an area.
fn message(frame: &mut Frame<'_>, area: Rect, text: &str) {
    let width = area.width.max(1);
    let lines = wrapped(text, width);
    let height = (lines.len() as u16).min(area.height);
    let place = Rect { y: area.y + (area.height - height) / 2, height, ..area };
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center), place);
}

/// The text in lines of at most so many columns; at blanks, or, in a language without them,
/// anywhere.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
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
fn shortened(text: &str, width: u16) -> String {
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
fn bar(frame: &mut Frame<'_>, area: Rect, left: &str, right: &str) {
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
