//! What is tried on a game, in which order, and what is said of it.

use masume_engine::Game;
use masume_rules::model::{Effect, EndKind, Rules, Statement, Value};
use masume_rules::state::{Outcome, State};

use crate::forward::Forward;
use crate::ground::Ground;
use crate::push::{Model, PushSearch};
use crate::{Budget, Limit, Line, Proof, Report, Search, Status, proof, verify};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Any line that wins.
    Any,
    /// One of the fewest actions.
    Moves,
    /// One by which this value rises least.
    Value(Value),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This line wins, according to the reference executor.
    Won(Line),
    /// Nothing wins, according to [`verify`].
    Impossible(Proof),
    /// Neither was found.
    GaveUp(Limit),
}

/// A verdict, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// What came of it.
    pub verdict: Verdict,
    /// What was done for it.
    pub report: Report,
}

/// A game that no solver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has several players, who would have to help each other.
    Players(usize),
    /// Nothing in the rules wins it.
    NoWin,
    /// It is over, and was not won.
    Over,
}

/// Looks for a line that wins, within the budget.
///
/// # Errors
/// A game for several players, one that cannot be won by its rules, or one that is over.
pub fn solve(game: &Game, start: &State, aim: Aim, budget: &Budget) -> Result<Solved, Refusal> {
    let mut solver = Solver::new(game, start, aim, budget)?;
    loop {
        if let Some(solved) = solver.step(u64::MAX) {
            return Ok(solved);
        }
    }
}

/// A game being solved, step by step.
pub struct Solver {
    game: Game,
    start: State,
    budget: Budget,
    /// Where things are moved by a walker, and any line will do.
    push: Option<PushSearch>,
    /// Begun when it is its turn.
    forward: Option<Forward>,
    aim: Aim,
    /// What searches did that are over.
    before: Report,
}

impl Solver {
    /// A solver that has done nothing yet.
    ///
    /// # Errors
    /// A game for several players, one that cannot be won by its rules, or one that is over.
    pub fn new(game: &Game, start: &State, aim: Aim, budget: &Budget) -> Result<Self, Refusal> {
        let rules = game.rules();
        if rules.players.len() > 1 {
            return Err(Refusal::Players(rules.players.len()));
        }
        if !can_be_won(rules) {
            return Err(Refusal::NoWin);
        }
        match start.outcome {
            None | Some(Outcome::Won(_)) => {}
            Some(Outcome::Lost(_) | Outcome::Draw | Outcome::Ended) => return Err(Refusal::Over),
        }
        let model = match aim {
            Aim::Any => Ground::of(rules, start).ok().and_then(|ground| Model::of(&ground)),
            Aim::Moves | Aim::Value(_) => None,
        };
        let push = model.map(|model| PushSearch::new(model, budget));
        let (game, start, budget) = (game.clone(), start.clone(), budget.clone());
        let before = Report::default();
        Ok(Self { game, start, budget, push, forward: None, aim, before })
    }

    /// What has been done so far.
    pub fn report(&self) -> Report {
        let push = self.push.iter().map(PushSearch::report);
        let reports = push.chain(self.forward.iter().map(Forward::report));
        reports.fold(self.before, |sum, it| Report {
            nodes: sum.nodes + it.nodes,
            kept: sum.kept + it.kept,
            bytes: sum.bytes + it.bytes,
            nearest: it.nearest.or(sum.nearest),
        })
    }

    /// Expands up to so many nodes more; the verdict, once there is one.
    pub fn step(&mut self, nodes: u64) -> Option<Solved> {
        if self.start.outcome.is_some() {
            return Some(self.solved(Verdict::Won(Line::default())));
        }
        let left = self.budget.nodes.saturating_sub(self.report().nodes);
        if left == 0 {
            return Some(self.solved(self.best_or(Limit::Nodes)));
        }
        let nodes = nodes.min(left);
        if let Some(push) = &mut self.push {
            match push.step(nodes) {
                Status::Running => return None,
                Status::Done => return Some(self.solved(self.best_or(Limit::Nodes))),
                Status::Limited(limit) => return Some(self.solved(self.best_or(limit))),
                // It found that nothing wins, in a way of its own: the other search has to show it.
                Status::Exhausted => {
                    self.before = Report { bytes: 0, kept: 0, ..push.report() };
                    self.push = None;
                    return None;
                }
            }
        }
        let forward = self
            .forward
            .get_or_insert_with(|| Forward::new(&self.game, &self.start, self.aim, &self.budget));
        let verdict = match forward.step(nodes) {
            Status::Running => return None,
            Status::Done => self.best_or(Limit::Nodes),
            Status::Exhausted => self.impossible(),
            Status::Limited(limit) => self.best_or(limit),
        };
        Some(self.solved(verdict))
    }

    /// The verdict of a search that is not gone on with: the best line so far, or this limit.
    pub fn give_up(&self, limit: Limit) -> Verdict {
        self.best_or(limit)
    }

    fn solved(&self, verdict: Verdict) -> Solved {
        Solved { verdict, report: self.report() }
    }

    /// The best line, if the reference executor agrees; else the limit that was met.
    fn best_or(&self, limit: Limit) -> Verdict {
        let push = self.push.as_ref().and_then(PushSearch::best);
        let best = push.or_else(|| self.forward.as_ref().and_then(Forward::best));
        let won = best.filter(|line| line.replay(&self.game, &self.start).is_ok());
        won.map_or(Verdict::GaveUp(limit), |line| Verdict::Won(line.clone()))
    }

    fn impossible(&self) -> Verdict {
        let bytes = self.budget.bytes.saturating_sub(self.report().bytes);
        let met = self.forward.iter().flat_map(Forward::met);
        self.checked(Proof::closed(&self.game, &self.start, met, bytes))
    }

    /// "Impossible", if the proof is one.
    fn checked(&self, proof: Option<Proof>) -> Verdict {
        let Some(proof) = proof else { return Verdict::GaveUp(Limit::Proof) };
        let game = self.game.clone().with_stop(self.budget.stop.clone());
        match verify(&game, &proof) {
            Ok(()) => Verdict::Impossible(proof),
            Err(proof::ProofError::Rules(error)) if error.is_interruption() => {
                Verdict::GaveUp(Limit::Stopped)
            }
            Err(_) => Verdict::GaveUp(Limit::Proof),
        }
    }
}

/// Whether anything in the rules wins.
fn can_be_won(rules: &Rules) -> bool {
    fn wins(effects: &[Effect]) -> bool {
        effects.iter().any(|effect| matches!(effect, Effect::Finish(EndKind::Win)))
    }
    fn block_wins(block: &[Statement]) -> bool {
        block.iter().any(|statement| {
            let is_win = if let Statement::Rule(rule) = statement {
                wins(&rule.effects)
            } else if let Statement::Effects(effects, _) = statement {
                wins(effects)
            } else if let Statement::March(march) = statement {
                march.meets.iter().any(|row| wins(&row.effects))
            } else {
                false
            };
            is_win || statement.blocks().any(|block| block_wins(block))
        })
    }
    rules.ends.iter().any(|end| end.kind == EndKind::Win || wins(&end.effects))
        || rules.actions.iter().any(|action| block_wins(&action.body))
        || block_wins(&rules.then)
}
