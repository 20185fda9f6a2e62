//! Messages as rooms of Matrix show them: boards in letters of one width, and nothing that calls anybody.

use masume_adapter::{Block, Content};
use ruma::events::Mentions;
use ruma::events::relation::{InReplyTo, Replacement, Reply, Thread};
use ruma::events::room::ImageInfo;
use ruma::events::room::message::{
    FormattedBody, ImageMessageEventContent, MessageType, Relation, RoomMessageEventContent,
    RoomMessageEventContentWithoutRelation,
};
use ruma::{EventId, OwnedEventId, OwnedMxcUri, UInt};

/// The most bytes of the forms of a message: an event of 64 KiB holds both, with what is around them, and with
/// each quotation mark and end of a line as two letters.
const LONGEST_FORM: usize = 20 << 10;
const LONGEST_PLAIN: usize = 8 << 10;
/// Name and kind of the file of a picture.
const FILE: &str = "board.png";
pub(crate) const KIND: &str = "image/png";
/// Mark of an edit, where it is not taken for one.
const EDITED: &str = "*";
/// Mark of what does not fit.
const CUT: &str = "…";

/// A notice: shown as others are, and programs do not answer it. With a picture that was uploaded, a picture with a
/// caption in the place of the board.
fn notice(content: &Content, picture: Option<OwnedMxcUri>) -> RoomMessageEventContent {
    let heard = match content.heard.is_empty() {
        true => content.text(),
        false => content.heard.clone(),
    };
    let heard = cut(&heard, LONGEST_PLAIN);
    let mut notice = match (&content.picture, picture) {
        (Some(picture), Some(address)) => {
            let is_line = |it: &&Block| matches!(it, Block::Line(_));
            let lines: Vec<Block> = content.blocks.iter().filter(is_line).cloned().collect();
            let mut image = ImageMessageEventContent::plain(heard, address);
            image.formatted = Some(FormattedBody::html(formatted(&lines)));
            // Only beside a name of a file is the body a caption.
            image.filename = Some(FILE.to_owned());
            let mut info = ImageInfo::new();
            info.mimetype = Some(KIND.to_owned());
            info.size = UInt::try_from(picture.png.len()).ok();
            (info.width, info.height) = (Some(picture.width.into()), Some(picture.height.into()));
            image.info = Some(Box::new(info));
            RoomMessageEventContent::new(MessageType::Image(image))
        }
        (Some(_) | None, _) => {
            RoomMessageEventContent::notice_html(heard, formatted(&content.blocks))
        }
    };
    notice.mentions = Some(Mentions::new());
    notice
}

/// The content of a new message, in a thread or as an answer.
pub(crate) fn posted(
    content: &Content,
    picture: Option<OwnedMxcUri>,
    thread: Option<OwnedEventId>,
    reply: Option<OwnedEventId>,
) -> RoomMessageEventContent {
    let mut message = notice(content, picture);
    message.relates_to = match (thread, reply) {
        (Some(root), Some(reply)) => Some(Relation::Thread(Thread::reply(root, reply))),
        (Some(root), None) => Some(Relation::Thread(Thread::plain(root.clone(), root))),
        (None, Some(reply)) => Some(Relation::Reply(Reply::new(InReplyTo::new(reply)))),
        (None, None) => None,
    };
    message
}

/// The content of an edit. Who knows no edits sees that there was one, and nothing that anybody wrote: so nobody is called, and
/// servers are spared to check that no mentions are, which takes Synapse a fifth of what an edit does.
pub(crate) fn edited(
    content: &Content,
    picture: Option<OwnedMxcUri>,
    message: &EventId,
) -> RoomMessageEventContent {
    let new: RoomMessageEventContentWithoutRelation = notice(content, picture).into();
    let mut edit = RoomMessageEventContent::new(MessageType::notice_plain(EDITED));
    edit.relates_to = Some(Relation::Replacement(Replacement::new(message.to_owned(), new)));
    edit
}

/// A line for a room, in plain letters.
pub(crate) fn said(line: &str) -> RoomMessageEventContent {
    let mut said = RoomMessageEventContent::notice_plain(line);
    said.mentions = Some(Mentions::new());
    said
}

/// Lines and boards as HTML; what does not fit is left out from the end.
fn formatted(blocks: &[Block]) -> String {
    let mut html = String::new();
    let mut is_after_line = false;
    for block in blocks {
        let left = LONGEST_FORM.saturating_sub(html.len());
        if left < 64 {
            break;
        }
        match block {
            Block::Line(line) => {
                if is_after_line {
                    html.push_str("<br>");
                }
                html.push_str(&escaped(line, left));
            }
            Block::Board(board) => {
                html.push_str("<pre><code>");
                html.push_str(&escaped(board, left));
                html.push_str("</code></pre>");
            }
        }
        is_after_line = matches!(block, Block::Line(_));
    }
    html
}

