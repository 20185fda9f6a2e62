//! Patterns become automata of places.
//!
//! A graph of small steps is built first, as the pattern is written; places are then joined by
//! what lies between two cells, the preferred first.

use masume_board::Direction;
use masume_program::{
    Binding, Dirs, Group, Next, Nfa, NfaState, Set, SetId, Shape, Start, Unsupported, Via,
};
use masume_rules::model::{Pattern, Test, Ways};

use super::Lowering;

/// The most places of a pattern that is compiled.
const MAX_PLACES: usize = 96;

/// A small step of the pattern.
pub(super) enum Node<'p> {
    Cell { position: u32, test: &'p Test, next: usize },
    Split(Vec<usize>),
    Edge(usize),
    Turn(usize),
    Bend(usize),
    Accept,
}

/// Steps and ends that are met between two cells.
struct Between {
    /// Continuations, the preferred first.
    found: Vec<Next>,
    /// Nodes met, with what lay before them.
    seen: Vec<(usize, Via, bool)>,
}

impl Lowering<'_> {
    /// The automaton of a pattern, and where its letters are bound. `writes` says which positions
    /// have writes and so match no cell of the rim.
    pub(crate) fn pattern(
        &mut self,
        pattern: &Pattern,
        writes: &[bool],
    ) -> Result<(Nfa, Vec<Binding>), Unsupported> {
        self.automaton(pattern, writes, true)
    }

    /// The automaton of a pattern that matches wherever it does, whatever letters are bound to, and
    /// maybe elsewhere.
    pub(super) fn superset(
        &mut self,
        pattern: &Pattern,
        writes: &[bool],
    ) -> Result<Nfa, Unsupported> {
        let (nfa, _) = self.automaton(pattern, writes, false)?;
        Ok(nfa)
    }

    /// The automaton of all patterns: of any cells, one beside the other.
    pub(super) fn anything(&mut self) -> Result<Nfa, Unsupported> {
        let next = vec![Next::Accept { at_edge: false }, Next::Step { place: 0, via: Via::Bend }];
        let test = self.add(Set::NoPlanes(Vec::new()))?;
        let places = vec![NfaState { position: 0, test, next }];
        let starts = vec![Start { place: 0, at_edge: false }];
        let order = vec![Group::Cycle(vec![0])];
        let shape = Shape::General;
        Ok(Nfa { places, starts, order, is_line: false, has_branches: true, shape })
    }

    /// The cells that may pass.
    fn superset_of(&mut self, test: &Test) -> Result<SetId, Unsupported> {
        if let Ok(set) = self.without_letters(test) {
            return Ok(set);
        }
        let parts = |this: &mut Self, tests: &[Test]| -> Result<Vec<SetId>, Unsupported> {
            tests.iter().map(|test| this.superset_of(test)).collect()
        };
        let set = match test {
            Test::Letter { layer, .. } => Set::Planes(self.layout.occupied(*layer).collect()),
            Test::And(tests) => Set::And(parts(self, tests)?),
            Test::Or(tests) => Set::Or(parts(self, tests)?),
            Test::Any
            | Test::Empty
            | Test::Occupied(_)
            | Test::Piece { .. }
            | Test::Chosen(_)
            | Test::InLine(_)
            | Test::Centre
            | Test::Near(..)
            | Test::Neighbours { .. }
            | Test::Sees { .. }
            | Test::Compare(_)
            | Test::Not(_) => Set::NoPlanes(Vec::new()),
        };
        self.add(set)
    }

    /// The automaton of a pattern, of the sets of its tests or of supersets.
    fn automaton(
        &mut self,
        pattern: &Pattern,
        writes: &[bool],
        is_exact: bool,
    ) -> Result<(Nfa, Vec<Binding>), Unsupported> {
        let mut nodes = vec![Node::Accept];
        let first = build(&mut nodes, pattern, 0)?;
        // Step 1. Places: the nodes that consume a cell.
        let cells: Vec<usize> =
            (0..nodes.len()).filter(|&node| matches!(nodes[node], Node::Cell { .. })).collect();
        let place_of = |node: usize| cells.binary_search(&node).unwrap_or(0) as u16;
        let mut places = Vec::new();
        let mut bindings = Vec::new();
        for (place, &node) in cells.iter().enumerate() {
            let Node::Cell { position, test, next } = &nodes[node] else { continue };
            let mut between = Between { found: Vec::new(), seen: Vec::new() };
            walk(&nodes, *next, Via::Straight, false, &place_of, &mut between)?;
            self.letters = Some(Vec::new());
            let lowered = if is_exact { self.test(test) } else { self.superset_of(test) };
            let letters = self.letters.take().unwrap_or_default();
            let mut set = lowered?;
            bindings.extend(letters.into_iter().map(|(letter, layer)| Binding {
                place: place as u16,
                letter,
                layer,
            }));
            if let Some(inner) = self.inner_where_written(writes, *position)? {
                set = self.add(Set::And(vec![set, inner]))?;
            }
            if is_exact {
                self.keep_contents(set, test);
            }
            places.push(NfaState { position: *position, test: set, next: between.found });
        }
        // Step 2. Where a match begins.
        let mut between = Between { found: Vec::new(), seen: Vec::new() };
        let starts = begin(&nodes, first, &place_of, &mut between)?;
        let starts = if bindings.is_empty() { merge_equal(&mut places, starts) } else { starts };
        // Step 3. In which order places are solved.
        let order = groups(&places);
        let is_line = pattern.is_line();
        let shape = if self.options.shapes { Shape::of(&places, &starts) } else { Shape::General };
        let has_branches = has_branches(pattern);
        Ok((Nfa { places, starts, order, is_line, has_branches, shape }, bindings))
    }

    /// The cells inside the rim, for a position that is written.
    pub(super) fn inner_where_written(
        &mut self,
        writes: &[bool],
        position: u32,
    ) -> Result<Option<SetId>, Unsupported> {
        if writes.get(position as usize) != Some(&true) || self.grid().rim() == 0 {
            return Ok(None);
        }
        let inner = masume_board::CellSet::from_cells(self.grid(), self.grid().inner_cells());
        self.constant(inner).map(Some)
    }

    /// The directions for the current player.
    pub(crate) fn dirs(&self, ways: &Ways) -> Dirs {
        match ways {
            Ways::None => Dirs::Fixed(1 << Direction::Right as u8),
            Ways::Fixed(by_player) => {
                let index = if by_player.len() == 1 { 0 } else { usize::from(self.player.0) };
                let directions = by_player.get(index).into_iter().flatten();
                Dirs::Fixed(directions.fold(0, |mask, &it| mask | 1 << it as u8))
            }
            Ways::Chosen(slot) => Dirs::Chosen(*slot),
            Ways::Against(slot) => Dirs::Against(*slot),
            Ways::Union(parts) => Dirs::Union(parts.iter().map(|part| self.dirs(part)).collect()),
        }
    }
}

