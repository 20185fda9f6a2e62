//! Messages that call the bot by its name, and the request in each.

use masume_engine::{GameId, parse_id};
use masume_presentation::locale::Locale;
use masume_presentation::size::read_size;
use masume_search::agent::AgentSpec;
use masume_service::shipped_game;

/// The word that calls the bot.
const NAME: &str = "masume";

/// Request of a message that calls the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mention {
    /// Ways to speak with the bot.
    Usage,
    /// The games that there are.
    List,
    /// The help of this game.
    Help(String),
    /// Another language in this room.
    Language(Locale),
    /// Pictures of large boards in this room, or none.
    Pictures(bool),
    /// A game.
    Game(Box<RequestedGame>),
    /// A game of which the text was sent.
    Text(String),
    /// Nothing that is understood.
    Unknown(String),
}

/// Game that a person asks for, with its opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestedGame {
    pub(crate) id: GameId,
    pub(crate) against: Option<Against>,
}

/// Opponent who sits for the second player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Against {
    Person(String),
    Agent(AgentSpec),
}

/// The request in a message; `None` if the message is not for the bot.
pub(crate) fn mention(text: &str) -> Option<Mention> {
    let text = text.trim_start().trim_start_matches('@');
    let (name, rest) = text.split_at_checked(NAME.len())?;
    if !name.eq_ignore_ascii_case(NAME) {
        return None;
    }
    let rest = match rest.chars().next() {
        None => return Some(Mention::Usage),
        Some(next) if next.is_whitespace() || [':', ',', '、'].contains(&next) => {
            rest[next.len_utf8()..].trim()
        }
        Some(_) => return None,
    };
    let game = rest.trim_start_matches("```").trim_end_matches("```").trim_start();
    if game.starts_with("game ") && game.contains('\n') {
        return Some(Mention::Text(format!("{}\n", game.trim_end())));
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    Some(match words.as_slice() {
        [] => Mention::Usage,
        ["help" | "ヘルプ"] => Mention::Usage,
        ["list" | "一覧"] => Mention::List,
        ["help" | "ヘルプ", name] => Mention::Help((*name).to_owned()),
        ["language" | "言語", tag] => match Locale::ALL.into_iter().find(|it| it.tag() == *tag) {
            Some(locale) => Mention::Language(locale),
            None => Mention::Unknown((*tag).to_owned()),
        },
        ["pictures" | "画像", choice] => match *choice {
            "on" | "あり" => Mention::Pictures(true),
            "off" | "なし" => Mention::Pictures(false),
            other => Mention::Unknown(other.to_owned()),
        },
        [id, options @ ..] => match game_of(id, options) {
            Ok(game) => Mention::Game(Box::new(game)),
            Err(word) => Mention::Unknown(word),
        },
    })
}

/// The game of an id and the words behind it; else the word that is not understood.
fn game_of(word: &str, options: &[&str]) -> Result<RequestedGame, String> {
    let unknown = || word.to_owned();
    // A name such as 2048 is no level.
    let id = parse_id(word).map_err(|_| unknown())?;
    let shipped = shipped_game(&id.name).ok_or_else(unknown)?;
    let id = GameId { name: shipped.name.to_owned(), ..id };
    let mut game = RequestedGame { id, against: None };
    let mut options = options.iter();
    while let Some(&option) = options.next() {
        let unknown = || option.to_owned();
        if option.eq_ignore_ascii_case("vs") || option == "対" {
            game.against = Some(against(options.next().ok_or_else(unknown)?).ok_or_else(unknown)?);
        } else if option.starts_with('@') {
            game.against = against(option);
        } else if let Ok(level @ 1..) = option.parse::<usize>() {
            game.id.setup.level = Some(level);
        } else if let Some(size) = read_size(option) {
            game.id.setup.size = Some(size);
        } else if let Some(seed) = option.strip_prefix('#').and_then(|it| it.parse().ok()) {
            (game.id.setup.seed, game.id.has_seed) = (seed, true);
        } else if let Some((name, value)) = option.split_once('=') {
            game.id.options.push((name.to_owned(), value.to_owned()));
        } else {
            return Err(unknown());
        }
    }
    Ok(game)
}

fn against(word: &str) -> Option<Against> {
    match word.strip_prefix('@') {
        Some("") => None,
        Some(_) => Some(Against::Person(word.to_owned())),
        None => word.parse().ok().map(Against::Agent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_for_the_bot_is_heard() {
        for text in ["", "hello", "masumex sokoban", "I like masume", "mas", "マスメ"] {
            assert_eq!(mention(text), None, "{text}");
        }
        for text in ["masume", " Masume ", "masume help", "@masume", "masume: help"] {
            assert_eq!(mention(text), Some(Mention::Usage), "{text}");
        }
        assert_eq!(mention("masume list"), Some(Mention::List));
        assert_eq!(mention("masume language ja"), Some(Mention::Language(Locale::Japanese)));
        assert_eq!(mention("masume pictures off"), Some(Mention::Pictures(false)));
        assert_eq!(mention("masume 画像 あり"), Some(Mention::Pictures(true)));
        assert_eq!(mention("masume pictures x"), Some(Mention::Unknown("x".to_owned())));
        assert_eq!(mention("masume language tlh"), Some(Mention::Unknown("tlh".to_owned())));
        assert_eq!(mention("masume nothing"), Some(Mention::Unknown("nothing".to_owned())));
        let text = "masume\n```\ngame A\nlegend\n  . nothing\n```";
        let Some(Mention::Text(game)) = mention(text) else { panic!("it is a game") };
        assert_eq!(game, "game A\nlegend\n  . nothing\n");
    }

    #[test]
    fn games_are_said_in_words_or_as_ids() {
        let game = |text: &str| match mention(text) {
            Some(Mention::Game(game)) => Some((game.id.to_owned(), game.against)),
            _ => None,
        };
        let same = |one: &str, other: &str| assert_eq!(game(one), game(other), "{one}");
        same("masume sokoban 3", "masume Sokoban/3");
        same("masume 2048 5x5", "masume 2048:5x5");
        same("masume 2048 5×5 two=75% #7", "masume 2048:5x5,two=75%#7");
        same("masume othello @anna", "masume othello vs @anna");
        let (_, agent) = game("masume othello vs medium").unwrap();
        assert!(matches!(agent, Some(Against::Agent(_))));
        for text in
            ["masume sokoban 0", "masume sokoban x", "masume othello vs", "masume othello @"]
        {
            let found = mention(text);
            assert!(
                matches!(&found, Some(Mention::Unknown(_)))
                    || matches!(&found, Some(Mention::Game(game)) if game.against.is_none()),
                "{text}: {found:?}"
            );
        }
    }
}
