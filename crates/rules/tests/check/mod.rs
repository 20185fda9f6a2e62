//! The checker on snippets: what it reports, and what it makes of what it accepts.

mod boards;
mod games;
mod library;
mod meanings;
mod mutations;
mod names;
mod rules;
mod uses;

use std::collections::BTreeSet;

use expect_test::Expect;
use masume_rules::check::verify;
use masume_syntax::{Code, Diagnostic, LineIndex, Severity};

/// Lines before most snippets: six, so that a snippet begins at line 7.
/// Owner and rank, which the legend shows together only.
pub(crate) const RANKS: &str = "\
game Test
board 4 x 4
players north south
pieces
  owner: north south
  rank: flag scout
legend
  .  nothing
  f  north and flag
  F  south and flag
  s  north and scout
  S  south and scout
";

pub(crate) const SOLO: &str = "\
game Test
board 4 x 4
pieces
  ground: wall goal
  thing: player box
action wait
";

/// The same for two players.
pub(crate) const DUEL: &str = "\
game Test
board 4 x 4
players black white
pieces
  piece: man king for each player
action wait
";

/// The same with numbers and kinds.
pub(crate) const NUMBERS: &str = "\
game Test
board 4 x 4
pieces
  tile: number 1 to 15
  mark: dot cross
action wait
";

/// A text before a snippet, the snippet, and the compact diagnostics.
pub(crate) type Row = (&'static str, &'static str, Expect);

pub(crate) fn check_rows(rows: Vec<Row>) {
    for (head, snippet, expected) in rows {
        expected.assert_eq(&reported(&format!("{head}{snippet}")));
    }
}

/// Problems of a game, one a line: `E0301 12:5 message | label | help`.
pub(crate) fn reported(source: &str) -> String {
    let parse = masume_syntax::parse(source);
    let checked = masume_rules::check(&parse.file);
    if let Some(rules) = &checked.rules {
        assert_eq!(verify(rules), Ok(()), "{source}");
    }
    let index = LineIndex::new(source);
    let compact = |diagnostic: &Diagnostic| {
        let at = index.position(diagnostic.span.start);
        let warning = match diagnostic.severity {
            Severity::Error => "",
            Severity::Warning => "warning ",
        };
        let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!(" | {help}"));
        let (code, message, label) = (diagnostic.code, &diagnostic.message, &diagnostic.label);
        format!("{warning}{code} {}:{} {message} | {label}{help}\n", at.line, at.column)
    };
    // A snippet need not use all that stands before it.
    let has_head = [SOLO, DUEL, NUMBERS, RANKS].iter().any(|head| source.starts_with(head));
    let is_of_head = |it: &&Diagnostic| {
        has_head && it.code == Code::Unused && index.position(it.span.start).line < 7
    };
    let all = parse.diagnostics.iter().chain(&checked.diagnostics);
    all.filter(|it| !is_of_head(it)).map(compact).collect()
}

/// Codes that other crates, or other parts of this one, report.
const NOT_THE_CHECKERS: &[Code] = &[
    Code::BadHeader,
    Code::StartConditions,
    Code::IllegalAction,
    Code::GameOver,
    Code::EmptyPicture,
    Code::OverAtStart,
];

/// Codes that have tests of their own in `boards`, `uses` and `text/collection_forms`.
const TESTED_APART: &[Code] = &[Code::DefinitionTooLarge, Code::CannotBeWon, Code::ReadInTwoWays];

#[test]
fn every_code_of_the_checker_has_a_snippet() {
    let rows = names::rows().into_iter().chain(rules::rows()).chain(boards::rows());
    let mut shown = BTreeSet::new();
    for (head, snippet, _) in rows {
        for line in reported(&format!("{head}{snippet}")).lines() {
            let line = line.trim_start_matches("warning ");
            shown.extend(line.split_whitespace().next().map(str::to_owned));
        }
    }
    let missing: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| !NOT_THE_CHECKERS.contains(code) && !TESTED_APART.contains(code))
        .map(|code| code.id())
        .filter(|id| matches!(&id[..3], "E02" | "E03" | "E04") && !shown.contains(*id))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}
