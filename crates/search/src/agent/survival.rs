//! How to live on where chance is one action among others: games for one that can be lost, in which most actions
//! leave nothing to chance.
//!
//! What can be reached by sure actions alone is looked at ply by ply, each state once, and of each ply only some: few at
//! first, and then, as long as there is time, more. Where a stage is won that way, nothing is left to chance, and what
//! was found is done to its end. Else an action that draws must be done somewhere: for the most promising of the
//! states that can be reached it is done many times, each with other luck. What comes of it is searched by sure
//! actions in turn, and where nothing wins there luck is tried again from the best that was reached, some times. States from
//! which less of that luck is good are left, the others tried more often; the way to the best is the answer.

use std::cmp::Reverse;

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

/// States that the first round looks at without luck; each round after it at so many times more, to the last.
const FIRST_STATES: u64 = 500;
const MORE_STATES: u64 = 4;
const MOST_ROUNDS: u32 = 6;
/// How far ahead they lie at least: of each ply only so many are kept.
const FAR: u64 = 60;
/// The nodes in which luck is tried in a round: so many times the states without it.
const LUCK_PART: u64 = 3;
/// States from which luck is tried at first; half of them are left each time.
const CANDIDATES: usize = 16;
/// States at which it is looked how safe luck is there.
const MOST_GLANCED: usize = 256;
/// How often luck is tried in each of them at first; twice as often each time.
const FIRST_TRIALS: u64 = 8;
/// How often it is tried at most, each time.
const MOST_TRIALS: u64 = 512;
/// States that are looked at after each trial.
const AFTER_TRIAL: u64 = 160;
/// The most of them that are kept of each ply: far ahead rather than all around.
const WIDE_AFTER_TRIAL: usize = 10;
/// How often in a row luck is put off as long as something sure is left: later more is known, and more can be found.
const MOST_SURE: u32 = 100;
/// The fewest states that are kept of each ply.
const FEWEST_WIDE: usize = 8;
/// An odd number that scatters numbers, of the golden ratio.
const SCATTER: u32 = 0x9e37_79b9;
/// States of one search, the most promising, of which the one is taken where most of the luck does no harm.
const SAFEST_OF: usize = 4;
/// How often luck is tried in each of those.
const GLANCES: u64 = 6;
/// How often in a row luck is tried.
const MOST_IN_A_ROW: u32 = 5;
/// What a state is worth where that was not enough, of what a stage is worth that is won.
const ALIVE: i64 = WIN / 8;

/// An agent that wants to live.
#[derive(Debug)]
pub(super) struct Survival {
    seed: u64,
    effort: Effort,
    /// What was found to win without luck, the first action of which is done next.
    line: Vec<Action>,
    /// How often in a row something sure was best.
    sure: u32,
}

impl Survival {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, effort: Effort::default(), line: Vec::new(), sure: 0 }
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
        search.may_draw_now = self.sure >= MOST_SURE;
        let known = if wins(game, seen, &self.line)? { Some(&self.line[..]) } else { None };
        // What was found when it was stopped is still the best that is known.
        unless_failed(search.plan(seen, (budget.nodes, known), &mut ranked))?;
        self.effort = Effort { nodes: search.expanded, depth: search.depth };
        sort(&mut ranked);
        let is_sure = |best: &Ranked| !search.draws(best.action);
        self.sure = if ranked.first().is_some_and(is_sure) { self.sure + 1 } else { 0 };
        let best = ranked.first().filter(|best| best.value == WIN && best.is_exact);
        self.line = best.map_or_else(Vec::new, |best| best.line.get(1..).unwrap_or(&[]).to_vec());
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

impl Node {
    /// The less the better: many points, and soon.
    fn promise(&self) -> (Reverse<i64>, u32) {
        (Reverse(self.points), self.ply)
    }
}

/// What can be reached by sure actions from some roots.
#[derive(Debug, Default)]
struct Reached {
    nodes: Vec<Node>,
    /// By node.
    states: KnownStates,
    /// The node in which something sure wins, and what; by root.
    won: Vec<Option<(u32, Action)>>,
    /// The most promising nodes in which an action draws, the best first; by root.
    best: Vec<Vec<u32>>,
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
    /// Whether luck may be tried here and now though there is something sure to do.
    may_draw_now: bool,
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
            may_draw_now: true,
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

