//! Sketch of the levels of a game: what they are made of, learnt from those that it has and from how they are won.

use std::collections::{BTreeMap, BTreeSet};

use masume_board::{Cell, Grid};
use masume_engine::{Game, Setup};
use masume_rules::model::{Content, EMPTY, Layer};
use masume_rules::state::{Board, State};

use crate::{Aim, Budget, Solved, Verdict, solve};

/// The most levels that are looked at.
const MOST_LEVELS: usize = 8;

/// Nodes for solving each of them.
const NODES: u64 = 50_000;

/// Contents of all layers of a cell.
pub(super) type Stack = Vec<Content>;

/// A content of a layer.
pub(super) type Piece = (Layer, Content);

/// Sketch of what levels are made of.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// A first state, of which boards of other sizes are made.
    pub(super) like: State,
    /// Stack that stands in the way, and never moves.
    pub(super) wall: Option<Stack>,
    /// True if walls surround everything, and whether something lies outside of them.
    pub(super) has_rim: bool,
    pub(super) has_outside: bool,
    /// The least and the greatest share of walls among the cells within.
    pub(super) walls: (f64, f64),
    /// Piece of which there is one, and which moves.
    pub(super) walker: Option<Piece>,
    /// Pieces that move besides.
    pub(super) movers: BTreeSet<Piece>,
    /// True if there are as many movers at the end as at the beginning.
    pub(super) keeps_movers: bool,
    /// Everything that ever lay on a cell: what may lie there before an action that is taken back.
    pub(super) seen: BTreeSet<Stack>,
    /// Of each level: how often each stack lies there in the beginning, and when it is won; without walls and
    /// free cells.
    pub(super) starts: Vec<BTreeMap<Stack, usize>>,
    pub(super) ends: Vec<BTreeMap<Stack, usize>>,
}

/// Contents of a cell.
pub(super) fn stack(board: &Board, cell: Cell) -> Stack {
    (0..board.layer_count()).map(|layer| board.get(Layer(layer as u8), cell)).collect()
}

/// The pieces of a stack.
pub(super) fn pieces(stack: &Stack) -> impl Iterator<Item = Piece> + '_ {
    let held = stack.iter().enumerate().filter(|(_, content)| **content != EMPTY);
    held.map(|(layer, content)| (Layer(layer as u8), *content))
}

/// True if a cell is at the edge of a board.
pub(super) fn is_at_edge(grid: &Grid, cell: Cell) -> bool {
    let (column, row) = (grid.column(cell), grid.row(cell));
    let (width, height) = (grid.width() as i32, grid.height() as i32);
    column == 0 || row == 0 || column == width - 1 || row == height - 1
}

/// A level, and the states along a way to win it.
type Played = Vec<State>;

impl Sketch {
    /// Sketch of the levels of a game; `None` where none of them is solved soon.
    pub(super) fn of(game: &Game, budget: &Budget) -> Option<Self> {
        let played: Vec<Played> = (1..=game.level_count().min(MOST_LEVELS))
            .filter_map(|level| play(game, level, budget))
            .collect();
        let like = played.first()?.first()?.clone();
        let moving = moving(&played);
        let count = |state: &State, piece: Piece| {
            let cells = state.board.grid().inner_cells();
            cells.filter(|&cell| state.board.get(piece.0, cell) == piece.1).count()
        };
        let ends = || played.iter().filter_map(|states| Some((states.first()?, states.last()?)));
        let is_single = |&piece: &Piece| {
            ends().all(|(first, last)| count(first, piece) == 1 && count(last, piece) == 1)
        };
        let walker = moving.iter().copied().find(is_single);
        let movers: BTreeSet<Piece> =
            moving.iter().copied().filter(|piece| Some(*piece) != walker).collect();
        let movers_of =
            |state: &State| movers.iter().map(|&piece| count(state, piece)).sum::<usize>();
        let keeps_movers = ends().all(|(first, last)| movers_of(first) == movers_of(last));
        let wall = wall(&played, &moving);
        let rims: Vec<(bool, bool)> =
            played.iter().map(|states| rim(states, wall.as_ref())).collect();
        let has_rim = wall.is_some() && rims.iter().all(|(has_rim, _)| *has_rim);
        let shares: Vec<f64> =
            ends().map(|(first, _)| share(&first.board, wall.as_ref(), has_rim)).collect();
        let stacks = |state: &State| counted(&state.board, wall.as_ref());
        Some(Self {
            walls: (
                shares.iter().copied().fold(1.0, f64::min),
                shares.iter().copied().fold(0.0, f64::max),
            ),
            seen: played.iter().flatten().flat_map(|state| stacks_of(&state.board)).collect(),
            has_outside: has_rim && rims.iter().any(|(_, has_outside)| *has_outside),
            starts: ends().map(|(first, _)| stacks(first)).collect(),
            ends: ends().map(|(_, last)| stacks(last)).collect(),
            like,
            wall,
            has_rim,
            walker,
            movers,
            keeps_movers,
        })
    }

