//! The menu, the help, the trace.

use masume_presentation::menu::list::{Item, Menu};

use super::*;
use crate::tui::perform::Outward;

fn menu(kind: Kind) -> App {
    let facts = Facts {
        widths: Widths::by_table(signs()),
        palette: Palette::new(kind.depth, ThemeChoice::Dark, None),
        most: kind.most,
        size: kind.size,
    };
    let items = (0..30).map(|index| Item {
        name: format!("game-{index}"),
        title: format!("Game {index}"),
        about: format!("It is number {index}."),
        progress: if index == 2 { "3 of 5 solved".to_owned() } else { String::new() },
        is_begun: index == 2,
        level: None,
        ..Item::default()
    });
    let menu = Menu::new(items.collect());
    let app = App::with_menu(facts, Host::default(), Phrases::new(kind.locale));
    App { menu: Some(menu), ..app }
}

#[test]
fn the_menu_is_walked_through_and_opens_games() {
    let open = |name: &str, anew| [Request::Open { name: name.to_owned(), anew }];
    let mut app = menu(USUAL);
    shows(&app, " * Game 2");
    shows(&app, "  * waits");
    shows(&app, "3 of 5 solved");
    assert_eq!(press(&mut app, &["down", "down", "enter"]), open("game-2", false));
    assert_eq!(press(&mut app, &["N"]), open("game-2", true));
    assert_eq!(press(&mut app, &["end", "enter"]), open("game-29", false));
    shows(&app, "Game 29");
    assert_eq!(press(&mut app, &["home", "up", "page-up", "space"]), open("game-0", false));
    // A click opens what it points at.
    feed(&mut app, &Input::Press(5, 4));
    assert_eq!(feed(&mut app, &Input::Release(5, 4)), open("game-2", false));
    feed(&mut app, &Input::Press(5, 4));
    assert_eq!(feed(&mut app, &Input::Release(5, 9)), []);
    assert_eq!(feed(&mut app, &Input::Release(5, 200)), []);
    feed(&mut app, &Input::Wheel(3));
    assert_eq!(press(&mut app, &["enter"]), open("game-5", false));
    assert_eq!(press(&mut app, &["q"]), [Request::End]);
}

#[test]
fn the_menu_has_groups_and_says_what_is_out_of_sight() {
    let mut app = menu(Kind { size: (60, 12), ..USUAL });
    let item =
        |name: &str| Item { name: name.to_owned(), title: name.to_owned(), ..Item::default() };
    let group = |heading: &str, names: &[&str]| masume_presentation::menu::list::Group {
        heading: heading.to_owned(),
        items: names.iter().map(|name| item(name)).collect(),
    };
    app.menu = Some(Menu::of_groups(vec![
        group("For one", &["ash", "birch", "cedar", "elm"]),
        group("For two", &["fir", "hazel", "larch", "maple"]),
    ]));
    shows(&app, " For one");
    shows(&app, "v 3 more");
    assert!(!screen(&app).contains("^"), "{}", screen(&app));
    press(&mut app, &["l"]);
    shows(&app, "^ 2 more");
    shows(&app, " l_");
    assert_eq!(
        press(&mut app, &["enter"]),
        [Request::Open { name: "larch".to_owned(), anew: false }]
    );
    press(&mut app, &["home"]);
    // A heading is no game.
    feed(&mut app, &Input::Press(3, 2));
    assert_eq!(feed(&mut app, &Input::Release(3, 2)), []);
    feed(&mut app, &Input::Press(3, 4));
    assert_eq!(
        feed(&mut app, &Input::Release(3, 4)),
        [Request::Open { name: "birch".to_owned(), anew: false }]
    );
}

