//! Actions that a search has met, by number or as one word.

use std::num::NonZero;

use hashbrown::HashTable;
use masume_board::{Cell, Direction};
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

/// An action in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ActionCode(NonZero<u64>);

/// Bits of an argument in a code; the choice lies above three of them.
const ARGUMENT_BITS: u32 = 16;
/// Arguments of one kind in a code: more than there are cells, columns or rows on boards whose states are packed.
const OF_A_KIND: u64 = 1 << 14;

impl From<Action> for ActionCode {
    fn from(action: Action) -> Self {
        let number = |argument: &Argument| match argument {
            Argument::None => 0,
            Argument::Direction(direction) => 1 + *direction as u64,
            Argument::Cell(cell) => OF_A_KIND + cell.index() as u64,
            Argument::Column(column) => 2 * OF_A_KIND + u64::from(*column),
            Argument::Row(row) => 3 * OF_A_KIND + u64::from(*row),
        };
        let choice = match action.choice {
            Choice::Pass => 1,
            Choice::Declared(index) => 2 + u64::from(index),
        };
        let arguments = action.arguments.iter().rev();
        let code = arguments.fold(choice, |code, it| code << ARGUMENT_BITS | number(it));
        Self(NonZero::new(code).unwrap_or(NonZero::<u64>::MIN))
    }
}

impl From<ActionCode> for Action {
    fn from(code: ActionCode) -> Self {
        let mut rest = code.word();
        let arguments = std::array::from_fn(|_| {
            let number = rest % (1 << ARGUMENT_BITS);
            rest >>= ARGUMENT_BITS;
            let place = (number % OF_A_KIND) as u32;
            match number / OF_A_KIND {
                0 if place == 0 => Argument::None,
                0 => Argument::Direction(Direction::ALL[place as usize - 1]),
                1 => Argument::Cell(Cell(place)),
                2 => Argument::Column(place),
                _ => Argument::Row(place),
            }
        });
        let choice = if rest == 1 { Choice::Pass } else { Choice::Declared((rest - 2) as u8) };
        Self { choice, arguments }
    }
}

impl ActionCode {
    /// Never 0.
    pub(super) fn word(self) -> u64 {
        self.0.get()
    }

    /// The code of this word.
    pub(super) fn of_word(word: u64) -> Option<Self> {
        NonZero::new(word).map(Self)
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
    use super::*;

    #[test]
    fn an_action_is_its_code() {
        let cell = Argument::Cell(Cell(16_383));
        let actions = [
            Action::PASS,
            Action::new(0, &[]),
            Action::new(0, &[Argument::Cell(Cell(0))]),
            Action::new(255, &[cell, cell, cell]),
            Action::new(1, &[Argument::Column(0), Argument::Row(7)]),
        ];
        let ways = Direction::ALL.map(|way| Action::new(3, &[Argument::Direction(way), cell]));
        for action in actions.into_iter().chain(ways) {
            let code = ActionCode::from(action);
            assert_eq!(ActionCode::of_word(code.word()), Some(code));
            assert_eq!(Action::from(code), action);
        }
    }

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
