//! Endgame solver: the value of a position of two if nobody errs, by an alpha-beta search to the end that takes turns
//! with a search for a forced win; and a guess of how large such a search is.

use masume_engine::{Game, RunError, State};
use masume_rules::action::Action;
use masume_rules::facts::draws_in_play;
use masume_rules::random::Random;

use crate::agent::endgame::alpha_beta::{AlphaBeta, EndgameHalt, MOST_PLIES};
use crate::agent::endgame::forced_win::ForcedWinSearch;
use crate::agent::endgame::prover_schedule::ProverProgress;
use crate::agent::endgame::worth::Worth;
use crate::agent::evaluation::Evaluation;
use crate::agent::evaluation::packed_states::PackedStates;
use crate::agent::{is_for_two, run_for};
use crate::{Budget, Limit};

/// Nodes of the first turn of a search for a forced win, and how many times as many the search of everything has.
const FIRST_TURN: u64 = 2048;
const SHARE_OF_ENDS: u64 = 8;
/// Growth of each turn over the one before it.
const GROWTH: u64 = 4;
/// Random games by which it is estimated how large a search is.
const PROBES: u64 = 6;

/// Value of a position, and the actions that reach it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndValue {
    /// To the player to act: by how many points the game is won, in a game with points that was asked for them;
    /// else 1, 0 or -1.
    pub margin: i64,
    /// Actions of both that are worth as much, up to the end of the game, or as far as the budget went; none where the
    /// game is over.
    pub variation: Vec<Action>,
    /// Positions whose children were found.
    pub nodes: u64,
}

/// Value of a position if nobody errs.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_search::Budget;
/// use masume_search::agent::{Worth, end_value};
///
/// let shipped = shipped_games().iter().find(|game| game.name == "tic-tac-toe").expect("it is shipped");
/// let game = Game::load(shipped.text).game.expect("shipped games are sound");
/// let state = game.start(&Setup::default()).expect("it can be set up");
/// let value = end_value(&game, &state, Worth::Result, &Budget::default()).expect("it is small");
/// assert_eq!(value.margin, 0);
/// ```
///
/// # Errors
/// [`Limit::Nodes`] where the budget does not suffice, [`Limit::Endless`] where a line goes on for too long,
/// [`Limit::Chance`] where chance has a part in the game, [`Limit::Stopped`], or what the rules came to;
/// [`Limit::NotForTwo`] and [`Limit::NoProgram`] for games and boards that are not searched.
pub fn end_value(
    game: &Game,
    state: &State,
    worth: Worth,
    budget: &Budget,
) -> Result<EndValue, Limit> {
    end_value_counted(game, state, worth, budget, &mut 0)
}

/// The same, and puts in how many positions were looked at, also where that did not suffice.
///
/// ```
/// # use masume_engine::{Game, Setup, shipped_games};
/// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// # let state = game.start(&Setup::default()).expect("it can be set up");
/// use masume_search::agent::{Worth, end_value_counted};
/// use masume_search::{Budget, Limit};
///
/// let (budget, mut nodes) = (Budget { nodes: 10, ..Budget::default() }, 0);
/// let value = end_value_counted(&game, &state, Worth::Result, &budget, &mut nodes);
/// assert_eq!(value, Err(Limit::Nodes));
/// assert!(nodes >= 10);
/// ```
///
/// # Errors
/// As [`end_value`].
pub fn end_value_counted(
    game: &Game,
    state: &State,
    worth: Worth,
    budget: &Budget,
    nodes: &mut u64,
) -> Result<EndValue, Limit> {
    let run = run_for(game, budget);
    if draws_in_play(game.rules()) {
        return Err(Limit::Chance);
    }
    let evaluation = Evaluation::of(game.rules(), state.board.grid());
    if !is_for_two(game) {
        return Err(Limit::NotForTwo);
    }
    let states = PackedStates::new(&run, &evaluation, state);
    let Some(states) = states else {
        return Err(if budget.stop.is_stopped() { Limit::Stopped } else { Limit::NoProgram });
    };
    let mut search = AlphaBeta::new(&run, states, worth, budget);
    if state.outcome.is_some() {
        let margin = search.margin_of(state.outcome, || state.clone(), state.to_act);
        return Ok(EndValue { margin, variation: Vec::new(), nodes: 0 });
    }
    let mut forced = (worth == Worth::Result)
        .then(|| ForcedWinSearch::new(&run, &evaluation, state, budget))
        .flatten();
    // As many children as the positions of the other search have.
    let width =
        run.legal_actions(state).map_err(|error| EndgameHalt::from(error).limit())?.len() as u64;
    let mut turn = FIRST_TURN;
    let found = loop {
        // What is won by threats alone is often far from the end.
        if let Some(searched) = &mut forced {
            let before = searched.nodes();
            let progress = searched.go_on(turn.saturating_mul(width.max(1)));
            search.nodes += searched.nodes() - before;
            *nodes = search.nodes;
            match progress.map_err(|error| EndgameHalt::from(error).limit())? {
                ProverProgress::Known(ranked) => {
                    let variation =
                        ranked.into_iter().next().map_or(Vec::new(), |best| best.variation);
                    return Ok(EndValue { margin: 1, variation, nodes: search.nodes });
                }
                ProverProgress::Unknown => {}
                ProverProgress::Hopeless => forced = None,
            }
        }
        // Where nothing is forced, there is nothing to wait for.
        let more = if forced.is_some() { turn.saturating_mul(SHARE_OF_ENDS) } else { u64::MAX };
        search.most_nodes = search.nodes.saturating_add(more).min(budget.nodes);
        match search.root(state, None) {
            Err(EndgameHalt::Over) if search.nodes < budget.nodes => {
                turn = turn.saturating_mul(GROWTH)
            }
            found => break found,
        }
    };
    search.most_nodes = budget.nodes;
    *nodes = search.nodes;
    let (margin, best) = found.map_err(EndgameHalt::limit)?;
    let variation = search.variation(state, (margin, best)).map_err(Limit::Rules)?;
    *nodes = search.nodes;
    Ok(EndValue { margin, variation, nodes: search.nodes })
}

/// Estimated number of positions that a search to the end looks at: along some random games, the
/// product of the roots of how much there is to do, which is what alpha-beta has left to do where
/// the best actions come first. It is not told by how much it is more than `most`.
///
/// # Errors
/// What the rules came to.
pub(crate) fn size(
    game: &Game,
    seen: &State,
    random: &mut Random,
    most: u64,
) -> Result<u64, RunError> {
    let mut largest = 0u64;
    for _ in 0..PROBES {
        let mut position = game.position(seen);
        // In thousandths, so that roots of small numbers count.
        let (mut size, mut plies) = (1000u64, 0);
        while position.outcome().is_none() {
            let count = position.action_count()? as u64;
            plies += 1;
            if count == 0 || plies > MOST_PLIES || size / 1000 > most {
                return Ok(u64::MAX);
            }
            size = size * (count * 1_000_000).isqrt() / 1000;
            if position.apply_nth(random.below(count) as usize).is_err() {
                return Ok(u64::MAX);
            }
        }
        largest = largest.max(size / 1000);
    }
    Ok(largest)
}
