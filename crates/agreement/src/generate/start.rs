//! Set-ups that fill the board well, and what follows every action.

use crate::Feature;
use crate::tree::{LayerShape, Sort, Statement, Term};

use super::maker::{Maker, Site, line};

impl Maker<'_> {
    /// The rows of a level, if the game has one, and the statements of `start`.
    pub(super) fn start(
        &mut self,
        width: usize,
        height: usize,
    ) -> (Option<Vec<String>>, Vec<Statement>) {
        self.site = Site::default();
        let mut start = Vec::new();
        let mut level = None;
        let lettered = self.world.layers.iter().filter(|it| it.shape.numbers().is_some()).count();
        let is_drawn = lettered < 2 && width * height <= 200 && self.dice.percent(35);
        if is_drawn {
            let rows = self.picture(width, height);
            if self.dice.percent(50) {
                self.note(Feature::Level);
                level = Some(rows);
            } else {
                self.note(Feature::Picture);
                start.push(Statement::Picture { is_centred: self.dice.percent(40), rows });
            }
        } else {
            for index in 0..self.world.layers.len() {
                self.fill_layer(index, &mut start);
            }
        }
        if self.dice.percent(8) {
            start.push(Statement::Rule(self.rule()));
        }
        if self.dice.percent(4) {
            self.note(Feature::Until);
            let test = self.plain_atom();
            start.push(Statement::Line(Term::frame(Sort::Line, "until some @", [test])));
        }
        (level, start)
    }

    /// Statements that lay something on this layer.
    fn fill_layer(&mut self, index: usize, start: &mut Vec<Statement>) {
        let layer = self.world.layers[index].clone();
        let name = layer.name;
        let share = self.dice.pick(&[2, 3, 3, 4, 6]);
        match &layer.shape {
            LayerShape::Pieces(_) | LayerShape::Owned(_) => {
                let pieces = self.world.pieces.iter().filter(|(_, it)| *it == index);
                let pieces: Vec<String> = pieces.map(|(name, _)| name.clone()).collect();
                if pieces.len() > 1 && self.dice.percent(60) {
                    self.note(Feature::Alternatives);
                    let shown = format!(
                        "{} with chance 40% or ... with chance 20% or {}",
                        pieces[0], pieces[1]
                    );
                    start.push(Statement::Line(line(format!("[no {name}] -> {shown}"))));
                }
                for piece in &pieces {
                    self.note(Feature::RandomOf);
                    let text =
                        format!("random width * height / {} of [no {name}] -> {piece}", share + 1);
                    start.push(Statement::Line(line(text)));
                }
            }
            LayerShape::Kinds(_) => {
                self.note(Feature::Deal);
                start.push(Statement::Line(line(format!(
                    "shuffle width * height / 8 + 1 of each {name} over any"
                ))));
            }
            LayerShape::Range(first, last) | LayerShape::Doubling(first, last) => {
                let (first, last) = (*first, *last);
                let numbers = layer.shape.some_numbers(first, last);
                let (one, other) = (self.dice.pick(&numbers), self.dice.pick(&numbers));
                let is_only = self.world.lettered.is_some();
                for number in [one, other] {
                    let put = if is_only {
                        format!("{{{number}}}")
                    } else {
                        format!("[{name} = {number}]")
                    };
                    let text = format!("random width * height / {share} of [no {name}] -> {put}");
                    start.push(Statement::Line(line(text)));
                }
            }
        }
    }

    fn picture(&mut self, width: usize, height: usize) -> Vec<String> {
        let is_spaced = self.world.layers.iter().any(|layer| layer.shape.numbers().is_some());
        let mut glyphs: Vec<String> = Vec::new();
        for layer in &self.world.layers {
            match layer.shape {
                LayerShape::Range(first, last) | LayerShape::Doubling(first, last) => {
                    glyphs.extend(layer.shape.some_numbers(first, last));
                }
                LayerShape::Kinds(_) | LayerShape::Pieces(_) | LayerShape::Owned(_) => {}
            }
        }
        glyphs.extend(self.glyphs().into_iter().map(|glyph| glyph.to_string()));
        let free = self.dice.pick(&[20, 40, 60]);
        let mut rows = Vec::new();
        for _ in 0..height {
            let mut row = Vec::new();
            for _ in 0..width {
                let is_free = self.dice.percent(free);
                row.push(if is_free { ".".to_owned() } else { self.dice.pick(&glyphs) });
            }
            rows.push(row.join(if is_spaced { " " } else { "" }));
        }
        rows
    }

    /// The glyphs of all pieces and kinds.
    fn glyphs(&self) -> Vec<char> {
        crate::print::glyphs(&self.world.players, &self.world.layers)
            .into_iter()
            .map(|(glyph, _)| glyph)
            .collect()
    }

    pub(super) fn then(&mut self) -> Vec<Statement> {
        self.site = Site::default();
        if !self.dice.percent(22) {
            return Vec::new();
        }
        self.note(Feature::Then);
        self.block(1)
    }
}

impl LayerShape {
    /// Some of the numbers, as text.
    fn some_numbers(&self, first: i32, last: i32) -> Vec<String> {
        let doubled = (0..3).map(|times| first << times);
        let counted = (0..4).map(|more| first + more * 3 / 2);
        let numbers: Vec<i32> = match self {
            Self::Doubling(..) => doubled.collect(),
            Self::Range(..) | Self::Kinds(_) | Self::Pieces(_) | Self::Owned(_) => {
                counted.collect()
            }
        };
        numbers
            .into_iter()
            .filter(|it| (first..=last).contains(it))
            .map(|it| it.to_string())
            .collect()
    }
}
