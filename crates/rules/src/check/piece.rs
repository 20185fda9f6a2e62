//! Pieces that a name means, and their owners.

use masume_syntax::ast::{Argument, Name, Owner, TestKind};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::{Checker, shared};
use super::names::Symbol;
use super::scope::{Binding, Scope};
use crate::model::{Content, Layer, LayerKind, PieceInfo, PieceSet, Player, Test};

impl<'a> Checker<'a> {
    /// `mine` and `theirs`.
    pub(super) fn owned_pieces(&mut self, owner: Owner, name: &'a Name, scope: &Scope<'a>) -> Test {
        if !self.needs_players(owner, &name.value, scope.at(name.span)) {
            return Test::Any;
        }
        let all = self.layers_where(|_| true);
        self.piece_test(&all, |player, piece| is_owned(piece, owner, player))
    }

    /// `my man`, `their man`.
    pub(super) fn owned_test(&mut self, owner: Owner, name: &'a Name, scope: &Scope<'a>) -> Test {
        match scope.binding(&name.value).cloned() {
            Some(Binding::Argument(Argument::Test(test), outer)) => {
                if let TestKind::Name(inner) = &test.kind {
                    return self.owned_test(owner, inner, &outer);
                }
            }
            Some(Binding::Unknown) => {
                self.met_unknown = true;
                return Test::Any;
            }
            Some(
                Binding::Argument(Argument::Expr(_), _) | Binding::Slot(..) | Binding::Local(_),
            )
            | None => {}
        }
        let expected = "a kind of piece that each player has";
        let of_kind: (Layer, Option<String>) = match self.lookup(&name.value, scope.home) {
            Some(Symbol::Kind(kind)) => {
                let kind = &self.kinds[kind];
                (kind.layer, Some(kind.name.clone()))
            }
            Some(Symbol::Layer(layer)) => (layer, None),
            Some(symbol) => {
                self.wrong_kind(name, scope, symbol.describe(), expected);
                return Test::Any;
            }
            None => {
                self.unknown_name(name, scope, expected, |symbol| {
                    matches!(symbol, Symbol::Kind(_) | Symbol::Layer(_))
                });
                return Test::Any;
            }
        };
        let (layer, kind) = of_kind;
        let word = match owner {
            Owner::Mine => "my",
            Owner::Theirs => "their",
        };
        if !self.needs_players(owner, word, scope.at(name.span)) {
            return Test::Any;
        }
        self.piece_test(&[layer], |player, piece| {
            is_owned(piece, owner, player) && kind.as_ref().is_none_or(|kind| *kind == piece.kind)
        })
    }

    /// Reports a word about owners in a game where nobody, or nobody else, owns a piece.
    fn needs_players(&mut self, owner: Owner, word: &str, at: Span) -> bool {
        let owners: Vec<Option<Player>> = self
            .layers
            .iter()
            .flat_map(|layer| match &layer.kind {
                LayerKind::Pieces(pieces) => pieces.as_slice(),
                LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => &[],
            })
            .map(|piece| piece.owner)
            .collect();
        let problem = if owner == Owner::Theirs && self.player_count() < 2 {
            "the game has one player"
        } else if owners.iter().all(Option::is_none) {
            "no piece belongs to a player"
        } else {
            return true;
        };
        self.report(
            Diagnostic::error(Code::NoPlayers, at, format!("`{word}` needs players"), problem)
                .with_help(
                    "`players black white`, and `disc: black white` or `man for each player`",
                ),
        );
        false
    }

    /// The pieces of these layers that fit, seen by each player.
    pub(super) fn piece_test(
        &mut self,
        layers: &[Layer],
        fits: impl Fn(Player, &PieceInfo) -> bool,
    ) -> Test {
        let mut tests = Vec::new();
        for &layer in layers {
            let set_of = |player: usize| {
                let pieces = self.pieces_of(layer).iter().enumerate();
                let fitting = pieces.filter(|(_, piece)| fits(Player(player as u8), piece));
                PieceSet(fitting.fold(0, |set, (index, _)| set | 1 << index))
            };
            let pieces: Vec<PieceSet> = (0..self.player_count()).map(set_of).collect();
            if pieces.iter().any(|set| set.0 != 0) {
                self.name_layer(layer);
                tests.push(Test::Piece { layer, pieces: shared(pieces) });
            }
        }
        if tests.len() == 1 { tests.swap_remove(0) } else { Test::Or(tests) }
    }

    /// Contents with which the test holds if it holds in one way for each player: one piece of one layer. A layer
    /// of numbers has no pieces.
    pub(super) fn only_piece(&self, test: &Test, layer: Layer) -> Option<Vec<Content>> {
        match self.layers.get(usize::from(layer.0)).map(|info| &info.kind) {
            Some(LayerKind::Range(..) | LayerKind::Doubling(..)) | None => return None,
            Some(LayerKind::Pieces(_) | LayerKind::Kinds(_)) => {}
        }
        let contents: Option<Vec<Content>> =
            self.contents(test).map(|cell| cell?.on(layer).only_piece()).collect();
        contents.map(shared)
    }
}

fn is_owned(piece: &PieceInfo, owner: Owner, player: Player) -> bool {
    match owner {
        Owner::Mine => piece.owner == Some(player),
        Owner::Theirs => piece.owner.is_some_and(|other| other != player),
    }
}
