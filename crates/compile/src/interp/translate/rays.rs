//! Choices that are the first and the last cell of a pattern along rays.

use std::collections::BTreeSet;

use masume_board::Direction;
use masume_program::interp::code::{Instruction, MaskReg, SetReg, Way};
use masume_program::interp::pick::Pick;
use masume_program::interp::rays::{MOST_PLACES, RayPlace, Rays};
use masume_program::{Decider, Dirs, Next, Nfa, NfaState, RuleOp, SetId, Unsupported, directions};

use super::Translation;
use super::matches::Matches;

/// A place behind the first, before its test has a register.
#[derive(Clone, PartialEq)]
struct PendingRayPlace {
    test: SetId,
    is_second: bool,
    /// The places that it follows.
    follows: Vec<u16>,
    is_end: bool,
}

impl Translation<'_> {
    /// The first and the last cells of matches, on boards of the mask.
    pub(super) fn choices_of_rays(
        &mut self,
        index: usize,
        deciders: &[Decider],
        may: MaskReg,
        [firsts, seconds]: [Option<SetReg>; 2],
    ) -> Result<Pick, Unsupported> {
        let why = Unsupported("choices are cells that are joined by a walk");
        let [Decider { nfa, dirs: Dirs::Fixed(dirs), letters: None, .. }] = *deciders else {
            return Err(why);
        };
        let nfa = self.nfa(nfa);
        if !nfa.is_line || self.rules.actions[index].unordered {
            return Err(why);
        }
        let [start] = nfa.starts[..] else { return Err(why) };
        let ends_at_edge = |next: &Next| matches!(next, Next::Accept { at_edge: true });
        let asks_edge = nfa.places.iter().any(|place| place.next.iter().any(ends_at_edge));
        if start.at_edge || asks_edge || !nfa.is_only_first(start.place) {
            return Err(why);
        }
        let behind = places_behind(nfa, start.place);
        if behind.len() > MOST_PLACES {
            return Err(why);
        }
        let mut starts = self.set(nfa.places[usize::from(start.place)].test)?;
        if let Some(firsts) = firsts {
            starts = self.and(starts, firsts);
        }
        let starts = self.only(starts, may);
        let ends = seconds.unwrap_or_else(|| self.full());
        let mut places = Vec::new();
        for (_, place) in &behind {
            let known = |it: &u16| behind.iter().position(|(members, _)| members.contains(it));
            let follows = place.follows.iter().filter_map(known);
            places.push(RayPlace {
                test: self.set(place.test)?,
                is_second: place.is_second,
                follows: follows.fold(0, |all, nth| all | 1 << nth),
                is_end: place.is_end,
            });
        }
        let rays = Rays { starts, places, ends, dirs };
        let count = self.emit.mask(|to| Instruction::Rays { to, rays: Box::new(rays.clone()) });
        Ok(Pick::Rays(count, Box::new(rays)))
    }

    /// The last cells of matches of a pattern in one of the directions.
    pub(crate) fn last_cells(&mut self, nfa: u16, dirs: u8) -> Result<SetReg, Unsupported> {
        let nfa = self.nfa(nfa);
        if nfa.is_graph() {
            return self.walk_ends(nfa, dirs);
        }
        let tests = self.tests(nfa)?;
        let mut all = None;
        if let Some(ray) = plain_ray(nfa) {
            let [start, test] = [ray.start, ray.test].map(|test| self.set(test));
            let (start, test) = (start?, test?);
            for direction in directions(dirs) {
                let cells = self.fill(start, test, Way::Fixed(direction))?;
                all = Some(self.or(all, cells));
            }
            return all.ok_or(Unsupported("a pattern has no direction"));
        }
        for direction in directions(dirs) {
            let way = Way::Fixed(direction);
            let solved = match nfa.is_fixed_line() {
                // Nothing of a run is tested again on the way.
                true => self.solve(nfa, &tests, way, None)?,
                false => tests.clone(),
            };
            let reached = self.reach(nfa, &solved, way, None)?;
            for (place, cells) in nfa.places.iter().zip(reached) {
                let Some(cells) = cells else { continue };
                if let Some(cells) = self.ends_of_place(place, cells, direction) {
                    all = Some(self.or(all, cells));
                }
            }
        }
        all.ok_or(Unsupported("a pattern has no direction"))
    }

    /// Those of the cells at a place at which a match may end that goes in this direction.
    pub(super) fn ends_of_place(
        &mut self,
        place: &NfaState,
        cells: SetReg,
        direction: Direction,
    ) -> Option<SetReg> {
        let mut all = None;
        for next in &place.next {
            let Next::Accept { at_edge } = next else { continue };
            let edge = if *at_edge { Some(self.edge(direction)) } else { None };
            let cells = edge.map_or(cells, |edge| self.and(cells, edge));
            all = Some(self.or(all, cells));
        }
        all
    }

    /// The matches of a plain ray to a chosen cell, of which it is known that there are some, where
    /// nothing between the ends is asked for.
    pub(super) fn matches_to_chosen(
        &mut self,
        rule: &RuleOp,
        nfa: &Nfa,
        to: SetReg,
    ) -> Result<Option<Matches>, Unsupported> {
        let [only] = self.first_rules[..] else { return Ok(None) };
        let (Some(ray), Dirs::Fixed(dirs)) = (plain_ray(nfa), &rule.dirs) else { return Ok(None) };
        if !std::ptr::eq(only, rule) || !self.puts_on_chosen_ends(rule, nfa) {
            return Ok(None);
        }
        let (start, test) = (self.set(ray.start)?, self.set(ray.test)?);
        let mut matches = Matches::from_choice(nfa, [to, to]);
        (matches.begun, matches.is_single) = (Vec::new(), false);
        let mut all = None;
        for direction in directions(*dirs) {
            let back = Way::Fixed(direction.opposite());
            let before = self.fill(to, test, back)?;
            let before = self.or(Some(to), before);
            let begun = self.step(before, back);
            let begun = self.and(begun, start);
            matches.begun.push(begun);
            all = Some(self.or(all, begun));
        }
        let first = nfa.starts.iter().map(|start| usize::from(start.place));
        first.for_each(|first| matches.reached[first] = all);
        Ok(Some(matches))
    }

    /// The only match of a pattern along a ray between chosen cells that it is known to join, where each
    /// cell between them passes the tests of one place only.
    pub(super) fn match_along_ray(
        &mut self,
        rule: &RuleOp,
        nfa: &Nfa,
        [from, to]: [SetReg; 2],
    ) -> Result<Option<Matches>, Unsupported> {
        let ([start], Dirs::Fixed(dirs)) = (&nfa.starts[..], &rule.dirs) else { return Ok(None) };
        let dirs = *dirs;
        let leads_on =
            |place: &NfaState| place.next.iter().any(|next| matches!(next, Next::Step { .. }));
        let ends =
            |place: &NfaState| place.next.iter().any(|next| matches!(next, Next::Accept { .. }));
        let others = (0u16..).zip(&nfa.places).filter(|(nth, _)| *nth != start.place);
        let others: Vec<(u16, &NfaState)> = others.collect();
        let middles = only_twins(rule, &others, leads_on);
        let lasts = only_twins(rule, &others, ends);
        let [last] = lasts[..] else { return Ok(None) };
        let test_of = |nth: u16| nfa.places[usize::from(nth)].test;
        let is_told = middles.iter().enumerate().all(|(nth, &one)| {
            middles[nth + 1..].iter().all(|&it| self.are_disjoint(test_of(one), test_of(it)))
        });
        if !nfa.is_line || !nfa.is_only_first(start.place) || !is_told {
            return Ok(None);
        }
        let mut through = None;
        for &nth in &middles {
            let test = self.set(test_of(nth))?;
            through = Some(self.or(through, test));
        }
        let mut reached = vec![None; nfa.places.len()];
        if let Some(through) = through {
            let through = self.without(through, to);
            let (ends, between) = (self.emit.loose_set(), self.emit.loose_set());
            self.emit.act(Instruction::Between { ends, between, tests: [to, through, from], dirs });
            for &nth in &middles {
                let test = self.set(test_of(nth))?;
                reached[usize::from(nth)] = Some(self.and(between, test));
            }
        }
        let at_last = &mut reached[usize::from(last)];
        *at_last = Some(match *at_last {
            Some(cells) => self.or(Some(cells), to),
            None => to,
        });
        reached[usize::from(start.place)] = Some(from);
        Ok(Some(Matches { begun: vec![from], reached, is_single: true, way: None }))
    }

    /// True if all that the rule puts lies on cells that were chosen as its ends.
    pub(super) fn puts_on_chosen_ends(&self, rule: &RuleOp, nfa: &Nfa) -> bool {
        (0u16..).zip(&nfa.places).all(|(nth, place)| {
            let puts =
                rule.alternatives.iter().filter_map(|it| it.puts.get(place.position as usize));
            let is_end = nfa.is_only_first(nth) || nfa.is_only_last(nth);
            is_end || puts.flatten().next().is_none()
        })
    }
}

