//! Portfolio of agents, and which of them suits a game.

use std::fmt;

use masume_engine::Game;
use masume_rules::facts::draws_in_play;
use masume_rules::model::Rules;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::algorithms::expectimax::Expectimax;
use crate::agent::algorithms::flat_monte_carlo::FlatMonteCarlo;
use crate::agent::algorithms::greedy::Greedy;
use crate::agent::algorithms::pvs::Pvs;
use crate::agent::algorithms::random::{RandomAgent, generator};
use crate::agent::algorithms::survival::Survival;
use crate::agent::algorithms::uct::Uct;
use crate::agent::endgame::prover_schedule::{InterleavedAgent, ProverSchedule};
use crate::agent::evaluation::Evaluation;
use crate::agent::evaluation::merge_heuristic::MergeHeuristic;
use crate::agent::fallback_agent::FallbackAgent;
use crate::agent::per_size_agent::PerSizeAgent;
use crate::agent::{Agent, AgentKind, AgentSpec, Effort, Ranked, Strength, Weights, run_for};

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
    /// Kind of the agent.
    pub kind: AgentKind,
    /// Nodes for a move; `None` where it uses all the time that there is, so that a face stops it by its
    /// clock, after a second say.
    pub nodes: Option<u64>,
    /// Reason why it is this one.
    pub reason: PickReason,
    /// True if searches that prove have their turns beside it: for wins by threats, and to the end where that is
    /// near.
    pub proves: bool,
}

impl fmt::Debug for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, nodes, reason, .. } = self;
        write!(f, "Pick {{ kind: {kind:?}, nodes: {nodes:?}, reason: {reason:?} }}")
    }
}

/// Reason why an agent was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickReason {
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

impl PickReason {
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
    ///
    /// ```
    /// use masume_search::agent::PickReason;
    ///
    /// assert_eq!(PickReason::Chance.word(), "chance");
    /// ```
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
    /// Kind of the agent.
    pub kind: AgentKind,
    /// Requirement that the game does not meet.
    pub needs: Requirement,
}

/// Requirement of an agent to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
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

impl Requirement {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Opponents, Self::Two, Self::Numbers, Self::Danger, Self::NoChance];

    /// In one word, for programs and for what is said in other languages.
    ///
    /// ```
    /// use masume_search::agent::Requirement;
    ///
    /// assert_eq!(Requirement::NoChance.word(), "no-chance");
    /// ```
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
/// ```
/// # use masume_engine::{Game, Setup, shipped_games};
/// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// # let state = game.start(&Setup::default()).expect("it can be set up");
/// use masume_search::agent::{AgentKind, AgentSpec, PickReason, Strength, for_game};
///
/// let pick = for_game(&game, &state, Strength::Hard.into(), 7).expect("any game has an agent");
/// assert_eq!((pick.kind, pick.reason), (AgentKind::Uct, PickReason::Turns));
/// let spec = AgentSpec { kind: Some(AgentKind::Survival), strength: Strength::Hard };
/// assert!(for_game(&game, &state, spec, 7).is_err());
/// ```
///
/// # Errors
/// Where a kind of agent is asked for by its name that cannot play the game.
pub fn for_game(
    game: &Game,
    state: &State,
    wanted: AgentSpec,
    seed: u64,
) -> Result<Pick, Unsuited> {
    pick(game, state, wanted, seed, None)
}

/// The same with weights that were learnt for these rules, where the agent has an evaluation.
///
/// ```
/// # use masume_engine::{Game, Setup, shipped_games};
/// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// # let state = game.start(&Setup::default()).expect("it can be set up");
/// use masume_search::agent::{Strength, Tuner, for_game_with};
///
/// let tuner = Tuner::new(&game, &state).expect("it is for two");
/// let pick = for_game_with(&game, &state, Strength::Easy.into(), 7, tuner.weights());
/// assert!(pick.is_ok());
/// ```
///
/// # Errors
/// As [`for_game`].
pub fn for_game_with(
    game: &Game,
    state: &State,
    wanted: AgentSpec,
    seed: u64,
    weights: &Weights,
) -> Result<Pick, Unsuited> {
    pick(game, state, wanted, seed, Some(weights))
}

