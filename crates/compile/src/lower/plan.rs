//! How the legal choices of an action are found.
//!
//! An action is legal where its body changes the state. Running it for every choice is always
//! right. Where the matches of one rule decide, they are read from the whole board at once; this
//! file proves where that is so.

use masume_rules::model::{
    ActionInfo, Assign, EMPTY, Effect, Expr, Layer, ParamKind, ParamSlot, Rule, Statement,
    Strategy, Test, Value, Write,
};
use masume_rules::run_error::Span;

use super::allowed::Allowed;
use super::{Lowering, Unsupported};
use crate::program::{
    ActionProgram, By, Cond, Decider, Dirs, Num, Op, Plan, Require, Set, SetId, Shape,
};

impl Lowering<'_> {
    pub(crate) fn action(&mut self, info: &ActionInfo) -> ActionProgram {
        let when = info.when.as_ref().map(|it| (self.condition(&it.value), it.span));
        let when_depends = when.as_ref().is_some_and(|(when, _)| self.condition_depends(when));
        let when_may_fail =
            info.when.as_ref().is_some_and(|it| !self.condition_cannot_fail(&it.value));
        let body = self.block(&info.body);
        let plan = if info.body.is_empty() {
            Plan::Always
        } else if !self.options.decided {
            Plan::Try("deciding by matches is switched off", None)
        } else {
            self.plan(info).unwrap_or_else(|why| Plan::Try(why, self.sieve(info)))
        };
        ActionProgram { when, when_depends, when_may_fail, body, plan }
    }

    /// Why the choices must be tried, where they must.
    fn plan(&mut self, info: &ActionInfo) -> Result<Plan, &'static str> {
        // Step 1. What is required first, the rules that decide, and what follows them.
        let mut rest = info.body.as_slice();
        let mut requires = Vec::new();
        while let [Statement::Require(condition, span), behind @ ..] = rest {
            if !self.condition_cannot_fail(condition) {
                return Err("a condition that it requires can come to an error");
            }
            let lowered = self.condition(condition);
            requires.push((self.require(&lowered, &info.params)?, *span));
            rest = behind;
        }
        let [first, behind @ ..] = rest else { return Err("it has no rule") };
        if let (Statement::Relocate { from, layers, to, .. }, [], []) =
            (first, behind, &info.params[..])
        {
            requires.extend(self.relocation(first, from, layers, to)?);
            return Ok(Plan::Match { requires, deciders: Vec::new(), guards: Vec::new() });
        }
        let (rules, is_must) = if let Statement::Must(block) = first {
            (only_rules(block).ok_or("its `must` holds no plain rules")?, true)
        } else {
            let rules = only_rules(std::slice::from_ref(first));
            (rules.ok_or("it does not begin with a rule")?, false)
        };
        if !is_must && !behind.is_empty() {
            return Err("what follows its first rule can change the board by itself");
        }
        // Step 2. The choices show in the matches.
        let mut deciders = Vec::new();
        for rule in &rules {
            deciders.push(self.decider(info, rule)?);
        }
        // Step 3. A match always changes the board, and nothing can go wrong.
        let mut guards = Vec::new();
        for rule in &rules {
            self.is_safe(rule, &mut guards)?;
            if !self.always_changes(rule) {
                return Err("a match can leave the board as it is");
            }
        }
        for statement in behind {
            self.is_rest_safe(statement, &rules, &mut guards)?;
        }
        Ok(Plan::Match { requires, deciders, guards })
    }

    /// What a move to a random cell needs, where it always changes the board: somebody who moves,
    /// and a cell to go to, which never is the same.
    fn relocation(
        &mut self,
        statement: &Statement,
        from: &Test,
        layers: &[Layer],
        to: &Test,
    ) -> Result<[(Require, Span); 2], &'static str> {
        let (sources, targets) = (self.allowed(from), self.allowed(to));
        let is_held = layers.iter().any(|&layer| !sources.may_be_free(layer));
        if !is_held || !sources.is_disjoint(&targets) {
            return Err("who moves may stay, or carry nothing");
        }
        let Op::Relocate { from, to, span, .. } = self.statement(statement) else {
            return Err("its move has no program");
        };
        Ok([from, to].map(|set| (Require::Plain(Cond::Some(set)), span)))
    }

    /// A condition as a question about the chosen cell.
    fn require(&mut self, condition: &Cond, params: &[ParamKind]) -> Result<Require, &'static str> {
        if !self.condition_depends(condition) {
            return Ok(Require::Plain(condition.clone()));
        }
        for slot in (0..params.len() as u8).map(ParamSlot) {
            if let Some(set) = self.cells_of_condition(condition, slot) {
                return Ok(Require::Cell(slot, set));
            }
        }
        Err("a condition that it requires depends on the choice in a way of its own")
    }

    /// The choices for which a condition holds, where it depends on the cell in this slot only.
    fn cells_of_condition(&mut self, condition: &Cond, slot: ParamSlot) -> Option<SetId> {
        if !self.condition_depends(condition) {
            return self.add(Set::Holds(Box::new(condition.clone()))).ok();
        }
        let parts = |this: &mut Self, parts: &[Cond]| -> Option<Vec<SetId>> {
            parts.iter().map(|part| this.cells_of_condition(part, slot)).collect()
        };
        match condition {
            Cond::Some(set) => self.without_choice(*set, &Set::Chosen(slot)),
            Cond::Not(inner) => {
                let inner = self.cells_of_condition(inner, slot)?;
                self.add(Set::Not(inner)).ok()
            }
            Cond::And(all) => {
                let all = parts(self, all)?;
                self.add(Set::And(all)).ok()
            }
            Cond::Or(any) => {
                let any = parts(self, any)?;
                self.add(Set::Or(any)).ok()
            }
            Cond::Every(..)
            | Cond::NoAction(_)
            | Cond::NobodyCanAct
            | Cond::EveryonePassed
            | Cond::Solvable
            | Cond::Compare(..)
            | Cond::Reference(_) => None,
        }
    }

    /// The set without the question whether a cell is the chosen one; `None` where it does not ask
    /// just that beside what does not depend on the choice.
    fn without_choice(&mut self, set: SetId, choice: &Set) -> Option<SetId> {
        let full = Set::NoPlanes(Vec::new());
        let asked = self.set(set).clone();
        if asked == *choice {
            return self.add(full).ok();
        }
        let Set::And(parts) = asked else { return None };
        let is_choice = |this: &Self, part: SetId| this.set(part) == choice;
        let chosen = parts.iter().filter(|&&part| is_choice(self, part)).count();
        let rest: Vec<SetId> = parts.into_iter().filter(|&part| !is_choice(self, part)).collect();
        if chosen != 1 || rest.iter().any(|&part| self.depends(part)) {
            return None;
        }
        self.add(Set::And(rest)).ok()
    }

    fn decider(&mut self, info: &ActionInfo, rule: &Rule) -> Result<Decider, &'static str> {
        let lowered = self.rule(rule).map_err(|unsupported| unsupported.0)?;
        let scan = self.scan(lowered.scan).clone();
        let depends = scan.places.iter().any(|place| self.depends(place.test));
        let first = Some(ParamSlot(0));
        let is_chain = matches!(scan.shape, Shape::Cell | Shape::Chain | Shape::Run(_));
        let none = (None, None);
        let by = match info.params[..] {
            [] if (rule.from, rule.to) == none => By::Nothing,
            [ParamKind::Direction(_)]
                if !lowered.dirs.is_fixed() && (rule.from, rule.to) == none =>
            {
                By::Direction
            }
            [ParamKind::Cell]
                if lowered.dirs.is_fixed() && (rule.from, rule.to) == (first, None) =>
            {
                By::Start
            }
            [ParamKind::Cell, ParamKind::Cell]
                if lowered.dirs.is_fixed()
                    && (rule.from, rule.to) == (first, Some(ParamSlot(1))) =>
            {
                let steps = (is_chain && scan.is_line).then_some(scan.places.len() as u32 - 1);
                if !lowered.letters.is_empty() && !is_pair_of_letters(&lowered.letters, &scan) {
                    return Err("its pattern binds letters between its ends");
                }
                By::Ends(steps)
            }
            [ParamKind::Cell] | [ParamKind::Column] | [ParamKind::Row]
                if (rule.from, rule.to) == none && scan.shape == Shape::Cell =>
            {
                return self.chosen_cell(info, &scan, &lowered.dirs);
            }
            _ => return Err("its choices do not show in the matches of its rule"),
        };
        if depends {
            return Err("a test of its pattern depends on the choice");
        }
        if !lowered.letters.is_empty() && !matches!(by, By::Ends(_)) {
            return Err("its pattern binds letters");
        }
        let letters = lowered.letters.first().map(|binding| binding.layer);
        Ok(Decider { scan: lowered.scan, dirs: lowered.dirs, by, letters })
    }

    /// A rule of one cell that asks whether it is the chosen one, or in the chosen line.
    fn chosen_cell(
        &mut self,
        info: &ActionInfo,
        scan: &crate::program::Scan,
        dirs: &Dirs,
    ) -> Result<Decider, &'static str> {
        let slot = ParamSlot(0);
        let (choice, by) = match info.params[0] {
            ParamKind::Column => (Set::Line(slot), By::Column),
            ParamKind::Row => (Set::Line(slot), By::Row),
            ParamKind::Cell | ParamKind::Direction(_) => (Set::Chosen(slot), By::Start),
        };
        let mut scan = scan.clone();
        let test = self.without_choice(scan.places[0].test, &choice);
        scan.places[0].test = test.ok_or("its choices do not show in the matches of its rule")?;
        let scan = self.add_scan(scan).map_err(|Unsupported(why)| why)?;
        Ok(Decider { scan, dirs: dirs.clone(), by, letters: None })
    }

    /// Whether the rule cannot come to an error, values far from overflow given.
    fn is_safe(&mut self, rule: &Rule, guards: &mut Vec<Value>) -> Result<(), &'static str> {
        if !self.pattern_cannot_fail(&rule.pattern) {
            return Err("a test of its pattern can come to an error");
        }
        let [alternative] = &rule.alternatives[..] else {
            return Err("chance chooses what it puts");
        };
        if alternative.chance.is_some() {
            return Err("chance chooses what it puts");
        }
        if matches!(rule.strategy, Strategy::Random(_)) {
            return Err("chance chooses its match");
        }
        let allowed = self.allowed_by_position(rule);
        let writes = |position: usize| alternative.writes.get(position).into_iter().flatten();
        for first in 0..allowed.len() {
            for write in writes(first) {
                match write {
                    Write::Clear(_) | Write::Piece(..) => {}
                    Write::Letter(..) | Write::Number(..) => {
                        return Err("it puts numbers or what letters are bound to");
                    }
                }
            }
            for second in first + 1..allowed.len() {
                let are_apart = match (&allowed[first], &allowed[second]) {
                    (Some(one), Some(other)) => one.is_disjoint(other),
                    _ => false,
                };
                let differ = writes(first).any(|one| {
                    writes(second).any(|other| {
                        one.layer() == other.layer() && self.written(one) != self.written(other)
                    })
                });
                if !are_apart && differ {
                    return Err("two of its matches might put different things on a cell");
                }
            }
        }
        self.are_effects_safe(&rule.effects, guards)
    }

    /// What a write without letters puts.
    fn written(&self, write: &Write) -> i32 {
        match write {
            Write::Piece(_, contents) => self.of_player(contents).unwrap_or(EMPTY),
            Write::Clear(_) | Write::Letter(..) | Write::Number(..) => EMPTY,
        }
    }

    fn are_effects_safe(
        &self,
        effects: &[Effect],
        guards: &mut Vec<Value>,
    ) -> Result<(), &'static str> {
        for effect in effects {
            match effect {
                Effect::Assign(value, assign, expr) => {
                    let (least, greatest) =
                        self.range(expr).ok_or("an effect can come to an error")?;
                    let is_small = least > -(1 << 36) && greatest < 1 << 36;
                    let is_set = *assign == Assign::Set;
                    if !is_small && !is_set {
                        return Err("an effect can come to an overflow");
                    }
                    if mentions_letters(expr) {
                        return Err("an effect counts with letters");
                    }
                    // A board has at most 2^20 cells and 8 directions: 2^63 is far away.
                    guards.push(*value);
                }
                Effect::AssignLocal(..) => return Err("an effect changes a local number"),
                Effect::Finish(_) => {}
            }
        }
        Ok(())
    }

    /// Whether each match puts something on its first cell that was not there.
    fn always_changes(&self, rule: &Rule) -> bool {
        let mut first = Vec::new();
        first_positions(&rule.pattern, &mut first);
        let allowed = self.allowed_by_position(rule);
        let changes = |position: &u32| {
            let Some(Some(allowed)) = allowed.get(*position as usize) else { return false };
            rule.alternatives.iter().all(|alternative| {
                let writes = alternative.writes.get(*position as usize);
                writes.into_iter().flatten().any(|write| {
                    !allowed.may_hold(write.layer(), self.written(write))
                        && !matches!(write, Write::Letter(..) | Write::Number(..))
                })
            })
        };
        !first.is_empty() && first.iter().all(changes)
    }

    /// Whether what follows the deciding rules cannot go wrong, nor take back what they did.
    fn is_rest_safe(
        &mut self,
        statement: &Statement,
        deciding: &[&Rule],
        guards: &mut Vec<Value>,
    ) -> Result<(), &'static str> {
        match statement {
            Statement::Effects(effects, _) => self.are_effects_safe(effects, guards),
            Statement::Rule(rule) => {
                self.is_safe(rule, guards)?;
                if deciding.iter().all(|decider| self.stays(decider, rule)) {
                    Ok(())
                } else {
                    Err("a later rule might take back what its first rule did")
                }
            }
            Statement::OrElse(blocks) => blocks
                .iter()
                .flatten()
                .try_for_each(|statement| self.is_rest_safe(statement, deciding, guards)),
            Statement::Relocate { .. }
            | Statement::Must(_)
            | Statement::Simultaneous(..)
            | Statement::Repeat(..)
            | Statement::Times(..)
            | Statement::If(..)
            | Statement::March(_)
            | Statement::Deal { .. }
            | Statement::Shuffle { .. }
            | Statement::Until(..)
            | Statement::Let(..)
            | Statement::Require(..)
            | Statement::Picture { .. } => {
                Err("what follows its first rule is more than plain rules and effects")
            }
        }
    }

    /// Whether a change on the first cell of every match of the one rule outlasts the other: a
    /// layer that was freed there is filled by none, or one that was filled is freed by none.
    fn stays(&self, decider: &Rule, later: &Rule) -> bool {
        let mut first = Vec::new();
        first_positions(&decider.pattern, &mut first);
        let decider_allowed = self.allowed_by_position(decider);
        let later_allowed = self.allowed_by_position(later);
        let writes_of = |rule: &'_ Rule, position: usize| -> Vec<Write> {
            let all = rule.alternatives.iter();
            all.flat_map(|it| it.writes.get(position).into_iter().flatten().cloned()).collect()
        };
        let never = |is_undone: &dyn Fn(&Write, Option<&Allowed>) -> bool| {
            (0..later_allowed.len()).all(|position| {
                let allowed = later_allowed[position].as_ref();
                !writes_of(later, position).iter().any(|write| is_undone(write, allowed))
            })
        };
        first.iter().all(|&position| {
            let Some(Some(allowed)) = decider_allowed.get(position as usize) else { return false };
            writes_of(decider, position as usize).iter().any(|write| {
                let layer = write.layer();
                let frees = self.written(write) == EMPTY;
                if frees && !allowed.may_be_free(layer) {
                    return never(&|later, at| {
                        later.layer() == layer
                            && self.written(later) != EMPTY
                            && at.is_none_or(|at| at.may_be_free(layer))
                    });
                }
                !frees
                    && !allowed.may_be_occupied(layer)
                    && never(&|later, at| {
                        later.layer() == layer
                            && self.written(later) == EMPTY
                            && at.is_none_or(|at| at.may_be_occupied(layer))
                    })
            })
        })
    }

    /// Whether the set depends on what was chosen, or on locals.
    pub(super) fn depends(&self, set: SetId) -> bool {
        match self.set(set) {
            Set::Planes(_) | Set::NoPlanes(_) | Set::Constant(_) => false,
            Set::Chosen(_) | Set::Line(_) | Set::Near(..) => true,
            Set::Not(inner) => self.depends(*inner),
            Set::And(parts) | Set::Or(parts) => parts.iter().any(|&part| self.depends(part)),
            Set::Count { of, .. } => self.depends(*of),
            Set::Sees { scan, dirs } => {
                !dirs.is_fixed()
                    || self.scan(*scan).places.iter().any(|place| self.depends(place.test))
            }
            Set::Numbers { left, right, .. } => {
                self.number_depends(left) || self.number_depends(right)
            }
            Set::Holds(condition) => self.condition_depends(condition),
        }
    }

    fn condition_depends(&self, condition: &Cond) -> bool {
        match condition {
            Cond::Some(set) => self.depends(*set),
            Cond::Every(set, has) => self.depends(*set) || self.depends(*has),
            Cond::NoAction(_) | Cond::NobodyCanAct | Cond::EveryonePassed | Cond::Solvable => false,
            Cond::Compare(left, _, right) => {
                self.number_depends(left) || self.number_depends(right)
            }
            Cond::Not(inner) => self.condition_depends(inner),
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().any(|part| self.condition_depends(part))
            }
            Cond::Reference(_) => true,
        }
    }

    fn number_depends(&self, number: &Num) -> bool {
        match number {
            Num::Constant(_)
            | Num::Value(_)
            | Num::Option(_)
            | Num::Here(_)
            | Num::Row
            | Num::Column
            | Num::Ply => false,
            Num::Local(_)
            | Num::Letter(_)
            | Num::Chosen(_)
            | Num::Across(_)
            | Num::Down(_)
            | Num::Reference(_) => true,
            Num::Count(set) | Num::RowOf(set) | Num::ColumnOf(set) => self.depends(*set),
            Num::Abs(inner) | Num::Negate(inner) => self.number_depends(inner),
            Num::Min(left, right) | Num::Max(left, right) | Num::Binary(left, _, right) => {
                self.number_depends(left) || self.number_depends(right)
            }
        }
    }
}

