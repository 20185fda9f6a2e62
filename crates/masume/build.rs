//! Puts the pages of the manual of errors into the binary; a checkout without them builds too.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

/// Where the pages are, seen from this crate.
const PAGES: &str = "../../spec/errors";

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join(PAGES);
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut pages = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|it| it == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();

    let mut table = String::from("&[\n");
    for path in pages {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let place = path.display().to_string();
        writeln!(table, "    ({id:?}, include_str!({place:?})),").map_err(io::Error::other)?;
    }
    table.push_str("]\n");
    let target = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&target).join("error_pages.rs"), table)
}
