//! The menu of the games, in groups; a list of levels is one, too.

use std::ops::Range;

use crate::input::Gesture;

/// A line of the menu that can be chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The game's name, by which it is opened.
    pub name: String,
    /// Its title.
    pub title: String,
    /// A sentence about it.
    pub about: String,
    /// Progress of the player, in words; empty where nothing was played.
    pub progress: String,
    /// True if a game waits to be gone on with.
    pub is_begun: bool,
    /// The level that comes next, in a game of levels.
    pub level: Option<usize>,
    /// Number of its levels.
    pub levels: usize,
    /// Number of those that were solved.
    pub solved: usize,
    /// Set-ups that are offered: the id of each, and its words.
    pub presets: Vec<(String, String)>,
}

/// Items under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Heading; empty for none.
    pub heading: String,
    /// In order.
    pub items: Vec<Item>,
}

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The heading of the group of this number.
    Heading(usize),
    /// The item of this number, counted through all groups.
    Item(usize),
}

/// The games, and the one that is pointed at.
///
/// ```
/// use masume_presentation::input::Gesture;
/// use masume_presentation::menu::list::{Chosen, Item, Menu};
///
/// let item = |name: &str| Item { name: name.to_owned(), ..Item::default() };
/// let mut menu = Menu::new(vec![item("chess"), item("go"), item("hex")]);
/// assert_eq!(menu.update(&Gesture::key("h"), 10), Chosen::Nothing);
/// assert_eq!(menu.at(), 2);
/// assert_eq!(menu.update(&Gesture::key("enter"), 10), Chosen::Game("hex".to_owned()));
/// ```
#[derive(Clone, Debug)]
pub struct Menu {
    headings: Vec<String>,
    items: Vec<Item>,
    rows: Vec<Row>,
    at: usize,
    /// Letters that were typed one after another, for the name that begins so.
    typed: String,
}

/// Choice that an input makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Nothing to be done.
    Nothing,
    /// This game is to be opened.
    Game(String),
    /// This game is to be begun anew.
    Anew(String),
    /// The beginning of this game is to be chosen.
    Options(String),
    /// Statistics, of this game first.
    Statistics(String),
    /// Help about the keys.
    Help,
    /// Enough.
    Leave,
}

impl Menu {
    /// These items, the first pointed at.
    pub fn new(items: Vec<Item>) -> Self {
        Self::of_groups(vec![Group { heading: String::new(), items }])
    }

