//! Tests of a cell become sets of cells.

use std::ops::Range;

use masume_board::{Cell, CellSet};
use masume_program::{LayerPlanes, Set, SetId, Unsupported};
use masume_rules::model::{Comparison, Expr, Layer, Letter, PieceSet, Reach, Test};

use super::Lowering;
use super::letters::{letters_of_number, lone_letters};

impl Lowering<'_> {
    /// The cells that pass.
    pub(crate) fn test(&mut self, test: &Test) -> Result<SetId, Unsupported> {
        let outer = self.met.len();
        let set = self.part_of_test(test);
        self.met.truncate(outer);
        set
    }

    /// As [`Self::test`]; behind it the letters that were met are known.
    fn part_of_test(&mut self, test: &Test) -> Result<SetId, Unsupported> {
        let set = match test {
            Test::Any => Set::NoPlanes(Vec::new()),
            Test::Empty => Set::NoPlanes((0..self.layout.planes).collect()),
            Test::Occupied(layer) => Set::Planes(self.layout.occupied(*layer).collect()),
            Test::Piece { layer, pieces } => {
                let held = self.of_player(pieces).unwrap_or_default();
                Set::Planes(self.piece_planes(*layer, held))
            }
            Test::Letter { layer, letter } => {
                let is_forgotten = self.forgets && self.is_lone(*letter);
                match &mut self.letters {
                    _any if is_forgotten => {}
                    Some(letters) => letters.push((*letter, *layer)),
                    None => return Err(Unsupported("a letter is bound where no pattern is")),
                }
                self.met.push((*letter, *layer));
                Set::Planes(self.layout.occupied(*layer).collect())
            }
            Test::Chosen(slot) => Set::Chosen(*slot),
            Test::InLine(slot) => Set::Line(*slot),
            Test::Centre => {
                let centre = CellSet::from_cells(self.grid(), [self.grid().centre()]);
                return self.constant(centre);
            }
            Test::Near(reach, slot) => Set::Near(*reach, *slot),
            Test::Neighbours { least, greatest, test, reach } => {
                let of = self.of_others(|this| this.forgotten(test))?;
                let greatest = most_neighbours(*reach, *greatest);
                Set::Count { of, reach: *reach, least: *least, greatest }
            }
            Test::Sees { ways, pattern } => {
                let outer = (self.letters.take(), std::mem::replace(&mut self.forgets, true));
                let nfa = self.of_others(|this| this.pattern(pattern, &[]));
                (self.letters, self.forgets) = outer;
                let (nfa, bindings) = nfa?;
                if !bindings.is_empty() {
                    return Err(Unsupported("a letter is bound inside `sees`"));
                }
                Set::Sees { nfa: self.add_nfa(nfa)?, dirs: self.dirs(ways) }
            }
            Test::Compare(comparison) => return self.comparison_set(comparison),
            Test::Not(test) => {
                let inner = self.forgotten(test)?;
                let of = self.set(inner).clone();
                if let Set::Planes(planes) = of {
                    Set::NoPlanes(planes)
                } else if let Set::NoPlanes(planes) = of {
                    Set::Planes(planes)
                } else {
                    Set::Not(inner)
                }
            }
            Test::And(tests) => return self.all_of(tests),
            Test::Or(tests) => {
                let parts = tests.iter().map(|test| self.without_letters(test));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.join_planes(parts)
            }
        };
        self.add(set)
    }

    fn is_lone(&self, letter: Letter) -> bool {
        self.lone.as_ref().is_some_and(|lone| lone.contains(&letter))
    }

    /// Tests of other cells than the one that is asked.
    fn of_others<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::take(&mut self.met);
        let lowered = lower(self);
        self.met = outer;
        lowered
    }

    /// The layer in which the cell that is asked has met the letter.
    pub(super) fn met_in(&self, letter: Letter) -> Option<Layer> {
        self.met.iter().find(|met| met.0 == letter).map(|met| met.1)
    }

    /// A test in which no letter may be bound, nor met: a set is the same for every match.
    pub(crate) fn without_letters(&mut self, test: &Test) -> Result<SetId, Unsupported> {
        let outer = self.letters.take();
        let has_letters = std::mem::replace(&mut self.has_letters, false);
        let set = self.test(test);
        self.letters = outer;
        self.has_letters = has_letters;
        set
    }

    /// A test behind which what it binds is forgotten.
    fn forgotten(&mut self, test: &Test) -> Result<SetId, Unsupported> {
        let outer = std::mem::replace(&mut self.forgets, true);
        let set = self.without_letters(test);
        self.forgets = outer;
        set
    }

    /// Tests of conditions, numbers and statements: what the first binds the others may ask, and then
    /// all is forgotten.
    pub(super) fn asked<const N: usize>(
        &mut self,
        tests: [&Test; N],
    ) -> Result<[SetId; N], Unsupported> {
        if self.lone.is_some() {
            return self.of_others(|this| this.each_forgotten(tests));
        }
        self.lone = Some(lone_letters(tests));
        let sets = match tests[..] {
            [test] => self.any_letters(test).map(|set| [set; N]),
            _ => self.each_forgotten(tests),
        };
        self.lone = None;
        sets
    }

    fn each_forgotten<const N: usize>(
        &mut self,
        tests: [&Test; N],
    ) -> Result<[SetId; N], Unsupported> {
        let mut sets = [SetId(0); N];
        for (set, test) in sets.iter_mut().zip(tests) {
            *set = self.forgotten(test)?;
        }
        Ok(sets)
    }

    /// The cells that pass, whatever letters are bound to.
    fn any_letters(&mut self, test: &Test) -> Result<SetId, Unsupported> {
        let found = self.forgotten(test);
        if found.is_ok() {
            return found;
        }
        if let Test::Or(tests) = test {
            let parts = tests.iter().map(|test| self.any_letters(test));
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            return self.add(Set::Or(parts));
        }
        self.with_any_content(test).map_or(found, Ok)
    }

    /// The cells of all. A layer holds one thing on a cell: what all say of it is one question.
    fn all_of(&mut self, tests: &[Test]) -> Result<SetId, Unsupported> {
        let mut parts = Vec::new();
        let mut none: Vec<u16> = Vec::new();
        let mut held: Vec<(Range<u16>, Vec<u16>)> = Vec::new();
        for test in tests {
            let part = self.part_of_test(test)?;
            let set = self.set(part).clone();
            if let Set::NoPlanes(planes) = set {
                none.extend(planes);
            } else if let Set::Planes(planes) = set
                && let Some(layer) = self.layer_of(&planes)
            {
                match held.iter_mut().find(|(other, _)| *other == layer) {
                    Some((_, held)) => held.retain(|plane| planes.contains(plane)),
                    None => held.push((layer, planes)),
                }
            } else {
                parts.push(part);
            }
        }
        let mut all = Vec::new();
        for (layer, mut planes) in held {
            planes.retain(|plane| !none.contains(plane));
            none.retain(|plane| !layer.contains(plane));
            all.push(self.add(Set::Planes(planes))?);
        }
        all.extend(parts);
        none.sort_unstable();
        none.dedup();
        if !none.is_empty() || all.is_empty() {
            all.push(self.add(Set::NoPlanes(none))?);
        }
        match all[..] {
            [only] => Ok(only),
            _ => self.add(Set::And(all)),
        }
    }

    /// The planes of the layer that all of these are of, if they are of one.
    fn layer_of(&self, planes: &[u16]) -> Option<Range<u16>> {
        let layers = (0..).zip(&self.layout.layers).map(|(layer, _)| Layer(layer));
        let mut planes_of = layers.map(|layer| self.layout.occupied(layer));
        let is_of_it = |layer: &Range<u16>| planes.iter().all(|plane| layer.contains(plane));
        planes_of.find(is_of_it).filter(|_| !planes.is_empty())
    }

    /// Any of the sets; sets of planes become one.
    fn join_planes(&self, parts: Vec<SetId>) -> Set {
        let planes = parts.iter().map(|&part| {
            if let Set::Planes(planes) = self.set(part) { Some(planes.clone()) } else { None }
        });
        match planes.collect::<Option<Vec<_>>>() {
            Some(planes) => {
                let mut planes = planes.concat();
                planes.sort_unstable();
                planes.dedup();
                Set::Planes(planes)
            }
            None => Set::Or(parts),
        }
    }

    pub(crate) fn piece_planes(&self, layer: Layer, held: PieceSet) -> Vec<u16> {
        match self.layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                (0..count).filter(|&it| held.contains(i32::from(it))).map(|it| first + it).collect()
            }
            LayerPlanes::Numbers { .. } => Vec::new(),
        }
    }

    fn comparison_set(&mut self, comparison: &Comparison) -> Result<SetId, Unsupported> {
        let Comparison { left, operator, right } = comparison;
        if self.range(left).is_none() || self.range(right).is_none() {
            return Err(Unsupported("a comparison of a cell can overflow or divide by zero"));
        }
        if is_fixed(left) && is_fixed(right) {
            return self.fixed_comparison(comparison);
        }
        let (left, right) = (self.checked_number(left)?, self.checked_number(right)?);
        let (mut layers, mut letters) = (Vec::new(), Vec::new());
        for side in [&comparison.left, &comparison.right] {
            layers_read(side, &mut layers);
            letters_of_number(side, &mut letters);
        }
        for layer in letters.into_iter().filter_map(|letter| self.met_in(letter)) {
            if !layers.contains(&layer) {
                layers.push(layer);
            }
        }
        let layers = layers.into_iter().map(|layer| self.layout.layer(layer)).collect();
        self.add(Set::Numbers { left, compare: *operator, right, layers })
    }

    /// A comparison that only asks where a cell is.
    fn fixed_comparison(&mut self, comparison: &Comparison) -> Result<SetId, Unsupported> {
        let grid = *self.grid();
        let holds = |cell: &Cell| {
            let left = fixed_number(&comparison.left, &grid, *cell, self.rules);
            let right = fixed_number(&comparison.right, &grid, *cell, self.rules);
            comparison.operator.holds(left, right)
        };
        let cells = CellSet::from_cells(&grid, grid.cells().filter(holds));
        self.constant(cells)
    }
}

