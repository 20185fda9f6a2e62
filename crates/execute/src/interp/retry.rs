//! Retries: turns done again by the general machine one board at a time.

use masume_program::interp::code::FAR;
use masume_program::interp::game::GameCode;
use masume_program::interp::registers::ACTIVE;
use masume_rules::action::Action;
use masume_rules::model::Player;
use masume_rules::run_error::RunError;

use super::play::{RESTS, Round};
use super::slide::{Lines, LookedUp};
use crate::general::General;
use crate::run::{Host, Position};
use crate::{Played, Stop};

impl<const W: usize, const L: usize, const F: usize> Round<'_, '_, W, L, F> {
    /// Does the turn again on boards that are marked for a retry, one at a time.
    #[cold]
    #[inline(never)]
    pub(super) fn retry(&mut self, player: usize, done: &mut dyn FnMut(Played)) {
        let (active, retry) = (*self.table.mask(ACTIVE), self.table.retry);
        for lane in (0..L).filter(|&lane| active[lane] & retry[lane] != 0) {
            self.redo_lane(lane, player, done);
        }
        // What can be done on these boards is found with all others, as soon as all lines that they
        // ask for are known.
        loop {
            learn(&mut self.table.lines, self.code, self.run, self.host, self.start);
            *self.table.retry = [0; L];
            for player in &self.code.players {
                self.run(&player.legal);
            }
            let is_known = self.table.lines.iter().all(|lines| lines.missing.is_empty());
            if is_known || self.host.stop.is_stopped() {
                break;
            }
        }
        // Where a line is none that can be told about, a game goes on by itself.
        let stuck = std::mem::replace(&mut self.table.retry, retry);
        for lane in (0..L).filter(|&lane| active[lane] & retry[lane] & stuck[lane] != 0) {
            if self.numbers[lane] != RESTS {
                let position = self.position(lane);
                self.play_on(lane, position, done);
            }
        }
    }

    /// The position on a board.
    pub(super) fn position(&self, lane: usize) -> Position {
        let mut position = self.start.clone();
        self.table.store(self.code, &self.loaded.layout, lane, &mut position);
        position.to_act = Player(self.to_act[lane] as u8);
        position.ply = self.start.ply.saturating_add(self.plies[lane] as u32);
        position.asked_ends = 0;
        position
    }

    /// Plays the rest of a game by itself, from a position on, and begins another.
    pub(super) fn play_on(
        &mut self,
        lane: usize,
        position: Position,
        done: &mut dyn FnMut(Played),
    ) {
        let plies = self.plies[lane];
        let left = self.games.most_plies.saturating_sub(plies);
        let game = (self.games, self.numbers[lane]);
        match self.run.play(self.host, position, &mut self.agents[lane], game, left) {
            Ok(played) => {
                done(Played { plies: plies + played.plies, ..played });
                self.playing -= 1;
                self.begin(lane, done);
            }
            Err(error) => self.fail(lane, error),
        }
    }

    /// Leaves a game in which something went wrong.
    pub(super) fn fail(&mut self, lane: usize, error: RunError) {
        self.note(self.numbers[lane], error);
        self.playing -= 1;
        self.numbers[lane] = RESTS;
    }

    pub(super) fn redo_lane(&mut self, lane: usize, player: usize, done: &mut dyn FnMut(Played)) {
        self.table.take_back(&self.before, lane);
        let mut position = self.position(lane);
        position.to_act = Player(player as u8);
        let action = self.table.chosen((self.code, player), self.shape, lane);
        // A pass was counted when it was chosen.
        position.passes -= u32::from(action == Action::PASS);
        let (position, ran) = self.run.turn(self.host, position, action);
        self.plies[lane] += 1;
        let is_far = position.values.iter().any(|value| !(-FAR..FAR).contains(value));
        if ran.is_ok() && is_far && position.outcome.is_none() {
            // Numbers as large as that are for one board at a time.
            return self.play_on(lane, position, done);
        }
        match ran {
            Ok(()) => {}
            // Only listed actions are done, and nothing refuses draws: then the game is left.
            Err(Stop::Illegal | Stop::Drawn) => self.plies[lane] = self.games.most_plies,
            Err(Stop::Run(error)) => return self.fail(lane, error),
        }
        self.to_act[lane] = position.to_act.0.into();
        self.table.load(self.code, &self.loaded.layout, lane, &position);
        if position.outcome.is_some() {
            let outcome = position.outcome;
            if let Ok(scores) = self.run.scores(self.host, position) {
                let number = self.numbers[lane];
                done(Played { number, plies: self.plies[lane], outcome, scores, left: None });
            }
            self.playing -= 1;
            self.begin(lane, done);
        }
    }
}

/// Finds what becomes of lines that were met; says whether there were any.
pub(super) fn learn(
    known: &mut [Lines],
    code: &GameCode,
    run: &dyn General,
    host: &Host<'_>,
    position: &Position,
) -> bool {
    let mut is_any = false;
    for (slide, lines) in code.slides.iter().zip(known) {
        if host.stop.is_stopped() {
            // Nothing is known of a line whose slide was broken off.
            return false;
        }
        is_any |= !lines.missing.is_empty();
        LookedUp(slide).learn(lines, run, host, position);
    }
    is_any
}
