//! Wins by threats alone: found, and certain.

use masume_engine::{Executor, Game, Player, Setup, Size, State};
use masume_rules::model::{Content, EMPTY, Layer};
use masume_rules::random::Random;
use masume_rules::state::Outcome;
use masume_search::agent::{
    AgentKind, ForcedWin, Strength, WIN, Worth, end_value, for_game, forced_win,
};
use masume_search::{Budget, Limit};

use super::{game, shipped, start};

/// A state of a game with stones of two colours on one layer: `x` the first player's, `o` the second's.
fn state_of(game: &Game, rows: &[String], player: u8) -> State {
    let size = Some(Size { width: rows[0].len() as u32, height: rows.len() as u32 });
    let mut state = game.start(&Setup { size, ..Setup::default() }).expect("a board of this size");
    let cells: Vec<_> = state.board.grid().inner_cells().collect();
    for (cell, stone) in cells.into_iter().zip(rows.concat().chars()) {
        let content: Content = match stone {
            'x' => 0,
            'o' => 1,
            _ => EMPTY,
        };
        state.board.set(Layer(0), cell, content);
    }
    state.to_act = Player(player);
    state
}

fn rows(picture: &str) -> Vec<String> {
    picture.split_whitespace().map(str::to_owned).collect()
}

fn found(game: &Game, state: &State, nodes: u64) -> Result<Option<ForcedWin>, Limit> {
    forced_win(game, state, &Budget { nodes, ..Budget::default() })
}

/// Plays what is found against every reply, on the reference executor where replies are few, and counts the plies of the
/// longest line; `left` says of how many positions more a win may be asked for.
fn played_out(game: &Game, state: &State, left: &mut u32) -> Option<usize> {
    *left = left.checked_sub(1)?;
    let reference = game.clone().with_executor(Executor::Reference);
    let is_won = |outcome: Outcome| match outcome {
        Outcome::Won(winner) => winner == state.to_act,
        Outcome::Lost(loser) => loser != state.to_act,
        Outcome::Draw | Outcome::Ended => false,
    };
    let win = found(game, state, 1_000_000).expect("it is enough").expect("a win that is kept");
    let mut after = state.clone();
    reference.apply(&mut after, win.variation[0]).expect("it is legal");
    if let Some(outcome) = after.outcome {
        assert!(is_won(outcome), "{state:?}");
        return Some(1);
    }
    // Who acts on needs no reply.
    if after.to_act == state.to_act {
        return Some(1 + played_out(game, &after, left)?);
    }
    let batch = game.clone().with_executor(Executor::Batch);
    let replies = batch.successors(std::slice::from_ref(&after)).expect("nothing goes wrong");
    let mut longest = None;
    for (_, next) in &replies[0] {
        let wins_at_once = || {
            let follows = batch.successors(std::slice::from_ref(next)).expect("nothing goes wrong");
            follows[0].iter().any(|(_, end)| end.outcome.is_some_and(is_won))
        };
        let plies = match next.outcome {
            Some(outcome) => {
                assert!(is_won(outcome), "{next:?}");
                1
            }
            None if next.to_act != state.to_act => return None,
            None if wins_at_once() => 2,
            None => 1 + played_out(game, next, left)?,
        };
        longest = longest.max(Some(plies));
    }
    Some(1 + longest.expect("a reply"))
}

/// A board on which so many in a row win, and who can force that with fours alone: written for this one game, without
/// anything of the engine.
#[derive(Clone)]
struct Fours {
    size: usize,
    /// 0 is empty, 1 and 2 are stones.
    cells: Vec<u8>,
}

impl Fours {
    fn of(rows: &[String]) -> Self {
        let stone = |it: char| u8::from(it == 'x') + 2 * u8::from(it == 'o');
        Self { size: rows.len(), cells: rows.concat().chars().map(stone).collect() }
    }

    fn at(&self, x: isize, y: isize) -> u8 {
        let is_on = |it: isize| (0..self.size as isize).contains(&it);
        if is_on(x) && is_on(y) { self.cells[y as usize * self.size + x as usize] } else { 3 }
    }

