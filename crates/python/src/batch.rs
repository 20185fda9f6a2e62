//! Thousands of boards, a call for all of them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use masume_engine::{Outcome, Player, StopToken};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::boards::{BoardError, Boards, NO_ACTION};
use crate::bytes::{HALF, WORD, check, filled, of_words, words_of};
use crate::error::{self, Report};
use crate::game::{Game, Shared};
use crate::interrupt::interruptible;
use crate::planes::Order;
use crate::reward;
use crate::shards::{Failure, Shard, boards_of_part, on_each};
use crate::state::State;

/// The most boards of a batch.
const MOST_BOARDS: usize = 1 << 24;

/// The most threads.
const MOST_THREADS: usize = 1024;

/// A call that took no longer than this is made at once the next time: to hand it to a thread, so that Ctrl-C is heard,
/// costs some microseconds.
const SHORT: Duration = Duration::from_millis(5);

/// Reset of boards whose game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Autoreset {
    /// By the caller.
    Disabled,
    /// In the step that ends it.
    SameStep,
    /// In place of the step after that, whose action counts for nothing.
    NextStep,
}

/// Treatment of an action that is not legal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Illegal {
    /// Nothing is done on any board.
    Raise,
    /// A loss of who wanted to do it.
    Lose,
    /// Nothing is done on that board.
    Ignore,
}

/// Last sight of a board that was begun anew: its place, the observation, and the points.
type Last = (usize, Vec<u8>, Vec<i64>);

/// Actions and results of a step on the boards of a part.
struct Stepped<'s> {
    actions: &'s [u32],
    /// Indexed [board][player].
    rewards: &'s mut [[u8; HALF]],
    terminated: &'s mut [u8],
    last: &'s mut Vec<Last>,
}

/// Boards of one game that are played at once, each with a seed of its own; all arrays are bytes.
#[pyclass(module = "masume._masume", name = "Core")]
pub(crate) struct Core {
    shared: Arc<Shared>,
    /// A board may be worked on by any thread, and by one at a time.
    shards: Mutex<Vec<Shard>>,
    boards: usize,
    threads: usize,
    /// Boards of every part but the last.
    part: usize,
    /// Points of a board: one for each player, or none.
    points: usize,
    /// Time that the call before took.
    longest: Duration,
    last: Vec<Last>,
    stop: StopToken,
    /// True after a call that was stopped: some boards were stepped, and others not.
    is_cut_short: bool,
}

impl Core {
    /// Runs work on the parts while others of Python run.
    fn run<W: Send>(
        &mut self,
        py: Python<'_>,
        with: Vec<W>,
        work: impl Fn(&mut Shard, W) -> Result<(), Failure> + Sync + Send,
    ) -> PyResult<()> {
        let (threads, longest, stop) = (self.threads, self.longest, self.stop.clone());
        let (shards, begun) = (self.shards(), Instant::now());
        stop.rearm();
        let done = if longest <= SHORT {
            Ok(py.detach(|| on_each(shards, with, threads, work)))
        } else {
            interruptible(py, &stop, || on_each(shards, with, threads, work))
        };
        // Where rules came to an error, other boards went on.
        self.is_cut_short |= !matches!(done, Ok(Ok(())));
        self.longest = begun.elapsed();
        let done = done?;
        done.map_err(|(board, error)| self.error(py, board, &error))
    }

    fn shards(&mut self) -> &mut Vec<Shard> {
        self.shards.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, py: Python<'_>, board: usize, error: &BoardError) -> PyErr {
        let shared = &self.shared;
        let raised = match error {
            BoardError::Setup(error) => error::of_setup(py, error, &shared.text),
            BoardError::Run(error) => {
                error::of_run(py, &shared.game, (&shared.grid, shared.text.as_str()), error)
            }
        };
        // Where it is one of many, it is told which.
        let note = format!("on board {board} of {}", self.boards);
        match raised
            .value(py)
            .setattr("board", board)
            .and_then(|()| raised.value(py).setattr("where", note))
        {
            Ok(()) => raised,
            Err(other) => other,
        }
    }

    fn check_whole(&self, py: Python<'_>) -> PyResult<()> {
        if !self.is_cut_short {
            return Ok(());
        }
        Err(Report::new(
            "an earlier call was interrupted or failed: some boards were stepped, and others not",
        )
        .with_help("`reset()` begins all of them anew")
        .raise(py))
    }

    fn place(&self, board: usize) -> PyResult<(usize, usize)> {
        if board < self.boards {
            return Ok((board / self.part, board % self.part));
        }
        Err(PyIndexError::new_err(format!("there are {} boards, and no {board}", self.boards)))
    }

