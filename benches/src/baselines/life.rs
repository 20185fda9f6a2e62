//! Life on 32 x 16: a row is a word, neighbours are counted in all cells of a row at once.

use masume_engine::Outcome;

use crate::play::Position;

const HEIGHT: usize = 16;

/// Bit i of a row is its i-th cell.
type Board = [u32; HEIGHT];

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Life {
    board: Board,
    /// Board that follows; the game is over once that is the same.
    next: Board,
}

impl Life {
    /// The first position.
    pub fn start() -> Self {
        let mut board = [0; HEIGHT];
        board[6..9].copy_from_slice(&[0b110 << 14, 0b011 << 14, 0b010 << 14]);
        Self { board, next: next(&board) }
    }
}

impl Position for Life {
    #[inline]
    fn action_count(&self) -> u32 {
        u32::from(self.board != self.next)
    }

    #[inline]
    fn apply(&mut self, _: u32) {
        self.board = self.next;
        self.next = next(&self.board);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.board == self.next).then_some(Outcome::Ended)
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        i64::from(self.board[row as usize] >> column & 1)
    }
}

#[inline]
fn next(board: &Board) -> Board {
    // Step 1. How many of a cell and those beside it are alive, as two bits; nobody is beyond the
    // board.
    let (mut ones, mut twos) = ([0; HEIGHT + 2], [0; HEIGHT + 2]);
    for (row, &cells) in board.iter().enumerate() {
        let (left, right) = (cells << 1, cells >> 1);
        ones[row + 1] = left ^ cells ^ right;
        twos[row + 1] = left & cells | right & (left ^ cells);
    }
    // Step 2. Three rows of those. Of the nine cells, with the one in the middle, three must be
    // alive, or four if it is.
    let mut next = [0; HEIGHT];
    for row in 0..HEIGHT {
        let (a, b, c) = (ones[row], ones[row + 1], ones[row + 2]);
        let odd = a ^ b ^ c;
        let carry = a & b | c & (a ^ b);
        let (a, b, c) = (twos[row], twos[row + 1], twos[row + 2]);
        let (one_of_first, one_of_second) = (a ^ b, c ^ carry);
        let (both_first, both_second) = (a & b, c & carry);
        let parity = one_of_first ^ one_of_second;
        let one_pair = parity & !(both_first | both_second);
        let two_pairs = one_of_first & one_of_second | (both_first ^ both_second) & !parity;
        next[row] = odd & one_pair | board[row] & !odd & two_pairs;
    }
    next
}
