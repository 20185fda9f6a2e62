//! Letters that are asked about again.

use masume_rules::model::{Comparison, Expr, Letter, Part, Pattern, Test, Write, parts};

/// Letters met once, and otherwise mentioned only in comparisons of the same cell behind the meeting, where the layer
/// says what they are: what one is bound to, nobody asks.
pub(super) fn lone_letters<'p, P: Into<Part<'p>>>(
    wholes: impl IntoIterator<Item = P>,
) -> Vec<Letter> {
    let mut mentions = Mentions::default();
    for part in wholes.into_iter().flat_map(parts) {
        mentions.add(part);
        if let Part::Test(Test::And(tests)) = part {
            compared_on_their_cell(tests, &mut mentions.compared);
        }
        // A cell that is met again holds the same as before.
        if let Part::Pattern(Pattern::Repeat { body, greatest, .. }) = part
            && greatest.is_none_or(|greatest| greatest > 1)
        {
            parts(&**body).for_each(|part| mentions.add(part));
        }
    }
    mentions.lone()
}

/// Adds the letters that tests of a cell compare behind the one of them that meets it.
fn compared_on_their_cell(tests: &[Test], found: &mut Vec<Letter>) {
    for (place, test) in tests.iter().enumerate() {
        if let Test::Letter { letter, .. } = test {
            let mut compared = Vec::new();
            tests[place + 1..].iter().for_each(|test| letters_compared(test, &mut compared));
            found.extend(compared.into_iter().filter(|it| it == letter));
        }
    }
}

/// Letters as often as they are mentioned.
#[derive(Default)]
struct Mentions {
    /// Where cells meet them.
    met: Vec<Letter>,
    /// Where anything else asks for them.
    asked: Vec<Letter>,
    /// Of those, where the cell compares them that has met them.
    compared: Vec<Letter>,
}

impl Mentions {
    fn add(&mut self, part: Part<'_>) {
        if let Part::Test(Test::Letter { letter, .. }) = part {
            self.met.push(*letter);
        } else if let Part::Expr(Expr::Letter(letter)) | Part::Write(Write::Letter(_, letter)) =
            part
        {
            self.asked.push(*letter);
        }
    }

    fn lone(&self) -> Vec<Letter> {
        let count = |letters: &[Letter], of| letters.iter().filter(|it| **it == of).count();
        let is_lone = |letter: &Letter| {
            count(&self.met, *letter) == 1
                && count(&self.asked, *letter) == count(&self.compared, *letter)
        };
        self.met.iter().copied().filter(is_lone).collect()
    }
}

/// Adds the letters that a test compares on its cell itself, in parts that are no lists of tests.
fn letters_compared(test: &Test, found: &mut Vec<Letter>) {
    if let Test::Compare(Comparison { left, right, .. }) = test {
        letters_of_number(left, found);
        letters_of_number(right, found);
    } else if let Test::Not(test) = test {
        letters_compared(test, found);
    } else if let Test::Or(tests) = test {
        tests.iter().for_each(|test| letters_compared(test, found));
    }
}

/// Adds the letters that a number asks for, outside of tests in it.
pub(super) fn letters_of_number(number: &Expr, found: &mut Vec<Letter>) {
    if let Expr::Letter(letter) = number {
        found.push(*letter);
    }
    number.operands().for_each(|operand| letters_of_number(operand, found));
}
