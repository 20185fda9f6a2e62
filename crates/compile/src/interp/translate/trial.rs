//! Choices whose legality only a run of the body tells: it is run on boards of its own, one for each
//! choice.
//!
//! The choices that are worth a run are found before: the first one by what the patterns that must
//! match begin with, the second one by what they end with where the first one is chosen. Both may be
//! more than what is legal, never less.

use std::collections::BTreeSet;

use masume_program::interp::code::{Code, Instruction, MaskReg, NumReg, Register, SetReg};
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::{ACTIVE, ALL, OVER, Registers};
use masume_program::interp::trial::{Kept, MOST_RULES, Options, Seconds, Trial, Untried};
use masume_program::{ActionProgram, Op, Plan, RuleOp, Unsupported};
use masume_rules::action::MAX_PARAMS;
use masume_rules::model::ParamKind;

use super::moves::Moves;
use super::repeat::{ChangeKinds, FUEL_OF_LOOPS};
use super::{Branch, Chosen, Translation};
use crate::interp::emit::Emitter;
use crate::interp::passes::{Key, key, run_passes};

/// A trial with its code made ready to run.
pub(super) fn ready(
    trial: Trial<Vec<Instruction>>,
    registers: &Registers,
    unread: &BTreeSet<Key>,
) -> Trial {
    let ready = |code| run_passes(code, registers, unread);
    let seconds = trial.seconds.map(|it| Seconds {
        code: ready(it.code),
        cells: it.cells,
        may_match: it.may_match,
        certain: it.certain,
    });
    let body = trial.body.map(|(code, does)| {
        let left = left_unread(&code, does).unwrap_or_else(|| unread.clone());
        (run_passes(code, registers, &left), does)
    });
    let codes =
        seconds.iter().map(|seconds| &seconds.code).chain(body.iter().map(|(code, _)| code));
    let uses_ways = codes.into_iter().any(Code::uses_ways);
    Trial {
        action: trial.action,
        options: trial.options,
        is_unordered: trial.is_unordered,
        seconds,
        body,
        uses_ways,
        kept: trial.kept,
        untried: trial.untried,
    }
}
/// The registers of the table that a body leaves and nobody reads: all but whether it does anything. `None` where
/// something in it reads what it does not name.
fn left_unread(code: &[Instruction], does: MaskReg) -> Option<BTreeSet<Key>> {
    if code.iter().any(|it| it.reads_state() || it.changes_board_unseen()) {
        return None;
    }
    let mut left = BTreeSet::new();
    for instruction in code {
        instruction.clone().registers(&mut |register, is_written| {
            left.extend(is_written.then(|| key(&register)));
        });
    }
    left.remove(&key(&Register::Mask(&mut { does })));
    Some(left)
}

/// The most choices of three things, each of which is listed by itself.
const MOST_OF_THREE: u64 = 1 << 16;

/// Facts of a translation that makes the code of a turn, put aside while it makes other code.
struct SavedTranslation<'p> {
    emit: Emitter,
    base: MaskReg,
    chosen: (Chosen, u8, [SetReg; MAX_PARAMS]),
    is_decided_body: bool,
    first_rules: Vec<&'p RuleOp>,
    branches: Option<[Branch<'p>; 2]>,
    bounds: std::collections::BTreeMap<NumReg, i64>,
    flags: [bool; 3],
    statements: u32,
    fuel: u32,
    action: Option<u8>,
    choosing: Option<usize>,
}

impl<'p> Translation<'p> {
    /// The choices of an action whose body is run for each that may be legal.
    pub(super) fn brute_force(
        &mut self,
        index: usize,
        action: &'p ActionProgram,
        may: MaskReg,
    ) -> Result<Pick, Unsupported> {
        if action.may_refuse_after_draw {
            return Err(Unsupported("what is drawn may refuse an action"));
        }
        let moves = self.moves(index, action).filter(|_| !self.is_told_by_seconds(action));
        let mark = self.emit.mark();
        let untried = moves.as_ref().map(|moves| self.untried(moves)).unwrap_or_default();
        let known = self.trials[self.player].iter().find(|(known, _)| *known == index);
        let trial = match known {
            Some((_, trial)) => *trial,
            None => {
                let registers = self.untried_registers(&untried);
                let trial = self.trial((index, action), moves.as_ref(), registers)?;
                self.trials[self.player].push((index, trial));
                trial
            }
        };
        let kept = self.written_trials[usize::from(trial)].untried.clone();
        if kept.ends.is_empty() {
            self.emit.back_to(mark);
        }
        self.keep_untried(&untried, &kept);
        let mut may = may;
        if self.written_trials[usize::from(trial)].body.is_none() {
            for op in &action.body {
                if let Op::Require(condition, _) = op {
                    let holds = self.condition(condition)?;
                    may = self.both(may, holds);
                }
            }
        }
        let firsts = self.firsts(action)?;
        let mark = self.emit.mark();
        let certain = self.certain(index, action).unwrap_or_else(|_| {
            self.emit.back_to(mark);
            self.nothing()
        });
        let scope = self.scope;
        if self.written_trials[usize::from(trial)].is_of_one_cell() {
            // Where the cells will be kept, they are now.
            if self.picks[self.player].len() <= index {
                let nothing = masume_board::CellSet::empty(&self.layout.grid);
                let cells = self.registers.add_set(nothing);
                self.picks[self.player].push(Pick::Tried(trial, cells));
            }
            let Pick::Tried(_, before) = self.picks[self.player][index] else {
                return Err(Unsupported("a cell is tried here, and told there"));
            };
            let mark = self.emit.mark();
            let firsts = self.possible(index, action, [firsts, certain]).unwrap_or_else(|_| {
                self.emit.back_to(mark);
                firsts
            });
            let to = self.emit.loose_set();
            self.emit.act(Instruction::TryCells { to, trial, before, firsts, certain, scope, may });
            return Ok(Pick::Tried(trial, to));
        }
        let any = self.emit.loose_mask();
        self.emit.act(Instruction::List { any, trial, firsts, scope, may });
        Ok(Pick::Listed(trial, any))
    }

