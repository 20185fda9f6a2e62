//! Actions that a search has met, by number.

use hashbrown::HashTable;
use masume_rules::action::{Action, Argument, Choice};

use crate::nodes::hash;

/// Actions, each with the number of those before it.
#[derive(Debug, Default)]
pub(super) struct NumberedActions {
    actions: Vec<Action>,
    table: HashTable<u32>,
}

impl NumberedActions {
    pub(super) fn len(&self) -> usize {
        self.actions.len()
    }

    /// The number of an action; `None` where it was never added.
    pub(super) fn find(&self, action: Action) -> Option<u32> {
        let is_same = |&number: &u32| self.actions[number as usize] == action;
        self.table.find(hash_of(action), is_same).copied()
    }

    /// The number of an action, which is a new one where it was never added.
    pub(super) fn add(&mut self, action: Action) -> u32 {
        if let Some(number) = self.find(action) {
            return number;
        }
        let Self { actions, table } = self;
        let number = actions.len() as u32;
        actions.push(action);
        let rehash = |&number: &u32| hash_of(actions[number as usize]);
        table.insert_unique(hash_of(action), number, rehash);
        number
    }
}

/// Of equal actions the same.
fn hash_of(action: Action) -> u64 {
    hash(&words_of(action))
}

/// What an action is, in numbers.
pub(super) fn words_of(action: Action) -> [u64; 4] {
    let number = |argument: &Argument| match argument {
        Argument::None => 0,
        Argument::Direction(direction) => 1 + *direction as u64,
        Argument::Cell(cell) => 16 + cell.index() as u64,
        Argument::Column(column) => 16 + u64::from(*column),
        Argument::Row(row) => 16 + u64::from(*row),
    };
    let choice = match action.choice {
        Choice::Declared(index) => u64::from(index),
        Choice::Pass => 255,
    };
    let [one, two, three] = &action.arguments;
    [choice, number(one), number(two), number(three)]
}

#[cfg(test)]
mod tests {
    use masume_board::Cell;

    use super::*;

    #[test]
    fn an_action_keeps_its_number() {
        let at = |cell| Action::new(0, &[Argument::Cell(Cell(cell))]);
        let mut numbered = NumberedActions::default();
        for round in 0..2 {
            for cell in 0..1_000 {
                let known = (round > 0).then_some(cell);
                assert_eq!(numbered.find(at(cell)), known);
                assert_eq!(numbered.add(at(cell)), cell);
            }
            assert_eq!((numbered.len(), numbered.find(Action::PASS)), (1_000, None));
        }
    }
}
