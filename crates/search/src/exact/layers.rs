//! Values of positions where every turn adds to a sum over the board: layer by layer, forward to meet them and
//! backward for their values.
//!
//! Positions of one sum are a layer, so what is looked up lies close together; of layers that are done only keys and
//! values are kept. Which sum grows is tried, not proved: a turn by which it does not grow, or of which chance
//! makes something else than [`Arrival`] says, refuses the search, and the caller goes another way.

use std::collections::BTreeMap;
use std::slice::from_ref;

use masume_engine::Game;
use masume_rules::model::Rules;
use masume_rules::state::State;

use super::arrival::{Arrival, Arriving};
use super::events_of;
use super::sum::{BoardSum, Weighing};
use crate::children::Children;
use crate::interner::Interner;
use crate::positions::{Positions, Uses, limit_of};
use crate::{Budget, Limit};

/// Positions that are expanded in one call.
const BATCH: usize = 1024;

/// Positions of each layer that are held to the engine.
const CHECKED: usize = 2;

/// Reason why a search by layers does not go on.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Broken {
    /// The game is not what it was taken for.
    Refused,
    /// Anything else.
    Limit(Limit),
}

impl From<Limit> for Broken {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// Positions by the sum over their boards.
pub(super) struct Layers {
    /// The whole game, which turns are checked against.
    game: Game,
    budget: Budget,
    positions: Positions,
    arriving: Arriving,
    sum: BoardSum,
    layers: BTreeMap<i64, SumLayer>,
    /// Memory of layers that are not looked into, in bytes.
    closed: u64,
    expanded: u64,
    /// Successors by the actions in some positions, before chance; folded.
    children: Children,
}

/// The positions of one sum.
#[derive(Debug)]
struct SumLayer {
    keys: Interner,
    /// Number of positions that were looked at on the way forward.
    met: usize,
    /// By position, as far as they are known.
    values: Vec<f64>,
}

impl Layers {
    /// One search for each sum that may grow; none where chance does more than make something appear. Points
    /// are the value of this index.
    pub(super) fn all(game: &Game, value: usize, first: &State, budget: &Budget) -> Vec<Self> {
        let Some(arrival) = Arrival::of(game.rules()) else { return Vec::new() };
        let weighings = Weighing::all(&arrival.rules).into_iter();
        weighings.filter_map(|it| Self::new(game, &arrival, (value, it), (first, budget))).collect()
    }

    fn new(
        game: &Game,
        arrival: &Arrival,
        (value, weighing): (usize, Weighing),
        (first, budget): (&State, &Budget),
    ) -> Option<Self> {
        let uses = Uses { value: Some(value), all_chances: true, reads_score: false };
        let moving = arrival.game_without();
        let rules: &Rules = &arrival.rules;
        let positions = Positions::of_part(&moving, rules, first, uses, budget);
        let arriving = arrival.in_keys(&positions, first, |layer, it| weighing.of(layer, it))?;
        let sum = BoardSum::new((rules, &positions), first, weighing)?;
        Some(Self {
            game: game.clone().with_stop(budget.stop.clone()),
            budget: budget.clone(),
            positions,
            arriving,
            sum,
            layers: BTreeMap::new(),
            closed: 0,
            expanded: 0,
            children: Children::default(),
        })
    }

    /// Number of positions that were looked at, and memory that is taken, in bytes.
    pub(super) fn size(&self) -> (u64, u64) {
        (self.expanded, self.layers.values().map(SumLayer::bytes).sum())
    }

    /// Value of a position that is not over, where it is known.
    pub(super) fn known(&self, state: &State) -> Option<f64> {
        let key = self.folded(state);
        let layer = self.layers.get(&self.sum.of(&key))?;
        layer.values.get(layer.keys.look_up(&key)?).copied()
    }

    /// Finds what these positions are worth, none of which is over, and all that can come of them.
    pub(super) fn find(&mut self, states: &[&State]) -> Result<(), Broken> {
        // Room for keys that are new, and their tables.
        let each = 8 * (self.positions.stride() + 1) * size_of::<u64>();
        if self.size().1 + (states.len() * each) as u64 > self.budget.bytes {
            return Err(Limit::Memory.into());
        }
        for state in states {
            let key = self.folded(state);
            let layer = self.layers.entry(self.sum.of(&key));
            layer.or_insert_with(|| SumLayer::new(key.len())).keys.intern(&key);
        }
        self.go_forward()?;
        self.go_backward()
    }

