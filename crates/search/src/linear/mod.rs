//! Invariants of all positions, and sums of actions, over the field of two elements.
//!
//! Give every content of every place a weight, a few bits: where every operator keeps the sum of all
//! weights, no position with another sum can be reached. Where operators only change the places of what a layer
//! holds, the parity of its arrangement counts as one weight more. Where all that actions do is to exchange
//! the two contents of places, whatever else lies where, the order of actions does not matter and none is
//! done twice: which of them win is a system of equations.

mod system;

use masume_rules::action::Action;
use masume_rules::model::{Content, Layer};

use crate::meter::{Exhausted, Meter};
use crate::operators::{
    Formula, GroundedAction, Mask, Operator, OperatorGroup, Operators, Place, Put,
};
use crate::proof::{Parity, Rearranged, Weight, parity};
use system::{Bits, System};

/// The most unknowns: a system of them is solved in about a second.
const MOST_UNKNOWNS: usize = 4096;

/// The most ways to lie that an operator is asked about.
const MOST_CASES: usize = 1024;

/// Bits of a weight: a check goes through all sums.
const MOST_BITS: usize = 12;

/// Choices that change nothing together, of which the best sum is found by trying all.
const MOST_IDLE: usize = 16;

/// Ways to win that are looked at.
const MOST_GOALS: usize = 64;

/// The unknowns: whether the weight of a content at a place has some bit. The first content that a
/// place can hold has no weight.
struct Unknowns {
    held: Vec<Mask>,
    /// Unknown of its second content, by place.
    first: Vec<usize>,
    count: usize,
}

impl Unknowns {
    fn of(operators: &Operators) -> Option<Self> {
        let held = operators.held();
        let mut count = 0;
        let first = held.iter().map(|mask| {
            count += mask.count_ones() as usize - 1;
            count + 1 - mask.count_ones() as usize
        });
        let first = first.collect();
        (count <= MOST_UNKNOWNS).then_some(Self { held: held.to_vec(), first, count })
    }

    /// The unknown of a content; `None` for the first of its place.
    fn index(&self, place: Place, code: u8) -> Option<usize> {
        let below = self.held[place as usize] & !(Mask::MAX << code);
        let rank = below.count_ones() as usize;
        (rank > 0).then(|| self.first[place as usize] + rank - 1)
    }

    /// Adds the weight of a content to a sum.
    fn add(&self, sum: &mut Bits, place: Place, code: u8) {
        if let Some(index) = self.index(place, code) {
            sum.flip(index);
        }
    }

    /// Codes of a mask that a place can hold.
    fn codes(&self, place: Place, mask: Mask) -> impl Iterator<Item = u8> + use<> {
        let mask = self.held[place as usize] & mask;
        (0..Mask::BITS as u8).filter(move |code| mask >> code & 1 == 1)
    }
}

/// Number of sums, none of which follows from the others, that no action changes.
pub(crate) fn invariant_count(operators: &Operators, meter: &Meter) -> usize {
    let count = || {
        let unknowns = Unknowns::of(operators)?;
        let kept = kept_system(&unknowns, operators, rearranged(operators, meter), meter)?;
        Some(kept.system.free_count())
    };
    count().unwrap_or_default()
}

/// Properties that stay the same while a game goes on.
pub(crate) struct Invariant {
    /// Weights of contents, by layer and inner cell: the sum of all stays.
    pub(crate) layers: Vec<(Layer, Vec<Vec<Weight>>)>,
    /// A layer whose contents only change places.
    pub(crate) rearranged: Option<Rearranged>,
}

/// The equations that weights solve whose sum no action changes. Behind the unknowns of contents there is one more: whether
/// the parity of a layer's arrangement is a part of the sum.
struct ConservedSums<'m> {
    system: System<'m>,
    /// The first layer whose contents are moved, and do nothing else.
    rearranged: Option<usize>,
    /// True if it holds no content twice, so that its arrangements have a parity.
    has_parity: bool,
}

