//! The canonical layout of a text.
//!
//! It changes only blanks, newlines and the byte order mark: what the text means, its comments and
//! its raw rows stay. Laying out a second time changes nothing. Start with [`format`].

mod columns;
mod lines;
mod spacing;

use crate::{Diagnostic, parse};
use lines::{LineKind, OutputLine};

/// Blanks a level of indentation; grammar.md.
const INDENT: usize = 2;

/// The text in its canonical layout.
///
/// # Errors
/// The diagnostics of a text with mistakes: its layout may be what is mistaken.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parse = parse(text);
    if !parse.diagnostics.is_empty() {
        return Err(parse.diagnostics);
    }
    let mut lines = lines::lines(&parse.syntax());
    place_comments(&mut lines);
    let mut lines = with_blank_lines(lines);
    columns::align(&mut lines);
    Ok(written(&lines))
}

fn written(lines: &[OutputLine]) -> String {
    let mut out = String::new();
    for line in lines {
        let text = match &line.kind {
            LineKind::Blank => String::new(),
            LineKind::Raw(row) => row.clone(),
            LineKind::Comment(comment) => comment.clone(),
            LineKind::Code(code) => code.text(),
        };
        if !text.is_empty() {
            out.extend(std::iter::repeat_n(' ', INDENT * line.depth));
            out += &text;
        }
        out.push('\n');
    }
    out
}

/// Gives each comment on a line of its own the depth of what it stands with: the next line, or the
/// one before where the comment is indented deeper than the next.
fn place_comments(lines: &mut [OutputLine]) {
    // Depth and indentation of the next line, from the end of the text.
    let mut next = (0, 0);
    let mut nexts = vec![next; lines.len()];
    for (index, line) in lines.iter().enumerate().rev() {
        nexts[index] = next;
        if let Some(place) = line.place() {
            next = place;
        }
    }
    let mut before = (0, 0);
    for (line, next) in lines.iter_mut().zip(nexts) {
        if let Some(place) = line.place() {
            before = place;
        }
        if !matches!(line.kind, LineKind::Comment(_)) {
            continue;
        }
        line.depth = if line.indent <= next.1 || before.0 <= next.0 {
            next.0
        } else if line.indent >= before.1 {
            before.0
        } else {
            next.0 + 1
        };
    }
}

/// At most one blank line between things, none at the beginning of a block, and one between
/// sections of which one has several lines.
fn with_blank_lines(lines: Vec<OutputLine>) -> Vec<OutputLine> {
    let needs_blank = needs_blank(&lines);
    let mut out: Vec<OutputLine> = Vec::with_capacity(lines.len());
    let mut blank = false;
    for (line, needed) in lines.into_iter().zip(needs_blank) {
        if matches!(line.kind, LineKind::Blank) {
            blank = true;
            continue;
        }
        let opens = out.last().is_some_and(|last| last.is_code() && line.depth > last.depth);
        if !out.is_empty() && (needed || blank && !opens) {
            out.push(OutputLine::blank());
        }
        blank = false;
        out.push(line);
    }
    out
}

/// For each line whether a blank line must stand before it.
fn needs_blank(lines: &[OutputLine]) -> Vec<bool> {
    let starts: Vec<usize> = (0..lines.len()).filter(|&it| lines[it].starts_section).collect();
    let end_of = |index: usize| starts.get(index + 1).copied().unwrap_or(lines.len());
    let has_many = |index: usize| {
        let section = &lines[starts[index]..end_of(index)];
        section.iter().filter(|it| it.place().is_some()).count() > 1
    };
    let mut needed = vec![false; lines.len()];
    for index in 1..starts.len() {
        if !has_many(index - 1) && !has_many(index) {
            continue;
        }
        // The comments before a section stand with it, unless they are indented.
        let gap = starts[index - 1]..starts[index];
        let last = gap.clone().rev().find(|&it| lines[it].place().is_some());
        let gap = last.map_or(gap.start, |it| it + 1)..=starts[index];
        let has_blank = gap.clone().any(|it| matches!(lines[it].kind, LineKind::Blank));
        if !has_blank && let Some(first) = gap.into_iter().find(|&it| lines[it].depth == 0) {
            needed[first] = true;
        }
    }
    needed
}
