//! The slow, obvious executor of Masume: it defines what is right.
//!
//! It walks cells and backtracks, and is written from the specification alone. Every other
//! executor is held to it, on random games, boards and plays.
//!
//! # What it must not know
//! The text of games, and how other executors work. It depends on the model of the rules and on
//! the board's geometry, and on nothing that compiles either.
//!
//! # Where to start reading
//! The functions below ([`parts`] are those of them for other executors), then `turn.rs` for the order of things, `statements.rs` and `rewrite.rs`
//! for what a rule does, `search.rs` for what a match is.

mod automaton;
mod candidates;
mod deal;
mod effects;
mod evaluate;
mod legal;
mod machine;
mod march;
mod matches;
mod number;
pub mod parts;
mod rewrite;
mod scene;
mod search;
mod statements;
mod turn;

use masume_board::Cell;
use masume_rules::action::{Action, Choice};
use masume_rules::chance::{self, ChanceEvent, Refusing, Sampling};
use masume_rules::model::{Condition, Expr, Player, RuleId, Rules, Test};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::{Board, State};
use masume_rules::stop::StopToken;

use legal::Asking;
use machine::Stop;
use scene::{Context, Letters, Scene};

/// Decides whether a state can be won; the caller brings a solver.
///
/// It is asked in `start`, `then`, `again` and the ends, never while the legality of an action is
/// decided: where no solver is brought, nothing is solvable.
pub type Solvable<'a> = dyn FnMut(&State) -> bool + 'a;

/// The rules that are asked, and what may stop them. Rules alone are never stopped.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Asked at each test of a cell, rule pass, round and candidate.
    pub stop: Option<&'a StopToken>,
}

impl<'a> From<&'a Rules> for Run<'a> {
    fn from(rules: &'a Rules) -> Self {
        Self { rules, stop: None }
    }
}

/// Reason why an action was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApplyError {
    /// It is not among the legal actions.
    Illegal,
    /// The rules went wrong.
    Run(RunError),
}

impl From<Stop> for ApplyError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Illegal => Self::Illegal,
            // Only who asks about legality refuses draws.
            Stop::Drawn => Self::Illegal,
            Stop::Run(error) => Self::Run(error),
        }
    }
}

/// One rule, relocation, march, deal or shuffle that found something to work on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule.
    pub rule: RuleId,
    /// Its place in the author's text.
    pub span: Span,
    /// Cells of its matches, each in the order of the pattern; none of what has no pattern.
    pub paths: Vec<Vec<Cell>>,
    /// The board after it; for rules that see the same board, after all of them.
    pub board: Board,
}

/// A new game on an empty board or a level: values, `start` with its `until`, the ends.
///
/// # Errors
/// What goes wrong while `start` runs or the ends are asked.
pub fn start<'r>(
    run: impl Into<Run<'r>>,
    board: Board,
    random: Random,
    solvable: &mut Solvable<'_>,
) -> Result<State, RunError> {
    let run: Run<'_> = run.into();
    let context = Context::with_solver(run, board.grid(), solvable);
    turn::start(&context, board, random, &mut Sampling).map_err(run_error)
}

/// Every outcome of chance in the set-up, their probabilities summing to 1; one where there is no
/// chance. Nothing is solvable here.
///
/// # Errors
/// What goes wrong; `TooManyChances` for more than `bound` sequences of choices, and where
/// `until` asks to set up anew.
pub fn start_events<'r>(
    run: impl Into<Run<'r>>,
    board: &Board,
    random: Random,
    bound: usize,
) -> Result<Vec<ChanceEvent>, RunError> {
    let run: Run<'_> = run.into();
    let context = Context::new(run, board.grid());
    chance::enumerate(bound, Span::default(), |replay| {
        turn::start(&context, board.clone(), random, replay)
    })
    .map_err(run_error)
}

/// The legal actions, sorted; none where the game has ended.
///
/// # Errors
/// What goes wrong while their bodies run.
pub fn legal_actions<'r>(run: impl Into<Run<'r>>, state: &State) -> Result<Vec<Action>, RunError> {
    let run: Run<'_> = run.into();
    if state.outcome.is_some() {
        return Ok(Vec::new());
    }
    Asking::new(&Context::new(run, state.board.grid()), state, state.to_act).legal_actions()
}

/// True if the action is among the legal ones.
///
/// # Errors
/// What goes wrong while its body runs.
pub fn is_legal<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    action: Action,
) -> Result<bool, RunError> {
    let run: Run<'_> = run.into();
    if state.outcome.is_some() {
        return Ok(false);
    }
    Asking::new(&Context::new(run, state.board.grid()), state, state.to_act).is_legal(action)
}

/// The state after an action and all that follows it, up to the next player's turn.
///
/// # Errors
/// `Illegal` if the action is not in `legal_actions(rules, state)`, or what goes wrong.
pub fn apply<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    action: Action,
    solvable: &mut Solvable<'_>,
) -> Result<State, ApplyError> {
    let run: Run<'_> = run.into();
    let context = Context::with_solver(run, state.board.grid(), solvable);
    Ok(turn::apply(&context, state, action, &mut Sampling, None)?.0)
}

