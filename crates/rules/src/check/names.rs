//! The names of a game: one name space for pieces, kinds, players, layers, values, options and
//! definitions.

use masume_syntax::ast::{self, Argument, Name, TestKind};
use masume_syntax::{Code, Diagnostic, Span, nearest};

use super::checker::Checker;
use super::scope::{Binding, Home, Scope};
use crate::model::{Content, Layer, LayerKind, OptionId, PieceInfo, Player, Value};

/// Meaning of a name of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Piece(Layer, Content),
    /// Index into `Checker::kinds`.
    Kind(usize),
    Player(Player),
    Layer(Layer),
    Value(Value),
    Option(OptionId),
    /// Index into `Checker::definitions`.
    Let(usize),
    /// Index into `Checker::definitions`.
    Define(usize),
}

impl Symbol {
    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Piece(..) => "a piece",
            Self::Kind(_) => "a kind of piece",
            Self::Player(_) => "a player",
            Self::Layer(_) => "a layer",
            Self::Value(_) => "a value",
            Self::Option(_) => "an option",
            Self::Let(_) => "a `let`",
            Self::Define(_) => "a definition of statements",
        }
    }
}

/// A kind of piece that each player has: `man` of `man king for each player`.
pub(super) struct Kind {
    pub(super) layer: Layer,
    pub(super) name: String,
}

/// A `let` or `define` of the game or of a library.
pub(super) struct Definition<'a> {
    pub(super) name: &'a Name,
    pub(super) params: &'a [Name],
    pub(super) body: Body<'a>,
    pub(super) home: Home,
    /// True if something was written out from it.
    pub(super) is_used: bool,
}

