//! Expectimax: what follows if the player does the best and chance does what it does, for games of one.
//!
//! States are looked at layer by layer, each once however many ways lead to it. What an action leads to is
//! drawn a few times where chance has a part in it, and found once where it has none; the value of an action is the
//! mean of what was drawn, that of a state the value of its best action. Searches become deeper and draw more
//! until the budget is used up, and the last one that was done whole is the answer.

use std::mem::size_of;
use std::ops::Range;

use masume_engine::{Expanded, Frontier, Game, PackedPart};
use masume_rules::action::Action;
use masume_rules::model::Rules;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::algorithms::flat_monte_carlo::FlatMonteCarlo;
use crate::agent::algorithms::random::generator;
use crate::agent::evaluation::merge_heuristic::MergeHeuristic;
use crate::agent::evaluation::packed_states::live_bits_without_luck;
use crate::agent::packed_fields::first_bits;
use crate::agent::{Agent, Effort, Ranked, run_for, sort, unless_failed};
use crate::interner::Interner;

/// Number of draws after each action, by ply: one search after the other.
const PLANS: [&[u32]; 7] = [
    &[12],
    &[12, 4],
    &[12, 6, 2],
    &[16, 8, 4],
    &[16, 8, 4, 2],
    &[16, 8, 4, 2, 2],
    &[24, 12, 6, 3, 2],
];

/// An agent that expects chance.
#[derive(Debug)]
pub(crate) struct Expectimax {
    seed: u64,
    effort: Effort,
}

impl Expectimax {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, effort: Effort::default() }
    }
}

impl Agent for Expectimax {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let run = run_for(game, budget);
        let grid = seen.board.grid();
        let random = generator(game, seen, self.seed);
        let search = run.frontier(grid).and_then(|frontier| {
            let heuristic = MergeHeuristic::new(game.rules(), grid, &frontier)?;
            Some(ExpectimaxSearch::new(run.rules(), seen, frontier, heuristic, random))
        });
        let Some(mut search) = search else {
            let mut flat = FlatMonteCarlo::new(self.seed);
            let ranked = flat.rank(game, seen, budget);
            self.effort = flat.effort();
            return ranked;
        };
        let mut ranked: Vec<Ranked> =
            run.legal_actions(seen)?.into_iter().map(Ranked::unknown).collect();
        self.effort = Effort { nodes: ranked.len() as u64, depth: 0 };
        if ranked.len() < 2 {
            return Ok(ranked);
        }
        for plan in PLANS {
            let left = budget.nodes.saturating_sub(self.effort.nodes);
            match unless_failed(search.look(plan, left, budget.bytes))? {
                Some(Some(found)) => {
                    self.effort.depth = plan.len() as u32;
                    ranked = found;
                }
                Some(None) | None => break,
            }
            self.effort.nodes += search.expanded;
        }
        sort(&mut ranked);
        Ok(ranked)
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// States at the same number of plies from the root, each once.
#[derive(Debug)]
struct StateLayer {
    states: Interner,
    /// True if the game is over, by state.
    is_over: Vec<bool>,
    /// Actions: those of one state one behind the other.
    actions: Vec<Done>,
    /// States that were drawn.
    drawn: Vec<Drawn>,
    /// Values of the states from there on.
    values: Vec<i64>,
}

/// An action in a state of a layer, and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Done {
    state: u32,
    action: Action,
    /// True if chance has a part in what comes of it.
    is_open: bool,
    sum: i64,
    count: i64,
}

/// A state of the next layer that came of an action.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    /// The number of the action in its layer.
    done: u32,
    /// The number of the state in the next layer.
    state: u32,
    /// Points that the action has earned.
    gain: i64,
}

