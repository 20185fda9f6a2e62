//! `match`: agents and programs against each other.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::drive::{MASUME, record, skip};
use crate::harness::{masume, output};

/// Result of a match with these arguments.
#[track_caller]
pub(crate) fn matched(arguments: &[&str]) -> Value {
    let text = output(&[&["match"], arguments, &["--json"]].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_match_is_the_same_again_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let keep = folder.path().join("kept");
    let keep = keep.to_str().expect("a plain path");
    let plan = ["connect-four:5x4", "uct:100", "random"];
    let whole = matched(&[&plan[..], &["--games", "6", "--threads", "2"]].concat());
    let first = matched(&[&plan[..], &["--games", "3", "--keep", keep]].concat());
    assert_eq!(first["games"], 3);
    let notes = || fs::read_to_string(Path::new(keep).join("match.jsonl")).expect("a file");
    // A crash while a line was written.
    fs::write(Path::new(keep).join("match.jsonl"), notes() + "{\"game\":4,").expect("written");
    let second = matched(&[&plan[..], &["--games", "6", "--keep", keep]].concat());
    assert_eq!(notes().lines().count(), 7);
    let results = |it: &Value| -> Vec<(Value, Value)> {
        let results = it["results"].as_array().expect("a list");
        results.iter().map(|it| (it["winner"].clone(), it["plies"].clone())).collect()
    };
    assert_eq!(results(&whole), results(&second));
    assert!(whole["won"].as_u64() >= Some(4), "{whole}");
    for number in 1..=6 {
        let file = Path::new(keep).join(format!("game-000{number}.save"));
        let shown = output(&["replay", file.to_str().expect("a plain path"), "--text"]);
        assert!(shown.contains("connect-four:5x4"), "{shown}");
    }
    // Two games have the same opening.
    let text = |number: u32| {
        fs::read_to_string(Path::new(keep).join(format!("game-000{number}.save"))).expect("a file")
    };
    let opening = |text: String| -> Vec<String> {
        let actions = text.lines().filter(|line| line.starts_with("> drop")).map(str::to_owned);
        actions.take(4).collect()
    };
    assert_eq!((opening(text(1)), opening(text(1)).len()), (opening(text(2)), 4));
    let ran = masume(&["match", "connect-four:5x4", "uct:100", "greedy", "--keep", keep]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("belongs to another match"), "{}", ran.stderr);
}

#[test]
fn a_test_of_strength_is_decided_by_whole_pairs_in_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let keep = folder.path().to_str().expect("a plain path");
    let plan =
        ["tic-tac-toe", "uct:200", "random", "--games", "400", "--sprt", "0:50", "--seed", "6"];
    let alone = matched(&[&plan[..], &["--threads", "1"]].concat());
    assert_eq!(alone["sprt"], "accepted", "{alone}");
    assert_eq!(alone["games"].as_u64().map(|games| games % 2), Some(0), "{alone}");
    assert_eq!(
        alone["results"].as_array().map(Vec::len),
        alone["games"].as_u64().map(|it| it as usize)
    );
    for threads in ["2", "3", "5"] {
        let several = [&plan[..], &["--threads", threads]].concat();
        assert_eq!(matched(&several), alone, "{threads} threads");
    }
    // What was decided stays so, without another game.
    let kept = [&plan[..], &["--keep", keep]].concat();
    let first = matched(&kept);
    let notes = || fs::read_to_string(folder.path().join("match.jsonl")).expect("a file");
    let noted = notes();
    assert_eq!((matched(&kept), notes()), (first, noted));
}

