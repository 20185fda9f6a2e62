//! `masume tune`: weights from play against itself.

use std::collections::BTreeMap;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{io, thread};

use clap::{Args, ValueHint};
use masume_bots::Interrupt;
use masume_engine::{RunError, StopToken};
use masume_presentation::locale::Phrases;
use masume_search::Budget;
use masume_search::agent::{Sample, Tuner, Weights};

use super::match_command::{Concurrency, Measure, measured};
use crate::arguments::GameArguments;
use crate::arguments::value::whole;
use crate::failure::Failure;
use crate::weights_file::WeightsFile;
use crate::{atomic_file, input, open, output};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct TuneArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How many games are played to learn from
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(1, 1_000_000), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Nodes for an action in these games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Games at the strength of `medium` that tell whether the weights help; 0 for none
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = whole::<u64>(0, 1_000_000), allow_negative_numbers = true)]
    pub(crate) check: u64,
    /// Games at a time; more than 8 share the memory of 8 [default: one for each core, at most 8]
    #[arg(long, value_name = "T", value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    /// Write the weights to this file, which must not be there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: String,
}

pub(crate) fn run(arguments: &TuneArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let session = opened.session()?;
    let players = opened.game.rules().players.len();
    let Some(tuner) = Tuner::new(session.game(), session.state()) else {
        let message = phrases.say("match-players", &[("count", players.into())]);
        return Err(Failure::usage(message));
    };
    // Asked for before hours are spent on what cannot be written.
    let path = Path::new(&arguments.output);
    let failed = |error: &io::Error| {
        let values = [
            ("path", arguments.output.as_str().into()),
            ("reason", input::reason(error, phrases).into()),
        ];
        Failure::input(phrases.say("match-cannot-write", &values))
    };
    if path.exists() {
        return Err(failed(&io::Error::from(io::ErrorKind::AlreadyExists)));
    }
    let interrupt = Interrupt::listen();
    let stop = interrupt.stop.clone();
    let concurrency = Concurrency::of(arguments.threads);
    let budget = Budget { nodes: arguments.nodes, bytes: concurrency.bytes, stop };
    let (next, learnt) = (AtomicU64::new(0), Mutex::new(Learnt::default()));
    thread::scope(|scope| {
        for _ in 0..concurrency.games {
            scope.spawn(|| {
                while !budget.stop.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games {
                        return;
                    }
                    let seed = opened.setup.seed.wrapping_add(number);
                    let played = tuner.play(session.game(), seed, &budget);
                    let Ok(mut learnt) = learnt.lock() else { return };
                    learnt.games.insert(number, played);
                    let done = learnt.games.len();
                    tell_progress(done, arguments.games, phrases);
                    if done.is_power_of_two() {
                        learnt.fit(&tuner, &budget.stop);
                    }
                }
            });
        }
    });
    let mut learnt = learnt.into_inner().unwrap_or_default();
    if let Some(error) = learnt.failure() {
        return Err(opened.run_failure(session.state().board.grid(), error));
    }
    learnt.fit(&tuner, &budget.stop);
    let Fitted { positions, weights, .. } = learnt.fitted.unwrap_or_else(|| Fitted {
        games: 0,
        positions: 0,
        weights: tuner.weights().clone(),
    });
    let file = WeightsFile::of(&session, &weights);
    let text = serde_json::to_string_pretty(&file).map_err(|error| failed(&error.into()))? + "\n";
    atomic_file::create(path, &text).map_err(|error| failed(&error))?;
    let values = [("positions", positions.into()), ("file", arguments.output.as_str().into())];
    output::print(&format!("{}\n", phrases.say("tune-done", &values)))?;
    if arguments.check == 0 {
        return Ok(());
    }
    let games = arguments.check;
    // Rules that take long are ended in the middle, too.
    let session = session.with_stop(interrupt.stop.clone());
    let measure = Measure { session, weights, games, concurrency, interrupt, phrases };
    output::print(&measured(measure, io::stderr().is_terminal())?)
}

/// Games played, and the weights of the last time that they were asked for: often enough that a signal loses half of
/// the games at most, for weights of many games take longer than who ends the program waits.
#[derive(Default)]
struct Learnt {
    /// By number: the order in which games end depends on the machine, their numbers do not.
    games: BTreeMap<u64, Result<Vec<Sample>, RunError>>,
    fitted: Option<Fitted>,
}

/// Weights, and of how many games and positions they are.
struct Fitted {
    games: usize,
    positions: usize,
    weights: Weights,
}

impl Learnt {
    /// Fits the weights to all games, unless they are already or the token is stopped first.
    fn fit(&mut self, tuner: &Tuner, stop: &StopToken) {
        let games = self.games.len();
        if stop.is_stopped() || self.fitted.as_ref().is_some_and(|fitted| fitted.games == games) {
            return;
        }
        let samples: Vec<Sample> = self.games.values().flatten().flatten().cloned().collect();
        if let Some(weights) = tuner.fit(&samples, stop) {
            self.fitted = Some(Fitted { games, positions: samples.len(), weights });
        }
    }

    /// Failure of the first game that failed by its rules.
    fn failure(&self) -> Option<&RunError> {
        let mut failures = self.games.values().filter_map(|played| played.as_ref().err());
        failures.find(|error| !error.is_interruption())
    }
}

fn tell_progress(done: usize, games: u64, phrases: &Phrases) {
    if io::stderr().is_terminal() {
        let values = [("done", done.into()), ("games", games.to_string().into())];
        let end = if done as u64 == games { "\n" } else { "" };
        let _ = write!(io::stderr(), "\r{}{end}", phrases.say("tune-progress", &values));
    }
}
