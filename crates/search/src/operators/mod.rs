//! Rules of fixed length as operators: what an action needs of which place, and what it puts there.
//!
//! A place is a layer of a cell. An operator is one place of one rule on one board: it holds where
//! every place it names holds one of the contents it allows. Nothing is decided here about which
//! operators can ever be used; a caller follows what can be reached from the start.
//!
//! What has no fixed length (walks, repeats), draws, or depends on more than contents is refused:
//! then a search has the engine's successors alone.

mod action_body;
mod formula;
mod monotone_counts;
mod operator_list;
mod unique_pieces;

use masume_board::{Cell, Grid};
use masume_rules::action::Action;
use masume_rules::model::{
    Content, EMPTY, EndKind, Expr, Layer, PassRule, Player, Rules, Statement, Write,
};
use masume_rules::state::State;

use crate::Relevance;
use crate::meter::{Exhausted, Meter};
pub(crate) use formula::{Formula, Literal};
pub(crate) use monotone_counts::MonotoneCounts;
pub(crate) use operator_list::{GroundedAction, Operator, OperatorGroup, OperatorList};
pub(crate) use unique_pieces::{UniquePiece, unique_pieces};

/// Index of a place: layer after layer, in each the inner cells in reading order.
pub(crate) type Place = u32;

/// Contents as bits: bit 0 is nothing, bit i the i-th content of the layer's list.
pub(crate) type Mask = u64;

/// Reason why there are no operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// A layer has more contents than a mask has bits.
    Contents,
    /// A rule whose length, or number of places, is not fixed.
    Length,
    /// A statement, test or expression that is more than contents of places.
    Meaning,
    /// More operators than anybody would wait for.
    Many,
    /// A bound of the caller was met.
    Exhausted(Exhausted),
}

impl From<Exhausted> for Refused {
    fn from(met: Exhausted) -> Self {
        Self::Exhausted(met)
    }
}

/// Content that is put on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// The content of this code.
    Code(u8),
    /// The content that another place held before.
    Copy(Place),
}

/// A game on one board as operators.
#[derive(Clone, Debug)]
pub(crate) struct Operators {
    grid: Grid,
    /// Player whose actions and wins these are.
    player: Player,
    /// Inner cells in reading order.
    cells: Vec<Cell>,
    /// Indexed [layer]: the contents that can lie there, nothing first.
    contents: Vec<Vec<Content>>,
    /// Indexed by cell of the grid: its place in layer 0.
    places: Vec<Option<Place>>,
    /// The codes of a first state, by place.
    pub(crate) start: Vec<u8>,
    pub(crate) list: OperatorList,
    /// Condition of a win; refused where that is more than contents of places.
    pub(crate) goal: Result<Formula, Refused>,
    /// By place, the contents that it can come to hold: followed forward from the start as if nothing ever ended.
    held: Vec<Mask>,
}

/// Bytes of a place in all lists that have one for each: its code, what it can hold, and that while codes are found.
const PLACE_BYTES: u64 = (size_of::<u8>() + 2 * size_of::<Mask>()) as u64;

/// Bytes of a cell in the lists of cells, and of its contents while they are sorted.
const CELL_BYTES: u64 =
    (size_of::<Cell>() + size_of::<Option<Place>>() + size_of::<Content>()) as u64;

/// The most operators of a board.
const MOST_OPERATORS: usize = 1 << 20;

impl Operators {
    /// The operators of a game for one on the board of this state, as far as the meter allows.
    pub(crate) fn of(rules: &Rules, start: &State, meter: &Meter) -> Result<Self, Refused> {
        let live = Relevance::of(rules);
        let reads_numbers = live.values.iter().any(|&is_live| is_live);
        let reads_more = live.ply || live.passes || live.goals || live.random;
        if reads_numbers || reads_more || rules.pass != PassRule::Never || rules.again.is_some() {
            return Err(Refused::Meaning);
        }
        let counts_only = |it: &Statement| matches!(it, Statement::Effects(effects, _) if !action_body::ends(effects));
        if !rules.then.iter().all(counts_only) {
            return Err(Refused::Meaning);
        }
        let mut operators = Self::empty(rules, start, PLAYER, meter)?;
        operators.start = operators.codes(start).ok_or(Refused::Contents)?;
        operators.goal = match operators.goal_of(rules, meter) {
            Err(Refused::Exhausted(met)) => return Err(met.into()),
            goal => goal,
        };
        operators.list = operators.grounded(rules, meter)?;
        operators.held = operators.followed(meter)?;
        Ok(operators)
    }

