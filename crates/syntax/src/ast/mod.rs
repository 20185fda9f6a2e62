//! The plain tree of a game file: what the author wrote, with the place of every part.
//!
//! It is made from the lossless tree and keeps no trivia. A part that could not be understood is
//! absent here and has a diagnostic instead, so a reader of this tree never meets an error node.
//! It knows no meaning: names are not resolved, and `mine` is a name like any other.

mod condition;
mod declaration;
mod face;
mod file;
mod naming;
mod operator;
mod pattern;
mod rule;
mod statement;
mod test;

pub use condition::{Condition, ConditionKind, Expr, ExprKind};
pub use declaration::{
    ActionParam, ActionSection, BoardSection, DefineSection, EndKind, EndSection, LayerKind,
    LayerLine, LegendLine, LegendSection, LetSection, LevelSection, Number, OptionSection,
    PassRule, Picture, PlayerLine, Size, ValueSection,
};
pub use face::{
    BoardLook, DisplayLine, DisplaySection, KeyLine, NotationSection, Paint, PiecePicture, Side,
    Template, TemplatePart, WordLine,
};
pub use file::{File, Name, Section, SectionKind, Spanned};
pub use naming::{CoordinatesPart, MovesLine, MovesSection, PositionField, PositionSection};
pub use operator::{Arithmetic, ArithmeticError, Compare, Function};
pub use pattern::{Bound, Bounds, Pattern, PatternKind};
pub use rule::{
    Alternative, Owner, Put, PutKind, Replacement, ReplacementKind, Rule, RulePrefix, Strategy,
    Ways, WaysPart,
};
pub use statement::{
    Argument, Assign, Block, Call, Effect, EffectKind, March, MarchAim, Meets, Statement,
    StatementKind, StatementOrBlock,
};
pub use test::{Comparison, Reach, Test, TestKind};
