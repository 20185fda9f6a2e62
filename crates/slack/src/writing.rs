//! Orders as they are written to Slack.

use std::sync::Arc;
use std::time::Duration;

use masume_adapter::{Block, Button, Content, Network, Order, Refusal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use slack_morphism::api::{
    SlackApiChatPostMessageRequest, SlackApiChatUpdateRequest, SlackApiReactionsAddRequest,
};
use slack_morphism::{SlackChannelId, SlackMessageContent, SlackReactionName, SlackTs};

use crate::api::Api;
use crate::message::message;
use crate::settings::Signs;
use crate::signs;

/// Mark behind `@` in the lines of the other program, so that nobody is called.
const JOINER: char = '\u{2060}';

/// Waits until a file that was uploaded is known.
const PICTURE_WAITS: [Duration; 3] =
    [Duration::from_millis(500), Duration::from_secs(1), Duration::from_secs(2)];

/// The channels of a workspace, as orders are written to them.
#[derive(Debug)]
pub(crate) struct Channels {
    pub(crate) api: Arc<Api>,
    pub(crate) signs: Signs,
}

/// A message as it is ordered.
#[derive(Debug)]
struct Message<'a> {
    content: &'a Content,
    buttons: &'a [Button],
    /// Name of the board, where it is posted: until that is reported, nothing else says which it is.
    board: Option<&'a str>,
}

/// A message that was posted.
#[derive(Debug, Deserialize)]
struct Posted {
    ts: String,
}

impl Network for Channels {
    /// Sends an order. Slack knows no names of messages: one that is sent again after a lost connection is there twice.
    async fn send(&self, order: &Order, _name: &str) -> Result<Option<String>, Refusal> {
        match order {
            Order::Post { room, thread, reply, board, content, buttons, .. } => {
                // What is no board is said in the thread of the message that it answers.
                let answered = reply.as_ref().filter(|_| buttons.is_empty());
                let thread = thread.as_ref().or(answered).cloned().map(SlackTs);
                let ask = |shown| {
                    SlackApiChatPostMessageRequest::new(channel(room), shown)
                        .opt_thread_ts(thread.clone())
                        .with_unfurl_links(false)
                        .with_unfurl_media(false)
                };
                let message = Message { content, buttons, board: board.as_deref() };
                let posted: Posted = self.write("chat.postMessage", message, ask).await?;
                Ok(Some(posted.ts))
            }
            Order::Edit { room, message: edited, content, buttons, .. } => {
                let ts = SlackTs(edited.clone());
                let ask = |shown| SlackApiChatUpdateRequest::new(channel(room), shown, ts.clone());
                let message = Message { content, buttons, board: None };
                self.write::<Value, _>("chat.update", message, ask).await.map(|_| None)
            }
            Order::React { room, message, sign, .. } => {
                let Some(name) = signs::name(sign).filter(|_| self.signs == Signs::Reactions)
                else {
                    // It has a button.
                    return Ok(None);
                };
                let name = SlackReactionName(name.to_owned());
                let ts = SlackTs(message.clone());
                let question = SlackApiReactionsAddRequest::new(channel(room), name, ts);
                match self.api.call::<Value>("reactions.add", &question).await {
                    Err(Refusal::Refused(reason)) if reason == "already_reacted" => Ok(None),
                    reacted => reacted.map(|_| None),
                }
            }
        }
    }

    /// Each method has a limit of its own.
    fn kind(&self, order: &Order) -> &'static str {
        match order {
            Order::Post { .. } => "chat.postMessage",
            Order::Edit { .. } => "chat.update",
            Order::React { .. } => "reactions.add",
        }
    }
}

impl Channels {
    /// Writes a message, with its picture where it has one that Slack takes.
    async fn write<A: DeserializeOwned, Q: Serialize + Sync>(
        &self,
        method: &str,
        Message { content, buttons, board }: Message<'_>,
        ask: impl Fn(SlackMessageContent) -> Q,
    ) -> Result<A, Refusal> {
        let buttons = self.shown(buttons);
        let named = self.named(content).await;
        let mut waits = PICTURE_WAITS.into_iter();
        let mut picture = match &content.picture {
            Some(picture) => self.api.upload(&picture.png).await?,
            None => None,
        };
        loop {
            let question = ask(message(&named, picture.as_ref(), buttons, board));
            match self.api.call(method, &question).await {
                // A file that was uploaded just now may not be known everywhere yet.
                Err(Refusal::Refused(reason))
                    if picture.is_some() && reason == "invalid_blocks" =>
                {
                    match waits.next() {
                        Some(wait) => tokio::time::sleep(wait).await,
                        None => picture = None,
                    }
                }
                written => return written,
            }
        }
    }

    fn shown<'a>(&self, buttons: &'a [Button]) -> &'a [Button] {
        match self.signs {
            Signs::Buttons => buttons,
            Signs::Reactions => &[],
        }
    }

    /// The content with people by the names that they are shown by.
    async fn named(&self, content: &Content) -> Content {
        let mut named = content.clone();
        for block in &mut named.blocks {
            if let Block::Line(line) = block {
                *line = self.named_line(line).await;
            }
        }
        named.heard = self.named_line(&named.heard).await;
        named
    }

    async fn named_line(&self, line: &str) -> String {
        let mark = format!("@{JOINER}");
        let mut parts = line.split(&mark);
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|it: char| !it.is_ascii_uppercase() && !it.is_ascii_digit());
            let (person, rest) = part.split_at(end.unwrap_or(part.len()));
            named.push_str(&mark);
            match is_person(person) {
                true => named.push_str(&self.api.name(person).await),
                false => named.push_str(person),
            }
            named.push_str(rest);
        }
        named
    }
}

/// True for what identifies a person of Slack.
fn is_person(name: &str) -> bool {
    (3..=32).contains(&name.len()) && name.starts_with(['U', 'W'])
}

fn channel(room: &str) -> SlackChannelId {
    SlackChannelId(room.to_owned())
}
