//! Hundreds of boards that a caller plays, step by step.
//!
//! What is seen of all boards (legal actions, planes, points, ends) lies in arrays that are kept true after every call.
//! Boards are worked on side by side where the game has code for that; a board that has none, or that the code cannot
//! hold, is a position of its own here, and who plays cannot tell the two apart.

mod bit_writer;
mod digit_planes;
mod planes;

use std::borrow::Cow;
use std::sync::Arc;

use masume_board::{Grid, nth_cell};
use masume_execute::{
    BatchForm, BatchView, BoardBatch, Compiled, Evicted, MOST_BOARDS, NO_INDEX, Trouble, put_bytes,
};
use masume_rules::action_numbers::ActionNumbers;
use masume_rules::facts::asks_solver_in_play;
use masume_rules::model::{Player, ValueKind};
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::executor::compiled;
use crate::position::Parked;
use crate::{ApplyError, Executor, Game, Series, SeriesStart, Setup, SetupError, playout};

use bit_writer::BitWriter;

pub use planes::{Channel, Element, Order, Planes};

/// Fewer boards than this are positions of their own, which machine code may play: lanes cost the same whether or not
/// anything is in them.
const FEWEST_IN_LANES: usize = 6;

/// Boards of one game, each with a seed of its own, that a caller plays.
///
/// The episodes of a board, counted from 0, are the games of the [`Series`] with its seed: they start as those do, and
/// [`Batch::sample`] chooses as those choose. So what happens on a board depends on nothing but its seed and what is
/// done there: not on how many boards there are, nor on how many are worked on at once.
///
/// ```
/// use masume_engine::{Batch, Game, Setup};
///
/// let text = "game Nim\nboard 1 x 3\npieces\n  thing: stone\n\nstart\n  any -> stone\n\n\
///             action take at c\n  at c: stone -> _\n\nwin when no stone\n";
/// let game = Game::load(text).game.expect("the text is a game");
/// let mut batch = Batch::new(&game, &Setup::default(), &[1, 2, 3]).expect("the game is small");
/// batch.step(&[0, 1, 2]).expect("nothing goes wrong");
/// assert_eq!(batch.legal(1), [0b101]);
/// batch.reset(&[1]).expect("nothing goes wrong");
/// assert_eq!(batch.legal(1), [0b111]);
/// ```
#[derive(Debug)]
pub struct Batch {
    game: Game,
    start: SeriesStart,
    numbers: Arc<ActionNumbers>,
    planes: Arc<Planes>,
    seeds: Vec<u64>,
    /// The number of the episode that is played, plus one; 0 before the first.
    episodes: Vec<u64>,
    /// Generators that choose for who asks to sample.
    agents: Vec<Random>,
    seen: Seen,
    /// Boards side by side; `None` where the game has no code for it, and where boards are few.
    lanes: Option<Lanes>,
    /// Indexed by board: those that are worked on by themselves.
    alone: Vec<Option<Box<Parked>>>,
    /// True after a call that was stopped: nothing is known of the boards.
    is_cut_short: bool,
}

/// Boards side by side.
#[derive(Debug)]
struct Lanes {
    boards: Box<dyn BoardBatch>,
    /// Program that packs their states.
    program: Arc<dyn Compiled>,
    /// State in which all episodes begin, packed; empty until it is known, and where chance sets games up.
    start: Vec<u64>,
}

/// Sight of the boards.
#[derive(Debug)]
struct Seen {
    outcomes: Vec<u32>,
    to_act: Vec<u8>,
    plies: Vec<u32>,
    /// Indexed `[board][player]`; empty in a game without points.
    scores: Vec<i64>,
    /// Indexed `[board][word]`: the numbers of the legal actions as bits.
    legal: Vec<u64>,
    /// Indexed `[board][plane][word]`; those of boards by themselves are not kept.
    planes: Vec<u64>,
}

impl Seen {
    fn view(&mut self) -> BatchView<'_> {
        let Self { outcomes, to_act, plies, scores, legal, planes } = self;
        BatchView { outcomes, to_act, plies, scores, legal, planes }
    }
}

/// Error of boards that are made, put or stepped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// More actions than can be numbered on a board of this size.
    TooManyNumbers,
    /// The set-up cannot be played.
    Setup(SetupError),
    /// Error of the rules on this board, which stays as it was.
    Run {
        /// The board.
        board: usize,
        /// The error.
        error: RunError,
    },
    /// An earlier call was stopped before it came to its end: the boards are to be reset, all of them.
    CutShort,
    /// An action that is not legal; nothing was done on any board.
    Illegal {
        /// The first board where it was to be done.
        board: usize,
    },
    /// A state on a board of another shape.
    OtherShape,
}