/// The most of a cell's neighbours that may pass.
pub(super) fn most_neighbours(reach: Reach, greatest: Option<u32>) -> u32 {
    let all = Test::directions(reach).len() as u32;
    greatest.map_or(all, |greatest| greatest.min(all))
}

/// True if the number depends on nothing but the cell, the board's shape and options.
fn is_fixed(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(_)
        | Expr::Option(_)
        | Expr::Row
        | Expr::Column
        | Expr::Width
        | Expr::Height => true,
        Expr::Value(_)
        | Expr::Local(_)
        | Expr::Letter(_)
        | Expr::Here(_)
        | Expr::Ply
        | Expr::Chosen(_)
        | Expr::Count(_)
        | Expr::RowOf(_)
        | Expr::ColumnOf(_)
        | Expr::Across(_)
        | Expr::Down(_) => false,
        Expr::Function(..) | Expr::Negate(_) | Expr::Binary(..) => expr.operands().all(is_fixed),
    }
}

/// A fixed number whose range was found, so that nothing overflows.
fn fixed_number(
    expr: &Expr,
    grid: &masume_board::Grid,
    cell: Cell,
    rules: &masume_rules::model::Rules,
) -> i64 {
    let of = |expr: &Expr| fixed_number(expr, grid, cell, rules);
    match expr {
        Expr::Constant(number) => *number,
        Expr::Option(id) => rules.options.get(usize::from(id.0)).map_or(0, |it| it.value),
        Expr::Row => i64::from(grid.row(cell)) + 1,
        Expr::Column => i64::from(grid.column(cell)) + 1,
        Expr::Width => grid.width().into(),
        Expr::Height => grid.height().into(),
        Expr::Function(function, arguments) => {
            let arguments: Vec<i64> = arguments.iter().map(of).collect();
            function.apply(&arguments).unwrap_or(0)
        }
        Expr::Negate(inner) => -of(inner),
        Expr::Binary(left, operation, right) => operation.apply(of(left), of(right)).unwrap_or(0),
        Expr::Value(_)
        | Expr::Local(_)
        | Expr::Letter(_)
        | Expr::Here(_)
        | Expr::Ply
        | Expr::Chosen(_)
        | Expr::Count(_)
        | Expr::RowOf(_)
        | Expr::ColumnOf(_)
        | Expr::Across(_)
        | Expr::Down(_) => 0,
    }
}

/// The layers whose numbers of this cell are read.
pub(super) fn layers_read(expr: &Expr, found: &mut Vec<Layer>) {
    if let Expr::Here(layer) = expr
        && !found.contains(layer)
    {
        found.push(*layer);
    }
    expr.operands().for_each(|operand| layers_read(operand, found));
}
