//! Verification of the code of a game: its users rely on it and ask no more.
//!
//! Checked whenever a debug build translates a game, after the passes over it have run.

use std::collections::BTreeSet;
use std::fmt;

use super::code::{Code, Instruction, MOST_NESTED, MaskReg, Register, SetReg};
use super::game::GameCode;
use super::pick::Pick;
use super::rays::{MOST_PLACES, RayPlace, Rays};
use super::registers::{AGAIN, FIRST_ACTION};

/// A register by its kind and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A register of sets.
    Set(u16),
    /// A register of masks.
    Mask(u16),
    /// A register of numbers.
    Num(u16),
}

impl Place {
    fn of(register: &Register<'_>) -> Self {
        match register {
            Register::Set(set) => Self::Set(set.0),
            Register::Mask(mask) => Self::Mask(mask.0),
            Register::Num(num) => Self::Num(num.0),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set(register) => write!(f, "set register {register}"),
            Self::Mask(register) => write!(f, "mask register {register}"),
            Self::Num(register) => write!(f, "number register {register}"),
        }
    }
}

/// Fault of code, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeFault {
    /// Such as `turn of player 0, instruction 7`.
    pub at: String,
    /// Kind of the fault.
    pub wrong: CodeFaultKind,
}

/// Kind of a fault of an instruction, or of the registers of choices and points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeFaultKind {
    /// There is no such register.
    Missing(Place),
    /// It is read where nobody may have written it.
    Unwritten(Place),
    /// It is written, and never changes or is the player's to write.
    Fixed(Place),
    /// The skip does not end where the code or the part that it stands in goes on.
    Skip(u16),
    /// A label is left.
    Label(u16),
    /// Too many loops stand in one another.
    Nested(u32),
    /// No slide has this table.
    RegisterFile(u16),
    /// There is no such part for the general machine.
    Single(u16),
    /// There is no such trial.
    Trial(u16),
    /// Not as many weights as masks, or none.
    Weights,
    /// A pattern along rays has no place behind its first, too many, or names one that is not there.
    Rays,
    /// It is none of the table's own registers for choices or points.
    NotKept(Place),
}

impl fmt::Display for CodeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        match self.wrong {
            CodeFaultKind::Missing(place) => write!(f, "there is no {place}"),
            CodeFaultKind::Unwritten(place) => write!(f, "{place} may not be written yet"),
            CodeFaultKind::Fixed(place) => write!(f, "{place} is not written by code"),
            CodeFaultKind::Skip(count) => write!(f, "a skip of {count} ends where nothing goes on"),
            CodeFaultKind::Label(label) => write!(f, "label {label} is left"),
            CodeFaultKind::Nested(depth) => write!(f, "a loop stands in {depth} others"),
            CodeFaultKind::RegisterFile(table) => write!(f, "there is no slide {table}"),
            CodeFaultKind::Single(single) => write!(f, "there is no single {single}"),
            CodeFaultKind::Trial(trial) => write!(f, "there is no trial {trial}"),
            CodeFaultKind::Weights => write!(f, "masks and weights are not as many"),
            CodeFaultKind::Rays => write!(f, "a pattern along rays has places that are none"),
            CodeFaultKind::NotKept(place) => write!(f, "{place} is not kept from turn to turn"),
        }
    }
}

/// Checks all code of a game.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(code: &GameCode) -> Result<(), CodeFault> {
    let verifier = CodeVerifier { code, writable: writable(code) };
    for (index, player) in code.players.iter().enumerate() {
        for (action, pick) in player.picks.iter().enumerate() {
            let at = || format!("choices of action {action} of player {index}");
            verifier.pick(pick).map_err(|wrong| CodeFault { at: at(), wrong })?;
        }
        verifier.part(&format!("choices of player {index}"), &player.legal)?;
        verifier.part(&format!("turn of player {index}"), &player.turn)?;
        verifier.part(&format!("turn alone of player {index}"), &player.turn_alone)?;
    }
    for points in &code.points {
        if usize::from(points.0) >= code.registers.nums.len() {
            let wrong = CodeFaultKind::NotKept(Place::Num(points.0));
            return Err(CodeFault { at: "points".to_owned(), wrong });
        }
    }
    for (nth, trial) in code.trials.iter().enumerate() {
        if let Some(seconds) = &trial.seconds {
            verifier.part(&format!("second choices of trial {nth}"), &seconds.code)?;
        }
        if let Some((code, _)) = &trial.body {
            verifier.part(&format!("trial {nth}"), code)?;
        }
    }
    verifier.part("points", &code.scores)
}

