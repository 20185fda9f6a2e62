//! Meanings of keys, over all games.

use masume_engine::{Game, shipped_games};
use masume_session::{KeyTable, Meaning};

use crate::support::{PUSHING, edition};

/// Meanings of a face besides, as text.
const FACE: [(&str, &str); 15] = [
    ("z", "undo"),
    ("backspace", "undo"),
    ("ctrl-z", "undo"),
    ("ctrl-r", "redo"),
    ("r", "restart"),
    ("ctrl-n", "restart"),
    ("?", "help"),
    ("f1", "help"),
    ("q", "quit"),
    ("ctrl-c", "quit"),
    ("n", "next level"),
    ("pagedown", "next level"),
    ("p", "previous level"),
    ("pageup", "previous level"),
    ("ctrl-t", "trace"),
];

fn table(text: &str) -> KeyTable<&'static str> {
    KeyTable::new(edition(text).game().rules(), &FACE)
}

/// Meaning of a key, as text.
fn does(table: &KeyTable<&'static str>, key: &str) -> String {
    match table.meaning(key) {
        Some(Meaning::Action(text)) => text.clone(),
        Some(Meaning::Help) => "game's help".to_owned(),
        Some(Meaning::Command(text)) => format!("face: {text}"),
        None => String::new(),
    }
}

#[test]
fn no_key_of_any_game_means_two_things_without_a_second_key() {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.unwrap();
        let table = KeyTable::new(game.rules(), &FACE);
        let unreachable = table.unreachable();
        assert!(unreachable.is_empty(), "{}: {unreachable:?}", shipped.name);
        // What takes nothing has a key.
        for info in game.rules().actions.iter().filter(|info| info.params.is_empty()) {
            let keys = table.keys_of(&Meaning::Action(info.name.clone()));
            assert!(!keys.is_empty(), "{}: {}", shipped.name, info.name);
        }
        for binding in table.bindings() {
            let same = table.bindings().iter().filter(|other| other.key == binding.key).count();
            assert_eq!(same, 1, "{}: {}", shipped.name, binding.key);
        }
        for own in &game.rules().keys {
            let binding = table.bindings().iter().find(|it| it.key == own.key).unwrap();
            assert!(binding.is_own, "{}: {}", shipped.name, own.key);
        }
    }
}

#[test]
fn four_directions_have_the_usual_keys() {
    let table = table(PUSHING);
    let rows = [
        ("up", "push up"),
        ("h", "push left"),
        ("j", "push down"),
        ("k", "push up"),
        ("l", "push right"),
        ("w", "push up"),
        ("a", "push left"),
        ("s", "push down"),
        ("d", "push right"),
        ("8", "push up"),
        ("4", "push left"),
        ("7", ""),
        ("y", ""),
        ("n", "face: next level"),
        ("z", "face: undo"),
        ("space", ""),
    ];
    for (key, expected) in rows {
        assert_eq!(does(&table, key), expected, "{key}");
    }
    assert!(table.conflicts().is_empty());
}

const EIGHT: &str = "\
game Eight
board 5 x 5

pieces
  thing: player

legend
  .  nothing
  @  player

start
  centre -> player

action step in d (8 ways)
  player _ -> _ player

action wait

action jump
  player -> random empty
";

#[test]
fn diagonals_come_before_the_face_and_it_is_said() {
    let table = table(EIGHT);
    assert_eq!(does(&table, "n"), "step down-right");
    assert_eq!(does(&table, "7"), "step up-left");
    assert_eq!(does(&table, "pagedown"), "face: next level");
    let [conflict] = table.conflicts() else { panic!("{:?}", table.conflicts()) };
    assert_eq!(conflict.key, "n");
    assert_eq!(conflict.lost, Meaning::Command("next level"));
    assert!(table.unreachable().is_empty());
    // `w`, `a` are directions: the letters after them are taken.
    assert_eq!(does(&table, "W"), "wait");
    assert_eq!(does(&table, "J"), "jump");

    let poor = KeyTable::new(edition(EIGHT).game().rules(), &[("n", "next level")]);
    assert_eq!(poor.unreachable(), [Meaning::Command("next level")]);
}

#[test]
fn the_games_own_keys_win_and_half_a_set_is_left_out() {
    let keys = "\nkeys\n  h -> jump\n  5 -> wait\n  x -> help\n  z -> step up\n  up -> wait\n";
    let table = table(&format!("{EIGHT}{keys}"));
    let rows = [
        ("h", "jump"),
        ("j", ""),
        ("n", "face: next level"),
        ("w", "step up"),
        ("x", "game's help"),
        ("z", "step up"),
        ("backspace", "face: undo"),
        ("up", "wait"),
        ("down", "step down"),
        ("8", "step up"),
    ];
    for (key, expected) in rows {
        assert_eq!(does(&table, key), expected, "{key}");
    }
    assert_eq!(table.keys_of(&Meaning::Action("jump".to_owned())), ["h"]);
}

#[test]
fn the_only_thing_that_can_be_done_is_the_space_bar() {
    let text = "\
game Tick
board 2 x 1

pieces
  lamp: lit

legend
  .  nothing
  *  lit

action tick
  lit -> _
  else [no lit] -> lit
";
    assert_eq!(does(&table(text), "space"), "tick");
    assert_eq!(does(&table(text), "t"), "");
}

#[test]
fn a_pass_that_is_a_choice_has_a_key() {
    let text = "\
game Place
players black white
board 3 x 3

pieces
  stone: black white

legend
  .  nothing
  b  black
  w  white

action place at c
  at c: empty -> mine

pass any time
end when everyone passed
";
    // `p` goes to the level before.
    assert_eq!(table(text).keys_of(&Meaning::Action("pass".to_owned())), ["P"]);
    let forced = text.replace("any time", "when no action");
    assert!(table(&forced).keys_of(&Meaning::Action("pass".to_owned())).is_empty());
}
