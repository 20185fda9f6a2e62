//! The five games that the language was designed on.

use super::reported;

#[test]
fn the_five_games_are_accepted() {
    for game in [SOKOBAN, OTHELLO, TILES, ROBOTS, SHISEN_SHO] {
        assert_eq!(reported(game), "", "{game}");
    }
}

pub(crate) const SOKOBAN: &str = r#"game Sokoban

pieces
  ground: wall goal
  thing:  player box

legend
  #  wall
  .  nothing
  g  goal
  p  player
  b  box
  P  player on goal
  B  box on goal

let free = [no wall, no thing]

action push in d
  player box free -> _ player box
  else player free -> _ player

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
"#;

pub(crate) const OTHELLO: &str = r#"game Othello
board 8 x 8
players black white

pieces
  disc: black white

start
  picture at centre
    wb
    bw

action place at c
  8 ways from c: empty theirs+ mine -> mine mine+ mine

pass when no action
end when everyone passed
score count mine
"#;

pub(crate) const TILES: &str = r#"game 2048
board 4 x 4 from 2 x 2
option two = 90%

pieces
  tile: number 2 doubling to 131072

start
  2 times: sprout

action slide in d
  against d:
    repeat _ n -> n _
    each n n -> 2n _, score += 2n
    repeat _ n -> n _

then: sprout
define sprout
  random empty -> 2 with chance two or 4

goal when some 2048
end when no action
"#;

pub(crate) const ROBOTS: &str = r#"game Robots
board 10 x 10

pieces
  thing: player robot scrap

start
  centre -> player
  random min(5 * stage, 40) of empty -> robot

action step in d (8 ways)
  player empty -> _ player
action wait
action teleport
  player -> random empty

then
  let before = count robot
  march robot toward player
    robot meets player -> robot, lose
    robot meets robot  -> scrap
    robot meets scrap  -> scrap
  score += before - count robot

win stage when no robot, score += 10 * stage
"#;

pub(crate) const SHISEN_SHO: &str = r#"game Shisen-sho
board 17 x 8 with a rim of 1

pieces
  tile: 34 kinds

start
  shuffle 4 of each tile over any
  until solvable

action take a and b
  4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _

win when no tile
lose when no action
"#;