impl StateLayer {
    fn new(stride: usize) -> Self {
        Self {
            states: Interner::new(stride),
            is_over: Vec::new(),
            actions: Vec::new(),
            drawn: Vec::new(),
            values: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.states.clear();
        self.is_over.clear();
        self.actions.clear();
        self.drawn.clear();
        self.values.clear();
    }

    fn bytes(&self) -> usize {
        self.states.words() * size_of::<u64>()
            + self.actions.len() * size_of::<Done>()
            + self.drawn.len() * size_of::<Drawn>()
    }
}

/// Draws in the states of a layer. What each state draws first comes at equal distances, so that a few draws
/// tell nearly as much as all would (systematic sampling).
struct ChanceSamples {
    seed: u64,
    /// Number of draws in each state.
    draws: u32,
}

impl ChanceSamples {
    /// The generator of a state for one of its draws.
    fn generator(&self, state: u32, draw: u32) -> u64 {
        let first = Random::new(self.seed ^ u64::from(state)).next_bits();
        let distance = u64::MAX / u64::from(self.draws.max(1));
        Random::before(first.wrapping_add(distance.wrapping_mul(draw.into()))).0
    }
}

struct ExpectimaxSearch<'g> {
    seen: &'g State,
    frontier: Frontier<'g>,
    heuristic: MergeHeuristic,
    random: Random,
    stride: usize,
    /// The bits that decide how the game goes on, the generator left out.
    live: Vec<u64>,
    /// The word of the generator.
    generator: usize,
    /// The word of the points, where a value counts them.
    points: Option<usize>,
    layers: Vec<StateLayer>,
    /// States whose children were asked for in this search.
    expanded: u64,
    parents: Vec<u64>,
}

impl<'g> ExpectimaxSearch<'g> {
    fn new(
        rules: &Rules,
        seen: &'g State,
        frontier: Frontier<'g>,
        heuristic: MergeHeuristic,
        random: Random,
    ) -> Self {
        let word = |part| first_bits(&frontier, part).map(|(word, _)| word);
        let live = live_bits_without_luck(rules, seen, &frontier);
        Self {
            stride: frontier.words(),
            generator: word(PackedPart::Random).unwrap_or(0),
            points: crate::agent::evaluation::outcome_value::points_value(rules)
                .and_then(|index| word(PackedPart::Value(index))),
            seen,
            frontier,
            heuristic,
            random,
            live,
            layers: Vec::new(),
            expanded: 0,
            parents: Vec::new(),
        }
    }

    /// The actions of the root as a search of this plan ranks them; `None` where it would take more than so many
    /// nodes or bytes.
    fn look(
        &mut self,
        plan: &[u32],
        nodes: u64,
        bytes: u64,
    ) -> Result<Option<Vec<Ranked>>, RunError> {
        self.expanded = 0;
        self.layers.resize_with(plan.len() + 1, || StateLayer::new(self.stride));
        self.layers.iter_mut().for_each(StateLayer::clear);
        let mut root = vec![0; self.stride];
        self.frontier.pack(self.seen, &mut root);
        let mut layers = std::mem::take(&mut self.layers);
        self.add(&mut layers[0], &root, false);
        let mut is_whole = true;
        for (ply, &draws) in plan.iter().enumerate() {
            let (before, after) = layers.split_at_mut(ply + 1);
            let states = before[ply].is_over.len() as u64;
            let kept: usize = before.iter().map(StateLayer::bytes).sum();
            let words = (states * u64::from(draws)).saturating_mul(self.stride as u64 * 8);
            if self.expanded + states * u64::from(draws) > nodes || kept as u64 + words > bytes {
                is_whole = false;
                break;
            }
            self.grow(&mut before[ply], &mut after[0], draws)?;
        }
        if is_whole {
            self.judge(&mut layers);
        }
        let found = is_whole.then(|| ranked(&layers[0]));
        self.layers = layers;
        Ok(found)
    }

    /// The number of a state in a layer.
    fn add(&self, layer: &mut StateLayer, words: &[u64], is_over: bool) -> u32 {
        let (state, is_new) = layer.states.intern_live(words, &self.live, 0, |_| 0);
        if is_new {
            layer.is_over.push(is_over);
        }
        state
    }