/// Every outcome of an action, their probabilities summing to 1, in the order of choices; one
/// where there is no chance. Nothing is solvable here.
///
/// # Errors
/// `Illegal` if the action is not legal, or what goes wrong; `TooManyChances` for more than
/// `bound` sequences of choices.
pub fn chance_events<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    action: Action,
    bound: usize,
) -> Result<Vec<ChanceEvent>, ApplyError> {
    let run: Run<'_> = run.into();
    let blamed = match action.choice {
        Choice::Declared(index) => run.rules.actions.get(usize::from(index)).map(|info| info.span),
        Choice::Pass => None,
    };
    let blamed = blamed.unwrap_or_default();
    let context = Context::new(run, state.board.grid());
    let events = chance::enumerate(bound, blamed, |replay| {
        turn::apply(&context, state, action, replay, None).map(|(state, _)| state)
    });
    Ok(events?)
}

/// Asks the ends of a state that was read from text; `win stage` is not asked.
///
/// # Errors
/// What goes wrong; the state is as it was then.
pub fn judge<'r>(run: impl Into<Run<'r>>, state: &mut State) -> Result<(), RunError> {
    let run: Run<'_> = run.into();
    let context = Context::new(run, state.board.grid());
    *state = turn::judge(&context, state.clone(), &mut Refusing).map_err(run_error)?;
    Ok(())
}

/// A player's points; `None` where the game has no `score` for each player.
///
/// # Errors
/// What goes wrong in the expression.
pub fn score<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    player: Player,
) -> Result<Option<i64>, RunError> {
    let run: Run<'_> = run.into();
    let context = Context::new(run, state.board.grid());
    let Some(score) = &context.rules.score else { return Ok(None) };
    context.prices.points()?;
    let scene = Scene { span: score.span, ..Scene::new(&context, state, player) };
    scene.number(&score.value, None, &Letters::default()).map(Some)
}

/// A number that the game says, asked by the player to act, with the arguments of an action.
///
/// # Errors
/// What goes wrong in the expression.
pub fn number<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    action: Option<Action>,
    expr: &Expr,
) -> Result<i64, RunError> {
    asked(run.into(), state, action, |context, scene| {
        context.prices.number(expr, scene.span)?;
        scene.number(expr, None, &Letters::default())
    })
}

/// True if a condition holds in the state, asked by the player to act, with the arguments of an action.
///
/// # Errors
/// Errors of the condition.
pub fn condition<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    action: Option<Action>,
    condition: &Condition,
) -> Result<bool, RunError> {
    asked(run.into(), state, action, |context, scene| {
        context.prices.condition(condition, scene.span)?;
        scene.condition(condition, &Letters::default())
    })
}

/// An answer of a state to the player to act, with the arguments of an action.
fn asked<'a, T>(
    run: Run<'a>,
    state: &State,
    action: Option<Action>,
    ask: impl FnOnce(&Context<'a>, &Scene<'_, 'a>) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let context = Context::new(run, state.board.grid());
    let mut scene = Scene::new(&context, state, state.to_act);
    if let Some(action) = action {
        scene.arguments = action.arguments;
    }
    ask(&context, &scene)
}

/// True if a cell passes a test, `mine` being this player's; a cell off the board passes none.
///
/// # Errors
/// What goes wrong in the test.
pub fn holds<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    test: &Test,
    cell: Cell,
    player: Player,
) -> Result<bool, RunError> {
    let run: Run<'_> = run.into();
    if !state.board.grid().has(cell) {
        return Ok(false);
    }
    let context = Context::new(run, state.board.grid());
    context.prices.test(test)?;
    Scene::new(&context, state, player).test(test, cell, &mut Letters::default())
}

/// Steps that fire when the action is done, in order, for those who write games.
///
/// # Errors
/// As [`apply`].
pub fn trace<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    action: Action,
) -> Result<Vec<Step>, ApplyError> {
    let run: Run<'_> = run.into();
    let context = Context::new(run, state.board.grid());
    let steps = turn::apply(&context, state, action, &mut Sampling, Some(Vec::new()))?.1;
    Ok(steps.unwrap_or_default())
}

/// Place of the statement that requires what does not hold, for which the action is illegal; `None`
/// where it is legal, or illegal for another reason.
///
/// # Errors
/// What goes wrong in the rules.
pub fn unmet<'r>(
    run: impl Into<Run<'r>>,
    state: &State,
    action: Action,
) -> Result<Option<Span>, RunError> {
    let run: Run<'_> = run.into();
    let context = Context::new(run, state.board.grid());
    turn::unmet(&context, state, action)
}

/// Error of the run, where nothing can be illegal and nothing is refused.
fn run_error(stop: Stop) -> RunError {
    match stop {
        Stop::Run(error) => error,
        Stop::Illegal | Stop::Drawn => {
            RunError { kind: RunErrorKind::OutOfFuel, span: Span::default() }
        }
    }
}
