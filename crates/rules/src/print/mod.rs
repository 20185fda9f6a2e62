//! The typed meaning as readable text: for designers, who see what a definition became, and for
//! tests, which keep it. Not a game text: it is never read back.

mod expr;
mod pattern;
mod rules;
mod statement;
mod table;

use crate::model::{Layer, LayerKind, ParamKind, ParamSlot, Rules};

pub use rules::{RuleText, print_rules};

/// The rules as indented text, the same for the same rules.
///
/// ```text
/// action push in d(up left right down)
///   else
///     rule 0 all d: [player] [box] [no wall, no thing] -> [thing -] [thing player] [thing box]
/// ```
pub fn print(rules: &Rules) -> String {
    let mut printer = Printer { rules, params: &[], text: String::new(), depth: 0 };
    printer.tables();
    printer.sections();
    printer.text
}

/// Text in the making, one line after another.
struct Printer<'r> {
    rules: &'r Rules,
    /// Those of the current action.
    params: &'r [ParamKind],
    text: String,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn deeper(&mut self, work: impl FnOnce(&mut Self)) {
        self.depth += 1;
        work(self);
        self.depth -= 1;
    }

    fn layer(&self, layer: Layer) -> String {
        match self.rules.layers.get(usize::from(layer.0)) {
            Some(info) => info.name.clone(),
            None => format!("layer{}", layer.0),
        }
    }

    /// A content by its name, where it has one.
    fn content(&self, layer: Layer, content: i32) -> String {
        match self.rules.layers.get(usize::from(layer.0)).map(|info| &info.kind) {
            Some(LayerKind::Pieces(pieces)) => match pieces.get(content as usize) {
                Some(piece) => piece.name.clone(),
                None => format!("piece{content}"),
            },
            Some(LayerKind::Kinds(_)) => format!("kind{content}"),
            Some(LayerKind::Range(..) | LayerKind::Doubling(..)) | None => content.to_string(),
        }
    }

    /// One text where it serves every player, else one for each: `black: a, white: b`.
    fn by_player<T>(&self, entries: &[T], shown: impl Fn(&T) -> String) -> String {
        if let [only] = entries {
            return shown(only);
        }
        let names = self.rules.players.iter().map(|player| player.name.as_str());
        let parts: Vec<String> =
            names.zip(entries).map(|(name, entry)| format!("{name}: {}", shown(entry))).collect();
        format!("<{}>", parts.join(", "))
    }

    /// A parameter: the first letter of its kind and its place.
    fn slot(&self, slot: ParamSlot) -> String {
        let kind = match self.params.get(usize::from(slot.0)) {
            Some(ParamKind::Direction(_)) => "direction",
            Some(ParamKind::Cell) => "cell",
            Some(ParamKind::Column) => "column",
            Some(ParamKind::Row) => "row",
            None => "parameter",
        };
        format!("{kind}{}", slot.0)
    }
}
