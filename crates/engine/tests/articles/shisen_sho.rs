//! Shisen-sho's paths.

use masume_engine::{Outcome, Player};

use super::support::{check, game, legal, play, start, state, try_play, value};

fn joined(board: &str, pair: &str) -> bool {
    let game = game("shisen-sho");
    let mut at = state(&game, board);
    try_play(&game, &mut at, pair).is_ok()
}

#[test]
fn two_tiles_of_a_kind_go_when_three_segments_join_them() {
    for (board, pair, expected) in [
        // Side by side, in a line, with one corner, with two.
        ("AABB\nCDCD\nEFEF\nGHGH", "take a1 b1", true),
        ("ABCD\nA...\nEBCD\nGHGH", "take a1 a2", true),
        ("B..C\nDA.D\n..A.\nB..C", "take b2 c3", true),
        ("BCDB\nCA.C\nD.AD\nBCDB", "take b2 c3", true),
        // Around the outside, through the free ring.
        ("ABCA\nCDDB\nBCDC\nDCBB", "take a1 d1", true),
        ("ABCD\nBCDB\nCDBC\nADBC", "take a1 a4", true),
        // Three corners are too many.
        ("BCDB\nCABC\nDBAD\nBCDB", "take b2 c3", false),
        ("ABBB\nBBBB\nBBBB\nBBBA", "take a1 d4", false),
        ("BBBB\nBAB.\n..B.\nBBBA", "take b2 d4", false),
        // Kinds differ, or a cell is free.
        ("ABCD\n....\nBACD\nDCBA", "take a1 b1", false),
        ("ABCD\n....\nBACD\nDCBA", "take a2 b2", false),
    ] {
        assert_eq!(joined(board, pair), expected, "{pair}\n{board}");
    }
}

#[test]
fn a_pair_is_one_action_in_either_order() {
    let game = game("shisen-sho");
    check(&game, "AAB.\nB...\n....\n....", "take a1 b1", "..B.\nB...\n....\n....");
    check(&game, "AAB.\nB...\n....\n....", "take b1 a1", "..B.\nB...\n....\n....");
    let at = state(&game, "AAB.\nB...\n....\n....");
    assert_eq!(legal(&game, &at), ["take a1 b1", "take c1 a2"]);
    assert!(game.read_action(&at, "take a1 a1").is_err(), "a pair is two tiles");
}

#[test]
fn cleared_is_won_and_stuck_is_lost() {
    let game = game("shisen-sho");
    let mut at = state(&game, "AA..\n....\n....\n....");
    play(&game, &mut at, "take a1 b1");
    assert_eq!(game.outcome(&at), Some(Outcome::Won(Player(0))));
    // Crosswise in a square, neither pair can be joined: each way has three corners or a tile on it.
    let mut at = state(&game, "CC..\n.AB.\n.BA.\n....");
    play(&game, &mut at, "take a1 b1");
    assert_eq!(game.outcome(&at), Some(Outcome::Lost(Player(0))));
    // With one more pair beside them the game goes on.
    let mut at = state(&game, "CCD.\n.ABD\n.BA.\n....");
    play(&game, &mut at, "take a1 b1");
    assert_eq!(game.outcome(&at), None);
    assert_eq!(legal(&game, &at), ["take c1 d2"]);
}

#[test]
fn a_deal_has_four_of_each_kind_on_a_full_board_and_can_be_cleared() {
    let game = game("shisen-sho");
    let at = start(&game, 5);
    let board = game.print_board(&at);
    assert_eq!(board.lines().count(), 8);
    assert!(board.lines().all(|row| row.chars().count() == 17), "the ring is not printed\n{board}");
    for kind in ('A'..='Z').chain('a'..='h') {
        assert_eq!(board.matches(kind).count(), 4, "{kind}\n{board}");
    }
    assert!(!legal(&game, &at).is_empty());
}

#[test]
fn reshuffles_are_an_option_and_limited() {
    let board = "ABCD\n....\nBACD\nDCBA";
    let plain = game("shisen-sho");
    assert!(!legal(&plain, &state(&plain, board)).iter().any(|it| it == "reshuffle"));
    let game = plain.with_option("reshuffles", "1").unwrap();
    let mut at = state(&game, board);
    assert!(legal(&game, &at).iter().any(|it| it == "reshuffle"));
    play(&game, &mut at, "reshuffle");
    assert_eq!(value(&game, &at, "reshuffled"), 1);
    let mut before: Vec<char> = board.chars().collect();
    let mut after: Vec<char> = game.print_board(&at).chars().collect();
    let free = |text: &str| -> Vec<usize> { text.match_indices('.').map(|(at, _)| at).collect() };
    assert_eq!(free(board), free(&game.print_board(&at)), "tiles change places among themselves");
    before.sort_unstable();
    after.sort_unstable();
    assert_eq!(before, after);
    assert!(!legal(&game, &at).iter().any(|it| it == "reshuffle"), "one was allowed");
}
