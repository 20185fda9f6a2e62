//! Effects besides the board's change: values, and the end of the game.

use masume_rules::model::{Assign, Effect, EndKind, ValueKind};
use masume_rules::run_error::RunErrorKind;
use masume_rules::state::Outcome;

use crate::machine::{Machine, Stop};
use crate::scene::{Letters, Scene};

impl<'a> Machine<'_, 'a> {
    /// Runs effects in order, up to one that ends the game.
    pub(crate) fn run_effects(
        &mut self,
        effects: &'a [Effect],
        letters: &Letters,
    ) -> Result<(), Stop> {
        self.context.check_stop(self.frame.span)?;
        for effect in effects {
            if self.is_over() {
                return Ok(());
            }
            match effect {
                Effect::Assign(value, assign, expr) => {
                    let number = self.scene().number(expr, None, letters)?;
                    let index = usize::from(value.0);
                    let Some(&before) = self.state.values.get(index) else { continue };
                    self.state.values[index] = self.assigned(before, *assign, number)?;
                }
                Effect::AssignLocal(local, assign, expr) => {
                    let number = self.scene().number(expr, None, letters)?;
                    let index = usize::from(local.0);
                    let Some(&before) = self.frame.locals.get(index) else { continue };
                    self.frame.locals[index] = self.assigned(before, *assign, number)?;
                }
                Effect::Finish(kind) => self.finish(*kind)?,
            }
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
        let acting = self.frame.acting;
        let outcome = match kind {
            EndKind::Win => Outcome::Won(acting),
            EndKind::Lose if self.context.rules.players.len() == 2 => {
                Outcome::Won(self.context.player_after(acting))
            }
            EndKind::Lose => Outcome::Lost(acting),
            EndKind::Draw => Outcome::Draw,
            EndKind::End => self.outcome_by_score()?,
            // Neither ends the game; they are no effects.
            EndKind::Stage | EndKind::Goal => return Ok(()),
        };
        self.state.outcome = Some(outcome);
        Ok(())
    }

    /// The player with the greatest score has won; without scores to compare the game just ends.
    fn outcome_by_score(&self) -> Result<Outcome, Stop> {
        let Some(score) = &self.context.rules.score else { return Ok(Outcome::Ended) };
        if self.context.rules.players.len() < 2 {
            return Ok(Outcome::Ended);
        }
        let mut best = None;
        for player in self.context.players() {
            let scene = Scene { acting: player, span: score.span, ..self.scene() };
            let points = scene.number(&score.value, None, &Letters::default())?;
            best = match best {
                Some((greatest, _)) if points < greatest => best,
                Some((greatest, _)) if points == greatest => Some((points, Outcome::Draw)),
                Some(_) | None => Some((points, Outcome::Won(player))),
            };
        }
        Ok(best.map_or(Outcome::Ended, |(_, outcome)| outcome))
    }

    /// Adds one to the stage.
    pub(crate) fn enter_next_stage(&mut self) -> Result<(), Stop> {
        for (index, info) in self.context.rules.values.iter().enumerate() {
            if info.kind == ValueKind::Stage
                && let Some(&before) = self.state.values.get(index)
            {
                self.state.values[index] = self.assigned(before, Assign::Add, 1)?;
            }
        }
        Ok(())
    }
}
