//! Statistics of play, in words and for programs.

use std::collections::BTreeMap;

use masume_engine::{Game, shipped_games};
use masume_session::{Edition, Measure, Results};
use masume_store::Keeper;
use masume_store::Statistics;
use schemars::JsonSchema;
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use crate::locale::{Phrases, Value};
use crate::speech::strength;

/// Record of a game; the fields are the JSON form, in this order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameRecord {
    /// Source that it is opened from: a shipped name, or the path of a file.
    pub name: String,
    title: String,
    games: u64,
    ended: u64,
    /// Several play it, at one keyboard.
    #[serde(skip)]
    is_shared: bool,
    /// Null where several play: whose victory it was is not known.
    won: Option<u64>,
    lost: Option<u64>,
    streak: Option<u64>,
    longest_streak: Option<u64>,
    seconds: u64,
    /// Games of one person against opponents, by who those were: the strength, as `--opponent` takes it.
    against: BTreeMap<String, AgainstRecord>,
    /// The best of each set-up: level, size and options as in an id; empty for the usual one.
    best: BTreeMap<String, Best>,
}

/// Record of one person against an opponent; the fields are the JSON form, in this order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct AgainstRecord {
    games: u64,
    ended: u64,
    won: u64,
    lost: u64,
    streak: u64,
    longest_streak: u64,
    seconds: u64,
}

impl From<Statistics> for AgainstRecord {
    fn from(counted: Statistics) -> Self {
        let Statistics { games, ended, won, lost, streak, longest_streak, seconds } = counted;
        Self { games, ended, won, lost, streak, longest_streak, seconds }
    }
}

/// The best of a set-up; the fields are the JSON form.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Best {
    won: bool,
    /// The best number of each measure, such as `moves` or `score`.
    #[serde(flatten)]
    numbers: BTreeMap<String, i64>,
}

impl GameRecord {
    /// Record of the game that is opened from this source.
    pub fn of(source: &str, edition: &Edition, keeper: &Keeper, phrases: &Phrases) -> Self {
        let counted = keeper.statistics(source);
        let is_alone = edition.game().rules().players.len() == 1;
        let alone = |number: u64| is_alone.then_some(number);
        let Statistics { games, ended, won, lost, streak, longest_streak, seconds } = counted;
        Self {
            name: source.to_owned(),
            title: title(source, edition, phrases),
            games,
            ended,
            is_shared: !is_alone,
            won: alone(won),
            lost: alone(lost),
            streak: alone(streak),
            longest_streak: alone(longest_streak),
            seconds,
            against: against(source, keeper),
            best: keeper
                .all_results(edition)
                .into_iter()
                .map(|(key, it)| (key, best(it)))
                .collect(),
        }
    }

    /// Record of a file, which may be another one by now, or gone: its rules are not asked. Victories
    /// and defeats are counted for who plays alone, so that where there are none nothing is said of them.
    fn of_file(source: String, keeper: &Keeper) -> Self {
        let Statistics { games, ended, won, lost, streak, longest_streak, seconds } =
            keeper.statistics(&source);
        let against = against(&source, keeper);
        let has_opponents = !against.is_empty();
        let alone = |number: u64| (won + lost > 0 && !has_opponents).then_some(number);
        Self {
            title: source.clone(),
            against,
            name: source,
            games,
            ended,
            is_shared: false,
            won: alone(won),
            lost: alone(lost),
            streak: alone(streak),
            longest_streak: alone(longest_streak),
            seconds,
            best: BTreeMap::new(),
        }
    }

    /// True if nothing is known of it.
    fn is_empty(&self) -> bool {
        self.games == 0 && self.best.is_empty()
    }

    /// The record as lines to read.
    pub fn lines(&self, phrases: &Phrases) -> Vec<String> {
        if self.is_empty() {
            return vec![format!("  {}", phrases.say("stats-nothing", &[]))];
        }
        let mut rows = vec![("stats-games", self.games.to_string())];
        let mut add = |id, number: Option<u64>| {
            rows.extend(number.map(|number| (id, number.to_string())));
        };
        add("stats-ended", Some(self.ended));
        add("stats-won", self.won);
        add("stats-lost", self.lost);
        add("stats-streak", self.streak);
        add("stats-longest", self.longest_streak);
        rows.push(("stats-time", time(self.seconds, phrases)));
        let rows = rows.into_iter().map(|(id, value)| vec![phrases.say(id, &[]), value]);
        let mut lines = aligned(rows.collect());
        let against_opponents: u64 = self.against.values().map(|it| it.games).sum();
        if self.is_shared && against_opponents < self.games {
            lines.push(format!("  {}", phrases.say("stats-shared", &[])));
        }
        if !self.against.is_empty() {
            lines.extend([String::new(), phrases.say("stats-against", &[])]);
            lines.extend(self.against_lines(phrases));
        }
        if !self.best.is_empty() {
            lines.extend([String::new(), phrases.say("stats-best", &[])]);
            // Levels in the order of their numbers, not of their digits.
            let mut best: Vec<_> = self.best.iter().collect();
            best.sort_by_key(|(key, _)| (key.len(), (*key).clone()));
            let rows = best
                .into_iter()
                .map(|(key, best)| vec![set_up(key, phrases), best.words(&self.name, phrases)]);
            lines.extend(aligned(rows.collect()));
        }
        lines
    }

