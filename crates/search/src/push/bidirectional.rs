//! A search from the start and, where the win is one board, another from there back: what both have met is a line.

use super::directed_search::{DirectedSearch, Found};
use super::model::{Model, Spot};
use super::reversed::Reversed;
use super::steps::Steps;
use crate::meter::Meter;
use crate::{Budget, Limit, Report, Search, Solution, Status};

/// Nodes after which it is worth while to find out what is in the way of what, and to search from the win.
const NODES_BEFORE_TABLES: u64 = 300;

/// A search over regions of the walker and what lies where.
pub(crate) struct PushSearch {
    forward: DirectedSearch,
    backward: Option<BackwardSearch>,
    /// Nodes of the search from the start before the other begins.
    alone: u64,
    budget: Budget,
    best: Option<Solution>,
    /// True if not even the start fits into the memory.
    is_too_large: bool,
}

/// The search from the win.
struct BackwardSearch {
    search: DirectedSearch,
    /// Number of the one that it takes back, by move.
    forward: Vec<u32>,
}

impl PushSearch {
    /// A search from the start of a model, which is not won; `None` where what can be done on a spot depends on
    /// too much, or the meter met a bound.
    pub(crate) fn new(model: Model, budget: &Budget, meter: &Meter) -> Option<Self> {
        let steps = Steps::of(&model, meter)?;
        let walker = model.walker;
        let mut forward = DirectedSearch::new(model, steps, true, (budget, meter)).ok()?;
        let is_too_large = forward.begin(walker, None).is_err();
        Some(Self {
            forward,
            backward: None,
            alone: NODES_BEFORE_TABLES,
            budget: budget.clone(),
            best: None,
            is_too_large,
        })
    }

    /// Search with so many nodes before it makes tables and searches from the win.
    #[cfg(test)]
    pub(super) fn alone_for(mut self, nodes: u64) -> Self {
        self.alone = nodes;
        self
    }

    /// Begins to search from the win, where that is one board.
    fn begin_backward(&mut self) -> Result<(), Limit> {
        let model = &self.forward.model;
        let Some(reversed) = Reversed::of(model, self.forward.steps()) else { return Ok(()) };
        let budget = self.forward.budget_left();
        let meter = &Meter::of(&budget);
        let search = meter.keeps(reversed.model.bytes()).ok().and_then(|()| {
            let steps = Steps::of(&reversed.model, meter)?;
            DirectedSearch::new(reversed.model, steps, false, (&budget, meter)).ok()
        });
        let Some(mut search) = search else { return Ok(()) };
        let spots = model.spots as Spot;
        search.make_tables();
        for walker in 0..spots {
            let absent = &search.model.absent[usize::from(walker)];
            if !search.model.start.iter().any(|fact| absent.contains(fact)) {
                search.begin(walker, Some(&self.forward))?;
            }
        }
        self.backward = Some(BackwardSearch { search, forward: reversed.forward });
        Ok(())
    }

    /// Expands a node; whether there was one.
    fn expand(&mut self) -> Result<bool, Limit> {
        if self.forward.expanded == self.alone && self.backward.is_none() {
            self.forward.make_tables();
            self.begin_backward()?;
            self.look_for_line();
            if self.best.is_some() {
                return Ok(true);
            }
        }
        if let Some(BackwardSearch { search, .. }) = &mut self.backward
            && search.expanded + self.alone < self.forward.expanded
            && let Some(next) = search.next()
        {
            search.expand(next, Some(&self.forward))?;
        } else {
            let Some(next) = self.forward.next() else { return Ok(false) };
            self.forward.expand(next, self.backward.as_ref().map(|it| &it.search))?;
        }
        self.look_for_line();
        Ok(true)
    }

    /// Makes a line of what was found.
    fn look_for_line(&mut self) {
        let moves_to = |id: u32| -> Vec<u32> {
            self.forward.moves_to(id).into_iter().rev().map(|it| it.1).collect()
        };
        if let Some(Found::Won(id, last)) = self.forward.found {
            let mut moves = moves_to(id);
            moves.push(last);
            self.best = Some(self.forward.line(&moves));
            return;
        }
        let Some(BackwardSearch { search, forward }) = &self.backward else { return };
        let met = match (self.forward.found, search.found) {
            (Some(Found::Joined(own, other)), _) | (_, Some(Found::Joined(other, own))) => {
                (own, other)
            }
            (_, _) => return,
        };
        let mut moves = moves_to(met.0);
        moves.extend(search.moves_to(met.1).into_iter().map(|(_, by)| forward[by as usize]));
        self.best = Some(self.forward.line(&moves));
    }
}

impl Search for PushSearch {
    fn step(&mut self, nodes: u64) -> Status {
        let end = self.report().nodes.saturating_add(nodes);
        if self.is_too_large {
            return Status::Limited(Limit::Memory);
        }
        loop {
            if self.best.is_some() {
                return Status::Done;
            }
            let expanded = self.report().nodes;
            if let Err(limit) = self.budget.check_stop() {
                return Status::Limited(limit);
            }
            if expanded >= end {
                return Status::Running;
            }
            match self.expand() {
                Ok(true) => {}
                Ok(false) => return Status::Exhausted,
                Err(limit) => return Status::Limited(limit),
            }
        }
    }

    fn best(&mut self) -> Option<&Solution> {
        self.best.as_ref()
    }

    fn report(&self) -> Report {
        let backward = self.backward.as_ref().map(|it| &it.search);
        let sum = |of: fn(&DirectedSearch) -> u64| of(&self.forward) + backward.map_or(0, of);
        Report {
            nodes: sum(|search| search.expanded),
            kept: sum(|search| u64::from(search.nodes.len())),
            bytes: sum(DirectedSearch::bytes),
            nearest: self.forward.nearest,
        }
    }
}
