//! Texts of plans and of the ends of the game.

use super::Printer;
use super::name::{cell_slot, fixed_ways, ways};
use super::op::end_kind;
use masume_rules::model::Value;

use crate::{
    ActionProgram, Beside, Binding, By, Decider, Plan, Prefilter, Program, Require, Shape,
};

impl<'p> Printer<'p> {
    /// `legal: the starts of nfa 0 in 8 ways`.
    pub(super) fn plan(&mut self, action: &ActionProgram) {
        if let Some((when, _)) = &action.when {
            let asked = if action.when_depends { ", asked of each choice" } else { "" };
            let line = format!("when {}{asked}", self.condition(when));
            self.line(&line);
        }
        self.legal(&action.plan, action.body.len());
    }

    fn legal(&mut self, plan: &Plan, count: usize) {
        match plan {
            Plan::Always => self.line("legal: always"),
            Plan::BruteForce { why, prefilter, is_decided, statements, .. } => {
                let how = if *is_decided {
                    "where its first rules match with what is chosen"
                } else {
                    "tried one by one"
                };
                self.line(&format!("legal: {how}, because {why}"));
                if *statements < count {
                    self.line(&format!("tried: the first {statements} of {count} statements"));
                }
                if let Some(prefilter) = prefilter {
                    let shown: Vec<String> =
                        prefilter.iter().map(|it| self.prefilter(it)).collect();
                    self.line(&format!("tried where there is {}", shown.join(", or ")));
                }
            }
            Plan::Match { requires, deciders, guards } => {
                for (require, _) in requires {
                    let line = match require {
                        Require::Plain(condition) => {
                            format!("required: {}", self.condition(condition))
                        }
                        Require::Cell(slot, set) => {
                            format!("required: {} in {}", cell_slot(*slot), self.set(*set))
                        }
                    };
                    self.line(&line);
                }
                let shown: Vec<String> = deciders.iter().map(|it| self.decider(it)).collect();
                let shown = if shown.is_empty() {
                    "where that holds".to_owned()
                } else {
                    shown.join(", or ")
                };
                self.line(&format!("legal: {shown}"));
                self.guards(guards);
            }
            Plan::Potential(potential) => {
                let rules = potential.rules.iter().map(|rule| {
                    let mut text = format!("{} in {}", self.nfa(rule.nfa), ways(&rule.dirs));
                    if let Some(binding) = rule.letters.first()
                        && Binding::are_compared(&rule.letters)
                    {
                        text.push_str(&format!(" with the same {}", self.layer(binding.layer)));
                    }
                    text
                });
                let rules = rules.collect::<Vec<_>>().join(", or ");
                self.line(&format!("legal: the directions that match {rules}"));
                if let Some((layer, most)) = potential.most {
                    let layer = self.layer(layer);
                    self.line(&format!("tried one by one where {layer} is above {most}"));
                }
                if let Some(plane) = potential.alone {
                    let plane = self.plane(plane);
                    self.line(&format!("tried one by one where there are several {plane}"));
                }
                self.guards(&potential.guards);
            }
            Plan::Either(condition, plans) => {
                for (when, plan) in ["where", "where not"].into_iter().zip(plans.iter()) {
                    let line = format!("{when} {}", self.condition(condition));
                    self.under(&line, |printer| printer.legal(plan, count));
                }
            }
        }
    }

    /// `tried one by one where these come near 2^63: score`.
    fn guards(&mut self, guards: &[Value]) {
        if guards.is_empty() {
            return;
        }
        let mut values: Vec<String> = guards.iter().map(|&value| self.value(value)).collect();
        values.dedup();
        let values = values.join(", ");
        self.line(&format!("tried one by one where these come near 2^63: {values}"));
    }

    /// `nfa 0 in 8 ways from cell0`.
    fn prefilter(&mut self, prefilter: &Prefilter) -> String {
        let mut text = self.nfa(prefilter.nfa);
        if self.has_way(prefilter.nfa) {
            text.push_str(&format!(" in {}", ways(&prefilter.dirs)));
        }
        for (word, slot) in [("from", prefilter.from), ("to", prefilter.to)] {
            if let Some(slot) = slot {
                text.push_str(&format!(" {word} {}", cell_slot(slot)));
            }
        }
        match prefilter.known {
            0 => {}
            1 => text.push_str(", for each first choice"),
            _ => text.push_str(", for each first two choices"),
        }
        text
    }

    fn decider(&mut self, decider: &Decider) -> String {
        let nfa = self.nfa(decider.nfa);
        let has_way = self.has_way(decider.nfa);
        let dirs = if has_way { format!(" in {}", ways(&decider.dirs)) } else { String::new() };
        let mut text = match decider.by {
            By::Nothing => format!("where {nfa} matches{dirs}"),
            By::Direction => format!("the directions in which {nfa} matches{dirs}"),
            By::Start => format!("the starts of {nfa}{dirs}"),
            By::End => format!("the last cells of {nfa}{dirs}"),
            By::Column => format!("the columns of {nfa}"),
            By::Row => format!("the rows of {nfa}"),
            By::Along => format!("the starts of {nfa}{dirs}, in each direction"),
            By::Ends(None) => format!("the ends of {nfa}{dirs}"),
            By::Ends(Some(1)) => format!("the ends of {nfa}{dirs}, a step apart"),
            By::Ends(Some(steps)) => format!("the ends of {nfa}{dirs}, {steps} steps apart"),
            By::Each(seconds) => {
                format!("the starts of {nfa}, each with all of {}", self.set(seconds))
            }
        };
        if let Some(layer) = decider.letters {
            text.push_str(&format!(" with the same {}", self.layer(layer)));
        }
        text
    }

    /// True if an NFA goes from cell to cell, so that it matters in which direction.
    fn has_way(&self, nfa: u16) -> bool {
        let nfa = self.program.nfas.get(usize::from(nfa));
        nfa.is_some_and(|nfa| nfa.shape != Shape::Cell)
    }

    /// `again`, the ends and the score, in the order in which they are asked.
    pub(super) fn ends(&mut self) {
        let program: &'p Program = self.program;
        if let Some((again, _)) = &program.again {
            let line = format!("again when {}", self.condition(again));
            self.line(&line);
        }
        for end in &program.ends {
            let mut line =
                format!("{} when {}", end_kind(end.kind), self.condition(&end.condition));
            if !end.effects.is_empty() {
                line.push_str(&format!(": {}", self.effects(&end.effects)));
            }
            self.under(&line, |printer| {
                if let Some(Beside { set, count, dirs }) = &end.beside {
                    let (set, ways) = (printer.set(*set), fixed_ways(*dirs));
                    printer.line(&format!(
                        "asked beside what changed, as a run of {count} of {set} in {ways}, where \
                         no other player's turn fills {set}"
                    ));
                }
            });
        }
        if let Some((score, _)) = &program.score {
            let line = format!("score {}", self.number(score));
            self.line(&line);
        }
    }
}