/// The equations of a game; `None` where an operator can lie in too many ways, or the meter met a bound.
fn kept_system<'m>(
    unknowns: &Unknowns,
    operators: &Operators,
    rearranged: Option<usize>,
    meter: &'m Meter,
) -> Option<ConservedSums<'m>> {
    let has_parity = rearranged.is_some_and(|layer| {
        let cells = operators.cell_count();
        let mut codes = operators.start[layer * cells..(layer + 1) * cells].to_vec();
        codes.sort_unstable();
        codes.windows(2).all(|pair| pair[0] != pair[1])
    });
    let system = System::new(unknowns.count + 1, meter).ok()?;
    let mut kept = ConservedSums { system, rearranged, has_parity };
    if !has_parity {
        let mut no_parity = Bits::none(unknowns.count + 1);
        no_parity.flip(unknowns.count);
        kept.system.add(no_parity).ok()?;
    }
    for group in operators.list.groups() {
        add_kept_sums(unknowns, operators, group, &mut kept)?;
    }
    Some(kept)
}

/// The first layer whose contents actions move, and do no more with.
pub(crate) fn rearranged(operators: &Operators, meter: &Meter) -> Option<usize> {
    let unknowns = Unknowns::of(operators)?;
    (0..operators.layer_count()).find(|&layer| is_rearranged(&unknowns, operators, layer, meter))
}

/// True if actions move the contents of a layer, and do no more with it.
fn is_rearranged(unknowns: &Unknowns, operators: &Operators, layer: usize, meter: &Meter) -> bool {
    let is_of_layer = |put: &&(Place, Put)| operators.layer_and_cell(put.0).0 == layer;
    let mut moving =
        operators.usable(&unknowns.held).filter(|it| it.puts.iter().any(|put| is_of_layer(&put)));
    let mut is_moved = false;
    let keeps = moving.all(|operator| {
        is_moved = true;
        let of_case = |case: &HeldCase| {
            moved(operators, &operator, case, layer).is_some_and(|it| parity(&it).is_some())
        };
        cases(unknowns, &operator, meter).is_some_and(|it| it.iter().all(of_case))
    });
    is_moved && keeps
}

/// True if every action exchanges contents of places, whatever lies elsewhere.
pub(crate) fn commutes(operators: &Operators, meter: &Meter) -> bool {
    Unknowns::of(operators).is_some_and(|unknowns| {
        operators.list.actions().all(|it| toggled(&unknowns, it, meter).is_some())
    })
}

/// Weights of contents by layer that is told and cell, each with what can lie there; the sum of all is
/// the same in every position that can be reached, if they are what they seem to be.
///
/// `rearranged` is the layer of [`rearranged`].
pub(crate) fn invariant(
    operators: &Operators,
    rearranged: Option<usize>,
    meter: &Meter,
) -> Option<Invariant> {
    let unknowns = Unknowns::of(operators)?;
    let kept = kept_system(&unknowns, operators, rearranged, meter)?;
    let mut basis = kept.system.solutions().ok()?;
    if let Some(one) = separating(operators, &unknowns, &basis) {
        basis = vec![one];
    }
    // The parity says most: it is not what is left out.
    basis.sort_by_key(|of| !of.has(unknowns.count));
    basis.truncate(MOST_BITS);
    if basis.is_empty() && kept.rearranged.is_none() {
        return None;
    }
    let weight = |place: Place, code: u8| {
        let index = unknowns.index(place, code);
        let has = |of: &&Bits| index.is_some_and(|index| of.has(index));
        let bits = basis.iter().enumerate().filter(|(_, of)| has(of)).map(|(bit, _)| 1 << bit);
        bits.fold(0, |all, bit: u32| all | bit)
    };
    let of_parity = basis.iter().enumerate().filter(|(_, of)| of.has(unknowns.count));
    let of_parity = of_parity.fold(0, |all, (bit, _)| all | 1 << bit);
    Some(told(operators, &unknowns, weight, kept.rearranged.map(|layer| (layer, of_parity))))
}

/// A layer whose contents only change places, without weights: what it shows where there is too little of something.
pub(crate) fn scarcity(operators: &Operators, layer: usize) -> Option<Invariant> {
    let unknowns = Unknowns::of(operators)?;
    Some(told(operators, &unknowns, |_, _| 0, Some((layer, 0))))
}

