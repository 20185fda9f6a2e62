//! Actions that do the same to every line.

use masume_board::Direction;
use masume_program::interp::code::{Instruction, MaskReg, NumReg};
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::NumberPlanes;
use masume_program::interp::slide::Slide;
use masume_program::{
    Dirs, Effect, LayerPlanes, Num, Op, Put, RuleOp, Set, SetId, Strategy, Unsupported,
};
use masume_rules::model::{Arithmetic, Assign, Layer, ParamSlot};

use super::Translation;

/// The directions in which lines are slid.
const WAYS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

impl Translation<'_> {
    /// Directions in which a slide changes anything.
    pub(super) fn slides(&mut self, index: usize, may: MaskReg) -> Result<Pick, Unsupported> {
        let ways = self.ways_of(index)?;
        if !ways.iter().all(|way| WAYS.contains(way)) {
            return Err(Unsupported("lines are slid across"));
        }
        let table = self.slide_of(index)?;
        let dirs = super::set::mask_of(&ways);
        let all = self.emit.mask(|to| Instruction::Slides { table, to });
        let all = self.emit.mask(|to| Instruction::Bits(to, all, dirs));
        Ok(Pick::Directions(self.both(may, all), dirs))
    }

    /// The body of a slide, on the boards of the mask.
    pub(super) fn slide(&mut self, index: usize, mask: MaskReg) -> Result<(), Unsupported> {
        let table = self.slide_of(index)?;
        let slide = &self.slides[usize::from(table)];
        let (value, numbers) = (slide.value, slide.numbers.clone());
        let adds = self.emit.loose_num();
        self.emit.act(Instruction::Slide { table, adds, mask });
        numbers.planes().for_each(|plane| self.emit.forget_plane(plane));
        self.emit.forget_plane(numbers.occupied);
        if let Some(value) = value {
            let value = NumReg(value as u16);
            let after = self.calculated(value, Arithmetic::Add, adds)?;
            self.emit.act(Instruction::Assign(value, after, mask));
            self.emit.forget_table();
        }
        Ok(())
    }

    /// True if the choices of an action were found by a table of lines.
    pub(super) fn is_slide(&self, index: usize) -> bool {
        self.slides.iter().any(|slide| usize::from(slide.action) == index)
    }

    /// The slide that an action is.
    fn slide_of(&mut self, index: usize) -> Result<u16, Unsupported> {
        let known = self.slides.iter().position(|slide| usize::from(slide.action) == index);
        if let Some(known) = known {
            return Ok(known as u16);
        }
        let tried = Unsupported("an action is tried choice by choice");
        if self.programs.len() > 1 || self.registers.numbers.is_empty() {
            return Err(tried);
        }
        let mut found = Sliding { layer: None, value: None };
        let program = self.program();
        for op in &program.actions[index].body {
            self.slides_lines(op, &mut found)?;
        }
        let numbers = self.registers.numbers.iter().find(|it| Some(it.layer) == found.layer);
        let numbers = NumberPlanes::clone(numbers.ok_or(tried)?);
        let slide = Slide::new(self.layout, index as u8, numbers, found.value);
        self.slides
            .push(slide.ok_or(Unsupported("lines that slide are too long to be looked up"))?);
        Ok((self.slides.len() - 1) as u16)
    }

    /// True if a statement does the same to each line by itself: rules along the lines, which look
    /// at nothing but numbers of one layer, and add to one value what depends on the match alone.
    fn slides_lines(&self, op: &Op, found: &mut Sliding) -> Result<(), Unsupported> {
        if let Op::Rule(rule) = op {
            self.slides_by(rule, found)
        } else if let Op::Repeat(block, ..) = op {
            block.iter().try_for_each(|op| self.slides_lines(op, found))
        } else {
            Err(Unsupported("an action is more than rules along lines"))
        }
    }

    fn slides_by(&self, rule: &RuleOp, found: &mut Sliding) -> Result<(), Unsupported> {
        let why = Unsupported("a rule is no slide of lines");
        let nfa = self.nfa(rule.nfa);
        let slot = ParamSlot(0);
        let is_along = rule.dirs == Dirs::Chosen(slot) || rule.dirs == Dirs::Against(slot);
        let is_free = rule.from.is_none() && rule.to.is_none();
        let is_each = matches!(rule.strategy, Strategy::All | Strategy::Each);
        let [alternative] = &rule.alternatives[..] else { return Err(why) };
        if !nfa.is_line || !is_along || !is_free || !is_each || alternative.chance.is_some() {
            return Err(why);
        }
        for place in &nfa.places {
            if !self.asks_numbers(place.test, found) {
                return Err(Unsupported("a rule looks at more than the numbers of its line"));
            }
        }
        for put in alternative.puts.iter().flatten() {
            let is_local = match put {
                Put::Clear(_) | Put::Letter(..) => true,
                Put::Number(_, number) => is_of_match(number),
                Put::Piece(..) => false,
            };
            if !is_local || !found.is_layer(put.layer()) {
                return Err(Unsupported("a rule puts more than numbers of its line"));
            }
        }
        for effect in &rule.effects {
            let Effect::Assign(value, Assign::Add, number) = effect else { return Err(why) };
            let value = usize::from(value.0);
            if !is_of_match(number) || found.value.is_some_and(|known| known != value) {
                return Err(Unsupported("a rule adds what depends on more than its match"));
            }
            found.value = Some(value);
        }
        Ok(())
    }

    /// True if a set asks each cell for its number on the layer alone.
    fn asks_numbers(&self, set: SetId, found: &mut Sliding) -> bool {
        match &self.program().sets[usize::from(set.0)] {
            Set::Planes(planes) | Set::NoPlanes(planes) => planes
                .iter()
                .all(|&plane| self.layer_of(plane).is_some_and(|it| found.is_layer(it))),
            Set::Numbers { left: Num::Here(layer), right: Num::Constant(_), .. } => {
                found.is_layer(*layer)
            }
            Set::Not(inner) => self.asks_numbers(*inner, found),
            Set::And(parts) | Set::Or(parts) => {
                parts.iter().all(|&part| self.asks_numbers(part, found))
            }
            Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }

    /// The layer of numbers whose plane this is.
    fn layer_of(&self, plane: u16) -> Option<Layer> {
        (0u8..).map(Layer).zip(&self.layout.layers).find_map(|(layer, planes)| match *planes {
            LayerPlanes::Numbers { occupied, .. } if occupied == plane => Some(layer),
            LayerPlanes::Numbers { .. } | LayerPlanes::Pieces { .. } => None,
        })
    }
}

/// Common parts of the lines of an action.
struct Sliding {
    layer: Option<Layer>,
    value: Option<usize>,
}

impl Sliding {
    /// True if the layer is the one that slides; the first that is met is.
    fn is_layer(&mut self, layer: Layer) -> bool {
        *self.layer.get_or_insert(layer) == layer
    }
}

/// True if a number depends on nothing but letters.
fn is_of_match(number: &Num) -> bool {
    let mut operands = number.operands().peekable();
    matches!(number, Num::Constant(_) | Num::Letter(_))
        || operands.peek().is_some() && operands.all(is_of_match)
}
