//! The games that come with the program.

/// A game that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedGame {
    /// The name of its file without the ending, such as `shisen-sho`.
    pub name: &'static str,
    /// The game's text.
    pub text: &'static str,
}

/// Every file `games/*.masu` of the project, by name.
pub fn shipped_games() -> &'static [ShippedGame] {
    include!(concat!(env!("OUT_DIR"), "/shipped_games.rs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_games_are_sorted_and_have_text() {
        let games = shipped_games();
        assert!(games.is_sorted_by(|one, other| one.name < other.name));
        assert!(games.iter().all(|game| !game.text.is_empty()));
    }
}
