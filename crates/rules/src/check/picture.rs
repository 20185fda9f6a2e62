//! Pictures and levels in the game's file.

use masume_syntax::ast::{self, LevelSection};

use super::checker::Checker;
use crate::model::{LevelInfo, Size};
use crate::text::picture::{CellContents, read_rows};

impl<'a> Checker<'a> {
    /// The contents of a picture, read with the game's own legend.
    pub(super) fn picture(&mut self, picture: &'a ast::Picture) -> Vec<Vec<CellContents>> {
        let (rows, diagnostics) = read_rows(&self.layers, &self.legend, &picture.rows);
        self.diagnostics.extend(diagnostics);
        rows
    }

    pub(super) fn level(&mut self, section: &'a LevelSection) -> LevelInfo {
        let errors = self.diagnostics.len();
        let rows = self.picture(&section.picture);
        // Where there are no rows, the parser has said so.
        if self.is_sound_since(errors) && !rows.is_empty() {
            let width = rows.first().map_or(0, Vec::len);
            let size = Size { width: width as u32, height: rows.len() as u32 };
            self.check_level_size(size, section.picture.span);
        }
        LevelInfo {
            title: section.title.value.clone(),
            author: String::new(),
            rows: section.picture.rows.iter().map(|row| row.value.clone()).collect(),
            span: section.picture.span,
        }
    }
}
