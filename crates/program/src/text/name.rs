//! Names of what a program works on.

use masume_board::Direction;
use masume_rules::model::{
    Content, EMPTY, Layer, LayerKind, Local, ParamKind, ParamSlot, Rules, Value,
};

use super::Printer;
use crate::{Dirs, LayerPlanes, Layout, SetId};

impl Printer<'_> {
    /// A set by its name, which is then defined above.
    pub(super) fn set(&mut self, id: SetId) -> String {
        self.sets.insert(id.0);
        format!("s{}", id.0)
    }

    /// An NFA by its name, which is then defined above.
    pub(super) fn nfa(&mut self, id: u16) -> String {
        self.nfas.insert(id);
        format!("nfa {id}")
    }

    pub(super) fn layer(&self, layer: Layer) -> String {
        layer_name(self.rules, layer)
    }

    /// `disc.black`: a layer and what it holds.
    pub(super) fn content(&self, layer: Layer, content: Content) -> String {
        content_name(self.rules, layer, content)
    }

    /// `disc.black` for a plane of a piece, `tile` for the plane of a layer of numbers.
    pub(super) fn plane(&self, plane: u16) -> String {
        plane_name(self.rules, self.layout, plane)
    }

    pub(super) fn value(&self, value: Value) -> String {
        value_name(self.rules, value)
    }

    pub(super) fn local(&self, local: Local) -> String {
        format!("local{}", local.0)
    }

    /// The heading of an action: its name and what is chosen.
    pub(super) fn action_heading(&self, index: usize) -> String {
        let Some(action) = self.rules.actions.get(index) else {
            return format!("action {index}");
        };
        let slots = action.params.iter().enumerate().map(|(slot, param)| {
            let slot = ParamSlot(slot as u8);
            match param {
                ParamKind::Direction(_) => direction_slot(slot),
                ParamKind::Cell => cell_slot(slot),
                ParamKind::Column | ParamKind::Row => line_slot(slot),
            }
        });
        let words: Vec<String> =
            ["action".to_owned(), action.name.clone()].into_iter().chain(slots).collect();
        words.join(" ")
    }
}

/// A layer.
pub(crate) fn layer_name(rules: &Rules, layer: Layer) -> String {
    match rules.layers.get(usize::from(layer.0)) {
        Some(info) => info.name.clone(),
        None => format!("layer{}", layer.0),
    }
}

/// `disc.black`: a layer and what it holds.
pub(crate) fn content_name(rules: &Rules, layer: Layer, content: Content) -> String {
    let name = match rules.layers.get(usize::from(layer.0)).map(|info| &info.kind) {
        _ if content == EMPTY => "nothing".to_owned(),
        Some(LayerKind::Pieces(pieces)) => {
            let piece = usize::try_from(content).ok().and_then(|index| pieces.get(index));
            piece.map_or_else(|| format!("piece{content}"), |piece| piece.name.clone())
        }
        // Kinds are counted from 1 wherever they are shown.
        Some(LayerKind::Kinds(_)) => (i64::from(content) + 1).to_string(),
        Some(LayerKind::Range(..) | LayerKind::Doubling(..)) | None => content.to_string(),
    };
    format!("{}.{name}", layer_name(rules, layer))
}

/// `disc.black` for a plane of a piece, `tile` for the plane of a layer of numbers.
pub(crate) fn plane_name(rules: &Rules, layout: &Layout, plane: u16) -> String {
    for (index, planes) in layout.layers.iter().enumerate() {
        let layer = Layer(index as u8);
        match *planes {
            LayerPlanes::Pieces { first, count } if (first..first + count).contains(&plane) => {
                return content_name(rules, layer, Content::from(plane - first));
            }
            LayerPlanes::Numbers { occupied, .. } if occupied == plane => {
                return layer_name(rules, layer);
            }
            LayerPlanes::Pieces { .. } | LayerPlanes::Numbers { .. } => {}
        }
    }
    format!("plane{plane}")
}

/// A value that the game declares.
pub(crate) fn value_name(rules: &Rules, value: Value) -> String {
    match rules.values.get(usize::from(value.0)) {
        Some(info) => info.name.clone(),
        None => format!("value{}", value.0),
    }
}

/// A cell that the player chooses.
pub(super) fn cell_slot(slot: ParamSlot) -> String {
    format!("cell{}", slot.0)
}

/// A direction that the player chooses.
pub(super) fn direction_slot(slot: ParamSlot) -> String {
    format!("direction{}", slot.0)
}

/// A column or row that the player chooses.
pub(super) fn line_slot(slot: ParamSlot) -> String {
    format!("line{}", slot.0)
}

/// `8 ways`, `up right`, `against direction0`.
pub(super) fn ways(dirs: &Dirs) -> String {
    match dirs {
        Dirs::Fixed(mask) => fixed_ways(*mask),
        Dirs::Chosen(slot) => direction_slot(*slot),
        Dirs::Against(slot) => format!("against {}", direction_slot(*slot)),
        Dirs::Union(parts) => parts.iter().map(ways).collect::<Vec<String>>().join(" or "),
    }
}

/// Directions as bits.
pub(crate) fn fixed_ways(mask: u8) -> String {
    let of = |ways: &[Direction]| ways.iter().fold(0u8, |mask, &way| mask | 1 << way as u8);
    if mask == of(&Direction::ALL) {
        "8 ways".to_owned()
    } else if mask == of(&Direction::ORTHOGONAL) {
        "4 ways".to_owned()
    } else if mask == 0 {
        "no way".to_owned()
    } else {
        let names: Vec<&str> = super::super::directions(mask).map(Direction::name).collect();
        names.join(" ")
    }
}

/// A place of an nfa by a letter: the first of a pattern without choices is `a`.
pub(super) fn place(index: u16, count: usize) -> String {
    // Places are numbered from the end of the pattern.
    let nth = count.saturating_sub(1).saturating_sub(usize::from(index));
    let letter = |nth: usize| char::from(b'a' + (nth % 26) as u8);
    match nth.checked_sub(26) {
        None => letter(nth).to_string(),
        // `s1` would look like a set.
        Some(nth) => [letter(nth / 26), letter(nth)].iter().collect(),
    }
}

/// Several places, those of the beginning first.
pub(super) fn places(indices: &[u16], count: usize) -> String {
    let mut indices = indices.to_vec();
    indices.sort_unstable_by_key(|&index| std::cmp::Reverse(index));
    let names: Vec<String> = indices.into_iter().map(|index| place(index, count)).collect();
    names.join(" ")
}
