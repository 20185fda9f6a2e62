//! Games of taking equal things in pairs until none is left.
//!
//! What is between the two of a pair may only be asked to be free, or for what never changes: taking
//! something away never prevents anything. So of all that can be done, what is allowed more can be done
//! sooner, and a set of pairs is taken whole in one order or in none.

use std::collections::BTreeMap;

use masume_board::{Cell, Direction, Grid};
use masume_rules::model::{
    ActionInfo, Block, Compare, Comparison, Condition, Content, EMPTY, Effect, End, EndKind, Expr,
    Layer, Letter, Part, PassRule, Pattern, Player, Rule, Rules, Statement, Strategy, Test, Value,
    Write, parts,
};
use masume_rules::state::State;

/// The most tiles of a kind: eight fall into pairs in 105 ways.
const MOST_OF_A_KIND: usize = 8;

/// The longest program of a pattern.
const MOST_INSTRUCTIONS: usize = 256;

/// Instructions that are read between two tiles, one after another; the last is `Done`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instruction {
    /// Steps to the next cell, which must be in this set.
    Read(usize),
    /// Goes on at one of these, too.
    Split(usize),
    /// Goes on there.
    Jump(usize),
    /// At a right angle, either way.
    Turn,
    /// In any direction.
    Bend,
    /// The next cell is the other tile.
    Done,
}

/// Cells that may lie between two tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Between {
    /// By cell: whether what never changes allows for it.
    pub(crate) is_allowed: Vec<bool>,
    /// True if no tile may lie there.
    pub(crate) is_free: bool,
}

/// Two tiles of a kind, the lesser cell first.
pub(crate) type Pair = (u32, u32);

/// The game on one board.
#[derive(Clone, Debug)]
pub(crate) struct Removal {
    pub(crate) grid: Grid,
    /// Index of the action that takes a pair.
    pub(crate) action: u8,
    /// True if only the lesser cell is where its pattern begins.
    pub(crate) unordered: bool,
    pub(crate) directions: Vec<Direction>,
    pub(crate) program: Vec<Instruction>,
    pub(crate) sets: Vec<Between>,
    /// Of each kind that there is, its tiles in reading order.
    pub(crate) kinds: Vec<(Content, Vec<u32>)>,
    /// True if pairs are all that can be taken, whatever happens.
    pub(crate) is_all: bool,
}

impl Removal {
    /// The game on the board of this state; `None` where it is another.
    pub(crate) fn of(rules: &Rules, start: &State) -> Option<Self> {
        let has_more = rules.again.is_some() || rules.pass != PassRule::Never;
        if rules.players.len() != 1 || has_more || !rules.then.iter().all(only_counts) {
            return None;
        }
        let layer = cleared_layer(rules)?;
        let is_taking = |info: &ActionInfo| taking_rule(info, layer).is_some();
        let index = rules.actions.iter().position(is_taking)?;
        let info = &rules.actions[index];
        let rule = taking_rule(info, layer)?;
        let others = rules.actions.iter().enumerate().filter(|(other, _)| *other != index);
        let is_all = others.into_iter().all(|(other, _)| is_never_legal(rules, start, other));
        let mut kinds: Vec<(Content, Vec<u32>)> = Vec::new();
        let mut number_of: BTreeMap<Content, usize> = BTreeMap::new();
        for cell in start.board.grid().inner_cells() {
            let content = start.board.contents(layer)[cell.index()];
            if content == EMPTY {
                continue;
            }
            let number = *number_of.entry(content).or_insert(kinds.len());
            match kinds.get_mut(number) {
                Some((_, tiles)) if tiles.len() == MOST_OF_A_KIND => return None,
                Some((_, tiles)) => tiles.push(cell.index() as u32),
                None => kinds.push((content, vec![cell.index() as u32])),
            }
        }
        let mut removal = Self {
            grid: *start.board.grid(),
            action: index as u8,
            unordered: info.unordered,
            directions: rule.ways.directions(Player(0), &|_| None),
            program: Vec::new(),
            sets: Vec::new(),
            kinds,
            is_all,
        };
        let Pattern::Sequence(parts) = &rule.pattern else { return None };
        let [_first, between @ .., _last] = &parts[..] else { return None };
        for part in between {
            removal.compile(part, start, layer)?;
        }
        removal.program.push(Instruction::Done);
        Some(removal)
    }

