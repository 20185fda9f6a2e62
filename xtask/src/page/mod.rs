//! The page without a server: the engine as a module, the static site, and the page as one file.

pub(crate) mod module;
mod player;
pub(crate) mod site;
pub(crate) mod vendor;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

/// The beginning of an import map in a page; browsers read import maps from nowhere else.
const IMPORT_MAP: (&str, &str) = ("<script type=\"importmap\">", "</script>");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder of everything that is made here; it can be deleted at any time.
fn built() -> PathBuf {
    root().join("web/built")
}

/// The files in a folder and its folders, by their paths with `/`, in order.
fn files_in(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    fn walk(folder: &Path, name: &str, found: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{name}{}", entry.file_name().to_string_lossy());
            match entry.file_type()?.is_dir() {
                true => walk(&entry.path(), &format!("{name}/"), found)?,
                false => found.push((name, fs::read(entry.path())?)),
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(folder, "", &mut found)?;
    found.sort();
    Ok(found)
}

fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

fn sha256(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// The source of a content security policy that allows this script or style.
fn policy_hash(text: &str) -> String {
    format!("'sha256-{}'", base64(&sha256(text.as_bytes())))
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The import map of a page; empty text if it has none.
fn import_map(page: &str) -> &str {
    let after = page.split_once(IMPORT_MAP.0).map(|(_, rest)| rest);
    after.and_then(|rest| rest.split_once(IMPORT_MAP.1)).map_or("", |(map, _)| map)
}
