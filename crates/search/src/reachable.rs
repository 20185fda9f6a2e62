//! Everything that can be reached from a state, and how far each of it is from a win.

use std::ops::Range;

use masume_engine::Game;
use masume_rules::state::{Outcome, State};

use crate::children::Children;
use crate::nodes::Nodes;
use crate::positions::{Positions, Uses};
use crate::{Budget, Limit};

/// Positions that are expanded in one call.
const BATCH: usize = 256;

/// The positions that were reached from a state, itself included, and that are not over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reachable {
    /// Number of positions by the least number of actions that lead there.
    pub by_depth: Vec<u64>,
    /// Positions whose successors were asked for.
    pub expanded: u64,
    /// Memory that was taken, in bytes.
    pub bytes: u64,
    /// Limit for which there may be more; `None` where these are all.
    pub limit: Option<Limit>,
}

impl Reachable {
    /// Number of positions.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
    /// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
    /// #     win when END\n";
    /// # let game = Game::load(&text.replace("END", "no runner")).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, reachable};
    ///
    /// // A runner on three cells, of which the last wins.
    /// assert_eq!(reachable(&game, &state, &Budget::default()).count(), 3);
    /// ```
    pub fn count(&self) -> u64 {
        self.by_depth.iter().sum()
    }
}

/// Follows every action, and of chance what the state's generator gives, breadth first.
///
/// ```
/// use masume_engine::{Game, Setup};
/// use masume_search::{Budget, reachable};
///
/// let text = "game Nim\nboard 1 x 3\npieces\n  thing: stone\n\nstart\n  any -> stone\n\n\
///             action take at c\n  at c: stone -> _\n\nwin when no stone\n";
/// let game = Game::load(text).game.expect("the text is a game");
/// let start = game.start(&Setup::default()).expect("it can be set up");
/// assert_eq!(reachable(&game, &start, &Budget::default()).by_depth, [1, 3, 3]);
/// ```
pub fn reachable(game: &Game, start: &State, budget: &Budget) -> Reachable {
    let mut walk = Walk::new(game, start, budget);
    let limit = walk.run(&mut |_, _, _| Ok(())).err();
    walk.reached(limit)
}

/// Numbers of positions by their distance from a win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    /// Number of positions by the least number of actions until the win, from 1.
    pub by_distance: Vec<u64>,
    /// Number of positions that cannot be won any more.
    pub lost: u64,
}

impl Distances {
    /// The greatest distance of a position that can be won.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
    /// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
    /// #     win when END\n";
    /// # let game = Game::load(&text.replace("END", "some [runner, column = 3]")).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, distances};
    ///
    /// let found = distances(&game, &state, &Budget::default()).expect("it is small");
    /// assert_eq!(found.greatest(), 2);
    /// ```
    pub fn greatest(&self) -> usize {
        self.by_distance.len()
    }
}

/// The distance of every position that can be reached from a state to the nearest win.
///
/// ```
/// # use masume_engine::{Game, Setup};
/// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
/// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
/// #     win when END\n";
/// # let game = Game::load(&text.replace("END", "some [runner, column = 3]")).game.expect("it is sound");
/// # let state = game.start(&Setup::default()).expect("it can be set up");
/// use masume_search::{Budget, distances};
///
/// let found = distances(&game, &state, &Budget::default()).expect("it is small");
/// assert_eq!((found.by_distance, found.lost), (vec![1, 1], 0));
/// ```
///
/// # Errors
/// Where there are more positions than the budget allows, chance decides something, or the rules go wrong.
pub fn distances(game: &Game, start: &State, budget: &Budget) -> Result<Distances, Limit> {
    let mut walk = Walk::new(game, start, budget);
    // Positions, each with one that it comes of; those that can win at once.
    let mut links: Vec<(u32, u32)> = Vec::new();
    let mut now: Vec<u32> = Vec::new();
    let won = Some(Outcome::Won(start.to_act));
    walk.run(&mut |parent, child, bytes| {
        if child.has_drawn {
            return Err(Limit::Chance);
        }
        match child.id {
            Some(id) => links.push((id, parent)),
            None if child.outcome == won && now.last() != Some(&parent) => now.push(parent),
            None => {}
        }
        let taken = (links.capacity() * size_of::<(u32, u32)>()) as u64;
        // They are sorted in place; a distance for each position comes besides.
        if taken > bytes { Err(Limit::Memory) } else { Ok(()) }
    })?;
    links.sort_unstable();
    let mut far = vec![u32::MAX; walk.nodes.len() as usize];
    now.sort_unstable();
    now.dedup();
    now.iter().for_each(|&id| far[id as usize] = 1);
    let mut by_distance = Vec::new();
    while !now.is_empty() {
        by_distance.push(now.len() as u64);
        let mut next = Vec::new();
        for id in now {
            let first = links.partition_point(|link| link.0 < id);
            for &(_, from) in links[first..].iter().take_while(|link| link.0 == id) {
                if far[from as usize] == u32::MAX {
                    far[from as usize] = by_distance.len() as u32 + 1;
                    next.push(from);
                }
            }
        }
        now = next;
    }
    let lost = far.len() as u64 - by_distance.iter().sum::<u64>();
    Ok(Distances { by_distance, lost })
}

