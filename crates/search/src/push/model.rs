//! A game of a walker who moves things, as facts that are bits: which mover lies where, and where
//! the walker stands.
//!
//! Recognised by structure alone: one piece of which there is always exactly one, that every operator
//! needs, and that stands somewhere else or where it was afterwards. What it is called, on which layer
//! it lies, and what its operators do besides (push, pull, two at once, in eight directions) is left
//! open.

use masume_board::Cell;
use masume_rules::action::Action;
use masume_rules::model::{Content, Layer};

use crate::meter::Meter;
use crate::operators::{Formula, Literal, Mask, Operator, Operators, Place, Put};

/// Index of a cell that anything can come to.
pub(crate) type Spot = u16;

/// Index of a fact: kind by kind, in each the spots.
pub(crate) type FactId = u32;

/// The most spots: a spot is packed into two bytes, and tables have a side of them.
const MOST_SPOTS: usize = 2048;

/// Bytes that the allocator adds to the lists of a move.
const LISTS_BYTES: usize = 64;

/// Move of the walker at a spot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// Action of the game.
    pub(crate) action: Action,
    /// Spot on which the walker must stand.
    pub(crate) from: Spot,
    /// Spot on which it stands afterwards.
    pub(crate) to: Spot,
    /// Facts that must hold.
    pub(crate) needs: Vec<FactId>,
    /// Facts that must not hold.
    pub(crate) forbids: Vec<FactId>,
    /// Facts that end, whether or not they held.
    pub(crate) clears: Vec<FactId>,
    /// Facts that begin.
    pub(crate) sets: Vec<FactId>,
}

impl Move {
    /// Bytes of a move with its lists.
    fn bytes(&self) -> u64 {
        let facts = self.needs.len() + self.forbids.len() + self.clears.len() + self.sets.len();
        (size_of::<Self>() + LISTS_BYTES + facts * size_of::<FactId>()) as u64
    }

    /// True if it changes no fact.
    pub(crate) fn is_walk(&self) -> bool {
        self.clears.is_empty() && self.sets.is_empty()
    }
}

/// Clause that a win asks of a spot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    /// One of these facts holds.
    AnyOf(Vec<FactId>),
    /// None of these facts holds.
    NoneOf(Vec<FactId>),
}

/// The game on one board.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// Number of spots.
    pub(crate) spots: usize,
    /// Its cell, by spot.
    pub(crate) cells: Vec<Cell>,
    /// Number of facts.
    pub(crate) facts: usize,
    /// Indexed by fact: what lies where; `None` for what never begins or never ends.
    pub(crate) said: Vec<Option<(Layer, Content, Cell)>>,
    /// All moves; those of one spot and one action stand together, and the first that holds is done.
    pub(crate) moves: Vec<Move>,
    /// Indexed by spot: the ranges of `moves` of each action.
    pub(crate) choices: Vec<Vec<(u32, u32)>>,
    /// All must hold.
    pub(crate) goal: Vec<Clause>,
    /// Facts of the start.
    pub(crate) start: Vec<FactId>,
    /// Spot on which the walker starts.
    pub(crate) walker: Spot,
    /// Indexed by spot: facts that never hold while the walker stands there.
    pub(crate) absent: Vec<Vec<FactId>>,
    /// True if every walk can be taken back at once: then all that matters of the walker is its region.
    pub(crate) is_reversible: bool,
    /// Layer and code of the walker.
    pub(crate) walker_piece: (usize, u8),
    /// Layers and codes of what is told apart from it, kind by kind.
    pub(crate) movers: Vec<(usize, u8)>,
}

impl Model {
    /// Memory of the moves, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.moves.iter().map(Move::bytes).sum()
    }

    /// Spots to which one could walk if nothing were in the way, ascending, by spot.
    pub(crate) fn beside(&self) -> Vec<Vec<Spot>> {
        let mut beside = vec![Vec::new(); self.spots];
        for it in self.moves.iter().filter(|it| it.is_walk() && it.from != it.to) {
            beside[usize::from(it.from)].push(it.to);
        }
        for spots in &mut beside {
            spots.sort_unstable();
            spots.dedup();
        }
        beside
    }
}

/// The walker's layer and code.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Walker {
    layer: usize,
    code: u8,
}