/// Weights by layer and cell, and the layer whose contents only change places with the weight of its parity.
fn told(
    operators: &Operators,
    unknowns: &Unknowns,
    weight: impl Fn(Place, u8) -> u32,
    rearranged: Option<(usize, u32)>,
) -> Invariant {
    let cells = operators.cell_count();
    let layer = |layer: usize| {
        let contents: &[Content] = operators.contents_of(layer);
        let of_cell = |cell: usize| {
            let place = (layer * cells + cell) as Place;
            let codes = unknowns.codes(place, Mask::MAX);
            codes.map(|code| (contents[usize::from(code)], weight(place, code))).collect()
        };
        (Layer(layer as u8), (0..cells).map(of_cell).collect())
    };
    let rearranged =
        rearranged.map(|(layer, weight)| Rearranged { layer: Layer(layer as u8), weight });
    Invariant { layers: (0..operators.layer_count()).map(layer).collect(), rearranged }
}

/// The solution by which the start differs from the win, where the win says of each place that
/// matters what lies there.
fn separating(operators: &Operators, unknowns: &Unknowns, basis: &[Bits]) -> Option<Bits> {
    let [goal] = &goals(operators, unknowns)?[..] else { return None };
    let mut difference = Bits::none(unknowns.count + 1);
    let mut is_open = vec![true; operators.place_count()];
    for &(place, code) in goal {
        is_open[place as usize] = false;
        unknowns.add(&mut difference, place, code);
        unknowns.add(&mut difference, place, operators.start[place as usize]);
    }
    let is_told = |of: &&Bits| {
        let places = 0..operators.place_count();
        of.meets_oddly(&difference)
            && !of.has(unknowns.count)
            && places.filter(|&place| is_open[place]).all(|place| {
                let codes = unknowns.codes(place as Place, Mask::MAX);
                codes
                    .filter_map(|code| unknowns.index(place as Place, code))
                    .all(|index| !of.has(index))
            })
    };
    basis.iter().find(is_told).cloned()
}

/// Goals: what each way to win says of places; `None` where a place may hold one of several.
fn goals(operators: &Operators, unknowns: &Unknowns) -> Option<Vec<Vec<(Place, u8)>>> {
    let formula = operators.goal.as_ref().ok()?.simplified(&unknowns.held);
    let choices = match formula {
        Formula::Or(parts) => parts,
        one @ (Formula::True | Formula::False | Formula::Is(_) | Formula::And(_)) => vec![one],
    };
    if choices.len() > MOST_GOALS {
        return None;
    }
    let literal = |part: Formula| match part {
        Formula::Is((place, mask)) if mask.is_power_of_two() => {
            Some((place, mask.trailing_zeros() as u8))
        }
        Formula::True | Formula::False | Formula::Is(_) | Formula::And(_) | Formula::Or(_) => None,
    };
    let goal = |choice: Formula| match choice {
        Formula::And(parts) => parts.into_iter().map(literal).collect(),
        one @ (Formula::True | Formula::False | Formula::Is(_) | Formula::Or(_)) => {
            literal(one).map(|it| vec![it])
        }
    };
    choices.into_iter().map(goal).collect()
}

/// Adds the sums that must be 0 so that a group changes no sum of weights; `None` as for [`kept_system`].
fn add_kept_sums(
    unknowns: &Unknowns,
    operators: &Operators,
    group: OperatorGroup<'_>,
    kept: &mut ConservedSums<'_>,
) -> Option<()> {
    if let Some(maps) = maps_of(unknowns, group, kept.system.meter()) {
        return add_sums_of_maps(unknowns, &maps, &mut kept.system).ok();
    }
    for operator in group.operators().filter(|it| it.is_usable(&unknowns.held)) {
        add_sums(unknowns, operators, &operator, kept)?;
    }
    Some(())
}

/// A way in which the places that an operator changes can lie.
type HeldCase = Vec<(Place, u8)>;

/// Every way in which the places that an operator changes can lie; `None` where there are too many, or the meter met a
/// bound.
fn cases(unknowns: &Unknowns, operator: &Operator<'_>, meter: &Meter) -> Option<Vec<HeldCase>> {
    let copied = |put: &Put| match put {
        Put::Copy(from) => Some(*from),
        Put::Code(_) => None,
    };
    let mut places: Vec<Place> = operator.puts.iter().map(|it| it.0).collect();
    places.extend(operator.puts.iter().filter_map(|it| copied(&it.1)));
    places.sort_unstable();
    places.dedup();
    let mut cases: Vec<HeldCase> = vec![Vec::new()];
    for place in places {
        let codes: Vec<u8> = unknowns.codes(place, operator.needed(place)).collect();
        if cases.len() * codes.len() > MOST_CASES {
            return None;
        }
        let with =
            |case: &HeldCase, code: u8| case.iter().copied().chain([(place, code)]).collect();
        cases = cases.iter().flat_map(|it| codes.iter().map(move |&code| with(it, code))).collect();
    }
    meter.does(cases.len() as u64).ok()?;
    Some(cases)
}

