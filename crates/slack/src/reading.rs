//! Envelopes that come by the socket, as the chat hears what is in them.

use masume_adapter::{Event, Pressed, Said};
use serde::Deserialize;
use serde_json::Value;
use slack_morphism::SlackReactionsItem;
use slack_morphism::events::{
    SlackEventCallbackBody, SlackInteractionActionContainer, SlackInteractionBlockActionsEvent,
    SlackInteractionEvent, SlackMessageEvent, SlackMessageEventType, SlackPushEventCallback,
};

use crate::signs;
use crate::text;

/// The word that calls the bot, whatever it is called here.
const CALL: &str = "masume";
/// Beginning of the names of the bot's buttons.
pub(crate) const BUTTON: &str = "masume-";
/// Parts of a message that are not read, and so need not be understood.
const UNREAD: [&str; 7] =
    ["attachments", "blocks", "bot_profile", "files", "metadata", "reactions", "user_profile"];

/// A message of the socket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Envelope {
    /// Name under which it is acknowledged; greetings and farewells have none.
    pub(crate) id: Option<String>,
    /// Name of what happened, the same where it is told again.
    pub(crate) name: Option<String>,
    pub(crate) events: Vec<Event>,
}

/// A message of the socket as it is written: slack-morphism has types for what is in it alone.
#[derive(Debug, Deserialize)]
struct Written {
    r#type: Option<String>,
    envelope_id: Option<String>,
    #[serde(default)]
    payload: Value,
}

/// Reads a message of the socket. What is not understood is acknowledged: told again, it would be the same.
pub(crate) fn envelope(text: &str, me: &str) -> Envelope {
    let Ok(written) = serde_json::from_str::<Written>(text) else { return Envelope::default() };
    let Written { r#type, envelope_id: id, mut payload } = written;
    // The message in which a button is, and forms, say nothing more.
    for (place, parts) in [("/event", &UNREAD[..]), ("", &["message", "state", "view"][..])] {
        if let Some(Value::Object(members)) = payload.pointer_mut(place) {
            members.retain(|name, _| !parts.contains(&name.as_str()));
        }
    }
    let nothing = Envelope { id, ..Envelope::default() };
    match r#type.as_deref() {
        Some("events_api") => match serde_json::from_value::<SlackPushEventCallback>(payload) {
            Ok(push) => {
                let name = Some(push.event_id.0.clone());
                Envelope { name, events: of_push(push, me).into_iter().collect(), ..nothing }
            }
            Err(_) => nothing,
        },
        Some("interactive") => match serde_json::from_value::<SlackInteractionEvent>(payload) {
            Ok(SlackInteractionEvent::BlockActions(actions)) => {
                Envelope { events: of_buttons(&actions), ..nothing }
            }
            Ok(_) | Err(_) => nothing,
        },
        Some(_) | None => nothing,
    }
}

