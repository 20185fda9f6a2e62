//! Contexts written as a regular expression over the rows of a board, joined by newlines.

use super::context::Context;
use super::node::{Node, Symbols};

/// Course of a line in one direction through the text.
///
/// ```text
/// NNBN⏎      From B to the W below it are five characters on a board 4 wide:
/// NNWN       the four between them are the gap.
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Course {
    /// Characters between one cell of the line and the next.
    pub(super) gap: u32,
    /// True if the line runs against the text.
    pub(super) backwards: bool,
}

/// One alternative of the expression: a class with what stands left and right of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alternative {
    gap: u32,
    left: Node,
    class: Symbols,
    right: Node,
}

impl Alternative {
    pub(super) fn new(course: Course, context: &Context) -> Self {
        let Context { before, changed, after } = context;
        let (left, right) = if course.backwards {
            (after.reversed(), before.reversed())
        } else {
            (before.clone(), after.clone())
        };
        // The far ends say nothing where they may as well be absent.
        let left = left.without_optional_start();
        let right = right.reversed().without_optional_start().reversed();
        // Without neighbours there is no gap.
        let alone = left == Node::EMPTY && right == Node::EMPTY;
        let gap = if alone { 0 } else { course.gap };
        Self { gap, left, class: changed.clone(), right }
    }

    /// Both in one, where they differ in one of their parts only.
    fn joined(&self, other: &Self) -> Option<Self> {
        if self.gap != other.gap {
            return None;
        }
        let mut joined = self.clone();
        match (self.left == other.left, self.class == other.class, self.right == other.right) {
            (true, _, true) => joined.class.extend(&other.class),
            (true, true, false) => {
                joined.right = Node::choice([self.right.clone(), other.right.clone()]);
            }
            (false, true, true) => {
                joined.left = Node::choice([self.left.clone(), other.left.clone()]);
            }
            (true, false, false) | (false, true, false) | (false, false, _) => return None,
        }
        Some(joined)
    }
}

/// Adds an alternative, in one with another where that is possible.
pub(super) fn join(alternatives: &mut Vec<Alternative>, mut new: Alternative) {
    // Each round takes one out, so that it ends.
    while let Some((index, joined)) = alternatives
        .iter()
        .enumerate()
        .find_map(|(index, old)| old.joined(&new).map(|joined| (index, joined)))
    {
        // An alternative said before stays in its place.
        if joined == alternatives[index] {
            return;
        }
        alternatives.remove(index);
        new = joined;
    }
    alternatives.push(new);
}

/// Writes the glyphs of an alphabet.
pub(super) struct Writer {
    /// The glyph of each symbol.
    pub(super) glyphs: Vec<char>,
}

impl Writer {
    /// The whole expression; without alternatives it never matches.
    pub(super) fn expression(&self, alternatives: &[Alternative]) -> String {
        if alternatives.is_empty() {
            return "(?!)".into();
        }
        let written: Vec<String> = alternatives.iter().map(|it| self.alternative(it)).collect();
        written.join("|")
    }

    fn alternative(&self, alternative: &Alternative) -> String {
        let Alternative { gap, left, class, right } = alternative;
        let (before, after) = (self.side(*gap, Side::Before), self.side(*gap, Side::After));
        format!("{}{}{}", before.around(left), self.class(class), after.around(right))
    }

    fn side(&self, gap: u32, side: Side) -> SideWriter<'_> {
        let gap = match gap {
            0 => String::new(),
            1 => "[^]".into(),
            _ => format!("[^]{{{gap}}}"),
        };
        SideWriter { writer: self, side, gap }
    }

    /// The class of some symbols; it never matches a newline, which guards the ends of the rows.
    fn class(&self, symbols: &Symbols) -> String {
        let mut others = Vec::new();
        let mut own = Vec::new();
        for (symbol, glyph) in self.glyphs.iter().enumerate() {
            let list = if symbols.contains(&symbol) { &mut own } else { &mut others };
            list.push(*glyph);
        }
        match (own.as_slice(), others.as_slice()) {
            (_, []) => ".".into(),
            ([glyph], _) => escaped(*glyph, OUTSIDE),
            _ => {
                let positive = format!("[{}]", ranges(own));
                let negative = format!("[^{}\\n]", ranges(others));
                if negative.len() < positive.len() { negative } else { positive }
            }
        }
    }
}

