//! The line along which an action joined two cells, shown for a moment.

use masume_engine::{Action, Argument, Board, Cell, Choice};
use masume_rules::model::{EMPTY, Layer, Part, Pattern, Rules, parts};
use masume_session::Cause;

use crate::dialogue::Dialogue;

/// Ticks for which a line is shown.
const TICKS: u32 = 20;

/// A line along cells, each beside the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// From one end to the other.
    pub path: Vec<Cell>,
    /// Ticks until it is gone.
    left: u32,
}

impl Joined {
    /// The line of the last action, where its pattern walked from one chosen cell to another one
    /// around corners, and nothing arrived there: what moved is seen where it is. Of several ways
    /// the shortest.
    pub fn of_last_action(dialogue: &Dialogue) -> Option<Self> {
        let session = &dialogue.session;
        let is_action = |cause: &Cause| matches!(cause, Cause::Action { .. });
        dialogue.report.as_ref().filter(|report| is_action(&report.cause))?;
        let rules = session.game().rules();
        // No rule is run again where nothing can be joined.
        let is_joining = (0..rules.actions.len()).any(|index| joins(rules, index));
        if !is_joining {
            return None;
        }
        let (before, action) = session.last_action()?;
        let ends = ends_of(rules, action)?;
        let after = &session.state().board;
        if ends.iter().any(|cell| !is_cleared(&before.board, after, *cell)) {
            return None;
        }
        let steps = session.game().trace(&before, action).ok()?;
        let paths = steps.into_iter().flat_map(|step| step.paths);
        let joins = |path: &Vec<Cell>| {
            let (first, last) = (path.first().copied(), path.last().copied());
            path.len() > 1 && ends.iter().all(|end| [first, last].contains(&Some(*end)))
        };
        let path = paths.filter(joins).min_by_key(Vec::len)?;
        Some(Self { path, left: TICKS })
    }

    /// The line one tick later, as long as it is shown.
    pub fn after_a_tick(mut self) -> Option<Self> {
        self.left = self.left.checked_sub(1)?;
        Some(self)
    }
}

/// The two cells that an action joins, where its pattern can walk around corners.
fn ends_of(rules: &Rules, action: Action) -> Option<[Cell; 2]> {
    let Choice::Declared(index) = action.choice else { return None };
    match action.arguments {
        [Argument::Cell(a), Argument::Cell(b), ..] if joins(rules, usize::from(index)) => {
            Some([a, b])
        }
        _ => None,
    }
}

/// True if a pattern of the action turns.
fn joins(rules: &Rules, index: usize) -> bool {
    let Some(info) = rules.actions.get(index) else { return false };
    let turns = |part: Part<'_>| match part {
        Part::Pattern(Pattern::Turn | Pattern::Bend) => true,
        Part::Pattern(_)
        | Part::Statement(_)
        | Part::Rule(_)
        | Part::Write(_)
        | Part::Effect(_)
        | Part::Ways(_)
        | Part::Test(_)
        | Part::Condition(_)
        | Part::Expr(_) => false,
    };
    info.params.len() > 1 && info.body.iter().flat_map(parts).any(turns)
}

/// True if something was on the cell and nothing new is.
fn is_cleared(before: &Board, after: &Board, cell: Cell) -> bool {
    if before.grid() != after.grid() {
        return false;
    }
    let layers = (0..after.layer_count()).map(|index| Layer(index as u8));
    let mut lost = false;
    for layer in layers {
        let (was, is) = (before.get(layer, cell), after.get(layer, cell));
        if is != was && is != EMPTY {
            return false;
        }
        lost |= is != was;
    }
    lost
}
