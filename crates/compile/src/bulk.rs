//! Bulk work on one state at a time: playouts, and counting the ways a game can go on.

use masume_rules::action::Action;
use masume_rules::chance::Sampling;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::run::{Host, Legal, Machine, Position, Runtime, Scene};
use crate::{Fallback, Stop};

/// How a playout ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Actions done.
    pub plies: u64,
    /// Where it ended.
    pub state: State,
}

/// What counts as a ply and as a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    /// One action; what ended before is a leaf.
    Action,
    /// One action; what ended before the last ply is no leaf.
    Unfinished,
}

/// Plays uniformly drawn actions.
pub(crate) fn playout<const W: usize>(
    run: &Runtime<W>,
    state: &State,
    agent: &mut Random,
    plies: u64,
    fallback: &mut dyn Fallback,
) -> Result<Played, RunError> {
    let host = Host::new(fallback);
    let mut chance = Sampling;
    let position = Position::of_state(&run.layout, state);
    let mut machine = Machine::for_bulk(run, &host, position, &mut chance);
    let mut done = 0;
    while done < plies && machine.position.outcome.is_none() {
        let legal = machine.legal_now()?;
        let count = legal.len();
        if count == 0 {
            break;
        }
        let chosen = agent.below(count as u64) as usize;
        let Some(action) = legal.nth(run.grid(), chosen) else { break };
        machine.begin_turn(action);
        match machine.run_turn(None, action) {
            Ok(()) => done += 1,
            Err(Stop::Run(error)) => return Err(error),
            // Only listed actions are done, and nothing refuses draws.
            Err(Stop::Illegal | Stop::Drawn) => break,
        }
    }
    Ok(Played { plies: done, state: machine.position.to_state(&run.layout) })
}

impl<const W: usize> Machine<'_, '_, W> {
    /// What the player to act can do: what an end has found, or asked now.
    pub(crate) fn legal_now(&mut self) -> Result<Legal<W>, RunError> {
        match self.carried.take() {
            Some((player, legal)) if player == self.position.to_act => Ok(legal),
            Some(_) | None => {
                Scene::new(self.run, self.host, &self.position, self.position.to_act).legal()
            }
        }
    }
}

/// Counts leaves.
pub(crate) fn perft<const W: usize>(
    run: &Runtime<W>,
    state: &State,
    depth: u32,
    ply: Ply,
    fallback: &mut dyn Fallback,
) -> Result<u64, RunError> {
    let host = Host::new(fallback);
    let mut chance = Sampling;
    let position = Position::of_state(&run.layout, state);
    let mut machine = Machine::for_bulk(run, &host, position, &mut chance);
    let mut levels: Vec<Position> = Vec::new();
    leaves(&mut machine, depth, ply, &mut levels)
}

fn leaves<const W: usize>(
    machine: &mut Machine<'_, '_, W>,
    depth: u32,
    ply: Ply,
    spare: &mut Vec<Position>,
) -> Result<u64, RunError> {
    let leaves_of_end = match ply {
        Ply::Action => 1,
        Ply::Unfinished => 0,
    };
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
    let mut actions: Vec<Action> = Vec::new();
    if count > 1 {
        actions = legal.list(machine.run.grid());
    } else {
        actions.extend(legal.nth(machine.run.grid(), 0));
    }
    for action in actions {
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
