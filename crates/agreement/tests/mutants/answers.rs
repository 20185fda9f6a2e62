//! Executors that give one answer wrong.

use masume_agreement::{Question, Runner, Sight, Stop};
use masume_engine::{
    Action, ApplyError, BatchError, ChanceEvent, Diagnostic, Game, Outcome, Player, Playouts,
    RunError, Series, SeriesStart, Setup, SetupError, State, Successors,
};
use masume_rules::model::{EMPTY, Layer};

/// An executor with a fault.
type Faulty = fn(&Game) -> Box<dyn Runner>;

/// Each fault and the question that finds it.
pub(crate) const MUTANTS: [(Question, (&str, Faulty)); 20] = [
    (Question::LegalActions, ("drops the last action", |game| wrong(game, Fault::DropAction))),
    (Question::LegalActions, ("swaps two actions", |game| wrong(game, Fault::SwapActions))),
    (Question::LegalActions, ("blames another place", |game| wrong(game, Fault::BlameAnother))),
    (Question::IsLegal, ("says no", |game| wrong(game, Fault::SayNo))),
    (Question::Apply, ("frees a cell", |game| wrong(game, Fault::FreeCell))),
    (Question::Apply, ("draws once more", |game| wrong(game, Fault::DrawMore))),
    (Question::Apply, ("forgets the end", |game| wrong(game, Fault::ForgetEnd))),
    (Question::ChanceEvents, ("loses an event", |game| wrong(game, Fault::LoseEvent))),
    (Question::ChanceEvents, ("swaps two chances", |game| wrong(game, Fault::SwapChances))),
    (Question::Score, ("gives a point", |game| wrong(game, Fault::GivePoint))),
    (Question::Start, ("starts with a value too high", |game| wrong(game, Fault::StartHigh))),
    (Question::ReadState, ("asks no ends", |game| wrong(game, Fault::AskNoEnds))),
    (Question::StartEvents, ("loses a set-up", |game| wrong(game, Fault::LoseSetup))),
    (Question::Playouts, ("plays a ply less", |game| wrong(game, Fault::PlayLess))),
    (Question::Perft, ("counts one leaf less", |game| wrong(game, Fault::CountLess))),
    (Question::Successors, ("swaps two successors", |game| wrong(game, Fault::SwapSuccessors))),
    (Question::Successors, ("counts no ply", |game| wrong(game, Fault::CountNoPly))),
    (Question::Expand, ("packs too little", |game| wrong(game, Fault::PackTooLittle))),
    (Question::Walk, ("takes nothing back", |game| wrong(game, Fault::TakeNothingBack))),
    (Question::Boards, ("clears a plane", |game| wrong(game, Fault::ClearPlane))),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    DropAction,
    SwapActions,
    BlameAnother,
    SayNo,
    FreeCell,
    DrawMore,
    ForgetEnd,
    LoseEvent,
    SwapChances,
    GivePoint,
    StartHigh,
    AskNoEnds,
    LoseSetup,
    PlayLess,
    CountLess,
    SwapSuccessors,
    CountNoPly,
    TakeNothingBack,
    PackTooLittle,
    ClearPlane,
}

struct Wrong {
    game: Game,
    fault: Fault,
}

fn wrong(game: &Game, fault: Fault) -> Box<dyn Runner> {
    Box::new(Wrong { game: game.clone(), fault })
}

