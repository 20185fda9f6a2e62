//! The protocol between a service and a face: questions go in, replies and notices come out, each
//! one JSON object on a line.
//!
//! The types are the protocol: `spec/service.schema.json` is made of them, and a test holds the two
//! together.

mod ask;
mod menu;
mod notice;
mod reply;
mod schema;
mod snapshot;
mod source;
mod span;
mod view;

pub use ask::{Ask, BudgetAsked, GameAsked, Question};
pub use menu::{
    ChoiceSort, ChoiceValueView, ChoiceView, LanguageView, MenuGame, MenuGroup, MenuView, PageName,
    PageView, SetupView,
};
pub use notice::{Notice, Notification};
pub use reply::{
    Answer, Completion, DiagnosticView, DifficultyView, Fix, LineView, Outcome, RatingView,
    Refusal, Reply, Token, TraceStepView, TraceView, Verdict, WhyView,
};
pub use schema::schema;
pub use snapshot::{Phase, Snapshot, ValueView};
pub use source::{ChapterView, ExampleView, GlyphView, HoverView, LevelView, LevelsView, RowView};
pub use span::{SpanView, Units};
pub use view::{
    SeenBlocks, SeenCell, SeenEdges, SeenGame, SeenGround, SeenKey, SeenLook, SeenShape, SeenSign,
};
