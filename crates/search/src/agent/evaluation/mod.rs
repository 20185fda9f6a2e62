//! Evaluation of a state for a player, from the rules alone: whole numbers with whole weights.

pub(crate) mod clustering_heuristic;
pub(crate) mod merge_heuristic;
pub(crate) mod outcome_value;
pub(crate) mod packed_states;
pub(crate) mod tuner;
pub(crate) mod weights;

use std::ops::Range;

use masume_board::{Cell, Direction, Grid};
use masume_engine::{Game, Series, Setup, Size};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    Condition, Content, EndKind, Layer, LayerKind, Part, Player, Rules, parts,
};
use masume_rules::state::State;

use crate::agent::evaluation::outcome_value::{is_for_points, of_outcome, points};
use crate::agent::{WIN, Weights, successors_fit};

/// The most that a state that is not over is worth: less than a win, which is sure.
const MOST: i64 = WIN - 1_000;
/// Half of that: five pieces more than the other's.
pub(crate) const HALF: i64 = 500;
/// Actions of a position in mean from which on two plies are too many to be looked through in a moment: a guess from
/// few games of queens that shoot (with 50 actions), in which random games did as well as looking ahead or better.
const WIDE: u64 = 30;
/// Random positions from which it is found how far kinds of pieces move.
const POSITIONS: u64 = 16;
/// Steps for each of them, some hundredths of a second: rules that take longer are judged by what was seen until then.
const STEPS_OF_POSITION: u64 = 1 << 20;
/// Bytes that the successors of a position may take while it is looked at.
const BYTES_OF_POSITION: u64 = 1 << 24;

/// Evaluation of the states of a game: a weighted sum of features.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    is_for_points: bool,
    has_score: bool,
    players: usize,
    /// By layer and content: who owns the piece.
    owners: Vec<Vec<Option<Player>>>,
    /// Pieces that are of one kind, of any owner: by layer and content.
    kinds: Vec<Vec<(usize, usize)>>,
    weights: Weights,
    /// By player and cell: how far a piece has come to the far side, and how near the middle it is.
    advance: Vec<Vec<i64>>,
    centre: Vec<i64>,
}

/// Features that were seen in random positions.
struct SampledFeatures {
    /// By layer and content: how many pieces there are, and how many actions begin with one.
    pieces: Vec<Vec<(i64, i64)>>,
    actions: i64,
    /// Actions that begin with a piece of who acts.
    own: i64,
    /// Actions of who acts, and how many of them leave fewer pieces.
    done: u64,
    takes: u64,
    /// Positions in which there were actions.
    positions: u64,
}

impl SampledFeatures {
    /// True if pieces are taken now and then: where every action takes one, or none does, how many are left says
    /// nothing.
    fn is_fought_over(&self) -> bool {
        self.takes > 0 && 4 * self.takes <= 3 * self.done
    }
}

