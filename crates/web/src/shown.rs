//! The first thing that a page shows, and the questions about it that are asked beside the protocol.

use masume_presentation::locale::Phrases;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::named_file::{NamedFile, Unwritten};

/// First thing that a page shows.
#[derive(Debug)]
pub enum Shown {
    /// The menu.
    Menu,
    /// A shipped game, by its name or an id.
    Game(String),
    /// A game in a file, which the page may write.
    File(NamedFile),
}

impl Shown {
    /// The file, where there is one.
    pub(crate) fn file(&self) -> Option<&NamedFile> {
        match self {
            Self::Menu | Self::Game(_) => None,
            Self::File(file) => Some(file),
        }
    }
}

/// A question that the server answers and no service: what is open, and writing it.
#[derive(Debug, Deserialize)]
pub(crate) struct ServerAsk {
    #[serde(default)]
    id: u64,
    pub(crate) ask: ServerQuestion,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ServerQuestion {
    /// First thing that the page shows.
    Opened,
    /// Writes the text into the file.
    Write(String),
}

/// A game as the page is told of it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum OpenedView<'s> {
    Menu,
    Game(&'s str),
    File { name: String, text: &'s str },
}

/// Reply to a question, and the text that its asker has seen since.
#[derive(Debug)]
pub(crate) struct ServerReply {
    pub(crate) line: String,
    pub(crate) seen: Option<String>,
}

impl ServerAsk {
    /// The question in a line, where it is one of these.
    pub(crate) fn of(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    /// The answer, for an asker who has seen this text of the file. It reads and writes the file.
    pub(crate) fn answer(
        &self,
        shown: &Shown,
        seen: Option<&str>,
        phrases: &Phrases,
    ) -> ServerReply {
        match &self.ask {
            ServerQuestion::Opened => self.opened(shown, phrases),
            ServerQuestion::Write(text) => self.write(shown.file(), text, seen, phrases),
        }
    }

    fn opened(&self, shown: &Shown, phrases: &Phrases) -> ServerReply {
        let answered = |view| self.reply("answer", json!({ "opened": view }));
        match shown {
            Shown::Menu => ServerReply { line: answered(OpenedView::Menu), seen: None },
            Shown::Game(name) => ServerReply { line: answered(OpenedView::Game(name)), seen: None },
            Shown::File(file) => match file.read() {
                Ok(text) => {
                    let line = answered(OpenedView::File { name: file.name(), text: &text });
                    ServerReply { line, seen: Some(text) }
                }
                Err(error) => {
                    let values =
                        [("file", file.name().into()), ("reason", error.to_string().into())];
                    let message = phrases.say("page-file-unread", &values);
                    ServerReply { line: self.refuse(&message), seen: None }
                }
            },
        }
    }

    fn write(
        &self,
        file: Option<&NamedFile>,
        text: &str,
        seen: Option<&str>,
        phrases: &Phrases,
    ) -> ServerReply {
        let Some(file) = file else {
            return ServerReply {
                line: self.refuse(&phrases.say("page-no-file", &[])),
                seen: None,
            };
        };
        let name = file.name();
        match file.write(text, seen) {
            Ok(()) => {
                let line = self.reply("answer", json!({ "written": name }));
                ServerReply { line, seen: Some(text.to_owned()) }
            }
            Err(Unwritten::Changed(present)) => {
                let message = phrases.say("page-file-changed", &[("file", name.into())]);
                let line = self.reply(
                    "error",
                    json!({
                        "message": message, "help": phrases.say("page-write-again", &[]),
                        "diagnostics": [], "changed": present,
                    }),
                );
                ServerReply { line, seen: Some(present) }
            }
            Err(Unwritten::Failed(error)) => {
                let values = [("file", name.into()), ("reason", error.to_string().into())];
                let message = phrases.say("page-file-unwritten", &values);
                ServerReply { line: self.refuse(&message), seen: None }
            }
        }
    }

    fn refuse(&self, message: &str) -> String {
        self.reply("error", json!({ "message": message, "help": null, "diagnostics": [] }))
    }

    fn reply(&self, kind: &str, value: Value) -> String {
        json!({ "id": self.id, "number": 0, "hash": null, kind: value }).to_string()
    }
}

/// Notice that the file has another text now.
pub(crate) fn changed(text: &str) -> String {
    json!({ "number": 0, "event": { "changed": text } }).to_string()
}
