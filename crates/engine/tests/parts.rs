//! Turns put together from the parts that the reference executor offers to others: they must come
//! to what a whole turn comes to, on every shipped game.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use masume_engine::{Action, Choice, Game, Setup, State, shipped_games};
use masume_reference::parts::{self, PartStop, Ran};
use masume_reference::{ApplyError, apply};
use masume_rules::chance::{Chance, Refusing, Sampling};
use masume_rules::frame::Frame;
use masume_rules::model::{Block, EndKind, FUEL, Player, Rules};
use masume_rules::random::Random;

/// Plies of each random game: enough to meet every kind of action.
const PLIES: u32 = 24;

/// Calls `look` with the rules, and each state and legal action met in a random game.
fn on_random_games(mut look: impl FnMut(&str, &Rules, &State, Action)) {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.expect("a shipped game has no errors");
        let Ok(mut state) = game.start(&Setup { seed: 3, ..Setup::default() }) else { continue };
        let mut random = Random::new(3);
        for _ in 0..PLIES {
            let legal = game.legal_actions(&state).unwrap();
            let Some(&action) = legal.get(random.below(legal.len() as u64) as usize) else { break };
            look(shipped.name, game.rules(), &state, action);
            game.apply(&mut state, action).unwrap();
        }
    }
}

/// Runs a block as an executor does that can run none of its statements.
fn run_block(
    rules: &Rules,
    block: &Block,
    state: &mut State,
    frame: &mut Frame,
    chance: &mut dyn Chance,
) -> Result<(), PartStop> {
    for statement in block {
        if state.outcome.is_some() {
            break;
        }
        let ran = parts::run_statement(rules, state, frame, statement, chance, &mut |_| false)?;
        if ran == Ran::Broke {
            break;
        }
    }
    Ok(())
}

/// Body and `then`, and where the turn stands behind them.
fn turn(
    rules: &Rules,
    before: &State,
    action: Action,
    chance: &mut dyn Chance,
) -> Result<(State, Frame), PartStop> {
    let mut state = before.clone();
    let mut frame = Frame::of_body(rules, before.to_act, action);
    state.passes += 1;
    if let Choice::Declared(index) = action.choice {
        let body = &rules.actions[usize::from(index)].body;
        run_block(rules, body, &mut state, &mut frame, chance)?;
        state.passes = 0;
    }
    state.ply += 1;
    let after = usize::from(before.to_act.0) + 1;
    let next = Player(if after < rules.players.len() { after as u8 } else { 0 });
    let locals = std::mem::take(&mut frame.locals);
    frame = Frame { next, locals, fuel: FUEL, ..Frame::new(rules, before.to_act) };
    run_block(rules, &rules.then, &mut state, &mut frame, chance)?;
    state.to_act = next;
    Ok((state, frame))
}

#[test]
fn statements_one_by_one_come_to_the_whole_turn() {
    on_random_games(|name, rules, before, action| {
        let mut endless = rules.clone();
        endless.ends.clear();
        endless.again = None;
        let whole = apply(&endless, before, action, &mut |_| false).unwrap();
        let (parts, _) = turn(rules, before, action, &mut Sampling).unwrap();
        assert_eq!(parts, whole, "{name}: {action:?}");
    });
}

#[test]
fn conditions_of_the_ends_are_those_that_end_the_game() {
    on_random_games(|name, rules, before, action| {
        let (mut state, frame) = turn(rules, before, action, &mut Sampling).unwrap();
        if state.outcome.is_some() {
            return;
        }
        state.to_act = before.to_act;
        for end in &rules.ends {
            match end.kind {
                EndKind::Win | EndKind::Lose | EndKind::Draw | EndKind::End => {}
                EndKind::Stage | EndKind::Goal => continue,
            }
            let mut only = rules.clone();
            only.ends = vec![end.clone()];
            only.again = None;
            let whole = apply(&only, before, action, &mut |_| false).unwrap();
            let holds =
                parts::condition(rules, &state, &frame, &end.condition, &mut |_| false).unwrap();
            assert_eq!(holds, whole.outcome.is_some(), "{name}: {action:?}");
        }
    });
}

#[test]
fn an_illegal_action_is_illegal_in_parts() {
    on_random_games(|name, rules, before, action| {
        // What was legal before the action mostly is not so behind it.
        let Ok(after) = apply(rules, before, action, &mut |_| false) else { return };
        let same_player = State { to_act: before.to_act, ..after };
        let parts = turn(rules, &same_player, action, &mut Sampling);
        if parts == Err(PartStop::Illegal) {
            let whole = apply(rules, &same_player, action, &mut |_| false);
            assert_eq!(whole, Err(ApplyError::Illegal), "{name}: {action:?}");
        }
    });
}

#[test]
fn a_draw_refused_leaves_state_and_frame_as_they_were() {
    let mut refused = 0;
    on_random_games(|name, rules, before, action| {
        let Choice::Declared(index) = action.choice else { return };
        let mut state = before.clone();
        let mut frame = Frame::of_body(rules, before.to_act, action);
        for statement in &rules.actions[usize::from(index)].body {
            let (state_before, frame_before) = (state.clone(), frame.clone());
            let ran = parts::run_statement(
                rules,
                &mut state,
                &mut frame,
                statement,
                &mut Refusing,
                &mut |_| false,
            );
            if ran == Err(PartStop::Drawn) {
                refused += 1;
                assert_eq!((&state, &frame), (&state_before, &frame_before), "{name}");
                return;
            }
        }
    });
    assert!(refused > 0, "no shipped game draws in the body of an action");
}
