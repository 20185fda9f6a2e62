//! Solver: searches that are tried on a game in order, and the verdict.

use masume_engine::Game;
use masume_rules::facts::draws_in_play;
use masume_rules::model::{
    Assign, Effect, EndKind, Expr, Part, Rules, Statement, Value, ValueKind, parts,
};
use masume_rules::state::{Outcome, State};

use crate::beam::Beam;
use crate::budget::finishing;
use crate::forward::Forward;
use crate::linear::{self, Invariant, ToggleSolution};
use crate::meter::Meter;
use crate::operators::{MonotoneCounts, Operators};
use crate::pairs::{self, Pairing};
use crate::push::{Model, PushSearch};
use crate::reachable::reached_states;
use crate::{Budget, Limit, NotAWin, Proof, Report, Search, Solution, Status, proof, verify};

/// Aim of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Any line that wins.
    Any,
    /// One of the fewest actions.
    Moves,
    /// One by which this value rises least.
    Value(Value),
    /// One that ends the game with most points, won or not.
    Points,
}

impl Aim {
    /// Aim of a game where nothing else is said: points where it counts them for one player and leaves nothing to
    /// chance, else a win.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// use masume_search::Aim;
    ///
    /// assert_eq!(Aim::of(game.rules()), Aim::Any);
    /// ```
    pub fn of(rules: &Rules) -> Self {
        let is_for_one = rules.players.len() == 1;
        if is_for_one && has_points(rules) && !draws_in_play(rules) {
            Self::Points
        } else {
            Self::Any
        }
    }
}

/// Verdict of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This line wins, according to the reference executor.
    Won(Solution),
    /// Nothing wins, according to [`verify`].
    Impossible(Proof),
    /// Points were asked for: this line ends with so many, according to the reference executor.
    Scored(Scored),
    /// Neither was found.
    GaveUp(Limit),
}

/// A line that ends with many points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Its actions.
    pub line: Solution,
    /// The points at its end.
    pub points: i64,
    /// True if everything was looked at, so that no line has more; otherwise it is the best that was found.
    pub is_most: bool,
}

/// A verdict, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Verdict of the solver.
    pub verdict: Verdict,
    /// Work that was done for it.
    pub report: Report,
}

/// A game that no solver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has several players, who would have to help each other.
    Players(usize),
    /// Nothing in the rules wins it.
    NoWin,
    /// Points are asked for, and it has none.
    NoPoints,
    /// It is over, and was not won.
    Over,
}

/// Looks for a line that wins, within the budget.
///
/// ```
/// # use masume_engine::{Game, Setup};
/// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
/// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
/// #     win when END\n";
/// # let game = Game::load(&text.replace("END", "no runner")).game.expect("it is sound");
/// # let state = game.start(&Setup::default()).expect("it can be set up");
/// use masume_search::{Aim, Budget, Verdict, solve};
///
/// let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("it is a game for one");
/// assert!(matches!(solved.verdict, Verdict::Impossible(_)));
/// ```
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
    aim: Aim,
    stage: Stage,
    /// Work of searches that are over.
    before: Report,
}

/// Stage of a solver: the search that is tried now.
enum Stage {
    /// The rules were not looked at yet.
    Unknown,
    /// Something is moved by a walker, and any line will do.
    Push(Box<PushSearch>),
    /// Equal things are taken in pairs.
    Pairs(Box<dyn Pairing>),
    /// Whole states, of which every action leads one way.
    Beam(Box<Beam>),
    /// Whole states.
    Forward(Box<Forward>),
}

impl Stage {
    fn search(&self) -> Option<&dyn Search> {
        match self {
            Self::Unknown => None,
            Self::Push(push) => Some(&**push),
            Self::Pairs(pairs) => Some(&**pairs),
            Self::Beam(beam) => Some(&**beam),
            Self::Forward(forward) => Some(&**forward),
        }
    }

    fn search_mut(&mut self) -> Option<&mut dyn Search> {
        match self {
            Self::Unknown => None,
            Self::Push(push) => Some(&mut **push),
            Self::Pairs(pairs) => Some(&mut **pairs),
            Self::Beam(beam) => Some(&mut **beam),
            Self::Forward(forward) => Some(&mut **forward),
        }
    }
}

