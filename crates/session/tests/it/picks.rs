//! Pointing at cells, and drawing from one to another.

use masume_engine::{Cell, Direction};
use masume_session::{Pick, Picked, Selection, Session};

use crate::support::{PUSHING, session, shipped_sessions};

fn cell(session: &Session, name: &str) -> Cell {
    session.state().board.grid().cell_named(name).unwrap()
}

/// Effect of a pick, as text.
fn said(session: &Session, picked: &Picked) -> String {
    let text = |action| session.game().action_text(session.state(), action);
    let name = |cell| session.state().board.grid().name(cell).unwrap();
    match picked {
        Picked::Act(action) => text(*action),
        Picked::Walk(actions) => {
            let texts: Vec<String> = actions.iter().map(|action| text(*action)).collect();
            format!("walk: {}", texts.join(", "))
        }
        Picked::Selected(cell) => format!("selected {}", name(*cell)),
        Picked::Deselected(cell) => format!("deselected {}", name(*cell)),
        Picked::Nothing => "nothing".to_owned(),
        Picked::Mismatch(action) => format!("mismatch {}", action.map(text).unwrap_or_default()),
        Picked::Useless => "useless".to_owned(),
        Picked::Several(actions) => {
            let texts: Vec<String> = actions.iter().map(|action| text(*action)).collect();
            format!("several: {}", texts.join(", "))
        }
    }
}

/// Points at each in turn: a cell by its name, or a direction; `a1-b2` is a drag. Nothing is done.
fn check(session: &Session, picks: &str, expected: &str) {
    let mut selection = Selection::new();
    let mut last = String::new();
    for word in picks.split_whitespace() {
        let picked = match (word.split_once('-'), Direction::from_name(word)) {
            (_, Some(direction)) => session.pick(&mut selection, Pick::Direction(direction)),
            (Some((from, to)), None) => session.drag(cell(session, from), cell(session, to)),
            (None, None) => session.pick(&mut selection, Pick::Cell(cell(session, word))),
        };
        last = said(session, &picked);
    }
    assert_eq!(last, expected, "{picks}");
}

fn cells(session: &Session, picks: &str) -> String {
    let mut selection = Selection::new();
    for word in picks.split_whitespace() {
        session.pick(&mut selection, Pick::Cell(cell(session, word)));
    }
    let grid = session.state().board.grid();
    let next = session.next_cells(&selection);
    let names: Vec<String> = next.iter().map(|cell| grid.name(*cell).unwrap()).collect();
    names.join(" ")
}

const PREAMBLE: &str = "\
game Table
board 4 x 2

pieces
  thing: red blue

legend
  .  nothing
  a  red
  b  blue

start
  picture
    a.b.
    ..a.
";

#[test]
fn one_cell_completes_an_action_that_takes_one() {
    let session = session(&format!("{PREAMBLE}\naction place at c\n  at c: empty -> red\n"));
    check(&session, "b1", "place b1");
    check(&session, "a1", "place a1");
    check(&session, "b1-b2", "place b1");
    check(&session, "b1-b1", "place b1");
    check(&session, "left", "useless");
    assert_eq!(cells(&session, ""), "b1 d1 a2 b2 d2");
}

#[test]
fn two_cells_in_order_select_the_first() {
    let text =
        format!("{PREAMBLE}\naction move from a to b\n  4 ways from a to b: red _ -> _ red\n");
    let session = session(&text);
    check(&session, "a1", "selected a1");
    check(&session, "a1 a1", "deselected a1");
    check(&session, "a1 b1", "move a1 b1");
    check(&session, "a1 c2", "selected c2");
    check(&session, "a1 c2 d2", "move c2 d2");
    check(&session, "a1 d1", "mismatch move a1 d1");
    check(&session, "c1", "useless");
    check(&session, "a1-a2", "move a1 a2");
    check(&session, "a1-d1", "mismatch move a1 d1");
    assert_eq!(cells(&session, ""), "a1 c2");
    assert_eq!(cells(&session, "a1"), "b1 a2");
}

