//! Which agent suits a game, and why.

use std::fmt;

use masume_engine::Game;
use masume_rules::facts::draws_in_play;
use masume_rules::model::Rules;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use super::aside::{Anytime, Aside};
use super::evaluation::Evaluation;
use super::expectimax::Expectimax;
use super::flat::Flat;
use super::greedy::Greedy;
use super::outlook::Outlook;
use super::pvs::Pvs;
use super::random::{Any, generator};
use super::shaped::Shaped;
use super::survival::Survival;
use super::uct::Uct;
use super::{Agent, AgentKind, Effort, Ranked, Strength, Wanted, Weights, run_for};
use crate::Budget;

/// Nodes a move of the level between.
const MEDIUM_NODES: u64 = 1_500;
/// The same where a node is a position, and not a random game.
const MEDIUM_POSITIONS: u64 = 8_000;
/// Nodes a move of the easy level.
const EASY_NODES: u64 = 60;
/// The most positions that a search to the end may look at: a fraction of a second.
const MOST_ENDS: u64 = 400_000;
/// Positions as long as which a random game takes.
const POSITIONS_A_GAME: u64 = 16;
/// One move in so many of the easy level is any.
const EASY_BLUNDERS: u64 = 4;

/// An agent for a game, and why it is this one.
pub struct Pick {
    /// The agent.
    pub agent: Box<dyn Agent>,
    /// Which it is.
    pub kind: AgentKind,
    /// Nodes for a move; `None` where it uses all the time that there is, so that a face stops it by its
    /// clock, after a second say.
    pub nodes: Option<u64>,
    /// Why it is this one.
    pub reason: Reason,
    /// Whether searches that prove have their turns beside it: for wins by threats, and to the end where that is near.
    pub proves: bool,
}

impl fmt::Debug for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, nodes, reason, .. } = self;
        write!(f, "Pick {{ kind: {kind:?}, nodes: {nodes:?}, reason: {reason:?} }}")
    }
}

/// Why an agent was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was asked for by its name.
    Asked,
    /// Two players move pieces of their own, which is easier to judge than to play at random.
    Pieces,
    /// Several players, and nothing is left to chance: a tree of what they may do.
    Turns,
    /// Chance has a part in what follows an action, which games at random average out.
    Chance,
    /// One player, numbers on the board, and chance after what is done: states can be judged.
    Numbers,
    /// One player who can lose, and most actions leave nothing to chance: they can be planned.
    Danger,
    /// One player, for whom nothing else is made.
    Alone,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Asked,
        Self::Pieces,
        Self::Turns,
        Self::Chance,
        Self::Numbers,
        Self::Danger,
        Self::Alone,
    ];

    /// In one word, for programs and for what is said in other languages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Pieces => "pieces",
            Self::Turns => "turns",
            Self::Chance => "chance",
            Self::Numbers => "numbers",
            Self::Danger => "danger",
            Self::Alone => "alone",
        }
    }
}

/// An agent that cannot play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsuited {
    /// Which.
    pub kind: AgentKind,
    /// What it would have needed.
    pub needs: Need,
}

/// What an agent needs of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Two players or more.
    Opponents,
    /// Two players, no fewer and no more.
    Two,
    /// One player, numbers on the board, and points that count.
    Numbers,
    /// One player who can lose, and actions of which some leave something to chance and some do not.
    Danger,
    /// That chance decides nothing once the game has begun.
    NoChance,
}

impl Need {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Opponents, Self::Two, Self::Numbers, Self::Danger, Self::NoChance];

    /// In one word, for programs and for what is said in other languages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Opponents => "opponents",
            Self::Two => "two",
            Self::Numbers => "numbers",
            Self::Danger => "danger",
            Self::NoChance => "no-chance",
        }
    }
}

/// The agent that is wanted for a game, which goes on from this state.
///
/// # Errors
/// Where a kind of agent is asked for by its name that cannot play the game.
pub fn for_game(game: &Game, state: &State, wanted: Wanted, seed: u64) -> Result<Pick, Unsuited> {
    pick(game, state, wanted, seed, None)
}

/// The same with weights that were learnt for these rules, where the agent has an evaluation.
///
/// # Errors
/// As [`for_game`].
pub fn for_game_with(
    game: &Game,
    state: &State,
    wanted: Wanted,
    seed: u64,
    weights: &Weights,
) -> Result<Pick, Unsuited> {
    pick(game, state, wanted, seed, Some(weights))
}

fn pick(
    game: &Game,
    state: &State,
    wanted: Wanted,
    seed: u64,
    weights: Option<&Weights>,
) -> Result<Pick, Unsuited> {
    let rules = game.rules();
    let (kind, reason) = match wanted.kind {
        Some(kind) => (kind, Reason::Asked),
        None => suited(game, state),
    };
    if let Some(needs) = missing(kind, rules) {
        return Err(Unsuited { kind, needs });
    }
    let proves = is_anytime(kind) && reason != Reason::Asked && rules.players.len() == 2;
    let weights = weights.cloned();
    let make = move |game: &Game, state: &State| {
        agent_of(kind, game, state, (seed, proves), weights.as_ref())
    };
    let agent: Box<dyn Agent> = Box::new(Shaped::new(game, state, Box::new(make)));
    let (agent, nodes) = match wanted.strength {
        Strength::Easy => (Box::new(Careless { agent, seed }) as Box<dyn Agent>, Some(EASY_NODES)),
        // A node of a search is less than a random game.
        Strength::Medium if counts_positions(kind) => (agent, Some(MEDIUM_POSITIONS)),
        Strength::Medium => (agent, Some(MEDIUM_NODES)),
        Strength::Hard => (agent, None),
        Strength::Nodes(nodes) => (agent, Some(nodes)),
    };
    Ok(Pick { agent, kind, nodes, reason, proves })
}