#[test]
fn the_keys_that_leave_and_help_stay_on_a_narrow_screen() {
    for locale in [Locale::English, Locale::Japanese] {
        let app = menu(Kind { size: (40, 15), locale, ..USUAL });
        let phrases = Phrases::new(locale);
        for (key, id) in
            [("Enter", "menu-key-play"), ("q", "menu-key-leave"), ("?", "menu-key-help")]
        {
            shows(&app, &format!("{key} {}", phrases.say(id, &[])));
        }
    }
}

/// Presses the mouse on these words in the last row that has them.
#[track_caller]
fn press_on(app: &mut App, words: &str) -> Vec<Request> {
    let text = screen(app);
    let found =
        text.lines().enumerate().filter_map(|(y, line)| Some((y, line.find(words)?))).last();
    let (y, byte) = found.unwrap_or_else(|| panic!("no {words:?} in\n{text}"));
    let line = text.lines().nth(y).unwrap_or_default();
    let x = unicode_width::UnicodeWidthStr::width(&line[..byte]);
    feed(app, &Input::Press(x as u16, y as u16))
}

#[test]
fn the_keys_below_the_menu_and_the_choices_are_clicked() {
    let mut app = menu(USUAL);
    assert_eq!(
        press_on(&mut app, "N begin anew"),
        [Request::Open { name: "game-0".to_owned(), anew: true }]
    );
    // What a star means is no key.
    assert_eq!(press_on(&mut app, "* waits"), []);
    assert_eq!(press_on(&mut app, "q quit"), [Request::End]);
    press_on(&mut app, "? help");
    shows(&app, "Keys of this menu");
    let mut app = shipped("2048", USUAL);
    press(&mut app, &["O"]);
    press_on(&mut app, "Up/Down choose");
    press_on(&mut app, "Left/Right change");
    shows(&app, "masume 2048:5x4");
    press_on(&mut app, "Esc back");
    assert!(app.over.is_none());
    press(&mut app, &["O"]);
    let requests = press_on(&mut app, "Enter begin");
    assert!(matches!(requests[..], [Request::Begin { .. }]), "{requests:?}");
    assert!(app.over.is_none());
}

#[test]
fn what_can_be_done_now_beside_moves_is_named_and_clicked() {
    let mut app = shipped("go", USUAL);
    shows(&app, "P pass");
    press_on(&mut app, "P pass");
    shows(&app, "1 action");
    // Where nobody can pass now, nothing says so.
    let app = shipped("othello", USUAL);
    assert!(!screen(&app).contains("pass"), "{}", screen(&app));
    let mut app = shipped("robots", USUAL);
    shows(&app, "teleport");
    press_on(&mut app, "teleport");
    shows(&app, "1 action");
    // After the end nothing can be done.
    let mut app = shipped("go", USUAL);
    press(&mut app, &["P", "P"]);
    assert!(!screen(&app).contains("P pass"), "{}", screen(&app));
}

#[test]
fn the_command_line_of_a_beginning_names_who_plays() {
    let mut app = shipped("othello", USUAL);
    press(&mut app, &["O"]);
    while !screen(&app).contains("opponent") {
        press(&mut app, &["down"]);
    }
    press(&mut app, &["end", "up", "right"]);
    shows(&app, "masume othello --opponent easy");
    assert!(!screen(&app).contains("--side"), "{}", screen(&app));
    press(&mut app, &["end", "up", "right"]);
    shows(&app, "masume othello --opponent easy --side white");
}

