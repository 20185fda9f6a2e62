//! Consistency of rules in themselves: every index within its table, every position of a
//! pattern with its writes. The checker promises it even for a game with errors.

use masume_syntax::ast::EndKind;

use crate::action::MAX_PARAMS;
use crate::model::{
    ActionInfo, Block, Condition, Content, Effect, Expr, Field, Layer, LayerKind, Moves, ParamKind,
    ParamSlot, Part, Position, Rule, Rules, Sprite, Statement, Test, Ways, Write, parts,
};

/// Looks at every part of the rules.
///
/// # Errors
/// What is inconsistent, in words: a mistake of the checker, never of a game's author.
pub fn verify(rules: &Rules) -> Result<(), String> {
    let whole = Verifier { rules, params: &[] };
    let players = rules.players.len();
    whole.that((1..=8).contains(&players), || format!("{players} players"))?;
    whole.that(!rules.legends.is_empty(), || "no legend".to_owned())?;
    for legend in &rules.legends {
        for entry in &legend.entries {
            whole.that(!entry.glyphs.is_empty(), || "an entry without glyph".to_owned())?;
            for (layer, content) in &entry.contents {
                whole.content(*layer, *content)?;
            }
            let is_ascending = entry.contents.windows(2).all(|pair| pair[0].0 < pair[1].0);
            whole.that(is_ascending, || format!("contents {:?}", entry.contents))?;
        }
    }
    // Arguments are those of the action: nothing else may ask for any.
    whole.block(&rules.start)?;
    whole.block(&rules.then)?;
    for action in &rules.actions {
        whole.action(action)?;
    }
    rules.again.iter().try_for_each(|again| whole.parts(&again.value))?;
    for end in &rules.ends {
        whole.parts(&end.condition)?;
        end.effects.iter().try_for_each(|effect| whole.parts(effect))?;
    }
    rules.score.iter().try_for_each(|score| whole.parts(&score.value))?;
    for shown in &rules.display {
        if let Some((layer, content)) = shown.subject {
            whole.content(layer, content)?;
        }
        shown.sprite.iter().try_for_each(sprite)?;
    }
    let named = rules.board_look.edges.values().chain(&rules.board_look.outside);
    named.copied().try_for_each(|(layer, content)| whole.content(layer, content))?;
    for notation in &rules.notations {
        notation.capital.iter().try_for_each(|it| whole.value(it.0))?;
    }
    if let Some(moves) = &rules.moves {
        whole.moves(moves)?;
    }
    if let Some(position) = &rules.position {
        whole.position(position)?;
    }
    Ok(())
}

/// A picture of full rows, whose colours are all in its palette.
fn sprite(sprite: &Sprite) -> Result<(), String> {
    let sides = Sprite::LEAST..=Sprite::MOST;
    let is_whole = sides.contains(&sprite.width)
        && sides.contains(&sprite.height())
        && sprite.width * sprite.height() == sprite.pixels.len();
    let has_colours = sprite.palette.len() <= Sprite::MOST_COLOURS
        && sprite.pixels.iter().flatten().all(|it| usize::from(*it) < sprite.palette.len());
    if is_whole && has_colours { Ok(()) } else { Err(format!("a picture {sprite}")) }
}

/// Tables that indices are compared with; `params` are those of the current action.
struct Verifier<'r> {
    rules: &'r Rules,
    params: &'r [ParamKind],
}

impl<'r> Verifier<'r> {
    fn moves(&self, moves: &'r Moves) -> Result<(), String> {
        let pieces = moves.letters.iter().map(|(pieces, _)| pieces);
        let pieces = pieces.chain(moves.steps.iter().map(|step| &step.pieces)).flatten();
        pieces.into_iter().try_for_each(|(layer, content)| self.content(*layer, *content))?;
        let count = self.rules.actions.len();
        let is_action = |(index, _): &&(u8, String)| usize::from(*index) < count;
        let mut affixes = moves.prefixes.iter().chain(&moves.suffixes);
        self.that(affixes.all(|it| is_action(&it)), || "an affix".to_owned())?;
        moves.signs.iter().try_for_each(|(_, when)| self.parts(when))
    }

    fn position(&self, position: &Position) -> Result<(), String> {
        position.fields.iter().try_for_each(|field| match field {
            Field::Board(layer, letters) => {
                (0..letters.len()).try_for_each(|it| self.content(*layer, it as Content))
            }
            Field::Lists(lists) => {
                let lettered = lists.kinds.iter().flat_map(|(_, pieces)| pieces);
                let mut pieces = lists.plain.iter().chain(lettered);
                pieces.try_for_each(|(layer, content)| self.content(*layer, *content))?;
                self.by_player(lists.players.len())?;
                self.by_player(lists.plain.len())
            }
            Field::Player(letters) => self.by_player(letters.len()),
            Field::Marks((layer, content), _) | Field::Cell((layer, content)) => {
                self.content(*layer, *content)
            }
            Field::Value(value) => self.value(value.0),
            Field::Turns => Ok(()),
        })
    }

