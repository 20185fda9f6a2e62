//! Code for many boards as text: for those who want to know what a turn became, and for tests. It is
//! never read back.
//!
//! ```text
//! for black
//!   choices
//!     place: a cell of black can place
//!   turn
//!     if any doing place
//!       s0 = disc.black or chosen first
//!       disc.white = disc.white without chosen first
//! ```
//!
//! A register of the table has a name that says what lies in it, see [`Names`]; sets, masks and
//! numbers in between are `s0`, `m0` and `n0`. A name of in-between is used again for something else
//! as soon as nobody reads it any more.

mod name;

use std::collections::BTreeSet;

use masume_board::CellSet;
use masume_rules::model::Rules;

use super::code::{Code, Instruction, Register, SetReg};
use super::game::GameCode;
use super::operand::Operand;
use super::pick::Pick;
use super::single::SinglePart;
use super::trial::Seconds;
use crate::text::{cells_text, fixed_ways, layer_name, value_name};
use crate::{Layout, Op};
pub(super) use name::Names;
use name::player_name;

/// Cells of a set that never changes that are named; of more, the number is said.
const MOST_NAMED: usize = 16;

impl GameCode {
    /// The code as text, for the rules and the layout that it was made of: for each player where choices are read from,
    /// how they are found by themselves, and the turn; then the points, and the tables of lines.
    pub fn print(&self, rules: &Rules, layout: &Layout) -> String {
        let names = Names::of(self, rules, layout);
        CodePrinter { code: self, rules, names, text: String::new() }.whole(layout)
    }
}

/// Text in the making, one line after another.
struct CodePrinter<'c> {
    code: &'c GameCode,
    rules: &'c Rules,
    names: Names,
    text: String,
}

