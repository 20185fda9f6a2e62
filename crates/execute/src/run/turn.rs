//! The order of things: a turn, the start of a game, its ends.

use masume_board::{Bits, Direction};
use masume_program::{Beside, By, Cond, Decider, End, Mode, Op, Plan, directions};
use masume_rules::action::{Action, Argument, Choice, MAX_PARAMS};
use masume_rules::model::{EndKind, FUEL, Player};
use masume_rules::run_error::{RunError, RunErrorKind};

use crate::run::{Machine, Position, Scene, Stop};

/// The most stages that may be won in one action.
const MAX_STAGES: u32 = 100;

impl<const W: usize> Machine<'_, '_, W> {
    /// Does an action that is allowed, and all that follows it, up to the next player's turn.
    /// `before` is the position it is chosen in; where the action is known to be legal there is no
    /// need for it.
    pub(crate) fn run_turn(
        &mut self,
        before: Option<&Position>,
        action: Action,
    ) -> Result<(), Stop> {
        self.changed = Bits::EMPTY;
        self.carried = None;
        match before {
            Some(before) => self.run_body(before, action)?,
            None => {
                self.is_match_known = self.begins_with_its_decider(action);
                self.run_known_body(action)?;
            }
        }
        self.count(action)?;
        self.end_turn()
    }

    /// True if an action begins with the one rule whose matches decide what is legal, between
    /// chosen cells.
    fn begins_with_its_decider(&self, action: Action) -> bool {
        let Choice::Declared(index) = action.choice else { return false };
        let Some(program) = self.program().actions.get(usize::from(index)) else { return false };
        let (Plan::Match { deciders, guards, .. }, Some(Op::Rule(rule))) =
            (&program.plan, program.body.first())
        else {
            return false;
        };
        let [Decider { nfa, by: By::Ends(_), .. }] = deciders[..] else { return false };
        guards.is_empty() && rule.mode == Mode::Ends && rule.nfa == nfa
    }

    /// Runs the body of an action whose arguments and condition are in order. Illegal where it
    /// changes nothing.
    pub(crate) fn run_body(&mut self, before: &Position, action: Action) -> Result<(), Stop> {
        let Choice::Declared(index) = action.choice else { return Ok(()) };
        let Some(program) = self.program().actions.get(usize::from(index)) else { return Ok(()) };
        if program.body.is_empty() {
            return Ok(());
        }
        self.run_known_body(action)?;
        let has_changed = !self.position.looks_like(before);
        if has_changed || self.frame.has_drawn || self.is_over() {
            Ok(())
        } else {
            Err(Stop::Illegal)
        }
    }

    /// Runs the body of an action that is known to be legal.
    pub(crate) fn run_known_body(&mut self, action: Action) -> Result<(), Stop> {
        let Choice::Declared(index) = action.choice else { return Ok(()) };
        let Some(program) = self.program().actions.get(usize::from(index)) else { return Ok(()) };
        if program.body.is_empty() {
            return Ok(());
        }
        self.choose(action);
        self.frame.span = self.run.rules.actions[usize::from(index)].span;
        self.frame.fuel = FUEL;
        self.run.can_ask(usize::from(index))?;
        self.run_block(&program.body)?;
        Ok(())
    }

    /// Counts an action that was done.
    fn count(&mut self, action: Action) -> Result<(), Stop> {
        let passes = match action.choice {
            Choice::Pass => self.position.passes.checked_add(1),
            Choice::Declared(_) => Some(0),
        };
        let (Some(ply), Some(passes)) = (self.position.ply.checked_add(1), passes) else {
            return Err(self.error(RunErrorKind::Overflow));
        };
        (self.position.ply, self.position.passes) = (ply, passes);
        Ok(())
    }

    /// Work after an action: `then`, `again`, the ends, the next player.
    fn end_turn(&mut self) -> Result<(), Stop> {
        // Step 1. The action is over: nothing of it is known any more but the locals.
        self.frame.arguments = [Argument::None; MAX_PARAMS];
        self.frame.body = None;
        self.frame.asked = 0;
        self.frame.may_solve = true;
        self.frame.next = self.run.player_after(self.frame.acting);
        let program = self.program();
        // Step 2. `then`.
        if !self.is_over() {
            self.run.budget.then.clone()?;
            self.frame.fuel = FUEL;
            self.run_block(&program.then)?;
        }
        // Step 3. `again`.
        if let Some((again, span)) = &program.again
            && !self.is_over()
        {
            self.frame.span = *span;
            if self.scene().condition(again)? {
                self.frame.next = self.frame.acting;
            }
        }
        // Step 4. The ends.
        self.ask_ends(true)?;
        self.position.to_act = self.frame.next;
        Ok(())
    }

