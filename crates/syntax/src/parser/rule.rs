//! Rules: what stands before the colon, the two sides of the arrow, and effects.

use super::machine::{Parsed, Parser};
use super::{expr, pattern, statement};
use crate::{
    Code, Diagnostic, Span, SyntaxKind, direction_words, is_direction_word, is_reserved, nearest,
};

/// Words for what is expected behind the pattern of a rule.
const ARROW: &str = "`->` and what is put, or more of the pattern";

/// `[strategy] [prefix ":"] pattern "->" alternatives {"," effect}`, up to the end of the line.
/// `colon` says whether there is a prefix.
pub(super) fn rule(p: &mut Parser, has_colon: bool) -> Parsed {
    if has_colon {
        prefix(p)?;
        p.sign(SyntaxKind::Colon, ":")?;
    } else if is_strategy(p.word()) {
        p.node(SyntaxKind::Prefix, strategy)?;
    }
    pattern::pattern(p)?;
    if p.at_line_end() {
        let help = "a rule is a pattern, an arrow and what is put: `player free -> _ player`";
        return p.expected_with(ARROW, help);
    }
    pattern::refuse_or(p, ARROW)?;
    p.arrow(ARROW)?;
    alternatives(p)?;
    trailing_effects(p)?;
    p.line_end()
}

fn alternatives(p: &mut Parser) -> Parsed {
    alternative(p)?;
    while p.eat_word("or") {
        alternative(p)?;
    }
    Ok(())
}

/// `replacement ["with" "chance" expr]`.
fn alternative(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::Alternative, |p| {
        pattern::replacement(p)?;
        if p.eat_word("with") {
            p.keyword("chance")?;
            expr::expr(p)?;
        }
        Ok(())
    })
}

/// `{"," effect}`.
pub(super) fn trailing_effects(p: &mut Parser) -> Parsed {
    while p.eat(SyntaxKind::Comma) {
        effect(p)?;
    }
    Ok(())
}

/// `NAME ("=" | "+=" | "-=") expr | "win" | "lose" | "draw" | "end"`.
pub(super) fn effect(p: &mut Parser) -> Parsed {
    let is_finish =
        matches!(p.word(), "win" | "lose" | "end") || p.word() == "draw" && !is_assignment(p, 1);
    if is_finish {
        return p.node(SyntaxKind::FinishEffect, |p| {
            p.bump();
            Ok(())
        });
    }
    p.node(SyntaxKind::AssignEffect, |p| {
        p.name("an effect such as `score += 1` or `win`")?;
        match p.kind() == SyntaxKind::PlusEquals || p.kind() == SyntaxKind::MinusEquals {
            true => p.bump(),
            false if p.at(SyntaxKind::Equals) || p.at(SyntaxKind::DoubleEquals) => p.equals("")?,
            false => return p.expected("`=`, `+=` or `-=`"),
        }
        expr::expr(p)
    })
}

pub(super) fn is_assignment(p: &Parser, ahead: usize) -> bool {
    use SyntaxKind::{DoubleEquals, Equals, MinusEquals, PlusEquals};
    matches!(p.kind_at(ahead), Equals | DoubleEquals | PlusEquals | MinusEquals)
}

pub(super) fn is_strategy(word: &str) -> bool {
    matches!(word, "all" | "each" | "first" | "random")
}

/// `"all" | "each" | "first" | "random" [expr "of"]`.
fn strategy(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::Strategy, |p| {
        let is_random = p.word() == "random";
        p.bump();
        if is_random && p.at(SyntaxKind::Percent) {
            let chance = p.text_here();
            let help =
                format!("a chance follows what is put: `empty -> box with chance {chance} or _`");
            return p.expected_with("what is chosen at random", help);
        }
        if is_random && has_count(p) {
            expr::expr(p)?;
            p.keyword("of")?;
        }
        Ok(())
    })
}

/// True if an `of` follows that belongs to `random`, not to `row of` or `column of`.
fn has_count(p: &Parser) -> bool {
    let stop =
        |p: &Parser, ahead: usize| p.is_arrow(ahead) || p.kind_at(ahead) == SyntaxKind::Colon;
    let wanted = |p: &Parser, ahead: usize| {
        let before = if ahead == 0 { "" } else { p.word_at(ahead - 1) };
        p.word_at(ahead) == "of" && !matches!(before, "row" | "column")
    };
    p.find(wanted, stop).is_some()
}

