//! Bounds of the numbers of a layer: where they stay small, fewer planes hold them.

use masume_program::{Alternative, Layout, Num, Op, Program, Put, ops};
use masume_rules::model::{Arithmetic, Content, Layer};

/// The least and the greatest that a number can be.
type Range = (i64, i64);

/// The greatest number that rules put on a layer whose numbers begin with the first one, if they tell it. A
/// state that was read may hold more.
pub(super) fn greatest_put(
    layout: &Layout,
    programs: &[Program],
    layer: Layer,
    first: Content,
) -> Option<Content> {
    let mut greatest = i64::from(first);
    for program in programs {
        let bodies = program.actions.iter().map(|action| &action.body);
        for op in bodies.chain([&program.start, &program.then]).flat_map(|block| ops(block)) {
            greatest = greatest.max(greatest_of(layout, op, layer)?);
        }
    }
    Content::try_from(greatest).ok()
}

/// The greatest number that a statement by itself puts on the layer, 0 if none.
fn greatest_of(layout: &Layout, op: &Op, layer: Layer) -> Option<i64> {
    if let Op::Rule(rule) = op {
        return greatest_put_by(layout, &rule.alternatives, layer);
    }
    if let Op::Picture(puts, _) = op {
        let here = puts.iter().filter(|(_, it, _)| *it == layer);
        return Some(here.map(|(.., content)| i64::from(*content)).max().unwrap_or(0));
    }
    if let Op::Deal { layer: dealt, .. } = op {
        return (*dealt != layer).then_some(0);
    }
    let is_told = !matches!(op, Op::Reference { .. });
    is_told.then_some(0)
}

fn greatest_put_by(layout: &Layout, alternatives: &[Alternative], layer: Layer) -> Option<i64> {
    let puts = alternatives.iter().flat_map(|it| it.puts.iter().flatten());
    puts.filter(|put| put.layer() == layer).try_fold(0, |greatest: i64, put| {
        let number = match put {
            // A letter is what is there already.
            Put::Clear(_) | Put::Letter(..) => 0,
            Put::Piece(_, content) => i64::from(*content),
            Put::Number(_, number) => range(layout, number)?.1,
        };
        Some(greatest.max(number))
    })
}

/// Range of a number that its place tells.
fn range(layout: &Layout, number: &Num) -> Option<Range> {
    let grid = &layout.grid;
    let side = |side: u32| (-i64::from(grid.rim()), i64::from(side + grid.rim()) + 1);
    if let Num::Constant(number) = number {
        return Some((*number, *number));
    }
    if matches!(number, Num::Row) {
        return Some(side(grid.height()));
    }
    if matches!(number, Num::Column) {
        return Some(side(grid.width()));
    }
    let Num::Binary(left, by, right) = number else { return None };
    let (left, right) = (range(layout, left)?, range(layout, right)?);
    let ends = [(left.0, right.0), (left.0, right.1), (left.1, right.0), (left.1, right.1)];
    if matches!(by, Arithmetic::Divide | Arithmetic::Modulo) {
        return None;
    }
    let of = |(left, right): (i64, i64)| by.apply(left, right).ok();
    let found: Vec<i64> = ends.into_iter().map(of).collect::<Option<_>>()?;
    Some((*found.iter().min()?, *found.iter().max()?))
}
