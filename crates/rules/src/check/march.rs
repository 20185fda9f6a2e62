//! Marches: who walks, and whether every meeting is described.

use std::collections::BTreeSet;

use masume_syntax::ast::{self, Name};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::names::Symbol;
use super::rule::is_single;
use super::scope::Scope;
use super::site::layers_of;
use crate::model::{Content, Layer, LayerKind, March, MarchAim, Meeting, Pattern, Statement, Test};

/// Number of walkers that are tried together in one cell: eight could meet, but rows that reduce every
/// four reduce them pairwise.
const TRIED_TOGETHER: usize = 4;

/// Number of kinds of walkers that are tried in every combination; more only in pairs.
const TRIED_KINDS: usize = 8;

impl<'a> Checker<'a> {
    pub(super) fn march(
        &mut self,
        march: &'a ast::March,
        at: Span,
        scope: &Scope<'a>,
    ) -> Option<Statement> {
        let errors = self.diagnostics.len();
        let (walkers, named) = self.separate_test(&march.walkers, scope);
        let aim = match &march.aim {
            ast::MarchAim::Toward(test) => MarchAim::Toward(self.separate_test(test, scope).0),
            ast::MarchAim::In(ways) => MarchAim::In(self.ways(ways, scope)),
        };
        let id = self.next_rule();
        let mut layers = layers_of(named);
        let (Some(layer), None) = (layers.next(), layers.next()) else {
            if self.is_sound_since(errors) {
                self.error(
                    Code::AmbiguousPiece,
                    scope.at(march.walkers.span),
                    "who marches is not of one layer",
                    "expected pieces of one layer",
                );
            }
            return None;
        };
        let meets: Vec<Meeting> =
            march.meets.iter().filter_map(|row| self.meeting(row, layer, scope)).collect();
        if self.is_sound_since(errors) {
            let may_crowd = matches!(aim, MarchAim::Toward(_));
            if !goes_to_free_cells(&walkers, layer, &aim) {
                self.check_meetings(&walkers, layer, &meets, may_crowd, at);
            }
        }
        Some(Statement::March(March { id, span: at, layer, walkers, aim, meets }))
    }

    fn meeting(&mut self, row: &'a ast::Meets, layer: Layer, scope: &Scope<'a>) -> Option<Meeting> {
        let first = self.piece_of(&row.first, layer, scope);
        let second = self.piece_of(&row.second, layer, scope);
        let left = row.left.as_ref().map(|name| self.piece_of(name, layer, scope));
        let effects = self.at_new_site(false, |checker| checker.effects(&row.effects, scope));
        let left = match left {
            None => None,
            Some(known) => Some(known?),
        };
        Some(Meeting { first: first?, second: second?, left, effects })
    }

    /// The piece of this name, which must be of the layer.
    fn piece_of(&mut self, name: &'a Name, layer: Layer, scope: &Scope<'a>) -> Option<Content> {
        let expected = format!("a piece of the layer `{}`", self.layer_name(layer));
        match self.lookup(&name.value, scope.home) {
            Some(Symbol::Piece(found, content)) if found == layer => Some(content),
            Some(Symbol::Piece(found, _)) => {
                let found = format!("of the layer `{}`", self.layer_name(found));
                self.wrong_kind(name, scope, &found, &expected);
                None
            }
            Some(symbol) => {
                self.wrong_kind(name, scope, symbol.describe(), &expected);
                None
            }
            None => {
                self.unknown_name(
                    name,
                    scope,
                    &expected,
                    |symbol| matches!(symbol, Symbol::Piece(found, _) if found == layer),
                );
                None
            }
        }
    }

