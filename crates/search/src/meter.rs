//! Work and memory of the analyses that come before a search, held to the budget of their caller.

use std::cell::Cell;

use masume_engine::StopToken;

use crate::{Budget, Limit};

/// Steps of an analysis that stand for one node of a budget: a step looks at an operator or a cell, a node at all that
/// can be done.
const STEPS_OF_NODE: u64 = 1024;

/// Nodes that an analysis may always take, a second or a few: with fewer no game would be recognised, whatever its size.
const LEAST_NODES: u64 = 1 << 16;

/// Steps between two looks at the token: some ten thousandths of a second.
const LOOK: u64 = 1 << 12;

/// Meter of what analyses do and keep. Steps and the token are met for good; memory may suffice for something smaller.
#[derive(Debug)]
pub(crate) struct Meter {
    stop: StopToken,
    steps_left: Cell<u64>,
    /// Steps until the token is looked at.
    until_look: Cell<u64>,
    bytes_left: Cell<u64>,
    met: Cell<Option<Exhausted>>,
}

/// Bound that a meter has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// More steps than the nodes of the budget stand for.
    Steps,
    /// More bytes than the budget has.
    Bytes,
    /// The token was stopped.
    Stopped,
}

impl From<Exhausted> for Limit {
    fn from(met: Exhausted) -> Self {
        match met {
            Exhausted::Steps => Self::Nodes,
            Exhausted::Bytes => Self::Memory,
            Exhausted::Stopped => Self::Stopped,
        }
    }
}

impl Meter {
    /// A meter of nothing done yet.
    pub(crate) fn of(budget: &Budget) -> Self {
        Self {
            stop: budget.stop.clone(),
            steps_left: Cell::new(budget.nodes.max(LEAST_NODES).saturating_mul(STEPS_OF_NODE)),
            until_look: Cell::new(0),
            bytes_left: Cell::new(budget.bytes),
            met: Cell::new(None),
        }
    }

    /// A meter of so many steps and bytes.
    #[cfg(test)]
    pub(crate) fn with(steps: u64, bytes: u64) -> Self {
        let meter = Self::of(&Budget { nodes: 0, bytes, stop: StopToken::new() });
        meter.steps_left.set(steps);
        meter
    }

    /// Takes steps, before they are done.
    ///
    /// # Errors
    /// [`Exhausted::Steps`] and [`Exhausted::Stopped`], from then on every time.
    #[inline]
    pub(crate) fn does(&self, steps: u64) -> Result<(), Exhausted> {
        let Some(left) = self.steps_left.get().checked_sub(steps) else {
            return Err(self.meets(Exhausted::Steps));
        };
        self.steps_left.set(left);
        match self.until_look.get().checked_sub(steps) {
            Some(until_look) => {
                self.until_look.set(until_look);
                Ok(())
            }
            None => self.look(),
        }
    }

    #[cold]
    fn look(&self) -> Result<(), Exhausted> {
        if self.stop.is_stopped() {
            self.until_look.set(0);
            return Err(self.meets(Exhausted::Stopped));
        }
        self.until_look.set(LOOK);
        Ok(())
    }

    /// Takes bytes that stay taken, before they are allocated.
    ///
    /// # Errors
    /// [`Exhausted::Bytes`]; then none were taken.
    #[inline]
    pub(crate) fn keeps(&self, bytes: u64) -> Result<(), Exhausted> {
        self.fits(bytes)?;
        self.bytes_left.set(self.bytes_left.get() - bytes);
        Ok(())
    }

    /// Nothing, if so many bytes more may be allocated for a while.
    ///
    /// # Errors
    /// [`Exhausted::Bytes`].
    #[inline]
    pub(crate) fn fits(&self, bytes: u64) -> Result<(), Exhausted> {
        if bytes > self.bytes_left.get() { Err(self.meets(Exhausted::Bytes)) } else { Ok(()) }
    }

    /// The bound that was met last, asked once.
    pub(crate) fn taken_limit(&self) -> Option<Exhausted> {
        self.met.take()
    }

    fn meets(&self, bound: Exhausted) -> Exhausted {
        self.met.set(Some(bound));
        bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(nodes: u64, bytes: u64) -> Meter {
        Meter::of(&Budget { nodes, bytes, stop: StopToken::new() })
    }

    #[test]
    fn steps_are_those_of_the_nodes_and_end_for_good() {
        for nodes in [0, 1, LEAST_NODES, LEAST_NODES + 1, 1 << 20] {
            let meter = meter(nodes, 0);
            let most = nodes.max(LEAST_NODES) * STEPS_OF_NODE;
            assert_eq!(meter.does(most), Ok(()), "{nodes}");
            assert_eq!(meter.does(1), Err(Exhausted::Steps), "{nodes}");
            assert_eq!(meter.taken_limit(), Some(Exhausted::Steps));
            assert_eq!((meter.taken_limit(), meter.does(1)), (None, Err(Exhausted::Steps)));
        }
        assert_eq!(meter(u64::MAX, 0).does(u64::MAX), Ok(()));
    }

    #[test]
    fn bytes_are_refused_before_they_are_taken() {
        let meter = meter(0, 100);
        assert_eq!((meter.fits(100), meter.keeps(60)), (Ok(()), Ok(())));
        assert_eq!(
            (meter.keeps(41), meter.fits(41)),
            (Err(Exhausted::Bytes), Err(Exhausted::Bytes))
        );
        assert_eq!((meter.keeps(40), meter.keeps(1)), (Ok(()), Err(Exhausted::Bytes)));
        assert_eq!(meter.keeps(u64::MAX), Err(Exhausted::Bytes));
    }

    #[test]
    fn a_token_stops_the_first_step_and_all_that_follow() {
        let stopped = meter(0, 100);
        stopped.stop.stop();
        assert_eq!(
            (stopped.does(1), stopped.does(1)),
            (Err(Exhausted::Stopped), Err(Exhausted::Stopped))
        );
        let later = meter(0, 100);
        assert_eq!(later.does(1), Ok(()));
        later.stop.stop();
        let steps = (0..=LOOK).find(|_| later.does(1).is_err());
        assert!(steps.is_some_and(|steps| steps <= LOOK));
        assert_eq!(later.does(1), Err(Exhausted::Stopped));
    }
}
