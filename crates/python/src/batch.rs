//! Thousands of boards, a call for all of them.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use masume_engine::{Batch, BatchError, Order, Outcome, StopToken};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::bytes::{HALF, WORD, check, filled, of_words, words_of};
use crate::error::{self, Report};
use crate::game::{Game, Shared};
use crate::interrupt::{self, interruptible, repeated};
use crate::reward;
use crate::shards::{Failure, Shard, boards_of_part, failure, on_each};
use crate::state::State;
use crate::threads;

/// The most boards of a batch.
const MOST_BOARDS: usize = 1 << 24;

/// Bytes that a thread makes in one call where a caller takes them piece by piece.
const PIECE: usize = 1 << 18;

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

/// Last sight of boards that were begun anew.
#[derive(Default)]
struct Last {
    boards: Vec<i64>,
    /// Indexed `[place][element]`, a byte for each.
    seen: Vec<u8>,
    /// Indexed `[place][player]`.
    scores: Vec<i64>,
}

/// Actions and results of a step on the boards of a part.
struct Stepped<'s> {
    actions: &'s [u32],
    /// Indexed [board][player].
    rewards: &'s mut [[u8; HALF]],
    terminated: &'s mut [u8],
    last: &'s mut Last,
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
    /// By part.
    last: Vec<Last>,
    stop: StopToken,
    /// True after a call that was stopped: some boards were stepped, and others not.
    is_cut_short: bool,
}

impl Core {
    /// Runs work on these parts while others of Python run.
    fn run<W: Send>(
        &mut self,
        py: Python<'_>,
        parts: Range<usize>,
        with: Vec<W>,
        work: impl Fn(&mut Shard, W) -> Result<(), Failure> + Sync + Send,
    ) -> PyResult<()> {
        let (threads, mut longest, stop) = (self.threads, self.longest, self.stop.clone());
        let shards = &mut self.shards()[parts];
        stop.rearm();
        let done =
            repeated(py, &mut longest, &stop, || on_each(shards, with, (threads, &stop), work));
        // Where rules came to an error, other boards went on.
        self.is_cut_short |= !matches!(done, Ok(Ok(())));
        self.longest = longest;
        let done = done?;
        done.map_err(|(board, error)| self.error(py, board, &error))
    }

