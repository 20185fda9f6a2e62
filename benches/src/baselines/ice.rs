//! Ice: for each cell to rest on, where the slides from there end.

use masume_engine::{Outcome, Player};

use crate::play::Position;

const WIDTH: usize = 7;
const LEVEL: [&[u8; WIDTH]; 6] =
    [b"#######", b"#@....#", b"#...#.#", b"#.....#", b"#.#..x#", b"#######"];
const CELLS: usize = WIDTH * LEVEL.len();

/// The slides from a cell.
#[derive(Clone, Copy)]
struct Slides {
    /// Ends of those slides that go anywhere: up, left, right, down.
    ends: [u8; 4],
    /// Number of these; none from the exit.
    count: u8,
}

static SLIDES: [Slides; CELLS] = slides();

const fn letter(cell: usize) -> u8 {
    LEVEL[cell / WIDTH][cell % WIDTH]
}

const fn place_of(sought: u8) -> u8 {
    let mut cell = 0;
    while letter(cell) != sought {
        cell += 1;
    }
    cell as u8
}

const EXIT: u8 = place_of(b'x');

const fn slides() -> [Slides; CELLS] {
    let steps = [-(WIDTH as isize), -1, 1, WIDTH as isize];
    let mut table = [Slides { ends: [0; 4], count: 0 }; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut way = 0;
        // Nobody rests on a wall, and there are walls all around.
        while way < 4 && letter(cell) != b'#' && cell as u8 != EXIT {
            let mut end = cell;
            while letter(end.strict_add_signed(steps[way])) != b'#' {
                end = end.strict_add_signed(steps[way]);
            }
            if end != cell {
                let count = table[cell].count as usize;
                table[cell].ends[count] = end as u8;
                table[cell].count += 1;
            }
            way += 1;
        }
        cell += 1;
    }
    table
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Ice {
    player: u8,
    slides: i64,
}

impl Ice {
    /// The first level.
    pub fn start() -> Self {
        Self { player: place_of(b'@'), slides: 0 }
    }
}

impl Position for Ice {
    #[inline]
    fn action_count(&self) -> u32 {
        SLIDES[usize::from(self.player) % CELLS].count.into()
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        self.player = SLIDES[usize::from(self.player) % CELLS].ends[index as usize & 3];
        self.slides += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.player == EXIT).then_some(Outcome::Won(Player(0)))
    }

    fn value_total(&self) -> i64 {
        self.slides
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let cell = row as usize * WIDTH + column as usize;
        // Of several layers the last is shown: the player before the exit.
        match letter(cell) {
            _ if cell == usize::from(self.player) => 3,
            b'#' => 1,
            b'x' => 2,
            _ => 0,
        }
    }
}
