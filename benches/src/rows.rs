//! The rows of the table: what is measured against what, and what it must come to.

use masume_engine::Executor;

use crate::by_hand;
use crate::play::Tally;
use crate::work::{Amount, Games, Start, Unit, Work};

/// Executor of one state at a time in the rows below.
pub const SINGLE: Executor = Executor::Compiled;

/// Executor of many states at once in the rows below.
pub const BATCH: Executor = Executor::Batch;

/// Rival that our side is compared with.
#[derive(Clone, Copy, Debug)]
pub enum Rival {
    /// The same game written by hand.
    ByHand,
    /// Another executor.
    Executor(Executor),
    /// Another implementation, of this name, which plays by the same rules but draws other actions.
    Peer(&'static str),
    /// So many units per second, measured of another system on a machine of this size.
    Published(f64),
    /// So many units per second, measured of RBG on a core whose speed is known.
    Rbg(f64),
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the row: what is done.
    pub name: &'static str,
    /// The name of the game's file.
    pub game: &'static str,
    /// Work that both sides do.
    pub work: Work,
    /// Unit that is counted.
    pub unit: Unit,
    /// Our side.
    pub ours: Executor,
    /// The other side.
    pub rival: Rival,
    /// Ratio that ours must reach, in times as fast as the other side.
    pub must: f64,
    /// Ratio that it should reach.
    pub aim: f64,
    /// Units per second of the best general system that was measured, where it was: RBG, which
    /// compiles each game to C++.
    pub others: Option<f64>,
}

type ByHand = fn(games: u64, most_plies: u64) -> Tally;

/// Games that begin with the first state of seed 0.
const fn games(small: u64, full: u64, most_plies: u64, by_hand: ByHand) -> Games {
    let games = Amount { small, full };
    Games { start: Start::First, games, most_plies, by_hand: Some(by_hand) }
}

/// The same without a game by hand.
const fn ours_alone(small: u64, full: u64, most_plies: u64) -> Games {
    let games = Amount { small, full };
    Games { start: Start::First, games, most_plies, by_hand: None }
}

const OTHELLO: Work = Work::Playouts(games(10, 20_000, 200, by_hand::othello));

const SLIDING: Work = Work::Playouts(games(10, 5_000, 10_000, by_hand::sliding));

const ROBOTS: Work = Work::Playouts(games(50, 50_000, 10_000, by_hand::robots));

const GO_19: Games = Games { start: Start::Side(19), ..games(1, 100, 1_000, by_hand::go_19) };

const SOKOBAN: Work = Work::Levels {
    games: 64,
    most_plies: Amount { small: 20, full: 2_000 },
    by_hand: by_hand::sokoban,
};

const SHISEN_SHO: Work = Work::Pairs {
    boards: Amount { small: 2, full: 200 },
    picture: by_hand::shisen_sho_picture,
    by_hand: by_hand::shisen_sho_pairs,
};

/// The rows against games written by hand.
const AGAINST_HAND: [Row; 10] = [
    Row {
        name: "othello perft",
        game: "othello",
        work: Work::Perft { depth: Amount { small: 5, full: 9 }, by_hand: by_hand::othello_perft },
        unit: Unit::Leaves,
        ours: SINGLE,
        rival: Rival::ByHand,
        must: 0.8,
        aim: 1.0,
        others: None,
    },
    Row {
        name: "othello playouts",
        game: "othello",
        work: OTHELLO,
        unit: Unit::Playouts,
        ours: BATCH,
        rival: Rival::ByHand,
        must: 1.2,
        aim: 1.6,
        others: Some(19_300.0),
    },
    Row {
        name: "2048 random play",
        game: "2048",
        work: SLIDING,
        unit: Unit::Plies,
        ours: BATCH,
        rival: Rival::ByHand,
        must: 0.6,
        aim: 0.9,
        others: None,
    },
    Row {
        name: "connect four playouts",
        game: "connect-four",
        work: Work::Playouts(games(20, 50_000, 42, by_hand::connect_four)),
        unit: Unit::Playouts,
        ours: BATCH,
        rival: Rival::ByHand,
        must: 0.6,
        aim: 1.0,
        others: Some(793_000.0),
    },
    Row {
        name: "breakthrough playouts",
        game: "breakthrough",
        work: Work::Playouts(games(5, 20_000, 1_000, by_hand::breakthrough)),
        unit: Unit::Playouts,
        ours: BATCH,
        rival: Rival::ByHand,
        must: 0.6,
        aim: 1.0,
        others: Some(42_500.0),
    },
    Row {
        name: "gomoku playouts",
        game: "gomoku",
        work: Work::Playouts(games(2, 10_000, 225, by_hand::gomoku)),
        unit: Unit::Playouts,
        ours: BATCH,
        rival: Rival::ByHand,
        must: 0.5,
        aim: 1.0,
        others: Some(203_000.0),
    },
    Row {
        name: "english draughts playouts",
        game: "english-draughts",
        work: Work::Playouts(games(3, 10_000, 1_000, by_hand::draughts)),
        unit: Unit::Playouts,
        ours: BATCH,
        rival: Rival::ByHand,
        must: 0.3,
        aim: 0.7,
        others: Some(65_000.0),
    },
    Row {
        name: "sokoban moves",
        game: "sokoban",
        work: SOKOBAN,
        unit: Unit::Plies,
        ours: BATCH,
        rival: Rival::ByHand,
        must: 0.5,
        aim: 1.0,
        others: Some(11_800_000.0),
    },
    Row {
        name: "shisen-sho pairs of full boards",
        game: "shisen-sho",
        work: SHISEN_SHO,
        unit: Unit::Boards,
        ours: SINGLE,
        rival: Rival::ByHand,
        must: 0.5,
        aim: 1.0,
        others: Some(103_000.0),
    },
    Row {
        name: "robots turns",
        game: "robots",
        work: ROBOTS,
        unit: Unit::Plies,
        ours: BATCH,
        rival: Rival::ByHand,
        must: 0.5,
        aim: 1.0,
        others: Some(600_000.0),
    },
];

/// The five games of the articles, one state at a time, against the reference.
const AGAINST_REFERENCE: [(&str, &str, Work, Unit); 5] = [
    ("sokoban against the reference", "sokoban", SOKOBAN, Unit::Plies),
    ("robots against the reference", "robots", ROBOTS, Unit::Plies),
    ("othello against the reference", "othello", OTHELLO, Unit::Playouts),
    ("2048 against the reference", "2048", SLIDING, Unit::Plies),
    ("shisen-sho against the reference", "shisen-sho", SHISEN_SHO, Unit::Boards),
];

/// Further games against those written by hand: what must be, and what is aimed at.
const FURTHER: [(&str, &str, Games, Unit, f64, f64); 14] = [
    ("ataxx playouts", "ataxx", games(1, 4_000, 1_000, by_hand::ataxx), Unit::Playouts, 0.3, 0.8),
    ("go 9 x 9 playouts", "go", games(1, 4_000, 1_000, by_hand::go_9), Unit::Playouts, 0.3, 0.8),
    ("go 19 x 19 playouts", "go", GO_19, Unit::Playouts, 0.2, 0.6),
    (
        "samegame playouts",
        "samegame",
        games(1, 10_000, 200, by_hand::samegame),
        Unit::Playouts,
        0.3,
        0.8,
    ),
    ("konane playouts", "konane", games(5, 10_000, 100, by_hand::konane), Unit::Playouts, 0.3, 0.8),
    (
        "amazons playouts",
        "amazons",
        games(1, 4_000, 200, by_hand::amazons),
        Unit::Playouts,
        0.3,
        0.8,
    ),
    (
        "peg solitaire playouts",
        "peg-solitaire",
        games(5, 50_000, 100, by_hand::peg),
        Unit::Playouts,
        0.3,
        0.8,
    ),
    (
        "lights out presses",
        "lights-out",
        games(2, 20_000, 200, by_hand::lights_out),
        Unit::Plies,
        0.3,
        0.8,
    ),
    ("life generations", "life", games(1, 64, 1_000, by_hand::life), Unit::Plies, 0.3, 0.8),
    ("fifteen moves", "fifteen", games(2, 10_000, 200, by_hand::fifteen), Unit::Plies, 0.3, 0.8),
    ("ice slides", "ice", games(5, 100_000, 200, by_hand::ice), Unit::Plies, 0.3, 0.8),
    // Of the other games by hand, these are faster four at a time.
    (
        "othello playouts, four at a time",
        "othello",
        games(10, 20_000, 200, by_hand::othello_four_at_a_time),
        Unit::Playouts,
        0.6,
        1.0,
    ),
    (
        "connect four playouts, four at a time",
        "connect-four",
        games(20, 50_000, 42, by_hand::connect_four_four_at_a_time),
        Unit::Playouts,
        0.6,
        1.0,
    ),
    (
        "breakthrough playouts, four at a time",
        "breakthrough",
        games(5, 20_000, 1_000, by_hand::breakthrough_four_at_a_time),
        Unit::Playouts,
        0.6,
        1.0,
    ),
];

/// Chess beside the library that others build on.
const CHESS: [Row; 3] = [
    chess_row(
        "chess perft 4",
        Work::Perft { depth: Amount { small: 2, full: 4 }, by_hand: by_hand::chess_perft },
        Unit::Leaves,
        0.05,
        0.2,
    ),
    chess_row(
        "chess perft 5",
        Work::Perft { depth: Amount { small: 3, full: 5 }, by_hand: by_hand::chess_perft },
        Unit::Leaves,
        0.05,
        0.2,
    ),
    Row {
        rival: Rival::Peer("shakmaty"),
        ours: BATCH,
        others: Some(479_000.0),
        ..chess_row(
            "chess playouts",
            Work::Playouts(games(1, 400, 1_000, by_hand::chess)),
            Unit::Plies,
            0.1,
            0.3,
        )
    },
];

const fn chess_row(name: &'static str, work: Work, unit: Unit, must: f64, aim: f64) -> Row {
    Row {
        name,
        game: "chess",
        work,
        unit,
        ours: SINGLE,
        rival: Rival::ByHand,
        must,
        aim,
        others: None,
    }
}

/// One state at a time, as a player of a search asks for it, beside the same by hand.
const ONE_BY_ONE: [(&str, &str, Games, Rival); 7] = [
    (
        "sokoban, one state",
        "sokoban",
        Games { start: Start::Levels, ..games(1, 1, 2_000, by_hand::shipped_sokoban) },
        Rival::ByHand,
    ),
    ("robots, one state", "robots", games(50, 20_000, 10_000, by_hand::robots), Rival::ByHand),
    ("othello, one state", "othello", games(2, 2_000, 200, by_hand::othello), Rival::ByHand),
    (
        "2048, one state",
        "2048",
        games(2, 1_000, 10_000, by_hand::sliding_one_by_one),
        Rival::ByHand,
    ),
    (
        "shisen-sho, one state",
        "shisen-sho",
        Games {
            start: Start::Picture(by_hand::shisen_sho_first_picture),
            ..games(2, 500, 100, by_hand::shisen_sho)
        },
        Rival::ByHand,
    ),
    (
        "go 19 x 19, one state",
        "go",
        Games { start: Start::Side(19), ..games(1, 20, 1_000, by_hand::go_19) },
        Rival::ByHand,
    ),
    ("chess, one state", "chess", games(1, 100, 1_000, by_hand::chess), Rival::Peer("shakmaty")),
];

/// Figures measured of RBG on a core on which Othello by hand makes 593,000 playouts a second.
const AGAINST_RBG: [(&str, &str, Games, f64); 11] = [
    ("othello against RBG", "othello", ours_alone(10, 20_000, 200), 21_400.0),
    ("connect four against RBG", "connect-four", ours_alone(20, 50_000, 42), 924_000.0),
    ("breakthrough against RBG", "breakthrough", ours_alone(5, 20_000, 1_000), 47_000.0),
    ("english draughts against RBG", "english-draughts", ours_alone(3, 10_000, 1_000), 71_800.0),
    ("tic-tac-toe against RBG", "tic-tac-toe", ours_alone(50, 100_000, 9), 2_860_000.0),
    ("amazons against RBG", "amazons", ours_alone(1, 500, 200), 4_360.0),
    ("hex against RBG", "hex", ours_alone(2, 2_000, 200), 20_600.0),
    ("chess against RBG", "chess", ours_alone(1, 400, 1_000), 1_173.0),
    (
        "go 19 x 19 against RBG",
        "go",
        Games { start: Start::Side(19), ..ours_alone(1, 100, 1_000) },
        480.0,
    ),
    ("nine men's morris against RBG", "nine-mens-morris", ours_alone(2, 5_000, 1_000), 43_500.0),
    ("pentago against RBG", "pentago", ours_alone(2, 2_000, 100), 24_500.0),
];

/// Moves of the 15-puzzle per second that RBG was measured to do on a machine of this size.
const FIFTEEN_OF_RBG: f64 = 7_800_000.0;

/// All rows, in the order of the table.
pub fn rows() -> Vec<Row> {
    let mut rows = AGAINST_HAND.to_vec();
    rows.extend(FURTHER.map(|(name, game, games, unit, must, aim)| {
        let (work, ours, rival) = (Work::Playouts(games), BATCH, Rival::ByHand);
        Row { name, game, work, unit, ours, rival, must, aim, others: None }
    }));
    rows.extend(CHESS);
    rows.extend(ONE_BY_ONE.map(|(name, game, games, rival)| {
        let (work, unit, ours) = (Work::OneByOne(games), Unit::Plies, SINGLE);
        Row { name, game, work, unit, ours, rival, must: 0.3, aim: 0.7, others: None }
    }));
    rows.extend(AGAINST_REFERENCE.map(|(name, game, work, unit)| {
        let (ours, rival) = (SINGLE, Rival::Executor(Executor::Reference));
        Row { name, game, work, unit, ours, rival, must: 20.0, aim: 100.0, others: None }
    }));
    rows.extend(AGAINST_RBG.map(|(name, game, games, figure)| {
        let (work, unit, ours) = (Work::Playouts(games), Unit::Playouts, BATCH);
        let (rival, others) = (Rival::Rbg(figure), Some(figure));
        Row { name, game, work, unit, ours, rival, must: 1.0, aim: 5.0, others }
    }));
    rows.push(Row {
        name: "fifteen moves, published",
        game: "fifteen",
        work: Work::Playouts(ours_alone(2, 1_000, 200)),
        unit: Unit::Plies,
        ours: BATCH,
        rival: Rival::Published(FIFTEEN_OF_RBG),
        must: 1.0,
        aim: 1.0,
        others: Some(FIFTEEN_OF_RBG),
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_apart_by_their_names() {
        let mut names: Vec<&str> = rows().iter().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows().len());
    }

    #[test]
    fn what_is_wanted_is_not_below_what_must_be() {
        assert!(rows().iter().all(|row| row.must <= row.aim));
    }
}
