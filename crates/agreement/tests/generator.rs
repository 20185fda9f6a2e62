//! Properties of random games: valid, varied, and in motion.

use std::sync::LazyLock;

use masume_agreement::{
    Feature, Features, Generated, Statistics, examine, executors, generate, generate_plain,
};
use masume_engine::Setup;
use strum::IntoEnumIterator as _;

/// Enough for every feature to show.
static GAMES: LazyLock<Vec<Generated>> = LazyLock::new(|| {
    (0..400).map(|seed| generate(seed).expect("every seed gives a game")).collect()
});

#[test]
fn most_games_that_are_drawn_load() {
    let loaded: u32 = GAMES.iter().map(|game| 1 + game.dull).sum();
    let refused: u32 = GAMES.iter().map(|game| game.refused).sum();
    assert!(loaded > refused, "{loaded} of {} load", loaded + refused);
}

#[test]
fn a_seed_is_a_game() {
    for (seed, game) in (0..20).zip(GAMES.iter()) {
        assert_eq!(generate(seed).map(|again| again.text), Some(game.text.clone()));
    }
}

#[test]
fn every_feature_shows() {
    let mut features = Features::default();
    GAMES.iter().for_each(|game| features.add(&game.features));
    for feature in Feature::iter() {
        let count = features.count(feature);
        assert!(count >= 4, "{feature:?} is in {count} of {} games only", GAMES.len());
    }
}

#[test]
fn boards_are_in_motion() {
    let mut statistics = Statistics::default();
    for (seed, game) in (0..60).zip(GAMES.iter()) {
        let played = examine(game, &executors()[..1], seed, 8);
        statistics.add(&played.expect("one executor does not differ from itself"));
    }
    let Statistics { plays, plies, states, lively_states, ended, errors, .. } = &statistics;
    assert!(lively_states * 10 > states * 7, "{statistics}");
    assert!(*plies > plays * 3, "{statistics}");
    assert!(*ended > 5 && errors.contains_key("conflict"), "{statistics}");
}

/// Proofs of conditions: a mistake in one would show only if games with such proofs are drawn.
#[test]
fn many_guarded_moves_need_no_trial() {
    let is_guarded = |game: &&Generated| game.features.count(Feature::Guarded) > 0;
    let guarded: Vec<&Generated> = GAMES.iter().filter(is_guarded).collect();
    let is_proved = |game: &&&Generated| {
        let code = game.game.explain_code(&Setup::default());
        code.is_ok_and(|code| code.contains("; certain:"))
    };
    let proved = guarded.iter().filter(is_proved).count();
    assert!(proved * 4 >= guarded.len(), "{proved} of {}", guarded.len());
}

/// Features behind which faults have hidden, or which are proved of few games.
const SHAPES: [Feature; 4] =
    [Feature::RulesOfOneCell, Feature::RaysOfOneCell, Feature::LetterTwice, Feature::Potential];

/// In one game or more of fifty.
#[test]
fn rare_shapes_are_drawn_often() {
    let plain: Vec<Generated> = (0..GAMES.len() as u64)
        .map(|seed| generate_plain(seed).expect("every seed gives a game"))
        .collect();
    for games in [&GAMES[..], &plain] {
        for shape in SHAPES {
            let count = games.iter().map(|game| game.features.count(shape)).sum::<u64>();
            assert!(count * 50 >= games.len() as u64, "{shape:?} is in {count} games only");
        }
    }
}
