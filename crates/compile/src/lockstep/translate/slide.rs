//! Lines.
use super::{Pick, Translation, Why};
use crate::lockstep::code::MaskReg;
impl Translation<'_> {
    pub(super) fn slides(&mut self, _: usize, _: MaskReg) -> Result<Pick, Why> { Err(Why("an action is tried choice by choice")) }
    pub(super) fn slide(&mut self, _: usize, _: MaskReg) -> Result<(), Why> { Err(Why("an action is tried choice by choice")) }
}
