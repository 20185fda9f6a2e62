//! Many random games.

use masume_program::Layout;
use masume_rules::action::Action;
use masume_rules::chance::Sampling;
use masume_rules::model::{Player, ValueKind};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::{Outcome, State};

use crate::Stop;
use crate::packed::Packed;
use crate::run::{Host, Legal, Loaded, Machine, Position, Runtime, Scene};

/// Points by player.
pub type Scores = smallvec::SmallVec<[i64; 4]>;

/// End of a playout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Number of the game, counted from 0.
    pub number: u64,
    /// Actions done.
    pub plies: u64,
    /// Outcome of the game; `None` where it was left.
    pub outcome: Option<Outcome>,
    /// Points by player; none in a game without a score.
    pub scores: Scores,
    /// State in which a game that is observed was left, packed; `None` where it ended.
    pub left: Option<Box<[u64]>>,
}

/// Number of boards that are worked on at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// One after another.
    OneByOne,
    /// Many side by side, where the program's shape allows it.
    BySide,
}

/// Way in which random games on many boards are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManyBoards {
    /// All boards run the same instructions side by side.
    Interp {
        /// Indexed by player: how many instructions a turn has.
        turns: Vec<usize>,
        /// Parts of a turn that have none.
        alone: Vec<Alone>,
    },
    /// One board after another.
    OneByOne {
        /// Unsupported, in words that end a sentence.
        because: &'static str,
        /// The index of the action that is at fault, where it is one.
        action: Option<u8>,
    },
}

/// A part of a turn that is done on one board after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alone {
    /// The index of the action whose body it stands in, or whose choices it tells; `None` behind actions.
    pub action: Option<u8>,
    /// The statement or the condition of the text that it belongs to.
    pub span: Option<Span>,
    /// Reason, in words that end a sentence.
    pub because: &'static str,
}

impl std::fmt::Display for ManyBoards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Interp { turns, .. } => {
                let least = turns.iter().copied().min().unwrap_or(0);
                let most = turns.iter().copied().max().unwrap_or(0);
                let least = if least == most { String::new() } else { format!("{least} to ") };
                write!(f, "many boards: side by side, {least}{most} instructions a turn")
            }
            Self::OneByOne { because, .. } => {
                write!(f, "many boards: one after another, because {because}")
            }
        }
    }
}

/// Starts of random games.
#[derive(Clone, Copy)]
pub enum Starts<'g> {
    /// All of them in this state.
    One(&'g State),
    /// Each in a state of its own, by the number of the game.
    Each(&'g dyn Fn(u64) -> Result<State, RunError>),
}

/// Random games that are played. A game is decided by its number alone.
pub struct Games<'g> {
    /// Positions in which they start.
    pub starts: Starts<'g>,
    /// Number of games, counted from 0.
    pub count: u64,
    /// The generator that chooses the actions of a game.
    pub agent: &'g dyn Fn(u64) -> Random,
    /// The generator from which the rules of a game draw; `None` for that of the state.
    pub chance: &'g dyn Fn(u64) -> Option<Random>,
    /// A game that is not over after so many plies is left.
    pub most_plies: u64,
    /// Number of boards on which they are played at once.
    pub side: Side,
    /// Told of every action, in the order of each game: the game, who acts, what is done. To tell it takes time.
    pub observer: Option<&'g dyn Fn(u64, Player, Action)>,
}

