//! Agents: the same on every machine, legal, and better than chance.

use masume_engine::{Game, Player, RunErrorKind, Setup, Size, State, StopToken, shipped_games};
use masume_rules::state::Outcome;
use masume_search::Budget;
use masume_search::agent::{
    Agent, AgentKind, AgentSpec, PickReason, Requirement, Strength, Tuner, Unsuited, WIN, for_game,
};

use super::{game, shipped, start};

fn nodes(nodes: u64) -> Budget {
    Budget { nodes, ..Budget::default() }
}

#[track_caller]
fn agent(game: &Game, state: &State, wanted: &str, seed: u64) -> Box<dyn Agent> {
    let wanted: AgentSpec = wanted.parse().expect("it is an agent");
    for_game(game, state, wanted, seed).expect("it suits the game").agent
}

/// Nim with one heap: who takes the last stone wins, one or two at a time.
const NIM: &str = "game Nim\nplayers one two\nvalue heap = 9\nboard 1 x 1\npieces\n  thing: stone\n\n\
    action one\n  heap -= 1\n\n\
    action two\n  require heap > 1\n  heap -= 2\n\n\
    win when heap = 0\n";

/// The board of three in a row with these marks, where `player` acts.
fn three(rows: &str, player: u8) -> (Game, State) {
    let game = shipped("tic-tac-toe");
    let mut state = start(&game);
    let cells: Vec<_> = state.board.grid().inner_cells().collect();
    let marks = rows.chars().filter(|mark| !mark.is_whitespace());
    for (cell, mark) in cells.into_iter().zip(marks) {
        let content = match mark {
            'x' => 0,
            'o' => 1,
            _ => masume_rules::model::EMPTY,
        };
        state.board.set(masume_rules::model::Layer(0), cell, content);
    }
    state.to_act = Player(player);
    (game, state)
}

