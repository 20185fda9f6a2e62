//! Many boards in lock-step.
//!
//! The turns of a game become straight code over registers, each of which holds something of every
//! board of a table: no board waits for a branch of another, and every instruction is done to all of
//! them by vector instructions. What a board cannot do that way (the rules are at fault, a stage is
//! won, numbers are huge) is done again by itself. What has no such code is played one game after
//! another.
//!
//! `code.rs` has the instructions, `translate` makes them from programs, `run.rs` runs them,
//! `play.rs` plays games.

mod choose;
mod code;
mod emit;
mod march;
mod play;
mod registers;
mod run;
mod slide;
mod table;
mod tidy;
mod translate;

use masume_rules::run_error::RunError;

use crate::run::{Host, Position, Runtime};
use crate::{Games, Played, Side};
use choose::{MOST_ACTIONS, Shape};
use march::Hunts;
use run::Ground;
pub(crate) use translate::Why;
use translate::{FAR, GameCode, translate};

/// Boards that are played side by side.
const LANES: usize = 16;

/// A game as code for many boards.
#[derive(Clone, Debug)]
pub(crate) struct Lockstep<const W: usize> {
    code: GameCode,
    shape: Shape<W>,
    hunts: Hunts<W>,
}

/// A game that plays many boards at a time: a trait, so that wide boards, whose sets do not stay near,
/// have no code built for them.
pub(crate) trait SideBySide<const W: usize>: Send + Sync + std::fmt::Debug {
    /// Plays random games from one position on, and gives each as it ends.
    fn play(
        &self,
        run: &Runtime<W>,
        host: &Host<'_>,
        start: &Position,
        games: &Games<'_>,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError>;
}

impl<const W: usize> SideBySide<W> for Lockstep<W> {
    fn play(
        &self,
        run: &Runtime<W>,
        host: &Host<'_>,
        start: &Position,
        games: &Games<'_>,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError> {
        match games.side {
            Side::OneByOne => play::play::<W, 1>(self, run, host, start, games, done),
            Side::BySide => play::play::<W, LANES>(self, run, host, start, games, done),
        }
    }
}

/// Whether the numbers of a position leave room to count.
pub(crate) fn fits(position: &Position) -> bool {
    position.values.iter().all(|value| (-FAR..FAR).contains(value))
}

impl<const W: usize> Lockstep<W> {
    /// The code of a game, or why it has none.
    pub(crate) fn new(run: &Runtime<W>) -> Result<Self, Why> {
        if !run.steps.are_near() {
            return Err(Why("its rows have more than 62 cells"));
        }
        if run.rules.actions.len() > MOST_ACTIONS {
            return Err(Why("it has more than 8 actions"));
        }
        let code = translate(&run.rules, &run.layout, &run.programs)?;
        if std::env::var("DBGCODE").is_ok() { for p in &code.players { eprintln!("TURN {}", p.turn.instructions.len()); for i in &p.turn.instructions { eprintln!("  {i:?}"); } eprintln!("{:?}", p.picks); } }
        let marches = code.players.iter().any(|player| player.turn.marches());
        let hunts = if marches { Hunts::new(run.grid()) } else { Hunts::default() };
        Ok(Self { code, shape: Shape::new(run.grid()), hunts })
    }

    fn ground<'g>(&'g self, run: &'g Runtime<W>) -> Ground<'g, W> {
        Ground {
            steps: &run.steps,
            players: self.code.players.len() as u32,
            hunts: &self.hunts,
            slides: &self.code.slides,
        }
    }
}
