//! The games of the language's design, whole.

use masume_syntax::{LineIndex, parse};

pub(crate) const SAMPLES: &[(&str, &str)] = &[
    ("othello", include_str!("games/othello.masu")),
    ("2048", include_str!("games/2048.masu")),
    ("sokoban", include_str!("games/sokoban.masu")),
    ("robots", include_str!("games/robots.masu")),
    ("everything", include_str!("games/everything.masu")),
    ("shisen-sho", include_str!("games/shisen-sho.masu")),
];

/// The diagnostics of a text, one a line: `E0105 12:5 message | label | help`.
pub(crate) fn diagnostics(text: &str) -> String {
    let index = LineIndex::new(text);
    let mut out = String::new();
    for it in parse(text).diagnostics {
        let from = index.position(it.span.start);
        let help = it.help.unwrap_or_default();
        out += &format!(
            "{} {}:{} {} | {} | {help}\n",
            it.code, from.line, from.column, it.message, it.label
        );
    }
    out
}

#[test]
fn the_games_of_the_design_parse_without_diagnostics() {
    for (name, text) in SAMPLES {
        assert_eq!(diagnostics(text), "", "{name}");
    }
}
