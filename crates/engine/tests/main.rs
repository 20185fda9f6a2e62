//! The engine from outside, in one program: each module says what it holds.

mod architecture;
mod articles;
mod brute_force;
mod corridors;
mod documents;
mod engine;
mod error_pages;
mod executors;
mod games;
mod laws;
mod parts;
mod prose;
mod referees;
mod regex_in_node;
