//! Areas of the screen on which a game is shown.

use masume_presentation::play::Play;
use ratatui::layout::Rect;

use super::side;
use crate::tui::board::layout_in;
use crate::tui::facts::Facts;

/// Lines for what happened.
const SAID: u16 = 3;
/// From this height on, blank lines part the board from what is around it.
const ROOMY: u16 = 28;
/// Below this height the board, one line of words and the keys are all there is.
pub(super) const LEAN: u16 = 8;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Areas {
    /// Of no height on a very small screen.
    pub(super) title: Rect,
    pub(crate) board: Rect,
    pub(super) status: Rect,
    /// On a very small screen in the place of the status.
    pub(super) said: Rect,
    /// List of what was done and is gone; of no width where there is no room for it.
    pub(super) side: Rect,
    /// Errors of the game's file; of no height where there are none.
    pub(super) mistakes: Rect,
    /// The keys that help now.
    pub(super) keys: Rect,
}

/// The lines and panels around a board, from the most to the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Surroundings {
    /// The title, the status, what is said, the keys.
    All,
    /// The same without the title.
    NoTitle,
    /// One line for the status and for what is said, and the keys.
    Lean,
}

/// The parts of the screen on which a game is shown. The title makes way, then the line of the
/// status, where the whole board, or what its cells are called, is seen only without it; of a
/// replay the title says that it is one, and stays.
pub(crate) fn areas(play: &Play, facts: &Facts) -> Areas {
    let usual = match facts.size.1 < LEAN {
        true => Surroundings::Lean,
        false => Surroundings::All,
    };
    let most = areas_with(play, facts, usual);
    if usual == Surroundings::Lean || play.replayed().is_some() {
        return most;
    }
    let shown = |areas: &Areas| layout_in(play, areas.board).map(|layout| layout.completeness());
    let less = [Surroundings::NoTitle, Surroundings::Lean].map(|it| areas_with(play, facts, it));
    less.into_iter().fold(most, |best, less| if shown(&less) > shown(&best) { less } else { best })
}

fn areas_with(play: &Play, facts: &Facts, around: Surroundings) -> Areas {
    let (width, height) = facts.size;
    let line = |y: u16, height: u16| Rect { x: 0, y, width, height };
    let is_lean = around == Surroundings::Lean;
    // On 24 rows a board of eight, with lines between its cells, still has room.
    let said = if is_lean { 1 } else { (height / 10).clamp(1, SAID) };
    let mistakes = match play.mistakes.len() as u16 {
        0 => 0,
        count => count.min(height / 3),
    };
    let gap = u16::from(height >= ROOMY && !is_lean);
    let title = u16::from(around == Surroundings::All);
    let status = u16::from(!is_lean);
    let around = title + 2 * gap + status + said + mistakes + 1;
    let whole = line(title + gap, height.saturating_sub(around));
    let side_width = if side::is_wanted(play, facts) { side::WIDTH } else { 0 };
    let board = Rect { width: width - side_width, ..whole };
    let side = Rect { x: board.right(), width: side_width, ..whole };
    let status = line(board.bottom() + gap, status);
    let said = line(status.bottom(), said);
    let status = if is_lean { said } else { status };
    let mistakes = line(said.bottom(), mistakes);
    let keys = line(mistakes.bottom(), 1);
    Areas { title: line(0, title), board, status, said, side, mistakes, keys }
}