#[test]
fn how_a_game_begins_is_chosen_on_every_screen() {
    for locale in [Locale::English, Locale::Japanese] {
        for size in [(24, 8), (40, 15), (80, 24), (100, 35)] {
            for game in shipped_games() {
                let mut app = shipped(game.name, Kind { size, locale, ..USUAL });
                press(&mut app, &["f5"]);
                let phrases = Phrases::new(locale);
                press(&mut app, &["end"]);
                shows(&app, &phrases.say("options-begin", &[]));
                press(&mut app, &["escape"]);
                assert!(app.over.is_none(), "{}", game.name);
            }
        }
    }
    // What there is no room for is left out, not cut.
    let mut app = shipped("2048", Kind { size: (40, 15), ..USUAL });
    press(&mut app, &["O"]);
    shows(&app, "2 to 1024");
    assert!(!screen(&app).contains("type a number"), "{}", screen(&app));
    let mut app = shipped("2048", USUAL);
    press(&mut app, &["O"]);
    shows(&app, "A new game of 2048");
    shows(&app, "< usual >");
    press(&mut app, &["down", "right"]);
    shows(&app, "< 5 >");
    shows(&app, "masume 2048:5x4");
    let [Request::Begin { name: None, beginning }] = &press(&mut app, &["enter"])[..] else {
        panic!("it begins");
    };
    assert_eq!(beginning.size.map(|size| (size.width, size.height)), Some((5, 4)));
}

#[test]
fn signs_beside_a_value_are_clicked() {
    let mut app = shipped("2048", USUAL);
    press(&mut app, &["O"]);
    let text = screen(&app);
    let (y, line) =
        text.lines().enumerate().find(|(_, it)| it.contains("columns")).expect("a line");
    let x = line.find('>').expect("a sign");
    feed(&mut app, &Input::Press(x as u16, y as u16));
    shows(&app, "masume 2048:5x4");
    let x = line.find('<').expect("a sign");
    feed(&mut app, &Input::Press(x as u16, y as u16));
    feed(&mut app, &Input::Press(x as u16, y as u16));
    shows(&app, "masume 2048:3x4");
}

/// Presses the key for the id; gives what is for the clipboard.
fn copied(app: &mut App) -> String {
    assert_eq!(app.update(&Input::key("I")), [Request::Copy]);
    let events = app.perform(Request::Copy, SURROUNDINGS);
    let [Outward::Copy(id)] = events.as_slice() else { panic!("{events:?}") };
    id.clone()
}

#[test]
fn an_id_is_shown_and_copied() {
    let mut app = shipped("2048", USUAL);
    assert_eq!(copied(&mut app), "2048#1");
    shows(&app, "2048#1");
    let mut app = shipped("2048", Kind { size: (80, 400), ..USUAL });
    press(&mut app, &["?"]);
    shows(&app, "masume '2048#1'");
    // A game of one's own is opened from its file.
    let text = "game Own\nboard 3 x 3 from 2 x 2\n\npieces\n  thing: stone\n\nlegend\n  .  nothing\n  o  stone\n\n\
                action put at c\n  at c: empty -> stone\n";
    let mut app = app_of("own", text, Setup::default(), USUAL);
    assert_eq!(copied(&mut app), "games/own.masu");
    press(&mut app, &["O", "right"]);
    shows(&app, "masume games/own.masu:4x3");
}

#[test]
fn the_menu_is_drawn_on_every_screen() {
    for locale in [Locale::English, Locale::Japanese] {
        for size in [(1, 1), (20, 5), (24, 8), (40, 10), (80, 24), (200, 60)] {
            let mut app = menu(Kind { size, locale, ..USUAL });
            screen(&app);
            press(&mut app, &["end"]);
            screen(&app);
        }
    }
}

#[test]
fn the_help_of_every_game_has_its_keys_pieces_and_rules() {
    for game in shipped_games() {
        for locale in [Locale::English, Locale::Japanese] {
            let mut app = shipped(game.name, Kind { size: (100, 400), locale, ..USUAL });
            press(&mut app, &["f1"]);
            let help = screen(&app);
            let phrases = Phrases::new(locale);
            for id in ["help-actions", "help-keys", "help-rules", "command-undo", "command-leave"] {
                let part = phrases.say(id, &[]);
                assert!(help.contains(&part), "{}: no {part} in\n{help}", game.name);
            }
            assert!(help.contains("action "), "{}: {help}", game.name);
            press(&mut app, &["down", "?"]);
            assert!(app.over.is_none(), "the key that showed it closes it");
        }
    }
}

