//! Symmetries of a game: the ways to lay its board on itself so that the game goes on alike, found in its text alone.

use masume_board::{Direction, Grid, Symmetry};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    Assign, Condition, Effect, EndKind, Expr, Layer, ParamKind, ParamSlot, Part, Pattern, Rule,
    Rules, Statement, Strategy, Test, Ways, parts,
};
use masume_rules::state::State;

/// The symmetries that the rules of a game keep on boards of this shape, the identity first: what can be done on the
/// image of a board is the image of what can be done on the board, chance included, and both end alike, for the same
/// player.
///
/// What the rules never change, such as walls, is laid with the rest: an image may be a board that no play of a level
/// comes to. Nothing but the identity is told where the rules depend on an order of cells or directions, or of several
/// matches.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_search::symmetries_on;
///
/// let shipped = shipped_games().iter().find(|game| game.name == "othello").expect("it is shipped");
/// let game = Game::load(shipped.text).game.expect("shipped games are sound");
/// let state = game.start(&Setup::default()).expect("it can be set up");
/// assert_eq!(symmetries_on(game.rules(), state.board.grid()).len(), 8);
/// ```
pub fn symmetries_on(rules: &Rules, grid: &Grid) -> Vec<Symmetry> {
    let reads_centre = rules.parts().any(|part| matches!(part, Part::Test(Test::Centre)));
    let is_on = |symmetry: &Symmetry| {
        symmetry.grid(grid) == *grid
            && (!reads_centre || symmetry.cell(grid, grid.centre()) == grid.centre())
    };
    kept_symmetries(rules).into_iter().filter(is_on).collect()
}

/// Image of an action on boards of this shape, which the symmetry keeps.
///
/// # Panics
/// If the board does not have a cell that was chosen.
pub fn image_of_action(symmetry: Symmetry, grid: &Grid, action: Action) -> Action {
    let mirrored = |place: u32, count: u32, is_mirrored: bool| {
        if is_mirrored { (count - 1).saturating_sub(place) } else { place }
    };
    let arguments = action.arguments.map(|argument| match argument {
        Argument::None => Argument::None,
        Argument::Direction(direction) => Argument::Direction(symmetry.direction(direction)),
        Argument::Cell(cell) => Argument::Cell(symmetry.cell(grid, cell)),
        // No symmetry is kept that would make a column that is chosen a row.
        Argument::Column(place) => {
            let is_mirrored = matches!(symmetry, Symmetry::MirrorColumns | Symmetry::TurnAround);
            Argument::Column(mirrored(place, grid.width(), is_mirrored))
        }
        Argument::Row(place) => {
            let is_mirrored = matches!(symmetry, Symmetry::MirrorRows | Symmetry::TurnAround);
            Argument::Row(mirrored(place, grid.height(), is_mirrored))
        }
    });
    Action { arguments, ..action }
}

/// Image of a state: every content lies on the image of its cell, and all else is as it was.
///
/// # Panics
/// If the symmetry does not keep the shape of the board.
pub fn image_of_state(symmetry: Symmetry, state: &State) -> State {
    let (mut image, grid) = (state.clone(), *state.board.grid());
    assert_eq!(symmetry.grid(&grid), grid, "the image of the board has its shape");
    for layer in (0..state.board.layer_count()).map(|layer| Layer(layer as u8)) {
        for cell in grid.cells() {
            image.board.set(layer, symmetry.cell(&grid, cell), state.board.get(layer, cell));
        }
    }
    image
}

/// The symmetries that the rules of a game keep on boards of any shape that is its own image, and whose centre stays
/// where it is if that is read.
fn kept_symmetries(rules: &Rules) -> Vec<Symmetry> {
    let keeps = |symmetry: &Symmetry| *symmetry == Symmetry::Identity || keeps(rules, *symmetry);
    Symmetry::ALL.into_iter().filter(keeps).collect()
}

fn keeps(rules: &Rules, symmetry: Symmetry) -> bool {
    // A later stage is set up anew, from a text that lies one way.
    let is_plain = rules.ends.iter().all(|end| end.kind != EndKind::Stage)
        && rules.actions.iter().all(|action| !action.unordered);
    let mut params = rules.actions.iter().flat_map(|action| &action.params);
    is_plain
        && params.all(|param| match param {
            ParamKind::Direction(ways) => keeps_ways(ways, symmetry),
            ParamKind::Cell => true,
            // A column would become a row.
            ParamKind::Column | ParamKind::Row => !symmetry.is_transposing(),
        })
        && turn_parts(rules).all(|part| keeps_part(part, rules, symmetry))
}