impl BatchError {
    /// The board that it is about; the first where it is about all of them.
    pub fn board(&self) -> usize {
        match self {
            Self::Run { board, .. } | Self::Illegal { board } => *board,
            Self::TooManyNumbers | Self::Setup(_) | Self::CutShort | Self::OtherShape => 0,
        }
    }
}

impl Batch {
    /// The most boards of a batch: who wants more has several, on as many threads as there are.
    pub const MOST: usize = MOST_BOARDS;

    /// In place of the number of an action, on a board where nothing is to be done.
    pub const NO_ACTION: u32 = u32::MAX;

    /// As many boards as seeds, at most [`Batch::MOST`] (those behind are left out), each at the start of its first
    /// episode.
    ///
    /// # Errors
    /// [`BatchError::TooManyNumbers`], [`BatchError::Setup`], [`BatchError::Run`].
    pub fn new(game: &Game, setup: &Setup, seeds: &[u64]) -> Result<Self, BatchError> {
        let start = game.series_start(setup).map_err(BatchError::Setup)?;
        let grid = *start.grid();
        let numbers =
            Arc::new(ActionNumbers::new(&game.rules, &grid).ok_or(BatchError::TooManyNumbers)?);
        let planes = Arc::new(Planes::new(&game.rules, &grid));
        let seeds = seeds[..seeds.len().min(Self::MOST)].to_vec();
        let boards = seeds.len();
        let points = points_count(game);
        let mut batch = Self {
            lanes: lanes(game, &grid, boards, (&numbers, &planes)),
            game: game.clone(),
            seen: Seen {
                outcomes: vec![0; boards],
                to_act: vec![0; boards],
                plies: vec![0; boards],
                scores: vec![0; boards * points],
                legal: vec![0; boards * numbers.count().div_ceil(64) as usize],
                planes: vec![0; boards * planes.kept_words()],
            },
            start,
            numbers,
            planes,
            episodes: vec![0; boards],
            agents: vec![Random(0); boards],
            alone: std::iter::repeat_with(|| None).take(boards).collect(),
            is_cut_short: false,
            seeds,
        };
        batch.reset_all()?;
        Ok(batch)
    }

    /// Number of boards.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// True if there is no board.
    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// True if boards are worked on side by side.
    pub fn is_side_by_side(&self) -> bool {
        self.lanes.is_some()
    }

    /// End of the game on a board; `None` while it goes on.
    #[inline]
    pub fn outcome(&self, board: usize) -> Option<Outcome> {
        Outcome::of_code(self.seen.outcomes[board].into())
    }

    /// True if the game on a board is over.
    #[inline]
    pub fn is_over(&self, board: usize) -> bool {
        self.seen.outcomes[board] != 0
    }

    /// The player to act on a board.
    #[inline]
    pub fn to_act(&self, board: usize) -> Player {
        Player(self.seen.to_act[board])
    }

    /// Actions done on a board in this episode.
    pub fn plies(&self, board: usize) -> u32 {
        self.seen.plies[board]
    }

    /// Points, indexed `[board][player]`; none in a game without.
    pub fn scores(&self) -> &[i64] {
        &self.seen.scores
    }

    /// The episode that is played on a board, counted from 0.
    pub fn episode(&self, board: usize) -> u64 {
        self.episodes[board].saturating_sub(1)
    }

    /// The numbers of the legal actions of a board, as bits.
    #[inline]
    pub fn legal(&self, board: usize) -> &[u64] {
        let words = self.legal_words();
        &self.seen.legal[board * words..(board + 1) * words]
    }

    /// True if the action of this number is legal on a board.
    #[inline]
    pub fn is_legal(&self, board: usize, action: u32) -> bool {
        let (words, word) = (self.legal_words(), action as usize / 64);
        word < words && self.seen.legal[board * words + word] >> (action % 64) & 1 != 0
    }

    fn legal_words(&self) -> usize {
        self.numbers.count().div_ceil(64) as usize
    }

    /// Puts what is observed of every board, [`Planes::len`] elements of each.
    pub fn observe_all<T: Element>(&self, order: Order, into: &mut [T]) {
        self.observe_each(0..self.len(), order, into);
    }

    /// The same of one board.
    pub fn observe<T: Element>(&self, board: usize, order: Order, into: &mut [T]) {
        self.observe_each(std::iter::once(board), order, into);
    }