#[test]
fn pairs_in_any_order_are_taken_like_tiles() {
    let text = format!(
        "{PREAMBLE}\naction take a and b\n  8 ways from a to b: red empty* red -> _ ... _\n\
         \naction wait\n"
    );
    let text = text.replace("a.b.", "a.a.");
    let session = session(&text);
    check(&session, "a1 c1", "take a1 c1");
    check(&session, "c1 a1", "take a1 c1");
    check(&session, "b1", "nothing");
    check(&session, "a1 b1", "nothing");
    check(&session, "a1 c2", "mismatch take a1 c2");
    check(&session, "c2 a1", "mismatch take a1 c2");
    check(&session, "c1-a1", "take a1 c1");
    assert_eq!(cells(&session, ""), "a1 c1 c2");
    assert_eq!(cells(&session, "a1"), "c1");
}

#[test]
fn columns_are_chosen_by_any_of_their_cells() {
    let text = format!("{PREAMBLE}\naction drop in column x\n  first up: [empty, x] -> blue\n");
    let session = session(&text);
    check(&session, "b2", "drop b");
    check(&session, "d1", "drop d");
    assert!(cells(&session, "").contains("d1"));
}

#[test]
fn a_direction_completes_what_takes_one() {
    let session = session(PUSHING);
    check(&session, "right", "push right");
    check(&session, "up", "push up");
    check(&session, "down-right", "push down-right");
    check(&session, "d4-g4", "push right");
}

#[test]
fn a_cell_and_a_direction_are_two_choices() {
    let text = format!("{PREAMBLE}\naction hop at c in d\n  d from c: red _ -> _ red\n");
    let session = session(&text);
    check(&session, "a1", "selected a1");
    check(&session, "a1 right", "hop a1 right");
    check(&session, "a1-c1", "hop a1 right");
    check(&session, "a1 up", "mismatch hop a1 up");
}

#[test]
fn of_several_actions_that_fit_the_player_chooses() {
    let text = format!(
        "{PREAMBLE}\naction place at c\n  at c: empty -> red\n\naction grow at c\n  at c: empty -> blue\n"
    );
    check(&session(&text), "b1", "several: place b1, grow b1");
}

#[test]
fn every_legal_action_with_cells_can_be_reached_by_pointing() {
    for session in shipped_sessions() {
        let name = session.edition().name();
        for action in session.legal_actions().unwrap() {
            let arguments = action.arguments;
            let grid = session.state().board.grid();
            let mut selection = Selection::new();
            let mut last = None;
            for argument in arguments {
                let pick = match argument {
                    masume_engine::Argument::None => continue,
                    masume_engine::Argument::Cell(cell) => Pick::Cell(cell),
                    masume_engine::Argument::Direction(direction) => Pick::Direction(direction),
                    masume_engine::Argument::Column(column) => {
                        Pick::Cell(grid.at(column as i32, 0).unwrap())
                    }
                    masume_engine::Argument::Row(row) => {
                        Pick::Cell(grid.at(0, row as i32).unwrap())
                    }
                };
                if let Pick::Cell(cell) = pick {
                    let next = session.next_cells(&selection);
                    assert!(next.contains(&cell), "{name}: {argument:?} in {action:?}");
                }
                last = Some(session.pick(&mut selection, pick));
            }
            if let Some(last) = last {
                assert_eq!(last, Picked::Act(*action), "{name}");
            }
        }
    }
}

#[test]
fn nothing_can_be_pointed_at_that_makes_a_session_panic() {
    for session in shipped_sessions() {
        let cells: Vec<Cell> = session.state().board.grid().cells().collect();
        for (index, first) in cells.iter().enumerate().step_by(5) {
            let mut selection = Selection::new();
            session.pick(&mut selection, Pick::Cell(*first));
            session.pick(&mut selection, Pick::Cell(cells[(index * 7 + 3) % cells.len()]));
            session.drag(*first, cells[(index * 11 + 1) % cells.len()]);
        }
    }
}
