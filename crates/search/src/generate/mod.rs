//! New levels: boards made of what the levels of a game are made of, from which a win was found.
//!
//! Where the rules are operators, a won board is put together and its actions are taken back as far as they
//! lead; elsewhere boards are put together at random, and the best are changed a little. Either way the
//! solver has to win a level before it is one.

mod backward;
mod sketch;

use std::collections::BTreeMap;

use masume_board::{Cell, Direction, Grid};
use masume_engine::{Game, LevelInfo, Setup, Size, Span};
use masume_rules::model::{Content, EMPTY, Layer, Rules};
use masume_rules::random::Random;
use masume_rules::state::{Board, Outcome, State};
use masume_rules::text::grid_of_size;

use crate::meter::Meter;
use crate::operators::Operators;
use crate::{Budget, Rated, RatedVerdict, Rating, Refusal, Solution, rate};
use backward::{BackwardGenerator, Codes};
use sketch::{Sketch, Stack, is_at_edge, pieces, stack};

/// Nodes for winning a level: what takes more is not offered.
const NODES: u64 = 30_000;

/// Nodes for taking actions back from one won board, a second or two: on a large one that leads no farther than this, so
/// that there is time for others.
const NODES_BACKWARD: u64 = 1_000_000;

/// Number of boards, of those farthest from a win, that are rated.
const RATED: usize = 3;

/// The most steps that are taken back.
const MOST_STEPS: usize = 80;

/// Specification of new levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSpec {
    /// Size of the board, walls around it included.
    pub size: Size,
    /// Number of pieces that are moved; in a game that moves only one, of walls that stand within.
    pub pieces: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of levels that are kept: the hardest.
    pub count: usize,
}

/// A new level.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The level, without a title.
    pub level: LevelInfo,
    /// Its first state.
    pub state: State,
    /// A way to win it, according to the reference executor.
    pub line: Solution,
    /// Difficulty of the level.
    pub rating: Rating,
}

/// Reason why there are no new levels of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotGenerate {
    /// No solver takes it.
    Refused(Refusal),
    /// It has no level, or none that is solved soon, from which it could be seen what levels are made of.
    NoLevels,
    /// A board that the game cannot have, or that has no room for the pieces.
    Size,
}

/// New levels being made, one board after another. What is made depends on the game, what is wanted, and the
/// number of boards alone.
pub struct Generator {
    game: Game,
    sketch: Sketch,
    wanted: LevelSpec,
    grid: Grid,
    random: Random,
    budget: Budget,
    best: Vec<Generated>,
    nodes: u64,
}

impl Generator {
    /// Looks at the levels of the game. The nodes of the budget are for all boards together, its bytes for each search.
    ///
    /// # Errors
    /// See [`CannotGenerate`].
    pub fn new(game: &Game, wanted: LevelSpec, budget: &Budget) -> Result<Self, CannotGenerate> {
        let players = game.rules().players.len();
        if players > 1 {
            return Err(CannotGenerate::Refused(Refusal::Players(players)));
        }
        let sketch = Sketch::of(game, budget).ok_or(CannotGenerate::NoLevels)?;
        let grid = grid_of_size(game.rules(), wanted.size, Span::default())
            .map_err(|_| CannotGenerate::Size)?;
        let (game, budget) = (game.clone().with_stop(budget.stop.clone()), budget.clone());
        let random = Random::new(wanted.seed);
        let generator =
            Self { game, sketch, wanted, grid, random, budget, best: Vec::new(), nodes: 0 };
        let room = generator.within().len();
        match wanted.pieces.saturating_add(2) <= room && room <= 4096 {
            true => Ok(generator),
            false => Err(CannotGenerate::Size),
        }
    }

    /// The hardest levels so far, the hardest first.
    pub fn best(&self) -> &[Generated] {
        &self.best
    }

    /// Nodes that all searches took so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The budget without the nodes that were taken.
    fn budget_left(&self) -> Budget {
        let nodes = self.budget.nodes.saturating_sub(self.nodes);
        Budget { nodes, ..self.budget.clone() }
    }

