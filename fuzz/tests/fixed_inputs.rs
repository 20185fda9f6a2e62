//! Fuzz targets on inputs that are the same at each run: seeds, what was found once, and mutations of seeds.
//!
//! The mutations of a seed depend on its own bytes alone, so that no other game and no other code changes them.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use masume_fuzz::TARGETS;
use masume_rules::random::Random;

#[test]
fn any_bytes_are_parsed() {
    check("parse", 128);
}

#[test]
fn any_text_is_checked() {
    check("check", 128);
}

#[test]
fn any_text_is_read_as_a_state() {
    check("state", 256);
}

#[test]
fn any_text_is_played() {
    check("play", 64);
}

#[test]
fn any_text_is_read_as_a_save() {
    check("save", 128);
}

#[test]
fn executors_agree_on_any_text_and_any_draws() {
    check("agreement", 4);
}

#[test]
fn every_target_is_tested() {
    let source = include_str!("fixed_inputs.rs");
    for target in TARGETS {
        assert!(source.contains(&format!("check(\"{}\", ", target.name)), "{}", target.name);
    }
}

/// Runs a target on its seeds, on as many mutations of each, and on what was found.
#[track_caller]
fn check(name: &str, mutations: u64) {
    let target = TARGETS.into_iter().find(|it| it.name == name).expect("a target");
    let run = |input: &[u8], what: &str| {
        let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(input))) else { return };
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{what}"));
        fs::write(kept, input).expect("a folder to write in");
        resume_unwind(panic)
    };
    for (game, seed) in (target.seeds)() {
        run(&seed, &game);
        for number in 0..mutations {
            run(&mutation(&seed, number), &format!("{game}-{number}"));
        }
    }
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings").join(name);
    for finding in fs::read_dir(found).into_iter().flatten() {
        let path = finding.expect("a folder that can be read").path();
        run(&fs::read(&path).expect("a file that can be read"), "finding");
    }
}

/// Seed that is changed in one to four places, in a way that follows from the seed and the number.
fn mutation(seed: &[u8], number: u64) -> Vec<u8> {
    let mix = |sum: u64, byte: &u8| Random::new(sum ^ u64::from(*byte)).next_bits();
    let mut random = Random::new(seed.iter().fold(number, mix));
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(4) {
        bytes = changed(&bytes, &mut random);
    }
    bytes
}

/// Bytes of which a word, a few words or a line are left out, doubled, replaced or exchanged for others of the same text, or
/// one byte is any other.
fn changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut below = |count: usize| random.below(count as u64) as usize;
    let mut parts: Vec<&[u8]> = match below(3) {
        0 => bytes.split_inclusive(|byte| *byte == b'\n').collect(),
        _ => {
            bytes.chunk_by(|a, b| a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric()).collect()
        }
    };
    if parts.is_empty() {
        return vec![below(256) as u8];
    }
    let (here, there) = (below(parts.len()), below(parts.len()));
    let byte = [below(256) as u8];
    match below(6) {
        0 => drop(parts.drain(here..parts.len().min(here + 1 + below(3)))),
        1 => parts.insert(here, parts[there]),
        2 => parts[here] = parts[there],
        3 => parts.swap(here, there),
        4 => parts[here] = &byte,
        _ => parts.insert(here, &byte),
    }
    parts.concat()
}
