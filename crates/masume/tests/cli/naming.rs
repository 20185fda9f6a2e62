//! Names of a game: alone, by a path, by an id.

use crate::harness::{masume, masume_reading, output};

#[test]
fn a_game_named_alone_is_played() {
    for arguments in [
        &["sokoban", "--text"][..],
        &["Sokoban", "--text"],
        &["sokoban", "--level", "1", "--text"],
        &["--locale", "en", "sokoban", "--text"],
        &["sokoban/1#0", "--text", "--locale", "en"],
    ] {
        let ran = masume_reading(arguments, "quit\n");
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments:?}");
        assert!(ran.stdout.contains("Sokoban, level 1 of "), "{arguments:?}: {}", ran.stdout);
    }
    let ran = masume_reading(&["push.masu", "--text"], "quit\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("level 1 of 2"), "{}", ran.stdout);
}

#[test]
fn a_mistyped_command_and_a_mistyped_game_are_told_apart() {
    let rows = [
        ("chekc", "did you mean `check`?"),
        ("plya", "did you mean `play`?"),
        ("sokbna", "did you mean `sokoban`?"),
        ("othelo", "did you mean `othello`?"),
        // A beginning of several is no riddle: all of them are told.
        ("robot", "did you mean `robots` or `robots-bsd`?"),
        ("sho", "did you mean `show`?"),
        ("xyzzy", "`masume list`"),
        ("no/such.masu", "there is no such file"),
    ];
    for (word, said) in rows {
        let ran = masume(&[word]);
        assert_ne!(ran.status, 0, "{word}");
        assert!(ran.stderr.contains(said), "{word}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{word}");
    }
}

#[test]
fn an_id_is_taken_wherever_a_game_is() {
    let id = "2048:5x5,two=75%#4";
    let plain = ["2048", "--board", "5x5", "--option", "two=75%", "--seed", "4"];
    let long = [&["run"], &plain[..], &["--json"]].concat();
    let by_id = output(&["run", id, "--json"]);
    assert_eq!(by_id, output(&long));
    assert!(by_id.contains(id), "{by_id}");
    assert_eq!(output(&["actions", id]), output(&[&["actions"], &plain[..]].concat()));
    assert_eq!(
        output(&["perft", "othello:6x6#0", "2"]),
        output(&["perft", "othello", "2", "--board", "6x6"])
    );
    assert_eq!(output(&["show", id]), output(&["show", "2048"]));
    // A file is named the same way.
    assert_eq!(
        output(&["run", "push.masu/2#0", "--json"]),
        output(&["run", "push.masu", "--level", "2", "--json"])
    );
    let ran = masume_reading(&[id, "--text"], "quit\n");
    assert!(ran.stdout.contains("2048 (seed 4)"), "{ran:?}");
}

#[test]
fn what_the_command_line_says_wins_over_an_id() {
    let id = "2048:5x5,two=75%#4";
    let other = output(&["run", id, "--seed", "9", "--option", "two=100%", "--board", "4x3"]);
    let plain = ["run", "2048", "--seed", "9", "--option", "two=100%", "--board", "4x3"];
    assert_eq!(other, output(&plain));
    assert_eq!(
        output(&["run", "push.masu/2", "--level", "1", "--json"]),
        output(&["run", "push.masu", "--level", "1", "--json"])
    );
}

#[test]
fn an_id_that_cannot_be_read_says_why() {
    for (id, said) in [
        ("2048:5y5#4", "a size such as `5x3`"),
        ("2048#x", "a seed from 0"),
        ("2084#4", "did you mean `2048`?"),
        ("sokoban/99999999999#4", "level"),
        ("2048:1x1#4", "at least 2x2"),
    ] {
        for arguments in [&["run", id][..], &[id, "--text"]] {
            let ran = masume(arguments);
            assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}: {ran:?}");
            assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn numbers_below_their_range_are_named_with_what_is_expected() {
    for (arguments, said) in [
        (&["play", "2048", "--seed", "-1"][..], "a whole number from 0 to 18446744073709551615"),
        (&["play", "2048", "--seed", "x"], "a whole number from 0 to 18446744073709551615"),
        (&["play", "push.masu", "--level", "-2"], "a whole number from 1 to 4294967295"),
        (&["playout", "2048", "--games", "-1"], "a whole number from 0 to"),
        (&["perft", "2048", "-1"], "a whole number from 0 to"),
        (&["replay", "x.save", "--to", "-1"], "a whole number from 0 to"),
        (&["replay", "x.save", "--speed", "-1"], "a number above 0"),
    ] {
        let ran = masume(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
        assert!(!ran.stderr.contains("'-- "), "no advice that cannot work: {}", ran.stderr);
    }
}
