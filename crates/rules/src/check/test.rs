//! Conditions on one cell.

use masume_syntax::ast::{self, Argument, Name, Owner, TestKind};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::expr::constant;
use super::names::{Body, Symbol, is_letter};
use super::scope::{Binding, Scope, SlotKind};
use crate::model::{
    Compare, Comparison, Expr, Function, Layer, LayerKind, PieceSet, Reach, Test, Ways,
};
use masume_board::Direction;

/// Test that no cell passes.
const NEVER: Test = Test::Or(Vec::new());

/// Words for what is expected where a number stands in place of a test.
const A_TEST: &str = "a test; a comparison such as `[row < 3]`";

impl<'a> Checker<'a> {
    /// A whole condition on a cell: also sees whether it contradicts itself.
    pub(super) fn cell_test(&mut self, test: &'a ast::Test, scope: &Scope<'a>) -> Test {
        let errors = self.diagnostics.len();
        let checked = self.with_cell(true, |checker| checker.test(test, scope));
        if !self.is_sound_since(errors) {
            return checked;
        }
        if self.contents(&checked).all(|cell| cell.is_none()) {
            self.report(
                Diagnostic::error(
                    Code::NeverMatches,
                    scope.at(test.span),
                    "no cell can pass this test",
                    "its parts contradict each other",
                )
                .with_help("a cell holds at most one piece of each layer"),
            );
            return Test::Any;
        }
        checked
    }

    /// A condition on a cell whose letters and layers stay hidden.
    pub(super) fn inner_test(&mut self, test: &'a ast::Test, scope: &Scope<'a>) -> Test {
        self.hidden(|checker| checker.cell_test(test, scope))
    }

    /// A condition on a cell at a place of its own, with the layers that it names.
    pub(super) fn separate_test(&mut self, test: &'a ast::Test, scope: &Scope<'a>) -> (Test, u64) {
        self.at_new_site(true, |checker| {
            let checked = checker.cell_test(test, scope);
            (checked, checker.site.named)
        })
    }

    pub(super) fn test(&mut self, test: &'a ast::Test, scope: &Scope<'a>) -> Test {
        if !self.enter(test.span, scope) {
            return Test::Any;
        }
        let checked = match &test.kind {
            TestKind::Name(name) => self.named_test(name, scope),
            TestKind::Blank => Test::Empty,
            TestKind::Owned(owner, name) => self.owned_test(*owner, name, scope),
            TestKind::Number(number) => {
                self.number_test(Expr::Constant(*number), scope.at(test.span))
            }
            TestKind::Letter(letter, layer) => self.letter_over(letter, layer, scope),
            TestKind::Call(call) => self.call_test(&call.name, &call.arguments, call.span, scope),
            TestKind::All(parts) => self.all_test(parts, scope),
            TestKind::Any(parts) => self.any_test(parts, scope),
            TestKind::Not(inner) => {
                let inner = self.hidden(|checker| checker.test(inner, scope));
                Test::Not(Box::new(inner))
            }
            TestKind::Neighbours { least, greatest, test: inner, reach } => {
                self.check_neighbour_count(*least, *reach, scope.at(test.span));
                let inner = self.inner_test(inner, scope);
                let test = Box::new(inner);
                Test::Neighbours { least: *least, greatest: *greatest, test, reach: *reach }
            }
            TestKind::Near(reach, name) => match self.cell_slot(name, Some(*reach), scope) {
                Some(slot) => Test::Near(*reach, slot),
                None => Test::Any,
            },
            TestKind::Sees(ways, pattern) => {
                let ways = match ways {
                    Some(ways) => self.ways(ways, scope),
                    None => Ways::fixed(&Direction::ORTHOGONAL),
                };
                let pattern = self.hidden(|checker| checker.seen_pattern(pattern, &ways, scope));
                Test::Sees { ways, pattern: Box::new(pattern) }
            }
            TestKind::Compare(comparison) => {
                settled(self.with_cell(true, |checker| checker.comparison(comparison, scope)))
            }
        };
        self.leave();
        checked
    }

    /// Test of all parts. Parts behind one that never holds are not read: so a definition can choose among its
    /// parts by its arguments, `[n = 3, …] or [n = 4, …]`.
    fn all_test(&mut self, parts: &'a [ast::Test], scope: &Scope<'a>) -> Test {
        let mut tests = Vec::new();
        for part in parts {
            let test = self.test(part, scope);
            if test == NEVER {
                return NEVER;
            }
            if test != Test::Any {
                tests.push(test);
            }
        }
        match tests.len() {
            0 => Test::Any,
            1 => tests.swap_remove(0),
            _ => Test::And(tests),
        }
    }

    /// Test of any branch. A letter is certain only if every branch binds it.
    fn any_test(&mut self, parts: &'a [ast::Test], scope: &Scope<'a>) -> Test {
        let before = self.site.bound;
        let mut in_all = u64::MAX;
        let mut tests = Vec::new();
        for part in parts {
            self.site.bound = before;
            let test = self.test(part, scope);
            if test == NEVER {
                continue;
            }
            tests.push(test);
            in_all &= self.site.bound;
        }
        self.site.bound = if tests.is_empty() { before } else { in_all };
        if tests.len() == 1 { tests.swap_remove(0) } else { Test::Or(tests) }
    }