impl Evaluation {
    /// Evaluation for these rules on this board, each piece alike.
    pub(crate) fn of(rules: &Rules, grid: &Grid) -> Self {
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
            kinds: kinds(rules),
            weights: Weights::of_rules(rules),
            owners,
            advance: forward.map(|forward| advances(grid, forward)).collect(),
            centre: centres(grid),
        }
    }

    /// The same, with pieces weighed by how much they can do in random positions.
    pub(crate) fn weighed(game: &Game, state: &State) -> Self {
        let mut evaluation = Self::of(game.rules(), state.board.grid());
        if evaluation.players == 2 && !evaluation.has_score {
            let seen = evaluation.seen_in_play(game, state);
            if evaluation.counts_actions() && !seen.is_fought_over() {
                evaluation.count_only_actions();
            } else {
                evaluation.weigh_pieces(&seen);
            }
        }
        evaluation
    }

    /// The same with other weights, which were made for these rules.
    pub(crate) fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Pieces that are of one kind, of any owner: by layer and content.
    pub(crate) fn kinds(&self) -> &[Vec<(usize, usize)>] {
        &self.kinds
    }

    /// Features, one for each weight: what it counts for the first of two players, less what it counts for the
    /// second: points, steps forward, steps from the edge, actions, and pieces by kind.
    pub(crate) fn features(&self, game: &Game, state: &State) -> Vec<i64> {
        let sign = |player: Player| if player.0 == 0 { 1 } else { -1 };
        let mut found = vec![0; 4 + self.kinds.len()];
        for player in [Player(0), Player(1)] {
            if self.has_score {
                found[0] += sign(player) * game.score(state, player).unwrap_or(0);
            }
            if self.counts_actions() {
                found[3] += sign(player) * actions_of(game, state, player) as i64;
            }
        }
        for (kind, contents) in self.kinds.iter().enumerate() {
            for &(layer, content) in contents {
                let Some(owner) = self.owners[layer][content] else { continue };
                let cells = state.board.contents(Layer(layer as u8)).iter().enumerate();
                for (cell, _) in cells.filter(|(_, held)| **held == content as Content) {
                    found[1] += sign(owner) * self.advance[usize::from(owner.0)][cell];
                    found[2] += sign(owner) * self.centre[cell];
                    found[4 + kind] += sign(owner);
                }
            }
        }
        found
    }

    /// True if what is counted is points, and not who wins.
    pub(crate) fn is_for_points(&self) -> bool {
        self.is_for_points
    }

    /// True if the number of actions counts, which takes more than a look at the board.
    pub(crate) fn counts_actions(&self) -> bool {
        self.weights.mobility != 0
    }

    /// Value of a state to a player, from -[`WIN`] to [`WIN`], or in points.
    pub(crate) fn of_state(&self, game: &Game, state: &State, player: Player) -> i64 {
        if self.is_for_points {
            return points(game, state);
        }
        let index = usize::from(player.0);
        if let Some(outcome) = state.outcome {
            return of_outcome(outcome, self.players)[index];
        }
        squashed(self.lead(game, state, player))
    }

    /// Lead of a player in a state that goes on, in hundredths of a piece.
    pub(crate) fn lead(&self, game: &Game, state: &State, player: Player) -> i64 {
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

    /// Values of pieces and their places, by owner.
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

    /// True if points count, for which the rules are asked.
    pub(crate) fn counts_points(&self) -> bool {
        self.players != 2 || self.has_score
    }

    /// Weight of a point.
    pub(crate) fn weight_of_points(&self) -> i64 {
        self.weights.score
    }

    /// Weight of an action that the player could do.
    pub(crate) fn weight_of_actions(&self) -> i64 {
        self.weights.mobility
    }

    /// Every piece that has an owner: layer, content, owner.
    pub(crate) fn owned(&self) -> Vec<(usize, usize, Player)> {
        let layers = self.owners.iter().enumerate();
        let of_layer = |(layer, owners): (usize, &Vec<Option<Player>>)| {
            let owned = owners.iter().enumerate();
            let owned = owned.filter_map(move |(content, owner)| Some((layer, content, (*owner)?)));
            owned.collect::<Vec<_>>()
        };
        layers.flat_map(of_layer).collect()
    }

    /// Weight of a piece for its owner on a cell.
    pub(crate) fn worth(&self, layer: usize, content: usize, owner: Player, cell: usize) -> i64 {
        self.weights.pieces[layer][content]
            + self.weights.advance * self.advance[usize::from(owner.0)][cell]
            + self.weights.centre * self.centre[cell]
    }

    /// True if states are judged better than by random games: in random positions players move pieces of their own,
    /// and do not only put new ones; and where nothing but how much there is to do counts, that is not too much to
    /// be looked through.
    pub(crate) fn can_judge(&self, game: &Game, state: &State) -> bool {
        let seen = self.seen_in_play(game, state);
        let is_wide = seen.done > WIDE * seen.positions;
        let is_hidden = self.counts_actions() && !seen.is_fought_over() && is_wide;
        seen.own > seen.actions / 8 && !is_hidden
    }

    /// Weighs each kind of piece by what it can do in random positions: one that can do twice as much
    /// is worth about twice as much.
    fn weigh_pieces(&mut self, seen: &SampledFeatures) {
        let seen = &seen.pieces;
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

    /// Sets the weights of pieces and their places to nothing, for games in which they decide nothing.
    fn count_only_actions(&mut self) {
        self.weights.pieces.iter_mut().flatten().for_each(|worth| *worth = 0);
        (self.weights.advance, self.weights.centre) = (0, 0);
    }

    /// Features in random positions of games on a board of this size, each within [`STEPS_OF_POSITION`].
    fn seen_in_play(&self, game: &Game, state: &State) -> SampledFeatures {
        let none = |pieces: &Vec<Option<Player>>| vec![(0i64, 0i64); pieces.len()];
        let pieces = self.owners.iter().map(none).collect();
        let mut seen =
            SampledFeatures { pieces, actions: 0, own: 0, done: 0, takes: 0, positions: 0 };
        let grid = state.board.grid();
        let size = Size { width: grid.width(), height: grid.height() };
        let fresh = game.start(&Setup { size: Some(size), level: None, seed: 0 });
        let start = fresh.unwrap_or_else(|_| state.clone());
        let cells = grid.inner_cells().count() as u64;
        for number in 0..POSITIONS {
            if game.is_stopped() {
                break;
            }
            let game = &game.clone().with_stop(game.stop_token().part(STEPS_OF_POSITION));
            let most_plies = number * cells / POSITIONS;
            let series = Series { games: POSITIONS, seed: 0, most_plies };
            match game.playout(&start, series, number) {
                Ok(playout) => {
                    self.count_takes(game, &playout.state, &mut seen);
                    self.count_actions(game, playout.state, &mut seen);
                }
                Err(_) => break,
            }
        }
        seen
    }

    /// Adds the actions of a position, and how many of them leave fewer pieces.
    fn count_takes(&self, game: &Game, state: &State, seen: &mut SampledFeatures) {
        let before = self.piece_count(state);
        if !successors_fit(game, state, BYTES_OF_POSITION).unwrap_or(false) {
            return;
        }
        let successors = game.successors(std::slice::from_ref(state)).unwrap_or_default();
        seen.positions += u64::from(successors.iter().flatten().next().is_some());
        for (_, after) in successors.iter().flatten() {
            seen.done += 1;
            seen.takes += u64::from(self.piece_count(after) < before);
        }
    }

    /// Number of pieces with an owner.
    pub(crate) fn piece_count(&self, state: &State) -> usize {
        let of_layer = |(layer, owners): (usize, &Vec<Option<Player>>)| {
            let held = state.board.contents(Layer(layer as u8)).iter();
            held.filter(|&&content| owner(owners, content).is_some()).count()
        };
        self.owners.iter().enumerate().map(of_layer).sum()
    }

    /// Adds the pieces of a position and what they can do.
    fn count_actions(&self, game: &Game, mut state: State, seen: &mut SampledFeatures) {
        if state.outcome.is_some() {
            return;
        }
        for (layer, owners) in self.owners.iter().enumerate() {
            for &content in state.board.contents(Layer(layer as u8)) {
                if owner(owners, content).is_some() {
                    seen.pieces[layer][content as usize].0 += 1;
                }
            }
        }
        for player in 0..self.players {
            state.to_act = Player(player as u8);
            for action in game.legal_actions(&state).unwrap_or_default() {
                seen.actions += 1;
                let Some(cell) = first_cell(action) else { continue };
                for (layer, owners) in self.owners.iter().enumerate() {
                    let content = state.board.get(Layer(layer as u8), cell);
                    if owner(owners, content) == Some(state.to_act) {
                        seen.pieces[layer][content as usize].1 += 1;
                        seen.own += 1;
                    }
                }
            }
        }
    }
}

impl Weights {
    /// Weights where nothing was learnt: pieces, points, how far men have come, and where who cannot act has lost,
    /// how much there is to do.
    pub(crate) fn of_rules(rules: &Rules) -> Self {
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

/// Pieces with an owner that are of one kind, in the order of the text.
fn kinds(rules: &Rules) -> Vec<Vec<(usize, usize)>> {
    let mut found: Vec<(&str, Vec<(usize, usize)>)> = Vec::new();
    for (layer, info) in rules.layers.iter().enumerate() {
        let LayerKind::Pieces(pieces) = &info.kind else { continue };
        for (content, piece) in pieces.iter().enumerate().filter(|(_, it)| it.owner.is_some()) {
            // A piece named after its owner alone has no kind besides.
            let is_owner = rules.players.iter().any(|player| player.name == piece.kind);
            let name = if is_owner { "" } else { piece.kind.as_str() };
            match found.iter_mut().find(|(known, _)| *known == name) {
                Some((_, contents)) => contents.push((layer, content)),
                None => found.push((name, vec![(layer, content)])),
            }
        }
    }
    found.into_iter().map(|(_, contents)| contents).collect()
}

/// A lead as a result to be expected.
pub(crate) fn squashed(lead: i64) -> i64 {
    let lead = lead.clamp(-1_000_000_000, 1_000_000_000);
    MOST * lead / (lead.abs() + HALF)
}

/// Number of actions that a player would have.
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
    match forward {
        Some(forward) => steps_from_edge(grid, forward),
        None => vec![0; grid.cell_count()],
    }
}

/// Steps from the nearest edge, by cell.
fn centres(grid: &Grid) -> Vec<i64> {
    let ways = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    ways.into_iter()
        .map(|way| steps_from_edge(grid, way))
        .reduce(|mut least, steps| {
            least.iter_mut().zip(steps).for_each(|(least, steps)| *least = steps.min(*least));
            least
        })
        .unwrap_or_default()
}

/// Steps in a direction from the edge of the board to each cell inside the rim. Row by row: a large board has many cells, and
/// each game of a match asks.
fn steps_from_edge(grid: &Grid, direction: Direction) -> Vec<i64> {
    let lines = |all: Range<i32>, side: u32, by: i32| -> Vec<i64> {
        (0..side as i32)
            .map(|at| match by.signum() {
                1 => i64::from(at - all.start),
                -1 => i64::from(all.end - 1 - at),
                _ => i64::MAX,
            })
            .collect()
    };
    let of_columns = lines(grid.columns(), grid.width(), direction.across());
    let of_rows = lines(grid.rows(), grid.height(), direction.down());
    let mut found = vec![0; grid.cell_count()];
    for (row, of_row) in (0..).zip(of_rows) {
        let Some(first) = grid.at(0, row) else { continue };
        for (steps, of_column) in found[first.index()..].iter_mut().zip(&of_columns) {
            *steps = of_row.min(*of_column);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_that_can_be_gone_back_one_by_one() {
        for grid in [Grid::new(1, 1), Grid::new(5, 3), Grid::with_rim(4, 6, 2)] {
            let grid = grid.expect("a small board");
            for direction in [Direction::Up, Direction::Left, Direction::DownRight] {
                let found = steps_from_edge(&grid, direction);
                for cell in grid.cells() {
                    let back = |&at: &Cell| grid.step(at, direction.opposite());
                    let steps = std::iter::successors(Some(cell), back).count() as i64 - 1;
                    let expected = if grid.is_inner(cell) { steps } else { 0 };
                    assert_eq!(found[cell.index()], expected, "{grid:?} {direction:?} {cell:?}");
                }
            }
        }
    }
}
