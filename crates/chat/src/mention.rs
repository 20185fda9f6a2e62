//! Messages that call the bot by its name, and the request in each.

use masume_engine::{GameId, parse_id};
use masume_presentation::locale::Locale;
use masume_presentation::size::read_size;
use masume_presentation::text::orders::is_level;
use masume_search::agent::AgentSpec;

use crate::titles::{Titles, narrow};

/// The word that calls the bot.
const NAME: &str = "masume";
/// The most words of a title.
const LONGEST_TITLE: usize = 4;

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
pub(crate) fn mention(text: &str, titles: &Titles) -> Option<Mention> {
    // In the text of a game, each letter is what it is.
    let rest = rest_of_call(text).unwrap_or_default();
    let game = rest.trim_start_matches("```").trim_end_matches("```").trim_start();
    if game.starts_with("game ") && game.contains('\n') {
        return Some(Mention::Text(format!("{}\n", game.trim_end())));
    }
    let text = narrow(text);
    let words: Vec<&str> = rest_of_call(&text)?.split_whitespace().collect();
    let plain: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    Some(match plain.as_slice() {
        [] | ["help" | "ヘルプ"] => Mention::Usage,
        ["list" | "一覧"] => Mention::List,
        ["help" | "ヘルプ", name @ ..] => {
            let name = name.join(" ");
            Mention::Help(titles.game(&name).map_or(name, str::to_owned))
        }
        ["language" | "言語", tag] => match Locale::ALL.into_iter().find(|it| it.tag() == *tag) {
            Some(locale) => Mention::Language(locale),
            None => Mention::Unknown((*tag).to_owned()),
        },
        ["pictures" | "画像", choice] => match *choice {
            "on" | "あり" => Mention::Pictures(true),
            "off" | "なし" => Mention::Pictures(false),
            other => Mention::Unknown(other.to_owned()),
        },
        _ => match game_of(&words, titles) {
            Ok(game) => Mention::Game(Box::new(game)),
            Err(word) => Mention::Unknown(word),
        },
    })
}

/// What is said behind the name of the bot, where a message begins with that.
fn rest_of_call(text: &str) -> Option<&str> {
    let text = text.trim_start().trim_start_matches('@');
    let (name, rest) = text.split_at_checked(NAME.len())?;
    if !name.eq_ignore_ascii_case(NAME) {
        return None;
    }
    match rest.chars().next() {
        None => Some(""),
        Some(next) if next.is_whitespace() || [':', ',', '、'].contains(&next) => {
            Some(rest[next.len_utf8()..].trim())
        }
        Some(_) => None,
    }
}

/// The id that words begin with, of which the name or the title may have several, and how many these are.
fn id_of(words: &[&str], titles: &Titles) -> Option<(GameId, usize)> {
    let most = words.len().min(LONGEST_TITLE);
    (1..=most).rev().find_map(|count| {
        let words = words[..count].join(" ");
        // A name such as 2048 is no level.
        let id = parse_id(&words).ok()?;
        let name = titles.game(&id.name)?.to_owned();
        Some((GameId { name, ..id }, count))
    })
}

/// The game of an id and the words behind it; else the word that is not understood.
fn game_of(words: &[&str], titles: &Titles) -> Result<RequestedGame, String> {
    let unknown = || words.first().copied().unwrap_or_default().to_owned();
    let (id, count) = id_of(words, titles).ok_or_else(unknown)?;
    let mut game = RequestedGame { id, against: None };
    let mut options = words[count..].iter();
    while let Some(&option) = options.next() {
        let unknown = || option.to_owned();
        if option.eq_ignore_ascii_case("vs") || option == "対" {
            let opponent = *options.next().ok_or_else(unknown)?;
            game.against = Some(against(opponent).ok_or_else(|| opponent.to_owned())?);
        } else if is_level(option) {
            let level = options.next().ok_or_else(unknown)?;
            let number = level.parse().ok().filter(|it| *it > 0);
            game.id.setup.level = Some(number.ok_or_else(|| (*level).to_owned())?);
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
    use masume_presentation::locale::Phrases;

    fn mentioned(text: &str) -> Option<Mention> {
        mention(text, &Titles::of(&Locale::ALL.map(Phrases::new)))
    }

    #[test]
    fn only_what_is_for_the_bot_is_heard() {
        let mention = mentioned;
        for text in ["", "hello", "masumex sokoban", "I like masume", "mas", "マスメ"] {
            assert_eq!(mention(text), None, "{text}");
        }
        for text in
            ["masume", " Masume ", "masume help", "@masume", "masume: help", "ｍａｓｕｍｅ　ヘルプ"]
        {
            assert_eq!(mention(text), Some(Mention::Usage), "{text}");
        }
        for text in ["masume list", "Masume List", "masume 一覧"] {
            assert_eq!(mention(text), Some(Mention::List));
        }
        for text in
            ["masume help Connect Four", "masume ヘルプ 四目落とし", "masume help connect-four"]
        {
            assert_eq!(mention(text), Some(Mention::Help("connect-four".to_owned())), "{text}");
        }
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
        let game = |text: &str| match mentioned(text) {
            Some(Mention::Game(game)) => Some((game.id.to_owned(), game.against)),
            _ => None,
        };
        let same = |one: &str, other: &str| assert_eq!(game(one), game(other), "{one}");
        same("masume sokoban 3", "masume Sokoban/3");
        same("masume 2048 5x5", "masume 2048:5x5");
        same("masume 2048 5×5 two=75% #7", "masume 2048:5x5,two=75%#7");
        same("masume othello @anna", "masume othello vs @anna");
        same("masume 倉庫番　３", "masume sokoban 3");
        same("masume 倉庫番/3", "masume sokoban 3");
        same("masume Sokoban Level 3", "masume sokoban 3");
        same("masume 倉庫番 レベル　３", "masume sokoban 3");
        for (text, word) in [
            ("vs grandmaster", "grandmaster"),
            ("vs", "vs"),
            ("level", "level"),
            ("level x", "x"),
            ("level 0", "0"),
        ] {
            let unknown = Some(Mention::Unknown(word.to_owned()));
            assert_eq!(mentioned(&format!("masume othello {text}")), unknown);
        }
        same("masume Connect Four vs @Anna", "masume connect-four vs @Anna");
        same("masume robots bsd", "masume robots-bsd");
        assert_ne!(game("masume othello vs @Anna"), game("masume othello vs @anna"));
        let (_, agent) = game("masume othello vs medium").unwrap();
        assert!(matches!(agent, Some(Against::Agent(_))));
        for text in
            ["masume sokoban 0", "masume sokoban x", "masume othello vs", "masume othello @"]
        {
            let found = mentioned(text);
            assert!(
                matches!(&found, Some(Mention::Unknown(_)))
                    || matches!(&found, Some(Mention::Game(game)) if game.against.is_none()),
                "{text}: {found:?}"
            );
        }
    }
}
