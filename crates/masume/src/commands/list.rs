//! `masume list`: the games that come with Masume.

use std::fmt::Write as _;

use masume_engine::{Game, ShippedGame, shipped_games};
use serde::Serialize;

use crate::arguments::ListArguments;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &ListArguments) -> Result<(), Failure> {
    if !arguments.json {
        return output::print(&table(|_| String::new()));
    }
    let records: Vec<Record> = shipped_games().iter().filter_map(Record::of).collect();
    output::print_json(&records)
}

/// A game for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct Record {
    name: &'static str,
    title: String,
    about: String,
    /// The names of the players; empty for a game of one.
    players: Vec<String>,
    levels: usize,
    options: Vec<String>,
}

impl Record {
    fn of(shipped: &ShippedGame) -> Option<Self> {
        let game = Game::load(shipped.text).game?;
        let rules = game.rules();
        let players = rules.players.iter().map(|it| it.name.clone());
        Some(Self {
            name: shipped.name,
            title: rules.title.clone(),
            about: about(shipped.text),
            players: players.filter(|name| !name.is_empty()).collect(),
            levels: game.level_count(),
            options: rules.options.iter().map(|it| it.name.clone()).collect(),
        })
    }
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
