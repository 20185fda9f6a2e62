//! Settings of the bot of Matrix.

use std::path::Path;

use masume_adapter::{Secret, Trouble, is_safe, settings_of_file};
use serde::Deserialize;

/// Variables that hold a secret: an access token, or a password.
pub(crate) const SECRETS: [&str; 2] = ["MASUME_MATRIX_TOKEN", "MASUME_MATRIX_PASSWORD"];

/// Settings of the bot.
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
        let (written, is_private) = settings_of_file(path)?;
        Self::of_written(written, is_private, variable)
    }

    fn of_written(
        written: Written,
        is_private: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Trouble> {
        if !is_private && (written.token.is_some() || written.password.is_some()) {
            return Err(Trouble::OpenToOthers);
        }
        let homeserver = written.homeserver.trim_end_matches('/').to_owned();
        if !is_safe(&homeserver) {
            return Err(Trouble::NotSafe { setting: "homeserver" });
        }
        let secrets = match Secret::of_environment(SECRETS, variable) {
            [None, None] => (written.token, written.password),
            [token, password] => (token, password),
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

#[cfg(test)]
mod tests {
    use super::*;
    use masume_adapter::settings_of_text;

    fn read(
        text: &str,
        is_private: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Settings, Trouble> {
        let text = format!("homeserver = \"https://matrix.example.org/\"\n{text}");
        Settings::of_written(settings_of_text(&text)?, is_private, variable)
    }

    #[test]
    fn secrets_come_from_the_environment_or_a_private_file() {
        let nothing = |_: &str| None;
        let settings = read("token = \"s3cret\"\n", true, nothing).expect("settings");
        assert_eq!(settings.homeserver, "https://matrix.example.org");
        assert!(matches!(&settings.entry, Entry::Token(token) if token.expose() == "s3cret"));
        for (text, is_private) in
            [("token = \"s3cret\"\n", false), ("password = \"s3cret\"\n", false)]
        {
            assert!(matches!(read(text, is_private, nothing), Err(Trouble::OpenToOthers)));
        }
        let text = "password = \"s3cret\"\n";
        assert!(matches!(read(text, true, nothing), Err(Trouble::NoUser)));
        assert!(matches!(read("", true, nothing), Err(Trouble::NoSecret)));
        let variable = |name: &str| (name == SECRETS[1]).then(|| "other".to_owned());
        let text = "user = \"masume\"\ntoken = \"s3cret\"\n";
        let settings = read(text, true, variable).expect("settings");
        let Entry::Password { user, password } = &settings.entry else { panic!("a password") };
        assert_eq!((user.as_str(), password.expose()), ("masume", "other"));
    }

    #[test]
    fn no_secret_is_sent_unencrypted() {
        let text = "homeserver = \"http://matrix.example.org\"\ntoken = \"s3cret\"\n";
        let written = settings_of_text(text).expect("settings");
        let refused = Settings::of_written(written, true, |_| None);
        assert!(matches!(refused, Err(Trouble::NotSafe { setting: "homeserver" })));
    }
}
