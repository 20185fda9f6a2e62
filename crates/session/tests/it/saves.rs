//! Saves are read back, and refused with the reason.

use masume_engine::{Game, Setup, SetupError, SetupSolver, shipped_games};
use masume_rules::random::Random;
use masume_session::{Edition, Restoration, Save, SaveError, SavedEvent, Session};

use crate::support::{PUSHING, act, edition, play, session, shipped_sessions};

#[test]
fn every_game_comes_back_from_its_save() {
    for mut session in shipped_sessions() {
        let mut random = Random::new(31);
        for round in 0..4 {
            play(&mut session, &mut random, 12);
            if round == 1 {
                session.restart();
            }
            if round == 2 {
                session.go_to(session.position() / 2);
            }
            let text = session.save().to_string();
            let save = Save::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(save.to_string(), text);
            let name = session.edition().name();
            let restored = Session::restore(session.edition(), &save)
                .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert_eq!(restored.state(), session.state(), "{name}");
            assert_eq!(restored.timeline(), session.timeline(), "{name}");
            assert_eq!(restored.position(), session.position(), "{name}");
            assert_eq!(restored.id(), session.id(), "{name}");
        }
    }
}

#[test]
fn options_come_back_to_a_game_with_its_defaults() {
    let mut tried = 0;
    for shipped in shipped_games() {
        let plain = Game::load(shipped.text).game.unwrap();
        let Some(option) = plain.rules().options.first().cloned() else { continue };
        let value = if option.percent { "75%" } else { "2" };
        let game = plain.clone().with_option(&option.name, value).unwrap();
        let edition = Edition::new(shipped.name, shipped.text, game);
        let mut session = Session::new(edition, Setup { seed: 9, ..Setup::default() }).unwrap();
        play(&mut session, &mut Random::new(1), 10);
        let save = Save::parse(&session.save().to_string()).unwrap();
        let plain = Edition::new(shipped.name, shipped.text, plain);
        let restored = Session::restore(&plain, &save).unwrap();
        assert_eq!(restored.state(), session.state());
        assert_eq!(restored.id(), session.id());
        tried += 1;
    }
    assert!(tried > 1);
}

#[test]
fn a_given_state_comes_back_with_its_play() {
    let first = session(PUSHING);
    let state = first.game().read_state("######\n#.pbg#\n######\n").unwrap();
    let mut session = Session::from_state(first.edition().clone(), *first.setup(), state);
    act(&mut session, "push left");
    let text = session.save().to_string();
    let restored = Session::restore(first.edition(), &Save::parse(&text).unwrap()).unwrap();
    assert_eq!(restored.state(), session.state());
    assert_eq!(restored.given_state(), session.given_state());
    let broken = Save { start: Some("#.x\n".to_owned()), ..session.save() };
    let error = Session::restore(first.edition(), &broken).unwrap_err();
    assert!(matches!(error, SaveError::Start { .. }), "{error}");
}

