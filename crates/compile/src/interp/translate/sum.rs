//! Numbers that rules put and that are counted: what a letter is bound to and what is the same on the whole board
//! are added for all matches at once, digit by digit.
//!
//! Planes hold one more than how far a number is from the first of its layer; digits beyond them tell that the sum is
//! none of the layer's numbers, and boards with such a sum are marked for a retry, which says what is wrong.

use masume_rules::model::{Arithmetic, Compare, Layer, LayerKind, Letter};

use super::matches::Matches;
use super::{Translation, Unsupported};
use crate::interp::code::{Instruction, MaskReg, SetReg};
use crate::program::{Nfa, Num, RuleOp};

/// The most digits of a sum.
const MOST_DIGITS: u32 = 40;

/// A digit of a number that is the same on the whole board.
#[derive(Clone, Copy)]
enum Digit {
    Same(bool),
    /// One on these boards.
    On(MaskReg),
}

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
        // Step 1. The digits of what differs from match to match.
        let mut bound = Vec::new();
        let mut far = 1 - first;
        if let Some((of, doublings)) = of_match {
            bound.resize(doublings as usize, None);
            let layer = match of {
                OfMatch::Here(layer) => {
                    let held = self.held_or_zero(layer, cells).ok_or(why)?;
                    bound.extend(held.into_iter().map(Some));
                    layer
                }
                OfMatch::Letter(letter) => {
                    let binding = *rule.letters.iter().find(|it| it.letter == letter).ok_or(why)?;
                    let of: Vec<SetReg> = self.numbers_on(binding.layer)?.planes().collect();
                    let arrives = self.arrives(rule, (nfa, matches), binding, (place, cells))?;
                    for plane in of {
                        let (_, cells) = *arrives.iter().find(|(of, _)| *of == plane).ok_or(why)?;
                        bound.push(Some(cells));
                    }
                    binding.layer
                }
            };
            let (start, _) = self.range(layer).ok_or(why)?;
            far += (start - 1) << doublings;
        }
        // Step 2. The digits of the rest, so many that no sum of them and what is bound is too long.
        let digits = bound.len().max(planes.len()) as u32 + 2;
        if digits > MOST_DIGITS {
            return Err(why);
        }
        let by = Num::Binary(Box::new(by), Arithmetic::Add, Box::new(Num::Constant(far)));
        let mut none: Option<SetReg> = None;
        let rest = match self.constant_of(&by) {
            Some(by) if by.unsigned_abs() < 1 << (digits - 2) => {
                (0..digits).map(|nth| Digit::Same(by >> nth & 1 == 1)).collect()
            }
            Some(_) => return Err(why),
            // Each match has its effects before the next one puts anything.
            None if !rule.effects.is_empty() && !matches.is_single => return Err(why),
            None => {
                let (rest, outside) = self.digits(&by, digits)?;
                none = Some(self.only(cells, outside));
                rest
            }
        };
        // Step 3. Their sum, and where it is no number of the layer.
        if matches!(of_match, Some((OfMatch::Letter(_), _))) {
            let held = bound.iter().flatten();
            let any = held.fold(None, |all, &digit| Some(self.or(all, digit)));
            let nothing = any.map(|any| self.without(cells, any));
            none = nothing.map(|nothing| self.or(none, nothing));
        }
        let sum = self.sum(&bound, &rest, cells);
        let most = last - first + 1;
        let outside = self.outside(&sum, (planes.len(), most), cells);
        let none = self.or(none, outside);
        let some = self.has_any(none);
        self.emit.act(Instruction::Retry(some));
        let arrives = planes.into_iter().zip(&sum);
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

    /// The digits of a number, those of a negative one as of two's complement, where it has two fewer without its sign;
    /// and the boards on which it has more.
    fn digits(&mut self, number: &Num, digits: u32) -> Result<(Vec<Digit>, MaskReg), Unsupported> {
        let half = 1i64 << (digits - 2);
        let raised =
            Num::Binary(Box::new(number.clone()), Arithmetic::Add, Box::new(Num::Constant(half)));
        let rest = self.number(&raised)?;
        let (zero, most) = (self.registers.constant(0), self.registers.constant(2 * half));
        let below = self.compared(rest, Compare::Less, zero);
        let above = self.compared(rest, Compare::GreaterOrEqual, most);
        let outside = self.either(below, above);
        let mut found: Vec<Digit> =
            self.binary(rest, digits as usize - 1).into_iter().map(Digit::On).collect();
        // What was added shows the sign.
        if let Some(Digit::On(is_positive)) = found.pop() {
            let sign = Digit::On(self.not(is_positive));
            found.extend([sign, sign]);
        }
        Ok((found, outside))
    }

    /// The digits of sums at cells, the lowest first; `None` where a digit is zero everywhere.
    fn sum(
        &mut self,
        bound: &[Option<SetReg>],
        rest: &[Digit],
        cells: SetReg,
    ) -> Vec<Option<SetReg>> {
        let mut carry = None;
        let mut sum = Vec::new();
        for (nth, digit) in rest.iter().enumerate() {
            let other = match *digit {
                Digit::Same(false) => None,
                Digit::Same(true) => Some(cells),
                Digit::On(mask) => Some(self.only(cells, mask)),
            };
            let one = bound.get(nth).copied().flatten().map(|digit| self.and(digit, cells));
            let (unlike, both) = self.half_sum(one, other, cells);
            let (digit, carried) = self.half_sum(unlike, carry, cells);
            carry = match (both, carried) {
                (both, None) => both,
                (both, Some(carried)) => Some(self.or(both, carried)),
            };
            sum.push(digit);
        }
        sum
    }

    /// The digit of a sum of two digits, and what is carried to the next.
    pub(super) fn half_sum(
        &mut self,
        one: Option<SetReg>,
        other: Option<SetReg>,
        cells: SetReg,
    ) -> (Option<SetReg>, Option<SetReg>) {
        match (one, other) {
            (None, digit) | (digit, None) => (digit, None),
            (Some(all), Some(some)) | (Some(some), Some(all)) if all == cells => {
                (Some(self.without(all, some)), Some(some))
            }
            (Some(one), Some(other)) => {
                let (any, both) = (self.or(Some(one), other), self.and(one, other));
                (Some(self.without(any, both)), Some(both))
            }
        }
    }

    /// The cells at which a sum is no content of so many digits, of which this is the greatest.
    fn outside(
        &mut self,
        sum: &[Option<SetReg>],
        (digits, most): (usize, i64),
        cells: SetReg,
    ) -> SetReg {
        let (low, high) = sum.split_at(digits);
        let any = low.iter().flatten().fold(None, |all, &digit| Some(self.or(all, digit)));
        let mut outside = any.map_or(cells, |any| self.without(cells, any));
        for &digit in high.iter().flatten() {
            outside = self.or(Some(outside), digit);
        }
        // Planes may be too few for the greatest number.
        let is_told = most >> digits == 0;
        let mut equal = cells;
        for (nth, digit) in low.iter().enumerate().rev().filter(|_| is_told) {
            let digit = digit.unwrap_or_else(|| self.nothing());
            if most >> nth & 1 == 1 {
                equal = self.and(equal, digit);
            } else {
                let above = self.and(equal, digit);
                outside = self.or(Some(outside), above);
                equal = self.without(equal, digit);
            }
        }
        outside
    }
}

/// A number that differs from match to match.
#[derive(Clone, Copy)]
enum OfMatch {
    /// What a letter is bound to.
    Letter(Letter),
    /// What lies on a layer of the cell on which it is put.
    Here(Layer),
}

/// What differs from match to match, how often it is doubled, if anything does, and the number that is added to it and
/// is the same on the whole board; `None` where more than one thing does.
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

/// How many doublings a factor is; `None` where it is more than these.
fn doublings_of(factor: &Num) -> Option<u32> {
    let Num::Constant(factor) = factor else { return None };
    let is_power = (1..1 << 16).contains(factor) && factor.count_ones() == 1;
    is_power.then(|| factor.trailing_zeros())
}
