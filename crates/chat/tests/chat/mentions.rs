//! Messages that call the bot by its name.

use masume_chat::{Block, Event, Said};

use crate::room::{ANNA, BERT, Room};

fn line(room: &mut Room, text: &str) -> String {
    let posted = room.say(ANNA, text);
    assert_eq!(posted.len(), 1, "{text}");
    room.text(&posted[0])
}

#[test]
fn the_bot_says_how_it_is_spoken_to() {
    let mut room = Room::new();
    assert!(line(&mut room, "masume").contains("masume list"));
    let list = line(&mut room, "masume list");
    for shipped in masume_engine::shipped_games() {
        assert!(list.contains(shipped.name), "{list}");
    }
    assert!(line(&mut room, "masume help sokoban").contains("Push every box"));
    assert!(line(&mut room, "masume help chess-of-mars").contains("no game"));
    assert!(line(&mut room, "masume sokobam").contains("not understood"));
    assert!(line(&mut room, "masume sokoban 9999").contains("9999"));
    assert!(room.say(ANNA, "hello everybody").is_empty());
}

#[test]
fn large_boards_are_pictures_where_that_is_wanted() {
    let mut room = Room::new();
    let picture = |room: &Room, message: &String| room.shown[message].content.picture.clone();
    let letters = room.begin(ANNA, "masume othello");
    assert_eq!(picture(&room, &letters), None, "the chat shows none");
    room.chat.show_pictures(true);
    let board = room.begin(ANNA, "masume othello");
    let before = picture(&room, &board).expect("a picture");
    assert!(before.png.starts_with("iVBORw0KGgo"), "it is a PNG in base 64");
    assert_eq!((before.width, before.height), (360, 360), "cells, and their names");
    room.answer(ANNA, &board, "d3");
    assert_ne!(picture(&room, &board), Some(before));
    for small in ["masume tic-tac-toe", "masume sokoban 1"] {
        let board = room.begin(ANNA, small);
        assert_eq!(picture(&room, &board), None, "{small}");
    }
    assert!(line(&mut room, "masume pictures off").contains("in letters"));
    room.answer(BERT, &board, "c3");
    assert_eq!(picture(&room, &board), None);
    assert!(line(&mut room, "masume pictures on").contains("as pictures"));
}

#[test]
fn each_room_has_its_language() {
    let mut room = Room::new();
    assert!(line(&mut room, "masume language ja").contains("日本語"));
    let message = room.begin(ANNA, "masume sokoban 1");
    assert!(room.text(&message).contains("倉庫番"), "{}", room.text(&message));
    room.press(ANNA, &message, "➡️");
    room.answer(ANNA, &message, "戻す");
    room.name = "cellar".to_owned();
    let message = room.begin(ANNA, "masume sokoban 1");
    assert!(room.text(&message).contains("Sokoban"));
}

#[test]
fn a_level_is_drawn_where_none_is_named() {
    let mut levels = Vec::new();
    for seed in 0..6 {
        let mut room = Room::new();
        room.chat.set_surroundings(masume_service::Surroundings { seed, ..Default::default() });
        let message = room.begin(ANNA, "masume sokoban");
        levels.push(room.text(&message).lines().next().unwrap().to_owned());
    }
    levels.dedup();
    assert_eq!(levels.len(), 6, "{levels:?}");
}

#[test]
fn sizes_options_and_ids_are_taken() {
    let mut room = Room::new();
    let rows = |text: &str| text.lines().filter(|line| line.contains('.')).count();
    let message = room.begin(ANNA, "masume 2048 5x5");
    assert_eq!(rows(&room.text(&message)), 5, "{}", room.text(&message));
    let same = ["masume 2048:5x3#7", "masume 2048 5x3 #7"].map(|text| {
        let message = room.begin(ANNA, text);
        room.text(&message)
    });
    assert_eq!(same[0], same[1]);
}

#[test]
fn several_games_stand_in_a_room_and_in_threads() {
    let mut room = Room::new();
    let first = room.begin(ANNA, "masume sokoban 1");
    let second = room.begin(ANNA, "masume sokoban 1");
    let third = room.say_in(BERT, "masume sokoban 1", None, Some("$thread"))[0].clone();
    assert_eq!(room.shown[&third].thread.as_deref(), Some("$thread"));
    room.press(ANNA, &second, "➡️");
    room.press(ANNA, &third, "➡️");
    room.press(ANNA, &third, "⬅️");
    let moves = |room: &Room, message: &String| {
        let text = room.text(message);
        text.split("moves ").nth(1).unwrap().chars().next().unwrap()
    };
    assert_eq!([&first, &second, &third].map(|it| moves(&room, it)), ['0', '1', '2']);
    // Typed in the thread, a move is about the board there; talk is about none.
    room.say_in(ANNA, "right", None, Some("$thread"));
    room.say_in(ANNA, "what a game", None, Some("$thread"));
    room.say_in(ANNA, "right", None, Some("$elsewhere"));
    assert_eq!([&first, &second, &third].map(|it| moves(&room, it)), ['0', '1', '3']);
    // Where there are several, it is about the last one; a thread under a board is about that.
    let last = room.say_in(BERT, "masume sokoban 1", None, Some("$thread"))[0].clone();
    room.say_in(ANNA, "right", None, Some("$thread"));
    room.say_in(ANNA, "right", None, Some(&first));
    assert_eq!([&first, &second, &third, &last].map(|it| moves(&room, it)), ['1', '1', '3', '1']);
}

