//! Orders as they are written to the server.

use std::time::Duration;

use masume_adapter::{Content, Network, Order, Refusal};
use ruma::api::client::media::create_content;
use ruma::api::client::message::send_message_event::v3 as send;
use ruma::events::MessageLikeEventContent;
use ruma::events::reaction::ReactionEventContent;
use ruma::events::relation::Annotation;
use ruma::{OwnedEventId, OwnedMxcUri, OwnedRoomId};

use crate::message;
use crate::server::Server;

impl Network for Server {
    /// Sends an order. The server does what has the same name once.
    async fn send(&self, order: &Order, name: &str) -> Result<Option<String>, Refusal> {
        match order {
            Order::Post { room, thread, reply, content, .. } => {
                let event = |id: &Option<String>| id.as_deref().map(event_id).transpose();
                let (thread, reply) = (event(thread)?, event(reply)?);
                let message = message::posted(content, upload(self, content).await?, thread, reply);
                Ok(Some(put(self, room, name, &message).await?.to_string()))
            }
            Order::Edit { room, message, content, .. } => {
                let message = event_id(message)?;
                let edit = message::edited(content, upload(self, content).await?, &message);
                put(self, room, name, &edit).await.map(|_| None)
            }
            Order::React { room, message, sign, .. } => {
                let relation = Annotation::new(event_id(message)?, sign.clone());
                let reaction = ReactionEventContent::new(relation);
                put(self, room, name, &reaction).await.map(|_| None)
            }
        }
    }

    fn kind(&self, _order: &Order) -> &'static str {
        "all"
    }
}

/// Uploads the picture of a message, if it has one that the server takes.
async fn upload(server: &Server, content: &Content) -> Result<Option<OwnedMxcUri>, Refusal> {
    let Some(picture) = &content.picture else { return Ok(None) };
    let mut question = create_content::v3::Request::new(picture.png.clone());
    question.content_type = Some(message::KIND.to_owned());
    match server.ask(question, Duration::ZERO).await {
        Ok(answer) => Ok(Some(answer.content_uri)),
        // A server without room for pictures: the board is shown in letters.
        Err(Refusal::Refused(_)) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

async fn put(
    server: &Server,
    room: &str,
    name: &str,
    content: &impl MessageLikeEventContent,
) -> Result<OwnedEventId, Refusal> {
    let room = OwnedRoomId::try_from(room).map_err(|error| Refusal::Refused(error.to_string()))?;
    let question = send::Request::new(room, name.into(), content);
    let question = question.map_err(|error| Refusal::Refused(error.to_string()))?;
    Ok(server.ask(question, Duration::ZERO).await?.event_id)
}

fn event_id(id: &str) -> Result<OwnedEventId, Refusal> {
    OwnedEventId::try_from(id).map_err(|error| Refusal::Refused(error.to_string()))
}
