//! `masume list`: the games that come with Masume.

use std::fmt::Write as _;

use masume_engine::{Game, shipped_games};

use crate::failure::Failure;
use crate::output;

pub(crate) fn run() -> Result<(), Failure> {
    output::print(&table(|_| String::new()))
}

/// A line for each game: what `before` gives for its place in the list, its name, what it is about.
pub(crate) fn table(before: impl Fn(usize) -> String) -> String {
    let games = shipped_games();
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (index, game) in games.iter().enumerate() {
        let about = about(game.text);
        let line = format!("{}{:width$}  {about}", before(index), game.name);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// What the game says about itself, or its title.
fn about(text: &str) -> String {
    let Some(game) = Game::load(text).game else { return "(has errors)".to_owned() };
    let rules = game.rules();
    let about = if rules.about.is_empty() { &rules.title } else { &rules.about };
    about.split_whitespace().collect::<Vec<_>>().join(" ")
}
