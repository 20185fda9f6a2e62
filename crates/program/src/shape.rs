//! Shapes of patterns that are solved in a way of their own, and how one is seen in the places.

use super::{Next, NfaState, Start, Via};

/// Shapes with a kernel of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One cell.
    Cell,
    /// So many cells, each once, nothing else.
    Chain,
    /// So many cells in a row that pass the same test.
    Run(u32),
    /// `a b+ c`.
    Flanking,
    /// `a b* turn? b* turn? b* c`: one test passed by everything between the ends, and so many
    /// turns at most. Its kernel finds the ends of walks in the four ways along rows and columns.
    Corridor(u32),
    /// Anything else.
    General,
}

impl Shape {
    /// The shape of a pattern with these places, which begins so.
    pub fn of(places: &[NfaState], starts: &[Start]) -> Self {
        let straight = |place: usize| Next::Step { place: place as u16, via: Via::Straight };
        let accept = Next::Accept { at_edge: false };
        let [Start { place: first, at_edge: false }] = starts else { return Self::General };
        // Places are numbered from the end of the pattern: a chain goes down.
        if usize::from(*first) + 1 != places.len() {
            return Self::General;
        }
        if let [only] = places {
            return if only.next == [accept] { Self::Cell } else { Self::General };
        }
        let is_chain = places.iter().enumerate().all(|(nth, place)| match nth.checked_sub(1) {
            None => place.next == [accept],
            Some(after) => place.next == [straight(after)],
        });
        if is_chain {
            let is_run = places.iter().all(|place| place.test == places[0].test);
            return if is_run { Self::Run(places.len() as u32) } else { Self::Chain };
        }
        if let [last, middle, _] = places
            && last.next == [accept]
            && middle.next == [straight(1), straight(0)]
            && places[2].next == [straight(1)]
        {
            return Self::Flanking;
        }
        corridor(places).map_or(Self::General, Self::Corridor)
    }
}

/// The most turns of a walk through one test, which such places are; the first place is the last.
fn corridor(places: &[NfaState]) -> Option<u32> {
    let [end, between @ .., start] = places else { return None };
    let [some, ..] = between else { return None };
    let is_one = between.iter().all(|place| place.test == some.test);
    if !is_one || end.next != [Next::Accept { at_edge: false }] {
        return None;
    }
    // Every place between the ends may match no cell: any place is followed by every later one,
    // with at most as many turns as stand between them. Places are numbered from the end, and no
    // turn stands before it. Which step is preferred shows in no end of a match.
    let leads_on = |next: &[Next], last: usize| {
        let expected = (0..=last).flat_map(|place| {
            let turns = last - place.max(1);
            let vias = [(0, Via::Straight), (1, Via::Turn), (2, Via::Double)];
            let possible = vias.into_iter().filter(move |(least, _)| *least <= turns);
            possible.map(move |(_, via)| Next::Step { place: place as u16, via })
        });
        let expected: Vec<Next> = expected.collect();
        next.len() == expected.len() && expected.iter().all(|step| next.contains(step))
    };
    let is_corridor = leads_on(&start.next, between.len())
        && (1..).zip(between).all(|(here, place)| leads_on(&place.next, here));
    is_corridor.then_some(between.len() as u32 - 1)
}
