//! Legends, and the glyphs of what has none.

use std::collections::BTreeMap;

use masume_syntax::ast::{self, LegendSection, Spanned};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::left_behind::together;
use super::names::Symbol;
use crate::model::{Content, Layer, LayerKind, Legend, LegendEntry};
use crate::text::picture::{CellContents, NOTHING};

impl<'a> Checker<'a> {
    /// The game's own legend, completed, and those for other formats as they are.
    pub(super) fn legends(&mut self, sections: &[&'a LegendSection]) -> Vec<Legend> {
        let mut own: Option<Legend> = None;
        let mut others: Vec<Legend> = Vec::new();
        for section in sections {
            let name = section.name.as_ref();
            let legend = self.legend(section);
            match name {
                None if own.is_none() => own = Some(legend),
                None => {
                    let span = section.lines.first().map_or_else(Default::default, |it| it.span);
                    let label = "only a legend with a name can be a second one";
                    self.error(Code::DuplicateSection, span, "`legend` stands twice", label);
                }
                Some(name) => {
                    if others.iter().any(|other| other.name == name.value) {
                        let message = format!("`legend {}` stands twice", name.value);
                        let label = "a legend has this name already";
                        self.error(Code::DuplicateSection, name.span, message, label);
                        continue;
                    }
                    others.push(legend);
                }
            }
        }
        let own = own.unwrap_or(Legend { name: String::new(), entries: Vec::new() });
        others.insert(0, own);
        // What is added is not said by the author.
        self.together = together(&others, self.layers.len());
        self.complete(&mut others[0]);
        others
    }

    fn legend(&mut self, section: &'a LegendSection) -> Legend {
        let mut entries = Vec::new();
        let mut used: BTreeMap<char, Span> = BTreeMap::new();
        for line in &section.lines {
            let mut glyphs: Vec<Spanned<char>> = Vec::new();
            for glyph in &line.glyphs {
                if let Some(first) = used.get(&glyph.value) {
                    let message = format!("the glyph `{}` is given twice", glyph.value);
                    let label = format!("it means something already, {}", self.on_line(*first));
                    self.error(Code::BadGlyph, glyph.span, message, label);
                    continue;
                }
                used.insert(glyph.value, glyph.span);
                glyphs.push(glyph.clone());
            }
            self.legend_line(line, &glyphs, &mut entries);
        }
        let name = section.name.as_ref().map_or_else(String::new, |name| name.value.clone());
        Legend { name, entries }
    }

    fn legend_line(
        &mut self,
        line: &'a ast::LegendLine,
        glyphs: &[Spanned<char>],
        entries: &mut Vec<LegendEntry>,
    ) {
        let mut contents: Vec<(Layer, Content)> = Vec::new();
        let mut kinds: Option<(Layer, u32)> = None;
        for name in &line.content {
            let (layer, content) = match self.lookup(&name.value, super::scope::Home::Game) {
                Some(Symbol::Piece(layer, content)) => (layer, Some(content)),
                Some(Symbol::Layer(layer)) => match self.layers[usize::from(layer.0)].kind {
                    LayerKind::Kinds(count) => {
                        kinds = Some((layer, count));
                        (layer, None)
                    }
                    LayerKind::Pieces(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                        return self.not_shown(name, "a layer without kinds");
                    }
                },
                Some(symbol) => return self.not_shown(name, symbol.describe()),
                None => {
                    let scope = self.section_scope();
                    return self.unknown_name(name, &scope, "a piece or `nothing`", |symbol| {
                        matches!(symbol, Symbol::Piece(..))
                    });
                }
            };
            if contents.iter().any(|(taken, _)| *taken == layer)
                || content.is_some() && kinds.is_some_and(|(taken, _)| taken == layer)
            {
                let label = format!("the layer `{}` has something already", self.layer_name(layer));
                let message = "two pieces of one layer in one cell";
                return self.error(Code::SameLayerTwice, name.span, message, label);
            }
            contents.extend(content.map(|content| (layer, content)));
        }
        contents.sort_unstable();
        let Some((layer, count)) = kinds else {
            let glyphs = glyphs.iter().map(|glyph| glyph.value).collect::<Vec<char>>();
            if !glyphs.is_empty() {
                entries.push(LegendEntry { glyphs, contents });
            }
            return;
        };
        if let Some(extra) = glyphs.get(count as usize) {
            let label = "a glyph too many";
            let message = format!("`{}` has {count} kinds", self.layer_name(layer));
            self.error(Code::BadGlyph, extra.span, message, label);
        } else if let Some(last) = glyphs.last()
            && glyphs.len() < count as usize
        {
            let message = format!("`{}` has {count} kinds", self.layer_name(layer));
            let label = match glyphs.len() {
                1 => "one glyph stands for the first kind alone".to_owned(),
                shown => format!("these glyphs stand for the first {shown} alone"),
            };
            let help = format!("write {count} glyphs, one for each kind, in their order");
            let diagnostic = Diagnostic::warning(Code::BadGlyph, last.span, message, label);
            self.report(diagnostic.with_help(help));
        }
        for (kind, glyph) in glyphs.iter().take(count as usize).enumerate() {
            let mut contents = contents.clone();
            contents.push((layer, kind as Content));
            contents.sort_unstable();
            entries.push(LegendEntry { glyphs: vec![glyph.value], contents });
        }
    }

    fn not_shown(&mut self, name: &ast::Name, found: &str) {
        let message = format!("`{}` is {found}", name.value);
        self.report(
            Diagnostic::error(Code::WrongKindOfName, name.span, message, "expected a piece")
                .with_help("a glyph shows pieces, `nothing`, or a layer of kinds"),
        );
    }

    /// Gives a glyph to everything alone in a cell that has none, so that states can be printed:
    /// `.` to nothing, to a piece a letter of its name, to kinds the letters and digits in order.
    fn complete(&self, legend: &mut Legend) {
        let mut alone: Vec<(CellContents, Vec<char>)> =
            vec![(Vec::new(), vec![NOTHING, '-', '_', ' '])];
        for (index, info) in self.layers.iter().enumerate() {
            let layer = Layer(index as u8);
            match &info.kind {
                LayerKind::Pieces(pieces) => {
                    for (content, piece) in pieces.iter().enumerate() {
                        let contents = vec![(layer, content as Content)];
                        alone.push((contents, glyphs_for(&piece.name)));
                    }
                }
                LayerKind::Kinds(count) => {
                    for kind in 0..*count {
                        alone.push((vec![(layer, kind as Content)], Vec::new()));
                    }
                }
                LayerKind::Range(..) | LayerKind::Doubling(..) => {}
            }
        }
        for (contents, wished) in alone {
            if legend.entries.iter().any(|entry| entry.contents == contents) {
                continue;
            }
            let is_free = |glyph: &char| {
                !legend.entries.iter().any(|entry| entry.glyphs.contains(glyph))
                    && (contents.is_empty() || *glyph != NOTHING)
            };
            let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('\u{a1}'..='\u{2ff}');
            if let Some(glyph) = wished.into_iter().chain(letters).find(is_free) {
                legend.entries.push(LegendEntry { glyphs: vec![glyph], contents });
            }
        }
    }
}

/// The first letter of a name, small and capital, then its others.
fn glyphs_for(name: &str) -> Vec<char> {
    let mut glyphs = Vec::new();
    for letter in name.chars().filter(|letter| letter.is_alphanumeric()) {
        glyphs.push(letter);
        glyphs.extend(letter.to_uppercase().next());
    }
    glyphs
}
