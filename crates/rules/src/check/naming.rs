//! Names of cells, and notations of moves and positions.

use masume_board::{ColumnNames, ColumnOrder, Coordinates, Direction, Numbered, RowOrder};
use masume_syntax::ast::{
    ActionParam, CoordinatesPart, MovesLine, MovesSection, Name, PositionField, PositionSection,
    Spanned,
};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::names::Symbol;
use super::scope::Home;
use crate::model::{
    Content, Field, Layer, LayerKind, Listing, Moves, NamedStep, Origin, PieceLists, Player,
    Position, Rules, Value,
};
use crate::text::grid_of_size;

impl<'a> Checker<'a> {
    pub(super) fn coordinates(&mut self, parts: &[Spanned<CoordinatesPart>]) -> Coordinates {
        let mut coordinates = Coordinates::default();
        for part in parts {
            let is_new = match part.value {
                CoordinatesPart::RowsFromBelow => {
                    is_new(&mut coordinates.rows, RowOrder::FromBelow)
                }
                CoordinatesPart::ColumnsFromTheRight => {
                    is_new(&mut coordinates.first_column, ColumnOrder::FromRight)
                }
                CoordinatesPart::ColumnsWithoutI => {
                    is_new(&mut coordinates.columns, ColumnNames::LettersWithoutI)
                }
                CoordinatesPart::ColumnsByNumbers => {
                    is_new(&mut coordinates.columns, ColumnNames::Numbers)
                }
                CoordinatesPart::NumbersOfDark => {
                    is_new(&mut coordinates.numbers, Some(Numbered::Dark))
                }
                CoordinatesPart::NumbersOfLight => {
                    is_new(&mut coordinates.numbers, Some(Numbered::Light))
                }
                CoordinatesPart::NumbersOfAll => {
                    is_new(&mut coordinates.numbers, Some(Numbered::All))
                }
            };
            if !is_new {
                let label = "one part says this already";
                self.error(Code::DuplicateName, part.span, "a part is given twice", label);
            }
        }
        coordinates
    }

    pub(super) fn moves(&mut self, section: &'a MovesSection) -> Moves {
        let mut moves = Moves {
            name: section.name.value.clone(),
            letters: Vec::new(),
            origin: Origin::AsNeeded,
            quiet: String::new(),
            take: String::new(),
            prefixes: Vec::new(),
            suffixes: Vec::new(),
            steps: Vec::new(),
            signs: Vec::new(),
            win: String::new(),
            listing: Listing::Numbered,
            nodes: Vec::new(),
            header: String::new(),
        };
        for line in &section.lines {
            if let Some(span) = self.moves_line(line, &mut moves) {
                let label = "a line says this already";
                self.error(Code::DuplicateName, span, "a part of a move is given twice", label);
            }
        }
        moves
    }

    /// Takes what a line says; the place of what was said before.
    fn moves_line(&mut self, line: &'a MovesLine, moves: &mut Moves) -> Option<Span> {
        let once = |field: &mut String, sign: &Spanned<String>| {
            let before = std::mem::replace(field, sign.value.clone());
            (!before.is_empty()).then_some(sign.span)
        };
        match line {
            MovesLine::Quiet(sign) => return once(&mut moves.quiet, sign),
            MovesLine::Take(sign) => return once(&mut moves.take, sign),
            MovesLine::Win(sign) => return once(&mut moves.win, sign),
            MovesLine::Header(sign) => return once(&mut moves.header, sign),
            MovesLine::Nodes(letters, span) => {
                let of_players: Vec<_> = letters.iter().collect();
                let nodes = self.player_letters(&of_players, *span)?;
                self.check_properties(letters);
                self.check_placing(*span);
                let before = std::mem::replace(&mut moves.nodes, nodes);
                return (!before.is_empty()).then_some(*span);
            }
            MovesLine::FromAlways(span) => {
                let before = std::mem::replace(&mut moves.origin, Origin::Always);
                return (before == Origin::Always).then_some(*span);
            }
            MovesLine::Together(span) => {
                let before = std::mem::replace(&mut moves.listing, Listing::Together);
                return (before == Listing::Together).then_some(*span);
            }
            MovesLine::Piece(name, letter) => {
                let pieces = self.moving_pieces(name);
                let letter = letter.as_ref().map_or_else(String::new, |it| it.value.clone());
                let is_known = |piece: &(Layer, Content)| {
                    moves.letters.iter().any(|(known, _)| known.contains(piece))
                };
                if pieces.iter().any(is_known) {
                    return Some(name.span);
                }
                moves.letters.push((pieces, letter));
            }
            MovesLine::Before(name, sign) => {
                return self.affix(&mut moves.prefixes, name, sign);
            }
            MovesLine::Action(name, sign) => {
                return self.affix(&mut moves.suffixes, name, sign);
            }
            MovesLine::Step(sign, name, ways) => {
                let pieces = self.moving_pieces(name);
                let ways = ways.iter().filter_map(|way| self.fixed_direction(way)).collect();
                if moves.steps.iter().any(|step| step.name == sign.value) {
                    return Some(sign.span);
                }
                moves.steps.push(NamedStep { name: sign.value.clone(), pieces, ways });
            }
            MovesLine::Sign(sign, when) => {
                let scope = self.section_scope();
                moves.signs.push((sign.value.clone(), self.condition(when, &scope)));
            }
        }
        None
    }

