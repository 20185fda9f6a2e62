//! States and actions as text, as `masume_rules::text` has them.

use masume_board::CellNames;
use masume_reference as reference;
use masume_rules::action::{Action, Argument};
use masume_rules::model::{Coordinates, LevelInfo, Listing, Moves};
use masume_rules::run_error::RunError;
use masume_rules::state::State;
use masume_rules::text::{self, ActionTextError, Collection};
use masume_syntax::Diagnostic;

use crate::{Game, run_diagnostic};

impl Game {
    /// The state as text; [`Game::read_state`] reads it back.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let text = game.print_state(&state);
    /// assert_eq!(game.read_state(&text).expect("it was written so"), state);
    /// ```
    pub fn print_state(&self, state: &State) -> String {
        text::print_state(&self.rules, state)
    }

    /// The names that players give the cells of a state's board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let names = game.cell_names(&state);
    /// assert_eq!(names.name(state.board.grid().centre()).as_deref(), Some("b2"));
    /// ```
    pub fn cell_names(&self, state: &State) -> CellNames {
        self.rules.cell_names(state.board.grid())
    }

    /// The board as a picture, without a line's end after the last row.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.print_board(&state), "...\n...\n...");
    /// ```
    pub fn print_board(&self, state: &State) -> String {
        text::print_board(&self.rules, &state.board)
    }

    /// A state from its text. Where the text does not say how the game ended, the game's ends are
    /// asked; `win stage` is not, for it would replace the board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert!(game.read_state("no state").is_err());
    /// let text = game.print_state(&state);
    /// assert_eq!(game.read_state(&text).expect("it was written so"), state);
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the text, with its place there; or, where the text is in
    /// order, what the ends came to (E05xx), with its place in the game's text.
    pub fn read_state(&self, text: &str) -> Result<State, Vec<Diagnostic>> {
        self.judged(text::read_state(&self.rules, text)?)
    }

    /// The state on a line, such as FEN; None where the game has no such notation, and where it
    /// cannot say what is on the board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "chess").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let fen = game.print_position(&state).expect("chess has such a notation");
    /// assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"));
    /// ```
    pub fn print_position(&self, state: &State) -> Option<String> {
        text::print_position(&self.rules, state)
    }

    fn judged(&self, mut state: State) -> Result<State, Vec<Diagnostic>> {
        let grid = *state.board.grid();
        self.judge(&mut state).map_err(|error| vec![run_diagnostic(&self.rules, &grid, &error)])?;
        Ok(state)
    }

    /// Asks the ends of a state that comes from outside and is not said to be over; `win stage` is
    /// not asked, for it would replace the board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut judged = state.clone();
    /// game.judge(&mut judged).expect("nothing goes wrong");
    /// assert_eq!(judged.outcome, None);
    /// ```
    ///
    /// # Errors
    /// What the ends came to.
    pub fn judge(&self, state: &mut State) -> Result<(), RunError> {
        if state.outcome.is_some() {
            return Ok(());
        }
        reference::judge(self.run(), state)
    }

    /// The state as saves keep it: cells have the names of the grid, whatever the game calls them, so
    /// that a game can name its cells anew and nothing is lost.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "chess").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let text = game.kept_state(&state);
    /// assert_eq!(game.read_kept_state(&text).expect("it was written so"), state);
    /// ```
    pub fn kept_state(&self, state: &State) -> String {
        text::print_state_by(&self.rules, &kept_names(state), state)
    }

    /// A state from the text of [`Game::kept_state`].
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let text = game.kept_state(&state);
    /// assert_eq!(game.read_kept_state(&text).expect("it was written so"), state);
    /// assert!(game.read_kept_state("no state").is_err());
    /// ```
    ///
    /// # Errors
    /// As of [`Game::read_state`].
    pub fn read_kept_state(&self, text: &str) -> Result<State, Vec<Diagnostic>> {
        self.judged(text::read_state_by(&self.rules, Coordinates::default(), text)?)
    }

    /// The action as saves keep it, with the names of the grid.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "chess").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.read_action(&state, "e2e4").expect("it is an action");
    /// // Players count the rows from below, saves from above.
    /// assert!(game.kept_action(&state, action).contains("e7"));
    /// ```
    pub fn kept_action(&self, state: &State, action: Action) -> String {
        text::action_text_by(&self.rules, &kept_names(state), action)
    }