/// Every state that can be reached from one and is not over, each once.
///
/// # Errors
/// Where there are more than the budget allows, or the rules go wrong.
pub(crate) fn reached_states(
    game: &Game,
    start: &State,
    budget: &Budget,
) -> Result<impl Iterator<Item = State>, Limit> {
    let mut walk = Walk::new(game, start, budget);
    walk.run(&mut |_, _, _| Ok(()))?;
    let Walk { positions, nodes, .. } = walk;
    Ok((0..nodes.len()).map(move |id| positions.state(nodes.key(id))))
}

/// Successor of an action, by its number where the game goes on.
struct MetState {
    id: Option<u32>,
    outcome: Option<Outcome>,
    has_drawn: bool,
}

/// Positions in the order in which they were met: their numbers are the queue.
struct Walk {
    positions: Positions,
    nodes: Nodes,
    budget: Budget,
    by_depth: Vec<u64>,
    expanded: u32,
    children: Children,
    /// Hashes of the keys of children.
    hashes: Vec<u64>,
}

impl Walk {
    fn new(game: &Game, start: &State, budget: &Budget) -> Self {
        let positions = Positions::new(game, start, Uses::default(), budget);
        let nodes = Nodes::new(positions.stride(), 0);
        let budget = budget.clone();
        Self {
            positions,
            nodes,
            budget,
            by_depth: Vec::new(),
            expanded: 0,
            children: Children::default(),
            hashes: Vec::new(),
        }
    }

    /// Expands everything, and tells of each child, with the bytes that are left.
    fn run(
        &mut self,
        tell: &mut dyn FnMut(u32, MetState, u64) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let first = self.positions.first();
        self.nodes.insert(&first, self.budget.bytes).map_err(|_| Limit::Memory)?;
        self.by_depth.push(1);
        let mut of_depth = 1;
        while self.expanded < self.nodes.len() {
            self.budget.check_stop()?;
            let before = self.expanded;
            let left = self.budget.nodes.saturating_sub(u64::from(before));
            let end = of_depth.min(before.saturating_add(left.min(BATCH as u64) as u32));
            if end == before {
                return Err(Limit::Nodes);
            }
            let end = before + self.expand(before..end)?;
            self.meet(before, tell)?;
            self.expanded = end;
            let count = self.nodes.len();
            if end == of_depth && count > end {
                self.by_depth.push(u64::from(count - end));
                of_depth = count;
            }
        }
        Ok(())
    }

    /// Finds the successors of some positions, of as many as there is room for: how many.
    fn expand(&mut self, ids: Range<u32>) -> Result<u32, Limit> {
        let keys: Vec<u64> = ids.flat_map(|id| self.nodes.key(id)).copied().collect();
        let Self { positions, nodes, budget, children, hashes, .. } = self;
        let count = children.find(positions, &keys, budget.bytes)?;
        nodes.hashes(&children.keys, hashes);
        Ok(count as u32)
    }

    /// Keeps what is new of the positions from this one on, and tells of everything.
    fn meet(
        &mut self,
        first: u32,
        tell: &mut dyn FnMut(u32, MetState, u64) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let Self { positions, nodes, budget, children, hashes, .. } = self;
        let keys = children.keys.chunks_exact(positions.stride());
        for ((key, &hash), link) in keys.zip(&*hashes).zip(&children.links) {
            let id = match link.outcome {
                Some(_) => None,
                None => {
                    let met = nodes.insert_hashed(key, hash, budget.bytes);
                    Some(met.map_err(|_| Limit::Memory)?.0)
                }
            };
            let left = budget.bytes.saturating_sub(nodes.bytes());
            let met = MetState { id, outcome: link.outcome, has_drawn: link.has_drawn };
            tell(first + link.parent as u32, met, left)?;
        }
        Ok(())
    }

    fn reached(&self, limit: Option<Limit>) -> Reachable {
        let known: u64 = self.by_depth.iter().sum();
        let mut by_depth = self.by_depth.clone();
        // What was met of a depth that was not gone through.
        let more = u64::from(self.nodes.len()).saturating_sub(known);
        by_depth.extend((more > 0).then_some(more));
        let (expanded, bytes) = (u64::from(self.expanded), self.nodes.bytes());
        Reachable { by_depth, expanded, bytes, limit }
    }
}
