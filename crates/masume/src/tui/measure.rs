//! Asking the terminal how wide it shows a glyph: print it, ask where the cursor is.
//!
//! All questions go out at once and the answers are read together, so that a slow line costs one
//! round trip. A terminal that does not answer in time shows ASCII.

use super::input::Input;
use masume_presentation::picture::tone::Rgb;

/// Bytes of a terminal, as answers, and as keys that were pressed meanwhile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answers {
    /// The cursor's columns, from 1, in the order of the questions.
    pub(super) columns: Vec<u16>,
    /// The colour behind letters.
    pub(super) ground: Option<Rgb>,
    /// True if the last question, which every terminal answers, has its answer.
    pub(super) is_complete: bool,
    /// Pressed before the terminal was read key by key.
    pub(super) keys: Vec<Input>,
}

/// The questions about these glyphs, and one at the end that any terminal answers.
pub(super) fn questions(glyphs: &[String]) -> String {
    let asked = glyphs.iter().map(|glyph| format!("\x1b[1;1H{glyph}\x1b[6n"));
    // The ground, then primary device attributes: who knows no cursor reports knows these.
    asked.chain(["\x1b]11;?\x1b\\\x1b[1;1H\x1b[2J\x1b[c".to_owned()]).collect()
}

/// Reads what came. What is no answer is a key, as far as it is one character.
pub(super) fn read(bytes: &[u8]) -> Answers {
    let mut answers = Answers::default();
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first == 0x1b && after.first() == Some(&b']') {
            let Some((command, after)) = operating_command(&after[1..]) else { break };
            answers.ground = ground(command).or(answers.ground);
            rest = after;
            continue;
        }
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

/// Bytes before the end of an operating system command, and those after it; `None` where it was
/// cut.
fn operating_command(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = bytes.iter().position(|byte| [0x07, 0x1b].contains(byte))?;
    let (command, ending) = bytes.split_at(length);
    let after = match ending {
        [0x07, after @ ..] | [0x1b, b'\\', after @ ..] => after,
        // Something else begins: this one has no end.
        [0x1b, _, ..] => ending,
        _ => return None,
    };
    Some((command, after))
}

/// The colour of `11;rgb:RRRR/GGGG/BBBB`, of which each part has one to four digits.
fn ground(command: &[u8]) -> Option<Rgb> {
    let text = std::str::from_utf8(command).ok()?;
    let colour = text.strip_prefix("11;")?;
    let parts = colour.strip_prefix("rgb:").or_else(|| colour.strip_prefix("rgba:"))?;
    let mut parts = parts.split('/').map(|part| {
        let greatest = match part.len() {
            1 => 0xf,
            2 => 0xff,
            3 => 0xfff,
            4 => 0xffff,
            _ => return None,
        };
        let value = u32::from_str_radix(part, 16).ok()?;
        Some((value * 255 / greatest) as u8)
    });
    Some((parts.next()??, parts.next()??, parts.next()??))
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
            let columns = columns.to_vec();
            let expected = Answers { columns, ground: None, is_complete, keys };
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
    fn the_ground_is_told_with_any_ending_and_any_number_of_digits() {
        let check = |bytes: &[u8], expected| assert_eq!(read(bytes).ground, expected, "{bytes:?}");
        check(b"\x1b[1;2R\x1b]11;rgb:ffff/8080/0000\x1b\\\x1b[?1c", Some((255, 128, 0)));
        check(b"\x1b]11;rgb:ff/80/00\x07", Some((255, 128, 0)));
        check(b"\x1b]11;rgba:f/f/f/f\x07", Some((255, 255, 255)));
        check(b"\x1b]11;rgb:0000/2b2b/3636\x1b\\", Some((0, 43, 54)));
        // Other commands, hostile ones, and one that was cut.
        check(b"\x1b]10;rgb:ff/ff/ff\x07", None);
        check(b"\x1b]11;rgb:fffff/0/0\x07\x1b]11;rgb:-1/0/0\x07\x1b]11;rgb:1/2\x07", None);
        check(b"\x1b]11;\xff\x07", None);
        check(b"\x1b]11;rgb:ff/ff/ff", None);
        check(b"\x1b]11;rgb:ff/ff/ff\x1b", None);
        let after = read(b"\x1b]11;rgb:00/00/00\x07q\x1b[?1c");
        assert_eq!((after.keys, after.is_complete), (vec![Input::key("q")], true));
    }

    #[test]
    fn every_glyph_is_one_question() {
        let asked = questions(&["●".to_owned(), "○".to_owned()]);
        assert_eq!(asked.matches("\x1b[6n").count(), 2);
        assert!(asked.ends_with("\x1b[c"));
    }
}