    fn compile(&mut self, pattern: &Pattern, start: &State, layer: Layer) -> Option<()> {
        if self.program.len() > MOST_INSTRUCTIONS {
            return None;
        }
        match pattern {
            Pattern::Cell { test, .. } => {
                let mut set = Between {
                    is_allowed: vec![true; start.board.grid().cell_count()],
                    is_free: false,
                };
                allow(test, start, layer, &mut set)?;
                let known = self.sets.iter().position(|it| *it == set);
                let index = known.unwrap_or_else(|| {
                    self.sets.push(set);
                    self.sets.len() - 1
                });
                self.program.push(Instruction::Read(index));
            }
            Pattern::Sequence(parts) => {
                parts.iter().try_for_each(|part| self.compile(part, start, layer))?;
            }
            Pattern::Repeat { body, least, greatest } => {
                let most = greatest.unwrap_or(*least);
                if most as usize > MOST_INSTRUCTIONS {
                    return None;
                }
                for _ in 0..*least {
                    self.compile(body, start, layer)?;
                }
                for _ in *least..most {
                    let split = self.program.len();
                    self.program.push(Instruction::Split(0));
                    self.compile(body, start, layer)?;
                    self.program[split] = Instruction::Split(self.program.len());
                }
                if greatest.is_none() {
                    let split = self.program.len();
                    self.program.push(Instruction::Split(0));
                    self.compile(body, start, layer)?;
                    self.program.push(Instruction::Jump(split));
                    self.program[split] = Instruction::Split(self.program.len());
                }
            }
            Pattern::Turn => self.program.push(Instruction::Turn),
            Pattern::Bend => self.program.push(Instruction::Bend),
            Pattern::Choice(_) | Pattern::Edge => return None,
        }
        Some(())
    }

    /// The directions into which a bend leads.
    pub(crate) fn bends(&self) -> &'static [Direction] {
        let has_diagonal = self.directions.iter().any(|direction| direction.is_diagonal());
        if has_diagonal { &Direction::ALL } else { &Direction::ORTHOGONAL }
    }

    /// The cells at which a walk from this one may end, where some tiles are gone: cell by cell.
    pub(super) fn ends(&self, from: u32, is_tile: &[bool]) -> Vec<bool> {
        let cells = self.grid.cell_count();
        let mut ends = vec![false; cells];
        let mut seen = vec![false; self.program.len() * Direction::ALL.len() * cells];
        let mut open: Vec<(usize, Direction, Cell)> = Vec::new();
        let first = self.grid.cells().nth(from as usize);
        open.extend(
            first.iter().flat_map(|&cell| self.directions.iter().map(move |&way| (0, way, cell))),
        );
        while let Some((at, direction, cell)) = open.pop() {
            let key = (at * Direction::ALL.len() + direction as usize) * cells + cell.index();
            if std::mem::replace(&mut seen[key], true) {
                continue;
            }
            match self.program[at] {
                Instruction::Read(set) => {
                    let set = &self.sets[set];
                    let next = self.grid.step(cell, direction).filter(|next| {
                        set.is_allowed[next.index()] && !(set.is_free && is_tile[next.index()])
                    });
                    open.extend(next.map(|next| (at + 1, direction, next)));
                }
                Instruction::Split(other) => {
                    open.extend([(at + 1, direction, cell), (other, direction, cell)]);
                }
                Instruction::Jump(to) => open.push((to, direction, cell)),
                Instruction::Turn => {
                    open.extend(direction.right_angles().map(|way| (at + 1, way, cell)));
                }
                Instruction::Bend => {
                    open.extend(self.bends().iter().map(|&way| (at + 1, way, cell)));
                }
                Instruction::Done => {
                    if let Some(end) = self.grid.step(cell, direction) {
                        ends[end.index()] = true;
                    }
                }
            }
        }
        ends
    }
}

/// All ways in which tiles fall into pairs; none where their number is odd.
pub(crate) fn pairings(tiles: &[u32]) -> Vec<Vec<Pair>> {
    let Some((&first, rest)) = tiles.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for (index, &other) in rest.iter().enumerate() {
        let mut left = rest.to_vec();
        left.remove(index);
        for mut pairing in pairings(&left) {
            pairing.insert(0, (first, other));
            all.push(pairing);
        }
    }
    all
}

/// The layer that is to be cleared; `None` where an end says more.
fn cleared_layer(rules: &Rules) -> Option<Layer> {
    let (win, others) = rules.ends.split_first()?;
    if win.kind != EndKind::Win || !others.iter().all(End::is_stuck) {
        return None;
    }
    let test = if let Condition::Not(inner) = &win.condition {
        if let Condition::Some(test) = &**inner { Some(test) } else { None }
    } else if let Condition::Compare(Comparison { left, operator: Compare::Equal, right }) =
        &win.condition
    {
        let (Expr::Count(test), Expr::Constant(0)) = (left, right) else { return None };
        Some(&**test)
    } else {
        None
    };
    if let Some(Test::Occupied(layer)) = test { Some(*layer) } else { None }
}

/// True if a statement changes numbers and nothing else.
fn only_counts(statement: &Statement) -> bool {
    let finishes = |effect: &Effect| matches!(effect, Effect::Finish(_));
    matches!(statement, Statement::Effects(effects, _) if !effects.iter().any(finishes))
}

