//! Whether rules are consistent in themselves: every index within its table, every position of a
//! pattern with its writes. The checker promises it even for a game with errors.

use masume_syntax::ast::EndKind;

use crate::action::MAX_PARAMS;
use crate::model::{
    ActionInfo, Block, Comparison, Condition, Content, Effect, Expr, Layer, LayerKind, March,
    MarchAim, ParamKind, ParamSlot, Pattern, Rule, Rules, Statement, Strategy, Test, Ways, Write,
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
    whole.block(&rules.start)?;
    whole.block(&rules.then)?;
    for action in &rules.actions {
        whole.action(action)?;
    }
    rules.again.iter().try_for_each(|again| whole.condition(&again.value))?;
    for end in &rules.ends {
        whole.condition(&end.condition)?;
        whole.effects(&end.effects)?;
    }
    rules.score.iter().try_for_each(|score| whole.expr(&score.value))?;
    for shown in &rules.display {
        if let Some((layer, content)) = shown.subject {
            whole.content(layer, content)?;
        }
    }
    for notation in &rules.notations {
        notation.capital.iter().try_for_each(|it| whole.value(it.0))?;
    }
    Ok(())
}

/// What indices are compared with; `params` are those of the action at hand.
struct Verifier<'r> {
    rules: &'r Rules,
    params: &'r [ParamKind],
}

