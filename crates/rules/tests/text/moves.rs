//! Cells, moves and positions as a game's file declares them.

use masume_board::Grid;
use masume_rules::check;
use masume_rules::model::{Player, Rules};
use masume_rules::random::Random;
use masume_rules::state::{Board, State};
use masume_rules::text::{
    Consequence, TreeMove, action_text, cells_together, numbered_moves, print_position,
    print_state, print_tree, read_action, read_move, read_state, read_tree, set_up, tree_action,
    write_move,
};
use masume_syntax::ast::Spanned;
use masume_syntax::{Diagnostic, Severity, Span};

const MEN: &str = "\
game Men
board 8 x 8
value quiet

players white black

pieces
  piece: man king for each player
  mark:  fresh target

legend
  .  nothing
  M  white-man
  K  white-king
  m  black-man
  k  black-king

action move from a to b
  8 ways from a to b: mine any* empty -> _ ... mine
action put at c
  at c: empty -> my man

position line
  board piece
  player white \"w\" black \"b\"
  marks fresh \"A\" a1 \"AH\" h1
  cell target
  value quiet
  turns
";

fn rules(more: &str) -> Rules {
    sound(&format!("{MEN}{more}\n"))
}

/// The rules of a text without errors.
fn sound(text: &str) -> Rules {
    let checked = check(&masume_syntax::parse(text).file);
    let is_error = |it: &&Diagnostic| it.severity == Severity::Error;
    assert_eq!(checked.diagnostics.iter().find(is_error), None, "{text}");
    checked.rules.unwrap()
}

/// Reads a position, which is printed so, and read back as it was.
fn check_position(rules: &Rules, text: &str, printed: &str) {
    let state = read_state(rules, text).unwrap();
    assert_eq!(print_position(rules, &state).as_deref(), Some(printed), "{text}");
    assert_eq!(read_state(rules, &print_state(rules, &state)), Ok(state), "{text}");
}

fn grid() -> Grid {
    Grid::new(8, 8).unwrap()
}

#[test]
fn actions_name_cells_as_the_game_does() {
    // Declaration, the action as the game has it, and as the grid would have it.
    let rows = [
        ("", "move e2 e4", "move e2 e4"),
        ("coordinates rows from below", "move e2 e4", "move e7 e5"),
        ("coordinates columns without i, rows from below", "move h1 h2", "move h8 h7"),
        ("coordinates numbers of dark cells", "move 22 18", "move c6 d5"),
        ("coordinates numbers of dark cells", "move 1 a1", "move b1 a1"),
        ("coordinates numbers of light cells", "move 1 32", "move a1 h8"),
        ("coordinates numbers of all cells", "move 1 64", "move a1 h8"),
        ("coordinates numbers of dark cells, rows from below", "move 1 5", "move a8 b7"),
    ];
    let plain = rules("");
    for (declared, named, of_grid) in rows {
        let named_rules = rules(declared);
        let action = read_action(&named_rules, &grid(), named).unwrap();
        assert_eq!(action_text(&named_rules, &grid(), action), named, "{declared}");
        assert_eq!(action_text(&plain, &grid(), action), of_grid, "{declared}");
    }
}

#[test]
fn what_is_no_cell_says_which_are() {
    let rows = [
        ("coordinates rows from below", "put e9", "`put` takes a cell from a1 to h8"),
        ("coordinates numbers of dark cells", "put 33", "`put` takes a cell from 1 to 32"),
        ("coordinates numbers of dark cells", "move 1", "say `move 1 6`"),
    ];
    for (declared, text, help) in rows {
        let error = read_action(&rules(declared), &grid(), text).unwrap_err();
        assert_eq!(error.help().as_deref(), Some(help), "{declared}");
    }
}

#[test]
fn states_name_cells_as_the_game_does() {
    let picture = format!("........\n{}?.......\n", "........\n".repeat(6));
    for (declared, name) in [
        ("", "a8"),
        ("coordinates rows from below", "a1"),
        ("coordinates numbers of dark cells", "29"),
    ] {
        let rules = rules(declared);
        let text = format!("to_act: white\nquiet: 0\nat {name}: white-man, fresh\n{picture}");
        let state = read_state(&rules, &text).unwrap();
        assert_eq!(print_state(&rules, &state), text);
        let errors = read_state(&rules, &picture).unwrap_err();
        let help = format!("add a line `at {name}: …` before the picture");
        assert_eq!(errors[0].help.as_deref(), Some(help.as_str()));
    }
}

