//! Go, with stones that are told by looking and a ko that is told by comparing boards: the game file
//! marks a cell instead.

use masume_engine::{
    Executor, Game, Outcome, Player, Playouts, Series, Setup, Size, State, shipped_games,
};
use masume_rules::random::Random;

/// Holder of each cell, row by row.
type Stones = Vec<Option<usize>>;

/// A position as a referee sees it: nothing of it is a mark on the board.
#[derive(Clone)]
struct Position {
    width: usize,
    height: usize,
    stones: Stones,
    /// The stones before the ply that led here; none at the start.
    before: Option<Stones>,
    to_act: usize,
    passes: usize,
}

/// Choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ply {
    Place(usize),
    Pass,
}

impl Position {
    fn new(width: usize, height: usize) -> Self {
        let stones = vec![None; width * height];
        Self { width, height, stones, before: None, to_act: 0, passes: 0 }
    }

    fn neighbours(&self, cell: usize) -> Vec<usize> {
        let (row, column) = (cell / self.width, cell % self.width);
        let mut found = Vec::new();
        if row > 0 {
            found.push(cell - self.width);
        }
        if column > 0 {
            found.push(cell - 1);
        }
        if column + 1 < self.width {
            found.push(cell + 1);
        }
        if row + 1 < self.height {
            found.push(cell + self.width);
        }
        found
    }

