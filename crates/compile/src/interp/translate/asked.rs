//! Conditions on the board before an action without which it is not legal.
//!
//! A rule that does not match writes nothing. So where statements run one after another and any of their rules
//! matches, the first one to match sees the board as it was when the first statement ran, and where no rule matches
//! there, none does at all (the lemma of the first match). Numbers may be counted before it; no test that asks them is
//! taken to tell anything here.
//!
//! Nothing here refutes a choice whose body ends in an error: all that runs before the point of refutation, when
//! nothing matches, is known not to fail and not to draw.

use std::collections::BTreeSet;
use std::slice::from_ref;

use masume_program::interp::code::SetReg;
use masume_program::{
    ActionProgram, Cond, Effect, Num, Op, RuleOp, Set, SetId, Strategy, Unsupported, ops,
};
use masume_rules::model::ParamSlot;

use super::Translation;
use super::filter::only_rules;
use super::locals::Locals;

/// Rules of which one must match, and the planes that may be written before that is asked.
#[derive(Clone)]
pub(super) struct Asked<'p> {
    pub(super) rules: Vec<&'p RuleOp>,
    /// By rule, of those of a block that runs on some boards only: what holds there, or does not.
    pub(super) conditions: Vec<Vec<(&'p Cond, bool)>>,
    pub(super) written: BTreeSet<u16>,
    /// True if no rule runs behind another that matched: each that does sees what all of them see.
    pub(super) is_choice: bool,
}

/// A condition that must hold, and the planes that may be written before that is asked.
struct Required<'p> {
    condition: &'p Cond,
    written: BTreeSet<u16>,
}

/// The rules of statements that run one after another.
#[derive(Default)]
struct InTurn<'p> {
    rules: Vec<&'p RuleOp>,
    conditions: Vec<Vec<(&'p Cond, bool)>>,
}

impl<'p> Translation<'p> {
    /// Blocks of rules of which one must match for an action to be legal.
    pub(super) fn asked(&self, action: &'p ActionProgram) -> Vec<Asked<'p>> {
        if action.when_depends && action.when_may_fail {
            return Vec::new();
        }
        self.asked_in(&action.body, true, &mut BTreeSet::new(), &mut Locals::followed())
    }

    /// Blocks of rules that must match in a block; `is_all` says that nothing else of the body does anything.
    fn asked_in(
        &self,
        block: &'p [Op],
        is_all: bool,
        written: &mut BTreeSet<u16>,
        locals: &mut Locals,
    ) -> Vec<Asked<'p>> {
        let is_must = |op: &Op| matches!(op, Op::Must(_));
        if is_all && !ops(block).any(is_must) {
            return self.asked_of(block, true, written, &mut locals.clone()).into_iter().collect();
        }
        let mut all = Vec::new();
        let is_all = is_all && block.iter().filter(|op| !changes_nothing(op)).count() == 1;
        for op in block {
            if let Op::Must(block) = op {
                all.extend(self.asked_of(block, false, written, &mut locals.clone()));
            } else if let Op::If(condition, then, otherwise, _) = op {
                if locals.is_plain(condition) {
                    let blocks = [&then[..], otherwise];
                    let before = (&*written, &*locals);
                    all.extend(self.asked_in_either(condition, blocks, is_all, before));
                }
            } else if is_all && !changes_nothing(op) {
                all.extend(self.asked_of(from_ref(op), true, written, &mut locals.clone()));
            }
            // What is never asked comes to no error.
            if !self.cannot_fail_with(op, locals) || self.add_written(op, written).is_none() {
                break;
            }
        }
        all
    }

