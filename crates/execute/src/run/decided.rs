//! Legal choices that show in the matches of the deciding rules.

use masume_board::{Bits, Cell, Direction};
use masume_program::{By, Decider, Require, Shape, directions};
use masume_rules::action::{Action, Argument, MAX_PARAMS};
use masume_rules::model::{ActionInfo, MOST_LEGAL, ParamKind, ParamSlot, Value, Ways};
use masume_rules::run_error::{RunError, Span};
use smallvec::{SmallVec, smallvec};

use crate::run::choices::LineNumbers;
use crate::run::corridor::{FOUR_WAYS, Pairs};
use crate::run::{Choices, Scene};

/// Distance from overflow that a value must have to which an action adds.
const FAR: i64 = 1 << 62;

impl<const W: usize> Scene<'_, '_, W> {
    /// True if the values are far from overflow.
    pub(crate) fn are_far(&self, guards: &[Value]) -> bool {
        guards.iter().all(|value| {
            let value = self.position.values.get(usize::from(value.0)).copied().unwrap_or(0);
            (-FAR..FAR).contains(&value)
        })
    }

    /// The choices that show in the matches of the deciding rules; one of them suffices where only
    /// that is asked.
    pub(crate) fn decided(
        &self,
        index: u8,
        info: &ActionInfo,
        (requires, deciders): (&[(Require, Span)], &[Decider]),
        any: bool,
    ) -> Result<Choices<W>, RunError> {
        // Step 1. What is required, of all or of the first cell.
        let mut firsts = self.run.steps.full;
        let mut seconds = self.run.steps.inner;
        for (require, span) in requires {
            let scene = Self { span: *span, ..*self };
            match require {
                Require::Plain(condition) => {
                    if !scene.condition(condition)? {
                        return Ok(Choices::None);
                    }
                }
                Require::Cell(ParamSlot(0), cells) => firsts = firsts.and(scene.set(*cells)),
                Require::Cell(_, cells) => seconds = seconds.and(scene.set(*cells)),
            }
        }
        // Step 2. The matches.
        // Without deciding rules what is required decides.
        let Some(first) = deciders.first() else { return Ok(Choices::Plain) };
        let choices = match &first.by {
            By::Nothing => {
                let any = deciders.iter().any(|it| !self.decider_starts(it).is_empty());
                if any { Choices::Plain } else { Choices::None }
            }
            By::Direction => self.decided_directions(info, deciders),
            By::Start | By::End => {
                let all =
                    deciders.iter().fold(Bits::EMPTY, |all, it| all.or(self.decider_cells(it)));
                Choices::Cells(all.and(firsts).and(self.run.steps.inner))
            }
            By::Column | By::Row => {
                let all =
                    deciders.iter().fold(Bits::EMPTY, |all, it| all.or(self.decider_starts(it)));
                self.lines(all, first.by == By::Column)
            }
            By::Along => self.decided_along(info, deciders, firsts.and(self.run.steps.inner)),
            By::Ends(_) => self.decided_ends(index, info, deciders, (firsts, seconds), any),
            By::Each(cells) => {
                let inner = self.run.steps.inner;
                let all =
                    deciders.iter().fold(Bits::EMPTY, |all, it| all.or(self.decider_starts(it)));
                let (firsts, seconds) = (all.and(firsts), seconds.and(self.set(*cells)));
                self.each_with_each(index, [firsts, seconds].map(|it| it.and(inner)), any)
            }
        };
        self.host.check()?;
        Ok(choices)
    }

    /// Each of the first cells with each of the others; one pair where only that is asked, and no more than are listed.
    fn each_with_each(&self, index: u8, [firsts, seconds]: [Bits<W>; 2], any: bool) -> Choices<W> {
        let most = if any { 1 } else { MOST_LEGAL + 1 };
        let pairs =
            firsts.iter().flat_map(|first| seconds.iter().map(move |second| (first, second)));
        let action =
            |(first, second)| Action::new(index, &[Argument::Cell(first), Argument::Cell(second)]);
        Choices::Listed(pairs.take(most).map(action).collect())
    }

