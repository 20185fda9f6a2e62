//! Choice of the executor for each question about a game: the one place that chooses.
//!
//! - One state: the general machine (`run`); bodies that have to be tried run on many boards at once.
//! - One board that is played on: code for many boards, if there is any for the game; else the general
//!   machine.
//! - Boards that a caller plays: code for many boards side by side, if there is any for the game.
//! - Random games and children: code for many boards side by side, if there is any for the game and the
//!   states leave room to count; else the general machine, one board after another.
//! - Boards held by value and children of packed states: planes in registers where the game only places pieces.
//! - Perft: planes of eight boards in registers where the game only places pieces, then as children.

use std::slice::from_ref;
use std::sync::Arc;

use masume_program::interp::game::GameCode;
use masume_program::{Layout, NoCode, Program, Unsupported};
use masume_rules::action::Action;
use masume_rules::chance::{Chance, Refusing, Sampling};
use masume_rules::model::{Player, Rules};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::{Board, State};
use smallvec::{SmallVec, smallvec};

#[cfg(feature = "batch")]
use crate::board_batch::{BatchForm, BoardBatch};
use crate::one_board::{GeneralBoard, OneBoard};
use crate::packed::{Expanded, OfStates, OfWords, Packed, PackedPart};
use crate::placement::{Counted, Placements, SmallTurns};
use crate::run::{Host, Machine, Position, Runtime, Scene, most_points, outcome_of};
use crate::stack::with_room;
use crate::tree::{Child, Parents};
use crate::{Compiled, Fallback, Games, ManyBoards, Played, Ply, Scores, Stop, bulk, tree};

/// The most plies that are counted side by side: each has boards of its own. More are counted by the
/// general machine, which does not come to its end anyway where anything can be chosen.
const MOST_LEVELS: u32 = 64;

impl<const W: usize> Compiled for Runtime<W> {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn programs(&self) -> &[Program] {
        &self.programs
    }

    fn legal_actions(
        &self,
        state: &State,
        fallback: &mut dyn Fallback,
    ) -> Result<Vec<Action>, RunError> {
        with_room::<W, _>(|| {
            if state.outcome.is_some() {
                return Ok(Vec::new());
            }
            let position = Position::of_state(&self.layout, state);
            let host = Host::new(fallback, self.set_words());
            let legal = Scene::new(self, &host, &position, position.to_act).legal()?;
            Ok(legal.list(self.grid()))
        })
    }

    fn is_legal(
        &self,
        state: &State,
        action: Action,
        fallback: &mut dyn Fallback,
    ) -> Result<bool, RunError> {
        with_room::<W, _>(|| {
            if state.outcome.is_some() {
                return Ok(false);
            }
            let position = Position::of_state(&self.layout, state);
            let host = Host::new(fallback, self.set_words());
            Scene::new(self, &host, &position, position.to_act).is_legal(action)
        })
    }

