//! A game, with what tells it from others.

use std::sync::Arc;

use masume_engine::{Game, StopToken};

use crate::{Hash, Version};

/// A game as it is played: its rules with options and levels in force, its name, and which version
/// of it its text is. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Edition {
    name: Arc<str>,
    version: Version,
    levels_hash: Option<Hash>,
    game: Game,
}

impl Edition {
    /// The game of this text. `name` is what ids call it: of a shipped game its name, of a file its
    /// name without the ending; characters that an id gives a meaning become `-`.
    ///
    /// The game may have options set, and levels in place of its own.
    ///
    /// ```
    /// use masume_engine::Game;
    /// use masume_session::Edition;
    ///
    /// let text = "game One\nboard 1 x 1\npieces\n  thing: stone\n\naction put at c\n  at c: _ -> stone\n";
    /// let game = Game::load(text).game.expect("it is sound");
    /// let edition = Edition::new("my/one", text, game);
    /// assert_eq!(edition.name(), "my-one");
    /// ```
    pub fn new(name: &str, text: &str, game: Game) -> Self {
        let has_meaning = |letter: char| {
            matches!(letter, ':' | ',' | '#' | '/' | '\\' | '=')
                || letter.is_whitespace()
                || letter.is_control()
        };
        let name: String = name
            .chars()
            .map(|letter| if has_meaning(letter) { '-' } else { letter })
            .take(MAX_NAME)
            .collect();
        let name = if name.is_empty() { "game".into() } else { name.into() };
        let levels_hash = hash_of_levels(&game);
        Self { name, version: Version::of(text), levels_hash, game }
    }

    /// The same with its rules stopped by this token.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// use masume_engine::StopToken;
    ///
    /// let stop = StopToken::new();
    /// let edition = edition.with_stop(stop.clone());
    /// stop.stop();
    /// assert!(Session::new(edition, Setup::default()).is_err());
    /// ```
    #[must_use]
    pub fn with_stop(mut self, stop: StopToken) -> Self {
        self.game = self.game.with_stop(stop);
        self
    }

    /// Name in ids.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// assert_eq!(edition.name(), "sokoban");
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title that the game gives itself.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// assert_eq!(edition.title(), "Sokoban");
    /// ```
    pub fn title(&self) -> &str {
        &self.game.rules().title
    }

    /// The version that the game's text is.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// use masume_session::Version;
    ///
    /// assert_eq!(edition.version(), &Version::of(shipped.text));
    /// ```
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// The hash of the levels in force, where they are not those of the game's text.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// assert_eq!(edition.levels_hash(), None);
    /// ```
    pub fn levels_hash(&self) -> Option<Hash> {
        self.levels_hash
    }

    /// The rules, with options and levels in force.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// assert!(edition.game().level_count() > 1);
    /// ```
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The same text with other options in force.
    pub(crate) fn with_game(&self, game: Game) -> Self {
        Self { game, ..self.clone() }
    }
}

/// The longest name, in characters: more than any file's.
const MAX_NAME: usize = 255;

/// Titles do not count: a level is what is played.
fn hash_of_levels(game: &Game) -> Option<Hash> {
    let rows = |levels: &[masume_engine::LevelInfo]| {
        let levels: Vec<String> = levels.iter().map(|level| level.rows.join("\n")).collect();
        levels.join("\n\n")
    };
    let own = rows(&game.rules().levels);
    let in_force = rows(game.levels());
    (in_force != own).then(|| Hash::of(&in_force))
}
