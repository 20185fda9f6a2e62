//! Patterns, tests and directions.

use masume_board::Direction;

use super::Printer;
use crate::model::{Pattern, PieceSet, Reach, Test, Ways};

impl Printer<'_> {
    pub(super) fn ways(&self, ways: &Ways) -> String {
        match ways {
            Ways::None => "each cell".to_owned(),
            Ways::Fixed(by_player) => self.by_player(by_player, |directions| {
                if directions.as_slice() == Direction::ALL {
                    return "8 ways".to_owned();
                }
                if directions.as_slice() == Direction::ORTHOGONAL {
                    return "4 ways".to_owned();
                }
                let names: Vec<&str> = directions.iter().map(|it| it.name()).collect();
                names.join(" ")
            }),
            Ways::Chosen(slot) => self.slot(*slot),
            Ways::Against(slot) => format!("against {}", self.slot(*slot)),
            Ways::Union(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.ways(part)).collect();
                parts.join(" or ")
            }
        }
    }

    pub(super) fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Cell { test, .. } => {
                let shown = self.test(test);
                if matches!(test, Test::And(_)) { shown } else { format!("[{shown}]") }
            }
            Pattern::Sequence(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.part(part)).collect();
                parts.join(" ")
            }
            Pattern::Choice(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.pattern(part)).collect();
                format!("({})", parts.join(" | "))
            }
            Pattern::Repeat { body, least, greatest } => {
                let times = match (least, greatest) {
                    (0, None) => "*".to_owned(),
                    (1, None) => "+".to_owned(),
                    (0, Some(1)) => "?".to_owned(),
                    (least, None) => format!("{{{least},}}"),
                    (least, Some(greatest)) if least == greatest => format!("{{{least}}}"),
                    (least, Some(greatest)) => format!("{{{least},{greatest}}}"),
                };
                format!("{}{times}", self.part(body))
            }
            Pattern::Edge => "edge".to_owned(),
            Pattern::Turn => "turn".to_owned(),
            Pattern::Bend => "bend".to_owned(),
        }
    }

    /// A part of something larger: a sequence needs parentheses.
    fn part(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Sequence(_) | Pattern::Repeat { .. } => {
                let shown = self.pattern(pattern);
                if matches!(pattern, Pattern::Sequence(_)) { format!("({shown})") } else { shown }
            }
            Pattern::Cell { .. }
            | Pattern::Choice(_)
            | Pattern::Edge
            | Pattern::Turn
            | Pattern::Bend => self.pattern(pattern),
        }
    }

    pub(super) fn test(&self, test: &Test) -> String {
        match test {
            Test::Any => "any".to_owned(),
            Test::Empty => "empty".to_owned(),
            Test::Occupied(layer) => self.layer(*layer),
            Test::Piece { layer, pieces } => self.by_player(pieces, |set| {
                let names: Vec<String> =
                    members(*set).map(|content| self.content(*layer, content)).collect();
                if names.is_empty() { "never".to_owned() } else { names.join("/") }
            }),
            Test::Letter { layer, letter } => format!("#{} in {}", letter.0, self.layer(*layer)),
            Test::Chosen(slot) | Test::InLine(slot) => self.slot(*slot),
            Test::Centre => "centre".to_owned(),
            Test::Near(reach, slot) => format!("{} {}", reached(*reach), self.slot(*slot)),
            Test::Neighbours { least, greatest, test, reach } => {
                let greatest = greatest.map_or_else(String::new, |it| it.to_string());
                format!("{least}..{greatest} {} {}", self.test(test), reached(*reach))
            }
            Test::Sees { ways, pattern } => {
                format!("sees {} ({})", self.ways(ways), self.pattern(pattern))
            }
            Test::Compare(comparison) => self.comparison(comparison),
            Test::Not(inner) => format!("no {}", self.test(inner)),
            Test::And(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.test(part)).collect();
                format!("[{}]", parts.join(", "))
            }
            Test::Or(parts) if parts.is_empty() => "never".to_owned(),
            Test::Or(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.test(part)).collect();
                format!("({})", parts.join(" or "))
            }
        }
    }
}

fn members(set: PieceSet) -> impl Iterator<Item = i32> {
    (0..64).filter(move |index| set.contains(*index))
}

fn reached(reach: Reach) -> &'static str {
    match reach {
        Reach::Beside => "beside",
        Reach::Around => "around",
    }
}
