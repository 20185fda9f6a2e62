//! Pairs of movers that, alone on the board, can both come to where they are wanted.
//!
//! With others on the board there is only more in the way, as long as moves need nothing but what they move
//! and room (`is_relaxed`): two that cannot do it alone never will. The table is found once, backward from
//! everything that a win allows, with the walker wherever it can be.

use super::distance::{MoverDistances, Reverse, Side};
use super::model::{FactId, Model, Spot};
use super::stubborn_set::is_relaxed;
use crate::meter::{Exhausted, Meter};

/// The most boards of two movers and the walker: about a second's work.
const MOST_BOARDS: usize = 1 << 23;

/// For facts of which no mover can come to any goal, alone.
const DEAD: u32 = u32::MAX;

/// By two facts and the spot of the walker, whether both movers can come to goals of their own.
#[derive(Clone, Debug)]
pub(crate) struct PairTable {
    /// Its number among those that are not dead alone, by fact.
    numbers: Vec<u32>,
    count: usize,
    spots: usize,
    /// By the lesser number, the greater, and the spot: a bit.
    can_win: Vec<u64>,
}

impl PairTable {
    /// The table; `None` where the rules do not allow for it, or the board is large, or the meter met a bound.
    pub(crate) fn of(model: &Model, distances: &MoverDistances, meter: &Meter) -> Option<Self> {
        if distances.side == Side::Targets || !is_relaxed(model) {
            return None;
        }
        let facts: Vec<FactId> =
            (0..model.facts as FactId).filter(|fact| !distances.is_dead(*fact)).collect();
        let boards = facts.len().checked_mul(facts.len())?.checked_mul(model.spots)?;
        if boards / 2 > MOST_BOARDS {
            return None;
        }
        // Boards that are to be followed are a list beside the bits.
        meter.fits((boards / 2 * size_of::<(FactId, FactId, Spot)>() + boards / 8) as u64).ok()?;
        meter.keeps((boards / 8 + model.facts * size_of::<u32>()) as u64).ok()?;
        let mut numbers = vec![DEAD; model.facts];
        for (number, fact) in facts.iter().enumerate() {
            numbers[*fact as usize] = number as u32;
        }
        let can_win = vec![0; boards.div_ceil(64)];
        let mut table = Self { numbers, count: facts.len(), spots: model.spots, can_win };
        let mut open = table.add_wins((model, meter), distances, &facts).ok()?;
        let reverse = Reverse::of(model, meter).ok()?;
        while let Some(board) = open.pop() {
            meter.does(1).ok()?;
            table.go_back(model, &reverse, board, &mut open);
        }
        Some(table)
    }

    /// True if two movers can both come to goals from here, the walker on this spot.
    pub(crate) fn can_win(&self, one: FactId, other: FactId, walker: Spot) -> bool {
        self.bit(one, other, walker)
            .is_some_and(|bit| self.can_win[bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// Memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.can_win.len() * size_of::<u64>() + self.numbers.len() * size_of::<u32>()) as u64
    }

    fn bit(&self, one: FactId, other: FactId, walker: Spot) -> Option<usize> {
        let (one, other) = (self.numbers[one as usize], self.numbers[other as usize]);
        let (least, greatest) = (one.min(other) as usize, one.max(other));
        (greatest != DEAD)
            .then(|| (least * self.count + greatest as usize) * self.spots + usize::from(walker))
    }

    /// Marks a board; whether it was not marked before.
    fn mark(&mut self, (one, other, walker): (FactId, FactId, Spot)) -> bool {
        let Some(bit) = self.bit(one, other, walker) else { return false };
        let (word, mask) = (bit / 64, 1 << (bit % 64));
        let is_new = self.can_win[word] & mask == 0;
        self.can_win[word] |= mask;
        is_new
    }

    /// All boards on which two movers are on goals of their own.
    fn add_wins(
        &mut self,
        (model, meter): (&Model, &Meter),
        distances: &MoverDistances,
        facts: &[FactId],
    ) -> Result<Vec<(FactId, FactId, Spot)>, Exhausted> {
        let asked = distances.targets.iter().map(|of_target| 1 + of_target.len());
        meter.does((facts.len() * asked.sum::<usize>()) as u64)?;
        let targets_of = |fact: FactId| -> Vec<usize> {
            let targets = distances.targets.iter().enumerate();
            targets
                .filter(|(_, of_target)| of_target.contains(&fact))
                .map(|(target, _)| target)
                .collect()
        };
        let met: Vec<(FactId, Vec<usize>)> = facts
            .iter()
            .map(|&fact| (fact, targets_of(fact)))
            .filter(|(_, targets)| !targets.is_empty())
            .collect();
        let mut wins = Vec::new();
        for (index, (one, of_one)) in met.iter().enumerate() {
            for (other, of_other) in &met[index + 1..] {
                if of_one.len() == 1 && of_one == of_other {
                    continue;
                }
                meter.does(model.spots as u64)?;
                for walker in 0..model.spots as Spot {
                    let board = (*one, *other, walker);
                    if is_possible(model, board) && self.mark(board) {
                        wins.push(board);
                    }
                }
            }
        }
        Ok(wins)
    }

    /// Marks the boards from which one action leads to this one.
    fn go_back(
        &mut self,
        model: &Model,
        reverse: &Reverse,
        (one, other, walker): (FactId, FactId, Spot),
        open: &mut Vec<(FactId, FactId, Spot)>,
    ) {
        let mut meet = |board| {
            if is_possible(model, board) && self.mark(board) {
                open.push(board);
            }
        };
        for &index in &reverse.into[usize::from(walker)] {
            let it = &model.moves[index as usize];
            // What is done with others only takes the walker along.
            let is_theirs = |fact: FactId| {
                [&it.sets, &it.clears, &it.forbids].iter().any(|it| it.contains(&fact))
            };
            if !is_theirs(one) && !is_theirs(other) {
                meet((one, other, it.from));
            }
        }
        for (moved, kept) in [(one, other), (other, one)] {
            for &index in &reverse.begins[moved as usize] {
                let it = &model.moves[index as usize];
                if it.to == walker && !it.forbids.contains(&kept) && !it.clears.contains(&kept) {
                    meet((it.clears[0], kept, it.from));
                }
            }
        }
    }
}

/// True if both movers can lie there while the walker stands on its spot.
fn is_possible(model: &Model, (one, other, walker): (FactId, FactId, Spot)) -> bool {
    let absent = &model.absent[usize::from(walker)];
    one != other && !absent.contains(&one) && !absent.contains(&other)
}
