//! `masume watch`: agents play, until the watcher leaves or the game is over.

use masume_presentation::dialogue::opponent::Company;
use masume_search::agent::{AgentSpec, Strength};

use super::drive::check_suited;
use crate::arguments::{FaceArguments, WatchArguments};
use crate::clock::fresh_seed;
use crate::failure::Failure;
use crate::language;
use crate::open::Opened;
use crate::play::{self, Manner};
use crate::weights_file::WeightsFile;
use crate::{open, tui};

pub(crate) fn run(arguments: &WatchArguments, face: &FaceArguments) -> Result<(), Failure> {
    let game = &open::spelt_out(&arguments.game)?;
    let mut opened = open::open(game)?;
    opened.setup.seed = game.seed.unwrap_or_else(fresh_seed);
    check_agents(&arguments.agents, &opened)?;
    let rules = opened.game.rules();
    let usual = [Strength::Medium.into()];
    let agents = match &arguments.agents[..] {
        [] if rules.players.len() > 1 => &usual,
        agents => agents,
    };
    let mut company = Company::without_people(rules, agents, Some(arguments.speed));
    company.weights = WeightsFile::of_arguments(arguments.weights.as_deref(), &opened)?;
    if !arguments.text && tui::has_screen() {
        return tui::run_game(opened, false, company, face);
    }
    play::play(opened, Manner::default(), company, face)?;
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
