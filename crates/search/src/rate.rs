//! Difficulty of a level, read from a solution and from what lies beside it.

use std::collections::HashSet;

use masume_engine::{Board, Game};
use masume_rules::action::Action;
use masume_rules::model::Content;
use masume_rules::state::State;

use crate::meter::Meter;
use crate::solve::{Refusal, Solved};
use crate::{Aim, Budget, Deadlocks, Limit, Proof, Solution, Verdict, solve};

/// The most choices of a line that are looked at, evenly spaced.
const MOST_LOOKS: usize = 24;

/// Nodes for finding out whether what was not chosen would have won too.
const NODES_BESIDE: u64 = 200;

/// The most states of one region of the walker that are looked at.
const MOST_WALKS: usize = 4096;

/// Difficulty of a level. Its figures depend on the level, the search and its budget alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Actions of the solution.
    pub actions: usize,
    /// Those of them that are more than steps of a walker, such as pushes.
    pub steps: usize,
    /// Nodes of the search that found it.
    pub nodes: u64,
    /// Mean number of actions among which a step was chosen.
    pub choices: f64,
    /// Of those that were not chosen, the share after which nothing wins, or no win was found soon.
    pub dead_ends: f64,
    /// Bits that have to be right on the way: see [`Rating::difficulty`].
    pub bits: f64,
}

impl Rating {
    /// One figure: `log2(1 + nodes) + log2(1 + steps) + log2(1 + bits)`.
    ///
    /// Bits are the sum over all steps of `log2(choices / choices that do not lose)`: who chooses at random
    /// does nothing wrong with a chance of one in two to this power.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, rate};
    ///
    /// let rated = rate(&game, &state, &Budget::default()).expect("it is a game for one");
    /// assert!(rated.rating().is_some_and(|rating| rating.difficulty() >= 0.0));
    /// ```
    pub fn difficulty(&self) -> f64 {
        let log = |figure: f64| (1.0 + figure).log2();
        log(self.nodes as f64) + log(self.steps as f64) + log(self.bits)
    }
}

/// A level with what its solver found.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Verdict of the solver, and the difficulty where there is one.
    pub verdict: RatedVerdict,
    /// Nodes of the search.
    pub nodes: u64,
}

impl Rated {
    /// Difficulty of the level, where a line was found.
    pub fn rating(&self) -> Option<Rating> {
        match &self.verdict {
            RatedVerdict::Won(_, rating) => Some(*rating),
            RatedVerdict::WonAlready | RatedVerdict::Impossible(_) | RatedVerdict::GaveUp(_) => {
                None
            }
        }
    }
}

/// Verdict about a level that is rated: points are not asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum RatedVerdict {
    /// This line of one action or more wins, and is so hard to find.
    Won(Solution, Rating),
    /// The level is won before the first action.
    WonAlready,
    /// Nothing wins, according to [`verify`](crate::verify).
    Impossible(Proof),
    /// Neither was found, or the line could not be looked at.
    GaveUp(Limit),
}

/// Solves a level and looks at what could have been done instead along the solution.
///
/// ```
/// # use masume_engine::{Game, Setup, shipped_games};
/// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// # let state = game.start(&Setup::default()).expect("it can be set up");
/// use masume_search::{Budget, RatedVerdict, rate};
///
/// let rated = rate(&game, &state, &Budget::default()).expect("it is a game for one");
/// assert!(matches!(rated.verdict, RatedVerdict::Won(..)));
/// assert!(rated.rating().is_some());
/// ```
///
/// # Errors
/// A game for several players, one that cannot be won by its rules, or one that is over.
pub fn rate(game: &Game, start: &State, budget: &Budget) -> Result<Rated, Refusal> {
    let Solved { verdict, report } = solve(game, start, Aim::Any, budget)?;
    let nodes = report.nodes;
    let verdict = match verdict {
        Verdict::Won(line) if line.actions.is_empty() => RatedVerdict::WonAlready,
        Verdict::Won(line) => match rating(game, start, &line, nodes, budget) {
            Ok(Some(rating)) => RatedVerdict::Won(line, rating),
            Ok(None) => RatedVerdict::GaveUp(Limit::Unconfirmed),
            Err(limit) => RatedVerdict::GaveUp(limit),
        },
        Verdict::Impossible(proof) => RatedVerdict::Impossible(proof),
        // A game that ends with points alone has no win.
        Verdict::Scored(_) => return Err(Refusal::NoWin),
        Verdict::GaveUp(limit) => RatedVerdict::GaveUp(limit),
    };
    Ok(Rated { verdict, nodes })
}

/// The figures of a line; `None` where it cannot be played.
///
/// # Errors
/// The token or the bytes of the budget.
fn rating(
    game: &Game,
    start: &State,
    line: &Solution,
    nodes: u64,
    budget: &Budget,
) -> Result<Option<Rating>, Limit> {
    // Looking at what lies beside takes longer than the search may have: it keeps to the token, too.
    let game = &game.clone().with_stop(budget.stop.clone());
    let scene = RatedBoard { game, deadlocks: Deadlocks::of(game, start, budget), budget };
    // Step 1. Where along the line a step is chosen.
    let mut steps: Vec<usize> = Vec::new();
    let mut before = start.clone();
    for (index, &action) in line.actions.iter().enumerate() {
        let Some(after) = scene.after(&before, action)? else { return Ok(None) };
        if !scene.is_walk(&before, &after) {
            steps.push(index);
        }
        before = after;
    }
    // Step 2. What else could have been chosen at some of them. States of a long line are not kept: it is played again.
    let looks = steps.len().min(MOST_LOOKS);
    let mut looked = (0..looks).map(|look| steps[look * steps.len() / looks]).peekable();
    let (mut choices, mut dead_ends, mut bits) = (0, 0, 0.0);
    let mut at = start.clone();
    for (index, &action) in line.actions.iter().enumerate() {
        let Some(after) = scene.after(&at, action)? else { return Ok(None) };
        let before = std::mem::replace(&mut at, after);
        if looked.next_if_eq(&index).is_none() {
            continue;
        }
        let others = scene.others(&before, &at)?;
        let mut dead = 0;
        for other in &others {
            dead += usize::from(scene.is_dead_end(other));
            scene.budget.check_stop()?;
        }
        choices += others.len() + 1;
        dead_ends += dead;
        bits += ((others.len() + 1) as f64 / (others.len() + 1 - dead) as f64).log2();
    }
    let (count, others) = (looks.max(1) as f64, (choices - looks).max(1) as f64);
    Ok(Some(Rating {
        actions: line.actions.len(),
        steps: steps.len(),
        nodes,
        choices: choices as f64 / count,
        dead_ends: dead_ends as f64 / others,
        bits: bits * steps.len() as f64 / count,
    }))
}