    fn trial(
        &mut self,
        (index, action): (usize, &'p ActionProgram),
        moves: Option<&Moves<'p>>,
        untried: Untried,
    ) -> Result<u16, Unsupported> {
        let info = &self.rules.actions[index];
        let options = info.params.iter().map(|param| match param {
            ParamKind::Direction(ways) => {
                let ways = ways.directions(self.program().player, &|_| None);
                Options::Directions(super::set::mask_of(&ways))
            }
            ParamKind::Cell => Options::Cells,
            ParamKind::Column => Options::Columns,
            ParamKind::Row => Options::Rows,
        });
        let options: Vec<Options> = options.collect();
        let is_direction = |it: &&Options| matches!(it, Options::Directions(_));
        if options.iter().filter(is_direction).count() > 1 {
            return Err(Unsupported("two directions are chosen"));
        }
        if options.len() > 2 && self.ways_to_choose(&options) > MOST_OF_THREE {
            return Err(Unsupported("three things are chosen in too many ways"));
        }
        let saved = self.put_aside(&options);
        let made = self.trial_code((index, action), options, (moves, untried));
        self.take_up(saved);
        self.written_trials.push(made?);
        Ok((self.written_trials.len() - 1) as u16)
    }

    /// Number of ways in which these can be chosen.
    fn ways_to_choose(&self, options: &[Options]) -> u64 {
        let grid = &self.layout.grid;
        let (width, height) = (u64::from(grid.width()), u64::from(grid.height()));
        let each = options.iter().map(|options| match options {
            Options::Directions(ways) => u64::from(ways.count_ones()),
            Options::Cells => width * height,
            Options::Columns => width,
            Options::Rows => height,
        });
        each.product()
    }

    fn put_aside(&mut self, options: &[Options]) -> SavedTranslation<'p> {
        let ways = Options::ways(options);
        let chosen = (self.chosen_by, self.chosen_ways, self.chosen_cells);
        (self.chosen_by, self.chosen_ways) = (Chosen::Listed, ways);
        self.chosen_cells = self.registers.chosen;
        SavedTranslation {
            emit: std::mem::take(&mut self.emit),
            base: std::mem::replace(&mut self.base, ACTIVE),
            chosen,
            is_decided_body: std::mem::replace(&mut self.is_decided_body, false),
            first_rules: std::mem::take(&mut self.first_rules),
            branches: self.branches.take(),
            bounds: std::mem::take(&mut self.bounds),
            flags: [
                std::mem::replace(&mut self.may_finish, false),
                std::mem::replace(&mut self.may_retry, true),
                std::mem::replace(&mut self.may_ask_legal, false),
            ],
            statements: std::mem::replace(&mut self.statements, 0),
            fuel: std::mem::replace(&mut self.fuel, FUEL_OF_LOOPS),
            action: self.action.take(),
            choosing: self.choosing.take(),
        }
    }

    fn take_up(&mut self, saved: SavedTranslation<'p>) {
        self.emit = saved.emit;
        self.base = saved.base;
        (self.chosen_by, self.chosen_ways, self.chosen_cells) = saved.chosen;
        self.is_decided_body = saved.is_decided_body;
        self.first_rules = saved.first_rules;
        self.branches = saved.branches;
        self.bounds = saved.bounds;
        [self.may_finish, self.may_retry, self.may_ask_legal] = saved.flags;
        (self.statements, self.fuel) = (saved.statements, saved.fuel);
        (self.action, self.choosing) = (saved.action, saved.choosing);
        (self.refused, self.may_refuse) = (None, false);
        self.may_match.clear();
    }

