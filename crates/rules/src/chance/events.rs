//! Every outcome of chance with its probability.

use std::collections::HashMap;

use super::Replay;
use crate::probability::Probability;
use crate::run_error::{RunError, RunErrorKind, Span};
use crate::state::State;

/// One thing that chance may bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceEvent {
    /// Probability of the event.
    pub probability: Probability,
    /// The state that it leads to. Its generator is the one before, a step on where there was
    /// anything to draw.
    pub state: State,
}

/// Runs once for every choice sequence, and puts equal states together in the order first met.
///
/// Each run draws from the replay it is given and from nothing else, and begins in the same state.
///
/// # Errors
/// What a run comes to; `TooManyChances` for more sequences than `bound`, and `Overflow` for a
/// probability outside 128 bits, both blamed on one place because they are about all runs together.
pub fn enumerate<E: From<RunError>>(
    bound: usize,
    blamed: Span,
    mut run: impl FnMut(&mut Replay) -> Result<State, E>,
) -> Result<Vec<ChanceEvent>, E> {
    let mut replay = Replay::new(bound);
    let failed = |kind| E::from(RunError { kind, span: blamed });
    let mut events: Vec<ChanceEvent> = Vec::new();
    let mut numbers: HashMap<State, usize> = HashMap::new();
    loop {
        replay.check_bound().map_err(|_| failed(RunErrorKind::TooManyChances { bound }))?;
        let mut state = run(&mut replay)?;
        let probability = replay.probability().ok_or_else(|| failed(RunErrorKind::Overflow))?;
        // A replay leaves the generator alone; a step on, later samples differ from these.
        if replay.has_choices() {
            state.random.next_bits();
        }
        match numbers.get(&state) {
            Some(&number) => {
                let sum = events[number].probability.checked_add(probability);
                events[number].probability = sum.ok_or_else(|| failed(RunErrorKind::Overflow))?;
            }
            None => {
                numbers.insert(state.clone(), events.len());
                events.push(ChanceEvent { probability, state });
            }
        }
        if !replay.advance() {
            return Ok(events);
        }
    }
}

/// True if every choice sequence, each run once, ends in true; the first that does not is the last that is run.
///
/// # Errors
/// As [`enumerate`].
pub fn always<E: From<RunError>>(
    bound: usize,
    blamed: Span,
    mut run: impl FnMut(&mut Replay) -> Result<bool, E>,
) -> Result<bool, E> {
    let mut replay = Replay::new(bound);
    loop {
        let kind = RunErrorKind::TooManyChances { bound };
        replay.check_bound().map_err(|_| E::from(RunError { kind, span: blamed }))?;
        if !run(&mut replay)? {
            return Ok(false);
        }
        if !replay.advance() {
            return Ok(true);
        }
    }
}
