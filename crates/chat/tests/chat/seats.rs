//! Rights to move: the first two who do, those who were named, agents, and everybody else.

use crate::room::{ANNA, BERT, CARL, Room};

/// Crosses and noughts on the board.
fn marks(text: &str) -> usize {
    text.matches(['❌', '⭕']).count()
}

#[test]
fn the_first_two_who_move_sit() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume tic-tac-toe");
    room.answer(ANNA, &message, "b2");
    // It is the other's turn.
    room.answer(ANNA, &message, "a1");
    assert!(room.text(&message).contains("@\u{2060}anna: it is the other's turn"));
    room.answer(BERT, &message, "a1");
    let told = "@\u{2060}carl: that seat is taken";
    room.answer(CARL, &message, "a2");
    assert!(room.text(&message).contains(told), "{}", room.text(&message));
    room.answer(ANNA, &message, "c1");
    room.answer(CARL, &message, "a2");
    assert!(!room.text(&message).contains(told), "it is said once");
    let text = room.text(&message);
    assert!(text.contains(": @\u{2060}anna, ") && text.contains(": @\u{2060}bert"), "{text}");
    // Three were placed: who watches took nothing back either.
    room.press(CARL, &message, "↩️");
    room.press(CARL, &message, "🔄");
    let text = room.text(&message);
    assert_eq!(marks(&text), 3, "{text}");
    room.press(BERT, &message, "↩️");
    let text = room.text(&message);
    assert_eq!(marks(&text), 2, "{text}");
}

#[test]
fn who_was_named_sits() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume tic-tac-toe vs @bert");
    room.answer(CARL, &message, "b2");
    assert!(room.text(&message).contains("carl: that seat is taken"));
    room.answer(BERT, &message, "b2");
    assert!(room.text(&message).contains("bert: it is the other's turn"));
    room.answer(ANNA, &message, "b2");
    room.answer(BERT, &message, "a1");
    let text = room.text(&message);
    assert_eq!(marks(&text), 2, "{text}");
}

#[test]
fn an_agent_answers() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume tic-tac-toe vs easy");
    room.answer(ANNA, &message, "b2");
    let text = room.text(&message);
    assert_eq!(marks(&text), 2, "{text}");
    // Both are taken back.
    room.press(ANNA, &message, "↩️");
    let text = room.text(&message);
    assert_eq!(marks(&text), 0, "{text}");
}

#[test]
fn a_move_that_is_not_legal_takes_no_seat() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume tic-tac-toe");
    room.answer(CARL, &message, "z9");
    room.answer(ANNA, &message, "b2");
    room.answer(CARL, &message, "b2");
    room.answer(BERT, &message, "a1");
    let text = room.text(&message);
    assert!(text.contains("anna") && text.contains("bert") && !text.contains("carl"), "{text}");
}

#[test]
fn who_plays_alone_plays_with_everybody() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    room.press(ANNA, &message, "➡️");
    room.press(BERT, &message, "⬅️");
    room.answer(CARL, &message, "undo");
    assert!(room.text(&message).contains("moves 1"), "{}", room.text(&message));
}