/// Text of which nothing is taken for HTML, of at most so many bytes.
fn escaped(text: &str, most: usize) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if escaped.len() + "&quot;".len() + CUT.len() > most {
            escaped.push_str(CUT);
            break;
        }
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

fn cut(text: &str, most: usize) -> String {
    match text.len() <= most {
        true => text.to_owned(),
        false => format!("{}{CUT}", &text[..text.floor_char_boundary(most)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use masume_adapter::Picture;
    use serde_json::{Value, json, to_value};

    fn content(blocks: &[Block], heard: &str) -> Content {
        Content { blocks: blocks.to_vec(), heard: heard.to_owned(), picture: None }
    }

    fn line(text: &str) -> Block {
        Block::Line(text.to_owned())
    }

    fn value(content: &RoomMessageEventContent) -> Value {
        to_value(content).expect("JSON")
    }

    #[test]
    fn a_board_is_code_and_who_listens_has_none() {
        let board = Block::Board("⬜🟡\n<@>\n".to_owned());
        let content = content(&[line("A & \"B\""), board, line("x"), line("y")], "A\nx");
        let posted = value(&posted(&content, None, None, None));
        assert_eq!(
            posted,
            json!({
                "msgtype": "m.notice",
                "body": "A\nx",
                "format": "org.matrix.custom.html",
                "formatted_body":
                    "A &amp; &quot;B&quot;<pre><code>⬜🟡\n&lt;@&gt;\n</code></pre>x<br>y",
                "m.mentions": {},
            })
        );
    }

    #[test]
    fn messages_stand_where_they_belong() {
        let id = |text: &str| Some(OwnedEventId::try_from(text).expect("an id"));
        let content = content(&[line("A")], "A");
        let relation =
            |thread, reply| value(&posted(&content, None, thread, reply))["m.relates_to"].clone();
        assert_eq!(relation(None, None), Value::Null);
        assert_eq!(relation(None, id("$b")), json!({"m.in_reply_to": {"event_id": "$b"}}));
        let in_thread = relation(id("$a"), id("$b"));
        assert_eq!(in_thread["rel_type"], "m.thread");
        assert_eq!(in_thread["event_id"], "$a");
        assert_eq!(in_thread["m.in_reply_to"]["event_id"], "$b");
        assert_eq!(relation(id("$a"), None)["is_falling_back"], true);
        let edit = value(&edited(&content, None, &id("$c").expect("an id")));
        assert_eq!(edit["m.relates_to"], json!({"rel_type": "m.replace", "event_id": "$c"}));
        assert_eq!(edit["m.new_content"]["body"], "A");
        assert_eq!(edit["m.new_content"]["m.mentions"], json!({}));
        assert_eq!((&edit["body"], &edit["m.mentions"]), (&json!("*"), &Value::Null));
    }

    #[test]
    fn a_picture_stands_in_the_place_of_the_board_and_is_replaced_by_another() {
        let board = Block::Board("x".to_owned());
        let mut content = content(&[line("A"), board, line("b")], "A\nb");
        content.picture = Some(Picture { png: vec![1, 2, 3], width: 40, height: 30 });
        let address = |name: &str| Some(OwnedMxcUri::from(format!("mxc://example.org/{name}")));
        let expected = |name: &str| {
            json!({
                "msgtype": "m.image", "url": format!("mxc://example.org/{name}"),
                "body": "A\nb", "filename": "board.png", "format": "org.matrix.custom.html",
                "formatted_body": "A<br>b", "m.mentions": {},
                "info": {"mimetype": "image/png", "size": 3, "w": 40, "h": 30},
            })
        };
        assert_eq!(value(&posted(&content, address("one"), None, None)), expected("one"));
        let id = OwnedEventId::try_from("$c").expect("an id");
        let edit = value(&edited(&content, address("two"), &id));
        assert_eq!(edit["m.new_content"], expected("two"));
        // One that was not uploaded is no picture.
        let letters = value(&posted(&content, None, None, None));
        assert_eq!(letters["formatted_body"], "A<pre><code>x</code></pre>b");
    }

    #[test]
    fn no_message_is_too_large_for_an_event() {
        for letter in ["é", "<", "🟡", "\""] {
            let long = letter.repeat(100_000);
            let blocks = [line(&long), Block::Board(long.clone()), line(&long)];
            let content = content(&blocks, &long);
            let id = OwnedEventId::try_from("$c").expect("an id");
            for message in [posted(&content, None, None, None), edited(&content, None, &id)] {
                let length = value(&message).to_string().len();
                assert!(length < 60_000, "{letter}: {length}");
            }
        }
    }
}
