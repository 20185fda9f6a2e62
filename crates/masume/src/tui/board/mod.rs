//! The board on screen: what each cell shows, how large cells are, where they stand.
//!
//! [`Looks`] turns contents into glyphs and figures, [`Layout`] cells into places, [`paint()`] both
//! into a buffer; `stencil` knows what a disc looks like.

mod layout;
mod lines;
mod looks;
mod marks;
mod paint;
mod stencil;
mod terrain;

pub(crate) use layout::{Layout, Needs};
pub(crate) use lines::HEAVY_SIGNS;
pub(crate) use looks::Looks;
pub(crate) use marks::Marks;
pub(crate) use paint::{Paint, paint};
