//! `masume playout`: random games, and what they come to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use masume_engine::{Game, Player, Playouts, Series};
use serde::Serialize;

use crate::arguments::PlayoutArguments;
use crate::failure::Failure;
use crate::{open, output};

pub(crate) fn run(arguments: &PlayoutArguments) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?.run_by(arguments.executor);
    let state = opened.state(arguments.state.as_deref())?;
    opened.say_who_runs(arguments.executor, &state);
    let (games, seed) = (arguments.games, opened.setup.seed);
    let series = Series { games, seed, most_plies: arguments.plies };
    let before = Instant::now();
    let played = opened.game.playouts(&state, series);
    let took = before.elapsed();
    let played = played.map_err(|error| opened.run_failure(&state, &error))?;
    if arguments.json {
        return output::print_json(&Record::of(&opened.game, &played));
    }
    output::print(&described(&opened.game, &played, took))
}

/// What came of the games, for programs; the fields are the JSON form, in this order. There is no time
/// in it: the same seed gives the same bytes.
#[derive(Debug, Serialize)]
struct Record {
    games: u64,
    mean_plies: f64,
    /// Each outcome that there was, with how often.
    outcomes: BTreeMap<String, u64>,
    /// By player; one without a name is `""`.
    mean_scores: BTreeMap<String, f64>,
}

impl Record {
    fn of(game: &Game, played: &Playouts) -> Self {
        let players = game.rules().players.iter().enumerate();
        let mean = |index: usize| played.mean_score(Player(index as u8));
        Self {
            games: played.games,
            mean_plies: played.mean_plies(),
            outcomes: outcomes(game, played).into_iter().collect(),
            mean_scores: players
                .filter_map(|(index, player)| Some((player.name.clone(), mean(index)?)))
                .collect(),
        }
    }
}

/// A line for each thing there is to say, its name first.
fn described(game: &Game, played: &Playouts, took: Duration) -> String {
    let mut lines = vec![
        ("games".to_owned(), played.games.to_string()),
        ("mean length".to_owned(), format!("{:.2} plies", played.mean_plies())),
    ];
    for (name, count) in outcomes(game, played) {
        let share = 100.0 * count as f64 / played.games as f64;
        lines.push((name, format!("{count} ({share:.1}%)")));
    }
    for (index, player) in game.rules().players.iter().enumerate() {
        if let Some(mean) = played.mean_score(Player(index as u8)) {
            lines.push((named("mean score", " of ", &player.name), format!("{mean:.2}")));
        }
    }
    let speed = played.games as f64 / took.as_secs_f64().max(f64::MIN_POSITIVE);
    let speed = format!("{speed:.0} (by the clock on the wall)");
    lines.push(("games a second".to_owned(), speed));

    let widest = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:widest$}  {value}");
    }
    text
}

/// Every outcome that there was, and how often.
fn outcomes(game: &Game, played: &Playouts) -> Vec<(String, u64)> {
    let players = &game.rules().players;
    let by_player = |verb: &str, counts: &[u64]| -> Vec<(String, u64)> {
        let named = players.iter().map(|player| named(verb, " by ", &player.name));
        named.zip(counts.iter().copied()).collect()
    };
    let mut outcomes = by_player("won", &played.won);
    outcomes.extend(by_player("lost", &played.lost));
    let rest =
        [("drawn", played.drawn), ("ended", played.ended), ("unfinished", played.unfinished)];
    outcomes.extend(rest.map(|(name, count)| (name.to_owned(), count)));
    outcomes.retain(|(_, count)| *count > 0);
    outcomes
}

/// The word with the player's name; a single player has none.
fn named(word: &str, between: &str, player: &str) -> String {
    if player.is_empty() { word.to_owned() } else { format!("{word}{between}{player}") }
}
