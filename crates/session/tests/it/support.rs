//! Games, and random plays of them.

use masume_engine::{Game, Setup, Size, shipped_games};
use masume_rules::random::Random;
use masume_session::{Edition, Session};

/// The edition of a game's text, which must have no errors.
pub(crate) fn edition(text: &str) -> Edition {
    let loaded = Game::load(text);
    let game = loaded.game.unwrap_or_else(|| panic!("{:#?}\n{text}", loaded.diagnostics));
    Edition::new("game", text, game)
}

/// A session on the first level, or the default board, of a game's text.
pub(crate) fn session(text: &str) -> Session {
    Session::new(edition(text), Setup::default()).unwrap()
}

/// Every shipped game, with a small board where it has one.
pub(crate) fn shipped_sessions() -> Vec<Session> {
    let size = Some(Size { width: 6, height: 6 });
    shipped_games()
        .iter()
        .map(|shipped| {
            let game = Game::load(shipped.text).game.unwrap();
            let edition = Edition::new(shipped.name, shipped.text, game);
            let small = Session::new(edition.clone(), Setup { size, level: None, seed: 5 });
            small.unwrap_or_else(|_| {
                Session::new(edition, Setup { seed: 5, ..Setup::default() }).unwrap()
            })
        })
        .collect()
}

/// Acts at random, at most so many times; stops where nothing can be done.
pub(crate) fn play(session: &mut Session, random: &mut Random, most: usize) {
    for _ in 0..most {
        let legal = session.legal_actions().unwrap();
        let Some(action) = legal.get(random.below(legal.len() as u64) as usize).copied() else {
            return;
        };
        session.act(action).unwrap();
    }
}

/// Does the actions of a text, separated by commas.
pub(crate) fn act(session: &mut Session, actions: &str) {
    for text in actions.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let action = session.game().read_action(session.state(), text).unwrap();
        session.act(action).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    }
}

/// A game with a walker, a thing to push and a score of pushes.
pub(crate) const PUSHING: &str = "\
game Pushing
value pushes

pieces
  ground: wall goal
  thing:  player box

legend
  .  nothing
  #  wall
  g  goal
  p  player
  b  box
  B  box on goal

let free = [no wall, no thing]

action push in d
  player box free  -> _ player box, pushes += 1
  else player free -> _ player

win when every goal has box

level \"One\"
  #######
  #p....#
  #.#b.g#
  #.....#
  #######

level \"Two\"
  #####
  #pbg#
  #####

level \"Three\"
  ######
  #p.bg#
  ######
";
