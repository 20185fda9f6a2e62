//! Choices that are tried together, each on a board of its own.

use masume_rules::action::Action;

/// A choice on a board of the table that asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The board.
    pub(super) lane: usize,
    pub(super) action: Action,
    /// The number of those that it belongs to in what is listed for the board.
    pub(super) entry: u32,
    /// The rules that may match it, as bits; all of them where rules are not told apart.
    pub(super) rules: u32,
}

/// As many candidates as there are boards, at most.
#[derive(Clone, Debug)]
pub(super) struct Batch<const L: usize> {
    len: usize,
    /// Board of each candidate; what is behind the last one is any board.
    pub(super) lanes: [usize; L],
    pub(super) actions: [Action; L],
    entries: [u32; L],
    rules: [u32; L],
}

impl<const L: usize> Batch<L> {
    pub(super) const EMPTY: Self =
        Self { len: 0, lanes: [0; L], actions: [Action::PASS; L], entries: [0; L], rules: [0; L] };

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a candidate to fewer than there are boards; says whether there are as many then.
    #[inline(always)]
    pub(super) fn push(&mut self, candidate: Candidate) -> bool {
        let place = self.len % L;
        self.lanes[place] = candidate.lane;
        self.actions[place] = candidate.action;
        self.entries[place] = candidate.entry;
        self.rules[place] = candidate.rules;
        self.len = place + 1;
        self.len == L
    }

    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> Candidate {
        let place = place % L;
        Candidate {
            lane: self.lanes[place],
            action: self.actions[place],
            entry: self.entries[place],
            rules: self.rules[place],
        }
    }

    /// All bits for each candidate that a rule may match.
    pub(super) fn mask_of_rule(&self, rule: usize) -> [u64; L] {
        let may = |place: usize| 0u64.wrapping_sub(u64::from(self.rules[place] >> rule & 1));
        std::array::from_fn(|place| if place < self.len { may(place) } else { 0 })
    }
}
