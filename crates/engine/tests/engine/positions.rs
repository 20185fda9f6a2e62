//! Positions that are played on. What they say is compared with states by `agreement`; here is what they
//! refuse, and what is left of them then.

use masume_engine::{
    Action, ApplyError, Executor, Position, RunErrorKind, Setup, Size, StopToken, shipped_games,
};

use super::game;
use super::games::{DISCS, NUMBERS};
use super::stops::{ENDLESS, ILLEGAL};

/// All that can be seen of a position.
fn seen(position: &mut Position<'_>) -> (Vec<Action>, masume_engine::State) {
    (position.legal_actions().unwrap().to_vec(), position.state())
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    for executor in Executor::ALL {
        let game = game(DISCS).with_executor(executor);
        let start = game.start(&Setup::default()).unwrap();
        let mut position = game.position(&start);
        let actions = position.legal_actions().unwrap().to_vec();
        position.apply(actions[1]).unwrap();
        let before = seen(&mut position);
        for refused in [
            position.apply(actions[1]),
            position.apply(Action::PASS),
            position.apply_nth(2),
            position.apply_nth(usize::MAX),
        ] {
            assert_eq!(refused, Err(ApplyError::IllegalAction), "{executor}");
        }
        assert_eq!(seen(&mut position), before, "{executor}");
    }
}

#[test]
fn nothing_follows_an_end() {
    for executor in Executor::ALL {
        let game = game(DISCS).with_executor(executor);
        let mut position = game.position(&game.start(&Setup::default()).unwrap());
        while position.outcome().is_none() {
            position.apply_nth(0).unwrap();
        }
        assert_eq!(position.action_count(), Ok(0));
        assert_eq!(position.apply_nth(0), Err(ApplyError::GameOver));
        assert_eq!(position.apply(Action::PASS), Err(ApplyError::GameOver));
        let ended = position.state();
        assert_eq!(game.position(&ended).legal_actions(), Ok(&[][..]), "{executor}");
        assert_eq!(position.scores().unwrap(), game.position(&ended).scores().unwrap());
    }
}

#[test]
fn a_position_becomes_one_of_another_board_and_game() {
    let (discs, numbers) = (game(DISCS), game(NUMBERS));
    let reference = numbers.clone().with_executor(Executor::Reference);
    let of_size = |side| {
        let size = Some(Size { width: side, height: side });
        numbers.start(&Setup { size, ..Setup::default() }).unwrap()
    };
    let (small, large) = (of_size(3), of_size(6));
    let positions = [
        discs.position(&discs.start(&Setup::default()).unwrap()),
        numbers.position(&small),
        numbers.position(&large),
        reference.position(&small),
    ];
    for from in &positions {
        for to in &positions {
            let (mut copy, mut from) = (to.clone(), from.clone());
            copy.copy_from(&from);
            assert_eq!(seen(&mut copy), seen(&mut from));
            assert_eq!(copy.apply_nth(0), from.apply_nth(0));
            assert_eq!(seen(&mut copy), seen(&mut from));
        }
    }
}

#[test]
fn a_position_that_was_stopped_goes_on_as_if_nothing_had_been() {
    let shipped = shipped_games().iter().map(|it| it.text);
    for text in [ENDLESS, ILLEGAL].into_iter().chain(shipped) {
        for executor in [Executor::Compiled, Executor::Batch] {
            let token = StopToken::new();
            let game = game(text).with_executor(executor);
            let start = game.start(&Setup::default()).unwrap();
            let stopping = game.clone().with_stop(token.clone());
            let mut alike = game.position(&start);
            token.stop();
            let mut position = stopping.position(&start);
            assert_eq!(position.action_count().unwrap_err().kind, RunErrorKind::Stopped);
            if text == ILLEGAL {
                continue;
            }
            token.rearm();
            assert_eq!(position.action_count(), alike.action_count());
            if position.action_count() == Ok(0) {
                continue;
            }
            token.stop();
            let refused = position.apply_nth(0);
            token.rearm();
            if let Err(error) = refused {
                let ApplyError::Run(error) = error else { panic!("{error:?}") };
                assert_eq!(error.kind, RunErrorKind::Stopped);
                position.apply_nth(0).unwrap();
            }
            alike.apply_nth(0).unwrap();
            assert_eq!(seen(&mut position), seen(&mut alike));
        }
    }
}
