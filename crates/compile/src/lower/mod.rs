//! From checked rules to the program of one player on one board.
//!
//! What has no program (see [`Unsupported`]) is kept as it is, and asked of the reference executor.

mod bound;
mod cond;
mod contents;
mod depends;
mod graph;
mod in_turn;
mod known;
mod letters;
mod pattern;
mod plan;
mod potential;
mod prefilter;
mod required;
mod rule;
mod safe;
mod statement;
mod test;
mod trial;
mod two_cells;

use std::collections::BTreeMap;

use masume_board::{CellSet, Grid};
use masume_program::{
    ActionProgram, End, Layout, Nfa, Optimisations, Program, Set, SetId, Unsupported,
};
use masume_rules::facts::Contents;
use masume_rules::model::{Player, Rule, Rules, Test};

/// Sets know no errors.
pub(crate) const MAY_FAIL: &str = "a test in it can end in an error";

/// Program that is being built.
pub(crate) struct Lowering<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) layout: &'r Layout,
    pub(crate) player: Player,
    pub(crate) options: Optimisations,
    sets: Vec<Set>,
    known_contents: BTreeMap<SetId, Contents>,
    constants: Vec<CellSet>,
    nfas: Vec<Nfa>,
    /// Letters of the current pattern, by place: its letter tests stand for them.
    letters: Option<Vec<(masume_rules::model::Letter, masume_rules::model::Layer)>>,
    /// The action whose body this is.
    body: Option<u8>,
    /// Letters that the test being lowered has met on its cell, with the layers that they were met in: each is what the
    /// cell holds there.
    met: Vec<(masume_rules::model::Letter, masume_rules::model::Layer)>,
    /// True if a number may be that of a letter: in what a rule puts, and its effects.
    pub(crate) has_letters: bool,
    /// True if what is bound in the test being lowered is forgotten behind it.
    forgets: bool,
    /// Letters that nobody asks for, of the rule being lowered, or else of the condition or number; `None` between them.
    lone: Option<Vec<masume_rules::model::Letter>>,
    /// Bounds of local numbers of the body being proved, where they are known.
    locals: BTreeMap<masume_rules::model::Local, (i64, i64)>,
    /// Sets by what they say, so that equal ones are asked once.
    known_sets: BTreeMap<String, SetId>,
    /// NFAs by what they say: thousands of rules would be compared with each other for long.
    known_nfas: BTreeMap<String, u16>,
}

/// The program of a player.
pub(crate) fn lower(
    rules: &Rules,
    layout: &Layout,
    player: Player,
    options: Optimisations,
) -> Program {
    let mut lowering = Lowering {
        rules,
        layout,
        player,
        options,
        sets: Vec::new(),
        known_contents: BTreeMap::new(),
        constants: Vec::new(),
        nfas: Vec::new(),
        letters: None,
        body: None,
        met: Vec::new(),
        has_letters: false,
        forgets: false,
        lone: None,
        locals: BTreeMap::new(),
        known_sets: BTreeMap::new(),
        known_nfas: BTreeMap::new(),
    };
    let mut actions: Vec<ActionProgram> = Vec::new();
    for (index, info) in (0u8..).zip(&rules.actions) {
        lowering.body = Some(index);
        actions.push(lowering.action(info));
    }
    lowering.body = None;
    let start = lowering.block(&rules.start);
    let then = lowering.block(&rules.then);
    let again = rules.again.as_ref().map(|it| (lowering.condition(&it.value), it.span));
    let ends = rules.ends.iter().map(|end| lowering.end(end)).collect::<Vec<End>>();
    let score = rules.score.as_ref().map(|it| (lowering.number(&it.value), it.span));
    let Lowering { sets, known_contents: contents, constants, nfas, .. } = lowering;
    Program { player, sets, contents, constants, nfas, actions, start, then, again, ends, score }
}

impl<'r> Lowering<'r> {
    pub(crate) fn grid(&self) -> &'r Grid {
        &self.layout.grid
    }

    /// The set's index; one that is there already is not added again.
    ///
    /// # Errors
    /// There are as many sets as there can be.
    pub(crate) fn add(&mut self, set: Set) -> Result<SetId, Unsupported> {
        let key = format!("{set:?}");
        if self.options.sharing
            && let Some(id) = self.known_sets.get(&key)
        {
            return Ok(*id);
        }
        let id = SetId(next_index(self.sets.len())?);
        self.sets.push(set);
        self.known_sets.insert(key, id);
        Ok(id)
    }

    /// The set of these cells, the same in every state.
    ///
    /// # Errors
    /// There are as many sets as there can be.
    pub(crate) fn constant(&mut self, cells: CellSet) -> Result<SetId, Unsupported> {
        let index = match self.constants.iter().position(|it| *it == cells) {
            Some(index) => index as u16,
            None => {
                let index = next_index(self.constants.len())?;
                self.constants.push(cells);
                index
            }
        };
        self.add(Set::Constant(index))
    }

    /// The NFA's index; one that is there already is not added again.
    ///
    /// # Errors
    /// There are as many NFAs as there can be.
    pub(crate) fn add_nfa(&mut self, nfa: Nfa) -> Result<u16, Unsupported> {
        let key = format!("{nfa:?}");
        if let Some(index) = self.known_nfas.get(&key) {
            return Ok(*index);
        }
        let index = next_index(self.nfas.len())?;
        self.nfas.push(nfa);
        self.known_nfas.insert(key, index);
        Ok(index)
    }

    pub(crate) fn nfa(&self, index: u16) -> &Nfa {
        &self.nfas[usize::from(index)]
    }

    pub(crate) fn set(&self, id: SetId) -> &Set {
        &self.sets[usize::from(id.0)]
    }

    /// Contents of a cell that passes.
    pub(crate) fn contents(&self, test: &Test) -> Contents {
        let layers = &self.rules.layers;
        Contents::of(test, layers, self.player).unwrap_or_else(|| Contents::never(layers.len()))
    }

    /// Keeps what a cell can hold that is in a set, for passing this test.
    fn keep_contents(&mut self, set: SetId, test: &Test) {
        let contents = self.contents(test);
        self.known_contents.entry(set).or_insert(contents);
    }

    /// Contents of a cell at each position of a rule's pattern.
    pub(crate) fn contents_by_position(&self, rule: &Rule) -> Vec<Contents> {
        Contents::by_position(rule, &self.rules.layers, self.player)
    }

    /// The entry of the player in a list where a single entry serves every player.
    pub(crate) fn of_player<T: Copy>(&self, entries: &[T]) -> Option<T> {
        match entries {
            [only] => Some(*only),
            [] | [_, _, ..] => entries.get(usize::from(self.player.0)).copied(),
        }
    }
}

/// The index of what is added to so many; a program has no room for more than 16 bits can tell.
fn next_index(count: usize) -> Result<u16, Unsupported> {
    u16::try_from(count).map_err(|_| Unsupported("the program of the game is as long as can be"))
}
