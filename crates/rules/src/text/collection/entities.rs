//! Characters that pages write by their names or numbers: `&lt;`, `&#35;`, `&nbsp;`.

use std::borrow::Cow;
use std::ops::Range;

use masume_syntax::Span;

/// Names of characters, as far as titles and rows have them.
const NAMES: [(&str, &str); 7] = [
    ("lt", "<"),
    ("gt", ">"),
    ("amp", "&"),
    ("quot", "\""),
    ("apos", "'"),
    // The blank of a keyboard: nothing else is meant in a row.
    ("nbsp", " "),
    ("shy", ""),
];
/// Digits of a number, and letters of a name, at most.
const LONGEST: usize = 8;

/// Text with characters in the place of their names, and where each part of it stands in the text as it was.
pub(super) struct Decoded<'t> {
    pub(super) text: Cow<'t, str>,
    /// Ends of characters that were written by name: in this text, and in the other.
    ends: Vec<(u32, u32)>,
}

impl<'t> Decoded<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        // Counted before memory is taken for them.
        let mut ends = Vec::with_capacity(entities(text).count());
        let mut decoded = String::new();
        let mut done = 0;
        for (written, sign) in entities(text) {
            decoded.push_str(&text[done..written.start]);
            decoded.push_str(&sign);
            done = written.end;
            ends.push((decoded.len() as u32, done as u32));
        }
        if ends.is_empty() {
            return Self { text: Cow::Borrowed(text), ends };
        }
        decoded.push_str(&text[done..]);
        Self { text: Cow::Owned(decoded), ends }
    }

    /// True if no character was written by name.
    pub(super) fn is_as_written(&self) -> bool {
        self.ends.is_empty()
    }

    /// Place in the text as it was.
    pub(super) fn written(&self, span: Span) -> Span {
        let place = |at: u32| {
            let known = self.ends.partition_point(|(end, _)| *end <= at);
            let (end, written) = known.checked_sub(1).map_or((0, 0), |it| self.ends[it]);
            written + at - end
        };
        Span::new(place(span.start), place(span.end))
    }
}

/// Characters of a text that are written by name, one after another.
fn entities(text: &str) -> impl Iterator<Item = (Range<usize>, String)> + '_ {
    // None begins within another: neither a name that is known nor a number has the sign that begins one.
    text.match_indices('&').filter_map(move |(start, _)| {
        let (length, sign) = entity(&text[start..])?;
        Some((start..start + length, sign))
    })
}

/// Character that the text begins with by name or number, and the length of that; none where it ends a line.
fn entity(text: &str) -> Option<(usize, String)> {
    let name = text.strip_prefix('&')?;
    let end = name.char_indices().take(LONGEST + 1).find(|(_, it)| *it == ';')?.0;
    let (name, length) = (&name[..end], end + 2);
    let Some(number) = name.strip_prefix('#') else {
        let known = NAMES.iter().find(|(known, _)| *known == name)?;
        return Some((length, known.1.to_owned()));
    };
    let number = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    let sign = char::from_u32(number.ok()?).filter(|it| !it.is_control())?;
    Some((length, if sign == '\u{a0}' { ' ' } else { sign }.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_stand_for_their_names_and_places_are_kept() {
        let rows = [
            ("a &lt;b&gt; &amp;lt; &#35;&#x23;&#XA0;&nbsp;.", "a <b> &lt; ##  ."),
            (
                "Tom & Jerry &c; &; &#; &#10; &#x110000; &unknown; &lt",
                "Tom & Jerry &c; &; &#; &#10; &#x110000; &unknown; &lt",
            ),
            ("", ""),
            ("&amp;&amp;", "&&"),
        ];
        for (text, expected) in rows {
            let decoded = Decoded::of(text);
            assert_eq!(decoded.text, expected);
            let whole = decoded.written(Span::new(0, decoded.text.len() as u32));
            assert_eq!((whole.start, whole.end as usize), (0, text.len()));
        }
        let decoded = Decoded::of("&lt;&gt; x");
        assert_eq!(decoded.written(Span::new(1, 2)), Span::new(4, 8));
        assert_eq!(decoded.written(Span::new(3, 4)), Span::new(9, 10));
    }
}
