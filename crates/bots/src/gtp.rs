//! The Go Text Protocol (version 2, Farnebäck 2002), on both of its sides, for every game for two
//! in which players only choose a cell, or pass.

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;

use masume_engine::{Action, Game, Player, Setup, Size, State};

use super::lines::serve as serve_lines;
use super::listener::Meanwhile;
use super::point::{cell_of, go_cell, go_name, place, placing_action};
use super::program::Program;
use super::seat::{Chosen, NoSeat, Terms};
use super::{Fault, Listener, Thinker, View};

/// Commands that are known, in the order in which they are listed.
const COMMANDS: [&str; 14] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "final_score",
];
/// The most lines of an answer.
const MOST_LINES: usize = 1_000;

/// True if the protocol can speak of a game.
pub fn suits(game: &Game) -> bool {
    game.rules().players.len() == 2 && placing_action(game).is_some()
}

/// The same on a board of this shape.
pub(super) fn fits(game: &Game, state: &State) -> bool {
    let grid = state.board.grid();
    suits(game) && grid.width() == grid.height()
}

/// Reason why a command is refused, in the words of the protocol where it has some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GtpError {
    UnknownCommand,
    Syntax,
    /// Nothing was played that could be taken back.
    CannotUndo,
    /// The game cannot be set up.
    NoBoard,
    /// No board of this side.
    Size,
    CannotBeSetUp,
    NotItsTurn,
    Coordinate,
    /// A game in which players do more than choose a cell.
    NotThisGame,
    IllegalMove,
    /// The rules went wrong while the agent thought.
    Rules,
    NoLegalMove,
    NoScore,
}

impl fmt::Display for GtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownCommand => "unknown command",
            Self::Syntax => "syntax error",
            Self::CannotUndo => "cannot undo",
            Self::NoBoard => "there is no board",
            Self::Size => "unacceptable size",
            Self::CannotBeSetUp => "cannot be set up",
            Self::NotItsTurn => "not this colour's turn",
            Self::Coordinate => "invalid coordinate",
            Self::NotThisGame => "no such game",
            Self::IllegalMove => "illegal move",
            Self::Rules => "the rules went wrong",
            Self::NoLegalMove => "no legal move",
            Self::NoScore => "no score",
        })
    }
}

/// A program that speaks the protocol.
#[derive(Debug)]
pub struct GtpProgram {
    pub(super) program: Program,
    /// Number of actions of the timeline that the program was told.
    told: usize,
}

impl GtpProgram {
    pub(super) fn start(words: &[String], terms: &Terms, state: &State) -> Result<Self, NoSeat> {
        let grid = state.board.grid();
        let program = Program::start(words, terms)?;
        let mut started = Self { program, told: 0 };
        for command in [&format!("boardsize {}", grid.width()), "clear_board", "komi 0"] {
            if let Err(fault) = started.ask(command) {
                let last_words = started.program.last_words();
                return Err(NoSeat::Fault { fault: fault.of_set_up(), last_words });
            }
        }
        Ok(started)
    }

    pub(super) fn choose(&mut self, view: &View<'_>) -> Result<Chosen, Fault> {
        let (game, state) = (view.session.game(), view.session.state());
        let grid = state.board.grid();
        for &(player, action) in &view.done[self.told..] {
            let point = cell_of(action).and_then(|cell| go_name(grid, cell));
            let point = point.unwrap_or_else(|| "pass".to_owned());
            self.ask(&format!("play {} {point}", colour(player)))?;
            self.told += 1;
        }
        let answer = self.ask(&format!("genmove {}", colour(state.to_act)))?;
        let index = placing_action(game).ok_or_else(|| Fault::Refused("GTP".to_owned()))?;
        let action = match answer.to_ascii_lowercase().as_str() {
            "pass" => Action::PASS,
            "resign" => return Ok(Chosen::Resignation),
            _ => match go_cell(grid, &answer) {
                Some(cell) => place(index, cell),
                None => return Err(Fault::Rubbish(answer)),
            },
        };
        // It has done the action on its own board.
        self.told += 1;
        Ok(Chosen::Action(action))
    }

    /// The answer to a command.
    fn ask(&mut self, command: &str) -> Result<String, Fault> {
        // Some end an answer with more blank lines than one; anything else is no answer to this.
        while let Some(line) = self.program.early()? {
            if !line.trim().is_empty() {
                return Err(Fault::OutOfTurn(line));
            }
        }
        self.program.tell(command)?;
        let deadline = self.program.deadline();
        let mut answer = String::new();
        for _ in 0..MOST_LINES {
            let line = self.program.hear(deadline)?;
            match line.trim() {
                "" if answer.is_empty() => {}
                "" => break,
                line => answer.push_str(line),
            }
        }
        match answer.split_at_checked(1) {
            Some(("=", rest)) => Ok(rest.trim().to_owned()),
            Some(("?", rest)) => Err(Fault::Refused(format!("{command}: {}", rest.trim()))),
            _ => Err(Fault::Rubbish(answer)),
        }
    }
}

/// The colours of the protocol: who moves first is black.
fn colour(player: Player) -> &'static str {
    if player.0 == 0 { "black" } else { "white" }
}

/// A game as the controller of an engine sees it.
struct Board<'a> {
    game: &'a Game,
    thinker: &'a mut Thinker,
    size: Option<Size>,
    seed: u64,
    /// The state before each play, and the one now.
    states: Vec<State>,
}