    /// Makes one board more, as far as nodes are left.
    pub fn step(&mut self) {
        // What is no level still takes its time.
        self.nodes += 1;
        let boards = match self.walled() {
            Some(walled) => self
                .boards_before_the_end(&walled)
                .unwrap_or_else(|| self.boards_at_the_start(walled)),
            None => Vec::new(),
        };
        for board in boards {
            if self.budget.stop.is_stopped() || self.budget_left().nodes == 0 {
                return;
            }
            self.offer(board);
        }
    }

    /// The cells that are not at an edge that is walls.
    fn within(&self) -> Vec<Cell> {
        let is_within = |cell: &Cell| !self.sketch.has_rim || !is_at_edge(&self.grid, *cell);
        self.grid.inner_cells().filter(is_within).collect()
    }

    fn chance(&mut self, of_100: u64) -> bool {
        self.random.below(100) < of_100
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let count = items.len() as u64;
        (count > 0).then(|| items[self.random.below(count) as usize])
    }

    /// A board of walls; what is not joined to the greatest part without walls is wall too.
    fn walled(&mut self) -> Option<Board> {
        let mut board = Board::new(self.grid, self.sketch.like.board.layer_count());
        let Some(wall) = self.sketch.wall.clone() else { return Some(board) };
        let within = self.within();
        for cell in self.grid.inner_cells() {
            if self.sketch.has_rim && is_at_edge(&self.grid, cell) {
                put(&mut board, cell, &wall);
            }
        }
        let (least, most) = self.sketch.walls;
        let share = least + (most - least) * self.random.below(101) as f64 / 100.0;
        let count = match self.sketch.movers.is_empty() {
            true => self.wanted.pieces,
            false => (share * within.len() as f64).round() as usize,
        };
        let (is_mirrored, is_turned) = (self.chance(40), self.chance(20));
        let mut walls = 0;
        let mut tries = 0;
        while walls < count && tries < 10 * count {
            tries += 1;
            let mut cell = self.pick(&within);
            let way =
                self.pick(&[Direction::Up, Direction::Right, Direction::Down, Direction::Left])?;
            for _ in 0..=self.random.below(3) {
                let Some(at) = cell.filter(|at| within.contains(at) && walls < count) else {
                    break;
                };
                for at in self.images(at, is_mirrored, is_turned) {
                    walls += usize::from(stack(&board, at) != wall);
                    put(&mut board, at, &wall);
                }
                cell = self.grid.step(at, way);
            }
        }
        let room = self.greatest_part(&board, &wall);
        for &cell in &within {
            if !room.contains(&cell) {
                put(&mut board, cell, &wall);
            }
        }
        (room.len() * 3 >= within.len()).then_some(board)
    }

    /// A cell, and where it is in a mirror.
    fn images(&self, cell: Cell, is_mirrored: bool, is_turned: bool) -> Vec<Cell> {
        let (column, row) = (self.grid.column(cell), self.grid.row(cell));
        let right = self.grid.width() as i32 - 1 - column;
        let below = self.grid.height() as i32 - 1 - row;
        let mut images = vec![cell];
        if is_mirrored {
            images.extend(self.grid.at(right, row));
        }
        if is_turned {
            let below: Vec<Cell> =
                images.iter().filter_map(|it| self.grid.at(self.grid.column(*it), below)).collect();
            images.extend(below);
        }
        images
    }