impl Games<'_> {
    /// The position where the first game starts.
    pub(crate) fn first(&self, layout: &Layout) -> Result<Position, RunError> {
        match self.starts {
            Starts::One(state) => Ok(Position::of_state(layout, state)),
            Starts::Each(state) => Ok(Position::of_state(layout, &state(0)?)),
        }
    }

    /// State in which a game was left, packed, for its observer.
    pub(crate) fn left(
        &self,
        outcome: Option<Outcome>,
        loaded: &Loaded,
        position: impl FnOnce() -> Position,
    ) -> Option<Box<[u64]>> {
        if outcome.is_some() || self.observer.is_none() {
            return None;
        }
        let packed = Packed::new(loaded);
        let mut words = vec![0; packed.stride()];
        packed.pack(&position(), &mut words);
        Some(words.into_boxed_slice())
    }

    /// Puts a position to where a game starts; the first game's is known.
    ///
    /// # Errors
    /// What setting up that game came to.
    pub(crate) fn put_start(
        &self,
        number: u64,
        first: &Position,
        layout: &Layout,
        position: &mut Position,
    ) -> Result<(), RunError> {
        match self.starts {
            Starts::Each(state) if number > 0 => {
                *position = Position::of_state(layout, &state(number)?);
            }
            Starts::One(_) | Starts::Each(_) => position.clone_from(first),
        }
        if let Some(random) = (self.chance)(number) {
            position.random = random;
        }
        Ok(())
    }
}

/// Plays games one after another, turn by turn.
pub(crate) fn one_by_one<const W: usize>(
    run: &Runtime<W>,
    host: &Host<'_>,
    first: &Position,
    games: &Games<'_>,
    done: &mut dyn FnMut(Played),
) -> Result<(), RunError> {
    let mut chance = Sampling;
    let mut machine = Machine::for_bulk(run, host, first.clone(), &mut chance);
    for number in 0..games.count {
        games.put_start(number, first, &run.layout, &mut machine.position)?;
        machine.carried = None;
        let mut agent = (games.agent)(number);
        let played = machine.play(&mut agent, (games, number), games.most_plies)?;
        done(played);
    }
    Ok(())
}

impl<const W: usize> Machine<'_, '_, W> {
    /// Plays actions that the agent draws uniformly among the legal ones, until the game is over,
    /// nothing is legal, or so many plies are done. The game is told only for who observes it.
    pub(crate) fn play(
        &mut self,
        agent: &mut Random,
        (games, number): (&Games<'_>, u64),
        plies: u64,
    ) -> Result<Played, RunError> {
        let mut done = 0;
        while done < plies && self.position.outcome.is_none() {
            self.host.stop.check(self.frame.span)?;
            let legal = self.legal_now()?;
            let count = legal.len();
            if count == 0 {
                break;
            }
            let chosen = agent.below(count as u64) as usize;
            let Some(action) = legal.nth(self.run.grid(), chosen) else { break };
            if let Some(observer) = games.observer {
                observer(number, self.position.to_act, action);
            }
            self.begin_turn(action);
            match self.run_turn(None, action) {
                Ok(()) => done += 1,
                Err(Stop::Run(error)) => return Err(error),
                // Only listed actions are done, and nothing refuses draws.
                Err(Stop::Illegal | Stop::Drawn) => break,
            }
        }
        let (outcome, scores) = (self.position.outcome, self.scores()?);
        let left = games.left(outcome, self.run, || self.position.clone());
        Ok(Played { number, plies: done, outcome, scores, left })
    }

    /// Points by player: of the score of each, or the value that counts them.
    pub(crate) fn scores(&self) -> Result<Scores, RunError> {
        let mut scores = Scores::new();
        let value = self.run.rules.values.iter().position(|it| it.kind == ValueKind::Score);
        for program in &self.run.programs {
            match (&program.score, value) {
                (Some((score, span)), _) => {
                    self.run.budget.points.clone()?;
                    let mut scene = Scene::new(self.run, self.host, &self.position, program.player);
                    scene.span = *span;
                    scores.push(scene.number_at(score, None, &[])?);
                }
                (None, Some(index)) => scores.extend(self.position.values.get(index).copied()),
                (None, None) => {}
            }
        }
        Ok(scores)
    }

    /// Choices of the player to act: those that an end has found, or asked now.
    pub(crate) fn legal_now(&mut self) -> Result<Legal<W>, RunError> {
        match self.carried.take() {
            Some((player, legal)) if player == self.position.to_act => Ok(legal),
            Some(_) | None => {
                Scene::new(self.run, self.host, &self.position, self.position.to_act).legal()
            }
        }
    }
}
