//! Hex, with chains that are searched from the side anew at each ply: the game file keeps what is
//! joined as marks.

use masume_engine::{Executor, Outcome, Size};

use super::games::{Referee, cell, follow, name, won_by};

#[derive(Clone)]
struct Hex {
    size: usize,
    stones: Vec<Option<usize>>,
    plies: usize,
}

impl Hex {
    fn new(size: usize) -> Self {
        Self { size, stones: vec![None; size * size], plies: 0 }
    }

    fn is_held(&self, column: i64, row: i64, player: usize) -> bool {
        let size = self.size as i64;
        let is_inside = (0..size).contains(&column) && (0..size).contains(&row);
        is_inside && self.stones[(row * size + column) as usize] == Some(player)
    }

    /// The cells of this player that a chain joins to the left (red) or to the top (blue).
    fn joined(&self, player: usize) -> Vec<(i64, i64)> {
        let size = self.size as i64;
        let side = (0..size).map(|at| if player == 0 { (0, at) } else { (at, 0) });
        let mut found: Vec<(i64, i64)> =
            side.filter(|&(column, row)| self.is_held(column, row, player)).collect();
        let mut next = 0;
        while let Some(&(column, row)) = found.get(next) {
            next += 1;
            for (x, y) in [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)] {
                let to = (column + x, row + y);
                if self.is_held(to.0, to.1, player) && !found.contains(&to) {
                    found.push(to);
                }
            }
        }
        found
    }
}

impl Referee for Hex {
    fn to_act(&self) -> usize {
        self.plies % 2
    }

    fn legal(&self) -> Vec<String> {
        let free = (0..self.stones.len()).filter(|&at| self.stones[at].is_none());
        let mut legal: Vec<String> =
            free.map(|at| format!("place {}", name(at % self.size, at / self.size))).collect();
        if self.plies == 1 {
            legal.push("swap".to_owned());
        }
        legal
    }

    fn play(&mut self, action: &str) {
        if let Some(place) = action.strip_prefix("place ") {
            let (column, row) = cell(place);
            self.stones[row * self.size + column] = Some(self.to_act());
        } else {
            let first = self.stones.iter().position(Option::is_some).unwrap();
            self.stones[first] = None;
            self.stones[first % self.size * self.size + first / self.size] = Some(1);
        }
        self.plies += 1;
    }

    fn picture(&self) -> String {
        let joined = [self.joined(0), self.joined(1)];
        let glyph = |column: usize, row: usize| match self.stones[row * self.size + column] {
            None => '.',
            Some(player) => {
                let is_joined = joined[player].contains(&(column as i64, row as i64));
                [['r', 'R'], ['b', 'B']][player][usize::from(is_joined)]
            }
        };
        let line = |row| (0..self.size).map(|column| glyph(column, row)).collect::<String>() + "\n";
        (0..self.size).map(line).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.size as i64 - 1;
        let is_through =
            |player: &usize| self.joined(*player).iter().any(|it| [it.0, it.1][*player] == last);
        (0..2).find(is_through).and_then(won_by)
    }
}

#[test]
fn random_games_of_hex_go_as_the_referee_says() {
    let mut wins = [0, 0];
    for (size, games, executor) in [
        (2, 40, Executor::Compiled),
        (5, 40, Executor::Compiled),
        (11, 4, Executor::Compiled),
        (4, 10, Executor::Reference),
    ] {
        let board = Some(Size { width: size, height: size });
        let ends = follow(("hex", board), || Hex::new(size as usize), games, executor);
        for (player, won) in wins.iter_mut().enumerate() {
            *won += ends.iter().filter(|&&it| it == won_by(player)).count();
        }
    }
    assert_eq!(wins[0] + wins[1], 94, "one of the players always wins");
    assert!(wins[0] > 20 && wins[1] > 20, "{wins:?}");
}
