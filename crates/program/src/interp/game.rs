//! The code of a game.

use masume_board::CellSet;
use masume_rules::model::PassRule;

use super::code::{Code, MaskReg, NumReg, SetReg};
use super::pick::Pick;
use super::registers::Registers;
use super::single::Single;
use super::slide::Slide;
use super::trial::Trial;

/// Code of one player's turn.
#[derive(Clone, Debug, Default)]
pub struct PlayerCode {
    /// The turn, and then what the next player can do.
    pub turn: Code,
    /// The turn, without what the next player can do.
    pub turn_alone: Code,
    /// Code of the player's choices alone.
    pub legal: Code,
    /// Indexed by action.
    pub picks: Vec<Pick>,
    /// True if a board can need a retry of the turn.
    pub may_retry: bool,
    /// True if the turn asks for the chosen direction.
    pub uses_ways: bool,
}

/// The code of a game.
#[derive(Clone, Debug)]
pub struct GameCode {
    /// The registers of the game's tables.
    pub registers: Registers,
    /// Indexed by player.
    pub players: Vec<PlayerCode>,
    /// Points of every player.
    pub scores: Code,
    /// Indexed by player; none without a score.
    pub points: Vec<NumReg>,
    /// Rule for passing.
    pub pass: PassRule,
    /// Registers in which the choices of players are kept.
    pub kept_sets: Vec<SetReg>,
    /// Masks in which the same is kept.
    pub kept_masks: Vec<MaskReg>,
    /// Slides of lines that are looked up.
    pub slides: Vec<Slide>,
    /// Trials of choices whose legality is not told by matches.
    pub trials: Vec<Trial>,
    /// Numbers that cells have by their place, each with the cells that have it.
    pub places: Vec<Vec<(i64, CellSet)>>,
    /// Parts for the general machine, board by board.
    pub singles: Vec<Single>,
}

impl GameCode {
    /// All code.
    pub fn parts(&self) -> impl Iterator<Item = &Code> {
        let players = self.players.iter().flat_map(|it| [&it.turn, &it.turn_alone, &it.legal]);
        let seconds = self.trials.iter().flat_map(|trial| &trial.seconds).map(|it| &it.code);
        let bodies = self.trials.iter().flat_map(|trial| &trial.body).map(|(code, _)| code);
        players.chain([&self.scores]).chain(seconds).chain(bodies)
    }

    /// Player who acts after another.
    pub fn player_after(&self, player: usize) -> usize {
        if player + 1 < self.players.len() { player + 1 } else { 0 }
    }

    /// True if a player who has so many actions may pass.
    #[inline]
    pub fn may_pass(&self, actions: u64) -> bool {
        match self.pass {
            PassRule::Never => false,
            PassRule::WhenNoAction => actions == 0,
            PassRule::AnyTime => true,
        }
    }
}
