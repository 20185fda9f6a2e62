//! Unmet goals: how much of what a win asks for is still open, read from the conditions of the rules.

use masume_engine::Game;
use masume_rules::model::{Compare, Comparison, Condition, EndKind, Expr, Rules, Test};
use masume_rules::state::State;

/// Goals of a win, as numbers that are 0 where it is met.
#[derive(Clone, Debug)]
pub(crate) struct Goals {
    open: UnmetGoals,
}

/// A number of things that are open.
#[derive(Clone, Debug)]
enum UnmetGoals {
    /// So many cells should not be.
    Cells(Expr),
    /// One such cell should be.
    Missing(Expr),
    /// The first number should compare so with the second.
    Distance(Comparison),
    /// Nothing is known of it: counted as one.
    Unknown,
    Sum(Vec<UnmetGoals>),
    Least(Vec<UnmetGoals>),
}

impl Goals {
    /// Goals of the wins of these rules; `None` where no end is a win.
    pub(crate) fn of(rules: &Rules) -> Option<Self> {
        let wins = rules.ends.iter().filter(|end| end.kind == EndKind::Win);
        let open: Vec<UnmetGoals> = wins.map(|end| of_condition(&end.condition, true)).collect();
        (!open.is_empty()).then_some(Self { open: UnmetGoals::Least(open) })
    }

    /// Number of unmet goals in a state; what cannot be computed counts as one.
    pub(crate) fn count(&self, game: &Game, state: &State) -> u32 {
        let count = self.open.count(game, state);
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

/// Unmet goals where the condition is asked to hold, or not to hold.
fn of_condition(condition: &Condition, wanted: bool) -> UnmetGoals {
    match condition {
        Condition::Some(test) => {
            let cells = Expr::Count(Box::new(test.clone()));
            if wanted { UnmetGoals::Missing(cells) } else { UnmetGoals::Cells(cells) }
        }
        Condition::Every(test, has) => {
            let without = Test::And(vec![test.clone(), Test::Not(Box::new(has.clone()))]);
            let cells = Expr::Count(Box::new(without));
            if wanted { UnmetGoals::Cells(cells) } else { UnmetGoals::Missing(cells) }
        }
        Condition::NoAction(_)
        | Condition::NobodyCanAct
        | Condition::EveryonePassed
        | Condition::Solvable => UnmetGoals::Unknown,
        Condition::Compare(comparison) => {
            let mut comparison = comparison.clone();
            if !wanted {
                comparison.operator = comparison.operator.negated();
            }
            UnmetGoals::Distance(comparison)
        }
        Condition::Not(inner) => of_condition(inner, !wanted),
        Condition::And(parts) | Condition::Or(parts) => {
            let parts = parts.iter().map(|part| of_condition(part, wanted)).collect();
            let is_and = matches!(condition, Condition::And(_));
            if is_and == wanted { UnmetGoals::Sum(parts) } else { UnmetGoals::Least(parts) }
        }
    }
}

impl UnmetGoals {
    fn count(&self, game: &Game, state: &State) -> u64 {
        let number = |expr| game.number(state, None, expr);
        match self {
            Self::Cells(cells) => number(cells).map_or(1, i64::unsigned_abs),
            Self::Missing(cells) => number(cells).map_or(1, |count| u64::from(count == 0)),
            Self::Distance(comparison) => {
                let sides = (number(&comparison.left), number(&comparison.right));
                let (Ok(left), Ok(right)) = sides else { return 1 };
                distance(comparison.operator, left, right)
            }
            Self::Unknown => 1,
            Self::Sum(parts) => {
                parts.iter().map(|part| part.count(game, state)).fold(0, u64::saturating_add)
            }
            Self::Least(parts) => {
                parts.iter().map(|part| part.count(game, state)).min().unwrap_or(0)
            }
        }
    }
}

/// Distance of the first number from what is asked of it.
fn distance(operator: Compare, left: i64, right: i64) -> u64 {
    let above = |left: i64, right: i64| left.saturating_sub(right).max(0).unsigned_abs();
    match operator {
        Compare::Equal => left.abs_diff(right),
        Compare::NotEqual => u64::from(left == right),
        Compare::Less => above(left.saturating_add(1), right),
        Compare::LessOrEqual => above(left, right),
        Compare::Greater => above(right.saturating_add(1), left),
        Compare::GreaterOrEqual => above(right, left),
    }
}
