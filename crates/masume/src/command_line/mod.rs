//! The command line: its commands, which are read, completed, translated and complained of here. The
//! arguments of each command stand in the file of the command.

mod complaint;
mod completion;
mod language;
mod reading;

use clap::Parser;

use crate::arguments::FaceArguments;
use crate::commands::{
    ActionsArguments, BotArguments, ChatArguments, CheckArguments, CompletionsArguments,
    DriveArguments, ExplainArguments, ExplainErrorArguments, ExportArguments, FmtArguments,
    GenerateArguments, ListArguments, ManArguments, MatchArguments, NewArguments, PerftArguments,
    PlayArguments, PlayoutArguments, RateArguments, RegexArguments, ReplayArguments, RunArguments,
    ServeArguments, ShowArguments, SolveArguments, StatsArguments, TuneArguments, VerifyArguments,
    WatchArguments, WebArguments,
};

pub(crate) use completion::answer as answer_shell;
pub(crate) use language::{command, missing as untranslated_help};
pub(crate) use reading::{Unread, read};

const EXIT_STATUSES: &str = "\
Exit status:
  0  done
  1  the input was at fault: a game file, a state, a level, an action
  2  the command line was at fault: an unknown command, option, game or size";

const EXAMPLES: &str = "\
Examples:
  masume                                     choose a game from a menu and play it
  masume sokoban                             play one
  masume sokoban --level 3                   play its third level
  masume '2048:5x5,two=75%#4'                play the game of an id: the same board for a friend
  masume run 2048 --seed 7 --moves 'left, up, left' --json
  masume check my-game.masu                  look for mistakes in a game of your own";

