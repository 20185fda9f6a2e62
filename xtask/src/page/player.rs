//! The page as one file: everything in it, and a place for the text of a game.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use regex::{Captures, Regex};

use super::{base64, gzip, import_map, root, sha256, site};

/// The module of the engine, by its path in the page.
const MODULE: &str = "carrier/module/masume_wasm_bg.wasm";
/// Name of the page's own modules in the import map, before their paths.
const OWN: &str = "masume/";
/// Parts of the page that a file has no use for: the editor, and what is for a site.
const LEFT_OUT: [&str; 3] = ["edit/", "manifest.", "offline.js"];

/// The page as one file, whose game is nothing yet.
///
/// # Errors
/// A file is missing, or imports one that is.
pub(super) fn page(index: &str, files: &[(String, Vec<u8>)]) -> Result<String, Box<dyn Error>> {
    let module = files.iter().find(|(path, _)| path == MODULE);
    let (_, module) = module.ok_or("there is no module: `cargo xtask wasm`")?;
    let is_left_out =
        |path: &str| LEFT_OUT.iter().any(|it| path.starts_with(it)) || site::is_of_editor(path);
    let mut texts = BTreeMap::new();
    let mut imports = BTreeMap::new();
    for (path, bytes) in files.iter().filter(|(path, _)| is_part(path) && !is_left_out(path)) {
        let text = std::str::from_utf8(bytes)?;
        let text = match path.ends_with(".js") {
            true => {
                imports.insert(format!("{OWN}{path}"), path.clone());
                with_names(path, text)?
            }
            false => text.to_owned(),
        };
        texts.insert(path.clone(), text);
    }
    imports.extend(
        mapped(import_map(index))?.into_iter().filter(|(_, path)| texts.contains_key(path)),
    );
    let (head, mut styles, main) = head(index)?;
    styles.retain(|path| texts.contains_key(path));
    let parts = serde_json::json!({
        "files": texts, "imports": imports, "styles": styles, "main": format!("{OWN}{main}"),
    });
    let parts = base64(&gzip(parts.to_string().as_bytes())?);
    let module = base64(&gzip(module)?);
    let begin = fs::read_to_string(root().join("web/player/begin.js"))?;
    // Nothing within the file is written by others but the game, which no script is made of.
    let nonce = base64(&sha256(begin.as_bytes())[..12]);
    let scripts = format!(
        "<script type=\"application/json\" id=\"masume-game\">null</script>\n\
         <script type=\"text/plain\" id=\"masume-module\">{module}</script>\n\
         <script type=\"text/plain\" id=\"masume-files\">{parts}</script>\n\
         <script nonce=\"{nonce}\">{begin}</script>\n"
    );
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}' blob: data: 'wasm-unsafe-eval'; style-src blob:; \
         img-src data: blob:; connect-src blob: https:; worker-src blob:; base-uri 'none'; form-action 'none'"
    );
    let page = site::insert_policy(&head, &policy);
    let (before, after) = page.split_once("</body>").ok_or("index.html has no </body>")?;
    Ok(format!("{before}{scripts}</body>{after}"))
}

fn is_part(path: &str) -> bool {
    [".js", ".css", ".svg"].iter().any(|end| path.ends_with(end))
}

/// The page without what loads files, the paths of its styles, and that of its first module.
fn head(index: &str) -> Result<(String, Vec<String>, String), Box<dyn Error>> {
    let link = Regex::new(r#"\s*<link rel="(?P<kind>[a-z]+)" href="(?P<path>[^"]+)"[^>]*>"#)?;
    let script = Regex::new(r#"\s*<script type="module" src="(?P<path>[^"]+)"></script>"#)?;
    let map = Regex::new(r#"(?s)\s*<script type="importmap">.*?</script>"#)?;
    let styles = link.captures_iter(index).filter(|found| &found["kind"] == "stylesheet");
    let styles = styles.map(|found| found["path"].to_owned()).collect();
    let main = script.captures(index).ok_or("index.html has no module")?["path"].to_owned();
    let head = link.replace_all(index, "");
    let head = script.replace_all(&head, "").into_owned();
    Ok((map.replace_all(&head, "").into_owned(), styles, main))
}

/// The names that an import map gives to files of the page.
fn mapped(map: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    if map.is_empty() {
        return Ok(Vec::new());
    }
    let map: serde_json::Value = serde_json::from_str(map)?;
    let names = map["imports"].as_object().into_iter().flatten();
    let path = |value: &serde_json::Value| {
        value.as_str().map(|it| it.trim_start_matches("./").trim_start_matches('/').to_owned())
    };
    Ok(names.filter_map(|(name, value)| Some((name.clone(), path(value)?))).collect())
}

/// The text of a module whose imports are names: what lies in an address of its own has no
/// neighbours that a path could lead to.
fn with_names(path: &str, text: &str) -> Result<String, Box<dyn Error>> {
    let import =
        Regex::new(r#"(?P<word>\b(?:from|import)\s*\(?\s*)["'](?P<to>\.{1,2}/[^"']+)["']"#)?;
    let named = import.replace_all(text, |found: &Captures<'_>| {
        format!("{}\"{OWN}{}\"", &found["word"], resolved(path, &found["to"]))
    });
    Ok(named.into_owned())
}

/// The path that a path leads to from a file.
fn resolved(from: &str, to: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in to.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_become_names() {
        let check = |text: &str, expected: &str| {
            assert_eq!(with_names("play/board.js", text).expect("a pattern"), expected);
        };
        check(
            r#"import { say } from "../phrases.js";"#,
            r#"import { say } from "masume/phrases.js";"#,
        );
        check(r#"import "./look.js";"#, r#"import "masume/play/look.js";"#);
        check(r#"await import("./more.js")"#, r#"await import("masume/play/more.js")"#);
        check(r#"export { a } from"./a.js""#, r#"export { a } from"masume/play/a.js""#);
        check(r#"import { html } from "lit";"#, r#"import { html } from "lit";"#);
        check(r#"const text = "./look.js";"#, r#"const text = "./look.js";"#);
    }

    #[test]
    fn the_head_loses_what_loads_files() {
        let index = "<head>\n  <link rel=\"stylesheet\" href=\"style/a.css\" />\n  \
                     <link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\" />\n  \
                     <script type=\"importmap\">{\"imports\": {\"lit\": \"./vendor/lit.js\"}}</script>\n  \
                     <script type=\"module\" src=\"main.js\"></script>\n</head>";
        let (rest, styles, main) = head(index).expect("a module");
        assert_eq!((rest.as_str(), main.as_str()), ("<head>\n</head>", "main.js"));
        assert_eq!(styles, ["style/a.css"]);
        let names = mapped(import_map(index)).expect("a map");
        assert_eq!(names, [("lit".to_owned(), "vendor/lit.js".to_owned())]);
    }
}
