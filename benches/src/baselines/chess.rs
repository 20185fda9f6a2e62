//! Chess as `shakmaty` plays it, with the ends of the game's text.
//!
//! Moves are drawn from the list that the library makes. To sort it takes as long as much of a ply:
//! only who wants the very games of the engine does that.

use masume_engine::{Outcome, Player};
use shakmaty::{
    CastlingSide, Color, EnPassantMode, File, Move, MoveList, Position as _, Role, Square,
};

use crate::play::Position;

/// Order in which moves are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the library lists them.
    Listed,
    /// As the engine sorts actions.
    Sorted,
}

/// Plies without a capture or a pawn's move after which the game is drawn.
const MOST_QUIET: u32 = 100;

/// A position.
#[derive(Clone, Debug)]
pub struct Chess {
    position: shakmaty::Chess,
    order: Order,
    /// None once the game is over.
    moves: MoveList,
    outcome: Option<Outcome>,
}

impl Chess {
    /// The first position.
    pub fn start(order: Order) -> Self {
        let position = shakmaty::Chess::default();
        let mut chess = Self { position, order, moves: MoveList::new(), outcome: None };
        chess.find_moves();
        chess
    }

    /// Leaves after so many plies; the last ply is counted, not played. A finished game is a leaf
    /// wherever it ends, as for the engine: in the published tables it is none before the last ply.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(&self.position, depth)
    }

    #[inline]
    fn find_moves(&mut self) {
        self.moves = self.position.legal_moves();
        let has_moves = !self.moves.is_empty();
        self.outcome = if !has_moves && self.position.is_check() {
            Some(Outcome::Won(player(!self.position.turn())))
        } else {
            let is_drawn = !has_moves
                || self.position.halfmoves() >= MOST_QUIET
                || self.position.is_insufficient_material();
            is_drawn.then_some(Outcome::Draw)
        };
        if self.outcome.is_some() {
            self.moves.clear();
        } else if self.order == Order::Sorted {
            self.moves.sort_unstable_by_key(|&it| place_in_order(it));
        }
    }
}

fn perft(position: &shakmaty::Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 || moves.is_empty() {
        return moves.len().max(1) as u64;
    }
    let leaves = moves.iter().map(|&chosen| {
        let mut next = position.clone();
        next.play_unchecked(chosen);
        perft(&next, depth - 1)
    });
    leaves.sum()
}

fn player(color: Color) -> Player {
    Player(u8::from(color.is_black()))
}

/// The number of a square in reading order.
fn cell_of(square: Square) -> u32 {
    8 * (7 - u32::from(square.rank())) + u32::from(square.file())
}

/// By promotion, then by the cells that it goes from and to.
fn place_in_order(chosen: Move) -> (u32, u32, u32) {
    let promotions = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let promotion =
        chosen.promotion().and_then(|role| promotions.iter().position(|&it| it == role));
    let action = promotion.map_or(0, |place| place as u32 + 1);
    let (from, to) = match chosen {
        Move::Castle { king, rook } => {
            let file = if rook > king { File::G } else { File::C };
            (king, Square::from_coords(file, king.rank()))
        }
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Put { to, .. } => (to, to),
    };
    (action, cell_of(from), cell_of(to))
}

impl Position for Chess {
    #[inline]
    fn action_count(&self) -> u32 {
        self.moves.len() as u32
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        self.position.play_unchecked(self.moves[index as usize]);
        self.find_moves();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn value_total(&self) -> i64 {
        self.position.halfmoves().into()
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let square = Square::from_coords(File::new(column), shakmaty::Rank::new(7 - row));
        // Of several layers the last is shown: the marks before the pieces.
        if self.position.ep_square(EnPassantMode::Always) == Some(square) {
            return 13;
        }
        let castles = self.position.castles();
        let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
        let mut rooks =
            Color::ALL.into_iter().flat_map(|it| sides.map(|side| castles.rook(it, side)));
        if rooks.any(|rook| rook == Some(square)) {
            return 14;
        }
        let Some(piece) = self.position.board().piece_at(square) else { return 0 };
        i64::from(u32::from(piece.role)) + if piece.color.is_black() { 6 } else { 0 }
    }
}
