//! Slid lines, found by the general machine.

use std::sync::atomic::Ordering;

use masume_board::{Cell, Direction};
use masume_program::interp::slide::{AXES, CHANGES, Flags, IS_BAD, KNOWN};
use masume_rules::action::{Action, Argument};
use masume_rules::model::EMPTY;

use super::{Line, Lines, LookedUp, UNKNOWN};
use crate::general::General;
use crate::run::{Host, Loaded, Position};

impl LookedUp<'_> {
    /// Finds what becomes of the lines that were met.
    pub(crate) fn learn(
        self,
        lines: &mut Lines,
        run: &dyn General,
        host: &Host<'_>,
        position: &Position,
    ) {
        for (axis, bits) in std::mem::take(&mut lines.missing) {
            if !lines.known.is_known(axis, bits) {
                let learned = self.learned(axis, bits, run, host, position);
                if host.stop.is_stopped() {
                    return;
                }
                let (line, flags) = learned.unwrap_or((UNKNOWN, IS_BAD));
                lines.known.lines[axis][bits].put(line);
                lines.known.flags[axis][bits].store(flags | KNOWN, Ordering::Release);
            }
        }
    }

    /// Slid line with its flags; `None` where anything goes wrong.
    fn learned(
        self,
        axis: usize,
        bits: usize,
        run: &dyn General,
        host: &Host<'_>,
        position: &Position,
    ) -> Option<(Line, Flags)> {
        let loaded = run.loaded();
        let (mut line, mut flags) = (UNKNOWN, 0);
        for (nth, direction) in AXES[axis].into_iter().enumerate() {
            // A board of nothing but this line; and one of nothing, on which nothing may happen.
            let empty = self.slid(run, host, self.board(loaded, position, axis, 0)?, direction)?;
            if empty.1 != 0 || self.first_line(loaded, &empty.0, axis)? != 0 {
                return None;
            }
            let board = self.board(loaded, position, axis, bits)?;
            let before = self.first_line(loaded, &board, axis)?;
            let (after, adds) = self.slid(run, host, board, direction)?;
            let after = self.first_line(loaded, &after, axis)?;
            if after == before && adds != 0 {
                return None;
            }
            line.to[nth] = after;
            flags |= if after == before { 0 } else { CHANGES << nth };
            line.adds[nth] = i32::try_from(adds).ok().filter(|adds| *adds != i32::MIN)?;
        }
        Some((line, flags))
    }

    /// The first line of a board as it is looked up; `None` where any other holds anything, or
    /// it holds what is too great.
    fn first_line(self, loaded: &Loaded, position: &Position, axis: usize) -> Option<u32> {
        let mut found = 0;
        for cell in loaded.grid().cells() {
            let content = position.content(&loaded.layout, self.0.numbers.layer, cell);
            if content == EMPTY {
                continue;
            }
            let (row, column) = (loaded.grid().row(cell) as u32, loaded.grid().column(cell) as u32);
            let (place, line) = if axis == 0 { (column, row) } else { (row, column) };
            let code = self.0.numbers.code(content).filter(|code| code >> self.0.planes == 0)?;
            if line != 0 {
                return None;
            }
            for plane in 0..self.0.planes {
                found |= (code >> plane & 1) << (plane * self.0.shapes[axis].0 + place);
            }
        }
        Some(found)
    }

    /// A board of nothing but this line, its first.
    fn board(
        self,
        loaded: &Loaded,
        position: &Position,
        axis: usize,
        bits: usize,
    ) -> Option<Position> {
        let mut board = position.clone();
        board.planes.fill(0);
        board.numbers.fill(EMPTY);
        board.values.fill(0);
        board.outcome = None;
        let length = self.0.shapes[axis].0;
        for (place, cell) in (0..length).zip(loaded.grid().line_from(Cell(0), AXES[axis][1])) {
            let bit = |plane: u32| (bits >> (plane * length + place) & 1) as u32;
            let code = (0..self.0.planes).fold(0, |all, plane| all | bit(plane) << plane);
            if code != 0 {
                let content = self.0.numbers.content(code)?;
                board.put(&loaded.layout, self.0.numbers.layer, cell, content);
            }
        }
        Some(board)
    }

    /// The board after the action, and what it adds to the value.
    fn slid(
        self,
        run: &dyn General,
        host: &Host<'_>,
        before: Position,
        direction: Direction,
    ) -> Option<(Position, i64)> {
        let action = Action::new(self.0.action, &[Argument::Direction(direction)]);
        let after = run.body(host, before, action)?;
        let adds = self.0.value.map_or(0, |value| after.values[value]);
        Some((after, adds))
    }
}