#[test]
fn cells_are_cut_where_they_are_run_together() {
    let below = rules("coordinates rows from below");
    let numbers = rules("coordinates numbers of dark cells");
    let rows: [(&Rules, &str, Option<&str>); 19] = [
        (&below, "e2e4", Some("e2 e4")),
        (&below, "E2E4", Some("E2 E4")),
        (&below, "e2-e4", Some("e2 e4")),
        (&below, "e2xe4:e6", Some("e2 e4 e6")),
        (&below, "f5d6c3", Some("f5 d6 c3")),
        (&below, "e2", None),
        (&below, "e2-", None),
        (&below, "-e2e4", None),
        (&below, "e2--e4", None),
        (&below, "d1-d7/g7", Some("d1 d7 g7")),
        (&below, "d1d7(g7)", Some("d1 d7 g7")),
        (&below, "d1d7g7)", None),
        (&below, "e2e9", None),
        (&below, "e2 e4", None),
        (&numbers, "11-15", Some("11 15")),
        (&numbers, "22x15x8", Some("22 15 8")),
        (&numbers, "1115", None),
        (&numbers, "33-1", None),
        (&numbers, "22x", None),
    ];
    for (rules, text, expected) in rows {
        let found = cells_together(&rules.cell_names(&grid()), text).map(|it| it.join(" "));
        assert_eq!(found.as_deref(), expected, "{text}");
    }
    // `x` is a column where no joint can be meant.
    let wide = Grid::new(26, 8).unwrap();
    let found = cells_together(&below.cell_names(&wide), "a2x5").map(|it| it.join(" "));
    assert_eq!(found.as_deref(), Some("a2 x5"));
    let long = "a1".repeat(100_000);
    assert_eq!(cells_together(&below.cell_names(&grid()), &long), None);
}

#[test]
fn positions_are_read_back() {
    let rules = rules("coordinates rows from below");
    for line in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "mk6/8/8/8/8/8/8/M6K b AAH e3 12 34",
        "8/8/3mk3/8/8/8/8/M7 w A - 0 4294967",
    ] {
        check_position(&rules, line, line);
    }
    // Shorter lines mean the same.
    let state = read_state(&rules, " \n8/8/8/8/8/8/8/8 w\n").unwrap();
    assert_eq!(print_position(&rules, &state).as_deref(), Some("8/8/8/8/8/8/8/8 w - - 0 1"));
    // Operations of other programs may stand behind the fields.
    for rest in ["bm e4; id \"A; B\";", "0 bm e4;", "0 1 bm e4; ", "acd 12;"] {
        let state = read_state(&rules, &format!("8/8/8/8/8/8/8/8 w - - {rest}")).unwrap();
        assert_eq!(print_position(&rules, &state).as_deref(), Some("8/8/8/8/8/8/8/8 w - - 0 1"));
    }
    // What the line has no place for is not left out in silence.
    let more = read_state(&rules, "at b1: fresh\n........\n........\n........\n........\n........\n........\n........\n.?......\n").unwrap();
    assert_eq!(print_position(&rules, &more), None);
}

