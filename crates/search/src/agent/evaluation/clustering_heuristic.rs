//! Clustering heuristic: how far pieces are scattered that must all be gone for a win.

use masume_board::{Direction, Grid};
use masume_engine::{Frontier, PackedPart};
use masume_rules::facts::Contents;
use masume_rules::model::{Condition, Content, EndKind, Layer, Player, Rules};

use crate::agent::packed_fields::first_bits;

/// The pieces of which a win, or a stage, asks that none is left.
pub(crate) struct ClusteringHeuristic {
    /// Packed words in which they lie, the bits of pieces, and where the cells are found that they stand for.
    words: Vec<(usize, u64, usize)>,
    /// Cell and those around it, by bit of each such word.
    near: Vec<Vec<u32>>,
    cells: usize,
}

impl ClusteringHeuristic {
    /// On boards of this shape; `None` where no win asks for that.
    pub(crate) fn new(rules: &Rules, grid: &Grid, frontier: &Frontier<'_>) -> Option<Self> {
        let mut heuristic = Self { words: Vec::new(), near: Vec::new(), cells: grid.cell_count() };
        for (layer, piece) in unwanted(rules) {
            for cell in grid.cells() {
                let part = PackedPart::Piece(layer, piece, cell);
                let Some((word, bits)) = first_bits(frontier, part) else { continue };
                let near = grid.neighbours(cell, &Direction::ALL).chain([cell]);
                let near = near.map(|it| it.index() as u32).collect();
                heuristic.add(word, bits, near);
            }
        }
        (!heuristic.words.is_empty()).then_some(heuristic)
    }

    fn add(&mut self, word: usize, bit: u64, near: Vec<u32>) {
        let known = self.words.iter().position(|it| it.0 == word).unwrap_or_else(|| {
            self.words.push((word, 0, self.near.len()));
            self.near.resize(self.near.len() + 64, Vec::new());
            self.words.len() - 1
        });
        let (_, bits, first) = &mut self.words[known];
        *bits |= bit;
        self.near[*first + bit.trailing_zeros() as usize] = near;
    }

    /// Number of cells on which one of them lies, or beside: the fewer the closer they are together.
    pub(crate) fn spread(&self, words: &[u64]) -> u32 {
        let mut near = vec![0u64; self.cells.div_ceil(64)];
        for &(word, bits, first) in &self.words {
            let mut left = words[word] & bits;
            while left != 0 {
                for &cell in &self.near[first + left.trailing_zeros() as usize] {
                    near[cell as usize / 64] |= 1 << (cell % 64);
                }
                left &= left - 1;
            }
        }
        near.iter().map(|word| word.count_ones()).sum()
    }
}

/// Pieces of which wins ask that there is none.
fn unwanted(rules: &Rules) -> Vec<(Layer, Content)> {
    /// More are never in one layer where bits stand for pieces.
    const MOST_PIECES: Content = 64;
    let mut unwanted = Vec::new();
    for end in rules.ends.iter().filter(|it| matches!(it.kind, EndKind::Win | EndKind::Stage)) {
        let Condition::Not(inner) = &end.condition else { continue };
        let Condition::Some(test) = &**inner else { continue };
        let Some(contents) = Contents::of(test, &rules.layers, Player(0)) else { continue };
        for (layer, held) in contents.layers().filter(|(_, held)| !held.may_be_free()) {
            unwanted.extend((0..MOST_PIECES).filter(|&it| held.may_be(it)).map(|it| (layer, it)));
        }
    }
    unwanted
}

#[cfg(test)]
mod tests {
    use masume_engine::{Game, Setup};

    use super::*;

    /// Number of cells on which, or beside which, what must be gone lies at the start.
    fn spread(start: &str, end: &str) -> Option<u32> {
        let text = format!(
            "game Hunt\nboard 9 x 9\npieces\n  thing: runner hunter pit\n\nstart\n  {start}\n\n\
             action wait\n\n{end}\n"
        );
        let game = Game::load(&text).game.unwrap_or_else(|| panic!("not sound:\n{text}"));
        let state = game.start(&Setup::default()).expect("it can be set up");
        let frontier = game.frontier(state.board.grid()).expect("the board is small");
        let heuristic = ClusteringHeuristic::new(game.rules(), state.board.grid(), &frontier)?;
        let mut words = vec![0; frontier.words()];
        frontier.pack(&state, &mut words);
        Some(heuristic.spread(&words))
    }

    #[test]
    fn pieces_that_must_be_gone_are_the_less_scattered_the_closer() {
        let (at, win) = ("[row = 1, column = 1] -> hunter", "win when no hunter");
        let far = "[row = 1, column = 1 or column = 9] -> hunter";
        let near = "[row = 5, column = 5 or column = 6] -> hunter";
        let other = "[row = 5, column = 5] -> pit";
        for (start, end, expected) in [
            (at, win, Some(4)),
            (far, win, Some(8)),
            (near, win, Some(12)),
            (other, win, Some(0)),
            (near, "win stage when no hunter", Some(12)),
            (near, "win when no [hunter or pit]", Some(12)),
            (near, "win when some hunter", None),
            (near, "lose when no hunter", None),
        ] {
            assert_eq!(spread(start, end), expected, "{start}, {end}");
        }
    }
}
