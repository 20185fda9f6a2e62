//! Searches that prove: exact values near the end of a game, wins by threats alone, and the turns they get beside an
//! agent that estimates.

pub(crate) mod alpha_beta;
pub(crate) mod board_driver;
pub(crate) mod endgame_ranking;
pub(crate) mod endgame_solver;
pub(crate) mod forced_win;
pub(crate) mod prover_schedule;
pub(crate) mod small_endgame;
pub(crate) mod threats;
pub(crate) mod worth;
