//! Undo, redo, restart and travel.

use masume_engine::{Executor, Game, Setup, State, StopToken, shipped_games};
use masume_rules::random::Random;
use masume_session::{Edition, Session, TimelineEvent};

use crate::support::{PUSHING, act, play, session, shipped_sessions};

#[test]
fn every_position_can_be_visited_in_any_order() {
    for mut session in shipped_sessions() {
        let name = session.edition().name().to_owned();
        let mut random = Random::new(11);
        let mut states: Vec<State> = vec![session.state().clone()];
        for round in 0..60 {
            if round % 25 == 24 {
                session.restart();
            } else {
                play(&mut session, &mut random, 1);
            }
            if session.position() == states.len() {
                states.push(session.state().clone());
            }
        }
        assert_eq!(session.timeline().len() + 1, states.len(), "{name}");
        for _ in 0..60 {
            let position = random.below(states.len() as u64) as usize;
            session.go_to(position);
            assert_eq!(session.position(), position, "{name}");
            assert_eq!(session.state(), &states[position], "{name} at {position}");
            let legal = session.game().legal_actions(session.state());
            assert_eq!(session.legal_actions(), legal.as_deref(), "{name}");
        }
        while session.undo().is_some() {
            assert_eq!(session.state(), &states[session.position()], "{name}");
        }
        assert_eq!(session.state(), session.first_state(), "{name}");
        while session.redo().is_some() {}
        assert_eq!(session.state(), states.last().unwrap(), "{name}");
    }
}

#[test]
fn restart_can_be_undone() {
    let mut session = session(PUSHING);
    assert!(session.restart().is_none(), "nothing was done yet");
    act(&mut session, "push right, push right");
    let before = session.state().clone();
    let start = session.first_state().clone();
    assert!(session.restart().is_some());
    assert_eq!(session.state(), &start);
    assert!(session.restart().is_none(), "it has just begun");
    act(&mut session, "push down");
    assert!(session.undo().is_some());
    assert!(session.undo().is_some());
    assert_eq!(session.state(), &before);
    assert!(session.redo().is_some());
    assert_eq!(session.state(), &start);
    let events: Vec<bool> =
        session.timeline().iter().map(|entry| entry.event == TimelineEvent::Restart).collect();
    assert_eq!(events, [false, false, true, false]);
}

#[test]
fn an_action_forgets_what_was_undone() {
    let mut session = session(PUSHING);
    act(&mut session, "push right, push right, push right");
    session.go_to(1);
    act(&mut session, "push left");
    assert_eq!(session.timeline().len(), 2);
    assert!(session.redo().is_none());
    assert!(session.go_to(3).is_none());
    session.undo();
    session.undo();
    assert!(session.undo().is_none());
    assert_eq!(session.state(), session.first_state());
}

#[test]
fn what_is_illegal_changes_nothing() {
    let mut session = session(PUSHING);
    act(&mut session, "push right, push right");
    session.undo();
    let wall = session.game().read_action(session.state(), "push up").unwrap();
    let (state, timeline) = (session.state().clone(), session.timeline().to_vec());
    assert!(session.act(wall).is_err());
    assert_eq!(session.state(), &state);
    assert_eq!(session.timeline(), timeline);
    assert!(session.redo().is_some(), "what was undone is still there");
}

#[test]
fn a_hundred_thousand_actions_are_undone_one_by_one() {
    // The smallest game of all: what counts here is the timeline.
    let text = "\
game Blink
pieces
  lamp: lit

legend
  .  nothing
  *  lit

board 1 x 1

action press
  lit -> _
  else [no lit] -> lit
";
    const ACTIONS: usize = 100_000;
    let mut session = session(text);
    let press = session.legal_actions().unwrap()[0];
    for _ in 0..ACTIONS {
        session.act(press).unwrap();
    }
    for position in (0..ACTIONS).rev() {
        assert!(session.undo().is_some());
        assert_eq!(session.state().ply as usize, position);
    }
    // And from one end to the other, without a pause that a player would notice.
    for position in [ACTIONS, 1, ACTIONS / 2, ACTIONS - 1, 77] {
        session.go_to(position);
        assert_eq!(session.state().ply as usize, position);
    }
}