/// The code that a place holds in a case, if the case says so.
fn held(case: &HeldCase, place: Place) -> Option<u8> {
    case.iter().find(|it| it.0 == place).map(|it| it.1)
}

/// Each code that an operator takes from a place of a layer in a case, and the one that it puts there.
fn moved(
    operators: &Operators,
    operator: &Operator<'_>,
    case: &HeldCase,
    layer: usize,
) -> Option<Vec<(u8, u8)>> {
    let of_layer = operator.puts.iter().filter(|it| operators.layer_and_cell(it.0).0 == layer);
    of_layer.map(|&(place, put)| Some((held(case, place)?, put_in(case, put)?))).collect()
}

/// The code that is put in a case.
fn put_in(case: &HeldCase, put: Put) -> Option<u8> {
    match put {
        Put::Code(code) => Some(code),
        Put::Copy(from) => held(case, from),
    }
}

/// Adds the sums of all ways in which the places that an operator changes can lie.
fn add_sums(
    unknowns: &Unknowns,
    operators: &Operators,
    operator: &Operator<'_>,
    kept: &mut ConservedSums<'_>,
) -> Option<()> {
    for case in cases(unknowns, operator, kept.system.meter())? {
        let mut sum = Bits::none(unknowns.count + 1);
        if let Some(layer) = kept.rearranged.filter(|_| kept.has_parity) {
            match parity(&moved(operators, operator, &case, layer)?)? {
                Parity::Even => {}
                Parity::Odd => sum.flip(unknowns.count),
                // No content lies twice: nothing lies so.
                Parity::Either => continue,
            }
        }
        for &(place, put) in operator.puts {
            unknowns.add(&mut sum, place, held(&case, place)?);
            unknowns.add(&mut sum, place, put_in(&case, put)?);
        }
        kept.system.add(sum).ok()?;
    }
    Some(())
}

/// A place, and what each content that it can hold becomes.
type Map = (Place, Vec<(u8, u8)>);

/// Maps of a group, if it acts place by place, each by what it holds itself.
fn maps_of(unknowns: &Unknowns, group: OperatorGroup<'_>, meter: &Meter) -> Option<Vec<Map>> {
    meter.does(1 + group.len() as u64).ok()?;
    let mut by_place: Vec<(Place, Mask, u8)> = Vec::new();
    for operator in group.operators().filter(|it| it.is_usable(&unknowns.held)) {
        let &[(place, Put::Code(code))] = operator.puts else { return None };
        if operator.needs.iter().any(|literal| {
            // What a place always holds is asked for in vain.
            literal.0 != place && unknowns.held[literal.0 as usize] & !literal.1 != 0
        }) {
            return None;
        }
        by_place.push((place, operator.needed(place), code));
    }
    by_place.sort_unstable();
    if !group.at_once {
        return None;
    }
    let mut maps = Vec::new();
    for of_place in by_place.chunk_by(|one, next| one.0 == next.0) {
        let place = of_place[0].0;
        let mut map = Vec::new();
        for code in unknowns.codes(place, Mask::MAX) {
            let mut put = of_place.iter().filter(|it| it.1 >> code & 1 == 1).map(|it| it.2);
            let to = put.next().unwrap_or(code);
            if put.any(|other| other != to) {
                return None;
            }
            map.push((code, to));
        }
        maps.push((place, map));
    }
    Some(maps)
}

