//! `masume solve` for two players: who wins if nobody errs, and how.

use std::time::{Duration, Instant};

use masume_bots::deadline::{deadline_of, watched};
use masume_engine::{Player, State, StopToken};
use masume_presentation::locale::Phrases;
use masume_rules::model::Rules;
use masume_search::agent::{EndValue, Worth, end_value_counted};
use masume_search::{Budget, Limit, Refusal, Solution};
use serde::Serialize;

use super::solve::SolveArguments;
use super::solve::{SECONDS, gave_up, gave_up_late, refused, texts, took, word};
use super::task::Task;
use crate::failure::Failure;
use crate::open::Opened;
use crate::output;

/// Search for values, with its bounds.
struct ValueSearch<'a> {
    opened: &'a Opened,
    phrases: &'a Phrases,
    worth: Worth,
    arguments: &'a SolveArguments,
    stop: &'a StopToken,
}

/// Result of a task.
struct ValueFound {
    value: Result<EndValue, Limit>,
    /// Positions that were looked at, also where they did not suffice.
    nodes: u64,
    is_late: bool,
    took: Duration,
}

/// Finds what every task is worth, and prints each as soon as it is known.
pub(super) fn run(
    arguments: &SolveArguments,
    opened: &Opened,
    (tasks, stop): (&[Task], &StopToken),
    phrases: &Phrases,
) -> Result<(), Failure> {
    let worth = Worth::of(opened.game.rules());
    let work = ValueSearch { opened, phrases, worth, arguments, stop };
    let mut is_sound = true;
    for task in tasks {
        if stop.is_stopped() {
            break;
        }
        let start = match &task.start {
            Ok(start) if start.outcome.is_none() => start,
            Ok(_) if tasks.len() == 1 => return Err(refused(Refusal::Over, phrases)),
            Ok(_) => {
                work.tell_skipped(task, "over", None)?;
                continue;
            }
            Err(_) if task.is_late() => {
                work.tell_late(task)?;
                continue;
            }
            Err(error) => {
                work.tell_skipped(task, "unplayable", Some(Task::trouble(error, phrases)))?;
                is_sound = false;
                continue;
            }
        };
        work.tell(task, start, &work.search(start))?;
    }
    // What was wrong with a level was said in its line.
    if is_sound { Ok(()) } else { Err(Failure::Reported) }
}

