//! Single matches, cell by cell.

use masume_board::Cell;
use masume_program::{Binding, Next, Nfa};
use masume_rules::model::{Content, EMPTY};
use smallvec::SmallVec;

use crate::run::Scene;
use crate::run::matches::Match;
use crate::run::nfa::Sets;

/// One match: the cells with their positions in the pattern, and what letters are bound to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub(crate) cells: SmallVec<[(u32, Cell); 8]>,
    /// Indexed by letter; [`EMPTY`] where it is not bound.
    pub(crate) letters: Letters,
}

/// Sorts the cells of a match by their positions in the pattern. Called: to sort is much code, and would be built for each
/// width of a set.
pub(crate) fn sort_by_place(cells: &mut [(u32, Cell)]) {
    cells.sort_unstable();
}

/// Contents that letters are bound to, by index.
pub(crate) type Letters = SmallVec<[Content; 4]>;

impl<const W: usize> Scene<'_, '_, W> {
    /// Finds the preferred match from the cell and in the direction of this one, of sets that were solved for it, and
    /// puts its path there; false if there is none. In place: to give a path back is to copy it several times.
    ///
    /// The sets hold just the cells from which the rest matches, letters left aside, so the first
    /// way that goes on is the one that going back and forth would find. Letters that are met
    /// twice are in patterns without choices only: where they differ, there is no match.
    pub(crate) fn follow(
        &self,
        letters: &[Binding],
        nfa: &Nfa,
        solved: &Sets<W>,
        last: Option<Cell>,
        found: &mut Match,
    ) -> bool {
        let Match { start, direction, path } = found;
        let (start, direction) = (*start, *direction);
        let steps = &self.run.steps;
        let begins = |at_edge: bool| !at_edge || steps.edge(direction.opposite()).contains(start);
        let first = nfa.starts.iter().find(|begin| {
            begins(begin.at_edge) && solved[usize::from(begin.place)].contains(start)
        });
        let Some(first) = first else { return false };
        let count = letters.iter().map(|it| usize::from(it.letter.0) + 1).max();
        path.cells.clear();
        path.letters.clear();
        path.letters.resize(count.unwrap_or(0), EMPTY);
        let (mut place, mut cell) = (first.place, start);
        loop {
            path.cells.push((nfa.places[usize::from(place)].position, cell));
            if !self.bind(letters, place, cell, &mut path.letters) {
                return false;
            }
            let ahead = self.run.grid().step(cell, direction);
            let next = nfa.places[usize::from(place)].next.iter().find_map(|next| match *next {
                Next::Accept { at_edge } => {
                    let ends =
                        last.is_none_or(|last| last == cell) && (!at_edge || ahead.is_none());
                    ends.then_some(None)
                }
                Next::Step { place, .. } => {
                    let ahead = ahead.filter(|&it| solved[usize::from(place)].contains(it))?;
                    Some(Some((place, ahead)))
                }
            });
            match next {
                None => return false,
                Some(None) => return true,
                Some(Some(next)) => (place, cell) = next,
            }
        }
    }

    /// Binds the letters of a place; false where one is bound to something else already.
    fn bind(&self, letters: &[Binding], place: u16, cell: Cell, bound: &mut Letters) -> bool {
        letters.iter().filter(|it| it.place == place).all(|binding| {
            let content = self.position.content(&self.run.layout, binding.layer, cell);
            let bound = &mut bound[usize::from(binding.letter.0)];
            if *bound == EMPTY {
                *bound = content;
            }
            *bound == content
        })
    }
}
