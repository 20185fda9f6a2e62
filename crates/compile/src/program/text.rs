//! A program as text.

use masume_rules::model::Rules;

use super::{Layout, Program};

impl Program {
    /// The program as text; only what one rule became where one is asked for.
    pub fn print(&self, _rules: &Rules, _layout: &Layout, _rule: Option<u32>) -> String {
        format!("{self:#?}")
    }
}