impl Solver {
    /// A solver that has done nothing yet.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Refusal, Solver};
    ///
    /// let solver = Solver::new(&game, &state, Aim::Any, &Budget::default());
    /// assert!(matches!(solver, Err(Refusal::Players(2))));
    /// ```
    ///
    /// # Errors
    /// A game for several players, one that cannot be won by its rules, or one that is over.
    pub fn new(game: &Game, start: &State, aim: Aim, budget: &Budget) -> Result<Self, Refusal> {
        let rules = game.rules();
        if rules.players.len() > 1 {
            return Err(Refusal::Players(rules.players.len()));
        }
        match aim {
            Aim::Points if !has_points(rules) => return Err(Refusal::NoPoints),
            Aim::Any | Aim::Moves | Aim::Value(_) if !can_be_won(rules) => {
                return Err(Refusal::NoWin);
            }
            Aim::Any | Aim::Moves | Aim::Value(_) | Aim::Points => {}
        }
        match start.outcome {
            Some(_) if aim == Aim::Points => return Err(Refusal::Over),
            None | Some(Outcome::Won(_)) => {}
            Some(Outcome::Lost(_) | Outcome::Draw | Outcome::Ended) => return Err(Refusal::Over),
        }
        let aim = match aim {
            Aim::Value(value) if counts_moves(rules, value) => Aim::Moves,
            Aim::Any | Aim::Moves | Aim::Value(_) | Aim::Points => aim,
        };
        let (game, start, budget) = (game.clone(), start.clone(), budget.clone());
        Ok(Self { game, start, budget, aim, stage: Stage::Unknown, before: Report::default() })
    }

    /// Work that has been done so far.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Solver};
    ///
    /// let budget = Budget::default();
    /// let solver = Solver::new(&game, &state, Aim::Any, &budget).expect("it is a game for one");
    /// assert_eq!(solver.report().nodes, 0);
    /// ```
    pub fn report(&self) -> Report {
        let now = self.stage.search().map_or(Report::default(), Search::report);
        Report {
            nodes: self.before.nodes + now.nodes,
            kept: self.before.kept + now.kept,
            bytes: self.before.bytes + now.bytes,
            nearest: now.nearest.or(self.before.nearest),
        }
    }

    /// Expands up to so many nodes more; the verdict, once there is one.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Solver};
    ///
    /// let budget = Budget::default();
    /// let mut solver = Solver::new(&game, &state, Aim::Any, &budget).expect("it is a game for one");
    /// let solved = loop {
    ///     if let Some(solved) = solver.step(100) {
    ///         break solved;
    ///     }
    /// };
    /// assert!(matches!(solved.verdict, masume_search::Verdict::Won(_)));
    /// ```
    pub fn step(&mut self, nodes: u64) -> Option<Solved> {
        if self.start.outcome.is_some() {
            return Some(self.solved(Verdict::Won(Solution::default())));
        }
        let left = self.budget.nodes.saturating_sub(self.report().nodes);
        if left == 0 {
            let verdict = self.best_or(Limit::Nodes);
            return Some(self.solved(verdict));
        }
        let nodes = nodes.min(left);
        let status = match &mut self.stage {
            Stage::Unknown => {
                let verdict = self.begin()?;
                return Some(self.solved(verdict));
            }
            Stage::Push(push) => push.step(nodes),
            Stage::Pairs(pairs) => pairs.step(nodes),
            Stage::Beam(beam) => beam.step(nodes),
            Stage::Forward(forward) => forward.step(nodes),
        };
        let verdict = match status {
            Status::Running => return None,
            Status::Done => self.best_or(Limit::Unconfirmed),
            Status::Limited(limit) => self.best_or(limit),
            Status::Exhausted if self.aim == Aim::Points => Verdict::GaveUp(Limit::NoEnd),
            Status::Exhausted => match &self.stage {
                Stage::Forward(forward) => {
                    let bytes = self.budget.bytes.saturating_sub(self.report().bytes);
                    self.checked(match forward.met() {
                        Some(met) => Proof::closed(&self.game, &self.start, met, bytes),
                        None => self.closed(bytes),
                    })
                }
                Stage::Beam(_) => {
                    let bytes = self.budget.bytes.saturating_sub(self.report().bytes);
                    self.checked(self.closed(bytes))
                }
                Stage::Pairs(pairs) => {
                    match self.checked(Some(Proof::pairs(&self.start, pairs.no_goods()))) {
                        Verdict::GaveUp(Limit::Proof) => return self.go_on(),
                        verdict @ (Verdict::Won(_)
                        | Verdict::Impossible(_)
                        | Verdict::Scored(_)
                        | Verdict::GaveUp(_)) => verdict,
                    }
                }
                // It found that nothing wins, in a way of its own: the other search has to show it.
                Stage::Push(_) | Stage::Unknown => return self.go_on(),
            },
        };
        Some(self.solved(verdict))
    }

