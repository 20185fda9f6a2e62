//! Successors of several positions, side by side within a bound of memory.

use masume_rules::state::Outcome;

use crate::Limit;
use crate::positions::{Child, Positions};

/// Part of the bytes of a search that children may take besides, one in so many.
const PART: u64 = 4;
/// The most bytes that they may take: less than the 100 MB that a command may take above `--memory`.
const MOST_BYTES: u64 = 96 << 20;

/// Successors of some positions, those of one in the order of its actions. What they take is kept from one question to
/// the next.
#[derive(Debug, Default)]
pub(crate) struct Children {
    /// Words of a key.
    stride: usize,
    /// Keys, one behind the other.
    pub(crate) keys: Vec<u64>,
    /// Child of each key.
    pub(crate) links: Vec<ChildLink>,
    /// The most children that one position had.
    most: u64,
}

/// A child without its key.
#[derive(Debug)]
pub(crate) struct ChildLink {
    /// Index of its parent among the positions that were asked about.
    pub(crate) parent: usize,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) rise: i64,
    pub(crate) has_drawn: bool,
}

impl Children {
    /// Finds the successors of the first of these positions, of as many as there is room for beside what a search keeps
    /// within its bytes: how many.
    ///
    /// # Errors
    /// [`Limit::Memory`] where those of one position have no room; what the rules came to.
    pub(crate) fn find(
        &mut self,
        positions: &mut Positions,
        keys: &[u64],
        bytes: u64,
    ) -> Result<usize, Limit> {
        let bytes = (bytes / PART).min(MOST_BYTES);
        self.stride = positions.stride();
        let count = keys.len() / self.stride;
        let each = self.most.saturating_mul(self.bytes_of_child()).max(1);
        let fit = usize::try_from(bytes / 2 / each).unwrap_or(usize::MAX);
        let count = count.min(fit.max(1));
        match self.find_all(positions, &keys[..count * self.stride], bytes) {
            Ok(()) => Ok(count),
            Err(Limit::Memory) if count > 1 => {
                self.find_all(positions, &keys[..self.stride], bytes).map(|()| 1)
            }
            Err(limit) => Err(limit),
        }
    }

    fn find_all(
        &mut self,
        positions: &mut Positions,
        keys: &[u64],
        bytes: u64,
    ) -> Result<(), Limit> {
        self.keys.clear();
        self.links.clear();
        // A list that grows may be twice as large as it must be.
        let most = bytes / 2 / self.bytes_of_child();
        let mut of_parent = (0, 0);
        let found = positions.expand(keys, &mut |child: Child<'_>| {
            if self.links.len() as u64 >= most {
                return Err(Limit::Memory);
            }
            let Child { parent, key, outcome, rise, has_drawn, .. } = child;
            of_parent = if of_parent.0 == parent { (parent, of_parent.1 + 1) } else { (parent, 1) };
            self.most = self.most.max(of_parent.1);
            self.keys.extend_from_slice(key);
            self.links.push(ChildLink { parent, outcome, rise, has_drawn });
            Ok(())
        });
        if found.is_err() {
            (self.keys, self.links) = (Vec::new(), Vec::new());
        }
        found
    }

    fn bytes_of_child(&self) -> u64 {
        (self.stride * size_of::<u64>() + size_of::<ChildLink>()) as u64
    }

    /// Memory that is taken, in bytes.
    #[cfg(test)]
    fn bytes(&self) -> u64 {
        let keys = self.keys.capacity() * size_of::<u64>();
        (keys + self.links.capacity() * size_of::<ChildLink>()) as u64
    }

    /// The key of a child.
    pub(crate) fn key(&self, index: usize) -> &[u64] {
        &self.keys[index * self.stride..][..self.stride]
    }

    /// Indices of all children, those of one position behind those of another: the engine may answer for some
    /// positions later than for others.
    pub(crate) fn by_parent(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.links.len()).collect();
        order.sort_by_key(|&index| self.links[index].parent);
        order
    }
}

#[cfg(test)]
mod tests {
    use masume_engine::{Game, Setup};

    use super::*;
    use crate::Budget;
    use crate::positions::Uses;

    /// The empty board, from which as many positions come as it has cells.
    fn positions() -> Positions {
        let text = "game Free\nboard 6 x 6\n\npieces\n  thing: stone\n\n\
                    action put at c\n  at c: _ -> stone\n\nwin when no empty\n";
        let game = Game::load(text).game.expect("it is sound");
        let start = game.start(&Setup::default()).expect("it can be set up");
        Positions::new(&game, &start, Uses::default(), &Budget::default())
    }

    #[test]
    fn as_many_positions_are_expanded_as_there_is_room_for() {
        const CELLS: u64 = 36;
        let mut positions = positions();
        let three = positions.first().repeat(3);
        let each = (positions.stride() * size_of::<u64>() + size_of::<ChildLink>()) as u64;
        // Once it is known how many there are, not more are tried than there is room for.
        for (children_that_fit, first, next) in
            [(3 * CELLS, 3, 3), (3 * CELLS - 1, 1, 2), (2 * CELLS - 1, 1, 1), (CELLS, 1, 1)]
        {
            let bytes = PART * 2 * each * children_that_fit;
            let mut children = Children::default();
            for expected in [first, next] {
                let found = children.find(&mut positions, &three, bytes);
                assert_eq!(found, Ok(expected), "{children_that_fit}");
                assert_eq!(children.links.len() as u64, expected as u64 * CELLS);
                assert_eq!(children.keys.len(), children.links.len() * positions.stride());
                assert!(children.bytes() <= bytes / PART);
            }
        }
        let mut children = Children::default();
        let found = children.find(&mut positions, &three, PART * 2 * each * (CELLS - 1));
        assert_eq!((found, children.bytes()), (Err(Limit::Memory), 0));
    }
}
