//! Files that are no games, though one was opened: saves, plays and levels, each with the command
//! that reads it.

use std::cmp::Reverse;

use masume_engine::{Game, Setup, Size, shipped_games};
use masume_presentation::complaint::Complaint;
use masume_presentation::diagnostic::Source;
use masume_presentation::shell::typed;
use masume_rules::text::{is_movetext, is_tree, print_size};
use masume_session::{Save, SaveError, written_play};

use crate::language;

/// Complaint about a text that is another kind of file; `None` for one that is meant as a game.
pub(crate) fn complaint(source: &Source) -> Option<Complaint> {
    let text = source.text.as_str();
    if text.lines().any(|line| line.starts_with("game ")) {
        return None;
    }
    let path = typed(&source.path);
    let (kind, command) = if is_save(text) {
        ("file-is-save", format!("masume replay {path}"))
    } else if let Some(game) = game_of_play(text).or_else(|| unknown_play(text)) {
        ("file-is-play", format!("masume replay {path} --game {game}"))
    } else {
        let game = game_of_levels(text)?;
        ("file-is-levels", format!("masume play {game} --levels {path}"))
    };
    let phrases = language::phrases();
    let message = phrases.say(kind, &[("path", source.path.as_str().into())]);
    let help = phrases.say("file-is-read-by", &[("command", command.into())]);
    Some(Complaint::new(message).with_help(help))
}

/// True if this is a save, sound or not.
pub(crate) fn is_save(text: &str) -> bool {
    !matches!(Save::parse(text), Err(SaveError::NotASave))
}

/// The shipped game, with its size, by whose rules most moves of a play can be made, from the first on: all, or up to a
/// mistake.
pub(crate) fn game_of_play(text: &str) -> Option<String> {
    let size = written_play::size_of_tree(text);
    let counted = shipped_games().iter().filter_map(|shipped| {
        let (made, count) = moves_made(shipped.text, size, text)?;
        (made > 0 || count == 0).then_some((made, shipped.name))
    });
    // Of equal ones the first.
    let best = counted.min_by_key(|(made, _)| Reverse(*made));
    best.map(|(_, name)| match size {
        Some(size) => format!("{name}:{}", print_size(size)),
        None => name.to_owned(),
    })
}

/// Word for a game that is not known, where the text has the form of a play.
fn unknown_play(text: &str) -> Option<String> {
    (is_movetext(text) || is_tree(text)).then(|| "GAME".to_owned())
}

/// Number of moves of a play that can be made in the game of a text, and of all; `None` where it cannot be read there.
fn moves_made(game: &str, size: Option<Size>, text: &str) -> Option<(usize, usize)> {
    let game = Game::load(game).game.filter(|it| it.rules().moves.is_some())?;
    let mut state = game.start(&Setup { size, ..Setup::default() }).ok()?;
    let play = written_play::read(&game, &state, text)?.ok()?;
    if play.has_position {
        state = play.start;
    }
    let mut make = |written: &String| {
        let actions = game.read_actions(&state, written).ok()?;
        actions.into_iter().try_for_each(|action| game.apply(&mut state, action)).ok()
    };
    let made = play.actions.iter().map_while(&mut make).count();
    Some((made, play.actions.len()))
}

/// The shipped game that has levels of its own and can read these; before others one that says how
/// files of levels are written.
fn game_of_levels(text: &str) -> Option<&'static str> {
    let reading = shipped_games().iter().filter_map(|shipped| {
        let game = Game::load(shipped.text).game.filter(|game| game.level_count() > 0)?;
        game.read_collection(text).ok().filter(|levels| !levels.is_empty())?;
        let has_form = game.rules().legends.iter().any(|legend| !legend.name.is_empty());
        Some((!has_form, shipped.name))
    });
    reading.min_by_key(|(is_last, _)| *is_last).map(|(_, name)| name)
}
