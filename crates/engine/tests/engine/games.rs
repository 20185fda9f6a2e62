//! Small games, one for each thing that the boundary has to do with.

/// Two players put discs on a row of three; the one who cannot passes, and two passes end it.
pub(crate) const DISCS: &str = "\
game Discs
board 3 x 1
players black white

pieces
  disc: black white

legend
  .  nothing
  B  black
  W  white

action place at c
  at c: empty -> mine

pass when no action
end when everyone passed
score count mine
";

/// Numbers that slide, with chance and an option.
pub(crate) const NUMBERS: &str = "\
game Numbers
board 4 x 4 from 2 x 2 to 6 x 6
option two = 90% from 0% to 100%

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

end when no action
";

/// A player pushes boxes onto goals.
pub(crate) const BOXES: &str = include_str!("../../../../tests/games/boxes.masu");

/// A player steps over a board of any size.
pub(crate) const SPOT: &str = "\
game Spot
board 3 x 3 from 1 x 1

pieces
  thing: player

start
  centre -> player

action step in d
  player empty -> _ player
";
