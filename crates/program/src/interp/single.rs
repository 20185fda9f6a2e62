//! Parts of turns that have no instructions.

use masume_rules::run_error::Span;

use crate::{Cond, Op, Unsupported};

/// A part of a turn that has no instructions.
#[derive(Clone, Debug)]
pub struct Single {
    /// Player whose turn it is.
    pub player: u8,
    /// The action whose body it stands in, or whose choices it tells.
    pub action: Option<u8>,
    /// True if it only tries what can be done, where nothing may be drawn.
    pub is_trial: bool,
    /// Part that is done or asked.
    pub part: SinglePart,
    /// The statement or the end of the text that it belongs to.
    pub span: Option<Span>,
    /// Reason why it has no instructions.
    pub why: Unsupported,
}

/// Part of a program that is done or asked.
#[derive(Clone, Debug)]
pub enum SinglePart {
    /// A statement that is done.
    Statement(Box<Op>),
    /// A condition that is asked.
    Condition(Box<Cond>),
}

impl Single {
    /// The reason, in words that end a sentence.
    pub fn because(&self) -> &'static str {
        match &self.part {
            SinglePart::Statement(op) if let Op::Reference { why, .. } = &**op => why,
            SinglePart::Statement(_) | SinglePart::Condition(_) => self.why.0,
        }
    }
}
