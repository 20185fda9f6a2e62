//! Survival where chance is one action among others: games for one that can be lost, in which most actions leave
//! nothing to chance.
//!
//! What can be reached by sure actions alone is looked at ply by ply, each state once, and of each ply only the most
//! promising: few at first, and then, as long as there is time, more. Where a stage is won that way, nothing is left to
//! chance. Else an action that draws must be done somewhere: in a state where what must be gone for a win is closest
//! together, as far as luck does little harm there. Then a random place is rarely beside it, and it is the more in its own
//! way afterwards. The way there is gone to its end: until luck is tried nothing happens that was not known before.

use std::cmp::Reverse;

use masume_engine::{Expanded, Frontier, Game, PackedPart};
use masume_rules::action::{Action, Choice};
use masume_rules::facts::{action_draws, draws_in_play};
use masume_rules::model::{EndKind, Player, Rules, ValueKind};
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::Budget;
use crate::agent::algorithms::action_classes::ActionClasses;
use crate::agent::algorithms::flat_monte_carlo::FlatMonteCarlo;
use crate::agent::algorithms::random::generator;
use crate::agent::evaluation::clustering_heuristic::ClusteringHeuristic;
use crate::agent::evaluation::outcome_value::points_value;
use crate::agent::evaluation::packed_states::live_bits_without_luck;
use crate::agent::packed_fields::first_bits;
use crate::agent::{Agent, Effort, Ranked, WIN, run_for, sort, unless_failed};
use crate::interner::Interner;

/// The states that are kept of each ply in the first round; in each round after it so many times more, to the last.
const FEWEST_WIDE: usize = 8;
const MORE_WIDE: usize = 4;
const MOST_WIDE: usize = 512;
/// Plies that are looked ahead.
const FAR: u32 = 60;
/// Of the states of a ply every so many-th, of the first, is looked at for what long actions do.
const LONG_PART: usize = 8;
/// States in which luck is tried at once.
const CANDIDATES: usize = 16;
/// Number of trials in each of them.
const TRIALS: u64 = 32;
/// The part of the best luck that is enough: what differs less is as good, and may be no more than luck itself.
const ENOUGH: (u64, u64) = (7, 8);
/// An odd number that scatters numbers, of the golden ratio.
const SCATTER: u32 = 0x9e37_79b9;
/// Between luck, which was not tried yet, and what leads nowhere.
const UNTRIED: i64 = 1 - WIN;
const NOWHERE: i64 = 2 - WIN;

/// An agent that wants to live.
#[derive(Debug)]
pub(crate) struct Survival {
    seed: u64,
    effort: Effort,
    classes: ActionClasses,
    plan: Option<Plan>,
}

/// Plan: the actions that were found best from a state on.
#[derive(Debug)]
struct Plan {
    /// Packed.
    state: Vec<u64>,
    variation: Vec<Action>,
    value: i64,
    is_exact: bool,
}

impl Survival {
    pub(crate) fn new(game: &Game, seed: u64) -> Self {
        Self { seed, effort: Effort::default(), classes: ActionClasses::new(game), plan: None }
    }

    /// True if a game is one: for one player who can lose, with chance in some actions and not in others.
    pub(crate) fn suits(rules: &Rules) -> bool {
        let loses = rules.ends.iter().any(|end| end.kind == EndKind::Lose);
        let sure = (0..rules.actions.len()).any(|action| !action_draws(rules, action));
        rules.players.len() == 1 && loses && sure && draws_in_play(rules)
    }
}