    /// Reports the first meeting that the rows do not bring down to one piece.
    fn check_meetings(
        &mut self,
        walkers: &Test,
        layer: Layer,
        meets: &[Meeting],
        may_crowd: bool,
        at: Span,
    ) {
        let mut walking: BTreeSet<Content> = BTreeSet::new();
        let all = match &self.layers[usize::from(layer.0)].kind {
            LayerKind::Pieces(pieces) => pieces.len() as Content,
            LayerKind::Kinds(count) => *count as Content,
            // Numbers have no names that a row could use; one stands for all.
            LayerKind::Range(..) | LayerKind::Doubling(..) => 1,
        };
        for cell in self.contents(walkers) {
            walking.extend(
                (0..all).filter(|&it| cell.as_ref().is_none_or(|cell| cell.on(layer).may_be(it))),
            );
        }
        let walking: Vec<Content> = walking.into_iter().collect();
        // One stands for all of them, so that two need not be equal.
        let is_of_numbers = matches!(
            self.layers[usize::from(layer.0)].kind,
            LayerKind::Range(..) | LayerKind::Doubling(..)
        );
        let together = match (may_crowd, walking.len() <= TRIED_KINDS) {
            (false, _) => 1,
            (true, true) => TRIED_TOGETHER,
            (true, false) => 2,
        };
        // The first row of a pair leaves nothing to a second one.
        let mut pairs: BTreeSet<(Content, Content)> = BTreeSet::new();
        let rows: Vec<&Meeting> =
            meets.iter().filter(|row| pairs.insert((row.first, row.second))).collect();
        for count in 1..=together {
            for crowd in multisets(&walking, count) {
                for standing in std::iter::once(None).chain((0..all).map(Some)) {
                    let mut occupants = crowd.clone();
                    occupants.extend(standing);
                    // In one direction equal ones meet at the edge alone, and one of them stays.
                    let needs_row = |first, second| may_crowd || is_of_numbers || first != second;
                    if let [first, second] = occupants[..]
                        && needs_row(first, second)
                        && !meets.iter().any(|row| row.is_between(first, second))
                    {
                        return self.meeting_missing(layer, first, second, at);
                    }
                    if let [first, second, ..] = reduced(occupants, &rows).as_slice() {
                        return self.meeting_missing(layer, *first, *second, at);
                    }
                }
            }
        }
    }

    fn meeting_missing(&mut self, layer: Layer, first: Content, second: Content, at: Span) {
        let name = |content: Content| match self.pieces_of(layer).get(content as usize) {
            Some(piece) => piece.name.clone(),
            None => self.layer_name(layer).to_owned(),
        };
        let has_names = !self.pieces_of(layer).is_empty();
        let (first, second) = (name(first), name(second));
        let label = if first == second {
            format!("two of `{first}` can come to one cell")
        } else {
            format!("`{first}` and `{second}` can come to one cell")
        };
        let help = if has_names {
            format!("a line below it: `{first} meets {second} -> …`")
        } else {
            "only named pieces can march where they may meet".to_owned()
        };
        self.report(
            Diagnostic::error(Code::MeetsMissing, at, "a meeting that is not described", label)
                .with_help(help),
        );
    }
}

/// True if everybody who walks sees the next cell free, so that nobody meets anybody.
fn goes_to_free_cells(walkers: &Test, layer: Layer, aim: &MarchAim) -> bool {
    let MarchAim::In(way) = aim else { return false };
    walkers.conjuncts().any(|test| {
        let Test::Sees { ways, pattern } = test else { return false };
        let Pattern::Sequence(parts) = &**pattern else { return false };
        let [Pattern::Cell { .. }, Pattern::Cell { test, .. }, ..] = parts.as_slice() else {
            return false;
        };
        is_single(ways) && ways == way && leaves_free(test, layer)
    })
}

/// True if only cells pass on which the layer is free.
fn leaves_free(test: &Test, layer: Layer) -> bool {
    test.conjuncts().any(|test| {
        let Test::Not(inner) = test else { return *test == Test::Empty };
        **inner == Test::Occupied(layer)
    })
}

/// Occupants of one cell that are left: rows in order, each as often as it applies, and from
/// the first again until none does; of equal ones that are left one stays.
fn reduced(mut occupants: Vec<Content>, meets: &[&Meeting]) -> Vec<Content> {
    loop {
        let before = occupants.len();
        for row in meets {
            while let Some((first, second)) = pair(&occupants, row) {
                occupants.remove(first.max(second));
                occupants.remove(first.min(second));
                occupants.extend(row.left);
            }
        }
        if occupants.len() == before {
            occupants.sort_unstable();
            occupants.dedup();
            return occupants;
        }
    }
}

/// Positions of the two of a row among the occupants.
fn pair(occupants: &[Content], row: &Meeting) -> Option<(usize, usize)> {
    let first = occupants.iter().position(|it| *it == row.first)?;
    let others = occupants.iter().enumerate();
    let mut others = others.filter(|(index, it)| *index != first && **it == row.second);
    others.next().map(|(second, _)| (first, second))
}

/// Every multiset of so many of these, in order.
fn multisets(of: &[Content], count: usize) -> Vec<Vec<Content>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in of.iter().enumerate() {
        for mut rest in multisets(&of[index..], count - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}
