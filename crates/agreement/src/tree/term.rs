//! Tests, numbers, conditions and lines: text with terms in it.

use std::fmt;

/// Sort of a term, and so what may stand in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A test that can stand in a pattern by itself.
    Atom,
    /// A test that needs a bracket around it.
    Test,
    /// A number.
    Number,
    /// A condition on the whole position.
    Condition,
    /// Content that is put on a cell.
    Put,
    /// A line, or the heading of a block.
    Line,
}

impl Sort {
    /// True if a term of this sort may stand where one of the other does.
    pub fn fits(self, place: Sort) -> bool {
        self == place || (self == Self::Atom && place == Self::Test)
    }
}

/// Text with other terms in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its sort.
    pub sort: Sort,
    /// The text around the parts, one more than those; of a list only what opens and closes it.
    pub frame: Vec<String>,
    /// Separator between the parts of a list, such as `, `; absent where each part has its place.
    pub joint: Option<&'static str>,
    /// In the order of the text.
    pub parts: Vec<Term>,
}

impl Term {
    /// A word without parts.
    pub fn word(sort: Sort, text: impl Into<String>) -> Self {
        Self { sort, frame: vec![text.into()], joint: None, parts: Vec::new() }
    }

    /// A text with a part for each `@`.
    ///
    /// ```
    /// # use masume_agreement::tree::{Sort, Term};
    /// let count = Term::frame(Sort::Number, "count @", [Term::word(Sort::Atom, "box")]);
    /// assert_eq!(count.to_string(), "count box");
    /// ```
    pub fn frame(sort: Sort, text: &str, parts: impl Into<Vec<Term>>) -> Self {
        let (frame, parts) = (text.split('@').map(str::to_owned).collect(), parts.into());
        Self { sort, frame, joint: None, parts }
    }

    /// Parts in a row, any of which could be left out.
    pub fn list(
        sort: Sort,
        open: &str,
        joint: &'static str,
        close: &str,
        parts: Vec<Term>,
    ) -> Self {
        Self { sort, frame: vec![open.to_owned(), close.to_owned()], joint: Some(joint), parts }
    }

    /// Every term within that could stand in the place of this one, the outer ones first.
    pub fn stand_ins(&self) -> Vec<Term> {
        let mut found = Vec::new();
        for part in &self.parts {
            if part.sort.fits(self.sort) {
                found.push(part.clone());
            }
        }
        for part in &self.parts {
            let deeper = part.stand_ins().into_iter();
            found.extend(deeper.filter(|it| it.sort.fits(self.sort) && it != part));
        }
        found
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = self.frame.split_first().ok_or(fmt::Error)?;
        f.write_str(first)?;
        if let Some(joint) = self.joint {
            for (index, part) in self.parts.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { joint })?;
                part.fmt(f)?;
            }
            return rest.iter().try_for_each(|text| f.write_str(text));
        }
        for (part, text) in self.parts.iter().zip(rest) {
            part.fmt(f)?;
            f.write_str(text)?;
        }
        Ok(())
    }
}
