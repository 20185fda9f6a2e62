//! Requirements of chosen cells before the first rules of a body, as tests of those rules.
//!
//! Rules that ask it themselves show by their matches which choices are legal, and by their tests what they change.
//! Then it does not matter whether a game says `require some [c, empty]` and puts something at any `c`, or puts it at an
//! empty one; nor whether an `if` that asks the chosen cell has a rule for each answer, nor whether neighbours are told
//! by a requirement or by the directions of a rule between them.

use masume_rules::model::{Condition, Pattern, PieceSet, Rule, Statement, Strategy, Test, Ways};

use super::Lowering;
use super::in_turn::{choice, rules_of_choice};
use super::known::{
    PassedTest, asks_choice, asks_what_is_counted, negated, slot_of, tests_of, with_test,
    with_tests,
};
use super::plan::{MOST_CONDITIONS, only_counts};

/// The beginning of a body: requirements and counts before its first rules.
struct Head<'b> {
    /// Its statements, each part of what is required by itself.
    statements: Vec<Statement>,
    /// Tests that chosen cells are known to pass behind it.
    known: Vec<PassedTest>,
    /// Tests that some cell is known to pass behind it.
    passed: Vec<&'b Test>,
    /// The statements behind it.
    rest: &'b [Statement],
}

impl Lowering<'_> {
    /// A body whose first rules ask what it requires before them; `None` where it is the same.
    pub(super) fn body_with_requirements(&self, body: &[Statement]) -> Option<Vec<Statement>> {
        let asking = self.asking(body, MOST_CONDITIONS);
        (asking != body).then_some(asking)
    }

    /// A body whose first rules ask what it requires before them; in the blocks of so many conditions, too, that come
    /// first and are the same for every choice.
    fn asking(&self, body: &[Statement], conditions: u32) -> Vec<Statement> {
        // Step 1. What is required, and what only counts.
        let Head { mut statements, known, passed, rest } = self.head_of(body);
        let [first, behind @ ..] = rest else { return statements };
        if let Statement::If(condition, then, otherwise, span) = first
            && let Some(left) = conditions.checked_sub(1)
            && !asks_choice(condition)
        {
            let blocks = self.blocks_asking(&mut statements, condition, [then, otherwise], left);
            let [then, otherwise] = blocks;
            statements.push(Statement::If(condition.clone(), then, otherwise, *span));
            statements.extend_from_slice(behind);
            return statements;
        }
        // Step 2. The first rules ask it.
        let (firsts, behind) = match self.rules_of_two_cells(rest, &known) {
            Some(firsts) => (firsts, rest.get(2..).unwrap_or_default()),
            None => {
                let first = self.choice_of(first).unwrap_or_else(|| first.clone());
                let asking = with_known(&first, &known, &passed);
                (vec![asking.unwrap_or(first)], behind)
            }
        };
        // Step 3. What they all ask need not be required, where nothing can go wrong behind it that would not otherwise.
        let mut last = self.split_last(&mut statements);
        last.retain(|it| {
            let Statement::Require(condition, _) = it else { return true };
            !self.must_ask(&firsts, condition)
        });
        statements.append(&mut last);
        statements.extend(firsts);
        statements.extend_from_slice(behind);
        statements
    }

    fn head_of<'b>(&self, body: &'b [Statement]) -> Head<'b> {
        let mut head =
            Head { statements: Vec::new(), known: Vec::new(), passed: Vec::new(), rest: body };
        while let [statement, behind @ ..] = head.rest {
            if let Statement::Require(condition, span) = statement {
                for part in conjuncts(condition) {
                    head.known.extend(self.known_by(part));
                    head.passed.extend(self.passed_by_any(part));
                    head.statements.push(Statement::Require(part.clone(), *span));
                }
            } else if only_counts(statement) || matches!(statement, Statement::Let(..)) {
                head.statements.push(statement.clone());
            } else {
                break;
            }
            head.rest = behind;
        }
        head
    }

    /// Takes the requirements at the end of some statements away that cannot go wrong.
    fn split_last(&self, statements: &mut Vec<Statement>) -> Vec<Statement> {
        let is_last = |it: &Statement| {
            let Statement::Require(condition, _) = it else { return false };
            self.cannot_fail(condition)
        };
        let kept = statements.iter().rposition(|it| !is_last(it)).map_or(0, |last| last + 1);
        statements.split_off(kept)
    }

    /// Blocks of an `if` whose first rules ask what they require. Where those of both ask what is required last before
    /// it, that is taken away before it.
    fn blocks_asking(
        &self,
        before: &mut Vec<Statement>,
        condition: &Condition,
        blocks: [&[Statement]; 2],
        conditions: u32,
    ) -> [Vec<Statement>; 2] {
        // It is asked on boards now on which it was not.
        if self.cannot_fail(condition) {
            let last = self.split_last(before);
            let both = blocks.map(|block| self.asking(&[&last, block].concat(), conditions));
            if !both.iter().flatten().any(|it| last.contains(it)) {
                return both;
            }
            before.extend(last);
        }
        blocks.map(|block| self.asking(block, conditions))
    }

    /// A test that a condition says some cell passes, where that cannot go wrong and asks nothing that a body counts.
    fn passed_by_any<'c>(&self, condition: &'c Condition) -> Option<&'c Test> {
        let Condition::Some(test) = condition else { return None };
        (self.cannot_fail(condition) && !asks_what_is_counted(test)).then_some(test)
    }

    /// The rules that a statement chooses among by asking a chosen cell, each of which must match, as a choice of rules
    /// that ask it.
    fn choice_of(&self, statement: &Statement) -> Option<Statement> {
        let Statement::If(condition, then, otherwise, _) = statement else { return None };
        let (slot, test) = self.known_by(condition)?;
        let other = negated(test.clone());
        let mut all = Vec::new();
        for (block, test) in [(then, test), (otherwise, other)] {
            let [statement] = &block[..] else { return None };
            for rule in rules_of_must(statement)? {
                if !self.can_be_asked_anywhere(rule) || matches!(rule.strategy, Strategy::Random(_))
                {
                    return None;
                }
                all.push(with_test(rule, slot, &test)?);
            }
        }
        Some(Statement::Must(vec![choice(all)]))
    }

    /// True if looking for matches of a rule cannot go wrong, on any board.
    fn can_be_asked_anywhere(&self, rule: &Rule) -> bool {
        self.cannot_fail(&rule.pattern) && !matches!(rule.strategy, Strategy::Random(Some(_)))
    }

    /// True if one of some statements, the first of a body, must match, and cannot where a condition does not hold.
    fn must_ask(&self, firsts: &[Statement], condition: &Condition) -> bool {
        let must: Vec<Vec<&Rule>> = firsts.iter().map_while(rules_of_must).collect();
        if must.iter().flatten().any(|rule| !self.can_be_asked_anywhere(rule)) {
            return false;
        }
        let asks_known = |rules: &Vec<&Rule>| {
            self.known_by(condition).is_some_and(|(slot, test)| {
                rules.iter().all(|&rule| with_test(rule, slot, &test).as_ref() == Some(rule))
            })
        };
        let asks_passed = |rules: &Vec<&Rule>| {
            self.passed_by_any(condition)
                .is_some_and(|test| rules.iter().all(|it| self.has_cell_that_passes(it, test)))
        };
        must.iter().any(asks_known) || must.first().is_some_and(asks_passed)
    }

    /// True if each match of a rule has a cell, not of the rim, that passes a test because its place asks all of that.
    fn has_cell_that_passes(&self, rule: &Rule, test: &Test) -> bool {
        let asked = tests_of(test);
        has_place(&rule.pattern, &|position, test| {
            let mut writes =
                rule.alternatives.iter().filter_map(|it| it.writes.get(position as usize));
            // A place with writes matches no cell of the rim.
            let is_inner = self.grid().rim() == 0 || writes.any(|it| !it.is_empty());
            let tests = tests_of(test);
            is_inner && asked.iter().all(|it| tests.contains(it))
        })
    }
}

