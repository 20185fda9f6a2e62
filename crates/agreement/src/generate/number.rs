//! Numbers.

use crate::tree::{Sort, Term};

use super::maker::{Maker, number};

impl Maker<'_> {
    /// A number; a depth of 0 is a number or a name.
    pub(super) fn number(&mut self, depth: usize) -> Term {
        let deeper = if depth > 0 { 1 } else { 0 };
        match self.dice.weighted(&[
            (40, 0),
            (30, 1),
            (25 * deeper, 2),
            (20 * deeper, 3),
            (5 * deeper, 4),
        ]) {
            0 => number(self.dice.between(0, 5).to_string()),
            1 => self.named_number(),
            2 => {
                let test = self.plain_atom();
                Term::frame(Sort::Number, "count @", [test])
            }
            3 => self.operation(depth - 1),
            _ => {
                let test = self.plain_atom();
                let line = self.dice.pick(&["row", "column"]);
                Term::frame(Sort::Number, &format!("{line} of @"), [test])
            }
        }
    }

    fn named_number(&mut self) -> Term {
        let mut names: Vec<String> = ["width", "height", "ply"].map(str::to_owned).to_vec();
        let world = &self.world;
        let site = &self.site;
        names.extend(world.values.iter().chain(&world.values).cloned());
        names.extend(site.locals.iter().chain(&site.locals).cloned());
        names.extend(site.lines.iter().map(|line| (*line).to_owned()));
        for letter in site.letters.iter().chain(&site.letters) {
            names.extend([(*letter).to_owned(), format!("2{letter}")]);
        }
        if let Some(direction) = site.direction {
            names.extend([format!("across {direction}"), format!("down {direction}")]);
        }
        if site.has_cell {
            names.extend(["row", "column"].map(str::to_owned));
            let layers = world.layers.iter().filter(|layer| layer.shape.numbers().is_some());
            names.extend(layers.flat_map(|layer| [layer.name.to_owned(), layer.name.to_owned()]));
        }
        number(self.dice.pick(&names))
    }

    fn operation(&mut self, depth: usize) -> Term {
        let (one, other) = (self.number(depth), self.number(depth));
        let text = self.dice.pick(&[
            "(@ + @)",
            "(@ - @)",
            "(@ + @)",
            "(@ * @)",
            "(@ mod 3)",
            "(@ / 2)",
            "(@ mod @)",
            "min(@, @)",
            "max(@, @)",
            "abs(@)",
            "(-@)",
        ]);
        let parts = if text.matches('@').count() == 1 { vec![one] } else { vec![one, other] };
        Term::frame(Sort::Number, text, parts)
    }

    /// Probability of something.
    pub(super) fn chance(&mut self) -> Term {
        match self.dice.below(6) {
            0 if !self.world.shares.is_empty() => number(self.dice.pick(&self.world.shares)),
            1 => {
                let share = self.number(1);
                Term::frame(Sort::Number, "min(10000, max(0, 2000 * @))", [share])
            }
            _ => number(self.dice.pick(&["50%", "25%", "10%", "12.5%", "33.33%", "90%", "100%"])),
        }
    }
}