fn pick(
    game: &Game,
    state: &State,
    wanted: AgentSpec,
    seed: u64,
    weights: Option<&Weights>,
) -> Result<Pick, Unsuited> {
    let rules = game.rules();
    let (kind, reason) = match wanted.kind {
        Some(kind) => (kind, PickReason::Asked),
        None => suited(game, state),
    };
    if let Some(needs) = missing(kind, rules) {
        return Err(Unsuited { kind, needs });
    }
    let proves = is_interleaved(kind) && reason != PickReason::Asked && rules.players.len() == 2;
    let weights = weights.cloned();
    let make = move |game: &Game, state: &State| {
        let agent = agent_of(kind, game, state, (seed, proves), weights.as_ref());
        match kind {
            AgentKind::Random | AgentKind::Flat => agent,
            AgentKind::Greedy
            | AgentKind::Uct
            | AgentKind::Survival
            | AgentKind::Expectimax
            | AgentKind::Pvs => Box::new(FallbackAgent::new(agent, seed)) as Box<dyn Agent>,
        }
    };
    let agent: Box<dyn Agent> = Box::new(PerSizeAgent::new(game, state, Box::new(make)));
    let (agent, nodes) = match wanted.strength {
        Strength::Easy => {
            (Box::new(BlunderingAgent { agent, seed }) as Box<dyn Agent>, Some(EASY_NODES))
        }
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
    let plain = || Evaluation::of(game.rules(), state.board.grid());
    let learnt = weights.map(|weights| plain().with_weights(weights.clone()));
    match kind {
        AgentKind::Random => Box::new(RandomAgent::new(seed)),
        AgentKind::Greedy => Box::new(Greedy::new(seed, learnt.unwrap_or_else(plain))),
        AgentKind::Flat => Box::new(FlatMonteCarlo::new(seed)),
        AgentKind::Uct => {
            let evaluation = learnt.unwrap_or_else(|| Evaluation::weighed(game, state));
            interleaved(Uct::new(game, seed, evaluation), kind, proves.then(plain), seed)
        }
        AgentKind::Survival => Box::new(Survival::new(game, seed)),
        AgentKind::Expectimax => Box::new(Expectimax::new(seed)),
        AgentKind::Pvs => {
            let evaluation = learnt.unwrap_or_else(|| Evaluation::weighed(game, state));
            interleaved(Pvs::new(evaluation), kind, proves.then(plain), seed)
        }
    }
}

/// The agent, with searches that prove beside it if there is an evaluation for them.
fn interleaved<A: InterleavedAgent + 'static>(
    agent: A,
    kind: AgentKind,
    evaluation: Option<Evaluation>,
    seed: u64,
) -> Box<dyn Agent> {
    let Some(evaluation) = evaluation else { return Box::new(agent) };
    let rate = if counts_positions(kind) { 1 } else { POSITIONS_A_GAME };
    Box::new(ProvingAgent { agent, evaluation, seed, rate, effort: Effort::default() })
}

/// True if an agent lets searches that prove have their turns.
fn is_interleaved(kind: AgentKind) -> bool {
    match kind {
        AgentKind::Pvs | AgentKind::Uct => true,
        AgentKind::Random
        | AgentKind::Greedy
        | AgentKind::Flat
        | AgentKind::Survival
        | AgentKind::Expectimax => false,
    }
}

/// True if a node is a position to an agent, and not a random game.
fn counts_positions(kind: AgentKind) -> bool {
    match kind {
        AgentKind::Pvs | AgentKind::Expectimax | AgentKind::Survival => true,
        AgentKind::Random | AgentKind::Greedy | AgentKind::Flat | AgentKind::Uct => false,
    }
}

/// Kind of agent that suits a game, and the reason.
fn suited(game: &Game, state: &State) -> (AgentKind, PickReason) {
    let rules = game.rules();
    if rules.players.len() == 1 {
        if draws_in_play(rules) && missing(AgentKind::Expectimax, rules).is_none() {
            return (AgentKind::Expectimax, PickReason::Numbers);
        }
        if missing(AgentKind::Survival, rules).is_none() {
            return (AgentKind::Survival, PickReason::Danger);
        }
        return (AgentKind::Flat, PickReason::Alone);
    }
    if draws_in_play(rules) {
        return (AgentKind::Flat, PickReason::Chance);
    }
    let evaluation = Evaluation::of(rules, state.board.grid());
    if rules.players.len() == 2 && evaluation.can_judge(game, state) {
        return (AgentKind::Pvs, PickReason::Pieces);
    }
    (AgentKind::Uct, PickReason::Turns)
}

/// Requirement of an agent that a game does not meet.
fn missing(kind: AgentKind, rules: &Rules) -> Option<Requirement> {
    match kind {
        AgentKind::Random | AgentKind::Greedy | AgentKind::Flat => None,
        AgentKind::Uct if rules.players.len() < 2 => Some(Requirement::Opponents),
        AgentKind::Pvs if rules.players.len() != 2 => Some(Requirement::Two),
        AgentKind::Survival => (!Survival::suits(rules)).then_some(Requirement::Danger),
        AgentKind::Expectimax => (!MergeHeuristic::suits(rules)).then_some(Requirement::Numbers),
        AgentKind::Uct | AgentKind::Pvs => draws_in_play(rules).then_some(Requirement::NoChance),
    }
}

/// An agent for boards of one size, beside which the end is searched for where it is near.
struct ProvingAgent<A> {
    agent: A,
    evaluation: Evaluation,
    seed: u64,
    /// Positions that are looked at in the time of a node of the agent inside.
    rate: u64,
    effort: Effort,
}

impl<A: InterleavedAgent> Agent for ProvingAgent<A> {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let most = budget.nodes.saturating_mul(self.rate).min(MOST_ENDS);
        let run = run_for(game, budget);
        let random = generator(game, seen, self.seed);
        let rate = (most, self.rate);
        let mut provers = ProverSchedule::to_end(&run, &self.evaluation, seen, random, rate);
        let ranked = self.agent.rank_with_provers(game, seen, budget, &mut provers);
        self.effort = self.agent.last_effort();
        self.effort.nodes += provers.nodes();
        ranked
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// An agent that now and then does anything.
struct BlunderingAgent {
    agent: Box<dyn Agent>,
    seed: u64,
}

impl Agent for BlunderingAgent {
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
