//! Meaning of a text, and states, actions and levels as text.

mod check;
mod random;
mod text;
