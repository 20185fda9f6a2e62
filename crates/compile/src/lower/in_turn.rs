//! Rules in turn of which only one can match: they are a choice by `else`.
//!
//! Rules of a block run one after another, each on the board that those before it leave. Where a match of
//! one leaves a cell on which no later one can match, the first that matches is the only one that does, as in
//! a chain of `else`. Then it does not matter which of both a game is written with.

use masume_board::Direction;
use masume_rules::model::{
    ActionInfo, ParamSlot, Part, Pattern, Rule, Statement, Strategy, Ways, parts,
};

use super::Lowering;
use super::safe::{Rest, first_positions, last_positions};

impl Lowering<'_> {
    /// The action with rules in turn as choices where that is the same, and with what it requires asked by its first
    /// rules; `None` where nothing differs, or it might be another game.
    pub(super) fn in_one_spelling(&mut self, info: &ActionInfo) -> Option<ActionInfo> {
        let chosen = self.block_with_choices(&info.body);
        let asking = self.body_with_requirements(chosen.as_ref().unwrap_or(&info.body));
        let body = asking.or(chosen)?;
        // Each pass takes fuel, and a choice takes fewer: where the body might run out of it, the same body with
        // choices might not.
        let rules = |statement| parts(statement).filter(|it| matches!(it, Part::Rule(_))).count();
        let mut rest = Rest::new(info.body.iter().map(rules).sum());
        let loops = info.body.iter().filter(|statement| {
            parts(*statement).any(|part| {
                matches!(part, Part::Statement(Statement::Repeat(..) | Statement::Times(..)))
            })
        });
        let has_fuel = rest.is_within_fuel()
            && loops.into_iter().all(|it| self.is_rest_safe(it, &mut rest).is_ok());
        self.locals.clear();
        has_fuel.then(|| ActionInfo { body, ..info.clone() })
    }

    /// A block with choices, where it has any that it had not.
    fn block_with_choices(&self, block: &[Statement]) -> Option<Vec<Statement>> {
        let mut is_new = false;
        let mut inner = |block: &[Statement]| {
            let found = self.block_with_choices(block);
            is_new |= found.is_some();
            found.unwrap_or_else(|| block.to_vec())
        };
        // Step 1. Choices inside. Rules that see the same board all match; what is in loops is left as it is.
        let block: Vec<Statement> = block
            .iter()
            .map(|statement| match statement {
                Statement::Must(block) => Statement::Must(inner(block)),
                Statement::OrElse(blocks) => {
                    Statement::OrElse(blocks.iter().map(|block| inner(block)).collect())
                }
                Statement::If(condition, then, otherwise, span) => {
                    Statement::If(condition.clone(), inner(then), inner(otherwise), *span)
                }
                Statement::Rule(_)
                | Statement::Relocate { .. }
                | Statement::Simultaneous(..)
                | Statement::Repeat(..)
                | Statement::Times(..)
                | Statement::March(_)
                | Statement::Deal { .. }
                | Statement::Shuffle { .. }
                | Statement::Until(..)
                | Statement::Let(..)
                | Statement::Effects(..)
                | Statement::Require(..)
                | Statement::Picture { .. } => statement.clone(),
            })
            .collect();
        // Step 2. The longest runs of statements of which each leaves nothing to those behind it.
        let (mut all, mut rest) = (Vec::new(), &block[..]);
        while let [first, behind @ ..] = rest {
            let mut chosen = rules_of_choice(first).unwrap_or_default();
            let mut count = 1;
            for next in behind {
                let Some(rules) = rules_of_choice(next).filter(|_| !chosen.is_empty()) else {
                    break;
                };
                if !chosen.iter().all(|one| rules.iter().all(|it| self.leaves_no_match(one, it))) {
                    break;
                }
                chosen.extend(rules);
                count += 1;
            }
            if count < 2 {
                all.push(first.clone());
                rest = behind;
                continue;
            }
            all.push(choice(chosen.into_iter().cloned().collect()));
            rest = &rest[count..];
            is_new = true;
        }
        // Step 3. Rules that differ in their directions alone are one.
        for statement in &mut all {
            if let Statement::OrElse(_) = statement
                && let Some(rules) = rules_of_choice(statement)
                && let Some(united) = united(&rules)
            {
                *statement = united;
                is_new = true;
            }
        }
        is_new.then_some(all)
    }

    /// True if a rule certainly does not match, and asks nothing that may fail, behind another that did: the cell that
    /// both begin or end at holds what the later one does not match there.
    ///
    /// A walk that turns by a right angle once at most meets a cell once. So all matches of the first rule have the
    /// chosen cell at its end and write there what that position says; what they write at once is one thing, or an
    /// error before the later rule is asked.
    fn leaves_no_match(&self, one: &Rule, later: &Rule) -> bool {
        // One of the alternatives is always chosen where the last one has the rest of the chance.
        let is_written = one.alternatives.last().is_some_and(|it| it.chance.is_none());
        if !is_written
            || most_turns(&one.pattern).is_none_or(|turns| turns > 1)
            || matches!(later.strategy, Strategy::Random(Some(_)))
            || !self.cannot_fail(&later.pattern)
        {
            return false;
        }
        let contents = self.contents_by_position(later);
        let excludes = |&(slot, ref ends): &(ParamSlot, Vec<u32>)| {
            ends_of(later).iter().any(|(other, asked)| {
                let leaves = |position: &u32| {
                    one.alternatives.iter().all(|alternative| {
                        let writes = alternative.writes.get(*position as usize);
                        asked.iter().all(|&at| {
                            writes.into_iter().flatten().any(|write| {
                                let asked = contents.get(at as usize);
                                let held = self.put_by(write);
                                asked.is_some_and(|it| held.is_disjoint(it.on(write.layer())))
                            })
                        })
                    })
                };
                *other == slot && ends.iter().all(leaves)
            })
        };
        ends_of(one).iter().any(excludes)
    }
}

