//! Titles of shipped games, as people write them.

use std::collections::BTreeMap;

use masume_engine::shipped_games;
use masume_presentation::locale::Phrases;

/// Names and titles of shipped games in all languages, without what people leave out or write in other ways.
#[derive(Debug)]
pub(crate) struct Titles(BTreeMap<String, &'static str>);

impl Titles {
    /// Those of these languages.
    pub(crate) fn of<'a>(languages: impl IntoIterator<Item = &'a Phrases>) -> Self {
        let named = shipped_games().iter().map(|it| (bare(it.name), it.name));
        let mut titles: BTreeMap<String, &'static str> = named.collect();
        for phrases in languages {
            for game in shipped_games() {
                if let Some(title) = phrases.of_shipped(game.name, "title") {
                    titles.entry(bare(&title)).or_insert(game.name);
                }
            }
        }
        Self(titles)
    }

    /// Name of the shipped game that is called so.
    pub(crate) fn game(&self, called: &str) -> Option<&'static str> {
        self.0.get(&bare(called)).copied()
    }
}

/// Letters and digits alone: `Nine Men's Morris` is `nine-mens-morris`.
fn bare(title: &str) -> String {
    let letters = title.chars().map(narrow_letter).filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The text with letters of full width, which keyboards for Japanese write, as those of half width.
pub(crate) fn narrow(text: &str) -> String {
    text.chars().map(narrow_letter).collect()
}

fn narrow_letter(letter: char) -> char {
    // Both rows have the same order.
    const DISTANCE: u32 = '！' as u32 - '!' as u32;
    match letter {
        '\u{3000}' => ' ',
        '！'..='～' => char::from_u32(u32::from(letter) - DISTANCE).unwrap_or(letter),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use masume_presentation::locale::Locale;

    #[test]
    fn games_are_called_by_names_and_titles() {
        let languages = Locale::ALL.map(Phrases::new);
        let titles = Titles::of(&languages);
        for (called, game) in [
            ("tic-tac-toe", Some("tic-tac-toe")),
            ("Nine Men's Morris", Some("nine-mens-morris")),
            ("三目並べ", Some("tic-tac-toe")),
            ("ペグソリテール", Some("peg-solitaire")),
            ("２０４８", Some("2048")),
            ("sokobam", None),
            ("", None),
            ("!", None),
        ] {
            assert_eq!(titles.game(called), game, "{called}");
        }
        // No two games have the same title.
        for phrases in &languages {
            for game in shipped_games() {
                let title = phrases.of_shipped(game.name, "title");
                assert_eq!(titles.game(&title.unwrap_or(game.name.to_owned())), Some(game.name));
            }
        }
    }

    #[test]
    fn letters_of_full_width_are_narrow() {
        assert_eq!(narrow("ｃ２　ｆ５、戻す！"), "c2 f5、戻す!");
    }
}
