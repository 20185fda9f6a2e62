//! Playing: keys, cells, clicks and drags.

use masume_presentation::dialogue::Command;
use masume_session::Meaning;

use super::*;

const STEPS: &str = "\
game Steps
value moves
value pushes

pieces
  ground: wall goal
  thing:  walker crate

legend
  #  wall
  .  nothing
  g  goal
  p  walker
  b  crate
  B  crate on goal

action push in d
  walker crate [no wall, no thing] -> _ walker crate, pushes += 1
  else walker [no wall, no thing] -> _ walker

then: moves += 1

win when every goal has crate

words
  illegal  \"no way\"
  win      \"done in {moves}\"

level \"One\"
  p...
  .#..
  ..bg

level \"Two\"
  pbg
";

fn said(app: &App) -> Vec<String> {
    app.play.as_ref().expect("a game").dialogue.said.clone()
}

fn steps() -> App {
    app_of("steps", STEPS, Setup::default(), USUAL)
}

#[test]
fn direction_keys_move_and_the_last_action_is_told() {
    for keys in [["right"], ["l"], ["d"], ["6"]] {
        let mut app = steps();
        assert_eq!(press(&mut app, &keys), [Request::Keep], "{keys:?}");
        // Nothing was pushed: it is told as what happened.
        assert_eq!(said(&app), ["right"]);
        shows(&app, "moves 1 | pushes 0");
    }
    let mut app = steps();
    assert_eq!(press(&mut app, &["up"]), []);
    shows(&app, "no way");
}

#[test]
fn everything_can_be_undone_and_done_again() {
    let mut app = steps();
    press(&mut app, &["right", "right", "z"]);
    shows(&app, "action 1 of 2");
    press(&mut app, &["ctrl-r"]);
    shows(&app, "moves 2");
    press(&mut app, &["r"]);
    shows(&app, "from the beginning");
    press(&mut app, &["backspace"]);
    shows(&app, "moves 2");
    press(&mut app, &["home"]);
    shows(&app, "moves 0");
    press(&mut app, &["end", "z", "z", "z", "z"]);
    shows(&app, "there is nothing to undo");
}

#[test]
fn a_victory_is_celebrated_and_the_next_level_is_asked_for() {
    let mut app = steps();
    press(&mut app, &["down", "down", "right", "right"]);
    shows(&app, "done in 4");
    shows(&app, "next level? Enter: yes, q: no");
    assert!(app.is_moving(), "a victory twinkles");
    wait(&mut app);
    // Undoing a victory takes it back.
    press(&mut app, &["z"]);
    assert!(!screen(&app).contains("next level?"));
    press(&mut app, &["right"]);
    assert_eq!(press(&mut app, &["y"]), [Request::KeepNext]);
    shows(&app, "level 2 of 2: Two");
    press(&mut app, &["p"]);
    // A level that was solved has a star.
    shows(&app, "level 1 of 2: One *");
    press(&mut app, &["N"]);
    shows(&app, "level 2 of 2");
    assert_eq!(press(&mut app, &["right", "q"]), [Request::Keep, Request::Leave]);
}

#[test]
fn a_click_walks_where_nothing_is_in_the_way() {
    let mut app = steps();
    click(&mut app, "d2");
    assert!(app.is_moving());
    wait(&mut app);
    shows(&app, "moves 4 | pushes 0");
    // A key stops the walk.
    click(&mut app, "a1");
    feed(&mut app, &Input::Tick);
    press(&mut app, &["?"]);
    assert!(!app.is_moving());
}

#[test]
fn a_cell_is_chosen_by_the_cursor_and_by_a_click() {
    for way in ["keys", "mouse"] {
        let mut app = shipped("othello", USUAL);
        match way {
            "keys" => drop(press(&mut app, &["up", "right", "enter"])),
            _ => click(&mut app, "f4"),
        }
        // The first player is black; whether f4 is legal is for the game to say.
        let said = screen(&app);
        assert!(said.contains("place f4"), "{way}: {said}");
    }
}

