//! `masume` alone.

use crate::harness::{masume, masume_reading};

#[test]
fn the_menu_takes_numbers_names_and_beginnings() {
    let list = masume(&["list"]).stdout;
    let names: Vec<&str> =
        list.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    let sokoban = names.iter().position(|name| *name == "sokoban").unwrap() + 1;
    for choice in
        [sokoban.to_string(), "sokoban".to_owned(), " Sokoban ".to_owned(), "sok".to_owned()]
    {
        let ran = masume_reading(&[], format!("{choice}\nquit\nq\n"));
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{choice}");
        assert!(ran.stdout.contains("Sokoban, level 1 of "), "{choice}: {}", ran.stdout);
        // The menu comes back after the game.
        assert_eq!(ran.stdout.matches("which game?").count(), 2, "{choice}");
    }
}

#[test]
fn a_game_named_by_a_number_is_chosen_by_its_name() {
    let ran = masume_reading(&[], "2048\nq\nq\n");
    assert!(ran.stdout.contains("2048 (seed "), "{}", ran.stdout);
}

#[test]
fn the_menu_ends_cleanly_whatever_comes() {
    let rows = [
        ("", 1),
        ("q\n", 1),
        ("\n\n", 1),
        ("0\n999\n-1\nxyzzy\nq\n", 1),
        ("otello\nq\n", 1),
        ("sokoban\n", 1),
        ("sokoban\nquit\n", 2),
    ];
    for (input, menus) in rows {
        let ran = masume_reading(&[], input);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{input:?}");
        assert_eq!(ran.stdout.matches("which game?").count(), menus, "{input:?}: {}", ran.stdout);
    }
    assert!(masume_reading(&[], "otello\n").stdout.contains("did you mean othello?"));
    let noise = masume_reading(&[], [0xff, 0xfe, b'\n']);
    assert_eq!(noise.status, 0);
}