impl Agent for Survival {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let (run, classes) = (run_for(game, budget), self.classes.run(budget));
        let Some(frontiers) = Frontiers::new(&run, &classes, seen) else {
            let mut flat = FlatMonteCarlo::new(self.seed);
            let ranked = flat.rank(game, seen, budget);
            self.effort = flat.effort();
            return ranked;
        };
        let mut ranked: Vec<Ranked> =
            run.legal_actions(seen)?.into_iter().map(Ranked::unknown).collect();
        let random = generator(game, seen, self.seed);
        let mut search = SurvivalSearch::new(run.rules(), seen, frontiers, random);
        // What was found when it was stopped is still the best that is known.
        unless_failed(search.plan(seen, budget.nodes, self.plan.take(), &mut ranked))?;
        self.effort = Effort { nodes: search.expanded, depth: search.depth };
        sort(&mut ranked);
        self.plan = ranked.first().and_then(|best| search.rest(best));
        Ok(ranked)
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// The game, and by sorts of actions.
struct Frontiers<'g> {
    whole: Frontier<'g>,
    sure: Frontier<'g>,
    long: Option<Frontier<'g>>,
    luck: Frontier<'g>,
    classes: &'g ActionClasses,
}

impl<'g> Frontiers<'g> {
    fn new(game: &'g Game, classes: &'g ActionClasses, seen: &State) -> Option<Self> {
        let grid = seen.board.grid();
        Some(Self {
            whole: game.frontier(grid)?,
            sure: classes.sure.game.frontier(grid)?,
            long: classes.long.as_ref().and_then(|it| it.game.frontier(grid)),
            luck: classes.luck.game.frontier(grid)?,
            classes,
        })
    }
}

/// A state that was reached by sure actions.
#[derive(Clone, Copy, Debug)]
struct SurvivalNode {
    /// The state before it, and what was done there; none at the root.
    before: Option<(u32, Action)>,
    /// Scatter of what must be gone.
    spread: u32,
    /// Points since the root.
    points: i64,
    ply: u32,
}

impl SurvivalNode {
    /// The less the better.
    fn promise(&self) -> (u32, Reverse<i64>) {
        (self.spread, Reverse(self.points))
    }
}

/// States that can be reached by sure actions.
#[derive(Debug)]
struct Reached {
    nodes: Vec<SurvivalNode>,
    /// States by node.
    states: Interner,
    /// The node in which something sure wins, and what.
    won: Option<(u32, Action)>,
    /// True if states were left out for what is kept of a ply, or for the nodes that there are.
    is_narrow: bool,
    is_cut: bool,
}

impl Reached {
    fn new(stride: usize) -> Self {
        let (nodes, states) = (Vec::new(), Interner::new(stride));
        Self { nodes, states, won: None, is_narrow: false, is_cut: false }
    }
}

/// A state in which luck was tried: which action draws there that does no harm the most often, and how often.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    node: u32,
    action: Action,
    harmless: u64,
}

struct SurvivalSearch<'g> {
    frontiers: Frontiers<'g>,
    random: Random,
    stride: usize,
    /// The bits that decide how the game goes on, the generator left out.
    live: Vec<u64>,
    generator: usize,
    points: Option<usize>,
    stage: Option<usize>,
    /// By action: whether it draws.
    draws: Vec<bool>,
    clustering: Option<ClusteringHeuristic>,
    /// Successors by sure actions.
    next: Vec<(Action, Vec<u64>)>,
    expanded: u64,
    depth: u32,
}

/// End that an action leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StageEnd {
    /// The game goes on in the same stage.
    None,
    /// The game or the stage is won.
    Won,
    /// It is over, and was not won.
    Over,
}

impl<'g> SurvivalSearch<'g> {
    fn new(rules: &Rules, seen: &State, frontiers: Frontiers<'g>, random: Random) -> Self {
        let frontier = &frontiers.whole;
        let word = |part| first_bits(frontier, part).map(|(word, _)| word);
        let value = |index: Option<usize>| index.and_then(|index| word(PackedPart::Value(index)));
        let stage = rules.values.iter().position(|value| value.kind == ValueKind::Stage);
        Self {
            stride: frontier.words(),
            live: live_bits_without_luck(rules, seen, frontier),
            generator: word(PackedPart::Random).unwrap_or(0),
            points: value(points_value(rules)),
            stage: value(stage),
            draws: (0..rules.actions.len()).map(|action| action_draws(rules, action)).collect(),
            clustering: ClusteringHeuristic::new(rules, seen.board.grid(), frontier),
            next: Vec::new(),
            expanded: 0,
            depth: 0,
            frontiers,
            random,
        }
    }

