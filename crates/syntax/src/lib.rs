//! Masume's text: a lossless tree, diagnostics, and a formatter.
//!
//! Start with [`parse`]. It never fails and never panics: it gives what it understood, and
//! diagnostics. This crate must not know what a name means; that is the room of `rules`.

pub mod ast;
mod code;
mod diagnostic;
mod direction_word;
mod errors;
mod format;
mod kind;
mod lexer;
mod line_index;
mod lower;
mod parse;
mod parser;
mod played;
mod reserved;
mod section_word;
mod span;

pub use code::Code;
pub use diagnostic::{Diagnostic, Severity, sort_and_dedup};
pub use direction_word::{DIRECTION_NAMES, DIRECTION_SETS, direction_words, is_direction_word};
pub use errors::{MOST_ERRORS, bounded};
pub use format::format;
pub use kind::{Masume, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};
pub use line_index::{LineIndex, Position};
pub use parse::{MOST_BYTES, Parse, parse, parse_bytes};
pub use parser::WHOSE_TURN;
pub use played::played_text;
pub use reserved::{is_reserved, listed, nearest, reserved_words};
pub use span::Span;
