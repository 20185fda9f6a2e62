//! Contents that a replacement puts on one cell.

use masume_syntax::ast::{self, Argument, Name, Owner, Put, PutKind, TestKind};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::expr::constant;
use super::names::{Symbol, is_letter};
use super::scope::{Binding, Scope, SlotKind};
use super::site::layers_of;
use crate::model::{Content, Expr, Layer, Letter, Test, Write};

/// A letter without a name that a class is carried by.
#[derive(Clone, Copy)]
pub(super) struct Carry {
    pub(super) position: usize,
    pub(super) layer: Layer,
    pub(super) letter: Letter,
}

/// The writes of one position while its parts are read.
#[derive(Default)]
struct Cell {
    writes: Vec<Write>,
    /// Bit i: the right side names layer i.
    named: u64,
    /// True if `_` is among the parts.
    is_cleared: bool,
}

impl<'a> Checker<'a> {
    /// The writes of one position. What the left side names and the right does not becomes free.
    pub(super) fn writes(
        &mut self,
        puts: &'a [Put],
        position: usize,
        carries: &mut Vec<Carry>,
        scope: &Scope<'a>,
    ) -> Vec<Write> {
        let mut cell = Cell::default();
        let errors = self.diagnostics.len();
        for put in puts {
            self.put(put, position, &mut cell, carries, scope);
        }
        if self.is_sound_since(errors) {
            self.free_unnamed(&mut cell, puts, position, scope);
        }
        cell.writes.sort_by_key(Write::layer);
        cell.writes
    }

    /// Frees what the left side names and the right does not.
    fn free_unnamed(
        &mut self,
        cell: &mut Cell,
        puts: &'a [Put],
        position: usize,
        scope: &Scope<'a>,
    ) {
        let left = self.site.positions[position].named;
        if !cell.is_cleared {
            self.check_taken_away(left & !cell.named, cell.named, puts, position, scope);
        }
        for layer in layers_of(left & !cell.named) {
            cell.writes.push(Write::Clear(layer));
        }
        // Where the left side names no layer, `_` frees every one, unless all are free already.
        if cell.is_cleared && left == 0 && !self.is_certainly_free(position) {
            for index in (0..self.layers.len() as u8).filter(|index| cell.named >> index & 1 == 0) {
                cell.writes.push(Write::Clear(Layer(index)));
            }
        }
    }

    /// Warns where a cell is asked about two layers, something of one is put, and what is on the
    /// other goes without being named: `[lid, no banner] -> banner`.
    fn check_taken_away(
        &mut self,
        lost: u64,
        named: u64,
        puts: &'a [Put],
        position: usize,
        scope: &Scope<'a>,
    ) {
        let place = &self.site.positions[position];
        if tested(&place.test) & named == 0 {
            return;
        }
        // In a choice with `or` nothing need be there.
        let is_held = |layer: &Layer| {
            let mut cells = self.contents(&place.test);
            cells.all(|cell| cell.is_some_and(|it| !it.on(*layer).may_be_free()))
        };
        let Some(layer) = layers_of(lost).find(is_held) else { return };
        let (Some(first), Some(last)) = (puts.first(), puts.last()) else { return };
        let layer = self.layer_name(layer).to_owned();
        let written: Vec<String> = puts.iter().map(spelled_put).collect();
        let written = written.join(", ");
        let message = format!("what is on the layer `{layer}` is taken away here");
        let label = format!("the left side asks for it, and this does not name `{layer}`");
        let help =
            format!("`[{layer}, {written}]` leaves it, `[no {layer}, {written}]` takes it away");
        self.report(
            Diagnostic::warning(
                Code::TakenAway,
                scope.at(first.span.to(last.span)),
                message,
                label,
            )
            .with_help(help),
        );
    }

    fn is_certainly_free(&self, position: usize) -> bool {
        let test = &self.site.positions[position].test;
        let cell = self.contents(test).next().flatten();
        cell.is_some_and(|cell| cell.layers().all(|(_, held)| held.is_free()))
    }

    fn put(
        &mut self,
        put: &'a Put,
        position: usize,
        cell: &mut Cell,
        carries: &mut Vec<Carry>,
        scope: &Scope<'a>,
    ) {
        let at = scope.at(put.span);
        match &put.kind {
            PutKind::Nothing => cell.is_cleared = true,
            PutKind::No(name) => {
                let (_, layers) = self.class(None, name, scope);
                if layers == 0 {
                    return;
                }
                for layer in layers_of(layers) {
                    if self.may_name(cell, layer, at) {
                        cell.writes.push(Write::Clear(layer));
                    }
                }
            }
            PutKind::Number(expr) => {
                let number = self.number_put(expr, position, scope);
                self.put_number(number, position, cell, at);
            }
            PutKind::Layer(name, expr) => {
                let layer = self.numbered_layer(name, scope);
                let number = self.number_put(expr, position, scope);
                if let Some(layer) = layer {
                    self.put_number_on(layer, number, cell, at);
                }
            }
            PutKind::Piece(owner, name) => {
                self.put_name(*owner, name, position, cell, carries, scope);
            }
        }
    }

