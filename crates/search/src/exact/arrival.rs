//! A turn of which chance decides only what appears at its end: something, on a free cell, each as likely.

use masume_board::Cell;
use masume_engine::Game;
use masume_rules::chance::CERTAIN;
use masume_rules::facts::action_draws;
use masume_rules::model::{
    Content, EMPTY, End, EndKind, Expr, Layer, PassRule, Pattern, Rule, Rules, Statement, Strategy,
    Test, Ways, Write,
};
use masume_rules::state::State;

use crate::Relevance;
use crate::positions::Positions;

/// Arrival after every action: one of some contents on one of the cells on which nothing lies on some layers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrival {
    /// The layers on which nothing may lie.
    free: Vec<Layer>,
    /// Contents that may appear, with their probabilities.
    kinds: Vec<(f64, Layer, Content)>,
    /// The rules that positions are of: ends that change no points are left out.
    pub(super) rules: Rules,
}

/// An arrival as bits of keys.
#[derive(Clone, Debug)]
pub(super) struct Arriving {
    stride: usize,
    /// Probability and weight of each kind.
    pub(super) kinds: Vec<(f64, i64)>,
    /// By cell the bits that are zero where something can appear, then for each kind those that are set.
    cells: Vec<Vec<u64>>,
}

impl Arrival {
    /// The arrival of a game for one; `None` where chance decides anything else, or its end depends on more than
    /// that nothing can be done.
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        let draws = (0..rules.actions.len()).any(|action| body_draws(rules, action));
        let ends_plainly =
            |end: &End| end.effects.is_empty() && (end.is_stuck() || end.kind == EndKind::Goal);
        let is_plain = rules.players.len() == 1
            && rules.pass == PassRule::Never
            && rules.again.is_none()
            && rules.ends.iter().all(ends_plainly);
        let [Statement::Rule(rule)] = &rules.then[..] else { return None };
        if draws || !is_plain {
            return None;
        }
        let free = free_of(rules, rule)?;
        let kinds = kinds_of(rules, rule, &free)?;
        let mut rules = rules.clone();
        rules.ends.clear();
        Some(Self { free, kinds, rules })
    }

    /// The game without the arrival.
    pub(super) fn game_without(&self) -> Game {
        let mut rules = self.rules.clone();
        rules.then.clear();
        Game::new(rules)
    }

    /// Arrival as changes of keys; `None` where they do not tell cells from each other by bits. `weight` is that of
    /// a content.
    pub(super) fn in_keys(
        &self,
        positions: &Positions,
        first: &State,
        weight: impl Fn(Layer, Content) -> i64,
    ) -> Option<Arriving> {
        let live = Relevance::of(&self.rules);
        let (kept, fixed): (Vec<Layer>, Vec<Layer>) =
            self.free.iter().partition(|layer| live.layers[usize::from(layer.0)]);
        let mut base = first.clone();
        let cells: Vec<Cell> = first.board.grid().inner_cells().collect();
        for &cell in &cells {
            kept.iter().for_each(|&layer| base.board.set(layer, cell, EMPTY));
        }
        let empty = positions.key(&base);
        // What can appear where something lies that never moves appears nowhere there.
        let is_open = |cell: &&Cell| fixed.iter().all(|it| base.board.get(*it, **cell) == EMPTY);
        let mut found: Vec<Vec<u64>> = Vec::with_capacity(cells.len());
        for &cell in cells.iter().filter(is_open) {
            let added = |layer: Layer, content: Content| -> Vec<u64> {
                let mut state = base.clone();
                state.board.set(layer, cell, content);
                positions.key(&state).iter().zip(&empty).map(|(key, empty)| key ^ empty).collect()
            };
            let mut bits = vec![0; empty.len()];
            for &layer in &kept {
                for content in self.rules.layers[usize::from(layer.0)].kind.contents() {
                    let added = added(layer, content);
                    if added.iter().all(|word| *word == 0) {
                        return None;
                    }
                    bits.iter_mut().zip(added).for_each(|(bits, added)| *bits |= added);
                }
            }
            self.kinds.iter().for_each(|&(_, layer, it)| bits.extend(added(layer, it)));
            found.push(bits);
        }
        let overlap =
            |one: &[u64], other: &[u64]| one.iter().zip(other).any(|(one, other)| one & other != 0);
        let is_sound = found.iter().enumerate().all(|(index, bits)| {
            let bits = &bits[..empty.len()];
            !overlap(bits, &empty)
                && found[index + 1..].iter().all(|other| !overlap(bits, &other[..empty.len()]))
        });
        let kinds = self.kinds.iter().map(|&(chance, layer, it)| (chance, weight(layer, it)));
        let kinds = kinds.collect();
        is_sound.then_some(Arriving { stride: empty.len(), kinds, cells: found })
    }
}

