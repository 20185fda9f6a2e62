//! The rules that shipped games tell in prose: how long they are, and whether their pictures show
//! what happens.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use masume_engine::{Game, Setup, State, shipped_games};

/// The rows of a board.
type Rows = Vec<String>;

/// The pictures of a text: blocks of indented lines, each cut into the boards that stand side by
/// side, with an arrow from each to the next in one of the rows.
fn pictures(prose: &[String]) -> Vec<Vec<Rows>> {
    let blocks = prose.split(|line| line.is_empty());
    blocks.filter(|block| block.iter().all(|line| line.starts_with("  "))).map(boards).collect()
}

fn boards(rows: &[String]) -> Vec<Rows> {
    let arrows = rows.iter().map(|row| row.matches("->").count()).max().unwrap_or_default();
    let cut = |row: &String| -> Rows {
        let parts = row.split("  ").map(str::trim);
        parts.filter(|it| !it.is_empty() && *it != "->").map(str::to_owned).collect()
    };
    let columns: Vec<Rows> = rows.iter().map(cut).collect();
    assert!(arrows > 0 && columns.iter().all(|row| row.len() == arrows + 1), "{rows:?}");
    (0..=arrows).map(|board| columns.iter().map(|row| row[board].clone()).collect()).collect()
}

/// Numbers are separated by blanks, glyphs are not.
fn cells(row: &str) -> Vec<String> {
    match row.contains(' ') {
        true => row.split(' ').map(str::to_owned).collect(),
        false => row.chars().map(String::from).collect(),
    }
}

/// Place of a picture: on a board of this size, with empty cells around it.
#[derive(Clone, Copy, Debug)]
struct Place {
    width: usize,
    height: usize,
    column: usize,
    row: usize,
}

impl Place {
    /// The picture alone, and everywhere on the board that the game begins with.
    fn all(game: &Game, picture: &Rows) -> Vec<Place> {
        let (width, height) = (cells(&picture[0]).len(), picture.len());
        let start = game.start(&Setup::default()).unwrap();
        let grid = start.board.grid();
        let (columns, rows) = (grid.width() as usize, grid.height() as usize);
        let mut places = vec![Place { width, height, column: 0, row: 0 }];
        for row in 0..=rows.saturating_sub(height) {
            for column in 0..=columns.saturating_sub(width) {
                let (width, height) = (columns.max(width), rows.max(height));
                places.push(Place { width, height, column, row });
            }
        }
        places
    }

    fn board(self, picture: &Rows) -> String {
        let mut rows = vec![vec![".".to_owned(); self.width]; self.height];
        for (row, line) in picture.iter().enumerate() {
            for (column, cell) in cells(line).into_iter().enumerate() {
                rows[self.row + row][self.column + column] = cell;
            }
        }
        let gap = if picture[0].contains(' ') { " " } else { "" };
        rows.iter().map(|row| row.join(gap) + "\n").collect()
    }
}

/// States that the board may stand for, in the middle of a game: one for each player who may act.
fn states(game: &Game, board: &str) -> Vec<State> {
    let players = game.rules().players.iter().map(|player| match player.name.as_str() {
        "" => String::new(),
        name => format!("to_act: {name}\n"),
    });
    players.filter_map(|it| game.read_state(&format!("{it}ply: 8\n{board}")).ok()).collect()
}

/// More than a board has cells, twice over: something may come out on any of them.
const EVENTS: usize = 4096;

/// Result of one action on the state, where that can be this board.
fn step(game: &Game, state: &State, board: &str) -> Option<State> {
    let expected = game.print_board(states(game, board).first()?);
    let actions = game.legal_actions(state).unwrap();
    let results =
        actions.into_iter().filter_map(|it| game.chance_events(state, it, EVENTS).ok()).flatten();
    results.map(|event| event.state).find(|state: &State| game.print_board(state) == expected)
}

/// True if one action after another leads through the boards, wherever they are put.
fn is_shown_right(game: &Game, boards: &[Rows]) -> bool {
    Place::all(game, &boards[0]).into_iter().any(|place| {
        states(game, &place.board(&boards[0])).into_iter().any(|first| {
            let follow = |state: State, rows: &Rows| step(game, &state, &place.board(rows));
            boards[1..].iter().try_fold(first, follow).is_some()
        })
    })
}

#[test]
fn every_picture_shows_what_an_action_does() {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.unwrap();
        let pictures = pictures(&game.rules().prose);
        assert!(!pictures.is_empty(), "{} has no picture", shipped.name);
        for boards in pictures {
            assert!(is_shown_right(&game, &boards), "{}: {boards:#?}", shipped.name);
        }
    }
}

#[test]
fn a_picture_of_what_does_not_happen_is_found() {
    let text = "game Push\nboard 6 x 2 from 2 x 1\n\npieces\n  thing: player box\n\n\
                legend\n  .  nothing\n  p  player\n  b  box\n\n\
                action push in d\n  player box empty -> _ player box\n\n\
                rules\n  Push:\n\n    pb..  ->  .pb.  ->  ..pb\n\n  But not:\n\n    pb..  ->  .p.b\n";
    let loaded = Game::load(text);
    let game = loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let pictures = pictures(&game.rules().prose);
    assert_eq!(pictures.len(), 2);
    assert!(is_shown_right(&game, &pictures[0]));
    assert!(!is_shown_right(&game, &pictures[1]));
}