/// A choice of rules with those as one that follow each other and differ in their directions alone; `None` where there
/// are none. Two different cells lie on one line at most, in one direction: no more than one of such rules matches.
fn united(rules: &[&Rule]) -> Option<Statement> {
    let mut all: Vec<Rule> = Vec::new();
    for &rule in rules {
        match all.last_mut().and_then(|last| Some((union_of(last, rule)?, last))) {
            Some((ways, last)) => last.ways = ways,
            None => all.push(rule.clone()),
        }
    }
    (all.len() < rules.len()).then(|| choice(all))
}

/// The statement that does the first of some rules that matches.
pub(super) fn choice(rules: Vec<Rule>) -> Statement {
    match <[Rule; 1]>::try_from(rules) {
        Ok([rule]) => Statement::Rule(rule),
        Err(rules) => {
            Statement::OrElse(rules.into_iter().map(|rule| vec![Statement::Rule(rule)]).collect())
        }
    }
}

/// The directions of two rules between two different chosen cells of a line, where they differ in nothing else.
fn union_of(one: &Rule, other: &Rule) -> Option<Ways> {
    let (Ways::Fixed(mine), Ways::Fixed(theirs)) = (&one.ways, &other.ways) else { return None };
    let is_between = one.from.is_some() && one.to.is_some() && one.from != one.to;
    let are_alike =
        Rule { id: one.id, span: one.span, ways: one.ways.clone(), ..other.clone() } == *one;
    let is_drawn = matches!(one.strategy, Strategy::Random(_));
    if !is_between
        || !are_alike
        || is_drawn
        || !one.pattern.is_line()
        || !has_two_cells(&one.pattern)
    {
        return None;
    }
    let players = mine.len().max(theirs.len());
    let of = |ways: &[Vec<Direction>], player: usize| -> Option<Vec<Direction>> {
        ways.get(if ways.len() == 1 { 0 } else { player }).cloned()
    };
    let both = (0..players).map(|player| {
        let mut both = [of(mine, player)?, of(theirs, player)?].concat();
        both.sort_unstable();
        both.dedup();
        Some(both)
    });
    Some(Ways::Fixed(both.collect::<Option<_>>()?))
}

/// True if every match has two cells at least: a sequence of them, which is how moves are written.
fn has_two_cells(pattern: &Pattern) -> bool {
    let Pattern::Sequence(parts) = pattern else { return false };
    parts.iter().filter(|part| matches!(part, Pattern::Cell { .. })).count() >= 2
}

/// The cells that are chosen for the ends of a pattern, each with the positions that it may have.
fn ends_of(rule: &Rule) -> Vec<(ParamSlot, Vec<u32>)> {
    let mut all = Vec::new();
    type Positions = fn(&Pattern, &mut Vec<u32>) -> bool;
    let ends = [(rule.from, first_positions as Positions), (rule.to, last_positions as Positions)];
    for (slot, positions) in ends {
        let mut found = Vec::new();
        if let Some(slot) = slot
            && positions(&rule.pattern, &mut found)
        {
            all.push((slot, found));
        }
    }
    all
}

/// Most turns of a walk; `None` where it may turn back, or as often as there is room.
fn most_turns(pattern: &Pattern) -> Option<u32> {
    match pattern {
        Pattern::Cell { .. } | Pattern::Edge => Some(0),
        Pattern::Turn => Some(1),
        Pattern::Bend => None,
        Pattern::Sequence(parts) => {
            parts.iter().try_fold(0, |sum: u32, part| sum.checked_add(most_turns(part)?))
        }
        Pattern::Choice(parts) => {
            parts.iter().try_fold(0, |most, part| Some(most_turns(part)?.max(most)))
        }
        Pattern::Repeat { body, greatest, .. } => match (most_turns(body)?, greatest) {
            (0, _) => Some(0),
            (turns, greatest) => turns.checked_mul((*greatest)?),
        },
    }
}

/// The rules of which a statement does the first that matches, where it does nothing else.
pub(super) fn rules_of_choice(statement: &Statement) -> Option<Vec<&Rule>> {
    match statement {
        Statement::Rule(rule) => Some(vec![rule]),
        Statement::OrElse(blocks) => {
            let rules = blocks.iter().map(|block| {
                let [statement] = &block[..] else { return None };
                rules_of_choice(statement)
            });
            Some(rules.collect::<Option<Vec<_>>>()?.concat())
        }
        Statement::Must(_)
        | Statement::Relocate { .. }
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
