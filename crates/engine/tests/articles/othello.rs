//! Othello's flips as one expression.

use std::process::Command;

use masume_engine::regex::action_regex;
use masume_engine::{Outcome, Player, Setup, Size};

use super::support::{check, game, legal, pictures, play, shared, start, state, value};

const BLACK: Player = Player(0);
const WHITE: Player = Player(1);

#[test]
fn discs_flip_in_all_eight_directions() {
    let game = game("othello");
    check(
        &game,
        "B..B..B.\n.W.W.W..\n..WWW...\nBWW.WWWB\n..WWW...\n.W.W.W..\nB..B..B.\n........",
        "place d4",
        "B..B..B.\n.B.B.B..\n..BBB...\nBBBBBBBB\n..BBB...\n.B.B.B..\nB..B..B.\n........",
    );
}

/// A row with three free ones below it.
fn wide(row: &str) -> String {
    format!("{row}{}", "\n........".repeat(3))
}

#[test]
fn a_line_flips_only_up_to_the_nearest_own_disc_and_not_over_a_gap_or_the_edge() {
    let game = game("othello");
    check(&game, &wide(".WBWWB.."), "place a1", &wide("BBBWWB.."));
    let at = state(&game, "...WB...\nWWWW....\n........\n........");
    // From c1 to the right and from c3 up to the right; e2 runs into the edge, and a1 has a gap.
    assert_eq!(legal(&game, &at), ["place c1", "place c3"]);
}

#[test]
fn the_articles_boards_flip_exactly_what_its_expression_matches() {
    let Some(article) = shared("seeds/othello-flips-by-regex.ja.md") else { return };
    let expression =
        article.lines().filter(|it| it.starts_with("(?<=")).max_by_key(|it| it.len()).unwrap();
    let boards: Vec<String> =
        pictures(&article, "NBWP", 7).into_iter().filter(|it| it.contains('P')).collect();
    assert_eq!(boards.len(), 2, "the article shows two boards");
    let game = game("othello");
    for board in boards {
        let Some(matched) = matches_in_node(expression, &board) else { return };
        assert!(!matched.is_empty());
        let ours = action_regex(game.rules(), "place", 8).unwrap().expression;
        assert_eq!(matches_in_node(&ours, &board), Some(matched.clone()), "{board}");
        // One of the boards has seven rows: a free row more makes it even and changes no line's end.
        let rows = board.lines().count();
        let padded = format!("{board}{}", "\nNNNNNNNN".repeat(rows % 2));
        let place = board.lines().flat_map(|row| row.chars()).position(|it| it == 'P').unwrap();
        let mut at = state(&game, &padded.replace(['N', 'P'], "."));
        let before: Vec<i64> = (0..game.rows(&at)).flat_map(|row| game.row(&at, row)).collect();
        let column = char::from(b'a' + (place % 8) as u8);
        play(&game, &mut at, &format!("place {column}{}", place / 8 + 1));
        let after: Vec<i64> = (0..game.rows(&at)).flat_map(|row| game.row(&at, row)).collect();
        // Row by row the text has one character more, the newline.
        let flipped: Vec<usize> = (0..before.len())
            .filter(|cell| *cell != place && before[*cell] != after[*cell])
            .map(|cell| cell + cell / 8)
            .collect();
        assert_eq!(flipped, matched, "{board}");
    }
}

/// Places at which an expression matches a text, in characters; says so and gives `None` without Node.
fn matches_in_node(expression: &str, text: &str) -> Option<Vec<usize>> {
    let script = "const [, e, t] = process.argv; \
                  console.log([...t.matchAll(new RegExp(e, 'g'))].map(m => m.index).join(' '))";
    let Ok(output) = Command::new("node").args(["-e", script, "--", expression, text]).output()
    else {
        eprintln!("skipped: Node is not installed");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    Some(printed.split_whitespace().map(|it| it.parse().unwrap()).collect())
}

#[test]
fn even_boards_from_four_start_with_four_discs_in_the_middle() {
    let game = game("othello");
    for side in [4, 6, 8, 10, 16] {
        let size = Some(Size { width: side, height: side });
        let at = game.start(&Setup { size, ..Setup::default() }).unwrap();
        assert_eq!(legal(&game, &at).len(), 4, "{side} x {side}");
        assert_eq!((value(&game, &at, "black"), value(&game, &at, "white")), (2, 2));
    }
    for (width, height) in [(2, 2), (5, 5), (8, 7), (3, 4)] {
        let size = Some(Size { width, height });
        assert!(game.start(&Setup { size, ..Setup::default() }).is_err(), "{width} x {height}");
    }
    assert_eq!(legal(&game, &start(&game, 0)), ["place d3", "place c4", "place f5", "place e6"]);
}

#[test]
fn who_has_no_move_passes_and_the_game_ends_when_neither_can_move() {
    let game = game("othello");
    let mut forced = state(&game, "to_act: black\nWB..\n....\n....\n....");
    assert_eq!(legal(&game, &forced), ["pass"]);
    play(&game, &mut forced, "pass");
    assert_eq!(forced.to_act, WHITE);
    assert_eq!(legal(&game, &forced), ["place c1"]);
    play(&game, &mut forced, "place c1");
    assert_eq!(game.outcome(&forced), Some(Outcome::Won(WHITE)), "no black disc is left");
    assert_eq!((value(&game, &forced, "black"), value(&game, &forced, "white")), (0, 3));
}

#[test]
fn the_most_discs_win_and_as_many_are_a_draw() {
    let game = game("othello");
    for (board, outcome) in [
        ("BBBB\nBBBB\nBWWW\nWWWW", Outcome::Won(BLACK)),
        ("BBBB\nWWWW\nWWWW\nWWWB", Outcome::Won(WHITE)),
        ("BBBB\nBBBB\nWWWW\nWWWW", Outcome::Draw),
    ] {
        assert_eq!(game.outcome(&state(&game, board)), Some(outcome), "{board}");
    }
}
