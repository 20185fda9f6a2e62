//! Places of a game's cells on the screen.

use masume_engine::Board;
use masume_presentation::play::Play;
use ratatui::layout::Rect;

use super::{Layout, Needs};
use crate::tui::draw::areas::areas;
use crate::tui::facts::Facts;

/// Layout of the cells on this screen; `None` where there is no room.
pub(crate) fn layout(play: &Play, facts: &Facts) -> Option<Layout> {
    layout_in(play, room(play, facts))
}

/// Layout of the cells in a part of the screen.
pub(crate) fn layout_in(play: &Play, room: Rect) -> Option<Layout> {
    let board = &play.dialogue.session.state().board;
    Layout::new(*board.grid(), needs(play, board), room, play.focus())
}

/// The needs of a board of this game.
pub(crate) fn needs(play: &Play, board: &Board) -> Needs {
    let needs = Needs::of(play.dialogue.session.game().rules(), &play.looks, board);
    Needs { turned: play.dialogue.is_turned(), ..needs }
}

/// The part of the screen that is the board's.
pub(crate) fn room(play: &Play, facts: &Facts) -> Rect {
    areas(play, facts).board
}
