//! The registers that are a table's own, and what lies in them when it is laid out.

use masume_board::CellSet;
use masume_rules::action::MAX_PARAMS;
use masume_rules::model::{Content, Layer, LayerKind};

use super::code::{MaskReg, NumReg, SetReg};

/// Boards whose turn it is.
pub const ACTIVE: MaskReg = MaskReg(0);
/// Boards whose game has ended in this turn.
pub const OVER: MaskReg = MaskReg(1);
/// Boards where the same player acts once more.
pub const AGAIN: MaskReg = MaskReg(2);
/// Every board.
pub const ALL: MaskReg = MaskReg(3);
/// Boards where action 0 is done; those of other actions follow.
pub const FIRST_ACTION: u16 = 4;

/// A layer of numbers: what lies on it as planes of bits, one more than the content's index, so that
/// no bit stands for nothing.
#[derive(Clone, Debug)]
pub struct NumberPlanes {
    /// The layer.
    pub layer: Layer,
    /// Kind of the layer's contents.
    pub kind: LayerKind,
    /// The plane that says where anything lies.
    pub occupied: SetReg,
    /// The plane of the lowest bit; the others follow.
    pub first: u16,
    /// Number of planes of bits.
    pub bits: u16,
}

impl NumberPlanes {
    /// The planes of bits, the lowest first.
    pub fn planes(&self) -> impl Iterator<Item = SetReg> + use<> {
        (self.first..self.first + self.bits).map(SetReg)
    }

    /// The bits of a content.
    #[inline]
    pub fn code(&self, content: Content) -> Option<u32> {
        let index = match &self.kind {
            LayerKind::Pieces(_) => return None,
            LayerKind::Kinds(_) => content,
            LayerKind::Range(first, _) => content.checked_sub(*first)?,
            LayerKind::Doubling(first, _) => {
                self.kind.content_of_number(content.into())?;
                (content / first).trailing_zeros() as Content
            }
        };
        let code = u32::try_from(index).ok()?.checked_add(1)?;
        (code >> self.bits == 0).then_some(code)
    }

    /// The content of bits; what no content has is nothing.
    #[inline]
    pub fn content(&self, code: u32) -> Option<Content> {
        let index = Content::try_from(code.checked_sub(1)?).ok()?;
        match &self.kind {
            LayerKind::Pieces(_) => None,
            LayerKind::Kinds(count) => (index < *count as Content).then_some(index),
            LayerKind::Range(first, last) => first.checked_add(index).filter(|it| it <= last),
            LayerKind::Doubling(first, last) => {
                first.checked_shl(index as u32).filter(|it| it <= last && it >> index == *first)
            }
        }
    }
}

/// The registers of a game's tables.
#[derive(Clone, Debug)]
pub struct Registers {
    /// Planes as the layout has them come first.
    pub planes: u16,
    /// Layers of numbers, each with its planes.
    pub numbers: Vec<NumberPlanes>,
    /// Indexed by register: what lies in it on every board, planes empty.
    pub sets: Vec<CellSet>,
    /// Number of masks.
    pub masks: u16,
    /// Values of the state come first, the ply with them, then locals; indexed by register.
    pub nums: Vec<i64>,
    /// Values of the state, and the ply.
    pub values: u16,
    /// The number of actions done, where the game asks for it.
    pub ply: Option<NumReg>,
    /// Number of locals.
    pub locals: u16,
    /// Indexed by slot: the cell that was chosen.
    pub chosen: [SetReg; MAX_PARAMS],
    /// Registers that code keeps for itself, in a loop or from one part to another.
    pub work_sets: Vec<SetReg>,
    /// The same of masks.
    pub work_masks: Vec<MaskReg>,
    /// The same of numbers.
    pub work_nums: Vec<NumReg>,
    nothing: CellSet,
    constant_sets: Vec<(CellSet, SetReg)>,
    constants: Vec<(i64, NumReg)>,
}

