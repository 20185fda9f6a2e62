//! Sections about faces: display, keys, words and notations.

use std::collections::{BTreeMap, BTreeSet};

use masume_board::Direction;
use masume_syntax::ast::{
    ActionParam, DisplayLine, KeyLine, Name, NotationSection, Spanned, TemplatePart, WordLine,
};
use masume_syntax::{Code, Diagnostic, nearest};

use super::checker::Checker;
use super::names::Symbol;
use super::scope::{Home, Scope};
use crate::model::{
    Colour, Content, DisplayInfo, Figure, KeyBinding, Layer, LayerKind, Notation, PassRule, Saying,
    Value, WordPart, Words,
};

/// Keys that are no single character.
const KEYS: [&str; 9] =
    ["up", "down", "left", "right", "space", "enter", "tab", "escape", "backspace"];

const OCCASIONS: [&str; 16] = [
    "win",
    "lose",
    "draw",
    "end",
    "stage",
    "goal",
    "again",
    "pass",
    "status",
    "start",
    "turn",
    "result",
    "unknown letter",
    "unknown symbol",
    "unknown key",
    "illegal",
];

impl<'a> Checker<'a> {
    pub(super) fn display(&mut self, lines: &'a [DisplayLine]) -> Vec<DisplayInfo> {
        let mut shown: Vec<DisplayInfo> = Vec::new();
        for line in lines {
            let (colour, figure) = self.looks(line);
            let Some(subjects) = self.display_subjects(&line.subject) else { continue };
            let kinds = subjects.len();
            let mut sprites = self.sprites(line, kinds, figure);
            for (index, subject) in subjects.into_iter().enumerate() {
                if shown.iter().any(|before| before.subject == subject) {
                    let message = format!("`{}` is shown twice", line.subject.value);
                    self.error(Code::BadDisplay, line.subject.span, message, "one line for each");
                    break;
                }
                let glyphs = if kinds == 1 {
                    line.glyphs.iter().map(|glyph| glyph.value.clone()).collect()
                } else {
                    self.glyphs_of_kind(&line.glyphs, index, kinds)
                };
                shown.push(DisplayInfo {
                    subject,
                    glyphs,
                    colour: colour.clone(),
                    figure,
                    spoken: line.spoken.as_ref().map(|spoken| spoken.value.clone()),
                    sprite: sprites.get_mut(index).and_then(Option::take),
                });
            }
        }
        shown
    }

    /// Subjects of a display line: one content, nothing, or every kind of a layer.
    fn display_subjects(&mut self, name: &'a Name) -> Option<Vec<Option<(Layer, Content)>>> {
        if name.value == "nothing" {
            return Some(vec![None]);
        }
        let found = match self.lookup(&name.value, Home::Game) {
            Some(Symbol::Piece(layer, content)) => return Some(vec![Some((layer, content))]),
            Some(Symbol::Layer(layer)) => match self.layers[usize::from(layer.0)].kind {
                LayerKind::Kinds(count) => {
                    let kinds = (0..count).map(|kind| Some((layer, kind as Content)));
                    return Some(kinds.collect());
                }
                LayerKind::Range(..) | LayerKind::Doubling(..) => "a layer of numbers",
                LayerKind::Pieces(_) => "a layer of named pieces",
            },
            Some(symbol) => symbol.describe(),
            None => {
                let scope = self.section_scope();
                self.unknown_name(name, &scope, "a piece or `nothing`", |symbol| {
                    matches!(symbol, Symbol::Piece(..))
                });
                return None;
            }
        };
        let message = format!("`{}` is {found}", name.value);
        let label = "expected a piece, `nothing`, or a layer of kinds";
        self.error(Code::BadDisplay, name.span, message, label);
        None
    }

    /// The glyphs of one kind: each string has one character for each kind, in order.
    fn glyphs_of_kind(
        &mut self,
        written: &[Spanned<String>],
        kind: usize,
        kinds: usize,
    ) -> Vec<String> {
        let mut glyphs = Vec::new();
        for set in written {
            let all: Vec<char> = set.value.chars().collect();
            if all.len() != kinds && kind == 0 {
                let label = format!("{} characters for {kinds} kinds", all.len());
                self.report(
                    Diagnostic::error(Code::BadDisplay, set.span, "not one glyph a kind", label)
                        .with_help("a string here has one character for each kind, in order"),
                );
            }
            glyphs.extend(all.get(kind).map(char::to_string));
        }
        glyphs
    }

