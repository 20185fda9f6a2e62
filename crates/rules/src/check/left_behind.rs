//! Pieces of two layers that always stand together, and rules that take one of them only.

use std::collections::BTreeSet;

use masume_syntax::{Code, Diagnostic};

use super::checker::Checker;
use crate::model::{Layer, Legend, Rule, Rules, Statement, Write, statements};

impl Checker<'_> {
    /// Warns where a rule takes a piece away and leaves what the legend shows only together with it, such as the rank
    /// of a piece whose owner goes. What another rule of the same turn takes away is not left.
    pub(super) fn check_left_behind(&mut self, rules: &Rules) {
        let together = std::mem::take(&mut self.together);
        if together.is_empty() {
            return;
        }
        let mut told = BTreeSet::new();
        for action in &rules.actions {
            let of_turn = || statements(&action.body).chain(statements(&rules.then));
            let of_turn: Vec<&Rule> = of_turn().filter_map(rule).collect();
            // What takes both of a cell finds nothing where one was left.
            let is_taken = |taken, left| of_turn.iter().any(|rule| takes_alone(rule, left, taken));
            let left: Vec<(Layer, Layer)> =
                together.iter().copied().filter(|&(taken, left)| !is_taken(taken, left)).collect();
            for &rule in &of_turn {
                let found = left.iter().find(|&&(taken, left)| self.leaves(rule, taken, left));
                if let Some(&(taken, left)) =
                    found.filter(|_| told.insert((rule.span.start, rule.span.end)))
                {
                    self.warn_left_behind(rule, taken, left);
                }
            }
        }
    }

    fn warn_left_behind(&mut self, rule: &Rule, taken: Layer, left: Layer) {
        let (taken, left) = (self.layer_name(taken), self.layer_name(left));
        let message = format!("what is on the layer `{left}` stays behind here");
        let label =
            format!("this takes away what is on `{taken}`; the legend shows the two together only");
        let help = format!(
            "`[…, {left}]` on the left side takes both; pieces that are declared `for each player` need no second layer"
        );
        self.report(
            Diagnostic::warning(Code::LeftBehind, rule.span, message, label).with_help(help),
        );
    }

    /// True if a rule takes away what is on one layer of a cell and says nothing of the other, which may hold something.
    fn leaves(&self, rule: &Rule, taken: Layer, left: Layer) -> bool {
        writes(rule).any(|(position, write)| {
            if *write != Write::Clear(taken)
                || writes(rule).any(|it| it.0 == position && it.1.layer() == left)
            {
                return false;
            }
            let mut tests = rule.pattern.cells().filter(|cell| cell.0 == position);
            tests.any(|(_, test)| {
                self.contents(test).flatten().any(|held| held.on(left).may_be_occupied())
            })
        })
    }
}

fn rule(statement: &Statement) -> Option<&Rule> {
    if let Statement::Rule(rule) = statement { Some(rule) } else { None }
}

/// True if a rule takes away what is on one layer of a cell, and not what is on the other.
fn takes_alone(rule: &Rule, layer: Layer, other: Layer) -> bool {
    let takes = |position, layer| writes(rule).any(|it| it == (position, &Write::Clear(layer)));
    writes(rule).any(|(position, write)| *write == Write::Clear(layer) && !takes(position, other))
}

/// The writes of a rule, by position.
fn writes(rule: &Rule) -> impl Iterator<Item = (u32, &Write)> {
    rule.alternatives.iter().flat_map(|it| {
        (0_u32..)
            .zip(&it.writes)
            .flat_map(|(position, writes)| writes.iter().map(move |it| (position, it)))
    })
}

/// Every two layers of which each is in a legend, and never without the other.
pub(super) fn together(legends: &[Legend], layers: usize) -> Vec<(Layer, Layer)> {
    let entries = || legends.iter().flat_map(|it| &it.entries);
    let shows = |layer: u8| {
        let has =
            move |contents: &[(Layer, _)]| contents.iter().any(|it: &(Layer, _)| it.0.0 == layer);
        entries().map(|entry| has(&entry.contents)).collect::<Vec<bool>>()
    };
    let shown: Vec<Vec<bool>> = (0..layers as u8).map(shows).collect();
    let mut found = Vec::new();
    for (one, of_one) in shown.iter().enumerate().filter(|it| it.1.contains(&true)) {
        let alike = shown.iter().enumerate().filter(|it| it.0 != one && it.1 == of_one);
        found.extend(alike.map(|(other, _)| (Layer(one as u8), Layer(other as u8))));
    }
    found
}
