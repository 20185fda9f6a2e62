//! A search layer by layer that goes on with the best of each layer alone, and begins again with twice as many
//! until it has found what it seeks or has left nothing out.
//!
//! It is for games in which every action goes one way, so that what is met after as many actions can be compared,
//! and for points, where every line to an end is an answer. Asked for a win it takes the positions in which
//! less of the win is open, and of those the ones that leave most choices, for who runs out of choices is lost; that
//! is known of a position when it was expanded. Asked for points it takes those that have most, and counts
//! choices that are left as points to come.

use masume_engine::Game;
use masume_rules::model::{Player, ValueKind};
use masume_rules::state::{Outcome, State};

use crate::children::{ChildLink, Children};
use crate::nodes::{Nodes, hash};
use crate::positions::{Ending, Positions, Uses, limit_of};
use crate::unmet_goals::Goals;
use crate::{Budget, Limit, Report, Search, Solution, Status};

/// States whose successors are asked for in one call.
const BATCH: usize = 32;

/// Words of a node besides its key: parent, and points.
const LINK: usize = 2;

/// The parent of the start, and of what was left out.
const NOBODY: u32 = u32::MAX;

/// Positions kept of a layer at first.
const FIRST_WIDTH_TO_WIN: usize = 64;
/// Lines to an end come early, and better ones later.
const FIRST_WIDTH_FOR_POINTS: usize = 4;

/// Aim of the search.
enum Sought {
    /// A win; what tells how much of it is open, where the rules say so.
    Win(Option<Goals>),
    /// Most points: the value that is them, or else they are computed.
    Points(Option<usize>),
}

/// The search.
pub(crate) struct Beam {
    sought: Sought,
    budget: Budget,
    player: Player,
    positions: Positions,
    /// Positions kept of each layer.
    width: usize,
    /// The positions of this round that were gone on with.
    kept: Nodes,
    /// The positions of the layer, each with its parent among those that are kept.
    pool: Nodes,
    /// By position of the layer: how many actions it has, once it was expanded.
    choices: Vec<u32>,
    /// Those of the layer that are to be expanded, and how many of them were.
    queue: Vec<u32>,
    next: usize,
    children: Children,
    made: Made,
    /// True if something was left out in this round.
    is_pruned: bool,
    /// True if the last round left nothing out.
    is_whole: bool,
    has_skipped: bool,
    best: Option<BestPath>,
    expanded: u64,
    nearest: Option<u32>,
}

/// The best way to an end so far.
struct BestPath {
    points: i64,
    /// The positions of it, the start first.
    path: Vec<Vec<u64>>,
    /// Its actions, once they were asked for.
    line: Option<Solution>,
}

/// Successors of the layer, one behind the other.
#[derive(Default)]
struct Made {
    keys: Vec<u64>,
    /// The position of the layer that it came of, and the points that it has.
    links: Vec<(u32, i64)>,
}

impl Made {
    fn bytes(&self) -> u64 {
        let keys = self.keys.capacity() * size_of::<u64>();
        (keys + self.links.capacity() * size_of::<(u32, i64)>()) as u64
    }

    /// Memory that one more may need at once, in bytes: lists that grow are twice as large, beside the old ones.
    fn bytes_to_grow(&self, stride: usize) -> u64 {
        let keys_grow = self.keys.len() + stride > self.keys.capacity();
        let links_grow = self.links.len() == self.links.capacity();
        if keys_grow || links_grow { 2 * self.bytes() + 1024 } else { 0 }
    }
}

impl Beam {
    /// A search for a win from a state that is not over.
    pub(crate) fn to_win(game: &Game, start: &State, budget: &Budget) -> Self {
        let positions = Positions::new(game, start, Uses::default(), budget);
        Self::new(positions, start, Sought::Win(Goals::of(game.rules())), budget)
    }