    /// Takes what is written beside an action; the place of what was said before.
    fn affix(
        &mut self,
        affixes: &mut Vec<(u8, String)>,
        name: &'a Name,
        sign: &Spanned<String>,
    ) -> Option<Span> {
        let index = self.actions.iter().position(|it| it.name.value == name.value);
        let Some(index) = index else {
            let names = self.actions.iter().map(|it| it.name.value.as_str());
            let near = self.suggestion(&name.value, names);
            let code = Code::UnknownAction;
            self.unknown(code, name.span, "action", &name.value, "an action", near);
            return None;
        };
        let index = index as u8;
        if affixes.iter().any(|(known, _)| *known == index) {
            return Some(name.span);
        }
        affixes.push((index, sign.value.clone()));
        None
    }

    /// The pieces of a name: one piece, or those of a kind, of all owners.
    fn moving_pieces(&mut self, name: &'a Name) -> Vec<(Layer, Content)> {
        match self.lookup(&name.value, Home::Game) {
            Some(Symbol::Piece(layer, content)) => vec![(layer, content)],
            Some(Symbol::Kind(kind)) => {
                let (layer, kind) = (self.kinds[kind].layer, self.kinds[kind].name.clone());
                let pieces = self.pieces_of(layer).iter().enumerate();
                let of_kind = pieces.filter(|(_, piece)| piece.kind == kind);
                of_kind.map(|(index, _)| (layer, index as Content)).collect()
            }
            Some(symbol) => {
                let scope = self.section_scope();
                self.wrong_kind(name, &scope, symbol.describe(), "a piece or a kind of piece");
                Vec::new()
            }
            None => {
                let scope = self.section_scope();
                self.unknown_name(name, &scope, "a piece or a kind of piece", |symbol| {
                    matches!(symbol, Symbol::Piece(..) | Symbol::Kind(_))
                });
                Vec::new()
            }
        }
    }

    /// A direction that is the same for every player.
    fn fixed_direction(&mut self, name: &'a Name) -> Option<Direction> {
        let found = Direction::from_name(&name.value);
        if found.is_none() {
            let scope = self.section_scope();
            self.wrong_kind(name, &scope, "no fixed direction", "a direction such as `right`");
        }
        found
    }

    pub(super) fn position_section(
        &mut self,
        section: &'a PositionSection,
        rules: &Rules,
    ) -> Position {
        let fields = section.fields.iter().filter_map(|field| self.field(field, rules)).collect();
        Position { name: section.name.value.clone(), fields }
    }

    fn field(&mut self, field: &'a PositionField, rules: &Rules) -> Option<Field> {
        Some(match field {
            PositionField::Board(name) => {
                let scope = self.section_scope();
                let layer = self.layer_named(name, &scope)?;
                Field::Board(layer, self.letters_of_layer(name, layer)?)
            }
            PositionField::Lists(letters, span) => Field::Lists(self.piece_lists(letters, *span)?),
            PositionField::Player(letters) => {
                let letters: Vec<_> = letters.iter().collect();
                Field::Player(self.player_letters(&letters, Span::default())?)
            }
            PositionField::Marks(name, letters) => {
                let piece = self.one_piece(name)?;
                let letters = letters.iter().filter(|(letter, cell)| {
                    self.check_letter(letter);
                    self.check_cell(cell, rules)
                });
                let letters =
                    letters.map(|(letter, cell)| (letter.value.clone(), cell.value.clone()));
                Field::Marks(piece, letters.collect())
            }
            PositionField::Cell(name) => Field::Cell(self.one_piece(name)?),
            PositionField::Value(name) => Field::Value(self.declared_value(name)?),
            PositionField::Turns(_) => Field::Turns,
        })
    }

