//! Patterns that turn, as graphs.

use std::collections::BTreeMap;

use masume_board::Direction;
use masume_program::interp::code::{Instruction, MaskReg, SetReg, Way};
use masume_program::interp::walk::{Node, Walk};
use masume_program::{Dirs, Next, Nfa, RuleOp, Start, Unsupported, Via, bends, directions, turned};

use super::matches::Matches;
use super::{Chosen, Translation};

/// The most steps of a graph that are instructions by themselves.
const MOST_STEPS: u32 = 16;

/// The most nodes of a graph.
const MOST_NODES: usize = 200;

/// A place of a pattern, and the direction in which it is come to.
type Come = (u16, Direction);

/// A pattern as a graph, and where it begins.
pub(super) struct Graph {
    walk: Walk,
    /// For each direction and start of the pattern its node.
    starts: Vec<(Direction, Start, usize)>,
}

/// End to which a walk is followed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Its last cell.
    Last,
    /// A cell at one of these places.
    Places(Vec<u16>),
}

impl Translation<'_> {
    /// The graph of a pattern that begins in one of the directions, and ends at cells of `last`,
    /// where that is said.
    pub(super) fn graph(
        &mut self,
        nfa: &Nfa,
        tests: &[SetReg],
        dirs: u8,
        last: Option<SetReg>,
    ) -> Result<Graph, Unsupported> {
        // Step 1. The nodes that a walk can come to.
        let is_any_way: Vec<bool> =
            nfa.places.iter().map(|place| is_any_way(&place.next)).collect();
        // Where nothing behind a place depends on the direction, it is one node.
        let node_of = |place: u16, way: Direction| {
            (place, if is_any_way[usize::from(place)] { Direction::ALL[0] } else { way })
        };
        let mut met: BTreeMap<Come, Vec<(Come, Direction)>> = BTreeMap::new();
        let mut open: Vec<Come> = Vec::new();
        for start in &nfa.starts {
            open.extend(directions(dirs).map(|way| node_of(start.place, way)));
        }
        while let Some((place, way)) = open.pop() {
            if met.contains_key(&(place, way)) {
                continue;
            }
            let mut next = Vec::new();
            for step in &nfa.places[usize::from(place)].next {
                let Next::Step { place: after, via } = *step else { continue };
                let ways = directions(turned(via, way, bends(dirs)));
                next.extend(ways.map(|way| (node_of(after, way), way)));
            }
            open.extend(next.iter().map(|(node, _)| *node));
            met.insert((place, way), next);
            if met.len() > MOST_NODES {
                return Err(Unsupported("a pattern turns too often"));
            }
        }
        // Step 2. Their order.
        let (mut order, mut groups) = (Vec::new(), Vec::new());
        for group in &nfa.order {
            let begin = order.len();
            for &place in group.members() {
                order.extend(met.keys().filter(|(other, _)| *other == place));
            }
            let is_cycle = !matches!(group, masume_program::Group::Single(_));
            groups.push((begin..order.len(), is_cycle));
        }
        let at = |node: &Come| order.iter().position(|other| other == node);
        let mut nodes = Vec::new();
        for &(place, way) in &order {
            let mut ends = None;
            for next in &nfa.places[usize::from(place)].next {
                let Next::Accept { at_edge } = *next else { continue };
                let cells = match (at_edge.then(|| self.edge(way)), last) {
                    (None, None) => self.full(),
                    (Some(cells), None) | (None, Some(cells)) => cells,
                    (Some(edge), Some(last)) => self.and(edge, last),
                };
                ends = Some(self.or(ends, cells));
            }
            let mut next: Vec<(u16, u8)> = Vec::new();
            for (node, way) in &met[&(place, way)] {
                let Some(node) = at(node).map(|node| node as u16) else { continue };
                match next.iter_mut().find(|(other, _)| *other == node) {
                    Some((_, dirs)) => *dirs |= 1 << *way as u8,
                    None => next.push((node, 1 << *way as u8)),
                }
            }
            nodes.push(Node { place, test: tests[usize::from(place)], ends, next });
        }
        let mut starts = Vec::new();
        for &start in &nfa.starts {
            for way in directions(dirs) {
                starts.extend(at(&node_of(start.place, way)).map(|node| (way, start, node)));
            }
        }
        Ok(Graph { walk: Walk { nodes, groups, most_rounds: None }, starts })
    }

    /// For each node of a graph the cells from which the rest matches.
    fn solved(&mut self, graph: &Graph) -> Vec<SetReg> {
        if let Some(solved) = self.solved_in_line(&graph.walk) {
            return solved;
        }
        let walk = Box::new(graph.walk.clone());
        self.emit.sets(graph.walk.nodes.len(), |solved| Instruction::Solve {
            solved,
            walk: walk.clone(),
        })
    }

    /// The same where no node waits for itself: what may end at once needs nothing behind it.
    fn solved_in_line(&mut self, walk: &Walk) -> Option<Vec<SetReg>> {
        let full = self.full();
        let ends_at_once = |node: &Node| node.ends == Some(full);
        let step_count =
            |node: &Node| node.next.iter().map(|(_, dirs)| dirs.count_ones()).sum::<u32>();
        let waiting = walk.nodes.iter().filter(|node| !ends_at_once(node));
        if waiting.map(step_count).sum::<u32>() > MOST_STEPS {
            return None;
        }
        let known = |node: &Node| ends_at_once(node).then_some(node.test);
        let mut solved: Vec<Option<SetReg>> = walk.nodes.iter().map(known).collect();
        for (nth, node) in walk.nodes.iter().enumerate() {
            let ahead = node.next.iter().map(|&(next, _)| solved[usize::from(next)]);
            let ahead = if solved[nth].is_none() { ahead.collect() } else { Some(Vec::new()) };
            // What follows a node comes before it, but for cycles.
            let ahead: Vec<SetReg> = ahead?;
            let mut cells = node.ends;
            for (ahead, &(_, dirs)) in ahead.into_iter().zip(&node.next) {
                for way in directions(dirs) {
                    let before = self.step(ahead, Way::Fixed(way.opposite()));
                    cells = Some(self.or(cells, before));
                }
            }
            if solved[nth].is_none() {
                let cells = cells.unwrap_or_else(|| self.nothing());
                solved[nth] = Some(self.and(node.test, cells));
            }
        }
        solved.into_iter().collect()
    }

    /// Cells of these at which a start of a pattern begins in a direction.
    fn begins(&mut self, way: Direction, start: Start, cells: SetReg) -> SetReg {
        if !start.at_edge {
            return cells;
        }
        let edge = self.edge(way.opposite());
        self.and(cells, edge)
    }

    /// Cells from which a pattern that turns matches in one of the directions.
    pub(super) fn walk_starts(&mut self, nfa: &Nfa, dirs: u8) -> Result<SetReg, Unsupported> {
        let tests = self.tests(nfa)?;
        self.starts_of_graph(nfa, (&tests, dirs), None)
    }

    /// The same, of a pattern whose places have these tests, and which ends at cells of `last`, where
    /// that is said.
    pub(super) fn starts_of_graph(
        &mut self,
        nfa: &Nfa,
        (tests, dirs): (&[SetReg], u8),
        last: Option<SetReg>,
    ) -> Result<SetReg, Unsupported> {
        let graph = self.graph(nfa, tests, dirs, last)?;
        self.starts_in(&graph)
    }

    /// Some of them, all of those of short walks.
    pub(super) fn some_starts_of_graph(
        &mut self,
        nfa: &Nfa,
        (tests, dirs): (&[SetReg], u8),
        most_rounds: u32,
    ) -> Result<SetReg, Unsupported> {
        let mut graph = self.graph(nfa, tests, dirs, None)?;
        graph.walk.most_rounds = Some(most_rounds);
        self.starts_in(&graph)
    }

    fn starts_in(&mut self, graph: &Graph) -> Result<SetReg, Unsupported> {
        let solved = self.solved(graph);
        let mut all = None;
        for &(way, start, node) in &graph.starts {
            let cells = self.begins(way, start, solved[node]);
            all = Some(self.or(all, cells));
        }
        all.ok_or(Unsupported("a pattern has no direction"))
    }

    /// The cells at which a pattern that turns ends, going in one of the directions at first.
    pub(super) fn walk_ends(&mut self, nfa: &Nfa, dirs: u8) -> Result<SetReg, Unsupported> {
        let tests = self.tests(nfa)?;
        self.ends_of_graph(nfa, (&tests, dirs), None, &End::Last)
    }

    /// Cells at which walks from these first cells come to the end that is meant; places have these
    /// tests.
    pub(super) fn ends_of_graph(
        &mut self,
        nfa: &Nfa,
        (tests, dirs): (&[SetReg], u8),
        first: Option<SetReg>,
        end: &End,
    ) -> Result<SetReg, Unsupported> {
        let graph = self.graph(nfa, tests, dirs, None)?;
        let mut from = vec![None; graph.walk.nodes.len()];
        for &(way, start, node) in &graph.starts {
            let cells = graph.walk.nodes[node].test;
            let cells = first.map_or(cells, |first| self.and(first, cells));
            let cells = self.begins(way, start, cells);
            from[node] = Some(self.or(from[node], cells));
        }
        let reached = self.reached(&graph.walk, from);
        let mut all = None;
        for (node, reached) in graph.walk.nodes.iter().zip(reached) {
            let cells = match (end, node.ends) {
                (End::Last, Some(ends)) => self.and(reached, ends),
                (End::Places(places), _) if places.contains(&node.place) => reached,
                (End::Last | End::Places(_), _) => continue,
            };
            all = Some(self.or(all, cells));
        }
        all.ok_or(Unsupported("a pattern has no end"))
    }

    /// Cells at each node on walks that begin with these cells.
    fn reached(&mut self, walk: &Walk, from: Vec<Option<SetReg>>) -> Vec<SetReg> {
        let nothing = self.nothing();
        let from: Box<[SetReg]> = from.into_iter().map(|it| it.unwrap_or(nothing)).collect();
        let walk = Box::new(walk.clone());
        self.emit.sets(from.len(), |reached| Instruction::Reach {
            reached,
            from: from.clone(),
            walk: walk.clone(),
        })
    }

    /// Matches of a rule whose pattern turns, on the boards of the mask.
    pub(super) fn walk_matches(
        &mut self,
        rule: &RuleOp,
        nfa: &Nfa,
        mask: MaskReg,
    ) -> Result<Matches, Unsupported> {
        let tests = self.tests(nfa)?;
        let mut matches = Matches {
            begun: Vec::new(),
            reached: vec![None; nfa.places.len()],
            is_single: false,
            way: None,
        };
        for (dirs, mask) in self.first_ways(rule, mask)? {
            self.add_walks(rule, (nfa, &tests), (dirs, mask), &mut matches)?;
        }
        Ok(matches)
    }

    /// The directions in which a rule begins, as bits, each with the boards on which it does: by what can be
    /// chosen.
    fn first_ways(
        &mut self,
        rule: &RuleOp,
        mask: MaskReg,
    ) -> Result<Vec<(u8, MaskReg)>, Unsupported> {
        if let Dirs::Fixed(dirs) = rule.dirs {
            return Ok(vec![(dirs, mask)]);
        }
        if !matches!(self.chosen_by, Chosen::Direction | Chosen::Listed) {
            return Err(Unsupported("a rule goes in a direction that is not chosen"));
        }
        let chosen: Vec<Direction> = directions(self.chosen_ways).collect();
        let ways = chosen.into_iter().map(|chosen| {
            let is_chosen = self.emit.mask(|to| Instruction::InWays(to, 1 << chosen as u8));
            (rule.dirs.mask(&|_| Some(chosen)), self.both(mask, is_chosen))
        });
        Ok(ways.collect())
    }

    /// Adds the matches that begin in these directions on the boards of a mask.
    fn add_walks(
        &mut self,
        rule: &RuleOp,
        (nfa, tests): (&Nfa, &[SetReg]),
        (dirs, mask): (u8, MaskReg),
        matches: &mut Matches,
    ) -> Result<(), Unsupported> {
        let first = rule.from.map(|slot| self.chosen(slot));
        let last = rule.to.map(|slot| self.chosen(slot));
        let mut graph = self.graph(nfa, tests, dirs, last)?;
        let solved = self.solved(&graph);
        let mut from = vec![None; solved.len()];
        for direction in directions(dirs) {
            let mut begun = None;
            for &(_, start, node) in graph.starts.iter().filter(|(way, ..)| *way == direction) {
                let mut cells = self.begins(direction, start, solved[node]);
                if let Some(first) = first {
                    cells = self.and(first, cells);
                }
                let cells = self.emit.set(|to| Instruction::Only(to, cells, mask));
                from[node] = Some(self.or(from[node], cells));
                begun = Some(self.or(begun, cells));
            }
            matches.begun.extend(begun);
        }
        // Only what leads to an end is on a match.
        for (node, &solved) in graph.walk.nodes.iter_mut().zip(&solved) {
            (node.test, node.ends) = (solved, None);
        }
        let reached = self.reached(&graph.walk, from);
        for (node, cells) in graph.walk.nodes.iter().zip(reached) {
            let all = &mut matches.reached[usize::from(node.place)];
            *all = Some(match *all {
                Some(all) => self.emit.set(|to| Instruction::Or(to, all, cells)),
                None => cells,
            });
        }
        Ok(())
    }
}

/// True if what follows a place is the same from whatever direction it is come to.
fn is_any_way(next: &[Next]) -> bool {
    next.iter().all(|next| {
        matches!(next, Next::Step { via: Via::Bend, .. } | Next::Accept { at_edge: false })
    })
}
