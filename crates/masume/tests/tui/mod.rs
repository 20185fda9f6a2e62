//! Inputs in, screens out: the whole model on a terminal that is a buffer.

mod bad;
mod duels;
mod ends;
mod games;
mod hints;
mod joined;
mod keeping;
mod looks;
mod opponents;
mod pages;
#[cfg(unix)]
mod panics;
mod pictures;
mod recorded;
mod running;
mod screens;
mod shapes;
mod small;
mod writing;

use std::time::Duration;

use masume_engine::{Cell, Game, Setup, shipped_games};
use masume_presentation::diagnostic::Source;
use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::locale::{Locale, Phrases};
use masume_presentation::picture::widths::{Widths, glyphs_to_measure};
use masume_presentation::play::Play;
use masume_presentation::request::Request;
use masume_service::{Host, Surroundings};
use masume_session::{Edition, Session};
use masume_store::Now;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::app::App;
use super::board::layout;
use super::draw::draw;
use super::facts::Facts;
use super::input::Input;
use super::palette::{Depth, Palette, ThemeChoice};
use super::signs;

/// A terminal in tests.
#[derive(Clone, Copy, Debug)]
struct Kind {
    size: (u16, u16),
    most: GlyphSet,
    locale: Locale,
    depth: Depth,
}

const USUAL: Kind =
    Kind { size: (80, 24), most: GlyphSet::Unicode, locale: Locale::English, depth: Depth::True };

/// A game on such a terminal, which shows every glyph as wide as the table of Unicode has it.
fn app_of(name: &str, text: &str, setup: Setup, kind: Kind) -> App {
    let loaded = Game::load(text);
    let Some(game) = loaded.game else { panic!("{:?}", loaded.diagnostics) };
    let glyphs = glyphs_to_measure(game.rules());
    let widths = Widths::by_table(glyphs.iter().map(String::as_str).chain(signs()));
    let palette = Palette::new(kind.depth, ThemeChoice::Dark, None);
    let facts = Facts { widths, palette, most: kind.most, size: kind.size };
    let session = Session::new(Edition::new(name, text, game), setup).expect("a session");
    let mut phrases = Phrases::new(kind.locale);
    let is_shipped = shipped_games().iter().any(|it| it.text == text);
    phrases.speak_of(Some(name).filter(|_| is_shipped));
    let source = Source { path: format!("games/{name}.masu"), text: text.to_owned() };
    let play = Play::new(session, source, &facts.abilities(), &phrases);
    App::with_play(facts, Host::default(), phrases, play)
}

/// A shipped game with seed 1.
fn shipped(name: &str, kind: Kind) -> App {
    let game = shipped_games().iter().find(|it| it.name == name).expect("a shipped game");
    app_of(name, game.text, Setup { seed: 1, ..Setup::default() }, kind)
}

fn buffer(app: &App) -> Buffer {
    let (width, height) = app.facts.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| draw(frame, app)).expect("a screen");
    terminal.backend().buffer().clone()
}

/// The screen as text, without blanks at the ends of lines.
fn screen(app: &App) -> String {
    let buffer = buffer(app);
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += (unicode_width::UnicodeWidthStr::width(symbol) as u16).max(1);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The surroundings of every host in tests.
const SURROUNDINGS: Surroundings =
    Surroundings { now: Now { clock: Duration::ZERO, seconds: 0 }, seed: 1 };

/// Takes in an input and does what is asked; gives what that was.
fn feed(app: &mut App, input: &Input) -> Vec<Request> {
    let requests = app.update(input);
    for request in requests.clone() {
        app.perform(request, SURROUNDINGS);
    }
    requests
}

fn press(app: &mut App, keys: &[&str]) -> Vec<Request> {
    keys.iter().flat_map(|key| feed(app, &Input::key(key))).collect()
}

/// Presses and releases the mouse on a cell of the game.
fn drag(app: &mut App, from: &str, to: &str) {
    for (name, is_press) in [(from, true), (to, false)] {
        let play = app.play.as_ref().expect("a game");
        let grid = play.dialogue.session.state().board.grid();
        let cell: Cell = grid.cell_named(name).expect("a cell");
        let layout = layout(play, &app.facts).expect("a layout");
        let (column, row) = (grid.column(cell) as u32, grid.row(cell) as u32);
        let place = layout.place(column, row).expect("a place");
        let (x, y) = (place.x + place.width / 2, place.y + place.height / 2);
        feed(app, &if is_press { Input::Press(x, y) } else { Input::Release(x, y) });
    }
}

fn click(app: &mut App, cell: &str) {
    drag(app, cell, cell);
}

/// Presses and releases the mouse on the cell at these coordinates.
fn choose(app: &mut App, (column, row): (u32, u32)) {
    let layout = app.play.as_ref().and_then(|play| layout(play, &app.facts)).expect("a layout");
    let place = layout.place(column, row).expect("a place");
    let (x, y) = (place.x + place.width / 2, place.y + place.height / 2);
    feed(app, &Input::Press(x, y));
    feed(app, &Input::Release(x, y));
}

/// Lets time pass until nothing moves.
fn wait(app: &mut App) {
    for _ in 0..10_000 {
        if !app.is_moving() {
            return;
        }
        feed(app, &Input::Tick);
    }
    panic!("it moves for ever");
}

#[track_caller]
fn shows(app: &App, text: &str) {
    let screen = screen(app);
    assert!(screen.contains(text), "no {text:?} in\n{screen}");
}
