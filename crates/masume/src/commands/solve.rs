//! `masume solve`: a line that wins, or a proof that there is none, level by level.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use masume_bots::INTERRUPTED;
use masume_bots::deadline::{deadline_of, watched};
use masume_engine::{Action, Game, SetupError, State, StopToken};
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_rules::model::{Rules, Value, ValueInfo, ValueKind};
use masume_rules::text;
use masume_search::{
    Aim, Budget, Limit, Refusal, Report, Scored, Solution, Solved, Solver, Verdict,
};
use serde::Serialize;

use super::in_order::in_order;
use super::task::Task;
use super::value;
use crate::arguments::GameArguments;
use crate::arguments::value::{memory, positive, whole};
use crate::failure::Failure;
use crate::open::{self, Opened};
use crate::{atomic_file, input, output};

/// Seconds for a level where neither nodes nor seconds are bounded.
pub(super) const SECONDS: f64 = 10.0;
/// Time that a search runs between two looks at the clock.
const PAUSE: Duration = Duration::from_millis(50);
/// Time between two lines of progress.
const TICK: Duration = Duration::from_millis(200);
/// The notation of solutions, where a game has it.
const LURD: &str = "lurd";
/// Named by `--optimal` for the number of actions, in a game without a value of this name.
const MOVES: &str = "moves";
/// Named by `--optimal` for the points of a game that computes them.
const SCORE: &str = "score";

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Begin with the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["level", "levels", "id"])]
    pub(crate) state: Option<String>,
    /// The set-up of this id, such as `sokoban/3` or `fifteen:3x3#7`, in place of GAME's
    #[arg(long, value_name = "ID", conflicts_with_all = ["level", "levels"])]
    pub(crate) id: Option<String>,
    /// States of a level whose successors may be asked for
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Seconds after which a level is given up [default: 10, where --nodes is not given]
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// The most memory for what a search keeps, such as `500M` or `8G`
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// Find a line by which this value rises least, with `moves` one of the fewest actions, with `score` one of most points
    #[arg(long, value_name = "VALUE")]
    pub(crate) optimal: Option<String>,
    /// Print one JSON object a level
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the proof that a level cannot be won to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) proof: Option<String>,
    /// Levels that are worked on at a time; they share the memory. A game for two is worked on by one thread
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    pub(crate) threads: u32,
}

pub(crate) fn run(arguments: &SolveArguments, phrases: &Phrases) -> Result<(), Failure> {
    let mut named = arguments.game.clone();
    named.game = arguments.id.clone().unwrap_or(named.game);
    let opened = open::open(&named)?;
    let read = arguments.state.as_ref().map(|path| opened.state(Some(path))).transpose()?;
    let stop = StopToken::new();
    let token = stop.clone();
    // Where the handler cannot be set, the system's own way of ending remains.
    let _ = ctrlc::set_handler(move || {
        // Who asks twice does not want to wait for what was found.
        if token.is_stopped() {
            process::exit(i32::from(INTERRUPTED));
        }
        token.stop();
    });
    let began = Instant::now();
    let seconds = arguments.seconds.or(arguments.nodes.is_none().then_some(SECONDS));
    let tasks = match read {
        Some(start) => vec![Task::of_state(start)],
        None => Task::all(&opened, &stop, seconds)?,
    };
    if opened.game.rules().players.len() == 2
        && (arguments.proof.is_some() || arguments.optimal.is_some())
    {
        return Err(Failure::usage(phrases.say("solve-for-one", &[])));
    }
    if arguments.proof.is_some() && tasks.len() != 1 {
        return Err(Failure::usage(phrases.say("solve-one-proof", &[])));
    }
    if opened.game.rules().players.len() == 2 {
        return value::run(arguments, &opened, (&tasks, &stop), phrases);
    }
    let work = SolverRun {
        opened: &opened,
        aim: aim(arguments, opened.game.rules(), phrases)?,
        nodes: arguments.nodes.unwrap_or(u64::MAX),
        // The time of one set-up begins before it is found.
        seconds: seconds.map(|it| match tasks.len() {
            1 => (it - began.elapsed().as_secs_f64()).max(0.0),
            _ => it,
        }),
        bytes: arguments.memory / u64::from(arguments.threads),
        stop,
        phrases,
        shows_progress: !arguments.json && std::io::stderr().is_terminal(),
    };
    work.run(&tasks, arguments)
}

