//! In which ways a board can be laid on itself so that a game goes on alike.

use masume_board::{Direction, Symmetry};

use crate::model::{
    Assign, Condition, Effect, EndKind, Expr, ParamKind, Part, Rule, Rules, Statement, Strategy,
    Ways, parts,
};

/// The symmetries that the rules of a game for one keep on boards of any shape: what can be done on the image of
/// a board is the image of what can be done on the board, chance included, and both end alike.
///
/// Of a board it must still be asked whether it has the shape, whether its centre stays where that is read, and
/// whether what the rules never change is its own image. Nothing but the identity is told where the rules depend on an
/// order of cells or directions, or of several matches.
pub fn kept_symmetries(rules: &Rules) -> Vec<Symmetry> {
    let keeps = |symmetry: &Symmetry| *symmetry == Symmetry::Identity || keeps(rules, *symmetry);
    Symmetry::ALL.into_iter().filter(keeps).collect()
}

fn keeps(rules: &Rules, symmetry: Symmetry) -> bool {
    // A later stage is set up anew, from a text that lies one way.
    let is_plain = rules.players.len() == 1
        && rules.ends.iter().all(|end| end.kind != EndKind::Stage)
        && rules.actions.iter().all(|action| !action.unordered);
    let mut params = rules.actions.iter().flat_map(|action| &action.params);
    is_plain
        && params.all(|param| match param {
            ParamKind::Direction(ways) => keeps_ways(ways, symmetry),
            ParamKind::Cell => true,
            // A column would become a row.
            ParamKind::Column | ParamKind::Row => !symmetry.is_transposing(),
        })
        && turn_parts(rules).all(|part| keeps_part(part, symmetry))
}

/// All that runs after the set-up.
fn turn_parts(rules: &Rules) -> impl Iterator<Item = Part<'_>> {
    let when = rules.actions.iter().filter_map(|action| action.when.as_ref());
    let bodies = rules.actions.iter().flat_map(|action| &action.body).chain(&rules.then);
    let ends = rules.ends.iter();
    when.flat_map(|when| parts(&when.value))
        .chain(bodies.flat_map(parts))
        .chain(rules.again.iter().flat_map(|again| parts(&again.value)))
        .chain(ends.clone().flat_map(|end| parts(&end.condition)))
        .chain(ends.flat_map(|end| &end.effects).flat_map(parts))
        .chain(rules.score.iter().flat_map(|score| parts(&score.value)))
}

fn keeps_part(part: Part<'_>, symmetry: Symmetry) -> bool {
    match part {
        Part::Statement(statement) => keeps_statement(statement),
        Part::Rule(rule) => has_no_order(rule),
        Part::Ways(ways) => keeps_ways(ways, symmetry),
        Part::Condition(condition) => !matches!(condition, Condition::Solvable),
        Part::Expr(number) => keeps_number(number, symmetry),
        Part::Write(_) | Part::Effect(_) | Part::Pattern(_) | Part::Test(_) => true,
    }
}

fn keeps_statement(statement: &Statement) -> bool {
    match statement {
        // The first in reading order, a picture that lies one way, and what is drawn cell by cell.
        Statement::Relocate { .. }
        | Statement::March(_)
        | Statement::Deal { .. }
        | Statement::Shuffle { .. }
        | Statement::Until(..)
        | Statement::Picture { .. } => false,
        Statement::Rule(_)
        | Statement::OrElse(_)
        | Statement::Must(_)
        | Statement::Simultaneous(..)
        | Statement::Repeat(..)
        | Statement::Times(..)
        | Statement::If(..)
        | Statement::Let(..)
        | Statement::Effects(..)
        | Statement::Require(..) => true,
    }
}

/// True if it does not matter in which order cells, directions and matches are looked at.
fn has_no_order(rule: &Rule) -> bool {
    let is_any = match rule.strategy {
        Strategy::All | Strategy::Each => true,
        Strategy::First => false,
        // Of several walks from one cell it takes one, by the order of directions.
        Strategy::Random(_) => rule.pattern.is_line(),
    };
    let is_sum = |effect: &Effect| match effect {
        Effect::Assign(_, assign, number) | Effect::AssignLocal(_, assign, number) => {
            let is_added = match assign {
                Assign::Add | Assign::Subtract => true,
                Assign::Set => false,
            };
            let is_named =
                |part: Part<'_>| matches!(part, Part::Expr(Expr::Value(_) | Expr::Local(_)));
            is_added && !parts(number).any(is_named)
        }
        Effect::Finish(_) => rule.effects.len() == 1,
    };
    is_any && rule.effects.iter().all(is_sum)
}

fn keeps_ways(ways: &Ways, symmetry: Symmetry) -> bool {
    match ways {
        Ways::None | Ways::Chosen(_) | Ways::Against(_) => true,
        Ways::Fixed(by_player) => by_player.iter().all(|directions| {
            let image = |direction: &Direction| symmetry.direction(*direction);
            directions.iter().map(image).all(|direction| directions.contains(&direction))
        }),
        Ways::Union(parts) => parts.iter().all(|part| keeps_ways(part, symmetry)),
    }
}

fn keeps_number(number: &Expr, symmetry: Symmetry) -> bool {
    match number {
        Expr::Row => symmetry == Symmetry::MirrorColumns,
        Expr::Column => symmetry == Symmetry::MirrorRows,
        Expr::RowOf(_) | Expr::ColumnOf(_) | Expr::Chosen(_) | Expr::Across(_) | Expr::Down(_) => {
            false
        }
        // A board that is its own transpose is as high as it is wide.
        Expr::Width | Expr::Height => true,
        Expr::Constant(_)
        | Expr::Value(_)
        | Expr::Option(_)
        | Expr::Local(_)
        | Expr::Letter(_)
        | Expr::Here(_)
        | Expr::Ply
        | Expr::Count(_)
        | Expr::Min(..)
        | Expr::Max(..)
        | Expr::Abs(_)
        | Expr::Negate(_)
        | Expr::Binary(..) => true,
    }
}