    /// Finds what comes of every action in the states of a layer.
    fn grow(
        &mut self,
        layer: &mut StateLayer,
        next: &mut StateLayer,
        draws: u32,
    ) -> Result<(), RunError> {
        let mut parents = std::mem::take(&mut self.parents);
        let spread = ChanceSamples { seed: self.random.next_bits(), draws };
        // Step 1. Once, which also says in what chance has a part.
        let all: Vec<u32> = (0..layer.is_over.len() as u32)
            .filter(|&state| !layer.is_over[state as usize])
            .collect();
        self.put_parents(&mut parents, layer, &all, (&spread, 0..1));
        self.expand(&parents, layer, next, &all, true)?;
        // Step 2. Again with other draws.
        let mut open: Vec<u32> =
            layer.actions.iter().filter(|it| it.is_open).map(|it| it.state).collect();
        open.dedup();
        if draws > 1 && !open.is_empty() {
            self.put_parents(&mut parents, layer, &open, (&spread, 1..draws));
            self.expand(&parents, layer, next, &open, false)?;
        }
        self.parents = parents;
        Ok(())
    }

    /// Copies states, one for each of these draws, with generators of their own.
    fn put_parents(
        &mut self,
        parents: &mut Vec<u64>,
        layer: &StateLayer,
        states: &[u32],
        (spread, draws): (&ChanceSamples, Range<u32>),
    ) {
        parents.clear();
        for &state in states {
            let words = layer.states.get(state);
            for draw in draws.clone() {
                let first = parents.len();
                parents.extend_from_slice(words);
                parents[first + self.generator] = spread.generator(state, draw);
            }
        }
        self.expanded += (parents.len() / self.stride) as u64;
    }

    fn expand(
        &self,
        parents: &[u64],
        layer: &mut StateLayer,
        next: &mut StateLayer,
        states: &[u32],
        is_first: bool,
    ) -> Result<(), RunError> {
        let times = (parents.len() / self.stride / states.len().max(1)).max(1);
        let firsts = firsts(layer);
        self.frontier.expand(parents, &mut |child: Expanded<'_>| {
            let state = states[child.parent / times];
            let before = &parents[child.parent * self.stride..][..self.stride];
            let is_open = before[self.generator] != child.words[self.generator];
            let done = if is_first {
                layer.actions.push(Done { state, action: child.action, is_open, sum: 0, count: 0 });
                layer.actions.len() - 1
            } else {
                let of_state = layer.actions[firsts[state as usize] as usize..].iter();
                let mut of_state = of_state.take_while(|it| it.state == state);
                match of_state.position(|it| it.action == child.action && it.is_open) {
                    Some(index) => firsts[state as usize] as usize + index,
                    None => return,
                }
            };
            let is_over = child.outcome.is_some();
            let gain = self.points(child.words) - self.points(before);
            let state = self.add(next, child.words, is_over);
            layer.drawn.push(Drawn { done: done as u32, state, gain });
        })
    }

    fn points(&self, words: &[u64]) -> i64 {
        self.points.map_or(0, |word| words[word] as i64)
    }

    /// Says what states are worth, the last layer first.
    fn judge(&mut self, layers: &mut [StateLayer]) {
        let Some((last, before)) = layers.split_last_mut() else { return };
        last.values = (0..last.is_over.len())
            .map(|state| match last.is_over[state] {
                true => 0,
                false => self.heuristic.of(last.states.get(state as u32)),
            })
            .collect();
        let mut next = last;
        for layer in before.iter_mut().rev() {
            for drawn in &layer.drawn {
                let done = &mut layer.actions[drawn.done as usize];
                done.sum += drawn.gain + next.values[drawn.state as usize];
                done.count += 1;
            }
            layer.values = vec![0; layer.is_over.len()];
            for of_state in layer.actions.chunk_by(|one, other| one.state == other.state) {
                let best = of_state.iter().map(Done::value).max().unwrap_or(0);
                layer.values[of_state[0].state as usize] = best;
            }
            next = layer;
        }
    }
}

impl Done {
    fn value(&self) -> i64 {
        self.sum / self.count.max(1)
    }
}

/// Start of the actions of each state.
fn firsts(layer: &StateLayer) -> Vec<u32> {
    let mut firsts = vec![0; layer.is_over.len()];
    for (index, done) in layer.actions.iter().enumerate().rev() {
        firsts[done.state as usize] = index as u32;
    }
    firsts
}

/// The actions of the root.
fn ranked(root: &StateLayer) -> Vec<Ranked> {
    let of_done = |done: &Done| Ranked {
        value: done.value(),
        visits: done.count as u64,
        ..Ranked::unknown(done.action)
    };
    root.actions.iter().map(of_done).collect()
}
