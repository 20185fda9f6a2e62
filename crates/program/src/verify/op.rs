//! Statements, plans and ends.

use masume_rules::model::{EMPTY, Letter, ParamKind, ParamSlot};

use super::set::Asked;
use super::{Fault, Scope, Verifier, Wrong, at};
use crate::{
    Aim, Alternative, Binding, By, CellTest, Decider, Effect, End, Graph, MarchOp, Mode, Nfa, Op,
    Plan, Potential, Prefilter, Put, Require, RuleOp, Step,
};

impl Verifier<'_> {
    pub(super) fn actions(self) -> Result<(), Fault> {
        let (here, declared) = (&self.program.actions, &self.rules.actions);
        if here.len() != declared.len() {
            let wrong = Wrong::Action(here.len().min(declared.len()));
            return Err(Fault { at: "program".to_owned(), wrong });
        }
        for (index, (action, info)) in here.iter().zip(declared).enumerate() {
            let scope = self.scope(&info.params);
            let name = || format!("action {index}");
            if let Some((when, _)) = &action.when {
                at(name, self.condition(when, scope))?;
            }
            if let Plan::BruteForce { statements, .. } = action.plan
                && statements > action.body.len()
            {
                return at(name, Err(Wrong::Statement(statements)));
            }
            at(name, self.plan(&action.plan, &info.params, scope))?;
            self.block(&action.body, scope)?;
        }
        Ok(())
    }

    fn plan(self, plan: &Plan, params: &[ParamKind], scope: Scope<'_>) -> Result<(), Wrong> {
        let (requires, deciders, guards) = match plan {
            Plan::Always | Plan::BruteForce { prefilter: None, .. } => return Ok(()),
            Plan::BruteForce { prefilter: Some(prefilter), .. } => {
                return prefilter.iter().try_for_each(|it| self.prefilter(it, scope));
            }
            Plan::Match { requires, deciders, guards } => (requires, deciders, guards),
            Plan::Potential(potential) => return self.potential(potential, params, scope),
            Plan::Either(condition, plans) => {
                self.condition(condition, scope)?;
                return plans.iter().try_for_each(|plan| self.plan(plan, params, scope));
            }
        };
        for (require, _) in requires {
            match require {
                Require::Plain(condition) => self.condition(condition, scope)?,
                Require::Cell(slot, set) => {
                    self.slot(*slot, Asked::Cell, scope)?;
                    self.set_id(*set, scope)?;
                }
            }
        }
        deciders.iter().try_for_each(|decider| self.decider(decider, params, scope))?;
        guards.iter().try_for_each(|&value| self.value(value))
    }

    fn potential(
        self,
        potential: &Potential,
        params: &[ParamKind],
        scope: Scope<'_>,
    ) -> Result<(), Wrong> {
        if !matches!(params, [ParamKind::Direction(_)]) {
            return Err(Wrong::Slot(ParamSlot(0)));
        }
        for rule in &potential.rules {
            let nfa = self.find(rule.nfa)?;
            self.dirs(&rule.dirs, scope)?;
            self.bindings(&rule.letters, nfa)?;
        }
        potential.most.map_or(Ok(()), |(layer, _)| self.layer(layer))?;
        if let Some(plane) = potential.alone.filter(|&plane| plane >= self.layout.planes) {
            return Err(Wrong::Plane(plane));
        }
        potential.guards.iter().try_for_each(|&value| self.value(value))
    }

    fn prefilter(self, prefilter: &Prefilter, scope: Scope<'_>) -> Result<(), Wrong> {
        self.find(prefilter.nfa)?;
        self.dirs(&prefilter.dirs, scope)?;
        if scope.params.is_some_and(|params| prefilter.known >= params.len()) {
            return Err(Wrong::Slot(ParamSlot(prefilter.known as u8)));
        }
        let mut slots = [prefilter.from, prefilter.to].into_iter().flatten();
        slots.try_for_each(|slot| self.slot(slot, Asked::Cell, scope))
    }

    fn decider(
        self,
        decider: &Decider,
        params: &[ParamKind],
        scope: Scope<'_>,
    ) -> Result<(), Wrong> {
        self.find(decider.nfa)?;
        self.dirs(&decider.dirs, scope)?;
        decider.letters.map_or(Ok(()), |layer| self.layer(layer))?;
        if let By::Each(seconds) = decider.by {
            self.set_id(seconds, scope)?;
        }
        let is_chosen = match (&decider.by, params) {
            (By::Nothing, []) => true,
            (By::Direction, [ParamKind::Direction(_)]) => true,
            (By::Start | By::End, [ParamKind::Cell]) => true,
            (By::Column, [ParamKind::Column]) => true,
            (By::Row, [ParamKind::Row]) => true,
            (By::Along, [ParamKind::Cell, ParamKind::Direction(_)]) => true,
            (By::Ends(_) | By::Each(_), [ParamKind::Cell, ParamKind::Cell]) => true,
            (
                By::Nothing
                | By::Direction
                | By::Start
                | By::End
                | By::Column
                | By::Row
                | By::Along
                | By::Ends(_)
                | By::Each(_),
                [..],
            ) => false,
        };
        let slot = ParamSlot(params.len().saturating_sub(1) as u8);
        if is_chosen { Ok(()) } else { Err(Wrong::Slot(slot)) }
    }

    fn find(&self, nfa: u16) -> Result<&Nfa, Wrong> {
        self.program.nfas.get(usize::from(nfa)).ok_or(Wrong::Nfa(nfa))
    }

    pub(super) fn ends(self, scope: Scope<'_>) -> Result<(), Fault> {
        if let Some((again, _)) = &self.program.again {
            at(|| "again".to_owned(), self.condition(again, scope))?;
        }
        for (index, end) in self.program.ends.iter().enumerate() {
            at(|| format!("end {index}"), self.end(end, scope))?;
        }
        match &self.program.score {
            Some((score, _)) => at(|| "score".to_owned(), self.number(score, scope)),
            None => Ok(()),
        }
    }

    fn end(self, end: &End, scope: Scope<'_>) -> Result<(), Wrong> {
        self.condition(&end.condition, scope)?;
        if let Some(beside) = &end.beside {
            self.set_id(beside.set, scope)?;
            if beside.count == 0 {
                return Err(Wrong::Count(0));
            }
        }
        self.effects(&end.effects, scope)
    }

    pub(super) fn block(self, block: &[Op], scope: Scope<'_>) -> Result<(), Fault> {
        block.iter().try_for_each(|op| self.op(op, scope))
    }

    fn op(self, op: &Op, scope: Scope<'_>) -> Result<(), Fault> {
        let statement = || "statement".to_owned();
        match op {
            Op::Rule(rule) => at(|| format!("rule {}", rule.id.0), self.rule(rule, scope)),
            Op::March(march) => at(|| format!("rule {}", march.id.0), self.march(march, scope)),
            Op::Relocate { id, from, layers, to, .. } => {
                let sets = [*from, *to].into_iter().try_for_each(|set| self.set_id(set, scope));
                let layers = layers.iter().try_for_each(|&layer| self.layer(layer));
                at(|| format!("rule {}", id.0), sets.and(layers))
            }
            Op::Deal { id, each, layer, over, .. } => {
                let found = self.number(each, scope).and(self.layer(*layer));
                at(|| format!("rule {}", id.0), found.and(self.set_id(*over, scope)))
            }
            Op::Shuffle { id, layer, .. } => at(|| format!("rule {}", id.0), self.layer(*layer)),
            Op::OrElse(_) | Op::Must(_) | Op::Simultaneous { .. } | Op::Repeat(..) => Ok(()),
            Op::Times(times, ..) => at(statement, self.number(times, scope)),
            Op::If(condition, ..) => at(statement, self.condition(condition, scope)),
            Op::Until(condition, _) | Op::Require(condition, _) => {
                at(statement, self.condition(condition, scope))
            }
            Op::Let(local, number, _) => {
                let is_there = local.0 < self.rules.local_count;
                let found = if is_there { Ok(()) } else { Err(Wrong::Local(*local)) };
                at(statement, found.and(self.number(number, scope)))
            }
            Op::Effects(effects, _) => at(statement, self.effects(effects, scope)),
            Op::Picture(puts, _) => {
                let found = puts.iter().try_for_each(|&(cell, layer, content)| {
                    let is_on_board = self.layout.grid.has(cell);
                    if is_on_board { self.content(layer, content) } else { Err(Wrong::Cell(cell)) }
                });
                at(|| "picture".to_owned(), found)
            }
            Op::Reference { .. } => Ok(()),
        }?;
        op.blocks().try_for_each(|block| self.block(block, scope))
    }

    fn bindings(self, letters: &[Binding], nfa: &Nfa) -> Result<(), Wrong> {
        letters.iter().try_for_each(|binding| {
            place_of(nfa, binding.place)?;
            self.layer(binding.layer)
        })
    }

    fn rule(self, rule: &RuleOp, scope: Scope<'_>) -> Result<(), Wrong> {
        let nfa = self.find(rule.nfa)?;
        self.dirs(&rule.dirs, scope)?;
        for slot in [rule.from, rule.to].into_iter().flatten() {
            self.slot(slot, Asked::Cell, scope)?;
        }
        self.bindings(&rule.letters, nfa)?;
        if let Mode::Sets(targets) = &rule.mode {
            for target in targets {
                target.places.iter().try_for_each(|&it| place_of(nfa, it))?;
                self.put(&content_put(target.layer, target.content), scope)?;
            }
        }
        if let crate::Strategy::Random(Some(count)) = &rule.strategy {
            self.number(count, scope)?;
        }
        let mut letters: Vec<Letter> = rule.letters.iter().map(|binding| binding.letter).collect();
        if let Mode::Graph { graph, .. } = &rule.mode {
            letters.extend(graph.letters());
            self.graph(graph, Scope { letters: &letters, ..scope })?;
        }
        let scope = Scope { letters: &letters, ..scope };
        if rule.alternatives.is_empty() {
            return Err(Wrong::NoAlternative);
        }
        rule.alternatives.iter().try_for_each(|it| self.alternative(it, nfa, scope))?;
        self.effects(&rule.effects, scope)
    }

    /// A graph names its own steps, and sets and layers that are there.
    fn graph(self, graph: &Graph, scope: Scope<'_>) -> Result<(), Wrong> {
        let step = |index: u16| {
            let is_there = usize::from(index) < graph.steps.len();
            if is_there { Ok(()) } else { Err(Wrong::NfaState(index)) }
        };
        step(graph.first)?;
        graph.steps.iter().try_for_each(|it| match it {
            Step::Cell { test, next, .. } => {
                step(*next)?;
                self.cell_test(test, scope)
            }
            Step::Split(entries) => entries.iter().try_for_each(|&it| step(it)),
            Step::Edge(next) | Step::Turn(next) | Step::Bend(next) => step(*next),
            Step::Accept => Ok(()),
        })
    }

    fn cell_test(self, test: &CellTest, scope: Scope<'_>) -> Result<(), Wrong> {
        match test {
            CellTest::Set(set) => self.set_id(*set, scope),
            CellTest::Letter(layer, _) => self.layer(*layer),
            CellTest::Not(test) | CellTest::Neighbours { test, .. } => self.cell_test(test, scope),
            CellTest::And(tests) | CellTest::Or(tests) => {
                tests.iter().try_for_each(|it| self.cell_test(it, scope))
            }
            CellTest::Sees { graph, dirs } => {
                self.dirs(dirs, scope)?;
                self.graph(graph, scope)
            }
            CellTest::Compare { left, right, layers, .. } => {
                layers.iter().try_for_each(|&layer| self.layer(layer))?;
                self.number(left, scope)?;
                self.number(right, scope)
            }
        }
    }

    fn alternative(
        self,
        alternative: &Alternative,
        nfa: &Nfa,
        scope: Scope<'_>,
    ) -> Result<(), Wrong> {
        if let Some(chance) = &alternative.chance {
            self.number(chance, scope)?;
        }
        let positions = alternative.puts.len();
        if let Some(at) = nfa.places.iter().find(|at| at.position as usize >= positions) {
            return Err(Wrong::Position(at.position));
        }
        alternative.puts.iter().flatten().try_for_each(|put| self.put(put, scope))
    }

    fn put(self, put: &Put, scope: Scope<'_>) -> Result<(), Wrong> {
        self.layer(put.layer())?;
        match put {
            Put::Clear(_) => Ok(()),
            Put::Piece(layer, content) => self.content(*layer, *content),
            Put::Letter(_, letter) if scope.letters.contains(letter) => Ok(()),
            Put::Letter(_, letter) => Err(Wrong::Letter(*letter)),
            Put::Number(_, number) => self.number(number, scope),
        }
    }

    fn effects(self, effects: &[Effect], scope: Scope<'_>) -> Result<(), Wrong> {
        effects.iter().try_for_each(|effect| match effect {
            Effect::Assign(value, _, number) => {
                self.value(*value)?;
                self.number(number, scope)
            }
            Effect::AssignLocal(local, _, number) => {
                let is_there = local.0 < self.rules.local_count;
                let found = if is_there { Ok(()) } else { Err(Wrong::Local(*local)) };
                found.and(self.number(number, scope))
            }
            Effect::Finish(_) => Ok(()),
        })
    }

    fn march(self, march: &MarchOp, scope: Scope<'_>) -> Result<(), Wrong> {
        self.layer(march.layer)?;
        self.set_id(march.walkers, scope)?;
        match &march.aim {
            Aim::Toward(target) => self.set_id(*target, scope)?,
            Aim::In(dirs) => self.dirs(dirs, scope)?,
        }
        march.meets.iter().try_for_each(|meeting| {
            for content in [Some(meeting.first), Some(meeting.second), meeting.left] {
                content.map_or(Ok(()), |content| self.content(march.layer, content))?;
            }
            self.effects(&meeting.effects, scope)
        })
    }
}

/// True if the NFA has this place.
fn place_of(nfa: &Nfa, place: u16) -> Result<(), Wrong> {
    if usize::from(place) < nfa.places.len() { Ok(()) } else { Err(Wrong::NfaState(place)) }
}

/// Content that a target puts, as a place of its own would.
fn content_put(layer: masume_rules::model::Layer, content: i32) -> Put {
    if content == EMPTY { Put::Clear(layer) } else { Put::Piece(layer, content) }
}
