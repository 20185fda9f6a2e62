//! Machine code of the executors, counted from the symbols of the libraries that cargo builds.
//!
//! They are generic in the words of a set (`W`), in lanes (`L`) and in vector instructions, and LLVM needs 15 to 25
//! seconds of processor time for each megabyte: what grows here makes every build slower.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol, SymbolKind};

/// Libraries to be counted, and length of what is printed.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Counts these libraries, built with `-C symbol-mangling-version=v0`, and builds none.
    #[arg(long)]
    library: Vec<PathBuf>,
    /// Builds for this target instead of this machine.
    #[arg(long)]
    target: Option<String>,
    /// Rows of the table of functions.
    #[arg(long, default_value_t = 30)]
    rows: usize,
}

/// Programs, their compiler, executors, and the crates that build those.
const PACKAGES: [&str; 7] = [
    "masume-program",
    "masume-compile",
    "masume-execute",
    "masume-words-2",
    "masume-words-4",
    "masume-words-8",
    "masume-words-2560",
];

/// Beginnings of names that are left out of what is printed.
const CRATES: [&str; 3] = ["masume_program::", "masume_compile::", "masume_execute::"];

/// Stand-in for any of them.
const OURS: &str = "masume::";

/// Counts and prints.
///
/// # Errors
/// A build that fails, or a library that cannot be read.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let libraries = match &arguments.library[..] {
        [] => build(arguments.target.as_deref())?,
        libraries => libraries.to_vec(),
    };
    let mut sizes = Sizes::default();
    for library in &libraries {
        let before = sizes.total;
        sizes.add_library(&fs::read(library)?)?;
        println!("{:>9}  {}", megabytes(sizes.total - before), library.display());
    }
    println!("{:>9}  in all", megabytes(sizes.total));
    print_table("words of a set", &sizes.widths, usize::MAX);
    print_table("lanes", &sizes.lanes, usize::MAX);
    print_table("instructions", &sizes.instructions, usize::MAX);
    print_table("function (copies)", &sizes.functions, arguments.rows);
    Ok(())
}

/// Builds the libraries by themselves, in a target folder of their own: names of the second mangling say what a function
/// is generic over, and without link-time optimisation a library holds its machine code.
fn build(target: Option<&str>) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/size");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--target-dir"]).arg(&folder);
    cargo.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    cargo.env("RUSTFLAGS", "-C symbol-mangling-version=v0").env("CARGO_PROFILE_RELEASE_LTO", "off");
    if !cargo.status()?.success() {
        return Err("the libraries were not built".into());
    }
    let built = target.map_or_else(|| folder.clone(), |target| folder.join(target)).join("release");
    let library = |package: &&str| built.join(format!("lib{}.rlib", package.replace('-', "_")));
    Ok(PACKAGES.iter().map(library).collect())
}

/// Bytes, and how many functions they are of.
#[derive(Clone, Copy, Default)]
struct Bytes {
    bytes: u64,
    functions: usize,
}

impl Bytes {
    fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.functions += 1;
    }
}

/// Bytes of machine code by what they are generic over.
#[derive(Default)]
struct Sizes {
    total: u64,
    widths: BTreeMap<String, Bytes>,
    lanes: BTreeMap<String, Bytes>,
    instructions: BTreeMap<String, Bytes>,
    functions: BTreeMap<String, Bytes>,
}

impl Sizes {
    fn add_library(&mut self, library: &[u8]) -> Result<(), Box<dyn Error>> {
        let archive = ArchiveFile::parse(library)?;
        for member in archive.members() {
            // The first members are metadata.
            let Ok(file) = object::File::parse(member?.data(library)?) else { continue };
            for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
                let name = rustc_demangle::demangle(symbol.name()?);
                self.add(&format!("{name:#}"), symbol.size());
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &str, bytes: u64) {
        let parameters = numbers(name);
        let nth = |nth: usize| parameters.get(nth).map_or("none", |it| it).to_owned();
        self.total += bytes;
        self.widths.entry(nth(0)).or_default().add(bytes);
        self.lanes.entry(nth(1)).or_default().add(bytes);
        self.instructions.entry(instructions(name).to_owned()).or_default().add(bytes);
        self.functions.entry(plain(name)).or_default().add(bytes);
    }
}

/// Numbers that a function is generic over, in the order of its name: words first, then lanes.
fn numbers(name: &str) -> Vec<&str> {
    let parts = name.split(['<', '>', ',', ' ']);
    let parts = parts.map(|part| part.strip_suffix("usize").unwrap_or(part));
    parts.filter(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit())).collect()
}

fn instructions(name: &str) -> &'static str {
    let known =
        [("Avx512", "AVX-512"), ("Avx2", "AVX2"), ("x86::v3", "AVX2"), ("Portable", "portable")];
    let found = known.iter().find(|(part, _)| name.contains(part));
    found.map_or("code without vectors", |(_, instructions)| instructions)
}

/// The name without what it is generic over; of code that is dispatched to vector instructions, that of the work.
fn plain(name: &str) -> String {
    let name = CRATES.iter().fold(name.to_owned(), |name, it| name.replace(it, OURS));
    if (name.contains("::On<") || name.contains("vectors::with"))
        && let Some((_, work)) = name.rsplit_once(OURS)
    {
        return work.split(['<', '>']).next().unwrap_or(work).to_owned();
    }
    let (mut plain, mut depth) = (String::new(), 0u32);
    let mut before = ' ';
    for letter in name.replace(OURS, "").chars() {
        match letter {
            // What is generic stands behind a name; a type in front of a method stands behind nothing.
            '<' if depth > 0 || before.is_alphanumeric() || before == ':' => depth += 1,
            '>' if depth > 0 && before != '-' => depth -= 1,
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
        before = letter;
    }
    plain.replace("::::", "::").trim_end_matches(':').to_owned()
}

fn print_table(title: &str, table: &BTreeMap<String, Bytes>, most: usize) {
    println!("\n{:>9}  {title}", "bytes");
    let mut rows: Vec<_> = table.iter().collect();
    rows.sort_by_key(|(_, size)| std::cmp::Reverse(size.bytes));
    for (name, Bytes { bytes, functions }) in rows.into_iter().take(most) {
        println!("{:>9}  {name} ({functions})", megabytes(*bytes));
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.2} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_by_what_they_are_generic_over() {
        let name = "<masume_execute::interp::register_file::RegisterFile<16, 8>>::take_with::<board::Twice<x86::Avx2>>";
        assert_eq!(numbers(name), ["16", "8"]);
        assert_eq!(instructions(name), "AVX2");
        assert_eq!(plain(name), "<interp::register_file::RegisterFile>::take_with");
        let name = "<V3>::vectorize::<masume_execute::vectors::x86::On<Avx2, masume_execute::interp::play::Running<4, 16>>>";
        assert_eq!(
            (numbers(name), plain(name)),
            (vec!["4", "16"], "interp::play::Running".to_owned())
        );
        assert_eq!(numbers("masume_compile::lower::plan"), Vec::<&str>::new());
    }
}
