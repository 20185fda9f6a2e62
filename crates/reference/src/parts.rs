//! Parts of rules, for an executor that cannot run one of them itself.
//!
//! Each function does what the reference does with that part in the middle of a turn, and knows
//! nothing of who asks. A part is a whole statement, test, condition or number: what stands inside
//! an `all { … }` block sees what its neighbours have not written yet, so the block is the part.
//!
//! A call takes time beyond its work: it copies the state and builds the graphs of its patterns.

use masume_board::Cell;
use masume_rules::chance::Chance;
use masume_rules::frame::Frame;
use masume_rules::model::{Condition, Expr, Statement, Test};
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::machine::{Machine, Stop};
use crate::scene::{Context, Letters, Scene};
use crate::{Run, Solvable};

pub use crate::statements::Ran;

/// Reason why a statement did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartStop {
    /// A requirement of the action does not hold: the action is illegal.
    Illegal,
    /// It came to a draw, and chance refused it.
    Drawn,
    /// Something went wrong.
    Run(RunError),
}

impl From<Stop> for PartStop {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Illegal => Self::Illegal,
            Stop::Drawn => Self::Drawn,
            Stop::Run(error) => Self::Run(error),
        }
    }
}

/// Runs one statement where the frame stands. The state and the frame (its locals, its fuel,
/// whether anything was drawn, what an error would be blamed on) are then those behind it.
///
/// An `until` does nothing, as anywhere but in `start` itself.
///
/// # Errors
/// State and frame are unchanged where the statement does not come to its end.
pub fn run_statement<'r>(
    run: impl Into<Run<'r>>,
    state: &mut State,
    frame: &mut Frame,
    statement: &Statement,
    chance: &mut dyn Chance,
    solvable: &mut Solvable<'_>,
) -> Result<Ran, PartStop> {
    let run: Run<'_> = run.into();
    let context = Context::with_solver(run, state.board.grid(), solvable);
    let mut machine = Machine::in_frame(&context, state.clone(), frame.clone(), chance);
    let ran = machine.run(statement)?;
    (*state, *frame) = (machine.state, machine.frame);
    Ok(ran)
}

/// All cells that pass, those of the rim included, in reading order. Each cell binds its own
/// letters.
///
/// # Errors
/// What goes wrong in the test.
pub fn cells<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    frame: &Frame,
    test: &Test,
    solvable: &mut Solvable<'_>,
) -> Result<Vec<Cell>, RunError> {
    let run: Run<'_> = run.into();
    let context = Context::with_solver(run, state.board.grid(), solvable);
    let scene = Scene::in_frame(&context, state, frame);
    let mut found = Vec::new();
    for cell in state.board.grid().cells() {
        if scene.test(test, cell, &mut Letters::default())? {
            found.push(cell);
        }
    }
    Ok(found)
}

/// True if the condition holds.
///
/// # Errors
/// What goes wrong in the condition.
pub fn condition<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    frame: &Frame,
    condition: &Condition,
    solvable: &mut Solvable<'_>,
) -> Result<bool, RunError> {
    let run: Run<'_> = run.into();
    let context = Context::with_solver(run, state.board.grid(), solvable);
    Scene::in_frame(&context, state, frame).condition(condition, &Letters::default())
}

/// Value of the expression, outside any cell.
///
/// # Errors
/// What goes wrong in the expression.
pub fn number<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    frame: &Frame,
    expr: &Expr,
    solvable: &mut Solvable<'_>,
) -> Result<i64, RunError> {
    let run: Run<'_> = run.into();
    let context = Context::with_solver(run, state.board.grid(), solvable);
    Scene::in_frame(&context, state, frame).number(expr, None, &Letters::default())
}
