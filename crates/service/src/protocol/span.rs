//! Spans of a text in the units of the asker.

use masume_engine::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Units in which places of a text are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Units {
    /// Bytes of UTF-8.
    #[default]
    Bytes,
    /// Code units of UTF-16, as in JavaScript.
    Utf16,
}

/// A span of a text, in the units of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SpanView {
    /// The first unit.
    pub start: usize,
    /// The unit behind the last one.
    pub end: usize,
}

impl Units {
    /// The same place, which is in bytes, in these units. Bytes within a character are its beginning.
    ///
    /// ```
    /// use masume_service::protocol::Units;
    ///
    /// assert_eq!(Units::Bytes.of_byte("木a", 3), 3);
    /// assert_eq!(Units::Utf16.of_byte("木a", 3), 1);
    /// ```
    pub fn of_byte(self, text: &str, byte: usize) -> usize {
        match self {
            Self::Bytes => byte,
            Self::Utf16 => {
                let before = text.char_indices().take_while(|(at, _)| *at < byte);
                before.map(|(_, letter)| letter.len_utf16()).sum()
            }
        }
    }

    /// The byte of a place in these units; the end of the text for one behind it, and the beginning of
    /// a character for one within it.
    ///
    /// ```
    /// use masume_service::protocol::Units;
    ///
    /// assert_eq!(Units::Utf16.to_byte("木a", 1), 3);
    /// assert_eq!(Units::Bytes.to_byte("木a", 1), 0);
    /// assert_eq!(Units::Bytes.to_byte("木a", 99), 4);
    /// ```
    pub fn to_byte(self, text: &str, place: usize) -> usize {
        let mut units = 0;
        for (byte, letter) in text.char_indices() {
            let length = match self {
                Self::Bytes => letter.len_utf8(),
                Self::Utf16 => letter.len_utf16(),
            };
            if units + length > place {
                return byte;
            }
            units += length;
        }
        text.len()
    }

    /// A span of the text in these units.
    ///
    /// ```
    /// use masume_engine::Span;
    /// use masume_service::protocol::{SpanView, Units};
    ///
    /// let span = Span { start: 3, end: 4 };
    /// assert_eq!(Units::Utf16.span("木a", span), SpanView { start: 1, end: 2 });
    /// ```
    pub fn span(self, text: &str, span: Span) -> SpanView {
        let of = |byte: u32| self.of_byte(text, (byte as usize).min(text.len()));
        SpanView { start: of(span.start), end: of(span.end) }
    }
}
