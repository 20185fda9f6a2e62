//! Learner: plays games on many boards side by side, and learns of each action what the one before was worth.

use std::mem::size_of;
use std::ops::Range;

use masume_board::Grid;
use masume_engine::{Game, Setup, State};
use masume_rules::action::Action;

use super::cell_codes::CellCodes;
use super::default_tuples::default_tuples;
use super::played_boards::{Fields, PackedHalves, PlayedBoards};
use super::stored::{Header, StoredReader, finite, write};
use super::tuple_network::{AHEAD, PlaceRow, TupleForm, TupleNetwork};
use super::turn_halves::TurnHalves;
use super::waypoints::Waypoints;
use super::{BadBytes, CannotLearn};
use crate::symmetries_on;

/// Size of the greatest weight that may be put.
pub const MOST_WEIGHT: f32 = 1e30;
/// The most boards, and the longest trail.
const MOST_BOARDS: usize = 1 << 16;
const MOST_TRAIL: usize = 1 << 16;
/// Turns one after another in which nothing could be done on any board, after which nothing ever can.
const MOST_IDLE: u32 = 64;
/// States that are asked about side by side.
const CHUNK: usize = 1 << 10;

/// Settings of a learner.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnerForm {
    /// Tuples of cells, by their places in reading order; `None` for blocks of two rows everywhere on the board.
    pub tuples: Option<Vec<Vec<usize>>>,
    /// Contents of a layer from this many on are not told from each other.
    pub largest: u8,
    /// Value of every board at first: what is more than can be earned has everything be tried.
    pub value: f32,
    /// Games that are learnt from are set up with this seed and those that follow it.
    pub seed: u64,
    /// Boards that are played side by side.
    pub boards: usize,
    /// Actions of a game that are learnt from together, the last first: what came of it is known of each at once.
    pub trail: usize,
}

impl Default for LearnerForm {
    fn default() -> Self {
        Self { tuples: None, largest: 15, value: 0.0, seed: 0, boards: 32, trail: 64 }
    }
}

/// Share of a run.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Actions to be done, at least.
    pub moves: u64,
    /// Games to be ended before that, which end it too.
    pub games: u64,
    /// Rate of learning, from 0 to 1.
    pub rate: f32,
    /// True if each weight has a rate of its own besides: the less, the more its errors cancel out.
    pub is_coherent: bool,
    /// Share of what all later actions of a trail came to in what an action is told, from 0 to 1; the rest is what the next
    /// one was thought to be worth.
    pub trace: f32,
    /// Behind a game of so many actions at least the next one begins in the middle of them, with other chance, for what comes
    /// late in long games is learnt too seldom otherwise (restart strategy; Matsuzaki, 2021); 0 where all begin at the start.
    pub restart: u64,
}

impl Default for Lesson {
    fn default() -> Self {
        Self {
            moves: u64::MAX,
            games: u64::MAX,
            rate: 1.0,
            is_coherent: true,
            trace: 0.5,
            restart: 256,
        }
    }
}

/// Games of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// Actions done.
    pub moves: u64,
    /// Points of every game that ended, in the order of their ends.
    pub scores: Vec<i64>,
}

/// Games that are being played to learn.
#[derive(Debug)]
struct Course {
    boards: PlayedBoards,
    /// Of each board the afterstates of which the value is still to be learnt, and the last one.
    trails: Vec<Trail>,
    /// Of each board the states that its game went through.
    waypoints: Vec<Waypoints>,
    /// Places of the weights of some of them, one behind the other.
    places: Vec<PlaceRow>,
}

/// Afterstates one after another.
#[derive(Clone, Debug, Default)]
struct Trail {
    /// Codes of all cells, one afterstate behind the other.
    codes: Vec<u8>,
    /// Points.
    points: Vec<u64>,
}

