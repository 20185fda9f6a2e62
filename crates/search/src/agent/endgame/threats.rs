//! Threats: what would win at once, were it the turn of the same player again.
//!
//! They are found by asking what follows if the other does nothing, in any game. Where there is much to do and a win is
//! a choice of cells that hold pieces ([`WinningLines`]), only what adds to one of those is asked about.

use masume_engine::{Frontier, Game, PackedPart, RunError, State};
use masume_rules::action::Action;
use masume_rules::model::{Layer, Player};
use masume_rules::state::Outcome;

use crate::Budget;
use crate::agent::evaluation::Evaluation;
use crate::agent::evaluation::packed_states::{PackedStates, live_bits};
use crate::agent::packed_fields::add_bits;
use crate::meter::Meter;
use crate::operators::Operators;

/// Actions of a position from which on it is too much to ask what follows each of them: 4096 boards.
const WIDE: usize = 64;
/// The most actions of a position that are looked at.
const MOST_ACTIONS: usize = 1024;
/// The most ways to win that are written out.
const MOST_LINES: usize = 1 << 14;

/// Successor by an action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreatSuccessor {
    pub(crate) action: Action,
    /// True if the attacker has won; `None` if the game goes on.
    pub(crate) is_won: Option<bool>,
    /// True if the attacker acts next.
    pub(crate) is_attack: bool,
}

/// All that can follow a position.
#[derive(Debug, Default)]
pub(crate) struct Successors {
    pub(crate) list: Vec<ThreatSuccessor>,
    /// Their packed states, one behind the other.
    pub(crate) words: Vec<u64>,
}

impl Successors {
    /// The packed state of the one of this number.
    pub(crate) fn words_of(&self, number: usize, stride: usize) -> &[u64] {
        &self.words[number * stride..][..stride]
    }
}

/// Reason why nothing can be said of a position.
#[derive(Debug)]
pub(crate) enum ThreatError {
    /// There is too much to do.
    Wide,
    Failed(RunError),
}

impl From<RunError> for ThreatError {
    fn from(error: RunError) -> Self {
        Self::Failed(error)
    }
}

/// A win at once, and what it rests on.
#[derive(Clone, Debug)]
pub(crate) struct ImmediateWin {
    pub(crate) action: Action,
    /// Bits of the board, by word: while none of them changes, it wins. `None` where that is not known.
    rests_on: Option<Vec<(usize, u64)>>,
}

impl ImmediateWin {
    /// A win of which nothing more is known.
    pub(crate) fn of(action: Action) -> Self {
        Self { action, rests_on: None }
    }
}

/// Finds what one of two players threatens.
pub(crate) struct Threats<'g> {
    pub(crate) states: PackedStates<'g>,
    attacker: Player,
    /// The bits of what the rules can read.
    pub(crate) live: Vec<u64>,
    lines: Option<WinningLines>,
    asked: Vec<u64>,
    /// Positions whose successors were found.
    pub(crate) nodes: u64,
    /// Those successors.
    pub(crate) boards: u64,
}

impl<'g> Threats<'g> {
    /// Threats of the player to act in this state; `None` on a board that no program serves.
    pub(crate) fn new(run: &'g Game, evaluation: &'g Evaluation, seen: &State) -> Option<Self> {
        let states = PackedStates::new(run, evaluation, seen)?;
        let lines = WinningLines::of(run, seen, &states.frontier);
        let live = live_bits(run.rules(), seen, &states.frontier);
        let asked = Vec::new();
        Some(Self { states, attacker: seen.to_act, live, lines, asked, nodes: 0, boards: 0 })
    }

    pub(crate) fn stride(&self) -> usize {
        self.states.frontier.words()
    }

    /// Successors of a position.
    pub(crate) fn follow(&mut self, words: &[u64]) -> Result<Successors, ThreatError> {
        self.nodes += 1;
        let mut found = Successors::default();
        let Self { states, attacker, .. } = self;
        states.frontier.expand(words, &mut |child| {
            // One too many says all; the others would take memory without a bound.
            if found.list.len() > MOST_ACTIONS {
                return;
            }
            let is_won = child.outcome.map(|outcome| is_won(outcome, *attacker));
            let is_attack = states.to_act(child.words) == *attacker;
            found.list.push(ThreatSuccessor { action: child.action, is_won, is_attack });
            found.words.extend_from_slice(child.words);
        })?;
        self.boards += found.list.len() as u64;
        if found.list.len() > MOST_ACTIONS { Err(ThreatError::Wide) } else { Ok(found) }
    }

    /// For each of the attacker's actions that end nothing, what would win if the other did nothing about it; `None`
    /// where that is nothing, or the attacker acts on.
    pub(crate) fn threats(
        &mut self,
        before: &[u64],
        found: &Successors,
    ) -> Result<Vec<Option<ImmediateWin>>, ThreatError> {
        let stride = self.stride();
        let near = self.lines.as_ref().filter(|_| found.list.len() > WIDE);
        let near = near.map(|lines| lines.missing(before, 2));
        let mut numbers = Vec::new();
        self.asked.clear();
        for (number, successor) in found.list.iter().enumerate() {
            let words = found.words_of(number, stride);
            let adds =
                near.as_ref().is_none_or(|near| WinningLines::has_less_missing(near, words, 2));
            if successor.is_won.is_none() && !successor.is_attack && adds {
                numbers.push(number);
                self.asked.extend_from_slice(words);
                let from = self.asked.len() - stride;
                self.states.pass_turn(&mut self.asked[from..]);
            }
        }
        let asked = std::mem::take(&mut self.asked);
        let immediate_wins = self.immediate_wins(&asked);
        self.asked = asked;
        let mut threats = vec![None; found.list.len()];
        match immediate_wins {
            Ok(immediate_wins) => {
                numbers
                    .iter()
                    .zip(immediate_wins)
                    .for_each(|(&number, immediate_win)| threats[number] = immediate_win);
            }
            // The rules may say what they like of a position whose turn was changed.
            Err(ThreatError::Failed(error)) if !error.is_interruption() => {}
            Err(error) => return Err(error),
        }
        Ok(threats)
    }

