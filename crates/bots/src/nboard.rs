//! NBoard (protocol version 2): how Othello programs are spoken to; for any game for two in which
//! players only choose a cell, on a board of 8 x 8.

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;

use masume_engine::{Action, Game, Player, Setup, SetupError, State};
use masume_rules::model::LayerKind;
use masume_search::agent::{Ranked, WIN};

use super::lines::{serve as serve_lines, text_of};
use super::listener::Meanwhile;
use super::point::{cell_of, place, placing_action, square};
use super::program::Program;
use super::seat::{NoSeat, Terms};
use super::{CHOOSE, Fault, Listener, Thinker, View, gtp};

/// Beginning of a game as it is told; the protocol knows one game alone.
const HEAD: &str = "GM[Othello]PC[Masume]PB[black]PW[white]RE[?]TI[5:00]TY[8]";
/// The most lines of an answer: an engine tells of its search.
const MOST_LINES: usize = 100_000;

/// True if the protocol can speak of a game on a board of this shape.
pub(super) fn fits(game: &Game, state: &State) -> bool {
    let grid = state.board.grid();
    gtp::suits(game) && (grid.width(), grid.height()) == (8, 8) && board_text(game, state).is_some()
}

/// Reason why a command is refused.
#[derive(Debug)]
enum NboardError {
    UnknownCommand(String),
    /// A command of the protocol that is for other engines.
    NotDone(String),
    /// Another version of the protocol.
    Version(String),
    UnknownSetting(String),
    /// Text in the place of a number.
    NotANumber(String),
    /// Text in the place of a number above 0.
    NotAboveZero(String),
    /// No game was given, or the last one could not be read.
    NoGame,
    GameOver,
    Fault(Fault),
    /// The game cannot be set up.
    SetUp(SetupError),
    /// A game without its brackets.
    NoBrackets,
    /// A game without a board.
    NoBoard,
    /// A board without its closing bracket.
    OpenBoard,
    /// A move without its closing bracket.
    OpenMove,
    /// A move of the colour that does not act.
    NotItsTurn(String),
    /// A board of another side.
    Side {
        /// As it was written.
        found: String,
        /// Rows of this game.
        rows: u32,
    },
    EmptyBoard,
    /// A board with which this game does not begin.
    OtherBoard,
    UnknownMove(String),
    IllegalMove(String),
    /// A game in which players do more than choose a cell.
    NotThisGame,
}

impl fmt::Display for NboardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand(command) => write!(f, "unknown command {command}"),
            Self::NotDone(command) => write!(f, "this engine does not {command}"),
            Self::Version(found) => write!(f, "expected version {VERSION}, found {found}"),
            Self::UnknownSetting(name) => write!(f, "unknown setting {name}"),
            Self::NotANumber(found) => write!(f, "expected a number, found {found}"),
            Self::NotAboveZero(found) => write!(f, "expected a number above 0, found {found}"),
            Self::NoGame => f.write_str("no game"),
            Self::GameOver => f.write_str("the game is over"),
            Self::Fault(fault) => f.write_str(fault.word()),
            Self::SetUp(error) => error.fmt(f),
            Self::NoBrackets => f.write_str("expected a game between `(;` and `;)`"),
            Self::NoBoard => f.write_str("expected a board `BO[…]`"),
            Self::OpenBoard => f.write_str("the board has no end"),
            Self::OpenMove => f.write_str("a move has no end"),
            Self::NotItsTurn(text) => write!(f, "not this colour's turn: {text}"),
            Self::Side { found, rows } => {
                write!(f, "a board of {found}, and this game has {rows}")
            }
            Self::EmptyBoard => f.write_str("an empty board"),
            Self::OtherBoard => f.write_str("this game does not begin with that board"),
            Self::UnknownMove(name) => write!(f, "unknown move {name}"),
            Self::IllegalMove(name) => write!(f, "illegal move {name}"),
            Self::NotThisGame => f.write_str("no such game"),
        }
    }
}

