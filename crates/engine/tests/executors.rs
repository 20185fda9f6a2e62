//! Every executor gives the reference executor's answers on every shipped game.

use masume_engine::{
    Backend, Executor, Game, InstructionSet, Optimisations, Series, Setup, Size, State,
    shipped_games,
};
use masume_rules::facts::uses_chance;
use masume_rules::random::Random;

/// Games of each shipped one, and plies of each. `masume-agreement` plays for as long as one likes.
const GAMES: u64 = 2;
const PLIES: usize = 30;
/// Plies where every optimisation is switched off in turn.
const PLIES_OF_EACH: usize = 8;
/// Number of plies between questions about chance: the reference takes long over them.
const CHANCES_EVERY: usize = 6;

/// The shipped games on the reference executor, whose answers are right.
fn games() -> Vec<(&'static str, Game)> {
    let load = |text: &str| {
        let game = Game::load(text).game.expect("a shipped game is without errors");
        game.with_executor(Executor::Reference)
    };
    shipped_games().iter().map(|shipped| (shipped.name, load(shipped.text))).collect()
}

#[track_caller]
fn check(name: &str, game: &Game, other: &Game, seed: u64, plies: usize) {
    let level = (game.level_count() > 0).then(|| 1 + seed as usize % game.level_count());
    check_from(name, [game, other], Setup { level, seed, ..Setup::default() }, plies);
}

#[track_caller]
fn check_from(name: &str, [game, other]: [&Game; 2], setup: Setup, plies: usize) {
    let seed = setup.seed;
    let mut random = Random::new(seed);
    let state = game.start(&setup);
    assert_eq!(other.start(&setup), state, "{name}: start of seed {seed}");
    let Ok(mut state) = state else { return };
    for ply in 0..plies {
        let legal = game.legal_actions(&state);
        assert_eq!(
            other.legal_actions(&state),
            legal,
            "{name} seed {seed} ply {ply}:\n{}",
            show(game, &state)
        );
        let Ok(legal) = legal else { return };
        let Some(&action) = legal.get(random.below(legal.len() as u64) as usize) else { return };
        let text = game.action_text(&state, action);
        if ply % CHANCES_EVERY == 0 {
            let events = game.chance_events(&state, action, 100);
            let found = other.chance_events(&state, action, 100);
            assert_eq!(found, events, "{name} seed {seed} ply {ply}: {text}");
        }
        let (mut one, mut two) = (state.clone(), state.clone());
        let done = game.apply(&mut one, action);
        assert_eq!(other.apply(&mut two, action), done, "{name} seed {seed} ply {ply}: {text}");
        assert_eq!(
            two,
            one,
            "{name} seed {seed} ply {ply}: {text} of\n{}\n{}\n{}",
            show(game, &state),
            show(game, &one),
            show(game, &two)
        );
        if done.is_err() {
            return;
        }
        state = one;
    }
}

fn show(game: &Game, state: &State) -> String {
    game.print_state(state)
}

#[test]
fn compiled_rules_give_the_answers_of_the_reference() {
    for (name, game) in games() {
        let compiled = game.clone().with_executor(Executor::Compiled);
        for seed in 0..GAMES {
            check(name, &game, &compiled, seed, PLIES);
        }
    }
}

#[test]
fn no_optimisation_changes_an_answer() {
    let mut all = Optimisations::each_off().to_vec();
    all.push(("all", Optimisations::NONE));
    for (name, game) in games() {
        for (off, optimisations) in &all {
            let compiled =
                game.clone().with_executor(Executor::Compiled).with_optimisations(*optimisations);
            check(&format!("{name} without {off}"), &game, &compiled, 7, PLIES_OF_EACH);
        }
    }
}

#[test]
fn machine_code_plays_as_the_interpreter() {
    let of = |game: &Game, after: u32| {
        let native = Game::NATIVE.map(|backend| Backend { after, ..backend });
        let optimisations = Optimisations { native, ..Optimisations::ALL };
        game.clone().with_executor(Executor::Compiled).with_optimisations(optimisations)
    };
    for (name, game) in games() {
        let Ok(start) = game.start(&Setup { seed: 5, ..Setup::default() }) else { continue };
        let series = Series { games: 3, seed: 5, most_plies: 60 };
        // In the middle of a game, too, code may be compiled.
        let [interpreter, native, later] = [u32::MAX, 0, 40].map(|after| of(&game, after));
        for number in 0..series.games {
            let expected = interpreter.playout(&start, series, number);
            assert_eq!(native.playout(&start, series, number), expected, "{name}");
            assert_eq!(later.playout(&start, series, number), expected, "{name}");
        }
    }
}

/// Games that run every choice of an action to find what is legal, on any executor.
const SLOW: [&str; 2] = ["chess", "nine-mens-morris"];

#[test]
fn random_games_come_to_the_same_on_every_executor() {
    for (name, game) in games() {
        let Ok(state) = game.start(&Setup::default()) else { continue };
        // A few games to the end would take the reference too long: all are left after some plies,
        // but those of little games.
        let most_plies = match state.board.grid().cell_count() {
            _ if SLOW.contains(&name) => 4,
            ..=64 => 200,
            _ => 20,
        };
        let series = Series { games: 20, seed: 3, most_plies };
        let expected = game.playouts(&state, Series { games: 4, ..series });
        let run = |executor: Executor, games: u64| {
            let game = game.clone().with_executor(executor);
            game.playouts(&state, Series { games, ..series })
        };
        assert_eq!(run(Executor::Compiled, 4), expected, "{name}");
        assert_eq!(run(Executor::Batch, 4), expected, "{name}");
        assert_eq!(run(Executor::Batch, 20), run(Executor::Compiled, 20), "{name}");
    }
}

