//! Tables of what a search has found out about positions, by key, and actions as words of such tables.

pub(crate) mod action_code;
pub(crate) mod bounds_table;
pub(crate) mod transposition_table;
