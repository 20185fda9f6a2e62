//! Collections of levels.

use std::path::PathBuf;

use masume_rules::model::{
    Condition, End, EndKind, Layer, LevelInfo, ParamSlot, PieceSet, Rules, Statement, Test, Ways,
};
use masume_rules::text::{CannotBeWon, print_collection, read_collection, read_level};
use masume_syntax::Span;

use super::games::{BOX, blanks, boxes, numbers, seats};
use super::shown;

fn check(rules: &Rules, text: &str, expected: &[(&str, &[&str])]) {
    let levels = read_collection(rules, text).unwrap_or_else(|errors| panic!("{errors:?}")).levels;
    let found: Vec<(&str, Vec<&str>)> = levels
        .iter()
        .map(|level| (level.title.as_str(), level.rows.iter().map(String::as_str).collect()))
        .collect();
    let expected: Vec<(&str, Vec<&str>)> =
        expected.iter().map(|(title, rows)| (*title, rows.to_vec())).collect();
    assert_eq!(found, expected, "{text}");
    for level in &levels {
        assert!(text.get(level.span.range()).is_some());
    }
}

#[test]
fn foreign_pictures_become_the_games_own() {
    check(&boxes(), "####\n# .#\n#$@#\n####", &[("", &["####", "#.g#", "#bp#", "####"])]);
    let ragged = "\u{feff} ###\r\n#-_@$\r\n ###\r\n\r\n\r\n#@$.#\r\n";
    check(&boxes(), ragged, &[("", &[".###.", "#..pb", ".###."]), ("", &["#pbg#"])]);
    check(&boxes(), "#+*#", &[("", &["#PB#"])]);
}

#[test]
fn titles_stand_before_or_after() {
    let before = "; A collection\n; by someone\n\n; 1\n\n#@#\n\n; 2\n#$@#\n";
    check(&boxes(), before, &[("1", &["#p#"]), ("2", &["#bp#"])]);
    let after = "#@#\nTitle: One: more\nAuthor: me\n\n#$@#\nComment:\n#@#\ncolour\nComment-End:\nTitle: Two";
    check(&boxes(), after, &[("One: more", &["#p#"]), ("Two", &["#bp#"])]);
    let words_after = "#@#\n; one\n; and more\n\n#$@#\n'two'\n";
    check(&boxes(), words_after, &[("one", &["#p#"]), ("two", &["#bp#"])]);
    let both = ";01\n#@#\nTitle: One\n\n;02\n#$@#\n";
    check(&boxes(), both, &[("One", &["#p#"]), ("02", &["#bp#"])]);
    let unclosed = "#@#\nComment: none\n\n#$@#\nComment:\n";
    check(&boxes(), unclosed, &[("", &["#p#"]), ("", &["#bp#"])]);
}

#[test]
fn authors_stand_after_a_level_or_before_all() {
    let check = |text: &str, expected: &[&str]| {
        let levels = read_collection(&boxes(), text).unwrap().levels;
        let found: Vec<&str> = levels.iter().map(|level| level.author.as_str()).collect();
        assert_eq!(found, expected, "{text}");
    };
    check("#@#\nTitle: One\nAuthor: A b\n\n#$@#\nauthor:  C \n\n#@#", &["A b", "C", ""]);
    check("Author: A\nTitle: One\n\n#@#\n\n#$@#\nAuthor: B\n\n#@#", &["A", "B", "A"]);
    check("#@#\nAuthor:\nAuthor: A\nAuthor: B\n", &["B"]);
    check("#@#\nComment:\nAuthor: nobody\nComment-End:\n", &[""]);
}

#[test]
fn titles_and_authors_cannot_drive_a_terminal() {
    let text = "#@#\nTitle: a\u{1b}[31mb\nAuthor: c\u{7}\n\n#@#\n\n; \u{9b}2Jx\n#@#\n";
    let levels = read_collection(&boxes(), text).unwrap().levels;
    assert_eq!(levels[0].title, "a\u{fffd}[31mb");
    assert_eq!(levels[0].author, "c\u{fffd}");
    assert_eq!(levels[2].title, "\u{fffd}2Jx");
}

#[test]
fn lines_of_dashes_are_no_rows() {
    check(&boxes(), "-----\n#@#\n-----\n\n-----\n#$@#", &[("", &["#p#"]), ("", &["#bp#"])]);
    check(&boxes(), "#@#\n---\n#$#", &[("", &["#p#", "...", "#b#"])]);
}

