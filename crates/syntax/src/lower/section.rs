//! Sections.

use super::table::lines;
use super::{
    child, expr, has_error, has_word, heading_span, name, naming, span, statement, table, test,
    text, tokens_of, word, words,
};
use crate::ast::{
    ActionParam, ActionSection, BoardSection, DefineSection, DisplaySection, EndKind, EndSection,
    LegendSection, LetSection, LevelSection, OptionSection, PassRule, PlayerLine, Section,
    SectionKind, Size, Spanned, ValueSection,
};
use crate::{Span, SyntaxKind, SyntaxNode};

pub(super) fn section(node: &SyntaxNode) -> Option<Section> {
    if has_error(node) {
        return None;
    }
    let span = heading_span(node);
    Some(Section { kind: kind(node, span)?, span })
}

/// The word that a section begins with, or was meant to begin with.
pub(super) fn heading(node: &SyntaxNode) -> Option<String> {
    let word = word(node, 0)?;
    let (_, name) = crate::section_word::SectionWord::meant(&word.value)?;
    Some(name.to_owned())
}

/// The words of each line of a section that is in error, where the section declares names; only its heading where
/// what is below uses names.
#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds declare nothing")]
pub(super) fn broken_names(node: &SyntaxNode) -> Vec<String> {
    use SyntaxKind as K;
    match node.kind() {
        K::LetSection
        | K::DefineSection
        | K::ActionSection
        | K::ValueSection
        | K::OptionSection
            if has_error(node) =>
        {
            word(node, 1).into_iter().map(|name| name.value).collect()
        }
        K::PiecesSection | K::PlayersSection => {
            let broken = node.descendants().filter(has_error);
            let tokens = broken.flat_map(|line| line.descendants_with_tokens());
            let words = tokens.filter_map(|it| it.into_token()).filter(|it| it.kind() == K::Word);
            words.map(|word| word.text().to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds are no sections")]
fn kind(node: &SyntaxNode, heading: Span) -> Option<SectionKind> {
    use SyntaxKind as K;
    Some(match node.kind() {
        K::GameSection => SectionKind::Game(name(&tokens_of(node, K::Title).next()?)),
        K::AboutSection => SectionKind::About(text::first_string(node)?),
        K::UseSection => SectionKind::Use(word(node, 1)?),
        K::BoardSection => SectionKind::Board(board(node)?),
        K::PlayersSection => SectionKind::Players(players(node)),
        K::OptionSection => SectionKind::Option(OptionSection {
            name: word(node, 1)?,
            value: expr::plain_number(node)?,
            from: expr::clause(node, K::FromClause),
            to: expr::clause(node, K::ToClause),
        }),
        K::ValueSection => SectionKind::Value(ValueSection {
            name: word(node, 1)?,
            initial: expr::all_signed(node).next(),
        }),
        K::PiecesSection => SectionKind::Pieces(lines(node, |it| table::layer_line(&it))),
        K::LegendSection => SectionKind::Legend(LegendSection {
            name: word(node, 1),
            lines: lines(node, |it| table::legend_line(&it)),
        }),
        K::LetSection => SectionKind::Let(LetSection {
            name: word(node, 1)?,
            params: params(node),
            test: test::first(node)?,
        }),
        K::DefineSection => SectionKind::Define(DefineSection {
            name: word(node, 1)?,
            params: params(node),
            body: statement::block_of(node),
        }),
        K::StartSection => SectionKind::Start(statement::body_as_block(node)?),
        K::ThenSection => SectionKind::Then(statement::body_as_block(node)?),
        K::ActionSection => SectionKind::Action(ActionSection {
            name: word(node, 1)?,
            params: node.children().filter_map(|it| action_param(&it)).collect(),
            when: test::first_condition(node),
            body: statement::block_of(node),
        }),
        K::PassSection if has_word(node, "any") => SectionKind::Pass(PassRule::AnyTime),
        K::PassSection => SectionKind::Pass(PassRule::WhenNoAction),
        K::AgainSection => SectionKind::Again(test::first_condition(node)?),
        K::EndSection => SectionKind::End(EndSection {
            kind: end_kind(node)?,
            condition: test::first_condition(node)?,
            effects: statement::effects(node)?,
        }),
        K::ScoreSection => SectionKind::Score(expr::first(node)?),
        K::LevelSection => SectionKind::Level(level(node, heading)?),
        K::DisplaySection => SectionKind::Display(DisplaySection {
            lines: lines(node, |it| table::display_line(&it)),
            board: lines(node, |it| table::board_line(&it)),
        }),
        K::KeysSection => SectionKind::Keys(lines(node, |it| table::key_line(&it))),
        K::WordsSection => SectionKind::Words(lines(node, |it| table::word_line(&it))),
        K::RulesSection => SectionKind::Rules(prose(node)?),
        K::HelpSection => SectionKind::Help(prose(node)?),
        K::NotationSection => SectionKind::Notation(table::notation(node)?),
        K::CoordinatesSection => SectionKind::Coordinates(naming::coordinates(node)),
        K::MovesSection => SectionKind::Moves(naming::moves(node)?),
        K::PositionSection => SectionKind::Position(naming::position(node)?),
        _ => return None,
    })
}

/// Lines as they are.
fn prose(node: &SyntaxNode) -> Option<Vec<String>> {
    let rows = text::rows(&child(node, SyntaxKind::Raw)?);
    Some(rows.into_iter().map(|it| it.value).collect())
}

fn board(node: &SyntaxNode) -> Option<BoardSection> {
    let rim = child(node, SyntaxKind::RimClause);
    Some(BoardSection {
        size: size_below(node)?,
        from: child(node, SyntaxKind::FromClause).and_then(|it| size_below(&it)),
        to: child(node, SyntaxKind::ToClause).and_then(|it| size_below(&it)),
        even: has_word(node, "even"),
        rim: rim
            .and_then(|it| tokens_of(&it, SyntaxKind::Number).next())
            .map(|it| expr::small(&it)),
    })
}

pub(super) fn size_below(node: &SyntaxNode) -> Option<Spanned<Size>> {
    let node = child(node, SyntaxKind::Size)?;
    let mut sides = tokens_of(&node, SyntaxKind::Number).map(|it| expr::small(&it).value);
    let value = Size { width: sides.next()?, height: sides.next()? };
    Some(Spanned { value, span: span(&node) })
}

fn players(node: &SyntaxNode) -> Vec<PlayerLine> {
    let on_heading = node.children().filter(|it| it.kind() == SyntaxKind::PlayerLine);
    let mut players: Vec<_> = on_heading.filter_map(|it| table::player_line(&it)).collect();
    players.extend(lines(node, |it| table::player_line(&it)));
    players
}

fn params(node: &SyntaxNode) -> Vec<crate::ast::Name> {
    child(node, SyntaxKind::Params).map(|it| words(&it, 0)).unwrap_or_default()
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the parser makes six kinds here")]
fn action_param(node: &SyntaxNode) -> Option<ActionParam> {
    use SyntaxKind as K;
    Some(match node.kind() {
        K::DirectionParam => {
            let ways = child(node, K::Ways).and_then(|it| statement::ways(&it));
            ActionParam::Direction(word(node, 1)?, ways)
        }
        K::CellParam => ActionParam::Cell(word(node, 1)?),
        K::FromToParam => ActionParam::FromTo(word(node, 1)?, word(node, 3)?),
        K::PairParam => ActionParam::Pair(word(node, 0)?, word(node, 2)?),
        K::ColumnParam => ActionParam::Column(word(node, 2)?),
        K::RowParam => ActionParam::Row(word(node, 2)?),
        _ => return None,
    })
}

fn end_kind(node: &SyntaxNode) -> Option<EndKind> {
    if has_word(node, "stage") {
        return Some(EndKind::Stage);
    }
    // A misspelt heading was read as the section it was meant to be.
    let heading = word(node, 0)?.value;
    let meant = crate::section_word::SectionWord::meant(&heading);
    statement::end_kind(&heading).or_else(|| statement::end_kind(meant?.1))
}

fn level(node: &SyntaxNode, heading: Span) -> Option<LevelSection> {
    let untitled = Spanned { value: String::new(), span: Span::new(heading.end, heading.end) };
    Some(LevelSection {
        title: text::first_string(node).unwrap_or(untitled),
        picture: text::picture(&child(node, SyntaxKind::Raw)?),
    })
}
