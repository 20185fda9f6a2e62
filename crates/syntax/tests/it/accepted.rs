//! Every production of the grammar, with the plain tree that it gives.

use expect_test::{Expect, expect};
use masume_syntax::parse;

use crate::dump;
use crate::samples::diagnostics;

/// Checks a text's plain tree.
fn check(text: &str, expected: Expect) {
    assert_eq!(diagnostics(text), "", "{text}");
    expected.assert_eq(&dump::file(&parse(text).file));
}

/// Checks statements, each of which is given as it stands in an action.
fn check_statements(statements: &str, expected: Expect) {
    let text = format!("action a\n{statements}");
    assert_eq!(diagnostics(&text), "", "{text}");
    let dump = dump::file(&parse(&text).file);
    let statements: String = dump
        .lines()
        .skip(1)
        .map(|it| format!("{}\n", it.strip_prefix("  ").unwrap_or(it)))
        .collect();
    expected.assert_eq(&statements);
}

#[test]
fn titles_run_to_the_end_of_the_line_or_a_comment() {
    check(
        "game 15: the puzzle -> \"classic\"   // by Chapman\nabout \"a \\\"b\\\" \\\\ \\n c\"\nuse lines",
        expect![[r#"
            game "15: the puzzle -> \"classic\""
            about "a \"b\" \\ \n c"
            use lines
        "#]],
    );
}

#[test]
fn boards_have_sizes_bounds_and_a_rim() {
    check(
        "board 8 x 6\nboard 8 x 8 from 4 x 4\nboard 8 x 8 to 9 x 9 even\nboard 1 x 9 with a rim of 2",
        expect![[r#"
            board 8x6
            board 8x8 (from 4x4)
            board 8x8 (to 9x9) even
            board 1x9 (rim 2)
        "#]],
    );
}

#[test]
fn players_stand_on_the_heading_or_on_lines() {
    check(
        "players black white\nplayers\n  black forward up\n  white",
        expect![[r#"
        players black white
        players (black forward up) white
    "#]],
    );
}

#[test]
fn options_and_values_have_numbers() {
    check(
        "option a = 90% from 0% to 12.5%\noption b = 3 to 5\noption c = 0.25%\nvalue d\nvalue e = -3",
        expect![[r#"
            option a 9000/10000 (from 0/10000) (to 1250/10000)
            option b 3 (to 5)
            option c 25/10000
            value d
            value e -3
        "#]],
    );
}

#[test]
fn layers_hold_names_kinds_or_numbers() {
    check(
        "pieces\n  ground: wall goal\n  man: king man for each player\n  tile: 34 kinds\n  \
         debt: number -5 to 15\n  power: number 2 doubling to 4611686018427387904\n  number: number for",
        expect![[r#"
            pieces
              ground wall goal
              man (each-player king man)
              tile (kinds 34)
              debt (range -5 15)
              power (doubling 2 4611686018427387904)
              number number for
        "#]],
    );
}

#[test]
fn legends_begin_with_glyphs() {
    check(
        "legend\n  . _ space  nothing\n  A-C c-d  tile\n  / -  wall // as a path\n  // only words\n  \
         漢  man on goal\n  P  man and goal king\nlegend xsb\n  #  wall",
        expect![[r##"
            legend
              "._ " ()
              "ABCcd" (tile)
              "/-" (wall)
              "漢" (man goal)
              "P" (man goal king)
            legend xsb
              "#" (wall)
        "##]],
    );
}

#[test]
fn tests_hold_for_a_cell() {
    check(
        "let a = b\nlet a = [no wall, no thing]\nlet a = no wall or box\nlet a = _\nlet a = my man\n\
         let a = 2048\nlet a = n in tile\nlet a = line(3, mine, width - 1, [a or b], count box, -1)\n\
         let a = [not b or c, (d, e) or f]\nlet a = 2 b around\nlet a = 2..3 no b beside\n\
         let a = ..3 [b] around\nlet a = 1.. my man around\nlet a = [around c, no beside d]\n\
         let a = sees 8 ways (b | c)\nlet a = sees (b c)\nlet a = row = 1\n\
         let a = [tile = width * (row - 1) + column, row != 2, 2n < 3, (1 + 2) >= 3]\n\
         let a(n, t) = sees up or against d (t t n)\nlet a = empty or any or mine or theirs or centre",
        expect![[r#"
            let a () b
            let a () (all (no wall) (no thing))
            let a () (any (no wall) box)
            let a () _
            let a () (my man)
            let a () 2048
            let a () (n in tile)
            let a () (line! #3 mine #(- width 1) (any a b) #(count box) #(- 1))
            let a () (all (any (no b) c) (any (all d e) f))
            let a () (Around 2..2 b)
            let a () (Beside 2..3 (no b))
            let a () (Around 0..3 b)
            let a () (Around 1.. (my man))
            let a () (all (Around c) (no (Beside d)))
            let a () (sees (ways 8) (| b c))
            let a () (sees (b c))
            let a () (= row 1)
            let a () (all (= tile (+ (* width (- row 1)) column)) (!= row 2) (< (* 2 n) 3) (>= (+ 1 2) 3))
            let a (n t) (sees (ways up -d) (t t n))
            let a () (any empty any mine theirs centre)
        "#]],
    );
}

#[test]
fn conditions_hold_for_the_state() {
    check(
        "win when some box\nlose when no [a, b]\ndraw when every goal has box and every box is man\n\
         end when no action\nagain when no action jump\nend when nobody can act or everyone passed\n\
         end when solvable and not (some a or no b)\nend when count mine > 3 and (count a + 1) * 2 <= ply\n\
         end when some [a or b] or some c\nwin stage when no robot, score += 10 * stage\n\
         goal when some [tile = 2048], score -= 1, win",
        expect![[r#"
            Win (some box)
            Lose (no (all a b))
            Draw (and (every goal box) (every box man))
            End no-action
            again (no-action jump)
            End (or nobody-can-act everyone-passed)
            End (and solvable (not (or (some a) (no b))))
            End (and (> (count mine) 3) (<= (* (+ (count a) 1) 2) ply))
            End (or (some (any a b)) (some c))
            Stage (no robot) (+= score (* 10 stage))
            Goal (some (= tile 2048)) (-= score 1) Win
        "#]],
    );
}

#[test]
fn expressions_group_from_the_left_and_by_strength() {
    check(
        "score 1 + 2 - 3 * 4 / 5 mod 6\nscore -n * -(2 - n)\nscore 2n + 90% - 12.34%\n\
         score count [a or b] + row of player - column of my man\nscore across d + down d + down + row\n\
         score min(1, max(2, abs(3)))",
        expect![[r#"
            score (- (+ 1 2) (mod (/ (* 3 4) 5) 6))
            score (* (- n) (- (- 2 n)))
            score (- (+ (* 2 n) 9000/10000) 1234/10000)
            score (- (+ (count (any a b)) (row-of player)) (column-of (my man)))
            score (+ (+ (+ (across d) (down d)) down) row)
            score (min 1 (max 2 (abs 3)))
        "#]],
    );
}

#[test]
fn actions_have_parameters_and_conditions() {
    check(
        "action wait\naction push in d\naction push in d (8 ways)\naction a at c\naction b from a to b\n\
         action c a and b\naction d in column x\naction e in row y when some box\n  box -> _",
        expect![[r#"
            action wait
            action push (in d)
            action push (in d (ways 8))
            action a (at c)
            action b (from-to a b)
            action c (pair a b)
            action d (column x)
            action e (row y) (when (some box))
              rule box -> _
        "#]],
    );
}

#[test]
fn turns_pass_and_score() {
    check(
        "pass when no action\npass any time\nthen: sprout\nthen\n  sprout\nstart: custodial(c)\n\
         define custodial(a, b)\n  a -> b",
        expect![[r#"
            pass WhenNoAction
            pass AnyTime
            then
              call (sprout!)
            then
              call (sprout!)
            start
              call (custodial! c)
            define custodial (a b)
              rule a -> b
        "#]],
    );
}

#[test]
fn patterns_are_regular_expressions() {
    check_statements(
        "  a -> b\n  a b c -> _ ... d\n  a | b c -> d | e f\n  (a b)* c? d+ e{2} f{2,} g{2,3} -> (a b)* c? d+ e{2} f{2,} g{2,3}\n  \
         edge a turn? bend b edge -> edge ... b\n  [a, no b] _ my man 2 n line(3, a) (b) -> [a, no b] _ my man 2 2n {n + 1} b",
        expect![[r#"
              rule a -> b
              rule (a b c) -> (_ ... d)
              rule (| a (b c)) -> (| d (e f))
              rule ((0.. (a b)) (0..1 c) (1.. d) (2..2 e) (2.. f) (2..3 g)) -> ((0.. (a b)) (0..1 c) (1.. d) (2..2 e) (2.. f) (2..3 g))
              rule (edge a (0..1 turn) bend b edge) -> (zero ... b)
              rule ((all a (no b)) _ (my man) 2 n (line! #3 a) b) -> ([a (no b)] _ (my man) 2 (* 2 n) (+ n 1) b)
        "#]],
    );
}

#[test]
fn rules_have_prefixes_chances_and_effects() {
    check_statements(
        "  8 ways from c: a -> b\n  all 4 ways at c to d: a -> b\n  each against d: n n -> 2n _, score += 2n, lose\n  \
         first a -> b\n  random a -> b\n  random 3 of a -> b\n  random row of a + 1 of a -> b\n  \
         up or down-left or forward: a -> b\n  to b from a: a -> b\n  \
         a -> 2 with chance two or 4 with chance 5% or _\n  a b\n    -> b a // why\n\n    , score = 1",
        expect![[r#"
              rule (ways 8) (from c) a -> b
              rule all (ways 4) (from c) (to d) a -> b
              rule each (ways -d) (n n) -> ((* 2 n) _) (+= score (* 2 n)) Lose
              rule first a -> b
              rule random a -> b
              rule (random 3) a -> b
              rule (random (+ (row-of a) 1)) a -> b
              rule (ways up down-left forward) a -> b
              rule (from a) (to b) a -> b
              rule a -> (chance two 2) (chance 500/10000 4) _
              rule (a b) -> (b a) (= score 1)
        "#]],
    );
}

#[test]
fn statements_nest_on_a_line_and_below_it() {
    check_statements(
        "  else a -> b\n  else\n    a -> b\n  must a -> b\n  must all a -> b\n  all\n    a -> b\n  \
         repeat a -> b\n  repeat: a -> b\n  repeat\n    a -> b\n  repeat:\n    a -> b\n  2 times: a -> b\n  \
         min(n, 3) times:\n    a -> b\n  if some a: b -> c\n  else if no b: win\n  else\n    lose\n  \
         against d:\n    a -> b\n    up: b -> c\n  8 ways from c:\n    a -> b",
        expect![[r#"
              else rule a -> b
              else
                rule a -> b
              must rule a -> b
              must rule all a -> b
              all
                rule a -> b
              repeat rule a -> b
              repeat rule a -> b
              repeat
                rule a -> b
              repeat
                rule a -> b
              times 2 rule a -> b
              times (min n 3)
                rule a -> b
              if (some a) rule b -> c
              else if (no b) effects Win
              else
                effects Lose
              facing (ways -d)
                rule a -> b
                rule (ways up) b -> c
              facing (ways 8) (from c)
                rule a -> b
        "#]],
    );
}

#[test]
fn other_statements_are_told_by_their_first_word() {
    check_statements(
        "  march robot toward player\n    robot meets robot -> scrap\n    robot meets scrap -> _, score += 1, lose\n  \
         march r in d\n  march a or b in up or left\n  shuffle 4 of each tile over empty or a\n  shuffle tile\n  \
         until solvable\n  let before = count robot\n  require score > 3\n  score += 1, draw\n  draw\n  end\n  \
         player -> random empty\n  a or b -> random no c\n  sprout\n  custodial(c)\n  picture -> _\n  draw -> _",
        expect![[r#"
              march robot (toward player)
                meets robot robot scrap
                meets robot scrap _ (+= score 1) Lose
              march r (in (ways d))
              march (any a b) (in (ways up left))
              deal 4 tile (any empty a)
              shuffle tile
              until solvable
              let before (count robot)
              require (> score 3)
              effects (+= score 1) Draw
              effects Draw
              effects End
              relocate player empty
              relocate (any a b) (no c)
              call (sprout!)
              call (custodial! c)
              rule picture -> _
              rule draw -> _
        "#]],
    );
}

#[test]
fn pictures_keep_their_columns() {
    check(
        "start\n  picture\n\n      ##\n     # #  \n\n     //\n  picture at centre\n\t\t#\n\t\t #\nthen: picture\n  x\n\
         level\n .\nlevel \"Two\"\n   #\n // no comment\n// a comment\n #",
        expect![[r##"
            start
              picture
                " ##"
                "# #  "
                ""
                "//"
              picture centred
                "#"
                " #"
            then
              picture
                "x"
            level ""
              "."
            level "Two"
              "  #"
              "// no comment"
              "#"
        "##]],
    );
}

#[test]
fn displays_keys_words_prose_and_notations_are_tables() {
    check(
        "display\n  nothing \".\"\n    picture green #0a0\n      01\n      10\n    picture \"x\" light blue\n      0\n  player \"@\" \"☺\" yellow named \"the player\"\n  box \"$\" named \"a box\"\n  \
         mark unseen\n  board \"x\" red\n  board slanted left\n  board parts 2 x 3\n  board edge top left top\n  \
         board outside wall tree\nkeys\n  w up -> push up\n  / ? : -> help // here\nwords\n  win \"Done after {ply - 1} plies: \\{{2n}}\"\n  \
         illegal step \"\"\n  turn \"Go.\" when no box and ply > 1\nrules\n  pb. -> .pb\n\n  // pushed\nhelp\n  One\n    // two\n\n  Three\nnotation lurd\n  l -> push left\n  \
         - -> wait\n  capital when pushes rises",
        expect![[r#"
            display
              nothing "."
                picture green #0a0
                  01
                  10
                picture "x" (light blue)
                  0
              player "@" "☺" yellow (named "the player")
              box "$" (named "a box")
              mark  unseen
              board "x" red
              board slanted left
              board parts 2 3
              board edge top left (top)
              board outside (wall tree)
            keys
              (w up) "push up"
              (/ ? :) "help"
            words
              (win) "Done after " (- ply 1) " plies: {" (* 2 n) "}"
              (illegal step) 
              (turn) "Go." (when (and (no box) (> ply 1)))
            rules ["pb. -> .pb", "", "// pushed"]
            help ["One", "  // two", "", "Three"]
            notation lurd (capital pushes)
              'l' "push left"
              '-' "wait"
        "#]],
    );
}

#[test]
fn cells_moves_and_positions_are_written_as_a_section_says() {
    check(
        "coordinates rows from below, columns without i, numbers of dark cells\nmoves pgn\n  piece man\n  \
         piece king \"K\"\n  from always\n  quiet \"-\"\n  take \"x\"\n  before drop \"*\"\n  action crown \"=K\"\n  step \"O-O\" king right right\n  \
         sign \"+\" when no [my king, safe]\n  win \"#\"\n  together\n  nodes black \"B\" white \"W\"\n  header \"GM[1]\"\n\
         position fen\n  board piece\n  lists black \"B\" king \"K\"\n  player white \"w\"\n  marks fresh \"K\" h1 \"Q\" 32\n  cell target\n  value quiet\n  turns",
        expect![[r##"
            coordinates RowsFromBelow ColumnsWithoutI NumbersOfDark
            moves pgn
              piece man None
              piece king Some("K")
              from always
              quiet "-"
              take "x"
              before drop "*"
              action crown "=K"
              step "O-O" king (right right)
              sign "+" (no (all (my king) safe))
              win "#"
              together
              nodes black "B" white "W"
              header "GM[1]"
            position fen
              board piece
              lists black "B" king "K"
              player white "w"
              marks fresh "K" h1 "Q" 32
              cell target
              value quiet
              turns
        "##]],
    );
}

#[test]
fn names_are_of_any_script_and_case_sensitive() {
    check(
        "let 空き = no 壁\nlet Räume-b2 = no Wand\nlet n = a-b",
        expect![[r#"
        let 空き () (no 壁)
        let Räume-b2 () (no Wand)
        let n () a-b
    "#]],
    );
}
