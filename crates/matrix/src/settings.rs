//! Settings of the bot: a file, and secrets that may come from the environment.

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Deserialize;

use crate::trouble::Trouble;

/// Variables that hold a secret: an access token, or a password.
pub(crate) const SECRETS: [&str; 2] = ["MASUME_MATRIX_TOKEN", "MASUME_MATRIX_PASSWORD"];
/// The most bytes of a file of settings.
const LONGEST: u64 = 64 << 10;

/// Settings of the bot of Matrix.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) homeserver: String,
    pub(crate) entry: Entry,
}

/// Way to sign in.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Token(Secret),
    Password { user: String, password: Secret },
}

/// A text that is never shown.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn new(text: String) -> Self {
        Self(text)
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a secret")
    }
}

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    homeserver: String,
    user: Option<String>,
    token: Option<Secret>,
    password: Option<Secret>,
}

impl Settings {
    /// Settings of a file. `variable` gives what the environment says; a secret there goes before one of the
    /// file, which nobody but its owner may be able to read then.
    pub(crate) fn of_file(
        path: &Path,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Trouble> {
        let file = File::open(path).map_err(Trouble::Unread)?;
        let is_private = is_private(&file);
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text).map_err(Trouble::Unread)?;
        Self::of_text(&text, is_private, variable)
    }

    fn of_text(
        text: &str,
        is_private: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Trouble> {
        // What the parser says may quote the line, and that may be the one with the secret.
        let written: Written = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|it| text.get(..it.start)).unwrap_or_default();
            Trouble::NotUnderstood { line: before.matches('\n').count() + 1 }
        })?;
        if !is_private && (written.token.is_some() || written.password.is_some()) {
            return Err(Trouble::OpenToOthers);
        }
        let homeserver = written.homeserver.trim_end_matches('/').to_owned();
        if !is_safe(&homeserver) {
            return Err(Trouble::NotSafe);
        }
        let [token, password] = SECRETS.map(|name| variable(name).filter(|it| !it.is_empty()));
        let of_environment = token.is_some() || password.is_some();
        let secrets = match of_environment {
            true => (token.map(Secret::new), password.map(Secret::new)),
            false => (written.token, written.password),
        };
        let entry = match secrets {
            (Some(token), _) => Entry::Token(token),
            (None, Some(password)) => {
                Entry::Password { user: written.user.ok_or(Trouble::NoUser)?, password }
            }
            (None, None) => return Err(Trouble::NoSecret),
        };
        Ok(Self { homeserver, entry })
    }
}

/// True if a secret can be sent there: encrypted, or to this machine.
fn is_safe(homeserver: &str) -> bool {
    let Ok(address) = reqwest::Url::parse(homeserver) else { return false };
    let is_here = matches!(address.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"));
    address.scheme() == "https" || (address.scheme() == "http" && is_here)
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

    const SERVER: &str = "homeserver = \"https://matrix.example.org/\"\n";

    fn nothing(_: &str) -> Option<String> {
        None
    }

    fn read(text: &str, is_private: bool) -> Result<Settings, Trouble> {
        Settings::of_text(&format!("{SERVER}{text}"), is_private, nothing)
    }

    #[test]
    fn secrets_come_from_the_environment_or_a_private_file() {
        let settings = read("token = \"s3cret\"\n", true).expect("settings");
        assert_eq!(settings.homeserver, "https://matrix.example.org");
        assert!(matches!(&settings.entry, Entry::Token(token) if token.expose() == "s3cret"));
        assert!(matches!(read("token = \"s3cret\"\n", false), Err(Trouble::OpenToOthers)));
        assert!(matches!(read("password = \"s3cret\"\n", false), Err(Trouble::OpenToOthers)));
        assert!(matches!(read("password = \"s3cret\"\n", true), Err(Trouble::NoUser)));
        assert!(matches!(read("", true), Err(Trouble::NoSecret)));
        let variable = |name: &str| (name == SECRETS[1]).then(|| "other".to_owned());
        let text = format!("{SERVER}user = \"masume\"\ntoken = \"s3cret\"\n");
        let settings = Settings::of_text(&text, true, variable).expect("settings");
        let Entry::Password { user, password } = &settings.entry else { panic!("a password") };
        assert_eq!((user.as_str(), password.expose()), ("masume", "other"));
    }

    #[test]
    fn no_secret_is_sent_unencrypted() {
        let is_safe = |address: &str| {
            let text = format!("homeserver = \"{address}\"\ntoken = \"s3cret\"\n");
            Settings::of_text(&text, true, nothing).is_ok()
        };
        assert!(is_safe("https://matrix.example.org") && is_safe("http://127.0.0.1:8008"));
        assert!(is_safe("http://localhost:8008") && is_safe("http://[::1]:8008"));
        for address in [
            "http://matrix.example.org",
            "ftp://a",
            "matrix.example.org",
            "",
            "http://127.0.0.1.org",
        ] {
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
            let error = read(&format!("user = \"a\"\n{line}\n"), true)
                .expect_err("it is no file of settings");
            assert!(matches!(error, Trouble::NotUnderstood { line: 3 }), "{line}: {error:?}");
        }
        let settings = read("token = \"s3cret\"\n", true).expect("settings");
        assert!(!format!("{settings:?}").contains("s3cret"));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("matrix.toml");
        std::fs::write(&path, format!("{SERVER}token = \"s3cret\"\n")).expect("a file");
        for (mode, is_read) in
            [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o644, false)]
        {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
            assert_eq!(Settings::of_file(&path, nothing).is_ok(), is_read, "{mode:o}");
        }
    }
}
