//! Data of the file that belongs to a version of a game.

use masume_session::Version;

/// The hashes under which something of the version may be kept, as SQLite's `json_each` reads
/// them: one parameter, however many there are.
pub(crate) fn hashes(version: &Version) -> String {
    let hashes: Vec<String> = version.hashes().iter().map(|hash| format!("\"{hash}\"")).collect();
    format!("[{}]", hashes.join(","))
}
