//! Contents that rules put on cells.

use std::collections::BTreeMap;

use masume_program::interp::code::{Instruction, SetReg};
use masume_program::{Alternative, LayerPlanes, SetId, Unsupported};
use masume_rules::chance::CERTAIN;
use masume_rules::model::{Content, EMPTY, Layer};

use super::letters::What;
use super::rule::Change;
use super::{NumberPlanes, Translation};

/// A plane that gains cells, or loses them.
struct Edit {
    plane: SetReg,
    gains: bool,
    cells: SetReg,
}

impl Translation<'_> {
    /// A plane's own register stays what it is only until the plane is written.
    pub(crate) fn loosened(&mut self, set: SetReg) -> SetReg {
        if self.registers.is_plane(set) {
            return self.emit.set(|to| Instruction::Copy(to, set));
        }
        set
    }

    /// Weights that are the same in every state and come to a whole.
    pub(super) fn weights(&self, alternatives: &[Alternative]) -> Result<Vec<u32>, Unsupported> {
        let why = Unsupported("what is put is drawn with chances that change");
        let mut weights = Vec::new();
        let mut rest = CERTAIN;
        for (index, alternative) in alternatives.iter().enumerate() {
            let weight = match &alternative.chance {
                Some(chance) => {
                    u32::try_from(self.constant_of(chance).ok_or(why)?).map_err(|_| why)?
                }
                None if index + 1 == alternatives.len() => rest,
                None => 0,
            };
            rest = rest.checked_sub(weight).ok_or(why)?;
            weights.push(weight);
        }
        if rest == 0 { Ok(weights) } else { Err(why) }
    }

    /// Puts what changes put, on cells that no two of them share, or only with the same content.
    pub(super) fn write(&mut self, changes: Vec<Change>) -> Result<(), Unsupported> {
        // By plane the cells that it loses, and those that it gains.
        let mut edits: BTreeMap<SetReg, [Option<SetReg>; 2]> = BTreeMap::new();
        for change in changes {
            for Edit { plane, gains, cells } in self.edits(&change)? {
                let edit = edits.entry(plane).or_default();
                edit[usize::from(gains)] = Some(self.or(edit[usize::from(gains)], cells));
            }
        }
        for (plane, [lost, gained]) in edits {
            if let Some(lost) = lost {
                self.lose(plane, lost);
            }
            if let Some(gained) = gained {
                self.gain(plane, gained);
            }
        }
        Ok(())
    }

    fn edits(&self, change: &Change) -> Result<Vec<Edit>, Unsupported> {
        match &change.what {
            What::Content(content) => self.edits_of_content(change, *content),
            What::Bound(arrives) => self.edits_of_bound(change, arrives),
        }
    }

    fn edits_of_content(
        &self,
        change: &Change,
        content: Content,
    ) -> Result<Vec<Edit>, Unsupported> {
        let Change { layer, cells, tests, .. } = change;
        let mut edits = Vec::new();
        let mut add = |plane, gains| edits.push(Edit { plane, gains, cells: *cells });
        match self.layout.layer(*layer) {
            LayerPlanes::Pieces { first, count } => {
                for piece in 0..count {
                    let gains = Content::from(piece) == content;
                    if gains || !self.is_free_of(first + piece, tests) {
                        add(SetReg(first + piece), gains);
                    }
                }
            }
            LayerPlanes::Numbers { occupied, .. } => {
                let numbers = self.numbers_on(*layer)?;
                let code = match content {
                    EMPTY => 0,
                    content => numbers
                        .code(content)
                        .ok_or(Unsupported("a layer holds too many numbers"))?,
                };
                let is_free = self.is_free_of(occupied, tests);
                for (bit, plane) in (0u32..).zip(numbers.planes()) {
                    let gains = code >> bit & 1 == 1;
                    if gains || !is_free {
                        add(plane, gains);
                    }
                }
                add(SetReg(occupied), code != 0);
            }
        }
        Ok(edits)
    }

    /// Edits of planes where a bound content arrives, each with the cells on which it does.
    fn edits_of_bound(
        &self,
        change: &Change,
        arrives: &[(SetReg, SetReg)],
    ) -> Result<Vec<Edit>, Unsupported> {
        let Change { layer, cells, tests, .. } = change;
        let mut edits = Vec::new();
        let mut lose = |plane| edits.push(Edit { plane, gains: false, cells: *cells });
        match self.layout.layer(*layer) {
            LayerPlanes::Pieces { first, count } => {
                let held = (first..first + count).filter(|&plane| !self.is_free_of(plane, tests));
                held.map(SetReg).for_each(lose);
            }
            LayerPlanes::Numbers { occupied, .. } => {
                let occupied = SetReg(occupied);
                if !self.is_free_of(occupied.0, tests) {
                    self.numbers_on(*layer)?.planes().for_each(&mut lose);
                    // Where nothing is bound nothing comes.
                    if !arrives.contains(&(occupied, *cells)) {
                        lose(occupied);
                    }
                }
            }
        }
        let gained = arrives.iter().map(|&(plane, cells)| Edit { plane, gains: true, cells });
        edits.extend(gained);
        Ok(edits)
    }

    /// True if no cell that passes one of the tests is on the plane.
    pub(super) fn is_free_of(&self, plane: u16, tests: &[SetId]) -> bool {
        !tests.is_empty() && tests.iter().all(|&test| self.excludes(test, plane))
    }

    /// The planes of a layer of numbers.
    pub(super) fn numbers_on(&self, layer: Layer) -> Result<&NumberPlanes, Unsupported> {
        let numbers = self.registers.numbers.iter().find(|it| it.layer == layer);
        numbers.ok_or(Unsupported("a layer holds too many numbers"))
    }

    pub(crate) fn gain(&mut self, plane: SetReg, cells: SetReg) {
        self.emit.act(Instruction::Or(plane, plane, cells));
        self.emit.forget_plane(plane);
    }

    pub(crate) fn lose(&mut self, plane: SetReg, cells: SetReg) {
        self.emit.act(Instruction::Without(plane, plane, cells));
        self.emit.forget_plane(plane);
    }
}
