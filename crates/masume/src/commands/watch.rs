//! `masume watch`: agents play, until the watcher leaves or the game is over.

use clap::{Args, ValueHint};
use masume_presentation::dialogue::opponent::Opponents;
use masume_search::agent::{AgentSpec, Strength};

use super::drive::check_suited;
use crate::arguments::FaceArguments;
use crate::arguments::GameArguments;
use crate::arguments::value::{agent, positive};
use crate::clock::fresh_seed;
use crate::failure::Failure;
use crate::language;
use crate::open::Opened;
use crate::play::{self, TextOptions};
use crate::weights_file::WeightsFile;
use crate::{open, tui};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct WatchArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Who plays, in the order of turn: easy, medium, hard, or numbers of nodes; the last plays for all
    /// who are not named [default: medium; in a game for one the best that is found]
    #[arg(long, value_name = "STRENGTH,STRENGTH", value_delimiter = ',', value_parser = agent)]
    pub(crate) agents: Vec<AgentSpec>,
    /// Actions a second
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) speed: f64,
    /// Weights that `masume tune` wrote for the rules of this game
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) weights: Option<String>,
    /// Print the boards, as in a pipe
    #[arg(long)]
    pub(crate) text: bool,
}

pub(crate) fn run(arguments: &WatchArguments, face: &FaceArguments) -> Result<(), Failure> {
    let game = &open::spelt_out(&arguments.game)?;
    let mut opened = open::open(&arguments.game)?;
    opened.setup.seed = game.seed.unwrap_or_else(fresh_seed);
    check_agents(&arguments.agents, &opened)?;
    let rules = opened.game.rules();
    let usual = [Strength::Medium.into()];
    let agents = match &arguments.agents[..] {
        [] if rules.players.len() > 1 => &usual,
        agents => agents,
    };
    let mut opponents = Opponents::without_people(rules, agents, Some(arguments.speed));
    opponents.weights = WeightsFile::of_arguments(arguments.weights.as_deref(), &opened)?;
    if !arguments.text && tui::has_screen() {
        return tui::run_game(opened, false, opponents, face);
    }
    play::play(opened, TextOptions::default(), opponents, face)?;
    Ok(())
}

/// Refuses agents for whom there is no player, and those that cannot play this game.
fn check_agents(agents: &[AgentSpec], opened: &Opened) -> Result<(), Failure> {
    let phrases = language::phrases();
    let players = opened.game.rules().players.len();
    if agents.len() > players {
        let values = [("agents", agents.len().into()), ("count", players.into())];
        return Err(Failure::usage(phrases.say("watch-too-many", &values)));
    }
    agents.iter().try_for_each(|&agent| check_suited(opened, agent, &phrases))
}
