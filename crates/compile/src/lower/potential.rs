//! Monotone potential: bodies that bring what a layer holds nearer to one side, and do nothing else.
//!
//! Each match lowers the sum of how far occupied cells lie from that side, and no other match takes
//! that back: where any of the rules matches, the board is another one at the end, and it needs no
//! run to know that.

use masume_program::{Dirs, Num, Potential, PotentialRule, Put, RuleOp, Set, SetId};
use masume_rules::facts::Contents;
use masume_rules::model::{
    ActionInfo, Assign, Block, Content, EMPTY, Effect, FUEL, Layer, LayerKind, ParamKind,
    ParamSlot, Rule, Statement, Strategy, Write,
};

use super::Lowering;
use super::bound::put_the_same;
use super::rule::may_overlap;

/// The most numbers of a layer that are looked at one by one.
const MOST_NUMBERS: i64 = 4_096;
/// Bound of the sum that all matches of a body together may add to a value.
const MOST_ADDED: u64 = 1 << 61;

/// The sides that a match brings occupied cells nearer to, as bits: that from which the chosen
/// direction comes, and that to which it goes.
const BEHIND: u8 = 1;
const AHEAD: u8 = 2;

/// Facts about the rules so far.
struct RuleFacts {
    layer: Option<Layer>,
    sides: u8,
    /// A rule puts what need not be on the board.
    has_new: bool,
    potential: Potential,
    /// The plane of what every rule moves, and whether moves of several might clash.
    moved: Option<Option<u16>>,
    may_clash: bool,
    /// Bounds of the passes of rules, and of what values come to.
    passes: u64,
    added: u64,
}