/// Those of some places for which this holds, one of several that ask the same and where the rule puts
/// the same.
fn only_twins(
    rule: &RuleOp,
    places: &[(u16, &NfaState)],
    holds: impl Fn(&NfaState) -> bool,
) -> Vec<u16> {
    let puts_alike = |one: u32, other: u32| {
        rule.alternatives.iter().all(|alternative| {
            let puts = |position: u32| {
                alternative.puts.get(position as usize).map_or(&[][..], |puts| &puts[..])
            };
            puts(one) == puts(other)
        })
    };
    let mut found: Vec<(u16, &NfaState)> = Vec::new();
    for &(nth, place) in places.iter().filter(|(_, place)| holds(place)) {
        let is_twin = |(_, other): &(u16, &NfaState)| {
            other.test == place.test && puts_alike(other.position, place.position)
        };
        if !found.iter().any(is_twin) {
            found.push((nth, place));
        }
    }
    found.into_iter().map(|(nth, _)| nth).collect()
}

/// A first cell and then one or more others, at any of which a match ends.
struct PlainRay {
    start: SetId,
    test: SetId,
}

fn plain_ray(nfa: &Nfa) -> Option<PlainRay> {
    let [start] = nfa.starts[..] else { return None };
    let ends_at_once = {
        let next = &nfa.places[usize::from(start.place)].next;
        next.iter().any(|next| matches!(next, Next::Accept { .. }))
    };
    let is_plain = nfa.is_line && !start.at_edge && nfa.is_only_first(start.place) && !ends_at_once;
    let ends_at_edge = |next: &Next| matches!(next, Next::Accept { at_edge: true });
    if !is_plain || nfa.places.iter().any(|place| place.next.iter().any(ends_at_edge)) {
        return None;
    }
    let behind = places_behind(nfa, start.place);
    let [(_, PendingRayPlace { test, is_second: true, follows, is_end: true })] = &behind[..]
    else {
        return None;
    };
    let start = nfa.places[usize::from(start.place)].test;
    (!follows.is_empty()).then_some(PlainRay { start, test: *test })
}

