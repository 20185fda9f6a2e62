//! A game being played.

use masume_engine::{
    Action, ApplyError, Game, Outcome, Player, RunError, Setup, SetupError, State, StopToken,
};

use masume_rules::model::{Condition, Expr, ValueKind};

use crate::answers::Answers;
use crate::difference::{Side, report};
use crate::settle::{self, Settled};
use crate::timeline::Timeline;
use crate::{Cause, Edition, Entry, Log, LogEvent, Report, Seats, TimelineEvent};

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
    pub(crate) log: Log,
    /// Person who does what is done, where a face has said so.
    pub(crate) author: Option<String>,
}

impl Session {
    /// A new game.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!((session.level(), session.position()), (Some(1), 0));
    /// ```
    ///
    /// # Errors
    /// A set-up that the game does not have, or that went wrong while it ran.
    pub fn new(edition: Edition, setup: Setup) -> Result<Self, SetupError> {
        let state = edition.game().start(&setup)?;
        Ok(Self::begin(edition, setup, state, None))
    }

    /// A game that goes on from a state, such as one that was written by hand. The set-up says
    /// which level it is thought of as.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// let mut state = session.state().clone();
    /// state.values[0] = 7;
    /// let other = Session::from_state(session.edition().clone(), *session.setup(), state);
    /// assert_eq!(other.state().values[0], 7);
    /// ```
    pub fn from_state(edition: Edition, setup: Setup, state: State) -> Self {
        Self::begin(edition, setup, state.clone(), Some(state))
    }

    fn begin(edition: Edition, setup: Setup, state: State, given: Option<State>) -> Self {
        let settled = settle::settle(edition.game(), state);
        let timeline = Timeline::new(settled.state.clone());
        let answers = Answers::new(settled.legal);
        let (seats, log, author) = (Seats::default(), Log::default(), None);
        let state = settled.state;
        Self { edition, setup, given, timeline, state, answers, seats, log, author }
    }

    /// The game, with what tells it from others.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.edition().title(), "Sokoban");
    /// ```
    pub fn edition(&self) -> &Edition {
        &self.edition
    }

    /// The session with its rules stopped by this token, and those of sessions that are made from it.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::StopToken;
    ///
    /// let action = session.legal_actions().expect("nothing goes wrong")[0];
    /// let stop = StopToken::new();
    /// let mut session = session.with_stop(stop.clone());
    /// stop.stop();
    /// assert!(session.act(action).is_err());
    /// ```
    #[must_use]
    pub fn with_stop(mut self, stop: StopToken) -> Self {
        self.edition = self.edition.with_stop(stop);
        self
    }

    /// The rules, with options and levels in force.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.game().rules().title, "Sokoban");
    /// ```
    pub fn game(&self) -> &Game {
        self.edition.game()
    }

