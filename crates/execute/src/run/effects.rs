//! Effects besides the board's change: values, and the end of the game.

use masume_program::{Effect, Num, RuleOp};
use masume_rules::model::{Assign, Content, EndKind, Player, ValueKind};
use masume_rules::run_error::RunErrorKind;
use masume_rules::state::Outcome;

use crate::Scores;
use crate::run::{Machine, Stop};

impl<const W: usize> Machine<'_, '_, W> {
    /// Runs effects in order, up to one that ends the game.
    pub(crate) fn run_effects(
        &mut self,
        effects: &[Effect],
        letters: &[Content],
    ) -> Result<(), Stop> {
        self.host.stop.check(self.frame.span)?;
        for effect in effects {
            if self.is_over() {
                return Ok(());
            }
            match effect {
                Effect::Assign(value, assign, number) => {
                    let number = self.scene().number_at(number, None, letters)?;
                    let index = usize::from(value.0);
                    let Some(&before) = self.position.values.get(index) else { continue };
                    self.position.values[index] = self.assigned(before, *assign, number)?;
                }
                Effect::AssignLocal(local, assign, number) => {
                    let number = self.scene().number_at(number, None, letters)?;
                    let index = usize::from(local.0);
                    let Some(&before) = self.frame.locals.get(index) else { continue };
                    self.frame.locals[index] = self.assigned(before, *assign, number)?;
                }
                Effect::Finish(kind) => self.finish(*kind)?,
            }
        }
        Ok(())
    }

    /// Runs effects that only add constants, once for each match.
    pub(crate) fn run_uniform_effects(&mut self, rule: &RuleOp, count: i64) -> Result<(), Stop> {
        for effect in &rule.effects {
            let Effect::Assign(value, assign, Num::Constant(number)) = effect else { continue };
            if self.is_over() {
                return Ok(());
            }
            let index = usize::from(value.0);
            let Some(&before) = self.position.values.get(index) else { continue };
            // All added numbers have one sign: the sum overflows just where a part of it does.
            let sum = number.checked_mul(count);
            let sum = sum.ok_or_else(|| self.error(RunErrorKind::Overflow))?;
            self.position.values[index] = self.assigned(before, *assign, sum)?;
        }
        Ok(())
    }

    fn assigned(&self, before: i64, assign: Assign, number: i64) -> Result<i64, Stop> {
        let after = match assign {
            Assign::Set => Some(number),
            Assign::Add => before.checked_add(number),
            Assign::Subtract => before.checked_sub(number),
        };
        after.ok_or_else(|| self.error(RunErrorKind::Overflow))
    }

    /// Ends the game in this way for the acting player.
    pub(crate) fn finish(&mut self, kind: EndKind) -> Result<(), Stop> {
        let players = self.run.programs.len();
        let outcome = outcome_of(kind, self.frame.acting, players, || self.outcome_by_score())?;
        // What does not end the game is no effect.
        self.position.outcome = outcome.or(self.position.outcome);
        Ok(())
    }

    /// The player with the greatest score has won; without scores to compare the game just ends.
    fn outcome_by_score(&self) -> Result<Outcome, Stop> {
        let mut points = Scores::new();
        if self.run.programs.len() < 2 {
            return Ok(Outcome::Ended);
        }
        for player in (0..self.run.programs.len() as u8).map(Player) {
            let mut scene = self.scene();
            scene.program = self.run.program(player);
            let Some((score, span)) = &scene.program.score else { return Ok(Outcome::Ended) };
            scene.span = *span;
            points.push(scene.number_at(score, None, &[])?);
        }
        Ok(most_points(&points))
    }

    /// Adds one to the stage.
    pub(crate) fn enter_next_stage(&mut self) -> Result<(), Stop> {
        for index in 0..self.run.rules.values.len() {
            if self.run.rules.values[index].kind == ValueKind::Stage
                && let Some(&before) = self.position.values.get(index)
            {
                self.position.values[index] = self.assigned(before, Assign::Add, 1)?;
            }
        }
        Ok(())
    }
}

/// The player with the most points has won; with nobody else to compare with the game just ends.
pub(crate) fn most_points(points: &[i64]) -> Outcome {
    let most = points.iter().max();
    let mut best = (0u8..).zip(points).filter(|(_, points)| Some(*points) == most);
    match (points.len(), best.next(), best.next()) {
        (2.., Some((player, _)), None) => Outcome::Won(Player(player)),
        (2.., Some(_), Some(_)) => Outcome::Draw,
        (..) => Outcome::Ended,
    }
}

/// Outcome of an end of this kind after a turn of `acting`; `None` for a kind that does not end the
/// game.
#[inline]
pub(crate) fn outcome_of<E>(
    kind: EndKind,
    acting: Player,
    players: usize,
    by_score: impl FnOnce() -> Result<Outcome, E>,
) -> Result<Option<Outcome>, E> {
    Ok(Some(match kind {
        EndKind::Win => Outcome::Won(acting),
        EndKind::Lose if players == 2 => Outcome::Won(Player(1 - acting.0)),
        EndKind::Lose => Outcome::Lost(acting),
        EndKind::Draw => Outcome::Draw,
        EndKind::End => by_score()?,
        EndKind::Stage | EndKind::Goal => return Ok(None),
    }))
}