/// Grid games, each written as a page of text.
///
/// Without a command, a menu of the games opens. A GAME is the name of one that is listed by
/// `masume list`, a path to a file of your own, or an id: a name with size, options, level and
/// seed, as a game's help shows it. A game named alone is played.
#[derive(Debug, Parser)]
#[command(name = "masume", version, max_term_width = 100, after_help = EXIT_STATUSES)]
#[command(override_usage = "masume [OPTIONS] [GAME]\n       masume [OPTIONS] <COMMAND>")]
#[command(after_long_help = format!("{EXAMPLES}\n\n{EXIT_STATUSES}"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) face: FaceArguments,
    #[command(subcommand)]
    pub(crate) command: Option<Subcommand>,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Subcommand {
    /// List the games that come with Masume
    List(ListArguments),
    /// Write a game as one file that any browser plays
    ///
    /// The file opens from a folder, without a network, and plays with the mouse, by touch and by keys. With `--text` the
    /// game's text comes back out of such a file.
    #[command(after_help = "\
Examples:
  masume export sokoban
  masume export my-game.masu -o my-game.html
  masume export --text my-game.html > again.masu")]
    Export(ExportArguments),
    /// Print a game's text
    #[command(after_help = "Examples:\n  masume show othello\n  masume show othello --meaning")]
    Show(ShowArguments),
    /// Play a game, on the whole screen or as text
    ///
    /// On a terminal the game has the whole screen, and `?` shows its keys; one that was left is
    /// offered, unless a level, size, seed or option is named. In a pipe, and with
    /// `--text`, lines are read and the board is printed after every action: a key, an action such
    /// as `place e5`, a cell such as `e5`, several of them separated by commas, or one of
    /// `undo`, `redo`, `restart`, `next`, `level N`, `levels`, `legal`, `board`, `look c5`, `where`,
    /// `legend`, `save`, `quiet`, `loud`, `help`, `quit`. After an action is said what it changed;
    /// with `--quiet` the board is printed only when it is asked for.
    #[command(after_help = "\
Examples:
  masume play sokoban --level 3
  masume play sokoban --levels microban.xsb
  masume play 2048 --board 5x3 --option two=75%
  masume play othello --opponent hard --side white
  printf 'e6, undo, quit\\n' | masume play othello --text")]
    Play(PlayArguments),
    /// Watch agents play a game
    ///
    /// On a terminal the game has the whole screen: the space bar stops it and lets it go on. In a
    /// pipe every board is printed. Nothing is kept.
    #[command(after_help = "\
Examples:
  masume watch othello
  masume watch connect-four --agents hard,easy --speed 1
  masume watch 2048 --text")]
    Watch(WatchArguments),
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
  masume run chess --moves '1. e4 e5' --png chess.png
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
    ///
    /// Each game is set up from a seed of its own, which follows from the seed: of a game with chance
    /// every deal is another. A state, or an id with a seed such as 2048:5x5#4, is where all the games
    /// begin; so is a level, but for what the game's set-up leaves to chance on it.
    #[command(after_help = "\
Examples:
  masume playout othello --games 1000 --seed 7
  masume playout 2048 --board 3x3 --games 200")]
    Playout(PlayoutArguments),
    /// Look for a way to win, or show that there is none
    ///
    /// Without a level, state or id, every level of the game or of the file is tried, one after another.
    /// A solution is said once it was played again by the plainest executor of the rules;
    /// that a level cannot be won is said only with a proof, which `masume verify` checks. Otherwise the
    /// level is given up, with the bound that was met. A level that is over from the beginning, or cannot be
    /// played, has its line too, and does not stop the others. Ctrl-C ends the search and keeps what was found.
    ///
    /// A game for two without chance is searched to its end: who wins if nobody errs, by how many points where
    /// points decide, and how. Most games are too large for that from their beginning; a smaller `--board`, or a
    /// `--state` near the end, is not. Where one plays for points and chance has no part in it, the line with
    /// the most points is sought until the time is over.
    ///
    /// With `--json` a line is one level: level, title, verdict (`won`, `impossible`, `gave up`, `over` or
    /// `unplayable`; of points `scored`, or `most` where no line has more; for two `wins` or `drawn`), winner,
    /// points, actions, lurd where the game has that notation, nodes, seconds, limit, reason.
    #[command(after_help = "\
Examples:
  masume solve sokoban --level 3
  masume solve sokoban --levels microban.xsb --seconds 10 --json
  masume solve ice --optimal moves
  masume solve othello --board 4x4
  masume solve my-game.masu --state stuck.txt --proof stuck.proof")]
    Solve(SolveArguments),
    /// Say how hard levels are
    ///
    /// A level is solved, and what could have been done instead is looked at along the solution. Said are its
    /// steps (what is more than walking, such as pushes), its actions, the nodes of the search, among how many
    /// choices a step was chosen in the mean, how many in a hundred of the others lose (or are not soon won),
    /// and one figure: log2(1 + nodes) + log2(1 + steps) + log2(1 + bits), where bits are the sum over the
    /// steps of log2(choices / choices that do not lose).
    #[command(after_help = "\
Examples:
  masume rate sokoban
  masume rate sokoban --levels microban.xsb --json")]
    Rate(RateArguments),
    /// Make new levels of a game
    ///
    /// What levels are made of is learnt from those that the game has (or those of `--levels`). Boards are
    /// put together at random: won ones, from which actions are taken back as far as they lead, or where the
    /// rules do not allow that, first ones. What the solver wins is a level, and the hardest are printed as a
    /// collection that `--levels` reads, each with its figures (see `masume rate`) and a way to win it.
    #[command(after_help = "\
Examples:
  masume generate sokoban --level-size 8x7 --pieces 3 --seconds 20
  masume generate ice --level-size 14x9 --pieces 20 --nodes 100000 --count 5 --seed 4 > ice.txt
  masume play ice --levels ice.txt")]
    Generate(GenerateArguments),
    /// Let agents or programs play against each other
    ///
    /// A and B are agents, such as `medium`, `hard`, `greedy` or `uct:2000` (a kind with a number of nodes or
    /// a level), or commands: what has a blank in it, or `json:` before it, is started and spoken to in JSON lines,
    /// with `gtp:` before it in the Go Text Protocol, with `nboard:` as `NBoard` does. Every opening is played twice, with
    /// sides changed. A side that fails, such as a program that dies, answers late or does what is illegal, loses that game;
    /// the first failure is told with its reason, and the exit status is 1. A program that cannot begin ends the match. With
    /// `--keep` each game is a file that `masume replay` shows, and a match that was interrupted goes on.
    #[command(after_help = "\
Examples:
  masume match othello uct:2000 greedy --games 40
  masume match breakthrough 'python3 my-bot.py' medium --keep games --json
  masume match go hard 'gtp:gnugo --mode gtp --level 1 --chinese-rules' --seconds 2")]
    Match(MatchArguments),
    /// Let a program of yours choose the actions
    ///
    /// The program is started and spoken to in JSON lines over its standard input and output: it is told the
    /// state and what is legal, and answers with an action. Masume keeps the game and the clock; the game is
    /// written to a file as it goes on, so that it is there however it ends. The protocol is described in `spec/protocol.md`.
    #[command(after_help = "\
Examples:
  masume drive 2048 -- python3 my-bot.py
  masume drive othello --opponent medium --player white -- node my-bot.js")]
    Drive(DriveArguments),
    /// Learn from play against itself how much pieces and places count
    ///
    /// The agent `pvs` plays against itself, and the weights are found by which positions best tell how their
    /// games ended. They are for the rules of this game alone: `play`, `watch`, `match` and `bot` take them
    /// with `--weights`, and refuse them for other rules. `pvs` and `greedy` judge by them, `uct` only where it
    /// leaves a random game before its end. At the end games of `medium`, as which `play` seats an opponent, tell whether
    /// they help.
    #[command(after_help = "\
Examples:
  masume tune english-draughts --games 500 --output draughts.weights
  masume match english-draughts pvs:5000 pvs:5000 --weights draughts.weights")]
    Tune(TuneArguments),
    /// Choose actions for another program, which keeps the game
    #[command(after_help = "\
Examples:
  masume bot othello --protocol nboard
  masume bot go --protocol gtp --seconds 5
  masume drive othello --seconds 2 -- masume bot othello")]
    Bot(BotArguments),
    /// Play games in a chat, where a board is a message and signs under it are moves (spec/chat.md)
    #[command(after_help = "\
Examples:
  python3 examples/chat/adapter.py masume
  masume chat matrix --config matrix.toml

The bot keeps its games in the data folder and goes on with them.")]
    Chat(ChatArguments),
    /// Play games as a service: one JSON question a line, one JSON reply (spec/service.md)
    #[command(
        after_help = "Examples:\n  echo '{\"ask\": {\"load\": {\"name\": \"sokoban\"}}}' | masume serve --stdio"
    )]
    Serve(ServeArguments),
    /// Play and write games in a browser
    ///
    /// A page opens in the browser; the engine behind it is this program, until Ctrl-C. What is played
    /// is kept as the terminal keeps it. A game of your own is shown beside its text: the page writes
    /// that file and no other one, and what another editor writes there is shown at once. Only this
    /// machine reaches the page, and only with the address that is printed.
    #[command(after_help = "\
