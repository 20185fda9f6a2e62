//! The log of a play only grows, and leads to the session that it is of.

use masume_engine::Player;
use masume_rules::random::Random;
use masume_session::{Log, LogEntry, LogEvent, SaveError, Session};

use crate::support::{PUSHING, act, play, session, shipped_sessions};

fn lines(session: &Session) -> Vec<String> {
    // Without the hashes, which change with every rule.
    let line = |entry: &LogEntry| LogEntry { hash: None, ..entry.clone() }.to_string();
    session.log().entries().iter().map(line).collect()
}

#[test]
fn what_was_undone_stays_in_the_log() {
    let mut session = session(PUSHING);
    session.set_author(Some("@anna"));
    act(&mut session, "push right, push right");
    session.undo();
    session.set_author(Some("@bert"));
    act(&mut session, "push left");
    session.restart();
    session.set_author(None);
    session.redo();
    session.undo();
    let expected = [
        "> push right\t-\t@anna",
        "> push right\t-\t@anna",
        "@ 1\t-\t@anna",
        "> push left\t-\t@bert",
        "= restart\t-\t@bert",
        "@ 2",
    ];
    assert_eq!(lines(&session), expected);
    assert!(session.log().entries().iter().all(|entry| entry.hash.is_some()));
}

#[test]
fn every_log_leads_to_its_session() {
    for mut session in shipped_sessions() {
        let name = session.edition().name().to_owned();
        let mut random = Random::new(5);
        for round in 0..40 {
            let before = session.log().clone();
            match random.below(8) {
                0 => drop(session.undo()),
                1 => drop(session.redo()),
                2 if round > 30 => drop(session.restart()),
                _ => play(&mut session, &mut random, 1),
            }
            let log = session.log();
            assert!(log.entries().starts_with(before.entries()), "{name}: it only grows");
        }
        session.sit(Player(0), "@anna");
        let kept: Vec<String> = session.log().entries().iter().map(ToString::to_string).collect();
        let entries = kept.iter().map(|line| line.parse().expect("it was written so"));
        let log = Log::of(entries.collect());
        assert_eq!(&log, session.log(), "{name}");
        let back = Session::replay(session.edition(), session.save_header(), log).unwrap();
        assert_eq!(back.state(), session.state(), "{name}");
        assert_eq!(back.timeline(), session.timeline(), "{name}");
        assert_eq!(back.seats(), session.seats(), "{name}");
        assert_eq!(back.log(), session.log(), "{name}");
    }
}

#[test]
fn lines_that_are_no_entries_are_refused() {
    let long = format!("> push right\t-\t{}", "x".repeat(256));
    for line in [
        "",
        ">",
        "> ",
        "push right",
        "? push right",
        "= again",
        "@ ",
        "@ -1",
        "@ x",
        "& ",
        "> push right\t",
        "> push right\tx",
        "> push right\t00112233445566778",
        "> push right\t00112233445566AA",
        "> push right\t-\t",
        "> push right\t-\ta\tb",
        "> push\u{7}right",
        "> push right\t-\ta\u{1b}",
        "é",
        &long,
    ] {
        assert!(line.parse::<LogEntry>().is_err(), "{line:?}");
    }
}

#[test]
fn a_log_of_something_else_is_refused() {
    let session = session(PUSHING);
    let replayed = |lines: &[&str]| {
        let entries = lines.iter().map(|line| line.parse().unwrap()).collect();
        Session::replay(session.edition(), session.save_header(), Log::of(entries))
    };
    assert!(replayed(&[]).is_ok());
    assert!(replayed(&["> push right", "@ 0", "> push right", "@ 1"]).is_ok());
    for lines in [
        &["@ 1"][..],
        &["> push right", "@ 2"],
        &["> push right\t0000000000000000"],
        &["> push right", "& nobody\t-\t@anna"],
    ] {
        assert!(matches!(replayed(lines), Err(SaveError::Edited)), "{lines:?}");
    }
    assert!(matches!(replayed(&["> fly"]), Err(SaveError::Illegal { .. })));
}

#[test]
fn seats_are_taken_once_and_come_back() {
    let shared = shipped_sessions().into_iter().find(|it| it.game().rules().players.len() == 2);
    let mut session = shared.unwrap();
    assert!(session.sit(Player(1), "@anna"));
    for (player, who) in [(1, "@bert"), (1, "@anna"), (2, "@bert"), (0, ""), (0, "a\tb")] {
        assert!(!session.sit(Player(player), who), "{player} {who}");
    }
    let entries = session.log().entries();
    assert!(matches!(entries, [LogEntry { event: LogEvent::Sit(_), by: Some(_), .. }]));
    // Another game of the same people: they still sit there.
    let next = session.with_seed(9).unwrap();
    assert_eq!(next.seats().occupant(Player(1)), Some("@anna"));
    assert_eq!(next.log(), session.log());
}
