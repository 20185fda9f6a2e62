//! Choices of players.

use crate::Feature;
use crate::tree::{NamedAction, Sort, Statement, Term};

use super::maker::{Maker, Site, atom, line};
use super::single::else_rules;

const NAMES: [&str; 4] = ["act", "hop", "cut", "mix"];

/// Parameters that go together.
const PARAMETERS: [(usize, &[&str]); 14] = [
    (12, &[]),
    (20, &["in d"]),
    (7, &["in d (8 ways)"]),
    (3, &["in d (diagonals)"]),
    (3, &["in d (up or left or down-right)"]),
    (24, &["at c"]),
    (16, &["from a to b"]),
    (7, &["a and b"]),
    (6, &["in column x"]),
    (6, &["in row y"]),
    (5, &["at c", "in d"]),
    (2, &["in column x", "in d"]),
    (2, &["in row y", "in column x"]),
    (1, &["at c", "in row y", "in d"]),
];

impl Maker<'_> {
    pub(super) fn actions(&mut self) -> Vec<NamedAction> {
        let count = self.dice.weighted(&[(35, 1), (35, 2), (20, 3), (10, 4)]);
        let mut actions = Vec::new();
        for name in NAMES.into_iter().take(count) {
            let action = self.action(name);
            self.world.actions.push(name.to_owned());
            actions.push(action);
        }
        if self.dice.percent(12) {
            self.note(Feature::NoParameter);
            let name = "wait".to_owned();
            actions.push(NamedAction { name, params: Vec::new(), when: None, body: Vec::new() });
        }
        actions
    }

    fn action(&mut self, name: &str) -> NamedAction {
        let params = self.dice.weighted(&PARAMETERS);
        self.site = Site { is_action: true, ..Site::default() };
        for param in params {
            self.choose(param);
        }
        let is_move = params == ["from a to b"];
        let required = if self.dice.percent(15) { self.required_choice() } else { None };
        let is_required = required.is_some();
        let is_guarded = is_move && !is_required && self.dice.percent(60);
        let is_in_turn = is_move && !is_required && !is_guarded && self.dice.percent(60);
        let mut body = if let Some(body) = required {
            body
        } else if params == ["at c"] {
            match self.dice.weighted(&[(30, 0), (15, 1), (55, 2)]) {
                0 => self.decided_at("c"),
                1 => self.lessened("c"),
                _more => self.block(0),
            }
        } else if is_guarded {
            self.guarded_move()
        } else if is_in_turn {
            self.rules_in_turn()
        } else if matches!(params, [way] if way.starts_with("in d")) && self.dice.percent(20) {
            self.potential()
        } else {
            self.block(0)
        };
        if is_required {
            // Its rules are those of what is chosen.
        } else if self.site.cells.len() > 1 && !is_guarded && !is_in_turn {
            self.bind_both(&mut body);
        } else if let [line, ..] = self.site.lines[..]
            && self.dice.percent(75)
        {
            body.insert(0, self.in_line(line));
        }
        let when = self.dice.percent(12).then(|| self.when());
        self.site = Site::default();
        let params = params.iter().map(|param| (*param).to_owned()).collect();
        NamedAction { name: name.to_owned(), params, when, body }
    }

    /// Notes a parameter and its letters.
    fn choose(&mut self, param: &str) {
        let (feature, cells, lines): (_, &[&'static str], &[&'static str]) = match param {
            "at c" => (Feature::CellParameter, &["c"], &[]),
            "from a to b" => (Feature::OrderedCells, &["a", "b"], &[]),
            "a and b" => (Feature::UnorderedCells, &["a", "b"], &[]),
            "in column x" => (Feature::ColumnParameter, &[], &["x"]),
            "in row y" => (Feature::RowParameter, &[], &["y"]),
            _ => {
                self.site.direction = Some("d");
                self.site.has_way = true;
                (Feature::DirectionParameter, &[], &[])
            }
        };
        self.note(feature);
        self.site.cells.extend(cells);
        self.site.lines.extend(lines);
    }

    /// A first rule between both cells: else every pair would have to be tried in full.
    fn bind_both(&mut self, body: &mut Vec<Statement>) {
        self.note(Feature::Anchor);
        self.site.letters.clear();
        let mut nodes = self.idiom();
        if nodes.len() < 2 {
            let mut more = self.pattern(2);
            self.replacement(&mut more);
            nodes.extend(more);
        }
        self.site.letters.clear();
        let ways = self.dice.pick(&["4 ways", "8 ways", "right", "diagonals"]);
        let rule = crate::tree::RuleTree::new(vec![format!("{ways} from a to b")], nodes);
        let rule = Statement::Rule(rule);
        if self.dice.percent(70) {
            self.note(Feature::Must);
            body.insert(0, Statement::Nest { heading: line("must"), body: vec![rule] });
        } else {
            *body = vec![rule];
        }
    }

    /// Statements that rules of one cell or rays decide, and now and then more.
    fn decided_at(&mut self, cell: &str) -> Vec<Statement> {
        let rules = if self.dice.percent(60) {
            self.rules_of_one_cell(cell)
        } else {
            self.rays(&[&format!("to {cell}"), &format!("to {cell}"), &format!("from {cell}")])
        };
        if rules.len() > 1 {
            self.note(Feature::Else);
        }
        let mut body = else_rules(rules);
        if self.dice.percent(30) {
            self.note(Feature::Must);
            body = vec![Statement::Nest { heading: line("must"), body }];
        }
        if self.dice.percent(25) {
            body.extend(self.block(1));
        }
        body
    }

    /// A rule of the chosen column or row.
    fn in_line(&mut self, letter: &'static str) -> Statement {
        let test = self.plain_atom();
        let put = self.put(&test, &[]);
        let test = Term::list(Sort::Atom, "[", ", ", "]", vec![test, atom(letter)]);
        let strategy = self.dice.pick(&["", "first ", "first up: ", "random ", "each left: "]);
        self.site.letters.clear();
        Statement::Line(Term::frame(Sort::Line, &format!("{strategy}@ -> @"), [test, put]))
    }

    fn when(&mut self) -> Term {
        self.note(Feature::When);
        if !self.world.actions.is_empty() && self.dice.percent(35) {
            self.note(Feature::NoAction);
            let other = self.dice.pick(&self.world.actions);
            return Term::word(Sort::Condition, format!("no action {other}"));
        }
        self.condition(1)
    }
}
