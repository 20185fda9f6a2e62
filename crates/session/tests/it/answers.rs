//! Answers that depend on the state alone are worked out once: with the rules stopped, all of it is still known.

use masume_engine::{Action, Argument, Game, RunErrorKind, Setup, StopToken};
use masume_rules::model::WordPart;
use masume_session::{Edition, Session};

/// A score that is an expression, and words with numbers.
const TEXT: &str = "\
game Count
board 4 x 4
players black white

pieces
  thing: black white

action put at c
  at c: _ -> mine

score count mine

end when no empty

words
  status \"full\" when no empty
  status \"{count black} to {count white}\"
";

fn session(token: &StopToken) -> Session {
    let loaded = Game::load(TEXT);
    let game = loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let edition = Edition::new("count", TEXT, game);
    Session::new(edition, Setup::default()).unwrap().with_stop(token.clone())
}

/// Number of legal actions, the values, and the condition and the numbers of the status line.
type Asked = (usize, Vec<(String, i64)>, Vec<Result<i64, RunErrorKind>>);

/// Everything that a face asks about the present state.
fn asked(session: &Session) -> Asked {
    let legal = session.legal_actions().map_or(0, <[Action]>::len);
    let sayings = session.game().rules().words.occasions["status"].clone();
    let parts = sayings.iter().flat_map(|saying| &saying.parts);
    let numbers = parts.filter_map(|part| match part {
        WordPart::Text(_) => None,
        WordPart::Number(expr) => Some(session.number(expr).map_err(|error| error.kind)),
    });
    let conditions = sayings.iter().filter_map(|saying| saying.when.as_ref());
    let conditions = conditions.map(|when| session.condition(when).map(i64::from));
    let conditions = conditions.map(|it| it.map_err(|error| error.kind));
    let numbers = conditions.chain(numbers).collect();
    (legal, session.values(), numbers)
}

#[test]
fn a_state_is_asked_once() {
    let token = StopToken::new();
    let mut session = session(&token);
    for index in 0..3 {
        let known = asked(&session);
        token.stop();
        assert_eq!(asked(&session), known, "after {index} actions");
        token.rearm();
        let cell = session.state().board.grid().inner_cells().nth(index).unwrap();
        session.act(Action::new(0, &[Argument::Cell(cell)])).unwrap();
    }
}

#[test]
fn the_values_that_a_report_compares_are_kept() {
    let token = StopToken::new();
    let mut session = session(&token);
    let cell = session.state().board.grid().centre();
    let report = session.act(Action::new(0, &[Argument::Cell(cell)])).unwrap();
    assert_eq!(report.values.len(), 1);
    token.stop();
    assert_eq!(session.values(), [("black".to_owned(), 1), ("white".to_owned(), 0)]);
}

#[test]
fn what_was_stopped_is_asked_again() {
    let token = StopToken::new();
    let session = session(&token);
    token.stop();
    let (legal, values, numbers) = asked(&session);
    assert_eq!((legal, values), (0, Vec::new()));
    assert_eq!(numbers, vec![Err(RunErrorKind::Stopped); 3]);
    token.rearm();
    let (legal, values, numbers) = asked(&session);
    assert_eq!((legal, values.len(), numbers), (16, 2, vec![Ok(0), Ok(0), Ok(0)]));
}

#[test]
fn a_session_stands_where_it_stood_when_it_is_stopped() {
    let token = StopToken::new();
    let mut session = session(&token);
    let cells: Vec<_> = session.state().board.grid().inner_cells().collect();
    let put = |cell| Action::new(0, &[Argument::Cell(cell)]);
    session.act(put(cells[0])).unwrap();
    let (state, position) = (session.state().clone(), session.position());
    token.stop();
    assert!(session.act(put(cells[1])).is_err());
    assert_eq!((session.state(), session.position()), (&state, position));
    assert_eq!(session.timeline().len(), 1);
}
