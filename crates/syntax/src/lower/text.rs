//! Strings, templates and raw lines.

use super::{expr, span, span_of_token, tokens_of};
use crate::ast::{Picture, Spanned, Template, TemplatePart};
use crate::{Span, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};

/// The first string among the node's own tokens.
pub(super) fn first_string(node: &SyntaxNode) -> Option<Spanned<String>> {
    tokens_of(node, SyntaxKind::String).next().map(|it| string(&it))
}

/// Text of a string token.
pub(super) fn string(token: &SyntaxToken) -> Spanned<String> {
    let text = token.text();
    let inside = text.strip_prefix('"').unwrap_or(text);
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    Spanned { value: unescape(inside), span: span_of_token(token) }
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => out.push('\n'),
            Some(escaped) => out.push(escaped),
            None => {}
        }
    }
    out
}

pub(super) fn template(node: &SyntaxNode) -> Option<Template> {
    let mut parts = Vec::new();
    for element in node.children_with_tokens() {
        match element {
            SyntaxElement::Token(token) if token.kind() == SyntaxKind::TemplateText => {
                parts.push(TemplatePart::Text(unescape(token.text())));
            }
            SyntaxElement::Token(_) => {}
            SyntaxElement::Node(node) => parts.push(TemplatePart::Value(expr::first(&node)?)),
        }
    }
    Some(Template { parts, span: span(node) })
}

/// The rows of a raw block without their common indentation.
pub(super) fn picture(raw: &SyntaxNode) -> Picture {
    let rows: Vec<Spanned<String>> = rows(raw);
    let start = u32::from(raw.text_range().start());
    let empty = Span::new(start, start);
    let span = match (rows.first(), rows.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => empty,
    };
    Picture { rows, span }
}

/// The rows alone.
pub(crate) fn rows(raw: &SyntaxNode) -> Vec<Spanned<String>> {
    // A row is a line's text, absent where the line is empty, and its newline.
    let mut lines: Vec<(u32, String)> = Vec::new();
    let mut line = None;
    for token in raw.children_with_tokens().filter_map(|it| it.into_token()) {
        let start = u32::from(token.text_range().start());
        if token.kind() == SyntaxKind::RawLine {
            line = Some((start, token.text().to_owned()));
        } else if token.kind() == SyntaxKind::Newline {
            lines.push(line.take().unwrap_or((start, String::new())));
        }
    }
    lines.extend(line);
    let indented = lines.iter().filter(|(_, text)| !is_blank(text));
    let common = indented.map(|(_, text)| indentation(text)).min().unwrap_or(0);
    lines.into_iter().map(|(start, text)| without_indentation(start, &text, common)).collect()
}

/// True if a raw line shows nothing.
fn is_blank(line: &str) -> bool {
    line.bytes().all(|it| matches!(it, b' ' | b'\t' | b'\r'))
}

/// The indentation of a raw line in blanks.
pub(crate) fn indentation(line: &str) -> u32 {
    line.bytes().map_while(width).sum()
}

fn width(byte: u8) -> Option<u32> {
    match byte {
        b' ' => Some(1),
        b'\t' => Some(2),
        b'\r' => Some(0),
        _ => None,
    }
}

fn without_indentation(start: u32, line: &str, common: u32) -> Spanned<String> {
    let mut columns = 0;
    let mut bytes = 0;
    for byte in line.bytes() {
        let Some(width) = width(byte) else { break };
        if columns >= common {
            break;
        }
        columns += width;
        bytes += 1;
    }
    // Half of a tab may be left over.
    let left_over = " ".repeat(columns.saturating_sub(common) as usize);
    let end = start + line.len() as u32;
    let value = left_over + &line[bytes..];
    Spanned { value, span: Span::new(start + bytes as u32, end) }
}
