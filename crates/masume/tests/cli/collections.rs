//! The files of `examples/collections`: titles, boards, warnings and errors.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::harness::{masume, output};

const ALONG: &str = "#######/#p.b.g#/#######";
const AROUND: &str = "######/#g...#/#.#b.#/#..p.#/######";
const CROSS: &str = "#######/#gbp..#/#.#b#.#/#..g..#/#######";

/// A file, its levels as titles and boards, and what is said of it with its place.
type Row = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

const ROWS: &[Row] = &[
    ("titles-before.xsb", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("titles-after.xsb", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("second-title-only.xsb", &[("", ALONG), ("Around", AROUND)], &[]),
    ("title-lines.xsb", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("decorated-titles.txt", &[("Along", ALONG), ("2", AROUND)], &[]),
    ("solutions.sok", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("letters.sok", &[("", ALONG)], &[]),
    (
        "two-conventions.sok",
        &[("", "#####/#pbg#/#####"), ("", "######/#pBbg#/######")],
        // In the second the player stands before two boxes.
        &["warning E0415 1:1", "warning E0409 5:1"],
    ),
    ("round-goals.sok", &[("Ring", "#######/#P.b.g#/#....b#/#######")], &[]),
    ("own-legend.txt", &[("Along", ALONG)], &[]),
    ("sections.txt", &[("Along", ALONG)], &[]),
    ("run-lengths.rle", &[("Along", ALONG), ("Posts", "#######/#p.b.g#/#.#.###/#######")], &[]),
    ("groups.rle", &[("Fence", "#.#.##/#pbg.#/######")], &[]),
    ("separators.txt", &[("", ALONG), ("", AROUND), ("", CROSS)], &[]),
    ("joined-separators.txt", &[("", ALONG), ("", AROUND), ("", CROSS)], &["warning E0415 4:1"]),
    ("mail.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("bars.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("indented.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("page.html", &[("", ALONG)], &[]),
    ("byte-order-mark.xsb", &[("Along", ALONG)], &[]),
    ("carriage-returns.xsb", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("crlf.xsb", &[("Along", ALONG)], &[]),
    ("latin-1.xsb", &[("Die Tür", ALONG), ("Café", AROUND)], &["warning E0102 1:8"]),
    ("utf-16.xsb", &[("Tür", ALONG)], &[]),
    ("nested-quotes.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("no-break-blanks.txt", &[("", ALONG)], &[]),
    ("doubled-returns.txt", &[("", ALONG)], &[]),
    ("joined-files.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("elements.slc", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("dashes.txt", &[("", ALONG), ("", AROUND), ("", ALONG)], &["warning E0415 4:1"]),
    ("page-of-two.html", &[("", ALONG), ("Around", AROUND)], &[]),
    ("solutions-below.txt", &[("", ALONG), ("", AROUND)], &[]),
    ("end-of-file-sign.txt", &[("Along", ALONG)], &[]),
    ("form-feed.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("returns-latin-1.txt", &[("Die Tür", ALONG), ("Été", AROUND)], &["warning E0102 1:6"]),
    ("named-quotes.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("named-levels.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("quoted-titles.txt", &[("Along", ALONG), ("Around", AROUND), ("Along again", ALONG)], &[]),
    ("line-separators.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("reversed-ends.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("difference.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("table-of-cells.txt", &[("Along", ALONG)], &[]),
    ("table-of-boards.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("named-lines.txt", &[("Along", ALONG), ("Around", AROUND)], &[]),
    ("bad-sign.xsb", &[], &["error E0402 3:3"]),
    ("bad-tab.xsb", &[], &["error E0402 3:3"]),
    ("bad-tail.xsb", &[], &["error E0402 3:9"]),
    ("bad-group.rle", &[], &["error E0402 3:2"]),
    ("no-levels.txt", &[], &["error E0413 1:1"]),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/collections")
}

#[test]
fn every_file_of_the_folder_is_held() {
    let files = fs::read_dir(folder()).expect("the folder");
    let files: BTreeSet<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && !name.ends_with(".sh") && name != "README.md")
        .collect();
    let held: BTreeSet<String> = ROWS.iter().map(|(file, ..)| (*file).to_owned()).collect();
    assert_eq!(files, held);
}

#[test]
fn files_of_levels_are_read_as_they_are_found() {
    for (file, levels, said) in ROWS {
        let path = folder().join(file);
        let path = path.to_str().expect("a plain path");
        assert_eq!(said_of(path), *said, "{file}");
        if levels.is_empty() {
            continue;
        }
        let rated = masume(&["rate", "sokoban", "--levels", path, "--nodes", "0", "--json"]);
        let titles: Vec<String> = rated
            .stdout
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
            .map(|record| record["title"].as_str().unwrap_or_default().to_owned())
            .collect();
        let expected: Vec<&str> = levels.iter().map(|(title, _)| *title).collect();
        assert_eq!(titles, expected, "{file}");
        for (index, (_, board)) in levels.iter().enumerate() {
            let number = (index + 1).to_string();
            let shown = output(&["run", "sokoban", "--levels", path, "--level", &number]);
            let rows: Vec<&str> = shown.lines().filter(|line| !line.contains(": ")).collect();
            assert_eq!(rows.join("/"), *board, "{file}, level {number}");
        }
    }
}

/// Warnings and errors of the file, each with its place.
fn said_of(path: &str) -> Vec<String> {
    let checked = masume(&["check", "sokoban", "--levels", path, "--json"]).stdout;
    let records: Vec<Value> = serde_json::from_str(&checked).expect("JSON");
    records
        .iter()
        .filter(|record| record["file"] == path)
        .map(|record| {
            assert!(record["help"].is_string(), "{record}");
            let (severity, code) = (record["severity"].as_str(), record["code"].as_str());
            let (severity, code) = (severity.unwrap_or_default(), code.unwrap_or_default());
            format!("{severity} {code} {}:{}", record["line"], record["column"])
        })
        .collect()
}
