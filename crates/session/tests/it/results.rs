//! The best that was done.

use masume_engine::{Game, shipped_games};
use masume_session::{Measure, Results, measures};

use crate::support::{PUSHING, act, edition, session};

fn value(name: &str) -> Measure {
    Measure::Value(name.to_owned())
}

#[test]
fn measures_are_read_off_the_rules() {
    let check = |declared: &str, expected: &[Measure]| {
        let text = format!(
            "game G\n{declared}\npieces\n  lamp: lit\n\nlegend\n  .  nothing\n  *  lit\n\n\
             board 2 x 1\n\naction press at c\n  at c: empty -> lit\n"
        );
        assert_eq!(measures(edition(&text).game().rules()), expected, "{declared}");
    };
    check("", &[Measure::Moves]);
    check("value pushes", &[Measure::Moves, value("pushes")]);
    check("value moves\nvalue pushes", &[value("moves"), value("pushes")]);
    check("score count lit", &[Measure::Moves, Measure::Score]);
    check("players black white", &[]);
}

#[test]
fn every_game_of_one_has_a_measure_and_measures_are_read_back() {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.unwrap();
        let measures = measures(game.rules());
        assert_eq!(measures.is_empty(), game.rules().players.len() > 1, "{}", shipped.name);
        for measure in measures {
            assert_eq!(Measure::from_key(&measure.key()), Some(measure));
        }
    }
    assert_eq!(Measure::from_key("beauty"), None);
}

#[test]
fn only_a_win_counts_moves() {
    let mut session = session(PUSHING).at_level(3).unwrap();
    act(&mut session, "push right");
    assert_eq!(session.results(), Results::default());
    act(&mut session, "push left, push right, push right");
    let results = session.results();
    assert!(results.won);
    assert_eq!(results.best.get(&Measure::Moves), Some(&4));
    assert_eq!(results.best.get(&value("pushes")), Some(&1));
}

#[test]
fn a_state_that_was_given_has_no_results() {
    let first = session(PUSHING).at_level(3).unwrap();
    let state = first.game().read_state("######\n#.pbg#\n######\n").unwrap();
    let mut session =
        masume_session::Session::from_state(first.edition().clone(), *first.setup(), state);
    act(&mut session, "push right");
    assert!(session.is_won());
    assert_eq!(session.results(), Results::default());
}

#[test]
fn the_better_number_of_each_measure_is_kept() {
    let results =
        |won, best: &[(Measure, i64)]| Results { won, best: best.iter().cloned().collect() };
    let moves = |number| (Measure::Moves, number);
    let pushes = |number| (value("pushes"), number);
    let score = |number| (Measure::Score, number);
    let rows = [
        (results(false, &[]), results(false, &[]), false, results(false, &[])),
        (results(true, &[moves(9)]), results(false, &[]), true, results(true, &[moves(9)])),
        (results(true, &[moves(9)]), results(true, &[moves(9)]), false, results(true, &[moves(9)])),
        (
            results(true, &[moves(8), pushes(5)]),
            results(true, &[moves(9), pushes(3)]),
            true,
            results(true, &[moves(8), pushes(3)]),
        ),
        (
            results(false, &[score(10)]),
            results(false, &[score(12)]),
            false,
            results(false, &[score(12)]),
        ),
        (
            results(false, &[score(13)]),
            results(true, &[score(12)]),
            true,
            results(true, &[score(13)]),
        ),
    ];
    for (new, old, is_better, merged) in rows {
        assert_eq!(new.better_than(&old), is_better, "{new:?} against {old:?}");
        let mut kept = old.clone();
        kept.merge(&new);
        assert_eq!(kept, merged, "{new:?} into {old:?}");
        assert!(!new.better_than(&kept), "nothing is better than what was merged");
    }
}

#[test]
fn results_are_kept_apart_by_what_is_played_and_not_by_chance() {
    let third = session(PUSHING).at_level(3).unwrap();
    assert_eq!(third.edition().results_key(third.setup()), "/3");
    let other = third.with_seed(7).unwrap();
    assert_eq!(other.edition().results_key(other.setup()), "/3");
    let text = "\
game Seeds
board 4 x 4 from 2 x 2
option dots = 3 from 1 to 9

pieces
  thing: dot

legend
  .  nothing
  o  dot

start
  dots times: random empty -> dot

action take at c
  at c: dot -> _
";
    let plain = edition(text);
    let setup = masume_engine::Setup { seed: 70, ..Default::default() };
    assert_eq!(plain.results_key(&setup), "");
    let game = plain.game().clone().with_option("dots", "5").unwrap();
    let size = Some(masume_engine::Size { width: 3, height: 2 });
    let more = masume_session::Edition::new("seeds", text, game);
    assert_eq!(more.results_key(&masume_engine::Setup { size, ..setup }), ":3x2,dots=5");
}