impl Model {
    /// The model of a game that has one; `None` where its structure is another, or the meter met a bound.
    pub(crate) fn of(operators: &Operators, meter: &Meter) -> Option<Self> {
        let held = operators.held();
        let operator_count = operators.list.len() as u64;
        meter.does(operator_count).ok()?;
        meter.fits(operator_count * size_of::<Used<'_>>() as u64).ok()?;
        let mut usable: Vec<Used<'_>> = Vec::new();
        for (choice, it) in operators.list.actions().enumerate() {
            for (group, of_group) in it.groups().enumerate() {
                let kept = of_group.operators().filter(|operator| operator.is_usable(held));
                usable.extend(kept.map(|operator| Used { choice, group, operator }));
            }
        }
        let mut walkers = (0..operators.layer_count())
            .flat_map(|layer| (1..Mask::BITS as u8).map(move |code| Walker { layer, code }));
        let walker = walkers.find(|&walker| is_walker((operators, meter), &usable, walker))?;
        Builder::new(operators, walker, meter)?.build(&usable)
    }
}

/// An operator that can be reached.
struct Used<'a> {
    choice: usize,
    group: usize,
    operator: Operator<'a>,
}

/// Place at which the operator needs the walker; `None` where it does not, or in several places.
fn anchor(
    operators: &Operators,
    held: &[Mask],
    walker: Walker,
    needs: &[Literal],
) -> Option<Place> {
    let mut anchors = needs.iter().filter(|&&(place, mask)| {
        let (layer, _) = operators.layer_and_cell(place);
        layer == walker.layer && mask & held[place as usize] == 1 << walker.code
    });
    match (anchors.next(), anchors.next()) {
        (Some(&(place, _)), None) => Some(place),
        (Some(_) | None, _) => None,
    }
}

/// True if there is exactly one of this content in the start, and after every operator.
fn is_walker(
    (operators, meter): (&Operators, &Meter),
    usable: &[Used<'_>],
    walker: Walker,
) -> bool {
    let held = operators.held();
    let cells = operators.cell_count();
    let of_layer = &operators.start[walker.layer * cells..][..cells];
    if of_layer.iter().filter(|code| **code == walker.code).count() != 1 {
        return false;
    }
    usable.iter().all(|Used { operator, .. }| {
        if meter.does(1).is_err() {
            return false;
        }
        let Some(from) = anchor(operators, held, walker, operator.needs) else { return false };
        let mut puts_there = 0;
        let mut leaves = false;
        for &(place, put) in operator.puts {
            let (layer, _) = operators.layer_and_cell(place);
            let is_put = match put {
                Put::Code(code) => layer == walker.layer && code == walker.code,
                Put::Copy(copied) => copied == from,
            };
            puts_there += usize::from(is_put);
            leaves |= place == from && !is_put;
        }
        // It stays where it is untouched or put again, or goes to one other place.
        let stays = !leaves
            && operator.puts.iter().all(|(place, put)| {
                let is_put = *put == Put::Code(walker.code) || *put == Put::Copy(from);
                !is_put || *place == from || operators.layer_and_cell(*place).0 != walker.layer
            });
        stays || (leaves && puts_there == 1)
    })
}

struct Builder<'a> {
    operators: &'a Operators,
    meter: &'a Meter,
    held: &'a [Mask],
    walker: Walker,
    /// Spot of each cell.
    spots: Vec<Option<Spot>>,
    spot_count: usize,
    /// The kinds of movers: layer and code.
    kinds: Vec<(usize, u8)>,
}

impl<'a> Builder<'a> {
    fn new(operators: &'a Operators, walker: Walker, meter: &'a Meter) -> Option<Self> {
        let held = operators.held();
        let cells = operators.cell_count();
        let mut kinds = Vec::new();
        let mut spots = vec![None; cells];
        let mut spot_count = 0;
        for cell in 0..cells {
            let changes = (0..operators.layer_count())
                .any(|layer| held[layer * cells + cell].count_ones() > 1);
            if changes {
                spots[cell] = Some(spot_count as Spot);
                spot_count += 1;
            }
        }
        for layer in 0..operators.layer_count() {
            let held = &held[layer * cells..][..cells];
            let changing = held.iter().filter(|mask| mask.count_ones() > 1);
            let mask = changing.fold(0, |all, mask| all | mask);
            let codes = (1..Mask::BITS as u8).filter(|code| mask >> code & 1 == 1);
            kinds.extend(codes.map(|code| (layer, code)));
        }
        kinds.retain(|&kind| kind != (walker.layer, walker.code));
        let fits = spot_count <= MOST_SPOTS && !kinds.is_empty() && kinds.len() <= 16;
        fits.then_some(Self { operators, meter, held, walker, spots, spot_count, kinds })
    }

