//! Letters for actions.

use masume_board::Grid;
use masume_rules::text::{notation_named, print_notation, read_action, read_notation, value_rose};

use super::games::{boxes, seats};
use super::shown;

#[test]
fn letters_stand_for_actions() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(read_notation(&boxes(), "lurd", text).unwrap(), expected, "{text}");
    };
    check("", &[]);
    check("lR\r\n u D", &["push left", "right", "up", "down"]);
    check("2l0r3 U", &["push left", "push left", "up", "up", "up"]);
}

#[test]
fn letters_are_printed_with_capitals_where_the_value_rose() {
    let (rules, grid) = (boxes(), Grid::new(3, 3).unwrap());
    let read = |text: &str| read_action(&rules, &grid, text).unwrap();
    let play = [(read("left"), false), (read("push up"), true), (read("right"), false)];
    assert_eq!(print_notation(&rules, &grid, "lurd", play).unwrap(), "lUr");
    let notation = notation_named(&rules, "").unwrap();
    assert!(value_rose(notation, &[1, 0], &[2, 0]));
    assert!(!value_rose(notation, &[1, 0], &[1, 5]));
    assert!(!value_rose(notation, &[], &[]));
}

#[test]
fn what_is_no_letter_is_located() {
    let check = |name: &str, text: &str, expected: &str| {
        let error = read_notation(&boxes(), name, text).unwrap_err();
        assert_eq!(shown(text, &error), expected, "{text}");
    };
    check("lurd", "lux", "E0410 \"x\" `x` stands for no action");
    check("lurd", "lu3", "E0105 \"3\" a repeat of nothing");
    check("lurd", "u99999999999999999999999r", "E0213 \"r\" too many actions");
    check("lurd", &"999999r".repeat(2), "E0213 \"r\" too many actions");
    check("lrud", "lu", "E0410 \"\" `lrud` is not a notation of this game");
    let error = read_notation(&seats(), "lurd", "l").unwrap_err();
    assert_eq!(error.help, None);
}