/// The conditions that all have to hold, in the order in which they are asked.
fn conjuncts(condition: &Condition) -> Vec<&Condition> {
    if let Condition::And(all) = condition {
        all.iter().flat_map(conjuncts).collect()
    } else {
        vec![condition]
    }
}

/// The rules of which a statement does the first that matches, where one of them must.
fn rules_of_must(statement: &Statement) -> Option<Vec<&Rule>> {
    let Statement::Must(block) = statement else { return None };
    let [inner] = &block[..] else { return None };
    rules_of_choice(inner)
}

/// True if every match of a pattern has a cell at a place that is so.
fn has_place(pattern: &Pattern, is_so: &dyn Fn(u32, &Test) -> bool) -> bool {
    match pattern {
        Pattern::Cell { position, test } => is_so(*position, test),
        Pattern::Sequence(parts) => parts.iter().any(|part| has_place(part, is_so)),
        Pattern::Choice(parts) => parts.iter().all(|part| has_place(part, is_so)),
        Pattern::Repeat { body, least, .. } => *least > 0 && has_place(body, is_so),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => false,
    }
}

/// The first rules of a body that ask what is known of the cells at their ends; `None` where it begins with no rules.
fn with_known(first: &Statement, known: &[PassedTest], passed: &[&Test]) -> Option<Statement> {
    let (inner, is_must) = if let Statement::Must(block) = first {
        let [inner] = &block[..] else { return None };
        (inner, true)
    } else {
        (first, false)
    };
    let rules = rules_of_choice(inner)?;
    let always_matches =
        rules.iter().any(|rule| matches_known(rule, known) || matches_any(rule, passed));
    let inner = choice(rules.into_iter().map(|rule| with_tests(rule, known)).collect());
    Some(if is_must || always_matches { Statement::Must(vec![inner]) } else { inner })
}

