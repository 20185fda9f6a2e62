//! States and actions as text, as `masume_rules::text` has them.

use masume_reference as reference;
use masume_rules::action::Action;
use masume_rules::model::LevelInfo;
use masume_rules::run_error::RunError;
use masume_rules::state::State;
use masume_rules::text::{self, ActionTextError, Collection};
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
        let grid = *state.board.grid();
        self.judge(&mut state).map_err(|error| vec![run_diagnostic(&self.rules, &grid, &error)])?;
        Ok(state)
    }

    /// Asks the ends of a state that comes from outside and is not said to be over; `win stage` is
    /// not asked, for it would replace the board.
    ///
    /// # Errors
    /// What the ends came to.
    pub fn judge(&self, state: &mut State) -> Result<(), RunError> {
        if state.outcome.is_some() {
            return Ok(());
        }
        reference::judge(self.run(), state)
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
        let grid = state.board.grid();
        let fitting = text::read_actions(&self.rules, grid, text)?;
        if let [action] = fitting[..] {
            return Ok(action);
        }
        let mut legal = fitting.iter().filter(|it| self.is_legal(state, **it) == Ok(true));
        match (legal.next(), legal.next()) {
            (Some(action), None) => Ok(*action),
            _ => text::read_action(&self.rules, grid, text),
        }
    }

    /// The levels of a text, in the game's own legend or in that of another program's files; for
    /// [`Game::with_levels`].
    ///
    /// # Errors
    /// A text without levels, and contents that the game's own legend cannot show.
    pub fn read_collection(&self, text: &str) -> Result<Vec<LevelInfo>, Vec<Diagnostic>> {
        self.read_level_file(text).map(|collection| collection.levels)
    }

    /// The levels of a text, with warnings of what can be read in two ways there.
    ///
    /// # Errors
    /// As of [`Game::read_collection`].
    pub fn read_level_file(&self, text: &str) -> Result<Collection, Vec<Diagnostic>> {
        text::read_collection(&self.rules, text)
    }

    /// Levels as a text in the legend of this name; an empty name is the game's own.
    ///
    /// # Errors
    /// A name of no legend, or contents that the legend cannot show.
    pub fn print_collection(
        &self,
        levels: &[LevelInfo],
        legend: &str,
    ) -> Result<String, Diagnostic> {
        text::print_collection(&self.rules, levels, legend)
    }

    /// The actions, as text, that letters such as `rRdl` stand for.
    ///
    /// # Errors
    /// A name of no notation of this game, or letters that it does not have.
    pub fn read_notation(&self, name: &str, letters: &str) -> Result<Vec<String>, Diagnostic> {
        text::read_notation(&self.rules, name, letters)
    }

    /// The letters of actions, each with whether the notation's value rose with it: such a letter
    /// is a capital. The state is any of the play, for its board names the cells.
    ///
    /// # Errors
    /// A name of no notation of this game, or an action for which it has no letter.
    pub fn print_notation(
        &self,
        state: &State,
        name: &str,
        actions: impl IntoIterator<Item = (Action, bool)>,
    ) -> Result<String, ActionTextError> {
        text::print_notation(&self.rules, state.board.grid(), name, actions)
    }
}
