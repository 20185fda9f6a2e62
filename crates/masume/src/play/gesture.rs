//! From a cell that was pointed at to an action: one step where one cell says all, else two.

use masume_engine::{Action, Argument, Cell, Choice, Rules, State};
use masume_rules::model::ParamKind;

/// What comes of pointing at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Gesture {
    /// The action is complete, legal or not.
    Act(Action),
    /// The cell is selected and waits for the rest.
    Select,
    /// The cell was selected and is no longer.
    Deselect,
    /// The two cells make no legal action; nothing is selected any more.
    Mismatch(Option<Action>),
    /// A free cell, which means nothing here; a selected one stays selected.
    Nothing,
    /// Nothing can be done with the cell.
    Useless,
    /// Several actions fit; their names are needed.
    Several(Vec<Action>),
}

/// Points at `cell` while `selected` is, or nothing.
pub(super) fn point(
    rules: &Rules,
    state: &State,
    legal: &[Action],
    selected: Option<Cell>,
    cell: Cell,
) -> Gesture {
    match selected {
        None => point_first(rules, state, legal, cell),
        Some(first) if first == cell => Gesture::Deselect,
        Some(first) => point_second(rules, state, legal, first, cell),
    }
}

/// Whether a cell can be pointed at in this game at all.
pub(super) fn takes_cells(rules: &Rules) -> bool {
    rules.actions.iter().any(|action| action.params.contains(&ParamKind::Cell))
}

fn point_first(rules: &Rules, state: &State, legal: &[Action], cell: Cell) -> Gesture {
    let complete: Vec<Action> = legal
        .iter()
        .copied()
        .filter(|action| arguments(action) == [Argument::Cell(cell)])
        .collect();
    match complete.as_slice() {
        [] => {}
        [action] => return Gesture::Act(*action),
        _ => return Gesture::Several(complete),
    }
    if begins(legal, cell) {
        return Gesture::Select;
    }
    if pairs_freely(rules) {
        // As with tiles on a table: any can be picked up, whether or not it has a partner.
        return if state.board.is_free(cell) { Gesture::Nothing } else { Gesture::Select };
    }
    match declared(rules, &[Argument::Cell(cell)]) {
        Some(action) => Gesture::Act(action),
        None => Gesture::Useless,
    }
}

fn point_second(
    rules: &Rules,
    state: &State,
    legal: &[Action],
    first: Cell,
    second: Cell,
) -> Gesture {
    let ordered = [Argument::Cell(first), Argument::Cell(second)];
    let lesser_first = [Argument::Cell(first.min(second)), Argument::Cell(first.max(second))];
    let fits = |action: &&Action| {
        let wanted = if is_unordered(rules, action) { lesser_first } else { ordered };
        arguments(action) == wanted
    };
    let complete: Vec<Action> = legal.iter().filter(fits).copied().collect();
    match complete.as_slice() {
        [] => {}
        [action] => return Gesture::Act(*action),
        _ => return Gesture::Several(complete),
    }
    if pairs_freely(rules) {
        return if state.board.is_free(second) {
            Gesture::Nothing
        } else {
            Gesture::Mismatch(declared(rules, &lesser_first))
        };
    }
    if begins(legal, second) {
        Gesture::Select
    } else {
        Gesture::Mismatch(declared(rules, &ordered))
    }
}

/// Whether a legal action begins with the cell and needs more.
fn begins(legal: &[Action], cell: Cell) -> bool {
    legal.iter().any(|action| {
        let arguments = arguments(action);
        arguments.len() > 1 && arguments[0] == Argument::Cell(cell)
    })
}

/// Whether the game pairs cells whose order does not matter.
fn pairs_freely(rules: &Rules) -> bool {
    rules.actions.iter().any(|action| action.unordered)
}

fn is_unordered(rules: &Rules, action: &Action) -> bool {
    match action.choice {
        Choice::Declared(index) => rules.actions[usize::from(index)].unordered,
        Choice::Pass => false,
    }
}

/// The action of the game that takes just such arguments, where only one does.
fn declared(rules: &Rules, given: &[Argument]) -> Option<Action> {
    let mut fitting = rules.actions.iter().enumerate().filter(|(_, info)| {
        info.params.len() == given.len() && info.params.iter().all(|kind| *kind == ParamKind::Cell)
    });
    let (index, _) = fitting.next()?;
    fitting.next().is_none().then(|| Action::new(index as u8, given))
}

/// Without the places that are not used.
fn arguments(action: &Action) -> &[Argument] {
    let count = action.arguments.iter().take_while(|it| **it != Argument::None).count();
    &action.arguments[..count]
}
