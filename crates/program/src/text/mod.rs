//! A program as text: for those who want to know what became of a rule, and for tests. It is never
//! read back.
//!
//! ```text
//! s0 = no planes disc.black disc.white
//! s1 = planes disc.white
//! s2 = planes disc.black
//! NFA 0: a=s0 then b=s1 again and again then c=s2 (flanking)
//! rule 0: NFA 0 in 8 ways from cell0, all at once: put disc.black at a b c
//! ```
//!
//! Only the sets and NFAs are defined that the printed part uses: the code that prints one names it
//! through [`Printer::set`] or [`Printer::nfa`], and so asks for its definition.

mod action;
mod name;
mod nfa;
mod number;
mod op;
mod set;

use std::collections::BTreeSet;

pub(crate) use name::{fixed_ways, layer_name, plane_name, value_name};
pub(crate) use op::end_kind;
pub(crate) use set::cells_text;

use masume_rules::model::{RuleId, Rules};

use super::{Layout, Op, Program};

/// One part of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Program of one rule.
    Rule(RuleId),
    /// Plan for the action of this index.
    Plan(usize),
    /// `again`, the ends and the score.
    Ends,
}

impl Program {
    /// The program as text, or one part of it. A part that is not there is an empty text.
    pub fn print(&self, rules: &Rules, layout: &Layout, only: Option<Part>) -> String {
        let mut printer = Printer {
            program: self,
            rules,
            layout,
            text: String::new(),
            depth: 0,
            sets: BTreeSet::new(),
            nfas: BTreeSet::new(),
        };
        match only {
            None => printer.whole(),
            Some(Part::Rule(id)) => {
                self.blocks().for_each(|block| printer.rule_in(block, id));
            }
            Some(Part::Plan(index)) => {
                if let Some(action) = self.actions.get(index) {
                    printer.plan(action);
                }
            }
            Some(Part::Ends) => printer.ends(),
        }
        let body = std::mem::take(&mut printer.text);
        printer.definitions() + &body
    }

    /// Every block of statements, in the order of the game's meaning.
    fn blocks(&self) -> impl Iterator<Item = &[Op]> {
        let bodies = self.actions.iter().map(|action| action.body.as_slice());
        [self.start.as_slice()].into_iter().chain(bodies).chain([self.then.as_slice()])
    }
}

/// Text in the making, one line after another.
struct Printer<'p> {
    program: &'p Program,
    rules: &'p Rules,
    layout: &'p Layout,
    text: String,
    depth: usize,
    /// The sets that were named so far.
    sets: BTreeSet<u16>,
    /// The NFAs that were named so far.
    nfas: BTreeSet<u16>,
}

impl<'p> Printer<'p> {
    fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A heading and what stands under it.
    fn under(&mut self, heading: &str, work: impl FnOnce(&mut Self)) {
        self.line(heading);
        self.depth += 1;
        work(self);
        self.depth -= 1;
    }

    fn whole(&mut self) {
        let program: &'p Program = self.program;
        if !program.start.is_empty() {
            self.under("start", |printer| printer.block(&program.start));
        }
        for (index, action) in program.actions.iter().enumerate() {
            let heading = self.action_heading(index);
            self.under(&heading, |printer| {
                printer.plan(action);
                printer.block(&action.body);
            });
        }
        if !program.then.is_empty() {
            self.under("then", |printer| printer.block(&program.then));
        }
        self.ends();
    }

    /// The sets and NFAs that were named, and those that they name themselves.
    fn definitions(&mut self) -> String {
        let mut sets: Vec<(u16, String)> = Vec::new();
        let mut nfas: Vec<(u16, String)> = Vec::new();
        // A definition can name more of both, none of them twice.
        loop {
            let is_new = |known: &[(u16, String)], id: &u16| known.iter().all(|it| it.0 != *id);
            if let Some(id) = self.nfas.iter().copied().find(|id| is_new(&nfas, id)) {
                let text = self.nfa_definition(id);
                nfas.push((id, text));
            } else if let Some(id) = self.sets.iter().copied().find(|id| is_new(&sets, id)) {
                let text = self.set_definition(id);
                sets.push((id, text));
            } else {
                break;
            }
        }
        sets.sort_unstable();
        nfas.sort_unstable();
        sets.into_iter().chain(nfas).map(|(_, text)| text).collect()
    }
}
