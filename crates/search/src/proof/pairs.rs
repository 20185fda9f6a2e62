//! Pairs that cannot all be taken: choices of pairs that exclude each other, one from another, until
//! nothing can be chosen.
//!
//! A no-good names for some kinds how their tiles fall into pairs, and says that who pairs them so
//! cannot clear the board. It holds by itself where tiles are left although each kind that it names takes
//! only those pairs, and each other takes every tile that is joined to an equal one, taken or not:
//! taking more only adds to what can be taken. It follows from others where, however the tiles of one
//! kind fall into pairs, some other no-good forbids it.

use masume_engine::Game;
use masume_rules::model::Content;
use masume_rules::state::State;

use super::error::ProofError;
use super::removal::{Pair, Removal, pairings};

/// Pairings of the tiles of some kinds; ascending.
pub(crate) type NoGood = Vec<(Content, Vec<Pair>)>;

/// One no-good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProofStep {
    /// It holds by itself.
    Alone(NoGood),
    /// It follows from these, by their numbers, whatever the pairs of this kind are.
    From(Content, Vec<u32>),
}

/// The no-goods; the last names no pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairs {
    pub(super) steps: Vec<ProofStep>,
}

impl Pairs {
    /// Check that they show that the start cannot be won.
    pub(super) fn check(&self, game: &Game, start: &State) -> Result<(), ProofError> {
        if start.outcome.is_some() {
            return Err(ProofError::Over);
        }
        let removal = Removal::of(game.rules(), start).filter(|removal| removal.is_all);
        let removal = removal.ok_or(ProofError::Changes)?;
        let mut known: Vec<NoGood> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            game.check_stop().map_err(ProofError::Rules)?;
            let next = match step {
                ProofStep::Alone(no_good) => {
                    leaves_some(&removal, no_good)?;
                    no_good.clone()
                }
                ProofStep::From(kind, numbers) => {
                    let of: Option<Vec<&NoGood>> =
                        numbers.iter().map(|&number| known.get(number as usize)).collect();
                    follows(&removal, *kind, &of.ok_or(ProofError::Open)?)?
                }
            };
            known.push(next);
        }
        let is_shown = known.last().is_some_and(Vec::is_empty);
        if is_shown { Ok(()) } else { Err(ProofError::Open) }
    }
}

fn tiles_of(removal: &Removal, kind: Content) -> Result<&[u32], ProofError> {
    let found = removal.kinds.iter().find(|known| known.0 == kind);
    found.map(|known| known.1.as_slice()).ok_or(ProofError::Open)
}

/// Check that tiles are left, at the best, where pairs are these.
fn leaves_some(removal: &Removal, no_good: &NoGood) -> Result<(), ProofError> {
    let is_sorted = no_good.is_sorted_by(|one, next| one.0 < next.0);
    for (kind, pairing) in no_good {
        if !is_sorted || !pairings(tiles_of(removal, *kind)?).contains(pairing) {
            return Err(ProofError::Open);
        }
    }
    let of_kind = |(content, tiles): &(Content, Vec<u32>)| {
        let named = no_good.iter().find(|named| named.0 == *content);
        named.map_or_else(|| all_pairs(tiles), |named| named.1.clone())
    };
    let allowed: Vec<Pair> = removal.kinds.iter().flat_map(of_kind).collect();
    let mut is_tile = vec![false; removal.grid.cell_count()];
    let tiles = removal.kinds.iter().flat_map(|kind| &kind.1);
    tiles.clone().for_each(|&tile| is_tile[tile as usize] = true);
    let mut has_taken = true;
    while has_taken {
        has_taken = false;
        let mut from: Option<(u32, Vec<bool>)> = None;
        for &(one, other) in &allowed {
            let is_left = |is_tile: &[bool]| is_tile[one as usize] || is_tile[other as usize];
            if !is_left(&is_tile) {
                continue;
            }
            // Those of one tile stand together.
            if from.as_ref().is_none_or(|from| from.0 != one) {
                from = Some((one, removal.ends(one, &is_tile)));
            }
            let is_joined = from.as_ref().is_some_and(|from| from.1[other as usize])
                || (!removal.unordered && removal.ends(other, &is_tile)[one as usize]);
            if is_joined {
                (is_tile[one as usize], is_tile[other as usize]) = (false, false);
                has_taken = true;
            }
        }
    }
    match is_tile.contains(&true) {
        true => Ok(()),
        false => Err(ProofError::Open),
    }
}

/// Every two tiles, those of the first tile first.
fn all_pairs(tiles: &[u32]) -> Vec<Pair> {
    let pairs = tiles.iter().enumerate();
    pairs.flat_map(|(at, &one)| tiles[at + 1..].iter().map(move |&other| (one, other))).collect()
}

/// No-good that follows from others that forbid, between them, every way in which a kind falls into pairs.
fn follows(removal: &Removal, kind: Content, of: &[&NoGood]) -> Result<NoGood, ProofError> {
    let named = |no_good: &NoGood| no_good.iter().find(|it| it.0 == kind).map(|it| it.1.clone());
    for pairing in pairings(tiles_of(removal, kind)?) {
        let forbids = |no_good: &&NoGood| named(no_good).is_none_or(|named| named == pairing);
        if !of.iter().any(forbids) {
            return Err(ProofError::Open);
        }
    }
    let others = of.iter().flat_map(|no_good| no_good.iter()).filter(|it| it.0 != kind);
    let mut all: NoGood = others.cloned().collect();
    all.sort_unstable();
    all.dedup();
    Ok(all)
}
