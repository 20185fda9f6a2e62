//! Nine men's morris, with the points, lines and mills as tables: the game file reads them off the
//! drawn board.

use masume_engine::{Executor, Outcome};

use super::games::{Referee, cell, follow, name, won_by};

/// The lines of three points, which are the mills; neighbours on a line are a step apart.
const LINES: [[&str; 3]; 16] = [
    ["a1", "d1", "g1"],
    ["b2", "d2", "f2"],
    ["c3", "d3", "e3"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c5", "d5", "e5"],
    ["b6", "d6", "f6"],
    ["a7", "d7", "g7"],
    ["a1", "a4", "a7"],
    ["b2", "b4", "b6"],
    ["c3", "c4", "c5"],
    ["d1", "d2", "d3"],
    ["d5", "d6", "d7"],
    ["e3", "e4", "e5"],
    ["f2", "f4", "f6"],
    ["g1", "g4", "g7"],
];

const BOARD: [&str; 7] =
    [".--.--.", "|.-.-.|", "||...||", "...#...", "||...||", "|.-.-.|", ".--.--."];

#[derive(Clone, Default)]
struct Morris {
    /// Holder of each point that is held.
    men: std::collections::BTreeMap<String, usize>,
    to_act: usize,
    placed: usize,
    is_taking: bool,
    quiet: usize,
}

impl Morris {
    fn held(&self, player: usize) -> Vec<&String> {
        self.men.iter().filter(|it| *it.1 == player).map(|it| it.0).collect()
    }

    fn is_in_mill(&self, point: &str, player: usize) -> bool {
        let is_mill = |line: &&[&str; 3]| line.iter().all(|it| self.men.get(*it) == Some(&player));
        LINES.iter().filter(is_mill).any(|line| line.contains(&point))
    }

    fn free(&self) -> Vec<String> {
        let points = (0..49).map(|at| (at % 7, at / 7));
        let points = points.filter(|&(column, row)| &BOARD[row][column..=column] == ".");
        let names = points.map(|(column, row)| name(column, row));
        names.filter(|it| !self.men.contains_key(it)).collect()
    }

    fn are_a_step_apart(from: &str, to: &str) -> bool {
        let is_step = |pair: &[&str]| pair == [from, to] || pair == [to, from];
        LINES.iter().any(|line| line.windows(2).any(is_step))
    }

    fn moves(&self, player: usize) -> Vec<String> {
        let men = self.held(player);
        let mut moves = Vec::new();
        for from in &men {
            for to in self.free() {
                if men.len() == 3 || Self::are_a_step_apart(from, &to) {
                    moves.push(format!("move {from} {to}"));
                }
            }
        }
        moves
    }
}

impl Referee for Morris {
    fn to_act(&self) -> usize {
        self.to_act
    }

    fn legal(&self) -> Vec<String> {
        if self.is_taking {
            let other = 1 - self.to_act;
            let men = self.held(other);
            let outside: Vec<&&String> =
                men.iter().filter(|it| !self.is_in_mill(it, other)).collect();
            let named = |it: &&String| format!("take {it}");
            return match outside.is_empty() {
                true => men.iter().map(named).collect(),
                false => outside.into_iter().map(named).collect(),
            };
        }
        match self.placed < 18 {
            true => self.free().iter().map(|it| format!("place {it}")).collect(),
            false => self.moves(self.to_act),
        }
    }

    fn play(&mut self, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        let target = words[words.len() - 1].to_owned();
        if words[0] == "take" {
            self.men.remove(&target);
            (self.is_taking, self.quiet) = (false, 0);
        } else {
            if words[0] == "move" {
                self.men.remove(words[1]);
                self.quiet += 1;
            } else {
                self.placed += 1;
            }
            self.men.insert(target.clone(), self.to_act);
            self.is_taking = self.is_in_mill(&target, self.to_act);
        }
        if !self.is_taking {
            self.to_act = 1 - self.to_act;
        }
    }

    fn picture(&self) -> String {
        let mut rows = BOARD.map(|row| row.as_bytes().to_vec());
        for (point, player) in &self.men {
            let (column, row) = cell(point);
            rows[row][column] = b"WB"[*player];
        }
        rows.into_iter().map(|row| String::from_utf8(row).unwrap() + "\n").collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.placed < 18 {
            return None;
        }
        // Of both with too few men, the one who is to act lost them first.
        let loser = if self.is_taking { 1 - self.to_act } else { self.to_act };
        if self.held(loser).len() < 3 || !self.is_taking && self.moves(loser).is_empty() {
            return won_by(1 - loser);
        }
        if self.held(1 - loser).len() < 3 {
            return won_by(loser);
        }
        (self.quiet >= 100).then_some(Outcome::Draw)
    }
}

#[test]
fn random_games_of_nine_mens_morris_go_as_the_referee_says() {
    let mut ends = follow(("nine-mens-morris", None), Morris::default, 12, Executor::Compiled);
    ends.extend(follow(("nine-mens-morris", None), Morris::default, 1, Executor::Reference));
    assert!(ends.iter().any(|it| *it != Some(Outcome::Draw)), "{ends:?}");
}
