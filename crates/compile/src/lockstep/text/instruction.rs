//! Instructions.

use masume_board::Direction;

use super::Names;
use crate::lockstep::code::{Instruction, MaskReg, Register, SetReg, Way};
use crate::lockstep::rays::Rays;
use crate::lockstep::registers::ALL;
use crate::program::text::{arithmetic_sign, compare_sign, end_kind, fixed_ways};

impl Names {
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
        let meaning = self.meaning(instruction);
        if written.is_empty() { meaning } else { format!("{} = {meaning}", written.join(", ")) }
    }

    /// The pairs that are found along rays: what follows what.
    pub(super) fn rays(&self, rays: &Rays) -> String {
        let places = rays.places.iter().enumerate().map(|(nth, place)| {
            let mut behind = Vec::new();
            if place.is_second {
                behind.push("the first".to_owned());
            }
            let before = (0..rays.places.len()).filter(|nth| place.follows >> nth & 1 == 1);
            behind.extend(before.map(|nth| format!("{}", nth + 1)));
            let end = if place.is_end { ", an end" } else { "" };
            format!("{}: {} behind {}{end}", nth + 1, self.set(place.test), behind.join(" or "))
        });
        let places = places.collect::<Vec<String>>().join("; ");
        let (starts, ends) = (self.set(rays.starts), self.set(rays.ends));
        format!("rays in {} from {starts} to {ends} ({places})", fixed_ways(rays.dirs))
    }

    fn meaning(&self, instruction: &Instruction) -> String {
        use Instruction as I;
        let (set, mask) = (|register| self.set(register), |register| self.mask(register));
        let (num, when) = (|register| self.num(register), |mask| self.when(mask));
        match instruction {
            I::Copy(_, of) => set(*of),
            I::And(_, one, other) => format!("{} and {}", set(*one), set(*other)),
            I::Or(_, one, other) => format!("{} or {}", set(*one), set(*other)),
            I::Without(_, one, other) => format!("{} without {}", set(*one), set(*other)),
            I::Union(_, of) => format!("any of {}", self.several(of)),
            I::Free(_, of) => format!("none of {}", self.several(of)),
            I::Step(_, of, way) => format!("{} one step {}", set(*of), way_name(*way)),
            I::Fill { from, through, direction, .. } => {
                format!("fill {} from {} through {}", direction.name(), set(*from), set(*through))
            }
            I::Runs { of, count, dirs, .. } => {
                format!("starts of {count} of {} in {}", set(*of), fixed_ways(*dirs))
            }
            I::Chain { tests, dirs, .. } => {
                format!("starts of {} in {}", self.chain(tests), fixed_ways(*dirs))
            }
            I::Sandwich { tests: [end, middle, start], dirs, .. } => {
                let sandwich = self.sandwich([*start, *middle, *end]);
                format!("starts of {sandwich} in {}", fixed_ways(*dirs))
            }
            I::Between { from, end, middle, dirs, .. } => {
                let sandwich = self.sandwich([*from, *middle, *end]);
                format!("ends and middles of {sandwich} in {}", fixed_ways(*dirs))
            }
            I::Neighbours { of, dirs, least, greatest, .. } => {
                let (of, ways) = (set(*of), fixed_ways(*dirs));
                format!("neighbour count {least} to {greatest} of {of} in {ways}")
            }
            I::Only(_, of, on) => format!("{}{}", set(*of), when(*on)),
            I::Spread(_, on) => format!("every cell{}", when(*on)),
            I::First(_, of) => format!("first of {}", set(*of)),
            I::Last(_, of) => format!("last of {}", set(*of)),
            I::HasAny(_, of) => format!("some {}", set(*of)),
            I::CopyMask(_, of) => mask(*of),
            I::MaskAnd(_, one, other) => format!("{} and {}", mask(*one), mask(*other)),
            I::MaskOr(_, one, other) => format!("{} or {}", mask(*one), mask(*other)),
            I::MaskWithout(_, one, other) => format!("{} without {}", mask(*one), mask(*other)),
            I::InWays(_, ways) => format!("chosen direction in {}", fixed_ways(*ways)),
            I::EveryonePassed(_) => "everyone passed".to_owned(),
            I::NotReached(_, goal) => format!("goal {goal} not reached"),
            I::Reach(goal, on) => format!("reach goal {goal}{}", when(*on)),
            I::Compare(_, one, by, other) => {
                format!("({} {} {})", num(*one), compare_sign(*by), num(*other))
            }
            I::CountCells(_, of) => format!("population count {}", set(*of)),
            I::Calculate(_, one, by, other) => {
                format!("{} {} {}", num(*one), arithmetic_sign(*by), num(*other))
            }
            I::Add(_, one, other) => format!("{} + {}, small", num(*one), num(*other)),
            I::Subtract(_, one, other) => format!("{} - {}, small", num(*one), num(*other)),
            I::Columns(_, of) => format!("columns of {}", set(*of)),
            I::Min(_, one, other) => format!("min({}, {})", num(*one), num(*other)),
            I::Max(_, one, other) => format!("max({}, {})", num(*one), num(*other)),
            I::Assign(_, from, on) => format!("{}{}", num(*from), when(*on)),
            I::PickOne { of, mask, .. } => format!("random pick of {}{}", set(*of), when(*mask)),
            I::PickMany { of, count, mask, .. } => {
                format!("random pick of {} of {}{}", num(*count), set(*of), when(*mask))
            }
            I::PickWeighted { weights, mask, .. } => {
                let weights: Vec<String> = weights.iter().map(u32::to_string).collect();
                format!("random pick by weights {}{}", weights.join(", "), when(*mask))
            }
            I::March { walkers, target, .. } => {
                let (walkers, target) = (set(*walkers), set(*target));
                format!("march of {walkers} toward {target}, one at least and two at least")
            }
            I::Slide { table, mask, .. } => format!("slide {table}{}", when(*mask)),
            I::Slides { table, .. } => format!("directions that slide {table} changes"),
            I::Ways { tests, dirs, is_against, .. } => {
                let (chain, ways) = (self.chain(tests), fixed_ways(*dirs));
                let sense = if *is_against { "opposites of directions" } else { "directions" };
                format!("{sense} of {chain} in {ways}")
            }
            I::Rays { rays, .. } => format!("count of {}", self.rays(rays)),
            I::HasBits(_, of) => format!("any of {}", mask(*of)),
            I::Bits(_, of, ways) => {
                format!("{} in {}", mask(*of), fixed_ways(u8::try_from(*ways).unwrap_or(u8::MAX)))
            }
            I::Skip(on, _) => format!("if any {}", mask(*on)),
            I::Label(label) => format!("label {label}"),
            I::GiveUp(on) => format!("give up{}", when(*on)),
            I::End(on, kind) => format!("{}{}", end_kind(*kind), when(*on)),
        }
    }

    /// On which boards, where it is not done on all.
    fn when(&self, mask: MaskReg) -> String {
        if mask == ALL { String::new() } else { format!(" where {}", self.mask(mask)) }
    }

    fn several(&self, sets: &[SetReg]) -> String {
        let names: Vec<String> = sets.iter().map(|&one| self.set(one)).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    }

    /// What follows each other, the first one first.
    fn chain(&self, tests: &[SetReg]) -> String {
        let names: Vec<String> = tests.iter().rev().map(|&test| self.set(test)).collect();
        names.join(" then ")
    }

    fn sandwich(&self, [start, middle, end]: [SetReg; 3]) -> String {
        let [start, middle, end] = [start, middle, end].map(|one| self.set(one));
        format!("{start} then {middle} again and again then {end}")
    }
}

fn way_name(way: Way) -> &'static str {
    match way {
        Way::Fixed(direction) => Direction::name(direction),
        Way::Chosen => "in the chosen direction",
        Way::Against => "against the chosen direction",
    }
}