/// The table's own registers that code may write: planes, what players can do, who acts once more,
/// values, locals, points, and what code keeps for itself.
fn writable(code: &GameCode) -> BTreeSet<Place> {
    let registers = &code.registers;
    let planes = (0..registers.chosen[0].0).map(Place::Set);
    let sets = code.kept_sets.iter().map(|set| Place::Set(set.0));
    let masks = code.kept_masks.iter().chain([&AGAIN]).map(|mask| Place::Mask(mask.0));
    let values = (0..registers.values + registers.locals).map(Place::Num);
    let points = code.points.iter().map(|points| Place::Num(points.0));
    let work_sets = registers.work_sets.iter().map(|set| Place::Set(set.0));
    let work_masks = registers.work_masks.iter().map(|mask| Place::Mask(mask.0));
    let work_nums = registers.work_nums.iter().map(|num| Place::Num(num.0));
    let work = work_sets.chain(work_masks).chain(work_nums);
    planes.chain(sets).chain(masks).chain(values).chain(points).chain(work).collect()
}

/// Facts that code is checked against.
struct CodeVerifier<'c> {
    code: &'c GameCode,
    writable: BTreeSet<Place>,
}

/// A part of the code that a skip may leave out.
struct Region {
    /// The number of the first instruction behind it.
    end: usize,
    /// Registers that it writes: they are unknown behind the region, also where they were written
    /// before.
    written: BTreeSet<Place>,
}

