//! Boards that are played side by side, and what is seen of them on the way.

use masume_engine::{Batch, BatchError, Game, Order, Planes, Setup, State};

use crate::Dice;

/// Sight of a board after a step: its state, the numbers of its legal actions as bits, points by player, and planes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The state.
    pub state: State,
    /// Bit i of word w is legal action 64 * w + i.
    pub legal: Vec<u64>,
    /// Points by player.
    pub scores: Vec<i64>,
    /// Planes of the board, a byte for each element.
    pub planes: Vec<u8>,
}

/// Boards that are played, of which some rest in each ply.
const BOARDS: u64 = 7;

/// Plays boards for some plies, each from its own seed: what is over is begun anew, and a state of one board is put on
/// another.
///
/// # Errors
/// Form that the boards cannot have, and the error of the first board on which the rules went wrong.
pub(crate) fn boards(
    game: &Game,
    setup: &Setup,
    seed: u64,
    plies: u32,
) -> Result<Vec<Sight>, BatchError> {
    let mut dice = Dice::of_seed(seed);
    let seeds: Vec<u64> = (0..BOARDS).map(|board| seed.wrapping_add(board)).collect();
    let mut batch = Batch::new(game, setup, &seeds)?;
    let planes = Planes::new(game.rules(), batch.state(0)?.board.grid());
    let mut seen = Vec::new();
    for ply in 0..plies {
        let actions: Vec<u32> = (0..batch.len())
            .map(|board| {
                let drawn = batch.sample(board).unwrap_or(Batch::NO_ACTION);
                if dice.percent(15) { Batch::NO_ACTION } else { drawn }
            })
            .collect();
        batch.step(&actions)?;
        for board in 0..batch.len() {
            seen.push(look(&mut batch, board, &planes)?);
        }
        let over: Vec<usize> = (0..batch.len()).filter(|board| batch.is_over(*board)).collect();
        batch.reset(&over)?;
        if ply == plies / 2 {
            let state = batch.state(0)?;
            batch.put(batch.len() - 1, &state)?;
        }
    }
    Ok(seen)
}

fn look(batch: &mut Batch, board: usize, planes: &Planes) -> Result<Sight, BatchError> {
    let state = batch.state(board)?;
    let points = batch.scores().len() / batch.len();
    let mut seen = vec![0; planes.len()];
    batch.observe(board, Order::ChannelsFirst, &mut seen);
    Ok(Sight {
        state,
        legal: batch.legal(board).to_vec(),
        scores: batch.scores()[board * points..(board + 1) * points].to_vec(),
        planes: seen,
    })
}
