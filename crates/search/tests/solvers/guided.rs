//! Trees that a caller guides: what they prove is so, and is what is chosen, whatever the caller says.

use masume_engine::{Game, Player, State};
use masume_rules::action::Action;
use masume_rules::random::Random;
use masume_search::agent::guided::{Answer, GuidedTree, Noise, Puct, gather, results};

use super::{game, shipped, start};

/// Two in a row for three players; who fills the board loses.
const THREE_PLAYERS: &str = "game Row\nuse lines\nboard 4 x 2\nplayers ann ben cat\n\npieces\n  mark: ann ben cat\n\n\
    action place at c\n  at c: empty -> mine\n\nwin when some line(2, mine)\ndraw when no action\n";

/// Heaps that are taken until one is left, each with its neighbour lost.
const HEAPS: &str = "game Heaps\nvalue taken\nboard 5 x 1\npieces\n  heap: number 1 to 9\n\n\
    start\n  [column = 1] -> 3\n  [column = 2] -> 7\n  [column = 3] -> 5\n  [column = 4] -> 4\n  [column = 5] -> 6\n\n\
    action take at c\n  at c: n -> _, score += n\n\nend when count heap < 3\n";

/// An answer that follows from the state alone, and is as good as none.
fn whim(state: &State, actions: usize, players: usize) -> Answer {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    let mut random = Random::new(hasher.finish());
    let mut share = || (random.next_bits() >> 40) as f32 / (1u64 << 24) as f32;
    let priors = (0..actions).map(|_| 0.02 + share().powi(4)).collect();
    Answer { priors, values: (0..players).map(|_| 1.8 * share() - 0.9).collect() }
}

/// Searches on with so many more simulations, with whims for answers; number of leaves that were asked about.
fn search(game: &Game, tree: &mut GuidedTree, asked: (u32, u32)) -> usize {
    search_with(game, tree, asked, whim)
}

fn search_with(
    game: &Game,
    tree: &mut GuidedTree,
    (simulations, leaves): (u32, u32),
    answer: impl Fn(&State, usize, usize) -> Answer,
) -> usize {
    // So much that everything is tried, however bad it is said to be.
    let puct = Puct { leaves, exploration: 20.0, ..Puct::default() };
    let players = game.rules().players.len().max(1);
    tree.begin(simulations, Some(Noise { share: 0.25, concentration: 0.3 }));
    let mut asked = 0;
    loop {
        gather(game, std::slice::from_mut(tree), &puct).expect("nothing goes wrong");
        if tree.leaf_count() == 0 {
            return asked;
        }
        asked += tree.leaf_count();
        let answers: Vec<_> =
            tree.leaves().map(|leaf| answer(leaf.state, leaf.actions().count(), players)).collect();
        tree.answer(&answers);
    }
}

fn successors(game: &Game, state: &State) -> Vec<(Action, State)> {
    let actions = game.legal_actions(state).expect("nothing goes wrong");
    let after = |action: Action| {
        let mut after = state.clone();
        game.apply(&mut after, action).expect("it is legal");
        (action, after)
    };
    actions.into_iter().map(after).collect()
}

fn points(game: &Game, state: &State) -> f64 {
    game.score(state, Player(0)).expect("it has points") as f64
}

/// Result of each player where nobody errs; for points those of the whole game.
fn exact(game: &Game, state: &State, is_for_points: bool) -> Vec<f64> {
    let players = game.rules().players.len().max(1);
    let next = if state.outcome.is_some() { Vec::new() } else { successors(game, state) };
    if next.is_empty() {
        let of_all = || results(state.outcome, players);
        return if is_for_points { vec![points(game, state)] } else { of_all() };
    }
    let own = usize::from(state.to_act.0);
    let values = next.iter().map(|(_, after)| exact(game, after, is_for_points));
    values.max_by(|one, other| one[own].total_cmp(&other[own])).expect("there is one")
}

/// States of random games after so many plies that are not over.
fn played(game: &Game, plies: u32, count: u64) -> Vec<State> {
    let one = |seed: u64| {
        let mut random = Random::new(seed);
        let mut state = start(game);
        for _ in 0..plies {
            let actions = game.legal_actions(&state).expect("nothing goes wrong");
            let action = actions.get(random.next_bits() as usize % actions.len().max(1))?;
            game.apply(&mut state, *action).expect("it is legal");
        }
        state.outcome.is_none().then_some(state)
    };
    (0..count).filter_map(one).collect()
}

/// The value of who acts in a state after one of its actions.
fn value_of(game: &Game, state: &State, action: Action, is_for_points: bool) -> f64 {
    let mut after = state.clone();
    game.apply(&mut after, action).expect("it is legal");
    exact(game, &after, is_for_points)[usize::from(state.to_act.0)]
}

