//! The generator against a library's, and its fairness.

use masume_rules::random::Random;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

#[test]
fn the_generator_is_the_published_one() {
    for seed in [0, 1, 42, u64::MAX, 0x0123_4567_89ab_cdef] {
        let mut ours = Random::new(seed);
        let mut theirs = SplitMix64::from_seed(seed.to_le_bytes());
        for _ in 0..1_000 {
            assert_eq!(ours.next_bits(), theirs.next_u64());
        }
    }
}

#[test]
fn every_number_below_is_as_likely() {
    for count in [2_u64, 3, 7, 10, 34] {
        let mut random = Random::new(count);
        let mut seen = vec![0_u32; count as usize];
        for _ in 0..count * 10_000 {
            seen[random.below(count) as usize] += 1;
        }
        // Ten thousand are expected of each, with a standard deviation of at most one hundred.
        assert!(seen.iter().all(|it| (9_400..10_600).contains(it)), "{count}: {seen:?}");
    }
}

#[test]
fn a_choice_of_one_draws_nothing() {
    let mut random = Random::new(5);
    assert_eq!((random.below(0), random.below(1)), (0, 0));
    assert_eq!(random, Random::new(5));
}
