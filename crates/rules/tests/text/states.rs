//! States.

use masume_board::Grid;
use masume_rules::model::Rules;
use masume_rules::random::Random;
use masume_rules::state::Board;
use masume_rules::text::{print_board, print_state, read_state};

use super::games::{self, blanks, boxes, mixed, numbers, random_state, seats};
use super::shown;

fn all_games() -> Vec<(&'static str, Rules)> {
    // Boards at random have any number of players: no level, no requirement.
    let free_boxes = Rules { levels: Vec::new(), ..boxes() };
    vec![
        ("boxes", free_boxes),
        ("numbers", numbers()),
        ("mixed", mixed()),
        ("seats", seats()),
        ("blanks", blanks()),
    ]
}

#[test]
fn states_are_read_back() {
    for (name, rules) in all_games() {
        let mut random = Random::new(1);
        for _ in 0..400 {
            let state = random_state(&rules, &mut random);
            let text = print_state(&rules, &state);
            let read = read_state(&rules, &text);
            assert_eq!(read.as_ref(), Ok(&state), "{name}:\n{text}");
            let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
            assert_eq!(read_state(&rules, &windows).as_ref(), Ok(&state), "{name}:\n{text}");
            let bare = text.strip_suffix('\n').unwrap();
            assert_eq!(read_state(&rules, bare).as_ref(), Ok(&state), "{name}:\n{text}");
        }
    }
}

#[test]
fn mutilated_states_never_panic() {
    let mut random = Random::new(2);
    for (_, rules) in all_games() {
        for _ in 0..100 {
            let text = print_state(&rules, &random_state(&rules, &mut random));
            let mut letters: Vec<char> = text.chars().collect();
            for _ in 0..1 + random.below(4) {
                let place = random.below(letters.len() as u64) as usize;
                let stranger = ['\n', ':', '?', 'é', '9', ' ', '-', '/', ','];
                let letter = stranger[random.below(9) as usize];
                match random.below(3) {
                    0 => letters[place] = letter,
                    1 => letters.insert(place, letter),
                    _ => letters.truncate(place + 1),
                }
            }
            let text: String = letters.into_iter().collect();
            if let Err(diagnostics) = read_state(&rules, &text) {
                assert!(!diagnostics.is_empty());
                for diagnostic in diagnostics {
                    assert!(text.get(diagnostic.span.range()).is_some(), "{text}");
                }
            }
        }
    }
}

#[test]
fn pictures_show_layers_by_glyphs_and_numbers_by_tokens() {
    let check = |rules: &Rules, size: (u32, u32), contents: &[(u8, &str, i32)], expected: &str| {
        let mut board = Board::new(Grid::new(size.0, size.1).unwrap(), rules.layers.len());
        for (layer, cell, content) in contents {
            games::set(&mut board, *layer, cell, *content);
        }
        assert_eq!(print_board(rules, &board), expected);
    };
    let pieces = [(0, "a1", 0), (0, "c1", 1), (1, "c1", 0), (0, "b2", 0), (1, "b2", 1)];
    check(&boxes(), (3, 2), &pieces, "#.P\n.?.");
    check(&numbers(), (3, 2), &[(0, "a1", 2), (0, "c2", 16)], "2 . .\n. . 16");
    let both = [(0, "a1", 1), (1, "a1", 5), (2, "b1", -3), (0, "c1", 0), (1, "c1", 4)];
    check(&mixed(), (3, 1), &both, "#5/. ./-3 ?");
}

#[test]
fn a_state_says_what_its_picture_does_not() {
    let rules = seats();
    let text = "to_act: white\nply: 12\npasses: 1\noutcome: black wins\n".to_owned()
        + &"........\n".repeat(7)
        + "bw......\n";
    assert_eq!(print_state(&rules, &read_state(&rules, &text).unwrap()), text);
    let rules = boxes();
    let text = "pushes: -4\nvalue board: 3\nat a1: wall, player\n?..\n";
    let read = read_state(&rules, text).unwrap();
    assert_eq!(print_state(&rules, &read), text);
    let rules = numbers();
    let text = "score: 8\ngoals: 1,3\nrandom: 00000000000000ff\n2 .\n. 131072\n";
    assert_eq!(print_state(&rules, &read_state(&rules, text).unwrap()), text);
    let rules = blanks();
    let text = "board: 3x2\n # \n  @\n";
    assert_eq!(print_state(&rules, &read_state(&rules, text).unwrap()), text);
}

