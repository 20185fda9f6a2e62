//! Inputs taken in: the screen changes, and requests come out for the host.

use masume_presentation::input::Fate;
use masume_presentation::menu::list::Chosen;
use masume_presentation::menu::options::Decided;
use masume_presentation::request::Request;

use super::app::{App, Over};
use super::board::layout;
use super::draw;
use super::input::Input;

impl App {
    /// Takes in one input.
    pub(crate) fn update(&mut self, input: &Input) -> Vec<Request> {
        match input {
            Input::Resize(width, height) => self.facts.size = (*width, *height),
            Input::Key(key) => {
                self.warning = None;
                match key.as_str() {
                    "ctrl-c" | "ctrl-d" => return vec![Request::End],
                    "ctrl-z" => return vec![Request::Suspend],
                    _ => {}
                }
            }
            Input::Press(..)
            | Input::Release(..)
            | Input::Wheel(_)
            | Input::Paste
            | Input::Analysis(_)
            | Input::Tick => {}
        }
        // A key that is written on the screen is pressed with the mouse.
        if let Input::Press(x, y) = input
            && let Some(key) = draw::key_at(self, (*x, *y))
        {
            return self.update(&Input::Key(key));
        }
        // What was thought about is the game's, whatever lies over it.
        if self.over.is_some() && !matches!(input, Input::Analysis(_)) {
            return self.update_over(input);
        }
        match &mut self.play {
            Some(play) => {
                let layout = layout(play, &self.facts);
                let cell = |x, y| layout.and_then(|layout| layout.cell_at(x, y));
                let gesture = input.gesture(cell);
                gesture.map(|it| play.update(&it, &self.phrases)).unwrap_or_default()
            }
            None if self.waiting.is_some() => match input {
                Input::Key(key) if key == "q" || key == "escape" => vec![Request::End],
                Input::Key(_)
                | Input::Resize(..)
                | Input::Press(..)
                | Input::Release(..)
                | Input::Wheel(_)
                | Input::Paste
                | Input::Analysis(_)
                | Input::Tick => Vec::new(),
            },
            None => self.update_menu(input),
        }
    }

    fn update_over(&mut self, input: &Input) -> Vec<Request> {
        let turned = match &mut self.over {
            Some(Over::Levels(_)) => return self.update_levels(input),
            Some(Over::Options(_)) => return self.update_options(input),
            Some(Over::Page(page)) => page.update(
                input,
                draw::text::page_width(&self.facts),
                draw::text::page_height(&self.facts),
            ),
            Some(Over::Trace(trace)) => {
                let gesture = input.gesture(|_, _| None::<()>);
                gesture.map_or(Fate::Stays, |it| trace.update(&it))
            }
            None => Fate::Stays,
        };
        if turned == Fate::Closes {
            self.over = None;
        }
        Vec::new()
    }

    fn update_options(&mut self, input: &Input) -> Vec<Request> {
        let Some(Over::Options(options)) = &mut self.over else { return Vec::new() };
        let (facts, phrases) = (&self.facts, &self.phrases);
        let spot = |x: u16, y: u16| draw::options::spot_at(options, facts, phrases, x, y);
        let Some(gesture) = input.gesture(spot) else { return Vec::new() };
        match options.update(&gesture) {
            Decided::Nothing => Vec::new(),
            Decided::Back => {
                self.over = None;
                Vec::new()
            }
            // The choices stay until the game has begun: it may turn out that it cannot.
            Decided::Begin(beginning) => {
                let name = self.play.is_none().then(|| options.name().to_owned());
                vec![Request::Begin { name, beginning }]
            }
        }
    }

    fn update_levels(&mut self, input: &Input) -> Vec<Request> {
        let (Some(Over::Levels(levels)), Some(play)) = (&mut self.over, &mut self.play) else {
            return Vec::new();
        };
        let shown = draw::levels::shown(&levels.list, &self.facts);
        let Some(gesture) = input.gesture(|_, y| draw::levels::item_at(&shown, y)) else {
            return Vec::new();
        };
        let (level, anew) = match levels.list.update(&gesture, shown.len()) {
            Chosen::Nothing | Chosen::Help | Chosen::Options(_) | Chosen::Statistics(_) => {
                levels.look(&play.dialogue.session);
                return Vec::new();
            }
            Chosen::Game(level) => (level.parse().ok(), false),
            Chosen::Anew(level) => (level.parse().ok(), true),
            Chosen::Leave => (None, false),
        };
        let waiting =
            level.filter(|_| !anew).and_then(|level| levels.record(level)?.waiting.clone());
        self.over = None;
        if let Some(waiting) = waiting {
            return vec![Request::GoOn(waiting.number)];
        }
        let Some(level) = level else { return Vec::new() };
        play.go_to_level(level, &self.phrases)
    }

    fn update_menu(&mut self, input: &Input) -> Vec<Request> {
        let facts = &self.facts;
        let Some(menu) = &mut self.menu else { return vec![Request::End] };
        let shown = draw::menu::shown(menu, facts);
        let Some(gesture) = input.gesture(|_, y| draw::menu::item_at(menu, facts, y)) else {
            return Vec::new();
        };
        match menu.update(&gesture, shown.len()) {
            Chosen::Nothing => Vec::new(),
            Chosen::Game(name) => vec![Request::Open { name, anew: false }],
            Chosen::Anew(name) => vec![Request::Open { name, anew: true }],
            Chosen::Statistics(name) => vec![Request::Statistics(name)],
            Chosen::Options(name) => {
                vec![Request::Options { name: Some(name), level: menu.next_level() }]
            }
            Chosen::Help => vec![Request::MenuHelp],
            Chosen::Leave => vec![Request::End],
        }
    }
}
