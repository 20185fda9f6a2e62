//! Measuring one row: both sides made ready, compared, and run in turn.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use masume_engine::{Executor, InstructionSet, State};
use serde::Serialize;

use crate::by_hand;
use crate::measure::{self, Effort, Pairs, thread_time};
use crate::ours::{self, OursError};
use crate::rows::{Rival, Row};
use crate::work::{Games, Numbers, Start, Work, levels_by_hand};

/// Reason why a row has no figures.
#[derive(Debug)]
pub enum RowError {
    /// Our side did not come to its end.
    Ours(OursError),
    /// The sides did not compute the same numbers: ours, and the other's.
    Differ(Box<(Numbers, Numbers)>),
    /// There is nothing to compare with: the row's game was not written by hand.
    NoRival,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(error) => error.fmt(f),
            Self::Differ(numbers) => {
                let (ours, theirs) = numbers.as_ref();
                write!(f, "the sides differ: ours found {ours}, the other {theirs}")
            }
            Self::NoRival => f.write_str("this game is not written by hand"),
        }
    }
}

impl std::error::Error for RowError {}

impl From<OursError> for RowError {
    fn from(error: OursError) -> Self {
        Self::Ours(error)
    }
}

/// Verdict on a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As fast as wished.
    Aim,
    /// As fast as it must be.
    Must,
    /// Slower than it must be.
    Below,
}

impl Verdict {
    /// Of a ratio, where more is better.
    pub fn of(ratio: f64, must: f64, aim: f64) -> Self {
        if ratio >= aim {
            Self::Aim
        } else if ratio >= must {
            Self::Must
        } else {
            Self::Below
        }
    }

    /// Two or three words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Aim => "aim met",
            Self::Must => "must met",
            Self::Below => "below must",
        }
    }
}

/// The figures of a row.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The row's name.
    pub name: String,
    /// Unit that is counted.
    pub unit: String,
    /// Executor of our side.
    pub ours: String,
    /// Runner of the other side.
    pub rival: String,
    /// Units per second of processor time, the median.
    pub ours_per_second: f64,
    /// The same of the other side.
    pub rival_per_second: f64,
    /// Ratio of speeds, ours to the other's: the median over the pairs.
    pub ratio: f64,
    /// Ratio that it must reach.
    pub must: f64,
    /// Ratio that it should reach.
    pub aim: f64,
    /// Verdict on that.
    pub verdict: Verdict,
    /// Units per second of the best general system that was measured.
    pub others_per_second: Option<f64>,
    /// Numbers that both sides computed.
    pub numbers: String,
    /// Seconds of one run of the work, ours and the other's, pair by pair.
    pub pairs: Vec<(f64, f64)>,
}

/// Of the small amounts the reference takes longer; what is several times as fast does not.
const NEXT_TO_NOTHING: Duration = Duration::from_millis(20);

type Side = Box<dyn FnMut() -> Result<Numbers, OursError>>;

/// Runs both sides of a row: once for their numbers, then in turn for their time.
///
/// # Errors
/// [`RowError`]; a row whose sides differ is not measured.
pub fn measure(row: &Row, effort: Effort) -> Result<Measured, RowError> {
    let instructions = effort.instructions;
    let amount = amount(row, instructions)?;
    let mut ours = engine_side(row, (row.ours, instructions), amount)?;
    let numbers = ours()?;
    let (pairs, rival) = match row.rival {
        Rival::Published(figure) => {
            (against_figure(effort, row, &mut ours, &numbers, figure)?, "published")
        }
        Rival::Rbg(figure) => (against_rbg(effort, row, &mut ours, &numbers, figure)?, "RBG"),
        Rival::ByHand => {
            let found = hand_side(row, amount)?()?;
            check(&numbers, &found)?;
            (against_hand(effort, row, amount, &mut ours, &numbers)?, "by hand")
        }
        Rival::Peer(name) => (against_hand(effort, row, amount, &mut ours, &numbers)?, name),
        Rival::Executor(executor) => {
            let theirs = engine_side(row, (executor, instructions), amount)?;
            (against_side(effort, &numbers, &mut ours, theirs)?, executor.name())
        }
    };
    let units = row.unit.of(&numbers) as f64;
    let (ours_seconds, rival_seconds) = pairs.medians();
    let ratio = pairs.ratio();
    Ok(Measured {
        name: row.name.to_owned(),
        unit: row.unit.name().to_owned(),
        ours: row.ours.name().to_owned() + held_back(instructions),
        rival: rival.to_owned(),
        ours_per_second: units / ours_seconds,
        rival_per_second: units / rival_seconds,
        ratio,
        must: row.must,
        aim: row.aim,
        verdict: Verdict::of(ratio, row.must, row.aim),
        others_per_second: row.others,
        numbers: numbers.to_string(),
        pairs: pairs.seconds,
    })
}

