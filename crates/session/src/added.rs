//! Contents that chance put on the board: to tell it from what an action did.

use std::collections::BTreeSet;

use masume_engine::{Board, Rules, Step};
use masume_rules::model::{EMPTY, RuleId, Statement, Strategy, statements};

use crate::difference::changes;
use crate::{Change, Session};

impl Session {
    /// Contents that random rules put on empty cells in the last action, as far as it still lies there, by cell,
    /// then by layer. A piece that chance moved is none of it. Nothing where the last thing done was no action.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// let first = session.legal_actions().expect("nothing goes wrong")[0];
    /// session.act(first).expect("it is legal");
    /// // One tile appears after each slide.
    /// assert_eq!(session.added_by_chance().len(), 1);
    /// ```
    pub fn added_by_chance(&self) -> Vec<Change> {
        let random = random_rules(self.game().rules());
        if random.is_empty() {
            return Vec::new();
        }
        let Some((state, action)) = self.last_action() else { return Vec::new() };
        // It was done once already, from the same state; a caller that stops it now learns less.
        let steps = self.game().trace(&state, action).unwrap_or_default();
        let mut added = added(&state.board, &steps, &random);
        let board = &self.state().board;
        let lies_there = |it: &Change| {
            board.grid() == state.board.grid() && board.get(it.layer, it.cell) == it.after
        };
        added.retain(lies_there);
        added.sort_unstable_by_key(|it| (it.cell, it.layer));
        added.dedup();
        added
    }
}

/// Contents that these rules put on empty cells, step by step.
fn added(first: &Board, steps: &[Step], random: &BTreeSet<RuleId>) -> Vec<Change> {
    let mut added = Vec::new();
    let mut before = first;
    for step in steps {
        if random.contains(&step.rule) {
            let changes = changes(before, &step.board);
            let came = |it: &&Change| {
                let went = |other: &Change| (other.layer, other.before) == (it.layer, it.after);
                it.before == EMPTY && !changes.iter().any(went)
            };
            added.extend(changes.iter().filter(came));
        }
        before = &step.board;
    }
    added
}

/// The rules of which chance chooses the place.
fn random_rules(rules: &Rules) -> BTreeSet<RuleId> {
    let bodies = rules.actions.iter().map(|action| &action.body);
    let all = bodies.chain([&rules.then]).flat_map(|block| statements(block));
    let random = all.filter(
        |it| matches!(it, Statement::Rule(rule) if matches!(rule.strategy, Strategy::Random(_))),
    );
    random.filter_map(Statement::id).collect()
}
