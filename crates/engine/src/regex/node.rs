//! A line pattern whose letters are sets of symbols, and the ways to turn it about.

use std::collections::BTreeSet;

/// Symbols of the text, as indices into the alphabet.
pub(super) type Symbols = BTreeSet<usize>;

/// A regular expression over cells, each read as one symbol.
///
/// Built by [`sequence`](Node::sequence), [`choice`](Node::choice) and [`repeat`](Node::repeat),
/// which keep it simple: `Never` stands alone, sequences and choices are flat and never of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// Matches nothing at all.
    Never,
    /// One cell.
    Cell(CellNode),
    /// Zero-width: the board ends here.
    Edge,
    /// One after another; without parts it is the empty word.
    Sequence(Vec<Node>),
    /// One of them.
    Choice(Vec<Node>),
    /// Again and again.
    Repeat { body: Box<Node>, least: u32, greatest: Option<u32> },
}

/// One cell of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellNode {
    /// Symbols that pass the test.
    pub(super) symbols: Symbols,
    /// Symbols that pass the test and are something else afterwards.
    pub(super) changed: Symbols,
    /// True if the chosen cell passes with some of the contents that it may hold, but not with all.
    pub(super) unsure: bool,
}

impl Node {
    /// The empty word.
    pub(super) const EMPTY: Node = Node::Sequence(Vec::new());

    pub(super) fn cell(symbols: Symbols, changed: Symbols, unsure: bool) -> Node {
        if symbols.is_empty() && !unsure {
            return Node::Never;
        }
        Node::Cell(CellNode { symbols, changed, unsure })
    }

    /// One after another; neighbours that repeat the same become one: `W W*` is `W+`.
    pub(super) fn sequence(parts: impl IntoIterator<Item = Node>) -> Node {
        let mut flat: Vec<Node> = Vec::new();
        for part in parts {
            match part {
                Node::Never => return Node::Never,
                Node::Sequence(inner) => inner.into_iter().for_each(|it| push(&mut flat, it)),
                Node::Cell(_) | Node::Edge | Node::Choice(_) | Node::Repeat { .. } => {
                    push(&mut flat, part);
                }
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Node::Sequence(flat) }
    }

    /// One of them, each once.
    pub(super) fn choice(parts: impl IntoIterator<Item = Node>) -> Node {
        let mut flat: Vec<Node> = Vec::new();
        let mut or_nothing = false;
        for part in parts {
            let inner = match part {
                Node::Choice(inner) => inner,
                Node::Never
                | Node::Cell(_)
                | Node::Edge
                | Node::Sequence(_)
                | Node::Repeat { .. } => vec![part],
            };
            for it in inner {
                if it == Node::EMPTY {
                    or_nothing = true;
                } else if it != Node::Never {
                    add(&mut flat, it);
                }
            }
        }
        let whole = match flat.len() {
            0 if or_nothing => return Node::EMPTY,
            0 => return Node::Never,
            1 => flat.remove(0),
            _ => Node::Choice(flat),
        };
        if or_nothing { Node::repeat(whole, 0, Some(1)) } else { whole }
    }

    pub(super) fn repeat(body: Node, least: u32, greatest: Option<u32>) -> Node {
        if greatest == Some(0) || body == Node::EMPTY || (body == Node::Never && least == 0) {
            return Node::EMPTY;
        }
        if body == Node::Never || (least, greatest) == (1, Some(1)) {
            return body;
        }
        Node::Repeat { body: Box::new(body), least, greatest }
    }

    /// The same with every cell put through `change`.
    pub(super) fn map(&self, change: &impl Fn(&CellNode) -> Node) -> Node {
        match self {
            Node::Never => Node::Never,
            Node::Edge => Node::Edge,
            Node::Cell(cell) => change(cell),
            Node::Sequence(parts) => Node::sequence(parts.iter().map(|it| it.map(change))),
            Node::Choice(parts) => Node::choice(parts.iter().map(|it| it.map(change))),
            Node::Repeat { body, least, greatest } => {
                Node::repeat(body.map(change), *least, *greatest)
            }
        }
    }

    /// Node that asks for the same cells and changes none.
    pub(super) fn unchanging(&self) -> Node {
        self.map(&|cell| Node::cell(cell.symbols.clone(), Symbols::new(), cell.unsure))
    }

    /// Read from its other end.
    pub(super) fn reversed(&self) -> Node {
        match self {
            Node::Never | Node::Cell(_) | Node::Edge => self.clone(),
            Node::Sequence(parts) => Node::sequence(parts.iter().rev().map(Node::reversed)),
            Node::Choice(parts) => Node::choice(parts.iter().map(Node::reversed)),
            Node::Repeat { body, least, greatest } => {
                Node::repeat(body.reversed(), *least, *greatest)
            }
        }
    }

    /// The words of at least one cell, whose first cell is put through `first` and whose other
    /// cells through `later`.
    pub(super) fn with_first(
        &self,
        first: &impl Fn(&CellNode) -> Node,
        later: &impl Fn(&CellNode) -> Node,
    ) -> Node {
        match self {
            Node::Never | Node::Edge => Node::Never,
            Node::Cell(cell) => first(cell),
            Node::Choice(parts) => {
                Node::choice(parts.iter().map(|part| part.with_first(first, later)))
            }
            Node::Sequence(parts) => {
                // The first cell is in part i where the parts before it consume none.
                let mut skipped = Node::EMPTY;
                let mut found = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    let rest = parts[index + 1..].iter().map(|it| it.map(later));
                    let start = [skipped.clone(), part.with_first(first, later)];
                    found.push(Node::sequence(start.into_iter().chain(rest)));
                    skipped = Node::sequence([skipped, part.without_cells()]);
                    if skipped == Node::Never {
                        break;
                    }
                }
                Node::choice(found)
            }
            Node::Repeat { body, least, greatest } => {
                let start = body.with_first(first, later);
                // Where the body may consume nothing, the least number is reached by doing so.
                let may_skip = body.without_cells() != Node::Never;
                let least = if may_skip { 0 } else { least.saturating_sub(1) };
                let rest = Node::repeat(body.map(later), least, greatest.map(|it| it - 1));
                Node::sequence([start, rest])
            }
        }
    }