#[test]
fn hostile_positions_have_a_place() {
    let rules = rules("coordinates rows from below");
    let long = format!("{}/8/8/8/8/8/8/8 w", "9".repeat(100_000));
    let many = format!("{} w", "8/".repeat(100_000));
    let letters = format!("{}/8/8/8/8/8/8/8 w", "x".repeat(100_000));
    let rows: [(&str, u32, &str); 18] = [
        ("8/8/8/8/8/8/8/8 w - - bm e4", 22, "`bm` cannot be read"),
        ("8/8/8/8/8/8/8/8 w x bm e4;", 18, "`x` cannot be read"),
        ("8/8/8/8/8/8/8/7 w", 14, "rows of a position have equally many cells"),
        ("8/8/8/8/8/8/8 w", 0, "the board is always 8x8"),
        ("9/9 w", 0, "the board is always 8x8"),
        ("8/8/8/8/8/8/8/7q w", 15, "`q` is no letter of a position"),
        ("8/8/8/8/8/8/8/8 x", 16, "`x` cannot be read"),
        ("8/8/8/8/8/8/8/8 w B", 18, "`B` cannot be read"),
        ("8/8/8/8/8/8/8/8 w A", 18, "`A` cannot be read"),
        ("8/8/8/8/8/8/8/M7 w AA", 19, "`AA` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - e9", 20, "`e9` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - - x", 22, "`x` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - - 0 -1", 24, "`-1` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - - 0 4294967295", 24, "`the number of the turn` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 2", 26, "`2` is too much"),
        (&long, 0, "rows of a position have equally many cells"),
        (&many, 0, "rows of a position have equally many cells"),
        (&letters, 0, "`x` is no letter of a position"),
    ];
    for (line, start, message) in rows {
        let errors = read_state(&rules, line).unwrap_err();
        let found: Vec<&str> = errors.iter().map(|it| it.message.as_str()).collect();
        assert!(found.contains(&message), "{line:.40}: {found:.5?}");
        if line.len() < 100 {
            assert_eq!(errors[0].span.start, start, "{line}");
        }
    }
}

#[test]
fn turns_are_numbered_by_who_acts() {
    let rows: [(u64, usize, &str, &str); 7] = [
        (1, 2, "0 e4 1 e5 0 Nf3", "1. e4 e5|2. Nf3"),
        (7, 2, "1 e5 0 Nf3 1 Nc6", "7... e5|8. Nf3 Nc6"),
        (1, 2, "0 11-15 1 22x15 1 15x8 0 4x11", "1. 11-15 22x15x8|2. 4x11"),
        (1, 2, "0 f5 1 d6 1 c3 0 d3", "1. f5 d6 c3|2. d3"),
        (1, 2, "0 d1-d7 0 /g7 1 d10-d8 1 /b8", "1. d1-d7/g7 d10-d8/b8"),
        (1, 3, "0 a 1 b 2 c 0 d", "1. a b c|2. d"),
        (1, 1, "0 left 0 up", "1. left|2. up"),
    ];
    for (first, players, moves, expected) in rows {
        let words: Vec<&str> = moves.split(' ').collect();
        let moves = words.chunks(2).map(|it| (Player(it[0].parse().unwrap()), it[1]));
        assert_eq!(numbered_moves(first, players, moves).join("|"), expected);
    }
}

fn placing() -> Rules {
    let text = "\
game Placing
board 9 x 9
players black white

pieces
  stone: black white

legend
  .  nothing
  X  black
  O  white

action place at c
  at c: empty -> mine

pass any time
coordinates rows from below

moves sgf
  nodes black \"B\" white \"W\"
  header \"GM[1]FF[4]\"
";
    sound(text)
}

#[test]
fn trees_are_read_along_their_first_branch() {
    let rules = placing();
    let moves = rules.moves.as_ref().unwrap();
    let grid = Grid::new(9, 9).unwrap();
    let rows = [
        ("(;GM[1]FF[4]SZ[9];B[dd];W[fe])", "B d6, W f5"),
        (" ( ;\nGM [1] C[a \\] (] SZ[9:9]\n; B[ia] (;W[ai];B[])(;W[bb]))", "B i9, W a1, B pass"),
        ("(;B[tt];W[])", "B pass, W pass"),
        ("(;)", ""),
    ];
    for (text, expected) in rows {
        let read = read_tree(moves, &grid, text).unwrap();
        let told = |it: &TreeMove<'_>| {
            let action = tree_action(&grid, &it.cell).unwrap();
            let text = action_text(&rules, &grid, action);
            format!("{} {}", ["B", "W"][usize::from(it.player.0)], text.replace("place ", ""))
        };
        assert_eq!(read.moves.iter().map(told).collect::<Vec<_>>().join(", "), expected, "{text}");
    }
    let text = "(;GM[1]FF[4]SZ[9];B[dd];W[fe];B[])";
    let played = read_tree(moves, &grid, text).unwrap();
    let played = played.moves.iter().map(|it| (it.player, tree_action(&grid, &it.cell).unwrap()));
    let start = first(&rules, grid);
    assert_eq!(print_tree(&rules, (&start, &start), played).as_deref(), Some(text));
}

