//! Cells, moves and positions of the shipped games, as players of each write them.

use crate::harness::{masume, masume_reading, output, play};

/// The text that `run` prints of the last state or of the moves, in a notation.
#[track_caller]
fn printed(game: &str, state: &str, moves: &str, notation: &str) -> String {
    let mut arguments = vec!["run", game, "--moves", moves, "--print-notation", notation];
    if !state.is_empty() {
        arguments.extend(["--state", state]);
    }
    output(&arguments).trim_end().to_owned()
}

#[test]
fn moves_are_written_as_in_books() {
    let rows = [
        (
            "chess",
            "",
            "e2e4, e7-e5, g1f3, b8:c6, f1c4, g8f6, e1g1",
            "pgn",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O",
        ),
        (
            "chess",
            "",
            "1. e4 e5 2.Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0",
            "pgn",
            "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#",
        ),
        ("chess", "", "e4, d5, exd5, Qxd5, Nc3, Qe5+", "pgn", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+"),
        ("chess", "", "move e2 e4, move e7 e5, nf3", "pgn", "1. e4 e5 2. Nf3"),
        ("chess", "7k/8/8/8/4R3/8/8/4R2K w - - 0 1", "R1e2", "pgn", "1. R1e2"),
        ("chess", "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "Qh4e1", "pgn", "1. Qh4e1"),
        ("chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "0-0-0", "pgn", "1... O-O-O"),
        ("chess", "8/8/8/8/k2Pp3/8/8/7K b - d3 0 1", "exd3 e.p.", "pgn", "1... exd3"),
        ("chess", "3r4/4P1k1/8/8/8/8/8/K7 w - - 0 1", "exd8=N", "pgn", "1. exd8=N"),
        (
            "english-draughts",
            "",
            "11-15, 22-18, 15x22, 25:18",
            "pdn",
            "1. 11-15 22-18 2. 15x22 25x18",
        ),
        (
            "amazons",
            "",
            "move d1 d7, shoot g7, d10-d8/b8, g1g5/g1",
            "turns",
            "1. d1-d7/g7 d10-d8/b8 2. g1-g5/g1",
        ),
        ("amazons", "", "1. d1-d7(g7) d10d8b8", "turns", "1. d1-d7/g7 d10-d8/b8"),
    ];
    for (game, state, moves, notation, expected) in rows {
        let written = printed(game, state, moves, notation);
        let (tags, line) = written.rsplit_once("\n\n").unwrap_or(("", &written));
        assert_eq!(line, expected, "{moves}");
        let begin = format!("[SetUp \"1\"]\n[FEN \"{state}\"]");
        assert_eq!(tags, if state.is_empty() { "" } else { begin.as_str() }, "{moves}");
        // What is written is read, to the same state.
        assert_eq!(printed(game, "", &written, notation), written, "{moves}");
        let mut asked = vec!["run", game, "--moves", moves];
        if !state.is_empty() {
            asked.extend(["--state", state]);
        }
        assert_eq!(output(&["run", game, "--moves", &written]), output(&asked), "{moves}");
    }
    for promoted in ["e8=Q", "e8Q", "e8q", "e8(Q)", "e8/Q", "e7e8q", "e7-e8=Q", "e8=q+!?"] {
        let position = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1";
        let written = printed("chess", position, promoted, "pgn");
        assert!(written.ends_with("\n\n1. e8=Q"), "{promoted}: {written}");
    }
}

#[test]
fn moves_may_have_blanks_alone_between_them() {
    let rows = [
        ("chess", "e4 e5 Nf3", "e4, e5, Nf3"),
        ("chess", "e2e4  e7e5", "e4, e5"),
        ("chess", "e4 e5, Nf3 Nc6\nBb5", "e4, e5, Nf3, Nc6, Bb5"),
        ("english-draughts", "11-15 23-19", "11-15, 23-19"),
        // These are one move.
        ("english-draughts", "11 15", "11-15"),
        ("chess", "move e2 e4", "e4"),
    ];
    for (game, blanks, commas) in rows {
        let state = |moves: &str| output(&["run", game, "--moves", moves]);
        assert_eq!(state(blanks), state(commas), "{blanks}");
    }
    let rows = [
        ("O-O-O O-O", "`O-O-O` is no move here"),
        ("e4 Nf3", "`Nf3` is no move here"),
        ("e4 e5 xyzzy", "`xyzzy` is not an action"),
        ("e2 e9", "e9"),
    ];
    for (moves, reason) in rows {
        let ran = masume(&["run", "chess", "--moves", moves]);
        assert!(ran.status == 1 && ran.stderr.contains(reason), "{moves}: {ran:?}");
    }
}

#[test]
fn a_move_that_can_be_several_names_them() {
    let rows = [
        ("7k/8/8/8/4R3/8/8/4R2K w - - 0 1", "Re2", "say `R4e2` or `R1e2`"),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e8", "say `e8=Q` or `e8=R` or `e8=B` or `e8=N+`"),
    ];
    for (state, moves, help) in rows {
        let ran = masume(&["run", "chess", "--state", state, "--moves", moves]);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.stderr.contains("could be several actions"), "{ran:?}");
        assert!(ran.stderr.contains(help), "{ran:?}");
    }
    // Behind the end no move is one.
    let position = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1";
    let ran = masume(&["run", "chess", "--state", position, "--moves", "e8=N+, Kf8"]);
    assert!(ran.status == 1 && ran.stderr.contains("E0412"), "{ran:?}");
    // What has the form of a move and is none says which are.
    let moves = "a4`, `a3`, `b4`";
    let rows = [
        ("chess", "Nf4", moves),
        ("chess", "O-O", moves),
        ("chess", "e2xe5", moves),
        ("english-draughts", "11-14", "9-13`, `9-14`"),
    ];
    for (game, text, first) in rows {
        let said = play(&[game], &format!("{text}\nq\n"));
        let expected = format!("`{text}` is no move here; moves here are `{first}");
        assert!(said.contains(&expected), "{said}");
    }
    let unknown =
        ["Ne4", "exd5", "O-O", "e9", "Q", "e2e", "--", &"e4".repeat(10_000)].map(str::to_owned);
    for moves in unknown {
        let ran = masume_reading(&["run", "chess", "--moves-file", "-"], &moves);
        assert_eq!(ran.status, 1, "{moves:.20}: {ran:?}");
        assert!(ran.stderr.contains("E0410") || ran.stderr.contains("E0411"), "{ran:?}");
    }
}

#[test]
fn moves_that_are_run_together_are_done_in_turn() {
    let rows = [
        ("othello", "f5d6c3d3c4", "f5, d6, c3, d3, c4"),
        ("chess", "e2e4e7e5", "e4, e5"),
        ("gomoku", "h8h9", "place h8, place h9"),
        ("english-draughts", "11-15-22", ""),
    ];
    for (game, together, apart) in rows {
        if apart.is_empty() {
            assert_eq!(masume(&["run", game, "--moves", together]).status, 1, "{together}");
            continue;
        }
        let state = |moves: &str| output(&["run", game, "--moves", moves]);
        assert_eq!(state(together), state(apart), "{together}");
    }
    // A piece that takes twice is one move to a player.
    let jumps = "to_act: black\n........\n..b.....\n.w......\n........\n.w......\n........\n........\n........\n";
    let ran =
        masume_reading(&["run", "english-draughts", "--state", "-", "--moves", "6x13x22"], jumps);
    assert!(ran.stdout.ends_with("........\n..b.....\n........\n........\n"), "{ran:?}");
    assert!(ran.stdout.contains("outcome: black wins\n"), "{ran:?}");
}

#[test]
fn positions_are_read_and_written_on_a_line() {
    let castled = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
    assert_eq!(printed("chess", "", "e4, e5, Nf3, Nc6, Bc4, Nf6, O-O", "fen"), castled);
    assert_eq!(printed("chess", castled, "", "fen"), castled);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(printed("chess", "", "", "fen"), start);
    // Published counts: the chess programming wiki's perft results, positions 3, 5 and 6.
    let rows = [
        (start, "3", "8902\n"),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "3", "2812\n"),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", "2", "1486\n"),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", "2", "2079\n"),
    ];
    for (position, depth, count) in rows {
        let found = output(&["perft", "chess", depth, "--unfinished", "--state", position]);
        assert_eq!(found, count, "{position}");
        assert_eq!(printed("chess", position, "", "fen"), position);
    }
    let bad = masume(&["actions", "chess", "--state", "8/8/8/8/8/8/8/7z w - - 0 1"]);
    assert_eq!(bad.status, 1, "{bad:?}");
    assert!(bad.stderr.contains("--state:1:16"), "{bad:?}");
    assert!(bad.stderr.contains("the letters are `PNBRQKpnbrqk`"), "{bad:?}");
    // Where a game has no such line, it is the name of a file.
    assert_eq!(masume(&["actions", "othello", "--state", "8/8 w"]).status, 1);
}

