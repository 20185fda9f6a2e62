//! Relevance: the part of a state that the rules can still read. The rest is no part of a position: two states that
//! differ only there go on alike.
//!
//! A number that nobody reads is left out (`moves += 1`), so is the count of plies where no rule
//! mentions it, the random generator where nothing draws, and a layer that nothing writes.

use masume_board::Grid;
use masume_rules::model::{
    Arithmetic, Assign, Block, Condition, Effect, EndKind, Expr, Function, Layer, Local,
    MAX_CONTENT, MarchAim, Part, PassRule, Rule, Rules, Statement, Strategy, Value, Write, parts,
};

/// The parts of a state that how the game goes on can depend on.
///
/// ```
/// use masume_engine::Game;
/// use masume_search::Relevance;
///
/// let text = "game One\nvalue moves\nboard 1 x 3\npieces\n  thing: stone\n\n\
///     action put at c\n  at c: _ -> stone\n\nthen: moves += 1\n\nwin when no [no stone]\n";
/// let live = Relevance::of(Game::load(text).game.expect("the text is a game").rules());
/// assert_eq!(live.values, [false]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relevance {
    /// By value, in the order of the text.
    pub values: Vec<bool>,
    /// By layer: whether anything writes it.
    pub layers: Vec<bool>,
    /// The number of plies.
    pub ply: bool,
    /// The number of passes in a row.
    pub passes: bool,
    /// Goals that were reached.
    pub goals: bool,
    /// The random generator.
    pub random: bool,
}

impl Relevance {
    /// Relevance under these rules, found from their text alone.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// use masume_search::Relevance;
    ///
    /// // Moves and pushes are only counted.
    /// assert_eq!(Relevance::of(game.rules()).values, [false, false]);
    /// ```
    pub fn of(rules: &Rules) -> Self {
        Self::with_score(rules, false)
    }

    /// Relevance under these rules, and, if asked for, of what points are computed from.
    pub(crate) fn with_score(rules: &Rules, reads_score: bool) -> Self {
        let mut reader = Reader::new(rules);
        reader.read_rules();
        if reads_score {
            rules.score.iter().for_each(|score| reader.read(&score.value));
        }
        reader.live()
    }

    /// Everything: what is packed so comes back whole.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// use masume_search::Relevance;
    ///
    /// assert_eq!(Relevance::everything(game.rules()).values, [true, true]);
    /// ```
    pub fn everything(rules: &Rules) -> Self {
        Self {
            values: vec![true; rules.values.len()],
            layers: vec![true; rules.layers.len()],
            ply: true,
            passes: true,
            goals: true,
            random: true,
        }
    }
}

/// Greatest number that may be added to a counter nobody reads: one that grows by more could leave 64 bits while a
/// search waits, which is an error of the rules and no silence.
const MOST_ADDED: u64 = 1 << 32;

/// Context of a statement.
#[derive(Clone, Copy)]
struct BoardPlace {
    /// True if it matters that a number changed, and not only to what: an action must change something, and a
    /// `repeat` goes on while something changes.
    change_counts: bool,
}

struct Reader<'r> {
    rules: &'r Rules,
    live: Relevance,
    locals: Vec<bool>,
    /// Dependencies among numbers: if the first is read, the second is.
    flows: Vec<(NumberKind, NumberKind)>,
}

/// A number with a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberKind {
    Value(Value),
    Local(Local),
}

/// Mentions of an expression.
#[derive(Default)]
struct Mentions {
    numbers: Vec<NumberKind>,
    ply: bool,
}

