//! Pieces that a game does anything with, and those that none of its rules and boards ever needs.

use std::collections::BTreeMap;

use masume_syntax::ast::{self, LayerKind as Written, Name, SectionKind};
use masume_syntax::{Code, Diagnostic, Severity};

use super::checker::Checker;
use super::names::Symbol;
use super::scope::Home;
use crate::model::{
    Content, Effect, EndKind, Expr, Layer, LayerKind, Part, PassRule, Rules, Statement, Test, Write,
};
use crate::text::picture::{CellContents, read_rows};

/// The pieces of each layer that something asks for, puts or shows.
#[derive(Default)]
pub(super) struct Uses {
    /// Bit i of a layer's entry: piece i. A layer of numbers or kinds is used as a whole.
    pieces: BTreeMap<Layer, u64>,
}

impl Uses {
    fn add(&mut self, layer: Layer, pieces: u64) {
        *self.pieces.entry(layer).or_default() |= pieces;
    }

    fn add_content(&mut self, layer: Layer, content: Content) {
        self.add(layer, u32::try_from(content).map_or(u64::MAX, |it| 1 << it.min(63)));
    }

    fn has(&self, layer: Layer, content: Content) -> bool {
        self.of(layer) >> content.clamp(0, 63) & 1 == 1
    }

    fn of(&self, layer: Layer) -> u64 {
        self.pieces.get(&layer).copied().unwrap_or_default()
    }

    fn add_cells<'c>(&mut self, cells: impl IntoIterator<Item = &'c CellContents>) {
        for &(layer, content) in cells.into_iter().flatten() {
            self.add_content(layer, content);
        }
    }

    pub(super) fn add_all<'r>(&mut self, parts: impl IntoIterator<Item = Part<'r>>) {
        parts.into_iter().for_each(|part| self.add_part(part));
    }

    /// Adds what a part needs itself.
    fn add_part(&mut self, part: Part<'_>) {
        match part {
            Part::Statement(statement) => self.add_statement(statement),
            // What frees a layer needs none of its pieces.
            Part::Write(Write::Clear(_)) => {}
            Part::Write(Write::Piece(layer, contents)) => {
                contents.iter().for_each(|&content| self.add_content(*layer, content));
            }
            Part::Write(Write::Letter(layer, _) | Write::Number(layer, _))
            | Part::Test(Test::Occupied(layer) | Test::Letter { layer, .. })
            | Part::Expr(Expr::Here(layer)) => self.add(*layer, u64::MAX),
            Part::Test(Test::Piece { layer, pieces }) => {
                pieces.iter().for_each(|set| self.add(*layer, set.0));
            }
            Part::Rule(_)
            | Part::Effect(_)
            | Part::Pattern(_)
            | Part::Ways(_)
            | Part::Test(_)
            | Part::Condition(_)
            | Part::Expr(_) => {}
        }
    }

    fn add_statement(&mut self, statement: &Statement) {
        if let Statement::March(march) = statement {
            for row in &march.meets {
                for content in [Some(row.first), Some(row.second), row.left].into_iter().flatten() {
                    self.add_content(march.layer, content);
                }
            }
        } else if let Statement::Deal { layer, .. } | Statement::Shuffle { layer, .. } = statement {
            self.add(*layer, u64::MAX);
        } else if let Statement::Picture { rows, .. } = statement {
            self.add_cells(rows.iter().flatten());
        }
    }

    /// All that the rules and the boards of the file need.
    fn add_rules(&mut self, rules: &Rules, own: &crate::model::Legend) {
        self.add_all(rules.parts());
        for level in &rules.levels {
            let row = |value: &String| ast::Spanned { value: value.clone(), span: level.span };
            let rows: Vec<_> = level.rows.iter().map(row).collect();
            let (cells, _) = read_rows(&rules.layers, own, &rows);
            self.add_cells(cells.iter().flatten());
        }
    }
}