/// Aim of the search that is asked for.
fn aim(arguments: &SolveArguments, rules: &Rules, phrases: &Phrases) -> Result<Aim, Failure> {
    let Some(name) = &arguments.optimal else { return Ok(Aim::of(rules)) };
    let is_score = |value: &ValueInfo| value.kind == ValueKind::Score && value.name == *name;
    if rules.values.iter().any(is_score) || (rules.score.is_some() && name == SCORE) {
        return Ok(Aim::Points);
    }
    if let Some(index) = rules.values.iter().position(|value| value.name == *name) {
        return Ok(Aim::Value(Value(index as u8)));
    }
    if name == MOVES {
        return Ok(Aim::Moves);
    }
    let complaint =
        Complaint::new(phrases.say("solve-no-value", &[("name", name.as_str().into())]));
    let mut known: Vec<&str> = rules.values.iter().map(|value| value.name.as_str()).collect();
    if !known.contains(&MOVES) {
        known.push(MOVES);
    }
    let values = [("values", known.join(", ").into())];
    Err(Failure::Usage(complaint.with_note(phrases.say("solve-values", &values))))
}

/// Solver of the tasks, with its bounds.
struct SolverRun<'a> {
    opened: &'a Opened,
    aim: Aim,
    nodes: u64,
    seconds: Option<f64>,
    bytes: u64,
    stop: StopToken,
    phrases: &'a Phrases,
    shows_progress: bool,
}

/// Reason for which a task has no result.
enum Skipped {
    /// No solver takes it.
    Refused(Refusal),
    /// It cannot be played.
    Unplayable(SetupError),
    /// The time was over before its set-up was found.
    Late,
}

/// Result of a task.
struct SolverResult {
    start: State,
    verdict: Verdict,
    /// True if the clock ended it.
    is_late: bool,
    report: Report,
    took: Duration,
}