    fn folded(&self, state: &State) -> Vec<u64> {
        let mut key = self.positions.key(state);
        self.positions.canonicalize(&mut key);
        key
    }

    /// Meets everything that can come of what was put in, the least sums first.
    fn go_forward(&mut self) -> Result<(), Broken> {
        let open = self.layers.iter().find(|(_, layer)| layer.met < layer.keys.len());
        let Some(mut at) = open.map(|(sum, _)| *sum) else { return Ok(()) };
        self.closed = self.layers.range(..at).map(|(_, layer)| layer.bytes()).sum();
        loop {
            let Some(mut layer) = self.layers.remove(&at) else { return Ok(()) };
            let mut above = Above::default();
            let met = self.meet_children((at, &mut layer), &mut above);
            layer.keys.shrink();
            self.closed += layer.bytes();
            self.layers.insert(at, layer);
            above.give_back(&mut self.layers, |_, _| true);
            met?;
            match self.layers.range(at + 1..).next() {
                Some((sum, _)) => at = *sum,
                None => return Ok(()),
            }
        }
    }

    /// Meets what comes of the positions of a layer.
    fn meet_children(
        &mut self,
        (at, layer): (i64, &mut SumLayer),
        above: &mut Above,
    ) -> Result<(), Broken> {
        let stride = self.positions.stride();
        let mut afters = Interner::new(stride);
        let mut event = Vec::with_capacity(stride);
        while layer.met < layer.keys.len() {
            let keys = layer.keys.from(layer.met);
            let keys = &keys[..keys.len().min(BATCH * stride)];
            let count = keys.len() / stride;
            if self.expanded + count as u64 > self.budget.nodes {
                return Err(Limit::Nodes.into());
            }
            if layer.met == 0 {
                self.check(&keys[..keys.len().min(CHECKED * stride)])?;
            }
            let count = self.expand(keys)?;
            self.expanded += count as u64;
            let Self { arriving, children, layers, positions, sum, .. } = self;
            let mut grows = true;
            for after in children.keys.chunks_exact(stride) {
                let (_, is_new) = afters.intern(after);
                if !is_new {
                    continue;
                }
                let of_after = sum.of(after);
                arriving.each(after, &mut event, |_, weight, event| {
                    positions.canonicalize(event);
                    grows &= of_after + weight > at;
                    if grows {
                        above.layer(layers, of_after + weight, stride).keys.intern(event);
                    }
                });
            }
            if !grows {
                return Err(Broken::Refused);
            }
            layer.met += count;
            // A table or a list of keys may double, and each position is given a value.
            let open = layer.bytes() + above.bytes() + afters.bytes();
            let values = self.expanded * size_of::<f64>() as u64;
            if self.closed + 2 * open + values > self.budget.bytes {
                return Err(Limit::Memory.into());
            }
        }
        Ok(())
    }

    /// Finds the successors by actions in these positions, in as many as there is room for: how many.
    fn expand(&mut self, keys: &[u64]) -> Result<usize, Broken> {
        self.budget.check_stop()?;
        let stride = self.positions.stride();
        let Self { children, positions, .. } = self;
        let count = children.find(positions, keys, self.budget.bytes)?;
        if children.links.iter().any(|child| child.outcome.is_some() || child.has_drawn) {
            return Err(Broken::Refused);
        }
        children.keys.chunks_exact_mut(stride).for_each(|key| positions.canonicalize(key));
        Ok(count)
    }

    /// Finds the values of all positions that have none, the greatest sums first.
    fn go_backward(&mut self) -> Result<(), Broken> {
        let open = self.layers.iter().filter(|(_, it)| it.values.len() < it.keys.len());
        let open: Vec<i64> = open.map(|(sum, _)| *sum).collect();
        let mut above = Above::default();
        for at in open.into_iter().rev() {
            above.give_back(&mut self.layers, |layer, is_used| {
                if !is_used {
                    layer.keys.shrink();
                }
                !is_used
            });
            let Some(mut layer) = self.layers.remove(&at) else { continue };
            let valued = self.value_layer(&mut layer, &mut above);
            self.layers.insert(at, layer);
            if valued.is_err() {
                above.give_back(&mut self.layers, |_, _| true);
            }
            valued?;
        }
        above.give_back(&mut self.layers, |layer, _| {
            layer.keys.shrink();
            true
        });
        Ok(())
    }