    /// Letters of players, and of kinds of their pieces: each player has one piece that needs none.
    fn piece_lists(
        &mut self,
        letters: &'a [(Name, Spanned<String>)],
        span: Span,
    ) -> Option<PieceLists> {
        let is_player = |name: &Name| self.players.iter().any(|it| it.name == name.value);
        let (of_players, of_kinds): (Vec<_>, Vec<_>) =
            letters.iter().partition(|(name, _)| is_player(name));
        let players = self.player_letters(&of_players, span)?;
        let mut kinds: Vec<(String, Vec<(Layer, Content)>)> = Vec::new();
        for (name, letter) in of_kinds {
            self.check_letter(letter);
            let pieces = self.moving_pieces(name);
            let of_player = |player| {
                let owned = self.pieces_of_player(Player(player as u8));
                owned.into_iter().find(|it| pieces.contains(it))
            };
            let of_players: Option<Vec<_>> = (0..self.players.len()).map(of_player).collect();
            let Some(of_players) = of_players else {
                if !pieces.is_empty() {
                    let scope = self.section_scope();
                    let what = "not a piece of each player";
                    self.wrong_kind(name, &scope, what, "a kind of piece that each player has");
                }
                return None;
            };
            kinds.push((letter.value.clone(), of_players));
        }
        let is_lettered = |piece: &(Layer, Content)| kinds.iter().any(|(_, it)| it.contains(piece));
        let mut plain = Vec::new();
        for player in 0..self.players.len() {
            let owned = self.pieces_of_player(Player(player as u8));
            let without: Vec<_> = owned.into_iter().filter(|it| !is_lettered(it)).collect();
            let [piece] = without[..] else {
                let message = "each player has one piece without a letter";
                let name = &self.players[player].name;
                let label = format!("`{name}` has {}", without.len());
                self.error(Code::WrongArguments, span, message, &label);
                return None;
            };
            plain.push(piece);
        }
        Some(PieceLists { players, plain, kinds })
    }

    /// All pieces of a player.
    fn pieces_of_player(&self, player: Player) -> Vec<(Layer, Content)> {
        let layers = self.layers.iter().enumerate();
        let pieces = layers.flat_map(|(layer, info)| {
            let pieces = match &info.kind {
                LayerKind::Pieces(pieces) => &pieces[..],
                LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => &[],
            };
            let owned = pieces.iter().enumerate().filter(move |(_, it)| it.owner == Some(player));
            owned.map(move |(content, _)| (Layer(layer as u8), content as Content))
        });
        pieces.collect()
    }

    /// The legend's letters of the contents of a layer, each alone in its cell.
    fn letters_of_layer(&mut self, name: &'a Name, layer: Layer) -> Option<Vec<char>> {
        let LayerKind::Pieces(pieces) = &self.layers[usize::from(layer.0)].kind else {
            let scope = self.section_scope();
            self.wrong_kind(
                name,
                &scope,
                "a layer without named pieces",
                "a layer of named pieces",
            );
            return None;
        };
        let letter = |content: Content| {
            let entries = self.legend.entries.iter();
            let mut alone = entries.filter(|it| it.contents == [(layer, content)]);
            let glyph = alone.find_map(|it| it.glyphs.first().copied());
            glyph.filter(|it| !it.is_ascii_digit() && *it != '/' && !it.is_whitespace())
        };
        let mut missing = None;
        let letters = pieces.iter().enumerate().filter_map(|(index, piece)| {
            let found = letter(index as Content);
            if found.is_none() {
                missing = missing.take().or(Some(piece.name.clone()));
            }
            found
        });
        let letters: Vec<char> = letters.collect();
        let Some(missing) = missing else { return Some(letters) };
        let message = format!("the legend has no letter for `{missing}` alone");
        let label = "each piece of the layer is written as one letter";
        self.report(
            Diagnostic::error(Code::UnknownGlyph, name.span, message, label)
                .with_help("digits, `/` and blanks are no letters of a position"),
        );
        None
    }

