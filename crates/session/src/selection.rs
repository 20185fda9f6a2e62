//! From cells and directions that were pointed at to actions: the parameters of the game's actions
//! say what fits.

use masume_engine::{Action, Argument, Cell, Choice, Direction};

use crate::argument::{argument_of, arguments, cells_of, direction_of, fits};
use crate::{Session, walk};

/// Selection of what was pointed at, on the way to an action. A face keeps one beside its session, and drops it
/// whenever the state is another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    picks: Vec<Pick>,
}

/// Something that was pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A cell; where a column or a row is asked for, that of the cell.
    Cell(Cell),
    /// A direction.
    Direction(Direction),
}

/// Effect of pointing. Except after [`Picked::Selected`], [`Picked::Nothing`] and [`Picked::Several`] nothing is
/// selected any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// The action is complete. It may be illegal: acting says so in the usual way.
    Act(Action),
    /// These bring the piece that walks to the cell, one after another.
    Walk(Vec<Action>),
    /// The cell is selected, and a further choice completes an action.
    Selected(Cell),
    /// The cell was selected and is no longer.
    Deselected(Cell),
    /// A free cell, which means nothing here; a selected one stays selected.
    Nothing,
    /// The selection and this make no legal action; the action that they would make, if one fits.
    Mismatch(Option<Action>),
    /// Nothing can be done with this.
    Useless,
    /// Several legal actions fit; one of them is to be chosen by its name.
    Several(Vec<Action>),
}

impl Selection {
    /// Nothing is selected.
    ///
    /// ```
    /// use masume_session::Selection;
    ///
    /// assert_eq!(Selection::new().cell(), None);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// The cell that is selected.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "english-draughts").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::{Pick, Picked, Selection};
    ///
    /// let mut selection = Selection::new();
    /// let cell = session.next_cells(&selection)[0];
    /// assert_eq!(session.pick(&mut selection, Pick::Cell(cell)), Picked::Selected(cell));
    /// assert_eq!(selection.cell(), Some(cell));
    /// ```
    pub fn cell(&self) -> Option<Cell> {
        match self.picks.last()? {
            Pick::Cell(cell) => Some(*cell),
            Pick::Direction(_) => None,
        }
    }

    /// Selects nothing.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "english-draughts").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::{Pick, Picked, Selection};
    ///
    /// let mut selection = Selection::new();
    /// let cell = session.next_cells(&selection)[0];
    /// session.pick(&mut selection, Pick::Cell(cell));
    /// assert_ne!(selection, Selection::new());
    /// selection.clear();
    /// assert_eq!(selection, Selection::new());
    /// ```
    pub fn clear(&mut self) {
        self.picks.clear();
    }
}

impl Session {
    /// Points at something; `selection` is what was pointed at before.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::{Pick, Picked, Selection};
    ///
    /// let centre = session.state().board.grid().centre();
    /// let picked = session.pick(&mut Selection::new(), Pick::Cell(centre));
    /// let Picked::Act(action) = picked else { panic!("one cell is an action") };
    /// assert_eq!(session.game().action_text(session.state(), action), "place b2");
    /// ```
    pub fn pick(&self, selection: &mut Selection, pick: Pick) -> Picked {
        if let (Pick::Cell(cell), Some(selected)) = (pick, selection.cell())
            && cell == selected
        {
            selection.clear();
            return Picked::Deselected(cell);
        }
        let picked = self.answer(selection, pick);
        match &picked {
            Picked::Selected(_) | Picked::Nothing | Picked::Several(_) => {}
            Picked::Act(_)
            | Picked::Walk(_)
            | Picked::Deselected(_)
            | Picked::Mismatch(_)
            | Picked::Useless => selection.clear(),
        }
        picked
    }

    /// Draws from one cell to another: the same as pointing at both, where an action takes two
    /// cells, or a cell and a direction. Else the direction of the movement counts, or the cell
    /// where it began.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "english-draughts").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::{Pick, Picked, Selection};
    ///
    /// let from = session.next_cells(&Selection::new())[0];
    /// let mut selection = Selection::new();
    /// session.pick(&mut selection, Pick::Cell(from));
    /// let to = session.next_cells(&selection)[0];
    /// assert!(matches!(session.drag(from, to), Picked::Act(_)));
    /// ```
    pub fn drag(&self, from: Cell, to: Cell) -> Picked {
        if from == to {
            return self.pick(&mut Selection::new(), Pick::Cell(from));
        }
        let way = direction_of(self.state().board.grid(), from, to);
        let both = [Pick::Cell(from), Pick::Cell(to)];
        let along = [Pick::Cell(from), Pick::Direction(way)];
        for picks in [&both[..], &along[..], &[Pick::Direction(way)], &[Pick::Cell(from)]] {
            let complete = self.completed_by(picks);
            match complete.as_slice() {
                [] => {}
                [action] => return Picked::Act(*action),
                _ => return Picked::Several(complete),
            }
        }
        match walk::path(self, to) {
            Some(path) if walk::walker_cell(self) == Some(from) => Picked::Walk(path),
            Some(_) | None => Picked::Mismatch(self.declared(&both)),
        }
    }