    /// Finds the values of the positions of a layer; those of all layers above are known.
    fn value_layer(&mut self, layer: &mut SumLayer, above: &mut Above) -> Result<(), Broken> {
        let stride = self.positions.stride();
        let mut afters = Interner::new(stride);
        let mut worth: Vec<f64> = Vec::new();
        let mut event = Vec::with_capacity(stride);
        while layer.values.len() < layer.keys.len() {
            let first = layer.values.len();
            let keys = layer.keys.from(first);
            let count = self.expand(&keys[..keys.len().min(BATCH * stride)])?;
            layer.values.resize(first + count, f64::NEG_INFINITY);
            let Self { arriving, children, layers, positions, sum, .. } = self;
            for (after, link) in children.keys.chunks_exact(stride).zip(&children.links) {
                let id = afters.intern(after).0 as usize;
                if id == worth.len() {
                    let (mut mean, mut is_known) = (0.0, true);
                    let of_after = sum.of(after);
                    arriving.each(after, &mut event, |chance, weight, event| {
                        positions.canonicalize(event);
                        let to = above.layer(layers, of_after + weight, stride);
                        to.keys.index();
                        let value = to.keys.find(event).and_then(|id| to.values.get(id as usize));
                        is_known &= value.is_some();
                        mean += chance * value.copied().unwrap_or_default();
                    });
                    if !is_known {
                        return Err(Broken::Refused);
                    }
                    worth.push(mean);
                }
                let value = &mut layer.values[first + link.parent];
                *value = value.max(link.rise as f64 + worth[id]);
            }
            // Where nothing can be done, nothing more is earned.
            let valued = layer.values[first..].iter_mut();
            valued.filter(|value| **value == f64::NEG_INFINITY).for_each(|value| *value = 0.0);
        }
        Ok(())
    }

    /// Holds what is thought to come of some positions to what the engine says.
    fn check(&self, keys: &[u64]) -> Result<(), Broken> {
        let stride = self.positions.stride();
        for key in keys.chunks_exact(stride) {
            let state = self.positions.state(key);
            let legal = self.game.legal_actions(&state).map_err(limit_of)?;
            let mut moving =
                self.positions.game().successors(from_ref(&state)).map_err(limit_of)?;
            let moved = moving.pop().unwrap_or_default();
            if !moved.iter().map(|it| it.0).eq(legal) {
                return Err(Broken::Refused);
            }
            for (action, after) in moved {
                let events = events_of(&self.game, &state, action);
                let mut expected: BTreeMap<Vec<u64>, f64> = BTreeMap::new();
                for event in events.map_err(|_| Broken::Refused)? {
                    let key = self.positions.key(&event.state);
                    *expected.entry(key).or_default() += event.probability.as_f64();
                }
                let after = self.positions.key(&after);
                self.arriving.each(&after, &mut Vec::new(), |chance, _, key| {
                    *expected.entry(key.to_vec()).or_default() -= chance;
                });
                if expected.values().any(|left| left.abs() > 1e-9) {
                    return Err(Broken::Refused);
                }
            }
        }
        Ok(())
    }
}

impl SumLayer {
    fn new(stride: usize) -> Self {
        Self { keys: Interner::new(stride), met: 0, values: Vec::new() }
    }

    fn bytes(&self) -> u64 {
        self.keys.bytes() + (self.values.capacity() * size_of::<f64>()) as u64
    }
}

/// Layers that are taken out because much is looked up in them, each with its sum and whether it was used
/// since they were last looked through.
#[derive(Debug, Default)]
struct Above(Vec<(i64, SumLayer, bool)>);

impl Above {
    fn layer(
        &mut self,
        of: &mut BTreeMap<i64, SumLayer>,
        sum: i64,
        stride: usize,
    ) -> &mut SumLayer {
        let at = self.0.iter().position(|it| it.0 == sum).unwrap_or_else(|| {
            let layer = of.remove(&sum).unwrap_or_else(|| SumLayer::new(stride));
            self.0.push((sum, layer, true));
            self.0.len() - 1
        });
        let (_, layer, is_used) = &mut self.0[at];
        *is_used = true;
        layer
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|it| it.1.bytes()).sum()
    }

    /// Gives back those for which this holds; it is told whether they were used.
    fn give_back(
        &mut self,
        to: &mut BTreeMap<i64, SumLayer>,
        is_given: impl Fn(&mut SumLayer, bool) -> bool,
    ) {
        for (sum, mut layer, is_used) in std::mem::take(&mut self.0) {
            if is_given(&mut layer, is_used) {
                to.insert(sum, layer);
            } else {
                self.0.push((sum, layer, false));
            }
        }
    }
}