impl<'r> Reader<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            live: Relevance {
                values: vec![false; rules.values.len()],
                layers: vec![false; rules.layers.len()],
                ply: false,
                passes: rules.pass != PassRule::Never,
                goals: rules.ends.iter().any(|end| end.kind == EndKind::Goal),
                random: false,
            },
            locals: vec![false; usize::from(rules.local_count)],
            flows: Vec::new(),
        }
    }

    fn read_rules(&mut self) {
        let rules = self.rules;
        for action in &rules.actions {
            action.when.iter().for_each(|when| self.read(&when.value));
            self.block(&action.body, BoardPlace { change_counts: true });
        }
        self.block(&rules.then, BoardPlace { change_counts: false });
        rules.again.iter().for_each(|again| self.read(&again.value));
        for end in &rules.ends {
            self.read(&end.condition);
            self.effects(&end.effects, BoardPlace { change_counts: false });
        }
        // A stage that is won is set up anew.
        if rules.ends.iter().any(|end| end.kind == EndKind::Stage) {
            self.block(&rules.start, BoardPlace { change_counts: false });
            self.live.layers.fill(true);
            self.live.values.fill(true);
        }
        // Among several players points decide at the end; one alone has nobody to be ahead of.
        if let Some(score) = rules.score.as_ref().filter(|_| rules.players.len() > 1) {
            self.read(&score.value);
        }
    }

    /// Follows what is computed from what until nothing more is read.
    fn live(mut self) -> Relevance {
        loop {
            let is_read = |of: &Self, number| match number {
                NumberKind::Value(value) => of.live.values[usize::from(value.0)],
                NumberKind::Local(local) => of.locals[usize::from(local.0)],
            };
            let found =
                self.flows.iter().find(|(to, from)| is_read(&self, *to) && !is_read(&self, *from));
            let Some(&(_, from)) = found else { return self.live };
            self.reads(from);
        }
    }

    fn reads(&mut self, number: NumberKind) {
        match number {
            NumberKind::Value(value) => self.live.values[usize::from(value.0)] = true,
            NumberKind::Local(local) => self.locals[usize::from(local.0)] = true,
        }
    }

    fn block(&mut self, block: &Block, place: BoardPlace) {
        block.iter().for_each(|statement| self.statement(statement, place));
    }

    fn statement(&mut self, statement: &Statement, place: BoardPlace) {
        match statement {
            Statement::Rule(rule) => self.rule(rule, place),
            Statement::Relocate { from, layers, to, .. } => {
                self.live.random = true;
                self.read(from);
                self.read(to);
                layers.iter().for_each(|&layer| self.writes(layer));
            }
            Statement::OrElse(_) | Statement::Must(_) | Statement::Simultaneous(..) => {}
            Statement::Repeat(block, _) => {
                self.block(block, BoardPlace { change_counts: true });
                return;
            }
            Statement::Times(count, ..) => self.read(count),
            Statement::If(condition, ..) => self.read(condition),
            Statement::March(march) => {
                self.writes(march.layer);
                self.read(&march.walkers);
                match &march.aim {
                    MarchAim::Toward(test) => self.read(test),
                    MarchAim::In(_) => {}
                }
                march.meets.iter().for_each(|row| self.effects(&row.effects, place));
            }
            Statement::Deal { each, layer, over, .. } => {
                self.live.random = true;
                self.read(each);
                self.writes(*layer);
                self.read(over);
            }
            Statement::Shuffle { layer, .. } => {
                self.live.random = true;
                self.writes(*layer);
            }
            Statement::Until(condition, _) | Statement::Require(condition, _) => {
                self.read(condition);
            }
            Statement::Let(local, expr, _) => self.assigned(NumberKind::Local(*local), expr),
            Statement::Effects(effects, _) => self.effects(effects, place),
            Statement::Picture { rows, .. } => {
                let put = rows.iter().flatten().flatten();
                put.for_each(|(layer, _)| self.writes(*layer));
            }
        }
        statement.blocks().for_each(|block| self.block(block, place));
    }

    fn rule(&mut self, rule: &Rule, place: BoardPlace) {
        if let Strategy::Random(count) = &rule.strategy {
            self.live.random = true;
            count.iter().for_each(|count| self.read(count));
        }
        self.live.random |= rule.alternatives.len() > 1;
        self.read(&rule.pattern);
        for alternative in &rule.alternatives {
            alternative.chance.iter().for_each(|chance| self.read(chance));
            for write in alternative.writes.iter().flatten() {
                self.writes(write.layer());
                if let Write::Number(_, expr) = write {
                    self.read(expr);
                }
            }
        }
        self.effects(&rule.effects, place);
    }

    fn writes(&mut self, layer: Layer) {
        self.live.layers[usize::from(layer.0)] = true;
    }

    fn effects(&mut self, effects: &[Effect], place: BoardPlace) {
        for effect in effects {
            match effect {
                Effect::Assign(value, assign, expr) => {
                    let to = NumberKind::Value(*value);
                    self.assigned(to, expr);
                    // Whether `= 3` changes anything depends on what was there; whether `+= 1`
                    // does, does not.
                    if place.change_counts && *assign == Assign::Set {
                        self.reads(to);
                    }
                }
                Effect::AssignLocal(local, _, expr) => {
                    self.assigned(NumberKind::Local(*local), expr)
                }
                Effect::Finish(_) => {}
            }
        }
    }

    /// A number is computed: what it is computed from is read if it is, and at once where the
    /// computation can go wrong.
    fn assigned(&mut self, to: NumberKind, expr: &Expr) {
        let mut mentions = Mentions::default();
        self.mentions(expr, &mut mentions);
        self.live.ply |= mentions.ply;
        self.flows.extend(mentions.numbers.iter().map(|&from| (to, from)));
        if bound(self.rules, expr).is_none_or(|bound| bound > MOST_ADDED) {
            self.reads(to);
        }
    }

    /// All numbers in a part are read, whatever comes of it.
    fn read<'p>(&mut self, whole: impl Into<Part<'p>>) {
        for part in parts(whole) {
            if let Part::Expr(Expr::Value(value)) = part {
                self.reads(NumberKind::Value(*value));
            } else if let Part::Expr(Expr::Local(local)) = part {
                self.reads(NumberKind::Local(*local));
            }
            self.live.ply |= matches!(part, Part::Expr(Expr::Ply));
            // What is legal is asked of actions, which are read anyhow.
            self.live.passes |= matches!(part, Part::Condition(Condition::EveryonePassed));
        }
    }

    fn mentions(&mut self, expr: &Expr, found: &mut Mentions) {
        match expr {
            Expr::Value(value) => found.numbers.push(NumberKind::Value(*value)),
            Expr::Local(local) => found.numbers.push(NumberKind::Local(*local)),
            Expr::Ply => found.ply = true,
            Expr::Count(test) | Expr::RowOf(test) | Expr::ColumnOf(test) => self.read(&**test),
            Expr::Constant(_)
            | Expr::Option(_)
            | Expr::Letter(_)
            | Expr::Here(_)
            | Expr::Row
            | Expr::Column
            | Expr::Width
            | Expr::Height
            | Expr::Chosen(_)
            | Expr::Across(_)
            | Expr::Down(_)
            | Expr::Function(..)
            | Expr::Negate(_)
            | Expr::Binary(..) => {}
        }
        for operand in expr.operands() {
            self.mentions(operand, found);
        }
    }
}

