//! Puts the manual of errors and the specification, packed, and the translations of games into the library; a
//! checkout without them builds too.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec_zlib;

/// Folder of the pages, seen from this crate.
const PAGES: &str = "../../spec/errors";
/// Folder of the specification, whose chapters begin with a number.
const CHAPTERS: &str = "../../spec";
/// Name of the grammar among them.
const GRAMMAR: &str = "grammar";
/// Level of packing at which most is gained.
const BEST: u8 = 9;
/// A folder for each language, with a file for each shipped game.
const TRANSLATIONS: &str = "../../games/locale";

fn main() -> io::Result<()> {
    let mut text = String::new();
    let mut pages = String::from("&[\n");
    for path in files(PAGES, "md")? {
        part(&mut pages, &mut text, &path)?;
    }
    write("error_pages.rs", pages)?;

    let (mut chapters, mut grammar) = (String::from("&[\n"), String::from("&[\n"));
    for path in files(CHAPTERS, "md")? {
        if stem(&path).starts_with(|first: char| first.is_ascii_digit()) {
            part(&mut chapters, &mut text, &path)?;
        } else if stem(&path) == GRAMMAR {
            part(&mut grammar, &mut text, &path)?;
        }
    }
    write("chapters.rs", chapters)?;
    write("grammar.rs", grammar)?;
    fs::write(target()?.join("manual.z"), compress_to_vec_zlib(text.as_bytes(), BEST))?;

    let mut phrases = String::from("&[\n");
    for folder in folders(TRANSLATIONS)? {
        for path in files(&folder.display().to_string(), "ftl")? {
            let place = path.display().to_string();
            entry(&mut phrases, &[&stem(&folder), &stem(&path)], &place)?;
        }
    }
    write("game_phrases.rs", phrases)
}

/// A line of a table: the name of a file, and where its text stands in the text of all, to which it is added.
fn part(table: &mut String, text: &mut String, path: &Path) -> io::Result<()> {
    let start = text.len();
    text.push_str(&fs::read_to_string(path)?);
    writeln!(table, "    ({:?}, {start}..{}),", stem(path), text.len()).map_err(io::Error::other)
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
    fs::write(target()?.join(name), table)
}

fn target() -> io::Result<PathBuf> {
    env::var("OUT_DIR").map(PathBuf::from).map_err(io::Error::other)
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
