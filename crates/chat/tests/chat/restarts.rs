//! A bot that is ended and begun again goes on where it was.

use masume_chat::{Chat, Event, Order, Said};
use masume_presentation::locale::Locale;
use masume_service::Surroundings;
use masume_store::{Memory, Store};

use crate::room::{ANNA, BERT, Room};

fn again(room: &mut Room, storage: Box<dyn masume_store::Storage>) {
    room.chat = Chat::new(storage, "@masume", Locale::English);
    room.chat.set_surroundings(Surroundings { seed: 7, ..Surroundings::default() });
}

#[test]
fn plays_seats_and_presses_are_found_again() {
    let memory = Memory::new(1);
    let mut room = Room::over(Box::new(memory.clone()));
    let untouched = room.begin(ANNA, "masume sokoban 2");
    let message = room.begin(ANNA, "masume sokoban 1");
    let press = room.press(ANNA, &message, "➡️");
    let duel = room.begin(ANNA, "masume tic-tac-toe");
    room.answer(ANNA, &duel, "b2");
    again(&mut room, Box::new(memory.clone()));
    assert!(room.chat.wake().is_empty(), "everything was shown");
    // A press that is told again, and one that is taken back and names only itself.
    let twice = masume_chat::Event::Pressed(masume_chat::Pressed {
        room: "hall".to_owned(),
        press: Some(press.clone()),
        message: Some(message.clone()),
        sign: Some("➡️".to_owned()),
        board: None,
        who: ANNA.to_owned(),
        added: true,
    });
    room.tell(&twice);
    assert!(room.text(&message).contains("moves 1"));
    room.take_back(ANNA, &press);
    assert!(room.text(&message).contains("moves 2"), "{}", room.text(&message));
    room.press(ANNA, &untouched, "➡️");
    room.press(ANNA, &untouched, "⬅️");
    room.press(ANNA, &untouched, "⬆️");
    room.press(ANNA, &untouched, "⬇️");
    assert!(!room.text(&untouched).contains("moves 0"), "{}", room.text(&untouched));
    room.answer(ANNA, &duel, "a1");
    assert!(room.text(&duel).contains("other's turn"));
    room.answer(BERT, &duel, "a1");
    assert!(room.text(&duel).contains("bert"));
}

#[test]
fn a_board_that_was_begun_and_not_posted_is_posted_when_it_is_asked_for_again() {
    let memory = Memory::new(1);
    let mut room = Room::over(Box::new(memory.clone()));
    room.is_slow = true;
    let said = Event::Said(Said {
        room: "hall".to_owned(),
        message: "$start".to_owned(),
        who: ANNA.to_owned(),
        text: "masume sokoban 1".to_owned(),
        ..Said::default()
    });
    room.tell(&said);
    room.tell(&said);
    assert_eq!(room.waiting.len(), 1, "told twice, begun once");
    // The bot is ended before it hears what became of the board.
    room.waiting.clear();
    again(&mut room, Box::new(memory.clone()));
    room.is_slow = false;
    room.tell(&said);
    assert_eq!(room.posted.len(), 1);
    let message = room.posted[0].clone();
    room.press(ANNA, &message, "➡️");
    assert!(room.text(&message).contains("moves 1"));
    // From then on it is there, also where another level has begun in its message.
    room.press(ANNA, &message, "⏭️");
    assert!(room.text(&message).contains("level 2"), "{}", room.text(&message));
    again(&mut room, Box::new(memory.clone()));
    room.tell(&said);
    assert_eq!(room.posted.len(), 1);
}

/// A room in which a board was ordered, and the bot ended before it heard where it was posted, with the order.
fn ended_at_a_post(memory: &Memory) -> (Room, Order) {
    let mut room = Room::over(Box::new(memory.clone()));
    room.is_slow = true;
    room.say(ANNA, "masume sokoban 1");
    let order = room.waiting.pop().expect("a board is posted");
    again(&mut room, Box::new(memory.clone()));
    (room, order)
}

fn asked(order: &Order) -> Option<&str> {
    let Order::Post { reply, .. } = order else { panic!("a post: {order:?}") };
    reply.as_deref()
}