    /// An action from the text of [`Game::kept_action`].
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "chess").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.read_action(&state, "e2e4").expect("it is an action");
    /// let kept = game.kept_action(&state, action);
    /// assert_eq!(game.read_kept_action(&state, &kept), Ok(action));
    /// ```
    ///
    /// # Errors
    /// As of [`Game::read_action`].
    pub fn read_kept_action(&self, state: &State, text: &str) -> Result<Action, ActionTextError> {
        let fitting = text::read_actions_by(&self.rules, &kept_names(state), text)?;
        self.the_legal(state, text, fitting)
    }

    /// The action as text, such as `push right`, `place d3`, `take c2 f5`.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.legal_actions(&state).expect("nothing goes wrong")[0];
    /// assert_eq!(game.action_text(&state, action), "place a1");
    /// ```
    pub fn action_text(&self, state: &State, action: Action) -> String {
        text::action_text(&self.rules, state.board.grid(), action)
    }

    /// An action from its text; the case of letters is free, and the action's name may be left out
    /// where the rest says which. Whether it is legal is for [`Game::is_legal`].
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.read_action(&state, "place b2").expect("it is an action");
    /// assert_eq!(game.read_action(&state, "b2"), Ok(action));
    /// assert!(game.read_action(&state, "b9").is_err());
    /// ```
    ///
    /// # Errors
    /// What was found, what was expected, and a way out.
    pub fn read_action(&self, state: &State, text: &str) -> Result<Action, ActionTextError> {
        let grid = state.board.grid();
        let error = match text::read_actions(&self.rules, grid, text) {
            Ok(fitting) => return self.the_legal(state, text, fitting),
            Err(error) => error,
        };
        if let Some(moves) = &self.rules.moves {
            let legal = self.legal_actions(state).unwrap_or_default();
            let found = text::read_move(&self.rules, moves, state, &legal, text);
            if let [action] = found[..] {
                return Ok(action);
            }
            let names = self.rules.cell_names(grid);
            if found.is_empty() && text::is_like_move(moves, &names, text) {
                return Err(self.no_move(state, text, &legal));
            }
            if !found.is_empty() {
                let actions = found.iter().map(|it| self.written_move(state, *it)).collect();
                let text = text::quoted(text);
                return Err(ActionTextError::Ambiguous { text, actions, fitting: found });
            }
        }
        let together = text::cells_together(&self.rules.cell_names(grid), text);
        let fitting = together
            .and_then(|cells| text::read_actions(&self.rules, grid, &cells.join(" ")).ok())
            .ok_or(error)?;
        self.the_legal(state, text, fitting)
    }

    /// No legal action is written so; the first few that are.
    fn no_move(&self, state: &State, text: &str, legal: &[Action]) -> ActionTextError {
        /// As many as fit on a line or two.
        const SHOWN: usize = 12;
        let moves = legal.iter().take(SHOWN).map(|it| self.written_move(state, *it)).collect();
        ActionTextError::NoMove { text: text::quoted(text), moves }
    }

    /// The one of these that is legal, or the only one.
    ///
    /// # Errors
    /// Several that are legal, or several of which none is.
    fn the_legal(
        &self,
        state: &State,
        text: &str,
        fitting: Vec<Action>,
    ) -> Result<Action, ActionTextError> {
        if let [action] = fitting[..] {
            return Ok(action);
        }
        let is_legal = |it: &Action| self.is_legal(state, *it) == Ok(true);
        let legal: Vec<Action> = fitting.iter().copied().filter(is_legal).collect();
        if let [action] = legal[..] {
            return Ok(action);
        }
        let meant = if legal.is_empty() { fitting } else { legal };
        let actions = meant.iter().map(|it| self.action_text(state, *it)).collect();
        Err(ActionTextError::Ambiguous { text: text::quoted(text), actions, fitting: meant })
    }

    /// Actions from a text that has one after another without anything between them, each done after
    /// those before it: `f5d6c3`, `22x15x8`. One action is read as [`Game::read_action`] does. A pass that
    /// nobody chooses, for there is nothing else, need not be said, and of a turn that goes on from cell to
    /// cell the first and the last will do: `22x8`. In a game whose lists of moves have blanks between them, so may
    /// these: `e4 e5 Nf3`.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "othello").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let actions = game.read_actions(&state, "f5d6c3").expect("they are legal one after another");
    /// assert_eq!(actions.len(), 3);
    /// ```
    ///
    /// # Errors
    /// As of [`Game::read_action`].
    pub fn read_actions(&self, state: &State, text: &str) -> Result<Vec<Action>, ActionTextError> {
        // Each player once: else two who can do nothing, in a game that does not end then, would pass
        // for ever.
        self.read_behind_passes(state, text, self.rules.players.len())
    }

    /// The same behind at most so many passes that nobody chooses.
    fn read_behind_passes(
        &self,
        state: &State,
        text: &str,
        most: usize,
    ) -> Result<Vec<Action>, ActionTextError> {
        let said = self.read_action(state, text);
        if most > 0
            && said != Ok(Action::PASS)
            && let Some(passed) = self.after_forced_pass(state)
            && let Ok(actions) = self.read_behind_passes(&passed, text, most - 1)
            && let Some(first) = actions.first()
            && self.is_legal(&passed, *first) == Ok(true)
        {
            return Ok(std::iter::once(Action::PASS).chain(actions).collect());
        }
        let error = match said {
            Ok(action) => return Ok(vec![action]),
            Err(error) => error,
        };
        let names = self.rules.cell_names(state.board.grid());
        if let Some(cells) = text::cells_together(&names, text) {
            let found = self.in_turn(state, &cells).or_else(|| self.by_ends(state, &cells));
            return found.ok_or(error);
        }
        self.in_words(state, text).unwrap_or(Err(error))
    }

    /// The moves that words are, one after another, in a game whose lists of moves have blanks between them; `None` where
    /// the first word is none. Behind a move that cannot be done none is read: that is told where it is done.
    fn in_words(&self, state: &State, text: &str) -> Option<Result<Vec<Action>, ActionTextError>> {
        let has_blanks = |it: &Moves| it.listing != Listing::Together;
        self.rules.moves.as_ref().filter(|it| has_blanks(it))?;
        let (first, _) = text.trim().split_once(char::is_whitespace)?;
        let is_cell = self.cell_names(state).cell_named(first).is_some();
        let is_move = match self.read_actions(state, first) {
            Ok(actions) => self.is_legal(state, *actions.first()?) == Ok(true),
            Err(ActionTextError::NoMove { .. } | ActionTextError::Ambiguous { .. }) => !is_cell,
            Err(_) => false,
        };
        if !is_move {
            return None;
        }
        let mut state = state.clone();
        let mut found = Vec::new();
        for word in text.split_whitespace() {
            let actions = match self.read_actions(&state, word) {
                Ok(actions) => actions,
                Err(error) => return Some(Err(error)),
            };
            for action in actions {
                found.push(action);
                if self.apply(&mut state, action).is_err() {
                    return Some(Ok(found));
                }
            }
        }
        Some(Ok(found))
    }

    /// The state behind a pass, where there is nothing else to do.
    fn after_forced_pass(&self, state: &State) -> Option<State> {
        if self.is_legal(state, Action::PASS) != Ok(true) {
            return None;
        }
        self.legal_actions(state).ok().filter(|legal| *legal == [Action::PASS])?;
        let mut passed = state.clone();
        self.apply(&mut passed, Action::PASS).ok()?;
        Some(passed)
    }

    /// The only turn of several actions, each from the last cell of the one before, from the first of two
    /// cells to the second; of turns that come to the same the first.
    fn by_ends(&self, state: &State, cells: &[String]) -> Option<Vec<Action>> {
        /// States that are looked at: more than any turn of a game has.
        const MOST: usize = 1000;
        let names = self.rules.cell_names(state.board.grid());
        let [first, last] = cells else { return None };
        // Of one player alone every action goes on.
        if self.rules.players.len() < 2 {
            return None;
        }
        let (first, last) = (names.cell_named(first)?, names.cell_named(last)?);
        let mut open = vec![(state.clone(), first, Vec::new())];
        let mut found: Option<(State, Vec<Action>)> = None;
        let mut looked = 0;
        while let Some((before, from, actions)) = open.pop() {
            looked += 1;
            if looked > MOST {
                return None;
            }
            for action in self.legal_actions(&before).ok()? {
                let [Argument::Cell(start), Argument::Cell(end), Argument::None] = action.arguments
                else {
                    continue;
                };
                if start != from {
                    continue;
                }
                let mut after = before.clone();
                if self.apply(&mut after, action).is_err() {
                    continue;
                }
                let actions: Vec<Action> = actions.iter().copied().chain([action]).collect();
                if after.outcome.is_none() && after.to_act == before.to_act {
                    open.push((after, end, actions));
                } else if end == last {
                    match &found {
                        Some((other, _)) if *other != after => return None,
                        Some(_) => {}
                        None => found = Some((after, actions)),
                    }
                }
            }
        }
        found.map(|(_, actions)| actions)
    }

    /// The actions that the cells are, one after the other: two cells each, the first of which may be
    /// the last of the action before, or one.
    fn in_turn(&self, state: &State, cells: &[String]) -> Option<Vec<Action>> {
        let mut state = state.clone();
        let mut actions = Vec::new();
        let mut at = 0;
        while at < cells.len() {
            if let Some(passed) = self.after_forced_pass(&state) {
                state = passed;
                actions.push(Action::PASS);
            }
            let goes_on = !actions.is_empty();
            let parts = [(at - usize::from(goes_on), at + 1), (at, at + 2), (at, at + 1)];
            let (action, end) = parts.into_iter().find_map(|(start, end)| {
                let text = cells.get(start..end)?.join(" ");
                let fitting = text::read_actions(&self.rules, state.board.grid(), &text).ok()?;
                let action = self.the_legal(&state, &text, fitting).ok()?;
                (self.is_legal(&state, action) == Ok(true)).then_some((action, end))
            })?;
            self.apply(&mut state, action).ok()?;
            actions.push(action);
            at = end;
        }
        Some(actions)
    }

    /// The action as it stands in a list of moves: in the game's notation (`Nf3`, `exd5`, `22x15`), or
    /// as [`Game::action_text`] has it where the game has none.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "chess").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.read_action(&state, "Nf3").expect("it is a move");
    /// assert_eq!(game.written_move(&state, action), "Nf3");
    /// ```
    pub fn written_move(&self, state: &State, action: Action) -> String {
        let mut after = state.clone();
        let is_written = self.rules.moves.is_some() && self.apply(&mut after, action).is_ok();
        match is_written.then(|| self.legal_actions(state)) {
            Some(Ok(legal)) => self.written_step(state, &legal, action, &after),
            Some(Err(_)) | None => self.action_text(state, action),
        }
    }

    /// The same of an action that was done: it led from the state `before`, in which these actions are
    /// legal, to the state `after`.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "chess").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.read_action(&state, "g1 f3").expect("it is a move");
    /// let legal = game.legal_actions(&state).expect("nothing goes wrong");
    /// let mut after = state.clone();
    /// game.apply(&mut after, action).expect("it is legal");
    /// assert_eq!(game.written_step(&state, &legal, action, &after), "Nf3");
    /// ```
    pub fn written_step(
        &self,
        before: &State,
        legal: &[Action],
        action: Action,
        after: &State,
    ) -> String {
        let Some(moves) = &self.rules.moves else { return self.action_text(before, action) };
        let signs = moves
            .signs
            .iter()
            .map(|(_, when)| reference::condition(self.run(), after, None, when).unwrap_or(false));
        let signs = signs.collect();
        let consequence =
            text::Consequence { signs, ..text::Consequence::of(&self.rules, before, after) };
        text::write_move(&self.rules, moves, before, legal, (action, &consequence))
    }

    /// The levels of a text, in the game's own legend or in that of another program's files; for
    /// [`Game::with_levels`].
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let levels = game.read_collection("#####\n#@$.#\n#####\n").expect("it is a level");
    /// assert_eq!(levels.len(), 1);
    /// ```
    ///
    /// # Errors
    /// A text without levels, and contents that the game's own legend cannot show.
    pub fn read_collection(&self, text: &str) -> Result<Vec<LevelInfo>, Vec<Diagnostic>> {
        self.read_level_file(text).map(|collection| collection.levels)
    }

    /// The levels of a text, with warnings of what can be read in two ways there.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let file = game.read_level_file("#####\n#@$.#\n#####\n").expect("it is a level");
    /// assert!(file.levels.len() == 1 && file.warnings.is_empty());
    /// ```
    ///
    /// # Errors
    /// As of [`Game::read_collection`].
    pub fn read_level_file(&self, text: &str) -> Result<Collection, Vec<Diagnostic>> {
        text::read_collection(&self.rules, text)
    }

    /// Levels as a text in the legend of this name; an empty name is the game's own.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let text = game.print_collection(&game.levels()[..1], "xsb").expect("it has this legend");
    /// assert!(text.contains("#  @ $ .#"));
    /// ```
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
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let actions = game.read_notation("lurd", "rR").expect("these are letters of it");
    /// assert_eq!(actions, ["push right", "push right"]);
    /// ```
    ///
    /// # Errors
    /// A name of no notation of this game, or letters that it does not have.
    pub fn read_notation(&self, name: &str, letters: &str) -> Result<Vec<String>, Diagnostic> {
        text::read_notation(&self.rules, name, letters)
    }

    /// The letters of actions, each with whether the notation's value rose with it: such a letter
    /// is a capital. The state is any of the play, for its board names the cells.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.read_action(&state, "push right").expect("it is an action");
    /// let letters = game.print_notation(&state, "lurd", [(action, false), (action, true)]);
    /// assert_eq!(letters.as_deref(), Ok("rR"));
    /// ```
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

/// The names that saves give the cells of a state's board.
fn kept_names(state: &State) -> CellNames {
    CellNames::new(*state.board.grid(), Coordinates::default())
}