impl CodePrinter<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        self.text.push_str(&format!("{:depth$}{line}\n", "", depth = 2 * depth));
    }

    fn whole(mut self, layout: &Layout) -> String {
        self.constants(layout);
        for index in 0..self.code.players.len() {
            let depth = usize::from(self.code.players.len() > 1);
            if depth > 0 {
                self.line(0, &format!("for {}", player_name(self.rules, index)));
            }
            let player = &self.code.players[index];
            self.line(depth, "choices");
            for (action, pick) in player.picks.iter().enumerate() {
                let name = self.rules.actions.get(action).map_or("?", |action| &action.name);
                let from = self.pick(pick);
                self.line(depth + 1, &format!("{name}: {from}"));
            }
            self.part(depth, "what can be done", &player.legal);
            self.part(depth, "turn", &player.turn);
        }
        if !self.code.points.is_empty() {
            self.part(0, "points", &self.code.scores);
        }
        self.trials();
        self.singles();
        self.slides();
        self.text
    }

    /// The sets that never change, those that any code reads.
    fn constants(&mut self, layout: &Layout) {
        let mut read: BTreeSet<SetReg> = BTreeSet::new();
        for instruction in self.code.parts().flat_map(|code| &code.instructions) {
            instruction.clone().registers(&mut |register, is_written| match register {
                Register::Set(set) if !is_written => {
                    read.insert(*set);
                }
                Register::Set(_) | Register::Mask(_) | Register::Num(_) => {}
            });
        }
        for (register, cells) in self.code.registers.constant_sets() {
            if read.contains(&register) {
                let cells = if *cells == CellSet::full(&layout.grid) {
                    "every cell".to_owned()
                } else {
                    cells_text(&self.rules.cell_names(&layout.grid), cells, MOST_NAMED)
                };
                self.line(0, &format!("{} = {cells}", self.names.set(register)));
            }
        }
    }

    /// Text of the registers that tell the choices of an action.
    fn pick(&self, pick: &Pick) -> String {
        match pick {
            Pick::Plain(mask) => format!("where {}", self.names.mask(*mask)),
            Pick::Directions(mask, ways) => {
                format!("a direction of {}, of {}", self.names.mask(*mask), fixed_ways(*ways))
            }
            Pick::Rays(_, rays) => format!("the ends of {}", rays.text(&self.names)),
            Pick::Listed(trial, _) => format!("what trial {trial} lists"),
            Pick::Cells(cells) | Pick::Tried(_, cells) => {
                format!("a cell of {}", self.names.set(*cells))
            }
            Pick::Columns(mask) => format!("a column of {}", self.names.mask(*mask)),
            Pick::Pairs(pairs) => {
                let pairs = pairs
                    .iter()
                    .map(|(by, cells)| format!("{by:+} from a cell of {}", self.names.set(*cells)));
                format!("a cell and the one {}", pairs.collect::<Vec<String>>().join(", "))
            }
            Pick::Steps { starts, steps } => {
                let count = match steps {
                    None => "a cell and a direction,".to_owned(),
                    Some(1) => "1 step".to_owned(),
                    Some(steps) => format!("{steps} steps"),
                };
                let starts = starts.iter().map(|(way, cells)| {
                    format!("{} from a cell of {}", way.name(), self.names.set(*cells))
                });
                format!("{count} {}", starts.collect::<Vec<String>>().join(", "))
            }
            Pick::Each([firsts, seconds]) => {
                let [firsts, seconds] = [firsts, seconds].map(|cells| self.names.set(*cells));
                format!("a cell of {firsts} and one of {seconds}")
            }
            Pick::OneOf(kinds) => {
                let kinds = kinds.iter().map(|kind| self.pick(kind));
                kinds.collect::<Vec<String>>().join(", or ")
            }
        }
    }

    /// A part of the code, an instruction on a line; what a skip leaves out stands under it.
    fn part(&mut self, depth: usize, heading: &str, code: &Code) {
        self.line(depth, heading);
        let mut ends: Vec<usize> = Vec::new();
        for (nth, instruction) in code.instructions.iter().enumerate() {
            ends.retain(|&end| nth < end);
            let line = self.names.instruction(instruction);
            self.line(depth + 1 + ends.len(), &line);
            if let Instruction::Skip(_, count) | Instruction::Repeat(_, _, count) = instruction {
                ends.push(nth + 1 + usize::from(*count));
            }
        }
    }

    /// The code that tries choices.
    fn trials(&mut self) {
        for (nth, trial) in self.code.trials.iter().enumerate() {
            let action = self.rules.actions.get(usize::from(trial.action));
            let name = action.map_or("?", |action| &action.name);
            self.line(0, &format!("trial {nth}: {name}"));
            if let Some(Seconds { code, cells, may_match, certain }) = &trial.seconds {
                let cells = cells.iter().enumerate().map(|(nth, cells)| {
                    let may =
                        may_match.get(nth).map(|mask| format!(" ({})", self.names.mask(*mask)));
                    self.names.set(*cells) + &may.unwrap_or_default()
                });
                let cells: Vec<String> = cells.collect();
                let certain = certain.map(|it| format!("; certain: {}", self.names.set(it)));
                let certain = certain.unwrap_or_default();
                let heading = format!("second choices: {}{certain}", cells.join(", "));
                self.part(1, &heading, code);
            }
            match &trial.body {
                Some((code, does)) => {
                    let heading = format!("does something: {}", self.names.mask(*does));
                    self.part(1, &heading, code);
                }
                None => self.line(1, "all of them are legal"),
            }
        }
    }

    /// Texts of what the general machine does.
    fn singles(&mut self) {
        for (nth, single) in self.code.singles.iter().enumerate() {
            let part = match &single.part {
                SinglePart::Statement(op) => statement_name(op),
                SinglePart::Condition(_) => "a condition".to_owned(),
            };
            let action = single.action.and_then(|it| self.rules.actions.get(usize::from(it)));
            let of = action.map(|action| format!(" of {}", action.name)).unwrap_or_default();
            let why = single.because();
            self.line(0, &format!("single {nth}: {part}{of}, because {why}"));
        }
    }

    /// The tables of lines.
    fn slides(&mut self) {
        for (nth, slide) in self.code.slides.iter().enumerate() {
            let [(length, bits), (height, column_bits)] = slide.line_bits();
            let action =
                self.rules.actions.get(usize::from(slide.action)).map_or("?", |it| &it.name);
            let layer = layer_name(self.rules, slide.numbers.layer);
            let value = slide.value.map(|value| {
                let value = masume_rules::model::Value(value as u8);
                format!(", adding to {}", value_name(self.rules, value))
            });
            let line = format!(
                "slide {nth}: {action} on {layer}, rows of {length} cells by {bits} bits, columns \
                 of {height} by {column_bits}{}",
                value.unwrap_or_default()
            );
            self.line(0, &line);
        }
    }
}

/// Name of a statement without instructions.
fn statement_name(op: &Op) -> String {
    match op {
        Op::Rule(rule) => format!("rule {}", rule.id.0),
        Op::Relocate { id, .. } => format!("relocation {}", id.0),
        Op::March(march) => format!("march {}", march.id.0),
        Op::Deal { id, .. } => format!("deal {}", id.0),
        Op::Shuffle { id, .. } => format!("shuffle {}", id.0),
        Op::Reference { .. } => "a statement of the reference executor".to_owned(),
        Op::OrElse(_)
        | Op::Must(_)
        | Op::Simultaneous { .. }
        | Op::Repeat(..)
        | Op::Times(..)
        | Op::If(..)
        | Op::Until(..)
        | Op::Let(..)
        | Op::Effects(..)
        | Op::Require(..)
        | Op::Picture(..) => "a block".to_owned(),
    }
}
