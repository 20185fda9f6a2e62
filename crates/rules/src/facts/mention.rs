//! Arguments of the action, and letters, that a part of the rules mentions.

use crate::model::{Expr, ParamSlot, Part, Rule, Test, Ways, parts};

/// Arguments and letters that are mentioned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mentioned {
    /// Slots of arguments, as bits.
    slots: u64,
    /// True if any letter is, bound there or outside.
    pub has_letters: bool,
}

/// Arguments and letters that a part mentions, itself and in all that it is made of.
pub fn mentioned<'r>(whole: impl Into<Part<'r>>) -> Mentioned {
    let mut found = Mentioned::default();
    parts(whole).for_each(|part| found.add(part));
    found
}

/// The arguments that decide where a rule matches, its `to` left aside.
pub fn mentioned_by_rule(rule: &Rule) -> Mentioned {
    let (ways, pattern) = (mentioned(&rule.ways), mentioned(&rule.pattern));
    let mut found = Mentioned {
        slots: ways.slots | pattern.slots,
        has_letters: ways.has_letters || pattern.has_letters,
    };
    rule.from.into_iter().for_each(|slot| found.insert(slot));
    found
}

impl Mentioned {
    /// True if any argument is mentioned.
    pub fn has_arguments(self) -> bool {
        self.slots != 0
    }

    /// True if every slot that is mentioned comes before this one.
    pub fn all_before(self, slot: usize) -> bool {
        slot < 64 && self.slots >> slot == 0
    }

    fn insert(&mut self, slot: ParamSlot) {
        // Slots past the 64th do not exist; if they did they would count as the last one.
        self.slots |= 1 << slot.0.min(63);
    }

    fn add(&mut self, part: Part<'_>) {
        if let Part::Ways(Ways::Chosen(slot) | Ways::Against(slot))
        | Part::Test(Test::Chosen(slot) | Test::InLine(slot) | Test::Near(_, slot))
        | Part::Expr(Expr::Chosen(slot) | Expr::Across(slot) | Expr::Down(slot)) = part
        {
            self.insert(*slot);
        }
        self.has_letters |=
            matches!(part, Part::Test(Test::Letter { .. }) | Part::Expr(Expr::Letter(_)));
    }
}
