//! Properties that all of a game's own levels share, by which boards of a file are told from lines that
//! only look like rows, and a reading that makes sense from one that does not.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Content, Layer, Legend, Rules};
use crate::text::level::picture_of_level;
use crate::text::picture::CellContents;
use crate::text::required::required_pieces;
use crate::text::winnable::{CannotBeWon, is_won};

/// Properties that all levels of a game's own file share; empty for a game without levels.
pub(super) struct Exemplar<'r> {
    rules: &'r Rules,
    /// Pieces that every level shows.
    needed: Vec<(Layer, Content)>,
    /// Pieces of which every level has exactly one.
    single: Vec<(Layer, Content)>,
    /// Contents of the first and the last cell that show something, over all rows of all levels.
    edges: BTreeSet<CellContents>,
}

/// Contents of each glyph of a legend.
pub(super) type Glyphs<'r> = BTreeMap<char, &'r CellContents>;

/// True if the sign is a glyph of any of the game's legends.
pub(super) fn is_glyph(rules: &Rules, sign: char) -> bool {
    let mut entries = rules.legends.iter().flat_map(|it| &it.entries);
    entries.any(|entry| entry.glyphs.contains(&sign))
}

/// Contents of each glyph of this legend; the first entry of a glyph counts.
pub(super) fn glyphs_of(legend: &Legend) -> Glyphs<'_> {
    let mut glyphs = Glyphs::new();
    for entry in &legend.entries {
        for glyph in &entry.glyphs {
            glyphs.entry(*glyph).or_insert(&entry.contents);
        }
    }
    glyphs
}

impl<'r> Exemplar<'r> {
    pub(super) fn new(rules: &'r Rules) -> Self {
        let mut needed: Option<BTreeSet<(Layer, Content)>> = None;
        let mut edges = BTreeSet::new();
        for level in &rules.levels {
            let (cells, _) = picture_of_level(rules, level);
            let shown: BTreeSet<_> = cells.iter().flatten().flatten().copied().collect();
            needed =
                Some(needed.map_or(shown.clone(), |it| it.intersection(&shown).copied().collect()));
            for row in &cells {
                let mut showing = row.iter().filter(|cell| !cell.is_empty());
                let first = showing.next();
                edges.extend(first.into_iter().chain(showing.next_back()).cloned());
            }
        }
        Self {
            rules,
            needed: needed.unwrap_or_default().into_iter().collect(),
            single: required_pieces(rules),
            edges,
        }
    }

    /// Rules of the game.
    pub(super) fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// True if the glyph shows what rows of the game's own levels begin and end with.
    pub(super) fn is_edge(&self, glyphs: &Glyphs<'_>, glyph: char) -> bool {
        glyphs.get(&glyph).is_some_and(|contents| self.edges.contains(*contents))
    }

    /// True if the game has levels that show how rows begin and end.
    pub(super) fn knows_edges(&self) -> bool {
        !self.edges.is_empty()
    }

    /// True if it is known how rows begin and end, and this one does so.
    pub(super) fn is_closed(&self, glyphs: &Glyphs<'_>, row: &str) -> bool {
        let mut showing = row.chars().filter(|it| shows(glyphs, *it));
        let first = showing.next();
        let last = showing.next_back().or(first);
        [first, last].iter().all(|end| end.is_some_and(|it| self.is_edge(glyphs, it)))
    }

    /// True if the rows have exactly one of each piece of which every level has exactly one.
    pub(super) fn has_singles(&self, glyphs: &Glyphs<'_>, rows: &[&str]) -> bool {
        let counts = self.counts(glyphs, rows);
        self.single.iter().all(|piece| counts.get(piece) == Some(&1))
    }

    /// True if the rows have more than one of such a piece, as two boards one below the other do.
    pub(super) fn has_too_many(&self, glyphs: &Glyphs<'_>, rows: &[&str]) -> bool {
        let counts = self.counts(glyphs, rows);
        self.single.iter().any(|piece| counts.get(piece).is_some_and(|count| *count > 1))
    }

    /// True if the rows show all that every level does.
    pub(super) fn shows_needed(&self, glyphs: &Glyphs<'_>, rows: &[&str]) -> bool {
        let counts = self.counts(glyphs, rows);
        self.needed.iter().all(|piece| counts.contains_key(piece))
    }

    /// True if the rows show all that every level does, could be won, and are not won already.
    pub(super) fn is_sound(&self, glyphs: &Glyphs<'_>, rows: &[&str]) -> bool {
        if !self.shows_needed(glyphs, rows) {
            return false;
        }
        let cell = |glyph: char| glyphs.get(&glyph).map_or_else(Vec::new, |it| (*it).clone());
        let cells: Vec<Vec<CellContents>> =
            rows.iter().map(|row| row.chars().map(cell).collect()).collect();
        self.has_singles(glyphs, rows)
            && CannotBeWon::of_cells(self.rules, &cells).is_none()
            && !is_won(self.rules, &cells)
    }

    fn counts(&self, glyphs: &Glyphs<'_>, rows: &[&str]) -> BTreeMap<(Layer, Content), usize> {
        let mut counts = BTreeMap::new();
        for glyph in rows.iter().flat_map(|row| row.chars()) {
            for piece in glyphs.get(&glyph).into_iter().flat_map(|it| it.iter()) {
                *counts.entry(*piece).or_insert(0) += 1;
            }
        }
        counts
    }
}

/// True if the glyph shows more than nothing.
pub(super) fn shows(glyphs: &Glyphs<'_>, glyph: char) -> bool {
    glyphs.get(&glyph).is_some_and(|contents| !contents.is_empty())
}

/// True if the row is one sign that shows something, again and again.
pub(super) fn is_one_sign(glyphs: &Glyphs<'_>, row: &str) -> bool {
    let mut signs = row.trim().chars();
    let first = signs.next();
    first.is_some_and(|first| shows(glyphs, first) && signs.all(|sign| sign == first))
}

/// True if the row is one sign that shows something, or two of which one does, in turn.
pub(super) fn is_ornament(glyphs: &Glyphs<'_>, row: &str) -> bool {
    let signs: Vec<char> = row.trim().chars().collect();
    let goes_on = signs.iter().skip(2).zip(&signs).all(|(sign, before)| sign == before);
    let shows_something = signs.iter().take(2).any(|sign| shows(glyphs, *sign));
    is_one_sign(glyphs, row) || signs.len() > 2 && shows_something && goes_on
}
