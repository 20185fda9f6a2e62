//! The Go Text Protocol (version 2, Farnebäck 2002), on both of its sides, for every game for two
//! in which players only choose a cell, or pass.

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
    serve_lines(listener, output, "? unreadable line\n\n", |text, listener, _| {
        let text = text.split('#').next().unwrap_or_default().replace('\t', " ");
        let mut words = text.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|it| it.is_ascii_digit())).unwrap_or("");
        let Some(command) = words.next() else { return ControlFlow::Continue(String::new()) };
        let words: Vec<&str> = words.collect();
        let answered = board.answer(&command.to_ascii_lowercase(), &words, listener);
        let (mark, answer) = match answered {
            Ok(answer) => ("=", answer),
            Err(answer) => ("?", answer.to_owned()),
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
    ) -> Result<String, &'static str> {
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
            "undo" => Err("cannot undo"),
            "showboard" => Ok(format!("\n{}", self.game.print_board(self.state()?))),
            "final_score" => self.score(),
            _ => Err("unknown command"),
        }
    }

    fn state(&self) -> Result<&State, &'static str> {
        self.states.last().ok_or("there is no board")
    }

    fn resize(&mut self, words: &[&str]) -> Result<String, &'static str> {
        let side = words.first().and_then(|word| word.parse().ok()).ok_or("syntax error")?;
        let before = self.size.replace(Size { width: side, height: side });
        let cleared = self.clear();
        if cleared.is_err() {
            self.size = before;
            return Err("unacceptable size");
        }
        cleared
    }

    fn clear(&mut self) -> Result<String, &'static str> {
        let setup = Setup { size: self.size, level: None, seed: self.seed };
        let state = self.game.start(&setup).map_err(|_| "cannot be set up")?;
        self.states = vec![state];
        Ok(String::new())
    }

    /// The state with this colour to act: who is not asked for passes, where the rules allow it.
    fn state_of(&self, colour: &str) -> Result<State, &'static str> {
        let player = match colour.to_ascii_lowercase().as_str() {
            "b" | "black" => Player(0),
            "w" | "white" => Player(1),
            _ => return Err("syntax error"),
        };
        let mut state = self.state()?.clone();
        if state.to_act != player {
            self.game.apply(&mut state, Action::PASS).map_err(|_| "not this colour's turn")?;
        }
        Ok(state)
    }

    fn play(&mut self, words: &[&str]) -> Result<String, &'static str> {
        let &[colour, point] = words else { return Err("syntax error") };
        let mut state = self.state_of(colour)?;
        let action = match point.to_ascii_lowercase().as_str() {
            "pass" => Action::PASS,
            _ => {
                let cell = go_cell(state.board.grid(), point).ok_or("invalid coordinate")?;
                place(placing_action(self.game).ok_or("no such game")?, cell)
            }
        };
        self.game.apply(&mut state, action).map_err(|_| "illegal move")?;
        self.states.push(state);
        Ok(String::new())
    }

    fn choose(&mut self, words: &[&str], listener: &mut Listener) -> Result<String, &'static str> {
        let &[colour] = words else { return Err("syntax error") };
        let mut state = self.state_of(colour)?;
        if state.outcome.is_some() {
            return Ok("pass".to_owned());
        }
        let asked = (self.game, &state);
        let chosen = self.thinker.choose_hearing(asked, listener, |_| Meanwhile::Waits);
        let chosen = chosen.map_err(|_| "the rules went wrong")?;
        let action = chosen.ok_or("no legal move")?;
        self.game.apply(&mut state, action).map_err(|_| "illegal move")?;
        let grid = *state.board.grid();
        self.states.push(state);
        let name = cell_of(action).and_then(|cell| go_name(&grid, cell));
        Ok(name.unwrap_or_else(|| "pass".to_owned()))
    }

    fn score(&self) -> Result<String, &'static str> {
        let state = self.state()?;
        let score = |player| self.game.score(state, Player(player)).ok_or("no score");
        let lead = score(0)? - score(1)?;
        Ok(match lead {
            0 => "0".to_owned(),
            1.. => format!("B+{lead}"),
            _ => format!("W+{}", -lead),
        })
    }
}
