//! Places that the walker cannot reach until a mover is pushed into them.
//!
//! Where movers close off a part of the board, and the only way in which any of them can be moved next is one
//! that the walker can do now and that leads inward, a plan has to begin there sooner or later; what it
//! does elsewhere before can as well be done after. So nothing else need be tried: a stubborn set.
//!
//! That holds where a mover more in the way never helps (`Model::is_relaxed`) and the win needs something
//! of what is closed off.

use super::distance::{MoverDistances, Side};
use super::model::{FactId, Model, Spot};
use super::walk_adjacency::WalkAdjacency;

/// The occupant of a spot where no mover lies.
const NOTHING: FactId = FactId::MAX;

/// Tables and buffers of the search for enclosed parts.
#[derive(Clone, Debug)]
pub(crate) struct StubbornSet {
    adjacency: WalkAdjacency,
    /// Moves that end it, by fact.
    moves_of: Vec<Vec<u32>>,
    room: EnclosedRoom,
}

/// Room for one look, kept from one to the next.
#[derive(Clone, Debug, Default)]
struct EnclosedRoom {
    /// By spot: what lies there, or [`NOTHING`].
    occupant: Vec<FactId>,
    /// Part that it belongs to, by spot.
    part: Vec<u32>,
    /// Part that its mover was listed for, by fact.
    listed: Vec<u32>,
    /// The part that was looked at last, and the last before this look.
    last: u32,
    queue: Vec<Spot>,
    movers: Vec<FactId>,
    moves: Vec<u32>,
    best: Vec<u32>,
}

/// State that is looked at, as far as it is known.
pub(crate) struct BoardView<'a> {
    pub(crate) model: &'a Model,
    pub(crate) distances: &'a MoverDistances,
    /// Facts that are movers.
    pub(crate) movers: &'a [FactId],
    /// Facts that hold, as bits.
    pub(crate) facts: &'a [u64],
    /// Flood that came there last, by spot.
    pub(crate) seen: &'a [u32],
    /// That of the walker.
    pub(crate) flood: u32,
}

impl BoardView<'_> {
    fn holds(&self, fact: FactId) -> bool {
        self.facts[fact as usize / 64] >> (fact % 64) & 1 == 1
    }

    /// True if the walker comes there.
    fn reached(&self, spot: Spot) -> bool {
        self.seen[usize::from(spot)] == self.flood
    }
}

impl StubbornSet {
    /// `None` where the rules do not allow for it.
    pub(crate) fn of(model: &Model, distances: Option<&MoverDistances>) -> Option<Self> {
        let is_strict = distances.is_some_and(|it| it.side != Side::Targets);
        if !is_strict || !model.is_reversible || !is_relaxed(model) {
            return None;
        }
        let mut moves_of = vec![Vec::new(); model.facts];
        for (index, it) in model.moves.iter().enumerate() {
            for &fact in &it.clears {
                moves_of[fact as usize].push(index as u32);
            }
        }
        let room = EnclosedRoom {
            occupant: vec![NOTHING; model.spots],
            part: vec![0; model.spots],
            listed: vec![0; model.facts],
            ..EnclosedRoom::default()
        };
        Some(Self { adjacency: WalkAdjacency::of(model), moves_of, room })
    }

    /// The fewest moves among which the next one can be sought, where some enclosed part says so; none at
    /// all where such a part can never be opened.
    pub(crate) fn moves(&mut self, seen: &BoardView<'_>) -> Option<&[u32]> {
        let spots = seen.model.spots;
        self.room.occupant.fill(NOTHING);
        for &fact in seen.movers {
            self.room.occupant[fact as usize % spots] = fact;
        }
        let before = self.room.last;
        let mut has_best = false;
        for spot in 0..spots as Spot {
            let at = usize::from(spot);
            let is_open = self.room.occupant[at] != NOTHING || seen.reached(spot);
            if is_open || self.room.part[at] > before {
                continue;
            }
            for is_wide in [true, false] {
                self.room.last += 1;
                let part = self.room.last;
                self.fill(spot, part, is_wide, seen);
                if self.is_forced(part, seen)
                    && (!has_best || self.room.moves.len() < self.room.best.len())
                {
                    has_best = true;
                    std::mem::swap(&mut self.room.best, &mut self.room.moves);
                }
            }
        }
        has_best.then_some(&self.room.best)
    }

    /// Marks the part around a spot, and lists the movers in it and at its border.
    ///
    /// What is behind a mover at the border belongs to the part where it is taken widely.
    fn fill(&mut self, from: Spot, part: u32, is_wide: bool, seen: &BoardView<'_>) {
        let room = &mut self.room;
        room.movers.clear();
        room.queue.clear();
        room.queue.push(from);
        room.part[usize::from(from)] = part;
        while let Some(spot) = room.queue.pop() {
            for &next in self.adjacency.of_spot(spot) {
                let fact = room.occupant[usize::from(next)];
                if fact == NOTHING {
                    if !seen.reached(next) && room.part[usize::from(next)] != part {
                        room.part[usize::from(next)] = part;
                        room.queue.push(next);
                    }
                } else if room.listed[fact as usize] != part {
                    // What stands at the border is part of it.
                    room.listed[fact as usize] = part;
                    room.movers.push(fact);
                    let touches = |it: &Spot| seen.reached(*it);
                    if is_wide || !self.adjacency.of_spot(next).iter().any(touches) {
                        room.queue.push(next);
                    }
                }
            }
        }
    }

    /// True if the next move of a mover of this part must be one of those that are then listed.
    fn is_forced(&mut self, part: u32, seen: &BoardView<'_>) -> bool {
        let Self { moves_of, room, .. } = self;
        let spots = seen.model.spots;
        let is_own = |room: &EnclosedRoom, spot: usize| {
            let fact = room.occupant[spot];
            fact != NOTHING && room.listed[fact as usize] == part
        };
        if !is_wanting(part, room, seen) {
            return false;
        }
        room.moves.clear();
        for index in 0..room.movers.len() {
            let fact = room.movers[index];
            for &index in &moves_of[fact as usize] {
                let it = &seen.model.moves[index as usize];
                let from = usize::from(it.from);
                // What prevents it belongs to the part, or the walker would have to be inside: it is not
                // the next.
                let is_prevented =
                    it.forbids.iter().any(|fact| room.listed[*fact as usize] == part)
                        || is_own(room, from)
                        || room.part[from] == part;
                if is_prevented {
                    continue;
                }
                let to = it.sets[0] as usize % spots;
                let is_possible = !it.forbids.iter().any(|fact| seen.holds(*fact));
                if room.part[to] != part || !seen.reached(it.from) || !is_possible {
                    return false;
                }
                room.moves.push(index);
            }
        }
        true
    }
}

/// True if the win needs a move of some mover of the part.
fn is_wanting(part: u32, room: &EnclosedRoom, seen: &BoardView<'_>) -> bool {
    let spots = seen.model.spots;
    let is_out = |fact: &FactId| seen.distances.nearest[*fact as usize] > 0;
    if room.movers.iter().any(is_out) {
        return true;
    }
    seen.distances.side == Side::Both
        && seen
            .distances
            .targets
            .iter()
            .any(|facts| facts.iter().all(|fact| room.part[*fact as usize % spots] == part))
}

/// True if a mover in the way only ever prevents: moves need no other mover, and walks none at all.
pub(crate) fn is_relaxed(model: &Model) -> bool {
    model.moves.iter().all(|it| it.needs == it.clears)
}
