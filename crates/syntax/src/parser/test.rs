//! Conditions on one cell.

use super::machine::{Parsed, Parser};
use super::{expr, pattern, rule};
use crate::lexer::is_letter_name;
use crate::{Code, Diagnostic, SyntaxKind, is_reserved};

/// Words of the language that are tests.
const TEST_WORDS: &[&str] = &["empty", "any", "mine", "theirs", "centre"];

/// Words for what is expected behind a test in brackets.
const TEST_END: &str = "`,`, `or` or `]`";

/// Words for what is expected where a test begins.
pub(super) const WHAT: &str = "a piece or another test";

/// Way out where neighbours are counted in other words.
const COUNTED: &str = "neighbours are counted: `[2 box around]`, `[1.. box beside]`";

/// Way out where a number stands in place of a test.
const COMPARED: &str = "numbers are compared: `[row + 1 = column]`; `let most = 8` is one number";

/// Refuses a run of cells where a test is about one.
pub(super) fn refuse_run(p: &mut Parser) -> Parsed {
    let calculates = calculates(p);
    if p.at_line_end() || !calculates && !pattern::begins_item(p) {
        return Ok(());
    }
    p.fail(|p| {
        let message = format!("expected the test of one cell, found {} after it", p.found());
        if calculates {
            let label = "a test is nothing to calculate with";
            return Diagnostic::error(Code::Expected, p.span(), message, label).with_help(COMPARED);
        }
        let help = if p.at(SyntaxKind::OpenParen) {
            "arguments stand without a blank, `line(3, mine)`; `sees right (box box)` tests a run of cells"
        } else {
            "`sees right (box box)` tests a run of cells, the first of them this one"
        };
        Diagnostic::error(Code::Expected, p.span(), message, "this is about another cell")
            .with_help(help)
    })
}

/// True before a sign of arithmetic that is no repeat.
fn calculates(p: &Parser) -> bool {
    let is_repeat = matches!(p.kind(), SyntaxKind::Plus | SyntaxKind::Star) && p.is_adjacent(0);
    p.is_arithmetic(0) && !is_repeat
}

/// `choice {"," choice}`: all of them hold.
pub(super) fn bracket(p: &mut Parser) -> Parsed {
    p.separated(choice)
}

/// `part {"or" part}`, where a part may be a comparison.
pub(super) fn choice(p: &mut Parser) -> Parsed {
    choice_of(p, part)
}

/// `unary {"or" unary}`.
pub(super) fn plain_choice(p: &mut Parser) -> Parsed {
    choice_of(p, unary)
}

/// The same where `in` belongs to what follows: `march r in d`.
pub(super) fn walkers(p: &mut Parser) -> Parsed {
    choice_of(p, |p| if p.word_at(1) == "in" { atom(p) } else { unary(p) })
}

fn choice_of(p: &mut Parser, mut one: impl FnMut(&mut Parser) -> Parsed) -> Parsed {
    let start = p.checkpoint();
    one(p)?;
    if p.word() != "or" {
        return Ok(());
    }
    p.node_from(start, SyntaxKind::AnyTest, |p| {
        while p.eat_word("or") {
            one(p)?;
        }
        Ok(())
    })
}

/// A unary or a comparison.
fn part(p: &mut Parser) -> Parsed {
    if matches!(p.word(), "no" | "not") {
        return p.node(SyntaxKind::NotTest, |p| {
            p.bump();
            p.nested(part)
        });
    }
    if !p.is_comparison_part() {
        return unary(p);
    }
    if p.is_comparison(0) {
        let help = if counts_neighbours(p) { COUNTED } else { COMPARED };
        return p.expected_with(WHAT, help);
    }
    p.node(SyntaxKind::CompareTest, comparison)
}

/// `expr compare expr`.
pub(super) fn comparison(p: &mut Parser) -> Parsed {
    expr::expr(p)?;
    if p.at(SyntaxKind::DoubleEquals) {
        p.equals("")?;
    } else if p.is_comparison(0) {
        p.bump();
    } else if is_reach(p, 0) {
        return p.expected_with("a comparison such as `=` or `<`", COUNTED);
    } else if p.word() == "is" {
        let help = "numbers are compared by signs: `score = 3`; `every goal is box` asks all goals";
        return p.expected_with("a comparison such as `=` or `<`", help);
    } else {
        return p.expected("a comparison such as `=` or `<`");
    }
    expr::expr(p)
}

/// A test without `or` and without a comparison of its own.
pub(super) fn unary(p: &mut Parser) -> Parsed {
    if is_range(p) {
        return neighbours(p);
    }
    if is_named_count(p) {
        return p.fail(|p| {
            let message = format!("expected a number of neighbours, found {}", p.found());
            let label = "a number of neighbours is written out: a name cannot stand here";
            Diagnostic::error(Code::Expected, p.span(), message, label)
                .with_help("write a number or a range: `2 box around`, `1..3 box around`")
        });
    }
    match p.word() {
        "no" | "not" => p.node(SyntaxKind::NotTest, |p| {
            p.bump();
            p.nested(unary)
        }),
        "around" | "beside" => p.node(SyntaxKind::NearTest, |p| {
            p.bump();
            p.name("a cell of the action")
        }),
        "sees" => sees(p),
        letter if is_letter_name(letter) && p.word_at(1) == "in" => {
            p.node(SyntaxKind::LetterTest, |p| {
                p.bump();
                p.bump();
                p.name("a layer")
            })
        }
        _ if p.at(SyntaxKind::OpenParen) => p.node(SyntaxKind::ParenTest, |p| {
            p.parenthesised("`)`, `,` or `or`", |p| {
                bracket(p)?;
                refuse_run(p)
            })
        }),
        _ => atom(p),
    }
}

