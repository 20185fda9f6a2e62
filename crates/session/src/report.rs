//! Reports of what came of something that was done, as data.

use masume_engine::{Action, Cell, Outcome, Player};
use masume_rules::model::{Content, Layer};

/// Report of what came of something that was done. A face says it in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Cause: what was done.
    pub cause: Cause,
    /// Changes of the board: what it holds now that it did not hold before, by cell, then by layer. Where the board
    /// itself is another one, everything is new and nothing is listed.
    pub changes: Vec<Change>,
    /// Values of the game that are other numbers now, in the order of the game's text.
    pub values: Vec<ValueChange>,
    /// Players who had to pass afterwards, in order: nothing else could be done.
    pub passes: Vec<Player>,
    /// Goals that were reached now, each counted from 1; the game goes on.
    pub goals: Vec<usize>,
    /// The stage that begins now, where one was won.
    pub stage: Option<i64>,
    /// Outcome, if the game ended now.
    pub outcome: Option<Outcome>,
}

/// Cause: what was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An action.
    Action {
        /// Action that was done.
        action: Action,
        /// The same as text.
        text: String,
        /// Player who did it.
        player: Player,
    },
    /// The game began anew, as it had begun.
    Restart,
    /// Another place of the timeline: back, forth, or far.
    Travel {
        /// From this position.
        from: usize,
        /// To this one.
        to: usize,
    },
}

/// One layer of one cell that holds something else now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Cell that changed.
    pub cell: Cell,
    /// Layer of the cell.
    pub layer: Layer,
    /// Content that it held; `EMPTY` for nothing.
    pub before: Content,
    /// Content that it holds; `EMPTY` for nothing.
    pub after: Content,
}

/// A value of the game that is another number now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// Its name in the game, or the name of the player whose points it is.
    pub name: String,
    /// The number before.
    pub before: i64,
    /// The number now.
    pub after: i64,
}

impl Report {
    /// The cells whose contents changed, in reading order.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// let report = act(&mut session, "push right");
    /// // The player left one cell, and came to another.
    /// assert_eq!(report.changed_cells().len(), 2);
    /// ```
    pub fn changed_cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.changes.iter().map(|change| change.cell).collect();
        cells.dedup();
        cells
    }
}
