//! The page as one file without a game, where `cargo xtask site` was run before this program was
//! built; a program for debugging reads it where it is made.

use rust_embed::RustEmbed;

/// Everything that is made for the page; only the page as one file is taken.
#[derive(RustEmbed)]
#[folder = "../../web/built"]
#[include = "player.html"]
struct Built;

/// The page; `None` where it was not made.
pub(crate) fn page() -> Option<String> {
    let file = Built::get("player.html")?;
    String::from_utf8(file.data.into_owned()).ok()
}
