//! Programs, made of a game's rules once, when they are first needed: one for each shape of board
//! that was asked about, and the game as a solver searches it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use masume_board::Grid;
use masume_execute::Compiled;
use masume_program::Optimisations;
use masume_rules::model::Rules;
use masume_words::compile;

/// Shapes of board whose programs one game keeps at most: a game is mostly played on one, and a
/// collection of levels, each of a shape of its own, must not fill the memory.
const MOST_KEPT: usize = 16;

/// Cells of these shapes together, but for the one last asked for: what is kept of a line grows with the board.
const MOST_CELLS_KEPT: usize = 1 << 18;

/// A shape of board, and the rules compiled for it; `None` where it is too large for a program.
type Known = (Grid, Option<Arc<dyn Compiled>>);

/// Compiled rules by shape of board, and the game that a solver searches.
#[derive(Debug)]
pub(crate) struct Programs<G> {
    /// The one last asked for first.
    known: Mutex<Vec<Known>>,
    searched: OnceLock<G>,
}

impl<G> Default for Programs<G> {
    fn default() -> Self {
        Self { known: Mutex::default(), searched: OnceLock::new() }
    }
}

impl<G> Programs<G> {
    /// The game that a solver searches, made once: an action may ask for it, and so may its end.
    pub(crate) fn searched(&self, make: impl FnOnce() -> G) -> &G {
        self.searched.get_or_init(make)
    }

    /// The rules compiled for boards of this shape.
    pub(crate) fn of(
        &self,
        rules: &Arc<Rules>,
        grid: &Grid,
        optimisations: Optimisations,
    ) -> Option<Arc<dyn Compiled>> {
        // A thread that panicked while it held the lock has left whole entries only.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = known.iter().position(|(shape, _)| shape == grid) {
            known[..=index].rotate_right(1);
            return known[0].1.clone();
        }
        let compiled = compile(Arc::clone(rules), grid, optimisations).ok();
        known.insert(0, (*grid, compiled.clone()));
        let cells = known.iter().scan(0, |cells, (shape, compiled)| {
            *cells += compiled.as_ref().map_or(0, |_| shape.cell_count());
            Some(*cells)
        });
        let kept = cells.take(MOST_KEPT).take_while(|&cells| cells <= MOST_CELLS_KEPT).count();
        known.truncate(kept.max(1));
        compiled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::compiled::program;
    use crate::{Executor, Game, MOST_CELLS, Setup, Size};

    const TRAIL: &str = "\
game Trail
board 3 x 3 from 1 x 1

pieces
  thing: player trace

start
  centre -> player

action step in d
  player empty -> trace player
";

    fn game() -> Game {
        Game::load(TRAIL).game.unwrap()
    }

    fn kept(game: &Game) -> usize {
        game.programs.known.lock().unwrap().len()
    }

    fn square(side: u32) -> Grid {
        Grid::new(side, side).unwrap()
    }

    #[test]
    fn rules_are_compiled_once_for_a_shape_when_a_board_of_it_is_asked_about() {
        let game = game();
        assert_eq!(kept(&game), 0, "loading compiles nothing");
        let setup = Setup { size: Some(Size { width: 9, height: 9 }), ..Setup::default() };
        let mut state = game.start(&setup).unwrap();
        let first = program(&game, state.board.grid()).unwrap();
        for _ in 0..4 {
            let actions = game.legal_actions(&state).unwrap();
            game.apply(&mut state, actions[0]).unwrap();
        }
        let clone = game.clone();
        assert!(Arc::ptr_eq(&first, &program(&clone, state.board.grid()).unwrap()));
        assert_eq!(kept(&game), 1);
    }

    #[test]
    fn levels_and_executors_share_programs_and_options_do_not() {
        let game = Game::load(&TRAIL.replace("pieces", "option luck = 5 from 0 to 9\n\npieces"));
        let game = game.game.unwrap();
        let first = program(&game, &square(3)).unwrap();
        let is_first = |game: &Game| Arc::ptr_eq(&first, &program(game, &square(3)).unwrap());
        assert!(is_first(&game.clone().with_levels(Vec::new())));
        assert!(is_first(&game.clone().with_executor(Executor::Batch)));
        assert!(!is_first(&game.clone().with_optimisations(Optimisations::NONE)));
        assert!(!is_first(&game.with_option("luck", "6").unwrap()));
    }

    #[test]
    fn what_a_solver_searches_is_compiled_once_however_many_actions_ask() {
        let text = TRAIL.replace("action", "then\n  if not solvable: trace -> player\n\naction");
        let game = Game::load(&text).game.unwrap();
        let mut state = game.start(&Setup::default()).unwrap();
        let mut searched = Vec::new();
        for _ in 0..2 {
            let actions = game.legal_actions(&state).unwrap();
            game.apply(&mut state, actions[0]).unwrap();
            let asked = game.programs.searched.get().unwrap();
            searched.push(program(asked, state.board.grid()).unwrap());
        }
        assert!(Arc::ptr_eq(&searched[0], &searched[1]));
    }

    #[test]
    fn programs_of_many_shapes_are_let_go_the_longest_unused_first() {
        let game = game();
        let used = program(&game, &square(2)).unwrap();
        let unused = program(&game, &square(3)).unwrap();
        for side in 4..40 {
            program(&game, &square(side)).unwrap();
            assert!(kept(&game) <= MOST_KEPT);
            assert!(Arc::ptr_eq(&used, &program(&game, &square(2)).unwrap()), "{side}");
        }
        assert_eq!(Arc::strong_count(&unused), 1);
    }

    #[test]
    fn boards_too_large_for_programs_are_remembered_as_such() {
        let game = game();
        // As many cells as there may be, and one row more.
        let sides = (1024, MOST_CELLS as u32 / 1024);
        assert!(program(&game, &Grid::new(sides.0, sides.1).unwrap()).is_some());
        assert!(program(&game, &Grid::new(sides.0, sides.1 + 1).unwrap()).is_none());
        assert_eq!(kept(&game), 2);
    }
}
