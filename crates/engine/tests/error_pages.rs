//! The manual's pages of the error codes, `spec/errors/E0301.md` and so on: every code has one, and
//! the examples give what the page says that they give, on every executor.
//!
//! A page is its heading, `# E0301: ` and the code's title, then words, then fenced blocks:
//!
//! | block                          | meaning                                                    |
//! |--------------------------------|------------------------------------------------------------|
//! | `masume wrong`                 | a game that has this error, and no other                   |
//! | `masume right`                 | the same put right: no error, nor any while it is played   |
//! | `masume game`                  | a game for the blocks below it                             |
//! | `state wrong`, `state right`   | a position of that game                                    |
//! | `levels wrong`, `levels right` | a file of levels of that game                              |
//! | `action wrong`, `action right` | actions from its first state, one a line; only the last may be wrong |
//! | `masume wrong generated: …`    | too long to print: made here; the block shows a part of it |
//! | `text`, `console`              | shown only                                                 |
//!
//! A game shorter than a whole one is completed with what it lacks of [`LENT`]; `masume whole …` is
//! taken as it is. Warnings count only where the code of the page is a warning.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use masume_engine::{
    ApplyError, Code, Diagnostic, Executor, Game, Setup, Severity, State, run_diagnostic,
};

/// Sections that a shorter example goes without, each with the words that make it unneeded.
const LENT: [(&[&str], &str); 4] = [
    (&["game"], "game Example"),
    (&["board", "level"], "board 8 x 8"),
    (&["pieces"], "pieces\n  ground: wall goal\n  thing:  player box"),
    (&["action"], "action wait"),
];

/// As many plies as `masume check` plays.
const PLIES: u32 = 60;

/// A small bound on listed outcomes, so that an example of too many is quick.
const MOST_OUTCOMES: usize = 1000;

/// Verdict that is expected of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// The page's code, and no other.
    Wrong,
    /// No error.
    Right,
}

/// Kind of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A game, to be completed.
    Game(Verdict),
    /// A game as it is.
    Whole(Verdict),
    /// A text from [`generated`].
    Generated(Verdict),
    /// A game for the blocks below it.
    Setting,
    State(Verdict),
    Levels(Verdict),
    Actions(Verdict),
    Shown,
}

/// A fenced block; `line` is that of the fence, from 1.
struct Block {
    kind: Kind,
    line: usize,
    text: String,
}

/// Code that was found, with its words, for the report.
struct Found {
    code: Code,
    severity: Severity,
    words: String,
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/errors");
    let pages: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| format!("{code}.md")).collect();
    let missing: Vec<&String> = codes.difference(&pages).collect();
    let strange: Vec<&String> = pages.difference(&codes).collect();
    assert!(missing.is_empty(), "codes without a page: {missing:?}");
    assert!(strange.is_empty(), "pages without a code: {strange:?}");
}

#[test]
fn every_page_is_true() {
    let failures: Vec<String> = Code::ALL.iter().flat_map(|code| check_page(*code)).collect();
    assert!(failures.is_empty(), "\n\n{}\n", failures.join("\n\n"));
}

/// Mistakes of a page, each with its place.
fn check_page(code: Code) -> Vec<String> {
    let place = format!("spec/errors/{code}.md");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&place);
    let Ok(page) = fs::read_to_string(file) else { return vec![format!("{place}: no page")] };
    let mut failures = Vec::new();
    let heading = format!("# {code}: {}", code.title());
    if page.lines().next() != Some(&heading) {
        failures.push(format!("{place}:1: expected `{heading}`"));
    }
    let (blocks, wrong) = blocks(&page);
    failures.extend(wrong.into_iter().map(|(line, why)| format!("{place}:{line}: {why}")));
    for (verdict, word) in [(Verdict::Wrong, "wrong"), (Verdict::Right, "right")] {
        let mut shown = blocks.iter().filter(|block| block.kind != Kind::Setting);
        if !shown.any(|block| verdict_of(block.kind) == Some(verdict)) {
            failures.push(format!("{place}: no block is {word}"));
        }
    }
    for executor in Executor::ALL {
        let mut setting = None;
        for block in &blocks {
            let found = run(block, code, executor, &mut setting);
            if let Err(why) = found.and_then(|found| judge(block.kind, code, &found)) {
                failures.push(format!("{place}:{} on {executor}: {why}", block.line));
            }
        }
    }
    failures
}