impl CodeVerifier<'_> {
    /// True if choices are read from what is kept for them.
    fn pick(&self, pick: &Pick) -> Result<(), CodeFaultKind> {
        let registers = &self.code.registers;
        let mask = |mask: &MaskReg| {
            let first =
                FIRST_ACTION + self.code.players.first().map_or(0, |it| it.picks.len()) as u16;
            let is_own = (first..registers.masks).contains(&mask.0);
            let is_kept = is_own && self.code.kept_masks.contains(mask);
            if is_kept { Ok(()) } else { Err(CodeFaultKind::NotKept(Place::Mask(mask.0))) }
        };
        let set = |set: &SetReg| {
            let is_own = set.0 > registers.chosen[2].0 && usize::from(set.0) < registers.sets.len();
            let is_kept = is_own && self.code.kept_sets.contains(set);
            if is_kept { Ok(()) } else { Err(CodeFaultKind::NotKept(Place::Set(set.0))) }
        };
        match pick {
            Pick::Plain(register) | Pick::Directions(register, _) | Pick::Columns(register) => {
                mask(register)
            }
            Pick::Listed(trial, register) => {
                self.trial(*trial)?;
                mask(register)
            }
            Pick::Tried(trial, register) => {
                self.trial(*trial)?;
                set(register)
            }
            Pick::Cells(register) => set(register),
            Pick::Rays(count, rays) => {
                rays_are_whole(rays)?;
                mask(count).and(rays.sets().iter().try_for_each(set))
            }
            Pick::Pairs(pairs) => pairs.iter().try_for_each(|(_, cells)| set(cells)),
            Pick::Steps { starts, .. } => starts.iter().try_for_each(|(_, cells)| set(cells)),
            Pick::Each(cells) => cells.iter().try_for_each(set),
            Pick::OneOf(kinds) => kinds.iter().try_for_each(|kind| self.pick(kind)),
        }
    }

    fn trial(&self, trial: u16) -> Result<(), CodeFaultKind> {
        let is_there = usize::from(trial) < self.code.trials.len();
        if is_there { Ok(()) } else { Err(CodeFaultKind::Trial(trial)) }
    }

    /// One straight line of code.
    fn part(&self, name: &str, code: &Code) -> Result<(), CodeFault> {
        let count = code.instructions.len();
        let mut known: BTreeSet<Place> = BTreeSet::new();
        let mut regions: Vec<Region> = Vec::new();
        for (nth, instruction) in code.instructions.iter().enumerate() {
            while regions.last().is_some_and(|region| region.end <= nth) {
                let written = regions.pop().map(|region| region.written).unwrap_or_default();
                known.retain(|place| !written.contains(place));
                if let Some(outer) = regions.last_mut() {
                    outer.written.extend(written);
                }
            }
            let at = |wrong| CodeFault { at: format!("{name}, instruction {nth}"), wrong };
            let end = regions.last().map_or(count, |region| region.end);
            self.shape(instruction, nth, end).map_err(at)?;
            let written = self.registers(instruction, code, &known).map_err(at)?;
            if let Some(region) = regions.last_mut() {
                region.written.extend(&written);
            }
            known.extend(written);
            if let Instruction::Skip(_, skipped) | Instruction::Repeat(_, _, skipped) = instruction
            {
                let end = nth + 1 + usize::from(*skipped);
                regions.push(Region { end, written: BTreeSet::new() });
            }
        }
        Ok(())
    }

    /// Check of all that an instruction says beside its registers.
    fn shape(
        &self,
        instruction: &Instruction,
        nth: usize,
        end: usize,
    ) -> Result<(), CodeFaultKind> {
        use Instruction as I;
        if let I::Skip(_, count) | I::Repeat(_, _, count) = instruction
            && nth + 1 + usize::from(*count) > end
        {
            return Err(CodeFaultKind::Skip(*count));
        }
        if let I::Repeat(_, depth, _) | I::Again { depth, .. } = instruction
            && *depth >= MOST_NESTED
        {
            return Err(CodeFaultKind::Nested(*depth));
        }
        // It ends the region that the beginning of its loop has opened.
        if let I::Again { back, .. } = instruction
            && (nth + 1 != end || usize::from(*back) > nth)
        {
            return Err(CodeFaultKind::Skip(*back));
        }
        if let I::Label(label) = instruction {
            return Err(CodeFaultKind::Label(*label));
        }
        if let I::Slide { table, .. } | I::Slides { table, .. } = instruction
            && usize::from(*table) >= self.code.slides.len()
        {
            return Err(CodeFaultKind::RegisterFile(*table));
        }
        if let I::ByPlace { table, .. } = instruction
            && usize::from(*table) >= self.code.places.len()
        {
            return Err(CodeFaultKind::RegisterFile(*table));
        }
        if let I::Statement { single, .. } | I::Ask { single, .. } = instruction
            && usize::from(*single) >= self.code.singles.len()
        {
            return Err(CodeFaultKind::Single(*single));
        }
        if let I::List { trial, .. } | I::TryCells { trial, .. } = instruction {
            self.trial(*trial)?;
        }
        if let I::PickWeighted { to, weights, .. } = instruction
            && (to.is_empty() || to.len() != weights.len())
        {
            return Err(CodeFaultKind::Weights);
        }
        if let I::Distribute { to, weights, of } = instruction
            && (to.is_empty() || to.len() != weights.len() * of.len())
        {
            return Err(CodeFaultKind::Weights);
        }
        if let I::PickStart { to, of, .. } = instruction
            && to.len() != of.len()
        {
            return Err(CodeFaultKind::Weights);
        }
        if let I::Rays { rays, .. } = instruction {
            rays_are_whole(rays)?;
        }
        Ok(())
    }

    /// The registers of an instruction; which loose ones it writes.
    fn registers(
        &self,
        instruction: &Instruction,
        code: &Code,
        known: &BTreeSet<Place>,
    ) -> Result<Vec<Place>, CodeFaultKind> {
        let (mut written, mut wrong) = (Vec::new(), None);
        instruction.clone().registers(&mut |register, is_written| {
            let place = Place::of(&register);
            let found = if !is_there(place, code) {
                Some(CodeFaultKind::Missing(place))
            } else if self.is_loose(place) {
                if is_written {
                    written.push(place);
                }
                (!is_written && !known.contains(&place)).then_some(CodeFaultKind::Unwritten(place))
            } else {
                (is_written && !self.writable.contains(&place))
                    .then_some(CodeFaultKind::Fixed(place))
            };
            wrong = wrong.or(found);
        });
        wrong.map_or(Ok(written), Err)
    }

    /// True if a register is none of the table's own.
    fn is_loose(&self, place: Place) -> bool {
        let registers = &self.code.registers;
        match place {
            Place::Set(register) => usize::from(register) >= registers.sets.len(),
            Place::Mask(register) => register >= registers.masks,
            Place::Num(register) => usize::from(register) >= registers.nums.len(),
        }
    }
}

/// True if a pattern along rays names places that are there.
fn rays_are_whole(rays: &Rays) -> Result<(), CodeFaultKind> {
    let count = rays.places.len();
    let is_there = |place: &RayPlace| u32::from(place.follows) >> count == 0;
    let is_whole = (1..=MOST_PLACES).contains(&count) && rays.places.iter().all(is_there);
    if is_whole { Ok(()) } else { Err(CodeFaultKind::Rays) }
}

/// True if the table has the register while it runs this code.
fn is_there(place: Place, code: &Code) -> bool {
    match place {
        Place::Set(register) => usize::from(register) < code.sets,
        Place::Mask(register) => usize::from(register) < code.masks,
        Place::Num(register) => usize::from(register) < code.nums,
    }
}