#[test]
fn random_games_come_to_the_same_with_fewer_vector_instructions() {
    for (name, game) in games() {
        let Ok(state) = game.start(&Setup::default()) else { continue };
        let most_plies = if SLOW.contains(&name) { 4 } else { 20 };
        let series = Series { games: 20, seed: 4, most_plies };
        let run = |instructions: InstructionSet| {
            let optimisations = Optimisations { instructions, ..Optimisations::ALL };
            let game = game.clone().with_executor(Executor::Batch);
            game.with_optimisations(optimisations).playouts(&state, series)
        };
        let expected = run(InstructionSet::Best);
        assert_eq!(run(InstructionSet::Avx2), expected, "{name}");
        assert_eq!(run(InstructionSet::Baseline), expected, "{name}");
    }
}

#[test]
fn leaves_are_counted_alike() {
    for (name, game) in games() {
        let Ok(state) = game.start(&Setup::default()) else { continue };
        // Every outcome of chance is a leaf of its own: there the reference gives up first.
        if uses_chance(game.rules()) {
            continue;
        }
        let depth = if game.legal_actions(&state).is_ok_and(|it| it.len() < 12) { 3 } else { 1 };
        let expected = game.perft(&state, depth);
        for executor in [Executor::Compiled, Executor::Batch] {
            let found = game.clone().with_executor(executor).perft(&state, depth);
            assert_eq!(found, expected, "{name} {executor}");
        }
    }
}

/// Marches in loops, toward one or two who are chased, with a piece in the way.
const CHASE: &str = "\
game Chase
board 9 x 7 from 2 x 2
option chased = 1 from 1 to 2

pieces
  thing: player robot scrap grave

start
  random 8 of empty -> robot
  random 2 of empty -> scrap
  random chased of empty -> player

action step in d (8 ways)
  player [empty] -> _ player

action sweep
  let before = count robot
  repeat: chase
  if some player: score += before - count robot

then: chase

define chase
  let caught = 0
  march robot toward player
    robot meets player -> grave, caught += 1
    robot meets grave -> grave, caught += 1
    robot meets robot -> scrap
    robot meets scrap -> scrap
  score += 10 * caught

lose when no player
win when no robot
";

#[test]
fn marches_are_alike_on_boards_of_any_width() {
    let load = |executor| Game::load(CHASE).game.expect("no errors").with_executor(executor);
    let native = Game::NATIVE.map(|backend| Backend { after: 0, ..backend });
    let native = Optimisations { native, ..Optimisations::ALL };
    for chased in ["1", "2"] {
        let of = |executor| load(executor).with_option("chased", chased).expect("an option");
        let game = of(Executor::Reference);
        let interpreter = of(Executor::Compiled).with_optimisations(Optimisations::ALL);
        let machine = of(Executor::Compiled).with_optimisations(native);
        for (width, height) in
            [(9, 7), (17, 8), (15, 17), (20, 20), (40, 30), (62, 20), (70, 18), (130, 20)]
        {
            let size = Some(Size { width, height });
            let name = format!("{chased} on {width} x {height}");
            for seed in 0..6 {
                let setup = Setup { size, seed, level: None };
                check_from(&name, [&game, &machine], setup, 12);
                let start = game.start(&setup).expect("it can be set up");
                let series = Series { games: 1, seed, most_plies: 12 };
                let (played, leaves) = (game.playout(&start, series, 0), game.perft(&start, 2));
                for other in [&interpreter, &machine] {
                    assert_eq!(other.playout(&start, series, 0), played, "{name} seed {seed}");
                    let batch = other.clone().with_executor(Executor::Batch);
                    assert_eq!(batch.perft(&start, 2), leaves, "{name} seed {seed}");
                }
            }
        }
    }
}

#[test]
fn lines_slide_alike_on_boards_of_any_size() {
    let text = shipped_games().iter().find(|game| game.name == "2048").expect("it is shipped").text;
    let load = |executor| Game::load(text).game.expect("no errors").with_executor(executor);
    let native = Game::NATIVE.map(|backend| Backend { after: 0, ..backend });
    let native = Optimisations { native, ..Optimisations::ALL };
    let game = load(Executor::Reference);
    let machine = load(Executor::Compiled).with_optimisations(native);
    for (width, height) in [(4, 4), (3, 5), (5, 3), (2, 4), (2, 2), (5, 5), (8, 4), (6, 6)] {
        let size = Some(Size { width, height });
        let name = format!("2048 on {width} x {height}");
        for seed in 0..4 {
            let setup = Setup { size, seed, level: None };
            check_from(&name, [&game, &machine], setup, 60);
            let start = game.start(&setup).expect("it can be set up");
            let series = Series { games: 1, seed, most_plies: 400 };
            let played = game.playout(&start, series, 0);
            assert_eq!(machine.playout(&start, series, 0), played, "{name} seed {seed}");
        }
    }
}
