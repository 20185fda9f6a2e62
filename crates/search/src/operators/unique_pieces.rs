//! Contents of which there is exactly one, whatever is done.

use std::collections::BTreeMap;

use super::{Mask, Operator, OperatorGroup, Operators, Place, Put};
use crate::meter::Meter;

/// A content of a layer, as its code; 0 is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UniquePiece {
    pub(crate) layer: usize,
    pub(crate) code: u8,
}

/// The contents of which the start has exactly one, and of which every choice leaves exactly one.
///
/// Shown operator by operator: what is put down anew is what is taken away. Of operators that one choice may do
/// at once, at most one may touch the content; two are told apart by where they need a content that is
/// known to be single. Those of which it is not shown before the meter meets its bound are left out.
pub(crate) fn unique_pieces(operators: &Operators, meter: &Meter) -> Vec<UniquePiece> {
    let held = operators.held();
    let mut open = Vec::new();
    for layer in 0..operators.layer_count() {
        for code in 0..operators.contents_of(layer).len() as u8 {
            let cells = operators.cell_count();
            let of_layer = &operators.start[layer * cells..][..cells];
            if of_layer.iter().filter(|it| **it == code).count() == 1 {
                open.push(UniquePiece { layer, code });
            }
        }
    }
    let mut found: Vec<UniquePiece> = Vec::new();
    loop {
        let before = found.len();
        open.retain(|&single| {
            let is_kept = Shown { operators, held, known: &found, single, meter }.is_kept();
            if is_kept {
                found.push(single);
            }
            !is_kept
        });
        if found.len() == before {
            found.sort_unstable();
            return found;
        }
    }
}

/// Proof in progress that there is one of a content.
struct Shown<'a> {
    operators: &'a Operators,
    held: &'a [Mask],
    /// Pieces of which it is known.
    known: &'a [UniquePiece],
    single: UniquePiece,
    meter: &'a Meter,
}

impl Shown<'_> {
    fn is_kept(&self) -> bool {
        self.operators.list.groups().all(|group| self.is_kept_by(group))
    }

    fn is_kept_by(&self, group: OperatorGroup<'_>) -> bool {
        if self.meter.does(1 + group.len() as u64).is_err() {
            return false;
        }
        let touching: Vec<Operator<'_>> = group
            .operators()
            .filter(|operator| operator.is_usable(self.held) && self.touches(operator))
            .collect();
        touching.iter().all(|operator| self.keeps_count(operator))
            && self.exclude_each_other(&touching)
    }

    /// Contents that a place may hold where the operator is done.
    fn before(&self, operator: &Operator<'_>, place: Place) -> Mask {
        self.held[place as usize] & operator.needed(place)
    }

    fn is_of_layer(&self, place: Place) -> bool {
        self.operators.layer_and_cell(place).0 == self.single.layer
    }

    fn touches(&self, operator: &Operator<'_>) -> bool {
        let bit = 1 << self.single.code;
        operator.puts.iter().filter(|(place, _)| self.is_of_layer(*place)).any(|&(place, put)| {
            let is_put = match put {
                Put::Code(code) => code == self.single.code,
                Put::Copy(from) => self.before(operator, from) & bit != 0,
            };
            is_put || self.before(operator, place) & bit != 0
        })
    }

    /// True if as many are put as are taken away. What is carried from one place to another counts on neither side,
    /// whatever it is.
    fn keeps_count(&self, operator: &Operator<'_>) -> bool {
        let puts = operator.puts.iter().filter(|(place, _)| self.is_of_layer(*place));
        let mut taken: Vec<Place> = puts.clone().map(|(place, _)| *place).collect();
        let mut change = 0;
        for (_, put) in puts {
            change += match *put {
                Put::Code(code) => i32::from(code == self.single.code),
                Put::Copy(from) => match taken.iter().position(|place| *place == from) {
                    Some(index) => {
                        taken.swap_remove(index);
                        0
                    }
                    None => match self.is_certain(self.before(operator, from)) {
                        Some(is_it) => i32::from(is_it),
                        None => return false,
                    },
                },
            };
        }
        for place in taken {
            match self.is_certain(self.before(operator, place)) {
                Some(is_it) => change -= i32::from(is_it),
                None => return false,
            }
        }
        change == 0
    }

    /// True if one of these contents is the one that is sought; `None` where it may be.
    fn is_certain(&self, mask: Mask) -> Option<bool> {
        let bit = 1 << self.single.code;
        match mask & bit {
            0 => Some(false),
            _ if mask == bit => Some(true),
            _ => None,
        }
    }

    /// True if at most one of these operators holds at a time, or those that do are the same.
    fn exclude_each_other(&self, operators: &[Operator<'_>]) -> bool {
        if operators.len() < 2 {
            return true;
        }
        self.known.iter().chain([&self.single]).any(|single| {
            let mut by_place: BTreeMap<Place, Vec<&Operator<'_>>> = BTreeMap::new();
            for operator in operators {
                let Some(place) = self.needed_at(operator, *single) else { return false };
                by_place.entry(place).or_default().push(operator);
            }
            by_place.values().all(|together| {
                together.iter().enumerate().all(|(index, one)| {
                    self.meter.does(index as u64).is_ok()
                        && together[..index]
                            .iter()
                            .all(|other| excludes(one, other) || one.puts == other.puts)
                })
            })
        })
    }

    /// Place at which an operator needs a content that is single.
    fn needed_at(&self, operator: &Operator<'_>, single: UniquePiece) -> Option<Place> {
        let bit = 1 << single.code;
        let is_it = |&&(place, mask): &&(Place, Mask)| {
            self.operators.layer_and_cell(place).0 == single.layer
                && self.held[place as usize] & mask == bit
        };
        operator.needs.iter().find(is_it).map(|literal| literal.0)
    }
}

/// True if two operators never hold at once.
fn excludes(one: &Operator<'_>, other: &Operator<'_>) -> bool {
    one.needs.iter().any(|&(place, mask)| mask & other.needed(place) == 0)
}
