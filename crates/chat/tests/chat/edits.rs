//! Edits are joined, never lost; a message that can no longer be edited makes way for another one.

use masume_chat::{Event, Order};

use crate::room::{ANNA, BERT, Room};

const MOVES: [&str; 4] = ["➡️", "⬅️", "➡️", "⬅️"];

#[test]
fn moves_while_an_edit_is_on_its_way_are_shown_by_one_edit() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    room.is_slow = true;
    for sign in MOVES {
        room.press(ANNA, &message, sign);
    }
    assert_eq!(room.waiting.len(), 1, "one edit is on its way");
    room.is_slow = false;
    room.take(Vec::new());
    assert_eq!(room.shown[&message].edits, 2);
    assert!(room.text(&message).contains("moves 4"), "{}", room.text(&message));
}

#[test]
fn what_is_told_before_the_report_on_a_board_is_done_after_it() {
    let mut room = Room::new();
    room.is_slow = true;
    room.say(ANNA, "masume sokoban 1");
    let order = room.waiting.pop().expect("a board is posted");
    let Order::Post { ticket, .. } = order else { panic!("a post: {order:?}") };
    let message = room.post(order);
    let press = room.press(ANNA, &message, "➡️");
    room.take_back(BERT, &press);
    room.take_back(ANNA, &press);
    room.answer(BERT, &message, "left");
    room.press(BERT, "$other", "➡️");
    room.is_slow = false;
    room.tell(&Event::Done { ticket, message: Some(message.clone()) });
    assert!(room.text(&message).contains("moves 3,"), "{}", room.text(&message));
    // It is done once.
    room.take_back(ANNA, &press);
    room.press(ANNA, &message, "⬅️");
    assert!(room.text(&message).contains("moves 4,"), "{}", room.text(&message));
}

#[test]
fn what_was_too_much_is_ordered_again_as_it_is_then() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    room.is_slow = true;
    room.press(ANNA, &message, "➡️");
    let Some(Order::Edit { ticket, .. }) = room.waiting.pop() else { panic!("an edit") };
    room.press(ANNA, &message, "⬅️");
    room.tell(&Event::Later { ticket });
    let [Order::Edit { content, .. }] = room.waiting.as_slice() else { panic!("one edit") };
    assert!(content.text().contains("moves 2"));
    // The sign of a message, and an answer, are ordered again, too.
    room.waiting.clear();
    room.say(ANNA, "masume list");
    let Some(Order::Post { ticket, content, .. }) = room.waiting.pop() else { panic!("a post") };
    room.tell(&Event::Later { ticket });
    let [Order::Post { content: again, ticket: other, .. }] = room.waiting.as_slice() else {
        panic!("one post")
    };
    assert_eq!((&content, ticket + 1), (again, *other));
}

#[test]
fn a_message_that_cannot_be_edited_makes_way_for_another_one() {
    let mut room = Room::new();
    let old = room.begin(ANNA, "masume sokoban 1");
    room.press(ANNA, &old, "➡️");
    room.is_slow = true;
    room.press(ANNA, &old, "⬅️");
    let Some(Order::Edit { ticket, .. }) = room.waiting.pop() else { panic!("an edit") };
    room.press(ANNA, &old, "➡️");
    room.is_slow = false;
    room.tell(&Event::Refused { ticket });
    let new = room.posted.last().unwrap().clone();
    assert_ne!(new, old);
    assert!(room.text(&new).contains("moves 3"), "{}", room.text(&new));
    assert!(room.text(&old).contains("newer message"), "{}", room.text(&old));
    assert!(room.shown[&old].buttons.is_empty());
    assert_eq!(room.shown[&new].signs.len(), room.shown[&new].buttons.len());
    // It is played there now, and no longer here.
    room.press(ANNA, &old, "⬅️");
    assert!(room.text(&new).contains("moves 3"));
    room.press(ANNA, &new, "⬅️");
    assert!(room.text(&new).contains("moves 4"));
    assert!(room.text(&old).contains("newer message"));
}

#[test]
fn a_board_that_became_no_message_is_no_longer_waited_for() {
    let mut room = Room::new();
    room.is_slow = true;
    room.say(ANNA, "masume sokoban 1");
    let Some(Order::Post { ticket, .. }) = room.waiting.pop() else { panic!("a board is posted") };
    room.tell(&Event::Done { ticket, message: None });
    assert!(room.waiting.is_empty(), "it has no message that signs could stand under");
    room.is_slow = false;
    let message = room.begin(ANNA, "masume sokoban 1");
    room.press(ANNA, &message, "➡️");
    assert!(room.text(&message).contains("moves 1"));
}

#[test]
fn a_board_is_reported_on_after_many_other_orders() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    room.is_slow = true;
    room.press(ANNA, &message, "➡️");
    let Some(Order::Edit { ticket, .. }) = room.waiting.pop() else { panic!("an edit") };
    for _ in 0..10_100 {
        room.say(ANNA, "masume");
    }
    room.waiting.clear();
    room.press(ANNA, &message, "⬅️");
    room.tell(&Event::Done { ticket, message: None });
    let [Order::Edit { content, .. }] = room.waiting.as_slice() else { panic!("one edit") };
    assert!(content.text().contains("moves 2"));
}

#[test]
fn a_move_is_told_once_to_who_listens() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    room.press(ANNA, &message, "➡️");
    let heard = &room.shown[&message].content.heard;
    assert_eq!(heard.matches("right").count(), 1, "{heard}");
}

#[test]
fn reports_of_nothing_are_heard_in_silence() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    for ticket in [0, 1, 2, 99, u64::MAX] {
        room.tell(&Event::Done { ticket, message: Some("$other".to_owned()) });
        room.tell(&Event::Refused { ticket });
        room.tell(&Event::Later { ticket });
    }
    room.press(ANNA, &message, "➡️");
    assert!(room.text(&message).contains("moves 1"));
    assert_eq!(room.posted.len(), 1);
}
