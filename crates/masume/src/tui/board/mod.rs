//! The board on screen: what each cell shows, how large cells are, where they stand.
//!
//! `masume_presentation::picture` says what a cell looks like; [`Layout`] turns cells into places,
//! [`paint()`] both into a buffer.

mod layout;
mod lines;
mod marks;
mod paint;
mod pixels;
mod placing;

pub(crate) use layout::{Layout, Needs};
pub(crate) use paint::{Paint, paint};
pub(crate) use placing::{layout, layout_in, needs};
