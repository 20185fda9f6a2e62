//! E03: rules.

use expect_test::expect;

use super::{DUEL, NUMBERS, RANKS, Row, SOLO, check_rows};

#[test]
fn rules_are_checked() {
    check_rows(rows());
}

pub(crate) fn rows() -> Vec<Row> {
    vec![
        (
            SOLO,
            "action go\n  [box, no goal] -> goal\n",
            expect![[r#"
                warning E0323 8:21 what is on the layer `thing` is taken away here | the left side asks for it, and this does not name `thing` | `[thing, goal]` leaves it, `[no thing, goal]` takes it away
            "#]],
        ),
        (
            SOLO,
            "action go in d\n  player box empty -> _ player\n  player -> _ player\n",
            expect![[r#"
                E0301 8:23 the replacement does not mirror the pattern | 2 parts here, 3 in the pattern | `...` leaves the cells that it stands for as they are
                E0301 9:13 the replacement does not mirror the pattern | 2 parts here, 1 in the pattern | what one cell gets on several layers stands in brackets: `[box, mark]`
            "#]],
        ),
        (
            SOLO,
            "action go in d\n  player empty+ -> _ player\n  player box{2} -> _ _{3}\n",
            expect![[r#"
                E0301 8:22 the replacement does not mirror the pattern | the pattern repeats this position, the replacement does not | write the same `*`, `+`, `?` or `{…}` after it
                E0301 9:22 the replacement does not mirror the pattern | `{3}` here, `{2}` in the pattern
            "#]],
        ),
        (
            SOLO,
            "action go in d\n  (player | box) empty -> _ player\n  player any* box -> _ ... ... _\n",
            expect![[r#"
                E0301 8:27 the replacement does not mirror the pattern | the pattern has a choice with `|` here | for one cell, `[a or b]` is a choice that needs no mirror
                E0301 9:28 a second `...` on the right | how much each of them stands for cannot be told
            "#]],
        ),
        (
            NUMBERS,
            "let seven = [tile = 7]\naction go\n  any -> tile\n  mark -> seven\n",
            expect![[r#"
                E0307 9:10 `tile` is not one piece | which one? it does not stand in the pattern | name the piece that is put, or let it stand once in the pattern
                E0307 10:11 `seven` is not one piece | it names no piece that could be put | name the piece that is put, or let it stand once in the pattern
            "#]],
        ),
        (
            SOLO,
            "action go\n  player box -> box player\n  player -> box\n  player+ -> box+\n",
            expect![[r#"
            E0302 8:3 a rule without directions | which way is this read? | `4 ways:` before the pattern reads it up, left, right and down, `8 ways:` also diagonally
            E0302 10:3 a rule without directions | which way is this read? | `4 ways:` before the pattern reads it up, left, right and down, `8 ways:` also diagonally
        "#]],
        ),
        (
            SOLO,
            "action go\n  4 ways: player box empty{7} -> ...\nwin when some sees right (box{5})\n",
            expect![[r#"
            E0303 8:11 pattern is longer than any line of the board | 9 cells, but the longest line has 4 | `empty*` matches any number of cells
            E0303 9:27 pattern is longer than any line of the board | 5 cells, but the longest line has 4 | `empty*` matches any number of cells
        "#]],
        ),
        (
            SOLO,
            "action go\n  [wall, goal] -> box\n  [player, no thing] -> _\nwin when some [9 box around, wall]\n",
            expect![[r#"
                E0304 8:3 no cell can pass this test | its parts contradict each other | a cell holds at most one piece of each layer
                E0304 9:3 no cell can pass this test | its parts contradict each other | a cell holds at most one piece of each layer
                E0304 10:16 no cell can pass this test | a cell has 8 such neighbours
            "#]],
        ),
        (
            SOLO,
            "action go\n  4 ways: edge turn -> ...\nwin when some sees (edge)\n",
            expect![[r#"
                E0305 8:11 the pattern consumes no cell | `edge`, `turn` and `bend` stand between cells | `any` is a cell with anything on it
                E0305 9:21 the pattern consumes no cell | `edge`, `turn` and `bend` stand between cells | `any` is a cell with anything on it
            "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n  tile: number 1 to 15\n  more: 3 kinds\n  less: number 0 to 9\naction wait\n",
            "action go\n  n -> _\n  3 -> 4\n  [n in tile] -> {n + 1}\n",
            expect![[r#"
                E0306 9:3 the letter `n` could belong to several layers | over `tile` or `more` or `less`? | write `[n in tile]`
                E0306 10:3 the number could belong to several layers | of `tile` or `less`? | say which: `[tile = …]`
                E0306 10:8 the number could belong to several layers | of `tile` or `less`? | say which: `[tile = …]`
            "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n  tile: number 1 to 15\n  more: 3 kinds\n  less: number 0 to 9\naction wait\n",
            "action go\n  tile -> [tile = 16]\n  [k in more] -> [more = k]\n  tile -> [les = 1]\n  tile -> [tile = 2, no tile]\n  \
             [tile = 3] -> [tile = 3]\n  tile -> [tile = k]\n  any -> [less = 30, tile = 2]\n  [n in tile] -> [tile = n]\n  \
             tile -> [tile = tile]\n  put(3)\n  put(less or tile)\n  put(tile)\n  put(less)\n  swap(less)\n\
             define put(layer)\n  any -> [layer = 12]\ndefine swap(tile)\n  [tile = 1] -> [tile = 2]\n",
            expect![[r#"
                E0321 9:12 `tile` cannot hold 16 | `tile` holds the numbers from 1 to 15
                E0205 10:19 the layer `more` has no numbers | expected a layer of numbers | a piece is put by its name, a kind by a letter: `[box, k]`
                E0203 11:12 unknown name `les` | expected a layer | did you mean `less`?
                E0309 12:22 two pieces of one layer in one cell | the layer `tile` has something already
                warning E0320 13:3 the rule changes nothing | what it puts is there already | `must` before a rule makes it a condition of the action
                E0308 14:19 the letter `k` has no number | nothing before binds it | `k` as a test of the pattern binds it
                E0321 15:11 `less` cannot hold 30 | `less` holds the numbers from 0 to 9
                warning E0320 16:3 the rule changes nothing | what it puts is there already | `must` before a rule makes it a condition of the action
                warning E0320 17:3 the rule changes nothing | what it puts is there already | `must` before a rule makes it a condition of the action
                E0205 24:11 `layer` is a number | expected a layer
                E0321 24:11 `less` cannot hold 12 | `less` holds the numbers from 0 to 9
            "#]],
        ),
        (
            NUMBERS,
            "value best\naction put at c in row n\n  let one = 1\n  at c: empty -> n\n  at c: any -> one\n  any -> best\n",
            expect![[r#"
                E0307 10:18 `n` is not one piece | it is a number: write `{n}` | name the piece that is put, or let it stand once in the pattern
                E0205 11:16 `one` is a local number | expected a test; a comparison such as `[row = it]`
                E0205 12:10 `best` is a value | expected a test; a comparison such as `[row < 3]`
            "#]],
        ),
        (
            SOLO,
            "action go in d\n  player empty -> thing thing\n  box box empty -> _ thing thing\n",
            expect![[r#"
            E0307 8:25 `thing` is not one piece | which one? it does not stand in the pattern | name the piece that is put, or let it stand once in the pattern
            E0307 9:28 `thing` is not one piece | which one? it does not stand in the pattern | name the piece that is put, or let it stand once in the pattern
        "#]],
        ),
        (
            DUEL,
            "action go in d\n  man empty -> _ mine\n  mine empty -> _ theirs\n  man+ empty -> _+ man\n",
            expect![[r#"
            E0307 8:18 `mine` is not one piece | which one? it does not stand in the pattern | name the piece that is put, or let it stand once in the pattern
            E0307 9:19 `theirs` is not one piece | which one? it does not stand in the pattern | name the piece that is put, or let it stand once in the pattern
            E0322 10:20 `man` cannot be carried here | in the pattern it is repeated, so there may be none, or several
        "#]],
        ),
        (
            NUMBERS,
            "action go in d\n  _ n? -> {n} _?\n  n -> m, score += k\n  [n > 3, n in tile] -> _\n",
            expect![[r#"
            E0308 8:12 the letter `n` has no number | it is not certain to be bound here | `n` as a test of the pattern binds it
            E0308 9:8 the letter `m` has no number | the pattern does not have it | `m` as a test of the pattern binds it
            E0308 9:20 the letter `k` has no number | nothing before binds it | `k` as a test of the pattern binds it
            E0308 10:4 the letter `n` has no number | nothing before binds it | `n` as a test of the pattern binds it
        "#]],
        ),
        (
            SOLO,
            "action go\n  player -> [player, box]\n  player -> [no thing, box]\n",
            expect![[r#"
            E0309 8:22 two pieces of one layer in one cell | the layer `thing` has something already
            E0309 9:24 two pieces of one layer in one cell | the layer `thing` has something already
        "#]],
        ),
        (
            SOLO,
            "action go\n  4 ways: box box -> player _\n  right: box box -> player _\n  8 ways: any any -> box box\n",
            expect![[r#"
            E0310 8:11 the rule always contradicts itself | read the other way it matches too, and puts something else on `thing` | `each`, `first`, or one direction, such as `right:`
        "#]],
        ),
        (
            SOLO,
            "then\n  all\n    player -> box\n    repeat player -> box\n    let many = count box\n",
            expect![[r#"
            E0311 10:5 `repeat` cannot run at once with other statements | in a block of `all` only rules, `else` and effects
            E0311 11:5 `let` cannot run at once with other statements | in a block of `all` only rules, `else` and effects
        "#]],
        ),
        (
            SOLO,
            "then\n  else player -> box\n  let many = 3\n  else player -> box\n  must player -> box\n  else box -> player\n",
            expect![[r#"
                E0312 8:3 an `else` without a rule before it | at the beginning of a block | it runs where the rule on the line before did not match, or the condition of the `if` did not hold
                E0312 10:3 an `else` without a rule before it | after `let` | it runs where the rule on the line before did not match, or the condition of the `if` did not hold
                E0312 12:3 an `else` without a rule before it | after `must`: where that does not match, the action is illegal | it runs where the rule on the line before did not match, or the condition of the `if` did not hold
            "#]],
        ),
        (
            SOLO,
            "then\n  march box toward player\n  march box in down\n    box meets box -> box\n  march wall toward player\n    wall meets box -> wall\n",
            expect![[r#"
            E0313 8:3 a meeting that is not described | `box` and `player` can come to one cell | a line below it: `box meets player -> …`
            E0313 9:3 a meeting that is not described | `box` and `player` can come to one cell | a line below it: `box meets player -> …`
            E0205 12:16 `box` is of the layer `thing` | expected a piece of the layer `ground`
        "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n  thing: player robot scrap\naction wait\n",
            "then\n  march robot toward player\n    robot meets robot -> scrap\n    robot meets scrap -> scrap\n    robot meets player -> robot\n",
            expect![[r#"
                E0313 7:3 a meeting that is not described | `player` and `scrap` can come to one cell | a line below it: `player meets scrap -> …`
            "#]],
        ),
        (
            SOLO,
            "action go\n  each 4 ways: player turn box -> box player\n  random 2 of player box -> box player\n",
            expect![[r#"
                E0314 8:16 `each` goes along lines, and this pattern turns | a walk, for its `turn` or `bend` | `all` and `first` take walks
                E0315 9:15 several random matches need a pattern of one cell | more than one plain cell
            "#]],
        ),
        (
            SOLO,
            "option half = 50%\noption two = 2\nthen\n  box -> player or wall\n  box -> player with chance 80% or wall with chance 30%\n  box -> player with chance 80%\n  box -> player with chance 5 or wall\n  box -> player with chance two or wall\n  box -> player with chance half or wall\n",
            expect![[r#"
                E0316 10:10 several replacements without their chances | how likely is this one? | `with chance 50%` after it; the last takes the rest
                E0316 11:53 chances of more than 100% | they add up to 110%
                E0316 12:29 chances of less than 100% | they add up to 80% | `or ...` leaves the board as it is otherwise
                E0316 13:29 a chance is a percentage | a whole number | write `90%`
                E0316 14:29 a chance is a percentage | a whole number | write `90%`
            "#]],
        ),
        (
            SOLO,
            "win when row > 3\nvalue moves\nthen\n  moves = column\n",
            expect![[r#"
            E0317 7:10 `row` needs a cell | no cell is looked at here | `row of player` is that of a piece
            E0317 10:11 `column` needs a cell | no cell is looked at here | `column of player` is that of a piece
        "#]],
        ),
        (
            NUMBERS,
            "then\n  dot -> _, score += tile\n",
            expect![[r#"
            E0317 8:22 `tile` needs a cell | no cell is looked at here | `count [tile > 3]` asks every cell
        "#]],
        ),
        (
            SOLO,
            "action go in d\n  4 ways from d: player box -> box player\nwin when some [beside c, box]\n",
            expect![[r#"
                E0318 8:15 `d` is no cell of the action | it is a direction | `action place at c` has the cell `c`
                E0318 9:23 `c` is no cell of the action | only an action has cells | `action place at c` has the cell `c`
            "#]],
        ),
        (
            SOLO,
            "then\n  until no box\n  picture\n    .\nstart\n  2 times: player -> box\n  if some box:\n    until no box\n",
            expect![[r#"
                E0319 8:3 `until` cannot stand here | only in `start`, and not inside another statement
                E0319 9:3 a picture cannot stand here | only `start` puts pictures
                E0319 14:5 `until` cannot stand here | only in `start`, and not inside another statement
            "#]],
        ),
        (
            SOLO,
            "action go in d\n  player box -> player box\n  wall -> wall, score += 1\n  must player box -> player box\n  [no thing] -> [no thing]\n  goal -> ...\n",
            expect![[r#"
                warning E0320 8:3 the rule changes nothing | what it puts is there already | `must` before a rule makes it a condition of the action
                warning E0320 11:3 the rule changes nothing | what it puts is there already | `must` before a rule makes it a condition of the action
                warning E0320 12:3 the rule changes nothing | what it puts is there already | `must` before a rule makes it a condition of the action
            "#]],
        ),
        (
            SOLO,
            "value moves\naction put at c\n  at c: empty -> box\n  moves += 1\naction step in d\n  moves -= 2\n  if some box: player empty -> _ player\n  else player box -> _ player\naction sure at c\n  must at c: empty -> box\n  moves += 1\naction asked in d\n  player empty -> _ player\n  require some wall\n  moves += 1\naction by-chance\n  player -> box\n  moves += 1\naction none at c\n  at c: empty -> box\n  moves += 0\n",
            expect![[r#"
                warning E0324 10:3 `put` can be chosen where none of its rules match | this changes the state whatever is chosen, and so makes it legal | `must` before a rule makes it a condition of the action
                warning E0324 12:3 `step` can be chosen where none of its rules match | this changes the state whatever is chosen, and so makes it legal | `must` before a rule makes it a condition of the action
            "#]],
        ),
        (
            RANKS,
            "let mobile = [mine, no flag]\naction take from a to b\n  4 ways from a to b: mobile theirs -> _ ...\naction give at c\n  at c: mine -> _\n",
            expect![[r#"
                warning E0325 15:3 what is on the layer `rank` stays behind here | this takes away what is on `owner`; the legend shows the two together only | `[…, rank]` on the left side takes both; pieces that are declared `for each player` need no second layer
                warning E0325 17:3 what is on the layer `rank` stays behind here | this takes away what is on `owner`; the legend shows the two together only | `[…, rank]` on the left side takes both; pieces that are declared `for each player` need no second layer
            "#]],
        ),
        // Beside a rule that takes both, too.
        (
            RANKS,
            "action take from a to b\n  4 ways from a to b: [mine, scout] any -> _ [mine, scout]\n  4 ways from a to b: [mine, no flag] theirs -> _ ...\n",
            expect![[r#"
                warning E0325 15:3 what is on the layer `rank` stays behind here | this takes away what is on `owner`; the legend shows the two together only | `[…, rank]` on the left side takes both; pieces that are declared `for each player` need no second layer
            "#]],
        ),
        (
            RANKS,
            "action whole from a to b\n  4 ways from a to b: [mine, scout] any -> _ [mine, scout]\naction bare at c\n  at c: [mine, no rank] -> _\naction both at c\n  at c: mine -> _\n  [no owner, rank] -> [no rank]\naction turn at c\n  at c: mine -> theirs\n",
            expect![""],
        ),
        (
            SOLO,
            "action go\n  right: edge -> edge\n  right: edge -> box\n  4 ways: (box | edge) wall -> (_ | edge) wall\n  right: (box | edge) wall -> (edge | edge) wall\n",
            expect![[r#"
                E0305 8:10 the pattern consumes no cell | `edge`, `turn` and `bend` stand between cells | `any` is a cell with anything on it
                E0305 9:10 the pattern consumes no cell | `edge`, `turn` and `bend` stand between cells | `any` is a cell with anything on it
                E0301 11:31 the replacement does not mirror the pattern | 1 part here, 2 in the pattern | `...` leaves the cells that it stands for as they are
            "#]],
        ),
        (
            SOLO,
            "action go\n  box** -> _\n  2.5 -> _\n  random 3 empty -> box\n  random 3 of empty -> box\n",
            expect![[r#"
                E0110 8:7 expected a test after the repeat, found `*` | this repeats a repeat | delete one of them: `*` alone is any number of cells, also none
                E0103 9:3 expected a whole number, found `2.5` | numbers are whole; only percentages have decimals | write a whole number, or `2.5%`
                E0306 10:10 a number, but no layer has numbers | so many of the matches? | write `random 3 of` before the pattern
            "#]],
        ),
        (
            SOLO,
            "then\n  march box toward player\n    box meet player -> box\n  each\n    box -> _\n  elif some wall: box -> _\n",
            expect![[r#"
                E0105 9:9 expected `meets`, found `meet` | expected `meets` | write `robot meets scrap -> scrap`
                E0105 10:7 expected a rule after `each`, found the end of the line | expected a rule after `each` | only `all` and `repeat` have blocks; `each` stands before each rule
                E0105 12:3 expected a statement, found `elif` | no statement begins so | write `else if`
            "#]],
        ),
        (
            NUMBERS,
            "then\n  march tile in up\n",
            expect![[r#"
                E0313 8:3 a meeting that is not described | two of `tile` can come to one cell | only named pieces can march where they may meet
            "#]],
        ),
        (
            SOLO,
            "let crowd = [wall, beside player]\nthen\n  at c: box -> _\naction go in d from a to b\n  from d: box -> _\n  8 ways from player: box wall -> _ wall\n",
            expect![[r#"
                E0318 7:27 `player` is no cell of the action | it is not a parameter of the action | `[1.. player beside]` counts neighbours
                E0318 9:6 `c` is no cell of the action | only an action has cells | `action place at c` has the cell `c`
                E0318 11:8 `d` is no cell of the action | it is a direction | `action place at c` has the cell `c`
                E0318 12:15 `player` is no cell of the action | it is not a parameter of the action | `action place at c` has the cell `c`
            "#]],
        ),
        (
            SOLO,
            "then\n  box no wall -> _\n  else box -> _\n  if box: box -> _\n  else wall -> _\n",
            expect![[r#"
                E0105 8:7 expected a piece or another test, found `no` | expected a piece or another test | `no` stands in brackets here: `[no wall]`
                E0105 10:6 expected a condition, found `box` | expected a condition | `some box` asks whether there is one, `box > 0` whether a value is greater
            "#]],
        ),
        (
            SOLO,
            "then\n  box -> _ with chance 70% or wall with chance 40% or goal\n",
            expect![[r#"
                E0316 8:48 chances of more than 100% | they add up to 110%
            "#]],
        ),
        (
            NUMBERS,
            "action go\n  16 -> 0\n  n -> {16}\n",
            expect![[r#"
            E0321 8:3 `tile` cannot hold 16 | `tile` holds the numbers from 1 to 15
            E0321 8:9 `tile` cannot hold 0 | `tile` holds the numbers from 1 to 15
            E0321 9:8 `tile` cannot hold 16 | `tile` holds the numbers from 1 to 15
        "#]],
        ),
    ]
}