/// A program that speaks the protocol.
#[derive(Debug)]
pub struct NboardProgram {
    pub(super) program: Program,
    /// The number of actions that it knows; nothing before the first board.
    told: Option<usize>,
    /// Number of the last ping.
    pings: u32,
}

impl NboardProgram {
    pub(super) fn start(words: &[String], terms: &Terms) -> Result<Self, NoSeat> {
        let mut started = Self { program: Program::start(words, terms)?, told: None, pings: 0 };
        let hello = format!("nboard {VERSION}");
        let told = started.program.tell(&hello).and_then(|()| started.wait());
        match told {
            Ok(()) => Ok(started),
            Err(fault) => {
                let last_words = started.program.last_words();
                Err(NoSeat::Fault { fault, last_words })
            }
        }
    }

    pub(super) fn choose(&mut self, view: &View<'_>) -> Result<Action, Fault> {
        let (game, state) = (view.session.game(), view.session.state());
        let told = match self.told {
            Some(told) => told,
            None => {
                let board = board_text(game, view.session.first_state()).unwrap_or_default();
                self.program.tell(&format!("set game (;{HEAD}BO[{board}];)"))?;
                0
            }
        };
        for &(_, action) in &view.done[told..] {
            self.program.tell(&format!("move {}", move_name(state, action).to_uppercase()))?;
            // One who reads slowly is not told more than waits in a pipe.
            self.wait()?;
        }
        self.told = Some(view.done.len());
        self.wait()?;
        self.program.tell(CHOOSE)?;
        let answer = self.hear("===")?;
        read_move(game, state, &answer).map_err(|_| Fault::Rubbish(format!("=== {answer}")))
    }

    /// Waits until it has done what it was told: what it wrote before is no answer to what it is
    /// asked next.
    fn wait(&mut self) -> Result<(), Fault> {
        self.pings += 1;
        let number = self.pings.to_string();
        self.program.tell(&format!("ping {number}"))?;
        while self.hear("pong")? != number {}
        Ok(())
    }

    /// The rest behind a word at the beginning of a line; other lines tell of the search.
    fn hear(&mut self, word: &str) -> Result<String, Fault> {
        let deadline = self.program.deadline();
        for _ in 0..MOST_LINES {
            let line = self.program.hear(deadline)?;
            if let Some(rest) = line.trim().strip_prefix(word) {
                return Ok(rest.trim().to_owned());
            }
        }
        Err(Fault::Flood)
    }
}

/// A board as the protocol has it: its side, a sign for each cell from above, and who acts. None
/// where a piece is of neither player.
fn board_text(game: &Game, state: &State) -> Option<String> {
    let owners = owners(game)?;
    let sign = |cell: i64| {
        let index = usize::try_from(cell).ok()?;
        match index.checked_sub(1).map(|index| owners.get(index).copied().flatten()) {
            None => Some('-'),
            Some(owner) => Some(sign_of(owner?)),
        }
    };
    let rows = game.rows(state);
    let cells = (0..rows).flat_map(|row| game.row(state, row));
    let signs: Option<String> = cells.map(sign).collect();
    Some(format!("{rows} {} {}", signs?, sign_of(state.to_act)))
}

/// Owners of pieces, in the order in which cells number them; None where there are numbers.
fn owners(game: &Game) -> Option<Vec<Option<Player>>> {
    let mut owners = Vec::new();
    for layer in &game.rules().layers {
        match &layer.kind {
            LayerKind::Pieces(pieces) => owners.extend(pieces.iter().map(|piece| piece.owner)),
            LayerKind::Kinds(count) => {
                owners.extend(std::iter::repeat_n(None, usize::try_from(*count).ok()?));
            }
            LayerKind::Range(..) | LayerKind::Doubling(..) => return None,
        }
    }
    Some(owners)
}

/// The sign of a player: who begins is black.
fn sign_of(player: Player) -> char {
    if player.0 == 0 { '*' } else { 'O' }
}

