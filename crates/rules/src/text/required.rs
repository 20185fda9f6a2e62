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
use crate::model::{
    Content, Layer, LayerKind, MarchAim, Pattern, PieceSet, Rule, Rules, Statement, Strategy, Test,
    Ways, Write,
};
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
        .filter(|piece| is_needed(rules, *piece) && is_kept(rules, *piece))
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

type Piece = (Layer, Content);

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

/// Whether no action with a body does anything where the piece is missing; and there is one.
fn is_needed(rules: &Rules, piece: Piece) -> bool {
    let mut bodies =
        rules.actions.iter().map(|action| &action.body).filter(|body| !body.is_empty());
    bodies.clone().next().is_some() && bodies.all(|body| is_idle_without(body, piece))
}

fn is_idle_without(block: &[Statement], piece: Piece) -> bool {
    block.iter().all(|statement| match statement {
        Statement::Rule(rule) => needs(&rule.pattern, piece),
        Statement::Relocate { from, .. } => holds(from, piece) == Holds::Always,
        Statement::March(march) => {
            march.layer == piece.0 && holds(&march.walkers, piece) == Holds::Always
        }
        Statement::OrElse(_)
        | Statement::Must(_)
        | Statement::Simultaneous(..)
        | Statement::Repeat(..)
        | Statement::Times(..)
        | Statement::If(..) => statement.blocks().all(|block| is_idle_without(block, piece)),
        Statement::Let(..) | Statement::Require(..) => true,
        Statement::Deal { .. }
        | Statement::Shuffle { .. }
        | Statement::Until(..)
        | Statement::Effects(..)
        | Statement::Picture { .. } => false,
    })
}

/// Whether every match has the piece.
fn needs(pattern: &Pattern, piece: Piece) -> bool {
    match pattern {
        Pattern::Cell { test, .. } => holds(test, piece) == Holds::Always,
        Pattern::Sequence(parts) => parts.iter().any(|part| needs(part, piece)),
        Pattern::Choice(parts) => parts.iter().all(|part| needs(part, piece)),
        Pattern::Repeat { body, least, .. } => *least > 0 && needs(body, piece),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => false,
    }
}

/// Whether a cell that passes a test holds the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Always,
    Never,
    Maybe,
}

fn holds(test: &Test, piece: Piece) -> Holds {
    let (layer, content) = piece;
    match test {
        Test::Empty => Holds::Never,
        Test::Piece { layer: asked, pieces } if *asked == layer => {
            let only = PieceSet(1 << content);
            if pieces.iter().all(|set| *set == only) {
                Holds::Always
            } else if pieces.iter().all(|set| !set.contains(content)) {
                Holds::Never
            } else {
                Holds::Maybe
            }
        }
        Test::Not(inner) if excludes(inner, piece) => Holds::Never,
        Test::And(parts) => {
            let found: Vec<Holds> = parts.iter().map(|part| holds(part, piece)).collect();
            if found.contains(&Holds::Never) {
                Holds::Never
            } else if found.contains(&Holds::Always) {
                Holds::Always
            } else {
                Holds::Maybe
            }
        }
        Test::Or(parts) => {
            let mut found = parts.iter().map(|part| holds(part, piece));
            let first = found.next().unwrap_or(Holds::Never);
            if found.all(|other| other == first) { first } else { Holds::Maybe }
        }
        Test::Any
        | Test::Not(_)
        | Test::Occupied(_)
        | Test::Piece { .. }
        | Test::Letter { .. }
        | Test::Chosen(_)
        | Test::InLine(_)
        | Test::Centre
        | Test::Near(..)
        | Test::Neighbours { .. }
        | Test::Sees { .. }
        | Test::Compare(_) => Holds::Maybe,
    }
}

/// Whether a cell that fails the test cannot hold the piece.
fn excludes(test: &Test, piece: Piece) -> bool {
    match test {
        Test::Occupied(layer) => *layer == piece.0,
        Test::Piece { layer, pieces } => {
            *layer == piece.0 && pieces.iter().all(|set| set.contains(piece.1))
        }
        Test::Or(parts) => parts.iter().any(|part| excludes(part, piece)),
        Test::Any
        | Test::Empty
        | Test::Letter { .. }
        | Test::Chosen(_)
        | Test::InLine(_)
        | Test::Centre
        | Test::Near(..)
        | Test::Neighbours { .. }
        | Test::Sees { .. }
        | Test::Compare(_)
        | Test::Not(_)
        | Test::And(_) => false,
    }
}

/// Whether nothing in the game changes how many of the piece there are.
fn is_kept(rules: &Rules, piece: Piece) -> bool {
    let actions = rules.actions.iter().map(|action| &action.body);
    actions.chain([&rules.start, &rules.then]).all(|block| block_keeps(block, piece))
}