#[test]
fn every_agent_ranks_every_legal_action_of_every_game_it_suits() {
    for shipped in shipped_games() {
        let game = game(shipped.text);
        let state = start(&game);
        let mut legal = game.legal_actions(&state).expect("nothing goes wrong");
        legal.sort();
        for kind in AgentKind::ALL {
            let wanted = AgentSpec { kind: Some(kind), strength: Strength::Nodes(3) };
            let Ok(mut pick) = for_game(&game, &state, wanted, 1) else { continue };
            let ranked = pick.agent.rank(&game, &state, &nodes(3)).expect("nothing goes wrong");
            let mut actions: Vec<_> = ranked.iter().map(|ranked| ranked.action).collect();
            actions.sort();
            assert_eq!(actions, legal, "{} {kind:?}", shipped.name);
            assert!(ranked.iter().all(|it| it.variation.first() == Some(&it.action)));
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_ranking_whatever_came_before() {
    let of_two = ["random", "greedy", "flat:200", "uct:400", "pvs:400", "easy"];
    let of_one = ["random", "greedy", "flat:200", "expectimax:400", "easy"];
    for (name, agents) in [
        ("othello", &of_two[..]),
        ("breakthrough", &of_two),
        ("connect-four", &of_two),
        ("2048", &of_one),
        ("robots", &["survival:400", "easy"]),
    ] {
        let game = shipped(name);
        let state = start(&game);
        for &wanted in agents {
            let rank = |agent: &mut Box<dyn Agent>, state: &State| {
                agent.rank(&game, state, &nodes(400)).expect("nothing goes wrong")
            };
            let mut fresh = agent(&game, &state, wanted, 5);
            let first = rank(&mut fresh, &state);
            let mut other = state.clone();
            game.apply(&mut other, first[0].action).expect("it is legal");
            let mut used = agent(&game, &state, wanted, 5);
            rank(&mut used, &other);
            assert_eq!(rank(&mut used, &state), first, "{name} {wanted}");
        }
    }
}

/// Points at the end of a game for one, in which an agent has so many nodes an action.
fn points_of(game: &Game, start: &State, wanted: &str, most: u64) -> i64 {
    let mut state = start.clone();
    let mut agent = agent(game, start, wanted, 1);
    while state.outcome.is_none() {
        let ranked = agent.rank(game, &state, &nodes(most)).expect("nothing goes wrong");
        let Some(best) = ranked.first() else { break };
        game.apply(&mut state, best.action).expect("it is legal");
    }
    game.score(&state, Player(0)).expect("it has points")
}

#[test]
fn chance_is_expected_about_as_well_as_can_be() {
    // What is scored in mean if every action is the best: 66.96 (computed by an independent program).
    let game = shipped("2048");
    let size = Some(Size { width: 2, height: 2 });
    let start = |seed| game.start(&Setup { seed, size, ..Setup::default() }).expect("a board");
    let games = 600;
    let sum: i64 = (0..games).map(|seed| points_of(&game, &start(seed), "expectimax", 200)).sum();
    let mean = sum as f64 / games as f64;
    assert!((61.0..73.0).contains(&mean), "{mean}");
}

#[test]
fn numbers_are_kept_in_order_where_chance_adds_to_them() {
    let game = shipped("2048");
    let start = |seed| game.start(&Setup { seed, ..Setup::default() }).expect("a board");
    let games = 5;
    let sum: i64 = (0..games).map(|seed| points_of(&game, &start(seed), "expectimax", 120)).sum();
    // At random a game ends with about 1,000 points.
    assert!(sum / games as i64 > 12_000, "{sum}");
}

/// A hunter follows the runner, who can walk, or jump to any cell that is free, of which one is beside the hunter;
/// between them is a pit.
const HUNT: &str = "game Hunt\nboard 5 x 1\npieces\n  thing: runner hunter pit\n\n\
    legend\n  .  nothing\n  r  runner\n  h  hunter\n  p  pit\n\n\
    action step in d (left or right)\n  runner empty -> _ runner\n\n\
    action wait\n\n\
    action jump\n  runner -> random empty\n\n\
    then\n  march hunter toward runner\n    hunter meets runner -> hunter\n    hunter meets pit -> pit\n    hunter meets hunter -> hunter\n\n\
    lose when no runner\n\
    win when no hunter\n\n\
    level \"One\"\n  r.p.h\n";

#[test]
fn what_is_sure_is_not_left_to_chance() {
    let game = game(HUNT);
    let state = start(&game);
    let ranked =
        agent(&game, &state, "survival", 1).rank(&game, &state, &nodes(500)).expect("it runs");
    let best = &ranked[0];
    assert_eq!((best.value, best.is_exact, best.variation.len()), (WIN, true, 2), "{ranked:?}");
    assert_ne!(game.action_text(&state, best.action), "jump");
}

#[test]
fn a_win_that_is_known_is_done_to_its_end() {
    let game = game(HUNT);
    let mut state = start(&game);
    let mut agent = agent(&game, &state, "survival", 1);
    for (budget, left) in [(500, 2), (1, 1)] {
        let ranked = agent.rank(&game, &state, &nodes(budget)).expect("it runs");
        let best = &ranked[0];
        assert_eq!(
            (best.value, best.is_exact, best.variation.len()),
            (WIN, true, left),
            "{ranked:?}"
        );
        game.apply(&mut state, best.action).expect("it is legal");
    }
    assert_eq!(state.outcome, Some(Outcome::Won(Player(0))));
}

#[test]
fn the_way_to_where_luck_is_tried_is_gone_to_its_end() {
    let game = shipped("robots");
    let mut followed = 0;
    for seed in 0..40 {
        let mut state = game.start(&Setup { seed, ..Setup::default() }).expect("a board");
        let mut agent = agent(&game, &state, "survival", seed);
        let ranked = agent.rank(&game, &state, &nodes(2_000)).expect("it runs");
        let line = ranked[0].variation.clone();
        if ranked[0].is_exact {
            continue;
        }
        for (done, &action) in line.iter().enumerate() {
            // Too few nodes to find anything.
            if done > 0 {
                let ranked = agent.rank(&game, &state, &nodes(1)).expect("it runs");
                assert_eq!(ranked[0].variation, line[done..]);
                followed += 1;
            }
            game.apply(&mut state, action).expect("it is legal");
        }
    }
    assert!(followed > 0);
}

#[test]
fn stages_are_survived_about_as_often_as_is_known_to_be_possible() {
    // Shares of stages 1 and 4 that the best planner known survives are 0.747 and 0.224.
    let game = shipped("robots");
    let stage = game.rules().values.iter().position(|it| it.name == "stage").expect("it counts");
    let won = |first: i64, games: u64| {
        let mut rules = game.rules().clone();
        rules.values[stage].initial = first;
        let game = Game::new(rules);
        let is_won = |&seed: &u64| {
            let mut state = game.start(&Setup { seed, ..Setup::default() }).expect("a board");
            let mut agent = agent(&game, &state, "survival", seed);
            while state.outcome.is_none() && state.values[stage] == first {
                let ranked = agent.rank(&game, &state, &nodes(1_000)).expect("nothing goes wrong");
                game.apply(&mut state, ranked[0].action).expect("it is legal");
            }
            state.outcome.is_none()
        };
        (0..games).filter(is_won).count()
    };
    let (first, fourth) = (won(1, 40), won(4, 40));
    assert!(first >= 24 && fourth >= 4, "{first} {fourth}");
}

#[test]
fn a_win_at_once_is_taken_and_a_threat_is_met() {
    let (game, state) = three("xx. oo. ...", 0);
    for wanted in ["greedy", "flat:500", "uct:500"] {
        let ranked =
            agent(&game, &state, wanted, 1).rank(&game, &state, &nodes(500)).expect("it runs");
        assert_eq!(game.action_text(&state, ranked[0].action), "place c1", "{wanted}");
        assert_eq!((ranked[0].value, ranked[0].variation.len()), (WIN, 1), "{wanted}");
    }
    let (game, state) = three("x.. oo. x..", 0);
    for wanted in ["flat:500", "uct:500"] {
        let ranked =
            agent(&game, &state, wanted, 1).rank(&game, &state, &nodes(500)).expect("it runs");
        assert_eq!(game.action_text(&state, ranked[0].action), "place c2", "{wanted}");
    }
}

#[test]
fn a_small_game_is_proved() {
    let game = game(NIM);
    let state = start(&game);
    // Nine stones, one or two at a time: who leaves a multiple of three wins, so the first player loses.
    let ranked =
        agent(&game, &state, "uct", 1).rank(&game, &state, &nodes(5_000)).expect("it runs");
    assert!(ranked.iter().all(|it| it.is_exact && it.value == -WIN), "{ranked:?}");
}

#[test]
fn an_agent_that_is_stopped_says_what_it_knows() {
    let game = shipped("othello");
    let state = start(&game);
    let rank = |stop: &StopToken| {
        let budget = Budget { nodes: u64::MAX, stop: stop.clone(), ..Budget::default() };
        agent(&game, &state, "uct", 1).rank(&game, &state, &budget)
    };
    // A token with a budget stops in the midst of the search, and always at the same place.
    let ranked = rank(&StopToken::with_budget(1 << 22));
    assert_eq!(ranked.expect("something is known").len(), 4);
    // Stopped from the start, nothing is.
    let stop = StopToken::new();
    stop.stop();
    assert_eq!(rank(&stop).expect_err("stopped").kind, RunErrorKind::Stopped);
}

#[test]
fn a_game_that_is_over_has_nothing_to_rank() {
    let (game, mut state) = three("xxx oo. ...", 1);
    state.outcome = Some(Outcome::Won(Player(0)));
    for wanted in ["random", "greedy", "flat", "uct", "easy"] {
        let ranked =
            agent(&game, &state, wanted, 1).rank(&game, &state, &nodes(50)).expect("it runs");
        assert_eq!(ranked, []);
    }
}

#[test]
fn an_agent_that_cannot_play_a_game_is_refused() {
    let game = shipped("2048");
    let state = game.start(&Setup::default()).expect("a board");
    let refused =
        for_game(&game, &state, "uct".parse().expect("an agent"), 1).expect_err("refused");
    assert_eq!(refused, Unsuited { kind: AgentKind::Uct, needs: Requirement::Opponents });
    assert!(for_game(&game, &state, Strength::Medium.into(), 1).is_ok());
}

#[test]
fn an_agent_plays_on_a_board_of_another_size_than_it_was_made_for() {
    for name in ["breakthrough", "gomoku", "connect-four", "go"] {
        let game = shipped(name);
        let on = |width, height| {
            let size = Some(Size { width, height });
            game.start(&Setup { size, ..Setup::default() }).expect("a board")
        };
        let (small, large) = (on(6, 6), on(9, 8));
        for wanted in ["greedy", "pvs:40", "uct:20", "easy", "medium"] {
            let mut first = agent(&game, &small, wanted, 1);
            let mut fresh = agent(&game, &large, wanted, 1);
            let rank = |agent: &mut Box<dyn Agent>, state: &State| {
                agent.rank(&game, state, &nodes(40)).expect("it runs")
            };
            let before = rank(&mut first, &small);
            assert_eq!(rank(&mut first, &large), rank(&mut fresh, &large), "{name} {wanted}");
            assert_eq!(rank(&mut first, &small), before, "{name} {wanted}");
        }
    }
}

/// Games that the first wins of two, in halves, both sides of every start.
fn score(game: &Game, first: &str, second: &str, games: u64) -> f64 {
    let mut halves = 0;
    for number in 0..games {
        let mut state = start(game);
        let mut agents = [agent(game, &state, first, number), agent(game, &state, second, number)];
        let own = (number % 2) as usize;
        for _ in 0..500 {
            if state.outcome.is_some() {
                break;
            }
            let agent = &mut agents[usize::from(state.to_act.0) ^ own];
            let wanted: AgentSpec = if usize::from(state.to_act.0) == own { first } else { second }
                .parse()
                .expect("an agent");
            let Strength::Nodes(count) = wanted.strength else { panic!("say how many") };
            let ranked = agent.rank(game, &state, &nodes(count)).expect("it runs");
            game.apply(&mut state, ranked[0].action).expect("it is legal");
        }
        match state.outcome {
            Some(Outcome::Won(player)) if usize::from(player.0) == own => halves += 2,
            Some(Outcome::Won(_)) => {}
            _ => halves += 1,
        }
    }
    halves as f64 / (2 * games) as f64
}

#[test]
fn more_thought_wins_more() {
    for name in ["othello", "connect-four"] {
        let game = shipped(name);
        let against_random = score(&game, "uct:300", "random:1", 6);
        assert!(against_random >= 0.8, "{name}: {against_random}");
        let against_less = score(&game, "uct:600", "uct:20", 6);
        assert!(against_less >= 0.6, "{name}: {against_less}");
    }
}

#[test]
fn a_tree_wins_more_than_as_many_games_after_each_action() {
    let won = score(&shipped("hex"), "uct:60", "flat:60", 4);
    assert!(won >= 0.75, "{won}");
}

#[test]
fn the_agent_follows_from_the_rules() {
    let picked = |name: &str| {
        let game = shipped(name);
        let pick = for_game(&game, &start(&game), Strength::Hard.into(), 1).expect("any game");
        (pick.kind, pick.reason)
    };
    for name in ["breakthrough", "english-draughts", "konane", "ataxx"] {
        assert_eq!(picked(name), (AgentKind::Pvs, PickReason::Pieces), "{name}");
    }
    for name in ["othello", "connect-four", "gomoku", "go", "hex", "amazons"] {
        assert_eq!(picked(name), (AgentKind::Uct, PickReason::Turns), "{name}");
    }
    assert_eq!(picked("2048"), (AgentKind::Expectimax, PickReason::Numbers));
    for name in ["robots", "robots-bsd"] {
        assert_eq!(picked(name), (AgentKind::Survival, PickReason::Danger), "{name}");
    }
    assert_eq!(picked("samegame"), (AgentKind::Flat, PickReason::Alone));
}

#[test]
fn where_only_what_can_be_done_counts_pieces_are_not_kept() {
    // Flat Monte-Carlo won four of five such games while pieces were worth something, of which every action takes one.
    let game = shipped("konane");
    let won = score(&game, "pvs:4000", "flat:150", 8);
    assert!(won >= 0.75, "{won}");
}

#[test]
fn looking_ahead_finds_what_is_forced() {
    let nim = game(NIM);
    let state = start(&nim);
    let whole = agent(&nim, &state, "pvs", 1).rank(&nim, &state, &nodes(10_000)).expect("it runs");
    assert!(whole.iter().all(|it| it.is_exact && it.value == -WIN), "{whole:?}");
    let (game, state) = three("xx. oo. ...", 0);
    let ranked =
        agent(&game, &state, "pvs", 1).rank(&game, &state, &nodes(5_000)).expect("it runs");
    assert_eq!(game.action_text(&state, ranked[0].action), "place c1");
    assert_eq!((ranked[0].value, ranked[0].is_exact), (WIN, true));
    // With best play of both it is drawn, and that is known for certain.
    let (game, state) = three("... ... ...", 0);
    let ranked =
        agent(&game, &state, "pvs", 1).rank(&game, &state, &nodes(200_000)).expect("it runs");
    assert_eq!((ranked[0].value, ranked[0].is_exact), (0, true), "{ranked:?}");
    assert!(ranked[0].variation.len() > 1, "{ranked:?}");
}

/// Steps of the rules after which an agent is stopped: what some hundredths of a second have.
const STEPS: u64 = 40_000;

#[test]
fn what_proves_leaves_time_to_what_estimates() {
    // Somewhere in the game its end is near enough to be sought, and too far to be found at once.
    let game = shipped("konane");
    let mut state = start(&game);
    let mut random = agent(&game, &state, "random", 3);
    // What is made once for a game is made before steps are counted.
    let mut hard = agent(&game, &state, "hard", 1);
    hard.rank(&game, &state, &nodes(10)).expect("it runs");
    while state.outcome.is_none() {
        let stop = StopToken::with_budget(STEPS);
        let budget = Budget { nodes: u64::MAX, stop, ..Budget::default() };
        let ranked = hard.rank(&game, &state, &budget);
        let ranked = ranked.expect("something is known");
        assert_eq!(ranked.len(), game.legal_actions(&state).expect("it runs").len());
        let any = random.rank(&game, &state, &nodes(1)).expect("it runs").remove(0);
        game.apply(&mut state, any.action).expect("it is legal");
    }
}

#[test]
fn weights_are_fitted_no_more_once_the_token_is_stopped() {
    let game = shipped("tic-tac-toe");
    let tuner = Tuner::new(&game, &start(&game)).expect("it is for two");
    let budget = nodes(20);
    let samples = tuner.play(&game, 1, &budget).expect("it runs");
    assert!(tuner.fit(&samples, &budget.stop).is_some());
    budget.stop.stop();
    assert_eq!(tuner.fit(&samples, &budget.stop), None);
}
