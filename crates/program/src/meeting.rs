//! Meetings on a cell, and the piece that is left of them.

use masume_rules::model::{Content, EMPTY};
use smallvec::SmallVec;

use crate::Meeting;

/// Content that is left of those who share a cell, and the number of times that each of the
/// meetings happens; `None` where several are left.
pub fn left_of(meets: &[Meeting], occupants: Vec<Content>) -> Option<(Content, Vec<u32>)> {
    let mut happen = vec![0; meets.len()];
    let mut occupants: SmallVec<[Content; 10]> = occupants.into();
    occupants.sort_unstable();
    loop {
        let before = occupants.len();
        for (meeting, happen) in meets.iter().zip(&mut happen) {
            while take_pair(&mut occupants, meeting) {
                occupants.extend(meeting.left);
                *happen += 1;
            }
        }
        if occupants.len() == before {
            break;
        }
    }
    occupants.sort_unstable();
    occupants.dedup();
    match occupants[..] {
        [] => Some((EMPTY, happen)),
        [only] => Some((only, happen)),
        [_, _, ..] => None,
    }
}

/// Takes both of a meeting away where both are there.
pub fn take_pair(occupants: &mut SmallVec<[Content; 10]>, meeting: &Meeting) -> bool {
    let Some(first) = occupants.iter().position(|&one| one == meeting.first) else {
        return false;
    };
    let mut others = (0..occupants.len()).filter(|&other| other != first);
    let Some(second) = others.find(|&other| occupants[other] == meeting.second) else {
        return false;
    };
    occupants.remove(first.max(second));
    occupants.remove(first.min(second));
    true
}