fn agent_of(
    kind: AgentKind,
    game: &Game,
    state: &State,
    (seed, proves): (u64, bool),
    weights: Option<&Weights>,
) -> Box<dyn Agent> {
    let anytime = |agent: Box<dyn Anytime>| -> Box<dyn Agent> {
        if !proves {
            return agent;
        }
        let rate = if counts_positions(kind) { 1 } else { POSITIONS_A_GAME };
        Box::new(Finishing { agent, seed, rate, effort: Effort::default() })
    };
    let plain = || Evaluation::of(game.rules(), state.board.grid());
    let learnt = weights.map(|weights| plain().with_weights(weights.clone()));
    match kind {
        AgentKind::Random => Box::new(Any::new(seed)),
        AgentKind::Greedy => Box::new(Greedy::new(seed, learnt.unwrap_or_else(plain))),
        AgentKind::Flat => Box::new(Flat::new(seed)),
        AgentKind::Uct => {
            let evaluation = learnt.unwrap_or_else(|| Evaluation::weighed(game, state));
            anytime(Box::new(Uct::new(game, seed, evaluation)))
        }
        AgentKind::Survival => Box::new(Survival::new(game, seed)),
        AgentKind::Expectimax => Box::new(Expectimax::new(seed)),
        AgentKind::Pvs => {
            let evaluation = learnt.unwrap_or_else(|| Evaluation::weighed(game, state));
            anytime(Box::new(Pvs::new(evaluation)))
        }
    }
}

/// Whether an agent lets searches that prove have their turns.
fn is_anytime(kind: AgentKind) -> bool {
    match kind {
        AgentKind::Pvs | AgentKind::Uct => true,
        AgentKind::Random
        | AgentKind::Greedy
        | AgentKind::Flat
        | AgentKind::Survival
        | AgentKind::Expectimax => false,
    }
}

/// Whether a node is a position to an agent, and not a random game.
fn counts_positions(kind: AgentKind) -> bool {
    match kind {
        AgentKind::Pvs | AgentKind::Expectimax | AgentKind::Survival => true,
        AgentKind::Random | AgentKind::Greedy | AgentKind::Flat | AgentKind::Uct => false,
    }
}

/// What suits a game, and why.
fn suited(game: &Game, state: &State) -> (AgentKind, Reason) {
    let rules = game.rules();
    if rules.players.len() == 1 {
        if draws_in_play(rules) && missing(AgentKind::Expectimax, rules).is_none() {
            return (AgentKind::Expectimax, Reason::Numbers);
        }
        if missing(AgentKind::Survival, rules).is_none() {
            return (AgentKind::Survival, Reason::Danger);
        }
        return (AgentKind::Flat, Reason::Alone);
    }
    if draws_in_play(rules) {
        return (AgentKind::Flat, Reason::Chance);
    }
    let evaluation = Evaluation::of(rules, state.board.grid());
    if rules.players.len() == 2 && evaluation.can_judge(game, state) {
        return (AgentKind::Pvs, Reason::Pieces);
    }
    (AgentKind::Uct, Reason::Turns)
}

/// What an agent lacks in a game.
fn missing(kind: AgentKind, rules: &Rules) -> Option<Need> {
    match kind {
        AgentKind::Random | AgentKind::Greedy | AgentKind::Flat => None,
        AgentKind::Uct if rules.players.len() < 2 => Some(Need::Opponents),
        AgentKind::Pvs if rules.players.len() != 2 => Some(Need::Two),
        AgentKind::Survival => (!Survival::suits(rules)).then_some(Need::Danger),
        AgentKind::Expectimax => (!Outlook::suits(rules)).then_some(Need::Numbers),
        AgentKind::Uct | AgentKind::Pvs => draws_in_play(rules).then_some(Need::NoChance),
    }
}

/// An agent beside which the end is searched for where it is near.
struct Finishing {
    agent: Box<dyn Anytime>,
    seed: u64,
    /// Positions that are looked at in the time of a node of the agent inside.
    rate: u64,
    effort: Effort,
}

impl Agent for Finishing {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let most = budget.nodes.saturating_mul(self.rate).min(MOST_ENDS);
        let run = run_for(game, budget);
        let evaluation = Evaluation::of(game.rules(), seen.board.grid());
        let random = generator(game, seen, self.seed);
        let mut aside = Aside::to_end(&run, &evaluation, seen, random, (most, self.rate));
        let ranked = self.agent.rank_beside(game, seen, budget, &mut aside);
        self.effort = self.agent.effort();
        self.effort.nodes += aside.nodes();
        ranked
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// An agent that now and then does anything.
struct Careless {
    agent: Box<dyn Agent>,
    seed: u64,
}

impl Agent for Careless {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let mut ranked = self.agent.rank(game, seen, budget)?;
        // Another number than the one that the agent inside begins with.
        let mut random =
            Random::new(generator(game, seen, self.seed).0 ^ self.seed.wrapping_add(1));
        if !ranked.is_empty() && random.below(EASY_BLUNDERS) == 0 {
            let any = random.below(ranked.len() as u64) as usize;
            ranked[..=any].rotate_right(1);
        }
        Ok(ranked)
    }

    fn effort(&self) -> Effort {
        self.agent.effort()
    }
}