#[test]
fn a_save_of_something_else_is_refused_with_the_reason() {
    let mut played = session(PUSHING);
    act(&mut played, "push right, push right");
    let save = played.save();
    let check = |edition: &Edition, save: &Save, expected: &str| {
        let error = Session::restore(edition, save).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let newer = PUSHING.replace("......#\n", ".....##\n").replace("player free", "player  free");
    check(&edition(&newer), &save, "the save is of another version of Pushing");
    let other = PUSHING.replace("game Pushing", "game Shoving");
    check(&edition(&other), &save, "the save is of another game: Pushing, not Shoving");
    let levels = played.game().levels()[1..].to_vec();
    let game = played.game().clone().with_levels(levels);
    let other_levels = Edition::new("game", PUSHING, game);
    check(&other_levels, &save, "the save was played on other levels");

    let same = played.edition();
    let event = |text: &str| SavedEvent::Action(text.to_owned());
    let with = |events: Vec<SavedEvent>| Save { position: events.len(), events, ..save.clone() };
    let rows = [
        (
            with(vec![event("push right"), event("push up")]),
            "action 2 of the save, `push up`, cannot be done: it is not legal there",
        ),
        (
            with(vec![event("psuh right")]),
            "action 1 of the save, `psuh right`, cannot be done: `psuh` is not an action; did you \
             mean `push`?",
        ),
        (
            with(vec![SavedEvent::Restart]),
            "action 1 of the save, `restart`, cannot be done: nothing was done before",
        ),
        (Save { position: 3, ..save.clone() }, "the save was changed after it was written"),
        (
            Save { id: "game/9#0".to_owned(), ..save.clone() },
            "the save cannot be begun: there is no level 9; expected 1 to 3",
        ),
        (
            Save { id: "game:speed=9/1#0".to_owned(), ..save.clone() },
            "the save cannot be begun: the game has no option `speed`, nor any other",
        ),
        (
            Save { id: "game/1#007".to_owned(), ..save.clone() },
            "the save says `game/1#007`, and the game `game/1#7`",
        ),
    ];
    for (save, expected) in rows {
        check(same, &save, expected);
    }
    let won = session(PUSHING).at_level(2).unwrap();
    let save = Save { events: vec![event("push right"); 2], ..won.save() };
    let expected = "action 2 of the save, `push right`, cannot be done: the game is over there";
    check(won.edition(), &save, expected);
}

#[test]
fn a_file_that_was_renamed_keeps_its_saves() {
    let mut played = session(PUSHING);
    act(&mut played, "push right");
    let renamed = Edition::new("my pushing", PUSHING, played.game().clone());
    assert_eq!(renamed.name(), "my-pushing");
    let restored = Session::restore(&renamed, &played.save()).unwrap();
    assert_eq!(restored.id(), "my-pushing/1#0");
    assert_eq!(restored.state(), played.state());
}

#[test]
fn the_save_is_the_text_that_is_documented() {
    let mut played = session(PUSHING);
    act(&mut played, "push right, push right");
    played.restart();
    played.undo();
    let expected = format!(
        "masume save 1\nid: game/1#0\ntitle: Pushing\nhash: {}\nposition: 2\ndeeds: 3\n\
         > push right\n> push right\n= restart\nend: ",
        played.edition().version().hash()
    );
    let text = played.save().to_string();
    assert_eq!(&text[..expected.len()], expected);
    assert_eq!(text.len(), expected.len() + 17);
}

#[test]
fn a_long_save_is_restored_part_by_part() {
    let mut session = session(PUSHING);
    act(&mut session, &["push right", "push left"].repeat(50).join(","));
    session.go_to(40);
    let save = session.save();
    let mut restoration = Restoration::new(session.edition(), &save).unwrap();
    let mut parts = 0;
    while !restoration.advance(7).unwrap() {
        parts += 1;
        assert_eq!(restoration.progress(), (7 * parts, 100));
    }
    assert_eq!(parts, 14);
    assert!(restoration.advance(7).unwrap(), "it is done and stays so");
    assert_eq!(restoration.finish().position(), 40);
    let mut restoration = Restoration::new(session.edition(), &save).unwrap();
    restoration.advance(10).unwrap();
    assert_eq!(restoration.finish().position(), 10, "what was done so far can be looked at");
}

#[test]
fn what_is_said_may_change_and_saves_stay() {
    let mut played = session(PUSHING);
    act(&mut played, "push right, push right");
    let save = played.save();
    let told = format!("{PUSHING}\nrules\n  Push.\n\nhelp\n  Arrows.\n\n// The end.\n");
    let restored = Session::restore(&edition(&told), &save).unwrap();
    assert_eq!(restored.state(), played.state());
    assert_eq!(restored.save(), save);
    // What is played may not.
    let other = format!("{PUSHING}\nlose when ply > 9\n");
    let error = Session::restore(&edition(&other), &save).unwrap_err();
    assert!(matches!(error, SaveError::OtherVersion { .. }), "{error}");
}

/// Saves that were written when the hash was that of the whole text, by the program of that time.
#[test]
fn saves_from_before_the_games_had_rules_in_prose_are_restored() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/saves");
    let mut restored = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let save = Save::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let shipped = shipped_games().iter().find(|it| it.name == name).unwrap();
        let game = Game::load(shipped.text).game.unwrap();
        let edition = Edition::new(name, shipped.text, game);
        assert_ne!(edition.version().hash(), save.hash, "{name}");
        let session = Session::restore(&edition, &save).unwrap();
        assert_eq!(session.position(), save.position, "{name}");
        // It is written under the hash of today.
        assert_eq!(session.save().hash, edition.version().hash(), "{name}");
        assert_eq!(session.save().events, save.events, "{name}");
        restored += 1;
    }
    assert!(restored > 1);
}