    /// The rules of a block of which one must match; `None` where that is not all that it may do, or it may fail
    /// although none does. `changes` says whether counting a value is as good as a match.
    fn asked_of(
        &self,
        block: &'p [Op],
        changes: bool,
        written: &BTreeSet<u16>,
        locals: &mut Locals,
    ) -> Option<Asked<'p>> {
        // What alone stands in a block asks nothing else.
        if let Some(rules) = only_rules(block) {
            let conditions = vec![Vec::new(); rules.len()];
            return Some(Asked { rules, conditions, written: written.clone(), is_choice: true });
        }
        let mut found = InTurn::default();
        self.add_in_turn(block, (changes, written), (&mut Vec::new(), locals), &mut found)?;
        let is_choice = is_choice(block);
        let InTurn { rules, conditions } = found;
        Some(Asked { rules, conditions, written: written.clone(), is_choice })
    }

    /// Adds the rules of a block, which runs where these conditions hold, or do not; `None` where more may come of it
    /// although none of them matches.
    fn add_in_turn(
        &self,
        block: &'p [Op],
        (changes, written): (bool, &BTreeSet<u16>),
        (holding, locals): (&mut Vec<(&'p Cond, bool)>, &mut Locals),
        found: &mut InTurn<'p>,
    ) -> Option<()> {
        let how = (changes, written);
        for op in block {
            match op {
                Op::Rule(rule) => {
                    // How many are drawn is counted before it is known whether there is any.
                    if let Strategy::Random(Some(count)) = &rule.strategy
                        && !matches!(count, Num::Constant(_))
                    {
                        return None;
                    }
                    found.rules.push(rule);
                    found.conditions.push(holding.clone());
                }
                Op::OrElse(blocks) => {
                    for block in blocks {
                        self.add_in_turn(block, how, (holding, locals), found)?;
                    }
                }
                // Where nothing matches it is refused; where it is not, something does.
                Op::Must(block) | Op::Simultaneous { block, .. } => {
                    self.add_in_turn(block, how, (holding, locals), found)?;
                }
                Op::If(condition, then, otherwise, _) => {
                    if !locals.is_plain(condition) {
                        return None;
                    }
                    // Until a rule matches it is what it was.
                    let is_told = written.is_empty()
                        && self.is_told_condition(condition, written, &|_| false);
                    let mut other = locals.clone();
                    for (block, holds, locals) in
                        [(then, true, &mut *locals), (otherwise, false, &mut other)]
                    {
                        holding.extend(is_told.then_some((condition, holds)));
                        self.add_in_turn(block, how, (holding, locals), found)?;
                        holding.truncate(holding.len() - usize::from(is_told));
                    }
                    locals.or(&other);
                }
                // Where nothing matches one round changes nothing, and is the last.
                Op::Repeat(block, _) => {
                    self.add_in_turn(block, (true, written), (holding, locals), found)?;
                }
                Op::Let(..) | Op::Require(..) => {
                    self.cannot_fail_with(op, locals).then_some(())?;
                }
                Op::Effects(effects, _) => {
                    let is_local = |it: &Effect| matches!(it, Effect::AssignLocal(..));
                    let is_idle = !changes || effects.iter().all(is_local);
                    (is_idle && self.cannot_fail_with(op, locals)).then_some(())?;
                }
                Op::Times(..)
                | Op::Relocate { .. }
                | Op::March(_)
                | Op::Deal { .. }
                | Op::Shuffle { .. }
                | Op::Until(..)
                | Op::Picture(..)
                | Op::Reference { .. } => return None,
            }
        }
        Some(())
    }

    /// Blocks of rules that must match in one block or the other.
    fn asked_in_either(
        &self,
        condition: &'p Cond,
        [then, otherwise]: [&'p [Op]; 2],
        is_all: bool,
        (written, locals): (&BTreeSet<u16>, &Locals),
    ) -> Vec<Asked<'p>> {
        let is_told = written.is_empty() && self.is_told_condition(condition, written, &|_| false);
        let asked = |block: &'p [Op], holds: bool| {
            let (mut written, mut locals) = (written.clone(), locals.clone());
            let mut asked = self.asked_in(block, is_all, &mut written, &mut locals);
            for conditions in asked.iter_mut().flat_map(|it| &mut it.conditions) {
                conditions.extend(is_told.then_some((condition, holds)));
            }
            asked
        };
        let (yes, no) = (asked(then, true), asked(otherwise, false));
        let both = |(yes, no): (&Asked<'p>, &Asked<'p>)| Asked {
            rules: [&yes.rules[..], &no.rules].concat(),
            conditions: [&yes.conditions[..], &no.conditions].concat(),
            written: yes.written.union(&no.written).copied().collect(),
            is_choice: yes.is_choice && no.is_choice,
        };
        let pairs = yes.iter().flat_map(|yes| no.iter().map(move |no| (yes, no)));
        pairs.map(both).collect()
    }

    /// The cells that may be chosen for a parameter by what is required of it, where what is chosen for others is
    /// known or not; `None` where that says nothing of it.
    pub(super) fn required_cells(
        &mut self,
        action: &'p ActionProgram,
        slot: ParamSlot,
        is_known: &dyn Fn(ParamSlot) -> bool,
    ) -> Result<Option<SetReg>, Unsupported> {
        let mut all: Option<SetReg> = None;
        for required in self.required_first(action) {
            if let Some(cells) = self.required_of(&required, required.condition, slot, is_known)? {
                all = Some(all.map_or(cells, |all| self.and(all, cells)));
            }
        }
        Ok(all)
    }

    /// Conditions that are required whatever the body does.
    fn required_first(&self, action: &'p ActionProgram) -> Vec<Required<'p>> {
        let mut all = Vec::new();
        if let Some((condition, _)) = &action.when
            && action.when_depends
        {
            if action.when_may_fail {
                return all;
            }
            all.push(Required { condition, written: BTreeSet::new() });
        }
        let (mut written, mut locals) = (BTreeSet::new(), Locals::followed());
        for op in &action.body {
            if !self.cannot_fail_with(op, &mut locals) {
                break;
            }
            if let Op::Require(condition, _) = op {
                all.push(Required { condition, written: written.clone() });
            }
            if self.add_written(op, &mut written).is_none() {
                break;
            }
        }
        all
    }

    /// The cells of which one must be chosen for a part of a required condition to hold.
    fn required_of(
        &mut self,
        required: &Required<'p>,
        part: &'p Cond,
        slot: ParamSlot,
        is_known: &dyn Fn(ParamSlot) -> bool,
    ) -> Result<Option<SetReg>, Unsupported> {
        match part {
            Cond::And(parts) => {
                let mut all: Option<SetReg> = None;
                for part in parts {
                    if let Some(cells) = self.required_of(required, part, slot, is_known)? {
                        all = Some(all.map_or(cells, |all| self.and(all, cells)));
                    }
                }
                Ok(all)
            }
            Cond::Or(parts) => {
                let mut any = None;
                for part in parts {
                    let Some(cells) = self.required_of(required, part, slot, is_known)? else {
                        return Ok(None);
                    };
                    any = Some(self.or(any, cells));
                }
                Ok(any)
            }
            Cond::Some(set) => {
                let Some(rest) = self.beside_chosen(*set, slot) else { return Ok(None) };
                let mut all = self.full();
                for part in rest {
                    let cells = self.at_most(part, &required.written, is_known)?;
                    all = self.and(all, cells);
                }
                Ok(Some(all))
            }
            Cond::Not(inner) => {
                let Cond::Some(set) = &**inner else { return Ok(None) };
                let Some(rest) = self.beside_chosen(*set, slot) else { return Ok(None) };
                let is_told = |it: &SetId| self.is_told(*it, &required.written, is_known);
                if !rest.iter().all(is_told) {
                    return Ok(None);
                }
                let mut all = self.full();
                for part in rest {
                    let cells = self.set(part)?;
                    all = self.and(all, cells);
                }
                let full = self.full();
                Ok(Some(self.without(full, all)))
            }
            Cond::Every(..)
            | Cond::NoAction(_)
            | Cond::NobodyCanAct
            | Cond::EveryonePassed
            | Cond::Solvable
            | Cond::Compare(..)
            | Cond::Reference(_) => Ok(None),
        }
    }

    /// Parts of a set besides the cell chosen for a slot; `None` where it does not ask for that cell.
    fn beside_chosen(&self, set: SetId, slot: ParamSlot) -> Option<Vec<SetId>> {
        let asked = &self.program().sets[usize::from(set.0)];
        if *asked == Set::Chosen(slot) {
            return Some(Vec::new());
        }
        let Set::And(parts) = asked else { return None };
        let nth = parts.iter().position(|&part| self.beside_chosen(part, slot).is_some())?;
        let mut rest = self.beside_chosen(parts[nth], slot)?;
        rest.extend(parts.iter().enumerate().filter(|(other, _)| *other != nth).map(|(_, it)| *it));
        Some(rest)
    }
}

/// True if a statement asks or counts for the body alone: the state is the same behind it.
fn changes_nothing(op: &Op) -> bool {
    match op {
        Op::Require(..) | Op::Let(..) => true,
        Op::Effects(effects, _) => effects.iter().all(|it| matches!(it, Effect::AssignLocal(..))),
        Op::If(_, then, otherwise, _) => then.iter().chain(otherwise).all(changes_nothing),
        Op::Rule(_)
        | Op::Relocate { .. }
        | Op::OrElse(_)
        | Op::Must(_)
        | Op::Simultaneous { .. }
        | Op::Repeat(..)
        | Op::Times(..)
        | Op::March(_)
        | Op::Deal { .. }
        | Op::Shuffle { .. }
        | Op::Until(..)
        | Op::Picture(..)
        | Op::Reference { .. } => false,
    }
}

/// True if no rule of a block runs behind another that matched, but for those that see the same board.
fn is_choice(block: &[Op]) -> bool {
    let mut looking = block.iter().filter(|op| !changes_nothing(op));
    let (Some(op), None) = (looking.next(), looking.next()) else { return false };
    match op {
        Op::Rule(_) => true,
        Op::Must(block) => is_choice(block),
        Op::OrElse(blocks) => blocks.iter().all(|block| is_choice(block)),
        Op::If(_, then, otherwise, _) => [then, otherwise].into_iter().all(|it| is_choice(it)),
        Op::Simultaneous { is_one_rule, .. } => *is_one_rule,
        Op::Relocate { .. }
        | Op::Repeat(..)
        | Op::Times(..)
        | Op::Let(..)
        | Op::Effects(..)
        | Op::Require(..)
        | Op::March(_)
        | Op::Deal { .. }
        | Op::Shuffle { .. }
        | Op::Until(..)
        | Op::Picture(..)
        | Op::Reference { .. } => false,
    }
}