#[test]
fn boards_have_the_edges_of_their_games() {
    let rows = [
        ("chess", "  a b c d e f g h\n8 r n b q k b n r\n7 p", "look e2", "e2: white pawn"),
        ("go", "  a b c d e f g h j\n9 . . .", "look j1", "j1: nothing"),
        ("english-draughts", " 1 . b . b . b . b\n 5 b", "look 17", "17: nothing"),
        ("othello", "  a b c d e f g h\n1 . . .", "look a1", "a1: nothing"),
    ];
    for (game, edge, asked, told) in rows {
        let said = play(&[game], &format!("{asked}\nq\n"));
        assert!(said.contains(edge), "{game}: {said}");
        assert!(said.contains(told), "{game}: {said}");
    }
}

#[test]
fn what_was_done_is_told_as_in_books() {
    let said = play(&["chess"], "moves\ne4\ne5, Nf3\nmoves\nq\n");
    assert!(said.contains("nothing was done yet\n"), "{said}");
    assert!(said.ends_with("1. e4 e5\n2. Nf3\n"), "{said}");
    let said = play(&["chess"], "1. e4 e5 2. Nf3 Nc6 (2... d6)\nmoves\nq\n");
    assert!(said.ends_with("1. e4 e5\n2. Nf3 Nc6\n"), "{said}");
    let said = play(&["english-draughts"], "11-15\n23-19\nhistory\nq\n");
    assert!(said.ends_with("1. 11-15 23-19\n"), "{said}");
    let said = play(&["othello"], "f5d6\nmoves\nq\n");
    assert!(said.ends_with("1. f5 d6\n"), "{said}");
    let said = play(&["tic-tac-toe"], "a1\nb2\nmoves\nq\n");
    assert!(said.ends_with("1  cross: place a1\n2  nought: place b2\n"), "{said}");
}

