//! Sections: the headings, and what stands below each.

use super::machine::{Parsed, Parser};
use super::{condition, expr, naming, rule, statement, table, test};
use crate::lexer::is_letter_name;
use crate::section_word::SectionWord;
use crate::{Code, Diagnostic, SyntaxKind, is_direction_word, is_reserved};

/// One section, from its heading to the line before the next.
pub(super) fn section(p: &mut Parser) {
    let is_indented = p.is_deeper_than(0);
    if is_indented {
        p.report(|p| {
            Diagnostic::error(
                Code::UnexpectedIndent,
                p.span(),
                "expected a section at the beginning of the line, found blanks before it",
                "a section begins its line",
            )
            .with_help("delete the blanks before it")
        });
    }
    let word = p.word();
    let section = match SectionWord::of(word) {
        Some(section) => section,
        None => match unknown(p) {
            Some(section) => section,
            None => {
                skip(p);
                return;
            }
        },
    };
    p.node(kind(section), |p| {
        // Nothing below a heading that breaks can be trusted but statements.
        p.line_of(
            |p| of_word(p, section),
            |p| {
                let has_statements = kind_has_statements(section);
                if has_statements && !p.is_raw() && p.is_deeper_than(0) {
                    statement::block(p, 0, statement::statement_line);
                }
                p.skip_deeper(0);
            },
        );
    });
    if is_indented {
        // The lines after it are probably indented for the same reason.
        p.skip_deeper(0);
    }
    p.refuse_deeper(0);
}

/// Reports a line that begins no section; gives the section it was probably meant to begin.
fn unknown(p: &mut Parser) -> Option<SectionWord> {
    let word = p.word();
    let meant = SectionWord::meant(word);
    if word.is_empty() {
        p.report(|p| {
            p.expectation("a section").with_help("a section begins with a word, such as `action`")
        });
        return None;
    }
    p.report(|p| {
        let message = format!("expected a section, found `{word}`");
        let diagnostic =
            Diagnostic::error(Code::UnknownSection, p.span(), message, "no section begins so");
        match meant {
            Some((_, name)) => diagnostic.with_help(format!("did you mean `{name}`?")),
            None if is_statement(p) => diagnostic
                .with_help("statements are indented below `action`, `then`, `start` or `define`"),
            None => diagnostic,
        }
    });
    // Whatever else seems wrong with the heading may come from the wrong guess.
    p.silence();
    meant.map(|(section, _)| section)
}

/// True if the line that begins here is no section and should stand below one.
pub(super) fn is_stray_statement(p: &Parser) -> bool {
    let word = p.word();
    !word.is_empty() && SectionWord::meant(word).is_none() && is_statement(p)
}

/// True if the line looks as if it belonged below a section.
fn is_statement(p: &Parser) -> bool {
    statement::KEYWORDS.contains(&p.word()) || p.find(Parser::is_arrow, |_, _| false).is_some()
}

fn skip(p: &mut Parser) {
    p.node(SyntaxKind::Error, |p| {
        while !p.at_line_end() {
            p.bump();
        }
        p.eat(SyntaxKind::Newline);
        p.skip_deeper(0);
    });
}

fn of_word(p: &mut Parser, section: SectionWord) -> Parsed {
    use SectionWord as S;
    p.bump();
    match section {
        S::Game => title(p),
        S::About => {
            p.string("a text", "`about \"One line for the menu.\"`")?;
            p.line_end()
        }
        S::Use => {
            p.name("a library")?;
            p.line_end()
        }
        S::Board => board(p),
        S::Players => players(p),
        S::Option => option(p),
        S::Value => value(p),
        S::Pieces => lines(p, table::layer_line),
        S::Legend => {
            if p.at(SyntaxKind::Word) {
                p.bump();
            }
            lines(p, table::legend_line)
        }
        S::Let => let_test(p),
        S::Define => {
            p.new_name("a name")?;
            params(p)?;
            lines(p, statement::statement_line)
        }
        S::Start | S::Then => {
            if !p.at(SyntaxKind::Colon) {
                return lines(p, statement::statement_line);
            }
            p.bump();
            if p.at_line_end() {
                let name = section.name();
                return p.fail(|p| {
                    p.expectation("a statement")
                        .with_help(format!("before a block of lines write `{name}` without `:`"))
                });
            }
            statement::body(p, 0)
        }
        S::Action => action(p),
        S::Pass => {
            if p.eat_word("any") {
                p.keyword("time")?;
                return p.line_end();
            }
            if !p.eat_word("when") {
                return p.expected("`when no action` or `any time`");
            }
            p.keyword("no")?;
            p.keyword("action")?;
            p.line_end()
        }
        S::Again => {
            p.keyword("when")?;
            condition::condition(p)?;
            p.line_end()
        }
        S::Win | S::Lose | S::Draw | S::End | S::Goal => end(p, section),
        S::Score => {
            expr::expr(p)?;
            p.line_end()
        }
        S::Level => {
            if !p.at_line_end() {
                p.string("the level's title", "`level \"First\"`")?;
            }
            p.line_end()?;
            statement::raw_block(p, 0);
            Ok(())
        }
        S::Rules | S::Help => {
            heading_end(p)?;
            statement::raw_block(p, 0);
            Ok(())
        }
        S::Display => lines(p, table::display_line),
        S::Keys => lines(p, table::key_line),
        S::Words => lines(p, table::word_line),
        S::Notation => {
            p.name("the notation's name")?;
            lines(p, table::notation_line)
        }
        S::Coordinates => naming::coordinates(p),
        S::Moves => {
            p.name("the notation's name")?;
            lines(p, naming::moves_line)
        }
        S::Position => {
            p.name("the notation's name")?;
            lines(p, naming::position_line)
        }
    }
}