/// Body of a definition.
#[derive(Clone, Copy)]
pub(super) enum Body<'a> {
    Test(&'a ast::Test),
    Statements(&'a ast::Block),
}

/// Names that have a meaning in expressions, legends or action texts, and so mean nothing else.
const BUILT_IN: [&str; 9] =
    ["width", "height", "ply", "stage", "nothing", "pass", "help", "action", "solvable"];

/// After so many problems none has a suggestion: a face shows 100.
const MOST_SUGGESTIONS: usize = 200;

/// True if the name is one lower-case letter: those bind numbers and kinds, or are parameters.
pub(super) fn is_letter(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(char::is_lowercase) && letters.next().is_none()
}

impl<'a> Checker<'a> {
    /// Gives a name its meaning for the whole game; a diagnostic where it has one already.
    pub(super) fn declare(&mut self, name: &Name, symbol: Symbol) {
        if !self.may_be_declared(name) {
            return;
        }
        if let Some((before, span)) = self.symbols.get(&name.value)
            && !self.may_share(*before, symbol)
        {
            let (label, first) = (format!("{} has this name already", before.describe()), *span);
            self.given_twice(name, first, &label);
            return;
        }
        self.symbols.insert(name.value.clone(), (symbol, name.span));
    }

    /// Reports a name that something has already, with the first place.
    pub(super) fn given_twice(&mut self, name: &Name, first: Span, label: &str) {
        let message = format!("`{}` is given twice", name.value);
        let label = format!("{label}, {}", self.on_line(first));
        let found = Diagnostic::error(Code::DuplicateName, name.span, message, label);
        self.report(found.with_place(first, "the first is here"));
    }

    /// True if the name is one that a game may give; a diagnostic where it is not.
    pub(super) fn may_be_declared(&mut self, name: &Name) -> bool {
        if is_letter(&name.value) {
            self.report(
                Diagnostic::error(
                    Code::WrongKindOfName,
                    name.span,
                    format!("`{}` is a letter", name.value),
                    "single letters are for patterns and parameters",
                )
                .with_help("a name has at least two characters"),
            );
            return false;
        }
        if BUILT_IN.contains(&name.value.as_str()) {
            self.error(
                Code::DuplicateName,
                name.span,
                format!("`{}` has a meaning already", name.value),
                "the language has this word",
            );
            return false;
        }
        true
    }

    /// A piece named like a player is that player's; a layer whose only kind has its name means
    /// the same by it.
    fn may_share(&self, before: Symbol, now: Symbol) -> bool {
        match (before, now) {
            (Symbol::Player(_), Symbol::Piece(..)) => true,
            (Symbol::Layer(layer), Symbol::Piece(same, _)) => {
                layer == same && self.pieces_of(layer).len() == 1
            }
            (Symbol::Layer(layer), Symbol::Kind(kind)) => {
                let kind = &self.kinds[kind];
                layer == kind.layer && self.pieces_of(layer).iter().all(|it| it.kind == kind.name)
            }
            _ => false,
        }
    }

    pub(super) fn lookup(&self, name: &str, home: Home) -> Option<Symbol> {
        match home {
            Home::Game => self.symbols.get(name).map(|(symbol, _)| *symbol),
            Home::Library(index) => self.libraries[index].get(name).copied(),
        }
    }

    /// True if the name may be that of a declaration that is in error itself: nothing is said of its use.
    pub(super) fn is_broken(&self, name: &str) -> bool {
        self.broken_names.contains(name)
    }

    /// Reports a name that nothing has, with the nearest one that would fit here.
    pub(super) fn unknown_name(
        &mut self,
        name: &Name,
        scope: &Scope<'a>,
        expected: &str,
        fits: impl Fn(Symbol) -> bool,
    ) {
        if self.is_broken(&name.value) {
            return;
        }
        let fitting = self.symbols.iter().filter(|(_, (symbol, _))| fits(*symbol));
        let words = ["empty", "any", "mine", "theirs", "centre", "else", "edge", "turn", "bend"];
        let candidates = scope.names().chain(fitting.map(|(name, _)| name.as_str())).chain(words);
        let suggestion = self.suggestion(&name.value, candidates);
        // A legend has words for it.
        let is_nothing = matches!(name.value.as_str(), "nothing" | "none");
        let suggestion = if is_nothing { Some("_".to_owned()) } else { suggestion };
        let at = scope.at(name.span);
        let code = Code::UnknownName;
        let found = unknown(code, at, "name", &name.value, expected, suggestion);
        self.report_in(found, scope);
    }

    /// Name that was probably meant; nothing once there are far more problems than are shown, because
    /// comparing every name with every other takes the square of their number.
    pub(super) fn suggestion<'n>(
        &self,
        found: &str,
        candidates: impl IntoIterator<Item = &'n str>,
    ) -> Option<String> {
        if self.diagnostics.len() > MOST_SUGGESTIONS {
            return None;
        }
        nearest(found, candidates).map(str::to_owned)
    }

    /// Reports something unknown, with what was probably meant.
    pub(super) fn unknown(
        &mut self,
        code: Code,
        span: Span,
        what: &str,
        found: &str,
        expected: &str,
        suggestion: Option<String>,
    ) {
        if !self.is_broken(found) {
            self.report(unknown(code, span, what, found, expected, suggestion));
        }
    }

    /// Reports a name whose meaning does not fit here.
    pub(super) fn wrong_kind(
        &mut self,
        name: &Name,
        scope: &Scope<'a>,
        found: &str,
        expected: &str,
    ) {
        let message = format!("`{}` is {found}", name.value);
        let label = format!("expected {expected}");
        let at = scope.at(name.span);
        self.report_in(Diagnostic::error(Code::WrongKindOfName, at, message, label), scope);
    }

    /// The layer of this name; a diagnostic where there is none.
    pub(super) fn layer_named(&mut self, name: &'a Name, scope: &Scope<'a>) -> Option<Layer> {
        if let Some(binding) = scope.binding(&name.value).cloned() {
            return self.bound_layer(name, binding, scope);
        }
        if let Some(layer) = self.find_layer(&name.value) {
            return Some(layer);
        }
        match self.lookup(&name.value, scope.home) {
            Some(symbol) => self.wrong_kind(name, scope, symbol.describe(), "a layer"),
            None => self
                .unknown_name(name, scope, "a layer", |symbol| matches!(symbol, Symbol::Layer(_))),
        }
        None
    }

    /// The layer that an argument names.
    fn bound_layer(
        &mut self,
        name: &'a Name,
        binding: Binding<'a>,
        scope: &Scope<'a>,
    ) -> Option<Layer> {
        let found = match binding {
            Binding::Argument(Argument::Test(test), outer) => {
                if let TestKind::Name(inner) = &test.kind {
                    return self.layer_named(inner, &outer);
                }
                "a test"
            }
            Binding::Unknown => {
                self.met_unknown = true;
                return None;
            }
            Binding::Argument(Argument::Expr(_), _) => "a number",
            Binding::Local(_) => "a local number",
            Binding::Slot(_, kind) => kind.describe(),
        };
        self.wrong_kind(name, scope, found, "a layer");
        None
    }

    /// The named pieces of a layer; none where it has numbers or kinds.
    pub(super) fn pieces_of(&self, layer: Layer) -> &[PieceInfo] {
        match &self.layers[usize::from(layer.0)].kind {
            LayerKind::Pieces(pieces) => pieces,
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => &[],
        }
    }

    pub(super) fn find_layer(&self, name: &str) -> Option<Layer> {
        let index = self.layers.iter().position(|layer| layer.name == name)?;
        Some(Layer(index as u8))
    }
}

/// Something unknown, with what was probably meant.
pub(super) fn unknown(
    code: Code,
    span: Span,
    what: &str,
    found: &str,
    expected: &str,
    suggestion: Option<String>,
) -> Diagnostic {
    let message = format!("unknown {what} `{found}`");
    let diagnostic = Diagnostic::error(code, span, message, format!("expected {expected}"));
    match suggestion {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic,
    }
}
