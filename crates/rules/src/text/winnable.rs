//! Levels that nobody can win, shown by counting: a win needs more of a piece than there is, and no
//! rule makes more, or fewer than there are, and no rule takes any.
//!
//! That is proved from the rules alone (see `facts/counts.rs`); of most levels nothing is found out.

use std::ops::RangeInclusive;

use masume_syntax::{Code, Diagnostic};

use super::content::content_name;
use super::level::picture_of_level;
use super::picture::CellContents;
use crate::facts::{Contents, Piece, changes};
use crate::model::{
    Compare, Comparison, Condition, Effect, EndKind, Expr, Layer, LayerKind, LevelInfo, Part,
    Player, Rules, Test,
};

/// Reason why nobody can win a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotBeWon {
    /// Each of some pieces must have one of others, of which there are fewer.
    Short {
        /// Those that must have something.
        these: Vec<Piece>,
        /// Least number of them.
        needed: i64,
        /// Pieces that they must have.
        of: Vec<Piece>,
        /// Greatest number of those.
        there: i64,
    },
    /// So many of these pieces there must be, and never are.
    Number(Vec<Piece>),
}

impl CannotBeWon {
    /// Reason, where it is certain that the level cannot be won whatever is done.
    ///
    /// Only of games of one player: those of several have other ends. A level that cannot be read has
    /// errors of its own.
    pub fn of(rules: &Rules, level: &LevelInfo) -> Option<Self> {
        let (cells, errors) = picture_of_level(rules, level);
        if !errors.is_empty() {
            return None;
        }
        Self::of_cells(rules, &cells)
    }

    /// The same of a picture's cells, indexed [row][column].
    pub(super) fn of_cells(rules: &Rules, cells: &[Vec<CellContents>]) -> Option<Self> {
        if !is_won_by_ends_alone(rules) {
            return None;
        }
        let counter = Counter { rules, cells };
        let wins = rules.ends.iter().filter(|end| end.kind == EndKind::Win);
        let reasons: Option<Vec<Self>> = wins.map(|end| counter.never(&end.condition)).collect();
        reasons?.into_iter().next()
    }

    /// As a warning at the level's place.
    pub fn diagnostic(&self, rules: &Rules, level: &LevelInfo) -> Diagnostic {
        let names = |pieces: &[Piece]| {
            let names = pieces.iter().map(|(layer, content)| content_name(rules, *layer, *content));
            names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
        };
        let (reason, help) = match self {
            Self::Short { these, needed, of, there } => (
                format!("{needed} of {} need {}", names(these), names(of)),
                format!("there are {there} of {}, and no rule makes more", names(of)),
            ),
            Self::Number(pieces) => (
                format!("the number of {} never fits", names(pieces)),
                "no rule changes how many there are as a win needs it".to_owned(),
            ),
        };
        let message = format!("this level cannot be won: {reason}");
        Diagnostic::warning(Code::CannotBeWon, level.span, message, "counted in this picture")
            .with_help(help)
    }
}

/// True if a game of one player is won by its ends alone, on the board on which it began.
fn is_won_by_ends_alone(rules: &Rules) -> bool {
    // A new stage brings another board.
    let has_stages = rules.ends.iter().any(|end| end.kind == EndKind::Stage);
    let is_win = |part| matches!(part, Part::Effect(Effect::Finish(EndKind::Win)));
    rules.players.len() == 1 && !has_stages && !rules.parts().any(is_win)
}

/// True if these cells are certainly won as they stand, which no level of a file is meant to be.
pub(super) fn is_won(rules: &Rules, cells: &[Vec<CellContents>]) -> bool {
    let mut wins = rules.ends.iter().filter(|end| end.kind == EndKind::Win);
    rules.players.len() == 1 && wins.any(|end| condition_holds(&end.condition, cells) == Some(true))
}

/// True or false where the cells alone tell.
fn condition_holds(condition: &Condition, cells: &[Vec<CellContents>]) -> Option<bool> {
    let every = |tests: &[(&Test, bool)]| -> Option<bool> {
        let mut fits = true;
        for cell in cells.iter().flatten() {
            let mut passes = false;
            for (test, expected) in tests {
                passes |= test_holds(test, cell)? == *expected;
            }
            fits &= passes;
        }
        Some(fits)
    };
    match condition {
        Condition::Every(these, pass) => every(&[(these, false), (pass, true)]),
        Condition::Some(test) => every(&[(test, false)]).map(|none| !none),
        Condition::Not(inner) => condition_holds(inner, cells).map(|holds| !holds),
        Condition::And(parts) => {
            parts.iter().try_fold(true, |all, part| Some(all & condition_holds(part, cells)?))
        }
        Condition::Or(parts) => {
            parts.iter().try_fold(false, |any, part| Some(any | condition_holds(part, cells)?))
        }
        Condition::Compare(_)
        | Condition::NoAction(_)
        | Condition::NobodyCanAct
        | Condition::EveryonePassed
        | Condition::Solvable => None,
    }
}

/// True or false where what the cell holds tells, and not its place.
fn test_holds(test: &Test, cell: &CellContents) -> Option<bool> {
    if let Test::Piece { layer, pieces } = test {
        let [pieces] = pieces.as_slice() else { return None };
        return Some(cell.iter().any(|held| held.0 == *layer && pieces.contains(held.1)));
    }
    if let Test::Occupied(layer) = test {
        return Some(cell.iter().any(|held| held.0 == *layer));
    }
    if let Test::Not(inner) = test {
        return test_holds(inner, cell).map(|holds| !holds);
    }
    if let Test::And(parts) = test {
        return parts.iter().try_fold(true, |all, part| Some(all & test_holds(part, cell)?));
    }
    if let Test::Or(parts) = test {
        return parts.iter().try_fold(false, |any, part| Some(any | test_holds(part, cell)?));
    }
    None
}

