//! Marches: where everyone comes, and what is left where several meet.

use std::ops::RangeInclusive;

use masume_program::interp::code::{Instruction, MaskReg, NumReg, SetReg, Way};
use masume_program::{
    Aim, Dirs, Effect, LayerPlanes, MarchOp, Set, SetId, Unsupported, directions,
};
use masume_rules::model::{Arithmetic, EMPTY};

use super::effect::{are_sums, comes_to_the_same};
use super::{Chosen, Translation};

impl Translation<'_> {
    /// Everyone of one content goes towards one target or in one direction, and meets all who come there
    /// too.
    pub(super) fn march(&mut self, march: &MarchOp, mask: MaskReg) -> Result<MaskReg, Unsupported> {
        let LayerPlanes::Pieces { first, count } = self.layout.layer(march.layer) else {
            return Err(Unsupported("numbers march"));
        };
        let Set::Planes(walking) = &self.program().sets[usize::from(march.walkers.0)] else {
            return Err(Unsupported("who marches is no piece"));
        };
        let [walker] = walking[..] else { return Err(Unsupported("several pieces march")) };
        if !(first..first + count).contains(&walker) {
            return Err(Unsupported("who marches is no piece of the layer"));
        }
        let walkers = self.emit.set(|to| Instruction::Only(to, SetReg(walker), mask));
        let walkers = self.within(walkers);
        let matched = self.has_any(walkers);
        // What is left where several meet, by how many come and by who stands there.
        let others: Vec<u16> = (first..first + count).filter(|&it| it != walker).collect();
        let standing = || std::iter::once(None).chain(others.iter().copied().map(Some));
        let met = |standing: Option<u16>, counts: RangeInclusive<usize>| {
            let standing = standing.map(|plane| plane - first);
            let (met, happen) = met(march, walker - first, standing, counts)?;
            Ok((met.map(|piece| first + piece), happen))
        };
        let most = most_arrivals(&march.aim);
        let is_told = |&least: &usize| standing().all(|it| met(it, least..=most).is_ok());
        let levels = (1..=most)
            .find(is_told)
            .ok_or(Unsupported("several are left of those who meet on a march"))?;
        let came = self.arrivals(&march.aim, walkers, levels)?;
        let mut gains: Vec<(SetReg, SetReg)> = Vec::new();
        let mut losses: Vec<(SetReg, SetReg)> = Vec::new();
        let mut happening: Vec<Happening> = Vec::new();
        // Step 1. Who comes where nobody else is, or is left of a meeting, is there whatever else happens.
        let mut by_count = Vec::new();
        for (least, &at_least) in (1..).zip(&came) {
            let (comers, greatest) = match came.get(least) {
                Some(&more) => (self.without(at_least, more), least),
                None => (at_least, most),
            };
            let mut left = Vec::new();
            for standing in standing() {
                left.push((standing, met(standing, least..=greatest)?));
            }
            by_count.push((comers, least, left));
        }
        for (comers, _, left) in &by_count {
            gains.extend(
                self.cells_left(*comers, walker, left).map(|cells| (SetReg(walker), cells)),
            );
        }
        let of_walkers = gains.len();
        // Step 2. On most boards nobody meets: all that meetings do is left out where none is.
        let region = self.meetings(&came, &others).map(|mask| self.emit.enter(mask));
        for (comers, least, left) in by_count {
            for (standing, (met, happen)) in &left {
                if let Some(other) = standing.filter(|_| met != standing) {
                    losses.push((SetReg(other), comers));
                }
                if happen.iter().any(|times| *times != Times::default()) {
                    let cells = self.standing_with(comers, *standing, &others);
                    happening.push(Happening { cells, least, times: happen.clone() });
                }
            }
            for &piece in &others {
                if let Some(cells) = self.cells_left(comers, piece, &left) {
                    gains.push((SetReg(piece), cells));
                }
            }
        }
        self.meeting_effects(march, walkers, &happening)?;
        for &other in &others {
            let mut lost = losses.iter().filter(|(plane, _)| plane.0 == other);
            if lost.clone().count() == came.len() {
                self.lose(SetReg(other), came[0]);
            } else {
                lost.by_ref().for_each(|&(plane, cells)| self.lose(plane, cells));
            }
        }
        let gained = gains.split_off(of_walkers);
        gained.into_iter().for_each(|(plane, cells)| self.gain(plane, cells));
        if let Some(region) = region {
            self.emit.leave(region);
        }
        self.lose(SetReg(walker), walkers);
        gains.into_iter().for_each(|(plane, cells)| self.gain(plane, cells));
        Ok(matched)
    }

    /// Boards on which two come to a cell, or one to a cell that is taken; `None` where that is not
    /// told.
    fn meetings(&mut self, came: &[SetReg], others: &[u16]) -> Option<MaskReg> {
        let [one, two, ..] = *came else { return None };
        let alone = self.without(one, two);
        let alone = self.standing_with(alone, None, others);
        let meet = self.without(one, alone);
        Some(self.has_any(meet))
    }

    /// Of the cells that some come to those where this one stands, or none of the others.
    fn standing_with(&mut self, comers: SetReg, standing: Option<u16>, others: &[u16]) -> SetReg {
        if let Some(standing) = standing {
            return self.and(comers, SetReg(standing));
        }
        let others = others.iter().fold(None, |all, &other| Some(self.or(all, SetReg(other))));
        others.map_or(comers, |others| self.without(comers, others))
    }

    /// The effects of meetings, given on which cells each of them happens how often.
    fn meeting_effects(
        &mut self,
        march: &MarchOp,
        walkers: SetReg,
        happening: &[Happening],
    ) -> Result<(), Unsupported> {
        let meets = &march.meets;
        let with_effects = || meets.iter().filter(|meeting| !meeting.effects.is_empty());
        let Some(first) = with_effects().next() else { return Ok(()) };
        if comes_to_the_same(&first.effects)
            && with_effects().all(|meeting| meeting.effects == first.effects)
        {
            let cells = happening.iter().map(|it| it.cells);
            let any = cells.fold(None, |any, cells| Some(self.or(any, cells)));
            let Some(any) = any else { return Ok(()) };
            let mask = self.has_any(any);
            return self.plain_effects(&first.effects, mask);
        }
        // Sums do not ask in which order they are made.
        let why = Unsupported("effects of meetings depend on one another");
        let effects: Vec<&Effect> = meets.iter().flat_map(|it| &it.effects).collect();
        if !are_sums(&effects) {
            return Err(why);
        }
        for (nth, meeting) in meets.iter().enumerate() {
            for effect in &meeting.effects {
                let (to, by, number) = self.assignment(effect).ok_or(why)?;
                let each = self.number(number)?;
                for here in happening.iter().filter(|it| it.times[nth] != Times::default()) {
                    let often = self.often(march, walkers, here, here.times[nth])?;
                    let amount = self.calculated(often, Arithmetic::Multiply, each)?;
                    let mask = self.has_any(here.cells);
                    self.assign(to, by, amount, mask)?;
                }
            }
        }
        Ok(())
    }

    /// Number of times that a meeting happens on all of these cells together.
    fn often(
        &mut self,
        march: &MarchOp,
        walkers: SetReg,
        here: &Happening,
        times: Times,
    ) -> Result<NumReg, Unsupported> {
        let Times { least, more } = times;
        let met = self.counted(here.cells);
        let factor = self.registers.constant(least);
        let often = self.calculated(met, Arithmetic::Multiply, factor)?;
        if more == 0 {
            return Ok(often);
        }
        let Aim::Toward(target) = march.aim else {
            return Err(Unsupported("who comes in a direction is not counted"));
        };
        let target = self.marched_to(target)?;
        let cells = here.cells;
        let came = self.emit.num(|to| Instruction::CountArrivals { to, walkers, target, cells });
        self.bounds.insert(came, self.layout.cells() as i64);
        let factor = self.registers.constant(here.least as i64);
        let fewest = self.calculated(met, Arithmetic::Multiply, factor)?;
        let further = self.calculated(came, Arithmetic::Subtract, fewest)?;
        let factor = self.registers.constant(more);
        let further = self.calculated(further, Arithmetic::Multiply, factor)?;
        self.calculated(often, Arithmetic::Add, further)
    }

    /// The cells toward which a march goes.
    pub(super) fn marched_to(&mut self, target: SetId) -> Result<SetReg, Unsupported> {
        let targets = self.set(target)?;
        Ok(self.within(targets))
    }

    /// The cells to which one walker comes at least, two, and so on, to so many.
    fn arrivals(
        &mut self,
        aim: &Aim,
        walkers: SetReg,
        most: usize,
    ) -> Result<Vec<SetReg>, Unsupported> {
        let dirs = match aim {
            Aim::Toward(target) => {
                let target = self.marched_to(*target)?;
                return Ok(self.emit.sets(most, |came| Instruction::March {
                    came,
                    walkers,
                    target,
                }));
            }
            Aim::In(dirs) => dirs,
        };
        let is_chosen = matches!(self.chosen_by, Chosen::Direction | Chosen::Listed);
        let way = match dirs {
            Dirs::Fixed(mask) => directions(*mask).next().map(Way::Fixed),
            Dirs::Chosen(_) if is_chosen => Some(Way::Chosen),
            Dirs::Against(_) if is_chosen => Some(Way::Against),
            Dirs::Chosen(_) | Dirs::Against(_) | Dirs::Union(_) => None,
        };
        let way = way.ok_or(Unsupported("a march has no direction of its own"))?;
        // Who would leave the board stays.
        let ahead = self.step(walkers, way);
        let ahead = self.within(ahead);
        let gone = self.step(ahead, way.opposite());
        let staying = self.without(walkers, gone);
        let mut came = vec![self.or(Some(ahead), staying)];
        if most > 1 {
            came.push(self.and(ahead, staying));
        }
        Ok(came)
    }

    /// Cells on which a piece is left of those who come: by the piece that stood there, the one
    /// that is left.
    fn cells_left(&mut self, comers: SetReg, piece: u16, left: &[Left]) -> Option<SetReg> {
        // Who stood there before and stays is there already.
        let is_left =
            |(standing, (left, _)): &&Left| *left == Some(piece) && *standing != Some(piece);
        let stood: Vec<Option<u16>> = left.iter().filter(is_left).map(|(it, _)| *it).collect();
        let union = |this: &mut Self, planes: Vec<u16>| {
            planes.into_iter().fold(None, |all, plane| Some(this.or(all, SetReg(plane))))
        };
        if stood.contains(&None) {
            let others = left.iter().filter_map(|(standing, (left, _))| {
                standing.filter(|&it| it != piece && *left != Some(piece))
            });
            let others = union(self, others.collect());
            return Some(match others {
                Some(others) => self.without(comers, others),
                None => comers,
            });
        }
        let planes = union(self, stood.into_iter().flatten().collect())?;
        Some(self.and(comers, planes))
    }
}

