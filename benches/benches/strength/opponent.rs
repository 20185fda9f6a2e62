//! Opponents: who plays, and against whom.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use masume_engine::{Game, RunError, State};
use masume_rules::random::Random;
use masume_search::Budget;
use masume_search::agent::{Agent, AgentSpec, AgentSpecError, Effort, Pick, Ranked, for_game};

/// The name of the player that leaves the fewest replies.
const MOBILITY: &str = "mobility";

/// An agent of Masume, or a player that looks at nothing but how many replies an action leaves.
#[derive(Clone, Copy)]
pub(super) enum Opponent {
    Agent(AgentSpec),
    Mobility,
}

impl Opponent {
    /// It, for a game; nothing where an agent of its kind does not play it.
    pub(super) fn player(self, game: &Game, start: &State, seed: u64) -> Option<Side> {
        match self {
            Self::Agent(wanted) => for_game(game, start, wanted, seed).ok().map(Side::from),
            Self::Mobility => {
                let mobility = Mobility { random: Random::new(seed), replies: 0 };
                Some(Side { agent: Box::new(mobility), nodes: None })
            }
        }
    }
}

impl FromStr for Opponent {
    type Err = AgentSpecError;

    fn from_str(text: &str) -> Result<Self, AgentSpecError> {
        match text {
            MOBILITY => Ok(Self::Mobility),
            _ => text.parse().map(Self::Agent),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(wanted) => wanted.fmt(f),
            Self::Mobility => f.write_str(MOBILITY),
        }
    }
}

/// Chooser for a side.
pub(super) struct Side {
    pub(super) agent: Box<dyn Agent>,
    /// Its nodes for an action, where it does not use all the time that there is.
    pub(super) nodes: Option<u64>,
}

impl From<Pick> for Side {
    fn from(Pick { agent, nodes, .. }: Pick) -> Self {
        Self { agent, nodes }
    }
}

/// Does what leaves the fewest replies; of several such actions any.
struct Mobility {
    random: Random,
    /// Replies that were counted when it was asked last.
    replies: u64,
}

impl Agent for Mobility {
    fn rank(&mut self, game: &Game, seen: &State, _: &Budget) -> Result<Vec<Ranked>, RunError> {
        self.replies = 0;
        let mut ranked = Vec::new();
        for (action, after) in game.successors(std::slice::from_ref(seen))?.swap_remove(0) {
            let replies = match after.outcome {
                None => game.legal_actions(&after)?.len() as u64,
                Some(_) => 0,
            };
            self.replies += replies;
            let value = -i64::try_from(replies).unwrap_or(i64::MAX);
            let lot = self.random.next_bits();
            let one = Ranked { action, value, is_exact: false, visits: 1, variation: vec![action] };
            ranked.push((Reverse(value), lot, one));
        }
        ranked.sort_by_key(|&(value, lot, _)| (value, lot));
        Ok(ranked.into_iter().map(|(.., one)| one).collect())
    }

    fn effort(&self) -> Effort {
        Effort { nodes: self.replies, depth: 1 }
    }
}
