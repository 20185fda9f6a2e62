//! How to live on where chance is one action among others: games for one that can be lost, in which most actions
//! leave nothing to chance.
//!
//! What can be reached by sure actions alone is looked at breadth first, each state once. Where a stage is won
//! that way, nothing is left to chance. Else an action that draws must be done somewhere: for the most promising of the
//! states that can be reached it is done many times, each with other luck, and what comes of it is searched by sure
//! actions in turn. The way to the state from which most of that luck is good is the answer.

use masume_engine::{Expanded, Frontier, Game, PackedPart};
use masume_rules::action::{Action, Choice};
use masume_rules::facts::{action_draws, draws_in_play};
use masume_rules::model::{EndKind, Player, Rules, ValueKind};
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use super::flat::Flat;
use super::known::KnownStates;
use super::packed::live_bits_without_luck;
use super::random::generator;
use super::result::points_value;
use super::{Agent, Effort, Ranked, WIN, run_for, sort, unless_failed};
use crate::Budget;

/// Of the budget, what the search by sure actions may take: one part in so many.
const SURE_PART: u64 = 4;
/// The most states of one search by sure actions that are kept of each ply.
const MOST_WIDE: usize = 400;
/// States from which luck is tried.
const CANDIDATES: usize = 6;
/// How often luck is tried at least, in each of them.
const LEAST_TRIALS: u64 = 8;
/// The same at most.
const MOST_TRIALS: u64 = 64;
/// States that are looked at after each trial.
const AFTER_TRIAL: u64 = 120;
/// What a state is worth from which nothing sure wins, of what a stage is worth that is won.
const ALIVE: i64 = WIN / 4;

/// An agent that wants to live.
#[derive(Debug)]
pub(super) struct Survival {
    seed: u64,
    effort: Effort,
}

impl Survival {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, effort: Effort::default() }
    }

    /// Whether a game is one: for one player who can lose, with chance in some actions and not in others.
    pub(super) fn suits(rules: &Rules) -> bool {
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
        let run = run_for(game, budget);
        let Some(frontier) = run.frontier(seen.board.grid()) else {
            let mut flat = Flat::new(self.seed);
            let ranked = flat.rank(game, seen, budget);
            self.effort = flat.effort();
            return ranked;
        };
        let mut ranked: Vec<Ranked> =
            run.legal_actions(seen)?.into_iter().map(Ranked::unknown).collect();
        let mut search = Search::new(run.rules(), seen, frontier, generator(game, seen, self.seed));
        // What was found when it was stopped is still the best that is known.
        unless_failed(search.plan(seen, budget.nodes, &mut ranked))?;
        self.effort = Effort { nodes: search.expanded, depth: search.depth };
        sort(&mut ranked);
        Ok(ranked)
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// A state that was reached by sure actions.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The state before it, and what was done there; none at a root.
    before: Option<(u32, Action)>,
    /// The number of the root from which it was reached.
    root: u32,
    /// Points since then.
    points: i64,
    ply: u32,
    /// Whether an action there draws.
    is_open: bool,
}

/// What can be reached by sure actions from some roots.
#[derive(Debug, Default)]
struct Reached {
    nodes: Vec<Node>,
    /// By node.
    states: KnownStates,
    /// The node in which something sure wins, and what; by root.
    won: Vec<Option<(u32, Action)>>,
}

struct Search<'g> {
    rules: &'g Rules,
    frontier: Frontier<'g>,
    random: Random,
    stride: usize,
    /// The bits that decide how the game goes on, the generator left out.
    live: Vec<u64>,
    generator: usize,
    points: Option<usize>,
    stage: Option<usize>,
    /// By action: whether it draws.
    draws: Vec<bool>,
    expanded: u64,
    depth: u32,
}

/// What an action leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The game goes on in the same stage.
    None,
    /// The game or the stage is won.
    Won,
    /// It is over, and was not won.
    Over,
}

impl<'g> Search<'g> {
    fn new(rules: &'g Rules, seen: &State, frontier: Frontier<'g>, random: Random) -> Self {
        let word = |part| frontier.bits(part).iter().position(|&bits| bits != 0);
        let value = |index: Option<usize>| index.and_then(|index| word(PackedPart::Value(index)));
        let live = live_bits_without_luck(rules, seen, &frontier);
        let stage = rules.values.iter().position(|value| value.kind == ValueKind::Stage);
        Self {
            stride: frontier.words(),
            generator: word(PackedPart::Random).unwrap_or(0),
            points: value(points_value(rules)),
            stage: value(stage),
            draws: (0..rules.actions.len()).map(|action| action_draws(rules, action)).collect(),
            rules,
            frontier,
            random,
            live,
            expanded: 0,
            depth: 0,
        }
    }