/// Side on which a cell stands, seen from the cell that is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// In a lookbehind: the gap follows the cell.
    Before,
    /// In a lookahead: the gap precedes the cell.
    After,
}

/// Writes what stands on one side of the cell that is matched.
struct SideWriter<'a> {
    writer: &'a Writer,
    side: Side,
    gap: String,
}

impl SideWriter<'_> {
    /// The lookaround that asks for `node`.
    fn around(&self, node: &Node) -> String {
        if *node == Node::EMPTY {
            return String::new();
        }
        if *node == Node::Edge {
            return self.edge();
        }
        match self.side {
            Side::Before => format!("(?<={})", self.choices(node)),
            Side::After => format!("(?={})", self.choices(node)),
        }
    }

    /// One step further there is no cell: a newline, or the end of the text.
    fn edge(&self) -> String {
        match self.side {
            Side::Before => format!("(?<!.{})", self.gap),
            Side::After => format!("(?!{}.)", self.gap),
        }
    }

    /// As it may stand alone in a group.
    fn choices(&self, node: &Node) -> String {
        match node {
            Node::Choice(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.term(part)).collect();
                parts.join("|")
            }
            Node::Never | Node::Cell(_) | Node::Edge | Node::Sequence(_) | Node::Repeat { .. } => {
                self.term(node)
            }
        }
    }

    /// As it may stand beside others.
    fn term(&self, node: &Node) -> String {
        match node {
            Node::Never => "(?!)".into(),
            Node::Edge => self.edge(),
            Node::Cell(cell) => {
                let class = self.writer.class(&cell.symbols);
                match self.side {
                    Side::Before => class + &self.gap,
                    Side::After => self.gap.clone() + &class,
                }
            }
            Node::Sequence(parts) => parts.iter().map(|part| self.term(part)).collect(),
            Node::Choice(_) => format!("({})", self.choices(node)),
            Node::Repeat { body, least, greatest } => self.repeat(body, *least, *greatest),
        }
    }

    fn repeat(&self, body: &Node, least: u32, greatest: Option<u32>) -> String {
        let is_one_character = self.gap.is_empty() && matches!(body, Node::Cell(_));
        let atom =
            if is_one_character { self.term(body) } else { format!("({})", self.choices(body)) };
        let quantified = match (least, greatest) {
            (0, None) => atom + "*",
            (1, None) => atom + "+",
            (0, Some(1)) => atom + "?",
            (least, None) => format!("{atom}{{{least},}}"),
            (least, Some(greatest)) if least == greatest => format!("{atom}{{{least}}}"),
            (least, Some(greatest)) => format!("{atom}{{{least},{greatest}}}"),
        };
        // A short one is shorter written out: `WW` for `W{2}`.
        let term = self.term(body);
        if greatest == Some(least) && term.len() * least as usize <= quantified.len() {
            return term.repeat(least as usize);
        }
        quantified
    }
}

/// Characters that mean something else outside a class.
const OUTSIDE: &str = r"\^$.*+?()[]{}|/";

/// Characters that mean something else inside a class.
const INSIDE: &str = r"\]^-";

fn escaped(glyph: char, special: &str) -> String {
    if special.contains(glyph) { format!("\\{glyph}") } else { glyph.into() }
}

/// The inside of a class: in order, runs of four and more as ranges.
fn ranges(mut glyphs: Vec<char>) -> String {
    glyphs.sort_unstable();
    let mut written = String::new();
    for run in glyphs.chunk_by(|one, two| *one as u32 + 1 == *two as u32) {
        match run {
            [first, _, _, .., last] => {
                written += &format!("{}-{}", escaped(*first, INSIDE), escaped(*last, INSIDE));
            }
            _ => run.iter().for_each(|glyph| written += &escaped(*glyph, INSIDE)),
        }
    }
    written
}
