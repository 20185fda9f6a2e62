//! Messages about mistakes: one line a diagnostic, `E0105 12:5 message | label | help`.

use expect_test::{Expect, expect};
use masume_syntax::{Code, parse, parse_bytes};

use crate::samples::diagnostics;

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&diagnostics(text));
}

/// Checks statements, the first of which stands on line 2.
fn check_statements(statements: &str, expected: Expect) {
    expected.assert_eq(&diagnostics(&format!("action a\n{statements}")));
}

#[test]
fn e0101_a_file_is_bounded() {
    let most = "/".repeat(masume_syntax::MOST_BYTES);
    assert_eq!(parse(&most).diagnostics, []);
    let text = format!("{most}\ngame X");
    let parsed = parse(&text);
    assert!(parsed.file.sections.is_empty());
    assert_eq!(parsed.syntax().to_string(), text);
    check(
        &text,
        expect![[r#"
        E0101 1:1 expected a file of 1048576 bytes at most, found 1048583 | the file is too large | levels can stand in files of their own
    "#]],
    );
}

#[test]
fn e0102_a_file_is_utf_8() {
    let parsed = parse_bytes(b"game X\n\xff\xfe");
    assert!(parsed.file.sections.is_empty());
    let diagnostic = &parsed.diagnostics[0];
    assert_eq!((diagnostic.code, diagnostic.span.start), (Code::NotText, 7));
    expect!["expected UTF-8 text, found the byte 0xFF"].assert_eq(&diagnostic.message);
    assert_eq!(parse_bytes("\u{feff}game X\r\n".as_bytes()).diagnostics, []);
}

#[test]
fn e0103_apostrophes() {
    check(
        "win when black's turn\nlose when it’s white’s turn\naction go when it isn't white\nlet king = white's\n\
         about 'told'\nlet man = 'man'",
        expect![[r#"
            E0103 1:15 expected a name, a number or a sign, found `'` | this means nothing here | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            E0103 2:13 expected a name, a number or a sign, found `’` | this means nothing here | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            E0103 2:21 expected a name, a number or a sign, found `’` | this means nothing here | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            E0103 3:22 expected a name, a number or a sign, found `'` | this means nothing here | names have no apostrophe: `my` and `their` before a piece say whose it is
            E0103 4:17 expected a name, a number or a sign, found `'` | this means nothing here | names have no apostrophe: `my` and `their` before a piece say whose it is
            E0103 5:7 expected a name, a number or a sign, found `'` | this means nothing here | texts stand between double quotes, `"`
            E0103 6:11 expected a name, a number or a sign, found `'` | this means nothing here | texts stand between double quotes, `"`
        "#]],
    );
}

#[test]
fn e0103_unknown_characters() {
    check(
        "about “hello”\nlet a = b;\nlet a = !b\nlet a = b & c\nboard 8 × 8\nlet a\u{a0}= b\nscore 1.5\n\
         display\n  player @\n  player '@'\n# comment\nabout \"\\x\"\nwords\n  win \"\\x\"\nlet a = \u{0}",
        expect![[r#"
            E0103 1:7 expected a name, a number or a sign, found `“` | this means nothing here | texts stand between straight quotes, `"`
            E0103 2:10 expected a name, a number or a sign, found `;` | this means nothing here | a statement ends with its line
            E0103 3:9 expected a name, a number or a sign, found `!` | this means nothing here | write `no` or `not`
            E0103 4:11 expected a name, a number or a sign, found `&` | this means nothing here | write `and`, or several tests in brackets: `[a, b]`
            E0103 5:9 expected a name, a number or a sign, found `×` | this means nothing here | write `x`
            E0103 6:6 expected a name, a number or a sign, found the character U+00A0 | this means nothing here | write an ordinary blank
            E0103 7:7 expected a whole number, found `1.5` | numbers are whole; only percentages have decimals | write a whole number, or `1.5%`
            E0103 9:10 expected a name, a number or a sign, found `@` | this means nothing here | a glyph stands between quotes: `"@"`
            E0103 10:10 expected a name, a number or a sign, found `'` | this means nothing here | a glyph stands between quotes: `"'"`
            E0103 11:1 expected a name, a number or a sign, found `#` | this means nothing here | comments begin with `//`
            E0103 12:8 expected an escape, found `\x` | a backslash begins an escape | the escapes are `\"`, `\\` and `\n`
            E0103 14:8 expected an escape, found `\x` | a backslash begins an escape | the escapes are `\"`, `\\`, `\n` and `\{`
            E0103 15:9 expected a name, a number or a sign, found the character U+0000 | this means nothing here | 
        "#]],
    );
}

#[test]
fn e0103_what_would_steer_a_terminal_is_refused_where_it_is_shown() {
    check(
        "game A\u{1b}[31m\n\nabout \"b\u{9b}c\"\n\n// \u{7}\n\nlevel \"d\u{7}\"\n  #\u{1b}c#\n\nhelp\n  \
         a\rb\n\nwords\n  win \"e\u{8}\"\n",
        expect![[r#"
            E0103 1:7 expected text, found the control character U+001B | this is no character to be shown | 
            E0103 3:9 expected text, found the control character U+009B | this is no character to be shown | 
            E0103 7:9 expected text, found the control character U+0007 | this is no character to be shown | 
            E0103 8:4 expected text, found the control character U+001B | this is no character to be shown | 
            E0103 11:4 expected text, found the control character U+000D | this is no character to be shown | 
            E0103 15:9 expected text, found the control character U+0008 | this is no character to be shown | 
        "#]],
    );
}

#[test]
fn e0104_unclosed_texts() {
    check(
        "about \"hello\nabout \"hello\\\"\nwords\n  win \"a {score\n  win \"a",
        expect![[r#"
        E0104 1:7 expected a closing quote, found the end of the line | this text is not closed | a text ends on its line, with `"`
        E0104 2:7 expected a closing quote, found the end of the line | this text is not closed | a text ends on its line, with `"`
        E0104 4:7 expected a closing quote, found the end of the line | this text is not closed | a text ends on its line, with `"`
        E0104 5:7 expected a closing quote, found the end of the line | this text is not closed | a text ends on its line, with `"`
    "#]],
    );
}

#[test]
fn e0105_headings_that_lack_something() {
    check(
        "game\nabout Hello\nuse 3\nboard 8x8\nboard 8 8\nboard eight\nboard 8 x 8 even from 4 x 4\n\
         board 8 x 8 with a rim\nplayers black, white\nplayers black forward up\noption two 90%\n\
         option two = 12.345%\noption two = x\nvalue x = y\nlet free [no wall]\nlet free = no wall, no box\n\
         let a = line (3)\ndefine f(\npass\npass when action\nagain if a\nscore\nlevel First\n  #\nnotation\n\
         action\naction push d\naction push in dir\naction push in d e",
        expect![[r#"
            E0105 1:5 expected a title, found the end of the line | expected a title | write `game Othello`
            E0105 2:7 expected a text, found `Hello` | expected a text | write it between quotes: `about "One line for the menu."`
            E0105 3:5 expected a library, found `3` | expected a library | 
            E0105 4:8 expected ` x ` between blanks, found `x8` | expected ` x ` between blanks | write `8 x 8`
            E0105 5:9 expected `x`, found `8` | expected `x` | a size is columns `x` rows, such as `8 x 8`
            E0105 6:7 expected a size, found `eight` | expected a size | a size is columns `x` rows, such as `8 x 8`
            E0105 7:18 expected the end of the line, found `from` | expected the end of the line | in this order: `board 8 x 8 from 4 x 4 to 26 x 26 even with a rim of 1`
            E0105 8:23 expected `of`, found the end of the line | expected `of` | 
            E0105 9:14 expected a blank, found `,` | expected a blank | players are separated by blanks
            E0105 10:15 expected a player's name, found `forward` | expected a player's name | players with a direction stand on lines of their own below `players`
            E0105 11:12 expected `=`, found `90%` | expected `=` | write `option two = 90%`
            E0105 12:14 expected two decimals at most, found `12.345%` | expected two decimals at most | write `12.34%`
            E0105 13:14 expected a number, found `x` | expected a number | 
            E0105 14:11 expected a number, found `y` | expected a number | 
            E0105 15:10 expected `=`, found `[` | expected `=` | write `let free = [no wall, no thing]`
            E0105 16:19 expected the end of the line, found `,` | expected the end of the line | tests that must all hold stand in brackets: `[a, b]`
            E0105 17:14 expected the test of one cell, found `(` after it | this is about another cell | arguments stand without a blank, `line(3, mine)`; `sees right (box box)` tests a run of cells
            E0105 18:10 expected a parameter's name, found the end of the line | expected a parameter's name | 
            E0105 19:5 expected `when no action` or `any time`, found the end of the line | expected `when no action` or `any time` | 
            E0105 20:11 expected `no`, found `action` | expected `no` | 
            E0105 21:7 expected `when`, found `if` | expected `when` | 
            E0105 22:6 expected a number or a name, found the end of the line | expected a number or a name | 
            E0105 23:7 expected the level's title, found `First` | expected the level's title | write it between quotes: `level "First"`
            E0105 25:9 expected the notation's name, found the end of the line | expected the notation's name | 
            E0105 26:7 expected the action's name, found the end of the line | expected the action's name | 
            E0105 27:13 expected what the player chooses, or `when`, found `d` | expected what the player chooses, or `when` | write `at d` for a cell, `in d` for a direction, `in row d` or `in column d` for a line
            E0105 28:16 expected one lower-case letter, found `dir` | expected one lower-case letter | what the player chooses is named by a letter, such as `d` or `c`
            E0105 29:18 expected what the player chooses, or `when`, found `e` | expected what the player chooses, or `when` | write `at e` for a cell, `in e` for a direction, `in row e` or `in column e` for a line
        "#]],
    );
}

#[test]
fn e0105_tables_that_lack_something() {
    check(
        "players\n  black forward upp\npieces\n  player box\n  thing player\n  my_thing: a\n  tile: number 2\n  \
         tile: 3 kind\n  a: b, c\n  a:\nlegend\n  wall #\n  #\n  # wall, goal\n  # wall @\ndisplay\n  player\n  \
         player \"@\" red disc blue\nkeys\n  w ->\n  ctrl -> help\n  upp -> help\n  w->push\nwords\n  win Well done\n  \
         win \"{}\"\nnotation x\n  l push\n  ll -> push\n  capital when",
        expect![[r#"
            E0105 2:17 expected a direction such as `up`, found `upp` | expected a direction such as `up` | did you mean `up`?
            E0105 4:10 expected `:` after the layer's name, found `box` | expected `:` after the layer's name | a line has the layer's name, a colon and its pieces: `thing: player box`
            E0105 5:9 expected `:` after the layer's name, found `player` | expected `:` after the layer's name | a line has the layer's name, a colon and its pieces: `thing: player box`
            E0105 6:3 expected a layer's name, found `my_thing` | `_` is no part of a name | write `my-thing`
            E0105 7:17 expected `to` or `doubling to`, found the end of the line | expected `to` or `doubling to` | 
            E0105 8:11 expected `kinds`, found `kind` | expected `kinds` | did you mean `kinds`?
            E0105 9:7 expected a blank, found `,` | expected a blank | pieces are separated by blanks
            E0105 10:5 expected a piece, a number of kinds, or `number`, found the end of the line | expected a piece, a number of kinds, or `number` | 
            E0105 12:3 expected a glyph, found `wall` | expected a glyph | a line begins with a character, a range such as `A-Z`, or `space`
            E0105 13:4 expected a piece or `nothing`, found the end of the line | expected a piece or `nothing` | 
            E0105 14:9 expected a blank, found `,` | expected a blank | pieces are joined by `on`, `and` or blanks
            E0105 15:10 expected a piece or `nothing`, found `@` | expected a piece or `nothing` | glyphs stand before what they show
            E0105 17:9 expected a glyph in quotes, found the end of the line | expected a glyph in quotes | write it between quotes: `player "@"`
            E0105 18:23 expected the end of the line, found `blue` | expected the end of the line | after the glyphs stand a colour, a shape and `named "…"`, all optional
            E0105 20:7 expected an action, as a player would write it, found the end of the line | expected an action, as a player would write it | 
            E0105 21:3 expected a key, found `ctrl` | expected a key | a key is one character, or one of `up`, `down`, `left`, `right`, `space`, `enter`, `tab`, `escape`, `backspace`
            E0105 22:3 expected a key, found `upp` | expected a key | did you mean `up`?
            E0105 23:3 expected a key, found `w->push` | expected a key | `->` stands between blanks
            E0105 25:12 expected what is said, found `done` | expected what is said | write it between quotes: `win "Well done."`
            E0105 26:9 expected a number or a name, found `}` | expected a number or a name | a brace that is only a character is written `\{`
            E0105 28:5 expected `->` and an action, found `push` | expected `->` and an action | 
            E0105 29:3 expected a letter or `capital`, found `ll` | expected a letter or `capital` | write `l -> push left`, or `capital when pushes rises`
            E0105 30:15 expected a value, found the end of the line | expected a value | 
        "#]],
    );
}

#[test]
fn e0105_tests_and_conditions_that_lack_something() {
    check(
        "let a = 2 b\nlet a = or\nlet x = [a = ]\nlet x = 2n\nlet x = my_box\nlet x = around\nlet x = sees 8 ways\n\
         let x = [a\nwin when box\nwin some box\nwin when some box, lose\nwin stage box\nlose when no action or\n\
         end when both passed\ndraw when count box\nend when nobody acts\nwin when every goal box\n\
         score count\nscore 3x + 4\nscore f(x)\nscore 2two",
        expect![[r#"
            E0105 1:12 expected `around` or `beside`, found the end of the line | expected `around` or `beside` | a number before a test counts neighbours: `2 alive around`
            E0105 2:9 expected a piece or another test, found `or` | expected a piece or another test | `or` is a word of the language
            E0105 3:14 expected a number or a name, found `]` | expected a number or a name | 
            E0105 4:9 expected a piece or another test, found `2n` | a multiple can only be put, not asked for | compare a layer with it: `[number = 2 * n]`
            E0105 5:9 expected a piece or another test, found `my_box` | `_` is no part of a name | write `my-box`
            E0105 6:15 expected a cell of the action, found the end of the line | expected a cell of the action | 
            E0105 7:20 expected `(` and what is seen, found the end of the line | expected `(` and what is seen | what is seen stands in parentheses behind the directions, if some are named: `sees 4 ways (empty* [a or b])`
            E0114 8:9 expected `]` for this `[`, found the end of the line | this is not closed | 
            E0105 9:10 expected a condition, found `box` | expected a condition | `some box` asks whether there is one, `box > 0` whether a value is greater
            E0105 10:5 expected `when`, found `some` | expected `when` | write `win when …`
            E0105 11:18 expected the end of the line after `win when`, found an effect | the game is over here | effects follow `win stage when` and `goal when`
            E0105 12:11 expected `when`, found `box` | expected `when` | write `win when …`
            E0105 13:23 expected a condition, found the end of the line | expected a condition | such as `no box`, `some box` or `score > 3`
            E0105 14:10 expected a condition, found `both` | expected a condition | write `everyone passed`
            E0105 15:20 expected a comparison such as `=` or `<`, found the end of the line | expected a comparison such as `=` or `<` | 
            E0105 16:17 expected `can`, found `acts` | expected `can` | 
            E0105 17:21 expected `has` or `is`, found `box` | expected `has` or `is` | write `every goal has box`
            E0105 18:12 expected a piece or another test, found the end of the line | expected a piece or another test | 
            E0105 20:7 expected `min`, `max` or `abs` before `(`, found `f` | this takes no arguments in a number | 
            E0105 21:7 expected a number or a name, found `2two` | names begin with a letter | write a blank or `*`: `2 * two`
        "#]],
    );
}

#[test]
fn e0105_several_directions_and_cells() {
    check_statements(
        "  up right: a -> b\n  up, right: a -> b\n  at c, d: a -> b\n  up from c, d: a -> b\n  up to c, d: a -> b\n  \
         first, up: a -> b\n  rihgt, up: a -> b\n  up or right: a -> b",
        expect![[r#"
            E0105 2:6 expected `:`, found `right` | expected `:` | the direction is already given on this line; several directions are joined by `or`: `up or right`
            E0105 3:5 expected `:`, found `,` | expected `:` | several directions are joined by `or`: `up or right`
            E0105 4:7 expected `:`, found `,` | expected `:` | `to` names the cell of the last position: `from c to d`
            E0105 5:12 expected `:`, found `,` | expected `:` | `to` names the cell of the last position: `from c to d`
            E0105 6:10 expected `:`, found `,` | expected `:` | parts before `:` are separated by blanks, not commas
            E0105 7:8 expected `:`, found `,` | expected `:` | parts before `:` are separated by blanks, not commas
            E0105 8:3 expected a statement, found `rihgt` | no statement begins so | did you mean `right`?
        "#]],
    );
}

#[test]
fn e0105_a_pattern_where_an_end_asks() {
    check(
        "win when some right: red red\nend when no red: blue\nwin when score > 3:\n",
        expect![[r#"
            E0105 1:20 expected the end of the line, found `:` | expected the end of the line | a pattern is asked for by `sees`: `some [sees right (red red)]`
            E0105 2:16 expected the end of the line, found `:` | expected the end of the line | 
            E0105 3:19 expected the end of the line, found `:` | expected the end of the line | 
        "#]],
    );
}

#[test]
fn e0105_statements_that_lack_something() {
    check_statements(
        "  player box\n  player box => _ player\n  player box -- > _ player\n  mach robot toward player\n  \
         a * -> b\n  a{+} -> b\n  2n -> b\n  ... -> b\n  a -> empty\n  a -> no c\n  a -> -n\n  a -> *\n  \
         8 way from c: a -> b\n  7 ways: a -> b\n  8 ways from c from d: a -> b\n  8 ways from: a -> b\n  \
         repeat: : a\n  else: a -> b\n  if box: a -> b\n  if some box a -> b\n  if some box and: a -> b\n  \
         2 times a -> b\n  random a -> b or\n  a -> b with 3\n  a -> b, score\n  a -> b, score + 1\n  \
         score == 3\n  score = = 3\n  let x 3\n  let x = [a]\n  march robot player\n  \
         shuffle 4 each tile over x\n  until box\n  require count box\n  each line against d:\n    a -> b\n  \
         picture centre\n    #\n  picture at center\n    #\n  march a toward b\n    a meet b -> c\n    a meets b c",
        expect![[r#"
            E0105 2:13 expected `->` and what is put, or more of the pattern, found the end of the line | expected `->` and what is put, or more of the pattern | a rule is a pattern, an arrow and what is put: `player free -> _ player`
            E0105 3:14 expected `->`, found `=>` | expected `->` | write `->`
            E0105 4:14 expected a piece or another test, found `-` | expected a piece or another test | `->` has no blank in it, and in a name a hyphen joins two letters
            E0105 5:3 expected a statement, found `mach` | expected a statement | did you mean `march`?
            E0105 6:5 expected a test, found `*` | expected a test | a repeat follows what it repeats without a blank: `empty*`
            E0105 7:5 expected a number of cells, found `+` | expected a number of cells | 
            E0105 8:3 expected a piece or another test, found `2n` | a multiple can only be put, not asked for | compare a layer with it: `[number = 2 * n]`
            E0105 9:3 expected a test, found `...` | expected a test | `...` stands on the right; `any*` matches any number of cells
            E0105 10:8 expected what is put, found `empty` | expected what is put | `_` leaves nothing
            E0105 11:8 expected what is put, found `no` | expected what is put | `no` stands in brackets here: `[no c]`
            E0105 12:8 expected what is put, found `-` | expected what is put | a computed number stands in braces: `{-n}`
            E0105 13:8 expected what is put, found `*` | expected what is put | a repeat follows what it repeats without a blank: `empty*`
            E0105 14:5 expected `ways`, found `way` | expected `ways` | did you mean `ways`?
            E0105 15:3 expected a direction, such as `8 ways` or `up`, found `7` | expected a direction, such as `8 ways` or `up` | write `4 ways` or `8 ways`
            E0105 16:17 expected `:`, found `from` | expected `:` | the cell of the first position is already given on this line; `to` names the cell of the last position: `from c to d`
            E0105 17:14 expected a cell of the action, found `:` | expected a cell of the action | 
            E0105 18:11 expected a statement, found `:` | expected a statement | 
            E0105 19:7 expected a statement, found `:` | expected a statement | 
            E0105 20:6 expected a condition, found `box` | expected a condition | `some box` asks whether there is one, `box > 0` whether a value is greater
            E0105 21:15 expected `:`, `and` or `or`, found `a` | expected `:`, `and` or `or` | 
            E0105 22:18 expected a condition, found `:` | expected a condition | such as `no box`, `some box` or `score > 3`
            E0105 23:11 expected `:`, found `a` | expected `:` | 
            E0105 24:19 expected what is put, found the end of the line | expected what is put | 
            E0105 25:15 expected `chance`, found `3` | expected `chance` | 
            E0105 26:16 expected `=`, `+=` or `-=`, found the end of the line | expected `=`, `+=` or `-=` | 
            E0105 27:17 expected `=`, `+=` or `-=`, found `+` | expected `=`, `+=` or `-=` | 
            E0105 28:9 expected `=`, found `==` | expected `=` | write `=`
            E0105 29:11 expected a number or a name, found `=` | expected a number or a name | 
            E0105 30:9 expected `=`, found `3` | expected `=` | write `let before = count robot`
            E0105 31:11 expected a number or a name, found `[` | expected a number or a name | a `let` here is a number; one for a test is a section of its own
            E0105 32:15 expected `toward` or `in`, found `player` | expected `toward` or `in` | write `march robot toward player`
            E0105 33:13 expected `of`, found `each` | expected `of` | 
            E0105 34:9 expected a condition, found `box` | expected a condition | `some box` asks whether there is one, `box > 0` whether a value is greater
            E0105 35:20 expected a comparison such as `=` or `<`, found the end of the line | expected a comparison such as `=` or `<` | 
            E0105 36:13 expected `:`, found `against` | expected `:` | the direction is already given on this line; several directions are joined by `or`: `up or right`
            E0105 38:11 expected `at`, found `centre` | expected `at` | 
            E0105 40:14 expected `centre`, found `center` | expected `centre` | did you mean `centre`?
            E0105 43:7 expected `meets`, found `meet` | expected `meets` | write `robot meets scrap -> scrap`
            E0105 44:15 expected `->` and what is left, found `c` | expected `->` and what is left | 
        "#]],
    );
}

#[test]
fn e0106_unknown_sections() {
    check(
        "acton push in d\n  a = b\nActions\n  a -> b\nsprites\n  a -> b\npeices\n  a: b\nlevle \"x\"\n  ##\n\
         box -> wall\nelse a -> b\n3 -> 4",
        expect![[r#"
            E0106 1:1 expected a section, found `acton` | no section begins so | did you mean `action`?
            E0106 3:1 expected a section, found `Actions` | no section begins so | did you mean `action`?
            E0106 5:1 expected a section, found `sprites` | no section begins so | 
            E0106 7:1 expected a section, found `peices` | no section begins so | did you mean `pieces`?
            E0106 9:1 expected a section, found `levle` | no section begins so | did you mean `level`?
            E0106 11:1 expected a section, found `box` | no section begins so | statements are indented below `action`, `then`, `start` or `define`
            E0106 12:1 expected a section, found `else` | no section begins so | statements are indented below `action`, `then`, `start` or `define`
            E0105 13:1 expected a section, found `3` | expected a section | a section begins with a word, such as `action`
        "#]],
    );
}

#[test]
fn e0107_unexpected_indentation() {
    check(
        "  game X\n  board 8 x 8\n",
        expect![[r#"
        E0107 1:3 expected a section at the beginning of the line, found blanks before it | a section begins its line | delete the blanks before it
    "#]],
    );
    check(
        "board 8 x 8\n  a\n  b\nstart\n    a -> b\n  c -> d\n  e -> f\n      g -> h\n      i",
        expect![[r#"
            E0107 2:3 expected a line indented like the one before, found `a` deeper | 2 blanks before it where 0 were expected; a tab counts as two | a rule goes on in deeper lines that begin with `->` or `,`
            E0107 6:3 expected an indentation of 4 blanks, found 2 | lines of one block are indented alike | 
            E0107 8:7 expected a line indented like the one before, found `g` deeper | 6 blanks before it where 2 were expected; a tab counts as two | a rule goes on in deeper lines that begin with `->` or `,`
        "#]],
    );
}

#[test]
fn e0108_nesting_is_bounded() {
    let open = "(".repeat(65);
    check(
        &format!("let x = {open}a"),
        expect![[r#"
        E0108 1:74 nested more than 64 deep | one level too many begins here | give a part of it a name with `let` or `define`
    "#]],
    );
    check(
        &format!("score {}1", "1 + ".repeat(300)),
        expect![[r#"
        E0108 1:1033 more than 256 operations on one line | one operation too many | 
    "#]],
    );
    let blocks: String = (1..80).map(|it| format!("{}all\n", " ".repeat(it))).collect();
    check(
        &format!("start\n{blocks}"),
        expect![[r#"
        E0108 66:66 nested more than 64 deep | one level too many begins here | give a part of it a name with `let` or `define`
    "#]],
    );
    let fits =
        format!("let x = {}a{}\nscore {}1", "(".repeat(64), ")".repeat(64), "1 + ".repeat(256));
    check(&fits, expect![[r#""#]]);
}

#[test]
fn e0109_numbers_are_bounded() {
    check(
        "score 9223372036854775808\nscore 9223372036854775807\nboard 4294967296 x 1\n\
         option a = 99999999999999999999%",
        expect![[r#"
            E0109 1:7 expected a number up to 9223372036854775807, found `9223372036854775808` | this number is too large | 
            E0109 3:7 expected a number up to 4294967295, found `4294967296` | this number is too large | 
            E0109 4:12 expected a number up to 92233720368547757, found `99999999999999999999%` | this number is too large | 
        "#]],
    );
}

#[test]
fn e0110_repeats_of_repeats() {
    check_statements(
        "  a** -> b\n  a+?{2}* (b)?? -> ...",
        expect![[r#"
            E0110 2:5 expected a test after the repeat, found `*` | this repeats a repeat | delete one of them: `*` alone is any number of cells, also none
            E0110 3:5 expected a test after the repeat, found `?` | this repeats a repeat | delete one of them: `*` alone is any number of cells, also none
        "#]],
    );
}

#[test]
fn e0111_blocks_without_lines() {
    check(
        "pieces\nlegend\nstart\nlevel \"x\"\nhelp\n\n  \ndefine f\naction a\n  all\n  else\n  picture\n  up:\n\
         then // x",
        expect![[r#"
            E0111 1:1 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 2:1 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 3:1 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 4:1 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 5:1 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 8:1 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 10:3 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 11:3 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 12:3 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 13:3 expected lines deeper than this one, found none | nothing is indented below this line | 
            E0111 14:1 expected lines deeper than this one, found none | nothing is indented below this line | 
        "#]],
    );
}

#[test]
fn a_statement_that_is_not_indented_is_told_where_it_belongs() {
    check(
        "then\nbox -> _",
        expect![[r#"
        E0106 2:1 expected a section, found `box` | no section begins so | statements are indented below `action`, `then`, `start` or `define`
    "#]],
    );
    check(
        "then\nwin when some box",
        expect![[r#"
        E0111 1:1 expected lines deeper than this one, found none | nothing is indented below this line | 
    "#]],
    );
}

#[test]
fn e0105_words_of_other_languages() {
    check_statements(
        "  each\n    a -> b\n  elif some a: b -> c\n  while count a > 3:\n    b -> c\n  whne (some a): b -> c\n  a b -> random c\n  no box -> box\n  not a b -> ...\n  box -> no empty",
        expect![[r#"
            E0105 2:7 expected a rule after `each`, found the end of the line | expected a rule after `each` | only `all` and `repeat` have blocks; `each` stands before each rule
            E0105 4:3 expected a statement, found `elif` | no statement begins so | write `else if`
            E0105 5:3 expected a statement, found `while` | no statement begins so | `repeat` goes on until nothing changes
            E0105 7:3 expected a statement, found `whne` | no statement begins so | 
            E0105 8:5 expected `->`, found `b` | expected `->` | one test stands before `-> random`, not a pattern
            E0105 9:3 expected a piece or another test, found `no` | expected a piece or another test | `no` stands in brackets here: `[no box]`
            E0105 10:3 expected a piece or another test, found `not` | expected a piece or another test | `not` stands in brackets here: `[not a]`
            E0105 11:10 expected what is put, found `no` | expected what is put | `no` stands in brackets here: `[no box]`
        "#]],
    );
}

#[test]
fn e0112_reserved_names() {
    check(
        "value count\nlet no = a\ndefine repeat\n  win\noption end = 3\npieces\n  row: turn\nplayers my\nlet f(in) = a",
        expect![[r#"
            E0112 1:7 expected a name, found `count`, a word of the language | this word means something else | choose another name
            E0112 2:5 expected a name, found `no`, a word of the language | this word means something else | choose another name
            E0112 3:8 expected a name, found `repeat`, a word of the language | this word means something else | choose another name
            E0112 5:8 expected a name, found `end`, a word of the language | this word means something else | choose another name
            E0112 7:3 expected a layer's name, found `row`, a word of the language | this word means something else | choose another name
            E0112 7:8 expected a piece, a number of kinds, or `number`, found `turn`, a word of the language | this word means something else | choose another name
            E0112 8:9 expected a player's name, found `my`, a word of the language | this word means something else | choose another name
            E0112 9:7 expected a parameter's name, found `in`, a word of the language | this word means something else | choose another name
        "#]],
    );
}

#[test]
fn e0113_errors_are_bounded() {
    let text = "score\n".repeat(500);
    let found = parse(&text).diagnostics;
    assert_eq!(found.len(), 101);
    assert!(found[..100].iter().all(|it| it.code == Code::Expected));
    assert_eq!((found[100].code, found[100].span.start), (Code::TooManyErrors, 605));
    assert_eq!(parse(&"score\n".repeat(100)).diagnostics.len(), 100);
    let mixed = parse(&"score\nscore '\n".repeat(300)).diagnostics;
    assert!(mixed.is_sorted_by_key(|it| it.span.start));
    assert_eq!(mixed.len(), 101);
}

#[test]
fn e0114_unclosed_brackets() {
    check(
        "let a = [b\nlet a = b]\nlet a = [b, c)\nlet a = (b\nlet a = f(b\naction a\n  (a b -> b\n  a b) -> b\n  \
         a{2 -> b\n  f(a\n  a -> {n\nwords\n  win \"{score\"\nscore (1",
        expect![[r#"
            E0114 1:9 expected `]` for this `[`, found the end of the line | this is not closed | 
            E0114 2:10 expected `[` before this `]`, found none | this closes nothing | delete the `]`
            E0114 3:9 expected `]` for this `[`, found `)` | this is not closed | 
            E0114 4:9 expected `)` for this `(`, found the end of the line | this is not closed | 
            E0114 5:10 expected `)` for this `(`, found the end of the line | this is not closed | 
            E0114 7:3 expected `)` for this `(`, found `->` | this is not closed | 
            E0114 8:6 expected `(` before this `)`, found none | this closes nothing | delete the `)`
            E0114 9:4 expected `}` for this `{`, found `->` | this is not closed | 
            E0114 10:4 expected `)` for this `(`, found the end of the line | this is not closed | 
            E0114 11:8 expected `}` for this `{`, found the end of the line | this is not closed | 
            E0114 13:8 expected `}` for this `{`, found the closing quote | this is not closed | a brace that is only a character is written `\{`
            E0114 14:7 expected `)` for this `(`, found the end of the line | this is not closed | 
        "#]],
    );
}

#[test]
fn e0115_ranges_that_fall() {
    check(
        "let a = 2..1 b around\naction a\n  a{3,1} -> b\n  a{1001} -> b\nlegend\n  Z-A wall\n  a-漢 wall",
        expect![[r#"
            E0115 1:9 expected a range that rises, found `2..1` | no number lies in this range | write `1..2`
            E0115 3:4 expected bounds that rise, found `{3,1}` | no number lies between these | write `{1,3}`
            E0115 4:5 expected a bound up to 1000, found `1001` | this bound is too large | `a*` repeats without a bound
            E0115 6:3 expected a range that rises, found `Z-A` | no glyph lies in this range | write `A-Z`
            E0115 7:3 expected a range of 64 glyphs at most, found 28354 | this range is too long | 
        "#]],
    );
}

#[test]
fn one_mistake_gives_one_diagnostic_and_the_rest_is_understood() {
    let text = "pieces\n  a: b\n  c d\n  e: f\naction x\n  a -> b\n  if oops\n    c => d\n  c -> d";
    check(
        text,
        expect![[r#"
        E0105 3:5 expected `:` after the layer's name, found `d` | expected `:` after the layer's name | a line has the layer's name, a colon and its pieces: `thing: player box`
        E0105 7:6 expected a condition, found `oops` | expected a condition | `some oops` asks whether there is one, `oops > 0` whether a value is greater
        E0105 8:7 expected `->`, found `=>` | expected `->` | write `->`
    "#]],
    );
    expect![[r#"
        pieces
          a b
          e f
        action x
          rule a -> b
          rule c -> d
    "#]]
    .assert_eq(&crate::dump::file(&parse(text).file));
}

#[test]
fn one_slip_gives_one_diagnostic_with_the_way_out() {
    check(
        "pieces\n  thing: player edge\nlegend\n  e  edge\naction go in d\n  player edge -> _ player\nwin when no edge\n",
        expect![[r#"
            E0112 2:17 expected a piece, found `edge`, a word of the language | this word means something else | choose another name
        "#]],
    );
    check(
        "players black, white, red\npieces\n  thing: player, box, crate\nlegend\n  P  player, box\n",
        expect![[r#"
            E0105 1:14 expected a blank, found `,` | expected a blank | players are separated by blanks
            E0105 3:16 expected a blank, found `,` | expected a blank | pieces are separated by blanks
            E0105 5:12 expected a blank, found `,` | expected a blank | pieces are joined by `on`, `and` or blanks
        "#]],
    );
    check(
        "let pushed = player box\nlet seven = player (box | player)\nlet three = (player box)\nlet many = box*\nlet n = -3\n",
        expect![[r#"
            E0105 1:21 expected the test of one cell, found `box` after it | this is about another cell | `sees right (box box)` tests a run of cells, the first of them this one
            E0105 2:20 expected the test of one cell, found `(` after it | this is about another cell | arguments stand without a blank, `line(3, mine)`; `sees right (box box)` tests a run of cells
            E0105 3:21 expected the test of one cell, found `box` after it | this is about another cell | `sees right (box box)` tests a run of cells, the first of them this one
            E0105 4:15 expected the test of one cell, found `*` after it | this is about another cell | `sees right (box box)` tests a run of cells, the first of them this one
        "#]],
    );
    check(
        "win when all crate on Goal\nlose when all crate are on Goal\ndraw when any crate\nend when each crate\n",
        expect![[r#"
            E0105 1:10 expected a condition, found `all` | expected a condition | write `every crate has Goal`
            E0105 2:11 expected a condition, found `all` | expected a condition | write `every crate has Goal`
            E0105 3:11 expected a condition, found `any` | expected a condition | write `some crate`
            E0105 4:10 expected a condition, found `each` | expected a condition | write `every crate has …`, with what shall be there, too
        "#]],
    );
    check_statements(
        "random 50%: empty -> box\n  random 50% empty -> box\n  random empty -> box with chance 50% or _",
        expect![[r#"
            E0106 2:1 expected a section, found `random` | no section begins so | statements are indented below `action`, `then`, `start` or `define`
        "#]],
    );
}

#[test]
fn neighbours_counted_in_other_words() {
    check_statements(
        "  [empty, at least 2 box around] -> box\n  [empty, 2+ box around] -> box\n  [empty, 2-3 box beside] -> box\n  \
         [empty, exactly 2 box around] -> box\n  [empty, >= 2 box around] -> box\n  [empty, box around = 3] -> box\n  \
         [empty, {count box around}] -> box\n  empty -> {box around}\n  empty -> {2 box beside}\n  \
         empty -> {number of box around}\n  [empty, {count box}] -> box\n",
        expect![[r#"
            E0105 2:11 expected a piece or another test, found `at` | expected a piece or another test | neighbours are counted: `[2 box around]`, `[1.. box beside]`
            E0105 3:12 expected `,`, `or` or `]`, found `+` | expected `,`, `or` or `]` | neighbours are counted: `[2 box around]`, `[1.. box beside]`
            E0105 4:12 expected `,`, `or` or `]`, found `-` | expected `,`, `or` or `]` | neighbours are counted: `[2 box around]`, `[1.. box beside]`
            E0105 5:19 expected `,`, `or` or `]`, found `2` | expected `,`, `or` or `]` | neighbours are counted: `[2 box around]`, `[1.. box beside]`
            E0105 6:11 expected a piece or another test, found `>=` | expected a piece or another test | neighbours are counted: `[2 box around]`, `[1.. box beside]`
            E0105 7:15 expected a comparison such as `=` or `<`, found `around` | expected a comparison such as `=` or `<` | neighbours are counted: `[2 box around]`, `[1.. box beside]`
            E0105 8:11 expected a piece or another test, found `{` | expected a piece or another test | neighbours are counted: `[2 box around]`, `[1.. box beside]`
            E0105 9:17 expected `}` or a sign such as `+`, found `around` | expected `}` or a sign such as `+` | a test counts neighbours: `[2 box around]`, `[1..3 box beside]`
            E0105 10:15 expected `}` or a sign such as `+`, found `box` | expected `}` or a sign such as `+` | a test counts neighbours: `[2 box around]`, `[1..3 box beside]`
            E0105 11:20 expected `}` or a sign such as `+`, found `of` | expected `}` or a sign such as `+` | a test counts neighbours: `[2 box around]`, `[1..3 box beside]`
            E0105 12:11 expected a piece or another test, found `{` | expected a piece or another test | braces are for a number that a rule puts
        "#]],
    );
}

#[test]
fn numbers_where_a_test_stands() {
    check(
        "let most = 3 + 1\nlet many = count box\nlet next = row + 1\naction a\n  [box, > 3] -> _\n",
        expect![[r#"
            E0105 1:14 expected the test of one cell, found `+` after it | a test is nothing to calculate with | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
            E0105 2:12 expected a piece or another test, found `count` | expected a piece or another test | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
            E0105 3:12 expected a piece or another test, found `row` | expected a piece or another test | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
            E0105 5:9 expected a piece or another test, found `>` | expected a piece or another test | numbers are compared: `[row + 1 = column]`; `let most = 8` is one number
        "#]],
    );
}

#[test]
fn what_is_seen_stands_in_parentheses() {
    check_statements(
        "  [box, sees box] -> _\n  [box, sees right box] -> _\n  [box, sees any (red or blue)] -> _\n  \
         [box, sees [red or blue]] -> _\n  [box, sees no red] -> _\n  [box, sees in d (red)] -> _\n",
        expect![[r#"
            E0105 2:17 expected `(` and what is seen, found `]` | expected `(` and what is seen | what is seen stands in parentheses behind the directions, if some are named: `sees 4 ways (empty* [a or b])`
            E0105 3:20 expected `(` and what is seen, found `box` | expected `(` and what is seen | what is seen stands in parentheses behind the directions, if some are named: `sees 4 ways (empty* [a or b])`
            E0105 4:14 expected a direction or `(`, found `any` | expected a direction or `(` | what is seen stands in parentheses behind the directions, if some are named: `sees 4 ways (empty* [a or b])`
            E0105 5:14 expected a direction or `(`, found `[` | expected a direction or `(` | what is seen stands in parentheses behind the directions, if some are named: `sees 4 ways (empty* [a or b])`
            E0105 6:14 expected a direction or `(`, found `no` | expected a direction or `(` | what is seen stands in parentheses behind the directions, if some are named: `sees 4 ways (empty* [a or b])`
            E0105 7:14 expected a direction or `(`, found `in` | expected a direction or `(` | what is seen stands in parentheses behind the directions, if some are named: `sees 4 ways (empty* [a or b])`
        "#]],
    );
}

#[test]
fn whose_turn_it_is_in_other_words() {
    check_statements(
        "  if black plays: red -> _\n  if black = mine: red -> _\n  if black is next: red -> _\n  if black is playing: red -> _\n  \
         if score = next: red -> _\n",
        expect![[r#"
            E0105 2:6 expected a condition, found `black` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            E0105 3:6 expected a condition, found `black` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            E0105 4:6 expected a condition, found `black` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
            E0105 5:6 expected a condition, found `black` | expected a condition | a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's
        "#]],
    );
}

#[test]
fn e0105_a_number_for_one_layer() {
    check_statements(
        "  any -> [tile = {3}]\n  any -> [tile += 1]\n  any -> [tile > 1]\n  any -> [tile =]\n\
         \x20 any -> tile = 3\n  any -> tile += 1\n  any -> [tile == 2]\n  any -> [3 = tile]\n\
         \x20 any -> [my = 2]\n  any -> [tile -= 1]\n  any -> [n in tile]\n  any -> fish points += 1\n\
         \x20 any -> points -= 1\n  any -> fish > fish",
        expect![[r#"
            E0105 2:18 expected a number, found `{` | expected a number | in brackets a computed number needs no braces: `[tile = n + 1]`
            E0105 3:16 expected `=`, found `+=` | expected `=` | `[tile = tile + 1]` changes a number of the cell; a value is changed behind the brackets: `], tile += 1`
            E0105 4:16 expected `=`, found `>` | expected `=` | `[tile = 3]` puts a number; comparisons stand on the left
            E0105 5:17 expected a number or a name, found `]` | expected a number or a name | 
            E0105 6:15 expected the end of what is put, found `=` | expected the end of what is put | `[tile = 3]` puts a number on a layer; an effect stands behind a comma: `, tile = 3`
            E0105 7:15 expected the end of what is put, found `+=` | expected the end of what is put | an effect stands behind a comma: `, tile += 1`
            E0105 8:16 expected `=`, found `==` | expected `=` | write `=`
            E0105 9:13 expected `,` or `]`, found `=` | expected `,` or `]` | 
            E0105 10:11 expected the layer that holds the number, found `my` | expected the layer that holds the number | `my` is a word of the language
            E0105 11:16 expected `=`, found `-=` | expected `=` | `[tile = tile - 1]` changes a number of the cell; a value is changed behind the brackets: `], tile -= 1`
            E0105 12:13 expected `,` or `]`, found `in` | expected `,` or `]` | a letter is put on a layer so: `[tile = n]`
            E0105 13:22 expected the end of what is put, found `+=` | expected the end of what is put | an effect stands behind a comma: `, points += 1`
            E0105 14:17 expected the end of what is put, found `-=` | expected the end of what is put | an effect stands behind a comma: `, points -= 1`
            E0105 15:15 expected what is put, found `>` | expected what is put | 
        "#]],
    );
}