fn block_keeps(block: &[Statement], piece: Piece) -> bool {
    block.iter().all(|statement| match statement {
        Statement::Rule(rule) => rule_keeps(rule, piece),
        Statement::Relocate { from, layers, to, .. } => {
            let moves_it = holds(from, piece) == Holds::Always;
            !layers.contains(&piece.0) || moves_it || holds(to, piece) == Holds::Never
        }
        // Who walks may meet, and what then becomes of the piece is not looked into.
        Statement::March(march) => {
            march.layer != piece.0 || matches!(march.aim, MarchAim::In(_)) && march.meets.is_empty()
        }
        Statement::Deal { layer, .. } => *layer != piece.0,
        Statement::OrElse(blocks) => blocks.iter().all(|block| block_keeps(block, piece)),
        Statement::Must(block) | Statement::Repeat(block, _) | Statement::Times(_, block, _) => {
            block_keeps(block, piece)
        }
        // Two rules that see the same board could both move the piece.
        Statement::Simultaneous(block, _) => block.iter().all(|inner| leaves(inner, piece)),
        Statement::If(_, then, otherwise, _) => {
            block_keeps(then, piece) && block_keeps(otherwise, piece)
        }
        Statement::Picture { rows, .. } => {
            let mut put = rows.iter().flatten().flatten();
            put.all(|(layer, _)| *layer != piece.0)
        }
        Statement::Shuffle { .. }
        | Statement::Until(..)
        | Statement::Let(..)
        | Statement::Effects(..)
        | Statement::Require(..) => true,
    })
}

/// Whether it is a rule that does not touch the piece's layer, or no rule at all.
fn leaves(statement: &Statement, piece: Piece) -> bool {
    if let Statement::Rule(rule) = statement {
        let mut written = rule.alternatives.iter().flat_map(|it| it.writes.iter().flatten());
        return written.all(|write| write.layer() != piece.0);
    }
    matches!(statement, Statement::Effects(..))
}

/// Whether a rule leaves the piece where it is, or takes it from one place of the pattern and puts
/// it at another, once.
fn rule_keeps(rule: &Rule, piece: Piece) -> bool {
    let mut tests = Vec::new();
    collect_tests(&rule.pattern, &mut tests);
    rule.alternatives.iter().all(|alternative| {
        let mut taken = Vec::new();
        let mut put = Vec::new();
        for (position, writes) in alternative.writes.iter().enumerate() {
            let Some(write) = writes.iter().rev().find(|write| write.layer() == piece.0) else {
                continue;
            };
            let before = tests
                .iter()
                .filter(|(asked, _)| *asked as usize == position)
                .map(|(_, test)| holds(test, piece))
                .reduce(|one, other| if one == other { one } else { Holds::Maybe })
                .unwrap_or(Holds::Maybe);
            match (before, written(write, piece)) {
                (Holds::Always, Holds::Always) | (Holds::Never, Holds::Never) => {}
                (Holds::Always, Holds::Never) => taken.push(position),
                (Holds::Never, Holds::Always) => put.push(position),
                (Holds::Maybe, _) | (_, Holds::Maybe) => return false,
            }
        }
        match (taken.len(), put.len()) {
            (0, 0) => true,
            (1, 1) => matches_once(rule),
            _ => false,
        }
    })
}

fn written(write: &Write, (_, content): Piece) -> Holds {
    match write {
        Write::Clear(_) => Holds::Never,
        Write::Piece(_, pieces) => {
            if pieces.iter().all(|put| *put == content) {
                Holds::Always
            } else if pieces.iter().all(|put| *put != content) {
                Holds::Never
            } else {
                Holds::Maybe
            }
        }
        Write::Letter(..) | Write::Number(..) => Holds::Maybe,
    }
}

/// Whether a board with one of the piece has at most one match that holds it: the pattern is a run
/// of single cells, and one match is used or one direction is read.
fn matches_once(rule: &Rule) -> bool {
    let is_run = match &rule.pattern {
        Pattern::Cell { .. } => true,
        Pattern::Sequence(parts) => {
            parts.iter().all(|part| matches!(part, Pattern::Cell { .. } | Pattern::Edge))
        }
        Pattern::Choice(_)
        | Pattern::Repeat { .. }
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => false,
    };
    let reads_one_way = match &rule.ways {
        Ways::None | Ways::Chosen(_) | Ways::Against(_) => true,
        Ways::Fixed(by_player) => by_player.iter().all(|ways| ways.len() <= 1),
        Ways::Union(_) => false,
    };
    let uses_one = match rule.strategy {
        Strategy::First | Strategy::Random(None) => true,
        Strategy::All | Strategy::Each | Strategy::Random(Some(_)) => false,
    };
    is_run && (uses_one || reads_one_way)
}

fn collect_tests<'p>(pattern: &'p Pattern, found: &mut Vec<(u32, &'p Test)>) {
    match pattern {
        Pattern::Cell { position, test } => found.push((*position, test)),
        Pattern::Sequence(parts) | Pattern::Choice(parts) => {
            for part in parts {
                collect_tests(part, found);
            }
        }
        Pattern::Repeat { body, .. } => collect_tests(body, found),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => {}
    }
}
