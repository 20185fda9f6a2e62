//! The rows of the table: what is measured against what, and what it must come to.

use masume_engine::Executor;

use crate::by_hand;
use crate::work::{Amount, Unit, Work};

/// Who runs one state at a time in the rows below.
pub const SINGLE: Executor = Executor::Compiled;

/// Who runs many states at once in the rows below.
pub const BATCH: Executor = Executor::Batch;

/// Whom our side is compared with.
#[derive(Clone, Copy, Debug)]
pub enum Rival {
    /// The same game written by hand.
    ByHand,
    /// Another executor.
    Executor(Executor),
    /// So many units per second, measured of another system on a machine of this size.
    Published(f64),
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What is done.
    pub name: &'static str,
    /// The name of the game's file.
    pub game: &'static str,
    /// What both sides do.
    pub work: Work,
    /// What is counted.
    pub unit: Unit,
    /// Our side.
    pub ours: Executor,
    /// The other side.
    pub rival: Rival,
    /// How many times as fast as the other side ours must be.
    pub must: f64,
    /// How many times as fast it should be.
    pub aim: f64,
    /// Units per second of the best general system that was measured, where it was: RBG, which
    /// compiles each game to C++.
    pub others: Option<f64>,
}

const OTHELLO: Work = Work::Playouts {
    games: Amount { small: 10, full: 20_000 },
    most_plies: 200,
    by_hand: Some(by_hand::othello),
};

const SLIDING: Work = Work::Playouts {
    games: Amount { small: 10, full: 5_000 },
    most_plies: 10_000,
    by_hand: Some(by_hand::sliding),
};

const ROBOTS: Work = Work::Playouts {
    games: Amount { small: 50, full: 50_000 },
    most_plies: 10_000,
    by_hand: Some(by_hand::robots),
};

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
        work: Work::Playouts {
            games: Amount { small: 20, full: 50_000 },
            most_plies: 42,
            by_hand: Some(by_hand::connect_four),
        },
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
        work: Work::Playouts {
            games: Amount { small: 5, full: 20_000 },
            most_plies: 1_000,
            by_hand: Some(by_hand::breakthrough),
        },
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
        work: Work::Playouts {
            games: Amount { small: 2, full: 10_000 },
            most_plies: 225,
            by_hand: Some(by_hand::gomoku),
        },
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
        work: Work::Playouts {
            games: Amount { small: 3, full: 10_000 },
            most_plies: 1_000,
            by_hand: Some(by_hand::draughts),
        },
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

/// Further figures of RBG: playouts, and moves of the 15-puzzle, per second.
const AGAINST_FIGURES: [(&str, &str, Amount, u64, Unit, f64); 3] = [
    (
        "tic-tac-toe playouts, published",
        "tic-tac-toe",
        Amount { small: 50, full: 100_000 },
        9,
        Unit::Playouts,
        1_370_000.0,
    ),
    (
        "amazons playouts, published",
        "amazons",
        Amount { small: 1, full: 200 },
        200,
        Unit::Playouts,
        4_100.0,
    ),
    (
        "fifteen moves, published",
        "fifteen",
        Amount { small: 2, full: 1_000 },
        200,
        Unit::Plies,
        7_800_000.0,
    ),
];

/// All rows, in the order of the table.
pub fn rows() -> Vec<Row> {
    let mut rows = AGAINST_HAND.to_vec();
    rows.extend(AGAINST_REFERENCE.map(|(name, game, work, unit)| Row {
        name,
        game,
        work,
        unit,
        ours: SINGLE,
        rival: Rival::Executor(Executor::Reference),
        must: 20.0,
        aim: 100.0,
        others: None,
    }));
    rows.extend(AGAINST_FIGURES.map(|(name, game, games, most_plies, unit, figure)| Row {
        name,
        game,
        work: Work::Playouts { games, most_plies, by_hand: None },
        unit,
        ours: BATCH,
        rival: Rival::Published(figure),
        must: 1.0,
        aim: 1.0,
        others: Some(figure),
    }));
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
