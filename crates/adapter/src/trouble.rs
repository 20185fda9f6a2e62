//! Troubles that end a bot, and notices of those that do not.

use std::io;

use crate::command::Program;
use crate::words::Language;

/// Reason for which a bot does not begin, or ends.
#[derive(Debug)]
pub enum Trouble {
    /// The file of settings cannot be read.
    Unread(io::Error),
    /// A line of the file, counted from 1, is none of settings.
    NotUnderstood {
        /// Number of the line.
        line: usize,
    },
    /// Others than its owner can read the file, and a secret is in it.
    OpenToOthers,
    /// Not all secrets are said that are needed.
    NoSecret,
    /// A password is said, and no user.
    NoUser,
    /// A secret would be sent unencrypted, or the address, the value of this setting, is none.
    NotSafe {
        /// Name of the setting.
        setting: &'static str,
    },
    /// At this address, something else answers.
    WrongAddress(String),
    /// The server does not take the secret, or takes it no longer.
    SignedOut,
    /// The server refuses something that the bot cannot be without.
    Refused(String),
    /// This machine cannot make connections.
    NoConnections,
    /// The program that plays cannot be started.
    NoGames(io::Error),
    /// The program that plays has ended.
    GamesEnded,
}

impl Trouble {
    /// The trouble in words, with what helps.
    pub(crate) fn words(&self, file: &str, program: &Program, language: Language) -> String {
        let quoted = |names: &[&str]| -> String {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            names.join(", ")
        };
        let settings = quoted(program.settings);
        let (ways, ways_japanese) = program.ways;
        match self {
            Self::Unread(error) => language.choose(
                format!("`{file}` cannot be read: {error}"),
                format!("`{file}` を読めない：{error}"),
            ),
            Self::NotUnderstood { line } => language.choose(
                format!(
                    "`{file}`, line {line}: no setting; the settings are {settings}, each with a text in quotes"
                ),
                format!("`{file}` の {line} 行目は設定ではない。設定は {settings} で、値は引用符に入れる"),
            ),
            Self::OpenToOthers => language.choose(
                format!("`{file}` has a secret, and others than its owner can read it: `chmod 600 {file}`"),
                format!("`{file}` には秘密があるのに、持ち主以外も読める：`chmod 600 {file}`"),
            ),
            Self::NoSecret => language.choose(
                format!(
                    "no secret to sign in with: {ways}; in `{file}`, only its owner may be able to read it then"
                ),
                format!("ログインのための秘密がない：{ways_japanese}。`{file}` に書くなら、持ち主だけが読めること"),
            ),
            Self::NoUser => language.choose(
                format!("`{file}` needs `user` where a password is given"),
                format!("パスワードを使うなら `{file}` に `user` が要る"),
            ),
            Self::NotSafe { setting } => language.choose(
                format!("`{setting}` in `{file}` must begin with https://, for a secret is sent there"),
                format!("秘密を送る先なので、`{file}` の `{setting}` は https:// で始まらなければならない"),
            ),
            Self::WrongAddress(address) => language.choose(
                format!("what answers at {address} is another server than is meant"),
                format!("{address} で答えているのは、目当てのサーバーではない"),
            ),
            Self::SignedOut => language.choose(
                "the server does not take this token or password".to_owned(),
                "このトークンまたはパスワードは、サーバーに受け入れられない".to_owned(),
            ),
            Self::Refused(reason) => language.choose(
                format!("the server refuses: {reason}"),
                format!("サーバーに断られた：{reason}"),
            ),
            Self::NoConnections => language.choose(
                "this machine cannot make connections".to_owned(),
                "この機械では接続ができない".to_owned(),
            ),
            Self::NoGames(error) => language.choose(
                format!("`masume` cannot be started, which `--masume PROGRAM` names: {error}"),
                format!("`masume` を起動できない（`--masume プログラム` で指定できる）：{error}"),
            ),
            Self::GamesEnded => language.choose(
                "`masume chat stdio` has ended".to_owned(),
                "`masume chat stdio` が終わった".to_owned(),
            ),
        }
    }
}

/// News for the person who runs the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The server does not answer; the bot goes on trying.
    Lost,
    /// It answers again.
    Found,
    /// A room could not be entered.
    NotEntered,
    /// Something was refused for which the bot has no permission.
    NotAllowed,
}

impl Notice {
    /// The notice in words.
    pub(crate) fn words(self, language: Language) -> &'static str {
        match self {
            Self::Lost => language.choose(
                "the server does not answer; trying again",
                "サーバーが答えない。続けて試す",
            ),
            Self::Found => {
                language.choose("the server answers again", "サーバーがまた答えるようになった")
            }
            Self::NotEntered => language.choose(
                "a room to which the bot was invited cannot be entered",
                "招待された部屋に入れない",
            ),
            Self::NotAllowed => language.choose(
                "a permission is missing: the page on the setting up lists all",
                "権限が足りない。必要な権限は設定のページにある",
            ),
        }
    }
}