/// Whether the letters are one letter, met at the first and at the last place.
fn is_pair_of_letters(letters: &[crate::program::Binding], scan: &crate::program::Scan) -> bool {
    let [one, other] = letters else { return false };
    let start = scan.starts.first().map(|start| start.place);
    let (first, last) = if Some(one.place) == start { (one, other) } else { (other, one) };
    one.letter == other.letter
        && one.layer == other.layer
        && Some(first.place) == start
        && scan.places[usize::from(last.place)].next
            == [crate::program::Next::Accept { at_edge: false }]
}

fn mentions_letters(expr: &Expr) -> bool {
    match expr {
        Expr::Letter(_) => true,
        Expr::Abs(inner) | Expr::Negate(inner) => mentions_letters(inner),
        Expr::Min(left, right) | Expr::Max(left, right) | Expr::Binary(left, _, right) => {
            mentions_letters(left) || mentions_letters(right)
        }
        Expr::Constant(_)
        | Expr::Value(_)
        | Expr::Option(_)
        | Expr::Local(_)
        | Expr::Here(_)
        | Expr::Row
        | Expr::Column
        | Expr::Width
        | Expr::Height
        | Expr::Ply
        | Expr::Chosen(_)
        | Expr::Count(_)
        | Expr::RowOf(_)
        | Expr::ColumnOf(_)
        | Expr::Across(_)
        | Expr::Down(_) => false,
    }
}