/// The rule of an action that takes two equal tiles, and does nothing else.
fn taking_rule(info: &ActionInfo, layer: Layer) -> Option<&Rule> {
    use masume_rules::model::ParamKind::Cell as AnyCell;
    use masume_rules::model::ParamSlot;
    if info.when.is_some() || info.params != [AnyCell, AnyCell] {
        return None;
    }
    let rule = rule_of(&info.body)?;
    let is_plain = rule.strategy == Strategy::All
        && rule.alternatives.len() == 1
        && (rule.from, rule.to) == (Some(ParamSlot(0)), Some(ParamSlot(1)))
        && !rule.effects.iter().any(|effect| matches!(effect, Effect::Finish(_)));
    let Pattern::Sequence(parts) = &rule.pattern else { return None };
    let (first, last) = (letter_of(parts.first()?, layer)?, letter_of(parts.last()?, layer)?);
    let clears = |position: u32| {
        rule.alternatives[0].writes.get(position as usize).map(Vec::as_slice)
            == Some(&[Write::Clear(layer)])
    };
    let writes = rule.alternatives[0].writes.iter().flatten().count();
    let is_pair = first.1 == last.1 && first.0 != last.0 && clears(first.0) && clears(last.0);
    (is_plain && is_pair && writes == 2 && parts.len() >= 2).then_some(rule)
}

/// The only rule of a body, beside counts.
fn rule_of(body: &Block) -> Option<&Rule> {
    let mut acting = body.iter().filter(|statement| !only_counts(statement));
    let (statement, None) = (acting.next()?, acting.next()) else { return None };
    // A count beside makes an action legal that takes nothing, unless the rule must match.
    let has_counts = body.len() > 1;
    if let Statement::Must(block) = statement {
        rule_of(block)
    } else if let Statement::Rule(rule) = statement {
        (!has_counts).then_some(rule)
    } else {
        None
    }
}

/// The letter that a cell binds on the layer, where that is all it asks; with its position.
fn letter_of(pattern: &Pattern, layer: Layer) -> Option<(u32, Letter)> {
    let Pattern::Cell { position, test: Test::Letter { layer: of, letter } } = pattern else {
        return None;
    };
    (*of == layer).then_some((*position, *letter))
}

/// Narrows what may lie between tiles by a test; `None` where the test asks for more than that no tile is
/// there, and for what never changes.
fn allow(test: &Test, start: &State, layer: Layer, set: &mut Between) -> Option<()> {
    match test {
        Test::Any => {}
        Test::Empty => {
            set.is_free = true;
            let layers = (0..start.board.layer_count()).map(|layer| Layer(layer as u8));
            for other in layers.filter(|other| *other != layer) {
                let contents = start.board.contents(other).iter();
                let both = set.is_allowed.iter_mut().zip(contents);
                both.for_each(|(allowed, content)| *allowed &= *content == EMPTY);
            }
        }
        Test::Not(inner) if **inner == Test::Occupied(layer) => set.is_free = true,
        Test::And(parts) => {
            parts.iter().try_for_each(|part| allow(part, start, layer, set))?;
        }
        Test::Not(_)
        | Test::Occupied(_)
        | Test::Piece { .. }
        | Test::Letter { .. }
        | Test::Chosen(_)
        | Test::InLine(_)
        | Test::Centre
        | Test::Near(..)
        | Test::Neighbours { .. }
        | Test::Sees { .. }
        | Test::Compare(_)
        | Test::Or(_) => return None,
    }
    Some(())
}

/// True if an action can never be done: its condition compares numbers that only its own body changes, and does not
/// hold.
fn is_never_legal(rules: &Rules, start: &State, action: usize) -> bool {
    let Some(when) = &rules.actions[action].when else { return false };
    let Condition::Compare(Comparison { left, operator, right }) = &when.value else {
        return false;
    };
    let mut read = Vec::new();
    let mut number = |expr: &Expr| {
        if let Expr::Value(value) = expr {
            read.push(*value);
            start.values.get(usize::from(value.0)).copied()
        } else if let Expr::Option(option) = expr {
            rules.options.get(usize::from(option.0)).map(|option| option.value)
        } else if let Expr::Constant(number) = expr {
            Some(*number)
        } else {
            None
        }
    };
    let (Some(left), Some(right)) = (number(left), number(right)) else { return false };
    let others = rules.actions.iter().enumerate().filter(|(other, _)| *other != action);
    let bodies = others.map(|(_, info)| &info.body).chain([&rules.then]);
    let writes = |part: Part<'_>, value: Value| matches!(part, Part::Effect(Effect::Assign(to, ..)) if *to == value);
    let mut all = bodies.flatten().flat_map(parts);
    let is_changed = all.any(|part| read.iter().any(|&value| writes(part, value)));
    !is_changed && !operator.holds(left, right)
}