    /// The same of these boards.
    pub fn observe_each<T: Element>(
        &self,
        boards: impl ExactSizeIterator<Item = usize>,
        order: Order,
        into: &mut [T],
    ) {
        let kept: Vec<_> =
            boards.map(|board| (self.kept_planes(board), self.seen.to_act[board])).collect();
        self.planes.observe_kept(&kept, order, self.game.optimisations.instructions, into);
    }

    /// Planes of a board as they are kept.
    #[inline(always)]
    fn kept_planes(&self, board: usize) -> Cow<'_, [u64]> {
        let words = self.planes.kept_words();
        match &self.alone[board] {
            Some(alone) => Cow::Owned(self.planes.kept(&alone.state())),
            None => Cow::Borrowed(&self.seen.planes[board * words..(board + 1) * words]),
        }
    }

    /// Puts a byte for each action of every board, 1 for one that is legal.
    pub fn mask_all(&self, into: &mut [u8]) {
        let (count, words) = (self.numbers.count(), self.legal_words());
        let into = &mut into[..self.len() * count as usize];
        let mut seen = BitWriter::new(into.len());
        if words == 1 {
            seen.push_each(&self.seen.legal, count);
        } else if words > 1 {
            let runs: Vec<(usize, u32)> = (0..count)
                .step_by(64)
                .map(|first| (first as usize, (count - first).min(u64::BITS)))
                .collect();
            seen.push_runs(&self.seen.legal, words, &runs);
        }
        put_bytes(self.game.optimisations.instructions, &seen.finish(), into);
    }

    /// Begins the next episode of these boards, which are in ascending order.
    ///
    /// # Errors
    /// [`BatchError::Run`], [`BatchError::CutShort`].
    pub fn reset(&mut self, boards: &[usize]) -> Result<(), BatchError> {
        self.check_whole()?;
        self.begin(boards)
    }

    /// Begins the next episode of every board: the only call that is answered after one that was stopped.
    ///
    /// # Errors
    /// [`BatchError::Run`].
    pub fn reset_all(&mut self) -> Result<(), BatchError> {
        if self.is_cut_short {
            // What is in the registers is not to be read.
            let of = (&self.numbers, &self.planes);
            self.lanes = lanes(&self.game, self.start.grid(), self.len(), of);
        }
        let all: Vec<usize> = (0..self.len()).collect();
        self.begin(&all)
    }

    /// Gives a board another seed, of which the next episode is the first.
    pub fn reseed(&mut self, board: usize, seed: u64) {
        self.seeds[board] = seed;
        self.episodes[board] = 0;
    }

    fn check_whole(&self) -> Result<(), BatchError> {
        if self.is_cut_short { Err(BatchError::CutShort) } else { Ok(()) }
    }

    fn begin(&mut self, boards: &[usize]) -> Result<(), BatchError> {
        let (mut packed, mut begun, mut failed) = (Vec::new(), 0, None);
        for &board in boards {
            if let Err(error) = self.set_up(board, &mut packed) {
                failed = Some(error);
                break;
            }
            begun += 1;
        }
        // Of boards that were not begun after a stop nothing is known still.
        self.is_cut_short &= failed.is_some();
        let put = self.put_packed(&boards[..begun], &packed);
        self.unless_stopped(put)?;
        failed.map_or(Ok(()), Err)
    }

    /// Result of a call that was not stopped on its way: a board by itself tells a stop as an error of its own.
    fn unless_stopped(&mut self, done: Result<(), BatchError>) -> Result<(), BatchError> {
        if self.game.check_stop().is_err() { Err(self.cut_short()) } else { done }
    }

    /// Sets up the next episode of a board, packed where it is to be put in lanes.
    fn set_up(&mut self, board: usize, packed: &mut Vec<u64>) -> Result<(), BatchError> {
        let series = Series::new(1, self.seeds[board]);
        let episode = self.episodes[board];
        match &mut self.lanes {
            Some(lanes) if !lanes.start.is_empty() => packed.extend_from_slice(&lanes.start),
            Some(_) | None => {
                let first = playout::first_state(&self.game, self.start.clone(), series, episode);
                let state = first.map_err(|error| BatchError::Run { board, error })?;
                match &mut self.lanes {
                    Some(lanes) => {
                        let from = packed.len();
                        packed.resize(from + lanes.program.packed_words(), 0);
                        lanes.program.pack(&state, &mut packed[from..]);
                        // Chance has no part in such a game.
                        if matches!(self.start, SeriesStart::State(_)) {
                            lanes.start = packed[from..].to_vec();
                        }
                    }
                    None => self.put_alone(board, &state)?,
                }
            }
        }
        self.episodes[board] = episode + 1;
        self.agents[board] = series.agent(episode);
        Ok(())
    }

    fn put_packed(&mut self, boards: &[usize], packed: &[u64]) -> Result<(), BatchError> {
        let Some(lanes) = &mut self.lanes else { return Ok(()) };
        for board in boards {
            self.alone[*board] = None;
        }
        let mut view = self.seen.view();
        let put = compiled::with_parts(&self.game, |parts| {
            lanes.boards.put(boards, packed, parts, &mut view)
        });
        let evicted = put.map_err(|_| self.cut_short())?;
        self.take_evicted(evicted)
    }

    fn cut_short(&mut self) -> BatchError {
        self.is_cut_short = true;
        BatchError::CutShort
    }

    fn take_evicted(&mut self, evicted: Vec<Evicted>) -> Result<(), BatchError> {
        let mut failed = Vec::new();
        for (board, words) in evicted {
            let Some(lanes) = &self.lanes else { return Ok(()) };
            let state = lanes.program.unpack(&words);
            failed.extend(self.put_alone(board, &state).err());
        }
        first_of(failed)
    }

    /// Puts a state on a board that is worked on by itself.
    fn put_alone(&mut self, board: usize, state: &State) -> Result<(), BatchError> {
        let alone = self.game.position(state).park();
        self.seen.plies[board] = state.ply;
        self.show(board, alone)
    }

    /// Keeps a board that is worked on by itself, and what is seen of it.
    fn show(&mut self, board: usize, alone: Parked) -> Result<(), BatchError> {
        let words = self.legal_words();
        let Self { game, numbers, seen, .. } = self;
        let mut position = alone.on(game);
        let legal = &mut seen.legal[board * words..(board + 1) * words];
        legal.fill(0);
        seen.outcomes[board] = Outcome::code(position.outcome()) as u32;
        seen.to_act[board] = position.to_act().0;
        let mut listed = Ok(());
        if position.outcome().is_none() {
            listed = position.legal_actions().map(|actions| {
                for number in actions.iter().filter_map(|it| numbers.number(*it)) {
                    legal[number as usize / 64] |= 1 << (number % 64);
                }
            });
        }
        let points = seen.scores.len() / seen.outcomes.len();
        if points > 0 {
            // Points that cannot be computed are none, as wherever they are told.
            let scores = position.scores().unwrap_or_default();
            let of_board = &mut seen.scores[board * points..(board + 1) * points];
            of_board.iter_mut().zip(scores).for_each(|(to, score)| *to = score);
        }
        self.alone[board] = Some(Box::new(position.park()));
        listed.map_err(|error| BatchError::Run { board, error })
    }

    /// Puts a state on a board, in place of what is there; its episode goes on.
    ///
    /// # Errors
    /// [`BatchError::OtherShape`], [`BatchError::Run`], [`BatchError::CutShort`].
    pub fn put(&mut self, board: usize, state: &State) -> Result<(), BatchError> {
        self.check_whole()?;
        if state.board.grid() != self.start.grid() {
            return Err(BatchError::OtherShape);
        }
        let put = match &self.lanes {
            Some(lanes) => {
                let mut words = vec![0; lanes.program.packed_words()];
                lanes.program.pack(state, &mut words);
                self.put_packed(&[board], &words)
            }
            None => self.put_alone(board, state),
        };
        self.unless_stopped(put)
    }

    /// The state of a board.
    ///
    /// # Errors
    /// [`BatchError::CutShort`].
    pub fn state(&mut self, board: usize) -> Result<State, BatchError> {
        self.check_whole()?;
        if let Some(alone) = &self.alone[board] {
            return Ok(alone.state());
        }
        let Some(lanes) = &mut self.lanes else { return Err(BatchError::CutShort) };
        let mut words = vec![0; lanes.program.packed_words()];
        lanes.boards.pack(board, &mut words);
        Ok(lanes.program.unpack(&words))
    }

    /// Does on every board the action of this number, or nothing for [`Batch::NO_ACTION`].
    ///
    /// # Errors
    /// [`BatchError::Illegal`], [`BatchError::Run`] of the first board where the rules went wrong, while others have
    /// their step, [`BatchError::CutShort`].
    pub fn step(&mut self, actions: &[u32]) -> Result<(), BatchError> {
        self.check_whole()?;
        let mut indices = vec![NO_INDEX; self.len()];
        for (board, (index, &action)) in
            indices.iter_mut().zip(actions).enumerate().take(self.len())
        {
            if action != Self::NO_ACTION {
                if !self.is_legal(board, action) {
                    return Err(BatchError::Illegal { board });
                }
                *index = rank(self.legal(board), action);
            }
        }
        let mut failed = Vec::new();
        for (board, index) in indices.iter_mut().enumerate() {
            if self.alone[board].is_some() && *index != NO_INDEX {
                failed.extend(self.step_alone(board, *index).err());
                *index = NO_INDEX;
            }
        }
        let Trouble { error, evicted } = self.step_lanes(&indices)?;
        failed.extend(error.map(|(board, error)| BatchError::Run { board, error }));
        failed.extend(self.take_evicted(evicted).err());
        self.unless_stopped(first_of(failed))
    }

    fn step_alone(&mut self, board: usize, index: u64) -> Result<(), BatchError> {
        let Some(alone) = self.alone[board].take() else { return Ok(()) };
        let mut position = alone.on(&self.game);
        let done = position.apply_nth(index as usize);
        let alone = position.park();
        match done {
            Ok(()) => {
                let plies = &mut self.seen.plies[board];
                *plies = plies.saturating_add(1);
                self.show(board, alone)
            }
            Err(ApplyError::Run(error)) => {
                self.alone[board] = Some(Box::new(alone));
                Err(BatchError::Run { board, error })
            }
            // Only what is legal is done.
            Err(ApplyError::IllegalAction | ApplyError::GameOver) => {
                self.alone[board] = Some(Box::new(alone));
                Ok(())
            }
        }
    }

    fn step_lanes(&mut self, indices: &[u64]) -> Result<Trouble, BatchError> {
        let Some(lanes) = &mut self.lanes else { return Ok(Trouble::default()) };
        let mut view = self.seen.view();
        let stepped =
            compiled::with_parts(&self.game, |parts| lanes.boards.step(indices, parts, &mut view));
        stepped.map_err(|_| self.cut_short())
    }

    /// Draws one of the legal actions of a board, each as likely as any other: what the next ply of its game in the
    /// [`Series`] of its seed would be, if all before were drawn here; `None` where there is none.
    pub fn sample(&mut self, board: usize) -> Option<u32> {
        let words = self.legal_words();
        let Self { agents, seen, .. } = self;
        draw(&mut agents[board], &seen.legal[board * words..(board + 1) * words])
    }

    /// The same among these actions, as bits, whether or not they are legal.
    pub fn sample_of(&mut self, board: usize, actions: &[u64]) -> Option<u32> {
        draw(&mut self.agents[board], actions)
    }
}

