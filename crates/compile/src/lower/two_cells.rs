//! Two rules in turn, each of one chosen cell, of which both must match.
//!
//! What the first does to its cell changes no answer about the other cell. So both may be asked before anything is done;
//! and where the cells are neighbours, both rules are one between them.

use masume_rules::model::{
    Alternative, Expr, ParamSlot, Part, Pattern, Reach, Rule, Statement, Strategy, Test, Ways,
    Write, parts,
};

use super::Lowering;
use super::known::{PassedTest, all_of, slot_of, tests_of, with_tests};
use super::required::matches_known;

/// A rule of one chosen cell.
struct OfCell {
    slot: ParamSlot,
    rule: Rule,
}

impl Lowering<'_> {
    /// The effect of two statements together, where they are rules that must match two chosen cells, as what is known before
    /// them says; they ask it themselves. In the order of the choice, or one rule between neighbours.
    pub(super) fn rules_of_two_cells(
        &self,
        statements: &[Statement],
        known: &[PassedTest],
    ) -> Option<Vec<Statement>> {
        let [one, other, ..] = statements else { return None };
        // What is asked of the second is known before the first is done.
        let steady: Vec<PassedTest> =
            known.iter().filter(|(_, test)| is_steady(test)).cloned().collect();
        let (one, other) = (self.of_cell(one, known)?, self.of_cell(other, &steady)?);
        // The first two that are chosen are different cells.
        let mut slots = [one.slot, other.slot];
        slots.sort_unstable();
        if slots != [ParamSlot(0), ParamSlot(1)] || !is_steady(&other.rule.pattern) {
            return None;
        }
        let is_swapped = one.slot > other.slot && is_steady(&one.rule.pattern);
        let (one, other) = if is_swapped { (other, one) } else { (one, other) };
        let rules = match step_between(&one, &other) {
            Some(step) => vec![step],
            None => vec![one.rule, other.rule],
        };
        let must = |rule| Statement::Must(vec![Statement::Rule(rule)]);
        Some(rules.into_iter().map(must).collect())
    }

    /// The rule of a statement, asking what is known of its cell, where it must match, and cannot go wrong.
    fn of_cell(&self, statement: &Statement, known: &[PassedTest]) -> Option<OfCell> {
        let (rule, is_must) = if let Statement::Rule(rule) = statement {
            (rule, false)
        } else if let Statement::Must(block) = statement
            && let [Statement::Rule(rule)] = &block[..]
        {
            (rule, true)
        } else {
            return None;
        };
        let slot = slot_of(rule)?;
        if !(is_must || matches_known(rule, known)) || !self.only_puts(rule) {
            return None;
        }
        Some(OfCell { slot, rule: with_tests(rule, known) })
    }

    /// True if a rule puts pieces on a single cell and does nothing else, binds no letter and cannot go wrong.
    fn only_puts(&self, rule: &Rule) -> bool {
        let Pattern::Cell { test, .. } = &rule.pattern else { return false };
        let [Alternative { chance: None, writes }] = &rule.alternatives[..] else { return false };
        let binds = |part| matches!(part, Part::Test(Test::Letter { .. }));
        rule.ways == Ways::None
            && rule.effects.is_empty()
            && !matches!(rule.strategy, Strategy::Random(_))
            && writes.iter().flatten().all(|it| matches!(it, Write::Clear(_) | Write::Piece(..)))
            && self.cannot_fail(&rule.pattern)
            && !parts(test).any(binds)
    }
}

/// True if the answer about a cell is the same whatever is done to another.
fn is_steady<'p>(asked: impl Into<Part<'p>>) -> bool {
    !parts(asked).any(|part| {
        matches!(
            part,
            Part::Test(Test::Neighbours { .. } | Test::Sees { .. })
                | Part::Expr(Expr::Count(_) | Expr::RowOf(_) | Expr::ColumnOf(_))
        )
    })
}

/// The rule between two chosen cells that does what a rule at each does, where one of them asks to be near the other.
fn step_between(one: &OfCell, other: &OfCell) -> Option<Rule> {
    let (mut is_beside, mut is_near) = (false, false);
    let mut place = |of: &OfCell, to: ParamSlot, position: u32| {
        let Pattern::Cell { test, .. } = &of.rule.pattern else { return None };
        let mut asked = tests_of(test);
        asked.retain(|it| {
            let &&Test::Near(reach, slot) = it else { return true };
            let is_told = slot == to;
            is_near |= is_told;
            is_beside |= is_told && reach == Reach::Beside;
            !is_told
        });
        Some(Pattern::Cell { position, test: all_of(asked.into_iter().cloned()) })
    };
    let cells = vec![place(one, other.slot, 0)?, place(other, one.slot, 1)?];
    if !is_near {
        return None;
    }
    let reach = if is_beside { Reach::Beside } else { Reach::Around };
    let writes = [one, other].map(|it| it.rule.alternatives.first()?.writes.first().cloned());
    Some(Rule {
        strategy: Strategy::All,
        ways: Ways::fixed(Test::directions(reach)),
        from: Some(one.slot),
        to: Some(other.slot),
        pattern: Pattern::Sequence(cells),
        positions: 2,
        alternatives: vec![Alternative {
            chance: None,
            writes: writes.into_iter().collect::<Option<_>>()?,
        }],
        ..one.rule.clone()
    })
}