    /// True if a stone there makes five.
    fn wins(&self, cell: usize, stone: u8) -> bool {
        let (x, y) = ((cell % self.size) as isize, (cell / self.size) as isize);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            let run = |sign: isize| {
                let is_mine =
                    |&it: &isize| self.at(x + sign * it * dx, y + sign * it * dy) == stone;
                (1..5).take_while(is_mine).count()
            };
            run(1) + run(-1) >= 4
        })
    }

    fn fives(&self, stone: u8) -> Vec<usize> {
        let is_five = |&cell: &usize| self.cells[cell] == 0 && self.wins(cell, stone);
        (0..self.cells.len()).filter(is_five).collect()
    }

    /// True if a win is forced in so many plies at most.
    fn is_won_in(&mut self, plies: usize, stone: u8) -> bool {
        if !self.fives(stone).is_empty() {
            return true;
        }
        if plies < 3 {
            return false;
        }
        for cell in 0..self.cells.len() {
            if self.cells[cell] != 0 {
                continue;
            }
            self.cells[cell] = stone;
            let fives = self.fives(stone);
            let mut is_won = false;
            if !fives.is_empty() && self.fives(3 - stone).is_empty() {
                is_won = fives.len() > 1;
                if !is_won {
                    self.cells[fives[0]] = 3 - stone;
                    is_won = self.is_won_in(plies - 2, stone);
                    self.cells[fives[0]] = 0;
                }
            }
            self.cells[cell] = 0;
            if is_won {
                return true;
            }
        }
        false
    }

    /// The plies of the shortest win up to so many.
    fn shortest(&mut self, most: usize, stone: u8) -> Option<usize> {
        (1..=most).step_by(2).find(|&plies| self.is_won_in(plies, stone))
    }
}

/// Stones in the middle of a board, as many of each colour, and none of them five in a row.
fn scattered(random: &mut Random, size: usize, pairs: usize) -> Vec<String> {
    let mut board = Fours { size, cells: vec![0; size * size] };
    let mut left = 2 * pairs;
    while left > 0 {
        let mut place = || 2 + random.below(size as u64 - 4) as usize;
        let cell = place() * size + place();
        let stone = 1 + (left % 2) as u8;
        if board.cells[cell] == 0 && !board.wins(cell, stone) {
            board.cells[cell] = stone;
            left -= 1;
        }
    }
    let row = |row: &[u8]| row.iter().map(|&it| ['.', 'x', 'o'][usize::from(it)]).collect();
    board.cells.chunks(size).map(row).collect()
}

#[test]
fn fours_are_found_where_a_search_for_them_alone_finds_them() {
    let five = shipped("gomoku");
    let mut random = Random::new(1);
    let (mut won, mut none) = (0, 0);
    for number in 0..60 {
        let rows = scattered(&mut random, 11 + number % 5, 10 + number % 12);
        let expected = Fours::of(&rows).shortest(9, 1);
        let state = state_of(&five, &rows, 0);
        match found(&five, &state, 200_000).expect("it is enough") {
            Some(win) => {
                assert!(
                    expected.is_none_or(|plies| plies <= win.variation.len()),
                    "{rows:?} {win:?}"
                );
                won += 1;
            }
            None => {
                assert_eq!(expected, None, "{rows:?}");
                none += 1;
            }
        }
    }
    assert!(won >= 10 && none >= 10, "{won} {none}");
}

/// Stones that were strewn at random, with the plies of the shortest win by fours.
const FAR: [(usize, &str); 3] = [
    (
        15,
        "............... ............... .....o.....x... ...oo.......... ..oxxx.....o...
         ..xoo......o... .........o..... ...o...x....... ..xx.o.x.x.x... ...x..o........
         ...x.o..o...... ..x.........o.. .....x..ox..... ............... ...............",
    ),
    (
        15,
        "............... ............... .....o.o....... ...xx....x..o.. .........o..x..
         ..o...o.o...... ...x....x...... ...x.x......... ..x.......oo... ......x........
         ....x......o... .....o....ox... ............... ............... ...............",
    ),
    (
        19,
        "............... ............... .....xo........ ..o.ox...x..x.. ...o..x........
         ...x...ox.xxo.. .....ooo....... ..xo...xo...... ....o..x.o..x.. ..o.x...xx.o...
         ..o.o.oxo...... ...o.......x... ..x..o..xx..... ............... ...............",
    ),
];