#[test]
fn what_is_not_said_is_as_in_a_new_game() {
    let check = |rules: &Rules, short: &str, long: &str| {
        let read = read_state(rules, short).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(read_state(rules, long), Ok(read), "{short}");
    };
    check(&boxes(), "p", "pushes: 0\nvalue board: 3\nply: 0\n\np\n\n");
    check(&boxes(), "#\n#pb", "#..\n#pb");
    check(&numbers(), "2\n. 4", "\nscore: 0\nrandom: 0\n2 .\n. 4\n");
    check(&blanks(), "#\n  @", "board: 3x2\n#\n  @\n");
    check(&blanks(), "board: 2x3\n\n#\n", "board: 2x3\n  \n# \n  \n");
}

#[test]
fn errors_of_states_are_located() {
    let check = |rules: &Rules, text: &str, expected: &[&str]| {
        let errors = read_state(rules, text).unwrap_err();
        let errors: Vec<String> = errors.iter().map(|error| shown(text, error)).collect();
        assert_eq!(errors, expected, "{text}");
    };
    let (boxes, numbers, seats) = (boxes(), numbers(), seats());
    check(&boxes, "", &["E0407 \"\" a picture of the board was expected"]);
    check(&boxes, "#px\n..x", &["E0402 \"x\" `x` is not in the legend"]);
    check(&boxes, "#p?", &["E0402 \"?\" nothing says what is at `?`"]);
    check(&boxes, "plies: 3\np", &["E0408 \"plies\" `plies` is nothing that a state says"]);
    check(&boxes, "pushes: x\np", &["E0408 \"x\" `x` cannot be read"]);
    check(&boxes, "ply: 1\nply: 2\np", &["E0408 \"ply\" `ply` is said twice"]);
    check(&boxes, "at b9: box\np", &["E0408 \"b9\" the board has no cell `b9`"]);
    check(&boxes, "at a1: bx\np", &["E0203 \"bx\" no piece is called `bx`"]);
    check(&boxes, "at a1: box, player\np", &["E0309 \"player\" two pieces of `thing` in one cell"]);
    check(&boxes, "board: 2x1\np..", &["E0405 \"p..\" the picture does not fit `board: 2x1`"]);
    check(&boxes, "board: 1x1\np\n.", &["E0405 \".\" the picture does not fit `board: 1x1`"]);
    check(&boxes, "board: 9\np", &["E0408 \"9\" `9` cannot be read"]);
    check(
        &boxes,
        "board: 0x1\np",
        &[
            "E0404 \"0x1\" board has no cell, but needs at least 1",
            "E0405 \"p\" the picture does not fit `board: 0x1`",
        ],
    );
    check(&boxes, "b", &["E0409 \"b\" no `player` on the board"]);
    check(&boxes, "p.p", &["E0409 \"p.p\" 2 of `player` on the board"]);
    check(&numbers, "3 .\n. .", &["E0406 \"3\" `tile` cannot hold 3"]);
    check(&numbers, "2", &["E0404 \"2\" the board is at least 2x2"]);
    check(
        &numbers,
        "board: 9x2\n2 .",
        &[
            "E0403 \"9x2\" the board is at most 6x6",
            "E0405 \"2 .\" the picture does not fit `board: 9x2`",
        ],
    );
    check(&numbers, "goals: 4\n2 .\n2 .", &["E0408 \"4\" `4` cannot be read"]);
    check(&numbers, "random: xyz\n2 .\n2 .", &["E0408 \"xyz\" `xyz` cannot be read"]);
    check(
        &seats,
        "to_act: green\nb",
        &["E0408 \"green\" `green` cannot be read", "E0405 \"b\" the board is always 8x8"],
    );
    check(
        &numbers,
        "to_act: black\n2 .\n2 .",
        &["E0408 \"to_act\" `to_act` is nothing that a state says"],
    );
}

#[test]
fn a_misspelt_line_is_told_the_right_name() {
    let help = |text: &str| read_state(&boxes(), text).unwrap_err()[0].help.clone().unwrap();
    assert_eq!(help("pases: 3\np"), "did you mean `passes`?");
    assert_eq!(help("pushs: 3\np"), "did you mean `pushes`?");
    assert_eq!(help("at a1: bix\np"), "did you mean `box`?");
    assert_eq!(help("p?"), "add a line `at b1: …` before the picture");
}

#[test]
fn hostile_sizes_are_errors_and_cost_nothing() {
    for size in ["4294967295x4294967295", "1024x1025", "99999999999999999999x1"] {
        let text = format!("board: {size}\np");
        assert!(read_state(&boxes(), &text).is_err(), "{size}");
    }
    let wide = "p".repeat(100_000);
    assert!(read_state(&boxes(), &wide).is_err());
    let high = "p\n".repeat(100_000);
    assert!(read_state(&boxes(), &high).is_err());
}

#[test]
fn errors_of_a_state_are_bounded() {
    for row in ["?", "? ", "?\n"] {
        // Each of them is an error of its own.
        let errors = read_state(&boxes(), &row.repeat(1000)).unwrap_err();
        assert!(errors.len() <= 101, "{row:?}: {}", errors.len());
    }
}