/// The end of a heading and the block below it.
fn lines(p: &mut Parser, line: fn(&mut Parser, u32)) -> Parsed {
    heading_end(p)?;
    statement::block(p, 0, line);
    Ok(())
}

/// The end of a heading before a block. A colon there is reported and taken.
fn heading_end(p: &mut Parser) -> Parsed {
    if p.at(SyntaxKind::Colon) && p.is_line_end(1) {
        p.report(|p| {
            p.expectation("the end of the line").with_help("a section's heading has no colon")
        });
        p.bump();
    }
    p.line_end()
}

fn title(p: &mut Parser) -> Parsed {
    if !p.eat(SyntaxKind::Title) {
        return p.expected_with("a title", "write `game Othello`");
    }
    p.line_end()
}

/// `size ["from" size] ["to" size] ["even"] ["with" "a" "rim" "of" NUMBER]`.
fn board(p: &mut Parser) -> Parsed {
    use SyntaxKind as K;
    size(p)?;
    for (word, kind) in [("from", K::FromClause), ("to", K::ToClause)] {
        if p.word() == word {
            p.node(kind, |p| {
                p.bump();
                size(p)
            })?;
        }
    }
    p.eat_word("even");
    if p.word() == "with" {
        p.node(K::RimClause, |p| {
            ["with", "a", "rim", "of"].iter().try_for_each(|word| p.keyword(word))?;
            expr::number(p, i64::from(u32::MAX))
        })?;
    }
    p.line_end_with(Some("in this order: `board 8 x 8 from 4 x 4 to 26 x 26 even with a rim of 1`"))
}

const SIZE: &str = "a size is columns `x` rows, such as `8 x 8`";

/// `NUMBER "x" NUMBER`.
pub(super) fn size(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::Size, |p| {
        if !p.at(SyntaxKind::Number) {
            return p.expected_with("a size", SIZE);
        }
        expr::number(p, i64::from(u32::MAX))?;
        if let Some(rows) = p.word().strip_prefix('x')
            && !rows.is_empty()
        {
            let columns = p.text_before().to_owned();
            return p.expected_with("` x ` between blanks", format!("write `{columns} x {rows}`"));
        }
        if !p.eat_word("x") {
            return p.expected_with("`x`", SIZE);
        }
        expr::number(p, i64::from(u32::MAX))
    })
}

fn players(p: &mut Parser) -> Parsed {
    if p.at_line_end() || p.at(SyntaxKind::Colon) {
        return lines(p, table::player_line);
    }
    while !p.at_line_end() {
        if p.word() == "forward" {
            let help = "players with a direction stand on lines of their own below `players`";
            return p.expected_with("a player's name", help);
        }
        table::needless_comma(p, "players are separated by blanks");
        p.node(SyntaxKind::PlayerLine, |p| p.new_name("a player's name"))?;
    }
    p.line_end()
}

/// `NAME "=" number ["from" number] ["to" number]`.
fn option(p: &mut Parser) -> Parsed {
    use SyntaxKind as K;
    p.new_name("a name")?;
    p.equals("write `option two = 90%`")?;
    expr::plain_number(p)?;
    for (word, kind) in [("from", K::FromClause), ("to", K::ToClause)] {
        if p.word() == word {
            p.node(kind, |p| {
                p.bump();
                expr::plain_number(p)
            })?;
        }
    }
    p.line_end_with(Some("after the value stand `from` and `to`, both optional"))
}

/// `NAME ["=" ["-"] NUMBER]`.
fn value(p: &mut Parser) -> Parsed {
    p.new_name("a name")?;
    if !p.at_line_end() {
        p.equals("write `value pushes = 0`")?;
        expr::signed_number(p)?;
    }
    p.line_end()
}

/// `NAME ["(" NAME {"," NAME} ")"] "=" test`.
fn let_test(p: &mut Parser) -> Parsed {
    p.new_name("a name")?;
    params(p)?;
    p.equals("write `let free = [no wall, no thing]`")?;
    if p.at(SyntaxKind::Minus) && p.kind_at(1) == SyntaxKind::Number {
        p.node(SyntaxKind::NumberTest, expr::signed_number)?;
        return p.line_end();
    }
    test::choice(p)?;
    if p.at(SyntaxKind::Comma) {
        return p.line_end_with(Some("tests that must all hold stand in brackets: `[a, b]`"));
    }
    test::refuse_run(p)?;
    p.line_end()
}