#[test]
fn own_pictures_stay_as_they_are() {
    check(&boxes(), "; 1\n#p.\n..b\n\n; 2\n#P.", &[("1", &["#p.", "..b"]), ("2", &["#P."])]);
    check(&numbers(), "2 .\n. 4\n\n16 .\n. .", &[("", &["2 .", ". 4"]), ("", &["16 .", ". ."])]);
    check(&seats(), "........\nbw......", &[("", &["........", "bw......"])]);
    check(&blanks(), " # \n#@#\n\n#", &[("", &[" # ", "#@#"]), ("", &["#"])]);
}

#[test]
fn collections_are_read_back() {
    let level = |title: &str, author: &str, rows: &[&str]| LevelInfo {
        title: title.to_owned(),
        author: author.to_owned(),
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        span: Span::default(),
    };
    let levels = [
        level("", "", &["####", "#pb#"]),
        level("A \"b\" \\ c", "me", &["#p.", "..g"]),
        level("", "", &["b..", "...", "#P#"]),
        level("", "", &["#p.", "..."]),
    ];
    let xsb = print_collection(&boxes(), &levels, "xsb").unwrap();
    let expected =
        "####\n#@$#\n\n#@\n  .\nTitle: A \"b\" \\ c\nAuthor: me\n\n$\n---\n#+#\n\n#@ \n---\n\n";
    assert_eq!(xsb, expected);
    let reread = read_collection(&boxes(), &xsb).unwrap().levels;
    assert_eq!(reread[2].rows, levels[2].rows);
    assert_eq!(reread[1].author, "me");
    // Rows of nothing at the end are no part of a level of another program.
    assert_eq!(reread[3].rows, ["#p."]);
    let own = print_collection(&boxes(), &levels, "").unwrap();
    let plain = |levels: &[LevelInfo]| -> Vec<(String, Vec<String>)> {
        levels.iter().map(|level| (level.title.clone(), level.rows.clone())).collect()
    };
    let reread = read_collection(&boxes(), &own).unwrap_or_else(|it| panic!("{it:?}")).levels;
    assert_eq!(plain(&reread), plain(&levels), "{own}");
}

#[test]
fn what_is_no_collection_is_located() {
    let check = |rules: &Rules, text: &str, expected: &str| {
        let errors = read_collection(rules, text).unwrap_err();
        assert_eq!(shown(text, &errors[0]), expected, "{text}");
    };
    check(&boxes(), "", "E0413 \"\" no level was found");
    check(&boxes(), "Dear reader,\n; hello\n", "E0413 \"\" no level was found");
    let mut poor = boxes();
    poor.legends[0].entries.retain(|entry| entry.glyphs != ['P']);
    check(
        &poor,
        "#@#\n\n#+#",
        "E0402 \"#+#\" the legend `the game's own` has no glyph for `goal, player`",
    );
    let error = print_collection(&boxes(), &[], "xsv").unwrap_err();
    assert_eq!(error.help.unwrap(), "the legends are `xsb`");
}

#[test]
fn rows_are_decoded_from_their_lengths() {
    let level: &[(&str, &[&str])] = &[("", &["#####", "#pbg#", "#####"])];
    check(&boxes(), "5#\n#@$.#\n5#\n", level);
    check(&boxes(), "5#|#@$.#|5#", level);
    check(&boxes(), "5#|#@$.#|5#|\n", level);
    check(
        &boxes(),
        "; 1\n12#\n#@$.7-#\n12#\n",
        &[("1", &["############", "#pbg.......#", "############"])],
    );
    // Numbers of levels are none.
    check(&boxes(), "1\n#@#\n\n2.\n#$@#\n", &[("1", &["#p#"]), ("2.", &["#bp#"])]);
    let text = "99999999999999999999#\n#@#\n";
    assert_eq!(read_collection(&boxes(), text).unwrap().levels[0].rows, ["#p#"]);
}

#[test]
fn no_row_is_lost() {
    let check = |text: &str, found: &str| {
        let errors = read_collection(&boxes(), text).unwrap_err();
        let at = errors[0].span.range();
        assert_eq!((errors.len(), &text[at]), (1, found), "{text:?}: {errors:?}");
        assert!(errors[0].message.ends_with("is not in the legend"), "{errors:?}");
    };
    check("####\n#@ #\n#x.#\n####\n", "x");
    check("##\0##\n#@ #\n#$.#\n####\n", "\0");
    check("####\n#@ #\n#$.#\n##é#\n", "é");
}

