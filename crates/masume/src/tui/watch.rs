//! A game's file while it is being written: read anew whenever it is another one.
//!
//! The file is asked for its time and size at each turn of the loop. That works for every editor
//! and file system, also for editors that put a new file in the place of the old one.

use std::fs;
use std::time::{Duration, Instant, SystemTime};

use masume_engine::{Loaded, Setup, Severity, StopToken};
use masume_presentation::diagnostic;
use masume_presentation::diagnostic::Source;
use masume_presentation::locale::Phrases;
use masume_presentation::play::Play;
use masume_presentation::speech::reasons;
use masume_session::{Edition, Kept, Session};

use super::app::App;
use crate::arguments::GameArguments;
use crate::input;

/// A game's file while it is being written.
#[derive(Debug)]
pub(super) struct Watch {
    arguments: GameArguments,
    name: String,
    /// Time at which it was written last, and its length; `None` before it was read.
    seen: Option<(SystemTime, u64)>,
    away: Away,
    /// Stops the rules of the game.
    stop: StopToken,
}

/// Absence of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Away {
    #[default]
    No,
    Since(Instant),
    /// For so long that the player was told.
    Told,
}

/// Time that a file may be away before that is told: an editor that replaces it takes less.
const MOMENT: Duration = Duration::from_secs(1);

impl Watch {
    /// Watches the file of the game of these arguments; the first look reads it.
    pub(super) fn new(arguments: GameArguments, name: &str) -> Self {
        let name = name.to_owned();
        Self { arguments, name, seen: None, away: Away::No, stop: StopToken::default() }
    }

    /// The rules of the game are stopped by this token.
    pub(super) fn with_stop(self, stop: StopToken) -> Self {
        Self { stop, ..self }
    }

    /// The file.
    pub(super) fn path(&self) -> &str {
        &self.arguments.game
    }

    /// True if the file is another one, or has been away for longer than a moment.
    pub(super) fn has_news(&mut self) -> bool {
        match look(&self.arguments.game) {
            Some(seen) => {
                let was_told = std::mem::take(&mut self.away) == Away::Told;
                was_told || self.seen != Some(seen)
            }
            // A file that is away for a moment is being replaced.
            None => match self.away {
                Away::No => {
                    self.away = Away::Since(Instant::now());
                    false
                }
                Away::Since(then) => then.elapsed() > MOMENT,
                Away::Told => false,
            },
        }
    }

    /// Takes up what is new; whether anything was.
    pub(super) fn look(&mut self, app: &mut App) -> bool {
        let is_new = self.has_news();
        let seen = look(&self.arguments.game);
        if seen.is_none() && is_new {
            self.away = Away::Told;
            // Whatever comes there is read.
            self.seen = None;
            let values = [("path", self.arguments.game.as_str().into())];
            show(vec![app.phrases.say("watched-file-gone", &values)], app);
        }
        if seen.is_none() || seen == self.seen {
            return is_new;
        }
        self.seen = seen;
        if let Err(mistakes) = self.take_up(app) {
            // What was stopped is no mistake, and is read again once it is another file.
            if !self.stop.is_stopped() {
                show(mistakes, app);
            }
        }
        true
    }

    /// Reads the file, and plays it: from where the game before it stands, or from the beginning.
    fn take_up(&self, app: &mut App) -> Result<(), Vec<String>> {
        let phrases = &app.phrases;
        let text = read(&self.arguments.game, input::MAX_TEXT, phrases)?;
        let source = Source { path: self.arguments.game.clone(), text };
        let edition = self.build(&source, phrases)?.with_stop(self.stop.clone());
        let failed = |error| vec![reasons::of_setup(&error, phrases)];
        if let Some(play) = &mut app.play {
            let (session, kept) = play.dialogue.session.rebuilt(edition).map_err(failed)?;
            let said = told(kept, phrases);
            play.rebuild(session, source, &app.facts.abilities(), phrases);
            play.dialogue.said = vec![said];
            return Ok(());
        }
        let session = Session::new(edition, self.setup()).map_err(failed)?;
        let play = Play::new(session, source, &app.facts.abilities(), phrases);
        app.open(play);
        Ok(())
    }

    /// Set-up of a game that has not begun before.
    fn setup(&self) -> Setup {
        let GameArguments { level, board, seed, .. } = &self.arguments;
        let level = level.map(|level| level as usize);
        Setup { size: *board, level, seed: seed.unwrap_or_default() }
    }

    /// The game of the text with options and levels in force.
    ///
    /// # Errors
    /// Errors in the text, as lines with their place.
    fn build(&self, source: &Source, phrases: &Phrases) -> Result<Edition, Vec<String>> {
        let Loaded { game, diagnostics } = masume_service::loaded(&source.text);
        let Some(game) = game else {
            let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
            let texts: Vec<String> =
                errors.map(|error| diagnostic::render_plain(error, source)).collect();
            return Err(texts.iter().flat_map(|text| text.lines()).map(str::to_owned).collect());
        };
        let mut game = game
            .with_options(&self.arguments.options)
            .map_err(|error| vec![reasons::of_setup(&error, phrases)])?;
        if let Some(path) = &self.arguments.levels {
            let unread = |_| vec![phrases.say("cannot-read", &[("path", path.as_str().into())])];
            let (text, _) = input::read_levels(path, input::MAX_BOARDS).map_err(unread)?;
            let levels = game.read_collection(&text).map_err(|diagnostics| {
                let levels = Source { path: path.clone(), text };
                let texts = diagnostics.iter().map(|it| diagnostic::render_plain(it, &levels));
                texts.collect::<Vec<_>>()
            })?;
            game = game.with_levels(levels);
        }
        Ok(Edition::new(&self.name, &source.text, game))
    }
}

/// Shows what is wrong with the file.
fn show(mistakes: Vec<String>, app: &mut App) {
    if let Some(play) = &mut app.play {
        play.mistakes = mistakes;
    } else if let Some(waiting) = &mut app.waiting {
        waiting.mistakes = mistakes;
    }
}

fn look(path: &str) -> Option<(SystemTime, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// The text of a file.
fn read(path: &str, bound: u64, phrases: &Phrases) -> Result<String, Vec<String>> {
    let failed = |_| vec![phrases.say("cannot-read", &[("path", path.into())])];
    input::read_text(path, bound).map_err(failed)
}

fn told(kept: Kept, phrases: &Phrases) -> String {
    match kept {
        Kept::Everything => phrases.say("rebuilt-everything", &[]),
        Kept::Position => phrases.say("rebuilt-position", &[]),
        Kept::Replayed { done, of } => {
            let values = [("done", done.into()), ("count", of.into())];
            phrases.say("rebuilt-replayed", &values)
        }
        Kept::Nothing => phrases.say("rebuilt-nothing", &[]),
    }
}
