//! What has no instructions: the general machine does it, on one board after another.

use masume_rules::action::Action;
use masume_rules::chance::{Chance, Refusing, Sampling};
use masume_rules::frame::action_bit;
use masume_rules::model::Player;

use super::code::{MaskReg, NumReg};
use super::registers::OVER;
use super::run::Ground;
use super::table::Table;
use super::translate::FAR;
use crate::program::{Cond, Op};
use crate::run::{Machine, Position};
use crate::{Ran, Stop};

/// A part of a turn that has no instructions.
#[derive(Clone, Debug)]
pub(crate) struct Single {
    /// Whose turn it is.
    pub(crate) player: u8,
    /// The action whose body it stands in.
    pub(crate) action: Option<u8>,
    /// Whether it only tries what can be done, where nothing may be drawn.
    pub(crate) is_trial: bool,
    pub(crate) part: Part,
}

/// What is done or asked.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Statement(Box<Op>),
    Condition(Box<Cond>),
}

impl<const W: usize, const L: usize> Table<W, L> {
    /// Runs a statement on the boards of a mask; gives where it matched. A board on which anything
    /// unusual comes of it is given up.
    #[inline(never)]
    pub(super) fn run_single(
        &mut self,
        ground: &Ground<'_, '_, W>,
        single: u16,
        mask: MaskReg,
    ) -> [u64; L] {
        let single = &ground.code.singles[usize::from(single)];
        let mask = *self.mask(mask);
        let mut matched = [0; L];
        let Part::Statement(op) = &single.part else { return matched };
        for lane in (0..L).filter(|&lane| mask[lane] != 0) {
            let (mut refusing, mut sampling) = (Refusing, Sampling);
            let chance: &mut dyn Chance =
                if single.is_trial { &mut refusing } else { &mut sampling };
            let mut machine = self.machine(ground, single, lane, chance);
            let ran = machine.run_op(op);
            let is_plain = machine.host.check().is_ok()
                && machine.position.outcome.is_none()
                && machine.position.values.iter().all(|value| (-FAR..FAR).contains(value));
            match ran {
                Ok(ran @ (Ran::Matched | Ran::Missed)) if is_plain => {
                    matched[lane] = if ran == Ran::Matched { u64::MAX } else { 0 };
                    let (position, locals) = (machine.position, machine.locals);
                    self.load(ground.code, &ground.run.layout, lane, &position);
                    for (local, number) in (ground.code.registers.values..).zip(locals) {
                        self.nums[usize::from(local)][lane] = number;
                    }
                }
                // What comes to a draw is legal, whatever is drawn.
                Err(Stop::Drawn) => {
                    self.masks[usize::from(OVER.0)][lane] = u64::MAX;
                    matched[lane] = u64::MAX;
                }
                Ok(_) | Err(_) => self.given_up[lane] = u64::MAX,
            }
        }
        matched
    }

    /// Asks a condition on the boards of a mask.
    #[inline(never)]
    pub(super) fn ask_single(
        &mut self,
        ground: &Ground<'_, '_, W>,
        single: u16,
        mask: MaskReg,
    ) -> [u64; L] {
        let single = &ground.code.singles[usize::from(single)];
        let mask = *self.mask(mask);
        let mut holds = [0; L];
        let Part::Condition(condition) = &single.part else { return holds };
        for lane in (0..L).filter(|&lane| mask[lane] != 0) {
            let mut refusing = Refusing;
            let machine = self.machine(ground, single, lane, &mut refusing);
            let asked = machine.scene().condition(condition);
            match (asked, machine.host.check()) {
                (Ok(asked), Ok(())) => holds[lane] = if asked { u64::MAX } else { 0 },
                _other => self.given_up[lane] = u64::MAX,
            }
        }
        holds
    }

    /// The general machine in the middle of a turn on one board.
    fn machine<'m, 'h>(
        &self,
        ground: &Ground<'m, 'h, W>,
        single: &Single,
        lane: usize,
        chance: &'m mut dyn Chance,
    ) -> Machine<'m, 'h, W> {
        let (run, code) = (ground.run, ground.code);
        let player = Player(single.player);
        let mut position = Position::blank(&run.layout, run.rules.values.len(), player);
        self.store(code, &run.layout, lane, &mut position);
        position.ply = code.registers.ply.map_or(0, |ply| self.num(ply)[lane] as u32);
        let mut machine = Machine::new(run, ground.host, position, player, chance);
        if let Some(index) = single.action {
            let action = if single.is_trial {
                self.picked[lane]
            } else {
                self.chosen((code, usize::from(single.player)), ground.shape, lane)
            };
            machine.choose(Action { choice: Action::new(index, &[]).choice, ..action });
            machine.asked = action_bit(index);
        } else {
            machine.next = run.player_after(player);
        }
        for (nth, local) in machine.locals.iter_mut().enumerate() {
            let register = NumReg(code.registers.values + nth as u16);
            *local = self.num(register)[lane];
        }
        machine
    }
}
