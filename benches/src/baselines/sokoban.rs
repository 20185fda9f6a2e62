//! Sokoban on any board of at most 127 cells: walls, boxes and goals as two words, neighbours
//! looked up.

use masume_engine::{Outcome, Player};

use crate::bits::{count_of_four_bits, nth_of_four_bits};
use crate::play::Position;

/// Cells of the largest board, and one more that stands for everything outside and is a wall.
const CELLS: usize = 128;
const OUTSIDE: u8 = 127;

/// Bit i of word w is cell 64 * w + i.
type Cells = [u64; 2];

/// Part of a level that never changes.
#[derive(Clone, Debug)]
pub struct Level {
    columns: u32,
    walls: Cells,
    goals: Cells,
    boxes: Cells,
    player: u8,
    /// Indexed [cell]: the cells above, to the left, to the right, below.
    neighbours: [[u8; 4]; CELLS],
}

impl Level {
    /// A level as the game prints it: `#` wall, `.` nothing, `g` goal, `p` player, `b` box, `P` and
    /// `B` on a goal. `None` without exactly one player, for rows of different lengths, or for more
    /// than 127 cells.
    pub fn read(picture: &str) -> Option<Self> {
        let rows: Vec<&[u8]> = picture.lines().map(str::as_bytes).collect();
        let columns = rows.first()?.len();
        let is_rectangle = rows.iter().all(|row| row.len() == columns);
        if !is_rectangle || columns == 0 || columns * rows.len() >= CELLS {
            return None;
        }
        let cells = rows.concat();
        let set_of = |letters: &[u8]| {
            let places = (0..cells.len()).filter(|&cell| letters.contains(&cells[cell]));
            places.fold(0u128, |set, cell| set | 1 << cell)
        };
        let player = set_of(b"pP");
        let level = Self {
            columns: columns as u32,
            walls: halves(set_of(b"#") | 1 << OUTSIDE),
            goals: halves(set_of(b"gPB")),
            boxes: halves(set_of(b"bB")),
            player: player.trailing_zeros() as u8,
            neighbours: neighbours(columns, rows.len()),
        };
        (player.count_ones() == 1).then_some(level)
    }
}

fn halves(set: u128) -> Cells {
    [set as u64, (set >> 64) as u64]
}

fn neighbours(columns: usize, rows: usize) -> [[u8; 4]; CELLS] {
    let mut table = [[OUTSIDE; 4]; CELLS];
    for (cell, neighbours) in table.iter_mut().enumerate().take(columns * rows) {
        let (row, column) = (cell / columns, cell % columns);
        let sides = [
            (row > 0).then(|| cell - columns),
            (column > 0).then(|| cell - 1),
            (column + 1 < columns).then_some(cell + 1),
            (row + 1 < rows).then_some(cell + columns),
        ];
        *neighbours = sides.map(|side| side.map_or(OUTSIDE, |side| side as u8));
    }
    table
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Sokoban<'l> {
    level: &'l Level,
    boxes: Cells,
    /// Walls and boxes.
    blocked: Cells,
    player: u8,
    /// Bits 0 to 3: up, left, right, down are legal; none once the game is won.
    ways: u8,
    moves: i64,
    pushes: i64,
}

impl<'l> Sokoban<'l> {
    /// The level as it begins.
    pub fn start(level: &'l Level) -> Self {
        let (boxes, player) = (level.boxes, level.player);
        let blocked = [0, 1].map(|word| boxes[word] | level.walls[word]);
        let mut position = Self { level, boxes, blocked, player, ways: 0, moves: 0, pushes: 0 };
        position.find_ways();
        position
    }

    #[inline]
    fn is_won(&self) -> bool {
        let [first, second] = self.level.goals;
        first & !self.boxes[0] | second & !self.boxes[1] == 0
    }

    #[inline]
    fn find_ways(&mut self) {
        self.ways = 0;
        if self.is_won() {
            return;
        }
        for (way, &next) in self.neighbours(self.player).iter().enumerate() {
            let beyond = self.neighbours(next)[way];
            let is_free = bit(&self.blocked, next) ^ 1;
            let is_pushable = bit(&self.boxes, next) & (bit(&self.blocked, beyond) ^ 1);
            self.ways |= ((is_free | is_pushable) as u8) << way;
        }
    }

    #[inline]
    fn neighbours(&self, cell: u8) -> &'l [u8; 4] {
        &self.level.neighbours[usize::from(cell) % CELLS]
    }
}

impl Position for Sokoban<'_> {
    #[inline]
    fn action_count(&self) -> u32 {
        count_of_four_bits(self.ways)
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let way = nth_of_four_bits(self.ways, index) as usize & 3;
        let next = self.neighbours(self.player)[way];
        if bit(&self.boxes, next) == 1 {
            for cell in [next, self.neighbours(next)[way]] {
                flip(&mut self.boxes, cell);
                flip(&mut self.blocked, cell);
            }
            self.pushes += 1;
        }
        self.player = next;
        self.moves += 1;
        self.find_ways();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_won().then_some(Outcome::Won(Player(0)))
    }

    fn value_total(&self) -> i64 {
        self.moves + self.pushes
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let cell = (row * self.level.columns + column) as u8;
        // Of several layers the last is shown: the thing before the ground.
        if cell == self.player {
            3
        } else if bit(&self.boxes, cell) == 1 {
            4
        } else {
            (bit(&self.level.walls, cell) + 2 * bit(&self.level.goals, cell)) as i64
        }
    }
}

/// 1 for a cell of the set, else 0.
#[inline]
fn bit(set: &Cells, cell: u8) -> u64 {
    set[usize::from(cell >> 6 & 1)] >> (cell & 63) & 1
}

#[inline]
fn flip(set: &mut Cells, cell: u8) {
    set[usize::from(cell >> 6 & 1)] ^= 1 << (cell & 63);
}
