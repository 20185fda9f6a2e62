//! Frame of a statement: everything but the state that it depends on while it runs.
//!
//! Shared by executors, so that one that cannot run a statement itself can have another do it in
//! the middle of a turn, and go on as if nothing had happened. Says nothing about what statements
//! do.

use crate::action::{Action, Argument, Choice, MAX_PARAMS};
use crate::model::{FUEL, Player, Rules};
use crate::run_error::Span;

/// Frame of a statement in a turn or a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Player to act: `mine` is theirs.
    pub acting: Player,
    /// Player who acts next: `no action` is about them.
    pub next: Player,
    /// Arguments of the action; none outside the body of an action.
    pub arguments: [Argument; MAX_PARAMS],
    /// Indexed by [`Local`](crate::model::Local), `Rules::local_count` numbers.
    pub locals: Vec<i64>,
    /// The action whose body runs. What is required there and does not hold makes the action
    /// illegal; elsewhere the rest of the block does not run.
    pub body: Option<u8>,
    /// True if chance has decided anything: an action that leaves something to chance is legal, whatever it changes.
    pub has_drawn: bool,
    /// Bit i: the legality of action i is what is being asked.
    pub asked: u64,
    /// True if `solvable` may ask the solver: not while the legality of an action is decided.
    pub may_solve: bool,
    /// Span of the statement that runs: what an error is blamed on.
    pub span: Span,
    /// Rule passes left.
    pub fuel: u32,
    /// Loops around the statement that run their block again and again, the outermost first.
    pub loops: Vec<Loop>,
}

/// A `repeat` or `times` that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its place in the author's text.
    pub span: Span,
    /// Number of times that its block has begun.
    pub rounds: u32,
}

impl Frame {
    /// Outside any action, with all fuel: `acting` acts and is also who `no action` is about.
    #[inline]
    pub fn new(rules: &Rules, acting: Player) -> Self {
        Self {
            acting,
            next: acting,
            arguments: [Argument::None; MAX_PARAMS],
            locals: vec![0; usize::from(rules.local_count)],
            body: None,
            has_drawn: false,
            asked: 0,
            may_solve: true,
            span: Span::default(),
            fuel: FUEL,
            loops: Vec::new(),
        }
    }

    /// Frame at the beginning of an action's body.
    pub fn of_body(rules: &Rules, acting: Player, action: Action) -> Self {
        let mut frame = Self::new(rules, acting);
        frame.arguments = action.arguments;
        frame.may_solve = false;
        match action.choice {
            Choice::Declared(index) => {
                frame.body = Some(index);
                frame.asked = action_bit(index);
                frame.span = rules.actions.get(usize::from(index)).map_or(frame.span, |it| it.span);
            }
            Choice::Pass => {}
        }
        frame
    }

    /// Place that is blamed where the fuel runs out: of the loops the one with most rounds,
    /// not the statement in it that happened to be the last.
    pub fn endless(&self) -> Span {
        endless(&self.loops, self.span)
    }
}

/// Place that is blamed where the fuel runs out in this statement, in these loops (the
/// outermost first).
fn endless(loops: &[Loop], statement: Span) -> Span {
    // The outermost of equals comes last here, and is taken.
    let busiest = loops.iter().rev().max_by_key(|it| it.rounds);
    busiest.map_or(statement, |it| it.span)
}

/// Greatest depth of questions about the legality of actions that ask about that of others: a deeper one
/// runs out of fuel.
///
/// A capture that is compulsory needs two: `no action` asks about a step, which asks about a jump.
pub const MOST_ASKED: u32 = 6;

/// The bit of an action in a set of actions; 0 past the 64th.
pub fn action_bit(index: u8) -> u64 {
    1u64.checked_shl(u32::from(index)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busiest_loop_is_endless_and_the_outermost_of_equals() {
        let span = |start| Span::new(start, start + 1);
        let check = |rounds: &[u32], expected| {
            let loops = (1..).zip(rounds).map(|(at, &rounds)| Loop { span: span(at), rounds });
            assert_eq!(endless(&loops.collect::<Vec<_>>(), span(0)), span(expected), "{rounds:?}");
        };
        check(&[], 0);
        check(&[3], 1);
        check(&[3, 9], 2);
        check(&[9, 3], 1);
        check(&[5, 5, 1], 1);
    }

    #[test]
    fn every_action_that_can_be_asked_about_has_a_bit_of_its_own() {
        assert_eq!((action_bit(0), action_bit(63), action_bit(64)), (1, 1 << 63, 0));
    }
}
