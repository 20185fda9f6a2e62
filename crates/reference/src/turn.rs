//! The order of things: a turn, the start of a game, its ends.

use masume_rules::action::{Action, Argument, Choice, MAX_PARAMS};
use masume_rules::chance::{Chance, Refusing};
use masume_rules::model::{End, EndKind, FUEL, Player};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::{Board, State};

use crate::Step;
use crate::legal::Asking;
use crate::machine::{Machine, Stop};
use crate::scene::{Context, Letters};

/// The most stages that may be won in one action.
const MAX_STAGES: u32 = 100;

/// Ends that are asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// All.
    All,
    /// All but `win stage`: of a state that comes from outside, which no `start` may replace.
    NoStages,
}

/// The state after the action, and what has fired if that was asked.
pub(crate) fn apply(
    context: &Context<'_>,
    state: &State,
    action: Action,
    chance: &mut dyn Chance,
    steps: Option<Vec<Step>>,
) -> Result<(State, Option<Vec<Step>>), Stop> {
    let asking = Asking::new(context, state, state.to_act);
    if state.outcome.is_some() || !asking.is_allowed(action)? {
        return Err(Stop::Illegal);
    }
    // No draw refuses an action that is legal: that is known before anything is drawn.
    if asking.may_refuse_after_draw(action) && !asking.does_something(action)? {
        return Err(Stop::Illegal);
    }
    let mut machine = Machine::new(context, state.clone(), state.to_act, chance);
    machine.steps = steps;
    machine.run_body(state, action)?;
    machine.count(action)?;
    machine.end_turn()?;
    Ok((machine.state, machine.steps))
}

/// Place of the requirement in its body for which an action is illegal; `None` where it is legal,
/// or illegal for another reason.
pub(crate) fn unmet(
    context: &Context<'_>,
    state: &State,
    action: Action,
) -> Result<Option<Span>, RunError> {
    let asking = Asking::new(context, state, state.to_act);
    if state.outcome.is_some() || !asking.is_allowed(action)? {
        return Ok(None);
    }
    let mut refusing = Refusing;
    let mut machine = Machine::new(context, state.clone(), state.to_act, &mut refusing);
    match machine.run_body(state, action) {
        Err(Stop::Illegal) => Ok(machine.unmet),
        Err(Stop::Run(error)) => Err(error),
        Ok(()) | Err(Stop::Drawn) => Ok(None),
    }
}

/// A new game on this board.
pub(crate) fn start(
    context: &Context<'_>,
    board: Board,
    random: Random,
    chance: &mut dyn Chance,
) -> Result<State, Stop> {
    let state = State {
        board,
        values: context.rules.values.iter().map(|value| value.initial).collect(),
        to_act: Player(0),
        ply: 0,
        passes: 0,
        goals: 0,
        outcome: None,
        random,
    };
    let mut machine = Machine::new(context, state, Player(0), chance);
    machine.run_start()?;
    machine.see_before_first();
    machine.ask_ends(Ends::All)?;
    machine.state.to_act = Player(0);
    Ok(machine.state)
}

/// Asks the ends of a state that comes from outside.
pub(crate) fn judge(
    context: &Context<'_>,
    state: State,
    chance: &mut dyn Chance,
) -> Result<State, Stop> {
    let to_act = state.to_act;
    let before = context.players().find(|&player| context.player_after(player) == to_act);
    let mut machine = Machine::new(context, state, before.unwrap_or(to_act), chance);
    machine.frame.next = to_act;
    machine.ask_ends(Ends::NoStages)?;
    Ok(machine.state)
}

