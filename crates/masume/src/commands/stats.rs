//! `masume stats`: how much was played.

use clap::Args;
use clap_complete::engine::ArgValueCompleter;
use masume_presentation::locale::Phrases;
use masume_presentation::speech::reasons;
use masume_presentation::statistics::{self, GameRecord};
use masume_session::Edition;

use crate::arguments::games_and_files;
use crate::data_folder;
use crate::failure::Failure;
use crate::{open, output};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct StatsArguments {
    /// The game that is meant, by its name or its path; without one all of them
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: Option<String>,
    /// Print JSON: one object for a game, a list for all
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &StatsArguments, phrases: &Phrases) -> Result<(), Failure> {
    let mut keeper = data_folder::open_to_read();
    if let Some(error) = keeper.trouble() {
        return Err(Failure::input(reasons::of_store(&error, keeper.place(), phrases)));
    }
    let Some(game) = &arguments.game else {
        let records = statistics::all(&keeper, phrases);
        if arguments.json {
            return output::print_json(&records);
        }
        return print_lines(&statistics::table(&records, phrases));
    };
    let (name, source) = open::find(game)?;
    let game = open::load(&source)?;
    let is_shipped = source.shipped().is_some();
    let opened_from = if is_shipped { name.clone() } else { source.path.clone() };
    let edition = Edition::new(&name, &source.text, game);
    let record = GameRecord::of(&opened_from, &edition, &keeper, phrases);
    if arguments.json {
        return output::print_json(&record);
    }
    let mut lines = vec![record.title().to_owned()];
    lines.extend(record.lines(phrases));
    print_lines(&lines)
}

fn print_lines(lines: &[String]) -> Result<(), Failure> {
    output::print(&(lines.join("\n") + "\n"))
}
