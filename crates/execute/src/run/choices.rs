//! Choices of a player, found at once and counted without being listed.

use masume_board::{Bits, Cell, Direction, Grid};
use masume_program::directions;
use masume_rules::action::{Action, Argument};
use smallvec::SmallVec;

/// Numbers of columns or rows, in order.
pub(crate) type LineNumbers = SmallVec<[u32; 8]>;

/// The legal choices of one action.
#[derive(Clone, Debug)]
pub(crate) enum Choices<const W: usize> {
    /// None.
    None,
    /// The action without arguments.
    Plain,
    /// These directions, as bits.
    Directions(u8),
    /// These cells.
    Cells(Bits<W>),
    /// The columns or rows of these numbers, in order.
    Columns(LineNumbers),
    /// As [`Self::Columns`].
    Rows(LineNumbers),
    /// From the cells of each direction so many steps in that direction, or just the direction.
    Steps(Box<[Bits<W>; 8]>, Option<u32>),
    /// Anything else, sorted.
    Listed(Vec<Action>),
}

impl<const W: usize> Choices<W> {
    /// Number of choices.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Plain => 1,
            Self::Directions(mask) => mask.count_ones() as usize,
            Self::Cells(cells) => cells.len(),
            Self::Columns(lines) | Self::Rows(lines) => lines.len(),
            Self::Steps(starts, _) => starts.iter().map(|cells| cells.len()).sum(),
            Self::Listed(actions) => actions.len(),
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Cells(cells) => cells.is_empty(),
            Self::Steps(starts, _) => starts.iter().all(|cells| cells.is_empty()),
            Self::None
            | Self::Plain
            | Self::Directions(_)
            | Self::Columns(_)
            | Self::Rows(_)
            | Self::Listed(_) => self.len() == 0,
        }
    }

    /// The choice before which there are so many others, in the order of legal actions.
    #[inline]
    pub(crate) fn nth(&self, index: u8, grid: &Grid, count: usize) -> Option<Action> {
        match self {
            Self::None => None,
            Self::Plain => (count == 0).then(|| Action::new(index, &[])),
            Self::Directions(mask) => {
                let direction = directions(*mask).nth(count)?;
                Some(Action::new(index, &[Argument::Direction(direction)]))
            }
            Self::Cells(cells) => Some(Action::new(index, &[Argument::Cell(cells.nth(count)?)])),
            Self::Columns(lines) => {
                Some(Action::new(index, &[Argument::Column(*lines.get(count)?)]))
            }
            Self::Rows(lines) => Some(Action::new(index, &[Argument::Row(*lines.get(count)?)])),
            Self::Steps(starts, steps) => {
                let (from, direction) = nth_step(starts, count)?;
                let second = second_choice(grid, from, direction, *steps)?;
                Some(Action::new(index, &[Argument::Cell(from), second]))
            }
            Self::Listed(actions) => actions.get(count).copied(),
        }
    }

    /// All choices, sorted.
    pub(crate) fn list(&self, index: u8, grid: &Grid, found: &mut Vec<Action>) {
        match self {
            Self::Steps(starts, steps) => {
                let all = starts.iter().fold(Bits::EMPTY, |all: Bits<W>, &cells| all.or(cells));
                for from in all {
                    for direction in Direction::ALL {
                        if starts[direction as usize].contains(from)
                            && let Some(second) = second_choice(grid, from, direction, *steps)
                        {
                            found.push(Action::new(index, &[Argument::Cell(from), second]));
                        }
                    }
                }
            }
            Self::Cells(cells) => {
                found.extend(cells.iter().map(|cell| Action::new(index, &[Argument::Cell(cell)])));
            }
            Self::Listed(actions) => found.extend(actions),
            Self::None | Self::Plain | Self::Directions(_) | Self::Columns(_) | Self::Rows(_) => {
                found.extend((0..self.len()).filter_map(|count| self.nth(index, grid, count)))
            }
        }
    }
}

/// The cell so many steps away, or the direction.
fn second_choice(
    grid: &Grid,
    from: Cell,
    direction: Direction,
    steps: Option<u32>,
) -> Option<Argument> {
    let Some(steps) = steps else { return Some(Argument::Direction(direction)) };
    let steps = steps as i32;
    let column = grid.column(from) + steps * direction.across();
    let cell = grid.at(column, grid.row(from) + steps * direction.down())?;
    Some(Argument::Cell(cell))
}

/// The start and direction before which there are so many others, by start, then direction:
/// halving the board by how many lie before a cell.
fn nth_step<const W: usize>(starts: &[Bits<W>; 8], count: usize) -> Option<(Cell, Direction)> {
    let mut left = count as u32;
    for word in 0..W {
        let words = starts.map(|cells| cells.0[word]);
        let held: u32 = words.iter().map(|word| word.count_ones()).sum();
        if left >= held {
            left -= held;
            continue;
        }
        let mut place = 0;
        let mut width = 32;
        while width > 0 {
            let mask = ((1u64 << width) - 1) << place;
            let held: u32 = words.iter().map(|word| (word & mask).count_ones()).sum();
            if left >= held {
                left -= held;
                place += width;
            }
            width /= 2;
        }
        let with = Direction::ALL.into_iter().filter(|&it| words[it as usize] >> place & 1 == 1);
        let direction = with.into_iter().nth(left as usize)?;
        return Some((Cell(64 * word as u32 + place), direction));
    }
    None
}

/// All that a player can do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Legal<const W: usize> {
    /// Indexed by action.
    pub(crate) choices: SmallVec<[Choices<W>; 2]>,
    pub(crate) may_pass: bool,
}

impl<const W: usize> Legal<W> {
    /// Number of legal actions, the pass included.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.choices.iter().map(Choices::len).sum::<usize>() + usize::from(self.may_pass)
    }

    /// The action before which there are so many others.
    #[inline]
    pub(crate) fn nth(&self, grid: &Grid, count: usize) -> Option<Action> {
        let mut left = count;
        for (index, choices) in (0u8..).zip(&self.choices) {
            let held = choices.len();
            if left < held {
                return choices.nth(index, grid, left);
            }
            left -= held;
        }
        (left == 0 && self.may_pass).then_some(Action::PASS)
    }

    /// All of them, sorted.
    pub(crate) fn list(self, grid: &Grid) -> Vec<Action> {
        let mut left = self.len();
        let mut found = Vec::new();
        for (index, choices) in (0u8..).zip(self.choices) {
            // What is listed first is the list already.
            if found.is_empty()
                && let Choices::Listed(actions) = choices
            {
                left -= actions.len();
                found = actions;
            } else {
                found.reserve(left);
                left -= choices.len();
                choices.list(index, grid, &mut found);
            }
        }
        if self.may_pass {
            found.push(Action::PASS);
        }
        found
    }
}
