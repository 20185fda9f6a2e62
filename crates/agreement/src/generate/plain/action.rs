//! Actions of plain games.

use crate::Feature;
use crate::tree::{
    LayerShape, NamedAction, Node, Put, Quantifier, RuleTree, Sort, Statement, Term,
};

use crate::generate::maker::{Maker, Site, atom, line, put};
use crate::generate::pattern::{filled, filled_row};
use crate::generate::single::else_rules;

const NAMES: [&str; 4] = ["act", "hop", "cut", "mix"];

/// Choice of an action.
#[derive(Clone, Copy)]
enum Choice {
    Steps,
    Direction,
    Cell,
    CellAndDirection,
    Nothing,
    Slide,
    Potential,
}

impl Maker<'_> {
    pub(in crate::generate) fn plain_actions(&mut self) -> Vec<NamedAction> {
        let count = self.dice.weighted(&[(40, 1), (35, 2), (17, 3), (8, 4)]);
        let mut actions = Vec::new();
        for name in NAMES.into_iter().take(count) {
            let action = self.plain_action(name);
            self.world.actions.push(name.to_owned());
            actions.push(action);
        }
        if self.dice.percent(12) {
            self.note(Feature::NoParameter);
            let name = "wait".to_owned();
            let when = self.dice.percent(40).then(|| self.plain_condition(0));
            actions.push(NamedAction { name, params: Vec::new(), when, body: Vec::new() });
        }
        actions
    }

    fn plain_action(&mut self, name: &str) -> NamedAction {
        self.site = Site { is_action: true, ..Site::default() };
        let can_slide = self.world.players.is_empty() && self.world.numbers().is_some();
        let (params, mut body) = match self.dice.weighted(&[
            // Where pairs of cells must be tried there may be too many of them.
            (if self.has_many_pairs() { 3 } else { 30 }, Choice::Steps),
            (26, Choice::Direction),
            (30, Choice::Cell),
            (10, Choice::CellAndDirection),
            (14, Choice::Nothing),
            (if can_slide { 60 } else { 0 }, Choice::Slide),
            (8, Choice::Potential),
        ]) {
            Choice::Steps => self.steps(),
            Choice::Direction => self.directed(),
            Choice::Cell => self.placing(),
            Choice::CellAndDirection => self.directed_from_cell(),
            Choice::Nothing => self.unchosen(),
            Choice::Slide => (self.way_param(), self.lines()),
            Choice::Potential => (self.way_param(), self.potential()),
        };
        if self.dice.percent(15) && !params.starts_with("in ") {
            self.note(Feature::Require);
            let required = self.required(params);
            body.insert(0, Statement::Line(Term::frame(Sort::Line, "require @", [required])));
        }
        let when = self.dice.percent(15).then(|| self.plain_condition(1));
        self.site = Site::default();
        let params = Some(params.to_owned()).filter(|params| !params.is_empty());
        NamedAction { name: name.to_owned(), params: params.into_iter().collect(), when, body }
    }

    /// True if it takes the oracle long to try every pair of cells.
    fn has_many_pairs(&self) -> bool {
        self.world.width * self.world.height > 66
    }

    fn required(&mut self, params: &str) -> Term {
        let cell = match params {
            "" => return self.plain_condition(0),
            _ if params.starts_with("at c") => "c",
            _ => self.dice.pick(&["a", "b"]),
        };
        if self.dice.percent(40) {
            return self.plain_condition(0);
        }
        let test = self.plain_test();
        Term::frame(Sort::Condition, &format!("some [{cell}, @]"), [test])
    }

    /// Rules of which the first that matches is done, and what follows them.
    fn deciding(&mut self, mut rules: Vec<RuleTree>, more: usize) -> Vec<Statement> {
        for rule in &mut rules {
            rule.effects = self.plain_effects(25);
        }
        let block = else_rules(rules);
        if more == 0 && !self.dice.percent(40) {
            return block;
        }
        self.note(Feature::Must);
        vec![Statement::Nest { heading: line("must"), body: block }]
    }

    fn steps(&mut self) -> (&'static str, Vec<Statement>) {
        let params = self.dice.pick(&["from a to b", "from a to b", "a and b"]);
        self.note(Feature::Anchor);
        let cells = self.dice.weighted(&[(65, 2), (25, 3), (10, 4)]);
        let count = self.dice.weighted(&[(50, 1), (35, 2), (15, 3)]);
        let mut rules = Vec::new();
        for _ in 0..count {
            rules.push(if !self.has_many_pairs() && self.dice.percent(8) {
                self.anchored_ray(&["from a to b", "from a to b", "from b to a"])
            } else {
                let ways = self.plain_ways();
                self.chain(vec![format!("{ways} from a to b")], cells)
            });
        }
        let more = self.dice.weighted(&[(55, 0), (30, 1), (15, 2)]);
        let mut body = self.deciding(rules, more);
        for _ in 0..more {
            let statement =
                self.later(&["from a", "from b", "to b", "from a to b", "from b to a", ""]);
            body.push(statement);
        }
        (params, body)
    }

    /// Statement behind the deciding rules.
    fn later(&mut self, anchors: &[&str]) -> Statement {
        if self.dice.percent(30)
            && let Some(effect) = self.plain_effect()
        {
            return Statement::Line(effect);
        }
        let anchor = self.dice.pick(anchors);
        let cells = self.dice.between(1, 3);
        let is_directed = cells > 1 || anchor.contains(" to ");
        let ways = if is_directed { self.plain_ways() } else { String::new() };
        let prefix = format!("{ways} {anchor}").trim().to_owned();
        let prefix = if prefix.is_empty() { Vec::new() } else { vec![prefix] };
        let mut rule = if self.dice.percent(85) {
            // What takes nothing back leaves the choices to the rules before it.
            self.turning_over(prefix, cells)
        } else if cells == 3 && self.dice.percent(40) && !anchor.contains(" to ") {
            self.run_between(prefix)
        } else {
            self.chain(prefix, cells)
        };
        rule.effects = self.plain_effects(25);
        Statement::Rule(rule)
    }

    /// A piece becomes another of the layer, beside whatever else; or now and then nobody.
    fn turning_over(&mut self, prefix: Vec<String>, cells: usize) -> RuleTree {
        let test = self.piece_or_class();
        let layers = &self.world.layers;
        let layer = self.world.pieces.iter().find(|(name, _)| *name == test.to_string());
        let layer = layer.map_or(0, |(_, layer)| *layer);
        let is_named = matches!(layers[layer].shape, LayerShape::Pieces(_) | LayerShape::Owned(_));
        let content = if is_named && self.dice.percent(75) { self.content_of(layer) } else { None };
        let content = content.unwrap_or_else(|| put("_"));
        let mut nodes = vec![filled(test, Put::Of(content), Quantifier::Once)];
        for _ in 1..cells {
            nodes.push(filled(self.plain_test(), Put::Rest, Quantifier::Once));
        }
        RuleTree::new(prefix, nodes)
    }

    fn way_param(&mut self) -> &'static str {
        self.note_way();
        self.dice.pick(&["in d", "in d", "in d", "in d (8 ways)", "in d (up or right)"])
    }

    /// Notes that a direction is chosen.
    fn note_way(&mut self) {
        self.site.has_way = true;
        self.note(Feature::DirectionParameter);
    }

    fn directed(&mut self) -> (&'static str, Vec<Statement>) {
        let params = self.way_param();
        let mut rules = Vec::new();
        for _ in 0..self.dice.weighted(&[(40, 1), (45, 2), (15, 3)]) {
            let cells = self.dice.between(2, 3);
            let prefix = vec![self.dice.pick(&["d", "d", "d", "against d"]).to_owned()];
            let twice = if self.dice.percent(8) { self.letter_twice() } else { None };
            rules.push(match twice {
                Some(nodes) => RuleTree::new(prefix, nodes),
                None => self.chain(prefix, cells),
            });
        }
        let more = self.dice.weighted(&[(75, 0), (25, 1)]);
        let mut body = self.deciding(rules, more);
        if more > 0 {
            body.push(self.later(&["", "d", "against d"][..1]));
        }
        (params, body)
    }

    fn directed_from_cell(&mut self) -> (&'static str, Vec<Statement>) {
        self.note(Feature::CellParameter);
        self.note_way();
        let params = self.dice.pick(&["at c in d", "at c in d", "at c in d (8 ways)"]);
        let mut rules = Vec::new();
        for _ in 0..self.dice.weighted(&[(50, 1), (35, 2), (15, 3)]) {
            let prefix = self.dice.pick(&["from c", "d from c", "d from c", "against d from c"]);
            let cells = self.dice.between(2, 3);
            rules.push(if cells == 3 && self.dice.percent(30) {
                self.run_between(vec![prefix.to_owned()])
            } else {
                self.chain(vec![prefix.to_owned()], cells)
            });
        }
        let more = self.dice.weighted(&[(70, 0), (30, 1)]);
        let mut body = self.deciding(rules, more);
        for _ in 0..more {
            let statement = self.later(&["from c", "d from c", "against d from c", ""]);
            body.push(statement);
        }
        (params, body)
    }

    fn placing(&mut self) -> (&'static str, Vec<Statement>) {
        self.note(Feature::CellParameter);
        let rules = match self.dice.weighted(&[(76, 0), (12, 1), (12, 2)]) {
            0 => self.placing_rules(),
            1 => self.rules_of_one_cell("c"),
            _ => self.rays(&["to c", "to c", "from c"]),
        };
        let more = self.dice.weighted(&[(55, 0), (30, 1), (15, 2)]);
        let mut body = self.deciding(rules, more);
        for _ in 0..more {
            let statement = self.later(&["from c", "to c", "from c", ""]);
            body.push(statement);
        }
        ("at c", body)
    }

    fn placing_rules(&mut self) -> Vec<RuleTree> {
        let mut rules = Vec::new();
        for _ in 0..self.dice.weighted(&[(60, 1), (30, 2), (10, 3)]) {
            let cells = self.dice.weighted(&[(50, 1), (30, 2), (20, 3)]);
            let ways = self.plain_ways();
            rules.push(match cells {
                1 => self.chain(vec!["from c".to_owned()], 1),
                3 => self.run_between(vec![format!("{ways} from c")]),
                _ => self.chain(vec![format!("{ways} from c")], cells),
            });
        }
        rules
    }

    fn unchosen(&mut self) -> (&'static str, Vec<Statement>) {
        if self.dice.percent(50) {
            self.note(Feature::Relocation);
            let (who, to) = (
                self.piece_or_class(),
                self.dice.pick(&["empty", "empty", "empty", "empty", "any"]),
            );
            let text = Term::frame(Sort::Line, "@ -> random @", [who, atom(to)]);
            return ("", vec![Statement::Line(text)]);
        }
        let ways = self.plain_ways();
        if self.dice.percent(25)
            && let Some(nodes) = self.letter_twice()
        {
            // Of several ways nearly all would be in conflict.
            let way = self.dice.pick(&["right", "left", "up", "down", "down-right", &ways]);
            return ("", self.deciding(vec![RuleTree::new(vec![way.to_owned()], nodes)], 0));
        }
        let cells = self.dice.between(1, 3);
        let prefix = if cells > 1 { vec![ways] } else { Vec::new() };
        let rule = self.chain(prefix, cells);
        ("", self.deciding(vec![rule], 0))
    }

    /// The same for every line.
    fn lines(&mut self) -> Vec<Statement> {
        self.note(Feature::RepeatBlock);
        let mut body = Vec::new();
        let is_doubling = self
            .world
            .lettered
            .is_some_and(|it| matches!(self.world.layers[it].shape, LayerShape::Doubling(..)));
        for _ in 0..self.dice.between(1, 3) {
            let way = self.dice.pick(&["d", "against d", "against d"]);
            let mut rule = RuleTree::new(vec![way.to_owned()], self.along(is_doubling));
            rule.strategy = self.dice.pick(&[None, Some("each"), Some("each")]).map(line);
            let is_repeated = self.dice.percent(45);
            if !is_repeated && self.dice.percent(50) {
                let adds = self.dice.pick(&["1", "n", "-1", "2n", "3 - n"]);
                let adds = if rule.nodes.iter().any(has_letter) { adds } else { "1" };
                rule.effects = vec![line(format!("score += {adds}"))];
            }
            let rule = Statement::Rule(rule);
            body.push(if is_repeated {
                Statement::Nest { heading: line("repeat"), body: vec![rule] }
            } else {
                rule
            });
        }
        body
    }

    /// Cells of a rule about the numbers of a line.
    fn along(&mut self, is_doubling: bool) -> Vec<Node> {
        let sum = if is_doubling { "2n" } else { "{n + 1}" };
        let cells: &[(&str, &str)] = match self.dice.below(6) {
            0 | 1 => &[("_", "n"), ("n", "_")],
            2 => &[("n", sum), ("n", "_")],
            3 => &[("n", "_"), ("n", sum)],
            4 => &[("n", "n"), ("_", "_"), ("n", "n")],
            _ => &[("n", "_"), ("_", "n"), ("_", "_")],
        };
        filled_row(cells)
    }
}

fn has_letter(node: &Node) -> bool {
    matches!(node, Node::Cell { test, .. } if test.to_string() == "n")
}
