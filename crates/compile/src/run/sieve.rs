//! Which choices are worth trying: those at which a pattern matches that must.

use masume_board::{Bits, Cell};
use masume_rules::action::{Action, Argument, MAX_PARAMS};
use masume_rules::model::ParamSlot;
use smallvec::SmallVec;

use crate::program::{Dirs, Sieve};
use crate::run::Scene;
use crate::run::scan::Sets;

/// The patterns of which one must match, with what was last asked of each: choices come in order,
/// so the next mostly asks the same.
pub(crate) struct Sifter<'p, const W: usize>(Vec<Mesh<'p, W>>);

/// One pattern.
struct Mesh<'p, const W: usize> {
    sieve: &'p Sieve,
    tests: Sets<W>,
    /// The choices that the tests depend on, for which everything here was asked.
    chosen: SmallVec<[Argument; MAX_PARAMS]>,
    /// Where it begins, by directions.
    starts: Option<(u8, Bits<W>)>,
    /// Where it ends that begins at this cell, by directions; where it begins that ends there, if
    /// only the end is chosen.
    others: Option<(u8, Cell, Bits<W>)>,
}

impl<const W: usize> Scene<'_, '_, W> {
    /// With nothing asked yet.
    pub(crate) fn sifter<'p>(&self, sieve: &'p [Sieve]) -> Sifter<'p, W> {
        let mesh = |sieve: &'p Sieve| {
            let tests = match sieve.known {
                0 => self.tests(&self.program.scans[usize::from(sieve.scan)]),
                _ => Sets::new(),
            };
            Mesh { sieve, tests, chosen: SmallVec::new(), starts: None, others: None }
        };
        Sifter(sieve.iter().map(mesh).collect())
    }

    /// Whether the action may do something, of whose arguments the first so many are known. The
    /// scene is that in which the action is looked at.
    pub(crate) fn passes(&self, sifter: &mut Sifter<'_, W>, action: Action, known: usize) -> bool {
        let scene = Self { arguments: action.arguments, ..*self };
        sifter.0.iter_mut().any(|mesh| scene.passes_mesh(mesh, known))
    }

    fn passes_mesh(&self, mesh: &mut Mesh<'_, W>, known: usize) -> bool {
        let Sieve { scan, dirs, from, to, known: needed } = mesh.sieve;
        if known < *needed || !are_known(dirs, known) {
            return true;
        }
        if mesh.chosen[..] != self.arguments[..*needed] {
            mesh.chosen = SmallVec::from_slice(&self.arguments[..*needed]);
            mesh.tests = self.tests(&self.program.scans[usize::from(*scan)]);
            (mesh.starts, mesh.others) = (None, None);
        }
        let mask = dirs.mask(&|slot| self.chosen_direction(slot));
        let starts = match mesh.starts {
            Some((same, starts)) if same == mask => starts,
            Some(_) | None => self.starts(*scan, mask, None),
        };
        mesh.starts = Some((mask, starts));
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
        let others = match mesh.others {
            Some((same, cell, others)) if (same, cell) == (mask, asked) => others,
            Some(_) | None if first.is_some() => {
                let scan = &self.program.scans[usize::from(*scan)];
                self.walk_ends(scan, &mesh.tests, asked, mask)
            }
            Some(_) | None => self.starts(*scan, mask, Some(asked)),
        };
        mesh.others = Some((mask, asked, others));
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
