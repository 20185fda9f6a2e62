//! Marches: where everyone comes, and what is left where several meet.

use std::ops::RangeInclusive;

use masume_rules::model::EMPTY;

use super::{Chosen, Translation, Unsupported};
use crate::interp::code::{Instruction, MaskReg, SetReg, Way};
use crate::program::{Aim, Dirs, LayerPlanes, MarchOp, Meeting, Set, directions};

impl Translation<'_> {
    /// Everyone of one content goes towards one target or in one direction, and meets whoever comes there
    /// too.
    pub(super) fn march(&mut self, march: &MarchOp, mask: MaskReg) -> Result<MaskReg, Unsupported> {
        let LayerPlanes::Pieces { first, count } = self.layout.layer(march.layer) else {
            return Err(Unsupported("numbers march"));
        };
        let Set::Planes(walking) = &self.program().sets[usize::from(march.walkers.0)] else {
            return Err(Unsupported("who marches is no piece"));
        };
        let [walker] = walking[..] else { return Err(Unsupported("several pieces march")) };
        if !(first..first + count).contains(&walker) || self.layout.grid.rim() > 0 {
            return Err(Unsupported("who marches is no piece of the layer"));
        }
        let walkers = self.emit.set(|to| Instruction::Only(to, SetReg(walker), mask));
        let matched = self.has_any(walkers);
        let (once, twice) = self.arrivals(&march.aim, walkers)?;
        // What is left where several meet, for one who comes and for more, by who stands there.
        let others: Vec<u16> = (first..first + count).filter(|&it| it != walker).collect();
        let alone = self.without(once, twice);
        let mut gains: Vec<(SetReg, SetReg)> = Vec::new();
        let mut losses: Vec<(SetReg, SetReg)> = Vec::new();
        for (comers, several) in [(alone, 1), (twice, 2)] {
            let mut left = vec![(None, self.met(march, first, walker, None, several)?)];
            for &other in &others {
                let met = self.met(march, first, walker, Some(other), several)?;
                left.push((Some(other), met));
                if met != Some(other) {
                    losses.push((SetReg(other), comers));
                }
            }
            for piece in first..first + count {
                if let Some(cells) = self.cells_left(comers, piece, &left) {
                    gains.push((SetReg(piece), cells));
                }
            }
        }
        let gone: Vec<(SetReg, SetReg)> =
            others.iter().filter_map(|&other| self.all_lost(other, &losses, once)).collect();
        self.lose(SetReg(walker), walkers);
        gone.into_iter().for_each(|(plane, cells)| self.lose(plane, cells));
        gains.into_iter().for_each(|(plane, cells)| self.gain(plane, cells));
        Ok(matched)
    }

    /// The cells to which one walker comes at least, and two.
    fn arrivals(&mut self, aim: &Aim, walkers: SetReg) -> Result<(SetReg, SetReg), Unsupported> {
        let dirs = match aim {
            Aim::Toward(target) => {
                let target = self.set(*target)?;
                let (once, twice) = (self.emit.loose_set(), self.emit.loose_set());
                self.emit.act(Instruction::March { once, twice, walkers, target });
                return Ok((once, twice));
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
        let gone = self.step(ahead, way.opposite());
        let staying = self.without(walkers, gone);
        Ok((self.or(Some(ahead), staying), self.and(ahead, staying)))
    }

    /// Where a piece is left of those who come: by who stood there, what is left.
    pub(super) fn cells_left(
        &mut self,
        comers: SetReg,
        piece: u16,
        left: &[(Option<u16>, Option<u16>)],
    ) -> Option<SetReg> {
        // Who stood there before and stays is there already.
        let is_left = |&&(standing, left): &&(Option<u16>, Option<u16>)| {
            left == Some(piece) && standing != Some(piece)
        };
        let stood: Vec<Option<u16>> = left.iter().filter(is_left).map(|(it, _)| *it).collect();
        let union = |this: &mut Self, planes: Vec<u16>| {
            planes.into_iter().fold(None, |all, plane| Some(this.or(all, SetReg(plane))))
        };
        if stood.contains(&None) {
            let others = left.iter().filter_map(|&(standing, left)| {
                standing.filter(|&it| it != piece && left != Some(piece))
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

    /// The cells on which whoever stood there is no more.
    pub(super) fn all_lost(
        &self,
        other: u16,
        losses: &[(SetReg, SetReg)],
        once: SetReg,
    ) -> Option<(SetReg, SetReg)> {
        let mut mine = losses.iter().filter(|(plane, _)| plane.0 == other);
        match (mine.next(), mine.next()) {
            (Some(_), Some(_)) => Some((SetReg(other), once)),
            (Some(lost), None) => Some(*lost),
            (None, _) => None,
        }
    }

    /// What is left of so many walkers, or more, that come to who stands there.
    pub(super) fn met(
        &self,
        march: &MarchOp,
        first: u16,
        walker: u16,
        standing: Option<u16>,
        least: usize,
    ) -> Result<Option<u16>, Unsupported> {
        let standing = standing.map(|plane| plane - first);
        let most = match march.aim {
            _ if least == 1 => 1,
            Aim::In(_) => 2,
            Aim::Toward(_) => 9,
        };
        let met = met(&march.meets, walker - first, standing, least..=most)?;
        Ok(met.map(|piece| first + piece))
    }
}

/// What is left of so many walkers that come to who stands there: the same for any of these
/// numbers, without effects, and one at most.
fn met(
    meets: &[Meeting],
    walker: u16,
    standing: Option<u16>,
    counts: RangeInclusive<usize>,
) -> Result<Option<u16>, Unsupported> {
    let why = Unsupported("meetings of a march depend on how many come");
    if meets.iter().any(|meeting| !meeting.effects.is_empty()) {
        return Err(Unsupported("meetings of a march have effects"));
    }
    let mut found: Option<Option<u16>> = None;
    for count in counts {
        let mut occupants = vec![i32::from(walker); count];
        occupants.extend(standing.map(i32::from));
        let left = crate::run::left_of(meets, occupants).ok_or(why)?;
        let left = (left != EMPTY).then_some(left as u16);
        if found.is_some_and(|found| found != left) {
            return Err(why);
        }
        found = Some(left);
    }
    found.ok_or(why)
}