/// A network, and the games that it learns from.
#[derive(Debug)]
pub struct Learner {
    halves: TurnHalves,
    setup: Setup,
    grid: Grid,
    form: LearnerForm,
    codes: CellCodes,
    fields: Fields,
    network: TupleNetwork,
    /// Games that were begun.
    games: u64,
    course: Option<Course>,
}

impl Learner {
    /// Learner of a game that is set up so, with a network of at most so many bytes.
    ///
    /// # Errors
    /// The game is not one that can be learnt, or the tuples are none of its boards.
    pub fn new(
        game: &Game,
        setup: &Setup,
        mut form: LearnerForm,
        bytes: u64,
    ) -> Result<Self, CannotLearn> {
        let halves = TurnHalves::of(game)?;
        let grid = game.grid_of(setup).map_err(CannotLearn::Setup)?;
        let frontier = halves.decided.frontier(&grid).ok_or(CannotLearn::Contents)?;
        let codes = CellCodes::new(game.rules(), &grid, &frontier, form.largest);
        let codes = codes.ok_or(CannotLearn::Contents)?;
        let fields = Fields::new(&halves, &frontier).ok_or(CannotLearn::Contents)?;
        let symmetries = cell_maps(game, &grid);
        let size = (grid.width() as usize, grid.height() as usize);
        let cell = |cell: usize| u16::try_from(cell).unwrap_or(u16::MAX);
        form.boards = form.boards.clamp(1, MOST_BOARDS);
        form.trail = form.trail.clamp(1, MOST_TRAIL);
        let of_trail = (form.trail + 1) * (codes.cells() + size_of::<u64>());
        let of_board = PlayedBoards::bytes(frontier.words(), codes.cells())
            + Waypoints::bytes(frontier.words())
            + of_trail;
        let shape = TupleForm {
            tuples: &[],
            symmetries: &symmetries,
            radix: codes.radix(),
            board_bytes: form.boards as u64 * of_board as u64,
        };
        let tuples: Vec<Vec<u16>> = match &form.tuples {
            Some(tuples) => {
                tuples.iter().map(|it| it.iter().map(|it| cell(*it)).collect()).collect()
            }
            None => default_tuples(size, &shape, bytes).map_err(CannotLearn::Tuples)?,
        };
        let network =
            TupleNetwork::new(&TupleForm { tuples: &tuples, ..shape }, form.value, bytes)?;
        let places = |it: &Vec<u16>| it.iter().map(|cell| usize::from(*cell)).collect();
        form.tuples = Some(tuples.iter().map(places).collect());
        drop(frontier);
        let setup = *setup;
        Ok(Self { halves, setup, grid, form, codes, fields, network, games: 0, course: None })
    }

    /// Its settings, with the tuples that it has.
    pub fn form(&self) -> &LearnerForm {
        &self.form
    }

    /// Learner of weights that [`Learner::to_bytes`] gave, of rules with this fingerprint; its games are new ones.
    ///
    /// # Errors
    /// As [`Learner::new`]; the bytes are none, or of another game: [`CannotLearn::Bytes`].
    pub fn from_bytes(
        (game, fingerprint): (&Game, &str),
        setup: &Setup,
        kept: &[u8],
        bytes: u64,
    ) -> Result<Self, CannotLearn> {
        let mut reader = StoredReader::new(kept);
        let Header { fingerprint: of, size, radix, games, form } =
            reader.header().map_err(CannotLearn::Bytes)?;
        let other = CannotLearn::Bytes(BadBytes::OtherGame);
        if of != fingerprint {
            return Err(other);
        }
        let mut made = Self::new(game, setup, form, bytes)?;
        if (made.size(), made.codes.radix() as u32) != (size, radix) {
            return Err(other);
        }
        reader.weights(&mut made.network).map_err(CannotLearn::Bytes)?;
        made.games = games;
        Ok(made)
    }

    /// All that was learnt, of rules with this fingerprint, as bytes.
    pub fn to_bytes(&self, fingerprint: &str) -> Vec<u8> {
        let header = Header {
            fingerprint: fingerprint.to_owned(),
            size: self.size(),
            radix: self.codes.radix() as u32,
            games: self.games,
            form: self.form.clone(),
        };
        write(&header, &self.network)
    }

