//! Plans by which the legal choices of an action are found.
//!
//! An action is legal where its body changes the state. Running it for every choice is always
//! right. Where the matches of one rule decide, they are read from the whole board at once; that
//! this is so is proved here, in `safe.rs` and in `depends.rs`.

use masume_program::{
    ActionProgram, Binding, By, Cond, Decider, Dirs, Op, Plan, Require, RuleOp, Set, SetId, Shape,
    Unsupported,
};
use masume_rules::facts::{may_refuse_after_draw, only_rules};
use masume_rules::model::{
    ActionInfo, Condition, Effect, Expr, Layer, ParamKind, ParamSlot, Part, Rule, Statement, Test,
    Value, Write, parts,
};
use masume_rules::run_error::Span;

use super::Lowering;
use super::bound::{is_pair_of_letters, put_the_same};
use super::safe::Rest;

/// The most conditions of which one follows the other before the first rule: each doubles what is proved.
pub(super) const MOST_CONDITIONS: u32 = 3;

/// Reason why the legal choices of an action do not show in matches.
struct Undecided {
    why: &'static str,
    /// The statement because of which; the first one that does anything where it is `None`.
    span: Option<Span>,
    /// True if they would, if the choice were known: all else is proved.
    shows_with_choice: bool,
}

impl From<&'static str> for Undecided {
    fn from(why: &'static str) -> Self {
        Self { why, span: None, shows_with_choice: false }
    }
}

/// Says that it is because of a statement.
fn because_of(span: Span) -> impl Fn(&'static str) -> Undecided {
    move |why| Undecided { span: Some(span), ..why.into() }
}