    /// Cells at which the decider's pattern matches.
    #[inline]
    fn decider_starts(&self, decider: &Decider) -> Bits<W> {
        self.starts(decider.nfa, decider.dirs.mask(&|slot| self.chosen_direction(slot)), None)
    }

    /// The cells that the decider's pattern lets be chosen.
    fn decider_cells(&self, decider: &Decider) -> Bits<W> {
        if decider.by != By::End {
            return self.decider_starts(decider);
        }
        let nfa = &self.program.nfas[usize::from(decider.nfa)];
        let mask = decider.dirs.mask(&|_| None);
        self.walks_end(nfa, &self.tests(nfa), self.run.steps.full, mask)
    }

    fn decided_directions(&self, info: &ActionInfo, deciders: &[Decider]) -> Choices<W> {
        let mut mask = 0u8;
        for (direction, scene) in self.with_directions(info, ParamSlot(0)) {
            if deciders.iter().any(|decider| !scene.decider_starts(decider).is_empty()) {
                mask |= 1 << direction as u8;
            }
        }
        Choices::Directions(mask)
    }

    /// Scenes in which the parameter is each direction that can be chosen, and no other parameter is chosen.
    fn with_directions(
        &self,
        info: &ActionInfo,
        slot: ParamSlot,
    ) -> impl Iterator<Item = (Direction, Self)> {
        let scene = Self { arguments: [Argument::None; MAX_PARAMS], ..*self };
        let slot = usize::from(slot.0);
        let mask = match info.params.get(slot) {
            Some(ParamKind::Direction(ways)) => scene.ways(ways),
            Some(ParamKind::Cell | ParamKind::Column | ParamKind::Row) | None => 0,
        };
        directions(mask).map(move |direction| {
            let mut scene = scene;
            scene.arguments[slot] = Argument::Direction(direction);
            (direction, scene)
        })
    }

    /// The cells of some from which any of the rules matches in each direction that can be chosen.
    fn decided_along(
        &self,
        info: &ActionInfo,
        deciders: &[Decider],
        firsts: Bits<W>,
    ) -> Choices<W> {
        let mut starts = [Bits::EMPTY; 8];
        for (direction, scene) in self.with_directions(info, ParamSlot(1)) {
            let all = deciders.iter().fold(Bits::EMPTY, |all, it| all.or(scene.decider_starts(it)));
            starts[direction as usize] = all.and(firsts);
        }
        Choices::Steps(Box::new(starts), None)
    }

    /// The directions, as bits.
    pub(crate) fn ways(&self, ways: &Ways) -> u8 {
        ways.mask(self.program.player, &|slot| self.chosen_direction(slot))
    }

    /// The columns or rows that hold a cell of the set.
    fn lines(&self, cells: Bits<W>, are_columns: bool) -> Choices<W> {
        let grid = self.run.grid();
        let mut lines = LineNumbers::new();
        if are_columns {
            let mut seen: SmallVec<[bool; 32]> = smallvec![false; grid.width() as usize];
            for cell in cells {
                if let Some(seen) = seen.get_mut(grid.column(cell) as usize) {
                    *seen = true;
                }
            }
            lines.extend((0u32..).zip(&seen).filter(|(_, seen)| **seen).map(|(line, _)| line));
            Choices::Columns(lines)
        } else {
            for cell in cells {
                let row = grid.row(cell);
                if (0..grid.height() as i32).contains(&row) && lines.last() != Some(&(row as u32)) {
                    lines.push(row as u32);
                }
            }
            Choices::Rows(lines)
        }
    }

