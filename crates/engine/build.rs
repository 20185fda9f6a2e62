//! Embeds every game of the folder `games`, so that a single binary carries them all.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let games = manifest.join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut list = String::from("&[\n");
    for path in game_files(&games)? {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&path)?;
        // The text itself, not its path: a build folder that moves keeps its games.
        let _ = writeln!(list, "    ShippedGame {{ name: {name:?}, text: {text:?} }},");
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("shipped_games.rs"), list)?;
    let menu = fs::read_to_string(games.join(MENU)).unwrap_or_default();
    fs::write(out.join("game_groups.rs"), table(&menu, "group", "GameGroup", "games"))?;
    fs::write(out.join("game_set_ups.rs"), table(&menu, "set-ups of", "GameSetUps", "ids"))
}

/// Groups of games and their set-ups, in the folder of the games.
const MENU: &str = "menu.txt";

/// The lines `KEYWORD NAME: WORD WORD ..` as values of a type with a name and its words.
fn table(text: &str, keyword: &str, of: &str, words: &str) -> String {
    let mut list = String::from("&[\n");
    let lines = text.lines().filter_map(|line| line.strip_prefix(keyword)?.split_once(':'));
    for (name, rest) in lines {
        let rest: Vec<&str> = rest.split_whitespace().collect();
        let name = name.trim();
        let _ = writeln!(list, "    {of} {{ name: {name:?}, {words}: &{rest:?} }},");
    }
    list.push(']');
    list
}

/// The game files, by name; none where the folder is missing.
fn game_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "masu") {
            files.push(path);
        }
    }
    // By name, not by path: of `a.masu` and `a-b.masu` the paths would come in the other order.
    files.sort_by_key(|path| path.file_stem().map(OsStr::to_owned));
    Ok(files)
}
