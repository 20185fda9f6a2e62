//! Texts explained: what stands at a place, the manual, levels; and why an action cannot be done.

use serde_json::{Value, json};

use super::support::{ask, ask_all, refusal, service, snapshot};

const GAME: &str = "game 箱 Boxes

pieces
  ground: goal
  thing:  player box

legend
  .  nothing
  @  player
  *  box on goal

let free = [no thing]

action step in d when some player
  player free -> _ player

level \"One\"
  @.
  ..

level \"\"
  *@
";

/// The answer to a question about a text, in these units.
fn answer(question: Value, units: &str) -> Value {
    let line = json!({ "id": 1, "units": units, "ask": question }).to_string();
    let reply: Value = serde_json::from_str(&service().ask_line(&line, &mut |_| ())).unwrap();
    reply["answer"].clone()
}

/// What is said of the first place of a word in the game.
fn hover(word: &str) -> Value {
    let at = GAME.find(word).unwrap() + 1;
    answer(json!({ "hover": { "text": GAME, "at": at } }), "bytes")["hover"].clone()
}

#[test]
fn words_names_and_mistakes_are_explained() {
    // A word of the language, a name of a definition, of a piece, of an action.
    for (word, title, line) in [
        ("some", "some", "from the specification, chapter"),
        ("free ->", "free", "let free = [no thing]"),
        ("box\n", "box", "thing:  player box"),
        ("step", "step", "action step in d when some player"),
    ] {
        let told = hover(word);
        assert_eq!(told["title"], title, "{told}");
        assert!(told["lines"].to_string().contains(line), "{told}");
    }
    let wrong = GAME.replace("_ player", "_ playr");
    for units in ["bytes", "utf16"] {
        let before = &wrong[..wrong.find("playr").unwrap()];
        let at = if units == "bytes" { before.len() } else { before.encode_utf16().count() };
        let told = answer(json!({ "hover": { "text": wrong, "at": at + 1 } }), units);
        assert_eq!(told["hover"]["span"], json!({ "start": at, "end": at + 5 }), "{told}");
        assert!(told["hover"]["title"].as_str().unwrap().starts_with("E0"), "{told}");
    }
}

#[test]
fn the_manual_and_the_specification_are_read() {
    let mut service = service();
    let page = ask(&mut service, json!({ "manual": "e0402" }))["answer"]["text"].clone();
    assert!(page.as_str().unwrap().starts_with("# E0402"), "{page}");
    assert!(refusal(&mut service, json!({ "manual": "x".repeat(10_000) })).contains("xxx..."));
    let chapters = ask(&mut service, json!("chapters"))["answer"]["chapters"].clone();
    for chapter in chapters.as_array().unwrap() {
        let text = ask(&mut service, json!({ "chapter": chapter["name"] }));
        let title = chapter["title"].as_str().unwrap();
        let text = text["answer"]["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("# {title}")), "{title}");
    }
    assert_eq!(chapters[0], json!({ "name": "01-first-game", "title": "1 Your first game" }));
    assert!(refusal(&mut service, json!({ "chapter": "none" })).contains("none"));
}

#[test]
fn every_example_of_the_specification_is_a_game_that_begins() {
    let mut service = service();
    let chapters = ask(&mut service, json!("chapters"))["answer"]["chapters"].clone();
    let (mut right, mut wrong) = (0, 0);
    for chapter in chapters.as_array().unwrap() {
        let text = ask(&mut service, json!({ "chapter": chapter["name"] }));
        let lines: Vec<&str> = text["answer"]["text"].as_str().unwrap().lines().collect();
        let examples = ask(&mut service, json!({ "examples": chapter["name"] }));
        for example in examples["answer"]["examples"].as_array().unwrap() {
            let line = example["line"].as_u64().unwrap() as usize;
            assert!(lines[line - 2].starts_with("```masume"), "{chapter} {line}");
            let loaded = ask(&mut service, json!({ "load": { "text": example["text"] } }));
            let is_wrong = example["is_wrong"].as_bool().unwrap();
            // What is shown for its warnings is a game.
            assert!(is_wrong || loaded["answer"].is_object(), "{chapter} {line}: {loaded}");
            *(if is_wrong { &mut wrong } else { &mut right }) += 1;
        }
    }
    assert!(right > 200 && wrong > 20, "{right} and {wrong}");
    assert!(refusal(&mut service, json!({ "examples": "none" })).contains("none"));
}

#[test]
fn levels_of_a_text_have_places_and_glyphs() {
    let told = answer(json!({ "levels-of": GAME }), "utf16")["levels"].clone();
    let titles: Vec<&Value> =
        told["levels"].as_array().unwrap().iter().map(|level| &level["title"]).collect();
    assert_eq!(titles, ["One", ""], "{told}");
    let glyphs = json!([
        { "glyph": ".", "label": "nothing", "is_empty": true },
        { "glyph": "@", "label": "player", "is_empty": false },
        { "glyph": "*", "label": "box on goal", "is_empty": false },
    ]);
    assert_eq!((&told["glyphs"], &told["numbers"]), (&glyphs, &json!(false)));
    let units: Vec<u16> = GAME.encode_utf16().collect();
    for level in told["levels"].as_array().unwrap() {
        for row in level["rows"].as_array().unwrap() {
            let place = |name: &str| row["span"][name].as_u64().unwrap() as usize;
            let found = String::from_utf16(&units[place("start")..place("end")]).unwrap();
            assert_eq!(row["text"], found.as_str());
        }
    }
    // Where no line of the legend says so, a dot stands for nothing; where one says otherwise, there is no such glyph.
    let blanks = |legend: &str| {
        let text = format!("game G\n\npieces\n  thing: stone\n\nlegend\n{legend}");
        let told = answer(json!({ "levels-of": text }), "bytes")["levels"]["glyphs"].clone();
        let glyphs = told.as_array().unwrap().iter().filter(|it| it["is_empty"] == json!(true));
        glyphs.map(|it| it["glyph"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(blanks("  o  stone\n"), ["."]);
    assert_eq!(blanks("  -  nothing\n  o  stone\n"), ["-"]);
    assert!(blanks("  .  stone\n").is_empty());
    let broken = answer(json!({ "levels-of": GAME.replace("legend", "legnd") }), "bytes");
    assert_eq!(broken["levels"]["levels"].as_array().unwrap().len(), 2, "{broken}");
}

#[test]
fn why_an_action_cannot_be_done_is_told() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "own", "text": GAME } }));
    let why = |service: &mut masume_service::Service, action: &str| {
        ask(service, json!({ "why": action }))["answer"]["why"].clone()
    };
    let can = why(&mut service, "step right");
    assert_eq!(can, json!({ "lines": ["step right can be done now"], "line": null, "code": null }));
    let action = GAME.lines().position(|line| line.starts_with("action")).unwrap() + 1;
    let blocked = why(&mut service, "step left");
    assert_eq!((&blocked["line"], &blocked["code"]), (&json!(action), &json!("E0411")));
    assert!(blocked["lines"][0].as_str().unwrap().contains("change nothing"), "{blocked}");
    let unknown = why(&mut service, "fly");
    assert!(unknown["lines"][0].as_str().unwrap().contains("fly"), "{unknown}");
    assert_eq!(unknown["code"], "E0410");
    assert_eq!(ask(&mut service, json!({ "act": "fly" }))["error"]["why"], unknown);
    let without = GAME.replace("  @.\n  ..", "  ..\n  ..");
    snapshot(&mut service, json!({ "load": { "name": "own", "text": without } }));
    let condition = why(&mut service, "step right");
    assert_eq!(condition["line"], action, "{condition}");
    assert!(condition["lines"][0].as_str().unwrap().contains("condition"), "{condition}");
    let text = GAME
        .replace("  player free -> _ player\n", "  player free -> _ player\n  require some goal\n");
    snapshot(&mut service, json!({ "load": { "name": "own", "text": text } }));
    let unmet = why(&mut service, "step right");
    assert_eq!(unmet["line"], action + 2, "{unmet}");
    assert!(unmet["lines"][0].as_str().unwrap().contains("`require some goal`"), "{unmet}");
    // Who does it is told the same.
    let refused = ask(&mut service, json!({ "key": "right" }))["error"].clone();
    assert_eq!(refused["why"], unmet, "{refused}");
    let (_, notices) = ask_all(&mut service, json!({ "say": "step right" }));
    assert_eq!(notices[0]["event"]["refused"], unmet, "{notices:?}");
}

