//! Every outcome of chance with its probability.

use std::collections::HashMap;

use masume_rules::model::Rules;
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::State;

use crate::Probability;
use crate::chance::Replay;
use crate::machine::Stop;
use crate::scene::Context;

/// One thing that chance may bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceEvent {
    /// How likely it is.
    pub probability: Probability,
    /// The state that it leads to. Its generator is the one before, a step on where there was
    /// anything to draw.
    pub state: State,
}

/// Runs once for every choice sequence, and puts equal states together in the order first met.
/// What goes wrong with all of them together is blamed on one place.
pub(crate) fn enumerate<'a>(
    rules: &'a Rules,
    bound: usize,
    blamed: Span,
    mut run: impl FnMut(&Context<'a>, &mut Replay) -> Result<State, Stop>,
) -> Result<Vec<ChanceEvent>, Stop> {
    let context = Context::new(rules);
    let mut replay = Replay::new(bound);
    let failed = |kind| Stop::Run(RunError { kind, span: blamed });
    let mut events: Vec<ChanceEvent> = Vec::new();
    let mut numbers: HashMap<State, usize> = HashMap::new();
    loop {
        replay.check_bound().map_err(|_| failed(RunErrorKind::TooManyChances { bound }))?;
        let mut state = run(&context, &mut replay)?;
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
