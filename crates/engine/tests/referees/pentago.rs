//! Pentago, with quarters that are turned by copying rows into columns.

use masume_engine::{Executor, Outcome};

use super::games::{Referee, cell, follow, name, won_by};

const SIZE: usize = 6;

#[derive(Clone)]
struct Pentago {
    marbles: [[Option<usize>; SIZE]; SIZE],
    plies: usize,
}

impl Pentago {
    fn has_five(&self, player: usize) -> bool {
        let is_held = |column: i64, row: i64| {
            let inside = 0..SIZE as i64;
            inside.contains(&column)
                && inside.contains(&row)
                && self.marbles[row as usize][column as usize] == Some(player)
        };
        let runs = |column: i64, row: i64| {
            let ways = [(1, 0), (0, 1), (1, 1), (-1, 1)];
            ways.iter().any(|(x, y)| (0..5).all(|step| is_held(column + step * x, row + step * y)))
        };
        (0..36).any(|at| runs(at % 6, at / 6))
    }

    /// Turns the quarter with this corner at its top left to the right.
    fn turn_right(&mut self, column: usize, row: usize) {
        let before = self.marbles;
        for x in 0..3 {
            for y in 0..3 {
                self.marbles[row + x][column + 2 - y] = before[row + y][column + x];
            }
        }
    }

    fn is_turning(&self) -> bool {
        self.plies % 2 == 1
    }
}

impl Referee for Pentago {
    fn to_act(&self) -> usize {
        self.plies / 2 % 2
    }

    fn legal(&self) -> Vec<String> {
        if self.is_turning() {
            let quarters = ["up-left", "up-right", "down-left", "down-right"];
            let turns = |quarter| [format!("left {quarter}"), format!("right {quarter}")];
            return quarters.into_iter().flat_map(turns).collect();
        }
        let cells = (0..36).map(|at| (at % 6, at / 6));
        let free = cells.filter(|&(column, row)| self.marbles[row][column].is_none());
        free.map(|(column, row)| format!("place {}", name(column, row))).collect()
    }

    fn play(&mut self, action: &str) {
        let (verb, place) = action.split_once(' ').unwrap();
        if verb == "place" {
            let (column, row) = cell(place);
            self.marbles[row][column] = Some(self.to_act());
        } else {
            let column = if place.ends_with("right") { 3 } else { 0 };
            let row = if place.starts_with("down") { 3 } else { 0 };
            for _ in 0..if verb == "left" { 3 } else { 1 } {
                self.turn_right(column, row);
            }
        }
        self.plies += 1;
    }

    fn picture(&self) -> String {
        let glyph = |marble: &Option<usize>| marble.map_or('.', |player| ['W', 'B'][player]);
        self.marbles.iter().map(|row| row.iter().map(glyph).collect::<String>() + "\n").collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        match [self.has_five(0), self.has_five(1)] {
            [true, true] => Some(Outcome::Draw),
            [true, false] => won_by(0),
            [false, true] => won_by(1),
            [false, false] => {
                let is_full = self.marbles.iter().flatten().all(Option::is_some);
                (is_full && !self.is_turning()).then_some(Outcome::Draw)
            }
        }
    }
}

#[test]
fn random_games_of_pentago_go_as_the_referee_says() {
    let start = || Pentago { marbles: [[None; SIZE]; SIZE], plies: 0 };
    let mut ends = follow(("pentago", None), start, 80, Executor::Compiled);
    ends.extend(follow(("pentago", None), start, 2, Executor::Reference));
    for end in [won_by(0), won_by(1), Some(Outcome::Draw)] {
        assert!(ends.iter().filter(|&&it| it == end).count() > 1, "{end:?} in {ends:?}");
    }
}