/// Adds the sums that are 0 where maps change no sum: each place changes alike whatever it holds, and all
/// of them together change nothing.
fn add_sums_of_maps(
    unknowns: &Unknowns,
    maps: &[Map],
    system: &mut System<'_>,
) -> Result<(), Exhausted> {
    let mut total = Bits::none(unknowns.count + 1);
    for (place, map) in maps {
        let change = |&(from, to): &(u8, u8)| {
            let mut sum = Bits::none(unknowns.count + 1);
            unknowns.add(&mut sum, *place, from);
            unknowns.add(&mut sum, *place, to);
            sum
        };
        let first = change(&map[0]);
        for other in &map[1..] {
            let mut sum = change(other);
            sum.add(&first);
            system.add(sum)?;
        }
        total.add(&first);
    }
    system.add(total).map(|_| ())
}

/// Solution of a game in which each action exchanges contents: a set of actions.
pub(crate) enum ToggleSolution {
    /// These win, in any order, and no fewer do.
    Least(Vec<Action>),
    /// These win, in any order.
    Some(Vec<Action>),
}

/// Actions that win together, where each of them exchanges contents of places whatever lies elsewhere.
pub(crate) fn solution(operators: &Operators, meter: &Meter) -> Option<ToggleSolution> {
    let unknowns = Unknowns::of(operators)?;
    let toggles: Vec<(Action, Vec<Place>)> = operators
        .list
        .actions()
        .filter_map(|it| Some((it.action, toggled(&unknowns, it, meter)?)))
        .collect();
    let mut are_all = toggles.len() == operators.list.action_count();
    let mut best: Option<Bits> = None;
    for goal in goals(operators, &unknowns)? {
        let Some((found, is_least)) = choice(operators, &toggles, &goal, meter) else { continue };
        are_all &= is_least;
        if best.as_ref().is_none_or(|best| found.len() < best.len()) {
            best = Some(found);
        }
    }
    let actions = best?.iter().map(|index| toggles[index].0).collect();
    Some(if are_all { ToggleSolution::Least(actions) } else { ToggleSolution::Some(actions) })
}

/// The places that a choice exchanges the two contents of, where that is all it does.
fn toggled(unknowns: &Unknowns, action: GroundedAction<'_>, meter: &Meter) -> Option<Vec<Place>> {
    let mut groups = action.groups();
    let (Some(group), None) = (groups.next(), groups.next()) else { return None };
    let is_exchange = |map: &[(u8, u8)]| match map {
        &[(one, to_other), (other, to_one)] => to_other == other && to_one == one,
        _ => false,
    };
    let maps = maps_of(unknowns, group, meter)?;
    let changed = maps.into_iter().filter(|(_, map)| map.iter().any(|(from, to)| from != to));
    let places = changed.map(|(place, map)| is_exchange(&map).then_some(place));
    places.collect::<Option<Vec<Place>>>().filter(|places| !places.is_empty())
}

/// Choices that lead to the goal together, and true if no fewer do.
fn choice(
    operators: &Operators,
    toggles: &[(Action, Vec<Place>)],
    goal: &[(Place, u8)],
    meter: &Meter,
) -> Option<(Bits, bool)> {
    meter.fits(goal.len() as u64 * Bits::bytes(toggles.len() + 1)).ok()?;
    meter.does(goal.len() as u64 + operators.place_count() as u64).ok()?;
    // One unknown more stands for 1, the right side of each equation.
    let mut sums = vec![None; operators.place_count()];
    for &(place, code) in goal {
        let mut sum = Bits::none(toggles.len() + 1);
        if operators.start[place as usize] != code {
            sum.flip(toggles.len());
        }
        sums[place as usize] = Some(sum);
    }
    for (index, (_, places)) in toggles.iter().enumerate() {
        for &place in places {
            if let Some(sum) = &mut sums[place as usize] {
                sum.flip(index);
            }
        }
    }
    let mut system = System::new(toggles.len() + 1, meter).ok()?;
    for sum in sums.into_iter().flatten() {
        system.add(sum).ok()?;
    }
    let mut idle = system.solutions().ok()?;
    let at = idle.iter().position(|it| it.has(toggles.len()))?;
    let mut found = idle.swap_remove(at);
    let is_least = idle.len() <= MOST_IDLE;
    idle.truncate(MOST_IDLE);
    let mut best = found.clone();
    for step in 1_u32..1 << idle.len() {
        meter.does(Bits::words(toggles.len() + 1)).ok()?;
        found.add(&idle[step.trailing_zeros() as usize]);
        if found.len() < best.len() {
            best.clone_from(&found);
        }
    }
    best.flip(toggles.len());
    Some((best, is_least))
}