/// An empty board on which the first player acts.
fn first(rules: &Rules, grid: Grid) -> State {
    State {
        board: Board::new(grid, rules.layers.len()),
        values: rules.values.iter().map(|it| it.initial).collect(),
        to_act: Player(0),
        ply: 0,
        passes: 0,
        goals: 0,
        outcome: None,
        random: Random::new(0),
    }
}

#[test]
fn trees_set_up_pieces_before_the_first_move() {
    let rules = placing();
    let moves = rules.moves.as_ref().unwrap();
    let grid = Grid::new(9, 9).unwrap();
    let usual = first(&rules, grid);
    let begun = |text| {
        let read = read_tree(moves, &grid, text).unwrap();
        let mut start = usual.clone();
        set_up(&rules, &mut start, &read).unwrap();
        (read, start)
    };
    let rows = [
        "(;GM[1]FF[4]SZ[9]AB[cc][gg]AW[dd]PL[W];W[ee])",
        "(;GM[1]FF[4]SZ[9]AW[aa];B[ee])",
        "(;GM[1]FF[4]SZ[9]PL[W])",
    ];
    for text in rows {
        let (read, start) = begun(text);
        let played = read.moves.iter().map(|it| (it.player, tree_action(&grid, &it.cell).unwrap()));
        assert_eq!(print_tree(&rules, (&start, &usual), played).as_deref(), Some(text));
    }
    // A rectangle, a part of which is taken away again.
    let (_, start) = begun("(;AB[aa:cb]AE[ab:bb])");
    let text = print_tree(&rules, (&start, &usual), []);
    assert_eq!(text.as_deref(), Some("(;GM[1]FF[4]SZ[9]AB[aa][ba][ca][cb])"));
    // The player of the first move acts, and earlier forms have small letters.
    for (text, acts) in
        [("(;AB[aa];W[bb])", 1), ("(;AddBlack[aa]PLayer[white])", 1), ("(;AW[aa])", 0)]
    {
        let (read, start) = begun(text);
        assert_eq!(start.to_act, Player(acts), "{text}");
        assert_eq!(read.set_up.len(), 1, "{text}");
    }
    for (text, message) in [
        ("(;AB[zz])", "the board has no cell `zz`"),
        ("(;AB[aa:])", "the board has no cell `aa:`"),
        ("(;AE[jj])", "the board has no cell `jj`"),
    ] {
        let read = read_tree(moves, &grid, text).unwrap();
        let error = set_up(&rules, &mut usual.clone(), &read).unwrap_err();
        assert_eq!(error.message, message, "{text}");
    }
}

#[test]
fn hostile_trees_have_a_place_and_a_way_out() {
    let rules = placing();
    let moves = rules.moves.as_ref().unwrap();
    let grid = Grid::new(9, 9).unwrap();
    let deep = "(".repeat(1_000_000);
    let rows = [
        ("", 0, "expected a node or `)`"),
        ("(;B[dd]", 7, "expected a node or `)`"),
        ("(B[dd])", 1, "expected a node or `)`"),
        ("(;B[dd)", 3, "expected `]`, found the end of the text"),
        ("(;B)", 3, "expected `[` behind `B`"),
        ("(;SZ[19];B[dd])", 5, "the play is on a board of `19`"),
        ("(;B[aa];AB[dd])", 8, "pieces that are set up behind a move are not read"),
        (&deep, 1_000_000, "expected a node or `)`"),
    ];
    for (text, start, message) in rows {
        let error = read_tree(moves, &grid, text).unwrap_err();
        assert_eq!((error.span.start, error.message.as_str()), (start, message), "{text:.20}");
    }
    for cell in ["zz", "d", "ddd", "é", "jj"] {
        let cell = Spanned { value: cell, span: Span::default() };
        assert!(tree_action(&grid, &cell).is_err(), "{cell:?}");
    }
}

/// Men and kings whose positions are lists of cells, and actions with signs before and behind them.
const LISTED: &str = "\
game Listed
board 8 x 8

players white black