    /// A line for each opponent, under a heading, the weaker first.
    fn against_lines(&self, phrases: &Phrases) -> Vec<String> {
        let headings = [
            "stats-opponent",
            "stats-games",
            "stats-won",
            "stats-drawn",
            "stats-lost",
            "stats-streak",
            "stats-longest",
        ];
        let mut rows = vec![headings.map(|id| phrases.say(id, &[])).to_vec()];
        let mut opponents: Vec<_> = self.against.iter().collect();
        opponents.sort_by_key(|(name, _)| strength::order(name));
        rows.extend(opponents.into_iter().map(|(name, it)| {
            let names = name.split(' ').map(|name| strength::named(name, phrases));
            let drawn = it.ended.saturating_sub(it.won + it.lost);
            let numbers = [it.games, it.won, drawn, it.lost, it.streak, it.longest_streak];
            let mut row = vec![names.collect::<Vec<_>>().join(" / ")];
            row.extend(numbers.map(|number| number.to_string()));
            row
        }));
        aligned(rows)
    }

    /// The title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }
}

impl Best {
    fn words(&self, source: &str, phrases: &Phrases) -> String {
        let mut words: Vec<String> = Vec::new();
        for (name, number) in &self.numbers {
            let own = phrases.of_shipped(source, &format!("value-{name}"));
            let name = own.unwrap_or_else(|| match name.as_str() {
                "moves" => phrases.say("stats-moves", &[]),
                "score" => phrases.say("value-score", &[]),
                "stage" => phrases.say("value-stage", &[]),
                name => name.to_owned(),
            });
            words.push(format!("{name} {number}"));
        }
        if words.is_empty() && self.won {
            words.push(phrases.say("progress-won", &[]));
        }
        words.join(", ")
    }
}

/// Records of every game of which something is known: of shipped ones, then of files.
pub fn all(keeper: &Keeper, phrases: &Phrases) -> Vec<GameRecord> {
    let shipped = shipped_games().iter().filter_map(|shipped| {
        let game = Game::load(shipped.text).game?;
        let edition = Edition::new(shipped.name, shipped.text, game);
        Some(GameRecord::of(shipped.name, &edition, keeper, phrases))
    });
    let is_shipped = |source: &String| shipped_games().iter().any(|it| it.name == *source);
    let files = keeper.counted_sources().into_iter().filter(|source| !is_shipped(source));
    let files = files.map(|source| GameRecord::of_file(source, keeper));
    shipped.filter(|record| !record.is_empty()).chain(files).collect()
}

/// A line for each game, under a heading.
pub fn table(records: &[GameRecord], phrases: &Phrases) -> Vec<String> {
    if records.is_empty() {
        return vec![format!("  {}", phrases.say("stats-nothing", &[]))];
    }
    let headings =
        ["stats-game", "stats-games", "stats-won", "stats-streak", "stats-longest", "stats-time"];
    let mut rows = vec![headings.map(|id| phrases.say(id, &[])).to_vec()];
    let number = |number: Option<u64>| number.map_or("-".to_owned(), |it| it.to_string());
    rows.extend(records.iter().map(|record| {
        vec![
            record.title.clone(),
            record.games.to_string(),
            number(record.won),
            number(record.streak),
            number(record.longest_streak),
            time(record.seconds, phrases),
        ]
    }));
    aligned(rows)
}

fn title(source: &str, edition: &Edition, phrases: &Phrases) -> String {
    phrases.of_shipped(source, "title").unwrap_or_else(|| edition.title().to_owned())
}

fn against(source: &str, keeper: &Keeper) -> BTreeMap<String, AgainstRecord> {
    let counted = keeper.statistics_by_opponent(source).into_iter();
    counted.map(|(name, counted)| (name, counted.into())).collect()
}

fn best(results: Results) -> Best {
    let number = |(measure, number): (Measure, i64)| {
        let name = match measure {
            Measure::Value(name) => name,
            Measure::Moves | Measure::Stage | Measure::Score => measure.key(),
        };
        (name, number)
    };
    Best { won: results.won, numbers: results.best.into_iter().map(number).collect() }
}

/// A set-up's key in words: `/3` is a level, `:5x3,two=75%` a size and options.
fn set_up(key: &str, phrases: &Phrases) -> String {
    let (parts, level) = key.split_once('/').unwrap_or((key, ""));
    let mut words = Vec::new();
    if !level.is_empty() {
        words.push(phrases.say("stats-level", &[("level", level.into())]));
    }
    let parts = parts.trim_start_matches(':').split(',').filter(|part| !part.is_empty());
    words.extend(parts.map(str::to_owned));
    match words.is_empty() {
        true => phrases.say("options-usual", &[]),
        false => words.join(", "),
    }
}

/// A time in words: hours and minutes, or what is less.
///
/// ```
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::statistics::time;
///
/// let phrases = Phrases::new(Locale::English);
/// assert_eq!(time(59, &phrases), "59 s");
/// assert_eq!(time(5_400, &phrases), "1 h 30 min");
/// ```
pub fn time(seconds: u64, phrases: &Phrases) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    let value = |number: u64| Value::from(number.to_string());
    let (hours, minutes) = (seconds / HOUR, seconds % HOUR / MINUTE);
    match (hours, minutes) {
        (0, 0) => phrases.say("time-seconds", &[("seconds", value(seconds))]),
        (0, _) => phrases.say("time-minutes", &[("minutes", value(minutes))]),
        _ => phrases.say("time-hours", &[("hours", value(hours)), ("minutes", value(minutes))]),
    }
}

/// Rows of cells as lines, each column as wide as its widest cell.
fn aligned(rows: Vec<Vec<String>>) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            let gap = " ".repeat(width.saturating_sub(cell.width()));
            format!("{cell}{gap}")
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
