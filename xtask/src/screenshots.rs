//! Pictures of the page that the README shows.

use std::error::Error;
use std::path::Path;
use std::process::Command;

/// Draws the pictures with the browser and the program that the tests of the page use: Chromium,
/// and the one that `MASUME` names or else the debug build.
///
/// # Errors
/// Node or Chromium is not there, the program was not built, or a picture cannot be drawn.
pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/tests");
    let status = Command::new(tests.join("run")).arg("screenshots.js").status()?;
    match status.success() {
        true => Ok(()),
        false => Err("the pictures were not drawn".into()),
    }
}
