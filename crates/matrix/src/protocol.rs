//! Lines of `masume chat stdio`, as `spec/chat.md` has them.

use serde::{Deserialize, Serialize};

/// Something that happened, or a report of what came of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Event {
    Said(Said),
    Pressed(Pressed),
    Done {
        ticket: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    Refused {
        ticket: u64,
    },
    Later {
        ticket: u64,
    },
    /// A line of ours is kept, after all that was told before; without one, it is asked for.
    Remember {
        name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
}

/// A message that a person wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Said {
    pub(crate) room: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) thread: Option<String>,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reply: Option<String>,
    pub(crate) who: String,
    pub(crate) text: String,
}

/// A sign that was pressed, or taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Pressed {
    pub(crate) room: String,
    pub(crate) press: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sign: Option<String>,
    pub(crate) who: String,
    pub(crate) added: bool,
}

/// A line that the other program writes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Line {
    Remembered {
        #[serde(default)]
        line: Option<String>,
    },
    /// Something that was told is not understood: versions that do not belong together.
    Error(String),
    #[serde(untagged)]
    Order(Order),
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    Post {
        ticket: u64,
        room: String,
        #[serde(default)]
        thread: Option<String>,
        #[serde(default)]
        reply: Option<String>,
        content: Content,
    },
    Edit {
        ticket: u64,
        room: String,
        message: String,
        content: Content,
    },
    React {
        ticket: u64,
        room: String,
        message: String,
        sign: String,
    },
}

/// Contents of a message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Content {
    pub(crate) blocks: Vec<Block>,
    pub(crate) heard: String,
}

/// Part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Block {
    Line(String),
    Board(String),
}

impl Content {
    /// Contents as one text.
    pub(crate) fn text(&self) -> String {
        let line = |block: &Block| match block {
            Block::Line(text) | Block::Board(text) => format!("{}\n", text.trim_end_matches('\n')),
        };
        self.blocks.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Lines of the specification that begin like this.
    fn lines(mark: &str) -> Vec<Value> {
        let lines = include_str!("../../../spec/chat.md").lines();
        let lines = lines.filter_map(|line| line.strip_prefix(mark));
        lines.map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    #[test]
    fn orders_of_the_specification_are_read() {
        let orders = lines("< ");
        assert!(orders.len() > 4);
        for order in orders {
            let line: Line = serde_json::from_value(order.clone()).expect("a line");
            assert!(!matches!(line, Line::Error(_)), "{order}");
        }
    }

    #[test]
    fn events_are_written_as_in_the_specification() {
        let said = Said {
            room: "hall".to_owned(),
            thread: None,
            message: "m3".to_owned(),
            reply: Some("m2".to_owned()),
            who: "@anna".to_owned(),
            text: "b2".to_owned(),
        };
        let pressed = |added: bool| Pressed {
            room: "hall".to_owned(),
            press: "p1".to_owned(),
            message: added.then(|| "m2".to_owned()),
            sign: added.then(|| "➡️".to_owned()),
            who: "@anna".to_owned(),
            added,
        };
        let remember = |line: Option<&str>| Event::Remember {
            name: "read".to_owned(),
            line: line.map(str::to_owned),
        };
        let specified = lines("> ");
        for event in [
            Event::Said(said),
            Event::Pressed(pressed(true)),
            Event::Pressed(pressed(false)),
            Event::Done { ticket: 1, message: Some("m2".to_owned()) },
            Event::Done { ticket: 2, message: None },
            Event::Later { ticket: 3 },
            remember(Some("s72594")),
            remember(None),
        ] {
            let written = serde_json::to_value(&event).expect("JSON");
            assert!(specified.contains(&written), "{written}");
        }
    }
}
