//! Definitions of NFAs: their places, and which macro-operation solves them.

use super::Printer;
use super::name::place;
use crate::{Group, Next, Nfa, NfaState, SetId, Shape, Start, Via};

impl Printer<'_> {
    /// `nfa 0: a=s2 then b=s1 again and again then c=s0 (flanking)`; a line for each place where
    /// the pattern has choices.
    pub(super) fn nfa_definition(&mut self, id: u16) -> String {
        let Some(nfa) = self.program.nfas.get(usize::from(id)) else {
            return format!("nfa {id}: not defined\n");
        };
        let operation = operation(nfa);
        match self.chain(nfa) {
            Some(chain) => format!("nfa {id}: {chain} ({operation})\n"),
            None => self.graph(id, nfa, &operation),
        }
    }

    /// The places one after the other, where the next is always the one before it by number.
    fn chain(&mut self, nfa: &Nfa) -> Option<String> {
        let count = nfa.places.len();
        let [Start { place: first, at_edge: false }] = nfa.starts[..] else { return None };
        if usize::from(first) + 1 != count {
            return None;
        }
        // What passes, whether again and again, and the places in a row that ask for it.
        let mut steps: Vec<(SetId, bool, u16, u16)> = Vec::new();
        for (index, at) in nfa.places.iter().enumerate().rev() {
            let here = index as u16;
            let on = |place: u16| Next::Step { place, via: Via::Straight };
            let leave = match here.checked_sub(1) {
                Some(after) => on(after),
                None => Next::Accept { at_edge: false },
            };
            let is_repeated = match at.next[..] {
                [next] if next == leave => false,
                [again, next] if again == on(here) && next == leave => true,
                _ => return None,
            };
            match steps.last_mut() {
                Some((test, false, _, last)) if *test == at.test && !is_repeated => *last = here,
                _ => steps.push((at.test, is_repeated, here, here)),
            }
        }
        let words = steps.into_iter().map(|(test, is_repeated, first, last)| {
            let again = if is_repeated { " again and again" } else { "" };
            let names = match first - last {
                0 => place(first, count),
                1 => format!("{} {}", place(first, count), place(last, count)),
                _more => format!("{} to {}", place(first, count), place(last, count)),
            };
            format!("{names}={}{again}", self.set(test))
        });
        Some(words.collect::<Vec<String>>().join(" then "))
    }

    fn graph(&mut self, id: u16, nfa: &Nfa, operation: &str) -> String {
        let count = nfa.places.len();
        let starts: Vec<String> = nfa
            .starts
            .iter()
            .map(|start| {
                let behind = if start.at_edge { " with the edge behind it" } else { "" };
                format!("{}{behind}", place(start.place, count))
            })
            .collect();
        let starts = if starts.is_empty() { "nowhere".to_owned() } else { starts.join(" or ") };
        let mut text = format!("nfa {id}: begins at {starts} ({operation})\n");
        for (index, at) in nfa.places.iter().enumerate().rev() {
            let next = after(at, index as u16, count);
            let name = place(index as u16, count);
            text.push_str(&format!("  {name}={} then {next}\n", self.set(at.test)));
        }
        text
    }
}

/// Continuations behind a place, the preferred first.
fn after(at: &NfaState, here: u16, count: usize) -> String {
    let steps = at.next.iter().map(|next| match next {
        Next::Accept { at_edge: false } => "the end".to_owned(),
        Next::Accept { at_edge: true } => "the end at the edge".to_owned(),
        Next::Step { place: to, via } => {
            let name = if *to == here { "again".to_owned() } else { place(*to, count) };
            match via {
                Via::Straight => name,
                Via::Turn => format!("turn {name}"),
                Via::Double => format!("turn twice {name}"),
                Via::Bend => format!("bend {name}"),
            }
        }
    });
    let steps: Vec<String> = steps.collect();
    if steps.is_empty() { "nothing".to_owned() } else { steps.join(" or ") }
}

/// The macro-operation that solves an NFA.
fn operation(nfa: &Nfa) -> String {
    match nfa.shape {
        Shape::Cell => "cell".to_owned(),
        Shape::Chain => "fixed run".to_owned(),
        Shape::Run(count) => format!("run of {count}"),
        Shape::Flanking => "flanking".to_owned(),
        Shape::Corridor(0) | Shape::General => general(nfa),
        Shape::Corridor(1) => "walk with 1 turn through one set".to_owned(),
        Shape::Corridor(turns) => format!("walk with {turns} turns through one set"),
    }
}

fn general(nfa: &Nfa) -> String {
    if !nfa.is_line {
        return match turns(nfa) {
            Some(1) => "walk with 1 turn".to_owned(),
            Some(count) => format!("walk with {count} turns"),
            None => "walk with any turns".to_owned(),
        };
    }
    let has_loop = nfa.order.iter().any(|it| matches!(it, Group::Loop(_)));
    let has_cycle = nfa.order.iter().any(|it| matches!(it, Group::Cycle(_)));
    if has_cycle {
        "fill round and round".to_owned()
    } else if has_loop {
        "ray fill".to_owned()
    } else {
        "run with choices".to_owned()
    }
}

/// The most right angles of a walk; `None` where it may turn at every cell.
fn turns(nfa: &Nfa) -> Option<usize> {
    // Every place comes in the order after those that its walk goes on to.
    let mut most = vec![0; nfa.places.len()];
    for group in &nfa.order {
        let members = match group {
            Group::Single(only) | Group::Loop(only) => std::slice::from_ref(only),
            Group::Cycle(members) => members,
        };
        let mut of_group = 0;
        for &member in members {
            for next in nfa.places.get(usize::from(member)).into_iter().flat_map(|it| &it.next) {
                let Next::Step { place, via } = next else { continue };
                let angles = match via {
                    Via::Straight => 0,
                    Via::Turn => 1,
                    Via::Double => 2,
                    Via::Bend => return None,
                };
                if !members.contains(place) {
                    of_group = of_group.max(angles + most.get(usize::from(*place))?);
                } else if angles > 0 {
                    return None;
                }
            }
        }
        for &member in members {
            *most.get_mut(usize::from(member))? = of_group;
        }
    }
    most.into_iter().max()
}
