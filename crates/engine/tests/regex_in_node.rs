//! The expressions of `masume_engine::regex`, run by Node, match exactly the cells that the
//! engine changes.

#![expect(clippy::unwrap_used, reason = "what a test's helpers cannot do is a failed test")]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use masume_engine::regex::{ActionRegex, action_regex};
use masume_engine::{
    Action, Argument, Board, Cell, Game, Player, Setup, Size, State, shipped_games,
};
use masume_rules::model::{Content, EMPTY, Layer, LayerKind};
use masume_rules::random::Random;

/// Positions of Othello: in random legal plays, and on random boards.
const PLAYED_POSITIONS: usize = 6_000;
const RANDOM_POSITIONS: usize = 4_000;

/// Random boards of each other game.
const OTHER_POSITIONS: usize = 300;

/// Reads the file of cases: a line `regex`, flags, expression; below it the lines `case`, the
/// indices expected, the rows. All is separated by tabs.
const SCRIPT: &str = r#"
const lines = require("fs").readFileSync(process.argv[1], "utf8").split("\n");
let expression, cases = 0, wrong = 0;
for (const line of lines.filter(Boolean)) {
  const [kind, ...rest] = line.split("\t");
  if (kind === "regex") { expression = new RegExp(rest[1], rest[0]); continue; }
  const [expected, ...rows] = rest;
  const found = [...rows.join("\n").matchAll(expression)].map((match) => match.index).join(" ");
  cases += 1;
  if (found === expected) continue;
  wrong += 1;
  if (wrong <= 5) {
    console.log(`${expression}\n${rows.join("\n")}\nexpected ${expected}\nfound    ${found}\n`);
  }
}
console.log(`${cases} cases, ${wrong} wrong`);
process.exitCode = wrong > 0 || cases === 0 ? 1 : 0;
"#;

#[test]
fn othello_in_play_flips_what_its_expression_matches() {
    let game = othello();
    let mut random = Random::new(1);
    let mut cases = Cases::new();
    for (width, positions) in share_out(PLAYED_POSITIONS) {
        let regex = action_regex(game.rules(), "place", width).unwrap();
        cases.expression(&regex);
        let start = square(&game, width);
        let mut state = start.clone();
        let mut left = positions;
        while left > 0 {
            let legal = game.legal_actions(&state).unwrap();
            if legal.is_empty() {
                state = start.clone();
                continue;
            }
            left -= 1;
            cases.every_choice(&game, &state, &legal, &regex, &mut random);
            let chosen = legal[random.below(legal.len() as u64) as usize];
            game.apply(&mut state, chosen).unwrap();
        }
    }
    cases.check_in_node("played");
}

#[test]
fn othello_on_any_board_flips_what_its_expression_matches() {
    let game = othello();
    let mut random = Random::new(2);
    let mut cases = Cases::new();
    for (width, positions) in share_out(RANDOM_POSITIONS) {
        let regex = action_regex(game.rules(), "place", width).unwrap();
        cases.expression(&regex);
        let mut state = square(&game, width);
        for _ in 0..positions {
            state.to_act = Player(random.below(2) as u8);
            fill(&game, &mut state, &regex, &mut random);
            let legal = game.legal_actions(&state).unwrap();
            cases.every_choice(&game, &state, &legal, &regex, &mut random);
        }
    }
    cases.check_in_node("random");
}

/// Widths and how many of the positions: most on the usual board.
fn share_out(positions: usize) -> [(u32, usize); 4] {
    let tenth = positions / 10;
    [(8, positions - 4 * tenth), (4, tenth), (6, 2 * tenth), (10, tenth)]
}

fn square(game: &Game, side: u32) -> State {
    let size = Size { width: side, height: side };
    game.start(&Setup { size: Some(size), ..Setup::default() }).unwrap()
}

/// Rules of every shape that can be written, on random boards.
#[test]
fn other_rules_change_what_their_expressions_match() {
    let bodies = [
        "must at c: empty -> mine\n  4 ways from c: mine theirs+ mine -> mine _+ mine",
        "8 ways from c: empty theirs{2,3} mine -> mine mine{2,3} mine",
        "8 ways from c: empty theirs{2,} mine -> mine mine{2,} mine",
        "4 ways from c: empty (theirs empty)+ mine -> mine (mine _)+ mine",
        "4 ways from c: empty theirs+ (mine | edge) -> mine mine+ ...",
        "8 ways from c: edge empty any? theirs any* mine -> edge mine any? _ any* mine",
        "8 ways to c: mine theirs+ empty -> mine mine+ mine",
        "up or left or down-right from c: empty+ theirs mine* edge -> _+ mine mine* edge",
        "forward from c: empty (mine | theirs){1,3} -> _ (_ | _){1,3}",
        "8 ways: [mine, not c] [theirs, not c] [c or mine] -> mine mine ...",
    ];
    let mut cases = Cases::new();
    let mut random = Random::new(3);
    for body in bodies {
        let game = load(&format!("{DISCS}\naction place at c\n  {body}\n"));
        cases.random_boards(&game, "place", &mut random);
    }
    cases.check_in_node("rules");
}

