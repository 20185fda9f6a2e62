//! Commands for people who play.

use clap::Args;

use super::GameArguments;

#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Play as lines of text, as in a pipe
    #[arg(long)]
    pub(crate) text: bool,
    /// Read the file again whenever it is saved, and go on where it can
    #[arg(long, conflicts_with = "text")]
    pub(crate) watch: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// A save, as `masume play` writes it
    #[arg(value_name = "SAVE")]
    pub(crate) save: String,
    /// The game of the save, where it is no shipped one
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The file that the levels came from, where they were not the game's own
    #[arg(long, value_name = "FILE")]
    pub(crate) levels: Option<String>,
    /// Stop after so many actions
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<u32>,
    /// Actions a second
    #[arg(long, value_name = "S", default_value_t = 4.0, value_parser = speed)]
    pub(crate) speed: f64,
    /// Print the boards, as in a pipe
    #[arg(long)]
    pub(crate) text: bool,
}

/// Actions a second: more than none, and a number.
fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| speed.is_finite() && *speed > 0.0);
    speed.ok_or("expected a number above 0".to_owned())
}
