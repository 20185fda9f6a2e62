//! `masume playout`: random games, and what they come to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use masume_engine::{Game, Player, Playouts, Series, SeriesStart};
use masume_presentation::locale::Phrases;
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use crate::arguments::ExecutorArguments;
use crate::arguments::GameArguments;
use crate::arguments::value::whole;
use crate::failure::Failure;
use crate::open::Opened;
use crate::{open, output};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct PlayoutArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Plies after which a game that is not over is left
    #[arg(long, value_name = "N", default_value_t = Series::MOST_PLIES, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) plies: u64,
    /// Begin with the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) executor: ExecutorArguments,
}

pub(crate) fn run(arguments: &PlayoutArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?.run_in_bulk_by(arguments.executor);
    let start = match &arguments.state {
        Some(path) => SeriesStart::State(opened.state(Some(path))?),
        // An id with a seed is one deal, and its figures are those of that deal.
        None if open::is_deal(&arguments.game.game) => SeriesStart::State(opened.start()?),
        None => {
            let start = opened.game.series_start(&opened.setup);
            start.map_err(|error| opened.setup_failure(error))?
        }
    };
    opened.say_who_runs(arguments.executor, start.grid());
    let (games, seed) = (arguments.games, opened.setup.seed);
    let series = Series { games, seed, most_plies: arguments.plies };
    let before = Instant::now();
    let played = opened.game.playouts(start.clone(), series);
    let took = before.elapsed();
    let played = played.map_err(|error| opened.run_failure(start.grid(), &error))?;
    if arguments.json {
        return output::print_json(&PlayoutRecord::of(&opened.game, &played));
    }
    output::print(&described(&opened, &played, took, phrases))
}

/// Result of the games, for programs; the fields are the JSON form, in this order. There is no time
/// in it: the same seed gives the same bytes.
#[derive(Debug, Serialize)]
struct PlayoutRecord {
    games: u64,
    mean_plies: f64,
    /// Each outcome that there was, with how often.
    outcomes: BTreeMap<String, u64>,
    /// By player; one without a name is `""`.
    mean_scores: BTreeMap<String, f64>,
}

impl PlayoutRecord {
    fn of(game: &Game, played: &Playouts) -> Self {
        let players = game.rules().players.iter().enumerate();
        let mean = |index: usize| played.mean_score(Player(index as u8));
        Self {
            games: played.games,
            mean_plies: played.mean_plies(),
            outcomes: outcomes(game, played),
            mean_scores: players
                .filter_map(|(index, player)| Some((player.name.clone(), mean(index)?)))
                .collect(),
        }
    }
}

/// A line for each thing there is to say, its name first.
fn described(opened: &Opened, played: &Playouts, took: Duration, phrases: &Phrases) -> String {
    let players = &opened.game.rules().players;
    // Of a player by name; a single one has none.
    let of = |id: &str, player: Option<usize>| {
        let name = player.map(|index| players[index].name.as_str()).filter(|it| !it.is_empty());
        match name {
            None => phrases.say(id, &[]),
            Some(name) => {
                let own = phrases.of_shipped(&opened.name, &format!("player-{name}"));
                let own = own.unwrap_or_else(|| name.to_owned());
                phrases.say(&format!("{id}-by"), &[("player", own.into())])
            }
        }
    };
    let length = format!("{:.2}", played.mean_plies());
    let mut lines = vec![
        (phrases.say("playout-games", &[]), played.games.to_string()),
        (
            phrases.say("playout-length", &[]),
            phrases.say("playout-plies", &[("plies", length.into())]),
        ),
    ];
    for (ending, player, count) in endings(played) {
        let share = 100.0 * count as f64 / played.games as f64;
        lines.push((of(&format!("playout-{ending}"), player), format!("{count} ({share:.1}%)")));
    }
    for index in 0..players.len() {
        if let Some(mean) = played.mean_score(Player(index as u8)) {
            lines.push((of("playout-score", Some(index)), format!("{mean:.2}")));
        }
    }
    let speed = played.games as f64 / took.as_secs_f64().max(f64::MIN_POSITIVE);
    let speed = phrases.say("playout-by-the-clock", &[("speed", format!("{speed:.0}").into())]);
    lines.push((phrases.say("playout-speed", &[]), speed));

    let widest = lines.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value) in lines {
        let gap = " ".repeat(widest - name.width());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}{gap}  {value}");
    }
    text
}

/// Every way to end that there was, whose it was, and how often.
fn endings(played: &Playouts) -> Vec<(&'static str, Option<usize>, u64)> {
    let of_players = |ending, counts: &[u64]| {
        let counted = counts.iter().copied().enumerate();
        counted.map(|(index, count)| (ending, Some(index), count)).collect::<Vec<_>>()
    };
    let mut endings = of_players("won", &played.won);
    endings.extend(of_players("lost", &played.lost));
    endings.extend([
        ("drawn", None, played.drawn),
        ("ended", None, played.ended),
        ("unfinished", None, played.unfinished),
    ]);
    endings.retain(|(_, _, count)| *count > 0);
    endings
}

/// Every outcome that there was in words for programs, and how often.
fn outcomes(game: &Game, played: &Playouts) -> BTreeMap<String, u64> {
    let players = &game.rules().players;
    let named = |(ending, player, count): (&str, Option<usize>, u64)| {
        let player = player.map(|index| players[index].name.as_str()).filter(|it| !it.is_empty());
        (player.map_or(ending.to_owned(), |player| format!("{ending} by {player}")), count)
    };
    endings(played).into_iter().map(named).collect()
}
