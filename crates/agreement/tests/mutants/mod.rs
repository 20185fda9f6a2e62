//! That the comparison can fail: executors with a fault, which random games must find.

mod answers;
mod meanings;
mod visit;

use std::sync::LazyLock;

use masume_agreement::{
    Contender, Disagreement, Failure, Generated, Plan, Runner, compare, examine, executors,
    generate,
};
use masume_engine::{Executor, Game, Setup};
use meanings::{Change, changed};

/// Actions of a play.
const PLIES: u32 = 8;

/// More games than any fault needs.
static GAMES: LazyLock<Vec<Generated>> = LazyLock::new(|| {
    (0..200).map(|seed| generate(seed).expect("every seed gives a game")).collect()
});

/// The oracle and an executor with a fault.
fn pair<'a>(mutant: &Contender<'a>) -> [Contender<'a>; 2] {
    [executors()[0], *mutant]
}

/// The number of the first game that finds the fault, and what was found. Only games in which the fault can show
/// are played.
fn first_difference(
    mutant: &Contender<'_>,
    can_show: impl Fn(&Game) -> bool,
) -> Option<(usize, Box<Disagreement>)> {
    let games = GAMES.iter().enumerate().filter(|(_, it)| can_show(&it.game));
    games.into_iter().find_map(|(index, game)| {
        let seed = index as u64;
        let setup = Setup { seed, ..Setup::default() };
        let found = compare(&game.game, &pair(mutant), &setup, &Plan::new(seed, PLIES)).err()?;
        Some((index, found))
    })
}

/// The oracle that takes a word of the language for another.
fn meaning(change: Change) -> impl Fn(&Game) -> Box<dyn Runner> + Sync {
    move |game| {
        let unchanged = || game.clone().with_executor(Executor::Reference);
        Box::new(changed(game, change).unwrap_or_else(unchanged))
    }
}

#[test]
fn every_wrong_answer_is_found() {
    for (question, (name, prepare)) in answers::MUTANTS {
        let found = first_difference(&Contender { name, prepare: &prepare }, |_| true);
        let Some((_, found)) = found else { panic!("{name}: not found") };
        assert_eq!(found.question, question, "{name}: {found}");
    }
}

#[test]
fn every_other_meaning_is_found() {
    for (name, change) in meanings::MUTANTS {
        let mutant = Contender { name, prepare: &meaning(change) };
        let found = first_difference(&mutant, |game| changed(game, change).is_some());
        assert!(found.is_some(), "{name}: not found");
    }
}

#[test]
fn a_failure_is_made_small_and_still_fails() {
    // A few stand for all: each is played some thousand times.
    for (name, change) in meanings::MUTANTS.into_iter().step_by(5) {
        let mutant = Contender { name, prepare: &meaning(change) };
        is_made_small(&mutant, |game| changed(game, change).is_some());
    }
    let (_, (name, wrong_answer)) = answers::MUTANTS[0];
    is_made_small(&Contender { name, prepare: &wrong_answer }, |_| true);
}

fn is_made_small(mutant: &Contender<'_>, can_show: impl Fn(&Game) -> bool) {
    let (index, _) = first_difference(mutant, can_show).expect("the fault is found");
    let examined = examine(&GAMES[index], &pair(mutant), index as u64, PLIES);
    let Failure { last, sample, .. } = *examined.expect_err("the fault is found");
    let text = &sample.text;
    let rules =
        text.lines().skip_while(|line| !line.starts_with("start") && !line.starts_with("action"));
    assert!(rules.count() <= 12, "{}\n{text}", mutant.name);
    let game = Game::load(text).game.expect("what is kept can be loaded");
    let plan = Plan::new(sample.seeds[0], sample.plies);
    let setup = Setup { seed: plan.seed, ..Setup::default() };
    let again = compare(&game, &pair(mutant), &setup, &plan).map_err(|it| it.question);
    assert_eq!(again.err(), Some(last.question), "{}\n{text}", mutant.name);
}