    /// The proof that nothing that can be reached wins: what a search has folded is met again as it is.
    fn closed(&self, bytes: u64) -> Option<Proof> {
        let budget = Budget { nodes: u64::MAX, bytes: bytes / 2, stop: self.budget.stop.clone() };
        let states = reached_states(&self.game, &self.start, &budget).ok()?;
        Proof::closed(&self.game, &self.start, states, bytes / 2)
    }

    /// Gives what one search could not decide to the other.
    fn go_on(&mut self) -> Option<Solved> {
        self.before = Report { bytes: 0, kept: 0, ..self.report() };
        self.stage = self.forward();
        None
    }

    fn forward(&self) -> Stage {
        let forward = Forward::new(&self.game, &self.start, self.aim, &self.budget);
        Stage::Forward(Box::new(forward))
    }

    /// Looks at the rules: what they decide at once, or which search is for them.
    fn begin(&mut self) -> Option<Verdict> {
        if self.aim == Aim::Points {
            let beam = Beam::for_points(&self.game, &self.start, &self.budget);
            self.stage = Stage::Beam(Box::new(beam));
            return None;
        }
        let rules = self.game.rules();
        let mut goes_one_way = false;
        let meter = &Meter::of(&self.budget);
        // What is not found out within the budget is searched for without.
        if let Ok(operators) = Operators::of(rules, &self.start, meter) {
            let rearranged = linear::rearranged(&operators, meter);
            if let Some(verdict) = self.scarce(&operators, rearranged) {
                return Some(verdict);
            }
            let model = Model::of(&operators, meter).filter(|_| self.aim == Aim::Any);
            if let Some(push) = model.and_then(|it| PushSearch::new(it, &self.budget, meter)) {
                self.stage = Stage::Push(Box::new(push));
                return None;
            }
            if let Some(verdict) = self.added_up(&operators, rearranged, meter) {
                return Some(verdict);
            }
            goes_one_way = self.aim == Aim::Any && MonotoneCounts::of(&operators).is_some();
        }
        if self.budget.stop.is_stopped() {
            return Some(Verdict::GaveUp(Limit::Stopped));
        }
        // A board is cleared in as many actions however it is done.
        if matches!(self.aim, Aim::Any | Aim::Moves)
            && let Some(pairs) = pairs::search(&self.game, &self.start, &self.budget)
        {
            self.stage = Stage::Pairs(pairs);
            return None;
        }
        self.stage = match goes_one_way {
            true => Stage::Beam(Box::new(Beam::to_win(&self.game, &self.start, &self.budget))),
            false => self.forward(),
        };
        None
    }

    /// Verdict by a sum that stays, or by one of actions.
    fn added_up(
        &self,
        operators: &Operators,
        rearranged: Option<usize>,
        meter: &Meter,
    ) -> Option<Verdict> {
        let actions = match (linear::solution(operators, meter), self.aim) {
            (Some(ToggleSolution::Least(actions)), Aim::Any | Aim::Moves) => Some(actions),
            (Some(ToggleSolution::Some(actions)), Aim::Any) => Some(actions),
            (Some(_), _) | (None, _) => None,
        };
        if let Some(actions) = actions {
            let line = Solution::until_won(&self.game, &self.start, &actions)?;
            return self.is_confirmed(&line).then_some(Verdict::Won(line));
        }
        let Invariant { layers, rearranged } = linear::invariant(operators, rearranged, meter)?;
        self.proved(Proof::linear(&self.start, layers, rearranged)?)
    }

