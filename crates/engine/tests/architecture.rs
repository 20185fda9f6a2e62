//! The invariants of ARCHITECTURE.md that can be read off the files.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails, and says what it skips")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the bottom; a room may use those above it in this list only. The games written by
/// hand in `benches` are no room: they may use all of these, and none of these may use them.
const ROOMS: [&str; 25] = [
    "board",
    "syntax",
    "rules",
    "reference",
    "program",
    "execute",
    "compile",
    "words",
    "native",
    "engine",
    "agreement",
    "search",
    "session",
    "store",
    "presentation",
    "service",
    "chat",
    "adapter",
    "matrix",
    "slack",
    "wasm",
    "bots",
    "web",
    "python",
    "masume",
];

/// Rooms that must not import each other though the order would allow it.
const STRANGERS: [(&str, &str); 5] = [
    ("syntax", "board"),
    ("program", "reference"),
    ("execute", "reference"),
    ("compile", "reference"),
    ("compile", "execute"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders of a room's crates: its own, and those in it.
fn crates_of(room: &Path) -> Vec<PathBuf> {
    let inner = fs::read_dir(room).unwrap().map(|entry| entry.unwrap().path());
    inner.chain([room.to_owned()]).filter(|it| it.join("Cargo.toml").exists()).collect()
}

/// The rooms that a room depends on, on any target but not in tests, by folder name.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let room = folder.file_name().unwrap().to_string_lossy().into_owned();
        let manifest = |it: &PathBuf| fs::read_to_string(it.join("Cargo.toml")).unwrap();
        let manifest = crates_of(&folder).iter().map(manifest).collect::<Vec<_>>().join("\n");
        let mut is_listed = false;
        let mut uses = Vec::new();
        for line in manifest.lines() {
            if line.starts_with('[') {
                is_listed = line == "[dependencies]" || line.ends_with(".dependencies]");
            } else if let (true, Some(rest)) = (is_listed, line.strip_prefix("masume-")) {
                let name = rest.split(|c: char| !c.is_ascii_lowercase()).next().unwrap();
                if name != room {
                    uses.push(name.to_owned());
                }
            }
        }
        found.insert(room, uses);
    }
    found
}

/// Every Rust file of the crates' sources, with its text.
fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    for room in ROOMS {
        for folder in crates_of(&root().join("crates").join(room)) {
            walk(&folder.join("src"), &mut found);
        }
    }
    found
}

#[test]
fn every_crate_is_a_room_of_the_architecture() {
    let rooms: Vec<_> = dependencies().into_keys().collect();
    let mut expected = ROOMS.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(rooms, expected, "a new crate needs a place in ROOMS and in ARCHITECTURE.md");
}

#[test]
fn dependencies_point_down() {
    let place = |room: &str| ROOMS.iter().position(|it| *it == room).unwrap();
    for (room, uses) in dependencies() {
        for used in uses {
            assert!(place(&used) < place(&room), "{room} must not depend on {used}");
            let pair = (room.as_str(), used.as_str());
            assert!(!STRANGERS.contains(&pair), "{room} and {used} must not know each other");
        }
    }
}

/// Things that a terminal, a page and a chat share are not the terminal's: input and painting, arguments
/// and commands are few.
#[test]
fn the_command_line_stays_thin() {
    /// The most lines of its sources.
    const MOST: usize = 15_000;
    let face = root().join("crates/masume");
    let own = sources().into_iter().filter(|(path, _)| path.starts_with(&face));
    let lines: usize = own.map(|(_, text)| text.lines().count()).sum();
    assert!((MOST / 2..=MOST).contains(&lines), "{lines} lines");
}

/// Executors take minutes to build: a line of the compiler must not build them again.
#[test]
fn executors_are_built_without_the_compiler() {
    let words = root().join("crates/words");
    let built = crates_of(&words).into_iter().filter(|it| *it != words).collect::<Vec<_>>();
    assert!(built.len() >= 4, "the crates of executors are where this test looks");
    for folder in built {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("masume-compile"), "{}", folder.display());
    }
}

