//! Playing a few plies to find what no reading of the rules finds.

use masume_rules::random::Random;
use masume_rules::state::State;
use masume_syntax::{Code, Diagnostic, Span, sort_and_dedup};

use crate::{ApplyError, Game, RunError, Setup, SetupError, run_diagnostic};

/// Levels that are tried, the first ones; each costs as many plies as were asked for.
const MOST_LEVELS: usize = 4;

impl Game {
    /// Plays random plies from the default set-up, or from the first levels, and says what the
    /// rules came to: endless rules, conflicts, numbers that leave their range (E05xx, at the
    /// rule's place in the game's text), and levels that cannot be played. Empty where nothing did.
    pub fn check_play(&self, plies: u32, seed: u64) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let count = self.level_count().min(MOST_LEVELS);
        let levels: Vec<Option<usize>> =
            if count == 0 { vec![None] } else { (1..=count).map(Some).collect() };
        for level in levels {
            match self.start(&Setup { size: None, level, seed }) {
                Ok(state) => diagnostics.extend(self.play_randomly(state, level, plies, seed)),
                Err(SetupError::Run { diagnostic, .. } | SetupError::Size(diagnostic)) => {
                    diagnostics.push(*diagnostic);
                }
                Err(SetupError::Level { diagnostics: found, .. }) => diagnostics.extend(found),
                // A game without levels of its own has them in files of their own.
                Err(SetupError::NoLevel { .. }) => {}
                // Neither an option nor its value was given.
                Err(SetupError::UnknownOption { .. } | SetupError::BadOption { .. }) => {}
            }
        }
        sort_and_dedup(&mut diagnostics);
        diagnostics
    }

    /// What a random play came to, if anything went wrong.
    fn play_randomly(
        &self,
        mut state: State,
        level: Option<usize>,
        plies: u32,
        seed: u64,
    ) -> Option<Diagnostic> {
        let grid = *state.board.grid();
        let failed = |error: &RunError| Some(run_diagnostic(&self.rules, &grid, error));
        let mut random = Random::new(seed);
        for _ in 0..plies {
            let actions = match self.legal_actions(&state) {
                Ok(actions) => actions,
                Err(error) => return failed(&error),
            };
            if actions.is_empty() && state.ply == 0 && state.outcome.is_none() {
                return Some(self.lifeless(level));
            }
            let chosen = random.below(actions.len() as u64) as usize;
            let action = *actions.get(chosen)?;
            match self.apply(&mut state, action) {
                Ok(()) => {}
                Err(ApplyError::Run(error)) => return failed(&error),
                // Only listed actions are done, and none is listed once the game is over.
                Err(ApplyError::IllegalAction | ApplyError::GameOver) => return None,
            }
        }
        None
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
