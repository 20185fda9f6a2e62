//! Whole turns: the body of the action, what follows it, the ends, and what the next player can do.

use std::collections::BTreeSet;

use masume_program::interp::code::{Code, Instruction, MaskReg, NumReg, Register};
use masume_program::interp::game::{GameCode, PlayerCode};
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::{ACTIVE, AGAIN, ALL, OVER, Registers};
use masume_program::{ActionProgram, Cond, Effect, End, NoCode, Op, Plan, RuleOp, Unsupported};
use masume_rules::model::{EndKind, ValueKind};

use super::filter::only_rules;
use super::repeat::FUEL_OF_LOOPS;
use super::trial::ready;
use super::{Branch, Chosen, Translation};
use crate::interp::emit::Emitter;
use crate::interp::passes::{key, run_passes};

/// For each player what it can do and its turn; what counts the points, and where they are.
type Written = (Vec<[Vec<Instruction>; 2]>, Vec<Instruction>, Vec<NumReg>);

impl<'p> Translation<'p> {
    /// All code of the game.
    pub(super) fn game(mut self) -> Result<GameCode, NoCode> {
        let written = self.written();
        let (written, scores, points) =
            written.map_err(|why| NoCode { why, action: self.action.or(self.untold) })?;
        Ok(self.finished(written, scores, points))
    }

    /// Code of the choices of players, of their turns, and of the points, before passes.
    fn written(&mut self) -> Result<Written, Unsupported> {
        self.any = (0..self.programs.len()).map(|_| self.registers.add_mask()).collect();
        let mut written = Vec::new();
        for player in 0..self.programs.len() {
            self.legal(player)?;
            written.push([self.taken(), Vec::new()]);
        }
        let mut counted = Vec::new();
        for (player, [_, turn]) in written.iter_mut().enumerate() {
            self.player = player;
            counted.push(self.turn()?);
            *turn = self.taken();
        }
        let points = self.scores()?;
        let scores = self.taken();
        // Plies are counted where any code has asked for them.
        if let Some(ply) = self.registers.ply {
            let one = self.registers.constant(1);
            for ([_, turn], (at, after)) in written.iter_mut().zip(counted) {
                let count =
                    [Instruction::Add(after, ply, one), Instruction::Assign(ply, after, ACTIVE)];
                turn.splice(at..at, count);
            }
        }
        Ok((written, scores, points))
    }

    /// The same, ready to run.
    fn finished(
        self,
        written: Vec<[Vec<Instruction>; 2]>,
        scores: Vec<Instruction>,
        points: Vec<NumReg>,
    ) -> GameCode {
        let kept = self.picks.iter().flatten().map(|pick| pick.registers());
        let (kept_sets, kept_masks): (Vec<_>, Vec<_>) = kept.unzip();
        let (kept_sets, mut kept_masks) = (kept_sets.concat(), kept_masks.concat());
        let mut unread = BTreeSet::new();
        if self.is_any_asked {
            kept_masks.extend(&self.any);
        } else {
            unread.extend(self.any.iter().map(|&mask| key(&Register::Mask(&mut { mask }))));
        }
        let is_question_kept = self.is_any_asked
            && written.iter().any(|[_, turn]| turn.iter().any(|it| self.may_fail_unread(it)));
        // Registers have their places only when all constants are known.
        let registers = self.registers;
        let code = |written| run_passes(written, &registers, &unread);
        // Who asks for what comes of a turn does not ask for what can be done then, but where the rules ask and that may
        // end in an error, whatever else can be done.
        let sets = kept_sets.iter().map(|&set| key(&Register::Set(&mut { set })));
        let masks = kept_masks.iter().map(|&mask| key(&Register::Mask(&mut { mask })));
        let choices = sets.chain(masks).filter(|_| !is_question_kept);
        let choices = choices.chain(unread.iter().copied()).collect();
        let scores: Code = code(scores);
        let players = written.into_iter().zip(self.picks).map(|([legal, turn], picks)| {
            let turn_alone = run_passes(turn.clone(), &registers, &choices);
            let turn = code(turn);
            PlayerCode {
                turn_alone,
                may_retry: turn.may_retry() || scores.may_retry(),
                uses_ways: turn.uses_ways(),
                turn,
                legal: code(legal),
                picks,
            }
        });
        let players = players.collect();
        let trials = self.written_trials.into_iter();
        let trials = trials.map(|trial| ready(trial, &registers, &unread)).collect();
        let (pass, slides) = (self.rules.pass, self.slides);
        GameCode {
            players,
            scores,
            points,
            pass,
            kept_sets,
            kept_masks,
            slides,
            trials,
            places: self.places,
            singles: self.singles,
            registers,
        }
    }

    /// True if an instruction can fail, but is removed as dead code where nobody reads what it
    /// writes.
    fn may_fail_unread(&self, instruction: &Instruction) -> bool {
        if let Instruction::TryCells { trial, .. } = instruction {
            let trial = &self.written_trials[usize::from(*trial)];
            trial.body.iter().any(|(code, _)| code.iter().any(Instruction::may_retry))
        } else {
            matches!(instruction, Instruction::Ask { .. })
        }
    }

