//! A pattern as a small graph of places, so that one search serves every pattern.
//!
//! Knows nothing of boards: what a place asks is answered in `search.rs`.

use masume_rules::model::{Pattern, Test};

/// The most places of one pattern.
///
/// Nested repeats multiply, and a text of a few lines can ask for 1000 to the 60th; a pattern
/// with more places than this is out of fuel before it is run.
const MAX_PLACES: u64 = 100_000;

/// One place of the graph: what is asked there, and where it goes on.
pub(crate) enum Place<'a> {
    /// Consumes one cell that passes the test.
    Cell { position: u32, test: &'a Test, next: u32 },
    /// Goes on at one of these, the earlier preferred.
    Split(Vec<u32>),
    /// Goes on where the board ends.
    Edge(u32),
    /// Goes on in either direction at a right angle.
    Turn(u32),
    /// Goes on in any direction.
    Bend(u32),
    /// The whole pattern has matched.
    Accept,
}

/// A pattern as a graph. Repeats with bounds are written out as copies.
pub(crate) struct Automaton<'a> {
    places: Vec<Place<'a>>,
    first: u32,
    has_branches: bool,
    opening: Option<(u32, &'a Test)>,
}

/// The pattern has more than [`MAX_PLACES`] places.
pub(crate) struct TooLarge;

impl<'a> Automaton<'a> {
    pub(crate) fn new(pattern: &'a Pattern) -> Result<Self, TooLarge> {
        // Counted before anything is built: the building itself would not come to an end.
        if size(pattern) > MAX_PLACES {
            return Err(TooLarge);
        }
        let mut automaton =
            Self { places: vec![Place::Accept], first: 0, has_branches: false, opening: None };
        automaton.first = automaton.build(pattern, 0);
        automaton.has_branches = automaton.places.iter().any(|place| match place {
            Place::Split(_) | Place::Turn(_) | Place::Bend(_) => true,
            Place::Cell { .. } | Place::Edge(_) | Place::Accept => false,
        });
        automaton.opening = automaton.find_opening();
        Ok(automaton)
    }

    /// Place at which a match begins.
    pub(crate) fn first(&self) -> u32 {
        self.first
    }

    pub(crate) fn place(&self, index: u32) -> &Place<'a> {
        &self.places[index as usize]
    }

    /// True if a start can lead to more than one path.
    pub(crate) fn has_branches(&self) -> bool {
        self.has_branches
    }

    /// Position and test of the first cell, where every match begins with the same one.
    pub(crate) fn opening(&self) -> Option<(u32, &'a Test)> {
        self.opening
    }

    /// Adds the pattern so that it goes on at `next`, and gives its own first place.
    fn build(&mut self, pattern: &'a Pattern, next: u32) -> u32 {
        match pattern {
            Pattern::Cell { position, test } => {
                self.add(Place::Cell { position: *position, test, next })
            }
            Pattern::Edge => self.add(Place::Edge(next)),
            Pattern::Turn => self.add(Place::Turn(next)),
            Pattern::Bend => self.add(Place::Bend(next)),
            Pattern::Sequence(parts) => {
                parts.iter().rev().fold(next, |next, part| self.build(part, next))
            }
            Pattern::Choice(parts) => {
                let entries = parts.iter().map(|part| self.build(part, next)).collect();
                self.add(Place::Split(entries))
            }
            Pattern::Repeat { body, least, greatest } => {
                let optional = match greatest {
                    None => self.build_loop(body, next),
                    Some(greatest) => {
                        self.build_optional(body, greatest.saturating_sub(*least), next)
                    }
                };
                (0..*least).fold(optional, |next, _| self.build(body, next))
            }
        }
    }

    /// The body any number of times.
    fn build_loop(&mut self, body: &'a Pattern, next: u32) -> u32 {
        let split = self.add(Place::Split(Vec::new()));
        let entry = self.build(body, split);
        self.places[split as usize] = Place::Split(vec![entry, next]);
        split
    }

    /// The body up to so many times.
    fn build_optional(&mut self, body: &'a Pattern, times: u32, next: u32) -> u32 {
        (0..times).fold(next, |inner, _| {
            let entry = self.build(body, inner);
            self.add(Place::Split(vec![entry, next]))
        })
    }

    fn add(&mut self, place: Place<'a>) -> u32 {
        self.places.push(place);
        (self.places.len() - 1) as u32
    }

    fn find_opening(&self) -> Option<(u32, &'a Test)> {
        let mut index = self.first;
        loop {
            match self.place(index) {
                Place::Cell { position, test, .. } => return Some((*position, test)),
                Place::Edge(next) | Place::Turn(next) | Place::Bend(next) => index = *next,
                Place::Split(_) | Place::Accept => return None,
            }
        }
    }
}

/// An upper bound of the number of places, at least 1 so that repeats of nothing count too.
fn size(pattern: &Pattern) -> u64 {
    match pattern {
        Pattern::Cell { .. } | Pattern::Edge | Pattern::Turn | Pattern::Bend => 1,
        Pattern::Sequence(parts) | Pattern::Choice(parts) => {
            parts.iter().map(size).fold(1, u64::saturating_add)
        }
        Pattern::Repeat { body, least, greatest } => {
            let copies = u64::from(greatest.unwrap_or(0).max(least.saturating_add(1)));
            // One more in each copy for its split.
            size(body).saturating_add(1).saturating_mul(copies)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeat(body: Pattern, least: u32, greatest: Option<u32>) -> Pattern {
        Pattern::Repeat { body: Box::new(body), least, greatest }
    }

    #[test]
    fn nested_bounds_are_refused_before_they_are_written_out() {
        let cell = Pattern::Cell { position: 0, test: Test::Any };
        let thousand = repeat(cell, 1000, Some(1000));
        assert!(Automaton::new(&thousand).is_ok());
        assert!(Automaton::new(&repeat(thousand, 1000, None)).is_err());
    }

    #[test]
    fn repeats_of_nothing_are_refused_too() {
        let nothing =
            (0..60).fold(Pattern::Sequence(Vec::new()), |body, _| repeat(body, 1000, Some(1000)));
        assert!(Automaton::new(&nothing).is_err());
    }

    #[test]
    fn the_opening_is_the_first_cell_of_every_match() {
        let cell = |position| Pattern::Cell { position, test: Test::Any };
        let opening = |pattern: Pattern| {
            Automaton::new(&pattern).ok().and_then(|automaton| automaton.opening().map(|o| o.0))
        };
        assert_eq!(opening(Pattern::Sequence(vec![Pattern::Edge, cell(3)])), Some(3));
        assert_eq!(opening(repeat(cell(2), 1, None)), Some(2));
        assert_eq!(opening(repeat(cell(2), 0, None)), None);
        assert_eq!(opening(Pattern::Choice(vec![cell(0), cell(1)])), None);
    }
}
