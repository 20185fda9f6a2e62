//! True if a body can be decided by matches: nothing in it can go wrong, and nothing takes back what
//! its first rule does.

use masume_board::Direction;
use masume_program::{Dirs, directions};
use masume_rules::facts::{Held, mentioned};
use masume_rules::model::{
    Assign, Content, EMPTY, Effect, Expr, FUEL, Layer, LayerKind, Local, ParamSlot, Pattern, Rule,
    Statement, Strategy, Value, Write,
};

use super::Lowering;
use super::bound::{Alike, put_the_same};
use super::rule::Line;

/// Facts about all that follows the deciding rules of a body.
pub(super) struct Rest<'r> {
    /// Its rules.
    pub(super) rules: Vec<&'r Rule>,
    /// Values that must be far from overflow.
    pub(super) guards: Vec<Value>,
    /// The most passes of rules and rounds that the body can take.
    passes: u64,
}

impl Rest<'_> {
    /// Nothing, after so many rules.
    pub(super) fn new(rules: usize) -> Self {
        Self { rules: Vec::new(), guards: Vec::new(), passes: rules as u64 }
    }

    /// True if there are not too many passes so far.
    pub(super) fn is_within_fuel(&self) -> bool {
        self.passes <= FUEL.into()
    }

    /// Counts passes; fails where there may be too many.
    fn pass(&mut self, passes: u64) -> Result<(), &'static str> {
        self.passes = self.passes.saturating_add(passes);
        if !self.is_within_fuel() {
            return Err("what runs again behind its first rule might not come to its end");
        }
        Ok(())
    }
}

/// A rule that moves one thing, and does nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Move {
    layer: Layer,
    /// The way in which it goes.
    way: Direction,
}

