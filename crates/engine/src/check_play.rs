//! Playing a few plies to find what no reading of the rules finds.

use masume_rules::random::Random;
use masume_rules::state::{Outcome, State};
use masume_syntax::{Code, Diagnostic, Span, sort_and_dedup};

use crate::{
    ApplyError, Game, MOST_CELLS, RunError, RunErrorKind, Setup, SetupError, StopToken,
    run_diagnostic,
};

/// Steps that playing may take in all, about a second: checking waits for no game.
const CHECK_STEPS: u64 = 1 << 26;

/// The same on boards that only the reference executor plays: a step is a cell there, and no words of a set.
const CHECK_STEPS_OF_REFERENCE: u64 = CHECK_STEPS / 8;

/// Plies after which a play that runs out of steps was long enough.
const ENOUGH_PLIES: u32 = 10;

/// Levels that are played, the first ones; each costs as many plies as were asked for. The others are begun.
const MOST_LEVELS: usize = 4;

impl Game {
    /// Plays random plies from the default set-up, or from the first levels, and says what the
    /// rules came to: endless rules, conflicts, numbers that leave their range (E05xx, at the
    /// rule's place in the game's text), and levels that cannot be played. Empty where nothing did.
    ///
    /// All of it takes a fixed number of steps at most. Where that is not enough for the start and some
    /// plies, a warning says what was not tried, and where the steps were spent.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// assert_eq!(game.check_play(20, 7), []);
    /// ```
    pub fn check_play(&self, plies: u32, seed: u64) -> Vec<Diagnostic> {
        let count = self.level_count();
        let levels: Vec<Option<usize>> =
            if count == 0 { vec![None] } else { (1..=count).map(Some).collect() };
        let steps = self.check_steps(&levels, seed);
        let game = self.clone().with_stop(StopToken::with_budget(steps));
        game.check_play_within(&levels, plies, seed)
    }

    /// Steps for all of these levels together.
    fn check_steps(&self, levels: &[Option<usize>], seed: u64) -> u64 {
        let is_slow = |&level: &Option<usize>| {
            let grid = self.grid_of(&Setup { size: None, level, seed });
            grid.is_ok_and(|grid| grid.cell_count() > MOST_CELLS)
        };
        if levels.iter().any(is_slow) { CHECK_STEPS_OF_REFERENCE } else { CHECK_STEPS }
    }

    fn check_play_within(
        &self,
        levels: &[Option<usize>],
        plies: u32,
        seed: u64,
    ) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for &level in levels {
            let is_played = level.is_none_or(|number| number <= MOST_LEVELS);
            match self.start(&Setup { size: None, level, seed }) {
                Ok(state) if state.outcome.is_some() => {
                    diagnostics.extend(self.over_at_start(level, seed));
                }
                Ok(_) if !is_played => {}
                Ok(state) => diagnostics.extend(self.play_randomly(state, level, plies, seed)),
                Err(SetupError::Run { error, .. }) if error.is_interruption() => {
                    let what = "the start was not tried".to_owned();
                    diagnostics.extend(is_played.then(|| untried(what, &error)));
                    break;
                }
                Err(SetupError::Run { diagnostic, .. } | SetupError::Size(diagnostic)) => {
                    diagnostics.push(*diagnostic);
                }
                Err(SetupError::Level { diagnostics: found, .. }) => diagnostics.extend(found),
                // A game without levels of its own has them in files of their own.
                Err(SetupError::NoLevel { .. }) => {}
                // Neither an option nor its value was given.
                Err(
                    SetupError::UnknownOption { .. }
                    | SetupError::BadOption { .. }
                    | SetupError::NoSolver,
                ) => {}
            }
        }
        sort_and_dedup(&mut diagnostics);
        diagnostics
    }

    /// Error that a random play came to, if any.
    fn play_randomly(
        &self,
        mut state: State,
        level: Option<usize>,
        plies: u32,
        seed: u64,
    ) -> Option<Diagnostic> {
        let grid = *state.board.grid();
        let failed = |error: &RunError, ply: u32| {
            if error.is_interruption() {
                let what = format!("play was not tried from ply {ply} on");
                return (ply <= ENOUGH_PLIES).then(|| untried(what, error));
            }
            Some(run_diagnostic(&self.rules, &grid, error))
        };
        let mut random = Random::new(seed);
        for ply in 1..=plies {
            let actions = match self.legal_actions(&state) {
                Ok(actions) => actions,
                Err(error) => return failed(&error, ply),
            };
            if actions.is_empty() && state.ply == 0 && state.outcome.is_none() {
                return Some(self.lifeless(level));
            }
            let chosen = random.below(actions.len() as u64) as usize;
            let action = *actions.get(chosen)?;
            match self.apply(&mut state, action) {
                Ok(()) => {}
                Err(ApplyError::Run(error)) => return failed(&error, ply),
                // Only listed actions are done, and none is listed once the game is over.
                Err(ApplyError::IllegalAction | ApplyError::GameOver) => return None,
            }
        }
        None
    }

    /// A warning about a game that nobody can play: it is over when it begins, whatever is drawn in its set-up.
    fn over_at_start(&self, level: Option<usize>, seed: u64) -> Option<Diagnostic> {
        let other = self.start(&Setup { size: None, level, seed: seed.wrapping_add(1) }).ok()?;
        let outcome = match other.outcome? {
            Outcome::Won(_) => "won",
            Outcome::Lost(_) => "lost",
            Outcome::Draw => "drawn",
            Outcome::Ended => "at an end",
        };
        let (what, span) = match level.and_then(|number| self.levels().get(number - 1)) {
            Some(level) => ("this level", level.span),
            None => ("the game", Span::default()),
        };
        let message = format!("{what} is {outcome} as it stands");
        let label = "nothing is left to do";
        let help = "is a piece missing that an end asks for? `every` holds where there is none";
        Some(Diagnostic::warning(Code::OverAtStart, span, message, label).with_help(help))
    }

    /// A warning about a game that neither can go on nor is over when it begins: mostly a picture
    /// without the piece that the rules move.
    fn lifeless(&self, level: Option<usize>) -> Diagnostic {
        let level = level.and_then(|number| self.levels().get(number - 1));
        let span = level.map_or(Span::default(), |level| level.span);
        let message = "nobody can do anything at the start";
        Diagnostic::warning(Code::StartConditions, span, message, "and the game is not over")
            .with_help("is a piece missing that the rules move?")
    }
}

/// A warning that the steps of a check were used up.
fn untried(what: String, error: &RunError) -> Diagnostic {
    let steps =
        if let RunErrorKind::OverBudget { steps } = error.kind { steps } else { CHECK_STEPS };
    let message = format!("{what}: it takes more than {steps} steps");
    let label = "most of them are spent here";
    Diagnostic::warning(Code::OverBudget, error.span, message, label)
        .with_help("it can be played all the same, slowly; `masume explain` says what takes long")
}
