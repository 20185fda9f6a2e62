//! The cheapest way to give every row a column of its own.

/// A cost that no pair may have.
pub(crate) const NEVER: u32 = u32::MAX / 4;

/// Room for the computation, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assignment {
    /// Matching of all rows.
    whole: Matching,
    /// The same with one row changed.
    changed: Matching,
    previous: Vec<usize>,
    least: Vec<i64>,
    is_used: Vec<bool>,
}

/// Rows with columns of their own, and what shows that no other way costs less.
#[derive(Clone, Debug, Default)]
struct Matching {
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    /// By column, from 1: its row, 0 for none.
    row_of: Vec<usize>,
}

impl Assignment {
    /// The least sum of costs, one column for each row; `None` where some row has none left.
    ///
    /// By shortest augmenting paths with potentials, in rows² x columns steps.
    pub(crate) fn least(
        &mut self,
        rows: usize,
        columns: usize,
        cost: impl Fn(usize, usize) -> u32,
    ) -> Option<u32> {
        if rows > columns {
            return None;
        }
        let mut matching = std::mem::take(&mut self.whole);
        matching.begin(rows, columns);
        let is_whole = (1..=rows).all(|row| self.augment(&mut matching, row, &cost));
        let sum = matching.sum(&cost);
        self.whole = matching;
        is_whole.then_some(sum)
    }

    /// The least sum where the costs of one row are others than those of which the least sum was found last,
    /// of as many rows as columns.
    ///
    /// One augmenting path, in rows x columns steps: what was found for the other rows still holds.
    pub(crate) fn least_with(
        &mut self,
        row: usize,
        cost: impl Fn(usize, usize) -> u32,
    ) -> Option<u32> {
        let mut matching = std::mem::take(&mut self.changed);
        matching.clone_from(&self.whole);
        matching.row_potential[row + 1] = 0;
        matching.row_of.iter_mut().filter(|it| **it == row + 1).for_each(|it| *it = 0);
        let is_whole = self.augment(&mut matching, row + 1, &cost);
        let sum = matching.sum(&cost);
        self.changed = matching;
        is_whole.then_some(sum)
    }

    /// Gives one row more a column; whether there was one.
    fn augment(
        &mut self,
        matching: &mut Matching,
        row: usize,
        cost: &impl Fn(usize, usize) -> u32,
    ) -> bool {
        let Self { previous, least, is_used, .. } = self;
        let Matching { row_potential, column_potential, row_of } = matching;
        let columns = row_of.len() - 1;
        row_of[0] = row;
        previous.resize(columns + 1, 0);
        least.clear();
        least.resize(columns + 1, i64::MAX);
        is_used.clear();
        is_used.resize(columns + 1, false);
        let mut column = 0;
        loop {
            is_used[column] = true;
            let row = row_of[column];
            let (mut step, mut next) = (i64::MAX, 0);
            for other in 1..=columns {
                if is_used[other] {
                    continue;
                }
                let reduced = i64::from(cost(row - 1, other - 1))
                    - row_potential[row]
                    - column_potential[other];
                if reduced < least[other] {
                    least[other] = reduced;
                    previous[other] = column;
                }
                if least[other] < step {
                    (step, next) = (least[other], other);
                }
            }
            // Only pairs that may not be are left.
            if step >= i64::from(NEVER) / 2 {
                row_of[0] = 0;
                return false;
            }
            for other in 0..=columns {
                if is_used[other] {
                    row_potential[row_of[other]] += step;
                    column_potential[other] -= step;
                } else {
                    least[other] -= step;
                }
            }
            column = next;
            if row_of[column] == 0 {
                break;
            }
        }
        while column != 0 {
            let from = previous[column];
            row_of[column] = row_of[from];
            column = from;
        }
        true
    }
}

impl Matching {
    fn begin(&mut self, rows: usize, columns: usize) {
        self.row_potential.clear();
        self.row_potential.resize(rows + 1, 0);
        self.column_potential.clear();
        self.column_potential.resize(columns + 1, 0);
        self.row_of.clear();
        self.row_of.resize(columns + 1, 0);
    }

    fn sum(&self, cost: &impl Fn(usize, usize) -> u32) -> u32 {
        let pairs = self.row_of.iter().enumerate().skip(1).filter(|(_, row)| **row > 0);
        pairs.map(|(column, row)| cost(row - 1, column - 1)).fold(0, u32::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(costs: &[&[u32]], expected: Option<u32>) {
        let columns = costs.first().map_or(0, |row| row.len());
        let found =
            Assignment::default().least(costs.len(), columns, |row, column| costs[row][column]);
        assert_eq!(found, expected, "{costs:?}");
    }

    #[test]
    fn the_least_sum_is_not_the_sum_of_the_least() {
        check(&[], Some(0));
        check(&[&[3]], Some(3));
        check(&[&[1, 2], &[1, 9]], Some(3));
        check(&[&[1, 2, 0]], Some(0));
        check(&[&[4, 1, 3], &[2, 0, 5], &[3, 2, 2]], Some(5));
    }

    #[test]
    fn a_row_without_a_column_of_its_own_is_told() {
        check(&[&[1], &[1]], None);
        check(&[&[NEVER]], None);
        check(&[&[1, NEVER], &[2, NEVER]], None);
        check(&[&[1, NEVER, 5], &[2, NEVER, NEVER]], Some(7));
    }

    #[test]
    fn it_agrees_with_trying_all() {
        fn all(costs: &[Vec<u32>], used: u32) -> Option<u32> {
            let Some((row, rest)) = costs.split_first() else { return Some(0) };
            let free = row
                .iter()
                .enumerate()
                .filter(|(column, cost)| used >> column & 1 == 0 && **cost < NEVER);
            free.filter_map(|(column, cost)| Some(cost + all(rest, used | 1 << column)?)).min()
        }
        let mut random = masume_rules::random::Random::new(4);
        for _ in 0..500 {
            let rows = 1 + random.below(5) as usize;
            let columns = 1 + random.below(6) as usize;
            let mut cost = || match random.below(4) {
                0 => NEVER,
                _ => random.below(9) as u32,
            };
            let costs: Vec<Vec<u32>> =
                (0..rows).map(|_| (0..columns).map(|_| cost()).collect()).collect();
            let found =
                Assignment::default().least(rows, columns, |row, column| costs[row][column]);
            assert_eq!(found, all(&costs, 0), "{costs:?}");
        }
    }

    #[test]
    fn a_row_that_changes_is_given_its_least_anew() {
        let mut random = masume_rules::random::Random::new(9);
        let mut assignment = Assignment::default();
        for _ in 0..500 {
            let count = 1 + random.below(6) as usize;
            let mut row = || -> Vec<u32> {
                let cost = |number: u64| if number < 2 { NEVER } else { number as u32 };
                (0..count).map(|_| cost(random.below(12))).collect()
            };
            let mut costs: Vec<Vec<u32>> = (0..count).map(|_| row()).collect();
            if assignment.least(count, count, |row, column| costs[row][column]).is_none() {
                continue;
            }
            for changed in 0..count {
                let kept = std::mem::replace(&mut costs[changed], row());
                let found = assignment.least_with(changed, |row, column| costs[row][column]);
                let expected =
                    Assignment::default().least(count, count, |row, column| costs[row][column]);
                assert_eq!(found, expected, "{changed} of {costs:?}");
                costs[changed] = kept;
            }
        }
    }
}
