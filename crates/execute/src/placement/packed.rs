//! Successors of packed states, without a position in between.

use masume_board::{Bits, Lanes};
use masume_rules::model::{EndKind, Player};
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::Outcome;
use masume_rules::stop::StopToken;
use smallvec::{SmallVec, smallvec};

use super::expand::{SIBLINGS, Siblings};
use super::perft::CellChoices;
use super::{MOST_PLANES, Placement, Placements, Planes};
use crate::packed::{Expanded, Packed};

/// Tells how a game ends in a packed state, in this way and in the turn of this player.
pub(crate) type Ended<'e> =
    dyn FnMut(&[u64], EndKind, Player) -> Result<Option<Outcome>, RunError> + 'e;

impl Placements {
    /// As [`crate::Compiled::expand`], of states that turns can follow or that are over.
    ///
    /// # Errors
    /// It is stopped, or what goes wrong where it is told how a game ends.
    pub(crate) fn children(
        &self,
        parents: (&Packed<'_>, &[u64]),
        stop: &StopToken,
        ended: &mut Ended<'_>,
        done: &mut dyn FnMut(Expanded<'_>),
    ) -> Result<(), RunError> {
        match self {
            Self::One(it) => it.children(parents, stop, ended, done),
            Self::Two(it) => it.children(parents, stop, ended, done),
            Self::Four(it) => it.children(parents, stop, ended, done),
        }
    }

    /// As [`crate::Compiled::action_counts`], of as many such states as there are counts.
    pub(crate) fn action_counts(&self, states: (&Packed<'_>, &[u64]), counts: &mut [u32]) {
        match self {
            Self::One(it) => it.action_counts(states, counts),
            Self::Two(it) => it.action_counts(states, counts),
            Self::Four(it) => it.action_counts(states, counts),
        }
    }
}

impl<const W: usize> Placement<W> {
    fn children(
        &self,
        (packed, parents): (&Packed<'_>, &[u64]),
        stop: &StopToken,
        ended: &mut Ended<'_>,
        done: &mut dyn FnMut(Expanded<'_>),
    ) -> Result<(), RunError> {
        let mut child: SmallVec<[u64; 16]> = smallvec![0; packed.stride()];
        let mut siblings = Siblings::none();
        let parents = parents.chunks_exact(packed.stride()).enumerate();
        for (parent, words) in parents.filter(|(_, words)| !Packed::is_over(words)) {
            let to_act = Packed::to_act(words);
            let player = usize::from(to_act.0);
            let next = self.player_after(player);
            let planes = self.planes_of_words(packed, words);
            let mut choices = CellChoices::new(self, player, self.choices(&planes, player));
            child.copy_from_slice(words);
            loop {
                let (chosen, held) = choices.next_siblings();
                if held == 0 {
                    break;
                }
                stop.check(Span::default())?;
                self.expand(&planes, &chosen, player, &mut siblings);
                for lane in 0..held {
                    let cell = chosen.lane(lane);
                    let kept = packed.kept();
                    let planes = child[packed.planes()..].chunks_exact_mut(kept);
                    for (plane, lanes) in planes.zip(&siblings.planes).take(self.planes) {
                        plane.copy_from_slice(&lanes.lane(lane).0[..kept]);
                    }
                    Packed::put_turn(&mut child, words, next, cell.is_empty());
                    let mut outcome = None;
                    if let Some(kind) = self.end(&siblings, lane, player) {
                        outcome = ended(&child, kind, to_act)?;
                        Packed::put_outcome(&mut child, outcome);
                    }
                    let action = self.action(player, cell);
                    let actions = Some(self.reply_count(&siblings, lane, next) as u32);
                    done(Expanded { parent, action, words: &child, outcome, actions });
                }
            }
        }
        Ok(())
    }

    fn action_counts(&self, (packed, states): (&Packed<'_>, &[u64]), counts: &mut [u32]) {
        let stride = packed.stride();
        let states = states.chunks(SIBLINGS * stride);
        for (states, counts) in states.zip(counts.chunks_mut(SIBLINGS)) {
            let mut boards = [Lanes::EMPTY; MOST_PLANES];
            for (lane, words) in states.chunks_exact(stride).enumerate() {
                let planes = self.planes_of_words(packed, words);
                for (boards, plane) in boards.iter_mut().zip(planes) {
                    boards.set_lane(lane, plane);
                }
            }
            for player in 0..self.turns.len() {
                let is_asked = |words: &[u64]| {
                    !Packed::is_over(words) && usize::from(Packed::to_act(words).0) == player
                };
                if !states.chunks_exact(stride).any(is_asked) {
                    continue;
                }
                let found = self.choices_of_each(&boards, player);
                let counts = counts.iter_mut().zip(states.chunks_exact(stride)).enumerate();
                for (lane, (count, _)) in counts.filter(|(_, (_, words))| is_asked(words)) {
                    *count = self.count(found.lane(lane), player) as u32;
                }
            }
        }
    }

    /// Planes of packed words, which keep no more words of each than cells need; sets may have more.
    #[inline]
    fn planes_of_words(&self, packed: &Packed<'_>, words: &[u64]) -> Planes<W> {
        let mut planes = [Bits::EMPTY; MOST_PLANES];
        let kept = packed.kept();
        let words = words[packed.planes()..].chunks_exact(kept);
        for (plane, words) in planes.iter_mut().zip(words).take(self.planes) {
            plane.0[..kept].copy_from_slice(words);
        }
        planes
    }
}
