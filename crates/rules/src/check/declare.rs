//! Declarations: players, pieces, values, options, definitions and the names of actions.

use std::collections::BTreeMap;

use masume_board::Direction;
use masume_syntax::ast::{self, Name, Number, SectionKind};
use masume_syntax::{Code, DIRECTION_NAMES, Diagnostic, Span, nearest};

use super::checker::Checker;
use super::library::{self, library_file};
use super::names::{Body, Definition, Kind, Symbol};
use super::scope::Home;
use crate::chance::CERTAIN;
use crate::model::{
    Layer, LayerInfo, LayerKind, MAX_CONTENT, OptionId, OptionInfo, PieceInfo, Player, PlayerInfo,
    Value, ValueInfo, ValueKind,
};

/// Bounds of the grammar.
const MOST_LAYERS: usize = 64;
const MOST_CONTENTS: usize = 62;
const MOST_PLAYERS: usize = 8;
const MOST_ACTIONS: usize = 64;
const MOST_OPTIONS: usize = 32;
/// Two are left for `score` and `stage`.
const MOST_VALUES: usize = 62;

/// The greatest value of an option where nothing is said.
const GREATEST_OPTION: i64 = 1_000_000;

impl<'a> Checker<'a> {
    /// Gives every name of the file its meaning, whatever the order of the sections.
    pub(super) fn declare_all(&mut self, file: &'a ast::File) {
        self.broken_names = file.broken_names.iter().map(String::as_str).collect();
        for section in &file.sections {
            if let SectionKind::Players(lines) = &section.kind
                && !self.has_players
            {
                self.has_players = true;
                self.declare_players(lines);
            }
        }
        let mut libraries = Vec::new();
        let mut has_pieces = false;
        for section in &file.sections {
            match &section.kind {
                SectionKind::Pieces(lines) if !std::mem::replace(&mut has_pieces, true) => {
                    self.declare_layers(lines);
                }
                SectionKind::Option(option) => self.declare_option(option),
                SectionKind::Value(value) => self.declare_value(value),
                SectionKind::Score(score) if self.score.is_none() => self.score = Some(score),
                SectionKind::Let(section) => {
                    let body = Body::Test(&section.test);
                    self.declare_definition(&section.name, &section.params, body);
                }
                SectionKind::Define(section) => {
                    let body = Body::Statements(&section.body);
                    self.declare_definition(&section.name, &section.params, body);
                }
                SectionKind::Action(action) => self.declare_action(action),
                SectionKind::Use(name) => libraries.push(name),
                SectionKind::Game(_)
                | SectionKind::About(_)
                | SectionKind::Board(_)
                | SectionKind::Players(_)
                | SectionKind::Pieces(_)
                | SectionKind::Legend(_)
                | SectionKind::Start(_)
                | SectionKind::Then(_)
                | SectionKind::Pass(_)
                | SectionKind::Again(_)
                | SectionKind::End(_)
                | SectionKind::Score(_)
                | SectionKind::Level(_)
                | SectionKind::Display(_)
                | SectionKind::Keys(_)
                | SectionKind::Words(_)
                | SectionKind::Rules(_)
                | SectionKind::Help(_)
                | SectionKind::Notation(_)
                | SectionKind::Coordinates(_)
                | SectionKind::Moves(_)
                | SectionKind::Position(_) => {}
            }
        }
        if self.score.is_some()
            && let Some((_, span)) = self.symbols.get("score").copied()
        {
            let label = "the `score` line computes it already";
            self.error(Code::DuplicateName, span, "`score` is given twice", label);
        }
        let mut seen: Vec<&str> = Vec::new();
        for name in libraries {
            if seen.contains(&name.value.as_str()) {
                let message = format!("`use {}` stands twice", name.value);
                self.error(Code::DuplicateSection, name.span, message, "once is enough");
                continue;
            }
            seen.push(&name.value);
            self.use_library(name);
        }
    }

    fn too_many(&mut self, span: Span, bound: usize, what: &str) {
        self.error(Code::TooMany, span, format!("more than {bound} {what}"), "one too many");
    }

