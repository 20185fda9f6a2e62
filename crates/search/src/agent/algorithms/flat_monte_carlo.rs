//! Flat Monte Carlo: the action that does best in random games, each given as many.

use masume_engine::{Game, Series};
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::algorithms::random::generator;
use crate::agent::evaluation::outcome_value::{is_for_points, of_outcome, of_playouts};
use crate::agent::{Agent, Effort, Ranked, run_for, sort, unless_failed};

/// Random games of one action before it is another's turn: that many run side by side.
const ROUND: u64 = 16;
/// Plies after which a random game is left, for each cell of the board.
pub(crate) const PLIES_A_CELL: u64 = 6;

/// An agent that plays random games after every action.
#[derive(Debug)]
pub(crate) struct FlatMonteCarlo {
    seed: u64,
    effort: Effort,
}

impl FlatMonteCarlo {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, effort: Effort::default() }
    }
}

/// An action, and what came of the games after it.
struct ActionTally {
    ranked: Ranked,
    games: u64,
    sum: i64,
}

impl Agent for FlatMonteCarlo {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let run = run_for(game, budget);
        let mut random = generator(game, seen, self.seed);
        let actions = run.legal_actions(seen)?;
        let none = |action| ActionTally { ranked: Ranked::unknown(action), games: 0, sum: 0 };
        let mut tried: Vec<ActionTally> = actions.into_iter().map(none).collect();
        random.shuffle(&mut tried);
        let mut left = if tried.len() > 1 { budget.nodes } else { 0 };
        'rounds: while left > 0 {
            // Few games are given to all actions alike.
            let round = (left / tried.len() as u64).clamp(1, ROUND);
            for one in &mut tried {
                let games = round.min(left);
                let Some(sum) = unless_failed(games_after(&run, seen, one, games, &mut random))?
                else {
                    break 'rounds;
                };
                one.sum += sum;
                one.games += games;
                left -= games;
                if left == 0 {
                    break 'rounds;
                }
            }
        }
        self.effort = Effort { nodes: tried.iter().map(|one| one.games).sum(), depth: 1 };
        let mut ranked: Vec<Ranked> = tried
            .into_iter()
            .map(|one| {
                let value = one.sum.checked_div(one.games as i64).unwrap_or(i64::from(i32::MIN));
                Ranked { value, visits: one.games, ..one.ranked }
            })
            .collect();
        sort(&mut ranked);
        Ok(ranked)
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// Value of so many random games after an action to who acts, in sum.
fn games_after(
    run: &Game,
    seen: &State,
    tried: &ActionTally,
    games: u64,
    random: &mut Random,
) -> Result<i64, RunError> {
    let mut state = seen.clone();
    // What chance decides must not be known in advance.
    state.random.0 = random.next_bits();
    match run.apply(&mut state, tried.ranked.action) {
        Ok(()) => {}
        Err(masume_engine::ApplyError::Run(error)) => return Err(error),
        Err(masume_engine::ApplyError::IllegalAction | masume_engine::ApplyError::GameOver) => {
            return Ok(0);
        }
    }
    let actor = usize::from(seen.to_act.0);
    let players = run.rules().players.len();
    let is_for_points = is_for_points(run.rules());
    if let Some(outcome) = state.outcome.filter(|_| !is_for_points) {
        return Ok(of_outcome(outcome, players)[actor] * games as i64);
    }
    let most_plies = PLIES_A_CELL * state.board.grid().inner_cells().count() as u64;
    let series = Series { games, seed: random.next_bits(), most_plies };
    let playouts = run.playouts(&state, series)?;
    if is_for_points {
        let sum = playouts.scores.first().copied().unwrap_or(0).saturating_mul(100);
        return Ok(i64::try_from(sum).unwrap_or(i64::MAX));
    }
    Ok(of_playouts(&playouts)[actor])
}
