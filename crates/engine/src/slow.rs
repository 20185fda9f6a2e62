//! Slow parts of a game, with the lines of its text that cause them.

use std::collections::BTreeSet;

use masume_board::Grid;
use masume_execute::{Alone, ManyBoards};
use masume_program::{Cond, Mode, Op, Plan, Program, ops};
use masume_rules::model::{ActionInfo, Condition, ParamKind, Part, Rules, Ways, parts};
use masume_rules::work::Prices;
use masume_syntax::Span;

use crate::executor::compiled::program;
use crate::{Game, MOST_CELLS, Setup, SetupError};

/// Choices that are tried in no time: a few lanes full.
const FEW_CHOICES: u64 = 64;

/// Steps that an end or a statement may take unnoticed, for compiled rules ask whole boards at once:
/// what counts in counts for each cell takes more.
const FEW_STEPS: u64 = 1 << 30;

/// Something that is slow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slow {
    /// The line at fault; the default where it is the game as a whole.
    pub span: Span,
    /// Slow part and the reason, in words that go on after a colon.
    pub what: String,
    /// The action, or `start`, `then` or `ends`; empty where it is the game as a whole.
    pub part: String,
}

impl Game {
    /// Slow parts of the game on the board of the set-up, in the order of its text; none where
    /// all of it is fast.
    ///
    /// ```
    /// use masume_engine::{Game, Setup};
    ///
    /// let text = "game Put\nboard 8 x 8\npieces\n  thing: stone\n\naction put at c\n  at c: _ -> stone\n";
    /// let game = Game::load(text).game.expect("the text is a game");
    /// assert_eq!(game.slow_parts(&Setup::default()), Ok(Vec::new()));
    /// ```
    ///
    /// # Errors
    /// A set-up without a board.
    pub fn slow_parts(&self, setup: &Setup) -> Result<Vec<Slow>, SetupError> {
        let board = self.first_board(setup)?;
        let grid = board.grid();
        let mut found = SlowParts { rules: self.rules(), grid, parts: BTreeSet::new() };
        found.price_parts();
        match program(self, grid) {
            None => found.whole(format!(
                "the rules are read as they stand, because the board has {} cells, and rules are \
                 compiled for {} at most",
                counted(grid.cell_count() as u64),
                counted(MOST_CELLS as u64)
            )),
            Some(compiled) => {
                compiled.programs().iter().for_each(|program| found.program(program));
                found.many_boards(&compiled.many_boards());
            }
        }
        Ok(found.parts.into_iter().collect())
    }
}

/// Slow parts found so far.
struct SlowParts<'g> {
    rules: &'g Rules,
    grid: &'g Grid,
    parts: BTreeSet<Slow>,
}

