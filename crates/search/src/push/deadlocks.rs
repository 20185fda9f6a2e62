//! Deadlocks: movers that can never again be where the win wants them.

use masume_board::Cell;
use masume_engine::Game;
use masume_rules::model::{Content, Layer};
use masume_rules::state::State;

use super::Model;
use super::distance::{MoverDistances, Side};
use super::frozen::Frozen;
use super::model::FactId;
use crate::Budget;
use crate::meter::Meter;
use crate::operators::Operators;

/// Deadlocks of a game of a walker, the movers that can never be where the win wants them: found once for a board,
/// asked about each of its states without a search.
///
/// ```
/// use masume_engine::{Game, Setup};
/// use masume_search::{Budget, Deadlocks};
///
/// let text = "game Push\npieces\n  floor: goal\n  thing: player box wall\n\
///     legend\n  .  nothing\n  p  player\n  b  box\n  g  goal\n\
///     action push in d\n  player [no thing] -> _ player\n  \
///     else player box [no thing] -> _ player box\n\
///     win when every goal has box\nlevel\n  ....\n  .bpg\n  ....\n";
/// let game = Game::load(text).game.expect("the text is a game");
/// let mut state = game.start(&Setup::default()).expect("its level can be played");
/// let deadlocks = Deadlocks::of(&game, &state, &Budget::default()).expect("something is pushed");
/// assert!(deadlocks.cells(&state).is_empty());
/// let action = game.read_action(&state, "push left").expect("an action");
/// game.apply(&mut state, action).expect("it is legal");
/// // Against the edge there is no way to push it off.
/// let names: Vec<_> = deadlocks.cells(&state).iter().map(|it| state.board.grid().name(*it)).collect();
/// assert_eq!(names, [Some("a2".to_owned())]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlocks {
    /// By fact: what lies where.
    said: Vec<Option<(Layer, Content, Cell)>>,
    /// By fact: whether its mover is where it is wanted.
    is_met: Vec<bool>,
    /// By fact: whether its mover can come to where it is wanted if it is alone.
    is_dead: Vec<bool>,
    /// Number of movers that the win needs; `None` where it needs all of them.
    needed: Option<usize>,
    frozen: Frozen,
}

impl Deadlocks {
    /// Deadlocks of all states that can be reached from this one; `None` for a game that is not one of a walker who
    /// moves things, or whose movers do not last.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, Deadlocks};
    ///
    /// // Nobody walks in this game.
    /// assert!(Deadlocks::of(&game, &state, &Budget::default()).is_none());
    /// ```
    pub fn of(game: &Game, first: &State, budget: &Budget) -> Option<Self> {
        if game.rules().players.len() > 1 {
            return None;
        }
        let meter = &Meter::of(budget);
        let operators = Operators::of(game.rules(), first, meter).ok()?;
        let model = Model::of(&operators, meter)?;
        let distances = MoverDistances::of(&model, meter)?;
        meter.does(model.moves.len() as u64).ok()?;
        meter.keeps(model.bytes()).ok()?;
        let needed = match distances.side {
            Side::Both | Side::Movers => None,
            Side::Targets => Some(distances.targets.len()),
        };
        Some(Self {
            is_met: distances.nearest.iter().map(|&far| far == 0).collect(),
            is_dead: (0..model.facts as FactId).map(|fact| distances.is_far(fact)).collect(),
            frozen: Frozen::of(&model),
            said: model.said,
            needed,
        })
    }

    /// The cells of movers that can never be where they are wanted, so that nothing wins any more; none
    /// in a state that is over. The state is one that can be reached from the first.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, Deadlocks};
    ///
    /// let deadlocks = Deadlocks::of(&game, &state, &Budget::default()).expect("a walker pushes");
    /// assert_eq!(deadlocks.cells(&state), []);
    /// ```
    pub fn cells(&self, state: &State) -> Vec<Cell> {
        if state.outcome.is_some() {
            return Vec::new();
        }
        let movers = self.movers(state);
        let mut frozen = movers.clone();
        let mut facts = vec![0; self.is_met.len().div_ceil(64)];
        for &fact in &movers {
            facts[fact as usize / 64] |= 1 << (fact % 64);
        }
        self.frozen.keep_frozen(&mut frozen, &mut facts);
        let is_lost = |fact: &FactId| {
            let at = *fact as usize;
            self.is_dead[at] || (!self.is_met[at] && facts[at / 64] >> (at % 64) & 1 == 1)
        };
        let lost: Vec<FactId> = movers.iter().copied().filter(is_lost).collect();
        if self.needed.is_some_and(|needed| movers.len() - lost.len() >= needed) {
            return Vec::new();
        }
        let cell = |fact: &FactId| self.said[*fact as usize].map(|(_, _, cell)| cell);
        let mut cells: Vec<Cell> = lost.iter().filter_map(cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// True if the same lies at the same places in both states, so that only the walker can be elsewhere.
    pub(crate) fn is_walk(&self, before: &State, after: &State) -> bool {
        let same = |(layer, content, cell)| {
            (before.board.get(layer, cell) == content) == (after.board.get(layer, cell) == content)
        };
        self.said.iter().all(|said| said.is_none_or(same))
    }

    /// The movers of a state.
    fn movers(&self, state: &State) -> Vec<FactId> {
        let lies = |(layer, content, cell)| state.board.get(layer, cell) == content;
        let facts = self.said.iter().enumerate().filter(|(_, said)| said.is_some_and(lies));
        facts.map(|(fact, _)| fact as FactId).collect()
    }
}