    /// A number, which may use the letters that the whole pattern or this position binds.
    fn number_put(&mut self, expr: &'a ast::Expr, position: usize, scope: &Scope<'a>) -> Expr {
        let before = self.site.bound;
        self.site.bound |= self.site.positions[position].binds;
        let number = self.with_cell(true, |checker| checker.expr(expr, scope));
        self.site.bound = before;
        number
    }

    fn put_number(&mut self, number: Expr, position: usize, cell: &mut Cell, at: Span) {
        let hinted = self.site.positions[position].named;
        if let Some(layer) = self.numeric_layer(hinted, at) {
            self.put_number_on(layer, number, cell, at);
        }
    }

    /// The layer of this name, which holds numbers; a diagnostic where there is none.
    fn numbered_layer(&mut self, name: &'a Name, scope: &Scope<'a>) -> Option<Layer> {
        let layer = self.layer_named(name, scope)?;
        if self.layers[usize::from(layer.0)].kind.is_numeric() {
            return Some(layer);
        }
        let message = format!("the layer `{}` has no numbers", name.value);
        let label = "expected a layer of numbers";
        self.report(
            Diagnostic::error(Code::WrongKindOfName, scope.at(name.span), message, label)
                .with_help("a piece is put by its name, a kind by a letter: `[box, k]`"),
        );
        None
    }

    fn put_number_on(&mut self, layer: Layer, number: Expr, cell: &mut Cell, at: Span) {
        self.check_number(&number, layer, at);
        if self.may_name(cell, layer, at) {
            cell.writes.push(Write::Number(layer, number));
        }
    }

    fn put_name(
        &mut self,
        owner: Option<Owner>,
        name: &'a Name,
        position: usize,
        cell: &mut Cell,
        carries: &mut Vec<Carry>,
        scope: &Scope<'a>,
    ) {
        let at = scope.at(name.span);
        if owner.is_none() {
            match self.simple_put(name, scope) {
                Some(Simple::Nothing) => {
                    cell.is_cleared = true;
                    return;
                }
                Some(Simple::Letter(name, frame)) => {
                    return self.put_letter(name, position, cell, at, &frame);
                }
                Some(Simple::Number(expr, frame)) => {
                    let number = self.number_put(expr, position, &frame);
                    return self.put_number(number, position, cell, at);
                }
                Some(Simple::Constant(index, number)) => {
                    self.definitions[index].is_used = true;
                    return self.put_number(Expr::Constant(number), position, cell, at);
                }
                Some(Simple::Unknown) => return,
                None => {}
            }
        }
        let errors = self.diagnostics.len();
        let (test, layers) = self.class(owner, name, scope);
        if !self.is_sound_since(errors) {
            return;
        }
        let is_class = self.is_class(owner, name, scope);
        if is_class
            && (stands_in(self.site.positions[position].written, owner, &name.value)
                || self.is_implied(&test, position))
        {
            // It stays as it is.
            for layer in layers_of(layers) {
                self.may_name(cell, layer, at);
            }
            return;
        }
        let only = if layers.count_ones() == 1 { layers_of(layers).next() } else { None };
        let Some(layer) = only else {
            let binding = scope.binding(&name.value);
            let label =
                if matches!(binding, Some(Binding::Slot(_, SlotKind::Column | SlotKind::Row))) {
                    format!("it is a number: write `{{{}}}`", name.value)
                } else if layers == 0 {
                    "it names no piece that could be put".to_owned()
                } else {
                    let names: Vec<String> = layers_of(layers)
                        .map(|layer| format!("`{}`", self.layer_name(layer)))
                        .collect();
                    format!("it may be on {}", names.join(" or "))
                };
            return self.ambiguous(owner, name, label, at);
        };
        if let Some(contents) = self.only_piece(&test, layer) {
            if self.may_name(cell, layer, at) {
                cell.writes.push(Write::Piece(layer, contents));
            }
            return;
        }
        self.put_carried(owner, name, layer, cell, carries, at);
    }

