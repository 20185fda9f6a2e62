//! Troubles that end the bot, and notices of those that do not.

use std::io;

use crate::settings::SECRETS;
use crate::words::Language;

/// Reason for which the bot does not begin, or ends.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The file of settings cannot be read.
    Unread(io::Error),
    /// A line of the file, counted from 1, is none of settings.
    NotUnderstood { line: usize },
    /// Others than its owner can read the file, and a secret is in it.
    OpenToOthers,
    /// No secret is said.
    NoSecret,
    /// A password is said, and no user.
    NoUser,
    /// A secret would be sent unencrypted, or the address is none.
    NotSafe,
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
    pub(crate) fn words(&self, file: &str, language: Language) -> String {
        let [token, password] = SECRETS;
        match self {
            Self::Unread(error) => language.choose(
                format!("`{file}` cannot be read: {error}"),
                format!("`{file}` を読めない：{error}"),
            ),
            Self::NotUnderstood { line } => language.choose(
                format!(
                    "`{file}`, line {line}: no setting; the settings are `homeserver`, `user`, and `token` or \
                     `password`, each with a text in quotes"
                ),
                format!(
                    "`{file}` の {line} 行目は設定ではない。設定は `homeserver`、`user`、`token` か `password` で、\
                     値は引用符に入れる"
                ),
            ),
            Self::OpenToOthers => language.choose(
                format!("`{file}` has a secret, and others than its owner can read it: `chmod 600 {file}`"),
                format!("`{file}` には秘密があるのに、持ち主以外も読める：`chmod 600 {file}`"),
            ),
            Self::NoSecret => language.choose(
                format!(
                    "no secret to sign in with: set {token} or {password}, or write `token` or `password` into \
                     `{file}`, which only its owner may be able to read then"
                ),
                format!(
                    "ログインのための秘密がない：{token} か {password} を設定するか、持ち主だけが読める `{file}` に \
                     `token` か `password` を書く"
                ),
            ),
            Self::NoUser => language.choose(
                format!("`{file}` needs `user` where a password is given"),
                format!("パスワードを使うなら `{file}` に `user` が要る"),
            ),
            Self::NotSafe => language.choose(
                format!("`homeserver` in `{file}` must begin with https://, for a secret is sent there"),
                format!("秘密を送る先なので、`{file}` の `homeserver` は https:// で始まらなければならない"),
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
pub(crate) enum Notice {
    /// The server does not answer; the bot goes on trying.
    Lost,
    /// It answers again.
    Found,
    /// A room could not be entered.
    NotEntered,
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
        }
    }
}