impl Lowering<'_> {
    pub(crate) fn action(&mut self, info: &ActionInfo) -> ActionProgram {
        // What is required behind a draw is asked there and nowhere else.
        let may_refuse_after_draw = may_refuse_after_draw(&info.body);
        let is_decided = self.options.decided && !may_refuse_after_draw;
        let respelled = if is_decided { self.in_one_spelling(info) } else { None };
        let info = respelled.as_ref().unwrap_or(info);
        let when = info.when.as_ref().map(|it| (self.condition(&it.value), it.span));
        let when_depends = when.as_ref().is_some_and(|(when, _)| self.condition_depends(when));
        let when_may_fail = info.when.as_ref().is_some_and(|it| !self.cannot_fail(&it.value));
        let body = self.block(&info.body);
        let plan = if info.body.is_empty() {
            Plan::Always
        } else if !is_decided {
            Plan::BruteForce {
                why: if may_refuse_after_draw {
                    "what is drawn may refuse it"
                } else {
                    "deciding by matches is switched off"
                },
                span: info.span,
                prefilter: None,
                is_decided: false,
                statements: body.len(),
            }
        } else {
            let plan = self.plan(info);
            self.locals.clear();
            plan.unwrap_or_else(|undecided| match self.potential(info) {
                Some(potential) => Plan::Potential(Box::new(potential)),
                None => self.brute_force(info, &undecided),
            })
        };
        ActionProgram { when, when_depends, when_may_fail, body, may_refuse_after_draw, plan }
    }

    fn brute_force(&mut self, info: &ActionInfo, undecided: &Undecided) -> Plan {
        let does = |it: &&Statement| !matches!(it, Statement::Require(..));
        let first = || info.body.iter().find(does).map_or(info.span, Statement::span);
        Plan::BruteForce {
            why: undecided.why,
            span: undecided.span.unwrap_or_else(first),
            prefilter: self.prefilter(info),
            is_decided: undecided.shows_with_choice,
            statements: self.deciding_statements(info),
        }
    }

    /// Reason why the choices must be tried, where they must.
    fn plan(&mut self, info: &ActionInfo) -> Result<Plan, Undecided> {
        self.plan_of(info, &info.body.iter().collect::<Vec<_>>(), (&[], MOST_CONDITIONS))
    }

    /// The plan of statements, before which these values were changed, and which may begin with so many conditions.
    fn plan_of(
        &mut self,
        info: &ActionInfo,
        body: &[&Statement],
        (changed, conditions): (&[Value], u32),
    ) -> Result<Plan, Undecided> {
        // Step 1. What is counted and required first, the rules that decide, and what follows them.
        let mut rest = body;
        let mut changed = changed.to_vec();
        let mut requires = Vec::new();
        loop {
            match rest {
                [statement, behind @ ..] if only_counts(statement) => {
                    let safe = self.is_counting_safe(statement, &mut changed);
                    safe.map_err(because_of(statement.span()))?;
                    rest = behind;
                }
                [Statement::Require(condition, span), behind @ ..] => {
                    let required = self.required(condition, &info.params);
                    requires.push((required.map_err(because_of(*span))?, *span));
                    rest = behind;
                }
                [Statement::Let(local, number, span), behind @ ..] => {
                    self.count_local(*local, number).map_err(because_of(*span))?;
                    rest = behind;
                }
                _other => break,
            }
        }
        let [first, behind @ ..] = rest else { return Err("it has no rule".into()) };
        let mut behind = behind;
        let because = because_of(first.span());
        if asks_locals(*first) {
            return Err(because("its first rule asks what was counted before"));
        }
        if let Some(asks) = body.iter().find(|it| asks_values(it, &changed)) {
            let why = "it asks for a value that it changes before its first rule";
            return Err(because_of(asks.span())(why));
        }
        if let Statement::If(condition, then, otherwise, _) = first {
            let left = conditions.checked_sub(1);
            let left = left.ok_or("it begins with more conditions than are followed");
            let left = left.map_err(&because)?;
            let condition = self.choice_of_blocks(condition).map_err(&because)?;
            let mut plan = |block: &[Statement]| -> Result<Plan, Undecided> {
                let body: Vec<&Statement> = block.iter().chain(behind.iter().copied()).collect();
                let plan = self.plan_of(info, &body, (&changed, left));
                let mut plan = plan.map_err(|why| Undecided { shows_with_choice: false, ..why })?;
                require_also(&mut plan, &requires);
                Ok(plan)
            };
            return Ok(Plan::Either(condition, Box::new([plan(then)?, plan(otherwise)?])));
        }
        if let (Statement::Relocate { from, layers, to, .. }, [], []) =
            (first, behind, &info.params[..])
            && changed.is_empty()
        {
            let relocation = self.relocation(first, from, layers, to);
            requires.extend(relocation.map_err(&because)?);
            return Ok(Plan::Match { requires, deciders: Vec::new(), guards: Vec::new() });
        }
        let (rules, is_must) = if let Statement::Must(block) = first {
            let rules = match &block[..] {
                [Statement::Simultaneous(block, _)] => self.rules_at_once(block),
                block => only_rules(block)
                    .ok_or("its `must` holds more than one rule or one chain of `else`"),
            };
            (rules, true)
        } else if let Statement::Simultaneous(block, _) = first {
            (self.rules_at_once(block), false)
        } else {
            let rules = only_rules(std::slice::from_ref(*first));
            (rules.ok_or("it does not begin with a rule"), false)
        };
        let rules = rules.map_err(&because)?;
        if !is_must && !changed.is_empty() {
            return Err("what is before its first rule changes a value by itself".into());
        }
        if let [next, ..] = behind
            && !is_must
        {
            let why = "what follows its first rule can change the board by itself";
            return Err(because_of(next.span())(why));
        }
        // Step 2. The choices show in the matches.
        let mut rest = Rest::new(rules.len() + 1);
        rest.guards = changed;
        let deciders = if let Some((decider, second)) = self.one_each(info, &rules, behind) {
            self.is_safe(second, &mut rest.guards).map_err(because_of(second.span))?;
            behind = &behind[1..];
            Ok(vec![vec![decider]])
        } else {
            rules.iter().map(|rule| self.deciders(info, rule)).collect()
        };
        // Step 3. A match always changes the board, and nothing can go wrong.
        for rule in &rules {
            let because = because_of(rule.span);
            self.is_safe(rule, &mut rest.guards).map_err(&because)?;
            if !self.always_changes(rule) {
                let why = deciders.err().unwrap_or("a match can leave the board as it is");
                return Err(because(why));
            }
        }
        for statement in behind {
            let safe = self.is_rest_safe(statement, &mut rest);
            safe.map_err(because_of(statement.span()))?;
        }
        if !self.outlast(&rules, &rest.rules) {
            return Err("a later rule might take back what its first rule did".into());
        }
        match deciders {
            Ok(deciders) => {
                Ok(Plan::Match { requires, deciders: deciders.concat(), guards: rest.guards })
            }
            Err(why) => {
                let is_plain =
                    |(require, _): &(Require, Span)| matches!(require, Require::Plain(_));
                let shows_with_choice = requires.iter().all(is_plain);
                Err(Undecided { shows_with_choice, ..because(why) })
            }
        }
    }

    /// True if what only counts cannot go wrong; notes the values that it changes.
    fn is_counting_safe(
        &self,
        statement: &Statement,
        changed: &mut Vec<Value>,
    ) -> Result<(), &'static str> {
        if let Statement::Effects(effects, _) = statement {
            return self.are_effects_safe(effects, changed);
        }
        let Statement::If(condition, then, otherwise, _) = statement else {
            return Err("what is before its first rule does more than count");
        };
        self.asks_the_board(condition)?;
        let mut inner = then.iter().chain(otherwise);
        inner.try_for_each(|it| self.is_counting_safe(it, changed))
    }

    /// That a condition before the first rule only asks about the board.
    fn asks_the_board(&self, condition: &Condition) -> Result<(), &'static str> {
        if !self.cannot_fail(condition) || asks_locals(condition) || asks_passes(condition) {
            return Err(
                "a condition before its first rule is more than a question about the board",
            );
        }
        Ok(())
    }

    /// A condition that tells which of two blocks runs, and is the same for every choice.
    fn choice_of_blocks(&mut self, condition: &Condition) -> Result<Cond, &'static str> {
        self.asks_the_board(condition)?;
        let lowered = self.condition(condition);
        if self.condition_depends(&lowered) {
            return Err("a condition before its first rule asks what is chosen");
        }
        Ok(lowered)
    }

    /// Deciding rules where a `must` asks the one of two chosen cells and the next `must` the
    /// other, both for themselves; and the rule of the second.
    fn one_each<'s>(
        &mut self,
        info: &ActionInfo,
        rules: &[&Rule],
        behind: &[&'s Statement],
    ) -> Option<(Decider, &'s Rule)> {
        let ([first], [Statement::Must(block), ..]) = (rules, behind) else { return None };
        let [second] = only_rules(block)?[..] else { return None };
        let slots = [first, second].map(|rule| (rule.from, rule.to));
        let is_of_each = info.params[..] == [ParamKind::Cell, ParamKind::Cell]
            && slots == [(Some(ParamSlot(0)), None), (Some(ParamSlot(1)), None)];
        let [here, there] = [first, second].map(|rule| self.contents_by_position(rule));
        if !is_of_each
            || info.unordered
            || !never_finish(&first.effects)
            || !here.first()?.is_disjoint(there.first()?)
        {
            return None;
        }
        let lowered = self.rule(first).ok()?;
        let nfas = [lowered.nfa, self.rule(second).ok()?.nfa].map(|nfa| self.nfa(nfa));
        if nfas.iter().any(|nfa| nfa.shape != Shape::Cell) {
            return None;
        }
        let [test, seconds] = nfas.map(|nfa| nfa.places[0].test);
        if ![test, seconds].iter().all(|&test| self.is_local(test)) {
            return None;
        }
        let by = By::Each(seconds);
        Some((Decider { nfa: lowered.nfa, dirs: lowered.dirs, by, letters: None }, second))
    }

    /// The rules of a block that all see the same board, where no two of them put different things on a
    /// cell.
    pub(super) fn rules_at_once<'s>(
        &self,
        block: &'s [Statement],
    ) -> Result<Vec<&'s Rule>, &'static str> {
        let rule = |statement: &'s Statement| {
            if let Statement::Rule(rule) = statement { Some(rule) } else { None }
        };
        let rules: Option<Vec<&Rule>> = block.iter().map(rule).collect();
        let rules = rules.ok_or("what it does at once is more than plain rules")?;
        for (nth, one) in rules.iter().enumerate() {
            if rules[nth + 1..].iter().any(|other| self.may_clash(one, other)) {
                return Err("two of its rules might put different things on a cell");
            }
        }
        Ok(rules)
    }

    /// True if two rules might put different things on a cell that both match.
    fn may_clash(&self, one: &Rule, other: &Rule) -> bool {
        let contents = [one, other].map(|rule| self.contents_by_position(rule));
        let writes = |rule: &Rule, position: usize| -> Vec<Write> {
            let all = rule.alternatives.iter();
            all.flat_map(|it| it.writes.get(position).into_iter().flatten().cloned()).collect()
        };
        contents[0].iter().enumerate().any(|(first, mine)| {
            contents[1].iter().enumerate().any(|(second, theirs)| {
                let differ = writes(one, first).iter().any(|one| {
                    writes(other, second).iter().any(|other| {
                        one.layer() == other.layer() && !put_the_same(self, &[], one, other)
                    })
                });
                differ && !mine.is_disjoint(theirs)
            })
        })
    }

    /// Needs of a move to a random cell, where it always changes the board: a piece that moves, and
    /// a cell to go to, which never is the same.
    fn relocation(
        &mut self,
        statement: &Statement,
        from: &Test,
        layers: &[Layer],
        to: &Test,
    ) -> Result<[(Require, Span); 2], &'static str> {
        let (sources, targets) = (self.contents(from), self.contents(to));
        let is_held = layers.iter().any(|&layer| !sources.on(layer).may_be_free());
        if !is_held || !sources.is_disjoint(&targets) {
            return Err("who moves may stay, or carry nothing");
        }
        let Op::Relocate { from, to, span, .. } = self.statement(statement) else {
            return Err("its move has no program");
        };
        Ok([from, to].map(|set| (Require::Plain(Cond::Some(set)), span)))
    }

    /// A condition that stands before the first rule, as a question about the chosen cell.
    fn required(
        &mut self,
        condition: &Condition,
        params: &[ParamKind],
    ) -> Result<Require, &'static str> {
        if !self.cannot_fail(condition) {
            return Err("a condition that it requires can end in an error");
        }
        if asks_locals(condition) {
            return Err("a condition that it requires asks what was counted");
        }
        let lowered = self.condition(condition);
        self.require(&lowered, params)
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

    /// The cells of which one must be chosen so that any cell passes a test; `None` where sets do not
    /// tell that.
    fn choices_that_pass(&mut self, test: SetId, slot: ParamSlot) -> Option<SetId> {
        let whole = vec![test];
        let parts = if let Set::And(parts) = self.set(test) { parts.clone() } else { whole };
        let (asking, rest): (Vec<SetId>, Vec<SetId>) =
            parts.into_iter().partition(|&part| self.depends(part));
        let [asking] = asking[..] else { return None };
        let rest = match rest[..] {
            [] => self.add(Set::NoPlanes(Vec::new())),
            [only] => Ok(only),
            [_, _, ..] => self.add(Set::And(rest)),
        };
        self.choices_for(asking, rest.ok()?, slot)
    }

    /// The cells of which one must be chosen so that any cell of a set passes a test of the choice.
    fn choices_for(&mut self, asking: SetId, of: SetId, slot: ParamSlot) -> Option<SetId> {
        let asked = self.set(asking).clone();
        if asked == Set::Chosen(slot) {
            Some(of)
        } else if let Set::Near(reach, chosen) = asked
            && chosen == slot
        {
            // Who is near a cell has it near.
            let greatest = Test::directions(reach).len() as u32;
            self.add(Set::Count { of, reach, least: 1, greatest }).ok()
        } else if let Set::Or(parts) = asked {
            let parts = parts.into_iter().map(|part| self.choices_for(part, of, slot));
            let parts = parts.collect::<Option<Vec<SetId>>>()?;
            self.add(Set::Or(parts)).ok()
        } else {
            None
        }
    }

    /// Deciders of a rule: itself, or a rule for each content of its letter.
    fn deciders(&mut self, info: &ActionInfo, rule: &Rule) -> Result<Vec<Decider>, &'static str> {
        let whole = self.rule(rule).map_err(|Unsupported(why)| why);
        let whole = whole.and_then(|lowered| self.decider(info, rule, lowered));
        whole.map(|decider| vec![decider]).or_else(|why| {
            let rules = self.by_content(rule).ok_or(why)?;
            rules.into_iter().map(|lowered| self.decider(info, rule, lowered)).collect()
        })
    }

    fn decider(
        &mut self,
        info: &ActionInfo,
        rule: &Rule,
        lowered: RuleOp,
    ) -> Result<Decider, &'static str> {
        let nfa = self.nfa(lowered.nfa).clone();
        let depends = nfa.places.iter().any(|place| self.depends(place.test));
        let first = Some(ParamSlot(0));
        let none = (None, None);
        // Whether a pattern matches does not depend on letters that are only bound.
        let are_compared = Binding::are_compared(&lowered.letters);
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
            [ParamKind::Cell, ParamKind::Direction(_)] if (rule.from, rule.to) == (first, None) => {
                By::Along
            }
            [ParamKind::Cell]
                if lowered.dirs.is_fixed() && (rule.from, rule.to) == (None, first) =>
            {
                By::End
            }
            [ParamKind::Cell, ParamKind::Cell]
                if lowered.dirs.is_fixed()
                    && (rule.from, rule.to) == (first, Some(ParamSlot(1))) =>
            {
                // Starts alone do not tell whether both ends hold the same.
                let is_told = nfa.is_fixed_line() && !are_compared;
                let steps = is_told.then_some(nfa.places.len() as u32 - 1);
                if are_compared && !is_pair_of_letters(&lowered.letters, &nfa) {
                    return Err("its pattern compares letters between its ends");
                }
                By::Ends(steps)
            }
            [ParamKind::Cell] | [ParamKind::Column] | [ParamKind::Row]
                if (rule.from, rule.to) == none && nfa.shape == Shape::Cell && !are_compared =>
            {
                return self.chosen_cell(info, &nfa, &lowered.dirs);
            }
            _ => return Err("its choices do not show in the matches of its rule"),
        };
        if depends {
            return Err("a test of its pattern depends on the choice");
        }
        if are_compared && !matches!(by, By::Ends(_)) {
            return Err("its pattern compares letters");
        }
        let compared = lowered.letters.first().filter(|_| are_compared);
        let letters = compared.map(|binding| binding.layer);
        Ok(Decider { nfa: lowered.nfa, dirs: lowered.dirs, by, letters })
    }

    /// A rule of one cell that asks whether it is the chosen one, or in the chosen line.
    fn chosen_cell(
        &mut self,
        info: &ActionInfo,
        nfa: &masume_program::Nfa,
        dirs: &Dirs,
    ) -> Result<Decider, &'static str> {
        let slot = ParamSlot(0);
        let mut nfa = nfa.clone();
        let asked = nfa.places[0].test;
        let (test, by) = match info.params[0] {
            ParamKind::Column => (self.without_choice(asked, &Set::Line(slot)), By::Column),
            ParamKind::Row => (self.without_choice(asked, &Set::Line(slot)), By::Row),
            ParamKind::Cell | ParamKind::Direction(_) => {
                (self.choices_that_pass(asked, slot), By::Start)
            }
        };
        nfa.places[0].test = test.ok_or("its choices do not show in the matches of its rule")?;
        let nfa = self.add_nfa(nfa).map_err(|Unsupported(why)| why)?;
        Ok(Decider { nfa, dirs: dirs.clone(), by, letters: None })
    }
}