#[test]
fn a_match_says_what_little_it_can() {
    // Every point of one side is no infinite strength.
    let plan = ["match", "tic-tac-toe", "uct:500", "random", "--openings", "random:0"];
    let won = output(&[&plan[..], &["--games", "4", "--seed", "1"]].concat());
    assert!(won.contains("4 won") && won.contains("every game won: Elo at least "), "{won}");
    let found = matched(&[
        "tic-tac-toe",
        "random",
        "uct:500",
        "--openings",
        "random:0",
        "--games",
        "2",
        "--seed",
        "1",
    ]);
    assert!(found["elo"].is_null() && found["elo_bound"].as_f64() < Some(300.0), "{found}");
    let even = output(&[
        "match",
        "tic-tac-toe",
        "uct:2000",
        "uct:2000",
        "--games",
        "2",
        "--openings",
        "random:0",
    ]);
    assert!(even.contains("Elo +0 ± 0") && !even.contains("-0"), "{even}");
    // A kept match is as long as it is.
    let folder = tempfile::tempdir().expect("a folder");
    let keep = ["--keep", folder.path().to_str().expect("a plain path"), "--games"];
    let plan = ["match", "tic-tac-toe", "random", "random"];
    output(&[&plan[..], &keep, &["8"]].concat());
    let ran = masume(&[&plan[..], &keep, &["6"]].concat());
    assert!(ran.stdout.contains("of 8"), "{ran:?}");
    assert!(ran.stderr.contains("8 games are kept there, more than the 6 asked for"), "{ran:?}");
}

