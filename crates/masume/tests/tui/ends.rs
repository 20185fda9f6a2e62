//! The end of a game and what else is told of it are whole, on a screen of any size, dark or light,
//! in both languages.

use masume_engine::{Action, Outcome, Player, Size, State};

use super::*;

const SIZES: [(u16, u16); 4] = [(100, 35), (80, 24), (40, 15), (20, 5)];

/// Acts at random, from one seed on after the other, until a game ends as it should.
fn played(game: &Game, setup: &Setup, is_wanted: impl Fn(Outcome) -> bool) -> (u64, Vec<Action>) {
    for seed in 0..3_000 {
        let mut state = game.start(&Setup { seed, ..*setup }).expect("a start");
        let (mut actions, mut random) = (Vec::new(), seed);
        while state.outcome.is_none() && actions.len() < 500 {
            let legal = game.legal_actions(&state).expect("actions");
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let action = legal[(random >> 33) as usize % legal.len()];
            game.apply(&mut state, action).expect("a state");
            actions.push(action);
        }
        if state.outcome.is_some_and(&is_wanted) {
            return (seed, actions);
        }
    }
    panic!("no seed comes to this end");
}

/// The shortest way to a win, looked for in all states.
fn shortest(game: &Game, setup: &Setup) -> Vec<Action> {
    let start = game.start(setup).expect("a start");
    let mut seen = std::collections::BTreeSet::from([game.print_board(&start)]);
    let mut row: Vec<(State, Vec<Action>)> = vec![(start, Vec::new())];
    while !row.is_empty() {
        let mut next = Vec::new();
        for (state, actions) in row {
            for action in game.legal_actions(&state).expect("actions") {
                let mut after = state.clone();
                game.apply(&mut after, action).expect("a state");
                let actions = [&actions[..], &[action]].concat();
                if after.outcome.is_some() {
                    return actions;
                }
                if seen.insert(game.print_board(&after)) {
                    next.push((after, actions));
                }
            }
        }
        row = next;
    }
    panic!("there is no way to a win");
}

/// Text as one line without blanks, for what is wrapped.
fn run_on(text: &str) -> String {
    text.split_whitespace().collect()
}

/// On screens of every kind: the last thing that is done tells so many sentences at least, and they
/// are there whole.
fn tells_whole(
    name: &str,
    setup: &Setup,
    before: &[Action],
    least: usize,
    last: impl Fn(&mut App),
) {
    let text = shipped_games().iter().find(|it| it.name == name).expect("a game").text;
    for size in SIZES {
        for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
            for locale in [Locale::English, Locale::Japanese] {
                let kind = Kind { size, locale, ..USUAL };
                let mut app = app_of(name, text, *setup, kind);
                app.facts.palette = Palette::new(kind.depth, theme, None);
                let play = app.play.as_mut().expect("a game");
                for &action in before {
                    play.dialogue.session.act(action).expect("a legal action");
                }
                last(&mut app);
                wait(&mut app);
                let dialogue = &app.play.as_ref().expect("a game").dialogue;
                let screen = screen(&app);
                let told = dialogue.said_shortest(&app.phrases);
                assert!(told.len() >= least, "{name}: {told:?}");
                for said in told {
                    let is_there = run_on(&screen).contains(&run_on(&said));
                    assert!(is_there, "{name} at {size:?}, {theme:?}: no {said:?} in\n{screen}");
                }
            }
        }
    }
}

/// Acts as the player does.
fn act(app: &mut App, action: Action) {
    let play = app.play.as_mut().expect("a game");
    play.dialogue.act(action, &app.phrases);
}

/// Plays a game to its end: how it ended is told, and what is asked.
fn ends_whole(name: &str, setup: &Setup, actions: &[Action]) {
    let (last, before) = actions.split_last().expect("actions");
    tells_whole(name, setup, before, 2, |app| {
        act(app, *last);
        let dialogue = &app.play.as_ref().expect("a game").dialogue;
        assert!(dialogue.session.outcome().is_some(), "{name} is over");
    });
}

fn game(name: &str) -> Game {
    let shipped = shipped_games().iter().find(|it| it.name == name).expect("a game");
    Game::load(shipped.text).game.expect("no errors")
}

#[test]
fn a_solved_level_is_told_whole() {
    let setup = Setup { seed: 1, ..Setup::default() };
    ends_whole("sokoban", &setup, &shortest(&game("sokoban"), &setup));
}

#[test]
fn both_ends_of_a_game_for_two_are_told_whole() {
    for winner in [Player(0), Player(1)] {
        let wanted = |outcome| matches!(outcome, Outcome::Won(player) if player == winner);
        let (seed, actions) = played(&game("othello"), &Setup::default(), wanted);
        ends_whole("othello", &Setup { seed, ..Setup::default() }, &actions);
    }
}

#[test]
fn lost_games_are_told_whole() {
    for (name, size) in [("robots", None), ("2048", Some((2, 2)))] {
        let size = size.map(|(width, height)| Size { width, height });
        let setup = Setup { size, ..Setup::default() };
        let (seed, actions) = played(&game(name), &setup, |_| true);
        ends_whole(name, &Setup { seed, ..setup }, &actions);
    }
}

