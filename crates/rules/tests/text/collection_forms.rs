//! Files of levels in the forms in which other programs and mails have them.

use masume_rules::model::Rules;
use masume_rules::text::{Collection, read_collection};
use masume_syntax::{Diagnostic, LineIndex, Severity};

const PUSH: &str = include_str!("../../../masume/tests/games/push.masu");

/// The legend of files with letters for pieces, which may have the signs of `xsb` too.
const SOK: &str = "legend sok\n  # wall\n  space - _ nothing\n  . o goal\n  p @ player\n  b $ box\n  P + player on goal\n  B * box on goal\n\n";

fn push() -> Rules {
    let text = PUSH.replace("let free", &format!("{SOK}let free"));
    masume_rules::check(&masume_syntax::parse(&text).file).rules.expect("a game")
}

fn read(text: &str) -> Collection {
    read_collection(&push(), text).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"))
}

/// `E0402 2:3`, and `warning` before it where it is one.
fn placed(text: &str, diagnostic: &Diagnostic) -> String {
    let place = LineIndex::new(text).position(diagnostic.span.start);
    let warning = if diagnostic.severity == Severity::Warning { "warning " } else { "" };
    format!("{warning}{} {}:{}", diagnostic.code, place.line, place.column)
}

/// Titles and boards, without warnings.
#[track_caller]
fn check(text: &str, expected: &[(&str, &[&str])]) {
    check_warned(text, expected, &[]);
}

#[track_caller]
fn check_warned(text: &str, expected: &[(&str, &[&str])], warnings: &[&str]) {
    let found = read(text);
    let levels: Vec<(&str, Vec<&str>)> = found
        .levels
        .iter()
        .map(|level| (level.title.as_str(), level.rows.iter().map(String::as_str).collect()))
        .collect();
    let expected: Vec<(&str, Vec<&str>)> =
        expected.iter().map(|(title, rows)| (*title, rows.to_vec())).collect();
    assert_eq!(levels, expected, "{text}");
    let said: Vec<String> = found.warnings.iter().map(|it| placed(text, it)).collect();
    assert_eq!(said, warnings, "{text}");
}

#[track_caller]
fn check_errors(text: &str, expected: &[&str]) {
    let errors = read_collection(&push(), text).expect_err(text);
    let said: Vec<String> = errors.iter().map(|it| placed(text, it)).collect();
    assert_eq!(said, expected, "{text}\n{errors:#?}");
    assert!(errors.iter().all(|it| it.help.is_some()), "{errors:#?}");
}

const SMALL: &[&str] = &["#####", "#pbg#", "#####"];
const LONG: &[&str] = &["######", "#p.bg#", "######"];

#[test]
fn titles_stand_where_most_of_the_file_has_them() {
    let (small, long) = ("#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n");
    check(&format!("{small}\nSecond\n\n{long}"), &[("", SMALL), ("Second", LONG)]);
    check(&format!("{small}; First\n\n{long}"), &[("First", SMALL), ("", LONG)]);
    check(&format!("{small}First\n\n{long}Second\n"), &[("First", SMALL), ("Second", LONG)]);
    check(&format!("{small}\nFirst\n\n{long}\nSecond\n"), &[("First", SMALL), ("Second", LONG)]);
    check(&format!("My levels\n\n{small}; 1\n\n{long}; 2\n"), &[("1", SMALL), ("2", LONG)]);
    check(&format!("My levels\nby me\n\n; 1\n{small}\n; 2\n{long}"), &[("1", SMALL), ("2", LONG)]);
    check(
        &format!("First\n\n{small}\nSecond\n\n{long}\nthe end\n"),
        &[("First", SMALL), ("Second", LONG)],
    );
    check(&format!("First\n{small}Second\n{long}"), &[("First", SMALL), ("Second", LONG)]);
    check(&format!("*** First ***\n{small}### 2 ###\n{long}"), &[("First", SMALL), ("2", LONG)]);
    // A line of code that opens a list or a text is none.
    for opening in [
        "const levels = [",
        "static char *first[] = {",
        "let first = `",
        "run(\"\"\"",
        "First level = (",
    ] {
        check(&format!("{opening}\n{small}\n{opening}\n{long}"), &[("", SMALL), ("", LONG)]);
    }
    // What a file says of itself is no title where titles are remarks.
    check(
        &format!("My levels\n\nof today\n\n{small}\n; 1\n\n{long}\n; 2\n"),
        &[("1", SMALL), ("2", LONG)],
    );
    check(
        &format!("Level: 1\nName: First\n{small}\nName: Second\nLevel: 2\n{long}"),
        &[("First", SMALL), ("Second", LONG)],
    );
    check(
        &format!("- title: First\n  rows: |\n{small}- title: Second\n  rows: |\n{long}"),
        &[("First", SMALL), ("Second", LONG)],
    );
    check(
        &format!("Title: First\n\n{small}\nTitle: Second\n\n{long}"),
        &[("First", SMALL), ("Second", LONG)],
    );
    check(
        &format!("Title: All\n\n{small}Title: First\n\n{long}Title: Second\n"),
        &[("First", SMALL), ("Second", LONG)],
    );
}

