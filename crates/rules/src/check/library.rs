//! Definitions that come with the language, written in the language.

use std::sync::OnceLock;

use masume_syntax::ast;

/// Name and text of each library.
const LIBRARY: &[(&str, &str)] = &[
    ("capture", include_str!("../../../../library/capture.masu")),
    ("lines", include_str!("../../../../library/lines.masu")),
];

/// Name and text of the definitions shipped, sorted by name: `use lines` brings in the first's.
pub fn library() -> &'static [(&'static str, &'static str)] {
    LIBRARY
}

/// The tree of a library, read once.
pub(super) fn library_file(name: &str) -> Option<&'static ast::File> {
    static FILES: OnceLock<Vec<ast::File>> = OnceLock::new();
    let files = FILES
        .get_or_init(|| LIBRARY.iter().map(|(_, text)| masume_syntax::parse(text).file).collect());
    let index = LIBRARY.iter().position(|(known, _)| *known == name)?;
    files.get(index)
}