#[test]
fn what_is_proven_is_so_whatever_is_said_of_it() {
    let games = [
        (shipped("tic-tac-toe"), 4, false),
        (game(THREE_PLAYERS), 3, false),
        (game(HEAPS), 1, true),
    ];
    for (game, plies, is_for_points) in games {
        let (mut proven, mut all) = (0, 0);
        for (number, state) in played(&game, plies, 60).into_iter().enumerate() {
            let own = usize::from(state.to_act.0);
            let before = if is_for_points { points(&game, &state) } else { 0.0 };
            let exact = exact(&game, &state, is_for_points)[own] - before;
            let mut tree = GuidedTree::new(&game, state.clone(), number as u64);
            let leaves = [1, 5][number % 2];
            search(&game, &mut tree, (4_000, leaves));
            assert_eq!(tree.visits().map(|it| it.1).sum::<u32>(), 4_000);
            all += 1;
            if tree.value() != exact {
                continue;
            }
            proven += 1;
            for (action, visits) in tree.visits() {
                let value = value_of(&game, &state, action, is_for_points) - before;
                assert!(visits == 0 || value == exact, "{visits} of {value} for {exact}");
            }
            // Nothing is left to ask.
            assert_eq!(search(&game, &mut tree, (100, leaves)), 0);
            assert_eq!(tree.visits().map(|it| it.1).sum::<u32>(), 4_100);
        }
        assert!(proven * 2 > all, "{proven} of {all}");
    }
}

#[test]
fn a_win_at_once_is_found_without_a_simulation() {
    let game = shipped("connect-four");
    let mut found = 0;
    for (number, state) in played(&game, 14, 200).into_iter().enumerate() {
        let mut wins = Vec::new();
        for (action, after) in successors(&game, &state) {
            if results(after.outcome, 2)[usize::from(state.to_act.0)] == 1.0 {
                wins.push(action);
            }
        }
        if wins.is_empty() {
            continue;
        }
        found += 1;
        let mut tree = GuidedTree::new(&game, state, number as u64);
        for simulations in [0, 1, 20] {
            search(&game, &mut tree, (simulations, 1));
            assert_eq!(tree.value(), 1.0);
            assert!(wins.contains(&tree.choose(1.0).expect("it can be done")));
            assert!(tree.visits().all(|(action, visits)| visits == 0 || wins.contains(&action)));
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn an_action_that_is_answered_by_a_win_is_not_chosen_where_another_is_not() {
    let game = shipped("connect-four");
    let mut found = 0;
    for (number, state) in played(&game, 12, 200).into_iter().enumerate() {
        let own = usize::from(state.to_act.0);
        let is_won = |states: &[(Action, State)], player: usize| {
            states.iter().any(|(_, after)| results(after.outcome, 2)[player] == 1.0)
        };
        let next = successors(&game, &state);
        if is_won(&next, own) {
            continue;
        }
        let mut lost = Vec::new();
        for (action, after) in &next {
            if after.outcome.is_none() && is_won(&successors(&game, after), 1 - own) {
                lost.push(*action);
            }
        }
        if lost.is_empty() || lost.len() == next.len() {
            continue;
        }
        found += 1;
        let mut tree = GuidedTree::new(&game, state, number as u64);
        // Each is tried once before it is known.
        search(&game, &mut tree, (60, 1 + number as u32 % 3));
        for temperature in [0.0, 1.0, 5.0] {
            let action = tree.choose(temperature).expect("something can be done");
            assert!(!lost.contains(&action) || tree.value() == -1.0, "{number}");
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn a_win_three_plies_deep_is_found_by_few_simulations_and_played_to_its_end() {
    let game = shipped("tic-tac-toe");
    let mut found = 0;
    for (number, state) in played(&game, 4, 200).into_iter().enumerate() {
        let own = usize::from(state.to_act.0);
        let next = successors(&game, &state);
        let is_near = next.iter().any(|(_, after)| after.outcome.is_some());
        if is_near || exact(&game, &state, false)[own] < 1.0 {
            continue;
        }
        found += 1;
        let mut tree = GuidedTree::new(&game, state, number as u64);
        let unknown = |_: &State, _, _| Answer { priors: Vec::new(), values: vec![0.0, 0.0] };
        search_with(&game, &mut tree, (50, 1), unknown);
        assert_eq!(tree.value(), 1.0, "{number}");
        while tree.state().outcome.is_none() {
            let action = tree.choose(1.0).expect("something can be done");
            tree.advance(&game, action).expect("it is legal");
            search(&game, &mut tree, (0, 1));
        }
        assert_eq!(results(tree.state().outcome, 2)[own], 1.0);
    }
    assert!(found > 20, "{found}");
}
