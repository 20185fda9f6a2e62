//! Programs of games on one board, as data: sets of cells, NFAs of patterns, and what is done with them; and code for
//! many boards, which is made of programs. Everything that depends on whose turn it is has been decided: there is one
//! program for each player.
//!
//! Nothing here makes a program or runs one: compiler and executors meet here, so that neither is built again when the
//! other changes.
//!
//! # What it must not know
//! How rules become programs, and how programs are run: nothing here is generic in the words of a set. The text of
//! games, and any input or output.
//!
//! # Where to start reading
//! [`Program`] and [`Op`] for programs, [`interp::code`] and [`interp::game`] for code, [`Compiler`] for what makes both.
//! `text` prints, `verify` checks; [`native`] is what makers of machine code and those who run it agree on.

mod compiler;
mod explain;
mod graph;
pub mod interp;
mod layout;
mod meeting;
mod nfa;
mod op;
mod optimise;
mod set;
mod shape;
mod text;
mod verify;

pub use compiler::{Compiler, NoCode, Unsupported};
pub use explain::explain;
pub use graph::{CellTest, Graph, Step};
pub use interp::native;
pub use layout::{LayerPlanes, Layout};
pub use masume_board::directions;
pub use meeting::{left_of, take_pair};
pub use nfa::{Dirs, Group, Next, Nfa, NfaState, Start, Via, bends, turned};
pub use op::{
    Aim, Alternative, Beside, Binding, By, Decider, Effect, End, MarchOp, Meeting, Mode, Op, Plan,
    Potential, PotentialRule, Prefilter, Put, Require, RuleOp, Strategy, Target, ops,
};
pub use optimise::{InstructionSet, Optimisations};
pub use set::{Cond, Num, Referred, Set, SetId};
pub use shape::Shape;
pub use text::Part;
pub use verify::{Fault, Wrong, verify};

use std::collections::BTreeMap;

use masume_board::CellSet;
use masume_rules::facts::Contents;
use masume_rules::model::Player;

/// Program of one player's turn.
#[derive(Clone, Debug)]
pub struct Program {
    /// Player who acts.
    pub player: Player,
    /// Each set refers only to sets before it.
    pub sets: Vec<Set>,
    /// Contents that a cell may hold that is in a set, where a test says so.
    pub contents: BTreeMap<SetId, Contents>,
    /// Sets that are the same in every state.
    pub constants: Vec<CellSet>,
    /// Patterns.
    pub nfas: Vec<Nfa>,
    /// Indexed like the actions of the game.
    pub actions: Vec<ActionProgram>,
    /// The set-up.
    pub start: Vec<Op>,
    /// Operations that follow every action.
    pub then: Vec<Op>,
    /// Condition under which the same player acts once more.
    pub again: Option<(Cond, masume_rules::run_error::Span)>,
    /// Asked after every action.
    pub ends: Vec<End>,
    /// The player's points.
    pub score: Option<(Num, masume_rules::run_error::Span)>,
}

/// One action.
#[derive(Clone, Debug)]
pub struct ActionProgram {
    /// A condition without which it is illegal.
    pub when: Option<(Cond, masume_rules::run_error::Span)>,
    /// True if the condition depends on what was chosen.
    pub when_depends: bool,
    /// True if asking it can end in an error.
    pub when_may_fail: bool,
    /// Operations of the action.
    pub body: Vec<Op>,
    /// True if a draw may decide if the body is refused: it is legal only where no draw does.
    pub may_refuse_after_draw: bool,
    /// Plan by which the legal choices are found.
    pub plan: Plan,
}
