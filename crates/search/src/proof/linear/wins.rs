//! Wins among the members: all sums that a board can have, with what the win asks for, cell by cell.

use std::collections::BTreeSet;

use masume_board::Cell;
use masume_engine::Game;
use masume_rules::model::{Compare, Comparison, Condition, EndKind, Expr, Rules, Test};
use masume_rules::state::State;

use super::{Linear, Rearranged};
use crate::proof::cell::{CellQuery, Letters, Truth};
use crate::proof::error::ProofError;

/// The most counts that are kept, of eight bits each, beside the sum.
const MOST_COUNTS: usize = 6;

/// Counts end here: more is all alike.
const MOST_COUNT: u64 = 255;

/// The most sums with counts that are kept.
const MOST_MET: usize = 1 << 20;

/// Cells that are counted.
struct Counted<'a> {
    /// These.
    test: &'a Test,
    /// But those that pass this, too, are not.
    but: Option<&'a Test>,
    /// More is all alike.
    most: u64,
}

/// The conditions that win.
fn wins(rules: &Rules) -> Vec<&Condition> {
    let wins = rules.ends.iter().filter(|end| end.kind == EndKind::Win);
    wins.map(|end| &end.condition).collect()
}

/// Truth that a member with this sum can be won, as far as it follows from the contents that only change places.
pub(super) fn by_arrangement(linear: &Linear, rules: &Rules, start: &State, sum: u32) -> Truth {
    let answer = |it: &Rearranged| it.wins(linear, start, sum, &wins(rules));
    linear.rearranged.as_ref().map_or(Truth::Maybe, answer)
}

/// Check that no member with this sum is won.
pub(super) fn check(
    linear: &Linear,
    game: &Game,
    start: &State,
    sum: u32,
) -> Result<(), ProofError> {
    let rules = game.rules();
    let wins = wins(rules);
    let mut counted = Vec::new();
    wins.iter().for_each(|win| count(rules, win, &mut counted));
    counted.truncate(MOST_COUNTS);
    let grid = start.board.grid();
    let cells: Vec<Cell> = grid.inner_cells().collect();
    let mut met = BTreeSet::from([0_u64]);
    for (index, &cell) in cells.iter().enumerate() {
        game.check_stop().map_err(ProofError::Rules)?;
        let mut next = BTreeSet::new();
        for contents in linear.ways(start.board.layer_count(), index) {
            let told = linear.layers.iter().map(|(layer, _)| *layer);
            let weights = told
                .filter_map(|layer| linear.weight(layer, index, contents[usize::from(layer.0)]?));
            let weight = weights.fold(0, |sum, weight| sum ^ weight);
            let asked = CellQuery { grid, cell, action: None, contents: &contents };
            let truths: Vec<Truth> = counted.iter().map(|it| it.counts(&asked)).collect();
            for &before in &met {
                add(before ^ u64::from(weight), &truths, &counted, &mut next);
            }
        }
        met = next;
        if met.len() > MOST_MET {
            return Err(ProofError::Changes);
        }
    }
    let of_start = met.iter().filter(|&&it| it & 0xffff == u64::from(sum));
    let may_win = |word: &u64| {
        let mut counts = (0..counted.len()).map(|index| word >> (16 + 8 * index) & 0xff);
        wins.iter().any(|win| holds(rules, win, &mut counts) != Truth::No)
    };
    match of_start.into_iter().any(may_win) {
        true => Err(ProofError::Wins),
        false => Ok(()),
    }
}

impl Counted<'_> {
    fn counts(&self, asked: &CellQuery<'_>) -> Truth {
        let holds = |test| asked.holds(test, &mut Letters::new());
        self.but.map_or(holds(self.test), |but| holds(self.test).min(holds(but).not()))
    }
}

/// Adds every way to count a cell.
fn add(before: u64, truths: &[Truth], counted: &[Counted<'_>], found: &mut BTreeSet<u64>) {
    let mut all = vec![before];
    for (index, (truth, counted)) in truths.iter().zip(counted).enumerate() {
        let shift = 16 + 8 * index;
        let more = |word: u64| {
            if word >> shift & 0xff < counted.most { word + (1 << shift) } else { word }
        };
        match truth {
            Truth::No => {}
            Truth::Yes => all.iter_mut().for_each(|word| *word = more(*word)),
            Truth::Maybe => all.extend(all.iter().copied().map(more).collect::<Vec<_>>()),
        }
    }
    found.extend(all);
}

/// Counts of a condition, in the order in which [`holds`] asks for it.
fn count<'a>(rules: &Rules, condition: &'a Condition, found: &mut Vec<Counted<'a>>) {
    match condition {
        Condition::Some(test) => found.push(Counted { test, but: None, most: 1 }),
        Condition::Every(test, has) => {
            found.push(Counted { test, but: Some(has), most: 1 });
        }
        Condition::Compare(comparison) => {
            if let Some((test, _, number)) = number_of_cells(rules, comparison) {
                found.push(Counted { test, but: None, most: number + 1 });
            }
        }
        Condition::Not(inner) => count(rules, inner, found),
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().for_each(|part| count(rules, part, found));
        }
        Condition::NoAction(_)
        | Condition::NobodyCanAct
        | Condition::EveryonePassed
        | Condition::Solvable => {}
    }
}

/// Truth of a condition by these counts; each is asked for once, in order.
fn holds(rules: &Rules, condition: &Condition, counts: &mut impl Iterator<Item = u64>) -> Truth {
    let mut is_some = || counts.next().map_or(Truth::Maybe, |count| Truth::of(count > 0));
    match condition {
        Condition::Some(_) => is_some(),
        Condition::Every(..) => is_some().not(),
        Condition::Compare(comparison) => match number_of_cells(rules, comparison) {
            Some((_, operator, number)) => counts.next().map_or(Truth::Maybe, |count| {
                Truth::of(operator.holds(count as i64, number as i64))
            }),
            None => Truth::Maybe,
        },
        Condition::Not(inner) => holds(rules, inner, counts).not(),
        // Every part takes its counts, whatever the others say.
        Condition::And(parts) => {
            parts.iter().map(|part| holds(rules, part, counts)).fold(Truth::Yes, Truth::min)
        }
        Condition::Or(parts) => {
            parts.iter().map(|part| holds(rules, part, counts)).fold(Truth::No, Truth::max)
        }
        Condition::NoAction(_)
        | Condition::NobodyCanAct
        | Condition::EveryonePassed
        | Condition::Solvable => Truth::Maybe,
    }
}

/// `count test`, compared with a number that is not too large.
fn number_of_cells<'a>(
    rules: &Rules,
    comparison: &'a Comparison,
) -> Option<(&'a Test, Compare, u64)> {
    let Comparison { left, operator, right } = comparison;
    let (test, operator, number) = match (left, right) {
        (Expr::Count(test), number) => (test, *operator, number),
        (number, Expr::Count(test)) => (test, operator.swapped(), number),
        _neither => return None,
    };
    let number = if let Expr::Constant(number) = number {
        *number
    } else if let Expr::Option(option) = number {
        rules.options.get(usize::from(option.0))?.value
    } else {
        return None;
    };
    let number = u64::try_from(number).ok().filter(|&number| number < MOST_COUNT)?;
    Some((test, operator, number))
}
