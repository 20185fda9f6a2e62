//! Verification of programs: their users rely on it and ask no more.
//!
//! A set refers to sets before it, the places of an NFA are solved from its end to its beginning,
//! and everything that is named is there. Checked whenever a debug build compiles rules.

mod nfa;
mod op;
mod set;

use std::fmt;

use masume_board::Cell;
use masume_rules::model::{Layer, Letter, Local, ParamKind, ParamSlot, Rules, Value};

use super::{Layout, Program, SetId};

/// Fault of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part at fault, as the text of the program calls it: `s3`, `nfa 0`, `rule 2`.
    pub at: String,
    /// Kind of the fault.
    pub wrong: Wrong,
}

/// Kind of a fault of a part of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// More sets or NFAs than an index can tell apart.
    TooMany,
    /// A set that is not there, or not before the set that refers to it.
    Set(SetId),
    /// No plane has this number, or no layer lies there.
    Plane(u16),
    /// No constant set has this number.
    Constant(u16),
    /// A cell that is not on the board.
    Cell(Cell),
    /// No NFA has this number.
    Nfa(u16),
    /// No place of the NFA has this number.
    NfaState(u16),
    /// The place is not solved just once, after all that can come after it.
    Order(u16),
    /// The places of the NFA have another shape than the one whose kernel runs.
    Shape,
    /// The place writes to a position that no replacement has.
    Position(u32),
    /// No layer has this number.
    Layer(Layer),
    /// The layer cannot hold this content.
    Content(Layer, i32),
    /// Nothing of this kind is chosen in this slot.
    Slot(ParamSlot),
    /// No value has this number.
    Value(Value),
    /// No local number has this number.
    Local(Local),
    /// No action has this number, or there are not as many as the game has.
    Action(usize),
    /// A body has not so many statements.
    Statement(usize),
    /// The letter is used where it is not bound.
    Letter(Letter),
    /// A count that no cell can have.
    Count(u32),
    /// A rule that puts nothing, not even in one way.
    NoAlternative,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        match self.wrong {
            Wrong::TooMany => write!(f, "more than an index can tell apart"),
            Wrong::Set(set) => write!(f, "s{} is not a set before it", set.0),
            Wrong::Plane(plane) => write!(f, "there is no plane {plane}"),
            Wrong::Constant(constant) => write!(f, "there is no constant set {constant}"),
            Wrong::Cell(cell) => write!(f, "{cell:?} is not on the board"),
            Wrong::Nfa(nfa) => write!(f, "there is no nfa {nfa}"),
            Wrong::NfaState(place) => write!(f, "there is no place {place}"),
            Wrong::Order(place) => write!(f, "place {place} is solved out of order"),
            Wrong::Shape => write!(f, "its places have another shape"),
            Wrong::Position(position) => write!(f, "no replacement has position {position}"),
            Wrong::Layer(layer) => write!(f, "layer {} is not there", layer.0),
            Wrong::Content(layer, content) => {
                write!(f, "layer {} cannot hold {content}", layer.0)
            }
            Wrong::Slot(slot) => write!(f, "slot {} does not hold what is asked for", slot.0),
            Wrong::Value(value) => write!(f, "there is no value {}", value.0),
            Wrong::Local(local) => write!(f, "there is no local {}", local.0),
            Wrong::Action(action) => write!(f, "action {action} is not one of the game's"),
            Wrong::Statement(statement) => write!(f, "there is no statement {statement}"),
            Wrong::Letter(letter) => write!(f, "letter {} is not bound", letter.0),
            Wrong::Count(count) => write!(f, "no cell can have {count}"),
            Wrong::NoAlternative => write!(f, "nothing says what is put"),
        }
    }
}

impl std::error::Error for Fault {}

/// Checks that a program is one, for these rules on a board of this layout.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(program: &Program, rules: &Rules, layout: &Layout) -> Result<(), Fault> {
    let indices = usize::from(u16::MAX) + 1;
    if program.sets.len() > indices || program.nfas.len() > indices {
        return Err(Fault { at: "program".to_owned(), wrong: Wrong::TooMany });
    }
    Verifier { program, rules, layout }.program()
}

/// Facts that a program is checked against.
#[derive(Clone, Copy)]
struct Verifier<'p> {
    program: &'p Program,
    rules: &'p Rules,
    layout: &'p Layout,
}

/// Facts that are known where a part stands.
#[derive(Clone, Copy)]
struct Scope<'p> {
    /// Sets below this number may be referred to.
    sets: usize,
    /// The letters that are bound.
    letters: &'p [Letter],
    /// Parameters that are chosen; `None` where an action of any kind may ask.
    params: Option<&'p [ParamKind]>,
}

impl Verifier<'_> {
    fn program(self) -> Result<(), Fault> {
        for (index, constant) in self.program.constants.iter().enumerate() {
            let outside = constant.iter().find(|&cell| !self.layout.grid.has(cell));
            let found = outside.map_or(Ok(()), |cell| Err(Wrong::Cell(cell)));
            at(|| format!("constant {index}"), found)?;
        }
        for (index, set) in self.program.sets.iter().enumerate() {
            let scope = Scope { sets: index, letters: &[], params: None };
            at(|| format!("s{index}"), self.set(set, scope))?;
        }
        for (index, nfa) in self.program.nfas.iter().enumerate() {
            at(|| format!("nfa {index}"), self.nfa(nfa))?;
        }
        self.actions()?;
        let nothing = self.scope(&[]);
        self.block(&self.program.start, nothing)?;
        self.block(&self.program.then, nothing)?;
        self.ends(nothing)
    }

    /// Scope in which every set may be referred to, and these things are chosen.
    fn scope<'s>(&'s self, params: &'s [ParamKind]) -> Scope<'s> {
        Scope { sets: self.program.sets.len(), letters: &[], params: Some(params) }
    }
}

/// The fault of a part, where one was found in it.
fn at(part: impl FnOnce() -> String, found: Result<(), Wrong>) -> Result<(), Fault> {
    found.map_err(|wrong| Fault { at: part(), wrong })
}
