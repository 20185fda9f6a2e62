//! The menu of the games.

use super::input::Input;

/// A line of the menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Item {
    /// The game's name, by which it is opened.
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: String,
    /// A sentence about it.
    pub(crate) about: String,
    /// How far the player has come, in words; empty where nothing was played.
    pub(crate) progress: String,
    /// Whether a game waits to be gone on with.
    pub(crate) is_begun: bool,
}

/// The games, and the one that is pointed at.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    items: Vec<Item>,
    at: usize,
}

/// What comes of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// Nothing to be done.
    Nothing,
    /// This game is to be opened.
    Game(String),
    /// This game is to be begun anew.
    Anew(String),
    /// What the keys do is asked.
    Help,
    /// Enough.
    Leave,
}

impl Menu {
    /// These games, the first pointed at.
    pub(crate) fn new(items: Vec<Item>) -> Self {
        Self { items, at: 0 }
    }

    /// The games in order.
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// The place of the one pointed at.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Points at a game by its name, where it is there.
    pub(crate) fn point_at(&mut self, name: &str) {
        if let Some(index) = self.items.iter().position(|item| item.name == name) {
            self.at = index;
        }
    }

    /// Takes in one input; `row` is the item shown at a row of the screen.
    pub(crate) fn update(
        &mut self,
        input: &Input,
        page: usize,
        row: impl Fn(u16) -> Option<usize>,
    ) -> Chosen {
        let last = self.items.len().saturating_sub(1);
        match input {
            Input::Key(key) => match key.as_str() {
                "up" | "k" | "w" | "8" => self.at = self.at.saturating_sub(1),
                "down" | "j" | "s" | "2" => self.at = (self.at + 1).min(last),
                "page-up" => self.at = self.at.saturating_sub(page),
                "page-down" => self.at = (self.at + page).min(last),
                "home" => self.at = 0,
                "end" => self.at = last,
                "enter" | "space" | "right" | "l" | "d" => return self.chosen(Chosen::Game),
                "n" => return self.chosen(Chosen::Anew),
                "?" | "f1" => return Chosen::Help,
                "q" | "escape" => return Chosen::Leave,
                _ => {}
            },
            Input::Wheel(notches) => {
                let there = self.at.saturating_add_signed(*notches as isize);
                self.at = there.min(last);
            }
            Input::Press(_, y) => {
                if let Some(index) = row(*y) {
                    self.at = index;
                }
            }
            Input::Release(_, y) => {
                if row(*y) == Some(self.at) {
                    return self.chosen(Chosen::Game);
                }
            }
            Input::Paste | Input::Resize(..) | Input::Tick => {}
        }
        Chosen::Nothing
    }

    fn chosen(&self, how: impl Fn(String) -> Chosen) -> Chosen {
        self.items.get(self.at).map_or(Chosen::Nothing, |item| how(item.name.clone()))
    }
}