    /// Every action with all that can be chosen. How many that are is known, and taken, before one is listed.
    fn grounded(&self, rules: &Rules, meter: &Meter) -> Result<OperatorList, Refused> {
        let mut list = OperatorList::default();
        for (index, info) in rules.actions.iter().enumerate() {
            let arguments = action_body::Arguments::of(&self.grid, &info.params);
            meter.keeps(arguments.combinations().saturating_mul(OperatorList::ACTION_BYTES))?;
            for arguments in arguments {
                let action = Action::new(index as u8, &arguments);
                action_body::BodySite { operators: self, action, meter }.add_to(&mut list, info)?;
                if list.len() > MOST_OPERATORS {
                    return Err(Refused::Many);
                }
            }
        }
        Ok(list)
    }

    /// Nothing but the board of a state, and what can lie on it.
    fn empty(rules: &Rules, start: &State, player: Player, meter: &Meter) -> Result<Self, Refused> {
        let grid = *start.board.grid();
        let of_cell = CELL_BYTES + PLACE_BYTES * rules.layers.len() as u64;
        meter.keeps(grid.cell_count() as u64 * of_cell)?;
        meter.does((grid.cell_count() * rules.layers.len()) as u64)?;
        let cells: Vec<Cell> = grid.inner_cells().collect();
        let mut places = vec![None; grid.cell_count()];
        for (index, cell) in cells.iter().enumerate() {
            places[cell.index()] = Some(index as Place);
        }
        Ok(Self {
            contents: contents(rules, start)?,
            grid,
            player,
            cells,
            places,
            start: Vec::new(),
            list: OperatorList::default(),
            goal: Ok(Formula::False),
            held: Vec::new(),
        })
    }

    /// Ways to win for who acts in a state, each as pieces that have to lie there; what else they ask for is left out,
    /// and so are wins that ask for no piece or are more than contents of places. `None` where there is no other, or
    /// there are more than so many.
    pub(crate) fn wins_by_pieces(
        rules: &Rules,
        seen: &State,
        most: usize,
        meter: &Meter,
    ) -> Option<Vec<Vec<(Layer, Content, Cell)>>> {
        let operators = Self::empty(rules, seen, seen.to_act, meter).ok()?;
        let wins = rules.ends.iter().filter(|end| end.kind == EndKind::Win);
        let wins: Vec<Formula> =
            wins.filter_map(|end| operators.condition(&end.condition, meter).ok()).collect();
        let mut found = Vec::new();
        for term in Formula::or(wins).terms_up_to(most).ok()? {
            let pieces: Vec<_> = term.iter().filter_map(|&it| operators.piece(it)).collect();
            if !pieces.is_empty() {
                found.push(pieces);
            }
        }
        // A line is found from both of its ends.
        found.sort_unstable();
        found.dedup();
        (!found.is_empty()).then_some(found)
    }

    /// The pieces that each count one in a player's points; `None` where points are more than a number of pieces.
    pub(crate) fn pieces_that_count(
        rules: &Rules,
        seen: &State,
        player: Player,
        meter: &Meter,
    ) -> Option<Vec<(Layer, Content, Cell)>> {
        let Expr::Count(test) = &rules.score.as_ref()?.value else { return None };
        let operators = Self::empty(rules, seen, player, meter).ok()?;
        let mut found = Vec::new();
        for &cell in &operators.cells {
            let mut asked = formula::TestSite { cell, action: None, letters: None, meter };
            match operators.test(test, &mut asked).ok()? {
                Formula::False => {}
                Formula::Is(literal) => found.push(operators.piece(literal)?),
                Formula::True | Formula::And(_) | Formula::Or(_) => return None,
            }
        }
        Some(found)
    }

    /// The piece that a literal asks for, if it is one.
    fn piece(&self, (place, mask): Literal) -> Option<(Layer, Content, Cell)> {
        let (layer, cell) = self.layer_and_cell(place);
        let code = mask.trailing_zeros() as usize;
        let content = self.contents[layer].get(code)?;
        let is_piece = code > 0 && mask.count_ones() == 1;
        is_piece.then_some((Layer(layer as u8), *content, self.cells[cell]))
    }

    /// Condition of a win: the first end that holds decides, so that those that do not win must come after all that
    /// do, and say no more than that nothing can be done.
    fn goal_of(&self, rules: &Rules, meter: &Meter) -> Result<Formula, Refused> {
        let mut goals = Vec::new();
        for end in &rules.ends {
            match end.kind {
                EndKind::Win => goals.push(self.condition(&end.condition, meter)?),
                EndKind::Lose | EndKind::Draw | EndKind::End => {
                    if end.condition != masume_rules::model::Condition::NoAction(None) {
                        return Err(Refused::Meaning);
                    }
                    break;
                }
                EndKind::Stage | EndKind::Goal => return Err(Refused::Meaning),
            }
        }
        Ok(Formula::or(goals))
    }

