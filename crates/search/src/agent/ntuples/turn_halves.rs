//! Halves of the turns of a game for one: what the player decides, and what chance draws after it.

use masume_engine::{Executor, Game, StopToken};
use masume_rules::facts::draws_in_play;
use masume_rules::model::{
    ActionInfo, Condition, End, EndKind, Expr, Part, PassRule, Rules, Statement, parts,
};

use super::CannotLearn;
use crate::agent::evaluation::outcome_value::{is_for_points, points_value};
use crate::symmetry::turn_parts;

/// Two games of the same states, whose actions are the halves of a turn.
#[derive(Debug)]
pub(super) struct TurnHalves {
    /// Game of the actions, and what follows them up to the first draw. Nothing ends it but that nothing can be done.
    pub(super) decided: Game,
    /// Game of the rest of what follows, as its one action.
    drawn: Game,
    /// Place of the value that counts the points.
    pub(super) points: usize,
}

impl TurnHalves {
    /// # Errors
    /// [`CannotLearn::NotForPoints`], [`CannotLearn::Turns`], [`CannotLearn::ChanceWithin`].
    pub(super) fn of(game: &Game) -> Result<Self, CannotLearn> {
        let rules = game.rules();
        let points = points_value(rules).filter(|_| is_for_points(rules) && rules.score.is_none());
        let (Some(points), Some(first)) = (points, rules.actions.first()) else {
            return Err(CannotLearn::NotForPoints);
        };
        let endless = Rules { ends: Vec::new(), ..rules.clone() };
        let is_plain = rules.pass == PassRule::Never && rules.again.is_none();
        if !is_plain || !rules.ends.iter().all(is_left_out) || turn_parts(&endless).any(asks_turn) {
            return Err(CannotLearn::Turns);
        }
        let until = |count: usize| Rules { then: rules.then[..count].to_vec(), ..endless.clone() };
        let kept = (0..=rules.then.len()).rev().find(|&count| !draws_in_play(&until(count)));
        let kept = kept.ok_or(CannotLearn::ChanceWithin)?;
        let rest = &rules.then[kept..];
        if rest.iter().flat_map(parts).any(refuses) {
            return Err(CannotLearn::Turns);
        }
        let rest = ActionInfo {
            params: Vec::new(),
            unordered: false,
            when: None,
            body: rest.to_vec(),
            ..first.clone()
        };
        let drawn = Rules {
            actions: vec![rest],
            then: Vec::new(),
            again: None,
            pass: PassRule::Never,
            ..endless.clone()
        };
        let made = |rules: Rules| Game::new(rules).with_executor(Executor::Batch);
        Ok(Self { decided: made(until(kept)), drawn: made(drawn), points })
    }

    /// Both, stopped by this token.
    pub(super) fn stopped_by(&self, stop: &StopToken) -> (Game, Game) {
        let stopped = |game: &Game| game.clone().with_stop(stop.clone());
        (stopped(&self.decided), stopped(&self.drawn))
    }
}

/// True if a game goes on alike without this end: it changes nothing, or says that nothing can be done.
fn is_left_out(end: &End) -> bool {
    let is_end = matches!(end.kind, EndKind::End | EndKind::Draw);
    end.effects.is_empty()
        && (end.kind == EndKind::Goal || is_end && end.condition == Condition::NoAction(None))
}

/// True if the answer is another between the halves: an action more was done, and others can be.
fn asks_turn(part: Part<'_>) -> bool {
    matches!(
        part,
        Part::Expr(Expr::Ply)
            | Part::Condition(
                Condition::NoAction(_)
                    | Condition::NobodyCanAct
                    | Condition::EveryonePassed
                    | Condition::Solvable
            )
    )
}

/// True if a statement may refuse the whole action.
fn refuses(part: Part<'_>) -> bool {
    matches!(part, Part::Statement(Statement::Must(_) | Statement::Require(..)))
}
