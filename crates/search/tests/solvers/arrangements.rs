//! Contents that only change places: what their parity and their number show.

use masume_engine::{Game, Setup, Size, State};
use masume_rules::model::{Content, EMPTY, Layer};
use masume_rules::random::Random;
use masume_search::{Aim, Budget, Proof, ProofError, Verdict, solve, verify};

use super::verdicts::brute_force;
use super::{game, shipped};

/// A board of this size with these numbers, 0 for none.
fn filled(game: &Game, (width, height): (u32, u32), numbers: &[Content]) -> State {
    let size = Some(Size { width, height });
    let mut state = game.start(&Setup { size, level: None, seed: 1 }).expect("a board");
    let cells: Vec<_> = state.board.grid().inner_cells().collect();
    for (cell, &number) in cells.into_iter().zip(numbers) {
        let content = if number == 0 { EMPTY } else { number };
        state.board.set(Layer(0), cell, content);
    }
    state.outcome = None;
    state
}

/// The numbers in order, the gap last.
fn in_order(cells: usize) -> Vec<Content> {
    (1..cells as Content).chain([0]).collect()
}

/// The proof that a state cannot be won, which was found without a search.
#[track_caller]
fn proof(game: &Game, state: &State) -> Proof {
    let solved = solve(game, state, Aim::Any, &Budget::default()).expect("a game for one");
    let Verdict::Impossible(proof) = solved.verdict else { panic!("{:?}", solved.verdict) };
    assert_eq!((proof.state_count(), solved.report.nodes), (None, 0));
    let read = Proof::read(game, &proof.print(game)).expect("it was just written");
    assert_eq!((verify(game, &read), &read), (Ok(()), &proof));
    proof
}

#[test]
fn two_tiles_that_are_exchanged_cannot_be_put_in_order() {
    let game = shipped("fifteen");
    for (size, exchanged) in [
        ((2, 2), [0, 1]),
        ((3, 3), [6, 7]),
        ((4, 4), [13, 14]),
        ((5, 3), [0, 13]),
        ((8, 8), [3, 60]),
    ] {
        let mut numbers = in_order((size.0 * size.1) as usize);
        numbers.swap(exchanged[0], exchanged[1]);
        proof(&game, &filled(&game, size, &numbers));
        // Another exchange mends it: that is no proof any more.
        numbers.swap(exchanged[0], exchanged[0] + 1);
        let mended = filled(&game, size, &numbers);
        let few = Budget { nodes: 1, ..Budget::default() };
        let verdict = solve(&game, &mended, Aim::Any, &few).expect("a game for one").verdict;
        assert!(!matches!(verdict, Verdict::Impossible(_)), "{numbers:?}");
    }
}

#[test]
fn a_tile_that_is_missing_is_not_waited_for() {
    let game = shipped("fifteen");
    let mut numbers = in_order(16);
    numbers[13] = 10;
    proof(&game, &filled(&game, (4, 4), &numbers));
    // A tile that has no place.
    numbers[13] = 99;
    proof(&game, &filled(&game, (4, 4), &numbers));
}

#[test]
fn pieces_that_are_too_few_are_proved_to_be() {
    let game = game(
        "game Wells\nboard 4 x 4 from 2 x 2\npieces\n  ground: well\n  thing: stone player\nlegend\n  .  nothing\n  \
         w  well\n  s  stone\n  p  player\naction step in d\n  player [no thing] -> _ player\naction swap in d\n  \
         player stone -> stone player\nwin when every well has stone\nstart: picture\n  p.ww\n  ...w\n  ..ss\n  ....\n",
    );
    proof(&game, &super::start(&game));
    let sokoban = shipped("sokoban");
    let level = "#########\n#p......#\n#..b.b..#\n#..ggg..#\n#########\n";
    let levels = sokoban.read_collection(level).expect("a level");
    let game = sokoban.with_levels(levels);
    let setup = Setup { level: Some(1), ..Setup::default() };
    proof(&game, &game.start(&setup).expect("a board"));
}

/// Every order of small numbers.
fn orders(count: Content) -> Vec<Vec<Content>> {
    let mut orders = vec![Vec::new()];
    for number in 0..count {
        let with = |order: &Vec<Content>, at: usize| {
            let mut order = order.clone();
            order.insert(at, number);
            order
        };
        orders = orders.iter().flat_map(|it| (0..=it.len()).map(move |at| with(it, at))).collect();
    }
    orders
}

/// Rules of tiles on two rows of three that are in order at the end.
fn tiles(actions: &str) -> Game {
    game(&format!(
        "game Tiles\nboard 3 x 2 from 2 x 2 to 4 x 4\npieces\n  tile: number 1 to 20\nlegend\n  .  nothing\n\
         {actions}\nwin when every tile has [tile = width * (row - 1) + column]\n"
    ))
}

