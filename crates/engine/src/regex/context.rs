//! The places of a pattern where a cell changes, each with what lies before and after it.

use super::node::{Node, Symbols};

/// A cell that changes, and what must lie before and after it along the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) before: Node,
    pub(super) changed: Symbols,
    pub(super) after: Node,
}

/// Most nodes that the contexts of one rule may have in all: far above what a person reads, and
/// a moment's work where each is compared with each.
const NODE_BOUND: usize = 4_000;

/// More than [`NODE_BOUND`] nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyNodes;

/// Every place of the pattern where a cell changes.
///
/// ```text
/// P W+ B    where W changes:    before  P W*    after  W* B
/// ```
pub(super) fn contexts(pattern: &Node) -> Result<Vec<Context>, TooManyNodes> {
    let mut found = Contexts { contexts: Vec::new(), nodes: 0 };
    collect(pattern, &Node::EMPTY, &Node::EMPTY, &mut found)?;
    Ok(found.contexts)
}

struct Contexts {
    contexts: Vec<Context>,
    nodes: usize,
}

fn collect(
    node: &Node,
    before: &Node,
    after: &Node,
    found: &mut Contexts,
) -> Result<(), TooManyNodes> {
    // What changes nothing needs no context, and what never matches has none.
    if !node.has_cell(&|cell| !cell.changed.is_empty()) {
        return Ok(());
    }
    match node {
        Node::Never | Node::Edge => Ok(()),
        Node::Cell(cell) => {
            found.nodes += before.size() + after.size();
            if found.nodes > NODE_BOUND {
                return Err(TooManyNodes);
            }
            let (before, after) = (before.unchanging(), after.unchanging());
            if before != Node::Never && after != Node::Never {
                found.contexts.push(Context { before, changed: cell.changed.clone(), after });
            }
            Ok(())
        }
        Node::Choice(parts) => {
            parts.iter().try_for_each(|part| collect(part, before, after, found))
        }
        Node::Sequence(parts) => {
            for (index, part) in parts.iter().enumerate() {
                let earlier = [before].into_iter().chain(&parts[..index]);
                let later = parts[index + 1..].iter().chain([after]);
                let before = Node::sequence(earlier.cloned());
                let after = Node::sequence(later.cloned());
                collect(part, &before, &after, found)?;
            }
            Ok(())
        }
        Node::Repeat { body, least, greatest } => {
            for split in splits(*least, *greatest) {
                let earlier = Node::repeat((**body).clone(), split.before.0, split.before.1);
                let later = Node::repeat((**body).clone(), split.after.0, split.after.1);
                let before = Node::sequence([before.clone(), earlier]);
                let after = Node::sequence([later, after.clone()]);
                collect(body, &before, &after, found)?;
            }
            Ok(())
        }
    }
}

/// Number of times that a repeated body may come before and after this one.
struct Split {
    before: (u32, Option<u32>),
    after: (u32, Option<u32>),
}

/// All ways in which one of `least` to `greatest` runs has others before and after it.
fn splits(least: u32, greatest: Option<u32>) -> Vec<Split> {
    // This one is one of them.
    let least = least.saturating_sub(1);
    match greatest {
        Some(greatest) => (0..greatest)
            .map(|before| Split {
                before: (before, Some(before)),
                after: (least.saturating_sub(before), Some(greatest - 1 - before)),
            })
            .collect(),
        None => (0..least)
            .map(|before| Split { before: (before, Some(before)), after: (least - before, None) })
            .chain([Split { before: (least, None), after: (0, None) }])
            .collect(),
    }
}
