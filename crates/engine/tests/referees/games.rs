//! Random games that a referee follows: the same actions, boards and ends at every ply.

use masume_engine::{Executor, Game, Outcome, Player, Setup, Size, State, shipped_games};
use masume_rules::random::Random;

/// A position of one game, by rules written in Rust. Actions are texts with the names that cells have in saves,
/// rows from the top, whatever the game calls them.
pub(crate) trait Referee {
    fn to_act(&self) -> usize;
    /// In any order; not asked once there is an outcome.
    fn legal(&self) -> Vec<String>;
    fn play(&mut self, action: &str);
    /// The board's rows, each ended by a line break.
    fn picture(&self) -> String;
    fn outcome(&self) -> Option<Outcome>;
}

pub(crate) fn won_by(player: usize) -> Option<Outcome> {
    Some(Outcome::Won(Player(player as u8)))
}

/// Column and row from 0 of the cell that a word of an action names.
pub(crate) fn cell(word: &str) -> (usize, usize) {
    let column = usize::from(word.as_bytes()[0] - b'a');
    (column, word[1..].parse::<usize>().unwrap() - 1)
}

pub(crate) fn name(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn compare(game: &Game, state: &State, referee: &impl Referee) {
    let shown = || game.print_state(state);
    assert_eq!(game.print_board(state) + "\n", referee.picture(), "{}", shown());
    assert_eq!(game.outcome(state), referee.outcome(), "{}", shown());
    if referee.outcome().is_some() {
        return;
    }
    assert_eq!(usize::from(state.to_act.0), referee.to_act(), "{}", shown());
    let legal = game.legal_actions(state).unwrap();
    let mut legal: Vec<String> = legal.iter().map(|it| game.kept_action(state, *it)).collect();
    let mut expected = referee.legal();
    legal.sort();
    expected.sort();
    assert_eq!(legal, expected, "{}", shown());
}

/// Plays random games of a shipped game and compares every position; returns how they ended.
pub(crate) fn follow<R: Referee>(
    (name, size): (&str, Option<Size>),
    start: impl Fn() -> R,
    games: u64,
    executor: Executor,
) -> Vec<Option<Outcome>> {
    let shipped = shipped_games().iter().find(|it| it.name == name).unwrap();
    let game = Game::load(shipped.text).game.unwrap().with_executor(executor);
    let play = |seed| {
        let mut agent = Random::new(seed);
        let mut state = game.start(&Setup { size, ..Setup::default() }).unwrap();
        let mut referee = start();
        compare(&game, &state, &referee);
        while referee.outcome().is_none() {
            let legal = referee.legal();
            let action = &legal[agent.below(legal.len() as u64) as usize];
            let read = game.read_kept_action(&state, action).unwrap();
            game.apply(&mut state, read).unwrap();
            referee.play(action);
            compare(&game, &state, &referee);
        }
        referee.outcome()
    };
    (0..games).map(play).collect()
}
