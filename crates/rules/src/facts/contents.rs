//! Contents of a cell that passes a test: never less than it may have, sometimes more.

use crate::model::{
    Compare, Content, EMPTY, Expr, Layer, LayerInfo, LayerKind, Player, Rule, Test,
};

/// Contents that one layer of a cell may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// True if it may be free.
    free: bool,
    /// Bit i: piece or kind i; all of them for a layer of numbers that may hold any.
    pieces: u64,
    /// The only number, where there is only one.
    number: Option<i64>,
}

/// Contents that the layers of one cell may have, indexed by layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents(Vec<Held>);

impl Held {
    /// Anything that is not nothing.
    pub const SOMETHING: Self = Self { free: false, pieces: u64::MAX, number: None };
    const ANYTHING: Self = Self { free: true, ..Self::SOMETHING };
    const FREE: Self = Self { free: true, ..Self::NEVER };
    const NEVER: Self = Self { free: false, pieces: 0, number: None };

    /// This, or nothing where it is [`EMPTY`].
    pub fn of(content: Content) -> Self {
        match u32::try_from(content) {
            _ if content == EMPTY => Self::FREE,
            Ok(piece) if piece < u64::BITS => Self { pieces: 1 << piece, ..Self::NEVER },
            Ok(_) | Err(_) => Self::SOMETHING,
        }
    }

    /// The one piece that the layer holds, where it certainly holds that.
    pub fn only_piece(self) -> Option<Content> {
        let is_one = !self.free && self.pieces.count_ones() == 1;
        is_one.then_some(self.pieces.trailing_zeros() as Content)
    }

    /// The number that the layer holds, where it certainly holds that.
    pub fn only_number(self) -> Option<i64> {
        self.number.filter(|_| !self.free)
    }

    /// True if the layer may hold nothing.
    pub fn may_be_free(self) -> bool {
        self.free
    }

    /// True if the layer may hold anything.
    pub fn may_be_occupied(self) -> bool {
        self.pieces != 0
    }

    /// True if the layer certainly holds nothing.
    pub fn is_free(self) -> bool {
        self.free && !self.may_be_occupied()
    }

    /// True if the layer may hold this, or nothing where it is [`EMPTY`].
    pub fn may_be(self, content: Content) -> bool {
        match u32::try_from(content) {
            _ if content == EMPTY => self.free,
            Ok(piece) if piece < u64::BITS => self.pieces >> piece & 1 == 1,
            Ok(_) | Err(_) => self.may_be_occupied(),
        }
    }

    /// True if everything possible here is possible there too.
    pub fn is_within(self, other: Self) -> bool {
        (!self.free || other.free)
            && self.pieces & !other.pieces == 0
            && (other.number.is_none() || self.number == other.number)
    }

    fn and(self, other: Self) -> Self {
        let differ = matches!((self.number, other.number), (Some(one), Some(two)) if one != two);
        Self {
            free: self.free && other.free,
            pieces: if differ { 0 } else { self.pieces & other.pieces },
            number: self.number.or(other.number),
        }
    }

    /// True if nothing is possible both here and there.
    pub fn is_disjoint(self, other: Self) -> bool {
        self.and(other).is_never()
    }

    /// Contents that are possible here or there.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            free: self.free || other.free,
            pieces: self.pieces | other.pieces,
            number: self.number.filter(|_| self.number == other.number),
        }
    }

    /// True if nothing is possible, not even that it is free.
    fn is_never(self) -> bool {
        !self.free && !self.may_be_occupied()
    }
}

impl Contents {
    /// Contents of a cell that passes when this player acts; `None` where no cell passes.
    pub fn of(test: &Test, layers: &[LayerInfo], player: Player) -> Option<Self> {
        Asked { layers, player }.contents(test, true)
    }

    /// As [`Self::of`] for each position of a rule's pattern. Where no cell passes, all that is said of
    /// such a cell is true.
    pub fn by_position(rule: &Rule, layers: &[LayerInfo], player: Player) -> Vec<Self> {
        let mut found = vec![Self::never(layers.len()); rule.positions as usize];
        for (position, test) in rule.pattern.cells() {
            if let (Some(entry), Some(held)) =
                (found.get_mut(position as usize), Self::of(test, layers, player))
            {
                *entry = held;
            }
        }
        found
    }

    /// Contents of a cell that there is none of, on so many layers.
    pub fn never(layers: usize) -> Self {
        Self(vec![Held::NEVER; layers])
    }

