//! Boards side by side: each is what a state of its own would be, whatever the others are.

use masume_engine::{
    ApplyError, Batch, BatchError, Channel, Executor, Game, InstructionSet, Optimisations, Order,
    Planes, Player, RunError, RunErrorKind, Series, SeriesStart, Setup, State, StopToken,
    shipped_games,
};
use masume_rules::action_numbers::ActionNumbers;
use masume_rules::random::Random;

use super::game;
use super::games::{DISCS, NUMBERS};

/// More boards than the widest table has lanes, and no multiple of any number of them.
const BOARDS: usize = 37;

/// Plies of shipped games.
const PLIES: usize = 24;

/// The same on large boards.
const PLIES_ON_LARGE: usize = 4;

/// A board as a state, played by itself.
struct Alone {
    state: State,
    episode: u64,
    seed: u64,
}

impl Alone {
    fn begin(game: &Game, setup: &Setup, seed: u64, episode: u64) -> Self {
        let series = Series::new(1, seed);
        let state = match game.series_start(setup).unwrap() {
            SeriesStart::State(state) => state,
            SeriesStart::Board(_) => {
                let seed = series.chance(episode).0;
                game.start(&Setup { seed, ..*setup }).unwrap()
            }
        };
        Self { state, episode, seed }
    }
}

/// What is observed of a state, as each channel says.
fn observed(game: &Game, planes: &Planes, state: &State, order: Order) -> Vec<u8> {
    let [channels, rows, columns] = planes.shape();
    let mut wanted = vec![0; planes.len()];
    for (channel, says) in planes.channels().iter().enumerate() {
        for (place, cell) in state.board.grid().inner_cells().enumerate() {
            let holds = match *says {
                Channel::ToAct(player) => state.to_act == player,
                Channel::Content(layer, content) => state.board.get(layer, cell) == content,
                Channel::Digit(layer, digit) => {
                    let contents = game.rules().layers[usize::from(layer.0)].kind.contents();
                    let held = state.board.get(layer, cell);
                    let place = contents.iter().position(|content| *content == held);
                    place.is_some_and(|place| (place + 1) >> digit & 1 != 0)
                }
            };
            let element = match order {
                Order::ChannelsFirst => channel * rows * columns + place,
                Order::ChannelsLast => place * channels + channel,
            };
            wanted[element] = u8::from(holds);
        }
    }
    wanted
}

/// Everything that is seen of a board is what its state says.
#[track_caller]
fn check(
    batch: &mut Batch,
    board: usize,
    (game, numbers, planes): (&Game, &ActionNumbers, &Planes),
    state: &State,
    at: &str,
) {
    assert_eq!(&batch.state(board).unwrap(), state, "{at}\n{}", game.print_state(state));
    assert_eq!(batch.outcome(board), state.outcome, "{at}");
    assert_eq!((batch.to_act(board), batch.plies(board)), (state.to_act, state.ply), "{at}");
    let mut legal = vec![0; batch.legal(board).len()];
    for number in
        game.legal_actions(state).unwrap_or_default().iter().filter_map(|it| numbers.number(*it))
    {
        legal[number as usize / 64] |= 1u64 << (number % 64);
    }
    assert_eq!(batch.legal(board), legal, "{at}\n{}", game.print_state(state));
    let points = batch.scores().len() / batch.len();
    let scores: Vec<i64> = (0..points as u8)
        .map(|player| game.score(state, Player(player)).unwrap_or_default())
        .collect();
    assert_eq!(&batch.scores()[board * points..(board + 1) * points], scores, "{at}");
    for order in [Order::ChannelsFirst, Order::ChannelsLast] {
        let mut seen = [vec![7u8; planes.len()], vec![7u8; planes.len()]];
        batch.observe(board, order, &mut seen[0]);
        planes.observe(state, order, &mut seen[1]);
        let wanted = observed(game, planes, state, order);
        assert_eq!(seen, [wanted.clone(), wanted], "{at}\n{}", game.print_state(state));
        let mut floats = vec![[7u8; 4]; planes.len()];
        batch.observe(board, order, &mut floats);
        let floats: Vec<f32> = floats.into_iter().map(f32::from_ne_bytes).collect();
        assert!(floats.iter().zip(&seen[0]).all(|(float, byte)| *float == f32::from(*byte)));
    }
}

