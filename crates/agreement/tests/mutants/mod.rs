//! That the comparison can fail: executors with a fault, which random games must find.

mod answers;
mod meanings;
mod visit;

use std::sync::LazyLock;

use masume_agreement::{
    Contender, Disagreement, Failure, Generated, Plan, Runner, compare, examine, executors,
    generate,
};
use masume_engine::{Game, Setup};

/// Actions of a play.
const PLIES: u32 = 8;

/// More games than any fault needs.
static GAMES: LazyLock<Vec<Generated>> = LazyLock::new(|| {
    (0..200).map(|seed| generate(seed).expect("every seed gives a game")).collect()
});

/// A fault by name, and an executor that has it.
type Mutant = (&'static str, fn(&Game) -> Box<dyn Runner>);

/// The oracle and an executor with a fault.
fn pair((name, prepare): Mutant) -> [Contender; 2] {
    [executors()[0], Contender { name, prepare }]
}

/// The number of the first game that finds the fault, and what was found.
fn first_difference(mutant: Mutant) -> Option<(usize, Box<Disagreement>)> {
    GAMES.iter().enumerate().find_map(|(index, game)| {
        let seed = index as u64;
        let setup = Setup { seed, ..Setup::default() };
        let found = compare(&game.game, &pair(mutant), &setup, &Plan::new(seed, PLIES)).err()?;
        Some((index, found))
    })
}

#[test]
fn every_wrong_answer_is_found() {
    for (question, mutant) in answers::MUTANTS {
        let Some((_, found)) = first_difference(mutant) else { panic!("{}: not found", mutant.0) };
        assert_eq!(found.question, question, "{}: {found}", mutant.0);
    }
}

#[test]
fn every_other_meaning_is_found() {
    for mutant in meanings::MUTANTS {
        assert!(first_difference(mutant).is_some(), "{}: not found", mutant.0);
    }
}

#[test]
fn a_failure_is_made_small_and_still_fails() {
    let wrong_answer = answers::MUTANTS[0].1;
    // A few stand for all: each is played some thousand times.
    for mutant in meanings::MUTANTS.into_iter().step_by(5).chain([wrong_answer]) {
        let (index, _) = first_difference(mutant).expect("the fault is found");
        let examined = examine(&GAMES[index], &pair(mutant), index as u64, PLIES);
        let Failure { last, sample, .. } = *examined.expect_err("the fault is found");
        let text = &sample.text;
        let rules = text
            .lines()
            .skip_while(|line| !line.starts_with("start") && !line.starts_with("action"));
        assert!(rules.count() <= 12, "{}\n{text}", mutant.0);
        let game = Game::load(text).game.expect("what is kept can be loaded");
        let plan = Plan::new(sample.seeds[0], sample.plies);
        let setup = Setup { seed: plan.seed, ..Setup::default() };
        let again = compare(&game, &pair(mutant), &setup, &plan).map_err(|it| it.question);
        assert_eq!(again.err(), Some(last.question), "{}\n{text}", mutant.0);
    }
}
