//! What can be asked on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand};
use masume_engine::{Executor, Series};
use masume_rules::model::Size;

use crate::locale::Locale;
use crate::tui::GlyphSet;

const EXIT_STATUSES: &str = "\
Exit status:
  0  done
  1  the input was at fault: a game file, a state, a level, an action
  2  the command line was at fault: an unknown command, option, game or size";

const EXAMPLES: &str = "\
Examples:
  masume                                     choose a game from a menu and play it
  masume play sokoban --level 3              play the third level
  masume run 2048 --seed 7 --moves 'left, up, left' --json
  masume check my-game.masu                  look for mistakes in a game of your own";

/// Grid games, each written as a page of text.
///
/// Without a command, a menu of the games opens. A GAME is the name of one that is listed by
/// `masume list`, or a path to a file of your own.
#[derive(Debug, Parser)]
#[command(name = "masume", version, max_term_width = 100, after_help = EXIT_STATUSES)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{EXIT_STATUSES}"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) face: FaceArguments,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// How games are shown and spoken of.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct FaceArguments {
    /// The language of menus, help and messages [default: as LANG has it]
    #[arg(long, value_name = "LANGUAGE", global = true)]
    pub(crate) locale: Option<Locale>,
    /// The richest glyphs to be used [default: whatever the terminal shows right]
    #[arg(long, value_name = "SET", global = true)]
    pub(crate) glyphs: Option<GlyphSet>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games that come with Masume
    List,
    /// Print a game's text
    #[command(after_help = "Examples:\n  masume show othello\n  masume show othello --meaning")]
    Show(ShowArguments),
    /// Play a game, on the whole screen or as text
    ///
    /// On a terminal the game has the whole screen, and `?` shows its keys; one that was left is
    /// offered, unless a level, size, seed or option is named. In a pipe, and with
    /// `--text`, lines are read and the board is printed after every action: a key, an action such
    /// as `place e5`, a cell such as `e5`, several of them separated by commas, or one of
    /// `undo`, `restart`, `next`, `level N`, `legal`, `board`, `help`, `quit`.
    #[command(after_help = "\
Examples:
  masume play sokoban --level 3
  masume play sokoban --levels microban.xsb
  masume play 2048 --board 5x3 --option two=75%
  printf 'e6, undo, quit\\n' | masume play othello --text")]
    Play(PlayArguments),
    /// Play a save again, action by action
    ///
    /// On a terminal the game has the whole screen: the space bar stops it and lets it go on. In a
    /// pipe every board is printed.
    #[command(after_help = "\
Examples:
  masume replay sokoban.save
  masume replay sokoban.save --speed 20
  masume replay sokoban.save --to 12 --text")]
    Replay(ReplayArguments),
    /// Play actions without a terminal and print the state they lead to
    ///
    /// The state is printed in the form that `--state` reads, so that output is input, or with
    /// `--json` as one object: board, values, to_act, outcome, legal_actions, ply, id.
    /// An illegal or unknown action stops with exit status 1.
    #[command(after_help = "\
Examples:
  masume run sokoban --moves 'right, right, up'
  masume run sokoban --lurd rrU --json
  masume run othello --moves e6 | masume run othello --state - --moves f6")]
    Run(RunArguments),
    /// Print the legal actions, one a line
    #[command(after_help = "Examples:\n  masume actions othello\n  masume actions othello --json")]
    Actions(ActionsArguments),
    /// Count the positions at a depth (a pass is a ply, a finished game is a leaf)
    #[command(
        after_help = "Examples:\n  masume perft othello 5\n  masume perft othello 3 --divide"
    )]
    Perft(PerftArguments),
    /// Play random games and say how long they are, how they end and what they score
    ///
    /// Every player chooses at random among the legal actions. The same seed plays the same
    /// games, whoever runs the rules.
    #[command(after_help = "\
Examples:
  masume playout othello --games 1000 --seed 7
  masume playout 2048 --board 3x3 --games 200")]
    Playout(PlayoutArguments),
    /// Print what becomes of each rule when it runs
    #[command(after_help = "\
Examples:
  masume explain othello --rule place
  masume explain life --board 64x64")]
    Explain(ExplainArguments),
    /// Look for mistakes in game files, and play a few actions at random
    #[command(
        after_help = "Examples:\n  masume check my-game.masu\n  masume check games/*.masu --json"
    )]
    Check(CheckArguments),
    /// Put game files into the usual form
    #[command(after_help = "\