#[test]
fn a_board_of_which_nobody_reported_where_it_is_is_posted_after_a_restart() {
    let memory = Memory::new(1);
    let (mut room, lost) = ended_at_a_post(&memory);
    let mut orders = room.chat.wake();
    assert_eq!(orders.len(), 1, "{orders:?}");
    // Where a message is answered once, it is the same answer.
    assert!(asked(&lost).is_some());
    assert_eq!(asked(&orders[0]), asked(&lost));
    room.is_slow = false;
    room.take(std::mem::take(&mut orders));
    let message = room.posted[0].clone();
    room.press(ANNA, &message, "➡️");
    assert!(room.text(&message).contains("moves 1"));
    again(&mut room, Box::new(memory));
    assert!(room.chat.wake().is_empty());
}

#[test]
fn a_board_that_was_posted_twice_is_played_in_the_newer_message() {
    let memory = Memory::new(1);
    let (mut room, lost) = ended_at_a_post(&memory);
    let old = room.post(lost);
    let board = room.shown[&old].board.clone().expect("the name of a board");
    let orders = room.chat.wake();
    // A press before the newer one is there is a move.
    room.press_named(&old, "➡️", &board);
    room.is_slow = false;
    room.take(orders);
    let new = room.posted[1].clone();
    assert!(room.text(&new).contains("moves 1"), "{}", room.text(&new));
    assert!(room.text(&old).contains("newer message"), "{}", room.text(&old));
    assert!(room.shown[&old].buttons.is_empty());
    room.press_named(&old, "⬅️", &board);
    room.press_named(&new, "⬅️", &board);
    assert!(room.text(&new).contains("moves 2"));

    // One of which nobody knew says so when it is pressed, once.
    let (mut room, lost) = ended_at_a_post(&Memory::new(1));
    let old = room.post(lost);
    let orders = room.chat.wake();
    room.is_slow = false;
    room.take(orders);
    let (new, board) = (room.posted[1].clone(), room.shown[&old].board.clone().unwrap());
    for _ in 0..3 {
        room.press_named(&old, "➡️", &board);
    }
    assert!(room.text(&old).contains("newer message"), "{}", room.text(&old));
    assert_eq!((room.shown[&old].edits, room.shown[&new].edits), (1, 0));
    room.press(ANNA, &new, "➡️");
    assert!(room.text(&new).contains("moves 1"));
}

#[test]
fn a_board_that_no_room_took_is_played_where_it_is_after_all() {
    let memory = Memory::new(1);
    let (mut room, lost) = ended_at_a_post(&memory);
    let old = room.post(lost);
    // The answer to the older post was lost, and the room takes no other one.
    let orders = room.chat.wake();
    let board = room.shown[&old].board.clone().unwrap();
    room.press_named(&old, "➡️", &board);
    let [Order::Post { ticket, .. }] = orders.as_slice() else { panic!("{orders:?}") };
    room.is_slow = false;
    room.tell(&Event::Refused { ticket: *ticket });
    room.press(ANNA, &old, "⬅️");
    assert!(room.text(&old).contains("moves 2"), "{}", room.text(&old));
    // One that is in no message at all is left.
    let (mut room, _) = ended_at_a_post(&Memory::new(1));
    let orders = room.chat.wake();
    let [Order::Post { ticket, .. }] = orders.as_slice() else { panic!("{orders:?}") };
    room.tell(&Event::Refused { ticket: *ticket });
    assert!(room.chat.wake().is_empty());
}

#[test]
fn lines_of_an_adapter_are_found_again() {
    let memory = Memory::new(1);
    let mut room = Room::over(Box::new(memory.clone()));
    let remember = |room: &mut Room, name: &str, line: Option<&str>| {
        let (name, line) = (name.to_owned(), line.map(str::to_owned));
        room.chat.hear(&Event::Remember { name, line })
    };
    let answer = |name: &str, line: Option<&str>| {
        vec![Order::Remembered { name: name.to_owned(), line: line.map(str::to_owned) }]
    };
    assert_eq!(remember(&mut room, "read", None), answer("read", None));
    assert_eq!(remember(&mut room, "read", Some("s1")), answer("read", Some("s1")));
    again(&mut room, Box::new(memory.clone()));
    assert_eq!(remember(&mut room, "read", None), answer("read", Some("s1")));
    assert_eq!(remember(&mut room, "other", None), answer("other", None));
    // What is too long, and what is no name, is not heard.
    assert_eq!(remember(&mut room, "read", Some(&"x".repeat(1 << 20))), []);
    assert_eq!(remember(&mut room, "", Some("x")), []);
    assert_eq!(remember(&mut room, "read", None), answer("read", Some("s1")));
}

