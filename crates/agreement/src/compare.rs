//! One play of a game on several executors, answer by answer.

use masume_engine::{
    Action, ApplyError, Argument, BatchError, ChanceEvent, Choice, Game, Player, Playouts,
    RunError, Series, SeriesStart, Setup, SetupError, State, Successors,
};
use masume_rules::facts::uses_chance;
use masume_rules::model::ParamKind;

use crate::answer::Answer;
use crate::boards::Sight;
use crate::disagreement::{Disagreement, Question};
use crate::over_budget::is_over_budget;
use crate::runner::{Contender, Runner};
use crate::walk::Stop;
use crate::{Dice, Statistics};

/// Plan by which a play is compared.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Decides the set-up and the actions.
    pub seed: u64,
    /// Actions done at most.
    pub plies: u32,
    /// Actions that are asked about besides the one that is done, in each ply.
    pub asides: u32,
    /// Sequences of choices that are followed for the chance events of one action.
    pub chances: usize,
    /// Random games from the first state on; each has a few plies only.
    pub playouts: u64,
    /// The same, but more of them, longer, and only on the executors after the first: that one is slow.
    pub long_playouts: u64,
}

impl Plan {
    /// A play of so many plies, with a bound on everything else that keeps it short.
    pub fn new(seed: u64, plies: u32) -> Self {
        Self { seed, plies, asides: 2, chances: 24, playouts: 18, long_playouts: 0 }
    }
}

/// Actions tried in one ply before a play is given up because all of them go wrong.
const MOST_FAILURES: usize = 3;

/// Plies between two readings of the state's text.
const PLIES_OF_READING: u32 = 4;

/// Plies of the random games that are counted together.
const PLIES_OF_PLAYOUTS: u64 = 6;

/// Plies of a position that is played on.
const PLIES_OF_WALK: u32 = 3;

/// Plies of boards that are played side by side.
const PLIES_OF_BOARDS: u32 = 6;

/// The same on large boards.
const PLIES_OF_BOARDS_ON_LARGE: u32 = 1;

/// Plies of the random games that the first executor is not asked for: from games that are left at
/// once to games that mostly end.
const PLIES_OF_LONG: [u64; 3] = [0, 1, 30];

/// The most cells of a board, its rim included, on which all random games are played.
const SMALL: usize = 64;

/// Random games on a larger board.
const GAMES_ON_LARGE: u64 = 3;

/// Plies in which all ways to go on are counted.
const DEPTH: u32 = 2;

/// Legal actions above which so many plies are too many to count.
const WIDEST: usize = 12;

/// Legal actions above which a state alone has too many successors to compare.
const WIDEST_ALONE: usize = 60;

/// States whose successors are asked for together.
const MOST_TOGETHER: usize = 6;

