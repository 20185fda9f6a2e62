//! Pointing at a far cell where a piece walks.

use masume_engine::Setup;
use masume_session::{Pick, Picked, Selection, Session};

use crate::support::{PUSHING, act, session};

/// The way to the cell as one letter a step, `-` where there is none.
fn way(session: &Session, name: &str) -> String {
    let cell = session.state().board.grid().cell_named(name).unwrap();
    let picked = session.pick(&mut Selection::new(), Pick::Cell(cell));
    if picked == Picked::Useless {
        return "-".to_owned();
    }
    let Picked::Walk(actions) = picked else { panic!("{name}: {picked:?}") };
    let mut walking = session.clone();
    let mut letters = String::new();
    for action in actions {
        let text = walking.game().action_text(walking.state(), action);
        letters.extend(text.split(' ').next_back().and_then(|it| it.chars().next()));
        walking.act(action).unwrap();
    }
    letters
}

#[test]
fn the_shortest_way_is_walked_and_nothing_is_pushed_on_it() {
    let mut session = session(PUSHING);
    // #######   The box at d3 is in the way; the player goes round.
    // #p....#
    // #.#b.g#
    // #.....#
    for (cell, expected) in [
        ("c2", "r"),
        ("b4", "dd"),
        ("d4", "ddrr"),
        ("e3", "rrrd"),
        ("d3", "-"),
        ("b2", "-"),
        ("a1", "-"),
        ("c3", "-"),
    ] {
        assert_eq!(way(&session, cell), expected, "{cell}");
    }
    act(&mut session, "push right, push right");
    assert_eq!(way(&session, "d3"), "d", "what stands next to the player is pushed");
}

const MOUSE: &str = "\
game Mouse
board 5 x 2

pieces
  thing: mouse cat

legend
  .  nothing
  m  mouse
  c  cat

start
  picture
    m...c
    .....

action step in d (8 ways)
  mouse [no cat] -> _ mouse

then
  march cat toward mouse
    cat meets mouse -> cat
    cat meets cat   -> cat

lose when no mouse
";

#[test]
fn where_others_move_too_only_single_steps_are_walked() {
    let session = session(MOUSE);
    assert_eq!(way(&session, "b2"), "d");
    assert_eq!(way(&session, "b1"), "r");
    assert_eq!(way(&session, "c1"), "-");
}

#[test]
fn a_piece_that_slides_is_steered_to_where_it_can_stop() {
    let text = "\
game Slide
pieces
  ground: wall
  thing:  player

legend
  .  nothing
  #  wall
  @  player

action glide in d
  repeat: player [no wall] -> _ player

level
  @..#
  ....
  #...
";
    let session = session(text);
    assert_eq!(way(&session, "c1"), "r");
    assert_eq!(way(&session, "c3"), "rd");
    assert_eq!(way(&session, "b2"), "-");
}

#[test]
fn tiles_and_lines_are_not_walked() {
    for shipped in masume_engine::shipped_games() {
        let game = masume_engine::Game::load(shipped.text).game.unwrap();
        let has_numbers = game.rules().layers.len() == 1
            && !matches!(game.rules().layers[0].kind, masume_rules::model::LayerKind::Pieces(_));
        if !has_numbers {
            continue;
        }
        let edition = masume_session::Edition::new(shipped.name, shipped.text, game);
        let session = Session::new(edition, Setup::default()).unwrap();
        for cell in session.state().board.grid().inner_cells() {
            let picked = session.pick(&mut Selection::new(), Pick::Cell(cell));
            assert!(!matches!(picked, Picked::Walk(_)), "{}", shipped.name);
        }
    }
}

#[test]
fn dragging_the_walker_walks() {
    let session = session(PUSHING);
    let cell = |name: &str| session.state().board.grid().cell_named(name).unwrap();
    // The direction of the movement is an action by itself; where it is not legal, the way counts.
    assert!(matches!(session.drag(cell("b2"), cell("f2")), Picked::Act(_)));
    assert!(matches!(session.drag(cell("b2"), cell("d4")), Picked::Walk(_)));
}
