//! What can follow: counting the ways a game can go on, and the children that a search asks for.

use masume_rules::action::Action;
use masume_rules::chance::Sampling;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::State;

use crate::placement::Counted;
use crate::run::{Host, Machine, Position, Runtime, Scene};
use crate::{Fallback, Side, Stop};

/// What counts as a ply and as a leaf.
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

/// The most plies that are counted in lock-step: each has boards of its own. More are counted by the
/// general machine, which does not come to its end anyway where anything can be chosen.
const MOST_LEVELS: u32 = 64;

/// What came of an action.
pub(crate) struct Child {
    /// The number of the position in which it was done.
    pub(crate) parent: usize,
    pub(crate) action: Action,
    pub(crate) position: Position,
}

/// Counts leaves.
pub(crate) fn perft<const W: usize>(
    run: &Runtime<W>,
    state: &State,
    (depth, ply): (u32, Ply),
    side: Side,
    fallback: &mut dyn Fallback,
) -> Result<u64, RunError> {
    let position = Position::of_state(&run.layout, state);
    if let Some(placements) = run.placement_for(&position) {
        let counted = Counted { end_leaves: ply.leaves_of_end(), stop: fallback.stop() };
        let leaves = placements.leaves(&position, depth, counted);
        fallback.stop().check(Span::default())?;
        return Ok(leaves);
    }
    let host = Host::new(fallback, W);
    if (1..=MOST_LEVELS).contains(&depth)
        && let Some(lockstep) = run.lockstep_for(&position, depth.into())
        // Of several errors the first is wanted: the general machine finds it.
        && let Ok(leaves) = lockstep.perft(run, &host, &position, (depth, ply), side)
    {
        return Ok(leaves);
    }
    host.stop.check(Span::default())?;
    let mut chance = Sampling;
    let mut machine = Machine::for_bulk(run, &host, position, &mut chance);
    leaves(&mut machine, depth, ply, &mut Vec::new())
}

/// Counts the leaves of the machine's position, one position after another.
pub(crate) fn leaves<const W: usize>(
    machine: &mut Machine<'_, '_, W>,
    depth: u32,
    ply: Ply,
    spare: &mut Vec<Position>,
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
    let mut before = spare.pop().unwrap_or_else(|| machine.position.clone());
    before.clone_from(&machine.position);
    let mut sum: u64 = 0;
    for action in legal.list(machine.run.grid()) {
        machine.host.stop.check(machine.span)?;
        machine.position.clone_from(&before);
        machine.begin_turn(action);
        match machine.run_turn(None, action) {
            Ok(()) => sum = sum.saturating_add(leaves(machine, depth - 1, ply, spare)?),
            Err(Stop::Run(error)) => return Err(error),
            Err(Stop::Illegal | Stop::Drawn) => {}
        }
    }
    spare.push(before);
    Ok(sum)
}

/// Gives the children of each state, with the number of the state; those of one state in the order of
/// its actions.
pub(crate) fn successors<const W: usize>(
    run: &Runtime<W>,
    states: &[&State],
    side: Side,
    fallback: &mut dyn Fallback,
    done: &mut dyn FnMut(usize, Action, State),
) -> Result<(), RunError> {
    let host = Host::new(fallback, W);
    let open = states.iter().enumerate().filter(|(_, state)| state.outcome.is_none());
    let open = open.map(|(number, state)| (number, Position::of_state(&run.layout, state)));
    let (numbers, positions): (Vec<usize>, Vec<Position>) = open.unzip();
    let mut done = |child: Child| {
        done(numbers[child.parent], child.action, child.position.to_state(&run.layout));
    };
    if let Some(lockstep) = run.lockstep_for_all(&positions) {
        return lockstep.children(run, &host, &positions, side, &mut done);
    }
    for (number, position) in positions.iter().enumerate() {
        children_of(run, &host, (number, position), &mut done)?;
    }
    Ok(())
}

/// Gives the children of one position whose game goes on.
pub(crate) fn children_of<const W: usize>(
    run: &Runtime<W>,
    host: &Host<'_>,
    (parent, position): (usize, &Position),
    done: &mut dyn FnMut(Child),
) -> Result<(), RunError> {
    let legal = Scene::new(run, host, position, position.to_act).legal()?;
    for action in legal.list(run.grid()) {
        host.stop.check(Span::default())?;
        let position = child_of(run, host, position, action)?;
        done(Child { parent, action, position });
    }
    Ok(())
}

/// What comes of a legal action.
pub(crate) fn child_of<const W: usize>(
    run: &Runtime<W>,
    host: &Host<'_>,
    position: &Position,
    action: Action,
) -> Result<Position, RunError> {
    let mut chance = Sampling;
    let mut machine = Machine::for_bulk(run, host, position.clone(), &mut chance);
    machine.begin_turn(action);
    match machine.run_turn(None, action) {
        // Only listed actions are done, and nothing refuses draws.
        Ok(()) | Err(Stop::Illegal | Stop::Drawn) => Ok(machine.position),
        Err(Stop::Run(error)) => Err(error),
    }
}
