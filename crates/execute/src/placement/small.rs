//! Small boards on which turns only place pieces, held by value: what a search plays on without a call for each
//! question.

use masume_board::Bits;
use masume_rules::action::Action;
use masume_rules::model::{EndKind, Player};

use super::expand::Siblings;
use super::perft::CellChoices;
use super::{MOST_PLANES, Placement, Planes};
use crate::packed::Packed;
use crate::run::Loaded;

/// A board of at most 64 cells, and what the player to act can choose there.
#[derive(Clone, Copy, Debug)]
pub struct SmallBoard {
    planes: Planes<1>,
    legal: Bits<1>,
    /// Player who acts.
    pub to_act: Player,
    /// End of the game, and the player in whose turn it came; `None` where it goes on.
    pub end: Option<(EndKind, Player)>,
}

impl SmallBoard {
    /// Nothing lies on it.
    pub const EMPTY: Self = Self {
        planes: [Bits::EMPTY; MOST_PLANES],
        legal: Bits::EMPTY,
        to_act: Player(0),
        end: None,
    };

    /// Number of these cells that hold something: indexed by plane, in the order in which planes
    /// lie in packed words.
    pub fn count(&self, cells: &[u64; MOST_PLANES]) -> u32 {
        let planes = self.planes.iter().zip(cells);
        planes.map(|(plane, cells)| (plane.0[0] & cells).count_ones()).sum()
    }
}

/// The turns of a game on such boards.
#[derive(Clone, Debug)]
pub struct SmallTurns {
    placement: Placement<1>,
    first_word: usize,
    siblings: Box<Siblings<1>>,
}

impl SmallTurns {
    pub(crate) fn new(loaded: &Loaded, placement: &Placement<1>) -> Self {
        let siblings = Box::new(Siblings::none());
        let first_word = Packed::new(loaded).planes();
        Self { placement: placement.clone(), first_word, siblings }
    }

    /// The word of a packed state in which the first plane lies; the others follow.
    pub fn first_word(&self) -> usize {
        self.first_word
    }

    /// The board of a packed state that goes on.
    pub fn board(&self, words: &[u64]) -> SmallBoard {
        let to_act = Packed::to_act(words);
        let mut board = SmallBoard { to_act, ..SmallBoard::EMPTY };
        let words = &words[self.first_word..];
        for (plane, &word) in board.planes.iter_mut().zip(words).take(self.placement.planes) {
            plane.0[0] = word;
        }
        board.legal = self.placement.choices(&board.planes, to_act.0.into());
        board
    }

    /// Number of actions, a pass among them.
    #[inline]
    pub fn action_count(&self, board: &SmallBoard) -> usize {
        self.placement.count(board.legal, board.to_act.0.into()) as usize
    }

    /// The action of this index among those of a board.
    pub fn action(&self, board: &SmallBoard, index: usize) -> Option<Action> {
        let player = usize::from(board.to_act.0);
        let chosen = CellChoices::new(&self.placement, player, board.legal).nth(index)?;
        Some(self.placement.action(player, chosen))
    }

    /// Successors by all actions on a board, side by side, in their order: as long as there are no
    /// more than fit into vectors, in the time of one.
    pub fn children(&mut self, board: &SmallBoard, children: &mut Vec<SmallBoard>) {
        children.clear();
        let Self { placement, siblings, .. } = self;
        let player = usize::from(board.to_act.0);
        let mut choices = CellChoices::new(placement, player, board.legal);
        loop {
            let (chosen, held) = choices.next_siblings();
            if held == 0 {
                return;
            }
            placement.expand(&board.planes, &chosen, player, siblings);
            children.extend((0..held).map(|lane| child(placement, siblings, lane, player)));
        }
    }
}

/// The board of a lane after a turn of a player.
#[inline]
fn child(
    placement: &Placement<1>,
    siblings: &Siblings<1>,
    lane: usize,
    player: usize,
) -> SmallBoard {
    let to_act = Player(placement.player_after(player) as u8);
    let (planes, legal) = (siblings.board(lane), siblings.replies.lane(lane));
    let end = placement.end(siblings, lane, player).map(|kind| (kind, Player(player as u8)));
    SmallBoard { planes, legal, to_act, end }
}