/// Bound of a number, with either sign, whatever the state; `None` where nothing says so, and where the computation
/// can go wrong.
fn bound(rules: &Rules, expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Constant(number) => Some(number.unsigned_abs()),
        Expr::Option(option) => {
            Some(rules.options.get(usize::from(option.0))?.value.unsigned_abs())
        }
        Expr::Letter(_) | Expr::Here(_) => Some(MAX_CONTENT as u64),
        Expr::Count(_)
        | Expr::RowOf(_)
        | Expr::ColumnOf(_)
        | Expr::Row
        | Expr::Column
        | Expr::Width
        | Expr::Height
        | Expr::Across(_)
        | Expr::Down(_)
        | Expr::Chosen(_) => Some(Grid::MAX_CELLS as u64),
        Expr::Value(_) | Expr::Local(_) | Expr::Ply => None,
        Expr::Function(Function::Min | Function::Max | Function::Abs, arguments) => {
            arguments.iter().try_fold(0, |most, it| Some(most.max(bound(rules, it)?)))
        }
        Expr::Negate(inner) => bound(rules, inner),
        Expr::Binary(one, operation, other) => {
            let (one, other) = (bound(rules, one)?, bound(rules, other)?);
            match operation {
                Arithmetic::Add | Arithmetic::Subtract => one.checked_add(other),
                Arithmetic::Multiply => one.checked_mul(other),
                Arithmetic::Divide | Arithmetic::Modulo => None,
            }
        }
    }
}
