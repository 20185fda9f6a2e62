//! Worth of an end to each player.

use masume_engine::Outcome;

use crate::bytes::HALF;

/// Puts the result of every player, from -1 to 1: who wins has 1 and the others -1, who loses has -1 and the others 0 (1
/// in a game of two), and a draw, an end without a winner or a game that goes on is 0 for all.
pub(crate) fn put_results(outcome: Option<Outcome>, into: &mut [f32]) {
    let (player, own, others) = match outcome {
        Some(Outcome::Won(player)) => (player, 1.0, -1.0),
        Some(Outcome::Lost(player)) => (player, -1.0, if into.len() == 2 { 1.0 } else { 0.0 }),
        Some(Outcome::Draw | Outcome::Ended) | None => {
            into.fill(0.0);
            return;
        }
    };
    into.fill(others);
    if let Some(of_player) = into.get_mut(usize::from(player.0)) {
        *of_player = own;
    }
}

/// The same as the bytes of 32-bit numbers.
pub(crate) fn pay(outcome: Option<Outcome>, into: &mut [[u8; HALF]]) {
    let mut results = vec![0.0; into.len()];
    put_results(outcome, &mut results);
    into.iter_mut().zip(results).for_each(|(to, result)| *to = result.to_ne_bytes());
}