/// Prefix before a colon: strategy, ways and anchors in any order, each at most once.
pub(super) fn prefix(p: &mut Parser) -> Parsed {
    let (first, begins) = (p.word(), p.span());
    p.node(SyntaxKind::Prefix, |p| {
        let mut given: Vec<&str> = Vec::new();
        while !p.at(SyntaxKind::Colon) {
            let is_comma = p.at(SyntaxKind::Comma);
            let part = match given.last() {
                Some(last) if is_comma => last,
                _ => prefix_part(p.word()),
            };
            if given.contains(&part) && given.len() == 1 && is_no_way(first) {
                return p.fail(|_| no_statement(first, begins));
            }
            if given.contains(&part) {
                let help = match several(part) {
                    Some(several) if is_comma => several.to_owned(),
                    None if is_comma => {
                        "parts before `:` are separated by blanks, not commas".to_owned()
                    }
                    Some(several) => format!("{part} is already given on this line; {several}"),
                    None => format!("{part} is already given on this line"),
                };
                return p.fail(|p| p.expectation("`:`").with_help(help));
            }
            given.push(part);
            match p.word() {
                word if is_strategy(word) => strategy(p)?,
                "from" | "at" => p.node(SyntaxKind::StartAnchor, |p| {
                    p.bump();
                    p.name("a cell of the action")
                })?,
                "to" => p.node(SyntaxKind::EndAnchor, |p| {
                    p.bump();
                    p.name("a cell of the action")
                })?,
                _ => ways(p)?,
            }
        }
        Ok(())
    })
}

/// True if a word of several letters, read as a direction for want of anything better, is none.
fn is_no_way(word: &str) -> bool {
    word.chars().count() > 1
        && !is_direction_word(word)
        && !is_strategy(word)
        && !matches!(word, "from" | "at" | "to" | "against")
}

fn no_statement(word: &str, span: Span) -> Diagnostic {
    let message = format!("expected a statement, found `{word}`");
    let mut diagnostic = Diagnostic::error(Code::Expected, span, message, "no statement begins so");
    let meant = nearest(word, statement::KEYWORDS.iter().copied().chain(direction_words()));
    diagnostic.help = match word {
        "elif" | "elsif" | "elseif" => Some("write `else if`".to_owned()),
        "while" => Some("`repeat` goes on until nothing changes".to_owned()),
        "for" | "foreach" => Some("a rule acts wherever it matches: `box -> _`".to_owned()),
        _ => meant.map(|it| format!("did you mean `{it}`?")),
    };
    diagnostic
}

fn prefix_part(word: &str) -> &'static str {
    match word {
        "from" | "at" => "the cell of the first position",
        "to" => "the cell of the last position",
        word if is_strategy(word) => "the strategy",
        _ => "the direction",
    }
}

/// What is done where several of a part of a prefix are meant.
fn several(part: &str) -> Option<&'static str> {
    match part {
        "the direction" => Some("several directions are joined by `or`: `up or right`"),
        "the cell of the first position" => {
            Some("`to` names the cell of the last position: `from c to d`")
        }
        _ => None,
    }
}

/// `way {"or" way}`.
pub(super) fn ways(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::Ways, |p| {
        way(p)?;
        while p.eat_word("or") {
            way(p)?;
        }
        Ok(())
    })
}

/// True if a direction, or a name that may be one, stands here.
pub(super) fn begins_way(p: &Parser) -> bool {
    let word = p.word();
    p.at(SyntaxKind::Number) || !word.is_empty() && (!is_reserved(word) || word == "forward")
}

/// `("4" | "8") "ways" | DIRECTION-OR-PARAMETER | "against" NAME`.
fn way(p: &mut Parser) -> Parsed {
    let what = "a direction, such as `8 ways` or `up`";
    if p.at(SyntaxKind::Number) {
        return p.node(SyntaxKind::WaysCount, |p| {
            if !matches!(p.text_here(), "4" | "8") {
                return p.expected_with(what, "write `4 ways` or `8 ways`");
            }
            p.bump();
            p.keyword("ways")
        });
    }
    if p.word() == "against" && p.kind_at(1) == SyntaxKind::Word {
        return p.node(SyntaxKind::WaysAgainst, |p| {
            p.bump();
            p.name("a direction of the action")
        });
    }
    if !begins_way(p) {
        return p.expected(what);
    }
    p.node(SyntaxKind::WaysNamed, |p| {
        p.bump();
        Ok(())
    })
}

/// A direction of the language: there are no parameters here.
pub(super) fn direction(p: &mut Parser) -> Parsed {
    let word = p.word();
    if is_direction_word(word) {
        p.bump();
        return Ok(());
    }
    let meant = nearest(word, direction_words());
    p.fail(|p| {
        let mut diagnostic = p.expectation("a direction such as `up`");
        diagnostic.help = meant.map(|it| format!("did you mean `{it}`?"));
        diagnostic
    })
}

/// `"win" | …` takes no effects: says so at the comma.
pub(super) fn refuse_effects(p: &mut Parser, heading: &str) -> Parsed {
    if !p.at(SyntaxKind::Comma) {
        return Ok(());
    }
    p.fail(|p| {
        Diagnostic::error(
            Code::Expected,
            p.span(),
            format!("expected the end of the line after `{heading} when`, found an effect"),
            "the game is over here",
        )
        .with_help("effects follow `win stage when` and `goal when`")
    })
}
