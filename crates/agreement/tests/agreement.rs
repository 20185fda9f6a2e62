//! All executors agree: on random games, on the games that they once differed on, on the shipped
//! games, and on the boards of the specification.

use std::fs;
use std::path::{Path, PathBuf};

use masume_agreement::{
    Plan, Sample, Statistics, compare, compare_from, examine, examine_by, executors, generate,
    generate_plain,
};
use masume_engine::{Executor, Game, Setup, Size, shipped_games};
use masume_presentation::manual::example;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder with this ending, by name, with their texts.
fn texts(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == ending));
    files.sort();
    let read = |path: PathBuf| (fs::read_to_string(&path).expect("a text"), path);
    files.into_iter().map(read).map(|(text, path)| (path, text)).collect()
}

fn check(name: &str, game: &Game, setup: &Setup, plies: u32) -> Statistics {
    // Fewer than two games are not played side by side.
    let plan = Plan {
        asides: 1,
        chances: 16,
        playouts: 3,
        long_playouts: 0,
        ..Plan::new(setup.seed, plies)
    };
    match compare(game, &executors(), setup, &plan) {
        Ok(statistics) => statistics,
        Err(difference) => panic!("{name}: {difference}"),
    }
}

#[test]
fn executors_agree_on_random_games() {
    let mut statistics = Statistics::default();
    for seed in 10_000..10_030 {
        let game = generate(seed).expect("every seed gives a game");
        match examine(&game, &executors(), seed, 6) {
            Ok(played) => statistics.add(&played),
            Err(failure) => panic!("seed {seed}: {}\n{}", failure.first, failure.sample),
        }
    }
    assert!(statistics.answers > 2_000, "{statistics}");
}

#[test]
fn executors_agree_on_plain_games() {
    let mut statistics = Statistics::default();
    for seed in 20_000..20_030 {
        let game = generate_plain(seed).expect("every seed gives a game");
        let plan = Plan { playouts: 4, long_playouts: 20, ..Plan::new(seed, 2) };
        match examine_by(&game, &executors(), &plan) {
            Ok(played) => statistics.add(&played),
            Err(failure) => panic!("seed {seed}: {}\n{}", failure.first, failure.sample),
        }
    }
    assert!(statistics.answers > 1_000, "{statistics}");
}

#[test]
fn executors_agree_on_the_games_that_they_differed_on() {
    for (path, text) in texts("tests/agreement", "masu") {
        let name = path.display().to_string();
        let sample = Sample::read(&text);
        let game = Game::load(&text).game.unwrap_or_else(|| panic!("{name} has errors"));
        for seed in sample.seeds {
            check(&name, &game, &Setup { seed, ..Setup::default() }, sample.plies);
        }
    }
}

#[test]
fn executors_agree_on_the_shipped_games() {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.expect("a shipped game has no errors");
        check_written(shipped.name, &game);
    }
}

/// Game of which the oracle takes half a second for each list: all that is compared takes a minute and a half.
const LONG: &str = "russian-draughts";

/// Games that are measured, by name.
fn measured() -> impl Iterator<Item = (String, Game)> {
    texts("benches/games", "masu").into_iter().map(|(path, text)| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let loaded = Game::load(&text);
        assert!(loaded.diagnostics.is_empty(), "{name}: {:?}", loaded.diagnostics);
        (name, loaded.game.expect("there is nothing wrong with it"))
    })
}

#[test]
fn executors_agree_on_the_games_that_are_measured() {
    for (name, game) in measured() {
        match name.as_str() {
            LONG => check_first_plies(&game),
            _ => check_written(&name, &game),
        }
    }
}

#[test]
#[ignore = "a minute and a half"]
fn executors_agree_on_all_of_a_long_game() {
    let (name, game) = measured().find(|(name, _)| name == LONG).expect("it is measured");
    check_written(&name, &game);
}

/// Lists and states of a few plies, on every executor.
fn check_first_plies(game: &Game) {
    const PLIES: usize = 3;
    let start = game.start(&Setup { seed: 1, ..Setup::default() }).expect("it starts");
    let lines = Executor::ALL.map(|executor| {
        let (game, mut state) = (game.clone().with_executor(executor), start.clone());
        let mut line = Vec::new();
        for ply in 0..PLIES {
            let legal = game.legal_actions(&state).expect("nothing goes wrong");
            let action = legal[ply % legal.len()];
            game.apply(&mut state, action).expect("it is legal");
            line.push((legal, state.clone()));
        }
        line
    });
    assert!(lines.iter().all(|line| *line == lines[0]), "executors differ on {LONG}");
}

fn check_written(name: &str, game: &Game) {
    let setup = Setup { seed: 1, ..Setup::default() };
    let mut played = check(name, game, &setup, 3);
    if played.plies == 0 {
        // What might take the oracle minutes is looked at for a ply.
        let plan = Plan { asides: 1, playouts: 0, long_playouts: 0, ..Plan::new(1, 1) };
        let start = game.start(&setup).expect("it starts");
        match compare_from(game, &executors(), start, &plan) {
            Ok(statistics) => played = statistics,
            Err(difference) => panic!("{name}: {difference}"),
        }
    }
    assert!(played.plies > 0, "{name} was not played");
}

