//! The players, pieces and numbers of a game, as rules speak of them.

use crate::Feature;
use crate::tree::{LayerShape, LayerTree, PlayerTree};

use super::maker::Maker;

/// World of a game: all that it has before it has rules.
#[derive(Clone, Debug, Default)]
pub(super) struct World {
    /// Columns of the board, its rim included.
    pub(super) width: usize,
    /// Rows of the board, its rim included.
    pub(super) height: usize,
    pub(super) players: Vec<PlayerTree>,
    pub(super) layers: Vec<LayerTree>,
    /// Every named piece with its layer.
    pub(super) pieces: Vec<(String, usize)>,
    /// Words for the acting player's pieces that mean one piece: `mine`, or `my man`.
    pub(super) own: Vec<&'static str>,
    /// Words for pieces of the acting player and of the others.
    pub(super) sides: Vec<&'static str>,
    /// The layer that letters speak of, if there is exactly one.
    pub(super) lettered: Option<usize>,
    pub(super) values: Vec<String>,
    /// Options that are percentages.
    pub(super) shares: Vec<String>,
    /// Names of tests.
    pub(super) lets: Vec<String>,
    /// Names of statements.
    pub(super) defines: Vec<String>,
    /// Names of actions.
    pub(super) actions: Vec<String>,
}

impl World {
    /// Layers of named pieces.
    pub(super) fn piece_layers(&self) -> Vec<usize> {
        let is_named = |index: &usize| !self.layers[*index].shape.is_lettered();
        (0..self.layers.len()).filter(is_named).collect()
    }

    /// The least and greatest number of the layer that letters speak of.
    pub(super) fn numbers(&self) -> Option<(i32, i32)> {
        self.layers[self.lettered?].shape.numbers()
    }

    /// Layers of numbers, each with its least and greatest.
    pub(super) fn numbered(&self) -> Vec<(usize, i32, i32)> {
        let numbers = |(index, layer): (usize, &LayerTree)| {
            layer.shape.numbers().map(|(first, last)| (index, first, last))
        };
        self.layers.iter().enumerate().filter_map(numbers).collect()
    }

    /// The most cells that a line of the board may have.
    pub(super) fn longest_line(&self) -> usize {
        self.width.max(self.height)
    }

    /// True if every player has a forward direction.
    pub(super) fn has_forward(&self) -> bool {
        self.players.iter().any(|player| player.forward.is_some())
    }
}

impl LayerShape {
    /// True if letters can speak of it: it holds numbers or kinds.
    pub(super) fn is_lettered(&self) -> bool {
        match self {
            Self::Kinds(_) | Self::Range(..) | Self::Doubling(..) => true,
            Self::Pieces(_) | Self::Owned(_) => false,
        }
    }

    /// The least and greatest number, of a layer of numbers.
    pub(super) fn numbers(&self) -> Option<(i32, i32)> {
        match self {
            Self::Range(first, last) | Self::Doubling(first, last) => Some((*first, *last)),
            Self::Kinds(_) | Self::Pieces(_) | Self::Owned(_) => None,
        }
    }
}

const NAMES: [&str; 3] = ["black", "white", "grey"];

const WAYS: [&str; 4] = ["up", "down", "left", "right"];