    fn draws(&self, action: Action) -> bool {
        match action.choice {
            Choice::Declared(index) => self.draws[usize::from(index)],
            Choice::Pass => action_draws(self.rules, usize::MAX),
        }
    }

    fn end(&self, before: &[u64], child: &Expanded<'_>) -> End {
        let is_next = self.stage.is_some_and(|stage| child.words[stage] != before[stage]);
        match child.outcome {
            Some(Outcome::Won(Player(_))) => End::Won,
            Some(Outcome::Lost(_) | Outcome::Draw | Outcome::Ended) => End::Over,
            None if is_next => End::Won,
            None => End::None,
        }
    }

    fn points_of(&self, words: &[u64]) -> i64 {
        self.points.map_or(0, |word| words[word] as i64)
    }

    /// Judges the actions of a state.
    fn plan(&mut self, seen: &State, nodes: u64, ranked: &mut [Ranked]) -> Result<(), RunError> {
        let mut root = vec![0; self.stride];
        self.frontier.pack(seen, &mut root);
        // Step 1. What loses at once is never done where anything else can be.
        self.judge_at_once(&root, ranked)?;
        // Step 2. What can be reached without luck.
        let reached = self.reach(&root, (nodes / SURE_PART).max(1))?;
        if let Some((node, action)) = reached.won[0] {
            let line = line(&reached, node, action);
            if let Some(best) = ranked.iter_mut().find(|it| it.action == line[0]) {
                (best.value, best.is_exact, best.visits) = (WIN, true, self.expanded);
                best.line = line;
            }
            return Ok(());
        }
        // Step 3. Where luck is best tried.
        let mut open: Vec<u32> = (0..reached.nodes.len() as u32)
            .filter(|&it| reached.nodes[it as usize].is_open)
            .collect();
        let promise = |&node: &u32| {
            let node = &reached.nodes[node as usize];
            (std::cmp::Reverse(node.points), node.ply)
        };
        open.sort_by_key(promise);
        if !open.contains(&0) || open.len() <= CANDIDATES {
            open.truncate(CANDIDATES);
        } else {
            // Luck here and now is always one of them.
            open.retain(|&it| it != 0);
            open.truncate(CANDIDATES - 1);
            open.push(0);
        }
        for (index, &node) in open.iter().enumerate() {
            let left = nodes.saturating_sub(self.expanded) / (open.len() - index) as u64;
            let trials = (left / AFTER_TRIAL).clamp(LEAST_TRIALS, MOST_TRIALS);
            for (action, value) in self.try_luck(&reached, node, trials)? {
                let line = line(&reached, node, action);
                let Some(one) = ranked.iter_mut().find(|it| it.action == line[0]) else { continue };
                if value > one.value || one.visits <= 1 {
                    (one.value, one.visits, one.line) = (value, trials, line);
                }
            }
        }
        Ok(())
    }

    /// What loses at once is worth a loss, what does not a little.
    fn judge_at_once(&mut self, root: &[u64], ranked: &mut [Ranked]) -> Result<(), RunError> {
        let mut ends = Vec::new();
        self.expanded += 1;
        self.frontier
            .expand(root, &mut |child| ends.push((child.action, self.end(root, &child))))?;
        for (action, end) in ends {
            let Some(one) = ranked.iter_mut().find(|it| it.action == action) else { continue };
            let draws = self.draws(action);
            one.visits = 1;
            (one.value, one.is_exact) = match end {
                End::Won if !draws => (WIN, true),
                End::Over if !draws => (-WIN, true),
                // Between luck, which was not tried yet, and what leads nowhere.
                End::None | End::Won | End::Over if draws => (1 - WIN, false),
                End::None | End::Won | End::Over => (2 - WIN, false),
            };
        }
        Ok(())
    }