    /// The codes of a state, by place; `None` for one with contents that cannot be reached.
    pub(crate) fn codes(&self, state: &State) -> Option<Vec<u8>> {
        let mut codes = Vec::with_capacity(self.contents.len() * self.cells.len());
        for (layer, known) in self.contents.iter().enumerate() {
            let contents = state.board.contents(Layer(layer as u8));
            for cell in &self.cells {
                let content = contents[cell.index()];
                codes.push(known.iter().position(|it| *it == content)? as u8);
            }
        }
        Some(codes)
    }

    /// Number of inner cells.
    pub(crate) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The inner cell of this number.
    pub(crate) fn cell(&self, number: usize) -> Cell {
        self.cells[number]
    }

    /// Number of contents of a layer, nothing counted.
    fn code_count(&self, layer: Layer) -> usize {
        self.contents[usize::from(layer.0)].len()
    }

    /// The place of a layer at a cell; `None` on the rim.
    fn place(&self, layer: Layer, cell: Cell) -> Option<Place> {
        let first = self.places[cell.index()]?;
        Some(first + (usize::from(layer.0) * self.cells.len()) as Place)
    }

    /// The place's layer, and its cell by number among the inner cells.
    pub(crate) fn layer_and_cell(&self, place: Place) -> (usize, usize) {
        (place as usize / self.cells.len(), place as usize % self.cells.len())
    }

    /// Number of places.
    pub(crate) fn place_count(&self) -> usize {
        self.start.len()
    }

    /// The contents of a layer by their codes, nothing first.
    pub(crate) fn contents_of(&self, layer: usize) -> &[Content] {
        &self.contents[layer]
    }

    /// By place, the contents that it can come to hold: followed forward from the start as if nothing
    /// ever ended.
    pub(crate) fn held(&self) -> &[Mask] {
        &self.held
    }

    fn followed(&self, meter: &Meter) -> Result<Vec<Mask>, Exhausted> {
        let mut held: Vec<Mask> = self.start.iter().map(|&code| 1 << code).collect();
        loop {
            let mut has_grown = false;
            for operator in self.list.operators() {
                meter.does(1)?;
                if !operator.is_usable(&held) {
                    continue;
                }
                for &(place, put) in operator.puts {
                    let added = match put {
                        Put::Code(code) => 1 << code,
                        Put::Copy(from) => held[from as usize] & operator.needed(from),
                    };
                    has_grown |= held[place as usize] | added != held[place as usize];
                    held[place as usize] |= added;
                }
            }
            if !has_grown {
                return Ok(held);
            }
        }
    }

    /// The operators whose places can hold what they need, where this is what each can hold.
    pub(crate) fn usable<'g>(&'g self, held: &'g [Mask]) -> impl Iterator<Item = Operator<'g>> {
        self.list.operators().filter(|operator| operator.is_usable(held))
    }

    /// Number of layers.
    pub(crate) fn layer_count(&self) -> usize {
        self.contents.len()
    }
}

/// Contents that can lie on each layer: what lies there in the start, and what rules put there.
fn contents(rules: &Rules, start: &State) -> Result<Vec<Vec<Content>>, Refused> {
    let mut contents: Vec<Vec<Content>> = Vec::new();
    for layer in 0..rules.layers.len() {
        let mut found = start.board.contents(Layer(layer as u8)).to_vec();
        found.extend(written(rules, Layer(layer as u8))?);
        // Nothing is the least number.
        found.push(EMPTY);
        found.sort_unstable();
        found.dedup();
        if found.len() > Mask::BITS as usize {
            return Err(Refused::Contents);
        }
        contents.push(found);
    }
    Ok(contents)
}

/// The contents that actions put on a layer by name.
fn written(rules: &Rules, layer: Layer) -> Result<Vec<Content>, Refused> {
    let mut found = Vec::new();
    for action in &rules.actions {
        for rule in action_body::rules_of(&action.body) {
            for write in rule.alternatives.iter().flat_map(|it| it.writes.iter().flatten()) {
                match write {
                    Write::Clear(_) | Write::Letter(..) => {}
                    Write::Piece(to, pieces) if *to == layer => found.extend(pieces),
                    Write::Piece(..) => {}
                    Write::Number(..) => return Err(Refused::Meaning),
                }
            }
        }
    }
    Ok(found)
}

/// The single player.
const PLAYER: Player = Player(0);
