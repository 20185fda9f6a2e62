//! The files of the page: within the program, or on disk where it was built for debugging.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/page"]
struct Files;

/// Everything that `cargo xtask site` makes, of which the page as one file is taken. A program that
/// is built before has none.
#[derive(RustEmbed)]
#[folder = "../../web/built"]
#[include = "player.html"]
struct Built;

/// The file of the page as one file.
const PLAYER: &str = "player.html";

/// The page as one file, without a game; `None` where it was not made before this program was
/// built.
pub fn player() -> Option<String> {
    let file = Built::get(PLAYER)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    pub(crate) bytes: Cow<'static, [u8]>,
    pub(crate) media_type: String,
}

/// The file at the path of an address, such as `/play/index.js`; `/` is `index.html`.
pub(crate) fn asset(path: &str) -> Option<Asset> {
    let path = match path.strip_prefix('/')? {
        "" => "index.html",
        path => path,
    };
    let is_plain = |part: &str| {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.@".contains(&byte);
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_name)
    };
    if !path.split('/').all(is_plain) {
        return None;
    }
    let file = if path == PLAYER { Built::get(path) } else { Files::get(path) }?;
    let kind = file.metadata.mimetype();
    let media_type = match kind.starts_with("text/") {
        true => format!("{kind}; charset=utf-8"),
        false => kind.to_owned(),
    };
    Some(Asset { bytes: file.data, media_type })
}
