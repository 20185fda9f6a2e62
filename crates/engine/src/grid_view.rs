//! A board as plain numbers, for players that know nothing of layers and pieces.

use masume_rules::model::{EMPTY, Layer, LayerKind};
use masume_rules::state::State;

use crate::Game;

impl Game {
    /// Rows of the board, without its rim.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.rows(&state), 3);
    /// ```
    pub fn rows(&self, state: &State) -> u32 {
        state.board.grid().height()
    }

    /// Columns of the board, without its rim.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.columns(&state), 3);
    /// ```
    pub fn columns(&self, state: &State) -> u32 {
        state.board.grid().width()
    }

    /// Content of a cell as one number; row and column from 0, `None` off the board.
    ///
    /// 0 is a free cell. Where a layer holds a number it is that number. Else it is the piece, all
    /// pieces numbered from 1 through all layers in the order of the text; of several the one of
    /// the last layer.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut state = state;
    /// let action = game.read_action(&state, "place b2").expect("it is an action");
    /// game.apply(&mut state, action).expect("it is legal");
    /// assert_eq!(game.cell(&state, 1, 1), Some(1));
    /// assert_eq!(game.cell(&state, 0, 0), Some(0));
    /// assert_eq!(game.cell(&state, 3, 0), None);
    /// ```
    pub fn cell(&self, state: &State, row: u32, column: u32) -> Option<i64> {
        let grid = state.board.grid();
        if row >= grid.height() || column >= grid.width() {
            return None;
        }
        let cell = grid.at(column as i32, row as i32)?;
        let mut shown = 0;
        let mut pieces_before = 0;
        for (index, info) in self.rules.layers.iter().enumerate() {
            let content = state.board.get(Layer(index as u8), cell);
            let pieces = match &info.kind {
                LayerKind::Pieces(pieces) => pieces.len() as i64,
                LayerKind::Kinds(count) => i64::from(*count),
                LayerKind::Range(..) | LayerKind::Doubling(..) if content != EMPTY => {
                    return Some(i64::from(content));
                }
                LayerKind::Range(..) | LayerKind::Doubling(..) => continue,
            };
            if content != EMPTY {
                shown = pieces_before + i64::from(content) + 1;
            }
            pieces_before += pieces;
        }
        Some(shown)
    }

    /// The cells of a row from the left; empty off the board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut state = state;
    /// let action = game.read_action(&state, "place b2").expect("it is an action");
    /// game.apply(&mut state, action).expect("it is legal");
    /// assert_eq!(game.row(&state, 1), [0, 1, 0]);
    /// ```
    pub fn row(&self, state: &State, row: u32) -> Vec<i64> {
        (0..self.columns(state)).map_while(|column| self.cell(state, row, column)).collect()
    }

    /// The cells of a column from the top; empty off the board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut state = state;
    /// let action = game.read_action(&state, "place b2").expect("it is an action");
    /// game.apply(&mut state, action).expect("it is legal");
    /// assert_eq!(game.column(&state, 0), [0, 0, 0]);
    /// ```
    pub fn column(&self, state: &State, column: u32) -> Vec<i64> {
        (0..self.rows(state)).map_while(|row| self.cell(state, row, column)).collect()
    }
}
