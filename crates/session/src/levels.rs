//! From level to level.

use std::collections::BTreeSet;

use masume_engine::{Setup, SetupError};

use crate::Session;

impl Session {
    /// A new session on another level of the game, from 1.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// let second = session.at_level(2).expect("there is one");
    /// assert_eq!(second.level(), Some(2));
    /// assert!(session.at_level(100_000).is_err());
    /// ```
    ///
    /// # Errors
    /// A level that there is not, or that cannot be played.
    pub fn at_level(&self, level: usize) -> Result<Self, SetupError> {
        // A size of one's own leaves the levels aside.
        let setup = Setup { size: None, level: Some(level), ..*self.setup() };
        Ok(Self::new(self.edition().clone(), setup)?.with_seats(self.seats().clone()))
    }

    /// The level after this one, from 1; `None` after the last, and without levels.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.next_level(), Some(2));
    /// let last = session.at_level(session.game().level_count()).expect("there is one");
    /// assert_eq!(last.next_level(), None);
    /// ```
    pub fn next_level(&self) -> Option<usize> {
        let next = self.level()? + 1;
        (next <= self.game().level_count()).then_some(next)
    }

    /// The level before this one, from 1; `None` before the first, and without levels.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.previous_level(), None);
    /// assert_eq!(session.at_level(2).expect("there is one").previous_level(), Some(1));
    /// ```
    pub fn previous_level(&self) -> Option<usize> {
        self.level()?.checked_sub(1).filter(|level| *level > 0)
    }

    /// The first level after this one that is not among the solved, then from the first on; `None`
    /// where all others are solved, and without levels. This one counts as solved where it is won.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert_eq!(session.next_unsolved(&[2, 3].into()), Some(4));
    /// ```
    pub fn next_unsolved(&self, solved: &BTreeSet<usize>) -> Option<usize> {
        let here = self.level()?;
        let count = self.game().level_count();
        let others = (here + 1..=count).chain(1..here);
        let here_again = (!self.is_won()).then_some(here);
        others.chain(here_again).find(|level| !solved.contains(level))
    }

    /// A new session of the same game with another seed.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// let other = session.with_seed(5).expect("any seed will do");
    /// assert_eq!(other.id(), "2048#5");
    /// ```
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn with_seed(&self, seed: u64) -> Result<Self, SetupError> {
        let setup = Setup { seed, ..*self.setup() };
        Ok(Self::new(self.edition().clone(), setup)?.with_seats(self.seats().clone()))
    }
}