    fn draws(&self, action: Action) -> bool {
        match action.choice {
            Choice::Declared(index) => self.draws[usize::from(index)],
            // What follows every action draws nothing, or no action would be sure.
            Choice::Pass => false,
        }
    }

    fn end(&self, before: &[u64], child: &Expanded<'_>) -> StageEnd {
        let is_next = self.stage.is_some_and(|stage| child.words[stage] != before[stage]);
        match child.outcome {
            Some(Outcome::Won(Player(_))) => StageEnd::Won,
            Some(Outcome::Lost(_) | Outcome::Draw | Outcome::Ended) => StageEnd::Over,
            None if is_next => StageEnd::Won,
            None => StageEnd::None,
        }
    }

    fn is_same(&self, one: &[u64], other: &[u64]) -> bool {
        let mut triples = one.iter().zip(other).zip(&self.live);
        triples.all(|((one, other), live)| (one ^ other) & live == 0)
    }

    /// Judges the actions of a state, for which there may be a plan already.
    fn plan(
        &mut self,
        seen: &State,
        nodes: u64,
        plan: Option<Plan>,
        ranked: &mut [Ranked],
    ) -> Result<(), RunError> {
        let mut root = vec![0; self.stride];
        self.frontiers.whole.pack(seen, &mut root);
        // Step 1. What loses at once is never done where anything else can be.
        self.judge_at_once(&root, ranked)?;
        if let Some(plan) = plan.filter(|plan| self.is_same(&plan.state, &root)) {
            self.credit(plan.variation, (plan.value, plan.is_exact), ranked);
            return Ok(());
        }
        let judged = ranked.to_vec();
        let mut wide = FEWEST_WIDE;
        loop {
            // Step 2. What can be reached without luck.
            let is_first = wide == FEWEST_WIDE;
            let reached = self.reach(&root, if is_first { nodes / 4 } else { nodes }, wide)?;
            if let Some((node, action)) = reached.won {
                self.credit(variation(&reached, node, action), (WIN, true), ranked);
                return Ok(());
            }
            if reached.is_cut && !is_first {
                return Ok(());
            }
            // Step 3. Where luck is best tried.
            let candidates = self.candidates(&reached, nodes)?;
            if candidates.is_empty() {
                return Ok(());
            }
            ranked.clone_from_slice(&judged);
            self.credit_luck(&reached, candidates, ranked);
            wide *= MORE_WIDE;
            if !reached.is_narrow || wide > MOST_WIDE {
                return Ok(());
            }
        }
    }

    /// Plan that is left after the first action, if anything is and nothing was left to chance.
    fn rest(&self, best: &Ranked) -> Option<Plan> {
        let variation = best.variation.get(1..).filter(|rest| !rest.is_empty())?.to_vec();
        let state = self.next.iter().find(|it| it.0 == best.action)?.1.clone();
        Some(Plan { state, variation, value: best.value, is_exact: best.is_exact })
    }

    /// Says of the first action of a line what the line is worth.
    fn credit(
        &self,
        variation: Vec<Action>,
        (value, is_exact): (i64, bool),
        ranked: &mut [Ranked],
    ) {
        if let Some(one) = ranked.iter_mut().find(|it| Some(&it.action) == variation.first()) {
            (one.value, one.is_exact, one.visits) = (value, is_exact, self.expanded);
            one.variation = variation;
        }
    }