    fn words(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.shared.numbers(py)?.count().div_ceil(64) as usize)
    }

    /// Bytes that are filled part by part, so many of each board.
    fn fill<'py>(
        &mut self,
        py: Python<'py>,
        of_board: usize,
        fill: impl Fn(&mut Shard, &mut [u8]) -> Result<(), Failure> + Sync + Send,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        self.check_whole(py)?;
        let len = self.boards * of_board;
        filled(py, len, |bytes| {
            if of_board == 0 {
                return Ok(());
            }
            let parts: Vec<&mut [u8]> = bytes.chunks_mut(self.part * of_board).collect();
            self.run(py, parts, fill)
        })
    }

    /// Actions as boards take them; no action has the number of one that there is not.
    fn actions(&self, py: Python<'_>, given: &[u8]) -> PyResult<Vec<u32>> {
        let count = self.shared.numbers(py)?.count();
        let read = |number: i64| match u32::try_from(number) {
            Ok(number) if number < count => number,
            Err(_) if number == -1 => NO_ACTION,
            Ok(_) | Err(_) => count,
        };
        Ok(words_of(given, self.boards)?.into_iter().map(read).collect())
    }

    /// Checks that every action is legal where it is to be done.
    fn check_actions(
        &mut self,
        py: Python<'_>,
        actions: &[u32],
        autoreset: Autoreset,
    ) -> PyResult<()> {
        let part = self.part;
        let mut wrong = None;
        for (shard, actions) in self.shards().iter().zip(actions.chunks(part)) {
            let is_right = |board: usize, action: u32| {
                let is_done = if shard.is_over(board) {
                    autoreset == Autoreset::NextStep
                } else {
                    shard.boards.is_legal(board, action)
                };
                is_done || action == NO_ACTION
            };
            let found =
                actions.iter().enumerate().find(|(board, action)| !is_right(*board, **action));
            if let Some((board, action)) = found {
                wrong = Some((shard.first + board, *action, shard.is_over(board)));
                break;
            }
        }
        let Some((board, action, is_over)) = wrong else { return Ok(()) };
        if is_over {
            return Err(Report::new(format!(
                "the game on board {board} is over, and nothing was done on any"
            ))
            .with_help("`reset` begins another; -1 does nothing there")
            .raise_illegal(py));
        }
        let shared = &self.shared;
        let named = shared.numbers.as_ref().and_then(|it| it.action(action)).map_or_else(
            || "this number is no action, and".to_owned(),
            |it| {
                let text = masume_rules::text::action_text(shared.rules(), &shared.grid, it);
                format!("`{text}` is not legal, and")
            },
        );
        Err(Report::new(format!("on board {board} {named} nothing was done on any"))
            .with_help("`mask()` says what is legal")
            .raise_illegal(py))
    }
}

/// Does one step on the boards of a part.
fn step(
    shard: &mut Shard,
    stepped: Stepped<'_>,
    (autoreset, illegal): (Autoreset, Illegal),
    (players, points): (usize, usize),
    shared: &Shared,
) -> Result<(), Failure> {
    let Stepped { actions, rewards, terminated, last } = stepped;
    let mut results = vec![0.0; players];
    for (board, &action) in actions.iter().enumerate() {
        let rewards = &mut rewards[board * players..(board + 1) * players];
        let mut pay = |results: &[f32]| {
            rewards.iter_mut().zip(results).for_each(|(to, result)| *to = result.to_ne_bytes());
        };
        if shard.is_over(board) {
            if autoreset == Autoreset::NextStep {
                begin(shard, board)?;
            }
            continue;
        }
        if action == NO_ACTION {
            continue;
        }
        if !shard.boards.is_legal(board, action) {
            if illegal == Illegal::Lose {
                let player = Player(shard.boards.to_act()[board]);
                reward::put_results(Some(Outcome::Lost(player)), &mut results);
                pay(&results);
                shard.forfeited[board] = true;
            }
        } else {
            let before = if points == 1 { shard.boards.scores()[board] } else { 0 };
            shard.boards.step(board, action).map_err(|it| (board, BoardError::Run(it)))?;
            if players == 1 && points == 1 {
                pay(&[shard.boards.scores()[board].wrapping_sub(before) as f32]);
            } else if let Some(outcome) = shard.boards.outcomes()[board] {
                reward::put_results(Some(outcome), &mut results);
                pay(&results);
            }
        }
        if !shard.is_over(board) {
            continue;
        }
        terminated[board] = 1;
        if autoreset == Autoreset::SameStep {
            let mut seen = vec![0; shared.planes.len()];
            let state = shard.boards.state(board);
            shared.planes.observe(&state, Order::ChannelsFirst, 1, &mut seen);
            let scores = shard.boards.scores()[board * points..(board + 1) * points].to_vec();
            last.push((shard.first + board, seen, scores));
            begin(shard, board)?;
        }
    }
    Ok(())
}