/// Several layers, glyphs that mean something in an expression, and no players.
#[test]
fn games_with_legends_change_what_their_expressions_match() {
    let mut cases = Cases::new();
    let mut random = Random::new(4);
    for (action, body) in [
        ("blast at c", "4 ways from c: [no thing] [no wall]* box edge -> ... _ edge"),
        ("melt at c", "8 ways from c: [empty] [goal or box]+ wall -> _ ... _"),
        ("rot", "8 ways: box box box -> _ _ _"),
        ("swap", "all\n    4 ways: player box -> box box\n    right: goal wall+ -> _ ..."),
    ] {
        let game = load(&format!("{LAYERS}\naction {action}\n  {body}\n"));
        let name = action.split(' ').next().unwrap();
        cases.random_boards(&game, name, &mut random);
    }
    cases.check_in_node("legends");
}

#[test]
fn every_action_of_every_game_is_written_or_refused_with_a_reason() {
    let mut written = Vec::new();
    for shipped in shipped_games() {
        // That every game loads is tested elsewhere.
        let Some(game) = Game::load(shipped.text).game else { continue };
        let width = game.rules().shape.map_or(8, |shape| shape.size.width);
        for action in &game.rules().actions {
            match action_regex(game.rules(), &action.name, width) {
                // It changes no cell but the chosen one.
                Ok(regex) if regex.expression == "(?!)" => {}
                Ok(_) => written.push(format!("{} {}", shipped.name, action.name)),
                Err(error) => assert!(!error.label().is_empty()),
            }
        }
    }
    assert!(written.contains(&"othello place".into()), "{written:?}");
}

const DISCS: &str = "game Discs
board 8 x 8 from 2 x 2 to 26 x 26
players
  black forward up
  white forward down

pieces
  disc: black white

legend
  .  nothing
  B  black
  W  white
";

const LAYERS: &str = "game Layers
board 8 x 8 from 2 x 2 to 26 x 26

pieces
  ground: wall goal
  thing:  player box

legend
  .  nothing
  ^  wall
  P  goal
  -  player
  ]  box
  $  player on goal
  *  box on goal
";

fn othello() -> Game {
    let shipped = shipped_games().iter().find(|game| game.name == "othello").unwrap();
    load(shipped.text)
}

#[track_caller]
fn load(text: &str) -> Game {
    let loaded = Game::load(text);
    assert!(loaded.game.is_some(), "{text}\n{:#?}", loaded.diagnostics);
    loaded.game.unwrap()
}

/// The contents of a cell, one for each layer.
type Contents = Vec<Content>;

fn contents(board: &Board, cell: Cell) -> Contents {
    (0..board.layer_count()).map(|layer| board.get(Layer(layer as u8), cell)).collect()
}

/// Meaning of each glyph for the player to act; the chosen cell's glyph means nothing here.
fn meanings(game: &Game, regex: &ActionRegex, player: Player) -> Vec<(char, Contents)> {
    let rules = game.rules();
    if regex.alphabet[0].0 == 'N' {
        let LayerKind::Pieces(pieces) = &rules.layers[0].kind else { panic!("discs are pieces") };
        let own = pieces.iter().position(|piece| piece.owner == Some(player)).unwrap() as Content;
        return vec![('N', vec![EMPTY]), ('B', vec![own]), ('W', vec![1 - own])];
    }
    let entries = &rules.legends[0].entries;
    let meaning = entries.iter().map(|entry| {
        let mut contents = vec![EMPTY; rules.layers.len()];
        for (layer, content) in &entry.contents {
            contents[usize::from(layer.0)] = *content;
        }
        (entry.glyphs[0], contents)
    });
    meaning.collect()
}

/// Fills the board at random, with a random share of free cells.
fn fill(game: &Game, state: &mut State, regex: &ActionRegex, random: &mut Random) {
    let meanings = meanings(game, regex, state.to_act);
    let free = random.below(8);
    for cell in state.board.grid().inner_cells() {
        let is_free = random.below(10) < free;
        let index = if is_free { 0 } else { random.below(meanings.len() as u64) };
        for (layer, content) in meanings[index as usize].1.iter().enumerate() {
            state.board.set(Layer(layer as u8), cell, *content);
        }
    }
    state.outcome = None;
}

