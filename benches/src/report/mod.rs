//! Report of what was measured, as a table, as data and as a picture.

mod plot;
mod text;

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Serialize;

use crate::growth::Growth;
use crate::loading::Loading;
use crate::run::Measured;
use crate::speedup::Speedup;
use crate::spellings::Spellings;

/// Everything that was measured.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The rows.
    pub rows: Vec<Measured>,
    /// Reading and compiling each shipped file.
    pub loading: Vec<Loading>,
    /// Time per ply by board.
    pub growth: Vec<Growth>,
    /// Random games beside the reference executor.
    pub generated: Vec<Speedup>,
    /// Written games beside the reference executor.
    pub written: Vec<Speedup>,
    /// Games in several spellings.
    pub spellings: Vec<Spellings>,
}

impl Report {
    /// The tables.
    pub fn text(&self) -> String {
        text::tables(self)
    }

    /// The data, as JSON.
    pub fn json(&self) -> String {
        let json = serde_json::to_string_pretty(self);
        json.expect("a report is made of numbers and text")
    }

    /// The picture, as SVG.
    ///
    /// # Errors
    /// What the drawing library says.
    pub fn svg(&self) -> Result<String, String> {
        plot::svg(self).map_err(|error| error.to_string())
    }

    /// Writes `side_by_side.txt`, `.json` and `.svg` into a folder, which is made where it is not.
    ///
    /// # Errors
    /// Where a file cannot be written or the picture not be drawn.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::create_dir_all(folder)?;
        let svg = self.svg().map_err(io::Error::other)?;
        let files = [("txt", self.text()), ("json", self.json()), ("svg", svg)];
        let mut written = Vec::new();
        for (ending, text) in files {
            let path = folder.join("side_by_side").with_extension(ending);
            fs::write(&path, text)?;
            written.push(path);
        }
        Ok(written)
    }
}