#[test]
fn solutions_and_properties_are_no_titles() {
    let (small, long) = ("#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n");
    let levels: &[(&str, &[&str])] = &[("First", SMALL), ("Second", LONG)];
    for between in [
        "Solution\nR\n",
        "Solution\n\nR\n",
        "Solution 1\nDate: today\n3r2(dU)\n",
        "Solution: R\n",
        "Solution 2: R\n",
        "Snapshot\nrrruuuLL\nlldd\n",
        "Best\n\nrruuLLdd\n",
        "Date of Last Change: 2010-01-02 11:12:13\nSize X: 3\nSize Y: 3\n",
        "Author: me\nOwner of it all: you\n",
        "author=me\n",
        ":: made by hand\n",
        "Comment:\nThis is nice\n\nvery\nComment-End:\n",
        "```\n```text\n",
        "<pre>\n</pre>\n",
    ] {
        check(&format!("First\n\n{small}\n{between}\nSecond\n\n{long}\n{between}"), levels);
        check(&format!("First\n\n{small}{between}\nSecond\n\n{long}{between}"), levels);
    }
    check(&format!("{small}First\n\nSolution\nR\n\n{long}Second\nrRrRrR\n"), levels);
    check(&format!("Solution\n\n{small}"), &[("Solution", SMALL)]);
}

#[test]
fn a_file_is_read_in_the_legend_in_which_it_makes_sense() {
    check_warned("#####\n#pb.#\n#####\n", &[("", SMALL)], &["warning E0415 1:1"]);
    let two: &[&str] = &["#######", "#pbbgg#", "#######"];
    check_warned("#######\n#pbb..#\n#######\n", &[("", two)], &["warning E0415 1:1"]);
    let pushed: &[&str] = &["######", "#pbBg#", "######"];
    check_warned("######\n#pbB.#\n######\n", &[("", pushed)], &["warning E0415 1:1"]);
    check("#####\n#pb.#\n#####\n\n#####\n#pbo#\n#####\n", &[("", SMALL), ("", SMALL)]);
    check("######\n#p-bo#\n######\n", &[("", LONG)]);
    check("######\n#p b.#\n######\n\n#####\n#@$.#\n#####\n", &[("", LONG), ("", SMALL)]);
    check("######\n#p.bg#\n######\n", &[("", LONG)]);
    check("level\n  #####\n  #pb.#\n  #####\n", &[("", &["#####", "#pb.#", "#####"])]);
    check(
        "Bob\n#####\n#@$.#\n#####\n\nPop\n\n#####\n#@$.#\n#####\n",
        &[("Bob", SMALL), ("Pop", SMALL)],
    );
}