impl Runner for Wrong {
    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let mut state = Runner::start(&self.game, setup)?;
        if let (Fault::StartHigh, Some(value)) = (self.fault, state.values.first_mut()) {
            *value += 1;
        }
        Ok(state)
    }

    fn legal_actions(&self, state: &State) -> Result<Vec<Action>, RunError> {
        let mut actions = Runner::legal_actions(&self.game, state);
        if let (Fault::DropAction, Ok(actions)) = (self.fault, &mut actions) {
            actions.pop();
        }
        if let (Fault::SwapActions, Ok([.., one, other])) = (self.fault, actions.as_deref_mut()) {
            std::mem::swap(one, other);
        }
        if let (Fault::BlameAnother, Err(error)) = (self.fault, &mut actions) {
            error.span.end += 1;
        }
        actions
    }

    fn is_legal(&self, state: &State, action: Action) -> Result<bool, RunError> {
        let is_legal = Runner::is_legal(&self.game, state, action);
        if self.fault == Fault::SayNo { Ok(false) } else { is_legal }
    }

    fn apply(&self, state: &State, action: Action) -> Result<State, ApplyError> {
        let mut next = Runner::apply(&self.game, state, action)?;
        let cell = state.board.grid().inner_cells().last();
        match (self.fault, cell) {
            (Fault::FreeCell, Some(cell)) => next.board.set(Layer(0), cell, EMPTY),
            (Fault::DrawMore, _) if next.random != state.random => {
                next.random.next_bits();
            }
            (Fault::ForgetEnd, _) => next.outcome = None,
            _ => {}
        }
        Ok(next)
    }

    fn chance_events(
        &self,
        state: &State,
        action: Action,
        bound: usize,
    ) -> Result<Vec<ChanceEvent>, ApplyError> {
        let mut events = Runner::chance_events(&self.game, state, action, bound)?;
        if self.fault == Fault::LoseEvent && events.len() > 1 {
            events.pop();
        }
        if let (Fault::SwapChances, [one, .., other]) = (self.fault, &mut events[..]) {
            std::mem::swap(&mut one.probability, &mut other.probability);
        }
        Ok(events)
    }

    fn score(&self, state: &State, player: Player) -> Option<i64> {
        let points = Runner::score(&self.game, state, player);
        if self.fault == Fault::GivePoint { points.map(|points| points + 1) } else { points }
    }

    fn read_state(&self, text: &str) -> Result<State, Vec<Diagnostic>> {
        let mut state = Runner::read_state(&self.game, text)?;
        if self.fault == Fault::AskNoEnds {
            state.outcome = None::<Outcome>;
        }
        Ok(state)
    }

    fn start_events(&self, setup: &Setup, bound: usize) -> Result<Vec<ChanceEvent>, SetupError> {
        let mut events = Runner::start_events(&self.game, setup, bound)?;
        if self.fault == Fault::LoseSetup {
            events.pop();
        }
        Ok(events)
    }

    fn playouts(&self, start: &SeriesStart, series: Series) -> Result<Playouts, RunError> {
        let mut playouts = Runner::playouts(&self.game, start, series)?;
        playouts.plies = playouts.plies.saturating_sub(u64::from(self.fault == Fault::PlayLess));
        Ok(playouts)
    }

    fn perft(&self, state: &State, depth: u32) -> Result<u64, RunError> {
        let leaves = Runner::perft(&self.game, state, depth)?;
        Ok(leaves.saturating_sub(u64::from(self.fault == Fault::CountLess)))
    }

    fn successors(&self, states: &[State]) -> Result<Vec<Successors>, RunError> {
        let mut successors = Runner::successors(&self.game, states)?;
        for of_one in &mut successors {
            if let (Fault::SwapSuccessors, [(_, one), .., (_, other)]) =
                (self.fault, &mut of_one[..])
            {
                std::mem::swap(one, other);
            }
            for (_, state) in of_one.iter_mut().filter(|_| self.fault == Fault::CountNoPly) {
                state.ply -= 1;
            }
        }
        Ok(successors)
    }

    fn expand(&self, states: &[State]) -> Result<Vec<Successors>, RunError> {
        let mut successors = Runner::expand(&self.game, states)?;
        let all = successors.iter_mut().flatten().filter(|_| self.fault == Fault::PackTooLittle);
        for (_, state) in all {
            state.passes = 0;
            state.ply = 0;
        }
        Ok(successors)
    }

    fn walk(&self, state: &State, seed: u64, plies: u32) -> Result<Vec<Stop>, ApplyError> {
        let mut stops = Runner::walk(&self.game, state, seed, plies)?;
        if let (Fault::TakeNothingBack, [first, second, ..]) = (self.fault, &mut stops[..]) {
            second.clone_from(first);
        }
        Ok(stops)
    }

    fn boards(&self, setup: &Setup, seed: u64, plies: u32) -> Result<Vec<Sight>, BatchError> {
        let mut seen = Runner::boards(&self.game, setup, seed, plies)?;
        if self.fault == Fault::ClearPlane {
            seen.iter_mut().for_each(|sight| sight.planes.fill(0));
        }
        Ok(seen)
    }
}