/// True if by this message Slack says that it closes the socket soon.
pub(crate) fn is_farewell(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Message {
        r#type: String,
    }
    serde_json::from_str::<Message>(text).is_ok_and(|it| it.r#type == "disconnect")
}

fn of_push(push: SlackPushEventCallback, me: &str) -> Option<Event> {
    let name = push.event_id.0;
    // Kinds of events become more from version to version; these are all that matter.
    let (person, reaction, item, added) =
        if let SlackEventCallbackBody::Message(message) = push.event {
            return said(message, me).map(Event::Said);
        } else if let SlackEventCallbackBody::ReactionAdded(it) = push.event {
            (it.user, it.reaction, it.item, true)
        } else if let SlackEventCallbackBody::ReactionRemoved(it) = push.event {
            (it.user, it.reaction, it.item, false)
        } else {
            return None;
        };
    let SlackReactionsItem::Message(message) = item else { return None };
    Some(Event::Pressed(Pressed {
        room: message.origin.channel?.0,
        press: name,
        message: Some(message.origin.ts.0),
        sign: Some(signs::sign(&reaction.0)?.to_owned()),
        board: None,
        who: who(&person.0),
        added,
    }))
}

/// Words of a person; of programs and the bot itself, none. An edit of what was said is nothing new.
fn said(message: SlackMessageEvent, me: &str) -> Option<Said> {
    match message.subtype {
        // Said in a thread, and shown to all as well; said with a picture.
        None | Some(SlackMessageEventType::ThreadBroadcast | SlackMessageEventType::FileShare) => {}
        Some(_) => return None,
    }
    let person = message.sender.user.filter(|it| it.0 != me)?;
    if message.sender.bot_id.is_some() || message.hidden == Some(true) {
        return None;
    }
    let origin = message.origin;
    let thread = origin.thread_ts.map(|it| it.0).filter(|it| *it != origin.ts.0);
    Some(Said {
        room: origin.channel?.0,
        thread,
        message: origin.ts.0,
        reply: None,
        who: who(&person.0),
        text: text::plain(&message.content?.text?, me, CALL),
    })
}

/// Presses of the bot's buttons. Which sign it is, is the value that was sent with the button; what it means under
/// that message now, the other program says.
fn of_buttons(actions: &SlackInteractionBlockActionsEvent) -> Vec<Event> {
    let SlackInteractionActionContainer::Message(place) = &actions.container else {
        return Vec::new();
    };
    let channel = place.channel_id.as_ref().or(actions.channel.as_ref().map(|it| &it.id));
    let (Some(channel), Some(person)) = (channel, &actions.user) else { return Vec::new() };
    let pressed = actions.actions.iter().flatten().filter_map(|action| {
        let moment = &action.action_ts.as_ref()?.0;
        if !action.action_id.0.starts_with(BUTTON) {
            return None;
        }
        Some(Event::Pressed(Pressed {
            room: channel.0.clone(),
            press: format!("{moment} {} {}", person.id.0, action.action_id.0),
            message: Some(place.message_ts.0.clone()),
            sign: Some(action.value.clone()?),
            board: action.block_id.as_ref().and_then(|it| board(&it.0)),
            who: who(&person.id.0),
            added: true,
        }))
    });
    pressed.collect()
}

/// Name of a row of buttons, which each message has once.
pub(crate) fn row(board: &str, number: usize) -> String {
    format!("{BUTTON}{board}/{number}")
}

/// The name of the board in that of a row of buttons. Slack gives other rows names of its own.
fn board(row: &str) -> Option<String> {
    let (board, _) = row.strip_prefix(BUTTON)?.split_once('/')?;
    Some(board.to_owned()).filter(|it| !it.is_empty())
}

/// A person, as the chat calls them.
fn who(person: &str) -> String {
    format!("@{person}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ME: &str = "UBOT";

    fn read(value: &Value) -> Envelope {
        envelope(&value.to_string(), ME)
    }

    fn pushed(event: Value) -> Value {
        json!({
            "envelope_id": "e1", "type": "events_api", "accepts_response_payload": false,
            "retry_attempt": 1, "retry_reason": "timeout",
            "payload": {
                "token": "x", "team_id": "T1", "api_app_id": "A1", "type": "event_callback",
                "event_id": "Ev1", "event_time": 1_700_000_000, "event": event,
            },
        })
    }

    fn message(more: Value) -> Value {
        let mut message = json!({
            "type": "message", "user": "UANNA", "text": "masume list", "ts": "17.01",
            "channel": "C1", "channel_type": "channel", "event_ts": "17.01", "client_msg_id": "c-1",
            "blocks": [{"type": "rich_text", "elements": "something new"}],
        });
        for (name, value) in more.as_object().expect("members") {
            message[name] = value.clone();
        }
        pushed(message)
    }

    fn pressed(added: bool, sign: &str, press: &str) -> Event {
        Event::Pressed(Pressed {
            room: "C1".to_owned(),
            press: press.to_owned(),
            message: Some("17.02".to_owned()),
            sign: Some(sign.to_owned()),
            board: None,
            who: "@UANNA".to_owned(),
            added,
        })
    }

    #[test]
    fn words_of_people_are_heard_and_of_programs_not() {
        let said = |thread: Option<&str>, text: &str| {
            Event::Said(Said {
                room: "C1".to_owned(),
                thread: thread.map(str::to_owned),
                message: "17.01".to_owned(),
                reply: None,
                who: "@UANNA".to_owned(),
                text: text.to_owned(),
            })
        };
        for (more, expected) in [
            (json!({}), said(None, "masume list")),
            (json!({"thread_ts": "17.00"}), said(Some("17.00"), "masume list")),
            (json!({"thread_ts": "17.01"}), said(None, "masume list")),
            (json!({"subtype": "thread_broadcast"}), said(None, "masume list")),
            (json!({"text": "<@UBOT> help"}), said(None, "masume help")),
        ] {
            let read = read(&message(more.clone()));
            assert_eq!(read.id.as_deref(), Some("e1"));
            assert_eq!(read.name.as_deref(), Some("Ev1"));
            assert_eq!(read.events, [expected], "{more}");
        }
        for more in [
            json!({"subtype": "message_changed", "message": {"ts": "17.01", "text": "x"}}),
            json!({"subtype": "bot_message"}),
            json!({"subtype": "message_deleted"}),
            json!({"subtype": "something_new"}),
            json!({"bot_id": "B1"}),
            json!({"user": "UBOT"}),
            json!({"user": null}),
            json!({"hidden": true}),
            json!({"text": null}),
            json!({"text": ["masume list"]}),
            json!({"channel": null}),
            json!({"type": "app_mention"}),
            json!({"type": "something_new"}),
        ] {
            let read = read(&message(more.clone()));
            assert_eq!((read.id.as_deref(), read.events), (Some("e1"), vec![]), "{more}");
        }
    }

    #[test]
    fn reactions_are_presses_whether_added_or_removed() {
        let reaction = |kind: &str, name: &str| {
            pushed(json!({
                "type": kind, "user": "UANNA", "reaction": name, "item_user": "UBOT",
                "item": {"type": "message", "channel": "C1", "ts": "17.02"}, "event_ts": "17.03",
            }))
        };
        let one = |value: Value| read(&value).events;
        let added = reaction("reaction_added", "arrow_right");
        assert_eq!(one(added), [pressed(true, "➡️", "Ev1")]);
        let removed = reaction("reaction_removed", "arrow_right");
        assert_eq!(one(removed), [pressed(false, "➡️", "Ev1")]);
        assert_eq!(one(reaction("reaction_added", "crab")), []);
        let mut of_file = reaction("reaction_added", "arrow_right");
        of_file["payload"]["event"]["item"] = json!({"type": "file", "file": "F1"});
        assert_eq!(one(of_file), []);
    }

    fn button(more: &[(&str, Value)]) -> Value {
        let mut envelope = json!({
            "envelope_id": "e2", "type": "interactive", "accepts_response_payload": false,
            "payload": {
                "type": "block_actions", "team": {"id": "T1", "domain": "d"}, "api_app_id": "A1",
                "user": {"id": "UANNA", "username": "anna", "name": "anna", "team_id": "T1"},
                "trigger_id": "1.2.3", "response_url": "https://hooks.slack.com/actions/x",
                "channel": {"id": "C1", "name": "hall"},
                "container": {
                    "type": "message", "message_ts": "17.02", "channel_id": "C1", "is_ephemeral": false,
                },
                "message": {"nothing": "that is understood"},
                "state": {"values": 7},
                "actions": [{
                    "action_id": "masume-3", "block_id": "b7/0", "type": "button", "value": "➡️",
                    "text": {"type": "plain_text", "text": "➡️", "emoji": true}, "action_ts": "17.04",
                }],
            },
        });
        for (place, value) in more {
            *envelope.pointer_mut(place).expect("a place") = value.clone();
        }
        envelope
    }

    #[test]
    fn buttons_are_presses_of_their_value() {
        let press = "17.04 UANNA masume-3";
        assert_eq!(read(&button(&[])).events, [pressed(true, "➡️", press)]);
        // Where the board was posted, its name is told with the press.
        for (name, expected) in
            [(row("7", 0), Some("7")), (row("", 1), None), (row("7", 2), Some("7"))]
        {
            let read = read(&button(&[("/payload/actions/0/block_id", json!(name))]));
            let [Event::Pressed(pressed)] = read.events.as_slice() else { panic!("{read:?}") };
            assert_eq!(pressed.board.as_deref(), expected, "{name}");
        }
        // A value that no button has is told, too; it means nothing under the message.
        let forged = read(&button(&[("/payload/actions/0/value", json!("🦀"))]));
        assert_eq!(forged.events, [pressed(true, "🦀", press)]);
        for (place, value) in [
            ("/payload/actions/0/action_id", json!("other")),
            ("/payload/actions/0/value", Value::Null),
            ("/payload/actions/0/action_ts", Value::Null),
            ("/payload/actions", json!([])),
            ("/payload/user", Value::Null),
            ("/payload/container", json!({"type": "view", "view_id": "V1"})),
            ("/payload/type", json!("something_new")),
        ] {
            let read = read(&button(&[(place, value)]));
            assert_eq!((read.id.as_deref(), read.events), (Some("e2"), vec![]), "{place}");
        }
    }

    #[test]
    fn greetings_and_farewells_are_told_apart() {
        let hello = json!({
            "type": "hello", "num_connections": 1, "connection_info": {"app_id": "A1"},
            "debug_info": {"host": "h", "build_number": 1, "approximate_connection_time": 18060},
        });
        assert_eq!(read(&hello), Envelope::default());
        for reason in ["warning", "refresh_requested", "link_disabled"] {
            let farewell =
                json!({"type": "disconnect", "reason": reason, "debug_info": {"host": "h"}});
            assert_eq!(read(&farewell), Envelope::default());
            assert!(is_farewell(&farewell.to_string()) && !is_farewell(&hello.to_string()));
        }
        for none in ["", "{", "7", "[]", "{\"type\":\"disconnected\"}", "{\"envelope_id\":7}"] {
            assert_eq!(envelope(none, ME), Envelope::default(), "{none}");
            assert!(!is_farewell(none), "{none}");
        }
    }
}
