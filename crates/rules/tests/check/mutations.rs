//! Damaged games: whatever the text, nothing panics and what comes out is consistent.

use masume_rules::check::verify;
use masume_rules::random::Random;

use super::games::{OTHELLO, ROBOTS, SHISEN_SHO, SOKOBAN, TILES};
use super::{DUEL, NUMBERS, SOLO};

/// Damaged texts for each game; the seed is fixed, so that a failure is found again.
const TEXTS_A_GAME: usize = 400;

/// Words that are put in the place of others.
const WORDS: &[&str] = &[
    "_",
    "...",
    "n",
    "2n",
    "mine",
    "theirs",
    "empty",
    "any",
    "no",
    "my man",
    "box",
    "thing",
    "tile",
    "d",
    "c",
    "edge",
    "turn?",
    "bend",
    "8 ways:",
    "from c",
    "against d:",
    "forward:",
    "each",
    "first",
    "random 2 of",
    "repeat",
    "must",
    "else",
    "all",
    "->",
    "{n + 1}",
    "[",
    "]",
    "(",
    ")",
    "|",
    "+",
    "*",
    "{2}",
    "row",
    "score",
    "stage",
    "sees right (any n)",
    "line(3, mine)",
    "custodial(c)",
    "with chance 50%",
    "or",
    ",",
    "lose",
    "1..3 box around",
    "win stage when",
];

#[test]
fn damaged_games_never_panic_and_stay_consistent() {
    let mut random = Random::new(1);
    let duel = format!("{DUEL}use lines\nuse capture\naction put at c\n  custodial(c)\n");
    let solo =
        format!("{SOLO}action go in d\n  all\n    player box -> _ player\n  else box -> _\n");
    let numbers = format!("{NUMBERS}action go in d\n  n [m in tile, m > n] -> m {{n + 1}}\n");
    let games = [SOKOBAN, OTHELLO, TILES, ROBOTS, SHISEN_SHO, &duel, &solo, &numbers];
    for game in games {
        for _ in 0..TEXTS_A_GAME {
            let text = damaged(game, &mut random);
            let parse = masume_syntax::parse(&text);
            let checked = masume_rules::check(&parse.file);
            let Some(rules) = checked.rules else { continue };
            assert_eq!(verify(&rules), Ok(()), "{text}");
            // Printing looks at everything once more.
            assert!(!masume_rules::print(&rules).is_empty());
        }
    }
}

/// One to four words replaced, dropped, doubled or exchanged with another line's.
fn damaged(game: &str, random: &mut Random) -> String {
    let mut lines: Vec<Vec<String>> =
        game.lines().map(|line| line.split_inclusive(' ').map(str::to_owned).collect()).collect();
    for _ in 0..=random.below(4) {
        let line = random.below(lines.len() as u64) as usize;
        let count = lines[line].len();
        if count == 0 {
            continue;
        }
        let word = random.below(count as u64) as usize;
        let new = format!("{} ", WORDS[random.below(WORDS.len() as u64) as usize]);
        match random.below(6) {
            0 => drop(lines[line].remove(word)),
            1 => lines[line].insert(word, new),
            2 => lines[line][word] = new,
            3 => {
                let same = lines[line][word].clone();
                lines[line].insert(word, same);
            }
            4 => {
                let other = random.below(lines.len() as u64) as usize;
                lines.swap(line, other);
            }
            _ => drop(lines.remove(line)),
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.iter().map(|line| line.concat() + "\n").collect()
}