#[test]
fn two_cells_are_chosen_one_after_another_or_drawn() {
    let game = "breakthrough";
    let mut app = shipped(game, USUAL);
    click(&mut app, "a7");
    // The board's own names count rows from the top, those of this game from below.
    shows(&app, "a2 is chosen");
    // What can come next is marked.
    shows(&app, "•");
    click(&mut app, "a7");
    shows(&app, "a2 is no longer chosen");
    click(&mut app, "a7");
    click(&mut app, "b7");
    shows(&app, "b2 is chosen");
    click(&mut app, "b6");
    shows(&app, "move b2 b3");
    drag(&mut app, "c2", "c3");
    shows(&app, "move c7 c6");
    press(&mut app, &["escape"]);
}

#[test]
fn what_can_be_chosen_is_shown_on_request() {
    let mut app = shipped("othello", USUAL);
    assert!(!screen(&app).contains('•'));
    press(&mut app, &["."]);
    assert_eq!(screen(&app).matches('•').count(), 4);
    press(&mut app, &["."]);
    assert!(!screen(&app).contains('•'));
    // So are the steps of a piece that walks.
    let mut app = steps();
    press(&mut app, &["."]);
    assert_eq!(screen(&app).matches('•').count(), 2);
    // Where no cell can be chosen the actions are told.
    let mut app = shipped("2048", USUAL);
    press(&mut app, &["."]);
    shows(&app, "possible: slide");
}

#[test]
fn a_games_own_keys_and_words_come_first() {
    let mut app = shipped("robots", USUAL);
    shows(&app, "press \"h\" key to open help");
    press(&mut app, &["o"]);
    shows(&app, "Error. Input is integer.");
    press(&mut app, &["5"]);
    shows(&app, "wait");
    press(&mut app, &["h"]);
    shows(&app, "Help: Robots");
    // In a number pad without its lock the corners are other keys.
    let mut app = shipped("robots", Kind { size: (80, 30), ..USUAL });
    press(&mut app, &["home"]);
    shows(&app, "step up-left");
}

#[test]
fn a_whole_game_can_be_played_in_every_game_with_keys_alone() {
    for game in shipped_games() {
        let mut app = shipped(game.name, USUAL);
        let keys = ["enter", "right", "enter", "down", "left", "space", "up", "enter", "5", "y"];
        for _ in 0..30 {
            press(&mut app, &keys);
            feed(&mut app, &Input::Tick);
            screen(&app);
        }
    }
}

/// Reasons that are said are those that hold.
#[test]
fn reasons_are_those_that_hold() {
    let check = |game: &str, keys: &[&str], expected: &str, other: &str| {
        let mut app = shipped(game, USUAL);
        press(&mut app, keys);
        let shown = screen(&app);
        assert!(shown.contains(expected) && !shown.contains(other), "{game} {keys:?}\n{shown}");
    };
    // No reshuffle is left; nothing was joined.
    check("shisen-sho", &["e"], "reshuffle is not possible now", "cannot be joined");
    // A queen moves first: an empty cell is no place to shoot at yet.
    check("amazons", &["enter"], "empty", "shoot");
    check("go", &["p"], "P passes", "welcome");
}

/// Questions after the end are answered by keys that mean nothing else, or the same.
#[test]
fn after_the_end_keys_mean_what_they_meant_before() {
    let mut app = steps();
    press(&mut app, &["down", "down", "right", "right"]);
    assert_eq!(press(&mut app, &["n"]), [Request::KeepNext]);
    shows(&app, "level 2 of 2: Two");
    // There is none after the last one, and the end is not hidden by that.
    let solved = press(&mut app, &["right"]);
    assert_eq!(solved, [Request::Keep]);
    assert_eq!(press(&mut app, &["n"]), []);
    shows(&app, "done in 1");
    shows(&app, "play again? Enter: yes, q: no");
    assert_eq!(press(&mut app, &["q"]), [Request::Leave]);
    // Where the game moves by `y` and `n`, they are no answers.
    let text = shipped_games().iter().find(|it| it.name == "robots-bsd").expect("a game").text;
    let mut app = app_of("robots-bsd", text, Setup { seed: 3, ..Setup::default() }, USUAL);
    for _ in 0..500 {
        press(&mut app, &["t"]);
    }
    shows(&app, "another game? Enter: yes, q: no");
    for key in ["y", "n"] {
        assert_eq!(press(&mut app, &[key]), [], "{key}");
    }
    assert_eq!(press(&mut app, &["enter"]), [Request::KeepNext]);
}