    /// These groups, the first item pointed at.
    ///
    /// ```
    /// use masume_presentation::menu::list::{Group, Item, Menu, Row};
    ///
    /// let item = Item { name: "chess".to_owned(), ..Item::default() };
    /// let group = Group { heading: "For two".to_owned(), items: vec![item] };
    /// let menu = Menu::of_groups(vec![group, Group::default()]);
    /// assert_eq!(menu.rows(), [Row::Heading(0), Row::Item(0)]);
    /// assert_eq!(menu.heading(0), "For two");
    /// ```
    pub fn of_groups(groups: Vec<Group>) -> Self {
        let (mut headings, mut items, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for group in groups.into_iter().filter(|group| !group.items.is_empty()) {
            if !group.heading.is_empty() {
                rows.push(Row::Heading(headings.len()));
            }
            headings.push(group.heading);
            rows.extend((items.len()..items.len() + group.items.len()).map(Row::Item));
            items.extend(group.items);
        }
        Self { headings, items, rows, at: 0, typed: String::new() }
    }

    /// The items in order.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The items in order, for what is told of them later.
    pub fn items_mut(&mut self) -> &mut [Item] {
        &mut self.items
    }

    /// Heading of a group.
    pub fn heading(&self, group: usize) -> &str {
        self.headings.get(group).map_or("", String::as_str)
    }

    /// All rows, headings among them.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows to be shown where there is room for so many.
    ///
    /// ```
    /// use masume_presentation::menu::list::{Item, Menu};
    ///
    /// let item = |name: &str| Item { name: name.to_owned(), ..Item::default() };
    /// let mut menu = Menu::new(vec![item("chess"), item("go"), item("hex")]);
    /// assert_eq!(menu.window(2), 0..2);
    /// menu.point_at("hex");
    /// assert_eq!(menu.window(2), 1..3);
    /// ```
    pub fn window(&self, room: usize) -> Range<usize> {
        let room = room.max(1);
        let row = self.rows.iter().position(|row| *row == Row::Item(self.at)).unwrap_or(0);
        let last = self.rows.len().saturating_sub(room);
        let first = row.saturating_sub(room / 2).min(last);
        first..(first + room).min(self.rows.len())
    }

    /// The place of the item pointed at.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The letters typed so far for a name.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The level that comes next in the game pointed at.
    pub fn next_level(&self) -> Option<usize> {
        self.items.get(self.at)?.level
    }

    /// Points at a game by its name, where it is there.
    pub fn point_at(&mut self, name: &str) {
        if let Some(index) = self.items.iter().position(|item| item.name == name) {
            self.at = index;
        }
    }

    /// Takes in one input; `page` is how many rows are shown, `row` the item shown at a row of the
    /// screen.
    pub fn update(&mut self, gesture: &Gesture<usize>, page: usize) -> Chosen {
        let last = self.items.len().saturating_sub(1);
        match gesture {
            Gesture::Key(key) => return self.key(key, page),
            Gesture::Wheel(notches) => {
                let there = self.at.saturating_add_signed(*notches as isize);
                self.at = there.min(last);
            }
            Gesture::Press(item) => self.at = item.unwrap_or(self.at),
            Gesture::Release(item) => {
                if *item == Some(self.at) {
                    return self.chosen(Chosen::Game);
                }
            }
            Gesture::Paste | Gesture::Tick | Gesture::Analysis(_) => {}
        }
        self.typed.clear();
        Chosen::Nothing
    }

    /// Small letters and digits spell a name; commands are capitals, signs and keys with names.
    fn key(&mut self, key: &str, page: usize) -> Chosen {
        let last = self.items.len().saturating_sub(1);
        let spells = key.chars().all(|it| it.is_alphanumeric() && !it.is_uppercase() || it == '-');
        if key.chars().count() == 1 && spells && self.spell(key) {
            return Chosen::Nothing;
        }
        self.typed.clear();
        match key {
            "up" => self.at = self.at.saturating_sub(1),
            "down" => self.at = (self.at + 1).min(last),
            "page-up" => self.at = self.at.saturating_sub(page),
            "page-down" => self.at = (self.at + page).min(last),
            "home" => self.at = 0,
            "end" => self.at = last,
            "enter" | "space" | "right" => return self.chosen(Chosen::Game),
            "N" => return self.chosen(Chosen::Anew),
            "O" | "tab" => return self.chosen(Chosen::Options),
            "S" => return self.chosen(Chosen::Statistics),
            "?" | "f1" => return Chosen::Help,
            "q" | "Q" | "escape" | "left" => return Chosen::Leave,
            _ => {}
        }
        Chosen::Nothing
    }

    /// Points at the item whose name or title begins with what was typed, this letter last, or else
    /// at the next that begins with this letter; whether there is one.
    fn spell(&mut self, letter: &str) -> bool {
        let longer = format!("{}{letter}", self.typed);
        let found = match self.typed.is_empty() {
            true => None,
            false => self.next_beginning(&longer, self.at).map(|index| (index, longer)),
        };
        let next = || Some((self.next_beginning(letter, self.at + 1)?, letter.to_owned()));
        let Some((index, typed)) = found.or_else(next) else { return false };
        (self.at, self.typed) = (index, typed);
        true
    }

    /// The first item from this one on, in a circle, whose name or title begins so.
    fn next_beginning(&self, text: &str, from: usize) -> Option<usize> {
        let count = self.items.len();
        (0..count).map(|step| (from + step) % count).find(|index| self.begins(*index, text))
    }

    fn begins(&self, index: usize, text: &str) -> bool {
        let Some(item) = self.items.get(index) else { return false };
        let title = item.title.trim_start().to_lowercase();
        item.name.starts_with(text) || title.starts_with(text)
    }

    fn chosen(&self, how: impl Fn(String) -> Chosen) -> Chosen {
        self.items.get(self.at).map_or(Chosen::Nothing, |item| how(item.name.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu {
        let item = |name: &str| Item {
            name: name.to_owned(),
            title: name.to_uppercase(),
            ..Item::default()
        };
        let group = |heading: &str, names: &[&str]| Group {
            heading: heading.to_owned(),
            items: names.iter().map(|name| item(name)).collect(),
        };
        Menu::of_groups(vec![
            group("First", &["sand", "reef", "2048"]),
            group("Empty", &[]),
            group("Second", &["shell", "sea-weed", "go"]),
        ])
    }

    /// The item pointed at after these keys.
    fn after(keys: &[&str]) -> String {
        let mut menu = menu();
        for key in keys {
            menu.update(&Gesture::key(key), 3);
        }
        menu.items()[menu.at()].name.clone()
    }

    #[test]
    fn letters_spell_a_name() {
        for (keys, expected) in [
            (&["s"][..], "shell"),
            (&["r"], "reef"),
            (&["2"], "2048"),
            (&["2", "0"], "2048"),
            (&["s", "s"], "sea-weed"),
            (&["s", "s", "s"], "sand"),
            (&["s", "a"], "sand"),
            (&["s", "e", "a", "-"], "sea-weed"),
            // What begins no name with those before begins one by itself.
            (&["s", "g"], "go"),
            (&["s", "down", "a"], "sea-weed"),
            (&["x"], "sand"),
        ] {
            assert_eq!(after(keys), expected, "{keys:?}");
        }
    }

    #[test]
    fn letters_that_spell_nothing_are_commands() {
        let mut menu = menu();
        assert_eq!(menu.update(&Gesture::key("q"), 3), Chosen::Leave);
        menu.update(&Gesture::key("s"), 3);
        assert_eq!(menu.update(&Gesture::key("q"), 3), Chosen::Leave);
        let rows = [
            ("N", Chosen::Anew("sand".to_owned())),
            ("O", Chosen::Options("sand".to_owned())),
            ("tab", Chosen::Options("sand".to_owned())),
            ("S", Chosen::Statistics("sand".to_owned())),
            ("?", Chosen::Help),
        ];
        let mut menu = self::menu();
        for (key, expected) in rows {
            assert_eq!(menu.update(&Gesture::key(key), 3), expected, "{key}");
        }
    }

    #[test]
    fn the_window_holds_the_item_pointed_at() {
        let mut menu = menu();
        assert_eq!(menu.rows().len(), 8);
        for index in 0..menu.items().len() {
            menu.at = index;
            for room in 1..10 {
                let window = menu.window(room);
                assert!(menu.rows()[window.clone()].contains(&Row::Item(index)), "{index} {room}");
                assert_eq!(window.len(), room.min(8));
            }
        }
    }
}
