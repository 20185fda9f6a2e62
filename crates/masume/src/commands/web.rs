//! `masume web`: the page in a browser, with the engine of this program behind it.

use std::io;
use std::path::PathBuf;

use clap::Args;
use clap_complete::engine::ArgValueCompleter;
use masume_presentation::locale::Phrases;
use masume_service::{Host, Service};
use masume_store::Keeper;
use masume_web::{NamedFile, Purpose, Server, Settings, Shown};

use crate::arguments::games_and_files;
use crate::failure::Failure;
use crate::{atomic_file, clock, data_folder, input, language, open, output, report};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct WebArguments {
    /// A game's name, a path to a game file, or an id such as `2048:5x5#7`; without it, the menu
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: Option<String>,
    /// The port on this machine [default: one that is free]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

pub(crate) fn run(arguments: &WebArguments, phrases: &Phrases) -> Result<(), Failure> {
    let shown = arguments.game.as_deref().map_or(Ok(Shown::Menu), shown)?;
    let settings = Settings {
        port: arguments.port.unwrap_or(0),
        shown,
        locale: language::chosen(None),
        service: Box::new(service),
        surroundings: clock::surroundings,
    };
    let cannot_listen = |error: io::Error| {
        let values = [("reason", input::reason(&error, phrases).into())];
        Failure::input(phrases.say("web-cannot-listen", &values))
    };
    let server = Server::bind(settings).map_err(cannot_listen)?;
    let ender = server.ender();
    // Without signals the program is ended without a farewell; what was reached is kept as it is reached.
    let _ = ctrlc::set_handler(move || ender.end());
    let address = server.address();
    output::print(&format!("{address}\n"))?;
    if !arguments.no_open && ::open::that_detached(&address).is_err() {
        report::note(&phrases.say("web-no-browser", &[]));
    }
    server.run().map_err(cannot_listen)
}

/// The game that the page is opened with.
fn shown(game: &str) -> Result<Shown, Failure> {
    if game == "-" {
        return Err(Failure::usage(language::phrases().say("web-no-input", &[])));
    }
    // What is no game is complained of before a browser opens.
    open::find(game)?;
    Ok(match open::is_file(game) {
        true => {
            Shown::File(NamedFile::new(PathBuf::from(game), input::MAX_TEXT, atomic_file::replace))
        }
        false => Shown::Game(game.to_owned()),
    })
}

/// The service of one socket.
fn service(purpose: Purpose) -> Service {
    Service::new(Host::new(match purpose {
        Purpose::Play => data_folder::open(),
        Purpose::Search => Keeper::of_nothing(),
    }))
}
