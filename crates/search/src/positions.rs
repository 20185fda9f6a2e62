//! Positions of a search over whole states: their keys, and the successors of many of them at once.

use masume_board::Cell;
use masume_engine::{ApplyError, Executor, Game, PackedPart};
use masume_rules::action::Action;
use masume_rules::model::{Player, Rules};
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::budget::finishing;
use crate::canonical_key::Canonicalizer;
pub(crate) use crate::key_codec::PlaceContents;
use crate::key_codec::{GroundedBoard, KeyCodec};
use crate::meter::Meter;
use crate::operators::Place;
use crate::push::{KeyMoves, Moved};
use crate::{Budget, Limit, Relevance, Solution, StateCodec};

/// The states that can come of one state, each a key of so many words: two that go on alike have the same.
///
/// Where a compiled program serves the board, keys are expanded side by side without a [`State`] in
/// between; otherwise the engine's successors are packed.
pub(crate) struct Positions {
    game: Game,
    first: State,
    scheme: KeyScheme,
    /// Index of a value whose rise is told of each child.
    value: Option<usize>,
    grounded: Option<GroundedBoard>,
    /// `None` where no two positions go on alike, or the random generator is part of them.
    canonicalize: Option<Canonicalizer>,
}

/// Scheme by which keys are made.
enum KeyScheme {
    Codec(Box<CodecKeys>),
    States(Box<StateCodec>),
}

/// Keys made of the engine's packed states, and room for many of them.
struct CodecKeys {
    codec: KeyCodec,
    /// Moves on keys themselves, if keys are enough to follow the rules.
    moves: Option<KeyMoves>,
    /// Words of the packed state that hold the random generator, and the value that is told.
    random: usize,
    value: Option<usize>,
    states: Vec<u64>,
}

/// Uses that a search makes of positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    /// Index of a value whose rise is told of each child.
    pub(crate) value: Option<usize>,
    /// True if all that chance may give is followed: then the generator is no part of a position.
    pub(crate) all_chances: bool,
    /// True if what points are computed from is part of a position.
    pub(crate) reads_score: bool,
}

/// Successor of a state, with the action that led to it.
pub(crate) struct Child<'c> {
    /// Index of its parent among the states that were asked about.
    pub(crate) parent: usize,
    pub(crate) action: Action,
    pub(crate) key: &'c [u64],
    pub(crate) outcome: Option<Outcome>,
    /// Rise of the value that is told.
    pub(crate) rise: i64,
    /// True if chance decided what it is.
    pub(crate) has_drawn: bool,
}

impl Positions {
    /// Positions for what can come of a state that is not over.
    pub(crate) fn new(game: &Game, first: &State, uses: Uses, budget: &Budget) -> Self {
        let meter = &Meter::of(budget);
        let grounded = GroundedBoard::of(game.rules(), first, meter);
        Self::with_rules(game, (game.rules(), grounded), first, uses, (budget, meter))
    }

    /// For a game that does a part of what these rules say: positions are those of the whole rules.
    pub(crate) fn of_part(
        game: &Game,
        rules: &Rules,
        first: &State,
        uses: Uses,
        budget: &Budget,
    ) -> Self {
        Self::with_rules(game, (rules, None), first, uses, (budget, &Meter::of(budget)))
    }

    fn with_rules(
        game: &Game,
        (rules, grounded): (&Rules, Option<GroundedBoard>),
        first: &State,
        uses: Uses,
        (budget, meter): (&Budget, &Meter),
    ) -> Self {
        let mut live = Relevance::with_score(rules, uses.reads_score);
        live.random &= !uses.all_chances;
        let value = uses.value;
        let game = game.clone().with_executor(Executor::Batch).with_stop(budget.stop.clone());
        let mut canonicalize = None;
        // Where there is no time for the codec of a large board, states are kept whole.
        let coded = game.frontier(first.board.grid()).and_then(|frontier| {
            let known = (&live, grounded.as_ref());
            let codec = KeyCodec::new(rules, &frontier, first, known, meter);
            Some((frontier, codec.ok()?))
        });
        let scheme = match coded {
            Some((frontier, codec)) => {
                if !live.random {
                    canonicalize = Canonicalizer::of(rules, &frontier, &codec, first);
                }
                let word_of = |part| Some(frontier.bits(part).first()?.0);
                // Numbers in a key are more than what lies where.
                let has_numbers = value.is_some() || uses.reads_score;
                let operators =
                    grounded.as_ref().map(|grounded| &grounded.operators).filter(|_| !has_numbers);
                let moves = operators.and_then(|operators| {
                    KeyMoves::of(rules, operators, (&frontier, &codec), meter)
                });
                KeyScheme::Codec(Box::new(CodecKeys {
                    codec,
                    moves,
                    random: word_of(PackedPart::Random).unwrap_or_default(),
                    value: value.and_then(|value| word_of(PackedPart::Value(value))),
                    states: Vec::new(),
                }))
            }
            None => {
                let codec = StateCodec::new(rules, first, live);
                KeyScheme::States(Box::new(codec))
            }
        };
        Self { game, first: first.clone(), scheme, value, grounded, canonicalize }
    }

