//! Everything that can be reached, and how far it is from a win.

use masume_engine::{Setup, Size, StopToken};
use masume_search::{Budget, Distances, Limit, distances, reachable};

use super::verdicts::{brute_force, random_level};
use super::{game, shipped, start};

fn whole() -> Budget {
    Budget { nodes: u64::MAX, bytes: 1 << 30, stop: StopToken::new() }
}

#[test]
fn fifteen_on_three_by_three_is_known_as_a_whole() {
    let game = shipped("fifteen");
    let setup = Setup { size: Some(Size { width: 3, height: 3 }), level: None, seed: 1 };
    let state = game.start(&setup).expect("a board");
    // Half of all 9! boards, without the one that is won; how many are how far is in many books.
    let expected = [
        2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    let found = distances(&game, &state, &whole()).expect("there are few");
    assert_eq!(found, Distances { by_distance: expected.to_vec(), lost: 0 });
    assert_eq!(found.greatest(), 31);
    let all = reachable(&game, &state, &whole());
    assert_eq!((all.count(), all.expanded, all.limit), (181_439, 181_439, None));
}

#[test]
fn distances_are_what_brute_force_says() {
    let mut random = masume_rules::random::Random::new(17);
    let mut seen = [0, 0];
    for _ in 0..60 {
        let level = random_level(&mut random, ".#pbg");
        let sokoban = shipped("sokoban");
        let levels = sokoban.read_collection(&format!("level \"L\"\n{level}")).expect("a level");
        let game = sokoban.with_levels(levels);
        let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
        if state.outcome.is_some() {
            continue;
        }
        let found = distances(&game, &state, &whole()).expect("there are few");
        let all = found.by_distance.iter().sum::<u64>() + found.lost;
        assert_eq!(all, reachable(&game, &state, &whole()).count(), "{level}");
        match brute_force(&game, &state) {
            Some(moves) => {
                seen[0] += 1;
                assert!(found.greatest() >= moves, "{level}");
                assert!(found.by_distance[moves - 1] > 0, "{level}");
            }
            None => {
                seen[1] += 1;
                assert_eq!(found.greatest(), 0, "{level}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn a_budget_ends_the_walk_and_says_so() {
    let game = shipped("peg-solitaire");
    let state = start(&game);
    for nodes in [0, 1, 7, 1000] {
        let found = reachable(&game, &state, &Budget { nodes, ..whole() });
        assert_eq!((found.expanded, found.limit), (nodes, Some(Limit::Nodes)));
    }
    for bytes in [0, 100_000, 3 << 20] {
        let found = reachable(&game, &state, &Budget { bytes, ..whole() });
        assert_eq!(found.limit, Some(Limit::Memory));
        assert!(found.bytes <= bytes, "{} of {bytes}", found.bytes);
    }
    let stop = StopToken::new();
    stop.stop();
    assert_eq!(distances(&game, &state, &Budget { stop, ..whole() }), Err(Limit::Stopped));
}

#[test]
fn an_action_that_only_counts_is_no_win() {
    // It is legal, for a number changes, and leads to where it began.
    let game = game(
        "game Wait\nvalue turns\nboard 1 x 2\npieces\n  thing: stone\n\nstart\n  any -> stone\n\n\
         action wait\n  turns += 1\n\nwin when no stone\n",
    );
    let found = distances(&game, &start(&game), &whole());
    assert_eq!(found, Ok(Distances { by_distance: Vec::new(), lost: 1 }));
}

#[test]
fn what_chance_decides_has_no_distance() {
    let game = game(
        "game Luck\nboard 1 x 3\npieces\n  thing: stone\n\naction put\n  random empty -> stone\n\n\
         win when no empty\n",
    );
    assert_eq!(distances(&game, &start(&game), &whole()), Err(Limit::Chance));
}

#[test]
fn positions_of_a_board_of_20_by_16_take_less_than_64_bytes() {
    let inner = |row: usize| match row {
        2 => "#...b....b.........#".to_owned(),
        5 => "#..b....p.....b.....#".replacen('.', "", 1),
        9 => "#....g.g....g..g....#".replacen('.', "", 1),
        _ => format!("#{}#", ".".repeat(18)),
    };
    let rows: Vec<String> = (0..14).map(inner).collect();
    let wall = "#".repeat(20);
    let text = format!("level \"Hall\"\n  {wall}\n  {}\n  {wall}\n", rows.join("\n  "));
    let sokoban = shipped("sokoban");
    let levels = sokoban.read_collection(&text).expect("a level");
    let game = sokoban.with_levels(levels);
    let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
    let found = reachable(&game, &state, &Budget { nodes: 100_000, ..whole() });
    let each = found.bytes / found.count();
    assert!(each < 64, "{each} bytes for each of {}", found.count());
}
