//! E02: names and declarations.

use expect_test::expect;

use super::{DUEL, NUMBERS, Row, SOLO, check_rows};

#[test]
fn names_and_declarations_are_checked() {
    check_rows(rows());
}

pub(crate) fn rows() -> Vec<Row> {
    vec![
        (
            "",
            "board 4 x 4\npieces\n  thing: box\naction wait\n",
            expect![[r#"
            E0201 1:1 no title | expected `game` first | `game Sokoban` on the first line
        "#]],
        ),
        (
            "",
            "game Test\n",
            expect![[r#"
            E0210 1:1 no pieces | what lies on the board? | `pieces`, and below it a layer such as `thing: player box`
            E0218 1:1 no actions | what can a player do? | `action place at c`, and below it what happens
            E0413 1:1 neither a board nor a level | how large is the board? | `board 8 x 8`, or a `level` with its picture
        "#]],
        ),
        (
            SOLO,
            "value box\nvalue moves\noption moves = 1\n",
            expect![[r#"
                E0202 7:7 `box` is given twice | a piece has this name already, on line 5
                E0202 9:8 `moves` is given twice | a value has this name already, on line 8
            "#]],
        ),
        (
            SOLO,
            "let goal = box\nvalue width\nvalue n\n",
            expect![[r#"
                E0202 7:5 `goal` is given twice | a piece has this name already, on line 4
                E0202 8:7 `width` has a meaning already | the language has this word
                E0205 9:7 `n` is a letter | single letters are for patterns and parameters | a name has at least two characters
            "#]],
        ),
        (
            SOLO,
            "action wait\naction go d and d\n",
            expect![[r#"
                E0202 7:8 `wait` is given twice | an action has this name already, on line 6
                E0202 8:17 `d` is given twice | a parameter already, on line 8
            "#]],
        ),
        (
            SOLO,
            "action go in d\n  player bxo -> _ pleyer\n",
            expect![[r#"
            E0203 8:10 unknown name `bxo` | expected a piece, a layer or a `let` | did you mean `box`?
            E0203 8:19 unknown name `pleyer` | expected a piece, a layer or a `let` | did you mean `player`?
        "#]],
        ),
        (
            SOLO,
            "win when every gaol has box\nlose when no action wiat\n",
            expect![[r#"
            E0203 7:16 unknown name `gaol` | expected a piece, a layer or a `let` | did you mean `goal`?
            E0203 8:21 unknown action `wiat` | expected an action | did you mean `wait`?
        "#]],
        ),
        (
            SOLO,
            "then\n  moves += 1\n  spruot\ndefine sprout\n  player -> box\n",
            expect![[r#"
            E0203 8:3 unknown name `moves` | expected a value | `value moves` on a line of its own makes it one
            E0203 9:3 unknown name `spruot` | expected a definition or a rule | did you mean `sprout`?
        "#]],
        ),
        (
            SOLO,
            "win when count box > movse\nvalue moves\n",
            expect![[r#"
            E0203 7:22 unknown name `movse` | expected a number | did you mean `moves`?
        "#]],
        ),
        (
            SOLO,
            "action go in d\n  8 ways or dwon: player box -> box player\n",
            expect![[r#"
            E0203 8:13 unknown direction `dwon` | expected a direction, such as `up`, or a parameter that is one | did you mean `down`?
        "#]],
        ),
        (
            SOLO,
            "then\n  thing += 1\nboard 5 x 5\ndisplay\n  player \"@\"\ndisplay\n  box \"b\"\n",
            expect![[r#"
                E0205 8:3 `thing` is a layer | expected a value that the game changes
                E0204 9:1 `board` stands twice | the first is on line 2
                E0204 12:1 `display` stands twice | the first is on line 10
            "#]],
        ),
        (
            SOLO,
            "option depth = 3\naction go in d when depth = box\n  player depth -> depth player\n",
            expect![[r#"
            E0205 8:29 `box` is a piece | expected a number | `count box` is the number of such cells
            E0205 9:10 `depth` is an option | expected a piece, a layer or a `let`
            E0205 9:19 `depth` is an option | expected a piece, a layer or a `let`
        "#]],
        ),
        (
            SOLO,
            "use line\nuse lines\nuse lines\n",
            expect![[r#"
            E0206 7:5 unknown library `line` | expected `capture` or `lines` | did you mean `lines`?
            E0204 9:5 `use lines` stands twice | once is enough
        "#]],
        ),
        (
            SOLO,
            "use lines\nwin when some line(3)\nlose when some line(3, box, 4)\ndraw when some line\n",
            expect![[r#"
            E0207 8:15 `line` takes 2 arguments | one here | write `line(n, t)`
            E0207 9:16 `line` takes 2 arguments | 3 here | write `line(n, t)`
            E0207 10:16 `line` takes 2 arguments | none here | write `line(n, t)`
        "#]],
        ),
        (
            SOLO,
            "use lines\nwin when some line(box, 3)\nlose when some line(5, box)\n",
            expect![[r#"
                E0205 8:20 `box` is a piece | expected a number of cells
                E0306 8:25 a number, but no layer has numbers | expected a piece, a layer or a `let` | `tile: number 1 to 15` in `pieces` is a layer of numbers
                E0303 9:16 pattern is longer than any line of the board | 5 cells, but the longest line has 4 | `empty*` matches any number of cells
            "#]],
        ),
        (
            SOLO,
            "let one = two\nlet two = [one, box]\nwin when some one\n",
            expect![[r#"
            E0208 8:12 `one` uses itself | written out, it would never end
        "#]],
        ),
        (
            SOLO,
            "define one\n  two\ndefine two\n  one\nthen: one\n",
            expect![[r#"
                E0208 10:3 `one` uses itself | written out, it would never end
            "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n",
            "  one: 0 kinds\n  two: 63 kinds\n  three: number 5 to 1\n  four: number 3 doubling to 7\n  five: x\naction wait\n",
            expect![[r#"
            E0210 4:8 a layer of 0 kinds | expected 1 to 62
            E0210 5:8 a layer of 63 kinds | expected 1 to 62
            E0210 6:17 no number is from 5 to 1 | the lesser comes first
            E0210 7:30 3 doubled never is 7 | no such number | the number before it is 6
            E0210 8:9 `x` is too short for a piece | one character is a glyph or a letter | a piece has at least two characters
        "#]],
        ),
        (
            SOLO,
            "option two = 120%\noption size = 3 from 5\noption mix = 3 to 50%\n",
            expect![[r#"
            E0211 7:14 `two` is out of its range | expected 0% to 100%
            E0211 8:15 `size` is out of its range | expected 5 to 1000000
            E0211 9:19 percentages and whole numbers in one option | not like the default
        "#]],
        ),
        (
            SOLO,
            "win when some theirs\nlose when some mine\npass any time\nagain when some box\n",
            expect![[r#"
            E0212 7:15 `theirs` needs players | the game has one player | `players black white`, and `disc: black white` or `man for each player`
            E0212 8:16 `mine` needs players | no piece belongs to a player | `players black white`, and `disc: black white` or `man for each player`
            E0212 9:1 `pass` needs players | the game has one player | `players black white`; an `action wait` without lines lets time pass
            E0212 10:1 `again` needs players | the game has one player | `players black white`; an `action wait` without lines lets time pass
        "#]],
        ),
        (
            SOLO,
            "end when everyone passed\n",
            expect![[r#"
            E0212 7:10 `everyone passed` needs players | the game has one player
        "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n",
            "  piece: man king for each player\naction wait\nwin when some man\n",
            expect![[r#"
            E0212 4:3 `for each player` needs players | the game names none | `players black white`
        "#]],
        ),
        (
            DUEL,
            "win when some my black-man\nlose when some their queen\ndraw when some black\n",
            expect![[r#"
            E0205 7:18 `black-man` is a piece | expected a kind of piece that each player has
            E0203 8:22 unknown name `queen` | expected a kind of piece that each player has
        "#]],
        ),
        (
            SOLO,
            "action go in a in b in e in f\n  a: player -> box\n",
            expect![[r#"
            E0213 7:29 more than 3 parameters | one too many
        "#]],
        ),
        (
            SOLO,
            "display\n  goal \"g\" purple\n  thing \"x\"\n  goal \"h\"\n  nothin \".\"\n",
            expect![[r#"
                E0214 8:12 unknown colour or shape `purple` | expected a colour or a shape | colours are black red green yellow blue magenta cyan white grey orange; shapes are disc ring cross box tile bar post slash backslash sign unseen joint star bare gap squares lines
                E0214 9:3 `thing` is a layer of named pieces | expected a piece, `nothing`, or a layer of kinds
                E0214 10:3 `goal` is shown twice | one line for each
                E0203 11:3 unknown name `nothin` | expected a piece or `nothing`
            "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n  tile: 3 kinds\naction wait\n",
            "display\n  tile \"ab\"\n",
            expect![[r#"
            E0214 7:8 not one glyph a kind | 2 characters for 3 kinds | a string here has one character for each kind, in order
        "#]],
        ),
        (
            SOLO,
            "action go in d\nkeys\n  q q -> go left\n  r -> right\n  h -> help\n",
            expect![[r#"
                E0215 9:5 the key `q` is given twice | it does something already
            "#]],
        ),
        (
            SOLO,
            "keys\n  w -> wiat\n  x -> wait a b\n",
            expect![[r#"
            E0410 8:8 unknown action `wiat` | expected the name of an action | did you mean `wait`?
            E0410 9:8 words too many | `wait` takes 0, here are 2
        "#]],
        ),
        (
            SOLO,
            "define lost\n  box -> _\n",
            expect![[r#"
                warning E0219 7:8 nothing uses `lost` | this `define` has no effect | delete it, or use its name in a rule
            "#]],
        ),
        (
            SOLO,
            "words\n  winn \"yes\"\n  illegal wait \"no {count box}\"\n  illegal go \"no\"\n  win \"{movse}\"\n",
            expect![[r#"
                E0216 8:3 unknown occasion `winn` | expected an occasion, such as `win` or `illegal` | did you mean `win`?
                E0216 10:11 unknown action `go` | expected the name of an action
                E0203 11:9 unknown name `movse` | expected a number
            "#]],
        ),
        (
            DUEL,
            "action go\n  forward: man empty -> _ man\n",
            expect![[r#"
                E0217 8:3 `forward` needs a forward direction for every player | `black` has no forward direction | in `players`, one player a line: `white forward up`
            "#]],
        ),
        (
            SOLO,
            "action go\n  forward-diagonals: player empty -> _ player\n",
            expect![[r#"
                E0217 8:3 `forward-diagonals` needs a forward direction for every player | the game has no players with a forward direction | in `players`, one player a line: `white forward up`
            "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n  thing: box\n",
            "rules\n  box empty -> _ box\n",
            expect![[r#"
            E0218 1:1 no actions | what can a player do? | `rules` is text for the player; what happens stands below `action place at c`
        "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n  thing: box\n",
            "",
            expect![[r#"
            E0218 1:1 no actions | what can a player do? | `action place at c`, and below it what happens
        "#]],
        ),
        (
            SOLO,
            "option size = 3\nlet run(n, m) = sees (box{n,m})\nlet rows(k) = sees (box{size})\nwin when some run(3, 2) or some run(-1, 2)\nlose when some run(size, 9) or some run(box, 2)\n",
            expect![[r#"
                E0115 8:23 expected bounds that rise, found `{3,2}` | no number lies between these
                E0205 9:25 `size` is an option | expected a number of cells
                E0205 10:37 a number of cells is not computed | `n` says how often a cell is repeated | write a number, such as `3`
                E0205 11:20 `size` is an option | expected a number of cells
                E0205 11:41 `box` is a piece | expected a number of cells
            "#]],
        ),
        (
            "game Test\nboard 4 x 4\npieces\n  thing: player box\n",
            "action go in d (5 ways)\n  player -> box\n",
            expect![[r#"
                E0105 5:17 expected a direction, such as `8 ways` or `up`, found `5` | expected a direction, such as `8 ways` or `up` | write `4 ways` or `8 ways`
            "#]],
        ),
        (
            SOLO,
            "action step in d\n  player -> box\nwords\n  illegal stpe \"no\"\n",
            expect![[r#"
                E0216 10:11 unknown action `stpe` | expected the name of an action | did you mean `step`?
            "#]],
        ),
        (
            SOLO,
            "let line(n, t) = sees 8 ways (t{n})\nwin when some line(box, box)\nlose when some line([no box], box) or some line(1 + 1, box)\n",
            expect![[r#"
                E0205 8:20 `box` is a piece | expected a number of cells
                E0205 9:21 a test where a number of cells is needed | `n` says how often a cell is repeated
                E0205 9:49 a number of cells is not computed | `n` says how often a cell is repeated | write a number, such as `3`
            "#]],
        ),
        (
            NUMBERS,
            "let mark-of(k) = [k in tile, dot]\nwin when some mark-of(3)\nlose when some [n in dot]\n",
            expect![[r#"
            E0205 9:22 `dot` is a piece | expected a layer
        "#]],
        ),
        (
            SOLO,
            "action go at c\n  at c: [player, n box around] -> _\n  at c: [player, many (box or goal) beside] -> _\n",
            expect![[r#"
                E0105 8:18 expected a number of neighbours, found `n` | a number of neighbours is written out: a name cannot stand here | write a number or a range: `2 box around`, `1..3 box around`
                E0105 9:18 expected a number of neighbours, found `many` | a number of neighbours is written out: a name cannot stand here | write a number or a range: `2 box around`, `1..3 box around`
            "#]],
        ),
        (
            SOLO,
            "action go at c\n  at c: [player around c] -> _\n  at c: [player, around c] -> _\n",
            expect![[r#"
                E0105 8:17 expected `,`, `or` or `]`, found `around` | expected `,`, `or` or `]` | neighbours are counted: `[2 box around]`, `[1.. box beside]`
            "#]],
        ),
        (
            NUMBERS,
            "action go\n  right: [n in number] empty{n} -> _ ...\n",
            expect![[r#"
            E0203 8:16 unknown name `number` | expected a layer
            E0205 8:30 the number of a letter cannot say how often | `n` is known once its cell has matched | write a number or bounds, such as `{2}` or `{1,3}`
        "#]],
        ),
        (
            SOLO,
            "action go\n  right: [player, sees right (any (box or goal))] -> _\n  right: player (box or goal) -> ...\n",
            expect![[r#"
                E0105 8:40 expected `)`, `|` or more of the group, found `or` | expected `)`, `|` or more of the group | for one cell write `[a or b]`, for runs of cells `(a | b c)`
                E0105 9:22 expected `)`, `|` or more of the group, found `or` | expected `)`, `|` or more of the group | for one cell write `[a or b]`, for runs of cells `(a | b c)`
            "#]],
        ),
        (
            SOLO,
            "action go at c\n  at c: [any (box or goal)] -> _\n  at c: [player, any (box, goal)] -> _\n  at c: any(box or goal) -> _\n",
            expect![[r#"
                E0105 8:14 expected `,`, `or` or `]`, found `(` | expected `,`, `or` or `]` | `any` is every cell; for one of several tests write `[box or goal]`
                E0105 9:22 expected `,`, `or` or `]`, found `(` | expected `,`, `or` or `]` | `any` is every cell; for one of several tests write `[box, goal]`
                E0105 10:12 expected a test without arguments, found `(` | expected a test without arguments | `any` is every cell; for one of several tests write `[box or goal]`
            "#]],
        ),
        (
            SOLO,
            "action go at c\n  at c: box or goal -> _\n  at c: [box and goal] -> _\n  at c: [box | goal] -> _\n",
            expect![[r#"
                E0105 8:13 expected `->` and what is put, or more of the pattern, found `or` | expected `->` and what is put, or more of the pattern | for one cell write `[a or b]`, for runs of cells `(a | b c)`
                E0105 9:14 expected `,`, `or` or `]`, found `and` | expected `,`, `or` or `]` | write `[a, b]` where both hold
                E0105 10:14 expected `,`, `or` or `]`, found `|` | expected `,`, `or` or `]` | tests are parted: `[a, b]` where both hold, `[a or b]` where one does
            "#]],
        ),
        (
            SOLO,
            "action go at c\n  at c: [player, 2 around box] -> _\n  at c: [player, few..3 box around] -> _\n  at c: [player, few + 1 box around] -> _\n",
            expect![[r#"
                E0105 8:20 expected `,`, `or` or `]`, found `around` | expected `,`, `or` or `]` | neighbours are counted: `[2 box around]`, `[1.. box beside]`
                E0105 9:21 expected `,`, `or` or `]`, found `..` | expected `,`, `or` or `]` | a number of neighbours is written out: a name cannot stand here
                E0105 10:22 expected `,`, `or` or `]`, found `+` | expected `,`, `or` or `]` | a number of neighbours is written out: a name cannot stand here
            "#]],
        ),
        (
            SOLO,
            "action go\n  if player to move:\n    player -> _\n  if to act = player:\n    player -> _\n  if player moves:\n    player -> _\n",
            expect![[r#"
                E0105 8:6 expected a condition, found `player` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0105 10:6 expected a condition, found `to` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0105 12:6 expected a condition, found `player` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            "#]],
        ),
        (
            SOLO,
            "let good(x) = [x goal\nvalue moves moves\naction go\n  good(box) -> _\n  moves += 1\n  baad(box) -> _\n",
            expect![[r#"
                E0105 7:18 expected `,`, `or` or `]`, found `goal` | expected `,`, `or` or `]` | tests are parted: `[a, b]` where both hold, `[a or b]` where one does
                E0105 8:13 expected `=`, found `moves` | expected `=` | write `value pushes = 0`
                E0203 12:3 unknown name `baad` | expected a `let` with parameters
            "#]],
        ),
        (
            "",
            "game Test\nboard 4 x 4\npieces\n  thing: box(1) crate\n  ground: goal\naction go\n  crate -> gaol\n",
            expect![[r#"
                E0105 4:13 expected the end of the line, found `(` | expected the end of the line
                E0203 7:12 unknown name `gaol` | expected a piece, a layer or a `let` | did you mean `goal`?
            "#]],
        ),
        (
            SOLO,
            "value seen\naction go\n  seen = count box around\n  seen = {count box}\n  if black to act:\n    box -> _\n",
            expect![[r#"
                E0105 9:20 expected the end of the number, found `around` | `count` counts cells of the whole board | a test counts neighbours: `[2 box around]`, `[1..3 box beside]`
                E0105 10:10 expected a number or a name, found `{` | expected a number or a name | braces are for a number that a rule puts
                E0105 11:6 expected a condition, found `black` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            "#]],
        ),
        (
            SOLO,
            "value seen\naction go\n  if player is to act:\n    box -> _\n  if turn = player:\n    box -> _\n  if it is player:\n    box -> _\n  if current player = box:\n    box -> _\n  if mine = box:\n    box -> _\n  if seen is 3:\n    box -> _\n",
            expect![[r#"
                E0105 9:6 expected a condition, found `player` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0105 11:6 expected a condition, found `turn` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0105 13:6 expected a condition, found `it` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0105 15:6 expected a condition, found `current` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0105 17:6 expected a condition, found `mine` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0105 19:11 expected a comparison such as `=` or `<`, found `is` | expected a comparison such as `=` or `<` | numbers are compared by signs: `score = 3`; `every goal is box` asks all goals
            "#]],
        ),
        (
            SOLO,
            "value whose\nvalue it\naction go\n  if count player > 3 and whose > 3 and it mod 2 = 0:\n    box -> _\n",
            expect![""],
        ),
        (
            DUEL,
            "action go\n  if player = black:\n    man -> _\n  if black = me:\n    man -> _\n  if black is to move:\n    man -> _\n",
            expect![[r#"
                E0105 12:6 expected a condition, found `black` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0203 8:6 unknown name `player` | expected a number | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0203 10:14 unknown name `me` | expected a number | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            "#]],
        ),
        (
            SOLO,
            "value seen\naction go\n  seen = count of box\nwords\n  turn \"{box count} {seen}\"\n  win \"{number of box}\"\n  lose \"{}\"\n",
            expect![[r#"
                E0105 9:16 expected a piece or another test, found `of` | expected a piece or another test | what is counted stands right behind `count`: `count box`
                E0105 11:14 expected `}` or a sign such as `+`, found `count` | expected `}` or a sign such as `+` | `count` stands before what is counted: `{count box}`
                E0105 12:16 expected `}` or a sign such as `+`, found `of` | expected `}` or a sign such as `+` | braces hold one number, such as `{score}` or `{count box}`
                E0105 13:10 expected a number or a name, found `}` | expected a number or a name | a brace that is only a character is written `\{`
            "#]],
        ),
        (
            SOLO,
            "value seen\nlet less = (seen - 1)\nlet more = seen-1\nlet even = [seen / 2]\nlet three = 4 - 1\nlet odd = (seen mod 2)\n",
            expect![[r#"
                E0105 8:18 expected the test of one cell, found `-` after it | a test is nothing to calculate with | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
                E0105 9:16 expected the test of one cell, found `-` after it | a test is nothing to calculate with | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
                E0105 10:18 expected `,`, `or` or `]`, found `/` | expected `,`, `or` or `]` | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
                E0105 11:15 expected the test of one cell, found `-` after it | a test is nothing to calculate with | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
                E0105 12:17 expected the test of one cell, found `mod` after it | a test is nothing to calculate with | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
            "#]],
        ),
        (
            SOLO,
            "value seen\naction go\n  seen++\n  seen--\n  if seen = 3 then:\n    box -> _\n  if seen = 3 {\n  box{1..3} -> ...\n  box -> _ when seen = 3\n  box -> [box, mark] goal\n  box -> nothing\n  none -> box\n  for c in cells:\n    box -> _\nlose when player cannot move\n",
            expect![[r#"
                E0105 9:3 expected a statement, found `seen` | expected a statement | write `seen += 1`
                E0105 10:3 expected a statement, found `seen` | expected a statement | write `seen -= 1`
                E0105 11:15 expected `:`, `and` or `or`, found `then` | expected `:`, `and` or `or` | a colon stands behind the condition, and what is done below it, indented
                E0105 13:15 expected `:`, `and` or `or`, found `{` | expected `:`, `and` or `or` | a colon stands behind the condition, and what is done below it, indented
                E0105 14:8 expected `,` or `}`, found `..` | expected `,` or `}` | bounds of a repeat have a comma: `{1,3}`
                E0105 15:12 expected what is put, found `when` | expected what is put | a condition stands in a line above the rule: `if score > 3:`
                E0105 19:3 expected a statement, found `for` | no statement begins so | a rule acts wherever it matches: `box -> _`
                E0105 21:11 expected a condition, found `player` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
                E0301 16:10 the replacement does not mirror the pattern | 2 parts here, 1 in the pattern | what one cell gets on several layers stands in brackets: `[box, mark]`
                E0203 17:10 unknown name `nothing` | expected a piece, a layer or a `let` | did you mean `_`?
                E0203 18:3 unknown name `none` | expected a piece, a layer or a `let` | did you mean `_`?
            "#]],
        ),
        (
            SOLO,
            "value seen\nlet less = (seen)\nlet least = min(seen, 1)\n",
            expect![[r#"
            E0205 8:13 `seen` is a value | expected a test; a comparison such as `[row < 3]`
            E0205 9:13 `min` is a function of numbers | expected a test; a comparison such as `[row < 3]`
        "#]],
        ),
        (
            SOLO,
            "let hop = [box, no a]\naction go at a\n  at a: box -> _\n",
            expect![[r#"
            warning E0219 7:5 nothing uses `hop` | this `let` has no effect | delete it, or use its name in a rule
        "#]],
        ),
        (
            SOLO,
            "let hop = [box, no any]\naction go at a\n  at a: box -> _\n",
            expect![[r#"
                E0304 7:11 no cell can pass this test | its parts contradict each other | a cell holds at most one piece of each layer
            "#]],
        ),
        (
            SOLO,
            "action go\n  right: player box -> ... ...\n",
            expect![[r#"
            E0301 8:28 a second `...` on the right | how much each of them stands for cannot be told
        "#]],
        ),
        (
            "",
            "game Test\nboard 2 x 1\npieces\n  side: back\n  card: 3 kinds\nlegend\n  .  nothing\n  #  back on card\n  a b c  card\naction go\n  [back, card] -> card\n",
            expect![[r#"
                warning E0401 8:3 `card` has 3 kinds | one glyph stands for the first kind alone | write 3 glyphs, one for each kind, in their order
                warning E0323 11:19 what is on the layer `side` is taken away here | the left side asks for it, and this does not name `side` | `[side, card]` leaves it, `[no side, card]` takes it away
            "#]],
        ),
    ]
}
