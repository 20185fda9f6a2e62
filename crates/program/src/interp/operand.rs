//! Operands of instructions: the registers of each kind, and its text.

use masume_board::Direction;
use masume_rules::model::{Arithmetic, Compare, EndKind};

use super::code::{MaskReg, NumReg, Register, SetReg, Way};
use super::rays::Rays;
use super::text::Names;
use super::trace::Line;
use super::walk::Walk;
use crate::text::{end_kind, fixed_ways};
use crate::{Next, directions};

/// Something that an instruction works on.
pub(super) trait Operand {
    /// Shows its registers.
    fn registers(&mut self, _visit: &mut dyn FnMut(Register<'_>)) {}

    /// Text of the operand.
    fn text(&self, names: &Names) -> String;
}

/// Sets whose cells follow each other, the last one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence(pub Box<[SetReg]>);

/// Sets whose cells are left out, if there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excluded(pub Box<[SetReg]>);

/// The sense of a direction: itself is meant, or the opposite one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The direction.
    Along,
    /// The opposite one.
    Against,
}

impl Sense {
    /// The direction that is meant.
    #[inline(always)]
    pub fn of(self, direction: Direction) -> Direction {
        match self {
            Self::Along => direction,
            Self::Against => direction.opposite(),
        }
    }
}

/// Coordinate of a place that a number tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Its row.
    Row,
    /// Its column.
    Column,
}

/// Operands that are a register of one kind.
macro_rules! single_register {
    ($($operand:ty: $kind:ident, $name:ident;)*) => {$(
        impl Operand for $operand {
            fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>)) {
                visit(Register::$kind(self));
            }

            fn text(&self, names: &Names) -> String {
                names.$name(*self)
            }
        }
    )*};
}

single_register! {
    SetReg: Set, set;
    MaskReg: Mask, mask;
    NumReg: Num, num;
}

impl<T: Operand> Operand for Box<[T]> {
    fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>)) {
        self.iter_mut().for_each(|part| part.registers(visit));
    }

    fn text(&self, names: &Names) -> String {
        let parts: Vec<String> = self.iter().map(|part| part.text(names)).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }
}

impl Operand for Sequence {
    fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>)) {
        self.0.iter_mut().for_each(|part| part.registers(visit));
    }

    fn text(&self, names: &Names) -> String {
        let parts: Vec<String> = self.0.iter().rev().map(|part| part.text(names)).collect();
        parts.join(" then ")
    }
}

impl Operand for Excluded {
    fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>)) {
        self.0.iter_mut().for_each(|set| set.registers(visit));
    }

    fn text(&self, names: &Names) -> String {
        if self.0.is_empty() { String::new() } else { format!(" without {}", self.0.text(names)) }
    }
}

/// End, middle and start of a pattern `start middle+ end`.
impl Operand for [SetReg; 3] {
    fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>)) {
        self.iter_mut().for_each(|part| part.registers(visit));
    }

    fn text(&self, names: &Names) -> String {
        let [end, middle, start] = self.map(|part| part.text(names));
        format!("{start} then {middle} again and again then {end}")
    }
}

/// The pairs that are found along rays: what follows what.
impl Operand for Box<Rays> {
    fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>)) {
        self.sets_mut().for_each(|part| part.registers(visit));
    }

    fn text(&self, names: &Names) -> String {
        let places = self.places.iter().enumerate().map(|(nth, place)| {
            let mut behind = Vec::new();
            if place.is_second {
                behind.push("the first".to_owned());
            }
            let before = (0..self.places.len()).filter(|nth| place.follows >> nth & 1 == 1);
            behind.extend(before.map(|nth| format!("{}", nth + 1)));
            let end = if place.is_end { ", an end" } else { "" };
            format!("{}: {} behind {}{end}", nth + 1, names.set(place.test), behind.join(" or "))
        });
        let places = places.collect::<Vec<String>>().join("; ");
        let (starts, ends) = (names.set(self.starts), names.set(self.ends));
        format!("rays in {} from {starts} to {ends} ({places})", fixed_ways(self.dirs))
    }
}

/// A pattern that turns: what each node holds, and what follows it.
impl Operand for Box<Walk> {
    fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>)) {
        for node in &mut self.nodes {
            node.test.registers(visit);
            node.ends.iter_mut().for_each(|ends| ends.registers(visit));
        }
    }

    fn text(&self, names: &Names) -> String {
        let nodes = self.nodes.iter().enumerate().map(|(nth, node)| {
            let next = node.next.iter().flat_map(|(next, dirs)| {
                directions(*dirs).map(move |way| format!(", {} to {next}", way.name()))
            });
            let ends = node.ends.map(|ends| format!(", ends at {}", names.set(ends)));
            let next: String = next.collect();
            format!("{nth}: {}{next}{}", names.set(node.test), ends.unwrap_or_default())
        });
        let rounds = self.most_rounds.map(|most| format!("; at most {most} rounds"));
        nodes.collect::<Vec<String>>().join("; ") + &rounds.unwrap_or_default()
    }
}

/// A line: what each place holds, and what follows it.
impl Operand for Box<Line> {
    fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>)) {
        self.places.iter_mut().for_each(|place| place.solved.registers(visit));
        self.last.iter_mut().for_each(|last| last.registers(visit));
    }

    fn text(&self, names: &Names) -> String {
        let places = self.places.iter().enumerate().map(|(nth, place)| {
            let next = place.next.iter().map(|next| match *next {
                Next::Step { place, .. } => format!(", to {place}"),
                Next::Accept { at_edge: true } => ", ends at the edge".to_owned(),
                Next::Accept { at_edge: false } => ", ends".to_owned(),
            });
            format!("{nth}: {}{}", names.set(place.solved), next.collect::<String>())
        });
        let starts = self.starts.iter().map(|start| {
            format!("{}{}", start.place, if start.at_edge { " at the edge" } else { "" })
        });
        let starts = starts.collect::<Vec<String>>().join(" or ");
        let last = self.last.map(|last| format!(", to {}", names.set(last)));
        format!(
            "{}{} from {starts}{}; {}",
            self.way.text(names),
            if self.is_apart { ", one after another," } else { "" },
            last.unwrap_or_default(),
            places.collect::<Vec<String>>().join("; "),
        )
    }
}

/// Operands that are no register.
macro_rules! plain {
    ($($operand:ty: $text:expr;)*) => {$(
        impl Operand for $operand {
            fn text(&self, _names: &Names) -> String {
                let text: fn(&$operand) -> String = $text;
                text(self)
            }
        }
    )*};
}

plain! {
    u32: |number| number.to_string();
    u16: |number| number.to_string();
    (u32, u32): |(least, greatest)| format!("{least} to {greatest}");
    // Directions as bits.
    u8: |dirs| fixed_ways(*dirs);
    Direction: |direction| direction.name().to_owned();
    Way: |way| match way {
        Way::Fixed(direction) => direction.name(),
        Way::Chosen => "in the chosen direction",
        Way::Against => "against the chosen direction",
    }.to_owned();
    Sense: |sense| match sense {
        Sense::Along => "directions",
        Sense::Against => "opposites of directions",
    }.to_owned();
    Axis: |axis| match axis {
        Axis::Row => "row",
        Axis::Column => "column",
    }.to_owned();
    Compare: |by| by.sign().to_owned();
    Arithmetic: |by| by.sign().to_owned();
    EndKind: |kind| end_kind(*kind).to_owned();
}