/// Begins the next episode of a board.
fn begin(shard: &mut Shard, board: usize) -> Result<(), Failure> {
    shard.forfeited[board] = false;
    shard.boards.begin(board).map_err(|it| (board, it))
}

#[pymethods]
impl Core {
    /// Boards of a game, as many as there are seeds.
    #[new]
    fn new(py: Python<'_>, game: &Game, seeds: &[u8], threads: usize) -> PyResult<Self> {
        let boards = seeds.len() / WORD;
        if boards == 0 || boards > MOST_BOARDS {
            return Err(PyValueError::new_err(format!("a batch has 1 to {MOST_BOARDS} boards")));
        }
        let seeds: Vec<u64> =
            words_of(seeds, boards)?.into_iter().map(|seed| seed as u64).collect();
        let shared = Arc::clone(&game.0);
        let numbers = shared.numbers(py)?;
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads.min(MOST_THREADS),
        };
        let points = if shared.has_score() { shared.player_count() } else { 0 };
        let (part, stop) = (boards_of_part(boards, threads), StopToken::new());
        let engine = shared.stopped_by(&stop);
        let make = || {
            let mut shards = Vec::new();
            for seeds in seeds.chunks(part) {
                let boards = Boards::new(&engine, numbers, &shared.setup, seeds, points)?;
                let forfeited = vec![false; boards.len()];
                shards.push(Shard { boards, first: shards.len() * part, forfeited });
            }
            Ok::<_, BoardError>(shards)
        };
        let shards = interruptible(py, &stop, make)?;
        let mut core = Self {
            shards: Mutex::default(),
            boards,
            threads,
            part,
            points,
            // The first call is made so that Ctrl-C is heard.
            longest: Duration::MAX,
            last: Vec::new(),
            is_cut_short: false,
            stop,
            shared: Arc::clone(&shared),
        };
        let made = shards.map_err(|it| core.error(py, 0, &it))?;
        *core.shards() = made;
        Ok(core)
    }

    /// Number of boards.
    #[getter]
    fn boards(&self) -> usize {
        self.boards
    }

    /// Threads that work on the boards.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// Points of each board: one for each player, or none.
    #[getter]
    fn points(&self) -> usize {
        self.points
    }

    /// Does an action on every board: 64-bit numbers, of which -1 does nothing. Gives 32-bit rewards, indexed [board, player],
    /// and a byte for each board whose game ended.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &[u8],
        autoreset: &str,
        illegal: &str,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        self.check_whole(py)?;
        let modes = (read_autoreset(autoreset)?, read_illegal(illegal)?);
        let actions = self.actions(py, actions)?;
        if modes.1 == Illegal::Raise {
            self.check_actions(py, &actions, modes.0)?;
        }
        let (boards, part, shared) = (self.boards, self.part, Arc::clone(&self.shared));
        let (players, points) = (shared.player_count(), self.points);
        let mut last: Vec<Vec<Last>> = self.shards().iter().map(|_| Vec::new()).collect();
        let mut terminated = vec![0; boards];
        let rewards = filled(py, boards * players * HALF, |rewards| {
            let rewards = rewards.as_chunks_mut::<HALF>().0.chunks_mut(part * players);
            let parts =
                rewards.zip(terminated.chunks_mut(part)).zip(actions.chunks(part)).zip(&mut last);
            let parts = parts.map(|(((rewards, terminated), actions), last)| Stepped {
                actions,
                rewards,
                terminated,
                last,
            });
            let parts: Vec<Stepped<'_>> = parts.collect();
            self.run(py, parts, |shard, part| step(shard, part, modes, (players, points), &shared))
        })?;
        self.last = last.into_iter().flatten().collect();
        Ok((rewards, PyByteArray::new(py, &terminated)))
    }

    /// Last sight of boards that were begun anew in the last step: their places, what was observed, a byte for
    /// each element with the channels first, and their points.
    fn last<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let boards = of_words(py, self.last.iter().map(|(board, ..)| *board as i64))?;
        let seen: Vec<u8> =
            self.last.iter().flat_map(|(_, seen, _)| seen.iter().copied()).collect();
        let scores: Vec<i64> =
            self.last.iter().flat_map(|(.., scores)| scores.iter().copied()).collect();
        Ok((boards, PyByteArray::new(py, &seen), of_words(py, scores.into_iter())?))
    }

    /// Observations of every board, as `uint8` or `float32`, with the channels `first` or `last`.
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        dtype: &str,
        channels: &str,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (order, is_float) = (read_order(channels)?, read_dtype(dtype)?);
        let (shared, of_board) = (Arc::clone(&self.shared), self.shared.planes.len());
        let size = if is_float { HALF } else { 1 };
        self.fill(py, of_board * size, |shard, part| {
            for (board, into) in part.chunks_exact_mut(of_board * size).enumerate() {
                observe(&shared, &shard.boards.state(board), (order, is_float), into);
            }
            Ok(())
        })
    }

    /// The legal actions of every board: a byte for each, indexed [board, action], or as bits of 64-bit words.
    fn mask<'py>(&mut self, py: Python<'py>, is_packed: bool) -> PyResult<Bound<'py, PyByteArray>> {
        let (count, words) = (self.shared.numbers(py)?.count() as usize, self.words(py)?);
        let of_board = if is_packed { words * WORD } else { count };
        self.fill(py, of_board, |shard, part| {
            let all = part.chunks_exact_mut(of_board).enumerate();
            // Where a player has lost by an illegal action nothing is legal; there all is 0.
            for (board, into) in all.filter(|(board, _)| !shard.forfeited[*board]) {
                let legal = shard.boards.legal(board);
                if is_packed {
                    let places = into.as_chunks_mut::<WORD>().0;
                    places
                        .iter_mut()
                        .zip(legal)
                        .for_each(|(place, word)| *place = word.to_ne_bytes());
                    continue;
                }
                for (word, into) in legal.iter().zip(into.chunks_mut(64)) {
                    for (eight, into) in word.to_le_bytes().iter().zip(into.chunks_mut(8)) {
                        let spread = masume_board::spread((*eight).into()).to_le_bytes();
                        into.copy_from_slice(&spread[..into.len()]);
                    }
                }
            }
            Ok(())
        })
    }

    /// Draws an action for every board: each legal one as likely as any other, or each that has a byte other than 0,
    /// indexed [board, action]; -1 where there is none.
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        mask: Option<&[u8]>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (count, words) = (self.shared.numbers(py)?.count() as usize, self.words(py)?);
        let mask = mask.map(|mask| {
            check(mask, self.boards * count)?;
            let mut bits = vec![0u64; self.boards * words];
            for (place, _) in mask.iter().enumerate().filter(|(_, it)| **it != 0) {
                let (board, action) = (place / count, place % count);
                bits[board * words + action / 64] |= 1 << (action % 64);
            }
            Ok::<_, PyErr>(bits)
        });
        let mask = mask.transpose()?;
        self.fill(py, WORD, |shard, part| {
            for (board, into) in part.as_chunks_mut::<WORD>().0.iter_mut().enumerate() {
                let drawn = match &mask {
                    None if shard.forfeited[board] => None,
                    None => shard.boards.sample(board),
                    Some(bits) => {
                        let from = (shard.first + board) * words;
                        shard.boards.sample_of(board, &bits[from..from + words])
                    }
                };
                *into = drawn.map_or(-1, i64::from).to_ne_bytes();
            }
            Ok(())
        })
    }

    /// Begins the next episode of boards, of all or of those with a byte other than 0; of seeds that are given, the first.
    fn reset(
        &mut self,
        py: Python<'_>,
        chosen: Option<&[u8]>,
        seeds: Option<&[u8]>,
    ) -> PyResult<()> {
        match chosen {
            Some(chosen) => {
                self.check_whole(py)?;
                check(chosen, self.boards)?;
            }
            None => self.is_cut_short = false,
        }
        let seeds = seeds.map(|seeds| words_of(seeds, self.boards)).transpose()?;
        self.last.clear();
        let parts = self.shards().iter().map(|_| ()).collect();
        self.run(py, parts, |shard, ()| {
            for board in 0..shard.boards.len() {
                let of_all = shard.first + board;
                if chosen.is_some_and(|chosen| chosen[of_all] == 0) {
                    continue;
                }
                if let Some(seeds) = &seeds {
                    shard.boards.reseed(board, seeds[of_all] as u64);
                }
                begin(shard, board)?;
            }
            Ok(())
        })
    }

    /// A byte for each board: 1 where the game is over.
    fn terminated<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let of = |shard: &Shard| {
            (0..shard.boards.len()).map(|it| u8::from(shard.is_over(it))).collect::<Vec<_>>()
        };
        let all: Vec<u8> = self.shards().iter().flat_map(of).collect();
        PyByteArray::new(py, &all)
    }

    /// 64-bit numbers: who won on each board; -1 for nobody.
    fn winners<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let winner = |outcome: &Option<Outcome>| match outcome {
            Some(Outcome::Won(player)) => i64::from(player.0),
            Some(Outcome::Lost(_) | Outcome::Draw | Outcome::Ended) | None => -1,
        };
        self.gather(py, |boards| boards.outcomes().iter().map(winner).collect())
    }

    /// 64-bit numbers: the player to act on each board.
    #[pyo3(name = "to_act")]
    fn players_to_act<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.gather(py, |boards| boards.to_act().iter().map(|it| i64::from(*it)).collect())
    }

    /// 64-bit numbers: actions done on each board in this episode.
    fn plies<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.gather(py, |boards| boards.plies().iter().map(|it| i64::from(*it)).collect())
    }

    /// 64-bit numbers: the episode on each board, from 0.
    fn episodes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.gather(py, |boards| (0..boards.len()).map(|it| boards.episode(it) as i64).collect())
    }

    /// 64-bit numbers: points, indexed [board, player].
    fn scores<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.gather(py, |boards| boards.scores().to_vec())
    }

    /// The state of a board.
    fn state(&mut self, py: Python<'_>, board: usize) -> PyResult<State> {
        self.check_whole(py)?;
        let (part, of_part) = self.place(board)?;
        let shared = Arc::clone(&self.shared);
        Ok(State::new(shared, self.shards()[part].boards.state(of_part)))
    }

    /// Puts a state of the game on a board.
    fn put(&mut self, py: Python<'_>, board: usize, state: &State) -> PyResult<()> {
        self.check_whole(py)?;
        let (part, of_part) = self.place(board)?;
        if self.shared.fingerprint != state.shared.fingerprint {
            return Err(Report::new("the state is of another game").raise(py));
        }
        if &self.shared.grid != state.state.board.grid() {
            return Err(Report::new("the state has a board of another size").raise(py));
        }
        let shard = &mut self.shards()[part];
        shard.forfeited[of_part] = false;
        let put = shard.boards.put(of_part, &state.state);
        put.map_err(|it| self.error(py, board, &BoardError::Run(it)))
    }
}

