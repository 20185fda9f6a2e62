//! Maker of a game: the dice, what the game has so far, and where the text being drawn stands.

use crate::tree::{Ending, GameTree, NamedAction, Sort, Statement, Term};
use crate::{Dice, Feature, Features};

use super::world::World;

/// Draws one game.
pub(super) struct Maker<'d> {
    pub(super) dice: &'d mut Dice,
    features: Features,
    pub(super) world: World,
    pub(super) site: Site,
}

/// Parts of a game that are drawn after its world.
struct Turns {
    lets: Vec<(String, Term)>,
    defines: Vec<(String, Vec<Statement>)>,
    actions: Vec<NamedAction>,
    then: Vec<Statement>,
    start: Vec<Statement>,
    level: Option<Vec<String>>,
    again: Option<Term>,
    pass: Option<&'static str>,
    ends: Vec<Ending>,
    score: Option<Term>,
}

/// Place of a part in the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Site {
    /// Letters of the chosen cells.
    pub(super) cells: Vec<&'static str>,
    /// The letter of the chosen direction.
    pub(super) direction: Option<&'static str>,
    /// Letters of the chosen column and row.
    pub(super) lines: Vec<&'static str>,
    /// True if a rule has a direction without saying one.
    pub(super) has_way: bool,
    /// True if the rules of a block have an anchor without saying one.
    pub(super) has_anchor: bool,
    /// Numbers named with `let` in the block.
    pub(super) locals: Vec<String>,
    /// Letters that the current pattern has bound.
    pub(super) letters: Vec<&'static str>,
    /// True if there is a cell of which `row` and `column` can be asked.
    pub(super) has_cell: bool,
    /// True if statements run until they change nothing: what always changes something would only
    /// run out of fuel.
    pub(super) is_repeated: bool,
    /// True if statements may be illegal or end the game here.
    pub(super) is_action: bool,
}

impl<'d> Maker<'d> {
    pub(super) fn new(dice: &'d mut Dice) -> Self {
        let (features, world, site) = (Features::default(), World::default(), Site::default());
        Self { dice, features, world, site }
    }

    pub(super) fn note(&mut self, feature: Feature) {
        self.features.note(feature);
    }

    /// A whole game, and what it has in it.
    pub(super) fn game(mut self) -> (GameTree, Features) {
        let (width, height, rim) = self.board();
        self.world();
        let lets = self.lets();
        let defines = self.defines();
        let actions = self.actions();
        let then = self.then();
        let (level, start) = self.start(width, height);
        let again = self.again();
        let pass = self.pass();
        let ends = self.ends();
        let score = self.score();
        let turns = Turns { lets, defines, actions, then, start, level, again, pass, ends, score };
        self.put_together((width, height, rim), turns)
    }

    /// A whole game of plain turns, and what it has in it.
    pub(super) fn plain_game(mut self) -> (GameTree, Features) {
        let (width, height, rim) = self.plain_board();
        self.world();
        let (lets, defines) = (Vec::new(), Vec::new());
        let actions = self.plain_actions();
        let then = self.plain_then();
        let (level, start) = self.start(width, height);
        let again = self.plain_again();
        let pass = self.pass();
        let ends = self.plain_ends();
        let score = self.plain_score();
        let turns = Turns { lets, defines, actions, then, start, level, again, pass, ends, score };
        self.put_together((width, height, rim), turns)
    }

    fn put_together(
        self,
        (width, height, rim): (usize, usize, usize),
        turns: Turns,
    ) -> (GameTree, Features) {
        let Turns { lets, defines, actions, then, start, level, again, pass, ends, score } = turns;
        let rim = if level.is_some() { 0 } else { rim };
        let World { players, layers, values, shares, .. } = self.world;
        let values = values.into_iter().map(|name| (name, self.dice.below(3) as i64)).collect();
        let shares = shares.into_iter().map(|name| (name, "40%".to_owned())).collect();
        let tree = GameTree {
            width,
            height,
            rim,
            players,
            layers,
            values,
            options: shares,
            lets,
            defines,
            start,
            actions,
            then,
            pass,
            again,
            ends,
            score,
            level,
        };
        (tree, self.features)
    }
}

pub(super) fn atom(text: impl Into<String>) -> Term {
    Term::word(Sort::Atom, text)
}

pub(super) fn number(text: impl Into<String>) -> Term {
    Term::word(Sort::Number, text)
}

pub(super) fn put(text: impl Into<String>) -> Term {
    Term::word(Sort::Put, text)
}

pub(super) fn line(text: impl Into<String>) -> Term {
    Term::word(Sort::Line, text)
}