    fn trial_code(
        &mut self,
        (index, action): (usize, &'p ActionProgram),
        options: Vec<Options>,
        (moves, untried): (Option<&Moves<'p>>, Untried),
    ) -> Result<Trial<Vec<Instruction>>, Unsupported> {
        // Step 1. What the second choice may be.
        let of_moves = match moves {
            Some(moves) => self.seconds_of_moves(moves, &untried)?,
            None => None,
        };
        let (seconds, certain) = match (of_moves, &options[..]) {
            (Some(found), _) => (Some(found.by_rule), Some(found.certain)),
            (None, [_, Options::Cells]) => (self.seconds(action)?, None),
            (None, _) => (None, None),
        };
        let certain = certain.filter(|_| !untried.ends.is_empty());
        let is_told = seconds.is_some() && self.is_told_by_seconds(action);
        let seconds = seconds.map(|found| self.seconds_by_rule(found, certain, is_told));
        if is_told {
            return Ok(Trial {
                action: index as u8,
                is_unordered: self.rules.actions[index].unordered,
                options,
                seconds,
                body: None,
                uses_ways: false,
                kept: Kept::default(),
                untried: Untried::default(),
            });
        }
        // Step 2. The body, on the boards where nothing that it requires fails.
        self.emit = Emitter::default();
        self.action = Some(index as u8);
        let zero = self.registers.constant(0);
        for local in 0..self.registers.locals {
            let local = NumReg(self.registers.values + local);
            self.emit.act(Instruction::Assign(local, zero, ALL));
            self.bounds.insert(local, 0);
        }
        let refused = self.registers.work_mask();
        let none = self.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL));
        self.emit.keep_mask(none, refused);
        self.refused = Some(refused);
        self.emit.forget_table();
        if let Some((when, span)) = action.when.as_ref().filter(|_| action.when_depends) {
            self.span = Some(*span);
            let holds = self.condition(when)?;
            self.refuse_unless(holds, ACTIVE);
        }
        let statements = match &action.plan {
            Plan::BruteForce { statements, .. } => *statements,
            Plan::Always | Plan::Match { .. } | Plan::Potential(_) | Plan::Either(..) => {
                action.body.len()
            }
        };
        self.block(&action.body[..statements], ACTIVE)?;
        // Step 3. Whether it changed anything.
        // A body without statements is legal as it stands; what is left out of others leaves something changed.
        let is_sure = action.body.is_empty()
            || statements < action.body.len()
            || self.leaves_what_it_puts(index, action);
        let kept = if is_sure { Kept::default() } else { self.kept_since(0, ChangeKinds::All) };
        let changed = if is_sure {
            ALL
        } else {
            let changed = self.changed(&kept);
            let over = Some(OVER).filter(|_| self.may_finish);
            match (changed, over) {
                (Some(changed), Some(over)) => self.either(changed, over),
                (changed, over) => changed.or(over).unwrap_or(none),
            }
        };
        let does = self.only_without(changed, refused);
        let to = self.registers.work_mask();
        self.emit.keep_mask(does, to);
        let body = Some((std::mem::take::<Emitter>(&mut self.emit).code, to));
        let (is_unordered, action) = (self.rules.actions[index].unordered, index as u8);
        Ok(Trial { action, options, is_unordered, seconds, body, uses_ways: false, kept, untried })
    }

    /// Keeps the cells that may be chosen second, by rule where bodies are run for them.
    fn seconds_by_rule(
        &mut self,
        found: Vec<(&'p RuleOp, SetReg)>,
        certain: Option<SetReg>,
        is_exact: bool,
    ) -> Seconds<Vec<Instruction>> {
        let is_told = !is_exact && (2..=MOST_RULES).contains(&found.len());
        let (mut cells, mut may_match, mut all) = (Vec::new(), Vec::new(), None);
        for (rule, seconds) in found {
            all = Some(self.or(all, seconds));
            if is_told {
                cells.push(seconds);
                let mask = self.registers.work_mask();
                may_match.push(mask);
                self.may_match.push((rule, mask));
            }
        }
        if !is_told {
            cells.extend(all);
        }
        let keep = |this: &mut Self, cells: SetReg| {
            let to = this.registers.work_set();
            this.emit.keep_set(cells, to);
            to
        };
        let cells = cells.into_iter().map(|cells| keep(self, cells)).collect();
        let certain = certain.map(|cells| keep(self, cells));
        Seconds { code: std::mem::take::<Emitter>(&mut self.emit).code, cells, may_match, certain }
    }

    /// On the boards of the mask the action is refused unless this holds.
    pub(super) fn refuse_unless(&mut self, holds: MaskReg, mask: MaskReg) {
        let Some(refused) = self.refused else { return };
        let fails = self.only_without(mask, holds);
        self.emit.act(Instruction::MaskOr(refused, refused, fails));
        self.emit.forget_table();
        self.may_refuse = true;
    }
}