    /// Operators of the game, with its unique pieces; `None` where there are none.
    pub(crate) fn grounded(&self) -> Option<&GroundedBoard> {
        self.grounded.as_ref()
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Words of a key.
    pub(crate) fn stride(&self) -> usize {
        match &self.scheme {
            KeyScheme::Codec(of) => of.codec.stride(),
            KeyScheme::States(codec) => codec.stride(),
        }
    }

    /// The key of the first state.
    pub(crate) fn first(&self) -> Vec<u64> {
        self.key(&self.first)
    }

    /// Makes a key that of the least of all positions that go on like it.
    pub(crate) fn canonicalize(&self, key: &mut [u64]) {
        if let Some(canonicalize) = &self.canonicalize {
            canonicalize.canonicalize(key);
        }
    }

    /// True if a key may stand for several positions.
    pub(crate) fn is_canonical(&self) -> bool {
        self.canonicalize.is_some()
    }

    /// The key of a state on a board of the same shape.
    pub(crate) fn key(&self, state: &State) -> Vec<u64> {
        let mut key = vec![0; self.stride()];
        match (&self.scheme, self.game.frontier(self.first.board.grid())) {
            (KeyScheme::Codec(of), Some(frontier)) => {
                let mut words = vec![0; frontier.words()];
                frontier.pack(state, &mut words);
                of.codec.encode(&words, &mut key);
            }
            (KeyScheme::Codec(_), None) => {}
            (KeyScheme::States(codec), _) => codec.pack(state, &mut key),
        }
        key
    }

    /// The state of a key; what the rules cannot read is as it was in the first.
    pub(crate) fn state(&self, key: &[u64]) -> State {
        match (&self.scheme, self.game.frontier(self.first.board.grid())) {
            (KeyScheme::Codec(of), Some(frontier)) => {
                let mut words = vec![0; frontier.words()];
                of.codec.decode(key, &mut words);
                frontier.unpack(&words)
            }
            (KeyScheme::Codec(_), None) => self.first.clone(),
            (KeyScheme::States(codec), _) => codec.unpack(key),
        }
    }

    /// Calls with each place of a key and what it holds; where another key is given, at least with those
    /// in which the two differ.
    pub(crate) fn atoms(&self, key: &[u64], other: Option<&[u64]>, call: impl FnMut(usize, u64)) {
        match &self.scheme {
            KeyScheme::Codec(of) => of.codec.atoms(key, other, call),
            KeyScheme::States(codec) => codec.atoms(key, call),
        }
    }

    /// Reader of what lies on these places of a layer; `None` where keys are no packed states.
    pub(crate) fn contents(&self, layer: usize, places: &[Place]) -> Option<PlaceContents> {
        let (KeyScheme::Codec(of), Some(grounded)) = (&self.scheme, &self.grounded) else {
            return None;
        };
        let grid = self.first.board.grid();
        let frontier = self.game.frontier(grid)?;
        let cells: Vec<Cell> = grid.inner_cells().collect();
        Some(of.codec.contents(&frontier, (layer, places), &grounded.operators, &cells))
    }

    /// Calls with the number of each of these places and the code of what lies there.
    pub(crate) fn read(&self, key: &[u64], contents: &PlaceContents, call: impl FnMut(u8, u8)) {
        if let KeyScheme::Codec(of) = &self.scheme {
            of.codec.read(key, contents, call);
        }
    }

    /// Calls with what comes of each legal action in each of these states, whose keys lie one behind the
    /// other. The children of one state come in the order of its actions.
    ///
    /// # Errors
    /// What the rules came to, and what the call answers: then it is called with nothing more.
    pub(crate) fn expand(
        &mut self,
        keys: &[u64],
        done: &mut dyn FnMut(Child<'_>) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let stride = self.stride();
        let Self { game, first, scheme, value, .. } = self;
        match scheme {
            KeyScheme::Codec(of) => of.expand(game, first, (keys, stride), done),
            KeyScheme::States(codec) => {
                let mut key = vec![0; stride];
                for (parent, of_parent) in keys.chunks(stride).enumerate() {
                    let state = codec.unpack(of_parent);
                    for action in game.legal_actions(&state).map_err(limit_of)? {
                        // Boards that no program serves are large: of all successors only one is kept at a time.
                        let Some(next) = after(game, &state, action)? else { continue };
                        codec.pack(&next, &mut key);
                        let rise =
                            value.map_or(0, |at| next.values[at].saturating_sub(state.values[at]));
                        let has_drawn = next.random != state.random;
                        let outcome = next.outcome;
                        done(Child { parent, action, key: &key, outcome, rise, has_drawn })?;
                    }
                }
                Ok(())
            }
        }
    }
}

impl Positions {
    /// The actions along positions that were kept folded, the first of which is the start, and one more that
    /// ends the game.
    ///
    /// Every step is sought on the board itself: an action after which it has the key that was kept, of several
    /// the one by which the value that is told rises as it should.
    ///
    /// It goes on a little where the token is stopped: what was found before that is to be told.
    pub(crate) fn line(&mut self, path: &[&[u64]], ending: Ending) -> Result<Solution, Limit> {
        let game = self.game.clone();
        let line = finishing(game.stop_token(), |stop| {
            self.game = game.clone().with_stop(stop);
            self.line_along(path, ending)
        });
        self.game = game;
        line
    }

    fn line_along(&mut self, path: &[&[u64]], ending: Ending) -> Result<Solution, Limit> {
        let mut actions = Vec::with_capacity(path.len());
        let mut at = self.first();
        for index in 1..=path.len() {
            let (action, key) = self.step_along(&at, path.get(index).copied(), ending)?;
            actions.push(action);
            at = key;
        }
        Ok(Solution { actions })
    }

    /// The action that leads from a position to the one that was kept, or to the end, and the key that it leads to.
    fn step_along(
        &mut self,
        from: &[u64],
        wanted: Option<&[u64]>,
        ending: Ending,
    ) -> Result<(Action, Vec<u64>), Limit> {
        let canonicalize = self.canonicalize.take();
        let mut canonical = Vec::new();
        let mut is_it = |child: &Child<'_>| match wanted {
            Some(wanted) => {
                canonical.clear();
                canonical.extend_from_slice(child.key);
                if let Some(canonicalize) = &canonicalize {
                    canonicalize.canonicalize(&mut canonical);
                }
                child.outcome.is_none() && canonical == wanted
            }
            None => ending.is_one(child.outcome),
        };
        // It came of that position, and in no worse way.
        let is_better = |one: i64, other: i64| match ending {
            Ending::Won(_) => one < other,
            Ending::Most => one > other,
        };
        let mut best: Option<(i64, Action, Vec<u64>)> = None;
        let found = self.expand(from, &mut |child| {
            let promises = best.as_ref().is_none_or(|best| is_better(child.rise, best.0));
            if !child.has_drawn && promises && is_it(&child) {
                best = Some((child.rise, child.action, child.key.to_vec()));
            }
            Ok(())
        });
        self.canonicalize = canonicalize;
        found?;
        best.map(|(_, action, key)| (action, key)).ok_or(Limit::NotACost)
    }
}

/// The state after an action; `None` where it is not legal.
fn after(game: &Game, state: &State, action: Action) -> Result<Option<State>, Limit> {
    let mut next = state.clone();
    match game.apply(&mut next, action) {
        Ok(()) => Ok(Some(next)),
        Err(ApplyError::IllegalAction | ApplyError::GameOver) => Ok(None),
        Err(ApplyError::Run(error)) => Err(limit_of(error)),
    }
}

/// End that a solution aims for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Won for this player; the value that is told is a cost.
    Won(Player),
    /// In any way; the value that is told is what the line is for.
    Most,
}

