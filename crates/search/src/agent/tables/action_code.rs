//! Actions as one word, and as keys of an interner.

use std::num::NonZero;

use masume_board::{Cell, Direction};
use masume_rules::action::{Action, Argument, Choice};

/// An action in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ActionCode(NonZero<u64>);

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
    pub(crate) fn word(self) -> u64 {
        self.0.get()
    }

    /// The code of this word.
    pub(crate) fn of_word(word: u64) -> Option<Self> {
        NonZero::new(word).map(Self)
    }
}

/// Words of an action as a key.
pub(crate) const KEY_WORDS: usize = 4;

/// The key of an action: its choice and its arguments, each a number in the low half of a word and a kind in the
/// high half.
pub(crate) fn action_key(action: Action) -> [u64; KEY_WORDS] {
    let word = |kind: u64, number: u64| kind << 32 | number;
    let argument = |argument: &Argument| match argument {
        Argument::None => 0,
        Argument::Direction(direction) => word(1, 1 + *direction as u64),
        Argument::Cell(cell) => word(2, 16 + cell.index() as u64),
        Argument::Column(column) => word(3, 16 + u64::from(*column)),
        Argument::Row(row) => word(4, 16 + u64::from(*row)),
    };
    let choice = match action.choice {
        Choice::Declared(index) => u64::from(index),
        Choice::Pass => word(1, 255),
    };
    let [one, two, three] = &action.arguments;
    [choice, argument(one), argument(two), argument(three)]
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
    fn other_actions_have_other_keys() {
        let actions = [
            Action::PASS,
            Action::new(255, &[]),
            Action::new(0, &[Argument::Direction(Direction::ALL[0])]),
            Action::new(0, &[Argument::Cell(Cell(3))]),
            Action::new(0, &[Argument::Column(3)]),
            Action::new(0, &[Argument::Row(3)]),
            Action::new(0, &[Argument::None, Argument::Row(3)]),
        ];
        for (index, &action) in actions.iter().enumerate() {
            for &other in &actions[..index] {
                assert_ne!(action_key(action), action_key(other));
            }
        }
    }
}