/// Has a plan ask these requirements before its own.
fn require_also(plan: &mut Plan, required: &[(Require, Span)]) {
    match plan {
        Plan::Match { requires, .. } => {
            requires.splice(..0, required.iter().cloned());
        }
        Plan::Either(_, plans) => plans.iter_mut().for_each(|plan| require_also(plan, required)),
        // No statements have these.
        Plan::Always | Plan::BruteForce { .. } | Plan::Potential(_) => {}
    }
}

/// True if a condition asks who passed, which is another question before an action than within it.
fn asks_passes(condition: &Condition) -> bool {
    parts(condition).any(|part| matches!(part, Part::Condition(Condition::EveryonePassed)))
}

/// True if none of the effects ends the game, which leaves out what is behind it.
fn never_finish(effects: &[Effect]) -> bool {
    !effects.iter().any(|effect| matches!(effect, Effect::Finish(_)))
}

/// True if a statement does nothing but change values, maybe where a condition holds.
pub(super) fn only_counts(statement: &Statement) -> bool {
    if let Statement::Effects(effects, _) = statement {
        never_finish(effects)
    } else if let Statement::If(_, then, otherwise, _) = statement {
        then.iter().chain(otherwise).all(only_counts)
    } else {
        false
    }
}

/// True if one of the values is asked for.
fn asks_values(statement: &Statement, values: &[Value]) -> bool {
    parts(statement)
        .any(|part| matches!(part, Part::Expr(Expr::Value(value)) if values.contains(value)))
}

/// True if a number that the body counted is asked for.
fn asks_locals<'p>(whole: impl Into<Part<'p>>) -> bool {
    parts(whole).any(|part| matches!(part, Part::Expr(Expr::Local(_))))
}
