//! The tables as text.

use super::Report;
use crate::growth::{GAMES, Growth};
use crate::loading::{AIM, Loading, MUST};
use crate::run::{Measured, Verdict};
use crate::speedup::{EXECUTORS, Speedup, Spread};
use crate::spellings::{self, Spellings};

/// All tables that have something in them, with a blank line between.
pub(super) fn tables(report: &Report) -> String {
    let mut tables = Vec::new();
    if !report.rows.is_empty() {
        tables.push(rows(&report.rows));
    }
    if !report.loading.is_empty() {
        tables.push(loading(&report.loading));
    }
    if !report.growth.is_empty() {
        tables.push(growth(&report.growth));
    }
    for (games, are) in [(&report.generated, "random"), (&report.written, "written")] {
        if !games.is_empty() {
            tables.push(speedups(games, are));
        }
    }
    if !report.spellings.is_empty() {
        tables.push(spellings(&report.spellings));
    }
    tables.join("\n")
}

fn rows(rows: &[Measured]) -> String {
    let head = ["row", "unit", "ours", "", "other", "", "ratio", "must", "aim", "verdict", "RBG"];
    let body = rows.iter().map(|row| {
        vec![
            row.name.clone(),
            row.unit.clone(),
            row.ours.clone(),
            rate(row.ours_per_second),
            row.rival.clone(),
            rate(row.rival_per_second),
            number(row.ratio),
            number(row.must),
            number(row.aim),
            row.verdict.words().to_owned(),
            row.others_per_second.map(rate).unwrap_or_default(),
        ]
    });
    let caption =
        "Units per second of processor time, medians; ratio: how many times as fast ours is\n";
    caption.to_owned() + &align(&head, body.collect())
}

fn loading(files: &[Loading]) -> String {
    let body = files.iter().map(|file| {
        let verdict = file.verdict.words().to_owned();
        vec![file.game.clone(), file.executor.clone(), seconds(file.seconds), verdict]
    });
    let (must, aim) = (seconds(MUST), seconds(AIM));
    format!("Reading and compiling a file: must be {must}, aim {aim}\n")
        + &align(&["file", "executor", "time", "verdict"], body.collect())
}

