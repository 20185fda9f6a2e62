//! `masume` alone: a menu of the games, on the whole screen or as text.

use masume_engine::{ShippedGame, shipped_games};
use masume_presentation::dialogue::opponent::Opponents;
use masume_presentation::locale::Phrases;

use crate::arguments::{FaceArguments, GameArguments};
use crate::clock::fresh_seed;
use crate::commands::list;
use crate::failure::Failure;
use crate::play::{self, Ending, TextOptions, read_line};
use crate::{open, output, tui};

pub(crate) fn run(face: &FaceArguments, phrases: &Phrases) -> Result<(), Failure> {
    if tui::has_screen() {
        return tui::run_menu(face);
    }
    play::end_cleanly_when_interrupted();
    loop {
        output::print(&menu(phrases))?;
        let game = loop {
            output::print("> ")?;
            let Some(line) = read_line() else { return output::print("\n") };
            match choose(&line, phrases) {
                Chosen::Nothing => {}
                Chosen::Leave => return Ok(()),
                Chosen::Game(game) => break game,
                Chosen::Unknown(said) => output::print(&said)?,
            }
        };
        let mut opened = match open::open(&plain(game.name)) {
            Ok(opened) => opened,
            Err(failure) => {
                let _ = failure.report();
                continue;
            }
        };
        opened.setup.seed = fresh_seed();
        let options = TextOptions { offers_what_waits: true, is_quiet: false };
        match play::play(opened, options, Opponents::default(), face) {
            Ok(Ending::InputEnded) => return Ok(()),
            Ok(Ending::Left) => output::print("\n")?,
            Err(Failure::Output(error)) => return Err(Failure::Output(error)),
            Err(failure) => {
                let _ = failure.report();
            }
        }
    }
}

fn menu(phrases: &Phrases) -> String {
    let width = shipped_games().len().to_string().len();
    let games = list::table(phrases, |index| format!("{:>width$}  ", index + 1));
    format!("{}\n\n{games}\n", phrases.say("text-menu-question", &[]))
}

enum Chosen {
    Nothing,
    Leave,
    Game(&'static ShippedGame),
    Unknown(String),
}

fn choose(line: &str, phrases: &Phrases) -> Chosen {
    let asked = line.trim().to_lowercase();
    let games = shipped_games();
    if asked.is_empty() {
        return Chosen::Nothing;
    }
    // Before the numbers, for a game may be called by one, such as 2048.
    if let Some(game) = games.iter().find(|game| game.name == asked) {
        return Chosen::Game(game);
    }
    if ["q", "quit", "exit"].contains(&asked.as_str()) {
        return Chosen::Leave;
    }
    let number = asked.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(game) = number.and_then(|index| games.get(index)) {
        return Chosen::Game(game);
    }
    // A beginning that fits one game only is as good as its name.
    let mut begun = games.iter().filter(|game| game.name.starts_with(&asked));
    if let (Some(game), None) = (begun.next(), begun.next()) {
        return Chosen::Game(game);
    }
    let help = match open::nearest_game(&asked) {
        Some(name) => phrases.say("did-you-mean", &[("names", name.into())]),
        None => phrases.say("text-menu-help", &[("count", games.len().into())]),
    };
    let values = [("name", asked.into()), ("help", help.into())];
    Chosen::Unknown(phrases.say("text-menu-unknown", &values) + "\n")
}

fn plain(name: &str) -> GameArguments {
    GameArguments {
        game: name.to_owned(),
        level: None,
        levels: None,
        board: None,
        options: Vec::new(),
        seed: None,
    }
}
