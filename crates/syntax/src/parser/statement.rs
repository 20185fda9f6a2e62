//! Statements and blocks of them.

use super::machine::{Parsed, Parser, closing};
use super::{condition, expr, rule, table, test};
use crate::lexer::PICTURE_WORDS;
use crate::{Code, Diagnostic, SyntaxKind, is_reserved, nearest};

/// The words that begin a statement, for suggestions.
pub(super) const KEYWORDS: &[&str] = &[
    "else", "must", "all", "repeat", "if", "march", "shuffle", "until", "let", "require",
    "picture", "each", "first", "random", "win", "lose", "draw", "end",
];

/// Lines deeper than `indent`, all indented alike, each read by `line`, which is given its
/// indentation. There is one at least.
pub(super) fn block(p: &mut Parser, indent: u32, line: fn(&mut Parser, u32)) {
    if !p.is_deeper_than(indent) {
        empty_block(p);
        p.node(SyntaxKind::Block, |_| ());
        return;
    }
    let result = p.nested(|p| {
        p.node(SyntaxKind::Block, |p| lines(p, indent, line));
        Ok(())
    });
    if result.is_err() {
        p.skip_deeper(indent);
    }
}

/// Reports that nothing is below the line before this one.
pub(super) fn empty_block(p: &mut Parser) {
    // A statement that is not indented is told where it belongs, and that is enough.
    if p.indent() == Some(0) && super::section::is_stray_statement(p) {
        return;
    }
    p.report_before(|p| {
        Diagnostic::error(
            Code::EmptyBlock,
            p.span_of_line_before(),
            "expected lines deeper than this one, found none",
            "nothing is indented below this line",
        )
    });
}

fn lines(p: &mut Parser, indent: u32, line: fn(&mut Parser, u32)) {
    let Some(mut ours) = p.indent() else { return };
    while let Some(here) = p.indent() {
        if here <= indent {
            return;
        }
        if here > ours {
            p.refuse_deeper(ours);
            continue;
        }
        if here < ours {
            p.report(|p| {
                Diagnostic::error(
                    Code::UnexpectedIndent,
                    p.span(),
                    format!("expected an indentation of {ours} blanks, found {here}"),
                    "lines of one block are indented alike",
                )
            });
            ours = here;
        }
        line(p, here);
    }
}

/// One statement of a block, with the lines below it.
pub(super) fn statement_line(p: &mut Parser, indent: u32) {
    statement(p, indent);
}

/// A statement from here to the end of its line and of what is below it. Where it breaks, the
/// lines below are read for the mistakes in them.
fn statement(p: &mut Parser, indent: u32) {
    let start = p.checkpoint();
    let kind = kind(p);
    p.node_from(start, kind, |p| {
        p.line_of(
            |p| of_kind(p, kind, indent),
            |p| {
                if p.is_raw() {
                    p.skip_deeper(indent);
                } else if p.is_deeper_than(indent) {
                    block(p, indent, statement_line);
                }
            },
        );
    });
}

