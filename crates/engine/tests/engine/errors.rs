//! Errors of the run are the same value on every executor: kind and place.

use masume_engine::{
    ApplyError, Diagnostic, Executor, Game, RunError, Series, Setup, SetupError, Size, State,
    run_diagnostic,
};

use super::{game, shown};

/// Boards of one, two and four words of cells; the words of errors are those on the first.
const SIZES: [(u32, u32); 3] = [(4, 2), (9, 8), (17, 15)];
/// A board that is large enough to be too much work, and small enough for a program.
const LARGE: [(u32, u32); 1] = [(100, 100)];
/// Plies of each random game, and depth of the counts.
const DEPTH: u32 = 2;
/// Outcomes of chance that are listed at most.
const BOUND: usize = 8;

// What is said; `#` stands for what is underlined.
const OVERFLOW: &str = "E0503 \"#\" a number leaves the range of 64 bits: while this was computed";
const DIVISION: &str = "E0504 \"#\" a division by zero: while this was computed";
const TOO_MUCH: &str = "too much work for a board of this size: might take more than \
    281474976710656 steps, all choices together";
const STAGES: &str = "E0501 \"#\" stages are won without end: it holds at once in every new stage";

/// A box and a 9 on every cell, and values to go wrong with.
const HEAD: &str = "\
game Wrong
board 4 x 2 from 1 x 1 to 200 x 200
players black white

value moves
value zero
value huge = 9223372036854775807
value odds = 12000

pieces
  thing: player box
  tile: number 1 to 9

legend
  .  nothing
  p  player
  b  box

start
  any -> box
  any -> 9
";

/// Answers of one executor to everything that runs rules.
#[derive(Debug, PartialEq)]
struct Answers {
    start: Result<State, SetupError>,
    start_events: Result<usize, SetupError>,
    played: Option<Played>,
}

/// Answers about the first state, where there is one.
#[derive(Debug, PartialEq)]
struct Played {
    legal: Result<usize, RunError>,
    is_legal: Result<bool, RunError>,
    applied: Result<State, ApplyError>,
    events: Result<usize, ApplyError>,
    leaves: Result<u64, RunError>,
    games: Result<u64, RunError>,
}

fn answers(game: &Game, size: Size) -> Answers {
    let setup = Setup { size: Some(size), ..Setup::default() };
    let start = game.start(&setup);
    let played = start.as_ref().ok().map(|state| {
        let action = game.read_action(state, "go").unwrap();
        let mut after = state.clone();
        let applied = game.apply(&mut after, action).map(|()| after);
        let series = Series { most_plies: DEPTH.into(), ..Series::new(3, 1) };
        Played {
            legal: game.legal_actions(state).map(|it| it.len()),
            is_legal: game.is_legal(state, action),
            applied,
            events: game.chance_events(state, action, BOUND).map(|it| it.len()),
            leaves: game.perft(state, DEPTH),
            games: game.playouts(state, series).map(|it| it.plies),
        }
    });
    let start_events = game.start_events(&setup, BOUND).map(|it| it.len());
    Answers { start, start_events, played }
}

/// The first error that playing comes to, as words.
fn first_error(game: &Game, text: &str, answers: &Answers) -> String {
    let diagnostic: Diagnostic = match (&answers.start, &answers.played) {
        (Err(SetupError::Run { diagnostic, .. }), _) => (**diagnostic).clone(),
        (Ok(state), Some(played)) => {
            let error = match &played.applied {
                Err(ApplyError::Run(error)) => Some(error),
                Ok(_) | Err(ApplyError::GameOver | ApplyError::IllegalAction) => None,
            };
            let Some(error) = error.or(played.legal.as_ref().err()) else {
                return "no error".to_owned();
            };
            run_diagnostic(game.rules(), state.board.grid(), error)
        }
        (other, _) => return format!("{other:?}"),
    };
    shown(text, &diagnostic)
}