/// The places behind the first, those together that always hold the same cells: they ask the same, and
/// follow places of which that is true.
fn places_behind(nfa: &Nfa, first: u16) -> Vec<(Vec<u16>, PendingRayPlace)> {
    let leads = |from: u16, to: u16| {
        let next = &nfa.places[usize::from(from)].next;
        next.iter().any(|next| matches!(next, Next::Step { place, .. } if *place == to))
    };
    let others: Vec<u16> = (0..nfa.places.len() as u16).filter(|nth| *nth != first).collect();
    // Indexed by place: which of those that differ so far it is one of.
    let mut kinds = vec![0; nfa.places.len()];
    loop {
        let mut known = Vec::new();
        let mut next = kinds.clone();
        for &nth in &others {
            let before = others.iter().filter(|from| leads(**from, nth));
            let before: BTreeSet<usize> = before.map(|from| kinds[usize::from(*from)]).collect();
            let kind = (nfa.places[usize::from(nth)].test, leads(first, nth), before);
            let place = known.iter().position(|it| *it == kind);
            next[usize::from(nth)] = place.unwrap_or_else(|| {
                known.push(kind);
                known.len() - 1
            });
        }
        if next == kinds {
            break;
        }
        kinds = next;
    }
    let mut found: Vec<(Vec<u16>, PendingRayPlace)> = Vec::new();
    for &nth in &others {
        let place = &nfa.places[usize::from(nth)];
        let is_end = place.next.iter().any(|next| matches!(next, Next::Accept { .. }));
        match found.get_mut(kinds[usize::from(nth)]) {
            Some((members, behind)) => {
                members.push(nth);
                behind.is_end |= is_end;
            }
            None => {
                let follows = others.iter().copied().filter(|from| leads(*from, nth)).collect();
                let (test, is_second) = (place.test, leads(first, nth));
                found.push((vec![nth], PendingRayPlace { test, is_second, follows, is_end }));
            }
        }
    }
    found
}
