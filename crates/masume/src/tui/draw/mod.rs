//! From the model to the screen. Nothing is decided here but where things stand.

pub(crate) mod areas;
mod footer;
mod joined;
pub(crate) mod levels;
pub(crate) mod menu;
pub(crate) mod options;
mod page;
pub(crate) mod play;
mod side;
pub(crate) mod text;
mod trace;
mod waiting;

use masume_presentation::escape::is_unsafe;
use masume_presentation::locale::Phrases;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Paragraph};
use text::{last_row, message};

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

/// The key that the mouse presses at this place, where one is written there.
pub(crate) fn key_at(app: &App, place: (u16, u16)) -> Option<String> {
    let (width, height) = app.facts.size;
    let bottom = last_row(Rect::new(0, 0, width, height));
    let phrases = &app.phrases;
    let (entries, area) = match (&app.play, &app.over) {
        (Some(_), Some(Over::Trace(_))) => (trace::keys(phrases), bottom),
        (Some(_), Some(Over::Levels(_))) => (levels::keys(phrases), bottom),
        (_, Some(Over::Page(_))) => (page::keys(phrases), bottom),
        (Some(play), None) => (play::keys(play, phrases), areas::areas(play, &app.facts).keys),
        (None, None) if app.waiting.is_some() => (waiting::keys(phrases), bottom),
        (_, Some(Over::Options(_))) => (options::keys(phrases), bottom),
        (None, _) => (menu::keys(app.menu.as_ref()?, phrases), bottom),
    };
    footer::entry_at(&entries, area, place).map(|entry| entry.key.clone())
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
