//! Patterns: the positions that they have, and how many cells they take.

use masume_board::Grid;
use masume_syntax::ast::{self, PatternKind};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::scope::Scope;
use crate::model::{Pattern, Test, Ways};

/// The most positions of one rule.
const MOST_POSITIONS: usize = 4096;

/// One test of a rule's pattern, in reading order.
pub(super) struct TestPosition<'a> {
    pub(super) written: &'a ast::Test,
    pub(super) test: Test,
    /// Bit i: the test names layer i positively.
    pub(super) named: u64,
    /// Bit i: the test certainly binds letter i.
    pub(super) binds: u64,
    /// True if it may consume more cells than one, or none.
    pub(super) is_repeated: bool,
    /// True if another branch may match instead.
    pub(super) is_choice: bool,
}

impl<'a> Checker<'a> {
    /// The pattern of a rule; its positions are left at the site.
    pub(super) fn pattern(&mut self, pattern: &'a ast::Pattern, scope: &Scope<'a>) -> Pattern {
        if !self.enter(pattern.span, scope) {
            return Pattern::Sequence(Vec::new());
        }
        let checked = match &pattern.kind {
            PatternKind::Cell(test) => self.position(test, scope),
            PatternKind::Sequence(parts) => {
                let mut parts: Vec<Pattern> =
                    parts.iter().map(|part| self.pattern(part, scope)).collect();
                if parts.len() == 1 { parts.swap_remove(0) } else { Pattern::Sequence(parts) }
            }
            PatternKind::Choice(parts) => {
                let before = self.site.bound;
                let mut in_all = u64::MAX;
                let mut branches = Vec::new();
                self.site.choices += 1;
                for part in parts {
                    self.site.bound = before;
                    branches.push(self.pattern(part, scope));
                    in_all &= self.site.bound;
                }
                self.site.choices -= 1;
                self.site.bound = if parts.is_empty() { before } else { in_all };
                Pattern::Choice(branches)
            }
            PatternKind::Repeat(body, bounds) => {
                let (least, greatest) = self.bounds(bounds, pattern.span, scope);
                let before = self.site.bound;
                self.site.repeats += 1;
                let body = Box::new(self.pattern(body, scope));
                self.site.repeats -= 1;
                if least == 0 {
                    self.site.bound = before;
                }
                Pattern::Repeat { body, least, greatest }
            }
            PatternKind::Edge => Pattern::Edge,
            PatternKind::Turn => Pattern::Turn,
            PatternKind::Bend => Pattern::Bend,
        };
        self.leave();
        checked
    }

    fn position(&mut self, written: &'a ast::Test, scope: &Scope<'a>) -> Pattern {
        let named = std::mem::take(&mut self.site.named);
        let test = self.cell_test(written, scope);
        let position = TestPosition {
            written,
            test: test.clone(),
            named: self.site.named,
            binds: letters_bound(&test),
            is_repeated: self.site.repeats > 0,
            is_choice: self.site.choices > 0,
        };
        self.site.named = named | position.named;
        if self.site.in_sees {
            return Pattern::Cell { position: 0, test };
        }
        if self.site.positions.len() == MOST_POSITIONS {
            let message = format!("the pattern has more than {MOST_POSITIONS} positions");
            let at = scope.at(written.span);
            self.error(Code::DefinitionTooLarge, at, message, "one position too many");
        }
        self.site.positions.push(position);
        Pattern::Cell { position: self.site.positions.len() as u32 - 1, test }
    }

    /// The pattern inside `sees`.
    pub(super) fn seen_pattern(
        &mut self,
        pattern: &'a ast::Pattern,
        ways: &Ways,
        scope: &Scope<'a>,
    ) -> Pattern {
        let was_in_sees = std::mem::replace(&mut self.site.in_sees, true);
        let errors = self.diagnostics.len();
        let checked = self.pattern(pattern, scope);
        self.site.in_sees = was_in_sees;
        if self.is_sound_since(errors) {
            self.check_length(&checked, ways, scope.at(pattern.span));
        }
        checked
    }

    /// Reports a pattern that consumes no cell, or more than any line has.
    pub(super) fn check_length(&mut self, pattern: &Pattern, ways: &Ways, at: Span) {
        let (least, greatest) = cells(pattern);
        if greatest == Some(0) {
            self.report(
                Diagnostic::error(
                    Code::MatchesNothing,
                    at,
                    "the pattern consumes no cell",
                    "`edge`, `turn` and `bend` stand between cells",
                )
                .with_help("`any` is a cell with anything on it"),
            );
            return;
        }
        let Some(shape) = self.shape.filter(|_| self.is_bounded && pattern.is_line()) else {
            return;
        };
        let size = shape.greatest;
        let Ok(grid) = Grid::with_rim(size.width, size.height, shape.rim) else { return };
        let directions = self.all_directions(ways).into_iter();
        let longest = directions.map(|direction| u64::from(grid.longest_line(direction)));
        let Some(longest) = longest.max() else { return };
        if least > longest {
            self.report(
                Diagnostic::error(
                    Code::PatternTooLong,
                    at,
                    "pattern is longer than any line of the board",
                    format!("{least} cells, but the longest line has {longest}"),
                )
                .with_help("`empty*` matches any number of cells"),
            );
        }
    }
}

/// The least and the greatest number of cells that a pattern consumes; no greatest where there is
/// no bound.
pub(super) fn cells(pattern: &Pattern) -> (u64, Option<u64>) {
    match pattern {
        Pattern::Cell { .. } => (1, Some(1)),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => (0, Some(0)),
        Pattern::Sequence(parts) => parts.iter().map(cells).fold((0, Some(0)), |sum, part| {
            let greatest = sum.1.zip(part.1).map(|(a, b): (u64, u64)| a.saturating_add(b));
            (sum.0.saturating_add(part.0), greatest)
        }),
        Pattern::Choice(parts) => {
            let all: Vec<(u64, Option<u64>)> = parts.iter().map(cells).collect();
            let least = all.iter().map(|it| it.0).min().unwrap_or(0);
            let greatest: Option<Vec<u64>> = all.iter().map(|it| it.1).collect();
            (least, greatest.map(|all| all.into_iter().max().unwrap_or(0)))
        }
        Pattern::Repeat { body, least, greatest } => {
            let (one, most) = cells(body);
            let bound = match (most, greatest) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(most), Some(times)) => Some(most.saturating_mul(u64::from(*times))),
                (None, Some(_)) | (_, None) => None,
            };
            (one.saturating_mul(u64::from(*least)), bound)
        }
    }
}

/// True if the pattern is one cell and nothing else: no direction matters to it.
pub(super) fn is_one_cell(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::Cell { .. })
}

/// The letters that are bound wherever the test holds, as bits.
fn letters_bound(test: &Test) -> u64 {
    let bound = test.conjuncts().map(|test| {
        if let Test::Or(parts) = test {
            parts.iter().map(letters_bound).reduce(|all, it| all & it).unwrap_or(0)
        } else if let Test::Letter { letter, .. } = test {
            1 << letter.0
        } else {
            0
        }
    });
    bound.fold(0, |all, part| all | part)
}
