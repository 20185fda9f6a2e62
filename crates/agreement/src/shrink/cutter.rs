//! Counting down to the cut that is wanted.

use crate::tree::{Sort, Term};

/// Goes through a tree in one order and does the cut of a number. Every method says whether it did.
pub(super) struct Cutter {
    /// Cuts to pass over.
    pub(super) left: usize,
}

impl Cutter {
    /// True if the current cut is the one wanted.
    pub(super) fn is_here(&mut self) -> bool {
        let is_here = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_here
    }

    /// Leaves out the latter half, or one of them; at least so many stay. Then what is within.
    pub(super) fn list<T>(
        &mut self,
        items: &mut Vec<T>,
        least: usize,
        inner: impl FnMut(&mut Self, &mut T) -> bool,
    ) -> bool {
        let half = items.len() / 2;
        if half > least && self.is_here() {
            items.truncate(half);
            return true;
        }
        self.each(items, least) || self.within(items, inner)
    }

    /// Leaves out one of them.
    pub(super) fn each<T>(&mut self, items: &mut Vec<T>, least: usize) -> bool {
        for index in 0..items.len() {
            if items.len() > least && self.is_here() {
                items.remove(index);
                return true;
            }
        }
        false
    }

    /// Cuts within one of them.
    pub(super) fn within<T>(
        &mut self,
        items: &mut [T],
        mut inner: impl FnMut(&mut Self, &mut T) -> bool,
    ) -> bool {
        items.iter_mut().any(|item| inner(self, item))
    }

    /// Leaves it out.
    pub(super) fn option<T>(
        &mut self,
        item: &mut Option<T>,
        inner: impl FnOnce(&mut Self, &mut T) -> bool,
    ) -> bool {
        if item.is_some() && self.is_here() {
            *item = None;
            return true;
        }
        item.as_mut().is_some_and(|item| inner(self, item))
    }

    /// Puts something within in the place of a term, or a plain word.
    pub(super) fn term(&mut self, term: &mut Term) -> bool {
        for stand_in in term.stand_ins() {
            if self.is_here() {
                *term = stand_in;
                return true;
            }
        }
        let (plain, is_plain) = plain(term);
        if !is_plain && self.is_here() {
            *term = Term::word(term.sort, plain);
            return true;
        }
        let is_list = term.joint.is_some();
        (is_list && self.each(&mut term.parts, 1)) || self.within(&mut term.parts, Self::term)
    }
}

/// The plainest word of a sort, and whether the term is as plain already.
fn plain(term: &Term) -> (&'static str, bool) {
    let text = term.to_string();
    match term.sort {
        Sort::Atom | Sort::Test => ("any", term.parts.is_empty()),
        Sort::Number => ("1", text == "1" || text == "0"),
        Sort::Put => ("_", text == "_"),
        Sort::Condition => ("some any", text == "some any"),
        // A line has no plain form: it is left out as a whole.
        Sort::Line => ("", true),
    }
}