    /// Contents that a layer may have.
    pub fn on(&self, layer: Layer) -> Held {
        self.0.get(usize::from(layer.0)).copied().unwrap_or(Held::ANYTHING)
    }

    /// Contents that each layer may have, in order.
    pub fn layers(&self) -> impl Iterator<Item = (Layer, Held)> {
        self.0.iter().enumerate().map(|(index, held)| (Layer(index as u8), *held))
    }

    /// True if no cell can hold what is possible here and there.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, two)| one.is_disjoint(*two))
    }

    fn merge(self, other: &Self, merged: fn(Held, Held) -> Held) -> Self {
        let held = self.0.into_iter().zip(&other.0);
        Self(held.map(|(one, two)| merged(one, *two)).collect())
    }
}

/// Layers and player of the question.
struct Asked<'l> {
    layers: &'l [LayerInfo],
    player: Player,
}

impl Asked<'_> {
    /// Contents of a cell that passes, or of one that does not.
    fn contents(&self, test: &Test, passes: bool) -> Option<Contents> {
        match test {
            Test::Not(inner) => self.contents(inner, !passes),
            Test::And(parts) | Test::Or(parts) => {
                let parts = parts.iter().map(|part| self.contents(part, passes));
                if matches!(test, Test::And(_)) == passes {
                    self.all_of(parts)
                } else {
                    parts.flatten().reduce(|one, other| one.merge(&other, Held::or))
                }
            }
            Test::Any => passes.then(|| self.anything()),
            Test::Empty if passes => Some(Contents(vec![Held::FREE; self.layers.len()])),
            Test::Occupied(layer) => {
                Some(self.on(*layer, if passes { self.something(*layer) } else { Held::FREE }))
            }
            Test::Letter { layer, .. } if passes => Some(self.on(*layer, self.something(*layer))),
            Test::Piece { layer, pieces } => {
                let index = if pieces.len() == 1 { 0 } else { usize::from(self.player.0) };
                let set = pieces.get(index).map_or(0, |set| set.0);
                let pieces = if passes { set } else { self.something(*layer).pieces & !set };
                let held = Held { free: !passes, pieces, number: None };
                (!held.is_never()).then(|| self.on(*layer, held))
            }
            Test::Compare(comparison) if passes => {
                let (left, right) = (&comparison.left, &comparison.right);
                // A number of a layer that holds none makes the comparison false.
                let number = match (comparison.operator, right) {
                    (Compare::Equal, Expr::Constant(number)) => Some(*number),
                    _other => None,
                };
                let sides = [(left, number), (right, None)].map(|(side, number)| {
                    let Expr::Here(layer) = side else { return Some(self.anything()) };
                    Some(self.on(*layer, Held { number, ..self.something(*layer) }))
                });
                self.all_of(sides)
            }
            Test::Empty
            | Test::Letter { .. }
            | Test::Compare(_)
            | Test::Chosen(_)
            | Test::InLine(_)
            | Test::Centre
            | Test::Near(..)
            | Test::Neighbours { .. }
            | Test::Sees { .. } => Some(self.anything()),
        }
    }

    fn anything(&self) -> Contents {
        Contents(vec![Held::ANYTHING; self.layers.len()])
    }

    /// A cell of which one layer is known.
    fn on(&self, layer: Layer, held: Held) -> Contents {
        let mut cell = self.anything();
        if let Some(entry) = cell.0.get_mut(usize::from(layer.0)) {
            *entry = held;
        }
        cell
    }

    fn something(&self, layer: Layer) -> Held {
        let count = match self.layers.get(usize::from(layer.0)).map(|info| &info.kind) {
            Some(LayerKind::Pieces(pieces)) => pieces.len() as u32,
            Some(LayerKind::Kinds(count)) => *count,
            Some(LayerKind::Range(..) | LayerKind::Doubling(..)) | None => u64::BITS,
        };
        let pieces = 1u64.checked_shl(count).map_or(u64::MAX, |above| above - 1);
        Held { pieces, ..Held::SOMETHING }
    }

    /// Contents that all of these leave possible.
    fn all_of(&self, parts: impl IntoIterator<Item = Option<Contents>>) -> Option<Contents> {
        let mut all = self.anything();
        for part in parts {
            all = all.merge(&part?, Held::and);
        }
        (!all.0.iter().any(|held| held.is_never())).then_some(all)
    }
}