Examples:
  masume web
  masume web sokoban
  masume web my-game.masu --port 8000 --no-open")]
    Web(WebArguments),
    /// Check a proof that a level cannot be won, without the solver
    #[command(after_help = "Example:\n  masume verify sokoban stuck.proof")]
    Verify(VerifyArguments),
    /// Say what is slow about a game, or what becomes of its rules when they run
    #[command(after_help = "\
Examples:
  masume explain chess
  masume explain life --board 64x64
  masume explain othello --rule place
  masume explain othello --code
  masume explain sokoban --facts")]
    Explain(ExplainArguments),
    /// Say how much was played: games, wins, streaks, time, and the best of each set-up
    ///
    /// Time runs while a game is on the screen and somebody plays. Streaks and wins are those of
    /// games that one plays alone: in games for several, all play at one keyboard, and nobody knows
    /// whose victory it was.
    #[command(after_help = "Examples:\n  masume stats\n  masume stats sokoban --json")]
    Stats(StatsArguments),
    /// Look for mistakes in game files, and play a few actions at random
    #[command(
        after_help = "Examples:\n  masume check my-game.masu\n  masume check games/*.masu --json\n  masume check sokoban --levels my-collection.xsb"
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
    #[command(after_help = "\
Examples:
  source <(masume completions bash)          in ~/.bashrc
  masume completions fish | source           in ~/.config/fish/config.fish")]
    Completions(CompletionsArguments),
    /// Print the manual page, of everything or of one command
    #[command(after_help = "Examples:\n  masume man > masume.1\n  masume man play | man -l -")]
    Man(ManArguments),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
