//! A game being played.

use masume_engine::{
    Action, ApplyError, Game, Outcome, Player, RunError, Setup, SetupError, State, StopToken,
};

use masume_rules::model::{Condition, Expr, ValueKind};

use crate::answers::Answers;
use crate::difference::{Side, report};
use crate::settle::{self, Settled};
use crate::timeline::Timeline;
use crate::{Cause, Edition, Entry, Report, Seats, TimelineEvent};

/// A game being played: its present state, and everything that was done.
///
/// A pass that is forced follows an action by itself and belongs to it: undoing the action undoes
/// the pass. A pass that is a choice is an action like any other.
#[derive(Clone, Debug)]
pub struct Session {
    edition: Edition,
    setup: Setup,
    /// The first state, where it is not that of the set-up but was given.
    given: Option<State>,
    timeline: Timeline,
    state: State,
    answers: Answers,
    pub(crate) seats: Seats,
}

impl Session {
    /// A new game.
    ///
    /// # Errors
    /// A set-up that the game does not have, or that went wrong while it ran.
    pub fn new(edition: Edition, setup: Setup) -> Result<Self, SetupError> {
        let state = edition.game().start(&setup)?;
        Ok(Self::begin(edition, setup, state, None))
    }

    /// A game that goes on from a state, such as one that was written by hand. The set-up says
    /// which level it is thought of as.
    pub fn from_state(edition: Edition, setup: Setup, state: State) -> Self {
        Self::begin(edition, setup, state.clone(), Some(state))
    }

    fn begin(edition: Edition, setup: Setup, state: State, given: Option<State>) -> Self {
        let settled = settle::settle(edition.game(), state);
        let timeline = Timeline::new(settled.state.clone());
        let answers = Answers::new(settled.legal);
        let seats = Seats::default();
        Self { edition, setup, given, timeline, state: settled.state, answers, seats }
    }

    /// The game, with what tells it from others.
    pub fn edition(&self) -> &Edition {
        &self.edition
    }

    /// The session with its rules stopped by this token, and those of sessions that are made from it.
    #[must_use]
    pub fn with_stop(mut self, stop: StopToken) -> Self {
        self.edition = self.edition.with_stop(stop);
        self
    }

    /// The rules, with options and levels in force.
    pub fn game(&self) -> &Game {
        self.edition.game()
    }

    /// Set-up with which the game began.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The state that it began in, where that was given and is not that of its set-up.
    pub fn given_state(&self) -> Option<&State> {
        self.given.as_ref()
    }

    /// The state that it began in, forced passes done.
    pub fn first_state(&self) -> &State {
        self.timeline.start()
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The level being played, from 1; `None` where the board is not that of a level.
    pub fn level(&self) -> Option<usize> {
        self.game().level_of(&self.setup)
    }

    /// Seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// Id with which others begin the same game, such as `2048:5x3#7`. `parse_id` reads it.
    pub fn id(&self) -> String {
        self.game().id(self.edition.name(), &self.setup)
    }

    /// Legal actions, in order; found at the first question and kept.
    ///
    /// # Errors
    /// What the rules came to while actions were tried.
    pub fn legal_actions(&self) -> Result<&[Action], &RunError> {
        self.answers.legal(self.game(), &self.state)
    }

    /// Values of the present state, as [`Game::values`] gives them; found at the first question and kept.
    pub fn values(&self) -> Vec<(String, i64)> {
        self.answers.values(self.game(), &self.state)
    }

    /// Points of the present state, where one plays alone and has some; found at the first question
    /// and kept.
    pub fn score(&self) -> Option<i64> {
        let rules = self.game().rules();
        let of_values = || rules.values.iter().position(|info| info.kind == ValueKind::Score);
        // Points that are an expression come after the values.
        let index = rules.score.as_ref().map(|_| rules.values.len()).or_else(of_values)?;
        let is_alone = rules.players.len() == 1;
        is_alone.then(|| self.values().get(index).map(|(_, number)| *number)).flatten()
    }

    /// A number that the game says of the present state; found at the first question and kept.
    ///
    /// # Errors
    /// What goes wrong in the expression.
    pub fn number(&self, expr: &Expr) -> Result<i64, RunError> {
        self.answers.number(self.game(), &self.state, expr)
    }

    /// True if a condition of the game's words holds in the present state; found at the first question
    /// and kept.
    ///
    /// # Errors
    /// Errors of the condition.
    pub fn condition(&self, condition: &Condition) -> Result<bool, RunError> {
        self.answers.condition(self.game(), &self.state, condition)
    }

    /// Outcome of the game; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome
    }