#[test]
fn a_sign_that_is_no_glyph_is_located() {
    for strange in ["x", "\t", "é", "\u{3000}"] {
        check_errors(&format!("######\n#@{strange}$.#\n######\n"), &["E0402 2:3"]);
    }
    for behind in ["x", " x", " <- here", "\tx", "; a comment"] {
        let text = format!("#####\n#@$.#{behind}\n#####\n");
        let read = read_collection(&push(), &text).expect_err(behind);
        assert!(placed(&text, &read[0]).starts_with("E0402 2:"), "{text}: {read:?}");
    }
    // What nobody sees is no sign at the ends of a line, and is named within.
    check("\u{200b}#####\u{200b}\n#@$.#\n#####\u{2060}\n", &[("", SMALL)]);
    let hidden = "#####\n#@\u{200b}$.#\n#####\n";
    check_errors(hidden, &["E0402 2:3"]);
    let said = read_collection(&push(), hidden).expect_err("a sign of no legend");
    assert!(said[0].message.contains("the unseen U+200B"), "{said:?}");
    check_errors("#####\n#@$.#\n####x\n\n#####\n#@$.#\n#####\n", &["E0402 3:5"]);
    check_errors("#####\n#q$.#\n#####\n\n#####\n#@$.#\n#####\n", &["E0402 2:2"]);
    check("#####\t\n#@$.#  \t\n#####\n", &[("", &["#####..", "#pbg#..", "#####.."])]);
}

#[test]
fn what_lacks_all_that_levels_have_is_a_separator() {
    let (small, long) = ("#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n");
    for line in [
        "****", "...", "####", "$$$", "+", "+----+", "*-*-*", "----", "=====", "~~~", "#", "..\n..",
    ] {
        check(&format!("{small}\n{line}\n\n{long}"), &[("", SMALL), ("", LONG)]);
        check(&format!("{line}\n\n{small}\n{long}\n{line}\n"), &[("", SMALL), ("", LONG)]);
    }
    for line in ["****", "...", "$$$", "+", "+-+-+", "*-*-*", "$.$.$", "-+-+-+"] {
        let text = format!("{small}{line}\n{long}");
        check_warned(&text, &[("", SMALL), ("", LONG)], &["warning E0415 4:1"]);
        let text = format!("{line}\n{small}");
        check_warned(&text, &[("", SMALL)], &["warning E0415 1:1"]);
    }
    check_warned(
        &format!("{small}####\n{long}"),
        &[("", SMALL), ("", LONG)],
        &["warning E0415 4:1"],
    );
    check(&format!("{small}{long}"), &[("", SMALL), ("", LONG)]);
    // Alone it is a level, which cannot be played; among lines that are no rows there is none.
    check("****\n", &[("", &["BBBB"])]);
    for text in [
        "Maze: 1\n\nXXXXX\nX@*.X\nXXXXX\n\n*********\nMaze: 2\n",
        "#####,\n#@$.#,\n#####\n",
        "#####\t; wall\n#@$.#\t; man\n#####\n",
    ] {
        check_errors(text, &["E0413 1:1"]);
    }
}

#[test]
fn groups_are_read_and_open_ones_are_located() {
    let rows: &[&str] = &["##########", "#p.bg.#.##", "##########"];
    check("2(5#)|#@-$.2(-#)#|(2(5#))", &[("", rows)]);
    check("10#\n#@-$.2(-#)#\n2(3#2(#))\n", &[("", rows)]);
    check("2(#####|)\n#@$.#\n#####\n", &[("", &["#####", "#####", "#pbg#", "#####"])]);
    check("  3#|--#@#|", &[("", &["###..", "..#p#"])]);
    check_errors("#####\n#@$.#\n2(2#\n", &["E0402 3:2"]);
    check_errors("#####\n#@$.#\n2#2#)\n", &["E0402 3:5"]);
}

#[test]
fn line_ends_marks_quotes_and_indents_are_no_part_of_a_level() {
    let text = "Second\n\n#####\n#@$.#\n#####\n";
    let level: &[(&str, &[&str])] = &[("Second", SMALL)];
    let prefixed =
        |prefix: &str| -> String { text.lines().map(|line| format!("{prefix}{line}\n")).collect() };
    check(&text.replace('\n', "\r"), level);
    check(&text.replace('\n', "\r\n"), level);
    check(&format!("\u{feff}{text}"), level);
    for prefix in ["> ", ">", "> > ", ">> ", "    ", "\t", ">\t", " > ", "| ", "|", "> | ", "|| "] {
        check(&prefixed(prefix), level);
        check(&format!("Hello,\n\n{}", prefixed(prefix)), level);
    }
    check("# Levels\n\n```\n#####\n#@$.#\n#####\n```\n", &[("Levels", SMALL)]);
    check("## Second\n\n    #####\n    #@$.#\n    #####\n", level);
    // Bars within lines part rows; one alone before them is no quote then.
    check("5#|#@$.#|5#\n", &[("", SMALL)]);
    check_errors("#####\r#@x.#\r#####\r", &["E0402 2:3"]);
    check_errors(">  ####\n> \t#@$#\n", &["E0402 2:3"]);
    let ragged: &[&str] = &[".###.", "#pbg#", ".###."];
    check(">  ###\n> #@$.#\n>  ###\n", &[("", ragged)]);
    check("   .###.\n   #pbg#\n   .###.\n", &[("", ragged)]);
}