/// The blocks of a page, and the fences that cannot be understood.
fn blocks(page: &str) -> (Vec<Block>, Vec<(usize, String)>) {
    let (mut blocks, mut wrong) = (Vec::new(), Vec::new());
    let mut lines = page.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let Some(words) = line.strip_prefix("```") else { continue };
        let body = lines.by_ref().map(|(_, line)| line).take_while(|line| !line.starts_with("```"));
        let text: String = body.map(|line| format!("{line}\n")).collect();
        match kind(words) {
            Some(kind) => blocks.push(Block { kind, line: index + 1, text }),
            None => wrong.push((index + 1, format!("`{words}` is no kind of block"))),
        }
    }
    (blocks, wrong)
}

fn kind(words: &str) -> Option<Kind> {
    let (words, of) = words.split_once(" generated: ").unwrap_or((words, ""));
    if !of.is_empty() {
        return (words == "masume wrong").then_some(Kind::Generated(Verdict::Wrong));
    }
    Some(match words {
        "masume wrong" => Kind::Game(Verdict::Wrong),
        "masume right" => Kind::Game(Verdict::Right),
        "masume whole wrong" => Kind::Whole(Verdict::Wrong),
        "masume whole right" => Kind::Whole(Verdict::Right),
        "masume game" => Kind::Setting,
        "state wrong" => Kind::State(Verdict::Wrong),
        "state right" => Kind::State(Verdict::Right),
        "levels wrong" => Kind::Levels(Verdict::Wrong),
        "levels right" => Kind::Levels(Verdict::Right),
        "action wrong" => Kind::Actions(Verdict::Wrong),
        "action right" => Kind::Actions(Verdict::Right),
        "text" | "console" => Kind::Shown,
        _ => return None,
    })
}

fn verdict_of(kind: Kind) -> Option<Verdict> {
    match kind {
        Kind::Game(verdict)
        | Kind::Whole(verdict)
        | Kind::Generated(verdict)
        | Kind::State(verdict)
        | Kind::Levels(verdict)
        | Kind::Actions(verdict) => Some(verdict),
        Kind::Setting => Some(Verdict::Right),
        Kind::Shown => None,
    }
}

/// Result of a block; a game for others is put into `setting`.
fn run(
    block: &Block,
    code: Code,
    executor: Executor,
    setting: &mut Option<Game>,
) -> Result<Vec<Found>, String> {
    let no_setting = || "a `masume game` is needed before this block".to_owned();
    match block.kind {
        Kind::Game(_) => Ok(of_text(completed(&block.text).as_bytes(), code, executor)),
        Kind::Whole(_) => Ok(of_text(block.text.as_bytes(), code, executor)),
        Kind::Generated(_) => {
            let bytes = generated(code).ok_or("nothing is generated for this code")?;
            Ok(of_text(&bytes, code, executor))
        }
        Kind::Setting => {
            let text = completed(&block.text);
            *setting = Game::load(&text).game.map(|game| game.with_executor(executor));
            Ok(of_text(text.as_bytes(), code, executor))
        }
        Kind::State(_) => {
            let game = setting.as_ref().ok_or_else(no_setting)?;
            let diagnostics = game.read_state(&block.text).err().unwrap_or_default();
            Ok(of_diagnostics(&diagnostics))
        }
        Kind::Levels(_) => {
            let game = setting.as_ref().ok_or_else(no_setting)?;
            let read = game.read_level_file(&block.text);
            Ok(of_diagnostics(&read.map_or_else(|errors| errors, |read| read.warnings)))
        }
        Kind::Actions(_) => of_actions(setting.as_ref().ok_or_else(no_setting)?, &block.text),
        Kind::Shown => Ok(Vec::new()),
    }
}

/// A game with what it lacks.
fn completed(example: &str) -> String {
    let first_words =
        example.lines().filter_map(|line| line.split([' ', ':']).next()).collect::<Vec<_>>();
    let mut text = example.to_owned();
    for (unless, lent) in LENT {
        if !first_words.iter().any(|word| unless.contains(word)) {
            text.push_str(&format!("{lent}\n"));
        }
    }
    text
}

/// Diagnostics of reading, checking and playing a text.
fn of_text(bytes: &[u8], code: Code, executor: Executor) -> Vec<Found> {
    let loaded = Game::load_bytes(bytes);
    let mut diagnostics = loaded.diagnostics;
    if let Some(game) = loaded.game {
        let game = game.with_executor(executor);
        diagnostics.extend(game.check_play(PLIES, 1));
        if code == Code::TooManyChances {
            diagnostics.extend(of_outcomes(&game));
        }
    }
    of_diagnostics(&diagnostics)
}

