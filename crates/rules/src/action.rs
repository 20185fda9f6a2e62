//! Actions as values: what a player chose.

use masume_board::{Cell, Direction};

/// Choice of a player. The order of actions is the order of legal actions: by action as written
/// in the game, then by arguments in reading order, `pass` last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// The declared action, or a pass.
    pub choice: Choice,
    /// Indexed by `ParamSlot`; `Argument::None` past the last parameter.
    pub arguments: [Argument; MAX_PARAMS],
}

/// The greatest number of parameters of an action.
pub const MAX_PARAMS: usize = 3;

/// Declared action, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Index into `Rules::actions`.
    Declared(u8),
    /// To do nothing, where the game allows it.
    Pass,
}

/// Argument that was chosen for one parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    /// No such parameter.
    None,
    /// A direction; the order is the reading order of the neighbours.
    Direction(Direction),
    /// A cell.
    Cell(Cell),
    /// A column from 0.
    Column(u32),
    /// A row from 0.
    Row(u32),
}

impl Action {
    /// To do nothing.
    pub const PASS: Action =
        Action { choice: Choice::Pass, arguments: [Argument::None; MAX_PARAMS] };

    /// A declared action with its arguments, at most [`MAX_PARAMS`].
    #[inline]
    pub fn new(index: u8, given: &[Argument]) -> Self {
        let mut arguments = [Argument::None; MAX_PARAMS];
        for (slot, argument) in arguments.iter_mut().zip(given) {
            *slot = *argument;
        }
        Self { choice: Choice::Declared(index), arguments }
    }
}
