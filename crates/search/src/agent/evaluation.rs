//! What a state looks like to a player, from the rules alone: whole numbers with whole weights.

use masume_board::{Cell, Direction, Grid};
use masume_engine::{Game, Series, Setup, Size};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    Condition, Content, EndKind, Layer, LayerKind, Part, Player, Rules, parts,
};
use masume_rules::state::State;

use super::result::{is_for_points, of_outcome, points};
use super::{WIN, Weights};

/// The most that a state that is not over is worth: less than a win, which is sure.
const MOST: i64 = WIN - 1_000;
/// What is half of that: five pieces more than the other's.
const HALF: i64 = 500;
/// Random positions from which it is found how far kinds of pieces move.
const POSITIONS: u64 = 16;

/// What counts in the states of a game.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    is_for_points: bool,
    has_score: bool,
    players: usize,
    /// By layer and content: who owns the piece.
    owners: Vec<Vec<Option<Player>>>,
    weights: Weights,
    /// By player and cell: how far a piece has come to the far side, and how near the middle it is.
    advance: Vec<Vec<i64>>,
    centre: Vec<i64>,
}

impl Evaluation {
    /// What counts under these rules on this board, each piece alike.
    pub(super) fn of(rules: &Rules, grid: &Grid) -> Self {
        let owners: Vec<Vec<Option<Player>>> = rules
            .layers
            .iter()
            .map(|layer| match &layer.kind {
                LayerKind::Pieces(pieces) => pieces.iter().map(|piece| piece.owner).collect(),
                LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => Vec::new(),
            })
            .collect();
        let forward = rules.players.iter().map(|player| player.forward);
        Self {
            is_for_points: is_for_points(rules),
            has_score: rules.score.is_some(),
            players: rules.players.len(),
            weights: Weights::of_rules(rules),
            owners,
            advance: forward.map(|forward| advances(grid, forward)).collect(),
            centre: centres(grid),
        }
    }

    /// The same, with pieces weighed by how much they can do in random positions.
    pub(super) fn weighed(game: &Game, state: &State) -> Self {
        let mut evaluation = Self::of(game.rules(), state.board.grid());
        if evaluation.players == 2 && !evaluation.has_score {
            evaluation.weigh_pieces(game, state);
        }
        evaluation
    }

    /// Whether what is counted is points, and not who wins.
    pub(super) fn is_for_points(&self) -> bool {
        self.is_for_points
    }

    /// Whether how many actions there are counts, which takes more than a look at the board.
    pub(super) fn counts_actions(&self) -> bool {
        self.weights.mobility != 0
    }

    /// What the state is worth to a player, from -[`WIN`] to [`WIN`], or in points.
    pub(super) fn of_state(&self, game: &Game, state: &State, player: Player) -> i64 {
        if self.is_for_points {
            return points(game, state);
        }
        let index = usize::from(player.0);
        if let Some(outcome) = state.outcome {
            return of_outcome(outcome, self.players)[index];
        }
        squashed(self.lead(game, state, player))
    }

    /// By how much a player is ahead in a state that goes on, in hundredths of a piece.
    pub(super) fn lead(&self, game: &Game, state: &State, player: Player) -> i64 {
        let index = usize::from(player.0);
        if self.players == 1 {
            return points(game, state);
        }
        let mut counts = self.pieces(state);
        if self.has_score {
            for (player, count) in counts.iter_mut().enumerate() {
                let score = game.score(state, Player(player as u8)).unwrap_or(0);
                *count += score.saturating_mul(self.weights.score);
            }
        }
        if self.counts_actions() {
            for (player, count) in counts.iter_mut().enumerate() {
                *count +=
                    self.weights.mobility * actions_of(game, state, Player(player as u8)) as i64;
            }
        }
        let others: i64 = counts.iter().sum::<i64>() - counts[index];
        counts[index] - others / (self.players as i64 - 1).max(1)
    }

    /// What pieces and their places are worth, by owner.
    fn pieces(&self, state: &State) -> Vec<i64> {
        let mut counts = vec![0; self.players];
        for (layer, owners) in self.owners.iter().enumerate() {
            if owners.iter().all(Option::is_none) {
                continue;
            }
            let worth = &self.weights.pieces[layer];
            for (cell, &content) in state.board.contents(Layer(layer as u8)).iter().enumerate() {
                if let Some(owner) = owner(owners, content) {
                    let owner = usize::from(owner.0);
                    counts[owner] += worth[content as usize]
                        + self.weights.advance * self.advance[owner][cell]
                        + self.weights.centre * self.centre[cell];
                }
            }
        }
        counts
    }

    /// How many pieces with an owner there are.
    pub(super) fn piece_count(&self, state: &State) -> usize {
        let layers = self.owners.iter().enumerate();
        let count = |(layer, owners): (usize, &Vec<Option<Player>>)| {
            let contents = state.board.contents(Layer(layer as u8));
            contents.iter().filter(|&&content| owner(owners, content).is_some()).count()
        };
        layers.map(count).sum()
    }

