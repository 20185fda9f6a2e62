//! What has no instructions: the general machine does it, on one board after another.

use masume_program::interp::code::{FAR, MaskReg, NumReg};
use masume_program::interp::registers::OVER;
use masume_program::interp::single::{Part, Single};
use masume_program::{Cond, Op};
use masume_rules::action::Action;
use masume_rules::chance::{Chance, Refusing, Sampling};
use masume_rules::frame::action_bit;
use masume_rules::model::Player;

use super::register_file::RegisterFile;
use super::run::Context;
use crate::run::Machine;
use crate::{Ran, Stop};

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Does or asks a part on the boards of a mask, one after another; gives where it matched or holds.
    /// A board on which anything unusual happens is marked for a retry.
    #[inline(never)]
    pub(super) fn single(
        &mut self,
        context: &Context<'_, '_, W>,
        single: u16,
        mask: MaskReg,
    ) -> [u64; L] {
        let single = &context.code.singles[usize::from(single)];
        let mask = *self.mask(mask);
        let mut holds = [0; L];
        for lane in (0..L).filter(|&lane| mask[lane] != 0) {
            let found = match &single.part {
                Part::Statement(op) => self.run_statement(context, single, op, lane),
                Part::Condition(condition) => self.ask(context, single, condition, lane),
            };
            match found {
                Some(found) => holds[lane] = if found { u64::MAX } else { 0 },
                None => self.retry[lane] = u64::MAX,
            }
        }
        holds
    }

    /// Whether a statement matched on a board; `None` where anything unusual came of it.
    fn run_statement(
        &mut self,
        context: &Context<'_, '_, W>,
        single: &Single,
        op: &Op,
        lane: usize,
    ) -> Option<bool> {
        let (mut refusing, mut sampling) = (Refusing, Sampling);
        let chance: &mut dyn Chance = if single.is_trial { &mut refusing } else { &mut sampling };
        let mut machine = self.machine(context, single, lane, chance);
        let ran = machine.run_op(op);
        let is_plain = machine.host.check().is_ok()
            && machine.position.outcome.is_none()
            && machine.position.values.iter().all(|value| (-FAR..FAR).contains(value));
        let Machine { position, frame, changed, .. } = machine;
        let found = match ran {
            Ok(ran @ (Ran::Matched | Ran::Missed)) if is_plain => {
                let layout = &context.run.layout;
                self.load_changes(context.code, layout, lane, (&position, changed));
                for (local, number) in (context.code.registers.values..).zip(frame.locals) {
                    self.nums[usize::from(local)][lane] = number;
                }
                Some(ran == Ran::Matched)
            }
            // What comes to a draw is legal, whatever is drawn.
            Err(Stop::Drawn) => {
                self.masks[usize::from(OVER.0)][lane] = u64::MAX;
                Some(true)
            }
            Ok(_) | Err(_) => None,
        };
        self.give_spare(position, changed);
        found
    }

    /// Whether a condition holds on a board; `None` where it ends in an error.
    fn ask(
        &mut self,
        context: &Context<'_, '_, W>,
        single: &Single,
        condition: &Cond,
        lane: usize,
    ) -> Option<bool> {
        let mut refusing = Refusing;
        let machine = self.machine(context, single, lane, &mut refusing);
        let asked = machine.scene().condition(condition);
        let asked = machine.host.check().and(asked).ok();
        let Machine { position, changed, .. } = machine;
        self.give_spare(position, changed);
        asked
    }

    /// The general machine in the middle of a turn on one board.
    fn machine<'m, 'h>(
        &mut self,
        context: &Context<'m, 'h, W>,
        single: &Single,
        lane: usize,
        chance: &'m mut dyn Chance,
    ) -> Machine<'m, 'h, W> {
        let (run, code) = (context.run, context.code);
        let player = Player(single.player);
        let mut position = self.take_spare(code, &run.layout, lane, || run.blank());
        (position.to_act, position.outcome, position.asked_ends) = (player, None, 0);
        position.ply = code.registers.ply.map_or(0, |ply| self.num(ply)[lane] as u32);
        let mut machine = Machine::new(run, context.host, position, player, chance);
        if let Some(index) = single.action {
            let action = if single.is_trial {
                self.picked[lane]
            } else {
                self.chosen((code, usize::from(single.player)), context.shape, lane)
            };
            machine.choose(Action { choice: Action::new(index, &[]).choice, ..action });
            machine.frame.asked = action_bit(index);
        } else {
            machine.frame.next = run.player_after(player);
        }
        for (nth, local) in machine.frame.locals.iter_mut().enumerate() {
            let register = NumReg(code.registers.values + nth as u16);
            *local = self.num(register)[lane];
        }
        machine
    }
}
