//! Pictures of boards as data: what each cell shows, in which hue, and what is marked on it.

pub mod hue;
pub mod labels;
pub mod looks;
pub mod marks;
pub mod paint;
pub mod raster;
pub mod scene;
pub mod shapes;
pub mod stencil;
pub mod svg;
pub mod terrain;
pub mod tone;
pub mod widths;

pub use looks::Looks;
pub use marks::Marks;
pub use widths::Abilities;
