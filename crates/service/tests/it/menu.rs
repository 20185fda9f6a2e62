//! What is chosen before a game: the menu, languages, phrases, options.

use expect_test::expect;
use masume_engine::shipped_games;
use serde_json::{Value, json};

use super::support::{ask, refusal, service, snapshot};

/// The menu, with boards.
fn menu(service: &mut masume_service::Service) -> Value {
    let line = json!({ "id": 1, "view": true, "ask": "menu" }).to_string();
    let reply: Value = serde_json::from_str(&service.ask_line(&line, &mut |_| ())).unwrap();
    reply["answer"]["menu"].clone()
}

#[test]
fn the_menu_has_every_game_once_with_a_board() {
    let mut service = service();
    let menu = menu(&mut service);
    let groups = menu["groups"].as_array().unwrap();
    let games: Vec<&Value> =
        groups.iter().flat_map(|group| group["games"].as_array().unwrap()).collect();
    let mut names: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    let shipped: Vec<&str> = shipped_games().iter().map(|game| game.name).collect();
    assert_eq!(names, shipped);
    for game in games {
        let preview = &game["preview"];
        let looks = preview["looks"].as_array().unwrap_or_else(|| panic!("{game}"));
        // An empty board is no picture.
        assert!(looks.len() > 1, "{game}");
        let cells = preview["cells"].as_array().unwrap();
        assert!(cells.iter().all(|cell| cell["label"] == ""), "{game}");
    }
    let titles: Vec<&Value> = groups.iter().map(|group| &group["title"]).collect();
    assert_eq!(titles[0], "To begin with");
    expect![[r#"[{"tag":"en","title":"English"},{"tag":"ja","title":"日本語"}]"#]]
        .assert_eq(&menu["languages"].to_string());
}

#[test]
fn a_game_of_the_menu_says_what_can_be_begun() {
    let reply = ask(&mut service(), json!("menu"));
    let game = |name: &str| {
        let groups = reply["answer"]["menu"]["groups"].as_array().unwrap();
        let mut games = groups.iter().flat_map(|group| group["games"].as_array().unwrap());
        games.find(|game| game["name"] == name).unwrap().to_string()
    };
    expect![[r#"{"about":"Grow or jump; neighbours change to your colour.","done":0,"level":null,"levels":0,"name":"ataxx","preview":null,"progress":"","setups":[{"id":"ataxx","title":"usual"},{"id":"ataxx:5x5","title":"5x5"},{"id":"ataxx:9x9","title":"9x9"}],"title":"Ataxx","waiting":false}"#]].assert_eq(&game("ataxx"));
    expect![[r#"{"about":"Push every box onto a goal.","done":0,"level":1,"levels":44,"name":"sokoban","preview":null,"progress":"","setups":[],"title":"Sokoban","waiting":false}"#]].assert_eq(&game("sokoban"));
}

#[test]
fn another_language_is_spoken_with_a_game_and_without() {
    let mut service = service();
    assert_eq!(ask(&mut service, json!({ "language": "ja" }))["answer"], json!({ "done": true }));
    let phrases = ask(&mut service, json!("phrases"))["answer"]["phrases"].clone();
    assert_eq!(phrases["command-undo"], "一手戻す");
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    let english = snapshot(&mut service, json!({ "language": "en" }));
    assert!(english["heading"].as_str().unwrap().contains("Sokoban"), "{english}");
    assert!(refusal(&mut service, json!({ "language": "xx" })).contains("xx"));
}

#[test]
fn phrases_are_told_with_the_names_of_their_values() {
    let reply = ask(&mut service(), json!("phrases"));
    let phrases = reply["answer"]["phrases"].as_object().unwrap();
    assert!(phrases.keys().any(|id| id.starts_with("page-")), "{phrases:?}");
    assert_eq!(phrases["page-solved"], "{$done} of {$count}");
    assert_eq!(phrases["command-undo"], "undo");
    assert!(!phrases.contains_key("gone"));
}

#[test]
fn options_are_what_load_takes() {
    let mut service = service();
    let none = refusal(&mut service, json!("options"));
    assert!(none.contains("no game"), "{none}");
    snapshot(&mut service, json!({ "load": { "name": "2048" } }));
    let options = ask(&mut service, json!("options"))["answer"]["options"].clone();
    let lines: Vec<String> = options.as_array().unwrap().iter().map(Value::to_string).collect();
    expect![[r#"
        {"kind":"size","label":"size of the board","name":"size","range":"2x2 to 1024x1024","value":"4x4","values":null}
        {"kind":"number","label":"two","name":"two","range":"0% to 100%","value":"90%","values":null}
        {"kind":"seed","label":"seed","name":"seed","range":"type a number for the same game again","value":"","values":null}"#]].assert_eq(&lines.join("\n"));
    let load = json!({ "name": "2048", "size": "3x3", "seed": 4, "options": { "two": "75%" } });
    let begun = snapshot(&mut service, json!({ "load": load }));
    assert_eq!(begun["id"], "2048:3x3,two=75%#4");

    let opponents = json!({ "white": "easy" });
    let load = json!({ "load": { "name": "othello", "opponents": opponents } });
    snapshot(&mut service, load);
    let options = ask(&mut service, json!("options"))["answer"]["options"].clone();
    let lines: Vec<String> = options.as_array().unwrap().iter().map(Value::to_string).collect();
    expect![[r#"
        {"kind":"size","label":"size of the board","name":"size","range":"4x4 to 1024x1024","value":"8x8","values":null}
        {"kind":"opponent","label":"black","name":"black","range":null,"value":"","values":[{"title":"a person, at this screen","value":""},{"title":"easy","value":"easy"},{"title":"medium","value":"medium"},{"title":"hard","value":"hard"}]}
        {"kind":"opponent","label":"white","name":"white","range":null,"value":"easy","values":[{"title":"a person, at this screen","value":""},{"title":"easy","value":"easy"},{"title":"medium","value":"medium"},{"title":"hard","value":"hard"}]}"#]].assert_eq(&lines.join("\n"));
}