    /// Says of actions what the luck is worth to which they lead; of others no more than of the best.
    fn credit_luck(&self, reached: &Reached, candidates: Vec<Candidate>, ranked: &mut [Ranked]) {
        let most = candidates.iter().map(|it| it.harmless).max().unwrap_or(0);
        // Where nothing says how promising states are, only luck itself does.
        let (part, of) = if self.clustering.is_some() { ENOUGH } else { (1, 1) };
        let is_enough = |it: &Candidate| it.harmless > 0 && it.harmless * of >= most * part;
        let Some(best) = candidates.iter().position(is_enough) else { return };
        let worth = |it: &Candidate| {
            let share = it.harmless as i64 * WIN / TRIALS as i64;
            (2 * share - WIN).clamp(NOWHERE + 2, WIN - 1)
        };
        let most = worth(&candidates[best]);
        let others = candidates.iter().enumerate().filter(|(nth, _)| *nth != best);
        let others = others.map(|(_, it)| (it, worth(it).min(most - 1)));
        for (candidate, value) in others.chain([(&candidates[best], most)]) {
            let variation = variation(reached, candidate.node, candidate.action);
            let first = ranked.iter().find(|it| it.action == variation[0]);
            if candidate.harmless > 0 && first.is_some_and(|it| it.value < value) {
                self.credit(variation, (value, false), ranked);
            }
        }
    }

    /// Ranks an action that loses at once as a loss, and any other a little higher.
    fn judge_at_once(&mut self, root: &[u64], ranked: &mut [Ranked]) -> Result<(), RunError> {
        let (mut ends, mut next) = (Vec::new(), Vec::new());
        self.expanded += 1;
        self.frontiers.whole.expand(root, &mut |child| {
            let draws = self.draws(child.action);
            if !draws {
                next.push((child.action, child.words.to_vec()));
            }
            ends.push((child.action, draws, self.end(root, &child)));
        })?;
        self.next = next;
        for (action, draws, end) in ends {
            let Some(one) = ranked.iter_mut().find(|it| it.action == action) else { continue };
            one.visits = 1;
            (one.value, one.is_exact) = match end {
                StageEnd::Won if !draws => (WIN, true),
                StageEnd::Over if !draws => (-WIN, true),
                StageEnd::None | StageEnd::Won | StageEnd::Over if draws => (UNTRIED, false),
                StageEnd::None | StageEnd::Won | StageEnd::Over => (NOWHERE, false),
            };
        }
        Ok(())
    }

    /// States that are reached by sure actions, so many states of each ply, until so many nodes are expanded.
    fn reach(&mut self, root: &[u64], nodes: u64, wide: usize) -> Result<Reached, RunError> {
        let mut reached = Reached::new(self.stride);
        let mut layer = Vec::new();
        layer.extend(self.add(&mut reached, (None, 0, 0), root));
        for ply in 1..=FAR {
            let left = usize::try_from(nodes.saturating_sub(self.expanded)).unwrap_or(usize::MAX);
            reached.is_cut = layer.len() > left;
            layer.truncate(left);
            if layer.is_empty() || reached.won.is_some() {
                break;
            }
            let mut next = self.follow(&mut reached, ply, &layer)?;
            // Of equal ones any: those of one parent are too much alike.
            next.sort_by_cached_key(|&number| {
                (reached.nodes[number as usize].promise(), number.wrapping_mul(SCATTER))
            });
            reached.is_narrow |= next.len() > wide;
            next.truncate(wide);
            layer = next;
            self.depth = self.depth.max(ply);
        }
        Ok(reached)
    }