    /// Pairs of the first and the last cell of a match.
    fn decided_ends(
        &self,
        index: u8,
        info: &ActionInfo,
        deciders: &[Decider],
        (firsts, seconds): (Bits<W>, Bits<W>),
        any: bool,
    ) -> Choices<W> {
        let firsts = firsts.and(self.run.steps.inner);
        let steps = match deciders {
            [Decider { by: By::Ends(Some(steps)), .. }, rest @ ..]
                if *steps > 0 && rest.iter().all(|it| it.by == By::Ends(Some(*steps))) =>
            {
                *steps
            }
            _ => {
                let found = self.listed_ends(info, deciders, (firsts, seconds), any);
                let mut listed = Vec::with_capacity(found.len());
                for (from, to) in found {
                    listed.push(Action::new(index, &[Argument::Cell(from), Argument::Cell(to)]));
                }
                return Choices::Listed(listed);
            }
        };
        let mut starts = [Bits::EMPTY; 8];
        for decider in deciders {
            let nfa = &self.program.nfas[usize::from(decider.nfa)];
            let tests = self.tests(nfa);
            let mask = decider.dirs.mask(&|_| None);
            for direction in directions(mask) {
                if info.unordered && (direction as u8) < 4 {
                    continue;
                }
                let mut ends = seconds;
                for _ in 0..steps {
                    ends = self.run.steps.step(ends, direction.opposite());
                }
                let cells = self.line_starts(nfa, &tests, direction, None);
                let entry = &mut starts[direction as usize];
                *entry = entry.or(cells.and(firsts).and(ends));
            }
        }
        Choices::Steps(Box::new(starts), Some(steps))
    }

    /// As [`Self::decided_ends`], each first cell by itself, or equal ones together.
    fn listed_ends(
        &self,
        info: &ActionInfo,
        deciders: &[Decider],
        (firsts, seconds): (Bits<W>, Bits<W>),
        any: bool,
    ) -> Vec<(Cell, Cell)> {
        let mut found: Vec<(Cell, Cell)> = Vec::new();
        for decider in deciders {
            if any && !found.is_empty() {
                break;
            }
            let nfa = &self.program.nfas[usize::from(decider.nfa)];
            let tests = self.tests(nfa);
            let mask = decider.dirs.mask(&|_| None);
            let starts = nfa.starts.iter().map(|start| tests[usize::from(start.place)]);
            let firsts = starts.fold(Bits::EMPTY, Bits::or).and(firsts);
            if let (Shape::Corridor(turns), FOUR_WAYS, Some(layer), [end, open, ..]) =
                (&nfa.shape, mask, decider.letters, &tests[..])
            {
                let seconds = seconds.and(*end);
                let (in_order, turns, open) = (info.unordered, *turns, *open);
                let ask = Pairs { open, firsts, seconds, turns, layer, in_order, any };
                if let Some(pairs) = self.joined_pairs(&ask) {
                    found.extend(pairs);
                    if is_too_much(&mut found) {
                        return found;
                    }
                    continue;
                }
            }
            let before = found.len();
            let content =
                |cell| decider.letters.map(|it| self.position.content(&self.run.layout, it, cell));
            'walks: for start in firsts {
                // The pairs of one rule are all different.
                if self.host.stop.is_stopped() || found.len() - before > MOST_LEGAL {
                    return found;
                }
                for end in self.walk_ends(nfa, &tests, start, mask).and(seconds) {
                    let fits = if info.unordered { start < end } else { start != end };
                    if fits && content(start) == content(end) {
                        found.push((start, end));
                        if any {
                            break 'walks;
                        }
                    }
                }
            }
            if is_too_much(&mut found) {
                return found;
            }
        }
        if deciders.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        found
    }
}

/// True if there are more different pairs than are listed.
fn is_too_much(found: &mut Vec<(Cell, Cell)>) -> bool {
    if found.len() <= MOST_LEGAL {
        return false;
    }
    found.sort_unstable();
    found.dedup();
    found.len() > MOST_LEGAL
}