    fn that(&self, holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
        if holds { Ok(()) } else { Err(otherwise()) }
    }

    fn layer(&self, layer: Layer) -> Result<(), String> {
        let count = self.rules.layers.len();
        self.that(usize::from(layer.0) < count, || format!("{layer:?} of {count}"))
    }

    fn content(&self, layer: Layer, content: Content) -> Result<(), String> {
        self.layer(layer)?;
        let held = match &self.rules.layers[usize::from(layer.0)].kind {
            LayerKind::Pieces(pieces) => (0..pieces.len() as i64).contains(&i64::from(content)),
            LayerKind::Kinds(count) => (0..i64::from(*count)).contains(&i64::from(content)),
            kind @ (LayerKind::Range(..) | LayerKind::Doubling(..)) => {
                kind.content_of_number(i64::from(content)).is_some()
            }
        };
        self.that(held, || format!("content {content} of {layer:?}"))
    }

    fn value(&self, value: u8) -> Result<(), String> {
        let count = self.rules.values.len();
        self.that(usize::from(value) < count, || format!("value {value} of {count}"))
    }

    fn local(&self, local: u16) -> Result<(), String> {
        let count = self.rules.local_count;
        self.that(local < count, || format!("local {local} of {count}"))
    }

    fn rule_id(&self, id: u32) -> Result<(), String> {
        let count = self.rules.rule_count;
        self.that(id < count, || format!("rule {id} of {count}"))
    }

    fn slot(&self, slot: ParamSlot, fits: impl Fn(&ParamKind) -> bool) -> Result<(), String> {
        let kind = self.params.get(usize::from(slot.0));
        self.that(kind.is_some_and(fits), || format!("{slot:?} is {kind:?}"))
    }

    fn by_player(&self, entries: usize) -> Result<(), String> {
        let players = self.rules.players.len();
        let fits = entries == 1 || entries == players;
        self.that(fits, || format!("{entries} entries for {players} players"))
    }

    fn action(&self, action: &'r ActionInfo) -> Result<(), String> {
        let inner = Verifier { rules: self.rules, params: &action.params };
        let count = action.params.len();
        self.that(count <= MAX_PARAMS, || format!("{count} parameters"))?;
        for param in &action.params {
            if let ParamKind::Direction(ways) = param {
                self.parts(ways)?;
            }
        }
        let are_cells = matches!(action.params.as_slice(), [ParamKind::Cell, ParamKind::Cell, ..]);
        self.that(!action.unordered || are_cells, || "unordered without cells".to_owned())?;
        action.when.iter().try_for_each(|when| inner.parts(&when.value))?;
        inner.block(&action.body)
    }

    fn block(&self, block: &Block) -> Result<(), String> {
        block.iter().try_for_each(|statement| self.parts(statement))
    }

