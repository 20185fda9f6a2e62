//! Circles of imports inside a room: files that can only be read together.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails, and says what it skips")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Most files of a circle.
const MOST: usize = 5;

/// Rooms that keep to it.
const ROOMS: [&str; 12] = [
    "board",
    "native",
    "agreement",
    "engine",
    "search",
    "session",
    "store",
    "presentation",
    "service",
    "chat",
    "bots",
    "masume",
];

/// The names from the crate's root to a module, or to something in it.
type Names = Vec<String>;

/// A file of a crate: what it imports, and what it exports again under its own name.
#[derive(Default)]
struct Module {
    path: PathBuf,
    imports: Vec<Names>,
    exports: BTreeMap<String, Names>,
}

fn names(path: &str) -> Names {
    path.split("::").map(|name| name.trim().to_owned()).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// The paths of a `use` tree.
fn flattened(before: &str, tree: &str, found: &mut Vec<Names>) {
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap().trim();
        found.push(names(&format!("{before}{path}")));
        return;
    };
    let before = format!("{before}{}", tree[..open].trim());
    let (mut depth, mut part) = (0, String::new());
    for sign in tree[open + 1..tree.rfind('}').unwrap()].chars().chain([',']) {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        if sign == ',' && depth == 0 {
            if !part.trim().is_empty() {
                flattened(&before, &part, found);
            }
            part.clear();
        } else {
            part.push(sign);
        }
    }
}

/// A path from the root of the crate; `None` where it begins with another crate.
fn absolute(module: &[String], path: &[String], modules: &BTreeSet<Names>) -> Option<Names> {
    let child: Names = module.iter().chain(&path[..1]).cloned().collect();
    Some(match path[0].as_str() {
        "crate" => path[1..].to_vec(),
        "self" => [module, &path[1..]].concat(),
        "super" => {
            let ups = path.iter().take_while(|name| *name == "super").count();
            [&module[..module.len() - ups], &path[ups..]].concat()
        }
        _ if modules.contains(&child) => [module, path].concat(),
        _ => return None,
    })
}

/// The modules of a room that has one crate, without the tests in their files.
fn modules_of(room: &str) -> BTreeMap<Names, Module> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(room).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let name_of = |file: &Path| -> Names {
        let inner = file.strip_prefix(&root).unwrap().with_extension("");
        let name = inner.iter().map(|it| it.to_str().unwrap().to_owned());
        name.filter(|it| !["mod", "lib", "main"].contains(&it.as_str())).collect()
    };
    let all: BTreeSet<Names> = files.iter().map(|file| name_of(file)).collect();
    files.into_iter().map(|file| (name_of(&file), module(&file, &name_of(&file), &all))).collect()
}

fn module(file: &Path, name: &[String], all: &BTreeSet<Names>) -> Module {
    let text = fs::read_to_string(file).unwrap();
    let text: String =
        text.lines().map(|line| line.split("//").next().unwrap().to_owned() + "\n").collect();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let is_listing = file.ends_with("mod.rs") || file.ends_with("lib.rs");
    let mut module = Module { path: file.to_owned(), ..Module::default() };
    let mut rest = String::new();
    let mut left = text;
    while let Some(at) = left.find("use ") {
        let is_word = left[..at].chars().next_back().is_none_or(char::is_whitespace);
        let end = left[at..].find(';').map_or(left.len(), |end| at + end);
        if !is_word {
            rest.push_str(&left[..at + 4]);
            left = &left[at + 4..];
            continue;
        }
        let line = left[..at].rsplit('\n').next().unwrap();
        let mut paths = Vec::new();
        flattened("", &left[at + 4..end].replace('\n', " "), &mut paths);
        for path in paths {
            let Some(path) = absolute(name, &path, all) else { continue };
            if line.trim_start().starts_with("pub") {
                module.exports.insert(path.last().unwrap().clone(), path.clone());
            }
            if !line.trim_start().starts_with("pub") || !is_listing {
                module.imports.push(path);
            }
        }
        rest.push_str(&left[..at]);
        left = &left[end..];
    }
    rest.push_str(left);
    // Paths that are written out where they are used.
    for word in rest.split(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != ':') {
        if word.contains("::") && !word.starts_with(':') {
            module.imports.extend(absolute(name, &names(word), all));
        }
    }
    module
}

/// The file in which something is defined.
fn defined(path: &[String], modules: &BTreeMap<Names, Module>, steps: usize) -> Option<Names> {
    let at = (0..=path.len()).rev().find(|&at| modules.contains_key(&path[..at]))?;
    let exported = path.get(at).and_then(|name| modules[&path[..at]].exports.get(name));
    match exported {
        Some(other) if other != path && steps > 0 => defined(other, modules, steps - 1),
        _ => Some(path[..at].to_vec()),
    }
}

/// Everything that can be reached from a file by its imports.
fn reached(start: &Names, edges: &BTreeMap<Names, BTreeSet<Names>>) -> BTreeSet<Names> {
    let mut found = BTreeSet::new();
    let mut open = vec![start.clone()];
    while let Some(name) = open.pop() {
        open.extend(edges[&name].iter().filter(|it| found.insert((*it).clone())).cloned());
    }
    found
}

/// Circles of more than one file, the paths of each.
fn circles(room: &str) -> Vec<Vec<PathBuf>> {
    let modules = modules_of(room);
    let edges_of = |(name, module): (&Names, &Module)| {
        let imports = module.imports.iter().filter_map(|path| defined(path, &modules, 5));
        (name.clone(), imports.filter(|other| other != name).collect())
    };
    let edges: BTreeMap<Names, BTreeSet<Names>> = modules.iter().map(edges_of).collect();
    let reached: BTreeMap<&Names, BTreeSet<Names>> =
        edges.keys().map(|name| (name, reached(name, &edges))).collect();
    let mut found = Vec::new();
    for (name, others) in &reached {
        let circle: Vec<&Names> =
            others.iter().filter(|other| reached[other].contains(*name)).collect();
        if circle.first() == Some(name) {
            found.push(circle.iter().map(|it| modules[*it].path.clone()).collect());
        }
    }
    found
}

#[test]
fn circles_of_imports_are_small() {
    let mut count = 0;
    for room in ROOMS {
        for circle in circles(room) {
            assert!(circle.len() <= MOST, "{room}: {circle:#?}");
            count += 1;
        }
    }
    // Files that need each other are found at all.
    assert!(count > 0);
}
