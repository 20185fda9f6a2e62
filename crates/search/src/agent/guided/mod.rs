//! Tree search that is guided by what a caller says of states: priors of actions, and values (PUCT; Silver et al., 2017,
//! with draws of chance as nodes of their own).
//!
//! The caller holds a [`GuidedTree`] for each of many games. [`gather`] grows all of them until leaves wait everywhere, the
//! caller says of all leaves together what they are worth ([`GuidedTree::answer`]), and so on until nothing waits. Each tree
//! draws from a generator of its own, so that what is found does not depend on which trees are grown together. Where a tree
//! shows what a state comes to, the caller is not asked, and no more is tried.
//!
//! ```
//! use masume_engine::{Game, Setup, shipped_games};
//! use masume_search::agent::guided::{Answer, GuidedTree, Puct, gather};
//!
//! let shipped = shipped_games().iter().find(|game| game.name == "tic-tac-toe").expect("it is shipped");
//! let game = Game::load(shipped.text).game.expect("shipped games are sound");
//! let state = game.start(&Setup::default()).expect("it can be set up");
//! let (mut trees, puct) = (vec![GuidedTree::new(&game, state, 7)], Puct::default());
//! trees[0].begin(100, None);
//! loop {
//!     gather(&game, &mut trees, &puct).expect("nothing goes wrong");
//!     let waiting = trees[0].leaf_count();
//!     if waiting == 0 {
//!         break;
//!     }
//!     // Nothing is known of any state.
//!     let unknown = Answer { priors: Vec::new(), values: vec![0.0, 0.0] };
//!     let answers = vec![unknown; waiting];
//!     trees[0].answer(&answers);
//! }
//! assert_eq!(trees[0].visits().map(|(_, visits)| visits).sum::<u32>(), 100);
//! ```

mod noise;
mod tree;

use masume_engine::Game;
use masume_rules::model::Player;
use masume_rules::run_error::RunError;
use masume_rules::state::Outcome;

use crate::Budget;
use crate::agent::run_for;
use crate::agent::tree_states::TreeStates;

pub use noise::Noise;
pub use tree::{Answer, GuidedTree, Leaf};

/// Settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct Puct {
    /// Weight of priors beside values.
    pub exploration: f64,
    /// Leaves of one tree that wait at once, at most.
    pub leaves: u32,
    /// Memory of one tree, in bytes: one that has as much grows no more.
    pub bytes: u64,
}

impl Default for Puct {
    /// As AlphaZero: 1.25; one leaf at a time, and 64 MiB.
    fn default() -> Self {
        Self { exploration: 1.25, leaves: 1, bytes: 1 << 26 }
    }
}

/// Grows every tree until as many leaves wait as may, or nothing is left to do.
///
/// # Errors
/// Error of the rules; the trees stay as they are, without leaves that wait.
pub fn gather(game: &Game, trees: &mut [GuidedTree], puct: &Puct) -> Result<(), RunError> {
    let gathered = gather_all(game, trees, puct);
    if gathered.is_err() {
        trees.iter_mut().for_each(GuidedTree::abandon);
    }
    gathered
}

fn gather_all(game: &Game, trees: &mut [GuidedTree], puct: &Puct) -> Result<(), RunError> {
    let Some(first) = trees.first() else { return Ok(()) };
    let run = run_for(game, &Budget { stop: game.stop_token().clone(), ..Budget::default() });
    let states = TreeStates::new(&run, first.state());
    // Leaves of all trees are expanded side by side. Some turn out to be ends, in whose place others are sought.
    loop {
        game.check_stop()?;
        for tree in trees.iter_mut() {
            tree.descend(&run, &states, puct)?;
        }
        let mut words = Vec::new();
        for tree in trees.iter() {
            tree.unlisted(&states, &mut words);
        }
        if words.is_empty() {
            return Ok(());
        }
        let mut found = Vec::new();
        let mut successors = Vec::new();
        states.expand(&run, &words, &mut |child| {
            found.push((child.parent, child.action, child.outcome));
            successors.extend_from_slice(child.words);
        })?;
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_key(|&index| found[index].0);
        let mut listed = order.into_iter().peekable();
        let mut leaf = 0;
        for tree in trees.iter_mut() {
            for pending in tree.unlisted_leaves() {
                let begin = tree.words_len();
                let mut of_leaf = Vec::new();
                while let Some(index) = listed.next_if(|&index| found[index].0 == leaf) {
                    let stride = states.stride();
                    tree.push_words(&successors[index * stride..(index + 1) * stride]);
                    of_leaf.push((found[index].1, found[index].2));
                }
                tree.list(&states, pending, (begin, &of_leaf));
                leaf += 1;
            }
            tree.settle();
        }
    }
}

/// Result of every player, from -1 to 1: who wins has 1 and the others -1, who loses has -1 and the others 0, or 1 in a
/// game of two.
pub fn results(outcome: Option<Outcome>, players: usize) -> Vec<f64> {
    (0..players).map(|player| result_to(outcome, Player(player as u8), players)).collect()
}

/// Result of one of so many players.
fn result_to(outcome: Option<Outcome>, player: Player, players: usize) -> f64 {
    let (of, own, others) = match outcome {
        Some(Outcome::Won(of)) => (of, 1.0, -1.0),
        Some(Outcome::Lost(of)) => (of, -1.0, if players == 2 { 1.0 } else { 0.0 }),
        Some(Outcome::Draw | Outcome::Ended) | None => return 0.0,
    };
    if player == of { own } else { others }
}
