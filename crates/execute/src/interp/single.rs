//! Parts that have no instructions: the general machine does them, on one board after another.

use masume_board::Bits;
use masume_program::interp::code::{FAR, MaskReg};
use masume_program::interp::game::GameCode;
use masume_program::interp::registers::OVER;
use masume_program::interp::single::{Single, SinglePart};
use masume_program::{Cond, Op};
use masume_rules::action::Action;
use masume_rules::chance::{Chance, Refusing, Sampling};
use masume_rules::model::Player;

use super::register_file::RegisterFile;
use super::run::Context;
use crate::general::{Done, Midway};
use crate::run::Position;
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
                SinglePart::Statement(op) => self.run_statement(context, single, op, lane),
                SinglePart::Condition(condition) => self.ask(context, single, condition, lane),
            };
            match found {
                Some(found) => holds[lane] = if found { u64::MAX } else { 0 },
                None => self.retry[lane] = u64::MAX,
            }
        }
        holds
    }

    /// True if a statement matched on a board; `None` where anything unusual came of it.
    fn run_statement(
        &mut self,
        context: &Context<'_, '_, W>,
        single: &Single,
        op: &Op,
        lane: usize,
    ) -> Option<bool> {
        let (mut refusing, mut sampling) = (Refusing, Sampling);
        let chance: &mut dyn Chance = if single.is_trial { &mut refusing } else { &mut sampling };
        let position = self.spare_position(context, lane);
        let locals = |nth| self.local(context.code, nth, lane);
        let at = self.midway(context, single, lane, (position, &locals, chance));
        let mut changed = Bits::EMPTY;
        let Done { position, locals, ran } =
            context.run.statement(context.host, op, at, &mut changed.0);
        let is_plain = context.host.check().is_ok()
            && position.outcome.is_none()
            && position.values.iter().all(|value| (-FAR..FAR).contains(value));
        let found = match ran {
            Ok(ran @ (Ran::Matched | Ran::Missed)) if is_plain => {
                let layout = &context.run.loaded().layout;
                self.load_changes(context.code, layout, lane, (&position, changed));
                for (local, number) in (context.code.registers.values..).zip(locals) {
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

    /// True if a condition holds on a board; `None` where it ends in an error.
    fn ask(
        &mut self,
        context: &Context<'_, '_, W>,
        single: &Single,
        condition: &Cond,
        lane: usize,
    ) -> Option<bool> {
        let mut refusing = Refusing;
        let position = self.spare_position(context, lane);
        let locals = |nth| self.local(context.code, nth, lane);
        let at = self.midway(context, single, lane, (position, &locals, &mut refusing));
        let (position, asked) = context.run.condition(context.host, condition, at);
        let asked = context.host.check().and(asked).ok();
        self.give_spare(position, Bits::EMPTY);
        asked
    }

    /// A local on one board.
    fn local(&self, code: &GameCode, nth: usize, lane: usize) -> i64 {
        self.nums[usize::from(code.registers.values) + nth][lane]
    }

    /// The position on one board, but for what belongs to the turn.
    fn spare_position(&mut self, context: &Context<'_, '_, W>, lane: usize) -> Position {
        let loaded = context.run.loaded();
        self.take_spare(context.code, &loaded.layout, lane, || loaded.blank())
    }

    /// The middle of a turn on one board, which a position is but for what belongs to the turn.
    fn midway<'m>(
        &self,
        context: &Context<'_, '_, W>,
        single: &Single,
        lane: usize,
        (mut position, locals, chance): (Position, &'m dyn Fn(usize) -> i64, &'m mut dyn Chance),
    ) -> Midway<'m> {
        let code = context.code;
        let player = Player(single.player);
        (position.to_act, position.outcome, position.asked_ends) = (player, None, 0);
        position.ply = code.registers.ply.map_or(0, |ply| self.num(ply)[lane] as u32);
        let action = single.action.map(|index| {
            let action = if single.is_trial {
                self.picked[lane]
            } else {
                self.chosen((code, usize::from(single.player)), context.shape, lane)
            };
            Action { choice: Action::new(index, &[]).choice, ..action }
        });
        Midway { position, player, action, locals, chance }
    }
}