#[test]
fn typed_moves_orders_and_questions_are_answered() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    room.answer(ANNA, &message, "right, left, right");
    assert!(room.text(&message).contains("moves 3"), "{}", room.text(&message));
    room.answer(ANNA, &message, "undo");
    assert!(room.text(&message).contains("moves 2"));
    room.answer(ANNA, &message, "restart");
    assert!(room.text(&message).contains("moves 0"));
    room.answer(ANNA, &message, "hint");
    assert!(room.text(&message).contains("moves 0"));
    room.answer(ANNA, &message, "next");
    assert!(room.text(&message).starts_with("Sokoban, level 2"), "{}", room.text(&message));
    room.answer(ANNA, &message, "level 5");
    assert!(room.text(&message).starts_with("Sokoban, level 5"));
    let help = room.answer(ANNA, &message, "help");
    assert!(room.text(&help[0]).contains("Push every box"));
    let levels = room.answer(ANNA, &message, "levels");
    assert!(room.text(&levels[0]).lines().count() > 20);
    let save = room.answer(ANNA, &message, "save");
    let [Block::Board(save)] = room.shown[&save[0]].content.blocks.as_slice() else { panic!() };
    assert!(masume_session::Save::parse(save).is_ok());
    room.answer(ANNA, &message, "I like this");
    assert!(room.text(&message).contains("I like this"), "it is said that it was not understood");
    let othello = room.begin(ANNA, "masume othello");
    room.answer(ANNA, &othello, "d3, c5");
    assert!(room.text(&othello).contains("other's turn"), "{}", room.text(&othello));
    room.answer(BERT, &othello, "c5");
    assert!(!room.text(&othello).contains("other's turn"), "{}", room.text(&othello));
}

const TEXT: &str = "\
game Walk
pieces
  thing: wall player
legend
  #  wall
  .  nothing
  @  player
let free = [no thing]
action step in d
  player free -> _ player
win when no wall
level
  @..
  ..#
";

#[test]
fn a_game_that_is_sent_is_played() {
    let mut room = Room::new();
    let message = room.begin(ANNA, &format!("masume\n```\n{TEXT}```"));
    let before = room.text(&message);
    room.press(ANNA, &message, "➡️");
    assert_ne!(room.text(&message), before);
    let told = line(&mut room, &format!("masume\n{}", TEXT.replace("wall\n", "wal\n")));
    assert!(told.contains("E0"), "{told}");
    let rows = format!("  {}\n", ".".repeat(70)).repeat(69);
    let large = TEXT.replace("  @..\n", &format!("  @{}\n{rows}", ".".repeat(69)));
    let large = large.replace("  ..#\n", &format!("  {}#\n", ".".repeat(69)));
    let told = line(&mut room, &format!("masume\n{large}"));
    assert!(told.contains("4096"), "{told}");
}

#[test]
fn no_words_are_about_keys_or_to_one_person() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    room.is_busy = true;
    let mut told = vec![room.text(&message)];
    for sign in ["💡", "⏭️", "↩️"] {
        room.press(ANNA, &message, sign);
        told.push(room.text(&message));
    }
    // The question is answered in words.
    assert!(told[3].contains("yes or no"), "{}", told[3]);
    room.answer(BERT, &message, "yes");
    assert!(room.text(&message).contains("level 1"), "{}", room.text(&message));
    room.is_busy = false;
    let duel = room.begin(ANNA, "masume tic-tac-toe vs easy");
    told.push(room.text(&duel));
    assert!(told[4].contains("against easy"), "{}", told[4]);
    for _ in 0..9 {
        let listed = room.answer(ANNA, &duel, "legal");
        assert!(listed.is_empty());
        let text = room.text(&duel);
        let Some((_, choices)) = text.split_once("possible: ") else { break };
        let choice = choices.split([',', '\n']).next().unwrap().to_owned();
        room.answer(ANNA, &duel, &choice);
        told.push(room.text(&duel));
    }
    for text in told {
        for word in ["Esc", "Enter", "you ", "you,"] {
            assert!(!text.contains(word), "{text}");
        }
    }
}

#[test]
fn what_is_said_twice_is_done_once() {
    let mut room = Room::new();
    let message = room.begin(ANNA, "masume sokoban 1");
    let said = Event::Said(Said {
        room: room.name.clone(),
        message: "$twice".to_owned(),
        reply: Some(message.clone()),
        who: ANNA.to_owned(),
        text: "right".to_owned(),
        ..Said::default()
    });
    room.tell(&said);
    room.tell(&said);
    assert!(room.text(&message).contains("moves 1"));
    let begun = Event::Said(Said {
        room: room.name.clone(),
        message: "$begin".to_owned(),
        who: ANNA.to_owned(),
        text: "masume sokoban 1".to_owned(),
        ..Said::default()
    });
    room.tell(&begun);
    room.tell(&begun);
    assert_eq!(room.posted.len(), 2);
}
