//! Proofs that a state cannot be won, as values and as files.
//!
//! Nothing here knows how a proof was found. What checks one is written from the rules of the game
//! and the engine's answers alone: it uses neither the packing nor the analyses of the solver.

mod cell;
mod closed;
mod error;
mod linear;
mod pairs;
mod removal;
mod text;

use masume_engine::Game;
use masume_rules::model::Layer;
use masume_rules::state::State;

use closed::Closed;
pub use error::ProofError;
use linear::{Linear, MOST_WEIGHT};
pub(crate) use linear::{Parity, Rearranged, Weight, parity};
use pairs::Pairs;
pub(crate) use pairs::{NoGood, ProofStep};
pub(crate) use removal::{Instruction, Pair, Removal, pairings};

/// A proof that a state cannot be won; [`verify`] says whether it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The state that cannot be won.
    start: State,
    /// Evidence for it.
    evidence: Evidence,
}

/// Evidence that a state cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Evidence {
    /// All that can be reached, or more.
    Closed(Closed),
    /// A sum that stays.
    Linear(Linear),
    /// Pairs that exclude each other.
    Pairs(Pairs),
}

impl Proof {
    /// A proof by a set of states that nothing leaves and nothing in it wins; `None` where it would
    /// take more than so many bytes.
    pub(crate) fn closed(
        game: &Game,
        start: &State,
        states: impl Iterator<Item = State>,
        bytes: u64,
    ) -> Option<Self> {
        let closed = Closed::new(game.rules(), start, states, bytes)?;
        Some(Self { start: start.clone(), evidence: Evidence::Closed(closed) })
    }

    /// A proof by weights whose sum stays, by layer and inner cell, and by a layer whose contents only change
    /// places; `None` for greater weights than there can be.
    pub(crate) fn linear(
        start: &State,
        layers: Vec<(Layer, Vec<Vec<Weight>>)>,
        rearranged: Option<Rearranged>,
    ) -> Option<Self> {
        let weights = layers.iter().flat_map(|layer| layer.1.iter().flatten());
        let mut weights = weights.map(|weight| weight.1).chain(rearranged.map(|it| it.weight));
        if weights.any(|weight| weight >= MOST_WEIGHT) {
            return None;
        }
        let evidence = Evidence::Linear(Linear { layers, rearranged });
        Some(Self { start: start.clone(), evidence })
    }

    /// True if no arrangement of contents that only change places is won, as far as the proof is right about the rules.
    pub(crate) fn is_by_contents(&self, game: &Game) -> bool {
        match &self.evidence {
            Evidence::Linear(linear) => linear.is_by_contents(game, &self.start),
            Evidence::Closed(_) | Evidence::Pairs(_) => false,
        }
    }

    /// The state that cannot be won.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
    /// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
    /// #     win when END\n";
    /// # let game = Game::load(&text.replace("END", "no runner")).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Verdict, solve};
    ///
    /// let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("it is a game for one");
    /// let Verdict::Impossible(proof) = solved.verdict else { panic!("it cannot be won") };
    /// assert_eq!(proof.start(), &state);
    /// ```
    pub fn start(&self) -> &State {
        &self.start
    }

    /// A proof by pairs that exclude each other.
    pub(crate) fn pairs(start: &State, steps: Vec<ProofStep>) -> Self {
        Self { start: start.clone(), evidence: Evidence::Pairs(Pairs { steps }) }
    }

    /// Number of states that it speaks of one by one, if it does.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
    /// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
    /// #     win when END\n";
    /// # let game = Game::load(&text.replace("END", "no runner")).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Verdict, solve};
    ///
    /// let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("it is a game for one");
    /// let Verdict::Impossible(proof) = solved.verdict else { panic!("it cannot be won") };
    /// assert!(proof.state_count().is_none_or(|count| count >= 3));
    /// ```
    pub fn state_count(&self) -> Option<usize> {
        match &self.evidence {
            Evidence::Closed(closed) => Some(closed.len()),
            Evidence::Linear(_) | Evidence::Pairs(_) => None,
        }
    }

    /// The proof as the text of a file; [`Proof::read`] reads it back.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
    /// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
    /// #     win when END\n";
    /// # let game = Game::load(&text.replace("END", "no runner")).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Proof, Verdict, solve};
    ///
    /// let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("it is a game for one");
    /// let Verdict::Impossible(proof) = solved.verdict else { panic!("it cannot be won") };
    /// let text = proof.print(&game);
    /// assert_eq!(Proof::read(&game, &text).expect("it was written so").print(&game), text);
    /// ```
    pub fn print(&self, game: &Game) -> String {
        text::print(self, game)
    }

    /// The proof in a file about this game.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
    /// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
    /// #     win when END\n";
    /// # let game = Game::load(&text.replace("END", "no runner")).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Proof, ProofError, Verdict, solve};
    ///
    /// let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("it is a game for one");
    /// let Verdict::Impossible(proof) = solved.verdict else { panic!("it cannot be won") };
    /// let text = proof.print(&game);
    /// assert!(Proof::read(&game, &text).is_ok());
    /// // A byte that was changed is found.
    /// let changed = Proof::read(&game, &text.replacen('r', "x", 1));
    /// assert!(matches!(changed, Err(ProofError::Text { .. })));
    /// ```
    ///
    /// # Errors
    /// [`ProofError::Text`] and [`ProofError::OtherGame`].
    pub fn read(game: &Game, text: &str) -> Result<Self, ProofError> {
        text::read(game, text)
    }
}

/// Checks a proof: that what it says of the rules is so, and that from its start no win can be
/// reached.
///
/// ```
/// # use masume_engine::{Game, Setup};
/// # let text = "game Step\nboard 3 x 1\npieces\n  thing: runner\n\nlegend\n  .  nothing\n  r  runner\n\n\
/// #     start\n  [column = 1] -> runner\n\naction step in d (left or right)\n  runner empty -> _ runner\n\n\
/// #     win when END\n";
/// # let game = Game::load(&text.replace("END", "no runner")).game.expect("it is sound");
/// # let state = game.start(&Setup::default()).expect("it can be set up");
/// use masume_search::{Aim, Budget, Verdict, solve, verify};
///
/// let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("it is a game for one");
/// let Verdict::Impossible(proof) = solved.verdict else { panic!("it cannot be won") };
/// assert_eq!(verify(&game, &proof), Ok(()));
/// ```
///
/// # Errors
/// What is wrong with it.
pub fn verify(game: &Game, proof: &Proof) -> Result<(), ProofError> {
    match &proof.evidence {
        Evidence::Closed(closed) => closed.check(game, &proof.start),
        Evidence::Linear(linear) => linear.check(game, &proof.start),
        Evidence::Pairs(pairs) => pairs.check(game, &proof.start),
    }
}
