//! From the lossless tree to the plain one.
//!
//! A line that holds an error node is left out with all that is below it. Everything else is
//! whole, for the parser completes what it does not report. Start with [`file`].

mod expr;
mod naming;
mod pattern;
mod section;
mod statement;
mod table;
mod test;
pub(crate) mod text;

use crate::ast::{File, Name, Spanned};
use crate::{Span, SyntaxKind, SyntaxNode, SyntaxToken};

/// The plain tree of a lossless one.
pub(crate) fn file(root: &SyntaxNode) -> File {
    let mut file = File { line_starts: line_starts(root), ..File::default() };
    for node in root.children() {
        file.broken_names.extend(section::broken_names(&node));
        match section::section(&node) {
            Some(section) => file.sections.push(section),
            None => file.broken.extend(section::heading(&node)),
        }
    }
    file
}

fn line_starts(root: &SyntaxNode) -> Vec<u32> {
    let newlines = root.text().to_string();
    let ends = newlines.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n');
    std::iter::once(0).chain(ends.map(|(_, end)| end)).collect()
}

fn span_of_token(token: &SyntaxToken) -> Span {
    let range = token.text_range();
    Span::new(range.start().into(), range.end().into())
}

/// The place of a node that holds no newline.
fn span(node: &SyntaxNode) -> Span {
    let range = node.text_range();
    Span::new(range.start().into(), range.end().into())
}

/// From the first token to the last one before the first newline.
fn heading_span(node: &SyntaxNode) -> Span {
    let start = u32::from(node.text_range().start());
    let mut end = start;
    for element in node.descendants_with_tokens() {
        let Some(token) = element.into_token() else { continue };
        if token.kind() == SyntaxKind::Newline {
            break;
        }
        if !token.kind().is_trivia() {
            end = token.text_range().end().into();
        }
    }
    Span::new(start, end)
}

fn has_error(node: &SyntaxNode) -> bool {
    node.children().any(|it| it.kind() == SyntaxKind::Error)
}

/// The first child of a kind.
fn child(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxNode> {
    node.children().find(|it| it.kind() == kind)
}

/// The node's own tokens that mean something.
fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    node.children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| !it.kind().is_trivia() && it.kind() != SyntaxKind::Newline)
}

/// The node's own tokens of a kind.
fn tokens_of(node: &SyntaxNode, kind: SyntaxKind) -> impl Iterator<Item = SyntaxToken> {
    tokens(node).filter(move |it| it.kind() == kind)
}

/// The `index`-th word among the node's own tokens.
fn word(node: &SyntaxNode, index: usize) -> Option<Name> {
    tokens_of(node, SyntaxKind::Word).nth(index).map(|it| name(&it))
}

fn name(token: &SyntaxToken) -> Name {
    Spanned { value: token.text().to_owned(), span: span_of_token(token) }
}

/// All words among the node's own tokens but the first `skipped`.
fn words(node: &SyntaxNode, skipped: usize) -> Vec<Name> {
    tokens_of(node, SyntaxKind::Word).skip(skipped).map(|it| name(&it)).collect()
}

/// True if the node's own tokens have this word.
fn has_word(node: &SyntaxNode, word: &str) -> bool {
    tokens_of(node, SyntaxKind::Word).any(|it| it.text() == word)
}
