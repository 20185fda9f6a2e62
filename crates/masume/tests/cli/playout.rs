//! `playout`, `explain`, and who runs the rules.

use expect_test::{Expect, expect};

use crate::harness::{masume, masume_reading, output};

/// Output of a playout, without how fast it was.
fn playout(arguments: &[&str]) -> String {
    let text = output(&[&["playout"], arguments].concat());
    let (told, speed) = text.trim_end().rsplit_once('\n').expect("lines");
    assert!(speed.starts_with("games a second "), "{text}");
    assert!(speed.ends_with(" (by the clock on the wall)"), "{text}");
    format!("{told}\n")
}

#[test]
fn random_games_are_summed_up() {
    let check = |arguments: &[&str], expected: Expect| expected.assert_eq(&playout(arguments));
    check(
        &["flip.masu", "--games", "50", "--seed", "3"],
        expect![[r#"
            games                50
            mean length          12.40 plies
            won by black         20 (40.0%)
            won by white         22 (44.0%)
            drawn                8 (16.0%)
            mean score of black  7.62
            mean score of white  8.18
        "#]],
    );
    check(
        &["push.masu", "--games", "4", "--plies", "9"],
        expect![[r#"
            games           4
            mean length     5.00 plies
            won             3 (75.0%)
            unfinished      1 (25.0%)
        "#]],
    );
    check(
        &["dice.masu", "--games", "0"],
        expect![[r#"
            games           0
            mean length     0.00 plies
        "#]],
    );
}

#[test]
fn programs_get_one_object() {
    let arguments = ["playout", "flip.masu", "--games", "50", "--seed", "3", "--json"];
    let text = output(&arguments);
    let played: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(played["games"], 50);
    let of = |name: &str| played["outcomes"][name].as_u64().expect("a count");
    assert_eq!(of("won by black") + of("won by white") + of("drawn"), 50);
    assert!(played["mean_plies"].as_f64().expect("a number") > 1.0);
    assert!(played["mean_scores"]["black"].as_f64().expect("a number") > 1.0);
    assert_eq!(text, output(&arguments), "the same seed gives the same bytes");
}

#[test]
fn the_seed_decides_the_games_and_the_executor_does_not() {
    let with = |seed: &str, executor: &str| {
        playout(&["flip.masu", "--games", "20", "--seed", seed, "--executor", executor])
    };
    assert_eq!(with("1", "reference"), with("1", "compiled"));
    assert_eq!(with("1", "reference"), with("1", "batch"));
    assert_ne!(with("1", "reference"), with("2", "reference"));
}

#[test]
fn games_have_deals_of_their_own_unless_an_id_gives_one() {
    let scores = |arguments: &[&str]| playout(&[&["robots", "--plies", "1"], arguments].concat());
    let (deals, deal) = (["--games", "40", "--seed", "4"], ["--games", "40"]);
    let one = playout(&[&["robots#4", "--plies", "1"], &deal[..]].concat());
    assert_ne!(scores(&deals), one);
    for executor in ["reference", "compiled", "batch"] {
        let by = ["--executor", executor];
        assert_eq!(scores(&[&deals[..], &by].concat()), scores(&deals), "{executor}");
        let all = [&["robots#4", "--plies", "1"], &deal[..], &by].concat();
        assert_eq!(playout(&all), one, "{executor}");
    }
}

#[test]
fn an_error_in_a_random_game_has_its_place() {
    let ran = masume(&["playout", "endless.masu", "--games", "3"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
    assert!(ran.stderr.contains("E0501") && ran.stderr.contains("endless.masu:"), "{ran:?}");
}

#[test]
fn perft_and_run_take_an_executor() {
    for executor in ["reference", "compiled", "batch"] {
        let asked = ["--executor", executor];
        let perft = output(&[&["perft", "flip.masu", "4"][..], &asked].concat());
        assert_eq!(perft, output(&["perft", "flip.masu", "4"]), "{executor}");
        let run = output(&[&["run", "flip.masu", "--moves", "b1"][..], &asked].concat());
        assert_eq!(run, output(&["run", "flip.masu", "--moves", "b1"]), "{executor}");
    }
    let ran = masume(&["perft", "flip.masu", "4", "--executor", "fast"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("reference, compiled, batch"), "{ran:?}");
}

#[test]
fn explain_prints_rules_with_their_meaning_and_their_program() {
    let all = output(&["explain", "flip.masu", "--board", "6x6", "--code"]);
    assert!(all.starts_with("Flip on 6 x 6\n\nplace\n"), "{all}");
    assert!(all.contains("\n  rule 0 all ") && all.contains("\nends\n"), "{all}");
    let placed = output(&["explain", "flip.masu", "--board", "6x6", "--rule", "place"]);
    assert!(all.starts_with(&placed) && !placed.contains("\nends\n"), "{placed}");
    let second = output(&["explain", "push.masu", "--level", "1", "--rule", "1"]);
    assert!(second.contains("rule 1 ") && !second.contains("rule 0 "), "{second}");
    // On this board the cells and NFAs are those of its own width.
    assert!(all.contains("legal: the starts of nfa 0 in 8 ways\n"), "{all}");
    assert!(all.contains("(flanking)\n"), "{all}");
}

#[test]
fn explain_prints_the_code_of_many_boards_where_it_is_asked_for() {
    let code = output(&["explain", "flip.masu", "--board", "6x6", "--code"]);
    assert!(code.contains("\nmany boards: side by side, "), "{code}");
    assert!(code.contains("if any doing place\n"), "{code}");
    // Where there is none, the line says why.
    let none = output(&["explain", "shisen-sho", "--code"]);
    assert!(none.ends_with("because choices are cells that are joined by a walk\n"), "{none}");
    let part = masume(&["explain", "flip.masu", "--rule", "place", "--code"]);
    assert_eq!(part.status, 2, "{part:?}");
}

/// The lines of what is slow, which fit on one screen.
fn slow(arguments: &[&str]) -> Vec<String> {
    let text = output(&[&["explain"], arguments].concat());
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(lines.len() <= 24, "{text}");
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{text}");
    lines
}

#[test]
fn explain_says_on_one_screen_what_is_slow_and_in_which_line() {
    let chess = slow(&["chess"]).join("\n");
    assert!(chess.starts_with("Chess on 8 x 8: 2 things are slow"), "{chess}");
    assert!(chess.contains("`promote-queen`, `promote-rook` (line "), "{chess}");
    assert!(chess.contains("4,096 choices are run"), "{chess}");
    let ataxx = slow(&["ataxx"]);
    assert_eq!(ataxx[0], "Ataxx on 7 x 7: nothing is slow");
    let othello = slow(&["othello"]);
    assert_eq!(othello[0], "Othello on 8 x 8: nothing is slow");
    assert_eq!(othello.len(), 3, "{othello:?}");
    let large = slow(&["life", "--board", "500x500"]).join("\n");
    assert!(large.contains("compiled for 163,840 at most"), "{large}");
}

#[test]
fn advice_is_what_explain_says() {
    let path = crate::harness::games().join("hop.masu");
    let path = path.to_str().unwrap();
    let plain = output(&["check", path]);
    let advice = output(&["check", path, "--advice"]);
    let explained = output(&["explain", path]);
    let told: Vec<&str> = explained.lines().filter(|line| line.starts_with("  ")).collect();
    let advised: Vec<&str> = advice.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(told, advised);
    assert!(advice.starts_with(plain.lines().next().unwrap()), "{advice}");
}

#[test]
fn what_cannot_be_explained_is_said() {
    let check = |arguments: &[&str], said: &str| {
        let ran = masume(&[&["explain"], arguments].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains(said), "{ran:?}");
    };
    check(&["flip.masu", "--rule", "plaice"], "its rules are in: place");
    check(&["flip.masu", "--board", "5x5"], "E0405");
    check(&["push.masu", "--level", "99"], "level 99");
}

#[test]
fn perft_counts_games_that_ended_early_or_leaves_them_out() {
    // Five plies win in 1,440 ways; the other 13,680 go on with four cells left.
    assert_eq!(output(&["perft", "tic-tac-toe", "6"]), "56160\n");
    assert_eq!(output(&["perft", "tic-tac-toe", "6", "--unfinished"]), "54720\n");

    let state = "to_act: black\n........\n........\n..k.....\n.....q..\n.....n..\n........\n.....K..\n........\n";
    let perft = |more: &[&str]| {
        masume_reading(&[&["perft", "chess", "4", "--state", "-"], more].concat(), state).stdout
    };
    // As published for `8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1`.
    assert_eq!(perft(&["--unfinished"]), "23527\n");
    assert_eq!(perft(&[]), "23549\n");
}