/// Plays a new game on all of them, unless the oracle might take minutes for it. The first contender is
/// the oracle.
///
/// # Errors
/// The first answer that is not the oracle's.
pub fn compare(
    game: &Game,
    contenders: &[Contender<'_>],
    setup: &Setup,
    plan: &Plan,
) -> Result<Statistics, Box<Disagreement>> {
    let mut table = Table::new(game, contenders, plan);
    if game.grid_of(setup).is_ok_and(|grid| is_over_budget(game.rules(), &grid)) {
        table.statistics.over_budget += 1;
        return Ok(table.statistics);
    }
    let started: Result<State, SetupError> =
        table.ask(Question::Start, None, None, |runner| runner.start(setup))?;
    let bound = plan.chances;
    let _: Result<Vec<ChanceEvent>, SetupError> =
        table.ask(Question::StartEvents, None, None, |it| it.start_events(setup, bound))?;
    if let Ok(start @ SeriesStart::Board(_)) = game.series_start(setup) {
        table.ask_about_series(&start)?;
    }
    let is_large = game.grid_of(setup).is_ok_and(|grid| grid.cell_count() > SMALL);
    let plies = if is_large { PLIES_OF_BOARDS_ON_LARGE } else { PLIES_OF_BOARDS };
    let _: Result<Vec<Sight>, BatchError> =
        table.ask(Question::Boards, None, None, |it| it.boards(setup, plan.seed, plies))?;
    match started {
        Ok(state) => table.play(state)?,
        Err(_) => table.statistics.plays += 1,
    }
    Ok(table.statistics)
}

/// As [`compare()`], from a state on.
///
/// # Errors
/// The first answer that is not the oracle's.
pub fn compare_from(
    game: &Game,
    contenders: &[Contender<'_>],
    state: State,
    plan: &Plan,
) -> Result<Statistics, Box<Disagreement>> {
    let mut table = Table::new(game, contenders, plan);
    table.play(state)?;
    Ok(table.statistics)
}

/// Everyone who plays.
struct Table<'g> {
    game: &'g Game,
    plan: &'g Plan,
    seats: Vec<(&'static str, Box<dyn Runner>)>,
    dice: Dice,
    ply: u32,
    statistics: Statistics,
}

impl<'g> Table<'g> {
    fn new(game: &'g Game, contenders: &[Contender<'_>], plan: &'g Plan) -> Self {
        let seats = contenders.iter().map(|it| (it.name, (it.prepare)(game))).collect();
        let (dice, statistics) = (Dice::of_seed(plan.seed), Statistics::default());
        Self { game, plan, seats, dice, ply: 0, statistics }
    }

    /// The oracle's answer, which all the others must give.
    fn ask<A: Answer>(
        &mut self,
        question: Question,
        state: Option<&State>,
        action: Option<Action>,
        answer: impl Fn(&dyn Runner) -> A,
    ) -> Result<A, Box<Disagreement>> {
        self.ask_from(0, question, (state, action), answer)
    }

    /// As [`Self::ask`], of those from one seat on, the first of whom is the oracle.
    fn ask_from<A: Answer>(
        &mut self,
        first: usize,
        question: Question,
        (state, action): (Option<&State>, Option<Action>),
        answer: impl Fn(&dyn Runner) -> A,
    ) -> Result<A, Box<Disagreement>> {
        let (_, oracle) = &self.seats[first];
        let expected = answer(oracle.as_ref());
        if let Some(error) = expected.error() {
            self.statistics.note_error(&error.kind);
        }
        for (contender, runner) in &self.seats[first + 1..] {
            let found = answer(runner.as_ref());
            self.statistics.answers += 1;
            if found != expected {
                return Err(Box::new(Disagreement {
                    question,
                    contender,
                    ply: self.ply,
                    state: state.map_or(String::new(), |it| self.game.print_state(it)),
                    action: action.zip(state).map(|(it, state)| self.game.action_text(state, it)),
                    expected: expected.words(self.game, state),
                    found: found.words(self.game, state),
                }));
            }
        }
        Ok(expected)
    }

    fn play(&mut self, mut state: State) -> Result<(), Box<Disagreement>> {
        self.statistics.plays += 1;
        self.ask_about_many(&state)?;
        while self.ply < self.plan.plies {
            // Once more when the next player is to act.
            if self.ply == 1 && self.plan.long_playouts > 0 && state.outcome.is_none() {
                self.ask_about_many(&state)?;
            }
            self.ask_about_state(&state)?;
            let Ok(actions) = self.legal_actions(&state)? else { return Ok(()) };
            if let Some(outcome) = state.outcome {
                self.statistics.note_outcome(outcome);
                return Ok(());
            }
            for _ in 0..self.plan.asides {
                self.ask_about_any_action(&state)?;
                if !actions.is_empty() {
                    let action = self.dice.pick(&actions);
                    let _: Result<State, ApplyError> = self.apply(&state, action)?;
                }
            }
            match self.next_state(&state, &actions)? {
                Some(next) => state = next,
                None => return Ok(()),
            }
            self.ply += 1;
            self.statistics.plies += 1;
        }
        Ok(())
    }

    /// Answers found by going through many states at once.
    fn ask_about_many(&mut self, state: &State) -> Result<(), Box<Disagreement>> {
        self.ask_about_series(&SeriesStart::from(state))?;
        self.ask_about_successors(state)?;
        let seed = self.plan.seed;
        let _: Result<Vec<Stop>, ApplyError> =
            self.ask(Question::Walk, Some(state), None, |it| it.walk(state, seed, PLIES_OF_WALK))?;
        // Of a game of chance every outcome would be a leaf: there may be thousands of one action.
        if uses_chance(self.game.rules()) {
            return Ok(());
        }
        if self.is_narrow(state, WIDEST) {
            let _: Result<u64, RunError> =
                self.ask(Question::Perft, Some(state), None, |it| it.perft(state, DEPTH))?;
        }
        Ok(())
    }

    /// Random games.
    fn ask_about_series(&mut self, start: &SeriesStart) -> Result<(), Box<Disagreement>> {
        let Plan { seed, playouts, .. } = *self.plan;
        let state = match start {
            SeriesStart::State(state) => Some(state),
            SeriesStart::Board(_) => None,
        };
        // A ply of a large board may take a second.
        let is_large = start.grid().cell_count() > SMALL;
        let games = if is_large { playouts.min(GAMES_ON_LARGE) } else { playouts };
        let series = Series { most_plies: PLIES_OF_PLAYOUTS, ..Series::new(games, seed) };
        if games > 0 {
            let _: Result<Playouts, RunError> =
                self.ask(Question::Playouts, state, None, |it| it.playouts(start, series))?;
        }
        if self.seats.len() > 2 && self.plan.long_playouts > 0 {
            for most_plies in PLIES_OF_LONG {
                let series = Series { most_plies, ..Series::new(self.plan.long_playouts, seed) };
                let asked = (state, None);
                let _: Result<Playouts, RunError> =
                    self.ask_from(1, Question::Playouts, asked, |it| it.playouts(start, series))?;
            }
        }
        Ok(())
    }

    fn is_narrow(&self, state: &State, widest: usize) -> bool {
        let (_, oracle) = &self.seats[0];
        oracle.legal_actions(state).is_ok_and(|actions| actions.len() <= widest)
    }

    /// Successors of this state, and of some of the states that follow it.
    fn ask_about_successors(&mut self, state: &State) -> Result<(), Box<Disagreement>> {
        let is_large = state.board.grid().cell_count() > SMALL;
        if !self.is_narrow(state, if is_large { WIDEST } else { WIDEST_ALONE }) {
            return Ok(());
        }
        let mut asked = vec![state.clone()];
        let found =
            self.ask(Question::Successors, Some(state), None, |it| it.successors(&asked))?;
        if is_large || !self.is_narrow(state, WIDEST) {
            return Ok(());
        }
        for (_, next) in found.into_iter().flatten().flatten() {
            if asked.len() < MOST_TOGETHER && self.is_narrow(&next, WIDEST) {
                asked.push(next);
            }
        }
        let _: Result<Vec<Successors>, RunError> =
            self.ask(Question::Successors, Some(state), None, |it| it.successors(&asked))?;
        let _: Result<Vec<Successors>, RunError> =
            self.ask(Question::Expand, Some(state), None, |it| it.expand(&asked))?;
        Ok(())
    }

    /// The state after one of the actions; `None` where there is none, or all that were tried went
    /// wrong.
    fn next_state(
        &mut self,
        state: &State,
        actions: &[Action],
    ) -> Result<Option<State>, Box<Disagreement>> {
        if actions.is_empty() {
            return Ok(None);
        }
        for _ in 0..MOST_FAILURES {
            let action = self.dice.pick(actions);
            let bound = self.plan.chances;
            let events = self.ask(Question::ChanceEvents, Some(state), Some(action), |runner| {
                runner.chance_events(state, action, bound)
            })?;
            self.statistics.chances += u64::from(events.is_ok_and(|events| events.len() > 1));
            if let Ok(next) = self.apply(state, action)? {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    fn apply(
        &mut self,
        state: &State,
        action: Action,
    ) -> Result<Result<State, ApplyError>, Box<Disagreement>> {
        self.ask(Question::Apply, Some(state), Some(action), |runner| runner.apply(state, action))
    }

    fn legal_actions(
        &mut self,
        state: &State,
    ) -> Result<Result<Vec<Action>, RunError>, Box<Disagreement>> {
        let actions =
            self.ask(Question::LegalActions, Some(state), None, |it| it.legal_actions(state))?;
        if let (Ok(actions), None) = (&actions, state.outcome) {
            let does_something = |action: &Action| match action.choice {
                Choice::Declared(index) => {
                    !self.game.rules().actions[usize::from(index)].body.is_empty()
                }
                Choice::Pass => false,
            };
            self.statistics.states += 1;
            self.statistics.legal_actions += actions.len() as u64;
            self.statistics.lively_states += u64::from(actions.iter().any(does_something));
        }
        Ok(actions)
    }

    /// Points, and now and then the state from its text, its ends asked anew.
    fn ask_about_state(&mut self, state: &State) -> Result<(), Box<Disagreement>> {
        for player in (0..self.game.rules().players.len()).map(|it| Player(it as u8)) {
            let _: Option<i64> =
                self.ask(Question::Score, Some(state), None, |it| it.score(state, player))?;
        }
        if self.ply.is_multiple_of(PLIES_OF_READING) {
            let text = self.game.print_state(state);
            let lines = text.lines().filter(|line| !line.starts_with("outcome:"));
            let text: String = lines.flat_map(|line| [line, "\n"]).collect();
            let _: Result<State, _> =
                self.ask(Question::ReadState, Some(state), None, |it| it.read_state(&text))?;
        }
        Ok(())
    }

    /// Answer to an action that may be legal or not, and its result where it is not.
    fn ask_about_any_action(&mut self, state: &State) -> Result<(), Box<Disagreement>> {
        let Some(action) = self.any_action(state) else { return Ok(()) };
        let is_legal = self
            .ask(Question::IsLegal, Some(state), Some(action), |it| it.is_legal(state, action))?;
        if is_legal == Ok(false) {
            let _: Result<State, ApplyError> = self.apply(state, action)?;
        }
        Ok(())
    }

    /// One of the declared actions with any arguments of their kinds.
    fn any_action(&mut self, state: &State) -> Option<Action> {
        let actions = &self.game.rules().actions;
        let index = self.dice.below(actions.len());
        let info = actions.get(index)?;
        let grid = state.board.grid();
        let cells: Vec<_> = grid.inner_cells().collect();
        let mut arguments: Vec<Argument> = Vec::new();
        for param in &info.params {
            arguments.push(match param {
                ParamKind::Direction(ways) => {
                    Argument::Direction(self.dice.pick(&ways.directions(state.to_act, &|_| None)))
                }
                ParamKind::Cell => Argument::Cell(self.dice.pick(&cells)),
                ParamKind::Column => {
                    Argument::Column(self.dice.below(grid.width() as usize) as u32)
                }
                ParamKind::Row => Argument::Row(self.dice.below(grid.height() as usize) as u32),
            });
        }
        if info.unordered {
            arguments[..2].sort_unstable();
        }
        Some(Action::new(index as u8, &arguments))
    }
}