    /// A class that stands once on the left: what was matched there is put here.
    fn put_carried(
        &mut self,
        owner: Option<Owner>,
        name: &'a Name,
        layer: Layer,
        cell: &mut Cell,
        carries: &mut Vec<Carry>,
        at: Span,
    ) {
        let places: Vec<usize> = self
            .site
            .positions
            .iter()
            .enumerate()
            .filter(|(_, place)| stands_in(place.written, owner, &name.value))
            .map(|(index, _)| index)
            .collect();
        let [source] = places.as_slice() else {
            let label = match places.len() {
                0 => "which one? it does not stand in the pattern".to_owned(),
                count => format!("which one? it stands {count} times in the pattern"),
            };
            return self.ambiguous(owner, name, label, at);
        };
        let place = &self.site.positions[*source];
        if place.is_repeated || place.is_choice {
            let why = if place.is_repeated { "repeated" } else { "one choice of several" };
            let label = format!("in the pattern it is {why}, so there may be none, or several");
            let message = format!("`{}` cannot be carried here", spelled(owner, name));
            self.error(Code::CarryRepeated, at, message, label);
            return;
        }
        let known = carries.iter().find(|it| (it.position, it.layer) == (*source, layer)).copied();
        let letter = match known {
            Some(carry) => carry.letter,
            None => {
                let Some(letter) = self.implicit_letter(layer) else {
                    self.error(
                        Code::TooMany,
                        at,
                        "too many letters in one rule",
                        "no letter is left",
                    );
                    return;
                };
                carries.push(Carry { position: *source, layer, letter });
                letter
            }
        };
        if self.may_name(cell, layer, at) {
            cell.writes.push(Write::Letter(layer, letter));
        }
    }

    fn put_letter(
        &mut self,
        name: &'a Name,
        position: usize,
        cell: &mut Cell,
        at: Span,
        scope: &Scope<'a>,
    ) {
        let Some(letter) = self.find_letter(&name.value, scope) else {
            return self.unbound_letter(name, scope, "the pattern does not have it");
        };
        let place = &self.site.positions[position];
        if (self.site.bound | place.binds) >> letter.0 & 1 == 0 {
            return self.unbound_letter(name, scope, "the pattern may match without binding it");
        }
        let named = place.named;
        let layers = self.letter_layers(letter);
        let hinted = layers.iter().find(|layer| named >> layer.0 & 1 == 1);
        let Some(layer) = hinted.or(layers.first()).copied() else { return };
        if self.may_name(cell, layer, at) {
            cell.writes.push(Write::Letter(layer, letter));
        }
    }

    /// Contents that a name puts which is neither a piece nor a class.
    fn simple_put(&self, name: &'a Name, scope: &Scope<'a>) -> Option<Simple<'a>> {
        match scope.binding(&name.value) {
            Some(Binding::Argument(Argument::Expr(expr), outer)) => {
                Some(Simple::Number(expr, outer.clone()))
            }
            Some(Binding::Argument(Argument::Test(test), outer)) => {
                if let TestKind::Name(inner) = &test.kind {
                    return self.simple_put(inner, outer);
                }
                (test.kind == TestKind::Blank).then_some(Simple::Nothing)
            }
            Some(Binding::Unknown) => Some(Simple::Unknown),
            Some(Binding::Slot(..) | Binding::Local(_)) => None,
            None if name.value == "empty" => Some(Simple::Nothing),
            None if is_letter(&name.value) => Some(Simple::Letter(name, scope.clone())),
            None => match self.lookup(&name.value, scope.home) {
                Some(Symbol::Let(index)) => {
                    self.constant_of(index).map(|number| Simple::Constant(index, number))
                }
                Some(_) | None => None,
            },
        }
    }

    /// A name as a test, and the layers that it names.
    fn class(&mut self, owner: Option<Owner>, name: &'a Name, scope: &Scope<'a>) -> (Test, u64) {
        self.at_new_site(true, |checker| {
            let test = match owner {
                None => checker.named_test(name, scope),
                Some(owner) => checker.owned_test(owner, name, scope),
            };
            (test, checker.site.named)
        })
    }

    /// True if the name may mean several pieces: everything but a piece's own name.
    fn is_class(&self, owner: Option<Owner>, name: &'a Name, scope: &Scope<'a>) -> bool {
        if owner.is_some() {
            return true;
        }
        match scope.binding(&name.value) {
            Some(Binding::Argument(Argument::Test(test), outer)) => {
                if let TestKind::Name(inner) = &test.kind {
                    return self.is_class(None, inner, outer);
                }
                true
            }
            Some(_) => true,
            None => !matches!(self.lookup(&name.value, scope.home), Some(Symbol::Piece(..))),
        }
    }

    /// True if whatever passes at the position is of the class, and so stays: `mine` where the left
    /// side says `my man`, or a `let` that only my pieces pass.
    fn is_implied(&self, class: &Test, position: usize) -> bool {
        let (Test::Piece { layer, .. } | Test::Occupied(layer)) = class else { return false };
        let test = &self.site.positions[position].test;
        self.contents(test).zip(self.contents(class)).all(|(held, wanted)| {
            held.zip(wanted)
                .is_some_and(|(held, wanted)| held.on(*layer).is_within(wanted.on(*layer)))
        })
    }

    fn ambiguous(&mut self, owner: Option<Owner>, name: &Name, label: String, at: Span) {
        let message = format!("`{}` is not one piece", spelled(owner, name));
        self.report(
            Diagnostic::error(Code::AmbiguousPiece, at, message, label)
                .with_help("name the piece that is put, or let it stand once in the pattern"),
        );
    }

    /// Notes that the right side names a layer; a diagnostic where it does so twice.
    fn may_name(&mut self, cell: &mut Cell, layer: Layer, at: Span) -> bool {
        let bit = 1 << layer.0;
        if cell.named & bit != 0 {
            let label = format!("the layer `{}` has something already", self.layer_name(layer));
            let message = "two pieces of one layer in one cell";
            self.error(Code::SameLayerTwice, at, message, label);
            return false;
        }
        cell.named |= bit;
        true
    }

    /// True if a write leaves the cell as the pattern found it, whatever player acts.
    pub(super) fn is_idle(&self, write: &Write, position: usize) -> bool {
        let test = &self.site.positions[position].test;
        self.contents(test).enumerate().all(|(player, cell)| {
            let Some(cell) = cell else { return false };
            let held = cell.on(write.layer());
            match write {
                Write::Clear(_) => held.is_free(),
                Write::Piece(_, contents) => {
                    let index = if contents.len() == 1 { 0 } else { player };
                    held.only_piece().is_some_and(|only| contents.get(index) == Some(&only))
                }
                Write::Letter(layer, letter) | Write::Number(layer, Expr::Letter(letter)) => {
                    let letter = Test::Letter { layer: *layer, letter: *letter };
                    test.conjuncts().any(|it| *it == letter)
                }
                Write::Number(layer, Expr::Here(other)) => layer == other && !held.may_be_free(),
                Write::Number(_, expr) => {
                    held.only_number().is_some_and(|only| constant(expr) == Some(only))
                }
            }
        })
    }
}

