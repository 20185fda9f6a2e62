//! Names of registers.

use masume_rules::model::{Rules, Value};

use crate::Layout;
use crate::interp::code::{Instruction, MaskReg, NumReg, Register, SetReg};
use crate::interp::game::GameCode;
use crate::interp::pick::Pick;
use crate::interp::registers::{ACTIVE, AGAIN, ALL, OVER, Registers};
use crate::text::{layer_name, plane_name, value_name};

/// Names of the registers of a table, indexed by register.
///
/// Planes are called as programs call them: `disc.black`, `tile`. The others are `tile bit 0`,
/// `chosen first`, `k0` for a set that never changes, `doing place`, `black can place`; a number
/// that never changes is itself.
pub(crate) struct Names {
    sets: Vec<String>,
    masks: Vec<String>,
    nums: Vec<String>,
}

impl Names {
    pub(super) fn of(code: &GameCode, rules: &Rules, layout: &Layout) -> Self {
        let registers = &code.registers;
        let mut names = Self {
            sets: unknown("set", registers.sets.len()),
            masks: unknown("mask", usize::from(registers.masks)),
            nums: unknown("number", registers.nums.len()),
        };
        names.name_board(registers, rules, layout);
        names.name_turn(registers, rules);
        names.name_numbers(code, rules);
        names.name_choices(code, rules);
        names
    }

    pub(crate) fn set(&self, set: SetReg) -> String {
        named(&self.sets, set.0, "s")
    }

    pub(crate) fn mask(&self, mask: MaskReg) -> String {
        named(&self.masks, mask.0, "m")
    }

    pub(crate) fn num(&self, num: NumReg) -> String {
        named(&self.nums, num.0, "n")
    }

    /// Boards on which something is done, where it is not done on all.
    pub(crate) fn on_boards(&self, mask: MaskReg) -> String {
        if mask == ALL { String::new() } else { format!(" where {}", self.mask(mask)) }
    }

    /// An instruction on a line: what it writes, and what that becomes.
    pub(super) fn instruction(&self, instruction: &Instruction) -> String {
        let mut written: Vec<String> = Vec::new();
        instruction.clone().registers(&mut |register, is_written| {
            if is_written {
                written.push(match register {
                    Register::Set(set) => self.set(*set),
                    Register::Mask(mask) => self.mask(*mask),
                    Register::Num(num) => self.num(*num),
                });
            }
        });
        let meaning = instruction.meaning(self);
        if written.is_empty() { meaning } else { format!("{} = {meaning}", written.join(", ")) }
    }

    fn name_board(&mut self, registers: &Registers, rules: &Rules, layout: &Layout) {
        for plane in 0..registers.planes {
            give(&mut self.sets, plane, plane_name(rules, layout, plane));
        }
        for numbers in &registers.numbers {
            let layer = layer_name(rules, numbers.layer);
            for (bit, plane) in numbers.planes().enumerate() {
                give(&mut self.sets, plane.0, format!("{layer} bit {bit}"));
            }
        }
        for (chosen, name) in registers.chosen_sets().iter().zip(["first", "second", "third"]) {
            give(&mut self.sets, chosen.0, format!("chosen {name}"));
        }
        for (nth, kept) in registers.work_sets.iter().enumerate() {
            give(&mut self.sets, kept.0, format!("kept{nth}"));
        }
        for (nth, (constant, _)) in registers.constant_sets().enumerate() {
            give(&mut self.sets, constant.0, format!("k{nth}"));
        }
    }

    fn name_turn(&mut self, registers: &Registers, rules: &Rules) {
        for (mask, name) in
            [(ACTIVE, "active"), (OVER, "over"), (AGAIN, "again"), (ALL, "every board")]
        {
            give(&mut self.masks, mask.0, name.to_owned());
        }
        for (index, action) in rules.actions.iter().enumerate() {
            give(&mut self.masks, Registers::action(index).0, format!("doing {}", action.name));
        }
        for value in 0..registers.values - 1 {
            give(&mut self.nums, value, value_name(rules, Value(value as u8)));
        }
        give(&mut self.nums, registers.values - 1, "ply".to_owned());
        for (nth, kept) in registers.work_masks.iter().enumerate() {
            give(&mut self.masks, kept.0, format!("kept mask{nth}"));
        }
        for (nth, kept) in registers.work_nums.iter().enumerate() {
            give(&mut self.nums, kept.0, format!("kept number{nth}"));
        }
        for local in 0..registers.locals {
            give(&mut self.nums, registers.values + local, format!("local{local}"));
        }
    }

