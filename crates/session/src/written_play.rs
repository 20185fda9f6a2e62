//! A play in the form that players of a game write: moves with the numbers of their turns, or a tree of nodes.

use masume_engine::{Code, Diagnostic, Game, Size, Span, State};
use masume_rules::model::{Listing, Moves};
use masume_rules::text::{self, Movetext, TreeMove};

/// A play as read.
#[derive(Clone, Debug)]
pub struct WrittenPlay {
    /// State before the first action.
    pub start: State,
    /// Actions, each as the text has it.
    pub actions: Vec<String>,
    /// The play says on which board it begins.
    pub has_position: bool,
}

impl WrittenPlay {
    /// The error for a reader that begins elsewhere.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "chess").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let start = game.start(&Setup::default()).expect("it begins");
    /// let play = masume_session::written_play::read(&game, &start, "1. e4 e5").expect("a play").expect("sound");
    /// assert!(play.refused_position().message.contains("a board of its own"));
    /// ```
    pub fn refused_position(&self) -> Diagnostic {
        let (message, label) = ("the play begins on a board of its own", "it says so");
        Diagnostic::error(Code::BadHeader, Span::default(), message, label)
            .with_help("delete what says the board, or do not say another one")
    }
}

/// The play of a text, in a game that declares how moves are written; `None` for another text. It begins in this state, but
/// where it says another one.
///
/// # Errors
/// The play begins as one and is none.
///
/// ```
/// # use masume_engine::{Game, Setup, shipped_games};
/// # let shipped = shipped_games().iter().find(|it| it.name == "chess").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// # let start = game.start(&Setup::default()).expect("it begins");
/// let play = masume_session::written_play::read(&game, &start, "1. e4 e5 2. Nf3").expect("a play");
/// assert_eq!(play.expect("it is sound").actions, ["e4", "e5", "Nf3"]);
/// ```
pub fn read(game: &Game, start: &State, written: &str) -> Option<Result<WrittenPlay, Diagnostic>> {
    let moves = game.rules().moves.as_ref()?;
    if !moves.nodes.is_empty() && text::is_tree(written) {
        return Some(tree(game, moves, start, written));
    }
    if moves.listing == Listing::Together && is_one_word(written) {
        let actions = vec![written.trim().to_owned()];
        return Some(Ok(WrittenPlay { start: start.clone(), actions, has_position: false }));
    }
    text::is_movetext(written).then(|| movetext(game, start, written))
}

/// True for letters and numbers alone, with nothing between them.
fn is_one_word(text: &str) -> bool {
    let word = text.trim();
    !word.is_empty() && word.bytes().all(|it| it.is_ascii_alphanumeric())
}

fn movetext(game: &Game, start: &State, written: &str) -> Result<WrittenPlay, Diagnostic> {
    let read = text::read_movetext(written)?;
    let has_name = |name: &str| name.eq_ignore_ascii_case(Movetext::POSITION);
    let is_declared = game.rules().position.as_ref().is_some_and(|it| has_name(&it.name));
    let start = match &read.position {
        Some(line) if is_declared => {
            game.read_state(line.value).map_err(|errors| of_line(errors, line.span))?
        }
        Some(_) | None => {
            read.begins_as_usual()?;
            start.clone()
        }
    };
    let actions = read.moves.iter().map(|it| it.value.to_owned()).collect();
    Ok(WrittenPlay { start, actions, has_position: read.position.is_some() })
}

/// Size of the board of a tree, where it says one: `SZ[19]`, or `SZ[13:9]` for columns and rows.
///
/// ```
/// let size = masume_session::written_play::size_of_tree("(;GM[1]SZ[9];B[ee])").expect("it says one");
/// assert_eq!((size.width, size.height), (9, 9));
/// ```
pub fn size_of_tree(written: &str) -> Option<Size> {
    let (_, after) = written.split_once("SZ[").filter(|_| text::is_tree(written))?;
    let (size, _) = after.split_once(']')?;
    let (width, height) = size.split_once(':').unwrap_or((size, size));
    text::read_size(&format!("{width}x{height}"))
}

/// The first error of a position, where the line stands in the text.
fn of_line(errors: Vec<Diagnostic>, line: Span) -> Diagnostic {
    let first = errors.into_iter().next();
    let error = first.unwrap_or_else(|| {
        Diagnostic::error(Code::BadHeader, line, "the position cannot be read", "here")
    });
    Diagnostic { span: line, ..error }
}

/// The moves of a tree, each of the player whose turn it is.
fn tree(
    game: &Game,
    moves: &Moves,
    start: &State,
    written: &str,
) -> Result<WrittenPlay, Diagnostic> {
    let grid = start.board.grid();
    let read = text::read_tree(moves, grid, written)?;
    let mut start = start.clone();
    text::set_up(game.rules(), &mut start, &read)?;
    let mut state = start.clone();
    let mut actions = Vec::new();
    for TreeMove { player, cell } in &read.moves {
        let action = text::tree_action(state.board.grid(), cell)?;
        if *player != state.to_act {
            let message = "another player is to act";
            let label = "a player has two turns here";
            return Err(Diagnostic::error(Code::IllegalAction, cell.span, message, label));
        }
        actions.push(game.action_text(&state, action));
        // What is not legal is told where the action is done.
        if game.apply(&mut state, action).is_err() {
            break;
        }
    }
    let has_position = !read.set_up.is_empty() || read.to_act.is_some();
    Ok(WrittenPlay { start, actions, has_position })
}