impl SlowParts<'_> {
    fn add(&mut self, part: &str, span: Span, what: String) {
        self.parts.insert(Slow { span, part: part.to_owned(), what });
    }

    fn whole(&mut self, what: String) {
        self.add("", Span::default(), what);
    }

    /// Parts that are not done to many boards at once, where nothing was said of them.
    fn many_boards(&mut self, many: &ManyBoards) {
        let rules = self.rules;
        let of = |action: Option<u8>| action.and_then(|it| rules.actions.get(usize::from(it)));
        let name = |info: Option<&ActionInfo>| info.map(|it| it.name.clone()).unwrap_or_default();
        match many {
            ManyBoards::OneByOne { because, action } => {
                let info = of(*action);
                let span = info.map(|it| it.span).unwrap_or_default();
                let what = format!(
                    "random games and searches run one board after another, because {because}"
                );
                self.add(&name(info), span, what);
            }
            ManyBoards::Interp { alone, .. } => {
                for Alone { action, span, because } in alone {
                    let is_end = rules.ends.iter().any(|end| Some(end.span) == *span);
                    let behind = if is_end { "ends" } else { "then" };
                    let info = of(*action);
                    let part = info.map_or_else(|| behind.to_owned(), |it| it.name.clone());
                    let span = span.or(info.map(|it| it.span)).unwrap_or_default();
                    if !self.parts.iter().any(|it| it.span == span && it.part == part) {
                        let what = format!("done on one board after another, because {because}");
                        self.add(&part, span, what);
                    }
                }
            }
        }
    }

    /// Parts that ask so many cells, again and again, that no executor is fast at them.
    fn price_parts(&mut self) {
        let (rules, grid) = (self.rules, self.grid);
        let prices = Prices::new(rules, grid);
        let asked = |steps: u64| format!("may take {} steps each time", counted(steps));
        for end in &rules.ends {
            let steps = prices.steps_of_condition(&end.condition);
            if !asks_for_actions(&end.condition) && steps > FEW_STEPS {
                self.add("ends", end.span, asked(steps));
            }
        }
        let bodies = rules.actions.iter().map(|info| (info.name.as_str(), &info.body));
        for (part, block) in bodies.chain([("then", &rules.then)]) {
            for statement in block {
                let steps = prices.steps_of_statement(statement);
                if steps > FEW_STEPS {
                    self.add(part, statement.span(), asked(steps));
                }
            }
        }
    }

    fn program(&mut self, program: &Program) {
        let rules = self.rules;
        self.block("start", &program.start);
        for (info, action) in rules.actions.iter().zip(&program.actions) {
            if let Some((when, span)) = &action.when {
                self.condition(&info.name, when, *span);
            }
            self.block(&info.name, &action.body);
            self.plan(info, &action.plan);
        }
        self.block("then", &program.then);
        for end in &program.ends {
            self.condition("ends", &end.condition, end.span);
        }
    }

    fn plan(&mut self, info: &ActionInfo, plan: &Plan) {
        let Plan::BruteForce { why, span, prefilter: filter, is_decided, .. } = plan else {
            return;
        };
        // Of two cells the second is decided once the first is chosen: no bodies run.
        let are_cells = info.params[..] == [ParamKind::Cell, ParamKind::Cell];
        let runs_bodies = !(*is_decided && are_cells);
        let choices = self.choices(info);
        if !runs_bodies || choices <= FEW_CHOICES {
            return;
        }
        let choices = counted(choices);
        let what = match filter {
            Some(_) => format!(
                "of {choices} choices those are run at which its pattern matches, because {why}"
            ),
            None => format!("{choices} choices are run, because {why}"),
        };
        self.add(&info.name, *span, what);
    }

    fn choices(&self, info: &ActionInfo) -> u64 {
        let inner = u64::from(self.grid.width()) * u64::from(self.grid.height());
        let slots = info.params.iter().map(|param| match param {
            ParamKind::Direction(Ways::Fixed(ways)) => {
                ways.iter().map(|ways| ways.len() as u64).max().unwrap_or(1)
            }
            ParamKind::Direction(Ways::None | Ways::Chosen(_) | Ways::Against(_)) => 1,
            ParamKind::Direction(Ways::Union(_)) => 8,
            ParamKind::Cell => inner,
            ParamKind::Column => u64::from(self.grid.width()),
            ParamKind::Row => u64::from(self.grid.height()),
        });
        slots.fold(1, u64::saturating_mul)
    }

    fn block(&mut self, part: &str, block: &[Op]) {
        for op in ops(block) {
            if let Op::Reference { why, span, .. } = op {
                self.add(part, *span, format!("read cell by cell, because {why}"));
            } else if let Op::Rule(rule) = op
                && let Mode::Graph { why, .. } = rule.mode
            {
                self.add(part, rule.span, format!("followed step by step, because {why}"));
            } else if let Op::If(condition, _, _, span)
            | Op::Until(condition, span)
            | Op::Require(condition, span) = op
            {
                self.condition(part, condition, *span);
            }
        }
    }

    fn condition(&mut self, part: &str, condition: &Cond, span: Span) {
        match condition {
            Cond::Reference(referred) => {
                self.add(part, span, format!("asked cell by cell, because {}", referred.why));
            }
            Cond::Not(inner) => self.condition(part, inner, span),
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().for_each(|inner| self.condition(part, inner, span));
            }
            Cond::Some(_)
            | Cond::Every(..)
            | Cond::NoAction(_)
            | Cond::NobodyCanAct
            | Cond::EveryonePassed
            | Cond::Solvable
            | Cond::Compare(..) => {}
        }
    }
}

/// True if the condition asks what can be done: the lines of the actions say how slow that is.
fn asks_for_actions(condition: &Condition) -> bool {
    parts(condition).any(|part| {
        matches!(part, Part::Condition(Condition::NoAction(_) | Condition::NobodyCanAct))
    })
}

/// A number with a comma after each three digits.
fn counted(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