#[test]
fn a_cleared_board_and_one_that_is_stuck_are_told_whole() {
    let setup = Setup { size: Some(Size { width: 4, height: 4 }), ..Setup::default() };
    for is_cleared in [true, false] {
        let wanted = |outcome| matches!(outcome, Outcome::Won(_)) == is_cleared;
        let (seed, actions) = played(&game("shisen-sho"), &setup, wanted);
        ends_whole("shisen-sho", &Setup { seed, ..setup }, &actions);
    }
}

#[test]
fn a_stage_that_was_won_is_told_whole() {
    let game = game("robots");
    let stage = game.rules().values.iter().position(|it| it.name == "stage").expect("a value");
    let (seed, actions) = (0..)
        .find_map(|seed| {
            let mut state = game.start(&Setup { seed, ..Setup::default() }).expect("a start");
            let mut actions = Vec::new();
            while state.outcome.is_none() && state.values[stage] == 1 {
                let legal = game.legal_actions(&state).expect("actions");
                let action = legal[(seed as usize * 7 + actions.len() * 5) % legal.len()];
                game.apply(&mut state, action).expect("a state");
                actions.push(action);
            }
            (state.outcome.is_none()).then_some((seed, actions))
        })
        .expect("a stage is won");
    let (last, before) = actions.split_last().expect("actions");
    let setup = Setup { seed, ..Setup::default() };
    tells_whole("robots", &setup, before, 1, |app| {
        act(app, *last);
        shows_either(app, ["CLEAR!LEVEL1->2", "クリア！レベル1→2"]);
    });
}

#[test]
fn a_goal_that_was_reached_is_told_whole() {
    let setup = Setup { size: Some(Size { width: 6, height: 6 }), seed: 1, ..Setup::default() };
    let game = game("2048");
    let mut state = game.start(&setup).expect("a start");
    let mut actions = Vec::new();
    while !game.print_board(&state).contains("2048") {
        // Into a corner, as long as that changes something.
        let ways = ["slide down", "slide left", "slide right", "slide up"];
        let legal = game.legal_actions(&state).expect("actions");
        let mut wanted = ways.map(|way| game.read_action(&state, way).expect("a way")).into_iter();
        let action = wanted.find(|it| legal.contains(it)).expect("a way is left");
        game.apply(&mut state, action).expect("a state");
        actions.push(action);
    }
    let (last, before) = actions.split_last().expect("actions");
    tells_whole("2048", &setup, before, 1, |app| {
        act(app, *last);
        shows_either(app, ["2048!Thegamegoeson.", "2048達成！ゲームは続きます"]);
    });
}

#[test]
fn what_cannot_be_done_and_what_begins_anew_are_told_whole() {
    let setup = Setup { seed: 1, ..Setup::default() };
    for (name, key) in [("robots", "9"), ("sokoban", "left"), ("2048", "up")] {
        tells_whole(name, &setup, &[], 1, |app| {
            for _ in 0..200 {
                press(app, &[key]);
                wait(app);
                if app.play.as_ref().expect("a game").dialogue.is_refused {
                    return;
                }
            }
            panic!("{name}: {key} is always possible");
        });
    }
    tells_whole("sokoban", &setup, &[], 1, |app| {
        press(app, &["right", "r"]);
    });
}

/// In English or in Japanese.
#[track_caller]
fn shows_either(app: &App, texts: [&str; 2]) {
    let screen = screen(app);
    assert!(texts.iter().any(|it| run_on(&screen).contains(it)), "no {texts:?} in\n{screen}");
}

#[test]
fn who_caught_the_player_and_where_is_seen() {
    for (locale, words) in [(Locale::English, " instead of you"), (Locale::Japanese, "ではなく")]
    {
        let mut app = shipped("robots", Kind { locale, ..USUAL });
        for _ in 0..50 {
            if app.play.as_ref().expect("a game").dialogue.caught.is_some() {
                break;
            }
            press(&mut app, &["5"]);
        }
        let play = app.play.as_ref().expect("a game");
        let caught = play.dialogue.caught.expect("an end").cell;
        let board = &play.dialogue.session.state().board;
        assert_eq!(play.marks().dead.iter().copied().collect::<Vec<_>>(), [caught]);
        let name = board.grid().name(caught).expect("a name");
        shows(&app, words);
        shows(&app, &name);
        press(&mut app, &["z"]);
        assert!(app.play.as_ref().expect("a game").marks().dead.is_empty());
        assert!(!screen(&app).contains(words));
    }
}

#[test]
fn who_walks_into_the_end_is_caught_where_that_was() {
    let text = "game Pit\nboard 4 x 1\n\npieces\n  ground: pit\n  thing: player\n\n\
                legend\n  .  nothing\n  p  player\n  o  pit\n\nstart: picture\n  p.o.\n\n\
                action walk in d\n  player [no player] -> _ player\n\n\
                then: [player, pit] -> pit\n\nlose when no player\nwin when some [player, column = 4]\n";
    let mut app = app_of("pit", text, Setup::default(), USUAL);
    press(&mut app, &["right", "right"]);
    shows(&app, "you lose  at c1: pit instead of player");
}
