//! States of a search tree as they are kept: words of fixed length, one state behind the other.

use masume_engine::{Frontier, Game};
use masume_rules::action::Action;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::{Relevance, StateCodec};

/// Form of the states of a tree, on boards of one shape.
pub(crate) struct TreeStates<'g> {
    form: Form<'g>,
    /// The ply of every state, where plies are not kept apart.
    ply: Option<u32>,
}

/// Form in which states are kept.
enum Form<'g> {
    Frontier(Frontier<'g>),
    /// Words of a codec, if no program serves the board.
    StateCodec(Box<StateCodec>),
}

/// Successor of a kept state.
pub(crate) struct Successor<'w> {
    /// The place of the state among those that were asked for.
    pub(crate) parent: usize,
    pub(crate) action: Action,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) words: &'w [u64],
}

impl<'g> TreeStates<'g> {
    /// For the states that come of this one.
    pub(crate) fn new(run: &'g Game, root: &State) -> Self {
        let rules = run.rules();
        let form = match run.frontier(root.board.grid()) {
            Some(frontier) => Form::Frontier(frontier),
            None => {
                let everything = Relevance::everything(rules);
                Form::StateCodec(Box::new(StateCodec::new(rules, root, everything)))
            }
        };
        Self { form, ply: None }
    }

    /// All states have the ply of the first, where the rules cannot tell plies: games from leaves of one ply and another
    /// run side by side then.
    pub(crate) fn of_one_ply(run: &'g Game, root: &State) -> Self {
        let ply = (!Relevance::of(run.rules()).ply).then_some(root.ply);
        Self { ply, ..Self::new(run, root) }
    }

    /// Words of a state.
    pub(crate) fn stride(&self) -> usize {
        match &self.form {
            Form::Frontier(frontier) => frontier.words(),
            Form::StateCodec(codec) => codec.stride(),
        }
    }

    pub(crate) fn pack(&self, state: &State, words: &mut [u64]) {
        match &self.form {
            Form::Frontier(frontier) => frontier.pack(state, words),
            Form::StateCodec(codec) => codec.pack(state, words),
        }
    }

    pub(crate) fn unpack(&self, words: &[u64]) -> State {
        let mut state = match &self.form {
            Form::Frontier(frontier) => frontier.unpack(&words[..self.stride()]),
            Form::StateCodec(codec) => codec.unpack(words),
        };
        state.ply = self.ply.unwrap_or(state.ply);
        state
    }

    /// Gives the successors of states that lie one behind the other: those of one state in the order of its actions.
    pub(crate) fn expand(
        &self,
        run: &Game,
        states: &[u64],
        found: &mut dyn FnMut(Successor<'_>),
    ) -> Result<(), RunError> {
        match &self.form {
            Form::Frontier(frontier) => frontier.expand(states, &mut |child| {
                found(Successor {
                    parent: child.parent,
                    action: child.action,
                    outcome: child.outcome,
                    words: child.words,
                });
            }),
            Form::StateCodec(_) => {
                let mut words = vec![0; self.stride()];
                let unpacked: Vec<State> =
                    states.chunks_exact(self.stride()).map(|it| self.unpack(it)).collect();
                for (parent, successors) in run.successors(&unpacked)?.into_iter().enumerate() {
                    for (action, after) in successors {
                        self.pack(&after, &mut words);
                        let outcome = after.outcome;
                        found(Successor { parent, action, outcome, words: &words });
                    }
                }
                Ok(())
            }
        }
    }
}
