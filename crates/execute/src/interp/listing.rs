//! Legal actions on one board, as a list.

use masume_board::{Bits, Cell};
use masume_rules::action::{Action, Argument};

/// Legal actions on one board. Actions that differ in their last choice only, which is a cell, are
/// one entry: there may be hundreds of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing<const W: usize> {
    entries: Vec<Entry<W>>,
    count: u32,
}

/// Actions that differ in one cell, or one action.
#[derive(Clone, Copy, Debug)]
struct Entry<const W: usize> {
    action: Action,
    /// The parameter that is one of the cells; `None` where there is just the one action.
    slot: Option<usize>,
    cells: Bits<W>,
    /// Number of actions in the entry.
    count: u32,
}

impl<const W: usize> Listing<W> {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.count = 0;
    }

    /// Begins actions that differ in the cell of this parameter, or a single one; its number.
    pub(super) fn begin(&mut self, action: Action, slot: Option<usize>) -> u32 {
        self.entries.push(Entry { action, slot, cells: Bits::EMPTY, count: 0 });
        self.entries.len() as u32 - 1
    }

    /// Adds an action to those of this number.
    pub(super) fn add(&mut self, number: u32, action: Action) {
        let Some(entry) = self.entries.get_mut(number as usize) else { return };
        let argument = entry.slot.map(|slot| action.arguments[slot]);
        if let Some(Argument::Cell(cell)) = argument {
            entry.cells.insert(cell);
        } else {
            entry.action = action;
        }
        entry.count += 1;
        self.count += 1;
    }

    /// Adds actions with each of these cells to those of this number.
    pub(super) fn add_all(&mut self, number: u32, cells: Bits<W>) {
        let Some(entry) = self.entries.get_mut(number as usize) else { return };
        let added = cells.len() as u32;
        entry.cells = entry.cells.or(cells);
        entry.count += added;
        self.count += added;
    }

    /// Number of actions.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.count
    }

    /// The action before which there are so many others.
    pub(super) fn nth(&self, mut index: u32) -> Option<Action> {
        let entry = self.entries.iter().find(|entry| {
            let is_past = index >= entry.count;
            index -= if is_past { entry.count } else { 0 };
            !is_past
        })?;
        match entry.slot {
            Some(_) => entry.cells.nth(index as usize).map(|cell| entry.with(cell)),
            None => Some(entry.action),
        }
    }

    /// All of them, sorted.
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut all = Vec::with_capacity(self.count as usize);
        for entry in self.entries.iter().filter(|entry| entry.count > 0) {
            match entry.slot {
                Some(_) => all.extend(entry.cells.iter().map(|cell| entry.with(cell))),
                None => all.push(entry.action),
            }
        }
        all
    }
}

impl<const W: usize> Entry<W> {
    fn with(&self, cell: Cell) -> Action {
        let mut action = self.action;
        if let Some(slot) = self.slot {
            action.arguments[slot] = Argument::Cell(cell);
        }
        action
    }
}