    fn size(&self) -> (u32, u32) {
        (self.grid.width(), self.grid.height())
    }

    /// Number of codes that a cell can have: a tuple has a weight for each way in which its cells can have them.
    pub fn radix(&self) -> usize {
        self.codes.radix()
    }

    /// Weights of each tuple: the codes of what lies on its cells are the digits of a place, the first cell first.
    pub fn weights(&self) -> impl Iterator<Item = &[f32]> {
        let mut rest = self.network.weights();
        self.network.lens().iter().map(move |len| {
            let (of, behind) = rest.split_at(*len);
            rest = behind;
            of
        })
    }

    /// Puts the weights of a tuple, and forgets the errors of all.
    ///
    /// # Errors
    /// There is no such tuple, it has more or fewer weights, or one of them is no number or too great.
    pub fn put_weights(&mut self, tuple: usize, weights: &[f32]) -> Result<(), BadBytes> {
        let lens = self.network.lens();
        let len = *lens.get(tuple).ok_or(BadBytes::Malformed)?;
        let first: usize = lens[..tuple].iter().sum();
        if weights.len() != len || weights.iter().any(|it| finite(*it).is_err()) {
            return Err(BadBytes::Malformed);
        }
        self.network.weights_mut()[first..first + len].copy_from_slice(weights);
        self.network.errors_mut().fill([0.0; 2]);
        Ok(())
    }

    /// Plays on and learns, until so many actions are done or games ended. What was learnt before an error is kept, and the
    /// games can be gone on with.
    ///
    /// # Errors
    /// A game could not be set up, or the rules went wrong, or were stopped.
    pub fn learn(&mut self, game: &Game, lesson: &Lesson) -> Result<Learnt, CannotLearn> {
        if lesson.is_coherent {
            self.network.count_errors()?;
        }
        let Self { halves, codes, network, grid, fields, games, setup, form, course, .. } = self;
        let (decided, drawn) = halves.stopped_by(game.stop_token());
        let halves = packed((&decided, &drawn), grid, fields)?;
        let begin = |seed: u64| game.start(&Setup { seed, ..*setup }).map_err(CannotLearn::Setup);
        let course = match course {
            Some(course) => course,
            None => {
                let stride = halves.decided.words();
                let mut boards = PlayedBoards::new(form.boards, stride, (&*codes, &*network));
                for board in 0..form.boards {
                    let state = begin(form.seed.wrapping_add(games.wrapping_add(board as u64)))?;
                    halves.decided.pack(&state, boards.of_mut(board));
                }
                *games = games.wrapping_add(form.boards as u64);
                course.insert(Course {
                    boards,
                    trails: vec![Trail::default(); form.boards],
                    waypoints: vec![Waypoints::default(); form.boards],
                    places: vec![PlaceRow::default(); AHEAD * network.rows()],
                })
            }
        };
        let mut learnt = Learnt::default();
        let mut idle = 0;
        while learnt.moves < lesson.moves && (learnt.scores.len() as u64) < lesson.games {
            game.check_stop()?;
            // Step 1. All that may be stopped.
            course.boards.decide(&halves, codes, network)?;
            course.boards.draw(&halves)?;
            let mut begun = Vec::new();
            for board in course.boards.ended() {
                let seed = form.seed.wrapping_add(games.wrapping_add(begun.len() as u64));
                begun.push((board, begin(seed)?));
            }
            // Step 2. What it comes to.
            *games = games.wrapping_add(begun.len() as u64);
            course.learn(network, (fields, form.trail), lesson);
            let done = course.boards.advance();
            learnt.moves += done;
            idle = if done == 0 { idle + 1 } else { 0 };
            for (board, state) in begun {
                let words = course.boards.of_mut(board);
                learnt.scores.push(words[fields.points] as i64);
                halves.decided.pack(&state, words);
                course.restart(board, fields, lesson.restart);
            }
            if idle == MOST_IDLE {
                return Err(CannotLearn::Stuck);
            }
        }
        Ok(learnt)
    }

