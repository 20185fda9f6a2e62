//! Rooms of the bot: what happened in them, and how it comes and goes.

use std::time::Duration;

use masume_adapter::{Language, Notice, Refusal};
use ruma::api::client::filter::{
    Filter, FilterDefinition, LazyLoadOptions, RoomEventFilter, RoomFilter,
};
use ruma::api::client::membership::{join_room_by_id, leave_room};
use ruma::api::client::message::{get_message_events, send_message_event};
use ruma::api::client::state::get_state_event_for_key;
use ruma::api::client::sync::sync_events::v3 as sync_events;
use ruma::events::room::message::RoomMessageEventContent;
use ruma::events::{AnySyncTimelineEvent, StateEventType};
use ruma::presence::PresenceState;
use ruma::serde::Raw;
use ruma::{OwnedEventId, OwnedRoomId, OwnedUserId};

use crate::message;
use crate::server::Server;
use crate::timeline::{Happened, happened};
use crate::words::{farewell, greeting};

/// Time that the server waits for something to happen.
const LONG_QUESTION: Duration = Duration::from_secs(30);
/// The most events of a room in one answer, and in one page of what lies before.
const MOST_EVENTS: u32 = 100;
/// The most pages of what lies before: what happened in a room of which more was missed is lost.
const MOST_PAGES: usize = 100;
/// Kinds of events that are read.
const KINDS: [&str; 5] =
    ["m.room.message", "m.reaction", "m.room.redaction", "m.room.encryption", "m.room.member"];

/// Events since the server was asked last.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) happened: Vec<Happened>,
    pub(crate) invitations: Vec<OwnedRoomId>,
    /// Moment at which the next question begins.
    pub(crate) next: String,
}

/// Asks what happened since; waits for it. Without a beginning, what was before is passed over.
pub(crate) async fn fetch(
    server: &Server,
    me: OwnedUserId,
    since: Option<String>,
) -> Result<Batch, Refusal> {
    let mut question = sync_events::Request::new();
    question.filter = Some(filter(&me, since.is_none()).into());
    question.since = since.clone();
    question.timeout = since.is_some().then_some(LONG_QUESTION);
    // Nobody asks whether a program is there, and servers are spared to say so to all.
    question.set_presence = PresenceState::Offline;
    let answer = server.ask(question, LONG_QUESTION).await?;
    let mut batch = Batch { next: answer.next_batch, ..Batch::default() };
    batch.invitations = answer.rooms.invite.into_keys().collect();
    for (room, joined) in answer.rooms.join {
        let is_encryption =
            |it: &Raw<_>| it.get_field("type").ok().flatten() == Some("m.room.encryption");
        // The state after the events was not asked for.
        if let sync_events::State::Before(state) = joined.state
            && state.events.iter().any(is_encryption)
        {
            batch.happened.push(Happened::Encrypted(room.clone()));
        }
        let Some(since) = &since else { continue };
        let timeline = joined.timeline;
        let mut events = match timeline.prev_batch.filter(|_| timeline.limited) {
            Some(end) => missed(server, &me, &room, since, end).await?,
            None => Vec::new(),
        };
        events.extend(timeline.events);
        batch.happened.extend(happened(&events, &room, &me));
    }
    Ok(batch)
}

fn kinds(me: &OwnedUserId) -> RoomEventFilter {
    let mut kinds = RoomEventFilter::default();
    kinds.types = Some(KINDS.map(str::to_owned).to_vec());
    kinds.not_senders = vec![me.clone()];
    kinds.limit = Some(MOST_EVENTS.into());
    kinds
}

fn filter(me: &OwnedUserId, is_first: bool) -> FilterDefinition {
    let mut rooms = RoomFilter::default();
    rooms.timeline = kinds(me);
    if is_first {
        rooms.timeline.limit = Some(1_u32.into());
    }
    rooms.state.types = Some(vec!["m.room.encryption".to_owned()]);
    // For all state, Synapse looks through that of the room in each answer, because our own messages are not among the events.
    rooms.state.lazy_load_options = LazyLoadOptions::Enabled { include_redundant_members: false };
    rooms.ephemeral = RoomEventFilter::ignore_all();
    rooms.account_data = RoomEventFilter::ignore_all();
    let mut filter = FilterDefinition::default();
    filter.room = rooms;
    filter.presence = Filter::ignore_all();
    filter.account_data = Filter::ignore_all();
    filter
}

/// Events of a room between these moments, from the first on.
async fn missed(
    server: &Server,
    me: &OwnedUserId,
    room: &OwnedRoomId,
    since: &str,
    end: String,
) -> Result<Vec<Raw<AnySyncTimelineEvent>>, Refusal> {
    let mut missed: Vec<Raw<AnySyncTimelineEvent>> = Vec::new();
    let mut from = end;
    for _ in 0..MOST_PAGES {
        let mut question = get_message_events::v3::Request::backward(room.clone());
        question.from = Some(from);
        question.to = Some(since.to_owned());
        question.limit = MOST_EVENTS.into();
        question.filter = kinds(me);
        let page = match server.ask_patiently(question).await {
            Ok(page) => page,
            // Nobody may look there; what came of itself is all there is.
            Err(Refusal::Refused(_)) => break,
            Err(refusal) => return Err(refusal),
        };
        missed.extend(page.chunk.into_iter().map(Raw::cast_unchecked));
        match page.end {
            Some(end) => from = end,
            None => break,
        }
    }
    missed.reverse();
    Ok(missed)
}

/// Enters a room that the bot is invited to, and says so; leaves it where it is encrypted.
pub(crate) async fn enter(server: &Server, room: OwnedRoomId, language: Language, name: String) {
    let question = join_room_by_id::v3::Request::new(room.clone());
    if server.ask_patiently(question).await.is_err() {
        server.tell(Notice::NotEntered);
        // An invitation that cannot be accepted is declined.
        let _ = server.ask_patiently(leave_room::v3::Request::new(room)).await;
        return;
    }
    let kind = StateEventType::RoomEncryption;
    let question = get_state_event_for_key::v3::Request::new(room.clone(), kind, String::new());
    match server.ask_patiently(question).await {
        Ok(_) => leave(server, room, language, name).await,
        Err(_) => {
            let _ = write(server, room, name, &message::said(greeting(language))).await;
        }
    }
}

/// Leaves a room that is encrypted, and says why.
pub(crate) async fn leave(server: &Server, room: OwnedRoomId, language: Language, name: String) {
    let _ = write(server, room.clone(), name, &message::said(farewell(language))).await;
    let _ = server.ask_patiently(leave_room::v3::Request::new(room)).await;
}

/// Writes a message that belongs to no order. What is said under the same name twice is said once.
async fn write(
    server: &Server,
    room: OwnedRoomId,
    name: String,
    content: &RoomMessageEventContent,
) -> Result<OwnedEventId, Refusal> {
    let question = send_message_event::v3::Request::new(room, name.into(), content);
    let question = question.map_err(|error| Refusal::Refused(error.to_string()))?;
    Ok(server.ask_patiently(question).await?.event_id)
}