#[test]
fn a_save_from_before_there_was_a_solver_is_the_same_game() {
    let text = "game Lights\nboard 3 x 1\npieces\n  light: on\n\nstart\n  random 1 of empty -> on\n  \
        until solvable\n\naction douse at c\n  at c: on -> _\n\nwin when no on\n";
    let plain = edition(text);
    // What the engine would take at once, this solver passes over.
    let game = plain.game().clone();
    let first = Session::new(plain.clone(), Setup::default()).unwrap();
    let passed_over = first.state().board.clone();
    let solver = SetupSolver::new(move |_, state| Some(state.board != passed_over));
    let solved = Edition::new("game", text, game.with_solver(solver));
    let second = Session::new(solved.clone(), Setup::default()).unwrap();
    assert_ne!(first.state(), second.state());
    for session in [&first, &second] {
        let save = Save::parse(&session.save().to_string()).unwrap();
        let restored = Session::restore(&solved, &save).unwrap();
        assert_eq!((restored.state(), restored.id()), (session.state(), session.id()));
    }
    // Without a solver there is no telling what it was.
    let save = second.save();
    let Err(SaveError::Setup(error)) = Session::restore(&plain, &save) else { panic!() };
    assert_eq!(*error, SetupError::NoSolver);
}

#[test]
fn a_save_goes_on_when_levels_were_added_behind_the_others() {
    for (name, levels) in [("sokoban", 14), ("ice", 1), ("peg-solitaire", 2)] {
        let shipped = shipped_games().iter().find(|it| it.name == name).unwrap();
        // The game as it was.
        let (end, _) = shipped.text.match_indices("\nlevel \"").nth(levels).expect("more levels");
        let text = format!("{}\n", shipped.text[..end].trim_end());
        // Files with letters for pieces were read later.
        let text = match text.split_once("legend sok\n") {
            Some((before, after)) => {
                let (_, after) = after.split_once("\n\n").expect("more sections");
                format!("{before}{after}")
            }
            None => text,
        };
        let game = Game::load(&text).game.unwrap();
        assert_eq!(game.level_count(), levels);
        let before = Edition::new(name, &text, game);
        let mut session = Session::new(before, Setup::default()).unwrap();
        play(&mut session, &mut Random::new(5), 3);
        let save = Save::parse(&session.save().to_string()).unwrap();
        let game = Game::load(shipped.text).game.unwrap();
        assert!(game.level_count() >= levels + 10);
        let now = Edition::new(name, shipped.text, game);
        let restored =
            Session::restore(&now, &save).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(restored.state(), session.state());
    }
}

#[test]
fn cells_may_be_named_anew_and_no_play_is_lost() {
    let plain = "\
game Placing
board 3 x 4

pieces
  thing: box
  mark:  dot

legend
  .  nothing
  b  box

action put at c
  at c: [no thing] -> box
";
    let named = format!("{plain}\ncoordinates rows from below\n");
    let numbered = format!("{plain}\ncoordinates numbers of all cells\n");
    let first = edition(plain);
    let state = first.game().read_state("at b1: dot\n.?.\n...\n...\n...\n").unwrap();
    let mut session = Session::from_state(first, Setup::default(), state);
    act(&mut session, "put a1, put c4");
    let text = session.save().to_string();
    for (text_of, shown) in [(&named, "put a4"), (&numbered, "put 1")] {
        let later = edition(text_of);
        let restored = Session::restore(&later, &Save::parse(&text).unwrap()).unwrap();
        assert_eq!(restored.state(), session.state());
        assert_eq!(restored.timeline()[0].text, shown);
        assert_eq!(restored.save().to_string(), text);
        let (rebuilt, kept) = session.rebuilt(later).unwrap();
        assert_eq!((rebuilt.state(), kept), (session.state(), masume_session::Kept::Everything));
    }
}
