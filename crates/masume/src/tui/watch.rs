//! A game's file while it is being written: read anew whenever it is another one.
//!
//! The file is asked for its time and size at each turn of the loop. That works for every editor
//! and file system, also for editors that put a new file in the place of the old one.

use std::fs;
use std::time::SystemTime;

use masume_engine::{Game, Loaded, Severity};
use masume_session::{Edition, Kept};

use super::app::App;
use crate::arguments::GameArguments;
use crate::input;
use crate::report::{self, Source};

/// A game's file while it is being written.
#[derive(Debug)]
pub(super) struct Watch {
    arguments: GameArguments,
    name: String,
    /// When it was written last, and its length.
    seen: Option<(SystemTime, u64)>,
}

impl Watch {
    /// Watches the file of the game that was opened with these arguments.
    pub(super) fn new(arguments: GameArguments, name: &str) -> Self {
        let seen = look(&arguments.game);
        Self { arguments, name: name.to_owned(), seen }
    }

    /// Takes up what is new; whether anything was.
    pub(super) fn look(&mut self, app: &mut App) -> bool {
        let seen = look(&self.arguments.game);
        // A file that is away for a moment is being replaced.
        if seen.is_none() || seen == self.seen {
            return false;
        }
        self.seen = seen;
        let Ok(text) = input::read_text(&self.arguments.game, input::MAX_TEXT) else {
            return false;
        };
        let source = Source { path: self.arguments.game.clone(), text };
        let built = self.build(&source);
        let Some(play) = &mut app.play else { return false };
        match built {
            Ok(edition) => match play.session.rebuilt(edition) {
                Ok((session, kept)) => {
                    let said = told(kept, app);
                    let Some(play) = &mut app.play else { return false };
                    play.rebuild(session, source, &app.facts, &app.phrases);
                    play.said = vec![said];
                }
                Err(error) => play.mistakes = vec![error.to_string()],
            },
            Err(mistakes) => play.mistakes = mistakes,
        }
        true
    }

    /// The game of the text with options and levels in force.
    ///
    /// # Errors
    /// What is wrong, as lines with their place.
    fn build(&self, source: &Source) -> Result<Edition, Vec<String>> {
        let Loaded { game, diagnostics } = Game::load(&source.text);
        let Some(mut game) = game else {
            let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
            let texts: Vec<String> =
                errors.map(|error| report::render_plain(error, source)).collect();
            return Err(texts.iter().flat_map(|text| text.lines()).map(str::to_owned).collect());
        };
        for (option, value) in &self.arguments.options {
            game = game.with_option(option, value).map_err(|error| vec![error.to_string()])?;
        }
        if let Some(path) = &self.arguments.levels {
            let text = input::read_text(path, input::MAX_BOARDS)
                .map_err(|_| vec![format!("cannot read `{path}`")])?;
            let levels = game.read_collection(&text).map_err(|diagnostics| {
                let levels = Source { path: path.clone(), text };
                let texts = diagnostics.iter().map(|it| report::render_plain(it, &levels));
                texts.collect::<Vec<_>>()
            })?;
            game = game.with_levels(levels);
        }
        Ok(Edition::new(&self.name, &source.text, game))
    }
}

fn look(path: &str) -> Option<(SystemTime, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

fn told(kept: Kept, app: &App) -> String {
    match kept {
        Kept::Everything => app.phrases.say("rebuilt-everything", &[]),
        Kept::Position => app.phrases.say("rebuilt-position", &[]),
        Kept::Replayed { done, of } => {
            let values = [("done", done.into()), ("count", of.into())];
            app.phrases.say("rebuilt-replayed", &values)
        }
        Kept::Nothing => app.phrases.say("rebuilt-nothing", &[]),
    }
}
