//! The board on screen: what each cell shows, how large cells are, where they stand.
//!
//! [`Looks`] turns contents into glyphs, [`Layout`] cells into places, [`paint()`] both into a buffer.

mod layout;
mod looks;
mod paint;

pub(crate) use layout::{Layout, Needs};
pub(crate) use looks::Looks;
pub(crate) use paint::{Marks, Paint, paint};