impl Maker<'_> {
    /// Players, layers and numbers.
    pub(super) fn world(&mut self) {
        self.players();
        let count = self.dice.weighted(&[(45, 1), (40, 2), (15, 3)]);
        if count > 1 {
            self.note(Feature::SeveralLayers);
        }
        for index in 0..count {
            let layer = self.layer(index);
            self.world.layers.push(layer);
        }
        self.name_pieces();
        for name in ["pot", "debt"] {
            if self.dice.percent(40) {
                self.note(Feature::Values);
                self.world.values.push(name.to_owned());
            }
        }
        if self.dice.percent(15) {
            self.note(Feature::Options);
            self.world.shares.push("luck".to_owned());
        }
    }

    fn players(&mut self) {
        let count = self.dice.weighted(&[(40, 0), (45, 2), (15, 3)]);
        self.note(match count {
            0 => Feature::OnePlayer,
            2 => Feature::TwoPlayers,
            _ => Feature::ThreePlayers,
        });
        let has_forward = count > 0 && self.dice.percent(35);
        if has_forward {
            self.note(Feature::Forward);
        }
        for name in NAMES.into_iter().take(count) {
            let forward = has_forward.then(|| self.dice.pick(&WAYS));
            self.world.players.push(PlayerTree { name, forward });
        }
    }

    /// The layer of this index. In a game of several players the first is theirs.
    fn layer(&mut self, index: usize) -> LayerTree {
        if index == 0 && !self.world.players.is_empty() {
            return self.owned_layer();
        }
        let lettered = self.world.layers.iter().filter(|it| it.shape.is_lettered()).count();
        let numbers = if lettered == 0 { 45 } else { 6 };
        if self.dice.percent(numbers) {
            return self.lettered_layer(lettered);
        }
        let (name, names): (_, &[&'static str]) = [
            ("bead", &["red", "blue", "green"][..]),
            ("ground", &["wall", "goal"]),
            ("sign", &["mark"]),
        ][index];
        let most = self.dice.between(1, names.len());
        LayerTree { name, shape: LayerShape::Pieces(names[..most].to_vec()) }
    }

    fn owned_layer(&mut self) -> LayerTree {
        if self.dice.percent(30) {
            self.note(Feature::OwnedKinds);
            let kinds = if self.dice.percent(70) { vec!["man", "king"] } else { vec!["man"] };
            self.world.own.extend(["my man", "my king"].into_iter().take(kinds.len()));
            self.world.sides.extend(["my man", "their man", "man"]);
            return LayerTree { name: "piece", shape: LayerShape::Owned(kinds) };
        }
        self.note(Feature::OwnedPieces);
        self.world.own.push("mine");
        let mut names = NAMES[..self.world.players.len()].to_vec();
        if self.dice.percent(20) {
            names.push("stone");
        }
        LayerTree { name: "disc", shape: LayerShape::Pieces(names) }
    }

    fn lettered_layer(&mut self, before: usize) -> LayerTree {
        let name = if before == 0 { "tile" } else { "depth" };
        let shape = match self.dice.below(3) {
            0 => {
                self.note(Feature::Kinds);
                LayerShape::Kinds(self.dice.between(2, 4))
            }
            1 => {
                self.note(Feature::Range);
                let (first, last) = self.dice.pick(&[(0, 3), (0, 9), (1, 6), (-4, 4), (-60, 60)]);
                LayerShape::Range(first, last)
            }
            _ => {
                self.note(Feature::Doubling);
                let (first, last) = self.dice.pick(&[(2, 64), (1, 8), (3, 48), (2, 1 << 20)]);
                LayerShape::Doubling(first, last)
            }
        };
        LayerTree { name, shape }
    }

    fn name_pieces(&mut self) {
        let world = &mut self.world;
        let mut lettered = Vec::new();
        for (index, layer) in world.layers.iter().enumerate() {
            match &layer.shape {
                LayerShape::Pieces(names) => {
                    let names = names.iter().map(|name| ((*name).to_owned(), index));
                    world.pieces.extend(names);
                }
                LayerShape::Owned(kinds) => {
                    for player in &world.players {
                        let names = kinds.iter().map(|kind| format!("{}-{kind}", player.name));
                        world.pieces.extend(names.map(|name| (name, index)));
                    }
                }
                LayerShape::Kinds(_) | LayerShape::Range(..) | LayerShape::Doubling(..) => {
                    lettered.push(index);
                }
            }
        }
        if let [only] = lettered[..] {
            world.lettered = Some(only);
        }
        if !world.players.is_empty() {
            world.sides.extend(["mine", "mine", "theirs", "theirs"]);
        }
    }
}