impl<'a> Machine<'_, 'a> {
    /// Runs the body of an action whose arguments and condition are in order; `before` is the
    /// state it is chosen in. Illegal where it changes nothing.
    pub(crate) fn run_body(&mut self, before: &State, action: Action) -> Result<(), Stop> {
        let Choice::Declared(index) = action.choice else { return Ok(()) };
        let info = self.context.rules.actions.get(usize::from(index));
        let Some(info) = info else { return Ok(()) };
        if info.body.is_empty() {
            return Ok(());
        }
        self.choose(action);
        self.frame.span = info.span;
        self.frame.fuel = FUEL;
        self.context.prices.action(index)?;
        self.run_block(&info.body)?;
        let has_changed = self.state.board != before.board || self.state.values != before.values;
        if has_changed || self.frame.has_drawn || self.is_over() {
            Ok(())
        } else {
            Err(Stop::Illegal)
        }
    }

    /// Counts an action that was done.
    fn count(&mut self, action: Action) -> Result<(), Stop> {
        let overflow = self.error(RunErrorKind::Overflow);
        let state = &mut self.state;
        let (ply, passes) = match action.choice {
            Choice::Pass => (state.ply.checked_add(1), state.passes.checked_add(1)),
            Choice::Declared(_) => (state.ply.checked_add(1), Some(0)),
        };
        let (Some(ply), Some(passes)) = (ply, passes) else { return Err(overflow) };
        (state.ply, state.passes) = (ply, passes);
        Ok(())
    }

    /// Rest of a turn behind its action: `then`, `again`, the ends, the next player.
    fn end_turn(&mut self) -> Result<(), Stop> {
        // Step 1. The action is over: nothing of it is known any more but the locals.
        self.frame.arguments = [Argument::None; MAX_PARAMS];
        self.frame.body = None;
        self.frame.asked = 0;
        self.frame.may_solve = true;
        self.frame.next = self.context.player_after(self.frame.acting);
        // Step 2. `then`.
        let rules = self.context.rules;
        if !self.is_over() {
            self.context.prices.then()?;
            self.frame.fuel = FUEL;
            self.run_block(&rules.then)?;
        }
        // Step 3. `again`.
        if let Some(again) = &rules.again
            && !self.is_over()
        {
            self.frame.span = again.span;
            if self.holds(&again.value)? {
                self.frame.next = self.frame.acting;
            }
        }
        // Step 4. The ends.
        self.ask_ends(Ends::All)?;
        self.state.to_act = self.frame.next;
        Ok(())
    }

    /// Asks the ends in the order of the text until one ends the game.
    fn ask_ends(&mut self, ends: Ends) -> Result<(), Stop> {
        let rules = self.context.rules;
        let mut stages = 0;
        'ask: loop {
            if !self.is_over() {
                self.context.prices.ends()?;
            }
            let mut goal = 0;
            for end in &rules.ends {
                if self.is_over() {
                    return Ok(());
                }
                self.frame.span = end.span;
                let is_asked = match end.kind {
                    EndKind::Goal => {
                        goal += 1;
                        self.is_goal_open(goal - 1)
                    }
                    EndKind::Stage => ends == Ends::All,
                    EndKind::Win | EndKind::Lose | EndKind::Draw | EndKind::End => true,
                };
                if !is_asked || !self.holds(&end.condition)? {
                    continue;
                }
                match end.kind {
                    EndKind::Goal => {
                        self.state.goals |= goal_bit(goal - 1);
                        self.run_effects(&end.effects, &Letters::default())?;
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
                        self.run_effects(&end.effects, &Letters::default())?;
                        if !self.is_over() {
                            self.finish(end.kind)?;
                        }
                    }
                }
            }
            return Ok(());
        }
    }

    /// Goes on with the next stage: an empty board, the values kept, the first player to act.
    fn win_stage(&mut self, end: &'a End) -> Result<(), Stop> {
        self.run_effects(&end.effects, &Letters::default())?;
        if self.is_over() {
            return Ok(());
        }
        self.enter_next_stage()?;
        let board = &self.state.board;
        self.state.board = Board::new(*board.grid(), board.layer_count());
        self.state.to_act = Player(0);
        self.frame.acting = Player(0);
        self.frame.next = Player(0);
        self.run_start()?;
        self.see_before_first();
        Ok(())
    }

    /// Sees the board as the last player does before the first one acts.
    fn see_before_first(&mut self) {
        self.frame.acting = self.context.last_player();
        self.frame.next = Player(0);
    }

    fn is_goal_open(&self, goal: u32) -> bool {
        let bit = goal_bit(goal);
        bit != 0 && self.state.goals & bit == 0
    }
}

/// The bit of a goal; 0 past the 64th, which is never asked.
fn goal_bit(goal: u32) -> u64 {
    1u64.checked_shl(goal).unwrap_or(0)
}
