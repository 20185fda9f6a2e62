//! A game on boards of one shape, before it is said how many words the sets of the general machine have.

use std::sync::{Arc, OnceLock};

use masume_board::Grid;
use masume_program::{Compiler, Layout, NoCode, Optimisations, Program, Unsupported};
use masume_rules::model::{Player, Rules};
use masume_rules::run_error::RunError;

use super::Position;
use super::budget::Budget;
use super::proof::{beside, cannot_fail};
use crate::interp::{self, Interpreter, SideBySide};
use crate::packed::Packed;
use crate::placement::Placements;
use crate::vectors;

/// A game on boards of one shape: what the general machine and the interpreter both know, whatever the words of their
/// sets.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) rules: Arc<Rules>,
    /// A plane has as many words as a set of the general machine.
    pub(crate) layout: Layout,
    /// Indexed by player.
    pub(crate) programs: Vec<Program>,
    pub(crate) options: Optimisations,
    /// The compiler that made the programs, and makes code for many boards.
    pub(crate) compiler: Compiler,
    /// Prices by which work is too much.
    pub(crate) budget: Budget,
    /// Indexed [player][end]: whether asking beside what changed is proved right.
    pub(crate) beside: Vec<Vec<bool>>,
    /// Its turns as macro-operations, where they have that shape.
    pub(crate) placement: Option<Placements>,
    /// Its turns as code for many boards, made when it is first asked for, or why there is none.
    interp: OnceLock<Result<Arc<dyn SideBySide>, NoCode>>,
    /// The maker of it.
    interpreter: Interpreter,
    /// Indexed by player: asking what the player can do cannot end in an error.
    pub(crate) may_skip: Vec<bool>,
}

impl Loaded {
    /// A game for a general machine whose sets have so many words.
    pub(crate) fn new(
        rules: Arc<Rules>,
        (grid, words): (&Grid, usize),
        options: Optimisations,
        compiler: Compiler,
        interpreter: Interpreter,
    ) -> Self {
        let layout = Layout::new(&rules, grid, words);
        let players = (0..rules.players.len().max(1) as u8).map(Player);
        let programs: Vec<Program> =
            players.map(|player| (compiler.lower)(&rules, &layout, player, options)).collect();
        let budget = Budget::new(&rules, grid);
        let arch = vectors::arch(options.instructions);
        let placement = Placements::of(&rules, &layout, &programs, (interpreter.words(), arch))
            .filter(|_| options.shapes && budget.suffices());
        Self {
            placement,
            interp: OnceLock::new(),
            interpreter,
            beside: beside(&programs, &layout),
            may_skip: programs.iter().map(|it| budget.may_ask_all() && cannot_fail(it)).collect(),
            budget,
            rules,
            layout,
            programs,
            options,
            compiler,
        }
    }

    /// Checks that the action can be asked about, and done.
    ///
    /// # Errors
    /// It is too much.
    #[inline]
    pub(crate) fn can_ask(&self, index: usize) -> Result<(), RunError> {
        self.budget.actions.get(index).map_or(Ok(()), Clone::clone)
    }

    #[inline]
    pub(crate) fn grid(&self) -> &Grid {
        &self.layout.grid
    }

    #[inline]
    pub(crate) fn program(&self, player: Player) -> &Program {
        // A state that names another player than the game has was refused before.
        self.programs.get(usize::from(player.0)).unwrap_or(&self.programs[0])
    }

    /// The player after this one.
    #[inline]
    pub(crate) fn player_after(&self, player: Player) -> Player {
        let next = usize::from(player.0) + 1;
        if next < self.programs.len() { Player(next as u8) } else { Player(0) }
    }

    /// Words of a set of the interpreter, the fewest that hold a board: by these a budget pays, so that it lasts as long
    /// with every executor.
    #[inline]
    pub(crate) fn set_words(&self) -> usize {
        self.interpreter.words()
    }

    /// An empty board.
    pub(crate) fn blank(&self) -> Position {
        Position::blank(&self.layout, self.rules.values.len(), Player(0))
    }

    /// The macro-operations of the game, for a position that they can go on from.
    pub(crate) fn placement_for(&self, position: &Position) -> Option<&Placements> {
        self.placement.as_ref().filter(|_| self.goes_on(position))
    }

    /// The same for packed states.
    #[inline]
    pub(crate) fn placement_of_words(
        &self,
        packed: &Packed<'_>,
        words: &[u64],
    ) -> Option<&Placements> {
        let mut states = words.chunks_exact(packed.stride());
        let players = self.programs.len();
        self.placement.as_ref().filter(|_| states.all(|it| Packed::can_be_played(it, players)))
    }

    /// The game as code for many boards, for positions from which it can play so many plies.
    pub(crate) fn interp_for(
        &self,
        positions: &[Position],
        most_plies: u64,
    ) -> Option<&Arc<dyn SideBySide>> {
        let fits = |it: &Position| self.fits_interp(it, most_plies);
        self.interp().ok().filter(|_| positions.iter().all(fits))
    }

    /// True if code for many boards, where there is any, can play so many plies from a position on.
    #[inline]
    pub(crate) fn fits_interp(&self, position: &Position, most_plies: u64) -> bool {
        self.goes_on(position)
            && interp::fits(position, most_plies)
            && self.interp().is_ok_and(|interp| interp.holds(&self.layout, position))
    }

    /// The game as code for many boards, or why it has none.
    #[inline]
    pub(crate) fn interp(&self) -> Result<&Arc<dyn SideBySide>, NoCode> {
        let made = || {
            if self.options.interp {
                self.interpreter.make(self)
            } else {
                Err(Unsupported("that is switched off").into())
            }
        };
        self.interp.get_or_init(made).as_ref().map_err(|why| *why)
    }

    /// True if turns can follow a position, and be counted up to any number that is played.
    #[inline]
    fn goes_on(&self, position: &Position) -> bool {
        position.outcome.is_none()
            && usize::from(position.to_act.0) < self.programs.len()
            && position.ply < u32::MAX / 2
            && position.passes < u32::MAX / 2
    }
}
