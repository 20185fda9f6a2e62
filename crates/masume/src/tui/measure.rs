//! Asking the terminal how wide it shows a glyph: print it, ask where the cursor is.
//!
//! All questions go out at once and the answers are read together, so that a slow line costs one
//! round trip. A terminal that does not answer in time shows ASCII.

use super::input::Input;

/// What a terminal sent: answers, and keys that were pressed meanwhile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answers {
    /// The cursor's columns, from 1, in the order of the questions.
    pub(super) columns: Vec<u16>,
    /// Whether the last question, which every terminal answers, has its answer.
    pub(super) is_complete: bool,
    /// Pressed before the terminal was read key by key.
    pub(super) keys: Vec<Input>,
}

/// The questions about these glyphs, and one at the end that any terminal answers.
pub(super) fn questions(glyphs: &[String]) -> String {
    let asked = glyphs.iter().map(|glyph| format!("\x1b[1;1H{glyph}\x1b[6n"));
    // Primary device attributes: whoever knows no cursor reports knows these.
    asked.chain(["\x1b[1;1H\x1b[2J\x1b[c".to_owned()]).collect()
}

/// Reads what came. What is no answer is a key, as far as it is one character.
pub(super) fn read(bytes: &[u8]) -> Answers {
    let mut answers = Answers::default();
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != 0x1b || after.first() != Some(&b'[') {
            answers.keys.extend(key_of(first));
            continue;
        }
        let body = &after[1..];
        // Parameters, then one final byte from `@` on.
        let length = body.iter().take_while(|byte| (0x20..0x40).contains(*byte)).count();
        let (parameters, ending) = body.split_at(length);
        let Some((&last, after)) = ending.split_first() else { break };
        rest = after;
        match last {
            b'R' => answers.columns.extend(column(parameters)),
            b'c' => answers.is_complete = true,
            b'A' => answers.keys.push(Input::key("up")),
            b'B' => answers.keys.push(Input::key("down")),
            b'C' => answers.keys.push(Input::key("right")),
            b'D' => answers.keys.push(Input::key("left")),
            _ => {}
        }
    }
    answers
}

/// The column of `ROW;COLUMN`.
fn column(parameters: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(parameters).ok()?;
    text.split_once(';')?.1.parse().ok()
}

fn key_of(byte: u8) -> Option<Input> {
    match byte {
        b'\r' | b'\n' => Some(Input::key("enter")),
        b' ' => Some(Input::key("space")),
        b'\t' => Some(Input::key("tab")),
        0x7f => Some(Input::key("backspace")),
        // Ctrl-C and its like are letters without their upper bits.
        1..=26 => Some(Input::Key(format!("ctrl-{}", char::from(byte + b'a' - 1)))),
        byte if byte.is_ascii_graphic() => Some(Input::Key(char::from(byte).to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_keys() {
        let check = |bytes: &[u8], columns: &[u16], is_complete, keys: &[&str]| {
            let keys = keys.iter().map(|key| Input::key(key)).collect();
            let expected = Answers { columns: columns.to_vec(), is_complete, keys };
            assert_eq!(read(bytes), expected, "{bytes:?}");
        };
        check(b"", &[], false, &[]);
        check(b"\x1b[1;2R\x1b[1;3R\x1b[?64;1c", &[2, 3], true, &[]);
        check(b"q\x1b[1;2Rz\x1b[A\r\x03", &[2], false, &["q", "z", "up", "enter", "ctrl-c"]);
        // Cut in the middle, and hostile numbers.
        check(b"\x1b[1;2R\x1b[1;", &[2], false, &[]);
        check(b"\x1b[1;99999999R\x1b[R\x1b[;R\x1b[x;yR", &[], false, &[";", "y", "R"]);
        check(b"\x1b\x1b[", &[], false, &[]);
    }

    #[test]
    fn every_glyph_is_one_question() {
        let asked = questions(&["●".to_owned(), "○".to_owned()]);
        assert_eq!(asked.matches("\x1b[6n").count(), 2);
        assert!(asked.ends_with("\x1b[c"));
    }
}