    /// The fact that a place holds a code; `None` where that is never or always so, or the walker.
    fn fact(&self, place: Place, code: u8) -> Option<FactId> {
        let (layer, cell) = self.operators.layer_and_cell(place);
        let kind = self.kinds.iter().position(|kind| *kind == (layer, code))?;
        let spot = self.spots[cell]?;
        let held = self.held[place as usize];
        (held.count_ones() > 1 && held >> code & 1 == 1)
            .then(|| (kind * self.spot_count) as FactId + FactId::from(spot))
    }

    /// By fact, what it says of the board.
    fn said(&self) -> Vec<Option<(Layer, Content, Cell)>> {
        let mut said = vec![None; self.kinds.len() * self.spot_count];
        for place in 0..self.operators.place_count() as Place {
            let (layer, cell) = self.operators.layer_and_cell(place);
            for &(_, code) in self.kinds.iter().filter(|kind| kind.0 == layer) {
                if let Some(fact) = self.fact(place, code) {
                    let content = self.operators.contents_of(layer)[usize::from(code)];
                    let cell = self.operators.cell(cell);
                    said[fact as usize] = Some((Layer(layer as u8), content, cell));
                }
            }
        }
        said
    }

    /// The codes that a place can hold while the walker is not there.
    fn codes(&self, place: Place) -> Mask {
        let (layer, _) = self.operators.layer_and_cell(place);
        let walker = if layer == self.walker.layer { 1 << self.walker.code } else { 0 };
        self.held[place as usize] & !walker
    }