/// The text comes to this error on every executor, and all their answers are the same.
#[track_caller]
fn check(text: &str, expected: &str) {
    check_on(&SIZES, text, expected);
}

/// The same on boards of these sizes.
#[track_caller]
fn check_on(sizes: &[(u32, u32)], text: &str, expected: &str) {
    let game = game(text);
    for &(width, height) in sizes {
        let on = |executor| answers(&game.clone().with_executor(executor), Size { width, height });
        let judged = on(Executor::Reference);
        if (width, height) == sizes[0] {
            assert_eq!(first_error(&game, text, &judged), expected, "{text}");
        }
        for executor in [Executor::Compiled, Executor::Batch] {
            assert_eq!(on(executor), judged, "{executor} on {width} x {height}:\n{text}");
        }
    }
}

/// A statement in `start`, in the body of an action, behind a rule of it, and in `then`.
#[track_caller]
fn check_statement(statement: &str, expected: &str) {
    let indented: String = statement.lines().map(|line| format!("  {line}\n")).collect();
    for text in [
        format!("{HEAD}{indented}\naction go\n"),
        format!("{HEAD}\naction go\n{indented}"),
        format!("{HEAD}\naction go\n  box -> box\n{indented}  moves += 1\n"),
        format!("{HEAD}\naction go\n\nthen\n{indented}"),
        // Asked of the action of the player who is next, once and at every end.
        format!("{HEAD}\naction go\n{indented}\nend when no action\n"),
    ] {
        check(&text, &expected.replace('#', statement));
    }
}

/// A condition wherever one is asked; `#` in what is expected stands for what is underlined.
#[track_caller]
fn check_condition(condition: &str, expected: &str) {
    for (lines, underlined) in [
        ("start\n  until #", "until #"),
        ("action go when #", "#"),
        ("action go\n  require #", "require #"),
        ("action go\n  if #: box -> _", "if #: box -> _"),
        ("action go\n\nthen\n  if #: box -> _", "if #: box -> _"),
        ("action go\n\nagain when #", "again when #"),
        ("action go\n\nwin when #", "win when #"),
        ("action go\n\nlose when no box or #", "lose when no box or #"),
        ("action go\n\nend when some box and #", "end when some box and #"),
        ("action go\n\nwin stage when #", "win stage when #"),
        ("action go\n\ngoal when #", "goal when #"),
    ] {
        let lines = lines.replace('#', condition);
        // The head ends in its `start`.
        let text = match lines.strip_prefix("start\n") {
            Some(lines) => format!("{HEAD}{lines}\n\naction go\n"),
            None => format!("{HEAD}\n{lines}\n"),
        };
        let underlined = underlined.replace('#', condition);
        check(&text, &expected.replace('#', &underlined));
    }
}

#[test]
fn rules_without_an_end_are_the_same_error_everywhere() {
    let endless = |underlined: &str| {
        format!(
            "E0501 {underlined:?} the rules do not come to an end: \
             more than 10000 rule passes in one action"
        )
    };
    for (statement, underlined) in [
        ("repeat: moves += 1", "repeat: moves += 1"),
        ("repeat\n  first box -> player\n  player -> box\n  moves += 1", "repeat"),
        ("20000 times: moves += 1", "20000 times: moves += 1"),
        ("5001 times: first box -> box", "5001 times: first box -> box"),
        ("repeat\n  3000 times: moves += 1", "3000 times: moves += 1"),
        // Each march, shuffle and piece that is dealt costs one as well.
        ("repeat\n  box -> random any\n  moves += 1", "repeat"),
    ] {
        check_statement(statement, &endless(underlined));
    }
    // A shuffle of a large board takes its time, ten thousand of them a second.
    let shuffling = format!("{HEAD}\naction go\n  repeat\n    shuffle thing\n    moves += 1\n");
    check(&shuffling, &endless("repeat"));
}

