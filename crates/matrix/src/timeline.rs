//! Events of a room, as the chat hears them.

use ruma::events::room::member::MembershipState;
use ruma::events::room::message::{
    FormattedBody, MessageType, OriginalSyncRoomMessageEvent, Relation,
};
use ruma::events::room::redaction::SyncRoomRedactionEvent;
use ruma::events::{
    AnySyncMessageLikeEvent, AnySyncStateEvent, AnySyncTimelineEvent, SyncMessageLikeEvent,
    SyncStateEvent,
};
use ruma::serde::Raw;
use ruma::{OwnedRoomId, OwnedUserId, UserId};

use masume_adapter::{Event, Pressed, Said};

/// The word that calls the bot, whatever it is called here.
const CALL: &str = "masume";
/// Beginning of a link to a person, and the end of what older programs quote before an answer.
const LINK: &str = "<a href=\"https://matrix.to/#/";
const QUOTED: &str = "</mx-reply>";

/// Something that happened in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Happened {
    /// Something that the chat hears.
    Event(Event),
    /// The room is encrypted from now on.
    Encrypted(OwnedRoomId),
}

/// Happenings, of events in the order of the room. What was before the bot was invited is not its concern.
pub(crate) fn happened(
    events: &[Raw<AnySyncTimelineEvent>],
    room: &OwnedRoomId,
    me: &UserId,
) -> Vec<Happened> {
    let events: Vec<AnySyncTimelineEvent> =
        events.iter().filter_map(|it| it.deserialize().ok()).collect();
    let invited = events.iter().rposition(|event| is_entrance(event, me)).map_or(0, |it| it + 1);
    let new = events.into_iter().skip(invited);
    new.filter(|event| event.sender() != me).filter_map(|event| taken(event, room, me)).collect()
}

/// True if the bot comes into the room by this event: an invitation, or where it was let in without one.
fn is_entrance(event: &AnySyncTimelineEvent, me: &UserId) -> bool {
    let AnySyncTimelineEvent::State(AnySyncStateEvent::RoomMember(SyncStateEvent::Original(
        member,
    ))) = event
    else {
        return false;
    };
    let before = member.unsigned.prev_content.as_ref().map(|it| &it.membership);
    let was_there = matches!(before, Some(MembershipState::Join | MembershipState::Invite));
    let is_there = member.content.membership == MembershipState::Join;
    let is_invited = member.content.membership == MembershipState::Invite;
    member.state_key == me && (is_invited || is_there && !was_there)
}

fn taken(event: AnySyncTimelineEvent, room: &OwnedRoomId, me: &UserId) -> Option<Happened> {
    let event = match event {
        AnySyncTimelineEvent::State(AnySyncStateEvent::RoomEncryption(_)) => {
            return Some(Happened::Encrypted(room.clone()));
        }
        AnySyncTimelineEvent::State(_) => return None,
        AnySyncTimelineEvent::MessageLike(event) => event,
    };
    // Of what is taken back before it was read, nothing is left.
    if let AnySyncMessageLikeEvent::RoomMessage(SyncMessageLikeEvent::Original(message)) = event {
        return Some(Happened::Event(Event::Said(said(message, room, me)?)));
    }
    if let AnySyncMessageLikeEvent::Reaction(SyncMessageLikeEvent::Original(reaction)) = event {
        let relation = reaction.content.relates_to;
        return Some(Happened::Event(Event::Pressed(Pressed {
            room: room.to_string(),
            press: reaction.event_id.to_string(),
            message: Some(relation.event_id.to_string()),
            sign: Some(relation.key),
            board: None,
            who: reaction.sender.to_string(),
            added: true,
        })));
    }
    if let AnySyncMessageLikeEvent::RoomRedaction(SyncRoomRedactionEvent::Original(redaction)) =
        event
    {
        let press = redaction.content.redacts.or(redaction.redacts)?;
        return Some(Happened::Event(Event::Pressed(Pressed {
            room: room.to_string(),
            press: press.to_string(),
            message: None,
            sign: None,
            board: None,
            who: redaction.sender.to_string(),
            added: false,
        })));
    }
    None
}