#[test]
fn a_stray_key_does_not_hide_the_end() {
    let mut app = steps();
    press(&mut app, &["down", "down", "right", "right"]);
    let ended = screen(&app);
    for key in ["#", "left"] {
        press(&mut app, &[key]);
        assert!(screen(&app).contains("next level? Enter: yes, q: no"), "{key}: {ended}");
    }
}

/// One meaning a key: those that other games take for moves do nothing else here.
#[test]
fn keys_that_move_in_some_games_mean_nothing_else_in_others() {
    let mut app = shipped("2048", USUAL);
    assert!(!press(&mut app, &["w"]).contains(&Request::Save));
    for game in shipped_games() {
        let app = shipped(game.name, USUAL);
        let keys = &app.play.as_ref().expect("a game").dialogue.keys;
        for (key, command) in [("w", Command::Save), ("t", Command::Trace)] {
            assert_ne!(keys.meaning(key), Some(&Meaning::Command(command)), "{} {key}", game.name);
        }
        // Undo has a key that no game takes; `u` is one too but where it is a diagonal step.
        assert_eq!(keys.meaning("z"), Some(&Meaning::Command(Command::Undo)), "{}", game.name);
        for (key, command) in [("W", Command::Save), ("T", Command::Trace)] {
            assert_eq!(keys.meaning(key), Some(&Meaning::Command(command)), "{} {key}", game.name);
        }
    }
}

#[test]
fn a_game_goes_on_by_itself_until_a_key_is_pressed() {
    let mut app = shipped("life", USUAL);
    press(&mut app, &["x"]);
    assert!(app.is_moving());
    for _ in 0..9 {
        feed(&mut app, &Input::Tick);
    }
    let done = |app: &App| app.play.as_ref().expect("a game").dialogue.session.position();
    assert_eq!(done(&app), 4, "one at once, one every third tick");
    press(&mut app, &["x"]);
    assert!(!app.is_moving());
    feed(&mut app, &Input::Tick);
    assert_eq!(done(&app), 4);
}

#[test]
fn enter_behind_a_typed_cell_does_not_choose_once_more() {
    let mut app = shipped("go", USUAL);
    press(&mut app, &["/", "d", "3"]);
    shows(&app, "1 action");
    press(&mut app, &["enter"]);
    shows(&app, "1 action");
    assert!(!screen(&app).contains("not possible"), "{}", screen(&app));
    // The next one chooses again.
    press(&mut app, &["right", "enter"]);
    shows(&app, "2 actions");
    // What the capital of a name does besides is taken back.
    press(&mut app, &["C", "5"]);
    assert!(!app.play.as_ref().expect("a game").shows_choices, "{}", screen(&app));
    // Of a name that may go on, Enter is the end.
    let mut app = shipped("lights-out", USUAL);
    press(&mut app, &["/", "b", "2", "enter", "enter"]);
    shows(&app, "2 actions");
}