    /// A search for most points from a state that is not over.
    pub(crate) fn for_points(game: &Game, start: &State, budget: &Budget) -> Self {
        let rules = game.rules();
        let score = rules.values.iter().position(|info| info.kind == ValueKind::Score);
        let value = score.filter(|_| rules.score.is_none());
        let uses = Uses { value, reads_score: value.is_none(), ..Uses::default() };
        let positions = Positions::new(game, start, uses, budget);
        Self::new(positions, start, Sought::Points(value), budget)
    }

    fn new(positions: Positions, start: &State, sought: Sought, budget: &Budget) -> Self {
        let stride = positions.stride();
        let width = match sought {
            Sought::Win(_) => FIRST_WIDTH_TO_WIN,
            Sought::Points(_) => FIRST_WIDTH_FOR_POINTS,
        };
        let mut beam = Self {
            sought,
            budget: budget.clone(),
            player: start.to_act,
            positions,
            width,
            kept: Nodes::new(stride, LINK),
            pool: Nodes::new(stride, LINK),
            choices: Vec::new(),
            queue: Vec::new(),
            next: 0,
            children: Children::default(),
            made: Made::default(),
            is_pruned: false,
            is_whole: false,
            has_skipped: false,
            best: None,
            expanded: 0,
            nearest: None,
        };
        beam.begin_round();
        beam
    }

    /// Begins with the start alone. Where not even that fits, the queue stays empty.
    fn begin_round(&mut self) {
        let stride = self.positions.stride();
        self.kept = Nodes::new(stride, LINK);
        self.pool = Nodes::new(stride, LINK);
        self.is_pruned = false;
        let mut words = self.positions.first();
        self.positions.canonicalize(&mut words);
        words.extend([u64::from(NOBODY), 0]);
        let is_kept = self.pool.insert(&words, self.budget.bytes).is_ok();
        let first = usize::from(is_kept);
        (self.queue, self.choices, self.next) = (vec![0; first], vec![0; first], 0);
    }

    fn bytes(&self) -> u64 {
        let Self { kept, pool, made, queue, choices, best, .. } = self;
        let numbers = (queue.capacity() + choices.capacity()) * size_of::<u32>();
        let path = best.as_ref().map_or(0, |best| best.path.len());
        let path = path * self.positions.stride() * size_of::<u64>();
        kept.bytes() + pool.bytes() + made.bytes() + (numbers + path) as u64
    }

    /// Expands so many of the queue, or as many as there is room for.
    fn expand(&mut self, count: usize) -> Result<(), Limit> {
        let batch: Vec<u32> = self.queue[self.next..][..count].to_vec();
        let keys: Vec<u64> = batch.iter().flat_map(|&id| self.pool.key(id)).copied().collect();
        let mut children = std::mem::take(&mut self.children);
        let done = children
            .find(&mut self.positions, &keys, self.budget.bytes)
            .and_then(|count| self.meet_all(&batch[..count], &children));
        self.children = children;
        done
    }

    /// Keeps what came of a batch.
    fn meet_all(&mut self, batch: &[u32], children: &Children) -> Result<(), Limit> {
        let before = self.expanded;
        self.expanded += batch.len() as u64;
        self.next += batch.len();
        for index in children.by_parent() {
            // On a large board there are thousands, each of which is looked at whole.
            self.budget.check_stop()?;
            let ChildLink { parent, outcome, rise, has_drawn } = children.links[index];
            let mut key = children.key(index).to_vec();
            let id = batch[parent];
            self.choices[id as usize] += 1;
            if has_drawn {
                self.has_skipped = true;
                continue;
            }
            let points = self.points_after(id, rise, &key);
            match (outcome, &self.sought) {
                (Some(Outcome::Won(player)), Sought::Win(_)) if player == self.player => {
                    self.nearest = Some(0);
                    self.expanded = before + parent as u64 + 1;
                    self.end_at(id, points);
                    return Ok(());
                }
                (Some(_), Sought::Win(_)) => {}
                (Some(_), Sought::Points(_)) => {
                    if self.best.as_ref().is_none_or(|best| points > best.points) {
                        self.end_at(id, points);
                    }
                }
                (None, _) => {
                    self.positions.canonicalize(&mut key);
                    if self.bytes() + self.made.bytes_to_grow(key.len()) > self.budget.bytes {
                        return Err(Limit::Memory);
                    }
                    self.made.keys.extend(key);
                    self.made.links.push((id, points));
                }
            }
        }
        Ok(())
    }

