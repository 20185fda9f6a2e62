//! Boards of one game that a caller plays, step by step.

use std::sync::Arc;

use masume_engine::{
    ApplyError, Game, Outcome, Position, RunError, Series, Setup, SetupError, State,
};
use masume_rules::random::Random;
use self_cell::self_cell;

use crate::action_numbers::ActionNumbers;

type Played<'g> = Vec<Position<'g>>;

self_cell!(
    /// Boards that are played on, and the game that they are of.
    struct Positions {
        owner: Box<Game>,
        #[not_covariant]
        dependent: Played,
    }
);

/// In place of the number of an action, on a board where nothing is to be done.
pub(crate) const NO_ACTION: u32 = u32::MAX;

/// Boards of one game, each with a seed of its own.
///
/// The episodes of a board, counted from 0, are the games of the [`Series`] with its seed: they start as those do, and
/// [`Boards::sample`] chooses as those choose. So what happens on a board depends on nothing but its seed and what is
/// done there: not on how many boards there are, nor on how many are worked on at once.
pub(crate) struct Boards {
    positions: Positions,
    numbers: Arc<ActionNumbers>,
    /// State in which all episodes begin; `None` where chance sets them up.
    start: Option<State>,
    setup: Setup,
    seeds: Vec<u64>,
    /// The number of the episode that is played, plus one; 0 before the first.
    episodes: Vec<u64>,
    /// Generators that choose for who asks to sample.
    agents: Vec<Random>,
    seen: Seen,
}

/// Sight of boards, indexed by board.
struct Seen {
    outcomes: Vec<Option<Outcome>>,
    to_act: Vec<u8>,
    plies: Vec<u32>,
    /// Indexed [board][player]; empty in a game without points.
    scores: Vec<i64>,
    /// Points of a board.
    points: usize,
    /// Indexed [board][word]: the numbers of the legal actions as bits.
    legal: Vec<u64>,
    words: usize,
}

/// Reason why boards were not set up or stepped.
pub(crate) enum BoardError {
    /// The set-up cannot be played.
    Setup(SetupError),
    /// Error of the rules on this board, which stays as it was.
    Run(RunError),
}

impl Seen {
    fn look(
        &mut self,
        numbers: &ActionNumbers,
        board: usize,
        position: &mut Position<'_>,
    ) -> Result<(), RunError> {
        let legal = &mut self.legal[board * self.words..(board + 1) * self.words];
        legal.fill(0);
        self.outcomes[board] = position.outcome();
        self.to_act[board] = position.to_act().0;
        if position.outcome().is_none() {
            for number in position.legal_actions()?.iter().filter_map(|it| numbers.number(*it)) {
                legal[number as usize / 64] |= 1 << (number % 64);
            }
        }
        if self.points > 0 {
            // Points that cannot be computed are none, as wherever they are told.
            let scores = position.scores().unwrap_or_default();
            let of_board = &mut self.scores[board * self.points..(board + 1) * self.points];
            of_board.iter_mut().zip(scores).for_each(|(to, score)| *to = score);
        }
        Ok(())
    }
}

impl Boards {
    /// As many boards as seeds, each at the start of its first episode.
    pub(crate) fn new(
        game: &Game,
        numbers: &Arc<ActionNumbers>,
        setup: &Setup,
        seeds: &[u64],
        points: usize,
    ) -> Result<Self, BoardError> {
        let boards = seeds.len();
        let words = numbers.count().div_ceil(64) as usize;
        let has_chance = masume_rules::facts::uses_chance(game.rules());
        let start = game.start(&Setup { seed: seeds.first().copied().unwrap_or(0), ..*setup });
        let start = start.map_err(BoardError::Setup)?;
        let positions = Positions::new(Box::new(game.clone()), |game| {
            let first = game.position(&start);
            (0..boards).map(|_| first.clone()).collect()
        });
        let mut made = Self {
            positions,
            numbers: Arc::clone(numbers),
            start: (!has_chance).then_some(start),
            setup: *setup,
            seeds: seeds.to_vec(),
            episodes: vec![0; boards],
            agents: vec![Random(0); boards],
            seen: Seen {
                outcomes: vec![None; boards],
                to_act: vec![0; boards],
                plies: vec![0; boards],
                scores: vec![0; boards * points],
                points,
                legal: vec![0; boards * words],
                words,
            },
        };
        (0..boards).try_for_each(|board| made.begin(board))?;
        Ok(made)
    }

    /// Number of boards.
    pub(crate) fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Outcome of every board.
    pub(crate) fn outcomes(&self) -> &[Option<Outcome>] {
        &self.seen.outcomes
    }

    /// The player to act on every board.
    pub(crate) fn to_act(&self) -> &[u8] {
        &self.seen.to_act
    }