#[test]
fn long_lines_of_fours_are_found_and_hold() {
    let game = shipped("gomoku");
    for (plies, picture) in FAR {
        let rows = rows(picture);
        let state = state_of(&game, &rows, 0);
        let win = found(&game, &state, 20_000).expect("it is enough").expect("it is won");
        assert_eq!(win.variation.len(), plies, "{win:?}");
        let value = end_value(&game, &state, Worth::Result, &Budget::default());
        assert_eq!(value.map(|value| (value.margin, value.variation)), Ok((1, win.variation)));
        // It is the shortest: without a table others take the search by hand too long.
        if win.nodes < 500 {
            assert_eq!(Fours::of(&rows).shortest(plies, 1), Some(plies));
        }
        let longest = played_out(&game, &state, &mut 1_000).expect("it is not so much");
        assert!(longest >= plies, "{longest}");
    }
}

#[test]
fn what_is_forced_is_won_in_every_game_for_two() {
    let mut random = Random::new(2);
    let mut games = 0;
    for shipped in masume_engine::shipped_games() {
        let game = game(shipped.text);
        if game.rules().players.len() != 2 {
            continue;
        }
        let mut won = 0;
        for number in 0..40 {
            let mut state = start(&game);
            let mut before = Vec::new();
            while state.outcome.is_none() && before.len() < 120 {
                before.push(state.clone());
                let legal = game.legal_actions(&state).expect("nothing goes wrong");
                let chosen = legal.get(random.below(legal.len().max(1) as u64) as usize);
                let Some(&action) = chosen else { break };
                game.apply(&mut state, action).expect("it is legal");
            }
            let back = (2 + number as usize % 6).min(before.len());
            let state = &before[before.len() - back];
            // Too much to do, or to look at, is no answer.
            let Ok(Some(_)) = found(&game, state, 2_000) else { continue };
            won += u32::from(played_out(&game, state, &mut 60).is_some());
            if won == 3 {
                break;
            }
        }
        games += u32::from(won > 0);
    }
    assert!(games >= 6, "{games}");
}

#[test]
fn what_is_not_threatened_is_not_taken_for_a_win() {
    // Every position of three in a row: what is forced is won, by the definition of a value.
    let game = shipped("tic-tac-toe");
    let mut random = Random::new(4);
    let (mut won, mut others) = (0, 0);
    for number in 0..150 {
        let mut state = start(&game);
        for _ in 0..number % 7 {
            let legal = game.legal_actions(&state).expect("nothing goes wrong");
            let chosen = legal.get(random.below(legal.len().max(1) as u64) as usize);
            let Some(&action) = chosen else { break };
            game.apply(&mut state, action).expect("it is legal");
        }
        if state.outcome.is_some() {
            continue;
        }
        let value =
            end_value(&game, &state, Worth::Result, &Budget::default()).expect("it is small");
        match found(&game, &state, 100_000).expect("it is small") {
            Some(_) => {
                assert_eq!(value.margin, 1, "{state:?}");
                won += 1;
            }
            None => others += u32::from(value.margin < 1),
        }
    }
    assert!(won >= 10 && others >= 10, "{won} {others}");
}

#[test]
fn agents_play_what_is_forced() {
    let game = shipped("gomoku");
    let (plies, picture) = FAR[1];
    let state = state_of(&game, &rows(picture), 0);
    let mut pick = for_game(&game, &state, Strength::Hard.into(), 1).expect("any game");
    assert_eq!(pick.kind, AgentKind::Uct);
    let budget = Budget { nodes: 20_000, ..Budget::default() };
    let ranked = pick.agent.rank(&game, &state, &budget).expect("nothing goes wrong");
    let best = &ranked[0];
    assert_eq!((best.value, best.is_exact, best.variation.len()), (WIN, true, plies));
    assert_eq!(ranked.len(), game.legal_actions(&state).expect("nothing goes wrong").len());
}

#[test]
fn what_has_no_forced_win_is_said_so() {
    let alone = shipped("sokoban");
    assert_eq!(found(&alone, &start(&alone), 100), Err(Limit::NotForTwo));
    // Nothing threatens anything on an empty board.
    let five = shipped("gomoku");
    assert_eq!(found(&five, &start(&five), 1_000), Ok(None));
    let dice = game(
        "game Dice\nplayers one two\nboard 3 x 3\npieces\n  thing: stone\n\n\
         action put at c\n  at c: empty -> stone\n\n\
         then\n  random empty -> stone\n\nwin when no empty\n",
    );
    assert_eq!(found(&dice, &start(&dice), 100), Err(Limit::Chance));
}