impl Ending {
    fn is_one(self, outcome: Option<Outcome>) -> bool {
        match self {
            Self::Won(player) => outcome == Some(Outcome::Won(player)),
            Self::Most => outcome.is_some(),
        }
    }
}

impl CodecKeys {
    fn expand(
        &mut self,
        game: &Game,
        first: &State,
        (keys, stride): (&[u64], usize),
        done: &mut dyn FnMut(Child<'_>) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let Self { codec, moves, random, value, states } = self;
        let mut key = vec![0; stride];
        let mut answer = Ok(());
        let mut tell = |child: Child<'_>| {
            if answer.is_ok() {
                answer = done(child);
            }
        };
        if let Some(moves) = moves {
            for (parent, of_parent) in keys.chunks(stride).enumerate() {
                moves.expand(of_parent, &mut key, &mut |moved| {
                    let Moved { action, key, outcome } = moved;
                    tell(Child { parent, action, key, outcome, rise: 0, has_drawn: false });
                });
            }
            return answer;
        }
        let Some(frontier) = game.frontier(first.board.grid()) else { return Ok(()) };
        let words = frontier.words();
        states.clear();
        states.resize(keys.len() / stride * words, 0);
        for (key, state) in keys.chunks(stride).zip(states.chunks_mut(words)) {
            codec.decode(key, state);
        }
        let expanded = frontier.expand(states, &mut |child| {
            let before = &states[child.parent * words..][..words];
            codec.encode(child.words, &mut key);
            let rise =
                value.map_or(0, |at| (child.words[at] as i64).saturating_sub(before[at] as i64));
            let has_drawn = child.words[*random] != before[*random];
            let (parent, action, outcome) = (child.parent, child.action, child.outcome);
            tell(Child { parent, action, key: &key, outcome, rise, has_drawn });
        });
        expanded.map_err(limit_of)?;
        answer
    }
}