pieces
  piece: man king for each player

legend
  .  nothing
  M  white-man
  K  white-king
  m  black-man
  k  black-king

action move from a to b
  8 ways from a to b: mine any* empty -> _ ... mine
action rise from a to b
  8 ways from a to b: my man any* empty -> _ ... my king
action put at c
  at c: empty -> my man
action crown at c
  at c: empty -> my king

moves drops
  piece man \"P\"
  piece king \"K\"
  from always
  quiet \"-\"
  before put \"P*\"
  before crown \"K*\"
  action rise \"+\"

position fen
  lists white \"W\" black \"B\" king \"K\"

";

fn listed(coordinates: &str) -> Rules {
    sound(&format!("{LISTED}{coordinates}\n"))
}

#[test]
fn positions_are_lists_of_cells() {
    let numbers = listed("coordinates numbers of dark cells");
    let rows = [
        ("W:W21,22,K29:B1,K4", "W:W21,22,K29:B1,K4"),
        ("B:B1-4,K9:W29-32.", "B:W29,30,31,32:B1,2,3,4,K9"),
        ("W:W:B", "W:W:B"),
        ("W:B3", "W:W:B3"),
        (" \nB:WK1:B32\n", "B:WK1:B32"),
    ];
    for (text, printed) in rows {
        check_position(&numbers, text, printed);
    }
    let named = listed("coordinates rows from below");
    let state = read_state(&named, "W:Wa1,Kb2:Bh8").unwrap();
    assert_eq!(print_position(&named, &state).as_deref(), Some("W:WKb2,a1:Bh8"));
    let long = format!("W:W{}", "1,".repeat(100_000));
    let hostile: [(&str, u32, &str); 10] = [
        ("X:W1:B2", 0, "`X` cannot be read"),
        (":W1:B2", 0, "`` cannot be read"),
        ("W:1:B2", 2, "`1` cannot be read"),
        ("W:W33:B2", 3, "`33` cannot be read"),
        ("W:W1,x:B2", 5, "`x` cannot be read"),
        ("W:W1,2:B2", 8, "`2` cannot be read"),
        ("W:W1-33", 3, "`1-33` cannot be read"),
        ("W:W4-1", 3, "`4-1` cannot be read"),
        ("W:W5 B6", 5, "`B6` is too much"),
        (&long, 5, "`1` cannot be read"),
    ];
    for (text, start, message) in hostile {
        let errors = read_state(&numbers, text).unwrap_err();
        let found = (errors[0].span.start, errors[0].message.as_str());
        assert_eq!(found, (start, message), "{text:.40}");
    }
}

#[test]
fn signs_stand_before_and_behind_actions() {
    let rules = listed("coordinates rows from below");
    let moves = rules.moves.as_ref().unwrap();
    let picture = format!("{}M.......\n", "........\n".repeat(7));
    let state = read_state(&rules, &format!("to_act: white\n{picture}")).unwrap();
    let actions = ["move a1 a3", "rise a1 a3", "put b2", "crown b2"];
    let legal: Vec<_> =
        actions.iter().map(|it| read_action(&rules, &grid(), it).unwrap()).collect();
    let rows = [
        ("Pa1-a3", Some(0)),
        ("Pa1-a3+", Some(1)),
        ("P*b2", Some(2)),
        ("K*b2", Some(3)),
        ("k*b2", Some(3)),
        ("Pa3+", Some(1)),
        ("Q*b2", None),
        ("K*b3", None),
    ];
    for (text, expected) in rows {
        let found = read_move(&rules, moves, &state, &legal, text);
        let expected: Vec<_> = expected.iter().map(|index| legal[*index]).collect();
        assert_eq!(found, expected, "{text}");
    }
    for (action, text) in legal.iter().zip(["Pa1-a3", "Pa1-a3+", "P*b2", "K*b2"]) {
        let written = write_move(&rules, moves, &state, &legal, (*action, &Consequence::default()));
        assert_eq!(written, text);
    }
}