/// A game being looked at.
struct RatedBoard<'a> {
    game: &'a Game,
    /// Deadlocks of a game of a walker.
    deadlocks: Option<Deadlocks>,
    budget: &'a Budget,
}

impl RatedBoard<'_> {
    /// The state after an action; `None` where it cannot be done, or the rules go wrong in it.
    fn after(&self, state: &State, action: Action) -> Result<Option<State>, Limit> {
        let mut after = state.clone();
        let is_done = self.game.apply(&mut after, action).is_ok();
        // What was stopped did not go wrong.
        self.budget.check_stop()?;
        Ok(is_done.then_some(after))
    }

    /// True if only the walker is elsewhere.
    fn is_walk(&self, before: &State, after: &State) -> bool {
        self.deadlocks.as_ref().is_some_and(|it| it.is_walk(before, after))
    }

    /// States that could have followed besides the one that did: walks are followed to where something is
    /// moved.
    ///
    /// # Errors
    /// The token or the bytes of the budget.
    fn others(&self, before: &State, chosen: &State) -> Result<Vec<State>, Limit> {
        let meter = Meter::of(self.budget);
        let mut others = Vec::new();
        let mut known: HashSet<Board> = HashSet::from([before.board.clone(), chosen.board.clone()]);
        let mut walks = vec![before.clone()];
        while let Some(state) = walks.pop() {
            let Ok(actions) = self.game.legal_actions(&state) else { break };
            for action in actions {
                let Some(after) = self.after(&state, action)? else { continue };
                if known.contains(&after.board) {
                    continue;
                }
                meter.keeps(2 * bytes_of(&after))?;
                known.insert(after.board.clone());
                if !self.is_walk(&state, &after) {
                    others.push(after);
                } else if after.outcome.is_none() && known.len() < MOST_WALKS {
                    walks.push(after);
                }
            }
        }
        self.budget.check_stop()?;
        Ok(others)
    }

    fn is_dead_end(&self, state: &State) -> bool {
        if self.deadlocks.as_ref().is_some_and(|it| !it.cells(state).is_empty()) {
            return true;
        }
        let budget = Budget { nodes: NODES_BESIDE, ..self.budget.clone() };
        match solve(self.game, state, Aim::Any, &budget) {
            Ok(Solved { verdict, .. }) => !matches!(verdict, Verdict::Won(_)),
            Err(_) => true,
        }
    }
}

/// Bytes of a state that is kept.
fn bytes_of(state: &State) -> u64 {
    let contents = state.board.layer_count() * state.board.grid().cell_count();
    (contents * size_of::<Content>() + size_of::<State>()) as u64
}

#[cfg(test)]
mod tests {
    use masume_engine::Setup;

    use super::*;

    fn rated(levels: &str) -> Rating {
        let shipped = masume_engine::shipped_games().iter().find(|it| it.name == "sokoban");
        let game = Game::load(shipped.expect("it is shipped").text).game.expect("a game");
        let game = game.clone().with_levels(game.read_collection(levels).expect("levels"));
        let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a level");
        let rated = rate(&game, &state, &Budget::default()).expect("a game for one");
        rated.rating().expect("a line")
    }

    #[test]
    fn what_can_be_done_and_what_must_not_is_counted() {
        // Nothing else can be done than to push it on.
        let one = rated("#######\n#@$  .#\n#######\n");
        assert_eq!((one.actions, one.steps, one.choices, one.dead_ends), (3, 3, 1.0, 0.0));
        assert_eq!(one.bits, 0.0);
        // Pushed up or down the box is at a wall for good; pushed back it is not lost, but for the wall.
        let room = rated("#######\n#     #\n# @$ .#\n#     #\n#######\n");
        assert_eq!((room.actions, room.steps), (2, 2));
        assert!(room.dead_ends > 0.5 && room.choices > 3.0, "{room:?}");
        assert!(room.bits > 1.0 && room.difficulty() > one.difficulty(), "{room:?} {one:?}");
    }

    #[test]
    fn a_rating_is_the_same_each_time() {
        let level = "########\n#  .   #\n# $$ # #\n#@ .   #\n########\n";
        assert_eq!(rated(level), rated(level));
    }

    #[test]
    fn what_is_not_won_has_no_rating() {
        let shipped = masume_engine::shipped_games().iter().find(|it| it.name == "peg-solitaire");
        let game = Game::load(shipped.expect("it is shipped").text).game.expect("a game");
        let state = game.start(&Setup { level: Some(2), ..Setup::default() }).expect("a level");
        let budget = Budget { nodes: 10_000, ..Budget::default() };
        let rated = rate(&game, &state, &budget).expect("a game for one");
        assert!(rated.rating().is_none() && rated.verdict != RatedVerdict::WonAlready);
    }
}