/// `["(" NAME {"," NAME} ")"]`.
fn params(p: &mut Parser) -> Parsed {
    if !p.at(SyntaxKind::OpenParen) {
        return Ok(());
    }
    p.node(SyntaxKind::Params, |p| {
        p.parenthesised("`,` or `)`", |p| p.separated(|p| p.new_name("a parameter's name")))
    })
}

/// `NAME {param} ["when" condition] [block]`.
fn action(p: &mut Parser) -> Parsed {
    if !p.eat(SyntaxKind::Word) {
        return p.expected("the action's name");
    }
    while !p.at_line_end() && p.word() != "when" && !p.at(SyntaxKind::Colon) {
        param(p)?;
    }
    if p.eat_word("when") {
        condition::condition(p)?;
    }
    heading_end(p)?;
    if p.is_deeper_than(0) {
        statement::block(p, 0, statement::statement_line);
    }
    Ok(())
}

fn param(p: &mut Parser) -> Parsed {
    use SyntaxKind as K;
    match (p.word(), p.word_at(1)) {
        ("in", "column") => line_param(p, K::ColumnParam),
        ("in", "row") => line_param(p, K::RowParam),
        ("in", _) => p.node(K::DirectionParam, |p| {
            p.bump();
            p.letter()?;
            if p.at(K::OpenParen) {
                p.parenthesised("`or` or `)`", rule::ways)?;
            }
            Ok(())
        }),
        ("at", _) => p.node(K::CellParam, |p| {
            p.bump();
            p.letter()
        }),
        ("from", _) => p.node(K::FromToParam, |p| {
            p.bump();
            p.letter()?;
            p.keyword("to")?;
            p.letter()
        }),
        (first, "and") if is_letter_name(first) => p.node(K::PairParam, |p| {
            p.bump();
            p.bump();
            p.letter()
        }),
        (letter, _) => {
            let help = if is_letter_name(letter) && !is_reserved(letter) {
                format!(
                    "write `at {letter}` for a cell, `in {letter}` for a direction, \
                     `in row {letter}` or `in column {letter}` for a line"
                )
            } else {
                "such as `in d`, `at c`, `from a to b`, `a and b`".to_owned()
            };
            p.expected_with("what the player chooses, or `when`", help)
        }
    }
}

fn line_param(p: &mut Parser, kind: SyntaxKind) -> Parsed {
    p.node(kind, |p| {
        p.bump();
        p.bump();
        p.letter()
    })
}

/// `("win" | …) "when" condition` or `"win" "stage" "when" condition {"," effect}`.
fn end(p: &mut Parser, section: SectionWord) -> Parsed {
    let is_stage = section == SectionWord::Win && p.eat_word("stage");
    if !p.eat_word("when") {
        let name = section.name();
        return p.expected_with("`when`", format!("write `{name} when …`"));
    }
    condition::condition(p)?;
    if is_stage || section == SectionWord::Goal {
        rule::trailing_effects(p)?;
    } else {
        rule::refuse_effects(p, section.name())?;
    }
    // Such as `win when some right: red red`.
    let is_pattern = p.at(SyntaxKind::Colon) && is_direction_word(p.text_before());
    p.line_end_with(
        is_pattern.then_some("a pattern is asked for by `sees`: `some [sees right (red red)]`"),
    )
}

fn kind_has_statements(section: SectionWord) -> bool {
    section.reading() == crate::section_word::Reading::Statements
}

fn kind(section: SectionWord) -> SyntaxKind {
    use {SectionWord as S, SyntaxKind as K};
    match section {
        S::Game => K::GameSection,
        S::About => K::AboutSection,
        S::Use => K::UseSection,
        S::Board => K::BoardSection,
        S::Players => K::PlayersSection,
        S::Option => K::OptionSection,
        S::Value => K::ValueSection,
        S::Pieces => K::PiecesSection,
        S::Legend => K::LegendSection,
        S::Let => K::LetSection,
        S::Define => K::DefineSection,
        S::Start => K::StartSection,
        S::Action => K::ActionSection,
        S::Then => K::ThenSection,
        S::Pass => K::PassSection,
        S::Again => K::AgainSection,
        S::Win | S::Lose | S::Draw | S::End | S::Goal => K::EndSection,
        S::Score => K::ScoreSection,
        S::Level => K::LevelSection,
        S::Display => K::DisplaySection,
        S::Keys => K::KeysSection,
        S::Words => K::WordsSection,
        S::Rules => K::RulesSection,
        S::Help => K::HelpSection,
        S::Notation => K::NotationSection,
        S::Coordinates => K::CoordinatesSection,
        S::Moves => K::MovesSection,
        S::Position => K::PositionSection,
    }
}