    fn apply(
        &self,
        state: &State,
        action: Action,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop> {
        with_room::<W, _>(|| {
            let position = Position::of_state(&self.layout, state);
            let host = Host::new(fallback, self.set_words());
            let scene = Scene::new(self, &host, &position, position.to_act);
            if state.outcome.is_some() || !scene.is_allowed(action)? {
                return Err(Stop::Illegal);
            }
            // No draw refuses an action that is legal: that is known before anything is drawn.
            if scene.may_refuse_after_draw(action).is_some()
                && !scene.does_something(&mut scene.machine(&mut Refusing), action)?
            {
                return Err(Stop::Illegal);
            }
            let acting = position.to_act;
            let mut machine = Machine::new(self, &host, position.clone(), acting, chance);
            machine.run_turn(Some(&position), action)?;
            Ok(machine.position.to_state(&self.layout))
        })
    }

    fn start(
        &self,
        board: &Board,
        random: Random,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop> {
        with_room::<W, _>(|| {
            let state = State {
                board: board.clone(),
                values: self.rules.values.iter().map(|value| value.initial).collect(),
                to_act: Player(0),
                ply: 0,
                passes: 0,
                goals: 0,
                outcome: None,
                random,
            };
            let host = Host::new(fallback, self.set_words());
            let position = Position::of_state(&self.layout, &state);
            let mut machine = Machine::new(self, &host, position, Player(0), chance);
            machine.run_start()?;
            machine.see_before_first();
            machine.ask_ends(true)?;
            machine.position.to_act = Player(0);
            Ok(machine.position.to_state(&self.layout))
        })
    }

    fn one_board(self: Arc<Self>, state: &State, fallback: &mut dyn Fallback) -> Box<dyn OneBoard> {
        with_room::<W, _>(|| {
            let position = Position::of_state(&self.layout, state);
            match self.interp_for(from_ref(&position), 0).cloned() {
                Some(interp) => {
                    let host = Host::new(fallback, self.set_words());
                    interp.one_board(self, &host, position)
                }
                None => Box::new(GeneralBoard::new(self, position)),
            }
        })
    }

    #[cfg(feature = "batch")]
    fn board_batch(self: Arc<Self>, form: BatchForm) -> Option<Box<dyn BoardBatch>> {
        with_room::<W, _>(|| {
            let interp = self.interp().ok().cloned()?;
            Some(interp.board_batch(self, form))
        })
    }

    fn scores(&self, state: &State, fallback: &mut dyn Fallback) -> Result<Scores, RunError> {
        with_room::<W, _>(|| {
            let position = Position::of_state(&self.layout, state);
            let host = Host::new(fallback, self.set_words());
            let mut chance = Sampling;
            Machine::for_bulk(self, &host, position, &mut chance).scores()
        })
    }

    fn playouts(
        &self,
        games: &Games<'_>,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError> {
        with_room::<W, _>(|| {
            if games.count == 0 {
                return Ok(());
            }
            let first = games.first(&self.layout)?;
            let host = Host::new(fallback, self.set_words());
            match self.interp_for(from_ref(&first), games.most_plies) {
                Some(interp) => interp.play(self, &host, &first, games, done),
                None => bulk::one_by_one(self, &host, &first, games, done),
            }
        })
    }

    fn perft(
        &self,
        state: &State,
        depth: u32,
        ply: Ply,
        fallback: &mut dyn Fallback,
    ) -> Result<u64, RunError> {
        with_room::<W, _>(|| {
            let position = Position::of_state(&self.layout, state);
            // No page counts leaves: what counts those of placements would be a hundredth of its module.
            if !cfg!(target_family = "wasm")
                && let Some(placement) = self.placement_for(&position)
            {
                let counted = Counted { end_leaves: ply.leaves_of_end(), stop: fallback.stop() };
                let leaves = placement.leaves(&position, depth, counted);
                fallback.stop().check(Span::default())?;
                return Ok(leaves);
            }
            let host = Host::new(fallback, self.set_words());
            if (1..=MOST_LEVELS).contains(&depth)
            && let Some(interp) = self.interp_for(from_ref(&position), depth.into())
            // Of several errors the first is wanted: the general machine finds it.
            && let Ok(leaves) = interp.perft(self, &host, &position, (depth, ply))
            {
                return Ok(leaves);
            }
            host.stop.check(Span::default())?;
            tree::leaves(&mut Machine::for_bulk(self, &host, position, &mut Sampling), depth, ply)
        })
    }

    fn successors(
        &self,
        states: &[&State],
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(usize, Action, State),
    ) -> Result<(), RunError> {
        with_room::<W, _>(|| {
            let parents = OfStates { layout: &self.layout, states };
            self.children(&parents, fallback, &mut |child| {
                done(child.parent, child.action, child.position.to_state(&self.layout));
            })
        })
    }

    fn packed_words(&self) -> usize {
        Packed::new(self).stride()
    }

    fn pack(&self, state: &State, words: &mut [u64]) {
        with_room::<W, _>(|| {
            let position = Position::of_state(&self.layout, state);
            Packed::new(self).pack(&position, words);
        })
    }

    fn unpack(&self, words: &[u64]) -> State {
        with_room::<W, _>(|| {
            let mut position = self.blank();
            Packed::new(self).unpack(words, &mut position);
            position.to_state(&self.layout)
        })
    }

    fn packed_bits(&self, part: PackedPart) -> Vec<(usize, u64)> {
        Packed::new(self).bits(part)
    }

    fn expand(
        &self,
        words: &[u64],
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Expanded<'_>),
    ) -> Result<(), RunError> {
        with_room::<W, _>(|| {
            let packed = Packed::new(self);
            if let Some(placement) = self.placement_of_words(&packed, words) {
                return self.place(placement, (&packed, words), fallback, done);
            }
            let mut words_of_child: SmallVec<[u64; 16]> = smallvec![0; packed.stride()];
            let parents = OfWords { packed: &packed, words };
            self.children(&parents, fallback, &mut |child| {
                packed.pack(child.position, &mut words_of_child);
                let Child { parent, action, position } = child;
                let (words, outcome) = (&words_of_child[..], position.outcome);
                done(Expanded { parent, action, words, outcome, actions: None });
            })
        })
    }

    fn small_turns(&self) -> Option<SmallTurns> {
        self.placement.as_ref().and_then(|placement| placement.small(self))
    }

    fn action_counts(
        &self,
        words: &[u64],
        fallback: &mut dyn Fallback,
        counts: &mut Vec<u32>,
    ) -> Result<(), RunError> {
        with_room::<W, _>(|| {
            let packed = Packed::new(self);
            let positions = OfWords { packed: &packed, words };
            counts.clear();
            counts.resize(positions.count(), 0);
            if let Some(placement) = self.placement_of_words(&packed, words) {
                placement.action_counts((&packed, words), counts);
                return Ok(());
            }
            let host = Host::new(fallback, self.set_words());
            if let Ok(interp) = self.interp() {
                let mut put = |number: usize, count| counts[number] = count;
                return interp.action_counts(self, &host, &positions, &mut put);
            }
            let mut position = self.blank();
            for (number, count) in counts.iter_mut().enumerate() {
                positions.put(number, &mut position);
                *count = tree::action_count(self, &host, &position)?;
            }
            Ok(())
        })
    }

    fn many_boards(&self) -> ManyBoards {
        with_room::<W, _>(|| match self.interp() {
            Ok(interp) => ManyBoards::Interp { turns: interp.turns(), alone: interp.alone() },
            Err(NoCode { why: Unsupported(because), action }) => {
                ManyBoards::OneByOne { because, action }
            }
        })
    }

    fn interp_code(&self) -> Option<&GameCode> {
        with_room::<W, _>(|| self.interp().ok().map(|interp| interp.code()))
    }
}

impl<const W: usize> Runtime<W> {
    /// Gives the children of positions, as [`Compiled::successors`].
    fn children(
        &self,
        parents: &dyn Parents,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Child<'_>),
    ) -> Result<(), RunError> {
        let host = Host::new(fallback, self.set_words());
        if let Ok(interp) = self.interp() {
            return interp.children(self, &host, parents, done);
        }
        let mut position = self.blank();
        (0..parents.count()).try_for_each(|number| {
            parents.put(number, &mut position);
            tree::children_of(self, &host, (number, &position), done)
        })
    }

    /// As [`Compiled::expand`], by macro-operations.
    fn place(
        &self,
        placement: &Placements,
        (packed, words): (&Packed<'_>, &[u64]),
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Expanded<'_>),
    ) -> Result<(), RunError> {
        let host = Host::new(fallback, self.set_words());
        let players = self.programs.len();
        let has_score = self.programs.iter().all(|program| program.score.is_some());
        let mut ended = |words: &[u64], kind, acting| {
            outcome_of(kind, acting, players, || {
                let mut position = self.blank();
                packed.unpack(words, &mut position);
                let mut chance = Sampling;
                let machine = Machine::for_bulk(self, &host, position, &mut chance);
                let points = if has_score { machine.scores()? } else { Scores::new() };
                Ok(most_points(&points))
            })
        };
        placement.children((packed, words), &host.stop, &mut ended, done)
    }
}