Examples:
  masume fmt my-game.masu
  masume fmt --check games/*.masu
  masume fmt - < my-game.masu")]
    Fmt(FmtArguments),
    /// Print an action's rules as one regular expression in JavaScript's dialect
    #[command(after_help = "Example:\n  masume regex othello --action place --width 8")]
    Regex(RegexArguments),
    /// Print the manual's page about an error
    #[command(after_help = "Example:\n  masume explain-error E0207")]
    ExplainError(ExplainErrorArguments),
    /// Write a small playable game to start from
    ///
    /// It is written to NAME.masu, and never over a file that is there.
    #[command(after_help = "Example:\n  masume new tea-time")]
    New(NewArguments),
    /// Print a script that completes this command line in a shell
    #[command(after_help = "Example:\n  masume completions bash > ~/.bash_completion.d/masume")]
    Completions(CompletionsArguments),
    /// Print the manual page, of everything or of one command
    #[command(after_help = "Examples:\n  masume man > masume.1\n  masume man play | man -l -")]
    Man(ManArguments),
}

/// Which game, and how it begins.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArguments {
    /// A game's name, or a path to a game file
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The level to begin with, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) level: Option<u32>,
    /// Levels from a file instead of the game's own, such as a Sokoban collection (XSB, SOK)
    #[arg(long, value_name = "FILE")]
    pub(crate) levels: Option<String>,
    /// The size of the board, such as 10x8: columns x rows
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub(crate) board: Option<Size>,
    /// An option of the game, such as `two=75%`; may be given several times
    #[arg(long = "option", value_name = "K=V", value_parser = assignment)]
    pub(crate) options: Vec<(String, String)>,
    /// The seed of all chance: the same seed and actions give the same game
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// A game's name, or a path to a game file
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Print what the text means after all checks
    #[arg(long)]
    pub(crate) meaning: bool,
}

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

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("actions").args(["moves", "lurd", "moves_file"]))]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Begin with the state in this file, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,
    /// Actions separated by commas, such as `right, right, up`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Actions as letters in the game's `lurd` notation
    #[arg(long, value_name = "LETTERS")]
    pub(crate) lurd: Option<String>,
    /// A file of actions separated by commas or line ends, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) moves_file: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the actions in this notation of the game instead of the state
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    pub(crate) print_notation: Option<String>,
    #[command(flatten)]
    pub(crate) executor: ExecutorArguments,
}

/// Who runs the rules.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ExecutorArguments {
    /// Who runs the rules: the results are the same, the speed is not
    #[arg(long, value_name = "NAME", value_parser = executor())]
    pub(crate) executor: Option<Executor>,
}

#[derive(Debug, Args)]
pub(crate) struct ActionsArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Look at the state in this file, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,
    /// Print one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How many plies deep
    #[arg(value_name = "DEPTH")]
    pub(crate) depth: u32,
    /// Print the count below each action first
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count turns as plies where a player may act again
    #[arg(long, conflicts_with = "divide")]
    pub(crate) turns: bool,
    /// Begin with the state in this file, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,
    #[command(flatten)]
    pub(crate) executor: ExecutorArguments,
}

#[derive(Debug, Args)]
pub(crate) struct PlayoutArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// Plies after which a game that is not over is left
    #[arg(long, value_name = "N", default_value_t = Series::MOST_PLIES)]
    pub(crate) plies: u64,
    /// Begin with the state in this file, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,
    #[command(flatten)]
    pub(crate) executor: ExecutorArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Only these rules: those of an action, of `start` or `then`, or the one of this number
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    /// Print the mistakes as one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FmtArguments {
    /// Game files, or `-` for standard input to standard output
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    /// Change nothing; list the files that are not in the usual form, with exit status 1
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RegexArguments {
    /// A game's name, or a path to a game file
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The action whose rules are meant
    #[arg(long, value_name = "NAME")]
    pub(crate) action: String,
    /// Columns of the board
    #[arg(long, value_name = "W")]
    pub(crate) width: u32,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainErrorArguments {
    /// The error's code, such as E0207
    #[arg(value_name = "CODE")]
    pub(crate) code: String,
}

#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The game's name, such as tea-time; a folder may stand before it
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The command whose page is meant
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

/// Actions a second: more than none, and a number.
fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| speed.is_finite() && *speed > 0.0);
    speed.ok_or("expected a number above 0".to_owned())
}

/// An executor by its name.
fn executor() -> impl TypedValueParser<Value = Executor> {
    PossibleValuesParser::new(Executor::ALL.map(Executor::name))
        .try_map(|name| name.parse::<Executor>())
}

fn size(text: &str) -> Result<Size, String> {
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|&it| it > 0);
    let sides = text.split_once(['x', 'X', '×']);
    let parsed = sides.and_then(|(width, height)| Some((number(width)?, number(height)?)));
    let (width, height) =
        parsed.ok_or("expected columns x rows, each at least 1, such as 10x8".to_owned())?;
    Ok(Size { width, height })
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        Some(_) | None => Err("expected a name, `=` and a value, such as two=75%".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes_are_columns_by_rows() {
        assert_eq!(size("10x8"), Ok(Size { width: 10, height: 8 }));
        for text in ["", "8", "x", "0x4", "4x0", "-1x4", "4x4x4", "99999999999x1", "a x b"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn options_are_names_with_values() {
        assert_eq!(assignment("two=75%"), Ok(("two".to_owned(), "75%".to_owned())));
        for text in ["", "two", "=", "two=", "=3"] {
            assert!(assignment(text).is_err(), "{text}");
        }
    }
}
