//! A set of states that nothing leaves: the start is in it, nothing in it wins, and what follows
//! from a state in it is in it or is over.

use std::fmt::Write as _;

use masume_board::Cell;
use masume_engine::{Executor, Game};
use masume_rules::model::{Content, EMPTY, Layer, Rules};
use masume_rules::state::{Outcome, State};

use super::error::ProofError;

/// States that are worked on in one call.
const BATCH: usize = 256;

/// The set. A state is the text of what differs among them; all else is as it is in the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    /// Layers that are told, ascending.
    pub(super) layers: Vec<Layer>,
    /// Values that are told, ascending; the others are forgotten.
    pub(super) values: Vec<u8>,
    /// True if the number of plies is forgotten; otherwise it may not change.
    pub(super) forgets_ply: bool,
    /// Sorted, without repeats.
    pub(super) states: Vec<String>,
}

impl Closed {
    /// The set of these states.
    pub(super) fn new(
        rules: &Rules,
        start: &State,
        states: impl Iterator<Item = State>,
        bytes: u64,
    ) -> Option<Self> {
        let layers = (0..start.board.layer_count()).map(|layer| Layer(layer as u8));
        let mut values = 0..rules.values.len() as u8;
        let mut closed = Self {
            layers: layers.filter(|&layer| is_written(rules, layer)).collect(),
            values: values.by_ref().filter(|&value| !may_forget_value(rules, value)).collect(),
            forgets_ply: may_forget_ply(rules),
            states: Vec::new(),
        };
        let cells: Vec<Cell> = start.board.grid().inner_cells().collect();
        let mut left = bytes;
        for state in states {
            let text = closed.encode(&cells, &state);
            left = left.checked_sub(2 * (text.len() + size_of::<String>()) as u64)?;
            closed.states.push(text);
        }
        closed.states.sort_unstable();
        closed.states.dedup();
        Some(closed)
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Text of a state: a letter for each content of each layer that is told (`.` for nothing, a to z for contents
    /// 0 to 25, others as numbers in brackets), then values.
    fn encode(&self, cells: &[Cell], state: &State) -> String {
        let mut text = String::with_capacity(cells.len() * self.layers.len());
        for &layer in &self.layers {
            let contents = state.board.contents(layer);
            for cell in cells {
                match contents[cell.index()] {
                    EMPTY => text.push('.'),
                    content @ 0..26 => text.push(char::from(b'a' + content as u8)),
                    content => {
                        // Writing to a string cannot fail.
                        let _ = write!(text, "({content})");
                    }
                }
            }
        }
        for &value in &self.values {
            let _ = write!(text, ",{}", state.values[usize::from(value)]);
        }
        text
    }

    /// The state that is told so; `None` where the text is not what [`Closed::encode`] writes.
    fn decode(&self, cells: &[Cell], start: &State, text: &str) -> Option<State> {
        let mut state = start.clone();
        state.outcome = None;
        let mut rest = text;
        for &layer in &self.layers {
            for &cell in cells {
                let (content, behind) = read_content(rest)?;
                state.board.set(layer, cell, content);
                rest = behind;
            }
        }
        for &value in &self.values {
            let (number, behind) = rest
                .strip_prefix(',')
                .map(|rest| rest.split_at(rest.find(',').unwrap_or(rest.len())))?;
            *state.values.get_mut(usize::from(value))? = number.parse().ok()?;
            rest = behind;
        }
        (rest.is_empty() && self.encode(cells, &state) == text).then_some(state)
    }

    /// Check that the set shows that the start cannot be won.
    pub(super) fn check(&self, game: &Game, start: &State) -> Result<(), ProofError> {
        let rules = game.rules();
        let forgotten = (0..rules.values.len() as u8).filter(|it| !self.values.contains(it));
        if !forgotten.clone().all(|value| may_forget_value(rules, value))
            || (self.forgets_ply && !may_forget_ply(rules))
        {
            return Err(ProofError::Forgets);
        }
        if rules.players.len() != 1 {
            return Err(ProofError::OtherGame);
        }
        if start.outcome.is_some() {
            return Err(ProofError::Over);
        }
        let cells: Vec<Cell> = start.board.grid().inner_cells().collect();
        let holds = |state: &State| self.states.binary_search(&self.encode(&cells, state)).is_ok();
        if !holds(start) {
            return Err(ProofError::NoStart);
        }
        let game = game.clone().with_executor(Executor::Batch);
        for texts in self.states.chunks(BATCH) {
            let states: Option<Vec<State>> =
                texts.iter().map(|text| self.decode(&cells, start, text)).collect();
            let states = states.ok_or(ProofError::Text { line: 0 })?;
            let successors = game.successors(&states).map_err(ProofError::Rules)?;
            for (_, next) in successors.iter().flatten() {
                match next.outcome {
                    Some(Outcome::Won(_)) => return Err(ProofError::Wins),
                    Some(Outcome::Lost(_) | Outcome::Draw | Outcome::Ended) => {}
                    None if self.agrees(start, next) && holds(next) => {}
                    None => return Err(ProofError::Open),
                }
            }
        }
        Ok(())
    }

    /// True if what is not told of a state is as it is in the start.
    fn agrees(&self, start: &State, state: &State) -> bool {
        let layers = (0..start.board.layer_count()).map(|layer| Layer(layer as u8));
        let mut untold = layers.filter(|layer| !self.layers.contains(layer));
        untold.all(|layer| state.board.contents(layer) == start.board.contents(layer))
            && state.board.grid() == start.board.grid()
            && (self.forgets_ply || state.ply == start.ply)
            && state.passes == start.passes
            && state.goals == start.goals
            && state.to_act == start.to_act
            && state.random == start.random
    }
}

fn read_content(text: &str) -> Option<(Content, &str)> {
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    match first {
        '.' => Some((EMPTY, rest)),
        'a'..='z' => Some((Content::from(first as u8 - b'a'), rest)),
        '(' => {
            let (number, behind) = rest.split_once(')')?;
            Some((number.parse().ok()?, behind))
        }
        _ => None,
    }
}

/// All that is done in a turn, spelt out.
fn spelt(rules: &Rules) -> String {
    let bodies: Vec<_> = rules.actions.iter().map(|it| (&it.when, &it.body)).collect();
    let has_stage = rules.ends.iter().any(|it| it.kind == masume_rules::model::EndKind::Stage);
    let start = has_stage.then_some(&rules.start);
    format!("{bodies:?} {:?} {:?} {:?} {start:?}", rules.then, rules.again, rules.ends)
}

/// True if a value may be forgotten: it is counted up by constants, and mentioned nowhere else.
///
/// Deliberately of another make than the analysis of the search: every mention in what is spelt out
/// must be such an addition. What it does not understand it refuses.
fn may_forget_value(rules: &Rules, value: u8) -> bool {
    let spelt = spelt(rules);
    let mentions = spelt.matches(&format!("Value({value})")).count();
    let additions = spelt.matches(&format!("Assign(Value({value}), Add, Constant(")).count();
    mentions == additions
}

/// True if no rule mentions the number of plies.
fn may_forget_ply(rules: &Rules) -> bool {
    !spelt(rules).contains("Ply")
}

/// True if anything may write the layer; what is told too much does no harm.
fn is_written(rules: &Rules, layer: Layer) -> bool {
    let spelt = spelt(rules);
    let tag = format!("Layer({})", layer.0);
    let writes = ["Clear", "Piece", "Letter", "Number"]
        .iter()
        .any(|write| spelt.contains(&format!("{write}({tag}")));
    writes
        || ["Relocate", "March", "Deal", "Shuffle", "Picture"].iter().any(|it| spelt.contains(it))
}