    pub(super) fn named_test(&mut self, name: &'a Name, scope: &Scope<'a>) -> Test {
        if let Some(binding) = scope.binding(&name.value).cloned() {
            return self.bound_test(name, binding, scope);
        }
        match name.value.as_str() {
            "any" => return Test::Any,
            "empty" => return Test::Empty,
            "centre" => return Test::Centre,
            "mine" => return self.owned_pieces(Owner::Mine, name, scope),
            "theirs" => return self.owned_pieces(Owner::Theirs, name, scope),
            other if is_letter(other) => return self.letter_test(name, None, scope),
            _ => {}
        }
        match self.lookup(&name.value, scope.home) {
            Some(Symbol::Piece(layer, content)) => {
                self.name_layer(layer);
                Test::Piece { layer, pieces: vec![PieceSet(1 << content)] }
            }
            Some(Symbol::Kind(kind)) => {
                let kind = &self.kinds[kind];
                let (layer, name) = (kind.layer, kind.name.clone());
                self.piece_test(&[layer], |_, piece| piece.kind == name)
            }
            Some(Symbol::Player(player)) => {
                let all = self.layers_where(|_| true);
                let test = self.piece_test(&all, |_, piece| piece.owner == Some(player));
                if test == NEVER {
                    let at = scope.at(name.span);
                    let message = format!("`{}` has no pieces", name.value);
                    self.error(Code::NoPlayers, at, message, "no piece belongs to this player");
                    return Test::Any;
                }
                test
            }
            Some(Symbol::Layer(layer)) => {
                self.name_layer(layer);
                Test::Occupied(layer)
            }
            Some(Symbol::Let(_)) => self.call_test(name, &[], name.span, scope),
            Some(symbol @ (Symbol::Value(_) | Symbol::Option(_) | Symbol::Define(_))) => {
                let is_number = matches!(symbol, Symbol::Value(_));
                let expected = if is_number { A_TEST } else { "a piece, a layer or a `let`" };
                self.wrong_kind(name, scope, symbol.describe(), expected);
                Test::Any
            }
            None => {
                self.unknown_name(name, scope, "a piece, a layer or a `let`", is_test);
                Test::Any
            }
        }
    }

    fn bound_test(&mut self, name: &'a Name, binding: Binding<'a>, scope: &Scope<'a>) -> Test {
        match binding {
            Binding::Slot(slot, SlotKind::Cell) => Test::Chosen(slot),
            Binding::Slot(slot, SlotKind::Column | SlotKind::Row) => Test::InLine(slot),
            Binding::Slot(_, SlotKind::Direction) => {
                self.wrong_kind(name, scope, "a direction", "a test");
                Test::Any
            }
            Binding::Local(_) => {
                let found = "a local number";
                self.wrong_kind(name, scope, found, "a test; a comparison such as `[row = it]`");
                Test::Any
            }
            Binding::Argument(Argument::Test(test), outer) => self.test(test, &outer),
            Binding::Argument(Argument::Expr(expr), outer) => {
                let number = self.with_cell(true, |checker| checker.expr(expr, &outer));
                self.number_test(number, outer.at(expr.span))
            }
            Binding::Unknown => {
                self.met_unknown = true;
                Test::Any
            }
        }
    }

    /// A number as a test: it is on the one layer of numbers.
    fn number_test(&mut self, number: Expr, at: Span) -> Test {
        let Some(layer) = self.numeric_layer(0, at) else { return Test::Any };
        self.check_number(&number, layer, at);
        self.name_layer(layer);
        let left = Expr::Here(layer);
        Test::Compare(Comparison { left, operator: Compare::Equal, right: number })
    }

    /// The layer of a number: the only numeric one, or the only one among `hinted` (bits).
    pub(super) fn numeric_layer(&mut self, hinted: u64, at: Span) -> Option<Layer> {
        let all = self.layers_where(LayerKind::is_numeric);
        let mut hints = all.iter().filter(|layer| hinted >> layer.0 & 1 == 1);
        match (all.as_slice(), hints.next(), hints.next()) {
            ([only], ..) => Some(*only),
            (_, Some(hint), None) => Some(*hint),
            ([], ..) => {
                self.report(
                    Diagnostic::error(
                        Code::AmbiguousLayer,
                        at,
                        "a number, but no layer has numbers",
                        "expected a piece, a layer or a `let`",
                    )
                    .with_help("`tile: number 1 to 15` in `pieces` is a layer of numbers"),
                );
                None
            }
            ([first, ..], ..) => {
                let names: Vec<String> =
                    all.iter().map(|layer| format!("`{}`", self.layer_name(*layer))).collect();
                let help = format!("say which: `[{} = …]`", self.layer_name(*first));
                self.report(
                    Diagnostic::error(
                        Code::AmbiguousLayer,
                        at,
                        "the number could belong to several layers",
                        format!("of {}?", names.join(" or ")),
                    )
                    .with_help(help),
                );
                None
            }
        }
    }