    /// Set-up with which the game began.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// let other = session.at_level(2).expect("there is a second level");
    /// assert_eq!(other.setup().level, Some(2));
    /// ```
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The state that it began in, where that was given and is not that of its set-up.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.given_state(), None);
    /// let state = session.state().clone();
    /// let given = Session::from_state(session.edition().clone(), *session.setup(), state.clone());
    /// assert_eq!(given.given_state(), Some(&state));
    /// ```
    pub fn given_state(&self) -> Option<&State> {
        self.given.as_ref()
    }

    /// The state that it began in, forced passes done.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// let first = session.state().clone();
    /// act(&mut session, "push right");
    /// assert_eq!(session.first_state(), &first);
    /// assert_ne!(session.state(), &first);
    /// ```
    pub fn first_state(&self) -> &State {
        self.timeline.start()
    }

    /// The present state.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// assert_eq!(session.state().ply, 1);
    /// ```
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The level being played, from 1; `None` where the board is not that of a level.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.level(), Some(1));
    /// ```
    pub fn level(&self) -> Option<usize> {
        self.game().level_of(&self.setup)
    }

    /// Seed of the random numbers.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.with_seed(7).expect("any seed will do").seed(), 7);
    /// ```
    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// Id with which others begin the same game, such as `2048:5x3#7`. `parse_id` reads it.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.at_level(2).expect("there is one").id(), "sokoban/2#0");
    /// ```
    pub fn id(&self) -> String {
        self.game().id(self.edition.name(), &self.setup)
    }

    /// Legal actions, in order; found at the first question and kept.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// let legal = session.legal_actions().expect("nothing goes wrong");
    /// assert_eq!(legal.len(), 9);
    /// ```
    ///
    /// # Errors
    /// What the rules came to while actions were tried.
    pub fn legal_actions(&self) -> Result<&[Action], &RunError> {
        self.answers.legal(self.game(), &self.state)
    }

    /// Values of the present state, as [`Game::values`] gives them; found at the first question and kept.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// assert_eq!(session.values(), [("moves".to_owned(), 1), ("pushes".to_owned(), 0)]);
    /// ```
    pub fn values(&self) -> Vec<(String, i64)> {
        self.answers.values(self.game(), &self.state)
    }

    /// Points of the present state, where one plays alone and has some; found at the first question
    /// and kept.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.score(), Some(0));
    /// ```
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
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_rules::model::Expr;
    ///
    /// assert_eq!(session.number(&Expr::Constant(3)), Ok(3));
    /// ```
    ///
    /// # Errors
    /// What goes wrong in the expression.
    pub fn number(&self, expr: &Expr) -> Result<i64, RunError> {
        self.answers.number(self.game(), &self.state, expr)
    }

    /// True if a condition of the game's words holds in the present state; found at the first question
    /// and kept.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// let win = session.game().rules().ends[0].condition.clone();
    /// assert_eq!(session.condition(&win), Ok(false));
    /// ```
    ///
    /// # Errors
    /// Errors of the condition.
    pub fn condition(&self, condition: &Condition) -> Result<bool, RunError> {
        self.answers.condition(self.game(), &self.state, condition)
    }

    /// Outcome of the game; `None` while it goes on.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::{Outcome, Player};
    ///
    /// assert_eq!(session.outcome(), None);
    /// for _ in 0..3 {
    ///     act(&mut session, "push right");
    /// }
    /// assert_eq!(session.outcome(), Some(Outcome::Won(Player(0))));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome
    }

    /// Does the action. What had been undone can no longer be redone.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// let action = session.legal_actions().expect("nothing goes wrong")[0];
    /// let report = session.act(action).expect("it is legal");
    /// assert_eq!(report.changed_cells().len(), 1);
    /// // The cell is no longer free.
    /// assert!(session.act(action).is_err());
    /// ```
    ///
    /// # Errors
    /// An action that is not legal, a game that is over, or rules that went wrong; nothing has
    /// changed then.
    pub fn act(&mut self, action: Action) -> Result<Report, ApplyError> {
        let player = self.state.to_act;
        let (before, passes) = self.step(action)?;
        self.seal();
        let text = self.game().action_text(&before.state, action);
        let cause = Cause::Action { action, text, player };
        Ok(self.report_since(&before, cause, passes))
    }

    /// Goes back to the first state; this can be undone like an action. `None` where nothing was
    /// done since the beginning.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.restart(), None);
    /// act(&mut session, "push right");
    /// assert!(session.restart().is_some());
    /// assert_eq!(session.state(), session.first_state());
    /// assert!(session.undo().is_some());
    /// assert_eq!(session.state().ply, 1);
    /// ```
    pub fn restart(&mut self) -> Option<Report> {
        let before = self.step_back_to_start()?;
        self.seal();
        Some(self.report_since(&before, Cause::Restart, Vec::new()))
    }

    /// Does the action; gives the state before, and who passed.
    pub(crate) fn step(&mut self, action: Action) -> Result<(Past, Vec<Player>), ApplyError> {
        let after = settle::after(self.game(), &self.state, action)?;
        let written = self.written(action, &after);
        let settled = settle::settle(self.game(), after);
        self.game().check_stop().map_err(ApplyError::Run)?;
        let entry = Entry {
            event: TimelineEvent::Action(action),
            text: self.game().action_text(&self.state, action),
            kept: self.game().kept_action(&self.state, action),
            written,
            ply: settled.state.ply,
            to_act: settled.state.to_act,
            values: settled.state.values.clone(),
        };
        self.note(LogEvent::Action(entry.kept.clone()), Some(self.state.to_act));
        self.timeline.push(entry, &settled.state);
        let passes = settled.passes.clone();
        Ok((self.take(settled), passes))
    }

    /// The action as it stands in a list of moves, given the state that it alone leads to.
    fn written(&self, action: Action, after: &State) -> String {
        let game = self.game();
        // Only a notation asks which other actions there are.
        let legal = game.rules().moves.is_some().then(|| self.legal_actions());
        match legal {
            Some(Ok(legal)) => game.written_step(&self.state, legal, action, after),
            Some(Err(_)) | None => game.action_text(&self.state, action),
        }
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
        self.note(LogEvent::Restart, None);
        self.timeline.push(Entry { event, text, kept, written, ply, to_act, values }, &state);
        Some(self.take(Settled { state, passes: Vec::new(), legal: None }))
    }

    /// Takes back the last thing done, and what opponents did since; `None` at the beginning.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// assert!(session.undo().is_some());
    /// assert_eq!(session.position(), 0);
    /// assert_eq!(session.undo(), None);
    /// ```
    pub fn undo(&mut self) -> Option<Report> {
        self.go_to(self.turn_before()?)
    }

    /// Does again what was taken back last, and what opponents did then; `None` where there is nothing
    /// such.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// session.undo();
    /// assert!(session.redo().is_some());
    /// assert_eq!(session.position(), 1);
    /// assert_eq!(session.redo(), None);
    /// ```
    pub fn redo(&mut self) -> Option<Report> {
        self.go_to(self.turn_after()?)
    }

    /// Goes to a position of the timeline: after so many of its entries. `None` where there is no
    /// such position, where we are there, and where the way there was stopped: then we are still
    /// here.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// act(&mut session, "push right");
    /// assert!(session.go_to(0).is_some());
    /// assert_eq!(session.state(), session.first_state());
    /// assert!(session.go_to(3).is_none());
    /// ```
    pub fn go_to(&mut self, position: usize) -> Option<Report> {
        let from = self.position();
        if position > self.timeline().len() || position == from {
            return None;
        }
        let game = self.edition.game();
        let state = self.timeline.go_to(game, position)?;
        let before = self.take(Settled { state, passes: Vec::new(), legal: None });
        self.note(LogEvent::GoTo(position), None);
        self.seal();
        let cause = Cause::Travel { from, to: position };
        Some(self.report_since(&before, cause, Vec::new()))
    }

    /// Everything that was done, what was undone included: entry i leads to position i + 1.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// act(&mut session, "push left");
    /// session.undo();
    /// let texts: Vec<&str> = session.timeline().iter().map(|entry| entry.text.as_str()).collect();
    /// assert_eq!(texts, ["push right", "push left"]);
    /// ```
    pub fn timeline(&self) -> &[Entry] {
        self.timeline.entries()
    }

    /// Number of entries of the timeline that led to the present state.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// act(&mut session, "push left");
    /// assert_eq!(session.position(), 2);
    /// session.undo();
    /// assert_eq!(session.position(), 1);
    /// ```
    pub fn position(&self) -> usize {
        self.timeline.position()
    }

    /// The state before the last action, and that action, for what explains it (a trace); `None`
    /// at the beginning, after a restart, and where the way there was stopped.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// let first = session.state().clone();
    /// assert_eq!(session.last_action(), None);
    /// act(&mut session, "push right");
    /// let (before, action) = session.last_action().expect("something was done");
    /// assert_eq!(before, first);
    /// assert_eq!(session.game().action_text(&before, action), "push right");
    /// ```
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
    state: State,
    answers: Answers,
}

/// Name of a restart in a timeline.
const RESTART: &str = "restart";