/// A test that can stand in a pattern.
#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds begin no test")]
pub(super) fn atom(p: &mut Parser) -> Parsed {
    match p.kind() {
        SyntaxKind::Underscore => p.node(SyntaxKind::BlankTest, |p| {
            p.bump();
            Ok(())
        }),
        SyntaxKind::Number => p.node(SyntaxKind::NumberTest, number),
        SyntaxKind::OpenBracket => p.node(SyntaxKind::BracketTest, |p| {
            let opened = p.span();
            p.bump();
            p.nested(bracket)?;
            refuse_second(p)?;
            p.close(SyntaxKind::CloseBracket, opened, TEST_END)
        }),
        SyntaxKind::Word => named(p),
        SyntaxKind::OpenBrace => {
            let counts = (1..p.partner_at(0).unwrap_or(1)).any(|at| is_reach(p, at));
            let help = if counts { COUNTED } else { "braces are for a number that a rule puts" };
            p.expected_with(WHAT, help)
        }
        SyntaxKind::Minus => p.expected_with(
            WHAT,
            "`->` has no blank in it, and in a name a hyphen joins two letters",
        ),
        _ => p.expected(WHAT),
    }
}

/// The way out for `any` with tests in parentheses behind it.
fn help_for_any(p: &Parser) -> String {
    let inside = p.text_in_parentheses().unwrap_or("a or b");
    format!("`any` is every cell; for one of several tests write `[{inside}]`")
}

/// Refuses a test right behind another.
fn refuse_second(p: &mut Parser) -> Parsed {
    if p.at(SyntaxKind::OpenParen) && p.text_before() == "any" {
        let help = help_for_any(p);
        return p.expected_with(TEST_END, help);
    }
    let help = match p.word() {
        "and" => "write `[a, b]` where both hold",
        _ if p.at(SyntaxKind::DotDot)
            || p.is_arithmetic(0) && counts_neighbours(p) && !behind_number(p) =>
        {
            "a number of neighbours is written out: a name cannot stand here"
        }
        _ if counts_neighbours(p) => COUNTED,
        _ if calculates(p) => COMPARED,
        _ if pattern::begins_item(p) => {
            "tests are parted: `[a, b]` where both hold, `[a or b]` where one does"
        }
        _ => return Ok(()),
    };
    p.expected_with(TEST_END, help)
}

fn behind_number(p: &Parser) -> bool {
    p.text_before().starts_with(|it: char| it.is_ascii_digit())
}

fn number(p: &mut Parser) -> Parsed {
    if p.kind_at(1) == SyntaxKind::Word && p.is_adjacent(1) {
        let (factor, name) = (p.text_here().to_owned(), p.word_at(1).to_owned());
        return p.fail(|p| {
            Diagnostic::error(
                Code::Expected,
                p.span_to(1),
                format!("expected {WHAT}, found `{factor}{name}`"),
                "a multiple can only be put, not asked for",
            )
            .with_help(format!("compare a layer with it: `[number = {factor} * {name}]`"))
        });
    }
    expr::number(p, i64::MAX)
}

fn named(p: &mut Parser) -> Parsed {
    let word = p.word();
    if matches!(word, "my" | "their") {
        p.refuse_underscore(WHAT)?;
        return p.node(SyntaxKind::OwnedTest, |p| {
            p.bump();
            p.name("a kind of piece")
        });
    }
    if is_reserved(word) && !TEST_WORDS.contains(&word) {
        let help = match word {
            _ if counts_neighbours(p) => COUNTED.to_owned(),
            "count" | "row" | "column" => COMPARED.to_owned(),
            _ => format!("`{word}` is a word of the language"),
        };
        return p.expected_with(WHAT, help);
    }
    p.refuse_underscore(WHAT)?;
    let is_call = p.kind_at(1) == SyntaxKind::OpenParen && p.is_adjacent(1);
    if is_call && word == "any" {
        p.bump();
        let help = help_for_any(p);
        return p.expected_with("a test without arguments", help);
    }
    if is_call {
        return p.node(SyntaxKind::CallTest, |p| {
            p.bump();
            arguments(p)
        });
    }
    p.node(SyntaxKind::NameTest, |p| {
        p.bump();
        Ok(())
    })
}

/// `"(" argument {"," argument} ")"`.
pub(super) fn arguments(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::Arguments, |p| {
        p.parenthesised("`,` or `)`", |p| {
            p.separated(|p| {
                p.node(SyntaxKind::Argument, |p| {
                    if is_number_argument(p) { expr::expr(p) } else { choice(p) }
                })
            })
        })
    })
}

