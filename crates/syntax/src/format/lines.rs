//! The lines of a text without their layout.

use super::spacing::has_blank_between;
use crate::lower::text;
use crate::{SyntaxKind, SyntaxNode, SyntaxToken};
use rowan::{NodeOrToken, WalkEvent};

/// One line to be written.
#[derive(Debug)]
pub(super) struct OutputLine {
    /// In levels of indentation.
    pub(super) depth: usize,
    /// Indentation as written, in blanks; for a raw row that of its heading.
    pub(super) indent: usize,
    /// True if a section begins here.
    pub(super) starts_section: bool,
    pub(super) kind: LineKind,
}

#[derive(Debug)]
pub(super) enum LineKind {
    Blank,
    /// A comment on a line of its own.
    Comment(String),
    /// A row of a picture or of prose, without its indentation.
    Raw(String),
    Code(CodeLine),
}

/// A line that says something.
#[derive(Debug, Default)]
pub(super) struct CodeLine {
    /// The parts that are aligned with those of other lines; one where nothing is aligned.
    pub(super) cells: Vec<String>,
    /// Lines with which they are aligned.
    pub(super) columns: Columns,
    comment: Option<String>,
}

/// Group of lines that share their columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Columns {
    /// None.
    #[default]
    Alone,
    /// Those of the same table, `gap` blanks apart.
    Table {
        /// Blanks after the first column.
        gap: usize,
    },
    /// The rules next to it.
    Rules,
}

impl OutputLine {
    pub(super) fn blank() -> Self {
        Self { depth: 0, indent: 0, starts_section: false, kind: LineKind::Blank }
    }

    pub(super) fn is_code(&self) -> bool {
        matches!(self.kind, LineKind::Code(_))
    }

    /// Depth and indentation of a line that a comment can stand with. A comment beside raw rows
    /// stands with their heading: deeper it would be one of them.
    pub(super) fn place(&self) -> Option<(usize, usize)> {
        match self.kind {
            LineKind::Blank | LineKind::Comment(_) => None,
            LineKind::Raw(_) => Some((self.depth - 1, self.indent)),
            LineKind::Code(_) => Some((self.depth, self.indent)),
        }
    }
}

impl CodeLine {
    pub(super) fn text(&self) -> String {
        let code = self.cells.concat();
        match &self.comment {
            None => code.trim_end().to_owned(),
            Some(comment) => format!("{}  {comment}", code.trim_end()),
        }
    }
}

/// All lines of a tree without errors.
pub(super) fn lines(root: &SyntaxNode) -> Vec<OutputLine> {
    let mut out = Out { lines: Vec::new(), line: Pending::default(), depth: 0, heading: (0, 0) };
    let mut walk = root.preorder_with_tokens();
    while let Some(event) = walk.next() {
        match event {
            WalkEvent::Enter(NodeOrToken::Node(node)) => {
                if node.parent().is_some_and(|it| it.kind() == SyntaxKind::Root) {
                    out.line.starts_section = true;
                }
                if node.kind() == SyntaxKind::Block {
                    out.depth += 1;
                } else if node.kind() == SyntaxKind::Raw {
                    out.raw(&node);
                    walk.skip_subtree();
                } else if node.kind() == SyntaxKind::Template {
                    // What stands between quotes is no layout.
                    out.word(SyntaxKind::Quote, SyntaxKind::Template, &node.text().to_string());
                    walk.skip_subtree();
                }
            }
            WalkEvent::Leave(NodeOrToken::Node(node)) => {
                if node.kind() == SyntaxKind::Block {
                    out.depth -= 1;
                }
            }
            WalkEvent::Enter(NodeOrToken::Token(token)) => out.token(&token),
            WalkEvent::Leave(NodeOrToken::Token(_)) => {}
        }
    }
    out.end_line(false);
    out.lines
}

/// The line that is being read.
#[derive(Default)]
struct Pending {
    code: CodeLine,
    comment: Option<String>,
    starts_section: bool,
    continues: bool,
    /// Depth of the first token of the line.
    depth: usize,
    indent: usize,
    begun: bool,
    /// The kinds of the last token and of its parent.
    last: Option<(SyntaxKind, SyntaxKind)>,
}

struct Out {
    lines: Vec<OutputLine>,
    line: Pending,
    depth: usize,
    /// Depth and indentation of the last line that was not raw.
    heading: (usize, usize),
}

