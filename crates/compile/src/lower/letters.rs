//! Letters that are asked about again.

use masume_rules::model::{Expr, Letter, Part, Pattern, Test, Write, parts};

/// The letters that these parts mention once in all, and meet once: what one is bound to, nobody asks.
pub(super) fn lone_letters<'p, P: Into<Part<'p>>>(
    wholes: impl IntoIterator<Item = P>,
) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for part in wholes.into_iter().flat_map(parts) {
        letters.extend(letter_of(part));
        // A cell that is met again holds the same as before.
        if let Part::Pattern(Pattern::Repeat { body, greatest, .. }) = part
            && greatest.is_none_or(|greatest| greatest > 1)
        {
            letters.extend(parts(&**body).filter_map(letter_of));
        }
    }
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