/// The most walkers that come to a cell.
fn most_arrivals(aim: &Aim) -> usize {
    match aim {
        // One who comes, and one who cannot leave.
        Aim::In(_) => 2,
        Aim::Toward(_) => 9,
    }
}

/// Piece that stands where some come, the one that is left of all of them, and the number of times
/// that each meeting happens.
type Left = (Option<u16>, (Option<u16>, Vec<Times>));

/// Cells to which some walkers come, and how often each meeting that has effects happens on each of them.
struct Happening {
    cells: SetReg,
    /// Number of walkers that come to each at least.
    least: usize,
    /// By meeting.
    times: Vec<Times>,
}

/// Number of times that a meeting happens where walkers come to a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Times {
    /// Number where as few come as may.
    least: i64,
    /// Number that is added for each one more.
    more: i64,
}

/// Piece that is left of so many walkers that come to the one that stands there, one at most, and
/// the number of times that each meeting that has effects happens: what is left is the same for any
/// of these numbers.
fn met(
    march: &MarchOp,
    walker: u16,
    standing: Option<u16>,
    counts: RangeInclusive<usize>,
) -> Result<(Option<u16>, Vec<Times>), Unsupported> {
    let why = Unsupported("meetings of a march depend on how many come");
    let meets = &march.meets;
    let mut all = Vec::new();
    for count in counts {
        let mut occupants = vec![i32::from(walker); count];
        occupants.extend(standing.map(i32::from));
        let (left, mut happen) = masume_program::left_of(meets, occupants).ok_or(why)?;
        for (meeting, happen) in meets.iter().zip(&mut happen) {
            if meeting.effects.is_empty() {
                *happen = 0;
            } else if comes_to_the_same(&meeting.effects) {
                *happen = 1.min(*happen);
            }
        }
        all.push((left, happen));
    }
    let (left, first) = all.first().ok_or(why)?;
    let times = |(nth, &least): (usize, &u32)| {
        let least = i64::from(least);
        let more = all.get(1).map_or(0, |(_, happen)| i64::from(happen[nth]) - least);
        let is_counted =
            matches!(march.aim, Aim::Toward(_)) && !comes_to_the_same(&meets[nth].effects);
        let is_told = (more == 0 || is_counted)
            && (0..)
                .zip(&all)
                .all(|(further, (_, happen))| i64::from(happen[nth]) == least + further * more);
        is_told.then_some(Times { least, more }).ok_or(why)
    };
    let times = first.iter().enumerate().map(times).collect::<Result<Vec<_>, _>>()?;
    if all.iter().any(|(other, _)| other != left) {
        return Err(why);
    }
    Ok(((*left != EMPTY).then_some(*left as u16), times))
}
