//! Libraries of the page, as npm publishes them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::{built, root, sha256};

/// A package of `packages.json`: its version, and the hash of each of its files.
struct Package {
    version: String,
    licence: String,
    files: BTreeMap<String, String>,
}

/// Fetches the packages that `web/page/vendor/packages.json` names, and writes their files there.
/// Hashes must be those of the list; with `renew` the list gets those of what was fetched.
pub(crate) fn fetch(renew: bool) -> Result<(), Box<dyn Error>> {
    let list = folder().join("packages.json");
    let mut packages = read(&fs::read_to_string(&list)?)?;
    let fetched = install(&packages)?;
    for (name, package) in &mut packages {
        for (file, hash) in &mut package.files {
            let bytes = fs::read(fetched.join(name).join(file))?;
            let found = hex(&sha256(&bytes));
            if found != *hash && !renew {
                return Err(format!("{name}/{file} has the hash {found}, not {hash}").into());
            }
            *hash = found;
            let path = folder().join(name).join(file);
            fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
            fs::write(path, bytes)?;
        }
    }
    fs::write(list, written(&packages)?)?;
    Ok(())
}

fn folder() -> PathBuf {
    root().join("web/page/vendor")
}

/// The folder into which npm has put the packages, without running anything of theirs.
fn install(packages: &BTreeMap<String, Package>) -> Result<PathBuf, Box<dyn Error>> {
    let place = built().join("vendor");
    fs::create_dir_all(&place)?;
    let wanted = packages.iter().map(|(name, package)| format!("{name}@{}", package.version));
    let status = Command::new("npm")
        .args(["install", "--ignore-scripts", "--no-save", "--no-package-lock", "--prefix"])
        .arg(&place)
        .args(wanted)
        .status()?;
    match status.success() {
        true => Ok(place.join("node_modules")),
        false => Err("npm could not fetch the packages".into()),
    }
}

fn read(text: &str) -> Result<BTreeMap<String, Package>, Box<dyn Error>> {
    let Value::Object(listed) = serde_json::from_str(text)? else {
        return Err("packages.json is a map".into());
    };
    listed.into_iter().map(|(name, value)| Ok((name, package(&value)?))).collect()
}

fn package(value: &Value) -> Result<Package, Box<dyn Error>> {
    let text = |name: &str| value[name].as_str().map(str::to_owned).ok_or("a package lacks a text");
    let files = value["files"].as_object().ok_or("a package lacks files")?;
    let hash = |(file, hash): (&String, &Value)| {
        (file.clone(), hash.as_str().unwrap_or_default().to_owned())
    };
    let files = files.iter().map(hash).collect();
    Ok(Package { version: text("version")?, licence: text("licence")?, files })
}

fn written(packages: &BTreeMap<String, Package>) -> serde_json::Result<String> {
    let entry = |(name, package): (&String, &Package)| {
        let Package { version, licence, files } = package;
        (name.clone(), json!({ "version": version, "licence": licence, "files": files }))
    };
    let listed: serde_json::Map<String, Value> = packages.iter().map(entry).collect();
    serde_json::to_string_pretty(&listed).map(|text| text + "\n")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