impl ValueSearch<'_> {
    fn search(&self, start: &State) -> ValueFound {
        let SolveArguments { nodes, seconds, memory, .. } = self.arguments;
        let seconds = seconds.or(nodes.is_none().then_some(SECONDS));
        let before = Instant::now();
        let deadline = deadline_of(seconds);
        let stop = StopToken::new();
        let most = nodes.unwrap_or(u64::MAX);
        let budget = Budget { nodes: most, bytes: *memory, stop: stop.clone() };
        let mut nodes = 0;
        let value = watched(self.stop, &stop, deadline, || {
            end_value_counted(&self.opened.game, start, self.worth, &budget, &mut nodes)
        });
        let is_late = !self.stop.is_stopped();
        ValueFound { value, nodes, is_late, took: before.elapsed() }
    }

    fn tell(&self, task: &Task, start: &State, done: &ValueFound) -> Result<(), Failure> {
        if self.arguments.json {
            return output::print_json(&self.record(task, start, done));
        }
        let took = took(self.phrases, done.nodes, done.took);
        let values = [
            ("name", task.name(self.opened, self.phrases).into()),
            ("said", self.said(start, done).into()),
            ("took", took.into()),
        ];
        let mut text = format!("{}\n", self.phrases.say("solve-line", &values));
        match &done.value {
            Ok(value) => {
                let line = Solution { actions: value.variation.clone() };
                let (actions, _) = texts(&self.opened.game, start, &line);
                text.push_str(&format!("  {}\n", actions.join(", ")));
            }
            Err(Limit::Nodes | Limit::Endless) => text.push_str(&self.help()),
            Err(Limit::Stopped) if done.is_late => text.push_str(&self.help()),
            Err(_) => {}
        }
        output::print(&text)
    }

    /// Advice where the budget did not suffice.
    fn help(&self) -> String {
        format!("  {}\n", self.phrases.say("solve-value-help", &[]))
    }

    fn said(&self, start: &State, done: &ValueFound) -> String {
        let value = match &done.value {
            Ok(value) => value,
            Err(limit) => {
                return gave_up((limit, done.is_late), (self.opened, start), self.phrases);
            }
        };
        let Some(winner) = winner(start, value) else {
            return self.phrases.say("solve-drawn", &[]);
        };
        let name = name(self.opened.game.rules(), winner);
        let own = self.phrases.of_shipped(&self.opened.name, &format!("player-{name}"));
        let player = own.unwrap_or_else(|| name.to_owned());
        let mut values = vec![("player", player.into())];
        match self.worth {
            Worth::Result => self.phrases.say("solve-wins", &values),
            Worth::Margin => {
                values.push(("points", value.margin.unsigned_abs().to_string().into()));
                self.phrases.say("solve-wins-by", &values)
            }
        }
    }

    fn record<'t>(&'t self, task: &'t Task, start: &State, done: &ValueFound) -> ValueRecord<'t> {
        let record = ValueRecord { seconds: done.took.as_secs_f64(), ..ValueRecord::of(task) };
        let value = match &done.value {
            Ok(value) => value,
            Err(limit) => {
                let limit = Some(word(limit, done.is_late));
                let nodes = Some(done.nodes);
                return ValueRecord { verdict: "gave up", nodes, limit, ..record };
            }
        };
        let line = Solution { actions: value.variation.clone() };
        let (actions, _) = texts(&self.opened.game, start, &line);
        let winner = winner(start, value);
        ValueRecord {
            verdict: if winner.is_some() { "wins" } else { "drawn" },
            winner: winner.map(|winner| name(self.opened.game.rules(), winner)),
            points: (self.worth == Worth::Margin).then_some(value.margin.unsigned_abs()),
            actions: Some(actions),
            nodes: Some(done.nodes),
            ..record
        }
    }

    fn tell_late(&self, task: &Task) -> Result<(), Failure> {
        if self.arguments.json {
            let limit = Some(word(&Limit::Stopped, true));
            return output::print_json(&ValueRecord {
                verdict: "gave up",
                limit,
                ..ValueRecord::of(task)
            });
        }
        let said = gave_up_late(self.phrases);
        output::print(&format!("{}: {said}\n", task.name(self.opened, self.phrases)))
    }

    fn tell_skipped(
        &self,
        task: &Task,
        verdict: &'static str,
        reason: Option<String>,
    ) -> Result<(), Failure> {
        if self.arguments.json {
            return output::print_json(&ValueRecord { verdict, reason, ..ValueRecord::of(task) });
        }
        let said = match reason {
            None => self.phrases.say("solve-over-already", &[]),
            Some(reason) => self.phrases.say("solve-unplayable", &[("reason", reason.into())]),
        };
        output::print(&format!("{}: {said}\n", task.name(self.opened, self.phrases)))
    }
}

/// Winner, if there is one; `None` where it is a draw.
fn winner(start: &State, value: &EndValue) -> Option<Player> {
    match value.margin.signum() {
        0 => None,
        1 => Some(start.to_act),
        _ => Some(Player(1 - start.to_act.0)),
    }
}

fn name(rules: &Rules, player: Player) -> &str {
    &rules.players[usize::from(player.0)].name
}

/// Result of a level, for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct ValueRecord<'a> {
    level: Option<usize>,
    title: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// Reason for which it cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl<'a> ValueRecord<'a> {
    /// Of a level of which nothing more is known.
    fn of(task: &'a Task) -> Self {
        Self {
            level: task.level,
            title: &task.title,
            verdict: "",
            winner: None,
            points: None,
            actions: None,
            nodes: None,
            seconds: 0.0,
            limit: None,
            reason: None,
        }
    }
}