pub(super) fn has_branches(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Cell { .. } | Pattern::Edge => false,
        Pattern::Choice(_) | Pattern::Turn | Pattern::Bend => true,
        Pattern::Sequence(parts) => parts.iter().any(has_branches),
        Pattern::Repeat { body, least, greatest } => {
            greatest.is_none_or(|greatest| greatest > *least) || *least > 0 && has_branches(body)
        }
    }
}

/// Adds the pattern so that it goes on at `next`, and gives its own first node.
pub(super) fn build<'p>(
    nodes: &mut Vec<Node<'p>>,
    pattern: &'p Pattern,
    next: usize,
) -> Result<usize, Unsupported> {
    if nodes.len() > 4 * MAX_PLACES {
        return Err(Unsupported("its pattern is long when its repeats are written out"));
    }
    let node = match pattern {
        Pattern::Cell { position, test } => Node::Cell { position: *position, test, next },
        Pattern::Edge => Node::Edge(next),
        Pattern::Turn => Node::Turn(next),
        Pattern::Bend => Node::Bend(next),
        Pattern::Sequence(parts) => {
            let mut first = next;
            for part in parts.iter().rev() {
                first = build(nodes, part, first)?;
            }
            return Ok(first);
        }
        Pattern::Choice(parts) => {
            let entries = parts.iter().map(|part| build(nodes, part, next));
            Node::Split(entries.collect::<Result<_, _>>()?)
        }
        Pattern::Repeat { body, least, greatest } => {
            let mut first = next;
            match greatest {
                None => {
                    nodes.push(Node::Split(Vec::new()));
                    let split = nodes.len() - 1;
                    let entry = build(nodes, body, split)?;
                    nodes[split] = Node::Split(vec![entry, next]);
                    first = split;
                }
                Some(greatest) => {
                    for _ in 0..greatest.saturating_sub(*least) {
                        let entry = build(nodes, body, first)?;
                        nodes.push(Node::Split(vec![entry, next]));
                        first = nodes.len() - 1;
                    }
                }
            }
            for _ in 0..*least {
                first = build(nodes, body, first)?;
                if nodes.len() > 4 * MAX_PLACES {
                    return Err(Unsupported(
                        "its pattern is long when its repeats are written out",
                    ));
                }
            }
            return Ok(first);
        }
    };
    nodes.push(node);
    Ok(nodes.len() - 1)
}

