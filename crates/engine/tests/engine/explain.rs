//! Rules explained.

use masume_engine::{ExplainError, Game, Setup, SetupError, Size};

use super::game;
use super::games::{BOXES, DISCS, NUMBERS};

#[test]
fn every_rule_is_explained_under_its_part() {
    let text = game(BOXES).explain(&Setup::default(), None).unwrap();
    let (text, many) = text.rsplit_once("\nmany boards: ").unwrap();
    assert_eq!(
        text,
        "\
Boxes on 5 x 3

push
  s4 = no planes ground.wall thing.player thing.box
  s5 = planes thing.box
  s6 = planes thing.player
  nfa 0: a=s6 then b=s5 then c=s4 (fixed run)
  nfa 1: a=s6 then b=s4 (fixed run)
  legal: the directions in which nfa 0 matches in direction0, or the directions in which nfa 1 matches in direction0
  rule 0 all direction0: [player] [box] [no wall, no thing] -> [thing -] [thing player] [thing box]
    s4 = no planes ground.wall thing.player thing.box
    s5 = planes thing.box
    s6 = planes thing.player
    nfa 0: a=s6 then b=s5 then c=s4 (fixed run)
    rule 0: nfa 0 in direction0, all at once: free thing at a; put thing.player at b; put thing.box at c
  rule 1 all direction0: [player] [no wall, no thing] -> [thing -] [thing player]
    s4 = no planes ground.wall thing.player thing.box
    s6 = planes thing.player
    nfa 1: a=s6 then b=s4 (fixed run)
    rule 1: nfa 1 in direction0, all at once: free thing at a; put thing.player at b

ends
  s5 = planes thing.box
  s7 = planes ground.goal
  win when every s7 in s5
",
    );
    assert!(many.starts_with("side by side, "), "{many}");
}

#[test]
fn the_code_of_many_boards_stands_under_the_line_that_says_there_is_one() {
    let line = |game: &Game, setup: &Setup| {
        let text = game.explain(setup, None).unwrap();
        text.lines().last().unwrap().to_owned()
    };
    let discs = game(DISCS);
    let text = discs.explain_code(&Setup::default()).unwrap();
    assert!(text.starts_with("  for "), "{text}");
    // A skip is a line, too, but no heading is an instruction.
    let turn = text.lines().skip_while(|it| it.trim() != "turn").skip(1);
    let count = turn.take_while(|it| it.starts_with("      ")).count();
    let said = format!("many boards: side by side, {count} instructions a turn");
    assert_eq!(line(&discs, &Setup::default()), said);
    // Nothing is said of a part, or of a board without a program.
    assert!(!discs.explain(&Setup::default(), Some("place")).unwrap().contains("many boards"));
    let size = Some(Size { width: 500, height: 500 });
    let large = Setup { size, ..Setup::default() };
    let waiting = game("game Wait\nboard 3 x 3 from 3 x 3\n\npieces\n  bead: red\n\naction wait\n");
    assert_eq!(waiting.explain_code(&large).unwrap(), "");
    assert!(!waiting.explain(&large, None).unwrap().contains("many boards"));
    // What has no code says so.
    let setup = Setup::default();
    let three = game(
        "game Three\nboard 32 x 32 from 3 x 3\npieces\n  bead: red\naction move from a to b in d\n  \
         from a to b: red empty -> _ red\n",
    );
    assert_eq!(three.explain_code(&setup).unwrap(), "");
    let said = "many boards: one after another, because three things are chosen in too many ways";
    assert_eq!(line(&three, &setup), said);
    assert!(
        waiting.explain_code(&Setup { size: Some(Size { width: 1, height: 1 }), ..setup }).is_err()
    );
}

#[test]
fn one_part_or_one_rule_can_be_asked_for() {
    let numbers = game(NUMBERS);
    let parts = |rule: &str| {
        let text = numbers.explain(&Setup::default(), Some(rule)).unwrap();
        let names = text.lines().skip(1).filter(|it| !it.is_empty() && !it.starts_with(' '));
        let rules = text.lines().filter(|line| line.starts_with("  rule "));
        (names.map(str::to_owned).collect::<Vec<_>>(), rules.count())
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

#[test]
fn what_runs_on_the_reference_says_so_and_why() {
    let text = "\
game Reasons
board 5 x 3

pieces
  thing: box
  tile:  number 1 to 99

legend
  .  nothing
  b  box

action join at c
  at c: box -> _
  right: n+ n -> _+ n
  right: [9 / tile > 1] tile -> _ tile
";
    let game = game(text);
    let explained = game.explain(&Setup::default(), None).unwrap();
    for said in [
        "legal: tried one by one, because what follows its first rule can change the board by itself",
        "in right, all, step by step, because a letter is bound in a repeat",
        "rule 2: reference, because a test of its pattern can end in an error",
    ] {
        assert!(explained.contains(said), "{explained}");
    }
    assert!(!explained.contains("rule 0: reference"), "{explained}");
}

#[test]
fn a_board_too_large_for_a_program_is_said() {
    let life = "\
game Life
board 3 x 3 from 3 x 3

pieces
  cell: alive

legend
  .  nothing
  O  alive

action tick
  all
    [alive, no 2..3 alive around] -> _
    [no alive, 3 alive around]    -> alive
";
    let setup = Setup { size: Some(Size { width: 500, height: 500 }), ..Setup::default() };
    let explained = game(life).explain(&setup, None).unwrap();
    let said = "reference, because the board has 250000 cells and programs serve at most 163840";
    assert!(explained.contains(said), "{explained}");
    assert!(explained.contains("rule 0 "), "{explained}");
}

#[test]
fn a_cell_and_a_direction_show_in_matches_as_two_cells_do() {
    let take = |action: &str| {
        game(&format!(
            "game Take\nboard 5 x 4\nplayers white black\npieces\n  stone: white black\nstart\n  \
             [(row + column) mod 2 = 0] -> white\n  [(row + column) mod 2 = 1] -> black\n{action}\n\
             win when no action\n"
        ))
    };
    let cells = take("action take from a to b\n  4 ways from a to b: mine theirs -> _ mine");
    let directed = take("action take at c in d\n  from c: mine theirs -> _ mine");
    let text = directed.explain(&Setup::default(), Some("take")).unwrap();
    let shown = "legal: the starts of nfa 0 in direction1, in each direction\n";
    assert!(text.contains(shown), "{text}");
    assert!(
        directed.explain(&Setup::default(), None).unwrap().contains("many boards: side by side")
    );
    let count = |game: &Game| game.perft(&game.start(&Setup::default()).unwrap(), 4);
    assert_eq!(count(&directed).unwrap(), count(&cells).unwrap());
    // The other way round each choice is tried.
    let turned = take("action take in d at c\n  from c: mine theirs -> _ mine");
    assert_eq!(count(&turned).unwrap(), count(&cells).unwrap());
}
