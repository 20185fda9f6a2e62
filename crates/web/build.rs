//! Puts the files of the page into the library, each packed as a browser can be sent it. A program that is built for
//! debugging reads them from their folders, so that it need not be built again for a change of the page.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec_zlib;

/// Folder of the page, seen from this crate.
const PAGE: &str = "../../web/page";
/// Folder of what `cargo xtask site` makes; it is always there, for cargo takes what is not for changed, each time.
const BUILT: &str = "../../web/built";
/// The page as one file, which is there once it has been made.
const PLAYER: &str = "player.html";
/// Level of packing: beyond it little is gained, and this script is built without optimisation.
const LEVEL: u8 = 7;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let (page, built) = (Path::new(&root).join(PAGE), Path::new(&root).join(BUILT));
    let mut table = String::from("&[\n");
    let mut folders = format!("Some(({page:?}, {built:?}))");
    if env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo::rerun-if-changed={PAGE}");
        folders = "None".to_owned();
        add_folder(&mut table, &page, "")?;
        if built.join(PLAYER).is_file() {
            println!("cargo::rerun-if-changed={BUILT}/{PLAYER}");
            add(&mut table, &built.join(PLAYER), PLAYER)?;
        } else {
            println!("cargo::rerun-if-changed={BUILT}");
        }
    }
    table.push_str("]\n");
    write("packed.rs", table)?;
    write("folders.rs", folders)
}

/// Lines of the table for the files of a folder and its folders, in order.
fn add_folder(table: &mut String, folder: &Path, name: &str) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{name}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => add_folder(table, &entry.path(), &format!("{name}/"))?,
            false => add(table, &entry.path(), &name)?,
        }
    }
    Ok(())
}

/// A line of the table: the name of a file, and its bytes, packed.
fn add(table: &mut String, path: &Path, name: &str) -> io::Result<()> {
    let packed = compress_to_vec_zlib(&fs::read(path)?, LEVEL);
    let place = format!("{}.z", name.replace('/', "+"));
    write(&place, packed)?;
    let bytes = format!("include_bytes!(concat!(env!(\"OUT_DIR\"), {:?}))", format!("/{place}"));
    writeln!(table, "    ({name:?}, {bytes}),").map_err(io::Error::other)
}

/// Writes a file of the build.
fn write(name: &str, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let target = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&target).join(name), bytes)
}
