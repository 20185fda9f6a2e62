//! Rules: where they match, what they put, what else they do.

use masume_rules::chance::CERTAIN;
use masume_rules::model::{Arithmetic, Assign, Content, EMPTY, EndKind, Layer, ParamSlot};

use super::{Chosen, Translation, Why};
use crate::lockstep::code::{Instruction, MaskReg, NumReg, SetReg, Way};
use crate::program::{
    Alternative, Dirs, Effect, LayerPlanes, Mode, Num, Put, RuleOp, Scan, Set, SetId, Shape,
    Strategy, directions,
};

/// A value whose amount comes to this is for one board at a time.
pub(crate) const FAR: i64 = 1 << 61;

/// What a rule matched: where matches begin in each direction, and for each place the cells on them.
struct Matches {
    begun: Vec<SetReg>,
    reached: Vec<Option<SetReg>>,
    /// Whether there is one match at most on a board.
    is_single: bool,
}

/// Cells on which a rule puts the same.
struct Change {
    layer: Layer,
    content: Content,
    cells: SetReg,
    /// What the cells passed.
    tests: Vec<SetId>,
}

/// A rule that was found to match.
pub(crate) struct Found {
    matches: Matches,
    /// On which boards.
    pub(crate) matched: MaskReg,
    changes: Vec<Change>,
}

/// How it is known that a rule matches what was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    ByDirection,
    ByStart,
}