#[test]
fn people_get_a_table() {
    let text = output(&[
        "match",
        "tic-tac-toe",
        "uct:200",
        "random",
        "--games",
        "10",
        "--openings",
        "random:1",
    ]);
    assert!(text.starts_with("uct:200 against random: "), "{text}");
    let arguments =
        ["match", "tic-tac-toe", "random", "random", "--games", "4", "--sprt", "--locale", "ja"];
    let text = output(&arguments);
    assert!(text.contains("random 対 random: 4 局中") && text.contains("対数尤度比"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_command_that_fails_in_a_match_loses() {
    let talks = "read line; echo '{\\\"ask\\\":\\\"rows\\\"}'; read line";
    let program = |ends: &str| format!("sh -c \"{talks}; {ends}\"");
    let plan = ["--games", "2", "--threads", "1", "--openings", "random:0"];
    let rows = [
        ("exit 7", "the program ended with status 7", "nothing to its standard error"),
        ("kill -15 $$", "the program was ended by signal 15", "nothing to its standard error"),
        ("echo lost my way >&2; echo badly >&2; exit 2", "status 2", "lost my way\nbadly"),
        ("echo why >&2; echo nonsense; sleep 60", "not of the protocol: nonsense", "why"),
        ("echo bad move >&2; echo '{\\\"action\\\":\\\"x\\\"}'", "not legal: x", "bad move"),
        ("head -c 99999 /dev/zero >&2; echo >&2; echo last >&2; exit 2", "status 2", "last"),
    ];
    for (ends, reason, words) in rows {
        let program = program(ends);
        let sides = [("A", "one", [&program, "random"]), ("B", "other", ["random", &program])];
        for (side, failed, sides) in sides {
            let game = ["match", "tic-tac-toe"];
            let ran = masume(&[&game[..], &sides, &plan, &["--json"]].concat());
            assert_eq!(ran.status, 1, "{ends}: {ran:?}");
            let said = &ran.stderr;
            assert!(said.contains(&format!("game 1: {side} (`sh -c ")), "{ends}: {said}");
            assert!(said.contains(reason) && said.contains(words.lines().next().unwrap_or("")));
            assert_eq!(said.matches("game ").count(), 1, "only the first: {said}");
            let found = record(&ran);
            let result = &found["results"][1];
            assert_eq!((&found["games"], &result["failed"]), (&json!(2), &json!(failed)));
            assert!(result["fault"].as_str().is_some_and(|it| it.contains(reason)), "{result}");
            if !words.contains("nothing") {
                let stderr = result["stderr"].as_str().expect("its words");
                assert!(stderr.ends_with(words) && stderr.len() < 13_000, "{result}");
            }
        }
    }
    let command = format!("{MASUME} bot tic-tac-toe --agent uct:500");
    let found =
        matched(&["tic-tac-toe", &command, "random", "--games", "4", "--openings", "random:0"]);
    assert!(found["lost"] == 0 && found["won"].as_u64() >= Some(2), "{found}");
}

/// Nobody can play against a program that never begins: there is nothing to be counted.
#[cfg(unix)]
#[test]
fn a_program_that_cannot_begin_ends_the_match() {
    for (program, reason) in [
        ("json:true", "the program ended with status 0"),
        ("sh -c 'read line'", "the program ended with status 0"),
        ("sh -c 'echo no such module >&2; exit 1'", "the program ended with status 1"),
        ("gtp:sh -c 'echo no such module >&2; exit 1'", "the program ended with status 1"),
        ("json:/no/such/bot", "cannot be started"),
    ] {
        for sides in [[program, "random"], ["random", program]] {
            let arguments = [&["match", "go:5x5"], &sides[..], &["--games", "6", "--threads", "1"]];
            let ran = masume(&[&arguments.concat()[..], &["--openings", "random:0"]].concat());
            assert_eq!(ran.status, 1, "{ran:?}");
            assert!(ran.stderr.contains(reason) && ran.stderr.contains(program), "{ran:?}");
            assert_eq!(
                ran.stderr.contains("no such module"),
                program.contains("module"),
                "{ran:?}"
            );
            assert_eq!(ran.stderr.matches("error: ").count(), 1, "{ran:?}");
            // No game was lost by it.
            assert!(!ran.stdout.contains("1 lost") && !ran.stdout.contains("1 won"), "{ran:?}");
        }
    }
}

#[test]
fn a_program_that_speaks_nboard_plays_in_a_match() {
    let command = format!("nboard:{MASUME} bot othello --protocol nboard --agent uct:60");
    let plan = ["--games", "2", "--openings", "random:3"];
    let found = matched(&[&["othello", &command, "random"][..], &plan].concat());
    assert_eq!(found["results"].as_array().map(Vec::len), Some(2), "{found}");
    assert!(found["won"].as_u64() >= Some(1), "{found}");
    for game in ["othello:6x6", "chess"] {
        let ran = masume(&["match", game, &command, "random"]);
        assert_eq!(ran.status, 2, "{game}: {ran:?}");
        assert!(ran.stderr.contains("this protocol cannot speak of this game"), "{}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_program_may_resign_or_refuse_the_board() {
    let gtp = |refuses: &str, moves: &str| {
        let script = format!(
            "while read command rest; do case $command in {refuses}) echo '? no such size';; \
             genmove) echo '= {moves}';; *) echo '=';; esac; echo; done"
        );
        format!("gtp:sh -c \"{script}\"")
    };
    let resigning = gtp("none", "resign");
    let found = matched(&["go:5x5", &resigning, "random", "--games", "2"]);
    assert_eq!(found["lost"], 2, "{found}");
    let result = &found["results"][0];
    assert_eq!((&result["left"], result.get("fault")), (&json!("resigned"), None), "{result}");
    assert_eq!((&result["winner"], &result["outcome"]), (&json!("other"), &Value::Null));
    let ran = masume(&["match", "go:5x5", &gtp("boardsize", "pass"), "random"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("refuses to begin: boardsize 5: no such size"), "{}", ran.stderr);
    assert!(ran.stderr.contains("with `--board`"), "{}", ran.stderr);
    let ran = masume(&["match", "breakthrough", &resigning, "random"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("this protocol cannot speak of this game"), "{}", ran.stderr);
}

#[test]
fn what_is_no_match_is_refused() {
    let rows: [(&[&str], i32, &str); 6] = [
        (&["2048", "random", "random"], 2, "a match is between two sides"),
        (&["othello", "strong", "random"], 2, "`strong` is no agent"),
        (&["othello", "random", "uct:0"], 2, "`0` is no agent"),
        (&["othello", "random", "random", "--openings", "book"], 2, "random:"),
        (&["othello", "random", "random", "--sprt", "5:1"], 2, "the lesser first"),
        (&["othello", "random", "json:/no/such/bot"], 1, "cannot be started: /no/such/bot"),
    ];
    for (arguments, status, said) in rows {
        let ran = masume(&[&["match"], arguments].concat());
        assert_eq!(ran.status, status, "{ran:?}");
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    }
}

/// Whole games of Go against a program that nobody here wrote: no move is refused by either side,
/// both have the same board at the end, and where no stone is lost that was not taken, the same
/// score.
#[cfg(unix)]
#[test]
fn go_is_played_with_gnugo() {
    let has_version = |name: &&str| {
        let mut command = Command::new(name);
        let command = command.arg("--version").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let Some(name) = ["gnugo", "/usr/games/gnugo"].into_iter().find(has_version) else {
        skip("gnugo");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let keep = folder.path().to_str().expect("a plain path");
    let command = format!("gtp:{name} --mode gtp --level 1 --chinese-rules --capture-all-dead");
    let found = matched(&["go", "uct:40", &command, "--games", "2", "--keep", keep]);
    for result in found["results"].as_array().expect("a list") {
        assert_eq!(result.get("fault"), None, "{result}");
        let file = folder.path().join(result["file"].as_str().expect("a file"));
        let outcome = result["outcome"].as_str().expect("an outcome");
        let shown = output(&["replay", file.to_str().expect("a plain path"), "--text"]);
        let [black, white, lost, score] = referee(name, &shown);
        let rows: Vec<&str> = shown.trim_end().lines().rev().skip(2).take(9).collect();
        for (mark, stones) in [('X', black), ('O', white)] {
            let mut expected: Vec<String> = stones.split_whitespace().map(str::to_owned).collect();
            let mut held = Vec::new();
            for (row, line) in rows.iter().enumerate() {
                let columns = "ABCDEFGHJ".chars().zip(line.chars());
                let own = columns.filter(|(_, cell)| *cell == mark);
                held.extend(own.map(|(column, _)| format!("{column}{}", row + 1)));
            }
            expected.sort();
            held.sort();
            assert_eq!(held, expected, "{shown}");
        }
        if lost.is_empty() {
            let expected = match &score[..1] {
                "B" => "black wins",
                "W" => "white wins",
                _ => "draw",
            };
            assert_eq!(outcome, expected, "{score}");
        }
    }
}

/// Verdict of gnugo on a game that was shown: the stones of both, those that are lost, and the
/// score.
#[cfg(unix)]
fn referee(name: &str, shown: &str) -> [String; 4] {
    let mut lines = "boardsize 9\nclear_board\nkomi 0\n".to_owned();
    let shown: Vec<&str> = shown.lines().collect();
    let mut colour = "white";
    for (index, line) in shown.iter().enumerate() {
        let Some((_, action)) = line.split_once(". ") else { continue };
        let Some(cell) = action.strip_prefix("place ") else {
            colour = if colour == "black" { "white" } else { "black" };
            lines.push_str(&format!("play {colour} pass\n"));
            continue;
        };
        // Who placed it stands on the board below: passes that are forced are not shown.
        let (letter, row) = (cell.as_bytes()[0], cell[1..].parse::<usize>().expect("a row"));
        let column = usize::from(letter - b'a' - u8::from(letter > b'i'));
        let mark = shown[index + 10 - row].as_bytes()[column];
        colour = if mark == b'X' { "black" } else { "white" };
        lines.push_str(&format!("play {colour} {cell}\n"));
    }
    assert!(lines.lines().count() > 50, "{lines}");
    lines.push_str("list_stones black\nlist_stones white\nfinal_status_list dead\nfinal_score\n");
    let mut child = Command::new(name)
        .args(["--mode", "gtp", "--chinese-rules"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, lines.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(!said.contains('?'), "{said}");
    let answers = said.split("\n\n").map(str::trim).filter(|it| it.starts_with('='));
    let answers: Vec<&str> = answers.collect();
    let last = answers.last_chunk::<4>().expect("four answers");
    last.map(|answer| answer.trim_start_matches('=').trim().to_owned())
}