    fn shards(&mut self) -> &mut Vec<Shard> {
        self.shards.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, py: Python<'_>, board: usize, error: &BatchError) -> PyErr {
        let shared = &self.shared;
        let raised = match error {
            BatchError::Setup(error) => error::of_setup(py, error, &shared.text),
            BatchError::Run { error, .. } => shared.run_error(py, error),
            BatchError::CutShort => return cut_short(py),
            // Asked before.
            BatchError::TooManyNumbers | BatchError::Illegal { .. } | BatchError::OtherShape => {
                Report::new("the boards cannot do that").raise(py)
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
        Err(cut_short(py))
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

    /// Bytes that are filled part by part, so many of each board: of all boards, or of a piece that begins with this one.
    fn fill<'py>(
        &mut self,
        py: Python<'py>,
        (of_board, piece): (usize, Option<usize>),
        fill: impl Fn(&mut Shard, &mut [u8]) -> Result<(), Failure> + Sync + Send,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        self.check_whole(py)?;
        let parts = match piece {
            Some(board) => self.piece(self.place(board)?.0, of_board),
            None => 0..self.boards.div_ceil(self.part),
        };
        let boards = (parts.end * self.part).min(self.boards) - parts.start * self.part;
        filled(py, boards * of_board, |bytes| {
            if of_board == 0 {
                return Ok(());
            }
            let of_parts: Vec<&mut [u8]> = bytes.chunks_mut(self.part * of_board).collect();
            self.run(py, parts, of_parts, fill)
        })
    }

    /// The parts of a piece that begins with this one: as many as every thread's cache holds.
    fn piece(&self, first: usize, of_board: usize) -> Range<usize> {
        let of_thread = (PIECE / (self.part * of_board).max(1)).max(1);
        let end = first.saturating_add(of_thread.saturating_mul(self.threads));
        first..end.min(self.boards.div_ceil(self.part))
    }

    /// Actions as boards take them; no action has the number of one that there is not.
    fn actions(&self, py: Python<'_>, given: &[u8]) -> PyResult<Vec<u32>> {
        let count = self.shared.numbers(py)?.count();
        let read = |number: i64| match u32::try_from(number) {
            Ok(number) if number < count => number,
            Err(_) if number == -1 => Batch::NO_ACTION,
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
                shard.may_do(board, action)
                    || action == Batch::NO_ACTION
                    || autoreset == Autoreset::NextStep && shard.is_over(board)
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

fn cut_short(py: Python<'_>) -> PyErr {
    Report::new(
        "an earlier call was interrupted or failed: some boards were stepped, and others not",
    )
    .with_help("`reset()` begins all of them anew")
    .raise(py)
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
    let (mut done, mut begun) = (vec![Batch::NO_ACTION; actions.len()], Vec::new());
    // Step 1. What is to be done on each board.
    for (board, (&action, done)) in actions.iter().zip(&mut done).enumerate() {
        if shard.may_do(board, action) {
            *done = action;
        } else if shard.is_over(board) {
            if autoreset == Autoreset::NextStep {
                begun.push(board);
            }
        } else if action != Batch::NO_ACTION && illegal == Illegal::Lose {
            shard.forfeited[board] = true;
            terminated[board] = 1;
            let lost = Some(Outcome::Lost(shard.batch.to_act(board)));
            reward::pay(lost, &mut rewards[board * players..(board + 1) * players]);
        }
    }
    let is_by_points = players == 1 && points == 1;
    let before = if is_by_points { shard.batch.scores().to_vec() } else { Vec::new() };
    // Step 2. It is done.
    let stepped = shard.batch.step(&done);
    // Step 3. What it is worth, and where it was the end.
    for (board, action) in done.iter().enumerate() {
        if *action == Batch::NO_ACTION {
            continue;
        }
        let rewards = &mut rewards[board * players..(board + 1) * players];
        if is_by_points {
            let gain = shard.batch.scores()[board].wrapping_sub(before[board]);
            rewards[0] = (gain as f32).to_ne_bytes();
        }
        if let Some(outcome) = shard.batch.outcome(board) {
            terminated[board] = 1;
            if !is_by_points {
                reward::pay(Some(outcome), rewards);
            }
        }
    }
    // Step 4. What is over is begun anew.
    if autoreset == Autoreset::SameStep {
        begun.extend((0..actions.len()).filter(|board| terminated[*board] != 0));
        last.seen.resize(begun.len() * shared.planes.len(), 0);
        let order = Order::ChannelsFirst;
        shard.batch.observe_each(begun.iter().copied(), order, &mut last.seen);
        for &board in &begun {
            last.boards.push((shard.first + board) as i64);
            let scores = &shard.batch.scores()[board * points..(board + 1) * points];
            last.scores.extend_from_slice(scores);
        }
    }
    stepped.map_err(failure)?;
    begin(shard, &begun)
}

/// Begins the next episode of boards, which are in ascending order.
fn begin(shard: &mut Shard, boards: &[usize]) -> Result<(), Failure> {
    if boards.is_empty() {
        return Ok(());
    }
    boards.iter().for_each(|board| shard.forfeited[*board] = false);
    shard.batch.reset(boards).map_err(failure)
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
        shared.numbers(py)?;
        let threads = threads::asked(threads);
        let points = if shared.has_score() { shared.player_count() } else { 0 };
        let (part, stop) = (boards_of_part(boards, threads), interrupt::token());
        let engine = shared.stopped_by(&stop);
        let make = || {
            let mut shards = Vec::new();
            for seeds in seeds.chunks(part) {
                let batch = Batch::new(&engine, &shared.setup, seeds)?;
                let forfeited = vec![false; batch.len()];
                shards.push(Shard { batch, first: shards.len() * part, forfeited });
            }
            Ok::<_, BatchError>(shards)
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
        let mut last: Vec<Last> = self.shards().iter().map(|_| Last::default()).collect();
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
            self.run(py, 0..parts.len(), parts, |shard, part| {
                step(shard, part, modes, (players, points), &shared)
            })
        })?;
        self.last = last;
        Ok((rewards, PyByteArray::new(py, &terminated)))
    }

    /// Does an action on the only board, by number: gives the reward of the first player, whether the game is over, the
    /// observation as `uint8`, and the legal actions, a byte for each.
    fn step_one<'py>(
        &mut self,
        py: Python<'py>,
        action: i64,
        illegal: &str,
        channels: &str,
    ) -> PyResult<(f32, bool, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        self.check_whole(py)?;
        let (modes, order) = ((Autoreset::Disabled, read_illegal(illegal)?), read_order(channels)?);
        let shared = Arc::clone(&self.shared);
        let count = shared.numbers(py)?.count();
        // Of no number here nothing is done: one that is no action is not legal.
        let actions = [u32::try_from(action).unwrap_or(count).min(count)];
        if modes.1 == Illegal::Raise {
            self.check_actions(py, &actions, modes.0)?;
        }
        let (players, points) = (shared.player_count(), self.points);
        let (mut rewards, mut terminated) = (vec![[0; HALF]; players], [0]);
        self.last.clear();
        let stepped = Stepped {
            actions: &actions,
            rewards: &mut rewards,
            terminated: &mut terminated,
            last: &mut Last::default(),
        };
        let step = |shard: &mut Shard, part: Stepped<'_>| {
            step(shard, part, modes, (players, points), &shared)
        };
        self.run(py, 0..1, vec![stepped], step)?;
        let Some(shard) = self.shards().first() else { return Err(cut_short(py)) };
        let seen = filled(py, shared.planes.len(), |into| {
            shard.batch.observe(0, order, into);
            Ok(())
        })?;
        let mask = filled(py, count as usize, |into| {
            if !shard.forfeited[0] {
                shard.batch.mask_all(into);
            }
            Ok(())
        })?;
        // Of a game that was over before, nothing was done.
        Ok((f32::from_ne_bytes(rewards[0]), shard.is_over(0), seen, mask))
    }

    /// Last sight of boards that were begun anew in the last step: their places, what was observed, a byte for
    /// each element with the channels first, and their points.
    fn last<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let words = |of: fn(&Last) -> &[i64]| self.last.iter().flat_map(of).copied().collect();
        let (boards, scores): (Vec<i64>, Vec<i64>) =
            (words(|it| &it.boards), words(|it| &it.scores));
        let seen: Vec<u8> = self.last.iter().flat_map(|it| &it.seen).copied().collect();
        let (boards, scores) =
            (of_words(py, boards.into_iter())?, of_words(py, scores.into_iter())?);
        Ok((boards, PyByteArray::new(py, &seen), scores))
    }