#[test]
fn edges_name_cells_as_the_game_does() {
    // What stands beside rows, from the top, and whether these letters stand above columns.
    let rows: [(&str, &[u32], &str); 4] = [
        ("chess", &[8, 7, 6, 5, 4, 3, 2, 1], "abcdefgh"),
        ("go", &[9, 8, 7, 6, 5, 4, 3, 2, 1], "abcdefghj"),
        ("english-draughts", &[1, 5, 9, 13, 17, 21, 25, 29], ""),
        ("othello", &[1, 2, 3, 4, 5, 6, 7, 8], "abcdefgh"),
    ];
    for (game, expected, letters) in rows {
        let shown = screen(&shipped(game, USUAL));
        let first = |line: &str| line.split_whitespace().next().and_then(|it| it.parse().ok());
        let numbers: Vec<u32> = shown.lines().filter_map(first).collect();
        assert!(numbers.windows(expected.len()).any(|it| it == expected), "{game}: {shown}");
        let edges: Vec<String> =
            shown.lines().map(|line| line.split_whitespace().collect()).collect();
        let has_letters = edges.iter().any(|line| line.starts_with("abcdefgh"));
        assert_eq!(has_letters, !letters.is_empty(), "{game}: {shown}");
        assert!(letters.is_empty() || edges.iter().any(|line| line == letters), "{game}: {shown}");
    }
}

