//! Timeline: what was done, and every state on the way, in bounded memory.

use std::collections::BTreeMap;

use masume_engine::{Action, Game, Player, State};

use crate::settle;

/// The most cell contents that are kept in states of the past: 2^24 of four bytes are 64 MiB.
const KEPT_CONTENTS: usize = 1 << 24;
/// Number of the last states that are kept, where they are small: undoing within them costs nothing.
const RECENT: usize = 128;

/// TimelineEvent: what can be done once and undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineEvent {
    /// An action, with the passes that it forced.
    Action(Action),
    /// Back to the first state.
    Restart,
}

/// One thing that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// TimelineEvent that was done.
    pub event: TimelineEvent,
    /// The action as text; `restart` for a restart.
    pub text: String,
    /// The same as saves keep it, which does not change with what a game calls its cells.
    pub kept: String,
    /// The same as it stands in a list of moves.
    pub written: String,
    /// Actions of the game up to and with this one, passes included.
    pub ply: u32,
    /// Player to act after it.
    pub to_act: Player,
    /// The values of the game after it, indexed like `Rules::values`.
    pub values: Vec<i64>,
}

/// Entries, where we are among them, and the states that are kept.
///
/// Position p is the state after p entries. Of the states some are kept: the last ones, and those
/// at every `stride`-th position. Any other is computed from the nearest one before it: the state
/// carries its random generator, so it comes out the same.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    /// The state at position 0, and after each restart.
    start: State,
    entries: Vec<Entry>,
    position: usize,
    /// States by position: those at multiples of `stride`.
    checkpoints: BTreeMap<usize, State>,
    stride: usize,
    /// States by position: the last ones asked for.
    recent: BTreeMap<usize, State>,
}

impl Timeline {
    pub(crate) fn new(start: State) -> Self {
        let (checkpoints, recent) = (BTreeMap::new(), BTreeMap::new());
        Self { start, entries: Vec::new(), position: 0, checkpoints, stride: 32, recent }
    }

    pub(crate) fn start(&self) -> &State {
        &self.start
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// Adds what was done at the present position; what had been undone is forgotten.
    pub(crate) fn push(&mut self, entry: Entry, after: &State) {
        self.entries.truncate(self.position);
        drop(self.checkpoints.split_off(&(self.position + 1)));
        drop(self.recent.split_off(&(self.position + 1)));
        self.entries.push(entry);
        self.position += 1;
        self.keep(self.position, after);
    }

    /// Goes to a position, at most the number of entries, and gives its state; `None` where the rules
    /// were stopped on the way, and nothing has changed then.
    pub(crate) fn go_to(&mut self, game: &Game, position: usize) -> Option<State> {
        let position = position.min(self.entries.len());
        let (mut at, mut state) = self.nearest(position);
        while at < position {
            state = self.after(game, &state, at)?;
            at += 1;
            self.keep(at, &state);
        }
        self.position = position;
        Some(state)
    }

    /// The state at a position, at most the number of entries, without going there; `None` where the
    /// rules were stopped.
    pub(crate) fn state_at(&self, game: &Game, position: usize) -> Option<State> {
        let (at, mut state) = self.nearest(position);
        for index in at..position.min(self.entries.len()) {
            state = self.after(game, &state, index)?;
        }
        Some(state)
    }

    /// The last state at or before the position that is kept.
    fn nearest(&self, position: usize) -> (usize, State) {
        let kept = [&self.checkpoints, &self.recent]
            .into_iter()
            .filter_map(|states| states.range(..=position).next_back())
            .max_by_key(|(at, _)| **at);
        kept.map_or_else(|| (0, self.start.clone()), |(at, state)| (*at, state.clone()))
    }

    /// The state after the entry with this index.
    fn after(&self, game: &Game, state: &State, index: usize) -> Option<State> {
        match self.entries[index].event {
            TimelineEvent::Restart => Some(self.start.clone()),
            TimelineEvent::Action(action) => {
                let settled = settle::apply(game, state, action);
                // Forced passes are missing where it was stopped while they were looked for.
                if game.is_stopped() {
                    return None;
                }
                let settled = settled
                    .expect("it was done before, and everything it depends on is in the state");
                Some(settled.state)
            }
        }
    }

    fn keep(&mut self, position: usize, state: &State) {
        let contents = (state.board.grid().cell_count() * state.board.layer_count()).max(1);
        self.recent.insert(position, state.clone());
        let most_recent = (KEPT_CONTENTS / 8 / contents).clamp(1, RECENT);
        while self.recent.len() > most_recent {
            // Those far from the present are least likely to be asked for.
            let first = self.recent.first_key_value().map_or(0, |(at, _)| *at);
            let last = self.recent.last_key_value().map_or(0, |(at, _)| *at);
            let far = if position - first.min(position) >= last - position.min(last) {
                first
            } else {
                last
            };
            self.recent.remove(&far);
        }
        if position.is_multiple_of(self.stride) {
            self.checkpoints.insert(position, state.clone());
        }
        let most = (KEPT_CONTENTS / contents).max(1);
        while self.checkpoints.len() > most {
            self.stride *= 2;
            let stride = self.stride;
            self.checkpoints.retain(|at, _| at.is_multiple_of(stride));
        }
    }
}
