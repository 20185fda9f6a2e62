//! `masume bot`: Masume chooses, another program keeps the game.

use std::io;

use clap::{Args, ValueEnum, ValueHint};
use masume_bots::json::Pace;
use masume_bots::{Listener, Thinker, gtp, json, nboard, ugi};
use masume_engine::StopToken;
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_search::agent::AgentSpec;

use crate::arguments::GameArguments;
use crate::arguments::value::{agent, memory, positive};
use crate::failure::Failure;
use crate::open;
use crate::weights_file::WeightsFile;

/// Seconds for an action where neither the command line nor who keeps the game says how many.
const SECONDS: f64 = 1.0;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct BotArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How who keeps the game speaks
    #[arg(long, value_enum, value_name = "NAME", default_value = "json")]
    pub(crate) protocol: Protocol,
    /// Who chooses: `easy`, `medium`, `hard`, a number of nodes, or an agent such as `uct:2000`
    #[arg(long, value_name = "AGENT", default_value = "hard", value_parser = agent)]
    pub(crate) agent: AgentSpec,
    /// Seconds for an action, where the agent has no nodes of its own [default: with `json` a little less than it is given,
    /// else 1]
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// The most memory for what it keeps of an action's search, such as `100M` or `2G`
    #[arg(long, value_name = "M", default_value = "512M", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// Weights that `masume tune` wrote for the rules of this game
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) weights: Option<String>,
}

/// Protocol between programs that keep a game and programs that choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// One JSON object a line: every game
    Json,
    /// Universal Game Interface: every game
    Ugi,
    /// Go Text Protocol: games for two in which only cells are chosen
    Gtp,
    /// `NBoard`: the same on 8 x 8
    Nboard,
}

pub(crate) fn run(arguments: &BotArguments, phrases: &Phrases) -> Result<(), Failure> {
    let mut opened = open::open(&arguments.game)?;
    let left = StopToken::new();
    // Heard from the beginning: a game may take for ever to set up.
    let mut listener = Listener::new(io::stdin(), left.clone());
    // In JSON it is no word.
    if arguments.protocol != Protocol::Json {
        opened.game = opened.game.with_stop(left.clone());
    }
    let state = match opened.start() {
        Err(_) if left.is_stopped() => return Ok(()),
        started => started?,
    };
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
    let bounds = (setup.seed, seconds, arguments.memory);
    let thinker = Thinker::new((game, &state), arguments.agent, weights.as_ref(), bounds);
    let mut thinker = thinker.map_err(|unsuited| super::drive::unsuited(&unsuited, phrases))?;
    let mut output = io::stdout();
    match arguments.protocol {
        Protocol::Json => json::serve(game, &mut thinker, pace, &mut listener, &mut output),
        Protocol::Ugi => ugi::serve(game, setup, &mut thinker, &mut listener, &mut output),
        Protocol::Gtp => gtp::serve(game, setup, &mut thinker, &mut listener, &mut output),
        Protocol::Nboard => nboard::serve(game, setup, &mut thinker, &mut listener, &mut output),
    }
    .map_err(Failure::Output)
}
