//! States that a game went through, to begin again in its middle.

/// The most states of a game that are kept to go back to; an even number.
const MOST_WAYPOINTS: usize = 64;

/// States that a game went through, at equal distances.
#[derive(Clone, Debug)]
pub(super) struct Waypoints {
    /// Packed states, one behind the other, from the start on.
    words: Vec<u64>,
    /// Actions from each to the next, and since the last one.
    distance: u64,
    gone: u64,
}

impl Default for Waypoints {
    fn default() -> Self {
        Self { words: Vec::new(), distance: 1, gone: 0 }
    }
}

impl Waypoints {
    /// Bytes that those of a game take, where a state has so many words.
    pub(super) fn bytes(stride: usize) -> usize {
        MOST_WAYPOINTS * stride * size_of::<u64>()
    }

    /// Counts an action, or the end, of a game in this state.
    pub(super) fn pass(&mut self, state: &[u64]) {
        if self.gone == 0 {
            if self.words.len() >= MOST_WAYPOINTS * state.len() {
                self.thin_out(state.len());
            }
            self.words.extend_from_slice(state);
        }
        self.gone = (self.gone + 1) % self.distance;
    }

    /// Leaves out every other one.
    fn thin_out(&mut self, stride: usize) {
        let kept = self.words.chunks_exact(stride).step_by(2);
        self.words = kept.flatten().copied().collect();
        self.distance *= 2;
    }

    /// The state in the middle, of a game of so many actions at least; 0 is none. It is neither the first nor the last.
    pub(super) fn middle(&self, stride: usize, fewest: u64) -> Option<&[u64]> {
        let count = self.words.len() / stride;
        let is_long = fewest > 0 && count > 2 && count as u64 * self.distance > fewest;
        is_long.then(|| &self.words[count / 2 * stride..][..stride])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_game_is_found_however_long_it_is() {
        for actions in 2..2_000u64 {
            let mut waypoints = Waypoints::default();
            // Two words a state, the first of which counts.
            (0..=actions).for_each(|ply| waypoints.pass(&[ply, 7]));
            let kept = waypoints.words.len() / 2;
            assert!(kept <= MOST_WAYPOINTS, "{actions}: {kept}");
            let Some(&[middle, 7]) = waypoints.middle(2, actions) else {
                panic!("{actions}: there is none")
            };
            let off = (2 * middle).abs_diff(actions);
            assert!(off <= 2 * waypoints.distance, "{actions}: {middle}");
            assert!(off * 16 <= actions.max(16), "{actions}: {middle}");
            assert!(0 < middle && middle < actions, "{actions}: {middle}");
            assert_eq!(waypoints.middle(2, 0), None);
            assert_eq!(waypoints.middle(2, actions + waypoints.distance), None);
        }
    }
}