/// Words of a person; programs say notices, and an edit of what was said is nothing new.
fn said(message: OriginalSyncRoomMessageEvent, room: &OwnedRoomId, me: &UserId) -> Option<Said> {
    let MessageType::Text(text) = message.content.msgtype else { return None };
    let (mut thread, mut reply) = (None, None);
    let relation = message.content.relates_to;
    if let Some(Relation::Replacement(_)) = relation {
        return None;
    } else if let Some(Relation::Reply(answer)) = relation {
        reply = Some(answer.in_reply_to.event_id);
    } else if let Some(Relation::Thread(place)) = relation {
        // What programs without threads show as an answer is none.
        reply = place.in_reply_to.filter(|_| !place.is_falling_back).map(|it| it.event_id);
        thread = Some(place.event_id);
    }
    let body = match reply {
        Some(_) => without_quotation(&text.body),
        None => &text.body,
    };
    Some(Said {
        room: room.to_string(),
        thread: thread.map(|it| it.to_string()),
        message: message.event_id.to_string(),
        reply: reply.map(|it| it.to_string()),
        who: message.sender.to_string(),
        text: written_out(&identified(body, text.formatted.as_ref()), message.sender.as_ref(), me),
    })
}

/// An answer without the lines that older programs quote before it.
fn without_quotation(body: &str) -> &str {
    if !body.starts_with("> <") {
        return body;
    }
    let mut rest = body;
    while rest.starts_with("> ") || rest == ">" || rest.starts_with(">\n") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest.strip_prefix('\n').unwrap_or(rest)
}

/// A message with people by the names that identify them: where one is named by the name that is shown, the formatted text
/// has a link with the other.
fn identified(body: &str, formatted: Option<&FormattedBody>) -> String {
    let html = formatted.map_or("", |it| it.body.as_str());
    let html = html.split_once(QUOTED).map_or(html, |(_, rest)| rest);
    let (mut text, mut rest) = (String::new(), body);
    for (person, shown) in html.split(LINK).skip(1).filter_map(linked) {
        if let Some((before, behind)) = rest.split_once(&shown) {
            text.push_str(before);
            text.push_str(person.as_str());
            rest = behind;
        }
    }
    text.push_str(rest);
    text
}

/// The person of a link, and the name that is shown, of what follows the beginning of the link.
fn linked(link: &str) -> Option<(OwnedUserId, String)> {
    let (address, rest) = link.split_once('"')?;
    let (person, _) = address.split_once('?').unwrap_or((address, ""));
    let person = person.replace("%40", "@").replace("%3A", ":").replace("%3a", ":");
    let (_, shown) = rest.split_once('>')?;
    let (shown, _) = shown.split_once('<')?;
    let shown = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    let shown = shown.replace("&#39;", "'").replace("&amp;", "&");
    let person = OwnedUserId::try_from(person).ok()?;
    (!shown.trim().is_empty()).then_some((person, shown))
}

