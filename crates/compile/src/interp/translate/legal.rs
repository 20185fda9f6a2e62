//! Choices of a player, on every board.

use masume_board::Direction;
use masume_program::interp::code::{Instruction, MaskReg, SetReg, Way};
use masume_program::interp::operand::{Sense, Sequence};
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::{ACTIVE, AGAIN, ALL};
use masume_program::interp::trial::Options;
use masume_program::{
    ActionProgram, Binding, By, Cond, Decider, Dirs, LayerPlanes, Num, Plan, Potential,
    PotentialRule, Require, Set, SetId, Shape, Unsupported, directions, ops,
};
use masume_rules::model::{Compare, Layer, ParamKind, ParamSlot};

use super::set::mask_of;
use super::single::asks_players;
use super::{Chosen, Translation};

impl<'p> Translation<'p> {
    /// Finds what a player can do, and where that is anything.
    pub(super) fn legal(&mut self, player: usize) -> Result<(), Unsupported> {
        let asked = std::mem::replace(&mut self.player, player);
        let could = std::mem::replace(&mut self.may_retry, false);
        let found = self.all_choices();
        (self.player, self.may_retry) = (asked, could);
        found
    }

    fn all_choices(&mut self) -> Result<(), Unsupported> {
        let mut any: Option<MaskReg> = None;
        let program = self.program();
        for (index, action) in program.actions.iter().enumerate() {
            self.choosing = Some(index);
            let found = self.choices(index, action);
            self.choosing = None;
            if found.is_err() {
                self.untold = Some(index as u8);
            }
            let found = found?;
            let some = self.keep(index, found)?;
            any = Some(any.map_or(some, |any| self.either(any, some)));
        }
        let any = any.ok_or(Unsupported("there is no action"))?;
        let to = self.any[self.player];
        self.emit.keep_mask(any, to);
        self.emit.forget_table();
        Ok(())
    }

