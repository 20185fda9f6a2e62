//! The compiled executor: one state at a time.
//!
//! Start with `turn.rs` for the order of things, `scene.rs` for what is asked of a position,
//! `nfa.rs`, `walk.rs`, `corridor.rs` and `matches.rs` for matches, `rule.rs` for what is done with them.

mod brute_force;
mod budget;
mod choices;
mod corridor;
mod decided;
mod effects;
mod follow;
mod graph;
mod legal;
mod machine;
mod march;
mod matches;
mod nfa;
mod non_overlapping;
mod number;
mod position;
mod potential;
mod prefilter;
mod proof;
mod put;
mod rule;
mod scene;
mod sets;
mod spots;
mod statements;
mod turn;
mod views;
mod walk;

use masume_board::{Bits, Grid, Steps};
use masume_program::{Compiler, Layout, NoCode, Optimisations, Program};
use masume_rules::model::{Player, Rules};
use masume_rules::run_error::RunError;

use crate::interp::SideBySide;
use crate::placement::Placements;
use crate::strategy::MakeInterp;
use crate::vectors;
use budget::Budget;
use proof::{beside, cannot_fail};

pub(crate) use choices::{Choices, Legal};
pub(crate) use effects::{most_points, outcome_of};
pub(crate) use legal::is_pair_in_order;
pub(crate) use machine::Machine;
pub use machine::Stop;
pub(crate) use march::step_toward;
pub(crate) use position::Position;
pub(crate) use scene::{Host, Scene};

/// A game on a board of at most `64 * W` cells, ready to run.
#[derive(Debug)]
pub(crate) struct Runtime<const W: usize> {
    pub(crate) rules: std::sync::Arc<Rules>,
    pub(crate) layout: Layout,
    /// Indexed by player.
    pub(crate) programs: Vec<Program>,
    pub(crate) steps: Steps<W>,
    /// Indexed [player][constant].
    pub(crate) constants: Vec<Vec<Bits<W>>>,
    pub(crate) options: Optimisations,
    /// What made the programs, and makes code for many boards.
    pub(crate) compiler: Compiler,
    /// What may be too much work.
    pub(crate) budget: Budget,
    /// Indexed [player][end]: whether asking beside what changed is proved right.
    pub(crate) beside: Vec<Vec<bool>>,
    /// Its turns as macro-operations, where they have that shape.
    pub(crate) placement: Option<Placements>,
    /// Its turns as code for many boards, made when it is first asked for, or why there is none.
    pub(crate) interp: std::sync::OnceLock<Result<std::sync::Arc<dyn SideBySide<W>>, NoCode>>,
    /// How that is made, if it may be.
    pub(crate) make_interp: Option<MakeInterp<W>>,
    /// Indexed by player: asking what the player can do cannot end in an error.
    pub(crate) may_skip: Vec<bool>,
}

impl<const W: usize> Runtime<W> {
    pub(crate) fn new(
        rules: std::sync::Arc<Rules>,
        grid: &Grid,
        options: Optimisations,
        compiler: Compiler,
    ) -> Self {
        let layout = Layout::new(&rules, grid, W);
        let players = (0..rules.players.len().max(1) as u8).map(Player);
        let programs: Vec<Program> =
            players.map(|player| (compiler.lower)(&rules, &layout, player, options)).collect();
        let constants = programs.iter().map(|program| {
            program.constants.iter().map(|cells| {
                let mut bits = Bits::EMPTY;
                cells.iter().for_each(|cell| bits.insert(cell));
                bits
            })
        });
        let budget = Budget::new(&rules, grid);
        let arch = vectors::arch(options.instructions);
        let placement = Placements::of(&rules, &layout, &programs, arch)
            .filter(|_| options.shapes && budget.suffices());
        Self {
            placement,
            interp: std::sync::OnceLock::new(),
            make_interp: None,
            constants: constants.map(Iterator::collect).collect(),
            steps: Steps::new(grid),
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

    /// Whether the action can be asked about, and done.
    ///
    /// # Errors
    /// It is too much.
    #[inline]
    pub(crate) fn can_ask(&self, index: usize) -> Result<(), RunError> {
        self.budget.actions.get(index).map_or(Ok(()), Clone::clone)
    }

    pub(crate) fn grid(&self) -> &Grid {
        &self.layout.grid
    }

    pub(crate) fn program(&self, player: Player) -> &Program {
        // A state that names another player than the game has was refused before.
        self.programs.get(usize::from(player.0)).unwrap_or(&self.programs[0])
    }

    /// The player after this one.
    pub(crate) fn player_after(&self, player: Player) -> Player {
        let next = usize::from(player.0) + 1;
        if next < self.programs.len() { Player(next as u8) } else { Player(0) }
    }
}