    /// Judges the actions of a state, of which it may be known already how it is won.
    fn plan(
        &mut self,
        seen: &State,
        (nodes, known): (u64, Option<&[Action]>),
        ranked: &mut [Ranked],
    ) -> Result<(), RunError> {
        let mut root = vec![0; self.stride];
        self.frontier.pack(seen, &mut root);
        // Step 1. What loses at once is never done where anything else can be.
        self.judge_at_once(&root, ranked)?;
        if let Some(line) = known {
            self.credit_win(line.to_vec(), ranked);
            return Ok(());
        }
        let judged = ranked.to_vec();
        let mut states = FIRST_STATES.min(nodes / (1 + LUCK_PART)).max(1);
        for round in 0..MOST_ROUNDS {
            // Step 2. What can be reached without luck.
            let wide = usize::try_from(states / FAR).unwrap_or(usize::MAX).max(FEWEST_WIDE);
            let reached = self.reach(&root, states, wide)?;
            if let Some((node, action)) = reached.won[0] {
                self.credit_win(line(&reached, node, action), ranked);
                return Ok(());
            }
            // Step 3. Where luck is best tried.
            let candidates = self.candidates(&reached)?;
            let most = nodes.min(self.expanded + LUCK_PART * states);
            self.compare(&reached, candidates, most, (&judged, round == 0), ranked)?;
            states *= MORE_STATES;
            if self.expanded >= nodes {
                break;
            }
        }
        Ok(())
    }

    /// Says of the first action of a line that it wins.
    fn credit_win(&self, line: Vec<Action>, ranked: &mut [Ranked]) {
        if let Some(best) = ranked.iter_mut().find(|it| Some(&it.action) == line.first()) {
            (best.value, best.is_exact, best.visits) = (WIN, true, self.expanded);
            best.line = line;
        }
    }

    /// States in which luck may be tried: the most promising, and of those that promise less the safest. Luck here and
    /// now is one of them where it may be, or nothing else is left.
    fn candidates(&mut self, reached: &Reached) -> Result<Vec<Candidate>, RunError> {
        let is_open = |&it: &u32| reached.nodes[it as usize].is_open;
        let mut open: Vec<u32> = (0..reached.nodes.len() as u32).filter(is_open).collect();
        open.sort_by_key(|&node| reached.nodes[node as usize].promise());
        if let Some(here) = open.iter().position(|&it| it == 0) {
            open[..=here].rotate_right(1);
            if !self.may_draw_now && open.len() > 1 {
                open.remove(0);
            }
        }
        let promising = open.len().min(CANDIDATES / 2);
        open.truncate(MOST_GLANCED);
        let shares = self.harmless(reached, &open[promising..])?;
        let mut safest: Vec<(u64, u32)> =
            shares.into_iter().zip(open.split_off(promising)).collect();
        safest.sort_by_key(|it| Reverse(it.0));
        open.extend(safest.into_iter().map(|it| it.1).take(CANDIDATES - promising));
        Ok(open.into_iter().map(|node| Candidate { node, trials: 0, tried: Vec::new() }).collect())
    }

