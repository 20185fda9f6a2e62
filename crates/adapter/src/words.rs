//! Words of programs for networks, in English and Japanese.

/// Language of a person who runs a bot, and of greetings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// The language that the environment asks for.
    pub(crate) fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let said = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
        match said.into_iter().find(|it| !it.is_empty()) {
            Some(tag) if tag.starts_with("ja") => Self::Japanese,
            Some(_) | None => Self::English,
        }
    }

    /// One of two.
    pub fn choose<T>(self, english: T, japanese: T) -> T {
        match self {
            Self::English => english,
            Self::Japanese => japanese,
        }
    }

    pub(crate) fn usage(self, program: &str, page: &str) -> String {
        self.choose(
            format!(
                "Usage: {program} --config FILE [--masume PROGRAM]\n\
                 {page} says what the file has, and how a bot is set up."
            ),
            format!(
                "使い方: {program} --config ファイル [--masume プログラム]\n\
                 ファイルの内容と設定のしかたは {page} にある。"
            ),
        )
    }

    pub(crate) fn error(self) -> &'static str {
        self.choose("error", "エラー")
    }

    pub(crate) fn signed_in(self, user: &str) -> String {
        self.choose(format!("signed in as {user}"), format!("{user} としてログインした"))
    }
}
