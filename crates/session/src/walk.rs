//! Walking to a cell that was pointed at, in games where one piece is steered.

use std::collections::VecDeque;

use masume_engine::{Action, Argument, Cell, Direction, State};
use masume_rules::model::{Content, Layer, LayerKind};

use crate::difference::changes;
use crate::{Session, settle};

/// Most actions that are tried to find a way; a way through a maze of a thousand cells takes fewer.
const TRIES: usize = 4_096;

/// The piece that is steered, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walker {
    layer: Layer,
    piece: Content,
    cell: Cell,
}

impl Session {
    /// The cell of the piece that is steered, where one is: what a face keeps in view.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// let walker = session.walker().expect("one piece is steered");
    /// let grid = session.state().board.grid();
    /// assert_eq!((grid.column(walker), grid.row(walker)), (3, 2));
    /// ```
    pub fn walker(&self) -> Option<Cell> {
        walker_cell(self)
    }
}

/// The cell of the piece that walks, where one does.
///
/// It is the only named piece of its kind on the board, and every legal action that takes just a
/// direction moves it in that direction.
pub(crate) fn walker_cell(session: &Session) -> Option<Cell> {
    walker(session).map(|walker| walker.cell)
}

/// The shortest way of the piece that walks to the cell: `None` where no piece walks, where it is
/// there already, or where there is no way.
///
/// On the way nothing may happen but its movement: nothing is pushed, nobody else moves. One step
/// to the place next to it may do more, for there the player sees what it will come to.
pub(crate) fn path(session: &Session, target: Cell) -> Option<Vec<Action>> {
    let walker = walker(session)?;
    if walker.cell == target {
        return None;
    }
    let mut found: Vec<(Cell, State, Option<usize>, Option<Action>)> =
        vec![(walker.cell, session.state().clone(), None, None)];
    let mut open = VecDeque::from([0]);
    let mut tries = 0;
    while let Some(index) = open.pop_front() {
        let (cell, state) = (found[index].0, found[index].1.clone());
        for (action, direction) in steering(session) {
            tries += 1;
            if tries > TRIES {
                return None;
            }
            let Ok(settled) = settle::apply(session.game(), &state, action) else { continue };
            let after = settled.state;
            let walked = Walker { cell, ..walker };
            let is_direct = index == 0 && state.board.grid().step(cell, direction) == Some(target);
            let Some(to) = moved_to(&state, &after, walked, direction, is_direct) else { continue };
            if to != target && (after.outcome.is_some() || found.iter().any(|it| it.0 == to)) {
                continue;
            }
            found.push((to, after, Some(index), Some(action)));
            if to == target {
                return Some(actions_to(&found, found.len() - 1));
            }
            open.push_back(found.len() - 1);
        }
    }
    None
}

fn actions_to(found: &[(Cell, State, Option<usize>, Option<Action>)], last: usize) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut at = Some(last);
    while let Some(index) = at {
        actions.extend(found[index].3);
        at = found[index].2;
    }
    actions.reverse();
    actions
}

/// Every action that takes just a direction, legal or not, with the direction.
fn steering(session: &Session) -> Vec<(Action, Direction)> {
    let actions = session.game().rules().actions.iter().enumerate();
    let mut steering = Vec::new();
    for (index, info) in actions {
        let [masume_rules::model::ParamKind::Direction(ways)] = &info.params[..] else { continue };
        for direction in ways.directions(session.state().to_act, &|_| None) {
            let action = Action::new(index as u8, &[Argument::Direction(direction)]);
            steering.push((action, direction));
        }
    }
    steering
}

fn walker(session: &Session) -> Option<Walker> {
    let state = session.state();
    let steering = steering(session);
    if steering.is_empty() {
        return None;
    }
    let legal = session.legal_actions().ok()?;
    let mut candidates: Option<Vec<Walker>> = None;
    for (action, direction) in steering {
        if !legal.contains(&action) {
            continue;
        }
        let after = settle::apply(session.game(), state, action).ok()?.state;
        let candidates = candidates.get_or_insert_with(|| single_pieces(session, state));
        candidates.retain(|walker| moved_to(state, &after, *walker, direction, true).is_some());
    }
    match candidates.unwrap_or_default()[..] {
        [walker] => Some(walker),
        _ => None,
    }
}

/// The named pieces of which the board has exactly one.
fn single_pieces(session: &Session, state: &State) -> Vec<Walker> {
    let mut single = Vec::new();
    for (index, info) in session.game().rules().layers.iter().enumerate() {
        let LayerKind::Pieces(pieces) = &info.kind else { continue };
        let layer = Layer(index as u8);
        for piece in (0..pieces.len()).map(|piece| piece as Content) {
            single.extend(only_cell(state, layer, piece).map(|cell| Walker { layer, piece, cell }));
        }
    }
    single
}

fn only_cell(state: &State, layer: Layer, piece: Content) -> Option<Cell> {
    let mut cells =
        state.board.grid().cells().filter(|cell| state.board.get(layer, *cell) == piece);
    let cell = cells.next()?;
    cells.next().is_none().then_some(cell)
}

/// Cell of the walker after an action that moved it in the direction, any number of cells; `None` where it did not,
/// or where something else happened that may not.
fn moved_to(
    before: &State,
    after: &State,
    walker: Walker,
    direction: Direction,
    more_may_happen: bool,
) -> Option<Cell> {
    if before.board.grid() != after.board.grid() {
        return None;
    }
    let to = only_cell(after, walker.layer, walker.piece)?;
    let mut at = before.board.grid().step(walker.cell, direction)?;
    while at != to {
        at = before.board.grid().step(at, direction)?;
    }
    // It alone left one cell and came to another.
    let is_alone = || {
        let changes = changes(&before.board, &after.board);
        changes.len() == 2
            && changes.iter().all(|change| change.layer == walker.layer)
            && changes.iter().any(|change| change.cell == to)
    };
    (more_may_happen || is_alone()).then_some(to)
}