    /// What is reached from some roots, one behind the other, by sure actions; at most so many states of each.
    fn reach(&mut self, roots: &[u64], most: u64) -> Result<Reached, RunError> {
        let mut reached = Reached::default();
        let count = roots.len() / self.stride;
        reached.won = vec![None; count];
        let mut layer = Vec::new();
        for (root, words) in roots.chunks_exact(self.stride).enumerate() {
            let root = root as u32;
            let node = Node { before: None, root, points: 0, ply: 0, is_open: false };
            layer.extend(self.add(&mut reached, node, words));
        }
        let mut seen = vec![0u64; count];
        while !layer.is_empty() {
            layer.retain(|&node: &u32| {
                let root = reached.nodes[node as usize].root as usize;
                seen[root] += 1;
                reached.won[root].is_none() && seen[root] <= most
            });
            let mut next = self.follow(&mut reached, &layer)?;
            let promise = |&node: &u32| {
                let node = &reached.nodes[node as usize];
                (node.root, std::cmp::Reverse(node.points))
            };
            next.sort_by_key(promise);
            layer.clear();
            for of_root in next.chunk_by(|&one, &other| {
                reached.nodes[one as usize].root == reached.nodes[other as usize].root
            }) {
                layer.extend_from_slice(&of_root[..of_root.len().min(MOST_WIDE)]);
            }
        }
        Ok(reached)
    }

    /// Does every sure action in these states; the states that are new.
    fn follow(&mut self, reached: &mut Reached, layer: &[u32]) -> Result<Vec<u32>, RunError> {
        let mut parents = Vec::with_capacity(layer.len() * self.stride);
        for &node in layer {
            parents.extend_from_slice(reached.states.get(node, self.stride));
        }
        self.expanded += layer.len() as u64;
        let mut next = Vec::new();
        let this = &*self;
        this.frontier.expand(&parents, &mut |child| {
            let parent = layer[child.parent];
            if this.draws(child.action) {
                reached.nodes[parent as usize].is_open = true;
                return;
            }
            let before = &parents[child.parent * this.stride..][..this.stride];
            let Node { root, points, ply, .. } = reached.nodes[parent as usize];
            match this.end(before, &child) {
                End::Over => {}
                End::Won => {
                    reached.won[root as usize].get_or_insert((parent, child.action));
                }
                End::None => {
                    let points = points + this.points_of(child.words) - this.points_of(before);
                    let before = Some((parent, child.action));
                    let node = Node { before, root, points, ply: ply + 1, is_open: false };
                    next.extend(this.add(reached, node, child.words));
                }
            }
        })?;
        let plies = next.iter().map(|&node| reached.nodes[node as usize].ply);
        self.depth = self.depth.max(plies.max().unwrap_or(0));
        Ok(next)
    }

    /// The number of a state, if it is new to its root.
    fn add(&self, reached: &mut Reached, node: Node, words: &[u64]) -> Option<u32> {
        let Reached { nodes, states, .. } = reached;
        let root_of = |number: u32| nodes[number as usize].root;
        let (number, is_new) = states.insert(words, &self.live, node.root, root_of);
        if !is_new {
            return None;
        }
        nodes.push(node);
        Some(number)
    }

    /// The actions of a state that draw, and what they are worth: done so many times each.
    fn try_luck(
        &mut self,
        reached: &Reached,
        node: u32,
        trials: u64,
    ) -> Result<Vec<(Action, i64)>, RunError> {
        let before = reached.states.get(node, self.stride);
        let mut parents = Vec::new();
        for _ in 0..trials {
            let first = parents.len();
            parents.extend_from_slice(before);
            parents[first + self.generator] = self.random.next_bits();
        }
        // By trial that goes on: which action it is of. Their states are the roots of the next search.
        let (mut owners, mut roots) = (Vec::new(), Vec::new());
        let mut tried: Vec<(Action, i64)> = Vec::new();
        self.expanded += trials;
        self.frontier.expand(&parents, &mut |child| {
            if !self.draws(child.action) {
                return;
            }
            let index = tried.iter().position(|it| it.0 == child.action).unwrap_or_else(|| {
                tried.push((child.action, 0));
                tried.len() - 1
            });
            match self.end(before, &child) {
                End::Won => tried[index].1 += WIN,
                End::Over => {}
                End::None => {
                    owners.push(index);
                    roots.extend_from_slice(child.words);
                }
            }
        })?;
        let after = self.reach(&roots, AFTER_TRIAL)?;
        for (&index, won) in owners.iter().zip(&after.won) {
            tried[index].1 += if won.is_some() { WIN } else { ALIVE };
        }
        // From what share of the luck is good to what a result is worth.
        let worth = |sum: i64| 2 * sum / trials.max(1) as i64 - WIN;
        Ok(tried.into_iter().map(|(action, sum)| (action, worth(sum))).collect())
    }
}

/// The actions that lead to a node, and one more.
fn line(reached: &Reached, node: u32, last: Action) -> Vec<Action> {
    let mut line = vec![last];
    let mut at = node;
    while let Some((before, action)) = reached.nodes[at as usize].before {
        line.push(action);
        at = before;
    }
    line.reverse();
    line
}
