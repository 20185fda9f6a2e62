//! The typed meaning as readable text.
use crate::model::Rules;

/// stub
pub fn print(rules: &Rules) -> String { format!("{rules:#?}") }