/// The error on the first board of several.
///
/// # Errors
/// That one.
fn first_of(errors: Vec<BatchError>) -> Result<(), BatchError> {
    errors.into_iter().min_by_key(BatchError::board).map_or(Ok(()), Err)
}

/// One of the bits, each as likely as any other.
#[inline]
fn draw(agent: &mut Random, bits: &[u64]) -> Option<u32> {
    let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
    if count == 0 {
        return None;
    }
    nth_cell(bits, agent.below(count.into())).map(|bit| bit.0)
}

/// Number of bits that are set below this one.
#[inline]
fn rank(bits: &[u64], bit: u32) -> u64 {
    let (place, within) = (bit as usize / 64, bit % 64);
    let before: u32 = bits[..place].iter().map(|word| word.count_ones()).sum();
    (before + (bits[place] & ((1 << within) - 1)).count_ones()).into()
}

/// Boards side by side, if the game has code for them and they are not few.
fn lanes(
    game: &Game,
    grid: &Grid,
    boards: usize,
    (numbers, planes): (&Arc<ActionNumbers>, &Arc<Planes>),
) -> Option<Lanes> {
    let is_compiled = match game.executor {
        Executor::Reference => false,
        Executor::Compiled | Executor::Batch => true,
    };
    // Nobody answers what is solvable while boards are worked on together.
    if !is_compiled || boards < FEWEST_IN_LANES || asks_solver_in_play(&game.rules) {
        return None;
    }
    let program = compiled::program(game, grid)?;
    let (numbers, digits) = (Arc::clone(numbers), planes.digits());
    let boards = Arc::clone(&program).board_batch(BatchForm { boards, numbers, digits })?;
    Some(Lanes { boards, program, start: Vec::new() })
}

/// Points that there are for each board: one for each player, or none.
fn points_count(game: &Game) -> usize {
    let has_value = game.rules.values.iter().any(|it| it.kind == ValueKind::Score);
    if game.rules.score.is_some() || has_value { game.rules.players.len().max(1) } else { 0 }
}
