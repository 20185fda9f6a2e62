//! Bad behaviour of a terminal and of its user.

use super::*;

#[test]
fn a_screen_without_room_says_so() {
    for game in shipped_games() {
        let app = shipped(game.name, Kind { size: (15, 4), ..USUAL });
        shows(&app, "Too small: 15");
    }
}

#[test]
fn every_size_of_a_screen_is_drawn() {
    for game in ["sokoban", "othello", "2048", "shisen-sho", "robots-bsd"] {
        let mut app = shipped(game, USUAL);
        for width in (1..40).chain([79, 80, 81, 200, 1000]) {
            for height in (1..14).chain([23, 24, 25, 60, 300]) {
                feed(&mut app, &Input::Resize(width, height));
                screen(&app);
            }
        }
        // Back to a usual size, everything is there.
        feed(&mut app, &Input::Resize(80, 24));
        assert!(layout(app.play.as_ref().expect("a game"), &app.facts).is_some());
    }
}

#[test]
fn a_flood_of_anything_is_taken_in() {
    let keys = [
        "up", "down", "left", "right", "enter", "space", "z", "ctrl-r", "r", "n", "p", "?", "q",
        ".", "t", "g", "y", "1", "5", "9", "home", "end", "escape", "あ", "\u{0}", "f12", "tab",
    ];
    for game in shipped_games() {
        let mut app = shipped(game.name, USUAL);
        let mut random = 0x9e37_79b9_u64;
        for _ in 0..200 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let pick = (random >> 33) as usize;
            let (x, y) = ((pick / 7 % 90) as u16, (pick / 631 % 30) as u16);
            let input = match pick % 12 {
                0 => Input::Press(x, y),
                1 => Input::Release(x, y),
                2 => Input::Paste,
                3 => Input::Tick,
                4 => Input::Resize(x + 1, y + 1),
                5 => Input::Wheel(if x > 40 { 1 } else { -1 }),
                _ => Input::key(keys[pick / 12 % keys.len()]),
            };
            app.update(&input);
            if pick.is_multiple_of(5) {
                screen(&app);
            }
        }
    }
}

#[test]
fn pasted_text_is_told_to_be_no_keys() {
    let mut app = shipped("sokoban", USUAL);
    feed(&mut app, &Input::Paste);
    shows(&app, "pasted text is not played");
    shows(&app, "nothing done yet");
}

#[test]
fn a_resize_while_a_piece_walks_is_drawn() {
    let mut app = shipped("sokoban", USUAL);
    click(&mut app, "d3");
    for size in [(30, 10), (100, 40), (10, 3), (80, 24)] {
        feed(&mut app, &Input::Resize(size.0, size.1));
        feed(&mut app, &Input::Tick);
        screen(&app);
    }
}