impl SolverRun<'_> {
    /// Does every task and prints them in their order, each as soon as those before it are done.
    fn run(&self, tasks: &[Task], arguments: &SolveArguments) -> Result<(), Failure> {
        let before = Instant::now();
        let mut totals = Totals::default();
        let printing = Mutex::new(());
        in_order(
            tasks.len(),
            arguments.threads,
            &self.stop,
            |index| self.solve(&tasks[index], &printing),
            |index, done| self.tell((tasks, index), done, arguments, &mut totals),
        )?;
        if !arguments.json && tasks.len() > 1 {
            output::print(&format!("{}\n", totals.said(before.elapsed(), self.phrases)))?;
        }
        // What was wrong with a level was said in its line.
        if totals.unplayable > 0 { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Prints what came of one of the tasks.
    fn tell(
        &self,
        (tasks, index): (&[Task], usize),
        done: Result<SolverResult, Skipped>,
        arguments: &SolveArguments,
        totals: &mut Totals,
    ) -> Result<(), Failure> {
        let task = &tasks[index];
        let done = match done {
            Ok(done) => done,
            // What is over in one level may go on in another.
            Err(Skipped::Refused(refusal)) if tasks.len() == 1 || refusal != Refusal::Over => {
                return Err(refused(refusal, self.phrases));
            }
            Err(skipped) => {
                totals.skip(&skipped);
                return match arguments.json {
                    true => output::print_json(&self.skipped_record(task, &skipped)),
                    false => output::print(&self.skipped_line(task, &skipped)),
                };
            }
        };
        totals.add(&done);
        match arguments.json {
            true => output::print_json(&self.record(task, &done))?,
            false => output::print(&self.described(task, &done))?,
        }
        self.keep_proof(&done, arguments)
    }

    fn keep_proof(&self, done: &SolverResult, arguments: &SolveArguments) -> Result<(), Failure> {
        let Some(path) = &arguments.proof else { return Ok(()) };
        let Verdict::Impossible(proof) = &done.verdict else {
            return Err(Failure::input(self.phrases.say("solve-no-proof", &[])));
        };
        let (path, text) = (Path::new(path), proof.print(&self.opened.game));
        let written = match path.exists() {
            true => atomic_file::replace(path, &text),
            false => atomic_file::create(path, &text),
        };
        written.map_err(|error| {
            let reason = input::reason(&error, self.phrases);
            let path = path.display().to_string();
            let values = [("path", path.into()), ("reason", reason.into())];
            Failure::input(self.phrases.say("cannot-write", &values))
        })
    }

    /// Line about a level that has no result.
    fn skipped_line(&self, task: &Task, skipped: &Skipped) -> String {
        let said = match skipped {
            Skipped::Refused(_) => self.phrases.say("solve-over-already", &[]),
            Skipped::Unplayable(error) => {
                let reason = Task::trouble(error, self.phrases);
                self.phrases.say("solve-unplayable", &[("reason", reason.into())])
            }
            Skipped::Late => gave_up_late(self.phrases),
        };
        format!("{}: {said}\n", task.name(self.opened, self.phrases))
    }

    fn skipped_record(&self, task: &Task, skipped: &Skipped) -> SolutionRecord {
        let (verdict, reason, limit) = match skipped {
            Skipped::Refused(_) => ("over", None, None),
            Skipped::Unplayable(error) => ("unplayable", Some(error.to_string()), None),
            Skipped::Late => ("gave up", None, Some(word(&Limit::Stopped, true))),
        };
        SolutionRecord { reason, limit, ..SolutionRecord::of(task, verdict) }
    }

    fn solve(&self, task: &Task, printing: &Mutex<()>) -> Result<SolverResult, Skipped> {
        let start = task.start.as_ref().map_err(|error| match task.is_late() {
            true => Skipped::Late,
            false => Skipped::Unplayable(error.clone()),
        })?;
        let deadline = deadline_of(self.seconds);
        let stop = StopToken::new();
        watched(&self.stop, &stop, deadline, || {
            let solved = self.search((task, start), printing, stop.clone(), deadline);
            solved.map_err(Skipped::Refused)
        })
    }

    fn search(
        &self,
        (task, start): (&Task, &State),
        printing: &Mutex<()>,
        stop: StopToken,
        deadline: Option<Instant>,
    ) -> Result<SolverResult, Refusal> {
        let before = Instant::now();
        let budget = Budget { nodes: self.nodes, bytes: self.bytes, stop };
        let mut solver = Solver::new(&self.opened.game, start, self.aim, &budget)?;
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let (mut nodes, mut shown) = (1, before);
        let mut has_shown = false;
        let done = loop {
            let began = Instant::now();
            if let Some(Solved { verdict, report }) = solver.step(nodes) {
                let is_late = is_late() && !self.stop.is_stopped();
                let (start, took) = (start.clone(), before.elapsed());
                break SolverResult { start, verdict, is_late, report, took };
            }
            // As many nodes as the pause between two looks at the clock allows.
            nodes = match began.elapsed() < PAUSE {
                true => nodes.saturating_mul(2),
                false => (nodes / 2).max(1),
            };
            let took = before.elapsed();
            if is_late() {
                let verdict = solver.give_up(Limit::Stopped);
                let (start, report) = (start.clone(), solver.report());
                break SolverResult { start, verdict, is_late: true, report, took };
            }
            if self.shows_progress && shown.elapsed() >= TICK {
                (shown, has_shown) = (Instant::now(), true);
                self.show(task, &solver.report(), printing);
            }
        };
        if has_shown {
            // Takes the line of progress away.
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        Ok(done)
    }

    /// Shows how far a search has come, over what was shown before.
    fn show(&self, task: &Task, report: &Report, printing: &Mutex<()>) {
        let name = task.name(self.opened, self.phrases);
        let mut values = vec![
            ("name", name.into()),
            ("nodes", grouped(report.nodes).into()),
            ("memory", (report.bytes >> 20).to_string().into()),
        ];
        let id = match report.nearest {
            Some(nearest) => {
                values.push(("nearest", nearest.to_string().into()));
                "solve-progress-nearest"
            }
            None => "solve-progress",
        };
        let line =
            masume_presentation::escape::escaped(&self.phrases.say(id, &values)).into_owned();
        let _lines_do_not_mix = printing.lock();
        // Progress that cannot be shown is missed by nobody.
        let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
    }

    /// One line, and one more for the solution.
    fn described(&self, task: &Task, done: &SolverResult) -> String {
        let took = took(self.phrases, done.report.nodes, done.took);
        let values = [
            ("name", task.name(self.opened, self.phrases).into()),
            ("said", self.said(done).into()),
            ("took", took.into()),
        ];
        let mut text = format!("{}\n", self.phrases.say("solve-line", &values));
        if let Verdict::Won(line) | Verdict::Scored(Scored { line, .. }) = &done.verdict {
            let (actions, lurd) = texts(&self.opened.game, &done.start, line);
            if !actions.is_empty() {
                let solution = lurd.unwrap_or_else(|| actions.join(", "));
                text.push_str(&format!("  {solution}\n"));
            }
        }
        text
    }

    fn said(&self, done: &SolverResult) -> String {
        match &done.verdict {
            Verdict::Won(line) if line.actions.is_empty() => {
                self.phrases.say("solve-won-already", &[])
            }
            Verdict::Won(line) => {
                let values = [("count", line.actions.len().into())];
                let is_least = self.aim == Aim::Moves;
                let id = if is_least { "solve-won-least" } else { "solve-won" };
                self.phrases.say(id, &values)
            }
            Verdict::Scored(Scored { line, points, is_most }) => {
                let values = [("count", line.actions.len().into()), ("points", (*points).into())];
                self.phrases.say(if *is_most { "solve-most" } else { "solve-scored" }, &values)
            }
            Verdict::Impossible(proof) => match proof.state_count() {
                Some(count) => self.phrases.say("solve-impossible", &[("count", count.into())]),
                None => self.phrases.say("solve-impossible-proved", &[]),
            },
            Verdict::GaveUp(limit) => {
                gave_up((limit, done.is_late), (self.opened, &done.start), self.phrases)
            }
        }
    }

    fn record(&self, task: &Task, done: &SolverResult) -> SolutionRecord {
        let (verdict, solution, limit) = match &done.verdict {
            Verdict::Won(line) => ("won", Some(texts(&self.opened.game, &done.start, line)), None),
            Verdict::Impossible(_) => ("impossible", None, None),
            Verdict::Scored(Scored { line, is_most, .. }) => {
                let verdict = if *is_most { "most" } else { "scored" };
                (verdict, Some(texts(&self.opened.game, &done.start, line)), None)
            }
            Verdict::GaveUp(limit) => ("gave up", None, Some(word(limit, done.is_late))),
        };
        let (actions, lurd) =
            solution.map_or((None, None), |(actions, lurd)| (Some(actions), lurd));
        let points = match &done.verdict {
            Verdict::Scored(Scored { points, .. }) => Some(*points),
            Verdict::Won(_) | Verdict::Impossible(_) | Verdict::GaveUp(_) => None,
        };
        SolutionRecord {
            actions,
            lurd,
            points,
            nodes: done.report.nodes,
            seconds: done.took.as_secs_f64(),
            limit,
            ..SolutionRecord::of(task, verdict)
        }
    }
}

/// That no solver takes the game, and what to use instead.
pub(super) fn refused(refusal: Refusal, phrases: &Phrases) -> Failure {
    let say = |id: &str| phrases.say(id, &[]);
    Failure::Usage(match refusal {
        Refusal::Players(count) => {
            Complaint::new(phrases.say("solve-players", &[("count", count.into())]))
                .with_help(say("solve-players-help"))
        }
        Refusal::NoWin => Complaint::new(say("solve-no-win")).with_help(say("solve-no-win-help")),
        Refusal::NoPoints => Complaint::new(say("solve-no-points")),
        Refusal::Over => Complaint::new(say("solve-over")),
    })
}

/// That a search gave up, and why; whether the clock ended it is given with the limit.
pub(super) fn gave_up(
    (limit, is_late): (&Limit, bool),
    (opened, start): (&Opened, &State),
    phrases: &Phrases,
) -> String {
    let reason = match limit {
        Limit::Rules(error) => open::run_reason(opened, start.board.grid(), error),
        Limit::Nodes
        | Limit::Memory
        | Limit::NotForTwo
        | Limit::NoProgram
        | Limit::TooManyActions
        | Limit::Stopped
        | Limit::Chance
        | Limit::Proof
        | Limit::Unconfirmed
        | Limit::Endless
        | Limit::NoEnd
        | Limit::NotACost => String::new(),
    };
    let id = format!("solve-limit-{}", word(limit, is_late));
    let limit = phrases.say(&id, &[("reason", reason.into())]);
    phrases.say("solve-gave-up", &[("limit", limit.into())])
}

/// Words for a set-up that was not found before the time was over.
pub(super) fn gave_up_late(phrases: &Phrases) -> String {
    let limit = phrases.say("solve-limit-seconds", &[]);
    phrases.say("solve-gave-up", &[("limit", limit.into())])
}

/// A limit in one word, for programs.
pub(super) fn word(limit: &Limit, is_late: bool) -> &'static str {
    match limit {
        Limit::Stopped if is_late => "seconds",
        Limit::Stopped => "stopped",
        Limit::Nodes => "nodes",
        Limit::Memory => "memory",
        Limit::NotForTwo => "players",
        Limit::NoProgram => "board",
        Limit::TooManyActions => "actions",
        Limit::Chance => "chance",
        Limit::Proof => "proof",
        Limit::Unconfirmed => "unconfirmed",
        Limit::NoEnd => "end",
        Limit::NotACost => "cost",
        Limit::Endless => "endless",
        Limit::Rules(_) => "rules",
    }
}

/// The actions of a line as texts, and as letters where the game has them.
pub(super) fn texts(game: &Game, start: &State, line: &Solution) -> (Vec<String>, Option<String>) {
    let texts = line.actions.iter().map(|&action| game.action_text(start, action)).collect();
    (texts, letters(game, start, line))
}

fn letters(game: &Game, start: &State, line: &Solution) -> Option<String> {
    let rules = game.rules();
    let notation = rules.notations.iter().find(|notation| notation.name == LURD)?;
    let mut state = start.clone();
    let mut steps: Vec<(Action, bool)> = Vec::with_capacity(line.actions.len());
    for &action in &line.actions {
        let before = state.values.clone();
        game.apply(&mut state, action).ok()?;
        steps.push((action, text::value_rose(notation, &before, &state.values)));
    }
    text::print_notation(rules, start.board.grid(), LURD, steps).ok()
}

/// Result of a level, for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct SolutionRecord {
    level: Option<usize>,
    title: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lurd: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// Reason for which it cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl SolutionRecord {
    /// Of a level of which nothing more is known.
    fn of(task: &Task, verdict: &'static str) -> Self {
        Self {
            level: task.level,
            title: task.title.clone(),
            verdict,
            actions: None,
            lurd: None,
            points: None,
            nodes: 0,
            seconds: 0.0,
            limit: None,
            reason: None,
        }
    }
}

