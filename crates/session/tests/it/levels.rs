//! From level to level.

use std::collections::BTreeSet;

use crate::support::{PUSHING, act, session};

#[test]
fn levels_follow_each_other_and_solved_ones_are_skipped() {
    let first = session(PUSHING);
    assert_eq!(
        (first.level(), first.previous_level(), first.next_level()),
        (Some(1), None, Some(2))
    );
    let third = first.at_level(3).unwrap();
    assert_eq!(
        (third.level(), third.previous_level(), third.next_level()),
        (Some(3), Some(2), None)
    );
    assert_eq!(third.id(), "game/3#0");
    assert!(first.at_level(4).is_err());
    assert!(first.at_level(0).is_err());

    let rows: [(&[usize], Option<usize>); 5] = [
        (&[], Some(3)),
        (&[3], Some(1)),
        (&[1, 3], Some(2)),
        (&[1, 2, 3], None),
        (&[1, 2], Some(3)),
    ];
    let mut second = first.at_level(2).unwrap();
    for (solved, expected) in rows {
        let solved: BTreeSet<usize> = solved.iter().copied().collect();
        assert_eq!(second.next_unsolved(&solved), expected, "{solved:?}");
    }
    act(&mut second, "push right");
    assert!(second.is_won());
    assert_eq!(second.next_unsolved(&BTreeSet::from([1, 3])), None, "this one is solved now");
}

#[test]
fn games_without_levels_have_none_to_go_to() {
    for session in crate::support::shipped_sessions() {
        if session.game().level_count() == 0 {
            assert_eq!(session.level(), None);
            assert_eq!(session.next_level(), None);
            assert_eq!(session.previous_level(), None);
            assert_eq!(session.next_unsolved(&BTreeSet::new()), None);
        }
    }
}
