//! Files that are no games, though one was opened: saves, plays and levels, each with the command
//! that reads it.

use masume_engine::{Game, Setup, shipped_games};
use masume_presentation::complaint::Complaint;
use masume_presentation::diagnostic::Source;
use masume_presentation::shell::typed;
use masume_rules::text::{is_movetext, is_tree, print_size};
use masume_session::{Save, SaveError};

use crate::commands::written_play;
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
    } else if is_movetext(text) || is_tree(text) {
        let game = game_of_play(text).unwrap_or_else(|| "GAME".to_owned());
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

/// The shipped game, with its size, by whose rules all moves of a play can be made.
pub(crate) fn game_of_play(text: &str) -> Option<String> {
    let size = written_play::size_of_tree(text);
    shipped_games().iter().find_map(|shipped| {
        let game = Game::load(shipped.text).game.filter(|it| it.rules().moves.is_some())?;
        let mut state = game.start(&Setup { size, ..Setup::default() }).ok()?;
        let play = written_play::read(&game, &state, text)?.ok()?;
        if play.has_position {
            state = play.start;
        }
        for written in &play.actions {
            for action in game.read_actions(&state, written).ok()? {
                game.apply(&mut state, action).ok()?;
            }
        }
        Some(match size {
            Some(size) => format!("{}:{}", shipped.name, print_size(size)),
            None => shipped.name.to_owned(),
        })
    })
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
