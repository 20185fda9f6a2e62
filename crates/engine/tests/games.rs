//! Properties that every shipped game file keeps.

use masume_engine::{Executor, Game, shipped_games};

/// Plies that each game is played at random, as `masume check` does.
const PLIES: u32 = 30;

#[test]
fn every_game_is_free_of_errors_and_warnings_and_plays() {
    for shipped in shipped_games() {
        let loaded = Game::load(shipped.text);
        assert_eq!(loaded.diagnostics, [], "{}", shipped.name);
        let game = loaded.game.unwrap();
        for executor in Executor::ALL {
            let game = game.clone().with_executor(executor);
            assert_eq!(game.check_play(PLIES, 1), [], "{} on {executor}", shipped.name);
        }
    }
}

#[test]
fn every_game_is_in_the_formatters_form() {
    for shipped in shipped_games() {
        let formatted = masume_syntax::format(shipped.text).unwrap();
        assert_eq!(formatted, shipped.text, "{}", shipped.name);
    }
}

#[test]
fn every_game_says_what_it_is_on_a_line_of_the_menu() {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.unwrap();
        let about = &game.rules().about;
        // The menu has a number and a name before it, in a terminal of 80 columns.
        assert!((10..=57).contains(&about.chars().count()), "{}: {about}", shipped.name);
    }
}

/// Lines of rules: neither blank nor comments, nor rows of a picture or of prose, nor how pieces are shown, what is said,
/// and how cells and moves are written.
fn rule_lines(text: &str) -> usize {
    let mut picture_depth = None;
    let mut count = 0;
    for line in text.lines() {
        let written = line.trim_start();
        let depth = line.len() - written.len();
        if written.is_empty() || picture_depth.is_some_and(|picture| depth > picture) {
            continue;
        }
        let written = written.strip_prefix("start: ").unwrap_or(written);
        let first = written.split(' ').next().unwrap_or_default();
        let is_notation = depth == 0 && ["coordinates", "moves", "position"].contains(&first);
        let is_raw = is_notation
            || ["level", "picture", "rules", "display", "words"]
                .iter()
                .any(|word| written.starts_with(word));
        picture_depth = is_raw.then_some(depth);
        // The heading of a level is part of its picture, that of a section part of the section.
        let is_heading =
            written.starts_with("level") || matches!(written, "rules" | "display" | "words");
        if !written.starts_with("//") && !is_heading && !is_notation {
            count += 1;
        }
    }
    count
}

#[test]
fn games_are_pages_of_at_most_forty_lines_without_their_pictures() {
    // These five also say how they are shown and what they say, in which keys and formats.
    let with_faces = ["sokoban", "robots", "robots-bsd", "othello", "2048", "shisen-sho"];
    let mut short = 0;
    for shipped in shipped_games().iter().filter(|it| !with_faces.contains(&it.name)) {
        // Chess has more kinds of piece than others have rules: 17 of its lines are the legend alone.
        let most = if shipped.name == "chess" { 75 } else { 40 };
        let lines = rule_lines(shipped.text);
        assert!(lines <= most, "{} has {lines} lines", shipped.name);
        short += 1;
    }
    assert!(short >= 10, "{short} games beside the five");
}

#[test]
fn chess_is_less_than_110_lines_with_its_pictures() {
    let chess = shipped_games().iter().find(|it| it.name == "chess").unwrap();
    // How pieces are shown comes last, and is no rule.
    let (rules, _) = chess.text.split_once("\n\ndisplay\n").unwrap();
    assert!(rules.lines().count() < 110, "{} lines", rules.lines().count());
}
