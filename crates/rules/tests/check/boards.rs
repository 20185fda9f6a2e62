//! E04: boards, legends and pictures; and bounds.

use expect_test::expect;

use super::{NUMBERS, Row, SOLO, check_rows, reported};

const LEVELS: &str = "game Test\npieces\n  thing: player box\naction wait\n";

#[test]
fn boards_legends_and_pictures_are_checked() {
    check_rows(rows());
}

pub(crate) fn rows() -> Vec<Row> {
    vec![
        (
            SOLO,
            "legend\n  .  nothing\n  #  wall\n  #  goal\n  b  box on player\n  t  thing\n  x  bxo\n",
            expect![[r#"
                E0401 10:3 the glyph `#` is given twice | it means something already, on line 9
                E0309 11:13 two pieces of one layer in one cell | the layer `thing` has something already
                E0205 12:6 `thing` is a layer without kinds | expected a piece | a glyph shows pieces, `nothing`, or a layer of kinds
                E0203 13:6 unknown name `bxo` | expected a piece or `nothing` | did you mean `box`?
            "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n  tile: 3 kinds\naction wait\n",
            "legend\n  A-D  tile\n",
            expect![[r#"
            E0401 7:3 `tile` has 3 kinds | a glyph too many
        "#]],
        ),
        (
            LEVELS,
            "level\n  p.b\n  .q.\n  q..\n",
            expect![[r#"
                E0402 7:4 `q` is not in the legend | what lies here? | `.` `p` `b` mean something here
            "#]],
        ),
        (
            LEVELS,
            "",
            expect![[r#"
            E0413 1:1 neither a board nor a level | how large is the board? | `board 8 x 8`, or a `level` with its picture
        "#]],
        ),
        (
            "game Test\nboard 2000 x 4\npieces\n  thing: box\naction wait\n",
            "",
            expect![[r#"
            E0403 2:7 2000 x 4 is too large | at most 1024 each way, and 1048576 cells with the rim
        "#]],
        ),
        (
            "game Test\nboard 0 x 4\npieces\n  thing: box\naction wait\n",
            "",
            expect![[r#"
            E0404 2:7 a board without cells | at least 1 x 1
        "#]],
        ),
        (
            "game Test\nboard 8 x 8 from 9 x 9 to 20 x 20\npieces\n  thing: box\naction wait\n",
            "",
            expect![[r#"
                E0405 2:18 the usual size 8 x 8 is smaller than the least, 9 x 9 | the usual size lies between the least and the greatest
            "#]],
        ),
        (
            "game Test\nboard 7 x 8 even\npieces\n  thing: box\naction wait\n",
            "",
            expect![[r#"
            E0405 2:7 7 x 8 is not even | both sides must be even
        "#]],
        ),
        (
            SOLO,
            "level\n  ...\n  ...\n",
            expect![[r#"
            E0405 8:3 the level is 3 x 2 | expected 4 x 4
        "#]],
        ),
        (
            "game Test\nboard 4 x 4 from 3 x 3 to 5 x 5\npieces\n  thing: box\naction wait\n",
            "level \"small\"\n  ..\n  ..\nlevel \"large\"\n  ......\n",
            expect![[r#"
            E0404 7:3 the level is 2 x 2 | expected at least 3 x 3
            E0403 10:3 the level is 6 x 1 | expected at most 5 x 5
        "#]],
        ),
        (
            NUMBERS,
            "start\n  picture\n    1 2 3 .\n    16 d c1 .\n    x . . 1d\n",
            expect![[r#"
                E0406 10:5 `tile` cannot hold 16 | `tile` holds the numbers from 1 to 15
                E0402 11:5 `x` is not in the legend | what lies here? | `.` `d` `c` mean something here
                E0402 11:11 `1` is not in the legend | what lies here? | `.` `d` `c` mean something here
                E0406 11:12 `d` is not a number | a glyph, a number, or a glyph and a number are one cell | cells have blanks between them
            "#]],
        ),
        (
            SOLO,
            "level\nstart\n  picture\n  box -> _\n",
            expect![[r#"
                E0111 7:1 expected lines deeper than this one, found none | nothing is indented below this line
                E0111 9:3 expected lines deeper than this one, found none | nothing is indented below this line
            "#]],
        ),
        (
            LEVELS,
            "board 8 8\n",
            expect![[r#"
                E0105 5:9 expected `x`, found `8` | expected `x` | a size is columns `x` rows, such as `8 x 8`
            "#]],
        ),
        (
            "game Test\nboard 4 x 4 from 6 x 6\npieces\n  thing: box\naction wait\n",
            "",
            expect![[r#"
                E0405 2:18 the usual size 4 x 4 is smaller than the least, 6 x 6 | the usual size lies between the least and the greatest
            "#]],
        ),
        (
            "game Test\nboard 4 x 4 from 3 x 3 to 4 x 3\npieces\n  thing: box\naction wait\n",
            "",
            expect![[r#"
                E0405 2:27 the usual size 4 x 4 is larger than the greatest, 4 x 3 | the usual size lies between the least and the greatest
            "#]],
        ),
        (
            SOLO,
            "notation lurd\n  l -> wiat\n  l -> wait\n",
            expect![[r#"
            E0410 8:8 unknown action `wiat` | expected the name of an action | did you mean `wait`?
            E0401 9:3 the letter `l` is given twice | it is an action already
        "#]],
        ),
    ]
}

#[test]
fn a_definition_that_doubles_itself_away_is_cut_off() {
    let mut source = format!("{SOLO}let a0 = [box or wall]\n");
    for index in 1..40 {
        source.push_str(&format!("let a{index} = [a{0}, no a{0}, a{0}]\n", index - 1));
    }
    source.push_str("win when some a39\n");
    let reported = reported(&source);
    assert!(reported.starts_with("E0209"), "{reported}");
    assert_eq!(reported.lines().count(), 1, "{reported}");
}

#[test]
fn a_long_chain_of_definitions_is_cut_off() {
    let mut source = format!("{SOLO}let a0 = box\n");
    for index in 1..2000 {
        source.push_str(&format!("let a{index} = [a{}, no wall]\n", index - 1));
    }
    source.push_str("win when some a1999\n");
    let reported = reported(&source);
    assert!(reported.starts_with("E0209"), "{reported}");
    assert_eq!(reported.lines().count(), 1, "{reported}");
}

#[test]
fn a_rule_of_too_many_positions_is_reported() {
    let tests = "box ".repeat(5000);
    let reported = reported(&format!("{SOLO}then\n  right: {tests}-> ...\n"));
    assert!(reported.starts_with("E0209"), "{reported}");
}
