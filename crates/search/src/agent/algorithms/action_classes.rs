//! A game by sorts of its actions, so that what a search does not want is not computed: of the actions of one state a
//! single one may take as long as all others.

use masume_engine::Game;
use masume_rules::action::{Action, Choice};
use masume_rules::facts::action_draws;
use masume_rules::model::{Condition, Part, PassRule, Rules, Statement, statements};

use crate::Budget;
use crate::agent::run_for;

/// The game with actions of one sort each. States are packed alike in all of them.
#[derive(Debug)]
pub(crate) struct ActionClasses {
    /// Actions that leave nothing to chance, but for those that are long.
    pub(crate) sure: ActionClass,
    /// Class of those that repeat something until it changes nothing.
    pub(crate) long: Option<ActionClass>,
    /// Actions that draw.
    pub(crate) luck: ActionClass,
}

/// The game with some of its actions.
#[derive(Debug)]
pub(crate) struct ActionClass {
    pub(crate) game: Game,
    /// The action of the whole game, by action here.
    actions: Vec<u8>,
}

impl ActionClasses {
    /// Classes of a game. If the rules ask whether something can be done, or let a player pass who can do nothing
    /// else, each is the whole game.
    pub(crate) fn new(game: &Game) -> Self {
        let rules = game.rules();
        let all = 0..rules.actions.len();
        let of = |wanted: &dyn Fn(usize) -> bool, pass| {
            ActionClass::new(rules, all.clone().filter(|&it| wanted(it)).collect(), pass)
        };
        if asks_what_can_be_done(rules) {
            let whole = || of(&|_| true, rules.pass);
            return Self { sure: whole(), long: None, luck: whole() };
        }
        let draws = |action| action_draws(rules, action);
        let is_long = |action: usize| {
            let repeats = |it: &Statement| matches!(it, Statement::Repeat(..));
            !draws(action) && statements(&rules.actions[action].body).any(repeats)
        };
        let long = all.clone().any(is_long).then(|| of(&is_long, PassRule::Never));
        let sure = of(&|action| !draws(action) && !is_long(action), rules.pass);
        Self { sure, long, luck: of(&draws, PassRule::Never) }
    }

    /// Copy that an agent runs within a budget.
    pub(crate) fn run(&self, budget: &Budget) -> Self {
        let Self { sure, long, luck } = self;
        let long = long.as_ref().map(|it| it.run(budget));
        Self { sure: sure.run(budget), long, luck: luck.run(budget) }
    }
}

impl ActionClass {
    fn new(rules: &Rules, actions: Vec<usize>, pass: PassRule) -> Self {
        let mut some = rules.clone();
        some.actions = actions.iter().map(|&action| rules.actions[action].clone()).collect();
        some.pass = pass;
        // They name actions by number.
        some.keys.clear();
        some.notations.clear();
        some.moves = None;
        Self { game: Game::new(some), actions: actions.iter().map(|&it| it as u8).collect() }
    }

    /// Copy that an agent runs within a budget.
    fn run(&self, budget: &Budget) -> Self {
        Self { game: run_for(&self.game, budget), actions: self.actions.clone() }
    }

    /// An action as the whole game has it.
    pub(crate) fn of_whole(&self, mut action: Action) -> Action {
        if let Choice::Declared(index) = &mut action.choice {
            *index = self.actions[usize::from(*index)];
        }
        action
    }
}

fn asks_what_can_be_done(rules: &Rules) -> bool {
    let asks =
        |part| matches!(part, Part::Condition(Condition::NoAction(_) | Condition::NobodyCanAct));
    rules.pass == PassRule::WhenNoAction || rules.parts().any(asks)
}

#[cfg(test)]
mod tests {
    use masume_engine::{Setup, shipped_games};

    use super::*;

    /// Actions and the states that come of them.
    type Expansion = Vec<(Action, Vec<u64>)>;

    /// Successors of the start by actions of all classes, by those of the game, and their number in each class.
    fn followed(text: &str) -> (Expansion, Expansion, [usize; 3]) {
        let game = Game::load(text).game.unwrap_or_else(|| panic!("not sound:\n{text}"));
        let sorted = ActionClasses::new(&game).run(&Budget::default());
        let start = game.start(&Setup::default()).expect("it can be set up");
        let grid = start.board.grid();
        let expanded = |game: &Game, name: &dyn Fn(Action) -> Action| {
            let frontier = game.frontier(grid).expect("the board is small");
            let mut words = vec![0; frontier.words()];
            frontier.pack(&start, &mut words);
            let mut found = Vec::new();
            let mut add = |child: masume_engine::Expanded<'_>| {
                found.push((name(child.action), child.words.to_vec()));
            };
            frontier.expand(&words, &mut add).expect("nothing goes wrong");
            found
        };
        let of = |sort: &ActionClass| expanded(&sort.game, &|action| sort.of_whole(action));
        let long = sorted.long.as_ref().map(of).unwrap_or_default();
        let by_sort = [of(&sorted.sure), long, of(&sorted.luck)];
        let counts = [0, 1, 2].map(|sort: usize| by_sort[sort].len());
        let mut found = by_sort.concat();
        found.sort();
        let mut all = expanded(&run_for(&game, &Budget::default()), &|action| action);
        all.sort();
        (found, all, counts)
    }

    #[test]
    fn sorts_together_are_the_game() {
        for (name, expected) in [("robots", [9, 0, 1]), ("robots-bsd", [9, 1, 1])] {
            let shipped = shipped_games().iter().find(|it| it.name == name).expect("it is shipped");
            let (found, all, counts) = followed(shipped.text);
            assert_eq!((found, counts), (all, expected), "{name}");
        }
    }

    #[test]
    fn a_game_that_asks_what_can_be_done_is_whole() {
        let text = "game Jump\nboard 3 x 1\npieces\n  thing: runner\n\nstart\n  [column = 1] -> runner\n\n\
                    action step in d (left or right)\n  runner empty -> _ runner\n\n\
                    action jump\n  runner -> random empty\n\nlose when no action\n";
        let (_, all, counts) = followed(text);
        assert_eq!(counts, [all.len(), 0, all.len()]);
    }
}