    fn build(self, usable: &[Used<'_>]) -> Option<Model> {
        let mut moves: Vec<(Spot, usize, usize, Move)> = Vec::new();
        for used in usable {
            for it in self.moves(used)? {
                self.meter.does(1).ok()?;
                self.meter.keeps(it.bytes()).ok()?;
                moves.push((it.from, used.choice, used.group, it));
            }
        }
        moves.sort_by_key(|(from, choice, group, _)| (*from, *choice, *group));
        // Two operators of one group must not be done at once.
        for group in moves.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2)) {
            for (index, (_, _, _, one)) in group.iter().enumerate() {
                self.meter.does(index as u64).ok()?;
                let is_sure = group[..index].iter().all(|(_, _, _, other)| {
                    let is_same =
                        (&one.clears, &one.sets, one.to) == (&other.clears, &other.sets, other.to);
                    is_same || self.excludes(one, other)
                });
                if !is_sure {
                    return None;
                }
            }
        }
        let mut choices = vec![Vec::new(); self.spot_count];
        let mut first = 0;
        for choice in moves.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let end = first + choice.len() as u32;
            choices[usize::from(choice[0].0)].push((first, end));
            first = end;
        }
        let moves: Vec<Move> = moves.into_iter().map(|(_, _, _, it)| it).collect();
        let goal = self.goal()?;
        let (start, walker) = self.start()?;
        let is_spot = |cell: &usize| self.spots[*cell].is_some();
        let cells = (0..self.spots.len()).filter(is_spot).map(|cell| self.operators.cell(cell));
        let mut model = Model {
            spots: self.spot_count,
            cells: cells.collect(),
            facts: self.kinds.len() * self.spot_count,
            said: self.said(),
            moves,
            choices,
            goal,
            start,
            walker,
            absent: Vec::new(),
            is_reversible: false,
            walker_piece: (self.walker.layer, self.walker.code),
            movers: self.kinds.clone(),
        };
        model.absent = absent(&model, &self)?;
        model.is_reversible = is_reversible(&model, self.meter)?;
        Some(model)
    }

    /// An operator as moves, one for each way in which it can be told what it moves.
    fn moves(&self, used: &Used<'_>) -> Option<Vec<Move>> {
        let operator = used.operator;
        let anchor = anchor(self.operators, self.held, self.walker, operator.needs)?;
        let from = self.spots[self.operators.layer_and_cell(anchor).1]?;
        // Step 1. Which codes each place that is named may hold.
        let mut cases: Vec<Vec<(Place, Mask)>> = vec![Vec::new()];
        let mut places: Vec<Place> = operator.needs.iter().map(|it| it.0).collect();
        places.extend(operator.puts.iter().map(|it| it.0));
        places.sort_unstable();
        places.dedup();
        for place in places {
            if place == anchor {
                continue;
            }
            let allowed = operator.needed(place) & self.codes(place);
            let is_copied = operator.puts.iter().any(|(_, put)| *put == Put::Copy(place));
            let must_tell = is_copied || allowed & 1 == 0;
            let masks: Vec<Mask> = match must_tell {
                true => {
                    (0..Mask::BITS).map(|code| allowed & 1 << code).filter(|it| *it != 0).collect()
                }
                false => vec![allowed],
            };
            let with = |case: &Vec<(Place, Mask)>, mask: Mask| {
                case.iter().copied().chain([(place, mask)]).collect::<Vec<_>>()
            };
            cases =
                cases.iter().flat_map(|it| masks.iter().map(move |&mask| with(it, mask))).collect();
            if cases.len() > 256 {
                return None;
            }
        }
        // Step 2. Each as facts.
        cases.into_iter().map(|case| self.case(used, anchor, from, &case)).collect()
    }

    fn case(
        &self,
        used: &Used<'_>,
        anchor: Place,
        from: Spot,
        case: &[(Place, Mask)],
    ) -> Option<Move> {
        let operator = used.operator;
        let mut it = Move {
            action: self.operators.list.action(used.choice as u32).action,
            from,
            to: from,
            needs: Vec::new(),
            forbids: Vec::new(),
            clears: Vec::new(),
            sets: Vec::new(),
        };
        for &(place, mask) in case {
            let codes = self.codes(place);
            if mask == codes {
                continue;
            }
            match mask & 1 {
                0 => it.needs.extend(self.fact(place, mask.trailing_zeros() as u8)),
                _ => {
                    let others =
                        (1..Mask::BITS as u8).filter(|code| codes & !mask >> code & 1 == 1);
                    it.forbids.extend(others.filter_map(|code| self.fact(place, code)));
                }
            }
        }
        for &(place, put) in operator.puts {
            let is_walker = match put {
                Put::Code(code) => {
                    self.operators.layer_and_cell(place).0 == self.walker.layer
                        && code == self.walker.code
                }
                Put::Copy(copied) => copied == anchor,
            };
            if is_walker {
                it.to = self.spots[self.operators.layer_and_cell(place).1]?;
            }
            // What may have been there ends.
            let before = case.iter().find(|known| known.0 == place).map_or(0, |known| known.1);
            let ended = (1..Mask::BITS as u8).filter(|code| before >> code & 1 == 1);
            let ended: Vec<FactId> = ended.filter_map(|code| self.fact(place, code)).collect();
            let begun = match put {
                _ if is_walker => None,
                Put::Code(code) => self.fact(place, code),
                Put::Copy(copied) => {
                    let mask = case.iter().find(|known| known.0 == copied)?.1;
                    self.fact(place, mask.trailing_zeros() as u8)
                }
            };
            it.clears.extend(ended.into_iter().filter(|fact| Some(*fact) != begun));
            // What holds already does not begin.
            it.sets.extend(begun.filter(|fact| !it.needs.contains(fact)));
        }
        Some(it)
    }

    /// True if two moves can never both hold.
    fn excludes(&self, one: &Move, other: &Move) -> bool {
        let denies = |a: &Move, b: &Move| a.needs.iter().any(|fact| b.forbids.contains(fact));
        let place = |fact: FactId| {
            let (kind, spot) = (fact as usize / self.spot_count, fact as usize % self.spot_count);
            (self.kinds[kind].0, spot)
        };
        // A place holds one thing.
        let differ = one.needs.iter().any(|&fact| {
            other.needs.iter().any(|&known| known != fact && place(known) == place(fact))
        });
        denies(one, other) || denies(other, one) || differ
    }

    fn goal(&self) -> Option<Vec<Clause>> {
        let formula = self.operators.goal.as_ref().ok()?.simplified(self.held);
        let literals: Vec<Literal> = match formula {
            Formula::True | Formula::False | Formula::Or(_) => return None,
            Formula::Is(literal) => vec![literal],
            Formula::And(parts) => {
                let literal = |part: Formula| match part {
                    Formula::Is(literal) => Some(literal),
                    Formula::True | Formula::False | Formula::And(_) | Formula::Or(_) => None,
                };
                parts.into_iter().map(literal).collect::<Option<_>>()?
            }
        };
        literals.into_iter().map(|literal| self.clause(literal)).collect()
    }

    fn clause(&self, (place, mask): Literal) -> Option<Clause> {
        let (layer, _) = self.operators.layer_and_cell(place);
        let counts_walker =
            layer == self.walker.layer && self.held[place as usize] >> self.walker.code & 1 == 1;
        // Where the walker stands there is none of the others, as where nothing is.
        if counts_walker && (mask >> self.walker.code & 1 == 1) != (mask & 1 == 1) {
            return None;
        }
        let codes = self.codes(place);
        let facts = |mask: Mask| {
            let codes = (1..Mask::BITS as u8).filter(move |code| mask >> code & 1 == 1);
            codes.filter_map(|code| self.fact(place, code)).collect::<Vec<_>>()
        };
        Some(match mask & 1 {
            0 => Clause::AnyOf(facts(codes & mask)),
            _ => Clause::NoneOf(facts(codes & !mask)),
        })
    }

    fn start(&self) -> Option<(Vec<FactId>, Spot)> {
        let mut facts = Vec::new();
        let mut walker = None;
        for (place, &code) in self.operators.start.iter().enumerate() {
            let (layer, cell) = self.operators.layer_and_cell(place as Place);
            if (layer, code) == (self.walker.layer, self.walker.code) {
                walker = self.spots[cell];
            } else {
                facts.extend(self.fact(place as Place, code));
            }
        }
        Some((facts, walker?))
    }
}