impl Arriving {
    /// Calls with everything that chance may make of a position: how likely it is, by how much the sum over the
    /// board grows, and the key, which may be changed. Where nothing can appear that is the position itself.
    pub(super) fn each(
        &self,
        key: &[u64],
        event: &mut Vec<u64>,
        mut call: impl FnMut(f64, i64, &mut [u64]),
    ) {
        let free = self.cells.iter().filter(|bits| is_free(key, bits)).count();
        let each = 1.0 / free as f64;
        for bits in self.cells.iter().filter(|bits| is_free(key, bits)) {
            let sets = bits[self.stride..].chunks_exact(self.stride);
            for (set, (chance, weight)) in sets.zip(&self.kinds) {
                event.clear();
                event.extend(key.iter().zip(set).map(|(key, set)| key | set));
                call(chance * each, *weight, event);
            }
        }
        if free == 0 {
            event.clear();
            event.extend_from_slice(key);
            call(1.0, 0, event);
        }
    }
}

fn is_free(key: &[u64], bits: &[u64]) -> bool {
    key.iter().zip(bits).all(|(key, bits)| key & bits == 0)
}

/// True if an action draws before what follows it.
fn body_draws(rules: &Rules, action: usize) -> bool {
    let mut alone = rules.clone();
    alone.then.clear();
    action_draws(&alone, action)
}

/// The layers that must be free where the rule puts something; `None` where it asks for more, or acts on
/// more than one cell.
fn free_of(rules: &Rules, rule: &Rule) -> Option<Vec<Layer>> {
    let is_plain = rule.strategy == Strategy::Random(None)
        && rule.ways == Ways::None
        && rule.from.is_none()
        && rule.to.is_none()
        && rule.effects.is_empty();
    let Pattern::Cell { test, .. } = &rule.pattern else { return None };
    let mut free: Vec<Layer> = Vec::new();
    for test in test.conjuncts() {
        if *test == Test::Empty {
            free.extend((0..rules.layers.len() as u8).map(Layer));
        } else if let Test::Not(inner) = test
            && let Test::Occupied(layer) = **inner
        {
            free.push(layer);
        } else {
            return None;
        }
    }
    free.sort_unstable();
    free.dedup();
    is_plain.then_some(free)
}

/// Contents that the rule puts, with the probability of each; `None` where that is not one thing, or depends on the
/// board.
fn kinds_of(rules: &Rules, rule: &Rule, free: &[Layer]) -> Option<Vec<(f64, Layer, Content)>> {
    let mut rest = i64::from(CERTAIN);
    let mut kinds = Vec::new();
    for (index, alternative) in rule.alternatives.iter().enumerate() {
        let is_last = index + 1 == rule.alternatives.len();
        let weight = match &alternative.chance {
            Some(Expr::Constant(weight)) => *weight,
            Some(Expr::Option(option)) => rules.options.get(usize::from(option.0))?.value,
            Some(_) => return None,
            None if is_last => rest,
            None => 0,
        };
        rest -= weight;
        // What the rules would call an error is left to them.
        if weight < 0 || rest < 0 || (is_last && rest > 0) {
            return None;
        }
        let clears = |write: &&Write| matches!(write, Write::Clear(layer) if free.contains(layer));
        let mut puts = alternative.writes.iter().flatten().filter(|write| !clears(write));
        let put = puts.next()?;
        let content = match put {
            Write::Piece(_, by_player) => *by_player.first()?,
            Write::Number(layer, Expr::Constant(number)) => {
                rules.layers.get(usize::from(layer.0))?.kind.content_of_number(*number)?
            }
            Write::Number(..) | Write::Clear(_) | Write::Letter(..) => return None,
        };
        if puts.next().is_some() {
            return None;
        }
        if weight > 0 {
            kinds.push((weight as f64 / f64::from(CERTAIN), put.layer(), content));
        }
    }
    // Where the cell is free, what appears is not there yet.
    kinds.iter().all(|(_, layer, _)| free.contains(layer)).then_some(kinds)
}