impl Lowering<'_> {
    /// The rules of which a match always changes the board, where the body has no others and cannot
    /// end in an error.
    pub(super) fn potential(&mut self, info: &ActionInfo) -> Option<Potential> {
        let [ParamKind::Direction(_)] = info.params[..] else { return None };
        let mut found = RuleFacts {
            layer: None,
            sides: BEHIND | AHEAD,
            has_new: false,
            potential: Potential { rules: Vec::new(), most: None, alone: None, guards: Vec::new() },
            moved: None,
            may_clash: false,
            passes: 0,
            added: 0,
        };
        for statement in &info.body {
            if let Statement::Repeat(block, _) = statement {
                self.lowers_again(block, &mut found)?;
            } else {
                let Statement::Rule(rule) = statement else { return None };
                self.lowers(rule, false, &mut found)?;
                found.passes += 1;
            }
        }
        if found.may_clash {
            // What is alone is never two, and comes to one cell after another.
            found.potential.alone = Some(found.moved.flatten()?);
        }
        let ends = found.passes <= FUEL.into() && found.added <= MOST_ADDED;
        // What one rule puts might be too great for the other.
        let may_grow_too_far = found.has_new && found.potential.most.is_some();
        let is_sound = ends && found.sides != 0 && !may_grow_too_far;
        (is_sound && !info.body.is_empty()).then_some(found.potential)
    }

    /// A block that runs until nothing changes. What is on one line has no effect on others, and a
    /// line that a round leaves as it is stays so: there are no more rounds than the sum of one line
    /// can be lowered.
    fn lowers_again(&mut self, block: &Block, found: &mut RuleFacts) -> Option<()> {
        for statement in block {
            let Statement::Rule(rule) = statement else { return None };
            self.lowers(rule, true, found)?;
        }
        let longest = self.longest_line();
        let rounds = self.most_steps(block).unwrap_or(longest * longest / 2 + 2);
        found.passes += rounds * (block.len() as u64 + 1);
        Some(())
    }

    /// Cells of a line at most, those of the rim with them.
    pub(super) fn longest_line(&self) -> u64 {
        let grid = self.layout.grid;
        u64::from(grid.longest_side())
    }

    fn lowers(&mut self, rule: &Rule, is_again: bool, found: &mut RuleFacts) -> Option<()> {
        let lowered = self.rule(rule).ok()?;
        let nfa = self.nfa(lowered.nfa).clone();
        let slot = ParamSlot(0);
        let is_forward = match lowered.dirs {
            Dirs::Chosen(it) if it == slot => true,
            Dirs::Against(it) if it == slot => false,
            Dirs::Chosen(_) | Dirs::Against(_) | Dirs::Fixed(_) | Dirs::Union(_) => return None,
        };
        let is_each = matches!(rule.strategy, Strategy::All | Strategy::Each);
        let is_plain = is_each
            && (rule.from, rule.to) == (None, None)
            && nfa.places.iter().all(|place| self.is_local(place.test));
        let line = self.line_of(rule, &nfa).filter(|_| is_plain)?;
        let [alternative] = &rule.alternatives[..] else { return None };
        if alternative.chance.is_some() {
            return None;
        }
        let mut cells = Vec::new();
        for (position, contents) in &line {
            let writes = alternative.writes.get(*position).map_or(&[][..], |it| &it[..]);
            cells.push((contents, writes));
        }
        let may_clash = matches!(rule.strategy, Strategy::All)
            && (1..line.len())
                .any(|offset| may_overlap(&line, offset) && self.puts_differ(&cells, offset));
        if cells.iter().any(|(_, writes)| writes.len() > 1) {
            return None;
        }
        let moved = self.moved(&cells);
        found.may_clash |= may_clash;
        if *found.moved.get_or_insert(moved) != moved {
            found.moved = Some(None);
        }
        let toward = self.toward(&cells, &mut found.layer)?;
        found.sides &= if is_forward { toward } else { swapped(toward) };
        self.fits(rule, &lowered, is_again, found)?;
        self.adds(&rule.effects, found)?;
        let RuleOp { nfa, dirs, letters, .. } = lowered;
        let rule = PotentialRule { nfa, dirs, letters };
        if !found.potential.rules.contains(&rule) {
            found.potential.rules.push(rule);
        }
        Some(())
    }

    /// True if a set asks each cell for what it holds itself, and nothing else.
    pub(super) fn is_local(&self, set: SetId) -> bool {
        match self.set(set) {
            Set::Planes(_) | Set::NoPlanes(_) | Set::Constant(_) => true,
            Set::Numbers { left, right, .. } => {
                [left, right].iter().all(|it| matches!(it, Num::Here(_) | Num::Constant(_)))
            }
            Set::Not(inner) => self.is_local(*inner),
            Set::And(parts) | Set::Or(parts) => parts.iter().all(|&part| self.is_local(part)),
            Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Holds(_) => false,
        }
    }

    /// True if two matches that begin so many cells apart might put different things on a cell.
    fn puts_differ(&self, cells: &[(&Contents, &[Write])], offset: usize) -> bool {
        cells.iter().zip(&cells[offset..]).any(|((_, one), (_, other))| {
            let mut both = one.iter().flat_map(|one| other.iter().map(move |it| (one, it)));
            !both.all(|(one, other)| put_the_same(self, &[], one, other))
        })
    }

    /// The plane of what a match takes from one cell to another, where it does nothing else.
    fn moved(&self, cells: &[(&Contents, &[Write])]) -> Option<u16> {
        let writes = cells
            .iter()
            .flat_map(|(contents, writes)| writes.iter().map(move |write| (contents, write)));
        let writes: Vec<(&&Contents, &Write)> = writes.collect();
        let [one, other] = writes[..] else { return None };
        let (from, to) = if self.frees(one.1) { (one, other) } else { (other, one) };
        let Write::Piece(layer, _) = to.1 else { return None };
        let content = self.written(to.1);
        let held = from.0.on(*layer);
        let kind = &self.rules.layers.get(usize::from(layer.0))?.kind;
        let is_only = kind.contents().iter().all(|&it| held.may_be(it) == (it == content));
        let is_taken = self.frees(from.1) && from.1.layer() == *layer && !held.may_be_free();
        (is_only && is_taken && content != EMPTY).then(|| self.layout.plane(*layer, content))?
    }

    /// End of the pattern to which a match brings what lies on the layer, as sides where the pattern
    /// goes in the chosen direction; `None` where that is not known.
    fn toward(&self, cells: &[(&Contents, &[Write])], layer: &mut Option<Layer>) -> Option<u8> {
        // Occupied cells, and the sums of their distances from either end: before and after.
        let (mut counts, mut sums) = ([0u64; 2], [[0u64; 2]; 2]);
        for (place, (contents, writes)) in cells.iter().enumerate() {
            let [write] = writes else { continue };
            let layer = *layer.get_or_insert(write.layer());
            if write.layer() != layer {
                return None;
            }
            // Where a cell may be occupied or not, it is no more than was said: before the match there is
            // that much on the layer at least.
            let held = [!contents.on(layer).may_be_free(), !self.frees(write)];
            for (nth, is_held) in held.into_iter().enumerate() {
                let is_held = u64::from(is_held);
                counts[nth] += is_held;
                sums[0][nth] += is_held * place as u64;
                sums[1][nth] += is_held * (cells.len() - 1 - place) as u64;
            }
        }
        let [first, last] = sums.map(|[before, after]| after < before && counts[1] <= counts[0]);
        let toward = if first { BEHIND } else { 0 } | if last { AHEAD } else { 0 };
        (toward != 0).then_some(toward)
    }

    /// True if the layer can hold what the rule puts; where that depends on how great numbers are,
    /// it notes how great they may be.
    fn fits(
        &mut self,
        rule: &Rule,
        lowered: &RuleOp,
        is_again: bool,
        found: &mut RuleFacts,
    ) -> Option<()> {
        for put in lowered.alternatives.iter().flat_map(|it| it.puts.iter().flatten()) {
            match put {
                Put::Clear(_) => {}
                Put::Piece(..) => found.has_new = true,
                Put::Letter(layer, letter) => {
                    self.alike(rule, *layer, *letter)?;
                }
                Put::Number(layer, number) => {
                    let most = self.fits_number(lowered, *layer, number)?;
                    found.has_new |= most.is_none();
                    let Some(most) = most else { continue };
                    // What it puts is greater than what was there, and another such rule might
                    // make it greater still.
                    if found.potential.most.is_some() || is_again {
                        return None;
                    }
                    found.potential.most = Some((*layer, most));
                }
            }
        }
        Some(())
    }

    /// Greatest number on the layer, if not all, for which what the rule puts is one that the layer can
    /// hold; `None` where that is not known.
    fn fits_number(&self, rule: &RuleOp, layer: Layer, number: &Num) -> Option<Option<Content>> {
        if !matches!(number, Num::Constant(_)) && !is_of_one_letter(rule, layer) {
            return None;
        }
        let kind = &self.rules.layers.get(usize::from(layer.0))?.kind;
        let numbers = numbers_of(kind)?;
        let fits = |content: &i64| {
            of_letter(number, *content).is_some_and(|put| kind.content_of_number(put).is_some())
        };
        let fitting = numbers.iter().take_while(|it| fits(it)).count();
        let most = *numbers.get(fitting.checked_sub(1)?)?;
        let is_bounded = fitting < numbers.len();
        Some(if is_bounded { Some(Content::try_from(most).ok()?) } else { None })
    }

    /// True if the rule's effects add to values what is known to be bounded; notes the values.
    fn adds(&self, effects: &[Effect], found: &mut RuleFacts) -> Option<()> {
        for effect in effects {
            let Effect::Assign(value, Assign::Add | Assign::Subtract, number) = effect else {
                return None;
            };
            let (least, greatest) = self.range(number)?;
            let most = least.unsigned_abs().max(greatest.unsigned_abs());
            // Each match lowers the sum of all cells by one at least.
            let matches = self.layout.cells() as u64 * self.longest_line();
            found.added = found.added.saturating_add(most.saturating_mul(matches));
            found.potential.guards.push(*value);
        }
        Some(())
    }
}