/// Diagnostics of listing the outcomes of the first actions: no play does that by itself.
fn of_outcomes(game: &Game) -> Vec<Diagnostic> {
    let Ok(state) = game.start(&Setup::default()) else { return Vec::new() };
    let actions = game.legal_actions(&state).unwrap_or_default();
    let grid = state.board.grid();
    let errors = actions.into_iter().filter_map(|action| {
        match game.chance_events(&state, action, MOST_OUTCOMES) {
            Err(ApplyError::Run(error)) => Some(run_diagnostic(game.rules(), grid, &error)),
            Ok(_) | Err(ApplyError::IllegalAction | ApplyError::GameOver) => None,
        }
    });
    errors.collect()
}

fn of_diagnostics(diagnostics: &[Diagnostic]) -> Vec<Found> {
    diagnostics
        .iter()
        .map(|it| Found {
            code: it.code,
            severity: it.severity,
            words: format!("{} {} | {}", it.code, it.message, it.label),
        })
        .collect()
}

/// Diagnostics of actions, one after another from the first state.
fn of_actions(game: &Game, text: &str) -> Result<Vec<Found>, String> {
    let mut state =
        game.start(&Setup::default()).map_err(|error| format!("no first state: {error}"))?;
    let mut lines = text.lines();
    let found: Option<Found> = lines.find_map(|line| of_action(game, &mut state, line));
    match lines.next() {
        Some(line) => Err(format!("`{line}` stands below an action that is wrong")),
        None => Ok(found.into_iter().collect()),
    }
}

fn of_action(game: &Game, state: &mut State, text: &str) -> Option<Found> {
    let error = |code, words| {
        Some(Found { code, severity: Severity::Error, words: format!("{code} {words}") })
    };
    let action = match game.read_action(state, text) {
        Ok(action) => action,
        Err(why) => return error(Code::UnknownAction, why.to_string()),
    };
    let grid = *state.board.grid();
    match game.apply(state, action) {
        Ok(()) => None,
        Err(ApplyError::IllegalAction) => error(Code::IllegalAction, text.to_owned()),
        Err(ApplyError::GameOver) => error(Code::GameOver, text.to_owned()),
        Err(ApplyError::Run(why)) => {
            of_diagnostics(&[run_diagnostic(game.rules(), &grid, &why)]).pop()
        }
    }
}

/// Comparison of what a block came to with what it says.
fn judge(kind: Kind, code: Code, found: &[Found]) -> Result<(), String> {
    let errors: BTreeSet<Code> =
        found.iter().filter(|it| it.severity == Severity::Error).map(|it| it.code).collect();
    let is_true = match verdict_of(kind) {
        None => true,
        Some(Verdict::Right) => {
            !found.iter().any(|it| it.severity == Severity::Error || it.code == code)
        }
        // A text of so many errors has the errors too.
        Some(Verdict::Wrong) if code == Code::TooManyErrors => errors.contains(&code),
        Some(Verdict::Wrong) if errors.is_empty() => found.iter().any(|it| it.code == code),
        Some(Verdict::Wrong) => errors.iter().eq([&code]),
    };
    if is_true {
        return Ok(());
    }
    let expected = match verdict_of(kind) {
        Some(Verdict::Wrong) => format!("expected {code}, and no other error"),
        Some(Verdict::Right) | None => "expected no error".to_owned(),
    };
    let mut report = vec![format!("{expected}; found {}", found.len())];
    report.extend(found.iter().take(8).map(|it| format!("    {}", it.words)));
    Err(report.join("\n"))
}

/// Texts that no page can print.
#[expect(clippy::wildcard_enum_match_arm, reason = "most pages print their examples")]
fn generated(code: Code) -> Option<Vec<u8>> {
    Some(match code {
        // One byte more than 1 MiB.
        Code::FileTooLarge => "/".repeat((1 << 20) + 1).into_bytes(),
        // `\xE9` is an `é` in Latin-1, and no beginning of a character in UTF-8.
        Code::NotText => b"game Caf\xE9\nboard 8 x 8\n".to_vec(),
        // Parentheses in each other.
        Code::NestedTooDeep => {
            let (open, close) = ("(".repeat(65), ")".repeat(65));
            completed(&format!("action go\n  right: {open}box{close} -> ...\n")).into_bytes()
        }
        // Lines that are no sections.
        Code::TooManyErrors => "oops\n".repeat(101).into_bytes(),
        // Definitions of which each uses the one before three times.
        Code::DefinitionTooLarge => {
            let mut text = "let a0 = [box or wall]\n".to_owned();
            for index in 1..12 {
                let before = index - 1;
                text.push_str(&format!("let a{index} = [a{before}, no a{before}, a{before}]\n"));
            }
            completed(&format!("{text}win when some a11\n")).into_bytes()
        }
        _ => return None,
    })
}