/// All that runs after the set-up.
pub(crate) fn turn_parts(rules: &Rules) -> impl Iterator<Item = Part<'_>> {
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

fn keeps_part(part: Part<'_>, rules: &Rules, symmetry: Symmetry) -> bool {
    match part {
        Part::Statement(statement) => keeps_statement(statement),
        Part::Rule(rule) => {
            has_no_order(rule, rules, symmetry)
                && keeps_reading(&rule.ways, &rule.pattern, symmetry)
        }
        Part::Test(Test::Sees { ways, pattern }) => keeps_reading(ways, pattern, symmetry),
        Part::Condition(condition) => !matches!(condition, Condition::Solvable),
        Part::Expr(number) => keeps_number(number, symmetry),
        // Ways are those of a rule or a test that reads in them.
        Part::Ways(_) | Part::Write(_) | Part::Effect(_) | Part::Pattern(_) | Part::Test(_) => true,
    }
}

/// True if a pattern is read in the images of its directions, or its first step goes anywhere whatever they are.
fn keeps_reading(ways: &Ways, pattern: &Pattern, symmetry: Symmetry) -> bool {
    let bends_first = match pattern {
        Pattern::Sequence(parts) => match &parts[..] {
            [Pattern::Cell { .. }, steps @ ..] => bends_first(steps) != Some(false),
            _ => false,
        },
        Pattern::Cell { .. } => true,
        Pattern::Choice(_)
        | Pattern::Repeat { .. }
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => false,
    };
    bends_first || keeps_ways(ways, symmetry)
}

/// True if what follows a cell bends before it comes to another, false if it does not; `None` where it may be nothing.
fn bends_first(steps: &[Pattern]) -> Option<bool> {
    steps.iter().find_map(|step| match step {
        Pattern::Bend => Some(true),
        Pattern::Sequence(parts) => bends_first(parts),
        // Behind what bends and may be left out the next step has to bend as well.
        Pattern::Repeat { body, least, .. } => {
            bends_first(std::slice::from_ref(body)).filter(|bends| !bends || *least > 0)
        }
        Pattern::Choice(_) | Pattern::Cell { .. } | Pattern::Edge | Pattern::Turn => Some(false),
    })
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
fn has_no_order(rule: &Rule, rules: &Rules, symmetry: Symmetry) -> bool {
    let is_any = match rule.strategy {
        Strategy::All | Strategy::Each => true,
        Strategy::First => reads_chosen_line(rule, rules, symmetry),
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

/// True if all matches of a rule begin in the column or row that was chosen and are looked for along it, in a direction that
/// stays: the first of them is the first of the images.
fn reads_chosen_line(rule: &Rule, rules: &Rules, symmetry: Symmetry) -> bool {
    let (Ways::Fixed(by_player), Some(slot)) = (&rule.ways, chosen_line(&rule.pattern)) else {
        return false;
    };
    let is_along = |direction: Direction| {
        let mut kinds = rules.actions.iter().filter_map(|it| it.params.get(usize::from(slot.0)));
        let is_vertical = matches!(direction, Direction::Up | Direction::Down);
        let is_horizontal = matches!(direction, Direction::Left | Direction::Right);
        kinds.all(|kind| match kind {
            ParamKind::Column => is_vertical,
            ParamKind::Row => is_horizontal,
            ParamKind::Direction(_) | ParamKind::Cell => false,
        })
    };
    rule.from.is_none()
        && rule.pattern.is_line()
        && by_player.iter().all(|directions| match directions[..] {
            [only] => symmetry.direction(only) == only && is_along(only),
            _ => false,
        })
}

/// The slot of the column or row in which the first cell of a pattern must lie.
fn chosen_line(pattern: &Pattern) -> Option<ParamSlot> {
    match pattern {
        Pattern::Cell { test, .. } => chosen_line_of(test),
        Pattern::Sequence(parts) => parts.first().and_then(chosen_line),
        Pattern::Choice(_)
        | Pattern::Repeat { .. }
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => None,
    }
}

fn chosen_line_of(test: &Test) -> Option<ParamSlot> {
    match test {
        Test::InLine(slot) => Some(*slot),
        Test::And(tests) => tests.iter().find_map(chosen_line_of),
        Test::Any
        | Test::Empty
        | Test::Occupied(_)
        | Test::Piece { .. }
        | Test::Letter { .. }
        | Test::Chosen(_)
        | Test::Centre
        | Test::Near(..)
        | Test::Neighbours { .. }
        | Test::Sees { .. }
        | Test::Compare(_)
        | Test::Not(_)
        | Test::Or(_) => None,
    }
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
        | Expr::Function(..)
        | Expr::Negate(_)
        | Expr::Binary(..) => true,
    }
}