    /// Asks the ends in the order of the text until one ends the game.
    pub(crate) fn ask_ends(&mut self, with_stages: bool) -> Result<(), Stop> {
        let mut stages = 0;
        'ask: loop {
            if !self.is_over() {
                self.run.budget.ends.clone()?;
            }
            let mut goal = 0;
            let mut can_act = None;
            let program = self.program();
            for (nth, end) in program.ends.iter().enumerate() {
                if self.is_over() {
                    return Ok(());
                }
                self.frame.span = end.span;
                let is_asked = match end.kind {
                    EndKind::Goal => {
                        goal += 1;
                        let bit = goal_bit(goal - 1);
                        bit != 0 && self.position.goals & bit == 0
                    }
                    EndKind::Stage => with_stages,
                    EndKind::Win | EndKind::Lose | EndKind::Draw | EndKind::End => true,
                };
                if !is_asked || !self.has_come(nth, end, &mut can_act)? {
                    continue;
                }
                match end.kind {
                    EndKind::Goal => {
                        self.position.goals |= goal_bit(goal - 1);
                        self.carried = None;
                        can_act = None;
                        self.run_effects(&end.effects, &[])?;
                    }
                    EndKind::Stage => {
                        stages += 1;
                        if stages > MAX_STAGES {
                            return Err(self.error(RunErrorKind::EndlessStages));
                        }
                        self.win_stage(end)?;
                        continue 'ask;
                    }
                    EndKind::Win | EndKind::Lose | EndKind::Draw | EndKind::End => {
                        self.run_effects(&end.effects, &[])?;
                        if !self.is_over() {
                            self.finish(end.kind)?;
                        }
                    }
                }
            }
            if !self.is_over() {
                let bit = 1u64.checked_shl(u32::from(self.frame.acting.0)).unwrap_or(0);
                self.position.asked_ends |= bit;
            }
            return Ok(());
        }
    }

    /// True if the end's condition holds; `can_act` as in [`Scene::condition_knowing`].
    #[inline]
    fn has_come(
        &mut self,
        nth: usize,
        end: &End,
        can_act: &mut Option<bool>,
    ) -> Result<bool, Stop> {
        if let Some(beside) = &end.beside
            && self.run.beside[usize::from(self.frame.acting.0)][nth]
            && self.position.asked_ends >> self.frame.acting.0 & 1 == 1
        {
            return Ok(self.scene().is_beside(beside, self.changed));
        }
        // All choices are found at once, so an error among them would be found where the question,
        // which stops at the first choice, does not come to it.
        if self.run.options.carried && self.run.may_skip[usize::from(self.frame.next.0)] {
            if end.condition == Cond::NoAction(None) {
                return Ok(!self.carry(self.frame.next)?);
            }
            if end.condition == Cond::NobodyCanAct {
                return self.nobody_can_act();
            }
        }
        Ok(self.scene().condition_knowing(&end.condition, can_act)?)
    }

    /// True if the player has any declared action; what was found is kept.
    fn carry(&mut self, player: Player) -> Result<bool, Stop> {
        let mut scene = self.scene();
        scene.program = self.run.program(player);
        scene.next = player;
        scene.may_solve = false;
        scene.locals = &[];
        match scene.legal() {
            Ok(legal) => {
                let has_any = legal.choices.iter().any(|choices| !choices.is_empty());
                self.carried = Some((player, legal));
                Ok(has_any)
            }
            // The question was whether there is one.
            Err(RunError { kind: RunErrorKind::TooManyActions, .. }) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Asked of the next player first: mostly that settles it.
    fn nobody_can_act(&mut self) -> Result<bool, Stop> {
        // An error of another player's question must come first where it is asked first.
        for player in (0..self.run.programs.len() as u8).map(Player) {
            let has_action = if player == self.frame.next {
                self.carry(player)?
            } else if self.run.may_skip[usize::from(player.0)] {
                continue;
            } else {
                self.scene().has_action(player, None)?
            };
            if has_action {
                return Ok(false);
            }
        }
        for player in (0..self.run.programs.len() as u8).map(Player) {
            let is_left = player != self.frame.next && self.run.may_skip[usize::from(player.0)];
            if is_left && self.scene().has_action(player, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes on with the next stage: an empty board, the values kept, the first player to act.
    fn win_stage(&mut self, end: &End) -> Result<(), Stop> {
        self.run_effects(&end.effects, &[])?;
        if self.is_over() {
            return Ok(());
        }
        self.enter_next_stage()?;
        self.position.planes.fill(0);
        self.position.numbers.fill(masume_rules::model::EMPTY);
        self.position.asked_ends = 0;
        self.carried = None;
        self.position.to_act = Player(0);
        self.frame.acting = Player(0);
        self.frame.next = Player(0);
        self.run_start()?;
        self.see_before_first();
        Ok(())
    }

    /// Sees the board as the last player does before the first one acts.
    pub(crate) fn see_before_first(&mut self) {
        self.frame.acting = Player(self.run.programs.len().saturating_sub(1) as u8);
        self.frame.next = Player(0);
    }
}

impl<const W: usize> Scene<'_, '_, W> {
    /// True if a line of so many cells of the set goes through a cell that changed.
    fn is_beside(&self, beside: &Beside, changed: Bits<W>) -> bool {
        let cells = self.set(beside.set);
        changed.and(cells).iter().any(|cell| {
            directions(beside.dirs).filter(|&it| is_forward(it, beside.dirs)).any(|direction| {
                let mut run = 1;
                for way in [direction, direction.opposite()] {
                    let mut ahead = self.run.grid().step(cell, way);
                    while let Some(next) = ahead.filter(|&it| cells.contains(it)) {
                        run += 1;
                        if run >= beside.count {
                            return true;
                        }
                        ahead = self.run.grid().step(next, way);
                    }
                }
                run >= beside.count
            })
        })
    }
}

/// Of two opposite directions that are both asked, only one.
fn is_forward(direction: Direction, mask: u8) -> bool {
    direction as u8 >= 4 || mask >> direction.opposite() as u8 & 1 == 0
}

/// The bit of a goal; 0 past the 64th, which is never asked.
fn goal_bit(goal: u32) -> u64 {
    1u64.checked_shl(goal).unwrap_or(0)
}
