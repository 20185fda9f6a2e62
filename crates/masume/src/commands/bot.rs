//! `masume bot`: Masume chooses, another program keeps the game.

use std::io;

use masume_bots::json::Pace;
use masume_bots::{Listener, Thinker, gtp, json, nboard, ugi};
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;

use crate::arguments::{BotArguments, Protocol};
use crate::failure::Failure;
use crate::open;
use crate::weights_file::WeightsFile;

/// Seconds for an action where neither the command line nor who keeps the game says how many.
const SECONDS: f64 = 1.0;

pub(crate) fn run(arguments: &BotArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let state = opened.start()?;
    let suits = match arguments.protocol {
        Protocol::Json | Protocol::Ugi => true,
        Protocol::Gtp => gtp::suits(&opened.game),
        Protocol::Nboard => gtp::suits(&opened.game) && state.board.grid().width() == 8,
    };
    if !suits {
        let complaint = Complaint::new(phrases.say("bot-protocol", &[]));
        return Err(Failure::Usage(complaint.with_help(phrases.say("bot-protocol-help", &[]))));
    }
    let (game, setup) = (&opened.game, opened.setup);
    let weights = arguments.weights.as_ref();
    let weights = weights.map(|path| WeightsFile::read(path, &opened.session()?, phrases));
    let weights = weights.transpose()?;
    let (seconds, pace) = match arguments.seconds {
        Some(seconds) => (seconds, Pace::Own),
        None => (SECONDS, Pace::Given),
    };
    let terms = (setup.seed, seconds);
    let thinker = Thinker::new(game, &state, arguments.agent, weights.as_ref(), terms);
    let mut thinker = thinker.map_err(|unsuited| super::drive::unsuited(&unsuited, phrases))?;
    thinker.bytes = arguments.memory;
    let (mut listener, mut output) = (Listener::new(io::stdin()), io::stdout());
    match arguments.protocol {
        Protocol::Json => json::serve(game, &mut thinker, pace, &mut listener, &mut output),
        Protocol::Ugi => ugi::serve(game, setup, &mut thinker, &mut listener, &mut output),
        Protocol::Gtp => gtp::serve(game, setup, &mut thinker, &mut listener, &mut output),
        Protocol::Nboard => nboard::serve(game, setup, &mut thinker, &mut listener, &mut output),
    }?;
    Ok(())
}