    /// The cells of the greatest part that no wall divides.
    fn greatest_part(&self, board: &Board, wall: &Stack) -> Vec<Cell> {
        let mut greatest: Vec<Cell> = Vec::new();
        let mut is_seen = vec![false; self.grid.cell_count()];
        for start in self.grid.inner_cells() {
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&cell) = part.get(next) {
                next += 1;
                let is_known = std::mem::replace(&mut is_seen[cell.index()], true);
                if is_known || stack(board, cell) == *wall {
                    next -= 1;
                    part.swap_remove(next);
                    continue;
                }
                let ways = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];
                let beside = ways.iter().filter_map(|way| self.grid.step(cell, *way));
                part.extend(beside.filter(|it| self.grid.is_inner(*it) && !is_seen[it.index()]));
            }
            if part.len() > greatest.len() {
                greatest = part;
            }
        }
        greatest
    }

    /// The free cells of a board.
    fn free(&self, board: &Board) -> Vec<Cell> {
        self.within().into_iter().filter(|&cell| board.is_free(cell)).collect()
    }

    /// Puts stacks on free cells, those of one kind often side by side; whether there was room.
    fn lay(&mut self, board: &mut Board, stacks: &[(Stack, usize)]) -> bool {
        for (stack, count) in stacks {
            let mut last: Option<Cell> = None;
            let is_close = self.chance(60);
            for _ in 0..*count {
                let free = self.free(board);
                let beside: Vec<Cell> = match last.filter(|_| is_close) {
                    Some(last) => {
                        let ways =
                            [Direction::Up, Direction::Right, Direction::Down, Direction::Left];
                        let cells = ways.iter().filter_map(|way| self.grid.step(last, *way));
                        cells.filter(|cell| free.contains(cell)).collect()
                    }
                    None => Vec::new(),
                };
                let near = self.pick(&beside);
                let Some(cell) = near.or_else(|| self.pick(&free)) else { return false };
                put(board, cell, stack);
                last = Some(cell);
            }
        }
        true
    }

    /// Numbers of each stack that is laid out, made from those of a level.
    fn counts(&self, of_level: &BTreeMap<Stack, usize>) -> Vec<(Stack, usize)> {
        let with_mover = |stack: &&Stack| self.sketch.has_mover(stack);
        let many = of_level.iter().filter(|(stack, _)| with_mover(stack)).max_by_key(|it| it.1);
        let many = many.map(|(stack, _)| stack.clone());
        let in_level: usize =
            of_level.iter().filter(|(stack, _)| with_mover(stack)).map(|it| it.1).sum();
        let scaled = |stack: &Stack, count: usize| match (&many, self.sketch.has_mover(stack)) {
            (_, false) if self.sketch.has_walker(stack) => count,
            (Some(many), true) if many == stack => self.wanted.pieces,
            (Some(_), true) => 0,
            // Of what lies there for movers, such as goals, there is as much as of them.
            (Some(_), false) if count == in_level => self.wanted.pieces,
            (_, false) | (None, true) => count,
        };
        of_level.iter().map(|(stack, &count)| (stack.clone(), scaled(stack, count))).collect()
    }

    fn state(&self, board: Board) -> State {
        State { board, outcome: None, ..self.sketch.like.clone() }
    }

    /// Boards from which a won one is reached in many steps; `None` where actions cannot be taken back.
    fn boards_before_the_end(&mut self, walled: &Board) -> Option<Vec<Board>> {
        let index = self.random.below(self.sketch.ends.len() as u64) as usize;
        let of_level = self.sketch.ends[index].clone();
        let mut stacks = match self.sketch.keeps_movers {
            true => self.counts(&of_level),
            false => of_level.into_iter().collect(),
        };
        // The walker may stand anywhere, unless where it stands is what wins.
        let walker = self.sketch.walker;
        let is_walker_alone = |(stack, _): &(Stack, usize)| {
            self.sketch.has_walker(stack) && pieces(stack).count() == 1
        };
        let roams = stacks.iter().any(is_walker_alone);
        stacks.retain(|it| !is_walker_alone(it));
        let mut board = walled.clone();
        if !self.lay(&mut board, &stacks) {
            return Some(Vec::new());
        }
        let free = self.free(&board);
        let mut first = board.clone();
        if let (true, Some((layer, content))) = (roams, walker) {
            first.set(layer, *free.first()?, content);
        }
        // Half of the nodes are for winning what is found.
        let left = self.budget_left();
        let budget = Budget { nodes: left.nodes.div_ceil(2).min(NODES_BACKWARD), ..left };
        let meter = &Meter::of(&budget);
        let operators = Operators::of(self.game.rules(), &self.state(first.clone()), meter).ok()?;
        let seeds: Vec<Board> = match walker.filter(|_| roams) {
            Some((layer, content)) => free
                .iter()
                .map(|&cell| {
                    let mut board = board.clone();
                    board.set(layer, cell, content);
                    board
                })
                .collect(),
            None => vec![first],
        };
        let game = self.game.clone();
        let like = self.sketch.like.clone();
        let is_won = |board: Board| {
            let mut state = State { board, outcome: None, ..like.clone() };
            game.judge(&mut state).is_ok() && matches!(state.outcome, Some(Outcome::Won(_)))
        };
        let seeds: Vec<Board> = seeds.into_iter().filter(|it| is_won(it.clone())).collect();
        let codes = seeds.iter().map(|it| operators.codes(&self.state(it.clone())));
        let codes: Vec<Codes> = codes.collect::<Option<_>>()?;
        let board_of = |codes: &Codes| board_of(&operators, walled, codes);
        let count = |codes: &Codes| self.movers(&board_of(codes));
        let (pieces, keeps) = (self.wanted.pieces, self.sketch.keeps_movers);
        let is_wanted = |codes: &Codes| keeps || count(codes) == pieces;
        let most = if keeps { MOST_STEPS } else { pieces.min(MOST_STEPS) };
        let code_of = |layer: usize, content: &Content| {
            let known = operators.contents_of(layer).iter().position(|it| it == content);
            known.map(|code| code as u8)
        };
        let code = walker.and_then(|(layer, content)| {
            let layer = usize::from(layer.0);
            Some((layer, code_of(layer, &content)?))
        });
        let stacks_seen = self.sketch.seen.iter().filter_map(|stack| {
            stack.iter().enumerate().map(|(layer, it)| code_of(layer, it)).collect()
        });
        let mut backward = BackwardGenerator::new(&operators, code, stacks_seen.collect(), &budget);
        let mut random = self.random;
        let found = backward.farthest(
            (codes, most),
            is_wanted,
            |codes| is_won(board_of(codes)),
            &mut random,
        );
        let boards = found.iter().take(RATED).map(board_of).collect();
        let nodes = backward.nodes;
        self.random = random;
        self.nodes += nodes;
        Some(boards)
    }

    /// Number of pieces of a board that are moved.
    fn movers(&self, board: &Board) -> usize {
        let of_cell = |cell: Cell| {
            self.sketch.movers.iter().filter(|piece| board.get(piece.0, cell) == piece.1).count()
        };
        board.grid().inner_cells().map(of_cell).sum()
    }

    /// A board laid out at random, or one of the best with something elsewhere.
    fn boards_at_the_start(&mut self, walled: Board) -> Vec<Board> {
        if !self.best.is_empty() && self.chance(70) {
            let index = self.random.below(self.best.len() as u64) as usize;
            let mut board = self.best[index].state.board.clone();
            if *board.grid() == self.grid {
                let within = self.within();
                for _ in 0..=self.random.below(2) {
                    let (Some(one), Some(other)) = (self.pick(&within), self.pick(&within)) else {
                        break;
                    };
                    let (a, b) = (stack(&board, one), stack(&board, other));
                    put(&mut board, one, &b);
                    put(&mut board, other, &a);
                }
                return vec![board];
            }
        }
        let index = self.random.below(self.sketch.starts.len() as u64) as usize;
        let stacks = self.counts(&self.sketch.starts[index].clone());
        let mut board = walled;
        if self.lay(&mut board, &stacks) { vec![board] } else { Vec::new() }
    }

    /// Keeps a board if it is a level, and harder than others.
    fn offer(&mut self, board: Board) {
        let board = self.without_what_is_outside(board);
        let text = self.game.print_board(&self.state(board));
        let rows: Vec<String> = text.lines().map(str::to_owned).collect();
        if self.best.iter().any(|it| it.level.rows == rows) {
            return;
        }
        let level =
            LevelInfo { title: String::new(), author: String::new(), rows, span: Span::default() };
        let game = self.game.clone().with_levels(vec![level.clone()]);
        let Ok(state) = game.start(&Setup { level: Some(1), ..Setup::default() }) else { return };
        if state.outcome.is_some() {
            return;
        }
        let left = self.budget_left();
        let budget = Budget { nodes: NODES.min(left.nodes), ..left };
        let Ok(Rated { verdict, nodes }) = rate(&game, &state, &budget) else { return };
        self.nodes += nodes;
        if let RatedVerdict::Won(line, rating) = verdict {
            self.keep(Generated { level, state, line, rating });
        }
    }

    /// Keeps a level where it is among the hardest. Of those that differ little it is one.
    fn keep(&mut self, new: Generated) {
        let is_twin = |it: &Generated| {
            it.line == new.line || self.still(&it.state.board) == self.still(&new.state.board)
        };
        if let Some(twin) = self.best.iter().position(is_twin) {
            if self.best[twin].rating.difficulty() >= new.rating.difficulty() {
                return;
            }
            self.best.remove(twin);
        }
        let difficulty = new.rating.difficulty();
        let place = self.best.partition_point(|it| it.rating.difficulty() >= difficulty);
        self.best.insert(place, new);
        self.best.truncate(self.wanted.count);
    }

    /// The board without what moves.
    fn still(&self, board: &Board) -> Board {
        let mut still = board.clone();
        let moving = self.sketch.movers.iter().chain(&self.sketch.walker);
        for &(layer, content) in moving {
            for cell in board.grid().inner_cells() {
                if board.get(layer, cell) == content {
                    still.set(layer, cell, EMPTY);
                }
            }
        }
        still
    }

    /// The board with nothing where walls are beside walls alone, if levels of the game are so, and without
    /// edges at which nothing else is.
    fn without_what_is_outside(&self, mut board: Board) -> Board {
        let Some(wall) = &self.sketch.wall else { return board };
        if !self.sketch.has_rim {
            // The edge of the board is as good as a wall.
            return cropped(self.game.rules(), &board, wall).unwrap_or(board);
        }
        if !self.sketch.has_outside {
            return board;
        }
        let nothing = vec![EMPTY; wall.len()];
        let (full, grid) = (board.clone(), self.grid);
        for cell in grid.inner_cells() {
            let (column, row) = (grid.column(cell), grid.row(cell));
            let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
            let mut around = around.filter_map(|(x, y)| grid.at(column + x, row + y));
            if around.all(|it| stack(&full, it) == *wall) {
                put(&mut board, cell, &nothing);
            }
        }
        cropped(self.game.rules(), &board, &nothing).unwrap_or(board)
    }
}

