//! What the model asks for and cannot do itself: open games, write files, keep what was done.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::PathBuf;

use masume_engine::{Game, Setup, shipped_games};
use masume_session::{Edition, Session};

use super::app::{App, Effect};
use super::menu::{Item, Menu};
use super::play::Play;
use crate::commands::fresh_seed;
use crate::locale::Phrases;
use crate::report::Source;

/// How many names are tried for a file that must not overwrite another.
const NAMES: u32 = 1_000;

/// What lies outside of the model.
#[derive(Debug, Default)]
pub(super) struct World {}

impl World {
    /// The menu as it is now.
    pub(super) fn menu(&self, phrases: &Phrases) -> Menu {
        let item = |name: &str, text: &str| {
            let rules = Game::load(text).game.map(|game| game.rules().clone());
            let (title, about) = rules.map(|rules| (rules.title, rules.about)).unwrap_or_default();
            Item {
                name: name.to_owned(),
                title: phrases.of_shipped(name, "title").unwrap_or(title),
                about: phrases.of_shipped(name, "about").unwrap_or(about),
                ..Item::default()
            }
        };
        Menu::new(shipped_games().iter().map(|game| item(game.name, game.text)).collect())
    }

    /// Does what the model asks for; what goes wrong becomes a warning on the screen.
    pub(super) fn perform(&mut self, effect: Effect, app: &mut App) {
        match effect {
            Effect::Open { name, anew } => self.open(&name, anew, app),
            Effect::Save => self.save(app),
            Effect::Menu => self.show_menu(app),
            Effect::Keep | Effect::Glyphs(_) | Effect::Leave => {}
        }
    }

    /// Looks whether something happened outside; whether the screen is to be drawn again.
    pub(super) fn look_around(&mut self, app: &mut App) -> bool {
        let _ = app;
        false
    }

    fn show_menu(&mut self, app: &mut App) {
        let at = app.menu.as_ref().and_then(|menu| {
            let item = menu.items().get(menu.at())?;
            Some(item.name.clone())
        });
        let mut menu = self.menu(&app.phrases);
        if let Some(name) = at {
            menu.point_at(&name);
        }
        app.menu = Some(menu);
    }

    fn open(&mut self, name: &str, anew: bool, app: &mut App) {
        let _ = anew;
        let Some(shipped) = shipped_games().iter().find(|it| it.name == name) else { return };
        let Some(game) = Game::load(shipped.text).game else { return };
        let setup = Setup { seed: fresh_seed(), ..Setup::default() };
        match Session::new(Edition::new(name, shipped.text, game), setup) {
            Ok(session) => {
                let path = format!("games/{name}.masu");
                let source = Source { path, text: shipped.text.to_owned() };
                app.phrases.speak_of(Some(name));
                let play =
                    Play::new(session, Some(name.to_owned()), source, &app.facts, &app.phrases);
                app.open(play);
            }
            Err(error) => app.warning = Some(error.to_string()),
        }
    }

    /// Writes the game being played into the folder where the program was started.
    fn save(&mut self, app: &mut App) {
        let Some(play) = &mut app.play else { return };
        let text = play.session.save().to_string();
        let name = play.session.edition().name();
        match write_anew(name, &text) {
            Ok(path) => {
                let values = [("path", path.display().to_string().into())];
                play.said = vec![app.phrases.say("saved", &values)];
            }
            Err(error) => {
                let values = [("reason", error.to_string().into())];
                app.warning = Some(app.phrases.say("cannot-save", &values));
            }
        }
    }
}

/// Writes a file that was not there before: `NAME.save`, `NAME-2.save` and so on.
fn write_anew(name: &str, text: &str) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let path = match number {
            1 => format!("{name}.save"),
            _ => format!("{name}-{number}.save"),
        };
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                file.write_all(text.as_bytes())?;
                file.sync_all()?;
                return Ok(PathBuf::from(path));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < NAMES => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}
