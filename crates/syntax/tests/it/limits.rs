//! Hostile texts: each is read, kept, and answered; in well under a second, where `MASUME_CLOCKS` is set.

use std::time::{Duration, Instant};

use masume_syntax::{Code, parse, parse_bytes};

/// Checks that the text is read fast and kept; gives the codes of its diagnostics.
fn codes(text: &str) -> Vec<Code> {
    let start = Instant::now();
    let parsed = parse(text);
    let time = start.elapsed();
    // Far more than it takes unoptimised, and less than quadratic time would be.
    let is_soon = std::env::var_os("MASUME_CLOCKS").is_none() || time < Duration::from_secs(3);
    assert!(is_soon, "{time:?} for {} bytes", text.len());
    assert_eq!(parsed.syntax().to_string(), text);
    parsed.diagnostics.iter().map(|it| it.code).collect()
}

#[test]
fn ten_thousand_brackets_give_one_diagnostic() {
    for bracket in ["(", "[", "a(", "[(", "no ", "not ", "{", "-", "2 ", "count [", "sees ("] {
        let all = bracket.repeat(10_000);
        for line in [format!("let x = {all}"), format!("score {all}"), format!("win when {all}")] {
            let codes = codes(&line);
            assert_eq!(codes.len(), 1, "{bracket}: {codes:?}");
        }
        for line in [format!("{all} -> b"), format!("b -> {all}"), format!("if {all}: b")] {
            let codes = codes(&format!("action a\n  {line}"));
            // `2 2 2` is a pattern.
            let expected = usize::from(bracket != "2 " || line.starts_with("if"));
            assert_eq!(codes.len(), expected, "{bracket}: {codes:?}");
        }
    }
    assert_eq!(codes(&format!("action a\n  {}", "(".repeat(10_000))), [Code::NestedTooDeep]);
    assert_eq!(codes(&format!("let a = {}", "[".repeat(10_000))), [Code::NestedTooDeep]);
}

#[test]
fn ten_thousand_repeats_give_one_diagnostic() {
    assert_eq!(codes(&format!("action a\n  a{} -> b", "*".repeat(10_000))), [Code::RepeatedRepeat]);
}

#[test]
fn ten_thousand_headings_on_one_line_give_one_diagnostic() {
    for heading in ["else ", "must ", "repeat ", "if some a: ", "2 times: ", "repeat: "] {
        let text = format!("action a\n  {}win", heading.repeat(10_000));
        assert_eq!(codes(&text), [Code::NestedTooDeep], "{heading}");
    }
}

#[test]
fn blocks_deeper_than_the_bound_give_one_diagnostic() {
    let blocks: String = (1..1000).map(|it| format!("{}all\n", " ".repeat(it))).collect();
    assert_eq!(codes(&format!("start\n{blocks}")), [Code::NestedTooDeep]);
}

#[test]
fn long_texts_take_linear_time() {
    let parts = [
        "a ",
        "a b -> b a\n  ",
        "1 + ",
        "a or ",
        "[a] ",
        "\n",
        " ",
        "\"",
        "'",
        "#\n",
        "x\n",
        "(\n",
        ")\n",
        "a, ",
        "-> ",
        "\n    , ",
        "(a) ",
        "[a, ",
        "sees (a) ",
        "\\",
        "{",
        "a* ",
        "é",
        "a: ",
        "  // c\n",
        "\n  picture\n    #",
        "\nlevel\n  #\n\n",
        "\r",
        "\t",
        "2..3 ",
        "random 3 of ",
        "_",
        "\nacton\n  a",
    ];
    let heads = [
        "",
        "let x = ",
        "score ",
        "action a\n  ",
        "legend\n  ",
        "keys\n  ",
        "words\n  win \"",
        "level\n  ",
        "win when ",
        "start\n  a -> ",
        "start\n  if ",
        "pieces\n  a: ",
        "notation x\n  ",
        "display\n  a ",
        "display\n  a red\n    picture ",
        "display\n  a red\n    picture red\n      ",
    ];
    for part in parts {
        for head in heads {
            let text = format!("{head}{}", part.repeat(60_000 / part.len()));
            assert!(codes(&text).len() <= 101, "{head:?} {part:?}");
        }
    }
}

#[test]
fn ten_megabytes_are_refused_at_once() {
    assert_eq!(codes(&"game X\n".repeat(1_500_000)), [Code::FileTooLarge]);
}

#[test]
fn binary_is_refused_at_once() {
    let bytes: Vec<u8> =
        (0..1_000_000_u32).map(|it| (it.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert_eq!(parse_bytes(&bytes).diagnostics[0].code, Code::NotText);
    assert_eq!(parse_bytes(&[0xff; 2_000_000]).diagnostics[0].code, Code::FileTooLarge);
    assert!(codes(&"\0\u{1}\u{7f}\n".repeat(100_000)).len() <= 101);
}
