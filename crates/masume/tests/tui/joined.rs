//! The line along which two pieces were joined.

use super::*;

const JOIN: &str = "\
game Join
board 3 x 3
pieces
  tile: 2 kinds
legend
  .    nothing
  A-B  tile
start: picture
  A.B
  ...
  .AB
action take a and b
  4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _
win when no tile
";

/// Signs in the middle of these cells.
fn middles(app: &App, cells: &[(u32, u32)]) -> String {
    let layout = layout(app.play.as_ref().expect("a game"), &app.facts).expect("a layout");
    let buffer = buffer(app);
    let middle = |&(column, row): &(u32, u32)| {
        let place = layout.place(column, row).expect("a place");
        buffer[(place.x + place.width / 2, place.y + place.height / 2)].symbol().to_owned()
    };
    cells.iter().map(middle).collect()
}

/// Takes the two tiles that are joined around corners.
fn take(app: &mut App) {
    let play = app.play.as_mut().expect("a game");
    let session = &play.dialogue.session;
    let grid = *session.state().board.grid();
    let corner = |column, row| grid.at(column, row).expect("a cell");
    let action = masume_engine::Action::new(
        0,
        &[corner(0, 0), corner(1, 2)].map(masume_engine::Argument::Cell),
    );
    let text = session.game().action_text(session.state(), action);
    let cells: Vec<&str> = text.split(' ').skip(1).collect();
    drag(app, cells[0], cells[1]);
}

#[test]
fn the_line_is_shown_for_a_moment() {
    let mut app = app_of("join", JOIN, Setup::default(), USUAL);
    let ways = [(0, 0), (1, 0), (1, 1), (1, 2)];
    take(&mut app);
    assert!(app.is_moving());
    assert_eq!(middles(&app, &ways), "─┐││");
    wait(&mut app);
    assert_eq!(middles(&app, &ways).trim_matches(['.', ' ']), "");
}

#[test]
fn the_next_key_or_click_takes_the_line_away() {
    for way in ["key", "mouse"] {
        let mut app = app_of("join", JOIN, Setup::default(), USUAL);
        take(&mut app);
        match way {
            "key" => drop(press(&mut app, &["down"])),
            _ => drop(feed(&mut app, &Input::Press(0, 0))),
        }
        assert!(!app.is_moving(), "{way}");
        assert!(app.play.as_ref().expect("a game").joined.is_none(), "{way}");
    }
    // Nothing is joined by what is taken back.
    let mut app = app_of("join", JOIN, Setup::default(), USUAL);
    take(&mut app);
    press(&mut app, &["z"]);
    assert!(!app.is_moving());
}

#[test]
fn what_moves_leaves_no_line() {
    let mut app = shipped("chess", USUAL);
    let session = &app.play.as_ref().expect("a game").dialogue.session;
    let legal = session.legal_actions().expect("actions").to_vec();
    for action in legal {
        let phrases = Phrases::new(Locale::English);
        let play = app.play.as_mut().expect("a game");
        play.dialogue.act(action, &phrases);
        feed(&mut app, &Input::Resize(80, 24));
        assert!(app.play.as_ref().expect("a game").joined.is_none());
        press(&mut app, &["z"]);
    }
}