impl Lowering<'_> {
    /// True if the rule cannot end in an error, values far from overflow given.
    pub(super) fn is_safe(
        &mut self,
        rule: &Rule,
        guards: &mut Vec<Value>,
    ) -> Result<(), &'static str> {
        if !self.cannot_fail(&rule.pattern) {
            return Err("a test of its pattern can end in an error");
        }
        let [alternative] = &rule.alternatives[..] else {
            return Err("chance chooses what it puts");
        };
        if alternative.chance.is_some() {
            return Err("chance chooses what it puts");
        }
        if matches!(rule.strategy, Strategy::Random(_)) {
            return Err("chance chooses its match");
        }
        let contents = self.contents_by_position(rule);
        let mut chosen = Vec::new();
        let writes = |position: usize| alternative.writes.get(position).into_iter().flatten();
        for first in 0..contents.len() {
            for write in writes(first) {
                match write {
                    Write::Clear(_) | Write::Piece(..) => {}
                    Write::Letter(layer, letter) => {
                        let alike = self.alike(rule, *layer, *letter);
                        let alike = alike.ok_or("what its letters are bound to might not fit")?;
                        if alike == Alike::Everywhere {
                            chosen.push(*letter);
                        }
                    }
                    Write::Number(layer, number) => {
                        if !self.always_fits(*layer, number) {
                            return Err("it puts numbers that are computed");
                        }
                    }
                }
            }
            for second in first + 1..contents.len() {
                let are_disjoint = contents[first].is_disjoint(&contents[second]);
                let differ = writes(first).any(|one| {
                    writes(second).any(|other| {
                        one.layer() == other.layer() && !put_the_same(self, &chosen, one, other)
                    })
                });
                if !are_disjoint && differ {
                    return Err("two of its matches might put different things on a cell");
                }
            }
        }
        self.are_effects_safe(&rule.effects, guards)
    }

    /// Content of a write that is always the same.
    pub(super) fn written(&self, write: &Write) -> i32 {
        match write {
            Write::Piece(_, contents) => self.of_player(contents).unwrap_or(EMPTY),
            Write::Clear(_) | Write::Letter(..) | Write::Number(..) => EMPTY,
        }
    }

    /// True if the write frees its layer: a letter is bound to something, a number is one.
    pub(super) fn frees(&self, write: &Write) -> bool {
        match write {
            Write::Clear(_) | Write::Piece(..) => self.written(write) == EMPTY,
            Write::Letter(..) | Write::Number(..) => false,
        }
    }

    pub(super) fn are_effects_safe(
        &self,
        effects: &[Effect],
        guards: &mut Vec<Value>,
    ) -> Result<(), &'static str> {
        for effect in effects {
            match effect {
                Effect::Assign(value, assign, expr) => {
                    let (least, greatest) =
                        self.range(expr).ok_or("an effect can end in an error")?;
                    let is_small = least > -(1 << 36) && greatest < 1 << 36;
                    let is_set = *assign == Assign::Set;
                    if !is_small && !is_set {
                        return Err("an effect can come to an overflow");
                    }
                    if mentioned(expr).has_letters {
                        return Err("an effect counts with letters");
                    }
                    // A board has at most 2^20 cells and 8 directions: 2^63 is far away.
                    guards.push(*value);
                }
                Effect::AssignLocal(..) => return Err("an effect changes a local number"),
                Effect::Finish(_) => {}
            }
        }
        Ok(())
    }

    /// True if each match puts something on its first cell that was not there.
    pub(super) fn always_changes(&self, rule: &Rule) -> bool {
        let mut first = Vec::new();
        first_positions(&rule.pattern, &mut first);
        let contents = self.contents_by_position(rule);
        let changes = |position: &u32| {
            let Some(contents) = contents.get(*position as usize) else { return false };
            rule.alternatives.iter().all(|alternative| {
                let writes = alternative.writes.get(*position as usize);
                writes.into_iter().flatten().any(|write| match write {
                    Write::Clear(_) | Write::Piece(..) => {
                        !contents.on(write.layer()).may_be(self.written(write))
                    }
                    Write::Letter(layer, _) | Write::Number(layer, _) => {
                        !contents.on(*layer).may_be_occupied()
                    }
                })
            })
        };
        !first.is_empty() && first.iter().all(changes)
    }

    /// True if what follows the deciding rules cannot go wrong; notes its rules.
    pub(super) fn is_rest_safe<'s>(
        &mut self,
        statement: &'s Statement,
        rest: &mut Rest<'s>,
    ) -> Result<(), &'static str> {
        if let Statement::Effects(effects, _) = statement {
            return self.are_effects_safe(effects, &mut rest.guards);
        }
        if let Statement::Let(local, number, _) = statement {
            return self.count_local(*local, number);
        }
        if let Statement::OrElse(blocks) = statement {
            let mut inner = blocks.iter().flatten();
            return inner.try_for_each(|it| self.is_rest_safe(it, rest));
        }
        if let Statement::If(condition, then, otherwise, _) = statement {
            if !self.cannot_fail(condition) {
                return Err("a condition behind its first rule may fail");
            }
            let mut inner = then.iter().chain(otherwise);
            return inner.try_for_each(|it| self.is_rest_safe(it, rest));
        }
        if let Statement::Repeat(block, _) = statement {
            let rounds = self.most_filling(block).or_else(|| self.most_moving(block));
            let rounds =
                rounds.ok_or("what runs again behind its first rule might not come to its end")?;
            rest.pass(rounds.saturating_mul(block.len() as u64 + 1))?;
            return block.iter().try_for_each(|it| self.is_rest_safe(it, rest));
        }
        if let Statement::Simultaneous(block, _) = statement {
            for rule in self.rules_at_once(block)? {
                self.is_safe(rule, &mut rest.guards)?;
                rest.rules.push(rule);
                rest.pass(1)?;
            }
            return Ok(());
        }
        let Statement::Rule(rule) = statement else {
            return Err("what follows its first rule is more than plain rules and effects");
        };
        self.is_safe(rule, &mut rest.guards)?;
        rest.rules.push(rule);
        rest.pass(1)
    }

    /// Notes between which numbers a local number lies, if counting it cannot end in an error.
    pub(super) fn count_local(&mut self, local: Local, number: &Expr) -> Result<(), &'static str> {
        let range = self.range(number).ok_or("what it counts can end in an error")?;
        self.locals.insert(local, range);
        Ok(())
    }

    /// True if no later rule takes back what each of the deciding rules does: a change on the first
    /// cell of its matches stays, or there is less on a layer, and no rule puts more there.
    pub(super) fn outlast(&mut self, deciding: &[&Rule], later: &[&Rule]) -> bool {
        let mut layers = (0..self.rules.layers.len() as u8).map(Layer);
        deciding.iter().all(|decider| self.stays(decider, later))
            || layers.any(|layer| {
                deciding.iter().all(|it| self.lessens(it, layer))
                    && later.iter().all(|it| self.adds_none(it, layer))
            })
    }

    /// True if every match frees the layer of a cell, and fills none that may be free.
    fn lessens(&self, rule: &Rule, layer: Layer) -> bool {
        let mut first = Vec::new();
        first_positions(&rule.pattern, &mut first);
        let contents = self.contents_by_position(rule);
        let frees = |position: &u32| {
            let is_held = contents.get(*position as usize);
            is_held.is_some_and(|it| !it.on(layer).may_be_free())
                && rule.alternatives.iter().all(|alternative| {
                    let mut writes =
                        alternative.writes.get(*position as usize).into_iter().flatten();
                    writes.any(|write| write.layer() == layer && self.frees(write))
                })
        };
        !first.is_empty() && first.iter().all(frees) && self.fills_none(rule, layer)
    }

    /// True if no match fills the layer of a cell where it may be free.
    fn fills_none(&self, rule: &Rule, layer: Layer) -> bool {
        let contents = self.contents_by_position(rule);
        rule.alternatives.iter().all(|alternative| {
            contents.iter().zip(&alternative.writes).all(|(contents, writes)| {
                let mut writes = writes.iter().filter(|write| write.layer() == layer);
                writes.all(|write| self.frees(write) || !contents.on(layer).may_be_free())
            })
        })
    }

    /// True if there is never more on a layer after the rule than before.
    fn adds_none(&mut self, rule: &Rule, layer: Layer) -> bool {
        self.fills_none(rule, layer) || self.moves(rule).is_some_and(|it| it.layer == layer)
    }

    /// Move of a rule of which every match takes what one cell holds to another that is free, and a
    /// cell is of one match only.
    fn moves(&mut self, rule: &Rule) -> Option<Move> {
        let lowered = self.rule(rule).ok()?;
        let Dirs::Fixed(dirs) = lowered.dirs else { return None };
        let line = self.line_of(rule, &self.nfa(lowered.nfa).clone())?;
        let [way] = &directions(dirs).collect::<Vec<_>>()[..] else { return None };
        let (layer, is_forward) = self.carries(rule, &line)?;
        Some(Move { layer, way: if is_forward { *way } else { way.opposite() } })
    }

    /// Layer on which every match takes what one cell of a line holds to another that is free, and does nothing else;
    /// and whether that is one behind it.
    fn carries(&self, rule: &Rule, line: &Line) -> Option<(Layer, bool)> {
        let [alternative] = &rule.alternatives[..] else { return None };
        if alternative.chance.is_some() || !rule.effects.is_empty() {
            return None;
        }
        let (mut from, mut to) = (None, None);
        for (nth, (position, contents)) in line.iter().enumerate() {
            for write in alternative.writes.get(*position)? {
                let held = contents.on(write.layer());
                let (end, is_told) = if self.frees(write) {
                    (&mut from, !held.may_be_free())
                } else {
                    (&mut to, !held.may_be_occupied())
                };
                if !is_told || end.replace((nth, write.layer())).is_some() {
                    return None;
                }
            }
        }
        let ((from, layer), (to, filled)) = (from?, to?);
        (layer == filled).then_some((layer, from < to))
    }

    /// The most rounds of a block that takes all things one step in one direction at once, and asks nothing but the two
    /// cells of the step: who cannot go on never can, unless the one before it is in the way. So each waits for
    /// those before it once, and for nothing else.
    pub(super) fn most_steps(&mut self, block: &[Statement]) -> Option<u64> {
        let [Statement::Rule(rule)] = block else { return None };
        let lowered = self.rule(rule).ok()?;
        let nfa = self.nfa(lowered.nfa).clone();
        let is_plain = matches!(rule.strategy, Strategy::All | Strategy::Each)
            && (rule.from, rule.to) == (None, None)
            && lowered.dirs.is_single()
            && nfa.places.iter().all(|place| self.is_local(place.test));
        let line = self.line_of(rule, &nfa).filter(|line| is_plain && line.len() == 2)?;
        self.carries(rule, &line)?;
        Some(2 * self.longest_line() + 1)
    }

    /// The most rounds of a block that moves things one way until nothing moves.
    fn most_moving(&mut self, block: &[Statement]) -> Option<u64> {
        if let Some(rounds) = self.most_steps(block) {
            return Some(rounds);
        }
        let mut all = None;
        for statement in block {
            let Statement::Rule(rule) = statement else { return None };
            let moved = self.moves(rule)?;
            if all.get_or_insert(moved) != &moved {
                return None;
            }
        }
        // Each round but the last brings something nearer to the side. In a line of n cells, k
        // things can go k * (n - k) steps altogether.
        Some(self.layout.cells() as u64 * self.longest_line() / 4 + 1)
    }

    /// The most rounds of a block that only puts something where nothing was.
    fn most_filling(&self, block: &[Statement]) -> Option<u64> {
        let mut layers = Vec::new();
        let fills = |statement: &Statement, layers: &mut Vec<Layer>| {
            let Statement::Rule(rule) = statement else { return false };
            let contents = self.contents_by_position(rule);
            let writes = rule.alternatives.iter().flat_map(|it| it.writes.iter().enumerate());
            rule.effects.is_empty()
                && writes.flat_map(|(at, writes)| writes.iter().map(move |it| (at, it))).all(
                    |(position, write)| {
                        let Write::Piece(layer, _) = write else { return false };
                        layers.push(*layer);
                        let written = self.written(write);
                        let Some(held) = contents.get(position).map(|it| it.on(*layer)) else {
                            return false;
                        };
                        // What is there already may be put again.
                        written != EMPTY
                            && (!held.may_be_occupied() || self.is_only_content(*layer, written))
                    },
                )
        };
        if !block.iter().all(|statement| fills(statement, &mut layers)) {
            return None;
        }
        layers.sort_unstable();
        layers.dedup();
        // Each round but the last fills a layer of a cell.
        Some(self.layout.cells() as u64 * layers.len() as u64 + 1)
    }

    /// True if a layer can hold nothing else.
    fn is_only_content(&self, layer: Layer, content: Content) -> bool {
        let kind = self.rules.layers.get(usize::from(layer.0)).map(|layer| &layer.kind);
        matches!(kind, Some(LayerKind::Pieces(_)))
            && kind.is_some_and(|it| it.contents() == [content])
    }

    /// True if a change on the first cell of every match of a rule outlasts others behind it: whatever they put
    /// there, one after another, it is nothing that was there before.
    fn stays(&self, decider: &Rule, later: &[&Rule]) -> bool {
        let mut first = Vec::new();
        first_positions(&decider.pattern, &mut first);
        let before = self.contents_by_position(decider);
        let changes: Vec<RuleChange> =
            later.iter().flat_map(|rule| self.changes_at(rule, decider.from)).collect();
        first.iter().all(|&position| {
            let Some(before) = before.get(position as usize) else { return false };
            decider.alternatives.iter().all(|alternative| {
                let mut writes = alternative.writes.get(position as usize).into_iter().flatten();
                writes.any(|write| {
                    let layer = write.layer();
                    let held = may_become(self.put_by(write), layer, &changes);
                    held.is_disjoint(before.on(layer))
                })
            })
        })
    }

    /// Changes that a rule may make to the cell that is chosen in a slot; to any cell where there
    /// is none.
    fn changes_at(&self, rule: &Rule, slot: Option<ParamSlot>) -> Vec<RuleChange> {
        let mut here: Vec<u32> = (0..rule.positions).collect();
        // A line does not come back to the cell with which it begins.
        if slot.is_some() && rule.from == slot && rule.pattern.is_line() {
            here.clear();
            first_positions(&rule.pattern, &mut here);
        }
        let contents = self.contents_by_position(rule);
        let change = |position: usize| {
            let writes = rule.alternatives.iter().filter_map(move |it| it.writes.get(position));
            let from = contents.get(position);
            writes.flatten().filter_map(move |write| {
                let layer = write.layer();
                Some(RuleChange { layer, from: from?.on(layer), to: self.put_by(write) })
            })
        };
        here.into_iter().flat_map(|position| change(position as usize)).collect()
    }

    /// Contents of a layer after a write.
    pub(super) fn put_by(&self, write: &Write) -> Held {
        match write {
            Write::Clear(_) | Write::Piece(..) => Held::of(self.written(write)),
            Write::Letter(..) | Write::Number(..) => Held::SOMETHING,
        }
    }
}

