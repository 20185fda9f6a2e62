//! Weights from play: games of an agent against itself, and the weights by which their positions best tell how
//! they ended.

use masume_engine::{ApplyError, Game, Player, StopToken};
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::algorithms::pvs::Pvs;
use crate::agent::evaluation::outcome_value::of_outcome;
use crate::agent::evaluation::{Evaluation, HALF};
use crate::agent::fallback_agent::FallbackAgent;
use crate::agent::{Agent as _, WIN, Weights};

/// Random plies before a game is played on with thought.
const OPENING: u64 = 6;
/// A game that is not over after so many plies tells nothing.
const MOST_PLIES: u32 = 400;
/// Number of passes over all positions.
const ROUNDS: u32 = 300;
/// Number of positions that it counts for that a weight stays where it began.
const PRIOR: f64 = 40.0;
/// Multiple of its first value to which a weight may go at most.
const MOST_TIMES: i64 = 10;

/// A position, and how its game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Features: what each weight counts here for the first player, less what it counts for the second.
    features: Vec<i64>,
    /// Value of the end to the first player.
    worth: i64,
}

/// Tuner of weights in a game for two without chance.
#[derive(Debug)]
pub struct Tuner {
    evaluation: Evaluation,
    start: State,
}

impl Tuner {
    /// Begins with the weights that follow from the rules; `None` where there are not two players.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::agent::Tuner;
    ///
    /// assert!(Tuner::new(&game, &state).is_none());
    /// ```
    pub fn new(game: &Game, start: &State) -> Option<Self> {
        (game.rules().players.len() == 2)
            .then(|| Self { evaluation: Evaluation::weighed(game, start), start: start.clone() })
    }

    /// The weights that it begins with.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::agent::Tuner;
    ///
    /// let tuner = Tuner::new(&game, &state).expect("it is for two");
    /// assert_eq!(Some(tuner.weights()), tuner.fit(&[], &Default::default()).as_ref());
    /// ```
    pub fn weights(&self) -> &Weights {
        self.evaluation.weights()
    }

    /// Plays a game against itself, and gives its positions. The same seed plays the same game.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::Budget;
    /// use masume_search::agent::Tuner;
    ///
    /// let tuner = Tuner::new(&game, &state).expect("it is for two");
    /// let budget = Budget { nodes: 100, ..Budget::default() };
    /// let samples = tuner.play(&game, 7, &budget).expect("nothing goes wrong");
    /// assert_eq!(samples, tuner.play(&game, 7, &budget).expect("nothing goes wrong"));
    /// ```
    ///
    /// # Errors
    /// What the rules came to, or that the token of the budget was stopped.
    pub fn play(&self, game: &Game, seed: u64, budget: &Budget) -> Result<Vec<Sample>, RunError> {
        let game = &game.clone().with_stop(budget.stop.clone());
        let mut random = Random::new(seed);
        let mut agent = FallbackAgent::new(Box::new(Pvs::new(self.evaluation.clone())), seed);
        let (mut state, mut found) = (self.start.clone(), Vec::new());
        for ply in 0..MOST_PLIES {
            if state.outcome.is_some() {
                break;
            }
            let action = if u64::from(ply) < OPENING {
                let legal = game.legal_actions(&state)?;
                legal.get(random.below(legal.len() as u64) as usize).copied()
            } else {
                found.push(self.evaluation.features(game, &state));
                budget.stop.check(Default::default())?;
                agent.rank(game, &state, budget)?.first().map(|best| best.action)
            };
            let Some(action) = action else { break };
            match game.apply(&mut state, action) {
                Ok(()) => {}
                Err(ApplyError::Run(error)) => return Err(error),
                Err(ApplyError::IllegalAction | ApplyError::GameOver) => break,
            }
        }
        let Some(outcome) = state.outcome else { return Ok(Vec::new()) };
        let worth = of_outcome(outcome, 2)[usize::from(Player(0).0)];
        Ok(found.into_iter().map(|features| Sample { features, worth }).collect())
    }

    /// The weights by which these positions best tell how their games ended: least squares of the expected
    /// result, by steps down the slope. Only sums, products, quotients and roots of doubles are taken, in a fixed
    /// order, so that the same positions give the same weights on every machine. `None` once the token is stopped.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::Budget;
    /// use masume_search::agent::Tuner;
    ///
    /// let tuner = Tuner::new(&game, &state).expect("it is for two");
    /// let budget = Budget { nodes: 100, ..Budget::default() };
    /// let samples = tuner.play(&game, 7, &budget).expect("nothing goes wrong");
    /// assert_eq!(tuner.fit(&samples, &budget.stop), tuner.fit(&samples, &budget.stop));
    /// ```
    pub fn fit(&self, samples: &[Sample], stop: &StopToken) -> Option<Weights> {
        let before = self.evaluation.weights().to_list(&self.evaluation);
        let mut weights: Vec<f64> = before.iter().map(|&it| it as f64).collect();
        let mut seen = vec![1e-9f64; weights.len()];
        for _ in 0..ROUNDS {
            let mut slope = vec![0.0f64; weights.len()];
            for sample in samples {
                if stop.is_stopped() {
                    return None;
                }
                let pairs = weights.iter().zip(&sample.features);
                let lead: f64 = pairs.map(|(weight, &count)| weight * count as f64).sum();
                let reach = lead.abs() + HALF as f64;
                let error = lead / reach - sample.worth as f64 / WIN as f64;
                let steepness = HALF as f64 / (reach * reach);
                for (slope, &count) in slope.iter_mut().zip(&sample.features) {
                    *slope += error * steepness * count as f64;
                }
            }
            // Few games say little: what they do not say stays as it was.
            for ((slope, weight), &before) in slope.iter_mut().zip(&weights).zip(&before) {
                let scale = before.abs().max(25) as f64;
                *slope += PRIOR * (weight - before as f64) / (scale * scale);
            }
            for ((weight, slope), seen) in weights.iter_mut().zip(&slope).zip(&mut seen) {
                *seen += slope * slope;
                *weight -= 8.0 * slope / seen.sqrt();
            }
        }
        let bounded = weights.iter().zip(&before).map(|(&weight, &before)| {
            let most = (before.abs() * MOST_TIMES).max(200);
            (weight.round() as i64).clamp(-most, most)
        });
        let mut fitted = self.evaluation.weights().clone();
        fitted.set_list(&self.evaluation, &bounded.collect::<Vec<i64>>());
        Some(fitted)
    }
}

impl Weights {
    /// List of the weights in the order of [`Evaluation::features`].
    fn to_list(&self, evaluation: &Evaluation) -> Vec<i64> {
        let mut list = vec![self.score, self.advance, self.centre, self.mobility];
        for contents in evaluation.kinds() {
            let &(layer, content) = contents.first().unwrap_or(&(0, 0));
            list.push(self.pieces[layer][content]);
        }
        list
    }

    fn set_list(&mut self, evaluation: &Evaluation, list: &[i64]) {
        let mut list = list.iter().copied();
        let mut next = || list.next().unwrap_or(0);
        (self.score, self.advance, self.centre, self.mobility) = (next(), next(), next(), next());
        for contents in evaluation.kinds() {
            let weight = next();
            for &(layer, content) in contents {
                self.pieces[layer][content] = weight;
            }
        }
    }
}
