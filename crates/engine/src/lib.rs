//! A game ready to run: the boundary that every face, search and session uses.
//!
//! Start with [`Game`]: [`Game::load`] a text, [`Game::start`] a state, ask for
//! [`Game::legal_actions`], [`Game::apply`] one of them. States and actions are plain values, of
//! the room `rules`.
//!
//! Who plays on millions of times keeps a [`Position`], which is asked and advanced without a [`State`] in
//! between; who keeps millions of states packs them in a [`Frontier`]; whose actions come from elsewhere, for thousands
//! of boards at once, keeps a `Batch` (feature `batch`).
//!
//! # What it must not know
//! Files, clocks, terminals, and any game by its title. Randomness comes from the seed that the
//! caller gives; budgets count nodes.
//!
//! # Reading a board without knowing the game
//! A player that was written for one game of numbers needs few questions, and every game answers
//! them. The founding article on 2048 lists them as an interface; each has its counterpart here:
//!
//! | article                     | here                                                        |
//! |-----------------------------|-------------------------------------------------------------|
//! | `RowCount`, `ColumnCount`   | [`Game::rows`], [`Game::columns`]                           |
//! | `this[row, column]`         | [`Game::cell`]                                              |
//! | `GetRow`, `GetColumn`       | [`Game::row`], [`Game::column`]                             |
//! | `Score`                     | [`Game::score`]                                             |
//! | `IsGameOver`                | [`Game::is_terminal`]                                       |
//! | `MoveLeft()` and its three  | [`Game::read_action`] of `left`, then [`Game::apply`]       |
//! | what they return            | whether [`Game::apply`] is `Ok`                             |
//! | `CanMoveLeft` and its three | [`Game::is_legal`]                                          |
//! | `new Board(row, column)`    | [`Game::start`] with [`Setup::size`]                        |
//! | `PossibilityOfTwo`          | [`Game::with_option`]                                       |

#[cfg(feature = "batch")]
mod batch;
mod bulk;
mod check_play;
mod deals;
mod executor;
mod explain;
mod frontier;
mod game;
mod grid_view;
mod id;
mod load;
mod option;
mod perft;
mod play;
mod playout;
mod position;
pub mod regex;
mod run_diagnostic;
mod series;
mod setup;
mod setup_error;
mod shipped;
mod slow;
mod solvable;
mod successors;
mod text;

#[cfg(feature = "batch")]
pub use batch::{Batch, BatchError, Channel, Element, Order, Planes};
pub use deals::{Deals, SetupSolver};
pub use executor::{ApplyError, Executor, MOST_CELLS, UnknownExecutor};
pub use explain::ExplainError;
pub use frontier::{Expanded, Frontier, MOST_PLANES, PackedPart, SmallBoard, SmallTurns};
pub use game::Game;
pub use id::{GameId, IdError, IdPart, parse_id};
pub use load::Loaded;
pub use masume_board::{Cell, Direction, Grid};
pub use masume_program::native::Backend;
pub use masume_program::{InstructionSet, Optimisations};
pub use masume_reference::Step;
pub use masume_rules::action::{Action, Argument, Choice};
pub use masume_rules::chance::ChanceEvent;
pub use masume_rules::model::{LevelInfo, Player, Rules, Size};
pub use masume_rules::probability::Probability;
pub use masume_rules::run_error::{RunError, RunErrorKind};
pub use masume_rules::state::{Board, Outcome, State};
pub use masume_rules::stop::StopToken;
pub use masume_rules::text::ActionTextError;
pub use masume_syntax::{Code, Diagnostic, Severity, Span, played_text};
pub use option::print_value;
pub use position::Position;
pub use run_diagnostic::run_diagnostic;
pub use series::{PlayedGame, Playout, Playouts, Series, SeriesStart};
pub use setup::Setup;
pub use setup_error::{OptionRange, SetupError};
pub use shipped::{GameGroup, GameSetUps, ShippedGame, game_groups, game_set_ups, shipped_games};
pub use slow::Slow;
pub use successors::Successors;
