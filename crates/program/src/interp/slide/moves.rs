//! Bits of a word that change places.

/// Bits that move together: by how many places, and which.
pub type BitMoves = Vec<(u64, u64)>;

/// Moves of bits: those that move together are one step.
#[derive(Clone, Debug)]
pub struct Moves {
    /// To higher places.
    pub up: BitMoves,
    /// To lower places.
    pub down: BitMoves,
}

impl Moves {
    /// Each bit from its place to another.
    pub fn new(places: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut moves = Self { up: Vec::new(), down: Vec::new() };
        for (from, to) in places {
            let by = u64::from(from.abs_diff(to));
            let steps = if to >= from { &mut moves.up } else { &mut moves.down };
            match steps.iter_mut().find(|(known, _)| *known == by) {
                Some((_, bits)) => *bits |= 1 << from,
                None => steps.push((by, 1 << from)),
            }
        }
        moves
    }

    /// Those that move to higher places, and those that move to lower ones.
    pub fn both(&self) -> [BitMoves; 2] {
        [self.up.clone(), self.down.clone()]
    }
}
