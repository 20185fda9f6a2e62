//! Machine that all productions use: looking at tokens, taking them, making nodes, and recovering.

use rowan::{Checkpoint, GreenNode, GreenNodeBuilder, Language};

use super::{MOST_NESTED, MOST_OPERATORS};
use crate::errors::Errors;
use crate::kind::Masume;
use crate::lexer::{LogicalLine, Seen, Token};
use crate::{Code, Diagnostic, Span, SyntaxKind};

/// The rest of the line cannot be understood; it has been said why.
#[derive(Debug)]
pub(super) struct Broken;

/// Result of a production.
pub(super) type Parsed<T = ()> = Result<T, Broken>;

pub(super) struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    seen: &'t [Seen],
    lines: &'t [LogicalLine],
    /// The next token to be looked at, among the seen ones.
    position: usize,
    /// The next token to be put into the tree, among all of them.
    emitted: usize,
    builder: GreenNodeBuilder<'static>,
    depth: u32,
    operators: u32,
    errors: Errors,
    /// A line about which all has been said.
    quiet: Option<u32>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(
        text: &'t str,
        tokens: &'t [Token],
        seen: &'t [Seen],
        lines: &'t [LogicalLine],
    ) -> Self {
        Self {
            text,
            tokens,
            seen,
            lines,
            position: 0,
            emitted: 0,
            builder: GreenNodeBuilder::new(),
            depth: 0,
            operators: 0,
            errors: Errors::default(),
            quiet: None,
        }
    }

    pub(super) fn finish(self) -> (GreenNode, Errors) {
        (self.builder.finish(), self.errors)
    }

    // Looking.

    pub(super) fn kind(&self) -> SyntaxKind {
        self.seen[self.position].kind
    }

    /// The kind of the token `ahead` places further; the end of the text goes on for ever.
    pub(super) fn kind_at(&self, ahead: usize) -> SyntaxKind {
        self.seen_at(ahead).kind
    }

    pub(super) fn seen_at(&self, ahead: usize) -> Seen {
        self.seen[(self.position + ahead).min(self.seen.len() - 1)]
    }

    /// Distance to the other half of the bracket that stands `ahead` places further.
    pub(super) fn partner_at(&self, ahead: usize) -> Option<usize> {
        let partner = self.seen_at(ahead).partner? as usize;
        partner.checked_sub(self.position)
    }

    pub(super) fn at(&self, kind: SyntaxKind) -> bool {
        self.kind() == kind
    }

    pub(super) fn at_line_end(&self) -> bool {
        self.is_line_end(0)
    }

    pub(super) fn is_line_end(&self, ahead: usize) -> bool {
        matches!(self.kind_at(ahead), SyntaxKind::Newline | SyntaxKind::EndOfText)
    }

    /// The word at this place, or nothing where there is another token.
    pub(super) fn word(&self) -> &'t str {
        self.word_at(0)
    }

    pub(super) fn word_at(&self, ahead: usize) -> &'t str {
        let seen = self.seen_at(ahead);
        if seen.kind == SyntaxKind::Word { self.slice(seen.token) } else { "" }
    }

    pub(super) fn text_here(&self) -> &'t str {
        self.slice(self.seen[self.position].token)
    }

    /// True if no blank or comment lies between the token `ahead` places further and the one
    /// before it.
    pub(super) fn is_adjacent(&self, ahead: usize) -> bool {
        let here = (self.position + ahead).min(self.seen.len() - 1);
        here > 0 && self.seen[here].token == self.seen[here - 1].token + 1
    }

    /// The indentation of the line that begins here; none at the end of the text.
    pub(super) fn indent(&self) -> Option<u32> {
        if self.at(SyntaxKind::EndOfText) {
            return None;
        }
        Some(self.line().indent)
    }

    /// True if the line that begins here is deeper than `indent`.
    pub(super) fn is_deeper_than(&self, indent: u32) -> bool {
        self.indent().is_some_and(|it| it > indent)
    }

    pub(super) fn is_raw(&self) -> bool {
        !self.at(SyntaxKind::EndOfText) && self.line().raw
    }

    fn line(&self) -> LogicalLine {
        self.lines[self.seen[self.position].line as usize]
    }

    fn slice(&self, token: u32) -> &'t str {
        &self.text[self.token_span(token).range()]
    }

    fn token_span(&self, token: u32) -> Span {
        let start = self.tokens[token as usize].start;
        let end = self.tokens.get(token as usize + 1).map_or(start, |it| it.start);
        Span::new(start, end)
    }

    /// The place of the token here; at the end of a line the place after its last token.
    pub(super) fn span(&self) -> Span {
        if self.at_line_end() && self.position > 0 {
            let end = self.token_span(self.seen[self.position - 1].token).end;
            return Span::new(end, end);
        }
        self.token_span(self.seen[self.position].token)
    }

    /// From the token here to the one `ahead` places further.
    pub(super) fn span_to(&self, ahead: usize) -> Span {
        self.span().to(self.token_span(self.seen_at(ahead).token))
    }

    /// The place of the token before this one.
    pub(super) fn span_before(&self) -> Span {
        let before = self.position.saturating_sub(1);
        self.token_span(self.seen[before].token)
    }

    /// The line before the one that begins here, without its newline.
    pub(super) fn span_of_line_before(&self) -> Span {
        let line = self.seen[self.position.saturating_sub(1)].line;
        let mut tokens = self.seen[..self.position]
            .iter()
            .rev()
            .take_while(|it| it.line == line)
            .filter(|it| it.kind != SyntaxKind::Newline)
            .map(|it| self.token_span(it.token));
        let last = tokens.next().unwrap_or_default();
        tokens.fold(last, Span::to)
    }

    /// The text of the token before this one.
    pub(super) fn text_before(&self) -> &'t str {
        self.slice(self.seen[self.position.saturating_sub(1)].token)
    }

    /// Text in the parentheses that are opened here, where it is a short part of one line.
    pub(super) fn text_in_parentheses(&self) -> Option<&'t str> {
        const LONGEST: usize = 40;
        let close = self.seen_at(self.partner_at(0)?);
        let text =
            &self.text[self.span().end as usize..self.token_span(close.token).start as usize];
        let is_short = text.len() <= LONGEST && !text.contains(['\n', '\r']);
        Some(text.trim()).filter(|it| is_short && !it.is_empty())
    }

    /// Words for the token here, as a message says them.
    pub(super) fn found(&self) -> String {
        if self.at_line_end() {
            return "the end of the line".to_owned();
        }
        const LONGEST: usize = 24;
        let text = self.text_here();
        if text.chars().count() <= LONGEST {
            return format!("`{text}`");
        }
        let beginning: String = text.chars().take(LONGEST).collect();
        format!("`{}…`", beginning.trim_end())
    }

    // Taking.

    /// Puts the token here into the tree and goes on.
    pub(super) fn bump(&mut self) {
        if self.at(SyntaxKind::EndOfText) {
            return;
        }
        self.flush_trivia();
        self.emit();
        self.position += 1;
    }

    pub(super) fn eat(&mut self, kind: SyntaxKind) -> bool {
        let is_here = self.at(kind);
        if is_here {
            self.bump();
        }
        is_here
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is_here = self.word() == word;
        if is_here {
            self.bump();
        }
        is_here
    }

    /// Puts everything before the token here into the tree.
    pub(super) fn flush_trivia(&mut self) {
        let next = self.seen[self.position].token as usize;
        while self.emitted < next {
            self.emit();
        }
    }

    fn emit(&mut self) {
        let kind = Masume::kind_to_raw(self.tokens[self.emitted].kind);
        self.builder.token(kind, self.slice(self.emitted as u32));
        self.emitted += 1;
    }

    // Making nodes.

    /// A node of whatever `inside` takes, which begins at the token here.
    pub(super) fn node<T>(&mut self, kind: SyntaxKind, inside: impl FnOnce(&mut Self) -> T) -> T {
        // The root holds all, also what precedes the first token.
        if kind != SyntaxKind::Root {
            self.flush_trivia();
        }
        self.builder.start_node(Masume::kind_to_raw(kind));
        let result = inside(self);
        self.builder.finish_node();
        result
    }

    /// Remembers this place, so that a node may begin here afterwards.
    pub(super) fn checkpoint(&mut self) -> Checkpoint {
        self.flush_trivia();
        self.builder.checkpoint()
    }

    /// A node that holds all since the checkpoint and whatever `inside` takes.
    pub(super) fn node_from<T>(
        &mut self,
        checkpoint: Checkpoint,
        kind: SyntaxKind,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.builder.start_node_at(checkpoint, Masume::kind_to_raw(kind));
        let result = inside(self);
        self.builder.finish_node();
        result
    }

    /// Does `inside` one level deeper; too deep a level breaks the line before it is entered.
    pub(super) fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MOST_NESTED {
            let span = self.span();
            return self.fail(|_| {
                Diagnostic::error(
                    Code::NestedTooDeep,
                    span,
                    format!("nested more than {MOST_NESTED} deep"),
                    "one level too many begins here",
                )
                .with_help("give a part of it a name with `let` or `define`")
            });
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// Counts an arithmetic sign of this line.
    pub(super) fn count_operator(&mut self) -> Parsed {
        self.operators += 1;
        if self.operators <= MOST_OPERATORS {
            return Ok(());
        }
        let span = self.span();
        self.fail(|_| {
            Diagnostic::error(
                Code::NestedTooDeep,
                span,
                format!("more than {MOST_OPERATORS} operations on one line"),
                "one operation too many",
            )
        })
    }

    // Saying what is wrong.

    /// Reports something after which the line can still be read.
    pub(super) fn report(&mut self, diagnostic: impl FnOnce(&Self) -> Diagnostic) {
        self.report_at(self.position, diagnostic);
    }

    /// Says no more about the line here.
    pub(super) fn silence(&mut self) {
        self.quiet = Some(self.seen[self.position].line);
    }

    /// Reports something about the line before the one that begins here.
    pub(super) fn report_before(&mut self, diagnostic: impl FnOnce(&Self) -> Diagnostic) {
        self.report_at(self.position.saturating_sub(1), diagnostic);
    }

    fn report_at(&mut self, position: usize, diagnostic: impl FnOnce(&Self) -> Diagnostic) {
        // What seems wrong in a line with unreadable characters is mostly their consequence.
        let line = self.seen[position].line;
        if self.quiet == Some(line) {
            return;
        }
        if self.lines.get(line as usize).is_some_and(|it| it.unreadable) {
            return;
        }
        let mut errors = std::mem::take(&mut self.errors);
        errors.add(|| diagnostic(self));
        self.errors = errors;
    }

    /// Reports something after which the line cannot be read.
    pub(super) fn fail<T>(&mut self, diagnostic: impl FnOnce(&Self) -> Diagnostic) -> Parsed<T> {
        self.report(diagnostic);
        Err(Broken)
    }

    /// Error for something expected that is not here.
    pub(super) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        self.fail(|p| p.expectation(what))
    }

    /// The same with a way out.
    pub(super) fn expected_with<T>(&mut self, what: &str, help: impl Into<String>) -> Parsed<T> {
        self.fail(|p| p.expectation(what).with_help(help))
    }

    pub(super) fn expectation(&self, what: &str) -> Diagnostic {
        let found = self.found();
        let message = format!("expected {what}, found {found}");
        Diagnostic::error(Code::Expected, self.span(), message, format!("expected {what}"))
    }

    // Recovering.

    /// One line, and what is below it. Where it breaks, the rest of it becomes an error node, and
    /// `recover` sees to the lines below.
    pub(super) fn line_of(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Parsed,
        recover: impl FnOnce(&mut Self),
    ) {
        if inside(self).is_ok() {
            return;
        }
        self.node(SyntaxKind::Error, |p| {
            while !p.at_line_end() {
                p.bump();
            }
        });
        self.eat(SyntaxKind::Newline);
        self.operators = 0;
        recover(self);
    }

    /// The end of a line that has been understood.
    pub(super) fn line_end(&mut self) -> Parsed {
        self.line_end_with(None)
    }

    /// The same, with a way out where there is more on the line.
    pub(super) fn line_end_with(&mut self, help: Option<&str>) -> Parsed {
        if self.at_line_end() {
            self.eat(SyntaxKind::Newline);
            self.operators = 0;
            return Ok(());
        }
        if let Some((sign, opening)) = closing(self.kind()) {
            return self.stray(sign, opening);
        }
        self.fail(|p| {
            let mut diagnostic = p.expectation("the end of the line");
            diagnostic.help = help.map(str::to_owned);
            diagnostic
        })
    }

    /// A closing bracket that closes nothing.
    pub(super) fn stray<T>(&mut self, sign: &str, opening: &str) -> Parsed<T> {
        self.fail(|p| {
            Diagnostic::error(
                Code::UnclosedBracket,
                p.span(),
                format!("expected `{opening}` before this `{sign}`, found none"),
                "this closes nothing",
            )
            .with_help(format!("delete the `{sign}`"))
        })
    }

    /// Takes the lines below that are deeper than `indent` as an error, without a word.
    pub(super) fn skip_deeper(&mut self, indent: u32) {
        if !self.is_deeper_than(indent) {
            return;
        }
        self.node(SyntaxKind::Error, |p| {
            while p.is_deeper_than(indent) {
                while !p.at_line_end() {
                    p.bump();
                }
                p.eat(SyntaxKind::Newline);
            }
        });
    }

    /// Reports lines below that are deeper than `indent` where nothing can be, once.
    pub(super) fn refuse_deeper(&mut self, indent: u32) {
        if !self.is_deeper_than(indent) {
            return;
        }
        let here = self.indent().unwrap_or(indent);
        self.report(|p| {
            Diagnostic::error(
                Code::UnexpectedIndent,
                p.span(),
                format!("expected a line indented like the one before, found {} deeper", p.found()),
                format!(
                    "{here} blanks before it where {indent} were expected; a tab counts as two"
                ),
            )
            .with_help("a rule goes on in deeper lines that begin with `->` or `,`")
        });
        self.skip_deeper(indent);
    }
}

/// A closing bracket as written, and its other half.
#[expect(clippy::wildcard_enum_match_arm, reason = "three kinds of a hundred close a bracket")]
pub(super) fn closing(kind: SyntaxKind) -> Option<(&'static str, &'static str)> {
    match kind {
        SyntaxKind::CloseParen => Some((")", "(")),
        SyntaxKind::CloseBracket => Some(("]", "[")),
        SyntaxKind::CloseBrace => Some(("}", "{")),
        _ => None,
    }
}