    /// The cells that can be pointed at next on the way to a legal action, in reading order. Of a
    /// column or a row that can be chosen they are all.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::Selection;
    ///
    /// act(&mut session, "place b2");
    /// let cells = session.next_cells(&Selection::new());
    /// assert!(cells.len() == 8 && !cells.contains(&session.state().board.grid().centre()));
    /// ```
    pub fn next_cells(&self, selection: &Selection) -> Vec<Cell> {
        let grid = self.state().board.grid();
        let legal = self.legal_actions().unwrap_or_default();
        let fits = |cell: Cell| {
            let picks = with(&selection.picks, Pick::Cell(cell));
            legal.iter().any(|action| self.begins_with(action, &picks))
        };
        // Each cell asks each action: only for the arguments that there are.
        let mut cells: Vec<Cell> = legal
            .iter()
            .flat_map(|action| action.arguments)
            .flat_map(|argument| cells_of(grid, argument))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|cell| selection.cell() != Some(*cell) && fits(*cell));
        cells
    }

    fn answer(&self, selection: &mut Selection, pick: Pick) -> Picked {
        let picks = with(&selection.picks, pick);
        let complete = self.completed_by(&picks);
        match complete.as_slice() {
            [] => {}
            [action] => return Picked::Act(*action),
            _ => return Picked::Several(complete),
        }
        if let Pick::Cell(cell) = pick {
            if self.is_begun(&picks) {
                selection.picks = picks;
                return Picked::Selected(cell);
            }
            if self.pairs_freely() {
                return self.pick_freely(selection, cell);
            }
            // Another first choice in place of the old one.
            if self.is_begun(&[pick]) {
                selection.picks = vec![pick];
                return Picked::Selected(cell);
            }
            if selection.picks.is_empty()
                && let Some(path) = walk::path(self, cell)
            {
                return Picked::Walk(path);
            }
        }
        match (self.declared(&picks), selection.picks.is_empty()) {
            // It says why not: unless nothing of its kind is asked for now.
            (Some(action), true) if self.is_asked_for(action) => Picked::Act(action),
            (Some(_), true) => match pick {
                Pick::Cell(cell) if self.state().board.is_free(cell) => Picked::Nothing,
                Pick::Cell(_) | Pick::Direction(_) => Picked::Useless,
            },
            (None, true) => Picked::Useless,
            (action, false) => Picked::Mismatch(action),
        }
    }

    /// True if something of its kind can be done now, or nothing at all can.
    fn is_asked_for(&self, action: Action) -> bool {
        let legal = self.legal_actions().unwrap_or_default();
        legal.is_empty() || legal.iter().any(|it| it.choice == action.choice)
    }

    /// True if the game takes pairs in any order, as tiles from a table.
    fn pairs_freely(&self) -> bool {
        self.game().rules().actions.iter().any(|action| action.unordered)
    }

    /// Any piece can be picked up there, whether or not it has a partner; an empty place means
    /// nothing, and two that are no pair are put down.
    fn pick_freely(&self, selection: &mut Selection, cell: Cell) -> Picked {
        if self.state().board.is_free(cell) {
            return Picked::Nothing;
        }
        let picks = with(&selection.picks, Pick::Cell(cell));
        if selection.picks.is_empty() {
            selection.picks = picks;
            return Picked::Selected(cell);
        }
        Picked::Mismatch(self.declared(&picks))
    }

    /// The legal actions that take exactly these.
    fn completed_by(&self, picks: &[Pick]) -> Vec<Action> {
        let legal = self.legal_actions().unwrap_or_default();
        let is_complete = |action: &&Action| {
            arguments(action).len() == picks.len() && self.begins_with(action, picks)
        };
        legal.iter().filter(is_complete).copied().collect()
    }

    /// True if a legal action begins with these and needs more.
    fn is_begun(&self, picks: &[Pick]) -> bool {
        let legal = self.legal_actions().unwrap_or_default();
        let is_longer = |action: &&Action| arguments(action).len() > picks.len();
        legal.iter().filter(is_longer).any(|action| self.begins_with(action, picks))
    }

    fn begins_with(&self, action: &Action, picks: &[Pick]) -> bool {
        let grid = self.state().board.grid();
        let given = arguments(action);
        let fits = |given: &[Argument]| {
            given.len() >= picks.len()
                && picks.iter().zip(given).all(|(pick, argument)| fits(grid, *pick, *argument))
        };
        if fits(given) {
            return true;
        }
        match given {
            [first, second, rest @ ..] if self.is_unordered(action) => {
                fits(&[&[*second, *first], rest].concat())
            }
            _ => false,
        }
    }

    fn is_unordered(&self, action: &Action) -> bool {
        match action.choice {
            Choice::Declared(index) => {
                let info = self.game().rules().actions.get(usize::from(index));
                info.is_some_and(|info| info.unordered)
            }
            Choice::Pass => false,
        }
    }

    /// The action of the game that takes just such arguments, legal or not, where only one does.
    fn declared(&self, picks: &[Pick]) -> Option<Action> {
        let grid = self.state().board.grid();
        let mut fitting = self.game().rules().actions.iter().enumerate().filter_map(|it| {
            let (index, info) = it;
            if info.params.len() != picks.len() {
                return None;
            }
            let mut given = Vec::new();
            for (pick, param) in picks.iter().zip(&info.params) {
                given.push(argument_of(grid, *pick, param)?);
            }
            if info.unordered && given[1] < given[0] {
                given.swap(0, 1);
            }
            Some(Action::new(index as u8, &given))
        });
        let action = fitting.next()?;
        fitting.next().is_none().then_some(action)
    }
}

fn with(picks: &[Pick], pick: Pick) -> Vec<Pick> {
    [picks, &[pick]].concat()
}
