//! Numbers of actions: every action that can ever be chosen on boards of one shape has one, whatever the state.

use masume_board::{Cell, Direction, Grid};

use crate::action::{Action, Argument, Choice, MAX_PARAMS};
use crate::model::{ParamKind, PassRule, Player, Rules};

/// Numbers of the actions of a game on boards of one shape, from 0.
///
/// The order is that of legal actions: by action as written, then by arguments in reading order, `pass` last. So the
/// place of an action among the legal ones is the number of legal ones below it. Cells count without the rim, which
/// nobody chooses.
///
/// ```
/// use masume_board::Grid;
/// use masume_rules::action_numbers::ActionNumbers;
/// use masume_rules::check;
/// use masume_syntax::parse;
///
/// let text = "game One\nboard 3 x 2\npieces\n  thing: stone\n\naction put at c\n  at c: _ -> stone\n\npass any time\n";
/// let rules = check(&parse(text).file).rules.expect("the text is a game");
/// let grid = Grid::new(3, 2).expect("it is small");
/// let numbers = ActionNumbers::new(&rules, &grid).expect("there are few");
/// assert_eq!(numbers.count(), 7);
/// let last = numbers.action(6).expect("it is a pass");
/// assert_eq!(numbers.number(last), Some(6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionNumbers {
    board: BoardShape,
    /// Indexed by declared action.
    actions: Vec<Declared>,
    pass: Option<u32>,
    count: u32,
}

/// Shape of the boards.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BoardShape {
    columns: u32,
    rows: u32,
    /// The cells without the rim, in reading order.
    cells: Vec<Cell>,
    /// Indexed by cell: its place among those.
    places: Vec<Option<u32>>,
}

impl BoardShape {
    fn new(grid: &Grid) -> Self {
        let cells: Vec<Cell> = grid.inner_cells().collect();
        let mut places = vec![None; grid.cell_count()];
        for (place, cell) in (0..).zip(&cells) {
            places[cell.index()] = Some(place);
        }
        Self { columns: grid.width(), rows: grid.height(), cells, places }
    }
}

/// A declared action.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Declared {
    /// The number of its first choice of arguments.
    first: u32,
    slots: Vec<Slot>,
}

/// Arguments that one parameter can have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Slot {
    Direction(Vec<Direction>),
    Cell,
    Column,
    Row,
}

impl Slot {
    fn new(kind: &ParamKind, players: usize) -> Self {
        match kind {
            ParamKind::Direction(ways) => {
                let players = (0..players.max(1) as u8).map(Player);
                let mut all: Vec<Direction> =
                    players.flat_map(|player| ways.directions(player, &|_| None)).collect();
                all.sort_unstable();
                all.dedup();
                Self::Direction(all)
            }
            ParamKind::Cell => Self::Cell,
            ParamKind::Column => Self::Column,
            ParamKind::Row => Self::Row,
        }
    }

    fn count(&self, board: &BoardShape) -> u32 {
        match self {
            Self::Direction(ways) => ways.len() as u32,
            Self::Cell => board.cells.len() as u32,
            Self::Column => board.columns,
            Self::Row => board.rows,
        }
    }

    fn number(&self, board: &BoardShape, argument: Argument) -> Option<u32> {
        let found = match (self, argument) {
            (Self::Direction(ways), Argument::Direction(way)) => {
                ways.binary_search(&way).ok()? as u32
            }
            (Self::Cell, Argument::Cell(cell)) => (*board.places.get(cell.index())?)?,
            (Self::Column, Argument::Column(place)) | (Self::Row, Argument::Row(place)) => place,
            (Self::Direction(_) | Self::Cell | Self::Column | Self::Row, _) => return None,
        };
        (found < self.count(board)).then_some(found)
    }

    fn argument(&self, board: &BoardShape, number: u32) -> Option<Argument> {
        match self {
            Self::Direction(ways) => ways.get(number as usize).map(|way| Argument::Direction(*way)),
            Self::Cell => board.cells.get(number as usize).map(|cell| Argument::Cell(*cell)),
            Self::Column => Some(Argument::Column(number)),
            Self::Row => Some(Argument::Row(number)),
        }
    }
}

impl ActionNumbers {
    /// The most numbers that a game can have on a board.
    pub const MOST: u32 = 1 << 22;

    /// The numbers of a game on boards of this shape; `None` where there are more than [`ActionNumbers::MOST`].
    pub fn new(rules: &Rules, grid: &Grid) -> Option<Self> {
        let board = BoardShape::new(grid);
        let mut count: u32 = 0;
        let mut actions = Vec::with_capacity(rules.actions.len());
        for info in &rules.actions {
            let slots: Vec<Slot> =
                info.params.iter().map(|kind| Slot::new(kind, rules.players.len())).collect();
            let choices = slots
                .iter()
                .try_fold(1u32, |product, slot| product.checked_mul(slot.count(&board)));
            actions.push(Declared { first: count, slots });
            count = count.checked_add(choices?).filter(|count| *count < Self::MOST)?;
        }
        let pass = match rules.pass {
            PassRule::Never => None,
            PassRule::WhenNoAction | PassRule::AnyTime => Some(count),
        };
        count += u32::from(pass.is_some());
        Some(Self { board, actions, pass, count })
    }

    /// Number of numbers.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The number of a pass, in a game in which there is one.
    pub fn pass(&self) -> Option<u32> {
        self.pass
    }

    /// True if cells are numbered as the grid indexes them, for they have no rim.
    pub fn is_rimless(&self) -> bool {
        self.board.cells.len() == self.board.places.len()
    }

    /// Number of cells that can be chosen.
    pub fn cells(&self) -> u32 {
        self.board.cells.len() as u32
    }

    /// The first number of a declared action, by its index.
    pub fn first(&self, action: usize) -> Option<u32> {
        self.actions.get(action).map(|declared| declared.first)
    }

    /// The directions that a declared action chooses among as its last argument; none of other actions.
    pub fn directions(&self, action: usize) -> &[Direction] {
        match self.actions.get(action).map(|declared| declared.slots.as_slice()) {
            Some([.., Slot::Direction(ways)]) => ways,
            Some(_) | None => &[],
        }
    }

    /// The number of an action; `None` for one that nobody can choose on these boards.
    pub fn number(&self, action: Action) -> Option<u32> {
        let declared = match action.choice {
            Choice::Pass => return self.pass,
            Choice::Declared(index) => self.actions.get(usize::from(index))?,
        };
        let mut place = 0;
        for (slot, argument) in declared.slots.iter().zip(action.arguments) {
            place = place * slot.count(&self.board) + slot.number(&self.board, argument)?;
        }
        Some(declared.first + place)
    }

    /// The action of a number; `None` for one that there is not.
    pub fn action(&self, number: u32) -> Option<Action> {
        if Some(number) == self.pass {
            return Some(Action::PASS);
        }
        if number >= self.count {
            return None;
        }
        let index = self.actions.partition_point(|declared| declared.first <= number);
        let index = index.checked_sub(1)?;
        let declared = &self.actions[index];
        let mut place = number - declared.first;
        let mut arguments = [Argument::None; MAX_PARAMS];
        for (nth, slot) in declared.slots.iter().enumerate().rev() {
            let count = slot.count(&self.board);
            arguments[nth] = slot.argument(&self.board, place % count)?;
            place /= count;
        }
        Some(Action::new(index as u8, &arguments[..declared.slots.len()]))
    }
}