/// By spot, the facts of that spot that never hold while the walker stands there: the greatest set
/// that the start and every move keep; `None` where the meter met a bound.
fn absent(model: &Model, builder: &Builder<'_>) -> Option<Vec<Vec<FactId>>> {
    let spots = model.spots;
    let mut absent: Vec<Vec<FactId>> = (0..spots)
        .map(|spot| (0..builder.kinds.len()).map(|kind| (kind * spots + spot) as FactId).collect())
        .collect();
    absent[usize::from(model.walker)].retain(|fact| !model.start.contains(fact));
    // One layer holds one content: with the walker there nothing else is.
    let shares_layer =
        |fact: FactId| builder.kinds[fact as usize / spots].0 == builder.walker.layer;
    loop {
        let mut has_shrunk = false;
        for it in &model.moves {
            builder.meter.does(1).ok()?;
            let of_from = absent[usize::from(it.from)].clone();
            let (to, is_left) = (usize::from(it.to), it.from != it.to);
            let before = absent[to].len();
            absent[to].retain(|fact| {
                let was_absent = it.forbids.contains(fact)
                    || it.clears.contains(fact)
                    || (!is_left && of_from.contains(fact));
                shares_layer(*fact) || (was_absent && !it.sets.contains(fact))
            });
            has_shrunk |= absent[to].len() < before;
        }
        if !has_shrunk {
            return Some(absent);
        }
    }
}

/// True if a walk leads back from where one leads, the board as it is; `None` where the meter met a bound.
fn is_reversible(model: &Model, meter: &Meter) -> Option<bool> {
    for walk in model.moves.iter().filter(|it| it.is_walk() && it.from != it.to) {
        let choices = &model.choices[usize::from(walk.to)];
        let moves: u64 = choices.iter().map(|(first, end)| u64::from(end - first)).sum();
        meter.does(moves).ok()?;
        if !leads_back(model, walk) {
            return Some(false);
        }
    }
    Some(true)
}

/// True if a walk leads back from where this one leads.
fn leads_back(model: &Model, walk: &Move) -> bool {
    let is_false = |fact: &FactId| {
        walk.forbids.contains(fact)
            || model.absent[usize::from(walk.from)].contains(fact)
            || model.absent[usize::from(walk.to)].contains(fact)
    };
    let is_true = |fact: &FactId| walk.needs.contains(fact);
    model.choices[usize::from(walk.to)].iter().any(|&(first, end)| {
        let moves = &model.moves[first as usize..end as usize];
        // The first that may hold must be the way back, and must hold.
        let rules_out =
            |it: &&Move| it.needs.iter().any(is_false) || it.forbids.iter().any(is_true);
        moves.iter().find(|it| !rules_out(it)).is_some_and(|back| {
            back.is_walk()
                && back.to == walk.from
                && back.needs.iter().all(is_true)
                && back.forbids.iter().all(is_false)
        })
    })
}