#[test]
fn marks_of_lists_are_no_part_of_a_level() {
    let rows = ["#####", "#@$.#", "#####"];
    let text = |mark: &dyn Fn(usize) -> String| -> String {
        let marked =
            rows.iter().enumerate().map(|(number, row)| format!("{}{row}\n", mark(number)));
        format!("Second\n\n{}", marked.collect::<String>())
    };
    let level: &[(&str, &[&str])] = &[("Second", SMALL)];
    for mark in ["* ", "- ", "+ ", "• ", "  * ", "1. ", "1) "] {
        check(&text(&|_| mark.to_owned()), level);
        // One entry has the whole board.
        let width = mark.chars().count();
        check(
            &text(&|number| if number == 0 { mark.to_owned() } else { " ".repeat(width) }),
            level,
        );
    }
    check(&text(&|number| format!("{}. ", number + 9)), level);
    check(&text(&|_| "> * ".to_owned()), level);
    // Numbers of lines, with those of columns above them.
    for behind in [": ", ":", "\t", " ", ") "] {
        check(&text(&|number| format!("{:>4}{behind}", number + 1)), level);
    }
    check(":#####\n:#@$.#\n:#####\n", &[("", SMALL)]);
    // Rows in lists of programs.
    check("[\n  [\n    \"#####\",\n    \"#@$.#\",\n    \"#####\"\n  ]\n]\n", &[("", SMALL)]);
    check("`#####`\n`#@$.#`\n`#####`\n", &[("", SMALL)]);
    check("'######'\n'#@ $.#'\n'######'\n", &[("", LONG)]);
    check_errors("* #####\n* #@x.#\n* #####\n", &["E0402 2:5"]);
    // A box on a goal and floor, where rows do not begin with a wall behind them.
    let open: &[&str] = &["B.p", "B.b", "B.g"];
    check("* @\n* $\n* .\n", &[("", open)]);
    // Not all of them have one, and not the same.
    let first: &[&str] = &["B.#####", "..#pbg#", "B.#####"];
    check("* #####\n  #@$.#\n* #####\n", &[("", first)]);
}

#[test]
fn characters_are_written_by_name_in_pages() {
    let page =
        "<p>Tom &amp; Ann&#39;s &lt;3</p>\n<pre>\n&#35;####\n#@&#x24;.#\n##&#35;##\n</pre>\n";
    check(page, &[("Tom & Ann's <3", SMALL)]);
    check("######\n#@&nbsp;$.#\n######\n", &[("", LONG)]);
    check("Hello\n[code]#####\n#@$.#\n#####[/code]\n", &[("Hello", SMALL)]);
    check_errors("&#35;####\n&#35;@&lt;.#\n#####\n", &["E0402 2:7"]);
}

#[test]
fn names_of_columns_and_rows_are_no_part_of_a_level() {
    check("   12345\n1 #####\n2 #@$.#\n3 #####\n", &[("", SMALL)]);
    check("Second\n  abcde\n3 ##### 3\n2 #@$.# 2\n1 ##### 1\n  abcde\n", &[("Second", SMALL)]);
    check("A #####\nB #@$.#\nC #####\n", &[("", SMALL)]);
    check(
        "01234\n#####\n#@$.#\n#####\n\n5\n\n######\n#@ $.#\n######\n",
        &[("", SMALL), ("5", LONG)],
    );
    let twelve: &[&str] = &["############", "#p...b....g#", "############"];
    check(
        "            11\n  012345678901\n0 ############\n1 #@   $    .#\n2 ############\n",
        &[("", twelve)],
    );
    // Numbers that count no columns of the level are titles.
    check("123\n#####\n#@$.#\n#####\n", &[("123", SMALL)]);
    check("#####\n#@$.#\n#####\nabc\n", &[("abc", SMALL)]);
}

