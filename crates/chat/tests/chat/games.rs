//! Every shipped game is played.

use masume_chat::Block;
use masume_engine::shipped_games;

use crate::room::{ANNA, BERT, Room};

#[test]
fn every_shipped_game_is_begun_played_and_undone() {
    for shipped in shipped_games() {
        let mut room = Room::new();
        let message = room.begin(ANNA, &format!("masume {}", shipped.name));
        let first = board(&room, &message);
        let mut done = 0;
        for round in 0..100 {
            if done == 10 || is_over(&mut room, &message) {
                break;
            }
            let before = board(&room, &message);
            // The one of the two whose turn it is.
            for who in [ANNA, BERT] {
                if board(&room, &message) == before {
                    play(&mut room, who, &message, round);
                }
            }
            done += usize::from(board(&room, &message) != before);
        }
        assert!(done == 10 || is_over(&mut room, &message), "{}: {done}", shipped.name);
        if !is_over(&mut room, &message) {
            // A pass changes no board.
            for _ in 0..100 {
                if board(&room, &message) != first {
                    room.press(ANNA, &message, "↩️");
                }
            }
            assert_eq!(board(&room, &message), first, "{} after {done}", shipped.name);
        }
    }
}

/// Presses a sign, or types one of the choices that the bot lists.
fn play(room: &mut Room, who: &str, message: &str, round: usize) {
    let is_action = |sign: &&String| !["↩️", "🔄", "💡", "⏭️"].contains(&sign.as_str());
    let signs: Vec<String> = room.shown[message].buttons.iter().map(|it| it.sign.clone()).collect();
    let signs: Vec<&String> = signs.iter().filter(is_action).collect();
    if let Some(sign) = signs.get(round % signs.len().max(1)).filter(|_| round % 3 < 2) {
        room.press(who, message, sign);
        return;
    }
    room.answer(who, message, "legal");
    let told = room.text(message);
    let Some(listed) = told.lines().find_map(|line| line.strip_prefix("possible: ")) else {
        return;
    };
    // A long list is cut at its end.
    let listed: Vec<&str> = listed.split(", ").collect();
    let choice = listed[round * 7 % listed.len().div_ceil(2)].to_owned();
    room.answer(who, message, &choice);
}

/// The board of a message.
fn board(room: &Room, message: &str) -> String {
    let blocks = &room.shown[message].content.blocks;
    let board = blocks.iter().find_map(|block| match block {
        Block::Board(board) => Some(board.clone()),
        Block::Line(_) => None,
    });
    board.unwrap()
}

/// True if nothing can be done any more.
fn is_over(room: &mut Room, message: &str) -> bool {
    room.answer(ANNA, message, "legal");
    room.text(message).contains("no action is legal")
}