    /// The colour and the shape of a display line, each named once at most.
    fn looks(&mut self, line: &'a DisplayLine) -> (Option<String>, Option<Figure>) {
        let (mut colour, mut shape) = (None, None);
        for word in &line.looks {
            let is_colour = Colour::ALL.iter().any(|it| it.name() == word.value);
            let found = Figure::ALL.into_iter().find(|it| it.name() == word.value);
            match found {
                None if !is_colour => self.unknown_look(word),
                None if colour.is_none() => colour = Some(word.value.clone()),
                Some(found) if shape.is_none() => shape = self.fitting(found, line, word),
                None | Some(_) => {
                    let message = "two words of one kind".to_owned();
                    let label = "a line has one colour and one shape";
                    self.error(Code::BadDisplay, word.span, message, label);
                }
            }
        }
        (colour, shape)
    }

    /// The shape, where it is one for what the line is about.
    fn fitting(&mut self, shape: Figure, line: &DisplayLine, word: &Name) -> Option<Figure> {
        let is_nothing = line.subject.value == "nothing";
        let fits = |it: &Figure| if is_nothing { it.is_of_nothing() } else { it.is_of_pieces() };
        if fits(&shape) {
            return Some(shape);
        }
        let fitting: Vec<&str> = Figure::ALL.into_iter().filter(fits).map(Figure::name).collect();
        let message = format!("`{}` cannot be `{}`", line.subject.value, word.value);
        let help = format!("its shapes are {}", fitting.join(" "));
        let label = if is_nothing { "a shape of pieces" } else { "a shape of free cells" };
        self.report(Diagnostic::error(Code::BadDisplay, word.span, message, label).with_help(help));
        None
    }

    fn unknown_look(&mut self, word: &Name) {
        let shapes = Figure::ALL.map(Figure::name);
        let message = format!("unknown colour or shape `{}`", word.value);
        let colours = Colour::ALL.map(Colour::name);
        let mut help =
            format!("colours are {}; shapes are {}", colours.join(" "), shapes.join(" "));
        if let Some(near) = nearest(&word.value, colours.into_iter().chain(shapes)) {
            help = format!("did you mean `{near}`?");
        }
        let label = "expected a colour or a shape";
        self.report(Diagnostic::error(Code::BadDisplay, word.span, message, label).with_help(help));
    }

    pub(super) fn keys(&mut self, lines: &'a [KeyLine], pass: PassRule) -> Vec<KeyBinding> {
        let mut bound: Vec<KeyBinding> = Vec::new();
        let mut used: BTreeSet<&str> = BTreeSet::new();
        for line in lines {
            let action = line.action.value.trim();
            if action != "help" {
                self.check_action_text(&line.action, pass);
            }
            for key in &line.keys {
                let is_key = key.value.chars().count() == 1 || KEYS.contains(&key.value.as_str());
                if !is_key {
                    let message = format!("unknown key `{}`", key.value);
                    let mut help = KEYS.join(" ");
                    if let Some(near) = nearest(&key.value, KEYS) {
                        help = format!("did you mean `{near}`?");
                    }
                    let label = "expected one character, or the name of a key";
                    self.report(
                        Diagnostic::error(Code::BadKey, key.span, message, label).with_help(help),
                    );
                } else if !used.insert(&key.value) {
                    let message = format!("the key `{}` is given twice", key.value);
                    self.error(Code::BadKey, key.span, message, "it does something already");
                } else {
                    let key = key.value.clone();
                    bound.push(KeyBinding { key, action: action.to_owned() });
                }
            }
        }
        bound
    }

    /// Reports an action's text that names no action, or a direction that its action does not
    /// have. The place of a cell may be left open.
    fn check_action_text(&mut self, text: &'a Spanned<String>, pass: PassRule) {
        let mut words = text.value.split_whitespace();
        let first = words.next().unwrap_or_default();
        if first == "pass" && pass != PassRule::Never {
            return;
        }
        let actions = &self.actions;
        let takes_direction =
            |params: &[ActionParam]| matches!(params, [ActionParam::Direction(..)]);
        if Direction::from_name(first).is_some()
            && actions.iter().any(|action| takes_direction(&action.params))
        {
            return;
        }
        let Some(action) = actions.iter().find(|action| action.name.value == first) else {
            let names = actions.iter().map(|action| action.name.value.as_str());
            let near = self.suggestion(first, names);
            let (code, expected) = (Code::UnknownAction, "the name of an action");
            return self.unknown(code, text.span, "action", first, expected, near);
        };
        let slots = action.params.iter().map(|param| match param {
            ActionParam::FromTo(..) | ActionParam::Pair(..) => 2,
            ActionParam::Direction(..)
            | ActionParam::Cell(_)
            | ActionParam::Column(_)
            | ActionParam::Row(_) => 1,
        });
        let slots: usize = slots.sum();
        let given: Vec<&str> = words.collect();
        let name = action.name.value.clone();
        if given.len() > slots {
            let label = format!("`{name}` takes {slots}, here are {}", given.len());
            return self.error(Code::UnknownAction, text.span, "words too many", label);
        }
        if takes_direction(&action.params)
            && let Some(word) = given.first()
            && Direction::from_name(word).is_none()
        {
            let near = nearest(word, Direction::ALL.iter().map(|it| it.name()));
            let near = near.map(str::to_owned);
            let expected = format!("a direction after `{name}`");
            let code = Code::UnknownAction;
            self.unknown(code, text.span, "direction", word, &expected, near);
        }
    }

