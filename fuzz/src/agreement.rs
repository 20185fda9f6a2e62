//! Any text as a game, or any bytes as the draws of a random game: every executor gives the same answers.

use masume_agreement::{Dice, Plan, compare, executors, generate_with};
use masume_engine::{Game, Setup, Size};
use masume_rules::model::Statement;

/// Just above the largest board that a game of the generator has.
const MOST_CELLS: u32 = 200;

pub(crate) fn run(bytes: &[u8]) {
    let loaded = Game::load_bytes(bytes).game;
    let drawn = || generate_with(&mut Dice::of_script(bytes)).map(|generated| generated.game);
    let Some(game) = loaded.or_else(drawn) else { return };
    if is_long(&game) {
        return;
    }
    let setup = Setup { seed: 1, ..Setup::default() };
    let plan = Plan { asides: 1, chances: 8, playouts: 2, ..Plan::new(1, 3) };
    if let Err(difference) = compare(&game, &executors(), &setup, &plan) {
        panic!("{difference}");
    }
}

/// True if a play takes seconds: a set-up that is tried until it can be solved, or a large board.
fn is_long(game: &Game) -> bool {
    let repeats = |statement: &Statement| matches!(statement, Statement::Until(..));
    let cells = |size: Size| size.width * size.height;
    game.rules().start.iter().any(repeats)
        || game.rules().shape.is_some_and(|shape| cells(shape.size) > MOST_CELLS)
}