/// Limit that stands for an error of the rules.
pub(crate) fn limit_of(error: RunError) -> Limit {
    if error.is_interruption() { Limit::Stopped } else { Limit::Rules(error) }
}

#[cfg(test)]
mod tests {
    use masume_engine::{Action, Setup, shipped_games};
    use masume_rules::random::Random;

    use super::*;

    /// States of random games, each with what was done in it.
    fn states(game: &Game, start: &State, random: &mut Random) -> Vec<State> {
        let mut states = Vec::new();
        for _ in 0..6 {
            let mut state = start.clone();
            for _ in 0..25 {
                if state.outcome.is_some() {
                    break;
                }
                states.push(state.clone());
                let actions: Vec<Action> = game.legal_actions(&state).expect("rules that go well");
                if actions.is_empty() {
                    break;
                }
                let chosen = actions[random.below(actions.len() as u64) as usize];
                game.apply(&mut state, chosen).expect("it is legal");
            }
        }
        states
    }

    /// The key of a state that comes of the first by this list of children.
    fn check(game: &Game, start: &State) {
        let budget = Budget::default();
        let mut positions = Positions::new(game, start, Uses::default(), &budget);
        let codec = StateCodec::new(game.rules(), start, Relevance::of(game.rules()));
        let mut words = vec![0; codec.stride()];
        let name = &game.rules().title;
        for state in states(game, start, &mut Random::new(7)) {
            // The same state from its key goes on in the same way, and so do its children.
            let KeyScheme::Codec(of) = &positions.scheme else { panic!("{name}: a small board") };
            let frontier = positions.game.frontier(state.board.grid()).expect("a small board");
            let mut packed = vec![0; frontier.words()];
            frontier.pack(&state, &mut packed);
            let mut key = vec![0; positions.stride()];
            of.codec.encode(&packed, &mut key);
            let mut pack = |state: &State| {
                codec.pack(state, &mut words);
                words.clone()
            };
            assert_eq!(pack(&positions.state(&key)), pack(&state), "{name}");
            let expected: Vec<(Action, Option<Outcome>, Vec<u64>)> = game
                .successors(std::slice::from_ref(&state))
                .expect("rules that go well")
                .remove(0)
                .into_iter()
                .map(|(action, next)| (action, next.outcome, pack(&next)))
                .collect();
            let mut found = Vec::new();
            positions
                .expand(&key, &mut |child| {
                    found.push((child.action, child.outcome, child.key.to_vec()));
                    Ok(())
                })
                .expect("rules that go well");
            let found: Vec<_> = found
                .into_iter()
                .zip(&expected)
                // What has ended is never kept.
                .map(|((action, outcome, key), expected)| match outcome {
                    Some(_) => (action, outcome, expected.2.clone()),
                    None => (action, outcome, pack(&positions.state(&key))),
                })
                .collect();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn keys_of_shipped_games_go_on_as_their_states_do() {
        for shipped in shipped_games() {
            let game = Game::load(shipped.text).game.expect("shipped games are sound");
            let size = game.rules().shape.map(|shape| shape.size);
            let start = game.start(&Setup { size, seed: 2, level: None });
            let start = start.or_else(|_| game.start(&Setup::default())).expect("a board");
            if game.rules().players.len() == 1 && game.frontier(start.board.grid()).is_some() {
                check(&game, &start);
            }
        }
    }

    #[test]
    fn what_looks_single_and_is_not_is_kept() {
        let rows = [
            // A walker that is doubled, that merges with what it pushes, that is taken off.
            "action go in d\n  player free -> player player",
            "action go in d\n  player box -> _ player\n  else player free -> _ player",
            "action go in d\n  player box -> _ box\n  else player free -> _ player",
            "action go in d\n  player free -> _ player\n  else player box -> player player",
            // All that match are done at once, in several directions.
            "action go\n  all 4 ways: player free -> _ player",
            "action go\n  each 4 ways: player free -> _ player",
            // It comes from nothing, and copies what it finds.
            "action go in d\n  player free -> _ player\naction put at c\n  at c: free -> player",
            "action go in d\n  player thing -> player player\n  else player free -> _ player",
        ];
        for body in rows {
            let text = format!(
                "game Near\npieces\n  ground: wall\n  thing: player box\n\nlegend\n  .  nothing\n  #  wall\n  \
                 p  player\n  b  box\n\nlet free = [no wall, no thing]\n\n{body}\n\nwin when count player = 30\n\n\
                 level \"Room\"\n  ......\n  .b..b.\n  ..p.#.\n  ......\n  .b....\n"
            );
            let loaded = Game::load(&text);
            let game = loaded.game.unwrap_or_else(|| panic!("{body}: {:?}", loaded.diagnostics));
            check(&game, &game.start(&Setup::default()).expect("a level"));
        }
    }

    #[test]
    fn a_walker_moves_on_keys_where_rules_say_all_of_it() {
        // Whether keys are enough, and what is done.
        let rows = [
            (
                true,
                "action go in d\n  player [no thing, no wall] -> _ player\n  else player box [no thing, no wall] -> _ player box",
            ),
            (
                true,
                "action go in d\n  player [no thing, no wall] -> _ player\n\n\
             action pull in d\n  box player [no thing, no wall] -> _ box player",
            ),
            (
                true,
                "action go in d (8 ways)\n  player [no thing, no wall] -> _ player\n  else player box -> box player",
            ),
            // No box comes to a goal: there is nothing to look for.
            (
                false,
                "action go in d\n  player [no thing, no wall] -> _ player\n  else player box -> _ player",
            ),
            // A box may be put where one is: then nothing changes.
            (
                false,
                "action go in d\n  player [no thing, no wall] -> _ player\n\naction lay in d\n  player [no player, no wall] -> player box",
            ),
        ];
        for end in ["", "\nlose when no action\n"] {
            for (is_enough, body) in rows {
                let text = format!(
                    "game Near\npieces\n  ground: wall goal\n  thing: player box\n\nlegend\n  .  nothing\n  #  wall\n  \
                     p  player\n  b  box\n  g  goal\n\n{body}\n\nwin when every goal has box\n{end}\n\
                     level \"Room\"\n  ##....\n  #b.bg.\n  .#p.#.\n  ..g.#.\n  .b..#.\n"
                );
                let loaded = Game::load(&text);
                let game =
                    loaded.game.unwrap_or_else(|| panic!("{body}: {:?}", loaded.diagnostics));
                let start = game.start(&Setup::default()).expect("a level");
                let positions = Positions::new(&game, &start, Uses::default(), &Budget::default());
                let KeyScheme::Codec(of) = &positions.scheme else { panic!("a small board") };
                assert_eq!(of.moves.is_some(), is_enough, "{body}");
                check(&game, &start);
            }
        }
    }
}