    fn parts<'p>(&self, whole: impl Into<Part<'p>>) -> Result<(), String> {
        parts(whole).try_for_each(|part| match part {
            Part::Statement(statement) => self.statement(statement),
            Part::Rule(rule) => self.rule(rule),
            Part::Write(write) => self.write(write),
            Part::Effect(effect) => self.effect(effect),
            Part::Ways(ways) => self.ways(ways),
            Part::Test(test) => self.test(test),
            Part::Condition(Condition::NoAction(Some(action))) => {
                let count = self.rules.actions.len();
                self.that(usize::from(*action) < count, || format!("action {action} of {count}"))
            }
            Part::Pattern(_) | Part::Condition(_) => Ok(()),
            Part::Expr(expr) => self.expr(expr),
        })
    }

    fn statement(&self, statement: &Statement) -> Result<(), String> {
        statement.id().iter().try_for_each(|id| self.rule_id(id.0))?;
        match statement {
            Statement::Relocate { layers, .. } => {
                self.that(!layers.is_empty(), || "nothing moves".to_owned())?;
                layers.iter().try_for_each(|layer| self.layer(*layer))
            }
            Statement::March(march) => {
                self.layer(march.layer)?;
                march.meets.iter().try_for_each(|row| {
                    let contents = [Some(row.first), Some(row.second), row.left];
                    contents.into_iter().flatten().try_for_each(|it| self.content(march.layer, it))
                })
            }
            Statement::Deal { layer, .. } | Statement::Shuffle { layer, .. } => self.layer(*layer),
            Statement::Let(local, ..) => self.local(local.0),
            Statement::Picture { rows, .. } => rows
                .iter()
                .flatten()
                .flatten()
                .try_for_each(|(layer, content)| self.content(*layer, *content)),
            Statement::Rule(_)
            | Statement::OrElse(_)
            | Statement::Must(_)
            | Statement::Simultaneous(..)
            | Statement::Repeat(..)
            | Statement::Times(..)
            | Statement::If(..)
            | Statement::Until(..)
            | Statement::Effects(..)
            | Statement::Require(..) => Ok(()),
        }
    }

    fn rule(&self, rule: &Rule) -> Result<(), String> {
        for anchor in [rule.from, rule.to].into_iter().flatten() {
            self.slot(anchor, |kind| *kind == ParamKind::Cell)?;
        }
        let mut positions = rule.pattern.cells().map(|cell| cell.0);
        let are_numbered = (0..rule.positions).all(|number| positions.next() == Some(number));
        self.that(are_numbered && positions.next().is_none(), || {
            format!("positions of {:?}, {} said", rule.pattern, rule.positions)
        })?;
        self.that(!rule.alternatives.is_empty(), || "no alternative".to_owned())?;
        for alternative in &rule.alternatives {
            let count = alternative.writes.len();
            self.that(count == rule.positions as usize, || format!("{count} lists of writes"))?;
            for writes in &alternative.writes {
                let is_ascending = writes.windows(2).all(|it| it[0].layer() < it[1].layer());
                self.that(is_ascending, || format!("writes {writes:?}"))?;
            }
        }
        Ok(())
    }

    fn write(&self, write: &Write) -> Result<(), String> {
        self.layer(write.layer())?;
        let Write::Piece(layer, contents) = write else { return Ok(()) };
        self.by_player(contents.len())?;
        contents.iter().try_for_each(|content| self.content(*layer, *content))
    }

    fn ways(&self, ways: &Ways) -> Result<(), String> {
        match ways {
            Ways::None | Ways::Union(_) => Ok(()),
            Ways::Fixed(by_player) => self.by_player(by_player.len()),
            Ways::Chosen(slot) | Ways::Against(slot) => {
                self.slot(*slot, |kind| matches!(kind, ParamKind::Direction(_)))
            }
        }
    }

    fn test(&self, test: &Test) -> Result<(), String> {
        match test {
            Test::Occupied(layer) | Test::Letter { layer, .. } => self.layer(*layer),
            Test::Piece { layer, pieces } => {
                self.layer(*layer)?;
                self.by_player(pieces.len())
            }
            Test::Chosen(slot) | Test::Near(_, slot) => {
                self.slot(*slot, |kind| *kind == ParamKind::Cell)
            }
            Test::InLine(slot) => {
                self.slot(*slot, |kind| matches!(kind, ParamKind::Column | ParamKind::Row))
            }
            Test::Sees { pattern, .. } => {
                let are_unused = pattern.cells().all(|(position, _)| position == 0);
                self.that(are_unused, || format!("positions of {pattern:?}"))
            }
            Test::Any
            | Test::Empty
            | Test::Centre
            | Test::Neighbours { .. }
            | Test::Compare(_)
            | Test::Not(_)
            | Test::And(_)
            | Test::Or(_) => Ok(()),
        }
    }

    fn effect(&self, effect: &Effect) -> Result<(), String> {
        match effect {
            Effect::Assign(value, ..) => self.value(value.0),
            Effect::AssignLocal(local, ..) => self.local(local.0),
            Effect::Finish(kind) => {
                let stops = !matches!(kind, EndKind::Stage | EndKind::Goal);
                self.that(stops, || format!("{kind:?} as an effect"))
            }
        }
    }

    fn expr(&self, expr: &Expr) -> Result<(), String> {
        match expr {
            Expr::Value(value) => self.value(value.0),
            Expr::Option(option) => {
                let count = self.rules.options.len();
                self.that(usize::from(option.0) < count, || format!("{option:?} of {count}"))
            }
            Expr::Local(local) => self.local(local.0),
            Expr::Here(layer) => self.layer(*layer),
            Expr::Chosen(slot) => {
                self.slot(*slot, |kind| matches!(kind, ParamKind::Column | ParamKind::Row))
            }
            Expr::Across(slot) | Expr::Down(slot) => {
                self.slot(*slot, |kind| matches!(kind, ParamKind::Direction(_)))
            }
            Expr::Constant(_)
            | Expr::Letter(_)
            | Expr::Row
            | Expr::Column
            | Expr::Width
            | Expr::Height
            | Expr::Ply
            | Expr::Count(_)
            | Expr::RowOf(_)
            | Expr::ColumnOf(_)
            | Expr::Function(..)
            | Expr::Binary(..)
            | Expr::Negate(_) => Ok(()),
        }
    }
}
