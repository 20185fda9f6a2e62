//! Plays that were touched lately, so that few are looked at when the bot begins anew.

use std::collections::BTreeSet;

use masume_store::{PlayNumber, Storage, StoreError};

use crate::place::{PLACE, Place};

/// Name of the setting that has their numbers.
const TOUCHED: &str = "touched";
/// The most of them, as long as no more wait to be shown.
const MOST: usize = 2_048;

/// Plays that were touched since this was looked through last, and those that were not settled then. It is
/// written before anything is done in one of them: a board that was not shown as it is, is among them.
#[derive(Debug)]
pub(super) struct Touched {
    plays: BTreeSet<PlayNumber>,
    most: usize,
}

impl Default for Touched {
    fn default() -> Self {
        Self { plays: BTreeSet::new(), most: MOST }
    }
}

impl Touched {
    /// Those of the storage; where it does not say, all plays.
    pub(super) fn of(storage: &dyn Storage) -> Self {
        let kept = storage.setting(TOUCHED).ok().flatten();
        let kept = kept.and_then(|text| serde_json::from_str::<Vec<i64>>(&text).ok());
        let plays = match kept {
            Some(numbers) => numbers.into_iter().map(PlayNumber).collect(),
            None => storage.notes(PLACE).unwrap_or_default().into_iter().map(|it| it.1).collect(),
        };
        Self { plays, ..Self::default() }
    }

    pub(super) fn plays(&self) -> Vec<PlayNumber> {
        self.plays.iter().copied().collect()
    }

    pub(super) fn add(
        &mut self,
        storage: &mut dyn Storage,
        play: PlayNumber,
    ) -> Result<(), StoreError> {
        if self.plays.contains(&play) {
            return Ok(());
        }
        let mut plays = self.plays.clone();
        if plays.len() >= self.most {
            plays.retain(|play| !is_settled(storage, *play));
            // Looking through them is worth it where half of them go.
            self.most = MOST.max(2 * plays.len());
        }
        plays.insert(play);
        let numbers: Vec<i64> = plays.iter().map(|play| play.0).collect();
        // A list of numbers: nothing here can fail.
        let text = serde_json::to_string(&numbers).unwrap_or_default();
        storage.set_setting(TOUCHED, Some(&text))?;
        self.plays = plays;
        Ok(())
    }
}

/// True if the board of a play was shown as it is, and waits for nothing.
fn is_settled(storage: &dyn Storage, play: PlayNumber) -> bool {
    let Ok(Some(place)) = Place::of(storage, play) else { return true };
    let is_shown = storage.logged(play).is_ok_and(|logged| logged <= place.shown);
    place.is_left || (is_shown && !place.awaits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use masume_store::Memory;

    #[test]
    fn those_that_are_settled_make_room() {
        let mut storage = Memory::new(1);
        let mut touched = Touched::of(&storage);
        // Of none of them is there a place: they are gone, and settled.
        for number in 0..3 * MOST as i64 {
            touched.add(&mut storage, PlayNumber(number)).expect("a setting");
            touched.add(&mut storage, PlayNumber(number)).expect("a setting");
        }
        assert!(touched.plays.len() <= MOST);
        assert!(touched.plays.contains(&PlayNumber(3 * MOST as i64 - 1)));
        assert_eq!(Touched::of(&storage).plays, touched.plays);
    }
}