    fn declare_players(&mut self, lines: &'a [ast::PlayerLine]) {
        for line in lines {
            if self.players.len() == MOST_PLAYERS {
                return self.too_many(line.name.span, MOST_PLAYERS, "players");
            }
            let forward = line.forward.as_ref().and_then(|word| {
                let direction = Direction::from_name(&word.value);
                if direction.is_none() {
                    let near = nearest(&word.value, DIRECTION_NAMES);
                    let near = near.map(str::to_owned);
                    let expected = "a direction, such as `up`";
                    let code = Code::UnknownName;
                    self.unknown(code, word.span, "direction", &word.value, expected, near);
                }
                direction
            });
            let player = Player(self.players.len() as u8);
            self.declare(&line.name, Symbol::Player(player));
            self.players.push(PlayerInfo { name: line.name.value.clone(), forward });
        }
    }

    fn declare_layers(&mut self, lines: &'a [ast::LayerLine]) {
        for line in lines {
            if self.layers.len() == MOST_LAYERS {
                return self.too_many(line.name.span, MOST_LAYERS, "layers");
            }
            let layer = Layer(self.layers.len() as u8);
            let kind = self.layer_kind(line);
            self.layers.push(LayerInfo { name: line.name.value.clone(), kind });
            self.declare(&line.name, Symbol::Layer(layer));
            self.declare_pieces(line, layer);
        }
    }

    fn layer_kind(&mut self, line: &'a ast::LayerLine) -> LayerKind {
        match &line.kind {
            ast::LayerKind::Names(names) => {
                let names = self.at_most_contents(names, names.len());
                LayerKind::Pieces(names.iter().map(|name| self.unowned_or_namesake(name)).collect())
            }
            ast::LayerKind::PerPlayer(kinds) => {
                if !self.has_players {
                    self.report(
                        Diagnostic::error(
                            Code::NoPlayers,
                            line.name.span,
                            "`for each player` needs players",
                            "the game names none",
                        )
                        .with_help("`players black white`"),
                    );
                    let names = self.at_most_contents(kinds, kinds.len());
                    let pieces = names.iter().map(|name| self.unowned_or_namesake(name));
                    return LayerKind::Pieces(pieces.collect());
                }
                let kinds = self.at_most_contents(kinds, kinds.len() * self.player_count());
                let mut pieces = Vec::new();
                for (index, player) in self.players.iter().enumerate() {
                    pieces.extend(kinds.iter().map(|kind| PieceInfo {
                        name: format!("{}-{}", player.name, kind.value),
                        owner: Some(Player(index as u8)),
                        kind: kind.value.clone(),
                    }));
                }
                LayerKind::Pieces(pieces)
            }
            ast::LayerKind::Kinds(count) => {
                let bound = MOST_CONTENTS as u32;
                if count.value == 0 || count.value > bound {
                    let label = format!("expected 1 to {bound}");
                    let message = format!("a layer of {} kinds", count.value);
                    self.error(Code::BadLayer, count.span, message, label);
                }
                LayerKind::Kinds(count.value.clamp(1, bound))
            }
            ast::LayerKind::NumberRange(first, last) => {
                let (low, high) = self.numbers(first, last);
                LayerKind::Range(low, high)
            }
            ast::LayerKind::NumberDoubling(first, last) => {
                let (low, high) = self.numbers(first, last);
                if low < 1 {
                    let message = format!("{low} cannot be doubled up to {high}");
                    self.error(Code::BadLayer, first.span, message, "expected 1 or more");
                    return LayerKind::Doubling(1, high.max(1));
                }
                let kind = LayerKind::Doubling(low, high);
                if kind.content_of_number(i64::from(high)).is_none() {
                    let reached = kind.contents().last().copied().unwrap_or(low);
                    let message = format!("{low} doubled never is {high}");
                    self.report(
                        Diagnostic::error(Code::BadLayer, last.span, message, "no such number")
                            .with_help(format!("the number before it is {reached}")),
                    );
                }
                kind
            }
        }
    }