/// Observations and masks of all boards in one call are those of each.
#[track_caller]
fn check_all(batch: &Batch, (numbers, planes): (&ActionNumbers, &Planes), at: &str) {
    for order in [Order::ChannelsFirst, Order::ChannelsLast] {
        let (mut all, mut each) = (vec![7u8; batch.len() * planes.len()], Vec::new());
        let mut floats = vec![[7u8; 4]; all.len()];
        batch.observe_all(order, &mut all);
        batch.observe_all(order, &mut floats);
        for board in 0..batch.len() {
            let mut one = vec![7u8; planes.len()];
            batch.observe(board, order, &mut one);
            each.extend(one);
        }
        assert_eq!(all, each, "{at}");
        let floats: Vec<f32> = floats.into_iter().map(f32::from_ne_bytes).collect();
        assert_eq!(floats, each.into_iter().map(f32::from).collect::<Vec<_>>(), "{at}");
    }
    let mut mask = vec![7u8; batch.len() * numbers.count() as usize];
    batch.mask_all(&mut mask);
    let is_legal =
        |board: usize| (0..numbers.count()).map(move |it| u8::from(batch.is_legal(board, it)));
    assert_eq!(mask, (0..batch.len()).flat_map(is_legal).collect::<Vec<_>>(), "{at}");
}

/// Plays boards at random, each beside a state of its own: some rest, what is over is begun anew.
fn play(name: &str, game: &Game, setup: &Setup, plies: usize) -> bool {
    let seeds: Vec<u64> = (0..BOARDS as u64).map(|board| 100 + 7 * board).collect();
    let Ok(mut batch) = Batch::new(game, setup, &seeds) else { return false };
    let begin = |seed: &u64| Alone::begin(game, setup, *seed, 0);
    let mut alone: Vec<Alone> = seeds.iter().map(begin).collect();
    let grid = *alone[0].state.board.grid();
    let numbers = ActionNumbers::new(game.rules(), &grid).unwrap();
    let planes = Planes::new(game.rules(), &grid);
    let (mut dice, mut actions) = (Random::new(5), vec![Batch::NO_ACTION; BOARDS]);
    for ply in 0..plies {
        for (board, action) in actions.iter_mut().enumerate() {
            let drawn = batch.sample(board).unwrap_or(Batch::NO_ACTION);
            *action = if dice.below(8) == 0 { Batch::NO_ACTION } else { drawn };
        }
        batch.step(&actions).unwrap();
        check_all(&batch, (&numbers, &planes), &format!("{name}, ply {ply}"));
        let mut over = Vec::new();
        for (board, (alone, action)) in alone.iter_mut().zip(&actions).enumerate() {
            if let Some(action) = numbers.action(*action) {
                game.apply(&mut alone.state, action).unwrap();
            }
            let at = format!("{name}, board {board}, ply {ply}, action {action}");
            check(&mut batch, board, (game, &numbers, &planes), &alone.state, &at);
            if alone.state.outcome.is_some() {
                over.push(board);
                *alone = Alone::begin(game, setup, alone.seed, alone.episode + 1);
            }
        }
        batch.reset(&over).unwrap();
        for board in over {
            let at = format!("{name}, board {board} begun anew in ply {ply}");
            check(&mut batch, board, (game, &numbers, &planes), &alone[board].state, &at);
            assert_eq!(batch.episode(board), alone[board].episode);
        }
    }
    batch.is_side_by_side()
}

