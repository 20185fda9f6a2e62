//! Settings of a bot: a file, and secrets that may come from the environment.

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::trouble::Trouble;

/// The most bytes of a file of settings.
const LONGEST: u64 = 64 << 10;

/// A text that is never shown.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// A secret of this text.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The secrets of these variables of the environment; an empty one says none.
    pub fn of_environment<const N: usize>(
        names: [&str; N],
        variable: impl Fn(&str) -> Option<String>,
    ) -> [Option<Self>; N] {
        names.map(|name| variable(name).filter(|it| !it.is_empty()).map(Self))
    }

    /// The text, to be sent to who knows it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a secret")
    }
}

/// Settings of a file, and true if nobody but its owner can read it.
///
/// # Errors
/// [`Trouble::Unread`] and [`Trouble::NotUnderstood`].
pub fn settings_of_file<T: DeserializeOwned>(path: &Path) -> Result<(T, bool), Trouble> {
    let file = File::open(path).map_err(Trouble::Unread)?;
    let is_private = is_private(&file);
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).map_err(Trouble::Unread)?;
    Ok((settings_of_text(&text)?, is_private))
}

/// Settings as they are written.
///
/// # Errors
/// [`Trouble::NotUnderstood`] with the line alone: what the parser says may quote one with a secret.
pub fn settings_of_text<T: DeserializeOwned>(text: &str) -> Result<T, Trouble> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|it| text.get(..it.start)).unwrap_or_default();
        Trouble::NotUnderstood { line: before.matches('\n').count() + 1 }
    })
}

/// True if a secret can be sent there: encrypted, or to this machine.
pub fn is_safe(address: &str) -> bool {
    let Ok(address) = reqwest::Url::parse(address) else { return false };
    let is_here = matches!(address.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"));
    match address.scheme() {
        "https" | "wss" => true,
        "http" | "ws" => is_here,
        _ => false,
    }
}

/// True if nobody but its owner can read the file. Where that cannot be known, secrets come from the environment.
#[cfg(unix)]
fn is_private(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    const OTHERS: u32 = 0o077;
    file.metadata().is_ok_and(|it| it.mode() & OTHERS == 0)
}

#[cfg(not(unix))]
fn is_private(_file: &File) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Written {
        #[expect(dead_code, reason = "it is only read")]
        user: Option<String>,
        token: Option<Secret>,
    }

    #[test]
    fn no_secret_is_sent_unencrypted() {
        for address in ["https://a.org", "wss://a.org/b", "http://127.0.0.1:8008", "ws://[::1]:1"] {
            assert!(is_safe(address), "{address}");
        }
        for address in
            ["http://a.org", "ws://a.org", "ftp://a", "a.org", "", "http://127.0.0.1.org"]
        {
            assert!(!is_safe(address), "{address}");
        }
    }

    #[test]
    fn what_is_said_of_a_file_quotes_no_secret() {
        for line in [
            "token = s3cret",
            "token = 123456",
            "s3cret",
            "tokn = \"s3cret\"",
            "token = [\"s3cret\"]",
        ] {
            let error = settings_of_text::<Written>(&format!("user = \"a\"\n{line}\n"))
                .expect_err("it is no file of settings");
            assert!(matches!(error, Trouble::NotUnderstood { line: 2 }), "{line}: {error:?}");
        }
        let written: Written = settings_of_text("token = \"s3cret\"\n").expect("settings");
        assert!(!format!("{written:?}").contains("s3cret"));
        assert_eq!(written.token.as_ref().map(Secret::expose), Some("s3cret"));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_private_where_nobody_else_can_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bot.toml");
        std::fs::write(&path, "token = \"s3cret\"\n").expect("a file");
        for (mode, expected) in
            [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o644, false)]
        {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
            let (_, is_private) = settings_of_file::<Written>(&path).expect("settings");
            assert_eq!(is_private, expected, "{mode:o}");
        }
    }
}
