//! Moves to a random cell.

use masume_program::interp::code::{Instruction, MaskReg, SetReg};
use masume_program::{LayerPlanes, Set, SetId, Unsupported};
use masume_rules::model::Layer;

use super::Translation;

impl Translation<'_> {
    pub(super) fn relocate(
        &mut self,
        from: SetId,
        layers: &[Layer],
        to: SetId,
        mask: MaskReg,
    ) -> Result<MaskReg, Unsupported> {
        let (sources, targets) = (self.set(from)?, self.set(to)?);
        let (sources, targets) = (self.within(sources), self.within(targets));
        let source = self.emit.set(|to| Instruction::First(to, sources));
        let has_source = self.has_any(source);
        let mask = self.both(mask, has_source);
        let mut drawn = None;
        let picked = if self.refused.is_some() {
            let several = self.has_several(targets);
            let comes_to_draw = self.both(mask, several);
            self.draw_refused(comes_to_draw);
            drawn = Some(comes_to_draw);
            let mask = self.only_without(mask, several);
            self.emit.set(|to| Instruction::Only(to, targets, mask))
        } else {
            let picked = self.emit.loose_set();
            self.emit.act(Instruction::PickOne { to: picked, of: targets, mask });
            picked
        };
        let matched = self.has_any(picked);
        let (mut source, mut moves) = (source, matched);
        if !self.are_disjoint(from, to) {
            // Who is drawn to its own cell stays.
            let stays = self.and(picked, source);
            let stays = self.has_any(stays);
            moves = self.only_without(matched, stays);
        }
        source = self.emit.set(|to| Instruction::Only(to, source, moves));
        let picked = if moves == matched {
            picked
        } else {
            self.emit.set(|to| Instruction::Only(to, picked, moves))
        };
        for &layer in layers {
            self.move_layer(layer, [source, picked], [from, to])?;
        }
        // What is drawn matches, whatever it is.
        Ok(drawn.map_or(matched, |drawn| self.either(matched, drawn)))
    }

    /// Move of all that a layer holds at the one cell of each board to the other.
    pub(super) fn move_layer(
        &mut self,
        layer: Layer,
        [source, target]: [SetReg; 2],
        [from, to]: [SetId; 2],
    ) -> Result<(), Unsupported> {
        let LayerPlanes::Pieces { first, count } = self.layout.layer(layer) else {
            return Err(Unsupported("a number is moved"));
        };
        let planes = first..first + count;
        let held: Vec<u16> = planes.clone().filter(|&plane| !self.excludes(from, plane)).collect();
        // Where the source is one of the planes, it holds that piece and no other.
        let is_certain = matches!(
            &self.program().sets[usize::from(from.0)],
            Set::Planes(planes) if planes[..] == held[..]
        ) && held.len() == 1;
        let mut gains = Vec::new();
        let mut arrives: Option<SetReg> = None;
        for plane in held {
            let mut cells = target;
            if !is_certain {
                let here = self.and(SetReg(plane), source);
                let here = self.has_any(here);
                cells = self.emit.set(|to| Instruction::Only(to, target, here));
            }
            arrives = Some(self.or(arrives, cells));
            gains.push((SetReg(plane), cells));
        }
        let Some(arrives) = arrives else { return Ok(()) };
        for plane in planes.map(SetReg) {
            if !self.excludes(from, plane.0) {
                self.lose(plane, source);
            }
            if !self.excludes(to, plane.0) {
                self.lose(plane, arrives);
            }
        }
        gains.into_iter().for_each(|(plane, cells)| self.gain(plane, cells));
        Ok(())
    }
}