    /// Puts choices where they are kept, and says where there are any.
    fn keep(&mut self, index: usize, found: Pick) -> Result<MaskReg, Unsupported> {
        if self.picks[self.player].len() <= index {
            let kept = self.place_for(&found);
            self.picks[self.player].push(kept);
        }
        let any = self.keep_pick(found, self.picks[self.player][index].clone())?;
        self.emit.forget_table();
        let none = self.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL));
        Ok(any.unwrap_or(none))
    }

    /// Puts choices into registers of the table, and says where there are any.
    fn keep_pick(&mut self, found: Pick, kept: Pick) -> Result<Option<MaskReg>, Unsupported> {
        let mut any: Option<MaskReg> = None;
        let mut add = |this: &mut Self, some: MaskReg| {
            any = Some(any.map_or(some, |any| this.either(any, some)));
        };
        match (found, kept) {
            (Pick::Plain(mask), Pick::Plain(to)) => {
                self.emit.keep_mask(mask, to);
                add(self, mask);
            }
            (Pick::Directions(ways, _), Pick::Directions(to, _))
            | (Pick::Columns(ways), Pick::Columns(to)) => {
                self.emit.keep_mask(ways, to);
                let some = self.emit.mask(|to| Instruction::HasBits(to, ways));
                add(self, some);
            }
            (Pick::Cells(cells), Pick::Cells(to)) | (Pick::Tried(_, cells), Pick::Tried(_, to)) => {
                if cells != to {
                    if self.registers.held(to).is_some() {
                        return Err(Unsupported("choices are always the same here, and not there"));
                    }
                    self.emit.keep_set(cells, to);
                }
                let some = self.has_any(cells);
                add(self, some);
            }
            (Pick::Listed(_, some), Pick::Listed(_, to)) => {
                self.emit.keep_mask(some, to);
                add(self, some);
            }
            (Pick::Rays(count, rays), Pick::Rays(to, places)) => {
                for (set, to) in rays.sets().into_iter().zip(places.sets()) {
                    self.emit.keep_set(set, to);
                }
                self.emit.keep_mask(count, to);
                let some = self.emit.mask(|to| Instruction::HasBits(to, count));
                add(self, some);
            }
            (Pick::Steps { starts, .. }, Pick::Steps { starts: to, .. }) => {
                let mut all = None;
                for ((_, cells), (_, to)) in starts.into_iter().zip(to) {
                    self.emit.keep_set(cells, to);
                    all = Some(self.or(all, cells));
                }
                if let Some(all) = all {
                    let some = self.has_any(all);
                    add(self, some);
                }
            }
            (Pick::Pairs(pairs), Pick::Pairs(to)) => {
                let mut all = None;
                for ((_, cells), (_, to)) in pairs.into_iter().zip(to) {
                    self.emit.keep_set(cells, to);
                    all = Some(self.or(all, cells));
                }
                if let Some(all) = all {
                    let some = self.has_any(all);
                    add(self, some);
                }
            }
            (Pick::Each(cells), Pick::Each(to)) => {
                let [firsts, seconds] = cells.map(|cells| self.has_any(cells));
                cells.into_iter().zip(to).for_each(|(cells, to)| self.emit.keep_set(cells, to));
                let some = self.both(firsts, seconds);
                add(self, some);
            }
            (Pick::OneOf(kinds), Pick::OneOf(to)) => {
                for (found, to) in kinds.into_iter().zip(to) {
                    if let Some(some) = self.keep_pick(found, to)? {
                        add(self, some);
                    }
                }
            }
            // The shape of an action's choices is always the same.
            (
                Pick::Plain(_)
                | Pick::Directions(..)
                | Pick::Cells(_)
                | Pick::Columns(_)
                | Pick::Rays(..)
                | Pick::Tried(..)
                | Pick::Listed(..)
                | Pick::Pairs(_)
                | Pick::Steps { .. }
                | Pick::Each(_)
                | Pick::OneOf(_),
                _,
            ) => {}
        }
        Ok(any)
    }

    /// Registers of the table for choices of this shape.
    fn place_for(&mut self, found: &Pick) -> Pick {
        // What is the same in every state need not be found again.
        if let Pick::Cells(cells) = found
            && self.registers.held(*cells).is_some()
        {
            return found.clone();
        }
        let nothing = masume_board::CellSet::empty(&self.layout.grid);
        let mut set = || self.registers.add_set(nothing.clone());
        match found {
            Pick::Plain(_) => Pick::Plain(self.registers.add_mask()),
            Pick::Directions(_, dirs) => Pick::Directions(self.registers.add_mask(), *dirs),
            Pick::Cells(_) => Pick::Cells(set()),
            Pick::Tried(trial, _) => Pick::Tried(*trial, set()),
            Pick::Columns(_) => Pick::Columns(self.registers.add_mask()),
            Pick::Listed(trial, _) => Pick::Listed(*trial, self.registers.add_mask()),
            Pick::Rays(_, rays) => {
                let mut rays = rays.clone();
                rays.sets_mut().for_each(|it| *it = set());
                Pick::Rays(self.registers.add_mask(), rays)
            }
            Pick::Pairs(pairs) => Pick::Pairs(pairs.iter().map(|&(by, _)| (by, set())).collect()),
            Pick::Steps { starts, steps } => {
                let starts = starts.iter().map(|&(direction, _)| (direction, set()));
                Pick::Steps { starts: starts.collect(), steps: *steps }
            }
            Pick::Each(_) => Pick::Each([set(), set()]),
            Pick::OneOf(kinds) => {
                Pick::OneOf(kinds.iter().map(|kind| self.place_for(kind)).collect())
            }
        }
    }

    fn choices(&mut self, index: usize, action: &'p ActionProgram) -> Result<Pick, Unsupported> {
        let mut may = ALL;
        self.span = action.when.as_ref().map(|(_, span)| *span);
        if let Some((when, _)) = action.when.as_ref().filter(|_| !action.when_depends) {
            may = self.condition(when)?;
        }
        if action.when_depends {
            return self.brute_force(index, action, may);
        }
        let mark = self.emit.mark();
        self.told_choices(index, &action.plan, may).or_else(|why| {
            // Where two views of the board tell what walks with turns join, the general machine is faster than bodies.
            let turns = |nfa: u16| matches!(self.nfa(nfa).shape, Shape::Corridor(1..));
            if let Plan::Match { deciders, .. } = &action.plan
                && deciders.iter().any(|it| turns(it.nfa))
            {
                return Err(why);
            }
            self.emit.back_to(mark);
            self.choices_of_pairs(index, action, may).or_else(|_| {
                self.emit.back_to(mark);
                self.brute_force(index, action, may)
            })
        })
    }

    /// The choices, where matches tell them, or lines that are looked up.
    fn told_choices(
        &mut self,
        index: usize,
        plan: &Plan,
        mut may: MaskReg,
    ) -> Result<Pick, Unsupported> {
        let info = &self.rules.actions[index];
        let (requires, deciders) = match plan {
            Plan::Always if info.params.is_empty() => return Ok(Pick::Plain(may)),
            Plan::Always => return Err(Unsupported("an action that is always legal has choices")),
            Plan::Potential(potential) => {
                let mark = self.emit.mark();
                return self.slides(index, may).or_else(|_| {
                    self.emit.back_to(mark);
                    self.choices_by_potential(index, potential, may)
                });
            }
            Plan::BruteForce { .. } => return self.slides(index, may),
            Plan::Match { requires, deciders, .. } => (requires, deciders),
            Plan::Either(condition, plans) => {
                let holds = self.condition(condition)?;
                let fails = self.not(holds);
                let mut kinds = Vec::new();
                for (plan, here) in plans.iter().zip([holds, fails]) {
                    let here = self.both(may, here);
                    kinds.extend_from_slice(self.told_choices(index, plan, here)?.kinds());
                }
                return Ok(Pick::OneOf(kinds));
            }
        };
        let (mut firsts, mut seconds) = (None, None);
        for (require, _) in requires {
            match require {
                Require::Plain(condition) => {
                    let holds = self.condition(condition)?;
                    may = self.both(may, holds);
                }
                Require::Cell(slot, cells) => {
                    let cells = self.set(*cells)?;
                    let all = if *slot == ParamSlot(0) { &mut firsts } else { &mut seconds };
                    *all = Some(match *all {
                        None => cells,
                        Some(all) => self.emit.set(|to| Instruction::And(to, all, cells)),
                    });
                }
            }
        }
        let Some(first) = deciders.first() else { return Ok(Pick::Plain(may)) };
        let why = Unsupported("choices are cells that are joined by a walk");
        let within = |this: &mut Self, cells: Option<SetReg>| match cells {
            Some(cells) => Some(this.within(cells)),
            None => this.inner_if_rim(),
        };
        match &first.by {
            By::Nothing => {
                let cells = self.decider_starts(deciders, None)?;
                let some = self.has_any(cells);
                Ok(Pick::Plain(self.both(may, some)))
            }
            By::Direction => self.choices_of_directions(index, deciders, may),
            By::Along => {
                let firsts = within(self, firsts);
                self.choices_along(index, deciders, may, firsts)
            }
            By::Start | By::End | By::Column => {
                let mut cells = self.decider_starts(deciders, None)?;
                if let Some(firsts) = firsts.filter(|_| first.by != By::Column) {
                    cells = self.and(cells, firsts);
                }
                if first.by == By::Column && self.layout.grid.width() > u64::BITS {
                    return Err(Unsupported("one of more than 64 columns is chosen"));
                }
                let cells = self.within(cells);
                let cells = self.only(cells, may);
                if first.by != By::Column {
                    return Ok(Pick::Cells(cells));
                }
                Ok(Pick::Columns(self.emit.mask(|to| Instruction::Columns(to, cells))))
            }
            By::Row => Err(Unsupported("a row is chosen")),
            By::Ends(None) => {
                let ends = [within(self, firsts), within(self, seconds)];
                self.choices_of_rays(index, deciders, may, ends)
            }
            By::Each(cells) => {
                let starts = self.decider_starts(deciders, None)?;
                let starts = firsts.map_or(starts, |firsts| self.and(starts, firsts));
                let cells = self.set(*cells)?;
                let cells = seconds.map_or(cells, |seconds| self.and(cells, seconds));
                let ends = [starts, cells].map(|cells| self.within(cells));
                Ok(Pick::Each([self.only(ends[0], may), ends[1]]))
            }
            By::Ends(Some(steps)) => {
                if *steps == 0 || deciders.iter().any(|it| it.by != first.by) {
                    return Err(why);
                }
                let ends = [within(self, firsts), within(self, seconds)];
                self.choices_of_steps(index, deciders, *steps, may, ends)
            }
        }
    }

    fn inner_if_rim(&mut self) -> Option<SetReg> {
        (self.layout.grid.rim() > 0).then(|| self.inner())
    }

    pub(super) fn only(&mut self, cells: SetReg, may: MaskReg) -> SetReg {
        if may == ALL { cells } else { self.emit.set(|to| Instruction::Only(to, cells, may)) }
    }

    /// Cells at which any of the deciding rules matches, its last ones if those are chosen; a
    /// chosen direction is the one that is given.
    fn decider_starts(
        &mut self,
        deciders: &[Decider],
        chosen: Option<Direction>,
    ) -> Result<SetReg, Unsupported> {
        if self.match_everywhere(deciders) {
            return Ok(self.full());
        }
        let mut all = None;
        for decider in deciders {
            let dirs = decider.dirs.mask(&|_| chosen);
            let cells = if decider.by == By::End {
                self.last_cells(decider.nfa, dirs)?
            } else {
                self.starts(decider.nfa, dirs)?
            };
            all = Some(self.or(all, cells));
        }
        all.ok_or(Unsupported("nothing decides what is legal"))
    }

    /// True if on every cell one of the rules matches: of rules of one cell, one asks for some planes, and
    /// one for a cell that is on none of them.
    fn match_everywhere(&self, deciders: &[Decider]) -> bool {
        let nfas = deciders.iter().map(|decider| self.nfa(decider.nfa));
        let cells = nfas.filter(|nfa| nfa.shape == Shape::Cell);
        let mut open: Vec<SetId> = cells.map(|nfa| nfa.places[0].test).collect();
        let mut any = Vec::new();
        while let Some(test) = open.pop() {
            let set = &self.program().sets[usize::from(test.0)];
            if let Set::Or(parts) = set {
                open.extend(parts);
            } else {
                any.push(set);
            }
        }
        any.iter().any(|set| {
            let Set::NoPlanes(free) = set else { return false };
            let is_held = |other: &&Set| {
                matches!(other, Set::Planes(held) if free.iter().all(|plane| held.contains(plane)))
            };
            any.iter().any(is_held)
        })
    }

    fn choices_of_directions(
        &mut self,
        index: usize,
        deciders: &[Decider],
        may: MaskReg,
    ) -> Result<Pick, Unsupported> {
        let dirs = mask_of(&self.ways_of(index)?);
        let mut all: Option<MaskReg> = None;
        for decider in deciders {
            let ways = self.ways_of_decider(decider, dirs)?;
            all = Some(all.map_or(ways, |all| self.either(all, ways)));
        }
        let all = all.ok_or(Unsupported("nothing decides what is legal"))?;
        Ok(Pick::Directions(self.both(may, all), dirs))
    }

    /// The directions in which any rule of a body matches whose rules have one potential.
    fn choices_by_potential(
        &mut self,
        index: usize,
        potential: &Potential,
        may: MaskReg,
    ) -> Result<Pick, Unsupported> {
        let dirs = mask_of(&self.ways_of(index)?);
        let mut all: Option<MaskReg> = None;
        for rule in &potential.rules {
            let ways = self.ways_of_rule(rule, dirs)?;
            all = Some(all.map_or(ways, |all| self.either(all, ways)));
        }
        // Where that does not decide, the turn before is done again, and bodies are run.
        let mut doubt = None;
        if let Some(plane) = potential.alone {
            let moved = SetReg(plane);
            let first = self.emit.set(|to| Instruction::First(to, moved));
            doubt = Some(self.without(moved, first));
        }
        if let Some((layer, most)) = potential.most {
            let (here, most) = (Num::Here(layer), Num::Constant(most.into()));
            let layers = [self.layout.layer(layer)];
            let above = self.numbers_of(&here, Compare::Greater, &most, &layers)?;
            doubt = Some(self.or(doubt, above));
        }
        if let Some(doubt) = doubt {
            let doubt = self.has_any(doubt);
            let doubt = self.both(may, doubt);
            self.emit.act(Instruction::Retry(doubt));
        }
        let all = all.ok_or(Unsupported("nothing decides what is legal"))?;
        Ok(Pick::Directions(self.both(may, all), dirs))
    }

    /// The directions, of some, for which a rule of a potential matches, as bits.
    fn ways_of_rule(&mut self, rule: &PotentialRule, dirs: u8) -> Result<MaskReg, Unsupported> {
        let PotentialRule { nfa, dirs: of_rule, letters } = rule;
        let (by, dirs_of_rule) = (By::Direction, of_rule.clone());
        let decider = Decider { nfa: *nfa, dirs: dirs_of_rule, by, letters: None };
        if !Binding::are_compared(letters) {
            return self.ways_of_decider(&decider, dirs);
        }
        let why = Unsupported("letters are compared along lines that change");
        let path = self.nfa(*nfa).path().ok_or(why)?;
        let at = |binding: &Binding| path.iter().position(|&place| place == binding.place);
        let mut all: Option<MaskReg> = None;
        for chosen in directions(dirs) {
            let mut starts = self.decider_starts(std::slice::from_ref(&decider), Some(chosen))?;
            let back = match of_rule {
                Dirs::Chosen(_) => Way::Fixed(chosen.opposite()),
                Dirs::Against(_) => Way::Fixed(chosen),
                Dirs::Fixed(_) | Dirs::Union(_) => return Err(why),
            };
            for (nth, one) in letters.iter().enumerate() {
                let other = letters[nth + 1..].iter().find(|it| it.letter == one.letter);
                let Some(other) = other else { continue };
                let (one_at, other_at) = (at(one).ok_or(why)?, at(other).ok_or(why)?);
                let unlike = self.unlike_along(one.layer, one_at.abs_diff(other_at), back)?;
                let first = one_at.min(other_at);
                let unlike = (0..first).fold(unlike, |cells, _| self.step(cells, back));
                starts = self.without(starts, unlike);
            }
            let some = self.has_any(starts);
            let bit = self.emit.mask(|to| Instruction::Bits(to, some, 1 << chosen as u8));
            all = Some(all.map_or(bit, |all| self.either(all, bit)));
        }
        all.ok_or(Unsupported("an action has no direction"))
    }

    /// Cells on which a layer holds something else than so many steps further, going `back` from there.
    fn unlike_along(
        &mut self,
        layer: Layer,
        steps: usize,
        back: Way,
    ) -> Result<SetReg, Unsupported> {
        let planes: Box<[SetReg]> = match self.layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => (first..first + count).map(SetReg).collect(),
            LayerPlanes::Numbers { .. } => self.numbers_on(layer)?.planes().collect(),
        };
        let further = planes.iter();
        let further: Box<[SetReg]> = further
            .map(|&plane| (0..steps).fold(plane, |cells, _| self.step(cells, back)))
            .collect();
        Ok(self.emit.set(|to| Instruction::Unlike(to, planes.clone(), further.clone())))
    }

    /// The directions, of some, for which a decider matches, as bits.
    fn ways_of_decider(&mut self, decider: &Decider, dirs: u8) -> Result<MaskReg, Unsupported> {
        let nfa = self.nfa(decider.nfa);
        let is_chain =
            nfa.is_line && matches!(nfa.shape, Shape::Cell | Shape::Chain | Shape::Run(_));
        let sense = match decider.dirs {
            Dirs::Chosen(_) => Some(Sense::Along),
            Dirs::Against(_) => Some(Sense::Against),
            Dirs::Fixed(_) | Dirs::Union(_) => None,
        };
        if let Some(sense) = sense.filter(|_| is_chain) {
            let tests = Sequence(self.tests(nfa)?.into());
            return Ok(self.emit.mask(|to| Instruction::Ways {
                to,
                tests: tests.clone(),
                dirs,
                sense,
            }));
        }
        let mut all: Option<MaskReg> = None;
        for direction in directions(dirs) {
            let cells = self.decider_starts(std::slice::from_ref(decider), Some(direction))?;
            let some = self.has_any(cells);
            let bit = self.emit.mask(|to| Instruction::Bits(to, some, 1 << direction as u8));
            all = Some(all.map_or(bit, |all| self.either(all, bit)));
        }
        all.ok_or(Unsupported("an action has no direction"))
    }

    /// The directions that can be chosen for an action.
    pub(super) fn ways_of(&self, index: usize) -> Result<Vec<Direction>, Unsupported> {
        if self.rules.actions[index].params.len() > 1 {
            return Err(Unsupported("a direction and something else is chosen"));
        }
        self.ways_at(index, ParamSlot(0))
    }

    /// The directions that a parameter of an action can be.
    fn ways_at(&self, index: usize, slot: ParamSlot) -> Result<Vec<Direction>, Unsupported> {
        match self.rules.actions[index].params.get(usize::from(slot.0)) {
            Some(ParamKind::Direction(ways)) => {
                Ok(ways.directions(self.program().player, &|_| None))
            }
            Some(ParamKind::Cell | ParamKind::Column | ParamKind::Row) | None => {
                Err(Unsupported("no direction is chosen"))
            }
        }
    }

    /// The cells of some from which any decider matches, for each direction that can be chosen.
    fn choices_along(
        &mut self,
        index: usize,
        deciders: &[Decider],
        may: MaskReg,
        firsts: Option<SetReg>,
    ) -> Result<Pick, Unsupported> {
        let mut starts = Vec::new();
        for direction in self.ways_at(index, ParamSlot(1))? {
            let mut cells = self.decider_starts(deciders, Some(direction))?;
            if let Some(firsts) = firsts {
                cells = self.and(cells, firsts);
            }
            starts.push((direction, self.only(cells, may)));
        }
        Ok(Pick::Steps { starts, steps: None })
    }

    fn choices_of_steps(
        &mut self,
        index: usize,
        deciders: &[Decider],
        steps: u32,
        may: MaskReg,
        [firsts, seconds]: [Option<SetReg>; 2],
    ) -> Result<Pick, Unsupported> {
        let mut starts = [None; 8];
        for decider in deciders {
            let Dirs::Fixed(dirs) = decider.dirs else {
                return Err(Unsupported("a way is chosen twice"));
            };
            for direction in directions(dirs) {
                if self.rules.actions[index].unordered && (direction as u8) < 4 {
                    continue;
                }
                let mut cells = self.starts(decider.nfa, 1 << direction as u8)?;
                if let Some(firsts) = firsts {
                    cells = self.and(cells, firsts);
                }
                if let Some(mut ends) = seconds {
                    for _ in 0..steps {
                        ends = self.step(ends, Way::Fixed(direction.opposite()));
                    }
                    cells = self.and(cells, ends);
                }
                let cells = self.only(cells, may);
                let entry: &mut Option<SetReg> = &mut starts[direction as usize];
                *entry = Some(match *entry {
                    None => cells,
                    Some(all) => self.emit.set(|to| Instruction::Or(to, all, cells)),
                });
            }
        }
        let starts = Direction::ALL.into_iter().zip(starts);
        let starts = starts.filter_map(|(direction, cells)| Some((direction, cells?))).collect();
        Ok(Pick::Steps { starts, steps: Some(steps) })
    }

    /// Boards on which the next player, or who acts once more, can do anything, or this action.
    pub(super) fn next_can_act(&mut self, action: Option<u8>) -> Result<MaskReg, Unsupported> {
        if let Some(action) = action.filter(|action| self.is_found_before(*action)) {
            return self.can_act(self.player, Some(action));
        }
        if !self.may_ask_legal {
            return Err(Unsupported("a condition about actions is asked before the turn is over"));
        }
        let (own, next) = (self.player, self.next_player());
        let others = self.can_act(next, action)?;
        if self.program().again.is_none() || own == next {
            return Ok(others);
        }
        let again = self.can_act(own, action)?;
        let (others, again) = (self.only_without(others, AGAIN), self.both(again, AGAIN));
        Ok(self.either(others, again))
    }

    /// True if the choices of another action of the same player are asked for while those of one are
    /// looked for, and were found before it: by themselves, whatever asks for them.
    fn is_found_before(&self, asked: u8) -> bool {
        let asked = usize::from(asked);
        let of_action = &self.program().actions[asked];
        let is_plain = |condition: &Cond| !asks_players(condition);
        self.choosing.is_some_and(|index| asked < index)
            && self.refused.is_none()
            && of_action.when.as_ref().is_none_or(|(when, _)| is_plain(when))
            && ops(&of_action.body).all(|op| op.condition().is_none_or(is_plain))
    }

    /// Boards on which a player can do anything, or this action, as it is kept.
    fn can_act(&mut self, player: usize, action: Option<u8>) -> Result<MaskReg, Unsupported> {
        let Some(action) = action else {
            self.is_any_asked = true;
            return Ok(self.any[player]);
        };
        let kept = self.picks[player].get(usize::from(action)).cloned();
        let kept = kept.ok_or(Unsupported("a condition asks for an action that is not there"))?;
        Ok(self.has_choices(&kept))
    }

    /// Boards on which there are any of these choices.
    fn has_choices(&mut self, kept: &Pick) -> MaskReg {
        let kept_cells = kept.registers().0;
        match *kept {
            Pick::Plain(mask) | Pick::Listed(_, mask) => mask,
            Pick::Directions(bits, _) | Pick::Columns(bits) | Pick::Rays(bits, _) => {
                self.emit.mask(|to| Instruction::HasBits(to, bits))
            }
            Pick::Cells(cells) | Pick::Tried(_, cells) => self.has_any(cells),
            Pick::Pairs(_) | Pick::Steps { .. } => {
                let starts = kept_cells.into_iter();
                let all = starts.fold(None, |all, cells| Some(self.or(all, cells)));
                match all {
                    Some(all) => self.has_any(all),
                    None => self.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL)),
                }
            }
            Pick::Each(cells) => {
                let [firsts, seconds] = cells.map(|cells| self.has_any(cells));
                self.both(firsts, seconds)
            }
            Pick::OneOf(ref kinds) => {
                let none = self.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL));
                kinds.iter().fold(none, |any, kind| {
                    let some = self.has_choices(kind);
                    self.either(any, some)
                })
            }
        }
    }

    /// Boards on which none of these players can do anything; of the one who acts once more that
    /// is asked where the next one is.
    pub(super) fn nobody_of(&mut self, players: &[usize]) -> Result<MaskReg, Unsupported> {
        let next = self.next_player();
        let mut any = self.next_can_act(None)?;
        if any != self.any[next] {
            any = self.either(any, self.any[next]);
        }
        // Mostly the next player can act, which settles it.
        for &player in players.iter().filter(|&&player| player != next) {
            // An error comes first where it is asked first.
            let asked = if player < next && self.question_may_fail(player) {
                ACTIVE
            } else {
                self.only_without(ACTIVE, any)
            };
            let region = self.emit.enter(asked);
            self.legal(player)?;
            self.emit.leave(region);
            let theirs = self.both(self.any[player], asked);
            any = self.either(any, theirs);
        }
        Ok(self.not(any))
    }

    /// True if asking what a player can do may end in an error.
    fn question_may_fail(&mut self, player: usize) -> bool {
        let asked = std::mem::replace(&mut self.player, player);
        let may_fail = self.program().actions.iter().any(|action| {
            let is_decided =
                action.plan.always_tells() || action.body.iter().all(|op| self.cannot_fail(op));
            action.when_may_fail || !is_decided
        });
        self.player = asked;
        may_fail
    }

    /// Choice of this action as its body sees it.
    pub(super) fn chosen_of(&self, index: usize) -> (Chosen, u8) {
        self.chosen_by_pick(&self.picks[self.player][index])
    }

    /// The same of a kind of choices.
    pub(super) fn chosen_by_pick(&self, pick: &Pick) -> (Chosen, u8) {
        match pick {
            Pick::Plain(_) => (Chosen::Nothing, 0),
            Pick::Directions(_, dirs) => (Chosen::Direction, *dirs),
            Pick::Cells(_) => (Chosen::Cell, 0),
            Pick::Columns(_) => (Chosen::Column, 0),
            Pick::Rays(..) => (Chosen::Rays, 0),
            Pick::Pairs(_) | Pick::Each(_) => (Chosen::Pairs, 0),
            Pick::OneOf(kinds) => {
                let mut kinds = kinds.iter().map(|kind| self.chosen_by_pick(kind));
                let first = kinds.next().unwrap_or((Chosen::Nothing, 0));
                let is_of_cells =
                    matches!(first.0, Chosen::Rays | Chosen::Steps { .. } | Chosen::Pairs);
                if is_of_cells { (Chosen::Pairs, 0) } else { first }
            }
            Pick::Listed(trial, _) | Pick::Tried(trial, _) => {
                let options = &self.written_trials[usize::from(*trial)].options;
                (Chosen::Listed, Options::ways(options))
            }
            Pick::Steps { starts, steps } => {
                // What a body asks about a cell and a direction it asks as about any other choice.
                let chosen = steps.map_or(Chosen::Listed, |steps| Chosen::Steps { steps });
                (chosen, mask_of(starts.iter().map(|(way, _)| way)))
            }
        }
    }
}