    /// The two ends of a layer of numbers, brought within bounds and in order.
    fn numbers(&mut self, first: &ast::Spanned<i64>, last: &ast::Spanned<i64>) -> (i32, i32) {
        for end in [first, last] {
            if end.value.abs() > MAX_CONTENT {
                let label = format!("expected at most {MAX_CONTENT} either way");
                let message = format!("a layer cannot hold {}", end.value);
                self.error(Code::BadLayer, end.span, message, label);
            }
        }
        if first.value > last.value {
            let message = format!("no number is from {} to {}", first.value, last.value);
            self.error(Code::BadLayer, first.span.to(last.span), message, "the lesser comes first");
        }
        let within = |number: i64| number.clamp(-MAX_CONTENT, MAX_CONTENT) as i32;
        let (first, last) = (within(first.value), within(last.value));
        (first.min(last), first.max(last))
    }

    /// As many of the names as a layer can have, where they make `count` pieces.
    fn at_most_contents(&mut self, names: &'a [Name], count: usize) -> &'a [Name] {
        if count <= MOST_CONTENTS {
            return names;
        }
        if let Some(last) = names.last() {
            self.too_many(last.span, MOST_CONTENTS, "pieces in a layer");
        }
        &names[..names.len().min(MOST_CONTENTS / self.player_count())]
    }

    /// A piece named like a player is that player's.
    fn unowned_or_namesake(&self, name: &Name) -> PieceInfo {
        let owner = self.players.iter().position(|player| player.name == name.value);
        let owner = owner.map(|index| Player(index as u8));
        PieceInfo { name: name.value.clone(), owner, kind: name.value.clone() }
    }

    /// The names of the pieces of a layer, and of its kinds where each player has them.
    fn declare_pieces(&mut self, line: &'a ast::LayerLine, layer: Layer) {
        let pieces: Vec<String> =
            self.pieces_of(layer).iter().map(|piece| piece.name.clone()).collect();
        match &line.kind {
            ast::LayerKind::PerPlayer(names) | ast::LayerKind::Names(names)
                if !self.has_players || matches!(line.kind, ast::LayerKind::Names(_)) =>
            {
                for (content, name) in names.iter().take(pieces.len()).enumerate() {
                    self.declare_piece(name, Symbol::Piece(layer, content as i32));
                }
            }
            ast::LayerKind::Names(kinds) | ast::LayerKind::PerPlayer(kinds) => {
                let count = pieces.len() / self.player_count();
                for (index, kind) in kinds.iter().take(count).enumerate() {
                    self.kinds.push(Kind { layer, name: kind.value.clone() });
                    self.declare_piece(kind, Symbol::Kind(self.kinds.len() - 1));
                    let of_kind = pieces.iter().enumerate().skip(index).step_by(count);
                    for (content, name) in of_kind {
                        let name = Name { value: name.clone(), span: kind.span };
                        self.declare(&name, Symbol::Piece(layer, content as i32));
                    }
                }
            }
            ast::LayerKind::Kinds(_)
            | ast::LayerKind::NumberRange(..)
            | ast::LayerKind::NumberDoubling(..) => {}
        }
    }

    fn declare_piece(&mut self, name: &Name, symbol: Symbol) {
        if name.value.chars().count() == 1 {
            self.report(
                Diagnostic::error(
                    Code::BadLayer,
                    name.span,
                    format!("`{}` is too short for a piece", name.value),
                    "one character is a glyph or a letter",
                )
                .with_help("a piece has at least two characters"),
            );
            return;
        }
        self.declare(name, symbol);
    }

    fn declare_option(&mut self, section: &'a ast::OptionSection) {
        if self.options.len() == MOST_OPTIONS {
            return self.too_many(section.name.span, MOST_OPTIONS, "options");
        }
        let parts = |number: Number| match number {
            Number::Whole(value) => (value, false),
            Number::Percent(value) => (value, true),
        };
        let (default, percent) = parts(section.value.value);
        let mut bounds = [0, if percent { i64::from(CERTAIN) } else { GREATEST_OPTION }];
        for (bound, written) in bounds.iter_mut().zip([&section.from, &section.to]) {
            let Some(written) = written else { continue };
            let (value, is_percent) = parts(written.value);
            if is_percent == percent {
                *bound = value;
            } else {
                let message = "percentages and whole numbers in one option";
                let label = "not like the default";
                self.error(Code::BadOption, written.span, message, label);
            }
        }
        let [least, greatest] = bounds;
        if !(least..=greatest).contains(&default) {
            let shown = |value: i64| {
                if percent { super::chance::percent(value) } else { value.to_string() }
            };
            let message = format!("`{}` is out of its range", section.name.value);
            let label = format!("expected {} to {}", shown(least), shown(greatest));
            self.error(Code::BadOption, section.value.span, message, label);
        }
        self.declare(&section.name, Symbol::Option(OptionId(self.options.len() as u8)));
        let name = section.name.value.clone();
        self.options.push(OptionInfo { name, value: default, default, least, greatest, percent });
    }

    fn declare_value(&mut self, section: &'a ast::ValueSection) {
        if self.values.len() == MOST_VALUES {
            return self.too_many(section.name.span, MOST_VALUES, "values");
        }
        let initial = section.initial.as_ref().map_or(0, |initial| initial.value);
        let is_score = section.name.value == "score"
            && self.values.iter().all(|value| value.kind != ValueKind::Score);
        let kind = if is_score { ValueKind::Score } else { ValueKind::Declared };
        self.declare(&section.name, Symbol::Value(Value(self.values.len() as u8)));
        self.values.push(ValueInfo { name: section.name.value.clone(), initial, kind });
    }

    fn declare_definition(&mut self, name: &'a Name, params: &'a [Name], body: Body<'a>) {
        self.check_distinct(&params.iter().collect::<Vec<_>>());
        let index = self.definitions.len();
        self.definitions.push(Definition { name, params, body, home: Home::Game, is_used: false });
        self.declare(name, symbol_of(body, index));
    }

    /// Reports parameters that have the name of one before them.
    pub(super) fn check_distinct(&mut self, params: &[&Name]) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for param in params {
            if let Some(&first) = seen.get(param.value.as_str()) {
                self.given_twice(param, first, "a parameter already");
            } else {
                seen.insert(&param.value, param.span);
            }
        }
    }