    fn points_of(nodes: &Nodes, id: u32) -> i64 {
        nodes.get(id).last().copied().unwrap_or_default() as i64
    }

    fn points_after(&self, parent: u32, rise: i64, key: &[u64]) -> i64 {
        match self.sought {
            Sought::Win(_) => 0,
            Sought::Points(Some(_)) => Self::points_of(&self.pool, parent).saturating_add(rise),
            Sought::Points(None) => {
                let state = self.positions.state(key);
                self.positions.game().score(&state, self.player).unwrap_or(i64::MIN)
            }
        }
    }

    /// Keeps the way to a position of the layer, of which an action ends the game.
    fn end_at(&mut self, id: u32, points: i64) {
        let stride = self.positions.stride();
        let mut path = vec![self.pool.key(id).to_vec()];
        let mut at = self.pool.get(id)[stride] as u32;
        while at != NOBODY {
            path.push(self.kept.key(at).to_vec());
            at = self.kept.get(at)[stride] as u32;
        }
        path.reverse();
        self.best = Some(BestPath { points, path, line: None });
    }

    /// Goes on from the best of the layer, all of which that is to be expanded was.
    fn end_layer(&mut self) -> Result<(), Limit> {
        let chosen = match self.sought {
            Sought::Win(_) => self.best_to_win()?,
            Sought::Points(_) => std::mem::take(&mut self.queue),
        };
        let mut number_of = vec![NOBODY; self.pool.len() as usize];
        for &id in &chosen {
            let rest = self.budget.bytes.saturating_sub(self.bytes() - self.kept.bytes());
            let met = self.kept.insert(self.pool.get(id), rest).map_err(|_| Limit::Memory)?;
            number_of[id as usize] = met.0;
        }
        self.refill(&number_of)?;
        let all = 0..self.pool.len();
        self.queue = match self.sought {
            Sought::Win(_) => all.collect(),
            Sought::Points(_) => self.best_for_points(all.collect())?,
        };
        self.next = 0;
        self.choices = vec![0; self.pool.len() as usize];
        Ok(())
    }

    /// The best of the layer: those with most points, each choice that is left counted as what one of the start
    /// has come to in the best line so far.
    fn best_for_points(&mut self, mut order: Vec<u32>) -> Result<Vec<u32>, Limit> {
        if order.len() <= self.width {
            return Ok(order);
        }
        self.is_pruned = true;
        let gained = self.best.as_ref().map_or(0, |best| best.points.max(0));
        let first = match gained {
            0 => 1,
            _ => self.choices_of(&self.positions.first())?.max(1),
        };
        let mut ranks = Vec::with_capacity(order.len());
        for &id in &order {
            let key = self.pool.key(id);
            let choices = if gained > 0 { self.choices_of(key)? } else { 0 };
            let worth = i128::from(Self::points_of(&self.pool, id)) * i128::from(first)
                + i128::from(gained) * i128::from(choices);
            ranks.push((std::cmp::Reverse(worth), hash(key)));
        }
        order.sort_by_key(|&id| ranks[id as usize]);
        order.truncate(self.width);
        Ok(order)
    }

    /// Number of actions in a position.
    fn choices_of(&self, key: &[u64]) -> Result<i64, Limit> {
        let game = self.positions.game();
        let count = game.position(&self.positions.state(key)).action_count();
        count.map(|count| count as i64).map_err(limit_of)
    }