/// True if the argument here reads as a number; a name alone does not.
#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds begin no number")]
fn is_number_argument(p: &Parser) -> bool {
    let ends = |p: &Parser, ahead| p.kind_at(ahead) == SyntaxKind::Comma;
    if p.find(Parser::is_comparison, ends).is_some() {
        return false;
    }
    if p.find(Parser::is_arithmetic, ends).is_some() {
        return true;
    }
    match p.kind() {
        SyntaxKind::Number => !is_range(p),
        SyntaxKind::Percent => true,
        SyntaxKind::Word => match p.word() {
            "count" | "row" | "column" => true,
            "min" | "max" | "abs" => p.kind_at(1) == SyntaxKind::OpenParen,
            "across" | "down" => p.kind_at(1) == SyntaxKind::Word && !is_reserved(p.word_at(1)),
            _ => false,
        },
        _ => false,
    }
}

/// True if a count of neighbours begins here: a number before `..` or before a test.
fn is_range(p: &Parser) -> bool {
    if p.at(SyntaxKind::DotDot) {
        return true;
    }
    if !p.at(SyntaxKind::Number) {
        return false;
    }
    let next = p.word_at(1);
    let begins_test = !next.is_empty()
        && !p.is_adjacent(1)
        && (!is_reserved(next)
            || TEST_WORDS.contains(&next)
            || matches!(next, "my" | "their" | "no" | "not" | "sees"));
    begins_test
        || matches!(
            p.kind_at(1),
            SyntaxKind::DotDot
                | SyntaxKind::OpenBracket
                | SyntaxKind::OpenParen
                | SyntaxKind::Underscore
        )
}

/// True for the words behind what is counted among neighbours.
fn is_reach(p: &Parser, ahead: usize) -> bool {
    matches!(p.word_at(ahead), "around" | "beside")
}

fn ends_part(p: &Parser, ahead: usize) -> bool {
    matches!(p.kind_at(ahead), SyntaxKind::Comma | SyntaxKind::Arrow | SyntaxKind::Colon)
        || matches!(p.word_at(ahead), "or" | "and")
}

/// True if the rest of this part of a test speaks of neighbours.
pub(super) fn counts_neighbours(p: &Parser) -> bool {
    p.find(is_reach, ends_part).is_some()
}

/// True if a name stands where a count of neighbours has its number: `n box around`.
fn is_named_count(p: &Parser) -> bool {
    let is_name = |p: &Parser, ahead: usize| {
        let word = p.word_at(ahead);
        !word.is_empty() && (!is_reserved(word) || TEST_WORDS.contains(&word))
    };
    is_name(p, 0)
        && !is_reserved(p.word())
        && (is_name(p, 1)
            || matches!(p.kind_at(1), SyntaxKind::OpenBracket | SyntaxKind::OpenParen))
        && !p.is_adjacent(1)
        // Behind the name of a cell it is a test of its own: `mark around c`.
        && p.find(is_reach, ends_part).is_some_and(|at| at > 1 && !is_name(p, at + 1))
}

/// `range unary ("around" | "beside")`.
fn neighbours(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::NeighboursTest, |p| {
        let first = p.span();
        let least = p.text_here().parse::<i64>().unwrap_or(0);
        p.node(SyntaxKind::Range, range)?;
        let range = first.to(p.span_before());
        let greatest = p.text_before().parse::<i64>().unwrap_or(i64::MAX);
        if greatest < least {
            p.report(|_| {
                Diagnostic::error(
                    Code::RepeatRange,
                    range,
                    format!("expected a range that rises, found `{least}..{greatest}`"),
                    "no number lies in this range",
                )
                .with_help(format!("write `{greatest}..{least}`"))
            });
        }
        p.nested(unary)?;
        if p.eat_word("around") || p.eat_word("beside") {
            return Ok(());
        }
        p.expected_with(
            "`around` or `beside`",
            "a number before a test counts neighbours: `2 alive around`",
        )
    })
}

fn range(p: &mut Parser) -> Parsed {
    if p.eat(SyntaxKind::DotDot) {
        return expr::number(p, i64::from(u32::MAX));
    }
    expr::number(p, i64::from(u32::MAX))?;
    if p.eat(SyntaxKind::DotDot) && p.at(SyntaxKind::Number) {
        expr::number(p, i64::from(u32::MAX))?;
    }
    Ok(())
}

/// `"sees" [ways] "(" pattern ")"`.
fn sees(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::SeesTest, |p| {
        p.bump();
        let begins = rule::begins_way(p);
        if begins {
            rule::ways(p)?;
        }
        if !p.at(SyntaxKind::OpenParen) {
            let what = if begins { "`(` and what is seen" } else { "a direction or `(`" };
            let help = "what is seen stands in parentheses behind the directions, if some are named: \
                        `sees 4 ways (empty* [a or b])`";
            return p.expected_with(what, help);
        }
        p.parenthesised("`)` or more of the pattern", |p| {
            pattern::pattern(p)?;
            pattern::refuse_or(p, pattern::GROUP_END)
        })
    })
}
