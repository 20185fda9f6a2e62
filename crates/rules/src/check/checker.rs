//! State of the checker while it works, and its reports.

use std::collections::{BTreeMap, BTreeSet};

use masume_syntax::ast;
use masume_syntax::{Code, Diagnostic, Span};

use super::names::{Definition, Kind, Symbol};
use super::scope::Scope;
use super::site::Site;
use super::uses::Uses;
use crate::facts::Contents;
use crate::model::{
    Layer, LayerInfo, Legend, Local, OptionInfo, ParamKind, Player, PlayerInfo, RuleId, Shape,
    Test, ValueInfo,
};

/// The most parts of a game after its definitions are written out.
const MOST_PARTS: usize = 100_000;

/// Greatest depth of parts in one another after definitions are written out: far beyond what
/// a text may nest, and little enough for the stack of any thread.
const DEEPEST: usize = 200;

/// The most local numbers of a game, definitions written out.
const MOST_LOCALS: u16 = 1024;

/// The checker's knowledge of one game, filled section by section.
#[derive(Default)]
pub(super) struct Checker<'a> {
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Names of the game; those that a game brings in from a library are among them.
    pub(super) symbols: BTreeMap<String, (Symbol, Span)>,
    /// Names within each library that is in use, indexed like `Home::Library`.
    pub(super) libraries: Vec<BTreeMap<String, Symbol>>,
    /// Names of declarations that were not understood: nothing is said of their use.
    pub(super) broken_names: BTreeSet<&'a str>,
    pub(super) definitions: Vec<Definition<'a>>,
    /// True if what is read of a definition depends on what it is used with.
    pub(super) met_unknown: bool,
    pub(super) kinds: Vec<Kind>,
    pub(super) players: Vec<PlayerInfo>,
    /// True if the game has a `players` section.
    pub(super) has_players: bool,
    pub(super) layers: Vec<LayerInfo>,
    pub(super) values: Vec<ValueInfo>,
    pub(super) options: Vec<OptionInfo>,
    pub(super) actions: Vec<&'a ast::ActionSection>,
    pub(super) shape: Option<Shape>,
    /// True if the greatest board is one that the author named.
    pub(super) is_bounded: bool,
    /// The `score` section.
    pub(super) score: Option<&'a ast::Expr>,
    /// True if the `score` section is being written out.
    pub(super) in_score: bool,
    /// The parameters of the current action.
    pub(super) params: Vec<ParamKind>,
    /// True if an action is read, which alone has cells.
    pub(super) in_action: bool,
    /// Beginning of each line of the game.
    pub(super) line_starts: &'a [u32],
    /// The game's own legend, completed.
    pub(super) legend: Legend,
    /// Layers of which a legend shows, as it is written, what is on the one only together with what is on the other.
    pub(super) together: Vec<(Layer, Layer)>,
    pub(super) site: Site<'a>,
    /// Names that the definitions need which nothing uses.
    pub(super) uses: Uses,
    pub(super) frames: u32,
    pub(super) rules: u32,
    pub(super) locals: u16,
    parts: usize,
    depth: usize,
    overflowed: bool,
    /// Said once: every other chain of definitions is the same problem.
    is_too_deep: bool,
}

impl<'a> Checker<'a> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn error(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.report(Diagnostic::error(code, span, message, label));
    }

    /// Reports what may be wrong with one use of a definition alone, and where that use is.
    pub(super) fn report_in(&mut self, diagnostic: Diagnostic, scope: &Scope<'a>) {
        let diagnostic = match scope.used_at() {
            Some(call) if !call.range().is_empty() => diagnostic.with_place(call, "used here"),
            Some(_) | None => diagnostic,
        };
        self.report(diagnostic);
    }

    /// Counts one part of the game and goes a level deeper; false where the game grew too large,
    /// and then nothing more is understood. Every true is followed by one [`Checker::leave`].
    pub(super) fn enter(&mut self, span: Span, scope: &Scope<'a>) -> bool {
        if self.overflowed {
            return false;
        }
        if self.parts >= MOST_PARTS {
            self.overflowed = true;
            self.error(
                Code::DefinitionTooLarge,
                scope.at(span),
                format!("the game has more than {MOST_PARTS} parts"),
                "here it grows too large, definitions written out",
            );
            return false;
        }
        if self.depth >= DEEPEST {
            if std::mem::replace(&mut self.is_too_deep, true) {
                return false;
            }
            self.error(
                Code::DefinitionTooLarge,
                scope.outermost(span),
                format!("definitions lie more than {DEEPEST} deep in one another"),
                "too deep when written out",
            );
            return false;
        }
        self.parts += 1;
        self.depth += 1;
        true
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Runs `work` with a count of parts of its own and forgets what it counted: for what is
    /// checked and not kept.
    pub(super) fn aside(&mut self, work: impl FnOnce(&mut Self)) {
        let (rules, locals, parts) = (self.rules, self.locals, self.parts);
        let cut = (self.overflowed, self.is_too_deep);
        self.parts = 0;
        work(self);
        (self.rules, self.locals, self.parts) = (rules, locals, parts);
        (self.overflowed, self.is_too_deep) = cut;
    }

    /// `on line 12`, for what was said before.
    pub(super) fn on_line(&self, span: Span) -> String {
        let line = self.line_starts.partition_point(|&start| start <= span.start).max(1);
        format!("on line {line}")
    }

    /// True if everything since there were so many diagnostics was understood.
    pub(super) fn is_sound_since(&self, diagnostics: usize) -> bool {
        self.diagnostics.len() == diagnostics && !self.overflowed && !self.is_too_deep
    }

    pub(super) fn next_rule(&mut self) -> RuleId {
        self.rules += 1;
        RuleId(self.rules - 1)
    }

    /// None, with a diagnostic, where the game has no room for another local number.
    pub(super) fn next_local(&mut self, at: Span) -> Option<Local> {
        if self.locals == MOST_LOCALS {
            let message = format!("more than {MOST_LOCALS} local numbers");
            self.error(Code::TooMany, at, message, "one too many, definitions written out");
            return None;
        }
        self.locals += 1;
        Some(Local(self.locals - 1))
    }

    pub(super) fn player_count(&self) -> usize {
        self.players.len().max(1)
    }

    /// Contents that a cell may have which passes, for each player who may act; `None` where no cell passes.
    pub(super) fn contents(&self, test: &Test) -> impl Iterator<Item = Option<Contents>> {
        let players = (0..self.player_count() as u8).map(Player);
        players.map(|player| Contents::of(test, &self.layers, player))
    }
}

/// One entry where every player has the same, else one for each player.
pub(super) fn shared<T: PartialEq>(mut by_player: Vec<T>) -> Vec<T> {
    if by_player.windows(2).all(|pair| pair[0] == pair[1]) {
        by_player.truncate(1);
    }
    by_player
}