    /// A letter for each player, in order of turn.
    fn player_letters(
        &mut self,
        letters: &[&'a (Name, Spanned<String>)],
        line: Span,
    ) -> Option<Vec<String>> {
        let mut found = vec![None; self.players.len()];
        for (name, letter) in letters {
            self.check_letter(letter);
            let index = self.players.iter().position(|it| it.name == name.value);
            let Some(index) = index else {
                let scope = self.section_scope();
                self.unknown_name(name, &scope, "a player", |symbol| {
                    matches!(symbol, Symbol::Player(_))
                });
                return None;
            };
            if found.contains(&Some(letter.value.clone())) || found[index].is_some() {
                let label = "each player has a letter of its own";
                self.error(Code::DuplicateName, letter.span, "a letter is given twice", label);
            }
            found[index] = Some(letter.value.clone());
        }
        let whole: Option<Vec<String>> = found.into_iter().collect();
        if whole.is_none() {
            let span = letters.first().map_or(line, |(name, _)| name.span);
            let label = "expected a letter for each player";
            self.error(Code::NoPlayers, span, "a player has no letter", label);
        }
        whole
    }

    /// Reports a tree for a game in which a move is more than a cell.
    fn check_placing(&mut self, span: Span) {
        let is_placing = match &self.actions[..] {
            [action] => matches!(action.params[..], [ActionParam::Cell(_)]),
            _ => false,
        };
        if !is_placing {
            let message = "nodes need a game whose only action is at a cell";
            let label = "a node has one cell";
            self.error(Code::WrongArguments, span, message, label);
        }
    }

    /// Reports what is no property of a node: those are capital letters.
    fn check_properties(&mut self, letters: &[(Name, Spanned<String>)]) {
        for (_, letter) in letters {
            if !letter.value.bytes().all(|it| it.is_ascii_uppercase()) {
                let message = "not a property of a node".to_owned();
                let label = "expected capital letters such as `B`";
                self.error(Code::BadGlyph, letter.span, message, label);
            }
        }
    }

    /// Reports a letter that could not be told from what stands around it.
    fn check_letter(&mut self, letter: &Spanned<String>) {
        let is_plain = |it: char| !it.is_whitespace() && it != '-';
        if letter.value.is_empty() || !letter.value.chars().all(is_plain) {
            let message = "not a letter for a position".to_owned();
            let label = "expected characters without blanks and hyphens";
            self.error(Code::BadGlyph, letter.span, message, label);
        }
    }

    fn one_piece(&mut self, name: &'a Name) -> Option<(Layer, Content)> {
        match self.moving_pieces(name)[..] {
            [piece] => Some(piece),
            [] => None,
            [_, _, ..] => {
                let scope = self.section_scope();
                self.wrong_kind(name, &scope, "several pieces", "one piece");
                None
            }
        }
    }

    fn declared_value(&mut self, name: &'a Name) -> Option<Value> {
        let scope = self.section_scope();
        match self.lookup(&name.value, Home::Game) {
            Some(Symbol::Value(value)) => return Some(value),
            Some(symbol) => self.wrong_kind(name, &scope, symbol.describe(), "a value"),
            None => self
                .unknown_name(name, &scope, "a value", |symbol| matches!(symbol, Symbol::Value(_))),
        }
        None
    }

    /// True if the usual board has the cell; reports one that it does not have.
    fn check_cell(&mut self, name: &Name, rules: &Rules) -> bool {
        let Some(shape) = rules.shape else { return true };
        let Ok(grid) = grid_of_size(rules, shape.size, name.span) else { return true };
        let names = rules.cell_names(&grid);
        if names.cell_named(&name.value).is_some() {
            return true;
        }
        let message = format!("the board has no cell `{}`", name.value);
        let (first, last) = names.ends();
        let label = format!("its cells are {first} to {last}");
        self.error(Code::UnknownName, name.span, message, label);
        false
    }
}

/// Sets what a part says; false where another said something of the kind already.
fn is_new<T: Default + PartialEq>(known: &mut T, said: T) -> bool {
    std::mem::replace(known, said) == T::default()
}
