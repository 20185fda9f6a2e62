//! Programs as text, rule by rule.

use masume_rules::model::Rules;

use crate::program::{Layout, Program};

/// The programs of all players, or what one rule became.
pub(crate) fn explain(
    rules: &Rules,
    layout: &Layout,
    programs: &[Program],
    rule: Option<u32>,
) -> String {
    let mut text = String::new();
    for program in programs {
        text.push_str(&program.print(rules, layout, rule));
    }
    text
}
