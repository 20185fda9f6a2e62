//! Settings of the bot of Slack.

use std::path::Path;

use masume_adapter::{Secret, Trouble, is_safe, settings_of_file};
use serde::Deserialize;

/// Variables that hold a secret: the token of the app, which opens the socket, and that of the bot.
pub(crate) const SECRETS: [&str; 2] = ["MASUME_SLACK_APP_TOKEN", "MASUME_SLACK_BOT_TOKEN"];
/// Address of the Web API.
const API: &str = "https://slack.com/api";

/// Settings of the bot.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) api: String,
    pub(crate) app: Secret,
    pub(crate) bot: Secret,
    pub(crate) signs: Signs,
}

/// Signs under a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Signs {
    /// Buttons in the message; who reacts with a sign presses it, too.
    #[default]
    Buttons,
    /// Reactions of the bot, for others to add theirs.
    Reactions,
}

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenSettings {
    api: Option<String>,
    app_token: Option<Secret>,
    bot_token: Option<Secret>,
    #[serde(default)]
    signs: Signs,
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
        written: WrittenSettings,
        is_private: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Trouble> {
        if !is_private && (written.app_token.is_some() || written.bot_token.is_some()) {
            return Err(Trouble::OpenToOthers);
        }
        let api = written.api.as_deref().unwrap_or(API).trim_end_matches('/').to_owned();
        if !is_safe(&api) {
            return Err(Trouble::NotSafe { setting: "api" });
        }
        let [app, bot] = Secret::of_environment(SECRETS, variable);
        let app = app.or(written.app_token).ok_or(Trouble::NoSecret)?;
        let bot = bot.or(written.bot_token).ok_or(Trouble::NoSecret)?;
        Ok(Self { api, app, bot, signs: written.signs })
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
        Settings::of_written(settings_of_text(text)?, is_private, variable)
    }

    #[test]
    fn secrets_come_from_the_environment_or_a_private_file() {
        let nothing = |_: &str| None;
        let both = "app-token = \"xapp-1\"\nbot-token = \"xoxb-1\"\n";
        let settings = read(both, true, nothing).expect("settings");
        assert_eq!((settings.app.expose(), settings.bot.expose()), ("xapp-1", "xoxb-1"));
        assert_eq!((settings.api.as_str(), settings.signs), (API, Signs::Buttons));
        assert!(!format!("{settings:?}").contains("xoxb-1"));
        assert!(matches!(read(both, false, nothing), Err(Trouble::OpenToOthers)));
        for missing in ["", "app-token = \"xapp-1\"\n", "bot-token = \"xoxb-1\"\n"] {
            assert!(matches!(read(missing, true, nothing), Err(Trouble::NoSecret)), "{missing}");
        }
        let variable = |name: &str| Some(format!("of {name}"));
        let settings = read("signs = \"reactions\"\n", false, variable).expect("settings");
        assert_eq!(settings.app.expose(), "of MASUME_SLACK_APP_TOKEN");
        assert_eq!(settings.bot.expose(), "of MASUME_SLACK_BOT_TOKEN");
        assert_eq!(settings.signs, Signs::Reactions);
        for none in ["signs = \"flags\"\n", "token = \"x\"\n", "api = 7\n"] {
            let error = read(none, true, variable).expect_err(none);
            assert!(matches!(error, Trouble::NotUnderstood { line: 1 }), "{error:?}");
        }
        let unsafe_api = read("api = \"http://slack.example.org\"\n", true, variable);
        assert!(matches!(unsafe_api, Err(Trouble::NotSafe { setting: "api" })));
    }
}