/// Plays for a controller.
pub fn serve(
    game: &Game,
    setup: Setup,
    thinker: &mut Thinker,
    listener: &mut Listener,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let states = game.start(&setup).into_iter().collect();
    let mut board = Board { game, thinker, size: setup.size, seed: setup.seed, states };
    serve_lines(listener, output, |text, listener, _| {
        let Some(text) = text else {
            return ControlFlow::Continue("? unreadable line\n\n".to_owned());
        };
        let text = text.split('#').next().unwrap_or_default().replace('\t', " ");
        let mut words = text.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|it| it.is_ascii_digit())).unwrap_or("");
        let Some(command) = words.next() else { return ControlFlow::Continue(String::new()) };
        let words: Vec<&str> = words.collect();
        let answered = board.answer(&command.to_ascii_lowercase(), &words, listener);
        let (mark, answer) = match answered {
            Ok(answer) => ("=", answer),
            Err(error) => ("?", error.to_string()),
        };
        let blank = if answer.is_empty() { "" } else { " " };
        let answer = format!("{mark}{id}{blank}{answer}\n\n");
        if command == "quit" { ControlFlow::Break(answer) } else { ControlFlow::Continue(answer) }
    })
}

impl Board<'_> {
    fn answer(
        &mut self,
        command: &str,
        words: &[&str],
        listener: &mut Listener,
    ) -> Result<String, GtpError> {
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Masume".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => {
                Ok(words.first().is_some_and(|it| COMMANDS.contains(it)).to_string())
            }
            // The rules say what a game is worth: there is nothing to be added.
            "komi" | "quit" => Ok(String::new()),
            "boardsize" => self.resize(words),
            "clear_board" => self.clear(),
            "play" => self.play(words),
            "genmove" => self.choose(words, listener),
            "undo" if self.states.len() > 1 => {
                self.states.pop();
                Ok(String::new())
            }
            "undo" => Err(GtpError::CannotUndo),
            "showboard" => Ok(format!("\n{}", self.game.print_board(self.state()?))),
            "final_score" => self.score(),
            _ => Err(GtpError::UnknownCommand),
        }
    }

    fn state(&self) -> Result<&State, GtpError> {
        self.states.last().ok_or(GtpError::NoBoard)
    }

    fn resize(&mut self, words: &[&str]) -> Result<String, GtpError> {
        let side = words.first().and_then(|word| word.parse().ok()).ok_or(GtpError::Syntax)?;
        let before = self.size.replace(Size { width: side, height: side });
        let cleared = self.clear();
        if cleared.is_err() {
            self.size = before;
            return Err(GtpError::Size);
        }
        cleared
    }

    fn clear(&mut self) -> Result<String, GtpError> {
        let setup = Setup { size: self.size, level: None, seed: self.seed };
        let state = self.game.start(&setup).map_err(|_| GtpError::CannotBeSetUp)?;
        self.states = vec![state];
        Ok(String::new())
    }

    /// The state with this colour to act: who is not asked for passes, where the rules allow it.
    fn state_of(&self, colour: &str) -> Result<State, GtpError> {
        let player = match colour.to_ascii_lowercase().as_str() {
            "b" | "black" => Player(0),
            "w" | "white" => Player(1),
            _ => return Err(GtpError::Syntax),
        };
        let mut state = self.state()?.clone();
        if state.to_act != player {
            self.game.apply(&mut state, Action::PASS).map_err(|_| GtpError::NotItsTurn)?;
        }
        Ok(state)
    }

    fn play(&mut self, words: &[&str]) -> Result<String, GtpError> {
        let &[colour, point] = words else { return Err(GtpError::Syntax) };
        let mut state = self.state_of(colour)?;
        let action = match point.to_ascii_lowercase().as_str() {
            "pass" => Action::PASS,
            _ => {
                let cell = go_cell(state.board.grid(), point).ok_or(GtpError::Coordinate)?;
                place(placing_action(self.game).ok_or(GtpError::NotThisGame)?, cell)
            }
        };
        self.game.apply(&mut state, action).map_err(|_| GtpError::IllegalMove)?;
        self.states.push(state);
        Ok(String::new())
    }

    fn choose(&mut self, words: &[&str], listener: &mut Listener) -> Result<String, GtpError> {
        let &[colour] = words else { return Err(GtpError::Syntax) };
        let mut state = self.state_of(colour)?;
        if state.outcome.is_some() {
            return Ok("pass".to_owned());
        }
        let asked = (self.game, &state);
        let chosen = self.thinker.choose_hearing(asked, listener, |_| Meanwhile::Waits);
        let chosen = chosen.map_err(|_| GtpError::Rules)?;
        let action = chosen.ok_or(GtpError::NoLegalMove)?;
        self.game.apply(&mut state, action).map_err(|_| GtpError::IllegalMove)?;
        let grid = *state.board.grid();
        self.states.push(state);
        let name = cell_of(action).and_then(|cell| go_name(&grid, cell));
        Ok(name.unwrap_or_else(|| "pass".to_owned()))
    }

    fn score(&self) -> Result<String, GtpError> {
        let state = self.state()?;
        let score = |player| self.game.score(state, Player(player)).ok_or(GtpError::NoScore);
        let lead = score(0)? - score(1)?;
        Ok(match lead {
            0 => "0".to_owned(),
            1.. => format!("B+{lead}"),
            _ => format!("W+{}", -lead),
        })
    }
}
