//! One file for each subcommand: read the arguments, ask the engine, print.

mod actions;
mod bot;
mod chat;
mod check;
mod completions;
mod drive;
mod explain;
mod explain_error;
mod export;
mod fmt;
mod generate;
mod in_order;
mod kept_game;
mod list;
mod man;
mod match_command;
mod menu;
mod new;
mod perft;
mod play;
mod playout;
mod rate;
mod regex_command;
mod replay;
mod run;
mod serve;
mod show;
mod slow;
mod solve;
mod stats;
mod task;
mod tune;
mod value;
mod verify;
mod watch;
mod web;

use masume_presentation::locale::Phrases;

pub(crate) use actions::ActionsArguments;
pub(crate) use bot::BotArguments;
pub(crate) use chat::ChatArguments;
pub(crate) use check::CheckArguments;
pub(crate) use completions::{COMPLETION_VARIABLE, CompletionsArguments};
pub(crate) use drive::DriveArguments;
pub(crate) use explain::ExplainArguments;
pub(crate) use explain_error::ExplainErrorArguments;
pub(crate) use export::ExportArguments;
pub(crate) use fmt::FmtArguments;
pub(crate) use generate::GenerateArguments;
pub(crate) use list::ListArguments;
pub(crate) use man::ManArguments;
pub(crate) use match_command::MatchArguments;
pub(crate) use new::NewArguments;
pub(crate) use perft::PerftArguments;
pub(crate) use play::PlayArguments;
pub(crate) use playout::PlayoutArguments;
pub(crate) use rate::RateArguments;
pub(crate) use regex_command::RegexArguments;
pub(crate) use replay::ReplayArguments;
pub(crate) use run::RunArguments;
pub(crate) use serve::ServeArguments;
pub(crate) use show::ShowArguments;
pub(crate) use solve::SolveArguments;
pub(crate) use stats::StatsArguments;
pub(crate) use tune::TuneArguments;
pub(crate) use verify::VerifyArguments;
pub(crate) use watch::WatchArguments;
pub(crate) use web::WebArguments;

use crate::command_line::{Arguments, Subcommand};
use crate::failure::Failure;

/// Does what was asked for.
pub(crate) fn run(arguments: Arguments, phrases: &Phrases) -> Result<(), Failure> {
    let Arguments { face, command } = arguments;
    match command {
        None => menu::run(&face, phrases),
        Some(Subcommand::List(arguments)) => list::run(&arguments, phrases),
        Some(Subcommand::Show(arguments)) => show::run(&arguments),
        Some(Subcommand::Play(play)) => play::run(&play, &face),
        Some(Subcommand::Watch(arguments)) => watch::run(&arguments, &face),
        Some(Subcommand::Replay(arguments)) => replay::run(&arguments, &face),
        Some(Subcommand::Run(arguments)) => run::run(&arguments),
        Some(Subcommand::Actions(arguments)) => actions::run(&arguments),
        Some(Subcommand::Perft(arguments)) => perft::run(&arguments),
        Some(Subcommand::Playout(arguments)) => playout::run(&arguments, phrases),
        Some(Subcommand::Solve(arguments)) => solve::run(&arguments, phrases),
        Some(Subcommand::Rate(arguments)) => rate::run(&arguments, phrases),
        Some(Subcommand::Generate(arguments)) => generate::run(&arguments, phrases),
        Some(Subcommand::Match(arguments)) => match_command::run(&arguments, phrases),
        Some(Subcommand::Drive(arguments)) => drive::run(&arguments, phrases),
        Some(Subcommand::Bot(arguments)) => bot::run(&arguments, phrases),
        Some(Subcommand::Chat(arguments)) => chat::run(&arguments, phrases),
        Some(Subcommand::Serve(arguments)) => serve::run(&arguments),
        Some(Subcommand::Web(arguments)) => web::run(&arguments, phrases),
        Some(Subcommand::Tune(arguments)) => tune::run(&arguments, phrases),
        Some(Subcommand::Verify(arguments)) => verify::run(&arguments, phrases),
        Some(Subcommand::Explain(arguments)) => explain::run(&arguments, phrases),
        Some(Subcommand::Check(arguments)) => check::run(&arguments, phrases),
        Some(Subcommand::Export(arguments)) => export::run(&arguments, phrases),
        Some(Subcommand::Fmt(arguments)) => fmt::run(&arguments),
        Some(Subcommand::Regex(arguments)) => regex_command::run(&arguments),
        Some(Subcommand::ExplainError(arguments)) => explain_error::run(&arguments),
        Some(Subcommand::New(arguments)) => new::run(&arguments, phrases),
        Some(Subcommand::Completions(arguments)) => completions::run(&arguments),
        Some(Subcommand::Stats(arguments)) => stats::run(&arguments, phrases),
        Some(Subcommand::Man(arguments)) => man::run(&arguments, phrases),
    }
}