/// Kind of the statement here, told by its first word, then by its signs; grammar.md, Statements.
fn kind(p: &Parser) -> SyntaxKind {
    use SyntaxKind as K;
    let ends_line = p.is_line_end(1);
    match p.word() {
        "else" => return K::ElseStatement,
        "must" => return K::MustStatement,
        "all" if ends_line => return K::AllStatement,
        "repeat" => return K::RepeatStatement,
        "if" => return K::IfStatement,
        "march" => return K::MarchStatement,
        "shuffle" if p.is_line_end(2) => return K::ShuffleStatement,
        "shuffle" => return K::DealStatement,
        "until" => return K::UntilStatement,
        "let" => return K::LetStatement,
        "require" => return K::RequireStatement,
        "picture" if ends_line || PICTURE_WORDS.contains(&p.word_at(1)) => {
            return K::PictureStatement;
        }
        "win" | "lose" | "end" => return K::EffectsStatement,
        "draw" if ends_line || p.kind_at(1) == K::Comma => return K::EffectsStatement,
        _ => {}
    }
    let is_times = |p: &Parser, ahead: usize| p.word_at(ahead) == "times";
    let is_colon_or_arrow =
        |p: &Parser, ahead: usize| p.is_arrow(ahead) || p.kind_at(ahead) == K::Colon;
    if p.find(is_times, is_colon_or_arrow).is_some() {
        return K::TimesStatement;
    }
    if let Some(at) = p.find(is_colon_or_arrow, |_, _| false) {
        if p.kind_at(at) == K::Colon {
            return if p.is_line_end(at + 1) { K::FacingStatement } else { K::RuleStatement };
        }
        return if p.word_at(at + 1) == "random" { K::RelocateStatement } else { K::RuleStatement };
    }
    if rule::is_assignment(p, 1) && p.at(K::Word) {
        return K::EffectsStatement;
    }
    let is_call = p.at(K::Word) && !is_reserved(p.word());
    if is_call && ends_line {
        return K::CallStatement;
    }
    let closes_line = p.partner_at(1).is_some_and(|close| p.is_line_end(close + 1));
    if is_call && p.kind_at(1) == K::OpenParen && (closes_line || p.partner_at(1).is_none()) {
        return K::CallStatement;
    }
    K::RuleStatement
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the kinds are those that `kind` gives")]
fn of_kind(p: &mut Parser, kind: SyntaxKind, indent: u32) -> Parsed {
    use SyntaxKind as K;
    match kind {
        K::ElseStatement | K::MustStatement => {
            p.bump();
            body(p, indent)
        }
        K::AllStatement => {
            p.bump();
            p.line_end()?;
            block(p, indent, statement_line);
            Ok(())
        }
        K::RepeatStatement => {
            p.bump();
            p.eat(K::Colon);
            body(p, indent)
        }
        K::TimesStatement => {
            expr::expr(p)?;
            p.keyword("times")?;
            p.sign(K::Colon, ":")?;
            body(p, indent)
        }
        K::IfStatement => {
            p.bump();
            condition::condition(p)?;
            if matches!(p.word(), "then" | "do") || p.at(K::OpenBrace) {
                let help =
                    "a colon stands behind the condition, and what is done below it, indented";
                return p.expected_with("`:`, `and` or `or`", help);
            }
            if !p.eat(K::Colon) {
                return p.expected("`:`, `and` or `or`");
            }
            body(p, indent)
        }
        K::FacingStatement => {
            rule::prefix(p)?;
            p.sign(K::Colon, ":")?;
            p.line_end()?;
            block(p, indent, statement_line);
            Ok(())
        }
        K::MarchStatement => march(p, indent),
        K::ShuffleStatement => {
            p.bump();
            p.name("a layer")?;
            p.line_end()
        }
        K::DealStatement => deal(p),
        K::UntilStatement | K::RequireStatement => {
            p.bump();
            condition::condition(p)?;
            p.line_end()
        }
        K::LetStatement => {
            p.bump();
            p.new_name("a name")?;
            p.equals("write `let before = count robot`")?;
            let help = "a `let` here is a number; one for a test is a section of its own";
            if p.at(K::OpenBracket) {
                return p.expected_with("a number or a name", help);
            }
            expr::expr(p)?;
            p.line_end_with(Some(help))
        }
        K::EffectsStatement => {
            p.separated(rule::effect)?;
            p.line_end()
        }
        K::RelocateStatement => {
            test::plain_choice(p)?;
            if !p.is_arrow(0) && closing(p.kind()).is_none() {
                return p
                    .expected_with("`->`", "one test stands before `-> random`, not a pattern");
            }
            p.arrow("`->`")?;
            p.keyword("random")?;
            test::plain_choice(p)?;
            p.line_end()
        }
        K::CallStatement => {
            p.bump();
            if p.at(K::OpenParen) {
                test::arguments(p)?;
            }
            p.line_end()
        }
        K::PictureStatement => picture(p, indent),
        _ => rule_statement(p),
    }
}

/// A rule; what has no arrow is read as one too, for want of anything better.
fn rule_statement(p: &mut Parser) -> Parsed {
    use SyntaxKind as K;
    if rule::is_strategy(p.word()) && p.is_line_end(1) {
        let strategy = p.word();
        p.bump();
        let help =
            format!("only `all` and `repeat` have blocks; `{strategy}` stands before each rule");
        return p.expected_with(&format!("a rule after `{strategy}`"), help);
    }
    let is_sign = |p: &Parser, ahead: usize| p.is_arrow(ahead) || p.kind_at(ahead) == K::Colon;
    if let Some(at) = p.find(is_sign, |_, _| false) {
        return rule::rule(p, p.kind_at(at) == K::Colon);
    }
    let is_step = p.at(K::Word)
        && matches!((p.kind_at(1), p.kind_at(2)), (K::Plus, K::Plus) | (K::Minus, K::Minus))
        && p.is_line_end(3);
    if is_step {
        let help =
            format!("write `{} {}= 1`", p.word(), if p.kind_at(1) == K::Plus { "+" } else { "-" });
        return p.expected_with("a statement", help);
    }
    if let Some(word) = nearest(p.word(), KEYWORDS.iter().copied()) {
        return p.expected_with("a statement", format!("did you mean `{word}`?"));
    }
    rule::rule(p, false)
}

/// A block, or a statement on the same line.
pub(super) fn body(p: &mut Parser, indent: u32) -> Parsed {
    if p.at_line_end() {
        p.line_end()?;
        block(p, indent, statement_line);
    } else {
        if p.at(SyntaxKind::Colon) {
            return p.expected("a statement");
        }
        p.nested(|p| {
            statement(p, indent);
            Ok(())
        })?;
    }
    Ok(())
}

/// `"march" test ("toward" test | "in" ways) [block of meets]`.
fn march(p: &mut Parser, indent: u32) -> Parsed {
    p.bump();
    test::walkers(p)?;
    if p.eat_word("toward") {
        test::plain_choice(p)?;
    } else if p.eat_word("in") {
        rule::ways(p)?;
    } else {
        return p.expected_with("`toward` or `in`", "write `march robot toward player`");
    }
    p.line_end()?;
    if p.is_deeper_than(indent) {
        block(p, indent, table::meets_line);
    }
    Ok(())
}

/// `"shuffle" expr "of" "each" NAME "over" test`.
fn deal(p: &mut Parser) -> Parsed {
    p.bump();
    expr::expr(p)?;
    p.keyword("of")?;
    p.keyword("each")?;
    p.name("a layer")?;
    p.keyword("over")?;
    test::choice(p)?;
    p.line_end()
}

/// `"picture" ["at" "centre"] raw-block`.
fn picture(p: &mut Parser, indent: u32) -> Parsed {
    p.bump();
    if !p.at_line_end() {
        p.keyword("at")?;
        p.keyword("centre")?;
    }
    p.line_end()?;
    raw_block(p, indent);
    Ok(())
}

/// Raw lines below the line before.
pub(super) fn raw_block(p: &mut Parser, indent: u32) {
    if !p.is_raw() {
        empty_block(p);
        p.skip_deeper(indent);
    }
    p.node(SyntaxKind::Raw, |p| {
        while p.is_raw() {
            p.bump();
        }
    });
}