/// Positions of the cell with which every match begins.
fn first_positions(pattern: &masume_rules::model::Pattern, found: &mut Vec<u32>) -> bool {
    use masume_rules::model::Pattern;
    // True where the pattern always consumes a cell.
    match pattern {
        Pattern::Cell { position, .. } => {
            found.push(*position);
            true
        }
        Pattern::Sequence(parts) => parts.iter().any(|part| first_positions(part, found)),
        Pattern::Choice(parts) => {
            parts.iter().map(|part| first_positions(part, found)).fold(true, |all, one| all & one)
        }
        Pattern::Repeat { body, least, .. } => first_positions(body, found) && *least > 0,
        Pattern::Edge | Pattern::Turn | Pattern::Bend => false,
    }
}

/// The rules of a block that is one rule, or the choice of several.
pub(super) fn only_rules(block: &[Statement]) -> Option<Vec<&Rule>> {
    let [statement] = block else { return None };
    match statement {
        Statement::Rule(rule) => Some(vec![rule]),
        Statement::Must(block) => only_rules(block),
        Statement::OrElse(blocks) => {
            let rules = blocks.iter().map(|block| only_rules(block));
            Some(rules.collect::<Option<Vec<_>>>()?.concat())
        }
        Statement::Relocate { .. }
        | Statement::Simultaneous(..)
        | Statement::Repeat(..)
        | Statement::Times(..)
        | Statement::If(..)
        | Statement::March(_)
        | Statement::Deal { .. }
        | Statement::Shuffle { .. }
        | Statement::Until(..)
        | Statement::Let(..)
        | Statement::Effects(..)
        | Statement::Require(..)
        | Statement::Picture { .. } => None,
    }
}