/// Cases for Node, as text.
struct Cases {
    text: String,
}

impl Cases {
    fn new() -> Self {
        Self { text: String::new() }
    }

    fn expression(&mut self, regex: &ActionRegex) {
        writeln!(self.text, "regex\tg\t{}", regex.expression).unwrap();
    }

    fn case(&mut self, board: &str, mut expected: Vec<usize>) {
        expected.sort_unstable();
        let expected: Vec<String> = expected.iter().map(usize::to_string).collect();
        writeln!(self.text, "case\t{}\t{}", expected.join(" "), board.replace('\n', "\t")).unwrap();
    }

    /// Random boards of several widths.
    fn random_boards(&mut self, game: &Game, action: &str, random: &mut Random) {
        for width in [8, 2, 3, 5] {
            let regex = action_regex(game.rules(), action, width).unwrap();
            self.expression(&regex);
            for _ in 0..OTHER_POSITIONS / 4 {
                let height = 2 + random.below(7) as u32;
                let size = Size { width, height };
                let mut state =
                    game.start(&Setup { size: Some(size), ..Setup::default() }).unwrap();
                // The other player sees the same where no note says otherwise.
                if !regex.notes.iter().any(|note| note.contains("to act")) {
                    state.to_act = Player(random.below(game.rules().players.len() as u64) as u8);
                }
                fill(game, &mut state, &regex, random);
                let legal = game.legal_actions(&state).unwrap();
                self.every_choice(game, &state, &legal, &regex, random);
            }
        }
    }

    /// Each legal action, and a free cell at random where the action is not legal.
    fn every_choice(
        &mut self,
        game: &Game,
        state: &State,
        legal: &[Action],
        regex: &ActionRegex,
        random: &mut Random,
    ) {
        let grid = state.board.grid();
        let shown = meanings(game, regex, state.to_act);
        let glyph = |cell: Cell| {
            let held = contents(&state.board, cell);
            shown.iter().find(|(_, meaning)| *meaning == held).map(|(glyph, _)| *glyph).unwrap()
        };
        let place = |cell: Cell| {
            grid.row(cell) as usize * (grid.width() as usize + 1) + grid.column(cell) as usize
        };
        let board = |chosen: Option<Cell>| {
            let mut text = String::new();
            for cell in grid.inner_cells() {
                if grid.column(cell) == 0 && grid.row(cell) > 0 {
                    text.push('\n');
                }
                let mark = regex.alphabet.last().unwrap().0;
                text.push(if chosen == Some(cell) { mark } else { glyph(cell) });
            }
            text
        };
        for action in legal.iter().filter(|action| **action != Action::PASS) {
            let chosen = chosen_cell(*action);
            let mut after = state.clone();
            game.apply(&mut after, *action).unwrap();
            let changed = grid
                .inner_cells()
                .filter(|cell| Some(*cell) != chosen)
                .filter(|cell| contents(&state.board, *cell) != contents(&after.board, *cell));
            self.case(&board(chosen), changed.map(place).collect());
        }

        // Where nothing is legal the expression finds nothing: on the whole board without a
        // chosen cell, on one free cell with one.
        if game.rules().actions[0].params.is_empty() {
            if legal.is_empty() {
                self.case(&board(None), Vec::new());
            }
            return;
        }
        let idle: Vec<Cell> = grid
            .inner_cells()
            .filter(|cell| state.board.is_free(*cell))
            .filter(|cell| legal.iter().all(|action| chosen_cell(*action) != Some(*cell)))
            .collect();
        if !idle.is_empty() {
            let cell = idle[random.below(idle.len() as u64) as usize];
            self.case(&board(Some(cell)), Vec::new());
        }
    }

    /// Runs Node once over all cases; skips where there is none.
    fn check_in_node(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let file = folder.join(format!("regex_{name}_{}.txt", std::process::id()));
        std::fs::write(&file, &self.text).unwrap();
        let run = Command::new("node").arg("-e").arg(SCRIPT).arg(&file).output();
        std::fs::remove_file(&file).unwrap();
        match run {
            Err(error) => skip(&format!("node cannot be run: {error}")),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stdout);
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{said}\n{errors}");
            }
        }
    }
}

fn chosen_cell(action: Action) -> Option<Cell> {
    match action.arguments[0] {
        Argument::Cell(cell) => Some(cell),
        Argument::None | Argument::Direction(_) | Argument::Column(_) | Argument::Row(_) => None,
    }
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
}