impl<'a> Checker<'a> {
    /// Warns of pieces, layers and words that are never needed; only of a game without errors, for
    /// what could not be read may need them.
    pub(super) fn check_uses(&mut self, file: &'a ast::File, rules: &Rules) {
        let has_errors = self.diagnostics.iter().any(|it| it.severity == Severity::Error);
        if has_errors || !file.broken.is_empty() {
            return;
        }
        let mut uses = std::mem::take(&mut self.uses);
        uses.add_rules(rules, &self.legend);
        for section in &file.sections {
            if let SectionKind::Legend(legend) = &section.kind {
                self.add_legend(legend, &mut uses);
            }
        }
        for section in &file.sections {
            if let SectionKind::Pieces(lines) = &section.kind {
                for (index, line) in lines.iter().enumerate() {
                    self.check_layer(line, Layer(index as u8), &uses);
                }
            } else if let SectionKind::Words(lines) = &section.kind {
                lines.iter().for_each(|line| self.check_occasion(line, rules));
            }
        }
    }

    /// Uses of all that has a glyph, which may come with a board from elsewhere: a level, a state.
    fn add_legend(&self, legend: &'a ast::LegendSection, uses: &mut Uses) {
        for name in legend.lines.iter().flat_map(|line| &line.content) {
            match self.lookup(&name.value, Home::Game) {
                Some(Symbol::Piece(layer, content)) => uses.add_content(layer, content),
                Some(Symbol::Layer(layer)) => uses.add(layer, u64::MAX),
                Some(_) | None => {}
            }
        }
    }

    fn check_layer(&mut self, line: &'a ast::LayerLine, layer: Layer, uses: &Uses) {
        if uses.of(layer) == 0 {
            return self.unused(&line.name, "no rule and no board needs this layer");
        }
        let LayerKind::Pieces(pieces) = &self.layers[usize::from(layer.0)].kind else { return };
        let (Written::Names(names) | Written::PerPlayer(names)) = &line.kind else { return };
        // A kind that each player has is used where anybody's piece of it is.
        let is_used = |name: &Name| {
            let mut all = pieces.iter().enumerate();
            all.any(|(index, piece)| piece.kind == name.value && uses.has(layer, index as Content))
        };
        let unused: Vec<&Name> = names.iter().filter(|name| !is_used(name)).collect();
        for name in unused {
            self.unused(name, "no rule and no board needs this piece");
        }
    }

    fn unused(&mut self, name: &Name, label: &str) {
        let message = format!("nothing uses `{}`", name.value);
        let help = "delete it, or let a rule or a level have it";
        let found = Diagnostic::warning(Code::Unused, name.span, message, label);
        self.report(found.with_help(help));
    }

    /// Warns of words for an occasion that the game never comes to.
    fn check_occasion(&mut self, line: &'a ast::WordLine, rules: &Rules) {
        let [occasion] = line.occasion.as_slice() else { return };
        let ends = |is_meant: fn(EndKind) -> bool| rules.ends.iter().any(|it| is_meant(it.kind));
        let never = match occasion.value.as_str() {
            "stage" if !ends(|it| it == EndKind::Stage) => "no `win stage when …` ends a stage",
            "goal" if !ends(|it| it == EndKind::Goal) => "there is no `goal when …`",
            "pass" if rules.pass == PassRule::Never => "nobody can pass",
            "win" | "lose" | "draw" | "end" | "again" | "result"
                if !ends(|it| !matches!(it, EndKind::Stage | EndKind::Goal))
                    && !rules.parts().any(|it| matches!(it, Part::Effect(Effect::Finish(_)))) =>
            {
                "the game has no end"
            }
            _ => return,
        };
        let message = format!("these words are never said: `{}`", occasion.value);
        let found = Diagnostic::warning(Code::Unused, occasion.span, message, never);
        self.report(found.with_help("delete the line, or add what it is about"));
    }
}