    fn taken(&mut self) -> Vec<Instruction> {
        std::mem::take::<Emitter>(&mut self.emit).code
    }

    /// A turn; says where in it the action is counted, and a number for that.
    fn turn(&mut self) -> Result<(usize, NumReg), Unsupported> {
        let program = self.program();
        self.may_finish = false;
        self.may_retry = true;
        self.may_ask_legal = false;
        self.untold = None;
        self.statements = 0;
        self.fuel = FUEL_OF_LOOPS;
        self.bounds.clear();
        let zero = self.registers.constant(0);
        for local in 0..self.registers.locals {
            let local = NumReg(self.registers.values + local);
            self.emit.act(Instruction::Assign(local, zero, ALL));
            self.bounds.insert(local, 0);
        }
        self.emit.forget_table();
        // Step 1. The body of each action, on the boards where it is done.
        for (index, action) in program.actions.iter().enumerate() {
            if action.body.is_empty() {
                continue;
            }
            let mask = Registers::action(index);
            self.base = mask;
            self.action = Some(index as u8);
            (self.chosen_by, self.chosen_ways) = self.chosen_of(index);
            let region = self.emit.enter(mask);
            self.choose_for(mask);
            match &action.plan {
                Plan::Match { .. } | Plan::Always => {
                    self.is_decided_body = true;
                    self.first_rules = deciding(&action.body);
                    self.block(&action.body, mask)?;
                    self.first_rules.clear();
                    self.is_decided_body = false;
                }
                Plan::Potential(_) | Plan::BruteForce { .. } if self.is_slide(index) => {
                    self.slide(index, mask)?;
                }
                Plan::Potential(_) | Plan::BruteForce { .. } | Plan::Either(..) => {
                    self.is_decided_body = true;
                    let is_told = self.chosen_by == Chosen::Direction;
                    self.cannot_clash = is_told && matches!(action.plan, Plan::Potential(_));
                    if self.chosen_by == Chosen::Pairs {
                        self.first_rules = deciding(&action.body);
                    }
                    self.branches = self.branches_of(index, action);
                    self.block(&action.body, mask)?;
                    self.branches = None;
                    self.first_rules.clear();
                    (self.is_decided_body, self.cannot_clash) = (false, false);
                }
            }
            self.emit.leave(region);
        }
        self.action = None;
        self.chosen_cells = self.registers.chosen;
        // Step 2. What follows.
        let counted = (self.emit.code.len(), self.emit.loose_num());
        if self.registers.ply.is_some() {
            self.emit.forget_table();
        }
        (self.base, self.chosen_by, self.chosen_ways) = (ACTIVE, Chosen::Nothing, 0);
        let going = self.going();
        self.block(&program.then, going)?;
        // Step 3. Who is next.
        let own = self.player;
        let next = self.next_player();
        if let Some((again, span)) = &program.again {
            self.span = Some(*span);
            let holds = self.condition(again)?;
            let going = self.going();
            self.emit.act(Instruction::MaskAnd(AGAIN, going, holds));
            self.emit.forget_table();
        }
        // Step 4. What they can do, and the ends.
        self.legal_of_next(own, next)?;
        self.may_ask_legal = true;
        let mut goal = 0;
        for end in &program.ends {
            self.end(end, &mut goal)?;
        }
        Ok(counted)
    }

    /// The cells that were chosen for one of several actions: other boards chose for others.
    fn choose_for(&mut self, mask: MaskReg) {
        let chooses = |pick: &&Pick| !matches!(pick, Pick::Plain(_) | Pick::Directions(..));
        self.chosen_cells = self.registers.chosen;
        if self.picks[self.player].iter().filter(chooses).count() > 1 {
            let only = |cells| self.emit.set(|to| Instruction::Only(to, cells, mask));
            self.chosen_cells = self.registers.chosen.map(only);
        }
    }

    /// Branches of the first `if` of a body, where each has a plan of its own.
    fn branches_of(&self, index: usize, action: &'p ActionProgram) -> Option<[Branch<'p>; 2]> {
        let [then, otherwise] = self.picks[self.player][index].kinds() else { return None };
        let mut blocks = action.body.iter().filter_map(|op| {
            if let Op::If(_, then, otherwise, _) = op { Some((then, otherwise)) } else { None }
        });
        let (first, last) = blocks.next()?;
        let branch = |kind, block| Branch {
            chosen: self.chosen_by_pick(kind),
            first_rules: deciding(block),
        };
        Some([branch(then, first), branch(otherwise, last)])
    }

