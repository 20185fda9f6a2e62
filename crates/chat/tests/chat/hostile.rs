//! Messages that nobody should send do no harm.

use masume_chat::{Event, LONGEST_TEXT, Pressed, Said};

use crate::room::{ANNA, BERT, Room};

#[test]
fn nobody_is_called_and_nothing_is_formatted() {
    let mut room = Room::new();
    for text in ["masume @everyone", "masume <!channel>", "masume \u{202e}x", "masume @room"] {
        let posted = room.say(ANNA, text);
        let text = room.text(&posted[0]);
        assert!(!text.contains("@everyone") && !text.contains("@room"), "{text}");
        assert!(!text.contains('\u{202e}'), "{text}");
    }
    let message = room.begin(ANNA, "masume sokoban 1");
    room.answer("@here\u{feff}", &message, "@channel **bold** `code` \u{202e}");
    let text = room.text(&message);
    assert!(!text.contains("@channel") && !text.contains("@here"), "{text}");
}

#[test]
fn long_messages_are_refused() {
    let mut room = Room::new();
    let long = "x".repeat(1 << 20);
    assert!(room.say(ANNA, &long).is_empty(), "nobody who did not call is answered");
    let posted = room.say(ANNA, &format!("masume {long}"));
    assert!(room.text(&posted[0]).contains(&LONGEST_TEXT.to_string()));
    let message = room.begin(ANNA, "masume sokoban 1");
    assert!(room.answer(ANNA, &message, &long).is_empty());
    let many = "right, left, ".repeat(70);
    room.answer(ANNA, &message, &many);
    assert!(room.shown[&message].edits <= 2);
    let posted = room.say(ANNA, &format!("masume\ngame X\n{}", "  é\n".repeat(15_000)));
    assert!(room.text(&posted[0]).lines().count() < 100);
}

#[test]
fn names_that_no_chat_has_are_not_heard() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    let long = "x".repeat(256);
    for name in ["", "a\nb", "a\0", long.as_str()] {
        let name = name.to_owned();
        let pressed = Pressed {
            room: "hall".to_owned(),
            press: Some("$p".to_owned()),
            message: Some(message.clone()),
            sign: Some("➡️".to_owned()),
            board: None,
            who: ANNA.to_owned(),
            added: true,
        };
        room.tell(&Event::Pressed(Pressed { who: name.clone(), ..pressed.clone() }));
        room.tell(&Event::Pressed(Pressed { room: name.clone(), ..pressed.clone() }));
        room.tell(&Event::Pressed(Pressed { press: Some(name.clone()), ..pressed.clone() }));
        room.tell(&Event::Pressed(Pressed { sign: Some(name.clone()), ..pressed }));
        let said = Said { room: name, text: "masume list".to_owned(), ..Said::default() };
        room.tell(&Event::Said(said));
    }
    assert_eq!((room.posted.len(), room.shown[&message].edits), (1, 0));
}

#[test]
fn presses_that_are_forged_or_of_elsewhere_move_nothing() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    let press = room.press(ANNA, &message, "➡️");
    let moves = |room: &Room| room.text(&message).split("moves ").nth(1).unwrap()[..1].to_owned();
    assert_eq!(moves(&room), "1");
    // Taken back by another person, twice, or without having been.
    room.take_back(BERT, &press);
    room.take_back(ANNA, "$never");
    assert_eq!(moves(&room), "1");
    room.take_back(ANNA, &press);
    room.take_back(ANNA, &press);
    assert_eq!(moves(&room), "2");
    // One that is taken back by a name of its own is a move, once.
    let back = masume_chat::Event::Pressed(masume_chat::Pressed {
        room: "hall".to_owned(),
        press: Some("$back".to_owned()),
        message: Some(message.clone()),
        sign: Some("➡️".to_owned()),
        board: None,
        who: ANNA.to_owned(),
        added: false,
    });
    room.tell(&back);
    room.tell(&back);
    assert_eq!(moves(&room), "3");
    // Under messages that are no boards, or of another room.
    room.press(ANNA, "$elsewhere", "➡️");
    let list = room.say(ANNA, "masume list")[0].clone();
    room.press(ANNA, &list, "➡️");
    room.press(ANNA, &message, "🦀");
    room.press(ANNA, &message, "➡️➡️");
    room.press("@masume", &message, "➡️");
    room.name = "cellar".to_owned();
    room.press(ANNA, &message, "➡️");
    assert_eq!(moves(&room), "3");
}

#[test]
fn names_of_boards_that_are_forged_move_nothing() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    let list = room.say(ANNA, "masume list")[0].clone();
    let own = room.shown[&message].board.clone().expect("the name of a board");
    assert_eq!(room.shown[&list].board, None);
    for board in ["", "0", "-1", "99", "9223372036854775808", "x", "1/2", &"9".repeat(300)] {
        room.press_named("$elsewhere", "➡️", board);
        room.press_named(&list, "➡️", board);
        // Where the message is known, it alone says which board it is.
        room.press_named(&message, "🦀", board);
    }
    room.name = "cellar".to_owned();
    room.press_named("$elsewhere", "➡️", &own);
    room.press_named(&message, "➡️", &own);
    room.name = "hall".to_owned();
    assert_eq!((room.shown[&message].edits, room.shown[&list].edits), (0, 0));
    let other = room.begin(ANNA, "masume sokoban 2");
    room.press_named(&message, "➡️", &room.shown[&other].board.clone().unwrap());
    assert!(room.text(&message).contains("moves 1") && room.text(&other).contains("moves 0"));
}

#[test]
fn rules_without_an_end_are_stopped() {
    let mut room = Room::new();
    let text = include_str!("../../../masume/tests/games/endless.masu");
    let posted = room.say(ANNA, &format!("masume\n{text}"));
    assert_eq!(posted.len(), 1);
    let message = posted[0].clone();
    assert!(!room.shown[&message].buttons.is_empty(), "{}", room.text(&message));
    let sign = room.shown[&message].buttons[0].sign.clone();
    room.press(ANNA, &message, &sign);
    // Whatever came of it, the bot goes on.
    room.begin(ANNA, "masume sokoban 1");
}

#[test]
fn orders_to_the_machine_are_no_moves() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    for text in ["quit", "q", "trace", "options", "f3", "ctrl-s", "escape", "yes", "no", "1", "/"] {
        room.answer(ANNA, &message, text);
    }
    assert!(room.text(&message).contains("moves 0"), "{}", room.text(&message));
    room.press(ANNA, &message, "➡️");
    assert!(room.text(&message).contains("moves 1"));
}