impl Registers {
    /// So many planes, and nothing else yet.
    pub fn new(planes: u16, nothing: &CellSet) -> Self {
        Self {
            planes,
            numbers: Vec::new(),
            sets: vec![nothing.clone(); usize::from(planes)],
            masks: 0,
            nums: Vec::new(),
            values: 0,
            ply: None,
            locals: 0,
            chosen: [SetReg(0); MAX_PARAMS],
            nothing: nothing.clone(),
            work_sets: Vec::new(),
            work_masks: Vec::new(),
            work_nums: Vec::new(),
            constant_sets: Vec::new(),
            constants: Vec::new(),
        }
    }

    /// The registers of what is chosen, each once: that of the third is that of the second where no action
    /// chooses three things.
    pub fn chosen_sets(&self) -> &[SetReg] {
        let [_, second, third] = self.chosen;
        &self.chosen[..if third == second { 2 } else { 3 }]
    }

    /// Words that the cells of the board need.
    pub fn needed_words(&self) -> usize {
        self.nothing.words().len()
    }

    /// A new register that holds these cells when a table is laid out.
    pub fn add_set(&mut self, cells: CellSet) -> SetReg {
        self.sets.push(cells);
        SetReg((self.sets.len() - 1) as u16)
    }

    /// The register of a set that never changes.
    pub fn constant_set(&mut self, cells: CellSet) -> SetReg {
        if let Some((_, register)) = self.constant_sets.iter().find(|(known, _)| *known == cells) {
            return *register;
        }
        let register = self.add_set(cells.clone());
        self.constant_sets.push((cells, register));
        register
    }

    /// A new register of masks.
    pub fn add_mask(&mut self) -> MaskReg {
        self.masks += 1;
        MaskReg(self.masks - 1)
    }

    /// A register in which code keeps cells for itself.
    pub fn work_set(&mut self) -> SetReg {
        let register = self.add_set(self.nothing.clone());
        self.work_sets.push(register);
        register
    }

    /// A register in which code keeps a mask for itself.
    pub fn work_mask(&mut self) -> MaskReg {
        let register = self.add_mask();
        self.work_masks.push(register);
        register
    }

    /// A register in which code keeps a number for itself.
    pub fn work_num(&mut self) -> NumReg {
        let register = self.add_num(0);
        self.work_nums.push(register);
        register
    }

    /// The register of a number that never changes.
    pub fn constant(&mut self, number: i64) -> NumReg {
        if let Some((_, register)) = self.constants.iter().find(|(known, _)| *known == number) {
            return *register;
        }
        let register = self.add_num(number);
        self.constants.push((number, register));
        register
    }

    /// The number that a register always holds, if it always holds the same.
    pub fn constant_of(&self, register: NumReg) -> Option<i64> {
        self.constants.iter().find(|(_, known)| *known == register).map(|(number, _)| *number)
    }

    /// The register of every cell, if anyone has asked for it.
    pub fn full(&self) -> Option<SetReg> {
        let full = self.nothing.complement();
        self.constant_sets().find(|(_, cells)| **cells == full).map(|(register, _)| register)
    }

    /// The registers of sets that never change, and what they hold.
    pub fn constant_sets(&self) -> impl Iterator<Item = (SetReg, &CellSet)> {
        self.constant_sets.iter().map(|(cells, register)| (*register, cells))
    }

    /// The set that a register always holds, if it always holds the same.
    pub fn held(&self, register: SetReg) -> Option<&CellSet> {
        self.constant_sets().find(|(known, _)| *known == register).map(|(_, cells)| cells)
    }

    /// The registers of numbers that never change, and what they hold.
    pub fn constants(&self) -> impl Iterator<Item = (NumReg, i64)> {
        self.constants.iter().map(|&(number, register)| (register, number))
    }

    /// A new register that holds this number when a table is laid out.
    pub fn add_num(&mut self, number: i64) -> NumReg {
        self.nums.push(number);
        NumReg((self.nums.len() - 1) as u16)
    }

    /// The mask of the boards where an action is done.
    pub fn action(index: usize) -> MaskReg {
        MaskReg(FIRST_ACTION + index as u16)
    }

    /// True if a set register is a plane of the board.
    pub fn is_plane(&self, set: SetReg) -> bool {
        usize::from(set.0) < usize::from(self.chosen[0].0)
    }
}