    /// Weighs each kind of piece by what it can do in random positions: one that can do twice as much
    /// is worth about twice as much.
    fn weigh_pieces(&mut self, game: &Game, state: &State) {
        let grid = state.board.grid();
        let size = Size { width: grid.width() as u32, height: grid.height() as u32 };
        let fresh = game.start(&Setup { size: Some(size), level: None, seed: 0 });
        let start = fresh.unwrap_or_else(|_| state.clone());
        let cells = grid.inner_cells().count() as u64;
        let none = |pieces: &Vec<Option<Player>>| vec![(0i64, 0i64); pieces.len()];
        let mut seen: Vec<Vec<(i64, i64)>> = self.owners.iter().map(none).collect();
        for number in 0..POSITIONS {
            let most_plies = number * cells / POSITIONS;
            let series = Series { games: POSITIONS, seed: 0, most_plies };
            let Ok(playout) = game.playout(&start, series, number) else { return };
            self.count_actions(game, playout.state, &mut seen);
        }
        let (pieces, actions) =
            seen.iter().flatten().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        if actions == 0 {
            return;
        }
        for (layer, seen) in seen.iter().enumerate() {
            for (content, &(count, able)) in seen.iter().enumerate() {
                // What is never seen, such as a piece that others turn into, is worth two.
                let worth =
                    if count == 0 { 200 } else { 50 + 50 * able * pieces / (actions * count) };
                self.weights.pieces[layer][content] = worth;
            }
        }
    }

    /// Adds the pieces of a position and what they can do.
    fn count_actions(&self, game: &Game, mut state: State, seen: &mut [Vec<(i64, i64)>]) {
        if state.outcome.is_some() {
            return;
        }
        for (layer, owners) in self.owners.iter().enumerate() {
            for &content in state.board.contents(Layer(layer as u8)) {
                if owner(owners, content).is_some() {
                    seen[layer][content as usize].0 += 1;
                }
            }
        }
        for player in 0..self.players {
            state.to_act = Player(player as u8);
            for action in game.legal_actions(&state).unwrap_or_default() {
                let Some(cell) = first_cell(action) else { continue };
                for (layer, owners) in self.owners.iter().enumerate() {
                    let content = state.board.get(Layer(layer as u8), cell);
                    if owner(owners, content) == Some(state.to_act) {
                        seen[layer][content as usize].1 += 1;
                    }
                }
            }
        }
    }
}

impl Weights {
    /// What counts where nothing was learnt: pieces, points, how far men have come, and where who cannot
    /// act has lost, how much there is to do.
    pub(super) fn of_rules(rules: &Rules) -> Self {
        let pieces = rules.layers.iter().map(|layer| match &layer.kind {
            LayerKind::Pieces(pieces) => vec![100; pieces.len()],
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => Vec::new(),
        });
        let decides = |kind| matches!(kind, EndKind::Win | EndKind::Lose);
        let mut deciding = rules.ends.iter().filter(|end| decides(end.kind));
        let stuck = |condition: &Condition| {
            parts(condition).any(|part| matches!(part, Part::Condition(Condition::NoAction(_))))
        };
        let is_only_stuck = rules.ends.len() == 1 && deciding.all(|end| stuck(&end.condition));
        let (pieces, score) = match rules.score {
            Some(_) => (pieces.map(|pieces| vec![0; pieces.len()]).collect(), 100),
            None => (pieces.collect(), 0),
        };
        Self { pieces, score, advance: 4, centre: 2, mobility: if is_only_stuck { 30 } else { 0 } }
    }
}

/// A lead as a result to be expected.
pub(super) fn squashed(lead: i64) -> i64 {
    let lead = lead.clamp(-1_000_000_000, 1_000_000_000);
    MOST * lead / (lead.abs() + HALF)
}

/// How many actions a player would have.
fn actions_of(game: &Game, state: &State, player: Player) -> usize {
    if state.to_act == player {
        return game.legal_actions(state).map_or(0, |actions| actions.len());
    }
    let mut state = state.clone();
    state.to_act = player;
    game.legal_actions(&state).map_or(0, |actions| actions.len())
}

fn first_cell(action: Action) -> Option<Cell> {
    action.arguments.iter().find_map(|argument| match argument {
        Argument::Cell(cell) => Some(*cell),
        Argument::None | Argument::Direction(_) | Argument::Column(_) | Argument::Row(_) => None,
    })
}

fn owner(owners: &[Option<Player>], content: Content) -> Option<Player> {
    owners.get(usize::try_from(content).ok()?).copied().flatten()
}

/// Steps from the edge behind, by cell.
fn advances(grid: &Grid, forward: Option<Direction>) -> Vec<i64> {
    let mut found = vec![0; grid.cell_count()];
    let Some(forward) = forward else { return found };
    for cell in grid.inner_cells() {
        let back = std::iter::successors(Some(cell), |&at| grid.step(at, forward.opposite()));
        found[cell.index()] = back.count() as i64 - 1;
    }
    found
}

/// Steps from the nearest edge, by cell.
fn centres(grid: &Grid) -> Vec<i64> {
    let mut found = vec![0; grid.cell_count()];
    for cell in grid.inner_cells() {
        let steps = |direction| {
            std::iter::successors(Some(cell), |&at| grid.step(at, direction)).count() as i64 - 1
        };
        let ways = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
        found[cell.index()] = ways.into_iter().map(steps).min().unwrap_or(0);
    }
    found
}
