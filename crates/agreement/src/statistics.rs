//! Counts of what was compared.

use std::collections::BTreeMap;
use std::fmt;

use masume_engine::{Outcome, RunErrorKind};

/// Counts over plays, of what the oracle answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Plays, those that had no first state included.
    pub plays: u64,
    /// Plays that were left out: the oracle might take minutes for one action.
    pub over_budget: u64,
    /// Actions done.
    pub plies: u64,
    /// Answers that were compared.
    pub answers: u64,
    /// States whose legal actions were listed without an error.
    pub states: u64,
    /// Of those, states with an action that changes something.
    pub lively_states: u64,
    /// Legal actions, over all states.
    pub legal_actions: u64,
    /// Actions whose chance events were compared, where they are more than one.
    pub chances: u64,
    /// Plays that reached an end.
    pub ended: u64,
    /// Ends by kind.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// Errors of the rules by kind.
    pub errors: BTreeMap<&'static str, u64>,
}

impl Statistics {
    /// Adds the counts of other plays.
    pub fn add(&mut self, other: &Statistics) {
        self.plays += other.plays;
        self.over_budget += other.over_budget;
        self.plies += other.plies;
        self.answers += other.answers;
        self.states += other.states;
        self.lively_states += other.lively_states;
        self.legal_actions += other.legal_actions;
        self.chances += other.chances;
        self.ended += other.ended;
        for (outcome, count) in &other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        for (error, count) in &other.errors {
            *self.errors.entry(error).or_default() += count;
        }
    }

    pub(crate) fn note_outcome(&mut self, outcome: Outcome) {
        self.ended += 1;
        let name = match outcome {
            Outcome::Won(_) => "won",
            Outcome::Lost(_) => "lost",
            Outcome::Draw => "draw",
            Outcome::Ended => "ended",
        };
        *self.outcomes.entry(name).or_default() += 1;
    }

    pub(crate) fn note_error(&mut self, kind: &RunErrorKind) {
        let name = match kind {
            RunErrorKind::OutOfFuel => "out of fuel",
            RunErrorKind::Conflict { .. } => "conflict",
            RunErrorKind::Overflow => "overflow",
            RunErrorKind::DivisionByZero => "division by zero",
            RunErrorKind::NumberOutside { .. } => "number outside",
            RunErrorKind::BadChance { .. } => "bad chance",
            RunErrorKind::TooMuchWork => "too much work",
            RunErrorKind::UntilNever => "until never",
            RunErrorKind::EndlessStages => "endless stages",
            RunErrorKind::Stopped => "stopped",
            RunErrorKind::TooManyActions => "too many actions",
            RunErrorKind::OverBudget { .. } => "over budget",
            RunErrorKind::TooManyChances { .. } => "too many chances",
        };
        *self.errors.entry(name).or_default() += 1;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        writeln!(
            f,
            "{} plays, {} plies, {} answers compared; {} plays left out, over budget for the oracle",
            self.plays, self.plies, self.answers, self.over_budget
        )?;
        writeln!(
            f,
            "{:.0}% of {} states have an action that changes something, {:.1} legal actions each, \
             {} actions with several chances",
            100.0 * share(self.lively_states, self.states),
            self.states,
            share(self.legal_actions, self.states),
            self.chances,
        )?;
        writeln!(f, "ends: {}", list(&self.outcomes))?;
        write!(f, "errors of the rules: {}", list(&self.errors))
    }
}

fn list(counts: &BTreeMap<&'static str, u64>) -> String {
    let parts: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}