    /// True if a stack holds one of the movers.
    pub(super) fn has_mover(&self, stack: &Stack) -> bool {
        pieces(stack).any(|piece| self.movers.contains(&piece))
    }

    /// True if a stack holds the walker.
    pub(super) fn has_walker(&self, stack: &Stack) -> bool {
        pieces(stack).any(|piece| Some(piece) == self.walker)
    }
}

/// The states along a way to win a level.
fn play(game: &Game, level: usize, budget: &Budget) -> Option<Played> {
    let start = game.start(&Setup { level: Some(level), ..Setup::default() }).ok()?;
    let budget = Budget { nodes: NODES, ..budget.clone() };
    let Solved { verdict, .. } = solve(game, &start, Aim::Any, &budget).ok()?;
    let Verdict::Won(line) = verdict else { return None };
    let mut states = vec![start];
    for action in line.actions {
        let mut next = states.last()?.clone();
        game.apply(&mut next, action).ok()?;
        states.push(next);
    }
    Some(states)
}

/// Everything that is elsewhere in one state than in the next.
fn moving(played: &[Played]) -> BTreeSet<Piece> {
    let mut moving = BTreeSet::new();
    for pair in played.iter().flat_map(|states| states.windows(2)) {
        let [before, after] = pair else { continue };
        for cell in before.board.grid().inner_cells() {
            for layer in (0..before.board.layer_count()).map(|layer| Layer(layer as u8)) {
                let contents = [before.board.get(layer, cell), after.board.get(layer, cell)];
                if contents[0] != contents[1] {
                    moving.extend(
                        contents.into_iter().filter(|it| *it != EMPTY).map(|it| (layer, it)),
                    );
                }
            }
        }
    }
    moving
}

/// The stack that is met most often of those that nothing ever comes to.
fn wall(played: &[Played], moving: &BTreeSet<Piece>) -> Option<Stack> {
    let mut counts: BTreeMap<Stack, usize> = BTreeMap::new();
    let mut shared: BTreeSet<Stack> = BTreeSet::new();
    for states in played {
        for (index, state) in states.iter().enumerate() {
            for cell in state.board.grid().inner_cells() {
                let stack = stack(&state.board, cell);
                let still: Stack = stack
                    .iter()
                    .enumerate()
                    .map(|(layer, content)| {
                        match moving.contains(&(Layer(layer as u8), *content)) {
                            true => EMPTY,
                            false => *content,
                        }
                    })
                    .collect();
                if still != stack {
                    shared.insert(still);
                } else if index == 0 {
                    *counts.entry(stack).or_default() += 1;
                }
            }
        }
    }
    let is_wall = |stack: &Stack| !shared.contains(stack) && pieces(stack).next().is_some();
    let walls = counts.into_iter().filter(|(stack, _)| is_wall(stack));
    walls.max_by_key(|(_, count)| *count).map(|(stack, _)| stack)
}

/// Edge of the boards of a play: true first if walls may surround a board, for nothing else is ever at its edge;
/// true second if nothing at all is there somewhere.
fn rim(states: &Played, wall: Option<&Stack>) -> (bool, bool) {
    let edge = |state: &State| -> Vec<Stack> {
        let grid = state.board.grid();
        let cells = grid.inner_cells().filter(|&cell| is_at_edge(grid, cell));
        cells.map(|cell| stack(&state.board, cell)).collect()
    };
    let is_free = |stack: &Stack| pieces(stack).next().is_none();
    let has_only_walls = states
        .iter()
        .all(|state| edge(state).iter().all(|stack| Some(stack) == wall || is_free(stack)));
    (has_only_walls, states.iter().take(1).any(|state| edge(state).iter().any(is_free)))
}

/// The share of walls among the cells within.
fn share(board: &Board, wall: Option<&Stack>, has_rim: bool) -> f64 {
    let grid = board.grid();
    let within: Vec<Cell> =
        grid.inner_cells().filter(|&cell| !has_rim || !is_at_edge(grid, cell)).collect();
    let walls = within.iter().filter(|&&cell| Some(&stack(board, cell)) == wall).count();
    walls as f64 / within.len().max(1) as f64
}

fn stacks_of(board: &Board) -> impl Iterator<Item = Stack> + '_ {
    board.grid().inner_cells().map(|cell| stack(board, cell))
}

/// Number of times that each stack lies on a board, without walls and free cells.
fn counted(board: &Board, wall: Option<&Stack>) -> BTreeMap<Stack, usize> {
    let mut counts = BTreeMap::new();
    for cell in board.grid().inner_cells() {
        let stack = stack(board, cell);
        if Some(&stack) != wall && pieces(&stack).next().is_some() {
            *counts.entry(stack).or_default() += 1;
        }
    }
    counts
}