/// The same sides for a pattern that goes against the chosen direction.
fn swapped(sides: u8) -> u8 {
    match sides {
        BEHIND => AHEAD,
        AHEAD => BEHIND,
        both_or_none => both_or_none,
    }
}

/// True if the rule has one letter, which stands for what lies on this layer.
fn is_of_one_letter(rule: &RuleOp, layer: Layer) -> bool {
    let first = rule.letters.first().map(|binding| binding.letter);
    rule.letters.iter().all(|it| Some(it.letter) == first && it.layer == layer)
}

/// A number, given what its only letter is bound to; `None` where it depends on more or comes to an
/// error.
fn of_letter(number: &Num, content: i64) -> Option<i64> {
    if let Num::Constant(constant) = number {
        return Some(*constant);
    }
    if let Num::Letter(_) = number {
        return Some(content);
    }
    number.worked_out(|operand| of_letter(operand, content))
}

/// The numbers that a layer can hold, ascending, where they are not too many.
fn numbers_of(kind: &LayerKind) -> Option<Vec<i64>> {
    let is_short = match kind {
        LayerKind::Pieces(_) | LayerKind::Kinds(_) => false,
        LayerKind::Range(first, last) => i64::from(*last) - i64::from(*first) < MOST_NUMBERS,
        LayerKind::Doubling(..) => true,
    };
    is_short.then(|| kind.contents().into_iter().map(i64::from).collect())
}
