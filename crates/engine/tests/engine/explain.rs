//! Rules explained.

use masume_engine::{ExplainError, Setup, SetupError, Size};

use crate::game;
use crate::games::{BOXES, DISCS, NUMBERS};

#[test]
fn every_rule_is_explained_under_its_part() {
    let text = game(BOXES).explain(&Setup::default(), None).unwrap();
    assert_eq!(
        text,
        "\
Boxes on 5 x 3

push
  rule 0 all direction0: [player] [box] [no wall, no thing] -> [thing -] [thing player] [thing box]
    reference
  rule 1 all direction0: [player] [no wall, no thing] -> [thing -] [thing player]
    reference
",
    );
}

#[test]
fn one_part_or_one_rule_can_be_asked_for() {
    let numbers = game(NUMBERS);
    let parts = |rule: &str| {
        let text = numbers.explain(&Setup::default(), Some(rule)).unwrap();
        let names = text.lines().skip(1).filter(|it| !it.is_empty() && !it.starts_with(' '));
        (names.map(str::to_owned).collect::<Vec<_>>(), text.matches("rule ").count())
    };
    assert_eq!(parts("slide"), (vec!["slide".to_owned()], 3));
    assert_eq!(parts("then"), (vec!["then".to_owned()], 1));
    assert_eq!(parts("0"), (vec!["slide".to_owned()], 1));
}

#[test]
fn what_is_no_rule_or_no_board_is_said() {
    let discs = game(DISCS);
    let unknown = discs.explain(&Setup::default(), Some("nonsense")).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no rule `nonsense`; the rules are in `place`");
    let size = Some(Size { width: 99, height: 99 });
    let error = discs.explain(&Setup { size, ..Setup::default() }, None).unwrap_err();
    assert!(matches!(error, ExplainError::Setup(SetupError::Size(_))), "{error}");
}