    /// Actions done on every board in this episode.
    pub(crate) fn plies(&self) -> &[u32] {
        &self.seen.plies
    }

    /// Points, indexed [board][player].
    pub(crate) fn scores(&self) -> &[i64] {
        &self.seen.scores
    }

    /// The episode that is played on a board, counted from 0.
    pub(crate) fn episode(&self, board: usize) -> u64 {
        self.episodes[board].saturating_sub(1)
    }

    /// The numbers of the legal actions of a board, as bits.
    pub(crate) fn legal(&self, board: usize) -> &[u64] {
        let words = self.seen.words;
        &self.seen.legal[board * words..(board + 1) * words]
    }

    /// True if the action of this number is legal on a board.
    pub(crate) fn is_legal(&self, board: usize, action: u32) -> bool {
        let word = self.legal(board).get(action as usize / 64);
        word.is_some_and(|word| word >> (action % 64) & 1 != 0)
    }

    /// Begins the next episode of a board.
    pub(crate) fn begin(&mut self, board: usize) -> Result<(), BoardError> {
        let series = Series::new(1, self.seeds[board]);
        let episode = self.episodes[board];
        let Self { positions, start, setup, .. } = self;
        positions.with_dependent_mut(|game, positions| {
            let drawn;
            let state = match start.as_ref() {
                Some(start) => start,
                None => {
                    let seed = series.chance(episode).0;
                    drawn = game.start(&Setup { seed, ..*setup }).map_err(BoardError::Setup)?;
                    &drawn
                }
            };
            positions[board].copy_from(&game.position(state));
            Ok(())
        })?;
        self.episodes[board] = episode + 1;
        self.agents[board] = series.agent(episode);
        self.seen.plies[board] = 0;
        self.look(board).map_err(BoardError::Run)
    }

    /// Gives a board another seed, of which the next episode is the first.
    pub(crate) fn reseed(&mut self, board: usize, seed: u64) {
        self.seeds[board] = seed;
        self.episodes[board] = 0;
    }

    fn look(&mut self, board: usize) -> Result<(), RunError> {
        let Self { positions, numbers, seen, .. } = self;
        positions
            .with_dependent_mut(|_, positions| seen.look(numbers, board, &mut positions[board]))
    }

    /// Does the legal action of this number on a board.
    pub(crate) fn step(&mut self, board: usize, action: u32) -> Result<(), RunError> {
        let index = rank(self.legal(board), action);
        let Self { positions, numbers, seen, .. } = self;
        positions.with_dependent_mut(|_, positions| {
            let position = &mut positions[board];
            match position.apply_nth(index) {
                Ok(()) => {}
                Err(ApplyError::Run(error)) => return Err(error),
                // Only what is legal is done.
                Err(ApplyError::IllegalAction | ApplyError::GameOver) => return Ok(()),
            }
            seen.plies[board] = seen.plies[board].saturating_add(1);
            seen.look(numbers, board, position)
        })
    }

    /// The state of a board.
    pub(crate) fn state(&self, board: usize) -> State {
        self.positions.with_dependent(|_, positions| positions[board].state())
    }

    /// Puts a state on a board, in place of what is there; its episode goes on.
    pub(crate) fn put(&mut self, board: usize, state: &State) -> Result<(), RunError> {
        self.positions.with_dependent_mut(|game, positions| {
            positions[board].copy_from(&game.position(state));
        });
        self.seen.plies[board] = state.ply;
        self.look(board)
    }

    /// Draws for a board one of these actions, as bits, each as likely as any other: of the legal ones, what the next ply
    /// of its game in the [`Series`] of its seed would be, if all before were drawn so.
    pub(crate) fn sample_of(&mut self, board: usize, actions: &[u64]) -> Option<u32> {
        draw(&mut self.agents[board], actions)
    }

    /// The same of the legal ones.
    pub(crate) fn sample(&mut self, board: usize) -> Option<u32> {
        let words = self.seen.words;
        draw(&mut self.agents[board], &self.seen.legal[board * words..(board + 1) * words])
    }
}

/// One of the bits, each as likely as any other.
fn draw(agent: &mut Random, bits: &[u64]) -> Option<u32> {
    let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
    if count == 0 {
        return None;
    }
    masume_board::nth_cell(bits, agent.below(count.into())).map(|bit| bit.0)
}

/// Number of bits that are set below this one.
fn rank(bits: &[u64], bit: u32) -> usize {
    let (place, within) = (bit as usize / 64, bit % 64);
    let before: u32 = bits[..place].iter().map(|word| word.count_ones()).sum();
    (before + (bits[place] & ((1 << within) - 1)).count_ones()) as usize
}