    /// Does every sure action in these states, long ones in the first of them; the states that are new.
    fn follow(
        &mut self,
        reached: &mut Reached,
        ply: u32,
        layer: &[u32],
    ) -> Result<Vec<u32>, RunError> {
        let mut parents = Vec::with_capacity(layer.len() * self.stride);
        for &node in layer {
            parents.extend_from_slice(reached.states.get(node));
        }
        let Frontiers { sure, long, classes, .. } = &self.frontiers;
        let some = layer.len().div_ceil(LONG_PART);
        let long = long.as_ref().zip(classes.long.as_ref()).map(|(it, sort)| (it, sort, some));
        let mut next = Vec::new();
        for (frontier, sort, count) in [(sure, &classes.sure, layer.len())].into_iter().chain(long)
        {
            frontier.expand(&parents[..count * self.stride], &mut |child| {
                let action = sort.of_whole(child.action);
                if self.draws(action) {
                    return;
                }
                let parent = layer[child.parent];
                let before = &parents[child.parent * self.stride..][..self.stride];
                match self.end(before, &child) {
                    StageEnd::Over => {}
                    StageEnd::Won => {
                        reached.won.get_or_insert((parent, action));
                    }
                    StageEnd::None => {
                        let gained =
                            self.points.map_or(0, |it| child.words[it] as i64 - before[it] as i64);
                        let points = reached.nodes[parent as usize].points + gained;
                        let node = (Some((parent, action)), points, ply);
                        next.extend(self.add(reached, node, child.words));
                    }
                }
            })?;
            self.expanded += count as u64;
        }
        Ok(next)
    }

    /// The number of a state, if it is new.
    fn add(
        &self,
        reached: &mut Reached,
        (before, points, ply): (Option<(u32, Action)>, i64, u32),
        words: &[u64],
    ) -> Option<u32> {
        let (number, is_new) = reached.states.intern_live(words, &self.live, 0, |_| 0);
        if !is_new {
            return None;
        }
        let spread = self.clustering.as_ref().map_or(0, |it| it.spread(words));
        reached.nodes.push(SurvivalNode { before, spread, points, ply });
        Some(number)
    }

    /// States in which luck can be tried, the most promising first.
    fn candidates(&mut self, reached: &Reached, nodes: u64) -> Result<Vec<Candidate>, RunError> {
        let mut order: Vec<u32> = (0..reached.nodes.len() as u32).collect();
        order.sort_by_key(|&node| {
            let node = &reached.nodes[node as usize];
            (node.promise(), node.ply)
        });
        let mut order = &order[..];
        let mut candidates = Vec::new();
        while candidates.is_empty() {
            let most = nodes.saturating_sub(self.expanded) / TRIALS;
            let count =
                order.len().min(CANDIDATES).min(usize::try_from(most).unwrap_or(usize::MAX));
            if count == 0 {
                break;
            }
            candidates = self.try_luck(reached, &order[..count])?;
            order = &order[count..];
        }
        Ok(candidates)
    }

    /// Those of these states in which an action draws.
    fn try_luck(&mut self, reached: &Reached, nodes: &[u32]) -> Result<Vec<Candidate>, RunError> {
        // The same luck for all: what differs is what they make of it.
        let luck: Vec<u64> = (0..TRIALS).map(|_| self.random.next_bits()).collect();
        let mut parents = Vec::with_capacity(nodes.len() * luck.len() * self.stride);
        for &node in nodes {
            for &bits in &luck {
                parents.extend_from_slice(reached.states.get(node));
                let first = parents.len() - self.stride;
                parents[first + self.generator] = bits;
            }
        }
        self.expanded += nodes.len() as u64 * TRIALS;
        let mut tried: Vec<Candidate> = Vec::new();
        let Frontiers { luck, classes, .. } = &self.frontiers;
        luck.expand(&parents, &mut |child| {
            let action = classes.luck.of_whole(child.action);
            if !self.draws(action) {
                return;
            }
            let node = nodes[child.parent / TRIALS as usize];
            let before = &parents[child.parent * self.stride..][..self.stride];
            let known = tried.iter().rposition(|it| it.node == node && it.action == action);
            let at = known.unwrap_or_else(|| {
                tried.push(Candidate { node, action, harmless: 0 });
                tried.len() - 1
            });
            tried[at].harmless += u64::from(self.end(before, &child) != StageEnd::Over);
        })?;
        Ok(tried)
    }
}

/// The actions that lead to a node, and one more.
fn variation(reached: &Reached, node: u32, last: Action) -> Vec<Action> {
    let mut variation = vec![last];
    let mut at = node;
    while let Some((before, action)) = reached.nodes[at as usize].before {
        variation.push(action);
        at = before;
    }
    variation.reverse();
    variation
}
