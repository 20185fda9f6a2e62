//! Rules that use some of their matches: the first, those that share no cell, or such as are drawn;
//! and rules that draw what they put for each match.

use masume_board::Direction;
use masume_program::interp::code::{Instruction, MaskReg, NumReg, SetReg, Way};
use masume_program::interp::registers::ALL;
use masume_program::interp::trace::{Line, LinePlace};
use masume_program::{Binding, Nfa, Num, RuleOp, Shape, Strategy, Unsupported};
use masume_rules::chance::CERTAIN;
use masume_rules::model::{Arithmetic, Compare};

use super::matches::Matches;
use super::rule::Change;
use super::{Chosen, Translation};

/// Starts of the matches of a line that is solved in several ways.
struct Lines {
    ways: Vec<Way>,
    /// Indexed by way.
    solved: Vec<Vec<SetReg>>,
    /// Indexed by way.
    begun: Vec<SetReg>,
    /// Cells at which they must end, if that is said.
    last: Option<SetReg>,
    /// The boards on which the rule runs.
    mask: MaskReg,
    /// True if there is one match at most on a board.
    is_single: bool,
    /// The boards of a trial that come to a draw of matches.
    drawn: Option<MaskReg>,
}

impl Translation<'_> {
    /// Such a rule run once on the boards of the mask; where it matched.
    pub(super) fn selected(
        &mut self,
        rule: &RuleOp,
        mask: MaskReg,
    ) -> Result<MaskReg, Unsupported> {
        let nfa = self.nfa(rule.nfa);
        if Binding::are_compared(&rule.letters) {
            return Err(Unsupported("what a letter is bound to is compared match by match"));
        }
        let mut lines = self.lines(rule, nfa, mask)?;
        match &rule.strategy {
            Strategy::First => self.first_start(rule, nfa, &mut lines)?,
            Strategy::Random(count) => self.drawn_starts(count.as_ref(), &mut lines)?,
            Strategy::Each if nfa.shape != Shape::Cell => self.separate_starts(nfa, &mut lines),
            Strategy::Each | Strategy::All => {}
        }
        if let [only] = &rule.alternatives[..]
            && only.chance.is_none()
        {
            let matches = self.on_matches(nfa, &lines, lines.begun.clone())?;
            let changes = self.changes(rule, &rule.alternatives, &matches)?;
            return self.do_selected(rule, matches, changes, lines.drawn);
        }
        self.drawn_alternatives(rule, nfa, lines)
    }

    /// The pattern solved in all its ways.
    fn lines(&mut self, rule: &RuleOp, nfa: &Nfa, mask: MaskReg) -> Result<Lines, Unsupported> {
        let first = rule.from.map(|slot| self.chosen(slot));
        let last = rule.to.map(|slot| self.chosen(slot));
        let tests = self.tests(nfa)?;
        let ways = self.ways(rule, nfa, mask)?;
        if ways.is_empty() {
            return Err(Unsupported("a rule has no direction"));
        }
        // What chance may choose lies inside the rim.
        let is_random = matches!(rule.strategy, Strategy::Random(_));
        let (mut solved, mut begun) = (Vec::new(), Vec::new());
        for &(way, here) in &ways {
            let line = self.solve(nfa, &tests, way, last)?;
            let starts = self.begun(nfa, &line, way, first)?;
            let starts = if is_random { self.within(starts) } else { starts };
            // What draws leaves other boards alone by itself.
            let is_masked = here == self.base && self.begins_on_choice(nfa)
                || is_random && self.refused.is_none() && here == mask;
            begun.push(if is_masked {
                starts
            } else {
                self.emit.set(|to| Instruction::Only(to, starts, here))
            });
            solved.push(line);
        }
        // Of a line with a choice several may end at a cell.
        let is_anchored = first.is_some() || last.is_some() && nfa.is_fixed_line();
        let is_single = is_anchored && (ways.len() == 1 || rule.dirs.is_single());
        let ways = ways.into_iter().map(|(way, _)| way).collect();
        Ok(Lines { ways, solved, begun, last, mask, is_single, drawn: None })
    }

    /// Leaves the first match in reading order: as the one way goes, where there is but one.
    fn first_start(
        &mut self,
        rule: &RuleOp,
        nfa: &Nfa,
        lines: &mut Lines,
    ) -> Result<(), Unsupported> {
        lines.is_single = true;
        let is_chosen = !rule.dirs.is_fixed() && matches!(lines.ways[..], [Way::Fixed(_), ..]);
        if is_chosen && rule.from.is_none() {
            if !rule.dirs.is_single() {
                return Err(Unsupported("the first match in chosen directions is used"));
            }
            // On each board there is but one of the ways.
            for (&way, begun) in lines.ways.iter().zip(&mut lines.begun) {
                let of = *begun;
                *begun = self.emit.set(|to| Instruction::Foremost { to, of, way });
            }
            return Ok(());
        }
        let mut left: Option<SetReg> = None;
        if rule.from.is_none() {
            let all = lines.begun.iter().fold(None, |all, &begun| Some(self.or(all, begun)));
            let Some(all) = all else { return Ok(()) };
            let way = if let [only] = lines.ways[..] { only } else { Way::Fixed(Direction::Right) };
            let in_column = self.chosen_by == Chosen::Column
                && nfa.places.iter().all(|place| self.asks_line(place.test));
            left = Some(self.emit.set(|to| match way {
                Way::Fixed(Direction::Right | Direction::Down | Direction::DownRight) => {
                    Instruction::First(to, all)
                }
                Way::Fixed(Direction::UpLeft) => Instruction::Last(to, all),
                // Rows do not matter where there is but one cell of each.
                Way::Fixed(Direction::Up) if in_column => Instruction::Last(to, all),
                way @ (Way::Fixed(_) | Way::Chosen | Way::Against) => {
                    Instruction::Foremost { to, of: all, way }
                }
            }));
        }
        if let ([begun], Some(left)) = (&mut lines.begun[..], left) {
            *begun = left;
            return Ok(());
        }
        // It goes in the first of the ways in which one begins there.
        let mut taken: Option<MaskReg> = None;
        for begun in &mut lines.begun {
            *begun = left.map_or(*begun, |left| self.and(*begun, left));
            let any = self.has_any(*begun);
            if let Some(taken) = taken {
                let free = self.only_without(any, taken);
                *begun = self.emit.set(|to| Instruction::Only(to, *begun, free));
            }
            taken = Some(taken.map_or(any, |taken| self.either(taken, any)));
        }
        Ok(())
    }

    /// Leaves matches that do not share a cell with one before them on their line.
    fn separate_starts(&mut self, nfa: &Nfa, lines: &mut Lines) {
        for way in 0..lines.ways.len() {
            lines.begun[way] = self.traced(nfa, lines, (way, lines.begun[way]), true)[0];
        }
    }

    /// Starts of the matches of a line that begin at these cells in one of its ways, and for each
    /// place the cells that they have there.
    fn traced(
        &mut self,
        nfa: &Nfa,
        lines: &Lines,
        (way, from): (usize, SetReg),
        is_apart: bool,
    ) -> Vec<SetReg> {
        let places = nfa.places.iter().zip(&lines.solved[way]);
        let places = places.map(|(place, &solved)| LinePlace { solved, next: place.next.clone() });
        let (places, starts) = (places.collect(), nfa.starts.clone());
        let line =
            Box::new(Line { places, starts, last: lines.last, way: lines.ways[way], is_apart });
        let count = nfa.places.len() + 1;
        self.emit.sets(count, |to| Instruction::Trace { to, from, line: line.clone() })
    }

    /// Leaves one match that is drawn, or so many.
    fn drawn_starts(&mut self, count: Option<&Num>, lines: &mut Lines) -> Result<(), Unsupported> {
        let mask = lines.mask;
        let count = count.map(|count| self.number(count)).transpose()?;
        if self.refused.is_some() {
            self.refuse_draws(count, lines)?;
        } else if let ([begun], Some(count)) = (&mut lines.begun[..], count) {
            let (to, of) = (self.emit.loose_set(), *begun);
            self.emit.act(Instruction::PickMany { to, of, count, mask });
            *begun = to;
            return Ok(());
        } else if count.is_some() {
            return Err(Unsupported("several matches are drawn that go in several ways"));
        } else if let [begun] = &mut lines.begun[..] {
            let (to, of) = (self.emit.loose_set(), *begun);
            self.emit.act(Instruction::PickOne { to, of, mask });
            *begun = to;
        } else {
            let of: Box<[SetReg]> = lines.begun.iter().copied().collect();
            let to: Box<[SetReg]> = of.iter().map(|_| self.emit.loose_set()).collect();
            self.emit.act(Instruction::PickStart { to: to.clone(), of, mask });
            lines.begun = to.into_vec();
        }
        lines.is_single = true;
        Ok(())
    }

    /// In a trial what comes to a draw is legal, whatever is drawn. Leaves a match that is the only one.
    fn refuse_draws(
        &mut self,
        count: Option<NumReg>,
        lines: &mut Lines,
    ) -> Result<(), Unsupported> {
        let mut total: Option<NumReg> = None;
        for &begun in &lines.begun {
            let here = self.counted(begun);
            total = Some(match total {
                None => here,
                Some(total) => self.calculated(total, Arithmetic::Add, here)?,
            });
        }
        let Some(total) = total else { return Ok(()) };
        let one = self.registers.constant(1);
        let several = self.emit.mask(|to| Instruction::Compare(to, total, Compare::Greater, one));
        let mut wanted = None;
        let mut drawn = several;
        if let Some(count) = count {
            let any =
                self.emit.mask(|to| Instruction::Compare(to, count, Compare::GreaterOrEqual, one));
            drawn = self.both(several, any);
            wanted = Some(any);
        }
        self.draw_refused(drawn);
        lines.drawn = Some(drawn);
        for begun in &mut lines.begun {
            let of = *begun;
            let alone = match wanted {
                Some(wanted) => self.only_without(wanted, several),
                None => self.only_without(ALL, several),
            };
            *begun = self.emit.set(|to| Instruction::Only(to, of, alone));
        }
        Ok(())
    }

    /// The boards of a trial come to a draw: nothing more is asked of them.
    pub(super) fn draw_refused(&mut self, drawn: MaskReg) {
        self.emit.act(Instruction::Drawn(drawn));
        self.emit.forget_table();
        self.may_finish = true;
    }

    /// Cells on the matches that begin at these cells, indexed by way.
    fn on_matches(
        &mut self,
        nfa: &Nfa,
        lines: &Lines,
        begun: Vec<SetReg>,
    ) -> Result<Matches, Unsupported> {
        let mut reached: Vec<Option<SetReg>> = vec![None; nfa.places.len()];
        for (nth, (&way, &begun)) in lines.ways.iter().zip(&begun).enumerate() {
            let here = if nfa.is_fixed_line() {
                self.reach(nfa, &lines.solved[nth], way, Some(begun))?
            } else {
                let traced = self.traced(nfa, lines, (nth, begun), false);
                traced[1..].iter().copied().map(Some).collect()
            };
            self.join_reached(&mut reached, here);
        }
        let way = if let [only] = lines.ways[..] { Some(only) } else { None };
        Ok(Matches { begun, reached, is_single: lines.is_single, way })
    }

    /// Draws for each match what is put.
    fn drawn_alternatives(
        &mut self,
        rule: &RuleOp,
        nfa: &Nfa,
        lines: Lines,
    ) -> Result<MaskReg, Unsupported> {
        let weights = self.weights(&rule.alternatives)?;
        let is_certain = weights.contains(&CERTAIN);
        let all = self.on_matches(nfa, &lines, lines.begun.clone())?;
        if self.refused.is_some() && !is_certain {
            let matched = self.matched(&all)?;
            self.draw_refused(matched);
            return Ok(lines.drawn.map_or(matched, |drawn| self.either(matched, drawn)));
        }
        let mut changes = Vec::new();
        let parts = self.distributed(&lines, &all, weights)?;
        for (alternative, begun) in rule.alternatives.iter().zip(parts.chunks(lines.ways.len())) {
            let matches = self.on_matches(nfa, &lines, begun.to_vec())?;
            changes.extend(self.changes(rule, std::slice::from_ref(alternative), &matches)?);
        }
        self.do_selected(rule, all, changes, lines.drawn)
    }

    /// Starts of the matches that come to each of the weights, indexed [weight][way].
    fn distributed(
        &mut self,
        lines: &Lines,
        all: &Matches,
        weights: Vec<u32>,
    ) -> Result<Vec<SetReg>, Unsupported> {
        if lines.is_single || weights.contains(&CERTAIN) {
            let mask = self.matched(all)?;
            let picked: Box<[MaskReg]> = weights.iter().map(|_| self.emit.loose_mask()).collect();
            self.emit.act(Instruction::PickWeighted {
                to: picked.clone(),
                weights: weights.into(),
                mask,
            });
            let parts = picked.iter().flat_map(|&picked| {
                lines.begun.iter().map(move |&begun| (begun, picked)).collect::<Vec<_>>()
            });
            return Ok(parts
                .map(|(of, mask)| self.emit.set(|to| Instruction::Only(to, of, mask)))
                .collect());
        }
        let count = lines.ways.len() * weights.len();
        let to: Box<[SetReg]> = (0..count).map(|_| self.emit.loose_set()).collect();
        self.emit.act(Instruction::Distribute {
            to: to.clone(),
            weights: weights.into(),
            of: lines.begun.iter().copied().collect(),
        });
        Ok(to.into_vec())
    }

    fn do_selected(
        &mut self,
        rule: &RuleOp,
        matches: Matches,
        changes: Vec<Change>,
        drawn: Option<MaskReg>,
    ) -> Result<MaskReg, Unsupported> {
        let found = self.found(matches, changes)?;
        let matched = found.matched;
        self.do_all(rule, found)?;
        // What is drawn matches, whatever it is.
        Ok(drawn.map_or(matched, |drawn| self.either(matched, drawn)))
    }
}
