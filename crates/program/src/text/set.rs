//! Definitions of sets.

use masume_board::{CellNames, CellSet};
use masume_rules::model::Reach;

use super::Printer;
use super::name::{cell_slot, line_slot, ways};
use crate::{Set, SetId};

/// Cells of a constant set that are named; of more, the number is said.
const MOST_NAMED: usize = 4;

impl Printer<'_> {
    /// `s3 = and s1 s2`, on a line.
    pub(super) fn set_definition(&mut self, id: u16) -> String {
        let meaning = match self.program.sets.get(usize::from(id)) {
            Some(set) => self.meaning(set),
            None => "not defined".to_owned(),
        };
        format!("s{id} = {meaning}\n")
    }

    fn meaning(&mut self, set: &Set) -> String {
        match set {
            Set::Planes(planes) if planes.is_empty() => "no cell".to_owned(),
            Set::Planes(planes) => format!("planes {}", self.planes(planes)),
            Set::NoPlanes(planes) if planes.is_empty() => "every cell".to_owned(),
            Set::NoPlanes(planes) => format!("no planes {}", self.planes(planes)),
            Set::Constant(index) => self.constant(*index),
            Set::Chosen(slot) => cell_slot(*slot),
            Set::Line(slot) => line_slot(*slot),
            Set::Near(reach, slot) => format!("{} {}", reached(*reach), cell_slot(*slot)),
            Set::Not(inner) => format!("not {}", self.set(*inner)),
            Set::And(parts) => format!("and {}", self.names(parts)),
            Set::Or(parts) => format!("or {}", self.names(parts)),
            Set::Count { of, reach, least, greatest } => {
                let (of, reach) = (self.set(*of), reached(*reach));
                format!("neighbour count {least} to {greatest} of {of} {reach}")
            }
            Set::Sees { nfa, dirs } => format!("starts of {} in {}", self.nfa(*nfa), ways(dirs)),
            Set::Numbers { left, compare, right, .. } => {
                format!("cells where {}", self.comparison(left, *compare, right))
            }
            Set::Holds(condition) => format!("every cell if {}", self.condition(condition)),
        }
    }

    fn planes(&self, planes: &[u16]) -> String {
        let names: Vec<String> = planes.iter().map(|&plane| self.plane(plane)).collect();
        names.join(" ")
    }

    fn names(&mut self, sets: &[SetId]) -> String {
        let names: Vec<String> = sets.iter().map(|&set| self.set(set)).collect();
        names.join(" ")
    }

    fn constant(&self, index: u16) -> String {
        let Some(cells) = self.program.constants.get(usize::from(index)) else {
            return "not defined".to_owned();
        };
        cells_text(&self.rules.cell_names(&self.layout.grid), cells, MOST_NAMED)
    }
}

/// Cells that are the same in every state, by their names where they are so few.
pub(crate) fn cells_text(names: &CellNames, cells: &CellSet, most_named: usize) -> String {
    match cells.len() {
        0 => "no cell, always".to_owned(),
        count if count > most_named => format!("the same {count} cells"),
        _few => {
            let grid = names.grid();
            let named = cells.iter().map(|cell| match names.name(cell) {
                Some(name) => name,
                None => format!("({}, {})", grid.column(cell), grid.row(cell)),
            });
            format!("the same {}", named.collect::<Vec<String>>().join(" "))
        }
    }
}

fn reached(reach: Reach) -> &'static str {
    match reach {
        Reach::Beside => "beside",
        Reach::Around => "around",
    }
}