/// Game of statements about whole boards: steps in chosen directions, runs, fills, neighbours, and walks.
const WIDE: &str = "\
game Wide
board 8 x 8 from 2 x 2

pieces
  disc: black white

start
  random width * height / 3 of empty -> black
  random width * height / 4 of empty -> white

action push in d
  d: black empty -> _ black
  against d: white empty* black -> black _* white
  8 ways: black black black black black -> white white white white white
  all
    [white, no 1..3 white around] -> _
    [empty, 3 black around] -> black
  4 ways: empty white+ black -> black white+ black
  2 times: [white, 1.. white beside] empty -> _ white
  march white in d
    white meets white -> white
    black meets white -> black

lose when no white
";

#[test]
fn executors_agree_on_boards_of_many_words() {
    for (width, height) in [(60, 25), (40, 40), (130, 17), (90, 100), (128, 128), (130, 127)] {
        check_wide(width, height);
    }
}

#[test]
#[ignore = "a quarter of a minute"]
fn executors_agree_on_a_board_of_very_many_words() {
    check_wide(205, 200);
}

fn check_wide(width: u32, height: u32) {
    let game = Game::load(WIDE).game.expect("the game has no errors");
    let size = Some(Size { width, height });
    let start = game.start(&Setup { size, seed: 7, ..Setup::default() }).expect("it starts");
    let plan = Plan { asides: 1, chances: 1, playouts: 1, long_playouts: 0, ..Plan::new(3, 2) };
    match compare_from(&game, &executors(), start, &plan) {
        Ok(statistics) => assert!(statistics.plies > 0, "{width} x {height} was not played"),
        Err(difference) => panic!("{width} x {height}: {difference}"),
    }
}

#[test]
fn executors_agree_on_the_specification() {
    let (mut games, mut boards) = (0, 0);
    for (path, text) in texts("spec", "md") {
        for example in example::read(&text).unwrap_or_default() {
            let Some(game) = Game::load(&example.source.text).game else { continue };
            let name = format!("{}:{}", path.display(), example.source.line);
            games += 1;
            check(&name, &game, &Setup::default(), 4);
            for before in example.boards() {
                let Ok(state) = game.read_state(&before) else { continue };
                boards += 1;
                let plan = Plan { playouts: 2, ..Plan::new(boards, 3) };
                if let Err(it) = compare_from(&game, &executors(), state, &plan) {
                    panic!("{name}: {it}");
                }
            }
        }
    }
    assert!(games > 200 && boards > 400, "{games} games, {boards} boards");
}

/// A move of a lion, rook or pawn behind which something is required.
fn guarded(rule: &str, behind: &str, required: &str) -> String {
    format!(
        "game Guarded\nboard 6 x 6\nplayers black white\npieces\n  man: rook lion pawn for each player\n\
         start\n  random 2 of empty -> black-lion\n  random 9 of empty -> white-rook\n  \
         random 9 of empty -> black-pawn\n\
         action move from a to b\n  must {rule}\n{behind}  require {required}\n"
    )
}

#[test]
fn only_moves_that_leave_a_condition_alone_need_no_trial() {
    let step = "8 ways from a to b: my pawn empty -> _ my pawn";
    let unseen = "no [my lion, sees 4 ways (any empty* their rook)]";
    let rows = [
        (step, "", unseen, true),
        (step, "", "no [my lion, 3.. their rook around]", true),
        (step, "", "some [my lion, sees 4 ways (any empty* edge)]", true),
        // What is put is what is looked for; or it lies between, or is left anywhere.
        ("8 ways from a to b: my pawn empty -> _ their rook", "", unseen, true),
        ("right from a to b: my pawn empty empty -> _ their rook my pawn", "", unseen, false),
        (step, "  first their rook -> _\n", unseen, false),
        // What must match behind the move is known before it, or not.
        (step, "  must at b: [my pawn, sees up (any edge)] -> my rook\n", unseen, true),
        (step, "  must at b: [my pawn, sees 8 ways (any my rook)] -> my rook\n", unseen, true),
        (step, "  must at b: [my pawn, sees 8 ways (any my pawn)] -> my rook\n", unseen, false),
        // Nothing is taken from where it begins, the choice is asked for, or a number.
        ("8 ways from a to b: my pawn empty -> my pawn my pawn", "", unseen, false),
        (step, "", "no [b, sees 4 ways (any their rook)]", false),
        (step, "", "count [my pawn, sees 4 ways (any their rook)] > 1", false),
    ];
    for (rule, behind, required, is_proved) in rows {
        let text = guarded(rule, behind, required);
        let game = Game::load(&text).game.unwrap_or_else(|| panic!("{text} has errors"));
        let code = game.explain_code(&Setup::default()).expect("a small game has code");
        assert_eq!(code.contains("; certain:"), is_proved, "{text}");
        for seed in 0..3 {
            check(&text, &game, &Setup { seed, ..Setup::default() }, 6);
        }
    }
}