#[test]
fn the_help_begins_with_the_rules_in_prose_and_ends_with_the_source() {
    let text = "game Walk\nboard 3 x 1\n\npieces\n  thing: player\n\nlegend\n  p  player\n\n\
                rules\n  You walk:\n\n    p.  ->  .p\n\nhelp\n  Mind the wall.\n\n\
                action walk in d\n  player empty -> _ player\n";
    let mut app = app_of("walk", text, Setup::default(), Kind { size: (80, 60), ..USUAL });
    press(&mut app, &["f1"]);
    let help = screen(&app);
    let place = |part: &str| help.find(part).unwrap_or_else(|| panic!("no {part} in\n{help}"));
    assert!(place("  You walk:\n\n    p.  ->  .p\n") < place("Mind the wall."));
    assert!(place("Mind the wall.") < place("player empty -> _ player"));
    assert_eq!(help.matches("You walk:").count(), 1, "{help}");
}

#[test]
fn the_menu_has_a_help_of_its_own() {
    for locale in [Locale::English, Locale::Japanese] {
        let mut app = menu(Kind { size: (100, 40), locale, ..USUAL });
        press(&mut app, &["?"]);
        let phrases = Phrases::new(locale);
        for id in ["menu-help-keys", "menu-help-arrows", "command-undo", "command-levels"] {
            shows(&app, &phrases.say(id, &[]));
        }
        shows(&app, "Ctrl-R");
        press(&mut app, &["escape"]);
        shows(&app, &format!("Enter {}", phrases.say("menu-key-play", &[])));
        press(&mut app, &["f1", "?"]);
        assert!(app.over.is_none());
    }
}

#[test]
fn levels_are_chosen_from_a_list_and_have_their_authors() {
    let text = "game Two\n\npieces\n  thing: player stone\n\nlegend\n  p  player\n  o  stone\n\n\
                action walk in d\n  player empty -> _ player\n\nwin when no stone\n";
    let game = Game::load(&format!("{text}\nlevel\n  po\n")).game.expect("a game");
    let levels = "po\nTitle: One\nAuthor: Ada\n\np.o\nTitle: Two\nAuthor: Ben\n";
    let levels = game.read_collection(levels).expect("levels");
    let game = game.with_levels(levels);
    let session = Session::new(Edition::new("two", text, game), Setup::default());
    let mut app = shipped("sokoban", USUAL);
    app.phrases.speak_of(None);
    let source = Source { path: "two.masu".to_owned(), text: text.to_owned() };
    let mut play =
        Play::new(session.expect("a session"), source, &app.facts.abilities(), &app.phrases);
    play.dialogue.solved.insert(2);
    app.open(play);
    shows(&app, "level 1 of 2: One, by Ada");
    press(&mut app, &["L"]);
    shows(&app, "Levels");
    shows(&app, " ! 1  One");
    shows(&app, " * 2  Two  Ben");
    assert_eq!(press(&mut app, &["?", "escape"]), []);
    shows(&app, "level 1 of 2: One, by Ada");
    assert_eq!(press(&mut app, &["f4", "down", "enter"]), [Request::Levels, Request::KeepNext]);
    shows(&app, "level 2 of 2: Two, by Ben *");
    let mut app = shipped("2048", USUAL);
    press(&mut app, &["L"]);
    shows(&app, "the game has no levels");
}

/// Sokoban on a collection: one level that is right, and one with a goal too many.
fn with_a_goal_too_many(kind: Kind) -> App {
    let mut app = shipped("sokoban", kind);
    let session = &app.play.as_ref().expect("a game").dialogue.session;
    let levels = session.game().read_collection("####\n#@$.#\n\n#####\n#@$..#\n").expect("levels");
    let game = session.game().clone().with_levels(levels);
    let session = Session::new(Edition::new("sokoban", "", game), Setup::default());
    let play = app.play.as_mut().expect("a game");
    play.change_to(session.expect("a session"), &app.phrases);
    app
}

