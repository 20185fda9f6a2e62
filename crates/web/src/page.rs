//! The files of the page: within the program, or on disk where it was built for debugging.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;

/// Files by their paths, packed; none in a program that was built for debugging.
const PACKED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/packed.rs"));
/// Folders of the page, and of what `cargo xtask site` makes, for debugging.
const FOLDERS: Option<(&str, &str)> = include!(concat!(env!("OUT_DIR"), "/folders.rs"));
/// The file of the page as one file. A program that is built before it was made has none.
const PLAYER: &str = "player.html";
/// Level of packing at the moment of an answer.
const FAST: u8 = 1;

/// The page as one file, without a game; `None` where it was not made before this program was
/// built.
pub fn player() -> Option<String> {
    String::from_utf8(find(PLAYER)?.bytes()).ok()
}

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    /// As `deflate` is in HTTP.
    pub(crate) packed: Cow<'static, [u8]>,
    pub(crate) media_type: &'static str,
}

impl Asset {
    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        // What was packed by this crate is whole.
        decompress_to_vec_zlib(&self.packed).unwrap_or_default()
    }
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
    find(path)
}

fn find(path: &str) -> Option<Asset> {
    let packed = match FOLDERS {
        Some((page, built)) => {
            let folder = Path::new(if path == PLAYER { built } else { page });
            let bytes = fs::read(folder.join(path)).ok()?;
            Cow::Owned(compress_to_vec_zlib(&bytes, FAST))
        }
        None => Cow::Borrowed(PACKED.iter().find(|(name, _)| *name == path)?.1),
    };
    Some(Asset { packed, media_type: media_type(path) })
}

/// The media type of a file; what is not known is a text, as licences are.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}
