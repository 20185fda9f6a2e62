//! Warnings: what nothing uses, and what goes without a word.

use expect_test::{Expect, expect};

use super::reported;

fn check(source: &str, expected: Expect) {
    expected.assert_eq(&reported(source));
}

#[test]
fn what_nothing_uses_is_said_once_each() {
    check(
        "game Test\nboard 4 x 4\n\nlet free = [no thing]\nlet spare = free\nlet size = 3\nlet depth = -2\n\n\
         pieces\n  thing:  player box crate\n  ground: goal\n  tile:   3 kinds\n\n\
         define lost\n  crate -> _\n\naction go in d\n  [player, row = size] empty -> _ player\n\
         words\n  win \"won\"\n  stage \"next\"\n  goal \"well\"\n  pass \"passed\"\n  illegal \"no\"\n",
        expect![[r#"
            warning E0219 5:5 nothing uses `spare` | this `let` has no effect | delete it, or use its name in a rule
            warning E0219 7:5 nothing uses `depth` | this `let` has no effect | delete it, or use its name in a rule
            warning E0219 11:3 nothing uses `ground` | no rule and no board needs this layer | delete it, or let a rule or a level have it
            warning E0219 12:3 nothing uses `tile` | no rule and no board needs this layer | delete it, or let a rule or a level have it
            warning E0219 14:8 nothing uses `lost` | this `define` has no effect | delete it, or use its name in a rule
            warning E0219 20:3 these words are never said: `win` | the game has no end | delete the line, or add what it is about
            warning E0219 21:3 these words are never said: `stage` | no `win stage when …` ends a stage | delete the line, or add what it is about
            warning E0219 22:3 these words are never said: `goal` | there is no `goal when …` | delete the line, or add what it is about
            warning E0219 23:3 these words are never said: `pass` | nobody can pass | delete the line, or add what it is about
        "#]],
    );
}

#[test]
fn pieces_of_boards_of_owners_and_of_other_formats_are_used() {
    check(
        "game Test\nplayers black white\n\npieces\n  disc: man king for each player\n  ground: wall goal sand\n  thing: box\n\n\
         legend\n  .  nothing\n  #  wall\n  g  goal\n\nlegend other\n  -  nothing\n  $  sand\n\n\
         start\n  picture\n    g\n\naction place at c\n  at c: empty -> my man\n  some-box -> _\n  theirs -> _\n\n\
         let some-box = [no box, mine]\n\nlevel\n  #.\n",
        expect![[""]],
    );
}

#[test]
fn one_error_hides_what_may_be_its_consequence() {
    check(
        "game Test\nboard 4 x 4\n\npieces\n  thing: player box\n\naction go\n  plyer -> _\n",
        expect![[r#"
            E0203 8:3 unknown name `plyer` | expected a piece, a layer or a `let` | did you mean `player`?
        "#]],
    );
}

#[test]
fn what_goes_without_a_word_has_both_spellings() {
    let head = "game Test\nboard 4 x 1\nplayers black white\n\npieces\n  disc:  black white\n  water: wet\n  lid:   lid\n  sign:  banner\n\naction go\n  ";
    for (rule, expected) in [
        (
            "right: [mine, wet] [mine, no wet] -> ... [wet]",
            "`[disc, wet]` leaves it, `[no disc, wet]` takes it away",
        ),
        (
            "[lid, no banner] -> banner",
            "`[lid, banner]` leaves it, `[no lid, banner]` takes it away",
        ),
        ("[lid, no banner] -> [lid, banner]", ""),
        ("[lid, no banner] -> [no lid, banner]", ""),
        ("lid -> banner", ""),
        ("[lid, row = 1] -> banner", ""),
        ("[lid or wet] -> wet", ""),
        ("[lid, wet] -> _", ""),
        ("right: [lid, wet] any -> ... lid", ""),
    ] {
        let said = reported(&format!("{head}{rule}\n"));
        let helps: Vec<&str> = said
            .lines()
            .filter(|line| line.starts_with("warning E0323"))
            .filter_map(|line| line.rsplit(" | ").next())
            .collect();
        assert_eq!(helps.join("\n"), expected, "{rule}\n{said}");
    }
}

/// Pushing crates on four levels: of goals and crates one and one, two and one, none, two and three.
const PUSHING: &str = "\
game Test

pieces
  ground: wall goal
  thing: player crate

legend
  .  nothing
  #  wall
  g  goal
  p  player
  c  crate
  C  crate on goal

let free = [no wall, no thing]

action push in d
  player crate free -> _ player crate
  else player free -> _ player

level
  #pcg.

level
  gpcg.

level
  p....

level
  pccgC

";

#[test]
fn levels_that_cannot_be_won_are_told_from_the_numbers_of_pieces() {
    let short = "25: 2 of `goal` need `crate` | there are 1 of `crate`, and no rule makes more\n";
    let many = "31: 3 of `crate` need `goal` | there are 2 of `goal`, and no rule makes more\n";
    let number = |lines: &[u32]| {
        let help = "no rule changes how many there are as a win needs it";
        let line = |line| format!("{line}: the number of `crate` never fits | {help}\n");
        lines.iter().map(line).collect::<String>()
    };
    for (rules, expected) in [
        ("win when every goal has crate", short),
        ("win when every crate has goal", many),
        ("win when some crate", &number(&[28])),
        ("win when no crate", &number(&[22, 25, 31])),
        ("win when count crate = 3", &number(&[22, 25, 28])),
        ("win when count crate >= count goal", &number(&[25])),
        // One way to win is enough, and of two conditions both must hold.
        ("win when every goal has crate or some crate", ""),
        ("win when every goal has crate and row of player = 1", short),
        ("win when every goal has crate\nwin when some player", ""),
        // What comes may come in time, and what goes, too.
        ("win when every goal has crate\nthen: random free -> crate", ""),
        ("win when every goal has crate\nthen: random goal -> [no ground]", ""),
        ("win when every goal has crate\nstart: random free -> crate", ""),
        ("win when no crate\nthen: random crate -> _", ""),
        ("win when every goal has crate\nthen: random crate -> _", short),
        // In all directions at once, one becomes up to four.
        ("win when every goal has crate\nthen: 4 ways: crate free -> _ crate", ""),
        ("win when every goal has crate\nthen: first 4 ways: crate free -> _ crate", short),
        ("win when every goal has crate\nthen: [player, row = 9] -> ..., win", ""),
        ("lose when every goal has crate", ""),
        ("win stage when every goal has crate", ""),
    ] {
        let found = reported(&format!("{PUSHING}{rules}\n"));
        let expected: String = expected.lines().map(told).collect();
        assert_eq!(found, expected, "{rules}");
    }
}

/// A line of the table above, as it is reported.
fn told(line: &str) -> String {
    let (number, rest) = line.split_once(": ").expect("a line number");
    let (reason, help) = rest.split_once(" | ").expect("a help");
    let label = "counted in this picture";
    format!("warning E0414 {number}:3 this level cannot be won: {reason} | {label} | {help}\n")
}