fn growth(measured: &[Growth]) -> String {
    let mut sides: Vec<u32> = measured.iter().map(|it| it.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let mut head = vec!["game".to_owned(), "executor".to_owned()];
    head.extend(sides.iter().map(|side| format!("{side} x {side}")));
    let mut body = Vec::new();
    for game in GAMES {
        let of_game: Vec<&Growth> = measured.iter().filter(|it| it.game == game).collect();
        let Some(first) = of_game.first() else { continue };
        let mut line = vec![game.to_owned(), first.executor.clone()];
        for &side in &sides {
            let here = of_game.iter().find(|it| it.side == side);
            line.push(match here.map(|it| it.seconds_per_ply) {
                Some(Some(time)) => seconds(time),
                Some(None) => "-".to_owned(),
                // Not every game is played on every board.
                None => String::new(),
            });
        }
        body.push(line);
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let table = "Time of a ply by board\n".to_owned() + &align(&head, body);
    measured.iter().fold(table, |text, it| match &it.error {
        Some(error) => text + &format!("{}, {} x {}: {error}\n", it.game, it.side, it.side),
        None => text,
    })
}

/// The games that gain least are shown, too.
const LEAST: usize = 10;

fn speedups(games: &[Speedup], are: &str) -> String {
    let mut body = Vec::new();
    for (nth, executor) in EXECUTORS.into_iter().enumerate() {
        let Some(spread) = Spread::of(games.iter().map(|game| game.times[nth]).collect()) else {
            continue;
        };
        let numbers = [spread.least, spread.fifth_percentile, spread.median].map(number);
        body.push([vec![executor.name().to_owned()], numbers.to_vec()].concat());
    }
    let caption =
        format!("Plies a second, times those of the reference, of {} {are} games\n", games.len());
    let table = caption + &align(&["executor", "least", "5 %", "median"], body);
    let mut games: Vec<&Speedup> = games.iter().collect();
    games.sort_by(|one, other| one.times[1].total_cmp(&other.times[1]));
    let least = games.iter().take(LEAST).map(|game| {
        let [compiled, batch] = game.times.map(number);
        format!("{}: {compiled}, {batch}; {}\n", game.game, game.many_boards)
    });
    table + &least.collect::<String>()
}

fn spellings(games: &[Spellings]) -> String {
    let mut games: Vec<&Spellings> = games.iter().collect();
    games.sort_by(|one, other| other.ratio().total_cmp(&one.ratio()));
    let body = games.iter().map(|game| {
        let said = |of: Option<&(String, f64)>| {
            let (how, rate_of) = of.cloned().unwrap_or_default();
            [how, rate(rate_of)]
        };
        let ratio = game.ratio();
        let verdict = Verdict::of(1.0 / ratio, 1.0 / spellings::MUST, 1.0 / spellings::AIM);
        let [fastest, most] = said(game.rates.first());
        let [slowest, least] = said(game.rates.last());
        let verdict = verdict.words().to_owned();
        vec![game.game.clone(), fastest, most, slowest, least, number(ratio), verdict]
    });
    let caption = format!(
        "Plies a second by spelling, the fastest over the slowest: must be at most {}, aim {}\n",
        spellings::MUST,
        spellings::AIM,
    );
    let head = ["game", "fastest", "", "slowest", "", "ratio", "verdict"];
    let table = caption + &align(&head, body.collect());
    let slow = games.iter().filter(|game| game.ratio() > spellings::AIM);
    let whys = slow.map(|game| {
        let how = game.rates.last().map_or("", |(how, _)| how);
        format!("{}, {how}: {}\n", game.game, game.many_boards)
    });
    table + &whys.collect::<String>()
}

/// Columns as wide as their widest; numbers to the right.
fn align(head: &[&str], body: Vec<Vec<String>>) -> String {
    let head: Vec<String> = head.iter().map(|word| (*word).to_owned()).collect();
    let lines: Vec<Vec<String>> = [head].into_iter().chain(body).collect();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    let width = |column: usize| {
        let words = lines.iter().filter_map(|line| line.get(column));
        words.map(|word| word.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for line in &lines {
        let mut written = String::new();
        for (column, (word, width)) in line.iter().zip(&widths).enumerate() {
            // The first column holds names, of which some begin with a digit.
            if column > 0 && word.starts_with(|letter: char| letter.is_ascii_digit()) {
                written += &format!("{word:>width$}  ");
            } else {
                written += &format!("{word:<width$}  ");
            }
        }
        text += written.trim_end();
        text.push('\n');
    }
    text
}

/// Three figures, with the thousands as letters: `1.23 M`.
fn rate(number: f64) -> String {
    for (size, letter) in [(1e9, " G"), (1e6, " M"), (1e3, " k")] {
        if number >= size {
            return three(number / size) + letter;
        }
    }
    three(number)
}

/// Seconds with three figures: `1.23 ms`.
fn seconds(number: f64) -> String {
    for (size, unit) in [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")] {
        if number >= size {
            return format!("{} {unit}", three(number / size));
        }
    }
    format!("{} ns", three(number * 1e9))
}

/// A ratio: three figures, and of small ones as many places as tell it from nothing.
pub(super) fn number(number: f64) -> String {
    if number < 0.1 { format!("{number:.5}") } else { three(number) }
}

fn three(number: f64) -> String {
    let places = match number {
        large if large >= 100.0 => 0,
        middle if middle >= 10.0 => 1,
        _ => 2,
    };
    format!("{number:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_figures() {
        for (found, expected) in [
            (rate(7.0), "7.00"),
            (rate(1_234_567.0), "1.23 M"),
            (rate(99_900.0), "99.9 k"),
            (rate(317_000_000.0), "317 M"),
            (seconds(0.0021), "2.10 ms"),
            (seconds(25e-9), "25.0 ns"),
            (seconds(3.5), "3.50 s"),
            (number(0.8), "0.80"),
            (number(0.000_123_4), "0.00012"),
            (number(100.0), "100"),
        ] {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn boards_that_only_some_games_have_are_blank_for_the_others() {
        let growth = |game: &str, side: u32, seconds_per_ply: Option<f64>| Growth {
            game: game.to_owned(),
            executor: "compiled".to_owned(),
            side,
            plies: 1,
            seconds_per_ply,
            error: seconds_per_ply.is_none().then(|| "too large".to_owned()),
        };
        let growth = vec![
            growth("othello", 8, Some(1e-6)),
            growth("gomoku", 8, Some(2e-6)),
            growth("gomoku", 200, None),
        ];
        let report = Report { growth, ..Report::default() };
        let expected = "\
Time of a ply by board
game     executor    8 x 8  200 x 200
othello  compiled  1.00 µs
gomoku   compiled  2.00 µs  -
gomoku, 200 x 200: too large
";
        assert_eq!(tables(&report), expected);
    }

    #[test]
    fn tables_are_aligned_and_empty_ones_left_out() {
        let file = |game: &str, seconds: f64| Loading {
            game: game.to_owned(),
            executor: "reference".to_owned(),
            seconds,
            verdict: Verdict::of(1.0 / seconds, 1.0 / MUST, 1.0 / AIM),
        };
        let loading = vec![file("life", 0.000_5), file("sokoban", 0.012), file("2048", 0.002)];
        let report = Report { loading, ..Report::default() };
        let expected = "\
Reading and compiling a file: must be 3.00 ms, aim 1.00 ms
file     executor   time     verdict
life     reference   500 µs  aim met
sokoban  reference  12.0 ms  below must
2048     reference  2.00 ms  must met
";
        assert_eq!(tables(&report), expected);
    }
}