#[test]
fn boards_of_every_shipped_game_are_what_states_of_their_own_are() {
    let mut side_by_side = 0;
    for shipped in shipped_games() {
        let game = game(shipped.text);
        for level in [1, 7] {
            let level = (game.level_count() >= level).then_some(level);
            let setup = Setup { level, ..Setup::default() };
            let is_large = game.grid_of(&setup).unwrap().cell_count() > 128;
            let plies = if is_large { PLIES_ON_LARGE } else { PLIES };
            side_by_side += usize::from(play(shipped.name, &game, &setup, plies));
            if level.is_none() {
                break;
            }
        }
    }
    assert!(side_by_side > 20, "{side_by_side} games are played side by side");
}

#[test]
fn games_are_played_to_their_ends_and_begun_anew() {
    for name in ["connect-four", "othello", "2048", "tic-tac-toe", "hex"] {
        let shipped = shipped_games().iter().find(|it| it.name == name).unwrap();
        assert!(play(name, &game(shipped.text), &Setup::default(), 90), "{name}");
    }
    assert!(play("discs", &game(DISCS), &Setup::default(), 20));
    assert!(play("numbers", &game(NUMBERS), &Setup::default(), 200));
}

/// Numbers between pieces, on more cells than a word has bits.
const LAYERS: &str = "\
game Layers
board 9 x 9
players red blue

pieces
  ground: sand rock
  heap: number 1 to 5
  stone: red blue

start
  any -> 2
  [row = 3] -> rock

action put at c
  at c: [no stone] -> mine
  [n, n < 5, beside c] -> {n + 1}
  4 ways: mine theirs -> mine [theirs, sand]
";

#[test]
fn numbers_are_observed_between_pieces() {
    assert!(play("layers", &game(LAYERS), &Setup::default(), 60));
    // So many numbers have a channel for each of their bits.
    let many = LAYERS.replace("1 to 5", "1 to 200");
    assert!(play("many numbers", &game(&many), &Setup::default(), 20));
}

/// All that is seen of so many boards with these seeds, after sampled plies.
fn sampled(game: &Game, seeds: &[u64], plies: usize) -> Vec<Vec<(State, Vec<u64>)>> {
    let mut batch = Batch::new(game, &Setup::default(), seeds).unwrap();
    let mut seen = vec![Vec::new(); seeds.len()];
    for _ in 0..plies {
        let sample = |board| batch.sample(board).unwrap_or(Batch::NO_ACTION);
        let actions: Vec<u32> = (0..seeds.len()).map(sample).collect();
        batch.step(&actions).unwrap();
        for (board, seen) in seen.iter_mut().enumerate() {
            seen.push((batch.state(board).unwrap(), batch.legal(board).to_vec()));
        }
        let over: Vec<usize> = (0..seeds.len()).filter(|board| batch.is_over(*board)).collect();
        batch.reset(&over).unwrap();
    }
    seen
}

#[test]
fn neither_the_number_of_boards_nor_the_lanes_change_anything() {
    let seeds: Vec<u64> = (0..70).map(|seed| 3 * seed).collect();
    for name in ["2048", "othello", "go", "english-draughts"] {
        let shipped = shipped_games().iter().find(|it| it.name == name).unwrap();
        let game = game(shipped.text);
        let all = sampled(&game, &seeds, 40);
        for boards in [1, 5, 6, 33] {
            assert_eq!(sampled(&game, &seeds[..boards], 40), all[..boards], "{name}");
            assert_eq!(sampled(&game, &seeds[70 - boards..], 40), all[70 - boards..], "{name}");
        }
        for instructions in [InstructionSet::Baseline, InstructionSet::Avx2] {
            let optimisations = Optimisations { instructions, ..Optimisations::ALL };
            let game = game.clone().with_optimisations(optimisations);
            assert_eq!(sampled(&game, &seeds, 40), all, "{name}");
        }
        let game = game.with_executor(Executor::Reference);
        assert_eq!(
            sampled(&game, &seeds[..2], 6),
            all.iter().take(2).map(|it| it[..6].to_vec()).collect::<Vec<_>>()
        );
    }
}

/// A value that grows, and is soon too large.
const GROWING: &str = "\
game Growing
board 2 x 1
value total = 1000000000000000
value rests

pieces
  thing: dot

action grow
  total += total

action rest
  rests += 1
";

