//! Seats of the players.

use masume_engine::Player;
use masume_session::{Save, SaveError, Seats, Session};

use crate::support::{act, edition, session};

/// Game in which the player who fills the last of five cells has won.
const FILLING: &str = "\
game Filling
players black white
pieces
  stone: black white
legend
  .  nothing
  b  black
  w  white
board 5 x 1
action place at c
  at c: empty -> mine
win when no empty
";

const BLACK: Player = Player(0);
const WHITE: Player = Player(1);

fn against(opponent: Player) -> Session {
    session(FILLING).with_seats(Seats::default().with(opponent, "medium"))
}

#[test]
fn what_is_taken_back_goes_to_ones_own_turn() {
    let mut session = against(WHITE);
    act(&mut session, "place a1");
    assert_eq!(session.opponent_to_act(), Some("medium"));
    act(&mut session, "place b1, place c1, place d1");
    assert!(session.opponent_to_act().is_none());
    session.undo();
    assert_eq!(session.position(), 2, "both are taken back");
    session.undo();
    assert_eq!(session.position(), 0);
    assert!(session.undo().is_none());
    session.redo();
    assert_eq!(session.position(), 2, "both are done again");
    // Taken back while the opponent thinks, it is one's own action alone.
    session.go_to(4);
    act(&mut session, "place e1");
    assert!(session.outcome().is_some());
    session.undo();
    assert_eq!(session.position(), 4);
}

#[test]
fn before_the_first_turn_of_ones_own_nothing_is_taken_back() {
    let mut session = against(BLACK);
    assert_eq!(session.opponent_to_act(), Some("medium"));
    act(&mut session, "place a1");
    assert!(session.undo().is_none(), "the opponent began");
    act(&mut session, "place b1, place c1");
    session.undo();
    assert_eq!(session.position(), 1);
    assert_eq!(session.opponent_to_act(), None);
}

#[test]
fn who_won_is_seen_from_the_seat_of_the_person() {
    for (opponent, is_won) in [(WHITE, true), (BLACK, false)] {
        let mut session = against(opponent);
        act(&mut session, "place a1, place b1, place c1, place d1, place e1");
        assert_eq!((session.is_won(), session.is_lost()), (is_won, !is_won), "{opponent:?}");
    }
    let mut two = session(FILLING);
    act(&mut two, "place a1, place b1, place c1, place d1, place e1");
    assert_eq!((two.person(), two.is_won(), two.is_lost()), (None, true, false));
}

#[test]
fn a_save_keeps_who_plays() {
    let mut session = against(WHITE);
    act(&mut session, "place a1, place b1");
    let text = session.save().to_string();
    assert!(text.contains("\nopponent: white medium\n"), "{text}");
    let save = Save::parse(&text).unwrap();
    let restored = Session::restore(&edition(FILLING), &save).unwrap();
    assert_eq!(restored.seats(), session.seats());
    for other in [session.with_seed(4).unwrap(), session.rebuilt(edition(FILLING)).unwrap().0] {
        assert_eq!(other.seats(), session.seats());
    }
}

#[test]
fn an_opponent_without_a_seat_is_refused() {
    let mut save = against(WHITE).save();
    save.opponents[0].player = "red".to_owned();
    let refused = Session::restore(&edition(FILLING), &save).err();
    assert_eq!(refused, Some(SaveError::Opponent { player: "red".to_owned() }));
    let mut twice = against(WHITE).save();
    twice.opponents.push(twice.opponents[0].clone());
    assert!(Session::restore(&edition(FILLING), &twice).is_err());
    let text = against(WHITE).save().to_string();
    for bad in ["opponent: white", "opponent:  medium", "opponent: white me dium"] {
        let text = text.replace("opponent: white medium", bad);
        assert!(Save::parse(&text).is_err(), "{bad}");
    }
}
