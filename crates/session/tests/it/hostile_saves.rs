//! Texts that are no saves, or no longer.

use std::fmt::Write as _;

use masume_rules::random::Random;
use masume_session::{Save, SaveError, Session};

use crate::support::{PUSHING, act, session};

fn sample() -> String {
    let mut session = session(PUSHING);
    act(&mut session, "push right, push right, push right, push down");
    session.restart();
    act(&mut session, "push down");
    session.undo();
    session.save().to_string()
}

#[test]
fn every_truncation_is_refused() {
    let text = sample();
    // The end of the last line says nothing.
    for length in 0..text.len() - 1 {
        let error = Save::parse(&text[..length]).unwrap_err();
        let is_cut = matches!(
            error,
            SaveError::Truncated | SaveError::Edited | SaveError::Line { .. } | SaveError::NotASave
        );
        assert!(is_cut, "{length}: {error}");
    }
    assert!(Save::parse(text.trim_end()).is_ok());
    assert!(Save::parse(&text.replace('\n', "\r\n")).is_ok(), "the ends of lines do not count");
}

#[test]
fn every_flipped_bit_is_refused() {
    let text = sample();
    let mut refused = 0;
    for index in 0..text.len() - 1 {
        for bit in 0..8 {
            let mut bytes = text.clone().into_bytes();
            bytes[index] ^= 1 << bit;
            // What is no text at all does not get here.
            let Ok(flipped) = String::from_utf8(bytes) else { continue };
            assert!(Save::parse(&flipped).is_err(), "byte {index}, bit {bit}:\n{flipped}");
            refused += 1;
        }
    }
    assert!(refused > 1_500, "{refused}");
}

#[test]
fn every_line_left_out_or_doubled_is_refused() {
    let text = sample();
    let lines: Vec<&str> = text.lines().collect();
    for index in 0..lines.len() {
        let mut without = lines.clone();
        let line = without.remove(index);
        assert!(Save::parse(&without.join("\n")).is_err(), "without {line}");
        let mut twice = lines.clone();
        twice.insert(index, line);
        assert!(Save::parse(&twice.join("\n")).is_err(), "twice {line}");
    }
}

#[test]
fn hostile_texts_are_errors_with_their_reason() {
    let text = sample();
    let change = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    };
    let many = "9".repeat(100);
    let rows = [
        (String::new(), "this is no save of Masume"),
        ("{\"a\":".repeat(100_000), "this is no save of Masume"),
        (change("save 1", "save 2"), "the save was written by a newer version (format 2)"),
        (change("save 1", "save 0"), "this is no save of Masume"),
        (change("save 1", "save 01"), "this is no save of Masume"),
        (change("deeds: 6", &format!("deeds: {many}")), "the save is too large"),
        (change("deeds: 6", "deeds: 4000000000"), "the save is too large"),
        (change("position: 5", &format!("position: {}", u64::MAX)), "the save is too large"),
        (change("deeds: 6", "deeds: -1"), "line 6 of the save cannot be read; expected a number"),
        (change("deeds: 6", "deeds: 06"), "line 6 of the save cannot be read; expected a number"),
        (
            change("position: 5", "position: 7"),
            "line 6 of the save cannot be read; expected as many deeds as the position says, or more",
        ),
        (
            change("> push right", "push right"),
            "line 7 of the save cannot be read; expected an action after `> `, or `= restart`",
        ),
        (change("> push right", "> push left"), "the save was changed after it was written"),
        (
            change("/1#0", "/1#99999999999999999999"),
            "line 2 of the save cannot be read; expected an id such as `2048:5x3#7`",
        ),
        (format!("{text}more\n"), "the save was changed after it was written"),
    ];
    for (text, expected) in rows {
        let error = Save::parse(&text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn what_is_too_large_is_refused_at_once() {
    let mut text = "masume save 1\n".to_owned();
    text.push_str(&"x".repeat((1 << 26) + 1));
    assert_eq!(Save::parse(&text), Err(SaveError::TooLarge));
    let session = session(PUSHING);
    let event = masume_session::SavedEvent::Action("push right".to_owned());
    let save = Save { events: vec![event; (1 << 20) + 1], ..session.save() };
    assert_eq!(Session::restore(session.edition(), &save).unwrap_err(), SaveError::TooLarge);
}

#[test]
fn random_bytes_never_panic() {
    let text = sample();
    let mut random = Random::new(77);
    for _ in 0..2_000 {
        let mut noise = text.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(noise.len() as u64 + 1) as usize;
            let length = random.below(12) as usize;
            let mut new = String::new();
            for _ in 0..length {
                let letter = char::from_u32(random.below(0x3000) as u32).unwrap_or('\n');
                let _ = write!(new, "{letter}");
            }
            let end = (at + random.below(20) as usize).min(noise.len());
            if noise.is_char_boundary(at) && noise.is_char_boundary(end) {
                noise.replace_range(at..end, &new);
            }
        }
        if let Ok(save) = Save::parse(&noise) {
            assert_eq!(save.to_string().trim_end(), noise.trim_end());
        }
    }
}