    /// Tries luck in states, more often in those where more of it is good, as long as there are nodes.
    fn compare(
        &mut self,
        reached: &Reached,
        mut candidates: Vec<Candidate>,
        nodes: u64,
        (judged, is_first): (&[Ranked], bool),
        ranked: &mut [Ranked],
    ) -> Result<(), RunError> {
        let (mut left, mut trials) = (candidates.len(), FIRST_TRIALS);
        while trials <= MOST_TRIALS && (left > 1 || trials == FIRST_TRIALS) {
            for index in 0..left {
                if self.expanded >= nodes && candidates[0].trials > 0 {
                    return Ok(());
                }
                self.try_luck(reached, &mut candidates[index], trials)?;
                // What an earlier round says of all is better than what this one says of some.
                if is_first || trials > FIRST_TRIALS || index + 1 == left {
                    ranked.clone_from_slice(judged);
                    credit(reached, &candidates, left, ranked);
                }
            }
            candidates[..left].sort_by_key(|it| Reverse(it.best().1));
            left = left.div_ceil(2).max(left.min(2));
            trials *= 2;
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

    /// What is reached from some roots, one behind the other, by sure actions; at most so many states of each, and so many
    /// of each ply.
    fn reach(&mut self, roots: &[u64], most: u64, wide: usize) -> Result<Reached, RunError> {
        let mut reached = Reached::default();
        let count = roots.len() / self.stride;
        (reached.won, reached.best) = (vec![None; count], vec![Vec::new(); count]);
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
            // Of equal ones any: those of one parent are too much alike.
            let promise = |&number: &u32| {
                let node = &reached.nodes[number as usize];
                (node.root, Reverse(node.points), number.wrapping_mul(SCATTER))
            };
            next.sort_unstable_by_key(promise);
            layer.clear();
            for of_root in next.chunk_by(|&one, &other| {
                reached.nodes[one as usize].root == reached.nodes[other as usize].root
            }) {
                layer.extend_from_slice(&of_root[..of_root.len().min(wide)]);
            }
        }
        for (number, node) in reached.nodes.iter().enumerate().filter(|(_, node)| node.is_open) {
            let best = &mut reached.best[node.root as usize];
            let promise = |it: &u32| reached.nodes[*it as usize].promise();
            let place = best.partition_point(|it| promise(it) <= node.promise());
            if place < SAFEST_OF {
                best.truncate(SAFEST_OF - 1);
                best.insert(place, number as u32);
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

    /// Does the actions of a candidate that draw so many times each, and sees what comes of it.
    fn try_luck(
        &mut self,
        reached: &Reached,
        candidate: &mut Candidate,
        trials: u64,
    ) -> Result<(), RunError> {
        let before = reached.states.get(candidate.node, self.stride);
        let mut parents = Vec::new();
        for _ in 0..trials {
            parents.extend_from_slice(before);
        }
        self.draw_luck(&mut parents);
        // By trial that goes on: which action it is of. Their states are the roots of the next search.
        let (mut owners, mut roots) = (Vec::new(), Vec::new());
        let tried = &mut candidate.tried;
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
        let mut in_a_row = 1;
        while !owners.is_empty() {
            let after = self.reach(&roots, AFTER_TRIAL, WIDE_AFTER_TRIAL)?;
            let is_last = in_a_row == MOST_IN_A_ROW;
            let mut going = Vec::new();
            for (root, &index) in owners.iter().enumerate() {
                match after.won[root] {
                    Some(_) => tried[index].1 += WIN,
                    None if after.best[root].is_empty() => {}
                    None if is_last => tried[index].1 += ALIVE,
                    None => going.push((index, root)),
                }
            }
            let going = self.safest(&after, &going)?;
            (owners, roots) = self.go_on(&after, &going, tried)?;
            in_a_row += 1;
        }
        candidate.trials += trials;
        Ok(())
    }

    /// Does one action that draws in each of these states; where that does not end it, whose trial it is and what came of
    /// it.
    fn go_on(
        &mut self,
        after: &Reached,
        going: &[(usize, u32)],
        tried: &mut [(Action, i64)],
    ) -> Result<(Vec<usize>, Vec<u64>), RunError> {
        let mut parents = Vec::with_capacity(going.len() * self.stride);
        for &(_, node) in going {
            parents.extend_from_slice(after.states.get(node, self.stride));
        }
        self.draw_luck(&mut parents);
        // Of several such actions each is done in some of the trials.
        let pick = self.random.next_bits() as usize;
        let mut drawing: Vec<Vec<(End, usize)>> = vec![Vec::new(); going.len()];
        let mut words = Vec::new();
        self.frontier.expand(&parents, &mut |child| {
            if self.draws(child.action) {
                let before = &parents[child.parent * self.stride..][..self.stride];
                drawing[child.parent].push((self.end(before, &child), words.len()));
                words.extend_from_slice(child.words);
            }
        })?;
        let (mut owners, mut roots) = (Vec::new(), Vec::new());
        for (nth, (&(index, _), drawn)) in going.iter().zip(&drawing).enumerate() {
            if drawn.is_empty() {
                continue;
            }
            match drawn[pick.wrapping_add(nth) % drawn.len()] {
                (End::Won, _) => tried[index].1 += WIN,
                (End::Over, _) => {}
                (End::None, at) => {
                    owners.push(index);
                    roots.extend_from_slice(&words[at..at + self.stride]);
                }
            }
        }
        Ok((owners, roots))
    }

    /// Of the best states of these searches the ones where most of the luck does no harm.
    fn safest(
        &mut self,
        after: &Reached,
        going: &[(usize, usize)],
    ) -> Result<Vec<(usize, u32)>, RunError> {
        let nodes: Vec<u32> =
            going.iter().flat_map(|&(_, root)| after.best[root].iter().copied()).collect();
        let mut shares = self.harmless(after, &nodes)?.into_iter();
        let mut safest = Vec::with_capacity(going.len());
        for &(index, root) in going {
            let best = &after.best[root];
            let shares: Vec<u64> = shares.by_ref().take(best.len()).collect();
            // Of equal ones the first: it promises more.
            let nth = (0..best.len()).max_by_key(|&nth| (shares[nth], Reverse(nth)));
            safest.extend(nth.map(|nth| (index, best[nth])));
        }
        Ok(safest)
    }

    /// How much luck does no harm in each of these states.
    fn harmless(&mut self, reached: &Reached, nodes: &[u32]) -> Result<Vec<u64>, RunError> {
        let mut parents = Vec::with_capacity(nodes.len() * GLANCES as usize * self.stride);
        for &node in nodes {
            for _ in 0..GLANCES {
                parents.extend_from_slice(reached.states.get(node, self.stride));
            }
        }
        self.draw_luck(&mut parents);
        let mut harmless = vec![0; nodes.len()];
        self.frontier.expand(&parents, &mut |child| {
            let before = &parents[child.parent * self.stride..][..self.stride];
            let is_harmless = self.draws(child.action) && self.end(before, &child) != End::Over;
            harmless[child.parent / GLANCES as usize] += u64::from(is_harmless);
        })?;
        Ok(harmless)
    }

    /// Gives each of these states luck of its own.
    fn draw_luck(&mut self, states: &mut [u64]) {
        self.expanded += (states.len() / self.stride) as u64;
        for state in states.chunks_exact_mut(self.stride) {
            state[self.generator] = self.random.next_bits();
        }
    }
}

/// A state in which luck is tried.
#[derive(Clone, Debug)]
struct Candidate {
    node: u32,
    trials: u64,
    /// Actions that draw, and the sum of what came of them.
    tried: Vec<(Action, i64)>,
}

impl Candidate {
    /// What an action is worth: from what share of the luck is good to what a result is worth.
    fn worth(&self, sum: i64) -> i64 {
        2 * sum / self.trials.max(1) as i64 - WIN
    }

    /// The best action, if any was tried, and what it is worth.
    fn best(&self) -> (Option<Action>, i64) {
        let best = self.tried.iter().max_by_key(|it| it.1);
        best.map_or((None, -WIN), |&(action, sum)| (Some(action), self.worth(sum)))
    }
}

/// Whether sure actions win a stage, or the game.
fn wins(game: &Game, seen: &State, line: &[Action]) -> Result<bool, RunError> {
    let stage = game.rules().values.iter().position(|value| value.kind == ValueKind::Stage);
    let stage_of = |state: &State| stage.map(|stage| state.values[stage]);
    let mut state = seen.clone();
    for &action in line {
        if state.outcome.is_some() || !game.legal_actions(&state)?.contains(&action) {
            return Ok(false);
        }
        if game.apply(&mut state, action).is_err() {
            return Ok(false);
        }
    }
    Ok(matches!(state.outcome, Some(Outcome::Won(Player(_)))) || stage_of(&state) != stage_of(seen))
}

/// Says of actions what the luck is worth to which they lead; of candidates that were left no more than the best of the
/// first so many, which were tried more often.
fn credit(reached: &Reached, candidates: &[Candidate], left: usize, ranked: &mut [Ranked]) {
    let best = candidates[..left].iter().filter(|it| it.trials > 0).map(|it| it.best().1).max();
    for (nth, candidate) in candidates.iter().enumerate().filter(|(_, it)| it.trials > 0) {
        for &(action, sum) in &candidate.tried {
            let mut value = candidate.worth(sum);
            if nth >= left {
                value = value.min(best.unwrap_or(value) - 1);
            }
            let line = line(reached, candidate.node, action);
            let Some(one) = ranked.iter_mut().find(|it| it.action == line[0]) else { continue };
            if value > one.value || one.visits <= 1 {
                (one.value, one.visits, one.line) = (value, candidate.trials, line);
            }
        }
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
