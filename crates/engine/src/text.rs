//! States and actions as text, as `masume_rules::text` has them.

use masume_reference as reference;
use masume_rules::action::Action;
use masume_rules::state::State;
use masume_rules::text::{self, ActionTextError};
use masume_syntax::Diagnostic;

use crate::{Game, run_diagnostic};

impl Game {
    /// The state as text; [`Game::read_state`] reads it back.
    pub fn print_state(&self, state: &State) -> String {
        text::print_state(&self.rules, state)
    }

    /// The board as a picture, without a line's end after the last row.
    pub fn print_board(&self, state: &State) -> String {
        text::print_board(&self.rules, &state.board)
    }

    /// A state from its text. Where the text does not say how the game ended, the game's ends are
    /// asked; `win stage` is not, for it would replace the board.
    ///
    /// # Errors
    /// Everything that is wrong with the text, with its place there; or, where the text is in
    /// order, what the ends came to (E05xx), with its place in the game's text.
    pub fn read_state(&self, text: &str) -> Result<State, Vec<Diagnostic>> {
        let mut state = text::read_state(&self.rules, text)?;
        if state.outcome.is_none() {
            let grid = *state.board.grid();
            reference::judge(&self.rules, &mut state)
                .map_err(|error| vec![run_diagnostic(&self.rules, &grid, &error)])?;
        }
        Ok(state)
    }

    /// The action as text, such as `push right`, `place d3`, `take c2 f5`.
    pub fn action_text(&self, state: &State, action: Action) -> String {
        text::action_text(&self.rules, state.board.grid(), action)
    }

    /// An action from its text; the case of letters is free, and the action's name may be left out
    /// where the rest says which. Whether it is legal is for [`Game::is_legal`].
    ///
    /// # Errors
    /// What was found, what was expected, and a way out.
    pub fn read_action(&self, state: &State, text: &str) -> Result<Action, ActionTextError> {
        text::read_action(&self.rules, state.board.grid(), text)
    }
}
