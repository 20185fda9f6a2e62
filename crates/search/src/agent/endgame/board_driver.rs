//! Boards that are played on one after another: as any game has them, and those that are held by value.

use masume_engine::{ApplyError, Frontier, Game, MOST_PLANES, Position, SmallBoard, SmallTurns};
use masume_rules::action::Action;
use masume_rules::model::{EndKind, Player};

use crate::agent::endgame::alpha_beta::EndgameHalt;
use crate::agent::endgame::worth::{Worth, worth_of_end};

/// Boards on which a search plays.
pub(crate) trait BoardDriver {
    /// One of them.
    type Board: Clone;

    /// True if all children of a board take about as long to find as one.
    const FINDS_ALL_AT_ONCE: bool;

    /// The board of a packed state that goes on.
    fn root(&mut self, frontier: &Frontier<'_>, words: &[u64]) -> Self::Board;

    /// Takes a board back, for the memory in it.
    fn give_back(&mut self, board: Self::Board);

    /// Player to act.
    fn to_act(board: &Self::Board) -> Player;

    /// Number of actions.
    fn action_count(&self, board: &mut Self::Board) -> Result<usize, EndgameHalt>;

    /// The action of an index.
    fn action(&self, board: &mut Self::Board, index: usize) -> Result<Option<Action>, EndgameHalt>;

    /// Makes a board what comes of the action of an index on another.
    fn child(
        &mut self,
        board: &Self::Board,
        index: usize,
        child: &mut Self::Board,
    ) -> Result<(), EndgameHalt>;

    /// Puts what comes of each action first in these boards; gives how many there are.
    fn children(
        &mut self,
        board: &mut Self::Board,
        children: &mut Vec<Self::Board>,
    ) -> Result<usize, EndgameHalt>;

    /// Value to a player of a board on which the game is over.
    fn worth(&self, board: &mut Self::Board, player: Player) -> Result<Option<i64>, EndgameHalt>;
}

/// The boards of any game.
pub(crate) struct PositionDriver<'g> {
    run: &'g Game,
    worth: Worth,
    kept: Option<Position<'g>>,
}

impl<'g> PositionDriver<'g> {
    pub(crate) fn new(run: &'g Game, worth: Worth) -> Self {
        Self { run, worth, kept: None }
    }
}

impl<'g> BoardDriver for PositionDriver<'g> {
    type Board = Position<'g>;

    const FINDS_ALL_AT_ONCE: bool = false;

    fn root(&mut self, frontier: &Frontier<'_>, words: &[u64]) -> Position<'g> {
        match self.kept.take() {
            Some(mut kept) => {
                frontier.put(words, &mut kept);
                kept
            }
            None => self.run.position(&frontier.unpack(words)),
        }
    }

    fn give_back(&mut self, board: Position<'g>) {
        self.kept = Some(board);
    }

    fn to_act(board: &Position<'g>) -> Player {
        board.to_act()
    }

    fn action_count(&self, board: &mut Position<'g>) -> Result<usize, EndgameHalt> {
        Ok(board.action_count()?)
    }

    fn action(
        &self,
        board: &mut Position<'g>,
        index: usize,
    ) -> Result<Option<Action>, EndgameHalt> {
        Ok(board.legal_actions()?.get(index).copied())
    }

    fn child(
        &mut self,
        board: &Position<'g>,
        index: usize,
        child: &mut Position<'g>,
    ) -> Result<(), EndgameHalt> {
        child.copy_from(board);
        child.apply_nth(index).map_err(|error| match error {
            ApplyError::Run(error) => EndgameHalt::Failed(error),
            // It was counted as legal.
            ApplyError::IllegalAction | ApplyError::GameOver => EndgameHalt::Endless,
        })
    }

    fn children(
        &mut self,
        board: &mut Position<'g>,
        children: &mut Vec<Position<'g>>,
    ) -> Result<usize, EndgameHalt> {
        let count = self.action_count(board)?;
        while children.len() < count {
            children.push(board.clone());
        }
        for (index, child) in children.iter_mut().enumerate().take(count) {
            self.child(board, index, child)?;
        }
        Ok(count)
    }

    fn worth(&self, board: &mut Position<'g>, player: Player) -> Result<Option<i64>, EndgameHalt> {
        let Some(outcome) = board.outcome() else { return Ok(None) };
        Ok(Some(worth_of_end(self.worth, Some(outcome), player, || board.scores())?))
    }
}

/// Cells that count one each in the points of a player, by plane.
type CountedCells = [u64; MOST_PLANES];

/// Boards on which turns only place pieces, held by value.
pub(crate) struct SmallBoardDriver<'g> {
    run: &'g Game,
    worth: Worth,
    turns: SmallTurns,
    /// Children, of which one is asked for.
    found: Vec<SmallBoard>,
    /// The points of both; `None` where the game has none.
    points: Option<[CountedCells; 2]>,
}