impl Out {
    fn token(&mut self, token: &SyntaxToken) {
        let kind = token.kind();
        if matches!(kind, SyntaxKind::Newline | SyntaxKind::LineJoin) {
            self.end_line(kind == SyntaxKind::LineJoin);
        } else if kind == SyntaxKind::Whitespace {
            if !self.line.begun {
                self.line.indent = text::indentation(token.text()) as usize;
            }
        } else if kind == SyntaxKind::Comment {
            self.line.comment = Some(token.text().trim_end().to_owned());
        } else if kind != SyntaxKind::ByteOrderMark {
            let parent = token.parent().map_or(SyntaxKind::Root, |it| it.kind());
            self.word(kind, parent, token.text());
        }
    }

    fn word(&mut self, kind: SyntaxKind, parent: SyntaxKind, text: &str) {
        let line = &mut self.line;
        if !line.begun {
            line.begun = true;
            line.depth = self.depth + usize::from(line.continues);
        }
        let here = (kind, parent);
        let begins_cell = begins_cell(line.last, here, &mut line.code.columns);
        let has_blank = line.last.is_some_and(|last| has_blank_between(last, here));
        line.last = Some(here);
        let cells = &mut line.code.cells;
        match cells.last_mut() {
            Some(cell) if !begins_cell => {
                if has_blank {
                    cell.push(' ');
                }
                *cell += text;
            }
            _ => cells.push(text.to_owned()),
        }
    }

    fn end_line(&mut self, joins: bool) {
        let line = std::mem::take(&mut self.line);
        // A line that goes on may have lines of comments in between.
        self.line.continues = joins && (line.begun || line.continues);
        // A section's mark waits for the line that begins it.
        self.line.starts_section = line.starts_section && !line.begun;
        let (depth, indent) = (line.depth, line.indent);
        let starts_section = line.starts_section && line.begun;
        let kind = match (line.begun, line.comment) {
            (true, comment) => {
                self.heading = (depth, indent);
                LineKind::Code(CodeLine { comment, ..line.code })
            }
            (false, Some(comment)) => LineKind::Comment(comment),
            (false, None) => LineKind::Blank,
        };
        self.lines.push(OutputLine { depth, indent, starts_section, kind });
    }

    fn raw(&mut self, node: &SyntaxNode) {
        let (depth, indent) = self.heading;
        let mut rows = text::rows(node).into_iter();
        for token in node.children_with_tokens().filter_map(|it| it.into_token()) {
            let kind = token.kind();
            if kind == SyntaxKind::Comment {
                self.line.comment = Some(token.text().trim_end().to_owned());
                self.end_line(false);
            } else if kind == SyntaxKind::Newline
                || kind == SyntaxKind::RawLine && token.next_token().is_none()
            {
                let row = rows.next().map_or(String::new(), |it| it.value);
                let kind = LineKind::Raw(row);
                self.lines.push(OutputLine {
                    depth: depth + 1,
                    indent,
                    starts_section: false,
                    kind,
                });
            }
        }
    }
}

/// True if a new column begins with this token; notes which columns the line has.
fn begins_cell(
    last: Option<(SyntaxKind, SyntaxKind)>,
    here: (SyntaxKind, SyntaxKind),
    columns: &mut Columns,
) -> bool {
    use SyntaxKind as K;
    let Some(last) = last else { return false };
    let (kind, parent) = here;
    let table = match (last.0, kind, last.1, parent) {
        (K::Colon, _, K::LayerLine, _) => Some(1),
        (K::Glyph, K::Word, _, K::LegendLine) => Some(2),
        (_, K::Arrow, _, K::KeyLine | K::LetterLine) => Some(1),
        (_, K::Quote, _, K::Template) => Some(2),
        (K::Word, K::String, _, K::DisplayLine) if *columns == Columns::Alone => Some(2),
        (K::String, K::Word, _, K::DisplayLine) => Some(2),
        (K::Word, K::Word, _, K::DisplayLine) if *columns == Columns::Alone => Some(2),
        _ => None,
    };
    if let Some(gap) = table {
        *columns = Columns::Table { gap };
        return true;
    }
    let is_rule_arrow = kind == K::Arrow
        && matches!(parent, K::RuleStatement | K::RelocateStatement | K::MeetsLine);
    if is_rule_arrow {
        *columns = Columns::Rules;
    }
    is_rule_arrow
}