/// Words behind the name of our side.
fn held_back(instructions: InstructionSet) -> &'static str {
    match instructions {
        InstructionSet::Baseline => ", no vectors",
        InstructionSet::Avx2 => ", AVX2",
        InstructionSet::Best => "",
    }
}

/// Amount of its work that a row does: the full amount where our side needs next to no time for the
/// small one, and the other is no slower.
fn amount(row: &Row, instructions: InstructionSet) -> Result<u64, OursError> {
    let small = row.work.amount(true);
    let is_slow = |executor| match executor {
        Executor::Reference => true,
        Executor::Compiled | Executor::Batch => false,
    };
    let is_slow_rival = match row.rival {
        Rival::ByHand | Rival::Peer(_) | Rival::Published(_) | Rival::Rbg(_) => false,
        Rival::Executor(executor) => is_slow(executor),
    };
    if is_slow_rival || is_slow(row.ours) {
        return Ok(small);
    }
    let mut ours = engine_side(row, (row.ours, instructions), small)?;
    // What is asked first compiles the rules.
    ours()?;
    let began = thread_time();
    ours()?;
    let taken = thread_time().saturating_sub(began);
    Ok(row.work.amount(taken > NEXT_TO_NOTHING))
}

/// That both sides came to the same.
fn check(ours: &Numbers, theirs: &Numbers) -> Result<(), RowError> {
    if ours == theirs { Ok(()) } else { Err(RowError::Differ(Box::new((*ours, *theirs)))) }
}

fn against_side(
    effort: Effort,
    numbers: &Numbers,
    ours: &mut Side,
    mut theirs: Side,
) -> Result<Pairs, RowError> {
    check(numbers, &theirs()?)?;
    let pairs = measure::in_turn(effort, &mut || ours().map(drop), &mut || theirs().map(drop))?;
    Ok(pairs)
}

/// Against all of the work by hand, however little of it ours did. A few games that are played again
/// and again become known to the processor, and say little of games.
fn against_hand(
    effort: Effort,
    row: &Row,
    amount: u64,
    ours: &mut Side,
    numbers: &Numbers,
) -> Result<Pairs, RowError> {
    let amount = match row.work {
        Work::Playouts(_) | Work::OneByOne(_) | Work::Levels { .. } | Work::Pairs { .. } => {
            row.work.amount(false)
        }
        // How long a leaf takes depends on the depth.
        Work::Perft { .. } => amount,
    };
    let mut theirs = hand_side(row, amount)?;
    let found = theirs()?;
    let mut pairs = measure::in_turn(effort, &mut || ours().map(drop), &mut || theirs().map(drop))?;
    let units = |numbers: &Numbers| row.unit.of(numbers) as f64;
    for (_, seconds) in &mut pairs.seconds {
        // As long as they would take for as much as ours did.
        *seconds *= units(numbers) / units(&found);
    }
    Ok(pairs)
}

