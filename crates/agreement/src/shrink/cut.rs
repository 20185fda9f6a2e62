//! Cuts of a game, the coarse ones first.

use crate::tree::{GameTree, LayerShape, Statement};

use super::cut_rule::cut_rule;
use super::cutter::Cutter;

/// The game with the cut of this number done; `None` past the last.
pub(super) fn cut(game: &GameTree, number: usize) -> Option<GameTree> {
    let mut game = game.clone();
    let mut cutter = Cutter { left: number };
    let is_cut = cut_sections(&mut cutter, &mut game)
        || cut_board(&mut cutter, &mut game)
        || cut_declarations(&mut cutter, &mut game)
        || cut_bodies(&mut cutter, &mut game);
    is_cut.then_some(game)
}

fn nothing<T>(_: &mut Cutter, _: &mut T) -> bool {
    false
}

/// Whole sections.
fn cut_sections(cutter: &mut Cutter, game: &mut GameTree) -> bool {
    cutter.list(&mut game.actions, 1, nothing)
        || cutter.list(&mut game.then, 0, nothing)
        || cutter.list(&mut game.ends, 0, nothing)
        || cutter.option(&mut game.again, nothing)
        || cutter.option(&mut game.pass, nothing)
        || cutter.option(&mut game.score, nothing)
        || cutter.option(&mut game.level, nothing)
        || cutter.list(&mut game.start, 0, nothing)
        || cutter.list(&mut game.defines, 0, nothing)
}

/// The size of the board.
fn cut_board(cutter: &mut Cutter, game: &mut GameTree) -> bool {
    if game.rim > 0 && cutter.is_here() {
        game.rim = 0;
        return true;
    }
    for (less, is_width) in [(2, true), (2, false), (1, true), (1, false)] {
        let side = if is_width { &mut game.width } else { &mut game.height };
        let shorter = if less == 2 { *side / 2 } else { *side - 1 };
        if shorter > 0 && cutter.is_here() {
            *side = shorter;
            let (width, height) = (game.width, game.height);
            pictures(game).for_each(|rows| crop(rows, width, height));
            return true;
        }
    }
    false
}

/// The level and every picture of the set-up.
fn pictures(game: &mut GameTree) -> impl Iterator<Item = &mut Vec<String>> {
    let drawn = game.start.iter_mut().filter_map(|statement| match statement {
        Statement::Picture { rows, .. } => Some(rows),
        Statement::Rule(_)
        | Statement::Nest { .. }
        | Statement::Line(_)
        | Statement::March { .. } => None,
    });
    game.level.iter_mut().chain(drawn)
}

/// Cuts a picture at its right side and below; of numbers each is a word.
fn crop(rows: &mut Vec<String>, width: usize, height: usize) {
    rows.truncate(height);
    let is_spaced = rows.iter().any(|row| row.contains(' '));
    for row in rows {
        *row = if is_spaced {
            row.split(' ').take(width).collect::<Vec<_>>().join(" ")
        } else {
            row.chars().take(width).collect()
        };
    }
}

/// Declarations that the rules may not need any more are cut.
fn cut_declarations(cutter: &mut Cutter, game: &mut GameTree) -> bool {
    if !game.players.is_empty() && cutter.is_here() {
        game.players.clear();
        return true;
    }
    cutter.each(&mut game.players, 0)
        || cutter
            .within(&mut game.players, |cutter, player| cutter.option(&mut player.forward, nothing))
        || cutter.each(&mut game.values, 0)
        || cutter.each(&mut game.options, 0)
        || cutter.each(&mut game.lets, 0)
        || cutter.list(&mut game.layers, 1, |cutter, layer| match &mut layer.shape {
            LayerShape::Pieces(names) | LayerShape::Owned(names) => cutter.each(names, 1),
            LayerShape::Kinds(count) => {
                let is_cut = *count > 1 && cutter.is_here();
                *count -= usize::from(is_cut);
                is_cut
            }
            LayerShape::Range(..) | LayerShape::Doubling(..) => false,
        })
}

/// Statements, tests and numbers.
fn cut_bodies(cutter: &mut Cutter, game: &mut GameTree) -> bool {
    cutter.within(&mut game.actions, |cutter, action| {
        cutter.each(&mut action.params, 0)
            || cutter.option(&mut action.when, Cutter::term)
            || cut_block(cutter, &mut action.body)
    }) || cut_block(cutter, &mut game.then)
        || cut_block(cutter, &mut game.start)
        || cutter.within(&mut game.defines, |cutter, (_, body)| cut_block(cutter, body))
        || cutter.within(&mut game.ends, |cutter, end| {
            cutter.each(&mut end.effects, 0) || cutter.term(&mut end.condition)
        })
        || cutter.option(&mut game.again, Cutter::term)
        || cutter.option(&mut game.score, Cutter::term)
        || cutter.within(&mut game.lets, |cutter, (_, test)| cutter.term(test))
}

fn cut_block(cutter: &mut Cutter, block: &mut Vec<Statement>) -> bool {
    if cutter.each(block, 0) {
        return true;
    }
    for index in 0..block.len() {
        let Statement::Nest { body, .. } = &block[index] else { continue };
        if cutter.is_here() {
            block.splice(index..=index, body.clone());
            return true;
        }
    }
    cutter.within(block, |cutter, statement| match statement {
        Statement::Rule(rule) => cut_rule(cutter, rule),
        Statement::Nest { heading, body } => cutter.term(heading) || cut_block(cutter, body),
        Statement::Line(line) => cutter.term(line),
        Statement::March { meets, .. } => cutter.each(meets, 0),
        Statement::Picture { rows, .. } => cutter.each(rows, 1),
    })
}
