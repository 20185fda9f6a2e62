//! `masume export`: a game as one file that any browser plays, and its text back out of one.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use serde::{Deserialize, Serialize};

use crate::arguments::games_and_files;
use crate::failure::Failure;
use crate::{atomic_file, input, open, output};

/// Beginning and end of the place of the game in the page, as `cargo xtask site` writes them.
const PLACE: (&str, &str) = ("<script type=\"application/json\" id=\"masume-game\">", "</script>");
/// The most bytes of a page: with a long game, and room.
const MAX_PAGE: u64 = 64 << 20;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// A game's name, a path to a game file, or an id such as `2048:5x5#7`; with `--text` such a page
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: String,
    /// The file to write, which must not be there yet; without it GAME.html, and `-` for standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "text")]
    pub(crate) output: Option<String>,
    /// Print the text of the game in a page that was exported
    #[arg(long)]
    pub(crate) text: bool,
    /// The page without a game that `cargo xtask site` makes, where this program has none within it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "text")]
    pub(crate) player: Option<String>,
}

/// A game within a page.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct GameOfPage {
    /// The name of a shipped game, an id, or what the text is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The text, of a game that is not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(crate) fn run(arguments: &ExportArguments, phrases: &Phrases) -> Result<(), Failure> {
    if arguments.text {
        return print_text(&arguments.game, phrases);
    }
    let (name, source) = open::find(&arguments.game)?;
    // A game that cannot be played is refused here, with the places of its mistakes.
    open::load(&source)?;
    let game = match source.shipped() {
        // A shipped game needs no text, and may have an id.
        Some(_) if !open::is_file(&arguments.game) => {
            GameOfPage { name: Some(arguments.game.clone()), text: None }
        }
        Some(shipped) => GameOfPage { name: Some(shipped.name.to_owned()), text: None },
        None => GameOfPage { name: Some(name.clone()), text: Some(source.text) },
    };
    let page = match &arguments.player {
        Some(path) => input::read_text(path, MAX_PAGE)?,
        None => masume_web::player().ok_or_else(|| no_player(phrases))?,
    };
    let page = filled(&page, &game).ok_or_else(|| {
        let path = arguments.player.as_deref().unwrap_or_default();
        Failure::input(phrases.say("export-no-place", &[("path", path.into())]))
    })?;
    match arguments.output.as_deref() {
        Some("-") => output::print_file(&page),
        Some(path) => write(Path::new(path), &page, phrases),
        None => write(&PathBuf::from(format!("{name}.html")), &page, phrases),
    }
}

/// Prints the text of the game in a page.
fn print_text(path: &str, phrases: &Phrases) -> Result<(), Failure> {
    let page = input::read_text(path, MAX_PAGE)?;
    let no_game = || Failure::input(phrases.say("export-no-game", &[("path", path.into())]));
    let game = game_of(&page).ok_or_else(no_game)?;
    match (game.text, game.name) {
        (Some(text), _) => output::print_file(&text),
        (None, Some(name)) => output::print_file(&open::find(&name)?.1.text),
        (None, None) => Err(no_game()),
    }
}

/// The page with this game in its place; `None` if it has none.
fn filled(page: &str, game: &GameOfPage) -> Option<String> {
    let (before, rest) = page.split_once(PLACE.0)?;
    let (_, after) = rest.split_once(PLACE.1)?;
    // Nothing in a game can end the script that it lies in.
    let text = serde_json::to_string(game).ok()?.replace('<', "\\u003c");
    Some(format!("{before}{}{text}{}{after}", PLACE.0, PLACE.1))
}

/// The game of a page; `None` if it is none of ours, or has none.
fn game_of(page: &str) -> Option<GameOfPage> {
    let (_, rest) = page.split_once(PLACE.0)?;
    let (text, _) = rest.split_once(PLACE.1)?;
    serde_json::from_str(text).ok()
}

fn write(path: &Path, page: &str, phrases: &Phrases) -> Result<(), Failure> {
    atomic_file::create_for_user(path, page)?;
    let values = [("path", path.display().to_string().into())];
    output::print(&format!("{}\n", phrases.say("new-wrote", &values)))
}

/// A program that was built without the page.
fn no_player(phrases: &Phrases) -> Failure {
    let complaint = Complaint::new(phrases.say("export-no-player", &[]));
    Failure::Input(complaint.with_help(phrases.say("export-make-player", &[])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "<head></head><script type=\"application/json\" id=\"masume-game\">null</script><p>";

    #[test]
    fn a_game_comes_back_out_of_its_page() {
        let text = "game </script><script>alert(1)</script><!--\n  \"é 🙂\"\n";
        let game = GameOfPage { name: Some("x".to_owned()), text: Some(text.to_owned()) };
        let page = filled(PAGE, &game).expect("it has a place");
        assert_eq!(page.matches("</script>").count(), 1);
        assert!(page.ends_with("</script><p>"));
        assert_eq!(game_of(&page), Some(game));
        let other = GameOfPage { name: Some("ice".to_owned()), text: None };
        let again = filled(&page, &other).expect("it has a place");
        assert_eq!(game_of(&again), Some(other), "a page is filled again");
    }

    #[test]
    fn what_is_no_page_has_no_game() {
        for page in ["", "<html>", PAGE, &PAGE.replace("null", "{"), &PAGE.replace("</script>", "")]
        {
            assert_eq!(game_of(page), None, "{page}");
        }
        assert_eq!(filled("<html>", &GameOfPage::default()), None);
    }
}