/// Plays for a controller.
pub fn serve(
    game: &Game,
    setup: Setup,
    thinker: &mut Thinker,
    listener: &mut Listener,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let mut state = game.start(&setup).ok();
    serve_lines(listener, output, |text, listener, _| {
        let Some(text) = text else {
            // It may have been the game that is meant from here on.
            state = None;
            return ControlFlow::Continue("status unreadable line\n".to_owned());
        };
        if text.trim() == "quit" {
            return ControlFlow::Break(String::new());
        }
        let said = answer(text.trim(), (game, setup), &mut state, (thinker, listener));
        ControlFlow::Continue(text_of(said, "status"))
    })
}

fn answer(
    line: &str,
    (game, setup): (&Game, Setup),
    state: &mut Option<State>,
    (thinker, listener): (&mut Thinker, &mut Listener),
) -> Result<Vec<String>, NboardError> {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match command {
        "nboard" if rest == VERSION => Ok(vec!["set myname Masume".to_owned()]),
        "nboard" => Err(NboardError::Version(rest.to_owned())),
        "ping" => Ok(vec![format!("pong {rest}")]),
        "set" => match rest.split_once(char::is_whitespace).unwrap_or((rest, "")) {
            ("game", text) => {
                // Whatever is wrong with it, the game before is not the one that is meant.
                *state = None;
                *state = Some(read_game(text.trim(), game, setup)?);
                Ok(Vec::new())
            }
            // They are for others: this engine thinks by its clock or its nodes.
            ("depth" | "contempt", number) => match number.trim().parse::<i32>() {
                Ok(_) => Ok(Vec::new()),
                Err(_) => Err(NboardError::NotANumber(number.to_owned())),
            },
            (name, _) => Err(NboardError::UnknownSetting(name.to_owned())),
        },
        "move" => {
            // After a move that is refused the controller has another board.
            let mut after = state.take().ok_or(NboardError::NoGame)?;
            do_move(game, &mut after, rest)?;
            *state = Some(after);
            Ok(Vec::new())
        }
        CHOOSE => {
            let state = state.as_ref().ok_or(NboardError::NoGame)?;
            let chosen = thinker.choose_hearing((game, state), listener, meanwhile);
            let chosen = chosen.map_err(NboardError::Fault)?;
            let action = chosen.ok_or(NboardError::GameOver)?;
            let name = move_name(state, action).to_uppercase();
            Ok(vec!["status".to_owned(), format!("=== {name}")])
        }
        "hint" => {
            let count = rest.parse::<usize>().ok().filter(|&count| count > 0);
            let count = count.ok_or_else(|| NboardError::NotAboveZero(rest.to_owned()))?;
            let state = state.as_ref().ok_or(NboardError::NoGame)?;
            let ranked = thinker.rank_hearing((game, state), listener, meanwhile);
            let ranked = ranked.map_err(NboardError::Fault)?;
            let mut said: Vec<String> =
                ranked.iter().take(count).map(|best| hint(state, best)).collect();
            said.push("status".to_owned());
            Ok(said)
        }
        "learn" | "analyze" => Err(NboardError::NotDone(command.to_owned())),
        "" => Ok(Vec::new()),
        _ => Err(NboardError::UnknownCommand(command.to_owned())),
    }
}

/// The version of the protocol.
const VERSION: &str = "2";

/// Expectation of an action, as the protocol has it: principal variation, discs by which its player
/// wins, depth of the search.
fn hint(state: &State, best: &Ranked) -> String {
    /// Discs of a board: what is surely won is worth all of them.
    const DISCS: f64 = 64.0;
    let line: String = best.variation.iter().map(|&action| move_name(state, action)).collect();
    let discs = DISCS * best.value as f64 / WIN as f64;
    let depth = if best.is_exact { "100%W".to_owned() } else { best.variation.len().to_string() };
    format!("search {line} {discs:.2} 0 {depth}")
}

/// `e6`, or `PA` for a pass.
fn move_name(state: &State, action: Action) -> String {
    let name = cell_of(action).and_then(|cell| state.board.grid().name(cell));
    name.unwrap_or_else(|| "PA".to_owned())
}

