//! Values of positions of two if nobody errs.

use masume_engine::{Action, Executor, Game, Outcome, Player, Setup, Size, State};
use masume_rules::random::Random;
use masume_search::agent::{AgentKind, Strength, WIN, Worth, end_value, for_game};
use masume_search::{Budget, Limit};

use super::{game, shipped, start};

fn value(game: &Game, state: &State, worth: Worth) -> Result<i64, Limit> {
    let budget = Budget { nodes: 3_000_000, ..Budget::default() };
    end_value(game, state, worth, &budget).map(|value| value.margin)
}

fn sized(name: &str, width: u32, height: u32) -> (Game, State) {
    let game = shipped(name);
    let size = Some(Size { width, height });
    let state = game.start(&Setup { size, ..Setup::default() }).expect("a board of this size");
    (game, state)
}

#[test]
fn small_games_are_worth_what_is_known_of_them() {
    // Drawn, as everybody knows.
    let (game, state) = sized("tic-tac-toe", 3, 3);
    assert_eq!(value(&game, &state, Worth::Result), Ok(0));
    // The first player loses by 8: known since the game was solved on 4 x 4 and 6 x 6 (Feinstein 1993).
    let (game, state) = sized("othello", 4, 4);
    assert_eq!(value(&game, &state, Worth::Margin), Ok(-8));
    assert_eq!(value(&game, &state, Worth::Result), Ok(-1));
    // Connect Four on 4 x 4 is drawn, on 5 x 4 too (Tromp's table of small boards).
    for width in [4, 5] {
        let (game, state) = sized("connect-four", width, 4);
        assert_eq!(value(&game, &state, Worth::Result), Ok(0), "{width}");
    }
}

/// Value of a state to the player to act, by the definition: without bounds, table or order. `None` where more than
/// so many states would have to be looked at.
fn plain(game: &Game, state: &State, worth: Worth, left: &mut u32) -> Option<i64> {
    *left = left.checked_sub(1)?;
    let mut best = None;
    for action in game.legal_actions(state).expect("nothing goes wrong") {
        let mut after = state.clone();
        game.apply(&mut after, action).expect("it is legal");
        let value = match after.outcome {
            Some(outcome) => of_end(game, (&after, outcome), worth, state.to_act),
            None if after.to_act == state.to_act => plain(game, &after, worth, left)?,
            None => -plain(game, &after, worth, left)?,
        };
        best = best.max(Some(value));
    }
    Some(best.unwrap_or(0))
}

fn of_end(game: &Game, (state, outcome): (&State, Outcome), worth: Worth, player: Player) -> i64 {
    let other = Player(1 - player.0);
    match (worth, outcome) {
        (Worth::Margin, _) => {
            let points = |player| game.score(state, player).expect("it has points");
            points(player) - points(other)
        }
        (Worth::Result, Outcome::Won(winner)) => {
            if winner == player {
                1
            } else {
                -1
            }
        }
        (Worth::Result, Outcome::Lost(loser)) => {
            if loser == player {
                -1
            } else {
                1
            }
        }
        (Worth::Result, Outcome::Draw | Outcome::Ended) => 0,
    }
}

/// Value at the end of a line, for the player who acts first.
fn at_the_end(game: &Game, start: &State, line: &[Action], worth: Worth) -> i64 {
    let reference = game.clone().with_executor(Executor::Reference);
    let mut state = start.clone();
    for &action in line {
        reference.apply(&mut state, action).expect("it is legal");
    }
    let outcome = state.outcome.expect("the line goes to the end");
    of_end(game, (&state, outcome), worth, start.to_act)
}

