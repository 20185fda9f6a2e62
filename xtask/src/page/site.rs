//! The static site: the page with the engine in workers, which works offline after the first visit.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;

use super::{built, files_in, gzip, import_map, module, player, policy_hash, root, sha256};

/// The page's word for who carries its questions, for a server and for a site.
const CARRIER: (&str, &str) = (
    "<meta name=\"masume-carrier\" content=\"socket\" />",
    "<meta name=\"masume-carrier\" content=\"worker\" />",
);
/// The place of the list of files in the service worker.
const FILES: &str = "\"\", []";
/// The service worker, by its path in the page.
const OFFLINE: &str = "offline.js";

/// Builds the site and the page that is one file, and prints their sizes.
///
/// # Errors
/// There is no module, or a file cannot be read or written.
pub(crate) fn build() -> Result<(), Box<dyn Error>> {
    let mut files = files_in(&root().join("web/page"))?;
    // What only tools read is no part of the site.
    files.retain(|(path, _)| !path.ends_with(".d.ts") && path != "carrier/socket.js");
    let module =
        files_in(&module::folder()).map_err(|_| "there is no module: `cargo xtask wasm`")?;
    let module = module.into_iter().filter(|(path, _)| is_served(path));
    files.extend(module.map(|(path, bytes)| (format!("carrier/module/{path}"), bytes)));
    let page = text_of(&files, "index.html")?;
    let (before, carrier) = CARRIER;
    if !page.contains(before) {
        return Err(format!("index.html lacks {before}").into());
    }
    let page = page.replace(before, carrier);

    let player = player::page(&page, &files)?;
    fs::create_dir_all(built())?;
    fs::write(built().join("player.html"), &player)?;
    println!("player.html: {} bytes", player.len());

    set(&mut files, "index.html", with_policy(&page).into_bytes());
    files.push(("player.html".to_owned(), player.into_bytes()));
    let offline = offline(&text_of(&files, OFFLINE)?, &files);
    set(&mut files, OFFLINE, offline.into_bytes());
    write(&built().join("site"), &files)?;
    let scripts = files.iter().filter(|(path, _)| path.ends_with(".js") && !is_of_editor(path));
    let mut bytes = 0;
    for (_, script) in scripts {
        bytes += gzip(script)?.len();
    }
    println!("site: {} files, scripts {bytes} bytes with gzip", files.len());
    Ok(())
}

/// True for the libraries that only the editor needs.
pub(super) fn is_of_editor(path: &str) -> bool {
    let is_of_all = |library: &str| path.starts_with(&format!("vendor/{library}/"));
    path.starts_with("vendor/") && !["lit-html", "client-zip"].into_iter().any(is_of_all)
}

fn is_served(path: &str) -> bool {
    path.ends_with(".js") || path.ends_with(".wasm")
}

fn text_of(files: &[(String, Vec<u8>)], path: &str) -> Result<String, Box<dyn Error>> {
    let found = files.iter().find(|(it, _)| it == path);
    let (_, bytes) = found.ok_or_else(|| format!("web/page/{path} is missing"))?;
    Ok(String::from_utf8(bytes.clone())?)
}

fn set(files: &mut [(String, Vec<u8>)], path: &str, bytes: Vec<u8>) {
    files.iter_mut().filter(|(it, _)| it == path).for_each(|file| file.1.clone_from(&bytes));
}

/// The page with its policy: no script but its own files, and the import map.
fn with_policy(page: &str) -> String {
    let map = import_map(page);
    let map = if map.is_empty() { String::new() } else { format!(" {}", policy_hash(map)) };
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{map}; style-src 'self'; \
         img-src 'self' data: blob:; connect-src 'self' https:; worker-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'"
    );
    insert_policy(page, &policy)
}

/// The page with a policy in front of everything that it rules.
pub(super) fn insert_policy(page: &str, policy: &str) -> String {
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />");
    let charset = "<meta charset=\"utf-8\" />";
    page.replacen(charset, &format!("{charset}\n        {meta}"), 1)
}

/// The service worker with the files that it keeps, and a name that changes with any of them.
fn offline(script: &str, files: &[(String, Vec<u8>)]) -> String {
    let kept = files.iter().filter(|(path, _)| path != OFFLINE);
    let mut all = Vec::new();
    let mut names = vec!["\"./\"".to_owned()];
    for (path, bytes) in kept {
        all.extend(path.bytes().chain(sha256(bytes)));
        names.push(format!("{path:?}"));
    }
    let version: String = sha256(&all).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let files = format!("\"{version}\", [\n    {},\n]", names.join(",\n    "));
    script.replacen(FILES, &files, 1)
}

fn write(folder: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Err(_) | Ok(()) => {}
    }
    for (path, bytes) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(())
}
