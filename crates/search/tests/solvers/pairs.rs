//! Games of taking equal things in pairs.

use masume_engine::{Game, Setup, Size, State};
use masume_search::{Aim, Budget, Limit, Proof, ProofError, Verdict, solve, verify};

use super::game;
use super::verdicts::brute_force;

/// The shipped game with deals as they come, some of which cannot be won.
fn any_deal() -> Game {
    let shipped = masume_engine::shipped_games().iter().find(|game| game.name == "shisen-sho");
    let text = shipped.expect("it is shipped").text.replace("  until solvable\n", "");
    game(&text)
}

fn deal(game: &Game, width: u32, height: u32, seed: u64) -> State {
    let setup = Setup { size: Some(Size { width, height }), seed, level: None };
    game.start(&setup).expect("a deal")
}

#[test]
fn deals_are_decided() {
    let game = any_deal();
    let mut seen = [0, 0];
    for seed in 1..=40 {
        let state = deal(&game, 17, 8, seed);
        let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("a game for one");
        match solved.verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::Won(line) => {
                assert_eq!(line.actions.len(), 68);
                seen[0] += 1;
            }
            Verdict::Impossible(proof) => {
                assert_eq!(proof.state_count(), None);
                let text = proof.print(&game);
                assert_eq!(verify(&game, &Proof::read(&game, &text).expect("a proof")), Ok(()));
                seen[1] += 1;
            }
            Verdict::GaveUp(limit) => panic!("{limit:?}: {seed}"),
        }
    }
    assert!(seen[0] > 30 && seen[1] > 1, "{seen:?}");
}

/// Small deals; every verdict is what brute force says. How many can be won, are impossible by states,
/// and by pairs.
#[track_caller]
fn check_small(game: &Game, sizes: &[(u32, u32)], deals: u64) -> [u32; 3] {
    let mut seen = [0, 0, 0];
    for seed in 1..=deals {
        let (width, height) = sizes[seed as usize % sizes.len()];
        let state = deal(game, width, height, seed);
        if state.outcome.is_some() {
            continue;
        }
        let expected = brute_force(game, &state);
        let solved = solve(game, &state, Aim::Any, &Budget::default()).expect("a game for one");
        let board = game.print_board(&state);
        match solved.verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::Won(line) => {
                assert_eq!(line.replay(game, &state).map(|_| expected.is_some()), Ok(true));
                seen[0] += 1;
            }
            Verdict::Impossible(proof) => {
                assert_eq!((expected, verify(game, &proof)), (None, Ok(())), "{board}");
                seen[1 + usize::from(proof.state_count().is_none())] += 1;
            }
            Verdict::GaveUp(limit) => panic!("{limit:?}: {board}"),
        }
    }
    seen
}

const SMALL: &str = "game Pairs\nboard 4 x 4 from 1 x 2 with a rim of 1\n\npieces\n  \
    ground: hedge\n  tile: 4 kinds\n\nlegend\n  .  nothing\n  #  hedge\n  A-D  tile\n\n\
    start\n  random 1 of any -> hedge\n  shuffle EACH of each tile over no hedge\n\n";

const TAKE: &str = "action take a and b\n  4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _\n\n";

#[test]
fn small_deals_are_what_brute_force_says() {
    let end = "win when no tile\nlose when no action\n";
    let rows = [
        (TAKE.to_owned(), "2", true),
        (TAKE.to_owned(), "4", false),
        // An odd number is never cleared.
        (TAKE.to_owned(), "3", true),
        // Straight lines, at most three cells, in eight directions, with a bend.
        (TAKE.replace("turn? empty* turn? empty* ", ""), "4", true),
        (TAKE.replace("empty* turn? empty* turn? empty* ", "empty{0,3} "), "4", true),
        (TAKE.replace("4 ways", "8 ways"), "4", false),
        (TAKE.replace("turn? empty* turn?", "bend? empty"), "4", true),
        // In an order: only the first sees the other.
        (
            TAKE.replace("take a and b", "take from a to b").replace(
                "4 ways from a to b: n empty* turn? empty* turn? empty* n",
                "right from a to b: n empty* turn? empty* n",
            ),
            "4",
            true,
        ),
        // Over what is in the way, not over what is free: taking something away prevents something.
        (TAKE.replace("turn? empty* turn? empty* ", "tile empty* "), "4", false),
        // What is above falls down.
        (format!("{TAKE}then\n  repeat down: n _ -> _ n\n\n"), "2", false),
        // Something is left for the win.
        (TAKE.to_owned(), "2", false),
    ];
    let mut wrong = String::new();
    for (at, (action, each, is_by_pairs)) in rows.into_iter().enumerate() {
        let end = if at == 10 { "win when count tile = 2\nlose when no action\n" } else { end };
        let text = format!("{}{action}{end}", SMALL.replace("EACH", each));
        let found =
            check_small(&game(&text), &[(3, 3), (4, 2), (4, 3), (3, 2)], super::random_levels(60));
        if found[0] + found[1] + found[2] < 20 || (found[2] > 0) != is_by_pairs {
            wrong += &format!("row {at}: {found:?}\n");
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn tiles_that_may_be_shuffled_are_not_given_up_for_good() {
    let game = any_deal().with_option("reshuffles", "1").expect("an option");
    for seed in 1..=40 {
        let state = deal(&game, 17, 8, seed);
        let budget = Budget { nodes: 300, ..Budget::default() };
        let solved = solve(&game, &state, Aim::Any, &budget).expect("a game for one");
        match solved.verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::Won(_) => {}
            Verdict::GaveUp(limit) => assert!(matches!(limit, Limit::Nodes | Limit::Chance)),
            Verdict::Impossible(_) => panic!("{seed}"),
        }
    }
}

#[test]
fn no_step_of_a_proof_can_be_missed() {
    let straight = TAKE.replace("turn? empty* turn? empty* ", "");
    let game = game(&format!("{}{straight}win when no tile\n", SMALL.replace("EACH", "4")));
    let impossible = (1..2000).find_map(|seed| {
        let state = deal(&game, 4, 4, seed);
        let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("a game for one");
        match solved.verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::Impossible(proof) => {
                Some(proof.print(&game)).filter(|text| text.contains("from"))
            }
            Verdict::Won(_) | Verdict::GaveUp(_) => None,
        }
    });
    let text = impossible.expect("one that takes several steps");
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| *line == "pairs").expect("a line") + 1;
    let fault = |lines: &[String]| {
        let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let read = Proof::read(&game, &format!("{body}sum {sum:016x}\n"));
        read.and_then(|proof| verify(&game, &proof)).err()
    };
    let whole: Vec<String> = lines[..lines.len() - 1].iter().map(|it| (*it).to_owned()).collect();
    assert_eq!(fault(&whole), None);
    for at in first..whole.len() {
        let mut changed = whole.clone();
        changed.remove(at);
        assert_eq!(fault(&changed), Some(ProofError::Open), "line {at}");
        // Fewer pairs named say more than holds.
        let mut changed = whole.clone();
        let word = changed[at].rfind(' ').filter(|_| changed[at].starts_with("from"));
        if let Some(word) = word {
            changed[at].truncate(word);
            assert!(fault(&changed).is_some(), "line {at}");
        }
    }
    for with in
        ["alone 0:1-1", "alone 0", "from", "from x", "from 0 99999", "else", "alone 0:1-2,3-4"]
    {
        let mut changed = whole.clone();
        changed[first] = with.to_owned();
        assert!(fault(&changed).is_some(), "{with}");
    }
}
