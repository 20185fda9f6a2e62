//! Merge heuristic: what a state of a game for one promises, from the rules alone: whole numbers, read from packed
//! words.
//!
//! Where numbers lie on the board and points count, three things say how long a game goes on: cells that hold
//! nothing, neighbours that hold equal numbers and may meet, and lines in which numbers only rise or only fall, so
//! that what meets lies side by side. A line that does neither costs the more the greater its numbers are.

use masume_board::Grid;
use masume_engine::Frontier;
use masume_rules::model::{Content, Layer, LayerKind, Rules};

use crate::agent::evaluation::outcome_value::{is_for_points, points_value};
use crate::agent::packed_fields::NumberField;

/// A cell that holds nothing, in its row and in its column.
const ROOM: i64 = 25;
/// Two neighbours that hold the same.
const PAIR: i64 = 25;
/// That a game goes on at all, for each line: more than any line costs in a game that goes well.
const LIFE: i64 = 50_000;
/// The most cells of a line whose ranks fit into one word.
const MOST_CELLS: usize = 8;
/// Lines that are remembered, a power of two.
const PLACES: usize = 1 << 14;

/// Promise of the numbers on a board.
#[derive(Debug)]
pub(crate) struct MergeHeuristic {
    /// The cells of each line, rows and columns: where each is packed.
    lines: Vec<Vec<NumberField>>,
    ranks: Ranks,
    /// Lines met before, by hash.
    known: Vec<(u64, i64)>,
}

/// The places of numbers among those that there may be, from 1; 0 is none.
#[derive(Clone, Copy, Debug)]
enum Ranks {
    /// From the first number, one after the other.
    Range(Content),
    /// From the first number, each twice the one before.
    Doubling(Content),
}

impl Ranks {
    fn of(self, number: Content) -> u8 {
        let steps = match self {
            Self::Range(first) => i64::from(number) - i64::from(first),
            Self::Doubling(first) => i64::from((number / first.max(1)).max(1).ilog2()),
        };
        u8::try_from(steps + 1).unwrap_or(u8::MAX)
    }
}

impl MergeHeuristic {
    /// True if it says anything of the states of a game.
    pub(crate) fn suits(rules: &Rules) -> bool {
        numbers(rules).is_some()
    }

    /// For boards of this shape; `None` where no numbers lie on them, or nobody counts points.
    pub(crate) fn new(rules: &Rules, grid: &Grid, frontier: &Frontier<'_>) -> Option<Self> {
        let (layer, ranks) = numbers(rules)?;
        let (width, height) = (grid.width() as i32, grid.height() as i32);
        let rows = (0..height).map(|row| (0..width).map(move |column| (column, row)).collect());
        let columns = (0..width).map(|column| (0..height).map(move |row| (column, row)).collect());
        let field_at = |(column, row)| NumberField::new(frontier, layer, grid.at(column, row)?);
        let lines = rows.chain(columns);
        let lines = lines.map(|line: Vec<(i32, i32)>| line.into_iter().map(field_at).collect());
        let lines: Option<Vec<Vec<NumberField>>> = lines.collect();
        Some(Self { lines: lines?, ranks, known: vec![(u64::MAX, 0); PLACES] })
    }

    /// Promise of a state that goes on.
    pub(crate) fn of(&mut self, words: &[u64]) -> i64 {
        let rank = |field: &NumberField| field.read(words).map_or(0, |it| self.ranks.of(it));
        let mut sum = 0;
        for line in &self.lines {
            if line.len() > MOST_CELLS {
                sum += of_line(&line.iter().map(rank).collect::<Vec<u8>>());
                continue;
            }
            let key = line.iter().fold(0, |key, field| key << 8 | u64::from(rank(field)));
            let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize & (PLACES - 1);
            // Lines of one length, or of two: a line with nothing before it promises less room.
            let tag = key ^ (line.len() as u64) << 59;
            if self.known[slot].0 != tag {
                let ranks = &key.to_be_bytes()[MOST_CELLS - line.len()..];
                self.known[slot] = (tag, of_line(ranks));
            }
            sum += self.known[slot].1;
        }
        sum
    }
}

/// Promise of a line whose numbers have these ranks.
fn of_line(ranks: &[u8]) -> i64 {
    // The power of a rank grows fast, as the work does that is in it, but not so fast that the greatest number
    // outweighs all else.
    let power = |rank: u8| i64::from(rank).pow(4);
    let room = ranks.iter().filter(|&&rank| rank == 0).count() as i64;
    let mut held = ranks.iter().copied().filter(|&rank| rank > 0);
    let (mut pairs, mut before) = (0, held.next());
    for rank in held {
        pairs += i64::from(before == Some(rank));
        before = Some(rank);
    }
    // A gap is a step, too: room counts where it does not part numbers.
    let (mut rises, mut falls) = (0, 0);
    for pair in ranks.windows(2) {
        let step = power(pair[1]) - power(pair[0]);
        *(if step > 0 { &mut rises } else { &mut falls }) += step.abs();
    }
    LIFE + ROOM * room + PAIR * pairs - rises.min(falls)
}

/// The layer of numbers, in a game in which points count and nothing else.
fn numbers(rules: &Rules) -> Option<(Layer, Ranks)> {
    points_value(rules).filter(|_| is_for_points(rules))?;
    rules.layers.iter().enumerate().find_map(|(index, layer)| {
        let ranks = match layer.kind {
            LayerKind::Doubling(first, _) => Ranks::Doubling(first),
            LayerKind::Range(first, _) => Ranks::Range(first),
            LayerKind::Pieces(_) | LayerKind::Kinds(_) => return None,
        };
        Some((Layer(index as u8), ranks))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_pairs_and_order_are_worth_something() {
        for (better, worse) in [
            // Room.
            ([1, 0, 0, 0], [1, 2, 0, 0]),
            // Equal neighbours, with nothing between them or with room.
            ([2, 2, 3, 4], [1, 2, 3, 4]),
            ([2, 0, 2, 0], [1, 0, 2, 0]),
            // Order, from either end.
            ([1, 3, 5, 7], [3, 1, 5, 7]),
            ([7, 5, 3, 1], [7, 3, 5, 1]),
            // Disorder among great numbers is worse.
            ([9, 7, 2, 3], [7, 9, 3, 2]),
        ] {
            assert!(of_line(&better) > of_line(&worse), "{better:?} {worse:?}");
        }
        assert_eq!(of_line(&[1, 2, 3, 4]), of_line(&[4, 3, 2, 1]));
    }
}