impl<'r> Verifier<'r> {
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
                self.ways(ways)?;
            }
        }
        let are_cells = matches!(action.params.as_slice(), [ParamKind::Cell, ParamKind::Cell, ..]);
        self.that(!action.unordered || are_cells, || "unordered without cells".to_owned())?;
        action.when.iter().try_for_each(|when| inner.condition(&when.value))?;
        inner.block(&action.body)
    }

    fn block(&self, block: &Block) -> Result<(), String> {
        block.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&self, statement: &Statement) -> Result<(), String> {
        match statement {
            Statement::Rule(rule) => self.rule(rule),
            Statement::Relocate { id, from, layers, to, .. } => {
                self.rule_id(id.0)?;
                self.that(!layers.is_empty(), || "nothing moves".to_owned())?;
                layers.iter().try_for_each(|layer| self.layer(*layer))?;
                self.test(from)?;
                self.test(to)
            }
            Statement::OrElse(blocks) => blocks.iter().try_for_each(|block| self.block(block)),
            Statement::Must(block)
            | Statement::Simultaneous(block, _)
            | Statement::Repeat(block, _) => self.block(block),
            Statement::Times(count, block, _) => {
                self.expr(count)?;
                self.block(block)
            }
            Statement::If(condition, block, otherwise, _) => {
                self.condition(condition)?;
                self.block(block)?;
                self.block(otherwise)
            }
            Statement::March(march) => self.march(march),
            Statement::Deal { id, each, layer, over, .. } => {
                self.rule_id(id.0)?;
                self.expr(each)?;
                self.layer(*layer)?;
                self.test(over)
            }
            Statement::Shuffle { id, layer, .. } => {
                self.rule_id(id.0)?;
                self.layer(*layer)
            }
            Statement::Until(condition, _) | Statement::Require(condition, _) => {
                self.condition(condition)
            }
            Statement::Let(local, expr, _) => {
                self.local(local.0)?;
                self.expr(expr)
            }
            Statement::Effects(effects, _) => self.effects(effects),
            Statement::Picture { rows, .. } => rows
                .iter()
                .flatten()
                .flatten()
                .try_for_each(|(layer, content)| self.content(*layer, *content)),
        }
    }

    fn march(&self, march: &March) -> Result<(), String> {
        self.rule_id(march.id.0)?;
        self.layer(march.layer)?;
        self.test(&march.walkers)?;
        match &march.aim {
            MarchAim::Toward(test) => self.test(test)?,
            MarchAim::In(ways) => self.ways(ways)?,
        }
        for row in &march.meets {
            let contents = [Some(row.first), Some(row.second), row.left];
            contents.into_iter().flatten().try_for_each(|it| self.content(march.layer, it))?;
            self.effects(&row.effects)?;
        }
        Ok(())
    }

    fn rule(&self, rule: &Rule) -> Result<(), String> {
        self.rule_id(rule.id.0)?;
        self.ways(&rule.ways)?;
        for anchor in [rule.from, rule.to].into_iter().flatten() {
            self.slot(anchor, |kind| *kind == ParamKind::Cell)?;
        }
        if let Strategy::Random(Some(count)) = &rule.strategy {
            self.expr(count)?;
        }
        let mut next = 0;
        self.pattern(&rule.pattern, Some(&mut next))?;
        self.that(next == rule.positions, || format!("{next} positions, {} said", rule.positions))?;
        self.that(!rule.alternatives.is_empty(), || "no alternative".to_owned())?;
        for alternative in &rule.alternatives {
            let count = alternative.writes.len();
            self.that(count == rule.positions as usize, || format!("{count} lists of writes"))?;
            alternative.chance.iter().try_for_each(|chance| self.expr(chance))?;
            for writes in &alternative.writes {
                writes.iter().try_for_each(|write| self.write(write))?;
                let is_ascending = writes.windows(2).all(|it| it[0].layer() < it[1].layer());
                self.that(is_ascending, || format!("writes {writes:?}"))?;
            }
        }
        self.effects(&rule.effects)
    }

    fn write(&self, write: &Write) -> Result<(), String> {
        self.layer(write.layer())?;
        match write {
            Write::Clear(_) | Write::Letter(..) => Ok(()),
            Write::Piece(layer, contents) => {
                self.by_player(contents.len())?;
                contents.iter().try_for_each(|content| self.content(*layer, *content))
            }
            Write::Number(_, expr) => self.expr(expr),
        }
    }

    /// `next` is the position expected next; None inside `sees`, where all are 0.
    fn pattern(&self, pattern: &Pattern, next: Option<&mut u32>) -> Result<(), String> {
        let mut next = next;
        match pattern {
            Pattern::Cell { position, test } => {
                let expected = next.as_deref().copied().unwrap_or(0);
                self.that(*position == expected, || format!("position {position} at {expected}"))?;
                if let Some(next) = next {
                    *next += 1;
                }
                self.test(test)
            }
            Pattern::Sequence(parts) | Pattern::Choice(parts) => {
                parts.iter().try_for_each(|part| self.pattern(part, next.as_deref_mut()))
            }
            Pattern::Repeat { body, .. } => self.pattern(body, next),
            Pattern::Edge | Pattern::Turn | Pattern::Bend => Ok(()),
        }
    }

    fn ways(&self, ways: &Ways) -> Result<(), String> {
        match ways {
            Ways::None => Ok(()),
            Ways::Fixed(by_player) => self.by_player(by_player.len()),
            Ways::Chosen(slot) | Ways::Against(slot) => {
                self.slot(*slot, |kind| matches!(kind, ParamKind::Direction(_)))
            }
            Ways::Union(parts) => parts.iter().try_for_each(|part| self.ways(part)),
        }
    }

    fn test(&self, test: &Test) -> Result<(), String> {
        match test {
            Test::Any | Test::Empty | Test::Centre => Ok(()),
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
            Test::Neighbours { test, .. } | Test::Not(test) => self.test(test),
            Test::Sees { ways, pattern } => {
                self.ways(ways)?;
                self.pattern(pattern, None)
            }
            Test::Compare(comparison) => self.comparison(comparison),
            Test::And(parts) | Test::Or(parts) => parts.iter().try_for_each(|it| self.test(it)),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), String> {
        match condition {
            Condition::Some(test) => self.test(test),
            Condition::Every(these, pass) => {
                self.test(these)?;
                self.test(pass)
            }
            Condition::NoAction(Some(action)) => {
                let count = self.rules.actions.len();
                self.that(usize::from(*action) < count, || format!("action {action} of {count}"))
            }
            Condition::NoAction(None)
            | Condition::NobodyCanAct
            | Condition::EveryonePassed
            | Condition::Solvable => Ok(()),
            Condition::Compare(comparison) => self.comparison(comparison),
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_for_each(|part| self.condition(part))
            }
        }
    }

    fn comparison(&self, comparison: &Comparison) -> Result<(), String> {
        self.expr(&comparison.left)?;
        self.expr(&comparison.right)
    }

    fn effects(&self, effects: &[Effect]) -> Result<(), String> {
        effects.iter().try_for_each(|effect| match effect {
            Effect::Assign(value, _, expr) => {
                self.value(value.0)?;
                self.expr(expr)
            }
            Effect::AssignLocal(local, _, expr) => {
                self.local(local.0)?;
                self.expr(expr)
            }
            Effect::Finish(kind) => {
                let stops = !matches!(kind, EndKind::Stage | EndKind::Goal);
                self.that(stops, || format!("{kind:?} as an effect"))
            }
        })
    }

    fn expr(&self, expr: &Expr) -> Result<(), String> {
        match expr {
            Expr::Constant(_)
            | Expr::Letter(_)
            | Expr::Row
            | Expr::Column
            | Expr::Width
            | Expr::Height
            | Expr::Ply => Ok(()),
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
            Expr::Count(test) | Expr::RowOf(test) | Expr::ColumnOf(test) => self.test(test),
            Expr::Min(..) | Expr::Max(..) | Expr::Binary(..) | Expr::Abs(_) | Expr::Negate(_) => {
                expr.operands().try_for_each(|operand| self.expr(operand))
            }
        }
    }
}