    pub(super) fn words(&mut self, lines: &'a [WordLine]) -> Words {
        let mut occasions: BTreeMap<String, Vec<Saying>> = BTreeMap::new();
        for line in lines {
            let Some(last) = line.occasion.last() else { continue };
            let Some(first) = line.occasion.first() else { continue };
            let span = first.span.to(last.span);
            let written: Vec<&str> = line.occasion.iter().map(|it| it.value.as_str()).collect();
            let occasion = written.join(" ");
            let action = match written.as_slice() {
                ["illegal" | "called", name] => {
                    self.actions.iter().position(|action| action.name.value == *name)
                }
                _ => None,
            };
            if let (["illegal" | "called", name], None) = (written.as_slice(), action)
                && !OCCASIONS.contains(&occasion.as_str())
            {
                let near =
                    self.suggestion(name, self.actions.iter().map(|it| it.name.value.as_str()));
                let (code, expected) = (Code::UnknownOccasion, "the name of an action");
                self.unknown(code, last.span, "action", name, expected, near);
                continue;
            }
            if !OCCASIONS.contains(&occasion.as_str()) && action.is_none() {
                let names = self.actions.iter().map(|action| action.name.value.as_str());
                let of_actions: Vec<String> = names
                    .flat_map(|name| [format!("illegal {name}"), format!("called {name}")])
                    .collect();
                let known = OCCASIONS.into_iter().chain(of_actions.iter().map(String::as_str));
                let near = self.suggestion(&occasion, known);
                let expected = "an occasion, such as `win` or `illegal`";
                let code = Code::UnknownOccasion;
                self.unknown(code, span, "occasion", &occasion, expected, near);
                continue;
            }
            let scope = match action {
                // A name is said of an action that nobody has chosen, too.
                Some(index) if written.first() != Some(&"called") => self.action_scope(index),
                Some(_) | None => self.section_scope(),
            };
            let parts = line.says.parts.iter().map(|part| self.word_part(part, &scope)).collect();
            let when = line.when.as_ref().map(|when| self.condition(when, &scope));
            let before = occasions.entry(occasion.clone()).or_default();
            // Behind words without a condition none are ever said.
            let is_closed = before.iter().any(|saying| saying.when.is_none());
            before.push(Saying { when, parts });
            if is_closed {
                let message = format!("`{occasion}` is given twice");
                self.error(Code::DuplicateName, span, message, "it has words already");
            }
        }
        Words { occasions }
    }

    fn word_part(&mut self, part: &'a TemplatePart, scope: &Scope<'a>) -> WordPart {
        match part {
            TemplatePart::Text(text) => WordPart::Text(text.clone()),
            TemplatePart::Value(expr) => WordPart::Number(self.separate_expr(expr, scope)),
        }
    }

    pub(super) fn notation(&mut self, section: &'a NotationSection, pass: PassRule) -> Notation {
        let mut letters: Vec<(char, String)> = Vec::new();
        let mut used: BTreeSet<char> = BTreeSet::new();
        for (letter, action) in &section.letters {
            self.check_action_text(action, pass);
            let glyph = letter.value;
            if !used.insert(glyph) {
                let message = format!("the letter `{glyph}` is given twice");
                let label = "it is an action already";
                self.error(Code::BadGlyph, letter.span, message, label);
            } else if section.capital.is_some() && !glyph.is_lowercase() {
                let message = format!("`{glyph}` has no capital");
                let label = "expected a lower-case letter";
                self.error(Code::BadGlyph, letter.span, message, label);
            } else {
                letters.push((glyph, action.value.trim().to_owned()));
            }
        }
        let capital = section.capital.as_ref().and_then(|name| self.risen_value(name));
        Notation { name: section.name.value.clone(), letters, capital }
    }

    fn risen_value(&mut self, name: &'a Name) -> Option<Value> {
        let scope = self.section_scope();
        match self.lookup(&name.value, Home::Game) {
            Some(Symbol::Value(value)) => Some(value),
            None if name.value == "score" && self.score.is_none() => Some(self.score_value()),
            Some(symbol) => {
                self.wrong_kind(name, &scope, symbol.describe(), "a value");
                None
            }
            None => {
                self.unknown_name(name, &scope, "a value", |symbol| {
                    matches!(symbol, Symbol::Value(_))
                });
                None
            }
        }
    }
}