#[test]
fn a_cell_can_be_typed() {
    let done = |app: &App| {
        let session = &app.play.as_ref().expect("a game").dialogue.session;
        session.timeline().iter().map(|entry| entry.text.clone()).collect::<Vec<_>>()
    };
    let check = |game: &str, keys: &[&str], expected: &[&str]| {
        let mut app = shipped(game, USUAL);
        press(&mut app, keys);
        assert_eq!(done(&app), expected, "{game} {keys:?}\n{}", screen(&app));
    };
    // A letter that means nothing else begins a name; a key for that begins any.
    check("tic-tac-toe", &["/", "a", "1"], &["place a1"]);
    check("othello", &["e", "6"], &["place e6"]);
    check("go", &["/", "d", "4"], &["place d4"]);
    check("connect-four", &["/", "4"], &["drop d"]);
    check("connect-four", &["/", "d", "enter"], &["drop d"]);
    // Where several play, names begin with any letter, but for those that leave, restart and take
    // back; alone one has the cursor.
    for moves in [["d", "3"], ["c", "4"], ["f", "5"]] {
        check("othello", &moves, &[&format!("place {}", moves.concat())]);
    }
    check("chess", &["d", "2", "d", "4", "h", "7", "h", "5"], &["move d2 d4", "move h7 h5"]);
    check("chess", &["c", "4", "g", "8", "f", "6"], &["move c2 c4", "move g8 f6"]);
    check("chess", &["N", "f", "3", "enter", "a", "6"], &["move g1 f3", "move a7 a6"]);
    check("english-draughts", &["1", "1", "1", "5"], &["move 11 15"]);
    check("go", &["g", "3", "c", "3"], &["place g3", "place c3"]);
    // A capital may be a command, too: then Enter ends the name, for the digit may be meant for the cursor.
    check("go", &["E", "5", "enter", "C", "3", "enter"], &["place e5", "place c3"]);
    check("go", &["H", "4", "escape", "C", "right", "3"], &[]);
    check("hex", &["C", "1", "1"], &["place c11"]);
    // There is no such column.
    check("go", &["i", "5", "enter"], &[]);
    check("hex", &["k", "1", "1"], &["place k11"]);
    check("connect-four", &["d", "enter"], &["drop d"]);
    check("lights-out", &["d", "3"], &[]);
    check("go", &["d", "3", "z"], &["place d3"]);
    let help = |name: &str| {
        let app = shipped(name, USUAL);
        let help = app.play.as_ref().expect("a game").help(&app.phrases);
        format!("{help:?}")
    };
    for (name, letters) in [("chess", "a-h"), ("go", "a-j"), ("english-draughts", "1-9")] {
        assert!(help(name).contains(&format!(": {letters}  ")), "{}", help(name));
    }
    // Where the game writes moves, a move may be typed.
    check("chess", &["/", "e", "4"], &["move e2 e4"]);
    check("chess", &["/", "e", "2", "/", "e", "4"], &["move e2 e4"]);
    check("chess", &["/", "n", "f", "3", "enter"], &["move g1 f3"]);
    check("chess", &["/", "n", "f", "4", "enter"], &[]);
    check("english-draughts", &["/", "1", "1", "/", "1", "5"], &["move 11 15"]);
    // What is no move is said so, and what could be several.
    let mut app = shipped("chess", USUAL);
    press(&mut app, &["/", "n", "f", "4", "enter"]);
    shows(&app, "`nf4` is no move here");
    press(
        &mut app,
        &["N", "f", "3", "enter", "a", "6", "d", "4", "a", "5", "N", "d", "2", "enter"],
    );
    shows(&app, "which one? 1: Nfd2  2: Nbd2");
    assert_eq!(done(&app).len(), 4);
    press(&mut app, &["2"]);
    assert_eq!(done(&app)[4..], ["move b1 d2"]);
    // So is the piece that a pawn becomes.
    for (chosen, promoted) in [("q", "promote-queen h7 g8"), ("2", "promote-rook h7 g8")] {
        let mut app = shipped("chess", USUAL);
        let typed = "h4 g5 hxg5! h6 gxh6! a6 h7 a5 hxg8!".replace(' ', "");
        for key in
            typed.chars().map(|it| if it == '!' { "enter".to_owned() } else { it.to_string() })
        {
            press(&mut app, &[&key]);
        }
        shows(&app, "which one? 1: white queen  2: white rook");
        // Who does not want any of them is still in the game.
        assert_eq!(press(&mut app, &["escape"]), []);
        assert_eq!(done(&app).len(), 8);
        for key in ["h", "x", "g", "8"] {
            press(&mut app, &[key]);
        }
        shows(&app, "hxg8_ (Enter: do it)");
        press(&mut app, &["enter", chosen]);
        assert_eq!(done(&app)[8..], [promoted]);
    }
    // A letter with which no cell and no move begins is no beginning.
    let mut app = shipped("othello", USUAL);
    press(&mut app, &["S"]);
    shows(&app, "S does nothing here");
    // Where a piece walks, it walks there; where nothing does, there is nothing to type.
    let mut app = steps();
    press(&mut app, &["/", "d", "2"]);
    assert!(app.is_moving());
    wait(&mut app);
    shows(&app, "moves 4 | pushes 0");
    let mut app = shipped("2048", USUAL);
    press(&mut app, &["/"]);
    shows(&app, "nothing is chosen by cells here");
    // What is taken back does nothing.
    check("go", &["/", "d", "escape", "backspace"], &[]);
    check("go", &["/", "d", "backspace", "e", "4"], &["place e4"]);
    let mut app = shipped("go", USUAL);
    press(&mut app, &["/", "d"]);
    shows(&app, "cell: d_");
}

#[test]
fn a_key_that_is_held_stops_at_the_beginning_of_a_level() {
    let next = ["down", "down", "right", "right", "enter"];
    let question = "Back to level 1? Enter: yes, Esc: no";
    let mut app = steps();
    press(&mut app, &next);
    shows(&app, "level 2 of 2: Two");
    press(&mut app, &["z", "z", "z", "z", "z", "z"]);
    shows(&app, "level 2 of 2: Two");
    shows(&app, question);
    for no in ["escape", "n"] {
        assert_eq!(press(&mut app, &[no]), [], "{no}");
        assert!(!screen(&app).contains(question), "{no}");
        shows(&app, "level 2 of 2: Two");
        press(&mut app, &["z"]);
    }
    // What is done instead is done.
    press(&mut app, &["."]);
    assert!(!screen(&app).contains(question));
    for yes in ["enter", "y"] {
        assert_eq!(press(&mut app, &["z", yes]), [Request::ReturnToPrevious], "{yes}");
        shows(&app, "level 1 of 2: One");
        press(&mut app, &["enter"]);
        shows(&app, "level 2 of 2: Two");
    }
}
