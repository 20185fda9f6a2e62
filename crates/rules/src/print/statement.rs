//! Statements and rules.

use super::Printer;
use crate::model::{
    Alternative, Assign, Block, Effect, EndKind, March, MarchAim, Rule, Statement, Strategy, Write,
};

impl Printer<'_> {
    /// A heading and its block, where there is one.
    pub(super) fn headed(&mut self, heading: &str, block: &Block) {
        if !block.is_empty() {
            self.line(heading);
            self.deeper(|printer| printer.block(block));
        }
    }

    pub(super) fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Rule(rule) => self.rule(rule),
            Statement::Relocate { id, from, layers, to, .. } => {
                let layers: Vec<String> = layers.iter().map(|layer| self.layer(*layer)).collect();
                let (from, to) = (self.test(from), self.test(to));
                let layers = layers.join(" ");
                self.line(&format!("rule {} move {layers} of [{from}] -> random [{to}]", id.0));
            }
            Statement::OrElse(blocks) => {
                for (index, block) in blocks.iter().enumerate() {
                    self.line(if index == 0 { "either" } else { "else" });
                    self.deeper(|printer| printer.block(block));
                }
            }
            Statement::Must(block) => self.headed_always("must", block),
            Statement::Simultaneous(block, _) => self.headed_always("all at once", block),
            Statement::Repeat(block, _) => self.headed_always("repeat", block),
            Statement::Times(count, block, _) => {
                let heading = format!("{} times", self.expr(count));
                self.headed_always(&heading, block);
            }
            Statement::If(condition, block, otherwise, _) => {
                let heading = format!("if {}", self.condition(condition));
                self.headed_always(&heading, block);
                self.headed("else", otherwise);
            }
            Statement::March(march) => self.march(march),
            Statement::Deal { id, each, layer, over, .. } => {
                let (each, layer, over) = (self.expr(each), self.layer(*layer), self.test(over));
                self.line(&format!("rule {} shuffle {each} of each {layer} over [{over}]", id.0));
            }
            Statement::Shuffle { id, layer, .. } => {
                self.line(&format!("rule {} shuffle {}", id.0, self.layer(*layer)));
            }
            Statement::Until(condition, _) => {
                self.line(&format!("until {}", self.condition(condition)));
            }
            Statement::Let(local, expr, _) => {
                self.line(&format!("let local{} = {}", local.0, self.expr(expr)));
            }
            Statement::Effects(effects, _) => {
                let effects = self.effects(effects);
                self.line(effects.trim_start_matches(", "));
            }
            Statement::Require(condition, _) => {
                self.line(&format!("require {}", self.condition(condition)));
            }
            Statement::Picture { rows, centred, .. } => {
                self.line(if *centred { "picture at centre" } else { "picture" });
                self.deeper(|printer| {
                    for row in rows {
                        let cells = row.iter().map(|cell| {
                            let contents = cell.iter();
                            let shown = contents.map(|(layer, it)| printer.content(*layer, *it));
                            format!("[{}]", shown.collect::<Vec<String>>().join(" "))
                        });
                        let line = cells.collect::<Vec<String>>().join(" ");
                        printer.line(&line);
                    }
                });
            }
        }
    }

    fn headed_always(&mut self, heading: &str, block: &Block) {
        self.line(heading);
        self.deeper(|printer| printer.block(block));
    }

    fn march(&mut self, march: &March) {
        let aim = match &march.aim {
            MarchAim::Toward(test) => format!("toward [{}]", self.test(test)),
            MarchAim::In(ways) => format!("in {}", self.ways(ways)),
        };
        let (layer, walkers) = (self.layer(march.layer), self.test(&march.walkers));
        self.line(&format!("rule {} march {layer} of [{walkers}] {aim}", march.id.0));
        self.deeper(|printer| {
            for row in &march.meets {
                let name = |content| printer.content(march.layer, content);
                let left = row.left.map_or_else(|| "_".to_owned(), name);
                let (first, second) = (name(row.first), name(row.second));
                let effects = printer.effects(&row.effects);
                printer.line(&format!("{first} meets {second} -> {left}{effects}"));
            }
        });
    }

    fn rule(&mut self, rule: &Rule) {
        let strategy = match &rule.strategy {
            Strategy::All => "all".to_owned(),
            Strategy::Each => "each".to_owned(),
            Strategy::First => "first".to_owned(),
            Strategy::Random(None) => "random".to_owned(),
            Strategy::Random(Some(count)) => format!("random {} of", self.expr(count)),
        };
        let mut prefix = format!("rule {} {strategy} {}", rule.id.0, self.ways(&rule.ways));
        if let Some(slot) = rule.from {
            prefix.push_str(&format!(" from {}", self.slot(slot)));
        }
        if let Some(slot) = rule.to {
            prefix.push_str(&format!(" to {}", self.slot(slot)));
        }
        let pattern = self.pattern(&rule.pattern);
        let alternatives: Vec<String> =
            rule.alternatives.iter().map(|alternative| self.alternative(alternative)).collect();
        let effects = self.effects(&rule.effects);
        self.line(&format!("{prefix}: {pattern} -> {}{effects}", alternatives.join(" or ")));
    }

    fn alternative(&self, alternative: &Alternative) -> String {
        let cells = alternative.writes.iter().map(|writes| {
            let parts: Vec<String> = writes.iter().map(|write| self.write(write)).collect();
            format!("[{}]", parts.join(", "))
        });
        let mut shown = cells.collect::<Vec<String>>().join(" ");
        if let Some(chance) = &alternative.chance {
            shown.push_str(&format!(" with chance {}", self.expr(chance)));
        }
        shown
    }

    fn write(&self, write: &Write) -> String {
        let layer = self.layer(write.layer());
        let put = match write {
            Write::Clear(_) => "-".to_owned(),
            Write::Piece(of, contents) => {
                self.by_player(contents, |content| self.content(*of, *content))
            }
            Write::Letter(_, letter) => format!("#{}", letter.0),
            Write::Number(_, expr) => self.expr(expr),
        };
        format!("{layer} {put}")
    }

    /// Each effect after a comma.
    pub(super) fn effects(&self, effects: &[Effect]) -> String {
        let shown = effects.iter().map(|effect| match effect {
            Effect::Assign(value, how, expr) => {
                format!(", {} {} {}", self.value(*value), assign(*how), self.expr(expr))
            }
            Effect::AssignLocal(local, how, expr) => {
                format!(", local{} {} {}", local.0, assign(*how), self.expr(expr))
            }
            Effect::Finish(kind) => match kind {
                EndKind::Win => ", win".to_owned(),
                EndKind::Lose => ", lose".to_owned(),
                EndKind::Draw => ", draw".to_owned(),
                EndKind::End => ", end".to_owned(),
                EndKind::Stage => ", win stage".to_owned(),
                EndKind::Goal => ", goal".to_owned(),
            },
        });
        shown.collect()
    }
}

fn assign(how: Assign) -> &'static str {
    match how {
        Assign::Set => "=",
        Assign::Add => "+=",
        Assign::Subtract => "-=",
    }
}
