//! Relevance: what the rules can still read.

use masume_search::Relevance;

use super::game;

/// The values that are read in a game with these sections after its pieces, `moves` and `left`.
#[track_caller]
fn check(rest: &str, expected: &[&str]) {
    let text = format!(
        "game One\nboard 3 x 3\nvalue moves\nvalue left = 9\noption most = 5 from 1 to 9\n\n\
         pieces\n  thing: stone heap\n  tile: number 1 to 9\n\n{rest}\n"
    );
    let game = game(&text);
    let live = Relevance::of(game.rules());
    let values = game.rules().values.iter().zip(&live.values);
    let mut read: Vec<&str> =
        values.filter(|(_, is_live)| **is_live).map(|(value, _)| value.name.as_str()).collect();
    read.extend(live.ply.then_some("ply"));
    read.extend(live.passes.then_some("passes"));
    read.extend(live.goals.then_some("goals"));
    read.extend(live.random.then_some("random"));
    assert_eq!(read, expected, "{rest}");
}

const PUT: &str = "action put at c\n  at c: _ -> stone\n";

#[test]
fn what_only_counts_is_not_read() {
    check(&format!("{PUT}\nthen: moves += 1\n\nwin when every any has stone"), &[]);
    check(&format!("{PUT}\nthen: left -= count stone\n\nwin when no heap"), &[]);
    check("action put at c\n  at c: _ -> stone, moves += most\n\nwin when no heap", &[]);
    check("action put at c\n  at c: n -> _, moves += 2 * n\n\nwin when no heap", &[]);
}

#[test]
fn what_an_end_asks_is_read() {
    let rows: [(&str, &[&str]); 6] = [
        ("then: moves += 1\n\nlose when moves = 7", &["moves"]),
        ("then: moves += 1\n\nwin when no [stone, row = moves]", &["moves"]),
        ("then: moves += 1\n\ngoal when moves = 7", &["moves", "goals"]),
        ("then: left -= 1\n\nwin when some [stone, 1 stone beside] and left < 3", &["left"]),
        ("win when count stone = ply", &["ply"]),
        ("then\n  moves += 1\n  left = moves\n\nlose when left = 0", &["moves", "left"]),
    ];
    for (rest, expected) in rows {
        check(&format!("{PUT}\n{rest}\n\nwin when no heap"), expected);
    }
}

#[test]
fn what_an_action_asks_is_read() {
    let rows: [(&str, &[&str]); 7] = [
        ("action put at c when moves < 3\n  at c: _ -> stone\n  moves += 1", &["moves"]),
        ("action put at c\n  require left > 0\n  at c: _ -> stone\n  left -= 1", &["left"]),
        ("action put at c\n  at c: [no tile] -> {left}", &["left"]),
        ("action put at c\n  moves times: [no stone] -> stone", &["moves"]),
        ("action put at c\n  at c: [no stone, row > moves] -> stone", &["moves"]),
        ("action put at c\n  let bound = left\n  at c: [no tile, row > bound] -> stone", &["left"]),
        ("action put at c\n  random [no thing] -> stone", &["random"]),
    ];
    for (rest, expected) in rows {
        check(&format!("{rest}\n\nwin when no heap"), expected);
    }
}

#[test]
fn whether_a_number_changes_may_be_read() {
    // Whether the action is legal depends on what the value was.
    check("action wait\n  moves = 3\n\nwin when no heap", &["moves"]);
    // Counting on is always a change, whatever the value was.
    check("action wait\n  moves += 3\n\nwin when no heap", &[]);
    check(&format!("{PUT}\nthen: moves = 3\n\nwin when no heap"), &[]);
    check(&format!("{PUT}\nthen\n  repeat\n    moves = 3\n\nwin when no heap"), &["moves"]);
}

#[test]
fn a_computation_that_may_go_wrong_is_read() {
    check(&format!("{PUT}\nthen: left = 9 / moves\n\nwin when no heap"), &["moves", "left"]);
    check(&format!("{PUT}\nthen: left = 2 * left\n\nwin when no heap"), &["left"]);
}

#[test]
fn what_nothing_writes_is_left_out() {
    let of = |name: &str| Relevance::of(super::shipped(name).rules()).layers;
    assert_eq!(of("sokoban"), [false, true]);
    assert_eq!(of("peg-solitaire"), [false, true]);
    assert_eq!(of("lights-out"), [true, false]);
}