/// A ping is the controller's way to have the thinking end.
fn meanwhile(line: &str) -> Meanwhile {
    match line.split_whitespace().next() {
        Some("ping" | "quit") => Meanwhile::EndsAndWaits,
        Some(_) | None => Meanwhile::Waits,
    }
}

/// A game as the controller writes it (GGF): after the board a move for each `B[…]` and `W[…]`.
fn read_game(text: &str, game: &Game, setup: Setup) -> Result<State, NboardError> {
    let mut state = game.start(&setup).map_err(NboardError::SetUp)?;
    let inside = text.strip_prefix("(;").and_then(|text| text.strip_suffix(";)"));
    let inside = inside.ok_or(NboardError::NoBrackets)?;
    let (_, board) = inside.split_once("BO[").ok_or(NboardError::NoBoard)?;
    let (board, mut rest) = board.split_once(']').ok_or(NboardError::OpenBoard)?;
    check_board(board, game, &state)?;
    while let Some(at) = rest.find("B[").into_iter().chain(rest.find("W[")).min() {
        let inside = &rest[at + 2..];
        let end = inside.find(']').ok_or(NboardError::OpenMove)?;
        if !rest[..at].ends_with(|it: char| it.is_ascii_uppercase()) {
            let player = Player(u8::from(rest[at..].starts_with('W')));
            // A pass that the rules make by themselves need not be told.
            if state.to_act != player {
                let passed = game.apply(&mut state, Action::PASS);
                passed.map_err(|_| NboardError::NotItsTurn(inside[..end].to_owned()))?;
            }
            do_move(game, &mut state, &inside[..end])?;
        }
        rest = &inside[end + 1..];
    }
    Ok(state)
}

/// Check that the game begins with this board: its side, a sign for each cell from above, and the
/// player to act.
fn check_board(text: &str, game: &Game, state: &State) -> Result<(), NboardError> {
    let (side, signs) = text.split_once(' ').unwrap_or((text, ""));
    let rows = game.rows(state);
    if side.parse() != Ok(rows) {
        return Err(NboardError::Side { found: side.to_owned(), rows });
    }
    let signs: Vec<char> = signs.chars().filter(|sign| !sign.is_whitespace()).collect();
    let cells: Vec<i64> = (0..rows).flat_map(|row| game.row(state, row)).collect();
    let Some((to_act, signs)) = signs.split_last() else {
        return Err(NboardError::EmptyBoard);
    };
    // Each sign stands for one thing, and each thing has one sign.
    let mut known: Vec<(char, i64)> = vec![('-', 0)];
    let is_same = signs.len() == cells.len()
        && signs.iter().zip(&cells).all(|(&sign, &cell)| {
            match known.iter().find(|(other, held)| *other == sign || *held == cell) {
                Some(&pair) => pair == (sign, cell),
                None => {
                    known.push((sign, cell));
                    "*O".contains(sign)
                }
            }
        });
    let first = if *to_act == '*' { Player(0) } else { Player(1) };
    if is_same && state.to_act == first && "*O".contains(*to_act) {
        return Ok(());
    }
    Err(NboardError::OtherBoard)
}

/// Does a move such as `F5`, `F5/0.1/3` or `PA`.
fn do_move(game: &Game, state: &mut State, text: &str) -> Result<(), NboardError> {
    let action = read_move(game, state, text)?;
    game.apply(state, action).map_err(|_| NboardError::IllegalMove(name_in(text).to_owned()))
}

/// The action of such a move.
fn read_move(game: &Game, state: &State, text: &str) -> Result<Action, NboardError> {
    let name = name_in(text);
    if name.to_ascii_uppercase().starts_with("PA") {
        return Ok(Action::PASS);
    }
    let cell = square(state.board.grid(), name);
    let cell = cell.ok_or_else(|| NboardError::UnknownMove(name.to_owned()))?;
    Ok(place(placing_action(game).ok_or(NboardError::NotThisGame)?, cell))
}

/// A move without what its player thought of it.
fn name_in(text: &str) -> &str {
    text.split('/').next().unwrap_or_default().trim()
}
