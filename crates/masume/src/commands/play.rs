//! `masume play`: one game, until the player leaves.

use clap::{Args, ValueHint};
use masume_engine::Player;
use masume_presentation::complaint::Complaint;
use masume_presentation::dialogue::opponent::{Opponents, against};
use masume_search::agent::AgentSpec;
use masume_search::agent::Strength;

use super::drive::check_suited;
use crate::arguments::value::agent;
use crate::arguments::{FaceArguments, GameArguments};
use crate::clock::fresh_seed;
use crate::failure::Failure;
use crate::language;
use crate::open::Opened;
use crate::play::TextOptions;
use crate::weights_file::WeightsFile;
use crate::{open, play, tui};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Play as lines of text, as in a pipe
    #[arg(long)]
    pub(crate) text: bool,
    /// As lines of text, say what changed and print the board only when `board` asks for it
    #[arg(long, conflicts_with = "watch")]
    pub(crate) quiet: bool,
    /// Read the file again whenever it is saved, and go on where it can
    #[arg(long, conflicts_with = "text")]
    pub(crate) watch: bool,
    /// Play against an opponent: easy, medium, hard, or a number of nodes that it looks at [default: medium]
    #[arg(long, value_name = "STRENGTH", num_args = 0..=1, default_missing_value = "medium", value_parser = agent)]
    pub(crate) opponent: Option<AgentSpec>,
    /// The player that you are, such as `black` [default: the one who begins]
    #[arg(long, value_name = "PLAYER", requires = "opponent")]
    pub(crate) side: Option<String>,
    /// Show how it is won, action by action, or how it is played where nobody knows a way
    #[arg(long, conflicts_with_all = ["opponent", "watch"])]
    pub(crate) autoplay: bool,
    /// Weights that `masume tune` wrote for the rules of this game, for opponents and hints
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "watch")]
    pub(crate) weights: Option<String>,
}

pub(crate) fn run(arguments: &PlayArguments, face: &FaceArguments) -> Result<(), Failure> {
    let game = &open::spelt_out(&arguments.game)?;
    let seed = game.seed.unwrap_or_else(fresh_seed);
    let on_screen = !arguments.text && !arguments.quiet && tui::has_screen();
    if on_screen && arguments.watch && open::is_file(&game.game) {
        let game = GameArguments { seed: Some(seed), ..game.clone() };
        return tui::run_watched(game, face);
    }
    // By the id as it was written: its seed is dealt by the solver that the id names.
    let mut opened = open::open(&arguments.game)?;
    opened.setup.seed = seed;
    let mut opponents = opponents(arguments, &opened)?;
    // Who names an opponent wants a game from its beginning, and so does who wants to be shown one.
    let offers_what_waits = names_no_beginning(game) && opponents == Opponents::default();
    opponents.weights = WeightsFile::of_arguments(arguments.weights.as_deref(), &opened)?;
    if on_screen {
        return tui::run_game(opened, offers_what_waits, opponents, face);
    }
    let options = TextOptions { offers_what_waits, is_quiet: arguments.quiet };
    play::play(opened, options, opponents, face)?;
    Ok(())
}

/// Players besides the people who are here.
fn opponents(arguments: &PlayArguments, opened: &Opened) -> Result<Opponents, Failure> {
    if arguments.autoplay {
        let rules = opened.game.rules();
        let agents = [Strength::Hard.into()];
        let agents = if rules.players.len() > 1 { &agents[..] } else { &[] };
        return Ok(Opponents::without_people(rules, agents, None));
    }
    let Some(wanted) = arguments.opponent else { return Ok(Opponents::default()) };
    let phrases = language::phrases();
    let players = &opened.game.rules().players;
    if players.len() < 2 {
        let complaint = Complaint::new(phrases.say("no-opponents", &[]));
        return Err(Failure::Usage(complaint.with_help(phrases.say("no-opponents-help", &[]))));
    }
    let person = match &arguments.side {
        None => Some(0),
        Some(side) => players.iter().position(|player| player.name.eq_ignore_ascii_case(side)),
    };
    let Some(person) = person else {
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        let side = arguments.side.as_deref().unwrap_or_default();
        let values = [("side", side.into()), ("names", names.join(", ").into())];
        return Err(Failure::usage(phrases.say("no-such-side", &values)));
    };
    check_suited(opened, wanted, &phrases)?;
    let rules = opened.game.rules();
    Ok(Opponents { seats: against(rules, wanted, Player(person as u8)), ..Opponents::default() })
}

/// True if nothing is said of how the game begins, so that one that waits may be meant.
fn names_no_beginning(arguments: &GameArguments) -> bool {
    let GameArguments { game: _, level, levels, board, options, seed } = arguments;
    level.is_none() && levels.is_none() && board.is_none() && options.is_empty() && seed.is_none()
}