impl Core {
    /// Numbers of every board.
    fn gather<'py>(
        &mut self,
        py: Python<'py>,
        of: impl Fn(&Boards) -> Vec<i64>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let all: Vec<i64> = self.shards().iter().flat_map(|shard| of(&shard.boards)).collect();
        of_words(py, all.into_iter())
    }
}

/// Puts what is observed of a state into bytes that are all 0.
pub(crate) fn observe(
    shared: &Shared,
    state: &masume_engine::State,
    (order, is_float): (Order, bool),
    into: &mut [u8],
) {
    if is_float {
        let into = into.as_chunks_mut::<HALF>().0;
        shared.planes.observe(state, order, 1f32.to_ne_bytes(), into);
    } else {
        shared.planes.observe(state, order, 1, into);
    }
}

/// The order that the channels are asked for in.
pub(crate) fn read_order(channels: &str) -> PyResult<Order> {
    match channels {
        "first" => Ok(Order::ChannelsFirst),
        "last" => Ok(Order::ChannelsLast),
        _others => Err(PyValueError::new_err("channels come `first` or `last`")),
    }
}

/// True for 32-bit numbers.
pub(crate) fn read_dtype(dtype: &str) -> PyResult<bool> {
    match dtype {
        "uint8" => Ok(false),
        "float32" => Ok(true),
        _others => {
            Err(PyValueError::new_err("the dtype of an observation is `uint8` or `float32`"))
        }
    }
}

fn read_autoreset(text: &str) -> PyResult<Autoreset> {
    match text {
        "disabled" => Ok(Autoreset::Disabled),
        "same_step" => Ok(Autoreset::SameStep),
        "next_step" => Ok(Autoreset::NextStep),
        _others => {
            Err(PyValueError::new_err("`autoreset` is `disabled`, `same_step` or `next_step`"))
        }
    }
}

fn read_illegal(text: &str) -> PyResult<Illegal> {
    match text {
        "raise" => Ok(Illegal::Raise),
        "lose" => Ok(Illegal::Lose),
        "ignore" => Ok(Illegal::Ignore),
        _others => Err(PyValueError::new_err("`illegal` is `raise`, `lose` or `ignore`")),
    }
}