#[test]
fn lists_of_cells_need_one_piece_without_a_letter() {
    let rows = [
        ("lists white \"W\" black \"B\"", "each player has one piece without a letter"),
        ("lists white \"W\" king \"K\"", "a player has no letter"),
        ("lists white \"W\" black \"B\" ghost \"K\"", "unknown name `ghost`"),
    ];
    for (line, message) in rows {
        let text = LISTED.replace("lists white \"W\" black \"B\" king \"K\"", line);
        let checked = check(&masume_syntax::parse(&text).file);
        let found: Vec<&str> = checked.diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert!(found.contains(&message), "{line}: {found:?}");
    }
}

#[test]
fn figures_stand_for_the_letters_of_pieces() {
    let rules = listed(
        "coordinates rows from below\n\ndisplay\n  white-man \"M\" \"♙\"\n  black-king \"K\" \"♚\"\n",
    );
    let moves = rules.moves.as_ref().unwrap();
    let picture = format!("{}M.......\n", "........\n".repeat(7));
    let state = read_state(&rules, &format!("to_act: white\n{picture}")).unwrap();
    let legal: Vec<_> = ["move a1 a3", "rise a1 a3", "crown b2"]
        .iter()
        .map(|it| read_action(&rules, &grid(), it).unwrap())
        .collect();
    // Whose figure it is does not matter, nor how it is drawn.
    let rows = [
        ("♙a1-a3", Some(0)),
        ("♙\u{fe0e}a3+", Some(1)),
        ("♚*b2", Some(2)),
        ("♔*b2", None),
        ("♚a1-a3", None),
    ];
    for (text, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|index| legal[*index]).collect();
        assert_eq!(read_move(&rules, moves, &state, &legal, text), expected, "{text}");
    }
}

const BY_NUMBERS: &str = "coordinates columns from the right, columns by numbers";

#[test]
fn columns_have_numbers_where_the_game_says_so() {
    let rules = listed(BY_NUMBERS);
    let names = rules.cell_names(&grid());
    let action = read_action(&rules, &grid(), "move 7g 7f").unwrap();
    assert_eq!(action_text(&rules, &grid(), action), "move 7g 7f");
    assert_eq!(action_text(&listed(""), &grid(), action), "move b7 b6");
    let rows = [
        ("put 9a", "`put` takes a cell from 1a to 8h"),
        ("put a1", "`put` takes a cell from 1a to 8h"),
        ("move 1a", "say `move 1a 2b`"),
    ];
    for (text, help) in rows {
        let error = read_action(&rules, &grid(), text).unwrap_err();
        assert_eq!(error.help().as_deref(), Some(help), "{text}");
    }
    let rows = [
        ("7g7f", Some("7g 7f")),
        ("7g-7f", Some("7g 7f")),
        ("7gx7f", Some("7g 7f")),
        ("7g7f7e", Some("7g 7f 7e")),
        ("7g7", None),
        ("7g9a", None),
        ("g7f7", None),
    ];
    for (text, expected) in rows {
        let found = cells_together(&names, text).map(|it| it.join(" "));
        assert_eq!(found.as_deref(), expected, "{text}");
    }
}

#[test]
fn moves_name_columns_by_numbers() {
    let rules = listed(BY_NUMBERS);
    let moves = rules.moves.as_ref().unwrap();
    let picture = format!("{}M.......\n", "........\n".repeat(7));
    let state = read_state(&rules, &format!("to_act: white\n{picture}")).unwrap();
    let actions = ["move 8h 8f", "rise 8h 8f", "put 5e", "crown 5e"];
    let legal: Vec<_> =
        actions.iter().map(|it| read_action(&rules, &grid(), it).unwrap()).collect();
    let rows = [
        ("P8h-8f", Some(0)),
        ("P-8f", Some(0)),
        ("8h8f", Some(0)),
        ("P8h-8f+", Some(1)),
        ("P*5e", Some(2)),
        ("K*5e", Some(3)),
        ("Ph8-f8", None),
    ];
    for (text, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|index| legal[*index]).collect();
        assert_eq!(read_move(&rules, moves, &state, &legal, text), expected, "{text}");
    }
    for (action, text) in legal.iter().zip(["P8h-8f", "P8h-8f+", "P*5e", "K*5e"]) {
        let written = write_move(&rules, moves, &state, &legal, (*action, &Consequence::default()));
        assert_eq!(written, text);
    }
}
