//! Rules of an action's body that change the board, and those that only prepare the chosen cell.

use masume_rules::model::{
    ActionInfo, Block, ParamSlot, Pattern, Rule, Statement, Strategy, Test, nested,
};
use masume_syntax::Span;

use super::error::RegexReason;

/// Effect of an action, as far as an expression can say it.
#[derive(Debug, Default)]
pub(super) struct Body<'r> {
    /// Rules of the chosen cell alone, which run before the others.
    pub(super) placing: Vec<Placing<'r>>,
    /// Rules that see the same board.
    pub(super) rules: Vec<&'r Rule>,
    /// True if every action that is legal changes the board by `rules`.
    pub(super) rules_must_match: bool,
    /// True if something besides the rules can make the action illegal.
    pub(super) has_conditions: bool,
    /// The chosen cell that matters.
    pub(super) chosen: Option<ParamSlot>,
}

/// `at c: empty -> mine`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placing<'r> {
    pub(super) rule: &'r Rule,
    pub(super) must_match: bool,
}

/// Value, or what stands in the way of it, and where.
pub(super) type Found<T> = Result<T, (RegexReason, Span)>;

/// Reads the body of an action.
pub(super) fn read_body(action: &ActionInfo) -> Found<Body<'_>> {
    let mut steps =
        Steps { list: Vec::new(), has_require: false, has_effects: false, span: action.span };
    steps.read(&action.body)?;

    let mut body =
        Body { has_conditions: action.when.is_some() || steps.has_require, ..Body::default() };
    // The action is legal only where its one rule matches, unless it changes values besides.
    let is_alone = steps.list.len() == 1 && !steps.has_effects;
    for step in steps.list {
        for rule in &step.rules {
            body.chosen = one_chosen(body.chosen, rule)?;
        }
        match step.rules.as_slice() {
            [rule] if is_placing(rule) => {
                // What comes after the others changes no cell but the chosen one.
                if body.rules.is_empty() {
                    body.placing.push(Placing { rule, must_match: step.must_match || is_alone });
                }
            }
            _ if body.rules.is_empty() => {
                body.rules_must_match = step.must_match || is_alone;
                body.rules = step.rules;
            }
            rules => {
                let span = rules.first().map_or(action.span, |rule| rule.span);
                return Err((RegexReason::OneAfterAnother, span));
            }
        }
    }
    Ok(body)
}

/// Rules that see the same board.
struct Step<'r> {
    rules: Vec<&'r Rule>,
    must_match: bool,
}

struct Steps<'r> {
    list: Vec<Step<'r>>,
    has_require: bool,
    /// True if values change, whatever the rules find.
    has_effects: bool,
    /// Place of statements without one of their own.
    span: Span,
}

impl<'r> Steps<'r> {
    fn read(&mut self, block: &'r Block) -> Found<()> {
        for statement in block {
            match statement {
                Statement::Rule(rule) => {
                    self.list.push(Step { rules: vec![rule], must_match: false });
                }
                Statement::Must(block) => {
                    let before = self.list.len();
                    self.read(block)?;
                    match &mut self.list[before..] {
                        [step] => step.must_match = true,
                        // Any of them may be the one that matches.
                        _ => self.has_require = true,
                    }
                }
                Statement::Simultaneous(block, _) => {
                    let before = self.list.len();
                    self.read(block)?;
                    let rules = self.list.drain(before..).flat_map(|step| step.rules).collect();
                    self.list.push(Step { rules, must_match: false });
                }
                Statement::Require(..) => self.has_require = true,
                // Values are not on the board.
                Statement::Effects(..) => self.has_effects = true,
                Statement::Let(..) => {}
                Statement::OrElse(_) => return self.refuse("else", None),
                Statement::Repeat(_, span) => return self.refuse("repeat", Some(*span)),
                Statement::Times(_, _, span) => return self.refuse("times", Some(*span)),
                Statement::If(.., span) => return self.refuse("if", Some(*span)),
                Statement::March(march) => return self.refuse("march", Some(march.span)),
                Statement::Relocate { span, .. } => return self.refuse("-> random", Some(*span)),
                Statement::Deal { span, .. } | Statement::Shuffle { span, .. } => {
                    return self.refuse("shuffle", Some(*span));
                }
                Statement::Until(_, span) => return self.refuse("until", Some(*span)),
                Statement::Picture { span, .. } => return self.refuse("picture", Some(*span)),
            }
        }
        Ok(())
    }

    fn refuse(&self, word: &'static str, span: Option<Span>) -> Found<()> {
        Err((RegexReason::Statement { word }, span.unwrap_or(self.span)))
    }
}

/// True if the rule reads and writes the chosen cell and no other.
fn is_placing(rule: &Rule) -> bool {
    let is_anchored = rule.from.is_some() || rule.to.is_some();
    let is_certain = rule.alternatives.len() == 1
        && match rule.strategy {
            Strategy::All | Strategy::Each | Strategy::First => true,
            Strategy::Random(_) => false,
        };
    is_anchored && is_certain && matches!(rule.pattern, Pattern::Cell { .. })
}

/// The chosen cell that matters, where `rule` names none or the same.
fn one_chosen(known: Option<ParamSlot>, rule: &Rule) -> Found<Option<ParamSlot>> {
    let mut slots: Vec<ParamSlot> = known.into_iter().chain(rule.from).chain(rule.to).collect();
    for (_, test) in rule.pattern.cells() {
        // What other tests ask for is refused when the pattern is compiled, for a better reason.
        let tests = nested([test], |test, found| {
            if let Test::Not(inner) = test {
                found.push(inner);
            } else if let Test::And(parts) | Test::Or(parts) = test {
                found.extend(parts);
            }
        });
        let slot = |test| if let &Test::Chosen(slot) = test { Some(slot) } else { None };
        slots.extend(tests.filter_map(slot));
    }
    slots.sort_unstable();
    slots.dedup();
    match slots.as_slice() {
        [] => Ok(None),
        [slot] => Ok(Some(*slot)),
        _ => Err((RegexReason::TwoAnchors, rule.span)),
    }
}