    /// The words without cells: what they ask of the edge.
    fn without_cells(&self) -> Node {
        match self {
            Node::Never | Node::Cell(_) => Node::Never,
            Node::Edge => Node::Edge,
            Node::Sequence(parts) => Node::sequence(parts.iter().map(Node::without_cells)),
            Node::Choice(parts) => Node::choice(parts.iter().map(Node::without_cells)),
            Node::Repeat { least: 0, .. } => Node::EMPTY,
            Node::Repeat { body, .. } => body.without_cells(),
        }
    }

    /// End that a text must have which ends with this: `N* W+ B` ends no fewer texts than `W B`.
    pub(super) fn without_optional_start(&self) -> Node {
        match self {
            Node::Never | Node::Cell(_) | Node::Edge | Node::Choice(_) => self.clone(),
            Node::Repeat { body, least, .. } => {
                Node::repeat((**body).clone(), *least, Some(*least))
            }
            Node::Sequence(parts) => {
                let trimmed = parts.iter().map(Node::without_optional_start);
                let needed = trimmed.enumerate().find(|(_, part)| *part != Node::EMPTY);
                let Some((index, first)) = needed else { return Node::EMPTY };
                Node::sequence([first].into_iter().chain(parts[index + 1..].iter().cloned()))
            }
        }
    }

    /// True if some cell passes the predicate.
    pub(super) fn has_cell(&self, predicate: &impl Fn(&CellNode) -> bool) -> bool {
        match self {
            Node::Never | Node::Edge => false,
            Node::Cell(cell) => predicate(cell),
            Node::Sequence(parts) | Node::Choice(parts) => {
                parts.iter().any(|part| part.has_cell(predicate))
            }
            Node::Repeat { body, .. } => body.has_cell(predicate),
        }
    }

    /// Number of nodes.
    pub(super) fn size(&self) -> usize {
        match self {
            Node::Never | Node::Edge | Node::Cell(_) => 1,
            Node::Sequence(parts) | Node::Choice(parts) => {
                1 + parts.iter().map(Node::size).sum::<usize>()
            }
            Node::Repeat { body, .. } => 1 + body.size(),
        }
    }
}

/// Appends a part, which joins the last one where both repeat the same.
fn push(parts: &mut Vec<Node>, part: Node) {
    if part == Node::Edge && parts.last() == Some(&Node::Edge) {
        return;
    }
    if let Some(last) = parts.last_mut()
        && let (body, least, greatest) = as_repeat(last)
        && let (other, more, most) = as_repeat(&part)
        && body == other
    {
        let greatest = greatest.zip(most).map(|(one, two)| one.saturating_add(two));
        *last = Node::repeat(body.clone(), least.saturating_add(more), greatest);
        return;
    }
    parts.push(part);
}

/// Adds an alternative, unless it is there; single cells become one class.
fn add(parts: &mut Vec<Node>, part: Node) {
    if let Node::Cell(cell) = &part
        && !cell.unsure
    {
        for old in parts.iter_mut() {
            if let Node::Cell(old) = old
                && !old.unsure
            {
                old.symbols.extend(&cell.symbols);
                old.changed.extend(&cell.changed);
                return;
            }
        }
    }
    if !parts.contains(&part) {
        parts.push(part);
    }
}

fn as_repeat(node: &Node) -> (&Node, u32, Option<u32>) {
    match node {
        Node::Repeat { body, least, greatest } => (body, *least, *greatest),
        Node::Never | Node::Cell(_) | Node::Edge | Node::Sequence(_) | Node::Choice(_) => {
            (node, 1, Some(1))
        }
    }
}