    /// Reports a number known from the text that the layer cannot hold.
    pub(super) fn check_number(&mut self, number: &Expr, layer: Layer, at: Span) {
        let Some(number) = constant(number) else { return };
        let info = &self.layers[usize::from(layer.0)];
        if info.kind.content_of_number(number).is_none() {
            let label = format!("`{}` holds {}", info.name, info.kind.describe());
            let message = format!("`{}` cannot hold {number}", info.name);
            self.error(Code::NumberOutside, at, message, label);
        }
    }

    fn letter_over(&mut self, letter: &'a Name, layer: &'a Name, scope: &Scope<'a>) -> Test {
        let Some(layer) = self.layer_named(layer, scope) else { return Test::Any };
        match scope.binding(&letter.value).cloned() {
            // A parameter that stands for a number: the layer holds that number.
            Some(Binding::Argument(Argument::Expr(expr), outer)) => {
                let right = self.with_cell(true, |checker| checker.expr(expr, &outer));
                self.name_layer(layer);
                let left = Expr::Here(layer);
                Test::Compare(Comparison { left, operator: Compare::Equal, right })
            }
            Some(Binding::Argument(Argument::Test(test), outer)) => {
                if let TestKind::Name(inner) = &test.kind
                    && is_letter(&inner.value)
                {
                    return self.letter_test(inner, Some(layer), &outer);
                }
                self.wrong_kind(letter, scope, "a test here", "a letter or a number");
                Test::Any
            }
            Some(Binding::Unknown) => {
                self.met_unknown = true;
                self.name_layer(layer);
                Test::Occupied(layer)
            }
            Some(Binding::Slot(_, kind)) => {
                self.wrong_kind(letter, scope, kind.describe(), "a letter of the rule");
                Test::Any
            }
            Some(Binding::Local(_)) => {
                self.wrong_kind(letter, scope, "a local number", "a letter of the rule");
                Test::Any
            }
            None if is_letter(&letter.value) => self.letter_test(letter, Some(layer), scope),
            None => {
                self.wrong_kind(letter, scope, "no letter", "one lower-case letter before `in`");
                Test::Any
            }
        }
    }

    /// A `let` with its arguments.
    fn call_test(
        &mut self,
        name: &'a Name,
        arguments: &'a [Argument],
        span: Span,
        scope: &Scope<'a>,
    ) -> Test {
        match self.lookup(&name.value, scope.home) {
            Some(Symbol::Let(index))
                if self.constant_of(index).is_some() && !self.has_number_layer() =>
            {
                self.definitions[index].is_used = true;
                let message = format!("`{}` is a number, and no layer has numbers", name.value);
                let label = "expected a piece or another test";
                let at = scope.at(name.span);
                let help = format!("`[row = {}]` compares with it", name.value);
                let found = Diagnostic::error(Code::WrongKindOfName, at, message, label);
                self.report_in(found.with_help(help), scope);
                Test::Any
            }
            Some(Symbol::Let(index)) => {
                match (
                    self.written_out(index, arguments, span, scope),
                    self.definitions[index].body,
                ) {
                    (Some(frame), Body::Test(test)) => self.test(test, &frame),
                    (None, _) | (_, Body::Statements(_)) => Test::Any,
                }
            }
            Some(symbol) => {
                self.wrong_kind(name, scope, symbol.describe(), "a `let` with parameters");
                Test::Any
            }
            None if Function::from_name(&name.value).is_some() => {
                self.wrong_kind(name, scope, "a function of numbers", A_TEST);
                Test::Any
            }
            None => {
                self.unknown_name(name, scope, "a `let` with parameters", |symbol| {
                    matches!(symbol, Symbol::Let(_))
                });
                Test::Any
            }
        }
    }

    pub(super) fn has_number_layer(&self) -> bool {
        self.layers.iter().any(|layer| layer.kind.is_numeric())
    }

    fn check_neighbour_count(&mut self, least: u32, reach: Reach, at: Span) {
        let neighbours = Test::directions(reach).len() as u32;
        if least > neighbours {
            let label = format!("a cell has {neighbours} such neighbours");
            self.error(Code::NeverMatches, at, "no cell can pass this test", label);
        }
    }

    pub(super) fn name_layer(&mut self, layer: Layer) {
        self.site.named |= 1 << layer.0;
    }
}

/// A comparison; of two numbers known from the text, what it comes to.
fn settled(comparison: Comparison) -> Test {
    let numbers = constant(&comparison.left).zip(constant(&comparison.right));
    let Some((left, right)) = numbers else { return Test::Compare(comparison) };
    if comparison.operator.holds(left, right) { Test::Any } else { NEVER }
}

/// True if a name of this meaning is a test.
pub(super) fn is_test(symbol: Symbol) -> bool {
    match symbol {
        Symbol::Piece(..)
        | Symbol::Kind(_)
        | Symbol::Player(_)
        | Symbol::Layer(_)
        | Symbol::Let(_) => true,
        Symbol::Value(_) | Symbol::Option(_) | Symbol::Define(_) => false,
    }
}
