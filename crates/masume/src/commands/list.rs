//! `masume list`: the games that come with Masume.

use std::fmt::Write as _;

use clap::Args;
use masume_engine::{Game, ShippedGame, shipped_games};
use masume_presentation::locale::Phrases;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Print one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &ListArguments, phrases: &Phrases) -> Result<(), Failure> {
    if !arguments.json {
        return output::print(&table(phrases, |_| String::new()));
    }
    let records: Vec<ListedGame> =
        shipped_games().iter().filter_map(|it| ListedGame::of(it, phrases)).collect();
    output::print_json(&records)
}

/// A game for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct ListedGame {
    name: &'static str,
    title: String,
    about: String,
    /// The names of the players; empty for a game of one.
    players: Vec<String>,
    levels: usize,
    options: Vec<String>,
}

impl ListedGame {
    fn of(shipped: &ShippedGame, phrases: &Phrases) -> Option<Self> {
        let game = Game::load(shipped.text).game?;
        let rules = game.rules();
        let players = rules.players.iter().map(|it| it.name.clone());
        Some(Self {
            name: shipped.name,
            title: phrases.of_shipped(shipped.name, "title").unwrap_or(rules.title.clone()),
            about: about(shipped, phrases),
            players: players.filter(|name| !name.is_empty()).collect(),
            levels: game.level_count(),
            options: rules.options.iter().map(|it| it.name.clone()).collect(),
        })
    }
}

/// A line for each game: what `before` gives for its place in the list, its name, what it is about.
pub(crate) fn table(phrases: &Phrases, before: impl Fn(usize) -> String) -> String {
    let games = shipped_games();
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (index, game) in games.iter().enumerate() {
        let about = about(game, phrases);
        let line = format!("{}{:width$}  {about}", before(index), game.name);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Sentence of the game about itself, or its title.
fn about(shipped: &ShippedGame, phrases: &Phrases) -> String {
    if let Some(own) = phrases.of_shipped(shipped.name, "about") {
        return own;
    }
    let Some(game) = Game::load(shipped.text).game else { return String::new() };
    let rules = game.rules();
    let about = if rules.about.is_empty() { &rules.title } else { &rules.about };
    about.split_whitespace().collect::<Vec<_>>().join(" ")
}