#[test]
fn controllers_may_begin_at_a_position() {
    let lines = "position fen 8/8/8/8/k2Pp3/8/8/7K b - d3 0 1 moves e4d3\nquery p1turn\n\
                 position fen 8/8/8/8/8/8/8/7z w\nposition startpos moves e2e4 e7e5 Nf3\nquery p1turn\nquit\n";
    let ran = masume_reading(&["bot", "--protocol", "ugi", "chess"], lines);
    let expected = "response true\ninfo error the position cannot be read: `z` is no letter of a position\n\
                    response false\n";
    assert_eq!(ran.stdout, expected, "{ran:?}");
}

#[test]
fn plays_are_read_and_written_as_trees() {
    let tree = "(;GM[1]FF[4]SZ[9];B[dd];W[fe];B[];W[ia])";
    assert_eq!(printed("go", "", tree, "sgf"), tree);
    assert_eq!(printed("go", "", "d6, F5, pass, j9", "sgf"), tree);
    assert_eq!(printed("gomoku", "", "h8i9", "sgf"), "(;GM[4]FF[4]SZ[15];B[hh];W[ig])");
    let rows = [
        ("(;SZ[19];B[dd])", "--moves:1:6", "say the size with `--board`"),
        ("(;B[dd];B[ee])", "--moves:1:11", "another player is to act"),
        ("(;B[zz])", "--moves:1:5", "the board has no cell `zz`"),
        ("(;B[dd];W[dd])", "E0411", "action 2 of 2"),
    ];
    for (tree, place, said) in rows {
        let ran = masume(&["run", "go", "--moves", tree]);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.stderr.contains(place) && ran.stderr.contains(said), "{ran:?}");
    }
}

#[test]
fn plays_begin_on_a_board_of_their_own() {
    let tree = "(;GM[1]FF[4]SZ[9]AB[cc][gg]AW[dd]PL[W];W[ee];B[ef])";
    assert_eq!(printed("go", "", tree, "sgf"), tree);
    let play = "[SetUp \"1\"]\n[FEN \"8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1\"]\n\n1... Nd3+ 2. Kg3";
    assert_eq!(printed("chess", "", &format!("{play} *"), "pgn"), play);
    assert_eq!(printed("chess", "", play, "fen"), "8/8/2k5/5q2/8/3n2K1/8/8 b - - 2 2");
    let board = "8/8/8/8/8/8/8/K6k w - - 0 1";
    let rows: [(&str, &[&str], &str); 8] = [
        ("chess", &["--moves", "[FEN \"8/z w\"] 1. e4"], "E0"),
        ("chess", &["--state", board, "--moves", play], "the play begins on a board of its own"),
        ("othello", &["--moves", "[FEN \"8/8 b\"] 1. f5"], "the play begins on a board"),
        ("english-draughts", &["--moves", "[FEN \"B:W33:B2\"] 1. 2-6"], "`33` cannot be read"),
        ("english-draughts", &["--state", "W:W5:B5"], "expected each cell once"),
        ("english-draughts", &["--state", "R:W5:B6"], "expected `B` or `W` before `:`"),
        ("english-draughts", &["--state", "W:5:B6"], "expected a list behind `B` or `W`"),
        ("go", &["--moves", "(;AB[zz])"], "the board has no cell `zz`"),
    ];
    for (game, arguments, said) in rows {
        let ran = masume(&[&["run", game], arguments].concat());
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.stderr.contains(said), "{ran:?}");
    }
}

