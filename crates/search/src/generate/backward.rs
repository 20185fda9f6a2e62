//! From a won board back to where it may have begun: actions taken back one after another.

use std::collections::BTreeSet;

use masume_rules::random::Random;

use crate::Budget;
use crate::operators::{GroundedAction, Operator, Operators, Place, Put};

/// The most boards of one number of steps that are gone on from.
const WIDEST: usize = 150;

/// The most boards that a walker can have come from without moving anything.
const MOST_WALKS: usize = 512;

/// Bytes that a board takes in a list or a tree besides its contents.
const BOARD_BYTES: usize = 64;

/// Contents by place.
pub(super) type Codes = Vec<u8>;

/// Actions taken back.
pub(super) struct BackwardGenerator<'g> {
    operators: &'g Operators,
    /// The walker's layer and code.
    walker: Option<(usize, u8)>,
    /// By place, each action with the operator after which something lies there that is not nothing, by numbers.
    after: Vec<Vec<(u32, u32)>>,
    /// Stacks that may lie on a cell, by layer: the rules may allow more, such as to step out of a wall.
    stacks: BTreeSet<Codes>,
    budget: &'g Budget,
    /// Boards that were looked at.
    pub(super) nodes: u64,
}

impl<'g> BackwardGenerator<'g> {
    pub(super) fn new(
        operators: &'g Operators,
        walker: Option<(usize, u8)>,
        stacks: BTreeSet<Codes>,
        budget: &'g Budget,
    ) -> Self {
        let mut after = vec![Vec::new(); operators.place_count()];
        for (action, it) in operators.list.actions().enumerate() {
            for (number, operator) in it.groups().flat_map(|group| group.numbered()) {
                if let Some(place) = anchor(operators, operator, walker) {
                    after[place as usize].push((action as u32, number));
                }
            }
        }
        Self { operators, walker, after, stacks, budget, nodes: 0 }
    }