#[test]
fn a_level_that_cannot_be_won_says_so() {
    let mut app = with_a_goal_too_many(USUAL);
    assert!(!screen(&app).contains("cannot be won"), "{}", screen(&app));
    press(&mut app, &["n"]);
    shows(&app, "this level cannot be won: 1 x box for 2 x goal");
    press(&mut app, &["L"]);
    shows(&app, " ! 2");
    shows(&app, "cannot be won");
    let mut app = with_a_goal_too_many(Kind { locale: Locale::Japanese, ..USUAL });
    press(&mut app, &["n"]);
    shows(&app, "このレベルは解けません");
}

#[test]
fn lists_of_levels_are_drawn_on_every_screen() {
    for locale in [Locale::English, Locale::Japanese] {
        for size in [(1, 1), (20, 5), (24, 8), (80, 24)] {
            let mut app = shipped("sokoban", Kind { size, locale, ..USUAL });
            press(&mut app, &["L", "end"]);
            screen(&app);
        }
    }
}

#[test]
fn a_long_help_is_scrolled() {
    let mut app = shipped("sokoban", USUAL);
    press(&mut app, &["?"]);
    let top = screen(&app);
    press(&mut app, &["page-down"]);
    assert_ne!(screen(&app), top);
    press(&mut app, &["end", "end", "down", "home"]);
    assert_eq!(screen(&app), top);
    feed(&mut app, &Input::Wheel(-5));
    feed(&mut app, &Input::Resize(30, 300));
    screen(&app);
}

#[test]
fn the_trace_shows_each_rule_that_fired_with_its_board() {
    let mut app = shipped("2048", USUAL);
    press(&mut app, &["T"]);
    shows(&app, "there is no action to explain yet");
    press(&mut app, &["left", "f2"]);
    shows(&app, "What slide left did");
    shows(&app, "rule 0 of");
    shows(&app, "before");
    shows(&app, "repeat _ n -> n _");
    let before = screen(&app);
    press(&mut app, &["down"]);
    shows(&app, "rule 1 of");
    press(&mut app, &["end", "down", "down"]);
    press(&mut app, &["home"]);
    assert_eq!(screen(&app), before);
    press(&mut app, &["escape"]);
    assert!(app.over.is_none());
}

#[test]
fn every_action_of_every_game_can_be_traced() {
    for game in shipped_games() {
        let mut app = shipped(game.name, USUAL);
        press(&mut app, &["enter", "right", "down", "enter", "space", "f2", "down", "end"]);
        screen(&app);
    }
}

#[test]
fn other_glyphs_are_those_that_measure_right() {
    // On this screen a stone is its glyph alone.
    let mut app = shipped("othello", Kind { size: (40, 15), ..USUAL });
    shows(&app, "●");
    assert_eq!(press(&mut app, &["G"]), [Request::Glyphs]);
    shows(&app, " B ");
    assert_eq!(press(&mut app, &["G"]), [Request::Glyphs]);
    shows(&app, "●");
}

#[test]
fn what_closes_the_help_does_nothing_else() {
    for closes in ["?", "f1", "escape", "q", "enter"] {
        let mut app = shipped("sokoban", USUAL);
        press(&mut app, &["?"]);
        // What is meant for the game does nothing while the help is read.
        assert_eq!(press(&mut app, &["right", "z", "x", "n"]), []);
        assert!(app.over.is_some());
        assert_eq!(press(&mut app, &[closes]), [], "{closes}");
        assert!(app.over.is_none(), "{closes}");
        shows(&app, "nothing done yet");
        shows(&app, "level 1 of");
        // The next key is the game's again.
        assert_eq!(press(&mut app, &["right"]), [Request::Keep], "{closes}");
    }
}
