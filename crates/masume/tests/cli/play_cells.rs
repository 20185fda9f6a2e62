//! `play --text` with games of cells, columns and players.

use expect_test::expect;

use crate::harness::play;

#[test]
fn cells_are_named_along_the_edges() {
    expect![[r#"
        Flip

          a b c d
        1 . . . .
        2 . W B .
        3 . B W .
        4 . . . .
        black to act; black 2, white 2; 4 legal actions
        ? for help, q to quit
        black: place b1; black takes white at b2

          a b c d
        1 . B . .
        2 . B B .
        3 . B W .
        4 . . . .
        white to act; black 4, white 1; 3 legal actions
        white: place a1; white takes black at b2

          a b c d
        1 W B . .
        2 . W B .
        3 . B W .
        4 . . . .
        black to act; black 3, white 3; 3 legal actions
        place d4 is not possible here
    "#]]
    .assert_eq(&play(&["flip.masu"], "b1\nplace a1\nd4\n"));
}

#[test]
fn two_cells_are_taken_in_two_steps_in_any_order() {
    let taken = play(&["pair.masu"], "take a1 b1\n");
    let boards = |said: &str| said.matches("a b c d\n").count();
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
        ("a1\n", "a1 is chosen: now the second\n"),
        ("a1\na1\n", "a1 is no longer chosen\n"),
        ("a1\nc1\n", "take a1 c1 is not possible here\n"),
        ("a1,b1\na1\n", "a1 is empty\n"),
        (
            "a1,b1\nc1\na1\nd1\n",
            "c1 is chosen: now the second\na1 is empty\ntake c1 d1; gone: tile 2 from c1, d1\n",
        ),
    ];
    for (input, expected) in rows {
        let said = play(&["pair.masu"], input);
        assert!(said.contains(expected), "{input:?}: no {expected:?} in {said}");
    }
}

#[test]
fn the_second_cell_of_an_ordered_pair_may_be_empty() {
    let rows = [
        ("a1\n", "a1 is chosen: now the second\n"),
        ("a1\nc1\n", "1 . . o o\n"),
        ("a1 c1\n", "1 . . o o\n"),
        ("jump a1 c1\n", "1 . . o o\n"),
        ("a1\nd1\n", "jump a1 d1 is not possible here\n"),
        ("c1\n", "c1"),
        ("a1\na1\n", "a1 is no longer chosen\n"),
    ];
    for (input, expected) in rows {
        let said = play(&["hop.masu"], input);
        assert!(said.contains(expected), "{input:?}: no {expected:?} in {said}");
    }
}

#[test]
fn columns_are_letters() {
    expect![[r#"
        Drop

        a b c
        . . .
        . . .
        red to act; 3 legal actions
        ? for help, q to quit
        red: drop b; red at b2

        a b c
        . . .
        . R .
        yellow to act; 3 legal actions
        yellow: drop b; yellow at b1

        a b c
        . Y .
        . R .
        red to act; 2 legal actions
        drop b is not possible here
    "#]]
    .assert_eq(&play(&["drop.masu"], "b\ndrop b\nb\n"));
}

#[test]
fn the_end_among_players_is_said_with_the_score() {
    let said = play(&["drop.masu"], "a,a,b,b,c,c\nq\n");
    assert!(said.ends_with("a draw\nplay again? Enter: yes, q: no\n"), "{said}");
}

#[test]
fn a_forced_pass_is_said_and_done() {
    expect![[r#"
        Pass

          a b c
        1 B . .
        black to act; black 1, white 0; 1 legal action
        ? for help, q to quit
        black: grow b1
        white can do nothing and passes

          a b c
        1 B B .
        black to act; black 2, white 0; 1 legal action
        at action 0 of 1; gone: black from b1

          a b c
        1 B . .
        black to act; black 1, white 0; 1 legal action
        black: grow b1
        white can do nothing and passes

          a b c
        1 B B .
        black to act; black 2, white 0; 1 legal action
        black: grow c1

          a b c
        1 B B B
        black 3, white 0
        black wins: black 3, white 0
        play again? Enter: yes, q: no
    "#]]
    .assert_eq(&play(&["pass.masu"], "grow b1\nundo\nb1\nc1\nq\n"));
}

#[test]
fn a_cell_and_a_direction_are_given_in_two_steps() {
    let rows = [
        ("shift b1 right\n", "1 o . o\n"),
        ("b1 right\n", "1 o . o\n"),
        // One cell alone is enough for another action of this game.
        ("b1\n", "1 o . .\n"),
        ("b1\na1\n", "which one? 1: take a1  2: burn a1\n"),
    ];
    for (input, expected) in rows {
        let said = play(&["shift.masu"], input);
        assert!(said.contains(expected), "{input:?}: no {expected:?} in {said}");
    }
}
