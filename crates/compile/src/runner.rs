//! One interface to runtimes of every width.

use masume_rules::action::{Action, Choice};
use masume_rules::chance::{Chance, Sampling};
use masume_rules::frame::action_bit;
use masume_rules::model::{Player, Rules};
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Board, State};

use crate::lockstep::Why;
use crate::program::{Layout, Program};
use crate::run::{Host, Machine, Position, Runtime, Scene};
use crate::{Fallback, Games, ManyBoards, Played, Ply, Scores, Side, Stop, bulk, tree};

/// A runtime of some width.
pub(crate) trait Runner: Send + Sync + std::fmt::Debug {
    fn rules(&self) -> &Rules;
    fn layout(&self) -> &Layout;
    fn programs(&self) -> &[Program];
    fn legal_actions(
        &self,
        state: &State,
        fallback: &mut dyn Fallback,
    ) -> Result<Vec<Action>, RunError>;
    fn is_legal(
        &self,
        state: &State,
        action: Action,
        fallback: &mut dyn Fallback,
    ) -> Result<bool, RunError>;
    fn apply(
        &self,
        state: &State,
        action: Action,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop>;
    fn start(
        &self,
        board: &Board,
        random: Random,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop>;
    fn scores(&self, state: &State, fallback: &mut dyn Fallback) -> Result<Scores, RunError>;
    fn playouts(
        &self,
        games: &Games<'_>,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError>;
    fn perft(
        &self,
        state: &State,
        counted: (u32, Ply),
        side: Side,
        fallback: &mut dyn Fallback,
    ) -> Result<u64, RunError>;
    fn successors(
        &self,
        states: &[&State],
        side: Side,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(usize, Action, State),
    ) -> Result<(), RunError>;
    fn many_boards(&self) -> ManyBoards;
    fn lockstep_text(&self) -> Option<String>;
}

impl<const W: usize> Runner for Runtime<W> {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn programs(&self) -> &[Program] {
        &self.programs
    }

    fn legal_actions(
        &self,
        state: &State,
        fallback: &mut dyn Fallback,
    ) -> Result<Vec<Action>, RunError> {
        if state.outcome.is_some() {
            return Ok(Vec::new());
        }
        let position = Position::of_state(&self.layout, state);
        let host = Host::new(fallback, W);
        let legal = Scene::new(self, &host, &position, position.to_act).legal()?;
        Ok(legal.list(self.grid()))
    }

    fn is_legal(
        &self,
        state: &State,
        action: Action,
        fallback: &mut dyn Fallback,
    ) -> Result<bool, RunError> {
        if state.outcome.is_some() {
            return Ok(false);
        }
        let position = Position::of_state(&self.layout, state);
        let host = Host::new(fallback, W);
        Scene::new(self, &host, &position, position.to_act).is_legal(action)
    }

    fn apply(
        &self,
        state: &State,
        action: Action,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop> {
        let position = Position::of_state(&self.layout, state);
        let host = Host::new(fallback, W);
        let scene = Scene::new(self, &host, &position, position.to_act);
        if state.outcome.is_some() || !scene.is_allowed(action)? {
            return Err(Stop::Illegal);
        }
        let acting = position.to_act;
        let mut machine = Machine::new(self, &host, position.clone(), acting, chance);
        machine.run_turn(Some(&position), action)?;
        Ok(machine.position.to_state(&self.layout))
    }

    fn start(
        &self,
        board: &Board,
        random: Random,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop> {
        let state = State {
            board: board.clone(),
            values: self.rules.values.iter().map(|value| value.initial).collect(),
            to_act: Player(0),
            ply: 0,
            passes: 0,
            goals: 0,
            outcome: None,
            random,
        };
        let host = Host::new(fallback, W);
        let position = Position::of_state(&self.layout, &state);
        let mut machine = Machine::new(self, &host, position, Player(0), chance);
        machine.run_start()?;
        machine.see_before_first();
        machine.ask_ends(true)?;
        machine.position.to_act = Player(0);
        Ok(machine.position.to_state(&self.layout))
    }

    fn scores(&self, state: &State, fallback: &mut dyn Fallback) -> Result<Scores, RunError> {
        let position = Position::of_state(&self.layout, state);
        let host = Host::new(fallback, W);
        let mut chance = Sampling;
        Machine::for_bulk(self, &host, position, &mut chance).scores()
    }

    fn playouts(
        &self,
        games: &Games<'_>,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError> {
        bulk::playouts(self, games, fallback, done)
    }

    fn perft(
        &self,
        state: &State,
        counted: (u32, Ply),
        side: Side,
        fallback: &mut dyn Fallback,
    ) -> Result<u64, RunError> {
        tree::perft(self, state, counted, side, fallback)
    }

    fn successors(
        &self,
        states: &[&State],
        side: Side,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(usize, Action, State),
    ) -> Result<(), RunError> {
        tree::successors(self, states, side, fallback, done)
    }

    fn many_boards(&self) -> ManyBoards {
        match self.lockstep() {
            Ok(lockstep) => ManyBoards::Lockstep { turns: lockstep.turns() },
            Err(Why(because)) => ManyBoards::OneByOne { because },
        }
    }

    fn lockstep_text(&self) -> Option<String> {
        self.lockstep().ok().map(|lockstep| lockstep.text(self))
    }
}

/// What bulk work needs of one turn after the other.
impl<'s, 'h, const W: usize> Machine<'s, 'h, W> {
    /// The machine that works through a game by itself.
    pub(crate) fn for_bulk(
        run: &'s Runtime<W>,
        host: &'s Host<'h>,
        position: Position,
        chance: &'s mut Sampling,
    ) -> Self {
        let acting = position.to_act;
        Self::new(run, host, position, acting, chance)
    }

    /// Sets the machine to the next turn of its position.
    pub(crate) fn begin_turn(&mut self, action: Action) {
        self.acting = self.position.to_act;
        self.next = self.acting;
        self.has_drawn = false;
        self.asked = match action.choice {
            Choice::Declared(index) => action_bit(index),
            Choice::Pass => 0,
        };
        self.locals.fill(0);
    }
}
