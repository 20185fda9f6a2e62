//! Site: one place of a rule or condition, with its letters and the layers that it names.

use masume_syntax::ast::Name;
use masume_syntax::{Code, Diagnostic};

use super::checker::Checker;
use super::pattern::TestPosition;
use super::scope::Scope;
use crate::model::{Layer, LayerKind, Letter, Test};

/// The most letters of one rule, those of definitions written out in it included.
const MOST_LETTERS: usize = 64;

/// One rule, condition or expression while it is read, in the order of the text.
#[derive(Default)]
pub(super) struct Site<'a> {
    letters: Vec<KnownLetter>,
    /// Bit i: letter i is certainly bound by what was read so far.
    pub(super) bound: u64,
    /// Bit i: layer i is named positively by the test being read.
    pub(super) named: u64,
    /// True if there is a cell that `row`, `column` and numeric layers can be asked of.
    pub(super) has_cell: bool,
    /// The positions of the rule's pattern so far.
    pub(super) positions: Vec<TestPosition<'a>>,
    /// True if a pattern inside `sees` is read: its cells are no positions.
    pub(super) in_sees: bool,
    /// Number of repeats and choices around what is read.
    pub(super) repeats: u32,
    pub(super) choices: u32,
}

struct KnownLetter {
    frame: u32,
    name: String,
    layers: Vec<Layer>,
}

impl<'a> Checker<'a> {
    /// Runs `work` at a place of its own: with its own letters, with a cell or without.
    pub(super) fn at_new_site<T>(
        &mut self,
        has_cell: bool,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let fresh = Site { has_cell, ..Site::default() };
        let outer = std::mem::replace(&mut self.site, fresh);
        let result = work(self);
        self.site = outer;
        result
    }

    /// Runs `work` on a part that binds and names nothing outside itself.
    pub(super) fn hidden<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (bound, named) = (self.site.bound, self.site.named);
        let result = work(self);
        self.site.bound = bound;
        self.site.named = named;
        result
    }

    /// Runs `work` with or without a cell.
    pub(super) fn with_cell<T>(&mut self, has_cell: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.site.has_cell, has_cell);
        let result = work(self);
        self.site.has_cell = before;
        result
    }

    /// A letter as a test: bound here, or equal to what it is bound to.
    pub(super) fn letter_test(
        &mut self,
        name: &'a Name,
        layer: Option<Layer>,
        scope: &Scope<'a>,
    ) -> Test {
        let known = self.find_letter(&name.value, scope);
        let layer = match layer.or_else(|| self.only_layer_of(known)) {
            Some(layer) => layer,
            None => match self.guess_letter_layer(name, scope) {
                Some(layer) => layer,
                None => return Test::Any,
            },
        };
        let Some(letter) = known.or_else(|| self.new_letter(&name.value, scope.id)) else {
            self.error(
                Code::TooMany,
                scope.at(name.span),
                format!("more than {MOST_LETTERS} letters in one rule"),
                "one letter too many, definitions written out",
            );
            return Test::Any;
        };
        let layers = &mut self.site.letters[usize::from(letter.0)].layers;
        if !layers.contains(&layer) {
            layers.push(layer);
        }
        self.site.bound |= 1 << letter.0;
        self.site.named |= 1 << layer.0;
        Test::Letter { layer, letter }
    }

    /// A letter without a name, for a class that is carried along.
    pub(super) fn implicit_letter(&mut self, layer: Layer) -> Option<Letter> {
        let letter = self.new_letter("", u32::MAX)?;
        self.site.letters[usize::from(letter.0)].layers.push(layer);
        Some(letter)
    }

    pub(super) fn find_letter(&self, name: &str, scope: &Scope<'a>) -> Option<Letter> {
        let index = self
            .site
            .letters
            .iter()
            .position(|letter| letter.frame == scope.id && letter.name == name)?;
        Some(Letter(index as u8))
    }

    /// The layers over which a letter was met, the first first.
    pub(super) fn letter_layers(&self, letter: Letter) -> &[Layer] {
        &self.site.letters[usize::from(letter.0)].layers
    }

    fn only_layer_of(&self, letter: Option<Letter>) -> Option<Layer> {
        match self.letter_layers(letter?) {
            [layer] => Some(*layer),
            _ => None,
        }
    }

    fn new_letter(&mut self, name: &str, frame: u32) -> Option<Letter> {
        if self.site.letters.len() >= MOST_LETTERS {
            return None;
        }
        let letter = KnownLetter { frame, name: name.to_owned(), layers: Vec::new() };
        self.site.letters.push(letter);
        Some(Letter(self.site.letters.len() as u8 - 1))
    }

    /// The one layer of numbers or kinds; a diagnostic where there is not one.
    fn guess_letter_layer(&mut self, name: &'a Name, scope: &Scope<'a>) -> Option<Layer> {
        let candidates = self.layers_where(|kind| match kind {
            LayerKind::Pieces(_) => false,
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => true,
        });
        let letter = &name.value;
        match candidates.as_slice() {
            [layer] => Some(*layer),
            [] => {
                self.report(
                    Diagnostic::error(
                        Code::UnknownName,
                        scope.at(name.span),
                        format!("unknown name `{letter}`"),
                        "a single letter stands for a number or a kind, and no layer has them",
                    )
                    .with_help(format!("`[{letter} in thing]` is a letter over the layer `thing`")),
                );
                None
            }
            [first, ..] => {
                let layers: Vec<String> = candidates
                    .iter()
                    .map(|layer| format!("`{}`", self.layer_name(*layer)))
                    .collect();
                let example = format!("`[{letter} in {}]`", self.layer_name(*first));
                self.report(
                    Diagnostic::error(
                        Code::AmbiguousLayer,
                        scope.at(name.span),
                        format!("the letter `{letter}` could belong to several layers"),
                        format!("over {}?", layers.join(" or ")),
                    )
                    .with_help(format!("write {example}")),
                );
                None
            }
        }
    }

    pub(super) fn layers_where(&self, holds: impl Fn(&LayerKind) -> bool) -> Vec<Layer> {
        let all = self.layers.iter().enumerate();
        all.filter(|(_, info)| holds(&info.kind)).map(|(index, _)| Layer(index as u8)).collect()
    }

    pub(super) fn layer_name(&self, layer: Layer) -> &str {
        &self.layers[usize::from(layer.0)].name
    }
}

/// The layers of a set of bits, in order.
pub(super) fn layers_of(bits: u64) -> impl Iterator<Item = Layer> {
    (0..64).filter(move |index| bits >> index & 1 == 1).map(Layer)
}