/// A message with names as they are known here: the bot's own is the word that calls it, and a name without a
/// server is one of the speaker's server.
fn written_out(body: &str, speaker: &UserId, me: &UserId) -> String {
    let body = body.trim_start();
    let called = [me.as_str(), me.localpart()].into_iter().find_map(|name| {
        let rest =
            body.strip_prefix(name).or_else(|| body.strip_prefix('@')?.strip_prefix(name))?;
        (rest.is_empty() || rest.starts_with([' ', ':', ',', '\n'])).then_some(rest)
    });
    let body = called.map_or_else(|| body.to_owned(), |rest| format!("{CALL}{rest}"));
    // In the text of a game, `@` is a piece.
    if body.contains('\n') || !body.contains('@') {
        return body;
    }
    let whole = |word: &str| match word.strip_prefix('@') {
        Some(name) if !name.is_empty() && !name.contains(':') => {
            format!("@{name}:{}", speaker.server_name())
        }
        Some(_) | None => word.to_owned(),
    };
    let words: Vec<String> = body.split(' ').map(whole).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruma::{owned_room_id, user_id};
    use serde_json::{Value, json};

    fn heard(events: &[Value]) -> Vec<Happened> {
        let events: Vec<Raw<AnySyncTimelineEvent>> = events
            .iter()
            .map(|it| serde_json::from_value(it.clone()).expect("an object"))
            .collect();
        happened(&events, &owned_room_id!("!hall:example.org"), user_id!("@masume:example.org"))
    }

    fn event(kind: &str, sender: &str, content: Value) -> Value {
        json!({
            "type": kind, "sender": sender, "content": content,
            "event_id": "$e", "origin_server_ts": 1,
        })
    }

    fn message(content: Value) -> Value {
        event("m.room.message", "@anna:example.org", content)
    }

    fn text(body: &str) -> Value {
        message(json!({"msgtype": "m.text", "body": body}))
    }

    #[track_caller]
    fn one_said(message: Value) -> Said {
        match heard(&[message]).as_slice() {
            [Happened::Event(Event::Said(said))] => said.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn one_pressed(event: Value) -> Pressed {
        match heard(&[event]).as_slice() {
            [Happened::Event(Event::Pressed(pressed))] => pressed.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn text_of(body: &str) -> String {
        one_said(text(body)).text
    }

    #[test]
    fn messages_of_people_are_heard_and_of_programs_not() {
        let said = one_said(text("masume list"));
        assert_eq!(
            (said.room.as_str(), said.who.as_str()),
            ("!hall:example.org", "@anna:example.org")
        );
        assert_eq!((said.message.as_str(), said.text.as_str()), ("$e", "masume list"));
        let ours = event(
            "m.room.message",
            "@masume:example.org",
            json!({"msgtype": "m.text", "body": "masume"}),
        );
        let notice = message(json!({"msgtype": "m.notice", "body": "masume list"}));
        let edit = message(json!({
            "msgtype": "m.text", "body": "* masume list",
            "m.new_content": {"msgtype": "m.text", "body": "masume list"},
            "m.relates_to": {"rel_type": "m.replace", "event_id": "$a"},
        }));
        let picture = message(json!({"msgtype": "m.image", "body": "masume", "url": "mxc://a/b"}));
        let redacted = message(json!({}));
        for silent in [ours, notice, edit, picture, redacted, json!({}), json!({"type": 7})] {
            assert_eq!(heard(std::slice::from_ref(&silent)), [], "{silent}");
        }
    }

    #[test]
    fn answers_and_threads_are_told_apart() {
        let said = one_said(message(json!({
            "msgtype": "m.text", "body": "> <@masume:example.org> board\n> x\n\nb2",
            "m.relates_to": {"m.in_reply_to": {"event_id": "$board"}},
        })));
        assert_eq!(
            (said.reply.as_deref(), said.thread, said.text.as_str()),
            (Some("$board"), None, "b2")
        );
        let in_thread = |falls_back: bool| {
            one_said(message(json!({
                "msgtype": "m.text", "body": "b2",
                "m.relates_to": {
                    "rel_type": "m.thread", "event_id": "$root", "is_falling_back": falls_back,
                    "m.in_reply_to": {"event_id": "$board"},
                },
            })))
        };
        assert_eq!(in_thread(true).reply, None);
        assert_eq!(in_thread(false).reply.as_deref(), Some("$board"));
        assert_eq!(in_thread(true).thread.as_deref(), Some("$root"));
    }

    #[test]
    fn reactions_are_presses_and_redactions_take_them_back() {
        let reaction = event(
            "m.reaction",
            "@anna:example.org",
            json!({"m.relates_to": {"rel_type": "m.annotation", "event_id": "$board", "key": "➡️"}}),
        );
        let pressed = one_pressed(reaction);
        assert!(pressed.added && pressed.press == "$e");
        assert_eq!(
            (pressed.message.as_deref(), pressed.sign.as_deref()),
            (Some("$board"), Some("➡️"))
        );
        // Older versions of rooms say it outside of the content.
        let new = event("m.room.redaction", "@anna:example.org", json!({"redacts": "$p"}));
        let mut old = event("m.room.redaction", "@anna:example.org", json!({}));
        old["redacts"] = json!("$p");
        for redaction in [new, old] {
            let pressed = one_pressed(redaction);
            assert!(!pressed.added && pressed.press == "$p");
        }
    }

    #[test]
    fn names_are_written_out() {
        for (body, expected) in [
            ("@masume:example.org: sokoban 3", "masume: sokoban 3"),
            ("@masume:example.org", "masume"),
            ("masume othello vs @bert", "masume othello vs @bert:example.org"),
            ("masume othello vs @bert:other.org", "masume othello vs @bert:other.org"),
            ("masume\ngame A\nlegend\n  @ worker", "masume\ngame A\nlegend\n  @ worker"),
            ("masumex", "masumex"),
            ("> <a", "> <a"),
            ("", ""),
        ] {
            assert_eq!(text_of(body), expected);
        }
    }

    #[test]
    fn people_who_are_named_by_the_name_that_is_shown_are_known() {
        let link = |person: &str, shown: &str| {
            format!("<a href=\"https://matrix.to/#/{person}\">{shown}</a>")
        };
        let bert = link("@bert:example.org", "Bert &amp; Co");
        let me = link("%40masume%3Aexample.org?via=example.org", "Game Bot");
        for (body, html, expected) in [
            (
                "masume othello vs Bert & Co",
                format!("masume othello vs {bert}"),
                "masume othello vs @bert:example.org",
            ),
            ("Game Bot: sokoban 3", format!("{me}: sokoban 3"), "masume: sokoban 3"),
            ("Game Bot", me.clone(), "masume"),
            (
                "Game Bot go vs Bert & Co",
                format!("<mx-reply>{bert}</mx-reply>{me} go vs {bert}"),
                "masume go vs @bert:example.org",
            ),
            // A link that is none, to nobody, or of which the text has another name.
            ("masume list", format!("{LINK}@x:y"), "masume list"),
            ("masume list", link("!room:example.org", "masume"), "masume list"),
            ("masume list", link("@bert:example.org", " "), "masume list"),
            ("masume list", link("@bert:example.org", "Bert"), "masume list"),
        ] {
            let said = one_said(message(json!({
                "msgtype": "m.text", "body": body,
                "format": "org.matrix.custom.html", "formatted_body": html,
            })));
            assert_eq!(said.text, expected, "{html}");
        }
    }

    #[test]
    fn what_was_before_the_invitation_is_not_heard() {
        let member = |membership: &str, before: Option<&str>| {
            let mut event =
                event("m.room.member", "@anna:example.org", json!({"membership": membership}));
            event["state_key"] = json!("@masume:example.org");
            if let Some(before) = before {
                event["unsigned"] = json!({"prev_content": {"membership": before}});
            }
            event
        };
        let invited = [
            text("before"),
            member("invite", None),
            text("then"),
            member("join", Some("invite")),
            text("after"),
        ];
        assert_eq!(heard(&invited).len(), 2);
        assert_eq!(heard(&[text("before"), member("join", None), text("after")]).len(), 1);
        // Another picture of itself is no entrance.
        assert_eq!(heard(&[text("before"), member("join", Some("join")), text("after")]).len(), 2);
        let mut encryption = event(
            "m.room.encryption",
            "@anna:example.org",
            json!({"algorithm": "m.megolm.v1.aes-sha2"}),
        );
        encryption["state_key"] = json!("");
        assert!(matches!(heard(&[encryption]).as_slice(), [Happened::Encrypted(_)]));
    }
}
