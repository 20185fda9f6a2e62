//! A replacement mirrors its pattern: which parts of it belong to which position.

use masume_syntax::Span;
use masume_syntax::ast::{Bound, Bounds, Pattern, PatternKind, Put, Replacement, ReplacementKind};

const NOT_MIRRORED: &str = "the replacement does not mirror the pattern";

/// Difference between the shape of a replacement and that of its pattern, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    pub(super) span: Span,
    pub(super) message: &'static str,
    pub(super) label: String,
    pub(super) help: Option<String>,
}

/// For each position of the pattern, what is put there; None where `...` leaves all as it is.
pub(super) fn mirror<'a>(
    pattern: &'a Pattern,
    replacement: &'a Replacement,
) -> Result<Vec<Option<&'a [Put]>>, Mismatch> {
    let mut puts = Vec::new();
    mirror_part(pattern, replacement, &mut puts)?;
    Ok(puts)
}

fn mirror_part<'a>(
    pattern: &'a Pattern,
    replacement: &'a Replacement,
    puts: &mut Vec<Option<&'a [Put]>>,
) -> Result<(), Mismatch> {
    match (&pattern.kind, &replacement.kind) {
        (_, ReplacementKind::Rest) => {
            puts.extend(std::iter::repeat_n(None, count_positions(pattern)));
            Ok(())
        }
        (PatternKind::Cell(_), ReplacementKind::Cell(put)) => {
            puts.push(Some(put));
            Ok(())
        }
        // Words without cells may be repeated on the right, to look like the left.
        (PatternKind::Edge | PatternKind::Turn | PatternKind::Bend, ReplacementKind::ZeroWidth) => {
            Ok(())
        }
        (PatternKind::Repeat(body, bounds), ReplacementKind::Repeat(put, put_bounds)) => {
            // As written: where a name stands is no difference.
            let (times, put_times) = (written(bounds), written(put_bounds));
            if times != put_times {
                return mismatch(replacement, format!("{put_times} here, {times} in the pattern"));
            }
            mirror_part(body, put, puts)
        }
        (PatternKind::Choice(branches), ReplacementKind::Choice(put)) => {
            if branches.len() != put.len() {
                return mismatch(
                    replacement,
                    format!("{} choices here, {} in the pattern", put.len(), branches.len()),
                );
            }
            branches.iter().zip(put).try_for_each(|(branch, put)| mirror_part(branch, put, puts))
        }
        (PatternKind::Choice(_), _) => Err(Mismatch {
            span: replacement.span,
            message: NOT_MIRRORED,
            label: "the pattern has a choice with `|` here".to_owned(),
            help: Some("for one cell, `[a or b]` is a choice that needs no mirror".to_owned()),
        }),
        (PatternKind::Sequence(_), _) | (_, ReplacementKind::Sequence(_)) => {
            mirror_sequence(items(pattern), put_items(replacement), replacement, puts)
        }
        (PatternKind::Repeat(..), ReplacementKind::Cell(_)) => Err(Mismatch {
            span: replacement.span,
            message: NOT_MIRRORED,
            label: "the pattern repeats this position, the replacement does not".to_owned(),
            help: Some("write the same `*`, `+`, `?` or `{…}` after it".to_owned()),
        }),
        (PatternKind::Cell(_), ReplacementKind::Repeat(..)) => {
            mismatch(replacement, "repeated here, but not in the pattern".to_owned())
        }
        (_, ReplacementKind::Choice(_)) => {
            mismatch(replacement, "a choice here, but not in the pattern".to_owned())
        }
        (_, ReplacementKind::ZeroWidth) => {
            mismatch(replacement, "no cell here, but one in the pattern".to_owned())
        }
        (PatternKind::Edge | PatternKind::Turn | PatternKind::Bend, _) => {
            mismatch(replacement, "the pattern consumes no cell here".to_owned())
        }
    }
}