#[test]
fn large_boards_keep_few_states_and_come_back_the_same() {
    let text = "\
game Field
board 1000 x 1000

pieces
  mark: dot

legend
  .  nothing
  o  dot

action place at c
  at c: [no dot] -> dot
";
    let mut session = session(text);
    for cell in 0..40 {
        let name = format!("place {}1", masume_board::column_name(cell));
        let action = session.game().read_action(session.state(), &name).unwrap();
        session.act(action).unwrap();
    }
    let last = session.state().clone();
    session.go_to(0);
    assert_eq!(session.state(), session.first_state());
    session.go_to(40);
    assert_eq!(session.state(), &last);
}

#[test]
fn forced_passes_belong_to_the_action_before_them() {
    let text = "\
game Give
players black white
board 3 x 1

pieces
  stone: black white

legend
  .  nothing
  b  black
  w  white

start
  picture
    bw.

action place at c
  at c: [empty, 1.. theirs beside] -> mine

pass when no action
end when nobody can act
";
    let mut session = session(text);
    let report = session.act(session.legal_actions().unwrap()[0]).unwrap();
    assert_eq!(report.passes, [], "the game is over, nobody passes");
    let mut met = 0;
    for mut session in shipped_sessions() {
        let mut random = Random::new(3);
        for _ in 0..60 {
            let legal = session.legal_actions().unwrap();
            let Some(action) = legal.get(random.below(legal.len() as u64) as usize).copied() else {
                break;
            };
            let before = session.state().clone();
            let report = session.act(action).unwrap();
            met += report.passes.len();
            assert_eq!(session.state().ply, before.ply + 1 + report.passes.len() as u32);
            if !report.passes.is_empty() {
                session.undo();
                assert_eq!(session.state(), &before);
                session.redo();
            }
        }
    }
    assert!(met > 0, "no game of these had to pass");
}

#[test]
fn the_same_id_begins_the_same_game() {
    for session in shipped_sessions() {
        let id = masume_engine::parse_id(&session.id()).unwrap();
        assert_eq!(id.name, session.edition().name());
        let again = masume_session::Session::new(session.edition().clone(), id.setup).unwrap();
        assert_eq!(again.state(), session.state(), "{}", session.id());
        assert_eq!(again.id(), session.id());
        let other = session.with_seed(session.seed() + 1).unwrap();
        assert_eq!(other.setup(), &Setup { seed: 6, ..*session.setup() });
    }
}

#[test]
fn the_last_action_comes_with_the_state_before_it() {
    let mut session = session(PUSHING);
    assert_eq!(session.last_action(), None);
    let before = session.state().clone();
    act(&mut session, "push right");
    let (state, action) = session.last_action().unwrap();
    assert_eq!(state, before);
    assert_eq!(session.game().action_text(&state, action), "push right");
    session.restart();
    assert_eq!(session.last_action(), None);
}

/// Steps of rules that something takes: the least budget with which it is done.
fn steps(is_done: impl Fn(StopToken) -> bool) -> u64 {
    let (mut too_few, mut enough) = (0, 1);
    while !is_done(StopToken::with_budget(enough)) {
        (too_few, enough) = (enough, 2 * enough);
    }
    while enough - too_few > 1 {
        let middle = too_few.midpoint(enough);
        match is_done(StopToken::with_budget(middle)) {
            true => enough = middle,
            false => too_few = middle,
        }
    }
    enough
}

/// A notation says what an action takes and whether it wins, which is seen on the state after it.
#[test]
fn an_action_is_done_once_to_be_written() {
    let shipped = shipped_games().iter().find(|it| it.name == "english-draughts").unwrap();
    let game = Game::load(shipped.text).game.unwrap().with_executor(Executor::Reference);
    assert!(game.rules().moves.is_some(), "it has a notation");
    let session =
        Session::new(Edition::new(shipped.name, shipped.text, game), Setup::default()).unwrap();
    let action = session.legal_actions().unwrap()[0];
    let alone = steps(|stop| {
        session.game().clone().with_stop(stop).apply(&mut session.state().clone(), action).is_ok()
    });
    let within = steps(|stop| session.clone().with_stop(stop).act(action).is_ok());
    assert!(within < 2 * alone, "{within} steps, of which the action takes {alone}");
    let mut session = session;
    session.act(action).unwrap();
    let before = session.first_state();
    assert_eq!(session.timeline()[0].written, session.game().written_move(before, action));
}