/// Counts what lies on a level, for as long as it is played.
struct Counter<'a> {
    rules: &'a Rules,
    cells: &'a [Vec<CellContents>],
}

/// So many of some pieces.
struct Counted {
    number: i64,
    pieces: Vec<Piece>,
}

impl Counter<'_> {
    /// Reason why the condition never holds, where that is certain.
    fn never(&self, condition: &Condition) -> Option<CannotBeWon> {
        match condition {
            Condition::Every(these, pass) => {
                let (least, most) = (self.least(these)?, self.most(pass)?);
                let (needed, there) = (least.number, most.number);
                let (these, of) = (least.pieces, most.pieces);
                (needed > there).then_some(CannotBeWon::Short { these, needed, of, there })
            }
            Condition::Some(test) => {
                let most = self.most(test).filter(|most| most.number == 0)?;
                Some(CannotBeWon::Number(most.pieces))
            }
            Condition::Not(inner) => {
                let Condition::Some(test) = &**inner else { return None };
                let least = self.least(test).filter(|least| least.number > 0)?;
                Some(CannotBeWon::Number(least.pieces))
            }
            Condition::Compare(comparison) => self.never_compares(comparison),
            Condition::And(parts) => parts.iter().find_map(|part| self.never(part)),
            Condition::Or(parts) => {
                let reasons: Option<Vec<CannotBeWon>> =
                    parts.iter().map(|part| self.never(part)).collect();
                reasons?.into_iter().next()
            }
            Condition::NoAction(_)
            | Condition::NobodyCanAct
            | Condition::EveryonePassed
            | Condition::Solvable => None,
        }
    }

    fn never_compares(&self, comparison: &Comparison) -> Option<CannotBeWon> {
        let (left, right) = (self.range(&comparison.left)?, self.range(&comparison.right)?);
        let is_below = left.end() < right.start();
        let is_above = left.start() > right.end();
        let is_one = |range: &RangeInclusive<i64>| range.start() == range.end();
        let never = match comparison.operator {
            Compare::Equal => is_below || is_above,
            Compare::NotEqual => is_one(&left) && left == right,
            Compare::Less => left.start() >= right.end(),
            Compare::LessOrEqual => is_above,
            Compare::Greater => left.end() <= right.start(),
            Compare::GreaterOrEqual => is_below,
        };
        let test = comparison.left.asked_of_cells().or(comparison.right.asked_of_cells());
        let counted = self.most(test?).or_else(|| self.least(test?))?;
        never.then_some(CannotBeWon::Number(counted.pieces))
    }

    /// Range of a number while the level is played; of most nothing is known.
    fn range(&self, expr: &Expr) -> Option<RangeInclusive<i64>> {
        if let Expr::Constant(number) = expr {
            Some(*number..=*number)
        } else if let Expr::Option(option) = expr {
            let value = self.rules.options.get(usize::from(option.0))?.value;
            Some(value..=value)
        } else if let Expr::Count(test) = expr {
            let least = self.least(test).map_or(0, |it| it.number);
            let most = self.most(test).map_or(i64::MAX, |it| it.number);
            Some(least..=most)
        } else {
            None
        }
    }

    /// So many cells pass at least, now and ever.
    fn least(&self, test: &Test) -> Option<Counted> {
        let all = self.pieces().into_iter();
        let pieces: Vec<Piece> = if let Test::Piece { layer, pieces } = test {
            all.filter(|it| it.0 == *layer && pieces[0].contains(it.1)).collect()
        } else if let Test::Occupied(layer) = test {
            all.filter(|it| it.0 == *layer).collect()
        } else {
            return None;
        };
        let falls = pieces.iter().any(|piece| changes(self.rules, *piece).falls);
        (!falls && !pieces.is_empty()).then(|| self.count(pieces))
    }

    /// So many cells pass at most, now and ever.
    fn most(&self, test: &Test) -> Option<Counted> {
        // For each layer of pieces that a cell must fill to pass: one of these it then holds.
        let cell = Contents::of(test, &self.rules.layers, Player(0))?;
        let filled = cell.layers().filter(|(_, held)| !held.may_be_free());
        let held = filled.map(|(layer, held)| {
            let pieces = self.pieces().into_iter();
            pieces.filter(|it| it.0 == layer && held.may_be(it.1)).collect::<Vec<Piece>>()
        });
        let kept = held.filter(|pieces| {
            !pieces.is_empty() && pieces.iter().all(|piece| !changes(self.rules, *piece).rises)
        });
        kept.map(|pieces| self.count(pieces)).min_by_key(|counted| counted.number)
    }

    fn count(&self, pieces: Vec<Piece>) -> Counted {
        let holds = |cell: &&CellContents| cell.iter().any(|held| pieces.contains(held));
        let number = self.cells.iter().flatten().filter(holds).count() as i64;
        Counted { number, pieces }
    }

    /// Every named piece of the game.
    fn pieces(&self) -> Vec<Piece> {
        let named = self.rules.layers.iter().enumerate();
        let of_layer = named.flat_map(|(index, info)| match &info.kind {
            LayerKind::Pieces(_) => {
                let layer = Layer(index as u8);
                info.kind.contents().into_iter().map(|content| (layer, content)).collect()
            }
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => Vec::new(),
        });
        of_layer.collect()
    }
}
