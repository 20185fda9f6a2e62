//! Prefilters as they are asked: which choices are worth trying, because a pattern matches that must.

use masume_board::{Bits, Cell};
use masume_program::{Dirs, Prefilter};
use masume_rules::action::{Action, Argument, MAX_PARAMS};
use masume_rules::model::ParamSlot;
use smallvec::SmallVec;

use crate::run::Scene;
use crate::run::nfa::Sets;

/// The patterns of which one must match, with what was last asked of each: choices come in order,
/// so the next mostly asks the same.
pub(crate) struct Prefilters<'p, const W: usize>(Vec<Pattern<'p, W>>);

/// One pattern.
struct Pattern<'p, const W: usize> {
    prefilter: &'p Prefilter,
    tests: Sets<W>,
    /// The choices that the tests depend on, for which everything here was asked.
    chosen: SmallVec<[Argument; MAX_PARAMS]>,
    /// Cells at which it begins, by directions.
    starts: Option<(u8, Bits<W>)>,
    /// Cells at which it ends that begins at this cell, by directions; those at which it begins
    /// that ends there, if only the end is chosen.
    others: Option<(u8, Cell, Bits<W>)>,
}

impl<const W: usize> Scene<'_, '_, W> {
    /// With nothing asked yet.
    pub(crate) fn prefilters<'p>(&self, prefilter: &'p [Prefilter]) -> Prefilters<'p, W> {
        let pattern = |prefilter: &'p Prefilter| {
            let tests = match prefilter.known {
                0 => self.tests(&self.program.nfas[usize::from(prefilter.nfa)]),
                _ => Sets::new(),
            };
            Pattern { prefilter, tests, chosen: SmallVec::new(), starts: None, others: None }
        };
        Prefilters(prefilter.iter().map(pattern).collect())
    }

    /// True if the action may do something, of whose arguments the first so many are known. The
    /// scene is that in which the action is looked at.
    pub(crate) fn passes(
        &self,
        prefilters: &mut Prefilters<'_, W>,
        action: Action,
        known: usize,
    ) -> bool {
        let scene = Self { arguments: action.arguments, ..*self };
        prefilters.0.iter_mut().any(|pattern| scene.passes_pattern(pattern, known))
    }

    fn passes_pattern(&self, pattern: &mut Pattern<'_, W>, known: usize) -> bool {
        let Prefilter { nfa, dirs, from, to, known: needed } = pattern.prefilter;
        if known < *needed || !are_known(dirs, known) {
            return true;
        }
        if pattern.chosen[..] != self.arguments[..*needed] {
            pattern.chosen = SmallVec::from_slice(&self.arguments[..*needed]);
            pattern.tests = self.tests(&self.program.nfas[usize::from(*nfa)]);
            (pattern.starts, pattern.others) = (None, None);
        }
        let mask = dirs.mask(&|slot| self.chosen_direction(slot));
        let starts = match pattern.starts {
            Some((same, starts)) if same == mask => starts,
            Some(_) | None => self.starts(*nfa, mask, None),
        };
        pattern.starts = Some((mask, starts));
        let cell_of = |slot: &Option<ParamSlot>| {
            slot.filter(|&slot| is_known(slot, known)).and_then(|slot| self.chosen_cell(slot))
        };
        let is_open_start = from.is_some() && cell_of(from).is_none();
        let (first, last) = (cell_of(from), cell_of(to).filter(|_| !is_open_start));
        if first.map_or(starts.is_empty(), |first| !starts.contains(first)) {
            return false;
        }
        let Some(last) = last else { return true };
        let asked = first.unwrap_or(last);
        let others = match pattern.others {
            Some((same, cell, others)) if (same, cell) == (mask, asked) => others,
            Some(_) | None if first.is_some() => {
                let nfa = &self.program.nfas[usize::from(*nfa)];
                self.walk_ends(nfa, &pattern.tests, asked, mask)
            }
            Some(_) | None => self.starts(*nfa, mask, Some(asked)),
        };
        pattern.others = Some((mask, asked, others));
        if first.is_some() { others.contains(last) } else { !others.is_empty() }
    }
}

fn is_known(slot: ParamSlot, known: usize) -> bool {
    usize::from(slot.0) < known
}

fn are_known(dirs: &Dirs, known: usize) -> bool {
    match dirs {
        Dirs::Fixed(_) => true,
        Dirs::Chosen(slot) | Dirs::Against(slot) => is_known(*slot, known),
        Dirs::Union(parts) => parts.iter().all(|part| are_known(part, known)),
    }
}
