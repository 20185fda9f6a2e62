//! Parts of a game that are said to be slow.

use masume_engine::{Setup, Size};

use super::game;

/// Each slow part as `part "the text underlined" what`.
fn slow(text: &str, setup: &Setup) -> Vec<String> {
    let found = game(text).slow_parts(setup).unwrap();
    let shown = found.iter().map(|it| {
        let at = text.get(it.span.range()).unwrap();
        let line = at.lines().next().unwrap_or_default();
        format!("{} {line:?} {}", it.part, it.what)
    });
    shown.collect()
}

fn with(actions: &str) -> String {
    format!("game Slow\nboard 8 x 8 from 1 x 1\n\npieces\n  thing: stone egg\n\n{actions}")
}

#[test]
fn a_game_that_is_all_fast_has_no_slow_parts() {
    let text = with("action put at c\n  at c: _ -> stone\n\nwin when some stone\n");
    assert_eq!(slow(&text, &Setup::default()), [""; 0]);
}

#[test]
fn choices_that_do_not_show_in_matches_are_told() {
    let take = |choice: &str| {
        let action = format!("action take {choice}\n  from c: stone egg -> _ stone\n");
        slow(&with(&action), &Setup::default()).len()
    };
    assert_eq!([take("at c in d"), take("in d at c")], [0, 1]);
}

#[test]
fn choices_that_are_run_are_told_with_the_line_that_decides() {
    let text = with(
        "action go from a to b\n  must 8 ways from a to b: stone any [empty, no around a] -> stone ... stone\n  [egg, around b] -> stone\n",
    );
    assert_eq!(
        slow(&text, &Setup::default()),
        [
            "go \"8 ways from a to b: stone any [empty, no around a] -> stone ... stone\" of 4,096 choices \
          those are run at which its pattern matches, because a test of its pattern depends on the \
          choice"
        ]
    );
    // A few choices are no matter.
    let size = Some(Size { width: 2, height: 2 });
    assert_eq!(slow(&text, &Setup { size, ..Setup::default() }), [""; 0]);
}

#[test]
fn choices_that_are_run_are_told_with_the_line_behind_that_makes_them() {
    let text = with(
        "action go from a to b\n  must 8 ways from a to b: stone any empty -> _ ... stone\n  random stone -> egg\n",
    );
    assert_eq!(
        slow(&text, &Setup::default()),
        [
            "go \"random stone -> egg\" of 4,096 choices those are run at which its pattern matches, because \
          chance chooses its match"
        ]
    );
}

#[test]
fn what_is_read_cell_by_cell_or_followed_is_told_with_its_reason() {
    let pairs = |rule: &str| {
        let text = format!(
            "game Pairs\nboard 4 x 4\n\npieces\n  tile: number 1 to 99\n\nstart\n  any -> 1\n\naction pop at c\n  must {rule}\n"
        );
        slow(&text, &Setup::default())
    };
    let found = pairs("right from c: [9 / tile > 1] tile -> _ tile");
    assert!(found.iter().any(|it| it.contains("read cell by cell, because ")), "{found:?}");
    let found = pairs("4 ways from c: n (bend n)+ -> _ (bend _)+");
    assert!(found.iter().any(|it| it.contains("followed step by step, because ")), "{found:?}");
}

#[test]
fn what_is_not_done_to_many_boards_at_once_is_told_with_its_line() {
    let text = "game Add\nboard 4 x 4\n\npieces\n  tile: number 0 to 15\n\nstart\n  any -> 1\n\n\
                action add at c\n  at c: n -> {n * 3}\n";
    assert_eq!(
        slow(text, &Setup::default()),
        [
            "add \"at c: n -> {n * 3}\" done on one board after another, because numbers that are put \
          are counted"
        ]
    );
    let text = with(
        "action go from a to b\n  4 ways from a to b: stone empty* turn? empty* empty -> _ ... stone\n  \
         else 4 ways from a to b: stone empty* turn? empty* egg -> _ ... stone\n",
    );
    assert_eq!(
        slow(&text, &Setup::default()),
        ["go \"go\" random games and searches run one board after another, because \
          choices are cells that are joined by a walk"]
    );
}

#[test]
fn counts_in_counts_and_boards_too_large_to_compile_are_told() {
    let deep = "count [stone, count [stone, count [stone, count stone > 1] > 1] > 1] > 1";
    let text = with(&format!("action put at c\n  at c: _ -> stone\n\nwin when {deep}\n"));
    let found =
        slow(&text, &Setup { size: Some(Size { width: 90, height: 90 }), ..Setup::default() });
    assert!(
        found.iter().any(|it| it.starts_with("ends \"win when ") && it.contains("steps each time")),
        "{found:?}"
    );
    let size = Some(Size { width: 500, height: 500 });
    let text = with("action put at c\n  at c: _ -> stone\n");
    assert_eq!(
        slow(&text, &Setup { size, ..Setup::default() }),
        [
            " \"\" the rules are read as they stand, because the board has 250,000 cells, and rules are \
          compiled for 163,840 at most"
        ]
    );
}
