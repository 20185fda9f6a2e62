//! `play --text` with games of cells, columns and players.

use expect_test::expect;

use crate::harness::play;

#[test]
fn cells_are_named_along_the_edges() {
    expect![[r#"
    "#]]
    .assert_eq(&play(&["flip.masu"], "b1\nplace a1\nd4\n"));
}

#[test]
fn two_cells_are_taken_in_two_steps_in_any_order() {
    let taken = play(&["pair.masu"], "take a1 b1\n");
    let boards = |said: &str| said.lines().filter(|it| it.starts_with("1 ")).count();
    assert_eq!(boards(&taken), 2);
    for input in ["a1\nb1\n", "b1\na1\n", "a1, b1\n", "b1 a1\n", "take b1 a1\n"] {
        let said = play(&["pair.masu"], input);
        assert_eq!(said.lines().last(), taken.lines().last(), "{input:?}: {said}");
        assert_eq!(boards(&said), 2, "{input:?}: {said}");
    }
}

#[test]
fn pairs_are_selected_deselected_and_kept() {
    let rows = [
        ("a1\n", "a1 is selected\n"),
        ("a1\na1\n", "a1 is no longer selected\n"),
        ("a1\nc1\n", "a1 c1 is not legal here\nnothing is selected\n"),
        ("a1,b1\na1\n", "a1 is empty\n"),
        ("a1,b1\nc1\na1\nd1\n", "c1 is selected\na1 is empty\n   a b c d\n"),
    ];
    for (input, expected) in rows {
        let said = play(&["pair.masu"], input);
        assert!(said.contains(expected), "{input:?}: no {expected:?} in {said}");
    }
}

#[test]
fn the_second_cell_of_an_ordered_pair_may_be_empty() {
    let rows = [
        ("a1\n", "a1 is selected\n"),
        ("a1\nc1\n", "1 . . o o\n"),
        ("a1 c1\n", "1 . . o o\n"),
        ("jump a1 c1\n", "1 . . o o\n"),
        ("a1\nd1\n", "nothing is selected\n"),
        ("c1\n", "c1"),
        ("a1\na1\n", "a1 is no longer selected\n"),
    ];
    for (input, expected) in rows {
        let said = play(&["hop.masu"], input);
        assert!(said.contains(expected), "{input:?}: no {expected:?} in {said}");
    }
}

#[test]
fn columns_are_letters() {
    expect![[r#"
    "#]]
    .assert_eq(&play(&["drop.masu"], "b\ndrop b\nb\n"));
}

#[test]
fn the_end_among_players_is_said_with_the_score() {
    let said = play(&["drop.masu"], "a,a,b,b,c,c\nn\n");
    assert!(said.ends_with("a draw\nplay again? y/n\n"), "{said}");
}

#[test]
fn a_forced_pass_is_said_and_done() {
    // After these, white has no disc to flip with, and black has.
    let state = play(&["flip.masu"], "legal\n");
    assert!(!state.contains("pass"), "{state}");
}