    fn declare_action(&mut self, action: &'a ast::ActionSection) {
        if self.actions.len() == MOST_ACTIONS {
            return self.too_many(action.name.span, MOST_ACTIONS, "actions");
        }
        let name = &action.name;
        if let Some(before) = self.actions.iter().find(|it| it.name.value == name.value) {
            self.given_twice(name, before.name.span, "an action has this name already");
        } else if self.may_be_declared(name) {
            self.actions.push(action);
        }
    }

    /// Brings in the definitions of a library. A name that the game gives itself stays the game's.
    fn use_library(&mut self, name: &'a Name) {
        let Some(file) = library_file(&name.value) else {
            let names = library::library().iter().map(|(name, _)| *name);
            let near = nearest(&name.value, names.clone()).map(str::to_owned);
            let all: Vec<String> = names.map(|name| format!("`{name}`")).collect();
            let expected = all.join(" or ");
            let code = Code::UnknownLibrary;
            return self.unknown(code, name.span, "library", &name.value, &expected, near);
        };
        let home = Home::Library(self.libraries.len());
        let mut names = BTreeMap::new();
        for section in &file.sections {
            let (defined, params, body) = if let SectionKind::Let(it) = &section.kind {
                (&it.name, it.params.as_slice(), Body::Test(&it.test))
            } else if let SectionKind::Define(it) = &section.kind {
                (&it.name, it.params.as_slice(), Body::Statements(&it.body))
            } else {
                continue;
            };
            let index = self.definitions.len();
            let definition = Definition { name: defined, params, body, home, is_used: true };
            self.definitions.push(definition);
            let symbol = symbol_of(body, index);
            names.insert(defined.value.clone(), symbol);
            self.symbols.entry(defined.value.clone()).or_insert((symbol, name.span));
        }
        self.libraries.push(names);
    }
}

fn symbol_of(body: Body<'_>, index: usize) -> Symbol {
    match body {
        Body::Test(_) => Symbol::Let(index),
        Body::Statements(_) => Symbol::Define(index),
    }
}
