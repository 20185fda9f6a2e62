//! Meanings that the checker makes of what it accepts, as printed.

use expect_test::{Expect, expect};
use masume_syntax::Severity;

use super::games::{OTHELLO, ROBOTS, SHISEN_SHO, SOKOBAN, TILES};
use super::{DUEL, NUMBERS, SOLO};

/// The printed meaning from the first action or set-up on: what comes before is the same for all.
fn check(source: &str, expected: Expect) {
    let parse = masume_syntax::parse(source);
    assert_eq!(parse.diagnostics, [], "{source}");
    let checked = masume_rules::check(&parse.file);
    let errors = checked.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    assert_eq!(errors.collect::<Vec<_>>(), Vec::<&masume_syntax::Diagnostic>::new(), "{source}");
    let text = masume_rules::print(&checked.rules.expect("a game with pieces"));
    let from = text.find("\nstart").or_else(|| text.find("\naction"));
    expected.assert_eq(&text[from.map_or(0, |at| at + 1)..]);
}

#[test]
fn sokoban_frees_what_the_left_names_and_the_right_does_not() {
    check(
        SOKOBAN,
        expect![[r#"
        action push direction0 (4 ways)
          either
            rule 0 all direction0: [player] [box] [no wall, no thing] -> [thing -] [thing player] [thing box]
          else
            rule 1 all direction0: [player] [no wall, no thing] -> [thing -] [thing player]
        win when every goal has box
        level "First"
          #########
          #.......#
          #.##b##.#
          #.p...b.#
          ##bggg#.#
          .#....#.#
          .###..###
          ...####..
    "#]],
    );
}

#[test]
fn othello_leaves_a_class_that_stands_on_both_sides() {
    check(
        OTHELLO,
        expect![[r#"
        start
          picture at centre
            [white] [black]
            [black] [white]
        action place cell0
          rule 0 all 8 ways from cell0: [empty] [<black: white, white: black>]+ [<black: black, white: white>] -> [disc <black: black, white: white>] [disc <black: black, white: white>] []
        pass when no action
        end when everyone passed
        score count [<black: black, white: white>]
    "#]],
    );
}

#[test]
fn tiles_read_lines_from_the_wall_they_slide_to() {
    check(
        TILES,
        expect![[r#"
        start
          2 times
            rule 3 random each cell: [empty] -> [tile 2] with chance two or [tile 4]
        action slide direction0 (4 ways)
          repeat
            rule 0 all against direction0: [empty] [#0 in tile] -> [tile #0] [tile -]
          rule 1 each against direction0: [#0 in tile] [#0 in tile] -> [tile (2 * #0)] [tile -], score += (2 * #0)
          repeat
            rule 2 all against direction0: [empty] [#0 in tile] -> [tile #0] [tile -]
        then
          rule 4 random each cell: [empty] -> [tile 2] with chance two or [tile 4]
        goal when some tile = 2048
        end when no action
    "#]],
    );
}

#[test]
fn robots_march_at_once_and_every_meeting_is_described() {
    check(
        ROBOTS,
        expect![[r#"
            start
              rule 2 all each cell: [centre] -> [thing player]
              rule 3 random min((5 * stage), 40) of each cell: [empty] -> [thing robot]
            action step direction0 (8 ways)
              rule 0 all direction0: [player] [empty] -> [thing -] [thing player]
            action wait
            action teleport
              rule 1 move thing of [player] -> random [empty]
            then
              let local0 = count [robot]
              rule 4 march thing of [robot] toward [player]
                robot meets player -> robot, lose
                robot meets robot -> scrap
                robot meets scrap -> scrap
              score += (local0 - count [robot])
            win stage when not (some robot), score += (10 * stage)
        "#]],
    );
}

#[test]
fn shisen_sho_walks_from_cell_to_cell() {
    check(
        SHISEN_SHO,
        expect![[r#"
        start
          rule 1 shuffle 4 of each tile over [any]
          until solvable
        action take cell0 cell1 in any order
          rule 0 all 4 ways from cell0 to cell1: [#0 in tile] [empty]* turn? [empty]* turn? [empty]* [#0 in tile] -> [tile -] [] [] [] [tile -]
        win when not (some tile)
        lose when no action
    "#]],
    );
}

#[test]
fn classes_are_carried_and_kept() {
    let rules = "action go in d
  man empty -> _ man
  my man theirs -> _ my man
  [my man, no king] -> mine
  piece empty -> _ piece
";
    check(
        &format!("{DUEL}{rules}"),
        expect![[r#"
        action wait
        action go direction0 (4 ways)
          rule 0 all direction0: [black-man/white-man, #0 in piece] [empty] -> [piece -] [piece #0]
          rule 1 all direction0: [<black: black-man, white: white-man>] [<black: white-man/white-king, white: black-man/black-king>] -> [piece -] [piece <black: black-man, white: white-man>]
          rule 2 all direction0: [<black: black-man, white: white-man>, no black-king/white-king] -> []
          rule 3 all direction0: [piece, #0 in piece] [empty] -> [piece -] [piece #0]
    "#]],
    );
}

#[test]
fn a_number_that_was_met_is_carried_like_a_piece() {
    check(
        "game Test\nboard 4 x 4\npieces\n  tile: number 1 to 15\naction go\n  right: tile _ -> _ tile\n",
        expect![[r#"
            action go
              rule 0 all right: [tile, #0 in tile] [empty] -> [tile -] [tile #0]
        "#]],
    );
}

#[test]
fn blank_frees_named_layers_or_else_all() {
    let rules = "action go in d
  [goal, box] -> box
  [goal, box] -> _
  any player -> _ player
  [no wall] -> _
  [goal or box] player -> _ ...
  _* player -> _* _
  player -> [no goal, player]
";
    check(
        &format!("{SOLO}{rules}"),
        expect![[r#"
        action wait
        action go direction0 (4 ways)
          rule 0 all direction0: [goal, box] -> [ground -, thing box]
          rule 1 all direction0: [goal, box] -> [ground -, thing -]
          rule 2 all direction0: [any] [player] -> [ground -, thing -] [thing player]
          rule 3 all direction0: [no wall] -> [ground -, thing -]
          rule 4 all direction0: [(goal or box)] [player] -> [ground -, thing -] []
          rule 5 all direction0: [empty]* [player] -> [] [thing -]
          rule 6 all direction0: [player] -> [ground -, thing player]
    "#]],
    );
}

#[test]
fn else_belongs_to_the_rule_or_if_before_it() {
    let rules = "then
  player -> box
  else box -> player
  else if some wall: player -> box
  else wall -> goal
  if some box: box -> player
  else if no box: player -> box
  else
    goal -> wall
    else wall -> goal
";
    check(
        &format!("{SOLO}{rules}"),
        expect![[r#"
        action wait
        then
          either
            rule 0 all each cell: [player] -> [thing box]
          else
            rule 1 all each cell: [box] -> [thing player]
          else
            if some wall
              rule 2 all each cell: [player] -> [thing box]
            else
              rule 3 all each cell: [wall] -> [ground goal]
          if some box
            rule 4 all each cell: [box] -> [thing player]
          else
            if not (some box)
              rule 5 all each cell: [player] -> [thing box]
            else
              either
                rule 6 all each cell: [goal] -> [ground wall]
              else
                rule 7 all each cell: [wall] -> [ground goal]
    "#]],
    );
}

#[test]
fn definitions_are_written_out_with_their_arguments() {
    let rules = "use lines
use capture
define shove(who, way)
  way: who [no thing] -> _ who
let far(n, t) = [row > n, t, sees right (any* wall)]
action go in d at c
  shove(player, d)
  shove(box, up)
  right: [far(2, box)] wall -> _ wall
win when some line(3, box) or some line-exactly(2, wall)
lose when count surrounded(box) > 2
";
    check(
        &format!("{SOLO}{rules}"),
        expect![[r#"
        action wait
        action go direction0 (4 ways) cell1
          rule 0 all direction0: [player] [no thing] -> [thing -] [thing player]
          rule 1 all up: [box] [no thing] -> [thing -] [thing box]
          rule 2 all right: [row > 2, box, sees right ([any]* [wall])] [wall] -> [thing -] [ground wall]
        win when (some sees 8 ways ([box]{3}) or some sees 8 ways ((edge | [no wall]) [wall]{2} (edge | [no wall])))
        lose when count [[box, no sees 4 ways ([box] [no box])]] > 2
    "#]],
    );
}

#[test]
fn letters_of_a_rule_are_seen_in_sees_and_those_of_a_definition_are_its_own() {
    let rules = "let twin = [n in tile, sees right (any n)]
action go in d
  n [twin, m in tile, m = n + 1] -> m {2n - 1}
  [n in tile, sees up (any n)] -> _
  [k in mark] _ -> _ k
";
    check(
        &format!("{NUMBERS}{rules}"),
        expect![[r#"
        action wait
        action go direction0 (4 ways)
          rule 0 all direction0: [#0 in tile] [[#1 in tile, sees right ([any] [#1 in tile])], #2 in tile, #2 = (#0 + 1)] -> [tile #2] [tile ((2 * #0) - 1)]
          rule 1 all direction0: [#0 in tile, sees up ([any] [#0 in tile])] -> [tile -]
          rule 2 all direction0: [#0 in mark] [empty] -> [mark -] [mark #0]
    "#]],
    );
}

#[test]
fn directions_are_resolved_for_each_player() {
    let source = "game Test
board 4 x 4
players
  black forward down
  white forward up
pieces
  piece: man king for each player
action go from a to b when ply > 3
  forward-diagonals or up from a to b: my man empty -> _ my man
  else must 4 ways from a: mine theirs -> _ mine
action turn in d (sideways or forward) in column x
  against d: [mine, x] empty -> _ mine
  first up: [empty, column = x] -> my king
  man -> _
again when no action go
";
    check(
        source,
        expect![[r#"
        action go cell0 cell1 when ply > 3
          either
            rule 0 all <black: up down-left down-right, white: up-left up up-right> from cell0 to cell1: [<black: black-man, white: white-man>] [empty] -> [piece -] [piece <black: black-man, white: white-man>]
          else
            must
              rule 1 all 4 ways from cell0: [<black: black-man/black-king, white: white-man/white-king>, #0 in piece] [<black: white-man/white-king, white: black-man/black-king>] -> [piece -] [piece #0]
        action turn direction0 (<black: left right down, white: up left right>) column1
          rule 2 all against direction0: [[<black: black-man/black-king, white: white-man/white-king>, column1], #0 in piece] [empty] -> [piece -] [piece #0]
          rule 3 first up: [empty, column = column1] -> [piece <black: black-king, white: white-king>]
          rule 4 all direction0: [black-man/white-man] -> [piece -]
        again when no action go
    "#]],
    );
}

#[test]
fn locals_and_values_are_counted_where_they_are_used() {
    let rules = "value moves = 3
option two = 25%
action go
  let many = count box
  many += 1
  moves -= many
  all
    player -> box with chance two or wall with chance 10% or ...
    box -> player
  3 times: random 2 of empty -> box
win stage when moves = 0, score += stage
words
  status \"{moves} and {score}\"
  illegal go \"no {width}\"
keys
  g space -> go
";
    check(
        &format!("{SOLO}{rules}"),
        expect![[r#"
        action wait
        action go
          let local0 = count [box]
          local0 += 1
          moves -= local0
          all at once
            rule 0 all each cell: [player] -> [thing box] with chance two or [ground wall, thing -] with chance 1000 or []
            rule 1 all each cell: [box] -> [thing player]
          3 times
            rule 2 random 2 of each cell: [empty] -> [thing box]
        win stage when moves = 0, score += stage
        key g -> go
        key space -> go
        words illegal go: "no " {width}
        words status: {moves} " and " {score}
    "#]],
    );
}

#[test]
fn a_number_is_put_on_the_layer_that_is_named() {
    check(
        "game Test\nboard 4 x 4\npieces\n  land: number 0 to 9\n  water: number 0 to 9\n\
         define flood(x)\n  any -> [water = x + 1]\n\
         action go in row r\n  land -> [land, water = 1]\n  [n in land, m in water] -> [land = m, water = n]\n  \
         [water < 9] -> [water = water + r]\n  flood(2)\n  random 2 of empty -> [land = 3, water = 0]\n",
        expect![[r#"
            action go row0
              rule 0 all each cell: [land] -> [water 1]
              rule 1 all each cell: [#0 in land, #1 in water] -> [land #1, water #0]
              rule 2 all each cell: [water < 9] -> [water (water + row0)]
              rule 3 all each cell: [any] -> [water (2 + 1)]
              rule 4 random 2 of each cell: [empty] -> [land 3, water 0]
        "#]],
    );
}