fn against_figure(
    effort: Effort,
    row: &Row,
    ours: &mut Side,
    numbers: &Numbers,
    figure: f64,
) -> Result<Pairs, RowError> {
    let seconds = measure::alone(effort, &mut || ours().map(drop))?;
    Ok(Pairs { seconds: vec![(seconds, row.unit.of(numbers) as f64 / figure)] })
}

/// Othello by hand, in playouts per second on the core on which RBG was measured.
const OTHELLO_BESIDE_RBG: f64 = 593_000.0;

/// Against a figure of RBG, for a core as fast as this one is now: Othello by hand was measured beside
/// RBG, and is measured here in turn with our side.
fn against_rbg(
    effort: Effort,
    row: &Row,
    ours: &mut Side,
    numbers: &Numbers,
    figure: f64,
) -> Result<Pairs, RowError> {
    const PLAYOUTS: u64 = 1_000;
    let mut othello = || {
        black_box(by_hand::othello(PLAYOUTS, u64::MAX));
        Ok(())
    };
    let mut pairs = measure::in_turn(effort, &mut || ours().map(drop), &mut othello)?;
    for (_, seconds) in &mut pairs.seconds {
        let speed = PLAYOUTS as f64 / *seconds / OTHELLO_BESIDE_RBG;
        *seconds = row.unit.of(numbers) as f64 / (figure * speed);
    }
    Ok(pairs)
}

fn engine_side(
    row: &Row,
    (executor, instructions): (Executor, InstructionSet),
    amount: u64,
) -> Result<Side, OursError> {
    let game = ours::shipped_on(row.game, executor, instructions)?;
    Ok(match row.work {
        Work::Perft { .. } => {
            Box::new(move || Ok(Numbers::Leaves(ours::perft(&game, amount as u32)?)))
        }
        Work::Playouts(Games { start, most_plies, .. }) => {
            let starts = ours::starts(&game, start)?;
            Box::new(move || {
                Ok(Numbers::Tally(ours::playouts(&game, &starts, amount, most_plies)?))
            })
        }
        Work::OneByOne(Games { start, most_plies, .. }) => {
            let starts = ours::starts(&game, start)?;
            Box::new(move || {
                let tally = ours::playouts_one_by_one(&game, &starts, amount, most_plies)?;
                Ok(Numbers::Tally(tally))
            })
        }
        Work::Levels { games, .. } => {
            let starts = ours::starts(&game, Start::Levels)?;
            Box::new(move || Ok(Numbers::Tally(ours::playouts(&game, &starts, games, amount)?)))
        }
        Work::Pairs { picture, .. } => {
            let read = |board| game.read_state(&picture(board)).map_err(|_| OursError::Picture);
            let states = (0..amount).map(read).collect::<Result<Vec<State>, _>>()?;
            Box::new(move || {
                let pairs = ours::action_counts(&game, &states)?;
                Ok(Numbers::Pairs { boards: amount, pairs })
            })
        }
    })
}

fn hand_side(row: &Row, amount: u64) -> Result<Side, RowError> {
    Ok(match row.work {
        Work::Perft { by_hand, .. } => {
            Box::new(move || Ok(Numbers::Leaves(by_hand(amount as u32))))
        }
        Work::Playouts(Games { most_plies, by_hand, .. })
        | Work::OneByOne(Games { most_plies, by_hand, .. }) => {
            let by_hand = by_hand.ok_or(RowError::NoRival)?;
            Box::new(move || Ok(Numbers::Tally(by_hand(amount, most_plies))))
        }
        Work::Levels { games, by_hand, .. } => {
            let levels = levels_by_hand(&ours::shipped(row.game, Executor::Reference)?);
            Box::new(move || Ok(Numbers::Tally(by_hand(&levels, games, amount))))
        }
        Work::Pairs { by_hand, .. } => {
            let mut list = by_hand(amount);
            Box::new(move || Ok(Numbers::Pairs { boards: amount, pairs: list() }))
        }
    })
}