impl Translation<'_> {
    /// A rule run once on the boards of the mask; where it matched.
    pub(crate) fn rule(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<MaskReg, Why> {
        match &rule.mode {
            Mode::Sets(_) => {
                let found = self.find(rule, mask)?;
                let matched = found.matched;
                self.do_all(rule, found)?;
                Ok(matched)
            }
            Mode::Paths => match &rule.strategy {
                Strategy::First => self.first_cell(rule, mask),
                Strategy::Random(count) => self.random_cells(rule, count.as_ref(), mask),
                Strategy::All | Strategy::Each => Err(Why("a rule runs match by match")),
            },
            Mode::Ends => Err(Why("a rule joins two cells by a walk")),
        }
    }

    /// Where a rule that is done all at once matches on the boards of the mask.
    pub(crate) fn find(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<Found, Why> {
        let Mode::Sets(targets) = &rule.mode else { return Err(Why("a rule runs match by match")) };
        let scan = self.scan(rule.scan);
        let matches = self.matches(rule, scan, mask)?;
        let mut cells = Vec::new();
        for target in targets {
            let mut all = None;
            for &place in &target.places {
                if let Some(reached) = matches.reached[usize::from(place)] {
                    all = Some(self.or(all, reached));
                }
            }
            let Some(all) = all else { continue };
            let tests = target.places.iter().map(|&it| scan.places[usize::from(it)].test);
            let (layer, content) = (target.layer, target.content);
            cells.push(Change {
                layer,
                content,
                cells: self.loosened(all),
                tests: tests.collect(),
            });
        }
        if !matches.is_single {
            self.give_up_on_conflicts(&cells);
        }
        let mut matched: Option<MaskReg> = None;
        for &begun in &matches.begun {
            let some = self.has_any(begun);
            matched = Some(matched.map_or(some, |matched| self.either(matched, some)));
        }
        let matched = matched.ok_or(Why("a rule has no direction"))?;
        Ok(Found { matches, matched, changes: cells })
    }

    /// Does what a rule does where it was found to match.
    pub(crate) fn do_all(&mut self, rule: &RuleOp, found: Found) -> Result<(), Why> {
        self.match_effects(&rule.effects, &found.matches, found.matched)?;
        for change in found.changes {
            self.put(change.layer, change.content, change.cells, &change.tests)?;
        }
        Ok(())
    }

    /// A plane's own register stays what it is only until the plane is written.
    pub(crate) fn loosened(&mut self, set: SetReg) -> SetReg {
        if self.registers.is_plane(set) {
            return self.emit.set(|to| Instruction::Copy(to, set));
        }
        set
    }

    /// Two different contents on one cell are an error, which one board at a time tells.
    fn give_up_on_conflicts(&mut self, changes: &[Change]) {
        let mut shared = None;
        for (nth, one) in changes.iter().enumerate() {
            for other in &changes[nth + 1..] {
                let are_apart = one
                    .tests
                    .iter()
                    .all(|&one| other.tests.iter().all(|&other| self.are_disjoint(one, other)));
                if one.layer == other.layer && !are_apart {
                    let both = self.and(one.cells, other.cells);
                    shared = Some(self.or(shared, both));
                }
            }
        }
        if let Some(shared) = shared {
            let some = self.has_any(shared);
            self.emit.act(Instruction::GiveUp(some));
        }
    }

    fn matches(&mut self, rule: &RuleOp, scan: &Scan, mask: MaskReg) -> Result<Matches, Why> {
        if !scan.is_line {
            return Err(Why("a rule's pattern turns"));
        }
        let first = rule.from.map(|slot| self.chosen(slot));
        let last = rule.to.map(|slot| self.chosen(slot));
        let tests = self.tests(scan)?;
        let (ways, mask) = self.ways(rule, scan, mask)?;
        // Cells are chosen on the boards of the action only.
        let is_masked = first.or(last).is_some() && mask == self.base;
        let first_of = |this: &mut Self, begun: SetReg| {
            if is_masked { begun } else { this.emit.set(|to| Instruction::Only(to, begun, mask)) }
        };
        let mut matches =
            Matches { begun: Vec::new(), reached: vec![None; tests.len()], is_single: false };
        let is_chain = matches!(scan.shape, Shape::Cell | Shape::Chain | Shape::Run(_));
        matches.is_single = first.or(last).is_some() && is_chain && ways.len() == 1;
        if let (Some(from), Some(to), [Way::Chosen]) = (first, last, &ways[..])
            && let Some(is_told) = self.told_by_choice(rule, scan)
        {
            return Ok(self.known_match(rule, scan, &tests, [from, to], (is_told, mask)));
        }
        for way in ways {
            if let (Shape::Sandwich, [end, middle, start], Some(first), None, Way::Fixed(_)) =
                (&scan.shape, &tests[..], first, last, way)
                // Effects come once for each direction.
                && rule.effects.is_empty()
                && self.are_disjoint(scan.places[0].test, scan.places[1].test)
            {
                // All directions at once.
                let begun = self.and(first, *start);
                let begun = first_of(self, begun);
                let dirs = rule.dirs.mask(&|_| None);
                return Ok(self.between(*end, *middle, begun, dirs));
            }
            let solved = self.solve(scan, &tests, way, last)?;
            // What begins elsewhere, or on other boards, is no match.
            let begun = self.begun(scan, &solved, way, first)?;
            let begun = first_of(self, begun);
            let reached = if scan.places.len() == 1 {
                vec![Some(begun)]
            } else {
                self.reach(scan, &solved, way, Some(begun))?
            };
            matches.begun.push(begun);
            for (all, reached) in matches.reached.iter_mut().zip(reached) {
                if let Some(reached) = reached {
                    *all = Some(self.or(*all, reached));
                }
            }
        }
        Ok(matches)
    }

    /// Whether it is known that the rule matches what was chosen: it is one of those that decide
    /// what is legal, and the only one of them for the chosen direction (then there is nothing to
    /// test) or for what lies on the first cell (then that is).
    fn told_by_choice(&self, rule: &RuleOp, scan: &Scan) -> Option<Told> {
        if !self.first_rules.iter().any(|first| std::ptr::eq(*first, rule)) {
            return None;
        }
        let (Dirs::Fixed(dirs), start) = (&rule.dirs, scan.starts.first()?.place) else {
            return None;
        };
        let start = scan.places[usize::from(start)].test;
        let mut told = Told::ByDirection;
        for other in self.first_rules.iter().filter(|first| !std::ptr::eq(**first, rule)) {
            let (Dirs::Fixed(others), scan) = (&other.dirs, self.scan(other.scan)) else {
                return None;
            };
            if dirs & others == 0 {
                continue;
            }
            let theirs = scan.places[usize::from(scan.starts.first()?.place)].test;
            if !self.are_disjoint(start, theirs) {
                return None;
            }
            told = Told::ByStart;
        }
        Some(told)
    }

    /// The match of a chain between chosen cells that is known to be there.
    fn known_match(
        &mut self,
        rule: &RuleOp,
        scan: &Scan,
        tests: &[SetReg],
        [from, to]: [SetReg; 2],
        (told, mask): (Told, MaskReg),
    ) -> Matches {
        let dirs = rule.dirs.mask(&|_| None);
        let last = tests.len() - 1;
        let mut begun = from;
        if told == Told::ByStart {
            begun = self.and(begun, tests[last]);
            // A rule before it may have put there what this one looks for.
            if mask != self.base {
                begun = self.emit.set(|to| Instruction::Only(to, begun, mask));
            }
        }
        if self.chosen_ways & !dirs != 0 {
            let is_way = self.emit.mask(|to| Instruction::InWays(to, dirs));
            begun = self.emit.set(|to| Instruction::Only(to, begun, is_way));
        }
        let mut reached = vec![None; scan.places.len()];
        let mut cells = begun;
        for place in (1..=last).rev() {
            reached[place] = Some(cells);
            cells = if place > 1 {
                self.step(cells, Way::Chosen)
            } else if begun == from {
                to
            } else {
                let matched = self.has_any(begun);
                self.emit.set(|cells| Instruction::Only(cells, to, matched))
            };
        }
        reached[0] = Some(cells);
        Matches { begun: vec![begun], reached, is_single: true }
    }

    /// The matches of a sandwich from chosen cells. Where one begins is where its middle begins.
    fn between(&mut self, end: SetReg, middle: SetReg, from: SetReg, dirs: u8) -> Matches {
        let (ends, between) = (self.emit.loose_set(), self.emit.loose_set());
        self.emit.act(Instruction::Between { ends, between, from, end, middle, dirs });
        let has_end = self.has_any(ends);
        let begun = self.emit.set(|to| Instruction::Only(to, from, has_end));
        Matches {
            begun: vec![begun],
            reached: vec![Some(ends), Some(between), Some(begun)],
            is_single: false,
        }
    }

    /// The ways a rule is tried in, and the boards on which it can match.
    fn ways(
        &mut self,
        rule: &RuleOp,
        scan: &Scan,
        mask: MaskReg,
    ) -> Result<(Vec<Way>, MaskReg), Why> {
        if scan.places.len() == 1 && !rule.has_direction {
            // One cell is there in any direction.
            let way = directions(rule.dirs.mask(&|_| None)).next();
            return Ok((way.map(Way::Fixed).into_iter().collect(), mask));
        }
        match &rule.dirs {
            Dirs::Fixed(dirs) => {
                let steps = scan.places.len() as u32 - 1;
                let is_chain = matches!(scan.shape, Shape::Chain | Shape::Run(_));
                if rule.from.is_some() && rule.to.is_some() && is_chain {
                    // The way between two cells is one, and known.
                    if self.chosen_by != (Chosen::Steps { steps }) {
                        return Err(Why("a rule joins chosen cells by steps of its own"));
                    }
                    let (way, dirs) = match (rule.from, rule.to) {
                        (Some(ParamSlot(0)), Some(ParamSlot(1))) => (Way::Chosen, *dirs),
                        (Some(ParamSlot(1)), Some(ParamSlot(0))) => (Way::Against, against(*dirs)),
                        _other => return Err(Why("a rule joins a chosen cell with itself")),
                    };
                    let is_way = self.emit.mask(|to| Instruction::InWays(to, dirs));
                    let all = self.chosen_ways;
                    // Where every way that can be chosen is one of them there is nothing to ask.
                    let mask = if all & !dirs == 0 { mask } else { self.both(mask, is_way) };
                    return Ok((vec![way], mask));
                }
                Ok((directions(*dirs).map(Way::Fixed).collect(), mask))
            }
            Dirs::Chosen(_) if self.chosen_by == Chosen::Direction => Ok((vec![Way::Chosen], mask)),
            Dirs::Against(_) if self.chosen_by == Chosen::Direction => {
                Ok((vec![Way::Against], mask))
            }
            Dirs::Chosen(_) | Dirs::Against(_) | Dirs::Union(_) => {
                Err(Why("a rule goes in several chosen directions"))
            }
        }
    }

    /// The first cell of a line, or of the board.
    fn first_cell(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<MaskReg, Why> {
        let scan = self.scan(rule.scan);
        let why = Why("a rule looks for its first match");
        let [alternative] = &rule.alternatives[..] else { return Err(why) };
        let is_cell = scan.shape == Shape::Cell && rule.letters.is_empty();
        let is_free = rule.from.is_none() && rule.to.is_none() && alternative.chance.is_none();
        if !is_cell || !is_free {
            return Err(why);
        }
        let mut ways = directions(rule.dirs.mask(&|_| None));
        let (Some(way), None) = (ways.next(), ways.next()) else { return Err(why) };
        let test = scan.places[0].test;
        let cells = self.set(test)?;
        let cells = self.emit.set(|to| Instruction::Only(to, cells, mask));
        let goes_back = way.down() < 0 || way.across() < 0;
        let is_column = self.chosen_by == Chosen::Column && self.asks_line(test);
        let cell = if !goes_back {
            self.emit.set(|to| Instruction::First(to, cells))
        } else if is_column && way.down() < 0 {
            self.emit.set(|to| Instruction::Last(to, cells))
        } else {
            return Err(why);
        };
        let matched = self.has_any(cell);
        self.plain_effects(&rule.effects, matched)?;
        self.put_alternative(alternative, scan.places[0].position, cell, &[test])?;
        Ok(matched)
    }

    /// Cells drawn one after another.
    fn random_cells(
        &mut self,
        rule: &RuleOp,
        count: Option<&Num>,
        mask: MaskReg,
    ) -> Result<MaskReg, Why> {
        let scan = self.scan(rule.scan);
        let is_plain = scan.shape == Shape::Cell
            && !rule.has_direction
            && rule.letters.is_empty()
            && rule.from.is_none()
            && rule.to.is_none()
            && rule.effects.is_empty();
        if !is_plain {
            return Err(Why("more than single cells are drawn"));
        }
        let test = scan.places[0].test;
        let position = scan.places[0].position;
        let cells = self.set(test)?;
        let of = self.within(cells);
        let to = self.emit.loose_set();
        match count {
            None => self.emit.act(Instruction::PickOne { to, of, mask }),
            Some(count) => {
                let count = self.number(count)?;
                self.emit.act(Instruction::PickMany { to, of, count, mask });
            }
        }
        let matched = self.has_any(to);
        if let [only] = &rule.alternatives[..]
            && only.chance.is_none()
        {
            self.put_alternative(only, position, to, &[test])?;
            return Ok(matched);
        }
        if count.is_some() {
            return Err(Why("several cells are drawn, and what comes on each"));
        }
        let weights = self.weights(&rule.alternatives)?;
        let picked: Box<[MaskReg]> = weights.iter().map(|_| self.emit.loose_mask()).collect();
        let weighted = Instruction::PickWeighted {
            to: picked.clone(),
            weights: weights.into(),
            mask: matched,
        };
        self.emit.act(weighted);
        for (alternative, &picked) in rule.alternatives.iter().zip(&picked) {
            let cells = self.emit.set(|cells| Instruction::Only(cells, to, picked));
            self.put_alternative(alternative, position, cells, &[test])?;
        }
        Ok(matched)
    }

    /// Weights that are the same in every state and come to a whole.
    fn weights(&self, alternatives: &[Alternative]) -> Result<Vec<u32>, Why> {
        let why = Why("what is put is drawn with chances that change");
        let mut weights = Vec::new();
        let mut rest = CERTAIN;
        for (index, alternative) in alternatives.iter().enumerate() {
            let weight = match &alternative.chance {
                Some(chance) => {
                    u32::try_from(self.constant_of(chance).ok_or(why)?).map_err(|_| why)?
                }
                None if index + 1 == alternatives.len() => rest,
                None => 0,
            };
            rest = rest.checked_sub(weight).ok_or(why)?;
            weights.push(weight);
        }
        if rest == 0 { Ok(weights) } else { Err(why) }
    }

    fn put_alternative(
        &mut self,
        alternative: &Alternative,
        position: u32,
        cells: SetReg,
        tests: &[SetId],
    ) -> Result<(), Why> {
        let puts = alternative.puts.get(position as usize);
        for put in puts.into_iter().flatten() {
            match put {
                Put::Clear(layer) => self.put(*layer, EMPTY, cells, tests)?,
                Put::Piece(layer, content) => self.put(*layer, *content, cells, tests)?,
                Put::Number(layer, number) => {
                    let why = Why("a number that is put is counted");
                    let number = self.constant_of(number).ok_or(why)?;
                    let kind = &self.rules.layers[usize::from(layer.0)].kind;
                    let content = kind.content_of_number(number).ok_or(why)?;
                    self.put(*layer, content, cells, tests)?;
                }
                Put::Letter(..) => return Err(Why("what is put is a letter")),
            }
        }
        Ok(())
    }

    /// Puts a content on a layer of cells, each of which passes one of the tests.
    pub(crate) fn put(
        &mut self,
        layer: Layer,
        content: Content,
        cells: SetReg,
        tests: &[SetId],
    ) -> Result<(), Why> {
        match self.layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                for piece in 0..count {
                    let plane = first + piece;
                    if Content::from(piece) == content {
                        self.gain(SetReg(plane), cells);
                    } else if !tests.iter().all(|&test| self.excludes(test, plane))
                        || tests.is_empty()
                    {
                        self.lose(SetReg(plane), cells);
                    }
                }
            }
            LayerPlanes::Numbers { occupied, .. } => {
                let numbers = self.registers.numbers.iter().find(|it| it.layer == layer);
                let numbers = numbers.ok_or(Why("a layer holds too many numbers"))?.clone();
                let code = match content {
                    EMPTY => 0,
                    content => {
                        numbers.code(content).ok_or(Why("a layer holds too many numbers"))?
                    }
                };
                let is_free =
                    !tests.is_empty() && tests.iter().all(|&test| self.excludes(test, occupied));
                for (bit, plane) in (0u32..).zip(numbers.planes()) {
                    if code >> bit & 1 == 1 {
                        self.gain(plane, cells);
                    } else if !is_free {
                        self.lose(plane, cells);
                    }
                }
                if code == 0 {
                    self.lose(SetReg(occupied), cells);
                } else {
                    self.gain(SetReg(occupied), cells);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn gain(&mut self, plane: SetReg, cells: SetReg) {
        self.emit.act(Instruction::Or(plane, plane, cells));
        self.emit.forget_plane(plane);
    }

    pub(crate) fn lose(&mut self, plane: SetReg, cells: SetReg) {
        self.emit.act(Instruction::Without(plane, plane, cells));
        self.emit.forget_plane(plane);
    }

    /// Effects that come once for each match.
    fn match_effects(
        &mut self,
        effects: &[Effect],
        matches: &Matches,
        matched: MaskReg,
    ) -> Result<(), Why> {
        if effects.is_empty() || matches.is_single {
            return self.plain_effects(effects, matched);
        }
        let [Effect::Assign(value, by @ (Assign::Add | Assign::Subtract), Num::Constant(each))] =
            effects
        else {
            return Err(Why("effects of a rule depend on one another"));
        };
        let mut count: Option<NumReg> = None;
        for &begun in &matches.begun {
            let here = self.counted(begun);
            count = Some(match count {
                None => here,
                Some(count) => self.calculated(count, Arithmetic::Add, here)?,
            });
        }
        let mut amount = count.ok_or(Why("a rule has no direction"))?;
        if *each != 1 {
            let each = self.registers.constant(*each);
            amount = self.calculated(amount, Arithmetic::Multiply, each)?;
        }
        self.assign(NumReg(u16::from(value.0)), *by, amount, matched)
    }

    /// Effects that come once on the boards of the mask.
    pub(crate) fn plain_effects(&mut self, effects: &[Effect], mask: MaskReg) -> Result<(), Why> {
        for (nth, effect) in effects.iter().enumerate() {
            match effect {
                Effect::Assign(value, by, number) => {
                    let number = self.number(number)?;
                    self.assign(NumReg(u16::from(value.0)), *by, number, mask)?;
                }
                Effect::AssignLocal(local, by, number) => {
                    let number = self.number(number)?;
                    let local = NumReg(self.registers.values + local.0);
                    self.assign(local, *by, number, mask)?;
                }
                // Points are counted before the rule puts anything, and not after the turn.
                Effect::Finish(EndKind::End) if self.compares_points() => {
                    return Err(Why("an effect ends the game by points"));
                }
                Effect::Finish(kind) if nth + 1 == effects.len() => {
                    self.emit.act(Instruction::End(mask, *kind));
                    self.emit.forget_table();
                    self.may_finish = true;
                }
                Effect::Finish(_) => return Err(Why("effects follow the end of the game")),
            }
        }
        Ok(())
    }

    /// Whether a game that just ends is won by points.
    fn compares_points(&self) -> bool {
        self.programs.len() > 1 && self.programs.iter().all(|program| program.score.is_some())
    }

    pub(crate) fn assign(
        &mut self,
        value: NumReg,
        by: Assign,
        number: NumReg,
        mask: MaskReg,
    ) -> Result<(), Why> {
        let is_far =
            self.registers.constant_of(number).is_some_and(|number| !(-FAR..FAR).contains(&number));
        if is_far {
            return Err(Why("a value is set to a number near the greatest"));
        }
        let after = match by {
            Assign::Set => number,
            Assign::Add => self.calculated(value, Arithmetic::Add, number)?,
            Assign::Subtract => self.calculated(value, Arithmetic::Subtract, number)?,
        };
        self.emit.act(Instruction::Assign(value, after, mask));
        self.emit.forget_table();
        if value.0 >= self.registers.values {
            self.bound_local(value, after);
        }
        Ok(())
    }

    /// Whether no cell is in both sets, whatever the position.
    pub(crate) fn are_disjoint(&self, one: SetId, other: SetId) -> bool {
        let sets = &self.program().sets;
        match (&sets[usize::from(one.0)], &sets[usize::from(other.0)]) {
            (Set::Planes(planes), _) => planes.iter().all(|&plane| self.excludes(other, plane)),
            (_, Set::Planes(planes)) => planes.iter().all(|&plane| self.excludes(one, plane)),
            (Set::And(parts), _) => parts.iter().any(|&part| self.are_disjoint(part, other)),
            (_, Set::And(parts)) => parts.iter().any(|&part| self.are_disjoint(one, part)),
            _other => false,
        }
    }

    /// Whether no cell of the set is on the plane.
    pub(crate) fn excludes(&self, set: SetId, plane: u16) -> bool {
        let layers = &self.layout.layers;
        let share_layer = |one: u16, other: u16| {
            layers.iter().any(|layer| match *layer {
                LayerPlanes::Pieces { first, count } => {
                    (first..first + count).contains(&one) && (first..first + count).contains(&other)
                }
                LayerPlanes::Numbers { .. } => false,
            })
        };
        match &self.program().sets[usize::from(set.0)] {
            Set::Planes(planes) => {
                planes.iter().all(|&held| held != plane && share_layer(held, plane))
            }
            Set::NoPlanes(planes) => planes.contains(&plane),
            Set::And(parts) => parts.iter().any(|&part| self.excludes(part, plane)),
            Set::Or(parts) => parts.iter().all(|&part| self.excludes(part, plane)),
            Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Not(_)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }

    /// Whether a set asks for the chosen line.
    fn asks_line(&self, set: SetId) -> bool {
        match &self.program().sets[usize::from(set.0)] {
            Set::Line(_) => true,
            Set::And(parts) => parts.iter().any(|&part| self.asks_line(part)),
            Set::Planes(_)
            | Set::NoPlanes(_)
            | Set::Constant(_)
            | Set::Chosen(_)
            | Set::Near(..)
            | Set::Not(_)
            | Set::Or(_)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }
}

/// The opposite directions, as bits.
fn against(dirs: u8) -> u8 {
    directions(dirs).fold(0, |all, it| all | 1 << it.opposite() as u8)
}
