//! Pieces without which a game cannot be played, shown by its rules.
//!
//! The language has no word for "exactly one player", and needs none: where every action needs a
//! piece, no rule makes or takes one, and every level of the game's own file has exactly one, then
//! a board with none or with two is no board of this game. All three are read off the rules, so
//! that a game where pieces do come and go is left alone:
//!
//! - a robot chase whose player can be caught has boards without a player;
//! - a puzzle with several characters in one of its levels has boards with several.

use masume_syntax::{Code, Diagnostic, Span};

use super::content::content_name;
use super::level::picture_of_level;
use crate::facts::{Holds, Piece, changes, holds};
use crate::model::{Content, Layer, LayerKind, Pattern, Rules, Statement};
use crate::state::Board;

/// The pieces of which every board of the game has exactly one.
///
/// The game has one player and levels; each of its levels has exactly one such piece; no action
/// with a body does anything without it; and no rule changes how many there are.
pub fn required_pieces(rules: &Rules) -> Vec<(Layer, Content)> {
    if rules.players.len() > 1 || rules.levels.is_empty() {
        return Vec::new();
    }
    pieces(rules)
        .filter(|piece| is_needed(rules, *piece) && changes(rules, *piece).is_none())
        .filter(|piece| every_level_has_one(rules, *piece))
        .collect()
}

/// One error for each required piece of which the board has none or several; `span` is the
/// picture's.
pub(super) fn check_required(rules: &Rules, board: &Board, span: Span) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (layer, content) in required_pieces(rules) {
        let cells = board.grid().inner_cells();
        let count = cells.filter(|cell| board.get(layer, *cell) == content).count();
        if count == 1 {
            continue;
        }
        let name = content_name(rules, layer, content);
        let found = match count {
            0 => format!("no `{name}` on the board"),
            _ => format!("{count} of `{name}` on the board"),
        };
        let help =
            format!("every level of this game has exactly one `{name}`, and no rule changes that");
        diagnostics.push(
            Diagnostic::error(Code::StartConditions, span, found, "exactly one is needed")
                .with_help(help),
        );
    }
    diagnostics
}

fn pieces(rules: &Rules) -> impl Iterator<Item = Piece> {
    rules.layers.iter().enumerate().flat_map(|(index, info)| {
        let count = match &info.kind {
            LayerKind::Pieces(pieces) => pieces.len(),
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => 0,
        };
        (0..count).map(move |piece| (Layer(index as u8), piece as Content))
    })
}

fn every_level_has_one(rules: &Rules, (layer, content): Piece) -> bool {
    rules.levels.iter().all(|level| {
        let (cells, _) = picture_of_level(rules, level);
        let count = cells.iter().flatten().filter(|cell| cell.contains(&(layer, content))).count();
        count == 1
    })
}

/// True if no action with a body does anything where the piece is missing; and there is one.
fn is_needed(rules: &Rules, piece: Piece) -> bool {
    let mut bodies =
        rules.actions.iter().map(|action| &action.body).filter(|body| !body.is_empty());
    bodies.clone().next().is_some() && bodies.all(|body| is_idle_without(rules, body, piece))
}

fn is_idle_without(rules: &Rules, block: &[Statement], piece: Piece) -> bool {
    block.iter().all(|statement| match statement {
        Statement::Rule(rule) => needs(rules, &rule.pattern, piece),
        Statement::Relocate { from, .. } => holds(rules, from, piece) == Holds::Always,
        Statement::March(march) => {
            march.layer == piece.0 && holds(rules, &march.walkers, piece) == Holds::Always
        }
        Statement::OrElse(_)
        | Statement::Must(_)
        | Statement::Simultaneous(..)
        | Statement::Repeat(..)
        | Statement::Times(..)
        | Statement::If(..) => statement.blocks().all(|block| is_idle_without(rules, block, piece)),
        Statement::Let(..) | Statement::Require(..) => true,
        Statement::Deal { .. }
        | Statement::Shuffle { .. }
        | Statement::Until(..)
        | Statement::Effects(..)
        | Statement::Picture { .. } => false,
    })
}

/// True if every match has the piece.
fn needs(rules: &Rules, pattern: &Pattern, piece: Piece) -> bool {
    match pattern {
        Pattern::Cell { test, .. } => holds(rules, test, piece) == Holds::Always,
        Pattern::Sequence(parts) => parts.iter().any(|part| needs(rules, part, piece)),
        Pattern::Choice(parts) => parts.iter().all(|part| needs(rules, part, piece)),
        Pattern::Repeat { body, least, .. } => *least > 0 && needs(rules, body, piece),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => false,
    }
}
