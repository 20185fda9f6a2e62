//! Which letters are asked about again.

use masume_rules::model::{Expr, Letter, Part, Test, Write, parts};

/// The letters that these parts mention once in all: what one is bound to, nobody asks.
pub(super) fn lone_letters<'p, P: Into<Part<'p>>>(
    wholes: impl IntoIterator<Item = P>,
) -> Vec<Letter> {
    let all = wholes.into_iter().flat_map(parts);
    let mut letters: Vec<Letter> = all.filter_map(letter_of).collect();
    letters.sort_unstable();
    let groups = letters.chunk_by(|one, other| one == other);
    groups.filter(|group| group.len() == 1).map(|group| group[0]).collect()
}

fn letter_of(part: Part<'_>) -> Option<Letter> {
    if let Part::Test(Test::Letter { letter, .. })
    | Part::Expr(Expr::Letter(letter))
    | Part::Write(Write::Letter(_, letter)) = part
    {
        return Some(*letter);
    }
    None
}
