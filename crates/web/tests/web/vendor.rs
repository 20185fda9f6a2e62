//! Files of other projects within the page are as those projects published them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

#[derive(Deserialize)]
struct Package {
    files: BTreeMap<String, String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/page/vendor")
}

fn files(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.insert(path);
        }
    }
}

#[test]
fn vendored_files_have_their_hashes() {
    let list = folder().join("packages.json");
    let packages: BTreeMap<String, Package> =
        serde_json::from_str(&fs::read_to_string(&list).unwrap()).unwrap();
    let mut listed = BTreeSet::from([list]);
    for (name, package) in &packages {
        assert!(
            package.files.keys().any(|file| file.starts_with("LICENSE")),
            "{name} has its licence"
        );
        for (file, expected) in &package.files {
            let path = folder().join(name).join(file);
            let bytes = fs::read(&path).unwrap();
            let hash: String =
                Sha256::digest(&bytes).iter().map(|it| format!("{it:02x}")).collect();
            assert_eq!(hash, *expected, "{name}/{file}: `cargo xtask vendor` renews it");
            listed.insert(path);
        }
    }
    let mut found = BTreeSet::new();
    files(&folder(), &mut found);
    assert_eq!(found, listed);
}