    /// Observations of every board, as `uint8` or `float32`, with the channels `first` or `last`; or of a piece that begins
    /// with this one.
    #[pyo3(signature = (dtype, channels, piece=None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        dtype: &str,
        channels: &str,
        piece: Option<usize>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (order, is_float) = (read_order(channels)?, read_dtype(dtype)?);
        let of_board = self.shared.planes.len();
        let size = if is_float { HALF } else { 1 };
        self.fill(py, (of_board * size, piece), |shard, part| {
            if is_float {
                shard.batch.observe_all(order, part.as_chunks_mut::<HALF>().0);
            } else {
                shard.batch.observe_all(order, part);
            }
            Ok(())
        })
    }

    /// The legal actions of every board: a byte for each, indexed [board, action], or as bits of 64-bit words; or of a piece
    /// that begins with this board.
    #[pyo3(signature = (is_packed, piece=None))]
    fn mask<'py>(
        &mut self,
        py: Python<'py>,
        is_packed: bool,
        piece: Option<usize>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (count, words) = (self.shared.numbers(py)?.count() as usize, self.words(py)?);
        let of_board = if is_packed { words * WORD } else { count };
        self.fill(py, (of_board, piece), |shard, part| {
            if !is_packed {
                shard.batch.mask_all(part);
            }
            for (board, into) in part.chunks_exact_mut(of_board).enumerate() {
                if shard.forfeited[board] {
                    // Where a player has lost by an illegal action nothing is legal.
                    into.fill(0);
                } else if is_packed {
                    let places = into.as_chunks_mut::<WORD>().0.iter_mut();
                    let legal = shard.batch.legal(board);
                    places.zip(legal).for_each(|(place, word)| *place = word.to_ne_bytes());
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
        self.fill(py, (WORD, None), |shard, part| {
            for (board, into) in part.as_chunks_mut::<WORD>().0.iter_mut().enumerate() {
                let drawn = match &mask {
                    None if shard.forfeited[board] => None,
                    None => shard.batch.sample(board),
                    Some(bits) => {
                        let from = (shard.first + board) * words;
                        shard.batch.sample_of(board, &bits[from..from + words])
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
        let parts = vec![(); self.shards().len()];
        self.run(py, 0..parts.len(), parts, |shard, ()| {
            let is_chosen = |board: &usize| chosen.is_none_or(|it| it[shard.first + board] != 0);
            let begun: Vec<usize> = (0..shard.batch.len()).filter(is_chosen).collect();
            for &board in &begun {
                if let Some(seeds) = &seeds {
                    shard.batch.reseed(board, seeds[shard.first + board] as u64);
                }
            }
            if chosen.is_some() {
                return begin(shard, &begun);
            }
            shard.forfeited.fill(false);
            shard.batch.reset_all().map_err(failure)
        })
    }

    /// A byte for each board: 1 where the game is over.
    fn terminated<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let of = |shard: &Shard| {
            (0..shard.batch.len()).map(|it| u8::from(shard.is_over(it))).collect::<Vec<_>>()
        };
        let all: Vec<u8> = self.shards().iter().flat_map(of).collect();
        PyByteArray::new(py, &all)
    }

    /// 64-bit numbers: who won on each board; -1 for nobody.
    fn winners<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.gather(py, |batch, board| match batch.outcome(board) {
            Some(Outcome::Won(player)) => i64::from(player.0),
            Some(Outcome::Lost(_) | Outcome::Draw | Outcome::Ended) | None => -1,
        })
    }

    /// 64-bit numbers: the player to act on each board.
    #[pyo3(name = "to_act")]
    fn players_to_act<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.gather(py, |batch, board| i64::from(batch.to_act(board).0))
    }

    /// 64-bit numbers: actions done on each board in this episode.
    fn plies<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.gather(py, |batch, board| i64::from(batch.plies(board)))
    }

    /// 64-bit numbers: the episode on each board, from 0.
    fn episodes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.gather(py, |batch, board| batch.episode(board) as i64)
    }

    /// 64-bit numbers: points, indexed [board, player].
    fn scores<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let all = self.shards().iter().flat_map(|shard| shard.batch.scores().iter().copied());
        let all: Vec<i64> = all.collect();
        of_words(py, all.into_iter())
    }

    /// The state of a board.
    fn state(&mut self, py: Python<'_>, board: usize) -> PyResult<State> {
        self.check_whole(py)?;
        let (part, of_part) = self.place(board)?;
        let shared = Arc::clone(&self.shared);
        let state = self.shards()[part].batch.state(of_part);
        Ok(State::new(shared, state.map_err(|it| self.error(py, board, &it))?))
    }

    /// Puts a state of the game on a board.
    fn put(&mut self, py: Python<'_>, board: usize, state: &State) -> PyResult<()> {
        self.check_whole(py)?;
        let (part, of_part) = self.place(board)?;
        self.shared.check_state(py, state)?;
        let shard = &mut self.shards()[part];
        shard.forfeited[of_part] = false;
        let put = shard.batch.put(of_part, &state.state);
        put.map_err(|it| self.error(py, board, &it))
    }
}

impl Core {
    /// Numbers of every board.
    fn gather<'py>(
        &mut self,
        py: Python<'py>,
        of: impl Fn(&Batch, usize) -> i64,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let of_part = |shard: &Shard| -> Vec<i64> {
            (0..shard.batch.len()).map(|board| of(&shard.batch, board)).collect()
        };
        let all: Vec<i64> = self.shards().iter().flat_map(of_part).collect();
        of_words(py, all.into_iter())
    }
}

/// Puts what is observed of a state into bytes.
pub(crate) fn observe(
    shared: &Shared,
    state: &masume_engine::State,
    (order, is_float): (Order, bool),
    into: &mut [u8],
) {
    if is_float {
        shared.planes.observe(state, order, into.as_chunks_mut::<HALF>().0);
    } else {
        shared.planes.observe(state, order, into);
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
