//! Pieces of which a game has exactly one.

use masume_board::Direction;
use masume_rules::model::{
    Content, Effect, EndKind, Layer, PieceSet, Rules, Statement, Strategy, Test, Ways,
};
use masume_rules::run_error::Span;
use masume_rules::text::{read_level, required_pieces};

use super::games::{PLAYER, boxes, clear, level, put, run};

const PLAYERS: &[(Layer, Content)] = &[(Layer(1), PLAYER)];

/// A game with these statements after every action.
fn then(statement: Statement) -> Rules {
    Rules { then: vec![statement], ..boxes() }
}

fn player() -> Test {
    Test::Piece { layer: Layer(1), pieces: vec![PieceSet(1 << PLAYER)] }
}

#[test]
fn the_piece_that_every_action_needs_and_no_rule_changes_is_required() {
    assert_eq!(required_pieces(&boxes()), PLAYERS);
}

#[test]
fn a_level_with_several_shows_that_several_are_right() {
    let mut rules = boxes();
    rules.levels.push(level("Twins", &["p.p"]));
    assert_eq!(required_pieces(&rules), []);
    assert_eq!(required_pieces(&Rules { levels: Vec::new(), ..boxes() }), []);
}

#[test]
fn pieces_that_come_and_go_are_not_required() {
    let caught = run(vec![(player(), clear())]);
    assert_eq!(required_pieces(&then(Statement::Rule(caught))), []);
    let free = Test::Not(Box::new(Test::Occupied(Layer(1))));
    let born = run(vec![(free.clone(), put(PLAYER))]);
    assert_eq!(required_pieces(&then(Statement::Rule(born))), []);
    // In all four directions at once, one player becomes up to four.
    let mut spread = run(vec![(player(), clear()), (free.clone(), put(PLAYER))]);
    spread.ways = Ways::fixed(&Direction::ORTHOGONAL);
    assert_eq!(required_pieces(&then(Statement::Rule(spread.clone()))), []);
    spread.strategy = Strategy::First;
    assert_eq!(required_pieces(&then(Statement::Rule(spread))), PLAYERS);
}

#[test]
fn an_action_that_works_without_the_piece_shows_that_it_is_not_required() {
    let mut rules = boxes();
    let mut other = rules.actions[0].clone();
    other.body = vec![Statement::Effects(vec![Effect::Finish(EndKind::Lose)], Span::default())];
    rules.actions.push(other.clone());
    assert_eq!(required_pieces(&rules), []);
    // An action without a body only lets time pass.
    other.body.clear();
    rules.actions[1] = other;
    assert_eq!(required_pieces(&rules), PLAYERS);
}

#[test]
fn levels_without_or_with_two_are_refused_at_their_place() {
    let check = |rows: &[&str], expected: &str| {
        let level = level("", rows);
        let errors = read_level(&boxes(), &level).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!((errors[0].message.as_str(), errors[0].span), (expected, level.span));
    };
    check(&["#b."], "no `player` on the board");
    check(&["#p.", "P"], "2 of `player` on the board");
    check(&["#px"], "`x` is not in the legend");
    check(&[], "a level without cells");
    assert!(read_level(&boxes(), &level("", &["#pb", ".."])).is_ok());
}
