//! Ids.

use masume_engine::{Game, Setup, Size, parse_id};

use super::game;
use super::games::{BOXES, DISCS, NUMBERS};

/// The game and set-up that an id describes.
fn opened(text: &str, id: &str) -> (Game, Setup) {
    let id = parse_id(id).unwrap();
    (game(text).with_options(&id.options).unwrap(), id.setup)
}

#[test]
fn ids_are_read_back_and_say_only_what_is_not_by_default() {
    let rows = [
        (DISCS, "x#0", "x#0"),
        (DISCS, "x:3x1#5", "x#5"),
        (NUMBERS, "x:5x3#7", "x:5x3#7"),
        (NUMBERS, "x:4x4,two=90%#7", "x#7"),
        (NUMBERS, "x:5x3,two=0.75#7", "x:5x3,two=75%#7"),
        (NUMBERS, "x:two=12.5%#18446744073709551615", "x:two=12.5%#18446744073709551615"),
        (BOXES, "x#0", "x/1#0"),
        (BOXES, "x/2", "x/2#0"),
    ];
    for (text, id, expected) in rows {
        let (game, setup) = opened(text, id);
        assert_eq!(game.id("x", &setup), expected, "{id}");
        let (again, setup_again) = opened(text, expected);
        assert_eq!(game.start(&setup), again.start(&setup_again), "{id}");
    }
}

#[test]
fn a_size_in_a_game_with_levels_is_always_said() {
    let text = format!("{}\nlevel\n  2 .\n  . 4\n", NUMBERS);
    let game = game(&text);
    let size = Some(Size { width: 4, height: 4 });
    assert_eq!(game.id("x", &Setup::default()), "x/1#0");
    assert_eq!(game.id("x", &Setup { size, ..Setup::default() }), "x:4x4#0");
}
