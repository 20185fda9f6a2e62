//! What a text means, and states, actions and levels as text.

mod check;
mod random;
mod text;
