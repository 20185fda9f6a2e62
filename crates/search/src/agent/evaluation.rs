//! What a state looks like to a player, from the rules alone.

use masume_engine::Game;
use masume_rules::model::{Content, Layer, LayerKind, Player, Rules};
use masume_rules::state::State;

use super::WIN;
use super::result::{is_for_points, of_outcome, points};

/// The most that a state that is not over is worth: less than a win, which is sure.
const MOST: i64 = WIN - 1_000;

/// What counts in the states of a game.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    is_for_points: bool,
    has_score: bool,
    players: usize,
    /// By layer and content: who owns the piece.
    owners: Vec<Vec<Option<Player>>>,
}

impl Evaluation {
    /// What counts under these rules.
    pub(super) fn of(rules: &Rules) -> Self {
        let owners = rules.layers.iter().map(|layer| match &layer.kind {
            LayerKind::Pieces(pieces) => pieces.iter().map(|piece| piece.owner).collect(),
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => Vec::new(),
        });
        Self {
            is_for_points: is_for_points(rules),
            has_score: rules.score.is_some(),
            players: rules.players.len(),
            owners: owners.collect(),
        }
    }

    /// Whether what is counted is points, and not who wins.
    pub(super) fn is_for_points(&self) -> bool {
        self.is_for_points
    }

    /// What the state is worth to a player.
    pub(super) fn of_state(&self, game: &Game, state: &State, player: Player) -> i64 {
        if self.is_for_points {
            return points(game, state);
        }
        let index = usize::from(player.0);
        if let Some(outcome) = state.outcome {
            return of_outcome(outcome, self.players)[index];
        }
        if self.players == 1 {
            return points(game, state).clamp(-MOST, MOST);
        }
        let counts: Vec<i64> = if self.has_score {
            let score = |player| game.score(state, Player(player as u8)).unwrap_or(0);
            (0..self.players).map(score).collect()
        } else {
            self.pieces(state)
        };
        let others: i64 = counts.iter().sum::<i64>() - counts[index];
        let others = others / (self.players as i64 - 1).max(1);
        // A lead counts as a share of all there is.
        let all = counts.iter().map(|count| count.abs()).sum::<i64>().max(1);
        (MOST * (counts[index] - others) / all).clamp(-MOST, MOST)
    }

    /// Pieces by owner.
    fn pieces(&self, state: &State) -> Vec<i64> {
        let mut counts = vec![0; self.players];
        for (layer, owners) in self.owners.iter().enumerate() {
            if owners.iter().all(Option::is_none) {
                continue;
            }
            for &content in state.board.contents(Layer(layer as u8)) {
                if let Some(owner) = owner(owners, content) {
                    counts[usize::from(owner.0)] += 1;
                }
            }
        }
        counts
    }
}

fn owner(owners: &[Option<Player>], content: Content) -> Option<Player> {
    owners.get(usize::try_from(content).ok()?).copied().flatten()
}