    /// Does the action. What had been undone can no longer be redone.
    ///
    /// # Errors
    /// An action that is not legal, a game that is over, or rules that went wrong; nothing has
    /// changed then.
    pub fn act(&mut self, action: Action) -> Result<Report, ApplyError> {
        let player = self.state.to_act;
        let (before, passes) = self.step(action)?;
        let text = self.game().action_text(&before.state, action);
        let cause = Cause::Action { action, text, player };
        Ok(self.report_since(&before, cause, passes))
    }

    /// Goes back to the first state; this can be undone like an action. `None` where nothing was
    /// done since the beginning.
    pub fn restart(&mut self) -> Option<Report> {
        let before = self.step_back_to_start()?;
        Some(self.report_since(&before, Cause::Restart, Vec::new()))
    }

    /// Does the action; gives the state before, and who passed.
    pub(crate) fn step(&mut self, action: Action) -> Result<(Past, Vec<Player>), ApplyError> {
        let settled = settle::apply(self.game(), &self.state, action)?;
        self.game().check_stop().map_err(ApplyError::Run)?;
        let entry = Entry {
            event: TimelineEvent::Action(action),
            text: self.game().action_text(&self.state, action),
            kept: self.game().kept_action(&self.state, action),
            written: self.game().written_move(&self.state, action),
            ply: settled.state.ply,
            to_act: settled.state.to_act,
            values: settled.state.values.clone(),
        };
        self.timeline.push(entry, &settled.state);
        let passes = settled.passes.clone();
        Ok((self.take(settled), passes))
    }

    /// Restarts; gives the state before.
    pub(crate) fn step_back_to_start(&mut self) -> Option<Past> {
        let state = self.timeline.start().clone();
        if self.state == state {
            return None;
        }
        let [text, kept, written] = [(); 3].map(|()| RESTART.to_owned());
        let (event, ply, values) = (TimelineEvent::Restart, state.ply, state.values.clone());
        let to_act = state.to_act;
        self.timeline.push(Entry { event, text, kept, written, ply, to_act, values }, &state);
        Some(self.take(Settled { state, passes: Vec::new(), legal: None }))
    }

    /// Takes back the last thing done, and what opponents did since; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Report> {
        self.go_to(self.turn_before()?)
    }

    /// Does again what was taken back last, and what opponents did then; `None` where there is nothing
    /// such.
    pub fn redo(&mut self) -> Option<Report> {
        self.go_to(self.turn_after()?)
    }

    /// Goes to a position of the timeline: after so many of its entries. `None` where there is no
    /// such position, where we are there, and where the way there was stopped: then we are still
    /// here.
    pub fn go_to(&mut self, position: usize) -> Option<Report> {
        let from = self.position();
        if position > self.timeline().len() || position == from {
            return None;
        }
        let game = self.edition.game();
        let state = self.timeline.go_to(game, position)?;
        let before = self.take(Settled { state, passes: Vec::new(), legal: None });
        let cause = Cause::Travel { from, to: position };
        Some(self.report_since(&before, cause, Vec::new()))
    }

    /// Everything that was done, what was undone included: entry i leads to position i + 1.
    pub fn timeline(&self) -> &[Entry] {
        self.timeline.entries()
    }

    /// Number of entries of the timeline that led to the present state.
    pub fn position(&self) -> usize {
        self.timeline.position()
    }

    /// Number of events that were done in this session, what was undone and forgotten included. It only rises:
    /// whoever keeps the timeline elsewhere remembers it, and asks [`Session::intact_since`] later.
    pub fn events_done(&self) -> u64 {
        self.timeline.done()
    }

    /// Number of entries at the beginning of the timeline that were there when [`Session::events_done`] was `done`;
    /// all after them are new.
    pub fn intact_since(&self, done: u64) -> usize {
        self.timeline.intact_since(done)
    }

    /// The state before the last action, and that action, for what explains it (a trace); `None`
    /// at the beginning, after a restart, and where the way there was stopped.
    pub fn last_action(&self) -> Option<(State, Action)> {
        let index = self.position().checked_sub(1)?;
        match self.timeline().get(index)?.event {
            TimelineEvent::Action(action) => {
                Some((self.timeline.state_at(self.game(), index)?, action))
            }
            TimelineEvent::Restart => None,
        }
    }

    /// Makes a state the present one, and gives the one before.
    fn take(&mut self, settled: Settled) -> Past {
        let answers = std::mem::replace(&mut self.answers, Answers::new(settled.legal));
        Past { state: std::mem::replace(&mut self.state, settled.state), answers }
    }

    fn report_since(&self, before: &Past, cause: Cause, passes: Vec<Player>) -> Report {
        let values = before.answers.values(self.game(), &before.state);
        let old = Side { state: &before.state, values };
        let new = Side { state: &self.state, values: self.values() };
        report(self.game(), cause, &old, &new, passes)
    }
}

/// The state before, with what was known of it.
pub(crate) struct Past {
    pub(crate) state: State,
    answers: Answers,
}

/// Name of a restart in a timeline.
const RESTART: &str = "restart";