#[test]
fn no_source_names_a_game() {
    let titles: Vec<String> = fs::read_dir(root().join("games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        // What else lies there is about games, such as their words in other languages.
        .filter(|path| path.extension().is_some_and(|it| it == "masu"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(titles.len() >= 15, "the games are where this test looks");
    for (path, text) in sources() {
        // Comments and tests may give examples; what runs must not.
        if path.iter().any(|part| part == "tests" || part == "tests.rs") {
            continue;
        }
        let running = text.split("#[cfg(test)]").next().unwrap();
        for line in running.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for title in &titles {
                assert!(
                    !line.contains(&format!("\"{title}\"")),
                    "{} names the game {title}: {line}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn only_faces_touch_files_clocks_and_terminals() {
    // `web` is the face of a browser: it listens, has a thread for each socket, and watches a file.
    // `matrix` and `slack` are the faces of rooms on servers, with what they have in common in `adapter`: they ask
    // those, wait, and read one file.
    let faces = [
        "crates/masume",
        "crates/adapter",
        "crates/bots",
        "crates/matrix",
        "crates/slack",
        "crates/web",
        "crates/python",
        "crates/agreement/src/bin",
    ];
    let faces = faces.map(|face| root().join(face));
    for (path, text) in sources() {
        if faces.iter().any(|face| path.starts_with(face)) {
            continue;
        }
        for forbidden in ["std::fs", "std::io", "std::net", "std::time", "std::env", "std::thread"]
        {
            assert!(!text.contains(forbidden), "{} uses {forbidden}", path.display());
        }
        assert!(!text.contains("static mut"), "{} has a global", path.display());
    }
}

/// The one room below the faces that keeps a file does so through SQLite alone; nobody else has it.
#[test]
fn only_the_store_knows_sqlite() {
    for room in ROOMS {
        let manifest = root().join("crates").join(room).join("Cargo.toml");
        let has_sqlite = fs::read_to_string(manifest).unwrap().contains("rusqlite");
        assert_eq!(has_sqlite, room == "store", "{room}");
    }
}

#[test]
fn hash_maps_are_only_where_nothing_iterates_them() {
    // These ask their maps whether they have been somewhere, and read them in no order.
    let asked_only = [
        "reference/src/search.rs",
        "reference/src/scene.rs",
        "rules/src/chance/events.rs",
        "execute/src/run/spots.rs",
        "search/src/rate.rs",
        "python/src/trees.rs",
    ];
    let asked_only = asked_only.map(|file| root().join("crates").join(file));
    for (path, text) in sources() {
        let has_hashes = text.contains("HashMap") || text.contains("HashSet");
        assert!(!has_hashes || asked_only.contains(&path), "{}: order by hash", path.display());
        if has_hashes {
            for iterated in [".keys()", ".values()", ".drain()", ".into_keys()", ".into_values()"] {
                assert!(!text.contains(iterated), "{} iterates: {iterated}", path.display());
            }
        }
    }
}

/// Neighbourhood is data of the board: which cells are next to each other, how far apart their
/// indices are and which direction leads back is asked of `Grid` and `Direction`.
#[test]
fn only_the_board_knows_neighbourhood() {
    // Without blanks, so that no layout of the code hides any.
    let forbidden = [
        "full_width",
        "full_height",
        "ALL[7",
        "*grid.width()",
        "/grid.width()",
        "%grid.width()",
        "grid.width()*",
        "+2*grid.rim()",
        "cell.0/",
        "cell.0%",
        ".down()*",
    ];
    // A text of a board has rows of its own, which are a character longer.
    let exempt = ["board", "engine/src/regex"].map(|it| root().join("crates").join(it));
    let mut read = 0;
    for (path, text) in sources() {
        if exempt.iter().any(|it| path.starts_with(it)) || path.ends_with("tests.rs") {
            continue;
        }
        let running = text.split("#[cfg(test)]").next().unwrap();
        for line in running.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let code: String = line.split_whitespace().collect();
            let found = forbidden.iter().find(|it| code.contains(**it));
            assert!(found.is_none(), "{}: {line}", path.display());
            read += 1;
        }
    }
    assert!(read > 50_000, "the sources are where this test looks: {read} lines");
}