    /// "Impossible", if there is too little of something that only changes places. Most boards have enough: the rules
    /// are gone through only for those that do not.
    fn scarce(&self, operators: &Operators, rearranged: Option<usize>) -> Option<Verdict> {
        let Invariant { layers, rearranged } = linear::scarcity(operators, rearranged?)?;
        let proof = Proof::linear(&self.start, layers, rearranged)?;
        if proof.is_by_contents(&self.game) { self.proved(proof) } else { None }
    }

    /// "Impossible", if the proof is one.
    fn proved(&self, proof: Proof) -> Option<Verdict> {
        match self.checked(Some(proof)) {
            Verdict::GaveUp(_) => None,
            verdict @ (Verdict::Won(_) | Verdict::Impossible(_) | Verdict::Scored(_)) => {
                Some(verdict)
            }
        }
    }

    /// The verdict of a search that is not gone on with: the best line so far, or this limit.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Limit, Solver, Verdict};
    ///
    /// let budget = Budget::default();
    /// let mut solver = Solver::new(&game, &state, Aim::Any, &budget).expect("it is a game for one");
    /// assert_eq!(solver.give_up(Limit::Stopped), Verdict::GaveUp(Limit::Stopped));
    /// ```
    pub fn give_up(&mut self, limit: Limit) -> Verdict {
        self.best_or(limit)
    }

    fn solved(&self, verdict: Verdict) -> Solved {
        Solved { verdict, report: self.report() }
    }

    /// The best line, if the reference executor agrees; else the limit that was met.
    fn best_or(&mut self, limit: Limit) -> Verdict {
        if let (Aim::Points, Stage::Beam(beam)) = (self.aim, &mut self.stage) {
            let is_most = beam.is_whole();
            let Some(line) = beam.best().cloned() else { return Verdict::GaveUp(limit) };
            return match self.confirmed_points(&line) {
                Some(points) => Verdict::Scored(Scored { line, points, is_most }),
                None => self.unconfirmed(limit),
            };
        }
        let best = self.stage.search_mut().and_then(Search::best).cloned();
        let Some(line) = best else { return Verdict::GaveUp(limit) };
        if self.is_confirmed(&line) { Verdict::Won(line) } else { self.unconfirmed(limit) }
    }

    /// True if the line wins, according to the reference executor.
    fn is_confirmed(&self, line: &Solution) -> bool {
        let replayed = finishing(&self.budget.stop, |stop| {
            line.replay(&self.game.clone().with_stop(stop), &self.start)
        });
        replayed.is_ok()
    }

    /// Points with which the line ends, according to the reference executor.
    fn confirmed_points(&self, line: &Solution) -> Option<i64> {
        let ended = finishing(&self.budget.stop, |stop| {
            let game = self.game.clone().with_stop(stop);
            let end = line.play_out(&game, &self.start)?;
            let points = game.score(&end, self.start.to_act);
            points.ok_or(NotAWin { done: line.actions.len() })
        });
        ended.ok()
    }

    /// Limit at which a line was not confirmed.
    fn unconfirmed(&self, limit: Limit) -> Verdict {
        Verdict::GaveUp(if self.budget.stop.is_stopped() { Limit::Stopped } else { limit })
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

/// True if the game counts points.
fn has_points(rules: &Rules) -> bool {
    rules.score.is_some() || rules.values.iter().any(|info| info.kind == ValueKind::Score)
}

/// True if a value counts actions: each adds the same to it, and nothing else changes it.
fn counts_moves(rules: &Rules, value: Value) -> bool {
    let is_about = |effect: &Effect| matches!(effect, Effect::Assign(to, ..) if *to == value);
    let changes = |part: Part<'_>| matches!(part, Part::Effect(effect) if is_about(effect));
    let counts = |statement: &Statement| {
        let Statement::Effects(effects, _) = statement else { return false };
        matches!(&effects[..], [Effect::Assign(_, Assign::Add, Expr::Constant(1..))])
    };
    let mut changing = rules.then.iter().filter(|it| parts(*it).any(changes));
    let in_all = rules.parts().filter(|part| changes(*part)).count();
    changing.next().is_some_and(counts) && in_all == 1
}

/// True if anything in the rules wins.
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
