//! Words of this program, in English and Japanese.

/// Language of a person who runs the bot, and of greetings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    English,
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
    pub(crate) fn choose<T>(self, english: T, japanese: T) -> T {
        match self {
            Self::English => english,
            Self::Japanese => japanese,
        }
    }

    pub(crate) fn usage(self) -> &'static str {
        self.choose(
            "Usage: masume-matrix --config FILE [--masume PROGRAM]\n\
             The file names the server; docs/matrix.md says how a bot is set up.",
            "使い方: masume-matrix --config ファイル [--masume プログラム]\n\
             ファイルにはサーバーを書く。設定のしかたは docs/matrix.md にある。",
        )
    }

    pub(crate) fn error(self) -> &'static str {
        self.choose("error", "エラー")
    }

    pub(crate) fn signed_in(self, user: &str) -> String {
        self.choose(format!("signed in as {user}"), format!("{user} としてログインした"))
    }

    /// The line that is said in a room that is entered.
    pub(crate) fn greeting(self) -> &'static str {
        self.choose(
            "Masume plays here: `masume help` says how. It cannot read rooms that are encrypted.",
            "Masume がここで遊べます。使い方は `masume help`。暗号化された部屋は読めません。",
        )
    }

    /// The line that is said in a room that is left because it is encrypted.
    pub(crate) fn farewell(self) -> &'static str {
        self.choose(
            "This room is encrypted, and Masume cannot read here: invite it to one that is not.",
            "この部屋は暗号化されていて、Masume には読めません。暗号化されていない部屋に招待してください。",
        )
    }
}