    /// Immediate wins in each of these positions, in which the attacker acts.
    pub(crate) fn immediate_wins(
        &mut self,
        positions: &[u64],
    ) -> Result<Vec<Option<ImmediateWin>>, ThreatError> {
        let stride = self.stride();
        let count = positions.len() / stride;
        self.nodes += count as u64;
        let mut immediate_wins: Vec<Option<ImmediateWin>> = vec![None; count];
        let Self { states, attacker, lines, boards, .. } = self;
        states.frontier.expand(positions, &mut |child| {
            *boards += 1;
            let immediate_win = &mut immediate_wins[child.parent];
            if immediate_win.is_none() && child.outcome.is_some_and(|it| is_won(it, *attacker)) {
                let before = &positions[child.parent * stride..][..stride];
                let rests_on = lines.as_ref().and_then(|it| it.rests_on(before, child.words));
                *immediate_win = Some(ImmediateWin { action: child.action, rests_on });
            }
        })?;
        Ok(immediate_wins)
    }

    /// True if a reply changes nothing of what an immediate win rests on, so that it wins all the same.
    pub(crate) fn is_unmet(
        &self,
        immediate_win: &ImmediateWin,
        before: &[u64],
        after: &[u64],
    ) -> bool {
        let is_same = |&(word, bits): &(usize, u64)| (before[word] ^ after[word]) & bits == 0;
        immediate_win.rests_on.as_ref().is_some_and(|rests_on| rests_on.iter().all(is_same))
    }
}

/// True if this end is a win for a player, of two.
pub(crate) fn is_won(outcome: Outcome, player: Player) -> bool {
    match outcome {
        Outcome::Won(winner) => winner == player,
        Outcome::Lost(loser) => loser != player,
        Outcome::Draw | Outcome::Ended => false,
    }
}

/// Ways to win: pieces that have to be there, as bits of a packed state. What else they need is left out, so there may
/// be more of them than wins, and there may be wins that are none of them: they only choose what is asked about.
struct WinningLines {
    lines: Vec<WinningLine>,
    /// The bits of what lies on the board, each cell in all layers.
    cells: Vec<Vec<(usize, u64)>>,
    board: Vec<u64>,
}

struct WinningLine {
    /// Words and the bits in them that have to be set.
    needs: Vec<(usize, u64)>,
    /// Indices of the cells.
    cells: Vec<usize>,
}

impl WinningLine {
    /// Number of pieces that are not there.
    fn missing(&self, words: &[u64]) -> u32 {
        self.needs.iter().map(|&(word, bits)| (bits & !words[word]).count_ones()).sum()
    }
}

impl WinningLines {
    /// Those of who acts; `None` where no win is a choice of pieces on cells.
    fn of(game: &Game, seen: &State, frontier: &Frontier<'_>) -> Option<Self> {
        let mut lines: Vec<WinningLine> = Vec::new();
        let meter = &Meter::of(&Budget::of_agent(game.stop_token()));
        for pieces in Operators::wins_by_pieces(game.rules(), seen, MOST_LINES, meter)? {
            let mut line = WinningLine { needs: Vec::new(), cells: Vec::new() };
            for (layer, content, cell) in pieces {
                let bits = frontier.bits(PackedPart::Piece(layer, content, cell));
                // What is no piece, but a number, has no bit of its own.
                let &[(word, bit)] = &bits[..] else { return None };
                add_bits(&mut line.needs, word, bit);
                line.cells.push(cell.index());
            }
            lines.push(line);
        }
        if lines.is_empty() {
            return None;
        }
        let grid = seen.board.grid();
        let mut cells = vec![Vec::new(); grid.cell_count()];
        let mut board = vec![0; frontier.words()];
        for layer in 0..game.rules().layers.len() {
            for cell in grid.cells() {
                if game.stop_token().is_stopped() {
                    return None;
                }
                for (word, bits) in frontier.bits(PackedPart::Content(Layer(layer as u8), cell)) {
                    add_bits(&mut cells[cell.index()], word, bits);
                    board[word] |= bits;
                }
            }
        }
        Some(Self { lines, cells, board })
    }

    /// Those of which exactly so many pieces are missing.
    fn missing(&self, words: &[u64], count: u32) -> Vec<&WinningLine> {
        self.lines.iter().filter(|line| line.missing(words) == count).collect()
    }

    /// True if one of these, of which so many pieces were missing, misses fewer.
    fn has_less_missing(lines: &[&WinningLine], words: &[u64], count: u32) -> bool {
        lines.iter().any(|line| line.missing(words) < count)
    }

    /// Support of a win: what it changes, and a line that it completes.
    fn rests_on(&self, before: &[u64], after: &[u64]) -> Option<Vec<(usize, u64)>> {
        let completes = |line: &&WinningLine| line.missing(after) == 0 && line.missing(before) > 0;
        let line = self.lines.iter().find(completes)?;
        let mut rests_on = Vec::new();
        for (word, board) in self.board.iter().enumerate() {
            let changed = (before[word] ^ after[word]) & board;
            if changed != 0 {
                add_bits(&mut rests_on, word, changed);
            }
        }
        for &cell in &line.cells {
            let bits = self.cells[cell].iter();
            bits.for_each(|&(word, bits)| add_bits(&mut rests_on, word, bits));
        }
        Some(rests_on)
    }
}