    /// Points of games that are set up with these seeds, played by what was learnt, of so many actions at most. They do not
    /// depend on which are played together.
    ///
    /// # Errors
    /// As [`Learner::learn`].
    pub fn play(&self, game: &Game, seeds: Range<u64>, most: u64) -> Result<Vec<i64>, CannotLearn> {
        let (decided, drawn) = self.halves.stopped_by(game.stop_token());
        let halves = packed((&decided, &drawn), &self.grid, &self.fields)?;
        let stride = halves.decided.words();
        let mut scores = vec![0; (seeds.end.saturating_sub(seeds.start)) as usize];
        let mut waiting = seeds.clone();
        let count = scores.len().min(self.form.boards);
        let mut boards = PlayedBoards::new(count, stride, (&self.codes, &self.network));
        // Number of the game on each board, and actions left.
        let mut played: Vec<(usize, u64)> = Vec::new();
        let mut begin = |words: &mut [u64]| {
            let Some(seed) = waiting.next() else { return Ok(None) };
            let state = game.start(&Setup { seed, ..self.setup }).map_err(CannotLearn::Setup)?;
            halves.decided.pack(&state, words);
            Ok::<_, CannotLearn>(Some(((seed - seeds.start) as usize, most)))
        };
        for board in 0..count {
            played.extend(begin(boards.of_mut(board))?);
        }
        while !played.is_empty() {
            game.check_stop()?;
            boards.decide(&halves, &self.codes, &self.network)?;
            boards.draw(&halves)?;
            // From the last: others take the places of those that are over.
            let ended = boards.best().zip(&mut played).map(|(best, (_, left))| {
                let is_over = best.is_none() || *left == 0;
                *left = left.saturating_sub(1);
                is_over
            });
            let ended: Vec<bool> = ended.collect();
            let ended = || (0..ended.len()).filter(|board| ended[*board]);
            for board in ended() {
                scores[played[board].0] = boards.words(board)[self.fields.points] as i64;
            }
            boards.advance();
            for board in ended().rev() {
                match begin(boards.of_mut(board))? {
                    Some(begun) => played[board] = begun,
                    None => {
                        boards.remove(board);
                        played.swap_remove(board);
                    }
                }
            }
        }
        Ok(scores)
    }

    /// The best action in each of these states, and what it earns with all that comes, as was learnt; `None` where nothing
    /// can be done.
    ///
    /// # Errors
    /// The rules went wrong, or were stopped.
    pub fn choose(
        &self,
        game: &Game,
        states: &[&State],
    ) -> Result<Vec<Option<(Action, f32)>>, CannotLearn> {
        let (decided, drawn) = self.halves.stopped_by(game.stop_token());
        let halves = packed((&decided, &drawn), &self.grid, &self.fields)?;
        let mut chosen = Vec::with_capacity(states.len());
        for states in states.chunks(CHUNK) {
            let count = states.len();
            let (codes, network) = (&self.codes, &self.network);
            let mut boards = PlayedBoards::new(count, halves.decided.words(), (codes, network));
            for (board, state) in states.iter().enumerate() {
                halves.decided.pack(state, boards.of_mut(board));
            }
            boards.decide(&halves, codes, network)?;
            chosen.extend(boards.best().map(|it| it.map(|it| (it.action, it.total))));
        }
        Ok(chosen)
    }
}

impl Course {
    /// Adds what the best actions make to the trails, and learns from those that are so long, or of games that have ended.
    fn learn(
        &mut self,
        network: &mut TupleNetwork,
        (fields, most): (&Fields, usize),
        lesson: &Lesson,
    ) {
        let Self { boards, trails, waypoints, places } = self;
        for (board, (best, trail)) in boards.best().zip(trails).enumerate() {
            let is_over = best.is_none();
            waypoints[board].pass(boards.words(board));
            if is_over {
                let points = boards.words(board)[fields.points];
                trail.learn((&mut *network, &mut *places), Some(points), lesson);
            } else {
                trail.codes.extend_from_slice(boards.codes(board));
                trail.points.push(boards.after(board)[fields.points]);
                if trail.points.len() > most {
                    trail.learn((&mut *network, &mut *places), None, lesson);
                }
            }
        }
    }

