//! Properties that hold for every text.

use masume_syntax::ast::{Block, File, SectionKind, Statement, StatementKind, StatementOrBlock};
use masume_syntax::{SyntaxKind, format, parse, parse_bytes};
use proptest::prelude::*;

use crate::dump;
use crate::samples::SAMPLES;

/// Checks all that holds for every text.
fn check(text: &str) {
    let parsed = parse(text);
    assert_eq!(parsed.syntax().to_string(), text, "the tree is not the text");
    for it in &parsed.diagnostics {
        assert!(it.span.start <= it.span.end, "{it:?}");
        assert!(text.get(it.span.range()).is_some(), "{it:?} is outside the text");
    }
    if !parsed.diagnostics.is_empty() {
        assert_eq!(format(text), Err(parsed.diagnostics));
        return;
    }
    assert_eq!(counted(&parsed.file), counted_in_tree(text), "something was left out");
    let formatted = format(text).expect("a text without diagnostics has a layout");
    let again = parse(&formatted);
    assert_eq!(again.diagnostics, [], "{formatted}");
    assert_eq!(dump::file(&parsed.file), dump::file(&again.file), "{formatted}");
    assert_eq!(format(&formatted).as_deref(), Ok(&*formatted), "the layout is not stable");
    assert_eq!(comments(text), comments(&formatted), "{formatted}");
}

/// The comments of a text, in order.
fn comments(text: &str) -> Vec<String> {
    let tokens = parse(text).syntax().descendants_with_tokens();
    let comments = tokens.filter(|it| it.kind() == SyntaxKind::Comment);
    comments.map(|it| it.to_string().trim_end().to_owned()).collect()
}

/// Number of sections and statements of the tree.
fn counted_in_tree(text: &str) -> (usize, usize) {
    let root = parse(text).syntax();
    let statements = SyntaxKind::RuleStatement..=SyntaxKind::PictureStatement;
    let statements = root.descendants().filter(|it| statements.contains(&it.kind())).count();
    (root.children().count(), statements)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "four sections hold statements")]
fn counted(file: &File) -> (usize, usize) {
    let statements = file.sections.iter().map(|it| match &it.kind {
        SectionKind::Start(it) | SectionKind::Then(it) => in_block(it),
        SectionKind::Action(it) => in_block(&it.body),
        SectionKind::Define(it) => in_block(&it.body),
        _ => 0,
    });
    (file.sections.len(), statements.sum())
}

fn in_block(block: &Block) -> usize {
    block.statements.iter().map(in_statement).sum()
}

#[expect(clippy::wildcard_enum_match_arm, reason = "seven statements hold others")]
fn in_statement(statement: &Statement) -> usize {
    1 + match &statement.kind {
        StatementKind::Else(it) | StatementKind::Must(it) => in_body(it),
        StatementKind::Repeat(it) | StatementKind::Times(_, it) | StatementKind::If(_, it) => {
            in_body(it)
        }
        StatementKind::Simultaneous(it) | StatementKind::Facing(_, it) => in_block(it),
        _ => 0,
    }
}

fn in_body(body: &StatementOrBlock) -> usize {
    match body {
        StatementOrBlock::Statement(it) => in_statement(it),
        StatementOrBlock::Block(it) => in_block(it),
    }
}

/// The games and the library of the project, where they are beside the crate.
#[test]
fn the_games_of_the_project_are_understood_the_same_after_layout() {
    for folder in ["../../games", "../../library", "tests/it/games"] {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|it| it == "masu") {
                let text = std::fs::read_to_string(entry.path()).expect("a text");
                let found = crate::samples::diagnostics(&text);
                assert_eq!(found, "", "{}", entry.path().display());
                check(&text);
            }
        }
    }
}

/// Words and signs that the language knows, and some that it does not.
const VOCABULARY: &str = "game about use board players option value pieces legend let define start \
    action then pass again win lose draw end goal score level display keys words rules help notation \
    all and any around at beside bend centre column count each edge else empty every everyone \
    first forward from has if in is march meets mine mod must my no nobody not of or over passed \
    random repeat require row sees shuffle some the their theirs times to toward turn until walk \
    ways when with picture number kinds doubling for player x a b n d box wall 0 1 2 3 8 64 90% \
    12.5% 99999999999999999999 -> => == = += -= != < <= > >= + - * / ? | ( ) [ ] { } , : _ ... .. \
    \"\" \"x{n}\" \" // # ' é 漢 stage min max abs across down capital rises named chance";

fn soup() -> impl Strategy<Value = String> {
    let words: Vec<&str> = VOCABULARY.split_whitespace().collect();
    let blank = prop_oneof![
        6 => Just(" "), 3 => Just(""), 1 => Just("\n"), 1 => Just("\n  "), 1 => Just("\n    "),
        1 => Just("\r\n"), 1 => Just("\t"), 1 => Just("\n\n"),
    ];
    let piece = (prop::sample::select(words), blank);
    prop::collection::vec(piece, 0..80).prop_map(|pieces| {
        pieces.into_iter().map(|(word, blank)| format!("{word}{blank}")).collect()
    })
}

/// A sample with some of its characters or lines changed.
fn mutated() -> impl Strategy<Value = String> {
    let words: Vec<&str> =
        VOCABULARY.split_whitespace().chain([" ", "\n", "\n  ", "  ", "\t", "\r"]).collect();
    let change = (any::<prop::sample::Index>(), 0..12_usize, prop::sample::select(words));
    let changes = prop::collection::vec(change, 1..5);
    (prop::sample::select(SAMPLES.to_vec()), changes).prop_map(|((_, text), changes)| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, length, word) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            text.splice(at..end, word.chars());
        }
        text.into_iter().collect()
    })
}

/// A sample with lines moved, indented or deleted.
fn shuffled() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4_usize);
    let changes = prop::collection::vec(change, 1..6);
    (prop::sample::select(SAMPLES.to_vec()), changes).prop_map(|((_, text), changes)| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (from, to, how) in changes {
            let (from, to) = (from.index(lines.len()), to.index(lines.len()));
            match how {
                0 => lines.swap(from, to),
                1 => lines[from].insert_str(0, "  "),
                2 => lines[from] = lines[from].trim_start().to_owned(),
                _ => lines[from] = lines[to].clone(),
            }
        }
        lines.join("\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_kept_and_understood_the_same_after_layout(text in "(.|\n){0,200}") {
        check(&text);
    }

    #[test]
    fn any_words_are_kept_and_understood_the_same_after_layout(text in soup()) {
        check(&text);
    }

    #[test]
    fn a_changed_game_is_kept_and_understood_the_same_after_layout(text in mutated()) {
        check(&text);
    }

    #[test]
    fn moved_lines_are_kept_and_understood_the_same_after_layout(text in shuffled()) {
        check(&text);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        parse_bytes(&bytes);
    }
}

#[test]
fn the_samples_are_understood_the_same_after_layout() {
    for (_, text) in SAMPLES {
        check(text);
        check(&text.replace('\n', "\r\n"));
        check(&format!("\u{feff}{text}"));
        check(&text.replace("  ", "\t"));
    }
}