/// A put that is neither a piece nor a class.
enum Simple<'a> {
    Nothing,
    Letter(&'a Name, Scope<'a>),
    Number(&'a ast::Expr, Scope<'a>),
    /// Value of the definition with this index.
    Constant(usize, i64),
    /// A parameter of a definition that is checked by itself.
    Unknown,
}

/// The layers that a test asks about, whether something or nothing shall be there.
fn tested(test: &Test) -> u64 {
    let of = |expr: &Expr| if let Expr::Here(layer) = expr { 1 << layer.0 } else { 0 };
    if let Test::Occupied(layer) | Test::Piece { layer, .. } | Test::Letter { layer, .. } = test {
        1 << layer.0
    } else if let Test::Compare(comparison) = test {
        of(&comparison.left) | of(&comparison.right)
    } else if let Test::Not(inner) = test {
        tested(inner)
    } else if let Test::And(parts) | Test::Or(parts) = test {
        parts.iter().map(tested).fold(0, |all, it| all | it)
    } else {
        0
    }
}

/// A put as it is written, or nearly.
fn spelled_put(put: &Put) -> String {
    match &put.kind {
        PutKind::Nothing => "_".to_owned(),
        PutKind::No(name) => format!("no {}", name.value),
        PutKind::Number(_) => "{…}".to_owned(),
        PutKind::Layer(name, _) => format!("{} = …", name.value),
        PutKind::Piece(owner, name) => spelled(*owner, name),
    }
}

fn spelled(owner: Option<Owner>, name: &Name) -> String {
    match owner {
        None => name.value.clone(),
        Some(Owner::Mine) => format!("my {}", name.value),
        Some(Owner::Theirs) => format!("their {}", name.value),
    }
}

/// True if the class stands in the test, as itself or as one of several that all hold.
fn stands_in(test: &ast::Test, owner: Option<Owner>, name: &str) -> bool {
    match (&test.kind, owner) {
        (TestKind::Name(found), None) => found.value == name,
        (TestKind::Owned(found, of), Some(owner)) => *found == owner && of.value == name,
        (TestKind::All(parts), _) => parts.iter().any(|part| stands_in(part, owner, name)),
        _ => false,
    }
}

/// Contents for every player, for those who need them by player.
pub(super) fn content_for(contents: &[Content], player: usize) -> Option<Content> {
    contents.get(if contents.len() == 1 { 0 } else { player }).copied()
}
