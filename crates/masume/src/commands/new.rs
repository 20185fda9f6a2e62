//! `masume new`: a small playable game to start from.

use std::path::{Path, PathBuf};

use clap::Args;
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_presentation::shell::typed;

use crate::failure::Failure;
use crate::language;
use crate::open::ENDING;
use crate::{atomic_file, output};

/// The game that is written, under another title; the README shows it too, and the page begins with it.
const GAME: &str = include_str!("../../../../web/page/edit/first.masu");
/// The template's first line.
const HEADING: &str = "game First\n";

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The game's name, such as tea-time; a folder may stand before it
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}

pub(crate) fn run(arguments: &NewArguments, phrases: &Phrases) -> Result<(), Failure> {
    let (path, title) = file_and_title(&arguments.name)?;
    let text = GAME.replacen(HEADING, &format!("game {title}\n"), 1);
    atomic_file::create_for_user(&path, &text)?;
    let path = path.display().to_string();
    let typed = typed(&path);
    let wrote = phrases.say("new-wrote", &[("path", path.as_str().into())]);
    let (play, check) = (phrases.say("new-play", &[]), phrases.say("new-check", &[]));
    output::print(&format!(
        "{wrote}\n\n  masume play {typed}    {play}\n  masume check {typed}   {check}\n"
    ))
}

/// File of the game, and its title: `tea-time` is Tea Time.
fn file_and_title(name: &str) -> Result<(PathBuf, String), Failure> {
    let bare = name.strip_suffix(ENDING).unwrap_or(name);
    let path = Path::new(bare);
    let stem = path.file_name().and_then(|stem| stem.to_str()).unwrap_or_default();
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | ' ');
    // A separator at the end is not part of the last name: `games/` names no file.
    if !bare.ends_with(stem)
        || !stem.starts_with(char::is_alphanumeric)
        || !stem.chars().all(is_plain)
    {
        let phrases = language::phrases();
        let values = [("name", name.escape_debug().to_string().into())];
        let complaint = Complaint::new(phrases.say("bad-game-name", &values));
        return Err(Failure::Usage(complaint.with_help(phrases.say("good-game-name", &[]))));
    }
    Ok((PathBuf::from(format!("{bare}{ENDING}")), title(stem)))
}

/// The words of the name, each with a capital letter.
fn title(stem: &str) -> String {
    let words = stem.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capitalised = words.map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect::<String>()
    });
    capitalised.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_a_file_and_a_title() {
        for (name, file, title) in [
            ("first", "first.masu", "First"),
            ("first.masu", "first.masu", "First"),
            ("tea-time", "tea-time.masu", "Tea Time"),
            ("a_b  c", "a_b  c.masu", "A B C"),
            ("more/x2", "more/x2.masu", "X2"),
            ("石取り", "石取り.masu", "石取り"),
        ] {
            let given = file_and_title(name).expect(name);
            assert_eq!(given, (PathBuf::from(file), title.to_owned()), "{name}");
        }
    }

    #[test]
    fn a_name_that_no_game_can_have_is_refused() {
        for name in ["", ".masu", "-x", "games/", "..", "a\nwin when x", "a//b\u{7}", "a\"", "a.b"]
        {
            assert!(matches!(file_and_title(name), Err(Failure::Usage(_))), "{name:?}");
        }
    }

    #[test]
    fn the_template_begins_with_its_heading() {
        assert!(GAME.starts_with(HEADING));
    }
}
