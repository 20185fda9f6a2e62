//! The instructions that all boards of a table run side by side.
//!
//! A turn is one line, and what does not concern a board is masked out on it; a loop goes on while any
//! board does. Registers of three kinds hold a set of cells, a mask or a number of each board. The
//! first registers of each kind are the table's own (see `registers.rs`): what is written to them
//! stays; all others are written once.
//!
//! Every instruction stands in one table, with its operands, what it does beside writing registers, and
//! its text: the enum, the registers that are read and written, its properties and its text are made
//! from that.

use masume_board::Direction;
use masume_rules::model::{Arithmetic, Compare, EndKind};

use super::native::Tier;
use super::operand::{Axis, Excluded, Operand, Sense, Sequence};
use super::rays::Rays;
use super::text::Names;
use super::trace::Line;
use super::walk::Walk;

/// Loops that can stand in one another.
pub const MOST_NESTED: u32 = 3;

/// A value whose amount comes to this is for one board at a time.
pub const FAR: i64 = 1 << 61;

/// A register of sets, one set for each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetReg(pub u16);

/// A register of masks: for each board all bits, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaskReg(pub u16);

/// A register of numbers, one number for each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumReg(pub u16);

/// Direction of a step: fixed, or the one that is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// In the same direction on every board.
    Fixed(Direction),
    /// In the direction that was chosen on each board.
    Chosen,
    /// In the direction opposite to it.
    Against,
}

impl Way {
    /// The opposite way.
    #[inline]
    pub fn opposite(self) -> Self {
        match self {
            Self::Fixed(direction) => Self::Fixed(direction.opposite()),
            Self::Chosen => Self::Against,
            Self::Against => Self::Chosen,
        }
    }
}

/// A register as it stands in an instruction.
pub enum Register<'i> {
    /// A register of sets.
    Set(&'i mut SetReg),
    /// A register of masks.
    Mask(&'i mut MaskReg),
    /// A register of numbers.
    Num(&'i mut NumReg),
}

/// Property of an instruction besides the registers that it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    /// It must be done even where nobody reads what it writes.
    SideEffect,
    /// It may give boards up, whose turn is then done again one board at a time.
    MayRetry,
    /// It reads what is in no register.
    ReadsState,
}

/// Shows the registers of an operand to a visitor; an operand that is no register has none.
macro_rules! visit_operand {
    (writes $operand:ident $visit:ident) => {
        $operand.registers(&mut |register| $visit(register, true))
    };
    (reads $operand:ident $visit:ident) => {
        $operand.registers(&mut |register| $visit(register, false))
    };
    (with $operand:ident $visit:ident) => {
        let _ = $operand;
    };
}

/// Makes the instructions from their table. An instruction has its operands in parentheses or braces,
/// each of them written, read, or no register; its properties in brackets; its text, in which an
/// operand stands by its name, and after `on` the mask that says on which boards it is done.
macro_rules! instructions {
    ($(
        $(#[$doc:meta])*
        $name:ident
            $(( $($role:ident $operand:ident: $kind:ty),* $(,)? ))?
            $({ $($named_role:ident $named:ident: $named_kind:ty),* $(,)? })?
            $([$($property:ident)*])?
            $text:literal $(on $mask:ident)?;
    )*) => {
        /// One instruction; the register it writes comes first.
        #[derive(Clone, Debug, PartialEq)]
        #[expect(missing_docs, reason = "the text of an instruction says what its operands are")]
        pub enum Instruction {$(
            $(#[$doc])*
            $name $(( $($kind),* ))? $({ $($named: $named_kind),* })?,
        )*}

        impl Instruction {
            /// Shows every register, and whether it is written; those that are written come first.
            pub fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>, bool)) {
                match self {$(
                    Self::$name $(( $($operand),* ))? $({ $($named),* })? => {
                        $($( visit_operand!($role $operand visit); )*)?
                        $($( visit_operand!($named_role $named visit); )*)?
                    }
                )*}
            }

            fn properties(&self) -> &'static [Property] {
                match self {$(
                    Self::$name { .. } => &[$($(Property::$property),*)?],
                )*}
            }

            /// Meaning of the instruction as text, without the registers that it writes.
            pub(super) fn meaning(&self, names: &Names) -> String {
                match self {$(
                    Self::$name $(( $($operand),* ))? $({ $($named),* })? => {
                        let boards = String::new() $(+ &names.on_boards(*$mask))?;
                        $($( let $operand = $operand.text(names); )*)?
                        $($( let $named = $named.text(names); )*)?
                        // Not every operand is in the text.
                        let _ = ($($(&$operand,)*)? $($(&$named,)*)?);
                        format!($text) + &boards
                    }
                )*}
            }
        }
    };
}