    /// The cells that hold the same as this one and hang together with it, and what their neighbours
    /// hold.
    fn region(&self, stones: &Stones, cell: usize) -> (Vec<usize>, Vec<Option<usize>>) {
        let (mut region, mut rim) = (vec![cell], Vec::new());
        let mut seen = vec![false; stones.len()];
        seen[cell] = true;
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            next += 1;
            for neighbour in self.neighbours(at) {
                if stones[neighbour] != stones[cell] {
                    rim.push(stones[neighbour]);
                } else if !seen[neighbour] {
                    seen[neighbour] = true;
                    region.push(neighbour);
                }
            }
        }
        (region, rim)
    }

    fn has_liberties(&self, stones: &Stones, cell: usize) -> bool {
        self.region(stones, cell).1.contains(&None)
    }

    /// The stones after the player to act placed one; `None` where that is suicide or not free.
    fn placed(&self, cell: usize) -> Option<Stones> {
        if self.stones[cell].is_some() {
            return None;
        }
        let mut stones = self.stones.clone();
        stones[cell] = Some(self.to_act);
        let other = Some(1 - self.to_act);
        for neighbour in self.neighbours(cell) {
            if stones[neighbour] == other && !self.has_liberties(&stones, neighbour) {
                for taken in self.region(&stones, neighbour).0 {
                    stones[taken] = None;
                }
            }
        }
        self.has_liberties(&stones, cell).then_some(stones)
    }

    /// True if only the ko forbids to place a stone here: all would be as it was before the last ply.
    fn is_ko(&self, cell: usize) -> bool {
        self.placed(cell).is_some_and(|stones| self.before.as_ref() == Some(&stones))
    }

    fn has_ko(&self) -> bool {
        (0..self.stones.len()).any(|cell| self.is_ko(cell))
    }

    fn legal(&self) -> Vec<Ply> {
        let can_place = |&cell: &usize| {
            let stones = self.placed(cell);
            stones.is_some() && stones != self.before
        };
        let placed = (0..self.stones.len()).filter(can_place).map(Ply::Place);
        placed.chain([Ply::Pass]).collect()
    }

    fn play(&mut self, ply: Ply) {
        let after = match ply {
            Ply::Place(cell) => self.placed(cell).unwrap(),
            Ply::Pass => self.stones.clone(),
        };
        self.passes = if ply == Ply::Pass { self.passes + 1 } else { 0 };
        self.before = Some(std::mem::replace(&mut self.stones, after));
        self.to_act = 1 - self.to_act;
    }

    /// Stones, and empty regions that touch this player's stones and no other's.
    fn area(&self, player: usize) -> i64 {
        let is_owned = |&cell: &usize| match self.stones[cell] {
            Some(owner) => owner == player,
            None => {
                let (_, rim) = self.region(&self.stones, cell);
                !rim.is_empty() && rim.iter().all(|&it| it == Some(player))
            }
        };
        (0..self.stones.len()).filter(is_owned).count() as i64
    }

    fn outcome(&self) -> Option<Outcome> {
        let (black, white) = (self.area(0), self.area(1));
        (self.passes >= 2).then(|| match black.cmp(&white) {
            std::cmp::Ordering::Greater => Outcome::Won(Player(0)),
            std::cmp::Ordering::Less => Outcome::Won(Player(1)),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn ply_text(&self, ply: Ply) -> String {
        match ply {
            Ply::Pass => "pass".to_owned(),
            Ply::Place(cell) => {
                let column = char::from(b'a' + (cell % self.width) as u8);
                format!("place {column}{}", cell / self.width + 1)
            }
        }
    }
}

fn game(executor: Executor) -> Game {
    let shipped = shipped_games().iter().find(|it| it.name == "go").unwrap();
    Game::load(shipped.text).game.unwrap().with_executor(executor)
}

fn start(game: &Game, width: u32, height: u32) -> State {
    let size = Some(Size { width, height });
    game.start(&Setup { size, ..Setup::default() }).unwrap()
}

/// Compares everything that can be asked of a state.
fn compare(game: &Game, state: &State, position: &Position) {
    let shown = || game.print_state(state);
    let board = game.print_board(state);
    let owner = |glyph: char| ['X', 'O'].into_iter().position(|it| it == glyph);
    let stones: Stones = board.chars().filter(|it| *it != '\n').map(owner).collect();
    assert_eq!(stones, position.stones, "{}", shown());
    for player in 0..2 {
        let points = game.score(state, Player(player as u8));
        assert_eq!(points, Some(position.area(player)), "player {player}\n{}", shown());
    }
    assert_eq!(game.outcome(state), position.outcome(), "{}", shown());
    if position.outcome().is_none() {
        assert_eq!(usize::from(state.to_act.0), position.to_act, "{}", shown());
        let legal = game.legal_actions(state).unwrap();
        let legal: Vec<String> = legal.iter().map(|it| game.kept_action(state, *it)).collect();
        let expected: Vec<String> =
            position.legal().into_iter().map(|it| position.ply_text(it)).collect();
        assert_eq!(legal, expected, "{}", shown());
    }
}

/// Plays random games in which a ko is begun wherever one can be, and compares all positions; how many of them had a cell that only the ko forbade, and how often a player passed then.
fn play_and_compare(game: &Game, width: u32, height: u32, games: u64) -> (u64, u64) {
    let (mut kos, mut passed) = (0, 0);
    for number in 0..games {
        let mut agent = Random::new(number);
        let mut state = start(game, width, height);
        let mut position = Position::new(width as usize, height as usize);
        for _ in 0..2 * width * height {
            compare(game, &state, &position);
            if position.outcome().is_some() {
                break;
            }
            let has_ko = position.has_ko();
            let ply = chosen(&position, has_ko, &mut agent);
            kos += u64::from(has_ko);
            passed += u64::from(has_ko && ply == Ply::Pass);
            let action = game.read_kept_action(&state, &position.ply_text(ply)).unwrap();
            game.apply(&mut state, action).unwrap();
            position.play(ply);
        }
    }
    (kos, passed)
}

/// A ply such that there are many kos, and some of them passed.
fn chosen(position: &Position, has_ko: bool, agent: &mut Random) -> Ply {
    // A pass after a pass would end most games at once.
    if agent.below(if has_ko { 3 } else { 20 }) == 0 {
        return Ply::Pass;
    }
    let mut legal = position.legal();
    let begins_ko = |ply: &Ply| {
        let mut after = position.clone();
        after.play(*ply);
        after.has_ko()
    };
    if legal.iter().any(begins_ko) {
        legal.retain(begins_ko);
    }
    legal[agent.below(legal.len() as u64) as usize]
}

#[test]
fn random_games_with_passes_go_as_the_referee_says() {
    let mut kos = (0, 0);
    for (width, height, games) in
        [(2, 2, 300), (3, 2, 500), (2, 5, 300), (3, 3, 500), (4, 4, 100), (6, 3, 60), (5, 5, 50)]
    {
        let found = play_and_compare(&game(Executor::Compiled), width, height, games);
        kos = (kos.0 + found.0, kos.1 + found.1);
    }
    assert!(kos.0 > 400 && kos.1 > 200, "{kos:?}: too few to show anything");
}

#[test]
fn the_reference_executor_goes_as_the_referee_says() {
    for (width, height, games) in [(3, 3, 60), (4, 3, 30), (4, 4, 10)] {
        play_and_compare(&game(Executor::Reference), width, height, games);
    }
}

#[test]
fn series_end_as_the_referee_plays_them() {
    let on = |executor, state: &State, series| game(executor).playouts(state, series).unwrap();
    for (width, height, games) in [(3, 3, 500), (4, 4, 200), (7, 5, 30), (9, 9, 10)] {
        let series = Series { games, seed: 5, most_plies: 200 };
        let mut expected = Playouts::new(2);
        expected.scores = vec![0; 2];
        for number in 0..games {
            let mut agent = series.agent(number);
            let mut position = Position::new(width as usize, height as usize);
            let mut plies = 0;
            while plies < series.most_plies && position.outcome().is_none() {
                let legal = position.legal();
                position.play(legal[agent.below(legal.len() as u64) as usize]);
                plies += 1;
            }
            expected.games += 1;
            expected.plies += plies;
            match position.outcome() {
                Some(Outcome::Won(player)) => expected.won[usize::from(player.0)] += 1,
                Some(_) => expected.drawn += 1,
                None => expected.unfinished += 1,
            }
            for player in 0..2 {
                expected.scores[player] += i128::from(position.area(player));
            }
        }
        let state = start(&game(Executor::Compiled), width, height);
        for executor in [Executor::Compiled, Executor::Batch] {
            assert_eq!(on(executor, &state, series), expected, "{width} x {height}, {executor}");
        }
    }
}

#[test]
fn a_ko_is_over_when_somebody_passes() {
    let game = game(Executor::Compiled);
    let mut state = start(&game, 3, 3);
    let play = |moves: &str, state: &mut State| {
        for text in moves.split(' ') {
            let text = if text == "pass" { text.to_owned() } else { format!("place {text}") };
            let action = game.read_kept_action(state, &text).unwrap();
            game.apply(state, action).unwrap();
        }
    };
    play("c2 a3 a2 b2 b1 a1", &mut state);
    let mut passed = state.clone();
    play("pass", &mut passed);
    // Black may not take back; white, who took, fills the ko once black passed.
    let fill = game.read_kept_action(&passed, "place a2").unwrap();
    assert!(!game.is_legal(&state, fill).unwrap());
    assert!(game.is_legal(&passed, fill).unwrap());
    play("pass", &mut passed);
    assert_eq!(game.outcome(&passed), Some(Outcome::Won(Player(1))));
    assert_eq!([0, 1].map(|player| game.score(&passed, Player(player))), [Some(3), Some(4)]);
}