#[test]
fn numbers_too_large_for_lanes_are_played_on_and_errors_are_of_one_board() {
    let game = game(GROWING);
    let seeds: Vec<u64> = (0..8).collect();
    let mut batch = Batch::new(&game, &Setup::default(), &seeds).unwrap();
    assert!(batch.is_side_by_side());
    let grid = *batch.state(0).unwrap().board.grid();
    let numbers = ActionNumbers::new(game.rules(), &grid).unwrap();
    let planes = Planes::new(game.rules(), &grid);
    let mut states: Vec<State> = (0..8).map(|board| batch.state(board).unwrap()).collect();
    let mut errors = 0;
    for _ in 0..18 {
        // The third and the sixth grow, the others rest.
        let legal = |batch: &Batch, board: usize| {
            Some(u32::from(board % 3 != 2)).filter(|action| batch.is_legal(board, *action))
        };
        let actions: Vec<Option<u32>> = (0..8).map(|board| legal(&batch, board)).collect();
        let given: Vec<u32> = actions.iter().map(|it| it.unwrap_or(Batch::NO_ACTION)).collect();
        let stepped = batch.step(&given);
        let mut failed = None;
        for (board, state) in states.iter_mut().enumerate() {
            let Some(action) = actions[board].and_then(|it| numbers.action(it)) else { continue };
            let mut note =
                |error| failed = failed.take().or(Some(BatchError::Run { board, error }));
            match game.apply(state, action) {
                Ok(()) => game.legal_actions(state).map_or_else(note, |_| ()),
                Err(ApplyError::Run(error)) => note(error),
                Err(error) => panic!("{error:?}"),
            }
        }
        errors += usize::from(failed.is_some());
        assert_eq!(stepped, failed.map_or(Ok(()), Err));
        for (board, state) in states.iter().enumerate() {
            check(&mut batch, board, (&game, &numbers, &planes), state, "growing");
        }
    }
    assert!(errors > 0);
    batch.reset_all().unwrap();
    batch.step(&[0; 8]).unwrap();
}

#[test]
fn what_is_not_legal_is_refused_before_anything_is_done() {
    let game = game(DISCS);
    for boards in [2, 9] {
        let seeds = vec![1; boards];
        let mut batch = Batch::new(&game, &Setup::default(), &seeds).unwrap();
        let before: Vec<State> = (0..boards).map(|board| batch.state(board).unwrap()).collect();
        for wrong in [3, 4, u32::MAX - 1] {
            let mut actions = vec![0; boards];
            actions[1] = wrong;
            assert_eq!(batch.step(&actions), Err(BatchError::Illegal { board: 1 }));
        }
        let after: Vec<State> = (0..boards).map(|board| batch.state(board).unwrap()).collect();
        assert_eq!(after, before);
        let larger = super::game(&DISCS.replace("3 x 1", "4 x 1"));
        let larger = larger.start(&Setup::default()).unwrap();
        assert_eq!(batch.put(0, &larger), Err(BatchError::OtherShape));
    }
}

#[test]
fn a_call_that_is_stopped_leaves_boards_that_are_to_be_reset() {
    let token = StopToken::new();
    let game = game(NUMBERS).with_stop(token.clone());
    for boards in [2, 40] {
        let seeds: Vec<u64> = (0..boards).collect();
        let mut batch = Batch::new(&game, &Setup::default(), &seeds).unwrap();
        let actions: Vec<u32> = (0..boards as usize).map(|it| batch.sample(it).unwrap()).collect();
        token.stop();
        assert!(matches!(
            batch.step(&actions),
            Err(BatchError::CutShort
                | BatchError::Run { error: RunError { kind: RunErrorKind::Stopped, .. }, .. })
        ));
        token.rearm();
        assert_eq!(batch.step(&actions), Err(BatchError::CutShort));
        assert_eq!(batch.state(0), Err(BatchError::CutShort));
        batch.reset_all().unwrap();
        assert_eq!(batch.episode(0), 1);
        assert!(batch.sample(0).is_some());
    }
}