    fn name_numbers(&mut self, code: &GameCode, rules: &Rules) {
        for (constant, number) in code.registers.constants() {
            give(&mut self.nums, constant.0, number.to_string());
        }
        for (player, points) in code.points.iter().enumerate() {
            let name = match code.players.len() {
                1 => "points".to_owned(),
                _more => format!("points of {}", player_name(rules, player)),
            };
            give(&mut self.nums, points.0, name);
        }
    }

    fn name_choices(&mut self, code: &GameCode, rules: &Rules) {
        let count = code.players.len();
        // Behind the masks of choices lies who can do anything.
        let any = code.kept_masks.len().saturating_sub(count);
        for (player, any) in code.kept_masks[any..].iter().enumerate() {
            let who = match count {
                1 => String::new(),
                _more => format!("{} ", player_name(rules, player)),
            };
            give(&mut self.masks, any.0, format!("{who}can act"));
            let picks = code.players[player].picks.iter();
            for (pick, action) in picks.zip(&rules.actions) {
                let name = format!("{who}can {}", action.name);
                let kinds = pick.kinds();
                for (nth, kind) in (1..).zip(kinds) {
                    let alone = kinds.len() == 1;
                    self.name_kind(
                        kind,
                        if alone { name.clone() } else { format!("{name} {nth}") },
                    );
                }
            }
        }
    }

    fn name_kind(&mut self, kind: &Pick, name: String) {
        match kind {
            Pick::Plain(mask)
            | Pick::Directions(mask, _)
            | Pick::Columns(mask)
            | Pick::Listed(_, mask) => {
                give(&mut self.masks, mask.0, name);
            }
            Pick::Rays(count, rays) => {
                give(&mut self.masks, count.0, format!("pairs of {name}"));
                give(&mut self.sets, rays.starts.0, format!("starts of {name}"));
                give(&mut self.sets, rays.ends.0, format!("ends of {name}"));
                for (nth, place) in rays.places.iter().enumerate() {
                    give(&mut self.sets, place.test.0, format!("place {} of {name}", nth + 1));
                }
            }
            Pick::Cells(cells) | Pick::Tried(_, cells) => {
                give(&mut self.sets, cells.0, name);
            }
            Pick::Pairs(pairs) => {
                for (by, cells) in pairs {
                    give(&mut self.sets, cells.0, format!("{name} {by:+}"));
                }
            }
            Pick::Steps { starts, .. } => {
                for (way, cells) in starts {
                    give(&mut self.sets, cells.0, format!("{name} {}", way.name()));
                }
            }
            Pick::Each(cells) => {
                for (which, cells) in ["first", "second"].into_iter().zip(cells) {
                    give(&mut self.sets, cells.0, format!("{which} of {name}"));
                }
            }
            Pick::OneOf(_) => {}
        }
    }
}

/// A player; `?` for none of the game.
pub(super) fn player_name(rules: &Rules, player: usize) -> &str {
    rules.players.get(player).map_or("?", |player| player.name.as_str())
}

fn unknown(kind: &str, count: usize) -> Vec<String> {
    (0..count).map(|register| format!("{kind}{register}")).collect()
}

fn give(names: &mut [String], register: u16, name: String) {
    if let Some(place) = names.get_mut(usize::from(register)) {
        *place = name;
    }
}

/// The name of a register; those behind the table's own are counted.
fn named(names: &[String], register: u16, letter: &str) -> String {
    match names.get(usize::from(register)) {
        Some(name) => name.clone(),
        None => format!("{letter}{}", usize::from(register) - names.len()),
    }
}