/// Items before `...` mirror from the start, those after it from the end.
fn mirror_sequence<'a>(
    items: Vec<&'a Pattern>,
    put: Vec<&'a Replacement>,
    replacement: &Replacement,
    puts: &mut Vec<Option<&'a [Put]>>,
) -> Result<(), Mismatch> {
    let is_rest = |item: &&Replacement| item.kind == ReplacementKind::Rest;
    let rests: Vec<usize> =
        put.iter().enumerate().filter(|(_, item)| is_rest(item)).map(|(index, _)| index).collect();
    if let [_, second, ..] = rests.as_slice() {
        return Err(Mismatch {
            span: put[*second].span,
            message: "a second `...` on the right",
            label: "how much each of them stands for cannot be told".to_owned(),
            help: None,
        });
    }
    let (cells, parts) = (items.len(), put.len() - rests.len());
    let Some(rest) = rests.first().copied() else {
        if cells != parts {
            let help = match parts < cells {
                true => "`...` leaves the cells that it stands for as they are",
                false => "what one cell gets on several layers stands in brackets: `[box, mark]`",
            };
            return Err(Mismatch {
                span: replacement.span,
                message: NOT_MIRRORED,
                label: format!("{} here, {cells} in the pattern", parts_named(parts)),
                help: Some(help.to_owned()),
            });
        }
        return items.iter().zip(put).try_for_each(|(item, put)| mirror_part(item, put, puts));
    };
    if parts > cells {
        return mismatch(
            replacement,
            format!("{} besides `...` here, {cells} in the pattern", parts_named(parts)),
        );
    }
    let after = put.len() - rest - 1;
    for (item, put) in items[..rest].iter().zip(&put) {
        mirror_part(item, put, puts)?;
    }
    for item in &items[rest..cells - after] {
        puts.extend(std::iter::repeat_n(None, count_positions(item)));
    }
    for (item, put) in items[cells - after..].iter().zip(&put[rest + 1..]) {
        mirror_part(item, put, puts)?;
    }
    Ok(())
}

fn parts_named(count: usize) -> String {
    if count == 1 { "1 part".to_owned() } else { format!("{count} parts") }
}

fn mismatch<T>(replacement: &Replacement, label: String) -> Result<T, Mismatch> {
    Err(Mismatch { span: replacement.span, message: NOT_MIRRORED, label, help: None })
}

/// The parts of a sequence that have cells.
fn items(pattern: &Pattern) -> Vec<&Pattern> {
    let parts = match &pattern.kind {
        PatternKind::Sequence(parts) => parts.as_slice(),
        PatternKind::Cell(_)
        | PatternKind::Choice(_)
        | PatternKind::Repeat(..)
        | PatternKind::Edge
        | PatternKind::Turn
        | PatternKind::Bend => std::slice::from_ref(pattern),
    };
    parts.iter().filter(|part| count_positions(part) > 0).collect()
}

/// The parts of a replacement that are not zero-width.
fn put_items(replacement: &Replacement) -> Vec<&Replacement> {
    let parts = match &replacement.kind {
        ReplacementKind::Sequence(parts) => parts.as_slice(),
        ReplacementKind::Cell(_)
        | ReplacementKind::Choice(_)
        | ReplacementKind::Repeat(..)
        | ReplacementKind::Rest
        | ReplacementKind::ZeroWidth => std::slice::from_ref(replacement),
    };
    parts.iter().filter(|part| !is_zero_width(part)).collect()
}

fn is_zero_width(replacement: &Replacement) -> bool {
    match &replacement.kind {
        ReplacementKind::ZeroWidth => true,
        ReplacementKind::Repeat(body, ..) => is_zero_width(body),
        ReplacementKind::Sequence(parts) | ReplacementKind::Choice(parts) => {
            parts.iter().all(is_zero_width)
        }
        ReplacementKind::Cell(_) | ReplacementKind::Rest => false,
    }
}

fn count_positions(pattern: &Pattern) -> usize {
    match &pattern.kind {
        PatternKind::Cell(_) => 1,
        PatternKind::Sequence(parts) | PatternKind::Choice(parts) => {
            parts.iter().map(count_positions).sum()
        }
        PatternKind::Repeat(body, ..) => count_positions(body),
        PatternKind::Edge | PatternKind::Turn | PatternKind::Bend => 0,
    }
}

fn written(bounds: &Bounds) -> String {
    let bound = |it: &Bound| match it {
        Bound::Number(number) => number.to_string(),
        Bound::Named(name) => name.value.clone(),
    };
    let least = bound(&bounds.least);
    match (least.as_str(), bounds.greatest.as_ref().map(bound).as_deref()) {
        ("0", None) => "`*`".to_owned(),
        ("1", None) => "`+`".to_owned(),
        ("0", Some("1")) => "`?`".to_owned(),
        (_, None) => format!("`{{{least},}}`"),
        (_, Some(greatest)) if least == greatest => format!("`{{{least}}}`"),
        (_, Some(greatest)) => format!("`{{{least},{greatest}}}`"),
    }
}
