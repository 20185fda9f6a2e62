//! Puts the pages of the manual of errors into the binary; a checkout without them builds too.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folder of the pages, seen from this crate.
const PAGES: &str = "../../spec/errors";

fn main() -> io::Result<()> {
    let mut pages = String::from("&[\n");
    for path in files(PAGES, "md")? {
        let place = path.display().to_string();
        entry(&mut pages, &stem(&path), &place)?;
    }
    write("error_pages.rs", pages)
}

/// A line of a table: a name, and the text of the file at `place`.
fn entry(table: &mut String, name: &str, place: &str) -> io::Result<()> {
    writeln!(table, "    ({name:?}, include_str!({place:?})),").map_err(io::Error::other)
}

fn write(name: &str, mut table: String) -> io::Result<()> {
    table.push_str("]\n");
    let target = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&target).join(name), table)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files of a folder that end so, in order; none where there is no such folder.
fn files(folder: &str, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = entries(folder)?;
    found.retain(|path| path.extension().is_some_and(|it| it == ending));
    Ok(found)
}

fn entries(folder: &str) -> io::Result<Vec<PathBuf>> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&root).join(folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    found.sort();
    Ok(found)
}