/// Change by a rule of what a layer of a cell holds.
struct RuleChange {
    layer: Layer,
    from: Held,
    to: Held,
}

/// Contents of a layer of a cell after any of these changes, one after another.
fn may_become(held: Held, layer: Layer, changes: &[RuleChange]) -> Held {
    let changes = || changes.iter().filter(|it| it.layer == layer);
    let mut all = held;
    loop {
        let happens = changes().filter(|it| !it.from.is_disjoint(all));
        let more = happens.fold(all, |all, change| all.or(change.to));
        if more == all {
            return all;
        }
        all = more;
    }
}

/// Ends of a match.
#[derive(Clone, Copy)]
enum MatchEnd {
    First,
    Last,
}

/// Positions of the cell with which every match begins; false where there may be none.
pub(super) fn first_positions(pattern: &Pattern, found: &mut Vec<u32>) -> bool {
    end_positions(pattern, MatchEnd::First, found)
}

/// Positions of the cell with which every match ends; false where there may be none.
pub(super) fn last_positions(pattern: &Pattern, found: &mut Vec<u32>) -> bool {
    end_positions(pattern, MatchEnd::Last, found)
}

fn end_positions(pattern: &Pattern, end: MatchEnd, found: &mut Vec<u32>) -> bool {
    // True where the pattern always consumes a cell.
    match pattern {
        Pattern::Cell { position, .. } => {
            found.push(*position);
            true
        }
        Pattern::Sequence(parts) => {
            let mut consumes = |part| end_positions(part, end, found);
            match end {
                MatchEnd::First => parts.iter().any(&mut consumes),
                MatchEnd::Last => parts.iter().rev().any(&mut consumes),
            }
        }
        Pattern::Choice(parts) => parts
            .iter()
            .map(|part| end_positions(part, end, found))
            .fold(true, |all, one| all & one),
        Pattern::Repeat { body, least, .. } => end_positions(body, end, found) && *least > 0,
        Pattern::Edge | Pattern::Turn | Pattern::Bend => false,
    }
}