/// True if a rule of one cell asks nothing of a chosen cell that is not known of it.
pub(super) fn matches_known(rule: &Rule, known: &[PassedTest]) -> bool {
    let Some(slot) = slot_of(rule) else { return false };
    let passed: Vec<&Test> =
        known.iter().filter(|(of, _)| *of == slot).flat_map(|(_, test)| tests_of(test)).collect();
    rule.ways == Ways::None && !passed.is_empty() && asks_no_more(rule, &passed)
}

/// True if a rule of one cell, wherever it is, asks nothing that some cell is not known to pass.
fn matches_any(rule: &Rule, passed: &[&Test]) -> bool {
    let has_directions = match &rule.ways {
        Ways::None | Ways::Chosen(_) | Ways::Against(_) => true,
        Ways::Fixed(by_player) => by_player.iter().all(|directions| !directions.is_empty()),
        Ways::Union(_) => false,
    };
    (rule.from, rule.to) == (None, None)
        && has_directions
        && passed.iter().any(|passed| asks_no_more(rule, &tests_of(passed)))
}

/// True if a rule is one of a single cell, draws none of its matches, and asks of the cell what these tests tell alone.
fn asks_no_more(rule: &Rule, passed: &[&Test]) -> bool {
    let Pattern::Cell { test, .. } = &rule.pattern else { return false };
    !matches!(rule.strategy, Strategy::Random(_))
        && tests_of(test).iter().all(|asked| passed.iter().any(|known| tells(known, asked)))
}

/// True if whatever passes a test passes another: it is the same, or one for fewer pieces of the layer.
fn tells(known: &Test, asked: &Test) -> bool {
    let Test::Piece { layer, pieces } = known else { return known == asked };
    if let Test::Piece { layer: other, pieces: more } = asked {
        let players = pieces.len().max(more.len());
        let of = |all: &[PieceSet], player: usize| {
            all.get(if all.len() == 1 { 0 } else { player }).copied()
        };
        let has_more = |player| {
            of(pieces, player)
                .zip(of(more, player))
                .is_some_and(|(fewer, more)| fewer.0 & !more.0 == 0)
        };
        return layer == other && (0..players).all(has_more);
    }
    *asked == Test::Occupied(*layer)
}
