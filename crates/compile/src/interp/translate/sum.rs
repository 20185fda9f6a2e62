//! Numbers that rules put and that are counted: what a letter is bound to and what is the same on the whole board
//! are added for all matches at once, digit by digit.
//!
//! Boards on which a sum is none of the layer's numbers are marked for a retry, which says what is wrong.

use masume_program::interp::code::{Instruction, SetReg};
use masume_program::{Nfa, Num, RuleOp, Unsupported};
use masume_rules::model::{Arithmetic, Layer, LayerKind, Letter};

use super::Translation;
use super::matches::Matches;
use super::sliced::Sliced;

impl Translation<'_> {
    /// For planes of the layer the cells that come to be on each, where the number is put on all of these cells, those
    /// of matches at a place.
    pub(super) fn summed(
        &mut self,
        rule: &RuleOp,
        (nfa, matches): (&Nfa, &Matches),
        (layer, number): (Layer, &Num),
        (place, cells): (u16, SetReg),
    ) -> Result<Vec<(SetReg, SetReg)>, Unsupported> {
        let why = Unsupported("numbers that are put are counted");
        self.has_room()?;
        let planes: Vec<SetReg> = self.numbers_on(layer)?.planes().collect();
        let occupied = self.numbers_on(layer)?.occupied;
        let (first, last) = self.range(layer).ok_or(why)?;
        let (of_match, by) = matched_and_rest(number).ok_or(why)?;
        // Step 1. What differs from match to match.
        let mut bound = Sliced::constant(0);
        let mut none: Option<SetReg> = None;
        if let Some((of, doublings)) = of_match {
            let (layer, digits) = match of {
                OfMatch::Here(layer) => (layer, self.held_or_zero(layer, cells).ok_or(why)?),
                OfMatch::Letter(letter) => {
                    let binding = *rule.letters.iter().find(|it| it.letter == letter).ok_or(why)?;
                    let arrives = self.arrives(rule, (nfa, matches), binding, (place, cells))?;
                    let numbers = self.numbers_on(binding.layer)?;
                    let digit = |plane| arrives.iter().find(|(of, _)| *of == plane);
                    let digits = numbers.planes().map(|plane| Some(digit(plane)?.1));
                    let digits: Vec<SetReg> = digits.collect::<Option<_>>().ok_or(why)?;
                    let any = digits.iter().fold(None, |all, &digit| Some(self.or(all, digit)));
                    none = any.map(|any| self.without(cells, any));
                    (binding.layer, digits)
                }
            };
            let digits = digits.into_iter().map(|digit| self.and(digit, cells)).collect();
            let (start, _) = self.range(layer).ok_or(why)?;
            bound = Sliced::doubled(digits, start - 1, doublings)?;
        }
        // Step 2. What is added, as far as the sum may be a number of the layer: one less and one more are none.
        let worth = 1i64 << planes.len();
        let rest = if self.constant_of(&by).is_some() {
            self.sliced(&by, cells)?
        } else if !rule.effects.is_empty() && !matches.is_single {
            // Each match has its effects before the next one puts anything.
            return Err(why);
        } else {
            // So far below that planes hold the digits of the sum as they are.
            let least = first - 1 - bound.most();
            let least = least - (bound.from() + least - (first - 1)).rem_euclid(worth);
            let by = self.number(&by)?;
            self.sliced_between(by, (least, last + 1 - bound.from()), cells)?
        };
        let sum = self.total(&bound, &rest, cells)?;
        // Step 3. Where it is no number of the layer.
        let enough = self.at_least(&sum, first, cells);
        let few = self.without(cells, enough);
        let many = self.at_least(&sum, last + 1, cells);
        let outside = self.or(Some(few), many);
        let none = self.or(none, outside);
        let some = self.has_any(none);
        self.emit.act(Instruction::Retry(some));
        // Step 4. Planes hold one more than how far a number is from the first of its layer.
        let raised = (sum.from() - (first - 1)).rem_euclid(worth);
        let code = self.total(&sum, &Sliced::everywhere(raised, cells), cells)?;
        let arrives = planes.into_iter().zip(code.digits());
        let arrives = arrives.filter_map(|(plane, digit)| Some((plane, (*digit)?)));
        Ok(arrives.chain([(occupied, cells)]).collect())
    }

    /// The digits of what lies on a layer of cells, where a free cell has 0.
    fn held_or_zero(&mut self, layer: Layer, cells: SetReg) -> Option<Vec<SetReg>> {
        let zero = u32::try_from(1 - self.range(layer)?.0).ok()?;
        let numbers = self.numbers_on(layer).ok()?;
        let (planes, occupied): (Vec<SetReg>, SetReg) =
            (numbers.planes().collect(), numbers.occupied);
        if zero >> planes.len() != 0 {
            return None;
        }
        let free = self.without(cells, occupied);
        let digit = |(nth, plane): (u32, SetReg)| {
            let held = self.and(plane, cells);
            if zero >> nth & 1 == 1 { self.or(Some(held), free) } else { held }
        };
        Some((0..).zip(planes).map(digit).collect())
    }

    /// The first and the last number of a layer of all between.
    fn range(&self, layer: Layer) -> Option<(i64, i64)> {
        match self.rules.layers[usize::from(layer.0)].kind {
            LayerKind::Range(first, last) => Some((first.into(), last.into())),
            LayerKind::Pieces(_) | LayerKind::Kinds(_) | LayerKind::Doubling(..) => None,
        }
    }
}

/// A number that differs from match to match.
#[derive(Clone, Copy)]
enum OfMatch {
    /// Content that a letter is bound to.
    Letter(Letter),
    /// Content of a layer of the cell on which it is put.
    Here(Layer),
}

/// Part that differs from match to match, with the number of its doublings, if any does, and the
/// number that is added to it and is the same on the whole board; `None` where more than one part
/// does.
fn matched_and_rest(number: &Num) -> Option<(Option<(OfMatch, u32)>, Num)> {
    if let Num::Letter(letter) = number {
        return Some((Some((OfMatch::Letter(*letter), 0)), Num::Constant(0)));
    }
    if let Num::Here(layer) = number {
        return Some((Some((OfMatch::Here(*layer), 0)), Num::Constant(0)));
    }
    let Num::Binary(left, by, right) = number else { return Some((None, number.clone())) };
    let (one, left) = matched_and_rest(left)?;
    let (other, right) = matched_and_rest(right)?;
    let of_match = match (one, other) {
        (None, None) => None,
        (of_match, None) if matches!(by, Arithmetic::Add | Arithmetic::Subtract) => of_match,
        (None, of_match) if *by == Arithmetic::Add => of_match,
        (Some((of, doublings)), None) if *by == Arithmetic::Multiply => {
            Some((of, doublings + doublings_of(&right)?))
        }
        (None, Some((of, doublings))) if *by == Arithmetic::Multiply => {
            Some((of, doublings + doublings_of(&left)?))
        }
        _other => return None,
    };
    Some((of_match, Num::Binary(Box::new(left), *by, Box::new(right))))
}

/// Number of doublings that a factor is; `None` where it is more than these.
fn doublings_of(factor: &Num) -> Option<u32> {
    let Num::Constant(factor) = factor else { return None };
    let is_power = (1..1 << 16).contains(factor) && factor.count_ones() == 1;
    is_power.then(|| factor.trailing_zeros())
}
