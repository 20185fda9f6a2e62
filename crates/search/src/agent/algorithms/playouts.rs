//! The random games of a search: where they are left, and what they are worth there.

use masume_engine::{Game, PlayedGame, Series};
use masume_rules::model::{EndKind, Player};
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::agent::algorithms::flat_monte_carlo::PLIES_A_CELL;
use crate::agent::evaluation::outcome_value::of_outcome;
use crate::agent::evaluation::packed_states::{Memory, PackedStates};
use crate::agent::evaluation::{Evaluation, squashed};

/// Plies of a random game for each cell that is free, where points decide: in percent.
const PLIES_A_FREE_CELL: u64 = 120;
/// The same where nobody fills what is their own: nearly all such games end by themselves.
const PLIES_A_CELL_RESTRAINED: u64 = 300;
/// Plies of a random game that is judged by what players can do where it is left: even, for turns of two.
const JUDGED_PLIES: u64 = 8;

/// Random games: how they are played, when they are left, and what they are worth then.
pub(crate) struct Playouts<'g> {
    evaluation: &'g Evaluation,
    run: &'g Game,
    /// The game as it is played at random, where that is another one.
    without_self_harm: Option<Game>,
    players: usize,
    cells: u64,
    ending: PlayoutEnd<'g>,
}

enum PlayoutEnd<'g> {
    /// They are played to their end, or are worth nothing.
    Played,
    /// Nothing but points decides: they do so also before the end.
    Points,
    /// Number of actions that a player has: who can do more is ahead.
    Actions(Box<PackedStates<'g>>),
}

impl<'g> Playouts<'g> {
    /// For games that go on from this state; `without_self_harm` is the game as it is played at random, where that is another
    /// one.
    pub(crate) fn new(
        run: &'g Game,
        without_self_harm: Option<&Game>,
        evaluation: &'g Evaluation,
        root: &State,
    ) -> Self {
        let rules = run.rules();
        let is_by_points =
            rules.score.is_some() && rules.ends.iter().all(|end| end.kind == EndKind::End);
        let states = || PackedStates::new(run, evaluation, root).filter(PackedStates::counts_many);
        let ending = match (rules.players.len(), is_by_points) {
            (2, true) => PlayoutEnd::Points,
            (2, false) => {
                states().map_or(PlayoutEnd::Played, |it| PlayoutEnd::Actions(Box::new(it)))
            }
            _ => PlayoutEnd::Played,
        };
        let without_self_harm = without_self_harm.map(|game| {
            game.clone().with_executor(run.executor()).with_stop(run.stop_token().clone())
        });
        let cells = root.board.grid().inner_cells().count() as u64;
        Self { evaluation, run, without_self_harm, players: rules.players.len(), cells, ending }
    }

    /// Plays so many games from these states by turns; `is_in_turn` says that who acts there acted before.
    pub(crate) fn play(
        &self,
        states: &[State],
        is_in_turn: bool,
        games: u64,
        seed: u64,
    ) -> Result<Vec<PlayedGame>, RunError> {
        let game = self.without_self_harm.as_ref().unwrap_or(self.run);
        let series = Series { games, seed, most_plies: self.most_plies(states, is_in_turn) };
        game.games_of_each(states, series)
    }

    /// Plies after which random games from these states are left.
    fn most_plies(&self, states: &[State], is_in_turn: bool) -> u64 {
        match self.ending {
            PlayoutEnd::Played => PLIES_A_CELL * self.cells,
            // When about all is filled that can be: what follows is players who undo what they have.
            PlayoutEnd::Points => {
                let pieces = states.iter().map(|state| self.evaluation.piece_count(state) as u64);
                let free = self.cells.saturating_sub(pieces.min().unwrap_or(0));
                let each = match self.without_self_harm {
                    Some(_) => PLIES_A_CELL_RESTRAINED,
                    None => PLIES_A_FREE_CELL,
                };
                1 + free * each / 100
            }
            // What can be done within a turn is no measure.
            PlayoutEnd::Actions(_) => JUDGED_PLIES + u64::from(is_in_turn),
        }
    }

    /// Values of random games to each player.
    pub(crate) fn worths(&self, games: &[PlayedGame]) -> Result<Vec<Vec<i64>>, RunError> {
        let of_player =
            |player: usize| of_outcome(Outcome::Won(Player(player as u8)), self.players);
        let none = || vec![0; self.players];
        let mut worths: Vec<Vec<i64>> = games
            .iter()
            .map(|game| match (game.outcome, &self.ending) {
                (Some(outcome), _) => of_outcome(outcome, self.players),
                (None, PlayoutEnd::Points) if game.scores[0] > game.scores[1] => of_player(0),
                (None, PlayoutEnd::Points) if game.scores[0] < game.scores[1] => of_player(1),
                (None, PlayoutEnd::Points | PlayoutEnd::Played | PlayoutEnd::Actions(_)) => none(),
            })
            .collect();
        if let PlayoutEnd::Actions(states) = &self.ending {
            let left = games.iter().filter_map(|game| game.left.as_deref());
            let words: Vec<u64> = left.flatten().copied().collect();
            let mut memory = Memory::default();
            states.leads(&words, Player(0), None, &mut memory)?;
            let left = worths.iter_mut().zip(games).filter(|(_, game)| game.left.is_some());
            for ((worth, _), &lead) in left.zip(&memory.leads) {
                let lead = squashed(lead);
                *worth = vec![lead, -lead];
            }
        }
        Ok(worths)
    }
}

#[cfg(test)]
mod tests {
    use masume_engine::{Setup, shipped_games};

    use super::*;
    use crate::agent::WIN;

    #[test]
    fn games_that_are_left_are_judged_where_the_rules_say_by_what() {
        for (name, is_judged) in
            [("go", true), ("othello", true), ("amazons", true), ("hex", false), ("gomoku", false)]
        {
            let shipped = shipped_games().iter().find(|it| it.name == name).expect("it is shipped");
            let game = Game::load(shipped.text).game.expect("shipped games are sound");
            let start = game.start(&Setup::default()).expect("a board");
            let evaluation = Evaluation::weighed(&game, &start);
            let playouts = Playouts::new(&game, None, &evaluation, &start);
            // Some plies further one player is ahead.
            let series = Series { games: 8, seed: 2, most_plies: 8 };
            let games = game.games_of_each(&[start], series).expect("it runs");
            assert!(games.iter().all(|game| game.outcome.is_none()));
            let worths = playouts.worths(&games).expect("it runs");
            assert_eq!(worths.iter().any(|worth| worth[0] != 0), is_judged, "{name}");
            assert!(worths.iter().all(|worth| worth[0] == -worth[1] && worth[0].abs() <= WIN));
        }
    }
}
