//! The games that come with the program.

/// A game that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedGame {
    /// The name of its file without the ending, such as `shisen-sho`.
    pub name: &'static str,
    /// The game's text.
    pub text: &'static str,
}

/// In one place of the program: as a constant, all texts stand once more in each part of a crate that asks for them.
static SHIPPED_GAMES: &[ShippedGame] = include!(concat!(env!("OUT_DIR"), "/shipped_games.rs"));

/// Every file `games/*.masu` of the project, by name.
///
/// ```
/// use masume_engine::shipped_games;
///
/// assert!(shipped_games().iter().any(|game| game.name == "sokoban"));
/// ```
pub fn shipped_games() -> &'static [ShippedGame] {
    SHIPPED_GAMES
}

/// Games that a menu shows together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameGroup {
    /// One word for it, such as `puzzles`; a face has its own title.
    pub name: &'static str,
    /// The names of its games, in order.
    pub games: &'static [&'static str],
}

/// The groups of the shipped games, in order: what `games/menu.txt` says.
///
/// ```
/// use masume_engine::game_groups;
///
/// assert!(game_groups().iter().any(|group| group.games.contains(&"sokoban")));
/// ```
pub fn game_groups() -> &'static [GameGroup] {
    include!(concat!(env!("OUT_DIR"), "/game_groups.rs"))
}

/// Set-ups of a game that are worth offering before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSetUps {
    /// The game's name.
    pub name: &'static str,
    /// Each as an id without a seed; [`parse_id`](crate::parse_id) reads it.
    pub ids: &'static [&'static str],
}

/// Set-ups to be offered: what `games/menu.txt` says.
///
/// ```
/// use masume_engine::{game_set_ups, parse_id};
///
/// for game in game_set_ups() {
///     assert!(game.ids.iter().all(|id| parse_id(id).is_ok()));
/// }
/// ```
pub fn game_set_ups() -> &'static [GameSetUps] {
    include!(concat!(env!("OUT_DIR"), "/game_set_ups.rs"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, parse_id};

    #[test]
    fn every_game_is_in_exactly_one_group() {
        let mut grouped: Vec<&str> =
            game_groups().iter().flat_map(|group| group.games).copied().collect();
        grouped.sort_unstable();
        let shipped: Vec<&str> = shipped_games().iter().map(|game| game.name).collect();
        assert_eq!(grouped, shipped);
        let names: Vec<&str> = game_groups().iter().map(|group| group.name).collect();
        assert_eq!(names.len(), 4, "{names:?}");
    }

    #[test]
    fn every_set_up_can_be_begun_and_is_not_the_usual_one() {
        for set_ups in game_set_ups() {
            let shipped = shipped_games().iter().find(|it| it.name == set_ups.name);
            let text = shipped.expect("a shipped game").text;
            for id in set_ups.ids {
                let game = Game::load(text).game.expect("a game");
                let usual = game.id(set_ups.name, &Default::default());
                let read = parse_id(id).expect("an id");
                assert_eq!(read.name, set_ups.name);
                let game = game.with_options(&read.options).expect(id);
                game.start(&read.setup).expect(id);
                assert_eq!(game.id(&read.name, &read.setup), format!("{id}#0"));
                assert_ne!(format!("{id}#0"), usual);
            }
        }
    }

    #[test]
    fn shipped_games_are_sorted_and_have_text() {
        let games = shipped_games();
        assert!(games.is_sorted_by(|one, other| one.name < other.name));
        assert!(games.iter().all(|game| !game.text.is_empty()));
    }
}
