//! From checked rules to the program of one player on one board.
//!
//! What has no program (see [`Unsupported`]) is kept as it is, and asked of the reference executor.

mod allowed;
mod cond;
mod pattern;
mod plan;
mod rule;
mod sieve;
mod statement;
mod test;

use std::collections::BTreeMap;

use masume_board::{CellSet, Grid};
use masume_rules::model::{Player, Rules};

use crate::optimise::Optimisations;
use crate::program::{ActionProgram, End, Layout, Program, Scan, Set, SetId};

/// Why something has no program, in words that end a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub(crate) &'static str);

/// What is being built.
pub(crate) struct Lowering<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) layout: &'r Layout,
    pub(crate) player: Player,
    pub(crate) options: Optimisations,
    sets: Vec<Set>,
    constants: Vec<CellSet>,
    scans: Vec<Scan>,
    /// What the letter tests of the pattern at hand are: its letters, by place.
    letters: Option<Vec<(masume_rules::model::Letter, masume_rules::model::Layer)>>,
    /// Whether a number may be that of a letter: in what a rule puts, and its effects.
    pub(crate) has_letters: bool,
    /// Sets by what they say, so that equal ones are asked once.
    known: BTreeMap<String, SetId>,
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
        constants: Vec::new(),
        scans: Vec::new(),
        letters: None,
        has_letters: false,
        known: BTreeMap::new(),
    };
    let actions: Vec<ActionProgram> =
        rules.actions.iter().map(|info| lowering.action(info)).collect();
    let start = lowering.block(&rules.start);
    let then = lowering.block(&rules.then);
    let again = rules.again.as_ref().map(|it| (lowering.condition(&it.value), it.span));
    let ends = rules.ends.iter().map(|end| lowering.end(end)).collect::<Vec<End>>();
    let score = rules.score.as_ref().map(|it| (lowering.number(&it.value), it.span));
    let Lowering { sets, constants, scans, .. } = lowering;
    Program { player, sets, constants, scans, actions, start, then, again, ends, score }
}

impl<'r> Lowering<'r> {
    pub(crate) fn grid(&self) -> &'r Grid {
        &self.layout.grid
    }

    /// The set's index; one that is there already is not added again.
    pub(crate) fn add(&mut self, set: Set) -> SetId {
        let key = format!("{set:?}");
        if self.options.sharing
            && let Some(id) = self.known.get(&key)
        {
            return *id;
        }
        let id = SetId(self.sets.len() as u16);
        self.sets.push(set);
        self.known.insert(key, id);
        id
    }

    pub(crate) fn constant(&mut self, cells: CellSet) -> SetId {
        let index = self.constants.iter().position(|it| *it == cells);
        let index = index.unwrap_or_else(|| {
            self.constants.push(cells);
            self.constants.len() - 1
        });
        self.add(Set::Constant(index as u16))
    }

    pub(crate) fn add_scan(&mut self, scan: Scan) -> u16 {
        match self.scans.iter().position(|it| *it == scan) {
            Some(index) => index as u16,
            None => {
                self.scans.push(scan);
                (self.scans.len() - 1) as u16
            }
        }
    }

    pub(crate) fn scan(&self, index: u16) -> &Scan {
        &self.scans[usize::from(index)]
    }

    pub(crate) fn set(&self, id: SetId) -> &Set {
        &self.sets[usize::from(id.0)]
    }

    /// The entry of the player in a list where a single entry serves every player.
    pub(crate) fn of_player<T: Copy>(&self, entries: &[T]) -> Option<T> {
        match entries {
            [only] => Some(*only),
            [] | [_, _, ..] => entries.get(usize::from(self.player.0)).copied(),
        }
    }
}
