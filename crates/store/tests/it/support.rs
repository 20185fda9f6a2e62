//! Games to be kept, and a file to keep them in.

use std::path::PathBuf;

use masume_engine::{Game, Setup};
use masume_session::{Edition, Session};
use tempfile::TempDir;

/// A folder that goes when it is dropped, and the path of the file in it.
pub(crate) fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("progress");
    (folder, path)
}

/// A walk to the right, with levels; the last step wins.
pub(crate) const WALK: &str = "\
game Walk
value steps

pieces
  ground: goal
  thing:  player

legend
  .  nothing
  g  goal
  @  player
  +  player on goal

action step in d
  player [no player] -> _ player, steps += 1

win when some [player, goal]

level \"Near\"
  @.g

level \"Far\"
  @........g

level \"Wide\"
  @.........
  .........g
";

/// The game of a text.
pub(crate) fn edition(text: &str) -> Edition {
    Edition::new("walk", text, Game::load(text).game.unwrap())
}

/// A session on a level of the walk.
pub(crate) fn session(level: usize) -> Session {
    let setup = Setup { level: Some(level), ..Setup::default() };
    Session::new(edition(WALK), setup).unwrap()
}

/// Does the actions of a text, separated by commas.
pub(crate) fn act(session: &mut Session, actions: &str) {
    for text in actions.split(',').map(str::trim) {
        let action = session.game().read_action(session.state(), text).unwrap();
        session.act(action).unwrap();
    }
}
