//! Number of a piece: what the rules can change of that, whatever is done.
//!
//! Nothing is run: an answer holds for every board and every play, so that it may say that a number
//! can rise where it never does. It must not say less.

use std::collections::BTreeMap;

use super::contents::{Contents, Held};
use crate::model::{
    Content, Layer, MarchAim, Pattern, Player, Rule, Rules, Statement, Strategy, Test, Ways, Write,
};

/// A layer and what it holds.
pub(crate) type Piece = (Layer, Content);

/// Certainty that a cell which passes a test holds the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Always,
    Never,
    Maybe,
}

pub(crate) fn holds(rules: &Rules, test: &Test, (layer, content): Piece) -> Holds {
    let players = (0..rules.players.len() as u8).map(Player);
    let cells = players.filter_map(|player| Contents::of(test, &rules.layers, player));
    let held: Vec<Held> = cells.map(|cell| cell.on(layer)).collect();
    if held.iter().all(|it| !it.may_be(content)) {
        Holds::Never
    } else if held.iter().all(|it| it.only_piece() == Some(content)) {
        Holds::Always
    } else {
        Holds::Maybe
    }
}

/// Possible change of the number of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    /// There can be more.
    pub(crate) rises: bool,
    /// There can be fewer.
    pub(crate) falls: bool,
}

impl Change {
    const NONE: Self = Self { rises: false, falls: false };
    const ANY: Self = Self { rises: true, falls: true };

    /// True if there are always as many.
    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }

    fn or(self, other: Self) -> Self {
        Self { rises: self.rises || other.rises, falls: self.falls || other.falls }
    }
}

/// Possible change by the set-up, the actions and what follows them of the number of the piece.
pub(crate) fn changes(rules: &Rules, piece: Piece) -> Change {
    let actions = rules.actions.iter().map(|action| &action.body);
    let blocks = actions.chain([&rules.start, &rules.then]);
    blocks.map(|block| of_block(rules, block, piece)).fold(Change::NONE, Change::or)
}

fn of_block(rules: &Rules, block: &[Statement], piece: Piece) -> Change {
    let changes = block.iter().map(|statement| of_statement(rules, statement, piece));
    changes.fold(Change::NONE, Change::or)
}

fn of_statement(rules: &Rules, statement: &Statement, piece: Piece) -> Change {
    match statement {
        Statement::Rule(rule) => of_rule(rules, rule, piece),
        // It may come to lie where another of its kind was.
        Statement::Relocate { layers, to, .. } => {
            let falls = layers.contains(&piece.0) && holds(rules, to, piece) != Holds::Never;
            Change { rises: false, falls }
        }
        Statement::March(march) if march.layer != piece.0 => Change::NONE,
        Statement::March(march) => {
            let makes = march.meets.iter().any(|row| {
                row.left == Some(piece.1) && ![row.first, row.second].contains(&piece.1)
            });
            // Of equal ones that meet, one is left.
            let may_meet = !matches!(march.aim, MarchAim::In(_)) || !march.meets.is_empty();
            Change { rises: makes, falls: may_meet }
        }
        Statement::Deal { layer, .. } if *layer == piece.0 => Change::ANY,
        // Two rules that see the same board could both move the piece.
        Statement::Simultaneous(block, _) => {
            if block.iter().all(|inner| leaves(inner, piece)) {
                Change::NONE
            } else {
                Change::ANY
            }
        }
        Statement::Picture { rows, .. } => {
            let mut put = rows.iter().flatten().flatten();
            if put.all(|(layer, _)| *layer != piece.0) { Change::NONE } else { Change::ANY }
        }
        Statement::OrElse(_)
        | Statement::Must(_)
        | Statement::Repeat(..)
        | Statement::Times(..)
        | Statement::If(..)
        | Statement::Deal { .. }
        | Statement::Shuffle { .. }
        | Statement::Until(..)
        | Statement::Let(..)
        | Statement::Effects(..)
        | Statement::Require(..) => {
            let inner = statement.blocks().map(|block| of_block(rules, block, piece));
            inner.fold(Change::NONE, Change::or)
        }
    }
}

/// True if it is a rule that does not touch the piece's layer, or no rule at all.
fn leaves(statement: &Statement, piece: Piece) -> bool {
    if let Statement::Rule(rule) = statement {
        let mut written = rule.alternatives.iter().flat_map(|it| it.writes.iter().flatten());
        return written.all(|write| write.layer() != piece.0);
    }
    matches!(statement, Statement::Effects(..))
}

fn of_rule(rules: &Rules, rule: &Rule, piece: Piece) -> Change {
    let mut found = BTreeMap::new();
    for (position, test) in rule.pattern.cells() {
        found.insert(position as usize, holds(rules, test, piece));
    }
    let of_alternative = |writes: &Vec<Vec<Write>>| {
        let (mut taken, mut put) = (0, 0);
        let mut change = Change::NONE;
        for (position, writes) in writes.iter().enumerate() {
            let Some(write) = writes.iter().rev().find(|write| write.layer() == piece.0) else {
                continue;
            };
            let before = found.get(&position).copied().unwrap_or(Holds::Maybe);
            let after = written(write, piece);
            match (before, after) {
                (Holds::Always, Holds::Always) | (Holds::Never, Holds::Never) => {}
                (Holds::Always, Holds::Never) => taken += 1,
                (Holds::Never, Holds::Always) => put += 1,
                (Holds::Maybe, _) | (_, Holds::Maybe) => {
                    let rises = before != Holds::Always && after != Holds::Never;
                    let falls = before != Holds::Never && after != Holds::Always;
                    change = change.or(Change { rises, falls });
                }
            }
        }
        // One that is put was another before, and each was taken once: it moved.
        let moves = taken > 0 && put > 0 && is_its_own(rule);
        let (rises, falls) = match moves {
            true => (put > 1, taken > 1),
            false => (put > 0, taken > 0),
        };
        change.or(Change { rises, falls })
    };
    let alternatives = rule.alternatives.iter().map(|it| of_alternative(&it.writes));
    alternatives.fold(Change::NONE, Change::or)
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

/// True if no cell stands at the same place of two matches that are used: the pattern is a run of
/// single cells, and one match is used or one direction is read.
fn is_its_own(rule: &Rule) -> bool {
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
