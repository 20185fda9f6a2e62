//! The cheapest way to give every row a column of its own.

/// A cost that no pair may have.
pub(crate) const NEVER: u32 = u32::MAX / 4;

/// Room for the computation, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assignment {
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    /// By column, from 1: its row, 0 for none.
    row_of: Vec<usize>,
    previous: Vec<usize>,
    least: Vec<i64>,
    is_used: Vec<bool>,
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
        self.row_potential.clear();
        self.row_potential.resize(rows + 1, 0);
        for list in [&mut self.column_potential, &mut self.least] {
            list.clear();
            list.resize(columns + 1, 0);
        }
        for list in [&mut self.row_of, &mut self.previous] {
            list.clear();
            list.resize(columns + 1, 0);
        }
        for row in 1..=rows {
            if !self.augment(row, columns, &cost) {
                return None;
            }
        }
        let pairs = (1..=columns).filter(|column| self.row_of[*column] > 0);
        Some(pairs.map(|column| cost(self.row_of[column] - 1, column - 1)).sum())
    }

    /// Gives one row more a column; whether there was one.
    fn augment(&mut self, row: usize, columns: usize, cost: &impl Fn(usize, usize) -> u32) -> bool {
        self.row_of[0] = row;
        self.least.fill(i64::MAX);
        self.is_used.clear();
        self.is_used.resize(columns + 1, false);
        let mut column = 0;
        loop {
            self.is_used[column] = true;
            let row = self.row_of[column];
            let (mut step, mut next) = (i64::MAX, 0);
            for other in 1..=columns {
                if self.is_used[other] {
                    continue;
                }
                let reduced = i64::from(cost(row - 1, other - 1))
                    - self.row_potential[row]
                    - self.column_potential[other];
                if reduced < self.least[other] {
                    self.least[other] = reduced;
                    self.previous[other] = column;
                }
                if self.least[other] < step {
                    (step, next) = (self.least[other], other);
                }
            }
            // Only pairs that may not be are left.
            if step >= i64::from(NEVER) / 2 {
                return false;
            }
            for other in 0..=columns {
                if self.is_used[other] {
                    self.row_potential[self.row_of[other]] += step;
                    self.column_potential[other] -= step;
                } else {
                    self.least[other] -= step;
                }
            }
            column = next;
            if self.row_of[column] == 0 {
                break;
            }
        }
        while column != 0 {
            let previous = self.previous[column];
            self.row_of[column] = self.row_of[previous];
            column = previous;
        }
        true
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
}
