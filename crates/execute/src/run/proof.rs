//! Facts that hold in every state of a game, read from its programs.

use masume_program::{Layout, Op, Program, Put, Set, ops};
use masume_rules::model::{Content, EMPTY, Layer};

/// Indexed [player][end]: whether only that player's own turn can complete a line that the end asks
/// for, so that it need be asked only around what changed in the turn.
pub(super) fn beside(programs: &[Program], layout: &Layout) -> Vec<Vec<bool>> {
    programs
        .iter()
        .map(|program| {
            let others = || programs.iter().filter(|other| other.player != program.player);
            program
                .ends
                .iter()
                .map(|end| {
                    let Some(beside) = &end.beside else { return false };
                    let Set::Planes(planes) = &program.sets[usize::from(beside.set.0)] else {
                        return false;
                    };
                    others().all(|other| !fills(other, layout, planes))
                })
                .collect()
        })
        .collect()
}

/// True if a turn of the player might put anything into one of the planes.
fn fills(program: &Program, layout: &Layout, planes: &[u16]) -> bool {
    let is_one = |layer: Layer, content: Content| {
        layout.plane(layer, content).is_none_or(|plane| planes.contains(&plane))
    };
    let mut bodies = program.actions.iter().map(|action| &action.body);
    bodies.any(|body| puts(body, &is_one)) || puts(&program.then, &is_one)
}

/// True if a block puts such a content anywhere.
fn puts(block: &[Op], is_one: &dyn Fn(Layer, Content) -> bool) -> bool {
    ops(block).any(|op| match op {
        Op::Rule(rule) => {
            rule.alternatives.iter().flat_map(|it| it.puts.iter().flatten()).any(|put| match put {
                Put::Clear(_) => false,
                Put::Piece(layer, content) => *content != EMPTY && is_one(*layer, *content),
                Put::Letter(..) | Put::Number(..) => true,
            })
        }
        Op::Relocate { .. }
        | Op::March(_)
        | Op::Deal { .. }
        | Op::Shuffle { .. }
        | Op::Picture(..)
        | Op::Reference { .. } => true,
        Op::OrElse(_)
        | Op::Must(_)
        | Op::Simultaneous { .. }
        | Op::Repeat(..)
        | Op::Times(..)
        | Op::If(..)
        | Op::Until(..)
        | Op::Let(..)
        | Op::Effects(..)
        | Op::Require(..) => false,
    })
}

/// True if asking what the player can do cannot end in an error.
pub(super) fn cannot_fail(program: &Program) -> bool {
    program.actions.iter().all(|action| action.plan.always_tells() && action.when.is_none())
}
