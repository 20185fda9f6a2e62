//! NFAs: what is named is there, every place is solved after all that can come after it, and the
//! shape is that of the places.

use super::{Scope, Verifier, Wrong};
use crate::{Group, Next, Nfa, Shape, Via};

impl Verifier<'_> {
    pub(super) fn nfa(self, nfa: &Nfa) -> Result<(), Wrong> {
        let scope = Scope { sets: self.program.sets.len(), letters: &[], params: None };
        let place = |place: u16| {
            let is_there = usize::from(place) < nfa.places.len();
            if is_there { Ok(()) } else { Err(Wrong::NfaState(place)) }
        };
        for start in &nfa.starts {
            place(start.place)?;
        }
        for at in &nfa.places {
            self.set_id(at.test, scope)?;
            for next in &at.next {
                match next {
                    Next::Accept { .. } => {}
                    Next::Step { place: to, .. } => place(*to)?,
                }
            }
        }
        order(nfa)?;
        // Where shapes are switched off, all are general.
        let is_shaped =
            nfa.shape == Shape::General || nfa.shape == Shape::of(&nfa.places, &nfa.starts);
        if is_shaped { Ok(()) } else { Err(Wrong::Shape) }
    }
}

fn order(nfa: &Nfa) -> Result<(), Wrong> {
    // When a place is solved: the number of its group.
    let mut solved: Vec<Option<usize>> = vec![None; nfa.places.len()];
    for (nth, group) in nfa.order.iter().enumerate() {
        let members = match group {
            Group::Single(only) | Group::Loop(only) => std::slice::from_ref(only),
            Group::Cycle(members) => members,
        };
        for &member in members {
            match solved.get_mut(usize::from(member)) {
                None => return Err(Wrong::NfaState(member)),
                Some(Some(_)) => return Err(Wrong::Order(member)),
                Some(when) => *when = Some(nth),
            }
        }
    }
    for (index, at) in nfa.places.iter().enumerate() {
        let here = index as u16;
        let Some(when) = solved[index] else { return Err(Wrong::Order(here)) };
        for next in &at.next {
            let Next::Step { place, via } = next else { continue };
            let is_known = match solved[usize::from(*place)] {
                Some(before) if before < when => true,
                Some(same) if same == when => match nfa.order[when] {
                    Group::Single(_) => false,
                    Group::Loop(_) => *via == Via::Straight,
                    Group::Cycle(_) => true,
                },
                Some(_) | None => false,
            };
            if !is_known {
                return Err(Wrong::Order(here));
            }
        }
    }
    Ok(())
}
