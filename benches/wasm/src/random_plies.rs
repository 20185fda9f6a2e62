//! Random plies of one board, one game after another: the same code in the module and on the machine.

use masume_engine::{ApplyError, Game, Position, RunError, Series, State};

/// Number of plies in the games `from..from + games` of a series, each played from `start` to its end.
pub(crate) fn random_plies(
    start: &Position<'_>,
    from: u64,
    games: u64,
    most_plies: u64,
) -> Result<u64, RunError> {
    let series = Series { games: from + games, seed: 1, most_plies };
    let mut board = start.clone();
    let mut plies = 0;
    for game in from..from + games {
        board.copy_from(start);
        plies += board.play_out(series, game)?;
    }
    Ok(plies)
}

/// The same games with a whole state for each ply, as a session keeps them: its legal actions are listed, one is done.
pub(crate) fn random_states(
    game: &Game,
    start: &State,
    from: u64,
    games: u64,
    most_plies: u64,
) -> Result<u64, RunError> {
    let series = Series { games: from + games, seed: 1, most_plies };
    let mut plies = 0;
    for number in from..from + games {
        let (mut state, mut agent) = (start.clone(), series.agent(number));
        for _ in 0..most_plies {
            let actions = game.legal_actions(&state)?;
            let Some(action) = actions.get(agent.below(actions.len() as u64) as usize) else {
                break;
            };
            match game.apply(&mut state, *action) {
                Ok(_) => plies += 1,
                Err(ApplyError::Run(error)) => return Err(error),
                Err(ApplyError::IllegalAction | ApplyError::GameOver) => break,
            }
        }
    }
    Ok(plies)
}