#[test]
fn collections_are_bounded_and_so_are_errors() {
    let errors = read_collection(&boxes(), &"#@#\n\n".repeat(1025)).unwrap_err();
    assert_eq!(errors[0].message, "more than 1024 levels");
    assert_eq!(errors[0].span.start, 1024 * 5);
    assert_eq!(read_collection(&boxes(), &"#@#\n\n".repeat(1024)).unwrap().levels.len(), 1024);
    let errors = read_collection(&boxes(), &"#@#\n#x#\n\n".repeat(300)).unwrap_err();
    assert_eq!(errors.len(), 101);
    assert_eq!(errors[100].message, "more than 100 errors");
}

/// Pushing boxes, won when each goal has one.
fn boxes_on_goals() -> Rules {
    let piece = |layer, content| Test::Piece { layer, pieces: vec![PieceSet(1_u64 << content)] };
    let condition = Condition::Every(piece(Layer(0), 1), piece(Layer(1), BOX));
    let win = End { kind: EndKind::Win, condition, effects: Vec::new(), span: Span::default() };
    let mut rules = Rules { ends: vec![win], ..boxes() };
    let Statement::OrElse(ways) = &mut rules.actions[0].body[0] else { panic!() };
    for statement in ways.iter_mut().flatten() {
        let Statement::Rule(rule) = statement else { panic!() };
        rule.ways = Ways::Chosen(ParamSlot(0));
    }
    rules
}

#[test]
fn a_level_of_a_collection_with_a_goal_too_many_cannot_be_won() {
    let rules = boxes_on_goals();
    let text = "#####\n#@$.#\n#####\n\n######\n#@$..#\n######\n; too many\n";
    let levels = read_collection(&rules, text).unwrap().levels;
    let why: Vec<_> = levels.iter().map(|level| CannotBeWon::of(&rules, level)).collect();
    let (these, of) = (vec![(Layer(0), 1)], vec![(Layer(1), BOX)]);
    assert_eq!(why, [None, Some(CannotBeWon::Short { these, needed: 2, of, there: 1 })]);
    let shown = why[1].as_ref().unwrap().diagnostic(&rules, &levels[1]);
    assert_eq!(&text[shown.span.range()], "######\n#@$..#\n######");
}

/// The folder with the collections, which is no part of the project.
fn shared_levels() -> Option<PathBuf> {
    let shared = std::env::var_os("MASUME_SHARED")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let folder = shared.join("levels/sokoban");
    folder.is_dir().then_some(folder)
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn every_level_of_the_shared_collections_is_read() {
    let Some(folder) = shared_levels() else {
        eprintln!("skipped: no folder levels/sokoban in MASUME_SHARED or beside the workspace");
        return;
    };
    let files = [
        ("grigr2001.xsb", 100, "Bardak #01", "Only you #100"),
        ("microban-1.txt", 155, "1", "155"),
        ("microban-2.txt", 135, "1", "135"),
        ("sasquatch-1.txt", 50, "1", "50"),
        ("boxoban/hard-000-part.txt", 514, "0", "513"),
    ];
    let winnable = boxes_on_goals();
    for (file, count, first, last) in files {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let levels = read_collection(&boxes(), &text).unwrap().levels;
        assert_eq!(levels.len(), count, "{file}");
        assert!(levels[0].title.contains(first), "{file}: {}", levels[0].title);
        assert!(levels[count - 1].title.contains(last), "{file}: {}", levels[count - 1].title);
        for level in &levels {
            let read = read_level(&boxes(), level);
            assert!(read.is_ok(), "{file}: {}: {read:?}", level.title);
            assert_eq!(CannotBeWon::of(&winnable, level), None, "{file}: {}", level.title);
        }
        let again = print_collection(&boxes(), &levels, "xsb").unwrap();
        let reread = read_collection(&boxes(), &again).unwrap().levels;
        let rows = |levels: &[LevelInfo]| -> Vec<(String, Vec<String>)> {
            levels.iter().map(|level| (level.title.clone(), level.rows.clone())).collect()
        };
        assert!(rows(&reread) == rows(&levels), "{file}");
    }
}