#[test]
fn matches_that_write_different_things_are_the_same_error_everywhere() {
    let conflict = |what: &str| format!("E0502 \"#\" two matches write different things at {what}");
    for (statement, what) in [
        ("right: box box -> player _", "b1: nothing and `player`"),
        ("right: n any -> 1 2", "b1: `tile 1` and `tile 2`"),
        ("right: n any -> {n - 1} {n - 2}", "b1: `tile 7` and `tile 8`"),
        ("right: box any* box -> player any* _", "b1: nothing and `player`"),
        ("8 ways: box any -> player _", "a1: nothing and `player`"),
    ] {
        check_statement(statement, &conflict(what));
    }
    for (statement, what) in [
        ("all\n  first box -> player\n  first box -> _", "a1: nothing and `player`"),
        ("all\n  box -> _\n  first n -> 3\n  first n -> 4", "a1: `tile 3` and `tile 4`"),
    ] {
        check_statement(statement, &conflict(what).replace('#', "all"));
    }
}

#[test]
fn numbers_outside_their_bounds_are_the_same_error_everywhere() {
    for statement in [
        "huge += 1",
        "moves = huge * 2",
        "moves = -huge - 2",
        "moves = abs(-huge - 1) + 1",
        "let more = huge + 1",
        "box -> _, huge += 1",
        "right: n n -> _ n, huge += n",
        "(huge + 1) times: box -> _",
        "[tile = huge + tile] -> _",
    ] {
        check_statement(statement, OVERFLOW);
    }
    let march =
        "march box toward centre\n  box meets player -> box\n  box meets box -> box, huge += 1";
    check_statement(march, &OVERFLOW.replace('#', "march box toward centre"));
    for (statement, what) in [
        ("n -> {n + 1}", "10, at a1"),
        ("first n -> {n + moves + 1}", "10, at a1"),
        ("random n -> {0 - n}", "-9, at d2"),
        ("each right: n n -> {n + n} _", "18, at a1"),
        ("right: n+ -> {n * n}+", "81, at a1"),
        ("centre -> {moves}", "0, at c2"),
    ] {
        let said = format!("`tile` cannot hold {what}: `tile` holds the numbers from 1 to 9");
        check_statement(statement, &format!("E0503 \"#\" {said}"));
    }
}

#[test]
fn divisions_by_zero_are_the_same_error_everywhere() {
    for statement in [
        "moves = 1 / zero",
        "moves = 1 mod zero",
        "let share = moves / zero",
        "n -> {n / zero}",
        "random n -> {n mod zero}",
        "box -> player with chance odds / zero or _",
        "[tile = 3 / zero] -> _",
        "random 3 / zero of box -> _",
        "box -> random [tile = 3 / zero]",
    ] {
        check_statement(statement, DIVISION);
    }
    let march =
        "march box in right\n  box meets player -> box\n  box meets box -> box, moves = 1 / zero";
    check_statement(march, &DIVISION.replace('#', "march box in right"));
}

#[test]
fn chances_that_do_not_add_up_are_the_same_error_everywhere() {
    for (statement, found) in [
        ("box -> player with chance odds or _", "120%"),
        ("first box -> player with chance odds or _", "120%"),
        ("random box -> player with chance odds or _", "120%"),
        ("right: box any* -> player any* with chance odds or ...", "120%"),
        ("box -> player with chance 60% or _ with chance odds / 2 or box", "120%"),
        ("box -> player with chance zero - 1 or _", "-0.01%"),
    ] {
        let said = format!("chances that do not add up: {found} where 0% to 100% were expected");
        check_statement(statement, &format!("E0316 \"#\" {said}"));
    }
}

#[test]
fn conditions_that_go_wrong_are_the_same_error_everywhere() {
    for (condition, expected) in [
        ("moves = 1 / zero", DIVISION),
        ("huge + 1 > 0", OVERFLOW),
        ("some [tile = 3 / zero]", DIVISION),
        ("every box has [tile = huge + tile]", OVERFLOW),
        ("count [tile = 3 mod zero] > 0", DIVISION),
    ] {
        check_condition(condition, expected);
    }
}

