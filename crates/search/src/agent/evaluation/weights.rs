//! Weights of an evaluation, in whole numbers.

/// Weights of the things that can be seen in a state, in hundredths of an ordinary piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By layer and content: a piece of its owner.
    pub pieces: Vec<Vec<i64>>,
    /// A point, in a game with a score.
    pub score: i64,
    /// A row that a piece has come forward.
    pub advance: i64,
    /// A step that a piece is away from the nearest edge.
    pub centre: i64,
    /// An action that the player could do.
    pub mobility: i64,
}
