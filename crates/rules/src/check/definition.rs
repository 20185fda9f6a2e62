//! Definitions: their text is read again at each use, in a frame of its own.

use std::rc::Rc;

use masume_board::Direction;
use masume_syntax::ast::{ActionParam, Argument, Test, TestKind};
use masume_syntax::{Code, Diagnostic, Severity, Span};

use super::checker::Checker;
use super::names::Body;
use super::scope::{Binding, Home, NameFrame, Scope};
use super::statement::Setting;
use crate::model::{Ways, parts};

impl<'a> Checker<'a> {
    /// The frame in which a definition is written out; None, with a diagnostic, where it uses
    /// itself or has other arguments.
    pub(super) fn written_out(
        &mut self,
        index: usize,
        arguments: &'a [Argument],
        call: Span,
        scope: &Scope<'a>,
    ) -> Option<Scope<'a>> {
        let definition = &mut self.definitions[index];
        definition.is_used = true;
        let (name, params, home) = (definition.name, definition.params, definition.home);
        if scope.is_within(index) {
            self.error(
                Code::EndlessDefinition,
                scope.at(call),
                format!("`{}` uses itself", name.value),
                "written out, it would never end",
            );
            return None;
        }
        if params.len() != arguments.len() {
            let names: Vec<&str> = params.iter().map(|param| param.value.as_str()).collect();
            let message = match params.len() {
                0 => format!("`{}` takes no arguments", name.value),
                1 => format!("`{}` takes one argument", name.value),
                count => format!("`{}` takes {count} arguments", name.value),
            };
            let label = match arguments.len() {
                0 => "none here".to_owned(),
                1 => "one here".to_owned(),
                count => format!("{count} here"),
            };
            let mut diagnostic =
                Diagnostic::error(Code::WrongArguments, scope.at(call), message, label);
            if !params.is_empty() {
                let shape = format!("`{}({})`", name.value, names.join(", "));
                diagnostic = diagnostic.with_help(format!("write {shape}"));
            }
            self.report(diagnostic);
            return None;
        }
        let bindings = params
            .iter()
            .zip(arguments)
            .map(|(param, argument)| {
                (param.value.as_str(), Binding::Argument(argument, Rc::clone(scope)))
            })
            .collect();
        let id = self.next_frame();
        Some(Rc::new(NameFrame::of_definition(id, home, index, bindings, scope, call)))
    }

    /// The number that a `let` gives a name to: `let size = 3`.
    pub(super) fn constant_of(&self, index: usize) -> Option<i64> {
        let definition = &self.definitions[index];
        match definition.body {
            Body::Test(Test { kind: TestKind::Number(number), .. })
                if definition.params.is_empty() =>
            {
                Some(*number)
            }
            Body::Test(_) | Body::Statements(_) => None,
        }
    }

    pub(super) fn next_frame(&mut self) -> u32 {
        self.frames += 1;
        self.frames
    }

    /// Reads the definitions of the game that nothing used, for what is wrong in them whatever
    /// their arguments are.
    pub(super) fn check_unused(&mut self) {
        self.aside(|checker| {
            for index in 0..checker.definitions.len() {
                let definition = &checker.definitions[index];
                if !definition.is_used && definition.home == Home::Game {
                    checker.check_definition(index);
                }
            }
        });
        // A file without actions is a library; and what is in error may be what uses it.
        let has_errors = self.diagnostics.iter().any(|it| it.severity == Severity::Error);
        if self.actions.is_empty() || has_errors {
            return;
        }
        // One that only unused ones use is no further slip.
        for index in 0..self.definitions.len() {
            let definition = &self.definitions[index];
            if definition.is_used {
                continue;
            }
            let (name, what) = match definition.body {
                Body::Test(_) => (definition.name, "let"),
                Body::Statements(_) => (definition.name, "define"),
            };
            self.report(
                Diagnostic::warning(
                    Code::Unused,
                    name.span,
                    format!("nothing uses `{}`", name.value),
                    format!("this `{what}` has no effect"),
                )
                .with_help("delete it, or use its name in a rule"),
            );
        }
    }

    fn check_definition(&mut self, index: usize) {
        let definition = &self.definitions[index];
        let (name, params, body) = (definition.name, definition.params, definition.body);
        if self.constant_of(index).is_some() {
            return;
        }
        // It may be meant for any of the actions.
        let chosen = self.actions.iter().flat_map(|action| names_of(&action.params));
        let own = params.iter().map(|param| param.value.as_str());
        let bindings = chosen.chain(own).map(|name| (name, Binding::Unknown)).collect();
        let caller = self.section_scope();
        let id = self.next_frame();
        let frame = NameFrame::of_definition(id, Home::Game, index, bindings, &caller, name.span);
        let frame = Rc::new(frame);
        let before = self.diagnostics.len();
        self.met_unknown = false;
        match body {
            Body::Test(test) => {
                let (test, _) = self.separate_test(test, &frame);
                self.uses.add_all(parts(&test));
            }
            Body::Statements(block) => {
                let ways = Ways::fixed(&Direction::ORTHOGONAL);
                let block = self.block(block, &Setting::of_definition(frame, ways));
                self.uses.add_all(block.iter().flat_map(parts));
            }
        }
        // Whether the others hold depends on where the definition is used, and with what.
        let found = self.diagnostics.split_off(before);
        let is_whole = params.is_empty() && !self.met_unknown;
        let certain = found.into_iter().filter(|it| !depends_on_use(it.code, is_whole));
        self.diagnostics.extend(certain);
    }
}

/// Names that an action gives its parameters.
fn names_of(params: &[ActionParam]) -> Vec<&str> {
    let names = params.iter().flat_map(|param| match param {
        ActionParam::Direction(name, _)
        | ActionParam::Cell(name)
        | ActionParam::Column(name)
        | ActionParam::Row(name) => vec![name],
        ActionParam::FromTo(first, second) | ActionParam::Pair(first, second) => {
            vec![first, second]
        }
    });
    names.map(|name| name.value.as_str()).collect()
}

/// True if the problem may be absent at some use of a definition; it is whole where it names nothing that is given
/// or chosen elsewhere.
fn depends_on_use(code: Code, is_whole: bool) -> bool {
    let always = matches!(
        code,
        Code::NoDirections
            | Code::PatternTooLong
            | Code::CertainConflict
            | Code::UselessRule
            | Code::UnboundLetter
            | Code::NotHere
            | Code::DefinitionTooLarge
    );
    let by_arguments = matches!(
        code,
        Code::NeverMatches
            | Code::AmbiguousPiece
            | Code::CarryRepeated
            | Code::SameLayerTwice
            | Code::NumberOutside
            | Code::MeetsMissing
            | Code::BadChance
            | Code::BadAnchor
    );
    always || by_arguments && !is_whole
}
