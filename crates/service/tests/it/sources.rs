//! Texts of games: formatted, coloured, completed, mended, with spans in both units.

use serde_json::{Value, json};

use super::support::{ask, service};

const GAME: &str = "game 箱 Boxes

pieces
  ground: goal
  thing:  player box

legend
  .  nothing
  @  player

action step in d
  player empty -> _ playr

level \"One\"
  @.
";

fn in_units(question: Value, units: &str) -> Value {
    let line = json!({ "id": 1, "units": units, "ask": question }).to_string();
    serde_json::from_str(&service().ask_line(&line, &mut |_| ())).unwrap()
}

#[test]
fn a_misspelt_name_has_an_edit_that_mends_it() {
    for units in ["bytes", "utf16"] {
        let fixes = in_units(json!({ "fix": GAME }), units)["answer"]["fixes"].clone();
        let fix = &fixes["fixes"][0];
        assert_eq!(fix["replacement"], "player", "{fixes}");
        let (start, end) = (fix["span"]["start"].as_u64(), fix["span"]["end"].as_u64());
        let (start, end) = (start.unwrap() as usize, end.unwrap() as usize);
        let found = match units {
            "bytes" => GAME[start..end].to_owned(),
            _ => {
                let units: Vec<u16> = GAME.encode_utf16().collect();
                String::from_utf16(&units[start..end]).unwrap()
            }
        };
        assert_eq!(found, "playr", "{units}");
        let mended = GAME.replace("playr", "player");
        let clean = in_units(json!({ "fix": mended }), units)["answer"]["fixes"].clone();
        assert_eq!(clean["fixes"], json!([]), "{clean}");
    }
}

#[test]
fn every_token_lies_in_the_text_and_in_order() {
    let tokens = ask(&mut service(), json!({ "tokens": GAME }))["answer"]["tokens"].clone();
    let mut last = 0;
    for token in tokens.as_array().unwrap() {
        let (start, end) =
            (token["span"]["start"].as_u64().unwrap(), token["span"]["end"].as_u64());
        assert!(last <= start && start < end.unwrap() && end.unwrap() as usize <= GAME.len());
        last = end.unwrap();
    }
    let kind = |word: &str| {
        let at = GAME.find(word).unwrap() as u64;
        let found = tokens.as_array().unwrap().iter().find(|it| it["span"]["start"] == at);
        found.map(|it| it["kind"].as_str().unwrap().to_owned())
    };
    assert_eq!(kind("in d").as_deref(), Some("word"));
    assert_eq!(kind("pieces").as_deref(), Some("word"));
    assert_eq!(kind("box\n").as_deref(), Some("name"));
    assert_eq!(kind("->").as_deref(), Some("sign"));
}

#[test]
fn words_that_begin_like_the_one_before_the_cursor_are_offered() {
    let at = GAME.encode_utf16().count() - "ayr\n\nlevel \"One\"\n  @.\n".encode_utf16().count();
    let complete = json!({ "complete": { "text": GAME, "at": at } });
    let offered = in_units(complete, "utf16")["answer"]["completions"].clone();
    assert_eq!(offered[0], json!({ "text": "player", "is_word": false }), "{offered}");
    let complete = json!({ "complete": { "text": "game X\naction a\n  eac", "at": 99 } });
    let offered = in_units(complete, "bytes")["answer"]["completions"].clone();
    assert_eq!(offered, json!([{ "text": "each", "is_word": true }]));
}

#[test]
fn a_text_is_formatted_or_its_mistakes_are_told() {
    let crooked = GAME.replace("player empty -> _ playr", "player   empty  ->  _ playr");
    let formatted = ask(&mut service(), json!({ "format": crooked }))["answer"]["text"].clone();
    assert_eq!(formatted.as_str(), Some(GAME));
    let refused = ask(&mut service(), json!({ "load": { "text": GAME } }))["error"].clone();
    assert!(refused["diagnostics"][0]["code"].as_str().unwrap().starts_with('E'), "{refused}");
}

#[test]
fn the_text_of_a_shipped_game_is_told() {
    let source = |name: &str| ask(&mut service(), json!({ "source": name }));
    let text = source("2048:5x5#7")["answer"]["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("game 2048\n"), "{text}");
    assert_eq!(source("2048")["answer"]["text"], text);
    let unknown = source("no-such-game")["error"].clone();
    assert_eq!(unknown["message"], "there is no game `no-such-game`");
    assert!(unknown["help"].as_str().unwrap().contains("opened from its text"), "{unknown}");
    assert!(source("../secret")["error"]["message"].is_string());
}

#[test]
fn what_shows_only_in_play_is_told_at_its_place() {
    let endless = GAME.replace("_ playr", "_ player\n  repeat: rounds += 1");
    let endless = endless.replace("legend", "value rounds\n\nlegend");
    for (units, text) in [("bytes", endless.clone()), ("utf16", endless)] {
        let read = in_units(json!({ "fix": text }), units)["answer"]["fixes"].clone();
        let is_warning = |it: &Value| it["is_error"] == false;
        assert!(read["diagnostics"].as_array().unwrap().iter().all(is_warning), "{read}");
        let tried = in_units(json!({ "try": text }), units)["answer"]["fixes"].clone();
        let found = &tried["diagnostics"][0];
        assert_eq!(found["code"], "E0501", "{tried}");
        let start = found["span"]["start"].as_u64().unwrap() as usize;
        let before: String = match units {
            "bytes" => text[..start].to_owned(),
            _ => {
                let units: Vec<u16> = text.encode_utf16().collect();
                String::from_utf16(&units[..start]).unwrap()
            }
        };
        assert!(text[before.len()..].starts_with("repeat"), "{units}: {}", &text[before.len()..]);
    }
    let wrong = in_units(json!({ "try": GAME }), "bytes")["answer"]["fixes"].clone();
    assert_eq!(wrong["diagnostics"], json!([]), "a text with errors is not played: {wrong}");
}

#[test]
fn words_of_every_section_are_offered() {
    for (text, word) in [
        ("pieces\n  thing: stone\n\ndisplay\n  stone \"o\"\n    pic", "picture"),
        ("game X\n\nlev", "level"),
        ("display\n  stone \"o\" ora", "orange"),
        ("display\n  stone \"o\" orange di", "disc"),
    ] {
        let question = json!({ "complete": { "text": text, "at": text.len() } });
        let offered = ask(&mut service(), question)["answer"]["completions"].clone();
        let expected = json!({ "text": word, "is_word": true });
        assert!(offered.as_array().unwrap().contains(&expected), "{word}: {offered}");
    }
}