    /// The boards from which one of `seeds` is reached in the greatest number of steps, of at most so many, of
    /// those that are wanted: in a random order. Where the budget is used up, those that were found before.
    pub(super) fn farthest(
        &mut self,
        (seeds, most): (Vec<Codes>, usize),
        is_wanted: impl Fn(&Codes) -> bool,
        is_won: impl Fn(&Codes) -> bool,
        random: &mut Random,
    ) -> Vec<Codes> {
        let mut known: BTreeSet<Codes> = BTreeSet::new();
        let mut layer: Vec<Codes> = seeds;
        let mut best = Vec::new();
        for _ in 0..most {
            let mut next = Vec::new();
            for codes in &layer {
                for from in self.walks(codes) {
                    if self.is_over(known.len() + next.len()) {
                        return best;
                    }
                    for before in self.before(&from) {
                        let is_new = !self.is_walk(&before, &from) && !is_won(&before);
                        if is_new && known.insert(self.region(&before)) {
                            next.push(before);
                        }
                    }
                }
            }
            random.shuffle(&mut next);
            let wanted: Vec<Codes> = next.iter().filter(|it| is_wanted(it)).cloned().collect();
            if !wanted.is_empty() {
                best = wanted;
            }
            next.truncate(WIDEST);
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        best
    }

    /// True if the budget is used up, where so many boards are kept.
    fn is_over(&self, kept: usize) -> bool {
        let bytes = (kept * (self.operators.place_count() + BOARD_BYTES)) as u64;
        self.nodes >= self.budget.nodes
            || bytes > self.budget.bytes
            || self.budget.stop.is_stopped()
    }

    /// The boards that differ from this one by walks alone, itself the first; fewer where the budget is used up.
    fn walks(&mut self, codes: &Codes) -> Vec<Codes> {
        let mut found = vec![codes.clone()];
        if self.walker.is_none() {
            return found;
        }
        let mut known = BTreeSet::from([codes.clone()]);
        let mut next = 0;
        while let Some(here) = found.get(next).cloned().filter(|_| !self.is_over(0)) {
            next += 1;
            for before in self.before(&here) {
                if self.is_walk(&before, &here)
                    && found.len() < MOST_WALKS
                    && known.insert(before.clone())
                {
                    found.push(before);
                }
            }
        }
        found
    }

    /// One board for all that differ by walks.
    fn region(&mut self, codes: &Codes) -> Codes {
        self.walks(codes).into_iter().min().unwrap_or_default()
    }

    /// True if two boards differ by the place of the walker alone.
    fn is_walk(&self, one: &Codes, other: &Codes) -> bool {
        let Some((layer, code)) = self.walker else { return false };
        let still = |place: usize, it: u8| match self.operators.layer_and_cell(place as Place).0 {
            of if of == layer && it == code => 0,
            _ => it,
        };
        one.iter()
            .zip(other)
            .enumerate()
            .all(|(place, (one, other))| still(place, *one) == still(place, *other))
    }

    /// The boards from which one action leads here.
    fn before(&mut self, codes: &Codes) -> Vec<Codes> {
        self.nodes += 1;
        let mut found = Vec::new();
        for (place, &code) in codes.iter().enumerate() {
            let is_anchor = match self.walker {
                Some((layer, walker)) => {
                    code == walker && self.operators.layer_and_cell(place as Place).0 == layer
                }
                None => code != 0,
            };
            if !is_anchor {
                continue;
            }
            for &(action, number) in &self.after[place] {
                let action = self.operators.list.action(action);
                let operator = self.operators.list.operator(number);
                let Some(before) = undone(operator, codes) else { continue };
                let can_be =
                    operator.puts.iter().all(|(place, _)| self.is_possible(&before, *place));
                if can_be && before != *codes && done(action, &before).as_ref() == Some(codes) {
                    found.push(before);
                }
            }
        }
        found
    }

    /// True if what lies on the cell of a place can lie there together.
    fn is_possible(&self, codes: &Codes, place: Place) -> bool {
        let (_, cell) = self.operators.layer_and_cell(place);
        let cells = self.operators.cell_count();
        let stack: Codes =
            (0..self.operators.layer_count()).map(|layer| codes[layer * cells + cell]).collect();
        self.stacks.contains(&stack)
    }
}

/// A place where something lies after the operator: the walker, where there is one.
fn anchor(
    operators: &Operators,
    operator: Operator<'_>,
    walker: Option<(usize, u8)>,
) -> Option<Place> {
    let can_be = |put: Put, code: u8| match put {
        Put::Code(known) => known == code,
        Put::Copy(from) => operator.needed(from) >> code & 1 == 1,
    };
    let mut puts = operator.puts.iter();
    let found = match walker {
        Some((layer, code)) => puts
            .find(|(place, put)| operators.layer_and_cell(*place).0 == layer && can_be(*put, code)),
        None => puts.find(|(_, put)| *put != Put::Code(0)),
    };
    found.map(|(place, _)| *place)
}

/// The board before an operator, where there is one and no more.
fn undone(operator: Operator<'_>, after: &Codes) -> Option<Codes> {
    let mut before = after.clone();
    // Step 1. What was there, as far as the operator says it.
    for &(place, _) in operator.puts {
        let mask = operator.needed(place);
        before[place as usize] =
            if mask.count_ones() == 1 { mask.trailing_zeros() as u8 } else { u8::MAX };
    }
    // Step 2. What it put elsewhere is what was there.
    for &(place, put) in operator.puts {
        if let Put::Copy(from) = put
            && before[from as usize] == u8::MAX
        {
            before[from as usize] = after[place as usize];
        }
    }
    // Step 3. Whether that is so.
    let is_known = operator.puts.iter().all(|(place, _)| before[*place as usize] != u8::MAX);
    let is_put = |&(place, put): &(Place, Put)| {
        let expected = match put {
            Put::Code(code) => code,
            Put::Copy(from) => before[from as usize],
        };
        after[place as usize] == expected
    };
    (is_known && holds(operator, &before) && operator.puts.iter().all(is_put)).then_some(before)
}

fn holds(operator: Operator<'_>, codes: &Codes) -> bool {
    operator.needs.iter().all(|&(place, mask)| mask >> codes[place as usize] & 1 == 1)
}

/// The board after an action; `None` where it cannot be done, or is not told.
fn done(action: GroundedAction<'_>, codes: &Codes) -> Option<Codes> {
    for group in action.groups() {
        let mut holding = group.operators().filter(|it| holds(*it, codes)).peekable();
        let Some(first) = holding.next() else { continue };
        if holding.peek().is_some() && !group.at_once {
            return None;
        }
        let mut after = codes.clone();
        for operator in [first].into_iter().chain(holding) {
            for &(place, put) in operator.puts {
                after[place as usize] = match put {
                    Put::Code(code) => code,
                    Put::Copy(from) => codes[from as usize],
                };
            }
        }
        return Some(after);
    }
    None
}