#[test]
fn positions_near_the_end_are_worth_what_the_definition_says() {
    let mut random = Random::new(3);
    for (name, (width, height), worth) in [
        ("tic-tac-toe", (3, 3), Worth::Result),
        ("othello", (4, 4), Worth::Result),
        ("othello", (4, 4), Worth::Margin),
        ("othello", (6, 6), Worth::Margin),
        ("connect-four", (5, 4), Worth::Result),
        ("breakthrough", (2, 5), Worth::Result),
        ("konane", (4, 4), Worth::Result),
        ("konane", (6, 6), Worth::Result),
    ] {
        let mut compared = 0;
        for _ in 0..24 {
            // Back from the end of a random game.
            let (game, mut state) = sized(name, width, height);
            let mut before = Vec::new();
            while state.outcome.is_none() {
                before.push(state.clone());
                let legal = game.legal_actions(&state).expect("nothing goes wrong");
                let Some(&action) = legal.get(random.below(legal.len().max(1) as u64) as usize)
                else {
                    break;
                };
                game.apply(&mut state, action).expect("it is legal");
            }
            let back = 2 + random.below(8) as usize;
            for state in &before[before.len().saturating_sub(back)..] {
                let Some(known) = plain(&game, state, worth, &mut 800) else { continue };
                let budget = Budget::default();
                let found = end_value(&game, state, worth, &budget).expect("it is near");
                assert_eq!(found.margin, known, "{name} {state:?}");
                assert_eq!(
                    at_the_end(&game, state, &found.variation, worth),
                    known,
                    "{name} {found:?}"
                );
                compared += 1;
                break;
            }
        }
        assert!(compared >= 12, "{name}: {compared}");
    }
}

#[test]
fn threats_lead_to_the_end_of_a_long_game() {
    // Twelve plies in, 30 cells are empty. Without looking for threats it takes twelve million positions.
    let (game, mut state) = sized("connect-four", 7, 6);
    let mut random = Random::new(2);
    for _ in 0..12 {
        let legal = game.legal_actions(&state).expect("nothing goes wrong");
        let action = legal[random.below(legal.len() as u64) as usize];
        game.apply(&mut state, action).expect("it is legal");
    }
    let budget = Budget { nodes: 50_000, ..Budget::default() };
    let found = end_value(&game, &state, Worth::Result, &budget).expect("it is found");
    assert_eq!(found.margin, 1, "{found:?}");
    // What it says to do keeps the win.
    game.apply(&mut state, found.variation[0]).expect("it is legal");
    assert_eq!(value(&game, &state, Worth::Result), Ok(-1));
}

#[test]
fn where_everything_loses_something_is_done() {
    // The first player of Othello on 4 x 4 loses, whatever is done.
    let (game, state) = sized("othello", 4, 4);
    let value = end_value(&game, &state, Worth::Result, &Budget::default()).expect("it is small");
    let best = value.variation[0];
    assert_eq!(value.margin, -1);
    assert!(game.legal_actions(&state).expect("nothing goes wrong").contains(&best));
}

#[test]
fn what_has_no_end_is_given_up() {
    let draughts = shipped("english-draughts");
    assert_eq!(value(&draughts, &start(&draughts), Worth::Result), Err(Limit::Endless));
    let alone = shipped("sokoban");
    assert_eq!(value(&alone, &start(&alone), Worth::Result), Err(Limit::NotForTwo));
    let dice = game(
        "game Dice\nplayers one two\nboard 3 x 3\npieces\n  thing: stone\n\n\
         action put at c\n  at c: empty -> stone\n\n\
         then\n  random empty -> stone\n\nwin when no empty\n",
    );
    assert_eq!(value(&dice, &start(&dice), Worth::Result), Err(Limit::Chance));
}

#[test]
fn agents_search_to_the_end_where_it_is_near() {
    let (game, state) = sized("tic-tac-toe", 3, 3);
    let mut pick = for_game(&game, &state, Strength::Nodes(5_000).into(), 1).expect("any game");
    assert_eq!(pick.kind, AgentKind::Uct);
    let budget = Budget { nodes: 5_000, ..Budget::default() };
    let ranked = pick.agent.rank(&game, &state, &budget).expect("nothing goes wrong");
    assert!(ranked.iter().all(|it| it.is_exact && it.value == 0), "{ranked:?}");
    // An early end is not far: eight empty cells of 36, a win that has to be found.
    let (game, mut state) = sized("othello", 6, 6);
    let mut random = Random::new(7);
    for _ in 0..22 {
        let legal = game.legal_actions(&state).expect("nothing goes wrong");
        let action = legal[random.below(legal.len() as u64) as usize];
        game.apply(&mut state, action).expect("it is legal");
    }
    let ranked = pick.agent.rank(&game, &state, &budget).expect("nothing goes wrong");
    let known = value(&game, &state, Worth::Result).expect("it is near the end");
    assert!(ranked.iter().all(|it| it.is_exact), "{ranked:?}");
    assert_eq!(ranked[0].value, known * WIN);
}
