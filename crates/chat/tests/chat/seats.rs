//! Rights to move: the first two who do, those who were named, agents, and everybody else.

use masume_presentation::analysis::Analysis;

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

#[test]
fn others_do_not_wait_for_an_agent() {
    let mut room = Room::new();
    let board = room.begin(ANNA, "masume tic-tac-toe vs easy");
    let other = room.begin(BERT, "masume sokoban 1");
    room.is_busy = true;
    room.answer(ANNA, &board, "b2");
    let work = room.chat.work().expect("the agent's reply is searched for");
    assert!(room.chat.work().is_none() && room.chat.is_thinking());
    let before = marks(&room.text(&board));
    assert_eq!(before, 1, "the move is seen");
    // Meanwhile others play, and nobody moves for the agent.
    room.press(BERT, &other, "➡️");
    assert!(room.text(&other).contains("moves 1"));
    room.answer(ANNA, &board, "a1");
    assert_eq!(marks(&room.text(&board)), before, "{}", room.text(&board));
    let orders = room.chat.thought(work.run());
    room.take(orders);
    assert_eq!(marks(&room.text(&board)), before + 1, "{}", room.text(&board));
    assert!(!room.chat.is_thinking(), "it is Anna's turn");
}

#[test]
fn a_search_of_which_nothing_comes_holds_up_no_other() {
    let mut room = Room::new();
    let board = room.begin(ANNA, "masume tic-tac-toe vs easy");
    let other = room.begin(BERT, "masume sokoban 3");
    room.is_busy = true;
    room.answer(ANNA, &board, "b2");
    room.press(BERT, &other, "💡");
    assert!(room.chat.work().is_some() && room.chat.work().is_none());
    assert!(room.chat.thought(None::<Analysis>).is_empty());
    let work = room.chat.work().expect("the other search");
    let orders = room.chat.thought(work.run());
    room.take(orders);
    assert!(room.text(&other).contains("hint"), "{}", room.text(&other));
    assert!(!room.chat.is_thinking(), "the first is not searched for again by itself");
    // It is as soon as a person does something there.
    room.answer(ANNA, &board, "a1");
    let work = room.chat.work().expect("the agent's reply");
    let orders = room.chat.thought(work.run());
    room.take(orders);
    assert_eq!(marks(&room.text(&board)), 2, "{}", room.text(&board));
}

#[test]
fn what_was_found_for_another_board_is_searched_anew() {
    let mut room = Room::new();
    let board = room.begin(ANNA, "masume sokoban 3");
    room.is_busy = true;
    room.press(ANNA, &board, "💡");
    let work = room.chat.work().expect("a hint is searched for");
    room.press(BERT, &board, "➡️");
    let orders = room.chat.thought(work.run());
    room.take(orders);
    assert!(!room.text(&board).contains("hint: "), "{}", room.text(&board));
    // A restart is a play of its own, in which nothing is searched for.
    room.press(ANNA, &board, "💡");
    let work = room.chat.work().expect("a hint is searched for");
    room.press(ANNA, &board, "🔄");
    let orders = room.chat.thought(work.run());
    room.take(orders);
    assert!(room.text(&board).contains("moves 0"), "{}", room.text(&board));
}

#[test]
fn an_agent_replies_between_moves_of_one_message() {
    let mut room = Room::new();
    let board = room.begin(ANNA, "masume connect-four vs easy");
    room.answer(ANNA, &board, "d, d");
    let text = room.text(&board);
    assert!(!room.chat.is_thinking(), "{text}");
    let discs = text.matches(['🔴', '🟡', '🔵', '⚪', '⚫', '🟠']).count();
    assert_eq!(discs, 4, "{text}");
}
