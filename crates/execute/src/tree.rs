//! Trees of play: the number of ways in which a game can go on, and the children that a search asks
//! for.

use masume_rules::action::Action;
use masume_rules::run_error::{RunError, Span};

use crate::Stop;
use crate::general::General;
use crate::run::{Host, Machine, Position, Runtime, Scene};

/// Meaning of a ply and of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    /// One action; what ended before is a leaf.
    Action,
    /// One action; what ended before the last ply is no leaf.
    Unfinished,
}

impl Ply {
    /// Leaves of a state after which nothing comes, before the last ply.
    pub(crate) fn leaves_of_end(self) -> u64 {
        match self {
            Self::Action => 1,
            Self::Unfinished => 0,
        }
    }
}

/// Successor by an action.
pub(crate) struct Child<'c> {
    /// The number of the position in which it was done.
    pub(crate) parent: usize,
    pub(crate) action: Action,
    pub(crate) position: &'c Position,
}

/// Positions whose children are asked for.
pub(crate) trait Parents {
    /// Number of children.
    fn count(&self) -> usize;

    /// Makes a position what the one of this number is.
    fn put(&self, number: usize, to: &mut Position);
}

/// Counts the leaves of the machine's position, one position after another.
pub(crate) fn leaves<const W: usize>(
    machine: &mut Machine<'_, '_, W>,
    depth: u32,
    ply: Ply,
) -> Result<u64, RunError> {
    let leaves_of_end = ply.leaves_of_end();
    if depth == 0 {
        return Ok(1);
    }
    if machine.position.outcome.is_some() {
        return Ok(leaves_of_end);
    }
    let legal = machine.legal_now()?;
    let count = legal.len();
    if count == 0 {
        return Ok(leaves_of_end);
    }
    if depth == 1 {
        return Ok(count as u64);
    }
    let before = machine.position.clone();
    let mut sum: u64 = 0;
    for action in legal.list(machine.run.grid()) {
        machine.host.stop.check(machine.frame.span)?;
        machine.position.clone_from(&before);
        machine.begin_turn(action);
        match machine.run_turn(None, action) {
            Ok(()) => sum = sum.saturating_add(leaves(machine, depth - 1, ply)?),
            Err(Stop::Run(error)) => return Err(error),
            Err(Stop::Illegal | Stop::Drawn) => {}
        }
    }
    Ok(sum)
}

/// Counts the leaves of a position, or of what comes of an action there.
pub(crate) fn leaves_after<const W: usize>(
    machine: &mut Machine<'_, '_, W>,
    action: Option<Action>,
    (depth, ply): (u32, Ply),
) -> Result<u64, RunError> {
    if let Some(action) = action {
        machine.begin_turn(action);
        match machine.run_turn(None, action) {
            Ok(()) => {}
            Err(Stop::Run(error)) => return Err(error),
            Err(Stop::Illegal | Stop::Drawn) => return Ok(0),
        }
    }
    leaves(machine, depth, ply)
}

/// Gives the children of one position; none where its game has ended.
pub(crate) fn children_of<const W: usize>(
    run: &Runtime<W>,
    host: &Host<'_>,
    (parent, before): (usize, &Position),
    done: &mut dyn FnMut(Child<'_>),
) -> Result<(), RunError> {
    if before.outcome.is_some() {
        return Ok(());
    }
    let legal = Scene::new(run, host, before, before.to_act).legal()?;
    for action in legal.list(run.grid()) {
        let position = &child_of(run, host, before, action)?;
        // Kernels that are stopped break off.
        host.stop.check(Span::default())?;
        done(Child { parent, action, position });
    }
    Ok(())
}

/// The number of actions of a position; none where its game has ended.
pub(crate) fn action_count<const W: usize>(
    run: &Runtime<W>,
    host: &Host<'_>,
    position: &Position,
) -> Result<u32, RunError> {
    if position.outcome.is_some() {
        return Ok(0);
    }
    let legal = Scene::new(run, host, position, position.to_act).legal()?;
    Ok(u32::try_from(legal.len()).unwrap_or(u32::MAX))
}

/// The position after a legal action.
pub(crate) fn child_of(
    run: &dyn General,
    host: &Host<'_>,
    position: &Position,
    action: Action,
) -> Result<Position, RunError> {
    let (position, ran) = run.turn(host, position.clone(), action);
    match ran {
        // Only listed actions are done, and nothing refuses draws.
        Ok(()) | Err(Stop::Illegal | Stop::Drawn) => Ok(position),
        Err(Stop::Run(error)) => Err(error),
    }
}