/// Puts a stack in the place of what was there.
fn put(board: &mut Board, cell: Cell, stack: &Stack) {
    for (layer, &content) in stack.iter().enumerate() {
        board.set(Layer(layer as u8), cell, content);
    }
}

/// The board of these contents.
fn board_of(operators: &Operators, like: &Board, codes: &Codes) -> Board {
    let mut board = like.clone();
    for (place, &code) in codes.iter().enumerate() {
        let (layer, cell) = operators.layer_and_cell(place as u32);
        let content = operators.contents_of(layer)[usize::from(code)];
        board.set(Layer(layer as u8), operators.cell(cell), content);
    }
    board
}

/// The part of a board around which nothing but this stack lies.
fn cropped(rules: &Rules, board: &Board, outside: &Stack) -> Option<Board> {
    let grid = board.grid();
    let is_used = |cell: &Cell| stack(board, *cell) != *outside;
    let used: Vec<Cell> = grid.inner_cells().filter(is_used).collect();
    let columns = || used.iter().map(|&cell| grid.column(cell));
    let rows = || used.iter().map(|&cell| grid.row(cell));
    let (left, right) = (columns().min()?, columns().max()?);
    let (top, bottom) = (rows().min()?, rows().max()?);
    let size = Size { width: (right - left + 1) as u32, height: (bottom - top + 1) as u32 };
    let part = grid_of_size(rules, size, Span::default()).ok()?;
    let mut kept = Board::new(part, board.layer_count());
    for cell in part.inner_cells() {
        let from = grid.at(part.column(cell) + left, part.row(cell) + top)?;
        put(&mut kept, cell, &stack(board, from));
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use masume_rules::action::Action;

    use super::*;

    fn shipped(name: &str) -> Game {
        let shipped = masume_engine::shipped_games().iter().find(|it| it.name == name);
        Game::load(shipped.expect("it is shipped").text).game.expect("a game")
    }

    fn wanted(width: u32, height: u32, pieces: usize, seed: u64) -> LevelSpec {
        LevelSpec { size: Size { width, height }, pieces, seed, count: 3 }
    }

    /// The levels that come of so many boards; each was won.
    #[track_caller]
    fn made(game: &Game, wanted: LevelSpec, boards: usize) -> Vec<Generated> {
        let budget = Budget { nodes: u64::MAX, ..Budget::default() };
        let mut generator = Generator::new(game, wanted, &budget).expect("levels to learn from");
        for _ in 0..boards {
            generator.step();
        }
        let made = generator.best().to_vec();
        assert!(!made.is_empty() && made.len() <= wanted.count);
        for one in &made {
            let game = game.clone().with_levels(vec![one.level.clone()]);
            let start = game.start(&Setup { level: Some(1), ..Setup::default() });
            assert_eq!(start.as_ref(), Ok(&one.state));
            assert!(one.line.replay(&game, &one.state).is_ok(), "{:?}", one.level.rows);
            let grid = one.state.board.grid();
            assert!(grid.width() <= wanted.size.width && grid.height() <= wanted.size.height);
        }
        let lines: BTreeSet<&[Action]> = made.iter().map(|it| &it.line.actions[..]).collect();
        assert_eq!(lines.len(), made.len(), "none is another one with something elsewhere");
        assert!(made.is_sorted_by(|a, b| a.rating.difficulty() >= b.rating.difficulty()));
        made
    }

    fn count(one: &Generated, glyphs: &str) -> usize {
        one.level.rows.iter().flat_map(|row| row.chars()).filter(|it| glyphs.contains(*it)).count()
    }

    #[test]
    fn boxes_are_pulled_back_from_their_goals() {
        let game = shipped("sokoban");
        for one in made(&game, wanted(8, 7, 3, 1), 6) {
            assert_eq!((count(&one, "bB"), count(&one, "gPB"), count(&one, "pP")), (3, 3, 1));
            // Nobody gets out.
            let edge: Vec<char> = [one.level.rows.first(), one.level.rows.last()]
                .into_iter()
                .flatten()
                .flat_map(|row| row.chars())
                .collect();
            assert!(edge.iter().all(|it| "#.".contains(*it)), "{:?}", one.level.rows);
            assert!(one.rating.steps >= 3);
        }
    }

    #[test]
    fn pegs_are_put_back() {
        for one in made(&shipped("peg-solitaire"), wanted(6, 5, 9, 2), 6) {
            assert_eq!((count(&one, "o"), one.line.actions.len()), (9, 8));
            // Walls alone at an edge are no part of it.
            let rows = &one.level.rows;
            let mut ends = [rows.first(), rows.last()].into_iter().flatten();
            assert!(ends.all(|row| row.contains(['.', 'o'])), "{rows:?}");
        }
    }

    #[test]
    fn where_nothing_can_be_taken_back_boards_are_tried() {
        for one in made(&shipped("ice"), wanted(9, 7, 6, 3), 200) {
            assert_eq!((count(&one, "@"), count(&one, "x")), (1, 1));
            assert!(one.rating.actions > 2);
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_levels() {
        let game = shipped("sokoban");
        let (one, other) = (wanted(7, 6, 2, 5), wanted(7, 6, 2, 6));
        assert_eq!(made(&game, one, 4), made(&game, one, 4));
        assert_ne!(made(&game, one, 4), made(&game, other, 4));
    }

    #[test]
    fn nodes_bound_what_is_taken_back() {
        for nodes in [1, 100, 5_000] {
            let budget = Budget { nodes, ..Budget::default() };
            let mut generator = Generator::new(&shipped("sokoban"), wanted(14, 12, 6, 1), &budget)
                .expect("levels to learn from");
            generator.step();
            // A board that nothing is searched for is a node, too.
            assert!(generator.nodes() <= nodes + 1, "{} of {nodes}", generator.nodes());
        }
    }

    #[test]
    fn a_token_ends_a_board_that_is_being_made() {
        let stopped = Budget { nodes: u64::MAX, ..Budget::default() };
        let mut generator = Generator::new(&shipped("sokoban"), wanted(14, 12, 6, 1), &stopped)
            .expect("levels to learn from");
        stopped.stop.stop();
        generator.step();
        assert_eq!((generator.nodes(), generator.best().len()), (1, 0));
    }

    #[test]
    fn games_without_levels_to_learn_from_are_refused() {
        let of = |name: &str, wanted: LevelSpec| {
            let refused = Generator::new(&shipped(name), wanted, &Budget::default());
            refused.err().expect("a refusal")
        };
        assert_eq!(of("fifteen", wanted(4, 4, 3, 1)), CannotGenerate::NoLevels);
        let players = CannotGenerate::Refused(Refusal::Players(2));
        assert_eq!(of("othello", wanted(8, 8, 3, 1)), players);
        assert_eq!(of("sokoban", wanted(4, 4, 3, 1)), CannotGenerate::Size);
        assert_eq!(of("sokoban", wanted(0, 4, 1, 1)), CannotGenerate::Size);
    }
}
