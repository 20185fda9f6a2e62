//! Legal directions of bodies with a monotone potential: where any of their rules matches.

use masume_board::Direction;
use masume_program::{Binding, LayerPlanes, Potential, PotentialRule, directions};
use masume_rules::model::{ActionInfo, ParamKind};

use crate::run::matches::{Anchors, Match};
use crate::run::{Choices, Scene};

impl<const W: usize> Scene<'_, '_, W> {
    /// True if every number on the layer is one with which nothing can go wrong, and what moves is
    /// alone where it must be.
    pub(crate) fn is_certain(&self, potential: &Potential) -> bool {
        let is_alone = |plane| self.position.plane::<W>(plane).len() <= 1;
        let are_small =
            potential.most.is_none_or(|(layer, most)| match self.run.layout.layer(layer) {
                LayerPlanes::Numbers { slot, .. } => {
                    let cells = self.run.layout.cells();
                    let from = usize::from(slot) * cells;
                    // Where there is no number, the content is less than any.
                    self.position.numbers[from..from + cells].iter().all(|&number| number <= most)
                }
                LayerPlanes::Pieces { .. } => true,
            });
        are_small && potential.alone.is_none_or(is_alone)
    }

    /// The directions in which any of the rules matches; one of them suffices where only that is
    /// asked.
    pub(crate) fn by_potential(
        &self,
        info: &ActionInfo,
        potential: &Potential,
        any: bool,
    ) -> Choices<W> {
        let Some(ParamKind::Direction(ways)) = info.params.first() else { return Choices::None };
        let mut mask = 0u8;
        for direction in directions(self.ways(ways)) {
            if potential.rules.iter().any(|rule| self.has_match(rule, direction)) {
                mask |= 1 << direction as u8;
                if any {
                    break;
                }
            }
        }
        Choices::Directions(mask)
    }

    /// True if the rule matches anywhere, where this direction is chosen.
    fn has_match(&self, rule: &PotentialRule, chosen: Direction) -> bool {
        let nfa = &self.program.nfas[usize::from(rule.nfa)];
        let tests = self.tests(nfa);
        let anywhere = Anchors { first: None, last: None };
        directions(rule.dirs.mask(&|_| Some(chosen))).any(|direction| {
            if !Binding::are_compared(&rule.letters) {
                return !self.line_starts(nfa, &tests, direction, None).is_empty();
            }
            let (solved, begun) = self.line_begun(nfa, &tests, direction, anywhere);
            begun.into_iter().any(|start| {
                let mut one = Match::new(start, direction);
                self.follow(&rule.letters, nfa, &solved, None, &mut one)
            })
        })
    }
}