#[test]
fn what_was_done_and_not_shown_is_shown_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chat.sqlite");
    let open = || Box::new(Store::open(&path).unwrap().keeping(1_000));
    let mut room = Room::over(open());
    let message = room.begin(ANNA, "masume sokoban 1");
    room.is_slow = true;
    room.press(ANNA, &message, "➡️");
    room.press(ANNA, &message, "⬅️");
    // Neither edit was done.
    room.waiting.clear();
    again(&mut room, open());
    let orders = room.chat.wake();
    assert!(matches!(orders.as_slice(), [Order::Edit { .. }]), "{orders:?}");
    room.is_slow = false;
    room.take(orders);
    assert!(room.text(&message).contains("moves 2"));
    again(&mut room, open());
    assert!(room.chat.wake().is_empty());
}

#[test]
fn an_agent_replies_after_a_restart() {
    let memory = Memory::new(1);
    let mut room = Room::over(Box::new(memory.clone()));
    let message = room.begin(ANNA, "masume tic-tac-toe vs easy");
    room.is_busy = true;
    room.answer(ANNA, &message, "b2");
    // The move is shown, and the bot is ended before the agent has replied.
    again(&mut room, Box::new(memory.clone()));
    assert!(room.chat.wake().is_empty());
    let work = room.chat.work().expect("the agent's reply is searched for");
    let orders = room.chat.thought(work.run());
    room.take(orders);
    let text = room.text(&message);
    assert_eq!((text.matches('❌').count(), text.matches('⭕').count()), (1, 1), "{text}");
    again(&mut room, Box::new(memory));
    assert!(room.chat.wake().is_empty() && room.chat.work().is_none(), "it is Anna's turn");
}

#[test]
fn boards_that_waited_among_many_that_did_not_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chat.sqlite");
    let open = || Box::new(Store::open(&path).unwrap().keeping(1_000));
    let mut room = Room::over(open());
    let messages: Vec<String> = (0..200).map(|_| room.begin(ANNA, "masume sokoban 1")).collect();
    room.is_slow = true;
    for message in messages.iter().step_by(50) {
        room.press(ANNA, message, "➡️");
    }
    room.waiting.clear();
    again(&mut room, open());
    assert_eq!(room.chat.wake().len(), 4);
    // A storage of before, which does not say what was touched lately, is looked through.
    let mut store = open();
    store.set_setting("touched", None).unwrap();
    again(&mut room, store);
    assert_eq!(room.chat.wake().len(), 4);
}

#[test]
fn reports_on_more_boards_than_are_in_memory_are_heard() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("chat.sqlite")).unwrap().keeping(1_000);
    let mut room = Room::over(Box::new(store));
    room.is_slow = true;
    for _ in 0..300 {
        room.say(ANNA, "masume sokoban 1");
    }
    // The chat is slow, and some of the orders are too many for it.
    let orders = std::mem::take(&mut room.waiting);
    for order in orders.iter().take(100) {
        let Order::Post { ticket, .. } = order else { panic!("a board is posted") };
        room.tell(&masume_chat::Event::Later { ticket: *ticket });
    }
    room.is_slow = false;
    room.take(orders.into_iter().skip(100).collect());
    assert_eq!(room.posted.len(), 300);
    for message in room.posted.clone() {
        room.press(ANNA, &message, "➡️");
        assert!(room.text(&message).contains("moves 1"));
    }
}

#[test]
fn more_boards_than_are_in_memory_are_played() {
    let memory = Memory::new(1);
    let mut room = Room::over(Box::new(memory));
    // The storage in memory keeps fifty of a game.
    let games = ["sokoban 1", "ice 1", "peg-solitaire 1", "fifteen"];
    let messages: Vec<String> =
        (0..160).map(|it| room.begin(ANNA, &format!("masume {}", games[it % 4]))).collect();
    for message in &messages {
        let before = room.shown[message].edits;
        room.answer(ANNA, message, "hint");
        assert!(room.shown[message].edits > before, "{}", room.text(message));
    }
}