/// Continuations behind a cell, from this node on.
fn walk(
    nodes: &[Node<'_>],
    node: usize,
    via: Via,
    at_edge: bool,
    place_of: &impl Fn(usize) -> u16,
    between: &mut Between,
) -> Result<(), Unsupported> {
    if between.seen.contains(&(node, via, at_edge)) {
        return Ok(());
    }
    between.seen.push((node, via, at_edge));
    let next = match &nodes[node] {
        // Behind an edge there is no cell.
        Node::Cell { .. } if at_edge => return Ok(()),
        Node::Cell { .. } => Next::Step { place: place_of(node), via },
        Node::Accept => Next::Accept { at_edge },
        Node::Split(entries) => {
            for &entry in entries {
                walk(nodes, entry, via, at_edge, place_of, between)?;
            }
            return Ok(());
        }
        Node::Edge(next) if via == Via::Straight => {
            return walk(nodes, *next, via, true, place_of, between);
        }
        Node::Edge(_) => return Err(Unsupported("an edge comes right behind a turn")),
        Node::Turn(next) | Node::Bend(next) => {
            if at_edge {
                return Err(Unsupported("a turn comes right behind an edge"));
            }
            let is_turn = matches!(nodes[node], Node::Turn(_));
            let via = if is_turn { via.and_turn() } else { Via::Bend };
            return walk(nodes, *next, via, at_edge, place_of, between);
        }
    };
    if !between.found.contains(&next) {
        between.found.push(next);
    }
    Ok(())
}

/// Starts of a match, from this node on.
fn begin(
    nodes: &[Node<'_>],
    first: usize,
    place_of: &impl Fn(usize) -> u16,
    between: &mut Between,
) -> Result<Vec<Start>, Unsupported> {
    let mut starts = Vec::new();
    let mut open = vec![(first, false)];
    while let Some((node, at_edge)) = open.pop() {
        if between.seen.contains(&(node, Via::Straight, at_edge)) {
            continue;
        }
        between.seen.push((node, Via::Straight, at_edge));
        match &nodes[node] {
            Node::Cell { .. } => starts.push(Start { place: place_of(node), at_edge }),
            Node::Split(entries) => {
                open.extend(entries.iter().rev().map(|&entry| (entry, at_edge)));
            }
            Node::Edge(next) => open.push((*next, true)),
            Node::Turn(_) | Node::Bend(_) => {
                return Err(Unsupported("its pattern begins with a turn"));
            }
            // A match of no cell is none.
            Node::Accept => {}
        }
    }
    Ok(starts)
}

/// Makes one place of places that ask and go on alike, such as the first of `a+` and the others.
fn merge_equal(places: &mut Vec<NfaState>, mut starts: Vec<Start>) -> Vec<Start> {
    loop {
        let twins = (0..places.len()).find_map(|kept| {
            let gone = (kept + 1..places.len()).find(|&gone| places[kept] == places[gone])?;
            Some((kept as u16, gone as u16))
        });
        let Some((kept, gone)) = twins else { return starts };
        let renamed = |place: u16| match place.cmp(&gone) {
            std::cmp::Ordering::Less => place,
            std::cmp::Ordering::Equal => kept,
            std::cmp::Ordering::Greater => place - 1,
        };
        places.remove(usize::from(gone));
        for place in places.iter_mut() {
            let mut next: Vec<Next> = Vec::new();
            for step in &place.next {
                let step = match *step {
                    Next::Accept { at_edge } => Next::Accept { at_edge },
                    Next::Step { place, via } => Next::Step { place: renamed(place), via },
                };
                if !next.contains(&step) {
                    next.push(step);
                }
            }
            place.next = next;
        }
        let mut left: Vec<Start> = Vec::new();
        for start in starts {
            let start = Start { place: renamed(start.place), ..start };
            if !left.contains(&start) {
                left.push(start);
            }
        }
        starts = left;
    }
}

/// The places from the end of the pattern to its beginning, those that depend on each other
/// together (Tarjan's components come out in this order).
fn groups(places: &[NfaState]) -> Vec<Group> {
    let mut search = Components {
        places,
        index: vec![usize::MAX; places.len()],
        low: vec![0; places.len()],
        stack: Vec::new(),
        next: 0,
        groups: Vec::new(),
    };
    for place in 0..places.len() {
        if search.index[place] == usize::MAX {
            search.visit(place);
        }
    }
    search.groups
}

struct Components<'p> {
    places: &'p [NfaState],
    index: Vec<usize>,
    low: Vec<usize>,
    stack: Vec<usize>,
    next: usize,
    groups: Vec<Group>,
}

impl Components<'_> {
    fn visit(&mut self, place: usize) {
        self.index[place] = self.next;
        self.low[place] = self.next;
        self.next += 1;
        self.stack.push(place);
        for next in &self.places[place].next {
            let Next::Step { place: after, .. } = next else { continue };
            let after = usize::from(*after);
            if self.index[after] == usize::MAX {
                self.visit(after);
                self.low[place] = self.low[place].min(self.low[after]);
            } else if self.stack.contains(&after) {
                self.low[place] = self.low[place].min(self.index[after]);
            }
        }
        if self.low[place] != self.index[place] {
            return;
        }
        let from = self.stack.iter().position(|&it| it == place).unwrap_or(0);
        let mut members: Vec<u16> = self.stack.drain(from..).map(|it| it as u16).collect();
        members.sort_unstable();
        let follows_itself =
            |via: Via| self.places[place].next.contains(&Next::Step { place: place as u16, via });
        let group = match members[..] {
            [only] if [Via::Turn, Via::Double, Via::Bend].into_iter().any(follows_itself) => {
                Group::Cycle(vec![only])
            }
            [only] if follows_itself(Via::Straight) => Group::Loop(only),
            [only] => Group::Single(only),
            _ => Group::Cycle(members),
        };
        self.groups.push(group);
    }
}