#[test]
fn records_are_read_as_they_go_round() {
    // With two passes, which nobody chose and no record has.
    let transcript = "c4c3c2c5c6e3f6b7e2f3d6e1a8e6f4g5g4f5h4d3g3g2h1f2d1h6d7d2h5c1g1e7h7b3d8c7b1c8a3a4b4a5a6g6f1f8b5h2g7h3\
                      e8f7b8g8h8a7b2b6a1a2";
    let rows = [
        (
            "chess",
            "1.e4 a6 2.e5 {so} f5 3.exf6 e.p. Nxf6 +- ",
            "pgn",
            "1. e4 a6 2. e5 f5 3. exf6 Nxf6",
        ),
        (
            "chess",
            "% by a program\n[Event \"a\"]\n\n1. e4, e5 !? 1-0\n\n[Event \"b\"]\n\n1. d4 *",
            "pgn",
            "1. e4 e5",
        ),
        (
            "chess",
            "[FEN \"8/4P1k1/8/8/8/8/8/K7 w - - 0 1\"] 1. e8(Q) Kf6 (1... Kh6) *",
            "pgn",
            "[SetUp \"1\"]\n[FEN \"8/4P1k1/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8=Q Kf6",
        ),
        (
            "english-draughts",
            "[FEN \"B:W10,19,32:B6,1.\"] 1. 6x24 32-28",
            "pdn",
            "[SetUp \"1\"]\n[FEN \"B:B1,6:W10,19,32\"]\n\n1. 6x15x24 32-28",
        ),
        (
            "english-draughts",
            "1. 9-13 24-20",
            "fen",
            "B:B1,2,3,4,5,6,7,8,10,11,12,13:W20,21,22,23,25,26,27,28,29,30,31,32",
        ),
        ("othello", "1. f5 d6 2. c3", "transcript", "f5d6c3"),
        ("othello", transcript, "transcript", transcript),
        (
            "go",
            "(;GaMe[1]SiZe[9]HA[2]AddBlack[cc][gg];White[ee];Black[gc])",
            "sgf",
            "(;GM[1]FF[4]SZ[9]AB[cc][gg]PL[W];W[ee];B[gc])",
        ),
    ];
    for (game, record, notation, expected) in rows {
        assert_eq!(printed(game, "", record, notation), expected, "{record}");
    }
}

#[test]
fn a_turn_said_by_its_ends_is_the_only_one() {
    // Both ways around the square come to its other corner, and take other men.
    let two_ways = "[FEN \"B:W7,8,15,16:B3\"] 1. 3x19";
    let ran = masume(&["run", "english-draughts", "--moves", two_ways]);
    assert!(ran.status == 1 && ran.stderr.contains("`3x19` is no move here"), "{ran:?}");
}

#[test]
fn records_name_columns_by_numbers_where_the_game_does() {
    let game = "game Generals\nboard 5 x 5\n\nplayers\n  black forward up\n  white forward down\n\n\
                pieces\n  piece: king gold for each player\n\nlegend\n  .  nothing\n  K  black-king\n  \
                G  black-gold\n  k  white-king\n  g  white-gold\n\nstart\n  picture\n    k...g\n    .....\n    \
                .....\n    .....\n    G...K\n\ncoordinates columns from the right, columns by numbers\n\n\
                action move from a to b\n  8 ways from a to b: mine [no mine] -> _ mine\n\n\
                win when no their king\n\nmoves psn\n  piece king \"K\"\n  piece gold \"G\"\n  from always\n  \
                quiet \"-\"\n  take \"x\"\n";
    let folder = tempfile::tempdir().expect("a folder");
    let (file, record) = (folder.path().join("generals.masu"), folder.path().join("play.psn"));
    std::fs::write(&file, game).expect("written");
    std::fs::write(&record, "[Sente \"Ann\"]\n1. G5e-4d K5a-4b 2. 4d3c Gx1b *\n").expect("written");
    let [file, record] = [&file, &record].map(|path| path.to_str().expect("a plain path"));
    let play = output(&["run", file, "--moves-file", record, "--print-notation", "psn"]);
    assert_eq!(play, "1. G5e-4d K5a-4b 2. G4d-3c G1a-1b\n");
    assert!(
        output(&["run", file, "--moves-file", record])
            .ends_with(".....\n.k..g\n..G..\n.....\n....K\n")
    );
}
