//! Statements.

use masume_rules::model::{Assign, EMPTY, EndKind, RuleId, Statement, statements};

use super::Printer;
use super::name::{cell_slot, places, ways};
use crate::{
    Aim, Alternative, Binding, Effect, MarchOp, Mode, Nfa, Op, Put, RuleOp, Strategy, Target, ops,
};

impl Printer<'_> {
    pub(super) fn block(&mut self, block: &[Op]) {
        block.iter().for_each(|op| self.op(op));
    }

    /// Text of the rule of this number, wherever it stands in the block.
    pub(super) fn rule_in(&mut self, block: &[Op], id: RuleId) {
        for op in ops(block) {
            let is_it = match op {
                Op::Rule(rule) => rule.id == id,
                Op::March(march) => march.id == id,
                Op::Relocate { id: found, .. }
                | Op::Deal { id: found, .. }
                | Op::Shuffle { id: found, .. } => *found == id,
                Op::Reference { statement, .. } => rule_ids(statement).contains(&id),
                Op::OrElse(_)
                | Op::Must(_)
                | Op::Simultaneous { .. }
                | Op::Repeat(..)
                | Op::Times(..)
                | Op::If(..)
                | Op::Until(..)
                | Op::Let(..)
                | Op::Effects(..)
                | Op::Require(..)
                | Op::Picture(..) => false,
            };
            if is_it {
                self.op(op);
            }
        }
    }

    fn op(&mut self, op: &Op) {
        let line = match op {
            Op::Rule(rule) => self.rule(rule),
            Op::Relocate { id, from, layers, to, .. } => {
                let layers: Vec<String> = layers.iter().map(|&layer| self.layer(layer)).collect();
                let (from, to) = (self.set(*from), self.set(*to));
                let layers = layers.join(" ");
                format!("rule {}: first of {from} moves on {layers} to a random pick of {to}", id.0)
            }
            Op::OrElse(blocks) => {
                for (nth, block) in blocks.iter().enumerate() {
                    let heading = if nth == 0 { "either" } else { "or else" };
                    self.under(heading, |printer| printer.block(block));
                }
                return;
            }
            Op::Must(block) => return self.under("must", |printer| printer.block(block)),
            Op::Simultaneous { block, .. } => {
                return self.under("on the same board", |printer| printer.block(block));
            }
            Op::Repeat(block, ..) => return self.under("repeat", |printer| printer.block(block)),
            Op::Times(times, block, ..) => {
                let heading = format!("{} times", self.number(times));
                return self.under(&heading, |printer| printer.block(block));
            }
            Op::If(condition, then, otherwise, _) => {
                let heading = format!("if {}", self.condition(condition));
                self.under(&heading, |printer| printer.block(then));
                if !otherwise.is_empty() {
                    self.under("otherwise", |printer| printer.block(otherwise));
                }
                return;
            }
            Op::March(march) => return self.march(march),
            Op::Deal { id, each, layer, over, .. } => {
                let (each, over) = (self.number(each), self.set(*over));
                format!("rule {}: deal {each} of each {} over {over}", id.0, self.layer(*layer))
            }
            Op::Shuffle { id, layer, .. } => {
                format!("rule {}: shuffle {}", id.0, self.layer(*layer))
            }
            Op::Until(condition, _) => format!("until {}", self.condition(condition)),
            Op::Let(local, number, _) => {
                format!("{} = {}", self.local(*local), self.number(number))
            }
            Op::Effects(effects, _) => self.effects(effects),
            Op::Require(condition, _) => format!("require {}", self.condition(condition)),
            Op::Picture(puts, _) => format!("picture of {} contents", puts.len()),
            Op::Reference { statement, why, .. } => {
                let ids: Vec<String> =
                    rule_ids(statement).iter().map(|id| format!("rule {}", id.0)).collect();
                let what = if ids.is_empty() { "statement".to_owned() } else { ids.join(", ") };
                format!("{what}: reference, because {why}")
            }
        };
        self.line(&line);
    }

    /// `rule 0: nfa 0 in 8 ways from cell0, all at once: put disc.black at a b c`.
    fn rule(&mut self, rule: &RuleOp) -> String {
        let mut line = format!("rule {}: {}", rule.id.0, self.nfa(rule.nfa));
        if rule.has_direction {
            line.push_str(&format!(" in {}", ways(&rule.dirs)));
        }
        if let Some(slot) = rule.from {
            line.push_str(&format!(" from {}", cell_slot(slot)));
        }
        if let Some(slot) = rule.to {
            line.push_str(&format!(" to {}", cell_slot(slot)));
        }
        let uses = match &rule.strategy {
            Strategy::All => match rule.mode {
                Mode::Sets(_) => "all at once".to_owned(),
                Mode::Paths if rule.is_non_overlapping => "all, each on its own cells".to_owned(),
                Mode::Paths => "all, match by match".to_owned(),
                Mode::Ends => "all, by their ends".to_owned(),
                Mode::Graph { .. } => "all".to_owned(),
            },
            Strategy::Each => "one after another".to_owned(),
            Strategy::First => "the first".to_owned(),
            Strategy::Random(None) => "random pick".to_owned(),
            Strategy::Random(Some(count)) => format!("random pick of {}", self.number(count)),
        };
        line.push_str(&format!(", {uses}"));
        if let Mode::Graph { why, .. } = rule.mode {
            line.push_str(&format!(", step by step, because {why}"));
        }
        let nfas = &self.program.nfas;
        let nfa = nfas.get(usize::from(rule.nfa));
        let count = nfa.map_or(0, |nfa| nfa.places.len());
        let mut letters: Vec<&Binding> = rule.letters.iter().collect();
        letters.sort_by_key(|binding| std::cmp::Reverse(binding.place));
        for letter in letters {
            let at = places(&[letter.place], count);
            line.push_str(&format!(
                ", #{} is {} at {at}",
                letter.letter.0,
                self.layer(letter.layer)
            ));
        }
        let mut parts = match &rule.mode {
            Mode::Sets(targets) => {
                targets.iter().map(|target| self.target(target, count)).collect()
            }
            Mode::Paths | Mode::Ends | Mode::Graph { .. } => {
                self.alternatives(&rule.alternatives, nfa)
            }
        };
        if !rule.effects.is_empty() {
            parts.push(self.effects(&rule.effects));
        }
        if parts.is_empty() {
            parts.push("nothing is put".to_owned());
        }
        format!("{line}: {}", parts.join("; "))
    }

    fn target(&mut self, target: &Target, count: usize) -> String {
        let put = match target.content {
            EMPTY => format!("free {}", self.layer(target.layer)),
            content => format!("put {}", self.content(target.layer, content)),
        };
        format!("{put} at {}", places(&target.places, count))
    }

    fn alternatives(&mut self, all: &[Alternative], nfa: Option<&Nfa>) -> Vec<String> {
        let shown = all.iter().enumerate().map(|(nth, alternative)| {
            let mut line = if nth == 0 { String::new() } else { "or ".to_owned() };
            if let Some(chance) = &alternative.chance {
                line.push_str(&format!("with chance {} ", self.number(chance)));
            }
            let parts = self.puts(alternative, nfa);
            let nothing = "put nothing".to_owned();
            line + &if parts.is_empty() { nothing } else { parts.join(", ") }
        });
        let shown: Vec<String> = shown.collect();
        if shown == ["put nothing"] { Vec::new() } else { shown }
    }

    /// Equal puts together, each with the places that do it.
    fn puts(&mut self, alternative: &Alternative, nfa: Option<&Nfa>) -> Vec<String> {
        let nfa_places = nfa.map_or(&[][..], |nfa| &nfa.places);
        let mut found: Vec<(String, Vec<u16>)> = Vec::new();
        for (index, at) in nfa_places.iter().enumerate().rev() {
            for put in alternative.puts.get(at.position as usize).into_iter().flatten() {
                let text = self.put(put);
                match found.iter_mut().find(|(known, _)| *known == text) {
                    Some((_, places)) => places.push(index as u16),
                    None => found.push((text, vec![index as u16])),
                }
            }
        }
        let with_places =
            |(text, at): (String, Vec<u16>)| format!("{text} at {}", places(&at, nfa_places.len()));
        found.into_iter().map(with_places).collect()
    }

    fn put(&mut self, put: &Put) -> String {
        match put {
            Put::Clear(layer) => format!("free {}", self.layer(*layer)),
            Put::Piece(layer, content) => format!("put {}", self.content(*layer, *content)),
            Put::Letter(layer, letter) => format!("put #{} in {}", letter.0, self.layer(*layer)),
            Put::Number(layer, number) => {
                format!("put {} in {}", self.number(number), self.layer(*layer))
            }
        }
    }

    pub(super) fn effects(&mut self, effects: &[Effect]) -> String {
        let sign = |assign: &Assign| match assign {
            Assign::Set => "=",
            Assign::Add => "+=",
            Assign::Subtract => "-=",
        };
        let shown = effects.iter().map(|effect| match effect {
            Effect::Assign(value, assign, number) => {
                format!("{} {} {}", self.value(*value), sign(assign), self.number(number))
            }
            Effect::AssignLocal(local, assign, number) => {
                format!("{} {} {}", self.local(*local), sign(assign), self.number(number))
            }
            Effect::Finish(kind) => end_kind(*kind).to_owned(),
        });
        shown.collect::<Vec<String>>().join(", ")
    }

    fn march(&mut self, march: &MarchOp) {
        let walkers = self.set(march.walkers);
        let aim = match &march.aim {
            Aim::Toward(target) => format!("toward {}", self.set(*target)),
            Aim::In(dirs) => format!("in {}", ways(dirs)),
        };
        let layer = self.layer(march.layer);
        let heading = format!("rule {}: march {walkers} on {layer} {aim}", march.id.0);
        self.under(&heading, |printer| {
            for meeting in &march.meets {
                let first = printer.content(march.layer, meeting.first);
                let second = printer.content(march.layer, meeting.second);
                let left = printer.content(march.layer, meeting.left.unwrap_or(EMPTY));
                let mut line = format!("{first} meets {second}: {left}");
                if !meeting.effects.is_empty() {
                    line.push_str(&format!(", {}", printer.effects(&meeting.effects)));
                }
                printer.line(&line);
            }
        });
    }
}

/// Word for a kind of end.
pub(crate) fn end_kind(kind: EndKind) -> &'static str {
    match kind {
        EndKind::Win => "win",
        EndKind::Lose => "lose",
        EndKind::Draw => "draw",
        EndKind::End => "end",
        EndKind::Stage => "win stage",
        EndKind::Goal => "goal",
    }
}

/// The rules of a statement that runs on the reference, in the order of the text.
fn rule_ids(statement: &Statement) -> Vec<RuleId> {
    statements(std::slice::from_ref(statement)).filter_map(Statement::id).collect()
}
