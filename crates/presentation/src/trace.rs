//! The trace of the last action: each rule that fired, in order, with the board after it.

use std::collections::BTreeSet;

use masume_engine::{Board, Cell};
use masume_rules::model::Layer;
use masume_syntax::LineIndex;

use crate::dialogue::Dialogue;
use crate::input::{Fate, Gesture};
use crate::locale::Phrases;

/// One rule that fired.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// Its line in the game's text, from 1.
    pub line: u32,
    /// That line, for the words around a rule say how it is used.
    pub text: String,
    /// The board after it.
    pub board: Board,
    /// The cells that it changed; none where what it put was there already.
    pub changed: BTreeSet<Cell>,
    /// The cells of its matches, each in the order of the pattern; none of what has no pattern.
    pub matched: Vec<Vec<Cell>>,
}

/// Trace of the last action.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The action in words.
    pub action: String,
    /// The board before it.
    pub before: Board,
    /// The rules that fired, in order.
    pub steps: Vec<TraceStep>,
    /// Number of them that have fired on the board that is shown.
    pub at: usize,
}

impl Trace {
    /// The trace of the last action of a game.
    ///
    /// # Errors
    /// A reason for which there is none, in words.
    pub fn of(dialogue: &Dialogue, phrases: &Phrases) -> Result<Self, String> {
        let (state, action) =
            dialogue.session.last_action().ok_or_else(|| phrases.say("nothing-to-trace", &[]))?;
        // It was done once already, from the same state: it can be done again.
        let steps = dialogue.session.game().trace(&state, action);
        let steps = steps.map_err(|_| phrases.say("nothing-to-trace", &[]))?;
        let lines = LineIndex::new(&dialogue.source.text);
        let mut before = state.board.clone();
        let steps = steps
            .into_iter()
            .map(|step| {
                let line = lines.position(step.span.start).line;
                let text = lines.line(line).trim().to_owned();
                let changed = changed_cells(&before, &step.board);
                before = step.board.clone();
                TraceStep { line, text, board: step.board, changed, matched: step.paths }
            })
            .collect();
        let action = dialogue.teller(phrases).action(&state, action);
        Ok(Self { action, before: state.board, steps, at: 0 })
    }

    /// The board at this place.
    pub fn board(&self) -> &Board {
        match self.at.checked_sub(1).and_then(|index| self.steps.get(index)) {
            Some(step) => &step.board,
            None => &self.before,
        }
    }

    /// The cells that the rule at this place changed.
    pub fn changed(&self) -> BTreeSet<Cell> {
        let step = self.at.checked_sub(1).and_then(|index| self.steps.get(index));
        step.map(|step| step.changed.clone()).unwrap_or_default()
    }

    /// Takes in one gesture.
    pub fn update<T>(&mut self, gesture: &Gesture<T>) -> Fate {
        let last = self.steps.len();
        match gesture {
            Gesture::Key(key) => match key.as_str() {
                "up" | "left" | "k" | "h" | "w" | "a" => self.at = self.at.saturating_sub(1),
                "down" | "right" | "j" | "l" | "s" | "d" | "space" => {
                    self.at = (self.at + 1).min(last);
                }
                "home" | "page-up" => self.at = 0,
                "end" | "page-down" => self.at = last,
                "T" | "f2" | "?" | "escape" | "enter" | "q" | "Q" | "backspace" => {
                    return Fate::Closes;
                }
                _ => {}
            },
            Gesture::Wheel(notches) => {
                self.at = self.at.saturating_add_signed(*notches as isize).min(last);
            }
            Gesture::Press(_)
            | Gesture::Release(_)
            | Gesture::Paste
            | Gesture::Analysis(_)
            | Gesture::Tick => {}
        }
        Fate::Stays
    }
}

/// The cells where a layer holds something else; all are new on a board of another size.
fn changed_cells(before: &Board, after: &Board) -> BTreeSet<Cell> {
    if before.grid() != after.grid() {
        return BTreeSet::new();
    }
    let differs = |cell: &Cell| {
        (0..after.layer_count()).any(|index| {
            let layer = Layer(index as u8);
            before.get(layer, *cell) != after.get(layer, *cell)
        })
    };
    after.grid().inner_cells().filter(differs).collect()
}