#[test]
fn half_of_all_orders_are_proved_at_once() {
    let game = tiles("action slide at c\n  4 ways from c: n _ -> _ n");
    let few = Budget { nodes: 1, ..Budget::default() };
    let mut proved = 0;
    for numbers in orders(6) {
        let state = filled(&game, (3, 2), &numbers);
        let verdict = solve(&game, &state, Aim::Any, &few).expect("a game for one").verdict;
        proved += usize::from(matches!(verdict, Verdict::Impossible(_)));
    }
    assert_eq!(proved, 360);
}

#[test]
fn verdicts_on_tiles_are_what_brute_force_says() {
    let rows = [
        "action slide at c\n  4 ways from c: n _ -> _ n",
        // Parity says nothing where a tile goes diagonally too, or hops.
        "action slide at c\n  8 ways from c: n _ -> _ n",
        "action slide from a to b\n  4 ways from a to b: n any _ -> _ ... n\n  else up from a to b: n _ -> _ n\n  else down from a to b: n _ -> _ n",
        // Three at once, and two that change places.
        "action turn from a to b\n  right from a to b: n m o -> m o n",
        "action turn from a to b\n  right from a to b: n m o -> m o n\naction swap at c\n  down from c: n m -> m n",
        "action turn from a to b\n  right from a to b: n m _ -> _ n m\n  else left from a to b: n m _ -> _ n m\n  else down from a to b: n _ -> _ n\n  else up from a to b: n _ -> _ n",
        // A tile is taken off, or copied.
        "action slide from a to b\n  4 ways from a to b: n _ -> _ n\n  else right from a to b: n m -> _ n",
        "action slide from a to b\n  4 ways from a to b: n _ -> _ n\naction copy from a to b\n  right from a to b: n _ -> n n",
    ];
    let mut random = Random::new(29);
    for actions in rows {
        let game = tiles(actions);
        for round in 0..24 {
            let mut numbers: Vec<Content> = in_order(6);
            // Some boards have a number twice, or two gaps.
            if round % 3 == 2 {
                numbers[random.below(6) as usize] = random.below(6) as Content;
            }
            for at in (1..numbers.len()).rev() {
                numbers.swap(at, random.below(at as u64 + 1) as usize);
            }
            let state = filled(&game, (3, 2), &numbers);
            let verdict =
                solve(&game, &state, Aim::Any, &Budget::default()).expect("a game for one").verdict;
            let wins = match verdict {
                Verdict::Won(_) => true,
                Verdict::Impossible(_) => false,
                Verdict::GaveUp(_) | Verdict::Scored(_) => panic!("{actions} {numbers:?}"),
            };
            assert_eq!(wins, brute_force(&game, &state).is_some(), "{actions} {numbers:?}");
        }
    }
}

#[test]
fn what_a_proof_says_of_a_parity_is_checked() {
    let shipped = shipped("fifteen");
    let mut numbers = in_order(9);
    numbers.swap(3, 5);
    let state = filled(&shipped, (3, 3), &numbers);
    let proof = proof(&shipped, &state);
    let fault = |change: &dyn Fn(&str) -> String| {
        let text = proof.print(&shipped);
        let body = &text[..text.trim_end().rfind('\n').expect("lines") + 1];
        let read = Proof::read(&shipped, &super::sums::with_sum(&change(body))).expect("a proof");
        verify(&shipped, &read).err()
    };
    let text = proof.print(&shipped);
    let line = text.lines().find(|line| line.contains("rearranged")).expect("a line").to_owned();
    let weight = line.rsplit(' ').next().expect("a weight");
    assert_eq!(fault(&str::to_owned), None);
    // Without the parity, with another weight, and on a board where a tile lies twice.
    let parts = line.split(" rearranged ").collect::<Vec<_>>();
    assert_eq!(fault(&|text| text.replace(&line, parts[0])), Some(ProofError::Changes));
    let other = line.replace(&format!(" {weight}"), " 4096");
    assert_eq!(fault(&|text| text.replace(&line, &other)), Some(ProofError::Changes));
    let twice = |text: &str| text.replacen("layer 1 2 3 6 5 4", "layer 1 2 3 6 5 5", 1);
    assert_eq!(fault(&twice), Some(ProofError::NoStart));
    // The board in order says the same of itself, but is won.
    let ordered = |text: &str| text.replacen("layer 1 2 3 6 5 4", "layer 1 2 3 4 5 6", 1);
    assert_eq!(fault(&ordered), Some(ProofError::Over));
}