impl<'g> SmallBoardDriver<'g> {
    /// Points are given as bits of packed words. `None` where turns are others, or points are more than bits.
    pub(crate) fn new(
        run: &'g Game,
        frontier: &Frontier<'_>,
        worth: Worth,
        points: Option<&[Vec<(usize, u64)>; 2]>,
    ) -> Option<Self> {
        let turns = frontier.small_turns()?;
        let of_player = |bits: &Vec<(usize, u64)>| {
            let mut counted = [0; MOST_PLANES];
            for &(word, bits) in bits {
                *counted.get_mut(word.checked_sub(turns.first_word())?)? |= bits;
            }
            Some(counted)
        };
        let points = match points {
            Some([first, second]) => Some([of_player(first)?, of_player(second)?]),
            None if run.rules().score.is_some() || worth == Worth::Margin => return None,
            None => None,
        };
        Some(Self { run, worth, turns, found: Vec::new(), points })
    }

    /// Points by which a player is ahead.
    fn margin(&self, board: &SmallBoard, player: Player) -> i64 {
        let Some([first, second]) = &self.points else { return 0 };
        let margin = i64::from(board.count(first)) - i64::from(board.count(second));
        if player.0 == 0 { margin } else { -margin }
    }
}

impl BoardDriver for SmallBoardDriver<'_> {
    type Board = SmallBoard;

    const FINDS_ALL_AT_ONCE: bool = true;

    fn root(&mut self, _frontier: &Frontier<'_>, words: &[u64]) -> SmallBoard {
        self.turns.board(words)
    }

    fn give_back(&mut self, _board: SmallBoard) {}

    fn to_act(board: &SmallBoard) -> Player {
        board.to_act
    }

    fn action_count(&self, board: &mut SmallBoard) -> Result<usize, EndgameHalt> {
        // The boards never stop by themselves.
        if self.run.is_stopped() {
            self.run.check_stop()?;
        }
        Ok(self.turns.action_count(board))
    }

    fn action(&self, board: &mut SmallBoard, index: usize) -> Result<Option<Action>, EndgameHalt> {
        Ok(self.turns.action(board, index))
    }

    fn child(
        &mut self,
        board: &SmallBoard,
        index: usize,
        child: &mut SmallBoard,
    ) -> Result<(), EndgameHalt> {
        self.turns.children(board, &mut self.found);
        *child = self.found[index];
        Ok(())
    }

    fn children(
        &mut self,
        board: &mut SmallBoard,
        children: &mut Vec<SmallBoard>,
    ) -> Result<usize, EndgameHalt> {
        self.turns.children(board, children);
        Ok(children.len())
    }

    fn worth(&self, board: &mut SmallBoard, player: Player) -> Result<Option<i64>, EndgameHalt> {
        let Some((kind, actor)) = board.end else { return Ok(None) };
        let sign = if actor == player { 1 } else { -1 };
        Ok(Some(match (self.worth, kind) {
            (Worth::Margin, _) => self.margin(board, player),
            (Worth::Result, EndKind::Win) => sign,
            (Worth::Result, EndKind::Lose) => -sign,
            (Worth::Result, EndKind::End) => self.margin(board, player).signum(),
            (Worth::Result, EndKind::Draw | EndKind::Stage | EndKind::Goal) => 0,
        }))
    }
}