    /// Has a game that was just set up begin in the middle of the one before, if that had so many actions: of its own only the
    /// random generator stays.
    fn restart(&mut self, board: usize, fields: &Fields, fewest: u64) {
        let waypoints = std::mem::take(&mut self.waypoints[board]);
        let words = self.boards.of_mut(board);
        let Some(middle) = waypoints.middle(words.len(), fewest) else { return };
        let mut begun = middle.to_vec();
        for &(word, bits) in &fields.random {
            begun[word] = begun[word] & !bits | words[word] & bits;
        }
        words.copy_from_slice(&begun);
    }
}

impl Trail {
    /// Learns what each afterstate is worth of what came next, from the last to the first: of the points at the end of a game,
    /// or of the last afterstate, which is kept.
    fn learn(
        &mut self,
        (network, places): (&mut TupleNetwork, &mut [PlaceRow]),
        end: Option<u64>,
        lesson: &Lesson,
    ) {
        let Some((mut next, last)) =
            end.or(self.points.last().copied()).zip(self.points.len().checked_sub(1))
        else {
            return;
        };
        let cells = self.codes.len() / self.points.len();
        let rows = network.rows();
        let of_step = |step: usize| step * cells..(step + 1) * cells;
        // What the next is thought to be worth, and what it came to.
        let (mut value, mut came) = (0.0, 0.0);
        if end.is_none() {
            network.find_places(&self.codes[of_step(last)], &mut places[..rows]);
            value = network.value(&places[..rows]);
            came = value;
        }
        let count = if end.is_some() { last + 1 } else { last };
        let mut left = count;
        while left > 0 {
            let first = left.saturating_sub(AHEAD);
            for (step, places) in (first..left).zip(places.chunks_exact_mut(rows)) {
                network.find_places(&self.codes[of_step(step)], places);
                network.fetch(places);
            }
            for step in (first..left).rev() {
                let places = &places[(step - first) * rows..][..rows];
                // What was earned up to the next, and what that is worth.
                let points = self.points[step];
                let earned = next.wrapping_sub(points) as i64 as f32;
                let target = earned + value + lesson.trace * (came - value);
                let before = network.value(places);
                value = if lesson.is_coherent {
                    network.learn_coherently(places, (before, target), lesson.rate)
                } else {
                    network.learn(places, (before, target), lesson.rate)
                };
                (next, came) = (points, target);
            }
            left = first;
        }
        self.codes.drain(..count * cells);
        self.points.drain(..count);
    }
}

/// Images of the cells of a board by the symmetries that the rules keep, by places in reading order.
fn cell_maps(game: &Game, grid: &Grid) -> Vec<Vec<u16>> {
    let cells: Vec<_> = grid.inner_cells().collect();
    let map = |symmetry: masume_board::Symmetry| {
        let image = |cell: &masume_board::Cell| {
            cells.binary_search(&symmetry.cell(grid, *cell)).unwrap_or_default() as u16
        };
        cells.iter().map(image).collect()
    };
    symmetries_on(game.rules(), grid).into_iter().map(map).collect()
}

fn packed<'h>(
    (decided, drawn): (&'h Game, &'h Game),
    grid: &Grid,
    fields: &Fields,
) -> Result<PackedHalves<'h>, CannotLearn> {
    let decided = decided.frontier(grid).ok_or(CannotLearn::Contents)?;
    let drawn = drawn.frontier(grid).ok_or(CannotLearn::Contents)?;
    Ok(PackedHalves { decided, drawn, fields: fields.clone() })
}