instructions! {
    /// The same set.
    Copy(writes to: SetReg, reads of: SetReg) "{of}";
    /// Cells of both.
    And(writes to: SetReg, reads one: SetReg, reads other: SetReg) "{one} and {other}";
    /// Cells of either.
    Or(writes to: SetReg, reads one: SetReg, reads other: SetReg) "{one} or {other}";
    /// Cells of all sets that are in none of the others, on the boards of the mask.
    Common {
        writes to: SetReg,
        reads of: Box<[SetReg]>,
        reads without: Excluded,
        reads mask: MaskReg,
    } "common cells of {of}{without}" on mask;
    /// Cells of the first that are not of the second.
    Without(writes to: SetReg, reads one: SetReg, reads other: SetReg) "{one} without {other}";
    /// Each of some sets without these cells, and with what is added to it.
    Exchange {
        writes to: Box<[SetReg]>,
        reads of: Box<[SetReg]>,
        reads gone: SetReg,
        reads come: Box<[SetReg]>,
    } "{of} without {gone}, with {come}";
    /// Cells of any.
    Union(writes to: SetReg, reads of: Box<[SetReg]>) "any of {of}";
    /// Cells of none.
    Free(writes to: SetReg, reads of: Box<[SetReg]>) "none of {of}";
    /// Cells that are in one of two sets only, of any of these pairs of sets.
    Unlike(writes to: SetReg, reads of: Box<[SetReg]>, reads others: Box<[SetReg]>)
        "where {of} are unlike {others}";
    /// For each of some sets these cells, where it meets the source.
    Carry {
        writes to: Box<[SetReg]>,
        reads of: Box<[SetReg]>,
        reads source: SetReg,
        reads cells: SetReg,
    } "{cells}, for each of {of} that meets {source}";
    /// Each of some sets without these cells.
    WithoutEach {
        writes to: Box<[SetReg]>,
        reads of: Box<[SetReg]>,
        reads cells: SetReg,
    } "each of {of} without {cells}";
    /// Each of some sets with what is added to it.
    OrEach {
        writes to: Box<[SetReg]>,
        reads of: Box<[SetReg]>,
        reads more: Box<[SetReg]>,
    } "each of {of} or that of {more}";
    /// Cells a step further.
    Step(writes to: SetReg, reads of: SetReg, with way: Way) "{of} one step {way}";
    /// Cells a step further in one of the directions.
    Beside {
        writes to: SetReg,
        reads of: SetReg,
        with dirs: u8,
    } "{of} one step in {dirs}";
    /// Cells of `through` that steps through it lead to.
    Fill {
        writes to: SetReg,
        reads from: SetReg,
        reads through: SetReg,
        with direction: Direction,
    } "fill {direction} from {from} through {through}";
    /// Cells that a step leads to from a set, or from cells of `through` that steps through it lead to, in one of
    /// the directions: what rays pass, and what they end at.
    Cast {
        writes to: SetReg,
        reads from: SetReg,
        reads through: SetReg,
        with dirs: u8,
    } "rays from {from} through {through} in {dirs}";
    /// Cells from which so many of a set lie in a row, in one of the directions.
    Runs {
        writes to: SetReg,
        reads of: SetReg,
        with count: u32,
        with dirs: u8,
    } "starts of {count} of {of} in {dirs}";
    /// Cells from which cells of these sets follow each other in one of the directions.
    Chain {
        writes to: SetReg,
        reads tests: Sequence,
        with dirs: u8,
    } "starts of {tests} in {dirs}";
    /// Cells of the third set from which some of the second lead to one of the first, in one of
    /// the directions.
    Flanking {
        writes to: SetReg,
        reads tests: [SetReg; 3],
        with dirs: u8,
    } "starts of {tests} in {dirs}";
    /// Cells on the matches of a flanking pattern that begin at some cells: ends and what is
    /// between.
    Between {
        writes ends: SetReg,
        writes between: SetReg,
        reads tests: [SetReg; 3],
        with dirs: u8,
    } "ends and middles of {tests} in {dirs}";
    /// Cells with so many neighbours of a set in these directions, for each of some counts.
    Neighbours {
        writes to: Box<[SetReg]>,
        reads of: SetReg,
        with dirs: u8,
        with counts: Box<[(u32, u32)]>,
    } "neighbour count {counts} of {of} in {dirs}";
    /// The set on the boards of the mask, nothing on others.
    Only(writes to: SetReg, reads of: SetReg, reads mask: MaskReg) "{of}" on mask;
    /// Every cell on the boards of the mask, nothing on others.
    Spread(writes to: SetReg, reads mask: MaskReg) "every cell" on mask;
    /// The first cell in reading order.
    First(writes to: SetReg, reads of: SetReg) "first of {of}";
    /// The last cell in reading order.
    Last(writes to: SetReg, reads of: SetReg) "last of {of}";
    /// The first cell, read as the way goes.
    Foremost { writes to: SetReg, reads of: SetReg, with way: Way } "first of {of}, read {way}";
    /// The matches of a line that begin at these cells, each along the path that is preferred: where they
    /// begin, and for each place the cells that they have there.
    Trace {
        writes to: Box<[SetReg]>,
        reads from: SetReg,
        reads line: Box<Line>,
    } "matches from {from} ({line})";
    /// Boards where the set has a cell.
    HasAny(writes to: MaskReg, reads of: SetReg) "some {of}";
    /// Every board, where all of them together have so many cells of the set: whether it is worth while to find what
    /// can be told without a trial.
    HasMany(writes to: MaskReg, reads of: SetReg, with least: u32)
        "at least {least} of {of} on all boards";
    /// Boards where any of some sets is not the one of the others in its place.
    Differ(writes to: MaskReg, reads of: Box<[SetReg]>, reads before: Box<[SetReg]>)
        "{of} other than {before}";
    /// The same mask.
    CopyMask(writes to: MaskReg, reads of: MaskReg) "{of}";
    /// Boards of both.
    MaskAnd(writes to: MaskReg, reads one: MaskReg, reads other: MaskReg) "{one} and {other}";
    /// Boards of either.
    MaskOr(writes to: MaskReg, reads one: MaskReg, reads other: MaskReg) "{one} or {other}";
    /// Boards of the first that are not of the second.
    MaskWithout(writes to: MaskReg, reads one: MaskReg, reads other: MaskReg)
        "{one} without {other}";
    /// Boards where the chosen direction is one of these.
    InWays(writes to: MaskReg, with dirs: u8) "chosen direction in {dirs}";
    /// Boards where as many passes came in a row as there are players.
    EveryonePassed(writes to: MaskReg) "everyone passed";
    /// Boards where the goal was not reached yet.
    NotReached(writes to: MaskReg, with goal: u32) [ReadsState] "goal {goal} not reached";
    /// The goal is reached on these boards.
    ReachGoal(with goal: u32, reads mask: MaskReg) [SideEffect] "reach goal {goal}" on mask;
    /// Boards where the numbers compare so.
    Compare(writes to: MaskReg, reads one: NumReg, with by: Compare, reads other: NumReg)
        "({one} {by} {other})";
    /// Number of cells.
    CountCells(writes to: NumReg, reads of: SetReg) "population count {of}";
    /// Result of the operation; a board where it goes wrong is marked for a retry.
    Calculate(writes to: NumReg, reads one: NumReg, with by: Arithmetic, reads other: NumReg)
        [SideEffect MayRetry] "{one} {by} {other}";
    /// The quotient or the rest, by a number that is never 0.
    Divide(writes to: NumReg, reads one: NumReg, with by: Arithmetic, reads other: NumReg)
        "{one} {by} {other}, small";
    /// The row or the column of the first cell, from 1; 0 where there is none.
    PlaceOf(writes to: NumReg, reads of: SetReg, with axis: Axis) "{axis} of first of {of}";
    /// Columns or rows by which the chosen direction goes; 0 where none is chosen.
    Toward(writes to: NumReg, with axis: Axis) "chosen direction {axis}";
    /// Cells for whose place a table has a number that compares so.
    ByPlace {
        writes to: SetReg,
        with table: u16,
        with by: Compare,
        reads number: NumReg,
    } "cells where place number {table} {by} {number}";
    /// The sum, where it cannot overflow.
    Add(writes to: NumReg, reads one: NumReg, reads other: NumReg) "{one} + {other}, small";
    /// The difference, where it cannot overflow.
    Subtract(writes to: NumReg, reads one: NumReg, reads other: NumReg) "{one} - {other}, small";
    /// The lesser.
    Min(writes to: NumReg, reads one: NumReg, reads other: NumReg) "min({one}, {other})";
    /// The greater.
    Max(writes to: NumReg, reads one: NumReg, reads other: NumReg) "max({one}, {other})";
    /// The number is taken over on the boards of the mask.
    Assign(writes to: NumReg, reads from: NumReg, reads mask: MaskReg)
        [SideEffect] "{from}" on mask;
    /// The number grows on the boards of the mask, where it cannot overflow.
    Grow(writes to: NumReg, reads by: NumReg, reads mask: MaskReg)
        [SideEffect] "itself + {by}, small" on mask;
    /// On the boards of the mask one cell of the set, drawn.
    PickOne {
        writes to: SetReg,
        reads of: SetReg,
        reads mask: MaskReg,
    } [SideEffect] "random pick of {of}" on mask;
    /// So many cells of the set, drawn one after another.
    PickMany {
        writes to: SetReg,
        reads of: SetReg,
        reads count: NumReg,
        reads mask: MaskReg,
    } [SideEffect] "random pick of {count} of {of}" on mask;
    /// On the boards of the mask one of the cells of all sets, drawn; each is one for each set.
    PickStart {
        writes to: Box<[SetReg]>,
        reads of: Box<[SetReg]>,
        reads mask: MaskReg,
    } [SideEffect] "random pick of all of {of}" on mask;
    /// For each cell of all sets one of the weights is drawn; what has each weight, set by set.
    Distribute {
        writes to: Box<[SetReg]>,
        with weights: Box<[u32]>,
        reads of: Box<[SetReg]>,
    } [SideEffect] "random parts of {of} by weights {weights}";
    /// On the boards of the mask what sets say of these cells changes places, drawn.
    Shuffle {
        writes to: Box<[SetReg]>,
        reads of: Box<[SetReg]>,
        reads cells: SetReg,
        reads mask: MaskReg,
    } [SideEffect] "shuffle of {of} over {cells}" on mask;
    /// On the boards of the mask one of the masks is set, drawn by weights.
    PickWeighted {
        writes to: Box<[MaskReg]>,
        with weights: Box<[u32]>,
        reads mask: MaskReg,
    } [SideEffect] "random pick by weights {weights}" on mask;
    /// The cells to which one of the walkers comes at least, two, and so on, each going towards the
    /// nearest target.
    March {
        writes came: Box<[SetReg]>,
        reads walkers: SetReg,
        reads target: SetReg,
    } "march of {walkers} toward {target}, one at least, two, and so on";
    /// Number of the walkers that come to any of these cells, each going towards the nearest
    /// target.
    CountArrivals {
        writes to: NumReg,
        reads walkers: SetReg,
        reads target: SetReg,
        reads cells: SetReg,
    } "number of {walkers} that march toward {target} into {cells}";
    /// The lines of a layer become what their table says, on the boards of the mask; the number is
    /// what the lines add to their value.
    Slide {
        with table: u16,
        writes adds: NumReg,
        reads mask: MaskReg,
    } [SideEffect MayRetry] "slide {table}" on mask;
    /// The directions in which a slide changes anything, as bits.
    Slides {
        with table: u16,
        writes to: MaskReg,
    } [MayRetry ReadsState] "directions that slide {table} changes";
    /// The directions in which cells of these sets follow each other, as bits; or the opposite ones.
    Ways {
        writes to: MaskReg,
        reads tests: Sequence,
        with dirs: u8,
        with sense: Sense,
    } "{sense} of {tests} in {dirs}";
    /// For each node of a walk the cells from which the rest of it matches.
    Solve { writes solved: Box<[SetReg]>, reads walk: Box<Walk> } "starts of walk ({walk})";
    /// For each node of a walk the cells on walks that begin at these.
    Reach {
        writes reached: Box<[SetReg]>,
        reads from: Box<[SetReg]>,
        reads walk: Box<Walk>,
    } "walks from {from} ({walk})";
    /// A statement that has no instructions, run by the general machine on the boards of the mask
    /// one after another; where it matched.
    Statement {
        writes matched: MaskReg,
        with single: u16,
        reads mask: MaskReg,
    } [SideEffect MayRetry ReadsState] "single {single}, board by board" on mask;
    /// A condition that has no instructions, asked on the boards of the mask one after another.
    Ask {
        writes to: MaskReg,
        with single: u16,
        reads mask: MaskReg,
    } [MayRetry ReadsState] "single {single}, board by board" on mask;
    /// Choices that are legal by the trial, listed on the boards of `may`, and nothing on the
    /// others of `scope`; the mask is where anything is.
    List {
        writes any: MaskReg,
        with trial: u16,
        reads firsts: SetReg,
        reads scope: MaskReg,
        reads may: MaskReg,
    } [SideEffect MayRetry ReadsState] "list by trial {trial} from {firsts}, in {scope}" on may;
    /// The cells that are legal by the trial on the boards of `may`, none on the others of `scope`, and
    /// on further boards what was before. What is certain is not tried.
    TryCells {
        writes to: SetReg,
        with trial: u16,
        reads before: SetReg,
        reads firsts: SetReg,
        reads certain: SetReg,
        reads scope: MaskReg,
        reads may: MaskReg,
    } [MayRetry ReadsState] "cells by trial {trial} from {firsts}, certain {certain}, in {scope}, else {before}" on may;
    /// Number of pairs of the first and the last cell of a pattern along rays.
    Rays { writes to: MaskReg, reads rays: Box<Rays> } "count of {rays}";
    /// The columns in which a set has a cell, as bits.
    Columns(writes to: MaskReg, reads of: SetReg) "columns of {of}";
    /// Boards where a mask has any bit.
    HasBits(writes to: MaskReg, reads of: MaskReg) "any of {of}";
    /// The bits of these directions of a mask.
    Bits(writes to: MaskReg, reads of: MaskReg, with dirs: u8) "{of} in {dirs}";
    /// Skip of what follows up to the label, where no board has the mask.
    Skip(reads mask: MaskReg, with label: u16) [SideEffect] "if any {mask}";
    /// Loop over what follows up to the label, while any board has the mask.
    Repeat(reads mask: MaskReg, with depth: u32, with label: u16) [SideEffect] "while any {mask}";
    /// The end of a loop. Boards that still have the mask after so many rounds are marked for a retry.
    Again {
        reads mask: MaskReg,
        with depth: u32,
        with most: u32,
        with back: u16,
    } [SideEffect MayRetry] "at most {most} rounds";
    /// Target of a skip.
    Label(with label: u16) [SideEffect] "label {label}";
    /// The boards are marked for a retry: the turn is done again, one board at a time.
    Retry(reads mask: MaskReg) [SideEffect MayRetry] "retry" on mask;
    /// Mark of boards on which the trial comes to a draw, and so is legal.
    Drawn(reads mask: MaskReg) [SideEffect] "legal, whatever is drawn" on mask;
    /// The game ends so on the boards of the mask.
    End(reads mask: MaskReg, with kind: EndKind) [SideEffect] "{kind}" on mask;
}