#[test]
fn ends_that_go_wrong_are_the_same_error_everywhere() {
    for (line, expected) in [
        ("win stage when some box", STAGES),
        ("win stage when some box, moves += 1", STAGES),
        ("win stage when no player, moves = 1 / zero", DIVISION),
        ("goal when some box, huge += 1", OVERFLOW),
        ("goal when no player, moves = moves / zero", DIVISION),
    ] {
        let text = format!("{HEAD}\naction go\n\n{line}\n");
        check(&text, &expected.replace('#', line));
    }
    for (line, expected) in [("score 3 / zero", DIVISION), ("score huge + count box", OVERFLOW)] {
        let text = format!("{HEAD}\naction go\n\nend when moves = 0\n{line}\n");
        check(&text, &expected.replace('#', line));
    }
}

#[test]
fn set_ups_that_never_succeed_are_the_same_error_everywhere() {
    for line in ["until no box", "until count player > 3"] {
        let said = format!("E0505 {line:?} the set-up did not succeed: not true in 1000 set-ups");
        check(&format!("{HEAD}  {line}\n\naction go\n"), &said);
    }
}

#[test]
fn too_much_work_is_the_same_error_everywhere() {
    // Counts in counts; a walk with more places than it may remember.
    let deep = "count [box, count [box, count box > 1] > 1] > 1";
    let counts = &format!("[box, {deep}] -> player");
    let walk = &format!("4 ways: player {}box -> _ ...", "(bend box)* ".repeat(40));
    let counted = &format!("count [box, {deep}] > 1");
    for (lines, underlined) in [
        (format!("  {counts}\n\naction go\n"), counts.as_str()),
        (format!("  repeat\n    {counts}\n    moves += 1\n\naction go\n"), "repeat"),
        (format!("  {counts}\n  random any -> 9\n  until ply > 0\n\naction go\n"), counts),
        (format!("\naction go\n  {counts}\n"), counts),
        (format!("\naction go\n  {walk}\n"), walk),
        (format!("\naction go\n  must box -> player\n  {walk}\n"), walk),
        (format!("\naction go\n  if moves > 9: {walk}\n  moves += 1\n"), "if moves > 9"),
        (format!("\naction go\n  500 times: {counts}\n"), "500 times"),
        (format!("\naction go when {counted}\n"), counted),
        (format!("\naction go\n\nthen\n  moves += 1\n  {counts}\n"), counts),
        (format!("\naction go\n\nthen\n  500 times: {walk}\n"), "500 times"),
        (format!("\naction go\n\nagain when {counted}\n"), "again when"),
        (format!("\naction go\n\nwin when {counted}\n"), "win when"),
        (format!("\naction go\n\nend when no action\nwin when {counted}\n"), "win when"),
        (format!("\naction go\n\naction far\n  {walk}\n\nend when no action far\n"), "end when"),
        (
            format!("\naction go\n\naction far when {counted}\n\nend when no action far\n"),
            "end when",
        ),
        (format!("\naction go\n\naction far\n  {counts}\n\npass when no action\n"), counts),
    ] {
        let text = format!("{HEAD}{lines}");
        let game = game(&text);
        let size = Size { width: LARGE[0].0, height: LARGE[0].1 };
        let judged = answers(&game.clone().with_executor(Executor::Reference), size);
        let error = first_error(&game, &text, &judged);
        assert!(error.starts_with(&format!("E0507 \"{underlined}")), "{error}\n{text}");
        assert!(error.ends_with(TOO_MUCH), "{error}\n{text}");
        check_on(&LARGE, &text, &error);
    }
}

#[test]
fn work_that_is_just_enough_is_done_everywhere() {
    for lines in [
        "\naction go\n  9 times: 8 ways: player player* box -> _ ... player\n  moves += 1\n",
        "\naction go\n  moves += 1\n\nscore count [box, sees 8 ways (box player)]\n",
    ] {
        check_on(&LARGE, &format!("{HEAD}{lines}"), "no error");
    }
}
