//! Patterns whose matches are followed one by one.

use masume_program::{CellTest, Graph, Step, Unsupported};
use masume_rules::facts::mentioned;
use masume_rules::model::{Comparison, Pattern, Test};

use super::Lowering;
use super::pattern::{Node, build, has_branches};
use super::test::{layers_read, most_neighbours};

impl Lowering<'_> {
    /// The graph of a pattern. `writes` says which positions have writes and so match no cell of the
    /// rim.
    pub(super) fn graph(
        &mut self,
        pattern: &Pattern,
        writes: &[bool],
    ) -> Result<Graph, Unsupported> {
        let mut nodes = vec![Node::Accept];
        let first = build(&mut nodes, pattern, 0)? as u16;
        let steps = nodes.iter().map(|node| self.step(node, writes));
        let steps = steps.collect::<Result<_, _>>()?;
        Ok(Graph::new(steps, first, has_branches(pattern)))
    }

    fn step(&mut self, node: &Node<'_>, writes: &[bool]) -> Result<Step, Unsupported> {
        Ok(match node {
            Node::Cell { position, test, next } => {
                let mut test = self.cell_test(test)?;
                if let Some(inner) = self.inner_where_written(writes, *position)? {
                    test = CellTest::And(vec![CellTest::Set(inner), test]);
                }
                Step::Cell { position: *position, test, next: *next as u16 }
            }
            Node::Split(entries) => Step::Split(entries.iter().map(|&it| it as u16).collect()),
            Node::Edge(next) => Step::Edge(*next as u16),
            Node::Turn(next) => Step::Turn(*next as u16),
            Node::Bend(next) => Step::Bend(*next as u16),
            Node::Accept => Step::Accept,
        })
    }

    /// A test that is asked of one cell after another; sets serve what mentions no letter.
    fn cell_test(&mut self, test: &Test) -> Result<CellTest, Unsupported> {
        if !mentioned(test).has_letters {
            return self.without_letters(test).map(CellTest::Set);
        }
        let all = |this: &mut Self, tests: &[Test]| -> Result<Vec<CellTest>, Unsupported> {
            tests.iter().map(|test| this.cell_test(test)).collect()
        };
        Ok(match test {
            Test::Letter { layer, letter } => CellTest::Letter(*layer, *letter),
            Test::Not(test) => CellTest::Not(Box::new(self.cell_test(test)?)),
            Test::And(tests) => CellTest::And(all(self, tests)?),
            Test::Or(tests) => CellTest::Or(all(self, tests)?),
            Test::Neighbours { least, greatest, test, reach } => CellTest::Neighbours {
                least: *least,
                greatest: most_neighbours(*reach, *greatest),
                test: Box::new(self.cell_test(test)?),
                reach: *reach,
            },
            Test::Sees { ways, pattern } => {
                CellTest::Sees { graph: Box::new(self.graph(pattern, &[])?), dirs: self.dirs(ways) }
            }
            Test::Compare(comparison) => self.cell_comparison(comparison)?,
            Test::Any
            | Test::Empty
            | Test::Occupied(_)
            | Test::Piece { .. }
            | Test::Chosen(_)
            | Test::InLine(_)
            | Test::Centre
            | Test::Near(..) => CellTest::Set(self.without_letters(test)?),
        })
    }

    fn cell_comparison(&mut self, comparison: &Comparison) -> Result<CellTest, Unsupported> {
        let Comparison { left, operator, right } = comparison;
        let mut layers = Vec::new();
        layers_read(left, &mut layers);
        layers_read(right, &mut layers);
        let outer = std::mem::replace(&mut self.has_letters, true);
        let numbers = (self.checked_number(left), self.checked_number(right));
        self.has_letters = outer;
        let (left, right) = (numbers.0?, numbers.1?);
        Ok(CellTest::Compare { left, compare: *operator, right, layers })
    }
}
