//! Puts the manual of errors, the specification and the translations of games into the library; a checkout
//! without them builds too.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folder of the pages, seen from this crate.
const PAGES: &str = "../../spec/errors";
/// Folder of the specification, whose chapters begin with a number.
const CHAPTERS: &str = "../../spec";
/// A folder for each language, with a file for each shipped game.
const TRANSLATIONS: &str = "../../games/locale";

fn main() -> io::Result<()> {
    let mut pages = String::from("&[\n");
    for path in files(PAGES, "md")? {
        let place = path.display().to_string();
        entry(&mut pages, &[&stem(&path)], &place)?;
    }
    write("error_pages.rs", pages)?;

    let mut chapters = String::from("&[\n");
    for path in files(CHAPTERS, "md")? {
        let name = stem(&path);
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            entry(&mut chapters, &[&name], &path.display().to_string())?;
        }
    }
    write("chapters.rs", chapters)?;

    let mut phrases = String::from("&[\n");
    for folder in folders(TRANSLATIONS)? {
        for path in files(&folder.display().to_string(), "ftl")? {
            let place = path.display().to_string();
            entry(&mut phrases, &[&stem(&folder), &stem(&path)], &place)?;
        }
    }
    write("game_phrases.rs", phrases)
}

/// A line of a table: names, and the text of the file at `place`.
fn entry(table: &mut String, names: &[&str], place: &str) -> io::Result<()> {
    table.push_str("    (");
    for name in names {
        write!(table, "{name:?}, ").map_err(io::Error::other)?;
    }
    writeln!(table, "include_str!({place:?})),").map_err(io::Error::other)
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

fn folders(folder: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = entries(folder)?;
    found.retain(|path| path.is_dir());
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