    /// Runs a block; what is told of it is only of its boards.
    pub(super) fn branch(
        &mut self,
        block: &[Op],
        mask: MaskReg,
        told: Option<Branch<'p>>,
    ) -> Result<Option<MaskReg>, Unsupported> {
        let Some(told) = told else { return self.block(block, mask) };
        let only = |cells| self.emit.set(|to| Instruction::Only(to, cells, mask));
        let cells = self.chosen_cells.map(only);
        let cells = std::mem::replace(&mut self.chosen_cells, cells);
        let base = std::mem::replace(&mut self.base, mask);
        let chosen = (self.chosen_by, self.chosen_ways);
        (self.chosen_by, self.chosen_ways) = told.chosen;
        let first_rules = std::mem::replace(&mut self.first_rules, told.first_rules);
        let ran = self.block(block, mask);
        (self.chosen_by, self.chosen_ways) = chosen;
        (self.base, self.chosen_cells, self.first_rules) = (base, cells, first_rules);
        ran
    }

    /// Boards of the turn whose game goes on.
    fn going(&mut self) -> MaskReg {
        if self.may_finish { self.only_without(ACTIVE, OVER) } else { ACTIVE }
    }

    fn legal_of_next(&mut self, own: usize, next: usize) -> Result<(), Unsupported> {
        self.scope = ACTIVE;
        if self.program().again.is_none() || own == next {
            return self.legal(next);
        }
        let region = self.emit.enter(AGAIN);
        self.scope = AGAIN;
        self.legal(own)?;
        self.emit.leave(region);
        self.scope = ACTIVE;
        // Who is not next is asked where an end asks everyone.
        if self.program().ends.iter().any(|end| asks_everyone(&end.condition)) {
            return self.legal(next);
        }
        let others = self.only_without(ACTIVE, AGAIN);
        let region = self.emit.enter(others);
        self.legal(next)?;
        self.emit.leave(region);
        Ok(())
    }

    fn end(&mut self, end: &End, goal: &mut u32) -> Result<(), Unsupported> {
        self.span = Some(end.span);
        let mut asked = self.going();
        if end.kind == EndKind::Goal {
            *goal += 1;
            // Past the 64th they are never asked.
            let Some(nth) = (*goal <= 64).then(|| *goal - 1) else { return Ok(()) };
            let open = self.emit.mask(|to| Instruction::NotReached(to, nth));
            asked = self.both(asked, open);
            let holds = self.condition(&end.condition)?;
            let come = self.both(asked, holds);
            self.emit.act(Instruction::ReachGoal(nth, come));
            self.emit.forget_table();
            self.plain_effects(&end.effects, come)?;
            if !end.effects.is_empty() {
                // The ends behind it ask what can be done now.
                let region = self.emit.enter(come);
                self.legal_of_next(self.player, self.next_player())?;
                self.emit.leave(region);
            }
            return Ok(());
        }
        let holds = self.condition(&end.condition)?;
        let come = self.both(asked, holds);
        if end.kind == EndKind::Stage {
            self.emit.act(Instruction::Retry(come));
            return Ok(());
        }
        self.plain_effects(&end.effects, come)?;
        // An effect may have ended the game in another way.
        let ends_itself = end.effects.iter().any(|effect| matches!(effect, Effect::Finish(_)));
        let come = if ends_itself { self.only_without(come, OVER) } else { come };
        self.emit.act(Instruction::End(come, end.kind));
        self.emit.forget_table();
        self.may_finish = true;
        Ok(())
    }

    /// The points of every player.
    fn scores(&mut self) -> Result<Vec<NumReg>, Unsupported> {
        self.may_retry = false;
        // Boards whose points are too great are marked for a retry.
        self.is_scoring = true;
        self.may_ask_legal = false;
        let value = self.rules.values.iter().position(|it| it.kind == ValueKind::Score);
        let mut points = Vec::new();
        for player in 0..self.programs.len() {
            self.player = player;
            let found = match (&self.program().score, value) {
                (Some((score, _)), _) => self.number(score)?,
                (None, Some(value)) => NumReg(value as u16),
                (None, None) => continue,
            };
            let to = self.registers.add_num(0);
            self.emit.act(Instruction::Assign(to, found, ALL));
            points.push(to);
        }
        self.is_scoring = false;
        Ok(points)
    }
}

/// The rules of which one matches where a body is legal by its matches.
fn deciding(body: &[Op]) -> Vec<&RuleOp> {
    let is_first = |op: &&Op| !matches!(op, Op::Require(..) | Op::Let(..) | Op::Effects(..));
    let first = body.iter().find(is_first);
    first.and_then(|op| only_rules(std::slice::from_ref(op))).unwrap_or_default()
}

/// True if a condition asks what players can do who are not next.
fn asks_everyone(condition: &Cond) -> bool {
    match condition {
        Cond::NobodyCanAct | Cond::Solvable | Cond::Reference(_) => true,
        Cond::NoAction(_)
        | Cond::Some(_)
        | Cond::Every(..)
        | Cond::EveryonePassed
        | Cond::Compare(..) => false,
        Cond::Not(inner) => asks_everyone(inner),
        Cond::And(parts) | Cond::Or(parts) => parts.iter().any(asks_everyone),
    }
}