impl Instruction {
    /// True if it must be done even where nobody reads what it writes.
    pub fn has_side_effects(&self) -> bool {
        self.properties().contains(&Property::SideEffect)
    }

    /// True if it may give boards up.
    pub fn may_retry(&self) -> bool {
        self.properties().contains(&Property::MayRetry)
    }

    /// True if it changes planes that it does not name.
    pub fn changes_board_unseen(&self) -> bool {
        matches!(self, Self::Slide { .. } | Self::Statement { .. })
    }

    /// True if it reads what is in no register.
    pub fn reads_state(&self) -> bool {
        self.properties().contains(&Property::ReadsState)
    }
}

/// Instructions ready to run, and how many registers of each kind they need.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Instructions, in order.
    pub instructions: Vec<Instruction>,
    /// Registers of sets that are needed.
    pub sets: usize,
    /// Registers of masks that are needed.
    pub masks: usize,
    /// Registers of numbers that are needed.
    pub nums: usize,
    /// The same as machine code, for one board.
    pub tier: Tier,
}

impl Code {
    /// True if a board can need a retry.
    pub fn may_retry(&self) -> bool {
        self.instructions.iter().any(Instruction::may_retry)
    }

    /// True if a chosen direction is stepped in, or asked for.
    pub fn uses_ways(&self) -> bool {
        self.instructions.iter().any(|instruction| {
            matches!(
                instruction,
                Instruction::Step(_, _, Way::Chosen | Way::Against)
                    | Instruction::InWays(..)
                    | Instruction::Slide { .. }
            )
        })
    }

    /// True if anything is repeated.
    pub fn has_loops(&self) -> bool {
        self.instructions.iter().any(|it| matches!(it, Instruction::Again { .. }))
    }

    /// True if anyone marches.
    pub fn marches(&self) -> bool {
        self.instructions.iter().any(|it| matches!(it, Instruction::March { .. }))
    }
}
