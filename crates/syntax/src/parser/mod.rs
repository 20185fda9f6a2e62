//! The hand-written parser: tokens to a lossless tree and diagnostics.
//!
//! It reads line by line. The first thing in a line that cannot be understood is reported, the
//! rest of the line becomes an error node, and reading goes on with the next line, so one mistake
//! gives one diagnostic. Start with [`parse`]; `machine` is what all productions are made of.
//! Meaning is none of its business: names are not resolved here.

mod condition;
mod expr;
mod machine;
mod naming;
mod pattern;
mod rule;
mod scan;
mod section;
mod statement;
mod table;
mod test;

use rowan::GreenNode;

use crate::SyntaxKind;
use crate::errors::Errors;
use crate::lexer::Lexed;
use machine::Parser;

pub use condition::WHOSE_TURN;
pub(crate) use table::glyph_range;

/// Nesting of blocks, groups, brackets and parentheses together; grammar.md, Bounds.
const MOST_NESTED: u32 = 64;
/// Arithmetic signs on one line. They nest in the plain tree without any bracket, so they need a
/// bound of their own; grammar.md, Bounds.
const MOST_OPERATORS: u32 = 256;

/// Parses the tokens of a text.
pub(crate) fn parse(text: &str, lexed: Lexed) -> (GreenNode, Errors, Errors) {
    let Lexed { tokens, seen, lines, errors } = lexed;
    let mut parser = Parser::new(text, &tokens, &seen, &lines);
    parser.node(SyntaxKind::Root, |p| {
        while !p.at(SyntaxKind::EndOfText) {
            section::section(p);
        }
        p.flush_trivia();
    });
    let (green, found) = parser.finish();
    (green, errors, found)
}