/// Totals over all levels.
#[derive(Default)]
struct Totals {
    won: usize,
    scored: usize,
    impossible: usize,
    gave_up: usize,
    /// Over from the beginning, and not won.
    over: usize,
    unplayable: usize,
    nodes: u64,
}

impl Totals {
    fn add(&mut self, done: &SolverResult) {
        self.nodes += done.report.nodes;
        match done.verdict {
            Verdict::Won(_) => self.won += 1,
            Verdict::Impossible(_) => self.impossible += 1,
            Verdict::Scored(_) => self.scored += 1,
            Verdict::GaveUp(_) => self.gave_up += 1,
        }
    }

    fn skip(&mut self, skipped: &Skipped) {
        match skipped {
            Skipped::Refused(_) => self.over += 1,
            Skipped::Unplayable(_) => self.unplayable += 1,
            Skipped::Late => self.gave_up += 1,
        }
    }

    fn said(&self, took: Duration, phrases: &Phrases) -> String {
        let values = [
            ("won", self.won.into()),
            ("impossible", self.impossible.into()),
            ("gave-up", self.gave_up.into()),
            ("nodes", grouped(self.nodes).into()),
            ("seconds", format!("{:.2}", took.as_secs_f64()).into()),
        ];
        let mut said = phrases.say("solve-summary", &values);
        for (id, count) in [
            ("solve-summary-scored", self.scored),
            ("solve-summary-over", self.over),
            ("solve-summary-unplayable", self.unplayable),
        ] {
            if count > 0 {
                said.push_str(&phrases.say(id, &[("count", count.into())]));
            }
        }
        said
    }
}

/// Cost of a search, in words.
pub(super) fn took(phrases: &Phrases, nodes: u64, time: Duration) -> String {
    let seconds = format!("{:.2}", time.as_secs_f64());
    let count = i64::try_from(nodes).unwrap_or(i64::MAX);
    let values =
        [("count", count.into()), ("nodes", grouped(nodes).into()), ("seconds", seconds.into())];
    phrases.say("solve-took", &values)
}

/// A number with its digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