#[test]
fn rules_that_matched_and_changed_nothing_are_traced() {
    let mut service = service();
    let text = GAME.replace(
        "  player free -> _ player\n",
        "  player free -> _ player\n  [player] -> [player]\n",
    );
    snapshot(&mut service, json!({ "load": { "name": "own", "text": text } }));
    snapshot(&mut service, json!({ "act": "step right" }));
    let trace = ask(&mut service, json!("trace"))["answer"]["trace"].clone();
    let steps = trace["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 2, "{trace}");
    assert_eq!(steps[0]["changed"], json!(["a1", "b1"]));
    assert_eq!(steps[0]["matched"], json!([["a1", "b1"]]));
    assert_eq!((&steps[1]["changed"], &steps[1]["matched"]), (&json!([]), &json!([["b1"]])));
}

#[test]
fn a_level_is_rated_within_its_budget() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    let rated = ask(&mut service, json!({ "rate": 1 }))["answer"]["rating"].clone();
    assert_eq!(rated["verdict"], "won", "{rated}");
    assert!(rated["rating"]["difficulty"].as_f64().unwrap() > 0.0, "{rated}");
    let line = json!({ "id": 1, "budget": { "nodes": 1 }, "ask": { "rate": 2 } }).to_string();
    let reply: Value = serde_json::from_str(&service.ask_line(&line, &mut |_| ())).unwrap();
    let rated = &reply["answer"]["rating"];
    assert_eq!((&rated["verdict"], &rated["rating"]), (&json!("unknown"), &Value::Null));
    assert!(!rated["reason"].as_str().unwrap().is_empty());
    assert!(refusal(&mut service, json!({ "rate": 99 })).contains("99"));
    snapshot(&mut service, json!({ "load": { "name": "othello" } }));
    assert!(!refusal(&mut service, json!({ "rate": null })).is_empty());
}

#[test]
fn long_and_hostile_texts_are_answered() {
    let mut service = service();
    let long = "action 箱 \u{1f4a3} -> `[{(".repeat(400_000);
    for question in [
        json!({ "hover": { "text": long, "at": u32::MAX } }),
        json!({ "hover": { "text": "`".repeat(1 << 19), "at": 7 } }),
        json!({ "levels-of": long }),
        json!({ "levels-of": "level \"\"\n  .\n".repeat(60_000) }),
        json!({ "manual": "" }),
        json!({ "chapter": "../errors/E0101" }),
        json!({ "why": "x".repeat(1 << 20) }),
        json!({ "rate": usize::MAX }),
    ] {
        let reply = ask(&mut service, question);
        assert!(reply["answer"].is_object() || reply["error"].is_object(), "{reply}");
    }
}