    /// The best of the layer: those with least that is open, and most choices.
    fn best_to_win(&mut self) -> Result<Vec<u32>, Limit> {
        let mut order: Vec<u32> = (0..self.pool.len()).collect();
        if order.len() <= self.width {
            return Ok(order);
        }
        self.is_pruned = true;
        let mut nearest = u32::MAX;
        let mut ranks = Vec::with_capacity(order.len());
        for &id in &order {
            self.budget.check_stop()?;
            let key = self.pool.key(id);
            let open = match &self.sought {
                Sought::Win(Some(goals)) => {
                    goals.count(self.positions.game(), &self.positions.state(key))
                }
                Sought::Win(None) | Sought::Points(_) => 0,
            };
            nearest = nearest.min(open);
            ranks.push((open, std::cmp::Reverse(self.choices[id as usize]), hash(key)));
        }
        order.sort_by_key(|&id| ranks[id as usize]);
        self.nearest = Some(self.nearest.map_or(nearest, |known| known.min(nearest)));
        order.truncate(self.width);
        Ok(order)
    }

    /// Makes what came of those that were kept, by their new numbers, the next layer.
    fn refill(&mut self, number_of: &[u32]) -> Result<(), Limit> {
        let stride = self.positions.stride();
        self.pool = Nodes::new(stride, LINK);
        let made = std::mem::take(&mut self.made);
        // Lists of numbers of the new layer come besides, each twice as large as they must be at most.
        let besides = made.bytes() + (4 * made.links.len() * size_of::<u32>()) as u64;
        let rest = self.budget.bytes.saturating_sub(self.bytes() + besides);
        let mut words = vec![0; stride + LINK];
        for (key, &(from, points)) in made.keys.chunks(stride).zip(&made.links) {
            let parent = number_of[from as usize];
            if parent == NOBODY {
                continue;
            }
            if let Some(known) = self.kept.find(key) {
                // It came again, and in a better way: what was found from it is not all.
                self.is_pruned |= points > Self::points_of(&self.kept, known);
                continue;
            }
            words[..stride].copy_from_slice(key);
            words[stride..].copy_from_slice(&[u64::from(parent), points as u64]);
            let (id, is_new) = self.pool.insert(&words, rest).map_err(|_| Limit::Memory)?;
            if !is_new && points > Self::points_of(&self.pool, id) {
                self.pool.get_mut(id).copy_from_slice(&words);
            }
        }
        Ok(())
    }

    /// True if everything was looked at.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }
}

impl Search for Beam {
    fn step(&mut self, nodes: u64) -> Status {
        let end = self.expanded.saturating_add(nodes);
        loop {
            if let Err(limit) = self.budget.check_stop() {
                return Status::Limited(limit);
            }
            let is_won = matches!(self.sought, Sought::Win(_)) && self.best.is_some();
            if is_won || self.is_whole {
                return if self.best.is_some() { Status::Done } else { Status::Exhausted };
            }
            if self.pool.len() == 0 && self.kept.len() == 0 {
                return Status::Limited(Limit::Memory);
            }
            if self.expanded >= end {
                return Status::Running;
            }
            let left = usize::try_from(end - self.expanded).unwrap_or(usize::MAX);
            let count = (self.queue.len() - self.next).min(BATCH - self.next % BATCH).min(left);
            let done = if count > 0 { self.expand(count) } else { self.end_layer() };
            if let Err(limit) = done {
                return Status::Limited(limit);
            }
            if self.pool.len() == 0 {
                if self.is_pruned {
                    self.width = self.width.saturating_mul(2);
                    self.begin_round();
                } else if self.has_skipped {
                    return Status::Limited(Limit::Chance);
                } else {
                    self.is_whole = true;
                }
            }
        }
    }

    fn best(&mut self) -> Option<&Solution> {
        let Self { best, positions, sought, player, .. } = self;
        let best = best.as_mut()?;
        if best.line.is_none() {
            let ending = match sought {
                Sought::Win(_) => Ending::Won(*player),
                Sought::Points(_) => Ending::Most,
            };
            let path: Vec<&[u64]> = best.path.iter().map(Vec::as_slice).collect();
            best.line = positions.line(&path, ending).ok();
        }
        best.line.as_ref()
    }

    fn report(&self) -> Report {
        Report {
            nodes: self.expanded,
            kept: u64::from(self.kept.len()),
            bytes: self.bytes(),
            nearest: self.nearest,
        }
    }
}
