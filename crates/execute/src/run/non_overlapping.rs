//! Rules whose matches do not overlap: each is put as it is found.

use masume_board::{Bits, Cell};
use masume_program::{Put, RuleOp, directions};
use masume_rules::model::EMPTY;
use masume_rules::run_error::RunError;
use smallvec::SmallVec;

use crate::run::Machine;
use crate::run::follow::Letters;
use crate::run::matches::Anchors;

impl<const W: usize> Machine<'_, '_, W> {
    /// Runs a rule whose matches do not overlap; says whether it matched.
    pub(super) fn run_non_overlapping(
        &mut self,
        rule: &RuleOp,
        anchors: Anchors,
        mask: u8,
    ) -> Result<bool, RunError> {
        let scene = self.scene();
        let (nfa, tests) = scene.tests_of(rule)?;
        let (Some(direction), Some(path)) = (directions(mask).next(), nfa.path()) else {
            return Ok(false);
        };
        let begun = scene.line_starts(nfa, &tests, direction, anchors.last);
        let begun = anchors.first.map_or(begun, |first| begun.and(Bits::of(first)));
        let count = rule.letters.iter().map(|it| usize::from(it.letter.0) + 1).max();
        let mut letters: Letters = smallvec::smallvec![EMPTY; count.unwrap_or(0)];
        let positions: SmallVec<[u32; 8]> =
            path.iter().map(|&place| nfa.places[usize::from(place)].position).collect();
        for start in begun {
            let mut cells = SmallVec::<[Cell; 8]>::new();
            let mut next = Some(start);
            for &place in &path {
                let Some(cell) = next else { break };
                for binding in rule.letters.iter().filter(|it| it.place == place) {
                    let content = self.position.content(&self.run.layout, binding.layer, cell);
                    letters[usize::from(binding.letter.0)] = content;
                }
                cells.push(cell);
                next = self.run.grid().step(cell, direction);
            }
            for (&cell, &position) in cells.iter().zip(&positions) {
                let puts = rule.alternatives[0].puts.get(position as usize);
                for put in puts.into_iter().flatten() {
                    // All of it fits its layer, and numbers are not worked out: asking what a put
                    // writes as other rules do takes a quarter of the time.
                    let content = match put {
                        Put::Clear(_) | Put::Number(..) => EMPTY,
                        Put::Piece(_, content) => *content,
                        Put::Letter(_, letter) => letters[usize::from(letter.0)],
                    };
                    self.position.put(&self.run.layout, put.layer(), cell, content);
                    self.changed.insert(cell);
                }
            }
        }
        Ok(!begun.is_empty())
    }
}