#[test]
fn cells_may_stand_apart() {
    check("# # # # #\n# @ $ . #\n# # # # #\n", &[("", SMALL)]);
    check("  a b c d e f\n1 # # # # # # 1\n2 # @   $ . # 2\n3 # # # # # # 3\n", &[("", LONG)]);
    // All columns have something.
    let walls: &[&str] = &["#.#.#", "#pbg#", "#.#.#"];
    check("# # #\n#@$.#\n# # #\n", &[("", walls)]);
}

#[test]
fn tables_of_cells_are_boards() {
    let rows = "| # | @ | $ | . | # |\n| # | # | # | # | # |\n";
    check(&format!("| # | # | # | # | # |\n|---|:-:|---|---|---|\n{rows}"), &[("", SMALL)]);
    check(
        &format!("Second\n\n| | | | | |\n|-|-|-|-|-|\n| # | # | # | # | # |\n{rows}"),
        &[("Second", SMALL)],
    );
    check(&rows.replace("| # | # |", "|#|#|").replace("| # | @", "|`#`|@"), &[("", &SMALL[1..])]);
    check("|#|#|#|#|#|\n|#|@|$|.|#|\n|#|#|#|#|#|\n", &[("", SMALL)]);
    check(
        "+-+-+-+-+-+\n|#|#|#|#|#|\n+-+-+-+-+-+\n|#|@|$|.|#|\n+=+=+=+=+=+\n|#|#|#|#|#|\n+-+-+-+-+-+\n",
        &[("", SMALL)],
    );
    let named = "|   | a | b | c | d | e | f |\n|---|---|---|---|---|---|---|\n| 1 | # | # | # | # | # | # |\n\
                 | 2 | # | @ |   | $ | . | # |\n| 3 | # | # | # | # | # | # |\n";
    check(named, &[("", LONG)]);
    check_errors("| # | # | # |\n|---|---|---|\n| # | x | @ |\n| # | $ | . |\n", &["E0402 3:7"]);
}

#[test]
fn tables_have_boards_in_their_cells() {
    let levels: &[(&str, &[&str])] = &[("Along", SMALL), ("Around", LONG)];
    check(
        "| Name | Level |\n|---|---|\n| Along | <pre>#####<br>#@$.#<br>#####</pre> |\n\
         | Around | `######`<br>`#@ $.#`<br/>`######` |\n",
        levels,
    );
    check(
        "| Along | Around |\n|---|---|\n| ##### | ###### |\n| #@$.# | #@ $.# |\n| ##### | ###### |\n",
        levels,
    );
    check("| #####<br>#@$.#<br>##### |\n|---|\n", &[("", SMALL)]);
    check("+-----+\n|#####|\n|#@$.#|\n|#####|\n+-----+\n", &[("", SMALL)]);
    check_errors("| a | b |\n|---|---|\n| #####<br>#x$.#<br>##### | - |\n", &["E0402 3:13"]);
}

#[test]
fn differences_have_the_newer_file() {
    let head = "diff --git a/x b/x\n--- a/x\n+++ b/x\n";
    check(
        &format!("{head}@@ -0,0 +1,5 @@\n+; Second\n+\n+#####\n+#@$.#\n+#####\n"),
        &[("Second", SMALL)],
    );
    check(
        &format!(
            "Hello\n{head}@@ -3,4 +3,4 @@ Title\n ; Second\n #####\n-#@ .#\n+#@$.#\n #####\n-- \n2.1\n"
        ),
        &[("Second", SMALL)],
    );
    // Without what stands around them, each row would have a player.
    check("+#####\n+#@$.#\n+#####\n", &[("", SMALL)]);
    check_errors("@@ -0,0 +1,3 @@\n+#####\n+#@x.#\n+#####\n", &["E0402 3:4"]);
}
